//! The engine `auto`: chooses another engine by the formula's shape.
//!
//! **What it does.** Counts variables, clauses and their lengths, and tests whether the formula looks random. Then it
//! runs *brute force* if that tests all assignments in about a millisecond; *probSAT* for a budget of flips, followed
//! by CDCL, if the formula is uniform random and is satisfiable by its ratio or shows the bias of a planted model;
//! otherwise *CDCL*. If a proof is to be written, it always runs CDCL. A remark gives the reason.
//!
//! **Why it pays.** On satisfiable random formulas near the threshold local search is faster than CDCL by orders of
//! magnitude from a few hundred variables on; on other formulas it is wasted time.
//!
//! **How a formula is taken for random.** All clauses have one length of 3 to 9; literals occur about as often as in
//! random clauses (the variance of a variable's number of occurrences is near the mean, signs are balanced); and
//! clauses near each other share two variables no more often than random ones. Formulas from applications fail the
//! first test, regular ones (XOR, pigeons, colouring) the second, encodings of circuits and graphs the third.
//!
//! **Schedule and cost.** One pass through the literals, and a sort of the pairs of at most 20,000 clauses. The budget
//! of flips grows with the cube of the number of variables: at 250 variables it takes a tenth of the time of CDCL, and
//! at a few thousand, which CDCL does not solve, it is practically unlimited.
//!
//! **References.** Xu, Hutter, Hoos, Leyton-Brown (SATzilla, JAIR'08) for the features; Mertens, Mézard, Zecchina
//! (RSA'06) for the thresholds.

use crate::cnf::{Assignment, Formula};
use crate::engine::{Engine, Observer, ProfileRow, Reporter, Verdict};
use crate::engines::brute::Brute;
use crate::engines::cdcl::Cdcl;
use crate::limits::{Limits, Stop};
use crate::local::probsat::ProbSat;
use crate::proof::Tracer;
use crate::util::table::{CounterRow, OptionError, OptionRow, OptionTable, options};

options! {
    /// Options of [`Auto`].
    pub struct AutoOptions {
        seed: u64 = 0, "seed of the random choices of the engine that runs";
        flips: u64 = 0, "flips of local search on random formulas before CDCL; 0: by the number of variables";
    }
}

/// The shape of a formula.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    /// Variables that occur.
    pub vars: usize,
    /// Clauses.
    pub clauses: usize,
    /// The length of all clauses, when they have the same one.
    pub length: Option<usize>,
    /// The variance of the number of occurrences of a variable by its mean: near 1 when clauses are drawn at random.
    pub dispersion: f64,
    /// The share of positive literals.
    pub positive: f64,
    /// The mean of `(positive - negative)^2 / (positive + negative)` over the occurrences of each variable: near 1 when
    /// signs are drawn at random, more when a hidden model was planted.
    pub bias: f64,
    /// How many pairs of variables occur together in more than one of the sampled clauses, and how many would by
    /// chance.
    pub repeated_pairs: (u64, f64),
}

/// How many clauses are searched for repeated pairs of variables.
const SAMPLED_CLAUSES: usize = 20_000;

/// The number of clauses per variable above which random formulas of clauses of 3, 4, ... literals have no model.
const THRESHOLDS: [f64; 7] = [4.267, 9.931, 21.117, 43.37, 87.79, 176.54, 354.01];

impl Shape {
    /// The shape of this formula.
    pub fn of(formula: &Formula) -> Shape {
        let (mut positive, mut length) = (0u64, None);
        for (index, clause) in formula.clauses().enumerate() {
            length = if index == 0 { Some(clause.len()) } else { length.filter(|&length| length == clause.len()) };
            positive += clause.iter().filter(|lit| lit.is_positive()).count() as u64;
        }
        let occurrences = occurrences(formula);
        let used = || occurrences.chunks_exact(2).filter(|pair| pair[0] + pair[1] > 0);
        let vars = used().count();
        let lits = formula.num_lits().max(1) as f64;
        let mean = lits / vars.max(1) as f64;
        let times = |pair: &[u32]| (f64::from(pair[0]), f64::from(pair[1]));
        let squares: f64 = used().map(times).map(|(pos, neg)| (pos + neg - mean).powi(2)).sum();
        let biases: f64 = used().map(times).map(|(pos, neg)| (pos - neg).powi(2) / (pos + neg)).sum();
        Shape {
            vars,
            clauses: formula.num_clauses(),
            length,
            dispersion: squares / vars.max(1) as f64 / mean,
            positive: positive as f64 / lits,
            bias: biases / vars.max(1) as f64,
            repeated_pairs: repeated_pairs(formula, length, vars),
        }
    }

    /// Clauses per variable.
    pub fn ratio(&self) -> f64 {
        self.clauses as f64 / self.vars.max(1) as f64
    }

    /// Four standard deviations of the mean, over all variables, of the squares of random deviations.
    fn spread(&self) -> f64 {
        4.0 * (2.0 / self.vars.max(1) as f64).sqrt()
    }

    /// The length of the clauses, if the formula looks as if it was drawn at random.
    fn random(&self) -> Option<usize> {
        let length = self.length.filter(|length| (3..3 + THRESHOLDS.len()).contains(length))?;
        // Four standard deviations of each figure over random formulas.
        let spread = self.spread();
        let tilt = 2.0 / ((self.clauses * length) as f64).sqrt();
        let (found, expected) = self.repeated_pairs;
        let chance = (self.dispersion - 1.0).abs() < spread.max(0.05)
            && (self.positive - 0.5).abs() < tilt
            && (found as f64) < expected + 4.0 * expected.sqrt() + 4.0;
        (self.vars >= 40 && chance).then_some(length)
    }
}

/// How often each literal occurs, by its code. With far more variables than literals, the used variables are numbered
/// densely first.
fn occurrences(formula: &Formula) -> Vec<u32> {
    let lits = || formula.clauses().flatten().map(|lit| lit.code());
    let num_vars = formula.num_vars();
    let mut used = Vec::new();
    let sparse = num_vars / 8 > formula.num_lits() + 1024;
    if sparse {
        used = lits().map(|code| code >> 1).collect();
        used.sort_unstable();
        used.dedup();
    }
    let mut times = vec![0u32; 2 * if sparse { used.len() } else { num_vars }];
    for code in lits() {
        let var = if sparse { used.partition_point(|&var| var < code >> 1) as u32 } else { code >> 1 };
        times[(var << 1 | (code & 1)) as usize] += 1;
    }
    times
}

/// How many pairs of variables repeat in the first clauses, which have one length, and how many would by chance.
fn repeated_pairs(formula: &Formula, length: Option<usize>, vars: usize) -> (u64, f64) {
    let Some(length) = length.filter(|&length| length <= 9) else { return (0, 0.0) };
    let mut pairs = Vec::new();
    for clause in formula.clauses().take(SAMPLED_CLAUSES) {
        for (place, a) in clause.iter().enumerate().take(length) {
            for b in &clause[place + 1..] {
                let (a, b) = (a.var().index() as u64, b.var().index() as u64);
                pairs.push(a.min(b) << 32 | a.max(b));
            }
        }
    }
    pairs.sort_unstable();
    let found = pairs.windows(2).filter(|pair| pair[0] == pair[1]).count() as u64;
    // As with balls thrown into urns: the number of balls minus that of the urns that are hit.
    let (thrown, urns) = (pairs.len() as f64, (vars * vars.saturating_sub(1) / 2).max(1) as f64);
    (found, thrown - urns * -libm::expm1(-thrown / urns))
}

/// Which engine runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EngineChoice {
    /// Brute force.
    Brute,
    /// ProbSAT for this number of flips, then CDCL.
    ProbSat(u64),
    /// CDCL.
    Cdcl,
}

/// Words of 64 assignments times clauses that brute force may test: about a millisecond.
const BRUTE_WORK: u64 = 1 << 20;
/// The factor by which a formula's ratio may exceed the threshold and still count as possibly satisfiable, since the
/// threshold is not sharp for few variables.
const THRESHOLD_MARGIN: f64 = 1.02;

/// Chooses by the shape, and says why.
pub fn choose(shape: &Shape) -> (EngineChoice, String) {
    let words = 1u64.checked_shl((shape.vars as u32).saturating_sub(6)).unwrap_or(u64::MAX);
    if shape.vars < 40 && words.saturating_mul(shape.clauses as u64) <= BRUTE_WORK {
        return (EngineChoice::Brute, format!("brute, since {} variables leave few assignments", shape.vars));
    }
    let Some(length) = shape.random() else {
        return (EngineChoice::Cdcl, "cdcl, since the formula has structure".into());
    };
    let (ratio, threshold) = (shape.ratio(), THRESHOLDS[length - 3]);
    let looks = format!("the formula looks like random {length}-SAT at {ratio:.2} clauses a variable");
    // With shorter clauses, CDCL copes with more variables.
    let size = shape.vars as u64 * (length as u64 - 2);
    let planted = shape.bias > 1.0 + shape.spread();
    if ratio > threshold * THRESHOLD_MARGIN && !planted {
        return (EngineChoice::Cdcl, format!("cdcl, since {looks}, which is above the threshold of {threshold}"));
    }
    let flips = size.saturating_pow(3) / 32;
    let hidden = if planted { ", with a hidden model" } else { "" };
    (EngineChoice::ProbSat(flips), format!("probsat for up to {flips} flips, then cdcl, since {looks}{hidden}"))
}

/// The engine that chooses an engine.
#[derive(Debug, Default)]
pub struct Auto {
    options: AutoOptions,
    cdcl: Cdcl,
    /// Whether a proof is to be written.
    proving: bool,
    reporter: Remarks,
    counters: Vec<CounterRow>,
    best: Option<(Assignment, u64)>,
}

/// Where remarks and progress go.
#[derive(Default)]
struct Remarks(Option<Box<dyn Reporter>>);

impl std::fmt::Debug for Remarks {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Remarks").field(&self.0.is_some()).finish()
    }
}

impl Remarks {
    fn remark(&mut self, remark: &str) {
        if let Some(reporter) = &mut self.0 {
            reporter.remark(remark);
        }
    }
}

impl Auto {
    /// Runs an engine and keeps its counters and its best assignment.
    fn run(
        &mut self,
        mut engine: Box<dyn Engine>,
        formula: Formula,
        limits: &Limits,
        observer: Option<&mut dyn Observer>,
    ) -> Verdict {
        let verdict = engine.solve(formula, limits, observer);
        self.counters = engine.counters();
        self.best = engine.best().map(|(values, falsified)| (values.clone(), falsified));
        verdict
    }

    fn cdcl(&mut self, formula: Formula, limits: &Limits, observer: Option<&mut dyn Observer>) -> Verdict {
        if let Some(reporter) = self.reporter.0.take() {
            self.cdcl.set_reporter(reporter);
        }
        let verdict = self.cdcl.solve(formula, limits, observer);
        self.counters = self.cdcl.counters();
        verdict
    }

    fn probsat(
        &mut self,
        formula: Formula,
        flips: u64,
        limits: &Limits,
        mut observer: Option<&mut dyn Observer>,
    ) -> Verdict {
        let flips = if self.options.flips > 0 { self.options.flips } else { flips };
        let mut engine = ProbSat::default();
        // The option exists and takes any number.
        let set = engine.set_option("seed", &self.options.seed.to_string());
        debug_assert!(set.is_ok());
        let budget = Limits { steps: Some(limits.steps.unwrap_or(u64::MAX).min(flips)), ..limits.clone() };
        // The user's limit on steps ends the run; the end of the budget starts CDCL.
        let ends = limits.steps.is_some_and(|steps| steps <= flips);
        let lent = observer.as_mut().map(|observer| &mut **observer as &mut dyn Observer);
        match self.run(Box::new(engine), formula.clone(), &budget, lent) {
            Verdict::Unknown(Stop::Steps | Stop::Incomplete) if !ends => {
                self.reporter.remark("auto: cdcl, since probsat has used its flips");
                self.best = None;
                self.cdcl(formula, limits, observer)
            }
            verdict => verdict,
        }
    }
}

impl Engine for Auto {
    fn name(&self) -> &'static str {
        "auto"
    }

    fn about(&self) -> &'static str {
        "chooses brute, probsat and then cdcl, or cdcl by the formula's shape, and says why: complete, with proofs"
    }

    fn solve(&mut self, formula: Formula, limits: &Limits, observer: Option<&mut dyn Observer>) -> Verdict {
        (self.counters, self.best) = (Vec::new(), None);
        let (choice, reason) = if self.proving {
            (EngineChoice::Cdcl, "cdcl, since a proof is asked for".into())
        } else {
            choose(&Shape::of(&formula))
        };
        self.reporter.remark(&format!("auto: {reason}"));
        match choice {
            EngineChoice::Brute => self.run(Box::new(Brute::default()), formula, limits, observer),
            EngineChoice::ProbSat(flips) => self.probsat(formula, flips, limits, observer),
            EngineChoice::Cdcl => self.cdcl(formula, limits, observer),
        }
    }

    fn options(&self) -> Vec<OptionRow> {
        self.options.rows()
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        self.options.set(name, value)?;
        if name == "seed" { self.cdcl.set_option(name, value) } else { Ok(()) }
    }

    fn counters(&self) -> Vec<CounterRow> {
        self.counters.clone()
    }

    fn profile(&self) -> Vec<ProfileRow> {
        self.cdcl.profile()
    }

    fn legend(&self) -> &'static [(char, &'static str)] {
        self.cdcl.legend()
    }

    fn set_reporter(&mut self, reporter: Box<dyn Reporter>) {
        self.reporter.0 = Some(reporter);
    }

    fn set_tracer(&mut self, tracer: Box<dyn Tracer>) -> Result<(), Box<dyn Tracer>> {
        self.proving = true;
        self.cdcl.set_tracer(tracer)
    }

    fn finish_proof(&mut self) -> std::io::Result<()> {
        self.cdcl.finish_proof()
    }

    fn best(&self) -> Option<(&Assignment, u64)> {
        self.best.as_ref().map(|(values, falsified)| (values, *falsified))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cnf::Var;
    use crate::encode::random::RandomSat;

    fn draw(num_vars: usize, ratio: f64, width: usize, planted: bool, seed: u64) -> Formula {
        let num_clauses = (num_vars as f64 * ratio) as u64;
        RandomSat { num_vars, num_clauses, width, planted }.draw(seed).expect("a formula").0
    }

    fn chosen(formula: &Formula) -> EngineChoice {
        choose(&Shape::of(formula)).0
    }

    #[test]
    fn random_formulas_are_recognised_by_their_ratio() {
        for seed in 0..20 {
            for (num_vars, width, below, above) in
                [(300, 3, 4.2, 4.6), (2000, 3, 3.9, 4.4), (200, 5, 20.0, 22.0), (90, 7, 80.0, 91.0)]
            {
                assert!(
                    matches!(chosen(&draw(num_vars, below, width, false, seed)), EngineChoice::ProbSat(_)),
                    "{num_vars} {width}"
                );
                assert_eq!(
                    chosen(&draw(num_vars, above, width, false, seed)),
                    EngineChoice::Cdcl,
                    "{num_vars} {width}"
                );
            }
            assert!(matches!(chosen(&draw(2000, 6.0, 3, true, seed)), EngineChoice::ProbSat(_)));
        }
    }

    #[test]
    fn structured_formulas_do_not_look_random() {
        // Not random: every variable occurs equally often, in an ordered cycle and in one whose clauses are spread over
        // the variables.
        for step in [1, 97] {
            let mut formula = Formula::new();
            for at in 0..600u32 {
                let var = |place: u32| Var::new(((at * step + place * (at / 300 * 7 + 1)) % 600) as usize);
                formula.add_clause((0..3).map(|place| var(place).lit((at + place) % 2 == 0)));
            }
            assert_eq!(chosen(&formula), EngineChoice::Cdcl);
        }
        // Chosen at random, but in clauses of two lengths, or with one sign more often.
        let mut mixed = draw(300, 4.0, 3, false, 1);
        mixed.add_clause([Var::new(0).pos(), Var::new(1).pos()]);
        assert_eq!(chosen(&mixed), EngineChoice::Cdcl);
        let positive = |clause: &[crate::cnf::Lit]| clause.iter().map(|lit| lit.var().pos()).collect::<Vec<_>>();
        let mut tilted = Formula::new();
        draw(300, 4.0, 3, false, 1).clauses().for_each(|clause| tilted.add_clause(positive(clause)));
        assert_eq!(chosen(&tilted), EngineChoice::Cdcl);
        // Not uniform: random, but the variables of a clause are near each other.
        let mut rng = crate::util::rng::Rng::new(1);
        let mut near = Formula::new();
        for _ in 0..8000 {
            let at = rng.below(1990) as u32;
            let mut vars: Vec<u32> = (0..8).collect();
            rng.shuffle(&mut vars);
            near.add_clause(vars[..3].iter().map(|offset| Var::new((at + offset) as usize).lit(rng.coin())));
        }
        assert_eq!(chosen(&near), EngineChoice::Cdcl);
    }

    #[test]
    fn small_formulas_and_huge_declarations() {
        assert_eq!(chosen(&Formula::new()), EngineChoice::Brute);
        assert_eq!(chosen(&draw(16, 4.0, 3, false, 1)), EngineChoice::Brute);
        assert_eq!(chosen(&draw(39, 4.0, 3, false, 1)), EngineChoice::Cdcl);
        let mut sparse = draw(300, 4.0, 3, false, 1);
        let shape = Shape::of(&sparse);
        sparse.declare_vars(1_000_000_000);
        assert_eq!(Shape::of(&sparse), shape);
    }

    #[test]
    fn cdcl_follows_the_budget_and_writes_proofs() {
        // A formula that is unsatisfiable although it is below the threshold: the flips run out, and CDCL answers.
        let hard = (0..).map(|seed| draw(60, 4.3, 3, false, seed)).find(|formula| {
            matches!(chosen(formula), EngineChoice::ProbSat(_))
                && Cdcl::default().solve(formula.clone(), &Limits::none(), None) == Verdict::Unsat
        });
        let hard = hard.expect("there are such formulas");
        let mut auto = Auto::default();
        auto.set_option("flips", "2000").expect("an option");
        assert_eq!(auto.solve(hard.clone(), &Limits::none(), None), Verdict::Unsat);
        assert_eq!(auto.best(), None);
        let steps = Limits { steps: Some(500), ..Limits::none() };
        assert_eq!(auto.solve(hard.clone(), &steps, None), Verdict::Unknown(Stop::Steps));
        assert!(auto.best().is_some_and(|(_, falsified)| falsified > 0));
        assert_eq!(auto.counters().iter().find(|row| row.name == "flips").map(|row| row.value), Some(500));
        assert!(auto.set_tracer(Box::new(Silent)).is_ok());
        assert_eq!(auto.solve(hard, &steps, None), Verdict::Unsat);
    }

    struct Silent;
    impl Tracer for Silent {}
}
