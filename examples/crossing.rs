//! A puzzle of one's own: four people cross a bridge in the dark with one torch, two at a time. Encoded as steps in
//! time, with the names of its variables, so that it can be written as DIMACS for any solver.
//!
//! cargo run --example crossing

use gemsat::encode::{Encoding, sum::Sum};
use gemsat::{AtMost, ClauseSink, Lit, Verdict};
use std::io;

const MINUTES: [i64; 4] = [1, 2, 5, 10];
/// There and back in turns: five crossings are needed.
const CROSSINGS: usize = 5;

/// The puzzle within so many minutes, and `over[time][person]`: "is this person on the other side?"
fn encode(minutes: i64) -> (Encoding, Vec<Vec<Lit>>) {
    let mut puzzle = Encoding::default();
    let mut named = |kind: &str, time: usize| -> Vec<Lit> {
        MINUTES.iter().map(|person| puzzle.new_named_var(format!("{kind}_{person}_{time}")).into()).collect()
    };
    let over: Vec<Vec<Lit>> = (0..=CROSSINGS).map(|time| named("over", time)).collect();
    // slow[time][person]: the slowest of those who cross takes as long as this person.
    let slow: Vec<Vec<Lit>> = (0..CROSSINGS).map(|time| named("slow", time)).collect();
    for (&before, &after) in over[0].iter().zip(&over[CROSSINGS]) {
        puzzle.add_clause(&[!before]);
        puzzle.add_clause(&[after]);
    }
    for time in 0..CROSSINGS {
        // Those who were on the torch's side, and are on the other one afterwards, cross.
        let turned = |lit: Lit| if time % 2 == 0 { lit } else { !lit };
        let mut crosses = Vec::new();
        for person in 0..MINUTES.len() {
            let (before, after) = (turned(over[time][person]), turned(over[time + 1][person]));
            puzzle.add_clause(&[!before, after]);
            let moves = Lit::from(puzzle.new_var());
            puzzle.add_clause(&[!moves, !before]);
            puzzle.add_clause(&[before, !after, moves]);
            puzzle.add_clause(&[!moves, after]);
            puzzle.add_clause(&[!moves, slow[time][person]]);
            crosses.push(moves);
        }
        // The torch does not go alone.
        puzzle.add_clause(&crosses);
        AtMost::Auto.at_most(&mut puzzle, &crosses, 2);
        // Who is slower than nobody costs the difference to the next faster one.
        for person in 1..MINUTES.len() {
            puzzle.add_clause(&[!slow[time][person], slow[time][person - 1]]);
        }
    }
    let costs = slow.iter().flat_map(|slow| {
        slow.iter().enumerate().map(|(at, &lit)| (MINUTES[at] - if at > 0 { MINUTES[at - 1] } else { 0 }, lit))
    });
    let within = Sum::new(&costs.collect::<Vec<_>>()).at_most(&mut puzzle, minutes);
    puzzle.add_clause(&[within]);
    (puzzle, over)
}

pub(crate) fn main() -> io::Result<()> {
    let shortest = (1..).find(|&minutes| gemsat::solve(&encode(minutes).0.formula) != Verdict::Unsat);
    let minutes = shortest.expect("some time is enough");
    let (puzzle, over) = encode(minutes);
    let Verdict::Sat(model) = gemsat::solve(&puzzle.formula) else { panic!("there is a way") };
    for there in &over {
        let side = |wanted: bool| -> Vec<i64> {
            (0..4).filter(|&person| model[there[person]] == wanted).map(|person| MINUTES[person]).collect()
        };
        println!("{:?} | {:?}", side(false), side(true));
    }
    println!("{minutes} minutes");
    assert_eq!(minutes, 17);
    let mut text = Vec::new();
    puzzle.write_dimacs(&mut text)?;
    assert!(String::from_utf8_lossy(&text).starts_with("c varname 1 over_1_0\n"));
    Ok(())
}
