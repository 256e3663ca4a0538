//! What waits to be carried to people elsewhere, by who it is for.
//!
//! Tables write letters, each to one viewer of one table. A front that carries them
//! sorts them into notes, each for one recipient on its platform; what a front itself
//! has to say is notes from the beginning. Both are looked up by recipient, so that
//! who cannot be reached stands in nobody else's way: of letters the oldest of each
//! viewer, of notes one queue for each recipient. A queue has an end; what falls out
//! of it is counted.

use std::borrow::Cow;

use parlour_rules::Viewer;

use crate::Time;
use crate::table::TableId;

/// The most notes that wait for one recipient. What is too much falls out and is counted:
/// first of those that give way, of the one voice that has most there, its oldest; of the
/// others, the oldest, once none gives way any more.
pub const LONGEST_QUEUE: u32 = 200;

/// For how many milliseconds it is remembered how many notes were dropped, of somebody
/// for whom nothing waits any more: they may be gone for good.
pub(super) const REMEMBERED: u64 = 30 * 86_400_000;

/// How the mark is called, before the recipient, that says since when.
#[cfg(any(feature = "sqlite", feature = "postgres"))]
pub(super) const QUIET: &str = "dropped:";

/// Whom letters are for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reader {
    /// The table.
    pub table: TableId,
    /// Its viewer.
    pub viewer: Viewer,
}

/// A note of a front's own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewNote {
    /// The same key twice is one note.
    pub key: String,
    /// Whom it is for, as the front names them.
    pub to: String,
    /// Whether they have asked for it and wait.
    pub asked: bool,
    /// Whose voice it is, if it gives way to others when the queue is full: what it says
    /// can be read elsewhere. Who says much pushes out their own words and nobody else's.
    pub voice: Option<String>,
    /// What the front makes of it.
    pub note: String,
}

/// In front of the keys of notes that give way, as they are stored, before the voice and a
/// space. Programs from before there were any read them like others; of those that knew no
/// voices there stand notes without, which are one voice.
pub(super) const YIELDING: &str = "yields:";

impl NewNote {
    /// The key under which it is stored.
    pub(super) fn stored_key(&self) -> Cow<'_, str> {
        match &self.voice {
            Some(voice) => {
                let voice = voice.replace(' ', "_");
                Cow::Owned(format!("{YIELDING}{voice} {}", self.key))
            }
            None => Cow::Borrowed(&self.key),
        }
    }
}

/// A letter that a front has sorted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sorted {
    /// The letter, which is crossed off.
    pub letter: u64,
    /// What becomes of it; nothing if the letter was crossed off before.
    pub notes: Vec<NewNote>,
}

/// What had waited for too long, and was dropped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Dropped {
    /// Letters that nobody sorted: each stands for an entry, where it can be read.
    pub letters: u64,
    /// Notes, of which their recipients are told how many they were.
    pub notes: u64,
}

/// What waits for one recipient.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Queue {
    /// Whom it is for.
    pub to: String,
    /// How many notes wait.
    pub notes: u64,
    /// The number of the oldest.
    pub oldest: u64,
    /// When the oldest was kept.
    pub since: Time,
    /// The number of the newest that was asked for; 0 if none was.
    pub asked: u64,
    /// How many were dropped since the recipient was told of it.
    pub dropped: u64,
}
