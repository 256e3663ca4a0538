//! The tables of the database, and their version.

use sqlx::{AssertSqlSafe, Connection, PgConnection};

use super::trouble::Trouble;
use crate::journal::JournalError;

/// Raised, with a migration, whenever `schema/present.sql` changes. The form before
/// stays in `schema/kept/`, with rows in it, for the tests.
pub(in crate::journal) const VERSION: i64 = 5;

/// What makes a database of each version one of the next.
const MIGRATIONS: [&str; VERSION as usize - 1] = [
    "ALTER TABLE tables ADD COLUMN ends BIGINT;",
    include_str!("schema/to_version_3.sql"),
    include_str!("schema/to_version_4.sql"),
    include_str!("schema/to_version_5.sql"),
];

/// Notes of fronts had a table of their own making before the fourth version, whatever
/// the version was.
const FIRST_NOTES: &str = "
    CREATE TABLE notes (
        id   BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        key  TEXT   COLLATE \"C\" NOT NULL UNIQUE,
        note TEXT   NOT NULL
    )";

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

/// Makes the tables in a new schema, brings those of an older version to the present
/// one, and refuses those of a newer one. Also gives the caller a number that no
/// other has.
///
/// All of it is one transaction: whoever dies in the middle has changed nothing.
pub(super) async fn prepare(connection: &mut PgConnection, schema: &str) -> Result<i64, Trouble> {
    let mut transaction = connection.begin().await?;
    // Two hosts may come here at once: the second finds the work done.
    alone(&mut transaction).await?;
    match version(&mut transaction, schema).await? {
        None => make(&mut transaction, schema, VERSION).await?,
        Some(VERSION) => {}
        Some(older) => migrate(&mut transaction, older).await?,
    }
    let number = sqlx::query_scalar("SELECT nextval('replicas')")
        .fetch_one(&mut *transaction)
        .await?;
    transaction.commit().await?;
    Ok(number)
}

/// Nobody else prepares a database until this transaction ends, and nobody tells it to
/// hurry: many rows take longer to change than anybody waits for an answer otherwise.
pub(in crate::journal) async fn alone(connection: &mut PgConnection) -> Result<(), Trouble> {
    sqlx::query("SET LOCAL statement_timeout = 0")
        .execute(&mut *connection)
        .await?;
    sqlx::query("SELECT pg_advisory_xact_lock($1)")
        .bind(LOCK)
        .execute(connection)
        .await?;
    Ok(())
}

/// The version of the tables; nothing if there are none at all.
pub(in crate::journal) async fn version(
    connection: &mut PgConnection,
    schema: &str,
) -> Result<Option<i64>, Trouble> {
    let house: Option<String> = sqlx::query_scalar("SELECT to_regclass($1 || '.house')::text")
        .bind(schema)
        .fetch_one(&mut *connection)
        .await?;
    if house.is_none() {
        let found: i64 = sqlx::query_scalar("SELECT count(*) FROM pg_tables WHERE schemaname = $1")
            .bind(schema)
            .fetch_one(connection)
            .await?;
        if found > 0 {
            return Err(damaged(schema, "it belongs to another program".to_owned()));
        }
        return Ok(None);
    }
    let version: Option<i64> = sqlx::query_scalar("SELECT version FROM house")
        .fetch_optional(connection)
        .await?;
    match version {
        Some(version @ 1..=VERSION) => Ok(Some(version)),
        Some(found @ 1..) => Err(Trouble::Fault(JournalError::TooNew {
            place: place(schema),
            found,
            known: VERSION,
        })),
        Some(version) => Err(damaged(schema, format!("its version is {version}"))),
        None => Err(damaged(schema, "its version is missing".to_owned())),
    }
}

/// Makes the tables of a version where there are none.
pub(in crate::journal) async fn make(
    connection: &mut PgConnection,
    schema: &str,
    version: i64,
) -> Result<(), Trouble> {
    // Asked first: who may use a schema need not be allowed to make one.
    let there: Option<i32> = sqlx::query_scalar("SELECT 1 FROM pg_namespace WHERE nspname = $1")
        .bind(schema)
        .fetch_optional(&mut *connection)
        .await?;
    if there.is_none() {
        sqlx::query(AssertSqlSafe(format!("CREATE SCHEMA {schema}")))
            .execute(&mut *connection)
            .await?;
    }
    let first = include_str!("schema/first_version.sql");
    let statements = match version {
        VERSION => vec![include_str!("schema/present.sql")],
        _ => [first, FIRST_NOTES]
            .into_iter()
            .chain(MIGRATIONS.into_iter().take(version as usize - 1))
            .collect(),
    };
    for statement in statements {
        sqlx::raw_sql(statement).execute(&mut *connection).await?;
    }
    sqlx::query("INSERT INTO house (version) VALUES ($1)")
        .bind(version)
        .execute(connection)
        .await?;
    Ok(())
}

/// Brings the tables of an older version to the present one.
pub(in crate::journal) async fn migrate(
    connection: &mut PgConnection,
    older: i64,
) -> Result<(), Trouble> {
    for migration in MIGRATIONS.iter().skip(older as usize - 1) {
        sqlx::raw_sql(*migration).execute(&mut *connection).await?;
    }
    sqlx::query("UPDATE house SET version = $1")
        .bind(VERSION)
        .execute(connection)
        .await?;
    Ok(())
}

fn place(schema: &str) -> String {
    format!("the database, schema {schema}")
}

fn damaged(schema: &str, what: String) -> Trouble {
    Trouble::Fault(JournalError::Damaged {
        place: place(schema),
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
