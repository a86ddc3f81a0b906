//! Readers of proofs, text and binary.
//!
//! The bytes come from any [`Read`] (decompressed already). Text: numbers with white space between them, lists closed by
//! `0`, `d` for deletions, `c` for a comment to the end of its line. Binary: `a` or `d`, numbers of seven bits a byte
//! with the sign in the lowest bit, lists closed by a zero byte. Which of the two it is shows in the first bytes; see
//! [`Proof::new`].

use super::fault::{Fault, Place, Refutation};
use crate::cnf::Lit;
use std::io::{ErrorKind, Read};

/// Bytes that are read at once, and that the format is recognised by.
const BLOCK: usize = 1 << 16;
/// The marks of additions and deletions that dsr-trim's own tool writes in binary DSR.
const COMPRESSED_ADD: u8 = 1;
const COMPRESSED_DELETE: u8 = 2;

/// Which proof system a file is written for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum System {
    /// Clauses to add and delete.
    Drat,
    /// The same, and clauses with witnesses.
    Dsr,
    /// Clauses with ids and antecedents.
    Lrat,
}

/// What a step does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Adds a clause.
    Add,
    /// Deletes a clause (DRAT, DSR) or several (LRAT).
    Delete,
}

/// One step; the lists are reused from step to step.
#[derive(Debug, Default)]
pub struct Step {
    /// The id of the added clause (LRAT).
    pub id: u64,
    /// The literals of the added or deleted clause.
    pub lits: Vec<Lit>,
    /// The hints of the added clause, or the ids to delete (LRAT). Never 0.
    pub hints: Vec<i64>,
    /// What the witness of the added clause maps (DSR), `None` stands for true; empty without a witness.
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
    binary: bool,
    line: u64,
    steps: u64,
    /// Where the current step begins.
    start: Place,
}

impl<R> std::fmt::Debug for Proof<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Proof").field("binary", &self.binary).field("start", &self.start).finish_non_exhaustive()
    }
}

impl<R: Read> Proof<R> {
    /// Begins to read. The first 64 KiB tell text from binary: a binary proof begins with `a`, or with a `d` that a zero
    /// byte follows somewhere; no text holds either.
    ///
    /// # Errors
    /// When the source cannot be read.
    pub fn new(source: R) -> Result<Proof<R>, Refutation> {
        let mut proof = Proof {
            source,
            block: vec![0; BLOCK],
            used: 0,
            end: 0,
            before: 0,
            binary: false,
            line: 1,
            steps: 0,
            start: Place::Line(1),
        };
        while proof.end < BLOCK {
            match proof.source.read(&mut proof.block[proof.end..]) {
                Ok(0) => break,
                Ok(read) => proof.end += read,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(Refutation::nowhere(Fault::Io(error.to_string()))),
            }
        }
        let first = &proof.block[..proof.end];
        proof.binary = match first.first() {
            Some(b'a' | &COMPRESSED_ADD | &COMPRESSED_DELETE) => true,
            Some(b'd') => first.contains(&0),
            _ => false,
        };
        Ok(proof)
    }

    /// Whether the proof is binary.
    pub fn is_binary(&self) -> bool {
        self.binary
    }

    /// Which system the first bytes are written for, given how many clauses the formula has. To be asked before the
    /// first step is read.
    ///
    /// In text, a line of LRAT holds two lists, or a `d` after an id. In binary the first steps are read as LRAT; they
    /// count as such when all ids of added clauses are above those of the formula. Else it is DSR where an added clause
    /// repeats its first literal, and DRAT where none does.
    pub fn system(&self, original_clauses: u64) -> System {
        let first = &self.block[..self.end];
        let (lrat, dsr) = if self.binary {
            (looks_like_binary_lrat(first, original_clauses), looks_like_binary_dsr(first))
        } else {
            (looks_like_text_lrat(first), looks_like_text_dsr(first))
        };
        match (lrat, dsr) {
            (true, _) => System::Lrat,
            (_, true) => System::Dsr,
            _ => System::Drat,
        }
    }

    /// Where the current step begins.
    pub fn place(&self) -> Place {
        self.start
    }

    /// The fault at the current step.
    pub fn refuted(&self, fault: Fault) -> Refutation {
        Refutation { place: Some(self.start), fault }
    }

    /// The fault at the byte that comes next.
    fn broken(&self, fault: Fault) -> Refutation {
        let byte = self.before + self.used as u64;
        let place = if self.binary { Place::Step { step: self.steps, byte } } else { Place::Line(self.line) };
        Refutation { place: Some(place), fault }
    }

    #[inline]
    fn peek(&mut self) -> Result<Option<u8>, Refutation> {
        if self.used < self.end { Ok(Some(self.block[self.used])) } else { self.refill() }
    }

    #[cold]
    fn refill(&mut self) -> Result<Option<u8>, Refutation> {
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
                Err(error) => return Err(self.broken(Fault::Io(error.to_string()))),
            }
        }
    }

    /// Reads the next step of a DRAT proof, or `None` at the end.
    ///
    /// # Errors
    /// When the bytes are no step.
    pub fn next_drat(&mut self, step: &mut Step) -> Result<Option<Kind>, Refutation> {
        step.lits.clear();
        let Some(kind) = self.open()? else { return Ok(None) };
        if self.binary {
            self.binary_lits(&mut step.lits)?
        } else {
            self.text_lits(&mut step.lits)?
        }
        Ok(Some(kind))
    }

    /// Reads the next step of a DSR proof, or `None` at the end.
    ///
    /// An added clause ends where its first literal, the pivot, comes again. What follows, up to a third pivot, becomes true
    /// with the pivot; after that there are pairs of a literal and its image. A pair may map the pivot instead.
    ///
    /// # Errors
    /// When the bytes are no step.
    pub fn next_dsr(&mut self, step: &mut Step) -> Result<Option<Kind>, Refutation> {
        step.images.clear();
        let kind = self.next_drat(step)?;
        if kind != Some(Kind::Add) {
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
            let &[lit, image] = pair else { return Err(self.refuted(Fault::NoImage(pair[0].to_dimacs()))) };
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
    pub fn next_lrat(&mut self, step: &mut Step) -> Result<Option<Kind>, Refutation> {
        step.lits.clear();
        step.hints.clear();
        let Some(mut kind) = self.open()? else { return Ok(None) };
        if self.binary {
            if kind == Kind::Add {
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
            if kind == Kind::Delete {
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
                kind = Kind::Delete;
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

    fn hint(&self, id: i64, kind: Kind, hints: &mut Vec<i64>) -> Result<(), Refutation> {
        if id < 0 && kind == Kind::Delete {
            return Err(self.broken(Fault::Syntax("a positive clause id")));
        }
        self.keep(hints, id)
    }

    #[inline]
    fn keep<T>(&self, list: &mut Vec<T>, item: T) -> Result<(), Refutation> {
        super::push(list, item).map_err(|_| self.broken(Fault::Io("no memory for so long a step".to_owned())))
    }

    /// Goes to the next step and, but for additions in text, over its mark.
    fn open(&mut self) -> Result<Option<Kind>, Refutation> {
        self.steps += 1;
        if self.binary {
            self.start = Place::Step { step: self.steps, byte: self.before + self.used as u64 };
            let kind = match self.peek()? {
                None => return Ok(None),
                Some(b'a' | COMPRESSED_ADD) => Kind::Add,
                Some(b'd' | COMPRESSED_DELETE) => Kind::Delete,
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
                Some(b'c') => {
                    while self.peek()?.is_some_and(|byte| byte != b'\n') {
                        self.used += 1;
                    }
                }
                Some(b'd') => {
                    self.used += 1;
                    self.separated()?;
                    return Ok(Some(Kind::Delete));
                }
                Some(_) => return Ok(Some(Kind::Add)),
            }
        }
    }

    /// Goes to the next byte that is not white space.
    #[inline]
    fn skip_blanks(&mut self) -> Result<Option<u8>, Refutation> {
        loop {
            match self.peek()? {
                Some(b'\n') => self.line += 1,
                Some(b' ' | b'\t' | b'\r') => {}
                other => return Ok(other),
            }
            self.used += 1;
        }
    }

    /// Makes sure that a word ends here.
    fn separated(&mut self) -> Result<(), Refutation> {
        match self.peek()? {
            None | Some(b' ' | b'\t' | b'\r' | b'\n') => Ok(()),
            Some(_) => Err(self.broken(Fault::Syntax("white space"))),
        }
    }

    #[inline]
    fn text_lits(&mut self, lits: &mut Vec<Lit>) -> Result<(), Refutation> {
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
    fn text_number(&mut self, max: u64) -> Result<i64, Refutation> {
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
    fn binary_lits(&mut self, lits: &mut Vec<Lit>) -> Result<(), Refutation> {
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
    fn binary_number(&mut self) -> Result<u64, Refutation> {
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

/// Whether the first line that adds or deletes reads as LRAT.
fn looks_like_text_lrat(text: &[u8]) -> bool {
    let lines = text.split(|&byte| byte == b'\n');
    let mut lines = lines.map(|line| line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()));
    loop {
        let Some(mut words) = lines.next() else { return false };
        let Some(first) = words.next().filter(|word| !word.starts_with(b"c")) else { continue };
        if first == b"d" {
            return false;
        }
        let mut rest = words.peekable();
        if rest.peek() == Some(&&b"d"[..]) {
            return true;
        }
        return rest.filter(|&word| word == b"0").count() == 2;
    }
}

/// Whether the steps in these bytes, of which the last may be cut, read as LRAT.
fn looks_like_binary_lrat(bytes: &[u8], original_clauses: u64) -> bool {
    let mut rest = bytes;
    let mut whole = false;
    while let Some((&mark, tail)) = rest.split_first() {
        let mut lists = if mark == b'a' { 2 } else { 1 };
        rest = tail;
        if mark == b'a' {
            let Some((id, tail)) = take_number(rest) else { break };
            if id & 1 != 0 || id >> 1 <= original_clauses {
                return false;
            }
            rest = tail;
        } else if mark != b'd' {
            return false;
        }
        while lists > 0 {
            let Some((number, tail)) = take_number(rest) else { return whole || lists == 1 };
            rest = tail;
            lists -= u32::from(number == 0);
        }
        whole = true;
    }
    whole
}

/// Whether an added clause in this text, the last word of which may be cut, repeats its first literal.
fn looks_like_text_dsr(text: &[u8]) -> bool {
    let end = text.iter().rposition(u8::is_ascii_whitespace).unwrap_or(0);
    let lines = text[..end].split(|&byte| byte == b'\n').filter(|line| !line.trim_ascii_start().starts_with(b"c"));
    let words = lines.flat_map(|line| line.split(u8::is_ascii_whitespace)).filter(|word| !word.is_empty());
    let words: Vec<&[u8]> = words.collect();
    words.split(|&word| word == b"0").any(|step| match step {
        [b"d", ..] | [] => false,
        [first, tail @ ..] => tail.contains(first),
    })
}

/// Whether an added clause in these bytes, of which the last may be cut, repeats its first literal.
fn looks_like_binary_dsr(bytes: &[u8]) -> bool {
    let mut rest = bytes;
    while let Some((&mark, tail)) = rest.split_first() {
        match mark {
            COMPRESSED_ADD | COMPRESSED_DELETE => return true,
            b'a' | b'd' => rest = tail,
            _ => return false,
        }
        let mut first = None;
        loop {
            let Some((number, tail)) = take_number(rest) else { return false };
            rest = tail;
            if number == 0 {
                break;
            }
            if first.is_some_and(|first| mark == b'a' && first == number) {
                return true;
            }
            first.get_or_insert(number);
        }
    }
    false
}

fn take_number(bytes: &[u8]) -> Option<(u64, &[u8])> {
    let last = bytes.iter().take(10).position(|byte| byte & 0x80 == 0)?;
    let number = bytes[..=last].iter().rev().fold(0u64, |number, byte| number << 7 | u64::from(byte & 0x7f));
    Some((number, &bytes[last + 1..]))
}
