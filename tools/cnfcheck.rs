//! `cnfcheck`: judges what a solver has said about a formula.

use clap::{Args, Parser, Subcommand, ValueEnum};
use gemsat::check::read::{Proof, System};
use gemsat::check::{Fault, Outcome, Refutation, drat, lrat, model};
use gemsat::cnf::model::{first_falsified, reconstruct};
use gemsat::cnf::{Document, Format, Formula, ReadOptions, input, read_path};
use gemsat::limits::{Limits, Stop};
use gemsat::output::write_whole;
use gemsat::report::{push_number, write_values};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  solver f.cnf > answer; cnfcheck f.cnf answer        a model: v lines, MiniSat's result file, or .sol
  solver f.cnf | cnfcheck model f.cnf -               the same in a pipe
  solver f.cnf --proof p; cnfcheck f.cnf p            a proof: DRAT, DSR or LRAT, text or binary, .gz .zst .xz .bz2
  cnfcheck drat f.cnf p --core core.cnf --trim q      what the proof needs of the formula and of itself
  solver --simplify g.cnf f.cnf; solver g.cnf > answer; cnfcheck reconstruct f.cnf answer g.cnf.rec
  cnfcheck drat f.cnf p --lrat q && cnfcheck lrat f.cnf q
  cnfcheck dsr f.cnf p                                a proof that breaks symmetries

Exit codes: 0 verified; 1 refuted, undecided within the limits, or a file that cannot be read; 2 wrong usage.";

/// Checks a model, or a proof in DRAT, DSR or LRAT, against a formula.
#[derive(Parser, Debug)]
#[command(name = "cnfcheck", version, after_help = EXAMPLES)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
struct Flags {
    #[command(subcommand)]
    claim: Option<Claim>,
    #[command(flatten)]
    files: Option<Files>,
}

#[derive(Subcommand, Debug)]
enum Claim {
    /// Checks that every clause has a true literal; variables that are not named have no value.
    Model(Files),
    /// Checks a DRAT proof backwards, needed clauses first.
    Drat {
        #[command(flatten)]
        files: Files,
        /// Checks every lemma in the order of the file instead.
        #[arg(long, conflicts_with_all = ["core", "trim", "lrat"])]
        forward: bool,
        /// Writes the needed clauses of the formula.
        #[arg(long, value_name = "FILE")]
        core: Option<PathBuf>,
        /// Writes the needed lemmas as DRAT in text.
        #[arg(long, value_name = "FILE")]
        trim: Option<PathBuf>,
        /// Writes the needed lemmas with their derivations as LRAT in text.
        #[arg(long, value_name = "FILE")]
        lrat: Option<PathBuf>,
    },
    /// Checks a DSR proof (DRAT with witnesses for symmetry breaking) backwards, needed clauses first. LRAT has no
    /// witnesses, so there is no way to it.
    Dsr {
        #[command(flatten)]
        files: Files,
        /// Checks every lemma in the order of the file instead.
        #[arg(long, conflicts_with_all = ["core", "trim"])]
        forward: bool,
        /// Writes the needed clauses of the formula.
        #[arg(long, value_name = "FILE")]
        core: Option<PathBuf>,
        /// Writes the needed lemmas as DSR in text.
        #[arg(long, value_name = "FILE")]
        trim: Option<PathBuf>,
    },
    /// Checks an LRAT proof while it is read.
    Lrat(Files),
    /// Turns a model of a simplified formula into one of FORMULA, and checks and prints that.
    Reconstruct {
        #[command(flatten)]
        files: Files,
        /// What `solver --simplify` has written beside the simplified formula.
        #[arg(value_name = "REC")]
        removed: PathBuf,
    },
}

#[derive(Args, Debug)]
struct Files {
    /// The formula, DIMACS or symbolic; - is standard input.
    #[arg(value_name = "FORMULA")]
    formula: PathBuf,
    /// What a solver has said; - is standard input.
    #[arg(value_name = "ANSWER_OR_PROOF")]
    claim: PathBuf,
    /// How the formula is written.
    #[arg(long, value_enum, default_value_t = Form::Auto)]
    format: Form,
    /// Reads formulas whose header or end is not what it should be.
    #[arg(long)]
    relaxed: bool,
    /// Stops after this many seconds.
    #[arg(long, value_name = "SECONDS")]
    time_limit: Option<f64>,
    /// Stops when the process holds this many MiB.
    #[arg(long, value_name = "MIB")]
    memory_limit: Option<u64>,
    /// Prints the s line alone.
    #[arg(short, long)]
    quiet: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Form {
    Auto,
    Dimacs,
    Symbolic,
}

/// What there is to say after `s`, with remarks.
struct Judgement {
    answer: &'static str,
    remarks: Vec<String>,
    /// The `v` lines, where there are any.
    values: Vec<u8>,
}

impl Judgement {
    fn new(answer: &'static str, remarks: Vec<String>) -> Judgement {
        Judgement { answer, remarks, values: Vec::new() }
    }
}

/// Why there is nothing to say after `s`.
struct Failure(String);

fn main() {
    let flags = Flags::parse();
    let files = match &flags.claim {
        Some(
            Claim::Model(files)
            | Claim::Drat { files, .. }
            | Claim::Dsr { files, .. }
            | Claim::Lrat(files)
            | Claim::Reconstruct { files, .. },
        ) => files,
        None => flags.files.as_ref().unwrap_or_else(|| std::process::exit(2)),
    };
    if files.formula.as_os_str() == "-" && files.claim.as_os_str() == "-" {
        eprintln!("cnfcheck: only one of the two files can be standard input");
        std::process::exit(2);
    }
    let code = match judge(flags.claim.as_ref(), files) {
        Ok(judgement) => {
            let remarks = if files.quiet { &[][..] } else { &judgement.remarks };
            let text: String = remarks.iter().map(|remark| format!("c {}\n", remark.replace('\n', " "))).collect();
            // A closed stdout changes nothing about the verdict, which the exit code tells too.
            let mut text = format!("{text}s {}\n", judgement.answer).into_bytes();
            text.extend_from_slice(&judgement.values);
            let _ = io::stdout().write_all(&text);
            i32::from(!matches!(judgement.answer, "VERIFIED" | "SATISFIABLE"))
        }
        Err(Failure(reason)) => {
            eprintln!("cnfcheck: {reason}");
            1
        }
    };
    std::process::exit(code);
}

fn judge(claim: Option<&Claim>, files: &Files) -> Result<Judgement, Failure> {
    let mut limits = Limits { memory: files.memory_limit.map(|mib| mib.saturating_mul(1 << 20)), ..Limits::none() };
    if let Some(seconds) = files.time_limit {
        let time = Duration::try_from_secs_f64(seconds).map_err(|_| Failure(format!("{seconds} s is no time")))?;
        limits = limits.with_wall_time(time);
    }
    let format = match files.format {
        Form::Auto => Format::Auto,
        Form::Dimacs => Format::Dimacs,
        Form::Symbolic => Format::Symbolic,
    };
    let options = ReadOptions { format, relaxed: files.relaxed, ..ReadOptions::default() };
    let document = read_path(&files.formula, &options, &limits).map_err(|error| Failure(error.to_string()))?;
    for warning in &document.warnings {
        eprintln!("cnfcheck: {}: {warning}", files.formula.display());
    }
    let unread = |error: io::Error| Failure(format!("{}: {error}", files.claim.display()));
    let mut source = input::open(&files.claim, &limits).map_err(unread)?;
    let judge = Judge { document: &document, limits: &limits, file: &files.claim };
    match claim {
        Some(Claim::Model(_)) => judge.model(source),
        Some(Claim::Reconstruct { removed, .. }) => {
            let removed = read_path(removed, &ReadOptions::default(), &limits);
            judge.reconstruct(source, &removed.map_err(|error| Failure(error.to_string()))?.formula)
        }
        Some(Claim::Lrat(_)) => judge.lrat(&mut Proof::new(source).map_err(|error| judge.failure(&error))?),
        Some(Claim::Drat { forward, core, trim, lrat, .. }) => {
            let mut proof = Proof::new(source).map_err(|error| judge.failure(&error))?;
            let options = drat::Options { forward: *forward, record: lrat.is_some(), witnesses: false };
            judge.drat(&mut proof, options, [core, trim, lrat].map(Option::as_deref))
        }
        Some(Claim::Dsr { forward, core, trim, .. }) => {
            let mut proof = Proof::new(source).map_err(|error| judge.failure(&error))?;
            let options = drat::Options { forward: *forward, record: false, witnesses: true };
            judge.drat(&mut proof, options, [core.as_deref(), trim.as_deref(), None])
        }
        None => {
            let mut head = Vec::new();
            source.by_ref().take(1 << 16).read_to_end(&mut head).map_err(unread)?;
            let is_model = model::looks_like_model(&head, document.names.is_some());
            let source = io::Cursor::new(head).chain(source);
            if is_model {
                return judge.model(source);
            }
            let mut proof = Proof::new(source).map_err(|error| judge.failure(&error))?;
            match proof.system(document.formula.num_clauses() as u64) {
                System::Lrat => judge.lrat(&mut proof),
                system => {
                    let options = drat::Options { witnesses: system == System::Dsr, ..drat::Options::default() };
                    judge.drat(&mut proof, options, [None; 3])
                }
            }
        }
    }
}

struct Judge<'a> {
    document: &'a Document,
    limits: &'a Limits,
    file: &'a Path,
}

impl Judge<'_> {
    fn verified(remark: String) -> Judgement {
        Judgement::new("VERIFIED", vec![remark])
    }

    fn unknown(stop: Stop) -> Judgement {
        Judgement::new("UNKNOWN", vec![format!("stopped: {stop}")])
    }

    fn failure(&self, refutation: &Refutation) -> Failure {
        Failure(format!("{}: {refutation}", self.file.display()))
    }

    /// A fault of the file is a verdict, a file that cannot be read is none.
    fn refuted(&self, refutation: &Refutation) -> Result<Judgement, Failure> {
        match (&refutation.fault, self.limits.exceeded()) {
            (Fault::Io(_), Some(stop)) => Ok(Judge::unknown(stop)),
            (Fault::Io(_), None) => Err(self.failure(refutation)),
            _ => {
                let place = refutation.place.map_or(String::new(), |_| format!("{}, ", self.file.display()));
                Ok(Judgement::new("REFUTED", vec![format!("{place}{refutation}")]))
            }
        }
    }

    fn model(&self, source: impl Read) -> Result<Judgement, Failure> {
        let formula = &self.document.formula;
        let result = model::read_bytes(source, formula, self.document.names.as_ref())
            .and_then(|model| model::check(formula, &model).map(|()| model.count()));
        match result {
            Ok(count) => Ok(Judge::verified(format!(
                "{count} of {} variables have values, all {} clauses are true",
                formula.num_vars(),
                formula.num_clauses()
            ))),
            Err(refutation) => self.refuted(&refutation),
        }
    }

    fn reconstruct(&self, source: impl Read, removed: &Formula) -> Result<Judgement, Failure> {
        let formula = &self.document.formula;
        let model = match model::read_bytes(source, removed, None) {
            Ok(model) => model,
            Err(refutation) => return self.refuted(&refutation),
        };
        let mut model = model.complete();
        reconstruct(&mut model, removed);
        model.resize(formula.num_vars() as usize);
        if let Some(clause) = first_falsified(&model, formula) {
            let remark = format!("the model that comes out leaves clause {} false", clause + 1);
            return Ok(Judgement::new("REFUTED", vec![remark]));
        }
        let mut values = Vec::new();
        let written = match &self.document.names {
            Some(names) => write_values(&mut values, model.lits(), |lit, text| {
                text.extend_from_slice(names.literal(lit).to_string().as_bytes());
            }),
            None => write_values(&mut values, model.lits(), push_number),
        };
        written.map_err(|error| Failure(error.to_string()))?;
        Ok(Judgement { answer: "SATISFIABLE", remarks: Vec::new(), values })
    }

    fn lrat<R: Read>(&self, proof: &mut Proof<R>) -> Result<Judgement, Failure> {
        match lrat::check(&self.document.formula, proof, self.limits) {
            Outcome::Verified(report) if report.trivial => Ok(trivial()),
            Outcome::Verified(report) => Ok(Judge::verified(format!(
                "LRAT: {} clauses added ({} of them RAT), {} deleted, {} antecedents",
                report.added, report.rat, report.deleted, report.hints
            ))),
            Outcome::Refuted(refutation) => self.refuted(&refutation),
            Outcome::Unknown(stop) => Ok(Judge::unknown(stop)),
        }
    }

    fn drat<R: Read>(
        &self,
        proof: &mut Proof<R>,
        options: drat::Options,
        [core, trim, lrat]: [Option<&Path>; 3],
    ) -> Result<Judgement, Failure> {
        let formula = &self.document.formula;
        let report = match drat::check(formula, proof, options, self.limits) {
            Outcome::Verified(report) => report,
            Outcome::Refuted(refutation) => return self.refuted(&refutation),
            Outcome::Unknown(stop) => return Ok(Judge::unknown(stop)),
        };
        let mut judgement = if report.trivial {
            trivial()
        } else {
            let (system, sr) =
                if options.witnesses { ("DSR", format!(", {} SR", report.sr)) } else { ("DRAT", String::new()) };
            Judge::verified(format!(
                "{system}: {} clauses added, {} deleted; {} lemmas checked, {} of them RAT{sr}",
                report.added, report.deleted, report.checked, report.rat
            ))
        };
        for ((count, first), what) in
            [(report.ignored_units, "the reason of a unit"), (report.ignored_unknown, "a clause that is not there")]
        {
            if let Some(place) = first {
                judgement.remarks.push(format!("warning: {count} deletions of {what} ignored, the first at {place}"));
            }
        }
        if let Some(trimmed) = report.trimmed {
            let needed = trimmed.core().len();
            let all = formula.num_clauses();
            let lemmas = trimmed.num_lemmas();
            judgement.remarks.push(format!("core: {needed} of {all} clauses, {lemmas} of {} lemmas", report.added));
            save(core, |out| trimmed.write_core(formula, out))?;
            save(trim, |out| trimmed.write_drat(out))?;
            save(lrat, |out| trimmed.write_lrat(out))?;
        }
        Ok(judgement)
    }
}

fn trivial() -> Judgement {
    Judge::verified("unit propagation alone refutes the formula".to_owned())
}

/// Writes a file whole or not at all, see [`write_whole`].
fn save(path: Option<&Path>, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Failure> {
    let Some(path) = path else { return Ok(()) };
    write_whole(path, write).map_err(|error| Failure(format!("{}: {error}", path.display())))
}
