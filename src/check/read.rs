//! The reader of proofs, text and binary.
//!
//! The bytes come from any [`Read`], decompressed already. Text: numbers separated by white space, lists closed by `0`,
//! `d` for deletions, `c` for a comment to the end of its line. Binary: steps begin with `a` or `d`; numbers have seven
//! bits in each byte and the sign in the lowest bit; lists are closed by a zero byte.

use super::fault::{CheckError, Fault, Place};
use super::format::ProofEncoding;
use crate::cnf::Lit;
use crate::limits::Stop;
use std::io::{ErrorKind, Read};

/// Bytes that are read at once.
const BLOCK_BYTES: usize = 1 << 16;
/// The marks of additions and deletions in the variant of binary DSR that dsr-trim's own tool writes.
pub(super) const COMPRESSED_ADD: u8 = 1;
pub(super) const COMPRESSED_DELETE: u8 = 2;

/// What a step does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepKind {
    /// Adds a clause.
    Add,
    /// Deletes a clause (DRAT, DSR) or several (LRAT).
    Delete,
}

/// What a line of LIDRUP says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line {
    /// The user adds a clause.
    Input,
    /// The solver derives a clause.
    Lemma,
    /// The solver deletes clauses.
    Delete,
    /// The user asks, under assumptions.
    Query,
    /// There is a model (`Some(true)`), there is none, or nothing is known.
    Status(Option<bool>),
    /// The model.
    Model,
    /// Assumptions that fail together.
    Core,
}

/// One step; the lists are reused from step to step.
#[derive(Debug, Default)]
pub struct ProofStep {
    /// The id of the added clause (LRAT).
    pub id: u64,
    /// The literals of the added or deleted clause.
    pub lits: Vec<Lit>,
    /// The hints of the added clause, or the ids to delete (LRAT). Never 0.
    pub hints: Vec<i64>,
    /// The literals that the witness of the added clause maps (DSR), with their images, `None` for true; empty without
    /// a witness.
    pub images: Vec<(Lit, Option<Lit>)>,
}

/// A proof that is being read.
pub struct Proof<R> {
    source: R,
    block: Vec<u8>,
    used: usize,
    end: usize,
    /// Bytes before the block.
    before: u64,
    encoding: ProofEncoding,
    line: u64,
    steps: u64,
    /// Where the current step begins.
    start: Place,
    repeats_pivot: bool,
}

impl<R> std::fmt::Debug for Proof<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Proof").field("encoding", &self.encoding).field("start", &self.start).finish_non_exhaustive()
    }
}

impl<R: Read> Proof<R> {
    /// A proof at its beginning. [`ProofEncoding::candidates`] says which encodings its first bytes allow.
    pub fn new(source: R, encoding: ProofEncoding) -> Proof<R> {
        Proof {
            source,
            block: vec![0; BLOCK_BYTES],
            used: 0,
            end: 0,
            before: 0,
            encoding,
            line: 1,
            steps: 0,
            start: Place::Line(1),
            repeats_pivot: false,
        }
    }

    /// Whether any added clause so far repeats its first literal; only then do DRAT and DSR differ.
    pub fn repeats_pivot(&self) -> bool {
        self.repeats_pivot
    }

    /// Where the current step begins.
    pub fn place(&self) -> Place {
        self.start
    }

    /// An error with this fault at the current step.
    pub fn wrong(&self, fault: Fault) -> CheckError {
        CheckError { place: Some(self.start), fault }
    }

    /// An error with this fault at the next byte.
    fn broken(&self, fault: Fault) -> CheckError {
        let byte = self.before + self.used as u64;
        let place = if self.is_binary() { Place::Step { step: self.steps, byte } } else { Place::Line(self.line) };
        CheckError { place: Some(place), fault }
    }

    fn is_binary(&self) -> bool {
        self.encoding == ProofEncoding::Binary
    }

    #[inline]
    fn peek(&mut self) -> Result<Option<u8>, CheckError> {
        if self.used < self.end { Ok(Some(self.block[self.used])) } else { self.refill() }
    }

    #[cold]
    fn refill(&mut self) -> Result<Option<u8>, CheckError> {
        self.before += self.end as u64;
        (self.used, self.end) = (0, 0);
        loop {
            match self.source.read(&mut self.block) {
                Ok(0) => return Ok(None),
                Ok(read) => {
                    self.end = read;
                    return Ok(Some(self.block[0]));
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(self.broken(error.into())),
            }
        }
    }

    /// Reads the next step of a DRAT proof, or `None` at the end.
    ///
    /// # Errors
    /// When the bytes are no step.
    pub fn next_drat(&mut self, step: &mut ProofStep) -> Result<Option<StepKind>, CheckError> {
        step.lits.clear();
        let Some(kind) = self.open()? else { return Ok(None) };
        if self.is_binary() {
            self.binary_lits(&mut step.lits)?
        } else {
            self.text_lits(&mut step.lits)?
        }
        if let (StepKind::Add, [pivot, tail @ ..]) = (kind, &step.lits[..]) {
            self.repeats_pivot |= tail.contains(pivot);
        }
        Ok(Some(kind))
    }

    /// Reads the next step of a DSR proof, or `None` at the end.
    ///
    /// An added clause ends before the second occurrence of its first literal, the pivot. The literals from there to
    /// the third occurrence are made true together with the pivot; after that come pairs of a literal and its image. A
    /// pair may map the pivot instead.
    ///
    /// # Errors
    /// When the bytes are no step.
    pub fn next_dsr(&mut self, step: &mut ProofStep) -> Result<Option<StepKind>, CheckError> {
        step.images.clear();
        let kind = self.next_drat(step)?;
        if kind != Some(StepKind::Add) {
            return Ok(kind);
        }
        let Some((&pivot, tail)) = step.lits.split_first() else { return Ok(kind) };
        let mut parts = tail.splitn(3, |&lit| lit == pivot);
        let len = 1 + parts.next().map_or(0, <[Lit]>::len);
        if let Some(made_true) = parts.next() {
            self.keep(&mut step.images, (pivot, None))?;
            for &lit in made_true {
                self.keep(&mut step.images, (lit, None))?;
            }
        }
        for pair in parts.next().unwrap_or_default().chunks(2) {
            let &[lit, image] = pair else { return Err(self.wrong(Fault::NoImage(pair[0].to_dimacs()))) };
            if lit.var() == pivot.var() && step.images[0] == (pivot, None) {
                step.images[0] = (lit, Some(image));
            } else {
                self.keep(&mut step.images, (lit, Some(image)))?;
            }
        }
        step.lits.truncate(len);
        Ok(kind)
    }

    /// Reads the next step of an LRAT proof, or `None` at the end.
    ///
    /// # Errors
    /// When the bytes are no step.
    pub fn next_lrat(&mut self, step: &mut ProofStep) -> Result<Option<StepKind>, CheckError> {
        step.lits.clear();
        step.hints.clear();
        let Some(mut kind) = self.open()? else { return Ok(None) };
        if self.is_binary() {
            if kind == StepKind::Add {
                let id = self.binary_number()?;
                if id == 0 || id & 1 != 0 {
                    return Err(self.broken(Fault::Syntax("a positive clause id")));
                }
                step.id = id >> 1;
                self.binary_lits(&mut step.lits)?;
            }
            loop {
                match self.binary_number()? {
                    0 => break,
                    1 => return Err(self.broken(Fault::Syntax("an id"))),
                    number => {
                        let id = (number >> 1) as i64;
                        self.hint(if number & 1 == 0 { id } else { -id }, kind, &mut step.hints)?;
                    }
                }
            }
        } else {
            if kind == StepKind::Delete {
                return Err(self.broken(Fault::Syntax("an id before 'd'")));
            }
            let id = self.text_number(i64::MAX as u64)?;
            if id <= 0 {
                return Err(self.broken(Fault::Syntax("a positive clause id")));
            }
            step.id = id as u64;
            if self.skip_blanks()? == Some(b'd') {
                self.used += 1;
                self.separated()?;
                kind = StepKind::Delete;
            } else {
                self.text_lits(&mut step.lits)?;
            }
            loop {
                match self.text_number(i64::MAX as u64)? {
                    0 => break,
                    id => self.hint(id, kind, &mut step.hints)?,
                }
            }
        }
        Ok(Some(kind))
    }

    /// Reads the next line of a LIDRUP proof, or `None` at the end.
    ///
    /// # Errors
    /// When the bytes are no such line.
    pub fn next_lidrup(&mut self, step: &mut ProofStep) -> Result<Option<Line>, CheckError> {
        step.lits.clear();
        step.hints.clear();
        let mark = loop {
            let next = self.skip_blanks()?;
            self.start = Place::Line(self.line);
            match next {
                None => return Ok(None),
                Some(b'c' | b'p') => self.skip_line()?,
                Some(mark) => break mark,
            }
        };
        self.used += 1;
        self.separated()?;
        let line = match mark {
            b'i' => Line::Input,
            b'l' => Line::Lemma,
            b'd' => Line::Delete,
            b'q' => Line::Query,
            b's' => Line::Status(self.status()?),
            b'm' => Line::Model,
            b'u' => Line::Core,
            _ => return Err(self.wrong(Fault::Syntax("a line that begins with i, l, d, q, s, m or u"))),
        };
        if matches!(line, Line::Input | Line::Lemma) {
            step.id = match self.text_number(i64::MAX as u64)? {
                id @ 1.. => id as u64,
                _ => return Err(self.broken(Fault::Syntax("a positive clause id"))),
            };
        }
        if !matches!(line, Line::Delete | Line::Status(_)) {
            self.text_lits(&mut step.lits)?;
        }
        if matches!(line, Line::Lemma | Line::Delete | Line::Core) {
            loop {
                match self.text_number(i64::MAX as u64)? {
                    0 => break,
                    id => self.hint(id, StepKind::Delete, &mut step.hints)?,
                }
            }
        }
        Ok(Some(line))
    }

    /// Reads the word of a status line.
    fn status(&mut self) -> Result<Option<bool>, CheckError> {
        const WORDS: [(&[u8], Option<bool>); 3] =
            [(b"SATISFIABLE", Some(true)), (b"UNSATISFIABLE", Some(false)), (b"UNKNOWN", None)];
        self.skip_blanks()?;
        let mut word = [0; 16];
        let mut len = 0;
        while let Some(byte @ b'A'..=b'Z') = self.peek()?
            && len < word.len()
        {
            word[len] = byte;
            len += 1;
            self.used += 1;
        }
        let known = WORDS.iter().find(|(known, _)| *known == &word[..len]);
        known.map(|&(_, status)| status).ok_or_else(|| self.wrong(Fault::Syntax("a status")))
    }

    fn skip_line(&mut self) -> Result<(), CheckError> {
        while self.peek()?.is_some_and(|byte| byte != b'\n') {
            self.used += 1;
        }
        Ok(())
    }

    fn hint(&self, id: i64, kind: StepKind, hints: &mut Vec<i64>) -> Result<(), CheckError> {
        if id < 0 && kind == StepKind::Delete {
            return Err(self.broken(Fault::Syntax("a positive clause id")));
        }
        self.keep(hints, id)
    }

    #[inline]
    fn keep<T>(&self, list: &mut Vec<T>, item: T) -> Result<(), CheckError> {
        super::push(list, item).map_err(|_| self.broken(Fault::Stopped(Stop::Memory)))
    }

    /// Goes to the next step, and past its mark if it has one (additions in text have none).
    fn open(&mut self) -> Result<Option<StepKind>, CheckError> {
        self.steps += 1;
        if self.is_binary() {
            self.start = Place::Step { step: self.steps, byte: self.before + self.used as u64 };
            let kind = match self.peek()? {
                None => return Ok(None),
                Some(b'a' | COMPRESSED_ADD) => StepKind::Add,
                Some(b'd' | COMPRESSED_DELETE) => StepKind::Delete,
                Some(_) => return Err(self.broken(Fault::Syntax("'a' or 'd' at the beginning of a step"))),
            };
            self.used += 1;
            return Ok(Some(kind));
        }
        loop {
            let next = self.skip_blanks()?;
            self.start = Place::Line(self.line);
            match next {
                None => return Ok(None),
                Some(b'c') => self.skip_line()?,
                Some(b'd') => {
                    self.used += 1;
                    self.separated()?;
                    return Ok(Some(StepKind::Delete));
                }
                Some(_) => return Ok(Some(StepKind::Add)),
            }
        }
    }

    /// Goes to the next byte that is not white space.
    #[inline]
    fn skip_blanks(&mut self) -> Result<Option<u8>, CheckError> {
        loop {
            match self.peek()? {
                Some(b'\n') => self.line += 1,
                Some(b' ' | b'\t' | b'\r') => {}
                other => return Ok(other),
            }
            self.used += 1;
        }
    }

    /// Fails unless a word ends here.
    fn separated(&mut self) -> Result<(), CheckError> {
        match self.peek()? {
            None | Some(b' ' | b'\t' | b'\r' | b'\n') => Ok(()),
            Some(_) => Err(self.broken(Fault::Syntax("white space"))),
        }
    }

    #[inline]
    fn text_lits(&mut self, lits: &mut Vec<Lit>) -> Result<(), CheckError> {
        loop {
            let number = self.text_number(i32::MAX as u64)?;
            match Lit::from_dimacs(number as i32) {
                Some(lit) => self.keep(lits, lit)?,
                None => return Ok(()),
            }
        }
    }

    /// Reads a number whose magnitude is at most `max` (below 2^63).
    #[inline]
    fn text_number(&mut self, max: u64) -> Result<i64, CheckError> {
        let mut next = self.skip_blanks()?;
        let negative = next == Some(b'-');
        if negative {
            self.used += 1;
            next = self.peek()?;
        }
        let mut number = match next {
            Some(digit @ b'0'..=b'9') => u64::from(digit - b'0'),
            Some(_) => return Err(self.broken(Fault::Syntax("a number"))),
            None => return Err(self.broken(Fault::Cut)),
        };
        self.used += 1;
        while let Some(digit @ b'0'..=b'9') = self.peek()? {
            // `number` is below 2^63, but ten times as much may not fit.
            number = number.saturating_mul(10).saturating_add(u64::from(digit - b'0'));
            if number > max {
                return Err(self.broken(Fault::Range));
            }
            self.used += 1;
        }
        self.separated()?;
        match (negative, number) {
            (true, 0) => Err(self.broken(Fault::Syntax("a number"))),
            (true, _) => Ok(-(number as i64)),
            (false, _) => Ok(number as i64),
        }
    }

    #[inline]
    fn binary_lits(&mut self, lits: &mut Vec<Lit>) -> Result<(), CheckError> {
        loop {
            match self.binary_number()? {
                0 => return Ok(()),
                1 => return Err(self.broken(Fault::Syntax("a literal"))),
                number if number > u64::from(u32::MAX) => return Err(self.broken(Fault::Range)),
                number => self.keep(lits, Lit::from_code(number as u32 - 2))?,
            }
        }
    }

    #[inline]
    fn binary_number(&mut self) -> Result<u64, CheckError> {
        let (mut number, mut shift) = (0, 0);
        loop {
            let Some(byte) = self.peek()? else { return Err(self.broken(Fault::Cut)) };
            self.used += 1;
            let bits = u64::from(byte & 0x7f);
            if shift >= 64 || bits << shift >> shift != bits {
                return Err(self.broken(Fault::Range));
            }
            number |= bits << shift;
            if byte & 0x80 == 0 {
                return Ok(number);
            }
            shift += 7;
        }
    }
}
