//! What is kept of the input while the engine has the formula, and models written in its variables.

use crate::cnf::packed::Packed;
use crate::cnf::question::Asked;
use crate::cnf::symbolic::Names;
use crate::cnf::{Assignment, Lit, Var};
use crate::command::exit::Failure;
use crate::command::flags::engine::OfLiterals;
use crate::command::report;
use crate::engine::Verdict;
use std::collections::HashMap;
use std::io::{self, Write};

/// The input's clauses, packed, with the names of its variables and its `c @` notes.
#[derive(Debug)]
pub struct Original {
    pub(super) clauses: Packed,
    pub(super) names: Option<Names>,
    pub(super) varnames: HashMap<u32, String>,
    pub(super) notes: Vec<String>,
    /// What the formula's comments ask, if it is to be simplified.
    pub(super) asked: Asked,
    /// Options of the engine that list literals, in numbers.
    pub(super) of_literals: OfLiterals,
}

impl Original {
    /// The name of a variable, if it has one.
    pub(super) fn name(&self, var: Var) -> Option<String> {
        match &self.names {
            Some(names) => Some(names.literal(var.pos()).to_string()),
            None => self.varnames.get(&(var.to_dimacs() as u32)).cloned(),
        }
    }

    /// Checks a model against the clauses as they were read.
    pub(super) fn check(&self, verdict: &Verdict) -> Result<(), Failure> {
        let Verdict::Sat(model) = verdict else { return Ok(()) };
        let wrong = |clause| Failure::internal(format!("the engine's model leaves clause {} false", clause + 1));
        self.clauses.first_falsified(model).map_or(Ok(()), |clause| Err(wrong(clause)))
    }

    /// Writes a model as `v` lines, in the input's own names where it has no numbers.
    pub(super) fn write_values(&self, out: &mut dyn Write, model: &Assignment) -> io::Result<()> {
        match &self.names {
            Some(names) => report::write_values(out, model.lits(), |lit, text| {
                // Writing to a vector cannot fail.
                let _ = write!(text, "{}", names.literal(lit));
            }),
            None => report::write_values(out, model.lits(), report::push_number),
        }
    }

    /// Writes a model as one signed name a line; variables without a name are given by their number.
    pub(super) fn write_sol(&self, out: &mut dyn Write, model: &Assignment) -> io::Result<()> {
        if let Some(names) = &self.names {
            return names.write_sol(model, out);
        }
        let name = |lit: Lit| self.varnames.get(&(lit.var().to_dimacs() as u32));
        for lit in model.lits() {
            match name(lit) {
                Some(name) => writeln!(out, "{}{name}", if lit.is_negative() { "-" } else { "" })?,
                None => writeln!(out, "{lit}")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cnf::Formula;

    fn original(lists: &[&[i32]]) -> Original {
        let clauses = Packed::new(&Formula::from_dimacs_lists(lists)).expect("memory");
        Original {
            clauses,
            names: None,
            varnames: HashMap::new(),
            notes: Vec::new(),
            asked: Asked::default(),
            of_literals: Vec::new(),
        }
    }

    #[test]
    fn a_wrong_model_is_an_internal_error() {
        let original = original(&[&[1], &[-1, 2]]);
        let model = |values: [bool; 2]| Verdict::Sat(values.into_iter().collect());
        assert!(original.check(&model([true, true])).is_ok());
        let failure = original.check(&model([true, false])).expect_err("a wrong model");
        assert!(failure.to_string().contains("clause 2"));
        assert_eq!(failure.code(), 70);
        assert!(original.check(&Verdict::Unsat).is_ok());
    }

    #[test]
    fn solutions_of_numbers_use_the_names_that_are_known() {
        let mut original = original(&[&[1, 2]]);
        original.varnames.insert(2, "queen".into());
        let mut out = Vec::new();
        original.write_sol(&mut out, &[true, false].into_iter().collect()).expect("a vector");
        assert_eq!(out, b"1\n-queen\n");
    }
}
