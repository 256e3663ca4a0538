//! The tables of a service, opened when somebody comes to them.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use parlour_host::card::{Card, Course, Query};
use parlour_host::host::Undo;
use parlour_host::table::{Identity, Person, Record, TableId};
use parlour_host::{Host, Refused};
use parlour_regicide::House;
use parlour_rules::{Seat, Seed};
use tokio::sync::Mutex;

use crate::attendance::Attendance;
use crate::customs::Customs;
use crate::marshal::{Eyes, Notes};
use crate::opening::{BotMind, OpenRefused, Opening};
use crate::seating;
use crate::table::{Closed, Table, WeakTable};
use crate::tableau::is_freed;
use crate::taking_back::{present_game, undo};
use crate::word::{Heard, Unheard, Word};

/// What all tables of a court have in common.
#[derive(Clone)]
pub struct Household {
    /// Where the tables are kept.
    pub host: Arc<Host>,
    /// How bots think at a table, by what is agreed there.
    pub mind: Arc<dyn Fn(&Customs) -> BotMind + Send + Sync>,
    /// How long bots take for a move at least where nothing is agreed.
    pub pace: Duration,
    /// Makes text that nobody can guess.
    pub key: Arc<dyn Fn() -> String + Send + Sync>,
    /// Makes the seed of a game.
    pub seed: Arc<dyn Fn() -> Seed + Send + Sync>,
    /// How long a table waits for somebody whose connection is lost before it pauses.
    pub grace: Duration,
    /// Where several processes share the tables, the name of this one.
    pub replica: Option<String>,
}

/// A table to be founded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// What it is called on screens.
    pub title: String,
    /// Its seats, 2 to 4.
    pub players: u8,
    /// Seats that bots take from the beginning.
    pub bots: u8,
    /// Whether anybody may watch.
    pub open: bool,
    /// The house rules of its games.
    pub house: House,
    /// What is agreed beside them.
    pub customs: Customs,
}

/// Why a table cannot be come to.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotFound {
    /// The game is of no table of the court, or its table has gone on: see
    /// [`Court::present_game`].
    #[error("this game is at no table of the court")]
    NoTable,
    /// It cannot be opened.
    #[error(transparent)]
    Open(#[from] OpenRefused),
    /// The host refused.
    #[error(transparent)]
    Host(#[from] Refused),
    /// The founder cannot sit down at it.
    #[error(transparent)]
    Unheard(#[from] Unheard),
}

/// The tables of one process. Tables are named by their present game.
pub struct Court {
    household: Household,
    open: Mutex<BTreeMap<String, WeakTable>>,
}

impl Court {
    /// A court without tables of its own: they are the host's.
    pub fn new(household: Household) -> Self {
        Self {
            household,
            open: Mutex::default(),
        }
    }

    /// Founds a table, with its founder at the first seat; its first game.
    pub async fn found(&self, founder: &Person, plan: &Plan) -> Result<TableId, NotFound> {
        let key = (self.household.key)();
        let tag = format!("court:{key}");
        let (table, _task) = self.opening(&tag, plan).prepare().await?.open().await?;
        let heard = table.hear(founder, Word::Join {}, None).await?;
        self.open.lock().await.insert(tag, table.downgrade());
        Ok(heard.game)
    }

    /// Says a word at the table of a game.
    pub async fn hear(
        &self,
        game: &TableId,
        by: &Person,
        word: Word,
        id: Option<&str>,
    ) -> Result<Result<Heard, Unheard>, NotFound> {
        let table = self.table(game).await?;
        Ok(table.hear(by, word, id.map(str::to_owned)).await)
    }

    /// Somebody is at the table of a game, for as long as the answer is kept: at their
    /// seat, if they have one or take one meanwhile.
    pub async fn attend(&self, game: &TableId, who: &Identity) -> Result<Attendance, NotFound> {
        let table = self.table(game).await?;
        table.attend(who).await.map_err(|Closed| NotFound::NoTable)
    }

    /// Asks that only the first `to` entries of a game remain, or agrees to that; as
    /// [`Host::undo`], in a game that is not over. The table goes over to what is left.
    pub async fn undo(&self, game: &TableId, by: &Identity, to: u64) -> Result<Undo, NotFound> {
        // Where somebody is at the table, it goes over as soon as it sees what is stored;
        // where nobody is, whoever opens it next finds what is left.
        let table = self.table(game).await?;
        let undone = undo(&self.household.host, game, by, to).await;
        drop(table);
        Ok(undone?)
    }

    /// The tables where anybody may sit down: open ones that have not begun, with somebody
    /// seated and a chair free, where something has happened within a day. The newest
    /// first, and not all of very many.
    pub async fn waiting(&self) -> Result<Vec<TableId>, Refused> {
        let waiting = self.open_tables(waits_for_people).await?.into_iter();
        Ok(waiting.map(|(table, _)| table).collect())
    }

    /// The open tables that play, where anybody may watch, with the seats of those who are
    /// gone that somebody else may have. Of them the same is named as of those that wait.
    pub async fn under_way(&self) -> Result<Vec<(TableId, Vec<Seat>)>, Refused> {
        let playing = self.open_tables(plays).await?.into_iter();
        let freed = playing.filter_map(|(table, record)| {
            // A damaged one empties nobody's list.
            let notes = Notes::of(&table, &record).ok()?;
            let seats = seating::people(&record);
            let freed = seats.filter(|seat| is_freed(&record, &notes, *seat));
            Some((table, freed.collect::<Vec<Seat>>()))
        });
        let mut playing: Vec<_> = freed.collect();
        playing.sort_by_key(|(_, freed)| freed.is_empty());
        Ok(playing)
    }

    /// The tables of strangers that are like this, where something has happened lately.
    async fn open_tables(
        &self,
        wanted: impl Fn(&Record) -> bool,
    ) -> Result<Vec<(TableId, Record)>, Refused> {
        let host = &self.household.host;
        let mut query = Query {
            at_most: LOOKED_AT,
            ..Query::tagged(OPEN).course(Course::Open).with_records()
        };
        let now = host.now();
        let like_this = |card: Card| {
            let lately = now.since(card.time) < FORGOTTEN;
            let record = card.record.filter(|record| lately && wanted(record))?;
            Some((card.table, record))
        };
        let mut open = Vec::new();
        for _ in 0..MOST_PAGES {
            let page = host.cards(query.clone()).await?;
            open.extend(page.cards.into_iter().filter_map(like_this));
            match page.next {
                Some(next) if open.len() < MOST_WAITING => query.after = Some(next),
                _ => break,
            }
        }
        open.truncate(MOST_WAITING);
        Ok(open)
    }

    /// The game that a table plays now, by any game it has played.
    pub async fn present_game(&self, game: &TableId) -> Result<Option<TableId>, Refused> {
        let host = &self.household.host;
        if self.household.replica.is_some() {
            host.refresh().await?;
        }
        present_game(host, game, is_ours).await
    }

    /// The record, also if another process was the last to change it.
    async fn record(&self, game: &TableId) -> Result<Record, Refused> {
        let host = &self.household.host;
        if self.household.replica.is_some() {
            host.refresh().await?;
        }
        host.record(game).await
    }

    async fn table(&self, game: &TableId) -> Result<Table, NotFound> {
        let record = self.record(game).await?;
        let tag = record.tags.iter().find(|tag| is_ours(tag));
        let tag = tag.ok_or(NotFound::NoTable)?;
        let mut open = self.open.lock().await;
        if let Some(table) = open.get(tag).and_then(WeakTable::upgrade) {
            return Ok(table);
        }
        open.retain(|_, table| table.upgrade().is_some());
        // What was founded is what goes on, in every process. The table may have been
        // put away while others were let in: its record is read again without waiting
        // on this thread.
        let host = &self.household.host;
        host.record(game).await?;
        let notes = Notes::of(game, &record)?;
        let view = Eyes::on(host, game, &record.owner)?.view();
        let plan = Plan {
            title: record.title.clone(),
            players: record.chairs.len() as u8,
            bots: 0,
            open: record.open,
            house: view.house,
            customs: notes.customs,
        };
        let (table, _task) = self.opening(tag, &plan).prepare().await?.open().await?;
        open.insert(tag.clone(), table.downgrade());
        Ok(table)
    }

    fn opening(&self, tag: &str, plan: &Plan) -> Opening {
        let household = self.household.clone();
        let seed = household.seed;
        Opening {
            host: household.host,
            tag: tag.to_owned(),
            title: plan.title.clone(),
            owner: Identity::from("court"),
            number: 1,
            players: plan.players,
            bots: plan.bots,
            house: plan.house,
            customs: plan.customs,
            fresh: false,
            shows_finished: true,
            mind: (household.mind)(&plan.customs),
            pace: plan
                .customs
                .pace
                .map_or(household.pace, |pace| Duration::from_millis(pace.into())),
            key: household.key,
            seed: Arc::new(move |_, _| seed()),
            tell: Arc::new(|_, words| tracing::debug!("{words}")),
            open: plan.open,
            grace: household.grace,
            replica: household.replica,
        }
    }
}

/// The tag of games at tables where anybody may sit down.
pub(crate) const OPEN: &str = "open:kingslayer";

/// How many of them are looked at in one go for those that wait.
const LOOKED_AT: u32 = 200;

/// How often at most.
const MOST_PAGES: usize = 4;

/// How many that wait are named at most.
const MOST_WAITING: usize = 50;

/// A day: who sits at a table where nothing has happened for so long, in milliseconds,
/// waits no more.
const FORGOTTEN: u64 = 24 * 60 * 60 * 1000;

/// Before the tag of a table, the tag of the games it has played.
pub(crate) const PAST: &str = "past:";

/// Whether a tag is that of a table of a court.
pub(crate) fn is_ours(tag: &str) -> bool {
    tag.starts_with("court:")
}

/// Whether people play at a table that strangers may watch.
fn plays(record: &Record) -> bool {
    let somebody = seating::people(record).next().is_some();
    record.started.is_some() && record.open && record.moved_to.is_none() && somebody
}

/// Whether somebody sits at a table that has not begun, and somebody else may.
fn waits_for_people(record: &Record) -> bool {
    let somebody = seating::people(record).next().is_some();
    let free = record.chairs.contains(&None);
    record.started.is_none() && record.open && somebody && free
}
