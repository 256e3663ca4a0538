//! What a terminal beside a service still has to show, as it is kept.
//!
//! A service sorts the letters of its tables. What they say to whoever sits at a terminal
//! nobody carries there: it waits among the notes, in a queue of its table, until a
//! terminal looks. Slips are kept, and read by programs of other ages: their form never
//! changes.

use parlour_host::table::TableId;
use serde::{Deserialize, Serialize};

use crate::local::PLATFORM;
use crate::sketch::Drawing;
use crate::talk::{Body, Parcel, To};

/// A parcel for a terminal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Slip {
    /// The letter it is a part of.
    pub letter: u64,
    /// Which part.
    pub part: u32,
    /// Where it goes.
    pub to: To,
    /// The entry that it tells everybody of, if it does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entry: Option<u64>,
    /// What is shown.
    pub shows: Content,
}

/// What a slip shows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Content {
    /// Words.
    Text(String),
    /// A picture, which is sketched when it is looked at.
    Drawing(Drawing),
}

impl Slip {
    /// A parcel as it is kept; nothing if no terminal shows it. Letters bring words and
    /// pictures of entries, never files.
    pub fn of(parcel: &Parcel) -> Option<Self> {
        if parcel.to.platform() != PLATFORM {
            return None;
        }
        let shows = match &parcel.body {
            Body::Text(text) => Content::Text(text.clone()),
            Body::Picture(sketch) => Content::Drawing(sketch.drawing.clone()?),
            Body::File { .. } => return None,
        };
        Some(Self {
            letter: parcel.letter,
            part: parcel.part,
            to: parcel.to.clone(),
            entry: parcel.entry,
            shows,
        })
    }
}

/// What queues of slips begin with.
pub(crate) const QUEUES: &str = "local:";

/// The queue of a table's slips.
pub(crate) fn queue(table: &TableId) -> String {
    format!("{QUEUES}{table}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::talk::Window;

    #[test]
    fn the_form_in_which_slips_are_kept_never_changes() {
        let window = To::Window(Window {
            platform: String::from("local"),
            chat: String::from("table"),
        });
        let inbox = To::Inbox("local:AUSTRIA".into());
        let drawn = r#"{"letter":7,"part":1,"to":{"window":{"platform":"local","chat":"table"}},"entry":3,"shows":{"drawing":{"table":"a","entry":3,"shows":"orders"}}}"#;
        let told = r#"{"letter":7,"part":0,"to":{"inbox":"local:AUSTRIA"},"shows":{"text":"a"}}"#;
        let read: Slip = serde_json::from_str(drawn).unwrap();
        assert_eq!((read.to.clone(), read.entry), (window, Some(3)));
        assert_eq!(serde_json::to_string(&read).unwrap(), drawn);
        let read: Slip = serde_json::from_str(told).unwrap();
        let expected = Slip {
            letter: 7,
            part: 0,
            to: inbox,
            entry: None,
            shows: Content::Text(String::from("a")),
        };
        assert_eq!(read, expected);
        assert_eq!(serde_json::to_string(&read).unwrap(), told);
    }
}
