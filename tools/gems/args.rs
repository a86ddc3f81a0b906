//! What the subcommands share: the board, how its cells are numbered, how a model fills it. And `encode`.

use clap::{Args, ValueEnum};
use gemsat::command::exit::{Exit, Failure};
use gemsat::command::output::{Output, complain};
use gemsat::command::source::{InputArgs, Source};
use gemsat::command::tool;
use gemsat::encode::Encoding;
use gemsat::puzzle::Reading;
use gemsat::puzzle::gems::encode::{self as encoder, Numbering};
use gemsat::puzzle::gems::{Board, GemsReadOptions, Symbols};
use gemsat::util::words::many;
use std::io::Write;
use std::path::Path;

#[derive(Args)]
pub struct BoardArgs {
    #[command(flatten)]
    pub input: InputArgs,
    #[command(flatten)]
    pub read: ReadArgs,
}

/// How a board is read, and what is known beside it.
#[derive(Args)]
pub struct ReadArgs {
    /// `0` is an unknown cell, not a number.
    #[arg(long)]
    zero_unknown: bool,
    /// The number of traps on the whole board, given ones included, where the file does not state it.
    #[arg(long, value_name = "N")]
    pub mines: Option<usize>,
}

impl ReadArgs {
    pub fn options(&self) -> GemsReadOptions {
        GemsReadOptions { zero_unknown: self.zero_unknown, answer: false }
    }

    /// The one board of a text.
    pub fn board(&self, source: &Source) -> Result<Board, Failure> {
        let mut boards = self.boards(source)?.puzzle;
        match boards.len() {
            1 => Ok(boards.remove(0)),
            count => Err(Failure::input(format!("{}:1:1: expected one board, found {count}", source.name))),
        }
    }

    /// All boards of a text: one, or one a line.
    pub fn boards(&self, source: &Source) -> Result<Reading<Vec<Board>>, Failure> {
        let mut boards = source.take(Board::parse_all(&source.text, self.options()))?;
        for board in &mut boards.puzzle {
            if let (Some(asked), Some(stated)) = (self.mines, board.mines)
                && asked != stated
            {
                let message =
                    format!("{}:1:1: the board has {}, --mines says {asked}", source.name, many(stated, "mine"));
                return Err(Failure::input(message));
            }
            board.mines = board.mines.or(self.mines);
        }
        Ok(boards)
    }
}

/// Refuses files that hold no text but the record of a game.
fn refuse_records(path: Option<&Path>) -> Result<(), Failure> {
    let record = |path: &&Path| {
        path.extension().is_some_and(|end| end.eq_ignore_ascii_case("mbf") || end.eq_ignore_ascii_case("abf"))
    };
    match path.filter(record) {
        Some(path) => Err(Failure::input(format!(
            "{}: expected rows of cells, found a record of the program Arbiter, which lists the mines of a whole board; \
             save the board as text",
            path.display()
        ))),
        None => Ok(()),
    }
}

impl BoardArgs {
    /// The one board of the input.
    pub fn read(&self) -> Result<Board, Failure> {
        refuse_records(self.input.path.as_deref())?;
        self.read.board(&self.input.read()?)
    }

    /// All boards of the input, and how they were read.
    pub fn read_all(&self) -> Result<Reading<Vec<Board>>, Failure> {
        refuse_records(self.input.path.as_deref())?;
        self.read.boards(&self.input.read()?)
    }
}

#[derive(Clone, Copy, ValueEnum)]
pub enum EncodingChoice {
    /// Variables for unknown cells.
    Auto,
    /// As in the reports: unknown cells for gem symbols, all cells for mine symbols.
    #[value(alias = "seed")]
    Textbook,
    /// Variables for unknown cells.
    Unknown,
    /// Variables for all cells.
    All,
}

impl EncodingChoice {
    pub fn numbering(self, board: &Board) -> Numbering {
        match (self, board.style.symbols) {
            (EncodingChoice::All, _) | (EncodingChoice::Textbook, Symbols::Mines) => Numbering::All,
            _ => Numbering::Unknown,
        }
    }
}

#[derive(Args)]
pub struct Encode {
    #[command(flatten)]
    board: BoardArgs,
    /// Which clauses.
    #[arg(long, value_enum, default_value = "auto")]
    encoding: EncodingChoice,
    /// Write the named form in place of DIMACS: one clause a line, no header.
    #[arg(long)]
    symbolic: bool,
}

impl Encode {
    pub fn run(&self, out: &mut Output) -> Result<Exit, Failure> {
        let Reading { puzzle: boards, remarks } = self.board.read_all()?;
        let [board] = &boards[..] else {
            let name = self.board.input.name();
            return Err(Failure::input(format!("{name}:1:1: expected one board, found {}", boards.len())));
        };
        warn_impossible(board, "");
        let numbering = self.encoding.numbering(board);
        let encoding = encoder::encode(board, numbering, board.mines).map_err(Failure::input)?;
        tool::write_encoding(out, &tool::remarked(encoding, &remarks), self.symbolic)
    }
}

/// A board's formula over its unknown cells.
pub fn formula(board: &Board) -> Result<Encoding, Failure> {
    encoder::encode(board, Numbering::Unknown, board.mines).map_err(Failure::input)
}

/// Impossible numbers that are named one by one.
const NAMED: usize = 10;

/// Names the numbers that no filling can meet on standard error, the first ones; `place` is said before each.
pub fn warn_impossible(board: &Board, place: &str) {
    let impossible = board.impossible_clues();
    for (_, why) in impossible.iter().take(NAMED) {
        complain(format_args!("gems: {place}{why}"));
    }
    if let more @ 1.. = impossible.len().saturating_sub(NAMED) {
        complain(format_args!("gems: {place}so it is with {}", many(more, "more number")));
    }
}

pub fn no_solution(board: &Board, out: &mut Output) -> Result<Exit, Failure> {
    writeln!(out, "No solution")?;
    warn_impossible(board, "");
    Ok(Exit::NoSolution)
}
