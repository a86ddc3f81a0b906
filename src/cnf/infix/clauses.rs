//! Turning formulas into clauses: asserted parts become clauses directly where possible, all others get a variable by a
//! definition.

use super::tree::{Made, Tree};
use super::{Formulas, Kind, Part};
use crate::cnf::error::Trouble;
use crate::cnf::formula::Formula;
use crate::cnf::lit::Lit;

/// What a node is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    /// The node must be true, or false if `negated`.
    Asserted { negative: bool },
    /// A variable stands for it.
    Defined,
}

impl Formulas {
    /// Writes all formulas as clauses into `formula`, whose variables are the names; returns the line of each clause,
    /// and the trees of the formulas, if they are kept.
    pub(in crate::cnf) fn write(&mut self, formula: &mut Formula) -> Result<(Vec<u64>, Vec<Tree>), Trouble> {
        let (mut lines, mut made, mut spans) = (Vec::new(), Vec::new(), Vec::new());
        let mut first = 0;
        for &(root, end, line) in &self.roots {
            let before = formula.num_clauses();
            self.write_one(root, first..end, formula, &mut made)?;
            lines.try_reserve(formula.num_clauses() - lines.len())?;
            lines.resize(formula.num_clauses(), line);
            if self.sketch.is_some() {
                spans.try_reserve(1)?;
                spans.push(before..formula.num_clauses());
            }
            first = end;
        }
        let trees = self.sketch.take().map_or(Vec::new(), |sketch| sketch.trees(&made, &spans));
        Ok((lines, trees))
    }

    /// Writes one formula, whose nodes these are. A node comes after its parts, and is a part of at most one other
    /// node. If trees are kept, `made` learns what has become of each.
    fn write_one(
        &self,
        root: Part,
        nodes: std::ops::Range<usize>,
        formula: &mut Formula,
        made: &mut Vec<Made>,
    ) -> Result<(), Trouble> {
        let first = nodes.start;
        let mut roles = filled(Role::Defined, nodes.len())?;
        match root {
            Part::Lit(lit) => return add(formula, [lit]),
            Part::Node { index, negative } => roles[index - first] = Role::Asserted { negative },
        }
        for index in nodes.clone().rev() {
            // A conjunction asserts its parts only if it is asserted itself.
            if self.nodes[index].kind == Kind::And && roles[index - first] == (Role::Asserted { negative: false }) {
                for &part in self.parts(index) {
                    if let Part::Node { index, negative } = part {
                        roles[index - first] = Role::Asserted { negative };
                    }
                }
            }
        }
        let mut lits = filled(Lit::from_code(0), nodes.len())?;
        for index in nodes {
            let before = formula.num_clauses();
            let lit = |part: Part| match part {
                Part::Lit(lit) => lit,
                Part::Node { index, negative } => Lit::from_code(lits[index - first].code() ^ u32::from(negative)),
            };
            let parts = self.parts(index).iter().copied();
            let is_asserted =
                |part: Part| matches!(part, Part::Node { index, .. } if roles[index - first] != Role::Defined);
            match (self.nodes[index].kind, roles[index - first]) {
                (Kind::And, Role::Asserted { negative: false }) => {
                    for part in parts.filter(|&part| !is_asserted(part)) {
                        add(formula, [lit(part)])?;
                    }
                }
                (Kind::And, Role::Asserted { negative: true }) => add(formula, parts.map(|part| !lit(part)))?,
                (Kind::Xor, Role::Asserted { negative }) => {
                    let sides: Vec<Lit> = parts.map(lit).collect();
                    let left = if negative { !sides[0] } else { sides[0] };
                    add(formula, [left, sides[1]])?;
                    add(formula, [!left, !sides[1]])?;
                }
                (kind, Role::Defined) => {
                    let own = formula.new_var().pos();
                    define(formula, own, kind, parts.map(lit))?;
                    lits[index - first] = own;
                }
            }
            if self.sketch.is_some() {
                let defined = roles[index - first] == Role::Defined;
                made.try_reserve(1)?;
                made.push((defined.then_some(lits[index - first]), before..formula.num_clauses()));
            }
        }
        Ok(())
    }

    fn parts(&self, index: usize) -> &[Part] {
        let node = self.nodes[index];
        &self.parts[node.first..node.end]
    }
}

/// Tseitin's definition of a variable: it is true exactly when the node is.
fn define(
    formula: &mut Formula,
    own: Lit,
    kind: Kind,
    parts: impl Iterator<Item = Lit> + Clone,
) -> Result<(), Trouble> {
    match kind {
        Kind::And => {
            for part in parts.clone() {
                add(formula, [!own, part])?;
            }
            add(formula, [own].into_iter().chain(parts.map(|part| !part)))
        }
        Kind::Xor => {
            let sides: Vec<Lit> = parts.collect();
            let (left, right) = (sides[0], sides[1]);
            add(formula, [!own, left, right])?;
            add(formula, [!own, !left, !right])?;
            add(formula, [own, !left, right])?;
            add(formula, [own, left, !right])
        }
    }
}

fn add(formula: &mut Formula, clause: impl IntoIterator<Item = Lit>) -> Result<(), Trouble> {
    for lit in clause {
        formula.try_push(lit)?;
    }
    Ok(formula.try_close()?)
}

fn filled<T: Clone>(value: T, count: usize) -> Result<Vec<T>, Trouble> {
    let mut all = Vec::new();
    all.try_reserve_exact(count)?;
    all.resize(count, value);
    Ok(all)
}
