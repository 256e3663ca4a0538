//! Notes of fronts: what they still have to send of their own.

use rusqlite::Connection;

use crate::journal::JournalError;
use crate::journal::rows::int;

type Result<T> = std::result::Result<T, JournalError>;

/// Makes their table where there is none yet.
pub(super) fn prepare(connection: &Connection) -> Result<()> {
    Ok(connection.execute_batch(
        "CREATE TABLE IF NOT EXISTS notes (
             id   INTEGER PRIMARY KEY AUTOINCREMENT,
             key  TEXT    NOT NULL UNIQUE,
             note TEXT    NOT NULL
         )",
    )?)
}

pub(super) fn keep(writer: &Connection, notes: &[(String, String)]) -> Result<()> {
    let sql = "INSERT INTO notes (key, note) VALUES (?1, ?2) ON CONFLICT DO NOTHING";
    let mut insert = writer.prepare_cached(sql)?;
    for (key, note) in notes {
        insert.execute((key, note))?;
    }
    Ok(())
}

pub(super) fn read(reader: &Connection, after: u64, at_most: u32) -> Result<Vec<(u64, String)>> {
    let sql = "SELECT id, note FROM notes WHERE id > ?1 ORDER BY id LIMIT ?2";
    let mut select = reader.prepare_cached(sql)?;
    let rows = select.query_map((int(after), at_most), |row| {
        let id: i64 = row.get(0)?;
        Ok((id as u64, row.get(1)?))
    })?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

pub(super) fn discard(writer: &Connection, ids: &[u64]) -> Result<()> {
    let mut delete = writer.prepare_cached("DELETE FROM notes WHERE id = ?1")?;
    for id in ids {
        delete.execute([int(*id)])?;
    }
    Ok(())
}
