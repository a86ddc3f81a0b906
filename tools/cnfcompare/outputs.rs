//! The outputs of a race: which are asked for, and writing them.

use clap::Args;
use gemsat::command::color;
use gemsat::command::exit::Failure;
use gemsat::command::files::keep_apart;
use gemsat::command::output::{Output, write_file};
use gemsat::command::terminal::is_dash;
use gemsat::compare::results::{Clock, Results};
use gemsat::compare::{files, page, plot, table};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// What is written about a race.
#[derive(Args)]
#[command(next_help_heading = "Output")]
pub struct Outputs {
    /// Write one page with plots and tables, for a browser.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Write a line for each run.
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Write everything as JSON.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Write the plots into this folder, as SVG.
    #[arg(long, value_name = "FOLDER")]
    svg: Option<PathBuf>,
    /// Write the times in the layout of the gem hunter report.
    #[arg(long, value_name = "FILE")]
    times: Option<PathBuf>,
    /// Which time is compared.
    #[arg(long, value_enum, default_value = "cpu")]
    pub by: Clock,
    /// Print only failures.
    #[arg(short, long)]
    pub quiet: bool,
}

impl Outputs {
    /// The files that are asked for, by their flags; `-` is standard output.
    fn files(&self) -> impl Iterator<Item = (&'static str, &Path)> {
        let all = [("--html", &self.html), ("--csv", &self.csv), ("--json", &self.json), ("--times", &self.times)];
        all.into_iter().filter_map(|(flag, path)| Some((flag, path.as_deref()?)))
    }

    /// Makes sure that no output takes the place of an input, of the journal or of another output.
    ///
    /// # Errors
    /// The output that would, and what it would write over.
    pub fn check(&self, journal: &Path, inputs: &[&Path]) -> Result<(), Failure> {
        let inputs = inputs.iter().map(|&path| ("the input".to_owned(), path));
        let outputs = [("--journal", journal)].into_iter().chain(self.files());
        keep_apart(inputs, outputs.map(|(flag, path)| (flag.to_owned(), path)))
    }

    /// Writes all that is asked for, and prints the table.
    ///
    /// # Errors
    /// When something cannot be written.
    pub fn write(&self, results: &Results<'_>, out: &mut Output) -> Result<(), Failure> {
        self.write_files(results, out)?;
        let taken = self.files().any(|(_, path)| is_dash(path));
        if !self.quiet && !taken {
            write!(out, "{}", table::render(results, color::on_stdout()))?;
            out.flush()?;
        }
        Ok(())
    }

    fn write_files(&self, results: &Results<'_>, out: &mut Output) -> Result<(), Failure> {
        for (flag, path) in self.files() {
            let content = |out: &mut dyn Write| match flag {
                "--html" => out.write_all(page::render(results).as_bytes()),
                "--csv" => files::write_csv(results, out),
                "--json" => writeln!(out, "{:#}", files::to_json(results)),
                _ => files::write_times(results, out),
            };
            if is_dash(path) { content(out)? } else { write_file(path, content)? }
        }
        let Some(folder) = &self.svg else { return Ok(()) };
        fs::create_dir_all(folder).map_err(|error| Failure::file(folder, error))?;
        for (name, plot) in plot::all(results) {
            write_file(&folder.join(format!("{name}.svg")), |file| file.write_all(plot.svg(true).as_bytes()))?;
        }
        Ok(())
    }
}
