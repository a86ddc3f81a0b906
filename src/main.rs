//! The `solver` command: flags, reading, the engine, printing, the exit code.

use gemsat::cli;
use gemsat::engine::Engine;
use gemsat::session::{Failure, Session, alarm};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

fn main() {
    let started = Instant::now();
    if std::env::var_os("RUST_LOG").is_some() {
        env_logger::init();
    }
    let (flags, mut engine) = cli::parse(std::env::args_os()).unwrap_or_else(|error| cli::explain(&error));
    let color = flags.color;
    match Session::start(flags, engine.as_mut(), started) {
        Ok(session) => {
            let run = catch_unwind(AssertUnwindSafe(|| run(&session, engine.as_mut())));
            session.end(run.unwrap_or(Err(Failure::Panic)))
        }
        Err(failure) => std::process::exit(alarm(&failure, color)),
    }
}

fn run(session: &Session, engine: &mut dyn Engine) -> Result<i32, Failure> {
    let (formula, original) = session.read()?;
    session.open_proof(engine)?;
    let verdict = session.solve(engine, formula, &original)?;
    session.close_proof(engine, &verdict)?;
    session.answer(&verdict, &original, engine)
}
