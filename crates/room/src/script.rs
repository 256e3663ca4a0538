//! A whole session from a file: one command on a line.
//!
//! ```text
//! # comment
//! new movement=24h bots=hold       lines before the first /as are the game master's
//! start
//! /as England                      takes that seat; /as gm is the game master again
//! order F Lon-NTH
//! expect-refused order F Lon-Mos   stops the script if it is accepted
//! ready
//! advance 25h                      moves the script's clock
//! ```
//!
//! A slash in front of any line is ignored. A refusal does not stop a script. The
//! powers that a script plays anywhere are seated by a plain `start`, so that it
//! may stand before them.

use std::sync::Arc;

use jiff::civil::Date;
use parlour_diplomacy::game::Diplomacy;
use parlour_host::journal::{JournalError, MemoryJournal};
use parlour_host::table::TableId;
use parlour_host::{Clock, Host, ManualClock, Registry, SeededEntropy, Time, wait};
use parlour_rules::{Rules, Seed};

use crate::local::{Course, Ear, Local, Outcome, Said};
use crate::talk::Body;
use crate::words::{OrderVerb, Words, WordsError};
use crate::{Room, Span, phrase, read};

/// The window of a script's game.
const WINDOW: &str = "script";

/// The most time that one line may let pass strikes this often at most.
const MOST_STRIKES: usize = 100_000;

/// How a script ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    /// At the end of the file.
    Complete,
    /// A line was accepted that should have been refused.
    Accepted {
        /// Its number, from 1.
        line: usize,
        /// The words.
        words: String,
    },
}

/// A session that reads lines.
pub struct Script {
    local: Local,
    clock: Arc<ManualClock>,
    /// Powers that the script plays somewhere.
    played: Vec<String>,
    /// The verb of the last orders, for lines that leave it out.
    ordering: Option<OrderVerb>,
}

impl Script {
    /// A session in memory whose clock shows this moment. The same moment, seed
    /// and lines give the same words.
    pub fn new(begin: Time, seed: u64) -> Self {
        let mut registry = Registry::new();
        Room::prepare(&mut registry);
        let clock = Arc::new(ManualClock::at(begin));
        let entropy = Arc::new(SeededEntropy::new(Seed(seed)));
        let journal = Arc::new(MemoryJournal::new());
        let host = Host::new(registry, journal, clock.clone(), entropy.clone());
        let room = Arc::new(Room::new(Arc::new(host), entropy));
        Self {
            local: Local::new(room, WINDOW),
            clock,
            played: Vec::new(),
            ordering: None,
        }
    }

    /// The table that was played at last.
    pub fn table(&self) -> Result<Option<TableId>, JournalError> {
        self.local.table()
    }

    /// The host beneath.
    pub fn host(&self) -> &Arc<Host> {
        self.local.room().host()
    }

    /// The name of the game that scripts play, as the host knows it.
    pub const GAME: &'static str = Diplomacy::NAME;

    /// Runs a whole text; everything that is said goes to `out` as it is said.
    pub fn run(&mut self, text: &str, mut out: impl FnMut(&Said)) -> Result<Ended, JournalError> {
        // Some editors write a mark before the first letter.
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        self.played = text.lines().filter_map(|line| played(bare(line))).collect();
        for (number, line) in (1..).zip(text.lines()) {
            let line = bare(line);
            if line.is_empty() {
                continue;
            }
            let (refusal_expected, words) = match word(line, "expect-refused") {
                Some(rest) => (true, rest),
                None => (false, line),
            };
            let outcome = self.line(words, refusal_expected)?;
            outcome.said.iter().for_each(&mut out);
            if refusal_expected && outcome.refused.is_none() {
                return Ok(Ended::Accepted {
                    line: number,
                    words: words.to_owned(),
                });
            }
        }
        Ok(Ended::Complete)
    }

    fn line(&mut self, line: &str, strictly: bool) -> Result<Outcome, JournalError> {
        if let Some(power) = word(line, "as") {
            return self.local.take(power);
        }
        if let Some(span) = word(line, "advance") {
            return self.advance(span);
        }
        if word(line, "start").is_some_and(str::is_empty)
            && !strictly
            && let Some(id) = self.local.table()?
            && self.local.course()? == Course::Open
        {
            for power in self.played.clone() {
                // Whoever is no power on this map is told so when the line comes.
                let _ = self.local.seat(&id, &power);
            }
        }
        if let Some(verb) = self.ordering.filter(|_| is_bare_order(line)) {
            return self.local.say(&format!("{} {line}", verb.word()));
        }
        self.ordering = match read(line) {
            Ok(Words::Order(lines)) => lines.last().map(|line| match line.verb {
                // What follows a build that is given up is built.
                OrderVerb::Waive => OrderVerb::Build,
                verb => verb,
            }),
            _ => None,
        };
        self.local.say(line)
    }

    /// Lets time pass, with everything that happens on the way.
    fn advance(&mut self, text: &str) -> Result<Outcome, JournalError> {
        let Ok(span) = text.parse::<Span>() else {
            return Ok(Outcome {
                said: vec![Said {
                    to: Ear::Public,
                    body: Body::Text(format!(
                        "`advance {}` is not understood: say for instance `advance 13h`.",
                        crate::settings::shortened(text)
                    )),
                }],
                refused: Some("misused_word"),
            });
        };
        let end = self.clock.now().after(span.seconds() as u64 * 1000);
        if !is_on_the_calendar(end) {
            let words = String::from("The clock of a script ends with the year 8999.");
            return Ok(Outcome {
                said: vec![Said {
                    to: Ear::Public,
                    body: Body::Text(words),
                }],
                refused: Some("too_far"),
            });
        }
        let room = Arc::clone(self.local.room());
        let mut said = Vec::new();
        for _ in 0..MOST_STRIKES {
            let next = wait(room.host().next_due());
            let next = next.ok().flatten().filter(|due| *due <= end);
            let Some(next) = next else { break };
            self.wait_until(next);
            wait(room.tick())?;
            said.extend(self.local.news()?);
        }
        self.wait_until(end);
        Ok(Outcome {
            said,
            refused: None,
        })
    }

    fn wait_until(&self, moment: Time) {
        self.clock.advance(moment.since(self.clock.now()));
    }
}

/// A line without its slash, comment and blanks.
fn bare(line: &str) -> &str {
    let line = line.split('#').next().unwrap_or_default().trim();
    line.strip_prefix('/').unwrap_or(line).trim()
}

/// What follows a word, if the line begins with it.
fn word<'l>(line: &'l str, word: &str) -> Option<&'l str> {
    let line = line.strip_prefix('/').unwrap_or(line);
    let end = line.find(char::is_whitespace).unwrap_or(line.len());
    let fits = line[..end].eq_ignore_ascii_case(word);
    fits.then(|| line[end..].trim())
}

/// The power that a line takes.
fn played(line: &str) -> Option<String> {
    let power = word(line, "as")?;
    (!power.eq_ignore_ascii_case("gm") && !power.is_empty()).then(|| power.to_owned())
}

/// An order without its verb: `A Bud-Ser`.
fn is_bare_order(line: &str) -> bool {
    let first = line
        .split_whitespace()
        .next()
        .unwrap_or_default()
        .to_lowercase();
    matches!(first.as_str(), "a" | "f" | "army" | "fleet")
        && matches!(read(line), Err(WordsError::UnknownVerb { .. }))
}

/// A moment as people write it for a script's clock: `2031-05-01` or
/// `2031-05-01T18:00`, in UTC, before the year 9000.
pub fn moment(text: &str) -> Option<Time> {
    let moment = text
        .parse::<jiff::civil::DateTime>()
        .or_else(|_| text.parse::<Date>().map(|date| date.at(0, 0, 0, 0)))
        .ok()?
        .to_zoned(jiff::tz::TimeZone::UTC)
        .ok()?;
    Some(phrase::host_time(moment.timestamp())).filter(|it| is_on_the_calendar(*it))
}

/// Whether a script's clock may show this moment: deadlines far beyond it must still
/// have a date.
fn is_on_the_calendar(moment: Time) -> bool {
    let utc = phrase::timestamp(moment).to_zoned(jiff::tz::TimeZone::UTC);
    utc.year() < 9000
}

/// What is said, as lines with `[public]` or `[POWER]` in front.
pub fn lines(said: &Said) -> Vec<String> {
    let who = match &said.to {
        Ear::Public => "public",
        Ear::Private(power) => power,
    };
    let text = match &said.body {
        Body::Text(text) => text.clone(),
        Body::Picture(sketch) => format!("(picture {}: {})", sketch.file_name(), sketch.caption),
        Body::File { name, bytes } => format!("(file {name}, {} bytes)", bytes.len()),
    };
    text.lines().map(|line| format!("[{who}] {line}")).collect()
}

#[cfg(test)]
mod tests;
