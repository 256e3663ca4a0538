//! A table as somebody sees it who was away: how it is now, and what they were told
//! meanwhile.

use parlour_rules::Viewer;

use super::fetching::damaged;
use super::{Host, Table};
use crate::Json;
use crate::log::read_entry;
use crate::refused::Refused;
use crate::shown::Shown;
use crate::table::{Identity, TableId};

/// After an absence of more entries than this nobody is told entry by entry.
const MOST: u64 = 500;

/// A table after an absence.
#[derive(Clone, Debug)]
pub struct Return {
    /// How it is now.
    pub glance: Shown<Json>,
    /// What was told of each entry since, a JSON array for each of which there was
    /// something to tell; nothing known if the absence was too long, or if there was
    /// no time before it.
    pub told: Option<Vec<Json>>,
}

impl Host {
    /// What somebody may see of a table now, whichever host moved it on, and what
    /// they were told of the entries after `seen`.
    pub async fn look_since(
        &self,
        id: &TableId,
        who: &Identity,
        seen: Option<u64>,
    ) -> Result<Return, Refused> {
        let table = self.table(id).await?;
        if self.is_behind(&table).await? {
            let _turn = table.road.lock().await;
            self.catch_up(&table).await?;
        }
        self.look_at_present(&table, who, seen).await
    }

    /// The same as far as this host knows, for those who are woken by a
    /// [`Watch`](super::Watch).
    pub async fn look_on(
        &self,
        id: &TableId,
        who: &Identity,
        seen: Option<u64>,
    ) -> Result<Return, Refused> {
        let table = self.table(id).await?;
        self.look_at_present(&table, who, seen).await
    }

    async fn look_at_present(
        &self,
        table: &Table,
        who: &Identity,
        seen: Option<u64>,
    ) -> Result<Return, Refused> {
        // The view and what led to it are taken at one moment.
        let (glance, recent) = {
            let present = table.present();
            let viewer = present.record.viewer(who).ok_or(Refused::NotAdmitted)?;
            let recent = seen.and_then(|seen| {
                let recent = present.since(seen)?;
                let told = recent.filter_map(|(_, happened)| happened.told(viewer));
                Some(told.collect::<Vec<_>>())
            });
            let mut glance = present.shown_as_json(table.game.as_ref(), viewer);
            // Before the start seats change hands, and nobody has looked at theirs.
            if present.record.started.is_none() {
                glance.view = present.position.view(Viewer::Spectator);
            }
            (glance, recent)
        };
        let now = glance.standing.seq;
        let told = match (recent, seen) {
            (Some(told), _) => Some(told),
            (None, Some(seen)) if seen <= now && now - seen <= MOST => {
                Some(self.told_between(table, glance.viewer, seen, now).await?)
            }
            _ => None,
        };
        Ok(Return { glance, told })
    }

    /// What a viewer was told of the entries after one and up to another.
    async fn told_between(
        &self,
        table: &Table,
        viewer: Viewer,
        after: u64,
        last: u64,
    ) -> Result<Vec<Json>, Refused> {
        let at_most = (last - after) as u32;
        let lines = self.journal.entries(&table.id, after + 1, at_most).await?;
        let mut told = Vec::new();
        for (seq, line) in (after + 1..).zip(lines) {
            let entry = read_entry(&line).map_err(|what| damaged(&table.id, seq, &what))?;
            let happened = table
                .happened(&entry)
                .map_err(|error| damaged(&table.id, seq, &error))?;
            told.extend(happened.told(viewer));
        }
        Ok(told)
    }
}
