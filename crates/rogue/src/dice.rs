//! Dice as text: `2d6+3`, `d20`, `-1`.
//!
//! ```text
//! dice     = [count] "d" sides [("+" | "-") number] | ["+" | "-"] number
//! count    = number, at most 10000; absent: 1
//! sides    = number, 1 to 1000000
//! number   = digits; a modifier is at most 1000000000 either way
//! ```
//!
//! No spaces, no capitals, one term. A plain number always rolls itself.

use std::fmt;
use std::str::FromStr;

use parlour_rules::Stream;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Dice that can be rolled: so many, with so many sides, plus a modifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Dice {
    count: u32,
    sides: u32,
    modifier: i64,
}

impl Dice {
    /// The most dice one text may ask for.
    pub const MAX_COUNT: u32 = 10_000;
    /// The most sides a die may have.
    pub const MAX_SIDES: u32 = 1_000_000;
    /// The largest modifier, either way.
    pub const MAX_MODIFIER: i64 = 1_000_000_000;

    /// `count` dice of `sides` sides plus `modifier`; nothing if a number is out
    /// of bounds. A die has at least one side.
    pub const fn new(count: u32, sides: u32, modifier: i64) -> Option<Self> {
        if count > Self::MAX_COUNT
            || sides == 0
            || sides > Self::MAX_SIDES
            || modifier > Self::MAX_MODIFIER
            || modifier < -Self::MAX_MODIFIER
        {
            return None;
        }
        Some(Self {
            count,
            sides,
            modifier,
        })
    }

    /// No dice, only a number.
    pub const fn constant(number: i64) -> Option<Self> {
        if number > Self::MAX_MODIFIER || number < -Self::MAX_MODIFIER {
            return None;
        }
        Some(Self {
            count: 0,
            sides: 0,
            modifier: number,
        })
    }

    /// How many dice.
    pub const fn count(self) -> u32 {
        self.count
    }

    /// How many sides each has; 0 for a plain number.
    pub const fn sides(self) -> u32 {
        self.sides
    }

    /// What is added to the dice.
    pub const fn modifier(self) -> i64 {
        self.modifier
    }

    /// The smallest total.
    pub const fn least(self) -> i64 {
        self.count as i64 + self.modifier
    }

    /// The largest total.
    pub const fn most(self) -> i64 {
        self.count as i64 * self.sides as i64 + self.modifier
    }

    /// Rolls and adds up.
    pub fn roll(self, chance: &mut Stream) -> i64 {
        let mut total = self.modifier;
        for _ in 0..self.count {
            total += i64::from(chance.below(self.sides)) + 1;
        }
        total
    }

    /// Rolls and shows every die.
    pub fn roll_detail(self, chance: &mut Stream) -> Roll {
        let rolls: Vec<u32> = (0..self.count)
            .map(|_| chance.below(self.sides) + 1)
            .collect();
        let total = rolls.iter().map(|&die| i64::from(die)).sum::<i64>() + self.modifier;
        Roll {
            rolls,
            modifier: self.modifier,
            total,
        }
    }
}

/// One throw, die by die.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Roll {
    /// Each die as it fell.
    pub rolls: Vec<u32>,
    /// What was added.
    pub modifier: i64,
    /// The sum.
    pub total: i64,
}

/// A text that is not dice.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text:?} is not dice like 2d6+3, d20 or 5 ({reason})")]
pub struct NotDice {
    text: String,
    reason: &'static str,
}

impl FromStr for Dice {
    type Err = NotDice;

    fn from_str(text: &str) -> Result<Self, NotDice> {
        parse(text).map_err(|reason| NotDice {
            text: text.chars().take(40).collect(),
            reason,
        })
    }
}

fn parse(text: &str) -> Result<Dice, &'static str> {
    let Some((count, rest)) = text.split_once('d') else {
        return Dice::constant(signed(text)?).ok_or("the number is too large");
    };
    let count = match count {
        "" => 1,
        digits => number(digits)?,
    };
    let cut = rest.find(['+', '-']).unwrap_or(rest.len());
    let (sides, modifier) = rest.split_at(cut);
    let sides = number(sides)?;
    let modifier = if modifier.is_empty() {
        0
    } else {
        signed(modifier)?
    };
    if sides == 0 {
        return Err("a die has at least one side");
    }
    let small = |number: i64| u32::try_from(number).unwrap_or(u32::MAX);
    Dice::new(small(count), small(sides), modifier).ok_or("a number is too large")
}

fn signed(text: &str) -> Result<i64, &'static str> {
    match text.strip_prefix('-') {
        Some(digits) => Ok(-number(digits)?),
        None => number(text.strip_prefix('+').unwrap_or(text)),
    }
}

fn number(digits: &str) -> Result<i64, &'static str> {
    if digits.is_empty() {
        return Err("a number is missing");
    }
    if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err("something is not a digit");
    }
    // Fifteen digits are far above every bound and far below overflow.
    let significant = digits.trim_start_matches('0');
    if significant.len() > 15 {
        return Err("a number is too large");
    }
    Ok(significant.parse().unwrap_or(0))
}

impl fmt::Display for Dice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.sides == 0 {
            return write!(f, "{}", self.modifier);
        }
        write!(f, "{}d{}", self.count, self.sides)?;
        if self.modifier == 0 {
            Ok(())
        } else {
            write!(f, "{:+}", self.modifier)
        }
    }
}

impl Serialize for Dice {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Dice {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_rules::Seed;
    use proptest::prelude::*;

    fn dice(text: &str) -> Dice {
        text.parse().unwrap()
    }

    #[test]
    fn y117_dice_texts_are_read() {
        for (text, count, sides, modifier) in [
            ("2d6", 2, 6, 0),
            ("2d6+3", 2, 6, 3),
            ("3d8-2", 3, 8, -2),
            ("d20", 1, 20, 0),
            ("d4+1", 1, 4, 1),
            ("5", 0, 0, 5),
            ("-3", 0, 0, -3),
            ("+7", 0, 0, 7),
            ("0d6", 0, 6, 0),
        ] {
            let dice = dice(text);
            assert_eq!(
                (dice.count(), dice.sides(), dice.modifier()),
                (count, sides, modifier),
                "{text}"
            );
        }
    }

    #[test]
    fn y118_broken_dice_texts_are_refused() {
        for text in [
            "", "abc", "d", "2d", "2d6+", "2d6 + 1", "2D6", "2d6+1d4", "d6d6", "--3", "+-3",
            "1d-6", "-1d6", "٣d6", "2d6+3+1", " 5", "5 ", "1e3", "2d6.5",
        ] {
            assert!(text.parse::<Dice>().is_err(), "{text:?}");
        }
    }

    #[test]
    fn fault_11_no_die_without_sides_and_no_overflow() {
        for text in [
            "2d0",
            "0d0",
            "99999999999999999999d6",
            "10001d6",
            "1d1000001",
            "1d6+1000000001",
            "99999999999999999999",
        ] {
            assert!(text.parse::<Dice>().is_err(), "{text}");
        }
        let most = dice("10000d1000000+1000000000");
        assert_eq!(most.most(), 11_000_000_000);
        let mut chance = Stream::new(Seed(1), 0);
        assert!(most.roll(&mut chance) <= most.most());
    }

    #[test]
    fn y119_totals_stay_in_range_and_reach_both_ends() {
        let mut chance = Stream::new(Seed(7), 0);
        for text in ["5", "-3", "1d1", "0d6", "3d1+4"] {
            let dice = dice(text);
            for _ in 0..100 {
                assert_eq!(dice.roll(&mut chance), dice.least());
            }
            assert_eq!(dice.least(), dice.most());
        }
        let two = dice("2d6+3");
        let totals: Vec<i64> = (0..2000).map(|_| two.roll(&mut chance)).collect();
        assert_eq!(totals.iter().min(), Some(&5));
        assert_eq!(totals.iter().max(), Some(&15));
    }

    #[test]
    fn y120_detail_shows_each_die_modifier_and_total() {
        let mut chance = Stream::new(Seed(3), 0);
        for _ in 0..100 {
            let roll = dice("4d6-2").roll_detail(&mut chance);
            assert_eq!(roll.rolls.len(), 4);
            assert!(roll.rolls.iter().all(|die| (1..=6).contains(die)));
            assert_eq!(roll.modifier, -2);
            assert_eq!(
                roll.total,
                roll.rolls.iter().map(|&die| i64::from(die)).sum::<i64>() - 2
            );
        }
        // Dice already read are rolled like their text.
        let (mut one, mut two) = (Stream::new(Seed(9), 0), Stream::new(Seed(9), 0));
        assert_eq!(
            Dice::new(3, 6, 1).unwrap().roll(&mut one),
            dice("3d6+1").roll_detail(&mut two).total
        );
    }

    proptest! {
        #[test]
        fn any_text_is_dice_or_an_error(text in ".{0,20}") {
            let _ = text.parse::<Dice>();
        }

        #[test]
        fn near_dice_are_dice_or_an_error(text in "[0-9d+-]{0,12}") {
            if let Ok(dice) = text.parse::<Dice>() {
                prop_assert!(dice.least() <= dice.most());
            }
        }

        #[test]
        fn printing_and_reading_are_inverse(count in 0u32..=10_000, sides in 1u32..=1_000_000, modifier in -1_000_000_000i64..=1_000_000_000) {
            let dice = Dice::new(count, sides, modifier).unwrap();
            prop_assert_eq!(dice.to_string().parse::<Dice>().unwrap(), dice);
            let constant = Dice::constant(modifier).unwrap();
            prop_assert_eq!(constant.to_string().parse::<Dice>().unwrap(), constant);
        }
    }
}
