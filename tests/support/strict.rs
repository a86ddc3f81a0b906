//! An LRAT checker that is as strict as the verified ones: clauses are lists in which a literal may occur several
//! times, as in cake_lpr (Tan, Heule, Myreen, TACAS'21), and each antecedent leaves exactly one of its entries.

use std::collections::BTreeMap;

/// Checks an LRAT proof in text, one step a line.
pub fn check(clauses: &[Vec<i32>], text: &str) -> Result<(), String> {
    let mut live: BTreeMap<u64, Vec<i32>> =
        clauses.iter().enumerate().map(|(at, c)| (at as u64 + 1, c.clone())).collect();
    for line in text.lines() {
        let wrong = |what: &str| Err(format!("{what}: {line}"));
        let (id, rest) = line.split_once(' ').ok_or("no id")?;
        let numbers =
            |text: &str| -> Vec<i64> { text.split(' ').map(|word| word.parse().expect("a number")).collect() };
        if let Some(ids) = rest.strip_prefix("d ") {
            for id in numbers(ids).into_iter().filter(|&id| id != 0) {
                if live.remove(&id.unsigned_abs()).is_none() {
                    return wrong("a deleted clause that is not there");
                }
            }
            continue;
        }
        let numbers = numbers(rest);
        let mut lists = numbers.split(|&number| number == 0);
        let clause: Vec<i32> = lists.next().unwrap_or_default().iter().map(|&lit| lit as i32).collect();
        let hints = lists.next().unwrap_or_default();
        let (chain, groups) = hints.split_at(hints.iter().position(|&hint| hint < 0).unwrap_or(hints.len()));
        let mut falsified = clause.clone();
        if !propagate(&live, &mut falsified, chain)? && !candidates(&live, &clause, &falsified, groups)? {
            return wrong("not derived");
        }
        if clause.is_empty() {
            return Ok(());
        }
        live.insert(id.parse().map_err(|_| "an id")?, clause);
    }
    Err("no empty clause".into())
}

/// Visits the antecedents; whether one of them is false.
fn propagate(live: &BTreeMap<u64, Vec<i32>>, falsified: &mut Vec<i32>, chain: &[i64]) -> Result<bool, String> {
    for hint in chain {
        let clause = live.get(&hint.unsigned_abs()).ok_or(format!("no clause {hint}"))?;
        let left: Vec<i32> = clause.iter().copied().filter(|lit| !falsified.contains(lit)).collect();
        match left[..] {
            [] => return Ok(true),
            [unit] => falsified.push(-unit),
            _ => return Err(format!("antecedent {hint} is {clause:?}, not unit")),
        }
    }
    Ok(false)
}

/// Whether every clause with the negated first literal is a candidate whose hints lead to a conflict, or has a literal
/// that is true.
fn candidates(
    live: &BTreeMap<u64, Vec<i32>>,
    clause: &[i32],
    falsified: &[i32],
    groups: &[i64],
) -> Result<bool, String> {
    let Some(pivot) = clause.first() else { return Ok(false) };
    for (&id, candidate) in live.iter().filter(|(_, candidate)| candidate.contains(&-pivot)) {
        let others: Vec<i32> = candidate.iter().copied().filter(|lit| *lit != -pivot).collect();
        let Some(at) = groups.iter().position(|&hint| hint == -(id as i64)) else { return Ok(false) };
        if others.iter().any(|lit| falsified.contains(&-lit)) {
            continue;
        }
        let chain = &groups[at + 1..];
        let chain = &chain[..chain.iter().position(|&hint| hint < 0).unwrap_or(chain.len())];
        let mut falsified = [falsified, &others].concat();
        if !propagate(live, &mut falsified, chain)? {
            return Ok(false);
        }
    }
    Ok(true)
}
