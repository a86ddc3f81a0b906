//! The binary encoding of proofs: seven bits of a number per byte, the lowest first; the highest bit is set in all
//! bytes but the last (LEB128).

use super::block::Block;
use super::drat::Encoding;
use crate::cnf::Lit;

/// Variable-length numbers with the sign in the lowest bit: `2n` for `n`, `2n + 1` for `-n`.
#[derive(Debug)]
pub struct Binary;

impl Encoding for Binary {
    const ADD: &'static [u8] = b"a";
    const DELETE: &'static [u8] = b"d";
    const ZERO: &'static [u8] = &[0];
    const END: &'static [u8] = &[0];
    const ID_FIRST: bool = false;
    const MAX_LIT: usize = 5;
    const MAX_ID: usize = 10;

    #[inline]
    fn lit(block: &mut Block, lit: Lit) {
        // `code` is `2 (v - 1) + sign`.
        number(block, u64::from(lit.code()) + 2);
    }

    #[inline]
    fn id(block: &mut Block, id: i64) {
        number(block, id.unsigned_abs() << 1 | u64::from(id < 0));
    }
}

#[inline]
fn number(block: &mut Block, mut number: u64) {
    while number >= 0x80 {
        block.byte(number as u8 | 0x80);
        number >>= 7;
    }
    block.byte(number as u8);
}
