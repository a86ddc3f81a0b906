//! The buffer between a proof and its file.
//!
//! Steps are formatted into a block of a quarter of a MiB (it stays in the second-level cache; 1 MiB was no faster), which
//! goes out by one write. A step begins with [`Block::room`] for all of it, and only there a full block is written: what
//! is on the medium always ends at a whole step. In a compressed proof every block is a gzip member or a zstd frame of its
//! own, which both formats allow to be strung together, so that holds there too.
//!
//! After a failed write the file is cut back to the last whole block, nothing more is written, and every later call tells
//! the same error.

use flate2::Compression;
use flate2::write::GzEncoder;
use ruzstd::encoding::{CompressionLevel, compress_to_vec};
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

/// Bytes in a block; a longer step makes its block longer.
const BLOCK: usize = 1 << 18;

/// How the bytes are packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Container {
    /// As they are.
    Plain,
    /// In gzip members.
    Gzip,
    /// In zstd frames.
    Zstd,
}

impl Container {
    /// The container that the path's extension asks for.
    pub fn of(path: &Path) -> Container {
        match path.extension() {
            Some(extension) if extension == "gz" => Container::Gzip,
            Some(extension) if extension == "zst" => Container::Zstd,
            _ => Container::Plain,
        }
    }
}

/// A block buffer over a file.
#[derive(Debug)]
pub struct Block {
    bytes: Vec<u8>,
    used: usize,
    container: Container,
    file: File,
    /// Bytes of whole blocks in the file.
    written: u64,
    failure: Option<(io::ErrorKind, String)>,
}

impl Block {
    /// A buffer over a file that was just created.
    pub fn new(file: File, container: Container) -> Block {
        Block { bytes: vec![0; BLOCK], used: 0, container, file, written: 0, failure: None }
    }

    /// Makes room for a step of at most `len` bytes.
    ///
    /// # Errors
    /// When the block before it cannot be written (now or before), or memory for the step cannot be had.
    #[inline]
    pub fn room(&mut self, len: usize) -> io::Result<()> {
        if len <= self.bytes.len() - self.used && self.failure.is_none() { Ok(()) } else { self.make_room(len) }
    }

    #[cold]
    fn make_room(&mut self, len: usize) -> io::Result<()> {
        self.write()?;
        if let Some(more) = len.checked_sub(self.bytes.len()) {
            self.bytes.try_reserve_exact(more).map_err(|_| io::Error::from(io::ErrorKind::OutOfMemory))?;
            self.bytes.resize(len, 0);
        }
        Ok(())
    }

    /// Appends a byte. [`Block::room`] was made for it.
    #[inline]
    pub fn byte(&mut self, byte: u8) {
        self.bytes[self.used] = byte;
        self.used += 1;
    }

    /// Appends bytes. [`Block::room`] was made for them.
    #[inline]
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.bytes[self.used..self.used + bytes.len()].copy_from_slice(bytes);
        self.used += bytes.len();
    }

    /// The next `len` bytes, to be filled by the caller. [`Block::room`] was made for them.
    #[inline]
    pub fn take(&mut self, len: usize) -> &mut [u8] {
        let start = self.used;
        self.used += len;
        &mut self.bytes[start..start + len]
    }

    /// Writes out all whole steps. To be called between steps.
    ///
    /// # Errors
    /// The first failure to write, from then on at every call.
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
            Container::Gzip => gzip(steps).and_then(|packed| self.file.write_all(&packed).map(|()| packed.len())),
            Container::Zstd => {
                let packed = compress_to_vec(steps, CompressionLevel::Fastest);
                self.file.write_all(&packed).map(|()| packed.len())
            }
        };
        match result {
            Ok(len) => self.written += len as u64,
            Err(error) => {
                // What cannot be cut (a pipe, a device) stays as it is: the error itself is what counts.
                let _ = self.file.set_len(self.written);
                self.failure = Some((error.kind(), error.to_string()));
                return Err(error);
            }
        }
        Ok(())
    }
}

fn gzip(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::with_capacity(bytes.len() / 2), Compression::fast());
    encoder.write_all(bytes)?;
    encoder.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(target_os = "linux")]
    fn a_failed_write_is_told_again_and_nothing_follows_it() {
        let mut block = Block::new(File::create("/dev/full").expect("a device"), Container::Plain);
        block.room(3).expect("a buffer");
        block.bytes(b"0 \n");
        let first = block.write().expect_err("the device is full");
        let second = block.room(1).expect_err("the device is full");
        assert_eq!(first.to_string(), second.to_string());
        assert!(block.write().is_err());
    }

    #[test]
    fn a_step_longer_than_a_block_goes_through() {
        let dir = tempfile::tempdir().expect("a folder");
        let path = dir.path().join("long");
        let mut block = Block::new(File::create(&path).expect("a file"), Container::of(&path));
        block.room(1).expect("room");
        block.byte(b'x');
        block.room(3 * BLOCK).expect("room");
        block.take(3 * BLOCK).fill(b'y');
        block.write().expect("written");
        assert_eq!(std::fs::metadata(&path).expect("a file").len(), 3 * BLOCK as u64 + 1);
    }
}
