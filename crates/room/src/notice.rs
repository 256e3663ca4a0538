//! What a letter of the room's own says, beside the events of the game, and to whom.
//!
//! Letters are kept, and replicas of several ages may carry them: how a notice stands in
//! one never changes, however it is held here.

use parlour_host::Json;
use parlour_host::table::Identity;
use parlour_rules::Seat;
use serde::{Deserialize, Serialize};

use crate::talk::{To, Window};

/// Words of the room's own.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(from = "Kept", into = "Kept")]
pub(crate) struct Notice {
    pub words: String,
    pub readers: Readers,
    /// Whether a picture of the board goes along.
    pub board: bool,
    /// Whether players have said it, and not the room.
    pub press: bool,
    /// The seat that has said it, if it is press.
    pub from: Option<Seat>,
}

/// Who reads a notice.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Readers {
    /// Whoever its letter is for: the holder of a seat, or everybody who is told what is
    /// public, but the window that has heard it already. Who these are is settled when
    /// it is stored; of letters from before that, when they are sent.
    Addressed { except: Option<Window> },
    /// Those who were there when it was stored, whenever it is sent.
    Settled(Vec<To>),
    /// One person in private, whether they have a seat by then or not.
    Person(Identity),
    /// One window, which is asked for players.
    Invited(Window),
}

impl Notice {
    pub fn new(words: &str, readers: Readers) -> Self {
        Self {
            words: words.to_owned(),
            readers,
            board: false,
            press: false,
            from: None,
        }
    }

    /// What a player has said.
    pub fn press(words: &str, readers: Readers, from: Seat) -> Self {
        Self {
            press: true,
            from: Some(from),
            ..Self::new(words, readers)
        }
    }

    /// For whoever its letter is for.
    pub fn addressed(words: &str) -> Self {
        Self::new(words, Readers::Addressed { except: None })
    }

    /// As a letter tells it.
    pub fn told(self) -> Json {
        Json::of(&[self])
    }
}

/// How it is kept. At most one of the four ways to say for whom it is stands there.
#[derive(Clone, Default, Serialize, Deserialize)]
struct Kept {
    /// The word tells a notice from an event.
    notice: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    except: Option<Window>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    invites: Option<Window>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    whom: Option<Identity>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    board: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    press: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    from: Option<Seat>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    readers: Option<Vec<To>>,
}

impl From<Kept> for Notice {
    fn from(kept: Kept) -> Self {
        let readers = match (kept.whom, kept.invites, kept.readers) {
            (Some(whom), _, _) => Readers::Person(whom),
            (_, Some(window), _) => Readers::Invited(window),
            (_, _, Some(readers)) => Readers::Settled(readers),
            _ => Readers::Addressed {
                except: kept.except,
            },
        };
        Self {
            words: kept.notice,
            readers,
            board: kept.board,
            press: kept.press,
            from: kept.from,
        }
    }
}

impl From<Notice> for Kept {
    fn from(notice: Notice) -> Self {
        let kept = Self {
            notice: notice.words,
            board: notice.board,
            press: notice.press,
            from: notice.from,
            ..Self::default()
        };
        match notice.readers {
            Readers::Addressed { except } => Self { except, ..kept },
            Readers::Settled(readers) => Self {
                readers: Some(readers),
                ..kept
            },
            Readers::Person(whom) => Self {
                whom: Some(whom),
                ..kept
            },
            Readers::Invited(window) => Self {
                invites: Some(window),
                ..kept
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As programs of 2026 have kept them: each is read, and written as it was.
    #[test]
    fn kept_notices_are_read_and_kept_as_ever() {
        let window = Window {
            platform: String::from("slack"),
            chat: String::from("C1"),
        };
        let ann = Identity::from("slack:U1");
        for (text, readers, board) in [
            (
                r#"{"notice":"a"}"#,
                Readers::Addressed { except: None },
                false,
            ),
            (
                r#"{"notice":"a","except":{"platform":"slack","chat":"C1"},"board":true}"#,
                Readers::Addressed {
                    except: Some(window.clone()),
                },
                true,
            ),
            (
                r#"{"notice":"a","invites":{"platform":"slack","chat":"C1"}}"#,
                Readers::Invited(window.clone()),
                false,
            ),
            (
                r#"{"notice":"a","whom":"slack:U1"}"#,
                Readers::Person(ann.clone()),
                false,
            ),
            (
                r#"{"notice":"a","readers":[{"inbox":"slack:U1"},{"window":{"platform":"slack","chat":"C1"}}]}"#,
                Readers::Settled(vec![To::Inbox(ann), To::Window(window)]),
                false,
            ),
        ] {
            let read: Notice = serde_json::from_str(text).unwrap();
            let expected = Notice {
                board,
                ..Notice::new("a", readers)
            };
            assert_eq!(read, expected);
            assert_eq!(serde_json::to_string(&read).unwrap(), text);
        }
        let said = Notice::press("a", Readers::Person(Identity::from("slack:U1")), Seat(3));
        let text = r#"{"notice":"a","whom":"slack:U1","press":true,"from":3}"#;
        assert_eq!(serde_json::to_string(&said).unwrap(), text);
        assert_eq!(serde_json::from_str::<Notice>(text).unwrap(), said);
        // Press did not name who speaks.
        let text = r#"{"notice":"a","whom":"slack:U1","press":true}"#;
        let read: Notice = serde_json::from_str(text).unwrap();
        assert_eq!(read, Notice { from: None, ..said });
        assert_eq!(serde_json::to_string(&read).unwrap(), text);
        // What was settled kept the window that had heard it beside its readers.
        let both = r#"{"notice":"a","except":{"platform":"slack","chat":"C1"},"readers":[]}"#;
        let read: Notice = serde_json::from_str(both).unwrap();
        assert_eq!(read.readers, Readers::Settled(Vec::new()));
    }
}
