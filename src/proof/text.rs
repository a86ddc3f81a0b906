//! The text encoding of proofs.

use super::block::Block;
use super::drat::Encoding;
use crate::cnf::Lit;

/// Decimal numbers separated by blanks, one step per line.
#[derive(Debug)]
pub struct Text;

/// "00", "01", ... "99".
const PAIRS: [u8; 200] = {
    let mut pairs = [0; 200];
    let mut number = 0;
    while number < 100 {
        pairs[2 * number] = b'0' + (number / 10) as u8;
        pairs[2 * number + 1] = b'0' + (number % 10) as u8;
        number += 1;
    }
    pairs
};

impl Encoding for Text {
    const ADD: &'static [u8] = b"";
    const DELETE: &'static [u8] = b"d ";
    const ZERO: &'static [u8] = b"0 ";
    const END: &'static [u8] = b"0\n";
    const ID_FIRST: bool = true;
    const MAX_LIT: usize = 12;
    const MAX_ID: usize = 21;

    #[inline]
    fn lit(block: &mut Block, lit: Lit) {
        if lit.is_negative() {
            block.byte(b'-');
        }
        number(block, lit.var().index() as u64 + 1);
    }

    #[inline]
    fn id(block: &mut Block, id: i64) {
        if id < 0 {
            block.byte(b'-');
        }
        number(block, id.unsigned_abs());
    }
}

/// Writes the number and a blank. Digits are written in pairs, from the last to the first.
#[inline]
fn number(block: &mut Block, mut number: u64) {
    let digits = number.checked_ilog10().unwrap_or(0) as usize + 1;
    let place = block.take(digits + 1);
    place[digits] = b' ';
    let mut end = digits;
    while number >= 100 {
        let pair = (number % 100) as usize * 2;
        number /= 100;
        end -= 2;
        place[end..end + 2].copy_from_slice(&PAIRS[pair..pair + 2]);
    }
    if number >= 10 {
        let pair = number as usize * 2;
        place[..2].copy_from_slice(&PAIRS[pair..pair + 2]);
    } else {
        place[0] = b'0' + number as u8;
    }
}
