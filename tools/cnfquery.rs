//! `cnfquery`: questions about a formula beyond whether it is satisfiable.

#[path = "cnfquery/backbone.rs"]
mod backbone;
#[path = "cnfquery/checkpoint.rs"]
mod checkpoint;
#[path = "cnfquery/core.rs"]
mod core;
#[path = "cnfquery/count.rs"]
mod count;
#[path = "cnfquery/implied.rs"]
mod implied;
#[path = "cnfquery/models.rs"]
mod models;
#[path = "cnfquery/run.rs"]
mod run;

use clap::{Parser, Subcommand};
use gemsat::command::help;
use std::process::ExitCode;

const EXAMPLES: &str =
    "  cnfquery count f.cnf                     how many models; c p show, c p weight and c t lines are obeyed
  cnfquery count --show 1-20 f.cnf.xz      how many assignments of the variables 1 to 20 can be completed to a model
  cnfquery models -n 10 f.cnf              ten models as v lines
  cnfquery models --json --cubes f.cnf     all of them as lines of JSON, several in one where that is possible
  cnfquery models -o m --resume r f.cnf    to a file, and go on from there when it is called again
  cnfquery backbone --proof p f.cnf        what all models share; cnfcheck lrat p.cnf p checks it
  cnfquery core -o core.cnf f.cnf          a minimal unsatisfiable subset, with the lines of its clauses
  cnfquery implied --clause \"1 -2\" f.cnf   whether a clause follows
  cnfquery implied --equivalent --by g.cnf f.cnf";

/// Models, counts, backbones, cores and consequences of a formula.
#[derive(Parser, Debug)]
struct Flags {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand, Debug)]
enum Verb {
    /// Count the models exactly
    Count(count::CountArgs),
    /// List all models, or the first ones
    Models(models::ModelsArgs),
    /// Print the literals that are true in every model
    Backbone(backbone::BackboneArgs),
    /// Find clauses or groups (p gcnf) that have no model together and of which none can be left out
    Core(core::CoreArgs),
    /// Check whether clauses follow, or whether two formulas have the same models
    Implied(implied::ImpliedArgs),
}

fn main() -> ExitCode {
    let flags: Flags = help::parse("cnfquery", EXAMPLES);
    match flags.verb {
        Verb::Count(args) => run::run(&args.input.clone(), |run| count::count(&args, run)),
        Verb::Models(args) => run::run(&args.input.clone(), |run| models::models(&args, run)),
        Verb::Backbone(args) => run::run(&args.input.clone(), |run| backbone::backbone(&args, run)),
        Verb::Core(args) => run::run(&args.input.clone(), |run| core::core(&args, run)),
        Verb::Implied(args) => run::run(&args.input.clone(), |run| implied::check(&args, run)),
    }
}
