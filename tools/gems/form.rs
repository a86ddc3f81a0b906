//! Which cells of a board have variables.

use clap::{Args, ValueEnum};
use gemsat::command::exit::Failure;
use gemsat::command::puzzle::FormArgs;
use gemsat::encode::Encoding;
use gemsat::encode::answer::{Answer, AnswerError};
use gemsat::puzzle::face::Values;
use gemsat::puzzle::gems::encode::{Numbering, encode, encode_plain, read_note};
use gemsat::puzzle::gems::{Board, Symbols, values_of};

#[derive(Args, Clone, Copy, Debug, Default)]
#[group(skip)]
pub struct Form {
    /// Which clauses the formula has.
    #[arg(long, value_enum, default_value_t)]
    encoding: EncodingChoice,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum EncodingChoice {
    /// Variables for unknown cells.
    #[default]
    Auto,
    /// As in the reports: unknown cells for gem symbols, all cells for mine symbols.
    Textbook,
    /// Variables for unknown cells.
    Unknown,
    /// Variables for all cells.
    All,
}

impl Form {
    fn numbering(self, board: &Board) -> Numbering {
        match (self.encoding, board.style.symbols) {
            (EncodingChoice::All, _) | (EncodingChoice::Textbook, Symbols::Mines) => Numbering::All,
            _ => Numbering::Unknown,
        }
    }
}

impl FormArgs<Board> for Form {
    fn encode(&self, board: &Board, plain: bool) -> Result<Encoding, Failure> {
        let encode = if plain { encode_plain } else { encode };
        encode(board, self.numbering(board), board.mines).map_err(Failure::input)
    }

    /// Takes over the number of traps if the answer's note states it.
    fn fitted(&self, mut board: Board, answer: &Answer) -> Board {
        let noted = answer.notes.iter().find_map(|note| read_note(note)).and_then(|(.., total)| total);
        board.mines = board.mines.or(noted);
        board
    }

    /// The answer's note, if there is one, says how the cells were numbered.
    fn decode(&self, board: &Board, answer: &mut Answer) -> Result<Values, AnswerError> {
        let noted = answer.notes.iter().find_map(|note| read_note(note)).map(|(_, numbering, _)| numbering);
        let numbering = noted.unwrap_or_else(|| self.numbering(board));
        let encoding = encode(board, numbering, None).unwrap_or_default();
        answer.add_idle(&encoding)?;
        Ok(values_of(&numbering.fill(board, &answer.assignment(&encoding)?)))
    }
}
