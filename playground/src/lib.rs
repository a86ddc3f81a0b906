//! gemsat in a browser: what the page asks of the library, as JSON, from a worker of the page.
//!
//! [`formula`] solves a formula, [`puzzle`] answers everything about puzzles. While they run they report to the worker
//! through `page`, which also is the only clock: WebAssembly has none of its own.

mod formula;
mod page;
mod puzzle;
mod run;

use serde_json::Value;
use std::cell::RefCell;
use wasm_bindgen::prelude::wasm_bindgen;

thread_local! {
    /// The last proof, which the page may fetch.
    static PROOF: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// To be called first: a failing check inside the library is then reported in words.
#[wasm_bindgen]
pub fn start() {
    std::panic::set_hook(Box::new(|info| page::failed(&info.to_string())));
}

/// The engines as JSON: name, what each does, and its options with default, accepted values and help.
#[wasm_bindgen]
pub fn engines() -> String {
    formula::engines().to_string()
}

/// Solves a formula, the bytes of a file, plain or compressed; question and answer are JSON.
#[wasm_bindgen]
pub fn formula(bytes: &[u8], question: &str) -> String {
    let question: Value = serde_json::from_str(question).unwrap_or_default();
    let answer = match formula::solve(bytes, &question) {
        Ok((answer, proof)) => {
            PROOF.set(proof);
            answer
        }
        Err(words) => serde_json::json!({ "error": words }),
    };
    answer.to_string()
}

/// The clauses that a text stands for, and its truth table, as JSON.
#[wasm_bindgen]
pub fn convert(bytes: &[u8], question: &str) -> String {
    let question: Value = serde_json::from_str(question).unwrap_or_default();
    formula::convert(bytes, &question).unwrap_or_else(|words| serde_json::json!({ "error": words })).to_string()
}

/// A formula of a known family, as DIMACS; question and answer are JSON.
#[wasm_bindgen]
pub fn family(question: &str) -> String {
    let question: Value = serde_json::from_str(question).unwrap_or_default();
    formula::family(&question).unwrap_or_else(|words| serde_json::json!({ "error": words })).to_string()
}

/// The proof of the last formula, which may be taken once.
#[wasm_bindgen]
pub fn proof() -> Vec<u8> {
    PROOF.take()
}

/// Reads, shows, changes, solves, explains or makes a puzzle; question and answer are JSON.
#[wasm_bindgen]
pub fn puzzle(question: &str) -> String {
    let question: Value = serde_json::from_str(question).unwrap_or_default();
    puzzle::ask(&question).unwrap_or_else(|words| serde_json::json!({ "error": words })).to_string()
}
