//! `cnfcheck`: checks the answer or the proof of a solver.

use clap::{Args, Parser, Subcommand};
use gemsat::check::drat::DratOptions;
use gemsat::check::format::System;
use gemsat::cnf::{Document, ReadError, ReadOptions, read_path};
use gemsat::command::exit::{Exit, Failure};
use gemsat::command::output::Output;
use gemsat::command::text::TextArgs;
use gemsat::command::{frame, process, terminal, threads};
use gemsat::limits::Limits;
use judge::{Judge, Judged, Outputs};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

#[cfg(not(feature = "safe"))]
#[global_allocator]
static ALLOCATOR: gemsat::command::signals::Guarded = gemsat::command::signals::Guarded;

#[path = "cnfcheck/judge.rs"]
mod judge;

const EXAMPLES: &str =
    "  solver f.cnf > answer; cnfcheck f.cnf answer      a model: v lines, MiniSat's result file, or .sol
  solver f.cnf | cnfcheck model f.cnf -             the same in a pipe
  solver f.cnf --proof p; cnfcheck f.cnf p          a proof: DRAT, DSR or LRAT, text or binary, .gz .zst .xz .bz2
  cnfcheck drat f.cnf p --core core.cnf --trim q    what a proof needs of formula and lemmas
  cnfcheck drat f.cnf p --lrat q; cnfcheck lrat f.cnf q
  cnfcheck dsr f.cnf p                              a proof that breaks symmetries
  solver --simplify g.cnf f.cnf; solver g.cnf | cnfcheck reconstruct f.cnf - g.cnf.rec";

/// Checks a model, or a proof in DRAT, DSR or LRAT, against a formula.
///
/// There are four outcomes. `s VERIFIED` (exit code 10): the model or the proof is right. `s REJECTED` (20): it can be
/// read and is wrong; the lines before say where. `s UNKNOWN` (0): not decided, since a limit was reached or the answer
/// has no model (unsatisfiable needs a proof). `s UNREADABLE` (1): a file cannot be read, or is neither answer nor
/// proof.
///
/// Without a format, a proof is tried in every format that its first bytes allow, and the one that fits is said.
///
/// With --derivation a proof may end without the empty clause. `s VERIFIED DERIVATION` (10) then says that every step
/// follows, which refutes nothing; a proof that does refute the formula is still `s VERIFIED`.
///
/// `reconstruct` answers like a solver: s SATISFIABLE and the model (10), s UNSATISFIABLE (20), s UNKNOWN (0). An
/// answer that leads to no model of FORMULA is bad input (1).
#[derive(Parser, Debug)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
struct Flags {
    #[command(subcommand)]
    claim: Option<Claim>,
    #[command(flatten)]
    files: Option<Files>,
}

#[derive(Subcommand, Debug)]
enum Claim {
    /// Checks that every clause has a true literal; variables that the answer does not name have no value.
    Model(Files),
    /// Checks a DRAT proof backwards, needed clauses first.
    Drat {
        #[command(flatten)]
        files: Files,
        /// Checks every lemma in the order of the file instead.
        #[arg(long, conflicts_with_all = ["core", "trim", "lrat"])]
        forward: bool,
        /// Checks that every step follows, in the order of the file; the empty clause need not be reached.
        #[arg(long, conflicts_with_all = ["core", "trim", "lrat"])]
        derivation: bool,
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
    /// Checks a DSR proof (DRAT with witnesses for symmetry breaking) backwards, needed clauses first. It cannot be
    /// turned into LRAT, which has no witnesses.
    Dsr {
        #[command(flatten)]
        files: Files,
        /// Checks every lemma in the order of the file instead.
        #[arg(long, conflicts_with_all = ["core", "trim"])]
        forward: bool,
        /// Checks that every step follows, in the order of the file; the empty clause need not be reached.
        #[arg(long, conflicts_with_all = ["core", "trim"])]
        derivation: bool,
        /// Writes the needed clauses of the formula.
        #[arg(long, value_name = "FILE")]
        core: Option<PathBuf>,
        /// Writes the needed lemmas as DSR in text.
        #[arg(long, value_name = "FILE")]
        trim: Option<PathBuf>,
    },
    /// Recounts the certificate of `cnfquery count --certificate`: the formula has at least as many models as it
    /// counts.
    Count(Files),
    /// Checks an LRAT proof while it is read.
    Lrat {
        #[command(flatten)]
        files: Files,
        /// Checks that every step follows; the empty clause need not be reached.
        #[arg(long)]
        derivation: bool,
    },
    /// Checks every answer of an incremental solver: a LIDRUP proof, which has its calls, too. FORMULA has all clauses
    /// that the user added, in their order, whenever that was; without it the clauses are taken from the proof, and it
    /// remains to be seen whether they are those that were meant.
    #[command(allow_missing_positional = true)]
    Lidrup(Calls),
    /// Turns a model of a simplified formula into one of FORMULA, checks it and prints it; other answers are passed on.
    Reconstruct {
        #[command(flatten)]
        files: Files,
        /// The file of removed clauses that `solver --simplify` has written beside the simplified formula.
        #[arg(value_name = "REC")]
        removed: PathBuf,
    },
}

#[derive(Args, Debug)]
struct Files {
    /// The formula, DIMACS or symbolic; - is standard input.
    #[arg(value_name = "FORMULA", group = "Files")]
    formula: PathBuf,
    /// The answer or the proof of a solver; - is standard input.
    #[arg(value_name = "ANSWER_OR_PROOF", group = "Files")]
    claim: PathBuf,
    /// Reads formulas with a wrong header or end, too.
    #[arg(long)]
    relaxed: bool,
    /// Check an LRAT proof by N threads, or as many as the machine runs at once if those are fewer; 0: that many
    #[arg(long, value_name = "N", default_value_t = 1)]
    threads: usize,
    #[command(flatten)]
    text: TextArgs,
    /// Prints no comments.
    #[arg(short, long)]
    quiet: bool,
}

#[derive(Args, Debug)]
struct Calls {
    /// All clauses that the user added, DIMACS or symbolic; - is standard input.
    #[arg(value_name = "FORMULA")]
    formula: Option<PathBuf>,
    /// The proof; - is standard input.
    #[arg(value_name = "PROOF")]
    claim: PathBuf,
    /// Reads formulas with a wrong header or end, too.
    #[arg(long)]
    relaxed: bool,
    #[command(flatten)]
    text: TextArgs,
    /// Prints no comments.
    #[arg(short, long)]
    quiet: bool,
}

/// What all claims have in common.
struct Given<'f> {
    formula: Option<&'f Path>,
    claim: &'f Path,
    relaxed: bool,
    threads: usize,
    text: &'f TextArgs,
    quiet: bool,
}

impl<'f> From<&'f Files> for Given<'f> {
    fn from(files: &'f Files) -> Given<'f> {
        let Files { formula, claim, relaxed, threads, text, quiet } = files;
        Given { formula: Some(formula), claim, relaxed: *relaxed, threads: *threads, text, quiet: *quiet }
    }
}

impl<'f> From<&'f Calls> for Given<'f> {
    fn from(calls: &'f Calls) -> Given<'f> {
        let Calls { formula, claim, relaxed, text, quiet } = calls;
        Given { formula: formula.as_deref(), claim, relaxed: *relaxed, threads: 1, text, quiet: *quiet }
    }
}

/// The command line.
pub fn command() -> clap::Command {
    frame::command::<Flags>("cnfcheck", EXAMPLES)
}

fn main() -> ExitCode {
    let settle = |flags: &Flags| process::speak_as_solver(flags.given().is_some_and(|given| given.quiet));
    frame::run_after(command(), settle, |flags, out| run(&flags, out))
}

impl Flags {
    fn given(&self) -> Option<Given<'_>> {
        match &self.claim {
            Some(
                Claim::Model(files)
                | Claim::Drat { files, .. }
                | Claim::Dsr { files, .. }
                | Claim::Count(files)
                | Claim::Lrat { files, .. }
                | Claim::Reconstruct { files, .. },
            ) => Some(files.into()),
            Some(Claim::Lidrup(calls)) => Some(calls.into()),
            None => self.files.as_ref().map(Given::from),
        }
    }
}

fn run(flags: &Flags, out: &mut Output) -> Result<Exit, Failure> {
    let claim = flags.claim.as_ref();
    let given = flags.given().ok_or_else(|| Failure::usage("expected FORMULA and ANSWER_OR_PROOF"))?;
    let is_stdin = |path: &Path| terminal::is_stdin(Some(path));
    match [given.formula.is_some_and(is_stdin), is_stdin(given.claim)] {
        [true, true] => return Err(Failure::usage("only one of the two files can be standard input")),
        [false, false] => {}
        _ => terminal::announce(),
    }
    if given.quiet {
        process::live().end();
    }
    let judged = judge(claim, &given, &process::limits());
    let answers = matches!(claim, Some(Claim::Reconstruct { .. }));
    if matches!(judged, Err(Failure::Input(_))) && !answers {
        writeln!(out, "s UNREADABLE")?;
    }
    let judgement = judged?;
    frame::begin_answer();
    judgement.print(given.quiet, out)?;
    Ok(judgement.status.exit())
}

fn judge(claim: Option<&Claim>, given: &Given<'_>, limits: &Limits) -> Judged {
    let max_input = given.text.max_input;
    let mut document = Document::default();
    if let Some(formula) = given.formula {
        process::live().set_message("reading the formula");
        document = read(formula, &given.text.options(given.relaxed), limits)?;
        given.text.complain("cnfcheck", formula.display(), &document);
    }
    process::live().set_message("reading the claim");
    let judge = Judge::new(&document, given.claim, max_input, limits)?.with_threads(threads::at_once(given.threads));
    let judged = match claim {
        None => judge.anything(),
        Some(Claim::Model(_)) => judge.model(),
        Some(Claim::Count(_)) => judge.count(),
        Some(Claim::Reconstruct { removed, .. }) => {
            judge.reconstruct(&read(removed, &ReadOptions { max_input, ..ReadOptions::default() }, limits)?.formula)
        }
        Some(Claim::Lidrup(_)) => judge.calls(given.formula.map(|_| &document.formula)),
        Some(Claim::Lrat { derivation, .. }) => {
            let options = DratOptions { derivation: *derivation, ..DratOptions::default() };
            judge.proof(Some(System::Lrat), options, Outputs::default())
        }
        Some(Claim::Drat { forward, derivation, core, trim, lrat, .. }) => {
            let (forward, derivation) = (*forward, *derivation);
            let options = DratOptions { forward, derivation, record: lrat.is_some(), witnesses: false };
            let outputs = Outputs { core: core.as_deref(), trim: trim.as_deref(), lrat: lrat.as_deref() };
            judge.proof(Some(System::Drat), options, outputs)
        }
        Some(Claim::Dsr { forward, derivation, core, trim, .. }) => {
            let (forward, derivation) = (*forward, *derivation);
            let options = DratOptions { forward, derivation, record: false, witnesses: true };
            let outputs = Outputs { core: core.as_deref(), trim: trim.as_deref(), lrat: None };
            judge.proof(Some(System::Dsr), options, outputs)
        }
    };
    judged.map(|mut judgement| {
        if !matches!(claim, Some(Claim::Reconstruct { .. })) {
            judgement.remarks.splice(0..0, document.remarks.iter().cloned());
        }
        judgement
    })
}

fn read(path: &Path, options: &ReadOptions, limits: &Limits) -> Result<Document, Failure> {
    read_path(path, options, limits).map_err(|error| match error {
        ReadError::Stopped { stop, .. } => Failure::Stopped(stop),
        error => Failure::input(error),
    })
}
