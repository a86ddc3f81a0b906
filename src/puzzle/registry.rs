//! The list of all kinds of puzzles, the only one: code that works with any of them looks them up here.

use super::face::{Family, Listed, Said, Settings, Values};
use super::{Puzzle, Reading, SyntaxError};
use crate::limits::Limits;
use crate::puzzle::coloring::Coloring;
use crate::puzzle::{gems, queens, sudoku, tenner};

/// All kinds of puzzles.
pub const KINDS: &[Kind] = &[
    Kind::of::<gems::Board>(),
    Kind::of::<sudoku::Sudoku>(),
    Kind::of::<queens::Queens>(),
    Kind::of::<Coloring>(),
    Kind::of::<tenner::Grid>(),
];

/// A puzzle that was made, or why there is none.
type Made = Result<Box<dyn Puzzle>, String>;

/// A puzzle that is played, and the values that its cells have.
type Dealt = Result<(Box<dyn Puzzle>, Values), String>;

/// What reads the puzzles of a text.
type Reads = fn(&str, Settings<'_>) -> Result<Reading<Vec<Box<dyn Puzzle>>>, SyntaxError>;

/// The puzzle of a text, and what another text says of it.
type Answered = Result<Reading<(Box<dyn Puzzle>, Said)>, SyntaxError>;

/// A kind of puzzle.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    /// Its name, which is that of its tool.
    pub name: &'static str,
    /// What its files are called: `*.col`, `input*.txt`.
    pub files: &'static [&'static str],
    reads: Reads,
    answered: fn(&str, &str, Settings<'_>) -> Answered,
    blank: fn(&str, &str) -> Made,
    generate: fn(&str, u64, &Limits) -> Made,
    deal: fn(&str, u64, &Limits) -> Dealt,
}

impl Kind {
    /// The kind of these puzzles.
    const fn of<P: Family>() -> Kind {
        Kind {
            name: P::NAME,
            files: P::FILES,
            reads: reads::<P>,
            answered: answered::<P>,
            blank: blank::<P>,
            generate: generate::<P>,
            deal: deal::<P>,
        }
    }

    /// The kind of this name.
    pub fn by_name(name: &str) -> Option<&'static Kind> {
        KINDS.iter().find(|kind| kind.name == name)
    }

    /// The kind of puzzles that a file of this name holds, if its name says it. Case is ignored.
    pub fn of_file(name: &str) -> Option<&'static Kind> {
        let name = name.to_lowercase();
        let fits = |pattern: &&str| {
            let (start, end) = pattern.split_once('*').unwrap_or((pattern, ""));
            name.len() >= start.len() + end.len() && name.starts_with(start) && name.ends_with(end)
        };
        KINDS.iter().find(|kind| kind.files.iter().any(fits))
    }

    /// Reads the puzzles of a text, as the kind's tool reads them, with numbers that the text may leave open.
    ///
    /// # Errors
    /// The place where it is no such puzzle.
    pub fn read(&self, text: &str, settings: Settings<'_>) -> Result<Reading<Vec<Box<dyn Puzzle>>>, SyntaxError> {
        (self.reads)(text, settings)
    }

    /// As [`Kind::read`], for a text that must hold exactly one puzzle.
    ///
    /// # Errors
    /// As [`Kind::read`]; also when there are more puzzles, or none.
    pub fn one(&self, text: &str, settings: Settings<'_>) -> Result<Reading<Box<dyn Puzzle>>, SyntaxError> {
        let Reading { puzzle, remarks } = self.read(text, settings)?;
        Ok(Reading { puzzle: only(puzzle)?, remarks })
    }

    /// The one puzzle of a text, and the one answer that another text has for it.
    ///
    /// # Errors
    /// As [`Kind::one`], of either text.
    pub fn answered(&self, text: &str, answer: &str, settings: Settings<'_>) -> Answered {
        (self.answered)(text, answer, settings)
    }

    /// The puzzle with these values in cells that are open in it, as if they had stood there from the start; `None`
    /// where its cells take no values.
    pub fn with_values(&self, puzzle: &dyn Puzzle, values: &Values) -> Option<Box<dyn Puzzle>> {
        let mut filled = self.one(&puzzle.text(), &[]).ok()?.puzzle;
        let given = puzzle.given();
        let known = values.iter().enumerate().filter_map(|(cell, value)| Some((cell, (*value)?)));
        let mut new = known.filter(|&(cell, _)| given[cell].is_none());
        new.all(|(cell, value)| filled.put(cell, value)).then_some(filled)
    }

    /// An empty puzzle of this shape; `now` is the text of the present one, of which a shape may keep some.
    ///
    /// # Errors
    /// When there is no such shape, with those that there are.
    pub fn blank(&self, shape: &str, now: &str) -> Made {
        (self.blank)(shape, now)
    }

    /// A puzzle of this shape, made from random numbers.
    ///
    /// # Errors
    /// When there is no such shape, or a limit ran out.
    pub fn generate(&self, shape: &str, seed: u64, limits: &Limits) -> Made {
        (self.generate)(shape, seed, limits)
    }

    /// A puzzle of this shape that is played, as minesweeper is: what is open at the start, and the values that all
    /// cells have.
    ///
    /// # Errors
    /// As [`Kind::generate`]; also when puzzles of this kind or shape are not played.
    pub fn deal(&self, shape: &str, seed: u64, limits: &Limits) -> Dealt {
        (self.deal)(shape, seed, limits)
    }
}

fn reads<P: Family>(text: &str, settings: Settings<'_>) -> Result<Reading<Vec<Box<dyn Puzzle>>>, SyntaxError> {
    let boxed = |listed: Listed<P>| Box::new(listed.puzzle) as Box<dyn Puzzle>;
    Ok(P::read(text, &P::options(settings))?.map(|all| all.into_iter().map(boxed).collect()))
}

fn answered<P: Family>(text: &str, answer: &str, settings: Settings<'_>) -> Answered {
    let (puzzles, claims) = P::with_claims(text, answer, &P::options(settings));
    let (puzzles, claims) = (puzzles?, claims?);
    let pair = (Box::new(only(puzzles.puzzle)?.puzzle) as Box<dyn Puzzle>, only(claims.puzzle)?.said);
    Ok(Reading { puzzle: pair, remarks: [puzzles.remarks, claims.remarks].concat() })
}

/// The only member; fails if there is not exactly one.
fn only<T>(mut all: Vec<T>) -> Result<T, SyntaxError> {
    match (all.pop(), all.len()) {
        (Some(one), 0) => Ok(one),
        (last, others) => {
            let found = others + usize::from(last.is_some());
            Err(SyntaxError::at(1, 1, format!("expected one puzzle, found {found}")))
        }
    }
}

fn blank<P: Family>(shape: &str, now: &str) -> Made {
    Ok(Box::new(P::blank(shape, now)?))
}

fn generate<P: Family>(shape: &str, seed: u64, limits: &Limits) -> Made {
    Ok(Box::new(P::generate(shape, seed, limits)?))
}

fn deal<P: Family>(shape: &str, seed: u64, limits: &Limits) -> Dealt {
    let (puzzle, solution) = P::deal(shape, seed, limits)?;
    Ok((Box::new(puzzle), solution))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dealt_board_of_mines_has_its_solution() {
        let kind = |name| Kind::by_name(name).expect("a kind");
        let (puzzle, solution) = kind("gems").deal("mines9x9", 5, &Limits::none()).expect("a board");
        assert_eq!(puzzle.check(&solution), Ok(()));
        assert!(
            puzzle.given().iter().zip(&solution).all(|(given, held)| given.is_none_or(|given| Some(given) == *held))
        );
        assert!(kind("gems").deal("5x5", 5, &Limits::none()).is_err());
        assert!(kind("tenner").deal("4", 5, &Limits::none()).is_err());
    }

    #[test]
    fn values_go_into_open_cells_and_nothing_else_changes() {
        let put = |kind: &str, text: &str, cell: usize, value: u16| {
            let kind = Kind::by_name(kind).expect("a kind");
            let puzzle = kind.one(text, &[]).expect("a puzzle").puzzle;
            let mut values = vec![None; puzzle.num_cells()];
            values[cell] = Some(value);
            kind.with_values(&*puzzle, &values).map(|filled| filled.text())
        };
        let told = |text: &str| Some(text.to_string());
        // A cell without a trap is a gem: how many traps are around it is not said.
        assert_eq!(put("gems", "_, 1, _\n", 0, 0), told("G, 1, _\n"));
        assert_eq!(put("gems", "_, 1, _\n", 2, 1), told("_, 1, T\n"));
        assert_eq!(put("gems", "- - 1 -\n", 0, 0), told("S - 1 -\n"));
        assert_eq!(
            put("queens", ". Q . .\n. . . .\n. . . #\n. . . .\n", 0, 0).map(|text| text.matches('#').count()),
            Some(2)
        );
        assert_eq!(
            put("queens", ". Q . .\n. . . .\n. . . #\n. . . .\n", 7, 1).map(|text| text.matches('Q').count()),
            Some(2)
        );
        assert_eq!(put("sudoku", "1...\n..3.\n.4..\n...2\n", 1, 3), told("13....3..4.....2"));
        let graph = put("coloring", "colors 3\nA: B C\nB: C\nchoose A red\n", 1, 2).expect("a graph");
        assert!(graph.contains("choose A red\n") && graph.contains("choose B blue\n"), "{graph}");
        // What stands there stays: only open cells are filled.
        assert_eq!(put("gems", "T, 1, _\n", 0, 0), told("T, 1, _\n"));
        let killer = Kind::by_name("sudoku").expect("a kind").generate("killer", 1, &Limits::none()).expect("a killer");
        assert_eq!(put("sudoku", &killer.text(), 0, 1), None);
    }

    #[test]
    fn names_of_files_say_kinds() {
        let kind = |name: &str| Kind::of_file(name).map(|kind| kind.name);
        assert_eq!(kind("input_10.txt"), Some("gems"));
        assert_eq!(kind("Input1.txt"), Some("gems"));
        assert_eq!(kind("queen5_5.col"), Some("coloring"));
        assert_eq!(kind("top95.SDM"), Some("sudoku"));
        assert_eq!(kind("notes.txt"), None);
        assert_eq!(kind("col"), None);
    }

    #[test]
    fn one_puzzle_and_its_answer() {
        let kind = Kind::by_name("sudoku").expect("a kind");
        let (puzzle, answer) = ("1...\n..3.\n.4..\n...2\n", "1324\n4231\n2413\n3142\n");
        let Reading { puzzle: (read, said), .. } = kind.answered(puzzle, answer, &[]).expect("one each");
        let Said::Filled(values) = said else { panic!("{said:?}") };
        assert_eq!((read.num_cells(), read.check(&values)), (16, Ok(())));
        let two = "1...............\n.2..............\n";
        let error = kind.one(two, &[]).expect_err("two").to_string();
        assert_eq!(error, "1:1: expected one puzzle, found 2");
        assert!(kind.one("1...............\n", &[]).is_ok());
    }
}
