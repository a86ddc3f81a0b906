//! An encoder of one's own: a timetable of exams as clauses, solved and read back. `docs/tutorial.md` solves the same
//! problem from a shell and from Python.
//!
//! cargo run --example own_encoder

use gemsat::{AtMostOne, Formula, Lit, Solver, Verdict};

const EXAMS: [&str; 6] = ["maths", "physics", "history", "music", "art", "latin"];
const DAYS: [&str; 3] = ["monday", "tuesday", "wednesday"];
/// Pairs of exams that some student takes both of.
const TOGETHER: [(usize, usize); 8] = [(0, 1), (0, 3), (0, 4), (1, 2), (1, 4), (2, 5), (3, 4), (4, 5)];

/// A variable is a yes-no question: `on[exam][day]` is the literal that says "this exam is on this day".
fn encode() -> (Formula, Vec<Vec<Lit>>) {
    let mut formula = Formula::new();
    let on: Vec<Vec<Lit>> = EXAMS.iter().map(|_| DAYS.iter().map(|_| formula.new_var().pos()).collect()).collect();
    for days in &on {
        // A clause is an "or": each exam is on one of the days, ...
        formula.add_clause(days.iter().copied());
        // ... and on no two of them. The crate has several encodings of such counts.
        AtMostOne::Auto.encode(&mut formula, days);
    }
    for (first, second) in TOGETHER {
        for (&one, &other) in on[first].iter().zip(&on[second]) {
            // Not both on the same day. `!` negates a literal.
            formula.add_clause([!one, !other]);
        }
    }
    // Latin is not on Monday: a clause of one literal is a fact.
    formula.add_clause([!on[5][0]]);
    (formula, on)
}

pub(crate) fn main() {
    let (formula, on) = encode();
    let Verdict::Sat(model) = Solver::from_formula(&formula).solve() else { panic!("three days are enough") };
    let mut day_of = Vec::new();
    for (exam, days) in EXAMS.iter().zip(&on) {
        let day = days.iter().position(|&lit| model.is_true(lit)).expect("each exam has a day");
        println!("{exam}: {}", DAYS[day]);
        day_of.push(day);
    }
    // Trust nobody, least of all one's own encoder: check the answer against the problem, not against the clauses.
    assert!(TOGETHER.iter().all(|&(first, second)| day_of[first] != day_of[second]));
    assert_ne!(DAYS[day_of[5]], "monday");
}
