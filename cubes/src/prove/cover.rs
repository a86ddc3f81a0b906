//! The cover: from the refuted cubes up to the root.

use crate::directory::Directory;
use crate::local::Known;
use crate::record::{Outcome, ProofPlace, literals};
use crate::tree::{CubeName, NodeId};
use crate::{Trouble, local};
use gemsat::cnf::Lit;

/// A refuted cube.
#[derive(Clone, Debug)]
pub(super) struct Leaf {
    pub cube: CubeName,
    pub worker: String,
    pub core: Vec<Lit>,
    pub place: ProofPlace,
}

/// Where a clause comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// The refutation of a leaf, by its place among the leaves.
    Leaf(usize),
    /// An earlier step.
    Step(usize),
}

/// The clause of an inner node, from those of its children.
#[derive(Clone, Debug)]
pub(super) struct CoverStep {
    /// The literals that cannot all hold.
    pub core: Vec<Lit>,
    pub from: [Source; 2],
}

/// What closes the tree.
#[derive(Debug, Default)]
pub(super) struct Cover {
    /// The refutations that are needed.
    pub leaves: Vec<Leaf>,
    /// The steps, the last of which is the empty clause; none when a leaf's core is empty already.
    pub steps: Vec<CoverStep>,
}

impl Cover {
    /// The cover of a run.
    pub fn of(directory: &Directory) -> Result<Cover, Trouble> {
        let Known { tree, seen, model, .. } = local::known(directory)?;
        if model.is_some() {
            return Err(Trouble::Run("the formula has a model: there is nothing to prove".into()));
        }
        if !tree.is_closed() {
            return Err(Trouble::Run(format!("{} cubes are open: there is no proof yet", tree.open())));
        }
        if !directory.run.plan.proof {
            return Err(Trouble::Run("the run was begun with --trust-workers: it has no proof".into()));
        }
        let nodes: Vec<(NodeId, Option<Lit>, Option<[NodeId; 2]>)> = tree.nodes().collect();
        let mut results: Vec<Option<(Leaf, Source)>> = vec![None; nodes.len()];
        let mut all = Vec::new();
        let mut names: Vec<CubeName> = seen.names.into_iter().collect();
        names.sort_unstable();
        for name in names {
            let Some(node) = tree.find(&name) else { continue };
            let Some(record) = directory.read(&name) else { continue };
            let Outcome::Unsat { core, .. } = &record.outcome else { continue };
            let place = record.own_proof().cloned();
            let place = place.ok_or_else(|| Trouble::Run(format!("the result of cube {name} has no proof")))?;
            let core = literals(core, directory.formula.num_vars());
            let core = core.ok_or_else(|| Trouble::Run(format!("the core of cube {name} is none")))?;
            let leaf = Leaf { cube: name, worker: record.worker, core, place };
            results[node as usize] = Some((leaf.clone(), Source::Leaf(all.len())));
            all.push(leaf);
        }
        // Children come after their parents, so from the end every node finds those of its children.
        let mut steps: Vec<CoverStep> = Vec::new();
        let mut clauses: Vec<Option<(Vec<Lit>, Source)>> =
            results.into_iter().map(|result| result.map(|(leaf, source)| (leaf.core, source))).collect();
        for &(node, _, children) in nodes.iter().rev() {
            let Some([a, b]) = children else { continue };
            if clauses[node as usize].is_some() {
                continue;
            }
            let without = |child: NodeId| {
                let lit = nodes[child as usize].1?;
                clauses[child as usize].as_ref().filter(|(core, _)| !core.contains(&lit)).cloned()
            };
            let derived = without(a).or_else(|| without(b));
            let derived = derived.or_else(|| {
                let ((first, x), (second, y)) = (clauses[a as usize].as_ref()?, clauses[b as usize].as_ref()?);
                let decided = [nodes[a as usize].1?, nodes[b as usize].1?];
                let mut core: Vec<Lit> =
                    first.iter().chain(second).copied().filter(|lit| !decided.contains(lit)).collect();
                core.sort_unstable();
                core.dedup();
                steps.push(CoverStep { core: core.clone(), from: [*x, *y] });
                Some((core, Source::Step(steps.len() - 1)))
            });
            clauses[node as usize] = derived;
        }
        let Some((core, root)) = clauses[0].take() else {
            return Err(Trouble::Internal("the tree is closed but not covered".into()));
        };
        if !core.is_empty() {
            return Err(Trouble::Internal("the root's clause is not empty".into()));
        }
        Ok(trimmed(root, &all, &steps))
    }
}

/// Only the leaves and the steps that the root needs.
fn trimmed(root: Source, leaves: &[Leaf], steps: &[CoverStep]) -> Cover {
    let (mut leaf_used, mut step_used) = (vec![false; leaves.len()], vec![false; steps.len()]);
    let mut stack = vec![root];
    while let Some(source) = stack.pop() {
        match source {
            Source::Leaf(index) => leaf_used[index] = true,
            Source::Step(index) if !step_used[index] => {
                step_used[index] = true;
                stack.extend(steps[index].from);
            }
            Source::Step(_) => {}
        }
    }
    let places = |used: &[bool]| -> Vec<usize> {
        used.iter().scan(0, |count, &used| Some(std::mem::replace(count, *count + usize::from(used)))).collect()
    };
    let (leaf_places, step_places) = (places(&leaf_used), places(&step_used));
    let moved = |source: Source| match source {
        Source::Leaf(index) => Source::Leaf(leaf_places[index]),
        Source::Step(index) => Source::Step(step_places[index]),
    };
    let kept_steps = steps.iter().zip(&step_used).filter(|(_, used)| **used);
    Cover {
        leaves: leaves.iter().zip(&leaf_used).filter(|(_, used)| **used).map(|(leaf, _)| leaf.clone()).collect(),
        steps: kept_steps.map(|(step, _)| CoverStep { core: step.core.clone(), from: step.from.map(moved) }).collect(),
    }
}
