//! The formula prepared for local search: without units, satisfied clauses, tautologies and unused variables.
//!
//! **What it does.** Removes repeated literals and tautologies, propagates units to a fixed point, removes satisfied
//! clauses and false literals, and numbers the remaining variables densely. Clauses that occur twice stay and count
//! twice.
//!
//! **Why it pays.** Local search does not see implications. A 9x9 sudoku shrinks from 729 to about 216 variables. No
//! clause left has fewer than two literals, which the walkers rely on.
//!
//! **Schedule and cost.** Done once in a run, in time linear in the number of literals. A variable that is declared but
//! unused costs one bit.
//!
//! **References.** The counter form of unit propagation follows Dowling, Gallier (JLP'84).

use crate::cnf::{Assignment, Formula, Lit, Var, model};
use crate::util::pages::Pages;
use crate::util::unchecked::prefetch;
use std::ops::Range;

/// A prepared formula, and the way back to its variables.
#[derive(Debug)]
pub(crate) struct Problem {
    formula: Formula,
    /// The values of the variables that units fix; false for all other variables.
    fixed: Assignment,
    /// The variable of the formula behind each variable here.
    vars: Vec<Var>,
    /// Literal codes, clause after clause; each clause has at least two literals, each variable at most once.
    pub lits: Vec<u32>,
    /// Where each clause begins, and where the last one ends.
    pub starts: Vec<u32>,
    /// Unit propagation refuted the formula; there are no clauses then.
    pub contradictory: bool,
}

impl Problem {
    pub fn new(formula: Formula) -> Problem {
        let names = Names::of(&formula);
        let (mut lits, mut starts) = normalised(&formula, &names);
        let values = propagated(&lits, &starts, names.len());
        let mut fixed = Assignment::all_false(formula.num_vars());
        let mut vars = Vec::new();
        let contradictory = values.is_none();
        if let Some(values) = values {
            for (index, &value) in values.iter().enumerate() {
                if value != 0 {
                    fixed.set(names.var(index), value > 0);
                }
            }
            vars = compact(&mut lits, &mut starts, &values, &names);
        } else {
            (lits, starts) = (Vec::new(), vec![0]);
        }
        Problem { formula, fixed, vars, lits, starts, contradictory }
    }

    pub fn num_vars(&self) -> usize {
        self.vars.len()
    }

    pub fn num_clauses(&self) -> usize {
        self.starts.len() - 1
    }

    /// The literal codes of a clause.
    #[inline]
    pub fn clause(&self, clause: usize) -> &[u32] {
        &self.lits[self.starts[clause] as usize..self.starts[clause + 1] as usize]
    }

    pub fn clauses(&self) -> impl ExactSizeIterator<Item = &[u32]> {
        (0..self.num_clauses()).map(|clause| self.clause(clause))
    }

    /// The lengths of the shortest and the longest clause; zeros when there are none.
    pub fn lengths(&self) -> (usize, usize) {
        let shortest = self.clauses().map(<[u32]>::len).min().unwrap_or(0);
        let longest = self.clauses().map(<[u32]>::len).max().unwrap_or(0);
        (shortest, longest)
    }

    pub fn mean_length(&self) -> f64 {
        self.lits.len() as f64 / self.num_clauses().max(1) as f64
    }

    /// The variable of the formula behind a variable here.
    #[inline]
    pub fn outer(&self, var: usize) -> Var {
        self.vars[var]
    }

    /// The assignment of the formula's variables behind an assignment of the variables here.
    pub fn extend(&self, values: &Assignment) -> Assignment {
        let mut all = self.fixed.clone();
        for (index, &var) in self.vars.iter().enumerate() {
            all.set(var, values.value(Var::new(index)));
        }
        all
    }

    /// How many clauses of the formula as given the (extended) assignment leaves false.
    pub fn count_falsified(&self, all: &Assignment) -> u64 {
        model::count_falsified(all, &self.formula) as u64
    }
}

/// The variables that occur in clauses, numbered densely in their order.
struct Names {
    used: Vec<u32>,
    /// The dense number of each variable. Empty when more than seven in eight variables are unused; then `used` is
    /// searched instead.
    dense: Vec<u32>,
}

impl Names {
    fn of(formula: &Formula) -> Names {
        let num_vars = formula.num_vars();
        if num_vars / 8 > formula.num_lits() + 1024 {
            let mut used: Vec<u32> = formula.clauses().flatten().map(|lit| lit.code() >> 1).collect();
            used.sort_unstable();
            used.dedup();
            return Names { used, dense: Vec::new() };
        }
        let mut dense = vec![u32::MAX; num_vars];
        for lit in formula.clauses().flatten() {
            dense[lit.var().index()] = 0;
        }
        let mut used = Vec::new();
        for (var, number) in dense.iter_mut().enumerate() {
            if *number == 0 {
                *number = used.len() as u32;
                used.push(var as u32);
            }
        }
        Names { used, dense }
    }

    fn len(&self) -> usize {
        self.used.len()
    }

    fn var(&self, index: usize) -> Var {
        Var::new(self.used[index] as usize)
    }

    /// The literal's code in dense numbers.
    fn code(&self, lit: Lit) -> u32 {
        let var = lit.code() >> 1;
        let index = match self.dense.get(var as usize) {
            Some(&number) => number,
            None => self.used.partition_point(|&used| used < var) as u32,
        };
        index << 1 | (lit.code() & 1)
    }
}

/// The clauses in dense codes, without repeated literals and without tautologies.
fn normalised(formula: &Formula, names: &Names) -> (Vec<u32>, Vec<u32>) {
    let mut lits: Vec<u32> = Vec::with_capacity(formula.num_lits());
    let mut starts = Vec::with_capacity(formula.num_clauses() + 1);
    starts.push(0);
    let mut seen_in = vec![usize::MAX; 2 * names.len()];
    for (index, clause) in formula.clauses().enumerate() {
        let start = lits.len();
        for &lit in clause {
            let code = names.code(lit);
            if seen_in[code as usize ^ 1] == index {
                lits.truncate(start);
                break;
            }
            if seen_in[code as usize] != index {
                seen_in[code as usize] = index;
                lits.push(code);
            }
        }
        if lits.len() > start || clause.is_empty() {
            starts.push(lits.len() as u32);
        }
    }
    (lits, starts)
}

/// The values that units force, by variable: 1, -1, or 0 for none. `None` when they contradict each other.
fn propagated(lits: &[u32], starts: &[u32], num_vars: usize) -> Option<Vec<i8>> {
    let mut values = vec![0i8; num_vars];
    let lengths = starts.windows(2).map(|pair| pair[1] - pair[0]);
    if lengths.clone().all(|length| length > 1) {
        return Some(values);
    }
    if lengths.clone().any(|length| length == 0) {
        return None;
    }
    let occurrences = Occurrences::new(lits, starts, num_vars);
    // For each clause the number of literals that are not yet false, and their xor, which is the literal itself when
    // one is left.
    let mut left: Vec<u32> = lengths.collect();
    let mut rest: Vec<u32> = starts
        .windows(2)
        .map(|pair| lits[pair[0] as usize..pair[1] as usize].iter().fold(0, |rest, lit| rest ^ lit))
        .collect();
    let mut units: Vec<u32> = left.iter().zip(&rest).filter(|&(&left, _)| left == 1).map(|(_, &rest)| rest).collect();
    while let Some(unit) = units.pop() {
        let value = if unit & 1 == 0 { 1 } else { -1 };
        match values[unit as usize >> 1] {
            0 => values[unit as usize >> 1] = value,
            known if known == value => continue,
            _ => return None,
        }
        for &clause in occurrences.of(unit as usize ^ 1) {
            let clause = clause as usize;
            rest[clause] ^= unit ^ 1;
            left[clause] -= 1;
            match left[clause] {
                0 => return None,
                1 => units.push(rest[clause]),
                _ => {}
            }
        }
    }
    Some(values)
}

/// Removes satisfied clauses and false literals, and renumbers the variables that are left, which are returned.
fn compact(lits: &mut Vec<u32>, starts: &mut Vec<u32>, values: &[i8], names: &Names) -> Vec<Var> {
    let value = |lit: u32| if lit & 1 == 0 { values[lit as usize >> 1] } else { -values[lit as usize >> 1] };
    let (mut kept, mut kept_clauses, mut begin) = (0, 0, 0);
    for clause in 0..starts.len() - 1 {
        let range = begin..starts[clause + 1] as usize;
        begin = range.end;
        if lits[range.clone()].iter().any(|&lit| value(lit) > 0) {
            continue;
        }
        for place in range {
            if value(lits[place]) == 0 {
                lits[kept] = lits[place];
                kept += 1;
            }
        }
        kept_clauses += 1;
        starts[kept_clauses] = kept as u32;
    }
    lits.truncate(kept);
    starts.truncate(kept_clauses + 1);
    let mut numbers = vec![u32::MAX; values.len()];
    for &lit in lits.iter() {
        numbers[lit as usize >> 1] = 0;
    }
    let mut vars = Vec::new();
    for (index, number) in numbers.iter_mut().enumerate() {
        if *number == 0 {
            *number = vars.len() as u32;
            vars.push(names.var(index));
        }
    }
    for lit in lits.iter_mut() {
        *lit = numbers[*lit as usize >> 1] << 1 | (*lit & 1);
    }
    vars
}

/// For each literal, the clauses that hold it, in one flat list.
#[derive(Debug)]
pub(super) struct Occurrences {
    starts: Pages<u32>,
    entries: Pages<u32>,
}

impl Occurrences {
    /// The occurrences of all literals, each list in the order of clauses.
    pub fn new(lits: &[u32], starts: &[u32], num_vars: usize) -> Occurrences {
        let mut ends = Pages::<u32>::zeroed(2 * num_vars + 1);
        let counts = ends.get_mut();
        for &lit in lits {
            counts[lit as usize + 1] += 1;
        }
        for code in 1..counts.len() {
            counts[code] += counts[code - 1];
        }
        let occurrence_starts = ends.clone();
        let mut entries = Pages::<u32>::zeroed(lits.len());
        let (ends, places) = (ends.get_mut(), entries.get_mut());
        for (clause, pair) in starts.windows(2).enumerate() {
            for &lit in &lits[pair[0] as usize..pair[1] as usize] {
                let end = &mut ends[lit as usize];
                places[*end as usize] = clause as u32;
                *end += 1;
            }
        }
        Occurrences { starts: occurrence_starts, entries }
    }

    /// The length of the longest list.
    pub fn longest(&self) -> usize {
        self.starts.get().windows(2).map(|pair| (pair[1] - pair[0]) as usize).max().unwrap_or(0)
    }

    #[inline]
    fn range(&self, code: usize) -> Range<usize> {
        let starts = self.starts.get();
        starts[code] as usize..starts[code + 1] as usize
    }

    /// Prefetches the list of a literal.
    #[inline]
    pub fn prefetch(&self, code: usize) {
        let range = self.range(code);
        prefetch(self.entries.get(), range.start);
        prefetch(self.entries.get(), range.start + 16);
    }

    /// The clauses of a literal.
    #[inline]
    pub fn of(&self, code: usize) -> &[u32] {
        &self.entries.get()[self.range(code)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_tautologies_and_repeated_literals_go() {
        let formula =
            Formula::from_dimacs_lists(&[&[9], &[-9, 2, 2, 7], &[4, -4, 5], &[9, 3], &[-2, -7, -9], &[-2, 7, 7]]);
        let problem = Problem::new(formula);
        assert_eq!(problem.num_vars(), 2);
        assert_eq!(problem.clauses().map(<[u32]>::to_vec).collect::<Vec<_>>(), [vec![0, 2], vec![1, 3], vec![1, 2]]);
        let model = problem.extend(&[false, true].into_iter().collect());
        assert_eq!(problem.count_falsified(&model), 0);
        assert!(model.value(Var::new(8)) && model.value(Var::new(6)) && !model.value(Var::new(1)));
    }

    #[test]
    fn contradictions_are_noticed() {
        for lists in [&[&[1][..], &[-1]][..], &[&[]], &[&[1, 2], &[-1], &[-2]]] {
            assert!(Problem::new(Formula::from_dimacs_lists(lists)).contradictory);
        }
    }

    #[test]
    fn declared_variables_cost_little() {
        let mut formula = Formula::from_dimacs_lists(&[&[1, 40_000_000], &[-1, 5]]);
        formula.declare_vars(50_000_000);
        let problem = Problem::new(formula);
        assert_eq!(problem.num_vars(), 3);
        assert_eq!(problem.outer(2), Var::new(39_999_999));
    }
}
