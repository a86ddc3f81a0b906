//! Proofs of what follows from sums of parity constraints.
//!
//! **What it does.** Every row of a system is a sum of *sources*: constraints that clauses of the proof encode. A
//! clause that a row implies is not written to the proof when it becomes a reason, but when a learned clause is derived
//! from it. Then the row's sources are summed as lines (`lines.rs`), beginning with lines that were proved before and
//! are nearly the same sum, and the clause follows from the last line. Of the sources that are left, those that share a
//! variable of few sources are summed first, and that sum is kept: they are the pieces of a long constraint that was
//! cut.
//!
//! **Soundness and proof.** The clauses that encode a source must stay in the proof: their deletion is held back
//! (`database.rs`) until the constraints are dropped. Equivalences by which variables were replaced are sources too.
//! Fixed variables stay in a line and go by their unit clauses. New variables need RAT, and numbers that no clause
//! of the user's will ever have: so there is none of this where clauses may come later.
//!
//! **Schedule and cost.** Most of the proof where it pays. The constraints are dropped, and the run says so, when the
//! lemmas are more than [`FREE_LEMMAS`] and [`LEMMAS_PER_CONFLICT`] together, or a row is the sum of more than
//! [`MOST_TERMS`] constraints: the lemmas for it may be a multiple of the square of their number.
//!
//! **References.** Soos, Meel (AAAI'19), and CryptoMiniSat's proofs by BDDs since 2023, for sums that are proved
//! when they are used.

use super::lines::{Line, Lines};
use super::matrix::Matrix;
use super::recover::{self, Xor};
use super::{Gauss, ReasonClause};
use crate::cdcl::Solver;
use crate::cdcl::database::{UNPROVED, is_unproved};
use crate::cnf::{Formula, Lit, Var};
use crate::proof::ClauseId;
use crate::util::bits::members;
use crate::util::union_find::UnionFind;
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

/// Lemmas that sums may take however few conflicts there are.
const FREE_LEMMAS: u64 = 5_000_000;
/// Lemmas that they may take for each conflict since the constraints were found.
const LEMMAS_PER_CONFLICT: u64 = 2_000;
/// The most constraints that a row may be the sum of.
const MOST_TERMS: u32 = 1_500;
/// A variable of at most so many sources joins their lines before others are added.
const FEW_SOURCES: u32 = 6;
/// The most lines of rows that are kept.
const KEPT_LINES: usize = 512;
/// The next constraint to add is chosen among so many.
const CHOICE: usize = 64;

/// A sum of sources: a bit for each.
type Sum = Vec<u64>;

/// A constraint that clauses of the proof encode.
#[derive(Clone, Debug)]
struct Source {
    xor: Xor,
    /// By the assignment that they falsify, a bit for each variable of the constraint.
    clauses: BTreeMap<u32, ClauseId>,
    line: Option<Line>,
}

/// A row that was proved.
#[derive(Clone, Debug)]
struct Proved {
    sum: Sum,
    line: Line,
    used: u64,
}

/// The proofs of rows.
#[derive(Clone, Debug, Default)]
pub struct Prover {
    sources: Vec<Source>,
    /// The constraints of the formula as they were given.
    given: HashMap<Xor, u32>,
    /// For each constraint that is there now, the sources that it is the sum of.
    origins: Vec<Vec<u32>>,
    /// In how many sources each variable is.
    occurrences: HashMap<Var, u32>,
    lines: Lines,
    /// Lines of rows and of parts of them.
    proved: Vec<Proved>,
    uses: u64,
}

/// The constraints that a row of a system is the sum of.
#[derive(Clone, Debug)]
pub struct Terms {
    bits: Box<[u64]>,
    /// For each bit, the number of the constraint.
    numbers: Arc<[u32]>,
}

impl Terms {
    /// Those of this row.
    pub fn of(matrix: &Matrix, row: u32) -> Terms {
        Terms { bits: matrix.terms(row).into(), numbers: Arc::clone(&matrix.numbers) }
    }

    fn numbers(&self) -> impl Iterator<Item = u32> + '_ {
        members(&self.bits).map(|bit| self.numbers[bit])
    }
}

fn flip(sum: &mut Sum, bit: usize) {
    if sum.len() <= bit / 64 {
        sum.resize(bit / 64 + 1, 0);
    }
    sum[bit / 64] ^= 1 << (bit % 64);
}

/// How many sources are in one of the sums only.
fn distance(a: &Sum, b: &Sum) -> u32 {
    let word = |sum: &Sum, at: usize| sum.get(at).copied().unwrap_or(0);
    (0..a.len().max(b.len())).map(|at| (word(a, at) ^ word(b, at)).count_ones()).sum()
}

impl Prover {
    /// Notes which sources a constraint is the sum of that was found in the formula as it was given.
    pub fn found(&mut self, xor: &Xor) {
        self.origins.push(vec![self.given[xor]]);
    }

    /// Notes that the constraint with this number has lost these variables, each of which equals a literal by a
    /// source.
    pub fn replaced(&mut self, number: usize, sources: impl Iterator<Item = u32>) {
        self.origins[number].extend(sources);
    }

    /// Adds a source; the variables of a new one come last in the order.
    fn add_source(&mut self, xor: Xor, clauses: BTreeMap<u32, ClauseId>) -> u32 {
        for &var in &xor.vars {
            self.lines.order(var);
            *self.occurrences.entry(var).or_default() += 1;
        }
        self.sources.push(Source { xor, clauses, line: None });
        self.sources.len() as u32 - 1
    }

    /// Orders the variables of the sources: those that cancel early come first. A variable of one source alone does so
    /// least of all; then the more sources have one, the later it cancels. Of equals the later one is more likely to
    /// be auxiliary.
    fn order_vars(&mut self) {
        let mut vars: Vec<(Var, u32)> = self.occurrences.iter().map(|(&var, &count)| (var, count)).collect();
        vars.sort_unstable_by_key(|&(var, count)| (count == 1, count, Reverse(var)));
        vars.into_iter().for_each(|(var, _)| self.lines.order(var));
    }

    /// The sources of a sum, divided into those that variables of few sources join.
    fn joined(&self, sum: &Sum) -> Vec<Vec<usize>> {
        let sources: Vec<usize> = members(sum).collect();
        let mut sets = UnionFind::new(sources.len());
        let mut first: HashMap<Var, usize> = HashMap::new();
        for (at, &source) in sources.iter().enumerate() {
            for var in self.sources[source].xor.vars.iter().filter(|var| self.occurrences[var] <= FEW_SOURCES) {
                sets.unite(*first.entry(*var).or_insert(at), at);
            }
        }
        let (numbers, count) = sets.numbered();
        let mut parts = vec![Vec::new(); count];
        sources.into_iter().zip(numbers).for_each(|(source, number)| parts[number].push(source));
        parts
    }

    /// Lemmas that were derived.
    pub fn lemmas(&self) -> u64 {
        self.lines.lemmas
    }
}

impl Gauss {
    /// Whether clauses of rows are proved.
    pub fn proving(&self) -> bool {
        self.prover.is_some()
    }
}

impl Solver {
    /// Finds the constraints of a formula that is about to be loaded, so that the clauses that encode them stay in the
    /// proof.
    pub(in crate::cdcl) fn prepare_proofs_of_rows(&mut self, formula: &Formula) {
        let xors = recover::recover(formula);
        if xors.len() < 2 {
            return;
        }
        self.db.keep_ids();
        let first = self.db.next_original();
        let mut prover = Prover::default();
        for (xor, clauses) in xors.iter().zip(recover::encoding(formula, &xors)) {
            let clauses: BTreeMap<u32, ClauseId> =
                clauses.into_iter().map(|(values, index)| (values, first + index as ClauseId)).collect();
            clauses.values().for_each(|&id| self.db.hold(id));
            let number = prover.sources.len() as u32;
            prover.given.insert(xor.clone(), number);
            xor.vars.iter().for_each(|&var| *prover.occurrences.entry(var).or_default() += 1);
            prover.sources.push(Source { xor: xor.clone(), clauses, line: None });
        }
        prover.order_vars();
        self.gauss.prover = Some(Box::new(prover));
    }

    /// Replaces variables of the constraints by literals that equal them, all of the user's; the ids are those of the
    /// clauses (not literal, variable) and (literal, not variable), where there are proofs.
    pub(in crate::cdcl) fn substitute_in_xors(&mut self, equal: &[(Lit, Lit, [ClauseId; 2])]) {
        let gauss = &mut self.gauss;
        if gauss.xors.is_empty() {
            return;
        }
        let images: HashMap<Var, Lit> =
            equal.iter().map(|&(lit, image, _)| (lit.var(), if lit.is_negative() { !image } else { image })).collect();
        if let Some(prover) = &mut gauss.prover {
            let mut by_var: HashMap<Var, u32> = HashMap::new();
            let occurring: HashSet<Var> = gauss.xors.iter().flat_map(|xor| &xor.vars).copied().collect();
            for &(lit, image, ids) in equal.iter().filter(|(lit, ..)| occurring.contains(&lit.var())) {
                let clauses = [[!image, lit], [image, !lit]];
                let vars = if lit.var() < image.var() { [lit.var(), image.var()] } else { [image.var(), lit.var()] };
                let falsified = |clause: [Lit; 2]| {
                    let negative = clause.iter().filter(|lit| lit.is_negative());
                    negative.map(|lit| if lit.var() == vars[0] { 1 } else { 2 }).sum::<u32>()
                };
                let odd = lit.is_negative() != image.is_negative();
                ids.iter().for_each(|&id| self.db.hold(id));
                let clauses = clauses.into_iter().zip(ids).map(|(clause, id)| (falsified(clause), id)).collect();
                let source = prover.add_source(Xor { vars: vars.to_vec(), odd }, clauses);
                by_var.insert(lit.var(), source);
            }
            for (number, xor) in gauss.xors.iter().enumerate() {
                prover.replaced(number, xor.vars.iter().filter_map(|var| by_var.get(var).copied()));
            }
        }
        gauss.xors.iter_mut().for_each(|xor| xor.substitute(&images));
    }

    /// Whether the proof of a row may be too long.
    pub(super) fn is_too_long(&self, matrix: &Matrix, row: u32) -> bool {
        matrix.terms(row).iter().map(|word| word.count_ones()).sum::<u32>() > MOST_TERMS
    }

    /// Whether the proofs of rows have become too long.
    pub(super) fn proved_too_much(&self) -> bool {
        let conflicts = self.counters.conflicts - self.gauss.found;
        self.counters.gauss_lemmas > FREE_LEMMAS + LEMMAS_PER_CONFLICT * conflicts
    }

    /// Drops the constraints because their proofs are too long.
    pub(super) fn drop_unprovable(&mut self) {
        self.drop_xors();
        if let Some(reporter) = &mut self.reporter {
            reporter
                .get_mut()
                .remark("parity constraints are added to each other no more: the proof would become too long");
        }
    }

    /// Ends the proofs of rows once the constraints were dropped and no clause of a row is a reason.
    pub(super) fn end_proofs_of_rows(&mut self) {
        if !self.gauss.known.is_empty() && self.gauss.xors.is_empty() && self.gauss.reasons.is_empty() {
            let Some(prover) = self.gauss.prover.take() else { return };
            let Prover { sources, proved, mut lines, .. } = *prover;
            let imported = sources.into_iter().filter_map(|source| source.line);
            for line in imported.chain(proved.into_iter().map(|row| row.line)) {
                lines.drop_line(&mut self.db, line);
            }
            self.db.let_go();
        }
    }

    /// Derives the clauses of rows that are in the chain without an id.
    pub(in crate::cdcl) fn settle_chain(&mut self) {
        if !self.gauss.proving() {
            return;
        }
        for at in 0..self.learned.chain.len() {
            let id = self.learned.chain[at];
            if is_unproved(id) {
                self.learned.chain[at] = self.prove_reason(id - UNPROVED);
            }
        }
    }

    /// Derives the clause of a row with this number.
    fn prove_reason(&mut self, number: u64) -> ClauseId {
        let at = self.gauss.reasons.binary_search_by_key(&number, |reason| reason.number).expect("a reason");
        let ReasonClause { clause, .. } = self.gauss.reasons[at];
        let present = self.db.arena.id(clause);
        if !is_unproved(present) {
            return present;
        }
        let terms = self.gauss.reasons[at].terms.take().expect("the row's constraints are known");
        let lits: Vec<Lit> = self.db.arena.lits(clause).collect();
        let mut chain = Vec::new();
        self.explain_row(&terms, &lits, &mut chain);
        let id = self.db.derive(&lits, &chain);
        self.db.arena.set_id(clause, id);
        id
    }

    /// Fills the chain with what a clause follows from that a row implies.
    pub(super) fn explain_row(&mut self, terms: &Terms, lits: &[Lit], chain: &mut Vec<ClauseId>) {
        chain.clear();
        let Some(mut prover) = self.gauss.prover.take() else { return };
        let mut sum = Sum::new();
        for number in terms.numbers() {
            prover.origins[number as usize].iter().for_each(|&source| flip(&mut sum, source as usize));
        }
        let at = self.prove_row(&mut prover, sum);
        let clause: HashMap<Var, bool> =
            self.db.external.user_lits(lits.iter().copied()).map(|lit| (lit.var(), lit.is_negative())).collect();
        let value = |var: Var| clause.get(&var).copied().or_else(|| self.fixed(var.pos())).expect("a value");
        let unit = |var: Var| (!clause.contains_key(&var)).then(|| self.unit_id(var));
        prover.lines.explain(&prover.proved[at].line, &value, &unit, chain);
        self.counters.gauss_lemmas = prover.lemmas();
        self.gauss.prover = Some(prover);
    }

    /// The id of the unit clause of a user's variable that is fixed.
    fn unit_id(&self, var: Var) -> ClauseId {
        match self.db.external.internal_lit(var.pos()) {
            Some(lit) => self.unit_ids[lit.var().index()],
            None => self.db.external.removed_unit_id(var),
        }
    }

    /// The place among those proved of the line that is this sum.
    fn prove_row(&mut self, prover: &mut Prover, sum: Sum) -> usize {
        prover.uses += 1;
        let mut rest = sum.clone();
        let mut rows: Vec<usize> = Vec::new();
        // As long as a row says more than a source does.
        loop {
            let nearest = (0..prover.proved.len())
                .map(|at| (distance(&prover.proved[at].sum, &rest), at))
                .min()
                .filter(|&(distance, _)| distance + 1 < rest.iter().map(|word| word.count_ones()).sum());
            let Some((distance, at)) = nearest else { break };
            prover.proved[at].used = prover.uses;
            if distance == 0 && rows.is_empty() {
                return at;
            }
            rows.push(at);
            members(&prover.proved[at].sum).for_each(|bit| flip(&mut rest, bit));
        }
        let mut lines: Vec<Line> = rows.iter().map(|&at| prover.proved[at].line.clone()).collect();
        let parts = prover.joined(&rest);
        let whole = lines.is_empty() && parts.len() == 1;
        for part in parts {
            let imported: Vec<Line> = part.iter().map(|&source| self.imported(prover, source)).collect();
            if whole || part.len() == 1 {
                lines.extend(imported);
                continue;
            }
            let mut sum = Sum::new();
            part.into_iter().for_each(|source| flip(&mut sum, source));
            let line = self.sum_lines(&mut prover.lines, imported);
            let at = self.keep_line(prover, sum, line);
            lines.push(prover.proved[at].line.clone());
        }
        let line = self.sum_lines(&mut prover.lines, lines);
        self.keep_line(prover, sum, line)
    }

    /// Keeps a line for later rows; returns its place.
    fn keep_line(&mut self, prover: &mut Prover, sum: Sum, line: Line) -> usize {
        if prover.proved.len() == KEPT_LINES {
            let oldest = (0..KEPT_LINES).min_by_key(|&at| prover.proved[at].used).expect("there are lines");
            let Proved { line, .. } = prover.proved.swap_remove(oldest);
            prover.lines.drop_line(&mut self.db, line);
        }
        prover.proved.push(Proved { sum, line, used: prover.uses });
        prover.proved.len() - 1
    }

    /// The line of a source.
    fn imported(&mut self, prover: &mut Prover, source: usize) -> Line {
        let Prover { sources, lines, .. } = prover;
        let Source { xor, clauses, line } = &mut sources[source];
        line.get_or_insert_with(|| lines.import(&mut self.db, xor, &|values| clauses[&values])).clone()
    }

    /// The sum of lines, which are kept; those come first that leave it narrow.
    fn sum_lines(&mut self, lines: &mut Lines, mut terms: Vec<Line>) -> Line {
        let mut sum: Option<Line> = None;
        let Some(mut latest) = terms.pop() else { unreachable!("a row is a sum of constraints") };
        while !terms.is_empty() {
            let choice = terms.len().saturating_sub(CHOICE);
            let next = (choice..terms.len()).min_by_key(|&at| lines.width_of_sum(&latest, &terms[at]));
            let next = terms.swap_remove(next.expect("there is a term"));
            let own = sum.is_some();
            let added = if Lines::is_empty(&latest) && !Lines::contradicts(&latest) {
                lines.copy(&mut self.db, &next)
            } else {
                lines.sum(&mut self.db, &latest, &next)
            };
            // The two lines of a contradiction stay.
            if own && !Lines::contradicts(&added) {
                lines.drop_line(&mut self.db, latest);
            }
            latest = added.clone();
            sum = Some(added);
            if Lines::contradicts(&latest) {
                break;
            }
        }
        match sum {
            Some(sum) => sum,
            None => lines.copy(&mut self.db, &latest),
        }
    }
}
