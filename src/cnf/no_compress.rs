//! Stands in place of the decoders when the feature `compress` is off.

use super::source::{Compression, Lookahead, Stage};
use std::io;

/// Says that the member cannot be read.
pub(super) fn start(_: Lookahead<'_>, _: Compression) -> io::Result<Stage<'_>> {
    let text = "this build reads no compressed files: it was made without the feature `compress`";
    Err(io::Error::new(io::ErrorKind::Unsupported, text))
}
