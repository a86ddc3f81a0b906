//! The answer of a run: the `s` line, the values, the statistics, the exit code. It is given once, either by the run or
//! by its watch.

use super::{Original, Session};
use crate::cnf::Assignment;
use crate::command::exit::{Exit, Failure};
use crate::command::limits::advice;
use crate::command::output::{self, Outcome, complain, end_process};
use crate::command::report;
use crate::command::signals::{Cause, Fallback};
use crate::command::statistics::Resources;
use crate::engine::{Engine, Verdict};
use crate::limits::Stop;
use crate::util::table::CounterRow;
use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

/// How long a run that is writing its answer may go on after a signal, if nothing blocks it.
const MORE_PATIENCE: Duration = Duration::from_secs(1);

impl Session {
    /// Gives the answer, once a model is checked against the original clauses.
    ///
    /// # Errors
    /// When the model is wrong.
    pub fn answer(&self, verdict: &Verdict, original: &Original, engine: &dyn Engine) -> Result<u8, Failure> {
        original.check(verdict)?;
        self.claim_answer();
        let stop = if let Verdict::Unknown(stop) = verdict { Some(self.reason(*stop)) } else { None };
        let status = status(verdict);
        let model = if let Verdict::Sat(model) = verdict { Some(model) } else { None };
        let best = engine.best().filter(|_| stop.is_some());
        let mut facts = self.facts();
        if self.flags.reports() {
            facts.take_counts(engine);
        }
        facts.result.best_falsified = best.map(|(_, falsified)| falsified);
        drop(facts);
        if let (Some((name, number)), None) = (engine.asked(), stop) {
            self.live.suspend(|| self.output.line(format_args!("c {name}: {number}")));
        }
        let mut code = self.state(status, Exit::of(verdict).code(), stop, Some((original, model)));
        if let Some(path) = &self.flags.best {
            match model.or(best.map(|(assignment, _)| assignment)) {
                Some(assignment) => {
                    let written = self.write_answer(path, status, original, Some(assignment));
                    code = self.judge(path, written, code);
                }
                None => self.say("c engine has no best assignment to write"),
            }
        }
        code = self.see(verdict, &engine.counters(), code);
        let meanings = engine.legend();
        let legend = self.table.lock().map(|table| table.legend(meanings)).unwrap_or_default();
        Ok(self.report(code, &legend))
    }

    /// Ends the process with the code of a run, after saying what went wrong.
    pub fn end(&self, result: Result<u8, Failure>) -> ! {
        self.live.end();
        let code = match result {
            Ok(code) => code,
            Err(failure) => {
                self.claim_answer();
                match failure {
                    Failure::Stopped(stop) => {
                        let stop = self.reason(stop);
                        let code = self.state(UNKNOWN, 0, Some(stop), None);
                        self.report(self.see(&Verdict::Unknown(stop), &[], code), &[])
                    }
                    Failure::Proof(..) => {
                        let code = self.state(UNKNOWN, self.print_failure(&failure), Some(Stop::Proof), None);
                        self.report(self.see(&Verdict::Unknown(Stop::Proof), &[], code), &[])
                    }
                    failure => self.print_failure(&failure),
                }
            }
        };
        let code = match self.output.outcome() {
            Outcome::Failed(reason) if code != 70 => {
                self.print_failure(&Failure::Input(format!("standard output: {reason}")))
            }
            _ => code,
        };
        // The process is ended here instead of returning, so that the engine's memory need not be freed first.
        end_process(code)
    }

    fn print_failure(&self, failure: &Failure) -> u8 {
        failure.print("solver", self.flags.color)
    }

    /// Takes the right to answer; when the watch has it already, waits until that ends the process.
    fn claim_answer(&self) {
        while !self.claim.take() {
            std::thread::park();
        }
        self.live.end();
    }

    /// The reason of the watch to end the run, if it had one; otherwise the engine's.
    fn reason(&self, stop: Stop) -> Stop {
        match self.claim.cause() {
            Some(cause) if stop == Stop::Interrupted => cause.stop(),
            _ => stop,
        }
    }

    /// Writes the files in which the search is shown; returns the exit code.
    fn see(&self, verdict: &Verdict, counters: &[CounterRow], code: u8) -> u8 {
        if !self.flags.see.any() {
            return code;
        }
        self.show(verdict, counters).map_or_else(|failure| self.print_failure(&failure), |()| code)
    }

    /// Prints the `s` line and the values, into the file of `--output` and to standard output; gives the exit code.
    fn state(
        &self,
        status: &'static str,
        code: u8,
        stop: Option<Stop>,
        answer: Option<(&Original, Option<&Assignment>)>,
    ) -> u8 {
        let mut code = code;
        let mut values = !self.flags.no_witness;
        if let (Some(path), Some((original, model))) = (&self.flags.output, answer) {
            let written = self.write_answer(path, status, original, model);
            // If the file cannot be written, the values go to standard output, so that they are not lost.
            values &= written.is_err();
            code = self.judge(path, written, code);
        }
        let mut facts = self.facts();
        (facts.result.status, facts.result.exit_code, facts.result.stop) = (Some(status), code.into(), stop);
        let best = facts.result.best_falsified;
        drop(facts);
        if !self.flags.quiet {
            self.say_result(stop, best, answer.map_or(&[], |(original, _)| &original.notes));
        }
        self.output.line(self.palette.answer(&format!("s {status}")));
        if let (true, Some((original, Some(model)))) = (values, answer) {
            // The output remembers errors for the end.
            let _ = original.write_values(&mut self.output.bulk(), model);
        }
        code
    }

    /// Prints remarks about the answer.
    fn say_result(&self, stop: Option<Stop>, best: Option<u64>, notes: &[String]) {
        self.say("c");
        self.say(self.palette.heading(&report::section("result")));
        self.say("c");
        if let Some(stop) = stop {
            let cause = self.claim.cause().filter(|_| stop != Stop::Proof);
            let why = cause.map_or(stop.to_string(), |cause| cause.to_string());
            self.say(format_args!("c no answer: {why}"));
            if let Some(advice) = advice(stop, &self.limits) {
                self.say(report::remark(&advice));
            }
        }
        if let Some(falsified) = best {
            self.say(format_args!("c best {falsified} falsified"));
        }
        for note in notes {
            self.say(report::remark(note));
        }
    }

    /// Prints statistics and writes their file; gives the exit code.
    fn report(&self, code: u8, legend: &[String]) -> u8 {
        if !self.flags.reports() {
            return code;
        }
        let mut facts = self.facts();
        let reading = facts.resources.reading;
        facts.resources = Resources { reading, ..Resources::now(self.started) };
        let facts = facts.clone();
        if !self.flags.quiet || self.flags.stats.stats.is_some() {
            let detail = self.flags.stats.detail(self.flags.verbose);
            let lines = facts.lines(detail, legend, self.palette);
            // A quiet run prints only the statistics that were asked for.
            let wanted = |line: &&String| !self.flags.quiet || !detail.json || line.starts_with("c json ");
            let lines: Vec<&str> = lines.iter().filter(wanted).map(String::as_str).collect();
            self.output.line(lines.join("\n"));
        }
        match self.flags.stats.write_file(&facts) {
            Ok(()) => code,
            Err(failure) => self.print_failure(&failure),
        }
    }

    /// The exit code after a file was to be written.
    fn judge(&self, path: &Path, written: io::Result<()>, code: u8) -> u8 {
        written.map_or_else(|error| self.print_failure(&Failure::file(path, error)), |()| code)
    }

    /// Writes an answer whole: a `.sol` file holds a model only, others what standard output shows.
    fn write_answer(
        &self,
        path: &Path,
        status: &str,
        original: &Original,
        model: Option<&Assignment>,
    ) -> io::Result<()> {
        if path.extension().is_some_and(|extension| extension == "sol") || original.names.is_some() {
            let Some(model) = model else {
                self.say(report::remark(&format!("there is no model: {} is not written", path.display())));
                return Ok(());
            };
            return output::write_whole(path, |file| original.write_sol(file, model));
        }
        output::write_whole(path, |file| {
            for note in &original.notes {
                writeln!(file, "{}", report::remark(note))?;
            }
            writeln!(file, "s {status}")?;
            model.filter(|_| !self.flags.no_witness).map_or(Ok(()), |model| original.write_values(file, model))
        })
    }
}

impl Fallback for Session {
    fn give_answer(&self, cause: Cause) {
        if self.output.is_blocked() {
            // Written directly, without clearing the live line first: a thread that waits for standard output may hold
            // that.
            complain(format_args!("solver: {cause} while standard output is held up"));
            end_process(1)
        }
        self.live.end();
        let code = self.state(UNKNOWN, 0, Some(cause.stop()), None);
        let code = self.see(&Verdict::Unknown(cause.stop()), &[], code);
        self.end(Ok(self.report(code, &[])))
    }

    fn abandon_output(&self, cause: Cause) {
        // On a loaded machine a run that nothing blocks may only be slow.
        let until = Instant::now() + MORE_PATIENCE;
        while !self.output.held() && Instant::now() < until {
            std::thread::sleep(Duration::from_millis(10));
        }
        complain(format_args!("solver: {cause} while writing the answer: it is incomplete"));
        end_process(1)
    }
}

/// The word of the `s` line where there is no answer.
const UNKNOWN: &str = "UNKNOWN";

/// The word of the `s` line.
pub(crate) fn status(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Sat(_) => "SATISFIABLE",
        Verdict::Unsat => "UNSATISFIABLE",
        Verdict::Unknown(_) => UNKNOWN,
    }
}
