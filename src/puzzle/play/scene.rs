//! A puzzle's search as its user wants to see it: what every tool's `solve` hands to the engine.

use super::{
    coloring, coloring_words, gems, gems_values, gems_values_words, gems_words, queens, queens_words, sudoku,
    sudoku_words, tenner, tenner_words,
};
use crate::encode::coloring::Graph;
use crate::encode::gems::Numbering;
use crate::encode::queens::Queens;
use crate::encode::sudoku::Sudoku;
use crate::observe::args::SeeArgs;
use crate::observe::{Board, Words};
use crate::puzzle;

/// What is asked for, and the puzzle's words and board for it; they are made only when something is.
pub struct Scene<'a> {
    /// What is asked for.
    pub see: &'a SeeArgs,
    /// The words of a formula of so many variables.
    pub words: Box<dyn Fn(u32) -> Words + 'a>,
    /// The board, given its words.
    pub board: Box<dyn Fn(Words) -> Board + 'a>,
}

impl std::fmt::Debug for Scene<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Scene").field("see", &self.see).finish_non_exhaustive()
    }
}

/// Nothing is asked for.
static UNSEEN: SeeArgs = SeeArgs { record: None, play: None, watch: None };

impl<'a> Scene<'a> {
    /// Nothing is to be seen.
    pub fn unseen() -> Scene<'static> {
        Scene::new(&UNSEEN, |_| Words::default(), |words| Board { words, ..Board::default() })
    }

    fn new(see: &'a SeeArgs, words: impl Fn(u32) -> Words + 'a, board: impl Fn(Words) -> Board + 'a) -> Scene<'a> {
        Scene { see, words: Box::new(words), board: Box::new(board) }
    }

    /// Queens on their board.
    pub fn queens(see: &'a SeeArgs, puzzle: &'a Queens) -> Scene<'a> {
        Scene::new(see, |count| queens_words(puzzle, count), |words| queens(puzzle, words))
    }

    /// A gem hunter or minesweeper board with variables for its unknown cells.
    pub fn gems(see: &'a SeeArgs, board: &'a puzzle::gems::Board) -> Scene<'a> {
        let numbering = Numbering::Unknown;
        Scene::new(see, move |count| gems_words(board, numbering, count), move |words| gems(board, numbering, words))
    }

    /// The same board as constraints, with two values for each unknown cell.
    pub fn gems_values(see: &'a SeeArgs, board: &'a puzzle::gems::Board) -> Scene<'a> {
        Scene::new(see, |count| gems_values_words(board, count), |words| gems_values(board, words))
    }

    /// A sudoku.
    pub fn sudoku(see: &'a SeeArgs, puzzle: &'a Sudoku) -> Scene<'a> {
        Scene::new(see, |count| sudoku_words(puzzle, count), |words| sudoku(puzzle, words))
    }

    /// A Tenner grid.
    pub fn tenner(see: &'a SeeArgs, grid: &'a puzzle::tenner::Grid) -> Scene<'a> {
        Scene::new(see, |count| tenner_words(grid, count), |words| tenner(grid, words))
    }

    /// A graph, or the map of the US, in so many colours.
    pub fn coloring(see: &'a SeeArgs, graph: &'a Graph, colors: usize) -> Scene<'a> {
        Scene::new(see, move |count| coloring_words(graph, colors, count), move |words| coloring(graph, colors, words))
    }
}
