//! Formulas in infix notation, `A & (B | ~C) -> D`, one a line, all of which hold; turned into clauses.
//!
//! ```text
//! # the knight lies exactly when the knave tells the truth
//! knight <-> ~(knave & NOT page)
//! A OR -B
//! ```
//!
//! | | |
//! |---|---|
//! | not | `~` `!` `-` `¬` `not` |
//! | and | `&` `&&` `/\` `∧` `and` |
//! | exclusive or | `⊕` `xor` |
//! | or | `|` `||` `\/` `∨` `or` `v` |
//! | implies | `->` `=>` `→` `⇒` `implies` |
//! | if and only if | `<->` `<=>` `↔` `⇔` `iff` |
//!
//! Operators higher in the table bind tighter; words are read in any case but for `v`; `a -> b -> c` is `a -> (b ->
//! c)`. What people read in two ways needs parentheses: an exclusive or next to another operator, and a chain of `<->`.
//! Names begin with a letter or `_` and go on with letters, digits, `_` and `'`; `true` and `false` are constants; `#`
//! begins a comment.
//!
//! Clauses are made by Tseitin's definitions (1968) in both directions, so that each assignment of the names that
//! satisfies the formulas is part of exactly one model, and models can be counted. (With the fewer clauses of Plaisted
//! and Greenbaum, 1986, this would not hold.) A formula that is a clause, or a conjunction of clauses, becomes these
//! clauses. Variables are numbered in the order in which their names appear first; the variables of definitions come
//! behind all names, as `AUX_1` and so on.

mod clauses;
mod read;
mod tree;
mod words;

use super::lit::Lit;
pub use tree::{Tree, TreePart};

/// Formulas as a tree: a literal, or a node of [`Formulas`], which may be negated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Lit(Lit),
    Node { index: usize, negative: bool },
}

impl std::ops::Not for Part {
    type Output = Part;

    fn not(self) -> Part {
        match self {
            Part::Lit(lit) => Part::Lit(!lit),
            Part::Node { index, negative } => Part::Node { index, negative: !negative },
        }
    }
}

/// What a node says of its parts, which are a range of [`Formulas::parts`].
#[derive(Clone, Copy, Debug)]
struct Node {
    kind: Kind,
    first: usize,
    end: usize,
}

/// The kinds of nodes; the other connectives are made of these and of negation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// All parts hold.
    And,
    /// One of two parts holds, and the other does not.
    Xor,
}

/// Formulas that were read, in the order of their lines. A part of a node comes before the node.
#[derive(Debug, Default)]
pub(super) struct Formulas {
    nodes: Vec<Node>,
    parts: Vec<Part>,
    /// For each formula: its root, the number of nodes up to it, and its line.
    roots: Vec<(Part, usize, u64)>,
    /// The formulas as they are written, if that is wanted.
    sketch: Option<tree::Sketch>,
}
