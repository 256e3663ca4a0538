//! Notes of fronts: what they still have to send of their own.

use sqlx::PgConnection;

use super::text;
use super::trouble::Trouble;
use crate::journal::rows::int;

/// Makes their table where there is none yet, in the schema of the connection.
pub(super) async fn prepare(connection: &mut PgConnection) -> Result<(), Trouble> {
    sqlx::raw_sql(
        "CREATE TABLE IF NOT EXISTS notes (
             id   BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
             key  TEXT   COLLATE \"C\" NOT NULL UNIQUE,
             note TEXT   NOT NULL
         )",
    )
    .execute(connection)
    .await?;
    Ok(())
}

pub(super) async fn keep(
    connection: &mut PgConnection,
    notes: &[(String, String)],
) -> Result<(), Trouble> {
    let (keys, notes): (Vec<String>, Vec<String>) = notes
        .iter()
        .map(|(key, note)| (text(key), text(note)))
        .unzip();
    sqlx::query(
        "INSERT INTO notes (key, note) SELECT * FROM unnest($1::text[], $2::text[])
         ON CONFLICT (key) DO NOTHING",
    )
    .bind(keys)
    .bind(notes)
    .execute(connection)
    .await?;
    Ok(())
}

pub(super) async fn read(
    connection: &mut PgConnection,
    after: u64,
    at_most: u32,
) -> Result<Vec<(u64, String)>, Trouble> {
    let rows: Vec<(i64, String)> =
        sqlx::query_as("SELECT id, note FROM notes WHERE id > $1 ORDER BY id LIMIT $2")
            .bind(int(after))
            .bind(i64::from(at_most))
            .fetch_all(connection)
            .await?;
    Ok(rows
        .into_iter()
        .map(|(id, note)| (id as u64, note))
        .collect())
}

pub(super) async fn discard(connection: &mut PgConnection, ids: &[u64]) -> Result<(), Trouble> {
    let ids: Vec<i64> = ids.iter().map(|id| int(*id)).collect();
    sqlx::query("DELETE FROM notes WHERE id = ANY($1)")
        .bind(ids)
        .execute(connection)
        .await?;
    Ok(())
}
