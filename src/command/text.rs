//! How the text of a formula is read: the flags, which are the same in every program that reads formulas, and the
//! remarks about it.

use super::output::complain;
use super::report::clean;
use super::values::parse_bytes;
use crate::cnf::{Document, Format, ReadOptions};
use std::fmt;

/// How a formula is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Form {
    /// Judged by the text: DIMACS, or clauses of names.
    #[default]
    Auto,
    /// DIMACS CNF.
    Dimacs,
    /// Clauses of names, one a line.
    Names,
    /// Formulas such as A & (B | ~C) -> D, one a line; all of them hold.
    Infix,
}

impl From<Form> for Format {
    fn from(form: Form) -> Format {
        match form {
            Form::Auto => Format::Auto,
            Form::Dimacs => Format::Dimacs,
            Form::Names => Format::Symbolic,
            Form::Infix => Format::Infix,
        }
    }
}

/// How the text of a formula is read, and how much of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::Args)]
pub struct TextArgs {
    /// How the formula is written: auto, dimacs, names (clauses of names, one a line), or infix (formulas such as
    /// "A & (B | ~C) -> D", one a line)
    #[arg(long, value_enum, value_name = "FORM", default_value = "auto", hide_possible_values = true)]
    #[arg(help_heading = "Formula and proof")]
    pub input: Form,

    /// Read at most this many bytes of text, after decompression (K, M or G may follow)
    ///
    /// By default compressed data may hold 256 MB of text, and 200 times their size where that is more.
    #[arg(long, value_name = "BYTES", value_parser = parse_bytes, help_heading = "Limits", hide_short_help = true)]
    pub max_input: Option<u64>,
}

impl TextArgs {
    /// The options of a reader.
    pub fn options(&self, relaxed: bool) -> ReadOptions {
        ReadOptions { format: self.input.into(), relaxed, max_input: self.max_input, ..ReadOptions::default() }
    }

    /// Prints remarks on standard error about how `file` was read. No remark is needed if the text is what the command
    /// line says.
    pub fn complain(&self, program: &str, file: impl fmt::Display, document: &Document) {
        for remark in document.remarks.iter().filter(|_| self.input == Form::Auto) {
            complain(format_args!("{program}: {file}: {}", clean(remark)));
        }
        for warning in &document.warnings {
            complain(format_args!("{program}: {file}: warning: {}", clean(warning)));
        }
    }
}
