//! All models as far as some variables tell them apart, one by one, and their number without seeing them.
//!
//! cargo run --example projection

use gemsat::encode::gates::Gates;
use gemsat::reason::models::Models;
use gemsat::{AtMost, Formula, Lit, Stop, Var};

pub(crate) fn main() -> Result<(), Stop> {
    // Sixteen switches in a square; a lamp for each row burns where an odd number of its switches is on.
    let mut formula = Formula::new();
    let switches: Vec<Var> = formula.new_vars(16);
    let lits: Vec<Lit> = switches.iter().map(|&var| var.into()).collect();
    AtMost::Auto.at_most(&mut formula, &lits, 5);
    let mut gates = Gates::new();
    let lamps: Vec<Var> = lits.chunks(4).map(|row| gates.xor(&mut formula, row).var()).collect();
    formula.add_clause(&lamps);

    // All patterns of the lamps, whatever the switches: models are told apart by the lamps alone.
    let patterns: Vec<String> = Models::new(&formula, &lamps, false)
        .map(|model| model.map(|model| lamps.iter().map(|&lamp| if model[lamp] { '*' } else { '.' }).collect()))
        .collect::<Result<_, _>>()?;
    println!("{patterns:?}");
    assert_eq!(patterns.len(), 15);

    // All ways to set the switches; an iterator, so that it takes no more memory for many than for one.
    let seen = Models::new(&formula, &switches, false).take(100_000).count();
    println!("{seen} ways to set the switches");
    // At most 5 of 16 are on, and not all rows are even: no switch, two or four of them, in pairs within the rows.
    let all: usize = [1, 16, 120, 560, 1820, 4368].iter().sum();
    let even = 1 + 4 * 6 + (4 + 6 * 6 * 6);
    assert_eq!(seen, all - even);
    Ok(())
}
