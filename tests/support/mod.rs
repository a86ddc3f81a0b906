//! Helpers that several tests share.

pub mod certified;
pub mod clauses;
pub mod proofs;
pub mod puzzles;
pub mod refuter;
pub mod solver;
pub mod spoil;
pub mod strict;
pub mod tool;

/// How many random cases there are: `n`, or that many times `GEMSAT_TEST_FACTOR`.
pub fn rounds(n: usize) -> usize {
    n * std::env::var("GEMSAT_TEST_FACTOR").ok().and_then(|factor| factor.parse().ok()).unwrap_or(1)
}

/// Where random cases begin: `GEMSAT_TEST_SEED`, which makes others of them, or 0.
pub fn seed() -> u64 {
    std::env::var("GEMSAT_TEST_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(0)
}

/// The names of the engines that never say "unsatisfiable".
pub fn local_searches() -> impl Iterator<Item = &'static str> {
    let complete = |name| gemsat::engines::by_name(name).expect("a registered name").is_complete();
    gemsat::engines::names().filter(move |&name| !complete(name))
}
