//! Compressed input: what is cut or damaged is refused, several members are one text.

use super::{lists, read, relaxed, strict};
use gemsat::cnf::{ReadError, ReadOptions};
use std::io::Write;

const TEXT: &[u8] = b"p cnf 3 3\n1 -2 3 0\n-1 2 0\n-3 0\n";

fn gzip(text: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(text).expect("a vector takes all");
    encoder.finish().expect("a vector takes all")
}

fn bzip2(text: &[u8]) -> Vec<u8> {
    let mut encoder = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::default());
    encoder.write_all(text).expect("a vector takes all");
    encoder.finish().expect("a vector takes all")
}

fn zstd(text: &[u8]) -> Vec<u8> {
    ruzstd::encoding::compress_to_vec(text, ruzstd::encoding::CompressionLevel::Fastest)
}

/// The one that no encoder here makes: a sample, `p cnf 2 2`, `1 2 0`, `-1 0`.
const XZ: &[u8] = include_bytes!("../data/odd/sat/good.cnf.xz");

fn samples() -> Vec<(&'static str, Vec<u8>)> {
    vec![("gzip", gzip(TEXT)), ("bzip2", bzip2(TEXT)), ("zstd", zstd(TEXT)), ("xz", XZ.to_vec())]
}

#[test]
fn every_cut_is_noticed() {
    for (name, whole) in samples() {
        let expected = lists(&read(&whole, &strict()).unwrap_or_else(|error| panic!("{name}: {error}")).formula);
        assert_eq!(
            expected,
            if name == "xz" { vec![vec![1, 2], vec![-1]] } else { vec![vec![1, -2, 3], vec![-1, 2], vec![-3]] }
        );
        // The first bytes of bzip2 data are letters, and as such a name.
        let least = if name == "bzip2" { 6 } else { 0 };
        for length in least..whole.len() {
            for options in [strict(), relaxed()] {
                assert!(read(&whole[..length], &options).is_err(), "{name} cut to {length} of {} bytes", whole.len());
            }
        }
    }
}

#[test]
fn a_flipped_bit_never_changes_the_formula() {
    for (name, whole) in samples() {
        let expected = lists(&read(&whole, &strict()).expect("whole").formula);
        for bit in 0..whole.len() * 8 {
            let mut damaged = whole.clone();
            damaged[bit / 8] ^= 1 << (bit % 8);
            // Some bits carry nothing that matters: a gzip header has a time and a system.
            if let Ok(document) = read(&damaged, &strict()) {
                assert_eq!(lists(&document.formula), expected, "{name}, bit {bit}");
            }
        }
    }
}

#[test]
fn members_are_read_one_after_the_other() {
    let (front, back) = TEXT.split_at(13);
    for compress in [gzip, bzip2, zstd] {
        let joined = [compress(front), compress(b""), compress(back)].concat();
        assert_eq!(lists(&read(&joined, &strict()).expect("members").formula).len(), 3);
    }
    // zstd frames that are to be skipped, before and after.
    let skipped = b"\x53\x2a\x4d\x18\x03\0\0\0abc";
    let joined = [&skipped[..], &zstd(TEXT), skipped].concat();
    assert_eq!(lists(&read(&joined, &strict()).expect("skippable frames").formula).len(), 3);
    assert!(read(&joined[..joined.len() - 1], &strict()).is_err(), "a cut skippable frame");
    // Two xz streams, with padding between: the second header is where it would be in one text.
    let joined = [XZ, &[0; 8], XZ].concat();
    match read(&joined, &strict()) {
        Err(ReadError::Parse(error)) => assert_eq!((error.line, error.column), (4, 1)),
        other => panic!("{other:?}"),
    }
}

#[test]
fn bytes_after_the_last_member_are_refused_unless_relaxed() {
    for (name, whole) in samples() {
        let padded = [&whole[..], &[0; 512]].concat();
        assert!(read(&padded, &strict()).is_ok(), "{name} padded with zeros");
        let joined = [&whole[..], b"JUNK"].concat();
        assert!(matches!(read(&joined, &strict()), Err(ReadError::Io { .. })), "{name} with junk");
        if name != "xz" {
            let document = read(&joined, &relaxed()).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert!(document.warnings[0].contains("left out"), "{:?}", document.warnings);
        }
    }
}

#[test]
fn a_bomb_is_a_stream() {
    let text = [b"p cnf 1 1\n".to_vec(), vec![b'\n'; 32 << 20], b"1 0\n".to_vec()].concat();
    let bomb = gzip(&text);
    assert!(bomb.len() < 1 << 16);
    assert_eq!(lists(&read(&bomb, &strict()).expect("a text").formula), [[1]]);
    let mut options = strict();
    options.max_input = Some(1 << 20);
    match read(&bomb, &options) {
        Err(error @ ReadError::TooLarge { .. }) => assert!(error.to_string().contains("--max-input"), "{error}"),
        other => panic!("{other:?}"),
    }
    options.max_input = Some(text.len() as u64);
    assert!(read(&bomb, &options).is_ok());
}

#[test]
fn text_far_beyond_its_compressed_size_is_refused() {
    // 257 MiB of line feeds, by one member after the other.
    let blank = gzip(&vec![b'\n'; 1 << 20]);
    let bomb = [gzip(b"p cnf 1 1\n"), blank.repeat(257), gzip(b"1 0\n")].concat();
    let error = read(&bomb, &strict()).expect_err("too much text");
    assert!(matches!(error, ReadError::TooLarge { .. }), "{error}");
    for part in ["256 MB", "200 times", "--max-input"] {
        assert!(error.to_string().contains(part), "{error}");
    }
    let allowed = ReadOptions { max_input: Some(1 << 30), ..strict() };
    assert_eq!(lists(&read(&bomb, &allowed).expect("a text").formula), [[1]]);
}

#[test]
fn what_is_compressed_twice_is_named() {
    let error = read(&gzip(&gzip(TEXT)), &strict()).expect_err("compressed twice");
    assert!(error.to_string().contains("compressed twice"), "{error}");
}
