//! `cnfmake`: formulas of known families in DIMACS.

use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use gemsat::command::exit::{Exit, Failure};
use gemsat::command::output::write_to;
use gemsat::command::{frame, help, limits};
use gemsat::families::{self, Family, FamilyError, GROUPS, Kind, Param, WriteOptions};
use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

#[cfg(not(feature = "safe"))]
#[global_allocator]
static ALLOCATOR: gemsat::command::signals::Guarded = gemsat::command::signals::Guarded;

const EXAMPLES: &str = "  cnfmake php 6 5 | solver
  cnfmake ksat -n 200 --ratio 4.26 --seed 1 | solver
  cnfmake ksat -k 3 -n 1000000 -m 4000000 --seed 7 -o large.cnf
  cnfmake tseitin regular:10,3 --seed 5 | solver";

const ABOUT: &str = "Makes a formula of a known family and writes it in DIMACS.

The first comment of the output is the command that makes it, on every machine the same; others are the source, the answer \
where theory knows it, the edges of a graph, and the names of the variables (c varname NUMBER NAME).";

const TEMPLATE: &str = "{about-with-newline}\n{usage-heading} {usage}\n\n{before-help}Options:\n{options}{after-help}";

/// The help about a parameter, with the values that it takes.
fn about(param: &Param) -> String {
    let about = param.about;
    match param.kind {
        Kind::Number(0, u64::MAX, Some(default)) => format!("{about} [default: {default}]"),
        Kind::Number(least, most, Some(default)) => format!("{about}, {least} to {most} [default: {default}]"),
        Kind::Flag => about.into(),
        Kind::Word(words) => format!("{about} [default: {}]", words[0]),
        Kind::Cardinality => format!("{about}: {} [default: auto]", param.expected()),
        _ => format!("{about}: {}", param.expected()),
    }
}

/// The argument of a parameter.
fn argument(param: &'static Param) -> Arg {
    let arg = Arg::new(param.name).help(about(param));
    if param.positional {
        let arg = arg.required(true).value_name(param.name.to_uppercase());
        // A list may also be typed with blanks between its numbers, as for CNFgen.
        return if matches!(param.kind, Kind::List(..)) { arg.num_args(1..) } else { arg };
    }
    let arg = param.short.into_iter().fold(arg.long(param.name), Arg::short);
    match param.kind {
        Kind::Flag => arg.action(ArgAction::SetTrue),
        Kind::Graph | Kind::Dag | Kind::Bipartite => arg.value_name("GRAPH"),
        Kind::Word(_) | Kind::Cardinality => arg.value_name("WORD"),
        _ => arg.value_name("N"),
    }
}

/// The subcommand of a family.
fn subcommand(family: &'static Family) -> Command {
    let known = match family.cnfgen {
        "" => String::new(),
        name => format!("\nThe same formula in CNFgen: {name}."),
    };
    Command::new(family.name)
        .about(family.about)
        .long_about(format!("{}.\n\nSource: {}.\nAnswer: {}.{known}", family.about, family.source, family.answer))
        .args(family.params.iter().map(argument))
        .after_help(format!("Examples:\n  cnfmake {} {}", family.name, family.example))
}

/// The command line.
pub fn command() -> Command {
    let mut list = String::new();
    for group in GROUPS {
        list.push_str(&format!("{}:\n", group.name));
        group.families.iter().for_each(|family| list.push_str(&format!("  {:<16}{}\n", family.name, family.about)));
        list.push('\n');
    }
    let output = Arg::new("output").short('o').long("output").value_name("FILE").value_parser(value_parser!(PathBuf));
    let limit = Arg::new("limit").long("limit").value_name("N").value_parser(value_parser!(u64));
    let bare = Arg::new("no-comments").long("no-comments").action(ArgAction::SetTrue);
    let nameless = Arg::new("no-names").long("no-names").action(ArgAction::SetTrue);
    let command = Command::new("cnfmake")
        .about(ABOUT)
        .override_usage("cnfmake FAMILY [PARAMETERS] [OPTIONS]\n       cnfmake FAMILY --help")
        .before_help(list)
        .help_template(TEMPLATE)
        .subcommand_required(true)
        .disable_help_subcommand(true)
        .subcommands(families::all().map(subcommand))
        .args([
            output.global(true).help("Write to FILE in place of standard output"),
            nameless.global(true).help("Leave out the names of variables"),
            bare.global(true).help("Leave out all comments, names included"),
            limit.global(true).help(format!(
                "The most variables, clauses and literals; a larger formula is refused before it takes memory [default: {}]",
                families::LIMIT
            )),
        ]);
    limits::add_to(help::finish(command, "cnfmake", EXAMPLES))
}

/// The parameters that were typed, as texts.
fn given(family: &Family, matches: &ArgMatches) -> Vec<(&'static str, String)> {
    let text = |param: &'static Param| match param.kind {
        Kind::Flag => matches.get_flag(param.name).then(String::new),
        _ => matches.get_many::<String>(param.name).map(|words| words.cloned().collect::<Vec<_>>().join(",")),
    };
    family.params.iter().filter_map(|param| text(param).map(|text| (param.name, text))).collect()
}

fn main() -> ExitCode {
    let matches = help::matches(&mut command());
    frame::run_with("cnfmake", &matches, |out| {
        let (name, matches) = matches.subcommand().expect("clap asks for a family");
        let family = families::by_name(name).expect("clap knows the families");
        let given = given(family, matches);
        let texts: Vec<(&str, &str)> = given.iter().map(|(name, text)| (*name, &text[..])).collect();
        let values = family.read(&texts).map_err(|error| match error {
            FamilyError::Unreadable(why) => Failure::Input(why),
            error => Failure::usage(error),
        })?;
        let comments = !matches.get_flag("no-comments");
        let options = WriteOptions {
            comments,
            names: comments && !matches.get_flag("no-names"),
            limit: matches.get_one("limit").copied().unwrap_or(families::LIMIT),
        };
        let mut refused = None;
        let path = matches.get_one::<PathBuf>("output").map(PathBuf::as_path);
        let written = write_to(path, out, |out| {
            family.write(&values, options, out).map_err(|error| match error {
                FamilyError::Write(error) => error,
                error => {
                    refused = Some(error);
                    io::ErrorKind::InvalidInput.into()
                }
            })
        });
        match refused {
            Some(FamilyError::TooLarge { limit }) => {
                let error = FamilyError::TooLarge { limit };
                Err(Failure::usage(format!("{error}; --limit sets another")))
            }
            Some(error) => Err(Failure::usage(error)),
            None => written.map(|()| Exit::Done),
        }
    })
}
