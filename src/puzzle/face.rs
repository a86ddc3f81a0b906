//! The face of a puzzle: what the programs, the race, the page and the bindings know of one, whichever it is.
//!
//! A puzzle is a number of cells, and a solution is a value for each of them. What the cells and the values mean is the
//! puzzle's own affair: it names them, prints them, draws them, and says which literal of its formula stands for which.

use super::{Reading, SyntaxError};
use crate::cnf::{Assignment, Formula, Lit, Var};
use crate::csp::{PoseError, Problem};
use crate::encode::answer::Answer;
use crate::encode::{EncodeError, Encoding};
use crate::limits::{Limits, Stop};
use crate::observe::{Board, Words};
use crate::reason::Oracle;
use crate::reason::backbone;
use crate::reason::core::Core;
use crate::reason::enumerate::enumerate;
use num_bigint::BigUint;
use std::fmt;
use std::ops::ControlFlow;

/// What each cell holds: a digit, a colour, 1 for a queen or a trap and 0 for none; `None` where that is not known.
pub type Values = Vec<Option<u16>>;

/// A rule that an answer breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// The cell where it is broken, from 0, if it is one cell's.
    pub cell: Option<usize>,
    /// The rule and who breaks it, in words that name the place.
    pub what: String,
}

impl Broken {
    /// A rule that is broken in this cell.
    pub fn at(cell: usize, what: impl Into<String>) -> Broken {
        Broken { cell: Some(cell), what: what.into() }
    }

    /// A rule that is not one cell's.
    pub fn whole(what: impl Into<String>) -> Broken {
        Broken { cell: None, what: what.into() }
    }
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)
    }
}

impl std::error::Error for Broken {}

/// A clue of a puzzle, as explanations name it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clue {
    /// What it says and where it stands: "the 3 in row 1, column 2".
    pub words: String,
    /// The cells in which it stands.
    pub cells: Vec<usize>,
}

/// Why a puzzle has no solution, or why a cell holds what it holds. Values are in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Explanation {
    /// There is no solution, because of these clues; a sentence without its end says what they do.
    Contradiction(String, Core<Clue>),
    /// There is a solution, and nothing more was asked.
    Consistent,
    /// The cell holds this from the start.
    Given(String),
    /// The cell holds this in every solution, because of these clues.
    Forced(String, Core<Clue>),
    /// The cell holds this in some solutions and something else in others.
    Open(String),
}

impl Explanation {
    /// There is no solution: these clues contradict each other.
    pub fn contradiction(core: Core<Clue>) -> Explanation {
        Explanation::Contradiction("These clues contradict each other".into(), core)
    }
}

/// Why a question about a puzzle has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unanswered {
    /// The limit that ran out.
    Stopped(Stop),
    /// It cannot be asked, for this reason.
    Impossible(String),
}

impl fmt::Display for Unanswered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unanswered::Stopped(stop) => stop.fmt(f),
            Unanswered::Impossible(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for Unanswered {}

impl From<Stop> for Unanswered {
    fn from(stop: Stop) -> Unanswered {
        Unanswered::Stopped(stop)
    }
}

impl From<EncodeError> for Unanswered {
    fn from(error: EncodeError) -> Unanswered {
        Unanswered::Impossible(error.to_string())
    }
}

/// Who answers the questions that a puzzle has about formulas.
pub struct Asking<'a> {
    /// Makes an oracle that holds a formula.
    pub oracle: &'a dyn Fn(&Formula) -> Box<dyn Oracle>,
    /// Whether somebody has chosen who answers: then a puzzle takes no way of its own that needs nobody.
    pub chosen: bool,
    /// What ends an answer.
    pub limits: &'a Limits,
}

impl fmt::Debug for Asking<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Asking").field("chosen", &self.chosen).finish_non_exhaustive()
    }
}

/// What the cells hold in every model of a puzzle's formula; `None` when it has none.
///
/// # Errors
/// The limit that ran out.
pub fn certain_in(
    puzzle: &(impl Puzzle + ?Sized),
    encoding: &Encoding,
    asking: &Asking<'_>,
) -> Result<Option<Values>, Unanswered> {
    let vars: Vec<Var> = encoding.puzzle_vars().collect();
    let formula = &encoding.formula;
    let found = backbone::backbone(&mut *(asking.oracle)(formula), formula, &vars, asking.limits)?;
    Ok(found.map(|lits| {
        let mut values = puzzle.given();
        for (cell, value) in lits.into_iter().filter_map(|lit| puzzle.meaning(lit)) {
            values[cell] = Some(value);
        }
        values
    }))
}

/// A puzzle of any kind.
pub trait Puzzle: Page + fmt::Debug {
    /// The text of the puzzle, which its reader reads again.
    fn text(&self) -> String;

    /// How many cells there are.
    fn num_cells(&self) -> usize;

    /// What a cell is called.
    fn place(&self, cell: usize) -> String;

    /// The cell of this name; people count rows and columns from 1.
    ///
    /// # Errors
    /// When there is none, with what is expected.
    fn cell(&self, name: &str) -> Result<usize, String>;

    /// What the cells hold from the start.
    fn given(&self) -> Values;

    /// Whether nothing is left open, so that the puzzle is a solution, be it right or wrong.
    fn is_full(&self) -> bool {
        !self.given().contains(&None)
    }

    /// What the cells hold where the puzzle is taken for a solution.
    fn filled(&self) -> Values {
        self.given()
    }

    /// What can be seen to have no solution without a search, in words.
    fn hopeless(&self) -> Vec<String> {
        Vec::new()
    }

    /// The verb between a cell and its value.
    fn verb(&self) -> &'static str {
        "holds"
    }

    /// How many there are of which of these values, in words, where values are of few kinds.
    fn tally(&self, _values: &[u16]) -> Option<String> {
        None
    }

    /// Whether the formula's models are counted faster than solutions are seen one by one, where there are many.
    fn counts_by_formula(&self) -> bool {
        true
    }

    /// What is fixed so that values have names, in words: colours could change places otherwise.
    fn naming(&self) -> Option<String> {
        None
    }

    /// The puzzle as a formula that has a model if there is a solution; a `plain` one has no auxiliary variables, if it
    /// can be helped, as local search wants it.
    ///
    /// # Errors
    /// When it would be too large, or the puzzle cannot be a formula.
    fn encode(&self, plain: bool) -> Result<Encoding, EncodeError>;

    /// The puzzle as a formula with one model for each solution, as far as its own variables tell models apart.
    ///
    /// # Errors
    /// As [`Puzzle::encode`].
    fn models(&self) -> Result<Encoding, EncodeError> {
        self.encode(false)
    }

    /// What the cells hold in a model of the formula.
    fn decode(&self, model: &Assignment) -> Values;

    /// What a literal of the formula says of a cell, if it says something.
    fn meaning(&self, lit: Lit) -> Option<(usize, u16)>;

    /// The puzzle as a finite-domain problem.
    ///
    /// # Errors
    /// When it is too large for the constraint searches.
    fn pose(&self) -> Result<Problem, PoseError>;

    /// The same where one solution is enough: solutions that differ from another one by a symmetry may be left out.
    ///
    /// # Errors
    /// As [`Puzzle::pose`].
    fn pose_one(&self) -> Result<Problem, PoseError> {
        self.pose()
    }

    /// What the cells hold where these are the values of the finite-domain problem's variables.
    fn posed(&self, values: &[u32]) -> Values;

    /// Checks a solution by the rules, without a solver.
    ///
    /// # Errors
    /// The first rule that is broken.
    fn check(&self, values: &Values) -> Result<(), Broken>;

    /// The puzzle with these values, as text.
    fn print(&self, values: &Values) -> String;

    /// The same for a terminal; cells that are `guessed`, if there are any, look different from certain ones.
    fn colored(&self, values: &Values, guessed: &[bool]) -> String;

    /// The same on one line.
    fn line(&self, values: &Values) -> String;

    /// Whether pictures of a solution show which of its cells are the same in every solution, and which are guessed.
    fn shows_guesses(&self) -> bool {
        false
    }

    /// The same as a picture in SVG.
    fn draw(&self, values: &Values, guessed: &[bool]) -> String;

    /// The words for the literals of the formula, which has so many variables.
    fn words(&self, num_vars: u32) -> Words;

    /// The board on which a search in the formula is shown.
    fn board(&self, words: Words) -> Board;

    /// The words for the literals of the constraint search: each value of each cell is a variable.
    fn value_words(&self, num_vars: u32) -> Words {
        self.words(num_vars)
    }

    /// The board on which the constraint search is shown.
    fn value_board(&self, words: Words) -> Board {
        self.board(words)
    }

    /// Why there is no solution or, where there is one, why this cell holds what it holds.
    ///
    /// # Errors
    /// When a limit runs out, or the puzzle cannot be a formula.
    fn explain(&self, cell: Option<usize>, asking: &Asking<'_>) -> Result<Explanation, Unanswered>;

    /// What the cells hold in every solution; `None` when there is none.
    ///
    /// # Errors
    /// As [`Puzzle::explain`].
    fn certain(&self, asking: &Asking<'_>) -> Result<Option<Values>, Unanswered> {
        certain_in(self, &self.models()?, asking)
    }

    /// Shows `visit` every solution until it returns false; whether these were all.
    ///
    /// # Errors
    /// As [`Puzzle::explain`].
    fn each(&self, asking: &Asking<'_>, visit: &mut dyn FnMut(&Values) -> bool) -> Result<bool, Unanswered> {
        let encoding = self.models()?;
        let vars: Vec<Var> = encoding.puzzle_vars().collect();
        let mut oracle = (asking.oracle)(&encoding.formula);
        let seen = enumerate(&mut *oracle, &vars, asking.limits, |model| match visit(&self.decode(model)) {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        });
        Ok(seen.all()?)
    }

    /// The number of solutions where the puzzle has a way to find it without seeing each of them.
    fn count(&self, _limits: &Limits) -> Option<Result<BigUint, Stop>> {
        None
    }
}

/// A puzzle as it is shown and changed on a page, with a pointer and a keyboard.
///
/// The places that can be chosen are the cells, and after them what else can be changed, such as the sums of columns.
pub trait Page {
    /// How many places can be chosen.
    fn num_spots(&self) -> usize;

    /// What may be put into a place: the key, and what it means.
    fn keys(&self) -> Vec<(String, String)>;

    /// Puts what a key stands for into a place; the blank takes the next of the usual ones. Digits that were typed one
    /// after the other come together.
    ///
    /// # Errors
    /// When the key stands for nothing here, with those that do.
    fn edit(&mut self, spot: usize, key: &str) -> Result<(), String>;

    /// What may be done with two places, if anything: the word on its key.
    fn pairing(&self) -> Option<&'static str> {
        None
    }

    /// Does with two places what [`Page::pairing`] says.
    ///
    /// # Errors
    /// When that cannot be done with these.
    fn pair(&mut self, _a: usize, _b: usize) -> Result<(), String> {
        Err("Cells of this puzzle are not joined.".into())
    }

    /// The picture with these values, and its places.
    fn view(&self, values: &Values) -> View;

    /// How likely each cell holds what, drawn, where the puzzle can count that.
    fn chances(&self, _limits: &Limits) -> Option<String> {
        None
    }
}

/// A place of the page's picture that can be chosen and changed. Lengths are in the picture's units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spot {
    /// The row that it belongs to.
    pub row: usize,
    /// Left, top, width and height; `None` where the picture has an element `fill-N` for cell N.
    pub place: Option<[usize; 4]>,
    /// Its name and what it holds, for people who do not see the picture.
    pub name: String,
}

/// A picture and its places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// The picture.
    pub svg: String,
    /// Its places.
    pub spots: Vec<Spot>,
    /// Colours that fill the elements `fill-N`, and the element `one-N` to be shown with them.
    pub fills: Vec<Option<(String, String)>>,
}

/// Puzzles of one kind: their name, their files, and how they are read and made.
pub trait Family: Puzzle + Clone + 'static {
    /// The name, which is that of the tool, too.
    const NAME: &'static str;

    /// What files of such puzzles are called: `*.col`, `input*.txt`.
    const FILES: &'static [&'static str];

    /// How a text is to be read, where it does not say it itself.
    type Options: Clone + Default + fmt::Debug;

    /// The options that these numbers set, each by its name; names that this kind does not know are left out.
    fn options(_settings: Settings<'_>) -> Self::Options {
        Self::Options::default()
    }

    /// The puzzles of a text, and their solutions where the text lists them.
    ///
    /// # Errors
    /// The place where it is no puzzle.
    fn read(text: &str, options: &Self::Options) -> Result<Reading<Vec<Listed<Self>>>, SyntaxError>;

    /// What a text claims that holds solutions without their puzzles: each is checked by the clues that it has itself.
    ///
    /// # Errors
    /// The place where it is no solution.
    fn claims(text: &str, options: &Self::Options) -> Read<Claim> {
        let claim = |listed: Listed<Self>| {
            let values = listed.solution.unwrap_or_else(|| listed.puzzle.filled());
            match listed.puzzle.check(&values) {
                Ok(()) => Claim::filled(values),
                Err(broken) => Claim::wrong(broken),
            }
        };
        Ok(Self::read(text, options)?.map(|all| all.into_iter().map(claim).collect()))
    }

    /// What a text claims about these puzzles, one after the other, or all about the first.
    ///
    /// # Errors
    /// The place where it is no solution.
    fn claims_about(_puzzles: &[Self], answer: &str, options: &Self::Options) -> Read<Claim> {
        let claim = |listed: Listed<Self>| Claim::filled(listed.puzzle.filled());
        Ok(Self::read(answer, options)?.map(|all| all.into_iter().map(claim).collect()))
    }

    /// The puzzles of a text and what another one claims about them, where each may show how the other is to be read.
    fn with_claims(text: &str, answer: &str, options: &Self::Options) -> (Read<Listed<Self>>, Read<Claim>) {
        let puzzles = Self::read(text, options);
        let listed = puzzles.iter().flat_map(|read| &read.puzzle);
        let known: Vec<Self> = listed.map(|listed| listed.puzzle.clone()).collect();
        (puzzles, Self::claims_about(&known, answer, options))
    }

    /// The puzzle that the notes of an answer describe, or that its variables fit.
    fn of_answer(answer: &Answer, options: &Self::Options) -> Option<Self>;

    /// An empty puzzle of this shape, such as `8x8`; `now` is the text of the present one, of which a shape may keep
    /// some.
    ///
    /// # Errors
    /// When there is no such shape, with those that there are.
    fn blank(shape: &str, now: &str) -> Result<Self, String>;

    /// A puzzle of this shape made from random numbers.
    ///
    /// # Errors
    /// When there is no such shape, or a limit ran out.
    fn generate(shape: &str, seed: u64, limits: &Limits) -> Result<Self, String>;
}

/// A puzzle of a text, with the solution that is listed beside it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed<P> {
    /// The puzzle.
    pub puzzle: P,
    /// Its solution, if the text has one.
    pub solution: Option<Values>,
}

impl<P> Listed<P> {
    /// A puzzle without a solution beside it.
    pub fn alone(puzzle: P) -> Listed<P> {
        Listed { puzzle, solution: None }
    }
}

/// Numbers that a text may leave open, by name: `colors` of a graph, `mines` of a board, `size` of a board of queens.
pub type Settings<'a> = &'a [(&'a str, usize)];

/// The number of this name.
pub fn setting(settings: Settings<'_>, name: &str) -> Option<usize> {
    settings.iter().find(|(known, _)| *known == name).map(|&(_, number)| number)
}

/// What a reader makes of a text.
pub type Read<T> = Result<Reading<Vec<T>>, SyntaxError>;

/// What an answer says of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The heading above it, where several stand one below the other.
    pub heading: String,
    /// The solution that it gives.
    pub said: Said,
}

/// A solution, or that there is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    /// These values.
    Filled(Values),
    /// A solution that is wrong as it stands.
    Wrong(Broken),
    /// That there is no solution.
    NoSolution,
    /// Nothing: whoever answered gave up.
    Nothing,
}

impl Claim {
    /// A solution without a heading.
    pub fn filled(values: Values) -> Claim {
        Claim { heading: String::new(), said: Said::Filled(values) }
    }

    /// One that is wrong as it stands.
    pub fn wrong(broken: Broken) -> Claim {
        Claim { heading: String::new(), said: Said::Wrong(broken) }
    }
}

/// The name of a cell of a rectangle, for people: "row 3, column 4".
pub fn grid_place(cell: usize, columns: usize) -> String {
    format!("row {}, column {}", cell / columns + 1, cell % columns + 1)
}

/// A place that people write as `row,column`, both from 1; the result counts from 0.
///
/// # Errors
/// When it is written otherwise.
pub fn row_and_column(text: &str) -> Result<(usize, usize), String> {
    let expected = || format!("expected ROW,COLUMN, both from 1, found '{text}'");
    let (row, column) = text.split_once(',').ok_or_else(expected)?;
    let number = |word: &str| word.trim().parse::<usize>().ok().and_then(|n| n.checked_sub(1)).ok_or_else(expected);
    Ok((number(row)?, number(column)?))
}

/// The cell of a rectangle that people write as `row,column`, both from 1.
///
/// # Errors
/// When it is written otherwise, or outside.
pub fn grid_cell(name: &str, rows: usize, columns: usize) -> Result<usize, String> {
    let (row, column) = row_and_column(name)?;
    match row < rows && column < columns {
        true => Ok(row * columns + column),
        false => Err(format!("there is no row {}, column {}", row + 1, column + 1)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_count_from_one() {
        assert_eq!(row_and_column("1, 3"), Ok((0, 2)));
        assert!(row_and_column("0,1").is_err() && row_and_column("3").is_err() && row_and_column("a,b").is_err());
    }
}
