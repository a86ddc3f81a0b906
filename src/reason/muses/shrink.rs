//! Leaving out one group after the other, until none can be left out.

use super::Subset;
use super::switches::Switches;
use crate::cnf::{Assignment, Lit};
use crate::engine::Verdict;
use crate::limits::{Limits, Stop};

/// The bytes for models that show that a group is needed, but at most an eighth of a memory limit. Models beyond that
/// are not kept.
const MODEL_BYTES: u64 = 64 << 20;
const LIMIT_SHARE: u64 = 8;

/// The most groups that one model shows to be needed, by rotation.
const ROTATIONS: usize = 100_000;

pub(super) struct Shrink<'s, 'g> {
    switches: &'s mut Switches<'g>,
    limits: &'s Limits,
    /// By group.
    alive: Vec<bool>,
    needed: Vec<bool>,
    witnesses: Vec<Option<Assignment>>,
    /// The bytes that are left for models.
    room: u64,
    /// Whether the solver will not be asked about other sets later, so that what is found can be fixed in it for good.
    last: bool,
}

/// A group on the way of a rotation: the literal of its model that was flipped to get there, and where in its own
/// clause the rotation goes on.
struct Turn<'g> {
    flipped: Option<Lit>,
    clause: &'g [Lit],
    next: usize,
}

impl<'s, 'g> Shrink<'s, 'g> {
    /// Begins with the groups that are alive, which have no model together.
    pub fn new(switches: &'s mut Switches<'g>, alive: Vec<bool>, last: bool, limits: &'s Limits) -> Shrink<'s, 'g> {
        let count = alive.len();
        let room = limits.memory.map_or(MODEL_BYTES, |limit| MODEL_BYTES.min(limit / LIMIT_SHARE));
        Shrink { switches, limits, alive, needed: vec![false; count], witnesses: vec![None; count], room, last }
    }

    /// Tries to leave out the groups of `order`, which holds all that are alive, in that order. The subset is minimal
    /// unless a limit is reached.
    pub fn run(mut self, order: &[u32]) -> (Subset, Option<Stop>) {
        let mut stopped = None;
        for &group in order {
            if !self.alive[group as usize] || self.needed[group as usize] {
                continue;
            }
            let (alive, needed, last) = (&self.alive, &self.needed, self.last);
            let asked = (0..alive.len() as u32)
                .filter(|&other| other != group && alive[other as usize] && !(last && needed[other as usize]));
            match self.switches.ask(asked, self.limits) {
                Verdict::Unsat => self.leave_out_all_but_failed(),
                Verdict::Sat(model) => self.note_needed(group, model),
                Verdict::Unknown(stop) => {
                    stopped = Some(stop);
                    break;
                }
            }
        }
        let groups: Vec<u32> = (0..self.alive.len() as u32).filter(|&group| self.alive[group as usize]).collect();
        let witnesses = groups.iter().map(|&group| self.witnesses[group as usize].take()).collect();
        let at_least = usize::from(!groups.is_empty());
        let questions = self.switches.questions;
        (Subset { groups, minimal: stopped.is_none(), at_least, stopped: None, questions, witnesses }, stopped)
    }

    fn leave_out_all_but_failed(&mut self) {
        let failed = self.switches.failed();
        for other in 0..self.alive.len() as u32 {
            let open = self.alive[other as usize] && !self.needed[other as usize];
            if open && !failed.contains(&other) {
                self.alive[other as usize] = false;
                if self.last {
                    self.switches.turn(other, false);
                }
            }
        }
    }

    /// Notes that a group is needed, as a model of all others shows, and rotates that model.
    fn note_needed(&mut self, group: u32, mut model: Assignment) {
        let first = Turn { flipped: None, clause: self.enter(group, &model), next: 0 };
        let mut turns = vec![first];
        let mut left = ROTATIONS;
        while let Some(turn) = turns.last_mut() {
            let Some(&lit) = turn.clause.get(turn.next).filter(|_| left > 0) else {
                let flipped = turn.flipped;
                turns.pop();
                if let Some(lit) = flipped {
                    model.flip(lit.var());
                }
                continue;
            };
            turn.next += 1;
            model.flip(lit.var());
            match self.switches.only_false_group(lit, &model, &self.alive) {
                Some(other) if !self.needed[other as usize] => {
                    left -= 1;
                    let clause = self.enter(other, &model);
                    turns.push(Turn { flipped: Some(lit), clause, next: 0 });
                }
                _ => model.flip(lit.var()),
            }
        }
    }

    /// Notes that a group is needed; the clause from which the rotation goes on.
    fn enter(&mut self, group: u32, model: &Assignment) -> &'g [Lit] {
        self.needed[group as usize] = true;
        if self.last {
            self.switches.turn(group, true);
        }
        let bytes = model.len() as u64 / 8 + size_of::<Assignment>() as u64;
        if let Some(room) = self.room.checked_sub(bytes) {
            self.room = room;
            self.witnesses[group as usize] = Some(model.clone());
        }
        self.switches.only_false_clause(group, model).unwrap_or_default()
    }
}
