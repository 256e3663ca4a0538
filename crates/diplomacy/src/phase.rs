//! The phases of a year and their names: `S1901M`, `S1901R`, `F1901M`,
//! `F1901R`, `W1901A`. The year has four digits, as other programs write it
//! (`S0001M`); fewer are read too.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Spring, Fall or Winter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Season {
    /// The first moves of a year.
    Spring,
    /// The second; afterwards centres change hands.
    Fall,
    /// Builds and disbands.
    Winter,
}

/// What is ordered in a phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Step {
    /// `M`: moves, holds, supports, convoys.
    Movement,
    /// `R`: dislodged units retreat or disband.
    Retreat,
    /// `A`: builds and disbands.
    Adjustment,
}

/// One phase of one year. Phases are ordered as they are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Phase {
    /// The year, for instance 1901.
    pub year: u16,
    /// The season. Winter has only the adjustment step, and only Winter has it.
    pub season: Season,
    /// The step within the season.
    pub step: Step,
}

impl Phase {
    /// The last year of the calendar: years have at most four digits. Nothing
    /// follows its Winter; a game that gets there is over.
    pub const LAST_YEAR: u16 = 9999;

    /// The movement phase of Spring.
    pub fn spring(year: u16) -> Self {
        Self {
            year,
            season: Season::Spring,
            step: Step::Movement,
        }
    }

    /// The phase that follows if none is skipped; none follows the last Winter of
    /// the calendar.
    #[must_use]
    pub fn following(self) -> Option<Self> {
        if self.season == Season::Winter && self.year >= Self::LAST_YEAR {
            return None;
        }
        let (season, step) = match (self.season, self.step) {
            (Season::Spring, Step::Movement) => (Season::Spring, Step::Retreat),
            (Season::Spring, _) => (Season::Fall, Step::Movement),
            (Season::Fall, Step::Movement) => (Season::Fall, Step::Retreat),
            (Season::Fall, _) => (Season::Winter, Step::Adjustment),
            (Season::Winter, _) => (Season::Spring, Step::Movement),
        };
        Some(Self {
            year: self.year + u16::from(self.season == Season::Winter),
            season,
            step,
        })
    }

    /// In words: `Spring 1901, retreats`.
    pub fn words(self) -> String {
        let season = match self.season {
            Season::Spring => "Spring",
            Season::Fall => "Fall",
            Season::Winter => "Winter",
        };
        let step = match self.step {
            Step::Movement => "movement",
            Step::Retreat => "retreats",
            Step::Adjustment => "adjustments",
        };
        format!("{season} {}, {step}", self.year)
    }
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let season = match self.season {
            Season::Spring => 'S',
            Season::Fall => 'F',
            Season::Winter => 'W',
        };
        let step = match self.step {
            Step::Movement => 'M',
            Step::Retreat => 'R',
            Step::Adjustment => 'A',
        };
        write!(f, "{season}{:04}{step}", self.year)
    }
}

/// The text is not a phase.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "\"{0}\" is no phase; phases are written S1901M, S1901R, F1901M, F1901R, W1901A, and the \
     last is W9999A"
)]
pub struct NotAPhase(String);

impl FromStr for Phase {
    type Err = NotAPhase;

    fn from_str(text: &str) -> Result<Self, NotAPhase> {
        let fault = || NotAPhase(text.chars().take(20).collect());
        let upper = text.trim().to_ascii_uppercase();
        let bytes = upper.as_bytes();
        if bytes.len() < 3 || !upper.is_ascii() {
            return Err(fault());
        }
        let digits = &upper[1..upper.len() - 1];
        if !digits.bytes().all(|byte| byte.is_ascii_digit()) || digits.len() > 4 {
            return Err(fault());
        }
        let year = digits.parse().map_err(|_| fault())?;
        let (season, step) = match (bytes[0], bytes[bytes.len() - 1]) {
            (b'S', b'M') => (Season::Spring, Step::Movement),
            (b'S', b'R') => (Season::Spring, Step::Retreat),
            (b'F', b'M') => (Season::Fall, Step::Movement),
            (b'F', b'R') => (Season::Fall, Step::Retreat),
            (b'W', b'A') => (Season::Winter, Step::Adjustment),
            _ => return Err(fault()),
        };
        Ok(Self { year, season, step })
    }
}

impl Serialize for Phase {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Phase {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?
            .parse()
            .map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_year_has_five_phases_and_their_names_go_both_ways() {
        let mut phase: Phase = "S1901M".parse().unwrap();
        let mut names = Vec::new();
        for _ in 0..6 {
            names.push(phase.to_string());
            assert_eq!(phase.to_string().parse(), Ok(phase));
            let next = phase.following().unwrap();
            assert!(phase < next);
            phase = next;
        }
        assert_eq!(
            names,
            ["S1901M", "S1901R", "F1901M", "F1901R", "W1901A", "S1902M"]
        );
    }

    #[test]
    fn every_phase_of_the_calendar_is_read_back_and_the_last_has_no_next() {
        let mut phase = Phase::spring(0);
        let mut count = 0;
        loop {
            count += 1;
            assert_eq!(phase.to_string().parse(), Ok(phase));
            let stored = serde_json::to_string(&phase).unwrap();
            assert_eq!(serde_json::from_str::<Phase>(&stored).unwrap(), phase);
            let Some(next) = phase.following() else {
                break;
            };
            assert!(phase < next);
            phase = next;
        }
        assert_eq!((count, &*phase.to_string()), (50_000, "W9999A"));
        let refused = "S10000M".parse::<Phase>().unwrap_err().to_string();
        assert!(refused.ends_with("and the last is W9999A"), "{refused}");
    }

    #[test]
    fn year_one_is_written_with_four_digits_and_read_with_any() {
        let first = Phase::spring(1);
        assert_eq!(first.to_string(), "S0001M");
        for text in ["S0001M", "S1M", "s001m"] {
            assert_eq!(text.parse(), Ok(first), "{text}");
        }
    }

    #[test]
    fn other_texts_are_refused() {
        for text in [
            "", "S", "S1901", "W1901M", "S19O1M", "S-901M", "S99999M", "ß1901M",
        ] {
            assert!(text.parse::<Phase>().is_err(), "{text}");
        }
    }
}
