//! Passes, and secrets of the house.

use sqlx::postgres::PgRow;
use sqlx::{AssertSqlSafe, PgConnection, Row};

use super::text;
use super::trouble::Trouble;
use crate::journal::JournalError;
use crate::journal::rows::int;
use crate::pass::{Pass, PassChange, PassQuestion};
use crate::table::Identity;
use crate::{Json, Time};

fn pass(row: &PgRow) -> Result<Pass, Trouble> {
    let number = |at: usize| row.try_get::<i64, _>(at).map(|it| it as u64);
    let about: String = row.try_get(4)?;
    let damaged = |error: serde_json::Error| {
        Trouble::Fault(JournalError::Damaged {
            place: "a pass".to_owned(),
            what: error.to_string(),
        })
    };
    Ok(Pass {
        hash: row.try_get(0)?,
        id: row.try_get(1)?,
        purpose: row.try_get(2)?,
        holder: Identity(row.try_get(3)?),
        about: Json::parse(&about).map_err(damaged)?,
        made: Time(number(5)?),
        last: Time(number(6)?),
        until: Time(number(7)?),
        uses: number(8)? as u32,
    })
}

/// A value of a statement.
enum Value<'a> {
    Text(&'a str),
    Number(i64),
}

async fn answered(
    connection: &mut PgConnection,
    sql: &str,
    values: &[Value<'_>],
) -> Result<Vec<Pass>, Trouble> {
    let columns = "hash, id, purpose, holder, about, made, last, until, uses";
    let sql = sql.replace('*', columns);
    // Its words are ours; what others say is bound.
    let mut query = sqlx::query(AssertSqlSafe(sql));
    for value in values {
        query = match value {
            Value::Text(it) => query.bind(text(it)),
            Value::Number(it) => query.bind(*it),
        };
    }
    let rows = query.fetch_all(connection).await?;
    rows.iter().map(pass).collect()
}

pub(super) async fn find(
    connection: &mut PgConnection,
    question: &PassQuestion,
) -> Result<Vec<Pass>, Trouble> {
    use Value::{Number, Text};
    match question {
        PassQuestion::ByHash { hash, now } => {
            let sql = "SELECT * FROM passes WHERE hash = $1 AND until > $2";
            answered(connection, sql, &[Text(hash), Number(int(now.0))]).await
        }
        PassQuestion::Of { holder, purpose } => {
            let sql = "SELECT * FROM passes WHERE holder = $1 AND purpose = $2
                       ORDER BY made DESC, id DESC";
            answered(connection, sql, &[Text(&holder.0), Text(purpose)]).await
        }
    }
}

/// `again` if the answer to the same change was lost with a connection: it may have
/// been made.
pub(super) async fn change(
    connection: &mut PgConnection,
    change: &PassChange,
    again: bool,
) -> Result<Vec<Pass>, Trouble> {
    use Value::{Number, Text};
    match change {
        PassChange::Keep(it) => {
            // A hash is nobody else's: what stands there was kept by this very change.
            if again {
                let sql = "SELECT * FROM passes WHERE hash = $1";
                let kept = answered(connection, sql, &[Text(&it.hash)]).await?;
                if !kept.is_empty() {
                    return Ok(kept);
                }
            }
            let sql = "INSERT INTO passes
                           (hash, id, purpose, holder, about, made, last, until, uses, claim)
                       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, '')
                       ON CONFLICT DO NOTHING RETURNING *";
            let values = [
                Text(&it.hash),
                Text(&it.id),
                Text(&it.purpose),
                Text(&it.holder.0),
                Text(it.about.as_str()),
                Number(int(it.made.0)),
                Number(int(it.last.0)),
                Number(int(it.until.0)),
                Number(i64::from(it.uses)),
            ];
            answered(connection, sql, &values).await
        }
        PassChange::Claim { hash, now, claim } => {
            if again {
                let sql = "SELECT * FROM passes WHERE hash = $1 AND claim = $2";
                let claimed = answered(connection, sql, &[Text(hash), Text(claim)]).await?;
                if !claimed.is_empty() {
                    return Ok(claimed);
                }
            }
            let sql = "UPDATE passes SET uses = uses - 1, last = $2, claim = $3
                       WHERE hash = $1 AND uses > 0 AND until > $2 RETURNING *";
            let values = [Text(hash), Number(int(now.0)), Text(claim)];
            answered(connection, sql, &values).await
        }
        PassChange::Return { hash } => {
            let sql = "UPDATE passes SET uses = uses + 1 WHERE hash = $1 RETURNING *";
            answered(connection, sql, &[Text(hash)]).await
        }
        PassChange::Touch { hash, now, until } => {
            let sql = "UPDATE passes SET last = $2, until = $3
                       WHERE hash = $1 AND until > $2 RETURNING *";
            let values = [Text(hash), Number(int(now.0)), Number(int(until.0))];
            answered(connection, sql, &values).await
        }
        PassChange::Describe {
            holder,
            purpose,
            about,
        } => {
            let sql = "UPDATE passes SET about = $3 WHERE holder = $1 AND purpose = $2 RETURNING *";
            let values = [Text(&holder.0), Text(purpose), Text(about.as_str())];
            answered(connection, sql, &values).await
        }
        PassChange::End { holder, id } => {
            let sql = "DELETE FROM passes WHERE holder = $1 AND id = $2 RETURNING *";
            answered(connection, sql, &[Text(&holder.0), Text(id)]).await
        }
        PassChange::Forget { before } => {
            let sql = "DELETE FROM passes WHERE until < $1 RETURNING *";
            answered(connection, sql, &[Number(int(before.0))]).await
        }
    }
}

pub(super) async fn secret(
    connection: &mut PgConnection,
    name: &str,
    offered: &str,
) -> Result<String, Trouble> {
    sqlx::query("INSERT INTO secrets (name, secret) VALUES ($1, $2) ON CONFLICT DO NOTHING")
        .bind(text(name))
        .bind(text(offered))
        .execute(&mut *connection)
        .await?;
    let secret = sqlx::query_scalar("SELECT secret FROM secrets WHERE name = $1")
        .bind(text(name))
        .fetch_one(connection)
        .await?;
    Ok(secret)
}
