//! The engines on the command line: a flag for each option of their tables, and pages of help.

use super::Flags;
use crate::command::help;
use crate::engine::Engine;
use crate::engines::{self, textbook};
use crate::util::table::{OptionError, OptionRow};
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Command, CommandFactory};

/// An option by name, with the engines that have it and their rows.
pub type Shared = (&'static str, Vec<(&'static str, OptionRow)>);

/// Options that list literals of the formula, by name, with their values.
pub type OfLiterals = Vec<(&'static str, String)>;

/// The engine that is used when none is named.
pub fn default_engine() -> &'static str {
    engines::names().find(|&name| name == "cdcl").or_else(|| engines::names().next()).unwrap_or("cdcl")
}

/// Makes the engine and sets the options that were given. Those that list literals come back: they are set once more
/// when the formula is read, which has names for them.
pub(super) fn set_up(
    flags: &Flags,
    matches: &ArgMatches,
    options: Vec<Shared>,
) -> Result<(Box<dyn Engine>, OfLiterals), String> {
    let mut of_literals = Vec::new();
    let mut engine = engines::by_name(&flags.engine).ok_or("there is no such engine")?;
    if let Some(rule) = flags.textbook {
        textbook::set(engine.as_mut(), rule)?;
    }
    for (flag, wanted, value) in [("--sat", flags.sat, "2"), ("--unsat", flags.unsat, "0")] {
        if wanted && engine.set_option("stable", value).is_err() {
            return Err(unknown_option(&flags.engine, flag, owners("stable")));
        }
    }
    for (name, rows) in options {
        let off = matches.try_get_one::<bool>(&negated(name)).ok().flatten() == Some(&true);
        let given = matches.value_source(name) == Some(ValueSource::CommandLine);
        let value = match matches.get_raw(name).and_then(|mut values| values.next()) {
            Some(value) if given => value.to_string_lossy().into_owned(),
            _ if off => "false".to_owned(),
            _ => continue,
        };
        let flag = format!("--{}", name.replace('_', "-"));
        let listed = rows.iter().any(|(_, row)| row.lists_literals);
        match engine.set_option(name, &value) {
            Ok(()) | Err(OptionError::BadValue { .. }) if listed => of_literals.push((name, value)),
            Ok(()) => {}
            Err(OptionError::UnknownName(_)) => {
                return Err(unknown_option(&flags.engine, &flag, rows.iter().map(|&(owner, _)| owner)));
            }
            Err(error) => return Err(flag_error(&error)),
        }
    }
    if let Some(seed) = flags.seed {
        match engine.set_option("seed", &seed.to_string()) {
            // The engine has no option `seed`, since it makes no random choices.
            Ok(()) | Err(OptionError::UnknownName(_)) => {}
            Err(error) => return Err(flag_error(&error)),
        }
    }
    flags.threads.set_up(engine.as_mut())?;
    if flags.proof.is_some() && engine.set_tracer(Box::new(Probe)).is_err() {
        return Err(format!("engine '{}' writes no proofs", flags.engine));
    }
    Ok((engine, of_literals))
}

/// Sets an engine's option by name, as `--set NAME=VALUE` does.
///
/// # Errors
/// What is wrong, with the engines that have such an option.
pub fn set_option(engine: &mut dyn Engine, name: &str, value: &str) -> Result<(), String> {
    let name = name.replace('-', "_");
    engine.set_option(&name, value).map_err(|error| match error {
        OptionError::UnknownName(_) => unknown_option(engine.name(), &format!("'{name}'"), owners(&name)),
        error => error.to_string(),
    })
}

/// The engines that have an option of this name.
fn owners(name: &str) -> impl Iterator<Item = &'static str> {
    engines::names().filter(move |&engine| {
        let rows = engines::by_name(engine).map(|engine| engine.options()).unwrap_or_default();
        rows.iter().any(|row| row.name == name)
    })
}

/// What is wrong with an option that an engine does not have.
fn unknown_option(engine: &str, option: &str, owners: impl Iterator<Item = &'static str>) -> String {
    let owners: Vec<&str> = owners.collect();
    let place =
        if owners.is_empty() { "no engine has it".into() } else { format!("it belongs to {}", owners.join(", ")) };
    format!("engine '{engine}' has no option {option} ({place})")
}

/// The error of an option, in words about its flag.
fn flag_error(error: &OptionError) -> String {
    match error {
        OptionError::BadValue { name, value, accepts } => {
            format!("invalid value '{value}' for '--{}': expected {accepts}", name.replace('_', "-"))
        }
        error => error.to_string(),
    }
}

/// A tracer to find out, before the formula is read, whether an engine takes a tracer at all.
struct Probe;

impl crate::proof::Tracer for Probe {}

/// Every option of every engine, in the order of the registry, except those that are flags of every run (`seed`).
pub(super) fn engine_options() -> Vec<Shared> {
    let mut all: Vec<Shared> = Vec::new();
    let fixed = Flags::command();
    for (engine_name, engine) in engines::names().filter_map(|name| Some((name, engines::by_name(name)?))) {
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

/// The flags of these options.
pub(super) fn engine_args(options: &[Shared]) -> Vec<Arg> {
    let mut args = Vec::new();
    for &(name, ref rows) in options {
        let long = name.replace('_', "-");
        let engines: Vec<&str> = rows.iter().map(|&(engine, _)| engine).collect();
        let heading = format!("Options of {}", engines.join(", "));
        let is_switch = rows.iter().all(|(_, row)| row.accepts.ends_with("true|false"));
        let mut arg = Arg::new(name).long(long.clone()).help(option_help(rows)).help_heading(heading);
        arg = arg.action(ArgAction::Set).hide_short_help(true).value_name(if is_switch { "BOOL" } else { "VALUE" });
        // A list of literals may begin with a negated one.
        arg = arg.allow_hyphen_values(rows.iter().any(|(_, row)| row.lists_literals));
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
    let about = |row: &OptionRow| match row.value.as_str() {
        "" => format!("[accepts {}]", row.accepts),
        value => format!("[default: {value}; accepts {}]", row.accepts),
    };
    let (_, first) = &rows[0];
    if rows.iter().all(|(_, row)| row.help == first.help && about(row) == about(first)) {
        return format!("{} {}", first.help, about(first));
    }
    let each = rows.iter().map(|(engine, row)| format!("{engine}: {} {}", row.help, about(row)));
    each.collect::<Vec<_>>().join("; ")
}

/// The engines, one a line, with what they do.
pub(super) fn list() -> String {
    let about = |name: &'static str| Some(format!("\n  {name:<13} {}", engines::by_name(name)?.about()));
    format!("The search engine:{}", engines::names().filter_map(about).collect::<String>())
}

/// The page of help about one engine.
pub(super) fn page(name: &str) -> Result<String, String> {
    let Some(engine) = engines::by_name(name) else {
        let known: Vec<&str> = engines::names().collect();
        return Err(format!("there is no engine called '{name}'; the engines are {}", known.join(", ")));
    };
    let rows = engine.options().into_iter().map(|row| (row.name, vec![(engine.name(), row)])).collect::<Vec<_>>();
    let args = engine_args(&rows).into_iter().map(|arg| arg.hide_short_help(false));
    let page = Command::new(engine.name())
        .disable_help_flag(true)
        .max_term_width(help::WIDTH)
        .help_template("{about}\n\n{all-args}\n")
        .about(format!("{}: {}", engine.name(), engine.about()))
        .args(args);
    let switches = "A switch is turned off by --no-NAME or --NAME=false.\n";
    Ok(format!("{}{switches}", page.clone().render_help().ansi()))
}
