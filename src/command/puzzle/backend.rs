//! The solver of a puzzle: an engine of this package, an external solver, or a finite-domain search.

use super::counting::{Counted, Counting, Ended};
use super::scene::Scene;
use crate::cnf::Formula;
use crate::cnf::model::first_falsified;
use crate::command::exit::{Exit, Failure};
use crate::command::flags::engine::{default_engine, set_option};
use crate::command::limits::LimitArgs;
use crate::command::observe::Search as Seen;
use crate::command::process;
use crate::command::session::status;
use crate::command::statistics::{InputFacts, ResultFacts, Statistics};
use crate::command::threads::ThreadArgs;
use crate::csp::{Method, Outcome, PoseError, Problem, Search};
use crate::engine::{Engine, Observer, Verdict};
use crate::engines;
use crate::external::Process;
use crate::limits::Limits;
use crate::reason::{FromScratch, Incremental, Oracle};
use std::fmt;

/// Which engine solves, and how long it may take.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct EngineArgs {
    /// The engine (see `solver --help-engine`; cdcl by default), or a finite-domain search: csp-backtrack, csp-fc,
    /// csp-fc-mrv.
    #[arg(long, value_name = "NAME", conflicts_with = "solver", help_heading = "Search")]
    pub engine: Option<String>,

    /// An external solver: a program, or a command with `{cnf}` and perhaps `{out}` in it.
    #[arg(long, value_name = "COMMAND", help_heading = "Search")]
    pub solver: Option<String>,

    /// An option of the engine; may be given several times.
    #[arg(long = "set", value_name = "NAME=VALUE", help_heading = "Search")]
    pub options: Vec<String>,

    /// Seed of all random choices; the same seed gives the same run.
    #[arg(long, value_name = "N", help_heading = "Search")]
    pub seed: Option<u64>,

    /// How many threads search.
    #[command(flatten)]
    pub threads: ThreadArgs,

    /// When a search stops. Some questions (explain, count, --certain) take several searches.
    #[command(flatten)]
    pub limits: LimitArgs,
}

/// What solves formulas: an engine of this package or an external solver.
pub struct Backend {
    kind: Kind,
    limits: LimitArgs,
}

enum Kind {
    Engine(Box<dyn Engine>),
    External(Process),
}

impl fmt::Debug for Backend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            Kind::Engine(engine) => f.debug_tuple("Engine").field(&engine.name()).finish(),
            Kind::External(process) => process.fmt(f),
        }
    }
}

impl EngineArgs {
    /// Our CDCL under the limits of the run, for verbs whose command line chooses no engine.
    pub fn of_run() -> EngineArgs {
        let limits = LimitArgs { resources: process::resources(), ..LimitArgs::default() };
        EngineArgs { limits, ..EngineArgs::default() }
    }

    /// The chosen engine or external solver, with its options.
    ///
    /// # Errors
    /// When there is no such engine, or it has no such option.
    pub fn backend(&self) -> Result<Backend, Failure> {
        let kind = match &self.solver {
            Some(command) => Process::new(command).map(Kind::External).map_err(Failure::usage)?,
            None => Kind::Engine(self.built_in()?),
        };
        Ok(Backend { kind, limits: self.limits.clone() })
    }

    /// Solves a formula with the chosen engine, and shows the search as the scene asks.
    ///
    /// # Errors
    /// As [`EngineArgs::backend`] and [`Backend::solve_seen`].
    pub fn solve(&self, formula: &Formula, limits: &Limits, scene: &Scene<'_>) -> Result<Verdict, Failure> {
        self.backend()?.solve_seen(formula, limits, scene)
    }

    /// Makes sure that the engine and its options exist, for questions that may be answered without them.
    ///
    /// # Errors
    /// As [`EngineArgs::backend`].
    pub fn check(&self) -> Result<(), Failure> {
        if self.csp().is_some() { Ok(()) } else { self.backend().map(drop) }
    }

    /// Whether the engine is our CDCL, chosen or by default.
    pub fn is_cdcl(&self) -> bool {
        self.solver.is_none() && self.engine.as_deref().is_none_or(|name| name == default_engine())
    }

    /// Whether neither an engine nor a program nor an option is named.
    pub fn is_default(&self) -> bool {
        self.solver.is_none() && self.engine.is_none() && self.options.is_empty()
    }

    /// The chosen engine of this package.
    ///
    /// # Errors
    /// When there is no such engine, or it has no such option.
    pub fn built_in(&self) -> Result<Box<dyn Engine>, Failure> {
        let chosen = self.engine.as_deref().unwrap_or(default_engine());
        let mut engine = engines::by_name(chosen).ok_or_else(|| {
            let names: Vec<&str> = engines::names().collect();
            Failure::usage(format!("there is no engine called '{chosen}'; the engines are {}", names.join(", ")))
        })?;
        for (name, value) in self.pairs()? {
            set_option(engine.as_mut(), &name, value).map_err(Failure::usage)?;
        }
        if let Some(seed) = self.seed
            && engine.options().iter().any(|row| row.name == "seed")
        {
            engine.set_option("seed", &seed.to_string()).map_err(Failure::usage)?;
        }
        self.threads.set_up(engine.as_mut()).map_err(Failure::usage)?;
        Ok(engine)
    }

    /// An oracle for many questions about a formula: the incremental solver, or the chosen engine afresh each time.
    ///
    /// # Errors
    /// When there is no such engine, or it has no such option.
    pub fn oracle(&self, formula: &Formula) -> Result<Box<dyn Oracle>, Failure> {
        if self.solver.is_some() {
            return Err(Failure::usage("--solver: an external solver answers one question; name an --engine instead"));
        }
        if !self.is_cdcl() {
            return Ok(Box::new(FromScratch::new(formula.clone(), self.built_in()?)));
        }
        let options = self.cdcl_options()?;
        let named: Vec<(&str, &str)> = options.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        let oracle = Incremental::with_options(formula, &named).map_err(Failure::usage)?;
        Ok(Box::new(oracle))
    }

    /// A function that makes an oracle for each formula that a puzzle asks about.
    ///
    /// # Errors
    /// As [`EngineArgs::oracle`]; also when a finite-domain search is chosen, which answers no such questions.
    pub fn oracles(&self) -> Result<impl Fn(&Formula) -> Box<dyn Oracle> + use<'_>, Failure> {
        if self.csp().is_some() {
            let why = "finite-domain searches solve and count; name another engine for this question";
            return Err(Failure::usage(why));
        }
        self.oracle(&Formula::new())?;
        Ok(|formula: &Formula| self.oracle(formula).unwrap_or_else(|_| Box::new(Incremental::new(formula))))
    }

    /// The options given for the CDCL engine, the seed first.
    ///
    /// # Errors
    /// When an option is not NAME=VALUE, or not one of the engine's.
    pub fn cdcl_options(&self) -> Result<Vec<(String, String)>, Failure> {
        self.built_in()?;
        let seed = self.seed.map(|seed| ("seed".to_string(), seed.to_string()));
        let named = self.pairs()?.into_iter().map(|(name, value)| (name, value.to_string()));
        Ok(seed.into_iter().chain(named).collect())
    }

    /// The engine's options as names and values.
    fn pairs(&self) -> Result<Vec<(String, &str)>, Failure> {
        let mut pairs = Vec::new();
        for option in &self.options {
            let (name, value) = option
                .split_once('=')
                .ok_or_else(|| Failure::usage(format!("expected NAME=VALUE, found '{option}'")))?;
            pairs.push((name.replace('-', "_"), value));
        }
        Ok(pairs)
    }

    /// Whether the chosen engine is incomplete, a local search: it is given no auxiliary variables.
    pub fn is_incomplete(&self) -> bool {
        self.engine.as_deref().and_then(engines::by_name).is_some_and(|engine| !engine.is_complete())
    }

    /// The finite-domain search, if the engine's name is that of one.
    pub fn csp(&self) -> Option<Method> {
        self.engine.as_deref().and_then(Method::by_name)
    }

    /// The limits of one search that begins now.
    pub fn limits(&self) -> Limits {
        self.limits.from_now()
    }

    /// The first solution of a puzzle that is posed as a finite-domain problem, its search shown as the scene asks.
    ///
    /// # Errors
    /// When the puzzle could not be posed, options were given for the search, which has none, or a file cannot be
    /// written.
    pub fn search(
        &self,
        problem: Result<Problem, PoseError>,
        method: Method,
        limits: &Limits,
        scene: &Scene<'_>,
    ) -> Result<Outcome, Failure> {
        let problem = self.posed(problem, method)?;
        let num_vars = problem.num_vars() * problem.num_values();
        let (name, mut outcome) = (method.name(), Outcome::NoSolution);
        let mut counters = Vec::new();
        let run = |observer: Option<&mut dyn Observer>| {
            let mut search = Search::new(&problem, method);
            outcome = search.next(limits, observer);
            counters = search.counters().rows();
            (problem.verdict(&outcome), counters.clone())
        };
        let words = || (scene.words)(num_vars as u32);
        let engine = Seen { engine: &name, options: &[], num_vars, formula: None };
        let seen = scene.show.see.run(engine, words, |words, _| (scene.board)(words), run);
        let verdict = seen.map_err(|(path, error)| Failure::File(path, error))?;
        scene.report(|| Statistics {
            engine: name.to_string(),
            limits: limits.clone(),
            time_limit: self.limits.resources.time_limit,
            result: result(&verdict),
            counters,
            ..Statistics::default()
        })?;
        Ok(outcome)
    }

    /// Counts the solutions of a puzzle that is posed as a finite-domain problem.
    ///
    /// # Errors
    /// As [`EngineArgs::search`].
    pub fn count(
        &self,
        problem: Result<Problem, PoseError>,
        method: Method,
        limits: &Limits,
        counting: &Counting,
    ) -> Result<Counted, Failure> {
        let problem = self.posed(problem, method)?;
        let mut search = Search::new(&problem, method);
        let ended = loop {
            match search.next(limits, None) {
                Outcome::Solved(_) if counting.add() => {}
                Outcome::Solved(_) => break Ended::More,
                Outcome::NoSolution => break Ended::All,
                Outcome::Unknown(stop) => break Ended::Stopped(stop),
            }
        };
        Ok(counting.counted(ended))
    }

    /// The problem, once it is sure that no options were given for its search.
    fn posed(&self, problem: Result<Problem, PoseError>, method: Method) -> Result<Problem, Failure> {
        if let Some(option) = self.options.first() {
            return Err(Failure::usage(format!("{} has no options; found --set {option}", method.name())));
        }
        problem.map_err(Failure::input)
    }
}

impl Backend {
    /// Whether another program solves.
    pub fn is_external(&self) -> bool {
        matches!(self.kind, Kind::External(_))
    }

    /// Solves a formula and checks a model against it.
    ///
    /// # Errors
    /// When an external solver fails, or a model is wrong.
    pub fn solve(&mut self, formula: &Formula, limits: &Limits) -> Result<Verdict, Failure> {
        self.solve_seen(formula, limits, &Scene::unseen())
    }

    /// As [`Backend::solve`], with the search shown as the scene asks.
    ///
    /// # Errors
    /// As [`Backend::solve`]; also when the search of an external solver is to be shown, or a file cannot be written.
    pub fn solve_seen(&mut self, formula: &Formula, limits: &Limits, scene: &Scene<'_>) -> Result<Verdict, Failure> {
        let verdict = match &mut self.kind {
            Kind::External(_) if scene.show.see.any() => {
                return Err(Failure::usage("the search of an external solver cannot be shown: name an --engine"));
            }
            Kind::External(process) => process.run(formula, limits).map_err(Failure::input)?,
            Kind::Engine(engine) => {
                let seen = scene.show.see.solve(
                    engine.as_mut(),
                    formula.clone(),
                    limits,
                    || (scene.words)(formula.num_vars() as u32),
                    |words, _| (scene.board)(words),
                );
                let verdict = seen.map_err(|(path, error)| Failure::File(path, error))?;
                if let Verdict::Sat(model) = &verdict
                    && let Some(clause) = first_falsified(model, formula)
                {
                    let name = engine.name();
                    return Err(Failure::internal(format!("the model of {name} leaves clause {} false", clause + 1)));
                }
                verdict
            }
        };
        scene.report(|| self.statistics(formula, limits, &verdict))?;
        Ok(verdict)
    }

    /// The statistics of a search that has ended.
    fn statistics(&self, formula: &Formula, limits: &Limits, verdict: &Verdict) -> Statistics {
        let (name, options, counters) = match &self.kind {
            Kind::Engine(engine) => (engine.name().to_owned(), engine.options(), engine.counters()),
            Kind::External(process) => (process.program().to_owned(), Vec::new(), Vec::new()),
        };
        let input = InputFacts {
            format: "puzzle",
            variables: formula.num_vars() as u64,
            clauses: formula.num_clauses() as u64,
            literals: formula.num_lits() as u64,
        };
        Statistics {
            input: Some(input),
            engine: name,
            options,
            limits: limits.clone(),
            time_limit: self.limits.resources.time_limit,
            result: result(verdict),
            counters,
            ..Statistics::default()
        }
    }
}

/// The end of a search, for its statistics.
pub fn result(verdict: &Verdict) -> ResultFacts {
    ResultFacts {
        status: Some(status(verdict)),
        exit_code: Exit::of(verdict).code().into(),
        stop: if let Verdict::Unknown(stop) = verdict { Some(*stop) } else { None },
        best_falsified: None,
    }
}
