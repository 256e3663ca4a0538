//! Tables that cannot be read: what can still be told of them, and how they are
//! forgotten.
//!
//! A table is damaged if its lines, its record or its beginning make no sense. It
//! is never mended silently and never hidden: whoever lists tables shows it with
//! what is wrong.

use super::Host;
use crate::journal::JournalError;
use crate::refused::Refused;
use crate::table::{Identity, Record, TableId, who_key};

/// What can still be told of a table without reading its log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remains {
    /// What is known of it.
    pub record: Record,
    /// Whether its game was over.
    pub over: bool,
    /// How many entries its log has, or had.
    pub entries: u64,
}

impl Host {
    /// What is known of a table beside its game, without reading its log.
    ///
    /// # Errors
    /// If not even that can be read.
    pub async fn remains(&self, id: &TableId) -> Result<Remains, Refused> {
        let kept = self.journal.load(id).await?;
        let kept = kept.ok_or_else(|| Refused::UnknownTable(id.clone()))?;
        Ok(Remains {
            record: kept.record,
            over: kept.end.is_some(),
            entries: kept.standing.seq,
        })
    }

    /// Forgets a table for good that cannot be read, so that nobody can sit down
    /// at it to remove it. If its record cannot be read either, nobody knows who
    /// opened it, and whoever the journal finds it for may forget it.
    ///
    /// # Errors
    /// If it is somebody else's.
    pub async fn clear_away(&self, id: &TableId, by: &Identity) -> Result<(), Refused> {
        let theirs = match self.remains(id).await {
            Ok(remains) => remains.record.owner == *by,
            Err(unknown @ Refused::UnknownTable(_)) => return Err(unknown),
            Err(Refused::Journal(JournalError::Damaged { .. })) => {
                self.journal.find(&who_key(by)).await?.contains(id)
            }
            Err(other) => return Err(other),
        };
        if !theirs {
            return Err(Refused::NotOwner);
        }
        self.journal.remove(id).await?;
        self.put_away(id);
        Ok(())
    }
}
