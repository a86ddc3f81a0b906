//! The command line of `solver`: flags that every run has, and those that the engines' option tables declare.

pub mod engine;

use self::engine::{engine_args, engine_options, set_up};
use crate::command::color::ColorWhen;
use crate::command::exit::EXIT_CODES;
use crate::command::help::NoRun;
use crate::command::limits::LimitArgs;
use crate::command::observe::SeeArgs;
use crate::command::statistics::StatsArgs;
use crate::command::terminal::is_dash;
use crate::command::text::TextArgs;
use crate::command::threads::ThreadArgs;
use crate::command::values::{file_name, join_stats};
use crate::engine::Engine;
use crate::engines::{self, textbook};
use crate::proof::ProofFormat;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, Command, CommandFactory, FromArgMatches, Parser};
use std::ffi::OsString;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};

const ABOUT: &str = "Decides whether a formula in conjunctive normal form is satisfiable.";

const EXAMPLES: &str = "\
Examples:
  solver formula.cnf                       an s line and, if satisfiable, v lines
  xzcat formula.cnf.xz | solver -q         only the s and v lines
  solver --time-limit 60 formula.cnf.gz    give up after a minute with s UNKNOWN
  solver formula.cnf --proof proof.drat    a proof of unsatisfiability for cnfcheck
  solver --simplify small.cnf formula.cnf  a simpler formula, and small.cnf.rec for models";

/// What `solver` is asked to do.
#[derive(Clone, Debug, Parser)]
#[command(name = "solver", version, about = ABOUT, args_override_self = true, max_term_width = 100)]
#[command(disable_help_flag = true, disable_version_flag = true, after_help = format!("{EXAMPLES}\n\n{EXIT_CODES}"))]
pub struct Flags {
    /// The formula: DIMACS or clauses of names, plain or compressed; - is standard input
    ///
    /// Compressed by gzip, bzip2, xz or zstd. Standard input is the default where it is no terminal.
    #[arg(value_name = "FILE")]
    pub file: Option<PathBuf>,

    /// The same as --proof PROOF
    #[arg(value_name = "PROOF", group = "written_proof")]
    pub proof_file: Option<PathBuf>,

    /// Read files that break the rules of the format, and warn
    ///
    /// Such as wrong counts in the header, or no final 0.
    #[arg(long, help_heading = "Formula and proof")]
    pub relaxed: bool,

    /// How the text is read.
    #[command(flatten)]
    pub text: TextArgs,

    /// Read at most this many variables
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=i32::MAX as i64))]
    #[arg(hide_short_help = true, help_heading = "Formula and proof")]
    pub max_vars: Option<u32>,

    /// Write a proof of unsatisfiability to FILE
    ///
    /// Compressed if its name ends in .gz or .zst.
    #[arg(long, value_name = "FILE", value_parser = file_name(), help_heading = "Formula and proof")]
    #[arg(group = "written_proof")]
    pub proof: Option<PathBuf>,

    /// drat, lrat or dsr; drat-text, lrat-text or dsr-text
    ///
    /// By default what the file's name ends in (.lrat, .dsr; a compression may follow), and drat otherwise.
    #[arg(long, value_name = "FORMAT", requires = "written_proof", default_value = "drat")]
    #[arg(value_parser = proof_format(), hide_possible_values = true, help_heading = "Formula and proof")]
    pub proof_format: ProofFormat,

    /// Do not search: write the simplified formula to FILE, and FILE.rec
    ///
    /// With FILE.rec, `cnfcheck reconstruct` makes a model of the given formula from one of the simplified formula.
    #[arg(long, value_name = "FILE", value_parser = file_name(), conflicts_with_all = ["best", "output"])]
    #[arg(help_heading = "Formula and proof")]
    pub simplify: Option<PathBuf>,

    /// Simplify in at most N rounds
    #[arg(long, value_name = "N", default_value_t = 10, requires = "simplify", help_heading = "Formula and proof")]
    #[arg(hide_short_help = true)]
    pub simplify_rounds: u32,

    /// The search engine
    #[arg(long, value_name = "NAME", value_parser = PossibleValuesParser::new(engines::names()), help_heading = "Search")]
    #[arg(default_value = engine::default_engine(), hide_possible_values = true)]
    pub engine: String,

    /// Seed of all random choices; the same seed gives the same run
    #[arg(long, value_name = "N", help_heading = "Search")]
    pub seed: Option<u64>,

    /// Search as textbooks say: decisions by order, vsids or vmtf
    ///
    /// With cdcl: first unique implication points and nothing else, no simplification, no restarts. With dpll: order
    /// alone. Options that are given beside it are obeyed.
    #[arg(long, value_name = "RULE", num_args = 0..=1, require_equals = true, default_missing_value = "order")]
    #[arg(value_parser = textbook_rule(), hide_possible_values = true, help_heading = "Search", hide_short_help = true)]
    pub textbook: Option<textbook::Rule>,

    /// Options of the engine that list literals of the formula, as they were given.
    #[arg(skip)]
    pub of_literals: engine::OfLiterals,

    /// Search for a model above all: cdcl's --stable 2, as other solvers call it
    #[arg(long, conflicts_with = "unsat", help_heading = "Search", hide_short_help = true)]
    pub sat: bool,

    /// Search for a proof above all: cdcl's --stable 0, as other solvers call it
    #[arg(long, help_heading = "Search", hide_short_help = true)]
    pub unsat: bool,

    /// How many threads search.
    #[command(flatten)]
    pub threads: ThreadArgs,

    /// When the run stops.
    #[command(flatten)]
    pub limits: LimitArgs,

    /// Print only the s and v lines
    #[arg(short, long, conflicts_with = "verbose", help_heading = "Answer")]
    pub quiet: bool,

    /// Print no v lines
    #[arg(short, long, help_heading = "Answer")]
    pub no_witness: bool,

    /// Write the answer to FILE, and only the s line to standard output
    ///
    /// The file is written whole or not at all. A name in .sol, or an input of names, asks for the model alone, one
    /// signed name a line.
    #[arg(short, long, value_name = "FILE", help_heading = "Answer")]
    pub output: Option<PathBuf>,

    /// Write the best assignment of an incomplete engine to FILE, in the form of --output
    #[arg(long, value_name = "FILE", value_parser = file_name(), help_heading = "Answer")]
    pub best: Option<PathBuf>,

    /// How the search is shown.
    #[command(flatten)]
    pub see: SeeArgs,

    /// Print more: all counters and options; given twice, with explanations
    #[arg(short, long, action = ArgAction::Count, help_heading = "Report")]
    pub verbose: u8,

    /// Which statistics are written.
    #[command(flatten)]
    pub stats: StatsArgs,

    /// Use colours: auto, always or never
    ///
    /// Auto: on a terminal, unless NO_COLOR is set or TERM is dumb.
    #[arg(long, value_enum, value_name = "WHEN", default_value = "auto", hide_possible_values = true)]
    #[arg(help_heading = "Report")]
    pub color: ColorWhen,

    /// Print this page
    #[arg(short, long, action = ArgAction::HelpShort, help_heading = "Help")]
    help: Option<bool>,

    /// Print the options of an engine; without NAME, list the engines
    #[arg(long, value_name = "NAME", num_args = 0..=1, default_missing_value = "", help_heading = "Help")]
    help_engine: Option<String>,

    /// Print every option, with the options of all engines
    #[arg(long, help_heading = "Help")]
    help_all: bool,

    /// Print the version
    #[arg(short = 'V', long, action = ArgAction::Version, help_heading = "Help")]
    version: Option<bool>,
}

impl Flags {
    /// Whether the input is standard input.
    pub fn from_stdin(&self) -> bool {
        self.file.as_ref().is_none_or(|file| file.as_os_str() == "-")
    }

    /// Whether statistics are written, in whatever form.
    pub fn reports(&self) -> bool {
        !self.quiet || self.stats.any()
    }

    /// The input as messages name it.
    pub fn source(&self) -> String {
        match &self.file {
            Some(file) if !self.from_stdin() => file.display().to_string(),
            _ => "stdin".to_owned(),
        }
    }
}

/// The command with the options and descriptions of all engines.
pub fn command() -> Command {
    plain().args(engine_args(&engine_options()))
}

/// The command without the options of the engines.
fn plain() -> Command {
    let rare = |arg: Arg| arg.hide_short_help(true);
    let mut command = Flags::command().mut_arg("engine", |arg| {
        let names: Vec<&str> = engines::names().collect();
        arg.help(format!("The search engine: {}", names.join(" "))).long_help(engine::list())
    });
    for name in ["input", "relaxed", "decision_limit", "tick_limit", "step_limit", "stats_file", "best"] {
        command = command.mut_arg(name, rare);
    }
    command.mut_arg("time_limit", |arg| arg.short('t'))
}

/// Reads a command line and sets up the engine that it asks for.
///
/// # Errors
/// Wrong usage, or a request for help.
pub fn parse(args: impl IntoIterator<Item = OsString>) -> Result<(Flags, Box<dyn Engine>), NoRun> {
    let args = join_stats(args.into_iter().collect());
    let bare = args.len() <= 1;
    // The hundreds of options of engines are set up only if one is given or something is wrong, since that takes as
    // much time and memory as a small formula.
    let mut command = plain();
    let mut matches = command.try_get_matches_from_mut(&args);
    let tuned = matches.as_ref().is_err_and(|error| error.use_stderr());
    if tuned {
        command = self::command();
        matches = command.try_get_matches_from_mut(args);
    }
    let mut matches = matches?;
    let named = matches.value_source("proof_format") == Some(ValueSource::CommandLine);
    let mut flags = Flags::from_arg_matches_mut(&mut matches).map_err(|error| error.format(&mut command))?;
    if let Some(page) = flags.page().map_err(|message| command.error(ErrorKind::InvalidValue, message))? {
        return Err(NoRun::Page(page));
    }
    let files = flags.take_proof_file().and_then(|()| flags.take_proof_format(named));
    files.map_err(|message| command.error(ErrorKind::ValueValidation, message))?;
    flags.output = flags.output.filter(|path| !is_dash(path));
    if flags.file.is_none() && std::io::stdin().is_terminal() {
        if bare {
            command.try_get_matches_from_mut(["solver", "-h"])?;
        }
        let message = "no FILE is given and standard input is a terminal (- reads from it)";
        return Err(command.error(ErrorKind::MissingRequiredArgument, message).into());
    }
    let options = if tuned { engine_options() } else { Vec::new() };
    let (engine, of_literals) =
        set_up(&flags, &matches, options).map_err(|message| command.error(ErrorKind::InvalidValue, message))?;
    flags.of_literals = of_literals;
    Ok((flags, engine))
}

impl Flags {
    /// The page of help that is asked for, if any.
    fn page(&self) -> Result<Option<String>, String> {
        if self.help_all {
            return Ok(Some(command().render_long_help().ansi().to_string()));
        }
        match self.help_engine.as_deref() {
            None => Ok(None),
            Some("") => Ok(Some(engine::list() + "\n")),
            Some(name) => engine::page(name).map(Some),
        }
    }

    /// Takes the second operand as the proof's file. A name that looks like a formula is refused if there is such a
    /// file: two formulas may have been meant, and the second would be overwritten.
    fn take_proof_file(&mut self) -> Result<(), String> {
        let Some(path) = self.proof_file.take() else { return Ok(()) };
        if path.as_os_str() == "-" {
            return Err("the proof needs the name of a file (/dev/stdout is one)".into());
        }
        if path.exists() && is_formula_name(&path) {
            let path = path.display();
            return Err(format!("one formula at a time; --proof {path} writes the proof over this file"));
        }
        self.proof = Some(path);
        Ok(())
    }

    /// Takes the proof's format from the ending of its file's name, unless one is named; a format that is named must
    /// not contradict the ending.
    fn take_proof_format(&mut self, named: bool) -> Result<(), String> {
        let ending = self.proof.as_deref().and_then(ending);
        let Some(format) = ending.and_then(|ending| ending.parse::<ProofFormat>().ok()) else { return Ok(()) };
        let (given, wanted) = (self.proof_format.to_string(), format.to_string());
        if !named {
            self.proof_format = format;
        } else if given.trim_end_matches("-text") != wanted {
            return Err(format!("--proof-format {given} does not fit the name of the proof, which ends in .{wanted}"));
        }
        Ok(())
    }
}

/// The ending of a file's name: what follows its last dot, after the ending of a compression was removed.
fn ending(path: &Path) -> Option<String> {
    let name = path.file_name()?.to_string_lossy().to_ascii_lowercase();
    let plain = [".gz", ".bz2", ".xz", ".zst"].iter().find_map(|ending| name.strip_suffix(ending)).unwrap_or(&name);
    plain.rsplit_once('.').map(|(_, ending)| ending.to_owned())
}

/// Whether a file's name is one of formulas: it ends in .cnf or .dimacs, perhaps with the ending of a compression.
fn is_formula_name(path: &Path) -> bool {
    ending(path).is_some_and(|ending| ending == "cnf" || ending == "dimacs")
}

fn textbook_rule() -> impl TypedValueParser<Value = textbook::Rule> {
    let names = textbook::Rule::ALL.map(textbook::Rule::name);
    PossibleValuesParser::new(names).map(|name| textbook::Rule::by_name(&name).unwrap_or(textbook::Rule::Order))
}

fn proof_format() -> impl TypedValueParser<Value = ProofFormat> {
    let names = ProofFormat::NAMES.map(|(name, _)| name);
    PossibleValuesParser::new(names).try_map(|name| name.parse::<ProofFormat>())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(args: &[&str]) -> Result<(Flags, Box<dyn Engine>), NoRun> {
        parse(["solver"].iter().chain(args).chain(&["-"]).map(OsString::from))
    }

    #[test]
    fn the_flags_do_not_contradict_each_other() {
        command().debug_assert();
    }

    #[test]
    fn every_option_of_every_engine_is_a_flag() {
        let long: Vec<String> = command().get_arguments().filter_map(|arg| arg.get_long().map(str::to_owned)).collect();
        let mut count = 0;
        for engine in engines::names().filter_map(engines::by_name) {
            for row in engine.options() {
                assert!(long.contains(&row.name.replace('_', "-")), "{} of {}", row.name, engine.name());
                count += 1;
            }
        }
        assert!(count > 0);
    }

    #[test]
    fn options_reach_their_engine() {
        let value = |engine: &dyn Engine, name: &str| {
            engine.options().into_iter().find(|row| row.name == name).expect("an option").value
        };
        let (_, engine) = parsed(&["--reduce-interval=77", "--no-restart", "--seed", "5"]).expect("good usage");
        assert_eq!(value(engine.as_ref(), "reduce_interval"), "77");
        assert_eq!(value(engine.as_ref(), "restart"), "false");
        assert_eq!(value(engine.as_ref(), "seed"), "5");
        let (_, engine) = parsed(&["--no-restart", "--restart"]).expect("the last one counts");
        assert_eq!(value(engine.as_ref(), "restart"), "true");
        let (_, engine) = parsed(&["--restart=off"]).expect("good usage");
        assert_eq!(value(engine.as_ref(), "restart"), "false");
    }

    #[test]
    fn an_option_of_another_engine_is_wrong_usage() {
        let error = parsed(&["--engine", "dpll", "--reduce-interval=77"]).err().expect("wrong usage");
        assert!(
            error.to_string().contains("engine 'dpll' has no option --reduce-interval (it belongs to cdcl)"),
            "{error}"
        );
        let error = parsed(&["--reduce-interval=1"]).err().expect("out of range");
        assert!(error.to_string().contains("invalid value '1' for '--reduce-interval'"), "{error}");
        assert!(parsed(&["--engine", "dpll", "--proof", "x"]).is_err());
    }

    #[test]
    fn the_usual_options_fit_a_screen() {
        let page = plain().render_help().to_string();
        assert!(page.lines().count() <= 60, "{} lines", page.lines().count());
    }

    #[test]
    fn the_name_of_a_proof_decides_its_format() {
        let format = |args: &[&str]| parsed(args).map(|(flags, _)| flags.proof_format.to_string());
        for (name, wanted) in [("p.lrat", "lrat"), ("p.DSR.gz", "dsr"), ("p.drat", "drat"), ("p", "drat")] {
            assert_eq!(format(&["--proof", name]).expect("good usage"), wanted, "{name}");
        }
        assert_eq!(
            format(&["--proof", "p.lrat", "--proof-format", "lrat-text"]).expect("no contradiction"),
            "lrat-text"
        );
        let error = format(&["--proof", "p.lrat.zst", "--proof-format", "drat"]).expect_err("a contradiction");
        assert!(error.to_string().contains("which ends in .lrat"), "{error}");
    }

    #[test]
    fn flags_of_other_solvers_mean_the_same() {
        let value = |args: &[&str]| {
            let (flags, engine) = parsed(args).expect("good usage");
            let row = engine.options().into_iter().find(|row| row.name == "stable").expect("an option");
            (flags.no_witness, flags.limits.resources.time_limit.map(|time| time.as_secs()), row.value)
        };
        assert_eq!(value(&["-n", "-t", "5", "--sat"]), (true, Some(5), "2".into()));
        assert_eq!(value(&["--unsat"]), (false, None, "0".into()));
        assert_eq!(value(&["--unsat", "--stable=1"]).2, "1", "what is named counts");
        let error = parsed(&["--sat", "--engine", "dpll"]).err().expect("another engine");
        assert!(error.to_string().contains("engine 'dpll'"), "{error}");
        assert!(parsed(&["--sat", "--unsat"]).is_err());
    }

    #[test]
    fn the_second_operand_is_the_proof_but_no_formula() {
        let (flags, _) = parse(["solver", "-", "proof.drat"].map(OsString::from)).expect("good usage");
        assert_eq!(flags.proof.as_deref(), Some(Path::new("proof.drat")));
        let folder = tempfile::tempdir().expect("a folder");
        let formula = folder.path().join("other.cnf.xz");
        let args = || ["solver".into(), "-".into(), formula.clone().into_os_string()];
        assert!(parse(args()).is_ok(), "there is no such file");
        std::fs::write(&formula, "").expect("a file");
        let error = parse(args()).err().expect("two formulas");
        assert!(error.to_string().contains("one formula at a time"), "{error}");
        assert!(parsed(&["--proof", "a", "--", "-", "b"]).is_err(), "one proof at a time");
    }
}
