//! The options table of the CDCL engine: each option is declared once, with its default, its range and its help.

use crate::util::table::options;

options! {
    /// The options of the CDCL engine.
    pub struct Options {
        seed: u64 = 0, "seed of the random choices";
        phase: bool = true, "value that variables are tried with first";
        stable: u64 = 1, in 0..=2, "0: focused mode only, 1: focused and stable mode in turn, 2: stable mode only";
        mode_conflicts: u64 = 1_000, in 1..=1_000_000_000, "conflicts of the first focused phase";
        restart: bool = true, "restart the search now and then";
        restart_interval: u64 = 1, in 1..=1_000_000, "least conflicts between restarts in focused mode";
        restart_margin: u64 = 10, in 0..=100, "percent by which recent glue must exceed the average for a restart in focused mode";
        reluctant_period: u64 = 1_024, in 2..=1_000_000_000, "conflicts of the Luby unit that times restarts in stable mode (Knuth's reluctant doubling)";
        reluctant_limit: u64 = 1 << 20, in 2..=1_000_000_000_000, "longest restart interval in stable mode, in conflicts";
        restart_reuse_trail: bool = true, "keep the decisions that would be made again";
        reduce: bool = true, "forget redundant clauses now and then";
        reduce_interval: u64 = 1_000, in 2..=1_000_000_000, "conflicts between reductions, times the root of their number";
        reduce_high: u64 = 90, in 0..=100, "largest percentage of the candidates that a reduction forgets";
        reduce_low: u64 = 50, in 0..=100, "percentage of the candidates that the first reduction forgets";
        tier1: u64 = 2, in 1..=1_000, "glue up to which clauses are kept while they are used now and then, until usage tells better";
        tier2: u64 = 6, in 1..=1_000, "glue up to which clauses are kept while they are used often, until usage tells better";
        minimize: bool = true, "remove literals of learned clauses that follow from others";
        minimize_depth: u64 = 1_000, in 1..=2_000, "how deep minimisation looks";
        shrink: u64 = 3, in 0..=3, "replace the literals of a level by one: 0 never, 1 within binary clauses, 2 with literals of the clause, 3 with minimisation";
        eager: u64 = 0, in 0..=1_000, "learned clauses that each new one is compared with, to remove those that contain it";
        bump_reasons: bool = true, "bump the other literals in reasons of learned literals too";
        bump_reasons_rate: u64 = 10, in 1..=1_000, "decisions per conflict above which reason literals are not bumped";
        decay: f64 = 0.95, in 0.5..=0.999, "what remains of the earlier scores at each conflict in stable mode";
        chrono: bool = true, "go back one level only where a backjump would undo many";
        chrono_levels: u64 = 100, in 0..=1_000_000_000, "levels a backjump must undo to be chronological";
        target: u64 = 1, in 0..=2, "decide by the largest conflict-free assignment: 0 never, 1 in stable mode, 2 always";
        rephase: bool = true, "reset the saved phases now and then";
        rephase_interval: u64 = 1_000, in 1..=1_000_000_000, "conflicts between rephasings, times n log(n)^3";
        burst_interval: u64 = 500, in 0..=1_000_000_000, "conflicts between bursts of random decisions in focused mode, times log(n); 0: none";
        burst_length: u64 = 10, in 1..=1_000_000, "conflicts of a burst, times log(n)";
        lucky: bool = true, "try simple assignments first";
        opening_clauses: u64 = 2_000, in 0..=1_000_000_000, "clauses of the largest formula that the search opens as MiniSat does";
        opening_conflicts: u64 = 1_000, in 0..=1_000_000_000, "conflicts of that opening";
        probe_first: u64 = 300, in 0..=1_000_000_000, "conflicts before the first round of improving";
        probe_interval: u64 = 2_500, in 2..=1_000_000_000, "conflicts between rounds of improving, times n log(n)";
        improve: bool = true, "improve the clauses between stretches of search, by what the options below allow";
        vivify: bool = true, "shorten clauses by assuming their negation";
        vivify_effort: u64 = 100, in 0..=100_000, "effort of vivification, per mille of the search";
        congruence: bool = true, "merge the outputs of gates that have equal inputs";
        congruence_effort: u64 = 100, in 0..=100_000, "effort of congruence closure, per mille of the search";
        congruence_xor: u64 = 4, in 0..=4, "inputs of the largest parity gates that congruence closure looks for";
        eliminate: bool = true, "eliminate variables by resolution";
        eliminate_interval: u64 = 10_000, in 1..=1_000_000_000, "conflicts between eliminations, times n log(n)^2";
        eliminate_effort: u64 = 100, in 0..=1_000_000, "effort of elimination, per mille of the search";
        eliminate_rounds: u64 = 2, in 1..=100, "rounds of subsumption and elimination at a time";
        eliminate_occurrences: u64 = 2_000, in 0..=1_000_000_000, "clauses of a variable up to which it is tried";
        eliminate_clause: u64 = 100, in 2..=1_000_000, "literals of the longest clause that takes part in elimination";
        eliminate_bound: u64 = 16, in 0..=1_000_000, "clauses more than before that an elimination may leave, in the end";
        eliminate_gates: bool = true, "look for definitions of the variables to be eliminated";
        eliminate_definitions: bool = false, "where there is no gate, ask the embedded solver whether the clauses define the variable";
        eliminate_definition_ticks: u64 = 100_000, in 0..=1_000_000_000, "memory accesses of such a question";
        eliminate_parity: u64 = 5, in 2..=12, "variables of the largest parity gate that is looked for";
        fast_first: u64 = 100, in 0..=1_000_000_000, "conflicts before fast elimination, of variables of few clauses";
        fast_costly: u64 = 5_000, in 0..=1_000_000_000_000, "ticks per conflict that call for it";
        subsume: bool = true, "remove clauses that contain others, before elimination";
        subsume_effort: u64 = 100, in 0..=1_000_000, "effort of subsumption, per mille of the search";
        subsume_clause: u64 = 1_000, in 2..=1_000_000, "literals of the longest clause that takes part in subsumption";
        subsume_occurrences: u64 = 1_000, in 0..=1_000_000_000, "clauses of a list that subsumption looks at";
        deduplicate: bool = true, "remove copies of binary clauses";
        decompose: bool = true, "replace literals that are equal by binary clauses";
        backbone: bool = true, "find literals that binary clauses alone refute";
        backbone_effort: u64 = 20, in 0..=100_000, "effort of the binary backbone, per mille of the search";
        probe: bool = true, "find literals that fail, and binary clauses, by deciding roots of the binary clauses";
        probe_effort: u64 = 8, in 0..=100_000, "effort of probing, per mille of the search";
        ternary: bool = false, "resolve clauses of three literals with each other";
        ternary_effort: u64 = 8, in 0..=100_000, "effort of ternary resolution, per mille of the search";
        transitive: bool = true, "remove binary clauses that others imply";
        transitive_effort: u64 = 20, in 0..=100_000, "effort of transitive reduction, per mille of the search";
        factor: bool = true, "add variables for what many clauses have in common";
        factor_effort: u64 = 50, in 0..=1_000_000, "effort of adding variables, per mille of the search";
        factor_initial: u64 = 20_000_000, in 0..=1_000_000_000_000, "least effort of the first time, in ticks";
        factor_clause: u64 = 5, in 2..=1_000, "literals of the longest clause that takes part in adding variables";
        walk: bool = true, "look for better phases by local search";
        walk_effort: u64 = 50, in 0..=1_000_000, "effort of local search, per mille of the search";
        walk_clauses: u64 = 500_000, in 0..=1_000_000_000, "clauses up to which local search is tried";
        sweep: bool = true, "find fixed and equal literals in the neighbourhood of each variable";
        sweep_effort: u64 = 100, in 0..=100_000, "effort of sweeping, per mille of the search";
        report_interval: u64 = 20_000, in 1..=1_000_000_000, "conflicts between lines of progress that no other event causes";
    }
}
