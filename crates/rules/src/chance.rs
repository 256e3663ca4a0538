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

    /// How many raw words were drawn so far. With [`Stream::resume`] this is how
    /// a stream is stored.
    pub fn drawn(&self) -> u64 {
        u64::try_from(self.0.get_word_pos()).unwrap_or(u64::MAX)
    }

    /// The stream for one place, as it is after `drawn` raw words.
    pub fn resume(seed: Seed, place: u64, drawn: u64) -> Self {
        let mut stream = Self::new(seed, place);
        stream.0.set_word_pos(drawn.into());
        stream
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

#[cfg(test)]
mod tests {
    use super::*;

    fn stream(seed: u64, place: u64) -> Stream {
        Stream::new(Seed(seed), place)
    }

    #[test]
    fn a_stored_stream_goes_on_where_it_was() {
        for drawn in [0, 1, 15, 16, 17, 63, 64, 65, 300] {
            let mut through = stream(5, 9);
            for _ in 0..drawn {
                through.word();
            }
            assert_eq!(through.drawn(), drawn);
            let mut resumed = Stream::resume(Seed(5), 9, drawn);
            assert_eq!(resumed.drawn(), drawn);
            for _ in 0..100 {
                assert_eq!(resumed.word(), through.word());
            }
        }
    }

    /// The vectors come from a second implementation, written from the cipher's
    /// description; the first agrees with the published `ChaCha8` key stream.
    #[test]
    fn raw_words_are_pinned() {
        let pinned: [((u64, u64), [u32; 4]); 5] = [
            ((0, 0), [0x2fef_003e, 0xd640_5f89, 0xe8b8_5b7f, 0xa1a5_091f]),
            ((1, 0), [0xa0e9_5ecf, 0x61a9_4a49, 0xedd5_053e, 0x4b80_5b72]),
            ((0, 1), [0xb34b_8f2b, 0xca06_8379, 0x7cd4_3051, 0xd14e_8d4f]),
            (
                (42, 7),
                [0xa26c_4769, 0x2f88_af39, 0xcf88_bf9f, 0x9492_74b8],
            ),
            (
                (u64::MAX, u64::MAX),
                [0x568f_f132, 0xf89e_7f57, 0x9bfb_c29d, 0x3b69_5aaa],
            ),
        ];
        for ((seed, place), words) in pinned {
            let mut stream = stream(seed, place);
            assert_eq!(words.map(|_| stream.word()), words, "{seed} at {place}");
        }
    }

    #[test]
    fn words_go_on_over_the_end_of_a_block() {
        let mut stream = stream(42, 7);
        let words: Vec<u32> = (0..18).map(|_| stream.word()).collect();
        assert_eq!(words[15..], [0xa107_38b1, 0x1ac3_1114, 0xd6ec_994d]);
    }

    #[test]
    fn bounded_numbers_are_pinned() {
        let drawn = |seed, place, bound, count: usize| -> Vec<u32> {
            let mut stream = stream(seed, place);
            (0..count).map(|_| stream.below(bound)).collect()
        };
        assert_eq!(
            drawn(42, 7, 6, 20),
            [5, 1, 3, 0, 5, 5, 4, 2, 2, 5, 5, 1, 4, 1, 1, 5, 0, 5, 1, 2]
        );
        assert_eq!(
            drawn(42, 7, 52, 10),
            [21, 33, 23, 20, 51, 27, 22, 0, 42, 11]
        );
        // The second word, 3190034952, is above the bound and thrown away.
        assert_eq!(
            drawn(3, 0, 3_000_000_000, 5),
            [
                180_435_499,
                1_921_281_559,
                1_766_805_359,
                1_213_062_804,
                2_882_773_647
            ]
        );
    }

    #[test]
    fn a_bound_of_nothing_or_one_draws_no_word() {
        let mut drawn = stream(9, 9);
        assert_eq!((drawn.below(0), drawn.below(1)), (0, 0));
        assert_eq!(drawn.word(), stream(9, 9).word());
    }

    #[test]
    fn every_value_below_the_bound_is_equally_likely() {
        // For a bound b, each value has exactly floor(2^32 / b) words.
        for bound in [2_u32, 3, 6, 7, 52, 1 << 31, u32::MAX] {
            let spill = (u32::MAX % bound + 1) % bound;
            let kept = (1_u64 << 32) - u64::from(spill);
            assert_eq!(kept % u64::from(bound), 0, "bound {bound}");
        }
    }

    #[test]
    fn shuffles_are_pinned() {
        let mut ten: Vec<u32> = (0..10).collect();
        stream(42, 7).shuffle(&mut ten);
        assert_eq!(ten, [8, 0, 6, 2, 4, 5, 3, 7, 9, 1]);

        let mut deck: Vec<u32> = (0..52).collect();
        stream(1, 0).shuffle(&mut deck);
        assert_eq!(
            deck,
            [
                10, 20, 44, 17, 32, 0, 23, 8, 6, 1, 33, 12, 13, 29, 7, 25, 30, 24, 50, 26, 37, 15,
                41, 38, 9, 36, 3, 46, 18, 34, 16, 45, 42, 35, 51, 48, 31, 22, 39, 28, 43, 47, 19,
                40, 11, 14, 21, 49, 4, 2, 5, 27
            ]
        );
    }

    #[test]
    fn nothing_is_picked_from_nothing() {
        assert_eq!(stream(0, 0).pick::<u8>(&[]), None);
        assert_eq!(stream(0, 0).pick(&[7]), Some(&7));
        assert_eq!(stream(42, 7).pick(&[0, 1, 2, 3, 4, 5]), Some(&5));
    }

    #[test]
    fn words_stand_for_seeds_and_digits_for_themselves() {
        assert_eq!(Seed::from_text(" 17 "), Seed(17));
        assert_eq!(
            Seed::from_text("daily 2031-05-02"),
            Seed(1_235_853_935_849_098_724)
        );
        assert_eq!(
            serde_json::to_string(&Seed(u64::MAX)).unwrap(),
            "\"18446744073709551615\""
        );
        assert_eq!(
            serde_json::from_str::<Seed>("\"18446744073709551615\"").unwrap(),
            Seed(u64::MAX)
        );
        for wrong in ["17", "\"-1\"", "\"18446744073709551616\"", "\"\""] {
            assert!(serde_json::from_str::<Seed>(wrong).is_err(), "{wrong}");
        }
    }
}
