//! Seals, which show that a message comes from somebody who can read the run directory.
//!
//! The server's token keeps strangers out, but a server may be without one, or be shared with others. A sender that
//! cannot read the directory does not know the run's secret, and its messages are at most hints to look into the
//! directory.

use crate::directory::hash;
use std::hash::{BuildHasher, RandomState};

/// Letters of a seal.
const LENGTH: usize = 64;

/// A secret that nobody can guess: the system's random numbers are the keys of the hasher.
pub fn new_secret() -> String {
    let numbers: Vec<u64> = (0..8).map(|number| RandomState::new().hash_one(number)).collect();
    hash(format!("{numbers:x?} {}", std::process::id()).as_bytes())
}

/// The seal of a text (HMAC's nested hashes; both inputs begin with the secret, whose length is fixed).
pub fn of(secret: &str, text: &[u8]) -> String {
    let inner = hash(&[secret.as_bytes(), b"inner", text].concat());
    hash(format!("{secret}outer{inner}").as_bytes())
}

/// The text with its seal before it.
pub fn sealed(secret: &str, text: &[u8]) -> Vec<u8> {
    [of(secret, text).as_bytes(), text].concat()
}

/// The text of a sealed message; `None` if the seal is wrong.
pub fn opened<'a>(secret: &str, message: &'a [u8]) -> Option<&'a [u8]> {
    let (seal, text) = message.split_at_checked(LENGTH)?;
    (seal == of(secret, text).as_bytes()).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sealed_text_is_opened_with_its_secret_alone() {
        let (mine, other) = (new_secret(), new_secret());
        assert_ne!(mine, other);
        let message = sealed(&mine, b"[[1]]");
        assert_eq!(opened(&mine, &message), Some(&b"[[1]]"[..]));
        assert_eq!(opened(&other, &message), None);
        let mut changed = message.clone();
        *changed.last_mut().expect("a byte") ^= 1;
        assert_eq!(opened(&mine, &changed), None);
        for short in [&b""[..], &message[..LENGTH - 1], b"[[1],[-1]]"] {
            assert_eq!(opened(&mine, short), None);
        }
    }
}
