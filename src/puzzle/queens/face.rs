//! The face of a board of queens. A square is a cell in reading order, 1 a queen and 0 none.

use super::encode::{Style, encode, from_note};
use super::explain::{Clue as Named, contradiction, rules};
use super::generate::{Wanted, generate};
use super::read::{QueensReadOptions, read_all};
use super::{MAX_SIZE, Queens, check, check::on_blocked, count, draw, place, play, pose, print, steps};
use crate::cnf::{Assignment, Lit};
use crate::csp::{PoseError, Problem};
use crate::encode::answer::Answer;
use crate::encode::cardinality::AtMostOne;
use crate::encode::{EncodeError, Encoding};
use crate::limits::{Limits, Stop};
use crate::observe::{Board, Words};
use crate::puzzle::face::{
    Asking, Broken, Claim, Clue, Explanation, Family, Listed, Puzzle, Read, Settings, Unanswered, Values, grid_cell,
    setting,
};
use crate::puzzle::steps::{Goal, Steps};
use crate::util::words::many;

/// The largest board for pairwise clauses: 45 million of them.
pub const MOST_PAIRWISE: usize = 300;

/// Boards up to this size are made with exactly one completion unless their shape says otherwise.
const MOST_UNIQUE: usize = 12;

/// The squares on which a queen stands.
pub fn queens_of(size: usize, values: &Values) -> Vec<(usize, usize)> {
    let cells = values.iter().enumerate().filter(|(_, value)| **value == Some(1));
    cells.map(|(cell, _)| (cell / size, cell % size)).collect()
}

/// A board that is full: these queens, and no others.
pub fn full(size: usize, queens: &[(usize, usize)]) -> Values {
    let mut values = vec![Some(0); size * size];
    queens.iter().for_each(|&(row, column)| values[row * size + column] = Some(1));
    values
}

/// The clauses of a board, as [`encode`] writes them.
///
/// # Errors
/// When there would be too many.
pub fn clauses(queens: &Queens, style: Style, amo: AtMostOne, half: bool) -> Result<Encoding, EncodeError> {
    let pairwise = amo == AtMostOne::Pairwise || !matches!(style, Style::Applied);
    if pairwise && queens.size() > MOST_PAIRWISE {
        let why = format!("pairwise clauses are written up to size {MOST_PAIRWISE}");
        return Err(EncodeError::Unsupported(why));
    }
    Ok(encode(queens, style, amo, half))
}

impl Puzzle for Queens {
    fn text(&self) -> String {
        print::board(self, &self.placed)
    }

    fn num_cells(&self) -> usize {
        self.size() * self.size()
    }

    fn place(&self, cell: usize) -> String {
        place((cell / self.size(), cell % self.size()))
    }

    fn cell(&self, name: &str) -> Result<usize, String> {
        grid_cell(name, self.size(), self.size())
    }

    fn given(&self) -> Values {
        let mut values = vec![None; self.num_cells()];
        self.blocked().for_each(|(row, column)| values[row * self.size() + column] = Some(0));
        self.placed.iter().for_each(|&(row, column)| values[row * self.size() + column] = Some(1));
        values
    }

    fn is_full(&self) -> bool {
        self.placed.len() >= self.size()
    }

    fn filled(&self) -> Values {
        full(self.size(), &self.placed)
    }

    fn tally(&self, values: &[u16]) -> Option<String> {
        Some(many(values.iter().filter(|&&value| value == 1).count(), "queen"))
    }

    fn encode(&self, plain: bool) -> Result<Encoding, EncodeError> {
        clauses(self, Style::Applied, if plain { AtMostOne::Pairwise } else { AtMostOne::Auto }, false)
    }

    fn decode(&self, model: &Assignment) -> Values {
        full(self.size(), &super::squares(self.size(), model))
    }

    fn meanings(&self, lits: &[Lit]) -> Vec<(usize, u16)> {
        let meaning = |&lit: &Lit| {
            let cell = lit.var().index();
            (cell < self.num_cells()).then_some((cell, u16::from(lit.is_positive())))
        };
        lits.iter().filter_map(meaning).collect()
    }

    fn pose(&self) -> Result<Problem, PoseError> {
        pose::problem(self)
    }

    fn posed(&self, values: &[u32]) -> Values {
        let queens: Vec<_> = values.iter().map(|&column| column as usize).enumerate().collect();
        full(self.size(), &queens)
    }

    fn check(&self, values: &Values) -> Result<(), Broken> {
        if values.len() != self.num_cells() {
            return Err(Broken::whole(format!("{} squares where the board has {}", values.len(), self.num_cells())));
        }
        check(self, &queens_of(self.size(), values))
    }

    fn print(&self, values: &Values) -> String {
        let open = values.contains(&None) && *values != self.given();
        if open {
            let known: Vec<Option<bool>> = values.iter().map(|value| value.map(|value| value == 1)).collect();
            return print::certain(self, &known);
        }
        print::board(self, &queens_of(self.size(), values))
    }

    fn colored(&self, values: &Values, _guessed: &[bool]) -> String {
        print::colored(self, &queens_of(self.size(), values))
    }

    /// The column of each row's queen, from 0, and -1 in a row without one.
    fn line(&self, values: &Values) -> String {
        let columns = values.chunks(self.size()).map(|row| row.iter().position(|&value| value == Some(1)));
        let columns: Vec<String> =
            columns.map(|column| column.map_or("-1".into(), |column| column.to_string())).collect();
        columns.join(" ")
    }

    fn draw(&self, values: &Values, _guessed: &[bool]) -> String {
        draw::svg(self, &queens_of(self.size(), values), &[])
    }

    fn words(&self, num_vars: usize) -> Words {
        play::words(self, num_vars)
    }

    fn board(&self, words: Words) -> Board {
        play::board(self, words)
    }

    fn steps(&self, goal: Goal<'_>, limits: &Limits) -> Result<Option<Steps>, Stop> {
        steps::steps(self, goal, limits)
    }

    fn explain(&self, cell: Option<usize>, asking: &Asking<'_>) -> Result<Explanation, Unanswered> {
        let mut oracle = (asking.oracle)(&rules(self));
        let clue = |clue: Named| match clue {
            Named::Placed(row, column) => Clue {
                words: format!("the queen placed at {}", place((row, column))),
                cells: vec![row * self.size() + column],
            },
            Named::Blocked(row, column) => {
                Clue { words: format!("{} is blocked", place((row, column))), cells: vec![row * self.size() + column] }
            }
        };
        if let Some(core) = contradiction(self, &mut *oracle, None, asking.limits)? {
            return Ok(Explanation::contradiction(core.map(clue)));
        }
        let Some(cell) = cell else { return Ok(Explanation::Consistent) };
        let at = (cell / self.size(), cell % self.size());
        if let Some(value) = self.given()[cell] {
            return Ok(Explanation::Given(if value == 1 { "a queen" } else { "no queen" }.into()));
        }
        for (queen, words) in [(true, "a queen"), (false, "no queen")] {
            if let Some(core) = contradiction(self, &mut *oracle, Some((at, !queen)), asking.limits)? {
                return Ok(Explanation::Forced(words.into(), u16::from(queen), core.map(clue)));
            }
        }
        Ok(Explanation::Open("a queen".into()))
    }

    /// Bit sets are faster: 12 queens take 0.01 s, and 2.3 s by their formula.
    fn counts_by_formula(&self) -> bool {
        false
    }

    /// Visits solutions by backtracking with bit sets, unless the user has chosen an engine.
    fn each(&self, asking: &Asking<'_>, visit: &mut dyn FnMut(&Values) -> bool) -> Result<bool, Unanswered> {
        let mut all = true;
        if asking.chosen || self.size() > count::MAX_SIZE {
            let mut oracle = (asking.oracle)(&rules(self));
            return Ok(super::explain::for_each(self, &mut *oracle, asking.limits, |queens| {
                visit(&full(self.size(), queens))
            })?);
        }
        let mut values = Values::new();
        count::for_each(self, asking.limits, |columns| {
            values.clear();
            values.resize(self.num_cells(), Some(0));
            columns.iter().enumerate().for_each(|(row, column)| values[row * self.size() + column] = Some(1));
            all = visit(&values);
            all
        })?;
        Ok(all)
    }
}

impl Family for Queens {
    const NAME: &'static str = "queens";
    const FILES: &'static [&'static str] = &[];
    type Options = QueensReadOptions;

    fn options(settings: Settings<'_>) -> QueensReadOptions {
        QueensReadOptions { size: setting(settings, "size"), ..QueensReadOptions::default() }
    }

    fn read(text: &str, options: &QueensReadOptions) -> Read<Listed<Queens>> {
        Ok(read_all(text, *options)?.map(|boards| boards.into_iter().map(Listed::alone).collect()))
    }

    /// Squares that are blocked on an answer's board are blocked for its queens.
    fn claims_about(puzzles: &[Queens], answer: &str, options: &QueensReadOptions) -> Read<Claim> {
        let claim = |(index, board): (usize, Queens)| {
            let expected = puzzles.get(index).or(puzzles.first()).map(Queens::size);
            if let Some(size) = expected.filter(|&size| size != board.size()) {
                return Claim::wrong(Broken::whole(format!(
                    "a board of size {} where {size} is expected",
                    board.size()
                )));
            }
            match board.placed.iter().find(|&&(row, column)| board.is_blocked(row, column)) {
                Some(&square) => Claim::wrong(on_blocked(board.size(), square)),
                None => Claim::filled(board.filled()),
            }
        };
        Ok(read_all(answer, *options)?.map(|boards| boards.into_iter().enumerate().map(claim).collect()))
    }

    /// The board that the answer's note describes; without a note, the square of the largest variable, which is right
    /// where the encoding has no auxiliary ones.
    fn of_answer(answer: &Answer, options: &QueensReadOptions) -> Option<Queens> {
        if let Some(noted) = answer.notes.iter().find_map(|note| from_note(note)) {
            return Some(noted);
        }
        let highest = answer.num_vars();
        Queens::new(options.size.or(Some(highest.isqrt()).filter(|size| size * size == highest))?)
    }

    fn blank(shape: &str, _now: &str) -> Result<Queens, String> {
        let board = shape.parse().ok().and_then(Queens::new);
        board.ok_or_else(|| format!("expected a size from 1 to {MAX_SIZE}, found '{shape}'"))
    }

    fn generate(shape: &str, seed: u64, limits: &Limits) -> Result<Queens, String> {
        let size = Queens::blank(shape, "")?.size();
        generate(Wanted { size, placed: None, unique: size <= MOST_UNIQUE }, seed, limits)
    }
}
