//! Which clauses a graph's formula has.

use clap::{Args, ValueEnum};
use gemsat::command::exit::Failure;
use gemsat::command::puzzle::FormArgs;
use gemsat::encode::Encoding;
use gemsat::encode::answer::{Answer, AnswerError};
use gemsat::puzzle::coloring::encode::{Style, encode, from_note};
use gemsat::puzzle::coloring::{Coloring, Graph, colors_fit};
use gemsat::puzzle::face::{Puzzle, Values};

#[derive(Args, Clone, Copy, Debug, Default)]
#[group(skip)]
pub struct Form {
    /// Which clauses are written.
    #[arg(long, value_enum, default_value_t)]
    encoding: StyleArg,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum StyleArg {
    /// Each border once, a clique fixed.
    #[default]
    Fixed,
    /// The clauses of the report on sudoku by local search, in its order.
    Textbook,
}

impl FormArgs<Coloring> for Form {
    fn encode(&self, puzzle: &Coloring, plain: bool) -> Result<Encoding, Failure> {
        colors_fit(&puzzle.graph, puzzle.colors).map_err(Failure::usage)?;
        let encoding = match self.encoding {
            StyleArg::Fixed => puzzle.encode(plain),
            StyleArg::Textbook => puzzle.models(),
        };
        encoding.map_err(Failure::input)
    }

    /// Sets the number of colours to that of the answer's note, or else to as many as its number of variables allows.
    fn fitted(&self, mut puzzle: Coloring, answer: &Answer) -> Coloring {
        if !puzzle.stated {
            let noted = answer.notes.iter().find_map(|note| from_note(note)).map(|(colors, _)| colors);
            let (highest, vertices) = (answer.num_vars(), puzzle.graph.len());
            let inferred = (vertices > 0 && highest.is_multiple_of(vertices)).then(|| highest / vertices);
            puzzle.colors = noted.or(inferred).unwrap_or(puzzle.colors);
        }
        puzzle
    }

    fn decode(&self, puzzle: &Coloring, answer: &mut Answer) -> Result<Values, AnswerError> {
        // Only the names are needed, not the edges.
        let vertices = Graph::new(puzzle.graph.names().to_vec());
        let names = encode(&vertices, puzzle.colors, Style::Fixed, &[], &[]);
        Ok(puzzle.decode(&answer.assignment(&names)?))
    }
}
