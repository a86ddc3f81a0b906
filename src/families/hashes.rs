//! Preimages of hash functions: a message is sought that has a given digest, while some of its bits are known.

use super::circuits::{Bit, and, number, or, xor};
use super::clauses::Clauses;
use super::error::Result;
use super::params::{Kind, Param, SEED, Values};
use super::{Answer, Family};
use crate::util::rng::Rng;

pub(super) const FAMILIES: &[Family] = &[Family {
    name: "md4",
    about: "A message with forgotten bits has this digest of MD4, cut to so many steps",
    source: "Rivest, RFC 1320, 1992; as clauses: De, Kumarasubramanian, Venkatesan, SAT 2007",
    answer: "satisfiable; unknown with --flip",
    params: &[
        Param::place("steps", "Steps of the 48", Kind::Number(1, 48, None)),
        Param::place("forgotten", "Forgotten bits, from the first word on", Kind::Number(0, 512, None)),
        Param::option("flip", "The lowest bit of the digest is changed", Kind::Flag),
        SEED,
    ],
    example: "20 40 --seed 1",
    cnfgen: "",
    build: md4,
}];

/// The state before the first step.
const START: [u32; 4] = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476];
/// For each round: the constant that is added in each step, the order of the message's words, and the rotations.
const ROUNDS: [(u32, [usize; 16], [u32; 4]); 3] = [
    (0, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15], [3, 7, 11, 19]),
    (0x5a82_7999, [0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15], [3, 5, 9, 13]),
    (0x6ed9_eba1, [0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15], [3, 9, 11, 15]),
];

/// The digest of one block after so many steps.
fn digest(message: &[u32; 16], steps: usize) -> [u32; 4] {
    let [mut a, mut b, mut c, mut d] = START;
    for step in 0..steps {
        let (constant, words, rotations) = &ROUNDS[step / 16];
        let mixed = match step / 16 {
            0 => b & c | !b & d,
            1 => b & c | b & d | c & d,
            _ => b ^ c ^ d,
        };
        let sum = a.wrapping_add(mixed).wrapping_add(message[words[step % 16]]).wrapping_add(*constant);
        (a, b, c, d) = (d, sum.rotate_left(rotations[step % 4]), b, c);
    }
    let state = [a, b, c, d];
    std::array::from_fn(|place| state[place].wrapping_add(START[place]))
}

fn word(value: u32) -> Vec<Bit> {
    (0..32).map(|place| Bit::Known(value >> place & 1 == 1)).collect()
}

fn both(to: &mut Clauses<'_>, a: Bit, b: Bit) -> Result<Bit> {
    Ok(match (a, b) {
        (Bit::Known(false), _) | (_, Bit::Known(false)) => Bit::Known(false),
        (Bit::Known(true), other) | (other, Bit::Known(true)) => other,
        (Bit::Free(a), Bit::Free(b)) => Bit::Free(and(to, a, b)?),
    })
}

fn not(a: Bit) -> Bit {
    match a {
        Bit::Known(value) => Bit::Known(!value),
        Bit::Free(lit) => Bit::Free(!lit),
    }
}

fn either(to: &mut Clauses<'_>, a: Bit, b: Bit) -> Result<Bit> {
    Ok(match (a, b) {
        (Bit::Free(a), Bit::Free(b)) => Bit::Free(or(to, a, b)?),
        _ => not(both(to, not(a), not(b))?),
    })
}

fn odd(to: &mut Clauses<'_>, a: Bit, b: Bit) -> Result<Bit> {
    Ok(match (a, b) {
        (Bit::Known(value), other) | (other, Bit::Known(value)) => {
            if value {
                not(other)
            } else {
                other
            }
        }
        (Bit::Free(a), Bit::Free(b)) => Bit::Free(xor(to, a, b)?),
    })
}

/// The majority of three bits.
fn most(to: &mut Clauses<'_>, a: Bit, b: Bit, c: Bit) -> Result<Bit> {
    let (two, one) = (both(to, a, b)?, either(to, a, b)?);
    let third = both(to, one, c)?;
    either(to, two, third)
}

/// The sum of two words; the carry out of the highest place is lost.
fn add(to: &mut Clauses<'_>, a: &[Bit], b: &[Bit]) -> Result<Vec<Bit>> {
    let (mut sum, mut carry) = (Vec::with_capacity(32), Bit::Known(false));
    for (place, (&a, &b)) in a.iter().zip(b).enumerate() {
        let half = odd(to, a, b)?;
        sum.push(odd(to, half, carry)?);
        if place < 31 {
            carry = most(to, a, b, carry)?;
        }
    }
    Ok(sum)
}

fn md4(values: &Values, to: &mut Clauses<'_>) -> Result<Answer> {
    let (steps, forgotten) = (values.number("steps"), values.number("forgotten"));
    let mut rng = Rng::new(values.seed());
    let message: [u32; 16] = std::array::from_fn(|_| rng.bits() as u32);
    let mut target = digest(&message, steps);
    target[0] ^= u32::from(values.flag("flip"));
    let free = number(to, "m", forgotten)?;
    let bit = |index: usize| match free.get(index) {
        Some(&lit) => Bit::Free(lit),
        None => Bit::Known(message[index / 32] >> (index % 32) & 1 == 1),
    };
    let input: Vec<Vec<Bit>> = (0..16).map(|word| (0..32).map(|place| bit(32 * word + place)).collect()).collect();
    let [mut a, mut b, mut c, mut d] = START.map(word);
    for step in 0..steps {
        let (constant, words, rotations) = &ROUNDS[step / 16];
        let mut mixed = Vec::with_capacity(32);
        for ((&b, &c), &d) in b.iter().zip(&c).zip(&d) {
            mixed.push(match step / 16 {
                0 => {
                    let (then, otherwise) = (both(to, b, c)?, both(to, not(b), d)?);
                    either(to, then, otherwise)?
                }
                1 => most(to, b, c, d)?,
                _ => {
                    let two = odd(to, b, c)?;
                    odd(to, two, d)?
                }
            });
        }
        let mut sum = add(to, &a, &word(*constant))?;
        sum = add(to, &sum, &input[words[step % 16]])?;
        sum = add(to, &sum, &mixed)?;
        sum.rotate_right(rotations[step % 4] as usize);
        (a, b, c, d) = (d, sum, b, c);
    }
    for ((bits, start), target) in [a, b, c, d].into_iter().zip(START).zip(target) {
        let target = target.wrapping_sub(start);
        for (place, bit) in bits.into_iter().enumerate() {
            match (bit, target >> place & 1 == 1) {
                (Bit::Free(lit), value) => to.add([if value { lit } else { !lit }])?,
                (Bit::Known(known), value) if known != value => to.add([])?,
                _ => {}
            }
        }
    }
    Ok(if values.flag("flip") { Answer::Unknown } else { Answer::Satisfiable })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_digest_of_all_steps_is_that_of_the_rfc() {
        let mut message = [0; 16];
        (message[0], message[14]) = (u32::from_le_bytes(*b"abc\x80"), 24);
        let bytes: Vec<u8> = digest(&message, 48).iter().flat_map(|word| word.to_le_bytes()).collect();
        let text: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(text, "a448017aaf21d8525fc10ae87aa6729d");
    }
}
