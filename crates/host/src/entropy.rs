//! Where invitation codes and names of tables come from.

use std::sync::Mutex;

use parlour_rules::{Seed, Stream};

/// Gives bytes that nobody can guess.
pub trait Entropy: Send + Sync {
    /// Fills the bytes.
    fn fill(&self, bytes: &mut [u8]);
}

/// Bytes that follow from a seed: for tests and scripts.
#[derive(Debug)]
pub struct SeededEntropy(Mutex<Stream>);

impl SeededEntropy {
    /// The same seed gives the same bytes.
    pub fn new(seed: Seed) -> Self {
        Self(Mutex::new(Stream::new(seed, 0)))
    }
}

impl Entropy for SeededEntropy {
    fn fill(&self, bytes: &mut [u8]) {
        let mut stream = crate::locked(&self.0);
        for byte in bytes {
            *byte = stream.below(256) as u8;
        }
    }
}

/// The machine's randomness.
#[cfg(feature = "system")]
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemEntropy;

#[cfg(feature = "system")]
impl Entropy for SystemEntropy {
    fn fill(&self, bytes: &mut [u8]) {
        getrandom::fill(bytes).expect("the machine has randomness");
    }
}

/// A word of unguessable letters and digits, without those that look alike.
pub(crate) fn word(entropy: &dyn Entropy, length: usize) -> String {
    const LETTERS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
    let mut bytes = vec![0; length];
    entropy.fill(&mut bytes);
    let letter = |byte: &u8| char::from(LETTERS[usize::from(byte & 31)]);
    bytes.iter().map(letter).collect()
}
