//! The tool `cnfcompare`: races of solvers. Unix alone measures and limits the processes as a race needs it.

use std::process::ExitCode;

#[cfg(not(feature = "safe"))]
#[global_allocator]
static ALLOCATOR: gemsat::command::signals::Guarded = gemsat::command::signals::Guarded;

#[cfg(unix)]
#[path = "cnfcompare/race.rs"]
mod race;
#[cfg(unix)]
pub use race::command;

#[cfg(unix)]
fn main() -> ExitCode {
    race::main()
}

#[cfg(not(unix))]
fn main() -> ExitCode {
    eprintln!(
        "cnfcompare: error: this system cannot measure and limit processes as a race needs it (Linux and macOS can)"
    );
    ExitCode::from(2)
}
