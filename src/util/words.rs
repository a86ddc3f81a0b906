//! Numbers of things in words.

use std::fmt::Display;

/// A number and what it counts: `1 clause`, `2 clauses`, `2 vertices`.
pub fn many(count: impl Display, noun: &str) -> String {
    let count = count.to_string();
    match noun.strip_suffix("ex") {
        _ if count == "1" => format!("1 {noun}"),
        Some(stem) => format!("{count} {stem}ices"),
        None => format!("{count} {noun}s"),
    }
}

/// A sentence with a capital letter at its beginning.
pub fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// The singular of a name such as `conflicts`, `switches` or `queries`.
pub fn singular(name: &str) -> String {
    let hissing = ["ches", "shes", "sses", "xes"].iter().any(|end| name.ends_with(end));
    match name.strip_suffix("ies") {
        Some(stem) => format!("{stem}y"),
        None if hissing => name[..name.len() - 2].to_string(),
        None => name.strip_suffix('s').unwrap_or(name).to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nouns_agree_with_their_numbers() {
        assert_eq!([many(0, "row"), many(1, "row"), many(2u64, "row")], ["0 rows", "1 row", "2 rows"]);
        assert_eq!([many(1, "vertex"), many(3, "vertex")], ["1 vertex", "3 vertices"]);
        assert_eq!([capital("the 1"), capital("éa"), capital("")], ["The 1", "Éa", ""]);
        let names = ["conflicts", "switches", "flushes", "passes", "boxes", "queries", "clauses", "propagated"];
        let single = ["conflict", "switch", "flush", "pass", "box", "query", "clause", "propagated"];
        assert_eq!(names.map(singular), single);
    }
}
