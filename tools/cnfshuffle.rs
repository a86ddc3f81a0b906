//! `cnfshuffle`: shuffles a formula, for measuring how much of a solver's time is luck.

use clap::Parser;
use gemsat::cnf::input;
use gemsat::cnf::shuffle::{Renaming, Shuffle};
use gemsat::cnf::{Document, ReadError, Var, name_comment, write_dimacs};
use gemsat::command::exit::{Exit, Failure};
use gemsat::command::output::{Output, complain, write_file, write_over, write_to};
use gemsat::command::report::clean;
use gemsat::command::text::TextArgs;
use gemsat::command::{frame, process, terminal};
use gemsat::util::words::many;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

#[cfg(not(feature = "safe"))]
#[global_allocator]
static ALLOCATOR: gemsat::command::signals::Guarded = gemsat::command::signals::Guarded;

const EXAMPLES: &str = "  cnfshuffle --seed 5 queens.cnf | solver
  cnfmake ksat -n 200 --ratio 4.26 | cnfshuffle --no-rename --no-flip > reordered.cnf
  cnfshuffle -s 3 -o shuffled.cnf --map map.txt formula.cnf.xz";

/// Shuffles a formula: renames variables, flips signs, permutes clauses and literals.
///
/// The shuffled formula is satisfiable exactly when the formula is. Solvers differ on it by luck alone, which is what
/// measurements must average out.
#[derive(Parser)]
struct Args {
    /// The formula, plain or compressed; - or nothing is standard input
    #[arg(default_value = "-", value_name = "FILE")]
    formula: PathBuf,

    /// Seed of all random choices; the same seed gives the same formula
    #[arg(short = 's', long, default_value_t = 0, value_name = "SEED")]
    seed: u64,

    /// Keep the numbers of the variables
    #[arg(long)]
    no_rename: bool,

    /// Keep the signs
    #[arg(long)]
    no_flip: bool,

    /// Keep the order of the clauses
    #[arg(long)]
    no_clauses: bool,

    /// Keep the order of the literals in each clause
    #[arg(long)]
    no_literals: bool,

    /// Read files that break the rules of the format (wrong counts, no final 0), and warn
    #[arg(long)]
    relaxed: bool,

    #[command(flatten)]
    text: TextArgs,

    /// Write the renaming to FILE: each line has a variable and the literal that it has become
    #[arg(long, value_name = "FILE")]
    map: Option<PathBuf>,

    /// Write to FILE in place of standard output
    #[arg(short = 'o', long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Write over the formula's own file, which nothing else does
    #[arg(long, conflicts_with = "output", requires = "formula")]
    in_place: bool,
}

/// The command line.
pub fn command() -> clap::Command {
    frame::command::<Args>("cnfshuffle", EXAMPLES)
}

fn main() -> ExitCode {
    frame::run(command(), |args: Args, out| shuffle(&args, out))
}

fn shuffle(args: &Args, out: &mut Output) -> Result<Exit, Failure> {
    let limits = process::limits();
    if args.in_place && terminal::is_stdin(Some(&args.formula)) {
        return Err(Failure::usage("--in-place needs the formula's file"));
    }
    let options = args.text.options(args.relaxed);
    if terminal::is_stdin(Some(&args.formula)) {
        terminal::announce();
    }
    let document = input::read_path(&args.formula, &options, &limits).map_err(|error| match error {
        ReadError::Stopped { stop, .. } => Failure::Stopped(stop),
        error => Failure::input(error),
    })?;
    args.text.complain("cnfshuffle", args.formula.display(), &document);
    let name =
        if terminal::is_stdin(Some(&args.formula)) { "stdin".into() } else { args.formula.display().to_string() };
    let asked = document.asked(&name).map_err(Failure::input)?;
    let shuffle = Shuffle {
        rename: !args.no_rename,
        flip: !args.no_flip,
        clauses: !args.no_clauses,
        literals: !args.no_literals,
    };
    let (formula, renaming) = shuffle.apply(&document.formula, args.seed).map_err(Failure::input)?;
    if let Some(map) = &args.map {
        write_file(map, |file| write_map(&renaming, file))?;
    }
    let mut comments = vec![format!("cnfshuffle --seed {}", args.seed)];
    comments.extend(document.remarks.iter().cloned());
    comments.extend(carried(&document, &renaming, &name));
    comments.extend(asked.renamed(|lit| renaming.apply(lit)).comments());
    if args.in_place {
        write_over(&args.formula, |out| write_dimacs(&formula, comments, out))
            .map_err(|error| Failure::file(&args.formula, error))?;
    } else {
        write_to(args.output.as_deref(), out, |out| write_dimacs(&formula, comments, out))?;
    }
    Ok(Exit::Done)
}

/// The comments about variables that still hold after shuffling. Comments that do not hold any more are dropped, which
/// is reported in a comment and on standard error: a name belongs to a variable and not to its negation, and notes of
/// an encoder refer to the numbers that it gave.
fn carried(document: &Document, renaming: &Renaming, file: &str) -> Vec<String> {
    let mut comments = Vec::new();
    let mut say = |comment: String| {
        complain(clean(&format!("cnfshuffle: {file}: {comment}")));
        comments.push(comment);
    };
    let image = |var: Var| renaming.apply(var.pos());
    let names: Vec<(Var, &str)> = document.named_vars().collect();
    let negated = names.iter().filter(|(var, _)| image(*var).is_negative()).count();
    if negated > 0 {
        say(format!("{} of negated variables left out; --no-flip keeps all", many(negated, "name")));
    }
    let same = renaming.images().iter().enumerate().all(|(index, &lit)| lit == Var::new(index).pos());
    let notes: &[String] = if same { &document.notes } else { &[] };
    if !same && !document.notes.is_empty() {
        say(format!(
            "{} to decoders left out: the variables have other numbers or signs",
            many(document.notes.len(), "note")
        ));
    }
    comments.extend(notes.iter().cloned());
    let kept = names.into_iter().filter(|(var, _)| image(*var).is_positive());
    comments.extend(kept.map(|(var, name)| name_comment(image(var).var(), name)));
    comments
}

fn write_map(renaming: &Renaming, out: &mut dyn Write) -> io::Result<()> {
    for (index, image) in renaming.images().iter().enumerate() {
        writeln!(out, "{} {image}", index + 1)?;
    }
    Ok(())
}
