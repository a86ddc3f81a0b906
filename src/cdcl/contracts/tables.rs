//! Every table has a row for each variable or for each literal.

use super::{Broken, ensure};
use crate::cdcl::Solver;

pub(super) fn check(solver: &Solver) -> Result<(), Broken> {
    let vars = solver.db.external.internal_vars();
    let phases = &solver.phases;
    let by_var = [
        ("levels and reasons", solver.trail.info.len()),
        ("marks", solver.marks.of_var.len()),
        ("statuses", solver.statuses.len()),
        ("queue", if solver.queue.in_use() { solver.queue.len() } else { vars }),
        ("scores", if solver.scores.in_use() { solver.scores.scores.len() } else { vars }),
        ("saved phases", phases.saved.len()),
        ("target phases", phases.target.len()),
        ("best phases", phases.best.len()),
        ("forced phases", phases.forced.len()),
        ("touched variables", solver.db.touched.len()),
        ("ids of units", if solver.db.chained() { solver.unit_ids.len() } else { vars }),
    ];
    for (table, rows) in by_var {
        ensure(rows == vars, || format!("{table}: {rows} rows for {vars} variables"))?;
    }
    let by_lit = [("values", solver.values.table.len()), ("watch lists", solver.db.watches.spans.len())];
    for (table, rows) in by_lit {
        ensure(rows == 2 * vars, || format!("{table}: {rows} rows for {vars} variables"))?;
    }
    let marked = solver.marks.of_var.iter().position(|&marks| marks != 0);
    ensure(marked.is_none(), || format!("variable {marked:?} is still marked"))
}

#[cfg(test)]
mod tests {
    use super::super::tests::broken_by;
    use super::check;

    #[test]
    fn a_short_table_is_found() {
        assert!(broken_by(check, |solver| solver.values.table.truncate(5)).starts_with("values"));
        assert!(broken_by(check, |solver| solver.phases.best.truncate(5)).starts_with("best phases"));
    }

    #[test]
    fn a_mark_that_was_left_is_found() {
        assert!(broken_by(check, |solver| solver.marks.of_var[3] = 1).contains("marked"));
    }
}
