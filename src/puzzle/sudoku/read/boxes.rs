//! The shape of the boxes that bars, rules and empty lines draw.

use super::rows::Sheet;
use crate::puzzle::Remark;
use crate::puzzle::sudoku::box_shape;

/// The shape that the lines of the first grid draw, if they draw one, and a remark if they contradict each other or
/// divide the grid unequally. Lines between all cells draw nothing, and empty lines only where there are no rules.
/// `widths` are the numbers of cells between the bars of a row.
pub(super) fn drawn_boxes(
    sheet: &Sheet<'_>,
    side: usize,
    widths: &[usize],
) -> (Option<(usize, usize)>, Option<Remark>) {
    let rows = &sheet.rows[..side.min(sheet.rows.len())];
    let heights = |drawn: &dyn Fn(usize) -> bool| {
        let mut heights = vec![0];
        for index in 0..rows.len() {
            if index > 0 && drawn(index) {
                heights.push(0);
            }
            heights.last_mut().into_iter().for_each(|height| *height += 1);
        }
        heights
    };
    let ruled = heights(&|index| rows[index].gap.rule);
    let spaced = heights(&|index| rows[index].gap.blank);
    let equal = |parts: &[usize]| parts.iter().all(|&part| part == parts[0]).then_some(parts[0]);
    let inner = |part: &usize| (2..side).contains(part);
    let bars = equal(widths).filter(inner);
    let rules = equal(&ruled).filter(inner).filter(|_| ruled.len() > 1);
    let spaces =
        equal(&spaced).filter(inner).filter(|_| ruled.len() == 1 && spaced.len() > 1 && side.is_multiple_of(spaced[0]));
    let (rows_of_box, columns_of_box) = box_shape(side);
    let odd = |what: &str| {
        let message = format!("{what}: boxes of {rows_of_box}x{columns_of_box} cells are taken");
        (None, Some(Remark { line: rows[0].line.number, message }))
    };
    let several = |parts: &[usize]| parts.len() > 1;
    if several(&ruled) && equal(&ruled).is_none() && rows.len() == side {
        return odd("the rules divide the rows unequally");
    }
    if several(widths) && equal(widths).is_none() {
        return odd("the bars divide the columns unequally");
    }
    let drawn = match (rules, bars) {
        (Some(rows), Some(columns)) if rows * columns != side => {
            return odd("bars and rules do not draw the same boxes");
        }
        (Some(rows), Some(columns)) => (rows, columns),
        (Some(rows), None) => (rows, side / rows),
        (None, Some(columns)) => (side / columns, columns),
        // One empty line in the middle of a grid that could have square boxes draws none.
        (None, None) => match spaces.filter(|_| rows_of_box != columns_of_box) {
            Some(rows) => (rows, side / rows),
            None => return (None, None),
        },
    };
    // These boxes are not the usual ones for this side, which may be because of a line too many or too few.
    let usual = (rows_of_box, columns_of_box);
    let doubtful = drawn != usual && (rows_of_box == columns_of_box || rules.is_none() && bars.is_none());
    let message = format!("the lines are taken to draw boxes of {}x{} cells", drawn.0, drawn.1);
    (Some(drawn), doubtful.then_some(Remark { line: rows[0].line.number, message }))
}
