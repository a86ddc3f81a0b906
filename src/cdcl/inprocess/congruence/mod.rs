//! Congruence closure: gates with equal inputs have equal outputs.
//!
//! **What it does.** Finds the AND, XOR and ITE gates among the clauses (`extract.rs`), and lists them by kind and
//! inputs (`table.rs`). The outputs of two gates with the same inputs are equal, so their classes are merged
//! (`closure.rs`). This changes the inputs of other gates (`rewrite.rs`), which may become equal in turn, until
//! nothing changes. Inputs that are fixed, repeated or opposite make gates smaller, or turn them into equalities or
//! constants.
//!
//! **Why it pays.** Circuits that were built twice (miters, unrolled transition systems) become one, often before the
//! search begins; it finds in seconds what the search may never find. Where nothing is merged, the attempt costs up to
//! 0.2 % of the ticks. Figures: bench/2026-11-28.txt.
//!
//! **Soundness and proof.** Each equality is derived as two binary clauses by propagation, with a split on the inputs
//! of XOR and ITE gates (`entail.rs`); an equality that propagation does not prove is not used. The clauses are
//! redundant: `decompose` substitutes the literals afterwards.
//!
//! **Schedule and cost.** In each round, before probing, and in large formulas once before the first (`early.rs`).
//! Linear in the formula, and then a share of the search ticks, at least `TICKS_PER_CLAUSE` per clause; each merger
//! adds more. Tables take at most as much memory as the clauses and eight megabytes more; with less, gates of large
//! formulas would not be found. Where ticks or memory run out, the equalities found so far are kept. After a pass that
//! merges fewer than one variable in a thousand the next ones are delayed.
//!
//! **References.** Biere, Fazekas, Fleury, Froleyks (SAT'24); Nelson, Oppen (JACM'80) for closures.

mod binaries;
mod closure;
mod early;
mod extract;
mod gates;
mod rewrite;
mod table;

use super::entail::Splits;
use super::pass::{PassOutcome, Technique};
use crate::cdcl::Solver;
use crate::cdcl::state::arena::HEADER;
use crate::cdcl::state::watch::{Span, Watch};
use crate::cnf::Lit;
use crate::util::memory::try_allocate;
use binaries::Binaries;
use closure::Closure;
use extract::Extractor;
use gates::Gates;

/// The least effort, per clause of the formula.
const TICKS_PER_CLAUSE: u64 = 20;
/// The bytes that the tables may take on any formula, in addition to as many as its clauses take.
const EXTRA_BYTES: usize = 8 << 20;

/// Inputs of the largest XOR gates that are looked for.
const LARGEST_XOR: usize = 4;

pub(super) const CONGRUENCE: Technique = Technique {
    letter: Some(('c', "congruent literals merged")),
    on: |options| options.congruence,
    effort: |options| options.congruence_effort,
    ticks: |counters| counters.congruence_ticks,
    removes_satisfied: true,
    backs_off: true,
    ..Technique::new("congruence", Solver::congruence)
};

impl Solver {
    /// Merges congruent literals within this many ticks.
    fn congruence(&mut self, ticks: u64) -> PassOutcome {
        let (units, merged) = (self.counters.units, self.counters.congruence_merged);
        self.counters.congruences += 1;
        let population = self.db.population();
        let clauses = population.irredundant + population.binary + population.redundant_binary;
        let mut closure = self.extract_gates(ticks.max(clauses * TICKS_PER_CLAUSE));
        closure.run();
        let (used, gates) = (closure.ticks, closure.gates.count as u64);
        self.counters.congruence_ticks += used;
        self.counters.congruence_gates += gates;
        let merged = self.counters.congruence_merged - merged;
        let worthwhile = merged * 1000 >= (self.trail.info.len() - self.fixed_vars()) as u64;
        PassOutcome { changed: merged > 0 || self.counters.units > units, worthwhile, complete: true }
    }

    /// About how many bytes the clauses and their watches take. Ids and the capacities of the lists do not count, so
    /// that a run does not depend on whether there is a proof or on how the lists are packed.
    fn held_by_clauses(&self, binary_clauses: usize) -> usize {
        let watches = 2 * size_of::<Watch>();
        let arena = &self.db.arena;
        let long: usize = arena.refs().map(|clause| 4 * (HEADER + arena.size(clause)) + watches).sum();
        let held = long + binary_clauses * watches;
        held + held / 4 + 2 * self.trail.info.len() * size_of::<Span>()
    }

    /// Finds the gates, and merges the literals that are known to be equal.
    fn extract_gates(&mut self, max_ticks: u64) -> Closure<'_> {
        let vars = self.trail.info.len();
        let population = self.db.population();
        let binary_clauses = (population.binary + population.redundant_binary) as usize;
        let allowed = self.held_by_clauses(binary_clauses) + EXTRA_BYTES;
        let for_binaries = Binaries::bytes(2 * vars, binary_clauses);
        let fixed = for_binaries + Closure::bytes(vars);
        if fixed > allowed || !try_allocate(allowed) {
            return Closure::new(self, Gates::default(), 0, max_ticks);
        }
        let mut ticks = 0;
        let binaries = Binaries::new(&self.db.watches, 2 * vars, &mut ticks);
        let mut extractor = Extractor {
            arena: &self.db.arena,
            binaries: &binaries,
            vars,
            xor_inputs: LARGEST_XOR,
            gates: Gates::default(),
            equal: Vec::new(),
            ticks,
            max_ticks,
            // The table and the occurrences of the gates take about as much as the gates themselves.
            max_bytes: (allowed - fixed) / 2,
        };
        extractor.run();
        let Extractor { gates, equal, ticks, .. } = extractor;
        let mut closure = Closure::new(self, gates, ticks, max_ticks);
        for code in (0..2 * vars as u32).step_by(2) {
            let lit = Lit::from_code(code);
            for &other in binaries.of(lit).iter().filter(|&&other| other > code) {
                let other = Lit::from_code(other);
                if binaries.has(!lit, !other, &mut closure.ticks) {
                    closure.unite(lit, !other);
                }
            }
        }
        drop(binaries);
        for (output, input, condition) in equal {
            closure.merge_by(output, input, Splits { lits: &[condition.pos()], at_once: 1 });
        }
        closure
    }
}
