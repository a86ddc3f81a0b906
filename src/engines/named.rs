//! Options that list literals, by the names that the formula's variables have.

use crate::cnf::Var;
use crate::engine::Engine;
use crate::util::escape::clean;

/// A list of literals in numbers, such as `3,-1`. In the text a literal is a variable's name, with `-` in front if it
/// is negated; `var` knows the names, and the numbers where variables have them.
///
/// # Errors
/// What was expected, and what was found.
pub fn numbers(text: &str, var: impl Fn(&str) -> Option<Var>) -> Result<String, String> {
    let literal = |word: &str| match word.strip_prefix('-') {
        Some(rest) => var(rest).map(Var::neg),
        None => var(word).map(Var::pos),
    };
    let mut numbers = Vec::new();
    for mut rest in text.split_whitespace() {
        loop {
            rest = rest.trim_start_matches(',');
            if rest.is_empty() {
                break;
            }
            // A name may hold commas itself: `x(1,2)`.
            let mut ends = rest.match_indices(',').map(|(comma, _)| comma).chain([rest.len()]);
            let Some((lit, end)) = ends.find_map(|end| Some((literal(&rest[..end])?, end))) else {
                let word = clean(rest.split(',').next().unwrap_or(rest));
                return Err(format!("expected literals of the formula, found '{word}'"));
            };
            numbers.push(lit.to_string());
            rest = &rest[end..];
        }
    }
    Ok(numbers.join(","))
}

/// Sets an option of an engine that is about to solve a formula; what lists literals may name them, as in [`numbers`].
///
/// # Errors
/// The sentence that says what is wrong, and what was expected.
///
/// ```
/// use gemsat::{cnf::Var, engines};
///
/// let mut engine = engines::by_name("dpll").expect("a registered name");
/// let var = |name: &str| ["sun", "rain"].iter().position(|known| *known == name).map(Var::new);
/// engines::named::set(engine.as_mut(), "decide_order", "-rain,sun", var)?;
/// assert!(engines::named::set(engine.as_mut(), "decide_order", "snow", var).is_err());
/// # Ok::<(), String>(())
/// ```
pub fn set(engine: &mut dyn Engine, name: &str, value: &str, var: impl Fn(&str) -> Option<Var>) -> Result<(), String> {
    let value = match engine.options().iter().any(|row| row.name == name && row.lists_literals) {
        true => numbers(value, var).map_err(|error| format!("option '{name}': {error}"))?,
        false => value.to_owned(),
    };
    engine.set_option(name, &value).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines;

    #[test]
    fn names_may_hold_commas_and_unknown_ones_are_refused() {
        let names = ["x(1,2)", "x(1,3)", "-y", "3"];
        let var = |name: &str| names.iter().position(|known| *known == name).map(Var::new);
        for engine in ["cdcl", "dpll"] {
            let mut engine = engines::by_name(engine).expect("an engine");
            let mut set = |value: &str| {
                set(engine.as_mut(), "decide_order", value, var)?;
                let rows = engine.options();
                Ok::<String, String>(rows.into_iter().find(|row| row.name == "decide_order").expect("a row").value)
            };
            for (value, numbers) in [("x(1,2),-x(1,3)", "1,-2"), ("-x(1,3) 3", "-2,4"), ("--y,", "-3"), ("", "")] {
                assert_eq!(set(value).as_deref(), Ok(numbers), "{value}");
            }
            let unknown = set("3,x(1,4),3").expect_err("no such name");
            assert!(unknown.contains("expected literals of the formula, found 'x(1'"), "{unknown}");
            assert!(set("1").is_err(), "numbers are no names here");
            assert!(set("3,-3").expect_err("the same variable twice").contains("different variables"));
        }
    }
}
