//! The buffer between a proof and the file to which it is written.
//!
//! **What it does.** Steps are encoded into a block of 256 KiB (it stays in the second-level cache; 1 MiB was no
//! faster), which is written with one call. Every step begins with [`Block::reserve`] for its whole length, and only
//! there a full block is written, so the file always ends at a whole step. In a compressed proof every block is a gzip
//! member or zstd frame of its own; both formats allow these to be concatenated.
//!
//! After a failed write the file is truncated to the last whole block, nothing more is written, and every later call
//! returns the same error.

use std::fmt::Debug;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

/// Bytes in a block; a longer step makes its block longer.
const BLOCK_BYTES: usize = 1 << 18;

/// How the bytes are compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Container {
    /// Not at all.
    Plain,
    /// As gzip members.
    Gzip,
    /// As zstd frames.
    Zstd,
}

impl Container {
    /// The container for the path's extension: `.gz`, `.zst`, or any other.
    pub fn of(path: &Path) -> Container {
        match path.extension() {
            Some(extension) if extension == "gz" => Container::Gzip,
            Some(extension) if extension == "zst" => Container::Zstd,
            _ => Container::Plain,
        }
    }
}

/// The target to which blocks are written.
pub trait Sink: Write + Send + Debug {
    /// Truncates the target to its first `len` bytes.
    ///
    /// # Errors
    /// When that is impossible, as on a pipe or device.
    fn cut(&mut self, len: u64) -> io::Result<()>;
}

impl Sink for File {
    fn cut(&mut self, len: u64) -> io::Result<()> {
        self.set_len(len)
    }
}

/// A block buffer over a file, or what stands for one.
#[derive(Debug)]
pub struct Block {
    bytes: Vec<u8>,
    used: usize,
    container: Container,
    file: Box<dyn Sink>,
    /// Bytes of whole blocks in the file.
    written: u64,
    failure: Option<(io::ErrorKind, String)>,
}

impl Block {
    /// A buffer for a new file.
    pub fn new(file: impl Sink + 'static, container: Container) -> Block {
        Block { bytes: vec![0; BLOCK_BYTES], used: 0, container, file: Box::new(file), written: 0, failure: None }
    }

    /// Reserves space for a step of at most `len` bytes.
    ///
    /// # Errors
    /// When a write fails or has failed before, or memory for the step cannot be allocated.
    #[inline]
    pub fn reserve(&mut self, len: usize) -> io::Result<()> {
        if len <= self.bytes.len() - self.used && self.failure.is_none() { Ok(()) } else { self.write_and_reserve(len) }
    }

    #[cold]
    fn write_and_reserve(&mut self, len: usize) -> io::Result<()> {
        self.write()?;
        if let Some(more) = len.checked_sub(self.bytes.len()) {
            self.bytes.try_reserve_exact(more).map_err(|_| io::Error::from(io::ErrorKind::OutOfMemory))?;
            self.bytes.resize(len, 0);
        }
        Ok(())
    }

    /// Appends a byte, for which space must be reserved.
    #[inline]
    pub fn byte(&mut self, byte: u8) {
        self.bytes[self.used] = byte;
        self.used += 1;
    }

    /// Appends bytes, for which space must be reserved.
    #[inline]
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.bytes[self.used..self.used + bytes.len()].copy_from_slice(bytes);
        self.used += bytes.len();
    }

    /// The next `len` bytes, to be filled by the caller; space for them must be reserved.
    #[inline]
    pub fn take(&mut self, len: usize) -> &mut [u8] {
        let start = self.used;
        self.used += len;
        &mut self.bytes[start..start + len]
    }

    /// Writes all buffered steps. To be called between steps.
    ///
    /// # Errors
    /// The first failure to write, at this and every later call.
    pub fn write(&mut self) -> io::Result<()> {
        if let Some((kind, text)) = &self.failure {
            return Err(io::Error::new(*kind, text.clone()));
        }
        let used = std::mem::take(&mut self.used);
        if used == 0 {
            return Ok(());
        }
        let steps = &self.bytes[..used];
        let result = match self.container {
            Container::Plain => self.file.write_all(steps).map(|()| used),
            packed => pack(steps, packed).and_then(|packed| self.file.write_all(&packed).map(|()| packed.len())),
        };
        match result {
            Ok(len) => self.written += len as u64,
            Err(error) => {
                // Truncating fails on a pipe or device. The error of the write is the one to return.
                let _ = self.file.cut(self.written);
                self.failure = Some((error.kind(), error.to_string()));
                return Err(error);
            }
        }
        Ok(())
    }
}

/// The bytes as a gzip member or a zstd frame.
#[cfg(feature = "compress")]
fn pack(bytes: &[u8], container: Container) -> io::Result<Vec<u8>> {
    if container == Container::Zstd {
        return Ok(ruzstd::encoding::compress_to_vec(bytes, ruzstd::encoding::CompressionLevel::Fastest));
    }
    let packed = Vec::with_capacity(bytes.len() / 2);
    let mut encoder = flate2::write::GzEncoder::new(packed, flate2::Compression::fast());
    encoder.write_all(bytes)?;
    encoder.finish()
}

#[cfg(not(feature = "compress"))]
fn pack(_: &[u8], _: Container) -> io::Result<Vec<u8>> {
    let text = "this build writes no compressed proofs: it was made without the feature `compress`";
    Err(io::Error::new(io::ErrorKind::Unsupported, text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(target_os = "linux")]
    fn a_failed_write_is_returned_by_every_later_call() {
        let mut block = Block::new(File::create("/dev/full").expect("a device"), Container::Plain);
        block.reserve(3).expect("a buffer");
        block.bytes(b"0 \n");
        let first = block.write().expect_err("the device is full");
        let second = block.reserve(1).expect_err("the device is full");
        assert_eq!(first.to_string(), second.to_string());
        assert!(block.write().is_err());
    }

    #[test]
    fn a_step_may_be_longer_than_a_block() {
        let dir = tempfile::tempdir().expect("a folder");
        let path = dir.path().join("long");
        let mut block = Block::new(File::create(&path).expect("a file"), Container::of(&path));
        block.reserve(1).expect("space");
        block.byte(b'x');
        block.reserve(3 * BLOCK_BYTES).expect("space");
        block.take(3 * BLOCK_BYTES).fill(b'y');
        block.write().expect("written");
        assert_eq!(std::fs::metadata(&path).expect("a file").len(), 3 * BLOCK_BYTES as u64 + 1);
    }
}
