//! The digits that single characters stand for.

/// The most digits that single characters stand for.
pub(super) const MOST_CHARACTERS: usize = 36;

/// The digit that a character stands for: 1-9 and then letters, from A = 10, or from A = 1 when `letters_first`, or from
/// 0 = 1 when `from_zero`.
#[derive(Clone, Copy)]
pub(super) struct Alphabet {
    pub(super) side: usize,
    pub(super) letters_first: bool,
    pub(super) from_zero: bool,
}

impl Alphabet {
    /// Finds out which alphabet these characters are written in. Letters alone count from A = 1 when they reach further than
    /// those from A = 10 can, which they do in every puzzle with one solution; few letters alone are of a sparse board as we
    /// write it.
    pub(super) fn of(side: usize, characters: impl Iterator<Item = char> + Clone) -> Alphabet {
        let used = |c: char| characters.clone().any(|used| used == c);
        let other_blank = used('.') || used('_') || used('*');
        let any_digit = characters.clone().any(|c| c.is_ascii_digit() && c != '0');
        let last = if side > 9 { char::from(b'A' + (side.min(36) - 10) as u8) } else { '9' };
        let further = |c: char| c.is_ascii_alphabetic() && c.to_ascii_uppercase() > last;
        let letters_first = side > 9 && !any_digit && characters.clone().any(further);
        let from_zero = side > 9 && side <= 36 && any_digit && used('0') && other_blank && !used(last);
        Alphabet { side, letters_first, from_zero }
    }

    pub(super) fn is_blank(&self, c: char) -> bool {
        match c {
            '.' | '_' | '*' | '?' | '-' => true,
            '0' => !self.from_zero,
            'x' | 'X' => self.side <= 9,
            _ => false,
        }
    }

    /// The digit, 0 for blank, `None` for anything else.
    pub(super) fn digit(&self, c: char) -> Option<u16> {
        if self.is_blank(c) {
            return Some(0);
        }
        let value = if self.letters_first {
            c.to_ascii_uppercase()
                .is_ascii_uppercase()
                .then(|| u32::from(c.to_ascii_uppercase()) - u32::from('A') + 1)?
        } else {
            c.to_digit(36)? + u32::from(self.from_zero)
        };
        (1..=self.side as u32).contains(&value).then_some(value as u16)
    }

    pub(super) fn expected(&self) -> String {
        format!("a digit up to {} or a blank (. 0 _ *)", self.side)
    }
}
