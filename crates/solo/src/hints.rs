//! Hints that were given: noted with the table before they are told, so that a game
//! with hints counts apart from the others, also if it is left and continued.

use parlour_host::table::{Identity, Record, TableId};
use parlour_host::{Host, Json, Refused};

use crate::kind::Agreed;

/// How many hints were given at a table. Of games of older versions nobody knows.
pub fn hints(record: &Record) -> u32 {
    Agreed::read(&record.settings).map_or(0, |agreed| agreed.hints)
}

/// Notes that a hint is given at a table for one.
///
/// # Errors
/// Why it is not noted; then it is not to be given.
pub async fn hinted(host: &Host, table: &TableId, by: &Identity) -> Result<(), Refused> {
    host.describe(table, by, |description| {
        if let Some(mut agreed) = Agreed::read(&description.settings) {
            agreed.hints = agreed.hints.saturating_add(1);
            description.settings = Json::of(&agreed);
        }
    })
    .await
}
