//! Texts that are nearly DIMACS, and what is judged about reading them: the same as a naive reader, in pieces of any
//! size, strict or relaxed, plain or compressed, and never a panic.

use super::{Counts, Finding, naive};
use flate2::{Compression, write::GzEncoder};
use gemsat::cnf::input::{self, Document, Format, ReadOptions};
use gemsat::cnf::{Formula, ReadError};
use gemsat::limits::Limits;
use gemsat::util::rng::Rng;
use std::io::{Read, Write as _};

/// Pieces that mean something to readers, or have meant something wrong to one.
pub const PIECES: &[&str] = &[
    "1",
    "2",
    "-1",
    "-2",
    "3",
    "0",
    "0\n",
    "0\n",
    "1 -2 0\n",
    "\n",
    " ",
    " ",
    "\t",
    "\r\n",
    "\r",
    "c",
    "c 1 0\n",
    "\nc x\n",
    "cat",
    "%",
    "%\n0\n",
    "p cnf 2 2\n",
    "p cnf 3 1\n",
    "p wcnf 2 2 9\n",
    "p cnf 4294967297 1\n",
    "p cnf 0 0\n",
    "+1",
    "00",
    "-0",
    "--1",
    "007",
    "12345678",
    "-123456789",
    "2147483647",
    "2147483648",
    "-2147483648",
    "4294967297",
    "18446744073709551617",
    "99999999999",
    "\u{1a}",
    "\0",
    "\u{a0}",
    "\u{2212}1",
    "1-2",
    "x",
    "a 1 0\n",
    "e 2 0\n",
    "d 1 0\n",
    "x1 -2 0\n",
    "h 1 2 0\n",
    "\u{b}",
    "\u{c}",
    "\u{feff}",
    "c @ note\n",
    "c varname 1 one\n",
    "<html>",
    "s SATISFIABLE\n",
    "* #variable= 2 #constraint= 1\n",
    "aag 1 1 0 1 0\n",
    "version https://git-lfs.github.com/spec/v1\n",
    "rain -wet\n",
];

/// The texts of `tests/data`: what readers get wrong.
const CORPUS: &[&[u8]] = &[
    include_bytes!("../data/odd/sat/satlib_footer_uf.cnf"),
    include_bytes!("../data/odd/sat/clause_over_lines.cnf"),
    include_bytes!("../data/odd/sat/comment_in_clause.cnf"),
    include_bytes!("../data/odd/sat/latin1_comment.cnf"),
    include_bytes!("../data/odd/unsat/crlf_unsat.cnf"),
    include_bytes!("../data/odd/unsat/bom_unsat.cnf"),
    include_bytes!("../data/odd/unsat/good_unsat.cnf.zst"),
    include_bytes!("../data/odd/unsat/text_named_unsat.cnf.xz"),
    include_bytes!("../../cnf/bad/qdimacs.cnf"),
    include_bytes!("../../cnf/bad/percent_mid.cnf"),
    include_bytes!("../../cnf/bad/trunc.cnf.xz"),
];

/// A text for one execution.
pub fn text(rng: &mut Rng) -> Vec<u8> {
    let mut text = match rng.below(4) {
        0 => CORPUS[rng.index(CORPUS.len())].to_vec(),
        1 => {
            let heads = ["", "p cnf 3 2\n", "p cnf 3 3\n", "c hi\np cnf 12345678 2\n", " p  cnf\t2 2 \r\n"];
            let mut text = heads[rng.index(heads.len())].as_bytes().to_vec();
            for _ in 0..rng.below(24) {
                text.extend_from_slice(PIECES[rng.index(PIECES.len())].as_bytes());
            }
            text
        }
        _ => legal(rng),
    };
    for _ in 0..[0, 1, 1, 2, 5][rng.index(5)] {
        mutate(rng, &mut text);
    }
    if rng.below(10) == 0 {
        let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
        // Writing to a vector cannot fail.
        let _ = packed.write_all(&text);
        text = packed.finish().unwrap_or_default();
        if rng.coin() {
            mutate(rng, &mut text);
        }
    }
    text
}

/// A legal text with blanks, comments and line ends wherever they may stand.
fn legal(rng: &mut Rng) -> Vec<u8> {
    let (vars, clauses) = (1 + rng.below(9), rng.below(8));
    let mut text = format!("p cnf {vars} {clauses}\n");
    let blank = |rng: &mut Rng| [" ", " ", " ", " ", "\n", "\t", "  ", "\r\n", "\nc a\n"][rng.index(9)];
    for _ in 0..clauses {
        for _ in 0..rng.below(4) {
            let sign = if rng.coin() { "-" } else { "" };
            text.push_str(&format!("{sign}{}", 1 + rng.below(vars)));
            text.push_str(blank(rng));
        }
        text.push('0');
        text.push_str(if rng.below(3) > 0 { "\n" } else { blank(rng) });
    }
    text.into_bytes()
}

/// Changes, removes, repeats or brings in a few bytes.
pub fn mutate(rng: &mut Rng, text: &mut Vec<u8>) {
    let at = rng.index(text.len() + 1);
    let end = (at + rng.index(6)).min(text.len());
    match rng.below(8) {
        0 if at < text.len() => text[at] ^= 1 << rng.below(8),
        1 if at < text.len() => text[at] = rng.below(256) as u8,
        2 => text.truncate(at),
        3 => drop(text.drain(at..end)),
        4 => {
            let again = text[at..end].to_vec();
            text.splice(at..at, again);
        }
        _ => {
            let piece = PIECES[rng.index(PIECES.len())];
            text.splice(at..at, piece.bytes());
        }
    }
}

/// One execution of the target.
pub fn run(rng: &mut Rng) -> Result<Counts, Finding> {
    let text = text(rng);
    let step = 1 + rng.index(9);
    match judge(&text, step) {
        Ok(accepted) => Ok(vec![("read", accepted.into()), ("refused", (!accepted).into())]),
        Err(message) => Err(Finding { message, file: ("cnf", text) }),
    }
}

/// A reader that gives a few bytes at a time, as a pipe may.
struct Dribble<'a>(&'a [u8], usize);

impl Read for Dribble<'_> {
    fn read(&mut self, buf: &mut [u8]) -> std::io::Result<usize> {
        let count = self.1.min(buf.len()).min(self.0.len());
        buf[..count].copy_from_slice(&self.0[..count]);
        self.0 = &self.0[count..];
        Ok(count)
    }
}

/// Reads with small limits, so that a short text cannot ask for much memory or time.
pub fn read(source: impl Read, relaxed: bool) -> Result<Document, ReadError> {
    let options = ReadOptions { relaxed, max_vars: 20_000_000, max_input: Some(1 << 20), ..ReadOptions::default() };
    input::read_from(source, "text", &options, &Limits::none())
}

/// The clauses as numbers.
pub fn lists(formula: &Formula) -> Vec<Vec<i32>> {
    formula.clauses().map(|clause| clause.iter().map(|lit| lit.to_dimacs()).collect()).collect()
}

/// Whether the text is accepted, or what is wrong with how it is read.
pub fn judge(text: &[u8], step: usize) -> Result<bool, String> {
    let strict = read(text, false);
    let in_pieces = read(Dribble(text, step), false);
    match (&strict, &in_pieces) {
        (Ok(one), Ok(other)) if one != other => return Err("in pieces it is another formula".into()),
        (Ok(_), Err(error)) | (Err(error), Ok(_)) => return Err(format!("whole or in pieces only: {error}")),
        // A text error in front of damaged packed data may be met before or after the damage.
        (Err(one), Err(other)) if one.to_string() != other.to_string() && !packed(text) => {
            return Err(format!("whole: {one}\nin pieces: {other}"));
        }
        _ => {}
    }
    let relaxed = read(text, true);
    match (&strict, &relaxed) {
        (Ok(one), Ok(other)) if one.formula != other.formula => {
            return Err("relaxed reading changes a legal text".into());
        }
        (Ok(_), Err(error)) => return Err(format!("relaxed reading refuses a legal text: {error}")),
        _ => {}
    }
    let symbolic = ReadOptions { format: Format::Symbolic, max_vars: 1000, ..ReadOptions::default() };
    // Any outcome is right, but there must be one.
    let _ = input::read_from(text, "text", &symbolic, &Limits::none());
    if let Err(error) = &strict {
        let message = error.to_string();
        if !message.starts_with("text") || message.contains(char::is_control) {
            return Err(format!("a message without its file, or with control characters: {message:?}"));
        }
    }
    // The naive reader knows neither names nor containers nor limits.
    let named = strict.as_ref().is_ok_and(|document| document.names.is_some());
    let limits = ["--max-vars", "--max-input", "expected at most 2147483647"];
    let limited = strict.as_ref().is_err_and(|error| limits.iter().any(|limit| error.to_string().contains(limit)));
    if !named && !limited && !packed(text) {
        match (&strict, naive::read(text)) {
            (Ok(document), Some((vars, clauses))) => {
                if lists(&document.formula) != clauses || document.formula.num_vars() != vars {
                    return Err(format!("the naive reader finds {clauses:?}"));
                }
            }
            (Err(_), None) => {}
            (Ok(_), None) => return Err("the naive reader refuses it".into()),
            (Err(error), Some(_)) => return Err(format!("the naive reader accepts it: {error}")),
        }
    }
    Ok(strict.is_ok())
}

/// Whether the text begins as a container does.
fn packed(text: &[u8]) -> bool {
    [&[0x1f, 0x8b][..], b"BZh", &[0xfd, b'7'], &[0x28, 0xb5, 0x2f]].iter().any(|magic| text.starts_with(magic))
        || matches!(text, [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..])
}
