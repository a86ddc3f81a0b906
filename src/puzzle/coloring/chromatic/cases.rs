//! Proofs by cases that a number of colours is not enough, and their check.
//!
//! **What it does.** Keeps a list of the stable sets that may be the vertices of a colour; at first, all of them. A
//! case is split by two vertices, which have different colours in one part and the same colour in the other: sets that
//! hold both of them leave the list of the first part, sets that hold just one of them that of the second. Whole
//! numbers as weights of the vertices shorten a list or end the case. When no set of the list weighs more than m, k
//! colours weigh at most k m together; the slack is k m less the weight of all vertices. If the slack is negative, no k
//! sets cover the vertices. A set that weighs less than m by more than the slack is in no colouring and leaves the
//! list.
//!
//! **Soundness and proof.** Whoever finds such a proof may use floating point, guesses and good luck. The check uses
//! none of these; it is short and shares no code with the search.
//!
//! **Schedule and cost.** Each step looks at each set of its list once.
//!
//! **References.** Zykov, Mat. Sbornik'49 (the cases); Held, Cook, Sewell, MPC'12 (weights in whole numbers); Dantzig,
//! Fulkerson, Johnson, OR'54 (leaving out what costs more than the slack).

use crate::limits::Limits;
use crate::puzzle::SyntaxError;
use crate::puzzle::coloring::Graph;
use crate::puzzle::text::{Word, lines};
use std::fmt::{self, Write as _};

/// The most stable sets of a graph that are listed.
pub const MOST_SETS: usize = 1_000_000;

/// The most sets in the lists of all postponed cases together: 160 MB.
const MOST_OPEN: usize = 10_000_000;
/// Sets that are extended between checks of the limits.
const POLL: usize = 1024;

/// A step of a proof, about the open case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CaseStep {
    /// These weights of the vertices shorten the list, or end the case; the case that was postponed last is then open.
    Weigh(Vec<i64>),
    /// Two cases: these vertices have the same colour, or different ones. The first is open now, the second postponed.
    Split {
        /// The first vertex.
        a: usize,
        /// The second vertex.
        b: usize,
        /// Whether the first case is that of the same colour.
        same_first: bool,
    },
}

/// A proof that a graph cannot be coloured with a number of colours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cases {
    /// The number of colours.
    pub colors: usize,
    /// The proof, step by step.
    pub steps: Vec<CaseStep>,
}

/// What is wrong with a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// The graph has more stable sets than are listed, the open cases more than are kept, or a limit ran out.
    TooMuch,
    /// A step (by its number from 1) names a vertex that does not exist, or does not have a weight for each vertex.
    Vertices(usize),
    /// The proof goes on after its last case, with this step.
    Ended(usize),
    /// This many cases are left open.
    Open(usize),
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Flaw::TooMuch => write!(f, "too many stable sets or open cases to check it, or a limit ran out"),
            Flaw::Vertices(step) => write!(f, "step {step} does not fit the vertices of the graph"),
            Flaw::Ended(step) => write!(f, "step {step} comes after the last case"),
            Flaw::Open(cases) => write!(f, "it leaves {cases} cases open"),
        }
    }
}

impl Cases {
    /// The number of cases.
    pub fn count(&self) -> usize {
        1 + self.steps.iter().filter(|step| matches!(step, CaseStep::Split { .. })).count()
    }

    /// Checks the proof exactly, by no code of the search.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn verify(&self, graph: &Graph, limits: &Limits) -> Result<(), Flaw> {
        let sets = stable_sets(graph, limits).ok_or(Flaw::TooMuch)?;
        let mut open: Vec<&[u32]> = sets.iter().map(Vec::as_slice).collect();
        let mut later: Vec<Vec<&[u32]>> = Vec::new();
        let mut put_off = 0;
        let mut ended = false;
        for (number, step) in (1..).zip(&self.steps) {
            if ended {
                return Err(Flaw::Ended(number));
            }
            if limits.exceeded().is_some() {
                return Err(Flaw::TooMuch);
            }
            match step {
                CaseStep::Split { a, b, same_first } => {
                    if a.max(b) >= &graph.len() || a == b {
                        return Err(Flaw::Vertices(number));
                    }
                    let holds = |set: &[u32], vertex: &usize| set.contains(&(*vertex as u32));
                    let (mut same, mut different) = (open.clone(), open);
                    same.retain(|set| holds(set, a) == holds(set, b));
                    different.retain(|set| !(holds(set, a) && holds(set, b)));
                    let (first, second) = if *same_first { (same, different) } else { (different, same) };
                    open = first;
                    put_off += second.len();
                    later.push(second);
                    if put_off > MOST_OPEN {
                        return Err(Flaw::TooMuch);
                    }
                }
                CaseStep::Weigh(weights) => {
                    if weights.len() != graph.len() {
                        return Err(Flaw::Vertices(number));
                    }
                    let weigh = |set: &[u32]| set.iter().map(|&vertex| i128::from(weights[vertex as usize])).sum();
                    // At least 0: a colouring may have fewer colours, too.
                    let most: i128 = open.iter().map(|set| weigh(set)).max().unwrap_or(0).max(0);
                    let all: i128 = weights.iter().map(|&weight| i128::from(weight)).sum();
                    let slack = self.colors as i128 * most - all;
                    open.retain(|set| most - weigh(set) <= slack);
                    if slack < 0 {
                        match later.pop() {
                            Some(next) => {
                                put_off -= next.len();
                                open = next;
                            }
                            None => ended = true,
                        }
                    }
                }
            }
        }
        if ended { Ok(()) } else { Err(Flaw::Open(1 + later.len())) }
    }

    /// The proof as text, vertices numbered from 1: a line `p cases <vertices> <colours>`, then a line for each step:
    /// `w` with a weight for each vertex, `s a b` for a split with the case of the same colour first, `d a b` for one
    /// with that of different colours first.
    pub fn text(&self, graph: &Graph) -> String {
        let mut text = format!("c {} colours are not enough\np cases {} {}\n", self.colors, graph.len(), self.colors);
        for step in &self.steps {
            match step {
                CaseStep::Split { a, b, same_first } => {
                    let kind = if *same_first { 's' } else { 'd' };
                    let _ = write!(text, "{kind} {} {}", a + 1, b + 1);
                }
                CaseStep::Weigh(weights) => {
                    text.push('w');
                    weights.iter().for_each(|weight| {
                        let _ = write!(text, " {weight}");
                    });
                }
            }
            text.push('\n');
        }
        text
    }

    /// Reads what [`Cases::text`] writes.
    ///
    /// # Errors
    /// The place where the text is no proof for a graph of this many vertices, and what was expected there.
    pub fn read(text: &str, vertices: usize) -> Result<Cases, SyntaxError> {
        let mut cases: Option<Cases> = None;
        for line in lines(text).into_iter().filter(|line| !line.is_blank() && !line.text.starts_with('c')) {
            let words = line.words(char::is_whitespace);
            let vertex = |word: &Word<'_>| {
                let number: usize = word.number()?;
                let known = number.checked_sub(1).filter(|&vertex| vertex < vertices);
                known.ok_or_else(|| word.error(format!("a vertex of 1 to {vertices}")))
            };
            match (words[0].text, &mut cases, words.len()) {
                ("p", None, 4) if words[1].text == "cases" => {
                    if words[2].number::<usize>()? != vertices {
                        return Err(words[2].error(format!("{vertices}, the number of the graph's vertices")));
                    }
                    cases = Some(Cases { colors: words[3].number()?, steps: Vec::new() });
                }
                (_, None, _) => return Err(words[0].error("'p cases VERTICES COLOURS'")),
                ("w", Some(cases), count) if count == vertices + 1 => {
                    let weights = words[1..].iter().map(Word::number).collect::<Result<_, _>>()?;
                    cases.steps.push(CaseStep::Weigh(weights));
                }
                (kind @ ("s" | "d"), Some(cases), 3) => {
                    let (a, b) = (vertex(&words[1])?, vertex(&words[2])?);
                    cases.steps.push(CaseStep::Split { a, b, same_first: kind == "s" });
                }
                _ => return Err(words[0].error(format!("'w' and {vertices} weights, or 's' or 'd' and two vertices"))),
            }
        }
        cases.ok_or_else(|| SyntaxError::at(1, 1, "expected 'p cases VERTICES COLOURS', found nothing"))
    }
}

/// All stable sets but the empty one; `None` when there are too many or a limit ran out.
fn stable_sets(graph: &Graph, limits: &Limits) -> Option<Vec<Vec<u32>>> {
    let mut sets: Vec<Vec<u32>> = Vec::new();
    // Sets, each with the later vertices that are joined to none of its own.
    let mut open: Vec<(Vec<u32>, Vec<u32>)> = vec![(Vec::new(), (0..graph.len() as u32).collect())];
    let mut rounds = 0usize;
    while let Some((set, may)) = open.pop() {
        if rounds.is_multiple_of(POLL) && limits.exceeded().is_some() {
            return None;
        }
        rounds += 1;
        for (at, &vertex) in may.iter().enumerate() {
            let mut larger = set.clone();
            larger.push(vertex);
            let rest = may[at + 1..].iter().copied().filter(|&other| !graph.joined(vertex as usize, other as usize));
            let rest: Vec<u32> = rest.collect();
            sets.push(larger.clone());
            if sets.len() > MOST_SETS {
                return None;
            }
            if !rest.is_empty() {
                open.push((larger, rest));
            }
        }
    }
    Some(sets)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cycle(len: usize) -> Graph {
        let mut graph = Graph::new((0..len).map(|vertex| vertex.to_string()).collect());
        (0..len).for_each(|vertex| graph.join(vertex, (vertex + 1) % len));
        graph
    }

    fn split(a: usize, b: usize, same_first: bool) -> CaseStep {
        CaseStep::Split { a, b, same_first }
    }

    #[test]
    fn proofs_and_flaws() {
        let none = Limits::none();
        let proof = |steps: &[CaseStep]| Cases { colors: 2, steps: steps.to_vec() };
        // An odd cycle by weights, no set of which weighs more than 3 of 7.
        let ones = CaseStep::Weigh(vec![1; 7]);
        assert_eq!(proof(std::slice::from_ref(&ones)).verify(&cycle(7), &none), Ok(()));
        assert_eq!(proof(std::slice::from_ref(&ones)).verify(&cycle(6), &none), Err(Flaw::Vertices(1)));
        assert_eq!(Cases { colors: 3, steps: vec![ones.clone()] }.verify(&cycle(7), &none), Err(Flaw::Open(1)));
        assert_eq!(proof(&[ones.clone(), ones.clone()]).verify(&cycle(7), &none), Err(Flaw::Ended(2)));
        assert_eq!(proof(&[]).verify(&cycle(7), &none), Err(Flaw::Open(1)));
        // A cycle of five by a triangle in each case: 0, 1, 2 where 0 and 2 differ, and 2, 3, 4 where they are one.
        let triangle = |at: [usize; 3]| CaseStep::Weigh((0..5).map(|vertex| i64::from(at.contains(&vertex))).collect());
        let by_cases = [split(0, 2, true), triangle([2, 3, 4]), triangle([0, 3, 4])];
        let wrong = proof(&by_cases).verify(&cycle(5), &none);
        assert_eq!(wrong, Err(Flaw::Open(1)), "0 and 3 may have the same colour");
        let both = [split(0, 2, false), triangle([0, 1, 2]), triangle([2, 3, 4])];
        assert_eq!(proof(&both).verify(&cycle(5), &none), Ok(()));
        assert_eq!(proof(&both[..2]).verify(&cycle(5), &none), Err(Flaw::Open(1)));
        assert_eq!(proof(&[split(0, 2, true)]).verify(&cycle(5), &none), Err(Flaw::Open(2)));
        assert_eq!((proof(&both).count(), proof(&[]).count()), (2, 1));
        assert_eq!(proof(&[split(0, 5, true)]).verify(&cycle(5), &none), Err(Flaw::Vertices(1)));
        assert_eq!(proof(&[split(1, 1, true)]).verify(&cycle(5), &none), Err(Flaw::Vertices(1)));
        let huge = CaseStep::Weigh(vec![i64::MAX; 5]);
        assert_eq!(Cases { colors: 2, steps: vec![huge] }.verify(&cycle(5), &none), Ok(()));
        assert_eq!(Cases { colors: 0, steps: vec![CaseStep::Weigh(vec![1])] }.verify(&cycle(1), &none), Ok(()));
    }

    #[test]
    fn light_sets_leave_the_list() {
        // A square in two colours: opposite vertices have the same, so that single vertices are in no colouring.
        let lists = |steps: Vec<CaseStep>| Cases { colors: 2, steps }.verify(&cycle(4), &Limits::none());
        let ones = CaseStep::Weigh(vec![1; 4]);
        assert_eq!(lists(vec![ones.clone(), split(0, 2, false), ones.clone()]), Err(Flaw::Open(2)));
        // With 0 and 2 apart only {1, 3} is left, and nothing covers 0.
        let first = CaseStep::Weigh(vec![1, 0, 0, 0]);
        assert_eq!(lists(vec![ones.clone(), split(0, 2, false), first.clone()]), Err(Flaw::Open(1)));
        assert_eq!(lists(vec![split(0, 2, false), first]), Err(Flaw::Open(2)));
    }

    #[test]
    fn as_text() {
        let steps = vec![split(0, 2, false), CaseStep::Weigh(vec![1, 1, 1, 0, -7]), split(3, 4, true)];
        let cases = Cases { colors: 2, steps };
        let text = cases.text(&cycle(5));
        assert_eq!(text, "c 2 colours are not enough\np cases 5 2\nd 1 3\nw 1 1 1 0 -7\ns 4 5\n");
        assert_eq!(Cases::read(&text, 5), Ok(cases));
        let wrong = [
            ("", "1:1: expected 'p cases"),
            ("w 1", "1:1: expected 'p cases"),
            ("p cases 5 2", "1:9: expected 2, the number"),
            ("p cases 2 x", "1:11: expected a number"),
            ("p cases 2 1\nw 1", "2:1: expected 'w' and 2 weights"),
            ("p cases 2 1\nw 1 99999999999999999999", "2:5: expected a number"),
            ("p cases 2 1\n\ns 1 3", "3:5: expected a vertex of 1 to 2"),
            ("p cases 2 1\np cases 2 1", "2:1: expected"),
        ];
        for (text, message) in wrong {
            let error = Cases::read(text, 2).expect_err(text).to_string();
            assert!(error.starts_with(message), "{text:?}: {error}");
        }
    }

    #[test]
    fn too_many_sets_and_limits() {
        let wide = Graph::new(vec![String::new(); 64]);
        assert_eq!(Cases { colors: 1, steps: vec![] }.verify(&wide, &Limits::none()), Err(Flaw::TooMuch));
        // The same question again and again, each time with a quarter of the sets put off.
        let free = Graph::new(vec![String::new(); 17]);
        let again = Cases { colors: 1, steps: vec![split(0, 1, true); 400] };
        assert_eq!(again.verify(&free, &Limits::none()), Err(Flaw::TooMuch));
        let few = Cases { colors: 1, steps: vec![split(0, 1, true); 200] };
        assert_eq!(few.verify(&free, &Limits::none()), Err(Flaw::Open(201)));
        let limits = Limits::none();
        limits.stop.raise();
        assert_eq!(Cases { colors: 1, steps: vec![] }.verify(&cycle(5), &limits), Err(Flaw::TooMuch));
    }
}
