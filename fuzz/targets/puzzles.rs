//! libFuzzer: any bytes as a puzzle, by every reader.
#![no_main]

use gemsat_fuzz::fuzzing::puzzles;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    if let Err(message) = puzzles::judge(bytes) {
        panic!("{message}");
    }
});
