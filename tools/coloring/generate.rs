//! `coloring generate`: a random planar map.

use clap::Args;
use gemsat::command::exit::{Exit, Failure};
use gemsat::command::output::Output;
use gemsat::puzzle::coloring::generate::{MAX_COUNTRIES, generate};
use std::io::Write;

#[derive(Debug, Args)]
pub struct Generate {
    /// How many countries.
    #[arg(default_value_t = 30)]
    countries: usize,
    /// Seed of all random choices.
    #[arg(long, default_value_t = 0)]
    seed: u64,
}

impl Generate {
    pub fn run(&self, out: &mut Output) -> Result<Exit, Failure> {
        if self.countries > MAX_COUNTRIES {
            return Err(Failure::usage(format!("at most {MAX_COUNTRIES} countries")));
        }
        let graph = generate(self.countries, self.seed);
        for (vertex, name) in graph.names().iter().enumerate() {
            let list: Vec<&str> = graph.neighbours(vertex).iter().map(|&other| graph.names()[other].as_str()).collect();
            writeln!(out, "{name}: {}", list.join(", "))?;
        }
        Ok(Exit::Done)
    }
}
