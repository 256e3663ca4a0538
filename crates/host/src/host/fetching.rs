//! Fetches tables from the journal, and keeps up with what other hosts store.

use std::fmt::Display;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use parlour_rules::Turn;

use super::figures::Task;
use super::present::{Present, Unfit};
use super::{Host, Table};
use crate::game::{Game, Position};
use crate::journal::{JournalError, Kept, Snapshot};
use crate::locked;
use crate::log::{End, Era, Header, Older, Stored, read_entry, read_header, start_of};
use crate::refused::Refused;
use crate::table::TableId;

/// A snapshot is kept after every so many entries.
const SNAPSHOT_EVERY: u64 = 256;

/// How many entry lines are fetched at once.
pub(super) const BATCH: u32 = 4096;

impl Host {
    /// The table, fetched from the journal if it is not open yet.
    pub(crate) async fn table(&self, id: &TableId) -> Result<Arc<Table>, Refused> {
        let open = locked(&self.open).get(id);
        if let Some(table) = open {
            if table.unsure.swap(false, Ordering::Relaxed) {
                Box::pin(self.make_sure(&table)).await?;
            }
            return Ok(table);
        }
        // What is seldom done has a place of its own in memory: everything that waits for
        // a table would be as large as all of it, and is moved about.
        Box::pin(self.fetch(id)).await
    }

    async fn fetch(&self, id: &TableId) -> Result<Arc<Table>, Refused> {
        let fetched = self.fetched(id).await;
        if let Err(refused) = &fetched {
            self.note_trouble(id, refused).await;
        }
        Ok(locked(&self.open).take_in(fetched?))
    }

    /// Follows where another host may have moved a table on while nobody asked.
    async fn make_sure(&self, table: &Table) -> Result<(), Refused> {
        let followed = match self.is_behind(table).await {
            Ok(false) => return Ok(()),
            Ok(true) => {
                let _turn = table.road.lock().await;
                self.catch_up(table).await
            }
            Err(refused) => Err(refused),
        };
        if followed.is_err() {
            table.unsure.store(true, Ordering::Relaxed);
        }
        followed
    }

    async fn fetched(&self, id: &TableId) -> Result<Table, Refused> {
        let kept = self.timed(Task::Load, self.journal.load(id)).await?;
        let kept = kept.ok_or_else(|| Refused::UnknownTable(id.clone()))?;
        let header = read_header(&kept.header).map_err(|what| damaged(id, 0, &what))?;
        let game = Arc::clone(self.registry.game(&header.game)?);
        let unfinished = kept.end.is_none();
        let face = kept.face.clone();
        let present = self.restored(id, game.as_ref(), &header, kept).await?;
        if let Turn::Over(outcome) = &present.turn
            && unfinished
            && present.era.older(game.as_ref()).is_none()
        {
            // The last entry was stored, but not its end line.
            let end = End {
                end: outcome.clone(),
                entries: present.seq,
            };
            let end = Stored::end(&end, present.hash);
            self.journal.finish(id, present.seq, end).await?;
        }
        self.renew_face(id, &present, face).await;
        Ok(Table::new(id.clone(), game, header, present))
    }

    /// The present of a stored table: its snapshot, and the entries after it.
    async fn restored(
        &self,
        id: &TableId,
        game: &dyn Game,
        header: &Header,
        kept: Kept,
    ) -> Result<Present, Refused> {
        let era = Era::of(header, game)?;
        let start = start_of(game, header)?;
        let mut present = Present::new(start.position, era, kept);
        if let Some(snapshot) = present.snapshot.take()
            && let Some((position, rules)) = self.position_of(id, game, header, &snapshot).await?
        {
            present.begin_at(position, snapshot.seq, rules);
        }
        self.replay(id, game, &mut present).await?;
        Ok(present)
    }

    /// The position of a snapshot and the rules of its entry, if it has the
    /// fingerprint of that entry. What older rules wrote cannot be compared.
    async fn position_of(
        &self,
        id: &TableId,
        game: &dyn Game,
        header: &Header,
        snapshot: &Snapshot,
    ) -> Result<Option<(Box<dyn Position>, u32)>, Refused> {
        let Snapshot { seq, rules, state } = snapshot;
        if *rules > game.version() {
            return Ok(None);
        }
        let Some(state) = game.state_of(*rules, state, *seq) else {
            return Ok(None);
        };
        let Ok(position) = game.restore(state.as_str()) else {
            return Ok(None);
        };
        let lines = self.journal.entries(id, *seq, 1).await?;
        let entry = lines.first().and_then(|line| read_entry(line).ok());
        let Some(entry) = entry.filter(|it| it.seq == *seq) else {
            return Ok(None);
        };
        let decided = entry.rules.unwrap_or(header.rules);
        let fits = decided == *rules
            && (*rules < game.version() || entry.fingerprint == position.fingerprint());
        Ok(fits.then_some((position, decided)))
    }

    /// What is to be said of a table that was played under older rules, as long as
    /// the present ones have decided nothing of it.
    pub async fn older(&self, id: &TableId) -> Result<Option<Older>, Refused> {
        let table = self.table(id).await?;
        let era = table.present().era;
        Ok(era.older(table.game.as_ref()))
    }

    /// Applies the stored entries that the position does not know yet.
    async fn replay(
        &self,
        id: &TableId,
        game: &dyn Game,
        present: &mut Present,
    ) -> Result<(), Refused> {
        // No further than what was loaded: the rest of it belongs to that entry.
        while present.seq < present.stored_seq {
            let left = present.stored_seq - present.seq;
            let at_most = u64::from(BATCH).min(left) as u32;
            let lines = self.journal.entries(id, present.seq + 1, at_most).await?;
            if lines.is_empty() {
                return Err(damaged(id, present.seq + 1, &"the entry is missing").into());
            }
            for line in lines {
                let seq = present.seq + 1;
                let entry = read_entry(&line).map_err(|what| damaged(id, seq, &what))?;
                present
                    .take_in(&entry, game)
                    .map_err(|unfit| unfit_at(id, seq, unfit))?;
            }
        }
        present.stay_ended(game);
        Ok(())
    }

    /// Whether another host has moved the table on. Nobody is refused by a host
    /// that does not know the latest.
    pub(super) async fn is_behind(&self, table: &Table) -> Result<bool, Refused> {
        let standing = self.journal.standing(&table.id).await?;
        Ok(standing != Some(table.present().standing()))
    }

    /// Follows what other hosts have stored. The road must be held.
    pub(super) async fn catch_up(&self, table: &Table) -> Result<(), Refused> {
        let Some(kept) = self.journal.load(&table.id).await? else {
            self.put_away(&table.id);
            return Err(Refused::UnknownTable(table.id.clone()));
        };
        let mut fresh = table.present().follow(kept);
        self.replay(&table.id, table.game.as_ref(), &mut fresh)
            .await?;
        table.present().replace(fresh);
        self.bell.ring();
        Ok(())
    }

    /// Keeps a snapshot when enough has happened since the last. It is a cache:
    /// if it cannot be written, nothing is lost.
    pub(super) async fn snapshot_now_and_then(&self, table: &Table, seq: u64) {
        if !seq.is_multiple_of(SNAPSHOT_EVERY) {
            return;
        }
        let snapshot = table.present().to_snapshot(table.game.version());
        table.weigh(&snapshot.state);
        let _ = self.journal.keep_snapshot(&table.id, snapshot).await;
    }
}

fn unfit_at(id: &TableId, seq: u64, unfit: Unfit) -> Refused {
    match unfit {
        Unfit::Damaged(what) => damaged(id, seq, &what).into(),
        Unfit::Newer(newer) => newer.into(),
        Unfit::Older(older, what) => Refused::OlderRules {
            older,
            what: format!("entry {seq}: {what}"),
        },
    }
}

pub(super) fn damaged(id: &TableId, seq: u64, what: &dyn Display) -> JournalError {
    JournalError::Damaged {
        place: format!("table {id}, entry {seq}"),
        what: what.to_string(),
    }
}
