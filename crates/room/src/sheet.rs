//! What a room keeps of a game beside the game itself: its code, its settings,
//! its windows, who waits for a power. It stands in the settings of the table's
//! record, so it is stored, shared and changed together with the roster.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};

use parlour_diplomacy::{ByPower, NextRecord};
use parlour_host::table::{Identity, Person, TableId};
use parlour_host::{Json, Time};
use parlour_rules::Seat;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::Settings;
use crate::talk::{Heard, Window};

/// The sheet of one game.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Sheet {
    /// The word by which people name the game.
    pub code: String,
    /// What was agreed.
    #[serde(serialize_with = "as_words", deserialize_with = "from_words")]
    pub settings: Settings,
    /// Where the game is shown.
    #[serde(default)]
    pub windows: Vec<Window>,
    /// Those of them that were linked, and by whom.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub linked: Vec<Link>,
    /// Who was seen in which of them. Games from before this was kept know nobody, and
    /// count everybody of a platform as a reader of its windows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seen: Option<Vec<Onlooker>>,
    /// Who joined without naming a power.
    #[serde(default)]
    pub waiting: Vec<Person>,
    /// Of those who wait, which powers they like, by seat, the best first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub wishes: Vec<(String, Vec<Seat>)>,
    /// Whether anybody may find it while it waits for players.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub listed: bool,
    /// Whether it gave way to another game before it had begun.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub called_off: bool,
    /// Whether the clock stands still, and how much time was left.
    #[serde(default)]
    pub paused: Option<Stopped>,
    /// Since how many phases nobody plays.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub idle: Option<Idle>,
    /// The phase that has had its grace.
    #[serde(default)]
    pub graced: Option<String>,
    /// The phase that the game master has ended before its time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forced: Option<String>,
    /// Powers that have a new player of whom the game has not been told, by seat.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub handed: Vec<Seat>,
    /// Powers whose players were sent away while the clock stood still, by seat: the
    /// game is told when it goes on, if nobody plays them by then.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left: Vec<Seat>,
    /// The phase of which everybody was reminded who had to be.
    #[serde(default)]
    pub reminded: Option<String>,
    /// Who does not want to hear of which power, by seat.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub muted: Vec<(String, Seat)>,
    /// More time that is proposed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extension: Option<Extension>,
    /// That older rules began the game, once everybody was told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub aged: Option<Aged>,
    /// Orders that somebody only thinks of. Each is cut for its own reader.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub drafts: Vec<Kept>,
    /// What somebody tries.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tried: Vec<Tried>,
    /// Who speaks of this game, and since when: the latest counts.
    #[serde(default)]
    pub used: Vec<(String, Time)>,
    /// The latest messages that have changed the game's sheet or roster, each with
    /// its sender: a platform may bring one again.
    #[serde(default)]
    pub heard: VecDeque<(String, String)>,
}

/// How many messages a sheet remembers: more than can come in while a platform
/// still repeats the first of them.
const REMEMBERED: usize = 64;

/// A window that somebody has linked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Link {
    /// The window.
    pub window: Window,
    /// Who has linked it.
    pub by: Identity,
    /// What they are called.
    pub name: String,
    /// Who else is known to be there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub readers: Vec<Identity>,
}

/// Somebody who was seen in a window.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct Onlooker {
    /// Who.
    pub who: Identity,
    /// Where.
    pub window: Window,
}

/// More time that is proposed, and who has said what of it, by seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Extension {
    /// For which phase.
    pub phase: String,
    /// How much, in minutes.
    pub minutes: u64,
    /// How many must want it.
    #[serde(default)]
    pub needed: usize,
    /// Who wants it.
    pub yes: Vec<Seat>,
    /// Who does not.
    pub no: Vec<Seat>,
}

/// What everybody was told of the rules that began a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Aged {
    /// In which phase.
    pub phase: Option<String>,
    /// In these words.
    pub words: String,
}

/// Somebody's draft.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Kept {
    /// Whose.
    pub who: Identity,
    /// For which power, by its seat: who plays another one has no part in it.
    pub seat: Seat,
    /// For which phase.
    pub phase: String,
    /// The orders.
    pub orders: Vec<String>,
}

/// Somebody's sandbox.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Tried {
    /// Whose.
    pub who: Identity,
    /// Where it stands.
    pub position: NextRecord,
    /// What is tried there.
    pub orders: ByPower<Vec<String>>,
}

/// A clock that stands still.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Stopped {
    /// Milliseconds that were left of the phase.
    pub left: Option<u64>,
    /// The phase. Another one that has begun since has all its time before it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub phase: Option<String>,
}

/// How long nobody has played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Idle {
    /// How many phases were resolved so.
    pub phases: u8,
    /// The phase that has begun since.
    pub phase: String,
}

impl Sheet {
    /// The powers of which somebody does not want to hear, by seat.
    pub fn muted_by(&self, who: &Identity) -> Vec<Seat> {
        let muted = self.muted.iter().filter(|(it, _)| *it == who.0);
        muted.map(|(_, seat)| *seat).collect()
    }

    /// Somebody's draft for a seat in a phase.
    pub fn draft(&self, who: &Identity, seat: Option<Seat>, phase: &str) -> &[String] {
        let mut own = self.drafts.iter();
        let own = own.find(|it| it.who == *who && Some(it.seat) == seat && it.phase == phase);
        own.map_or(&[], |it| &it.orders)
    }

    /// Keeps somebody's draft in the place of the one they have; drafts of other phases
    /// are over.
    pub fn keep_draft(&mut self, who: &Identity, seat: Seat, phase: &str, orders: Vec<String>) {
        self.drafts.retain(|it| it.who != *who && it.phase == phase);
        if !orders.is_empty() {
            self.drafts.push(Kept {
                who: who.clone(),
                seat,
                phase: phase.to_owned(),
                orders,
            });
        }
    }

    /// Whether everybody was told this of the rules that began the game.
    pub fn has_said_its_age(&self, words: &str) -> bool {
        self.aged.as_ref().is_some_and(|it| it.words == words)
    }

    /// What is proposed for a phase.
    pub fn extension_of(&self, phase: &str) -> Option<&Extension> {
        self.extension.as_ref().filter(|it| it.phase == phase)
    }

    /// Whether the game is still to be told of players who came or went.
    pub fn has_untold(&self) -> bool {
        !self.handed.is_empty() || (!self.left.is_empty() && self.paused.is_none())
    }

    pub fn new(code: String, settings: Settings) -> Self {
        Self {
            code,
            settings,
            windows: Vec::new(),
            linked: Vec::new(),
            seen: Some(Vec::new()),
            waiting: Vec::new(),
            wishes: Vec::new(),
            listed: false,
            called_off: false,
            paused: None,
            idle: None,
            graced: None,
            forced: None,
            handed: Vec::new(),
            left: Vec::new(),
            reminded: None,
            muted: Vec::new(),
            extension: None,
            aged: None,
            drafts: Vec::new(),
            tried: Vec::new(),
            used: Vec::new(),
            heard: VecDeque::new(),
        }
    }

    /// The sheet in a record's settings. A record of somebody else's has none.
    pub fn read(settings: &Json) -> Option<Self> {
        settings.read().ok()
    }

    pub fn write(&self) -> Json {
        Json::of(self)
    }

    /// What somebody is called before others. Where names are hidden, nobody is told who
    /// plays what.
    pub fn called<'a>(&self, name: &'a str) -> &'a str {
        if self.settings.hidden_names {
            "Somebody"
        } else {
            name
        }
    }

    /// Whether this message has changed the game before.
    pub fn has_heard(&self, heard: &Heard) -> bool {
        let Some(message) = &heard.message else {
            return false;
        };
        let mut known = self.heard.iter();
        known.any(|(who, it)| *who == heard.user.0 && it == message)
    }

    /// This message has changed the game.
    pub fn remember(&mut self, heard: &Heard) {
        let Some(message) = &heard.message else {
            return;
        };
        if self.heard.len() == REMEMBERED {
            self.heard.pop_front();
        }
        self.heard
            .push_back((heard.user.0.clone(), message.clone()));
    }

    /// The words by which the table is found.
    pub fn tags(&self, has_bots: bool) -> Vec<String> {
        let mut tags = vec![code_tag(&self.code)];
        tags.extend(self.windows.iter().map(window_tag));
        if has_bots {
            tags.push(String::from(BOTS));
        }
        if self.listed {
            tags.push(String::from(LISTED));
        }
        tags
    }
}

/// How many sheets are remembered.
const KNOWN_SHEETS: usize = 256;

/// Sheets that were read, each with the text it was read from: an order leaves the record
/// as it is, and looking at a game twice need not read its sheet twice.
#[derive(Default)]
pub(crate) struct Sheets(Mutex<BTreeMap<TableId, (Json, Arc<Sheet>)>>);

impl Sheets {
    /// The sheet in the settings of a table's record; nothing if there is none.
    pub fn read(&self, table: &TableId, settings: &Json) -> Option<Arc<Sheet>> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((text, sheet)) = known.get(table)
            && text == settings
        {
            return Some(Arc::clone(sheet));
        }
        let sheet = Arc::new(Sheet::read(settings)?);
        if known.len() >= KNOWN_SHEETS {
            known.clear();
        }
        known.insert(table.clone(), (settings.clone(), Arc::clone(&sheet)));
        Some(sheet)
    }
}

/// The tag of games in which bots play.
pub(crate) const BOTS: &str = "bots";

/// The tag of games that anybody may find.
pub(crate) const LISTED: &str = "listed:diplomacy";

pub(crate) fn code_tag(code: &str) -> String {
    format!("code:{code}")
}

pub(crate) fn window_tag(window: &Window) -> String {
    format!("chat:{}:{}", window.platform, window.chat)
}

fn as_words<S: Serializer>(settings: &Settings, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(settings)
}

fn from_words<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Settings, D::Error> {
    let text = String::deserialize(deserializer)?;
    text.parse().map_err(serde::de::Error::custom)
}
