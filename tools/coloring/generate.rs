//! Which graphs are made: random planar maps.

use clap::Args;
use gemsat::command::exit::Failure;
use gemsat::command::puzzle::{Made, MakeArgs};
use gemsat::limits::Limits;
use gemsat::puzzle::coloring::generate::{MAX_COUNTRIES, generate};
use gemsat::puzzle::coloring::{COLORS, Coloring};
use gemsat::util::rng::Rng;

#[derive(Args, Debug)]
#[group(skip)]
pub struct Making {
    /// How many countries.
    #[arg(default_value_t = 30)]
    countries: usize,
}

impl MakeArgs<Coloring> for Making {
    fn make(&self, seed: u64, _rng: &mut Rng, _limits: &Limits) -> Result<Made<Coloring>, Failure> {
        if self.countries > MAX_COUNTRIES {
            return Err(Failure::usage(format!("at most {MAX_COUNTRIES} countries")));
        }
        Ok(Made { puzzle: Coloring::new(generate(self.countries, seed), COLORS, None), solution: None })
    }

    /// Each country with all its neighbours.
    fn text(&self, made: &Made<Coloring>, _color: bool) -> String {
        let graph = &made.puzzle.graph;
        let line = |(vertex, name): (usize, &String)| {
            let list: Vec<&str> = graph.neighbours(vertex).iter().map(|&other| graph.names()[other].as_str()).collect();
            format!("{name}: {}\n", list.join(", "))
        };
        graph.names().iter().enumerate().map(line).collect()
    }

    fn line(&self, _made: &Made<Coloring>) -> Option<String> {
        None
    }
}
