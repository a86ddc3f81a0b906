//! Reading a formula: operators wait on a stack until a weaker one comes (Dijkstra's shunting yard), so that no depth
//! of parentheses needs a deep stack of calls.

use super::tree::Sketch;
use super::words::{Operator, Word, word};
use super::{Formulas, Kind, Node, Part};
use crate::cnf::error::{ParseErrorKind, Trouble, excerpt};
use crate::cnf::lit::Lit;
use crate::cnf::symbolic::Names;

/// An operator or parenthesis that waits for its right side, with its offset.
#[derive(Clone, Copy)]
enum Waiting {
    Operator(Operator),
    Open(usize),
}

/// What has been read of a line so far.
struct Reading<'f> {
    formulas: &'f mut Formulas,
    waiting: Vec<Waiting>,
    done: Vec<Part>,
}

impl Formulas {
    /// Reads the formula of a line, which stands at offset `at` of the block; a blank line and a comment hold none.
    pub(in crate::cnf) fn read(
        &mut self,
        line: &[u8],
        (at, number): (usize, u64),
        names: &mut Names,
    ) -> Result<(), Trouble> {
        let fault = |from: usize, expected| {
            let found = match line[from..].trim_ascii().is_empty() {
                true => "the end of the line".to_owned(),
                false => format!("'{}'", excerpt(&line[from..])),
            };
            Trouble::At(at + from, ParseErrorKind::Infix { found, expected })
        };
        let text = std::str::from_utf8(line).map_err(|error| fault(error.valid_up_to(), "a formula in UTF-8"))?;
        let text = text.find('#').map_or(text, |end| &text[..end]).trim_end();
        let mut reading = Reading { formulas: self, waiting: Vec::new(), done: Vec::new() };
        let (mut from, mut due) = (0, true);
        while let Some(blanks) = text[from..].find(|c: char| !c.is_whitespace()) {
            from += blanks;
            let (word, length) = word(&text[from..]).map_err(|expected| fault(from, expected))?;
            due = match (word, due) {
                (Word::Name(name), true) => {
                    let part = Part::Lit(Lit::new(names.variable(name)?, false));
                    reading.formulas.draw(name, 0, part)?;
                    reading.done.push(part);
                    false
                }
                (Word::Constant(value), true) => {
                    let all = reading.formulas.node(Kind::And, &[])?;
                    let part = if value { all } else { !all };
                    reading.formulas.draw(if value { "true" } else { "false" }, 0, part)?;
                    reading.done.push(part);
                    false
                }
                (Word::Operator(Operator::Not), true) => {
                    reading.waiting.push(Waiting::Operator(Operator::Not));
                    true
                }
                (Word::Open, true) => {
                    reading.waiting.push(Waiting::Open(from));
                    true
                }
                (Word::Operator(operator), false) if operator != Operator::Not => {
                    reading.join(operator).map_err(|expected| expected.unwrap_or_else(|why| fault(from, why)))?;
                    true
                }
                (Word::Close, false) => {
                    reading.close()?.then_some(()).ok_or_else(|| fault(from, "'(' before it"))?;
                    false
                }
                (_, true) => return Err(fault(from, "a name, '(' or not")),
                (_, false) => return Err(fault(from, "an operator such as '&' or the end of the line")),
            };
            from += length;
        }
        if reading.waiting.is_empty() && reading.done.is_empty() {
            return Ok(());
        }
        if due {
            return Err(fault(text.len(), "a name, '(' or not"));
        }
        while let Some(waiting) = reading.waiting.last().copied() {
            match waiting {
                Waiting::Operator(_) => reading.apply()?,
                Waiting::Open(from) => return Err(fault(from, "a ')' for it in the line")),
            }
        }
        let root = reading.done[0];
        self.roots.try_reserve(1)?;
        self.roots.push((root, self.nodes.len(), number));
        self.sketch.as_mut().map_or(Ok(()), Sketch::end)
    }

    /// How many formulas there are.
    pub(in crate::cnf) fn len(&self) -> usize {
        self.roots.len()
    }

    /// A new node.
    fn node(&mut self, kind: Kind, parts: &[Part]) -> Result<Part, Trouble> {
        self.parts.try_reserve(parts.len())?;
        self.nodes.try_reserve(1)?;
        let first = self.parts.len();
        self.parts.extend_from_slice(parts);
        self.nodes.push(Node { kind, first, end: self.parts.len() });
        Ok(Part::Node { index: self.nodes.len() - 1, negative: false })
    }

    /// The conjunction of two parts. A chain of conjunctions becomes a single node, as long as the parts of its node
    /// are the last in the list.
    fn both(&mut self, left: Part, right: Part) -> Result<Part, Trouble> {
        if let Part::Node { index, negative: false } = left
            && self.nodes[index].kind == Kind::And
            && self.nodes[index].end == self.parts.len()
            && index + 1 == self.nodes.len()
        {
            self.parts.try_reserve(1)?;
            self.parts.push(right);
            self.nodes[index].end += 1;
            return Ok(left);
        }
        self.node(Kind::And, &[left, right])
    }
}

impl Reading<'_> {
    /// Takes an operator between two sides. `Err(Err(_))` says what was expected in its place.
    fn join(&mut self, operator: Operator) -> Result<(), Result<Trouble, &'static str>> {
        while let Some(&Waiting::Operator(before)) = self.waiting.last() {
            let tight = |operator| matches!(operator, Operator::And | Operator::Or | Operator::Xor);
            if tight(before) && tight(operator) && (before == Operator::Xor) != (operator == Operator::Xor) {
                return Err(Err("parentheses: exclusive or binds tighter or looser than its neighbours, by the book"));
            }
            if before == Operator::Iff && operator == Operator::Iff {
                return Err(Err("parentheses: a chain of '<->' is read in two ways"));
            }
            let right = operator == Operator::Implies && before == Operator::Implies;
            if before.strength() < operator.strength() || right {
                break;
            }
            self.apply().map_err(Ok)?;
        }
        self.waiting.push(Waiting::Operator(operator));
        Ok(())
    }

    /// Applies all operators since the last open parenthesis, and removes the parenthesis; returns whether there is
    /// one.
    fn close(&mut self) -> Result<bool, Trouble> {
        while let Some(Waiting::Operator(_)) = self.waiting.last() {
            self.apply()?;
        }
        Ok(self.waiting.pop().is_some())
    }

    /// Applies the last operator to what was read last.
    fn apply(&mut self) -> Result<(), Trouble> {
        let Some(Waiting::Operator(operator)) = self.waiting.pop() else { return Ok(()) };
        let Some(right) = self.done.pop() else { return Ok(()) };
        if operator == Operator::Not {
            self.done.push(!right);
            return self.formulas.draw(operator.name(), 1, !right);
        }
        let Some(left) = self.done.pop() else { return Ok(()) };
        let joined = match operator {
            Operator::And => self.formulas.both(left, right)?,
            Operator::Or => !self.formulas.both(!left, !right)?,
            Operator::Implies => !self.formulas.both(left, !right)?,
            Operator::Xor => self.formulas.node(Kind::Xor, &[left, right])?,
            Operator::Iff => !self.formulas.node(Kind::Xor, &[left, right])?,
            Operator::Not => right,
        };
        self.done.push(joined);
        self.formulas.draw(operator.name(), 2, joined)
    }
}
