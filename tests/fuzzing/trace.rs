//! A trace: settings and calls of the incremental solver, as data that can be written, read, replayed and shortened.

use super::options;
use gemsat::cnf::{Lit, Var};
use gemsat::util::rng::Rng;
use std::fmt;
use std::str::FromStr;

/// One call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Call {
    /// Adds a clause.
    Add(Vec<Lit>),
    /// Assumes a literal.
    Assume(Lit),
    /// Solves, and everything about the answer is judged.
    Solve,
    /// Sets one counted limit for the calls to come, and no other: `conflicts`, `decisions`, `ticks`, or `none`.
    Limit(&'static str, u64),
    /// Raises the terminator's flag, or lowers it.
    Raise(bool),
    /// Protects a variable, or takes a protection back.
    Freeze(Var, bool),
    /// Prefers a literal.
    Phase(Lit),
    /// Takes the preference back.
    Unphase(Var),
}

impl Call {
    /// The clause that is added, if one is.
    pub fn clause(&self) -> Option<&Vec<Lit>> {
        if let Call::Add(clause) = self { Some(clause) } else { None }
    }
}

/// The limits that a trace can set.
pub const LIMITS: [&str; 4] = ["none", "conflicts", "decisions", "ticks"];

/// Which proof is written, and therefore checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// None.
    Without,
    /// Steps without antecedents.
    Drat,
    /// Steps with antecedents; they are checked as DRAT too.
    Lrat,
}

/// Settings and calls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    /// Options that are not at their default.
    pub options: Vec<(String, String)>,
    /// The proof.
    pub proof: Proof,
    /// Whether the clauses before the first other call are loaded at once, as a formula.
    pub load: bool,
    /// Whether the clauses are a whole formula for the engine, which may then do what could not be taken back: the
    /// other calls but limits are left out.
    pub whole: bool,
    /// How many rounds the engine simplifies a whole formula for, before another engine solves what is left.
    pub simplify: u32,
    /// The calls.
    pub calls: Vec<Call>,
}

impl Trace {
    /// One call of the solver, or of the engine, for a whole formula, options and proof at random.
    pub fn once(rng: &mut Rng, clauses: Vec<Vec<Lit>>) -> Trace {
        let mut trace = Trace::settings(rng);
        trace.whole = rng.below(4) > 0;
        trace.simplify = rng.below(10).saturating_sub(6) as u32;
        trace.calls = clauses.into_iter().map(Call::Add).collect();
        if rng.below(16) == 0 {
            let at = 1 + rng.index(LIMITS.len() - 1);
            trace.calls.push(Call::Limit(LIMITS[at], rng.below(if LIMITS[at] == "ticks" { 3000 } else { 12 })));
        }
        trace.calls.push(Call::Solve);
        trace
    }

    /// The clauses in portions, with questions under assumptions, limits, wishes and protections between them.
    pub fn incremental(rng: &mut Rng, clauses: Vec<Vec<Lit>>) -> Trace {
        let mut trace = Trace::settings(rng);
        let vars = clauses.iter().flatten().map(|lit| lit.var().index() as u64 + 1).max().unwrap_or(1);
        let mut portions = 1 + rng.below(8);
        let mut clauses = clauses.into_iter();
        let mut limited = false;
        while portions > 0 {
            let count = if portions == 1 { clauses.len() } else { rng.index(clauses.len() / 2 + 2) };
            trace.calls.extend(clauses.by_ref().take(count).map(Call::Add));
            let lit = |rng: &mut Rng| Var::new(rng.below(vars) as usize).lit(rng.coin());
            match rng.below(12) {
                0 => trace.calls.push(Call::Freeze(lit(rng).var(), rng.below(3) > 0)),
                1 => trace.calls.push(Call::Phase(lit(rng))),
                2 => trace.calls.push(Call::Unphase(lit(rng).var())),
                3 => {
                    let at = 1 + rng.index(LIMITS.len() - 1);
                    let most = if LIMITS[at] == "ticks" { 3000 } else { 12 };
                    trace.calls.push(Call::Limit(LIMITS[at], rng.below(most)));
                    limited = true;
                }
                4 => trace.calls.push(Call::Raise(true)),
                _ if limited && rng.coin() => {
                    trace.calls.push(Call::Limit("none", 0));
                    limited = false;
                }
                _ => {}
            }
            let assumptions = rng.below(7).saturating_sub(1);
            trace.calls.extend((0..assumptions).map(|_| Call::Assume(lit(rng))));
            trace.calls.push(Call::Solve);
            if rng.below(3) == 0 {
                trace.calls.push(Call::Raise(false));
            }
            portions -= 1;
        }
        trace
    }

    fn settings(rng: &mut Rng) -> Trace {
        let proof = [Proof::Without, Proof::Drat, Proof::Lrat, Proof::Lrat][rng.index(4)];
        let (options, load) = (options::random(rng), rng.coin());
        Trace { options, proof, load, whole: false, simplify: 0, calls: Vec::new() }
    }

    /// One more than the index of the largest variable.
    pub fn vars(&self) -> usize {
        let lits = self.calls.iter().flat_map(|call| match call {
            Call::Add(clause) => clause.clone(),
            &(Call::Assume(lit) | Call::Phase(lit)) => vec![lit],
            &(Call::Freeze(var, _) | Call::Unphase(var)) => vec![var.pos()],
            Call::Solve | Call::Limit(..) | Call::Raise(_) => Vec::new(),
        });
        lits.map(|lit| lit.var().index() + 1).max().unwrap_or(0)
    }
}

impl fmt::Display for Trace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in &self.options {
            writeln!(f, "option {name} {value}")?;
        }
        match self.proof {
            Proof::Without => {}
            Proof::Drat => writeln!(f, "proof drat")?,
            Proof::Lrat => writeln!(f, "proof lrat")?,
        }
        if self.load {
            writeln!(f, "load")?;
        }
        if self.whole {
            writeln!(f, "whole")?;
        }
        if self.simplify > 0 {
            writeln!(f, "simplify {}", self.simplify)?;
        }
        for call in &self.calls {
            match call {
                Call::Add(clause) => {
                    f.write_str("add")?;
                    for lit in clause {
                        write!(f, " {}", lit.to_dimacs())?;
                    }
                    writeln!(f)?;
                }
                Call::Assume(lit) => writeln!(f, "assume {}", lit.to_dimacs())?,
                Call::Solve => writeln!(f, "solve")?,
                Call::Limit(name, number) => writeln!(f, "limit {name} {number}")?,
                Call::Raise(up) => writeln!(f, "{}", if *up { "raise" } else { "lower" })?,
                Call::Freeze(var, on) => {
                    writeln!(f, "{} {}", if *on { "freeze" } else { "melt" }, var.to_dimacs())?;
                }
                Call::Phase(lit) => writeln!(f, "phase {}", lit.to_dimacs())?,
                Call::Unphase(var) => writeln!(f, "unphase {}", var.to_dimacs())?,
            }
        }
        Ok(())
    }
}

impl FromStr for Trace {
    type Err = String;

    fn from_str(text: &str) -> Result<Trace, String> {
        let (options, calls) = (Vec::new(), Vec::new());
        let mut trace = Trace { options, proof: Proof::Without, load: false, whole: false, simplify: 0, calls };
        for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let wrong = || format!("no call: '{line}'");
            let words: Vec<&str> = line.split(' ').collect();
            let lits: Option<Vec<Lit>> =
                words[1..].iter().map(|word| Lit::from_dimacs(word.parse().unwrap_or(0))).collect();
            let lit = || lits.as_ref().and_then(|lits| lits.first().copied()).ok_or_else(wrong);
            let call = match words[..] {
                ["option", name, value] => {
                    trace.options.push((name.into(), value.into()));
                    continue;
                }
                ["proof", format] => {
                    trace.proof = if format == "lrat" { Proof::Lrat } else { Proof::Drat };
                    continue;
                }
                ["load"] => {
                    trace.load = true;
                    continue;
                }
                ["whole"] => {
                    trace.whole = true;
                    continue;
                }
                ["simplify", rounds] => {
                    trace.simplify = rounds.parse().map_err(|_| wrong())?;
                    continue;
                }
                ["add", ..] => Call::Add(lits.ok_or_else(wrong)?),
                ["assume", _] => Call::Assume(lit()?),
                ["solve"] => Call::Solve,
                ["limit", name, number] => {
                    let name = LIMITS.iter().find(|&&known| known == name).ok_or_else(wrong)?;
                    Call::Limit(name, number.parse().map_err(|_| wrong())?)
                }
                ["raise"] => Call::Raise(true),
                ["lower"] => Call::Raise(false),
                ["freeze", _] => Call::Freeze(lit()?.var(), true),
                ["melt", _] => Call::Freeze(lit()?.var(), false),
                ["phase", _] => Call::Phase(lit()?),
                ["unphase", _] => Call::Unphase(lit()?.var()),
                _ => return Err(wrong()),
            };
            trace.calls.push(call);
        }
        Ok(trace)
    }
}
