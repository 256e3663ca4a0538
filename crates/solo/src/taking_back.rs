//! The last move is taken back, in practice games.

use parlour_host::host::Undo;
use parlour_host::table::{Identity, TableId};
use parlour_host::{Host, Json, Refused, Shown};
use parlour_rules::{Actor, Seat};
use serde::Deserialize;
use thiserror::Error;

use crate::kind::Kind;

/// Bots may play on while a move is taken back: so often it is tried again.
const TRIES: usize = 8;

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
    let mut tries = 0..TRIES;
    let (glance, next) = loop {
        let glance = host.look_since(table, by, None).await?.glance;
        match go_back(host, table, &glance, by).await {
            Err(NotTakenBack::Host(Refused::StaleSeq { .. })) if tries.next().is_some() => {}
            next => break (glance, next?),
        }
    };
    // The table before the one before is of no more use to anybody.
    if let Some(origin) = &glance.record.forked_from {
        match host.remove(&origin.table, by).await {
            Ok(()) | Err(Refused::UnknownTable(_)) => {}
            Err(refused) => tracing::warn!("table {} is not removed: {refused}", origin.table),
        }
    }
    Ok(next)
}

/// Where play goes on before one's own last move, as somebody sees the table.
async fn go_back(
    host: &Host,
    table: &TableId,
    glance: &Shown<Json>,
    by: &Identity,
) -> Result<TableId, NotTakenBack> {
    let record = &glance.record;
    if let Some(next) = &record.moved_to {
        return Ok(next.clone());
    }
    if Kind::of(record) != Kind::Practice {
        return Err(NotTakenBack::NotPractice);
    }
    let alone = record.chairs.len() == 1;
    let to = match record.seat_of(by).filter(|_| !alone) {
        None => glance.standing.seq.checked_sub(1),
        Some(seat) => before_last_of(host, table, seat).await?,
    };
    let to = to.ok_or(NotTakenBack::NothingPlayed)?;
    match host.undo(table, by, to).await {
        Ok(Undo::Done(next)) | Err(Refused::Moved(next)) => Ok(next),
        Ok(Undo::Asked) => Ok(table.clone()),
        Err(refused) => Err(refused.into()),
    }
}

/// How many entries there were before the last of a seat; nothing if it has none.
async fn before_last_of(host: &Host, table: &TableId, seat: Seat) -> Result<Option<u64>, Refused> {
    #[derive(Deserialize)]
    struct Given {
        seq: u64,
        by: Actor,
    }
    let lines = host.journal().entries(table, 1, u32::MAX).await?;
    let given = lines.iter().rev();
    let mut given = given.filter_map(|line| serde_json::from_str::<Given>(line).ok());
    let last = given.find(|it| it.by == Actor::Seat(seat));
    Ok(last.map(|it| it.seq - 1))
}
