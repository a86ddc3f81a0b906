//! How a puzzle's text writes its digits, so that answers are written in the same way.

use std::fmt;

/// How the first digit is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum First {
    /// 1, as nearly everywhere.
    #[default]
    One,
    /// 0, as in puzzles of 16 by 16 in hexadecimal digits. A blank cell is then written otherwise.
    Zero,
    /// A, in puzzles of letters.
    A,
}

impl fmt::Display for First {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            First::One => "1",
            First::Zero => "0",
            First::A => "A",
        })
    }
}

impl std::str::FromStr for First {
    type Err = String;

    fn from_str(text: &str) -> Result<First, String> {
        match text {
            "1" => Ok(First::One),
            "0" => Ok(First::Zero),
            "A" | "a" => Ok(First::A),
            _ => Err(format!("expected the first digit, which is 0, 1 or A; found '{text}'")),
        }
    }
}

/// How digits are written. Digits themselves are numbered from 1, however they are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Notation {
    /// How the first digit is written.
    pub first: First,
    /// Whether each digit is one character, a letter above 9; otherwise digits are numbers.
    pub characters: bool,
    /// Whether letters are written in lower case.
    pub small: bool,
}

impl Notation {
    /// The notation of lines: one character a digit.
    pub fn in_characters(self) -> Notation {
        Notation { characters: true, ..self }
    }

    /// The digit with this number, from 1.
    pub fn digit(self, number: u16) -> String {
        let written = match self.first {
            First::One => number,
            First::Zero => number.saturating_sub(1),
            First::A => number + 9,
        };
        let character = char::from_digit(u32::from(written), 36).filter(|_| self.characters || self.first == First::A);
        match character {
            Some(letter) if self.small => letter.to_string(),
            Some(letter) => letter.to_ascii_uppercase().to_string(),
            None => written.to_string(),
        }
    }

    /// How a blank cell is written: as 0, unless 0 is a digit.
    pub fn blank(self) -> &'static str {
        if self.first == First::One { "0" } else { "." }
    }

    /// The first and the last digit of this side, as in `0-F`.
    pub fn range(self, side: usize) -> String {
        format!("{}-{}", self.digit(1), self.digit(side as u16))
    }

    /// The notation with this [`Notation::range`].
    pub fn by_range(range: &str, side: usize) -> Option<Notation> {
        let all = [First::One, First::Zero, First::A].into_iter().flat_map(|first| {
            [(false, false), (true, false), (true, true)].map(|(characters, small)| Notation {
                first,
                characters,
                small,
            })
        });
        all.into_iter().find(|notation| notation.range(side) == range)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_name_the_notation() {
        for range in ["1-16", "1-G", "1-g", "0-15", "0-F", "0-f", "A-P", "a-p"] {
            let notation = Notation::by_range(range, 16).expect(range);
            assert_eq!(notation.range(16), range);
        }
        assert_eq!(Notation::by_range("0-9", 16), None);
        assert_eq!(Notation::default().range(9), "1-9");
    }
}
