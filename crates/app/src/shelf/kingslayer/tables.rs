//! The tables of Kingslayer for several, as a browser finds them: the court's, or those
//! that are open in the local network.

use std::collections::BTreeMap;
use std::sync::Arc;

use parlour_court::{Court, Heard, NotFound, Plan, Table as CourtTable, Unheard, Word};
use parlour_host::host::Undo;
use parlour_host::journal::JournalError;
use parlour_host::steward::{Declined, Presence};
use parlour_host::table::{Identity, Person, Record, TableId};
use parlour_host::{Host, Refused};
use parlour_rules::Seat;

use super::steward::declined;

/// The tables for several.
pub(super) enum Tables {
    /// Opened when somebody comes to them.
    Court(Court),
    /// Those of a host on the local network, by their tags: each is open all the time.
    Lan {
        host: Arc<Host>,
        open: BTreeMap<String, CourtTable>,
    },
}

impl Tables {
    pub async fn found(&self, by: &Person, plan: &Plan) -> Result<TableId, Declined> {
        match self {
            Self::Court(court) => court.found(by, plan).await.map_err(not_found),
            Self::Lan { .. } => Err(elsewhere()),
        }
    }

    /// Says a word at the table of a game.
    pub async fn hear(
        &self,
        game: &TableId,
        by: &Person,
        word: Word,
        id: Option<&str>,
    ) -> Result<Heard, Declined> {
        match self {
            Self::Court(court) => {
                let heard = court.hear(game, by, word, id).await.map_err(not_found)?;
                heard.map_err(not_heard)
            }
            Self::Lan { host, open } => {
                let record = host.record(game).await?;
                let table = record.tags.iter().find_map(|tag| open.get(tag));
                let table = table.ok_or_else(|| not_found(NotFound::NoTable))?;
                let heard = table.hear(by, word, id.map(str::to_owned)).await;
                heard.map_err(not_heard)
            }
        }
    }

    /// Somebody is at the table of a game; nothing if it is no longer played.
    pub async fn attend(
        &self,
        game: &TableId,
        who: &Identity,
    ) -> Result<Option<Presence>, Declined> {
        match self {
            Self::Court(court) => match court.attend(game, who).await {
                Ok(here) => Ok(Some(Box::new(here) as Presence)),
                // A game that is over is looked at without anybody being missed.
                Err(NotFound::NoTable) => Ok(None),
                Err(error) => Err(not_found(error)),
            },
            Self::Lan { host, open } => {
                let record = host.record(game).await?;
                let table = record.tags.iter().find_map(|tag| open.get(tag));
                let Some(table) = table else { return Ok(None) };
                let here = table.attend(who).await.ok();
                Ok(here.map(|here| Box::new(here) as Presence))
            }
        }
    }

    /// The tables where anybody may sit down; those in the local network are invited to.
    pub async fn waiting(&self) -> Result<Vec<TableId>, Declined> {
        match self {
            Self::Court(court) => Ok(court.waiting().await?),
            Self::Lan { .. } => Ok(Vec::new()),
        }
    }

    /// The tables where anybody may watch, and the seats that are free there.
    pub async fn under_way(&self) -> Result<Vec<(TableId, Vec<Seat>)>, Declined> {
        match self {
            Self::Court(court) => Ok(court.under_way().await?),
            Self::Lan { .. } => Ok(Vec::new()),
        }
    }

    /// Asks that moves be taken back, or agrees to that. Who plays in a terminal cannot be
    /// asked.
    pub async fn undo(
        &self,
        game: &TableId,
        record: &Record,
        by: &Identity,
        to: u64,
    ) -> Result<Undo, Declined> {
        match self {
            Self::Court(court) => court.undo(game, by, to).await.map_err(not_found),
            Self::Lan { host, .. } => {
                let people = record.chairs.iter().flatten();
                let mut people = people.filter(|it| it.bot.is_none());
                if people.any(|it| !it.identity.0.starts_with("web:")) {
                    let words = "somebody here plays in a terminal, and cannot be asked";
                    return Err(declined("not_taken_back", words));
                }
                Ok(parlour_court::undo(host, game, by, to).await?)
            }
        }
    }

    /// The game that a table plays now, by any game it has played.
    pub async fn present_game(&self, game: &TableId) -> Result<Option<TableId>, Declined> {
        match self {
            Self::Court(court) => Ok(court.present_game(game).await?),
            Self::Lan { host, open } => {
                let is_open = |tag: &str| open.contains_key(tag);
                Ok(parlour_court::present_game(host, game, is_open).await?)
            }
        }
    }

    /// Whether people open tables here, and not only sit down at those that are open.
    pub fn may_be_opened(&self) -> bool {
        matches!(self, Self::Court(_))
    }
}

pub(super) fn elsewhere() -> Declined {
    declined("elsewhere", "here one plays at the tables that are open")
}

fn not_found(error: NotFound) -> Declined {
    match error {
        NotFound::NoTable => declined("no_table", "this table has gone on, or is closed"),
        NotFound::Host(refused) => Declined::Host(refused),
        NotFound::Unheard(unheard) => not_heard(unheard),
        NotFound::Open(error) => declined("not_opened", &error.to_string()),
    }
}

fn not_heard(error: Unheard) -> Declined {
    match error {
        Unheard::Refused(refusal) => declined(refusal.code, &refusal.message),
        Unheard::Lost => {
            let words = String::from("a word could not be stored");
            Declined::Host(Refused::Journal(JournalError::Unreachable(words)))
        }
    }
}
