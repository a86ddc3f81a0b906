//! Reading squares.

use super::{MAX_SIZE, Square};
use crate::puzzle::SyntaxError;
use crate::puzzle::text::lines;

impl Square {
    /// Reads a square: as many rows as columns, numbers from 1 on, a blank as `_`, `.`, `?`, `*` or 0.
    ///
    /// # Errors
    /// The line and column where something else was expected.
    pub fn parse(text: &str) -> Result<Square, SyntaxError> {
        let lines = lines(text);
        let rows: Vec<_> = lines.iter().filter(|line| !line.is_blank()).collect();
        let size = rows.len();
        if !(1..=MAX_SIZE).contains(&size) {
            return Err(SyntaxError::at(1, 1, format!("expected 1 to {MAX_SIZE} rows, found {size}")));
        }
        let mut cells = Vec::with_capacity(size * size);
        for row in rows {
            let words = row.words(|letter| letter.is_whitespace() || letter == '|' || letter == ',');
            if let Some(word) = words.get(size) {
                return Err(word.error(format!("{size} cells, as many as rows")));
            }
            if words.len() < size {
                let end = row.text.chars().count() + 1;
                let message = format!("expected {size} cells, as many as rows, found {}", words.len());
                return Err(SyntaxError::at(row.number, end, message));
            }
            for word in words {
                cells.push(match word.text {
                    "_" | "." | "?" | "*" | "0" => None,
                    text => match text.parse::<usize>() {
                        Ok(number) if (1..=size).contains(&number) => Some(number as u8 - 1),
                        _ => return Err(word.error(format!("a number from 1 to {size} or a blank (_ . ? * 0)"))),
                    },
                });
            }
        }
        Ok(Square { size, cells })
    }

    /// Reads what [`Square::to_line`] writes.
    pub fn from_line(line: &str) -> Option<Square> {
        Square::parse(&line.replace('/', "\n")).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_printed_is_read() {
        let square = Square { size: 2, cells: vec![Some(0), None, None, Some(1)] };
        assert_eq!(square.to_string(), "1 _\n_ 2\n");
        assert_eq!(Square::parse(&square.to_string()), Ok(square.clone()));
        assert_eq!(Square::from_line(&square.to_line()), Some(square));
    }

    #[test]
    fn malformed_squares_name_the_place() {
        let error = |text: &str| Square::parse(text).expect_err("malformed").to_string();
        assert_eq!(error(""), "1:1: expected 1 to 50 rows, found 0");
        assert_eq!(error("1 2\n2\n"), "2:2: expected 2 cells, as many as rows, found 1");
        assert_eq!(error("1 2\n2 1 3\n"), "2:5: expected 2 cells, as many as rows, found '3'");
        assert_eq!(error("1 2\n\n2 x\n"), "3:3: expected a number from 1 to 2 or a blank (_ . ? * 0), found 'x'");
        assert!(error("1 2\n2 3\n").starts_with("2:3: expected a number from 1 to 2"));
    }
}
