//! Texts that a hand or a program has spoilt. What a reader makes of one is the same thing as before, a refusal, or
//! something that it says a word about; never another thing in silence.
//!
//! Some damage cannot be seen: a list of edges without its last line is a list of edges. For these a test names what
//! the text says literally, by a naive reading of its own, which shares nothing with the reader that is tested.

use crate::support::{rounds, seed};
use gemsat::util::rng::Rng;
use std::fmt;

/// What a reader made of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome<T> {
    /// It was refused.
    Refused,
    /// It was read without a word.
    Read(T),
    /// It was read, and the reader said how.
    Remarked(T),
}

/// Spoils each of these texts in many ways: `rounds(1000)` in all, others with another `GEMSAT_TEST_SEED`. `literal`
/// gives what a spoilt text says where that is another thing than before, and nothing where the text says nothing
/// certain, so that the reader must refuse or remark.
pub fn never_another<T: PartialEq + fmt::Debug>(
    what: &str,
    texts: &[&str],
    read: impl Fn(&str) -> Outcome<T>,
    literal: impl Fn(&str) -> Option<T>,
) {
    let mut rng = Rng::new(texts.len() as u64 + 1000 * seed());
    let (mut same, mut refused) = (0, 0);
    for &text in texts {
        let Outcome::Read(expected) = read(text) else { panic!("{what}: read without a word before: {text:?}") };
        for _ in 0..rounds(1000).div_ceil(texts.len()) {
            let (damage, spoilt) = spoil(&mut rng, text);
            match read(&spoilt) {
                Outcome::Refused => refused += 1,
                Outcome::Remarked(_) => {}
                Outcome::Read(thing) if thing == expected => same += 1,
                Outcome::Read(thing) => assert_eq!(
                    Some(&thing),
                    literal(&spoilt).as_ref(),
                    "{what}: {damage} makes another one of {text:?}, without a word: {spoilt:?}"
                ),
            }
        }
    }
    assert!(same > 20 && refused > 20, "{what}: {same} were read as before, {refused} refused");
}

/// A way to spoil a text: its name, and what it makes of one.
type Damage = (&'static str, fn(&mut Rng, &str) -> String);

/// What happens to texts on their way: in editors, spreadsheets, mails, and pipes that break.
const DAMAGES: &[Damage] = &[
    ("a dropped line", |rng, text| lines(text, |all| drop(all.remove(rng.index(all.len()))))),
    ("a doubled line", |rng, text| {
        lines(text, |all| {
            let at = rng.index(all.len());
            all.insert(at, all[at].clone());
        })
    }),
    ("two joined lines", |rng, text| {
        let ends: Vec<usize> = text.match_indices('\n').map(|(at, _)| at).collect();
        if ends.is_empty() {
            return text.into();
        }
        let at = ends[rng.index(ends.len())];
        format!("{} {}", &text[..at], &text[at + 1..])
    }),
    ("all lines joined", |_, text| text.trim_end().replace('\n', " ")),
    ("a split line", |rng, text| {
        let blanks: Vec<usize> = text.match_indices([' ', ',']).map(|(at, _)| at).collect();
        let at = if blanks.is_empty() { place(rng, text) } else { blanks[rng.index(blanks.len())] };
        format!("{}\n{}", &text[..at], &text[at..])
    }),
    ("a line split anywhere", |rng, text| {
        let at = place(rng, text);
        format!("{}\n{}", &text[..at], &text[at..])
    }),
    ("tabs for blanks", |_, text| text.replace(' ', "\t")),
    ("double blanks", |_, text| text.replace(' ', "  ")),
    ("no blanks", |_, text| text.replace(' ', "")),
    ("commas for blanks", |_, text| text.replace(' ', ",")),
    ("semicolons for commas", |_, text| text.replace(',', ";")),
    ("blanks for commas", |_, text| text.replace(',', " ")),
    ("vertical bars for blanks", |_, text| text.replace(' ', "|")),
    ("quoted words", |_, text| quoted(text, '"')),
    ("words in single quotes", |_, text| quoted(text, '\'')),
    ("quoted lines", |_, text| lines(text, |all| all.iter_mut().for_each(|line| *line = format!("\"{line}\"")))),
    ("indented lines", |_, text| lines(text, |all| all.iter_mut().for_each(|line| *line = format!("  {line}")))),
    ("blanks at the ends of lines", |_, text| text.replace('\n', "  \n")),
    ("empty lines between", |_, text| text.replace('\n', "\n\n")),
    ("ends of lines of Windows", |_, text| text.replace('\n', "\r\n")),
    ("ends of lines of old Macs", |_, text| text.replace('\n', "\r")),
    ("a byte order mark", |_, text| format!("\u{feff}{text}")),
    ("a heading of words", |_, text| format!("from,to\n{text}")),
    ("a heading with a title", |_, text| format!("Puzzle 1\n{text}")),
    ("a heading of numbers", |rng, text| format!("{} {}\n{text}", 1 + rng.index(9), 1 + rng.index(9))),
    ("a line of dashes", |_, text| format!("---\n{text}")),
    ("a footer of words", |_, text| format!("{}\nend of file\n", text.trim_end())),
    ("a cut", |rng, text| text[..place(rng, text)].into()),
    ("a cut from the front", |rng, text| text[place(rng, text)..].into()),
    ("typographic dashes", |_, text| text.replace('-', "\u{2212}")),
    ("no-break spaces", |_, text| text.replace(' ', "\u{a0}")),
    ("brackets around it", |_, text| format!("[{text}]")),
    ("a lost character", |rng, text| {
        let at = place(rng, text);
        let mut rest = text[at..].chars();
        rest.next();
        format!("{}{}", &text[..at], rest.as_str())
    }),
];

/// The text with one damage, rarely two, and its name.
pub fn spoil(rng: &mut Rng, text: &str) -> (&'static str, String) {
    let (name, damage) = DAMAGES[rng.index(DAMAGES.len())];
    let spoilt = damage(rng, text);
    if rng.below(8) == 0 && !spoilt.is_empty() {
        let (_, second) = DAMAGES[rng.index(DAMAGES.len())];
        return (name, second(rng, &spoilt));
    }
    (name, spoilt)
}

/// Changes the lines of a text; the line end of the last one stays as it is.
fn lines(text: &str, change: impl FnOnce(&mut Vec<String>)) -> String {
    let mut all: Vec<String> = text.trim_end_matches('\n').split('\n').map(String::from).collect();
    change(&mut all);
    let end = if text.ends_with('\n') { "\n" } else { "" };
    all.join("\n") + end
}

/// Each word between blanks and commas in quotes.
fn quoted(text: &str, quote: char) -> String {
    let mut result = String::new();
    let mut inside = false;
    for character in text.chars() {
        let word = !character.is_whitespace() && character != ',';
        if word != inside {
            result.push(quote);
        }
        inside = word;
        result.push(character);
    }
    if inside {
        result.push(quote);
    }
    result
}

/// A place between two characters.
fn place(rng: &mut Rng, text: &str) -> usize {
    let places: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
    if places.is_empty() { 0 } else { places[rng.index(places.len())] }
}
