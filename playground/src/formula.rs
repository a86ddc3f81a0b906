//! A formula: read, solved by an engine, its model or its proof checked.

use crate::page;
use crate::run::Run;
use gemsat::check::drat::{self, DratOptions};
use gemsat::check::format::ProofEncoding;
use gemsat::check::read::{Proof, ProofStep, StepKind};
use gemsat::check::{Outcome, lrat};
use gemsat::cnf::model::first_falsified;
use gemsat::cnf::{
    Assignment, Format, Formula, Lit, ReadError, ReadOptions, Tree, TreePart, Var, name_comment, read_from,
    write_dimacs,
};
use gemsat::engine::{Engine, Observer, Verdict};
use gemsat::engines;
use gemsat::engines::named;
use gemsat::engines::textbook::{self, Rule};
use gemsat::families::{self, WriteOptions};
use gemsat::limits::Limits;
use gemsat::observe::{Board, Record, Recorder, Words, page as player};
use gemsat::proof::{ProofFormat, create_in_memory};
use serde_json::{Value, json};
use std::collections::HashMap;

/// The most bytes of a formula's text, after decompression.
pub const MOST_TEXT: u64 = 64 << 20;
/// The most bytes of a proof.
const MOST_PROOF: usize = 256 << 20;
/// The most bytes of a proof that is shown as text.
const MOST_PROOF_SHOWN: usize = 20 << 10;
/// The most clauses of a formula whose proof is told line by line.
const MOST_READ: usize = 500;
/// The most literals of a model that are shown.
const MOST_SHOWN: usize = 20_000;

/// All engines with their options.
pub fn engines() -> Value {
    let option = |row: gemsat::util::table::OptionRow| json!({ "name": row.name, "value": row.value, "accepts": row.accepts, "help": row.help });
    let known = engines::names().filter_map(engines::by_name);
    let engine = |engine: Box<dyn Engine>| {
        let options: Vec<Value> = engine.options().into_iter().map(option).collect();
        json!({
            "name": engine.name(), "about": engine.about(), "complete": engine.is_complete(), "options": options,
        })
    };
    known.map(engine).collect()
}

/// The engine that a question names, with its options and seed; `var` knows the variables that options name.
pub fn engine(question: &Value, var: impl Fn(&str) -> Option<Var>) -> Result<Box<dyn Engine>, String> {
    let name = question["engine"].as_str().unwrap_or("cdcl");
    let mut engine = engines::by_name(name).ok_or_else(|| format!("there is no engine '{name}'"))?;
    if let Some(rule) = question["textbook"].as_str() {
        let rule = Rule::by_name(rule).ok_or_else(|| format!("there is no rule '{rule}'"))?;
        textbook::set(engine.as_mut(), rule)?;
    }
    if let Some(options) = question["options"].as_object() {
        for (name, value) in options {
            named::set(engine.as_mut(), name, value.as_str().unwrap_or_default(), &var)?;
        }
    }
    let seed = question["seed"].as_u64().filter(|_| engine.options().iter().any(|row| row.name == "seed"));
    if let Some(seed) = seed {
        engine.set_option("seed", &seed.to_string()).map_err(|error| error.to_string())?;
    }
    Ok(engine)
}

/// The counters of an engine's last run that are not 0.
pub fn counters(engine: &dyn Engine) -> Value {
    let rows = engine.counters().into_iter().filter(|row| row.value > 0);
    rows.map(|row| json!({ "name": row.name, "value": row.value, "help": row.help })).collect()
}

/// The page that plays a recorded search.
pub fn play(
    recorder: Recorder,
    verdict: &Verdict,
    engine: &dyn Engine,
    board: impl FnOnce(&Record) -> Board,
) -> String {
    let record = recorder.finish(verdict, &engine.counters());
    let mut html = Vec::new();
    match player::write(&mut html, &record, &board(&record)) {
        Ok(()) => String::from_utf8_lossy(&html).into_owned(),
        Err(error) => format!("<p>{error}</p>"),
    }
}

/// How the text is written, as the page calls it.
fn format(question: &Value) -> Format {
    match question["form"].as_str() {
        Some("dimacs") => Format::Dimacs,
        Some("names") => Format::Symbolic,
        Some("infix") => Format::Infix,
        _ => Format::Auto,
    }
}

/// The most bytes of a text, and clauses, that are shown while somebody types.
const MOST_TYPED: u64 = 64 << 10;
const MOST_LISTED: usize = 1_000;

/// The most variables of a truth table.
const MOST_IN_TABLE: usize = 8;

/// The most parts of formulas that are drawn as trees.
const MOST_DRAWN: usize = 120;

/// The clauses that a text stands for, and the truth table of few variables and the trees of short formulas; for a page
/// that is typed into.
pub fn convert(bytes: &[u8], question: &Value) -> Result<Value, String> {
    let options =
        ReadOptions { format: format(question), max_input: Some(MOST_TYPED), trees: true, ..ReadOptions::default() };
    let document = read_from(bytes, "formula", &options, &Limits::none()).map_err(|error| error.to_string())?;
    let (formula, definitions) = (&document.formula, document.definitions);
    let named = formula.num_vars() - definitions;
    let name = |var: Var| match document.names.as_ref().and_then(|names| names.name(var)) {
        Some(name) => name.to_string(),
        None => var.to_dimacs().to_string(),
    };
    let signed = |lit: &Lit| format!("{}{}", if lit.is_negative() { "-" } else { "" }, name(lit.var()));
    let clauses: Vec<Vec<String>> =
        formula.clauses().take(MOST_LISTED).map(|clause| clause.iter().map(signed).collect()).collect();
    let comments: Vec<String> = match document.names.is_some() && formula.num_clauses() <= MOST_LISTED {
        true => (0..formula.num_vars()).map(Var::new).map(|var| name_comment(var, &name(var))).collect(),
        false => Vec::new(),
    };
    let mut dimacs = Vec::new();
    if !comments.is_empty() {
        write_dimacs(formula, &comments, &mut dimacs).map_err(|error| error.to_string())?;
    }
    let names: Vec<String> = (0..named.min(MOST_LISTED)).map(|index| name(Var::new(index))).collect();
    let part = |part: &TreePart| {
        json!({
            "word": part.word, "sides": part.sides, "literal": part.literal.as_ref().map(&signed),
            "clauses": [part.clauses.start, part.clauses.end],
        })
    };
    let trees: Vec<Value> = match document.trees.iter().map(|tree| tree.parts.len()).sum::<usize>() <= MOST_DRAWN {
        true => {
            let parts = |tree: &Tree| tree.parts.iter().map(part).collect::<Vec<Value>>();
            document.trees.iter().map(|tree| json!({ "parts": parts(tree), "root": tree.root })).collect()
        }
        false => Vec::new(),
    };
    let table = (1..=MOST_IN_TABLE).contains(&named).then(|| table(formula, named));
    Ok(json!({
        "variables": formula.num_vars(), "all": formula.num_clauses(), "definitions": definitions,
        "clauses": clauses, "names": names, "table": table, "trees": trees, "dimacs": String::from_utf8_lossy(&dimacs),
        "remarks": document.remarks,
    }))
}

/// The most literals of a formula that is made for the page.
const MOST_MADE: u64 = 20_000;

/// A formula of the family `name`, with the values of its parameters.
pub fn family(question: &Value) -> Result<Value, String> {
    let name = question["name"].as_str().unwrap_or_default();
    let family = families::by_name(name).ok_or_else(|| format!("there is no family '{name}'"))?;
    let values = question["values"].as_object().into_iter().flatten();
    let values: Vec<(&str, &str)> =
        values.map(|(name, value)| (name.as_str(), value.as_str().unwrap_or_default())).collect();
    let values = family.read(&values).map_err(|error| error.to_string())?;
    let mut text = Vec::new();
    let options = WriteOptions { limit: MOST_MADE, ..WriteOptions::default() };
    family.write(&values, options, &mut text).map_err(|error| error.to_string())?;
    Ok(json!({ "text": String::from_utf8_lossy(&text) }))
}

/// The value of the formula for each assignment of its first variables, false before true, the first changing slowest.
fn table(formula: &Formula, named: usize) -> Vec<bool> {
    let holds = |row: u32| {
        let mut fixed = formula.clone();
        let lit = |index: usize| Var::new(index).lit(row >> (named - 1 - index) & 1 == 1);
        (0..named).for_each(|index| fixed.add_clause([lit(index)]));
        let mut engine = engines::by_name("dpll")?;
        Some(matches!(engine.solve(fixed, &Limits::none(), None), Verdict::Sat(_)))
    };
    (0..1 << named).filter_map(holds).collect()
}

/// The answer to a question about the formula in these bytes, and the proof if one was asked for and is right.
pub fn solve(bytes: &[u8], question: &Value) -> Result<(Value, Vec<u8>), String> {
    let run = Run::new(question);
    let name = question["name"].as_str().unwrap_or("formula");
    let relaxed = question["relaxed"].as_bool().unwrap_or(false);
    let format = format(question);
    let options = ReadOptions { format, relaxed, max_input: Some(MOST_TEXT), ..ReadOptions::default() };
    let document = match read_from(bytes, name, &options, &run.limits) {
        Ok(document) => document,
        Err(ReadError::Stopped { stop, .. }) => {
            let reason = format!("{} while the formula was read", run.why(stop));
            return Ok((json!({ "status": "UNKNOWN", "reason": reason }), Vec::new()));
        }
        Err(error) => return Err(error.to_string()),
    };
    let mut engine = engine(question, |name| document.var(name))?;
    let formula = document.formula;
    let num_vars = formula.num_vars();
    let mut answer = json!({
        "variables": formula.num_vars(), "clauses": formula.num_clauses(), "literals": formula.num_lits(),
        "warnings": document.warnings, "read": run.seconds(),
    });
    let format = question["proof"].as_str().filter(|format| *format != "none");
    let format = format.map(str::parse::<ProofFormat>).transpose().map_err(|error| error.to_string())?;
    let mut kept = None;
    if let Some(format) = format {
        let (tracer, proof) = create_in_memory(format, formula.num_clauses() as u64, MOST_PROOF);
        match engine.set_tracer(tracer) {
            Ok(()) => kept = Some((format, proof)),
            Err(_) => answer["proof"] = json!({ "words": format!("the engine {} writes no proofs", engine.name()) }),
        }
    }
    let named: HashMap<u32, &String> = document.varnames.iter().map(|(var, name)| (*var, name)).collect();
    let name_of = |var: Var| match &document.names {
        Some(names) => names.name(var).map(str::to_string),
        None => named.get(&(var.to_dimacs() as u32)).map(|name| (*name).clone()),
    };
    let mut recorder = question["play"].as_bool().unwrap_or(false).then(|| {
        let mut recorder = Recorder::new(engine.name(), num_vars);
        recorder.set_options(&engine.options());
        recorder.set_clauses(&formula);
        recorder
    });
    engine.set_reporter(run.reporter());
    let began = page::now();
    let observer = recorder.as_mut().map(|recorder| recorder as &mut dyn Observer);
    let verdict = engine.solve(formula.clone(), &run.limits, observer);
    answer["solve"] = json!((page::now() - began) / 1000.0);
    answer["counters"] = counters(&*engine);
    answer["remarks"] = json!(run.remarks());
    let mut bytes = Vec::new();
    match &verdict {
        Verdict::Sat(model) => {
            if let Some(clause) = first_falsified(model, &formula) {
                return Err(format!("internal error: the model does not satisfy clause {}", clause + 1));
            }
            answer["status"] = json!("SATISFIABLE");
            let of_names = document.names.is_some();
            answer["model"] = shown(model, of_names, name_of);
        }
        Verdict::Unsat => {
            answer["status"] = json!("UNSATISFIABLE");
            if let Some((format, proof)) = kept {
                engine.finish_proof().map_err(|error| error.to_string())?;
                bytes = proof.take();
                answer["proof"] = checked(&formula, format, &bytes, &run);
                if answer["proof"]["verified"] == true {
                    readable(&formula, format, &bytes, name_of, &mut answer["proof"]);
                }
                if matches!(format, ProofFormat::LratText | ProofFormat::DratText) && bytes.len() <= MOST_PROOF_SHOWN {
                    answer["proof"]["text"] = json!(String::from_utf8_lossy(&bytes));
                }
            }
        }
        Verdict::Unknown(stop) => {
            answer["status"] = json!("UNKNOWN");
            answer["reason"] = json!(run.why(*stop));
            if let Some((_, falsified)) = engine.best() {
                answer["best"] = json!(falsified);
            }
        }
    }
    if let Some(recorder) = recorder {
        answer["page"] = json!(play(recorder, &verdict, &*engine, |record| Board::strip(
            name,
            Words::named(num_vars, name_of),
            record
        )));
    }
    Ok((answer, bytes))
}

/// The values of a model, the first of them where there are very many: signed names where the formula is one of names,
/// as the program `solver` prints them, otherwise numbers, and beside them the names of the true variables.
fn shown(model: &Assignment, of_names: bool, name_of: impl Fn(Var) -> Option<String>) -> Value {
    let lits = || model.lits().take(MOST_SHOWN);
    let name = |lit: Lit| name_of(lit.var()).unwrap_or_else(|| lit.var().to_dimacs().to_string());
    let signed = |lit: Lit| format!("{}{}", if lit.is_negative() { "-" } else { "" }, name(lit));
    let words: Vec<String> = match of_names {
        true => lits().map(signed).collect(),
        false => lits().map(|lit| lit.to_dimacs().to_string()).collect(),
    };
    let named = |lit: Lit| name_of(lit.var()).filter(|_| lit.is_positive() && !of_names);
    let trues: Vec<String> = lits().filter_map(named).collect();
    json!({ "words": words, "all": model.len(), "names": of_names, "true": trues })
}

/// How a proof of this format is written.
fn encoding(format: ProofFormat) -> ProofEncoding {
    match format {
        ProofFormat::DratText | ProofFormat::DsrText | ProofFormat::LratText => ProofEncoding::Text,
        _ => ProofEncoding::Binary,
    }
}

/// Adds what the page needs to tell why each line of a proof follows: the clauses, the lines of the proof (whether they
/// delete, and their literals) and the names of the variables; where somebody could read them all.
fn readable(
    formula: &Formula,
    format: ProofFormat,
    proof: &[u8],
    name_of: impl Fn(Var) -> Option<String>,
    answer: &mut Value,
) {
    if formula.num_clauses() > MOST_READ || proof.len() > MOST_PROOF_SHOWN {
        return;
    }
    let numbers = |clause: &[Lit]| clause.iter().map(|lit| lit.to_dimacs()).collect::<Vec<_>>();
    let mut source = Proof::new(proof, encoding(format));
    let mut step = ProofStep::default();
    // LRAT deletes clauses by their ids.
    let mut known: HashMap<u64, Vec<i32>> =
        formula.clauses().enumerate().map(|(index, clause)| (index as u64 + 1, numbers(clause))).collect();
    let mut lines = Vec::new();
    loop {
        let of_ids = matches!(format, ProofFormat::LratText | ProofFormat::Lrat);
        let next = match format {
            ProofFormat::LratText | ProofFormat::Lrat => source.next_lrat(&mut step),
            ProofFormat::DsrText | ProofFormat::Dsr => return,
            _ => source.next_drat(&mut step),
        };
        match next {
            Ok(Some(StepKind::Add)) => {
                known.insert(step.id, numbers(&step.lits));
                lines.push(json!([false, numbers(&step.lits)]));
            }
            Ok(Some(StepKind::Delete)) if of_ids => {
                let gone = step.hints.iter().filter_map(|id| known.remove(&id.unsigned_abs()));
                lines.extend(gone.map(|clause| json!([true, clause])));
            }
            Ok(Some(StepKind::Delete)) => lines.push(json!([true, numbers(&step.lits)])),
            Ok(None) => break,
            Err(_) => return,
        }
    }
    let clauses: Vec<Vec<i32>> = formula.clauses().map(numbers).collect();
    let names = (0..formula.num_vars()).map(Var::new);
    let names: Vec<String> = names.map(|var| name_of(var).unwrap_or_else(|| var.to_dimacs().to_string())).collect();
    answer["clauses"] = json!(clauses);
    answer["lines"] = json!(lines);
    answer["names"] = json!(names);
}

/// Checks the proof by the library's checkers, which share no code with its engines.
fn checked(formula: &Formula, format: ProofFormat, proof: &[u8], run: &Run) -> Value {
    let began = page::now();
    let mut source = Proof::new(proof, encoding(format));
    let outcome = match format {
        ProofFormat::LratText | ProofFormat::Lrat => {
            lrat::check(formula, &mut source, &run.limits).map(|report| (report.added, report.deleted))
        }
        _ => {
            let witnesses = matches!(format, ProofFormat::DsrText | ProofFormat::Dsr);
            let options = DratOptions { witnesses, ..DratOptions::default() };
            drat::check(formula, &mut source, options, &run.limits).map(|report| (report.added, report.deleted))
        }
    };
    let (verified, words) = match outcome {
        Outcome::Verified((added, deleted)) => {
            let clauses = if added == 1 { "clause" } else { "clauses" };
            (true, format!("{added} {clauses} derived, {deleted} deleted, every step checked"))
        }
        Outcome::Rejected(error) | Outcome::Unreadable(error) => (false, error.to_string()),
        Outcome::Unknown(stop) => (false, run.why(stop)),
    };
    let seconds = (page::now() - began) / 1000.0;
    json!({ "verified": verified, "words": words, "bytes": proof.len(), "seconds": seconds, "format": format.to_string() })
}
