//! Recognising files that are not DIMACS CNF: which format a text looks like, judged by its first lines.

use super::error::is_blank;
use std::fmt;

/// A format that users mistake for DIMACS CNF, or that a failed download leaves behind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Dialect {
    /// Weighted clauses: MaxSAT, with the old header `p wcnf` or, since 2022, without one.
    Wcnf,
    /// Clauses in groups, of which a core is asked for: `p gcnf`.
    Gcnf,
    /// Quantified formulas.
    Qdimacs,
    /// Incremental CNF: `p inccnf`, cubes on `a` lines.
    Icnf,
    /// A clause with cubes, as cube-and-conquer tools write them.
    Cubes,
    /// Cardinality clauses: `p knf`.
    Knf,
    /// XOR clauses on `x` lines (CryptoMiniSat).
    Xor,
    /// Disjunctive normal form: `p dnf`.
    Dnf,
    /// DIMACS SAT: nested formulas, `p sat`, `p sate`, `p satx`, `p satex`.
    Sat,
    /// A DIMACS graph: `p edge` or `p col`.
    Graph,
    /// Pseudo-Boolean constraints.
    Opb,
    /// SMT-LIB.
    Smtlib,
    /// A formula with brackets and operators.
    Infix,
    /// A DRAT or DRUP proof, as text or binary.
    Drat,
    /// An LRAT proof.
    Lrat,
    /// A VeriPB proof.
    Veripb,
    /// And-inverter graphs.
    Aiger,
    /// The answer of a SAT solver.
    Answer,
    /// What a shell or a program says when it fails.
    Message,
    /// A knowledge base: a query, the number of clauses, clauses with OR.
    KnowledgeBase,
    /// BTOR2 word-level circuits.
    Btor2,
    /// BLIF netlists.
    Blif,
    /// Verilog.
    Verilog,
    /// TPTP problems.
    Tptp,
    /// A circuit of a knowledge compiler.
    Nnf,
    /// A linear program.
    Lp,
    /// Values between commas.
    Csv,
    /// A script or source text.
    Script,
    /// A web page.
    Html,
    /// XML.
    Xml,
    /// JSON.
    Json,
    /// A pointer that git-lfs leaves in place of a file.
    GitLfs,
    /// UTF-16 text.
    Utf16,
    /// A zip archive.
    Zip,
    /// A 7z archive.
    SevenZip,
    /// A rar archive.
    Rar,
    /// A tar archive.
    Tar,
    /// LZ4 data.
    Lz4,
    /// lzip data.
    Lzip,
    /// Data of the old `compress`.
    Compress,
    /// Data that were compressed twice.
    TwiceCompressed,
    /// A program or library.
    Executable,
    /// PDF.
    Pdf,
    /// Bytes that are no text.
    Binary,
}

impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = match self {
            Dialect::Wcnf => "WCNF (MaxSAT)",
            Dialect::Gcnf => "group CNF (which 'cnfquery core' reads)",
            Dialect::Qdimacs => "QDIMACS (quantified formulas)",
            Dialect::Icnf => "iCNF (incremental CNF)",
            Dialect::Cubes => "CNF with cubes",
            Dialect::Knf => "KNF (cardinality clauses)",
            Dialect::Xor => "CNF with XOR clauses",
            Dialect::Dnf => "DNF",
            Dialect::Sat => "the DIMACS SAT format (nested formulas)",
            Dialect::Graph => "a DIMACS graph",
            Dialect::Opb => "OPB (pseudo-Boolean constraints)",
            Dialect::Smtlib => "SMT-LIB",
            Dialect::Infix => "a formula with operators (which --input infix reads)",
            Dialect::Drat => "a DRAT proof",
            Dialect::Lrat => "an LRAT proof",
            Dialect::Veripb => "a VeriPB proof",
            Dialect::Aiger => "AIGER",
            Dialect::Answer => "the answer of a solver",
            Dialect::Message => "the message of a program that failed",
            Dialect::KnowledgeBase => {
                "a knowledge base with the number of its clauses (without the query and the number --input infix reads it, \
                 and 'cnfquery implied --clause QUERY' asks)"
            }
            Dialect::Btor2 => "BTOR2 (word-level circuits)",
            Dialect::Blif => "BLIF (netlists)",
            Dialect::Verilog => "Verilog",
            Dialect::Tptp => "TPTP",
            Dialect::Nnf => "a circuit of a knowledge compiler (NNF)",
            Dialect::Lp => "a linear program",
            Dialect::Csv => "values between commas (CSV)",
            Dialect::Script => "a script or source text",
            Dialect::Html => "HTML",
            Dialect::Xml => "XML",
            Dialect::Json => "JSON",
            Dialect::GitLfs => "a git-lfs pointer (fetch the file itself with 'git lfs pull')",
            Dialect::Utf16 => "UTF-16 text (save it as UTF-8 or ASCII)",
            Dialect::Zip => "a zip archive (unpack it first)",
            Dialect::SevenZip => "a 7z archive (unpack it first)",
            Dialect::Rar => "a rar archive (unpack it first)",
            Dialect::Tar => "a tar archive (unpack it first)",
            Dialect::Lz4 => "LZ4 data (decompress it first)",
            Dialect::Lzip => "lzip data (decompress it first)",
            Dialect::Compress => "data of 'compress' (decompress it first)",
            Dialect::TwiceCompressed => "data that are compressed twice (decompress them once first)",
            Dialect::Executable => "an executable file",
            Dialect::Pdf => "a PDF document",
            Dialect::Binary => "binary data",
        };
        write!(f, "this looks like {name}")
    }
}

/// The first bytes of files that are not text.
const MAGIC: &[(&[u8], Dialect)] = &[
    (b"\xff\xfe", Dialect::Utf16),
    (b"\xfe\xff", Dialect::Utf16),
    (b"PK\x03\x04", Dialect::Zip),
    (b"PK\x05\x06", Dialect::Zip),
    (b"PK\x07\x08", Dialect::Zip),
    (b"7z\xbc\xaf\x27\x1c", Dialect::SevenZip),
    (b"Rar!\x1a\x07", Dialect::Rar),
    (b"\x04\x22\x4d\x18", Dialect::Lz4),
    (b"LZIP\x01", Dialect::Lzip),
    (b"\x1f\x9d", Dialect::Compress),
    (b"\x1f\xa0", Dialect::Compress),
    (b"\x1f\x8b", Dialect::TwiceCompressed),
    (b"\x28\xb5\x2f\xfd", Dialect::TwiceCompressed),
    (b"\xfd7zXZ\x00", Dialect::TwiceCompressed),
    (b"BZh91AY", Dialect::TwiceCompressed),
    (b"\x7fELF", Dialect::Executable),
    (b"MZ\x90\x00", Dialect::Executable),
    (b"\xcf\xfa\xed\xfe", Dialect::Executable),
    (b"%PDF-", Dialect::Pdf),
    (b"version https://git-lfs", Dialect::GitLfs),
    (b"pseudo-Boolean proof", Dialect::Veripb),
    (b"<?xml", Dialect::Xml),
    (b"<", Dialect::Html),
    (b"(set-", Dialect::Smtlib),
    (b"(decl", Dialect::Smtlib),
    (b"(def", Dialect::Smtlib),
    (b"(assert", Dialect::Smtlib),
    (b"(", Dialect::Infix),
    (b"{", Dialect::Json),
    (b"* #variable", Dialect::Opb),
    (b"min:", Dialect::Opb),
    (b"max:", Dialect::Opb),
    (b"[", Dialect::Json),
    (b"\"", Dialect::Json),
    (b".model", Dialect::Blif),
    (b".inputs", Dialect::Blif),
    (b".i ", Dialect::Blif),
    (b"`timescale", Dialect::Verilog),
    (b"fof(", Dialect::Tptp),
    (b"tff(", Dialect::Tptp),
    (b"#!", Dialect::Script),
    (b"#include", Dialect::Script),
    (b"Segmentation fault", Dialect::Message),
    (b"Bus error", Dialect::Message),
    (b"Illegal instruction", Dialect::Message),
    (b"Floating point exception", Dialect::Message),
    (b"Traceback (most recent", Dialect::Message),
    (b"Out of memory", Dialect::Message),
    (b"No such file", Dialect::Message),
    (b"Permission denied", Dialect::Message),
    (b"Command terminated", Dialect::Message),
    (b"Command exited", Dialect::Message),
];

/// Words that make a line a message of a shell or program, alone or with `:` behind them.
const MESSAGES: &[&[u8]] = &[
    b"Killed",
    b"Aborted",
    b"Terminated",
    b"Interrupt",
    b"Hangup",
    b"Quit",
    b"Error",
    b"error",
    b"ERROR",
    b"fatal",
    b"Fatal",
    b"warning",
    b"Warning",
    b"WARNING",
    b"usage",
    b"Usage",
    b"timeout",
    b"Timeout",
    b"bash",
    b"sh",
    b"zsh",
];

/// The words that follow the number in a line of BTOR2.
const BTOR2: &[&[u8]] =
    &[b"sort", b"input", b"state", b"const", b"constd", b"consth", b"zero", b"one", b"ones", b"bad", b"next", b"init"];

/// The format that `head` looks like. It is the text from its first line that is neither blank nor a comment. At most a
/// few kilobytes are looked at; the first line should be whole. `None` when nothing speaks for another format than
/// DIMACS CNF.
pub(super) fn guess(head: &[u8]) -> Option<Dialect> {
    if let Some(&(_, dialect)) = MAGIC.iter().find(|(magic, _)| head.starts_with(magic)) {
        return Some(dialect);
    }
    if head.len() > 262 && &head[257..262] == b"ustar" {
        return Some(Dialect::Tar);
    }
    let wide = head.len() >= 4 && head.len() >= 2 * head.iter().take(64).filter(|&&byte| byte == 0).count();
    if wide && (head[0] == 0) != (head[1] == 0) && (head[2] == 0) != (head[3] == 0) && (head[0] == 0) == (head[2] == 0)
    {
        return Some(Dialect::Utf16);
    }
    let mut lines = head.split(|&byte| byte == b'\n').map(|line| words(line)).filter(|line| !line.is_empty());
    let first = lines.next()?;
    by_line(&first)
        .or_else(|| {
            // A proof may begin with clauses and delete some later; LRAT numbers every line.
            if lines.clone().take(32).any(|line| line[0] == b"d" && last_is_zero(&line)) {
                return Some(if is_lrat(&first) { Dialect::Lrat } else { Dialect::Drat });
            }
            lines.next().filter(|second| is_lrat(&first) && is_lrat(second)).map(|_| Dialect::Lrat)
        })
        .or_else(|| is_binary(head).then_some(Dialect::Binary))
}

/// The other format that a header of the kind `kind` (the word after `p`) belongs to, if it does.
pub(super) fn by_header(kind: &[u8]) -> Option<Dialect> {
    Some(match kind {
        b"wcnf" | b"WCNF" | b"pwcnf" | b"wpcnf" | b"wcnf+" => Dialect::Wcnf,
        b"gcnf" => Dialect::Gcnf,
        b"qcnf" | b"qbf" | b"qdimacs" | b"ssat" | b"dqcnf" => Dialect::Qdimacs,
        b"inccnf" | b"icnf" => Dialect::Icnf,
        b"knf" | b"cnf+" => Dialect::Knf,
        b"xcnf" | b"xor" => Dialect::Xor,
        b"dnf" => Dialect::Dnf,
        b"sat" | b"sate" | b"satx" | b"satex" => Dialect::Sat,
        b"edge" | b"edges" | b"col" | b"graph" | b"tw" | b"td" => Dialect::Graph,
        b"opb" | b"wbo" | b"pb" => Dialect::Opb,
        _ => return None,
    })
}

/// The format that a line among the clauses of a CNF belongs to, judged by its words; `clauses` says whether there are
/// clauses before it.
pub(super) fn by_clause_line(line: &[u8], clauses: bool) -> Option<Dialect> {
    let words = words(line);
    let first = *words.first()?;
    let numbers = last_is_zero(&words) && words[1..].iter().all(|word| is_number(word));
    Some(match first {
        b"a" if numbers && clauses => Dialect::Cubes,
        b"a" | b"e" | b"r" if numbers => Dialect::Qdimacs,
        b"d" if numbers => Dialect::Drat,
        b"h" if numbers => Dialect::Wcnf,
        b"k" if numbers => Dialect::Knf,
        [b'{', group @ .., b'}'] if numbers && is_number(group) => Dialect::Gcnf,
        [b'x', rest @ ..] if numbers && (rest.is_empty() || is_number(rest)) => Dialect::Xor,
        b"s" | b"v" => Dialect::Answer,
        _ => return guess(line).filter(|&dialect| dialect != Dialect::Binary),
    })
}

/// The format that a single line belongs to, which is the first of a text without a `cnf` header.
fn by_line(words: &[&[u8]]) -> Option<Dialect> {
    let first = words[0];
    let zero = last_is_zero(words);
    Some(match first {
        b"p" => return words.get(1).and_then(|kind| by_header(kind)),
        b"aag" | b"aig" if words.len() >= 6 && words[1..].iter().all(|word| is_number(word)) => Dialect::Aiger,
        b"d" if zero => Dialect::Drat,
        b"a" | b"e" | b"r" if zero => Dialect::Qdimacs,
        b"h" | b"o" if zero => Dialect::Wcnf,
        b"k" if zero => Dialect::Knf,
        b"SAT" | b"UNSAT" | b"INDET" | b"UNKNOWN" | b"SATISFIABLE" | b"UNSATISFIABLE" | b"INDETERMINATE"
        | b"TIMEOUT"
            if words.len() == 1 =>
        {
            Dialect::Answer
        }
        b"s" | b"v" if words.len() > 1 => Dialect::Answer,
        b"e" if matches!(words, [_, from, to] if is_number(from) && is_number(to)) => Dialect::Graph,
        b"module" if words.len() > 1 => Dialect::Verilog,
        b"nnf" | b"sdd" if words[1..].iter().all(|word| is_number(word)) => Dialect::Nnf,
        b"Minimize" | b"Maximize" | b"minimize" | b"maximize" | b"NAME" | b"ROWS" if words.len() <= 2 => Dialect::Lp,
        number if is_number(number) && words.get(1).is_some_and(|word| BTOR2.contains(word)) => Dialect::Btor2,
        word if MESSAGES.contains(&word) && words.len() == 1 => Dialect::Message,
        word if word.strip_suffix(b":").is_some_and(|word| MESSAGES.contains(&word)) => Dialect::Message,
        word if words.len() == 1
            && word.iter().any(u8::is_ascii_alphabetic)
            && word.split(|&byte| byte == b',').filter(|cell| !cell.is_empty()).count() > 1 =>
        {
            Dialect::Csv
        }
        [b'x', rest @ ..] if zero && (rest.is_empty() || is_number(rest)) => Dialect::Xor,
        [b'*', ..] => Dialect::Opb,
        _ if words.last() == Some(&&b";"[..]) || words.iter().any(|word| matches!(*word, b">=" | b"<=" | b"=")) => {
            Dialect::Opb
        }
        _ if zero
            && words.len() > 2
            && words.iter().position(|word| *word == b"0") < Some(words.len() - 1)
            && is_lrat(words) =>
        {
            Dialect::Lrat
        }
        _ => return None,
    })
}

fn words(line: &[u8]) -> Vec<&[u8]> {
    line.split(|&byte| is_blank(byte)).filter(|word| !word.is_empty()).collect()
}

fn is_number(word: &[u8]) -> bool {
    let digits = word.strip_prefix(b"-").unwrap_or(word);
    !digits.is_empty() && digits.iter().all(u8::is_ascii_digit)
}

fn last_is_zero(words: &[&[u8]]) -> bool {
    words.len() > 1 && words.last() == Some(&&b"0"[..])
}

/// Whether a line reads `ID LITERALS 0 IDS 0` or `ID d IDS 0`, with something before the inner 0 and an ID above 0.
fn is_lrat(words: &[&[u8]]) -> bool {
    let number = |word: &&[u8]| is_number(word);
    match words {
        [id, b"d", ids @ .., b"0"] => is_number(id) && ids.iter().all(number),
        [id, middle @ .., b"0"] => {
            *id != b"0"
                && is_number(id)
                && middle.iter().all(number)
                && middle.iter().filter(|word| **word == b"0").count() == 1
        }
        _ => false,
    }
}

fn is_binary(head: &[u8]) -> bool {
    let odd = |byte: &&u8| **byte < b' ' && !is_blank(**byte) && **byte != 0x1a || **byte == 0x7f;
    head.iter().take(512).filter(odd).count() > 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_told_by_their_first_lines() {
        let cases: &[(&str, Option<Dialect>)] = &[
            ("h 1 2 0\n3 -1 0\n", Some(Dialect::Wcnf)),
            ("p wcnf 2 3 10\n", Some(Dialect::Wcnf)),
            ("p inccnf\n", Some(Dialect::Icnf)),
            ("e 1 2 0\n", Some(Dialect::Qdimacs)),
            ("aag 7 2 0 2 3\n", Some(Dialect::Aiger)),
            ("aig 7 2 0 2 3 1 0\n", Some(Dialect::Aiger)),
            ("* #variable= 5 #constraint= 2\n", Some(Dialect::Opb)),
            ("+3 x1 -2 x7 >= 2 ;\n", Some(Dialect::Opb)),
            ("min: 1 x1 ;\n", Some(Dialect::Opb)),
            ("(set-logic QF_BV)\n", Some(Dialect::Smtlib)),
            ("(declare-const a Bool)\n", Some(Dialect::Smtlib)),
            ("(a or not b) and c\n", Some(Dialect::Infix)),
            ("1 -2 0\n3 0\nd 1 -2 0\n", Some(Dialect::Drat)),
            ("9 1 -2 0 4 5 0\n10 0 9 3 0\n", Some(Dialect::Lrat)),
            ("9 1 -2 0 4 5 0\n9 d 4 0\n", Some(Dialect::Lrat)),
            ("pseudo-Boolean proof version 2.0\n", Some(Dialect::Veripb)),
            ("s SATISFIABLE\nv 1 0\n", Some(Dialect::Answer)),
            ("v 1 -2 0\n", Some(Dialect::Answer)),
            ("<html><body>404\n", Some(Dialect::Html)),
            ("<?xml version=\"1.0\"?>\n", Some(Dialect::Xml)),
            ("{\"a\": 1}\n", Some(Dialect::Json)),
            ("version https://git-lfs.github.com/spec/v1\n", Some(Dialect::GitLfs)),
            ("p\0 \0c\0n\0f\0", Some(Dialect::Utf16)),
            ("PK\u{3}\u{4}...", Some(Dialect::Zip)),
            ("a\u{4}\u{7}\0", Some(Dialect::Binary)),
            ("1 2 0\n-1 0\n", None),
            ("AL_1 AL_2\n-AL_1 d\n", None),
            ("d e\na 12 b\n", None),
            ("-111 -112 \n", None),
        ];
        for (text, expected) in cases {
            assert_eq!(guess(text.as_bytes()), *expected, "{text:?}");
        }
    }

    #[test]
    fn lines_among_clauses_are_recognised_too() {
        let dialect_of = |line: &str, clauses| by_clause_line(line.as_bytes(), clauses);
        assert_eq!(dialect_of("a 1 2 0", false), Some(Dialect::Qdimacs));
        assert_eq!(dialect_of("a 1 2 0", true), Some(Dialect::Cubes));
        assert_eq!(dialect_of("d 1 2 0", true), Some(Dialect::Drat));
        assert_eq!(dialect_of("x1 -2 0", true), Some(Dialect::Xor));
        assert_eq!(dialect_of("x 1 -2 0", false), Some(Dialect::Xor));
        assert_eq!(dialect_of("a b 0", true), Some(Dialect::Qdimacs));
        assert_eq!(dialect_of("foo", true), None);
    }
}
