//! Bounded model checking: does a machine reach a bad state within so many steps? One solver unrolls it step by step.
//!
//! cargo run --example model_checking

use gemsat::encode::gates::Gates;
use gemsat::{Lit, Solver, Verdict};

const BITS: usize = 8;
/// A state of the machine: a counter, the lowest bit first, and whether its alarm rang.
type State = (Vec<Lit>, Lit);

/// The state after a step. The counter goes up by one, or by three while the button is pressed; the alarm rings when
/// the counter is at 200 with the button pressed.
fn step(solver: &mut Solver, gates: &mut Gates, (counter, alarm): &State) -> State {
    let [button] = solver.new_lits();
    // Add 1, and 2 more with the button: two bits are added, and the carry goes on.
    let mut carry = gates.constant(solver, true);
    let mut next = Vec::new();
    for (place, &bit) in counter.iter().enumerate() {
        let added = if place == 1 { button } else { gates.constant(solver, false) };
        next.push(gates.xor(solver, &[bit, carry, added]));
        let pairs = [[bit, carry], [bit, added], [carry, added]].map(|pair| gates.and(solver, &pair));
        carry = gates.or(solver, &pairs);
    }
    let at: Vec<Lit> =
        counter.iter().enumerate().map(|(place, &bit)| if 200 >> place & 1 == 1 { bit } else { !bit }).collect();
    let at = gates.and(solver, &at);
    let rings = gates.and(solver, &[at, button]);
    (next, gates.or(solver, &[*alarm, rings]))
}

pub(crate) fn main() {
    let mut solver = Solver::new();
    let mut gates = Gates::new();
    let zero = gates.constant(&mut solver, false);
    let mut state: State = (vec![zero; BITS], zero);
    // The shortest way to the alarm: 66 steps of three and two of one lead to 200, and one more step rings.
    let mut steps = 0;
    loop {
        // The question holds for one call; what was learned about the steps stays.
        if let Verdict::Sat(_) = solver.solve_with([state.1]) {
            break;
        }
        state = step(&mut solver, &mut gates, &state);
        steps += 1;
    }
    println!("the alarm rings after {steps} steps, and not earlier");
    assert_eq!(steps, 69);
}
