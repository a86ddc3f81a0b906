//! Texts without a header: whether they look like clauses of names.
//!
//! Any words could be read as clauses of names: `Segmentation fault` would be satisfiable. So unless the user has said
//! that a text is symbolic, it must look like a formula worth a question: some name must occur both with and without
//! `-`, since otherwise giving each name the sign that it has satisfies all clauses. Only texts with names such as
//! programs make, recognised by a digit or `_`, are accepted without that.

use super::dialect::Dialect;
use super::error::{ParseErrorKind as Kind, excerpt, is_blank};
use super::formula::Formula;
use super::symbolic::{Names, OPERATOR, is_operator, unsigned};
use std::collections::HashMap;

/// The signs with which a name occurs.
#[derive(Clone, Copy, Default)]
struct Signs {
    positive: bool,
    negative: bool,
}

/// Why `text` does not look like clauses of names, and where in it. `taken` holds the clauses before it. If the text
/// goes on behind what is given (`cut`), only its whole lines are judged.
pub(super) fn doubt(text: &[u8], cut: bool, taken: (&Formula, &Names)) -> Option<(usize, Kind)> {
    let end =
        if cut { text.iter().rposition(|&byte| byte == b'\n').map_or(text.len(), |at| at + 1) } else { text.len() };
    let mut lines = Lines { text: &text[..end], at: 0 };
    let mut signs: HashMap<&[u8], Signs> = HashMap::new();
    for lit in taken.0.clauses().flatten() {
        let known = signs.entry(taken.1.name(lit.var()).unwrap_or_default().as_bytes()).or_default();
        if lit.is_negative() { known.negative = true } else { known.positive = true }
    }
    let (mut lonely, mut operator, mut count, mut longest) = (None, None, 0, 0);
    while let Some((line_at, line)) = lines.next_line() {
        let mut words = Words { line, at: 0 };
        let mut number_of_words = 0;
        while let Some((at, word)) = words.next_word() {
            number_of_words += 1;
            let name = unsigned(word);
            if operator.is_none() && (is_operator(word) || matches!(name.first(), Some(b'~' | b'!'))) {
                operator = Some((line_at + at, word));
            }
            let known = signs.entry(name).or_default();
            if name.len() < word.len() {
                known.negative = true
            } else {
                known.positive = true
            }
            if count < 2
                && number_of_words == 1
                && is_number(word)
                && line[at + word.len()..].iter().all(|&b| is_blank(b))
            {
                lonely = Some((line_at + at, word));
            }
        }
        count += 1;
        longest = longest.max(number_of_words);
    }
    let numbers = signs.keys().all(|name| is_number(name));
    if let (Some((at, _)), false) = (lonely, numbers) {
        return Some((at, Kind::Dialect(Dialect::KnowledgeBase)));
    }
    if let Some((at, word)) = operator {
        return Some((at, Kind::Name { found: excerpt(word), why: OPERATOR }));
    }
    if signs.values().any(|signs| signs.positive && signs.negative) {
        return None;
    }
    let made = |name: &[u8]| name.iter().any(|&byte| byte == b'_' || byte.is_ascii_digit());
    // A name alone on each of several lines is a list of things.
    let listed = count > 1 && longest < 2;
    let underscores = || signs.keys().all(|name| name.contains(&b'_')) && !listed;
    let negated = signs.values().any(|signs| signs.negative);
    let believed = !numbers && signs.keys().all(|name| made(name)) && (negated || underscores());
    if believed { None } else { Some((0, Kind::NoClauses)) }
}

/// Whether the word is an unsigned number.
fn is_number(word: &[u8]) -> bool {
    !word.is_empty() && word.iter().all(u8::is_ascii_digit)
}

/// The lines of a text that are neither blank nor comments, each with its offset.
struct Lines<'t> {
    text: &'t [u8],
    at: usize,
}

impl<'t> Lines<'t> {
    fn next_line(&mut self) -> Option<(usize, &'t [u8])> {
        while self.at < self.text.len() {
            let from = self.at;
            let rest = &self.text[from..];
            let length = rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
            self.at = from + length + 1;
            let line = &rest[..length];
            let first = Words { line, at: 0 }.next_word();
            if first.is_some_and(|(_, word)| word != b"c") {
                return Some((from, line));
            }
        }
        None
    }
}

/// The words of a line, each with its offset.
struct Words<'t> {
    line: &'t [u8],
    at: usize,
}

impl<'t> Words<'t> {
    fn next_word(&mut self) -> Option<(usize, &'t [u8])> {
        let from = self.at + self.line[self.at..].iter().position(|&byte| !is_blank(byte))?;
        let length = self.line[from..].iter().position(|&byte| is_blank(byte)).unwrap_or(self.line.len() - from);
        self.at = from + length;
        Some((from, &self.line[from..self.at]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn doubted(text: &str, cut: bool) -> Option<(usize, Kind)> {
        doubt(text.as_bytes(), cut, (&Formula::new(), &Names::new()))
    }

    fn believed(text: &str) -> bool {
        doubted(text, false).is_none()
    }

    #[test]
    fn formulas_are_believed() {
        for text in [
            "AL_1 AL_2\n-AL_1 -AL_2\n",
            "rain sun\n-rain\nc a comment\n-sun rain\n",
            "111 112\n-111 -112\n",
            "x1 -x2\n",
            "Q_1_1\n",
            "-A\nA\n",
        ] {
            assert!(believed(text), "{text:?}");
        }
    }

    #[test]
    fn other_texts_are_not() {
        for text in [
            "Segmentation fault\n",
            "Killed\n",
            "core dumped\n",
            "the solver said that there is no answer\n",
            "1 sort bitvec 1\n2 input 1\n3 not 1 2\n4 bad -3\n",
            "e 1 2\ne 2 3\n",
            "v1 v2\nv2 v3\n",
            "tsp_5_1\ntsp_51_1\n",
            "1 2\n2 3\n",
            "1 -2 3\n",
            "MARKOV\n3\n2 2 2\n",
        ] {
            assert!(!believed(text), "{text:?}");
        }
    }

    #[test]
    fn operators_and_counts_are_no_names() {
        let place = |text: &str| doubted(text, false).map(|(at, _)| at);
        assert_eq!(place("A OR -B\n-A\n"), Some(2));
        assert_eq!(place("-A\nB\n-B v A\n"), Some(8));
        let base = doubted("-A\n4\n-A OR B\nB OR -C\n", false);
        assert_eq!(base, Some((3, Kind::Dialect(Dialect::KnowledgeBase))));
        assert_eq!(doubted("-A\n2\nA\n-A\n", false), Some((3, Kind::Dialect(Dialect::KnowledgeBase))));
    }

    #[test]
    fn a_word_that_is_cut_is_not_looked_at() {
        assert!(doubted("a b\n-a -b\nO", true).is_none());
        assert!(doubted("a b\n-a -b\nOR", false).is_some());
    }
}
