//! The tables of the database, and their version.

use sqlx::{AssertSqlSafe, Connection, PgConnection};

use super::lines::Trouble;
use crate::journal::JournalError;

/// Raised, with a migration, whenever `schema.sql` changes.
const VERSION: i64 = 3;

/// "parl" as a number: the lock that whoever prepares a database holds.
const LOCK: i64 = 0x7061_726c;

/// The name of a schema: letters that need no quoting, so that it can stand in
/// a statement.
pub(super) fn is_name(name: &str) -> bool {
    let good = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_';
    name.starts_with(|letter: char| letter.is_ascii_lowercase())
        && name.len() <= 60
        && name.bytes().all(good)
}

/// Makes the tables in a new schema; refuses one of another version. Also gives
/// the caller a number that no other has.
pub(super) async fn prepare(connection: &mut PgConnection, schema: &str) -> Result<i64, Trouble> {
    // Two hosts may come here at once: the second finds the work done.
    let mut transaction = connection.begin().await?;
    sqlx::query("SELECT pg_advisory_xact_lock($1)")
        .bind(LOCK)
        .execute(&mut *transaction)
        .await?;
    // Asked first: who may use a schema need not be allowed to make one.
    let there: Option<i32> = sqlx::query_scalar("SELECT 1 FROM pg_namespace WHERE nspname = $1")
        .bind(schema)
        .fetch_optional(&mut *transaction)
        .await?;
    if there.is_none() {
        sqlx::query(AssertSqlSafe(format!("CREATE SCHEMA {schema}")))
            .execute(&mut *transaction)
            .await?;
    }
    let house: Option<String> = sqlx::query_scalar("SELECT to_regclass($1 || '.house')::text")
        .bind(schema)
        .fetch_one(&mut *transaction)
        .await?;
    if house.is_none() {
        let found: i64 = sqlx::query_scalar("SELECT count(*) FROM pg_tables WHERE schemaname = $1")
            .bind(schema)
            .fetch_one(&mut *transaction)
            .await?;
        if found > 0 {
            return Err(damaged(schema, "it belongs to another program".to_owned()));
        }
        sqlx::raw_sql(include_str!("schema.sql"))
            .execute(&mut *transaction)
            .await?;
        sqlx::query("INSERT INTO house (version) VALUES ($1)")
            .bind(VERSION)
            .execute(&mut *transaction)
            .await?;
    }
    let version: Option<i64> = sqlx::query_scalar("SELECT version FROM house")
        .fetch_optional(&mut *transaction)
        .await?;
    let version = match version {
        Some(2) => {
            sqlx::raw_sql(include_str!("schema/to_version_3.sql"))
                .execute(&mut *transaction)
                .await?;
            sqlx::query("UPDATE house SET version = 3")
                .execute(&mut *transaction)
                .await?;
            Some(3)
        }
        version => version,
    };
    if version != Some(VERSION) {
        let found = version.map_or_else(|| "missing".to_owned(), |it| it.to_string());
        let what = format!("its version is {found}, only version {VERSION} is known");
        return Err(damaged(schema, what));
    }
    super::notes::prepare(&mut transaction).await?;
    let number = sqlx::query_scalar("SELECT nextval('replicas')")
        .fetch_one(&mut *transaction)
        .await?;
    transaction.commit().await?;
    Ok(number)
}

fn damaged(schema: &str, what: String) -> Trouble {
    Trouble::Fault(JournalError::Damaged {
        place: format!("the database, schema {schema}"),
        what,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_schemas_need_no_quotes() {
        for good in ["parlour", "p", "test_7", "a1"] {
            assert!(is_name(good), "{good}");
        }
        for bad in [
            "",
            "7",
            "_a",
            "A",
            "a b",
            "a;b",
            "a\"",
            "ä",
            &"x".repeat(61),
        ] {
            assert!(!is_name(bad), "{bad}");
        }
    }
}
