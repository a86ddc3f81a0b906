//! A value that is reached through an exclusive reference only.
//!
//! So its owner can be shared between threads (`Sync`) although the value itself, such as a callback, can only be sent.
//! The lock is never taken: an exclusive reference needs none.

use std::sync::{Mutex, PoisonError};

pub(crate) struct Exclusive<T>(Mutex<T>);

impl<T> Exclusive<T> {
    pub fn new(value: T) -> Exclusive<T> {
        Exclusive(Mutex::new(value))
    }

    pub fn get_mut(&mut self) -> &mut T {
        self.0.get_mut().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn into_inner(self) -> T {
        self.0.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}
