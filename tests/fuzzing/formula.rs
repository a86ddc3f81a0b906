//! Random formulas with the structures that improvers look for: gates (some of them twice), parities, cardinalities,
//! planted equivalences, products of clauses, definitions without a gate's shape, subsumed and blocked clauses.
//!
//! The mixture follows what fuzzers of SAT solvers have found to pay: Brummayer, Lonsing, Biere (SAT'10).

use gemsat::cnf::{Formula, Lit, Var};
use gemsat::encode::cardinality::{AT_MOST_NAMES, AT_MOST_ONE_NAMES};
use gemsat::util::rng::Rng;

/// How large a formula shall become.
#[derive(Clone, Copy, Debug)]
pub struct Size {
    /// The most variables.
    pub vars: usize,
    /// The most structures that are strung together.
    pub parts: u64,
}

/// At most 16 variables: within the reach of enumeration.
pub const TINY: Size = Size { vars: 16, parts: 6 };
/// Up to 60 variables: a search of some hundred conflicts.
pub const SMALL: Size = Size { vars: 60, parts: 9 };
/// Up to 220 variables: room for rounds of improving and for deep searches.
pub const MEDIUM: Size = Size { vars: 220, parts: 24 };

/// The shapes of gates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Gate {
    And,
    /// One direction of an and.
    HalfAnd,
    Parity,
    Choice,
    Majority,
}

/// A formula under construction.
struct Builder {
    rng: Rng,
    clauses: Vec<Vec<Lit>>,
    vars: usize,
    most: usize,
    /// The variables that the part under construction takes from: the first, and how many.
    window: (usize, usize),
}

/// A random formula within the given size; its clauses are not in order of creation.
pub fn random(rng: &mut Rng, size: Size) -> Vec<Vec<Lit>> {
    let first = (size.vars / 4).max(3) + rng.index(size.vars / 2);
    let rng = Rng::new(rng.bits());
    let mut builder = Builder { rng, clauses: Vec::new(), vars: first, most: size.vars, window: (0, first) };
    let parts = 1 + builder.rng.below(size.parts);
    // A few kinds of parts make a formula; all kinds together would seldom give any of them room.
    let kinds: Vec<u64> = (0..1 + builder.rng.below(4)).map(|_| builder.rng.below(PARTS.len() as u64)).collect();
    // Hard random clauses only once: twice they contradict each other at once.
    if builder.rng.below(3) == 0 {
        builder.threshold();
    }
    for _ in 0..parts {
        let kind = kinds[builder.rng.index(kinds.len())];
        builder.choose_window();
        PARTS[kind as usize](&mut builder);
    }
    builder.finish()
}

/// The clauses as a formula.
pub fn formula(clauses: &[Vec<Lit>]) -> Formula {
    let mut formula = Formula::new();
    for clause in clauses {
        formula.add_clause(clause.iter().copied());
    }
    formula
}

type Part = fn(&mut Builder);

const PARTS: [Part; 15] = [
    Builder::random_clauses,
    Builder::random_clauses,
    Builder::gates,
    Builder::gates_twice,
    Builder::miter,
    Builder::parities,
    Builder::cardinality,
    Builder::equivalences,
    Builder::product,
    Builder::definition,
    Builder::subsumed,
    Builder::pure,
    Builder::chain,
    Builder::odd_clauses,
    Builder::pigeons,
];

impl Builder {
    /// Parts that share few variables leave a search something to do.
    fn choose_window(&mut self) {
        self.window = (0, self.vars);
        if self.rng.below(4) > 0 {
            let width = (6 + self.rng.index(16)).min(self.vars);
            self.window = (self.rng.index(self.vars - width + 1), width);
        }
    }

    /// A new variable, or an old one when there are enough.
    fn new_var(&mut self) -> Var {
        if self.vars < self.most {
            self.vars += 1;
            return Var::new(self.vars - 1);
        }
        Var::new(self.rng.index(self.vars))
    }

    fn lit(&mut self) -> Lit {
        let (first, count) = self.window;
        Var::new(first + self.rng.index(count)).lit(self.rng.coin())
    }

    /// Different variables, as many as there are.
    fn distinct(&mut self, count: usize) -> Vec<Lit> {
        let mut lits: Vec<Lit> = Vec::new();
        for _ in 0..4 * count {
            let lit = self.lit();
            if lits.len() < count && lits.iter().all(|other| other.var() != lit.var()) {
                lits.push(lit);
            }
        }
        lits
    }

    fn add(&mut self, clause: impl IntoIterator<Item = Lit>) {
        self.clauses.push(clause.into_iter().collect());
    }

    /// Forbids every assignment of `lits` (a bit each) for which `holds` is false.
    fn table(&mut self, lits: &[Lit], holds: impl Fn(u32) -> bool) {
        for bits in (0..1u32 << lits.len()).filter(|&bits| !holds(bits)) {
            self.add(lits.iter().enumerate().map(|(at, &lit)| if bits >> at & 1 == 1 { !lit } else { lit }));
        }
    }

    fn random_clauses(&mut self) {
        let longest = 2 + self.rng.below(5) as usize;
        for _ in 0..self.rng.index(self.window.1) + 1 {
            let least = [1, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3][self.rng.index(12)];
            let length = least + self.rng.index(longest);
            let clause = self.distinct(length);
            self.add(clause);
        }
    }

    /// Random clauses of three literals, as many as make half of the formulas unsatisfiable.
    fn threshold(&mut self) {
        let width = self.vars.min(12 + self.rng.index(90));
        self.window = (self.rng.index(self.vars - width + 1), width);
        for _ in 0..width * 43 / 10 {
            let clause = self.distinct(3);
            self.add(clause);
        }
    }

    fn inputs(&mut self) -> Vec<Lit> {
        let count = 2 + self.rng.index(3);
        self.distinct(count)
    }

    /// `output` is equivalent to a gate over `inputs`; a gate with too few of them becomes an and.
    fn connect(&mut self, gate: Gate, output: Lit, inputs: &[Lit]) {
        match (gate, inputs) {
            (Gate::Choice, &[condition, yes, no, ..]) => {
                self.add([!condition, !yes, output]);
                self.add([!condition, yes, !output]);
                self.add([condition, !no, output]);
                self.add([condition, no, !output]);
            }
            (Gate::Parity, &[a, b]) => self.table(&[output, a, b], |bits| bits.count_ones() % 2 == 0),
            (Gate::Parity, &[a, b, c, ..]) => self.table(&[output, a, b, c], |bits| bits.count_ones() % 2 == 0),
            (Gate::Majority, &[a, b, c, ..]) => {
                self.table(&[output, a, b, c], |bits| (bits & 1 == 1) == ((bits >> 1).count_ones() >= 2));
            }
            (Gate::HalfAnd, inputs) => self.add(inputs.iter().map(|&input| !input).chain([output])),
            (_, inputs) => {
                for &input in inputs {
                    self.add([!output, input]);
                }
                self.add(inputs.iter().map(|&input| !input).chain([output]));
            }
        }
    }

    fn some_gate(&mut self) -> Gate {
        [Gate::And, Gate::And, Gate::Parity, Gate::Choice, Gate::Majority, Gate::HalfAnd][self.rng.index(6)]
    }

    fn gates(&mut self) {
        for _ in 0..1 + self.rng.below(6) {
            if self.vars == self.most {
                return;
            }
            let (kind, inputs) = (self.some_gate(), self.inputs());
            let output = self.new_var().lit(self.rng.coin());
            self.connect(kind, output, &inputs);
        }
    }

    /// The same gates again with other outputs, inputs in another order, some behind equivalences.
    fn gates_twice(&mut self) {
        let mut twins: Vec<(Lit, Lit)> = Vec::new();
        for _ in 0..1 + self.rng.below(5) {
            let (kind, mut inputs) = (self.some_gate(), self.inputs());
            if !twins.is_empty() && self.rng.coin() {
                inputs[0] = twins[self.rng.index(twins.len())].0;
            }
            let (first, second) = (self.new_var().lit(self.rng.coin()), self.new_var().lit(self.rng.coin()));
            self.connect(kind, first, &inputs);
            let mut again: Vec<Lit> = inputs
                .iter()
                .map(|input| twins.iter().find(|twin| twin.0 == *input).map_or(*input, |twin| twin.1))
                .collect();
            if kind != Gate::Choice {
                self.rng.shuffle(&mut again);
            }
            self.connect(kind, second, &again);
            twins.push((first, second));
        }
        if self.rng.coin() {
            let (first, second) = twins[self.rng.index(twins.len())];
            self.add([first, second]);
            self.add([!first, !second]);
        }
    }

    /// The digits of the sum of two numbers of equal width, by a chain of full adders.
    fn adder(&mut self, left: &[Lit], right: &[Lit]) -> Vec<Lit> {
        let mut digits = Vec::new();
        let mut carry: Option<Lit> = None;
        for (&a, &b) in left.iter().zip(right) {
            let (half, both) = (self.new_var().pos(), self.new_var().pos());
            self.connect(Gate::Parity, half, &[a, b]);
            self.connect(Gate::And, both, &[a, b]);
            let Some(before) = carry else {
                digits.push(half);
                carry = Some(both);
                continue;
            };
            let (sum, more, next) = (self.new_var().pos(), self.new_var().pos(), self.new_var().pos());
            self.connect(Gate::Parity, sum, &[half, before]);
            self.connect(Gate::And, more, &[half, before]);
            self.connect(Gate::And, !next, &[!both, !more]);
            digits.push(sum);
            carry = Some(next);
        }
        digits.extend(carry);
        digits
    }

    /// Two adders of the same numbers, and the claim that their sums differ.
    fn miter(&mut self) {
        let width = 1 + self.rng.index(3);
        let bits = self.distinct(2 * width);
        let (left, right) = bits.split_at(bits.len() / 2);
        let sums = [self.adder(left, right), self.adder(right, left)];
        let mut differ = Vec::new();
        for (&a, &b) in sums[0].iter().zip(&sums[1]) {
            let difference = self.new_var().pos();
            self.connect(Gate::Parity, difference, &[a, b]);
            differ.push(difference);
        }
        self.add(differ);
    }

    fn parities(&mut self) {
        for _ in 0..1 + self.rng.below(6) {
            let count = 2 + self.rng.index(4);
            let lits = self.distinct(count);
            let parity = self.rng.below(2) as u32;
            self.table(&lits, |bits| bits.count_ones() % 2 == parity);
        }
    }

    fn cardinality(&mut self) {
        let count = 3 + self.rng.index(5);
        let lits = self.distinct(count);
        let bound = 1 + self.rng.index(lits.len());
        let mut encoded = Formula::new();
        encoded.declare_vars(self.vars);
        let (_, one) = AT_MOST_ONE_NAMES[self.rng.index(AT_MOST_ONE_NAMES.len())];
        let (_, many) = AT_MOST_NAMES[self.rng.index(AT_MOST_NAMES.len())];
        match self.rng.below(4) {
            0 => one.encode(&mut encoded, &lits),
            1 => one.exactly(&mut encoded, &lits),
            2 => many.at_most(&mut encoded, &lits, bound),
            _ => many.exactly(&mut encoded, &lits, bound),
        }
        if encoded.num_vars() <= self.most {
            self.vars = self.vars.max(encoded.num_vars());
            self.clauses.extend(encoded.clauses().map(<[Lit]>::to_vec));
        }
    }

    /// Circles of implications, now and then with a contradiction in them.
    fn equivalences(&mut self) {
        let count = 2 + self.rng.index(5);
        let mut circle = self.distinct(count);
        if self.rng.below(12) == 0 {
            circle.push(!circle[0]);
        }
        for at in 0..circle.len() {
            let (from, to) = (circle[at], circle[(at + 1) % circle.len()]);
            self.add([!from, to]);
        }
    }

    /// Every clause of one list with every literal of another: what a new variable can factor out.
    fn product(&mut self) {
        let (left, right) = (2 + self.rng.index(4), 2 + self.rng.index(5));
        let factors = self.distinct(left);
        let quotients: Vec<Vec<Lit>> = (0..right)
            .map(|_| {
                let length = 1 + self.rng.index(3);
                self.distinct(length)
            })
            .collect();
        for &factor in &factors {
            for quotient in &quotients {
                if self.rng.below(24) > 0 {
                    self.add(quotient.iter().copied().chain([factor]));
                }
            }
        }
    }

    /// A variable that is a random function of three or four others: a definition without the shape of a gate.
    fn definition(&mut self) {
        let count = 2 + self.rng.index(3);
        let mut lits = self.distinct(count);
        let function = self.rng.bits() as u32;
        lits.insert(0, self.new_var().pos());
        self.table(&lits, |bits| (bits & 1 == 1) == (function >> (bits >> 1) & 1 == 1));
    }

    /// Clauses that others contain, or contain but for one sign.
    fn subsumed(&mut self) {
        for _ in 0..1 + self.rng.below(8) {
            if self.clauses.is_empty() {
                return self.random_clauses();
            }
            let mut clause = self.clauses[self.rng.index(self.clauses.len())].clone();
            if self.rng.coin() && clause.len() > 2 {
                let at = self.rng.index(clause.len());
                clause[at] = !clause[at];
            }
            for _ in 0..self.rng.below(4) {
                let lit = self.lit();
                clause.push(lit);
            }
            self.add(clause);
        }
    }

    /// Clauses with a variable of one sign, and blocked ones.
    fn pure(&mut self) {
        let only = self.new_var().lit(self.rng.coin());
        for _ in 0..1 + self.rng.below(5) {
            let length = 1 + self.rng.index(3);
            let clause = self.distinct(length);
            self.add(clause.into_iter().chain([only]));
        }
        if self.rng.below(3) == 0 {
            let sides = self.distinct(2);
            self.add(sides.iter().map(|&lit| !lit).chain([!only]));
        }
    }

    /// Long rows of implications with cross-links: failed literals and transitive ones.
    fn chain(&mut self) {
        let length = 3 + self.rng.index(8);
        let lits = self.distinct(length);
        for pair in lits.windows(2) {
            self.add([!pair[0], pair[1]]);
        }
        for _ in 0..1 + self.rng.below(4) {
            let (from, to) = (self.rng.index(lits.len()), self.rng.index(lits.len()));
            match self.rng.below(3) {
                0 => self.add([!lits[from.min(to)], lits[from.max(to)]]),
                1 => self.add([!lits[from], !lits[to]]),
                _ => {
                    let other = self.lit();
                    self.add([!lits[from], !lits[to], other]);
                }
            }
        }
    }

    /// Duplicates within clauses, tautologies, units, clauses twice; the empty clause seldom.
    fn odd_clauses(&mut self) {
        for _ in 0..1 + self.rng.below(4) {
            let mut clause: Vec<Lit> = (0..1 + self.rng.below(4)).map(|_| self.lit()).collect();
            match self.rng.below(40) {
                0..=11 => clause.push(clause[0]),
                12..=19 => clause.push(!clause[0]),
                20..=23 => clause.truncate(1),
                24 => clause.clear(),
                _ => self.add(clause.clone()),
            }
            self.add(clause);
        }
    }

    /// A few pigeons too many, or just enough.
    fn pigeons(&mut self) {
        let holes = 2 + self.rng.index(2);
        let pigeons = holes + self.rng.index(2);
        let base = self.vars;
        if base + pigeons * holes > self.most {
            return self.parities();
        }
        self.vars += pigeons * holes;
        for pigeon in 0..pigeons {
            self.add((0..holes).map(|hole| Var::new(base + pigeon * holes + hole).pos()));
            for other in 0..pigeon {
                for hole in 0..holes {
                    self.add([
                        Var::new(base + pigeon * holes + hole).neg(),
                        Var::new(base + other * holes + hole).neg(),
                    ]);
                }
            }
        }
    }

    /// Mixes the clauses; in some formulas a hidden assignment is made a model.
    fn finish(self) -> Vec<Vec<Lit>> {
        let Builder { mut rng, mut clauses, vars, .. } = self;
        if rng.below(4) == 0 {
            let model: Vec<bool> = (0..vars).map(|_| rng.coin()).collect();
            for clause in clauses.iter_mut().filter(|clause| !clause.is_empty()) {
                if clause.iter().all(|lit| lit.is_positive() != model[lit.var().index()]) {
                    let at = rng.index(clause.len());
                    clause[at] = !clause[at];
                }
            }
        }
        if rng.below(3) > 0 {
            rng.shuffle(&mut clauses);
            for clause in &mut clauses {
                rng.shuffle(clause);
            }
        }
        clauses
    }
}
