//! What follows from numbers and from the number of traps, on a board as far as it is known.

use crate::limits::Stop;
use crate::puzzle::gems::{Board, Cell};
use crate::puzzle::steps::Effort;
use crate::puzzle::steps::way::{self, Origin};

/// A method, from the easiest to the hardest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Technique {
    /// One number has all its traps, or as many cells left as traps.
    Count,
    /// Two numbers share cells, and their difference decides about some.
    Overlap,
    /// The number of traps on the whole board, less those around numbers that share no cell.
    Total,
    /// A cell is supposed to be a trap, or a gem, and counting leads to a contradiction.
    Supposing,
}

impl Technique {
    /// All of them but supposing, from the easiest to the hardest.
    pub const ALL: [Technique; 3] = [Technique::Count, Technique::Overlap, Technique::Total];

    /// The work of looking for it, for each cell of the board: about the cells that are looked at.
    pub fn work(self) -> usize {
        match self {
            Technique::Count | Technique::Total | Technique::Supposing => 8,
            // Each number with up to a dozen others, and the cells around both.
            Technique::Overlap => 200,
        }
    }

    /// The name of the method.
    pub fn name(self) -> &'static str {
        match self {
            Technique::Count => "count",
            Technique::Overlap => "overlap",
            Technique::Total => "total",
            Technique::Supposing => "supposing",
        }
    }
}

/// A contradiction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Clash {
    /// The number in this cell has too many traps around it.
    TooMany(usize),
    /// The number in this cell has too few cells left.
    TooFew(usize),
    /// These two numbers differ by more than the cells that they do not share allow.
    Both(usize, usize),
    /// Beside the cells around these numbers the board has too many traps, or else too few cells left.
    Total(bool, Vec<usize>),
}

impl Clash {
    /// The cells of the numbers that are broken.
    pub fn numbers(&self) -> Vec<usize> {
        match self {
            Clash::TooMany(at) | Clash::TooFew(at) => vec![*at],
            Clash::Both(a, b) => vec![*a, *b],
            Clash::Total(_, numbers) => numbers.clone(),
        }
    }

    /// The cells on which the contradiction rests.
    pub fn cells(&self, state: &State<'_>) -> Vec<usize> {
        match self {
            Clash::Total(..) => (0..state.held.len()).collect(),
            _ => self.numbers().into_iter().flat_map(|at| state.board.neighbours(at)).collect(),
        }
    }
}

/// What a step finds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// By this number, which has so many traps left.
    Count(usize, usize),
    /// By two numbers, which have at least and at most so many traps in the cells that they share.
    Overlap(usize, usize, usize, usize),
    /// By the total: so many traps are left beside the cells around these numbers.
    Total(usize, Vec<usize>),
    /// The contrary leads to the contradiction by these steps.
    Supposed(Vec<Found>, Clash),
}

/// A step: what it finds, by the numbers in which cells, and whether the cells that it fills are traps.
pub type Found = way::Found<Technique, Why, bool>;

/// What is known of a board.
#[derive(Clone, Debug)]
pub struct State<'a> {
    /// The board.
    pub board: &'a Board,
    /// The number of traps on the board, if it counts.
    pub total: Option<usize>,
    /// The cells of the numbers that count.
    numbers: std::sync::Arc<Vec<usize>>,
    /// Whether each cell is a trap, as far as it is known.
    pub held: Vec<Option<bool>>,
    held_by: Vec<Origin>,
    /// The first contradiction.
    pub clash: Option<Clash>,
}

impl<'a> State<'a> {
    /// A board with the numbers in these cells, or with all, and with this number of traps.
    pub fn new(board: &'a Board, numbers: Option<&[usize]>, total: Option<usize>) -> State<'a> {
        let all = (0..board.cells.len()).filter(|&at| matches!(board.cells[at], Cell::Clue(_)));
        let numbers: Vec<usize> = all.filter(|at| numbers.is_none_or(|numbers| numbers.contains(at))).collect();
        let held = board.cells.iter().map(|cell| match cell {
            Cell::Unknown => None,
            cell => Some(*cell == Cell::Trap),
        });
        let held: Vec<Option<bool>> = held.collect();
        let held_by = vec![Origin::Clue; held.len()];
        State { board, total, numbers: numbers.into(), held, held_by, clash: None }
    }

    /// Says what a cell is.
    pub fn set(&mut self, cell: usize, trap: bool, cause: Origin) {
        if self.held[cell].is_none() {
            (self.held[cell], self.held_by[cell]) = (Some(trap), cause);
        }
    }

    /// Why these cells are known, as far as they are.
    pub fn origins(&self, cells: &[usize]) -> Vec<Origin> {
        let mut origins = Vec::new();
        for &cell in cells.iter().filter(|&&cell| self.held[cell].is_some()) {
            if !origins.contains(&self.held_by[cell]) {
                origins.push(self.held_by[cell]);
            }
        }
        origins
    }

    /// How many traps the number lacks, and the cells where they can be.
    fn left(&self, at: usize) -> (i32, Vec<usize>) {
        let Cell::Clue(clue) = self.board.cells[at] else { return (0, Vec::new()) };
        let traps = self.board.neighbours(at).filter(|&cell| self.held[cell] == Some(true)).count();
        let open = self.board.neighbours(at).filter(|&cell| self.held[cell].is_none()).collect();
        (i32::from(clue) - traps as i32, open)
    }

    /// How many traps the board lacks, and the cells where they can be.
    fn left_on_board(&self) -> Option<(i32, Vec<usize>)> {
        let traps = self.held.iter().filter(|&&held| held == Some(true)).count();
        let open = (0..self.held.len()).filter(|&cell| self.held[cell].is_none()).collect();
        self.total.map(|total| (total as i32 - traps as i32, open))
    }

    /// Looks for a contradiction.
    pub fn check(&mut self) {
        let broken = |left: i32, open: usize| match left {
            left if left < 0 => Some(true),
            left if left as usize > open => Some(false),
            _ => None,
        };
        let number = |&at: &usize| {
            let (left, open) = self.left(at);
            broken(left, open.len()).map(|many| if many { Clash::TooMany(at) } else { Clash::TooFew(at) })
        };
        let board = || self.left_on_board().and_then(|(left, open)| broken(left, open.len()));
        let board = || board().map(|many| Clash::Total(many, Vec::new()));
        self.clash = self.numbers.iter().find_map(number).or_else(board);
    }
}

/// The first thing that the method finds.
///
/// # Errors
/// The limit that ran out.
pub fn find(state: &mut State<'_>, technique: Technique, effort: &mut Effort<'_>) -> Result<Option<Found>, Stop> {
    match technique {
        Technique::Count => Ok(count(state)),
        Technique::Overlap => Ok(overlap(state)),
        Technique::Total => total(state, effort),
        Technique::Supposing => Ok(None),
    }
}

/// Which way cells go when this many of them are traps, if that is clear.
fn all_or_none(left: i32, open: &[usize]) -> Option<bool> {
    match left {
        _ if open.is_empty() => None,
        0 => Some(false),
        left if left as usize == open.len() => Some(true),
        _ => None,
    }
}

fn count(state: &State<'_>) -> Option<Found> {
    state.numbers.iter().find_map(|&at| {
        let (left, open) = state.left(at);
        let trap = all_or_none(left, &open)?;
        let known: Vec<usize> = state.board.neighbours(at).collect();
        Some(Found {
            technique: Technique::Count,
            why: Why::Count(at, left as usize),
            from: vec![at],
            fills: open.into_iter().map(|cell| (cell, trap)).collect(),
            removes: Vec::new(),
            origins: state.origins(&known),
        })
    })
}

fn overlap(state: &mut State<'_>) -> Option<Found> {
    let numbers = state.numbers.clone();
    for &a in numbers.iter() {
        let (row, column) = state.board.place(a);
        let window = (row..row + 3).flat_map(|r| (column.saturating_sub(2)..column + 3).map(move |c| (r, c)));
        let window = window.filter(|&(r, c)| r < state.board.rows && c < state.board.cols);
        let near: Vec<usize> = window.map(|(r, c)| r * state.board.cols + c).filter(|&b| b > a).collect();
        for b in near.into_iter().filter(|b| numbers.binary_search(b).is_ok()) {
            let ((left_a, open_a), (left_b, open_b)) = (state.left(a), state.left(b));
            let (common, only_a): (Vec<usize>, Vec<usize>) = open_a.iter().partition(|cell| open_b.contains(cell));
            let only_b: Vec<usize> = open_b.iter().copied().filter(|cell| !common.contains(cell)).collect();
            if common.is_empty() {
                continue;
            }
            let least = (left_a - only_a.len() as i32).max(left_b - only_b.len() as i32).max(0);
            let most = left_a.min(left_b).min(common.len() as i32);
            if least > most {
                state.clash = Some(Clash::Both(a, b));
                return None;
            }
            let mut fills = Vec::new();
            let mut fill = |cells: &[usize], trap: Option<bool>| {
                fills.extend(trap.into_iter().flat_map(|trap| cells.iter().map(move |&cell| (cell, trap))));
            };
            if least == most {
                fill(&common, all_or_none(least, &common));
            }
            // Each number's other cells have at least what is left when the common ones have most, and the other way.
            for (cells, left) in [(&only_a, left_a), (&only_b, left_b)] {
                if left - least == 0 {
                    fill(cells, Some(false));
                } else if left - most == cells.len() as i32 {
                    fill(cells, Some(true));
                }
            }
            if fills.is_empty() {
                continue;
            }
            let known: Vec<usize> = state.board.neighbours(a).chain(state.board.neighbours(b)).collect();
            return Some(Found {
                technique: Technique::Overlap,
                why: Why::Overlap(a, b, least as usize, most as usize),
                from: vec![a, b],
                fills,
                removes: Vec::new(),
                origins: state.origins(&known),
            });
        }
    }
    None
}

/// How many numbers are tried in sets against the total.
const MOST_SETS: usize = 200_000;

/// What a set of numbers without a common open cell says about the rest of the board.
enum Rest {
    /// All its cells are the same.
    Settled,
    /// It has too many traps, or too few cells.
    Broken(bool),
    /// Nothing.
    Open,
}

/// Sets of numbers without a common open cell, one after the other.
struct Sets {
    /// The numbers' cells, what they lack and their open cells.
    numbers: Vec<(usize, i32, Vec<usize>)>,
    chosen: Vec<usize>,
    covered: Vec<bool>,
    tried: usize,
}

impl Sets {
    /// Goes through the sets that have numbers from `from` on in addition to the chosen ones, until one says something.
    /// `left` traps and `open` cells are beside the chosen ones.
    fn go(&mut self, from: usize, left: i32, open: usize, effort: &mut Effort<'_>) -> Result<Rest, Stop> {
        if left < 0 || left as usize > open {
            return Ok(Rest::Broken(left < 0));
        }
        if open > 0 && (left == 0 || left as usize == open) {
            return Ok(Rest::Settled);
        }
        for at in from..self.numbers.len() {
            self.tried += 1;
            if self.tried.is_multiple_of(1_000) && !effort.spend(8_000)? {
                self.tried = MOST_SETS;
            }
            if self.tried >= MOST_SETS {
                break;
            }
            let (_, lacks, cells) = &self.numbers[at];
            if cells.iter().any(|&cell| self.covered[cell]) {
                continue;
            }
            let (lacks, cells) = (*lacks, cells.clone());
            cells.iter().for_each(|&cell| self.covered[cell] = true);
            self.chosen.push(at);
            match self.go(at + 1, left - lacks, open - cells.len(), effort)? {
                Rest::Open => {}
                said => return Ok(said),
            }
            self.chosen.pop();
            cells.iter().for_each(|&cell| self.covered[cell] = false);
        }
        Ok(Rest::Open)
    }
}

fn total(state: &mut State<'_>, effort: &mut Effort<'_>) -> Result<Option<Found>, Stop> {
    let Some((left, open)) = state.left_on_board() else { return Ok(None) };
    let numbers = state.numbers.iter().map(|&at| {
        let (lacks, cells) = state.left(at);
        (at, lacks, cells)
    });
    let numbers = numbers.filter(|(_, _, cells)| !cells.is_empty()).collect();
    let covered = vec![false; state.held.len()];
    let mut sets = Sets { numbers, chosen: Vec::new(), covered, tried: 0 };
    let said = sets.go(0, left, open.len(), effort)?;
    let chosen: Vec<&(usize, i32, Vec<usize>)> = sets.chosen.iter().map(|&at| &sets.numbers[at]).collect();
    let rest = left - chosen.iter().map(|(_, lacks, _)| lacks).sum::<i32>();
    let numbers: Vec<usize> = chosen.iter().map(|&&(at, _, _)| at).collect();
    match said {
        Rest::Settled => {
            let all: Vec<usize> = (0..state.held.len()).collect();
            Ok(Some(Found {
                technique: Technique::Total,
                why: Why::Total(rest as usize, numbers.clone()),
                from: numbers,
                fills: open.into_iter().filter(|&cell| !sets.covered[cell]).map(|cell| (cell, rest > 0)).collect(),
                removes: Vec::new(),
                origins: state.origins(&all),
            }))
        }
        Rest::Broken(many) => {
            state.clash = Some(Clash::Total(many, numbers));
            Ok(None)
        }
        Rest::Open => Ok(None),
    }
}
