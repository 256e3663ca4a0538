//! A table as one viewer sees it, in the game's own types.

use parlour_rules::{Rules, Seed, Turn, Viewer};

use super::Host;
use super::fetching::{BATCH, damaged};
use crate::Time;
use crate::journal::Standing;
use crate::refused::Refused;
use crate::shown::Shown;
use crate::table::{Record, TableId};

/// How many entries are looked through at once for the beginning of a stage.
const NEAR: u32 = 32;

impl Host {
    /// How a table looks to a viewer now, whichever host moved it on. Who may
    /// look is for the caller to know.
    pub async fn sight<G: Rules>(&self, id: &TableId, viewer: Viewer) -> Result<Shown<G>, Refused> {
        self.sight_as(id, |_| viewer).await
    }

    /// The same with the eyes that the record gives: who looks, and what they see,
    /// are of one moment.
    pub async fn sight_as<G: Rules>(
        &self,
        id: &TableId,
        eyes: impl FnOnce(&Record) -> Viewer,
    ) -> Result<Shown<G>, Refused> {
        let table = self.table(id).await?;
        if self.is_behind(&table).await? {
            let _turn = table.road.lock().await;
            Box::pin(self.catch_up(&table)).await?;
        }
        let present = table.present();
        let shown = present.shown(table.game.as_ref(), eyes(&present.record));
        shown.ok_or_else(|| Refused::UnknownTable(id.clone()))
    }

    /// The secret that a table's chance grows from, for whatever plays at it as a bot.
    /// It is told to nobody.
    pub async fn secret_seed(&self, id: &TableId) -> Result<Seed, Refused> {
        Ok(self.table(id).await?.header.seed)
    }

    /// The same for whoever knows how far the table has come, by its card or by a change of
    /// their own: the journal is asked only if this host is not as far.
    pub async fn sight_since<G: Rules>(
        &self,
        id: &TableId,
        known: Standing,
        eyes: impl FnOnce(&Record) -> Viewer,
    ) -> Result<Shown<G>, Refused> {
        let table = self.table(id).await?;
        let here = table.present().standing();
        if here.seq < known.seq || here.version < known.version {
            let _turn = table.road.lock().await;
            Box::pin(self.catch_up(&table)).await?;
        }
        let present = table.present();
        let shown = present.shown(table.game.as_ref(), eyes(&present.record));
        shown.ok_or_else(|| Refused::UnknownTable(id.clone()))
    }

    /// When the present stage began, by the entry that ended the one before it; the
    /// first begins with the game. Nothing if it has not begun.
    pub async fn stage_began(&self, id: &TableId) -> Result<Option<Time>, Refused> {
        let table = self.table(id).await?;
        let (stage, started, last) = {
            let present = table.present();
            let stage = match &present.turn {
                Turn::Awaiting { stage, .. } => Some(stage.clone()),
                Turn::Over(_) => None,
            };
            (stage, present.record.started, present.seq)
        };
        // From the end on back: a stage seldom has many entries.
        let mut end = last;
        while end > 0 {
            let first = end.saturating_sub(u64::from(NEAR)) + 1;
            let count = (end - first + 1) as u32;
            let lines = self.journal.entries(id, first, count).await?;
            for (place, line) in lines.iter().enumerate().rev() {
                let seq = first + place as u64;
                let entry = crate::log::read_entry(line).map_err(|what| damaged(id, seq, &what))?;
                if Some(&entry.stage) != stage.as_ref() {
                    return Ok(Some(entry.time));
                }
            }
            end = first - 1;
        }
        Ok(started)
    }

    /// What a viewer was told of the entries after `after`, in the game's own
    /// types: for a spectator, what is public.
    pub async fn seen<G: Rules>(
        &self,
        id: &TableId,
        viewer: Viewer,
        after: u64,
    ) -> Result<Vec<(u64, Vec<G::Seen>)>, Refused> {
        let table = self.table(id).await?;
        let mut told = Vec::new();
        let mut seq = after;
        loop {
            let lines = self.journal.entries(id, seq + 1, BATCH).await?;
            if lines.is_empty() {
                return Ok(told);
            }
            for line in lines {
                seq += 1;
                let entry =
                    crate::log::read_entry(&line).map_err(|what| damaged(id, seq, &what))?;
                let happened = table
                    .happened(&entry)
                    .map_err(|error| damaged(id, seq, &error))?;
                let events = happened.events().downcast_ref::<Vec<G::Event>>();
                let events = events.ok_or_else(|| Refused::UnknownTable(id.clone()))?;
                let seen: Vec<G::Seen> = events
                    .iter()
                    .filter_map(|event| G::observe(event, viewer))
                    .collect();
                if !seen.is_empty() {
                    told.push((seq, seen));
                }
            }
        }
    }
}
