//! The binary clauses as sorted lists, in which a clause of two given literals is looked up by bisection.

use crate::cdcl::state::watch::Watches;
use crate::cnf::Lit;

/// For each literal the other literals of its binary clauses, ascending.
#[derive(Debug)]
pub(super) struct Binaries {
    starts: Vec<u32>,
    others: Vec<u32>,
}

impl Binaries {
    /// Reads the watch lists. Each watch is a quarter of a tick.
    pub fn new(watches: &Watches, literals: usize, ticks: &mut u64) -> Binaries {
        let mut starts = Vec::with_capacity(literals + 1);
        let mut others = Vec::new();
        starts.push(0);
        for code in 0..literals as u32 {
            let list = watches.list(Lit::from_code(code));
            let from = others.len();
            others.extend(list.iter().filter(|watch| watch.is_binary()).map(|watch| watch.blocker().code()));
            others[from..].sort_unstable();
            starts.push(others.len() as u32);
            *ticks += 1 + list.len() as u64 / 4;
        }
        Binaries { starts, others }
    }

    /// The other literals of the binary clauses with this one.
    pub fn of(&self, lit: Lit) -> &[u32] {
        &self.others[self.starts[lit.index()] as usize..self.starts[lit.index() + 1] as usize]
    }

    /// Whether there is a clause of these two literals.
    pub fn has(&self, a: Lit, b: Lit, ticks: &mut u64) -> bool {
        let (of_a, of_b) = (self.of(a), self.of(b));
        let (list, code) = if of_a.len() <= of_b.len() { (of_a, b.code()) } else { (of_b, a.code()) };
        *ticks += 1 + u64::from(list.len().max(1).ilog2()) / 4;
        list.binary_search(&code).is_ok()
    }

    /// The most bytes of the lists of this many literals and watches.
    pub fn bytes(literals: usize, binary_clauses: usize) -> usize {
        4 * (literals + 1) + 8 * binary_clauses
    }
}
