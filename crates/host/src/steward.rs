//! Who answers for a game what a front asks beyond views and commands.
//!
//! A front that carries any game, for instance a page in a browser, names none of
//! them. What a table has beside its rules (how one is opened, the words of its own
//! plane, questions about a view) it asks of a [`Steward`]. The app says which
//! stewards there are.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use thiserror::Error;

use crate::host::Undo;
use crate::refused::Refused;
use crate::table::{Identity, Person, Place, Record, TableId};
use crate::{Accepted, Host, Json, Message, Shown};

/// An answer that may take time.
pub type Reply<'a, T> = Pin<Box<dyn Future<Output = Result<T, Declined>> + Send + 'a>>;

/// Somebody's looking at a table, for as long as it is kept.
pub type Presence = Box<dyn Send>;

/// Answers for one game.
pub trait Steward: Send + Sync {
    /// What is offered of it.
    fn offer(&self) -> Offer;

    /// Opens a table for somebody, or finds the one that the wish means. A wish is
    /// the game's own.
    fn open<'a>(
        &'a self,
        host: &'a Arc<Host>,
        by: &'a Person,
        wish: &'a Json,
    ) -> Reply<'a, TableId>;

    /// How a table stands, in a few words for a list, from what somebody sees of it.
    fn words(&self, _view: &Json) -> Option<String> {
        None
    }

    /// Whether everybody at a table is told of everything that happens there, if not
    /// all of it. Otherwise nobody is told when something happens of which they are
    /// told nothing.
    fn tells_all(&self) -> bool {
        false
    }

    /// Of which kind a table is, where the game has several.
    fn kind(&self, _record: &Record) -> Option<String> {
        None
    }

    /// What everybody at a table may know of its own plane, by its record.
    fn plane(&self, _table: &TableId, _record: &Record) -> Option<Json> {
        None
    }

    /// What the game can be played on, by name and title, where there is more than one.
    fn boards(&self) -> Vec<(String, String)> {
        Vec::new()
    }

    /// Whether nobody is told who sits where, in a game that is over or not.
    fn hides_names(&self, _record: &Record, _over: bool) -> bool {
        false
    }

    /// That a table was played under older rules, as long as whoever looks at it should
    /// know.
    fn older(&self, glance: &Shown<Json>) -> Option<String> {
        let goes_on = glance.outcome.is_none() && glance.standing.seq > 0;
        let older = glance.older.filter(|_| goes_on);
        older.map(|older| older.to_string())
    }

    /// What one person alone is told of a table, beside its game and its plane.
    fn aside<'a>(
        &'a self,
        _host: &'a Arc<Host>,
        _table: &'a TableId,
        _record: &'a Record,
        _who: &'a Identity,
    ) -> Reply<'a, Option<Json>> {
        Box::pin(async { Ok(None) })
    }

    /// Whether something is still to be done at a table before anybody looks at it
    /// again.
    fn is_unsettled(&self, _record: &Record) -> bool {
        false
    }

    /// Does it.
    fn settle<'a>(&'a self, _host: &'a Arc<Host>, _table: &'a TableId) -> Reply<'a, ()> {
        Box::pin(async { Ok(()) })
    }

    /// The tables that anybody may find and join.
    fn listed<'a>(&'a self, _host: &'a Arc<Host>) -> Reply<'a, Vec<Joinable>> {
        Box::pin(async { Ok(Vec::new()) })
    }

    /// Carries a command of somebody's down the host's road.
    fn carry<'a>(&'a self, host: &'a Arc<Host>, message: Message) -> Reply<'a, Accepted> {
        Box::pin(async move { Ok(host.command_text(message).await?) })
    }

    /// Whether somebody may invite others to a table.
    fn may_invite(&self, record: &Record, who: &Identity) -> bool {
        record.owner == *who
    }

    /// Lets somebody in who was invited.
    fn admit<'a>(
        &'a self,
        host: &'a Arc<Host>,
        table: &'a TableId,
        place: Place,
        person: &'a Person,
    ) -> Reply<'a, ()> {
        Box::pin(async move {
            host.admit(table, place, person).await?;
            Ok(())
        })
    }

    /// Somebody looks at a table from now on, where that matters to it.
    fn attend<'a>(
        &'a self,
        _host: &'a Arc<Host>,
        _table: &'a TableId,
        _who: &'a Identity,
    ) -> Reply<'a, Option<Presence>> {
        Box::pin(async { Ok(None) })
    }

    /// Where those who sit at a table play now, if that is another one.
    fn goes_on<'a>(
        &'a self,
        _host: &'a Arc<Host>,
        _table: &'a TableId,
        _record: &'a Record,
    ) -> Reply<'a, Option<TableId>> {
        Box::pin(async { Ok(None) })
    }

    /// Asks that only the first entries of a table remain, or agrees to that; as
    /// [`Host::undo`] where the game lets moves be taken back.
    fn undo<'a>(
        &'a self,
        _host: &'a Arc<Host>,
        _table: &'a TableId,
        _by: &'a Identity,
        _to: u64,
    ) -> Reply<'a, Undo> {
        Box::pin(async {
            let words = String::from("at this table nothing is taken back");
            let code = "not_taken_back";
            Err(Declined::Table { code, words })
        })
    }

    /// A table of somebody's own that begins with the first entries of this one; as
    /// [`Host::fork`] where nobody learns by it what a game still hides.
    fn fork<'a>(
        &'a self,
        _host: &'a Arc<Host>,
        _table: &'a TableId,
        _by: &'a Person,
        _at: u64,
    ) -> Reply<'a, TableId> {
        Box::pin(async {
            let words = String::from("nothing else begins as this table did");
            let code = "not_forked";
            Err(Declined::Table { code, words })
        })
    }

    /// Notes that somebody asks a question at a table, where that matters to what the
    /// game comes to. It is answered afterwards.
    fn asked<'a>(
        &'a self,
        _host: &'a Arc<Host>,
        _table: &'a TableId,
        _by: &'a Person,
        _question: &'a Json,
    ) -> Reply<'a, ()> {
        Box::pin(async { Ok(()) })
    }

    /// Adds to a question what its answer needs beside the view: of the past, and of
    /// that what the asker may know.
    fn gather<'a>(
        &'a self,
        _host: &'a Arc<Host>,
        _table: &'a TableId,
        _by: &'a Person,
        question: &'a Json,
    ) -> Reply<'a, Json> {
        Box::pin(async move { Ok(question.clone()) })
    }

    /// Answers a question from what the asker sees, and from nothing else. It may
    /// take as long as a bot thinks, so it is asked where that harms nobody.
    fn ask(&self, view: &Json, question: &Json) -> Result<Json, Declined>;

    /// Answers what somebody asks about the game at no table: lessons, what they have
    /// played. It tells them nothing that they may not know.
    fn inquire<'a>(
        &'a self,
        _host: &'a Arc<Host>,
        _by: &'a Person,
        _question: &'a Json,
    ) -> Reply<'a, Json> {
        Box::pin(async {
            Err(Declined::Unreadable(String::from(
                "nothing is asked about this game but at its tables",
            )))
        })
    }

    /// Hears a word of the table's own plane. Which id it has is its sender's choice:
    /// the same one twice is one word.
    fn hear<'a>(
        &'a self,
        host: &'a Arc<Host>,
        table: &'a TableId,
        by: &'a Person,
        word: &'a Word,
    ) -> Reply<'a, Json>;
}

/// A table that anybody may find and join.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Joinable {
    /// Which.
    pub table: TableId,
    /// What is free there, by name, where a game is under way and its seats have names.
    pub free: Vec<String>,
}

impl From<TableId> for Joinable {
    fn from(table: TableId) -> Self {
        let free = Vec::new();
        Self { table, free }
    }
}

/// A game as it is offered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// Its name in the host.
    pub game: &'static str,
    /// What people call it.
    pub title: String,
    /// What it is, in a sentence or two.
    pub about: String,
    /// Whether it is played alone.
    pub alone: bool,
    /// The fewest and the most who play.
    pub players: (u8, u8),
    /// What its entrance offers, by names that the game's own page knows; without any,
    /// everything that page knows.
    pub offers: Option<Vec<&'static str>>,
}

/// A word of a table's own plane.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// An id of the sender's own.
    pub id: String,
    /// The word and what belongs to it, a JSON object.
    pub said: Json,
}

/// Why a steward does not do what it is asked. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Declined {
    /// The host says no.
    #[error(transparent)]
    Host(#[from] Refused),
    /// The words are not understood.
    #[error("not understood: {0}")]
    Unreadable(String),
    /// The table's own plane says no.
    #[error("{words}")]
    Table {
        /// The stable code, for programs.
        code: &'static str,
        /// The reason, for a person.
        words: String,
    },
}

impl Declined {
    /// The stable code.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Host(refused) => refused.code(),
            Self::Unreadable(_) => "bad_request",
            Self::Table { code, .. } => code,
        }
    }
}
