//! A roster of nurses: what must hold as clauses, what is wished as costs.
//!
//! cargo run --example roster

use gemsat::{AtMost, AtMostOne, Limits, Lit, Solver, Stop, minimize};

const NURSES: usize = 12;
const DAYS: usize = 14;
/// Early, late and night, and how many nurses each needs.
const NEEDED: [usize; 3] = [3, 2, 2];

pub(crate) fn main() -> Result<(), Stop> {
    let mut solver = Solver::new();
    // works[nurse][day][shift]: "does this nurse have this shift on this day?"
    let works: Vec<Vec<[Lit; 3]>> = (0..NURSES).map(|_| (0..DAYS).map(|_| solver.new_lits()).collect()).collect();
    for day in 0..DAYS {
        for (shift, &needed) in NEEDED.iter().enumerate() {
            let staff: Vec<Lit> = works.iter().map(|nurse| nurse[day][shift]).collect();
            AtMost::Auto.exactly(&mut solver, &staff, needed);
        }
    }
    for nurse in &works {
        nurse.iter().for_each(|day| AtMostOne::Auto.encode(&mut solver, day));
        for pair in nurse.windows(2) {
            // After a night no early and no late shift, after a late one no early one.
            for (before, after) in [(2, 0), (2, 1), (1, 0)] {
                solver.add_clause([!pair[0][before], !pair[1][after]]);
            }
        }
        AtMost::Auto.at_most(&mut solver, &nurse.concat(), 9);
        let nights: Vec<Lit> = nurse.iter().map(|day| day[2]).collect();
        AtMost::Auto.at_most(&mut solver, &nights, 3);
    }

    // A wish is a literal with its weight: here days off, of which some weigh more.
    let off = |nurse: usize, day: usize, solver: &mut Solver| {
        let [free] = solver.new_lits();
        works[nurse][day].iter().for_each(|&shift| solver.add_clause([!free, !shift]));
        (if day % 7 >= 5 { 3 } else { 1 }, free)
    };
    let wishes: Vec<(u64, Lit)> =
        (0..NURSES * 6).map(|wish| off(wish % NURSES, wish * 5 % DAYS, &mut solver)).collect();
    let best = minimize(&mut solver, &wishes, &Limits::none())?.expect("there is a roster");
    for (nurse, days) in works.iter().enumerate() {
        let letter = |day: &[Lit; 3]| best.model.first_true(day).map_or('-', |shift| ['E', 'L', 'N'][shift]);
        println!("{nurse:2} {}", days.iter().map(letter).collect::<String>());
    }
    println!("broken wishes weigh {}", best.cost);
    for day in 0..DAYS {
        let staff = |shift: usize| works.iter().filter(|nurse| best.model[nurse[day][shift]]).count();
        assert_eq!([0, 1, 2].map(staff), NEEDED);
    }
    Ok(())
}
