//! Where the bytes come from: a path or standard input, plain or compressed, always interruptible.
//!
//! Compressed data are recognised by their first bytes, never by the name, and decompressed in this process by crates
//! in Rust; no shell and no child process is involved. Several members after each other are read as one text, as gzip,
//! bzip2, xz and zstd themselves do. Checksums and lengths are verified, and data that end early are an error.
//!
//! A source that can block (a pipe, a terminal, a socket) is polled before each read, so that the alarm of a program
//! that is to end, or a deadline, ends a read that would not return. Other limits are looked at ten times a second.
//! Decoders know nothing of limits and wrap the errors that pass through them, so the reason of a stop travels beside
//! them in a shared cell.

#[cfg(all(unix, feature = "system"))]
use super::alarm;
use super::bound::Bound;
#[cfg(feature = "compress")]
use super::decompress::Decoder;
use super::decompress::start;
use super::inputs;
use crate::limits::{Limits, Stop, moment};
use std::cell::Cell;
use std::fs::File;
use std::io::{self, BufRead, Read};
use std::path::Path;
use std::rc::Rc;
use std::time::{Duration, Instant};

/// Asks the limits at most every 20 ms, since asking can cost system calls; the stop flag alone costs nothing.
struct Watch<'a> {
    limits: &'a Limits,
    asked: Option<Instant>,
}

impl<'a> Watch<'a> {
    fn new(limits: &'a Limits) -> Watch<'a> {
        Watch { limits, asked: None }
    }

    fn exceeded(&mut self) -> Option<Stop> {
        if self.limits.stop.raised() {
            return Some(Stop::Interrupted);
        }
        let now = moment();
        let lately = |asked: Instant| now.is_some_and(|now| now.duration_since(asked) < Duration::from_millis(20));
        if self.asked.is_some_and(lately) {
            return None;
        }
        self.asked = now;
        self.limits.exceeded()
    }

    /// Fails once a limit is reached, and leaves the reason in the cell.
    fn check(&mut self, stop: &Cell<Option<Stop>>) -> io::Result<()> {
        let Some(reason) = self.exceeded() else { return Ok(()) };
        stop.set(Some(reason));
        Err(io::Error::other("a limit was reached"))
    }
}

/// The longest wait for bytes before the limits are looked at again.
#[cfg(all(unix, feature = "system"))]
const LONGEST_WAIT: Duration = Duration::from_millis(100);

/// Bytes from a file or pipe, and why they stopped.
pub(super) struct Raw<'a> {
    inner: Inner<'a>,
    watch: Watch<'a>,
    stop: Rc<Cell<Option<Stop>>>,
    /// How many bytes were read.
    count: Rc<Cell<u64>>,
}

enum Inner<'a> {
    /// A source whose reads do not block, or only for as long as a disk takes.
    Prompt(Box<dyn Read + 'a>),
    /// A source that may wait for a writer that never comes; with the alarm, until it was raised.
    #[cfg(all(unix, feature = "system"))]
    Waiting(Box<dyn std::os::fd::AsFd + 'a>, Option<&'static io::PipeReader>),
}

impl<'a> Raw<'a> {
    /// Bytes of a reader that the caller has.
    pub(super) fn from_reader(reader: impl Read + 'a, limits: &'a Limits) -> Raw<'a> {
        Raw::new(Inner::Prompt(Box::new(reader)), limits)
    }

    fn new(inner: Inner<'a>, limits: &'a Limits) -> Raw<'a> {
        Raw { inner, watch: Watch::new(limits), stop: Rc::default(), count: Rc::default() }
    }

    /// Bytes of standard input.
    pub(super) fn stdin(limits: &'a Limits) -> Raw<'a> {
        inputs::note_stdin();
        #[cfg(all(unix, feature = "system"))]
        return Raw::new(Inner::Waiting(Box::new(io::stdin()), alarm::end()), limits);
        #[cfg(not(all(unix, feature = "system")))]
        Raw::from_reader(io::stdin(), limits)
    }

    /// Bytes of the file at `path`.
    pub(super) fn open(path: &Path, limits: &'a Limits) -> io::Result<Raw<'a>> {
        let file = open(path)?;
        inputs::note(path);
        #[cfg(all(unix, feature = "system"))]
        {
            use std::os::unix::fs::FileTypeExt;
            let kind = file.metadata()?.file_type();
            if kind.is_fifo() || kind.is_socket() || kind.is_char_device() {
                return Ok(Raw::new(Inner::Waiting(Box::new(file), alarm::end()), limits));
            }
        }
        Ok(Raw::from_reader(file, limits))
    }

    /// The cell that holds the reason once a limit has ended a read.
    pub(super) fn stop(&self) -> Rc<Cell<Option<Stop>>> {
        self.stop.clone()
    }
}

/// Opens a file. On Linux without waiting for a pipe's writer: opening a pipe would block before there is anything to
/// poll, and poll(2) waits for the first writer there.
#[cfg(all(target_os = "linux", feature = "system"))]
fn open(path: &Path) -> io::Result<File> {
    use rustix::fs::{Mode, OFlags};
    let flags = OFlags::RDONLY | OFlags::CLOEXEC | OFlags::NONBLOCK | OFlags::NOCTTY;
    Ok(File::from(rustix::fs::open(path, flags, Mode::empty())?))
}

#[cfg(not(all(target_os = "linux", feature = "system")))]
fn open(path: &Path) -> io::Result<File> {
    File::open(path)
}

impl Read for Raw<'_> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        loop {
            self.watch.check(&self.stop)?;
            let count = match &mut self.inner {
                Inner::Prompt(reader) => match reader.read(buf) {
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                    result => result?,
                },
                #[cfg(all(unix, feature = "system"))]
                Inner::Waiting(source, alarm) => {
                    let left = self.watch.limits.deadline.map(|end| end.saturating_duration_since(Instant::now()));
                    match read_soon(source.as_fd(), alarm, left, buf)? {
                        Some(count) => count,
                        None => continue,
                    }
                }
            };
            self.count.set(self.count.get() + count as u64);
            return Ok(count);
        }
    }
}

/// Waits for bytes, but not beyond the time that is `left`, the alarm, or a tenth of a second; reads what there is,
/// `None` when there is nothing yet.
#[cfg(all(unix, feature = "system"))]
fn read_soon(
    source: std::os::fd::BorrowedFd<'_>,
    alarm: &mut Option<&'static io::PipeReader>,
    left: Option<Duration>,
    buf: &mut [u8],
) -> io::Result<Option<usize>> {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use rustix::io::Errno;
    let wait = left.map_or(LONGEST_WAIT, |left| left.clamp(Duration::from_millis(1), LONGEST_WAIT));
    let timeout = Timespec { tv_sec: 0, tv_nsec: wait.subsec_nanos().into() };
    let mut waited_for = vec![PollFd::new(&source, PollFlags::IN)];
    waited_for.extend(alarm.map(|alarm| PollFd::new(alarm, PollFlags::IN)));
    match poll(&mut waited_for, Some(&timeout)) {
        Ok(_) | Err(Errno::INTR) => {}
        Err(error) => return Err(error.into()),
    }
    let heard = waited_for.get(1).is_some_and(|alarm| !alarm.revents().is_empty());
    let nothing = waited_for[0].revents().is_empty();
    if heard {
        *alarm = None;
    }
    if nothing {
        return Ok(None);
    }
    match rustix::io::read(source, buf) {
        Ok(count) => Ok(Some(count)),
        Err(Errno::INTR | Errno::AGAIN) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// A buffered reader that can look ahead a few bytes.
pub(super) struct Lookahead<'a> {
    raw: Raw<'a>,
    buffer: Vec<u8>,
    start: usize,
    end: usize,
}

/// How many bytes are read ahead. Only the beginning of a plain text is read through this buffer; decoders get all
/// their bytes from it.
const LOOKAHEAD_BYTES: usize = 1 << 12;
const AHEAD_OF_DECODERS: usize = 1 << 16;

impl<'a> Lookahead<'a> {
    fn new(raw: Raw<'a>) -> Lookahead<'a> {
        Lookahead { raw, buffer: vec![0; LOOKAHEAD_BYTES], start: 0, end: 0 }
    }

    /// The next bytes without taking them: `count` of them, or fewer at the end.
    pub(super) fn peek(&mut self, count: usize) -> io::Result<&[u8]> {
        if self.start + count > self.buffer.len() {
            self.buffer.copy_within(self.start..self.end, 0);
            (self.start, self.end) = (0, self.end - self.start);
        }
        while self.end - self.start < count {
            match self.raw.read(&mut self.buffer[self.end..])? {
                0 => break,
                read => self.end += read,
            }
        }
        Ok(&self.buffer[self.start..self.end.min(self.start + count)])
    }
}

impl Read for Lookahead<'_> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        if self.start == self.end && buf.len() >= self.buffer.len() {
            return self.raw.read(buf);
        }
        let count = self.fill_buf()?.read(buf)?;
        self.consume(count);
        Ok(count)
    }
}

impl BufRead for Lookahead<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.start == self.end {
            (self.start, self.end) = (0, self.raw.read(&mut self.buffer)?);
        }
        Ok(&self.buffer[self.start..self.end])
    }

    fn consume(&mut self, count: usize) {
        self.start += count;
    }
}

/// The compressions that are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Compression {
    Gzip,
    Bzip2,
    Xz,
    Zstd,
}

impl Compression {
    /// How many bytes identify the compression.
    const MAGIC: usize = 6;

    fn recognise(head: &[u8]) -> Option<Compression> {
        match head {
            [0x1f, 0x8b, ..] => Some(Compression::Gzip),
            [b'B', b'Z', b'h', b'1'..=b'9', 0x31, 0x41] | [b'B', b'Z', b'h', b'1'..=b'9', 0x17, 0x72] => {
                Some(Compression::Bzip2)
            }
            [0xfd, b'7', b'z', b'X', b'Z', 0] => Some(Compression::Xz),
            [0x28, 0xb5, 0x2f, 0xfd, ..] | [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..] => Some(Compression::Zstd),
            _ => None,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Compression::Gzip => "gzip",
            Compression::Bzip2 => "bzip2",
            Compression::Xz => "xz",
            Compression::Zstd => "zstd",
        }
    }
}

/// The text of a file: its bytes, decompressed where they are compressed.
pub(super) struct Text<'a> {
    stage: Stage<'a>,
    compression: Option<Compression>,
    /// Whether bytes after the last member are left out with a warning; otherwise they are an error.
    relaxed: bool,
    warning: Option<String>,
    bound: Bound,
    /// How many bytes of text were read.
    count: u64,
    /// How many bytes of the file were read.
    raw_count: Rc<Cell<u64>>,
    /// Asks the limits between reads of text, too, since a small file can hold much text.
    watch: Watch<'a>,
    stop: Rc<Cell<Option<Stop>>>,
}

pub(super) enum Stage<'a> {
    /// The text as it is.
    Plain(Lookahead<'a>),
    /// Before a member, or after the last.
    Between(Lookahead<'a>),
    #[cfg(feature = "compress")]
    Member(Decoder<'a>),
    /// The end was reached, or an error was returned.
    Over,
}

impl<'a> Text<'a> {
    /// Looks at the first bytes of `raw` to see how they are compressed.
    pub(super) fn new(raw: Raw<'a>, relaxed: bool, bound: Bound) -> io::Result<Text<'a>> {
        let (watch, stop, raw_count) = (Watch::new(raw.watch.limits), raw.stop(), raw.count.clone());
        let mut source = Lookahead::new(raw);
        let compression = Compression::recognise(source.peek(Compression::MAGIC)?);
        let stage = if compression.is_some() {
            source.buffer.resize(AHEAD_OF_DECODERS, 0);
            Stage::Between(source)
        } else {
            Stage::Plain(source)
        };
        Ok(Text { stage, compression, relaxed, warning: None, bound, count: 0, raw_count, watch, stop })
    }

    /// What was left out, if anything.
    pub(super) fn take_warning(&mut self) -> Option<String> {
        self.warning.take()
    }

    /// Starts the next member, or ends the text.
    fn next_member(&mut self, mut source: Lookahead<'a>, compression: Compression) -> io::Result<Stage<'a>> {
        let head = source.peek(Compression::MAGIC)?;
        if head.is_empty() {
            return Ok(Stage::Over);
        }
        if Compression::recognise(head) != Some(compression) {
            let what =
                format!("bytes after the end of the {} data that belong to no further member", compression.name());
            if !self.relaxed && !only_zeros(&mut source)? {
                return Err(io::Error::new(io::ErrorKind::InvalidData, what));
            }
            self.warning = Some(format!("{what} were left out"));
            return Ok(Stage::Over);
        }
        start(source, compression)
    }

    fn read_stage(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        loop {
            let count = match &mut self.stage {
                Stage::Plain(source) => return source.read(buf),
                Stage::Over => return Ok(0),
                Stage::Between(_) => 0,
                #[cfg(feature = "compress")]
                Stage::Member(decoder) => decoder.read(buf)?,
            };
            if count > 0 {
                return Ok(count);
            }
            let source = match std::mem::replace(&mut self.stage, Stage::Over) {
                Stage::Between(source) => source,
                #[cfg(feature = "compress")]
                Stage::Member(decoder) => match decoder.into_source() {
                    Some(source) => source,
                    None => return Ok(0),
                },
                Stage::Plain(_) | Stage::Over => return Ok(0),
            };
            if let Some(compression) = self.compression {
                self.stage = self.next_member(source, compression)?;
            }
        }
    }
}

/// Whether nothing but zeros follows, as tapes and block devices pad files. (gzip accepts that too.)
fn only_zeros(source: &mut Lookahead<'_>) -> io::Result<bool> {
    loop {
        let bytes = source.fill_buf()?;
        if bytes.is_empty() {
            return Ok(true);
        }
        if bytes.iter().any(|&byte| byte != 0) {
            return Ok(false);
        }
        let count = bytes.len();
        source.consume(count);
    }
}

impl Read for Text<'_> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        self.watch.check(&self.stop)?;
        let count = self.read_stage(buf).map_err(|error| {
            let Some(compression) = self.compression else { return error };
            self.stage = Stage::Over;
            let name = compression.name();
            if error.kind() == io::ErrorKind::UnexpectedEof {
                io::Error::new(error.kind(), format!("the {name} data end too early: the file is cut"))
            } else {
                io::Error::new(error.kind(), format!("{name}: {error}"))
            }
        })?;
        self.count += count as u64;
        match self.bound.exceeded(self.count, self.compression.map(|_| self.raw_count.get())) {
            Some(excess) => Err(io::Error::new(io::ErrorKind::InvalidData, excess)),
            None => Ok(count),
        }
    }
}
