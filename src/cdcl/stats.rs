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
        eliminations / Counter("conflicts"), "runs of elimination";
        eliminate_ticks / Percent("ticks"), "memory accesses of elimination";
        eliminate_tried / Counter("eliminations"), "variables that elimination tried";
        eliminated / Percent("eliminate_tried"), "variables eliminated";
        eliminate_resolutions / Counter("eliminate_tried"), "resolutions tried";
        eliminate_resolvents / Counter("eliminated"), "resolvents added";
        gates_equivalence / Percent("eliminated"), "eliminated variables that equal a literal";
        gates_and / Percent("eliminated"), "eliminated variables that are AND gates";
        gates_choice / Percent("eliminated"), "eliminated variables that are if-then-else gates";
        gates_parity / Percent("eliminated"), "eliminated variables that are parity gates";
        subsume_ticks / Percent("ticks"), "memory accesses of subsumption";
        subsume_checks / Counter("eliminations"), "clauses that subsumption looked at";
        subsumed / Percent("subsume_checks"), "clauses found to contain others and removed";
        subsume_strengthened / Percent("subsume_checks"), "literals removed because resolving removes them";
        deduplicated / Counter("rounds"), "copies of binary clauses removed";
        deduplicate_units / Counter("rounds"), "units of pairs of binary clauses";
        decompositions / Counter("rounds"), "walks over the binary clauses for equal literals";
        decompose_ticks / Percent("ticks"), "memory accesses of replacing equal literals";
        substituted / Counter("decompositions"), "variables replaced by an equal literal";
        probe_ticks / Percent("ticks"), "memory accesses of probing";
        probes / Counter("rounds"), "literals probed";
        probe_failed / Percent("probes"), "literals that failed";
        hyper_binaries / Counter("probes"), "hyper binary resolvents";
        transitive_ticks / Percent("ticks"), "memory accesses of transitive reduction";
        transitive_removed / Counter("rounds"), "binary clauses that others imply, removed";
        backbone_ticks / Percent("ticks"), "memory accesses of the binary backbone";
        backbone_probes / Counter("rounds"), "literals that the binary backbone tried";
        backbone_units / Percent("backbone_probes"), "literals that the binary backbone refuted";
        walks / Counter("rephasings"), "walks of local search";
        walks_improved / Percent("walks"), "walks that found better phases";
        walk_flips / Counter("walks"), "flips of local search";
        walk_ticks / Percent("ticks"), "clauses that local search visited";
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
