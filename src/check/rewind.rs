//! Makes the bytes of a source that cannot be read twice, such as a pipe, readable again from the beginning.

use crate::limits::may_fail;
use std::cell::RefCell;
use std::io::{self, Read};
use std::rc::Rc;

/// The most bytes that are kept: 256 MiB.
const MOST_KEPT: usize = 1 << 28;

/// A source whose bytes are kept while they are read, up to 256 MiB.
pub struct Rewind<R> {
    shared: Rc<RefCell<Shared<R>>>,
}

struct Shared<R> {
    source: R,
    kept: Vec<u8>,
    most: usize,
    /// Some bytes that were read are not kept any more.
    lost: bool,
}

impl<R: Read> Rewind<R> {
    /// A source at its beginning.
    pub fn new(source: R) -> Rewind<R> {
        Rewind::with_capacity(source, MOST_KEPT)
    }

    fn with_capacity(source: R, most: usize) -> Rewind<R> {
        Rewind { shared: Rc::new(RefCell::new(Shared { source, kept: Vec::new(), most, lost: false })) }
    }

    /// A reader of all bytes from the first one on. Only one reader may be in use at a time.
    ///
    /// # Errors
    /// When more bytes were read than are kept.
    pub fn open(&self) -> io::Result<impl Read + use<R>> {
        if self.shared.borrow().lost {
            let what = format!("only the first {} MiB of a pipe can be read again", MOST_KEPT >> 20);
            return Err(io::Error::other(what));
        }
        Ok(Reader { shared: self.shared.clone(), at: 0 })
    }
}

impl<R> std::fmt::Debug for Rewind<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Rewind").finish_non_exhaustive()
    }
}

struct Reader<R> {
    shared: Rc<RefCell<Shared<R>>>,
    at: usize,
}

impl<R: Read> Read for Reader<R> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let shared = &mut *self.shared.borrow_mut();
        if !shared.lost && self.at < shared.kept.len() {
            let count = (&shared.kept[self.at..]).read(buf)?;
            self.at += count;
            return Ok(count);
        }
        let count = shared.source.read(buf)?;
        if !shared.lost {
            shared.lost =
                shared.kept.len() + count > shared.most || may_fail(|| shared.kept.try_reserve(count)).is_err();
            if shared.lost {
                shared.kept = Vec::new();
            } else {
                shared.kept.extend_from_slice(&buf[..count]);
            }
        }
        self.at += count;
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_read_can_be_read_again() {
        let rewind = Rewind::with_capacity(&b"0123456789"[..], 10);
        let mut part = [0; 4];
        rewind.open().and_then(|mut reader| reader.read_exact(&mut part)).expect("four bytes");
        for _ in 0..2 {
            let mut all = String::new();
            rewind.open().and_then(|mut reader| reader.read_to_string(&mut all)).expect("all bytes");
            assert_eq!(all, "0123456789");
        }
    }

    #[test]
    fn a_source_beyond_the_bound_is_read_once() {
        let rewind = Rewind::with_capacity(&b"0123456789"[..], 9);
        let mut reader = rewind.open().expect("nothing was read yet");
        let mut bytes = [0; 5];
        reader.read_exact(&mut bytes).expect("five bytes");
        assert!(rewind.open().is_ok());
        let mut rest = String::new();
        reader.read_to_string(&mut rest).expect("the rest");
        assert_eq!(rest, "56789");
        assert!(rewind.open().is_err());
    }
}
