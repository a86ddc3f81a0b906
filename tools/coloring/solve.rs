//! `coloring solve` where nobody says how many colours, neither `-k` nor the file: the fewest.

use super::ColoringTool;
use super::fewest::{fewest, with_fewest};
use clap::Args;
use gemsat::command::exit::{Exit, Failure};
use gemsat::command::output::Output;
use gemsat::command::puzzle::totals::{Totals, ended};
use gemsat::command::puzzle::{Own, Solve};
use gemsat::puzzle::coloring::Coloring;
use gemsat::puzzle::face::Values;
use gemsat::util::words::many;
use std::io::Write;
use std::path::PathBuf;

#[derive(Args, Debug)]
#[group(skip)]
pub struct Fewest {
    /// Write what proves that fewer colours are not enough to FILE, for `check`; where it is weights or cases.
    #[arg(long, value_name = "FILE", conflicts_with = "colors")]
    certificate: Option<PathBuf>,
}

impl Own<Solve<ColoringTool>> for Fewest {
    fn instead(&self, solve: &Solve<ColoringTool>, out: &mut Output) -> Result<Option<Exit>, Failure> {
        if solve.input.read.colors.is_some() {
            return Ok(None);
        }
        let numbered = || match solve.all || solve.certain || solve.show.any() {
            true => {
                let flags = "--all, --certain, --record, --play, --watch, --stats and --stats-file";
                Err(Failure::usage(format!("{flags} are about a number of colours: give -k")))
            }
            false => Ok(()),
        };
        if let Some(files) = solve.input.folder()? {
            numbered()?;
            return folder(solve, &files, out).map(Some);
        }
        let mut puzzle = solve.input.one()?;
        if puzzle.stated {
            return solve.one(&puzzle, out).map(Some);
        }
        numbered()?;
        let print = |puzzle: &Coloring, values: &Values| solve.text(puzzle, values);
        let certificate = self.certificate.as_deref();
        let (values, exit) = with_fewest(&mut puzzle, &solve.engine, certificate, Some(&print))?;
        solve.print(&puzzle, &values, out)?;
        Ok(Some(exit))
    }
}

/// Colours every file of a folder with the fewest colours, and prints a line for each.
fn folder(solve: &Solve<ColoringTool>, files: &[PathBuf], out: &mut Output) -> Result<Exit, Failure> {
    let mut totals = Totals::default();
    for path in files.iter().take_while(|_| !ended()) {
        let graphs = solve.input.source(Some(path)).and_then(|source| solve.input.parse(&source));
        let graphs = match graphs {
            Ok(reading) => reading.puzzle,
            Err(failure) => {
                totals.unread("coloring", failure)?;
                continue;
            }
        };
        for graph in graphs {
            write!(out, "{}: ", path.display())?;
            let found = fewest(&graph.puzzle.graph, &solve.engine, |_| {})?;
            match found.stopped {
                Some(stop) => {
                    totals.unknown();
                    writeln!(out, "at least {}, at most {} ({stop})", many(found.lower, "colour"), found.upper())?;
                }
                None => {
                    totals.solved();
                    writeln!(out, "{}", many(found.lower, "colour"))?;
                }
            }
        }
    }
    totals.end("coloring")
}
