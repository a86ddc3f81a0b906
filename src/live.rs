//! The line on a terminal that shows where a run stands, drawn anew five times a second by a thread of its own.
//!
//! **Tried and dropped.** The crate indicatif, which the comparison of solvers uses for its bar: its averages need `pow` of
//! the system's mathematical library, which nothing else here does, and 0.4 MB of a run's memory were those two.

use std::fmt;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

/// How long a drawing stands.
const PERIOD: Duration = Duration::from_millis(200);

/// Back to the beginning of the line, and nothing left on it.
const WIPE: &str = "\r\x1b[2K";

/// Clones are the same line.
#[derive(Clone, Default)]
pub struct Live(Option<Arc<Mutex<Line>>>);

struct Line {
    sink: Box<dyn Write + Send>,
    started: Instant,
    text: String,
    turns: usize,
    /// Whether it stands on the terminal now.
    drawn: bool,
    /// How many threads write something else at the moment.
    held: usize,
    ended: bool,
}

impl Live {
    /// A line that is not shown.
    pub fn hidden() -> Live {
        Live(None)
    }

    /// A line on standard error, from now until [`Live::end`].
    ///
    /// # Errors
    /// When the system gives no thread.
    pub fn start() -> io::Result<Live> {
        let live = Live::over(Box::new(io::stderr()));
        let drawing = live.clone();
        let run = move || {
            while drawing.draw() {
                std::thread::sleep(PERIOD);
            }
        };
        std::thread::Builder::new().name("live".into()).stack_size(512 << 10).spawn(run)?;
        Ok(live)
    }

    fn over(sink: Box<dyn Write + Send>) -> Live {
        let line =
            Line { sink, started: Instant::now(), text: String::new(), turns: 0, drawn: false, held: 0, ended: false };
        Live(Some(Arc::new(Mutex::new(line))))
    }

    /// Says this from the next drawing on. What does not fit into the terminal's width is cut off.
    pub fn say(&self, text: impl FnOnce() -> String) {
        if let Some(mut line) = self.line() {
            line.text = text();
        }
    }

    /// Has something else written where the line stands.
    pub fn step_aside<R>(&self, write: impl FnOnce() -> R) -> R {
        if let Some(mut line) = self.line() {
            line.wipe();
            line.held += 1;
        }
        // Without the lock: what is written may be held up, and the end must not be.
        let written = write();
        if let Some(mut line) = self.line() {
            line.held -= 1;
        }
        written
    }

    /// Takes the line away for good.
    pub fn end(&self) {
        if let Some(mut line) = self.line() {
            line.wipe();
            line.ended = true;
        }
    }

    /// Draws the line; tells whether it is to be drawn again.
    fn draw(&self) -> bool {
        let Some(mut line) = self.line() else { return false };
        if line.held == 0 && !line.ended {
            line.draw();
        }
        !line.ended
    }

    fn line(&self) -> Option<MutexGuard<'_, Line>> {
        Some(self.0.as_ref()?.lock().unwrap_or_else(|poisoned| poisoned.into_inner()))
    }
}

impl Line {
    fn draw(&mut self) {
        let spinner = ['|', '/', '-', '\\'][self.turns % 4];
        let seconds = self.started.elapsed().as_secs();
        // The terminal is told not to break lines for as long as this one takes.
        let text = format!("{WIPE}\x1b[?7l{spinner} {seconds} s {}\x1b[?7h", self.text);
        self.show(&text);
        (self.turns, self.drawn) = (self.turns + 1, true);
    }

    fn wipe(&mut self) {
        if std::mem::take(&mut self.drawn) {
            self.show(WIPE);
        }
    }

    fn show(&mut self, text: &str) {
        // Nothing is lost where nobody looks on.
        let _ = self.sink.write_all(text.as_bytes()).and_then(|()| self.sink.flush());
    }
}

impl fmt::Debug for Live {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Live").field(&self.0.is_some()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Default)]
    struct Screen(Arc<Mutex<Vec<u8>>>);

    impl Write for Screen {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().expect("no panics").write(bytes)
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    impl Screen {
        fn taken(&self) -> String {
            String::from_utf8(std::mem::take(&mut *self.0.lock().expect("no panics"))).expect("text")
        }
    }

    #[test]
    fn the_line_makes_room_and_ends() {
        let screen = Screen::default();
        let live = Live::over(Box::new(screen.clone()));
        live.say(|| "solving".into());
        live.step_aside(|| assert!(live.draw(), "it goes on"));
        assert_eq!(screen.taken(), "", "nothing is drawn into what others write, nothing wiped that was not drawn");
        assert!(live.draw());
        assert_eq!(screen.taken(), "\r\x1b[2K\x1b[?7l| 0 s solving\x1b[?7h");
        live.step_aside(|| ());
        assert_eq!(screen.taken(), WIPE);
        assert!(live.draw());
        live.end();
        assert!(screen.taken().ends_with(WIPE));
        assert!(!live.draw());
        assert_eq!(screen.taken(), "", "it ends once");
    }

    #[test]
    fn a_hidden_line_lets_others_write() {
        let live = Live::hidden();
        live.say(|| unreachable!("nobody asks"));
        assert_eq!(live.step_aside(|| 7), 7);
        live.end();
        assert!(!live.draw());
    }
}
