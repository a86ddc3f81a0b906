//! The face of a puzzle: what the programs, the race, the page and the bindings know about any kind of puzzle.
//!
//! A puzzle is a number of cells, and a solution is a value for each of them. What the cells and the values mean is the
//! puzzle's own affair: it names them, prints them, draws them, and says which literal of its formula stands for which.

pub use super::explanation::{Clue, Explanation};
use super::steps::{Goal, Steps};
use super::{Reading, SyntaxError};
use crate::cnf::{Assignment, Formula, Lit, Var};
use crate::csp::{PoseError, Problem};
use crate::encode::answer::Answer;
use crate::encode::{EncodeError, Encoding};
use crate::limits::{Limits, Stop};
use crate::observe::{Board, Words};
use crate::reason::Oracle;
use crate::reason::backbone;
use crate::reason::enumerate::enumerate;
use num_bigint::BigUint;
use std::fmt;
use std::ops::ControlFlow;

/// What each cell holds: a digit, a colour, 1 for a queen or a trap and 0 for none; `None` if it is not known.
pub type Values = Vec<Option<u16>>;

/// A rule that an answer breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// The cell in which the rule is broken, from 0, if it is a single one.
    pub cell: Option<usize>,
    /// The rule and what breaks it, in words that name the place.
    pub what: String,
}

impl Broken {
    /// A rule that is broken in this cell.
    pub fn at(cell: usize, what: impl Into<String>) -> Broken {
        Broken { cell: Some(cell), what: what.into() }
    }

    /// A broken rule that does not concern a single cell.
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

/// Why a question about a puzzle has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unanswered {
    /// The limit that ran out.
    Stopped(Stop),
    /// The question cannot be asked, for this reason.
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

/// How questions that a puzzle has about formulas are answered.
pub struct Asking<'a> {
    /// Makes an oracle that holds a formula.
    pub oracle: &'a dyn Fn(&Formula) -> Box<dyn Oracle>,
    /// Whether the user has chosen the engine that answers; then the puzzle must not use a method of its own.
    pub chosen: bool,
    /// The limits of an answer.
    pub limits: &'a Limits,
}

impl fmt::Debug for Asking<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Asking").field("chosen", &self.chosen).finish_non_exhaustive()
    }
}

/// The values that cells have in every model of a puzzle's formula; `None` when it has no model.
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
        for (cell, value) in puzzle.meanings(&lits) {
            values[cell] = Some(value);
        }
        values
    }))
}

/// A puzzle of any kind.
pub trait Puzzle: Page + fmt::Debug + Send + Sync {
    /// The puzzle as text that its reader can read.
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

    /// Whether no cell is left open, so that the puzzle is a solution itself, right or wrong.
    fn is_full(&self) -> bool {
        !self.given().contains(&None)
    }

    /// The values of the cells when the puzzle is taken as a solution.
    fn filled(&self) -> Values {
        self.given()
    }

    /// Reasons, in words, why there is obviously no solution, as far as that shows without a search.
    fn hopeless(&self) -> Vec<String> {
        Vec::new()
    }

    /// The verb between the name of a cell and its value in a sentence.
    fn verb(&self) -> &'static str {
        "holds"
    }

    /// How many cells have which of these values, in words, if there are few kinds of values.
    fn tally(&self, _values: &[u16]) -> Option<String> {
        None
    }

    /// Whether many solutions are counted faster as the models of the formula than one by one.
    fn counts_by_formula(&self) -> bool {
        true
    }

    /// What is fixed, in words, so that values can be told apart, such as colours, which could otherwise be exchanged.
    fn naming(&self) -> Option<String> {
        None
    }

    /// The puzzle as a formula that has a model if there is a solution; with `plain`, if possible without auxiliary
    /// variables, which local search does not like.
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

    /// The cells and values that literals of the formula stand for; literals without such a meaning are left out.
    fn meanings(&self, lits: &[Lit]) -> Vec<(usize, u16)>;

    /// The puzzle as a finite-domain problem.
    ///
    /// # Errors
    /// When it is too large for the constraint searches.
    fn pose(&self) -> Result<Problem, PoseError>;

    /// As [`Puzzle::pose`], if one solution is enough: of solutions that are symmetric to each other, all but one may
    /// be left out.
    ///
    /// # Errors
    /// As [`Puzzle::pose`].
    fn pose_one(&self) -> Result<Problem, PoseError> {
        self.pose()
    }

    /// The values of the cells, given those of the finite-domain problem's variables.
    fn posed(&self, values: &[u32]) -> Values;

    /// Checks a solution by the rules, without a solver.
    ///
    /// # Errors
    /// The first rule that is broken.
    fn check(&self, values: &Values) -> Result<(), Broken>;

    /// The puzzle with these values, as text.
    fn print(&self, values: &Values) -> String;

    /// As [`Puzzle::print`], in colours for a terminal; `guessed` cells, if there are any, look different from certain
    /// ones.
    fn colored(&self, values: &Values, guessed: &[bool]) -> String;

    /// The puzzle with these values, on one line.
    fn line(&self, values: &Values) -> String;

    /// Whether pictures of a solution show which of its cells are the same in every solution, and which are guessed.
    fn shows_guesses(&self) -> bool {
        false
    }

    /// The puzzle with these values, as a picture in SVG.
    fn draw(&self, values: &Values, guessed: &[bool]) -> String;

    /// The words for the literals of the formula, which has so many variables.
    fn words(&self, num_vars: usize) -> Words;

    /// The board on which a search in the formula is shown.
    fn board(&self, words: Words) -> Board;

    /// The words for the literals of the constraint search: each value of each cell is a variable.
    fn value_words(&self, num_vars: usize) -> Words {
        self.words(num_vars)
    }

    /// The board on which the constraint search is shown.
    fn value_board(&self, words: Words) -> Board {
        self.board(words)
    }

    /// Why there is no solution or, if there is one, why this cell holds its value.
    ///
    /// # Errors
    /// When a limit runs out, or the puzzle cannot be a formula.
    fn explain(&self, cell: Option<usize>, asking: &Asking<'_>) -> Result<Explanation, Unanswered>;

    /// How a person gets to the goal, step by step; `None` for a given cell, or more values than people keep in mind.
    ///
    /// # Errors
    /// The limit that ran out.
    fn steps(&self, goal: Goal<'_>, limits: &Limits) -> Result<Option<Steps>, Stop>;

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

    /// The number of solutions, if the puzzle has a way to find it without seeing each of them.
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

    /// Puts a value into an open cell, as one that stands on the board from then on; whether cells can be given values.
    fn put(&mut self, cell: usize, value: u16) -> bool;

    /// What may be done with two places, if anything: the word on its key.
    fn pairing(&self) -> Option<&'static str> {
        None
    }

    /// Does what [`Page::pairing`] names with two places.
    ///
    /// # Errors
    /// When that cannot be done with these.
    fn pair(&mut self, _a: usize, _b: usize) -> Result<(), String> {
        Err("Cells of this puzzle are not joined.".into())
    }

    /// The picture with these values, and its places.
    fn view(&self, values: &Values) -> View;

    /// A number that holds for the whole puzzle, such as that of mines, where it has one.
    fn total(&self) -> Option<Total> {
        None
    }

    /// Sets that number, or leaves it open.
    ///
    /// # Errors
    /// When the puzzle has none, or it is too large.
    fn set_total(&mut self, _total: Option<usize>) -> Result<(), String> {
        Err("This puzzle has no total.".into())
    }

    /// How likely each cell holds what, where the puzzle can count that.
    fn chances(&self, _limits: &Limits) -> Option<Chanced> {
        None
    }
}

/// A number that holds for a whole puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Total {
    /// The number; `None` where it is not known.
    pub number: Option<usize>,
    /// The largest that makes sense.
    pub most: usize,
    /// What it counts, as a label.
    pub words: String,
}

/// How likely the cells of a puzzle hold what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chanced {
    /// The picture.
    pub svg: String,
    /// What it shows, in a sentence.
    pub words: String,
    /// The cells that are best to choose next.
    pub safest: Vec<usize>,
}

/// A place of the page's picture that can be chosen and changed. Lengths are in the picture's units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spot {
    /// The row that it belongs to.
    pub row: usize,
    /// Left, top, width and height; `None` if the picture has an element `fill-N` for cell N.
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

    /// Patterns for the names of files of such puzzles: `*.col`, `input*.txt`.
    const FILES: &'static [&'static str];

    /// How a text is to be read, as far as it does not say so itself.
    type Options: Clone + Default + fmt::Debug;

    /// The options that these named numbers set; names that this kind does not know are ignored.
    fn options(_settings: Settings<'_>) -> Self::Options {
        Self::Options::default()
    }

    /// The puzzles of a text, with their solutions if the text lists them.
    ///
    /// # Errors The place at which the text is not a puzzle.
    fn read(text: &str, options: &Self::Options) -> Result<Reading<Vec<Listed<Self>>>, SyntaxError>;

    /// What a text claims that has solutions without their puzzles; each is checked by the clues that it has itself.
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

    /// The puzzles of a text, and what another text claims about them. Each text may show how the other is to be read.
    fn with_claims(text: &str, answer: &str, options: &Self::Options) -> (Read<Listed<Self>>, Read<Claim>) {
        let puzzles = Self::read(text, options);
        let listed = puzzles.iter().flat_map(|read| &read.puzzle);
        let known: Vec<Self> = listed.map(|listed| listed.puzzle.clone()).collect();
        (puzzles, Self::claims_about(&known, answer, options))
    }

    /// The puzzle that the notes of an answer describe, or that its variables fit.
    fn of_answer(answer: &Answer, options: &Self::Options) -> Option<Self>;

    /// An empty puzzle of this shape, such as `8x8`; `now` is the text of the present one, of which some shapes keep a
    /// part.
    ///
    /// # Errors
    /// When there is no such shape, with those that there are.
    fn blank(shape: &str, now: &str) -> Result<Self, String>;

    /// A puzzle of this shape made from random numbers.
    ///
    /// # Errors
    /// When there is no such shape, or a limit ran out.
    fn generate(shape: &str, seed: u64, limits: &Limits) -> Result<Self, String>;

    /// As [`Family::generate`], for a puzzle that is played: what is open at the start, and the values of all cells.
    /// # Errors
    /// As there; also when such puzzles are not played.
    fn deal(_shape: &str, _seed: u64, _limits: &Limits) -> Result<(Self, Values), String> {
        Err(format!("{} are solved, not played", Self::NAME))
    }
}

/// A puzzle of a text, with the solution that is listed beside it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed<P> {
    /// The puzzle.
    pub puzzle: P,
    /// Its solution, if the text lists one.
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

/// What an answer says about a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The heading above it, if there are several answers one below the other.
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
    /// Nothing: the solver that answered gave up.
    Nothing,
}

impl Claim {
    /// A solution without a heading.
    pub fn filled(values: Values) -> Claim {
        Claim { heading: String::new(), said: Said::Filled(values) }
    }

    /// A claimed solution that is wrong as it stands.
    pub fn wrong(broken: Broken) -> Claim {
        Claim { heading: String::new(), said: Said::Wrong(broken) }
    }
}

/// The name of a cell of a rectangle, for people: "row 3, column 4".
pub fn grid_place(cell: usize, columns: usize) -> String {
    format!("row {}, column {}", cell / columns + 1, cell % columns + 1)
}

/// The row and the column of a place written as `row,column`, both from 1; the result counts from 0.
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
