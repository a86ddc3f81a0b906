//! The results of a race: a word for each run, a cell for each solver on each instance, a score for each solver.

use super::judge::{Claim, Record, Word, word};
use super::plan::Plan;
use super::statistics::{FLOOR, Interval, median, median_ratio, par2};
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
}

/// A solver over all instances.
#[derive(Clone, Debug, PartialEq)]
pub struct Score {
    /// Satisfiable instances solved.
    pub sat: usize,
    /// Unsatisfiable instances solved.
    pub unsat: usize,
    /// Penalised average time over all runs.
    pub par2: f64,
    /// Times on instances that both solved, divided by those of the first solver: the median.
    pub ratio: Option<Interval>,
    /// How many instances that is over.
    pub compared: usize,
    /// Instances on which no other was faster.
    pub wins: usize,
    /// Runs with a wrong answer.
    pub wrong: usize,
    /// Runs that crashed, hung, flooded or could not be understood.
    pub faults: usize,
    /// The largest peak of memory, in bytes.
    pub peak: u64,
}

/// A formula on which solvers disagree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disagreement {
    /// The instance's place in the plan.
    pub instance: usize,
    /// Which solvers claim satisfiable.
    pub sat: Vec<String>,
    /// Which solvers claim unsatisfiable.
    pub unsat: Vec<String>,
    /// What is known: by a checked model, or by the folder's name.
    pub settled: String,
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
    /// By solver.
    pub scores: Vec<Score>,
    /// Formulas with two verdicts.
    pub disagreements: Vec<Disagreement>,
}

/// Times closer than this are a tie.
const TIE: f64 = 0.001;

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
        let mut with_model: Vec<bool> = plan.instances.iter().map(|at| at.expected == Some(true)).collect();
        for (instance, _, record) in &known {
            with_model[*instance] |= record.claim == Claim::Sat;
        }
        let mut rows = Vec::new();
        let mut grouped: Vec<Vec<Vec<Row<'a>>>> = vec![vec![Vec::new(); plan.solvers.len()]; plan.instances.len()];
        for (instance, solver, record) in known {
            let row = Row { record, word: word(record, with_model[instance]) };
            rows.push(row);
            grouped[instance][solver].push(row);
        }
        let cells: Vec<Vec<Cell>> =
            grouped.iter().map(|line| line.iter().map(|runs| cell(runs, clock)).collect()).collect();
        let scores = (0..plan.solvers.len()).map(|solver| score(plan, clock, solver, &grouped, &cells)).collect();
        let disagreements = (0..plan.instances.len()).filter_map(|at| disagreement(plan, at, &grouped[at])).collect();
        Results { plan, clock, rows, cells, scores, disagreements }
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
        self.rows.iter().any(|row| row.word.is_wrong()) || !self.disagreements.is_empty()
    }
}

/// The solver that was faster than all others by more than a tie; none where two are as fast, or where only one took part.
pub fn fastest(line: &[Cell]) -> Option<usize> {
    let time = |at: usize| line[at].time.unwrap_or(f64::INFINITY);
    let best = (0..line.len()).min_by(|&a, &b| time(a).total_cmp(&time(b)))?;
    let beaten = |at: usize| at == best || time(at) > time(best) + TIE;
    (line.len() > 1 && line[best].time.is_some() && (0..line.len()).all(beaten)).then_some(best)
}

fn limit(plan: &Plan, clock: Clock) -> f64 {
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

fn cell(runs: &[Row<'_>], clock: Clock) -> Cell {
    let times: Vec<f64> = runs.iter().map(|row| time(row.record, clock)).collect();
    let solved = runs.iter().filter(|row| row.word.is_solved()).count();
    let counted: Vec<f64> =
        runs.iter().zip(&times).map(|(row, &time)| if row.word.is_solved() { time } else { f64::INFINITY }).collect();
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
    // With exactly half of the runs solved the median lies between a time and the limit: then the slowest solved run.
    let time = median(&counted).filter(|time| time.is_finite()).or_else(|| {
        let slowest = counted.iter().copied().filter(|time| time.is_finite()).max_by(f64::total_cmp);
        slowest.filter(|_| 2 * solved >= runs.len())
    });
    Cell {
        time: time.filter(|_| word.is_some_and(Word::is_solved)),
        word,
        solved: (solved, runs.len()),
        span: least.zip(most),
        peak: runs.iter().map(|row| row.record.usage.peak).max().unwrap_or(0),
        notes,
    }
}

fn score(plan: &Plan, clock: Clock, solver: usize, grouped: &[Vec<Vec<Row<'_>>>], cells: &[Vec<Cell>]) -> Score {
    let runs = || grouped.iter().flat_map(move |line| &line[solver]);
    let times: Vec<Option<f64>> =
        runs().map(|row| Some(time(row.record, clock)).filter(|_| row.word.is_solved())).collect();
    let ratios: Vec<f64> =
        cells.iter().filter_map(|line| Some(line[solver].time?.max(FLOOR) / line[0].time?.max(FLOOR))).collect();
    let solved = |wanted: Word| {
        cells.iter().filter(|line| line[solver].time.is_some() && line[solver].word == Some(wanted)).count()
    };
    let best = |line: &[Cell]| line.iter().filter_map(|cell| cell.time).min_by(f64::total_cmp);
    let wins =
        cells.iter().filter(|line| line[solver].time.zip(best(line)).is_some_and(|(time, best)| time <= best + TIE));
    Score {
        sat: solved(Word::Sat),
        unsat: solved(Word::Unsat),
        par2: par2(&times, limit(plan, clock)),
        ratio: median_ratio(&ratios, plan.seed).filter(|_| solver != 0),
        compared: ratios.len(),
        wins: wins.count(),
        wrong: runs().filter(|row| row.word.is_wrong()).count(),
        faults: runs().filter(|row| row.word.is_fault() && !row.word.is_wrong()).count(),
        peak: runs().map(|row| row.record.usage.peak).max().unwrap_or(0),
    }
}

fn disagreement(plan: &Plan, instance: usize, line: &[Vec<Row<'_>>]) -> Option<Disagreement> {
    let who = |claims: &[Claim]| -> Vec<String> {
        let says = |runs: &Vec<Row<'_>>| runs.iter().any(|row| claims.contains(&row.record.claim));
        line.iter().zip(&plan.solvers).filter(|(runs, _)| says(runs)).map(|(_, at)| at.label.clone()).collect()
    };
    let (sat, unsat) = (who(&[Claim::Sat, Claim::NoModel, Claim::WrongModel]), who(&[Claim::Unsat]));
    let has_model = line.iter().flatten().any(|row| row.record.claim == Claim::Sat);
    let settled = match (plan.instances[instance].expected, has_model) {
        (Some(false), true) => "there is a model, although the folder's name says unsat",
        (_, true) if !unsat.is_empty() => "there is a model: it is satisfiable",
        (Some(true), false) if !unsat.is_empty() => "the folder's name says sat",
        (Some(false), false) if !sat.is_empty() => "nobody has a model, and the folder's name says unsat",
        (_, false) if !sat.is_empty() && !unsat.is_empty() => "nobody has a model",
        _ => return None,
    };
    Some(Disagreement { instance, sat, unsat, settled: settled.into() })
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::child::{Caps, Ended, Usage};
    use super::super::inputs::{Instance, Kind};
    use super::super::judge::ProofState;
    use super::super::lineup::Solver;
    use super::super::machine::Machine;
    use super::*;

    /// A plan with solvers and instances of these names, and a limit of 10 seconds.
    pub(in super::super) fn plan(solvers: &[&str], instances: &[&str], runs: u32) -> Plan {
        let solver = |label: &&str| Solver {
            label: label.to_string(),
            command: vec![format!("/bin/{label}"), "{cnf}".into()],
            version: "1.0".into(),
        };
        let instance = |name: &&str| Instance {
            name: name.to_string(),
            path: format!("/f/{name}.cnf").into(),
            part: 0,
            kind: Kind::Cnf,
            colors: 4,
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
        assert_eq!(a.par2, 1.0);
        assert!((b.par2 - (2.0 + 4.0 + 3.0 + 10.5 + 20.0 + 20.0) / 6.0).abs() < 1e-9);
        assert_eq!((b.ratio.map(|ratio| ratio.value), b.compared, a.ratio), (Some(3.0), 1, None));
        assert!(!results.any_wrong());
    }

    #[test]
    fn nobody_is_fastest_in_a_tie() {
        let cell = |time: Option<f64>| Cell { time, ..Cell::default() };
        let line = |times: &[Option<f64>]| fastest(&times.iter().copied().map(cell).collect::<Vec<_>>());
        assert_eq!(line(&[Some(0.5), Some(0.1), None]), Some(1));
        assert_eq!(line(&[None, Some(9.0)]), Some(1));
        assert_eq!(line(&[Some(0.0012), Some(0.0004), Some(2.0)]), None, "closer than the step of the clock");
        assert_eq!(line(&[Some(1.0)]), None);
        assert_eq!(line(&[None, None]), None);
    }

    #[test]
    fn unsat_of_a_formula_with_a_model_is_wrong() {
        let plan = plan(&["a", "wrong"], &["x"], 1);
        let mut claim = record("wrong", "x", 0, 0.1);
        (claim.claim, claim.ended) = (Claim::Unsat, Some(Ended::Exit(20)));
        let records = [record("a", "x", 0, 1.0), claim.clone()];
        let results = Results::new(&plan, &records, Clock::Cpu);
        assert_eq!(results.cells[0][1].word, Some(Word::WrongUnsat));
        assert_eq!(results.cells[0][0].word, Some(Word::Sat), "no other row is harmed");
        assert_eq!((results.scores[1].wrong, results.scores[0].wrong, results.scores[0].wins), (1, 0, 1));
        assert_eq!(results.disagreements[0].unsat, ["wrong"]);
        assert!(results.any_wrong());
        let mut labelled = plan.clone();
        labelled.instances[0].expected = Some(true);
        let alone = [claim];
        assert_eq!(Results::new(&labelled, &alone, Clock::Cpu).cells[0][1].word, Some(Word::WrongUnsat));
        assert_eq!(Results::new(&plan, &alone, Clock::Cpu).cells[0][1].word, Some(Word::Unsat));
    }
}
