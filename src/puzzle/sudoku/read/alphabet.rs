//! The digits that the signs of a text stand for: which sign is a blank, and where counting begins.
//!
//! All puzzles of a text are written alike, so that the notation is found from all of them together: if there is a 16
//! among the digits, 0 is a blank; if there is no 16 and another sign for blanks, 0 is a digit. If a doubt remains, a
//! remark says what was assumed, and `digits from 0` above the text (or the option of that name) settles it.

use super::SudokuReadOptions;
use crate::puzzle::sudoku::{First, Notation};
use crate::puzzle::text::Word;
use crate::puzzle::{Remark, SyntaxError};

/// The most digits that single characters stand for.
pub(super) const MOST_CHARACTERS: usize = 36;

/// The sign in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sign {
    Blank,
    Zero,
    /// A number, and whether it is longer than one character.
    Number(u32, bool),
    /// A letter as a digit of base 36.
    Letter(u32),
    Other,
}

impl Sign {
    fn of(text: &str, side: usize) -> Sign {
        let bytes = text.as_bytes();
        // Three dashes are a piece of a rule.
        if bytes.iter().all(|byte| b"._*?-".contains(byte)) && !text.starts_with("---") || text == "-1" {
            return Sign::Blank;
        }
        if let [letter] = bytes
            && letter.is_ascii_alphabetic()
        {
            let cross = side <= 9 && matches!(letter, b'x' | b'X');
            return if cross { Sign::Blank } else { Sign::Letter(u32::from(letter.to_ascii_uppercase() - b'A') + 10) };
        }
        match text.parse::<u32>() {
            Ok(number) if bytes[0].is_ascii_digit() => {
                if number == 0 {
                    Sign::Zero
                } else {
                    Sign::Number(number, bytes.len() > 1)
                }
            }
            _ => Sign::Other,
        }
    }
}

/// Whether a sign stands for a digit or a blank in some puzzle of this side, written with one character a cell.
pub(super) fn is_sign(character: char, side: usize) -> bool {
    let last = side.min(MOST_CHARACTERS - 1) as u32;
    match character {
        '.' | '_' | '*' | '?' | '-' => true,
        'x' | 'X' if side <= 9 => true,
        // Letters may count from A = 1, and then they stand for other digits.
        _ => character.to_digit(36).is_some_and(|digit| digit <= last || side > 9 && digit < 10 + side as u32),
    }
}

/// Whether a character is a digit of a puzzle of this side or a blank, and not a sign of a larger one.
pub(super) fn is_small_sign(character: char, side: usize) -> bool {
    match character {
        '.' | '_' | '*' | '?' | '-' => true,
        'x' | 'X' if side <= 9 => true,
        _ => character.to_digit(36).is_some_and(|digit| digit <= side as u32),
    }
}

/// What the cells of all puzzles of a text together look like.
#[derive(Debug, Default)]
pub(super) struct Survey<'t> {
    side: usize,
    /// The first 0.
    zero: Option<Word<'t>>,
    /// The first blank that is not a 0.
    blank: Option<Word<'t>>,
    /// The first empty cell.
    empty: Option<Word<'t>>,
    sign: Option<Word<'t>>,
    /// A sign for blanks other than the one before it in its puzzle, which stands beside it here.
    second: Option<(Word<'t>, Word<'t>)>,
    digit: bool,
    letter: Option<Word<'t>>,
    /// The first number of several characters.
    long: Option<Word<'t>>,
    /// The largest number or letter.
    largest: u32,
    small: bool,
    capital: bool,
    /// Whether some row or column has two zeros.
    clash: bool,
    /// Whether some puzzle does not have exactly one 0 in each row and column.
    uneven: bool,
    zeros: usize,
}

impl<'t> Survey<'t> {
    pub(super) fn new(side: usize) -> Survey<'t> {
        Survey { side, ..Survey::default() }
    }

    /// Looks at the cells of a puzzle, row by row.
    pub(super) fn look(&mut self, cells: impl Iterator<Item = Word<'t>>) {
        let mut zeros: Vec<usize> = Vec::new();
        let mut sign: Option<Word<'t>> = None;
        for (index, word) in cells.enumerate() {
            match Sign::of(word.text, self.side) {
                Sign::Blank => {
                    if !word.text.is_empty() {
                        let first = *sign.get_or_insert(word);
                        if first.text.as_bytes()[0] != word.text.as_bytes()[0] {
                            self.second = self.second.or(Some((word, first)));
                        }
                    }
                    self.blank = self.blank.or(Some(word));
                    let kind = if word.text.is_empty() { &mut self.empty } else { &mut self.sign };
                    *kind = kind.or(Some(word));
                }
                Sign::Zero => {
                    self.zero = self.zero.or(Some(word));
                    zeros.push(index);
                }
                Sign::Number(number, long) => {
                    self.digit = true;
                    self.largest = self.largest.max(number);
                    self.long = self.long.or(long.then_some(word));
                }
                Sign::Letter(number) => {
                    self.letter = self.letter.or(Some(word));
                    self.largest = self.largest.max(number);
                    let small = word.text.as_bytes()[0].is_ascii_lowercase();
                    self.small |= small;
                    self.capital |= !small;
                }
                Sign::Other => {}
            }
        }
        self.zeros += zeros.len();
        let (mut rows, mut columns) = (vec![false; self.side], vec![false; self.side]);
        for zero in &zeros {
            let (row, column) = (zero / self.side, zero % self.side);
            self.clash |= rows.get(row).is_none_or(|&used| used) || columns[column];
            rows.get_mut(row).into_iter().for_each(|used| *used = true);
            columns[column] = true;
        }
        self.uneven |= self.clash || zeros.len() != self.side;
    }

    /// The alphabet of these cells, with remarks on what was decided in case of doubt. With `apart`, each character is
    /// a cell.
    pub(super) fn decide(
        &self,
        options: SudokuReadOptions,
        apart: bool,
    ) -> Result<(Alphabet, Vec<Remark>), SyntaxError> {
        if let (Some(letter), Some(long)) = (self.letter, self.long) {
            return Err(long.error(format!("a digit of one character, as '{}' is", letter.text)));
        }
        if let Some((second, first)) = self.second {
            return Err(second.error(format!("one sign for blanks, as '{}' is in line {}", first.text, first.line)));
        }
        let mut remarks = Vec::new();
        let first = match options.first {
            Some(first) => first,
            None => {
                let (first, doubt) = self.first();
                remarks.extend(doubt);
                first
            }
        };
        // If blanks are written with a sign elsewhere, a digit may have been lost in an empty cell.
        let written = self.sign.or(self.zero.filter(|_| first != First::Zero));
        if let (Some(empty), Some(sign)) = (self.empty, written) {
            let message = format!("an empty cell is taken for a blank, as '{}' is", sign.text);
            remarks.push(Remark { line: empty.line, message });
        }
        let lasting = if first == First::Zero { 10 } else { 9 };
        let characters = self.side > lasting && (self.letter.is_some() || apart);
        let notation = Notation { first, characters, small: self.small && !self.capital };
        Ok((Alphabet { side: self.side, notation }, remarks))
    }

    /// How the first digit is written, and the doubt about it.
    fn first(&self) -> (First, Option<Remark>) {
        let side = self.side;
        let large = side > 9;
        let written = |first| Notation { first, characters: self.letter.is_some(), small: false }.digit(side as u16);
        let last = written(First::One);
        let doubt = |word: Word<'_>, message: String| Some(Remark { line: word.line, message });
        if let (Some(letter), false, true) = (self.letter, self.digit, large) {
            // Letters alone count from A = 1 when they reach further than those from A = 10 can, which they do in every
            // puzzle with one solution; few letters alone are of a sparse board as we write it.
            if self.largest > side as u32 {
                return (First::A, None);
            }
            if self.zero.is_none() || self.blank.is_none() {
                let message = format!(
                    "letters alone up to {last} are taken for A = 10 and so on; 'digits from A' above them makes A the first"
                );
                return (First::One, doubt(letter, message));
            }
        }
        let whole = self.largest >= side as u32;
        match (self.zero, self.blank) {
            (None, blank) => {
                let neither = large && !whole && self.largest > 0;
                let message = || {
                    format!(
                        "neither 0 nor {last} occurs: the digits are taken for {}",
                        Notation { characters: self.letter.is_some(), ..Notation::default() }.range(side)
                    )
                };
                (First::One, blank.filter(|_| neither).and_then(|word| doubt(word, message())))
            }
            (Some(zero), Some(blank)) if whole => {
                let message = format!("0 is taken for a blank, as '{}' is, since {last} occurs", blank.text);
                (First::One, if large { doubt(zero, message) } else { None })
            }
            (Some(zero), Some(blank)) => {
                let sign = if blank.text.is_empty() { "an empty cell".into() } else { format!("'{}'", blank.text) };
                if self.clash && !large {
                    let message =
                        format!("0 is taken for a blank, as {sign} is, since it stands twice in a row or column");
                    return (First::One, doubt(zero, message));
                }
                let message = format!("0 is taken for a digit, since {sign} is the blank and {last} does not occur");
                (First::Zero, if self.clash || !large { doubt(zero, message) } else { None })
            }
            (Some(zero), None) if !whole && !self.uneven => {
                let message =
                    format!("0 is taken for a digit: it stands once in each row and column, and {last} nowhere");
                (First::Zero, if large { None } else { doubt(zero, message) })
            }
            (Some(zero), None) => {
                let few = large && !whole && self.largest > 0 && (self.zeros <= 2 * side || self.largest <= 9);
                let message = format!("0 is taken for a blank, though {last} does not occur");
                (First::One, if few { doubt(zero, message) } else { None })
            }
        }
    }
}

/// The digits of a text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Alphabet {
    side: usize,
    notation: Notation,
}

impl Alphabet {
    pub(super) fn plain(side: usize) -> Alphabet {
        Alphabet { side, notation: Notation::default() }
    }

    pub(super) fn notation(&self) -> Notation {
        self.notation
    }

    /// The digit, from 1; 0 for a blank.
    pub(super) fn value(&self, word: &Word<'_>) -> Result<u16, SyntaxError> {
        let first = self.notation.first;
        let number = match (Sign::of(word.text, self.side), first) {
            (Sign::Blank, _) | (Sign::Zero, First::One | First::A) => return Ok(0),
            (Sign::Zero, First::Zero) => 1,
            (Sign::Number(_, true), _) if self.notation.characters => 0,
            (Sign::Number(number, _), First::One) | (Sign::Letter(number), First::One) => number,
            (Sign::Number(number, _), First::Zero) | (Sign::Letter(number), First::Zero) => number + 1,
            (Sign::Letter(number), First::A) => number - 9,
            (Sign::Number(..), First::A) | (Sign::Other, _) => 0,
        };
        let number = u16::try_from(number).ok().filter(|&number| (1..=self.side).contains(&usize::from(number)));
        number.ok_or_else(|| {
            let blanks = if first == First::Zero { ". _ * ? -" } else { ". 0 _ * ? -" };
            word.error(format!("a digit {} or a blank ({blanks})", self.notation.range(self.side)))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// With which first digit these cells are read, and whether there was a doubt.
    fn read(side: usize, text: &str) -> (First, bool) {
        let mut survey = Survey::new(side);
        survey.look(text.split(' ').map(|text| Word { line: 1, column: 1, text: if text == "," { "" } else { text } }));
        let (first, doubt) = survey.first();
        (first, doubt.is_some())
    }

    #[test]
    fn zero_is_a_digit_or_a_blank() {
        assert_eq!(read(16, "0 . F 3"), (First::Zero, false));
        assert_eq!(read(16, "0 , 15 3"), (First::Zero, false));
        assert_eq!(read(16, "0 0 F ."), (First::Zero, true));
        assert_eq!(read(16, "0 . G 3"), (First::One, true));
        assert_eq!(read(16, "0 0 G 3"), (First::One, false));
        assert_eq!(read(16, "1 . F 3"), (First::One, true));
        assert_eq!(read(9, "0 . 9 3"), (First::One, false));
        assert_eq!(read(9, "0 . 8 3"), (First::Zero, true));
        assert_eq!(read(9, "0 0 8 -1"), (First::One, true));
        assert_eq!(read(9, "1 . 8 3"), (First::One, false));
        assert_eq!(read(16, "A . P"), (First::A, false));
        assert_eq!(read(16, "A . G"), (First::One, true));
        // A filled grid.
        assert_eq!(read(2, "0 1 1 0"), (First::Zero, true));
        assert_eq!(read(12, &["0"; 144].join(" ")), (First::One, false));
        assert_eq!(read(12, &format!("9 {}", ["0"; 143].join(" "))), (First::One, true));
        assert_eq!(read(12, &format!("11 {}", ["0"; 143].join(" "))), (First::One, false));
    }
}
