//! The decoders of compressed members: gzip, bzip2, xz, zstd.

use super::source::{Compression, Lookahead, Stage};
use bzip2::bufread::BzDecoder;
use flate2::bufread::GzDecoder;
use lzma_rust2::XzReader;
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};
use std::io::{self, BufRead, Read};

/// The largest memory that an xz decoder's window may take, in KiB.
const MOST_WINDOW_KIB: u32 = 1 << 20;

/// A member being decompressed.
pub(super) enum Decoder<'a> {
    Gzip(Box<GzDecoder<Lookahead<'a>>>),
    Bzip2(BzDecoder<Lookahead<'a>>),
    Xz(Box<XzReader<Lookahead<'a>>>),
    Zstd(Box<ZstdFrame<'a>>),
}

impl<'a> Decoder<'a> {
    /// The next bytes of the text; none at the member's end.
    pub(super) fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        match self {
            Decoder::Gzip(decoder) => decoder.read(buf),
            Decoder::Bzip2(decoder) => decoder.read(buf),
            Decoder::Xz(decoder) => decoder.read(buf),
            Decoder::Zstd(frame) => frame.read(buf),
        }
    }

    /// What follows the member; `None` at the end of the file.
    pub(super) fn into_source(self) -> Option<Lookahead<'a>> {
        match self {
            Decoder::Gzip(decoder) => Some(decoder.into_inner()),
            Decoder::Bzip2(decoder) => Some(decoder.into_inner()),
            // The xz reader reads all streams to the end of the file by itself.
            Decoder::Xz(_) => None,
            Decoder::Zstd(frame) => Some(frame.source),
        }
    }
}

/// Starts the member at the front of `source`.
pub(super) fn start(source: Lookahead<'_>, compression: Compression) -> io::Result<Stage<'_>> {
    Ok(Stage::Member(match compression {
        Compression::Gzip => Decoder::Gzip(Box::new(GzDecoder::new(source))),
        Compression::Bzip2 => Decoder::Bzip2(BzDecoder::new(source)),
        Compression::Xz => Decoder::Xz(Box::new(XzReader::new_mem_limit(source, true, MOST_WINDOW_KIB))),
        Compression::Zstd => return ZstdFrame::start(source),
    }))
}

/// One zstd frame. `ruzstd` decodes frames; it neither goes on to the next, nor skips skippable ones, nor compares the
/// checksum and the length with what the frame says, so that is done here (RFC 8878).
pub(super) struct ZstdFrame<'a> {
    source: Lookahead<'a>,
    decoder: FrameDecoder,
    length: u64,
    checked: bool,
}

impl<'a> ZstdFrame<'a> {
    /// Starts the frame at the front of `source`, or steps over it when it is a skippable one.
    fn start(mut source: Lookahead<'a>) -> io::Result<Stage<'a>> {
        let head = source.peek(8)?;
        if let [0x50..=0x5f, 0x2a, 0x4d, 0x18, length @ ..] = head {
            let length: [u8; 4] = length.try_into().map_err(|_| io::Error::from(io::ErrorKind::UnexpectedEof))?;
            let length = u64::from(u32::from_le_bytes(length));
            source.consume(8);
            if io::copy(&mut source.by_ref().take(length), &mut io::sink())? < length {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            return Ok(Stage::Between(source));
        }
        let mut decoder = FrameDecoder::new();
        decoder.reset(&mut source).map_err(io::Error::other)?;
        Ok(Stage::Member(Decoder::Zstd(Box::new(ZstdFrame { source, decoder, length: 0, checked: false }))))
    }

    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        while self.decoder.can_collect() == 0 && !self.decoder.is_finished() {
            self.decoder
                .decode_blocks(&mut self.source, BlockDecodingStrategy::UptoBlocks(1))
                .map_err(io::Error::other)?;
        }
        let count = self.decoder.read(buf)?;
        self.length += count as u64;
        if count == 0 && !self.checked {
            self.checked = true;
            self.check()?;
        }
        Ok(count)
    }

    fn check(&self) -> io::Result<()> {
        let damaged = |what| Err(io::Error::new(io::ErrorKind::InvalidData, what));
        let declared = self.decoder.content_size();
        if declared != 0 && declared != self.length {
            return damaged("the length differs from what the frame declares");
        }
        let stored = self.decoder.get_checksum_from_data();
        if stored.is_some() && stored != self.decoder.get_calculated_checksum() {
            return damaged("the checksum is wrong");
        }
        Ok(())
    }
}
