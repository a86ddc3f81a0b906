//! Conquering: a warm solver that is asked about one cube after another.
//!
//! **What it does.** Each cube is a call under assumptions, so that learned clauses stay and serve the next cube; its
//! neighbours in the tree share most of their literals with it. An attempt that meets its budget of conflicts ends with
//! a literal to split the cube on.
//!
//! **Soundness and proof.** A clause that is learned under assumptions still follows from the formula alone. So the
//! steps of all cubes of a worker are one LRAT derivation from the formula, in which the refutation of a cube is the
//! clause of its failed assumptions; it is written before the result is.
//!
//! **References.** Eén, Sörensson (ENTCS'03); Heule, Kullmann, Wieringa, Biere (HVC'11); Heisinger, Fleury, Biere
//! (Paracooba, SAT'20) for splitting again.

use crate::Trouble;
use crate::directory::Directory;
use crate::record::{FORMAT, Outcome, ProofPlace, Record, numbers};
use crate::share::Clauses;
use crate::split::{LookAhead, decide};
use crate::tree::{CubeName, MAX_SPLITS};
use gemsat::cnf::Lit;
use gemsat::engine::Verdict;
use gemsat::limits::{Limits, Stop, StopFlag};
use gemsat::proof::{ProofFormat, create};
use gemsat::solver::Solver;
use std::fs;
use std::time::Instant;

/// A solver that goes from cube to cube.
#[derive(Debug)]
pub struct Conqueror<'a> {
    directory: &'a Directory,
    /// Its name, and that of its part of the proof.
    name: String,
    /// How many times the worker began anew, each time under another name.
    restarts: u32,
    solver: Solver,
    looker: Option<LookAhead>,
    /// Clauses learned here, to be given away.
    learned: Clauses,
}

/// The result of an attempt.
#[derive(Debug)]
pub enum Attempt {
    /// This is known now.
    Done(Record),
    /// A limit or the stop flag ended it; nothing is known.
    Stopped(Stop),
}

/// A name for a worker of this process that no other process has.
pub fn worker_name(thread: usize) -> String {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0, |time| time.as_millis());
    format!("{}{since:x}-{thread}", process_name())
}

/// How the names of this process's workers begin.
pub fn process_name() -> String {
    let host = fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let host: String = host.trim().chars().filter(|letter| letter.is_ascii_alphanumeric() || *letter == '-').collect();
    format!("{}-{}-", if host.is_empty() { "host" } else { &host }, std::process::id())
}

impl<'a> Conqueror<'a> {
    /// A worker of this run.
    ///
    /// # Errors
    /// When its part of the proof cannot be created.
    pub fn new(directory: &'a Directory, name: String) -> Result<Conqueror<'a>, Trouble> {
        let mut conqueror = Conqueror {
            directory,
            name,
            restarts: 0,
            solver: Solver::new(),
            looker: None,
            learned: Clauses::default(),
        };
        conqueror.load()?;
        Ok(conqueror)
    }

    /// Begins anew with the formula alone, under another name; what was learned is lost.
    fn begin_anew(&mut self) -> Result<(), Trouble> {
        let first = self.name.strip_suffix(&format!("-m{}", self.restarts)).unwrap_or(&self.name);
        self.restarts += 1;
        self.name = format!("{first}-m{}", self.restarts);
        self.load()
    }

    fn load(&mut self) -> Result<(), Trouble> {
        let mut solver = Solver::new();
        if self.directory.run.plan.proof {
            let path = self.directory.file("proofs").join(self.part());
            let clauses = self.directory.formula.num_clauses() as u64;
            solver
                .set_tracer(create(&path, ProofFormat::Lrat, clauses).map_err(|error| Trouble::file(&path, error))?)
                .expect("there are no clauses yet");
        } else {
            self.learned = Clauses::default();
            solver.on_learned(Clauses::LONGEST, self.learned.listener());
        }
        solver.load(&self.directory.formula);
        self.solver = solver;
        Ok(())
    }

    fn part(&self) -> String {
        format!("{}.lrat", self.name)
    }

    /// The worker's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Protects the variables of cubes from elimination, which every cube would undo.
    pub fn freeze(&mut self, cubes: impl IntoIterator<Item = Lit>) {
        cubes.into_iter().for_each(|lit| self.solver.freeze(lit.var()));
    }

    /// A flag that ends the current attempt.
    pub fn terminator(&self) -> StopFlag {
        self.solver.terminator()
    }

    /// Clauses that were learned since the last call and are short enough to be given to other workers.
    pub fn take_learned(&mut self) -> Vec<Vec<Lit>> {
        self.learned.take()
    }

    /// Imports clauses that follow from the formula. If a proof is written, they are dropped, since the proof has no
    /// lines for them.
    pub fn import(&mut self, clauses: impl IntoIterator<Item = Vec<Lit>>) {
        if !self.directory.run.plan.proof {
            clauses.into_iter().for_each(|clause| self.solver.add_clause(clause));
        }
    }

    /// Tries to solve a cube with its budget. `last` says that it must not be split again: it gets all the time there
    /// is.
    ///
    /// # Errors
    /// When the proof cannot be written.
    pub fn attempt(&mut self, cube: &CubeName, lits: &[Lit], limits: &Limits) -> Result<Attempt, Trouble> {
        let started = Instant::now();
        if self.directory.has_noted_distrust(&self.name) {
            self.begin_anew()?;
        }
        let plan = self.directory.run.plan;
        let last = cube.resplits() >= plan.resplits.min(MAX_SPLITS);
        // A part of a cube may need nearly as much as the whole cube, so parts get larger budgets; otherwise a hard
        // cube would be split for ever.
        let budget = plan.budget.saturating_add(plan.budget / 4 * cube.resplits() as u64);
        let limits = Limits { conflicts: (!last).then_some(budget), ..limits.clone() };
        lits.iter().for_each(|&lit| self.solver.assume(lit));
        let before = self.conflicts();
        let verdict = self.solver.solve_limited(&limits);
        let conflicts = self.conflicts() - before;
        let outcome = match verdict {
            Verdict::Sat(model) => Outcome::Sat { model: numbers(&model.lits().collect::<Vec<Lit>>()) },
            Verdict::Unsat => Outcome::Unsat { core: numbers(self.solver.core().unwrap_or(&[])), proof: self.place()? },
            Verdict::Unknown(Stop::Conflicts) => match self.decision(lits) {
                Some(literal) => Outcome::Split { literal },
                None => return Ok(Attempt::Stopped(Stop::Conflicts)),
            },
            Verdict::Unknown(stop) => {
                // A solver whose memory ran out, or whose proof has a gap, cannot be used any more.
                if matches!(stop, Stop::Memory | Stop::Proof) {
                    self.begin_anew()?;
                }
                return Ok(Attempt::Stopped(stop));
            }
        };
        Ok(Attempt::Done(self.record(cube, conflicts, started, outcome)))
    }

    /// Splits a cube without an attempt to solve it.
    ///
    /// # Errors
    /// None so far: as for [`Conqueror::attempt`].
    pub fn split(&mut self, cube: &CubeName, lits: &[Lit]) -> Result<Attempt, Trouble> {
        let started = Instant::now();
        Ok(match self.decision(lits) {
            Some(literal) => Attempt::Done(self.record(cube, 0, started, Outcome::Split { literal })),
            None => Attempt::Stopped(Stop::Conflicts),
        })
    }

    /// The literal on which a cube is split.
    fn decision(&mut self, lits: &[Lit]) -> Option<i32> {
        let looker = self.looker.get_or_insert_with(|| LookAhead::new(&self.directory.formula));
        decide(looker, lits).map(Lit::to_dimacs)
    }

    fn record(&self, cube: &CubeName, conflicts: u64, started: Instant, outcome: Outcome) -> Record {
        Record {
            format: FORMAT,
            formula: self.directory.run.formula.clone(),
            cube: cube.clone(),
            worker: self.name.clone(),
            conflicts,
            milliseconds: started.elapsed().as_millis() as u64,
            outcome,
        }
    }

    fn conflicts(&self) -> u64 {
        self.solver.stats().iter().find(|row| row.name == "conflicts").map_or(0, |row| row.value)
    }

    /// Where the refutation that was just found is in the proof, which is written up to there.
    fn place(&mut self) -> Result<Option<ProofPlace>, Trouble> {
        if !self.directory.run.plan.proof {
            return Ok(None);
        }
        let part = self.part();
        let path = self.directory.file("proofs").join(&part);
        let wrong = |error| Trouble::file(&path, error);
        self.solver.finish_proof().map_err(wrong)?;
        let bytes = fs::metadata(&path).map_err(wrong)?.len();
        // If there is no such clause, the core is empty and the proof ends with the empty clause.
        Ok(Some(ProofPlace { part, clause: self.solver.core_clause().unwrap_or(0), bytes }))
    }
}
