//! Judging an answer or a proof.

use gemsat::check::auto::{self, Checked, Report};
use gemsat::check::count::{Certificate, CountFault};
use gemsat::check::drat::{self, DratOptions};
use gemsat::check::format::System;
use gemsat::check::model::{self, Answer};
use gemsat::check::{CheckError, Fault, Outcome, Rewind, lidrup};
use gemsat::cnf::model::{first_falsified, reconstruct};
use gemsat::cnf::{Document, Formula, input};
use gemsat::command::exit::{Exit, Failure};
use gemsat::command::output::{Output, write_file};
use gemsat::command::report::{push_number, write_values};
use gemsat::limits::Limits;
use gemsat::util::words::many;
use std::io::{self, Read, Write};
use std::path::Path;

/// What the `s` line says, and the exit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// The model or proof is right.
    Verified,
    /// Every step of the proof follows, but it does not refute the formula.
    Derived,
    /// It can be read, but it is wrong.
    Rejected,
    /// It was not decided.
    Undecided,
    /// The answer is a model, which is printed after this line.
    Satisfiable,
    /// A solver's answer, passed on.
    Unsatisfiable,
    /// A solver's answer, passed on.
    Unknown,
}

impl Status {
    pub fn word(self) -> &'static str {
        match self {
            Status::Verified => "VERIFIED",
            Status::Derived => "VERIFIED DERIVATION",
            Status::Rejected => "REJECTED",
            Status::Satisfiable => "SATISFIABLE",
            Status::Unsatisfiable => "UNSATISFIABLE",
            Status::Undecided | Status::Unknown => "UNKNOWN",
        }
    }

    pub fn exit(self) -> Exit {
        match self {
            Status::Verified | Status::Derived | Status::Satisfiable => Exit::Solved,
            Status::Rejected | Status::Unsatisfiable => Exit::NoSolution,
            Status::Undecided | Status::Unknown => Exit::Done,
        }
    }
}

/// The `s` line, the remarks before it, and the `v` lines after it.
pub struct Judgement {
    pub status: Status,
    pub remarks: Vec<String>,
    pub values: Vec<u8>,
}

impl Judgement {
    fn new(status: Status, remark: String) -> Judgement {
        Judgement { status, remarks: vec![remark], values: Vec::new() }
    }

    /// Prints the judgement, with the remarks unless only the answer is asked for.
    pub fn print(&self, quiet: bool, out: &mut Output) -> io::Result<()> {
        for remark in self.remarks.iter().filter(|_| !quiet) {
            writeln!(out, "c {}", remark.replace('\n', " "))?;
        }
        writeln!(out, "s {}", self.status.word())?;
        out.write_all(&self.values)?;
        out.flush()
    }

    /// Adds a sentence on what the judgement does not say.
    fn qualified(mut self) -> Judgement {
        if self.status == Status::Derived {
            let what = "every step follows, but no empty clause is derived: this is no refutation of the formula";
            self.remarks.push(what.to_owned());
        }
        self
    }

    /// A claim that is not verified: a judgement if it can be read and is wrong.
    fn unverified(file: &str, error: CheckError) -> Judged {
        match Outcome::<()>::from(error) {
            Outcome::Unknown(stop) => Err(Failure::Stopped(stop)),
            Outcome::Unreadable(error) => Err(Failure::input(format_args!("{file}: {error}"))),
            Outcome::Rejected(error) => Ok(Judgement::new(Status::Rejected, format!("{file}: {error}"))),
            Outcome::Verified(()) => unreachable!("an error verifies nothing"),
        }
    }
}

/// A judgement, or why there is none.
pub type Judged = Result<Judgement, Failure>;

/// Where the parts that a DRAT or DSR proof needs are written to.
#[derive(Clone, Copy, Default)]
pub struct Outputs<'a> {
    pub core: Option<&'a Path>,
    pub trim: Option<&'a Path>,
    pub lrat: Option<&'a Path>,
}

/// The file with the answer or the proof.
struct Source<'a> {
    path: &'a Path,
    max_input: Option<u64>,
    limits: &'a Limits,
    /// The bytes of a pipe, which cannot be opened twice.
    kept: Option<Rewind<input::Bytes<'a>>>,
}

impl<'a> Source<'a> {
    fn new(path: &'a Path, max_input: Option<u64>, limits: &'a Limits) -> io::Result<Source<'a>> {
        let is_file = path.as_os_str() != "-" && path.metadata().is_ok_and(|metadata| metadata.is_file());
        let kept = if is_file { None } else { Some(Rewind::new(input::open(path, max_input, limits)?)) };
        Ok(Source { path, max_input, limits, kept })
    }

    /// The bytes from the first one on, decompressed.
    fn open(&self) -> io::Result<Box<dyn Read + '_>> {
        match &self.kept {
            Some(kept) => Ok(Box::new(kept.open()?)),
            None => Ok(Box::new(input::open(self.path, self.max_input, self.limits)?)),
        }
    }
}

/// A formula, and the file that makes a claim about it.
pub struct Judge<'a> {
    document: &'a Document,
    limits: &'a Limits,
    source: Source<'a>,
    threads: usize,
}

impl<'a> Judge<'a> {
    pub fn new(
        document: &'a Document,
        file: &'a Path,
        max_input: Option<u64>,
        limits: &'a Limits,
    ) -> Result<Judge<'a>, Failure> {
        let source = Source::new(file, max_input, limits).map_err(|error| match Fault::from(error) {
            Fault::Stopped(stop) => Failure::Stopped(stop),
            fault => Failure::input(format_args!("{}: {fault}", file.display())),
        })?;
        Ok(Judge { document, limits, source, threads: 1 })
    }

    /// As before, but with this many threads for LRAT.
    pub fn with_threads(self, threads: usize) -> Judge<'a> {
        Judge { threads, ..self }
    }

    /// An answer or a proof in any format.
    pub fn anything(&self) -> Judged {
        let mut head = Vec::new();
        let read = self.source.open().and_then(|source| source.take(1 << 16).read_to_end(&mut head));
        if let Err(error) = read {
            return self.unverified("", CheckError::whole(error.into()));
        }
        if head.starts_with(lidrup::HEADER) {
            return self.calls(Some(&self.document.formula));
        }
        if model::is_answer(&head) {
            return self.model();
        }
        // Names may look like numbers, and what looks like a name may be the beginning of a binary proof.
        let may_be_values = self.document.names.as_ref().is_none_or(|names| model::names_a_variable(&head, names));
        let is_verified = |judged: &Judged| judged.as_ref().is_ok_and(|judgement| judgement.status == Status::Verified);
        if self.document.names.is_some() && may_be_values {
            let (values, proof) = (self.model(), || self.proof(None, DratOptions::default(), Outputs::default()));
            return if is_verified(&values) { values } else { Some(proof()).filter(is_verified).unwrap_or(values) };
        }
        let proof = self.proof(None, DratOptions::default(), Outputs::default());
        let values = || self.model();
        if may_be_values && proof.is_err() { Some(values()).filter(is_verified).unwrap_or(proof) } else { proof }
    }

    /// A model.
    pub fn model(&self) -> Judged {
        let formula = &self.document.formula;
        let model = match self.answer(formula) {
            Ok(Answer::Model(model)) => model,
            Ok(answer) => {
                let what = match answer {
                    Answer::Unsatisfiable => "the answer is that there is no model, which only a proof can show",
                    Answer::Unknown => "the answer is that nothing was found",
                    _ => "the answer has no values",
                };
                return Ok(Judgement::new(Status::Undecided, what.to_owned()));
            }
            Err(error) => return self.unverified("", error),
        };
        match model::check(formula, &model) {
            Ok(()) => {
                let (valued, vars, clauses) = (model.count(), formula.num_vars(), formula.num_clauses());
                let all = if clauses == 1 { "the clause is".to_owned() } else { format!("all {clauses} clauses are") };
                let remark = format!("{valued} of {vars} variables have values, {all} true");
                Ok(Judgement::new(Status::Verified, remark))
            }
            Err(error) => self.unverified("", error),
        }
    }

    fn answer(&self, formula: &Formula) -> Result<Answer, CheckError> {
        let source = self.source.open().map_err(|error| CheckError::whole(error.into()))?;
        let names = self.document.names.as_ref().filter(|_| std::ptr::eq(formula, &self.document.formula));
        model::read(source, formula, names)
    }

    /// The certificate of a count.
    pub fn count(&self) -> Judged {
        let source = self.source.open().map_err(|error| self.unread(error))?;
        let formula = &self.document.formula;
        let counted = Certificate::read(io::BufReader::new(source), formula.num_vars())
            .and_then(|certificate| certificate.check(formula, self.limits));
        match counted {
            Ok(models) => Ok(Judgement::new(Status::Verified, format!("at least {}", many(models, "model")))),
            Err(CountFault::Stopped(stop)) => Err(Failure::Stopped(stop)),
            Err(fault @ (CountFault::Io(_) | CountFault::Line(..))) => Err(self.failure(fault)),
            Err(fault) => {
                let remark = format!("{}: {fault}", self.source.path.display());
                Ok(Judgement::new(Status::Rejected, remark))
            }
        }
    }

    /// The answer to a simplified formula, turned into one to the original. `removed` holds the removed clauses.
    pub fn reconstruct(&self, removed: &Formula) -> Judged {
        let formula = &self.document.formula;
        let pass_on = |status| Ok(Judgement { status, remarks: Vec::new(), values: Vec::new() });
        let model = match self.answer(removed) {
            Ok(Answer::Model(model)) => model,
            Ok(Answer::Unsatisfiable) => return pass_on(Status::Unsatisfiable),
            Ok(Answer::Unknown) => return pass_on(Status::Unknown),
            Ok(Answer::Satisfiable) => return Err(self.failure("the answer has no values to start from")),
            Err(error) => return self.unverified("", error),
        };
        let mut model = model.complete();
        reconstruct(&mut model, removed);
        model.resize(formula.num_vars());
        if let Some(clause) = first_falsified(&model, formula) {
            let clause = clause + 1;
            let what = format!("wrong: the model that it leads to leaves clause {clause} of the formula false");
            return Err(self.failure(what));
        }
        let mut values = Vec::new();
        let written = match &self.document.names {
            Some(names) => write_values(&mut values, model.lits(), |lit, text| {
                text.extend_from_slice(names.literal(lit).to_string().as_bytes());
            }),
            None => write_values(&mut values, model.lits(), push_number),
        };
        written.map_err(|error| self.failure(error))?;
        Ok(Judgement { status: Status::Satisfiable, remarks: self.document.notes.clone(), values })
    }

    /// A proof of all calls of an incremental solver; whether they added the clauses of the formula, if there is one.
    pub fn calls(&self, formula: Option<&Formula>) -> Judged {
        let mut source = self.source.open().map_err(|error| self.unread(error))?;
        let error = match lidrup::check(&mut source, formula, self.limits) {
            Outcome::Verified(report) => {
                let remark = format!(
                    "LIDRUP: {} added and {} derived; of the questions {} answered with a model, {} with a core, {} not",
                    many(report.clauses, "clause"),
                    report.derived,
                    report.satisfied,
                    report.refuted,
                    report.unknown
                );
                let mut judgement = Judgement::new(Status::Verified, remark);
                if formula.is_none() {
                    judgement.remarks.push("the clauses are those of the proof: no formula was given".to_owned());
                }
                return Ok(judgement);
            }
            Outcome::Rejected(error) | Outcome::Unreadable(error) => error,
            Outcome::Unknown(stop) => return Err(Failure::Stopped(stop)),
        };
        self.unverified(" (LIDRUP)", error)
    }

    /// A proof, of this system or of any.
    pub fn proof(&self, system: Option<System>, options: DratOptions, outputs: Outputs<'_>) -> Judged {
        let open = || self.source.open();
        let checked = auto::check_by_threads(&self.document.formula, open, system, options, self.threads, self.limits);
        let Checked { format, outcome, others, untried } = checked;
        let error = match outcome {
            Outcome::Verified(Report::Lrat(report)) if report.trivial => return Ok(trivial()),
            Outcome::Verified(Report::Lrat(report)) => {
                let status = if report.refuted { Status::Verified } else { Status::Derived };
                let remark = format!(
                    "{format}: {} added ({} of them RAT), {} deleted, {}",
                    many(report.added, "clause"),
                    report.rat,
                    report.deleted,
                    many(report.hints, "antecedent")
                );
                return Ok(Judgement::new(status, remark).qualified());
            }
            Outcome::Verified(Report::Drat(report)) => {
                let sr = if format.system == System::Dsr { format!(", {} SR", report.sr) } else { String::new() };
                let remark = format!(
                    "{format}: {} added, {} deleted; {} checked, {} of them RAT{sr}",
                    many(report.added, "clause"),
                    report.deleted,
                    many(report.checked, "lemma"),
                    report.rat
                );
                return self.needed(*report, remark, outputs);
            }
            Outcome::Unknown(stop) => return Err(Failure::Stopped(stop)),
            Outcome::Rejected(error) | Outcome::Unreadable(error) => error,
        };
        let mut judged = self.unverified(&format!(" as {format}"), error);
        let mut more: Vec<String> = others.iter().map(|(format, error)| format!("as {format}: {error}")).collect();
        more.extend(untried.map(|error| format!("not tried in other formats, name it if it has one: {error}")));
        match &mut judged {
            Ok(judgement) => judgement.remarks.extend(more),
            Err(Failure::Input(text)) => more.iter().for_each(|more| *text += &format!("; {more}")),
            Err(_) => {}
        }
        judged
    }

    /// A verified DRAT or DSR proof: writes what it needs.
    fn needed(&self, report: drat::Report, remark: String, outputs: Outputs<'_>) -> Judged {
        let formula = &self.document.formula;
        let status = if report.refuted { Status::Verified } else { Status::Derived };
        let mut judgement = if report.trivial { trivial() } else { Judgement::new(status, remark).qualified() };
        let units = "reasons of units that the proof goes on to use";
        for ((count, first), what) in
            [(report.ignored_units, units), (report.ignored_unknown, "clauses that are not there")]
        {
            if let Some(place) = first {
                let deletions = if count == 1 { "deletion" } else { "deletions" };
                judgement.remarks.push(format!("warning: {count} {deletions} of {what} ignored, the first at {place}"));
            }
        }
        if let Some(trimmed) = report.trimmed {
            let (needed, lemmas) = (trimmed.core().len(), trimmed.num_lemmas());
            let (clauses, added) = (formula.num_clauses(), report.added);
            judgement.remarks.push(format!(
                "core: {needed} of {}, {lemmas} of {}",
                many(clauses, "clause"),
                many(added, "lemma")
            ));
            save(outputs.core, self.limits, |out| trimmed.write_core(formula, out))?;
            save(outputs.trim, self.limits, |out| trimmed.write_drat(out))?;
            save(outputs.lrat, self.limits, |out| trimmed.write_lrat(formula, out))?;
        }
        Ok(judgement)
    }

    /// A claim that is not verified. `reading` says how the file was read.
    fn unverified(&self, reading: &str, error: CheckError) -> Judged {
        Judgement::unverified(&format!("{}{reading}", self.source.path.display()), error)
    }

    /// The failure of a file that cannot be opened.
    fn unread(&self, error: io::Error) -> Failure {
        match Fault::from(error) {
            Fault::Stopped(stop) => Failure::Stopped(stop),
            fault => self.failure(fault),
        }
    }

    fn failure(&self, error: impl std::fmt::Display) -> Failure {
        Failure::input(format_args!("{}: {error}", self.source.path.display()))
    }
}

fn trivial() -> Judgement {
    Judgement::new(Status::Verified, "unit propagation alone refutes the formula".to_owned())
}

/// Writes a file whole or not at all, if one is named; a limit ends that, too.
fn save(
    path: Option<&Path>,
    limits: &Limits,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), Failure> {
    let Some(path) = path else { return Ok(()) };
    let limited = |out: &mut dyn Write| write(&mut Limited { out, limits, writes: 0 });
    write_file(path, limited).map_err(|failure| match failure {
        Failure::File(path, error) => match Fault::from(error) {
            Fault::Stopped(stop) => Failure::Stopped(stop),
            fault => Failure::File(path, io::Error::other(fault.to_string())),
        },
        failure => failure,
    })
}

/// A file that is written until a limit is reached.
struct Limited<'a> {
    out: &'a mut dyn Write,
    limits: &'a Limits,
    writes: u32,
}

impl Write for Limited<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // How many writes there are between two looks at the limits; most write a number and a blank.
        const POLL: u32 = 1 << 12;
        self.writes = self.writes.wrapping_add(1);
        if self.writes.is_multiple_of(POLL)
            && let Some(stop) = self.limits.exceeded()
        {
            return Err(io::Error::other(stop));
        }
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
