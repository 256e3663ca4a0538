//! What the house does for an adapter: it hears words, remembers what was heard
//! before, and keeps what is still to be sent.
//!
//! Everything here survives a restart and is shared by all replicas, so an adapter
//! itself keeps nothing that matters.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::sender::now;

pub use parlour_room::{Offer, Spoken};

/// An answer that may take time.
pub type Later<'a, T> = Pin<Box<dyn Future<Output = Result<T, Trouble>> + Send + 'a>>;

/// The house cannot do its work just now: its database does not answer, say.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the house cannot be reached: {0}")]
pub struct Trouble(pub String);

/// The house, as an adapter sees it.
pub trait Desk: Send + Sync + 'static {
    /// Hears words and says what is answered where they were said.
    fn hear(&self, heard: Heard) -> Later<'_, Answer>;

    /// What the sender may order, unit by unit; otherwise why nothing. Of the words
    /// only a game's code in front matters.
    fn offers(&self, heard: Heard) -> Later<'_, Result<Offers, String>>;

    /// Lets one holder have a key for a while. True for who has it, also again;
    /// false while another has it.
    fn claim<'a>(&'a self, key: &'a str, holder: &'a str, hold: Duration) -> Later<'a, bool>;

    /// Keeps notes until they are discarded. Keys that are kept already stay as
    /// they are, so that the same post twice is one.
    fn post(&self, notes: Vec<(String, Note)>) -> Later<'_, ()>;

    /// Notes that are kept, with ids above this, oldest first.
    fn notes(&self, after: u64, at_most: u32) -> Later<'_, Vec<(u64, Note)>>;

    /// Forgets notes.
    fn discard(&self, ids: Vec<u64>) -> Later<'_, ()>;

    /// What the tables tell in letters above this, oldest first, for who holds the
    /// outbox.
    fn parcels<'a>(
        &'a self,
        holder: &'a str,
        hold: Duration,
        after: u64,
        at_most: u32,
    ) -> Later<'a, Vec<Parcel>>;

    /// A part of a letter has arrived, or nobody will ever take it.
    fn arrived(&self, part: Part) -> Later<'_, ()>;

    /// A chat goes on under another id; so do the games that are shown there.
    fn moved<'a>(&'a self, platform: Platform, from: &'a str, to: &'a str) -> Later<'a, ()>;
}

/// A platform.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Platform {
    /// Slack.
    Slack,
    /// Telegram.
    Telegram,
}

impl Platform {
    /// Its name in identities and windows.
    pub fn name(self) -> &'static str {
        match self {
            Self::Slack => "slack",
            Self::Telegram => "telegram",
        }
    }

    /// The platform of that name.
    pub fn named(name: &str) -> Option<Self> {
        [Self::Slack, Self::Telegram]
            .into_iter()
            .find(|platform| platform.name() == name)
    }
}

impl fmt::Display for Platform {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Words that somebody said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heard {
    /// Where.
    pub platform: Platform,
    /// The group or channel; nothing in a private chat.
    pub chat: Option<String>,
    /// Who can see words and answer.
    pub spoken: Spoken,
    /// The platform's id of the sender.
    pub user: String,
    /// What they are called.
    pub name: String,
    /// The words.
    pub text: String,
    /// The platform's id of the message: the same one twice is one command.
    pub message: String,
    /// The link that opens the sender's inbox, if it is closed. Words joined by `_`
    /// behind it are said there.
    pub inbox_link: Option<String>,
    /// When a message was written, in milliseconds since 1970: it may have waited for
    /// us. What is said at once, by a press or a slash command, has no such time.
    pub written: Option<u64>,
}

/// What is said back, where it was asked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// In this order.
    pub says: Vec<What>,
    /// Whether the words should not have been said aloud: the message is deleted
    /// where that is allowed.
    pub erase: bool,
    /// What may be said next.
    pub buttons: Vec<Button>,
}

impl Answer {
    /// Its messages, written now; the buttons stand under the last text.
    pub fn notes(self, platform: Platform, to: &Address) -> Vec<Note> {
        let written = now();
        let note = |what| Note {
            platform,
            to: to.clone(),
            what,
            buttons: Vec::new(),
            answers: None,
            written,
        };
        let mut notes: Vec<Note> = self.says.into_iter().map(note).collect();
        let last = notes
            .iter_mut()
            .rev()
            .find(|note| matches!(note.what, What::Text(_)));
        if let Some(last) = last {
            last.buttons = self.buttons;
        }
        notes
    }
}

/// One message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum What {
    /// Plain text without any markup.
    Text(String),
    /// A picture.
    Picture {
        /// The name of its file.
        name: String,
        /// What stands under it.
        caption: String,
        /// The PNG.
        #[serde(with = "base64_text")]
        bytes: Vec<u8>,
    },
    /// A file.
    File {
        /// Its name.
        name: String,
        /// What is in it.
        #[serde(with = "base64_text")]
        bytes: Vec<u8>,
    },
    /// No message, but a message of somebody's taken away.
    Erase(String),
}

/// Everything somebody may order now.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Offers {
    /// The game's code: in front of words it says that they are about this game.
    pub game: String,
    /// What it is for: `S1901M, Austria`.
    pub title: String,
    /// The phase: `order` and this in front of an order says it for that phase only.
    pub phase: String,
    /// What must still be built or disbanded.
    pub owed: Option<String>,
    /// Unit by unit.
    pub units: Vec<Offer>,
}

/// Words that a press says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Button {
    /// What stands on it.
    pub label: String,
    /// What it says, as if it were typed.
    pub words: String,
}

/// Where a note goes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Address {
    /// To one person in private.
    Person(String),
    /// Into a chat, for everybody there.
    Chat(String),
    /// To one person, in a chat where others do not see it.
    Aside {
        /// The chat.
        chat: String,
        /// The person.
        user: String,
        /// Where the platform waits for the answer, for a while.
        hook: Option<String>,
    },
}

/// Something to be sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Note {
    /// Which platform carries it.
    pub platform: Platform,
    /// Where it goes.
    pub to: Address,
    /// What is sent.
    pub what: What,
    /// What may be said next.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub buttons: Vec<Button>,
    /// What it answers in its chat: a thread on Slack, a message on Telegram.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answers: Option<String>,
    /// When it was written, in seconds since 1970.
    pub written: u64,
}

/// Something that a table tells, which stays in its outbox until all parcels of
/// the letter have arrived.
pub struct Parcel {
    /// What it is a part of.
    pub part: Part,
    /// Which platform carries it.
    pub platform: Platform,
    /// Where it goes.
    pub to: Address,
    /// What is sent, made when it is needed: pictures take time to draw.
    pub make: Box<dyn FnOnce() -> Option<What> + Send>,
    /// What may be said next.
    pub buttons: Vec<Button>,
}

/// Which part of which letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Part {
    /// The letter.
    pub letter: u64,
    /// Which part of it.
    pub part: u32,
    /// Of how many.
    pub parts: u32,
}

/// Bytes as text, for files inside notes.
mod base64_text {
    use base64::Engine;
    use base64::engine::general_purpose::STANDARD;
    use serde::{Deserialize, Deserializer, Serializer, de};

    pub fn serialize<S: Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&STANDARD.encode(bytes))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
        let text = String::deserialize(deserializer)?;
        STANDARD.decode(text).map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_note_is_read_as_it_is_written() {
        let note = Note {
            platform: Platform::Slack,
            to: Address::Aside {
                chat: String::from("C1"),
                user: String::from("U1"),
                hook: None,
            },
            what: What::Picture {
                name: String::from("S1901M.png"),
                caption: String::from("Spring"),
                bytes: vec![0, 255, 3],
            },
            buttons: vec![Button {
                label: String::from("Ready"),
                words: String::from("ready"),
            }],
            answers: Some(String::from("1900000000.000001")),
            written: 7,
        };
        let text = serde_json::to_string(&note).unwrap();
        assert_eq!(serde_json::from_str::<Note>(&text).unwrap(), note);
    }
}
