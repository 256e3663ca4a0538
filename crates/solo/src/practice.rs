//! A finished game goes on as practice, from any place in it.

use parlour_host::table::{Person, TableId};
use parlour_host::{Host, Refused};

use crate::daily::is_of_today;
use crate::kind::Kind;
use crate::visit::NotDone;

/// A new table for practice that begins with the first entries of a game that is over,
/// or of one's own.
///
/// # Errors
/// Why there is none.
pub async fn practise(
    host: &Host,
    table: &TableId,
    by: &Person,
    entries: u64,
) -> Result<TableId, NotDone> {
    let record = host.record(table).await?;
    if is_of_today(&record, host.now()) {
        return Err(NotDone::Tomorrow);
    }
    let fork = host.fork(table, by, entries).await?;
    let described = host.describe(&fork, &by.identity, |description| {
        let title = description.title.split([',']).next().unwrap_or_default();
        description.title = format!("{title}, practice");
        description.settings = Kind::Practice.settings();
    });
    match described.await {
        Ok(()) | Err(Refused::UnknownTable(_)) => Ok(fork),
        Err(refused) => Err(refused.into()),
    }
}
