//! A worker's part of the proof: read, cut down to what its refutations need, and written with other numbers.

use crate::Trouble;
use gemsat::check::format::ProofEncoding;
use gemsat::check::read::{Proof, ProofStep, StepKind};
use gemsat::cnf::Lit;
use gemsat::limits::Limits;
use gemsat::proof::{ClauseId, Tracer};
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};

/// Deletions that are written together.
const BATCH: usize = 256;

/// After working on this many numbers of steps, a few milliseconds, the limits are checked again.
const PACE: usize = 1 << 18;

/// Looks at the limits from time to time.
#[derive(Debug)]
pub(super) struct Pace<'l> {
    limits: &'l Limits,
    left: usize,
}

impl<'l> Pace<'l> {
    /// Looks at these limits, for the first time at once.
    pub fn new(limits: &'l Limits) -> Pace<'l> {
        Pace { limits, left: 0 }
    }

    /// Says that a step with so many numbers is worked on.
    pub fn step(&mut self, numbers: usize) -> Result<(), Trouble> {
        self.left = match self.left.checked_sub(numbers + 1) {
            Some(left) => left,
            None => self.limits.exceeded().map_or(Ok(PACE), |stop| Err(Trouble::Stopped(stop)))?,
        };
        Ok(())
    }
}

/// The clauses that a worker derived.
#[derive(Debug)]
pub(super) struct Part {
    path: PathBuf,
    /// The clauses of the formula have the ids up to this one.
    originals: ClauseId,
    /// Ascending.
    ids: Vec<ClauseId>,
    lits: Vec<Lit>,
    lit_ends: Vec<usize>,
    hints: Vec<ClauseId>,
    hint_ends: Vec<usize>,
    /// The place of the empty clause, if it was derived.
    empty: Option<usize>,
}

impl Part {
    /// Reads the first bytes of a part.
    pub fn read(path: &Path, bytes: u64, originals: ClauseId, pace: &mut Pace<'_>) -> Result<Part, Trouble> {
        let file = File::open(path).map_err(|error| Trouble::file(path, error))?;
        let mut part = Part {
            path: path.into(),
            originals,
            ids: Vec::new(),
            lits: Vec::new(),
            lit_ends: vec![0],
            hints: Vec::new(),
            hint_ends: vec![0],
            empty: None,
        };
        let mut proof = Proof::new(BufReader::new(file.take(bytes)), ProofEncoding::Binary);
        let mut step = ProofStep::default();
        loop {
            pace.step(step.lits.len() + step.hints.len())?;
            let kind = proof.next_lrat(&mut step).map_err(|error| part.wrong(&error.to_string()))?;
            match kind {
                None => return Ok(part),
                // Deletions are ignored here; it is decided anew when each clause is deleted.
                Some(StepKind::Delete) => {}
                Some(StepKind::Add) => part.push(&step)?,
            }
        }
    }

    fn wrong(&self, what: &str) -> Trouble {
        Trouble::Run(format!("{}: {what}: these results have no proof", self.path.display()))
    }

    fn push(&mut self, step: &ProofStep) -> Result<(), Trouble> {
        if self.ids.last().is_some_and(|&last| step.id <= last) || step.id <= self.originals {
            return Err(self.wrong("ids do not ascend"));
        }
        for &hint in &step.hints {
            let hint =
                ClauseId::try_from(hint).map_err(|_| self.wrong("a step that does not follow by propagation"))?;
            if hint > self.originals && self.ids.binary_search(&hint).is_err() {
                return Err(self.wrong("an antecedent that is not there"));
            }
            self.hints.push(hint);
        }
        if step.lits.is_empty() {
            self.empty.get_or_insert(self.ids.len());
        }
        self.ids.push(step.id);
        self.lits.extend_from_slice(&step.lits);
        self.lit_ends.push(self.lits.len());
        self.hint_ends.push(self.hints.len());
        Ok(())
    }

    fn clause(&self, place: usize) -> &[Lit] {
        &self.lits[self.lit_ends[place]..self.lit_ends[place + 1]]
    }

    fn antecedents(&self, place: usize) -> &[ClauseId] {
        &self.hints[self.hint_ends[place]..self.hint_ends[place + 1]]
    }

    fn place(&self, id: ClauseId) -> Option<usize> {
        self.ids.binary_search(&id).ok()
    }

    /// The place of the clause with this id, of the empty one for 0; it must say that not all of the core's literals
    /// hold.
    fn goal(&self, id: ClauseId, core: &[Lit]) -> Result<usize, Trouble> {
        let place = if id == 0 { self.empty } else { self.place(id) };
        let place = place.ok_or_else(|| self.wrong("a refutation that is not there"))?;
        let clause = self.clause(place);
        if clause.len() == core.len() && core.iter().all(|&lit| clause.contains(&!lit)) {
            Ok(place)
        } else {
            Err(self.wrong("a clause that is not the refutation it should be"))
        }
    }

    /// Writes what the refutations need. `next` is the first free id; returns the new ids of the refutations and the
    /// first id that is free then.
    pub fn write(
        &self,
        goals: &[(ClauseId, Vec<Lit>)],
        next: ClauseId,
        tracer: &mut dyn Tracer,
        pace: &mut Pace<'_>,
    ) -> Result<(Vec<ClauseId>, ClauseId), Trouble> {
        let places: Vec<usize> = goals.iter().map(|(id, core)| self.goal(*id, core)).collect::<Result<_, _>>()?;
        // The last step that uses a clause, plus one; 0 if none does, and the end for a goal.
        let mut last_use = vec![0usize; self.ids.len()];
        places.iter().for_each(|&place| last_use[place] = usize::MAX);
        for place in (0..self.ids.len()).rev() {
            if last_use[place] > 0 {
                pace.step(self.antecedents(place).len())?;
                for &hint in self.antecedents(place) {
                    if let Some(used) = self.place(hint) {
                        last_use[used] = last_use[used].max(place + 1);
                    }
                }
            }
        }
        let (numbers, next) = self.renumbered(&last_use, next, tracer, pace)?;
        Ok((places.into_iter().map(|place| numbers[place]).collect(), next))
    }

    fn renumbered(
        &self,
        last_use: &[usize],
        mut next: ClauseId,
        tracer: &mut dyn Tracer,
        pace: &mut Pace<'_>,
    ) -> Result<(Vec<ClauseId>, ClauseId), Trouble> {
        let failing = |error: io::Error| Trouble::Run(format!("the composed proof cannot be written: {error}"));
        let mut numbers = vec![0; self.ids.len()];
        let mut antecedents = Vec::new();
        let mut dead = Vec::new();
        for place in (0..self.ids.len()).filter(|&place| last_use[place] > 0) {
            pace.step(self.antecedents(place).len() + self.clause(place).len())?;
            numbers[place] = next;
            next += 1;
            antecedents.clear();
            for &hint in self.antecedents(place) {
                match self.place(hint) {
                    None => antecedents.push(hint),
                    Some(used) => {
                        antecedents.push(numbers[used]);
                        if last_use[used] == place + 1 {
                            dead.push(numbers[used]);
                        }
                    }
                }
            }
            tracer.add(numbers[place], self.clause(place), &antecedents).map_err(failing)?;
            if dead.len() >= BATCH {
                delete(&mut dead, tracer).map_err(failing)?;
            }
        }
        delete(&mut dead, tracer).map_err(failing)?;
        Ok((numbers, next))
    }

    /// How many clauses it has.
    pub fn len(&self) -> usize {
        self.ids.len()
    }
}

fn delete(dead: &mut Vec<ClauseId>, tracer: &mut dyn Tracer) -> io::Result<()> {
    dead.sort_unstable();
    dead.dedup();
    dead.drain(..).try_for_each(|id| tracer.delete(id, &[]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use gemsat::limits::{Question, Stop};
    use gemsat::proof::{ProofFormat, create};
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU32, Ordering};

    /// A part of many steps, each of which needs the one before.
    fn long_part(path: &Path, steps: ClauseId) {
        let mut tracer = create(path, ProofFormat::Lrat, 1).expect("a file");
        let lit = Lit::from_dimacs(1).expect("no 0");
        (2..=steps).for_each(|id| tracer.add(id, &[lit], &[id - 1]).expect("written"));
        tracer.finish().expect("written");
    }

    #[test]
    fn limits_are_looked_at_while_a_part_is_read_and_written() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("part");
        let last = 400_000;
        long_part(&path, last);
        let goal = vec![(last, vec![Lit::from_dimacs(-1).expect("no 0")])];
        let composed = |stop_at: u32| {
            let (asked, count) = (Arc::new(AtomicU32::new(0)), Arc::new(AtomicU32::new(0)));
            let (counted, read) = (asked.clone(), count.clone());
            let question = Question::new(move || counted.fetch_add(1, Ordering::Relaxed) + 1 == stop_at);
            let limits = Limits { question, ..Limits::none() };
            let mut pace = Pace::new(&limits);
            let written = Part::read(&path, u64::MAX, 1, &mut pace).and_then(|part| {
                read.store(asked.load(Ordering::Relaxed), Ordering::Relaxed);
                let mut tracer = create(&folder.path().join("whole"), ProofFormat::Lrat, 1).expect("a file");
                part.write(&goal, 2, &mut *tracer, &mut pace).map(|_| ())
            });
            (written, count.load(Ordering::Relaxed), asked.load(Ordering::Relaxed))
        };
        let (written, while_read, in_all) = composed(0);
        written.expect("no limit");
        assert!(while_read >= 3 && in_all >= while_read + 4, "{while_read} of {in_all}");
        for stop_at in [1, while_read, in_all] {
            let (written, _, asked) = composed(stop_at);
            assert!(matches!(written, Err(Trouble::Stopped(Stop::Interrupted))), "{stop_at}: {written:?}");
            assert_eq!(asked, stop_at);
        }
    }
}
