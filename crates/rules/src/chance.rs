//! Seeded chance: streams of numbers that never change with a dependency.
//!
//! A [`Stream`] is `ChaCha8` keyed by the seed, with the place in the log as its
//! stream number. Bounded numbers and shuffles are our own, over the raw 32-bit
//! words, and their first values are pinned by tests.

use std::fmt;
use std::str::FromStr;

use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use siphasher::sip::SipHasher13;
use std::hash::Hasher;

/// What all chance of a game grows from. A secret: whoever knows it knows every
/// card. Written as text: a plain number, or any words, which are hashed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seed(pub u64);

impl Seed {
    /// The seed that some text stands for: digits are the number itself,
    /// anything else is hashed, so `daily 2031-05-02` is a seed too.
    pub fn from_text(text: &str) -> Self {
        let text = text.trim();
        text.parse().map_or_else(
            |_| {
                let mut hasher = SipHasher13::new();
                hasher.write(text.as_bytes());
                Self(hasher.finish())
            },
            Self,
        )
    }
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl FromStr for Seed {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(Self::from_text(text))
    }
}

/// Seeds are stored as text, because JSON readers lose digits of large numbers.
impl Serialize for Seed {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Seed {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse()
            .map(Seed)
            .map_err(|_| serde::de::Error::custom("a seed is a whole number below 2^64, as text"))
    }
}

/// Numbers drawn in order. The same seed and place always give the same numbers.
#[derive(Clone, Debug)]
pub struct Stream(ChaCha8Rng);

impl Stream {
    /// The stream for one place: usually the number of events applied so far.
    pub fn new(seed: Seed, place: u64) -> Self {
        let mut key = [0_u8; 32];
        key[..8].copy_from_slice(&seed.0.to_le_bytes());
        let mut rng = ChaCha8Rng::from_seed(key);
        rng.set_stream(place);
        Self(rng)
    }

    /// The next raw word.
    pub fn word(&mut self) -> u32 {
        self.0.next_u32()
    }

    /// A number from 0 up to but not including `bound`, each equally likely.
    /// For a bound of 0 or 1 the answer is 0 and nothing is drawn.
    pub fn below(&mut self, bound: u32) -> u32 {
        if bound <= 1 {
            return 0;
        }
        // Words from the incomplete last run of `bound` values are thrown away.
        let spill = (u32::MAX % bound + 1) % bound;
        loop {
            let word = self.word();
            if word <= u32::MAX - spill {
                return word % bound;
            }
        }
    }

    /// Puts the items into an order, every order equally likely (Fisher-Yates
    /// from the end).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let other = self.below(u32::try_from(last + 1).expect("fewer than 2^32 items"));
            items.swap(last, other as usize);
        }
    }

    /// One of the items, each equally likely; nothing if there are none.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        let count = u32::try_from(items.len()).ok()?;
        items.get(self.below(count) as usize)
    }
}
