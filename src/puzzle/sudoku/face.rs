//! The face of a sudoku. A cell is a cell in reading order, its digit the value, counted from 1 however it is written.

use super::ask::Session;
use super::encode::{self, Stage, Style, rules};
use super::explain::Clue as Named;
use super::generate::{Symmetry, Wanted, generate};
use super::read::{Entry, SudokuReadOptions, read_entries};
use super::{First, Layout, Sudoku, box_shape, check, draw, layouts, play, pose, print, steps};
use crate::cnf::{Assignment, Lit};
use crate::csp::{PoseError, Problem};
use crate::encode::answer::Answer;
use crate::encode::cardinality::AtMostOne;
use crate::encode::{EncodeError, Encoding};
use crate::limits::{Limits, Stop};
use crate::observe::{Board, Words};
use crate::puzzle::face::{
    Asking, Broken, Claim, Clue, Explanation, Family, Listed, Puzzle, Read, Unanswered, Values, grid_cell, grid_place,
};
use crate::puzzle::steps::{Goal, Steps};
use crate::puzzle::sudoku::ask::Outcome;
use crate::reason::Oracle;

/// Digits as values: 0 is a blank.
pub fn values_of(digits: &[u16]) -> Values {
    digits.iter().map(|&digit| Some(digit).filter(|&digit| digit > 0)).collect()
}

/// Values as digits.
pub fn digits_of(values: &[Option<u16>]) -> Vec<u16> {
    values.iter().map(|value| value.unwrap_or(0)).collect()
}

/// A session with the oracle that answers, which has the rules.
fn session(puzzle: &Sudoku, asking: &Asking<'_>) -> Session<Box<dyn Oracle>> {
    let rules = rules(puzzle, true);
    let oracle = (asking.oracle)(&rules.formula);
    Session::with_oracle(puzzle, rules, oracle)
}

impl Puzzle for Sudoku {
    fn text(&self) -> String {
        let plain = matches!(self.layout(), Layout::Boxes(..)) && self.cages().is_empty();
        let line = plain.then(|| print::line(self, self.givens())).flatten();
        let text = line.unwrap_or_else(|| print::puzzle(self));
        if self.has_diagonals() { format!("{DIAGONALS}{text}") } else { text }
    }

    fn num_cells(&self) -> usize {
        Sudoku::num_cells(self)
    }

    fn place(&self, cell: usize) -> String {
        let (row, column) = Sudoku::place(self, cell);
        grid_place(row * self.frame() + column, self.frame())
    }

    fn cell(&self, name: &str) -> Result<usize, String> {
        let frame = self.frame();
        let at = grid_cell(name, frame, frame)?;
        self.cell_at(at / frame, at % frame).ok_or_else(|| format!("there is no cell in {}", grid_place(at, frame)))
    }

    fn given(&self) -> Values {
        values_of(self.givens())
    }

    fn encode(&self, plain: bool) -> Result<Encoding, EncodeError> {
        let amo = if plain { AtMostOne::Pairwise } else { AtMostOne::Auto };
        Ok(encode::encode(self, Style::Extended, Stage::Puzzle, amo))
    }

    fn decode(&self, model: &Assignment) -> Values {
        values_of(&encode::values(self, |var| model.value(var)))
    }

    fn meanings(&self, lits: &[Lit]) -> Vec<(usize, u16)> {
        let meaning = |&lit: &Lit| {
            let index = lit.var().index();
            let cell = index / self.side();
            (lit.is_positive() && cell < Sudoku::num_cells(self)).then(|| (cell, (index % self.side() + 1) as u16))
        };
        lits.iter().filter_map(meaning).collect()
    }

    fn pose(&self) -> Result<Problem, PoseError> {
        pose::problem(self)
    }

    fn posed(&self, values: &[u32]) -> Values {
        values.iter().map(|&value| Some(value as u16 + 1)).collect()
    }

    fn check(&self, values: &Values) -> Result<(), Broken> {
        check::check(self, &digits_of(values))
    }

    fn print(&self, values: &Values) -> String {
        print::grid(self, &digits_of(values))
    }

    fn colored(&self, values: &Values, _guessed: &[bool]) -> String {
        print::colored(self, &digits_of(values))
    }

    fn line(&self, values: &Values) -> String {
        let digits = digits_of(values);
        print::line(self, &digits).unwrap_or_else(|| print::grid(self, &digits))
    }

    fn shows_guesses(&self) -> bool {
        true
    }

    fn draw(&self, values: &Values, guessed: &[bool]) -> String {
        draw::svg(self, &digits_of(values), guessed)
    }

    fn words(&self, num_vars: usize) -> Words {
        play::words(self, num_vars)
    }

    fn board(&self, words: Words) -> Board {
        play::board(self, words)
    }

    fn explain(&self, cell: Option<usize>, asking: &Asking<'_>) -> Result<Explanation, Unanswered> {
        let mut session = session(self, asking);
        let clue = |clue: Named| {
            let (words, cells) = match clue {
                Named::Given(cell, value) => {
                    (format!("the {} in {}", print::digit(self, value), Puzzle::place(self, cell)), vec![cell])
                }
                Named::Mark(cell, value) => {
                    (format!("no {} in {}", print::digit(self, value), Puzzle::place(self, cell)), vec![cell])
                }
                Named::Cage(index) => {
                    let cage = &self.cages()[index];
                    let names: Vec<String> = cage.cells.iter().map(|&cell| print::cell(self, cell)).collect();
                    (format!("the sum {} of {}", cage.sum, names.join(" ")), cage.cells.clone())
                }
            };
            Clue { words, cells }
        };
        if let Some(core) = session.contradiction(self, &[], asking.limits)? {
            return Ok(Explanation::contradiction(core.map(clue)));
        }
        let Some(cell) = cell else { return Ok(Explanation::Consistent) };
        if self.givens()[cell] > 0 {
            return Ok(Explanation::Given(print::digit(self, self.givens()[cell])));
        }
        let solution = match session.solve(self, asking.limits) {
            Outcome::Solved(solution) => solution,
            Outcome::None => return Err(Unanswered::Impossible("a puzzle that had a solution has none".into())),
            Outcome::Unknown(stop) => return Err(stop.into()),
        };
        let digit = print::digit(self, solution[cell]);
        Ok(match session.forcing(self, cell, solution[cell], asking.limits)? {
            Some(core) => Explanation::Forced(digit, solution[cell], core.map(clue)),
            None => Explanation::Open(digit),
        })
    }

    fn steps(&self, goal: Goal<'_>, limits: &Limits) -> Result<Option<Steps>, Stop> {
        steps::steps(self, goal, limits)
    }

    fn certain(&self, asking: &Asking<'_>) -> Result<Option<Values>, Unanswered> {
        let Some((solution, same)) = session(self, asking).certain(self, asking.limits)? else { return Ok(None) };
        check::check(self, &solution).map_err(|broken| Unanswered::Impossible(broken.to_string()))?;
        Ok(Some(solution.into_iter().zip(same).map(|(digit, same)| same.then_some(digit)).collect()))
    }

    fn each(&self, asking: &Asking<'_>, visit: &mut dyn FnMut(&Values) -> bool) -> Result<bool, Unanswered> {
        let mut all = true;
        session(self, asking).for_each_solution(self, asking.limits, |digits| {
            all = visit(&values_of(digits));
            all
        })?;
        Ok(all)
    }
}

/// The first line of a puzzle with diagonals, as [`Puzzle::text`] writes it.
const DIAGONALS: &str = "diagonals\n";

impl Family for Sudoku {
    const NAME: &'static str = "sudoku";
    const FILES: &'static [&'static str] = &["*.sud", "*.sdk", "*.sdm", "*.ss", "*.sudoku"];
    type Options = SudokuReadOptions;

    fn read(text: &str, options: &SudokuReadOptions) -> Read<Listed<Sudoku>> {
        let (rest, diagonals) = text.strip_prefix(DIAGONALS).map_or((text, false), |rest| (rest, true));
        let options = SudokuReadOptions { diagonals: options.diagonals || diagonals, ..*options };
        let listed = |entry: Entry| Listed {
            solution: entry.solution.map(|solution| values_of(solution.givens())),
            puzzle: entry.puzzle,
        };
        Ok(read_entries(rest, options)?.map(|entries| entries.into_iter().map(listed).collect()))
    }

    /// Reads both with the same notation of digits. An answer shows all digits, so it decides if the puzzle's notation
    /// is in doubt; otherwise the answer is read in the puzzle's notation.
    fn with_claims(text: &str, answer: &str, options: &SudokuReadOptions) -> (Read<Listed<Sudoku>>, Read<Claim>) {
        let (mut puzzles, mut answers) = (Sudoku::read(text, options), Sudoku::read(answer, options));
        let first = |read: &Read<Listed<Sudoku>>| -> Option<First> {
            Some(read.as_ref().ok()?.puzzle.first()?.puzzle.notation().first)
        };
        if first(&puzzles) != first(&answers) && options.first.is_none() {
            let remarked = |read: &Read<Listed<Sudoku>>| read.as_ref().is_ok_and(|read| !read.remarks.is_empty());
            let doubtful = remarked(&puzzles) && !remarked(&answers);
            let again = Sudoku::read(text, &SudokuReadOptions { first: first(&answers), ..*options });
            match again {
                Ok(read) if doubtful => puzzles = Ok(read),
                _ => answers = Sudoku::read(answer, &SudokuReadOptions { first: first(&puzzles), ..*options }),
            }
        }
        let claim = |listed: Listed<Sudoku>| Claim::filled(listed.puzzle.given());
        let claims = answers.map(|read| read.map(|all| all.into_iter().map(claim).collect()));
        (puzzles, claims)
    }

    fn of_answer(answer: &Answer, _: &SudokuReadOptions) -> Option<Sudoku> {
        let noted = answer.notes.iter().find_map(|note| encode::from_note(note));
        noted.or_else(|| encode::from_variables(answer.clone().with_rcv_names().num_vars()))
    }

    /// The number of digits, with `x` behind it with diagonals; `jigsaw` and `killer` have 9.
    fn blank(shape: &str, _now: &str) -> Result<Sudoku, String> {
        if matches!(shape, "jigsaw" | "killer") {
            return Sudoku::blank("9", "");
        }
        let (side, diagonals) = shape.strip_suffix('x').map_or((shape, false), |side| (side, true));
        let expected = || format!("expected a size such as 9 or 9x, jigsaw or killer, found '{shape}'");
        let (rows, columns) = box_shape(side.parse().map_err(|_| expected())?);
        let mut board = Sudoku::with_boxes(rows, columns).ok_or_else(expected)?;
        if diagonals {
            board.add_diagonals();
        }
        Ok(board)
    }

    fn generate(shape: &str, seed: u64, limits: &Limits) -> Result<Sudoku, String> {
        let board = Sudoku::blank(shape, "")?;
        let wanted = Wanted { clues: None, symmetry: Symmetry::None };
        let puzzle = match shape {
            "killer" => layouts::killer(&board, seed, limits),
            "jigsaw" => layouts::jigsaw(&board, seed, limits).and_then(|board| generate(&board, wanted, seed, limits)),
            _ => generate(&board, wanted, seed, limits),
        };
        puzzle.map_err(|error| error.to_string())
    }
}
