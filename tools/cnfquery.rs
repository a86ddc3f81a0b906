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
#[path = "cnfquery/marginals.rs"]
mod marginals;
#[path = "cnfquery/models.rs"]
mod models;
#[path = "cnfquery/run.rs"]
mod run;
#[path = "cnfquery/sample.rs"]
mod sample;

use clap::{Parser, Subcommand};
use gemsat::command::signals::map_large_buffers;
use gemsat::command::{frame, process};
use run::{InputArgs, Run};
use std::process::ExitCode;

#[cfg(not(feature = "safe"))]
#[global_allocator]
static ALLOCATOR: gemsat::command::signals::Guarded = gemsat::command::signals::Guarded;

const EXAMPLES: &str = "  cnfquery count f.cnf                     as its lines c p show, c p weight and c t ask
  cnfquery count --show 1-20 f.cnf.xz      assignments of 1 to 20 that extend to a model
  cnfquery count --marginals f.cnf         and in what share of the models each variable is true
  cnfquery models -n 10 f.cnf              ten models as v lines
  cnfquery models --json --cubes f.cnf     all of them as JSON, in cubes
  cnfquery models --sample 5 f.cnf         five random ones, each as likely as every other
  cnfquery models -o m --checkpoint r f.cnf  to a file; called again, it goes on
  cnfquery backbone --proof p f.cnf        what all models share; for cnfcheck lrat p.cnf p
  cnfquery backbone --witnesses m f.cnf    and models in which all other variables take both values
  cnfquery core -o core.cnf f.cnf          a minimal unsatisfiable subset, with line numbers
  cnfquery implied --clause \"1 -2\" f.cnf   whether a clause follows
  cnfquery implied --cube \"1 -2\" f.cnf     whether all of these literals follow
  cnfquery implied --equivalent --by g.cnf f.cnf";

/// Models, counts, backbones, cores and consequences of a formula.
#[derive(Parser, Debug)]
struct Flags {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Count the models exactly
    Count(count::CountArgs),
    /// List all models, or the first ones
    Models(models::ModelsArgs),
    /// Print the literals that are true in every model
    Backbone(backbone::BackboneArgs),
    /// Find a minimal set of clauses or groups (p gcnf) without a model
    Core(core::CoreArgs),
    /// Check whether clauses follow, or whether two formulas have the same models
    Implied(implied::ImpliedArgs),
}

/// The command line.
pub fn command() -> clap::Command {
    frame::command::<Flags>("cnfquery", EXAMPLES)
}

fn main() -> ExitCode {
    map_large_buffers();
    frame::run_after(command(), Flags::settle, |flags, out| {
        let (input, json) = flags.shared();
        let run = Run::begin(input, json, out);
        match &flags.command {
            Command::Count(args) => count::count(args, &run),
            Command::Models(args) => models::models(args, &run),
            Command::Backbone(args) => backbone::backbone(args, &run),
            Command::Core(args) => core::core(args, &run),
            Command::Implied(args) => implied::check(args, &run),
        }
    })
}

impl Flags {
    /// The flags of all subcommands, and whether the answer is a line of JSON.
    fn shared(&self) -> (&InputArgs, bool) {
        match &self.command {
            Command::Count(args) => (&args.input, args.json),
            Command::Models(args) => (&args.input, args.json),
            Command::Backbone(args) => (&args.input, args.json),
            Command::Core(args) => (&args.input, args.json),
            Command::Implied(args) => (&args.input, false),
        }
    }

    /// Settles what is printed when the run ends without an answer.
    fn settle(&self) {
        match self.shared() {
            (_, true) => process::speak(|stop| format!("{{\"satisfiable\":null,\"stopped\":\"{stop}\"}}")),
            (input, false) => process::speak_as_solver(input.quiet),
        }
    }
}
