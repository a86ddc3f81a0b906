//! Questions about sudokus of one layout: solved again and again by one solver that has the rules loaded once and gets
//! the givens as assumptions, so that what it learns about the rules serves every later puzzle.

use super::explain::{Clue, clues};
use crate::cnf::{Assignment, Lit};
use crate::limits::{Limits, Stop};
use crate::puzzle::sudoku::Sudoku;
use crate::puzzle::sudoku::encode::{Rules, num_vars, rules, values, var};
use crate::reason::{Incremental, Oracle, Reply};
use crate::util::rng::Rng;
use crate::util::table::OptionError;

/// A puzzle's answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The digit of every cell.
    Solved(Vec<u16>),
    /// There is no solution.
    None,
    /// The limits ran out.
    Unknown(Stop),
}

/// A solution and, for each cell, whether its digit is the same in all solutions.
pub type Certain = (Vec<u16>, Vec<bool>);

/// Conflicts, of all puzzles together, before the first inprocessing round of a session's solver. The rules are small
/// and a puzzle takes a few dozen conflicts, so that inprocessing costs as much as the search and saves little of it.
/// 250 of the hardest puzzles of 9x9: 1,820 a second, 870 with the first round at 300; 100 puzzles of 16x16: 1,620 and
/// 760; 1,928 puzzles of 17 givens: 19,500 and 13,800. Boards that are hard to fill still reach that round.
const FIRST_ROUND: u64 = 50_000;

/// Conflicts that one question of [`Session::random_solution`] may take.
const MOST_CONFLICTS: u64 = 1_000;

/// The CDCL solver with these rules loaded, set for many puzzles, and with these options of its engine.
///
/// # Errors
/// When there is no such option, or the value is out of its range.
pub fn solver(rules: &Rules, options: &[(String, String)]) -> Result<Incremental, OptionError> {
    let first = FIRST_ROUND.to_string();
    let named = options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    let all: Vec<(&str, &str)> = [("inprocess_first", first.as_str())].into_iter().chain(named).collect();
    Incremental::with_options(&rules.formula, &all)
}

/// The rules of a layout in a solver.
#[derive(Debug)]
pub struct Session<O> {
    pub(super) board: Sudoku,
    cages: Vec<Lit>,
    /// Variables that are used: those of the rules, and selectors.
    vars: usize,
    pub(super) oracle: O,
}

impl Session<Incremental> {
    /// A session with the CDCL solver for puzzles of this layout and these cages.
    pub fn new(board: &Sudoku) -> Session<Incremental> {
        Session::with_options(board, &[]).expect("the engine has the option that is set here")
    }

    /// As [`Session::new`], with options of the CDCL engine set by name and value.
    ///
    /// # Errors
    /// When there is no such option, or the value is out of its range.
    pub fn with_options(board: &Sudoku, options: &[(String, String)]) -> Result<Session<Incremental>, OptionError> {
        let rules = rules(board, true);
        let oracle = solver(&rules, options)?;
        Ok(Session::with_oracle(board, rules, oracle))
    }
}

impl<O: Oracle> Session<O> {
    /// A session with an oracle that holds these rules of the board.
    pub fn with_oracle(board: &Sudoku, rules: Rules, oracle: O) -> Session<O> {
        let vars = rules.formula.num_vars().max(num_vars(board));
        Session { board: board.without_givens(), cages: rules.cages, vars, oracle }
    }

    /// The literal of a clue.
    pub(super) fn lit(&self, clue: Clue) -> Lit {
        match clue {
            Clue::Given(cell, digit) => var(&self.board, cell, digit).pos(),
            Clue::Mark(cell, digit) => var(&self.board, cell, digit).neg(),
            Clue::Cage(cage) => self.cages[cage],
        }
    }

    /// The clues of a puzzle of this layout as assumptions.
    pub fn assumptions(&self, puzzle: &Sudoku) -> Vec<Lit> {
        clues(puzzle).into_iter().map(|clue| self.lit(clue)).collect()
    }

    /// Solves a puzzle of this layout.
    pub fn solve(&mut self, puzzle: &Sudoku, limits: &Limits) -> Outcome {
        let assumptions = self.assumptions(puzzle);
        self.solve_under(&assumptions, limits)
    }

    fn solve_under(&mut self, assumptions: &[Lit], limits: &Limits) -> Outcome {
        match self.oracle.solve_under(assumptions, limits) {
            Reply::Sat(model) => Outcome::Solved(self.values(&model)),
            Reply::Unsat(_) => Outcome::None,
            Reply::Unknown(stop) => Outcome::Unknown(stop),
        }
    }

    /// A random solution of the rules alone.
    ///
    /// Cells are visited in random order. Each gets a digit drawn at random from those that still lead to a solution,
    /// so that the result depends on the random numbers and not on which solution the solver finds first. Every
    /// solution can come up, and the symmetries of the rules do not change how likely one is.
    ///
    /// A solution found earlier shows that its own digits lead to one; other digits are asked about. Where the solver
    /// cannot say within `MOST_CONFLICTS` conflicts, the digit of that earlier solution is taken.
    pub fn random_solution(&mut self, rng: &mut Rng, limits: &Limits) -> Outcome {
        let board = self.board.clone();
        let patience = Limits {
            conflicts: Some(limits.conflicts.map_or(MOST_CONFLICTS, |most| most.min(MOST_CONFLICTS))),
            ..limits.clone()
        };
        let mut drawn = self.assumptions(&board);
        let mut found = match self.solve_under(&drawn, limits) {
            Outcome::Solved(values) => values,
            ended => return ended,
        };
        let groups = board.groups_by_cell();
        let mut open = vec![vec![true; board.side()]; board.num_cells()];
        let mut order: Vec<usize> = (0..board.num_cells()).collect();
        rng.shuffle(&mut order);
        for cell in order {
            let mut digits: Vec<u16> =
                (1..=board.side() as u16).filter(|&digit| open[cell][usize::from(digit) - 1]).collect();
            rng.shuffle(&mut digits);
            for digit in digits {
                drawn.push(var(&board, cell, digit).pos());
                if found[cell] == digit {
                    break;
                }
                match self.solve_under(&drawn, &patience) {
                    Outcome::Solved(values) => {
                        found = values;
                        break;
                    }
                    Outcome::Unknown(stop) if stop != Stop::Conflicts => return Outcome::Unknown(stop),
                    Outcome::None | Outcome::Unknown(_) => drop(drawn.pop()),
                }
            }
            for &group in &groups[cell] {
                board.groups()[group].cells.iter().for_each(|&peer| open[peer][usize::from(found[cell]) - 1] = false);
            }
        }
        Outcome::Solved(found)
    }

    fn values(&self, model: &Assignment) -> Vec<u16> {
        values(&self.board, |var| model.value(var))
    }

    /// Adds a clause that excludes this solution while the literal that is returned is assumed.
    pub fn exclude(&mut self, solution: &[u16]) -> Lit {
        let selector = crate::cnf::Var::new(self.vars).pos();
        self.vars += 1;
        self.exclude_with(solution, selector);
        selector
    }

    fn exclude_with(&mut self, solution: &[u16], selector: Lit) {
        let lits = solution.iter().enumerate().map(|(cell, &digit)| var(&self.board, cell, digit).neg());
        let clause: Vec<Lit> = [!selector].into_iter().chain(lits).collect();
        self.oracle.add_clause(&clause);
    }

    /// Calls `visit` with every solution until it returns false.
    ///
    /// # Errors
    /// The limit that ran out.
    pub fn for_each_solution(
        &mut self,
        puzzle: &Sudoku,
        limits: &Limits,
        mut visit: impl FnMut(&[u16]) -> bool,
    ) -> Result<(), Stop> {
        let mut assumptions = self.assumptions(puzzle);
        let mut selector = None;
        loop {
            match self.solve_under(&assumptions, limits) {
                Outcome::Solved(solution) => {
                    if !visit(&solution) {
                        return Ok(());
                    }
                    match selector {
                        Some(selector) => self.exclude_with(&solution, selector),
                        None => {
                            let first = self.exclude(&solution);
                            assumptions.push(first);
                            selector = Some(first);
                        }
                    }
                }
                Outcome::None => return Ok(()),
                Outcome::Unknown(stop) => return Err(stop),
            }
        }
    }

    /// Counts the solutions up to `limit`; the flag says whether all were counted.
    ///
    /// # Errors
    /// The limit that ran out, with what was counted until then.
    pub fn count(&mut self, puzzle: &Sudoku, limit: u64, limits: &Limits) -> Result<(u64, bool), (u64, Stop)> {
        let mut found = 0;
        let mut all = true;
        let ended = self.for_each_solution(puzzle, limits, |_| {
            all = found < limit;
            found += u64::from(all);
            all
        });
        ended.map(|()| (found, all)).map_err(|stop| (found, stop))
    }

    /// A solution and, for each cell, whether its digit is the same in all solutions. `Ok(None)` when there is none.
    ///
    /// # Errors
    /// The limit that ran out.
    pub fn certain(&mut self, puzzle: &Sudoku, limits: &Limits) -> Result<Option<Certain>, Stop> {
        let mut assumptions = self.assumptions(puzzle);
        let solution = match self.solve_under(&assumptions, limits) {
            Outcome::Solved(solution) => solution,
            Outcome::None => return Ok(None),
            Outcome::Unknown(stop) => return Err(stop),
        };
        // Every further model takes the cells in which it differs off the list.
        let mut same = vec![true; solution.len()];
        for cell in 0..solution.len() {
            if !same[cell] || puzzle.givens()[cell] != 0 {
                continue;
            }
            assumptions.push(var(&self.board, cell, solution[cell]).neg());
            match self.solve_under(&assumptions, limits) {
                Outcome::Solved(other) => {
                    same.iter_mut().zip(other.iter().zip(&solution)).for_each(|(same, (a, b))| *same &= a == b);
                }
                Outcome::None => {}
                Outcome::Unknown(stop) => return Err(stop),
            }
            assumptions.pop();
        }
        Ok(Some((solution, same)))
    }

    /// Whether these givens leave no solution but the one that `other` (from [`Session::exclude`]) excludes; if so,
    /// which of the assumptions are enough for that.
    ///
    /// # Errors
    /// The limit that ran out.
    pub fn only(&mut self, givens: &[Lit], other: Lit, limits: &Limits) -> Result<Option<Vec<Lit>>, Stop> {
        let assumptions: Vec<Lit> = givens.iter().copied().chain([other]).collect();
        match self.oracle.solve_under(&assumptions, limits) {
            Reply::Sat(_) => Ok(None),
            Reply::Unsat(core) => Ok(Some(core)),
            Reply::Unknown(stop) => Err(stop),
        }
    }
}
