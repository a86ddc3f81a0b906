//! All models, their number, and what they have in common.
//!
//! cargo run --example enumeration

use gemsat::reason::{Incremental, backbone::backbone, enumerate::enumerate};
use gemsat::{AtMost, Formula, Limits, Lit, Stop, Var};
use std::ops::ControlFlow;
use std::time::Duration;

pub(crate) fn main() -> Result<(), Stop> {
    // A committee of two or three out of five people; person 0 sits in it only with person 1, and 4 always does.
    let mut formula = Formula::new();
    let people: Vec<Lit> = (0..5).map(|_| formula.new_var().pos()).collect();
    AtMost::Auto.at_least(&mut formula, &people, 2);
    AtMost::Auto.at_most(&mut formula, &people, 3);
    formula.add_clause([!people[0], people[1]]);
    formula.add_clause([people[4]]);

    // Encodings of counts add variables of their own. Models are told apart by the people alone.
    let vars: Vec<Var> = people.iter().map(|lit| lit.var()).collect();
    let limits = Limits::none().with_wall_time(Duration::from_secs(10));
    let mut committees = Vec::new();
    let seen = enumerate(&mut Incremental::new(&formula), &vars, &limits, |model| {
        committees.push((0..5).filter(|&person| model.is_true(people[person])).collect::<Vec<_>>());
        ControlFlow::Continue(())
    });
    // A limit that ran out is an error here, and never looks like "no more models".
    assert!(seen.all()?);
    committees.sort();
    for committee in &committees {
        println!("{committee:?}");
    }
    assert_eq!(
        committees,
        [vec![0, 1, 4], vec![1, 2, 4], vec![1, 3, 4], vec![1, 4], vec![2, 3, 4], vec![2, 4], vec![3, 4]]
    );

    // The backbone: literals that are true in every model. For millions of models, count with `gemsat::reason::count`.
    let certain = backbone(&mut Incremental::new(&formula), &formula, &vars, &limits)?.expect("there are models");
    println!("{} person sits in every committee", certain.len());
    assert_eq!(certain, [people[4]]);
    Ok(())
}
