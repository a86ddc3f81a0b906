//! Brute force: tests every assignment, 512 at a time.
//!
//! **What it does.** Propagates unit clauses first and leaves out variables that no remaining clause constrains. Over
//! the other variables it counts upwards from "all false", variable 1 the lowest digit, and tests each number against
//! the clauses. The nine lowest variables are the lanes of a *block* of eight 64-bit words: the pattern of variable 0
//! is `0101..`, that of variable 1 `0011..`, and so on, so one block holds all their 512 assignments. The other
//! variables are the digits of a counter. A clause is then three things: the counter digits that satisfy it when 1,
//! those that satisfy it when 0, and the lanes that satisfy it whatever the counter is.
//!
//! **Why it pays.** It is the baseline of the gem hunter report and the oracle of the tests: [`count_models`] and
//! [`model`] share no idea with the other engines.
//!
//! **Schedule and cost.** `2^variables` assignments. The test of a block ends with the clause that rejects its last
//! lane. Random 3-SAT of 28 variables and 120 clauses: all 2.7 * 10^8 assignments in 0.016 CPU seconds on one core, 3 *
//! 10^11 assignments times clauses a second. One more variable doubles the time: 40 take a minute, 50 a day, 60 years.
//!
//! **Tried and dropped.** Skipping all blocks that share a falsified clause of high digits: that is backtracking, the
//! next engine.
//!
//! **References.** Bit-parallel evaluation of truth tables: Knuth, The Art of Computer Programming 4A, 7.1.2 (2011).

use crate::cnf::{Assignment, Formula, Reduced, Var, model::satisfies_clause};
use crate::engine::{Engine, Event, Observer, Verdict};
use crate::limits::{Limits, Stop};
use crate::util::table::{CounterRow, OptionError, OptionRow, OptionTable, counters, options};
use std::collections::HashMap;

options! {
    /// The options of the engine `brute`.
    pub struct BruteOptions {
        attempts: u64 = 0, "assignments to test before giving up (the gem hunter report: 2000000; 0: all)";
        count: bool = false, "count all models instead of stopping at the first";
    }
}

counters! {
    /// The counters of the engine `brute`.
    pub struct BruteCounters {
        attempts / Second, "assignments tested";
        judged / Second, "assignments times clauses tested";
        models, "models found; with option `count` all of them, at most 2^64-1";
        fixed, "variables set by unit clauses";
        free, "variables that no clause constrains after unit propagation";
    }
}

/// Brute force as an engine; see the module's documentation.
#[derive(Debug, Default)]
pub struct Brute {
    options: BruteOptions,
    counters: BruteCounters,
}

impl Engine for Brute {
    fn name(&self) -> &'static str {
        "brute"
    }

    fn about(&self) -> &'static str {
        "tests every assignment, 512 at once; one more variable doubles the time, 45 take an hour"
    }

    fn solve(&mut self, formula: Formula, limits: &Limits, observer: Option<&mut dyn Observer>) -> Verdict {
        self.counters = BruteCounters::default();
        let Some(table) = Table::new(&formula) else { return Verdict::Unsat };
        self.counters.fixed = table.reduced.fixed.len() as u64;
        self.counters.free = table.reduced.num_free() as u64;
        let attempts = match self.options.attempts {
            0 => limits.steps,
            own => Some(limits.steps.map_or(own, |steps| steps.min(own))),
        };
        let mut count = Count { limits, attempts, all: self.options.count, counters: &mut self.counters };
        let outcome = match observer {
            Some(observer) => count.run::<true>(&table, &mut |assignment| {
                observer.event(Event::Start(assignment));
                if let Some(clause) = formula.clauses().find(|clause| !satisfies_clause(assignment, clause)) {
                    observer.event(Event::Conflict(clause));
                }
            }),
            None => count.run::<false>(&table, &mut |_| {}),
        };
        let models = table.scale(outcome.lanes);
        self.counters.models = u64::try_from(models).unwrap_or(u64::MAX);
        match (outcome.stop, outcome.first) {
            // An interrupted count is no answer. Without `count`, the first model is the answer.
            (Some(stop), None) => Verdict::Unknown(stop),
            (Some(stop), Some(_)) if self.options.count => Verdict::Unknown(stop),
            (_, Some(first)) => {
                if !self.options.count {
                    self.counters.models = 1;
                }
                Verdict::Sat(table.assignment(first))
            }
            (None, None) => Verdict::Unsat,
        }
    }

    fn options(&self) -> Vec<OptionRow> {
        self.options.rows()
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        self.options.set(name, value)
    }

    fn counters(&self) -> Vec<CounterRow> {
        self.counters.rows()
    }

    fn asked(&self) -> Option<(&'static str, u64)> {
        self.options.count.then_some(("models", self.counters.models))
    }
}

/// The number of models over the declared variables, by testing every assignment: an oracle for formulas of up to
/// about 30 constrained variables. Unconstrained ones only double the number, which saturates at `2^128 - 1`.
///
/// ```
/// use gemsat::{cnf::Formula, engines::brute::count_models};
///
/// assert_eq!(count_models(&Formula::from_dimacs_lists(&[&[1, 2], &[-1, 3]])), 4);
/// ```
pub fn count_models(formula: &Formula) -> u128 {
    let Some(table) = Table::new(formula) else { return 0 };
    let mut counters = BruteCounters::default();
    let mut count = Count { limits: &Limits::none(), attempts: None, all: true, counters: &mut counters };
    let outcome = count.run::<false>(&table, &mut |_| {});
    table.scale(outcome.lanes)
}

/// The first model in counting order, variable 1 the lowest digit and false before true, or `None` when there is none.
pub fn model(formula: &Formula) -> Option<Assignment> {
    let table = Table::new(formula)?;
    let mut counters = BruteCounters::default();
    let mut count = Count { limits: &Limits::none(), attempts: None, all: false, counters: &mut counters };
    count.run::<false>(&table, &mut |_| {}).first.map(|first| table.assignment(first))
}

/// The variables that live in lanes.
const LANE_VARS: usize = 9;
/// The words of a block.
const WORDS_PER_BLOCK: usize = 1 << (LANE_VARS - 6);
/// The most digits of the counter. Reaching the last one would take centuries, so further variables stay false.
const COUNTER_DIGITS: usize = 64;
/// Clauses tested between two checks of the limits.
const POLL: u64 = 1 << 20;

/// One bit for each assignment of the lane variables.
type Block = [u64; WORDS_PER_BLOCK];

/// The lanes in which a lane variable is true.
fn lanes_of(var: usize) -> Block {
    const PATTERNS: [u64; 6] = [
        0xAAAA_AAAA_AAAA_AAAA,
        0xCCCC_CCCC_CCCC_CCCC,
        0xF0F0_F0F0_F0F0_F0F0,
        0xFF00_FF00_FF00_FF00,
        0xFFFF_0000_FFFF_0000,
        0xFFFF_FFFF_0000_0000,
    ];
    match PATTERNS.get(var) {
        Some(&pattern) => [pattern; WORDS_PER_BLOCK],
        None => std::array::from_fn(|word| if word >> (var - 6) & 1 != 0 { u64::MAX } else { 0 }),
    }
}

/// The first `count` lanes.
fn first_lanes(count: u64) -> Block {
    std::array::from_fn(|word| {
        let before = word as u64 * 64;
        match count.saturating_sub(before) {
            0 => 0,
            some @ 1..64 => (1 << some) - 1,
            _ => u64::MAX,
        }
    })
}

/// A clause over the remaining variables.
#[derive(Clone, Copy)]
struct Tester {
    /// Counter digits that satisfy the clause when they are 1.
    ones: u64,
    /// Counter digits that satisfy it when they are 0.
    zeros: u64,
    /// The index of the lanes that satisfy it whatever the counter is; clauses share them, which keeps the table small.
    lanes: u32,
}

/// A formula prepared for the test.
struct Table {
    /// Its variables are the lanes first, then the counter's digits, then those that stay false.
    reduced: Reduced,
    testers: Vec<Tester>,
    lanes: Vec<Block>,
}

impl Table {
    /// Propagates unit clauses; `None` when that falsifies a clause.
    fn new(formula: &Formula) -> Option<Table> {
        let reduced = Reduced::new(formula, true)?;
        let mut table = Table { reduced, testers: Vec::new(), lanes: Vec::new() };
        table.write_testers();
        Some(table)
    }

    fn write_testers(&mut self) {
        let mut known: HashMap<Block, u32> = HashMap::new();
        for clause in self.reduced.formula.clauses() {
            let mut tester = Tester { ones: 0, zeros: 0, lanes: 0 };
            let mut lanes = [0; WORDS_PER_BLOCK];
            let mut always = false;
            for lit in clause {
                match lit.var().index() {
                    var @ 0..LANE_VARS => {
                        let flip = if lit.is_negative() { u64::MAX } else { 0 };
                        lanes.iter_mut().zip(lanes_of(var)).for_each(|(word, pattern)| *word |= pattern ^ flip);
                    }
                    var if var < LANE_VARS + COUNTER_DIGITS => {
                        let digits = if lit.is_positive() { &mut tester.ones } else { &mut tester.zeros };
                        *digits |= 1 << (var - LANE_VARS);
                    }
                    _ => always |= lit.is_negative(),
                }
            }
            if !always {
                tester.lanes = *known.entry(lanes).or_insert_with(|| {
                    self.lanes.push(lanes);
                    self.lanes.len() as u32 - 1
                });
                self.testers.push(tester);
            }
        }
    }

    /// Tests one value of the counter: the lanes of `block` that satisfy every clause, and how many clauses were
    /// tested.
    #[inline]
    fn test(&self, counter: u64, mut block: Block) -> (Block, usize) {
        for (index, tester) in self.testers.iter().enumerate() {
            if counter & tester.ones | !counter & tester.zeros != 0 {
                continue;
            }
            let lanes = &self.lanes[tester.lanes as usize];
            let mut any = 0;
            for word in 0..WORDS_PER_BLOCK {
                block[word] &= lanes[word];
                any |= block[word];
            }
            if any == 0 {
                return (block, index + 1);
            }
        }
        (block, self.testers.len())
    }

    /// The number of remaining variables.
    fn num_vars(&self) -> usize {
        self.reduced.vars.len()
    }

    /// The complete assignment with this number in counting order.
    fn assignment(&self, (counter, lane): (u64, u32)) -> Assignment {
        self.reduced.assignment((0..self.num_vars().min(LANE_VARS + COUNTER_DIGITS)).map(|index| {
            let value = match index.checked_sub(LANE_VARS) {
                Some(digit) => counter >> digit & 1 != 0,
                None => lane >> index & 1 != 0,
            };
            Var::new(index).lit(value)
        }))
    }

    /// The number of models of the formula, of which `lanes` assignments of the remaining variables are models.
    fn scale(&self, lanes: u128) -> u128 {
        match lanes {
            0 => 0,
            _ if self.reduced.num_free() <= lanes.leading_zeros() as usize => lanes << self.reduced.num_free(),
            _ => u128::MAX,
        }
    }
}

/// A run through all assignments.
struct Count<'r> {
    limits: &'r Limits,
    attempts: Option<u64>,
    all: bool,
    counters: &'r mut BruteCounters,
}

/// The result of a run.
struct Outcome {
    /// The number, counter and lane, of the first model.
    first: Option<(u64, u32)>,
    /// Assignments of the remaining variables that are models.
    lanes: u128,
    stop: Option<Stop>,
}

impl Count<'_> {
    fn run<const OBSERVED: bool>(&mut self, table: &Table, observe: &mut dyn FnMut(&Assignment)) -> Outcome {
        let lane_vars = table.num_vars().min(LANE_VARS);
        let digits = (table.num_vars() - lane_vars).min(COUNTER_DIGITS) as u32;
        let last = u64::MAX.checked_shr(u64::BITS - digits).unwrap_or(0);
        let valid = first_lanes(1 << lane_vars);
        let full = 1u64 << lane_vars;
        let mut outcome = Outcome { first: None, lanes: 0, stop: None };
        let mut next_poll = 0;
        let mut work = 0u64;
        for counter in 0..=last {
            if work >= next_poll {
                if let Some(stop) = self.limits.poll(&[("attempts", self.counters.attempts)]) {
                    outcome.stop = Some(stop);
                    return outcome;
                }
                next_poll = work + POLL;
            }
            let left = self.attempts.map_or(u64::MAX, |limit| limit - self.counters.attempts);
            let size = full.min(left);
            if size == 0 {
                outcome.stop = Some(Stop::Steps);
                return outcome;
            }
            let block = if size == full { valid } else { first_lanes(size) };
            let (models, clauses) = table.test(counter, block);
            work += clauses as u64 + 1;
            let found = first_lane(&models);
            // Without `count` the run ends at its first model, and later lanes of the block do not count as attempts.
            let tried = found.filter(|_| !self.all).map_or(size, |lane| u64::from(lane) + 1);
            self.counters.attempts += tried;
            self.counters.judged += clauses as u64 * size;
            if OBSERVED {
                // Each assignment is written out for the observer, which costs far more than testing it.
                work += tried * (1 + self.counters.fixed + self.counters.free + table.num_vars() as u64);
                (0..tried as u32).for_each(|lane| observe(&table.assignment((counter, lane))));
            }
            if let Some(lane) = found {
                outcome.first.get_or_insert((counter, lane));
                if !self.all {
                    return outcome;
                }
                outcome.lanes += models.iter().map(|word| u128::from(word.count_ones())).sum::<u128>();
            }
            if size < full {
                outcome.stop = Some(Stop::Steps);
                return outcome;
            }
        }
        outcome
    }
}

/// The lowest lane of a block that is not empty.
fn first_lane(block: &Block) -> Option<u32> {
    let word = block.iter().position(|&word| word != 0)?;
    Some(word as u32 * 64 + block[word].trailing_zeros())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cnf::Lit;
    use crate::limits::StopFlag;

    #[test]
    fn lanes_count_in_binary() {
        for lane in 0..1u32 << LANE_VARS {
            for var in 0..LANE_VARS {
                let bit = lanes_of(var)[lane as usize / 64] >> (lane % 64) & 1 != 0;
                assert_eq!(bit, lane >> var & 1 != 0, "variable {var} in lane {lane}");
            }
        }
        assert_eq!(first_lanes(1 << LANE_VARS), [u64::MAX; WORDS_PER_BLOCK]);
        assert_eq!(first_lanes(65)[..3], [u64::MAX, 1, 0]);
    }

    #[test]
    fn models_are_counted_exactly() {
        assert_eq!(count_models(&Formula::new()), 1);
        let mut formula = Formula::from_dimacs_lists(&[&[1, 2], &[-1, 3]]);
        assert_eq!(count_models(&formula), 4);
        formula.declare_vars(10);
        assert_eq!(count_models(&formula), 4 << 7);
        formula.declare_vars(200);
        assert_eq!(count_models(&formula), u128::MAX);
        formula.add_clause::<Var>([]);
        assert_eq!(count_models(&formula), 0);
        // Exactly one of 20 variables is true, so that both the lanes and the counter's digits matter.
        let mut one = Formula::new();
        let lits: Vec<Lit> = (0..20).map(|_| one.new_var().pos()).collect();
        one.add_clause(lits.iter().copied());
        for (index, &a) in lits.iter().enumerate() {
            lits[..index].iter().for_each(|&b| one.add_clause([!a, !b]));
        }
        assert_eq!(count_models(&one), 20);
        assert_eq!(model(&one).map(|model| model.lits().position(Lit::is_positive)), Some(Some(0)));
    }

    /// A formula whose only model is the last assignment.
    fn ring(num_vars: usize) -> Formula {
        let mut formula = Formula::new();
        let vars: Vec<Var> = (0..num_vars).map(|_| formula.new_var()).collect();
        for pair in 0..num_vars {
            formula.add_clause([vars[pair].pos(), vars[(pair + 1) % num_vars].neg()]);
        }
        formula.add_clause(vars.iter().map(|var| var.pos()));
        formula
    }

    /// Raises a flag at the first event, and counts all.
    struct Raiser(StopFlag, u64);

    impl Observer for Raiser {
        fn event(&mut self, _: Event<'_>) {
            self.0.raise();
            self.1 += 1;
        }
    }

    #[test]
    fn a_run_that_is_watched_looks_at_its_limits_as_often() {
        let limits = Limits::none();
        let mut raiser = Raiser(limits.stop.clone(), 0);
        let verdict = Brute::default().solve(ring(100), &limits, Some(&mut raiser));
        assert!(matches!(verdict, Verdict::Unknown(_)), "{verdict:?}");
        assert!(raiser.1 <= 2 * (POLL / 100 + 512), "{} events after the flag", raiser.1);
    }

    #[test]
    fn attempts_are_exact() {
        let formula = ring(12);
        let mut engine = Brute::default();
        assert!(matches!(engine.solve(formula.clone(), &Limits::none(), None), Verdict::Sat(_)));
        assert_eq!(engine.counters.attempts, 1 << 12);
        engine.set_option("attempts", "4095").expect("an option");
        assert_eq!(engine.solve(formula.clone(), &Limits::none(), None), Verdict::Unknown(Stop::Steps));
        assert_eq!(engine.counters.attempts, 4095);
        engine.set_option("attempts", "4096").expect("an option");
        assert!(matches!(engine.solve(formula, &Limits::none(), None), Verdict::Sat(_)));
    }
}
