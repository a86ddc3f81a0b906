//! The counters table of the CDCL engine.

use crate::util::table::counters;

counters! {
    /// What the CDCL engine counts.
    pub struct Counters {
        conflicts / Second, "conflicts";
        decisions / Counter("conflicts"), "decisions";
        propagations / Second, "literals propagated";
        ticks / Counter("propagations"), "estimated memory accesses of the search";
        restarts / Counter("conflicts"), "restarts";
        reused / Percent("restarts"), "restarts that kept part of the trail";
        reductions / Counter("conflicts"), "reductions of the learned clauses";
        reduced / Counter("reductions"), "learned clauses forgotten by reductions";
        collections / Counter("reductions"), "garbage collections";
        collected, "bytes given back by garbage collections";
        rephasings / Counter("conflicts"), "rephasings";
        switches / Counter("conflicts"), "changes between focused and stable mode";
        stable_conflicts / Percent("conflicts"), "conflicts in stable mode";
        chronological / Percent("conflicts"), "backjumps made chronological";
        learned / Counter("conflicts"), "clauses learned";
        literals / Counter("learned"), "literals of learned clauses, after minimisation and shrinking";
        deduced / Counter("learned"), "literals of learned clauses before minimisation and shrinking";
        minimized / Percent("deduced"), "literals removed by minimisation";
        shrunken / Percent("deduced"), "literals removed by shrinking";
        bumped_reasons / Counter("conflicts"), "literals bumped for standing in the reason of a learned literal";
        promoted / Counter("conflicts"), "learned clauses whose glue became smaller in use";
        rounds / Counter("conflicts"), "rounds of improving";
        vivify_ticks / Percent("ticks"), "memory accesses of vivification";
        vivify_checks / Counter("rounds"), "clauses that vivification looked at";
        vivify_decisions / Counter("vivify_checks"), "literals that vivification decided";
        vivify_shortened / Percent("vivify_checks"), "clauses that vivification shortened";
        vivify_implied / Percent("vivify_checks"), "clauses that vivification found implied and removed";
        vivify_subsumed / Percent("vivify_checks"), "clauses that vivification found subsumed and removed";
        units, "variables fixed for ever";
        satisfied, "clauses removed because a literal of theirs is fixed to true";
        strengthened, "clauses that lost literals that are fixed to false";
        lucky, "formulas satisfied by a simple assignment";
        failed_assumptions, "assumptions that did not hold";
        restored, "clauses that returned to the formula after an elimination";
        solves, "calls of solve";
        memory_arena, "bytes of long clauses at the end";
        memory_watches, "bytes of watch lists at the end";
    }
}
