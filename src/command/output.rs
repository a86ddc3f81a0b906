//! Where answers go: a standard output that may be closed, full or slow, and files that are written whole.

use super::exit::Failure;
use super::live::Live;
use super::process;
use super::terminal::is_dash;
use crate::cnf::inputs;
use crate::util::escape::styled;
use std::fmt;
use std::fs::{self, File};
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::Duration;
use tempfile::NamedTempFile;

/// Bytes that are gathered before they are written.
const BLOCK_BYTES: usize = 1 << 16;

/// The longest time that a write takes unless something blocks it.
const LONGEST_FREE_WRITE: Duration = Duration::from_millis(20);

/// Whether the lines that were written have arrived.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// All of them arrived.
    Written,
    /// The reader closed the stream. Nothing is written from then on; this is no failure.
    Closed,
    /// Writing failed, for this reason; nothing is written from then on.
    Failed(String),
}

/// A stream of lines that any thread may write to; clones share it.
///
/// Errors are remembered: a search goes on when its output has failed, and [`Output::outcome`] tells at its end. As a
/// [`Write`] it gathers blocks; it reports a stream that has failed, and drops what is written to one whose reader has
/// closed it.
#[derive(Clone)]
pub struct Output(Arc<Mutex<Stream>>);

struct Stream {
    sink: Box<dyn Write + Send>,
    /// Whether the sink is a terminal, which no text from outside may steer.
    terminal: bool,
    pending: Vec<u8>,
    outcome: Outcome,
    /// Whether what has been written ends in the middle of a line.
    inside_line: bool,
    /// The last whole line that has been written.
    last: Vec<u8>,
    /// The line that is cleared while something else is printed on the same terminal.
    live: Live,
}

impl Output {
    /// Standard output. On a terminal, characters that would steer it are replaced, whatever they come from; elsewhere
    /// the bytes stay as they are.
    pub fn stdout() -> Output {
        Output::new(Box::new(io::stdout()), io::stdout().is_terminal())
    }

    /// Standard output beside a live line, which is cleared while something is printed on the terminal that both share.
    pub fn beside(live: &Live) -> Output {
        let output = Output::stdout();
        if io::stdout().is_terminal() {
            output.lock().live = live.clone();
        }
        output
    }

    /// Any sink, which gets the bytes as they are.
    pub fn to(sink: Box<dyn Write + Send>) -> Output {
        Output::new(sink, false)
    }

    fn new(sink: Box<dyn Write + Send>, terminal: bool) -> Output {
        let (pending, outcome) = (Vec::new(), Outcome::Written);
        let (inside_line, last) = (false, Vec::new());
        let stream = Stream { sink, terminal, pending, outcome, inside_line, last, live: Live::hidden() };
        Output(Arc::new(Mutex::new(stream)))
    }

    /// Writes a line and flushes, so that it can be read at once.
    pub fn line(&self, text: impl fmt::Display) {
        let mut stream = self.lock();
        // Writing to a vector cannot fail.
        let _ = writeln!(stream.pending, "{text}");
        stream.flush();
    }

    /// Ends the output with this line, unless it is the last one already: two threads may report at the same time why a
    /// run ends. An unfinished line is dropped, or ended if a part of it was already written.
    pub fn end_with(&self, text: impl fmt::Display) {
        let mut stream = self.lock();
        let whole = stream.pending.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
        stream.pending.truncate(whole);
        if whole == 0 && stream.inside_line {
            stream.pending.push(b'\n');
        }
        stream.flush();
        let line = format!("{text}\n").into_bytes();
        if stream.last != line {
            stream.pending.extend_from_slice(&line);
            stream.flush();
        }
    }

    /// Writes many bytes without flushing after each line.
    pub fn bulk(&self) -> Bulk<'_> {
        Bulk(self.lock())
    }

    /// Whether a thread is writing at this moment, and is perhaps blocked.
    pub fn held(&self) -> bool {
        matches!(self.0.try_lock(), Err(TryLockError::WouldBlock))
    }

    /// Whether a thread is writing and cannot finish, because the reader of the output is slow or asleep.
    pub fn is_blocked(&self) -> bool {
        (0..LONGEST_FREE_WRITE.as_millis()).all(|_| {
            let held = self.held();
            if held {
                std::thread::sleep(Duration::from_millis(1));
            }
            held
        })
    }

    /// Whether all lines so far have arrived.
    pub fn outcome(&self) -> Outcome {
        let mut stream = self.lock();
        stream.flush();
        stream.outcome.clone()
    }

    fn lock(&self) -> MutexGuard<'_, Stream> {
        // A thread that panicked while writing leaves whole bytes behind: go on.
        self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.lock().append(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        let mut stream = self.lock();
        stream.flush();
        stream.failure()
    }
}

impl fmt::Debug for Output {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Output").finish_non_exhaustive()
    }
}

impl Stream {
    fn flush(&mut self) {
        if self.terminal {
            self.pending = styled(&String::from_utf8_lossy(&self.pending)).into_bytes();
        }
        if self.outcome == Outcome::Written {
            let mut written = Ok(());
            self.live.suspend(|| written = self.sink.write_all(&self.pending).and_then(|()| self.sink.flush()));
            if let Err(error) = written {
                self.outcome = match error.kind() {
                    ErrorKind::BrokenPipe => Outcome::Closed,
                    _ => Outcome::Failed(error.to_string()),
                };
            }
        }
        if let Some(&last) = self.pending.last() {
            self.inside_line = last != b'\n';
            if !self.inside_line {
                let line = self.pending[..self.pending.len() - 1].rsplit(|&byte| byte == b'\n').next();
                self.last = line.map_or(Vec::new(), |line| [line, b"\n"].concat());
            }
        }
        self.pending.clear();
    }

    /// Gathers bytes, and writes them out when they make a block.
    fn append(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.pending.extend_from_slice(bytes);
        if self.pending.len() >= BLOCK_BYTES {
            // A character or a colour sequence that is cut at the end of a block could not be recognised, so it waits
            // for the rest.
            let whole = match self.terminal {
                true => self.pending.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1),
                false => self.pending.len(),
            };
            if whole > 0 {
                let rest = self.pending.split_off(whole);
                self.flush();
                self.pending = rest;
            }
        }
        self.failure().map(|()| bytes.len())
    }

    /// The error that writing has met.
    fn failure(&self) -> io::Result<()> {
        match &self.outcome {
            Outcome::Failed(reason) => Err(io::Error::other(format!("standard output: {reason}"))),
            Outcome::Written | Outcome::Closed => Ok(()),
        }
    }
}

/// The right to write to an [`Output`] alone, in blocks; what is gathered is flushed at the end.
#[derive(Debug)]
pub struct Bulk<'a>(MutexGuard<'a, Stream>);

impl fmt::Debug for Stream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stream").field("outcome", &self.outcome).finish_non_exhaustive()
    }
}

impl Write for Bulk<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.append(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush();
        self.0.failure()
    }
}

impl Drop for Bulk<'_> {
    fn drop(&mut self) {
        self.0.flush();
    }
}

/// An answer on its way to standard output: nothing more is made of it when its reader has gone.
struct Answer<'a>(&'a mut Output);

impl Write for Answer<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut stream = self.0.lock();
        let taken = stream.append(bytes)?;
        if stream.outcome == Outcome::Closed { Err(ErrorKind::BrokenPipe.into()) } else { Ok(taken) }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Whether an answer is being written to standard output.
static ANSWERING: AtomicBool = AtomicBool::new(false);

/// Whether an answer is being written to standard output. Who writes it meets a reader that has gone, and ends.
pub fn is_answering() -> bool {
    ANSWERING.load(Ordering::Relaxed)
}

/// Writes to a file, whole or not at all, or to standard output where no file is named, or `-`. That the reader of
/// standard output has gone is no error.
///
/// # Errors
/// When that fails.
pub fn write_to(
    path: Option<&Path>,
    out: &mut Output,
    content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), Failure> {
    match path.filter(|path| !is_dash(path)) {
        Some(path) => write_file(path, content),
        None => {
            ANSWERING.store(true, Ordering::Relaxed);
            match content(&mut Answer(out)) {
                Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
                written => Ok(written?),
            }
        }
    }
}

/// Writes a file whole or not at all, as [`write_whole`] does.
///
/// # Errors
/// The file that cannot be written, and why.
pub fn write_file(path: &Path, content: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Failure> {
    write_whole(path, content).map_err(|error| Failure::file(path, error))
}

/// Writes a message to standard error. Nothing can be done when that fails.
pub fn complain(text: impl fmt::Display) {
    process::live().suspend(|| {
        let _ = writeln!(io::stderr(), "{}", styled(&text.to_string()));
    });
}

/// Whether the run writes other files, so that it is not in vain when nobody reads its standard output.
static OTHER_READERS: AtomicBool = AtomicBool::new(false);

/// Says that the run writes files besides standard output.
pub fn expect_other_readers() {
    OTHER_READERS.store(true, Ordering::Relaxed);
}

/// Whether the run writes files besides standard output.
pub fn has_other_readers() -> bool {
    OTHER_READERS.load(Ordering::Relaxed)
}

/// The temporary files, beside their targets, that are being written.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Lists a temporary file as unfinished, as long as this value lives.
struct Unfinished(PathBuf);

impl Unfinished {
    fn new(path: &Path) -> Unfinished {
        unfinished().push(path.to_owned());
        Unfinished(path.to_owned())
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        unfinished().retain(|path| *path != self.0);
    }
}

fn unfinished() -> MutexGuard<'static, Vec<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes the files that are half written: to be called before the process is ended while another thread may write.
pub fn discard_unfinished() {
    for path in unfinished().drain(..) {
        // The file may just have been finished, and then it is not there any more.
        let _ = fs::remove_file(path);
    }
}

/// Ends the process and leaves nothing half written.
pub fn end_process(code: u8) -> ! {
    discard_unfinished();
    std::process::exit(code.into())
}

/// Writes a file whole or not at all: into a new file beside it, which then takes its name.
///
/// A device, a pipe or another thing that is no plain file is written to directly; `-` is standard output. A symbolic
/// link keeps pointing to the file that is replaced. A file that the program has read is refused.
///
/// # Errors
/// When the file cannot be created, written or renamed; an older file of that name is then as it was.
pub fn write_whole(path: &Path, content: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    inputs::refuse(path)?;
    if is_dash(path) {
        ANSWERING.store(true, Ordering::Relaxed);
        let mut writer = io::BufWriter::with_capacity(BLOCK_BYTES, io::stdout());
        return match content(&mut writer).and_then(|()| writer.flush()) {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
            written => written,
        };
    }
    write_over(path, content)
}

/// Writes a file as [`write_whole`] does, but also one that the program has read: for users who have asked for exactly
/// that.
///
/// # Errors
/// As [`write_whole`].
pub fn write_over(path: &Path, content: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let file = WholeFile::create(path)?;
    let mut writer = io::BufWriter::with_capacity(BLOCK_BYTES, file.as_file());
    content(&mut writer)?;
    writer.flush()?;
    drop(writer);
    file.finish()
}

/// Where [`write_whole`] writes to.
enum WholeFile {
    /// The target itself, which is not a plain file.
    Direct(File),
    /// A new file beside the target.
    Beside(NamedTempFile, PathBuf, Unfinished),
}

impl WholeFile {
    fn create(path: &Path) -> io::Result<WholeFile> {
        let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let existing = fs::metadata(&target).ok();
        if existing.as_ref().is_some_and(fs::Metadata::is_dir) {
            return Err(ErrorKind::IsADirectory.into());
        }
        if existing.as_ref().is_some_and(|metadata| !metadata.is_file()) {
            return Ok(WholeFile::Direct(File::options().write(true).open(&target)?));
        }
        let mut prefix = std::ffi::OsString::from(".");
        prefix.push(target.file_name().unwrap_or_default());
        let mut builder = tempfile::Builder::new();
        builder.prefix(&prefix).suffix(".tmp");
        #[cfg(unix)]
        let mode = <fs::Permissions as std::os::unix::fs::PermissionsExt>::from_mode(0o666);
        #[cfg(unix)]
        builder.permissions(mode);
        let temporary = builder.tempfile_in(folder_of(&target))?;
        if let Some(metadata) = existing {
            temporary.as_file().set_permissions(metadata.permissions())?;
        }
        let unfinished = Unfinished::new(temporary.path());
        Ok(WholeFile::Beside(temporary, target, unfinished))
    }

    fn as_file(&self) -> &File {
        match self {
            WholeFile::Direct(file) => file,
            WholeFile::Beside(temporary, ..) => temporary.as_file(),
        }
    }

    /// Gives the new file the target's name.
    fn finish(self) -> io::Result<()> {
        if let WholeFile::Beside(temporary, target, _unfinished) = self {
            temporary.as_file().sync_all()?;
            temporary.persist(&target).map_err(|error| error.error)?;
        }
        Ok(())
    }
}

/// The folder in which a path lies.
pub fn folder_of(path: &Path) -> PathBuf {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.to_owned(),
        _ => PathBuf::from("."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Fails with this kind of error after this many bytes.
    struct Failing(usize, ErrorKind);

    impl Write for Failing {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            if self.0 == 0 {
                return Err(self.1.into());
            }
            let taken = bytes.len().min(self.0);
            self.0 -= taken;
            Ok(taken)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// Keeps what is written.
    struct Kept(Arc<Mutex<Vec<u8>>>);
    impl Write for Kept {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().expect("one thread").extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_closed_sink_is_no_failure_and_a_full_one_is() {
        let output = Output::to(Box::new(Failing(4, ErrorKind::BrokenPipe)));
        output.line("abc");
        assert_eq!(output.outcome(), Outcome::Written);
        output.line("more");
        assert_eq!(output.outcome(), Outcome::Closed);
        let mut output = Output::to(Box::new(Failing(0, ErrorKind::StorageFull)));
        output.bulk().write_all(b"abc").expect("kept for later");
        assert!(matches!(output.outcome(), Outcome::Failed(_)));
        assert!(output.write_all(b"more").is_err(), "the next write reports it");
    }

    #[test]
    fn nothing_more_is_made_of_an_answer_whose_reader_has_gone() {
        let mut output = Output::to(Box::new(Failing(4, ErrorKind::BrokenPipe)));
        let mut blocks = 0;
        let endless = |out: &mut dyn Write| loop {
            out.write_all(&[b'a'; BLOCK_BYTES])?;
            blocks += 1;
        };
        write_to(None, &mut output, endless).expect("a reader may go");
        assert_eq!((blocks, output.outcome()), (0, Outcome::Closed));
    }

    #[test]
    fn a_terminal_is_not_steered_and_other_sinks_get_all_bytes() {
        let name = "\x1b[2J\u{9b}2Jn\u{202e}";
        for (terminal, expected) in [(true, "?[2J?2Jn?"), (false, name)] {
            let kept = Arc::new(Mutex::new(Vec::new()));
            let mut output = Output::new(Box::new(Kept(kept.clone())), terminal);
            let long = format!("{}\n", "é".repeat(100));
            for _ in 0..1000 {
                output.write_all(long.as_bytes()).expect("kept");
            }
            output.line(format_args!("\x1b[31m{name}\x1b[0m"));
            let text = String::from_utf8(kept.lock().expect("one thread").clone()).expect("no letter is cut");
            assert_eq!(text, long.repeat(1000) + &format!("\x1b[31m{expected}\x1b[0m\n"));
        }
    }

    #[test]
    fn the_line_that_ends_a_run_is_written_once() {
        let kept = Arc::new(Mutex::new(Vec::new()));
        let mut output = Output::to(Box::new(Kept(kept.clone())));
        write!(output, "12\nUNKNOWN (time limit)\n1").expect("kept");
        output.end_with("UNKNOWN (time limit)");
        output.end_with("UNKNOWN (time limit)");
        output.end_with("UNKNOWN (interrupted)");
        output.line("1");
        output.end_with("UNKNOWN (interrupted)");
        let text = String::from_utf8(kept.lock().expect("one thread").clone()).expect("text");
        assert_eq!(text, "12\nUNKNOWN (time limit)\nUNKNOWN (interrupted)\n1\nUNKNOWN (interrupted)\n");
    }

    #[test]
    fn who_writes_holds_the_output() {
        let output = Output::to(Box::new(io::sink()));
        let held = output.bulk();
        assert!(output.held() && output.is_blocked());
        drop(held);
        assert!(!output.held() && !output.is_blocked());
    }

    #[test]
    fn a_file_is_written_whole_or_stays_as_it_was() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("answer");
        write_whole(&path, |file| file.write_all(b"old")).expect("written");
        let error = write_whole(&path, |file| {
            file.write_all(b"new")?;
            Err(ErrorKind::StorageFull.into())
        });
        assert_eq!(error.expect_err("full").kind(), ErrorKind::StorageFull);
        assert_eq!(fs::read(&path).expect("still there"), b"old");
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1, "no temporary file stays");
        write_whole(&path, |file| file.write_all(b"new")).expect("written");
        assert_eq!(fs::read(&path).expect("there"), b"new");
        assert!(write_whole(folder.path(), |_| Ok(())).is_err());
        assert!(write_whole(&folder.path().join("no/such"), |_| Ok(())).is_err());
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn devices_are_written_to_directly() {
        assert!(write_whole(Path::new("/dev/full"), |file| file.write_all(b"x")).is_err());
        write_whole(Path::new("/dev/null"), |file| file.write_all(b"x")).expect("the device swallows it");
        assert!(fs::metadata("/dev/null").expect("a device").len() == 0);
    }
}
