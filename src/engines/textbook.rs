//! Textbook mode: an engine that does what textbooks say, and nothing else.
//!
//! **What it does.** Sets options of an engine. CDCL then is that of the Handbook of Satisfiability (chapter 4):
//! decide, propagate, learn the clause of the first unique implication point, remove the literals that follow from
//! others, jump back to the second highest level of what is left. There is no lucky phase, no simplification before or
//! between stretches of search, no shrinking, no on-the-fly strengthening, no chronological backtracking; it does not
//! restart and deletes nothing that it has learned. What remains to be chosen is the rule by which it decides.
//!
//! **Why.** The steps of the usual mode are right, but nobody can tell from them why they were made. It is the same
//! engine, so what is seen in textbook mode is what happens.
//!
//! **References.** Marques-Silva, Lynce, Malik: Conflict-Driven Clause Learning SAT Solvers, in: Handbook of
//! Satisfiability (2009, 2021). VSIDS: Moskewicz et al. (DAC'01). VMTF: Ryan (2004).

use crate::engine::Engine;

/// How textbook mode chooses the next decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// The first variable without a value; the value of the option `phase` first, which is true.
    Order,
    /// The variable of the highest score: variables of recent conflicts have high ones.
    Vsids,
    /// The variable that was moved to the front last: those of a conflict are.
    Vmtf,
}

/// What is the same for all rules.
const CDCL: [(&str, &str); 20] = [
    ("lucky", "false"),
    ("symmetry", "false"),
    ("gauss", "false"),
    ("inprocess", "false"),
    ("eliminate", "false"),
    ("opening_clauses", "0"),
    ("opening_conflicts", "0"),
    ("shrink", "0"),
    ("otfs", "false"),
    ("chrono", "false"),
    ("bump_reasons", "false"),
    ("target", "0"),
    ("rephase", "false"),
    ("burst_interval", "0"),
    ("reorder", "false"),
    ("restart", "false"),
    ("reduce", "false"),
    ("minimize", "true"),
    ("watches", "true"),
    ("ratings", "true"),
];

impl Rule {
    /// All rules.
    pub const ALL: [Rule; 3] = [Rule::Order, Rule::Vsids, Rule::Vmtf];

    /// The rule of this name.
    pub fn by_name(name: &str) -> Option<Rule> {
        Rule::ALL.into_iter().find(|rule| rule.name() == name)
    }

    /// The name.
    pub fn name(self) -> &'static str {
        match self {
            Rule::Order => "order",
            Rule::Vsids => "vsids",
            Rule::Vmtf => "vmtf",
        }
    }
}

/// Sets the options of textbook mode. Options that are set afterwards are obeyed.
///
/// # Errors
/// When the engine has no such mode, or no such rule, with those that have it.
///
/// ```
/// use gemsat::engines::{self, textbook};
///
/// let mut engine = engines::by_name("cdcl").expect("a registered name");
/// textbook::set(engine.as_mut(), textbook::Rule::Order)?;
/// assert!(textbook::set(engines::by_name("brute").expect("another").as_mut(), textbook::Rule::Order).is_err());
/// # Ok::<(), String>(())
/// ```
pub fn set(engine: &mut dyn Engine, rule: Rule) -> Result<(), String> {
    let name = engine.name();
    let chosen: &[(&str, &str)] = match (name, rule) {
        ("cdcl", Rule::Order) => &[("order", "true"), ("stable", "2")],
        ("cdcl", Rule::Vsids) => &[("stable", "2")],
        ("cdcl", Rule::Vmtf) => &[("stable", "0")],
        ("dpll", Rule::Order) => &[("rule", "first"), ("pure", "false"), ("ratings", "true")],
        ("dpll", rule) => {
            return Err(format!("engine 'dpll' has no rule '{}' in textbook mode, only 'order'", rule.name()));
        }
        _ => return Err(format!("engine '{name}' has no textbook mode; cdcl and dpll have one")),
    };
    let common = if name == "cdcl" { &CDCL[..] } else { &[] };
    common
        .iter()
        .chain(chosen)
        .try_for_each(|(option, value)| engine.set_option(option, value).map_err(|error| error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines;

    #[test]
    fn every_rule_has_its_options() {
        for rule in Rule::ALL {
            assert_eq!(Rule::by_name(rule.name()), Some(rule));
            let mut cdcl = engines::by_name("cdcl").expect("an engine");
            set(cdcl.as_mut(), rule).expect("options of the engine");
            assert!(cdcl.options().iter().any(|row| row.name == "inprocess" && row.value == "false"));
            let mut dpll = engines::by_name("dpll").expect("an engine");
            assert_eq!(set(dpll.as_mut(), rule).is_ok(), rule == Rule::Order);
        }
    }
}
