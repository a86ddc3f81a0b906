//! The line on a terminal that shows how far a run has come: a spinner, the time, and what is being done. It stays
//! below whatever else is printed.

use super::report::clean;
use console::Term;
use std::fmt;
use std::io::Write;
use std::sync::{Arc, Mutex, MutexGuard, Weak};
use std::thread;
use std::time::{Duration, Instant};

/// The time between two drawings.
const REFRESH_INTERVAL: Duration = Duration::from_millis(200);

const SPINNER: [char; 10] = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];

/// A live line, or none. Clones are the same line.
#[derive(Clone, Debug, Default)]
pub struct Live(Option<Arc<Mutex<Line>>>);

/// Asked at every drawing for the figures of a search.
type Figures = Box<dyn Fn() -> Option<String> + Send>;

struct Line {
    term: Term,
    started: Instant,
    message: String,
    /// Gives what is shown in place of the message, if it gives anything.
    figures: Figures,
    /// The moment from which on the line is drawn.
    from: Instant,
    beats: usize,
    ended: bool,
}

impl Live {
    /// No line: nothing is ever drawn.
    pub fn hidden() -> Live {
        Live::default()
    }

    /// The line of a run that began at this time, on standard error; none where that is no terminal, or one that cannot
    /// clear a line. It shows these figures while there are any, and the message otherwise.
    pub fn stderr(started: Instant, figures: impl Fn() -> Option<String> + Send + 'static) -> Live {
        Live::stderr_after(Duration::ZERO, started, figures)
    }

    /// As [`Live::stderr`], for a run that may be over soon: nothing is drawn before this much time has passed.
    pub fn stderr_after(
        delay: Duration,
        started: Instant,
        figures: impl Fn() -> Option<String> + Send + 'static,
    ) -> Live {
        let term = Term::buffered_stderr();
        if !term.is_term() || console::is_dumb() {
            return Live::hidden();
        }
        let (message, figures) = (String::new(), Box::new(figures));
        let line = Line { term, started, message, figures, from: started + delay, beats: 0, ended: false };
        let line = Arc::new(Mutex::new(line));
        let drawn = Arc::downgrade(&line);
        // If the thread cannot be started, the line is only drawn after something else was printed, which does no harm.
        let _ = thread::Builder::new().name("live".into()).spawn(move || keep_drawing(&drawn));
        Live(Some(line))
    }

    /// Whether there is a line.
    pub fn is_shown(&self) -> bool {
        self.0.is_some()
    }

    /// Changes what the line says is being done.
    pub fn set_message(&self, message: impl Into<String>) {
        if let Some(line) = &self.0 {
            lock(line).message = message.into();
        }
    }

    /// Shows these figures in place of those before, from now on.
    pub fn show(&self, figures: impl Fn() -> Option<String> + Send + 'static) {
        if let Some(line) = &self.0 {
            let mut line = lock(line);
            line.figures = Box::new(figures);
            line.from = Instant::now();
        }
    }

    /// Clears the line, has something else printed, and draws it again.
    pub fn suspend(&self, print: impl FnOnce()) {
        let Some(line) = &self.0 else { return print() };
        let mut line = lock(line);
        line.clear();
        print();
        line.draw();
    }

    /// Clears the line for good.
    #[inline]
    pub fn end(&self) {
        if let Some(line) = &self.0 {
            end(line);
        }
    }
}

impl fmt::Debug for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Line").field("message", &self.message).finish_non_exhaustive()
    }
}

impl Line {
    // A terminal that cannot be written to is no reason to end a run.

    fn draw(&mut self) {
        if self.ended || Instant::now() < self.from {
            return;
        }
        let spinner = SPINNER[self.beats % SPINNER.len()];
        let seconds = self.started.elapsed().as_secs();
        let figures = (self.figures)();
        let message = figures.as_ref().unwrap_or(&self.message);
        let text = clean(&format!("{spinner} {}:{:02} {message}", seconds / 60, seconds % 60));
        // The last column stays free, since a terminal may begin a new line when it is filled.
        let room = usize::from(self.term.size().1).saturating_sub(1);
        let _ = self.term.clear_line();
        let _ = self.term.write_all(console::truncate_str(&text, room, "").as_bytes());
        let _ = self.term.flush();
    }

    fn clear(&mut self) {
        if !self.ended && Instant::now() >= self.from {
            let _ = self.term.clear_line();
            let _ = self.term.flush();
        }
    }
}

/// Draws the line at every interval until it has ended or nobody holds it any more.
fn keep_drawing(line: &Weak<Mutex<Line>>) {
    while let Some(line) = line.upgrade() {
        let mut line = lock(&line);
        if line.ended {
            return;
        }
        line.draw();
        line.beats += 1;
        drop(line);
        thread::sleep(REFRESH_INTERVAL);
    }
}

// Marked as cold: most runs have no line to end, so this code need not be inlined into its callers.
#[cold]
fn end(line: &Mutex<Line>) {
    let mut line = lock(line);
    line.clear();
    line.ended = true;
}

fn lock(line: &Mutex<Line>) -> MutexGuard<'_, Line> {
    line.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}
