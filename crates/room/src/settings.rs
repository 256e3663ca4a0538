//! What a table agrees on before it starts, written as `key=value`.
//!
//! | key | values | meaning |
//! | --- | --- | --- |
//! | `map` | a map's name | the board that is played |
//! | `movement`, `retreats`, `builds` | `24h`, `2d`, … | how long such a phase lasts |
//! | `hour` | `18:00` or `none` | the hour of day at which phases end |
//! | `zone` | `Europe/Berlin` | the time zone of the table |
//! | `weekends` | `play`, `skip` | whether phases end on Saturday and Sunday |
//! | `grace` | `0h`, `6h`, … | how long a missing order is waited for, once a phase |
//! | `misses` | 1 to 9 | missed phases in a row that make a power go into civil disorder |
//! | `remind` | `25%` or `none` | the share of the phase left when a reminder goes out |
//! | `bots` | `none`, `hold`, `random`, `greedy`, `dumb`, `easy`, `club`, `strong` | who takes the powers nobody joined |
//! | `draws` | `dias`, `any` | draws include all survivors, or any agreed group |
//! | `press` | `none`, `public`, `full`, `open-at-end` | what players may say to each other; the last is opened to all when the game is over |
//! | `names` | `open`, `hidden` | whether it is told who plays what |
//! | `preset` | `gunboat` | several at once; what is said after it holds: `press=none names=hidden` |
//! | rule keys | see the rules of the judge | `via`, `paradox`, `convoy`, … |

mod values;

use std::fmt;
use std::str::FromStr;

use jiff::civil::Time;
use jiff::tz::TimeZone;
use parlour_diplomacy::bot::Kind;

use crate::Span;
use crate::schedule::Calendar;
use values::{bad, choice, hour, phase_length, plain_word, remind, zone};

/// Who takes the powers that nobody joined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fill {
    /// Nobody: the game starts only when every power is taken.
    #[default]
    None,
    /// Bots of this kind.
    Bots(Kind),
}

impl Fill {
    /// The kind of bot; nothing if nobody fills up.
    pub(crate) fn kind(self) -> Option<&'static str> {
        match self {
            Self::None => None,
            Self::Bots(kind) => Some(kind.word()),
        }
    }
}

/// Who shares in a draw.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Draws {
    /// Every survivor ("draws include all survivors").
    #[default]
    Dias,
    /// Any group that all survivors agree on.
    Any,
}

/// What players may say to each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PressRule {
    /// Nothing.
    None,
    /// Only what everybody hears.
    Public,
    /// Whatever they like.
    #[default]
    Full,
    /// The same, and when the game is over everybody may read it.
    OpenAtEnd,
}

impl PressRule {
    const ALL: [(&'static str, Self); 4] = [
        ("none", Self::None),
        ("public", Self::Public),
        ("full", Self::Full),
        ("open-at-end", Self::OpenAtEnd),
    ];

    fn named(word: &str) -> Option<Self> {
        let mut all = Self::ALL.into_iter();
        all.find(|(name, _)| *name == word).map(|(_, rule)| rule)
    }

    pub(crate) fn word(self) -> &'static str {
        let mut all = Self::ALL.into_iter();
        all.find(|(_, rule)| *rule == self)
            .map_or("full", |(name, _)| name)
    }
}

/// The agreed settings of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The name of the map.
    pub map: String,
    /// Length of a movement phase.
    pub movement: Span,
    /// Length of a retreat phase.
    pub retreats: Span,
    /// Length of an adjustment phase.
    pub builds: Span,
    /// The hour of day at which phases end.
    pub hour: Option<Time>,
    /// The table's zone, by its name in the time zone database.
    pub zone: String,
    /// Whether no phase ends on a weekend.
    pub skip_weekends: bool,
    /// How long the clock waits once more for missing orders.
    pub grace: Span,
    /// Misses in a row before civil disorder.
    pub misses: u8,
    /// Hundredths of the phase left at which the reminder goes out.
    pub remind: Option<u8>,
    /// Who takes empty powers.
    pub bots: Fill,
    /// Who shares in draws.
    pub draws: Draws,
    /// What players may say to each other.
    pub press: PressRule,
    /// Whether nobody is told who plays what.
    pub hidden_names: bool,
    /// Rule choices in the judge's own words, in the order they were given.
    pub rules: Vec<(String, String)>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            map: String::from("standard"),
            movement: Span::from_hours(24),
            retreats: Span::from_hours(12),
            builds: Span::from_hours(12),
            hour: None,
            zone: String::from("UTC"),
            skip_weekends: false,
            grace: Span::from_hours(0),
            misses: 2,
            remind: Some(25),
            bots: Fill::None,
            draws: Draws::Dias,
            press: PressRule::Full,
            hidden_names: false,
            rules: Vec::new(),
        }
    }
}

/// Why a setting is not accepted: the key, the value and what is accepted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SettingError {
    /// Not of the form `key=value`.
    #[error("`{word}` is not a setting; settings are written key=value, for instance movement=48h")]
    NotASetting {
        /// The offending word, shortened.
        word: String,
    },
    /// No such key.
    #[error("there is no setting `{key}`; there are {}", [OWN_KEYS, RULE_KEYS].concat().join(", "))]
    UnknownKey {
        /// The offending key, shortened.
        key: String,
    },
    /// A key that was given before.
    #[error("{key} is given twice")]
    Twice {
        /// The key, shortened.
        key: String,
    },
    /// The key does not take this value.
    #[error("{key} is not `{value}`: it takes {takes}")]
    BadValue {
        /// The key.
        key: &'static str,
        /// The offending value, shortened.
        value: String,
        /// What would be accepted, in words.
        takes: &'static str,
    },
}

/// Every key of our own.
const OWN_KEYS: &[&str] = &[
    "map", "movement", "retreats", "builds", "hour", "zone", "weekends", "grace", "misses",
    "remind", "bots", "draws", "press", "names", "preset",
];

/// The keys that are handed to the judge as they are.
const RULE_KEYS: &[&str] = &[
    "edition",
    "paradox",
    "convoy",
    "via",
    "disband",
    "routes",
    "cut_from",
    "dislodged_bounce",
    "convoy_retreat",
    "text",
];

/// Whether there is a setting of this name.
pub(crate) fn is_a_setting(key: &str) -> bool {
    OWN_KEYS.contains(&key) || RULE_KEYS.contains(&key)
}

impl Settings {
    /// Changes one setting, written `key=value`. Refused settings change nothing.
    pub fn set(&mut self, word: &str) -> Result<(), SettingError> {
        // Whoever lists settings may part them by commas as well.
        let word = word.trim_end_matches(',');
        let Some((key, value)) = word.split_once('=') else {
            return Err(SettingError::NotASetting {
                word: shortened(word),
            });
        };
        let (key, value) = (key.trim().to_lowercase(), value.trim());
        match key.as_str() {
            "map" => self.map = plain_word("map", value, "the name of a map")?,
            "movement" => self.movement = phase_length("movement", value)?,
            "retreats" => self.retreats = phase_length("retreats", value)?,
            "builds" => self.builds = phase_length("builds", value)?,
            "hour" => self.hour = hour(value)?,
            "zone" => self.zone = zone(value)?,
            "weekends" => {
                self.skip_weekends =
                    choice("weekends", value, "play or skip", |word| match word {
                        "play" => Some(false),
                        "skip" => Some(true),
                        _ => None,
                    })?;
            }
            "grace" => {
                self.grace = value
                    .parse()
                    .map_err(|_| bad("grace", value, "a time like 6h"))?;
            }
            "misses" => {
                self.misses = choice("misses", value, "a number from 1 to 9", |word| {
                    word.parse().ok().filter(|count| (1..=9).contains(count))
                })?;
            }
            "remind" => self.remind = remind(value)?,
            "bots" => {
                let takes = "none, hold, random, greedy, dumb, easy, club or strong";
                self.bots = choice("bots", value, takes, |word| match word {
                    "none" => Some(Fill::None),
                    word => word.parse().ok().map(Fill::Bots),
                })?;
            }
            "draws" => {
                self.draws = choice("draws", value, "dias or any", |word| match word {
                    "dias" => Some(Draws::Dias),
                    "any" => Some(Draws::Any),
                    _ => None,
                })?;
            }
            "press" => {
                let takes = "none, public, full or open-at-end";
                self.press = choice("press", value, takes, PressRule::named)?;
            }
            "names" => {
                self.hidden_names = choice("names", value, "open or hidden", |word| match word {
                    "open" => Some(false),
                    "hidden" => Some(true),
                    _ => None,
                })?;
            }
            "preset" => {
                choice("preset", value, "gunboat", |word| {
                    (word == "gunboat").then_some(())
                })?;
                self.press = PressRule::None;
                self.hidden_names = true;
            }
            rule => {
                let Some(&rule) = RULE_KEYS.iter().find(|&&known| known == rule) else {
                    return Err(SettingError::UnknownKey {
                        key: shortened(&key),
                    });
                };
                let value = plain_word(rule, value, "a word of the judge's rule choices")?;
                self.rules.retain(|(known, _)| known != rule);
                self.rules.push((rule.to_string(), value));
            }
        }
        Ok(())
    }

    /// Changes several settings, or none of them if one is refused or given twice.
    pub fn set_all<'a>(
        &mut self,
        words: impl IntoIterator<Item = &'a str>,
    ) -> Result<(), SettingError> {
        let mut changed = self.clone();
        let mut given = Vec::new();
        for word in words {
            changed.set(word)?;
            let key = word.split('=').next().unwrap_or_default();
            let key = key.trim().to_lowercase();
            if given.contains(&key) {
                return Err(SettingError::Twice {
                    key: shortened(&key),
                });
            }
            given.push(key);
        }
        *self = changed;
        Ok(())
    }

    /// The calendar these settings stand for.
    pub fn calendar(&self) -> Calendar {
        Calendar {
            // The zone was checked when it was set; a database that has lost it
            // since falls back to UTC.
            zone: TimeZone::get(&self.zone).unwrap_or(TimeZone::UTC),
            hour: self.hour,
            skip_weekends: self.skip_weekends,
        }
    }
}

impl FromStr for Settings {
    type Err = SettingError;

    fn from_str(text: &str) -> Result<Self, SettingError> {
        let mut settings = Self::default();
        settings.set_all(text.split_whitespace())?;
        Ok(settings)
    }
}

/// Every setting as `key=value`, in the order of the table above.
impl fmt::Display for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "map={} movement={} retreats={} builds={} ",
            self.map, self.movement, self.retreats, self.builds
        )?;
        match self.hour {
            Some(hour) => write!(f, "hour={:02}:{:02} ", hour.hour(), hour.minute())?,
            None => f.write_str("hour=none ")?,
        }
        let weekends = if self.skip_weekends { "skip" } else { "play" };
        write!(
            f,
            "zone={} weekends={weekends} grace={} misses={} ",
            self.zone, self.grace, self.misses
        )?;
        match self.remind {
            Some(share) => write!(f, "remind={share}% ")?,
            None => f.write_str("remind=none ")?,
        }
        let bots = self.bots.kind().unwrap_or("none");
        let draws = match self.draws {
            Draws::Dias => "dias",
            Draws::Any => "any",
        };
        let names = if self.hidden_names { "hidden" } else { "open" };
        let press = self.press.word();
        write!(f, "bots={bots} draws={draws} press={press} names={names}")?;
        for (key, value) in &self.rules {
            write!(f, " {key}={value}")?;
        }
        Ok(())
    }
}

/// A word as an answer may repeat it: short, and nothing but printable letters.
pub(crate) fn shortened(word: &str) -> String {
    let mut short: String = word
        .chars()
        .filter(|letter| {
            letter.is_alphanumeric() || letter.is_ascii_punctuation() || *letter == ' '
        })
        .take(24)
        .collect();
    if word.chars().count() > 24 {
        short.push('…');
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_are_those_of_the_language() {
        assert_eq!(
            Settings::default().to_string(),
            "map=standard movement=24h retreats=12h builds=12h hour=none zone=UTC weekends=play \
             grace=0h misses=2 remind=25% bots=none draws=dias press=full names=open"
        );
    }

    #[test]
    fn settings_are_read_as_they_are_printed() {
        let text = "map=duel movement=36h retreats=6h builds=90m hour=18:00 zone=Europe/Berlin \
                    weekends=skip grace=6h misses=3 remind=10% bots=greedy draws=any \
                    press=open-at-end names=hidden via=land-fallback paradox=all-hold";
        let settings: Settings = text.parse().unwrap();
        let again: Settings = settings.to_string().parse().unwrap();
        assert_eq!(again, settings);
        let listed: Settings = text.replace(' ', ", ").parse().unwrap();
        assert_eq!(listed, settings);
        assert_eq!(settings.hour, Some(Time::constant(18, 0, 0, 0)));
        assert_eq!(settings.rules[1], ("paradox".into(), "all-hold".into()));
    }

    #[test]
    fn gunboat_is_silence_and_hidden_names_unless_more_is_said() {
        let plain: Settings = "press=none names=hidden".parse().unwrap();
        assert_eq!("preset=gunboat".parse::<Settings>().unwrap(), plain);
        let spoken: Settings = "preset=gunboat press=public".parse().unwrap();
        assert_eq!(
            (spoken.press, spoken.hidden_names),
            (PressRule::Public, true)
        );
        let refused = "preset=warship".parse::<Settings>().unwrap_err();
        assert!(refused.to_string().contains("gunboat"), "{refused}");
    }

    #[test]
    fn a_refused_setting_changes_nothing_and_names_the_piece() {
        let mut settings = Settings::default();
        for (text, says) in [
            ("movement=2d hour=25:00", "hour is not `25:00`"),
            ("movement", "is not a setting"),
            ("colour=red", "there is no setting `colour`"),
            ("movement=0h", "movement is not `0h`"),
            ("zone=Mars/Olympus", "zone is not `Mars/Olympus`"),
            ("misses=0", "a number from 1 to 9"),
            ("remind=100%", "from 1% to 99%"),
            ("map=../../etc", "map is not"),
            (
                "bots=clever",
                "none, hold, random, greedy, dumb, easy, club or strong",
            ),
            (",", "is not a setting"),
            ("movement=24h Movement=12h", "movement is given twice"),
            ("via=either via=either", "via is given twice"),
        ] {
            let refused = settings.set_all(text.split(' ')).unwrap_err();
            assert!(refused.to_string().contains(says), "{text}: {refused}");
            assert_eq!(settings, Settings::default(), "{text}");
        }
    }

    #[test]
    fn long_and_strange_words_are_cut_in_answers() {
        let word = "\u{202e}x".repeat(1000);
        let refused = Settings::default().set(&word).unwrap_err().to_string();
        assert!(refused.len() < 200);
        assert!(!refused.contains('\u{202e}'));
    }
}
