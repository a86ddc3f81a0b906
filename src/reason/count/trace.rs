//! A count's certificate: a decision-DNNF, written while the search runs.
//!
//! **What it does.** Writes the nodes and edges of a decision-DNNF in the text form of the d4 compiler: `o ID 0` (one
//! of), `a ID 0` (all of), `t ID 0` (true), `f ID 0` (false), and `FROM TO LITERALS 0` for an edge on which literals
//! hold. Node 1 is the root. Nodes of branches that failed later are not reachable from it.

use super::record::{FALSE, Record, TRUE};
use crate::cnf::Lit;
use std::io::{self, Write};

/// Writes nodes as they come about.
pub struct Trace<'w> {
    out: &'w mut dyn Write,
    nodes: u32,
    failed: Option<io::Error>,
    /// By variable of the search: its literal in the user's formula.
    names: Vec<Lit>,
}

impl std::fmt::Debug for Trace<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Trace").field("nodes", &self.nodes).finish_non_exhaustive()
    }
}

impl<'w> Trace<'w> {
    /// A certificate that is written to `out`.
    pub fn new(out: &'w mut dyn Write) -> Trace<'w> {
        let mut trace = Trace { out, nodes: 3, failed: None, names: Vec::new() };
        trace.line(format_args!("o 1 0\nt 2 0\nf 3 0"));
        trace
    }

    /// Names the search's variables.
    pub fn set_names(&mut self, names: Vec<Lit>) {
        self.names = names;
    }

    fn line(&mut self, text: std::fmt::Arguments<'_>) {
        if self.failed.is_none() {
            self.failed = writeln!(self.out, "{text}").err();
        }
    }

    fn edge(&mut self, from: u32, to: u32, lits: &[Lit]) {
        let mut text = format!("{from} {to}");
        for lit in lits {
            let name = self.names.get(lit.var().index()).copied().unwrap_or(lit.var().pos());
            let name = if lit.is_positive() { name } else { !name };
            text.push_str(&format!(" {name}"));
        }
        self.line(format_args!("{text} 0"));
    }

    /// Ends the certificate: the root has these literals, in the user's terms, and this node.
    ///
    /// # Errors
    /// The first failure to write.
    pub fn finish(mut self, fixed: &[Lit], node: u32) -> io::Result<()> {
        self.names = Vec::new();
        self.edge(1, node, fixed);
        match self.failed.take() {
            Some(error) => Err(error),
            None => self.out.flush(),
        }
    }
}

impl Record for Trace<'_> {
    fn product(&mut self, lits: &[Lit], parts: &[u32]) -> u32 {
        if parts.contains(&FALSE) {
            return FALSE;
        }
        if lits.is_empty() && parts.len() == 1 {
            return parts[0];
        }
        self.nodes += 1;
        let node = self.nodes;
        self.line(format_args!("a {node} 0"));
        self.edge(node, TRUE, lits);
        parts.iter().for_each(|&part| self.edge(node, part, &[]));
        node
    }

    fn choice(&mut self, first: u32, second: u32) -> u32 {
        if first == FALSE {
            return second;
        }
        if second == FALSE {
            return first;
        }
        self.nodes += 1;
        let node = self.nodes;
        self.line(format_args!("o {node} 0"));
        self.edge(node, first, &[]);
        self.edge(node, second, &[]);
        node
    }
}
