//! The tree of cubes: its leaves are the cubes, and it is closed when every leaf is refuted.
//!
//! A cube's name is the number of its line in the file of cubes, from 1, and one letter for each time that it was split
//! again: `17`, `17a` (where the literal of the split is true), `17b`, `17ab`. A refuted cube brings a core, those of
//! its literals that contradict the formula; the core refutes every node whose literals contain it, and so the topmost
//! one of these is closed, with all that is below.

use gemsat::cnf::Lit;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::fmt;
use std::str::FromStr;

/// The most times that a cube may be split again: with more, its name would be too long for a file's.
pub const MAX_SPLITS: usize = 200;

/// The name of a cube.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct CubeName {
    number: u32,
    splits: String,
}

/// A text that names no cube.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoCubeName;

impl fmt::Display for NoCubeName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected the name of a cube: a number from 1, then letters a and b")
    }
}

impl std::error::Error for NoCubeName {}

impl CubeName {
    /// The cube in this line of the file of cubes, from 1.
    pub fn of_line(number: u32) -> CubeName {
        CubeName { number, splits: String::new() }
    }

    /// The line in the file of cubes from which it descends.
    pub fn number(&self) -> u32 {
        self.number
    }

    /// How many times it was split again.
    pub fn resplits(&self) -> usize {
        self.splits.len()
    }

    fn child(&self, side: usize) -> CubeName {
        CubeName { number: self.number, splits: format!("{}{}", self.splits, ['a', 'b'][side]) }
    }
}

impl fmt::Display for CubeName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.number, self.splits)
    }
}

impl FromStr for CubeName {
    type Err = NoCubeName;

    fn from_str(text: &str) -> Result<CubeName, NoCubeName> {
        let digits = text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len());
        let (number, splits) = text.split_at(digits);
        let right = !number.starts_with('0')
            && splits.len() <= MAX_SPLITS
            && splits.bytes().all(|letter| matches!(letter, b'a' | b'b'));
        let number = number.parse().map_err(|_| NoCubeName)?;
        if right { Ok(CubeName { number, splits: splits.into() }) } else { Err(NoCubeName) }
    }
}

impl TryFrom<String> for CubeName {
    type Error = NoCubeName;

    fn try_from(text: String) -> Result<CubeName, NoCubeName> {
        text.parse()
    }
}

impl From<CubeName> for String {
    fn from(name: CubeName) -> String {
        name.to_string()
    }
}

/// A place in the tree.
pub type NodeId = u32;

const NONE: NodeId = NodeId::MAX;

#[derive(Clone, Debug)]
struct Node {
    parent: NodeId,
    /// The decision that leads here; none at the root.
    lit: Option<Lit>,
    children: [NodeId; 2],
    closed: bool,
}

/// The tree.
#[derive(Clone, Debug)]
pub struct Tree {
    nodes: Vec<Node>,
    /// The leaf of each line of the file of cubes.
    lines: Vec<NodeId>,
    open: usize,
}

/// Cubes that are not the leaves of a tree, and the first line that shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoTree {
    /// The line of the cube.
    pub cube: usize,
    what: &'static str,
}

impl fmt::Display for NoTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cube {}: {}", self.cube, self.what)
    }
}

impl std::error::Error for NoTree {}

/// What a record that does not fit into the tree gets wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Misfit {
    /// The tree has no such cube (yet).
    NoSuchCube,
    /// The core has a literal that the cube lacks.
    Core,
    /// The model satisfies not all clauses.
    Model,
    /// The literal of a split is already decided.
    Split,
    /// The cube was split [`MAX_SPLITS`] times already.
    TooDeep,
    /// Results of this worker were wrong before.
    Distrusted,
    /// The run keeps proofs, and the result cites none of its own worker.
    Unproved,
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Misfit::NoSuchCube => "the tree has no such cube",
            Misfit::Core => "its core has a literal that the cube lacks",
            Misfit::Model => "its model leaves a clause false",
            Misfit::Split => "it splits on a variable of the cube",
            Misfit::TooDeep => "it splits a cube once more that was split too often",
            Misfit::Distrusted => "its worker is not trusted any more",
            Misfit::Unproved => "it cites no proof of its own worker",
        })
    }
}

impl std::error::Error for Misfit {}

/// The leaves of the tree of these cubes, from left to right: the cubes, and one for each branch that they leave out.
///
/// A splitter leaves out branches that it has refuted. Since that need not be believed, each of them becomes a cube as
/// well.
///
/// # Errors
/// When the cubes are not leaves of one tree.
pub fn completed(cubes: &[Vec<Lit>]) -> Result<Vec<Vec<Lit>>, NoTree> {
    let mut tree = Tree {
        nodes: vec![Node { parent: NONE, lit: None, children: [NONE; 2], closed: false }],
        lines: Vec::new(),
        open: 0,
    };
    let mut ends: HashSet<NodeId> = HashSet::new();
    for (index, cube) in cubes.iter().enumerate() {
        let wrong = |what| NoTree { cube: index + 1, what };
        let mut node: NodeId = 0;
        for &lit in cube {
            if ends.contains(&node) {
                return Err(wrong("another cube is a part of it"));
            }
            node = tree.branch(node, lit).ok_or_else(|| {
                wrong("it decides another variable where an earlier cube decides one: these cubes are no tree")
            })?;
        }
        if tree.nodes[node as usize].children != [NONE; 2] || !ends.insert(node) {
            return Err(wrong("it is a part of another cube"));
        }
    }
    let mut leaves = Vec::new();
    let mut stack = vec![0];
    while let Some(node) = stack.pop() {
        match tree.nodes[node as usize].children {
            [NONE, NONE] => leaves.push(tree.lits(node)),
            children => stack.extend(children.iter().rev()),
        }
    }
    Ok(leaves)
}

impl Tree {
    /// The tree whose leaves are these cubes.
    ///
    /// # Errors
    /// When they are not all leaves of one tree.
    pub fn new(cubes: &[Vec<Lit>]) -> Result<Tree, NoTree> {
        let mut tree = Tree {
            nodes: vec![Node { parent: NONE, lit: None, children: [NONE; 2], closed: false }],
            lines: Vec::new(),
            open: cubes.len(),
        };
        for (index, cube) in cubes.iter().enumerate() {
            let wrong = || NoTree { cube: index + 1, what: "these cubes are no tree" };
            let node = cube.iter().try_fold(0, |node, &lit| tree.branch(node, lit)).ok_or_else(wrong)?;
            tree.lines.push(node);
        }
        let leaves = tree.nodes.iter().filter(|node| node.children == [NONE; 2]).count();
        let distinct: HashSet<&NodeId> = tree.lines.iter().collect();
        let whole = tree.lines.iter().all(|&leaf| tree.nodes[leaf as usize].children == [NONE; 2]);
        if whole && leaves == cubes.len() && distinct.len() == cubes.len() && tree.branches_both_ways() {
            Ok(tree)
        } else {
            Err(NoTree { cube: cubes.len(), what: "these cubes are not all leaves of a tree" })
        }
    }

    /// Goes from a node by a literal, to a new node where there is none; `None` when the node decides another variable.
    fn branch(&mut self, node: NodeId, lit: Lit) -> Option<NodeId> {
        let side = match self.nodes[node as usize].children {
            [NONE, NONE] => {
                for lit in [lit, !lit] {
                    self.nodes.push(Node { parent: node, lit: Some(lit), children: [NONE; 2], closed: false });
                }
                let last = self.nodes.len() as NodeId;
                self.nodes[node as usize].children = [last - 2, last - 1];
                0
            }
            [a, b] => [a, b].iter().position(|&child| self.nodes[child as usize].lit == Some(lit))?,
        };
        Some(self.nodes[node as usize].children[side])
    }

    fn branches_both_ways(&self) -> bool {
        self.nodes.iter().all(|node| node.children.iter().all(|&child| child == NONE) || !node.children.contains(&NONE))
    }

    /// How many cubes are open.
    pub fn open(&self) -> usize {
        self.open
    }

    /// How many lines the file of cubes has.
    pub fn num_lines(&self) -> usize {
        self.lines.len()
    }

    /// How many cubes there are, those of lines and those of later splits, without the ones that were split.
    pub fn num_leaves(&self) -> usize {
        self.nodes.len().div_ceil(2)
    }

    /// Whether every cube is refuted.
    pub fn is_closed(&self) -> bool {
        self.nodes[0].closed
    }

    /// The node of a cube.
    pub fn find(&self, name: &CubeName) -> Option<NodeId> {
        let mut node = *self.lines.get((name.number as usize).checked_sub(1)?)?;
        for letter in name.splits.bytes() {
            node = self.nodes[node as usize].children[usize::from(letter == b'b')];
            if node == NONE {
                return None;
            }
        }
        Some(node)
    }

    /// The literals of a node, in the order of the decisions.
    pub fn lits(&self, node: NodeId) -> Vec<Lit> {
        let mut lits = Vec::new();
        let mut at = node;
        while let Node { parent, lit: Some(lit), .. } = self.nodes[at as usize] {
            lits.push(lit);
            at = parent;
        }
        lits.reverse();
        lits
    }

    /// Whether a node is closed, by itself or with one above it.
    pub fn is_node_closed(&self, node: NodeId) -> bool {
        let mut at = node;
        while at != NONE {
            if self.nodes[at as usize].closed {
                return true;
            }
            at = self.nodes[at as usize].parent;
        }
        false
    }

    /// The names of the open cubes, from left to right within each line.
    pub fn open_cubes(&self) -> Vec<(CubeName, NodeId)> {
        let mut open = Vec::new();
        for (index, &leaf) in self.lines.iter().enumerate() {
            if self.is_node_closed(leaf) {
                continue;
            }
            let mut stack = vec![(CubeName::of_line(index as u32 + 1), leaf)];
            while let Some((name, node)) = stack.pop() {
                match self.nodes[node as usize] {
                    Node { closed: true, .. } => {}
                    Node { children: [NONE, NONE], .. } => open.push((name, node)),
                    Node { children, .. } => {
                        stack.extend([1, 0].map(|side| (name.child(side), children[side])));
                    }
                }
            }
        }
        open
    }

    /// Notes that a cube is refuted by this core, which is a part of it. Returns how many cubes that closes.
    ///
    /// # Errors
    /// When the core is no part of the cube.
    pub fn refute(&mut self, node: NodeId, core: &[Lit]) -> Result<usize, Misfit> {
        let lits = self.lits(node);
        if !core.iter().all(|lit| lits.contains(lit)) {
            return Err(Misfit::Core);
        }
        let mut at = node;
        while self.nodes[at as usize].lit.is_some_and(|lit| !core.contains(&lit)) {
            at = self.nodes[at as usize].parent;
        }
        if self.is_node_closed(at) {
            return Ok(0);
        }
        let closed = self.open_below(at);
        self.nodes[at as usize].closed = true;
        loop {
            let parent = self.nodes[at as usize].parent;
            if parent == NONE
                || !self.nodes[parent as usize].children.iter().all(|&child| self.nodes[child as usize].closed)
            {
                break;
            }
            self.nodes[parent as usize].closed = true;
            at = parent;
        }
        self.open -= closed;
        Ok(closed)
    }

    /// How many open cubes are below a node.
    fn open_below(&self, node: NodeId) -> usize {
        let mut count = 0;
        let mut stack = vec![node];
        while let Some(node) = stack.pop() {
            match self.nodes[node as usize] {
                Node { closed: true, .. } => {}
                Node { children: [NONE, NONE], .. } => count += 1,
                Node { children, .. } => stack.extend(children),
            }
        }
        count
    }

    /// Splits a cube; splitting it once more changes nothing. Returns the names of the two.
    ///
    /// # Errors
    /// When the literal's variable is decided in the cube, or the cube is split on another one.
    pub fn split(&mut self, name: &CubeName, lit: Lit) -> Result<[(CubeName, NodeId); 2], Misfit> {
        let node = self.find(name).ok_or(Misfit::NoSuchCube)?;
        if name.resplits() >= MAX_SPLITS {
            return Err(Misfit::TooDeep);
        }
        if self.lits(node).iter().any(|other| other.var() == lit.var()) {
            return Err(Misfit::Split);
        }
        let was_leaf = self.nodes[node as usize].children == [NONE; 2];
        self.branch(node, lit).ok_or(Misfit::Split)?;
        if was_leaf && !self.is_node_closed(node) {
            self.open += 1;
        }
        let children = self.nodes[node as usize].children;
        if self.nodes[children[0] as usize].lit != Some(lit) {
            return Err(Misfit::Split);
        }
        Ok([0, 1].map(|side| (name.child(side), children[side])))
    }

    /// All nodes, every one after its parent: the literal that leads to each, and its children.
    pub fn nodes(&self) -> impl DoubleEndedIterator<Item = (NodeId, Option<Lit>, Option<[NodeId; 2]>)> + '_ {
        self.nodes
            .iter()
            .enumerate()
            .map(|(id, node)| (id as NodeId, node.lit, (node.children != [NONE; 2]).then_some(node.children)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cubes(lists: &[&[i32]]) -> Vec<Vec<Lit>> {
        let lit = |&number: &i32| Lit::from_dimacs(number).expect("a literal");
        lists.iter().map(|list| list.iter().map(lit).collect()).collect()
    }

    fn name(text: &str) -> CubeName {
        text.parse().expect("a name")
    }

    #[test]
    fn names_are_read_as_printed() {
        for text in ["1", "17a", "4000000000abba"] {
            assert_eq!(name(text).to_string(), text);
        }
        for text in ["", "a", "0", "01", "1c", "1a1", "-1", "99999999999", "../1", "1/a"] {
            assert_eq!(text.parse::<CubeName>(), Err(NoCubeName), "{text}");
        }
    }

    #[test]
    fn names_are_short_enough_for_files() {
        let longest = format!("{}{}", u32::MAX, "a".repeat(MAX_SPLITS));
        assert!(longest.parse::<CubeName>().is_ok() && longest.len() + ".json".len() < 255);
        assert_eq!(format!("{longest}b").parse::<CubeName>(), Err(NoCubeName));
        // A tree on which every variable could be decided once more.
        let mut tree = Tree::new(&[Vec::new()]).expect("a tree");
        let mut last = name("1");
        for number in 1..=MAX_SPLITS as i32 {
            let [(first, _), _] = tree.split(&last, Lit::from_dimacs(number).expect("a literal")).expect("split");
            last = first;
        }
        let more = Lit::from_dimacs(MAX_SPLITS as i32 + 1).expect("a literal");
        assert_eq!(tree.split(&last, more), Err(Misfit::TooDeep));
    }

    #[test]
    fn left_out_branches_become_cubes() {
        let leaves = completed(&cubes(&[&[1, 2, 3], &[-1, 4]])).expect("a tree");
        assert_eq!(leaves, cubes(&[&[1, 2, 3], &[1, 2, -3], &[1, -2], &[-1, 4], &[-1, -4]]));
        assert!(Tree::new(&leaves).is_ok());
        assert!(Tree::new(&cubes(&[&[1, 2], &[-1]])).is_err());
        assert!(Tree::new(&cubes(&[&[1], &[-1], &[1]])).is_err());
        assert!(completed(&cubes(&[&[1], &[2]])).is_err());
        assert!(completed(&cubes(&[&[1], &[1, 2]])).is_err());
        assert!(completed(&cubes(&[&[1, 2], &[1]])).is_err());
        assert!(completed(&cubes(&[&[1], &[1]])).is_err());
        assert_eq!(completed(&[]).expect("a tree").len(), 1);
    }

    #[test]
    fn a_core_closes_the_topmost_node_that_contains_it() {
        let leaves = cubes(&[&[1, 2], &[1, -2, 3], &[1, -2, -3], &[-1]]);
        let mut tree = Tree::new(&leaves).expect("a tree");
        let leaf = tree.find(&name("2")).expect("a leaf");
        assert_eq!(tree.refute(leaf, &cubes(&[&[4]])[0]), Err(Misfit::Core));
        assert_eq!(tree.refute(leaf, &cubes(&[&[1, -2]])[0]), Ok(2));
        assert_eq!((tree.open(), tree.is_closed()), (2, false));
        assert_eq!(tree.refute(leaf, &cubes(&[&[1, -2]])[0]), Ok(0));
        let leaf = tree.find(&name("1")).expect("a leaf");
        assert_eq!(tree.refute(leaf, &cubes(&[&[1, 2]])[0]), Ok(1));
        let leaf = tree.find(&name("4")).expect("a leaf");
        assert_eq!(tree.refute(leaf, &cubes(&[&[-1]])[0]), Ok(1));
        assert!(tree.is_closed() && tree.open() == 0 && tree.open_cubes().is_empty());
    }

    #[test]
    fn a_split_cube_is_closed_by_its_parts() {
        let mut tree = Tree::new(&cubes(&[&[1], &[-1]])).expect("a tree");
        let three = Lit::from_dimacs(3).expect("a literal");
        let [(a, left), (b, right)] = tree.split(&name("1"), three).expect("split");
        assert_eq!((a.to_string(), b.to_string(), tree.open()), ("1a".into(), "1b".into(), 3));
        assert!(tree.split(&name("1"), three).is_ok() && tree.open() == 3, "once more changes nothing");
        assert_eq!(tree.split(&name("1"), !three), Err(Misfit::Split));
        assert_eq!(tree.split(&name("1a"), three), Err(Misfit::Split));
        assert_eq!(tree.split(&name("1aa"), three), Err(Misfit::NoSuchCube));
        assert_eq!(tree.refute(left, &cubes(&[&[3]])[0]), Ok(1));
        assert_eq!(tree.open_cubes().iter().map(|(name, _)| name.to_string()).collect::<Vec<_>>(), ["1b", "2"]);
        assert_eq!(tree.refute(right, &cubes(&[&[1, -3]])[0]), Ok(1));
        assert_eq!(tree.open(), 1);
        let last = tree.find(&name("2")).expect("a leaf");
        assert_eq!(tree.refute(last, &[]), Ok(1), "an empty core closes everything");
        assert!(tree.is_closed());
    }
}
