//! The options table of the CDCL engine: each option is declared once, with its default, its range and its help.

use crate::order::listed::Listed;
use crate::util::table::{OptionValue, options};

/// When the symmetries of the formula are broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symmetry {
    /// Never.
    Never,
    /// Before the search if a DSR proof is written. Without a proof, during the search once it has taken a while, if
    /// finding them costs little.
    Auto,
    /// Before the search.
    First,
}

impl OptionValue for Symmetry {
    type Range = ();

    fn any() {}

    fn parse(text: &str, range: &()) -> Option<Symmetry> {
        match text {
            "auto" => Some(Symmetry::Auto),
            _ => bool::parse(text, range).map(|first| if first { Symmetry::First } else { Symmetry::Never }),
        }
    }

    fn show(&self) -> String {
        match self {
            Symmetry::Never => "false",
            Symmetry::Auto => "auto",
            Symmetry::First => "true",
        }
        .into()
    }

    fn accepts(_: &()) -> String {
        "auto|true|false".into()
    }
}

options! {
    /// The options of the CDCL engine.
    pub struct CdclOptions {
        seed: u64 = 0, "seed of the random choices";
        phase: bool = true, "value that variables are tried with first";
        watches: bool = false, "tell an observer which literals watch each clause, of up to 2,000 long clauses, without inprocessing";
        decide_order: Listed = Listed::default(), "literals to be decided first, in this order; a variable that is removed or has a value is passed over";
        ratings: bool = false, "tell an observer what the decision order rates highest, before each decision";
        order: bool = false, "decide the variables in the order of their numbers, each with the value of `phase` first";
        stable: u64 = 1, in 0..=2, "0: focused mode only, 1: focused and stable mode in turn, 2: stable mode only";
        mode_conflicts: u64 = 1_000, in 1..=1_000_000_000, "conflicts of the first focused phase";
        restart: bool = true, "restart the search";
        restart_interval: u64 = 1, in 1..=1_000_000, "least conflicts between restarts in focused mode";
        restart_margin: u64 = 10, in 0..=100, "percent by which recent glue must exceed the average for a restart in focused mode";
        reluctant_period: u64 = 1_024, in 2..=1_000_000_000, "conflicts of the Luby unit that times restarts in stable mode (Knuth's reluctant doubling)";
        restart_reuse_trail: bool = true, "keep the decisions that would be made again";
        reduce: bool = true, "delete redundant clauses at intervals";
        reduce_interval: u64 = 1_000, in 2..=1_000_000_000, "conflicts between reductions, times the root of their number";
        reduce_high: u64 = 90, in 0..=100, "largest percentage of the candidates that a reduction deletes";
        tier1: u64 = 2, in 1..=1_000, "largest glue of tier 1, whose clauses a use protects for 31 reductions, until it is computed from usage";
        tier2: u64 = 6, in 1..=1_000, "largest glue of tier 2, whose clauses a use protects for two reductions, until it is computed from usage";
        minimize: bool = true, "remove literals of learned clauses that follow from others";
        shrink: u64 = 3, in 0..=3, "replace the literals of a level by one: 0 never, 1 within binary clauses, 2 with literals of the clause, 3 with minimisation";
        otfs: bool = true, "shorten antecedents during conflict analysis where resolution shows that they can do without a literal";
        bump_reasons: bool = true, "bump the other literals in reasons of learned literals too";
        decay: f64 = 0.95, in 0.5..=0.999, "factor of the earlier scores at each conflict in stable mode";
        chrono: bool = true, "go back one level only where a backjump would undo many";
        chrono_levels: u64 = 100, in 0..=1_000_000_000, "levels a backjump must undo to be chronological";
        target: u64 = 1, in 0..=2, "decide by the largest conflict-free assignment: 0 never, 1 in stable mode, 2 always";
        rephase: bool = true, "reset the saved phases at intervals";
        rephase_interval: u64 = 1_000, in 1..=1_000_000_000, "conflicts between rephasings, times n log(n)^3";
        burst_interval: u64 = 500, in 0..=1_000_000_000, "conflicts between bursts of random decisions in focused mode, times log(n); 0: none";
        reorder: bool = true, "put the variables of many short clauses first again at intervals";
        reorder_interval: u64 = 10_000, in 1..=1_000_000_000, "conflicts between reorderings, times n";
        lucky: bool = true, "try simple assignments first";
        symmetry: Symmetry = Symmetry::Auto, "break symmetries: true before the search, where proofs must be DSR; auto before it with a proof in DSR, never with other proofs, and otherwise in the search, if it takes long enough and the formula is small enough; where clauses may come later, in the first such call without assumptions and without a proof, and for this call alone";
        symmetry_ticks: u64 = 100_000_000, in 0..=1_000_000_000_000, "effort of finding symmetries before the search, in visits to neighbours";
        given_conflicts: u64 = 1_000, in 0..=1_000_000_000, "conflicts before symmetries and parity constraints are looked for in the search";
        gauss: bool = true, "add parity constraints to each other by Gauss-Jordan elimination in the search; with a proof, if the formula is given whole";
        keep_vars: u64 = 1_000, in 0..=4_000_000_000, "fewest variables not fixed for which a model stays assigned between calls, where the clauses fall into parts without a common variable";
        opening_clauses: u64 = 1_000, in 0..=1_000_000_000, "clauses of the largest formula that the search opens as MiniSat does; in later calls, twice as many that are not binary";
        opening_conflicts: u64 = 1_000, in 0..=1_000_000_000, "conflicts of the opening, a first phase in stable mode, of later calls; three times as many of a small formula's first call, five times of its later ones";
        inprocess: bool = true, "simplify the formula between stretches of search (inprocessing), by the techniques below";
        inprocess_first: u64 = 1_000, in 0..=1_000_000_000, "conflicts before the first inprocessing round; five times as many in a small formula";
        inprocess_interval: u64 = 2_500, in 2..=1_000_000_000, "conflicts between inprocessing rounds, times n log(n)";
        vivify: bool = true, "shorten clauses by assuming their negation";
        vivify_effort: u64 = 100, in 0..=100_000, "effort of vivification, per mille of the search";
        congruence: bool = true, "merge the outputs of gates that have equal inputs";
        congruence_effort: u64 = 100, in 0..=100_000, "effort of congruence closure, per mille of the search";
        eliminate: bool = true, "eliminate variables by resolution";
        eliminate_interval: u64 = 10_000, in 1..=1_000_000_000, "conflicts between eliminations, times n log(n)^2";
        eliminate_effort: u64 = 100, in 0..=1_000_000, "effort of elimination, per mille of the search";
        eliminate_clause: u64 = 100, in 2..=1_000_000, "literals of the longest clause that takes part in elimination";
        eliminate_bound: u64 = 16, in 0..=1_000_000, "largest number of clauses by which eliminating a variable may increase the formula";
        eliminate_gates: bool = true, "look for definitions of the variables to be eliminated";
        fast_first: u64 = 100, in 0..=1_000_000_000, "conflicts before fast elimination, of variables of few clauses";
        fast_costly: u64 = 10_000, in 0..=1_000_000_000_000, "ticks per conflict from which it runs, and the first phase goes on in stable mode";
        subsume: bool = true, "remove clauses that contain others, before elimination";
        subsume_effort: u64 = 100, in 0..=1_000_000, "effort of subsumption, per mille of the search";
        deduplicate: bool = true, "remove copies of binary clauses";
        decompose: bool = true, "replace literals that are equal by binary clauses";
        backbone: bool = true, "find failed literals of the binary clauses alone";
        backbone_effort: u64 = 20, in 0..=100_000, "effort of the binary backbone, per mille of the search";
        probe: bool = true, "find failed literals and binary clauses by deciding roots of the binary implication graph";
        probe_effort: u64 = 8, in 0..=100_000, "effort of probing, per mille of the search";
        transitive: bool = true, "remove binary clauses that others imply";
        transitive_effort: u64 = 20, in 0..=100_000, "effort of transitive reduction, per mille of the search";
        factor: bool = true, "add variables for what many clauses have in common";
        factor_first: u64 = 100, in 0..=1_000_000_000, "conflicts before variables are first added; in a small formula, in the first inprocessing round";
        factor_effort: u64 = 50, in 0..=1_000_000, "effort of adding variables, per mille of the search";
        compact: bool = true, "remove fixed and inactive variables from the tables of the search";
        compact_least: u64 = 5_000, in 1..=1_000_000_000, "fewest such variables for which this is done";
        compact_percent: u64 = 10, in 0..=100, "least percentage of all variables for which this is done";
        walk: bool = true, "look for better phases by local search";
        walk_effort: u64 = 50, in 0..=1_000_000, "effort of local search, per mille of the search";
        sweep: bool = true, "find fixed and equal literals in the neighbourhood of each variable";
        sweep_effort: u64 = 100, in 0..=100_000, "effort of sweeping, per mille of the search";
        fork_conflicts: u64 = 1_100, in 0..=1_000_000_000, "conflicts of the first thread before the others begin, as its copies: symmetries are broken and the first inprocessing round is done by then";
        share_glue: u64 = 8, in 0..=1_000, "largest glue of the clauses that threads exchange";
        share_ticks: u64 = 1_000_000, in 1..=1_000_000_000_000, "ticks between exchanges of clauses";
        report_interval: u64 = 20_000, in 1..=1_000_000_000, "conflicts between lines of progress that no other event causes";
    }
}
