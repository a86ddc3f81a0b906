//! Circuits: adders, multipliers and sorting networks that are said to differ, factoring, and a counter that is
//! unrolled.
//!
//! The gates have Tseitin's clauses (1968); inputs have names, the outputs of gates do not.

use super::clauses::Clauses;
use super::error::Result;
use super::params::{Kind, Param, Values};
use super::{Answer, Family};
use crate::cnf::{Lit, Var};

pub(super) const FAMILIES: &[Family] = &[
    Family {
        name: "adder",
        about: "A ripple-carry adder and a Kogge-Stone adder give different sums",
        source: "Kogge, Stone, IEEE Transactions on Computers 1973; miters: Brand, ICCAD 1993",
        answer: "unsatisfiable",
        params: &[Param::place("bits", "Bits of a summand", Kind::Number(1, 1_000_000, None))],
        example: "16",
        cnfgen: "",
        build: adders,
    },
    Family {
        name: "multiplier",
        about: "An array multiplier gives different products when its factors are exchanged",
        source: "Biere, SAT Competition 2016 (commutativity of multiplication); miters: Brand, ICCAD 1993",
        answer: "unsatisfiable",
        params: &[Param::place("bits", "Bits of a factor", Kind::Number(1, 10_000, None))],
        example: "4",
        cnfgen: "",
        build: multipliers,
    },
    Family {
        name: "sorter",
        about: "Sorting networks by merge exchange and by transposition give different orders",
        source: "Batcher, AFIPS 1968; Knuth, TAOCP 3 (5.2.2M, 5.3.4), 1973; miters: Brand, ICCAD 1993",
        answer: "unsatisfiable",
        params: &[Param::place("inputs", "Bits that are sorted", Kind::Number(2, 10_000, None))],
        example: "6",
        cnfgen: "",
        build: sorters,
    },
    Family {
        name: "factoring",
        about: "A number is a product of two factors above 1, by an array multiplier",
        source: "Horie, Watanabe, ISAAC 1997",
        answer: "satisfiable exactly if the number is composite",
        params: &[Param::place("number", "The product", Kind::Number(4, 1 << 40, None))],
        example: "2021",
        cnfgen: "",
        build: factoring,
    },
    Family {
        name: "counter",
        about: "A counter that may pause goes from zero to its highest value in k steps",
        source: "Biere, Cimatti, Clarke, Zhu, TACAS 1999 (bounded model checking)",
        answer: "satisfiable exactly if there are 2^bits - 1 steps or more",
        params: &[
            Param::place("bits", "Bits of the counter", Kind::Number(1, 60, None)),
            Param::place("steps", "Steps", Kind::Number(1, 10_000_000, None)),
        ],
        example: "4 14",
        cnfgen: "",
        build: counter,
    },
];

/// A bit that is a constant or a literal.
#[derive(Clone, Copy)]
pub(super) enum Bit {
    Known(bool),
    Free(Lit),
}

fn gate(to: &mut Clauses<'_>) -> Result<Lit> {
    Ok(Var::new(to.nameless(1)?).pos())
}

pub(super) fn and(to: &mut Clauses<'_>, a: Lit, b: Lit) -> Result<Lit> {
    let output = gate(to)?;
    to.add([!output, a])?;
    to.add([!output, b])?;
    to.add([output, !a, !b])?;
    Ok(output)
}

pub(super) fn or(to: &mut Clauses<'_>, a: Lit, b: Lit) -> Result<Lit> {
    Ok(!and(to, !a, !b)?)
}

pub(super) fn xor(to: &mut Clauses<'_>, a: Lit, b: Lit) -> Result<Lit> {
    let output = gate(to)?;
    to.parity(&[a, b, output], false)?;
    Ok(output)
}

/// The sum and the carry of three bits.
fn full_adder(to: &mut Clauses<'_>, a: Lit, b: Lit, c: Lit) -> Result<(Lit, Lit)> {
    let half = xor(to, a, b)?;
    let sum = xor(to, half, c)?;
    let (both, third) = (and(to, a, b)?, and(to, half, c)?);
    Ok((sum, or(to, both, third)?))
}

/// The sum of two binary numbers, the lowest bits first; one bit longer than the longer one if there is a carry.
fn ripple(to: &mut Clauses<'_>, a: &[Lit], b: &[Lit]) -> Result<Vec<Lit>> {
    let mut sum = Vec::with_capacity(a.len().max(b.len()) + 1);
    let mut carry: Option<Lit> = None;
    for place in 0..a.len().max(b.len()) {
        let bits: Vec<Lit> = [a.get(place).copied(), b.get(place).copied(), carry].into_iter().flatten().collect();
        let (bit, next) = match bits[..] {
            [a, b, c] => full_adder(to, a, b, c).map(|(bit, carry)| (bit, Some(carry)))?,
            [a, b] => (xor(to, a, b)?, Some(and(to, a, b)?)),
            _ => (bits[0], None),
        };
        sum.push(bit);
        carry = next;
    }
    sum.extend(carry);
    Ok(sum)
}

/// The product of two binary numbers: rows of ANDs, each added to the sum of those before.
fn multiply(to: &mut Clauses<'_>, a: &[Lit], b: &[Lit]) -> Result<Vec<Lit>> {
    let mut product: Vec<Lit> = Vec::new();
    for (shift, &bit) in b.iter().enumerate() {
        let row: Result<Vec<Lit>> = a.iter().map(|&other| and(to, other, bit)).collect();
        let high = product.split_off(shift.min(product.len()));
        product.extend(ripple(to, &high, &row?)?);
    }
    Ok(product)
}

/// Adds that two numbers differ in some bit.
fn differ(to: &mut Clauses<'_>, a: &[Lit], b: &[Lit]) -> Result<()> {
    let bits: Result<Vec<Lit>> = a.iter().zip(b).map(|(&a, &b)| xor(to, a, b)).collect();
    to.add(bits?)
}

pub(super) fn number(to: &mut Clauses<'_>, label: &str, bits: usize) -> Result<Vec<Lit>> {
    to.room(bits as u64, 8)?;
    let block = to.block(label, [bits])?;
    Ok((0..bits).map(|bit| block.at([bit])).collect())
}

fn adders(values: &Values, to: &mut Clauses<'_>) -> Result<Answer> {
    let bits = values.number("bits");
    let (a, b) = (number(to, "a", bits)?, number(to, "b", bits)?);
    let rippled = ripple(to, &a, &b)?;
    let mut propagates = Vec::with_capacity(bits);
    let mut generates = Vec::with_capacity(bits);
    for (&a, &b) in a.iter().zip(&b) {
        propagates.push(xor(to, a, b)?);
        generates.push(and(to, a, b)?);
    }
    let halves = propagates.clone();
    // After the round with a step, each place knows the carry out of twice as many bits below it.
    let mut step = 1;
    while step < bits {
        for place in (step..bits).rev() {
            let passed = and(to, propagates[place], generates[place - step])?;
            generates[place] = or(to, generates[place], passed)?;
            if place >= 2 * step {
                propagates[place] = and(to, propagates[place], propagates[place - step])?;
            }
        }
        step *= 2;
    }
    let mut sum = vec![halves[0]];
    for place in 1..bits {
        sum.push(xor(to, halves[place], generates[place - 1])?);
    }
    sum.push(generates[bits - 1]);
    differ(to, &rippled, &sum)?;
    Ok(Answer::Unsatisfiable)
}

fn multipliers(values: &Values, to: &mut Clauses<'_>) -> Result<Answer> {
    let bits = values.number("bits");
    let (a, b) = (number(to, "a", bits)?, number(to, "b", bits)?);
    let (product, exchanged) = (multiply(to, &a, &b)?, multiply(to, &b, &a)?);
    differ(to, &product, &exchanged)?;
    Ok(Answer::Unsatisfiable)
}

/// Puts the greater of two bits first.
fn exchange(to: &mut Clauses<'_>, bits: &mut [Lit], first: usize, second: usize) -> Result<()> {
    let (a, b) = (bits[first], bits[second]);
    (bits[first], bits[second]) = (or(to, a, b)?, and(to, a, b)?);
    Ok(())
}

fn sorters(values: &Values, to: &mut Clauses<'_>) -> Result<Answer> {
    let inputs = values.number("inputs");
    let bits = number(to, "x", inputs)?;
    let mut merged = bits.clone();
    let top = inputs.next_power_of_two() / 2;
    let mut pass = top;
    while pass > 0 {
        let (mut step, mut rest, mut distance) = (top, 0, pass);
        loop {
            for place in (0..inputs - distance).filter(|place| place & pass == rest) {
                exchange(to, &mut merged, place, place + distance)?;
            }
            if step == pass {
                break;
            }
            (distance, step, rest) = (step - pass, step / 2, pass);
        }
        pass /= 2;
    }
    let mut transposed = bits;
    for round in 0..inputs {
        for place in (round % 2..inputs - 1).step_by(2) {
            exchange(to, &mut transposed, place, place + 1)?;
        }
    }
    differ(to, &merged, &transposed)?;
    Ok(Answer::Unsatisfiable)
}

fn factoring(values: &Values, to: &mut Clauses<'_>) -> Result<Answer> {
    let target = values.number("number");
    let bits = target.ilog2() as usize + 1;
    // The smaller factor is at most the square root, the larger at most half of the number.
    let (a, b) = (number(to, "a", bits.div_ceil(2))?, number(to, "b", bits - 1)?);
    to.add(a[1..].iter().copied())?;
    to.add(b[1..].iter().copied())?;
    let product = multiply(to, &b, &a)?;
    for (place, &bit) in product.iter().enumerate() {
        to.add([if place < 64 && target >> place & 1 == 1 { bit } else { !bit }])?;
    }
    let composite =
        (2..).take_while(|divisor| divisor * divisor <= target).any(|divisor| target.is_multiple_of(divisor));
    Ok(Answer::satisfiable_if(composite))
}

fn counter(values: &Values, to: &mut Clauses<'_>) -> Result<Answer> {
    let (bits, steps) = (values.number("bits"), values.number("steps"));
    to.room(steps as u64, bits)?;
    let counts = to.block("go", [steps])?;
    let mut state = number(to, "s_0", bits)?;
    state.iter().try_for_each(|&bit| to.add([!bit]))?;
    for step in 0..steps {
        let next = number(to, &format!("s_{}", step + 1), bits)?;
        let mut carry = counts.at([step]);
        for (place, (&bit, &next)) in state.iter().zip(&next).enumerate() {
            to.parity(&[bit, carry, next], false)?;
            if place + 1 < bits {
                carry = and(to, bit, carry)?;
            }
        }
        state = next;
    }
    state.iter().try_for_each(|&bit| to.add([bit]))?;
    Ok(Answer::satisfiable_if(steps >= (1 << bits) - 1))
}
