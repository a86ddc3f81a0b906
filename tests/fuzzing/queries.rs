//! The questions of `cnfquery` about small formulas, against enumeration.

use super::formula::{self, TINY};
use super::{Counts, Finding};
use gemsat::check::count::Certificate;
use gemsat::cnf::{Formula, Lit, Var, write_dimacs};
use gemsat::limits::{self, Limits};
use gemsat::reason::backbone::common_to_models;
use gemsat::reason::count::{self, CountOptions, CountQuestion, Drawn, Rational, Sampler, Trace, marginals};
use gemsat::reason::models::{ModelStep, Models};
use gemsat::reason::muses::{Found, Grouped, minimal, smallest};
use gemsat::util::rng::Rng;
use num_bigint::BigInt;
use std::collections::BTreeSet;

/// The most variables that are enumerated.
const MOST_VARS: usize = 12;

/// One formula and all questions.
pub fn run(rng: &mut Rng) -> Result<Counts, Finding> {
    let clauses = loop {
        let clauses = formula::random(rng, TINY);
        if formula::formula(&clauses).num_vars() <= MOST_VARS {
            break clauses;
        }
    };
    let formula = formula::formula(&clauses);
    ask(rng, &formula).map_err(|message| {
        let mut file = Vec::new();
        // Writing to a vector cannot fail.
        let _ = write_dimacs(&formula, [&message], &mut file);
        Finding { message, file: ("cnf", file) }
    })
}

/// The models of a formula, as bits of the variables.
fn enumerated(formula: &Formula) -> Vec<u32> {
    let holds = |bits: u32, lit: &Lit| (bits >> lit.var().index() & 1 == 1) == lit.is_positive();
    let all = 0..1u32 << formula.num_vars();
    all.filter(|&bits| formula.clauses().all(|clause| clause.iter().any(|lit| holds(bits, lit)))).collect()
}

fn ask(rng: &mut Rng, formula: &Formula) -> Result<Counts, String> {
    let models = enumerated(formula);
    let vars: Vec<Var> = (0..formula.num_vars()).map(Var::new).collect();
    let show: Vec<Var> = match rng.coin() {
        true => vars.iter().copied().filter(|_| rng.coin()).collect(),
        false => vars.clone(),
    };
    let mask = show.iter().fold(0, |mask, var| mask | 1u32 << var.index());
    let projected: BTreeSet<u32> = models.iter().map(|bits| bits & mask).collect();
    check_counts(rng, formula, &show, &projected)?;
    check_certificate(formula, models.len())?;
    check_sample(rng.bits(), formula, &show, &projected)?;
    check_marginals(formula, &show, &projected)?;
    check_models(rng, formula, &show, &projected)?;
    check_common(formula, &vars, &models)?;
    if models.is_empty() {
        check_core(rng, formula)?;
    }
    let none = u64::from(models.is_empty());
    Ok(vec![("sat", 1 - none), ("unsat", none), ("models", models.len() as u64)])
}

fn check_counts(rng: &mut Rng, formula: &Formula, show: &[Var], models: &BTreeSet<u32>) -> Result<(), String> {
    let counted = |question: &CountQuestion| {
        let counted = count::count(formula, question, &CountOptions::default(), &Limits::none(), None);
        counted.map(|count| count.value.to_string()).map_err(|error| error.to_string())
    };
    let mut question = CountQuestion { show: Some(show.to_vec()), weights: Vec::new() };
    let found = counted(&question)?;
    if found != models.len().to_string() {
        return Err(format!("counted {found}, there are {}, shown {show:?}", models.len()));
    }
    // Cut at any moment, a count is none or a lower bound.
    let cut = count::count(formula, &question, &CountOptions::default(), &tiring(rng.index(12)), None);
    let cut = cut.map_err(|error| error.to_string())?;
    let bound = cut.whole().cloned().unwrap_or_default();
    if bound > BigInt::from(models.len()) || cut.stopped.is_none() && bound != BigInt::from(models.len()) {
        return Err(format!("cut: counted {bound}, there are {}, shown {show:?}", models.len()));
    }
    // Weights in tenths, some of them negative or nothing.
    let mut tenths = vec![[10i64, 10]; formula.num_vars()];
    for &var in show {
        if rng.coin() {
            continue;
        }
        let pair = [rng.index(20) as i64 - 4, rng.index(20) as i64 - 4];
        tenths[var.index()] = pair;
        for (value, tenth) in [false, true].into_iter().zip(pair) {
            let weight = Rational::parse(&format!("{tenth}/10")).map_err(|error| error.to_string())?;
            question.weights.push((var.lit(value), weight));
        }
    }
    let weight = |bits: u32| -> BigInt {
        show.iter().map(|var| BigInt::from(tenths[var.index()][(bits >> var.index() & 1) as usize])).product()
    };
    let sum: BigInt = models.iter().map(|&bits| weight(bits)).sum();
    let expected = Rational::new(sum, BigInt::from(10).pow(show.len() as u32).magnitude().clone()).to_string();
    let found = counted(&question)?;
    if found != expected {
        return Err(format!("weight {found}, expected {expected}, shown {show:?}, weights {:?}", question.weights));
    }
    Ok(())
}

fn check_certificate(formula: &Formula, models: usize) -> Result<(), String> {
    let mut text = Vec::new();
    let trace = Trace::new(&mut text);
    count::count(formula, &CountQuestion::default(), &CountOptions::default(), &Limits::none(), Some(trace))
        .map_err(|error| error.to_string())?;
    let recounted = Certificate::read(&text[..], formula.num_vars())
        .and_then(|certificate| certificate.check(formula, &Limits::none()))
        .map_err(|fault| format!("certificate: {fault}"))?;
    if recounted.to_string() != models.to_string() {
        return Err(format!("the certificate counts {recounted}, there are {models}"));
    }
    Ok(())
}

/// Draws three models for each that there is; at least a third of all must come (it is five percent of them that are
/// expected to be missing).
fn check_sample(seed: u64, formula: &Formula, show: &[Var], expected: &BTreeSet<u32>) -> Result<(), String> {
    let limits = Limits::none();
    let Some(mut sampler) = Sampler::new(formula, show, 1 << 20, seed, &limits).map_err(|stop| stop.to_string())?
    else {
        return if expected.is_empty() { Ok(()) } else { Err("sample: no model".into()) };
    };
    if sampler.count().to_string() != expected.len().to_string() {
        return Err(format!("sample: counted {}, there are {}, shown {show:?}", sampler.count(), expected.len()));
    }
    let mut found = BTreeSet::new();
    for _ in 0..3 * expected.len().min(100) {
        let Drawn::Model(model) = sampler.draw(&limits) else { return Err("sample: none drawn".into()) };
        let bits = show.iter().filter(|&&var| model.value(var)).fold(0u32, |bits, var| bits | 1 << var.index());
        if !expected.contains(&bits) {
            return Err(format!("sample: {bits:b} is no model, shown {show:?}"));
        }
        found.insert(bits);
    }
    match 3 * found.len() >= expected.len().min(100) {
        true => Ok(()),
        false => Err(format!("sample: {} of {} models, shown {show:?}", found.len(), expected.len())),
    }
}

fn check_marginals(formula: &Formula, show: &[Var], models: &BTreeSet<u32>) -> Result<(), String> {
    let found = marginals(formula, show, 1 << 20, &Limits::none()).map_err(|stop| stop.to_string())?;
    let Some(found) = found else {
        return if models.is_empty() { Ok(()) } else { Err("marginals: no model".into()) };
    };
    if found.count != BigInt::from(models.len()) {
        return Err(format!("marginals: counted {}, there are {}, shown {show:?}", found.count, models.len()));
    }
    for (var, share) in show.iter().zip(&found.shares) {
        let with = models.iter().filter(|&&bits| bits >> var.index() & 1 == 1).count();
        if (share - with as f64 / models.len() as f64).abs() > 1e-9 {
            return Err(format!("marginals: {var:?} is true in {with} of {}, found {share}", models.len()));
        }
    }
    Ok(())
}

/// Lists models, stopping and going on now and then, and compares.
fn check_models(rng: &mut Rng, formula: &Formula, show: &[Var], expected: &BTreeSet<u32>) -> Result<(), String> {
    let cubes = rng.coin();
    let mut found = BTreeSet::new();
    let mut models = Models::new(formula, show, cubes);
    loop {
        match models.advance_to_model(&Limits::none()) {
            ModelStep::Found => {}
            ModelStep::Done => break,
            step => return Err(format!("models: {step:?}")),
        }
        let free: Vec<&Var> = show.iter().filter(|var| models.value(var.pos()) == 0).collect();
        if !cubes && !free.is_empty() {
            return Err("a model without all values".into());
        }
        let fixed = show.iter().filter(|var| models.value(var.pos()) > 0);
        let fixed = fixed.fold(0u32, |bits, var| bits | 1 << var.index());
        for choice in 0..1u32 << free.len() {
            let chosen = free.iter().enumerate().filter(|(place, _)| choice >> place & 1 == 1);
            let bits = chosen.fold(fixed, |bits, (_, var)| bits | 1 << var.index());
            if !expected.contains(&bits) || !found.insert(bits) {
                return Err(format!("models: {bits:b} is wrong or comes twice, cubes {cubes}, shown {show:?}"));
            }
        }
        if rng.below(4) == 0 {
            let Some(decisions) = models.decisions() else { break };
            models = Models::new(formula, show, cubes);
            models.resume(&decisions);
        }
    }
    match found.len() == expected.len() {
        true => Ok(()),
        false => Err(format!("models: {} of {}, cubes {cubes}, shown {show:?}", found.len(), expected.len())),
    }
}

fn check_common(formula: &Formula, vars: &[Var], models: &[u32]) -> Result<(), String> {
    let found = common_to_models(formula, vars, true, &Limits::none(), |_| {});
    if found.satisfiable != Some(!models.is_empty()) {
        return Err(format!("backbone: {found:?}"));
    }
    if models.is_empty() {
        return Ok(());
    }
    for var in vars {
        let settled = found.certain.iter().any(|lit| lit.var() == *var);
        let values: BTreeSet<bool> = found.models.iter().map(|model| model.value(*var)).collect();
        if !settled && values.len() < 2 {
            return Err(format!("no two models differ on {var:?}"));
        }
    }
    if found.models.iter().any(|model| gemsat::cnf::model::first_falsified(model, formula).is_some()) {
        return Err("a model of the backbone is wrong".into());
    }
    let column = |lit: Lit| -> Vec<bool> {
        models.iter().map(|bits| (bits >> lit.var().index() & 1 == 1) == lit.is_positive()).collect()
    };
    let lits = vars.iter().flat_map(|var| [var.pos(), var.neg()]);
    let certain: BTreeSet<Lit> = lits.filter(|&lit| column(lit).into_iter().all(|value| value)).collect();
    if found.certain.iter().copied().collect::<BTreeSet<Lit>>() != certain {
        return Err(format!("backbone {:?}, expected {certain:?}", found.certain));
    }
    let open: Vec<Var> =
        vars.iter().copied().filter(|v| !certain.contains(&v.pos()) && !certain.contains(&v.neg())).collect();
    let mut classes: std::collections::BTreeMap<Vec<bool>, usize> = std::collections::BTreeMap::new();
    for var in open {
        let values = column(var.pos());
        let opposite = column(var.neg());
        *classes.entry(values.max(opposite)).or_default() += 1;
    }
    let mut sizes: Vec<usize> = classes.into_values().filter(|&size| size > 1).collect();
    let mut found_sizes: Vec<usize> = found.equal.iter().map(Vec::len).collect();
    sizes.sort_unstable();
    found_sizes.sort_unstable();
    let equal = found.equal.iter().all(|class| class.iter().all(|&lit| column(lit) == column(class[0])));
    if sizes != found_sizes || !equal {
        return Err(format!("equal literals {:?}, expected classes of {sizes:?}", found.equal));
    }
    Ok(())
}

/// Limits that run out after so many looks at them.
fn tiring(looks: usize) -> Limits {
    let mut left = looks;
    let ask = move || {
        let over = left == 0;
        left = left.saturating_sub(1);
        over
    };
    Limits { question: limits::Question::new(ask), ..Limits::none() }
}

/// What a search for a smallest core says when it is cut at any moment is right.
fn check_cut_core(rng: &mut Rng, grouped: &Grouped, fewest: usize) -> Result<(), String> {
    let core = match smallest(grouped, &tiring(rng.index(60)), &mut |_| {}) {
        Found::Core(core) => core,
        Found::Stopped(_) => return Ok(()),
        Found::Satisfiable(_) => return Err("cut core: a model of what has none".into()),
    };
    let open = |members: &[u32]| !enumerated(&grouped.only(|group| members.contains(&group))).is_empty();
    let minimal = (0..core.groups.len()).all(|place| {
        let mut fewer = core.groups.clone();
        fewer.remove(place);
        open(&fewer)
    });
    let whole = core.stopped.is_some() || core.groups.len() == fewest && core.minimal;
    match !open(&core.groups) && (minimal || !core.minimal) && core.at_least <= fewest && whole {
        true => Ok(()),
        false => Err(format!("cut core {core:?}, the smallest have {fewest}")),
    }
}

fn check_core(rng: &mut Rng, formula: &Formula) -> Result<(), String> {
    let grouped = match rng.coin() {
        true => Grouped::by_clause(formula.clone()),
        false => {
            let groups = (0..formula.num_clauses()).map(|_| rng.index(9).checked_sub(1).map(|group| group as u32));
            Grouped { groups: groups.collect(), num_groups: 8, formula: formula.clone() }
        }
    };
    let Found::Core(core) = minimal(&grouped, &Limits::none()) else { return Err("core: none found".into()) };
    let open = |members: &[u32]| !enumerated(&grouped.only(|group| members.contains(&group))).is_empty();
    if open(&core.groups) {
        return Err(format!("core {:?} has a model", core.groups));
    }
    for place in 0..core.groups.len() {
        let mut fewer = core.groups.clone();
        let member = fewer.remove(place);
        if !open(&fewer) {
            return Err(format!("core {:?}: {member} can be left out", core.groups));
        }
        if let Some(model) = &core.witnesses[place] {
            let rest = grouped.only(|group| fewer.contains(&group));
            if gemsat::cnf::model::first_falsified(model, &rest).is_some() {
                return Err(format!("core {:?}: the model without {member} is wrong", core.groups));
            }
        }
    }
    if grouped.num_groups > 20 {
        return Ok(());
    }
    let Found::Core(fewest) = smallest(&grouped, &Limits::none(), &mut |_| {}) else {
        return Err("smallest: none found".into());
    };
    let all = (0..1u32 << grouped.num_groups).filter(|set| (set.count_ones() as usize) < fewest.groups.len());
    if open(&fewest.groups) || fewest.groups.len() > core.groups.len() {
        return Err(format!("smallest {:?} of {:?}", fewest.groups, core.groups));
    }
    check_cut_core(rng, &grouped, fewest.groups.len())?;
    if grouped.num_groups <= 8 {
        for set in all {
            let members: Vec<u32> = (0..grouped.num_groups).filter(|group| set >> group & 1 == 1).collect();
            if !open(&members) {
                return Err(format!("smallest {:?}, but there is {members:?}", fewest.groups));
            }
        }
    }
    Ok(())
}
