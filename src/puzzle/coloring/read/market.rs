//! Matrix Market: `%%MatrixMarket matrix coordinate ...`, the rows, columns and entries, then `ROW COLUMN` or
//! `ROW COLUMN VALUE` lines. An entry off the diagonal is an edge.
//!
//! References: Boisvert, Pozo and Remington, The Matrix Market Exchange Formats (NISTIR 5935, 1996).

use super::ColoringReadOptions;
use super::builder::{Builder, MAX_VERTICES};
use crate::puzzle::coloring::Graph;
use crate::puzzle::text::Line;
use crate::puzzle::{Reading, SyntaxError};
use crate::util::words::many;

/// How the first line begins.
pub(super) const BANNER: &str = "%%MatrixMarket";

pub(super) fn read(filled: &[Line<'_>], options: ColoringReadOptions) -> Result<Reading<Graph>, SyntaxError> {
    let banner = filled[0].words(char::is_whitespace);
    let numbers = match banner[..] {
        [_, object, format, field, symmetry] => {
            let is = |word: &str, wanted: &[&str]| wanted.iter().any(|known| word.eq_ignore_ascii_case(known));
            if !is(object.text, &["matrix"]) {
                return Err(object.error("'matrix'"));
            }
            if !is(format.text, &["coordinate"]) {
                return Err(format.error("'coordinate': which entries there are"));
            }
            if !is(symmetry.text, &["general", "symmetric", "skew-symmetric", "hermitian"]) {
                return Err(symmetry.error("'general' or 'symmetric'"));
            }
            match () {
                () if is(field.text, &["pattern"]) => 0,
                () if is(field.text, &["real", "integer"]) => 1,
                () if is(field.text, &["complex"]) => 2,
                () => return Err(field.error("'pattern', 'integer', 'real' or 'complex'")),
            }
        }
        _ => return Err(banner[0].error(format!("'{BANNER} matrix coordinate FIELD SYMMETRY'"))),
    };
    let mut lines = filled[1..].iter().filter(|line| !line.text.starts_with('%'));
    let Some(sizes) = lines.next() else {
        return Err(SyntaxError::at(filled[0].number, 1, "expected ROWS COLUMNS ENTRIES below, found nothing"));
    };
    let words = sizes.words(char::is_whitespace);
    let [rows, columns, entries] = words[..] else { return Err(words[0].error("ROWS COLUMNS ENTRIES")) };
    let (count, stated) = (rows.number::<usize>()?, entries.number::<usize>()?);
    if columns.number::<usize>()? != count {
        return Err(columns.error(format!("{count} columns, as many as rows")));
    }
    if count > MAX_VERTICES {
        return Err(rows.error(format!("at most {MAX_VERTICES} vertices")));
    }
    let mut builder = Builder::numbered(count, 1, options);
    let mut found = 0;
    for line in lines {
        let words = line.words(char::is_whitespace);
        if words.len() != 2 + numbers {
            return Err(words[0].error(format!("{} words on the line", 2 + numbers)));
        }
        let end = |index: usize| -> Result<usize, SyntaxError> {
            let vertex = words[index].number::<usize>()?.checked_sub(1).filter(|&vertex| vertex < count);
            vertex.ok_or_else(|| words[index].error(format!("a row of 1 to {count}")))
        };
        let (a, b) = (end(0)?, end(1)?);
        builder.join(a, b, || (line.number, words[1].column))?;
        found += 1;
    }
    if found != stated {
        return Err(entries.error(format!("{found}, the number of entries that follow")));
    }
    builder.remark(
        sizes.number,
        format!("the matrix is taken for a graph: {}, its entries are edges", many(count, "vertex")),
    );
    builder.finish()
}
