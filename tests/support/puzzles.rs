//! The puzzles, for every test that goes through all of them. A new puzzle is a row here; what its tool does not have
//! (`explain`, `draw`, `--play`) is left out by the tests, which ask its help.

use gemsat::puzzle::gems::{Board, GemsReadOptions};
use gemsat::puzzle::tenner::Grid;
use gemsat::puzzle::{SyntaxError, coloring, queens, sudoku};

/// A puzzle and examples of its texts.
#[derive(Debug)]
pub struct Puzzle {
    /// Its name, and that of its tool.
    pub name: &'static str,
    /// A puzzle that has a solution.
    pub text: &'static str,
    /// What the commands of the tool need beside it.
    pub flags: &'static [&'static str],
    /// A filled puzzle that is no solution of it, or the answer of another one.
    pub wrong: &'static str,
    /// Texts in all its formats.
    pub formats: &'static [&'static str],
    /// Characters that mistakes in these texts are made of.
    pub letters: &'static str,
    /// Reads a text as the tool does.
    pub read: fn(&str) -> Result<(), SyntaxError>,
}

/// All puzzles.
pub const PUZZLES: &[Puzzle] = &[
    Puzzle {
        name: "coloring",
        text: "p edge 3 3\ne 1 2\ne 2 3\ne 1 3\n",
        flags: &["-k", "3"],
        wrong: "1 green\n2 green\n3 red\n",
        formats: &[
            "c a\np edge 3 2\ne 1 2\ne 2 3\n",
            "AL: FL, GA\nFL: AL\nGA: AL\n",
            "a,b\nb,c\n",
            "{\"a\": [\"b\"], \"b\": [\"a\"]}",
            "{0: [1, 2], 1: [0], 2: [0]}",
        ],
        letters: "0123456789abcep:, \n\r\t{}[]\"-é",
        read: |text| coloring::read::read(text, Default::default()).map(drop),
    },
    Puzzle {
        name: "gems",
        text: "3, _, 2, _ \n_, _, 2, _\n_, 3, 1, _",
        flags: &[],
        wrong: "3, T, 2, G\nT, T, 2, T\nT, 3, 1, G\n",
        formats: &[
            "3, _, 2, _ \n_, _, 2, _\n_, 3, 1, _",
            "3 4\n3 ? 2 ?\n? ? 2 ?\n? 3 1 ?\n",
            "3.2.\n..2.\n.31.\n",
            "- 1 X\n- 2 -\n",
            "3_2_/__2_/_31_\n1T_/(12)G0\n",
        ],
        letters: "0123456789_TGX-.?*, \t\n\r;x\u{feff}é/()",
        read: |text| Board::parse_all(text, GemsReadOptions::default()).map(drop),
    },
    Puzzle {
        name: "queens",
        text: "2\n(0, 2) (3, 0)\n",
        flags: &[],
        wrong: "0 4 7 5 2 6 1 3",
        formats: &[
            "2\n(0, 2) (3, 0)\n",
            "2\n0 2\n3 0\n",
            "2 -1 -1 0 -1 -1 -1 -1\n",
            ". . Q .\nQ . . .\n. . . .\n. . . .\n",
            "0 1 0 0\n0 0 0 0\n1 -1 0 0\n0 0 0 0\n",
            "letting n=4\nletting blocks=[[1,2],[3,4]]\n",
        ],
        letters: "0123456789-.Q*#x, ()[]=\n\rnbé",
        read: |text| queens::read::read(text, queens::read::QueensReadOptions::default()).map(drop),
    },
    Puzzle {
        name: "sudoku",
        text: "1 0 0 0\n0 0 3 0\n0 4 0 0\n0 0 0 2\n",
        flags: &[],
        wrong: "1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 1\n",
        formats: &[
            "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......\n",
            "4\n1 0 0 4\n0 0 1 0\n0 1 0 0\n4 0 0 1\n",
            "1 2 | 3 4\n3 4 | 1 2\n---------\n2 1 | 4 3\n4 3 | 2 1\n",
            "{1,0,0,4},\n{0,0,1,0},\n{0,1,0,0},\n{4,0,0,1}\n",
            "p cnf 999 2\n111 0\n225 0\n",
            "2\n3;0,0;0,1\n7;0,2;0,3\n",
            "5 0 0 0 0 0 0 0 0\n0 0 0 0 9 0 0 0 0\n0 0 0 0 0 0 0 6 0\n8 0 0 0 6 0 0 0 0\n0 0 0 8 0 0 0 0 0\n\
             7 0 0 0 0 0 0 0 0\n0 0 0 0 0 0 2 0 0\n0 0 0 0 1 0 0 0 5\n",
        ],
        letters: "0123456789._*- \t\n\r|+{},;ABZ/#é=",
        read: |text| sudoku::read::read_many(text, sudoku::read::SudokuReadOptions::default()).map(drop),
    },
    Puzzle {
        name: "tenner",
        text: "| 7  0  4 -1  2  9 -1  5  1  8 |\n| 2 -1  5  0  6  4 -1 -1 -1 -1 |\n\
               | 0  8  4 -1 -1  1  9  5 -1  6 |\n| 9  9 13  6 15 14 22 18  6 23 |\n",
        flags: &[],
        wrong: "| 0 |\n| 0 |\n",
        formats: &[
            "| 7  0  4 -1  2  9 -1  5  1  8 |\n| 2 -1  5  0  6  4 -1 -1 -1 -1 |\n\
             | 0  8  4 -1 -1  1  9  5 -1  6 |\n| 9  9 13  6 15 14 22 18  6 23 |\n",
            "{\"initial_grid\":[[7,null,4,3,2,9,6,5,1,8]],\n\"target_sums\":[7,0,4,3,2,9,6,null,1,8]}",
            "([[7, None, 4, 3, 2, 9, 6, 5, 1, -1]], [7, 0, 4, 3, 2, 9, 6, 5, 1, 8])",
            "70432965_8=7,0,4,3,2,9,6,5,1,8\n7_432965__=7,0,4,3,2,9,6,5,1,_\n",
            "7,0,4,,2,9,6,5,,8\n7,0,4,3,2,9,6,5,1,8\n",
        ],
        letters: "0123456789_-| \n\r.x,=/\"[]{}()é",
        read: |text| Grid::parse_all(text).map(drop),
    },
];
