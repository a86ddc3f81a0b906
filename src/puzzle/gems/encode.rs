//! Gem hunter and minesweeper boards as clauses.
//!
//! A number `k` over `n` unknown cells is "exactly k": every `k+1` of them hold a gem, every `n-k+1` a trap. At most
//! 112 clauses a number, no auxiliary variable. No clause is written twice: before one is written, it is checked
//! whether an earlier number within two cells has written it already, which needs no memory.

use crate::cnf::{Assignment, Lit, Var};
use crate::encode::cardinality::{AtMost, binomial_clauses, for_each_subset};
use crate::encode::vars::{EncodeError, Encoding};
use crate::puzzle::gems::{Board, Cell, Constraint, Symbols};
use std::collections::HashMap;

/// Which cells have variables.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Numbering {
    /// The unknown cells alone, in row order, as in the gem hunter report.
    #[default]
    Unknown,
    /// All cells, in row order; known cells are unit clauses, as in the minesweeper report.
    All,
}

/// The names of the numberings in notes.
const NUMBERING_NAMES: [(Numbering, &str); 2] = [(Numbering::Unknown, "unknown"), (Numbering::All, "all")];

impl Numbering {
    /// The word for the numbering in notes.
    pub fn name(self) -> &'static str {
        NUMBERING_NAMES.iter().find(|&&(numbering, _)| numbering == self).map_or("", |&(_, name)| name)
    }

    /// The numbering with this word.
    pub fn by_name(name: &str) -> Option<Numbering> {
        NUMBERING_NAMES.iter().find(|&&(_, known)| known == name).map(|&(numbering, _)| numbering)
    }

    /// The variable of each cell, where it has one.
    pub fn variables(self, board: &Board) -> Vec<Option<Var>> {
        let mut next = 0;
        let number = |&cell: &Cell| {
            (self == Numbering::All || cell == Cell::Unknown).then(|| {
                next += 1;
                Var::new(next - 1)
            })
        };
        board.cells.iter().map(number).collect()
    }

    /// The board as a model of its formula fills it.
    pub fn fill(self, board: &Board, model: &Assignment) -> Board {
        let vars = self.variables(board);
        let is_trap = |cell: usize| vars[cell].is_some_and(|var| model.value(var));
        let traps: Vec<bool> = board.unknown_cells().map(is_trap).collect();
        board.filled(|number| traps[number])
    }
}

/// The board as a formula whose models are its fillings; a true variable is a trap. With `total`, exactly this many
/// traps on the whole board. An impossible number becomes an empty clause; use [`Board::impossible_clues`] before to
/// name it.
///
/// # Errors
/// When the formula would be too large.
pub fn encode(board: &Board, numbering: Numbering, total: Option<usize>) -> Result<Encoding, EncodeError> {
    encode_with(board, numbering, total, AtMost::Auto)
}

/// The most clauses that the total number of traps may take without auxiliary variables.
const MOST_PLAIN: u64 = 200_000;

/// As [`encode`], but without auxiliary variables, for local search: the total is written as clauses over subsets.
///
/// # Errors
/// When the formula would be too large, as it is with a total on all but small boards.
pub fn encode_plain(board: &Board, numbering: Numbering, total: Option<usize>) -> Result<Encoding, EncodeError> {
    let cells = board.unknown_cells().count();
    if let Some(left) = total.and_then(|total| total.checked_sub(board.given_traps())).filter(|&left| left <= cells) {
        let clauses = binomial_clauses(cells, left + 1).saturating_add(binomial_clauses(cells, cells + 1 - left));
        if clauses > MOST_PLAIN {
            return Err(EncodeError::Unsupported(format!(
                "local search gets no auxiliary variables, and without them {left} traps in {cells} cells take more than \
                 {MOST_PLAIN} clauses; leave the number of traps out or choose another engine"
            )));
        }
    }
    encode_with(board, numbering, total, AtMost::Binomial)
}

fn encode_with(
    board: &Board,
    numbering: Numbering,
    total: Option<usize>,
    scheme: AtMost,
) -> Result<Encoding, EncodeError> {
    let mut encoding = start(board, numbering)?;
    let vars = numbering.variables(board);
    if numbering == Numbering::All {
        for (index, &cell) in board.cells.iter().enumerate() {
            match cell {
                Cell::Clue(_) | Cell::Gem => encoding.formula.add_clause([Var::new(index).neg()]),
                Cell::Trap => encoding.formula.add_clause([Var::new(index).pos()]),
                Cell::Unknown => {}
            }
        }
    }
    for constraint in board.constraints() {
        add_constraint(board, &constraint, &vars, &mut encoding, None)?;
    }
    add_total(board, &vars, &mut encoding, total, scheme);
    encoding.notes.push(note(board, numbering, total));
    Ok(encoding)
}

/// A board whose numbers can be switched on.
#[derive(Clone, Debug)]
pub struct Switched {
    /// The formula; a number binds only while its switch is true.
    pub encoding: Encoding,
    /// Each number's cell and its switch, in row order.
    pub numbers: Vec<(usize, Lit)>,
    /// The switch of the total number of traps, if it is known.
    pub total: Option<Lit>,
}

/// The board as a formula in which every number can be switched on by a literal, for explanations.
///
/// # Errors
/// When the formula would be too large.
pub fn encode_switched(board: &Board, total: Option<usize>) -> Result<Switched, EncodeError> {
    let mut encoding = start(board, Numbering::Unknown)?;
    let vars = Numbering::Unknown.variables(board);
    let mut switches = Vec::new();
    for constraint in board.constraints() {
        let switch = encoding.formula.new_var().pos();
        switches.push((constraint.at, switch));
        add_constraint(board, &constraint, &vars, &mut encoding, Some(switch))?;
    }
    let total_switch = total.map(|total| {
        // The circuit's own definitions may always hold; the bounds, which are its last unit clauses, need the switch.
        let switch = encoding.formula.new_var().pos();
        let mut circuit = Encoding { names: encoding.names.clone(), ..Encoding::default() };
        circuit.formula.declare_vars(encoding.formula.num_vars());
        add_total(board, &vars, &mut circuit, Some(total), AtMost::Auto);
        encoding.formula.declare_vars(circuit.formula.num_vars());
        for clause in circuit.formula.clauses() {
            encoding.formula.add_clause(clause.iter().copied().chain([!switch]));
        }
        switch
    });
    Ok(Switched { encoding, numbers: switches, total: total_switch })
}

fn start(board: &Board, numbering: Numbering) -> Result<Encoding, EncodeError> {
    if board.cells.len() > (Var::MAX_COUNT / 8) {
        return Err(EncodeError::TooLarge);
    }
    let vars = numbering.variables(board);
    let named = vars.iter().enumerate().filter(|(_, var)| var.is_some());
    let name = |(index, _)| {
        let (row, col) = board.place(index);
        format!("TRAP_{}_{}", row + 1, col + 1)
    };
    Ok(Encoding::with_names(named.map(name).collect()))
}

/// The note for `decode`, on one line.
fn note(board: &Board, numbering: Numbering, total: Option<usize>) -> String {
    let total = total.map_or(String::new(), |total| format!(" total={total}"));
    let symbols = if board.style.symbols == Symbols::Mines { "mines" } else { "gems" };
    let separator = SEPARATORS.iter().find(|&&(text, _)| text == board.style.separator).map_or("", |&(_, name)| name);
    format!(
        "gems symbols={symbols} separator={separator} unknown={} numbering={}{total} board={}",
        board.style.unknown,
        numbering.name(),
        board.to_line()
    )
}

/// Reads a note written by [`encode`]: the board, the numbering, and the total if there was one. `None` for other
/// notes.
pub fn read_note(note: &str) -> Option<(Board, Numbering, Option<usize>)> {
    let mut words = note.split_whitespace();
    if words.next() != Some("gems") {
        return None;
    }
    let fields: HashMap<&str, &str> = words.filter_map(|word| word.split_once('=')).collect();
    let mut board = Board::from_line(fields.get("board")?)?;
    board.style.symbols = if fields.get("symbols") == Some(&"mines") { Symbols::Mines } else { Symbols::Gems };
    board.style.unknown = fields.get("unknown").and_then(|word| word.chars().next()).unwrap_or('_');
    let separator = fields.get("separator").copied().unwrap_or_default();
    board.style.separator = SEPARATORS.iter().find(|&&(_, name)| name == separator).map_or(", ", |&(text, _)| text);
    let total = fields.get("total").map(|word| word.parse()).transpose().ok()?;
    Some((board, Numbering::by_name(fields.get("numbering")?)?, total))
}

/// The separators of rows and their names in notes.
const SEPARATORS: [(&str, &str); 7] = [
    (", ", "comma-blank"),
    (",", "comma"),
    (" ", "blank"),
    ("\t", "tab"),
    ("", "none"),
    ("; ", "semicolon-blank"),
    (";", "semicolon"),
];

fn add_constraint(
    board: &Board,
    constraint: &Constraint,
    vars: &[Option<Var>],
    encoding: &mut Encoding,
    switch: Option<Lit>,
) -> Result<(), EncodeError> {
    let off = switch.map(|lit| !lit);
    if constraint.is_impossible() {
        encoding.formula.add_clause(off);
        return Ok(());
    }
    if encoding.formula.num_lits() > (u32::MAX / 2) as usize {
        return Err(EncodeError::TooLarge);
    }
    let lits: Vec<Lit> = constraint.cells.iter().filter_map(|&cell| Some(vars[cell as usize]?.pos())).collect();
    let negated: Vec<Lit> = lits.iter().map(|&lit| !lit).collect();
    // Earlier numbers whose surroundings overlap those of this one, and which might have written the same clause.
    let earlier = if switch.is_none() { earlier_overlaps(board, constraint) } else { Vec::new() };
    let traps = constraint.traps as usize;
    for (side, size, own) in [(false, traps + 1, &negated), (true, lits.len() + 1 - traps, &lits)] {
        let writers: Vec<u32> =
            earlier.iter().filter(|other| other.size(side) == size).map(|other| other.mask).collect();
        for_each_subset(own, size, |clause| {
            let written = !writers.is_empty() && {
                let mask = clause.iter().fold(0u32, |mask, lit| {
                    let position = own.iter().position(|other| other == lit).unwrap_or(0);
                    mask | 1 << position
                });
                writers.iter().any(|writer| mask & !writer == 0)
            };
            if !written {
                encoding.formula.add_clause(clause.iter().copied().chain(off));
            }
        });
    }
    Ok(())
}

/// An earlier number as seen from a later one: which of the later one's cells it covers, and how long its clauses are.
struct Overlap {
    mask: u32,
    at_most: usize,
    at_least: usize,
}

impl Overlap {
    fn size(&self, at_least: bool) -> usize {
        if at_least { self.at_least } else { self.at_most }
    }
}

fn earlier_overlaps(board: &Board, constraint: &Constraint) -> Vec<Overlap> {
    let (row, col) = board.place(constraint.at);
    let mut overlaps = Vec::new();
    for r in row.saturating_sub(2)..=row {
        for c in col.saturating_sub(2)..(col + 3).min(board.cols) {
            let at = r * board.cols + c;
            if at >= constraint.at {
                break;
            }
            let Some(other) = board.constraint(at) else { continue };
            if other.is_impossible() {
                continue;
            }
            let covered = constraint.cells.iter().enumerate().filter(|(_, cell)| other.cells.contains(cell));
            overlaps.push(Overlap {
                mask: covered.fold(0, |mask, (position, _)| mask | 1 << position),
                at_most: other.traps as usize + 1,
                at_least: other.cells.len() + 1 - other.traps as usize,
            });
        }
    }
    overlaps
}

fn add_total(board: &Board, vars: &[Option<Var>], encoding: &mut Encoding, total: Option<usize>, scheme: AtMost) {
    let Some(total) = total else { return };
    let lits: Vec<Lit> = board.unknown_cells().filter_map(|cell| Some(vars[cell]?.pos())).collect();
    match total.checked_sub(board.given_traps()) {
        Some(left) if left <= lits.len() => scheme.exactly(&mut encoding.formula, &lits, left),
        _ => encoding.formula.add_clause::<Lit>([]),
    }
}
