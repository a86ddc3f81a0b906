//! How much text one file may hold, so that a small compressed file that unpacks to a huge text ends in an error.

use std::fmt;

/// Compressed data may hold this much text, however small they are: 256 MiB.
const ALWAYS_ALLOWED_BYTES: u64 = 1 << 28;

/// The most text for each byte of compressed data, beyond [`ALWAYS_ALLOWED_BYTES`]. Formulas and proofs mostly shrink
/// to a tenth of their text, very regular ones to a hundredth.
const MOST_EXPANSION: u64 = 200;

/// The most text that is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// The number of bytes that the user allows, compressed or not.
    Allowed(u64),
    /// This number of bytes; for compressed data also not more than the ratio allows.
    Usual(u64),
}

impl Bound {
    /// How the bound is exceeded by this many bytes of text, which came from so many compressed bytes.
    pub(super) fn exceeded(self, text: u64, compressed: Option<u64>) -> Option<Excess> {
        let (most, packed) = match self {
            Bound::Allowed(most) => (most, None),
            Bound::Usual(most) => (most, compressed),
        };
        if text > most {
            return Some(Excess::Bytes(most));
        }
        packed
            .filter(|bytes| text > ALWAYS_ALLOWED_BYTES.max(bytes.saturating_mul(MOST_EXPANSION)))
            .map(|_| Excess::Ratio)
    }
}

/// More text than may be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Excess {
    /// More than this many bytes.
    Bytes(u64),
    /// Compressed data with more text than 256 MiB, and more than 200 times their size.
    Ratio,
}

impl fmt::Display for Excess {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Excess::Bytes(limit) => write!(f, "more than {limit} bytes of text (raise the limit with --max-input)"),
            Excess::Ratio => write!(
                f,
                "more than {} MB of text, and more than {MOST_EXPANSION} times the compressed size \
                 (--max-input BYTES reads up to that many bytes, whatever the ratio)",
                ALWAYS_ALLOWED_BYTES >> 20
            ),
        }
    }
}

impl std::error::Error for Excess {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ratio_counts_for_compressed_data_without_an_allowance() {
        let usual = Bound::Usual(u64::MAX);
        assert_eq!(usual.exceeded(ALWAYS_ALLOWED_BYTES, Some(1)), None);
        assert_eq!(usual.exceeded(ALWAYS_ALLOWED_BYTES + 1, Some(1)), Some(Excess::Ratio));
        assert_eq!(usual.exceeded(200 << 30, Some(1 << 30)), None);
        assert_eq!(usual.exceeded((200 << 30) + 1, Some(1 << 30)), Some(Excess::Ratio));
        assert_eq!(usual.exceeded(1 << 40, None), None);
        assert_eq!(Bound::Allowed(1 << 40).exceeded(1 << 40, Some(1)), None);
        assert_eq!(Bound::Allowed(9).exceeded(10, None), Some(Excess::Bytes(9)));
        assert_eq!(Bound::Usual(9).exceeded(10, None), Some(Excess::Bytes(9)));
    }
}
