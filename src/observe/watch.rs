//! Prints a search as plain text while it runs, one line for each step.

use super::{Event, Observer, Replay, Words};
use crate::cnf::Lit;
use crate::util::words::many;
use std::io::{self, Write};

/// An observer that prints what it sees, in the words of the puzzle.
#[derive(Debug)]
pub struct Watch<W: Write> {
    out: W,
    words: Words,
    replay: Replay,
    seen: u64,
    most: u64,
    error: Option<io::Error>,
}

impl<W: Write> Watch<W> {
    /// Prints to `out` the first `most` steps of a search over this many variables.
    pub fn new(out: W, words: Words, num_vars: usize, most: u64) -> Watch<W> {
        let replay = Replay::new(num_vars.min(super::Recorder::MOST_VARS));
        Watch { out, words, replay, seen: 0, most, error: None }
    }

    /// Says how many steps were not printed.
    ///
    /// # Errors The first failure to print. It is no failure if the reader has gone away.
    pub fn finish(mut self) -> io::Result<()> {
        if self.seen > self.most && self.error.is_none() {
            writeln!(self.out, "{:>8}  steps more", self.seen - self.most)?;
        }
        match self.error {
            Some(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error),
            _ => self.out.flush(),
        }
    }
}

impl<W: Write> Observer for Watch<W> {
    fn event(&mut self, event: Event<'_>) {
        if event.is_aside() {
            return;
        }
        self.seen += 1;
        if self.seen > self.most || self.error.is_some() {
            return;
        }
        let (name, rest) = told(&event, &self.words, &self.replay);
        let indent = "  ".repeat(self.replay.level().min(20));
        let line = format!("{:>8}  {name:<10}{indent}{rest}", self.seen);
        self.error = writeln!(self.out, "{}", line.trim_end()).err();
        self.replay.apply(&event);
    }
}

/// What a step says in the state before it, and the word before that.
pub(super) fn told(event: &Event<'_>, words: &Words, replay: &Replay) -> (&'static str, String) {
    let of = |lit: Lit| words.of(lit).into_owned();
    let all = |lits: &[Lit]| words.list(lits.iter().copied(), ", ");
    let level = replay.level();
    match *event {
        Event::Decide(lit) => ("decide", format!("{}  (level {})", of(lit), level + 1)),
        Event::Assign(lit, None) => ("assign", of(lit)),
        Event::Assign(lit, Some(reason)) => {
            let others: Vec<Lit> = reason.iter().copied().filter(|&other| other != lit).map(|lit| !lit).collect();
            match others.is_empty() {
                true => ("assign", of(lit)),
                false => ("assign", format!("{}  because {}", of(lit), all(&others))),
            }
        }
        Event::Conflict(clause) => {
            let holding: Vec<Lit> = clause.iter().map(|&lit| !lit).collect();
            match holding.is_empty() {
                true => ("conflict", "nothing is left".to_string()),
                false => ("conflict", format!("not all of: {}", all(&holding))),
            }
        }
        Event::Learn(clause) => ("learn", words.list(clause.iter().copied(), " or ")),
        Event::Backtrack(to) => {
            let to = to as usize;
            let name = if level > to + 1 { "backjump" } else { "backtrack" };
            (name, format!("to level {to}, from {level}"))
        }
        Event::Resolve(pivots) => ("resolve", format!("on {}", all(pivots))),
        Event::Watch(clause) => {
            let watches: Vec<Lit> = clause.iter().copied().take(2).collect();
            ("watch", format!("{} in {}", all(&watches), words.list(clause.iter().copied(), " or ")))
        }
        Event::Rate(rated) => {
            let rated = rated.iter().map(|&(lit, rating)| format!("{} {rating}", of(lit)));
            ("rate", rated.collect::<Vec<_>>().join(", "))
        }
        Event::Remove(var) => ("remove", format!("{}: simplified away", of(var.pos()))),
        Event::Extend(lit) => ("extend", format!("{}  by reconstruction", of(lit))),
        Event::Restart => ("restart", String::new()),
        Event::Start(assignment) => {
            let kept = assignment.lits().take(replay.num_vars());
            let trues: Vec<Lit> = kept.filter(|lit| lit.is_positive()).collect();
            let rest = if trues.is_empty() { "nothing".to_string() } else { all(&trues) };
            ("start", format!("true: {rest}"))
        }
        Event::Flip(var, falsified) => {
            let now = replay.value(var).is_some_and(|value| !value);
            ("flip", format!("{}  ({} false)", of(var.lit(now)), many(falsified, "clause")))
        }
        Event::Temperature(temperature) => ("cool", format!("temperature {temperature:.4}")),
        Event::Expand(decisions, implied, cost) => {
            let chosen = if decisions.is_empty() { "nothing chosen".to_string() } else { all(decisions) };
            ("expand", format!("f = {cost}: {chosen}  ({} more follow)", implied.len()))
        }
        Event::Open(lit, cost) => ("open", format!("f = {cost}: with {}", of(lit))),
        Event::Check(checks) => ("check", format!("{checks} consistency checks")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cnf::Var;

    fn lit(number: i32) -> Lit {
        Lit::from_dimacs(number).expect("not 0")
    }

    #[test]
    fn steps_are_told_in_words() {
        let words = Words::named(3, |var| ["sun", "rain"].get(var.index()).map(|name| (*name).to_string()));
        let mut text = Vec::new();
        let mut watch = Watch::new(&mut text, words, 3, 9);
        let events = [
            Event::Decide(lit(1)),
            Event::Assign(lit(-2), Some(&[lit(-2), lit(-1)])),
            Event::Decide(lit(3)),
            Event::Conflict(&[lit(-3), lit(2)]),
            Event::Learn(&[lit(-3), lit(2)]),
            Event::Backtrack(0),
            Event::Start(&[true, false, false].into_iter().collect()),
            Event::Flip(Var::new(1), 4),
            Event::Expand(&[lit(1)], &[lit(2)], 5),
            Event::Restart,
        ];
        events.iter().for_each(|event| watch.event(*event));
        watch.finish().expect("memory takes it");
        let wanted = [
            "       1  decide    sun  (level 1)",
            "       2  assign      -rain  because sun",
            "       3  decide      3  (level 2)",
            "       4  conflict      not all of: 3, -rain",
            "       5  learn         -3 or rain",
            "       6  backjump      to level 0, from 2",
            "       7  start     true: sun",
            "       8  flip      rain  (4 clauses false)",
            "       9  expand    f = 5: sun  (1 more follow)",
            "       1  steps more",
        ];
        assert_eq!(String::from_utf8(text).expect("text").lines().collect::<Vec<_>>(), wanted);
    }
}
