//! A solver's answer as text: competition output, MiniSat's result file, or a `.sol` file of names.

use crate::cnf::{Assignment, Lit, Var, name_in_comment};
use crate::encode::Encoding;
use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;

/// What a solver said about satisfiability.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// There is a model.
    Satisfiable,
    /// There is none.
    Unsatisfiable,
    /// The solver gave up.
    Unknown,
}

/// A solver's answer.
///
/// ```
/// use gemsat::encode::answer::{Answer, Status};
///
/// let answer = Answer::parse("c a comment\ns SATISFIABLE\nv 1 -2 0\n")?;
/// assert_eq!((answer.status, answer.num_vars()), (Status::Satisfiable, 2));
/// # Ok::<(), gemsat::encode::answer::AnswerError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The verdict.
    pub status: Status,
    /// The literals of the model, as far as it was printed in numbers.
    pub lits: Vec<Lit>,
    /// The model by names, from a `.sol` file or `v` lines of names.
    pub named: Vec<(String, bool)>,
    /// The texts of the `c @ ...` lines.
    pub notes: Vec<String>,
    /// What the formula that was solved calls its variables, by their numbers; empty where it is not known.
    pub varnames: HashMap<u32, String>,
}

/// Why a text is no answer, or an answer is no assignment of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum AnswerError {
    /// There is neither a verdict nor a literal.
    Empty,
    /// At this line there is this word where a literal was expected.
    BadLiteral(usize, String),
    /// This line is an `s` line without a verdict, or with more than one.
    BadVerdict(usize),
    /// Something follows the model at this line.
    AfterModel(usize),
    /// The model of numbers ends without its 0.
    Open,
    /// Two verdicts that contradict each other, the second at this line.
    TwoVerdicts(usize),
    /// The model does not give this variable of the puzzle a value.
    Missing(u32, String),
    /// The answer says that there is a model, but not which one.
    NoModel,
    /// The model gives this literal and its negation.
    Contradiction(String),
    /// The model names a variable that the puzzle does not have.
    UnknownName(String),
}

impl fmt::Display for AnswerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AnswerError::Empty => f.write_str(
                "no solver's answer here; expected 's' and 'v' lines, MiniSat's SAT/UNSAT result, or a .sol file",
            ),
            AnswerError::BadLiteral(line, word) => {
                write!(f, "line {line}: expected a literal of the model, found '{word}'")
            }
            AnswerError::BadVerdict(line) => {
                write!(f, "line {line}: expected 's SATISFIABLE', 's UNSATISFIABLE' or 's UNKNOWN'")
            }
            AnswerError::AfterModel(line) => write!(f, "line {line}: expected nothing after the 0 that ends the model"),
            AnswerError::Open => f.write_str("expected a 0 that ends the model: the answer is cut"),
            AnswerError::TwoVerdicts(line) => write!(f, "line {line}: a second verdict that contradicts the first"),
            AnswerError::Missing(number, name) => {
                write!(f, "the model gives variable {number} ({name}) no value")
            }
            AnswerError::NoModel => f.write_str(
                "expected a model: the answer says that there is a solution, but not which (MiniSat writes it into the \
                 file named by its second argument)",
            ),
            AnswerError::Contradiction(name) => write!(f, "the model makes {name} both true and false"),
            AnswerError::UnknownName(name) => write!(f, "the puzzle has no variable called {name}"),
        }
    }
}

impl std::error::Error for AnswerError {}

/// Whether the first word of a line is `c`.
fn is_comment(line: &str) -> bool {
    line.split_whitespace().next() == Some("c")
}

impl Answer {
    /// The answer with this model and these notes, as a solver would give it.
    pub fn of_model(model: &Assignment, notes: Vec<String>) -> Answer {
        let (status, lits) = (Status::Satisfiable, model.lits().collect());
        Answer { status, lits, named: Vec::new(), notes, varnames: HashMap::new() }
    }

    /// Reads an answer. Log lines of solvers around it are skipped: in competition output everything but `s`, `v` and
    /// `c @` lines; in MiniSat's output everything before `SAT`, and its closing `SATISFIABLE`.
    ///
    /// # Errors
    /// When the text holds no answer, or a broken one.
    pub fn parse(text: &str) -> Result<Answer, AnswerError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let notes = note_lines(text).collect();
        let (lits, named, varnames) = (Vec::new(), Vec::new(), HashMap::new());
        let mut answer = Answer { status: Status::Unknown, lits, named, notes, varnames };
        let speaks = |line: &str| matches!(line.split_whitespace().next(), Some("s" | "v"));
        if text.lines().any(speaks) {
            answer.read_competition(text)?;
        } else if text.lines().any(|line| verdict_word(line.trim()).is_some()) {
            answer.read_minisat(text)?;
        } else {
            answer.read_names(text)?;
        }
        Ok(answer)
    }

    fn read_competition(&mut self, text: &str) -> Result<(), AnswerError> {
        let (mut verdict, mut model, mut closed) = (None, false, false);
        for (index, line) in text.lines().enumerate() {
            let line = line.trim();
            match line.split_whitespace().next() {
                Some("s") => {
                    let word = verdict_word(line[1..].trim()).ok_or(AnswerError::BadVerdict(index + 1))?;
                    if verdict.is_some_and(|earlier| earlier != word) {
                        return Err(AnswerError::TwoVerdicts(index + 1));
                    }
                    verdict = Some(word);
                }
                Some("v") if closed => return Err(AnswerError::AfterModel(index + 1)),
                Some("v") => {
                    closed = self.read_lits(&line[1..], index + 1)?;
                    model = true;
                }
                Some("c" | "o") | None => {}
                // Most likely the rest of a line that was broken in two.
                Some(word) if model && !closed => return Err(AnswerError::BadLiteral(index + 1, word.into())),
                Some(_) => {}
            }
        }
        self.is_whole(closed)?;
        // 'v' lines alone are a model: some tools cut the verdict off.
        self.status = verdict.unwrap_or(Status::Satisfiable);
        Ok(())
    }

    fn read_minisat(&mut self, text: &str) -> Result<(), AnswerError> {
        let (mut verdict, mut model_follows, mut closed) = (None, false, false);
        for (index, line) in text.lines().enumerate() {
            let line = line.trim();
            if let Some(word) = verdict_word(line) {
                if verdict.is_some_and(|earlier| earlier != word) {
                    return Err(AnswerError::TwoVerdicts(index + 1));
                }
                verdict = Some(word);
                model_follows = line == "SAT" && self.lits.is_empty();
            } else if model_follows && !line.is_empty() && !is_comment(line) {
                closed = self.read_lits(line, index + 1)?;
                model_follows = !closed;
            } else if closed && !line.is_empty() && line.split_whitespace().all(|word| word.parse::<i32>().is_ok()) {
                return Err(AnswerError::AfterModel(index + 1));
            }
        }
        self.is_whole(closed)?;
        self.status = verdict.unwrap_or(Status::Unknown);
        Ok(())
    }

    /// Reads a `.sol` file: one name on each line and no mark at the end, or a bare list of numbers that ends with 0.
    fn read_names(&mut self, text: &str) -> Result<(), AnswerError> {
        let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty() && !is_comment(line));
        let lines: Vec<(usize, &str)> = lines.collect();
        let words = || lines.iter().flat_map(|(_, line)| line.split_whitespace());
        if words().last() == Some("0") && words().all(|word| word.parse::<i32>().is_ok()) {
            let mut closed = false;
            for (index, line) in lines {
                if closed {
                    return Err(AnswerError::AfterModel(index + 1));
                }
                closed = self.read_lits(line, index + 1)?;
            }
        } else {
            for (index, line) in lines {
                let word = line.trim();
                let (name, value) = word.strip_prefix('-').map_or((word, true), |name| (name, false));
                if !is_name(name) || name.contains(char::is_whitespace) {
                    return Err(AnswerError::BadLiteral(index + 1, word.to_string()));
                }
                self.named.push((name.to_string(), value));
            }
            if self.named.is_empty() {
                return Err(AnswerError::Empty);
            }
        }
        self.status = Status::Satisfiable;
        Ok(())
    }

    /// Reads the literals of a line; true when the closing 0 was met.
    fn read_lits(&mut self, line: &str, number: usize) -> Result<bool, AnswerError> {
        let mut words = line.split_whitespace();
        while let Some(word) = words.next() {
            if word == "0" {
                return if words.next().is_none() { Ok(true) } else { Err(AnswerError::AfterModel(number)) };
            }
            // A solver that was given names answers in names. They do not mix with numbers.
            match word.parse::<i32>().ok().and_then(Lit::from_dimacs) {
                Some(lit) if self.named.is_empty() => self.lits.push(lit),
                None if self.lits.is_empty()
                    && is_name(word.strip_prefix('-').unwrap_or(word))
                    && word.trim_start_matches('-').starts_with(|c: char| !c.is_ascii_digit()) =>
                {
                    let (name, value) = word.strip_prefix('-').map_or((word, true), |name| (name, false));
                    self.named.push((name.to_string(), value));
                }
                _ => return Err(AnswerError::BadLiteral(number, word.to_string())),
            }
        }
        Ok(false)
    }

    /// Makes sure that a model of numbers is not cut off: the 0 that ends it must have come. A model of names has none.
    fn is_whole(&self, closed: bool) -> Result<(), AnswerError> {
        if closed || self.lits.is_empty() { Ok(()) } else { Err(AnswerError::Open) }
    }

    /// The values of an encoding's own variables; auxiliary variables of the model are ignored. In a model of names,
    /// what is not named is false: a variable that is in no clause has no place in the named form of a formula.
    ///
    /// # Errors
    /// When a variable has no value or two, or a name is not the puzzle's.
    pub fn assignment(&self, encoding: &Encoding) -> Result<Assignment, AnswerError> {
        let count = encoding.names.len();
        if self.named.is_empty() && self.lits.is_empty() && count > 0 {
            return Err(AnswerError::NoModel);
        }
        if self.named.is_empty() {
            let lits = self.numbered(encoding)?;
            return collect_values(&lits, count, |var| encoding.name(var).into_owned());
        }
        let numbers = numbers(encoding);
        // Solvers that answer in names use numbers for variables without a name.
        let is_number = |name: &str| name.bytes().all(|byte| byte.is_ascii_digit());
        let numbers_are_names = encoding.names.iter().any(|name| is_number(name));
        let is_auxiliary = |name: &str| name.starts_with("AUX_") || is_number(name) && !numbers_are_names;
        let mut lits = Vec::with_capacity(self.named.len());
        for (name, value) in &self.named {
            match numbers.get(name.as_str()) {
                Some(&number) => lits.push(Var::new(number as usize).lit(*value)),
                None if is_auxiliary(name) => {}
                None => return Err(AnswerError::UnknownName(name.clone())),
            }
        }
        let mut named = vec![false; count];
        lits.iter().for_each(|lit| named[lit.var().index()] = true);
        lits.extend(
            (0..count as u32).filter(|&number| !named[number as usize]).map(|number| Var::new(number as usize).neg()),
        );
        collect_values(&lits, count, |var| encoding.name(var).into_owned())
    }

    /// The model's literals in the encoding's own numbers. A shuffled formula has other numbers; the names of its
    /// variables lead back.
    fn numbered(&self, encoding: &Encoding) -> Result<Cow<'_, [Lit]>, AnswerError> {
        if self.varnames.is_empty() {
            return Ok(Cow::Borrowed(&self.lits));
        }
        let numbers = numbers(encoding);
        let mut lits = Vec::with_capacity(self.lits.len());
        for lit in &self.lits {
            let Some(name) = self.varnames.get(&(lit.var().to_dimacs() as u32)) else { continue };
            match numbers.get(name.as_str()) {
                Some(&number) => lits.push(Var::new(number as usize).lit(lit.is_positive())),
                None if name.starts_with("AUX_") => {}
                None => return Err(AnswerError::UnknownName(name.clone())),
            }
        }
        Ok(Cow::Owned(lits))
    }

    /// Adds the encoding's variables that are in no clause, as false, where a model of numbers leaves them out: MiniSat
    /// ends its model with the last variable of a clause.
    ///
    /// # Errors
    /// When a name of the formula is not the puzzle's.
    pub fn add_idle(&mut self, encoding: &Encoding) -> Result<(), AnswerError> {
        self.lits = self.numbered(encoding)?.into_owned();
        self.varnames.clear();
        let count = encoding.names.len();
        let mut idle = vec![true; count];
        let used = encoding.formula.clauses().flatten().chain(&self.lits).map(|lit| lit.var().index());
        used.filter(|&index| index < count).for_each(|index| idle[index] = false);
        let no_model = self.lits.is_empty() && idle.contains(&false);
        if self.named.is_empty() && !no_model {
            self.lits.extend((0..count).filter(|&index| idle[index]).map(|index| Var::new(index).neg()));
        }
        Ok(())
    }

    /// Adds the `c @ ...` lines of the formula that was solved, for solvers that do not hand them on, and the names of
    /// its variables.
    pub fn add_notes(&mut self, formula: &str) {
        self.notes.extend(note_lines(formula));
        self.varnames.extend(formula.lines().filter_map(name_in_comment));
    }

    /// How many variables the answer speaks of: its names, or the highest number of a literal.
    pub fn num_vars(&self) -> usize {
        match self.named.len() {
            0 => self.lits.iter().map(|lit| lit.var().index() + 1).max().unwrap_or(0),
            named => named,
        }
    }

    /// Takes literals for names if they can only be names: a solver that was given clauses of names prints its answer
    /// in names, and the names in sudokus of up to 9 digits, made of row, column and digit, look like numbers.
    pub fn with_rcv_names(mut self) -> Answer {
        let mut numbers: Vec<i32> = self.lits.iter().map(|lit| lit.var().to_dimacs()).collect();
        numbers.sort_unstable();
        let side = numbers.last().map_or(0, |last| last % 10);
        let all = (1..=side).flat_map(|row| {
            (1..=side).flat_map(move |column| (1..=side).map(move |digit| 100 * row + 10 * column + digit))
        });
        if side > 0 && numbers.iter().copied().eq(all) {
            self.named =
                self.lits.drain(..).map(|lit| (lit.var().to_dimacs().to_string(), lit.is_positive())).collect();
        }
        self
    }
}

fn note_lines(text: &str) -> impl Iterator<Item = String> + '_ {
    text.lines().filter_map(|line| Some(line.strip_prefix("c @")?.trim().to_string()))
}

/// The numbers of an encoding's own variables, from 0, by their names.
fn numbers(encoding: &Encoding) -> HashMap<&str, u32> {
    encoding.names.iter().map(String::as_str).zip(0..).collect()
}

fn collect_values(lits: &[Lit], count: usize, name: impl Fn(Var) -> String) -> Result<Assignment, AnswerError> {
    let mut values = Assignment::all_false(count);
    let mut known = Assignment::all_false(count);
    for &lit in lits.iter().filter(|lit| lit.var().index() < count) {
        if known.value(lit.var()) && !values.is_true(lit) {
            return Err(AnswerError::Contradiction(name(lit.var())));
        }
        known.set(lit.var(), true);
        values.satisfy(lit);
    }
    match (0..count).map(Var::new).find(|&var| !known.value(var)) {
        Some(var) => Err(AnswerError::Missing(var.to_dimacs() as u32, name(var))),
        None => Ok(values),
    }
}

/// Whether a word without its sign can be a name. No name begins like a negation or a list, contains a character that
/// separates names, or is the 0 that ends a model of numbers.
fn is_name(word: &str) -> bool {
    let first = ['-', '~', '!', '\'', '[', '{', '(', '\u{2212}', '\u{2013}'];
    let anywhere = ['"', ',', ';', '|', '\u{a0}'];
    word.bytes().any(|byte| byte != b'0')
        && !word.starts_with(first)
        && !word.contains(anywhere)
        && word != "v"
        && word != "s"
}

fn verdict_word(word: &str) -> Option<Status> {
    match word {
        "SAT" | "SATISFIABLE" => Some(Status::Satisfiable),
        "UNSAT" | "UNSATISFIABLE" => Some(Status::Unsatisfiable),
        "INDET" | "INDETERMINATE" | "UNKNOWN" => Some(Status::Unknown),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lits(numbers: &[i32]) -> Vec<Lit> {
        numbers.iter().map(|&n| Lit::from_dimacs(n).expect("not 0")).collect()
    }

    #[test]
    fn competition_output_with_notes() {
        let answer = Answer::parse("c hello\nc @ queens 2\ns SATISFIABLE\nv 1 -2\nv 3 0\nc bye\n").expect("an answer");
        assert_eq!(answer.status, Status::Satisfiable);
        assert_eq!(answer.lits, lits(&[1, -2, 3]));
        assert_eq!(answer.notes, ["queens 2"]);
        let mut bare = Answer::parse("s SATISFIABLE\nv 1 0\n").expect("an answer");
        bare.add_notes("c @ queens 3\nc by hand\np cnf 1 0\n");
        assert_eq!(bare.notes, ["queens 3"]);
        assert_eq!(Answer::parse("s UNSATISFIABLE\r\n").expect("an answer").status, Status::Unsatisfiable);
        assert_eq!(Answer::parse("s UNKNOWN\n").expect("an answer").status, Status::Unknown);
    }

    #[test]
    fn minisat_file_and_minisat_pipe() {
        let expected = lits(&[1, -2]);
        for text in ["SAT\n1 -2 0\n", "WARNING: x\nSAT\n1 -2 0\nSATISFIABLE\n", "SATISFIABLE\nSAT\n1 -2 0\n"] {
            let answer = Answer::parse(text).expect("an answer");
            assert_eq!((answer.status, &answer.lits), (Status::Satisfiable, &expected), "{text}");
        }
        assert_eq!(Answer::parse("UNSAT\nUNSATISFIABLE\n").expect("an answer").status, Status::Unsatisfiable);
        assert_eq!(Answer::parse("INDET\n").expect("an answer").status, Status::Unknown);
    }

    #[test]
    fn names_one_a_line() {
        let answer = Answer::parse("111\n-112\n").expect("an answer");
        assert_eq!(answer.named, [("111".to_string(), true), ("112".to_string(), false)]);
        let encoding = Encoding::with_names(vec!["112".into(), "111".into()]);
        assert_eq!(answer.assignment(&encoding), Ok(Assignment::from_iter([false, true])));
    }

    #[test]
    fn names_on_v_lines() {
        let encoding = Encoding::with_names(vec!["TRAP_1_1".into(), "TRAP_1_2".into()]);
        let answer = Answer::parse("s SATISFIABLE\nv -TRAP_1_2\nv TRAP_1_1 0\n").expect("an answer");
        assert_eq!(answer.assignment(&encoding), Ok(Assignment::from_iter([true, false])));
        let other = Answer::parse("TRAP_1_1\n").expect("an answer");
        assert_eq!(other.assignment(&encoding), Ok(Assignment::from_iter([true, false])));
        for mixed in ["v TRAP_1_1 2 0", "v 1 TRAP_1_2 0", "v TRAP_1_1 --x 0 \nv - 0"] {
            let read = Answer::parse(mixed).and_then(|answer| answer.assignment(&encoding));
            assert!(read.is_err(), "{mixed}: {read:?}");
        }
        let bare = Answer::parse("SATISFIABLE\n").expect("an answer");
        assert_eq!(bare.assignment(&encoding), Err(AnswerError::NoModel));
    }

    #[test]
    fn names_that_look_like_numbers() {
        let answer = Answer::parse("s SATISFIABLE\nv 111 -112 -121 122\nv 211 -212 221 -222 0\n").expect("an answer");
        let named = answer.with_rcv_names();
        assert_eq!((named.lits.len(), named.named[1].clone()), (0, ("112".to_string(), false)));
        let plain = Answer::parse("v 1 2 3 4 5 6 7 8 0").expect("an answer");
        assert_eq!(plain.clone().with_rcv_names(), plain);
    }

    #[test]
    fn broken_answers_are_named() {
        assert_eq!(Answer::parse(""), Err(AnswerError::Empty));
        for cut in ["v 1 -2\n", "s SATISFIABLE\nv 1\n", "SAT\n1 -2\n"] {
            assert_eq!(Answer::parse(cut), Err(AnswerError::Open), "{cut}");
        }
        assert_eq!(Answer::parse("s UNSATISFIAB\n"), Err(AnswerError::BadVerdict(1)));
        for (behind, line) in [
            ("v 1 0\nv -1 0\n", 2),
            ("c\nv 1 0 2\n", 2),
            ("SAT\n1 0\n2 0\n", 3),
            ("1 0\n2 0\n", 2),
            ("c\n1 0 2 0\n", 2),
        ] {
            assert_eq!(Answer::parse(behind), Err(AnswerError::AfterModel(line)), "{behind}");
        }
        for zero in ["A\n0\n", "A\n-0\n", "A\n00\n", "1\n0\n2\n"] {
            let word = zero.lines().nth(1).expect("a line");
            assert_eq!(Answer::parse(zero), Err(AnswerError::BadLiteral(2, word.into())), "{zero}");
        }
        for indented in ["  s UNSATISFIABLE\n", "s\tUNSATISFIABLE\n"] {
            assert_eq!(Answer::parse(indented).map(|answer| answer.status), Ok(Status::Unsatisfiable), "{indented}");
        }
        assert_eq!(Answer::parse("v 1 x 0"), Err(AnswerError::BadLiteral(1, "x".into())));
        assert_eq!(Answer::parse("s SATISFIABLE\ns UNSATISFIABLE\n"), Err(AnswerError::TwoVerdicts(2)));
        let encoding = Encoding::with_names(vec!["A".into(), "B".into()]);
        let assignment = |text: &str| Answer::parse(text).expect("an answer").assignment(&encoding);
        assert_eq!(assignment("v 1 0"), Err(AnswerError::Missing(2, "B".into())));
        assert_eq!(assignment("v 1 2 -1 0"), Err(AnswerError::Contradiction("A".into())));
        assert_eq!(assignment("A\n-C\n"), Err(AnswerError::UnknownName("C".into())));
    }

    #[test]
    fn what_stands_in_no_clause_may_be_left_out() {
        let mut encoding = Encoding::with_names(vec!["A".into(), "B".into(), "idle".into()]);
        let model = |text: &str, encoding: &Encoding| {
            let mut answer = Answer::parse(text).expect("an answer");
            answer.add_idle(encoding).expect("no names");
            let model = answer.assignment(encoding)?;
            Ok([1, 2, 3].map(|number| model.is_true(lits(&[number])[0])))
        };
        assert_eq!(model("SAT\n0", &encoding), Ok([false; 3]));
        encoding.formula.add_clause(lits(&[1, 2]));
        assert_eq!(model("v 1 -2 0", &encoding), Ok([true, false, false]));
        assert_eq!(model("v 1 -2 3 0", &encoding), Ok([true, false, true]));
        assert_eq!(model("v 1 0", &encoding), Err(AnswerError::Missing(2, "B".into())));
        assert_eq!(model("SAT\n0", &encoding), Err(AnswerError::NoModel));
    }
}
