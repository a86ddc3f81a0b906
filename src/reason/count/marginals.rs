//! In what share of the models each variable is true.
//!
//! **What it does.** Counts with the formula's [`Circuit`] in memory, and goes once over its nodes from the root down.
//! The share of the models that pass a node is the sum, over the nodes above it, of their share times the share of the
//! branch. A variable is true in the models that pass a product with its positive literal, and in half of the models
//! that meet neither of its literals.
//!
//! **Soundness and proof.** Shares are floating-point numbers with an error below a millionth. Shown variables keep
//! their values in simplification, so that each has its place in the circuit.
//!
//! **Schedule and cost.** One count and one pass over its nodes, instead of one count for each variable.
//!
//! **References.** Darwiche, JACM'03 (all marginals by one differentiation of a circuit).

use super::circuit::{Circuit, Node};
use super::simplify::Keep;
use crate::cnf::{Formula, Var};
use crate::limits::{Limits, Stop};
use num_bigint::BigInt;

/// How many models a formula has, and in what share of them each variable is true.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Marginals {
    /// How many models there are, as far as the shown variables distinguish them.
    pub count: BigInt,
    /// For each shown variable, in the order asked for: the share of these models in which it is true, from 0 to 1.
    pub shares: Vec<f64>,
}

/// Counts the models as far as the variables of `show` distinguish them, and the share of them in which each of these
/// is true, with so many bytes for the nodes of the count and as many for its cache. `None` when there is no model.
///
/// ```
/// use gemsat::cnf::{Formula, Var};
/// use gemsat::limits::Limits;
/// use gemsat::reason::count::marginals;
///
/// let formula = Formula::from_dimacs_lists(&[&[1, 2], &[-1, 3]]);
/// let vars: Vec<Var> = (0..3).map(Var::new).collect();
/// let marginals = marginals(&formula, &vars, 1 << 20, &Limits::none())?.expect("there are models");
/// assert_eq!(marginals.count.to_string(), "4");
/// assert_eq!(marginals.shares, [0.5, 0.75, 0.75]);
/// # Ok::<(), gemsat::limits::Stop>(())
/// ```
///
/// # Errors
/// The limit that ran out; [`Stop::Memory`] when the nodes take more bytes.
pub fn marginals(formula: &Formula, show: &[Var], bytes: usize, limits: &Limits) -> Result<Option<Marginals>, Stop> {
    let Some(circuit) = Circuit::new(formula, show, Keep::Shown, bytes, limits)? else { return Ok(None) };
    let most = show.iter().map(|var| var.index() + 1).max().unwrap_or(0).max(formula.num_vars());
    // By literal: the share of the models that meet it on their way down.
    let mut met = vec![0.0; 2 * most];
    circuit.fixed.iter().for_each(|lit| met[lit.index()] = 1.0);
    let mut passing = vec![0.0; circuit.nodes.len()];
    passing[circuit.root as usize] = 1.0;
    for node in (0..circuit.nodes.len() as u32).rev() {
        let share: f64 = passing[node as usize];
        if share == 0.0 {
            continue;
        }
        match circuit.nodes[node as usize] {
            Node::Product { lits, parts } => {
                circuit.lits(lits).for_each(|lit| met[lit.index()] += share);
                circuit.parts(parts).iter().for_each(|&part| passing[part as usize] += share);
            }
            Node::Choice { first, second } => {
                for branch in [first, second] {
                    passing[branch as usize] += share * circuit.share_of_branch(branch, node);
                }
            }
        }
    }
    let share = |var: &Var| {
        let (positive, negative) = (met[var.pos().index()], met[var.neg().index()]);
        // A tiny rest that rounding leaves is not a share.
        let neither = (1.0 - positive - negative).max(0.0);
        (positive + neither / 2.0).clamp(0.0, 1.0)
    };
    Ok(Some(Marginals { shares: show.iter().map(share).collect(), count: circuit.count }))
}
