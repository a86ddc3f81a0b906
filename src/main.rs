//! The `solver` command: flags, reading, the engine, printing, the exit code.

use gemsat::command::exit::{Failure, guarded};
use gemsat::command::session::Session;
use gemsat::command::{flags, help};
use gemsat::engine::Engine;
use std::time::Instant;

#[cfg(not(feature = "safe"))]
#[global_allocator]
static ALLOCATOR: gemsat::command::signals::Guarded = gemsat::command::signals::Guarded;

fn main() {
    let started = Instant::now();
    if std::env::var_os("RUST_LOG").is_some() {
        env_logger::init();
    }
    let (flags, mut engine) = flags::parse(std::env::args_os()).unwrap_or_else(|why| help::exit("solver", &why));
    let color = flags.color;
    match Session::start(flags, engine.as_mut(), started) {
        Ok(session) => session.end(guarded(|| run(&session, engine.as_mut()))),
        Err(failure) => std::process::exit(failure.print("solver", color).into()),
    }
}

fn run(session: &Session, engine: &mut dyn Engine) -> Result<u8, Failure> {
    let (formula, original) = session.read()?;
    session.open_proof(engine)?;
    let verdict = session.solve(engine, formula, &original)?;
    session.close_proof(engine, &verdict)?;
    session.answer(&verdict, &original, engine)
}
