//! Backups of SQLite files. There a table of the house has a number, and what is known
//! of it stands in two tables; a backup knows names alone, and one row for each.

use std::io::{Read, Write};
use std::path::Path;
use std::time::Duration;

use rusqlite::types::Value as Column;
use rusqlite::{
    Connection, ErrorCode, OpenFlags, Transaction, TransactionBehavior, params_from_iter,
};
use serde_json::Value;

use super::lines::{Head, Last, Row, Writer};
use super::{Again, BackupError, Kind, Tally};
use crate::journal::JournalError;
use crate::journal::sqlite::{PATIENCE, schema};
use crate::private;

type Result<T> = std::result::Result<T, BackupError>;

impl From<rusqlite::Error> for BackupError {
    fn from(error: rusqlite::Error) -> Self {
        Self::Database(error.into())
    }
}

/// Writes down what one transaction sees.
pub(super) fn dump<W: Write>(
    path: &Path,
    begin: impl FnOnce(Head) -> Result<Writer<W>>,
) -> Result<Tally> {
    let mut connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_WRITE)
        .map_err(|error| JournalError::Unreachable(format!("{}: {error}", path.display())))?;
    connection.busy_timeout(PATIENCE)?;
    let transaction = connection.transaction()?;
    let form = schema::version(&transaction)?.ok_or_else(|| JournalError::Damaged {
        place: path.display().to_string(),
        what: "there is nothing in it".to_owned(),
    })?;
    let mut writer = begin(Head {
        database: Kind::Sqlite,
        form,
    })?;
    let names = tables(&transaction)?;
    // The tables of the house first: everything else belongs to them.
    let (first, rest): (Vec<_>, Vec<_>) = names.iter().partition(|name| *name == "tables");
    for name in first.into_iter().chain(rest) {
        let Some(sql) = select(&transaction, name)? else {
            continue;
        };
        let mut rows = transaction.prepare(&sql)?;
        let mut rows = rows.query(())?;
        while let Some(row) = rows.next()? {
            writer.row(
                name,
                row.get_ref(0)?.as_str().map_err(rusqlite::Error::from)?,
            )?;
        }
    }
    writer.finish(last_numbers(&transaction)?)
}

/// Writes a database anew, so that nothing is left of what was removed from it.
pub(super) fn tidy_up(path: &Path) -> Result<()> {
    let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    connection.busy_timeout(PATIENCE)?;
    connection.execute_batch("VACUUM; PRAGMA wal_checkpoint(TRUNCATE);")?;
    Ok(())
}

/// Whether nobody else has a database open: only then does SQLite give up the log beside
/// it, which whoever opens it next begins again.
pub(super) fn is_left_alone(path: &Path) -> Result<bool> {
    let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    connection.busy_timeout(Duration::ZERO)?;
    let asked = connection.query_row("PRAGMA journal_mode = DELETE", (), |row| {
        row.get::<_, String>(0)
    });
    match asked {
        Ok(mode) => Ok(mode == "delete"),
        Err(error) => match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Ok(false),
            _ => Err(error.into()),
        },
    }
}

/// The tables of the database, by name.
fn tables(connection: &Connection) -> Result<Vec<String>> {
    texts(
        connection,
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'
         ORDER BY name",
    )
}

fn columns(connection: &Connection, table: &str) -> Result<Vec<String>> {
    let sql = format!("SELECT name FROM pragma_table_info('{table}') ORDER BY cid");
    texts(connection, &sql)
}

fn texts(connection: &Connection, sql: &str) -> Result<Vec<String>> {
    let mut select = connection.prepare(sql)?;
    let rows = select.query_map((), |row| row.get(0))?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// The statement that gives every row of a table as JSON; nothing for what stands in
/// the rows of another.
fn select(connection: &Connection, table: &str) -> Result<Option<String>> {
    let own = columns(connection, table)?;
    let numbered = is_numbered(table, &own);
    let mut members: Vec<String> = own
        .iter()
        .filter(|name| !is_internal(table, name))
        .map(|name| format!("'{name}', it.{name}"))
        .collect();
    let mut joined = String::new();
    match table {
        "records" if numbered => return Ok(None),
        "tables" if numbered => {
            joined.push_str("JOIN records r ON r.number = it.number");
            for name in columns(connection, "records")? {
                if !is_internal("records", &name) {
                    members.push(format!("'{name}', r.{name}"));
                }
            }
        }
        _ if numbered => {
            joined.push_str("JOIN tables t ON t.number = it.number");
            members.push("'table_id', t.id".to_owned());
        }
        _ => {}
    }
    // An order that is the same every time, in which the entries of a log follow each other.
    let order = [
        "number", "table_id", "seq", "version", "nth", "id", "key", "task",
    ];
    let order = order
        .into_iter()
        .filter(|name| own.iter().any(|it| it == name));
    let order: Vec<String> = order.map(|name| format!("it.{name}")).collect();
    let order = if order.is_empty() {
        String::new()
    } else {
        format!("ORDER BY {}", order.join(", "))
    };
    Ok(Some(format!(
        "SELECT json_object({}) FROM {table} it {joined} {order}",
        members.join(", ")
    )))
}

/// Whether the rows of a table name a table of the house by its number.
fn is_numbered(table: &str, columns: &[String]) -> bool {
    let may_be = [
        "tables",
        "records",
        "entries",
        "deeds",
        "heard",
        "keys",
        "snapshots",
    ];
    may_be.contains(&table) && columns.iter().any(|name| name == "number")
}

/// Numbers of rows that mean nothing outside of the file.
fn is_internal(table: &str, column: &str) -> bool {
    (column == "number" && table != "dropped") || (column == "place" && table == "entries")
}

fn last_numbers(connection: &Connection) -> Result<Last> {
    let there = "SELECT count(*) FROM sqlite_schema WHERE name = 'sqlite_sequence'";
    let there: i64 = connection.query_row(there, (), |row| row.get(0))?;
    if there == 0 {
        return Ok(Last::new());
    }
    let mut select = connection.prepare("SELECT name, seq FROM sqlite_sequence")?;
    let rows = select.query_map((), |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// Puts a backup in, all or nothing.
pub(super) fn restore<R: Read>(path: &Path, again: Again<'_, R>, replace: bool) -> Result<()> {
    private::keep(path)?;
    let mut connection = Connection::open(path)?;
    connection.busy_timeout(PATIENCE)?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let form = form_of(&again)?;
    make_room(&transaction, form, replace)?;
    fill(&transaction, again)?;
    if form < schema::VERSION {
        schema::migrate(&transaction, form)?;
    }
    Ok(transaction.commit()?)
}

/// The form of tables that the rows go into.
fn form_of<R>(again: &Again<'_, R>) -> Result<i64> {
    let form = again.checked.form;
    match again.checked.database {
        Kind::Sqlite if form > schema::VERSION => Err(JournalError::TooNew {
            place: "the backup".to_owned(),
            found: form,
            known: schema::VERSION,
        }
        .into()),
        Kind::Sqlite => Ok(form),
        #[cfg(feature = "postgres")]
        Kind::Postgres if form == crate::journal::postgres::schema::VERSION => Ok(schema::VERSION),
        #[cfg(feature = "postgres")]
        Kind::Postgres => Err(BackupError::OtherKind {
            form,
            known: crate::journal::postgres::schema::VERSION,
        }),
        #[cfg(not(feature = "postgres"))]
        Kind::Postgres => Err(BackupError::OtherKind { form, known: 0 }),
    }
}

/// Empty tables of a form.
fn make_room(transaction: &Transaction<'_>, form: i64, replace: bool) -> Result<()> {
    let found = schema::version(transaction)?;
    if found.is_some() {
        let held = "SELECT count(*) FROM tables";
        let held: i64 = transaction.query_row(held, (), |row| row.get(0))?;
        if held > 0 && !replace {
            return Err(BackupError::NotEmpty {
                tables: held as u64,
            });
        }
    }
    if found == Some(form) {
        for table in tables(transaction)? {
            transaction.execute(&format!("DELETE FROM {table}"), ())?;
        }
        return Ok(());
    }
    for table in tables(transaction)? {
        transaction.execute(&format!("DROP TABLE {table}"), ())?;
    }
    Ok(schema::make(transaction, form)?)
}

fn fill<R: Read>(transaction: &Transaction<'_>, mut again: Again<'_, R>) -> Result<()> {
    let mut inserts: Vec<(String, Vec<Insert>)> = Vec::new();
    while let Some((line, Row { table, row })) = again.next()? {
        let known = inserts.iter().position(|(name, _)| *name == table);
        let known = if let Some(known) = known {
            known
        } else {
            let named: Vec<String> = row.keys().cloned().collect();
            let made = Insert::into(transaction, &table, &named)?;
            inserts.push((table.clone(), made.ok_or_else(|| nowhere(line, &table))?));
            inserts.len() - 1
        };
        for insert in &inserts[known].1 {
            insert
                .run(transaction, &row)
                .map_err(|error| BackupError::line(line, error.to_string()))?;
        }
    }
    for (table, last) in &again.checked.last {
        // A table that gives no numbers has no use for the last one.
        let known = transaction.execute(
            "UPDATE sqlite_sequence SET seq = max(seq, ?2) WHERE name = ?1",
            (table, last),
        )?;
        let gives = "SELECT count(*) FROM sqlite_schema
                     WHERE type = 'table' AND name = ?1 AND sql LIKE '%AUTOINCREMENT%'";
        let gives: i64 = transaction.query_row(gives, [table], |row| row.get(0))?;
        if known == 0 && gives > 0 {
            let sql = "INSERT INTO sqlite_sequence (name, seq) VALUES (?1, ?2)";
            transaction.execute(sql, (table, last))?;
        }
    }
    Ok(())
}

fn nowhere(line: u64, table: &str) -> BackupError {
    BackupError::line(
        line,
        format!("the database has no place for this row of `{table}`"),
    )
}

/// How the rows of a backup's table are put into one table of the file.
struct Insert {
    sql: String,
    /// The columns that are bound, in order.
    bound: Vec<String>,
}

impl Insert {
    /// Nothing if there is no such table, or no such column.
    fn into(connection: &Connection, table: &str, named: &[String]) -> Result<Option<Vec<Self>>> {
        let own = columns(connection, table)?;
        let numbered = is_numbered(table, &own);
        if own.is_empty() || (table == "records" && numbered) {
            return Ok(None);
        }
        let mut parts = vec![(table.to_owned(), own)];
        if table == "tables" && numbered {
            parts.push(("records".to_owned(), columns(connection, "records")?));
        }
        let mut inserts = Vec::new();
        let mut left: Vec<&String> = named.iter().collect();
        for (part, own) in parts {
            let (mut names, mut values, mut bound) = (Vec::new(), Vec::new(), Vec::new());
            left.retain(|name| {
                let here = own.contains(name) && !is_internal(&part, name);
                if here {
                    bound.push((*name).clone());
                    names.push((*name).clone());
                    values.push(format!("?{}", bound.len()));
                }
                !here
            });
            let belongs = match part.as_str() {
                "tables" => None,
                "records" if numbered => Some("id"),
                _ if numbered => Some("table_id"),
                _ => None,
            };
            if let Some(column) = belongs {
                left.retain(|name| *name != column);
                bound.push(column.to_owned());
                names.push("number".to_owned());
                values.push(format!(
                    "(SELECT number FROM tables WHERE id = ?{})",
                    bound.len()
                ));
            }
            inserts.push(Self {
                sql: format!(
                    "INSERT INTO {part} ({}) VALUES ({})",
                    names.join(", "),
                    values.join(", ")
                ),
                bound,
            });
        }
        Ok(left.is_empty().then_some(inserts))
    }

    fn run(
        &self,
        connection: &Connection,
        row: &serde_json::Map<String, Value>,
    ) -> rusqlite::Result<()> {
        let values = self.bound.iter().map(|name| match row.get(name) {
            None | Some(Value::Null) => Column::Null,
            Some(Value::Bool(yes)) => Column::Integer(i64::from(*yes)),
            Some(Value::Number(number)) => Column::Integer(number.as_i64().unwrap_or(i64::MAX)),
            Some(Value::String(text)) => Column::Text(text.clone()),
            Some(other) => Column::Text(other.to_string()),
        });
        let mut insert = connection.prepare_cached(&self.sql)?;
        insert.execute(params_from_iter(values)).map(|_| ())
    }
}
