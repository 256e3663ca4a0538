//! The lines of audits.

use rusqlite::Connection;

use super::write::run;
use crate::journal::JournalError;
use crate::journal::rows::int;
use crate::log::Stored;
use crate::table::TableId;

/// Adds the line that tells of a version of a record.
pub(super) fn put(
    writer: &Connection,
    number: i64,
    version: u64,
    deed: &Stored,
) -> Result<(), JournalError> {
    let sql = "INSERT INTO deeds (number, version, line) VALUES (?1, ?2, ?3)";
    run(writer, sql, (number, int(version), &deed.line)).map(|_| ())
}

pub(super) fn list(
    reader: &Connection,
    table: &TableId,
    from: u64,
    at_most: u32,
) -> Result<Vec<String>, JournalError> {
    let mut select = reader.prepare_cached(
        "SELECT line FROM deeds
         WHERE number = (SELECT number FROM tables WHERE id = ?1) AND version >= ?2
         ORDER BY version LIMIT ?3",
    )?;
    let lines = select.query_map((table.as_str(), int(from), at_most), |row| row.get(0))?;
    Ok(lines.collect::<rusqlite::Result<_>>()?)
}
