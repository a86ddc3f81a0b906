//! Encodings of "at most one" without a counter.

use crate::cnf::Lit;
use crate::encode::ClauseSink;

/// A clause for every pair.
pub(super) fn pairwise(sink: &mut dyn ClauseSink, lits: &[Lit]) {
    for (index, &first) in lits.iter().enumerate() {
        for &second in &lits[index + 1..] {
            sink.add_clause(&[!first, !second]);
        }
    }
}

/// Places the literals in a grid, in which at most one row and at most one column has a true literal.
pub(super) fn product(sink: &mut dyn ClauseSink, lits: &[Lit]) {
    let n = lits.len();
    if n <= 6 {
        return pairwise(sink, lits);
    }
    let mut width = 1;
    while width * width < n {
        width += 1;
    }
    let height = n.div_ceil(width);
    let columns: Vec<Lit> = (0..width).map(|_| sink.new_var().pos()).collect();
    let rows: Vec<Lit> = (0..height).map(|_| sink.new_var().pos()).collect();
    for (index, &lit) in lits.iter().enumerate() {
        sink.add_clause(&[!lit, columns[index % width]]);
        sink.add_clause(&[!lit, rows[index / width]]);
    }
    product(sink, &columns);
    product(sink, &rows);
}

/// Divides the literals into groups of three, of which at most one may have a true literal.
pub(super) fn commander(sink: &mut dyn ClauseSink, lits: &[Lit]) {
    if lits.len() <= 6 {
        return pairwise(sink, lits);
    }
    let mut commanders = Vec::with_capacity(lits.len().div_ceil(3));
    for group in lits.chunks(3) {
        if let &[single] = group {
            commanders.push(single);
            continue;
        }
        let chief = sink.new_var().pos();
        for &lit in group {
            sink.add_clause(&[!lit, chief]);
        }
        pairwise(sink, group);
        commanders.push(chief);
    }
    commander(sink, &commanders);
}

/// Adds the bits of the number of the true literal.
pub(super) fn bitwise(sink: &mut dyn ClauseSink, lits: &[Lit]) {
    if lits.len() < 2 {
        return;
    }
    let width = (lits.len() - 1).ilog2() + 1;
    let bits: Vec<Lit> = (0..width).map(|_| sink.new_var().pos()).collect();
    for (index, &lit) in lits.iter().enumerate() {
        for (place, &bit) in bits.iter().enumerate() {
            sink.add_clause(&[!lit, if index >> place & 1 == 1 { bit } else { !bit }]);
        }
    }
}

/// Adds a ladder, whose rungs are true up to the true literal.
pub(super) fn ladder(sink: &mut dyn ClauseSink, lits: &[Lit]) {
    if lits.len() < 2 {
        return;
    }
    // Rung i means that the true literal comes after position i.
    let rungs: Vec<Lit> = (1..lits.len()).map(|_| sink.new_var().pos()).collect();
    for pair in rungs.windows(2) {
        sink.add_clause(&[!pair[1], pair[0]]);
    }
    for (index, &lit) in lits.iter().enumerate() {
        if index > 0 {
            sink.add_clause(&[!lit, rungs[index - 1]]);
        }
        if index < rungs.len() {
            sink.add_clause(&[!lit, !rungs[index]]);
        }
    }
}
