//! The command line of `solver`: flags that every run has, and those that the engines' option tables declare.

use crate::engine::{self, Engine};
use crate::observe::args::SeeArgs;
use crate::output::complain;
use crate::proof::ProofFormat;
use crate::util::table::{OptionError, OptionRow};
use clap::builder::{PathBufValueParser, PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Command, CommandFactory, FromArgMatches, Parser, ValueEnum};
use std::ffi::OsString;
use std::io::IsTerminal;
use std::path::PathBuf;
use std::time::Duration;

const ABOUT: &str = "Decides whether a formula in conjunctive normal form is satisfiable.";

const AFTER_HELP: &str = "\
Examples:
  solver formula.cnf                       answer with an s line and, if satisfiable, v lines
  xzcat formula.cnf.xz | solver -q         only the s and v lines; compressed files are read as they are, too
  solver --time-limit 60 formula.cnf.gz    give up after a minute with s UNKNOWN
  solver --proof proof.drat formula.cnf    write a proof of unsatisfiability, to be checked by cnfcheck
  solver --simplify small.cnf formula.cnf  write a simpler formula, and small.cnf.rec to come back from its models
  solver --stats=json formula.cnf | sed -n 's/^c json //p'

Exit status: 10 satisfiable, 20 unsatisfiable, 0 unknown; 1 bad input or a failing write, 2 wrong usage,
70 an internal check failed.";

/// What `solver` is told to do.
#[derive(Clone, Debug, Parser)]
#[command(name = "solver", version, about = ABOUT, after_help = AFTER_HELP, args_override_self = true)]
#[command(max_term_width = 100)]
pub struct Flags {
    /// The formula: DIMACS CNF or one clause of names a line, plain or compressed by gzip, bzip2, xz or zstd; - is
    /// standard input [default: standard input, if it is no terminal]
    #[arg(value_name = "FILE", help_heading = "Input")]
    pub file: Option<PathBuf>,

    /// How the text is read
    #[arg(long, value_enum, value_name = "FORM", default_value = "auto", help_heading = "Input")]
    pub format: InputForm,

    /// Read texts that real files break the rules with (wrong counts, no final 0, ...) and warn
    #[arg(long, help_heading = "Input")]
    pub relaxed: bool,

    /// Most bytes of text, after decompression (K, M, G may follow)
    #[arg(long, value_name = "BYTES", value_parser = parse_bytes, help_heading = "Input")]
    pub max_input: Option<u64>,

    /// Most variables
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=i32::MAX as i64), help_heading = "Input")]
    pub max_vars: Option<u32>,

    /// The search engine
    #[arg(long, value_name = "NAME", value_parser = PossibleValuesParser::new(engine::names()), help_heading = "Search")]
    #[arg(default_value = default_engine(), hide_possible_values = true)]
    pub engine: String,

    /// Seed of all random choices; the same seed gives the same run
    #[arg(long, value_name = "N", help_heading = "Search")]
    pub seed: Option<u64>,

    /// Stop after so many seconds of wall time (decimals allowed), reading included
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds, help_heading = "Limits")]
    pub time_limit: Option<Duration>,

    /// Stop after so many seconds of CPU time
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds, help_heading = "Limits")]
    pub cpu_limit: Option<Duration>,

    /// Stop after so many conflicts
    #[arg(long, value_name = "N", help_heading = "Limits")]
    pub conflict_limit: Option<u64>,

    /// Stop after so many decisions
    #[arg(long, value_name = "N", help_heading = "Limits")]
    pub decision_limit: Option<u64>,

    /// Stop after so many ticks, an estimate of memory accesses that is the same in every run
    #[arg(long, value_name = "N", help_heading = "Limits")]
    pub tick_limit: Option<u64>,

    /// Stop after so many of the engine's own steps: attempts, calls, flips, states
    #[arg(long, value_name = "N", help_heading = "Limits")]
    pub step_limit: Option<u64>,

    /// Stop when the process needs more memory: MB, or with K, M, G behind the number
    #[arg(long, value_name = "MB", value_parser = parse_memory, help_heading = "Limits")]
    pub memory_limit: Option<u64>,

    /// Print only the s and v lines
    #[arg(short, long, conflicts_with = "verbose", help_heading = "Answer")]
    pub quiet: bool,

    /// Print no v lines
    #[arg(long, help_heading = "Answer")]
    pub no_witness: bool,

    /// Write the answer to FILE, whole or not at all, and only the s line to standard output. A name in .sol, or an
    /// input of names, asks for the model alone, one signed name a line
    #[arg(short, long, value_name = "FILE", value_parser = file_name(), help_heading = "Answer")]
    pub output: Option<PathBuf>,

    /// Write the best assignment that an incomplete engine has found to FILE, in the form of --output
    #[arg(long, value_name = "FILE", value_parser = file_name(), help_heading = "Answer")]
    pub best: Option<PathBuf>,

    /// Do not search: write the simplified formula to FILE, and to FILE.rec what `cnfcheck reconstruct` makes a model of
    /// the given formula with
    #[arg(long, value_name = "FILE", value_parser = file_name(), help_heading = "Simplify", conflicts_with_all = ["best", "output"])]
    pub simplify: Option<PathBuf>,

    /// Rounds of simplification at most
    #[arg(long, value_name = "N", default_value_t = 10, requires = "simplify", help_heading = "Simplify")]
    pub simplify_rounds: u32,

    /// Write a proof of unsatisfiability to FILE, compressed if it is named .gz or .zst
    #[arg(long, value_name = "FILE", value_parser = file_name(), help_heading = "Proof")]
    pub proof: Option<PathBuf>,

    /// Its format: DRAT or LRAT, in bytes or as text
    #[arg(long, value_name = "FORMAT", requires = "proof", default_value = "drat", help_heading = "Proof")]
    #[arg(value_parser = proof_format())]
    pub proof_format: ProofFormat,

    /// How the search is to be seen.
    #[command(flatten)]
    pub see: SeeArgs,

    /// Say more: all counters and options; twice: with explanations
    #[arg(short, long, action = ArgAction::Count, help_heading = "Report")]
    pub verbose: u8,

    /// Print all statistics: as c lines, or as one line of JSON after 'c json'
    #[arg(long, value_enum, value_name = "FORM", num_args = 0..=1, require_equals = true, help_heading = "Report")]
    #[arg(default_missing_value = "text")]
    pub stats: Option<StatsForm>,

    /// Write the statistics to FILE, as JSON
    #[arg(long, value_name = "FILE", value_parser = file_name(), help_heading = "Report")]
    pub stats_file: Option<PathBuf>,

    /// Use colours; auto: on a terminal, unless NO_COLOR is set
    #[arg(long, value_enum, value_name = "WHEN", default_value = "auto", help_heading = "Report")]
    pub color: ColorWhen,
}

/// How the input is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum InputForm {
    /// As it looks.
    Auto,
    /// DIMACS CNF.
    Dimacs,
    /// One clause a line, in names.
    Symbolic,
}

/// How statistics are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum StatsForm {
    /// As `c` lines.
    Text,
    /// As one line of JSON.
    Json,
}

/// When colours are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ColorWhen {
    /// On a terminal.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

impl Flags {
    /// Whether the input is standard input.
    pub fn from_stdin(&self) -> bool {
        self.file.as_ref().is_none_or(|file| file.as_os_str() == "-")
    }

    /// Whether statistics are wanted, in whatever form.
    pub fn reports(&self) -> bool {
        !self.quiet || self.stats_file.is_some()
    }

    /// Whether they are wanted as JSON.
    pub fn writes_json(&self) -> bool {
        self.stats == Some(StatsForm::Json) || self.stats_file.is_some()
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
    Flags::command().args(engine_args()).mut_arg("engine", |arg| arg.help(engine_help()))
}

/// Reads a command line and sets up the engine that it asks for.
///
/// # Errors
/// Wrong usage, or a request for help; see [`explain`].
pub fn parse(args: impl IntoIterator<Item = OsString>) -> Result<(Flags, Box<dyn Engine>), clap::Error> {
    let args: Vec<OsString> = args.into_iter().collect();
    let bare = args.len() <= 1;
    // Hundreds of options are set up only where one is given, or help is asked for, or something is wrong: that takes as
    // much time and memory as a small formula.
    let mut command = Flags::command();
    let mut matches = command.try_get_matches_from_mut(&args);
    let tuned = matches.is_err();
    if tuned {
        command = self::command();
        matches = command.try_get_matches_from_mut(args);
    }
    let mut matches = matches?;
    let flags = Flags::from_arg_matches_mut(&mut matches).map_err(|error| error.format(&mut command))?;
    if flags.file.is_none() && std::io::stdin().is_terminal() {
        command = self::command();
        if bare {
            command.try_get_matches_from_mut(["solver", "-h"])?;
        }
        let message = "no FILE is given and standard input is a terminal (- reads from it)";
        return Err(command.error(ErrorKind::MissingRequiredArgument, message));
    }
    let options = if tuned { engine_options() } else { Vec::new() };
    let engine =
        set_up(&flags, &matches, options).map_err(|message| command.error(ErrorKind::InvalidValue, message))?;
    Ok((flags, engine))
}

/// Prints help, or what is wrong with the usage, and ends the process.
pub fn explain(error: &clap::Error) -> ! {
    let code = match (error.use_stderr(), error.print()) {
        (true, _) => 2,
        (false, Err(failure)) if failure.kind() != std::io::ErrorKind::BrokenPipe => {
            complain(format_args!("solver: standard output: {failure}"));
            1
        }
        (false, _) => 0,
    };
    std::process::exit(code)
}

/// Makes the engine and sets those of these options that were given.
fn set_up(flags: &Flags, matches: &ArgMatches, options: Vec<Shared>) -> Result<Box<dyn Engine>, String> {
    let mut engine = engine::by_name(&flags.engine).ok_or("there is no such engine")?;
    for (name, rows) in options {
        let off = matches.try_get_one::<bool>(&negated(name)).ok().flatten() == Some(&true);
        let given = matches.value_source(name) == Some(ValueSource::CommandLine);
        let value = match matches.get_raw(name).and_then(|mut values| values.next()) {
            Some(value) if given => value.to_string_lossy().into_owned(),
            _ if off => "false".to_owned(),
            _ => continue,
        };
        engine.set_option(name, &value).map_err(|error| match error {
            OptionError::UnknownName(_) => {
                let owners: Vec<&str> = rows.iter().map(|&(engine, _)| engine).collect();
                let (flag, owners) = (name.replace('_', "-"), owners.join(", "));
                format!("engine '{}' has no option --{flag} (it belongs to {owners})", flags.engine)
            }
            error => flag_error(&error),
        })?;
    }
    if let Some(seed) = flags.seed {
        match engine.set_option("seed", &seed.to_string()) {
            // An engine without random choices.
            Ok(()) | Err(OptionError::UnknownName(_)) => {}
            Err(error) => return Err(flag_error(&error)),
        }
    }
    if flags.proof.is_some() && engine.set_tracer(Box::new(Probe)).is_err() {
        return Err(format!("engine '{}' writes no proofs", flags.engine));
    }
    Ok(engine)
}

/// The error of an option, told as one of its flag.
fn flag_error(error: &OptionError) -> String {
    match error {
        OptionError::BadValue { name, value, accepts } => {
            format!("invalid value '{value}' for '--{}': expected {accepts}", name.replace('_', "-"))
        }
        error => error.to_string(),
    }
}

/// Finds out whether an engine takes a tracer at all, before the formula is read.
struct Probe;

impl crate::proof::Tracer for Probe {}

/// An option by name, with the engines that have it and their rows.
type Shared = (&'static str, Vec<(&'static str, OptionRow)>);

/// Every option of every engine, in the order of the registry, less those that are flags of every run (`seed`).
fn engine_options() -> Vec<Shared> {
    let mut all: Vec<Shared> = Vec::new();
    let fixed = Flags::command();
    for (engine_name, engine) in engine::names().filter_map(|name| Some((name, engine::by_name(name)?))) {
        for row in engine.options() {
            match all.iter_mut().find(|(name, _)| *name == row.name) {
                Some((_, rows)) => rows.push((engine_name, row)),
                None => all.push((row.name, vec![(engine_name, row)])),
            }
        }
    }
    all.retain(|(name, _)| fixed.get_arguments().all(|arg| arg.get_id() != name));
    all
}

fn engine_args() -> Vec<Arg> {
    let mut args = Vec::new();
    for (name, rows) in engine_options() {
        let long = name.replace('_', "-");
        let engines: Vec<&str> = rows.iter().map(|&(engine, _)| engine).collect();
        let heading = format!("Options of {}", engines.join(", "));
        let is_switch = rows.iter().all(|(_, row)| row.accepts == "true|false");
        let mut arg = Arg::new(name).long(long.clone()).help(option_help(&rows)).help_heading(heading.clone());
        arg = arg.action(ArgAction::Set).hide_short_help(true).value_name(if is_switch { "BOOL" } else { "VALUE" });
        if is_switch {
            let negative = Arg::new(negated(name)).long(format!("no-{long}")).action(ArgAction::SetTrue).hide(true);
            args.push(negative.overrides_with(name));
            arg = arg.num_args(0..=1).require_equals(true).default_missing_value("true").overrides_with(negated(name));
        }
        args.push(arg);
    }
    args
}

/// The id of the flag that switches an option off.
fn negated(name: &str) -> String {
    format!("no_{name}")
}

/// What an option does, its default and what it accepts, for each engine where these differ.
fn option_help(rows: &[(&str, OptionRow)]) -> String {
    let about = |row: &OptionRow| format!("[default: {}; accepts {}]", row.value, row.accepts);
    let (_, first) = &rows[0];
    if rows.iter().all(|(_, row)| row.help == first.help && about(row) == about(first)) {
        return format!("{} {}", first.help, about(first));
    }
    let each = rows.iter().map(|(engine, row)| format!("{engine}: {} {}", row.help, about(row)));
    each.collect::<Vec<_>>().join("; ")
}

fn default_engine() -> &'static str {
    engine::names().find(|&name| name == "cdcl").or_else(|| engine::names().next()).unwrap_or("cdcl")
}

fn engine_help() -> String {
    let engines = engine::names().filter_map(|name| Some(format!("\n  {name:<13} {}", engine::by_name(name)?.about())));
    format!("The search engine:{}", engines.collect::<String>())
}

fn proof_format() -> impl TypedValueParser<Value = ProofFormat> {
    let names = ProofFormat::NAMES.map(|(name, _)| name);
    PossibleValuesParser::new(names).try_map(|name| name.parse::<ProofFormat>())
}

fn parse_seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "expected a number of seconds".to_owned())?;
    Duration::try_from_secs_f64(seconds).map_err(|_| "expected a number of seconds from 0 to 1e19".to_owned())
}

fn parse_memory(text: &str) -> Result<u64, String> {
    bytes(text, 1 << 20)
}

fn parse_bytes(text: &str) -> Result<u64, String> {
    bytes(text, 1)
}

/// A number of bytes, in the given unit when no other stands behind it.
fn bytes(text: &str, unit: u64) -> Result<u64, String> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = match text[digits.len()..].to_ascii_uppercase().trim_end_matches("IB").trim_end_matches('B') {
        "" if digits.len() == text.len() => unit,
        "" => 1,
        "K" => 1 << 10,
        "M" => 1 << 20,
        "G" => 1 << 30,
        "T" => 1 << 40,
        _ => return Err("expected a number, with K, M or G behind it if need be".into()),
    };
    let number: u64 =
        digits.parse().map_err(|_| "expected a number, with K, M or G behind it if need be".to_owned())?;
    number
        .checked_mul(unit)
        .filter(|&bytes| bytes > 0)
        .ok_or_else(|| "expected a number of bytes from 1 to 2^64".into())
}

fn file_name() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| match path.as_os_str() == "-" {
        true => Err("expected the name of a file (/dev/stdout is one)"),
        false => Ok(path),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(args: &[&str]) -> Result<(Flags, Box<dyn Engine>), clap::Error> {
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
        for engine in engine::names().filter_map(engine::by_name) {
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
    fn numbers_of_bytes_have_units() {
        assert_eq!(bytes("512", 1 << 20), Ok(512 << 20));
        assert_eq!(bytes("512M", 1), Ok(512 << 20));
        assert_eq!(bytes("2GiB", 1), Ok(2 << 30));
        assert_eq!(bytes("3kb", 1), Ok(3 << 10));
        assert_eq!(bytes("7b", 1 << 20), Ok(7));
        for bad in ["", "M", "-1", "1.5G", "0", "1x", "99999999999999999999", "999999999999T"] {
            assert!(bytes(bad, 1).is_err(), "{bad}");
        }
    }

    #[test]
    fn seconds_have_decimals_and_a_sign_is_refused() {
        assert_eq!(parse_seconds("0.25"), Ok(Duration::from_millis(250)));
        for bad in ["-1", "nan", "inf", "1e30", "", "1s"] {
            assert!(parse_seconds(bad).is_err(), "{bad}");
        }
    }
}
