//! A side of the league: a kind of bot, and how long it may think.

#![expect(
    clippy::disallowed_types,
    reason = "seconds are typed with a point, and stored nowhere"
)]

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use super::Clock;
use crate::Step;
use crate::bot::{Advice, Effort, Kind, Level, NotAKind, Question, Weights, advise_by};

/// A kind of bot, or a search by the clock, as the command line names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Player {
    kind: Kind,
    /// CPU time for a movement phase; other phases get half of it.
    time: Option<Duration>,
    /// What a search may judge, if not what its level may.
    positions: Option<u64>,
    /// What a search counts how much.
    weights: Weights,
}

/// A search by the clock judges no more than this about one phase.
const MOST_POSITIONS: u64 = 100_000_000;
/// And thinks no shorter and no longer than this.
const TIMES: std::ops::RangeInclusive<f64> = 0.001..=3600.0;

/// The word names no player.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotAPlayer {
    /// It is neither a kind nor a search by the clock.
    #[error("{0}, and search:TIME, for instance search:0.5s")]
    Kind(#[from] NotAKind),
    /// The time of a search is none.
    #[error("\"{0}\" is no time; it is written 0.5s or 200ms")]
    Time(String),
    /// The time of a search is too short or too long.
    #[error("a search thinks from 1ms to 3600s about a phase, not {0}")]
    Length(String),
}

impl Player {
    /// A search of so many positions a decision that counts by these weights: for
    /// comparisons of weights.
    pub fn search(positions: u64, weights: Weights) -> Self {
        Self {
            positions: Some(positions),
            weights,
            ..Self::from(Kind::Search(Level::Strong))
        }
    }

    /// The same with other weights.
    #[must_use]
    pub fn with(self, weights: Weights) -> Self {
        Self { weights, ..self }
    }

    /// What it counts how much.
    pub(super) fn weights(&self) -> Weights {
        self.weights
    }

    /// What it orders, and the CPU time that took.
    pub fn decide(&self, question: &Question<'_>, clock: Clock<'_>) -> (Advice, Duration) {
        let began = clock();
        let elapsed = || clock().saturating_sub(began);
        let advice = match self.time {
            None => {
                let own = self.positions.map(Effort::positions);
                let mut effort = own.unwrap_or_else(|| self.kind.effort());
                advise_by(question, self.kind, self.weights, &mut effort)
            }
            Some(time) => {
                let movement = question.position.phase.step == Step::Movement;
                let time = if movement { time } else { time / 2 };
                let mut stop = || elapsed() >= time;
                let mut effort = Effort::until(&mut stop, MOST_POSITIONS);
                advise_by(question, self.kind, self.weights, &mut effort)
            }
        };
        (advice, elapsed())
    }
}

impl From<Kind> for Player {
    fn from(kind: Kind) -> Self {
        Self {
            kind,
            time: None,
            positions: None,
            weights: Weights::bundled(),
        }
    }
}

impl FromStr for Player {
    type Err = NotAPlayer;

    fn from_str(text: &str) -> Result<Self, NotAPlayer> {
        let Some(time) = text.strip_prefix("search:") else {
            return Ok(Self::from(text.parse::<Kind>()?));
        };
        let shown = || time.chars().take(20).collect::<String>();
        let (digits, unit) = match time.strip_suffix("ms") {
            Some(digits) => (digits, 0.001),
            None => (time.strip_suffix('s').unwrap_or(time), 1.0),
        };
        let count: f64 = digits.parse().map_err(|_| NotAPlayer::Time(shown()))?;
        let seconds = count * unit;
        if !TIMES.contains(&seconds) {
            return Err(NotAPlayer::Length(shown()));
        }
        Ok(Self {
            time: Some(Duration::from_secs_f64(seconds)),
            ..Self::from(Kind::Search(Level::Strong))
        })
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.time, self.positions) {
            (Some(time), _) => write!(f, "search:{}ms", time.as_millis()),
            (None, Some(count)) => write!(f, "search of {count} positions"),
            (None, None) => self.kind.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_and_times_are_read() {
        for (text, shown) in [
            ("hold", "hold"),
            ("CLUB", "club"),
            ("search:0.5s", "search:500ms"),
            ("search:2s", "search:2000ms"),
            ("search:200ms", "search:200ms"),
        ] {
            assert_eq!(text.parse::<Player>().unwrap().to_string(), shown);
        }
        for text in [
            "",
            "clever",
            "search:",
            "search:-1s",
            "search:inf",
            "search:0s",
        ] {
            assert!(text.parse::<Player>().is_err(), "{text}");
        }
    }
}
