//! `cnfquery backbone`.

use super::models::shown;
use super::run::{InputArgs, Run};
use clap::Args;
use gemsat::cnf::{Assignment, Document, Formula, Lit, Var, write_dimacs};
use gemsat::command::exit::{Exit, Failure};
use gemsat::command::frame;
use gemsat::command::output::write_whole;
use gemsat::engine::Verdict;
use gemsat::engines;
use gemsat::limits::Limits;
use gemsat::proof::{self, ProofFormat};
use gemsat::reason::backbone::{CommonToModels, common_to_models};
use gemsat::util::words::many;
use std::collections::HashSet;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// What is asked about which variables.
#[derive(Args, Clone, Debug)]
pub struct BackboneArgs {
    #[command(flatten)]
    pub input: InputArgs,
    /// Ask about these variables alone: numbers, ranges, names, such as 1-20,33 or AL_*
    #[arg(long, value_name = "VARS")]
    show: Option<String>,
    /// Also print classes of literals that are equal in every model
    #[arg(long)]
    equivalences: bool,
    /// Print one line of JSON
    #[arg(long)]
    pub json: bool,
    /// Write an LRAT proof of all literals: a refutation of the formula with the clause of their opposites, which is
    /// written to FILE.cnf
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,
    /// Write models, as v lines, in which every variable takes both values that is not in the backbone
    #[arg(long, value_name = "FILE")]
    witnesses: Option<PathBuf>,
}

pub fn backbone(args: &BackboneArgs, run: &Run) -> Result<Exit, Failure> {
    let document = run.read()?;
    let vars = shown(args.show.as_deref(), &document, run)?;
    let print = |lit: Lit| {
        if !args.json {
            run.line(format_args!("b {}", name(&document, lit)));
        }
    };
    let found = common_to_models(&document.formula, &vars, args.equivalences, &run.limits, print);
    if let (Some(path), Some(true)) = (&args.proof, found.satisfiable) {
        match prove(&document.formula, &found.certain, path, &run.limits) {
            Err(Failure::Stopped(stop)) => run.stopped(stop, "the proof is not written"),
            ended => ended?,
        }
    }
    if let Some(path) = &args.witnesses {
        check(&document.formula, &vars, &found)?;
        write_whole(path, |file| found.models.iter().try_for_each(|model| write_model(model, file)))
            .map_err(|error| Failure::input(format!("{}: {error}", path.display())))?;
    }
    frame::begin_answer();
    if args.json {
        run.line(json(&document, &found));
        return Ok(exit(&found));
    }
    for class in &found.equal {
        let names: Vec<String> = class.iter().map(|&lit| name(&document, lit)).collect();
        run.line(format_args!("e {} 0", names.join(" ")));
    }
    run.comment(format_args!(
        "{} of {}, {}",
        found.certain.len(),
        many(vars.len(), "literal"),
        many(found.questions, "question")
    ));
    if let Some(stop) = found.stopped {
        run.stopped(stop, &format!("nothing is known of {}", many(found.open.len(), "candidate")));
    } else if found.satisfiable == Some(true) {
        run.line("b 0");
    }
    run.line(match found.satisfiable {
        Some(true) => "s SATISFIABLE",
        Some(false) => "s UNSATISFIABLE",
        None => "s UNKNOWN",
    });
    Ok(exit(&found))
}

/// Checks the models, and that they show that no other variable is in the backbone.
fn check(formula: &Formula, vars: &[Var], found: &CommonToModels) -> Result<(), Failure> {
    let fault = |what: String| Err(Failure::Internal(format!("{what}; please report this")));
    for model in &found.models {
        if let Some(clause) = gemsat::cnf::model::first_falsified(model, formula) {
            return fault(format!("a model leaves clause {} false", clause + 1));
        }
    }
    let settled: HashSet<Var> = found.certain.iter().chain(&found.open).map(|lit| lit.var()).collect();
    let same = |var: &Var| found.models.windows(2).all(|pair| pair[0].value(*var) == pair[1].value(*var));
    match vars.iter().find(|&var| !settled.contains(var) && same(var)) {
        Some(var) if !found.models.is_empty() => fault(format!("no two models differ on {}", var.pos())),
        _ => Ok(()),
    }
}

/// Writes a model as a v line.
pub fn write_model(model: &Assignment, out: &mut dyn Write) -> io::Result<()> {
    let lits: Vec<String> = model.lits().map(|lit| lit.to_string()).collect();
    writeln!(out, "v {} 0", lits.join(" "))
}

fn exit(found: &CommonToModels) -> Exit {
    match (found.satisfiable, found.stopped) {
        (Some(true), None) => Exit::Solved,
        (Some(false), _) => Exit::NoSolution,
        _ => Exit::Done,
    }
}

/// A literal by the name of its variable, or by its number if it has none.
pub fn name(document: &Document, lit: Lit) -> String {
    document.names.as_ref().map_or_else(|| lit.to_string(), |names| names.literal(lit).to_string())
}

fn json(document: &Document, found: &CommonToModels) -> String {
    let list = |lits: &[Lit]| -> serde_json::Value {
        let value = |&lit: &Lit| match &document.names {
            Some(names) => names.literal(lit).to_string().into(),
            None => lit.to_dimacs().into(),
        };
        lits.iter().map(value).collect::<Vec<serde_json::Value>>().into()
    };
    serde_json::json!({
        "satisfiable": found.satisfiable,
        "backbone": list(&found.certain),
        "open": list(&found.open),
        "equivalent": found.equal.iter().map(|class| list(class)).collect::<Vec<_>>(),
        "stopped": found.stopped.map(|stop| stop.to_string()),
        "questions": found.questions,
    })
    .to_string()
}

/// Refutes the formula with the clause of the opposites of `lits`, with an LRAT proof.
fn prove(formula: &Formula, lits: &[Lit], path: &Path, limits: &Limits) -> Result<(), Failure> {
    let mut refuted = formula.clone();
    refuted.add_clause(lits.iter().map(|&lit| !lit));
    let failed = |path: &Path, error: std::io::Error| Failure::input(format!("{}: {error}", path.display()));
    let mut beside = path.as_os_str().to_owned();
    beside.push(".cnf");
    let beside = PathBuf::from(beside);
    let comment = "unsatisfiable exactly when every literal of the backbone follows";
    write_whole(&beside, |file| write_dimacs(&refuted, [comment], file)).map_err(|error| failed(&beside, error))?;
    refute(&refuted, path, limits)
}

/// Solves an unsatisfiable formula and writes an LRAT proof.
pub fn refute(formula: &Formula, path: &Path, limits: &Limits) -> Result<(), Failure> {
    let failed = |error: std::io::Error| Failure::input(format!("{}: {error}", path.display()));
    let tracer = proof::create(path, ProofFormat::LratText, formula.num_clauses() as u64).map_err(failed)?;
    let mut engine = engines::by_name("cdcl").expect("cdcl is registered");
    if engine.set_tracer(tracer).is_err() {
        return Err(Failure::Internal("cdcl writes no proofs".into()));
    }
    match engine.solve(formula.clone(), limits, None) {
        Verdict::Unsat => engine.finish_proof().map_err(failed),
        Verdict::Unknown(stop) => {
            // A part of a proof is of no use, so the file is removed, unless it is a device.
            let _ = path.is_file().then(|| std::fs::remove_file(path));
            Err(Failure::Stopped(stop))
        }
        Verdict::Sat(_) => Err(Failure::Internal("what was refuted before now has a model; please report this".into())),
    }
}
