//! A table that comes after another: the one is left and the other begun in one go.

use super::Host;
use super::opening::NewTable;
use super::revise::Revision;
use crate::audit::Asker;
use crate::journal::MessageId;
use crate::refused::Refused;
use crate::table::TableId;

impl Host {
    /// Changes a record and opens the table that comes after it, both or neither, because
    /// somebody has asked for it: the audits of both name them. The message is heard
    /// at the table that is left.
    ///
    /// # Errors
    /// If there is a table of the other's name already, which another host may have
    /// opened in the same way; if the change is refused.
    pub async fn succeed<E: From<Refused>>(
        &self,
        id: &TableId,
        by: &Asker,
        message: Option<&MessageId>,
        next: NewTable,
        change: impl Fn(&mut Revision<'_>) -> Result<(), E>,
    ) -> Result<TableId, E> {
        let made_up = next.id.is_none();
        let mut log = self.new_log(next, by)?;
        loop {
            let opening = (message, Some(&log));
            let stored = self
                .amend_and_open(id, by, opening, |record, present, now| {
                    Revision::make(self, (record, present, now), &change)
                })
                .await;
            let Err(error) = stored else {
                return Ok(log.id);
            };
            if !made_up || self.is_taken(&log.id).await?.is_none() {
                return Err(error);
            }
            log.id = self.made_up_id(&log.record.game);
        }
    }

    /// The refusal of a name that a table has already.
    pub(super) async fn is_taken(&self, id: &TableId) -> Result<Option<Refused>, Refused> {
        let standing = self.journal.standing(id).await?;
        Ok(standing.map(|_| Refused::TableExists(id.clone())))
    }
}
