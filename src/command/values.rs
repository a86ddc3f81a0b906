//! How the values of flags are read: times, sizes, files, encodings.

use crate::encode::cardinality::AtMostOne;
use clap::builder::{PathBufValueParser, TypedValueParser};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Seconds with decimals.
///
/// # Errors
/// A message for clap.
pub fn parse_seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "expected a number of seconds".to_owned())?;
    Duration::try_from_secs_f64(seconds).map_err(|_| "expected a number of seconds from 0 to 1e19".to_owned())
}

/// Bytes of memory; in MB unless another unit follows the number.
///
/// # Errors
/// A message for clap.
pub fn parse_memory(text: &str) -> Result<u64, String> {
    bytes(text, 1 << 20)
}

/// Bytes of text, with no unit or K, M, G, T.
///
/// # Errors
/// A message for clap.
pub fn parse_bytes(text: &str) -> Result<u64, String> {
    bytes(text, 1)
}

/// A number of bytes, in the given unit when no other follows it.
fn bytes(text: &str, unit: u64) -> Result<u64, String> {
    let expected = || "expected a number, or one followed by K, M or G".to_owned();
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = match text[digits.len()..].to_ascii_uppercase().trim_end_matches("IB").trim_end_matches('B') {
        "" if digits.len() == text.len() => unit,
        "" => 1,
        "K" => 1 << 10,
        "M" => 1 << 20,
        "G" => 1 << 30,
        "T" => 1 << 40,
        _ => return Err(expected()),
    };
    let number: u64 = digits.parse().map_err(|_| expected())?;
    let bytes = number.checked_mul(unit).filter(|&bytes| bytes > 0);
    bytes.ok_or_else(|| "expected a number of bytes from 1 to 2^64".into())
}

/// The name of a file to write.
pub fn file_name() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| match path.as_os_str() == "-" {
        true => Err("expected the name of a file (/dev/stdout is one)"),
        false => Ok(path),
    })
}

/// A command line with `--stats json` written as `--stats=json`, since the value of a flag that needs none must be
/// attached. If there is a file of the name `json`, it is left as it is.
pub fn join_stats(args: Vec<OsString>) -> Vec<OsString> {
    let is_form = |arg: &OsString| (arg == "json" || arg == "text") && !Path::new(arg).exists();
    let mut joined: Vec<OsString> = Vec::with_capacity(args.len());
    for arg in args {
        match joined.last_mut() {
            Some(last) if last == "--stats" && is_form(&arg) => {
                last.push("=");
                last.push(arg);
            }
            _ => joined.push(arg),
        }
    }
    joined
}

/// An encoding of "at most one", by its name.
///
/// # Errors
/// A message for clap.
pub fn parse_at_most_one(name: &str) -> Result<AtMostOne, String> {
    AtMostOne::by_name(name).ok_or_else(|| format!("no such encoding: '{name}'"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_bytes_have_units() {
        assert_eq!(bytes("512", 1 << 20), Ok(512 << 20));
        assert_eq!(bytes("512M", 1), Ok(512 << 20));
        assert_eq!(bytes("2GiB", 1), Ok(2 << 30));
        assert_eq!(bytes("3kb", 1), Ok(3 << 10));
        assert_eq!(bytes("7b", 1 << 20), Ok(7));
        for bad in ["", "M", "-1", "1.5G", "0", "1x", "99999999999999999999", "999999999999T"] {
            assert!(bytes(bad, 1).is_err(), "{bad}");
        }
    }

    #[test]
    fn seconds_have_decimals_and_a_sign_is_refused() {
        assert_eq!(parse_seconds("0.25"), Ok(Duration::from_millis(250)));
        for bad in ["-1", "nan", "inf", "1e30", "", "1s"] {
            assert!(parse_seconds(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn the_form_of_statistics_may_be_a_word_of_its_own() {
        let join = |args: &[&str]| join_stats(args.iter().map(OsString::from).collect());
        assert_eq!(join(&["x", "--stats", "json", "f"]), ["x", "--stats=json", "f"]);
        assert_eq!(join(&["x", "--stats", "f", "json"]), ["x", "--stats", "f", "json"]);
    }
}
