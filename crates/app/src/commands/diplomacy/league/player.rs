//! A side of the league: a kind of bot, and how long it may think.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use cpu_time::ThreadTime;
use parlour_diplomacy::Step;
use parlour_diplomacy::bot::{Advice, Effort, Kind, Level, Question, advise};

/// A kind of bot, as the command line names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Player {
    kind: Kind,
    /// CPU time for a movement phase; other phases get half of it.
    time: Option<Duration>,
}

/// A search by the clock judges no more than this about one phase.
const MOST_POSITIONS: u64 = 100_000_000;

impl Player {
    /// What it orders, and the CPU time that took.
    pub fn decide(&self, question: &Question<'_>) -> (Advice, Duration) {
        let began = ThreadTime::now();
        let advice = match self.time {
            None => advise(question, self.kind, &mut self.kind.effort()),
            Some(time) => {
                let movement = question.position.phase.step == Step::Movement;
                let time = if movement { time } else { time / 2 };
                let mut stop = || began.elapsed() >= time;
                let mut effort = Effort::until(&mut stop, MOST_POSITIONS);
                advise(question, self.kind, &mut effort)
            }
        };
        (advice, began.elapsed())
    }
}

impl FromStr for Player {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Self> {
        let Some(time) = text.strip_prefix("search:") else {
            let kind = text
                .parse()
                .context("or search:TIME, for instance search:0.5s")?;
            return Ok(Self { kind, time: None });
        };
        let (digits, unit) = match time.strip_suffix("ms") {
            Some(digits) => (digits, 0.001),
            None => (time.strip_suffix('s').unwrap_or(time), 1.0),
        };
        let count: f64 = digits
            .parse()
            .with_context(|| format!("\"{time}\" is no time; it is written 0.5s or 200ms"))?;
        let seconds = count * unit;
        if !(0.001..=3600.0).contains(&seconds) {
            bail!("a search thinks from 1ms to 3600s about a phase");
        }
        Ok(Self {
            kind: Kind::Search(Level::Strong),
            time: Some(Duration::from_secs_f64(seconds)),
        })
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.time {
            None => self.kind.fmt(f),
            Some(time) => write!(f, "search:{}ms", time.as_millis()),
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
