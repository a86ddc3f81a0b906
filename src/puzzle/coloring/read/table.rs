//! A matrix whose rows and columns have names, as spreadsheets, pandas and R write it: `,A,B` above `A,0,1` and
//! `B,1,0`.

use super::ColoringReadOptions;
use super::builder::Builder;
use super::fields::{Field, split};
use crate::puzzle::coloring::Graph;
use crate::puzzle::text::Line;
use crate::puzzle::{Reading, SyntaxError};

/// A row: its name, and what stands behind it.
type Row<'t> = (Field<'t>, Vec<Field<'t>>);

/// The fields of a line between commas, semicolons or tabs, whichever it has.
fn fields<'t>(line: &Line<'t>) -> Option<Vec<Field<'t>>> {
    let separator = [',', ';', '\t'].into_iter().find(|&separator| line.text.contains(separator))?;
    split(line, (0, line.text.len()), |c| c == separator).ok()
}

/// The names of the columns and the rows below them, if the lines are such a table.
fn table<'t>(filled: &[Line<'t>]) -> Option<(Vec<Field<'t>>, Vec<Row<'t>>)> {
    let (first, others) = filled.split_first()?;
    let mut names = fields(first)?;
    names.retain(|name| !name.text.is_empty());
    let row = |line: &Line<'t>| {
        let mut fields = fields(line)?;
        (fields.len() == names.len() + 1).then(|| (fields.remove(0), fields))
    };
    let rows: Vec<Row<'t>> = others.iter().map(row).collect::<Option<_>>()?;
    let number = |field: &Field<'_>| field.text.parse::<f64>().is_ok();
    let named = names.len() > 1
        && rows.len() == names.len()
        && !names.iter().all(number)
        && rows.iter().zip(&names).all(|((row, cells), name)| row.text == name.text && cells.iter().all(number));
    named.then_some((names, rows))
}

/// The graph of a matrix with names; `None` for other texts.
pub(super) fn read(filled: &[Line<'_>], options: ColoringReadOptions) -> Option<Result<Reading<Graph>, SyntaxError>> {
    let (names, rows) = table(filled)?;
    Some(graph(&names, &rows, options))
}

fn graph(names: &[Field<'_>], rows: &[Row<'_>], options: ColoringReadOptions) -> Result<Reading<Graph>, SyntaxError> {
    let mut builder = Builder::new(options);
    for (index, name) in names.iter().enumerate() {
        name.check()?;
        if builder.vertex(&name.text) != index {
            return Err(name.error("each name once"));
        }
    }
    for (a, (_, cells)) in rows.iter().enumerate() {
        for (b, cell) in cells.iter().enumerate() {
            let across = &rows[b].1[a];
            let joined = match cell.text.parse::<f64>() {
                Ok(0.0) => false,
                Ok(1.0) => true,
                _ => return Err(cell.error("0 or 1 in a matrix of neighbours")),
            };
            if cell.text.parse::<f64>() != across.text.parse::<f64>() {
                let expected = format!("{}, as across the diagonal", across.text);
                return Err(cell.error(&expected));
            }
            if joined && a <= b {
                builder.join(a, b, || (cell.line, cell.column))?;
            }
        }
    }
    let message = format!("taken for a matrix: {} vertices, with their names above and beside it", names.len());
    builder.remark(names[0].line, message);
    builder.finish()
}
