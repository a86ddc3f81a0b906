//! What the subcommands share: the puzzle, the form of its clauses, how a board is printed.

use clap::{Args, ValueEnum};
use gemsat::command::color;
use gemsat::command::exit::{Exit, Failure};
use gemsat::command::output::Output;
use gemsat::command::source::{InputArgs, Source};
use gemsat::command::terminal::is_stdin;
use gemsat::encode::Encoding;
use gemsat::encode::cardinality::AtMostOne;
use gemsat::puzzle::Reading;
use gemsat::puzzle::queens::encode::{self, Style};
use gemsat::puzzle::queens::print::{FINAL, INITIAL, board, coloured, states};
use gemsat::puzzle::queens::{MAX_SIZE, Queens, check, read};
use std::io::Write;
use std::path::{Path, PathBuf};

#[derive(Clone, Debug, Args)]
pub struct PuzzleArgs {
    /// A size, a file, or `-` for standard input.
    #[arg(value_name = "PUZZLE")]
    pub puzzle: Option<String>,
    #[command(flatten)]
    pub board: BoardArgs,
}

/// How a file of queens is read.
#[derive(Clone, Copy, Debug, Args)]
pub struct BoardArgs {
    /// The size of the board, for files that only list queens (8 by default).
    #[arg(long, value_name = "N")]
    pub size: Option<usize>,
    /// How many of a file's excluded diagonals count; all by default.
    #[arg(long, value_name = "K")]
    diagonals: Option<usize>,
}

#[derive(Clone, Copy, Debug, Args)]
pub struct FormArgs {
    /// Which clauses are written.
    #[arg(long, value_enum, default_value_t = StyleArg::Applied)]
    encoding: StyleArg,
    /// Encoding of "at most one": auto pairwise sequential product commander bitwise ladder.
    #[arg(long, value_name = "NAME", default_value = "auto", value_parser = parse_amo)]
    pub at_most_one: AtMostOne,
    /// Keep the first row's queen in its left half (only for an empty board).
    #[arg(long)]
    half: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum StyleArg {
    /// Exactly one a row and a column, placed queens applied.
    Applied,
    /// Level 1 of the report on queens: rows and diagonals.
    Level1,
    /// Level 2 of the report on queens: rows, columns and diagonals.
    #[value(alias = "seed")]
    Level2,
}

fn parse_amo(text: &str) -> Result<AtMostOne, String> {
    AtMostOne::by_name(text).ok_or_else(|| format!("no such encoding: '{text}'"))
}

impl BoardArgs {
    /// The puzzles of this name: a bare number is an empty board, even where a file has that name (which is then `./8`).
    pub fn read(self, name: Option<&str>) -> Result<Reading<Vec<Queens>>, Failure> {
        match sized(name)? {
            Some(puzzle) => Ok(Reading::only(vec![puzzle])),
            None => self.parse(&Source::read(name.map(Path::new))?),
        }
    }

    pub fn parse(self, source: &Source) -> Result<Reading<Vec<Queens>>, Failure> {
        let options = read::QueensReadOptions { size: self.size, diagonals: self.diagonals };
        source.take(read::read_all(&source.text, options))
    }
}

/// The empty board that a bare number stands for.
fn sized(name: Option<&str>) -> Result<Option<Queens>, Failure> {
    let number = name.and_then(|text| text.parse::<usize>().ok());
    let empty = |size| Queens::new(size).ok_or_else(|| Failure::usage(format!("the size is from 1 to {MAX_SIZE}")));
    number.map(empty).transpose()
}

impl PuzzleArgs {
    /// The one puzzle that is named.
    pub fn read(&self) -> Result<Queens, Failure> {
        self.reading().map(|reading| reading.puzzle)
    }

    /// The one puzzle that is named, and how it was read.
    pub fn reading(&self) -> Result<Reading<Queens>, Failure> {
        let Reading { mut puzzle, remarks } = self.read_all()?;
        match puzzle.len() {
            1 => Ok(Reading { puzzle: puzzle.remove(0), remarks }),
            count => Err(Failure::input(format!("{}:1:1: expected one board, found {count}", self.name()))),
        }
    }

    /// All puzzles of the text that is named.
    pub fn read_all(&self) -> Result<Reading<Vec<Queens>>, Failure> {
        self.board.read(self.puzzle.as_deref())
    }

    /// The puzzle's file or size, for statistics.
    pub fn name(&self) -> String {
        match self.puzzle.as_deref().filter(|name| !is_stdin(Some(Path::new(name)))) {
            Some(name) => name.to_string(),
            None => "<stdin>".into(),
        }
    }

    /// The files of a folder, when that is what is named.
    pub fn folder(&self) -> Result<Option<Vec<PathBuf>>, Failure> {
        match sized(self.puzzle.as_deref())? {
            Some(_) => Ok(None),
            None => InputArgs { path: self.puzzle.as_deref().map(PathBuf::from) }.folder(),
        }
    }
}

/// The largest board for pairwise clauses: 45 million of them.
pub const MOST_PAIRWISE: usize = 300;

impl FormArgs {
    /// What is written when nothing else was asked for.
    pub const PLAIN: FormArgs = FormArgs { encoding: StyleArg::Applied, at_most_one: AtMostOne::Auto, half: false };

    /// The board's formula, without auxiliary variables where these are not wanted.
    pub fn encode(self, puzzle: &Queens, plain: bool) -> Result<Encoding, Failure> {
        if self.half && (!puzzle.placed.is_empty() || puzzle.any_blocked()) {
            return Err(Failure::usage("--half is only right for an empty board"));
        }
        let style = match self.encoding {
            StyleArg::Applied => Style::Applied,
            StyleArg::Level1 => Style::Level1,
            StyleArg::Level2 => Style::Level2,
        };
        let amo = if plain { AtMostOne::Pairwise } else { self.at_most_one };
        let pairwise = amo == AtMostOne::Pairwise || !matches!(style, Style::Applied);
        if pairwise && puzzle.size() > MOST_PAIRWISE {
            return Err(Failure::usage(format!("pairwise clauses are written up to size {MOST_PAIRWISE}")));
        }
        Ok(encode::encode(puzzle, style, amo, self.half))
    }
}

/// How a board is printed.
#[derive(Clone, Copy, Debug, Default, Args)]
pub struct PrintArgs {
    /// Print states (1 a queen, 0 free, -1 attacked) in place of pictures.
    #[arg(long)]
    pub states: bool,
    /// Print only the column of each row's queen.
    #[arg(long)]
    pub columns: bool,
}

pub fn show(out: &mut Output, puzzle: &Queens, placed: &[(usize, usize)], print: PrintArgs) -> Result<(), Failure> {
    if print.columns {
        let column =
            |row| placed.iter().find(|&&(r, _)| r == row).map_or("-1".into(), |(_, column)| column.to_string());
        let columns: Vec<String> = (0..puzzle.size()).map(column).collect();
        writeln!(out, "{}", columns.join(" "))?;
    } else if print.states {
        write!(out, "{}", states(puzzle, placed))?;
    } else if color::on_stdout() {
        write!(out, "{}", coloured(puzzle, placed))?;
    } else {
        write!(out, "{}", board(puzzle, placed))?;
    }
    Ok(())
}

pub fn none(out: &mut Output) -> Result<Exit, Failure> {
    writeln!(out, "No solution")?;
    Ok(Exit::NoSolution)
}

/// A solution that is about to be printed must be one.
pub fn verify(puzzle: &Queens, placed: &[(usize, usize)]) -> Result<(), Failure> {
    check(puzzle, placed).map_err(|broken| Failure::internal(format!("the solution found is wrong: {broken}")))
}

/// Prints a solution, under the headings of the report on queens when queens were placed beforehand.
pub fn framed(out: &mut Output, puzzle: &Queens, placed: &[(usize, usize)], print: PrintArgs) -> Result<Exit, Failure> {
    verify(puzzle, placed)?;
    let headings = !puzzle.placed.is_empty() && !print.columns;
    if headings {
        writeln!(out, "{INITIAL}")?;
        show(out, puzzle, &puzzle.placed, print)?;
        writeln!(out, "{FINAL}")?;
    }
    show(out, puzzle, placed, print)?;
    Ok(Exit::Solved)
}
