//! What is known of a table beside its game: who sits where, who may watch,
//! whether it is paused.

use std::fmt;
use std::str::FromStr;

use parlour_rules::{Seat, Viewer};
use serde::{Deserialize, Deserializer, Serialize};
use thiserror::Error;

use crate::{Json, Time};

/// The name of a table: 1 to 40 lower-case letters, digits and hyphens, so that
/// it can be a file name and a word in a message.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct TableId(String);

/// A text that is no name of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a table's name has 1 to 40 lower-case letters, digits and hyphens")]
pub struct BadTableId;

impl TableId {
    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for TableId {
    type Err = BadTableId;

    fn from_str(text: &str) -> Result<Self, BadTableId> {
        let fits = |byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-');
        let well_formed =
            (1..=40).contains(&text.len()) && text.bytes().all(fits) && !text.starts_with('-');
        well_formed.then(|| Self(text.to_owned())).ok_or(BadTableId)
    }
}

impl fmt::Display for TableId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for TableId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

/// Who somebody is, as the front that carries their words knows it: for instance
/// `local`, `slack:U024BE7LH` or a secret token of a LAN client.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Identity(pub String);

impl Identity {
    /// The person at this machine.
    pub fn local() -> Self {
        Self("local".to_owned())
    }
}

impl From<&str> for Identity {
    fn from(text: &str) -> Self {
        Self(text.to_owned())
    }
}

impl fmt::Display for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Somebody at a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Person {
    /// Who it is.
    pub identity: Identity,
    /// What the others call them.
    pub name: String,
    /// For a bot, which one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bot: Option<String>,
}

impl Person {
    /// A person by identity and name.
    pub fn new(identity: impl Into<Identity>, name: &str) -> Self {
        Self {
            identity: identity.into(),
            name: name.to_owned(),
            bot: None,
        }
    }
}

/// What an invitation admits to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Place {
    /// This seat, once.
    Seat(Seat),
    /// Any free seat, until none is left.
    AnySeat,
    /// No seat: to watch, any number of times.
    Watch,
}

/// A code that admits its bearer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Invitation {
    /// The word to tell.
    pub code: String,
    /// What it admits to.
    pub place: Place,
}

/// A pause: nothing is accepted, and no time passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pause {
    /// When it began.
    pub since: Time,
    /// How much time was left for the stage, in milliseconds.
    pub left: Option<u64>,
}

/// Where a forked table comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Origin {
    /// The table.
    pub table: TableId,
    /// The last entry that was taken over.
    pub seq: u64,
}

/// Somebody asked to take entries back; whoever sits must agree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UndoAsked {
    /// The last entry that would remain.
    pub to: u64,
    /// The last entry there was: once there is another, nobody has agreed to lose it.
    #[serde(default)]
    pub at: u64,
    /// The seats that agreed.
    pub agreed: Vec<Seat>,
}

/// All of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// What the table is called on screens.
    pub title: String,
    /// The game that is played.
    pub game: String,
    /// Who opened the table: may invite, replace, pause.
    pub owner: Identity,
    /// When it was opened.
    pub created: Time,
    /// When play began; before that no command is taken.
    pub started: Option<Time>,
    /// Who sits where, by seat number.
    pub chairs: Vec<Option<Person>>,
    /// Who else was admitted, to watch.
    pub spectators: Vec<Person>,
    /// Whether anybody may watch.
    pub open: bool,
    /// Codes that still admit.
    pub invitations: Vec<Invitation>,
    /// Whether it is paused.
    pub paused: Option<Pause>,
    /// Whether what happens is also written to the outbox, for senders that carry
    /// it elsewhere.
    pub letters: bool,
    /// What else was agreed, for instance the pace; the host passes it on.
    pub settings: Json,
    /// Words by which fronts find the table, for instance a channel.
    pub tags: Vec<String>,
    /// Where it was forked from.
    pub forked_from: Option<Origin>,
    /// Where play goes on, if entries were taken back.
    pub moved_to: Option<TableId>,
    /// A request to take entries back, which play may have passed by: see
    /// [`Record::undo_asked`].
    pub undo: Option<UndoAsked>,
    /// How many such requests were refused: a fork that was made for one of them is used
    /// by none that follows.
    #[serde(default, skip_serializing_if = "is_none_yet")]
    pub refused_undos: u32,
    /// When it was closed although its game was not over: nobody plays on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub closed: Option<Time>,
}

impl Record {
    /// A record of which nothing is known but the game: for whoever shows a game that
    /// no host keeps here.
    pub fn unknown(game: &str) -> Self {
        Self {
            title: String::new(),
            game: game.to_owned(),
            owner: Identity(String::new()),
            created: Time::default(),
            started: Some(Time::default()),
            chairs: Vec::new(),
            spectators: Vec::new(),
            open: true,
            invitations: Vec::new(),
            paused: None,
            letters: false,
            settings: Json::of(&()),
            tags: Vec::new(),
            forked_from: None,
            moved_to: None,
            undo: None,
            refused_undos: 0,
            closed: None,
        }
    }

    /// The seat that somebody holds. Who holds several is at the lowest, unless
    /// they say otherwise.
    pub fn seat_of(&self, who: &Identity) -> Option<Seat> {
        self.seats_of(who).next()
    }

    /// A request to take entries back, as long as nothing has been played since it
    /// was made.
    pub fn undo_asked(&self, seq: u64) -> Option<&UndoAsked> {
        self.undo.as_ref().filter(|asked| asked.at == seq)
    }

    /// Every seat that somebody holds.
    pub fn seats_of(&self, who: &Identity) -> impl Iterator<Item = Seat> {
        let chairs = (0_u8..).map(Seat).zip(&self.chairs);
        chairs
            .filter(move |(_, chair)| chair.as_ref().is_some_and(|it| it.identity == *who))
            .map(|(seat, _)| seat)
    }

    /// Whose eyes somebody looks with; nothing if they may not look.
    pub fn viewer(&self, who: &Identity) -> Option<Viewer> {
        if let Some(seat) = self.seat_of(who) {
            return Some(Viewer::Seat(seat));
        }
        let admitted = self.open
            || self.owner == *who
            || self.spectators.iter().any(|person| person.identity == *who);
        admitted.then_some(Viewer::Spectator)
    }

    /// The words under which the journal finds the table.
    pub(crate) fn keys(&self) -> Vec<String> {
        let people = self.chairs.iter().flatten().chain(&self.spectators);
        let mut keys: Vec<String> = people
            .map(|person| &person.identity)
            .chain([&self.owner])
            .map(who_key)
            .chain(self.invitations.iter().map(|it| code_key(&it.code)))
            .chain(self.tags.iter().map(|tag| tag_key(tag)))
            .chain([game_key(&self.game)])
            .collect();
        keys.sort();
        keys.dedup();
        keys
    }
}

pub(crate) fn who_key(who: &Identity) -> String {
    format!("who:{who}")
}

pub(crate) fn code_key(code: &str) -> String {
    format!("code:{code}")
}

pub(crate) fn tag_key(tag: &str) -> String {
    format!("tag:{tag}")
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
fn is_none_yet(count: &u32) -> bool {
    *count == 0
}

pub(crate) fn game_key(game: &str) -> String {
    format!("game:{game}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_tables_are_safe_as_file_names() {
        for good in ["a", "7", "pig-2031", &"x".repeat(40)] {
            assert!(good.parse::<TableId>().is_ok(), "{good}");
        }
        for bad in [
            "",
            "-a",
            "A",
            "a/b",
            "..",
            "a.b",
            "ä",
            "a b",
            &"x".repeat(41),
        ] {
            assert_eq!(bad.parse::<TableId>(), Err(BadTableId), "{bad}");
        }
    }
}
