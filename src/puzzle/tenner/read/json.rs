//! Collections of grids in JSON: objects with `initial_grid`, `target_sums` and perhaps `solution`, in lists and
//! objects of any kind.

use super::super::{DIGITS, Grid};
use super::{Listed, MAX_ROWS, look_at};
use crate::puzzle::{Remark, SyntaxError};
use serde_json::value::RawValue;
use std::collections::BTreeMap;

/// How deeply a grid may be nested in JSON.
const MAX_DEPTH: usize = 64;

/// The members of an object that describe a grid.
const GRID: [&str; 3] = ["initial_grid", "target_sums", "solution"];
const BESIDE: [&str; 5] = ["id", "name", "difficulty", "rows", "columns"];

/// The grids in a JSON text.
pub(super) fn read(text: &str, remarks: &mut Vec<Remark>) -> Result<Listed, SyntaxError> {
    let json = Json { text };
    let whole: &RawValue = serde_json::from_str(text).map_err(|error| {
        let message = error.to_string();
        let message = message.split(" at line ").next().unwrap_or_default();
        let message = message.strip_prefix("expected ").unwrap_or(message);
        SyntaxError::at(error.line().max(1), error.column().max(1), format!("expected JSON: {message}"))
    })?;
    let mut found = Vec::new();
    json.collect(whole, MAX_DEPTH, &mut found, remarks)?;
    if found.is_empty() {
        return Err(json.expected(whole, "an object with 'initial_grid' and 'target_sums'"));
    }
    Ok(found)
}

/// The members of a JSON list.
fn list(value: &RawValue) -> Option<Vec<&RawValue>> {
    serde_json::from_str(value.get()).ok()
}

/// A JSON text, which knows where its values stand.
struct Json<'t> {
    text: &'t str,
}

impl<'t> Json<'t> {
    /// Where a value stands: its line and column.
    fn place(&self, value: &RawValue) -> (usize, usize) {
        // A value's text is a part of the whole text, so the distance of their beginnings is its place.
        let offset = (value.get().as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize);
        let before = self.text.get(..offset).unwrap_or_default();
        let column = before.chars().rev().take_while(|&letter| letter != '\n').count() + 1;
        (before.matches('\n').count() + 1, column)
    }

    /// The refusal of a value.
    fn expected(&self, value: &RawValue, what: &str) -> SyntaxError {
        let (line, column) = self.place(value);
        let shown: String = value.get().chars().take(20).collect();
        SyntaxError::at(line, column, format!("expected {what}, found {}", shown.escape_debug()))
    }

    fn collect(
        &self,
        value: &'t RawValue,
        depth: usize,
        found: &mut Listed,
        remarks: &mut Vec<Remark>,
    ) -> Result<(), SyntaxError> {
        let Some(below) = depth.checked_sub(1) else {
            return Err(self.expected(value, &format!("at most {MAX_DEPTH} levels of lists and objects")));
        };
        if let Some(members) = list(value) {
            return members.into_iter().try_for_each(|member| self.collect(member, below, found, remarks));
        }
        let Ok(object) = serde_json::from_str::<BTreeMap<String, &'t RawValue>>(value.get()) else {
            return Err(self.expected(value, "a grid, or a list or object of grids"));
        };
        if !GRID.iter().any(|name| object.contains_key(*name)) {
            let beside = |name: &str| BESIDE.contains(&name);
            let members = object.into_iter().filter(|(name, _)| !beside(name));
            return members.into_iter().try_for_each(|(_, member)| self.collect(member, below, found, remarks));
        }
        for (name, member) in &object {
            if !GRID.contains(&&name[..]) && !BESIDE.contains(&&name[..]) {
                let what = format!("{} or {} as members of a grid beside", GRID.join(", "), BESIDE.join(", "));
                return Err(self.expected(member, &format!("only {what}; this is '{name}'")));
            }
        }
        let missing = |name: &str| self.expected(value, &format!("a member '{name}' in this object"));
        let rows = object.get("initial_grid").ok_or_else(|| missing("initial_grid"))?;
        let sums = object.get("target_sums").copied().ok_or_else(|| missing("target_sums"))?;
        let grid = self.grid(rows, sums)?;
        for (name, there) in [("rows", grid.rows()), ("columns", grid.columns)] {
            if let Some(stated) = object.get(name).filter(|stated| stated.get() != there.to_string()) {
                return Err(self.expected(stated, &format!("{there}, the {name} of this grid")));
            }
        }
        look_at(&grid, self.place(sums).0, false, remarks);
        let solution = object.get("solution").filter(|value| value.get() != "null");
        let solution = solution.map(|value| self.grid(value, sums)).transpose()?;
        found.push((grid, solution));
        Ok(())
    }

    /// A number, or nothing for `null` and `-1`.
    fn number(&self, value: &RawValue) -> Result<Option<u32>, SyntaxError> {
        match serde_json::from_str::<Option<i64>>(value.get()) {
            Ok(None | Some(-1)) => Ok(None),
            Ok(Some(number)) => match u32::try_from(number) {
                Ok(number) => Ok(Some(number)),
                Err(_) => Err(self.expected(value, "a number or null")),
            },
            Err(_) => Err(self.expected(value, "a number or null")),
        }
    }

    fn grid(&self, rows: &RawValue, sums: &RawValue) -> Result<Grid, SyntaxError> {
        let lists = list(rows).filter(|rows| (1..=MAX_ROWS).contains(&rows.len()));
        let lists = lists.ok_or_else(|| self.expected(rows, &format!("a list of 1 to {MAX_ROWS} rows")))?;
        let mut cells = Vec::with_capacity(lists.len() * DIGITS);
        for row in lists {
            let members = list(row).filter(|members| members.len() == DIGITS);
            for cell in members.ok_or_else(|| self.expected(row, &format!("a row of {DIGITS} cells")))? {
                match self.number(cell)? {
                    Some(digit) if digit > 9 => return Err(self.expected(cell, "a digit or null")),
                    digit => cells.push(digit.map(|digit| digit as u8)),
                }
            }
        }
        let sums = match sums.get() {
            "null" => vec![None; DIGITS],
            _ => {
                let members = list(sums).filter(|members| members.len() == DIGITS);
                let members = members.ok_or_else(|| self.expected(sums, &format!("a list of {DIGITS} sums")))?;
                members.into_iter().map(|sum| self.number(sum)).collect::<Result<_, _>>()?
            }
        };
        Ok(Grid { columns: DIGITS, cells, sums })
    }
}
