//! The tables of the database, and their version.

use rusqlite::{Connection, TransactionBehavior};

use crate::journal::JournalError;

/// Raised, with a migration, whenever `schema.sql` changes.
const VERSION: i64 = 3;

/// What makes a database of each version one of the next.
const MIGRATIONS: [&str; 2] = [
    "ALTER TABLE tables ADD COLUMN ends INTEGER;",
    "CREATE TABLE records (
         table_id TEXT NOT NULL PRIMARY KEY,
         header   TEXT NOT NULL,
         record   TEXT NOT NULL
     ) WITHOUT ROWID;
     INSERT INTO records (table_id, header, record) SELECT id, header, record FROM tables;
     ALTER TABLE tables DROP COLUMN header;
     ALTER TABLE tables DROP COLUMN record;",
];

/// "parl" as a number, so that other people's databases are not written to.
const APPLICATION: i64 = 0x7061_726c;

/// Makes the tables in a new database; refuses one of another kind or version.
pub(super) fn prepare(connection: &mut Connection) -> Result<(), JournalError> {
    // Two processes may come here at once: the second finds the work done.
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let number = |sql: &str| transaction.query_row(sql, (), |row| row.get::<_, i64>(0));
    let version = number("PRAGMA user_version")?;
    let application = number("PRAGMA application_id")?;
    let tables = number("SELECT count(*) FROM sqlite_schema")?;
    match (application, version) {
        (APPLICATION, VERSION) => return Ok(()),
        (APPLICATION, older @ 1..VERSION) => {
            for migration in MIGRATIONS.iter().skip(older as usize - 1) {
                transaction.execute_batch(migration)?;
            }
        }
        (0, 0) if tables == 0 => transaction.execute_batch(include_str!("schema.sql"))?,
        (APPLICATION, version) => {
            return Err(JournalError::Damaged {
                place: "the database".to_owned(),
                what: format!("its version is {version}, only version {VERSION} is known"),
            });
        }
        _ => {
            return Err(JournalError::Damaged {
                place: "the database".to_owned(),
                what: "it belongs to another program".to_owned(),
            });
        }
    }
    transaction.pragma_update(None, "application_id", APPLICATION)?;
    transaction.pragma_update(None, "user_version", VERSION)?;
    Ok(transaction.commit()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tables(connection: &Connection) -> Vec<(String, String)> {
        let sql = "SELECT m.name, c.name FROM sqlite_schema m, pragma_table_info(m.name) c
                   WHERE m.type = 'table' ORDER BY 1, 2";
        let mut columns = connection.prepare(sql).unwrap();
        let columns = columns.query_map((), |row| row.try_into()).unwrap();
        columns.map(Result::unwrap).collect()
    }

    /// The tables as the first version made them.
    fn first_version() -> Connection {
        let connection = Connection::open_in_memory().unwrap();
        connection
            .execute_batch(
                "CREATE TABLE tables (
                     id      TEXT    NOT NULL PRIMARY KEY,
                     header  TEXT    NOT NULL,
                     seq     INTEGER NOT NULL,
                     hash    TEXT    NOT NULL,
                     ending  TEXT,
                     record  TEXT    NOT NULL,
                     version INTEGER NOT NULL,
                     changed INTEGER NOT NULL,
                     stage   TEXT,
                     due     INTEGER,
                     claimed INTEGER NOT NULL DEFAULT 0
                 ) WITHOUT ROWID;
                 CREATE INDEX tables_due ON tables (due) WHERE due IS NOT NULL;
                 INSERT INTO tables (id, header, seq, hash, record, version, changed)
                     VALUES ('pig-1', 'the header', 4, 'abc', 'the record', 2, 7);
                 PRAGMA application_id = 1885434476; PRAGMA user_version = 1;",
            )
            .unwrap();
        connection
    }

    /// Opening it a second time changes nothing.
    fn check_migration(mut old: Connection) {
        prepare(&mut old).unwrap();
        prepare(&mut old).unwrap();
        let mut new = Connection::open_in_memory().unwrap();
        prepare(&mut new).unwrap();
        let of = |connection: &Connection| -> Vec<(String, String)> {
            let names = ["tables", "records"];
            let columns = tables(connection).into_iter();
            columns
                .filter(|(table, _)| names.contains(&table.as_str()))
                .collect()
        };
        assert_eq!(of(&old), of(&new));
        let sql = "SELECT t.seq, r.header, r.record, t.ends
                   FROM tables t JOIN records r ON r.table_id = t.id WHERE t.id = 'pig-1'";
        let row: (i64, String, String, Option<i64>) =
            old.query_row(sql, (), |row| row.try_into()).unwrap();
        let kept = (4, "the header".to_owned(), "the record".to_owned(), None);
        assert_eq!(row, kept);
    }

    #[test]
    fn a_database_of_the_first_version_is_brought_to_the_present_one() {
        check_migration(first_version());
    }

    #[test]
    fn a_database_of_the_second_version_is_brought_to_the_present_one() {
        let second = first_version();
        second.execute_batch(MIGRATIONS[0]).unwrap();
        second.pragma_update(None, "user_version", 2).unwrap();
        check_migration(second);
    }

    #[test]
    fn a_database_of_a_later_version_or_of_another_program_is_left_alone() {
        let mut later = Connection::open_in_memory().unwrap();
        prepare(&mut later).unwrap();
        later
            .pragma_update(None, "user_version", VERSION + 1)
            .unwrap();
        assert!(prepare(&mut later).is_err());
        let mut foreign = Connection::open_in_memory().unwrap();
        foreign.execute_batch("CREATE TABLE theirs (it)").unwrap();
        assert!(prepare(&mut foreign).is_err());
        assert_eq!(tables(&foreign), [("theirs".to_owned(), "it".to_owned())]);
    }
}
