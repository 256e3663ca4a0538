//! The host: keeps tables, finds them again, and shows them.

mod amending;
mod auditing;
mod bans;
mod bell;
mod catching_up;
mod damage;
mod deadlines;
mod fetching;
mod figures;
mod fork;
mod listing;
mod message;
mod open;
mod opening;
mod outbox;
mod present;
mod press;
pub(crate) mod reaching;
mod revise;
mod road;
mod roster;
mod seen;
mod step;
mod storing;
mod succession;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use parlour_rules::Seed;

use crate::audit::Asker;
use crate::entropy::Entropy;
use crate::journal::{Change, Journal, JournalError, MemoryJournal, Torn};
use crate::log::read_entry;
use crate::refused::Refused;
use crate::shown::Shown;
use crate::table::{Identity, Record, TableId, game_key, tag_key, who_key};
use crate::{Clock, Json, ManualClock, Registry, SeededEntropy, Time, locked};

pub use bans::Ban;
pub use catching_up::Return;
pub use damage::Remains;
pub use deadlines::Struck;
#[cfg(feature = "service")]
pub(crate) use deadlines::span;
pub use figures::{Figures, Task};
pub use fork::Undo;
pub use message::{Accepted, Giver, Message};
pub use open::Space;
pub use opening::NewTable;
pub use present::Watch;
pub use reaching::Unreached;
pub use revise::Revision;
pub use road::LONGEST_COMMAND;
pub use roster::Description;

use bell::Bell;
use fetching::damaged;
use figures::Counters;
use open::OpenTables;
pub(crate) use present::Table;

/// Keeps tables of any registered game.
///
/// A host may be shared between threads. Several hosts, in one process or in
/// many, may share one journal.
pub struct Host {
    registry: Registry,
    journal: Arc<dyn Journal>,
    clock: Arc<dyn Clock>,
    entropy: Arc<dyn Entropy>,
    open: Mutex<OpenTables>,
    bell: Bell,
    counters: Counters,
    banned: Mutex<bans::Banned>,
    /// The tables whose deadlines could not be struck when it was tried last.
    stuck: Mutex<BTreeMap<TableId, u32>>,
}

/// How far a game has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// How many commands were carried out.
    pub entries: u64,
    /// Whether it is over.
    pub over: bool,
}

impl Host {
    /// A host over a journal.
    pub fn new(
        registry: Registry,
        journal: Arc<dyn Journal>,
        clock: Arc<dyn Clock>,
        entropy: Arc<dyn Entropy>,
    ) -> Self {
        Self {
            registry,
            journal,
            clock,
            entropy,
            open: Mutex::default(),
            bell: Bell::default(),
            counters: Counters::default(),
            banned: Mutex::default(),
            stuck: Mutex::default(),
        }
    }

    /// The same with another space for the tables in memory.
    #[must_use]
    pub fn with_space(self, space: Space) -> Self {
        locked(&self.open).space = space;
        self
    }

    /// A host that forgets everything when it is dropped, whose clock stands still
    /// and whose chance is the same every time: for trying things.
    pub fn in_memory(registry: Registry) -> Self {
        Self::new(
            registry,
            Arc::new(MemoryJournal::new()),
            Arc::new(ManualClock::default()),
            Arc::new(SeededEntropy::new(Seed(1))),
        )
    }

    /// The games there are.
    pub fn registry(&self) -> &Registry {
        &self.registry
    }

    /// The journal beneath.
    pub fn journal(&self) -> &Arc<dyn Journal> {
        &self.journal
    }

    /// What time it is for this host.
    pub fn now(&self) -> Time {
        self.clock.now()
    }

    /// All tables, the one that changed last first.
    pub async fn tables(&self) -> Result<Vec<TableId>, Refused> {
        Ok(self.journal.tables().await?)
    }

    /// The tables of a game.
    pub async fn tables_of_game(&self, game: &str) -> Result<Vec<TableId>, Refused> {
        Ok(self.journal.find(&game_key(game)).await?)
    }

    /// The tables where somebody sits, watches or is the owner.
    pub async fn tables_of(&self, who: &Identity) -> Result<Vec<TableId>, Refused> {
        Ok(self.journal.find(&who_key(who)).await?)
    }

    /// Whether somebody's message has been stored at a table before.
    pub async fn has_heard(
        &self,
        table: &TableId,
        who: &Identity,
        message: &str,
    ) -> Result<bool, JournalError> {
        let earlier = self.journal.heard(table, who, message).await?;
        Ok(earlier.is_some())
    }

    /// The tables with a tag.
    pub async fn tables_with_tag(&self, tag: &str) -> Result<Vec<TableId>, Refused> {
        Ok(self.journal.find(&tag_key(tag)).await?)
    }

    /// What is known of a table.
    pub async fn record(&self, id: &TableId) -> Result<Record, Refused> {
        let table = self.table(id).await?;
        Ok(table.present().record.clone())
    }

    /// What somebody may see of a table now, as JSON.
    pub async fn look(&self, id: &TableId, who: &Identity) -> Result<Shown<Json>, Refused> {
        let table = self.table(id).await?;
        let present = table.present();
        let viewer = present.record.viewer(who).ok_or(Refused::NotAdmitted)?;
        Ok(present.shown_as_json(table.game.as_ref(), viewer))
    }

    /// What somebody was told of the entries after `after`: the number of each
    /// entry and a JSON array, for those of which there was something to tell.
    pub async fn history(
        &self,
        id: &TableId,
        who: &Identity,
        after: u64,
        at_most: u32,
    ) -> Result<Vec<(u64, Json)>, Refused> {
        let table = self.table(id).await?;
        let viewer = table.present().record.viewer(who);
        let viewer = viewer.ok_or(Refused::NotAdmitted)?;
        let lines = self.journal.entries(id, after + 1, at_most).await?;
        let mut told = Vec::new();
        for (seq, line) in (after + 1..).zip(lines) {
            let entry = read_entry(&line).map_err(|what| damaged(id, seq, &what))?;
            let happened = table
                .happened(&entry)
                .map_err(|error| damaged(id, seq, &error))?;
            told.extend(happened.told(viewer).map(|told| (seq, told)));
        }
        Ok(told)
    }

    /// When the entries after `after` were accepted.
    pub async fn times(
        &self,
        id: &TableId,
        after: u64,
        at_most: u32,
    ) -> Result<Vec<Time>, Refused> {
        let lines = self.journal.entries(id, after + 1, at_most).await?;
        let read = |(seq, line): (u64, String)| match read_entry(&line) {
            Ok(entry) => Ok(entry.time),
            Err(what) => Err(damaged(id, seq, &what).into()),
        };
        (after + 1..).zip(lines).map(read).collect()
    }

    /// Whether the last line of a table was found half written, and set aside.
    pub async fn torn(&self, id: &TableId) -> Result<Option<Torn>, Refused> {
        Ok(self.table(id).await?.present().torn.clone())
    }

    /// Tells when something changes at a table.
    pub async fn watch(&self, id: &TableId) -> Result<Watch, Refused> {
        Ok(Watch::new(self.table(id).await?))
    }

    /// Whether a table is in memory.
    pub(crate) fn is_open(&self, id: &TableId) -> bool {
        locked(&self.open).has(id)
    }

    /// Puts a table away; it is fetched again when somebody asks for it.
    pub fn put_away(&self, id: &TableId) {
        locked(&self.open).remove(id);
    }

    /// Lets go of tables that nobody holds, nobody has asked for since the last time,
    /// and whose deadlines are further away than so many milliseconds.
    pub fn let_go(&self, soon: u64) {
        let soon = self.clock.now().after(soon);
        locked(&self.open).let_go(soon);
    }

    /// Closes a table before its game is over: nobody plays on, no time passes, and it
    /// is found among those that are closed. For who keeps the house; fronts ask for
    /// the owner's word first.
    pub async fn close(&self, id: &TableId, by: &Asker) -> Result<(), Refused> {
        self.amend(id, by, |record, present, now| {
            if matches!(present.turn, parlour_rules::Turn::Over(_)) || record.closed.is_some() {
                return Ok(((), Change::Keep));
            }
            record.closed = Some(now);
            Ok(((), Change::Set(None)))
        })
        .await
    }

    /// Forgets a table for good, whoever opened it and whether or not it can be read:
    /// for whoever keeps the house.
    pub async fn discard(&self, id: &TableId) -> Result<(), Refused> {
        self.journal.remove(id).await?;
        self.put_away(id);
        Ok(())
    }

    /// Forgets a table for good, if it may be: that is asked of the record as it is then,
    /// whichever host changed it last, and of how far the game has come. It is closed by that
    /// very change, so nobody plays on before it is gone.
    pub async fn remove_if<E: From<Refused>>(
        &self,
        id: &TableId,
        by: &Asker,
        may: impl Fn(&Record, Played) -> Result<(), E>,
    ) -> Result<(), E> {
        let table = self.table(id).await?;
        let _turn = table.road.lock().await;
        self.amend_held::<_, E>(&table, by, (None, None), |record, present, now| {
            let played = Played {
                entries: present.seq,
                over: matches!(present.turn, parlour_rules::Turn::Over(_)),
            };
            may(record, played)?;
            record.closed.get_or_insert(now);
            Ok(((), Change::Set(None), Vec::new()))
        })
        .await?;
        let removed = self.journal.remove(id).await;
        removed.map_err(Refused::from)?;
        self.put_away(id);
        Ok(())
    }

    /// Forgets a table for good.
    pub async fn remove(&self, id: &TableId, by: &Identity) -> Result<(), Refused> {
        let table = self.table(id).await?;
        let _turn = table.road.lock().await;
        if table.present().record.owner != *by {
            return Err(Refused::NotOwner);
        }
        self.journal.remove(id).await?;
        self.put_away(id);
        Ok(())
    }
}
