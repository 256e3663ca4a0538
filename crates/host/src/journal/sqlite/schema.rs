//! The tables of the database, and their version.

use sqlx::{Connection, SqliteConnection};

use super::failed;
use crate::journal::JournalError;

/// Raised, with a migration, whenever `schema.sql` changes.
const VERSION: i64 = 2;

/// What makes a database of version 1 one of version 2.
const FROM_1: &str = "ALTER TABLE tables ADD COLUMN ends INTEGER; PRAGMA user_version = 2;";

/// "parl" as a number, so that other people's databases are not written to.
const APPLICATION: i64 = 0x7061_726c;

/// Makes the tables in a new database; refuses one of another kind or version.
pub(super) async fn prepare(connection: &mut SqliteConnection) -> Result<(), JournalError> {
    let failed = |error: sqlx::Error| failed(&error);
    // Two processes may come here at once: the second finds the work done.
    let mut transaction = connection
        .begin_with("BEGIN IMMEDIATE")
        .await
        .map_err(failed)?;
    let number = async |connection: &mut SqliteConnection, pragma: &'static str| {
        sqlx::query_scalar::<_, i64>(pragma)
            .fetch_one(connection)
            .await
    };
    let version = number(&mut transaction, "PRAGMA user_version")
        .await
        .map_err(failed)?;
    let application = number(&mut transaction, "PRAGMA application_id")
        .await
        .map_err(failed)?;
    let tables = number(&mut transaction, "SELECT count(*) FROM sqlite_schema")
        .await
        .map_err(failed)?;
    match (application, version) {
        (APPLICATION, VERSION) => Ok(()),
        (APPLICATION, 1) => {
            sqlx::raw_sql(FROM_1)
                .execute(&mut *transaction)
                .await
                .map_err(failed)?;
            transaction.commit().await.map_err(failed)
        }
        (0, 0) if tables == 0 => {
            sqlx::raw_sql(include_str!("schema.sql"))
                .execute(&mut *transaction)
                .await
                .map_err(failed)?;
            sqlx::raw_sql("PRAGMA application_id = 1885434476; PRAGMA user_version = 2;")
                .execute(&mut *transaction)
                .await
                .map_err(failed)?;
            transaction.commit().await.map_err(failed)
        }
        (APPLICATION, version) => Err(JournalError::Damaged {
            place: "the database".to_owned(),
            what: format!("its version is {version}, only version {VERSION} is known"),
        }),
        _ => Err(JournalError::Damaged {
            place: "the database".to_owned(),
            what: "it belongs to another program".to_owned(),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_application_id_is_written_as_its_number() {
        assert_eq!(APPLICATION, 1_885_434_476);
        assert_eq!(VERSION, 2);
    }

    /// A database as version 1 made it: without the column that came later.
    #[test]
    fn a_database_of_the_first_version_is_brought_to_the_present_one() {
        let mut runtime = tokio::runtime::Builder::new_current_thread();
        let runtime = runtime.build().unwrap();
        runtime.block_on(async {
            let mut connection = SqliteConnection::connect("sqlite::memory:").await.unwrap();
            prepare(&mut connection).await.unwrap();
            sqlx::raw_sql("ALTER TABLE tables DROP COLUMN ends; PRAGMA user_version = 1;")
                .execute(&mut connection)
                .await
                .unwrap();
            for _ in 0..2 {
                prepare(&mut connection).await.unwrap();
            }
            let version: i64 = sqlx::query_scalar("PRAGMA user_version")
                .fetch_one(&mut connection)
                .await
                .unwrap();
            assert_eq!(version, VERSION);
            sqlx::query("SELECT ends FROM tables")
                .fetch_all(&mut connection)
                .await
                .unwrap();
        });
    }
}
