//! The grammar of DIMACS CNF, and its writer.
//!
//! `short_number` reads nearly all literals: eight bytes are looked at in one register (the digits are found by one
//! addition and turned into a number by three multiplications; the trick is Lemire's, "Number parsing at a gigabyte per
//! second", SPE'21). It has no branch on the sign or the number of digits, which a processor would mispredict half of
//! the time. The other functions are combined from `nom`'s parsers, and are called where something is unusual.
//!
//! 97 MB of random 3-SAT (1,000,000 variables, 4,000,000 clauses) become a formula in 0.17 s of CPU time, 65 MB of
//! memory (two shared cores; on the same day Kissat 4.0.4 said 5.5 s and MiniSat 2.2.1 6.1 s for their parsing);
//! `tests/reading.rs` has the commands.

use super::dialect;
use super::error::{ParseErrorKind as Kind, excerpt, is_blank};
use super::formula::Formula;
use super::lit::Var;
use nom::branch::alt;
use nom::bytes::complete::{tag, take_till, take_while, take_while1};
use nom::character::complete::{char, digit1};
use nom::combinator::{all_consuming, map, opt, verify};
use nom::sequence::{preceded, terminated};
use nom::{IResult, Parser};
use std::io::{self, Write};

/// [`short_number`] may be called at a position only if at least this many bytes follow.
pub(super) const SHORT: usize = 16;

/// A number of at most eight digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ShortNumber {
    pub negative: bool,
    /// The absolute value. A 0, which ends a clause, is never negative here and has one digit.
    pub value: u32,
}

/// The number at `at` and where it ends, when it has at most eight digits and a blank or line feed follows it. `None`
/// only means that the grammar has to read the word.
///
/// # Panics
/// When there are fewer than [`SHORT`] bytes at `at`.
#[inline]
pub(super) fn short_number(text: &[u8], at: usize) -> Option<(ShortNumber, usize)> {
    const ZEROS: u64 = 0x3030_3030_3030_3030;
    let window: &[u8; SHORT] = text[at..at + SHORT].first_chunk()?;
    let negative = window[0] == b'-';
    let sign = usize::from(negative);
    let word = (u128::from_le_bytes(*window) >> (8 * sign)) as u64;
    let digits = word ^ ZEROS;
    // The highest bit of each byte that is no digit. A carry out of such a byte disturbs only bytes after it.
    let others = (digits.wrapping_add(0x7676_7676_7676_7676) | digits) & 0x8080_8080_8080_8080;
    let length = others.trailing_zeros() as usize / 8;
    let end = sign + length;
    if length == 0 || !matches!(window[end], b' ' | b'\n' | b'\t') {
        return None;
    }
    // Leading zeros fill the word up to eight digits; then neighbouring digits are joined to pairs, to fours and to the
    // eight.
    let digits = digits << (64 - 8 * length);
    let pairs = digits.wrapping_mul(10).wrapping_add(digits >> 8);
    let low = (pairs & 0x0000_00ff_0000_00ff).wrapping_mul(100 + (1_000_000 << 32));
    let high = ((pairs >> 16) & 0x0000_00ff_0000_00ff).wrapping_mul(1 + (10_000 << 32));
    let value = (low.wrapping_add(high) >> 32) as u32;
    if value == 0 && end != 1 {
        return None;
    }
    Some((ShortNumber { negative, value }, at + end))
}

/// A word that is a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Number {
    pub negative: bool,
    /// `None` beyond `2^31 - 1`.
    pub value: Option<u32>,
    /// Whether it is written without `+`, and 0 with a single digit. (Zeros before another digit change nothing and are
    /// allowed.)
    pub canonical: bool,
}

/// The word as a number, if it is a sign or none, followed by digits and nothing else.
pub(super) fn number(word: &[u8]) -> Option<Number> {
    let mut grammar = all_consuming((opt(alt((char('+'), char('-')))), digit1));
    let (_, (sign, digits)): (_, (_, &[u8])) = parse(&mut grammar, word)?;
    let value = decimal(digits, Var::MAX_COUNT as u64).map(|value| value as u32);
    let canonical = sign != Some('+') && (value != Some(0) || digits.len() == 1);
    Some(Number { negative: sign == Some('-'), value, canonical })
}

/// Runs a parser whose errors only say that it does not match.
fn parse<'a, O>(
    grammar: &mut impl Parser<&'a [u8], Output = O, Error = nom::error::Error<&'a [u8]>>,
    text: &'a [u8],
) -> Option<(&'a [u8], O)> {
    grammar.parse(text).ok()
}

/// The value of decimal digits, if it is at most `most`.
fn decimal(digits: &[u8], most: u64) -> Option<u64> {
    digits.iter().try_fold(0u64, |value, &digit| {
        let value = value.checked_mul(10)?.checked_add(u64::from(digit - b'0'))?;
        (value <= most).then_some(value)
    })
}

/// Why a word is not a number.
pub(super) fn why_no_number(word: &[u8]) -> &'static str {
    let has = |bytes: &[u8]| word.iter().any(|byte| bytes.contains(byte));
    match word {
        [] | [b'\r', ..] => "a carriage return inside a line, expected a line feed after it",
        _ if has(b"\0") => "a NUL byte, expected a literal",
        [0x1a, ..] => "an end-of-file mark before the end, expected a literal or 0",
        b"-" | b"+" => "expected digits right after the sign",
        _ if word.starts_with("\u{2212}".as_bytes()) || word.starts_with("\u{2013}".as_bytes()) => {
            "a minus sign that is not ASCII, expected '-'"
        }
        _ if has("\u{a0}".as_bytes()) && std::str::from_utf8(word).is_ok_and(|word| word.contains('\u{a0}')) => {
            "a no-break space, expected a blank"
        }
        _ if !word.is_ascii() => "not ASCII, expected a literal or 0 in ASCII digits",
        [b'-', b'-', ..] => "expected a literal with one sign",
        _ if has(b",;") => "expected literals with blanks between them",
        _ if has(b".eE") && word[0].is_ascii_digit() => "expected a whole number",
        _ => "expected a literal or 0",
    }
}

/// Whether all words of the line are numbers, and the last is 0: a clause of a DIMACS text that has lost its header.
pub(super) fn is_clause_line(line: &[u8]) -> bool {
    let mut words = line.split(|&byte| is_blank(byte)).filter(|word| !word.is_empty());
    words.clone().all(|word| number(word).is_some()) && words.next_back() == Some(b"0")
}

/// The header of a CNF.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Header {
    /// Variables and clauses.
    pub counts: (u32, u64),
    /// The number of groups of group CNF.
    pub groups: Option<u32>,
    /// The place of the number of variables in the line.
    pub vars_at: usize,
}

/// Blanks inside a line.
fn blanks(text: &[u8]) -> IResult<&[u8], &[u8]> {
    take_while1(|byte| byte != b'\r' && is_blank(byte)).parse(text)
}

/// A number, followed by blanks or by the end.
fn count(text: &[u8]) -> IResult<&[u8], &[u8]> {
    let ends = |rest: &[u8]| rest.first().is_none_or(|&byte| is_blank(byte));
    let (rest, digits) = digit1.parse(text)?;
    verify(take_while(|byte| byte != b'\r' && is_blank(byte)), |_: &[u8]| ends(rest))
        .parse(rest)
        .map(|(rest, _)| (rest, digits))
}

/// The most groups: each of them needs a variable beside those of the formula.
const MOST_GROUPS: u64 = 1 << 28;

/// Reads a header line, whose first word is `p`; with `groups`, that of a text with groups is read as well. An error
/// comes with its offset in the line.
pub(super) fn header(line: &[u8], groups: bool) -> Result<Header, (usize, Kind)> {
    // Texts whose line ends were converted twice have several carriage returns before the line feed.
    let line = &line[..line.iter().rposition(|&byte| byte != b'\r').map_or(0, |last| last + 1)];
    let fault = |rest: &[u8], expected| {
        let found = if rest.is_empty() { "the end of the line".into() } else { format!("'{}'", excerpt(rest)) };
        (line.len() - rest.len(), Kind::Header { found, expected })
    };
    if let Some(offset) = line.iter().position(|&byte| byte == b'\r') {
        return Err((offset, Kind::OldMacLines));
    }
    let after_p = &line[1..];
    let (rest, _) = blanks(after_p).map_err(|_| fault(after_p, "a blank and 'cnf'"))?;
    let mut kind = terminated(take_till(is_blank), opt(blanks));
    let (counts, kind) = parse(&mut kind, rest).ok_or_else(|| fault(rest, "'cnf'"))?;
    let grouped = groups && kind == b"gcnf";
    if kind != b"cnf" && !grouped {
        let dialect = dialect::by_header(kind).map(Kind::Dialect);
        return Err(dialect.map_or_else(|| fault(rest, "'cnf'"), |kind| (line.len() - rest.len(), kind)));
    }
    let (after_vars, vars) = count(counts).map_err(|_| fault(counts, "the number of variables"))?;
    let (after_clauses, clauses) = count(after_vars).map_err(|_| fault(after_vars, "the number of clauses"))?;
    let (end, groups) = match grouped {
        true => count(after_clauses).map_err(|_| fault(after_clauses, "the number of groups, third in 'p gcnf'"))?,
        false => (after_clauses, &b"0"[..]),
    };
    if !end.is_empty() {
        return Err(fault(end, "the end of the line after the counts"));
    }
    let place = |rest: &[u8]| line.len() - rest.len();
    let limited = |rest: &[u8], digits, most| {
        decimal(digits, most).ok_or_else(|| (place(rest), Kind::Count { found: excerpt(digits), most }))
    };
    let vars = limited(counts, vars, Var::MAX_COUNT as u64)? as u32;
    let clauses = limited(after_vars, clauses, u64::from(u32::MAX))?;
    let groups = limited(after_clauses, groups, MOST_GROUPS)? as u32;
    Ok(Header { counts: (vars, clauses), groups: grouped.then_some(groups), vars_at: place(counts) })
}

/// Why a line is a header with a slip: upper case, or no blank after `p`. Its first word is not `p`, so it could be
/// taken for a clause of names, which nobody means by it.
pub(super) fn slipped_header(line: &[u8]) -> Option<Kind> {
    let mut words = line.split(|&byte| is_blank(byte)).filter(|word| !word.is_empty());
    let first = words.next()?;
    let expected = if first.eq_ignore_ascii_case(b"pcnf") {
        "a blank after 'p'"
    } else if first.eq_ignore_ascii_case(b"p") && words.next()?.eq_ignore_ascii_case(b"cnf") {
        "lower case"
    } else {
        return None;
    };
    let numbers = words.clone().count() == 2 && words.all(|word| number(word).is_some());
    numbers.then(|| Kind::Header { found: format!("'{}'", excerpt(first)), expected })
}

/// The variable and the name of a comment `c varname NUMBER NAME`.
pub(super) fn varname(line: &[u8]) -> Option<(u32, &[u8])> {
    let number = map(digit1, |digits| decimal(digits, Var::MAX_COUNT as u64));
    let mut grammar =
        preceded((tag("c"), blanks, tag("varname"), blanks), (number, preceded(blanks, take_while(|_| true))));
    let (_, (number, name)) = parse(&mut grammar, line)?;
    let name = name.trim_ascii_end();
    number.filter(|&number| number > 0 && !name.is_empty()).map(|number| (number as u32, name))
}

/// The variable and the name of a line `c varname NUMBER NAME`.
pub fn name_in_comment(line: &str) -> Option<(u32, String)> {
    varname(line.as_bytes()).map(|(number, name)| (number, String::from_utf8_lossy(name).into_owned()))
}

/// The comment that gives a variable a name, without its `c `.
pub fn name_comment(var: Var, name: &str) -> String {
    format!("varname {} {name}", var.to_dimacs())
}

/// Writes a formula in DIMACS, with comments before the header; each line of a comment becomes one comment.
///
/// # Errors
/// When writing fails.
///
/// ```
/// use gemsat::cnf::{Formula, write_dimacs};
/// let mut out = Vec::new();
/// write_dimacs(&Formula::from_dimacs_lists(&[&[1, -2], &[2]]), ["an example"], &mut out)?;
/// assert_eq!(out, b"c an example\np cnf 2 2\n1 -2 0\n2 0\n");
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn write_dimacs<C: AsRef<str>>(
    formula: &Formula,
    comments: impl IntoIterator<Item = C>,
    out: impl Write,
) -> io::Result<()> {
    let mut out = io::BufWriter::with_capacity(1 << 16, out);
    for comment in comments {
        for line in comment.as_ref().lines() {
            writeln!(out, "c {line}")?;
        }
    }
    writeln!(out, "p cnf {} {}", formula.num_vars(), formula.num_clauses())?;
    let mut digits = itoa::Buffer::new();
    for clause in formula.clauses() {
        for lit in clause {
            out.write_all(digits.format(lit.to_dimacs()).as_bytes())?;
            out.write_all(b" ")?;
        }
        out.write_all(b"0\n")?;
    }
    out.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What [`short_number`] says of `text`, which is filled up to the length that it needs.
    fn short(text: &str) -> Option<(bool, u32, usize)> {
        let text = format!("{text:<32}");
        short_number(text.as_bytes(), 0).map(|(number, end)| (number.negative, number.value, end))
    }

    #[test]
    fn short_numbers_are_read_exactly() {
        let powers = (0..70).map(|i| (1 << (i % 23)) + i);
        for value in (0..1000u32).chain(powers).chain([999_999, 1_000_000, 9_999_999, 10_000_000, 99_999_999]) {
            let text = value.to_string();
            assert_eq!(short(&text), Some((false, value, text.len())));
            if value > 0 {
                assert_eq!(short(&format!("-{text}")), Some((true, value, text.len() + 1)));
            }
        }
        assert_eq!(short("007"), Some((false, 7, 3)));
        assert_eq!(short("12\n3"), Some((false, 12, 2)));
    }

    #[test]
    fn what_is_no_short_number_is_left_to_the_grammar() {
        for text in [
            "",
            "-",
            "-0",
            "00",
            "--1",
            "+1",
            "1-2",
            "1.0",
            "1\r",
            "0x1",
            "123456789",
            "-123456789",
            "c",
            "%",
            "1\0",
            "\u{ff}1",
        ] {
            assert_eq!(short(text), None, "{text:?}");
        }
        // Every byte that is not a digit, at every place.
        for byte in (0..=255u8).filter(|byte| !byte.is_ascii_digit() && !matches!(byte, b' ' | b'\n' | b'\t')) {
            for place in 0..7 {
                let mut text = *b"1111111         ";
                text[place] = byte;
                let expected = (place == 0 && byte == b'-').then_some(7);
                assert_eq!(short_number(&text, 0).map(|(_, end)| end), expected, "{byte:#x} at {place}");
            }
        }
    }

    #[test]
    fn numbers_beyond_the_format_have_no_value() {
        let value = |word: &str| number(word.as_bytes()).map(|number| number.value);
        assert_eq!(value("2147483647"), Some(Some(2147483647)));
        for word in ["2147483648", "-2147483648", "4294967297", "18446744073709551617", &"9".repeat(10_000)] {
            assert_eq!(value(word), Some(None), "{word:.30}");
        }
        assert_eq!(value("0000000000000000000000000000012"), Some(Some(12)));
        for word in ["", "-", "1 ", "1-", "0x1", "+-1"] {
            assert_eq!(value(word), None);
        }
    }

    #[test]
    fn headers() {
        let counts = |line: &str| header(line.as_bytes(), false).map(|header| header.counts);
        assert_eq!(counts("p cnf 3 2"), Ok((3, 2)));
        assert_eq!(counts("p\tcnf  3 \t2 \r"), Ok((3, 2)));
        assert_eq!(counts("p cnf 2147483647 4294967295"), Ok((2147483647, 4294967295)));
        let offset = |line: &str| header(line.as_bytes(), false).map_err(|(offset, _)| offset);
        for (line, at) in [
            ("p", 1),
            ("p ", 2),
            ("p CNF 1 1", 2),
            ("p cnfx 1 1", 2),
            ("p cnf", 5),
            ("p cnf 3", 7),
            ("p cnf -3 1", 6),
            ("p cnf 3 +1", 8),
            ("p cnf 3.0 2", 6),
            ("p cnf 3 2 7", 10),
            ("p cnf 3 2x", 8),
            ("p cnf 2147483648 1", 6),
            ("p cnf 1 4294967296", 8),
            ("p cnf 1 1\r1 0", 9),
        ] {
            assert_eq!(offset(line), Err(at), "{line:?}");
        }
    }

    #[test]
    fn names_in_comments() {
        assert_eq!(varname(b"c varname 12 queen at a1 "), Some((12, &b"queen at a1"[..])));
        for line in ["c varname 0 a", "c varname 1", "c varname x y", "c varnames 1 a", "c varname 4294967297 a"] {
            assert_eq!(varname(line.as_bytes()), None, "{line}");
        }
    }
}
