//! The tables of the database, and their version.

use rusqlite::{Connection, TransactionBehavior};

use crate::journal::JournalError;

/// Raised, with a migration, whenever `schema/present.sql` changes.
pub(in crate::journal) const VERSION: i64 = 7;

/// What makes a database of each version one of the next.
const MIGRATIONS: [&str; 6] = [
    "ALTER TABLE tables ADD COLUMN ends INTEGER;",
    "CREATE TABLE records (
         table_id TEXT NOT NULL PRIMARY KEY,
         header   TEXT NOT NULL,
         record   TEXT NOT NULL
     ) WITHOUT ROWID;
     INSERT INTO records (table_id, header, record) SELECT id, header, record FROM tables;
     ALTER TABLE tables DROP COLUMN header;
     ALTER TABLE tables DROP COLUMN record;",
    include_str!("schema/to_version_4.sql"),
    include_str!("schema/to_version_5.sql"),
    include_str!("schema/to_version_6.sql"),
    include_str!("schema/to_version_7.sql"),
];

/// Notes of fronts had a table of their own making before the sixth version, whatever
/// the version was.
const FIRST_NOTES: &str = "
    CREATE TABLE notes (
        id   INTEGER PRIMARY KEY AUTOINCREMENT,
        key  TEXT    NOT NULL UNIQUE,
        note TEXT    NOT NULL
    )";

/// "parl" as a number, so that other people's databases are not written to.
const APPLICATION: i64 = 0x7061_726c;

/// Makes the tables in a new database, brings those of an older version to the present
/// one; refuses a database of another kind or of a newer version.
pub(super) fn prepare(connection: &mut Connection) -> Result<(), JournalError> {
    // Two processes may come here at once: the second finds the work done.
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    match version(&transaction)? {
        Some(VERSION) => return Ok(()),
        Some(older) => migrate(&transaction, older)?,
        None => make(&transaction, VERSION)?,
    }
    Ok(transaction.commit()?)
}

/// The version of the tables; nothing if there are none at all.
pub(in crate::journal) fn version(connection: &Connection) -> Result<Option<i64>, JournalError> {
    let number = |sql: &str| connection.query_row(sql, (), |row| row.get::<_, i64>(0));
    let version = number("PRAGMA user_version")?;
    let application = number("PRAGMA application_id")?;
    let tables = number("SELECT count(*) FROM sqlite_schema")?;
    let wrong = |what: String| JournalError::Damaged {
        place: "the database".to_owned(),
        what,
    };
    match (application, version) {
        (APPLICATION, 1..=VERSION) => Ok(Some(version)),
        (0, 0) if tables == 0 => Ok(None),
        (APPLICATION, found @ 1..) => Err(JournalError::TooNew {
            place: "the database".to_owned(),
            found,
            known: VERSION,
        }),
        (APPLICATION, version) => Err(wrong(format!("its version is {version}"))),
        _ => Err(wrong("it belongs to another program".to_owned())),
    }
}

/// Makes the tables of a version where there are none.
pub(in crate::journal) fn make(connection: &Connection, version: i64) -> Result<(), JournalError> {
    if version == VERSION {
        connection.execute_batch(include_str!("schema/present.sql"))?;
    } else {
        connection.execute_batch(include_str!("schema/first_version.sql"))?;
        connection.execute_batch(FIRST_NOTES)?;
        for migration in MIGRATIONS.iter().take(version as usize - 1) {
            connection.execute_batch(migration)?;
        }
    }
    connection.pragma_update(None, "application_id", APPLICATION)?;
    Ok(connection.pragma_update(None, "user_version", version)?)
}

/// Brings the tables of an older version to the present one.
pub(in crate::journal) fn migrate(connection: &Connection, older: i64) -> Result<(), JournalError> {
    for migration in MIGRATIONS.iter().skip(older as usize - 1) {
        connection.execute_batch(migration)?;
    }
    Ok(connection.pragma_update(None, "user_version", VERSION)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How every table and index was made, without comments and however it is set.
    fn made(connection: &Connection) -> Vec<String> {
        let sql = "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name";
        let mut made = connection.prepare(sql).unwrap();
        let made = made.query_map((), |row| row.get::<_, String>(0)).unwrap();
        let plain = |sql: String| {
            let lines = sql.lines().map(|it| it.split("--").next().unwrap_or(""));
            let words = lines.flat_map(str::split_whitespace);
            let words = words.collect::<Vec<_>>().join(" ");
            // Where a column was added later, SQLite sets the comma its own way.
            words
                .replace(" ,", ",")
                .replace(" )", ")")
                .replace(',', ", ")
                .replace(",  ", ", ")
        };
        made.map(|sql| plain(sql.unwrap())).collect()
    }

    /// Two tables as the first version kept them.
    fn first_version() -> Connection {
        let connection = Connection::open_in_memory().unwrap();
        connection
            .execute_batch(include_str!("schema/first_version.sql"))
            .unwrap();
        connection
            .execute_batch(
                "INSERT INTO tables (id, header, seq, hash, record, version, changed, stage, due)
                     VALUES ('pig-2', 'header 2', 1, 'def', 'record 2', 0, 9, 'turn', 70),
                            ('pig-1', 'header 1', 2, 'abc', 'record 1', 2, 7, NULL, NULL);
                 UPDATE tables SET ending = 'end', claimed = 3 WHERE id = 'pig-1';
                 INSERT INTO entries VALUES ('pig-1', 1, 'one'), ('pig-1', 2, 'two'),
                                            ('pig-2', 1, 'other');
                 INSERT INTO heard VALUES ('pig-1', 'ann', 'm', 2, 6), ('pig-2', 'ann', 'm', 1, 8);
                 INSERT INTO keys VALUES ('who:ann', 'pig-1'), ('who:ann', 'pig-2'),
                                         ('tag:x', 'pig-2');
                 INSERT INTO snapshots VALUES ('pig-2', 1, 1, '{}');
                 INSERT INTO outbox (table_id, seq, viewer, told) VALUES ('pig-1', 2, 'v', 't');
                 INSERT INTO leases VALUES ('task', 'holder', 5);
                 PRAGMA application_id = 1885434476; PRAGMA user_version = 1;",
            )
            .unwrap();
        connection
    }

    /// Everything that is stored, by the names of tables.
    fn stored(connection: &Connection) -> Vec<String> {
        let sql =
            "SELECT concat_ws(' ', 'table', id, seq, hash, ending, version, changed, stage, due, ends,
                             claimed, closed, face, header, record)
                       FROM tables JOIN records USING (number)
                   UNION ALL SELECT concat_ws(' ', 'entry', id, e.seq, line)
                       FROM entries e JOIN tables USING (number)
                   UNION ALL SELECT concat_ws(' ', 'heard', id, who, message, h.seq, time)
                       FROM heard h JOIN tables USING (number)
                   UNION ALL SELECT concat_ws(' ', 'key', id, key, keys.closed)
                       FROM keys JOIN tables USING (number)
                   UNION ALL SELECT concat_ws(' ', 'snapshot', id, s.seq, rules, state)
                       FROM snapshots s JOIN tables USING (number)
                   UNION ALL SELECT concat_ws(' ', 'letter', id, table_id, seq, viewer, told)
                       FROM outbox
                   UNION ALL SELECT concat_ws(' ', 'lease', task, holder, until) FROM leases
                   ORDER BY 1";
        let mut rows = connection.prepare(sql).unwrap();
        let rows = rows.query_map((), |row| row.get(0)).unwrap();
        rows.map(Result::unwrap).collect()
    }

    /// Opening it a second time changes nothing.
    fn check_migration(mut old: Connection) {
        prepare(&mut old).unwrap();
        prepare(&mut old).unwrap();
        let mut new = Connection::open_in_memory().unwrap();
        prepare(&mut new).unwrap();
        assert_eq!(made(&old), made(&new));
        let first = "SELECT id FROM tables ORDER BY number LIMIT 1";
        let first: String = old.query_row(first, (), |row| row.get(0)).unwrap();
        assert_eq!(first, "pig-1", "what changed first has the first number");
        assert_eq!(
            stored(&old),
            [
                "entry pig-1 1 one",
                "entry pig-1 2 two",
                "entry pig-2 1 other",
                "heard pig-1 ann m 2 6",
                "heard pig-2 ann m 1 8",
                "key pig-1 who:ann 7",
                "key pig-2 tag:x 0",
                "key pig-2 who:ann 0",
                "lease task holder 5",
                "letter 1 pig-1 2 v t",
                "snapshot pig-2 1 1 {}",
                "table pig-1 2 abc end 2 7 3 7 header 1 record 1",
                "table pig-2 1 def 0 9 turn 70 0 0 header 2 record 2",
            ]
        );
    }

    #[test]
    fn a_database_of_any_earlier_version_is_brought_to_the_present_one() {
        for (version, done) in (1_i64..VERSION).zip(0..) {
            let old = first_version();
            for migration in &MIGRATIONS[..done] {
                old.execute_batch(migration).unwrap();
            }
            old.pragma_update(None, "user_version", version).unwrap();
            check_migration(old);
        }
    }

    #[test]
    fn notes_of_the_fourth_version_are_found_by_their_recipients() {
        let mut old = first_version();
        for migration in &MIGRATIONS[..3] {
            old.execute_batch(migration).unwrap();
        }
        old.pragma_update(None, "user_version", 4).unwrap();
        old.execute_batch(
            r#"CREATE TABLE notes (id INTEGER PRIMARY KEY AUTOINCREMENT,
                                   key TEXT NOT NULL UNIQUE, note TEXT NOT NULL);
               INSERT INTO notes (key, note) VALUES
                 ('a', '{"platform":"slack","to":{"person":"U1"},"written":7}'),
                 ('b', '{"platform":"telegram","to":{"chat":"-5"},"written":8}'),
                 ('c', '{"platform":"slack","to":{"aside":{"chat":"C1","user":"U2"}}}'),
                 ('d', 'no note at all');"#,
        )
        .unwrap();
        prepare(&mut old).unwrap();
        let sql = "SELECT concat_ws(' ', id, key, recipient, asked, time) FROM notes ORDER BY id";
        let mut rows = old.prepare(sql).unwrap();
        let rows = rows.query_map((), |row| row.get::<_, String>(0)).unwrap();
        let rows: Vec<String> = rows.map(Result::unwrap).collect();
        assert_eq!(
            rows,
            [
                "1 a slack:U1 1 7000",
                "2 b telegram:-5 1 8000",
                "3 c slack:U2 1 0"
            ]
        );
    }

    #[test]
    fn a_database_of_a_later_version_or_of_another_program_is_left_alone() {
        let mut later = Connection::open_in_memory().unwrap();
        prepare(&mut later).unwrap();
        later
            .pragma_update(None, "user_version", VERSION + 1)
            .unwrap();
        let words = prepare(&mut later).unwrap_err().to_string();
        assert_eq!(
            words,
            format!(
                "the database was made by a newer parlour: its form is version {}, \
                 this program knows versions up to {VERSION}",
                VERSION + 1
            )
        );
        let mut foreign = Connection::open_in_memory().unwrap();
        foreign.execute_batch("CREATE TABLE theirs (it)").unwrap();
        assert!(prepare(&mut foreign).is_err());
        assert_eq!(made(&foreign), ["CREATE TABLE theirs (it)"]);
    }
}
