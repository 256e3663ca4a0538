//! What the house does for an adapter: it hears words, remembers what was heard
//! before, and keeps what is still to be sent.
//!
//! Everything here survives a restart and is shared by all replicas, so an adapter
//! itself keeps nothing that matters.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

use parlour_host::journal::NewNote;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::sender::now;

pub use crate::platform::Platform;
pub use parlour_room::{Button, Drawing, Fact, Offer, Offers, Spoken};

/// An answer that may take time.
pub type Later<'a, T> = Pin<Box<dyn Future<Output = Result<T, Trouble>> + Send + 'a>>;

/// The house cannot do its work just now: its database does not answer, say.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the house cannot be reached: {0}")]
pub struct Trouble(pub String);

/// The house, as an adapter sees it.
pub trait Desk: Send + Sync + 'static {
    /// Hears words and says what is answered where they were said.
    fn hear(&self, heard: Utterance) -> Later<'_, Answer>;

    /// Lets one holder have a key for a while. True for whoever has it, also again;
    /// false while another has it.
    fn claim<'a>(&'a self, key: &'a str, holder: &'a str, hold: Duration) -> Later<'a, bool>;

    /// Sets a mark for a while, in the place of one that stands; for no time, it is
    /// lifted.
    fn mark<'a>(&'a self, key: &'a str, hold: Duration) -> Later<'a, ()>;

    /// Whether a mark stands.
    fn is_marked<'a>(&'a self, key: &'a str) -> Later<'a, bool>;

    /// Keeps notes that somebody has asked for until they are discarded. Keys that are
    /// kept already stay as they are, so that the same post twice is one.
    fn post(&self, notes: Vec<(String, Note)>) -> Later<'_, ()>;

    /// What the tables tell, some of the oldest letters of each reader: others with
    /// each call, until there are none.
    fn letters(&self) -> Later<'_, Vec<Opened>>;

    /// Crosses letters off and keeps what is in them in their place, if nobody has before.
    fn sort(&self, sorted: Vec<Sorted>) -> Later<'_, ()>;

    /// For whom notes are kept.
    fn queues(&self) -> Later<'_, Vec<Queue>>;

    /// Notes that are kept for somebody, oldest first, each with its id.
    fn notes<'a>(&'a self, to: &'a Recipient, at_most: u32) -> Later<'a, Vec<(u64, Note)>>;

    /// Forgets notes.
    fn discard(&self, ids: Vec<u64>) -> Later<'_, ()>;

    /// Somebody was told that so many notes were dropped.
    fn told_of_dropped<'a>(&'a self, to: &'a Recipient, number: u64) -> Later<'a, ()>;

    /// Draws a picture; nothing if it cannot be drawn any more.
    fn draw(&self, drawing: Drawing) -> Later<'_, Option<What>>;

    /// A chat goes on under another id; so do the games that are shown there.
    fn moved<'a>(&'a self, platform: Platform, from: &'a str, to: &'a str) -> Later<'a, ()>;
}

/// Words that somebody said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Utterance {
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
    /// Whether everybody in the chat may see its pictures, though they were asked for
    /// aside.
    pub aloud: bool,
    /// What came of the words. An adapter that does something of its own then finds
    /// it here: what is said is for people.
    pub facts: Vec<Fact>,
}

impl Answer {
    /// One text.
    pub fn text(words: impl Into<String>) -> Self {
        Self {
            says: vec![What::Text(words.into())],
            ..Self::default()
        }
    }

    /// All its texts, one after the other.
    pub fn words(&self) -> String {
        let texts = self.says.iter().filter_map(|what| match what {
            What::Text(text) => Some(text.as_str()),
            _ => None,
        });
        texts.collect::<Vec<_>>().join("\n")
    }

    /// Its messages, written now; the buttons stand under the last text.
    pub fn notes(self, platform: Platform, to: &Address) -> Vec<Note> {
        let written = now();
        let aloud = self.aloud;
        let place = |what: &What| match to {
            Address::Aside { chat, .. } if aloud && matches!(what, What::Picture { .. }) => {
                Address::Chat(chat.clone())
            }
            to => to.clone(),
        };
        let note = |what| Note {
            platform,
            to: place(&what),
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
    /// A picture that is drawn when it is sent: it takes time and room.
    Drawing(Drawing),
    /// No message, but a message of somebody's taken away.
    Erase(String),
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

/// Who shares a queue: what goes to a person goes there, wherever they read it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Recipient {
    /// Which platform carries it.
    pub platform: Platform,
    /// The platform's id of the person or the chat.
    pub name: String,
}

impl Recipient {
    /// Reads what [`Display`](fmt::Display) writes: `slack:U024BE7LH`.
    pub fn named(text: &str) -> Option<Self> {
        let (platform, name) = text.split_once(':')?;
        Some(Self {
            platform: Platform::named(platform)?,
            name: name.to_owned(),
        })
    }
}

impl fmt::Display for Recipient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.platform, self.name)
    }
}

impl Note {
    /// In whose queue it stands.
    pub fn recipient(&self) -> Recipient {
        let name = match &self.to {
            Address::Person(name) | Address::Chat(name) => name,
            Address::Aside { user, .. } => user,
        };
        Recipient {
            platform: self.platform,
            name: name.clone(),
        }
    }
}

/// What waits for somebody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Queue {
    /// For whom.
    pub to: Recipient,
    /// How many notes.
    pub notes: u64,
    /// When the oldest was written, in milliseconds since 1970.
    pub since: u64,
    /// The id of the oldest note.
    pub oldest: u64,
    /// The id of the newest that they have asked for.
    pub asked: u64,
    /// How many were dropped and they were not told of.
    pub dropped: u64,
}

/// A letter that a table has written, and what it says to whom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opened {
    /// The letter.
    pub letter: u64,
    /// What is to be sent, in this order.
    pub notes: Vec<Note>,
    /// Whose voice it is, if players have said it: it gives way where too much waits, and
    /// can be read elsewhere.
    pub voice: Option<String>,
    /// What nobody carries: terminals of the table look for it.
    pub for_terminals: Vec<NewNote>,
}

/// What becomes of a letter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sorted {
    /// The letter.
    pub letter: u64,
    /// What is to be sent, each with its key.
    pub notes: Vec<(String, Note)>,
    /// Whose voice it is, if it gives way where too much waits.
    pub voice: Option<String>,
    /// What is kept beside it for terminals.
    pub for_terminals: Vec<NewNote>,
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
