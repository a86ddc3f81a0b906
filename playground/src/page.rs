//! What the worker of the page provides: a clock, and functions that receive reports.

use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    /// Milliseconds since the worker began.
    #[wasm_bindgen(js_namespace = performance)]
    pub fn now() -> f64;

    /// Receives the figures of a run as JSON.
    #[wasm_bindgen(js_name = gemsatProgress)]
    pub fn progress(figures: &str);

    /// Receives the reason why an internal check failed.
    #[wasm_bindgen(js_name = gemsatFailed)]
    pub fn failed(words: &str);
}
