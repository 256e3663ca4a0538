//! Cards: what is known of a table without its game.
//!
//! A table's [`Face`] is kept beside its record and changes in the same commit as
//! the entry or the amendment that changes it, so whoever lists tables loads none
//! of them. Its words come from the game, by a [`Portrait`] that sees no more than
//! everybody may: the view of a spectator, or at a table with one seat the view of
//! who sits there.
//!
//! Tables are listed newest first, in pages ([`Query`], [`Page`]). A page goes on
//! where the one before ended ([`Cursor`]), whatever is opened, closed or removed
//! meanwhile.

use std::fmt;
use std::str::FromStr;

use parlour_rules::{SeatSet, Stage, Turn};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::journal::Standing;
use crate::table::{Identity, Record, TableId, game_key, tag_key, who_key};
use crate::{Json, Time};

/// The most letters of a portrait's short words.
const LONGEST_SHORT: usize = 80;

/// The most letters of a portrait's sentences.
const LONGEST_ABOUT: usize = 600;

/// The most bytes of a portrait's facts.
const LONGEST_FACTS: usize = 400;

/// How faces are made now. Raised when one that is kept would be made otherwise, by
/// the host or by what the app says of its games: it is made anew by a service in the
/// background, or when it is listed.
///
/// 2: a finished game of Diplomacy tells what statistics count. 3: one that goes on tells
/// how it stands.
const MAKE: u8 = 3;

/// How the text of a face ends that was made as it is made now: its last field says how.
#[cfg(any(feature = "sqlite", feature = "postgres"))]
pub(crate) fn end_of_now() -> String {
    format!("\"make\":{MAKE}}}")
}

/// What a game says of a table, so that a person tells it from others of its kind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Portrait {
    /// In a few letters.
    pub short: String,
    /// In a sentence or two.
    pub about: String,
    /// What statistics count, for the front that asks for them.
    pub facts: Option<Json>,
}

/// How a table stands, in short.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Face {
    /// Whether nothing more happens here: the game is over, play goes on at another
    /// table, or the table was closed.
    #[serde(default, skip_serializing_if = "is_false")]
    pub closed: bool,
    /// The stage; nothing when the game is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stage: Option<Stage>,
    /// The seats the table waits for.
    #[serde(default, skip_serializing_if = "is_nobody")]
    pub awaiting: SeatSet,
    /// How it ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Json>,
    /// How it stands, in a few letters.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub short: String,
    /// How it stands, in a sentence or two.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub about: String,
    /// What statistics count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub facts: Option<Json>,
    /// Why the table could not be read when somebody last tried.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trouble: Option<String>,
    /// How it was made: 0 before games said anything of their tables. The last field:
    /// databases look for faces to be made anew by how their text ends.
    #[serde(default)]
    pub make: u8,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks by reference")]
fn is_false(it: &bool) -> bool {
    !it
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks by reference")]
fn is_nobody(seats: &SeatSet) -> bool {
    seats.is_empty()
}

/// A face of which the words are not wanted: they are passed over as it is read.
#[cfg(any(feature = "sqlite", feature = "postgres"))]
#[derive(Deserialize)]
struct Bare {
    #[serde(default)]
    closed: bool,
    #[serde(default)]
    stage: Option<Stage>,
    #[serde(default)]
    awaiting: SeatSet,
    #[serde(default)]
    outcome: Option<Json>,
    #[serde(default)]
    facts: Option<Json>,
    #[serde(default)]
    trouble: Option<String>,
    #[serde(default)]
    make: u8,
}

impl Face {
    /// Reads a face as it is kept, for whoever asks this; nothing if it makes no sense.
    #[cfg(any(feature = "sqlite", feature = "postgres"))]
    pub(crate) fn read(text: &str, query: &Query) -> Option<Self> {
        if !query.wordless {
            return serde_json::from_str(text).ok();
        }
        let bare: Bare = serde_json::from_str(text).ok()?;
        Some(Self {
            closed: bare.closed,
            stage: bare.stage,
            awaiting: bare.awaiting,
            outcome: bare.outcome,
            facts: bare.facts,
            trouble: bare.trouble,
            make: bare.make,
            ..Self::default()
        })
    }

    /// The same, for whoever asks this.
    pub(crate) fn for_query(self, query: &Query) -> Self {
        if !query.wordless {
            return self;
        }
        Self {
            short: String::new(),
            about: String::new(),
            ..self
        }
    }

    /// The face of a table at which this is the turn.
    pub(crate) fn of(record: &Record, turn: &Turn<Json>, portrait: Portrait) -> Self {
        let (stage, awaiting, outcome) = match turn {
            Turn::Awaiting { stage, seats } => (Some(stage.clone()), *seats, None),
            Turn::Over(outcome) => (None, SeatSet::EMPTY, Some(outcome.clone())),
        };
        let facts = portrait.facts;
        Self {
            closed: outcome.is_some() || record.moved_to.is_some() || record.closed.is_some(),
            stage,
            awaiting,
            outcome,
            short: cut(portrait.short, LONGEST_SHORT),
            about: cut(portrait.about, LONGEST_ABOUT),
            facts: facts.filter(|it| it.as_str().len() <= LONGEST_FACTS),
            trouble: None,
            make: MAKE,
        }
    }

    /// Whether it would be made the same way now.
    pub(crate) fn is_of_now(&self) -> bool {
        self.make == MAKE
    }

    /// The face of a table that cannot be read.
    pub(crate) fn troubled(closed: bool, trouble: &str) -> Self {
        Self {
            closed,
            trouble: Some(cut(trouble.to_owned(), LONGEST_ABOUT)),
            make: MAKE,
            ..Self::default()
        }
    }
}

fn cut(text: String, longest: usize) -> String {
    match text.char_indices().nth(longest) {
        None => text,
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}

/// A table in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Card {
    /// The table.
    pub table: TableId,
    /// How far it has come.
    pub standing: Standing,
    /// When it changed last; of a closed one, when it was closed.
    pub time: Time,
    /// Whether nothing more happens there.
    pub closed: bool,
    /// How it stands; nothing if nobody has looked at it since it was kept by an
    /// older version of the house.
    pub face: Option<Face>,
    /// What is known of it, if that was asked for and can be read.
    pub record: Option<Record>,
    /// When its deadline is due, if it has one.
    pub due: Option<Time>,
}

impl Card {
    /// How it ended, if it did.
    pub fn outcome(&self) -> Option<&Json> {
        self.face.as_ref()?.outcome.as_ref()
    }

    /// Why it could not be read when somebody last tried.
    pub fn trouble(&self) -> Option<&str> {
        self.face.as_ref()?.trouble.as_deref()
    }
}

/// Whether a table may still go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Course {
    /// It may.
    Open,
    /// Its game is over, or goes on at another table.
    Closed,
}

/// Which tables to list. What is left open asks for any.
#[expect(
    clippy::struct_excessive_bools,
    reason = "wishes that have nothing to do with each other"
)]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Query {
    /// This one.
    pub table: Option<TableId>,
    /// Of this game.
    pub game: Option<String>,
    /// Where this person sits, watches or is the owner.
    pub who: Option<Identity>,
    /// With this tag.
    pub tag: Option<String>,
    /// Going on or closed.
    pub course: Option<Course>,
    /// Only those that could not be read when somebody last tried.
    pub troubled: bool,
    /// Only those that have no face yet, or one that was made otherwise than now.
    pub faceless: bool,
    /// Whether the records are wanted as well.
    pub records: bool,
    /// Whether the words by which a person knows a table are left away, for whoever only
    /// counts.
    pub wordless: bool,
    /// Where the page before ended.
    pub after: Option<Cursor>,
    /// How many at most.
    pub at_most: u32,
}

impl Default for Query {
    fn default() -> Self {
        Self {
            table: None,
            game: None,
            who: None,
            tag: None,
            course: None,
            troubled: false,
            faceless: false,
            records: false,
            wordless: false,
            after: None,
            at_most: Self::PAGE,
        }
    }
}

impl Query {
    /// How many tables a page has if nothing else is asked for.
    pub const PAGE: u32 = 500;

    /// All tables.
    pub fn any() -> Self {
        Self::default()
    }

    /// The tables of a person.
    pub fn of(who: &Identity) -> Self {
        Self {
            who: Some(who.clone()),
            ..Self::default()
        }
    }

    /// The tables of a game.
    pub fn of_game(game: &str) -> Self {
        Self {
            game: Some(game.to_owned()),
            ..Self::default()
        }
    }

    /// The tables with a tag.
    pub fn tagged(tag: &str) -> Self {
        Self {
            tag: Some(tag.to_owned()),
            ..Self::default()
        }
    }

    /// Those of them that are going on, or closed.
    #[must_use]
    pub fn course(mut self, course: Course) -> Self {
        self.course = Some(course);
        self
    }

    /// With their records.
    #[must_use]
    pub fn with_records(mut self) -> Self {
        self.records = true;
        self
    }

    /// Without the words by which a person knows them.
    #[must_use]
    pub fn without_words(mut self) -> Self {
        self.wordless = true;
        self
    }

    /// The words under which the journal finds what is asked for, the rarest first.
    pub(crate) fn keys(&self) -> Vec<String> {
        let troubled = self.troubled.then(|| TROUBLED.to_owned());
        let tag = self.tag.as_deref().map(tag_key);
        let who = self.who.as_ref().map(who_key);
        let game = self.game.as_deref().map(game_key);
        [troubled, tag, who, game].into_iter().flatten().collect()
    }

    /// Before which moment and which of its tables the page begins.
    pub(crate) fn before(&self) -> (Time, &str) {
        match &self.after {
            Some(cursor) => (cursor.time, &cursor.place),
            None => (Time(u64::MAX), ""),
        }
    }
}

/// The word under which tables are found that could not be read.
pub(crate) const TROUBLED: &str = "troubled";

/// Where a page ended. As text it is one word, for a front to pass on and give
/// back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cursor {
    time: Time,
    /// Tells tables of one millisecond apart, in the journal's own way.
    place: String,
}

impl Cursor {
    pub(crate) fn new(time: Time, place: impl Into<String>) -> Self {
        Self {
            time,
            place: place.into(),
        }
    }

    /// Before everything that changed, or was closed, at this moment or later.
    pub fn older_than(time: Time) -> Self {
        Self::new(time, "")
    }
}

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.time.0, self.place)
    }
}

/// A text that is no place in a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("this is no place in a list of tables")]
pub struct BadCursor;

impl FromStr for Cursor {
    type Err = BadCursor;

    fn from_str(text: &str) -> Result<Self, BadCursor> {
        let (time, place) = text.split_once('.').ok_or(BadCursor)?;
        let fits = |byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-');
        if place.len() > 40 || !place.bytes().all(fits) {
            return Err(BadCursor);
        }
        let time = time.parse().map_err(|_| BadCursor)?;
        Ok(Self::new(Time(time), place))
    }
}

/// A part of a list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Page {
    /// The tables, newest first.
    pub cards: Vec<Card>,
    /// Where the next page begins; nothing after the last.
    pub next: Option<Cursor>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_is_one_word_and_nothing_else_is_a_cursor() {
        for cursor in [
            Cursor::new(Time(1_900_000_000_000), "17"),
            Cursor::new(Time(7), "pig-2031"),
            Cursor::older_than(Time(0)),
        ] {
            assert_eq!(cursor.to_string().parse(), Ok(cursor));
        }
        for bad in [
            "",
            "7",
            "x.7",
            "-1.a",
            "7.a b",
            "7.A",
            &format!("7.{}", "x".repeat(41)),
        ] {
            assert_eq!(bad.parse::<Cursor>(), Err(BadCursor), "{bad}");
        }
    }

    /// Databases find it by that, and a face of another making by nothing else.
    #[cfg(any(feature = "sqlite", feature = "postgres"))]
    #[test]
    fn the_text_of_a_face_ends_with_how_it_was_made() {
        let short = String::from("\"make\":3}");
        for face in [
            Face::troubled(true, "it is gone"),
            Face {
                short: short.clone(),
                facts: Some(Json::of(&short)),
                ..Face::troubled(false, "")
            },
        ] {
            let text = serde_json::to_string(&face).unwrap();
            assert!(text.ends_with(&end_of_now()), "{text}");
            let before = Face {
                make: MAKE - 1,
                ..face
            };
            let text = serde_json::to_string(&before).unwrap();
            assert!(!text.ends_with(&end_of_now()), "{text}");
        }
    }

    #[test]
    fn what_a_game_says_at_length_is_cut() {
        assert_eq!(cut("äöü".to_owned(), 3), "äöü");
        assert_eq!(cut("äöüx".to_owned(), 3), "äöü…");
    }
}
