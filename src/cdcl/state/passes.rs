//! What is kept between the passes of the techniques: times, delays, and where the next pass goes on.

use super::delay::Delay;
use crate::cnf::{Lit, Var};
use crate::engine::ProfileRow;
use crate::order::renumbering::Renumbering;
use std::time::Duration;

/// What is kept about every technique and every other part of a run that is timed.
#[derive(Clone, Debug, Default)]
pub struct Passes {
    parts: Vec<Part>,
    /// The time of the parts that have run within the current one.
    pub(in crate::cdcl) nested: Duration,
}

/// Where the next pass goes on, for a technique that does not begin anew each time.
#[derive(Clone, Debug, Default)]
pub struct Place {
    /// The code of the literal at which the next pass begins.
    pub next: u32,
    /// The variables that the last pass left over, in reverse order.
    pub left: Vec<Var>,
    /// How many times everything was tried.
    pub completed: u32,
}

impl Place {
    fn renumber(&mut self, renumbering: &Renumbering) {
        let next = renumbering.lit(Lit::from_code(self.next));
        self.next = next.map_or(2 * renumbering.place(self.next / 2), Lit::code);
        let left = std::mem::take(&mut self.left);
        self.left = left.into_iter().filter_map(|var| renumbering.var(var)).collect();
    }
}

/// What is kept about one technique or part.
#[derive(Clone, Debug)]
pub struct Part {
    name: &'static str,
    delay: Delay,
    place: Option<Place>,
    pub(in crate::cdcl) runs: u64,
    /// The time that it took, without the parts that ran within it.
    pub(in crate::cdcl) time: Duration,
}

impl Passes {
    /// What is kept about this part.
    pub fn part(&mut self, name: &'static str) -> &mut Part {
        let at = self.parts.iter().position(|part| part.name == name).unwrap_or(self.parts.len());
        if at == self.parts.len() {
            let (delay, time) = (Delay::default(), Duration::ZERO);
            self.parts.push(Part { name, delay, place: None, runs: 0, time });
        }
        &mut self.parts[at]
    }

    /// Where the next pass of this technique goes on.
    pub fn place(&mut self, technique: &'static str) -> &mut Place {
        self.part(technique).place.get_or_insert_default()
    }

    /// The delay of a technique, or of a part of a technique that backs off by itself.
    pub fn delay(&mut self, name: &'static str) -> &mut Delay {
        &mut self.part(name).delay
    }

    /// Renumbers the variables.
    pub fn renumber(&mut self, renumbering: &Renumbering) {
        self.parts.iter_mut().filter_map(|part| part.place.as_mut()).for_each(|place| place.renumber(renumbering));
    }

    /// The time of each part, the longest first.
    pub fn profile(&self) -> Vec<ProfileRow> {
        let row = |part: &Part| ProfileRow { name: part.name, seconds: part.time.as_secs_f64(), runs: part.runs };
        let mut rows: Vec<ProfileRow> = self.parts.iter().filter(|part| part.runs > 0).map(row).collect();
        rows.sort_by(|a, b| b.seconds.total_cmp(&a.seconds));
        rows
    }
}
