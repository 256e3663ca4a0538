//! A stable 64-bit hash of anything serialisable.

use std::fmt;
use std::hash::Hasher;
use std::io;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use siphasher::sip::SipHasher13;

/// The hash of a state, written as 16 hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fingerprint(pub u64);

impl Fingerprint {
    /// The fingerprint of a value: `SipHash` 1-3 with key 0 over its JSON text.
    /// The algorithm is part of the log format and never changes.
    pub fn of(value: &impl Serialize) -> Self {
        let mut text = HashedText::default();
        serde_json::to_writer(&mut text, value)
            .expect("states have no failing Serialize and no non-text keys");
        text.fingerprint()
    }
}

/// The JSON text of a value on its way to a [`Fingerprint`], for games that write it
/// themselves. Nothing of it is kept. JSON is written in bits of a few bytes, so they
/// are gathered before they are hashed.
pub struct HashedText {
    hasher: SipHasher13,
    gathered: [u8; 1024],
    count: usize,
}

impl Default for HashedText {
    fn default() -> Self {
        Self {
            hasher: SipHasher13::new(),
            gathered: [0; 1024],
            count: 0,
        }
    }
}

impl HashedText {
    // Most of what is written is one byte of punctuation: known where it is written,
    // it costs no more than that here.
    /// Goes on with these bytes.
    #[inline]
    pub fn put(&mut self, bytes: &[u8]) {
        let end = self.count + bytes.len();
        match self.gathered.get_mut(self.count..end) {
            Some(room) => {
                room.copy_from_slice(bytes);
                self.count = end;
            }
            None => self.make_room_for(bytes),
        }
    }

    /// The fingerprint of all that was written.
    pub fn fingerprint(mut self) -> Fingerprint {
        self.hash_gathered();
        Fingerprint(self.hasher.finish())
    }

    fn hash_gathered(&mut self) {
        self.hasher.write(&self.gathered[..self.count]);
        self.count = 0;
    }

    #[cold]
    fn make_room_for(&mut self, bytes: &[u8]) {
        self.hash_gathered();
        match self.gathered.get_mut(..bytes.len()) {
            Some(room) => {
                room.copy_from_slice(bytes);
                self.count = bytes.len();
            }
            // More than could ever be gathered.
            None => self.hasher.write(bytes),
        }
    }
}

impl io::Write for HashedText {
    #[inline]
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.put(bytes);
        Ok(bytes.len())
    }

    #[inline]
    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.put(bytes);
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl Serialize for Fingerprint {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Fingerprint {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let well_formed = text.len() == 16
            && text
                .bytes()
                .all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        if !well_formed {
            return Err(serde::de::Error::custom(
                "a fingerprint is 16 lower-case hex digits",
            ));
        }
        let number = u64::from_str_radix(&text, 16).expect("sixteen hex digits fit 64 bits");
        Ok(Self(number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_algorithm_is_pinned() {
        // From a second implementation of `SipHash` 1-3 over the JSON text.
        for (value, pinned) in [
            (serde_json::json!([1, 2, 3]), "618605ec9f368148"),
            (serde_json::json!("daily 2031-05-02"), "4ba268227a26dbff"),
        ] {
            assert_eq!(Fingerprint::of(&value).to_string(), pinned);
        }
    }

    #[test]
    fn however_the_text_is_written_it_has_one_fingerprint() {
        for length in [0, 5, 1000, 1022, 1023, 1024, 1025, 3000, 5000] {
            let long = "x".repeat(length);
            let numbers: Vec<usize> = (0..length).collect();
            let value = serde_json::json!([1, &long, "y", numbers, &long, 2]);
            let mut whole = SipHasher13::new();
            whole.write(value.to_string().as_bytes());
            assert_eq!(Fingerprint::of(&value).0, whole.finish(), "{length}");
        }
    }

    #[test]
    fn text_form_goes_both_ways() {
        let print = Fingerprint(0x00ab_cdef_0123_4567);
        let text = serde_json::to_string(&print).unwrap();
        assert_eq!(text, "\"00abcdef01234567\"");
        assert_eq!(serde_json::from_str::<Fingerprint>(&text).unwrap(), print);
        assert!(serde_json::from_str::<Fingerprint>("\"xyz\"").is_err());
    }
}
