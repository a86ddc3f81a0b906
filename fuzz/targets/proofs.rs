//! libFuzzer: any bytes as a proof for formulas that have models: none may be verified.
#![no_main]

use gemsat::cnf::Formula;
use gemsat_fuzz::fuzzing::proofs;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let (kind, proof) = bytes.split_first().unwrap_or((&0, &[]));
    let formula = match kind % 4 {
        0 => Formula::from_dimacs_lists(&[&[1, 2], &[-1, 2], &[1, -2]]),
        1 => Formula::from_dimacs_lists(&[&[1, 2, 3], &[-1, -2], &[-2, -3], &[-1, -3], &[2, 2, 3]]),
        2 => Formula::from_dimacs_lists(&[
            &[1, 2, -3],
            &[-1, -2, 3],
            &[2, 3, -4],
            &[-2, -3, 4],
            &[-1, -3, -4],
            &[1, 3, 4],
            &[-1, 2, 4],
        ]),
        _ => Formula::new(),
    };
    assert!(!proofs::verified(&formula, proof, kind & 4 != 0), "verified, but there is a model");
});
