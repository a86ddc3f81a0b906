//! Where an enumeration stopped, as a small text file.

use gemsat::cnf::{Formula, Lit, Var};
use gemsat::command::exit::Failure;
use gemsat::command::output::write_whole;
use gemsat::reason::models::{Decision, Models};
use std::path::Path;

/// The first line of the file.
const TITLE: &str = "cnfquery models 1";

/// Where an enumeration stopped.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checkpoint {
    /// What identifies the formula and the question.
    question: u64,
    /// The models that were printed.
    pub models: u64,
    /// The bytes that the output file had.
    pub bytes: u64,
    /// Whether there are no more.
    pub done: bool,
    /// The decisions that describe which models are left.
    pub decisions: Vec<Decision>,
}

impl Checkpoint {
    /// A hash of the formula and the question (FNV-1a).
    pub fn question(formula: &Formula, shown: &[Var], cubes: bool) -> u64 {
        let lits = formula.clauses().flat_map(|clause| clause.iter().map(|lit| lit.code()).chain([u32::MAX]));
        let words = lits.chain(shown.iter().map(|var| var.index() as u32)).chain([u32::from(cubes)]);
        words
            .flat_map(u32::to_le_bytes)
            .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
    }

    /// Where an enumeration is now.
    pub fn of(models: &mut Models<'_>, question: u64, found: u64, bytes: u64) -> Checkpoint {
        let decisions = models.decisions();
        let done = decisions.is_none();
        Checkpoint { question, models: found, bytes, done, decisions: decisions.unwrap_or_default() }
    }

    /// Reads a file; `None` when there is none yet.
    ///
    /// # Errors When it cannot be read, is not a checkpoint, or belongs to another question.
    pub fn read(path: &Path, question: u64) -> Result<Option<Checkpoint>, Failure> {
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(Failure::input(format!("{}: {error}", path.display()))),
        };
        let fault =
            |line: usize, expected: &str| Failure::input(format!("{}:{line}:1: expected {expected}", path.display()));
        let mut lines = text.lines();
        if lines.next() != Some(TITLE) {
            return Err(fault(1, &format!("'{TITLE}'")));
        }
        let mut field = |line: usize, name: &str| {
            let value = lines.next().and_then(|text| text.strip_prefix(name)?.strip_prefix(' '));
            value.ok_or_else(|| fault(line, &format!("'{name}' and its value")))
        };
        let number = |line: usize, text: &str| text.parse::<u64>().map_err(|_| fault(line, "a number"));
        let mut checkpoint = Checkpoint { question: number(2, field(2, "question")?)?, ..Checkpoint::default() };
        if checkpoint.question != question {
            return Err(fault(2, "the note of a run on the same formula, with the same --show and --cubes"));
        }
        checkpoint.models = number(3, field(3, "models")?)?;
        checkpoint.bytes = number(4, field(4, "bytes")?)?;
        checkpoint.done = field(5, "done")? == "yes";
        for word in field(6, "left")?.split_ascii_whitespace().take_while(|&word| word != "end") {
            let (number, turned) = word.strip_suffix('!').map_or((word, false), |number| (number, true));
            let lit = number.parse().ok().and_then(Lit::from_dimacs);
            let lit = lit.filter(|lit| lit.var().index() < 1 << 30).ok_or_else(|| fault(6, "literals"))?;
            checkpoint.decisions.push(Decision { lit, turned });
        }
        Ok(Some(checkpoint))
    }

    /// Writes the file.
    ///
    /// # Errors
    /// When it cannot be written; an older one is then as it was.
    pub fn write(&self, path: &Path) -> Result<(), Failure> {
        let left: String = self
            .decisions
            .iter()
            .map(|decision| format!("{}{} ", decision.lit, if decision.turned { "!" } else { "" }))
            .collect();
        let done = if self.done { "yes" } else { "no" };
        let (question, models, bytes) = (self.question, self.models, self.bytes);
        let text =
            format!("{TITLE}\nquestion {question}\nmodels {models}\nbytes {bytes}\ndone {done}\nleft {left}end\n");
        write_whole(path, |file| file.write_all(text.as_bytes()))
            .map_err(|error| Failure::input(format!("{}: {error}", path.display())))
    }
}
