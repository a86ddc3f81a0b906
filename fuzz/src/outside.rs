//! Targets that compare with the work of others: the parser of the `flussab-cnf` crate, and solvers that are installed.

use crate::fuzzing::formula::{self, formula};
use crate::fuzzing::{Counts, Finding, Target, options, proofs, reader};
use gemsat::cnf::Lit;
use gemsat::engine::{Verdict};
use gemsat::engines;
use gemsat::limits::Limits;
use gemsat::external::Process;
use gemsat::proof::ProofFormat;
use gemsat::util::rng::Rng;
use std::process::Command;
use std::sync::OnceLock;
use std::time::Duration;

/// All of them.
pub const TARGETS: &[Target] = &[
    Target { name: "outside", about: "texts that are nearly DIMACS, against the crate flussab-cnf", run: outside },
    Target { name: "peers", about: "formulas, against the solvers named in GEMSAT_PEERS", run: peers },
    Target { name: "checkers", about: "proofs, before the checkers named in GEMSAT_CHECKERS", run: checkers },
];

/// The clauses by `flussab-cnf`, where the text has a header with both counts. (A count of 0 means none given there, a
/// header may be missing, and a clause must end its line.)
fn flussab(text: &[u8]) -> Option<Vec<Vec<i32>>> {
    let config = flussab_cnf::cnf::Config::default();
    let mut parser = flussab_cnf::cnf::Parser::<i32>::from_read(text, config).ok()?;
    let header = parser.header()?;
    if header.var_count == 0 || header.clause_count == 0 {
        return None;
    }
    let mut clauses = Vec::new();
    while let Some(clause) = parser.next_clause().ok()? {
        clauses.push(clause.to_vec());
    }
    Some(clauses)
}

/// Whether both parsers accept the text, or what is wrong: the other one accepts it and ours finds other clauses, or
/// none. Ours reads every text, and must not panic over any.
pub fn judge(text: &[u8]) -> Result<bool, String> {
    let ours = reader::read(text, false);
    let Some(theirs) = flussab(text) else { return Ok(false) };
    match ours {
        Ok(document) if document.names.is_some() => Err("taken for names".into()),
        Ok(document) if reader::lists(&document.formula) != theirs => Err(format!("flussab-cnf finds {theirs:?}")),
        Ok(_) => Ok(true),
        // They read any number of variables, and zeros in front of numbers.
        Err(error) if ["--max-vars", "digit", "-0", "00"].iter().any(|why| error.to_string().contains(why)) => {
            Ok(false)
        }
        Err(error) => Err(format!("flussab-cnf accepts it: {error}")),
    }
}

fn outside(rng: &mut Rng) -> Result<Counts, Finding> {
    let text = reader::text(rng);
    match judge(&text) {
        Ok(both) => Ok(vec![("texts", 1), ("accepted by both", both.into())]),
        Err(message) => Err(Finding { message, file: ("cnf", text) }),
    }
}

/// The solvers of `GEMSAT_PEERS`, commands with commas between them.
fn peer_solvers() -> &'static [Process] {
    static PEERS: OnceLock<Vec<Process>> = OnceLock::new();
    PEERS.get_or_init(|| {
        let names = std::env::var("GEMSAT_PEERS").unwrap_or_else(|_| "minisat,cadical".into());
        names.split(',').map(|name| Process::new(name).unwrap_or_else(|error| panic!("{error}"))).collect()
    })
}

fn peers(rng: &mut Rng) -> Result<Counts, Finding> {
    let size = [formula::TINY, formula::SMALL, formula::SMALL, formula::MEDIUM][rng.index(4)];
    let clauses = formula::random(rng, size);
    let formula = formula(&clauses);
    let mut cdcl = engines::by_name("cdcl").expect("a known engine");
    for (name, value) in crate::fuzzing::options::random(rng) {
        cdcl.set_option(&name, &value).expect("a value of the table");
    }
    let ours = cdcl.solve(formula.clone(), &Limits::none(), None);
    let text = || {
        let mut text = Vec::new();
        // Writing to a vector cannot fail.
        let _ = gemsat::cnf::write_dimacs(&formula, [] as [&str; 0], &mut text);
        text
    };
    for peer in peer_solvers() {
        let limits = Limits::none().with_wall_time(Duration::from_secs(50));
        let theirs = peer.run(&formula, &limits);
        let agree = match &theirs {
            Ok(Verdict::Sat(_)) => matches!(ours, Verdict::Sat(_)),
            Ok(theirs) => *theirs == ours,
            Err(_) => false,
        };
        if !agree {
            let message = format!("ours: {ours:?}\n{}: {theirs:?}", peer.program());
            return Err(Finding { message, file: ("cnf", text()) });
        }
    }
    let sat = matches!(ours, Verdict::Sat(_));
    Ok(vec![("sat", sat.into()), ("unsat", (!sat).into()), ("answers of peers", peer_solvers().len() as u64)])
}

/// Shows the proof of a structured formula to the checkers of `GEMSAT_CHECKERS`, commands with commas between them that
/// take a formula and a proof and say `s VERIFIED`. Those with `drat` in their names or `rate` get DRAT, those with
/// `dsr` get DSR, others LRAT, in binary; DSR as text.
fn checkers(rng: &mut Rng) -> Result<Counts, Finding> {
    let size = [formula::SMALL, formula::MEDIUM][rng.index(2)];
    let clauses = formula::random(rng, size);
    let chosen = options::random(rng);
    // Some readers know no empty clause; such a formula needs no proof.
    if clauses.iter().any(Vec::is_empty) {
        return Ok(vec![("unsat", 0)]);
    }
    let commands = std::env::var("GEMSAT_CHECKERS").unwrap_or_else(|_| "lrat-trim".into());
    // dsr-trim drops tautologies when it reads them, and does not know them when the proof deletes them.
    let tautology = |clause: &Vec<Lit>| clause.iter().any(|&lit| clause.contains(&!lit));
    if commands.contains("dsr") && clauses.iter().any(tautology) {
        return Ok(vec![("unsat", 0)]);
    }
    let (cnf, proof) = (proofs::scratch().with_extension("cnf"), proofs::scratch().with_extension("proof"));
    std::fs::write(&cnf, proofs::text(&clauses)).expect("a writable folder for temporary files");
    let mut counts = vec![("unsat", 0), ("proofs verified", 0)];
    for command in commands.split(',') {
        let name = command.rsplit('/').next().unwrap_or(command);
        let format = match name {
            _ if name.contains("dsr") => ProofFormat::DsrText,
            _ if name.contains("drat") || name == "rate" => ProofFormat::Drat,
            _ => ProofFormat::Lrat,
        };
        if !proofs::write(&clauses, format, &chosen, &proof) {
            break;
        }
        let output = Command::new(command).arg(&cnf).arg(&proof).output();
        let said =
            output.map_or_else(|error| error.to_string(), |output| String::from_utf8_lossy(&output.stdout).into());
        if !said.contains("s VERIFIED") {
            let message = format!("{command} does not verify the proof under {chosen:?}:\n{said}");
            return Err(Finding { message, file: ("cnf", proofs::text(&clauses).into_bytes()) });
        }
        counts[0].1 = 1;
        counts[1].1 += 1;
    }
    // What is left behind would only fill the folder.
    let _ = (std::fs::remove_file(&cnf), std::fs::remove_file(&proof));
    Ok(counts)
}
