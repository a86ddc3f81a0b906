//! A line for each vertex: `AL: FL, GA` or `AL: FL GA`, the list perhaps in brackets, on several lines, or as in YAML.

use super::ColoringReadOptions;
use super::builder::Builder;
use super::fields::{Field, outside, split};
use super::objects::{RESERVED, is_section};
use crate::puzzle::coloring::Graph;
use crate::puzzle::text::Line;
use crate::puzzle::{Reading, SyntaxError};
use std::collections::HashSet;

/// A vertex and what stands behind its colon.
struct List<'t> {
    head: usize,
    line: usize,
    /// The name before the colon, if it is of several words.
    loose: Option<Field<'t>>,
    neighbours: Vec<Field<'t>>,
}

struct Reader<'t> {
    builder: Builder,
    lists: Vec<List<'t>>,
    /// Whether names are separated by commas, and may have blanks in them.
    commas: bool,
    /// The bracket that closes the list, and where it was opened.
    open: Option<(char, usize)>,
    /// Whether the last line ended in a comma.
    goes_on: bool,
    /// How far the vertices' lines are indented.
    indent: usize,
    /// Whether semicolons separate lists rather than neighbours.
    between_lists: Option<bool>,
}

/// Whether a text has colons outside of quotes.
pub(super) fn is_lists(filled: &[Line<'_>]) -> bool {
    filled.iter().any(|line| line.text.contains(':') && outside(line.text).any(|(_, c)| c == ':'))
}

pub(super) fn read(filled: &[Line<'_>], options: ColoringReadOptions) -> Result<Reading<Graph>, SyntaxError> {
    let commas = filled.iter().any(|line| outside(line.text).any(|(_, c)| c == ','));
    let mut reader = Reader {
        builder: Builder::new(options),
        lists: Vec::new(),
        commas,
        open: None,
        goes_on: false,
        indent: 0,
        between_lists: None,
    };
    for line in filled {
        reader.line(line)?;
    }
    if let Some((close, line)) = reader.open {
        return Err(SyntaxError::at(line, 1, format!("expected '{close}' at the end of this list")));
    }
    reader.finish()
}

impl<'t> Reader<'t> {
    fn line(&mut self, line: &Line<'t>) -> Result<(), SyntaxError> {
        let indent = line.text.chars().take_while(|c| c.is_whitespace()).count();
        let ends = outside(line.text).filter(|&(_, c)| c == ';').map(|(at, _)| at);
        let mut start = 0;
        for (part, end) in ends.chain([line.text.len()]).enumerate() {
            let mut colons = outside(&line.text[start..end]).filter(|&(_, c)| c == ':').map(|(at, _)| start + at);
            let (first, second) = (colons.next(), colons.next());
            if let Some(second) = second {
                return Err(at(line, second, "the end of the line after a list, found another ':'"));
            }
            let text = &line.text[start..end];
            if part > 0
                && !text.trim().is_empty()
                && self.between_lists.replace(first.is_some()).is_some_and(|before| before != first.is_some())
            {
                return Err(at(line, start, "semicolons between lists or between neighbours, not both"));
            }
            match first {
                Some(colon) => {
                    self.indent = if part == 0 { indent } else { self.indent };
                    self.head(line, (start, colon))?;
                    self.neighbours(line, (colon + 1, end))?;
                }
                None if text.trim().is_empty() => {}
                None => {
                    let bare = text.trim_start();
                    let more = part > 0 || self.goes_on || self.open.is_some() || indent > self.indent;
                    if self.lists.is_empty() || !(more || bare.starts_with(',') || bare.starts_with("- ")) {
                        return Err(at(line, start, "'NAME: NEIGHBOUR, NEIGHBOUR'"));
                    }
                    self.neighbours(line, (start, end))?;
                }
            }
            start = (end + 1).min(line.text.len());
        }
        Ok(())
    }

    fn head(&mut self, line: &Line<'t>, part: (usize, usize)) -> Result<(), SyntaxError> {
        if let Some((close, _)) = self.open {
            return Err(at(line, part.0, &format!("'{close}' at the end of the list before")));
        }
        let fields = split(line, part, |c| c == ',')?;
        let comma = line.text[part.0..part.1].trim_start().starts_with(',');
        let [head] = &fields[..] else { return Err(at(line, part.0, "one name before the colon")) };
        if comma {
            return Err(at(line, part.0, "one name before the colon, found a comma"));
        }
        head.check()?;
        let vertex = self.builder.vertex(&head.text);
        if head.is_loose() && !self.commas {
            self.builder.remark(line.number, format!("'{}' is taken for one name", head.text));
        }
        let loose = (head.is_loose() && self.commas).then(|| head.clone());
        self.lists.push(List { head: vertex, line: line.number, loose, neighbours: Vec::new() });
        Ok(())
    }

    /// Adds a part of a line to the last list.
    fn neighbours(&mut self, line: &Line<'t>, part: (usize, usize)) -> Result<(), SyntaxError> {
        let (mut start, mut end) = part;
        let trim = |start: usize, end: usize| {
            let text = &line.text[start..end];
            (start + text.len() - text.trim_start().len(), start + text.trim_end().len())
        };
        (start, end) = trim(start, end.max(start));
        if start >= end {
            return Ok(());
        }
        self.goes_on = line.text[start..end].ends_with(',');
        if self.open.is_none() {
            let close = [('[', ']'), ('(', ')'), ('{', '}')]
                .into_iter()
                .find(|&(open, _)| line.text[start..].starts_with(open));
            if let Some((_, close)) = close {
                self.open = Some((close, line.number));
                start += 1;
            }
        }
        if let Some((close, _)) = self.open {
            let bare = line.text[start..end].trim_end_matches(',').trim_end();
            if bare.ends_with(close) {
                end = start + bare.len() - 1;
                self.open = None;
            }
        }
        // An item of YAML is one name.
        let item = line.text[start..end].starts_with("- ");
        start += if item { 2 } else { 0 };
        let commas = self.commas || item;
        let fields = split(line, (start, end), |c| if commas { c == ',' } else { c.is_whitespace() })?;
        for field in &fields {
            field.check()?;
        }
        if let Some(list) = self.lists.last_mut() {
            list.neighbours.extend(fields);
        }
        Ok(())
    }

    fn finish(mut self) -> Result<Reading<Graph>, SyntaxError> {
        let heads = self.builder.len();
        let lists = std::mem::take(&mut self.lists);
        let fields = || lists.iter().flat_map(|list| &list.neighbours);
        let plain: HashSet<&str> = fields().filter(|field| !field.is_loose()).map(|field| &*field.text).collect();
        let mut loose: Option<&Field<'_>> = None;
        for field in fields().filter(|field| field.is_loose()) {
            if self.builder.known(&field.text).is_some_and(|vertex| vertex < heads) {
                continue;
            }
            let known =
                |word: &str| plain.contains(word) || self.builder.known(word).is_some_and(|vertex| vertex < heads);
            if field.text.split_whitespace().all(known) {
                return Err(field.error("a comma between two names, or quotes around one with blanks"));
            }
            loose.get_or_insert(field);
        }
        let unnamed = |head: &&Field<'_>| fields().all(|field| field.text != head.text);
        let number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
        for head in lists.iter().filter_map(|list| list.loose.as_ref()).filter(unnamed) {
            let known = |word: &str| plain.contains(word) || self.builder.known(word).is_some();
            if head.text.split_whitespace().all(known) {
                return Err(head.error("one name before the colon, or quotes around one with blanks"));
            }
            if head.text.split_whitespace().any(number) {
                loose.get_or_insert(head);
            }
        }
        if let Some(field) = loose {
            self.builder.remark(field.line, format!("'{}' is taken for one name", field.text));
        }
        for list in &lists {
            for field in &list.neighbours {
                let to = self.builder.vertex(&field.text);
                self.builder.join(list.head, to, || (field.line, field.column))?;
            }
        }
        let named = |head: &str| fields().any(|field| field.text == *head);
        let reserved = |list: &&List<'_>| {
            let head = self.builder.names()[list.head].as_str();
            (RESERVED.contains(&head) || is_section(head)) && !named(head)
        };
        if let Some(list) = lists.iter().find(reserved) {
            let message = "expected the name of a vertex, found a word that heads a list of vertices or edges";
            return Err(SyntaxError::at(list.line, 1, message));
        }
        self.title(&lists);
        self.builder.remark_one_sided(lists.first().map_or(1, |list| list.line));
        self.builder.finish()
    }

    /// Remarks that the first line is taken for a list if its names occur nowhere else: it may have been a title.
    fn title(&mut self, lists: &[List<'_>]) {
        let [first, others @ ..] = lists else { return };
        let mut own: HashSet<&str> = first.neighbours.iter().map(|field| &*field.text).collect();
        let head = self.builder.names()[first.head].clone();
        own.insert(&head);
        let named = |list: &List<'_>| {
            own.contains(&*self.builder.names()[list.head])
                || list.neighbours.iter().any(|field| own.contains(&*field.text))
        };
        if own.len() > 1 && !others.is_empty() && !others.iter().any(named) {
            self.builder
                .remark(first.line, format!("'{head}: ...' is taken for a vertex, though no other line names it"));
        }
    }
}

/// An error at a byte of a line.
fn at(line: &Line<'_>, byte: usize, expected: &str) -> SyntaxError {
    let column = line.text[..byte].chars().count() + 1;
    SyntaxError::at(line.number, column, format!("expected {expected}"))
}
