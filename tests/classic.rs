//! The readable ladder (brute force, backtracking, DPLL, A*): against each other, against enumeration, and on the
//! puzzles of the reports.

use crate::csp_search::{queens, solutions};
use gemsat::cnf::model::{count_falsified, first_falsified, satisfies_clause};
use gemsat::cnf::{Assignment, Formula, Lit, Var};
use gemsat::csp::{Method, Outcome, Search};
use gemsat::engine::{Event, Observer, Verdict};
use gemsat::engines;
use gemsat::engines::brute;
use gemsat::limits::{Limits, Stop, StopFlag};
use gemsat::util::rng::Rng;

/// Engines with their options, so that every option is met.
const RUNS: &[(&str, &[(&str, &str)])] = &[
    ("brute", &[]),
    ("backtracking", &[]),
    ("backtracking", &[("style", "first-literal")]),
    ("backtracking", &[("style", "leaf-check")]),
    ("dpll", &[("rule", "first"), ("pure", "false")]),
    ("dpll", &[("rule", "first"), ("pure", "true")]),
    ("dpll", &[]),
    ("dpll", &[("pure", "true")]),
    ("dpll", &[("rule", "moms"), ("pure", "true")]),
    ("dpll", &[("rule", "jeroslow-wang")]),
    ("dpll", &[("rule", "dlis"), ("pure", "true")]),
    ("astar", &[]),
    ("astar", &[("heuristic", "free"), ("propagate", "false")]),
    ("astar", &[("branch", "variable")]),
    ("astar", &[("heuristic", "falsified"), ("drop_falsified", "false")]),
];

/// Complete engines whose options are tested elsewhere.
const OTHERS: &[(&str, &[(&str, &str)])] = &[("cdcl", &[]), ("auto", &[])];

fn make(name: &str, options: &[(&str, &str)]) -> Box<dyn gemsat::engine::Engine> {
    let mut engine = engines::by_name(name).expect("a known engine");
    for (option, value) in options {
        engine.set_option(option, value).expect("a known option");
    }
    engine
}

fn counter(engine: &dyn gemsat::engine::Engine, name: &str) -> u64 {
    engine.counters().iter().find(|row| row.name == name).expect("a known counter").value
}

/// The kinds of random formulas, each the name of a trap.
pub const KINDS: [&str; 7] = ["3-SAT", "mixed", "units", "empty", "repeats", "tautologies", "unused"];

pub fn random_formula(kind: &str, rng: &mut Rng) -> Formula {
    let vars = 3 + rng.below(7) as u32;
    let mut formula = Formula::new();
    let lit = |rng: &mut Rng| Var::new(rng.index(vars as usize)).lit(rng.coin());
    if kind == "unused" {
        formula.declare_vars(vars as usize + 1 + rng.index(70));
    }
    let clauses = match kind {
        "3-SAT" => u64::from(vars) * (3 + rng.below(3)) + rng.below(8),
        "units" => 2 + rng.below(u64::from(vars)),
        _ => rng.below(5 * u64::from(vars)),
    };
    for _ in 0..clauses {
        let len = match kind {
            "3-SAT" => 3,
            "units" => 1 + rng.below(2),
            _ => 1 + rng.below(6).min(rng.below(6) + 1),
        };
        let mut clause: Vec<Lit> = (0..len).map(|_| lit(rng)).collect();
        match kind {
            // Three different variables, as the name has it.
            "3-SAT" => {
                let mut all: Vec<u32> = (0..vars).collect();
                rng.shuffle(&mut all);
                clause = all[..3].iter().map(|&var| Var::new(var as usize).lit(rng.coin())).collect();
            }
            "repeats" => clause.extend(clause.clone()),
            "tautologies" if rng.below(3) == 0 => clause.push(!clause[0]),
            _ => {}
        }
        let again = kind == "repeats" && rng.below(3) == 0;
        formula.add_clause(clause.iter().copied());
        if again {
            clause.reverse();
            formula.add_clause(clause);
        }
    }
    if kind == "empty" && rng.below(4) == 0 {
        formula.add_clause::<Lit>([]);
    }
    formula
}

/// Counts models with nothing but the definition.
fn enumerate(formula: &Formula, vars: u32) -> u128 {
    let all = 0u64..1 << vars;
    let models = all.filter(|bits| {
        let model: Assignment = (0..vars).map(|var| bits >> var & 1 != 0).collect();
        formula.clauses().all(|clause| satisfies_clause(&model, clause))
    });
    models.count() as u128
}

#[test]
fn brute_force_counts_what_the_definition_counts() {
    let mut rng = Rng::new(1);
    for round in 0..3500 {
        let kind = KINDS[round % KINDS.len()];
        let mut formula = random_formula(kind, &mut rng);
        let used = formula.clauses().flatten().map(|lit| lit.var().index() + 1).max().unwrap_or(0);
        let unused = formula.num_vars() - used;
        assert_eq!(brute::count_models(&formula), enumerate(&formula, used as u32) << unused, "{kind}: {formula:?}");
        formula.declare_vars(12);
        let mut counting = make("brute", &[("count", "true")]);
        let verdict = counting.solve(formula.clone(), &Limits::none(), None);
        let count = brute::count_models(&formula);
        assert_eq!(matches!(verdict, Verdict::Sat(_)), count > 0, "{kind}");
        assert_eq!(u128::from(counter(&*counting, "models")), count.min(u64::MAX.into()), "{kind}");
    }
}

#[test]
fn every_engine_agrees_with_brute_force() {
    for kind in KINDS {
        let mut rng = Rng::new(2);
        let (mut satisfiable, mut unsatisfiable) = (0, 0);
        for round in 0..10_000 {
            let formula = random_formula(kind, &mut rng);
            let expected = brute::model(&formula);
            match &expected {
                Some(model) => {
                    satisfiable += 1;
                    assert_eq!(first_falsified(model, &formula), None, "{kind}: {formula:?}");
                }
                None => unsatisfiable += 1,
            }
            // Each formula meets each engine, with its options in turn.
            for engine in ["brute", "backtracking", "dpll", "astar", "cdcl", "auto"] {
                let all = RUNS.iter().chain(OTHERS);
                let runs: Vec<_> = all.filter(|(name, _)| *name == engine).collect();
                let &(name, options) = runs[round % runs.len()];
                match make(name, options).solve(formula.clone(), &Limits::none(), None) {
                    Verdict::Sat(model) => {
                        assert!(expected.is_some(), "{name} {options:?} {kind}: {formula:?}");
                        assert_eq!(model.len(), formula.num_vars());
                        assert_eq!(count_falsified(&model, &formula), 0, "{name} {options:?} {kind}: {formula:?}");
                    }
                    verdict => {
                        assert_eq!(verdict, Verdict::Unsat, "{name} {options:?} {kind}");
                        assert!(expected.is_none(), "{name} {options:?} {kind}: {formula:?}");
                    }
                }
            }
        }
        assert!(satisfiable > 100, "{kind}: {satisfiable} satisfiable");
        assert!(unsatisfiable > 100 || kind == "unused", "{kind}: {unsatisfiable} unsatisfiable");
    }
}

fn random_3sat(vars: u32, clauses: usize, rng: &mut Rng) -> Formula {
    let mut formula = Formula::new();
    let mut all: Vec<u32> = (0..vars).collect();
    for _ in 0..clauses {
        rng.shuffle(&mut all);
        formula.add_clause(all[..3].iter().map(|&var| Var::new(var as usize).lit(rng.coin())));
    }
    formula
}

#[test]
fn dpll_refutes_random_formulas_of_a_hundred_variables() {
    let mut rng = Rng::new(3);
    let mut refuted = 0;
    for round in 0..21 {
        let formula = random_3sat(100, 430 + round % 3 * 10, &mut rng);
        let mut verdicts = Vec::new();
        for rule in ["moms", "jeroslow-wang", "dlis", "weighted"] {
            let mut engine = make("dpll", &[("rule", rule)]);
            let verdict = engine.solve(formula.clone(), &Limits::none(), None);
            if let Verdict::Sat(model) = &verdict {
                assert_eq!(first_falsified(model, &formula), None);
            }
            // Some 10^5 calls would be a second.
            assert!(counter(&*engine, "calls") < 20_000, "{rule}: {}", counter(&*engine, "calls"));
            verdicts.push(verdict == Verdict::Unsat);
        }
        assert!(verdicts.iter().all(|&verdict| verdict == verdicts[0]));
        refuted += u32::from(verdicts[0]);
    }
    assert!((5..20).contains(&refuted), "{refuted} of 21 refuted");
}

#[test]
fn dpll_completes_a_sudoku_of_ten_clues() {
    use gemsat::encode::cardinality::AtMostOne;
    use gemsat::puzzle::sudoku::encode::{Stage, Style, formula};
    use gemsat::puzzle::sudoku::read::{SudokuReadOptions, read};
    let clues = "............1....2.........6....1...5........9...............8..1.........62.....";
    let puzzle = read(clues, SudokuReadOptions::default()).expect("a sudoku").puzzle;
    let formula = formula(&puzzle, Style::Textbook, Stage::default(), AtMostOne::Pairwise);
    // The classic rules pass 400,000 calls.
    let limits = Limits { steps: Some(200_000), ..Limits::none() };
    assert!(matches!(make("dpll", &[]).solve(formula, &limits, None), Verdict::Sat(_)));
}

/// The clauses of `n` queens: one in each row and column, at most one in each line; variable `row * n + column`.
fn queens_formula(n: usize, placed: &[(usize, usize)]) -> Formula {
    let mut formula = Formula::new();
    let square = |row: usize, column: usize| Var::new(row * n + column);
    for line in 0..n {
        formula.add_clause((0..n).map(|other| square(line, other).pos()));
        formula.add_clause((0..n).map(|other| square(other, line).pos()));
    }
    for a in 0..n * n {
        for b in a + 1..n * n {
            let ((row_a, column_a), (row_b, column_b)) = ((a / n, a % n), (b / n, b % n));
            let (down, across) = (row_b - row_a, column_b.abs_diff(column_a));
            if down == 0 || across == 0 || down == across {
                formula.add_clause([square(row_a, column_a).neg(), square(row_b, column_b).neg()]);
            }
        }
    }
    placed.iter().for_each(|&(row, column)| formula.add_clause([square(row, column).pos()]));
    formula
}

fn columns_of(model: &Assignment, n: usize) -> Vec<usize> {
    let queens: Vec<usize> = model.lits().filter(|lit| lit.is_positive()).map(|lit| lit.var().index()).collect();
    assert_eq!(queens.len(), n);
    assert!(queens.iter().enumerate().all(|(row, square)| square / n == row));
    queens.iter().map(|square| square % n).collect()
}

/// Notes the cost of states with one decision.
#[derive(Default)]
struct FirstChoices(Vec<(i32, u64)>);

impl Observer for FirstChoices {
    fn event(&mut self, event: Event<'_>) {
        if let Event::Expand(&[lit], _, cost) = event {
            self.0.push((lit.to_dimacs(), cost));
        }
    }
}

#[test]
fn a_star_completes_two_queens() {
    let formula = queens_formula(8, &[(0, 2), (3, 0)]);
    assert_eq!(formula.num_clauses(), 744 + 2);
    for options in [
        &[("heuristic", "free"), ("propagate", "false")][..],
        &[("heuristic", "free")],
        &[("heuristic", "open")],
        &[("heuristic", "open"), ("propagate", "false")],
        &[("heuristic", "falsified")],
    ] {
        let mut seen = FirstChoices::default();
        let mut engine = make("astar", options);
        let Verdict::Sat(model) = engine.solve(formula.clone(), &Limits::none(), Some(&mut seen)) else {
            panic!("{options:?}")
        };
        let columns = columns_of(&model, 8);
        assert_eq!((columns[0], columns[3]), (2, 0));
        assert_eq!(first_falsified(&model, &formula), None);
        assert!(counter(&*engine, "expanded") < 100, "{options:?}");
        if options == [("heuristic", "free"), ("propagate", "false")] {
            // The squares left free by a queen in row 1, as one counts them on the board; one decision made.
            assert!(!seen.0.is_empty());
            for (square, cost) in seen.0 {
                let free = match square - 1 - 8 {
                    4 => 17,
                    5 => 16,
                    6 | 7 => 15,
                    other => panic!("a queen in column {other} of row 1"),
                };
                assert_eq!(cost, 1 + free, "square {square}");
            }
        }
    }
    // The other reading of the same two queens, and a board without a completion.
    let other = make("astar", &[]).solve(queens_formula(8, &[(2, 0), (0, 3)]), &Limits::none(), None);
    assert!(matches!(other, Verdict::Sat(_)));
    let hopeless = queens_formula(4, &[(0, 0)]);
    assert_eq!(make("astar", &[]).solve(hopeless, &Limits::none(), None), Verdict::Unsat);
}

#[test]
fn queens_are_counted_by_all() {
    for (n, count) in [(1, 1), (2, 0), (3, 0), (4, 2), (5, 10)] {
        assert_eq!(brute::count_models(&queens_formula(n, &[])), count, "{n} queens");
    }
    for (n, count) in [(1, 1), (2, 0), (3, 0), (4, 2), (5, 10), (6, 4), (7, 40), (8, 92), (9, 352)] {
        let problem = queens(n, &[]).expect("a board");
        for method in Method::ALL {
            assert_eq!(solutions(&problem, method).len(), count, "{n} queens, {}", method.name());
        }
    }
    for method in Method::ALL {
        assert_eq!(solutions(&queens(8, &[(0, 2), (3, 0)]).expect("a board"), method).len(), 4);
        assert_eq!(solutions(&queens(8, &[(2, 0), (0, 3)]).expect("a board"), method).len(), 4);
    }
    // More columns than a word has bits.
    let large = queens(100, &[(0, 70)]).expect("a board");
    let found = Search::new(&large, Method::ForwardCheckingMrv).next(&Limits::none(), None);
    assert!(matches!(&found, Outcome::Solved(columns) if columns[0] == 70 && large.is_solution(columns)), "{found:?}");
}

/// A gem grid: `None` for a blank cell, else the number of traps around it, and its formula, binomially encoded.
fn gem_grid(rows: usize, columns: usize, rng: &mut Rng) -> (Vec<Option<usize>>, Formula) {
    let traps: Vec<bool> = (0..rows * columns).map(|_| rng.below(5) < 2).collect();
    let around = |cell: usize| {
        let (row, column) = (cell / columns, cell % columns);
        let rows = row.saturating_sub(1)..(row + 2).min(rows);
        let cells = rows.flat_map(move |row| {
            (column.saturating_sub(1)..(column + 2).min(columns)).map(move |column| row * columns + column)
        });
        cells.filter(move |&other| other != cell)
    };
    let clue = |cell: usize| around(cell).filter(|&other| traps[other]).count();
    let grid: Vec<Option<usize>> =
        (0..rows * columns).map(|cell| (!traps[cell] && rng.below(10) < 8).then(|| clue(cell))).collect();
    let mut formula = Formula::new();
    formula.declare_vars(rows * columns);
    for (cell, clue) in grid.iter().enumerate() {
        let &Some(traps) = clue else { continue };
        let blanks: Vec<Var> = around(cell).filter(|&at| grid[at].is_none()).map(Var::new).collect();
        for chosen in 0u32..1 << blanks.len() {
            let picked = blanks.iter().enumerate().filter(|(index, _)| chosen >> index & 1 != 0).map(|(_, var)| *var);
            let size = chosen.count_ones() as usize;
            if size == traps + 1 {
                formula.add_clause(picked.clone().map(Var::neg));
            }
            if size == blanks.len() - traps + 1 {
                formula.add_clause(picked.map(Var::pos));
            }
        }
    }
    (grid, formula)
}

#[test]
fn gem_grids_are_solved_by_all() {
    let mut rng = Rng::new(4);
    for (rows, columns) in [(3, 4), (4, 5), (5, 5), (11, 11), (20, 20)] {
        let (grid, formula) = gem_grid(rows, columns, &mut rng);
        for &(name, options) in RUNS {
            // Without propagation the report's searches meet 2^n on the largest grid, and say so.
            let limits = Limits { steps: Some(2_000_000), ..Limits::none() };
            match make(name, options).solve(formula.clone(), &limits, None) {
                Verdict::Sat(model) => {
                    for (cell, clue) in grid.iter().enumerate().filter_map(|(cell, clue)| Some((cell, (*clue)?))) {
                        let near = |other: usize| {
                            (cell / columns).abs_diff(other / columns) <= 1
                                && (cell % columns).abs_diff(other % columns) <= 1
                        };
                        let traps = (0..grid.len()).filter(|&other| grid[other].is_none() && near(other));
                        let traps = traps.filter(|&other| model.value(Var::new(other))).count();
                        assert_eq!(traps, clue, "{name} {options:?}, cell {cell} of {rows} x {columns}");
                    }
                }
                verdict => {
                    assert_eq!(verdict, Verdict::Unknown(Stop::Steps), "{name} {options:?}");
                    assert!(rows > 5, "{name} {options:?} on {rows} x {columns}");
                    assert_ne!(name, "dpll");
                }
            }
        }
    }
}

/// Replays a search: what is decided or assigned is unassigned before, reasons are units, conflicts are false.
#[derive(Default)]
struct Replay {
    /// The true literals with the level of each.
    trail: Vec<(Lit, u32)>,
    level: u32,
    events: u64,
    conflicts: u64,
}

impl Replay {
    fn value(&self, lit: Lit) -> Option<bool> {
        let known = self.trail.iter().find(|(known, _)| known.var() == lit.var());
        known.map(|&(known, _)| known == lit)
    }
}

impl Observer for Replay {
    fn event(&mut self, event: Event<'_>) {
        self.events += 1;
        match event {
            Event::Decide(lit) => {
                assert_eq!(self.value(lit), None);
                self.level += 1;
                self.trail.push((lit, self.level));
            }
            Event::Assign(lit, reason) => {
                assert_eq!(self.value(lit), None);
                if let Some(clause) = reason {
                    assert!(clause.iter().all(|&other| other == lit || self.value(other) == Some(false)));
                }
                self.trail.push((lit, self.level));
            }
            Event::Conflict(clause) => {
                self.conflicts += 1;
                assert!(clause.iter().all(|&lit| self.value(lit) == Some(false)), "{clause:?}");
            }
            Event::Backtrack(level) => {
                assert!(level < self.level);
                self.level = level;
                self.trail.retain(|&(_, at)| at <= level);
            }
            _ => {}
        }
    }
}

#[test]
fn observers_can_replay_the_search() {
    let mut rng = Rng::new(10);
    for _ in 0..30 {
        let formula = random_3sat(12, 50, &mut rng);
        for (name, options) in RUNS.iter().filter(|(name, _)| ["backtracking", "dpll"].contains(name)) {
            let mut replay = Replay::default();
            let mut engine = make(name, options);
            let seen = engine.solve(formula.clone(), &Limits::none(), Some(&mut replay));
            assert_eq!(replay.conflicts, counter(&*engine, "conflicts"), "{name} {options:?}");
            if let Verdict::Sat(model) = &seen {
                assert!(replay.trail.iter().all(|&(lit, _)| model.is_true(lit)));
            }
            let counters = engine.counters();
            assert_eq!(engine.solve(formula.clone(), &Limits::none(), None), seen, "seen or not, the same run");
            assert_eq!(engine.counters(), counters);
        }
        let mut engine = make("brute", &[]);
        let _ = engine.solve(formula.clone(), &Limits::none(), None);
        let attempts = counter(&*engine, "attempts");
        let mut starts = Starts { formula: &formula, count: 0, falsified: 0 };
        let verdict = engine.solve(formula.clone(), &Limits::none(), Some(&mut starts));
        assert_eq!(starts.count, attempts);
        assert_eq!(starts.falsified, attempts - u64::from(verdict != Verdict::Unsat));
        let problem = queens(6, &[]).expect("a board");
        for method in Method::ALL {
            let mut search = Search::new(&problem, method);
            let mut replay = Replay::default();
            assert!(matches!(search.next(&Limits::none(), Some(&mut replay)), Outcome::Solved(_)));
            assert_eq!(replay.conflicts, search.counters().dead_ends);
        }
    }
}

/// Sees brute force: every assignment, and the clause that rejects it.
struct Starts<'f> {
    formula: &'f Formula,
    count: u64,
    falsified: u64,
}

impl Observer for Starts<'_> {
    fn event(&mut self, event: Event<'_>) {
        match event {
            Event::Start(assignment) => {
                self.count += 1;
                self.falsified += u64::from(first_falsified(assignment, self.formula).is_some());
            }
            event => assert!(matches!(event, Event::Conflict(_))),
        }
    }
}

#[test]
fn limits_and_the_stop_flag_end_in_unknown() {
    let formula = queens_formula(20, &[]);
    let hard = random_3sat(200, 900, &mut Rng::new(11));
    for &(name, options) in RUNS {
        let stop = StopFlag::default();
        stop.raise();
        let limits = Limits { stop, ..Limits::none() };
        let verdict = make(name, options).solve(hard.clone(), &limits, None);
        assert_eq!(verdict, Verdict::Unknown(Stop::Interrupted), "{name} {options:?}");
        let limits = Limits { steps: Some(10), ..Limits::none() };
        let verdict = make(name, options).solve(hard.clone(), &limits, None);
        assert_eq!(verdict, Verdict::Unknown(Stop::Steps), "{name} {options:?}");
        let limits = Limits::none().with_wall_time(std::time::Duration::from_millis(30));
        let verdict = make(name, options).solve(formula.clone(), &limits, None);
        assert!(
            matches!(verdict, Verdict::Sat(_) | Verdict::Unknown(Stop::WallTime)),
            "{name} {options:?}: {verdict:?}"
        );
    }
    let mut engine = make("astar", &[("heuristic", "falsified"), ("megabytes", "1")]);
    assert_eq!(engine.solve(hard, &Limits::none(), None), Verdict::Unknown(Stop::Memory));
    let problem = queens(30, &[]).expect("a board");
    let mut search = Search::new(&problem, Method::Backtrack);
    let limits = Limits { steps: Some(1000), ..Limits::none() };
    assert_eq!(search.next(&limits, None), Outcome::Unknown(Stop::Steps));
    assert_eq!(search.counters().assignments, 1000);
}

#[test]
fn declaring_variables_costs_no_search() {
    for &(name, options) in RUNS {
        let mut formula = Formula::from_dimacs_lists(&[&[1, 2], &[-1, 2], &[-2, 3]]);
        formula.declare_vars(2_000_000);
        let Verdict::Sat(model) = make(name, options).solve(formula.clone(), &Limits::none(), None) else {
            panic!("{name} {options:?}")
        };
        assert_eq!((model.len(), first_falsified(&model, &formula)), (2_000_000, None));
        assert_eq!(
            make(name, options).solve(Formula::new(), &Limits::none(), None),
            Verdict::Sat(Assignment::default())
        );
    }
}
