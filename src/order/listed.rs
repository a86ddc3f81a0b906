//! Literals that a user wants decided first, as the value of an option: `3,-1,7`.
//!
//! **What it does.** The first literal of the list whose variable has no value is the next decision, so that it gives
//! the variable and the value that is tried first. When all variables of the list have values, the engine's own order
//! goes on.
//!
//! **Why it pays.** For lectures: an example of a book is seen with the decisions that the book makes.

use crate::cnf::Lit;
use crate::util::table::OptionValue;
use std::collections::HashSet;

/// The literals, of different variables.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Listed(Vec<Lit>);

impl Listed {
    /// The literals, in their order.
    pub fn lits(&self) -> &[Lit] {
        &self.0
    }
}

impl OptionValue for Listed {
    const LISTS_LITERALS: bool = true;
    type Range = ();

    fn any() {}

    fn parse(text: &str, _: &()) -> Option<Listed> {
        let words = text.split(|letter: char| letter == ',' || letter.is_whitespace());
        let lits: Vec<Lit> =
            words.filter(|word| !word.is_empty()).map(|word| word.parse().ok()).collect::<Option<_>>()?;
        let vars: HashSet<_> = lits.iter().map(|lit| lit.var()).collect();
        (vars.len() == lits.len()).then_some(Listed(lits))
    }

    fn show(&self) -> String {
        self.0.iter().map(Lit::to_string).collect::<Vec<_>>().join(",")
    }

    fn accepts(_: &()) -> String {
        "literals of different variables, such as 3,-1,7".into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_of_different_variables() {
        for (text, shown) in [("", ""), ("3,-1,7", "3,-1,7"), (" 3 -1\t7,", "3,-1,7")] {
            assert_eq!(Listed::parse(text, &()).map(|list| list.show()), Some(shown.into()), "{text:?}");
        }
        for text in ["0", "x", "3,-3", "3,1,3", "1.5", "--1"] {
            assert_eq!(Listed::parse(text, &()), None, "{text:?}");
        }
    }
}
