//! `cnfquery implied`.

use super::backbone::name;
use super::run::{InputArgs, Run, variables};
use clap::Args;
use gemsat::cnf::{Document, Formula, Lit};
use gemsat::command::exit::{Exit, Failure};
use gemsat::reason::implied::{Differ, Implied, equivalent, implied};
use std::path::PathBuf;

/// What may follow.
#[derive(Args, Clone, Debug)]
pub struct ImpliedArgs {
    #[command(flatten)]
    pub input: InputArgs,
    /// Whether every clause of this formula follows
    #[arg(long, value_name = "OTHER", required_unless_present_any = ["clause", "cube"])]
    by: Option<PathBuf>,
    /// Whether this clause follows, such as "1 -2"; may be given several times
    #[arg(long, value_name = "LITERALS", allow_hyphen_values = true)]
    clause: Vec<String>,
    /// Whether all these literals follow, such as "1 -2"; may be given several times
    #[arg(long, value_name = "LITERALS", allow_hyphen_values = true)]
    cube: Vec<String>,
    /// Whether the two formulas have the same models
    #[arg(long, requires = "by")]
    equivalent: bool,
    /// Tell models of two formulas apart by these variables alone
    #[arg(long, value_name = "VARS", requires = "equivalent")]
    show: Option<String>,
}

pub fn check(args: &ImpliedArgs, run: &Run) -> Result<Exit, Failure> {
    let document = run.read()?;
    let mut asked = Formula::new();
    for text in &args.clause {
        asked.add_clause(literals(text, "--clause", &document)?);
    }
    for text in &args.cube {
        literals(text, "--cube", &document)?.into_iter().for_each(|lit| asked.add_clause([lit]));
    }
    let other = args.by.as_ref().map(|path| run.read_file(path)).transpose()?;
    if let Some(other) = &other {
        if other.names.is_some() || document.names.is_some() {
            return Err(Failure::Usage(
                "--by: expected two DIMACS formulas, which share their variables by number".into(),
            ));
        }
        other.formula.clauses().for_each(|clause| asked.add_clause(clause.iter().copied()));
    }
    if let (true, Some(other)) = (args.equivalent, &other) {
        let show = args.show.as_deref().map(|text| variables(text, &document)).transpose()?;
        return match equivalent(&document.formula, &other.formula, show.as_deref(), &run.limits) {
            Ok(None) => {
                run.line("s EQUIVALENT");
                Ok(Exit::Solved)
            }
            Ok(Some(Differ { model, of_first })) => {
                let whose = if of_first {
                    "the first formula, and not of the second"
                } else {
                    "the second formula, and not of the first"
                };
                run.comment(format_args!("a model of {whose}"));
                run.line("s DIFFERENT");
                values(run, &document, model.into_iter());
                Ok(Exit::NoSolution)
            }
            Err(stop) => Err(Failure::Stopped(stop)),
        };
    }
    match implied(&document.formula, &asked, &run.limits) {
        Implied::All => {
            run.line("s IMPLIED");
            Ok(Exit::Solved)
        }
        Implied::Not { clause, model } => {
            let lits: Vec<String> = asked.clause(clause).iter().map(|&lit| name(&document, lit)).collect();
            run.comment(format_args!("clause {} ({}) is false in a model", clause + 1, lits.join(" ")));
            run.line("s NOT IMPLIED");
            values(run, &document, model.lits());
            Ok(Exit::NoSolution)
        }
        Implied::Unknown(stop) => Err(Failure::Stopped(stop)),
    }
}

fn values(run: &Run, document: &Document, lits: impl Iterator<Item = Lit>) {
    let words: Vec<String> = lits.map(|lit| name(document, lit)).collect();
    run.line(format_args!("v {}{}", words.join(" "), if document.names.is_some() { "" } else { " 0" }));
}

/// The literals of a flag, by number or by name.
fn literals(text: &str, flag: &str, document: &Document) -> Result<Vec<Lit>, Failure> {
    let fault = |word: &str| Failure::Usage(format!("{flag}: expected literals of the formula, found '{word}'"));
    let mut lits = Vec::new();
    for word in text.split_ascii_whitespace().take_while(|&word| word != "0") {
        let lit = match &document.names {
            Some(names) => {
                let (negative, found) = word.strip_prefix('-').map_or((false, word), |found| (true, found));
                names.find(found).map(|var| Lit::new(var, negative))
            }
            None => word.parse().ok().and_then(Lit::from_dimacs),
        };
        lits.push(lit.ok_or_else(|| fault(word))?);
    }
    Ok(lits)
}
