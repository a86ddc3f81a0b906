//! Spoilt texts of formulas, names, questions, answers and proofs, see `tests/support/spoil.rs`.

use super::infix::{self, infix};
use super::{lists, read, strict};
use crate::fuzzing::naive;
use crate::support::rounds;
use crate::support::spoil::{Outcome, never_another, spoil};
use gemsat::check::auto;
use gemsat::check::drat::DratOptions;
use gemsat::cnf::Formula;
use gemsat::cnf::input::{Document, Format, ReadOptions};
use gemsat::encode::answer::{Answer, Status};
use gemsat::limits::Limits;
use gemsat::util::rng::Rng;

/// What a reader made of a text, as far as `thing` looks at it.
fn outcome<T>(text: &str, options: &ReadOptions, thing: impl Fn(&Document) -> Option<T>) -> Outcome<T> {
    let Ok(document) = read(text.as_bytes(), options) else { return Outcome::Refused };
    let said = options.format == Format::Auto && !document.remarks.is_empty() || !document.warnings.is_empty();
    match thing(&document) {
        None => Outcome::Refused,
        Some(thing) if said => Outcome::Remarked(thing),
        Some(thing) => Outcome::Read(thing),
    }
}

#[test]
fn formulas() {
    let texts = [
        "p cnf 3 3\n1 -2 0\n2 3 0\n-1 -3 0\n",
        "c a formula\np cnf 4 4\n1 2 3 0\n-1\n-2 0 3 -4 0\nc more\n4 0\n",
        "c @ queens 2\nc varname 1 a1\np cnf 12 2\n-12 11 0\n1 0\n%\n0\n",
    ];
    let thing = |document: &Document| Some((document.formula.num_vars(), lists(&document.formula)));
    never_another("formulas", &texts, |text| outcome(text, &strict(), thing), |text| naive::read(text.as_bytes()));
}

/// Clauses as pairs of names and signs, by splitting lines and words.
fn clauses_of_names(text: &str) -> Vec<Vec<(String, bool)>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let blank = |c: char| c.is_ascii_whitespace() || c == '\u{b}';
    let clause = |line: &str| -> Vec<(String, bool)> {
        let words = line.split(blank).filter(|word| !word.is_empty());
        words.map(|word| word.strip_prefix('-').map_or((word.into(), true), |name| (name.into(), false))).collect()
    };
    text.split('\n')
        .map(clause)
        .filter(|clause| clause.first().is_some_and(|first| first.0 != "c" || !first.1))
        .collect()
}

fn named(document: &Document) -> Option<Vec<Vec<(String, bool)>>> {
    let names = document.names.as_ref()?;
    let pair = |lit: &gemsat::cnf::Lit| Some((names.name(lit.var())?.to_owned(), lit.is_positive()));
    document.formula.clauses().map(|clause| clause.iter().map(pair).collect()).collect()
}

#[test]
fn names() {
    let texts = [
        "AL_1 AL_2 AL_3\n-AL_1 -AL_2\n-AL_1 -AL_3\nAL_2\n",
        "c weather\nrain sun\n-rain -sun\nrain\n",
        "111 112\n-111 -112\n",
    ];
    let meant = ReadOptions { format: Format::Symbolic, ..ReadOptions::default() };
    let literal = |text: &str| Some(clauses_of_names(text));
    never_another("names", &texts, |text| outcome(text, &meant, named), literal);
    // Without the flag it is said that they are names.
    let mut rng = Rng::new(5);
    for _ in 0..rounds(300) {
        let text = texts[rng.index(texts.len())];
        let (_, spoilt) = spoil(&mut rng, text);
        let read = outcome(&spoilt, &strict(), named);
        assert!(!matches!(read, Outcome::Read(_)), "{spoilt:?}");
        if let Outcome::Remarked(clauses) = read {
            assert_eq!(clauses, clauses_of_names(&spoilt), "{spoilt:?}");
        }
    }
}

#[test]
fn infix_formulas() {
    let texts = [
        "a & (b | ~c) -> d\n~d | a\n",
        "A OR -B\nB OR -C OR A\n-A\n",
        "# weather\nrain <-> wet & NOT sun\nrain xor sun\n",
        "x1 => (x2 <=> x3)\n\nx1 v x2\n",
    ];
    let read = |text: &str| outcome(text, &infix(), |document| Some(infix::table(document)));
    let literal = |text: &str| infix::naive(text.strip_prefix('\u{feff}').unwrap_or(text));
    never_another("infix", &texts, read, literal);
}

/// The clauses and the question: its kind, its shown variables, its weights.
type Asked = (Vec<Vec<i32>>, Option<String>, Option<Vec<i32>>, Vec<(i32, String)>);

fn asked(document: &Document) -> Option<Asked> {
    let asked = document.asked("text").ok()?;
    let show = asked.show.map(|show| show.iter().map(|var| var.to_dimacs()).collect());
    let weights = asked.weights.iter().map(|weight| (weight.lit.to_dimacs(), weight.text.clone())).collect();
    Some((lists(&document.formula), asked.kind.map(|kind| kind.to_string()), show, weights))
}

/// The question as the words of the comments say it.
fn literal_question(text: &str) -> Option<Asked> {
    let (_, clauses) = naive::read(text.as_bytes())?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let (mut kind, mut show, mut weights) = (None, None, Vec::new());
    let numbers = |words: &[&str]| -> Option<Vec<i32>> {
        let (end, words) = words.split_last()?;
        (*end == "0").then(|| words.iter().map(|word| word.parse().ok()).collect())?
    };
    for line in text.split('\n') {
        // A comment may stand behind a clause.
        let words = line.split([' ', '\t', '\r']).filter(|word| !word.is_empty());
        let whole = line.trim_start().starts_with('c');
        match words.skip_while(|word| !whole && *word != "c").collect::<Vec<_>>().as_slice() {
            ["c", "t", name] => kind = Some(name.to_string()),
            ["c", "p", "show", vars @ ..] | ["c", "ind", vars @ ..] => {
                show.get_or_insert_with(Vec::new).extend(numbers(vars)?);
            }
            ["c", "p", "weight", lit, weight, "0"] => weights.push((lit.parse().ok()?, weight.to_string())),
            _ => {}
        }
    }
    if let Some(show) = &mut show {
        show.sort_unstable();
        show.dedup();
    }
    weights.dedup();
    Some((clauses, kind, show, weights))
}

#[test]
fn questions() {
    let texts = [
        "c t pmc\nc p show 1 3 0\np cnf 4 2\n1 -2 0\n3 4 0\n",
        "c t wmc\np cnf 3 2\nc p weight 1 0.25 0\nc p weight -1 0.75 0\n1 2 0\n-2 3 0\n",
        "p cnf 5 2\nc ind 1 2 0\nc ind 4 0\n1 -5 0\n4 3 0\n",
        "p cnf 4 2\n1 2 0 c p show 1 3 0\n-2 3 0  c t pmc\n",
        "c  p\tshow 2 0\nc p weight 2 1/3 0\nc p weight -2 2/3 0\np cnf 2 1\n1 2 0\nc p show 1 0\n",
    ];
    never_another("questions", &texts, |text| outcome(text, &strict(), asked), literal_question);
}

/// A verdict, the literals of a model, and its names with their values.
type Said = (Status, Vec<i32>, Vec<(String, bool)>);

/// The answer as its lines say it.
fn literal_answer(text: &str) -> Option<Said> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let status = |word: &str| match word {
        "SAT" | "SATISFIABLE" => Some(Status::Satisfiable),
        "UNSAT" | "UNSATISFIABLE" => Some(Status::Unsatisfiable),
        "INDET" | "UNKNOWN" => Some(Status::Unknown),
        _ => None,
    };
    let (mut found, mut words, mut spoken, mut model) = (None, Vec::new(), false, false);
    let lines: Vec<Vec<&str>> = text.lines().map(|line| line.split_whitespace().collect()).collect();
    spoken |= lines.iter().any(|line| matches!(line.first(), Some(&"s" | &"v")));
    let sol = !spoken && lines.iter().all(|line| line.len() != 1 || status(line[0]).is_none());
    for line in &lines {
        match line.as_slice() {
            [] | ["c", ..] => {}
            ["s", word] => found = Some(status(word)?),
            ["v", rest @ ..] => words.extend(rest.iter().copied()),
            [word] if !spoken && status(word).is_some() => {
                found = status(word);
                model = *word == "SAT";
            }
            rest if model || sol => words.extend(rest.iter().copied()),
            _ => {}
        }
    }
    let end = words.iter().position(|&word| word == "0").unwrap_or(words.len());
    let (mut lits, mut names) = (Vec::new(), Vec::new());
    for word in &words[..end] {
        match word.parse::<i32>() {
            Ok(number) if !sol || words.contains(&"0") => lits.push(number),
            _ => names.push(word.strip_prefix('-').map_or(((*word).into(), true), |name| (name.into(), false))),
        }
    }
    Some((found.unwrap_or(Status::Satisfiable), lits, names))
}

#[test]
fn answers() {
    let texts = [
        "c hello\ns SATISFIABLE\nv 1 -2 3\nv -4 5 0\n",
        "s UNSATISFIABLE\n",
        "SAT\n1 -2 3 0\n",
        "s SATISFIABLE\nv AL_1 -AL_2\nv -AL_3\n",
        "TRAP_1_1\n-TRAP_1_2\nTRAP_2_1\n",
    ];
    let read = |text: &str| match Answer::parse(text) {
        Ok(answer) => {
            Outcome::Read((answer.status, answer.lits.iter().map(|lit| lit.to_dimacs()).collect(), answer.named))
        }
        Err(_) => Outcome::Refused,
    };
    never_another("answers", &texts, read, literal_answer);
}

#[test]
fn proofs() {
    // The proofs refute all eight clauses over three variables; without the last clause there is a model.
    let all = Formula::from_dimacs_lists(&[
        &[1, 2, 3],
        &[1, 2, -3],
        &[1, -2, 3],
        &[1, -2, -3],
        &[-1, 2, 3],
        &[-1, 2, -3],
        &[-1, -2, 3],
        &[-1, -2, -3],
    ]);
    let mut fewer = Formula::new();
    all.clauses().take(7).for_each(|clause| fewer.add_clause(clause.iter().copied()));
    fewer.add_clause([all.clause(0)[0], !all.clause(0)[0]]);
    let texts = [
        "1 2 0\n1 -2 0\nd 1 2 3 0\n1 0\n-1 2 0\n2 0\n0\n",
        "9 1 2 0 1 2 0\n10 1 -2 0 3 4 0\n11 1 0 9 10 0\n11 d 9 10 0\n12 2 0 11 5 6 0\n13 0 11 12 7 8 0\n",
    ];
    let verified = |formula: &Formula, text: &str| {
        [None, Some(gemsat::check::format::System::Drat), Some(gemsat::check::format::System::Lrat)].map(|system| {
            let open = || Ok(text.as_bytes());
            auto::check(formula, open, system, DratOptions::default(), &Limits::none()).outcome.is_verified()
        })
    };
    let mut rng = Rng::new(8);
    let mut still = 0;
    for text in texts {
        assert!(verified(&all, text)[0], "{text}");
        for _ in 0..rounds(1000).div_ceil(texts.len()) {
            let (damage, spoilt) = spoil(&mut rng, text);
            assert_eq!(verified(&fewer, &spoilt), [false; 3], "{damage}: {spoilt:?}");
            still += u32::from(verified(&all, &spoilt)[0]);
        }
    }
    assert!(still > 50, "{still}");
}
