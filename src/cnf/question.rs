//! What comments ask of a model counter: `c t KIND`, `c p show VARIABLES 0`, `c p weight LITERAL WEIGHT 0` (the Model
//! Counting Competition), and `c ind VARIABLES 0` (ApproxMC), which shows variables as well.
//!
//! Blanks and tabs may stand wherever one blank may, several lines add up, and they stand before or behind the header.
//! A comment in prose that only begins like a question, such as `c t means time`, is none. A comment that begins as a
//! question and is not understood is refused by tools that answer questions; a solver need not look at it.

use super::error::{ParseError, ParseErrorKind, is_blank};
use super::input::Document;
use super::lit::{Lit, Var};
use super::symbolic::Names;
use std::collections::{BTreeSet, HashMap};
use std::fmt;

/// The kind of a count, as `c t` and the answer name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CountKind {
    /// Models.
    Mc,
    /// Weights of models.
    Wmc,
    /// Models of the shown variables.
    Pmc,
    /// Weights of models of the shown variables.
    Pwmc,
}

impl CountKind {
    /// Whether models are distinguished by the shown variables alone.
    pub fn is_projected(self) -> bool {
        matches!(self, CountKind::Pmc | CountKind::Pwmc)
    }

    /// Whether models have weights.
    pub fn is_weighted(self) -> bool {
        matches!(self, CountKind::Wmc | CountKind::Pwmc)
    }

    /// The kind of this name.
    fn by_name(name: &str) -> Option<CountKind> {
        Some(match name {
            "mc" => CountKind::Mc,
            "wmc" => CountKind::Wmc,
            "pmc" => CountKind::Pmc,
            "pwmc" | "wpmc" => CountKind::Pwmc,
            _ => return None,
        })
    }
}

impl fmt::Display for CountKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            CountKind::Mc => "mc",
            CountKind::Wmc => "wmc",
            CountKind::Pmc => "pmc",
            CountKind::Pwmc => "pwmc",
        })
    }
}

/// A comment that asks something, and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comment {
    /// The line, from 1.
    pub line: u64,
    /// The column of its `c`, from 1: it may stand behind a clause.
    pub column: u64,
    /// The comment, from its `c` on.
    pub text: String,
}

/// The weight of a literal, as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weight {
    /// The literal.
    pub lit: Lit,
    /// The number.
    pub text: String,
    /// The line and the column of the number, from 1.
    pub place: (u64, u64),
}

/// What a formula's comments ask.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Asked {
    /// What is counted, where a `c t` line says so.
    pub kind: Option<CountKind>,
    /// The variables by which models are told apart, in their order; `None`: all.
    pub show: Option<Vec<Var>>,
    /// The weights of literals, each literal once.
    pub weights: Vec<Weight>,
}

impl Comment {
    /// The words of the comment, each with its column.
    fn words(&self) -> impl Iterator<Item = (u64, &str)> {
        let blank = |c: char| u8::try_from(c).is_ok_and(is_blank);
        let place = |word: &str| self.column + (word.as_ptr() as usize - self.text.as_ptr() as usize) as u64;
        self.text.split(blank).filter(|word| !word.is_empty()).map(move |word| (place(word), word))
    }

    /// The column behind the comment's last word.
    fn end(&self) -> u64 {
        self.column + self.text.trim_end().len() as u64
    }
}

/// Whether a line that is too long to be looked at whole may be a question.
pub(super) fn may_ask(head: &[u8]) -> bool {
    let mut words = head.split(|&byte| is_blank(byte)).filter(|word| !word.is_empty());
    words.next() == Some(b"c") && matches!(words.next(), Some(b"p" | b"t" | b"ind" | b"show" | b"weight" | b"weights"))
}

/// Whether a comment asks something, rightly or not, and is no prose.
pub(super) fn asks(line: &[u8]) -> bool {
    let blank = |&byte: &u8| is_blank(byte);
    let mut words = line.split(blank).filter(|word| !word.is_empty());
    let is_number = |word: &[u8]| word.iter().all(|byte| byte.is_ascii_digit() || *byte == b'-');
    let called = |word: &[u8], names: &[&str]| names.iter().any(|name| word.eq_ignore_ascii_case(name.as_bytes()));
    let closed = || line.rsplit(blank).find(|word| !word.is_empty()) == Some(b"0");
    match (words.next(), words.next(), words.next()) {
        (Some(b"c"), Some(b"p"), Some(what)) => called(what, &["show", "weight", "ind"]) || what != b"cnf" && closed(),
        (Some(b"c"), Some(b"t"), Some(kind)) => {
            words.next().is_none() || std::str::from_utf8(kind).is_ok_and(|kind| CountKind::by_name(kind).is_some())
        }
        (Some(b"c"), Some(b"ind"), first) => first.is_none_or(is_number) || words.any(is_number),
        (Some(b"c"), Some(b"show" | b"weight" | b"pshow" | b"pweight"), Some(_)) => closed(),
        (Some(b"c"), Some(b"weights"), Some(first)) => first[0].is_ascii_digit(),
        (Some(b"cp" | b"cind"), Some(_), _) => closed(),
        (Some(b"cr"), Some(first), second) => is_number(first) && second.is_none_or(is_number) && words.all(is_number),
        _ => false,
    }
}

/// Reads the comments of a text.
struct Reader<'d> {
    file: &'d str,
    num_vars: usize,
    names: Option<&'d Names>,
    asked: Asked,
    /// Shown variables, by `c p show` and by `c ind`, and the line of the first of each.
    shown: [(BTreeSet<Var>, Option<u64>); 2],
    weights: HashMap<Lit, usize>,
}

impl Document {
    /// What the comments ask. `file` serves the messages.
    ///
    /// # Errors
    /// When a question is not understood whole, names what the formula does not have, or contradicts another one.
    pub fn asked(&self, file: &str) -> Result<Asked, ParseError> {
        Asked::of(&self.questions, self.formula.num_vars(), self.names.as_ref(), file)
    }
}

impl Asked {
    /// What these comments ask about a formula of so many variables, which may have names.
    ///
    /// # Errors
    /// As [`Document::asked`].
    pub fn of(comments: &[Comment], num_vars: usize, names: Option<&Names>, file: &str) -> Result<Asked, ParseError> {
        let mut reader = Reader {
            file,
            num_vars,
            names,
            asked: Asked::default(),
            shown: Default::default(),
            weights: HashMap::new(),
        };
        for comment in comments {
            reader.read(comment)?;
        }
        let [(show, by_show), (ind, by_ind)] = reader.shown;
        if let (Some(first), Some(second)) = (by_show, by_ind)
            && show != ind
        {
            let line = first.max(second);
            return Err(fault(
                file,
                (line, 1),
                "'c ind'",
                "the variables that 'c p show' shows, or one of the two alone",
            ));
        }
        let shown = if by_show.is_some() { show } else { ind };
        reader.asked.show = by_show.or(by_ind).map(|_| shown.into_iter().collect());
        Ok(reader.asked)
    }

    /// Whether nothing is asked.
    pub fn is_empty(&self) -> bool {
        *self == Asked::default()
    }

    /// The same question about a formula in which each literal has become its image.
    pub fn renamed(&self, image: impl Fn(Lit) -> Lit) -> Asked {
        let var = |var: &Var| image(var.pos()).var();
        let show = self.show.as_ref().map(|show| show.iter().map(var).collect::<BTreeSet<_>>().into_iter().collect());
        let weights =
            self.weights.iter().map(|weight| Weight { lit: image(weight.lit), ..weight.clone() }).collect::<Vec<_>>();
        Asked { kind: self.kind, show, weights }
    }

    /// The comments that ask this, without `c `, with numbers for the variables.
    pub fn comments(&self) -> Vec<String> {
        self.comments_by(|lit| lit.to_string())
    }

    /// The comments that ask this, without `c `, with these names for the literals.
    pub fn comments_by(&self, name: impl Fn(Lit) -> String) -> Vec<String> {
        let mut lines: Vec<String> = self.kind.iter().map(|kind| format!("t {kind}")).collect();
        if let Some(show) = &self.show {
            let mut line = "p show".to_owned();
            show.iter().for_each(|var| line += &format!(" {}", name(var.pos())));
            lines.push(line + " 0");
        }
        lines.extend(self.weights.iter().map(|weight| format!("p weight {} {} 0", name(weight.lit), weight.text)));
        lines
    }
}

/// An error at a line and column of the file.
pub(crate) fn fault(file: &str, (line, column): (u64, u64), found: &str, expected: &'static str) -> ParseError {
    let mut found: String = found.chars().take(60).collect();
    found.retain(|c| !c.is_control());
    ParseError { file: file.into(), line, column, kind: ParseErrorKind::Question { found, expected } }
}

impl Reader<'_> {
    fn read(&mut self, comment: &Comment) -> Result<(), ParseError> {
        const SHOW: &str = "'c p show VARIABLES 0'";
        let all: Vec<(u64, &str)> = comment.words().collect();
        let file = self.file;
        let fault = |(column, word): (u64, &str), expected| {
            Err(fault(file, (comment.line, column), &format!("'{word}'"), expected))
        };
        match all.as_slice() {
            [_, (_, "t"), kind] => match CountKind::by_name(kind.1) {
                Some(found) if self.asked.kind.is_none_or(|known| known == found) => self.asked.kind = Some(found),
                Some(_) => return fault(*kind, "the kind of the 'c t' line before"),
                None => return fault(*kind, "mc, wmc, pmc or pwmc after 'c t'"),
            },
            [_, (_, "t"), _, more, ..] => return fault(*more, "the end of the line after 'c t KIND'"),
            [_, (_, "p"), (_, "show"), vars @ ..] => self.show(0, comment, vars)?,
            [_, (_, "ind"), vars @ ..] => self.show(1, comment, vars)?,
            [_, (_, "p"), (_, "weight"), rest @ ..] => self.weigh(comment, rest)?,
            [_, what @ (_, "weights"), ..] => {
                return fault(*what, "a line 'c p weight LITERAL WEIGHT 0' for each literal");
            }
            [what @ (_, "cr" | "cp" | "cind"), ..] | [_, what @ (_, "pshow" | "pweight"), ..] => {
                return fault(*what, "blanks in 'c p show VARIABLES 0' or 'c p weight LITERAL WEIGHT 0'");
            }
            [_, what @ (_, "show" | "weight"), ..] => return fault(*what, "'p' before it, as in 'c p show 1 2 0'"),
            [_, (_, "p"), what, ..] => return fault(*what, "show or weight, in small letters, after 'c p'"),
            _ => return fault((comment.column, "c"), SHOW),
        }
        Ok(())
    }

    /// Notes the shown variables of a line.
    fn show(&mut self, which: usize, comment: &Comment, vars: &[(u64, &str)]) -> Result<(), ParseError> {
        let Some((end, vars)) = vars.split_last().filter(|(end, _)| end.1 == "0") else {
            return Err(fault(
                self.file,
                (comment.line, comment.end()),
                "the end of the line",
                "0 behind the shown variables",
            ));
        };
        debug_assert_eq!(end.1, "0");
        for &(column, word) in vars {
            let lit = self.lit(word).filter(|lit| lit.is_positive());
            let place = (comment.line, column);
            let lit = lit.ok_or_else(|| fault(self.file, place, &format!("'{word}'"), self.a_variable()))?;
            self.shown[which].0.insert(lit.var());
        }
        self.shown[which].1.get_or_insert(comment.line);
        Ok(())
    }

    /// Notes the weight of a literal.
    fn weigh(&mut self, comment: &Comment, rest: &[(u64, &str)]) -> Result<(), ParseError> {
        let &[(column, word), number, (_, "0")] = rest else {
            let column = rest.get(2).map_or(comment.end(), |word| word.0);
            let found = rest.get(2).map_or("the end of the line".into(), |word| format!("'{}'", word.1));
            return Err(fault(self.file, (comment.line, column), &found, "'c p weight LITERAL WEIGHT 0'"));
        };
        let quoted = format!("'{word}'");
        let lit = self.lit(word).ok_or_else(|| fault(self.file, (comment.line, column), &quoted, self.a_variable()))?;
        let weight = Weight { lit, text: number.1.to_owned(), place: (comment.line, number.0) };
        match self.weights.get(&lit).map(|&index| &self.asked.weights[index]) {
            Some(known) if known.text != weight.text => {
                let found = format!("'{}'", weight.text);
                return Err(fault(self.file, weight.place, &found, "the weight that the literal has already"));
            }
            Some(_) => {}
            None => {
                self.weights.insert(lit, self.asked.weights.len());
                self.asked.weights.push(weight);
            }
        }
        Ok(())
    }

    /// The literal of a word, if the formula has its variable.
    fn lit(&self, word: &str) -> Option<Lit> {
        let (name, negative) = word.strip_prefix('-').map_or((word, false), |name| (name, true));
        let var = match self.names {
            Some(names) => names.find(name)?,
            None if name.bytes().all(|byte| byte.is_ascii_digit()) => Var::from_dimacs(name.parse().ok()?)?,
            None => return None,
        };
        (var.index() < self.num_vars).then(|| Lit::new(var, negative))
    }

    fn a_variable(&self) -> &'static str {
        if self.names.is_some() { "a name of the formula" } else { "a variable that the header declares" }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(lines: &[&str]) -> Result<Asked, String> {
        let comment =
            |(index, text): (usize, &&str)| Comment { line: index as u64 + 1, column: 1, text: (*text).into() };
        let comments: Vec<Comment> =
            lines.iter().enumerate().filter(|(_, line)| asks(line.as_bytes())).map(comment).collect();
        Asked::of(&comments, 9, None, "f").map_err(|error| error.to_string())
    }

    fn shown(lines: &[&str]) -> Option<Vec<i32>> {
        let show = asked(lines).unwrap_or_else(|error| panic!("{lines:?}: {error}")).show?;
        Some(show.iter().map(|var| var.to_dimacs()).collect())
    }

    #[test]
    fn questions_are_taken_in_every_spelling() {
        for lines in [
            &["c p show 1 3 0"][..],
            &["c  p\tshow  1\t3 0 "],
            &["c p show 3 0", "c hello", "c p show 1 0"],
            &["c ind 1 0", "c ind 3 0"],
            &["c ind 3 1 0", "c p show 1 3 0"],
        ] {
            assert_eq!(shown(lines), Some(vec![1, 3]), "{lines:?}");
        }
        assert_eq!(shown(&["c p show 0"]), Some(vec![]));
        assert_eq!(asked(&["c t pmc"]).map(|asked| asked.kind), Ok(Some(CountKind::Pmc)));
        let weight = asked(&["c p\tweight  -2 1/3 0", "c p weight -2 1/3 0"]).expect("a weight").weights;
        assert_eq!(weight.len(), 1);
        assert_eq!((weight[0].lit.to_dimacs(), &*weight[0].text), (-2, "1/3"));
    }

    #[test]
    fn prose_asks_nothing() {
        for line in
            ["c t means time", "c t", "c p cnf 3 0", "c p is prime", "c ind is an index", "c show me", "credo", "c"]
        {
            assert_eq!(asked(&[line]), Ok(Asked::default()), "{line}");
        }
    }

    #[test]
    fn what_is_not_understood_is_refused_where_it_stands() {
        for (lines, place) in [
            (&["c p show 1 12 0"][..], "f:1:12"),
            (&["c p show 1 -2 0"], "f:1:12"),
            (&["c p show 1 2"], "f:1:13"),
            (&["c p show 1,2 0"], "f:1:10"),
            (&["c p SHOW 1 0"], "f:1:5"),
            (&["c p shwo 1 0"], "f:1:5"),
            (&["c show 1 0"], "f:1:3"),
            (&["c ind 1 x 0"], "f:1:9"),
            (&["cr 1 2"], "f:1:1"),
            (&["cp show 1 0"], "f:1:1"),
            (&["c pshow 1 0"], "f:1:3"),
            (&["c t wmcc"], "f:1:5"),
            (&["c t mc or so"], "f:1:8"),
            (&["c t mc", "c t pmc"], "f:2:5"),
            (&["c p show 1 0", "c ind 2 0"], "f:2:1"),
            (&["c p weight 1 0.5"], "f:1:17"),
            (&["c p weight 1 0 5 0"], "f:1:16"),
            (&["c p weight 1 0.5 0", "c p weight 1 0.4 0"], "f:2:14"),
            (&["c weights 0.5 0.5"], "f:1:3"),
        ] {
            let error = asked(lines).expect_err("a fault");
            assert!(
                error.starts_with(&format!("{place}: found '")) || error.starts_with(&format!("{place}: found the")),
                "{lines:?}: {error}"
            );
        }
    }

    #[test]
    fn a_question_follows_the_names() {
        let question = asked(&["c t pwmc", "c p show 1 2 0", "c p weight -1 0.25 0"]).expect("a question");
        let renamed = question.renamed(|lit| !Var::new(8 - lit.var().index()).lit(lit.is_positive()));
        assert_eq!(renamed.comments(), ["t pwmc", "p show 8 9 0", "p weight 9 0.25 0"]);
    }
}
