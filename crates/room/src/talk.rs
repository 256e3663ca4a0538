//! What goes in and out of a room: words that were heard, answers, and parcels
//! for everybody else.
//!
//! A front turns a platform's message into [`Heard`], shows the [`Answer`] where
//! it was asked, and carries [`Parcel`]s to inboxes and windows. It needs to know
//! nothing of the game.

use parlour_host::Time;
use parlour_host::table::Identity;
use serde::{Deserialize, Serialize};

use crate::{Offers, Sketch};

/// Words that somebody said.
#[derive(Clone, Debug)]
pub struct Heard {
    /// The platform: `slack`, `telegram`, `local`.
    pub platform: String,
    /// The group or channel it was said in; nothing in a private chat.
    pub chat: Option<String>,
    /// Who can see the words and the answer.
    pub spoken: Spoken,
    /// Who said it, with the platform in front: `slack:U024BE7LH`.
    pub user: Identity,
    /// What they are called.
    pub name: String,
    /// The words.
    pub text: String,
    /// The platform's id of the message: the same one twice is one command.
    pub message: Option<String>,
    /// The link that opens the sender's inbox, if it is closed: without it nothing
    /// can be told to them in private. Words joined by `_` behind it are said there.
    pub inbox_link: Option<String>,
    /// When it was written, if that may be long before it is heard: a platform keeps
    /// words while nobody listens, and they are not meant for a phase that has begun
    /// since.
    pub written: Option<Time>,
    /// Whether the platform sends `start` when somebody first opens a private
    /// chat; it is a greeting there.
    pub start_greets: bool,
    /// Whether the front shows the buttons of an answer.
    pub has_buttons: bool,
}

impl Heard {
    /// Words in a private chat.
    pub fn in_private(platform: &str, user: Identity, name: &str, text: &str) -> Self {
        Self {
            platform: platform.to_owned(),
            chat: None,
            spoken: Spoken::Alone,
            user,
            name: name.to_owned(),
            text: text.to_owned(),
            message: None,
            inbox_link: None,
            written: None,
            start_greets: false,
            has_buttons: false,
        }
    }

    /// Words that a whole group can read.
    pub fn aloud(platform: &str, chat: &str, user: Identity, name: &str, text: &str) -> Self {
        Self {
            chat: Some(chat.to_owned()),
            spoken: Spoken::Aloud,
            ..Self::in_private(platform, user, name, text)
        }
    }

    /// The window the words came through.
    pub(crate) fn window(&self) -> Option<Window> {
        self.chat.as_ref().map(|chat| Window {
            platform: self.platform.clone(),
            chat: chat.clone(),
        })
    }

    /// Whether nobody but the sender sees the answer.
    pub(crate) fn is_private(&self) -> bool {
        self.spoken != Spoken::Aloud
    }
}

/// Who can see words and their answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spoken {
    /// In a private chat: the sender alone.
    Alone,
    /// In a group, but only the sender sees words and answer, as with a slash
    /// command that is answered ephemerally.
    Aside,
    /// In a group: everybody there.
    Aloud,
}

/// What is said back, where it was asked.
#[derive(Clone, Debug, Default)]
pub struct Answer {
    /// In this order.
    pub says: Vec<Body>,
    /// The stable code of the refusal, if it is one. Nothing has changed then.
    pub refused: Option<&'static str>,
    /// Whether the words should not have been said aloud: delete the message where
    /// that is allowed.
    pub erase: bool,
    /// What may be said next.
    pub buttons: Vec<Button>,
    /// Whether everybody in the group may see it, though it was asked aside.
    pub aloud: bool,
    /// What came of the words. Fronts that do something of their own then find it here,
    /// never in what is said.
    pub facts: Vec<Fact>,
}

/// What came of words, beside what is said of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    /// The speaker was ready and is so no more.
    NoLongerReady,
    /// Nothing can be told to the speaker in private until this link is opened.
    InboxClosed(String),
    /// Everything that the speaker may order was asked for. Its buttons ask unit by
    /// unit; a front that has forms may show all in one.
    Offered(Offers),
}

impl Answer {
    /// One text.
    pub fn text(text: impl Into<String>) -> Self {
        Self {
            says: vec![Body::Text(text.into())],
            ..Self::default()
        }
    }

    /// All its texts, one after the other.
    pub fn words(&self) -> String {
        let texts = self.says.iter().filter_map(|body| match body {
            Body::Text(text) => Some(text.as_str()),
            _ => None,
        });
        texts.collect::<Vec<_>>().join("\n")
    }
}

/// One message.
#[derive(Clone, Debug)]
pub enum Body {
    /// Plain text without any markup, within [`LONGEST_TEXT`].
    Text(String),
    /// A picture that is still to be drawn.
    Picture(Box<Sketch>),
    /// A file.
    File {
        /// Its name.
        name: String,
        /// What is in it.
        bytes: Vec<u8>,
    },
}

/// The most characters of one text: every platform takes so many.
pub const LONGEST_TEXT: usize = 3500;

/// Words that a press of a button says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Button {
    /// What stands on it.
    pub label: String,
    /// What it says, as if it were typed.
    pub words: String,
}

impl Button {
    /// A button.
    pub fn new(label: &str, words: &str) -> Self {
        Self {
            label: label.to_owned(),
            words: words.to_owned(),
        }
    }
}

/// A group or channel that sees what is public of a game.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Window {
    /// The platform.
    pub platform: String,
    /// The platform's id of the group.
    pub chat: String,
}

/// Where a parcel goes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum To {
    /// To one person, in private.
    Inbox(Identity),
    /// To everybody in a group.
    Window(Window),
}

impl To {
    /// The platform that carries it.
    pub fn platform(&self) -> &str {
        match self {
            Self::Inbox(identity) => identity.0.split(':').next().unwrap_or_default(),
            Self::Window(window) => &window.platform,
        }
    }
}

/// Something to be sent. It stays in the outbox until [`Room::sent`](crate::Room::sent).
#[derive(Clone, Debug)]
pub struct Parcel {
    /// The letter in the outbox it is a part of.
    pub letter: u64,
    /// Which part.
    pub part: u32,
    /// Of how many.
    pub parts: u32,
    /// The entry that it tells everybody of, if it does.
    pub entry: Option<u64>,
    /// Where it goes.
    pub to: To,
    /// What is sent.
    pub body: Body,
    /// What may be said next.
    pub buttons: Vec<Button>,
}

/// What is said in the place of so many notices that were dropped.
pub fn dropped_words(number: u64) -> String {
    let (notices, were) = if number == 1 {
        ("notice", "was")
    } else {
        ("notices", "were")
    };
    format!("{number} older {notices} {were} dropped.")
}

/// Cuts a text into pieces of at most so many characters, at line ends where
/// there are any. A platform that counts UTF-16 units may use half its limit.
pub fn split_text(text: &str, longest: usize) -> Vec<String> {
    let mut pieces = Vec::new();
    let mut piece = String::new();
    let mut count = 0;
    for line in text.split('\n') {
        let mut rest: Vec<char> = line.chars().collect();
        if count > 0 && count + 1 + rest.len() > longest {
            pieces.push(std::mem::take(&mut piece));
            count = 0;
        }
        while rest.len() > longest {
            let tail = rest.split_off(longest);
            pieces.push(rest.into_iter().collect());
            rest = tail;
        }
        if count > 0 {
            piece.push('\n');
            count += 1;
        }
        count += rest.len();
        piece.extend(rest);
    }
    if !piece.trim().is_empty() || pieces.is_empty() {
        pieces.push(piece);
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_cut_at_line_ends() {
        assert_eq!(split_text("ab\ncd\nef", 5), ["ab\ncd", "ef"]);
        assert_eq!(split_text("abcdefg\nh", 3), ["abc", "def", "g\nh"]);
        assert_eq!(split_text("", 3), [""]);
        let long = "ä".repeat(10_000);
        let pieces = split_text(&long, LONGEST_TEXT);
        assert!(pieces.iter().all(|it| it.chars().count() <= LONGEST_TEXT));
        assert_eq!(pieces.concat(), long);
    }
}
