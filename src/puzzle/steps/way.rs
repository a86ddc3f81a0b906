//! The way from the clues to a goal: the same for all puzzles, over what each knows of its own methods.
//!
//! What it does: each step is found by the easiest method that finds something, and knows which earlier steps it rests
//! on, so that those that the last one does not need are left out. When no method finds anything, something is
//! supposed, and ruled out if easy methods lead from it to a contradiction.

use super::{Effort, Goal, Step, Steps};
use crate::limits::{Limits, Stop};
use crate::puzzle::face::Clue;

/// What a step rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// The clues alone.
    Clue,
    /// The step of this number.
    Step(usize),
    /// What is supposed.
    Supposed,
}

/// A step as a method finds it: of the methods `T` of a puzzle, of what they find, `W`, and of what cells hold, `V`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Found<T, W, V> {
    /// The method.
    pub technique: T,
    /// What it finds.
    pub why: W,
    /// The cells that it looks at.
    pub from: Vec<usize>,
    /// The cells that it fills, and what they hold then.
    pub fills: Vec<(usize, V)>,
    /// What it rules out.
    pub removes: Vec<(usize, V)>,
    /// What it rests on.
    pub origins: Vec<Origin>,
}

/// What the methods of a puzzle find.
pub(crate) type FoundBy<K> = Found<<K as Known>::Technique, <K as Known>::Why, <K as Known>::Value>;

/// What is known of a puzzle, and what follows from it.
pub(crate) trait Known: Clone {
    /// The methods of the puzzle, the easiest first.
    type Technique: Copy + Ord + 'static;
    /// What a method finds.
    type Why;
    /// What a cell holds.
    type Value;
    /// A contradiction.
    type Clash;
    /// Something that may be supposed.
    type Supposition: Copy;

    /// All methods but supposing, from the easiest to the hardest.
    fn methods(&self) -> &'static [Self::Technique];

    /// The methods that follow from what is supposed.
    fn easy(&self) -> &'static [Self::Technique];

    /// The name of a method.
    fn name(&self, technique: Self::Technique) -> &'static str;

    /// The work of looking for a contradiction, or for what a method finds.
    fn work(&self, technique: Option<Self::Technique>) -> usize;

    /// Looks for a contradiction.
    fn check(&mut self);

    /// The first contradiction.
    fn clash(&self) -> Option<&Self::Clash>;

    /// Whether this cell is known, or all are.
    fn reached(&self, end: Option<usize>) -> bool;

    /// What the method finds.
    ///
    /// # Errors
    /// The limit that ran out.
    fn find(&mut self, technique: Self::Technique, effort: &mut Effort<'_>) -> Result<Vec<FoundBy<Self>>, Stop>;

    /// Takes the step of this number; whether that was new.
    fn apply(&mut self, found: &FoundBy<Self>, number: usize) -> bool;

    /// What may be supposed, the cell that is asked about first: of each group the shortest refutation is told.
    fn suppositions(&self, end: Option<usize>) -> Vec<Vec<Self::Supposition>>;

    /// Supposes it.
    fn suppose(&mut self, supposition: Self::Supposition);

    /// The step that rules out what was supposed here, by these steps, which rest on these earlier ones.
    fn refuted(&self, supposition: Self::Supposition, steps: Vec<FoundBy<Self>>, origins: Vec<Origin>)
    -> FoundBy<Self>;

    /// What the contradiction rests on.
    fn grounds(&self, clash: &Self::Clash) -> Vec<Origin>;

    /// What is known of the cell rests on this.
    fn ends(&self, cell: usize) -> Vec<Origin>;

    /// The step in words.
    fn step(&self, found: &FoundBy<Self>) -> Step;

    /// The contradiction in words, as the rest of a sentence, and the cells where it shows.
    fn end(&self, clash: &Self::Clash) -> (String, Vec<usize>);
}

/// The steps, numbered from `first`, that these ends rest on, and the earlier steps that they rest on.
pub(crate) fn needed<T, W, V>(
    steps: Vec<Found<T, W, V>>,
    first: usize,
    ends: &[Origin],
) -> (Vec<Found<T, W, V>>, Vec<Origin>) {
    let mut wanted = vec![false; steps.len()];
    let mut earlier = Vec::new();
    let mut ask = |origins: &[Origin], wanted: &mut Vec<bool>| {
        for &origin in origins {
            match origin {
                Origin::Step(step) if step >= first => wanted[step - first] = true,
                Origin::Step(_) if !earlier.contains(&origin) => earlier.push(origin),
                _ => {}
            }
        }
    };
    ask(ends, &mut wanted);
    for at in (0..steps.len()).rev() {
        if wanted[at] {
            ask(&steps[at].origins, &mut wanted);
        }
    }
    let kept = steps.into_iter().zip(&wanted).filter(|&(_, &wanted)| wanted).map(|(step, _)| step).collect();
    (kept, earlier)
}

/// Takes steps, numbered from `first`, until the end is reached, a contradiction shows or nothing follows; with
/// `supposing` also where the methods find nothing.
fn walk<K: Known>(
    known: &mut K,
    first: usize,
    end: Option<usize>,
    (methods, may_suppose): (&[K::Technique], bool),
    effort: &mut Effort<'_>,
) -> Result<Vec<FoundBy<K>>, Stop> {
    let mut steps: Vec<FoundBy<K>> = Vec::new();
    loop {
        if !effort.spend(known.work(None))? {
            return Ok(steps);
        }
        known.check();
        if known.reached(end) || known.clash().is_some() {
            return Ok(steps);
        }
        let before = steps.len();
        for method in methods.iter().copied().map(Some).chain(may_suppose.then_some(None)) {
            if !effort.spend(known.work(method))? {
                return Ok(steps);
            }
            let all = match method {
                Some(method) => known.find(method, effort)?,
                None => supposing(known, first + steps.len(), end, effort)?.into_iter().collect(),
            };
            for found in all {
                if known.apply(&found, first + steps.len()) {
                    steps.push(found);
                }
                if known.clash().is_some() {
                    break;
                }
            }
            if steps.len() > before || known.clash().is_some() {
                break;
            }
        }
        if steps.len() == before && known.clash().is_none() {
            return Ok(steps);
        }
    }
}

/// What cannot be, since easy steps lead from it to a contradiction.
fn supposing<K: Known>(
    known: &K,
    first: usize,
    end: Option<usize>,
    effort: &mut Effort<'_>,
) -> Result<Option<FoundBy<K>>, Stop> {
    for group in known.suppositions(end) {
        let mut best: Option<(usize, FoundBy<K>)> = None;
        for supposition in group {
            let mut trial = known.clone();
            trial.suppose(supposition);
            let steps = walk(&mut trial, first, None, (known.easy(), false), effort)?;
            let Some(clash) = trial.clash() else { continue };
            let (kept, origins) = needed(steps, first, &trial.grounds(clash));
            let length = kept.len();
            if best.as_ref().is_none_or(|&(least, _)| length < least) {
                best = Some((length, trial.refuted(supposition, kept, origins)));
            }
        }
        if let Some((_, found)) = best {
            return Ok(Some(found));
        }
    }
    Ok(None)
}

/// The steps to a goal, and what is known at their end.
pub(crate) struct Way<K: Known> {
    /// What is known at the end.
    pub known: K,
    /// The steps.
    pub steps: Vec<FoundBy<K>>,
    /// Whether the end is reached; through a whole puzzle they go as far as they can.
    pub complete: bool,
}

impl<K: Known> Way<K> {
    /// The hardest method.
    pub fn hardest(&self) -> Option<K::Technique> {
        self.steps.iter().map(|step| step.technique).max()
    }
}

/// The way from what is known to the goal; `None` when the methods do not lead there, unless it is the whole puzzle.
///
/// # Errors
/// The limit that ran out.
pub(crate) fn way<K: Known>(mut known: K, goal: Goal<'_>, limits: &Limits) -> Result<Option<Way<K>>, Stop> {
    let end = match goal {
        Goal::Cell(cell, _) => Some(cell),
        Goal::Contradiction(_) | Goal::Whole => None,
    };
    let methods = known.methods();
    let steps = walk(&mut known, 0, end, (methods, true), &mut Effort::new(limits))?;
    let ends = match (goal, known.clash()) {
        (Goal::Cell(cell, _), None) if known.reached(end) => known.ends(cell),
        (Goal::Contradiction(_), Some(clash)) => known.grounds(clash),
        (Goal::Whole, None) => return Ok(Some(Way { complete: known.reached(None), steps, known })),
        _ => return Ok(None),
    };
    Ok(Some(Way { steps: needed(steps, 0, &ends).0, known, complete: true }))
}

/// The steps that lead to the goal: with the clues of the explanation, or with all clues where that is easier. `start`
/// is what is known by these clues, or by all.
///
/// # Errors
/// The limit that ran out.
pub(crate) fn steps<K: Known>(
    start: impl Fn(Option<&[Clue]>) -> K,
    goal: Goal<'_>,
    limits: &Limits,
) -> Result<Steps, Stop> {
    let core = match goal {
        Goal::Cell(_, clues) | Goal::Contradiction(clues) => way(start(Some(clues)), goal, limits)?,
        Goal::Whole => None,
    };
    let whole = way(start(None), goal, limits)?;
    let of_core = match (&core, &whole) {
        (Some(core), Some(whole)) => core.hardest() <= whole.hardest(),
        (core, _) => core.is_some(),
    };
    let Some(way) = (if of_core { core } else { whole }) else {
        return Ok(Steps { steps: Vec::new(), hardest: None, of_core: true, complete: false });
    };
    let known = &way.known;
    let end = known.clash().filter(|_| matches!(goal, Goal::Contradiction(_))).map(|clash| {
        let (words, from) = known.end(clash);
        let lead = if way.steps.is_empty() { "Here" } else { "But" };
        Step { technique: "contradiction", words: format!("{lead} {words}."), from, fills: Vec::new() }
    });
    let steps = way.steps.iter().map(|found| known.step(found)).chain(end).collect();
    let hardest = way.hardest().map(|technique| known.name(technique));
    Ok(Steps { steps, hardest, of_core, complete: way.complete })
}

/// A list in words: "a, b and c".
pub(crate) fn list(words: &[String]) -> String {
    joined(words, "and")
}

/// A list in words, with this one before the last: "a, b or c".
pub(crate) fn joined(words: &[String], before_last: &str) -> String {
    match words {
        [most @ .., last] if !most.is_empty() => format!("{} {before_last} {last}", most.join(", ")),
        words => words.concat(),
    }
}
