//! The last move is taken back, in practice games.

use parlour_host::host::Undo;
use parlour_host::table::{Identity, TableId};
use parlour_host::{Host, Refused};
use thiserror::Error;

use crate::kind::Kind;

/// Why a move is not taken back. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotTakenBack {
    /// The game counts.
    #[error("moves are taken back in practice games only")]
    NotPractice,
    /// There is no move.
    #[error("nothing has been played yet")]
    NothingPlayed,
    /// The host says no.
    #[error(transparent)]
    Host(#[from] Refused),
}

/// Takes the last move back and says where play goes on: one's own last, and with it
/// what bots have done since, or one would only see them do the same again. Asked again,
/// it finds the same table.
pub async fn take_back(
    host: &Host,
    table: &TableId,
    by: &Identity,
) -> Result<TableId, NotTakenBack> {
    let record = host.look_since(table, by, None).await?.glance.record;
    if let Some(next) = record.moved_to {
        return Ok(next);
    }
    if Kind::of(&record) != Kind::Practice {
        return Err(NotTakenBack::NotPractice);
    }
    let next = match host.undo_own(table, by).await {
        Ok(Undo::Done(next)) | Err(Refused::Moved(next)) => next,
        Ok(Undo::Asked) => table.clone(),
        Err(Refused::NoSuchEntry(_)) => return Err(NotTakenBack::NothingPlayed),
        Err(refused) => return Err(refused.into()),
    };
    // The table before the one before is of no more use to anybody.
    if let Some(origin) = &record.forked_from {
        match host.remove(&origin.table, by).await {
            Ok(()) | Err(Refused::UnknownTable(_)) => {}
            Err(refused) => tracing::warn!("table {} is not removed: {refused}", origin.table),
        }
    }
    Ok(next)
}
