//! Notes of fronts: what they still have to send of their own.

use sqlx::SqliteConnection;

use super::failed;
use crate::journal::JournalError;
use crate::journal::rows::int;

/// Makes their table where there is none yet.
pub(super) async fn prepare(connection: &mut SqliteConnection) -> Result<(), JournalError> {
    sqlx::raw_sql(
        "CREATE TABLE IF NOT EXISTS notes (
             id   INTEGER PRIMARY KEY AUTOINCREMENT,
             key  TEXT    NOT NULL UNIQUE,
             note TEXT    NOT NULL
         )",
    )
    .execute(connection)
    .await
    .map(|_| ())
    .map_err(|error| failed(&error))
}

pub(super) async fn keep(
    writer: &mut SqliteConnection,
    notes: &[(String, String)],
) -> Result<(), JournalError> {
    for (key, note) in notes {
        sqlx::query("INSERT INTO notes (key, note) VALUES (?1, ?2) ON CONFLICT DO NOTHING")
            .bind(key)
            .bind(note)
            .execute(&mut *writer)
            .await
            .map_err(|error| failed(&error))?;
    }
    Ok(())
}

pub(super) async fn read(
    reader: &mut SqliteConnection,
    after: u64,
    at_most: u32,
) -> Result<Vec<(u64, String)>, JournalError> {
    let rows: Vec<(i64, String)> =
        sqlx::query_as("SELECT id, note FROM notes WHERE id > ?1 ORDER BY id LIMIT ?2")
            .bind(int(after))
            .bind(i64::from(at_most))
            .fetch_all(reader)
            .await
            .map_err(|error| failed(&error))?;
    Ok(rows
        .into_iter()
        .map(|(id, note)| (id as u64, note))
        .collect())
}

pub(super) async fn discard(
    writer: &mut SqliteConnection,
    ids: &[u64],
) -> Result<(), JournalError> {
    for id in ids {
        sqlx::query("DELETE FROM notes WHERE id = ?1")
            .bind(int(*id))
            .execute(&mut *writer)
            .await
            .map_err(|error| failed(&error))?;
    }
    Ok(())
}
