//! Several threads, limits, and stopping a search from outside.
//!
//! cargo run --example threads

use gemsat::engine::Verdict;
use gemsat::families::{self, FamilyError};
use gemsat::limits::{Limits, Threads};
use gemsat::solver::Solver;
use std::thread;
use std::time::Duration;

pub(crate) fn main() -> Result<(), FamilyError> {
    let random = families::by_name("ksat").expect("random clauses");
    let values = random.read(&[("vars", "200"), ("ratio", "4.26"), ("seed", "1")])?;
    let (formula, _) = random.formula(&values, 1_000_000)?;

    // Two threads share what they learn. `deterministic` costs a little, and then every run is the same run.
    let solve = || {
        let mut solver = Solver::new();
        solver.set_threads(Threads { count: 2, deterministic: true });
        // Limits end a call with `Unknown`, never with a wrong answer. Conflicts are counted, seconds are measured.
        solver.set_limits(Limits::none().with_wall_time(Duration::from_secs(60)));
        solver.load(&formula);
        solver.solve()
    };
    let (first, second) = (solve(), solve());
    assert_eq!(first, second);
    println!("the same answer twice: {}", matches!(first, Verdict::Sat(_)));

    // A solver is `Send`: it can search elsewhere, and its flag ends the search from here.
    let hard = families::by_name("php").expect("pigeons");
    let (hard, _) = hard.formula(&hard.read(&[("pigeons", "40"), ("holes", "39")])?, 1_000_000)?;
    let mut solver = Solver::new();
    // Symmetry breaking would decide this formula at once.
    solver.set_option("symmetry", "false").expect("an option of the solver");
    solver.load(&hard);
    let stop = solver.terminator();
    let search = thread::spawn(move || solver.solve());
    thread::sleep(Duration::from_millis(50));
    stop.raise();
    let verdict = search.join().expect("the search does not panic");
    println!("stopped: {verdict:?}");
    assert!(matches!(verdict, Verdict::Unknown(_)));
    Ok(())
}
