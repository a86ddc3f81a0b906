//! `cnfshuffle`: the same formula under other names and in another order.

#[path = "common/output.rs"]
mod output;

use clap::Parser;
use gemsat::cnf::input::{self, ReadOptions};
use gemsat::cnf::shuffle::{Renaming, Shuffle};
use gemsat::cnf::write_dimacs;
use gemsat::limits::Limits;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;

/// Shuffles a formula: renames variables, flips signs, permutes clauses and literals.
///
/// The shuffled formula is satisfiable exactly when the formula is. Solvers differ on it by luck alone, which is what
/// measurements must average out.
#[derive(Parser)]
#[command(
    name = "cnfshuffle",
    version,
    after_help = "\
Examples:
  cnfshuffle --seed 5 queens.cnf | solver
  cnfrandom -n 200 --ratio 4.26 | cnfshuffle --no-rename --no-flip > reordered.cnf
  cnfshuffle -s 3 -o shuffled.cnf --map map.txt formula.cnf.xz

Each line of the map has a variable of the formula and the literal that it has become."
)]
struct Args {
    /// The formula, plain or compressed; - or nothing is standard input
    #[arg(default_value = "-", value_name = "FILE")]
    formula: PathBuf,

    /// The seed of the random numbers
    #[arg(short = 's', long, default_value_t = 0, value_name = "SEED")]
    seed: u64,

    /// Keeps the numbers of the variables
    #[arg(long)]
    no_rename: bool,

    /// Keeps the signs
    #[arg(long)]
    no_flip: bool,

    /// Keeps the order of the clauses
    #[arg(long)]
    no_clauses: bool,

    /// Keeps the order of the literals in each clause
    #[arg(long)]
    no_literals: bool,

    /// Reads what real files break, with warnings
    #[arg(long)]
    relaxed: bool,

    /// Writes the renaming of the variables to FILE
    #[arg(long, value_name = "FILE")]
    map: Option<PathBuf>,

    /// Writes to FILE instead of standard output
    #[arg(short = 'o', long, value_name = "FILE")]
    output: Option<PathBuf>,
}

fn main() -> ExitCode {
    let args = Args::parse();
    let options = ReadOptions { relaxed: args.relaxed, ..ReadOptions::default() };
    let document = match input::read_path(&args.formula, &options, &Limits::none()) {
        Ok(document) => document,
        Err(error) => return failed(&error),
    };
    for warning in &document.warnings {
        eprintln!("cnfshuffle: {}: warning: {warning}", args.formula.display());
    }
    let shuffle = Shuffle {
        rename: !args.no_rename,
        flip: !args.no_flip,
        clauses: !args.no_clauses,
        literals: !args.no_literals,
    };
    let (formula, renaming) = match shuffle.apply(&document.formula, args.seed) {
        Ok(shuffled) => shuffled,
        Err(error) => return failed(&error),
    };
    if let Some(map) = &args.map {
        let code = output::write("cnfshuffle", Some(map), |out| write_map(&renaming, out));
        if code != ExitCode::SUCCESS {
            return code;
        }
    }
    let comment = format!("cnfshuffle --seed {}", args.seed);
    output::write("cnfshuffle", args.output.as_deref(), |out| write_dimacs(&formula, [&comment], out))
}

fn failed(error: &dyn std::error::Error) -> ExitCode {
    eprintln!("cnfshuffle: {error}");
    ExitCode::from(1)
}

fn write_map(renaming: &Renaming, out: &mut dyn Write) -> io::Result<()> {
    let mut out = BufWriter::new(out);
    for (index, image) in renaming.images().iter().enumerate() {
        writeln!(out, "{} {image}", index + 1)?;
    }
    out.flush()
}
