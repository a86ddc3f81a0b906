//! Splitting what is left of a component into parts that share no variable.
//!
//! **What it does.** After a branch is propagated, its open variables are visited along the clauses that are not yet
//! satisfied. Only the variables and clauses of the component to which the branch belongs are looked at. Clauses of two
//! literals need no place in a component's list, since its variables determine them.
//!
//! **References.** Bayardo, Pehoushek, AAAI'00; Thurley, SAT'06.

use crate::cnf::{Formula, Lit, Var};
use crate::reason::clauses::Clauses;
use crate::util::rng::Rng;

/// A component: its variables and long clauses, as ranges of the stack's pool.
#[derive(Clone, Debug)]
pub struct Component {
    start: u32,
    num_vars: usize,
    num_clauses: u32,
    /// The sum of the keys of its variables and clauses.
    pub key: u128,
    /// Whether it has variables by which models are distinguished.
    pub shown: bool,
}

/// A height of the stack of components and of its pool.
#[derive(Clone, Copy, Debug, Default)]
pub struct Height {
    pub stack: usize,
    pub pool: usize,
}

/// Where each variable occurs, and the stack of components that wait.
#[derive(Debug)]
pub struct Components {
    /// By variable: its neighbours by binary clauses, followed by places in `long`.
    neighbors: Vec<Vec<u32>>,
    occurs: Vec<Vec<u32>>,
    /// Literals of the long clauses.
    lits: Vec<Lit>,
    ends: Vec<u32>,
    var_keys: Vec<u128>,
    clause_keys: Vec<u128>,
    /// By variable: equal to the stamp if it is in the component that is being split and was not visited yet.
    var_marks: Vec<u32>,
    clause_marks: Vec<u32>,
    stamp: u32,
    /// How often an open variable occurs in its component.
    pub frequency: Vec<u32>,
    shown: Vec<bool>,
    pool: Vec<u32>,
    /// The components that wait, and those that are being counted.
    pub stack: Vec<Component>,
}

impl Components {
    /// The components of a formula without unit clauses; the stack holds one with all of it.
    pub fn new(formula: &Formula, shown: &[bool]) -> Components {
        let num_vars = formula.num_vars();
        let mut neighbors = vec![Vec::new(); num_vars];
        let mut occurs = vec![Vec::new(); num_vars];
        let (mut lits, mut ends) = (Vec::new(), Vec::new());
        for clause in formula.clauses() {
            if let &[a, b] = clause {
                neighbors[a.var().index()].push(b.var().index() as u32);
                neighbors[b.var().index()].push(a.var().index() as u32);
                continue;
            }
            for lit in clause {
                occurs[lit.var().index()].push(ends.len() as u32);
            }
            lits.extend_from_slice(clause);
            ends.push(lits.len() as u32);
        }
        for list in &mut neighbors {
            list.sort_unstable();
            list.dedup();
        }
        let mut rng = Rng::new(0x636f_756e_7465_7273);
        let mut keys = |count: usize| -> Vec<u128> {
            (0..count).map(|_| u128::from(rng.bits()) << 64 | u128::from(rng.bits())).collect()
        };
        let (var_keys, clause_keys) = (keys(num_vars), keys(ends.len()));
        let num_clauses = ends.len();
        let whole =
            Component { start: 0, num_vars, num_clauses: num_clauses as u32, key: 0, shown: shown.contains(&true) };
        Components {
            neighbors,
            occurs,
            lits,
            ends,
            var_keys,
            clause_keys,
            var_marks: vec![0; num_vars],
            clause_marks: vec![0; num_clauses],
            stamp: 0,
            frequency: vec![0; num_vars],
            shown: shown.to_vec(),
            pool: (0..num_vars as u32).chain(0..num_clauses as u32).collect(),
            stack: vec![whole],
        }
    }

    /// The variables of a component on the stack.
    pub fn vars(&self, component: usize) -> &[u32] {
        let Component { start, num_vars, .. } = self.stack[component];
        &self.pool[start as usize..(start + num_vars as u32) as usize]
    }

    fn clauses(&self, component: usize) -> std::ops::Range<usize> {
        let Component { start, num_vars, num_clauses, .. } = self.stack[component];
        (start + num_vars as u32) as usize..(start + num_vars as u32 + num_clauses) as usize
    }

    fn lits(&self, clause: u32) -> std::ops::Range<usize> {
        let start = if clause == 0 { 0 } else { self.ends[clause as usize - 1] };
        start as usize..self.ends[clause as usize] as usize
    }

    /// How many components and how much of the pool there are: for [`Components::truncate`].
    pub fn height(&self) -> Height {
        Height { stack: self.stack.len(), pool: self.pool.len() }
    }

    /// Removes what was pushed since then.
    pub fn truncate(&mut self, height: Height) {
        self.pool.truncate(height.pool);
        self.stack.truncate(height.stack);
    }

    /// Takes away the components from `first` on for which `known` holds, and puts the others in the order in which
    /// they are to be counted, the first one on top: those without shown variables, then small ones.
    pub fn arrange(&mut self, first: usize, mut known: impl FnMut(&Component) -> bool) {
        let mut kept = first;
        for index in first..self.stack.len() {
            if !known(&self.stack[index]) {
                self.stack.swap(kept, index);
                kept += 1;
            }
        }
        self.stack.truncate(kept);
        self.stack[first..].sort_by_key(|part| std::cmp::Reverse((part.shown, part.num_vars)));
    }

    /// Pushes the parts of a component under the present assignment; calls `free` for variables without an open clause.
    pub fn split(&mut self, component: usize, clauses: &Clauses, mut free: impl FnMut(Var)) {
        if self.stamp > u32::MAX - 2 {
            self.var_marks.fill(0);
            self.clause_marks.fill(0);
            self.stamp = 0;
        }
        self.stamp += 1;
        let Component { start, num_vars, .. } = self.stack[component];
        let vars = start as usize..(start + num_vars as u32) as usize;
        for place in vars.clone() {
            let var = self.pool[place];
            if clauses.value(Var::new(var as usize).pos()) == 0 {
                self.var_marks[var as usize] = self.stamp;
            }
        }
        for place in self.clauses(component) {
            self.clause_marks[self.pool[place] as usize] = self.stamp;
        }
        for place in vars {
            let var = self.pool[place];
            if self.var_marks[var as usize] == self.stamp && !self.explore(var, clauses) {
                free(Var::new(var as usize));
            }
        }
    }

    /// Pushes the part to which a variable belongs, unless the variable is alone; returns whether it did.
    fn explore(&mut self, seed: u32, clauses: &Clauses) -> bool {
        let stamp = self.stamp;
        let start = self.pool.len();
        self.pool.push(seed);
        self.var_marks[seed as usize] = 0;
        self.frequency[seed as usize] = 0;
        let mut found: Vec<u32> = Vec::new();
        let (mut key, mut shown) = (0u128, false);
        let mut next = start;
        while next < self.pool.len() {
            let var = self.pool[next] as usize;
            next += 1;
            key = key.wrapping_add(self.var_keys[var]);
            shown |= self.shown[var];
            for &other in &self.neighbors[var] {
                let other = other as usize;
                if self.var_marks[other] == stamp {
                    self.var_marks[other] = 0;
                    self.frequency[other] = 0;
                    self.pool.push(other as u32);
                }
                if clauses.value(Var::new(other).pos()) == 0 {
                    self.frequency[var] += 1;
                }
            }
            for &clause in &self.occurs[var] {
                if self.clause_marks[clause as usize] != stamp {
                    continue;
                }
                self.clause_marks[clause as usize] = 0;
                let range = self.lits(clause);
                if self.lits[range.clone()].iter().any(|&lit| clauses.value(lit) > 0) {
                    continue;
                }
                key = key.wrapping_add(self.clause_keys[clause as usize]);
                found.push(clause);
                for place in range {
                    let lit = self.lits[place];
                    let other = lit.var().index();
                    if clauses.value(lit) != 0 {
                        continue;
                    }
                    if self.var_marks[other] == stamp {
                        self.var_marks[other] = 0;
                        self.frequency[other] = 0;
                        self.pool.push(other as u32);
                    }
                    self.frequency[other] += 1;
                }
            }
        }
        let num_vars = self.pool.len() - start;
        if num_vars == 1 {
            self.pool.truncate(start);
            return false;
        }
        let num_clauses = found.len() as u32;
        self.pool.extend(found);
        self.stack.push(Component { start: start as u32, num_vars, num_clauses, key, shown });
        true
    }
}
