//! Random models, each as likely as every other.
//!
//! **What it does.** Walks down the formula's [`Circuit`] from the root, taking each of two branches with a probability
//! in proportion to its models. Variables that the walk does not meet take either value. The solver completes the
//! model: with variables that are not shown, and with those that simplification removed.
//!
//! **Soundness and proof.** The relative error of a model's probability is below a millionth. Every model is checked
//! against the formula.
//!
//! **Schedule and cost.** One count, which keeps its nodes; then a walk and a call of the solver for each model.
//!
//! **References.** Sharma, Gupta, Roy, Meel, LPAR'18 (KUS).

use super::circuit::{Circuit, Node};
use super::simplify::Keep;
use crate::cnf::model::first_falsified;
use crate::cnf::{Assignment, Formula, Lit, Var};
use crate::limits::{Limits, Stop};
use crate::reason::{Incremental, Oracle, Reply};
use crate::util::rng::Rng;
use num_bigint::BigInt;

/// Draws random models.
///
/// ```
/// use gemsat::cnf::{Formula, Var};
/// use gemsat::limits::Limits;
/// use gemsat::reason::count::{Drawn, Sampler};
///
/// let formula = Formula::from_dimacs_lists(&[&[1, 2], &[-1, 3]]);
/// let vars: Vec<Var> = (0..3).map(Var::new).collect();
/// let mut sampler = Sampler::new(&formula, &vars, 1 << 20, 0, &Limits::none())?.expect("there are models");
/// assert_eq!(sampler.count().to_string(), "4");
/// assert!(matches!(sampler.draw(&Limits::none()), Drawn::Model(_)));
/// # Ok::<(), gemsat::limits::Stop>(())
/// ```
#[derive(Debug)]
pub struct Sampler<'s> {
    formula: &'s Formula,
    oracle: Incremental,
    rng: Rng,
    circuit: Circuit,
}

/// The result of drawing a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Drawn {
    /// A model.
    Model(Assignment),
    /// A limit ran out.
    Stopped(Stop),
    /// The literals drawn have no model, or the model leaves a clause false: an error of the search.
    Wrong,
}

impl<'s> Sampler<'s> {
    /// Counts the models as far as the shown variables distinguish them, with so many bytes for the nodes and as many
    /// for the cache. `None` when there is no model.
    ///
    /// # Errors
    /// The limit that ran out; [`Stop::Memory`] when the nodes take more bytes.
    pub fn new(
        formula: &'s Formula,
        show: &[Var],
        bytes: usize,
        seed: u64,
        limits: &Limits,
    ) -> Result<Option<Sampler<'s>>, Stop> {
        let circuit = Circuit::new(formula, show, Keep::Count, bytes, limits)?;
        let (oracle, rng) = (Incremental::new(formula), Rng::new(seed));
        Ok(circuit.map(|circuit| Sampler { formula, oracle, rng, circuit }))
    }

    /// How many models there are.
    pub fn count(&self) -> &BigInt {
        &self.circuit.count
    }

    /// Draws a model; the same one may come again.
    pub fn draw(&mut self, limits: &Limits) -> Drawn {
        let num_vars = self.formula.num_vars();
        let (drawn, beyond): (Vec<Lit>, Vec<Lit>) =
            self.walk().into_iter().partition(|lit| lit.var().index() < num_vars);
        let mut model = match self.oracle.solve_under(&drawn, limits) {
            Reply::Sat(model) if first_falsified(&model, self.formula).is_none() => model,
            Reply::Unknown(stop) => return Drawn::Stopped(stop),
            _ => return Drawn::Wrong,
        };
        if let Some(last) = beyond.iter().map(|lit| lit.var()).max() {
            model.resize(model.len().max(last.index() + 1));
        }
        beyond.iter().for_each(|&lit| model.set(lit.var(), lit.is_positive()));
        Drawn::Model(model)
    }

    /// Draws the literals of all shown variables that simplification has left.
    fn walk(&mut self) -> Vec<Lit> {
        let circuit = &self.circuit;
        let mut drawn = Vec::with_capacity(circuit.free.len());
        let mut open = vec![circuit.root];
        while let Some(node) = open.pop() {
            match circuit.nodes[node as usize] {
                Node::Product { lits, parts } => {
                    drawn.extend(circuit.lits(lits));
                    open.extend_from_slice(circuit.parts(parts));
                }
                Node::Choice { first, second } => {
                    let takes_first = self.rng.unit() < circuit.share_of_branch(first, node);
                    open.push(if takes_first { first } else { second });
                }
            }
        }
        let met: std::collections::HashSet<Var> = drawn.iter().map(|lit| lit.var()).collect();
        for &var in circuit.free.iter().filter(|var| !met.contains(var)) {
            drawn.push(var.lit(self.rng.coin()));
        }
        drawn
    }
}
