//! How a colouring is printed.

use clap::Args;
use gemsat::command::puzzle::LookArgs;
use gemsat::puzzle::coloring::{Coloring, colors_in, print};
use gemsat::puzzle::face::{Puzzle, Values};

#[derive(Args, Clone, Copy, Debug, Default)]
#[group(skip)]
pub struct Look {
    /// A `.sol` file: every variable's name, `-` before false ones.
    #[arg(long, conflicts_with = "line")]
    sol: bool,
}

impl LookArgs<Coloring> for Look {
    fn text(&self, puzzle: &Coloring, values: &Values, color: bool) -> String {
        match (colors_in(values).filter(|_| self.sol), color) {
            (Some(coloring), _) => print::names(&puzzle.graph, &coloring, puzzle.colors),
            (None, true) => puzzle.colored(values, &[]),
            (None, false) => puzzle.print(values),
        }
    }
}
