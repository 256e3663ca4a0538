//! A table as it is found for somebody: of a game that somebody answers for, and with
//! nothing left to do at it.

use std::sync::Arc;

use parlour_host::Json;
use parlour_host::host::Return;
use parlour_host::steward::Steward;
use parlour_host::table::{Identity, TableId};

use super::Inside;
use super::answer::{Answered, Failure};
use super::forks::Asked;
use super::glance::Glance;

/// A table that was looked at, and who answers for its game.
pub(super) struct Found {
    pub now: Return,
    pub steward: Arc<dyn Steward>,
    /// Where those who sit at it play now, if that is another one.
    next: Option<TableId>,
    /// What its viewer alone is told.
    aside: Option<Json>,
    /// What is asked of those who sit at it.
    undo: Option<Asked>,
}

impl Found {
    /// What its viewer is shown of it.
    pub fn shown<'a>(&'a self, table: &'a TableId, who: &Identity) -> Glance<'a> {
        let glance = &self.now.glance;
        let steward = self.steward.as_ref();
        let (next, aside) = (self.next.as_ref(), self.aside.as_ref());
        Glance::new(table, glance, who, steward).beside(next, aside, self.undo.as_ref())
    }
}

impl Inside {
    /// A table as somebody may see it now, and what they were told since. Games that
    /// nobody answers for are not here.
    pub(super) async fn look(
        &self,
        table: &TableId,
        who: &Identity,
        seen: Option<u64>,
    ) -> Answered<Found> {
        let now = self.host.look_since(table, who, seen).await?;
        self.found(table, who, seen, now).await
    }

    /// The same as far as this process knows.
    pub(super) async fn look_on(
        &self,
        table: &TableId,
        who: &Identity,
        seen: Option<u64>,
    ) -> Answered<Found> {
        let now = self.host.look_on(table, who, seen).await?;
        self.found(table, who, seen, now).await
    }

    async fn found(
        &self,
        table: &TableId,
        who: &Identity,
        seen: Option<u64>,
        mut now: Return,
    ) -> Answered<Found> {
        let steward = Arc::clone(self.steward(&now.glance.record.game)?);
        if steward.is_unsettled(&now.glance.record) {
            steward.settle(&self.host, table).await?;
            now = self.host.look_since(table, who, seen).await?;
            if steward.is_unsettled(&now.glance.record) {
                let words = "the table changes too fast at this moment; ask again";
                return Err(Failure::too_many(words));
            }
        }
        let next = self.next(table, &now.glance).await;
        let record = &now.glance.record;
        let aside = steward.aside(&self.host, table, record, who).await?;
        let seq = now.glance.standing.seq;
        let undo = self.undo_asked(table, record, seq, steward.as_ref());
        Ok(Found {
            now,
            steward,
            next,
            aside,
            undo,
        })
    }
}
