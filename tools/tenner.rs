//! The tool `tenner`: Tenner grids to formulas and back, solved, counted, made, explained and drawn.

use clap::{Args, Subcommand, ValueEnum};
use gemsat::command::exit::{Exit, Failure};
use gemsat::command::output::Output;
use gemsat::command::puzzle::{self, FormArgs, Made, MakeArgs, NoArgs, Run, Tool};
use gemsat::encode::Encoding;
use gemsat::limits::Limits;
use gemsat::puzzle::face::Puzzle;
use gemsat::puzzle::tenner::encode::{Sums, encode_with};
use gemsat::puzzle::tenner::{DIGITS, Grid, draw, filled, generate};
use gemsat::util::rng::Rng;
use std::process::ExitCode;

#[cfg(not(feature = "safe"))]
#[global_allocator]
static ALLOCATOR: gemsat::command::signals::Guarded = gemsat::command::signals::Guarded;

#[path = "tenner/compare.rs"]
mod compare;

const EXAMPLES: &str = "  tenner solve grid.txt
  tenner encode grid.txt | solver | tenner decode
  tenner encode grid.txt | minisat -verb=0 /dev/stdin /dev/stdout | tenner decode grid.txt
  tenner solve --engine csp-fc-mrv grid.txt  a search over digits in place of clauses
  tenner solve grid.txt | tenner check grid.txt
  tenner count --unique grid.txt             exit code 10 where there is one solution
  tenner explain --cell 1,1 grid.txt         the digits and sums that force this cell
  tenner generate --rows 5 --unique --seed 3
  tenner compare grid.txt                    three searches with their counters
  tenner draw --solve -o grid.svg grid.txt";

#[derive(Debug)]
struct Tenner;

impl Tool for Tenner {
    type Puzzle = Grid;
    const ABOUT: &'static str = "Solves Tenner grids by SAT and by constraint search.";
    const EXAMPLES: &'static str = EXAMPLES;
    type Read = NoArgs;
    type Form = Form;
    type Look = NoArgs;
    type Making = Making;
    type Encoding = NoArgs;
    type Solving = NoArgs;
    type Checking = NoArgs;
    type Counting = NoArgs;
    type Explaining = NoArgs;
    type Drawing = NoArgs;
    type Verbs = Verbs;
}

#[derive(Args, Clone, Debug, Default)]
#[group(skip)]
struct Form {
    /// How the columns keep their sums; by default as the engine likes it.
    #[arg(long, value_enum)]
    encoding: Option<SumsArg>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum SumsArg {
    /// By partial sums, an auxiliary variable each.
    Layered,
    /// Without auxiliary variables where a column has at most five blanks.
    Direct,
}

impl FormArgs<Grid> for Form {
    fn encode(&self, grid: &Grid, plain: bool) -> Result<Encoding, Failure> {
        let encoding = match self.encoding {
            None => grid.encode(plain),
            Some(SumsArg::Layered) => encode_with(grid, Sums::Layered),
            Some(SumsArg::Direct) => encode_with(grid, Sums::Direct),
        };
        encoding.map_err(Failure::input)
    }
}

#[derive(Args, Debug)]
#[group(skip)]
struct Making {
    /// Rows, 3 to 8 for the usual game.
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u16).range(1..=100))]
    rows: u16,
    /// Blank cells of each row; by default random from 0 to 9, or as many as --unique allows.
    #[arg(long, value_parser = clap::value_parser!(u8).range(0..=10))]
    blanks: Option<u8>,
    /// Exactly one solution.
    #[arg(long)]
    unique: bool,
    /// Write JSON, with the solution.
    #[arg(long, conflicts_with = "line")]
    json: bool,
}

impl MakeArgs<Grid> for Making {
    fn make(&self, _seed: u64, rng: &mut Rng, limits: &Limits) -> Result<Made<Grid>, Failure> {
        let blanks = match (self.blanks, self.unique) {
            (Some(blanks), _) => usize::from(blanks),
            (None, true) => DIGITS,
            (None, false) => rng.index(DIGITS),
        };
        let made = generate(usize::from(self.rows), blanks, self.unique, rng, limits);
        let (puzzle, solution) = made.map_err(Failure::Stopped)?;
        Ok(Made { puzzle, solution: Some(solution.given()) })
    }

    fn text(&self, made: &Made<Grid>, color: bool) -> String {
        match (self.json, color) {
            (true, _) => self.json(made) + "\n",
            (false, true) => draw::colored(&made.puzzle, &made.puzzle),
            (false, false) => made.puzzle.to_string(),
        }
    }

    fn line(&self, made: &Made<Grid>) -> Option<String> {
        Some(if self.json { self.json(made) } else { made.puzzle.to_line() })
    }
}

impl Making {
    fn json(&self, made: &Made<Grid>) -> String {
        let solution = made.solution.as_ref().map(|values| filled(&made.puzzle, values));
        made.puzzle.to_json(solution.as_ref()).to_string()
    }
}

#[derive(Debug, Subcommand)]
enum Verbs {
    /// Run backtracking, forward checking and forward checking with MRV, as in the Tenner report.
    Compare(compare::Compare),
}

impl Run for Verbs {
    fn run(&self, out: &mut Output) -> Result<Exit, Failure> {
        let Verbs::Compare(verb) = self;
        verb.run(out)
    }
}

/// The command line.
pub fn command() -> clap::Command {
    puzzle::command::<Tenner>()
}

fn main() -> ExitCode {
    puzzle::run::<Tenner>()
}
