//! Hints are counted before they are given: a game with hints counts apart from the
//! others.

use std::sync::Arc;

use parlour_court::{Tableau, Word};
use parlour_host::Host;
use parlour_host::steward::Declined;
use parlour_host::table::{Person, Record, TableId};
use parlour_solo::{Kind, hinted};

use super::steward::{declined, is_together};
use super::tables::Tables;

/// Notes that somebody is about to be given a hint, or says why there is none.
pub(super) async fn note(
    tables: &Tables,
    host: &Arc<Host>,
    table: &TableId,
    by: &Person,
) -> Result<(), Declined> {
    let record = host.record(table).await?;
    if is_together(&record) {
        // Where nothing was agreed, others at the table have no bot beside them.
        return match Tableau::of(table, &record) {
            Ok(it) if it.customs.hints => count(tables, table, &record, by).await,
            _ => Err(declined("not_alone", "this table gives no hints")),
        };
    }
    let counts = Kind::noted(&record).is_some_and(|kind| kind != Kind::Practice);
    if counts && record.owner == by.identity {
        hinted(host, table, &by.identity).await?;
    }
    Ok(())
}

/// A table for several counts a hint. To who has nothing to decide none is given.
async fn count(
    tables: &Tables,
    table: &TableId,
    record: &Record,
    by: &Person,
) -> Result<(), Declined> {
    if record.seat_of(&by.identity).is_none() {
        return Ok(());
    }
    let nothing = ["wrong_step", "game_over", "not_your_turn", "no_table"];
    match tables.hear(table, by, Word::Hint {}, None).await {
        Err(Declined::Table { code, .. }) if nothing.contains(&code) => Ok(()),
        counted => counted.map(drop),
    }
}
