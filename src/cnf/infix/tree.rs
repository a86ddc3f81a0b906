//! Formulas in infix notation as they are written: a tree of operators for each, and what has become of its parts.

use super::words::Operator;
use super::{Formulas, Part};
use crate::cnf::error::Trouble;
use crate::cnf::lit::Lit;
use std::ops::Range;

/// A formula in infix notation as a tree.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tree {
    /// The parts.
    pub parts: Vec<TreePart>,
    /// The part that is the whole formula.
    pub root: usize,
}

/// A part of a formula: an operator with its sides, a name or a constant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TreePart {
    /// `not`, `and`, `xor`, `or`, `implies` or `iff`; of a part without sides its name, or `true` or `false`.
    pub word: String,
    /// Its sides, as indices: one of `not`, two of the others.
    pub sides: Vec<usize>,
    /// The literal that a definition makes equal to it, if there is one.
    pub literal: Option<Lit>,
    /// The clauses that it has become, by their indices in the formula.
    pub clauses: Range<usize>,
}

/// What a node has become: the literal of its definition, and its clauses.
pub(super) type Made = (Option<Lit>, Range<usize>);

/// A part, and what stands for it in [`Formulas`], unless the part around it has the same node.
type Drawn = (TreePart, Option<Part>);

/// Trees while they are read.
#[derive(Debug, Default)]
pub(super) struct Sketch {
    drawn: Vec<Drawn>,
    /// The parts that wait for an operator.
    open: Vec<usize>,
    /// The parts of each formula, and which is the root.
    trees: Vec<(Vec<Drawn>, usize)>,
}

fn is_same_node(a: Option<Part>, b: Part) -> bool {
    matches!((a, b), (Some(Part::Node { index: a, .. }), Part::Node { index: b, .. }) if a == b)
}

impl Sketch {
    /// Draws a part with its last sides, as many as these; `part` stands for it.
    pub(super) fn draw(&mut self, word: &str, sides: usize, part: Part) -> Result<(), Trouble> {
        let sides = self.open.split_off(self.open.len().saturating_sub(sides));
        self.drawn.try_reserve(1)?;
        self.open.try_reserve(1)?;
        let mut own = Some(part);
        for &side in &sides {
            match is_same_node(self.drawn[side].1, part) {
                // What is said of a negated part stands at the part.
                true if word == "not" => own = None,
                true => self.drawn[side].1 = None,
                false => {}
            }
        }
        self.drawn.push((TreePart { word: word.to_string(), sides, ..TreePart::default() }, own));
        self.open.push(self.drawn.len() - 1);
        Ok(())
    }

    /// Ends a formula.
    pub(super) fn end(&mut self) -> Result<(), Trouble> {
        self.trees.try_reserve(1)?;
        let root = self.open.pop().unwrap_or_default();
        self.trees.push((std::mem::take(&mut self.drawn), root));
        Ok(())
    }

    /// The trees, by what their nodes have become and the clauses of each formula.
    pub(super) fn trees(self, made: &[Made], spans: &[Range<usize>]) -> Vec<Tree> {
        let tree = |(drawn, root): (Vec<Drawn>, usize), span: &Range<usize>| {
            let parts = drawn.into_iter().enumerate().map(|(at, (part, of))| match of {
                Some(Part::Node { index, negative }) => {
                    let (literal, clauses) = &made[index];
                    let literal = literal.map(|lit| Lit::from_code(lit.code() ^ u32::from(negative)));
                    TreePart { literal, clauses: clauses.clone(), ..part }
                }
                Some(Part::Lit(_)) if at == root => TreePart { clauses: span.clone(), ..part },
                _ => part,
            });
            Tree { parts: parts.collect(), root }
        };
        self.trees.into_iter().zip(spans).map(|(drawn, span)| tree(drawn, span)).collect()
    }
}

impl Operator {
    /// What it is called in a tree.
    pub(super) fn name(self) -> &'static str {
        match self {
            Operator::Not => "not",
            Operator::And => "and",
            Operator::Xor => "xor",
            Operator::Or => "or",
            Operator::Implies => "implies",
            Operator::Iff => "iff",
        }
    }
}

impl Formulas {
    /// Formulas of which trees are kept, if they are wanted.
    pub(in crate::cnf) fn new(trees: bool) -> Formulas {
        Formulas { sketch: trees.then(Sketch::default), ..Formulas::default() }
    }

    /// Draws a part, if trees are kept.
    pub(super) fn draw(&mut self, word: &str, sides: usize, part: Part) -> Result<(), Trouble> {
        self.sketch.as_mut().map_or(Ok(()), |sketch| sketch.draw(word, sides, part))
    }
}

#[cfg(test)]
mod tests {
    use crate::cnf::{Document, Format, ReadOptions, read_from};
    use crate::limits::Limits;

    fn read(text: &str) -> Document {
        let options = ReadOptions { format: Format::Infix, trees: true, ..ReadOptions::default() };
        read_from(text.as_bytes(), "test", &options, &Limits::none()).expect("a formula")
    }

    /// Each tree as text: of each operator its literal, and the clauses as a range, if it has some.
    fn told(text: &str) -> Vec<String> {
        fn tell(parts: &[super::TreePart], at: usize) -> String {
            let part = &parts[at];
            let literal = part.literal.map_or(String::new(), |lit| format!("={}", lit.to_dimacs()));
            let clauses = if part.clauses.is_empty() { String::new() } else { format!("{:?}", part.clauses) };
            let sides: Vec<String> = part.sides.iter().map(|&side| tell(parts, side)).collect();
            let sides = if sides.is_empty() { String::new() } else { format!("({})", sides.join(" ")) };
            format!("{}{literal}{clauses}{sides}", part.word)
        }
        read(text).trees.iter().map(|tree| tell(&tree.parts, tree.root)).collect()
    }

    #[test]
    fn trees_say_what_becomes_of_their_parts() {
        // A formula that is a clause, or a conjunction of clauses, needs no definition.
        assert_eq!(told("a | b | ~c\n"), ["or0..1(or(a b) not(c))"]);
        assert_eq!(told("a & b & (b | c)\n"), ["and(and0..2(a b) or2..3(b c))"]);
        // The definition of `b & c` is variable 4; that of an `or` is the negation of one.
        assert_eq!(told("a -> b & c\n"), ["implies3..4(a and=40..3(b c))"]);
        assert_eq!(told("a <-> (b | c)\n"), ["iff3..5(a or=-40..3(b c))"]);
        assert_eq!(told("~(a & b)\nb\n~a\n"), ["not(and0..1(a b))", "b1..2", "not2..3(a)"]);
        assert_eq!(told("# nothing\n\ntrue | a\n"), ["or1..2(true=20..1 a)"]);
        assert!(
            read_from(
                &b"a & b\n"[..],
                "t",
                &ReadOptions { format: Format::Infix, ..ReadOptions::default() },
                &Limits::none()
            )
            .expect("a formula")
            .trees
            .is_empty()
        );
    }

    #[test]
    fn clauses_of_all_parts_are_the_formula() {
        let document = read("a & (b | ~(c & d)) & (a xor b)\n(a -> b) <-> (c | ~d)\n~(a -> ~b)\nd\n");
        let mut ranges: Vec<_> = document.trees.iter().flat_map(|tree| &tree.parts).map(|part| &part.clauses).collect();
        ranges.retain(|range| !range.is_empty());
        ranges.sort_by_key(|range| range.start);
        let ends: Vec<usize> = ranges.iter().map(|range| range.end).collect();
        let starts: Vec<usize> = ranges.iter().map(|range| range.start).collect();
        assert_eq!((starts[0], ends.last()), (0, Some(&document.formula.num_clauses())));
        assert_eq!(starts[1..], ends[..ends.len() - 1]);
        let nodes = document.trees.iter().flat_map(|tree| &tree.parts).filter(|part| part.literal.is_some());
        assert_eq!(nodes.count(), document.definitions);
    }
}
