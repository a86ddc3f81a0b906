//! The results of a race: a word for each run, a cell for each solver on each instance, a score for each solver.

use super::judge::{Record, Word, word};
use super::plan::Plan;
use super::statistics::{FLOOR, Interval, median, median_ratio, par2};
use super::verdicts::{Basis, Disagreement, Opinion, Opinions};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// Which time counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Clock {
    /// CPU time, user and system.
    #[default]
    Cpu,
    /// Time by the clock: for solvers with many threads.
    Wall,
}

/// A run and the word on it.
#[derive(Clone, Copy, Debug)]
pub struct Row<'a> {
    /// The run.
    pub record: &'a Record,
    /// The word.
    pub word: Word,
    /// What a verdict rests on.
    pub basis: Option<Basis>,
}

/// A solver on an instance, all runs together.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cell {
    /// The median time over the runs, when at least half of them have solved it.
    pub time: Option<f64>,
    /// The word: a wrong answer if there is one, else what most runs say.
    pub word: Option<Word>,
    /// Runs that have solved it, and all.
    pub solved: (usize, usize),
    /// The least and the largest time of all runs.
    pub span: Option<(f64, f64)>,
    /// The largest peak of memory, in bytes.
    pub peak: u64,
    /// The notes of the runs, each once.
    pub notes: Vec<String>,
    /// What the verdict rests on.
    pub basis: Option<Basis>,
}

impl Cell {
    /// Whether the verdict rests on one solver's word.
    pub fn is_marked(&self) -> bool {
        self.basis == Some(Basis::Word)
    }
}

/// A solver over all instances.
#[derive(Clone, Debug, PartialEq)]
pub struct Score {
    /// Satisfiable instances solved.
    pub sat: usize,
    /// Unsatisfiable instances solved.
    pub unsat: usize,
    /// How many of the unsatisfiable ones rest on its word alone.
    pub by_word: usize,
    /// Penalised average time over all runs; none before the first run, and for a solver that is out of the ranking.
    pub par2: Option<f64>,
    /// Times on instances that both solved, divided by those of the first solver: the median.
    pub ratio: Option<Interval>,
    /// The number of instances on which this median is based.
    pub compared: usize,
    /// Instances on which no other was faster.
    pub wins: usize,
    /// Runs with a wrong answer. One is enough to be out of the ranking.
    pub wrong: usize,
    /// Runs that crashed, hung, flooded or could not be understood.
    pub faults: usize,
    /// The largest peak of memory, in bytes.
    pub peak: u64,
}

impl Score {
    /// Whether the solver gave a wrong answer, and is therefore out of the ranking.
    pub fn is_out(&self) -> bool {
        self.wrong > 0
    }
}

/// The virtual best solver: on each formula the fastest of those in the ranking.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Best {
    /// Satisfiable instances solved by one of them.
    pub sat: usize,
    /// Unsatisfiable instances solved by one of them.
    pub unsat: usize,
    /// Its penalised average time.
    pub par2: f64,
}

/// All results.
#[derive(Debug)]
pub struct Results<'a> {
    /// The plan.
    pub plan: &'a Plan,
    /// Which time counts.
    pub clock: Clock,
    /// The runs in the order of the plan's lists: instances, solvers, runs.
    pub rows: Vec<Row<'a>>,
    /// By instance, then by solver.
    pub cells: Vec<Vec<Cell>>,
    /// What the runs over each instance say together.
    pub opinions: Vec<Opinion>,
    /// By solver.
    pub scores: Vec<Score>,
    /// The solvers in the order of their PAR-2; those that are out of the ranking come last.
    pub order: Vec<usize>,
    /// The solver to which the others are compared: the first that is in the ranking.
    pub reference: Option<usize>,
    /// The virtual best solver, where at least two are in the ranking.
    pub best: Option<Best>,
}

/// Times closer than this are a tie.
pub(super) const TIE_SECONDS: f64 = 0.001;

impl<'a> Results<'a> {
    /// Summarises the runs. Runs that are not in the plan are left out.
    pub fn new(plan: &'a Plan, records: &'a [Record], clock: Clock) -> Results<'a> {
        let place = |names: Vec<&'a str>| -> HashMap<&'a str, usize> {
            names.into_iter().enumerate().map(|(index, name)| (name, index)).collect()
        };
        let instances = place(plan.instances.iter().map(|at| at.name.as_str()).collect());
        let solvers = place(plan.solvers.iter().map(|at| at.label.as_str()).collect());
        let mut known: Vec<(usize, usize, &Record)> = records
            .iter()
            .filter_map(|at| Some((*instances.get(at.instance.as_str())?, *solvers.get(at.solver.as_str())?, at)))
            .collect();
        known.sort_by_key(|&(instance, solver, record)| (instance, solver, record.run));
        let Opinions { all: opinions, liars } = Opinions::new(plan, &known);
        let mut rows = Vec::new();
        let mut grouped: Vec<Vec<Vec<Row<'a>>>> = vec![vec![Vec::new(); plan.solvers.len()]; plan.instances.len()];
        for (instance, solver, record) in known {
            let opinion = &opinions[instance];
            let word = word(record, opinion.evidence);
            let row = Row { record, word, basis: opinion.basis(word) };
            rows.push(row);
            grouped[instance][solver].push(row);
        }
        let cells: Vec<Vec<Cell>> =
            grouped.iter().map(|line| line.iter().map(|runs| cell(runs, clock)).collect()).collect();
        let reference = liars.iter().position(|lied| !lied);
        let ranking = Ranking { plan, clock, liars: &liars, reference };
        let scores: Vec<Score> =
            (0..plan.solvers.len()).map(|solver| ranking.score(solver, &grouped, &cells)).collect();
        let mut order: Vec<usize> = (0..scores.len()).collect();
        let par2 = |at: usize| scores[at].par2.unwrap_or(f64::INFINITY);
        order.sort_by(|&a, &b| liars[a].cmp(&liars[b]).then(par2(a).total_cmp(&par2(b))));
        let best = ranking.best(&cells);
        Results { plan, clock, rows, cells, opinions, scores, order, reference, best }
    }

    /// The formulas on which solvers disagree.
    pub fn disagreements(&self) -> impl Iterator<Item = &Disagreement> {
        self.opinions.iter().filter_map(|opinion| opinion.disagreement.as_ref())
    }

    /// The solver that was faster on an instance than all others in the ranking by more than a tie; `None` if two are
    /// equally fast, or if only one took part.
    pub fn fastest(&self, instance: usize) -> Option<usize> {
        let times: Vec<Option<f64>> = self.cells[instance].iter().map(|cell| cell.time).collect();
        let ranked: Vec<usize> = (0..times.len()).filter(|&at| !self.scores[at].is_out()).collect();
        fastest(&times, &ranked, TIE_SECONDS)
    }

    /// How many runs have ended, and how many there are in all.
    pub fn progress(&self) -> (usize, usize) {
        (self.rows.len(), self.plan.solvers.len() * self.plan.instances.len() * self.plan.runs as usize)
    }

    /// The limit that holds for the time that counts.
    pub fn limit(&self) -> f64 {
        limit(self.plan, self.clock)
    }

    /// Whether an answer was wrong.
    pub fn any_wrong(&self) -> bool {
        self.rows.iter().any(|row| row.word.is_wrong()) || self.disagreements().next().is_some()
    }
}

/// The one of those ranked that has the least, by more than a tie.
pub(super) fn fastest(values: &[Option<f64>], ranked: &[usize], tie: f64) -> Option<usize> {
    let value = |at: usize| values[at].unwrap_or(f64::INFINITY);
    let best = ranked.iter().copied().min_by(|&a, &b| value(a).total_cmp(&value(b)))?;
    let beaten = |&at: &usize| at == best || value(at) > value(best) + tie;
    (ranked.len() > 1 && values[best].is_some() && ranked.iter().all(beaten)).then_some(best)
}

pub(super) fn limit(plan: &Plan, clock: Clock) -> f64 {
    match clock {
        Clock::Cpu => plan.caps.cpu,
        Clock::Wall => plan.caps.wall,
    }
}

/// The time of a run.
pub fn time(record: &Record, clock: Clock) -> f64 {
    match clock {
        Clock::Cpu => record.usage.cpu(),
        Clock::Wall => record.usage.wall,
    }
}

/// The median over runs, of which those without an answer count as beyond all others; none where fewer than half have
/// one.
pub(super) fn middle(values: &[f64], answered: &[bool]) -> Option<f64> {
    let counted: Vec<f64> =
        values.iter().zip(answered).map(|(&value, &known)| if known { value } else { f64::INFINITY }).collect();
    let known = || counted.iter().copied().filter(|value| value.is_finite());
    // If exactly half have an answer, the median would lie between a value and what is beyond all; the largest value is
    // taken.
    median(&counted)
        .filter(|value| value.is_finite())
        .or_else(|| known().max_by(f64::total_cmp).filter(|_| 2 * known().count() >= values.len()))
}

fn cell(runs: &[Row<'_>], clock: Clock) -> Cell {
    let times: Vec<f64> = runs.iter().map(|row| time(row.record, clock)).collect();
    let solved = runs.iter().filter(|row| row.word.is_solved()).count();
    let answered: Vec<bool> = runs.iter().map(|row| row.word.is_solved()).collect();
    let weight = |word: Word| {
        let same = runs.iter().filter(|row| row.word == word).count();
        (word.is_wrong(), !word.is_solved() && 2 * solved < runs.len(), same, word)
    };
    let mut notes: Vec<String> =
        runs.iter().map(|row| row.record.note.clone()).filter(|note| !note.is_empty()).collect();
    notes.sort_unstable();
    notes.dedup();
    let least = times.iter().copied().min_by(f64::total_cmp);
    let most = times.iter().copied().max_by(f64::total_cmp);
    let word = runs.iter().map(|row| row.word).max_by_key(|&word| weight(word));
    Cell {
        time: middle(&times, &answered).filter(|_| word.is_some_and(Word::is_solved)),
        word,
        solved: (solved, runs.len()),
        span: least.zip(most),
        peak: runs.iter().map(|row| row.record.usage.peak).max().unwrap_or(0),
        notes,
        basis: runs.iter().filter(|row| Some(row.word) == word).find_map(|row| row.basis),
    }
}

/// What the scores are computed from.
struct Ranking<'a> {
    plan: &'a Plan,
    clock: Clock,
    liars: &'a [bool],
    reference: Option<usize>,
}

impl Ranking<'_> {
    /// The least time on an instance among the solvers in the ranking.
    fn least(&self, line: &[Cell]) -> Option<f64> {
        let ranked = line.iter().zip(self.liars).filter(|(_, lied)| !**lied);
        ranked.filter_map(|(cell, _)| cell.time).min_by(f64::total_cmp)
    }

    fn score(&self, solver: usize, grouped: &[Vec<Vec<Row<'_>>>], cells: &[Vec<Cell>]) -> Score {
        let runs = || grouped.iter().flat_map(move |line| &line[solver]);
        let times: Vec<Option<f64>> =
            runs().map(|row| Some(time(row.record, self.clock)).filter(|_| row.word.is_solved())).collect();
        let ranked = !self.liars[solver];
        let other = self.reference.filter(|&other| ranked && other != solver);
        let ratio = |line: &Vec<Cell>| Some(line[solver].time?.max(FLOOR) / line[other?].time?.max(FLOOR));
        let ratios: Vec<f64> = cells.iter().filter_map(ratio).collect();
        let solved = |wanted: Word| {
            let solved = cells.iter().map(|line| &line[solver]).filter(move |cell| cell.time.is_some());
            solved.filter(move |cell| cell.word == Some(wanted))
        };
        let wins = cells.iter().filter(|line| {
            let times = line[solver].time.zip(self.least(line));
            ranked && times.is_some_and(|(time, least)| time <= least + TIE_SECONDS)
        });
        Score {
            sat: solved(Word::Sat).count(),
            unsat: solved(Word::Unsat).count(),
            by_word: solved(Word::Unsat).filter(|cell| cell.is_marked()).count(),
            par2: par2(&times, limit(self.plan, self.clock)).filter(|_| ranked),
            ratio: median_ratio(&ratios, self.plan.seed),
            compared: ratios.len(),
            wins: wins.count(),
            wrong: runs().filter(|row| row.word.is_wrong()).count(),
            faults: runs().filter(|row| row.word.is_fault() && !row.word.is_wrong()).count(),
            peak: runs().map(|row| row.record.usage.peak).max().unwrap_or(0),
        }
    }

    fn best(&self, cells: &[Vec<Cell>]) -> Option<Best> {
        if self.liars.iter().filter(|lied| !**lied).count() < 2 {
            return None;
        }
        let solved = |wanted: Word| {
            let ranked = |line: &&Vec<Cell>| {
                line.iter()
                    .zip(self.liars)
                    .any(|(cell, lied)| !lied && cell.time.is_some() && cell.word == Some(wanted))
            };
            cells.iter().filter(ranked).count()
        };
        let times: Vec<Option<f64>> = cells.iter().map(|line| self.least(line)).collect();
        Some(Best {
            sat: solved(Word::Sat),
            unsat: solved(Word::Unsat),
            par2: par2(&times, limit(self.plan, self.clock))?,
        })
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::child::{Caps, Ended, Usage};
    use super::super::inputs::{Instance, Kind};
    use super::super::judge::{Claim, ProofState};
    use super::super::lineup::Solver;
    use super::super::machine::Machine;
    use super::*;

    /// A plan with solvers and instances of these names, and a limit of 10 seconds.
    pub(in super::super) fn plan(solvers: &[&str], instances: &[&str], runs: u32) -> Plan {
        let solver = |label: &&str| Solver {
            label: label.to_string(),
            command: vec![format!("/bin/{label}"), "{cnf}".into()],
            version: "1.0".into(),
            program: Default::default(),
        };
        let instance = |name: &&str| Instance {
            name: name.to_string(),
            file: format!("/f/{name}.cnf"),
            path: Default::default(),
            part: 0,
            kind: Kind::Cnf,
            colors: 4,
            text: Default::default(),
            variables: 3,
            clauses: 4,
            expected: None,
            fingerprint: "0".into(),
        };
        Plan {
            solvers: solvers.iter().map(solver).collect(),
            instances: instances.iter().map(instance).collect(),
            caps: Caps { cpu: 10.0, wall: 22.0, memory: 1 << 30, output: 1 << 20, file: 1 << 30 },
            runs,
            seed: 1,
            check_proofs: false,
            jobs: 1,
            pin: false,
            machine: Machine::default(),
            started: 0,
            command: vec!["cnfcompare".into(), "/f".into()],
            left_out: Vec::new(),
        }
    }

    /// A run that claims satisfiable after `cpu` seconds.
    pub(in super::super) fn record(solver: &str, instance: &str, run: u32, cpu: f64) -> Record {
        Record {
            instance: instance.into(),
            solver: solver.into(),
            run,
            ended: Some(Ended::Exit(10)),
            usage: Usage { user: cpu, system: 0.0, wall: cpu, peak: 1 << 20 },
            claim: Claim::Sat,
            proof: ProofState::None,
            note: String::new(),
            log: String::new(),
            inside: None,
        }
    }

    #[test]
    fn runs_become_cells_and_scores() {
        let plan = plan(&["a", "b"], &["x", "y"], 3);
        let mut records = Vec::new();
        for (run, (fast, slow)) in [(1.0, 2.0), (1.5, 4.0), (0.5, 3.0)].into_iter().enumerate() {
            records.push(record("a", "x", run as u32, fast));
            records.push(record("b", "x", run as u32, slow));
            records.push(record("a", "y", run as u32, 1.0));
            let mut late = record("b", "y", run as u32, 10.5);
            if run > 0 {
                late.ended = Some(Ended::Cap(super::super::child::Cap::Cpu));
                late.claim = Claim::Nothing;
            }
            records.push(late);
        }
        let results = Results::new(&plan, &records, Clock::Cpu);
        assert_eq!(results.progress(), (12, 12));
        assert_eq!(results.cells[0][0].time, Some(1.0));
        assert_eq!(results.cells[0][0].span, Some((0.5, 1.5)));
        assert_eq!(results.cells[0][1].time, Some(3.0));
        assert_eq!((results.cells[1][1].time, results.cells[1][1].word), (None, Some(Word::Time)));
        assert_eq!(results.cells[1][1].solved, (1, 3));
        let [a, b] = &results.scores[..] else { panic!("two solvers") };
        assert_eq!((a.sat, a.wins, b.sat, b.wins), (2, 2, 1, 0));
        assert_eq!(a.par2, Some(1.0));
        let mean = (2.0 + 4.0 + 3.0 + 10.5 + 20.0 + 20.0) / 6.0;
        assert!(b.par2.is_some_and(|par2| (par2 - mean).abs() < 1e-9));
        assert_eq!((&results.order[..], results.best), (&[0, 1][..], Some(Best { sat: 2, unsat: 0, par2: 1.0 })));
        assert_eq!((b.ratio.map(|ratio| ratio.value), b.compared, a.ratio), (Some(3.0), 1, None));
        assert!(!results.any_wrong());
    }

    #[test]
    fn nobody_is_fastest_in_a_tie() {
        let line = |times: &[Option<f64>]| {
            let ranked: Vec<usize> = (0..times.len()).collect();
            fastest(times, &ranked, TIE_SECONDS)
        };
        assert_eq!(line(&[Some(0.5), Some(0.1), None]), Some(1));
        assert_eq!(line(&[None, Some(9.0)]), Some(1));
        assert_eq!(line(&[Some(0.0012), Some(0.0004), Some(2.0)]), None, "closer than the step of the clock");
        assert_eq!(line(&[Some(1.0)]), None);
        assert_eq!(line(&[None, None]), None);
    }

    #[test]
    fn who_lies_is_out_of_the_ranking() {
        let plan = plan(&["wrong", "a", "b"], &["x", "y"], 1);
        let mut lie = record("wrong", "x", 0, 0.1);
        (lie.claim, lie.ended) = (Claim::Unsat, Some(Ended::Exit(20)));
        let mut word = record("a", "y", 0, 2.0);
        (word.claim, word.ended) = (Claim::Unsat, Some(Ended::Exit(20)));
        let records = [
            record("a", "x", 0, 1.0),
            lie.clone(),
            record("b", "x", 0, 3.0),
            record("wrong", "y", 0, 0.1),
            word.clone(),
        ];
        let results = Results::new(&plan, &records, Clock::Cpu);
        let [wrong, a, b] = &results.scores[..] else { panic!("three solvers") };
        assert_eq!(results.cells[0][0].word, Some(Word::WrongUnsat));
        assert_eq!(results.cells[0][1].word, Some(Word::Sat), "no other row is harmed");
        assert!(wrong.is_out() && a.is_out() && !b.is_out(), "a says unsat where there is a model, too");
        assert_eq!((wrong.wins, wrong.par2, b.wins, b.ratio), (0, None, 1, None));
        assert_eq!((results.reference, &results.order[..], results.best), (Some(2), &[2, 0, 1][..], None));
        assert_eq!(results.fastest(0), None, "one alone is left");
        assert_eq!(results.disagreements().next().map(|at| at.unsat.clone()), Some(vec!["wrong".to_string()]));
        assert!(results.any_wrong());

        let honest = [record("a", "x", 0, 1.0), lie, record("b", "x", 0, 3.0), word];
        let results = Results::new(&plan, &honest, Clock::Cpu);
        assert_eq!(results.fastest(0), Some(1), "the liar's time is not counted");
        assert!(results.cells[1][1].is_marked() && !results.cells[0][1].is_marked());
        assert_eq!((results.scores[1].wins, results.scores[1].by_word), (2, 1));
        assert_eq!(results.best, Some(Best { sat: 1, unsat: 1, par2: 1.5 }));
    }

    #[test]
    fn before_the_first_run_there_is_no_mean() {
        let plan = plan(&["a", "b"], &["x"], 1);
        let records = [record("a", "x", 0, 1.0)];
        let results = Results::new(&plan, &records, Clock::Cpu);
        assert_eq!((results.scores[1].par2, &results.order[..]), (None, &[0, 1][..]));
    }
}
