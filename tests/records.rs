//! Records of searches against an interpreter of their own: it reads the lines as JSON, knows nothing of the library
//! but its engines, and follows every step with its own trail, the engine's counters, and its own conflict analysis.

use gemsat::cnf::Formula;
use gemsat::engine::{Engine, Verdict};
use gemsat::engines::{self, textbook};
use gemsat::limits::Limits;
use gemsat::observe::Recorder;
use gemsat::util::rng::Rng;
use serde_json::Value;
use std::collections::{BTreeSet, HashMap};

type Clause = BTreeSet<i32>;

/// What an interpreter of a record has seen.
#[derive(Default)]
struct Seen {
    values: HashMap<i32, bool>,
    /// True literals in order, each with its level and the clause that implies it.
    trail: Vec<(i32, usize, Option<Clause>)>,
    level: usize,
    clauses: Vec<Clause>,
    steps: HashMap<String, u64>,
    conflict: Option<Clause>,
    resolved: Vec<i32>,
    learned: Vec<(Clause, usize)>,
    /// A*'s open list: the decisions of each state, and what its cost and estimate add up to.
    open: Vec<(Vec<i32>, u64)>,
    expanded: Vec<i32>,
    /// By clause, the two literals that watch it.
    watches: HashMap<Clause, [i32; 2]>,
    removed: BTreeSet<i32>,
    extended: BTreeSet<i32>,
    /// The literals that are to be decided first.
    order: Vec<i32>,
    /// How many decisions were in that list.
    listed: usize,
    /// What the rule of the next decision rates highest.
    rated: Vec<(i32, f64)>,
    /// How many decisions were rated.
    ratings: usize,
    /// Whether a rating is the number of open clauses with the literal.
    counts_open: bool,
}

fn numbers(value: &Value) -> Vec<i32> {
    value.as_array().expect("a list").iter().map(|lit| lit.as_i64().expect("a literal") as i32).collect()
}

/// Conflict analysis by the book: resolves the conflict with the reasons of its latest literals until one literal of
/// the level is left, then drops those that follow from others. Also gives the literals that were resolved on.
fn first_uip(trail: &[(i32, usize, Option<Clause>)], level: usize, conflict: &Clause) -> (Clause, Vec<i32>) {
    let at = |lit: i32| trail.iter().find(|(other, ..)| *other == -lit).expect("a false literal");
    let above = |clause: &Clause| -> Clause { clause.iter().copied().filter(|&lit| at(lit).1 > 0).collect() };
    let (mut clause, mut pivots) = (above(conflict), Vec::new());
    for (lit, _, reason) in trail.iter().rev().filter(|(_, at, _)| *at == level) {
        if clause.iter().filter(|&&other| at(other).1 == level).count() == 1 {
            break;
        }
        if clause.remove(&-lit) {
            let reason = reason.as_ref().expect("only the last literal is a decision");
            clause.extend(above(&reason.iter().copied().filter(|other| other != lit).collect()));
            pivots.push(*lit);
        }
    }
    fn implied(lit: i32, clause: &Clause, trail: &[(i32, usize, Option<Clause>)]) -> bool {
        let (_, level, reason) = trail.iter().find(|(other, ..)| *other == -lit).expect("a false literal");
        let others = || reason.iter().flatten().filter(|&&other| other != -lit);
        *level == 0
            || reason.is_some() && others().all(|other| clause.contains(other) || implied(*other, clause, trail))
    }
    let kept = clause.iter().copied().filter(|&lit| at(lit).1 == level || !implied(lit, &clause, trail));
    (kept.collect(), pivots)
}

impl Seen {
    fn value(&self, lit: i32) -> Option<bool> {
        self.values.get(&lit.abs()).map(|&value| value == (lit > 0))
    }

    fn push(&mut self, lit: i32, reason: Option<Clause>) {
        assert_eq!(self.value(lit), None, "{lit} has a value already");
        self.values.insert(lit.abs(), lit > 0);
        self.trail.push((lit, self.level, reason));
    }

    fn back(&mut self, level: usize) {
        while let Some((lit, _, _)) = self.trail.pop_if(|(_, at, _)| *at > level) {
            self.values.remove(&lit.abs());
        }
        self.level = level;
    }

    fn falsified(&self, formula: &[Clause]) -> u64 {
        formula.iter().filter(|clause| clause.iter().all(|&lit| self.value(lit) == Some(false))).count() as u64
    }

    /// Follows a step. In a textbook search every clause that is named is given or learned.
    fn step(&mut self, step: &[Value], formula: &[Clause], book: bool) {
        let name = step[0].as_str().expect("a name");
        *self.steps.entry(name.into()).or_default() += 1;
        let lit = || step[1].as_i64().expect("a literal") as i32;
        let is_known = |seen: &Seen, clause: &Clause| formula.contains(clause) || seen.clauses.contains(clause);
        match name {
            "d" => {
                // All is propagated: a clause with a false watch is satisfied.
                for (clause, watches) in &self.watches {
                    let is_false = watches.iter().any(|&lit| self.value(lit) == Some(false));
                    assert!(!is_false || clause.iter().any(|&lit| self.value(lit) == Some(true)));
                }
                let mut open = self.order.iter().filter(|&&lit| self.value(lit).is_none());
                if let Some(&first) = open.find(|lit| !self.removed.contains(&lit.abs())) {
                    assert_eq!(lit(), first, "the list says what is decided first");
                    self.listed += 1;
                }
                let rated = std::mem::take(&mut self.rated);
                if let Some(&(first, highest)) = rated.first() {
                    assert_eq!(lit(), first, "the best one is decided");
                    assert!(rated.is_sorted_by(|(_, a), (_, b)| a >= b), "{rated:?}");
                    assert!(rated.iter().all(|&(lit, _)| self.value(lit).is_none()), "{rated:?}");
                    self.ratings += 1;
                    if self.counts_open {
                        let open = |clause: &&Clause| clause.iter().all(|&lit| self.value(lit) != Some(true));
                        let of = |lit: i32| formula.iter().filter(open).filter(|clause| clause.contains(&lit)).count();
                        assert!(rated.iter().all(|&(lit, rating)| rating == of(lit) as f64), "{rated:?}");
                        let lits = formula.iter().flatten().filter(|&&lit| self.value(lit).is_none());
                        assert_eq!(lits.map(|&lit| of(lit)).max(), Some(highest as usize));
                    }
                }
                self.level += 1;
                self.push(lit(), None);
            }
            "p" => {
                let pair = |pair: &Value| (pair[0].as_i64().expect("a literal") as i32, pair[1].as_f64().expect("one"));
                self.rated = step[1].as_array().expect("a list").iter().map(pair).collect();
            }
            "w" => {
                let lits = numbers(&step[1]);
                let clause: Clause = lits.iter().copied().collect();
                assert!(book && lits.len() > 2 && is_known(self, &clause), "{clause:?} is no long clause");
                let watches = [lits[0], lits[1]];
                // Of a clause that stands twice, each copy is watched.
                let copies = formula.iter().chain(&self.clauses).filter(|other| **other == clause).count();
                let before = self.watches.insert(clause, watches);
                let has_moved = before.is_none_or(|before| watches.iter().any(|lit| !before.contains(lit)));
                assert!(copies > 1 || has_moved, "nothing moved");
            }
            "a" => {
                let reason: Option<Clause> = step.get(2).map(|lits| numbers(lits).into_iter().collect());
                if let Some(reason) = &reason {
                    assert!(reason.contains(&lit()));
                    assert!(reason.iter().all(|&other| other == lit() || self.value(other) == Some(false)));
                    assert!(!book || is_known(self, reason), "{reason:?} is no clause");
                }
                assert!(!book || reason.is_some() || self.level == 0, "nothing follows without a reason");
                self.push(lit(), reason);
            }
            "c" => {
                let clause: Clause = numbers(&step[1]).into_iter().collect();
                let is_walk = self.trail.is_empty() && !self.values.is_empty();
                assert!(is_walk || clause.iter().all(|&lit| self.value(lit) == Some(false)));
                assert!(!book || is_known(self, &clause));
                self.conflict = Some(clause);
            }
            "u" => self.resolved = numbers(&step[1]),
            "l" => {
                let clause: Clause = numbers(&step[1]).into_iter().collect();
                assert!(clause.iter().all(|&lit| self.value(lit) == Some(false)), "what is learned is false");
                if book {
                    let conflict = self.conflict.take().expect("a conflict before it");
                    let (wanted, pivots) = first_uip(&self.trail, self.level, &conflict);
                    assert_eq!(clause, wanted);
                    assert_eq!(self.resolved, pivots);
                    let levels = |lit: &i32| self.trail.iter().find(|(other, ..)| *other == -lit).expect("false").1;
                    let mut levels: Vec<usize> = clause.iter().map(levels).collect();
                    levels.sort_unstable_by(|a, b| b.cmp(a));
                    self.learned.push((clause.clone(), levels.get(1).copied().unwrap_or(0)));
                }
                self.clauses.push(clause);
            }
            "b" => {
                let level = step[1].as_u64().expect("a level") as usize;
                assert!(level < self.level, "back to {level} from {}", self.level);
                if book && let Some((_, wanted)) = self.learned.last() {
                    assert_eq!(level, *wanted, "to the second highest level of the learned clause");
                }
                self.back(level);
            }
            "r" => {}
            "s" => {
                let digits = step[1].as_str().expect("digits").bytes();
                self.values = digits.enumerate().map(|(at, digit)| (at as i32 + 1, digit == b'1')).collect();
            }
            "f" => {
                let value = self.values.get_mut(&lit()).expect("a complete assignment");
                *value = !*value;
                assert_eq!(self.falsified(formula), step[2].as_u64().expect("a number"));
            }
            "o" => {
                let decisions = [&self.expanded[..], &[lit()]].concat();
                self.open.push((decisions, step[2].as_u64().expect("a number")));
            }
            "x" => {
                // The best of the open list: by f, then by h, which is f less the decisions, then the newest.
                let (decisions, cost) = (numbers(&step[1]), step[3].as_u64().expect("a number"));
                let key =
                    |at: &usize| (self.open[*at].1, self.open[*at].1 - self.open[*at].0.len() as u64, usize::MAX - at);
                if let Some(best) = (0..self.open.len()).min_by_key(key) {
                    assert_eq!(self.open.remove(best), (decisions.clone(), cost));
                } else {
                    assert_eq!(decisions, [0; 0], "the first state has no decisions");
                }
                self.expanded = decisions;
                self.back(0);
                for decision in numbers(&step[1]) {
                    self.level += 1;
                    self.push(decision, None);
                }
                numbers(&step[2]).into_iter().for_each(|lit| match self.value(lit) {
                    None => self.push(lit, None),
                    Some(value) => assert!(value, "{lit} follows and is false"),
                });
            }
            "t" => assert!(step[1].as_f64().is_some_and(|temperature| temperature > 0.0)),
            "e" => assert!(self.removed.insert(lit()) && self.value(lit()).is_none()),
            "v" => assert!(self.extended.insert(lit())),
            other => panic!("{other} is no step"),
        }
    }
}

/// Runs an engine and follows its record; what was seen, and the verdict.
fn follow(engine: &mut dyn Engine, clauses: &[Vec<i32>], book: bool) -> (Seen, Verdict) {
    let lists: Vec<&[i32]> = clauses.iter().map(Vec::as_slice).collect();
    let formula = Formula::from_dimacs_lists(&lists);
    let sets: Vec<Clause> = clauses.iter().map(|clause| clause.iter().copied().collect()).collect();
    let mut recorder = Recorder::new(engine.name(), formula.num_vars());
    let limits = Limits { steps: Some(400), ..Limits::none() };
    let verdict = engine.solve(formula, &limits, Some(&mut recorder));
    let record = recorder.finish(&verdict, &engine.counters());
    let lines: Vec<Value> = record.text().lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(lines[0]["version"], 4);
    let (end, steps) = lines[1..].split_last().expect("a verdict");
    let options = engine.options();
    let order = options.iter().find(|row| row.name == "decide_order").map_or("", |row| row.value.as_str());
    let order = order.split(',').filter_map(|lit| lit.parse().ok()).collect();
    let counts_open = options.iter().any(|row| row.name == "rule" && row.value == "dlis");
    let mut seen = Seen { order, counts_open, ..Seen::default() };
    steps.iter().for_each(|step| seen.step(step.as_array().expect("a step"), &sets, book));
    if book && engine.name() == "cdcl" {
        let long = || sets.iter().chain(&seen.clauses).filter(|clause| clause.len() > 2);
        assert!(long().all(|clause| seen.watches.contains_key(clause)), "every long clause is watched");
    }
    // The engine's own counters are what was seen.
    let counted: &[(&str, &str)] = match engine.name() {
        "brute" => &[("attempts", "s")],
        "backtracking" | "dpll" => &[("decisions", "d"), ("conflicts", "c")],
        "astar" => &[("expanded", "x")],
        "cdcl" if book => &[("decisions", "d"), ("conflicts", "c"), ("learned", "l")],
        "cdcl" | "auto" => &[],
        _ => &[("flips", "f"), ("restarts", "r")],
    };
    for (counter, step) in counted {
        let counted = end["counters"][counter].as_u64().expect("a counter");
        assert_eq!(counted, seen.steps.get(*step).copied().unwrap_or(0), "{} {counter}", engine.name());
    }
    if let Verdict::Sat(model) = &verdict {
        let values: Vec<i32> = model.lits().map(|lit| lit.to_dimacs()).collect();
        assert!(seen.trail.iter().all(|(lit, ..)| values.contains(lit)), "the search ends at the model");
        assert!(seen.extended.iter().all(|lit| values.contains(lit)));
        let extended: BTreeSet<i32> = seen.extended.iter().map(|lit| lit.abs()).collect();
        assert_eq!(extended, seen.removed, "what was removed has got a value, and nothing else");
        // All clauses are true by what the steps have said; A* ends at a state from which its model follows.
        let is_true = |lit: &i32| seen.value(*lit) == Some(true) || seen.extended.contains(lit);
        let all = clauses.iter().all(|clause| clause.iter().any(is_true));
        assert!(all || engine.name() == "astar", "{}", engine.name());
    }
    (seen, verdict)
}

/// A random 3-SAT formula of a few variables.
fn random(seed: u64) -> Vec<Vec<i32>> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut next = move |below: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    let vars = 5 + seed % 8;
    let mut clause = || -> Vec<i32> {
        let (width, mut chosen) = (if next(6) == 0 { 2 } else { 3 }, BTreeSet::new());
        while chosen.len() < width {
            chosen.insert(1 + next(vars) as i32);
        }
        chosen.into_iter().map(|var| if next(2) == 0 { var } else { -var }).collect()
    };
    (0..vars * (34 + seed % 17) / 10).map(|_| clause()).collect()
}

#[test]
fn two_hundred_records_of_every_engine_are_followed() {
    for name in engines::names() {
        for seed in 0..200 {
            let mut engine = engines::by_name(name).expect("an engine");
            let _ = follow(engine.as_mut(), &random(seed), false);
        }
    }
}

#[test]
fn textbook_searches_are_those_of_the_book() {
    let mut learned = 0;
    for rule in textbook::Rule::ALL {
        for seed in 0..200 {
            let mut engine = engines::by_name("cdcl").expect("an engine");
            textbook::set(engine.as_mut(), rule).expect("textbook mode");
            let (seen, verdict) = follow(engine.as_mut(), &random(seed), true);
            let mut dpll = engines::by_name("dpll").expect("an engine");
            textbook::set(dpll.as_mut(), textbook::Rule::Order).expect("textbook mode");
            let (_, other) = follow(dpll.as_mut(), &random(seed), false);
            assert_eq!(matches!(verdict, Verdict::Sat(_)), matches!(other, Verdict::Sat(_)));
            learned += seen.learned.len();
        }
    }
    assert!(learned > 500, "{learned} clauses were learned");
}

/// Some variables of a formula in a random order, each with a random sign.
fn random_order(seed: u64, clauses: &[Vec<i32>]) -> String {
    let vars: BTreeSet<i32> = clauses.iter().flatten().map(|lit| lit.abs()).collect();
    let mut rng = Rng::new(seed);
    let mut vars: Vec<i32> = vars.into_iter().collect();
    rng.shuffle(&mut vars);
    vars.truncate(1 + rng.index(vars.len()));
    let lits = vars.into_iter().map(|var| if rng.coin() { var } else { -var }.to_string());
    lits.collect::<Vec<_>>().join(",")
}

#[test]
fn decisions_follow_a_list_and_change_no_verdict() {
    let searches = [
        ("cdcl", Some(textbook::Rule::Order), &[][..]),
        ("cdcl", Some(textbook::Rule::Vsids), &[]),
        ("cdcl", Some(textbook::Rule::Vmtf), &[]),
        ("cdcl", None, &[("lucky", "false"), ("inprocess_first", "0"), ("eliminate_interval", "1")]),
        ("dpll", Some(textbook::Rule::Order), &[("phase", "false")]),
        ("dpll", None, &[("rule", "dlis"), ("pure", "true")]),
        ("dpll", None, &[("rule", "weighted")]),
    ];
    for (name, rule, options) in searches {
        let mut listed = 0;
        for seed in 0..150 {
            let clauses = random(seed);
            let mut engine = engines::by_name(name).expect("an engine");
            if let Some(rule) = rule {
                textbook::set(engine.as_mut(), rule).expect("textbook mode");
            }
            let order = random_order(seed, &clauses);
            for (option, value) in options.iter().chain(&[("decide_order", order.as_str())]) {
                engine.set_option(option, value).expect("an option");
            }
            let (seen, verdict) = follow(engine.as_mut(), &clauses, name == "cdcl" && rule.is_some());
            let mut brute = engines::by_name("brute").expect("an engine");
            let lists: Vec<&[i32]> = clauses.iter().map(Vec::as_slice).collect();
            let wanted = brute.solve(Formula::from_dimacs_lists(&lists), &Limits::none(), None);
            assert_eq!(matches!(verdict, Verdict::Sat(_)), matches!(wanted, Verdict::Sat(_)), "{name} {order}");
            listed += seen.listed;
        }
        assert!(listed > 50, "{name}: {listed} decisions were in the lists");
    }
}

#[test]
fn decisions_are_those_that_are_rated_highest() {
    let searches = [
        ("cdcl", textbook::Rule::Vsids, &[][..]),
        ("cdcl", textbook::Rule::Vmtf, &[]),
        ("dpll", textbook::Rule::Order, &[("rule", "dlis")]),
        ("dpll", textbook::Rule::Order, &[("rule", "moms")]),
        ("dpll", textbook::Rule::Order, &[("rule", "jeroslow-wang")]),
    ];
    for (name, rule, options) in searches {
        let mut ratings = 0;
        for seed in 0..100 {
            let mut engine = engines::by_name(name).expect("an engine");
            textbook::set(engine.as_mut(), rule).expect("textbook mode");
            for (option, value) in options {
                engine.set_option(option, value).expect("an option");
            }
            let (seen, _) = follow(engine.as_mut(), &random(seed), name == "cdcl");
            assert_eq!(seen.ratings as u64, seen.steps.get("d").copied().unwrap_or(0), "{name}: all are rated");
            ratings += seen.ratings;
        }
        assert!(ratings > 100, "{name}: {ratings} decisions");
    }
}

#[test]
fn the_first_value_is_that_of_the_phase() {
    for (phase, sign) in [("true", 1), ("false", -1)] {
        for name in ["cdcl", "dpll"] {
            let mut engine = engines::by_name(name).expect("an engine");
            textbook::set(engine.as_mut(), textbook::Rule::Order).expect("textbook mode");
            engine.set_option("phase", phase).expect("an option");
            let (seen, _) = follow(engine.as_mut(), &[vec![1, 2], vec![-1, -2]], false);
            assert_eq!(seen.trail[0].0, sign, "{name}");
        }
    }
}

/// Pigeons in one hole less.
fn pigeons(holes: i32) -> Vec<Vec<i32>> {
    let var = |pigeon: i32, hole: i32| pigeon * holes + hole + 1;
    let somewhere = (0..=holes).map(|pigeon| (0..holes).map(|hole| var(pigeon, hole)).collect());
    let apart = (0..holes)
        .flat_map(|hole| (0..=holes).flat_map(move |a| (0..a).map(move |b| vec![-var(a, hole), -var(b, hole)])));
    somewhere.chain(apart).collect()
}

#[test]
fn the_handbooks_example_is_learned_as_it_stands_there() {
    // Chapter 4, figure 4.2, with x21, x31 and x1 to x6 as 1, 2 and 3 to 8; they are decided false in this order.
    let clauses = [vec![3, 2, -4], vec![3, -5], vec![4, 5, 6], vec![-6, -7], vec![1, -6, -8], vec![7, 8]];
    let mut engine = engines::by_name("cdcl").expect("an engine");
    textbook::set(engine.as_mut(), textbook::Rule::Order).expect("textbook mode");
    engine.set_option("phase", "false").expect("an option");
    let (seen, _) = follow(engine.as_mut(), &clauses, true);
    assert_eq!(seen.learned[0], (Clause::from([1, -6]), 1));
}

/// Masahiro Sakai, "How a CDCL SAT solver works" (slides, 2012): seven clauses, which two learned ones make nine.
#[test]
fn sakais_example_learns_two_clauses() {
    let clauses =
        [vec![-1, -4, 5], vec![-4, 6], vec![-5, -6, 7], vec![-7, 8], vec![-2, -7, 9], vec![-8, -9], vec![-8, 9]];
    let mut engine = engines::by_name("cdcl").expect("an engine");
    textbook::set(engine.as_mut(), textbook::Rule::Order).expect("textbook mode");
    engine.set_option("phase", "true").expect("an option");
    let (seen, verdict) = follow(engine.as_mut(), &clauses, true);
    assert!(matches!(verdict, Verdict::Sat(_)));
    let wanted = [(Clause::from([-2, -7]), 2), (Clause::from([-1, -4, 7]), 2)];
    assert_eq!(seen.learned[..2], wanted);
}

#[test]
fn pigeons_and_queens_are_learned_from_by_the_book() {
    let queens: Vec<Vec<i32>> = {
        let var = |row: i32, column: i32| 4 * row + column + 1;
        let squares = || (0..4).flat_map(|row| (0..4).map(move |column| (row, column)));
        let rows = (0..4).map(|row| (0..4).map(|column| var(row, column)).collect());
        let pairs = squares().flat_map(|a| squares().map(move |b| (a, b))).filter(|(a, b)| a < b);
        let attack = |((r, c), (s, d)): &((i32, i32), (i32, i32))| r == s || c == d || (r - s).abs() == (c - d).abs();
        let apart = pairs.filter(attack).map(|((r, c), (s, d))| vec![-var(r, c), -var(s, d)]);
        rows.chain(apart).collect()
    };
    for rule in textbook::Rule::ALL {
        for (clauses, satisfiable) in [(pigeons(3), false), (queens.clone(), true)] {
            let mut engine = engines::by_name("cdcl").expect("an engine");
            textbook::set(engine.as_mut(), rule).expect("textbook mode");
            let (seen, verdict) = follow(engine.as_mut(), &clauses, true);
            assert_eq!(matches!(verdict, Verdict::Sat(_)), satisfiable);
            assert!(satisfiable || seen.learned.len() > 2);
        }
    }
}

/// A search that ends with a model ends there: no step takes it back, and what simplification removed has got its
/// value by reconstruction.
#[test]
fn a_model_is_where_the_search_ended() {
    let mut removed = 0;
    for seed in 0..60 {
        let mut engine = engines::by_name("cdcl").expect("an engine");
        for (name, value) in
            [("lucky", "false"), ("opening_clauses", "0"), ("inprocess_first", "0"), ("eliminate_interval", "1")]
        {
            engine.set_option(name, value).expect("an option");
        }
        let (seen, verdict) = follow(engine.as_mut(), &random(seed), false);
        if matches!(verdict, Verdict::Sat(_)) {
            assert!(seen.level > 0 || !seen.steps.contains_key("d") || seen.steps.contains_key("e"));
            removed += seen.removed.len();
        }
    }
    assert!(removed > 20, "{removed} variables were removed");
}
