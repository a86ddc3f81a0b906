//! The decision orders: once decisions are made, every variable that can be decided is in the queue, and in stable mode
//! in the heap.
//!
//! The kernel of the heap (`order/heap.rs`) reads its three tables without bounds checks.

use super::{Broken, ensure};
use crate::cdcl::Solver;
use crate::cnf::Var;

pub(super) fn check(solver: &Solver) -> Result<(), Broken> {
    if solver.queue.in_use() {
        queue_is_in_order(solver)?;
    }
    heap_is_in_order(solver)?;
    let used = solver.schedule.stable && solver.scores.in_use();
    for var in (0..solver.trail.info.len()).map(Var::new) {
        let open = solver.values.value(var.pos()) == 0 && !solver.statuses.is_inactive(var);
        let missing = used && open && solver.scores.place(var).is_none();
        ensure(!missing, || format!("{var:?} can be decided but is not in the heap"))?;
    }
    Ok(())
}

/// The queue holds every variable that is not inactive, by ascending stamp; in focused mode all variables behind the
/// search pointer are assigned.
fn queue_is_in_order(solver: &Solver) -> Result<(), Broken> {
    let (queue, vars) = (&solver.queue, solver.trail.info.len());
    let active = vars - solver.statuses.inactive();
    let (mut next, mut later, mut members, mut passed) = (queue.last(), None, 0, false);
    while let Some(var) = next {
        members += 1;
        ensure(members <= active, || format!("more than the {active} active variables are in the queue"))?;
        ensure(!solver.statuses.is_inactive(var), || format!("{var:?} is inactive and in the queue"))?;
        let linked = queue.next(var) == later;
        ensure(linked, || format!("after {var:?} comes {:?}, not {later:?}", queue.next(var)))?;
        let ordered = later.is_none_or(|later| queue.stamp(var) < queue.stamp(later));
        ensure(ordered, || format!("{var:?} was bumped after {later:?}"))?;
        passed |= queue.search() == Some(var);
        let found = passed || solver.schedule.stable || solver.values.value(var.pos()) != 0;
        ensure(found, || format!("the unassigned {var:?} comes after the search pointer"))?;
        (later, next) = (next, queue.previous(var));
    }
    ensure(members == active, || format!("{members} of {active} active variables are in the queue"))
}

fn heap_is_in_order(solver: &Solver) -> Result<(), Broken> {
    let scores = &solver.scores;
    let mut members = 0;
    for (place, &index) in scores.heap.iter().enumerate() {
        ensure((index as usize) < scores.scores.len(), || {
            format!("variable {index} of {} is in the heap", scores.scores.len())
        })?;
        let var = Var::new(index as usize);
        ensure(scores.place(var) == Some(place), || format!("{var:?} is at {place}, not {:?}", scores.place(var)))?;
        let parent = Var::new(scores.heap[place.saturating_sub(1) / 2] as usize);
        ensure(scores.score(parent) >= scores.score(var), || format!("{var:?} is below {parent:?}, of a lower score"))?;
        members += 1;
    }
    let placed =
        (0..scores.scores.len() as u32).filter(|&index| scores.place(Var::new(index as usize)).is_some()).count();
    ensure(members == placed, || format!("{placed} variables have a place in a heap of {members}"))
}

#[cfg(test)]
mod tests {
    use super::super::tests::broken_by;
    use super::check;

    #[test]
    fn an_active_variable_that_left_the_queue_is_found() {
        let broken = broken_by(check, |solver| {
            let var = solver.queue.last().expect("a variable");
            solver.queue.remove(var);
        });
        assert!(broken.contains("in the queue"), "{broken}");
    }

    #[test]
    fn an_unassigned_variable_after_the_search_pointer_is_found() {
        let broken = broken_by(check, |solver| {
            solver.schedule.stable = false;
            let mut next = solver.queue.last();
            let mut unassigned = Vec::new();
            while let Some(var) = next {
                unassigned.extend((solver.values.value(var.pos()) == 0).then_some(var));
                next = solver.queue.previous(var);
            }
            solver.queue.set_search(unassigned[1]);
        });
        assert!(broken.contains("search pointer"), "{broken}");
    }

    #[test]
    fn a_heap_out_of_order_is_found() {
        let broken = broken_by(check, |solver| {
            let last = *solver.scores.heap.last().expect("a variable") as usize;
            solver.scores.scores[last] = f64::MAX;
        });
        assert!(broken.contains("lower score"), "{broken}");
    }
}
