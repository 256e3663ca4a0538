//! Hints that were given: noted with the table before they are told, so that a game
//! with hints counts apart from the others, also if it is left and continued.

use parlour_host::table::{Identity, Record, TableId};
use parlour_host::{Host, Json, Refused};
use serde::Deserialize;

use crate::kind::Agreed;

/// What a table says of hints, whatever else stands in its settings: a table for several
/// keeps the number under the same name.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Given {
    hints: u32,
}

/// How many hints were given at a table. Of games of older versions nobody knows.
pub fn hints(record: &Record) -> u32 {
    record.settings.read::<Given>().unwrap_or_default().hints
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
