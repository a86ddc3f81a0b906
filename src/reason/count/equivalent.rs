//! Literals that imply each other through binary clauses.

use crate::cnf::Lit;

/// By literal: one literal of its strongly connected component, the same for all of them, and for their opposites its
/// opposite. `None` when a literal is equivalent to its opposite. (Tarjan, SICOMP'72, without recursion.)
pub(super) fn representatives(implies: &[Vec<Lit>]) -> Option<Vec<Lit>> {
    let count = implies.len();
    let mut represent: Vec<Lit> = (0..count as u32).map(Lit::from_code).collect();
    let (mut index, mut low) = (vec![0u32; count], vec![0u32; count]);
    let mut closed = vec![false; count];
    let mut next = 0;
    let mut open: Vec<Lit> = Vec::new();
    for start in (0..count as u32).map(Lit::from_code) {
        if index[start.index()] != 0 {
            continue;
        }
        let mut work: Vec<(Lit, usize)> = vec![(start, 0)];
        while let Some(&mut (lit, ref mut edge)) = work.last_mut() {
            if *edge == 0 {
                next += 1;
                index[lit.index()] = next;
                low[lit.index()] = next;
                open.push(lit);
            }
            if let Some(&to) = implies[lit.index()].get(*edge) {
                *edge += 1;
                if index[to.index()] == 0 {
                    work.push((to, 0));
                } else if !closed[to.index()] {
                    low[lit.index()] = low[lit.index()].min(index[to.index()]);
                }
                // The same edge is looked at once more below, after the walk has come back from it.
                continue;
            }
            work.pop();
            for &to in &implies[lit.index()] {
                if !closed[to.index()] {
                    low[lit.index()] = low[lit.index()].min(low[to.index()]);
                }
            }
            if low[lit.index()] != index[lit.index()] {
                continue;
            }
            let begin = open.iter().rposition(|&member| member == lit)?;
            let members = open.split_off(begin);
            let least = *members.iter().min_by_key(|member| member.var())?;
            for &member in &members {
                closed[member.index()] = true;
                represent[member.index()] = least;
                if member == !least {
                    return None;
                }
            }
        }
    }
    // The component of the opposite literals has the same smallest variable.
    Some(represent)
}
