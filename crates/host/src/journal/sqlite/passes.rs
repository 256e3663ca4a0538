//! Passes, and secrets of the house.

use rusqlite::{Connection, Params, Row, params};

use crate::journal::JournalError;
use crate::journal::rows::int;
use crate::pass::{Pass, PassChange, PassQuestion};
use crate::table::Identity;
use crate::{Json, Time};

type Result<T> = std::result::Result<T, JournalError>;

/// What stands in a row, for answers.
const COLUMNS: &str = "hash, id, purpose, holder, about, made, last, until, uses";

fn pass(row: &Row<'_>) -> Result<Pass> {
    let number = |at: usize| row.get::<_, i64>(at).map(|it| it as u64);
    let about: String = row.get(4)?;
    Ok(Pass {
        hash: row.get(0)?,
        id: row.get(1)?,
        purpose: row.get(2)?,
        holder: Identity(row.get(3)?),
        about: Json::parse(&about).map_err(|error| JournalError::Damaged {
            place: "a pass".to_owned(),
            what: error.to_string(),
        })?,
        made: Time(number(5)?),
        last: Time(number(6)?),
        until: Time(number(7)?),
        uses: number(8)? as u32,
    })
}

fn answered(connection: &Connection, sql: &str, values: impl Params) -> Result<Vec<Pass>> {
    let mut statement = connection.prepare_cached(&sql.replace('*', COLUMNS))?;
    let mut rows = statement.query(values)?;
    let mut passes = Vec::new();
    while let Some(row) = rows.next()? {
        passes.push(pass(row)?);
    }
    Ok(passes)
}

pub(super) fn find(reader: &Connection, question: &PassQuestion) -> Result<Vec<Pass>> {
    match question {
        PassQuestion::ByHash { hash, now } => answered(
            reader,
            "SELECT * FROM passes WHERE hash = ?1 AND until > ?2",
            (hash, int(now.0)),
        ),
        PassQuestion::Of { holder, purpose } => answered(
            reader,
            "SELECT * FROM passes WHERE holder = ?1 AND purpose = ?2 ORDER BY made DESC, id DESC",
            (&holder.0, purpose),
        ),
    }
}

pub(super) fn change(writer: &Connection, change: &PassChange) -> Result<Vec<Pass>> {
    match change {
        PassChange::Keep(it) => answered(
            writer,
            "INSERT INTO passes (hash, id, purpose, holder, about, made, last, until, uses, claim)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, '')
             ON CONFLICT DO NOTHING RETURNING *",
            params![
                it.hash,
                it.id,
                it.purpose,
                it.holder.0,
                it.about.as_str(),
                int(it.made.0),
                int(it.last.0),
                int(it.until.0),
                it.uses,
            ],
        ),
        PassChange::Claim { hash, now, claim } => answered(
            writer,
            "UPDATE passes SET uses = uses - 1, last = ?2, claim = ?3
             WHERE hash = ?1 AND uses > 0 AND until > ?2 RETURNING *",
            params![hash, int(now.0), claim],
        ),
        PassChange::Return { hash } => answered(
            writer,
            "UPDATE passes SET uses = uses + 1 WHERE hash = ?1 RETURNING *",
            [hash],
        ),
        PassChange::Touch { hash, now, until } => answered(
            writer,
            "UPDATE passes SET last = ?2, until = ?3 WHERE hash = ?1 AND until > ?2 RETURNING *",
            params![hash, int(now.0), int(until.0)],
        ),
        PassChange::Describe {
            holder,
            purpose,
            about,
        } => answered(
            writer,
            "UPDATE passes SET about = ?3 WHERE holder = ?1 AND purpose = ?2 RETURNING *",
            params![holder.0, purpose, about.as_str()],
        ),
        PassChange::End { holder, id } => answered(
            writer,
            "DELETE FROM passes WHERE holder = ?1 AND id = ?2 RETURNING *",
            params![holder.0, id],
        ),
        PassChange::Forget { before } => answered(
            writer,
            "DELETE FROM passes WHERE until < ?1 RETURNING *",
            [int(before.0)],
        ),
    }
}

pub(super) fn secret(writer: &Connection, name: &str, offered: &str) -> Result<String> {
    let keep = "INSERT INTO secrets (name, secret) VALUES (?1, ?2) ON CONFLICT DO NOTHING";
    writer.prepare_cached(keep)?.execute((name, offered))?;
    let read = "SELECT secret FROM secrets WHERE name = ?1";
    Ok(writer
        .prepare_cached(read)?
        .query_row([name], |row| row.get(0))?)
}
