//! libFuzzer: any bytes as a formula, against a naive reader and against `flussab-cnf`.
#![no_main]

use gemsat_fuzz::fuzzing::reader;
use gemsat_fuzz::outside;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let (step, text) = bytes.split_first().unwrap_or((&0, &[]));
    if let Err(message) = reader::judge(text, 1 + usize::from(*step)) {
        panic!("{message}");
    }
    if let Err(message) = outside::judge(text) {
        panic!("{message}");
    }
});
