//! The hash that links a line to all lines before it.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::{Digest, Sha256};

/// SHA-256, written as 64 lower-case hex digits.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Hash([u8; 32]);

impl Hash {
    /// The hash of a header line, with which the chain begins.
    pub fn of_header(line: &str) -> Self {
        Self(Sha256::digest(line.as_bytes()).into())
    }

    /// The hash of the next line, given in two parts without its hash.
    pub(super) fn next(self, body: &str, closing: &str) -> Self {
        let mut hasher = Sha256::new();
        hasher.update(self.hex());
        hasher.update(body);
        hasher.update(closing);
        Self(hasher.finalize().into())
    }

    /// The digits.
    pub(super) fn hex(self) -> [u8; 64] {
        let mut hex = [0; 64];
        write_hex(&self.0, &mut hex);
        hex
    }

    /// Reads 64 lower-case hex digits.
    pub fn from_hex(text: &str) -> Option<Self> {
        let digit = |byte| match byte {
            b'0'..=b'9' => Some(byte - b'0'),
            b'a'..=b'f' => Some(byte - b'a' + 10),
            _ => None,
        };
        let bytes: &[u8; 64] = text.as_bytes().try_into().ok()?;
        let mut hash = [0; 32];
        for (byte, pair) in hash.iter_mut().zip(bytes.chunks_exact(2)) {
            *byte = digit(pair[0])? << 4 | digit(pair[1])?;
        }
        Some(Self(hash))
    }
}

/// Writes bytes as lower-case hex digits, two for each.
pub(super) fn write_hex(bytes: &[u8], hex: &mut [u8]) {
    // Reckoned and not looked up: so several are written at once.
    let digit = |nibble: u8| nibble + if nibble > 9 { b'a' - 10 } else { b'0' };
    for (pair, byte) in hex.chunks_exact_mut(2).zip(bytes) {
        pair[0] = digit(byte >> 4);
        pair[1] = digit(byte & 15);
    }
}

impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(std::str::from_utf8(&self.hex()).expect("hex digits are ASCII"))
    }
}

impl fmt::Debug for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for Hash {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Hash {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::from_hex(&text)
            .ok_or_else(|| serde::de::Error::custom("a hash is 64 lower-case hex digits"))
    }
}
