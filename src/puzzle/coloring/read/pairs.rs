//! One pair of neighbours a line: `AL FL`, `AL,FL`, `(AL, FL)`, perhaps under a heading, as spreadsheets write it.

use super::ColoringReadOptions;
use super::builder::Builder;
use super::fields::{Field, outside, split};
use super::numbers::{self, Rows};
use super::objects::is_section;
use crate::puzzle::coloring::Graph;
use crate::puzzle::text::Line;
use crate::puzzle::{Reading, Remark, SyntaxError};

/// Headings of columns of neighbours, with or without a number behind them.
const COLUMNS: &[&str] = &[
    "source",
    "target",
    "from",
    "to",
    "u",
    "v",
    "node",
    "vertex",
    "vertices",
    "start",
    "end",
    "head",
    "tail",
    "id",
    "name",
    "state",
    "statecode",
    "neighborstatecode",
    "country",
    "border",
    "region",
    "neighbour",
    "neighbor",
];

pub(super) fn read(filled: &[Line<'_>], options: ColoringReadOptions) -> Result<Reading<Graph>, SyntaxError> {
    below(filled, options, false)
}

/// The graph of these lines, which follow a heading or may begin with one.
fn below(filled: &[Line<'_>], options: ColoringReadOptions, headed: bool) -> Result<Reading<Graph>, SyntaxError> {
    let separator = separator(filled);
    let mut builder = Builder::new(options);
    let (mut alone, mut loose, mut empty) = (None, None, None);
    let mut quoted: Vec<Field<'_>> = Vec::new();
    let mut paired = false;
    let mut heading = None;
    // Whether a later line names a vertex of the first one, and whether all later lines are of numbers.
    let (mut again, mut numbers) = (false, filled.len() > 1);
    // Whether a later line names the first vertex.
    let mut reused = false;
    // Whether every line has a name of two words and a number.
    let mut weighed = filled.len() > 1;
    for (index, line) in filled.iter().enumerate() {
        let fields = split(line, inside_brackets(line.text), |c| separator.map_or(c.is_whitespace(), |own| c == own))?;
        for field in &fields {
            field.check()?;
            if field.is_quoted_oddly() {
                quoted.push(field.clone());
            }
            if loose.is_none() && (field.is_loose() || field.is_quoted_oddly()) {
                loose = Some((line.number, field.text.to_string()));
            }
        }
        numbers &= index == 0 || fields.iter().all(|field| field.text.bytes().all(|byte| byte.is_ascii_digit()));
        weighed &= matches!(&fields[..], [a, b] if is_number(b) && !a.quoted && a.text.split_whitespace().count() == 2);
        match &fields[..] {
            [a, _] if is_operator(&a.text) && line.text.trim_start().starts_with('(') => {
                return Err(a.refuse(format!("expected a name, found the operator '{}'", a.text)));
            }
            [a, b] => {
                paired = true;
                let place = (b.line, b.column);
                let (a, b) = (builder.vertex(&a.text), builder.vertex(&b.text));
                builder.join(a, b, || place)?;
                again |= index > 0 && (a < 2 || b < 2);
                reused |= index > 0 && (a == 0 || b == 0);
                if index == 0 {
                    heading = Some(fields);
                }
            }
            [name] => {
                let several = name.text.contains(|c: char| c.is_whitespace() || c == ',' || c == ';');
                if several || separator.is_some_and(|own| line.text.trim_start().starts_with(own)) {
                    return Err(name.error("two neighbours, each a name of its own"));
                }
                if is_section(&name.text) {
                    return Err(name.error("two neighbours (nodes and edges in sections are not read)"));
                }
                let vertex = builder.vertex(&name.text);
                again |= vertex < 2;
                reused |= index > 0 && vertex == 0;
                alone.get_or_insert((line.number, name.text.to_string()));
            }
            [_, _, third, ..] => {
                return Err(third.error(
                    "the end of the line after two neighbours (more of them stand behind a colon, as in 'A: B, C')",
                ));
            }
            [] => {
                empty.get_or_insert(line.number);
            }
        }
    }
    if let Some(line) = empty {
        builder.remark(line, "a line without a name is left out");
    }
    if weighed {
        let message = "expected two neighbours on a line, found two words and a number, as in a list with weights";
        return Err(SyntaxError::at(filled[0].number, 1, message));
    }
    if !paired {
        return Err(SyntaxError::at(filled[0].number, 1, "expected two neighbours on a line, found one name on each"));
    }
    if let Some(first) = heading.filter(|first| filled.len() > 1 && (!again || numbers && !first.iter().all(is_number)))
    {
        let words = format!("'{}{}{}'", first[0].text, separator.unwrap_or(' '), first[1].text);
        if first.iter().all(is_number) {
            return Err(first[0].error("a name in the first line, as in all others"));
        }
        if !headed && (numbers || separator.is_some() || first.iter().all(is_column)) {
            let mut reading = match Rows::read(&filled[1..]) {
                Some(rows) => numbers::read(&rows, options)?,
                None => below(&filled[1..], options, true)?,
            };
            let message = format!("{words} is taken for a heading, since the other lines do not name these");
            reading.remarks.insert(0, Remark { line: filled[0].number, message });
            return Ok(reading);
        }
        builder.remark(filled[0].number, format!("{words} is taken for an edge, though no other line names these"));
    }
    // The number of the vertices above them.
    if !headed
        && let Some((line, name)) = &alone
        && *line == filled[0].number
        && name.parse() == Ok(builder.len() - 1)
        && !reused
    {
        let mut reading = below(&filled[1..], options, true)?;
        let message = format!("'{name}' is taken for the number of vertices");
        reading.remarks.insert(0, Remark { line: *line, message });
        return Ok(reading);
    }
    if let Some((line, name)) = alone {
        builder.remark(line, format!("a name alone, such as '{name}', is taken for a vertex"));
    }
    // What stands in quotes is one name, unless other lines name each part of it.
    let is_listed = |name: &&Field<'_>| {
        let mut parts = name.text.split([',', ';']).map(str::trim).filter(|part| !part.is_empty());
        parts.clone().count() > 1 && parts.all(|part| builder.known(part).is_some())
    };
    if let Some(name) = quoted.iter().find(is_listed) {
        return Err(name.error("the name of one neighbour (several stand behind a colon, as in 'A: B, C')"));
    }
    if let Some((line, name)) = loose {
        builder.remark(line, format!("'{name}' is taken for one name"));
    }
    builder.finish()
}

fn is_number(field: &Field<'_>) -> bool {
    field.text.bytes().all(|byte| byte.is_ascii_digit())
}

/// A connective of logic, which stands before what it connects.
fn is_operator(name: &str) -> bool {
    ["not", "and", "or", "xor", "iff", "implies"].contains(&name.to_lowercase().as_str())
}

fn is_column(field: &Field<'_>) -> bool {
    let name = field.text.to_lowercase();
    COLUMNS.contains(&name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '_'))
}

/// What separates names: a comma, a semicolon or a tab if that is what the file has, and any blanks otherwise.
fn separator(filled: &[Line<'_>]) -> Option<char> {
    let has =
        |line: &Line<'_>, wanted: char| line.text.contains(wanted) && outside(line.text).any(|(_, c)| c == wanted);
    let some = |wanted: char| filled.iter().any(|line| has(line, wanted));
    match () {
        () if some(',') => Some(','),
        () if some(';') => Some(';'),
        () if filled.iter().all(|line| line.text.trim_end().matches('\t').count() == 1) => Some('\t'),
        () => None,
    }
}

/// The part of a line between the brackets around it, which a comma may follow.
fn inside_brackets(text: &str) -> (usize, usize) {
    let start = text.len() - text.trim_start().len();
    let bare = text.trim().trim_end_matches(',');
    let close = match bare.chars().next() {
        Some('(') => ')',
        Some('[') => ']',
        _ => return (0, text.len()),
    };
    if bare.len() > 1 && bare.ends_with(close) { (start + 1, start + bare.len() - 1) } else { (0, text.len()) }
}
