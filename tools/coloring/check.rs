//! `coloring check --certificate`: what proves that a number of colours is not enough.

use super::ColoringTool;
use clap::Args;
use gemsat::command::exit::{Exit, Failure};
use gemsat::command::output::Output;
use gemsat::command::process;
use gemsat::command::puzzle::print_checked;
use gemsat::command::puzzle::source::Source;
use gemsat::command::puzzle::{Check, Own};
use gemsat::puzzle::coloring::Graph;
use gemsat::puzzle::coloring::chromatic::cases::{Cases, Flaw};
use std::io::Write;
use std::path::PathBuf;

#[derive(Args, Debug)]
#[group(skip)]
pub struct Certificate {
    /// Check this proof, as `solve --certificate` writes it, in place of a colouring.
    #[arg(long, value_name = "FILE", conflicts_with = "solution")]
    certificate: Option<PathBuf>,
}

impl Own<Check<ColoringTool>> for Certificate {
    fn instead(&self, check: &Check<ColoringTool>, out: &mut Output) -> Result<Option<Exit>, Failure> {
        let Some(path) = &self.certificate else { return Ok(None) };
        let puzzle = check.puzzle()?;
        check_cases(out, &puzzle.graph, &Source::read(Some(path))?).map(Some)
    }
}

fn check_cases(out: &mut Output, graph: &Graph, source: &Source) -> Result<Exit, Failure> {
    let cases = Cases::read(&source.text, graph.len()).map_err(|error| source.failure(&error))?;
    let limits = process::limits();
    match cases.verify(graph, &limits) {
        Ok(()) => writeln!(out, "right: {} colours are not enough ({} cases)", cases.colors, cases.count())?,
        Err(Flaw::TooMuch) => {
            if let Some(stop) = limits.exceeded() {
                return Err(Failure::Stopped(stop));
            }
            writeln!(out, "UNKNOWN ({})", Flaw::TooMuch)?;
            return Ok(Exit::Done);
        }
        Err(flaw) => return print_checked(out, "", Some(flaw)),
    }
    Ok(Exit::Solved)
}
