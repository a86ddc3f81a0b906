//! Two queues that are unrolled side by side, as bounded model checking does (Biere, Cimatti, Clarke, Zhu, TACAS 1999).

use super::circuits::{and, or, xor};
use super::clauses::Clauses;
use super::error::Result;
use super::params::{Kind, Param, Values};
use super::{Answer, Family};
use crate::cnf::Lit;

pub(super) const FAMILIES: &[Family] = &[Family {
    name: "queue",
    about: "A queue that shifts and a ring buffer give different words within k steps",
    source: "McMillan, Symbolic Model Checking, 1993; unrolled: Biere, Cimatti, Clarke, Zhu, TACAS 1999",
    answer: "unsatisfiable",
    params: &[
        Param::place("places", "Places of the queues", Kind::Number(2, 10_000, None)),
        Param::place("width", "Bits of a word", Kind::Number(1, 10_000, None)),
        Param::place("steps", "Steps", Kind::Number(1, 1_000_000, None)),
    ],
    example: "2 1 3",
    cnfgen: "",
    build: queues,
}];

/// Chooses between two bits.
fn choose(to: &mut Clauses<'_>, condition: Lit, then: Lit, otherwise: Lit) -> Result<Lit> {
    let (first, second) = (and(to, condition, then)?, and(to, !condition, otherwise)?);
    or(to, first, second)
}

fn any(to: &mut Clauses<'_>, lits: &[Lit]) -> Result<Lit> {
    lits[1..].iter().try_fold(lits[0], |so_far, &lit| or(to, so_far, lit))
}

/// A queue whose oldest word is in place 0; when it is taken, all other words move.
struct Shifting {
    used: Vec<Lit>,
    words: Vec<Vec<Lit>>,
}

/// A queue whose words stay in place: one mark shows the oldest word, another where the next one goes.
struct Ring {
    oldest: Vec<Lit>,
    next: Vec<Lit>,
    full: Lit,
    words: Vec<Vec<Lit>>,
}

impl Shifting {
    fn step(&mut self, to: &mut Clauses<'_>, put: Lit, take: Lit, word: &[Lit], no: Lit) -> Result<()> {
        let places = self.used.len();
        let put = and(to, put, !self.used[places - 1])?;
        let take = and(to, take, self.used[0])?;
        let (mut used, mut words) = (Vec::with_capacity(places), Vec::with_capacity(places));
        for place in 0..places {
            // The words after the one at the front was taken and before the new one comes.
            let above = self.used.get(place + 1).copied().unwrap_or(no);
            let kept = choose(to, take, above, self.used[place])?;
            let below = match place {
                0 => !no,
                _ => choose(to, take, self.used[place], self.used[place - 1])?,
            };
            let free = and(to, below, !kept)?;
            let here = and(to, put, free)?;
            used.push(or(to, kept, here)?);
            let mut moved = Vec::with_capacity(word.len());
            for (bit, &new) in word.iter().enumerate() {
                let above = self.words.get(place + 1).map_or(self.words[place][bit], |word| word[bit]);
                let old = choose(to, take, above, self.words[place][bit])?;
                moved.push(choose(to, here, new, old)?);
            }
            words.push(moved);
        }
        (self.used, self.words) = (used, words);
        Ok(())
    }
}

impl Ring {
    /// Whether the queue holds a word, and its oldest word.
    fn front(&self, to: &mut Clauses<'_>) -> Result<(Lit, Vec<Lit>)> {
        let meeting: Result<Vec<Lit>> = self.oldest.iter().zip(&self.next).map(|(&a, &b)| and(to, a, b)).collect();
        let meeting = any(to, &meeting?)?;
        let used = or(to, !meeting, self.full)?;
        let mut word = Vec::new();
        for bit in 0..self.words[0].len() {
            let read: Result<Vec<Lit>> =
                self.oldest.iter().zip(&self.words).map(|(&here, word)| and(to, here, word[bit])).collect();
            word.push(any(to, &read?)?);
        }
        Ok((used, word))
    }

    fn step(&mut self, to: &mut Clauses<'_>, put: Lit, take: Lit, word: &[Lit], used: Lit) -> Result<()> {
        let places = self.next.len();
        let (put, take) = (and(to, put, !self.full)?, and(to, take, used)?);
        for place in 0..places {
            let here = and(to, put, self.next[place])?;
            for (kept, &new) in self.words[place].iter_mut().zip(word) {
                *kept = choose(to, here, new, *kept)?;
            }
        }
        let mut turn = |marks: &mut Vec<Lit>, when: Lit| -> Result<()> {
            let turned: Result<Vec<Lit>> =
                (0..places).map(|place| choose(to, when, marks[(place + places - 1) % places], marks[place])).collect();
            *marks = turned?;
            Ok(())
        };
        turn(&mut self.next, put)?;
        turn(&mut self.oldest, take)?;
        let meeting: Result<Vec<Lit>> = self.oldest.iter().zip(&self.next).map(|(&a, &b)| and(to, a, b)).collect();
        let meeting = any(to, &meeting?)?;
        let grown = and(to, put, !take)?;
        let filled = and(to, grown, meeting)?;
        let still = and(to, self.full, !take)?;
        self.full = or(to, filled, still)?;
        Ok(())
    }
}

fn queues(values: &Values, to: &mut Clauses<'_>) -> Result<Answer> {
    let (places, width, steps) = (values.number("places"), values.number("width"), values.number("steps"));
    // At each step a bit of the memories takes more literals than this.
    to.room(steps as u64, places.saturating_mul(width).saturating_mul(16))?;
    let no = to.var("no")?;
    to.add([!no])?;
    let (put, take) = (to.block("put", [steps])?, to.block("take", [steps])?);
    let input = to.block("in", [steps, width])?;
    let marks: Vec<Lit> = (0..places).map(|place| if place == 0 { !no } else { no }).collect();
    let empty = vec![vec![no; width]; places];
    let mut shifting = Shifting { used: vec![no; places], words: empty.clone() };
    let mut ring = Ring { oldest: marks.clone(), next: marks, full: no, words: empty };
    let mut differences = Vec::new();
    for step in 0..=steps {
        let (used, word) = ring.front(to)?;
        differences.push(xor(to, used, shifting.used[0])?);
        for (&one, &other) in word.iter().zip(&shifting.words[0]) {
            let bit = xor(to, one, other)?;
            differences.push(and(to, used, bit)?);
        }
        if step < steps {
            let (put, take) = (put.at([step]), take.at([step]));
            let word: Vec<Lit> = (0..width).map(|bit| input.at([step, bit])).collect();
            shifting.step(to, put, take, &word, no)?;
            ring.step(to, put, take, &word, used)?;
        }
    }
    to.add(differences)?;
    Ok(Answer::Unsatisfiable)
}
