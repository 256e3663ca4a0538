//! Backups of PostgreSQL databases.

use std::io::{Read, Write};

use serde_json::{Map, Value};
use sqlx::{AssertSqlSafe, ConnectOptions as _, Connection as _, PgConnection};
use tokio::runtime::Builder;

use super::lines::{Head, Last, Writer};
use super::{Again, BackupError, Kind, Tally};
use crate::journal::JournalError;
use crate::journal::postgres::{address, caller, options, schema, trouble};

/// How many rows are carried at once.
const BATCH: usize = 500;

/// How many bytes are carried at once, or one row.
const BATCH_BYTES: usize = 4 << 20;

type Result<T> = std::result::Result<T, BackupError>;

impl From<sqlx::Error> for BackupError {
    fn from(error: sqlx::Error) -> Self {
        Self::Database(JournalError::Unreachable(trouble::words(&error)))
    }
}

impl From<trouble::Trouble> for BackupError {
    fn from(trouble: trouble::Trouble) -> Self {
        Self::Database(match trouble {
            trouble::Trouble::Lost(words) => JournalError::Unreachable(words),
            trouble::Trouble::Fault(error) => error,
        })
    }
}

/// Does something over a connection of its own, and waits for it.
fn over<T>(url: &str, act: impl AsyncFnOnce(&mut PgConnection, &str) -> Result<T>) -> Result<T> {
    let (url, schema) = address::split(url).map_err(JournalError::Unreachable)?;
    let schema = schema.unwrap_or(crate::journal::postgres::SCHEMA);
    let options = options(&url, schema)?;
    let runtime = Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let mut connection = options.connect().await?;
        let done = act(&mut connection, schema).await?;
        connection.close().await?;
        Ok(done)
    })
}

/// Whether nobody else works with a house: every connection tells its name.
pub(super) fn is_left_alone(url: &str) -> Result<bool> {
    over(url, async |connection, schema| {
        let others: i64 = sqlx::query_scalar(
            "SELECT count(*) FROM pg_stat_activity
             WHERE datname = current_database() AND application_name = left($1, 63)
               AND pid <> pg_backend_pid()",
        )
        .bind(caller(schema))
        .fetch_one(connection)
        .await?;
        Ok(others == 0)
    })
}

/// Writes down what one transaction sees.
pub(super) fn dump<W: Write>(
    url: &str,
    begin: impl FnOnce(Head) -> Result<Writer<W>>,
) -> Result<Tally> {
    over(url, async |connection, schema| {
        let mut transaction = connection
            .begin_with("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            .await?;
        run(&mut transaction, "SET LOCAL statement_timeout = 0").await?;
        let form = schema::version(&mut transaction, schema).await?;
        let form = form.ok_or_else(|| JournalError::Damaged {
            place: format!("the database, schema {schema}"),
            what: "there is nothing in it".to_owned(),
        })?;
        let mut writer = begin(Head {
            database: Kind::Postgres,
            form,
        })?;
        let names = tables(&mut transaction, schema).await?;
        // The tables of the house first: everything else belongs to them.
        let (first, rest): (Vec<_>, Vec<_>) = names.iter().partition(|name| *name == "tables");
        for name in first.into_iter().chain(rest) {
            let select = select(&mut transaction, schema, name).await?;
            run(
                &mut transaction,
                &format!("DECLARE rows CURSOR FOR {select}"),
            )
            .await?;
            loop {
                let rows: Vec<String> =
                    sqlx::query_scalar(AssertSqlSafe(format!("FETCH {BATCH} FROM rows")))
                        .fetch_all(&mut *transaction)
                        .await?;
                for row in &rows {
                    writer.row(name, row)?;
                }
                if rows.len() < BATCH {
                    break;
                }
            }
            run(&mut transaction, "CLOSE rows").await?;
        }
        let last = last_numbers(&mut transaction, schema).await?;
        writer.finish(last)
    })
}

async fn run(connection: &mut PgConnection, sql: &str) -> Result<()> {
    sqlx::raw_sql(AssertSqlSafe(sql))
        .execute(connection)
        .await?;
    Ok(())
}

/// The tables of the schema but the one that holds its version, by name.
async fn tables(connection: &mut PgConnection, schema: &str) -> Result<Vec<String>> {
    let names = sqlx::query_scalar(
        "SELECT tablename::text FROM pg_tables
         WHERE schemaname = $1 AND tablename <> 'house' ORDER BY 1",
    );
    Ok(names.bind(schema).fetch_all(connection).await?)
}

async fn columns(connection: &mut PgConnection, schema: &str, table: &str) -> Result<Vec<String>> {
    let names = sqlx::query_scalar(
        "SELECT column_name::text FROM information_schema.columns
         WHERE table_schema = $1 AND table_name = $2 ORDER BY 1",
    );
    Ok(names.bind(schema).bind(table).fetch_all(connection).await?)
}

/// The statement that gives every row of a table as JSON, in an order that is the same
/// every time, in which the entries of a log follow each other.
async fn select(connection: &mut PgConnection, schema: &str, table: &str) -> Result<String> {
    let own = columns(connection, schema, table).await?;
    let order = ["table_id", "seq", "version", "nth", "id", "key", "task"];
    let order = order
        .into_iter()
        .filter(|name| own.iter().any(|it| it == name));
    let order: Vec<&str> = order.collect();
    let order = if order.is_empty() {
        String::new()
    } else {
        format!("ORDER BY {}", order.join(", "))
    };
    Ok(format!(
        "SELECT row_to_json(it)::text FROM {schema}.{table} it {order}"
    ))
}

async fn last_numbers(connection: &mut PgConnection, schema: &str) -> Result<Last> {
    let rows: Vec<(String, i64)> = sqlx::query_as(
        "SELECT sequencename::text, last_value FROM pg_sequences
         WHERE schemaname = $1 AND last_value IS NOT NULL",
    )
    .bind(schema)
    .fetch_all(connection)
    .await?;
    let of_table = |(name, last): (String, i64)| {
        let table = name.strip_suffix("_id_seq")?.to_owned();
        Some((table, last))
    };
    Ok(rows.into_iter().filter_map(of_table).collect())
}

/// Puts a backup in, all or nothing.
pub(super) fn restore<R: Read>(url: &str, again: Again<'_, R>, replace: bool) -> Result<()> {
    over(url, async |connection, schema| {
        let mut transaction = connection.begin().await?;
        schema::alone(&mut transaction).await?;
        let form = form_of(&again)?;
        make_room(&mut transaction, schema, form, replace).await?;
        fill(&mut transaction, schema, again).await?;
        if form < schema::VERSION {
            schema::migrate(&mut transaction, form).await?;
        }
        Ok(transaction.commit().await?)
    })
}

/// The form of tables that the rows go into.
fn form_of<R>(again: &Again<'_, R>) -> Result<i64> {
    let form = again.checked.form;
    match again.checked.database {
        Kind::Postgres if form > schema::VERSION => Err(JournalError::TooNew {
            place: "the backup".to_owned(),
            found: form,
            known: schema::VERSION,
        }
        .into()),
        Kind::Postgres => Ok(form),
        #[cfg(feature = "sqlite")]
        Kind::Sqlite if form == crate::journal::sqlite::schema::VERSION => Ok(schema::VERSION),
        #[cfg(feature = "sqlite")]
        Kind::Sqlite => Err(BackupError::OtherKind {
            form,
            known: crate::journal::sqlite::schema::VERSION,
        }),
        #[cfg(not(feature = "sqlite"))]
        Kind::Sqlite => Err(BackupError::OtherKind { form, known: 0 }),
    }
}

/// Empty tables of a form.
async fn make_room(
    connection: &mut PgConnection,
    schema: &str,
    form: i64,
    replace: bool,
) -> Result<()> {
    let found = schema::version(connection, schema).await?;
    let mut replicas = 0_i64;
    if found.is_some() {
        let held: i64 = sqlx::query_scalar("SELECT count(*) FROM tables")
            .fetch_one(&mut *connection)
            .await?;
        if held > 0 && !replace {
            return Err(BackupError::NotEmpty {
                tables: held as u64,
            });
        }
        // A replica that runs has its number already, which no other may get.
        replicas = sqlx::query_scalar("SELECT last_value FROM replicas")
            .fetch_one(&mut *connection)
            .await?;
    }
    let there = tables(connection, schema).await?;
    if found == Some(form) {
        for table in there {
            run(connection, &format!("DELETE FROM {schema}.{table}")).await?;
        }
        return Ok(());
    }
    for table in there {
        run(connection, &format!("DROP TABLE {schema}.{table}")).await?;
    }
    if found.is_some() {
        run(connection, "DROP TABLE house; DROP SEQUENCE replicas").await?;
    }
    schema::make(connection, schema, form).await?;
    if found.is_some() {
        let number = format!("SELECT setval('replicas', {replicas})");
        run(connection, &number).await?;
    }
    Ok(())
}

async fn fill<R: Read>(
    connection: &mut PgConnection,
    schema: &str,
    mut again: Again<'_, R>,
) -> Result<()> {
    let mut batch = Batch::default();
    loop {
        let next = again.next()?;
        let goes_on = next
            .as_ref()
            .is_some_and(|(_, row)| row.table == batch.table && !batch.is_full());
        if !goes_on {
            batch.store(connection, schema).await?;
        }
        let Some((line, row)) = next else { break };
        batch.add(line, &row.table, row.row);
    }
    for (table, last) in &again.checked.last {
        let there = columns(connection, schema, table).await?;
        if there.iter().any(|name| name == "id") {
            // A name that was checked; a table without numbers of its own has no use
            // for the last one.
            let sql = format!(
                "SELECT setval(it, greatest({last}, 1), {last} > 0)
                 FROM pg_get_serial_sequence('{schema}.{table}', 'id') AS it
                 WHERE it IS NOT NULL"
            );
            run(connection, &sql).await?;
        }
    }
    Ok(())
}

/// Rows of one table that are stored together.
#[derive(Default)]
struct Batch {
    table: String,
    columns: Vec<String>,
    rows: String,
    count: usize,
    /// The first line, and the last.
    lines: (u64, u64),
}

impl Batch {
    fn is_full(&self) -> bool {
        self.count >= BATCH || self.rows.len() >= BATCH_BYTES
    }

    fn add(&mut self, line: u64, table: &str, mut row: Map<String, Value>) {
        if self.count == 0 {
            table.clone_into(&mut self.table);
            self.columns = row.keys().cloned().collect();
            self.lines.0 = line;
        }
        // PostgreSQL knows no zero character.
        for value in row.values_mut() {
            if let Value::String(text) = value
                && text.contains('\0')
            {
                *text = text.replace('\0', "\u{fffd}");
            }
        }
        self.rows.push(if self.count == 0 { '[' } else { ',' });
        self.rows.push_str(&Value::Object(row).to_string());
        self.count += 1;
        self.lines.1 = line;
    }

    async fn store(&mut self, connection: &mut PgConnection, schema: &str) -> Result<()> {
        let batch = std::mem::take(self);
        if batch.count == 0 {
            return Ok(());
        }
        let table = &batch.table;
        let there = columns(connection, schema, table).await?;
        if batch.columns.iter().any(|name| !there.contains(name)) || table == "house" {
            let what = format!("the database has no place for this row of `{table}`");
            return Err(BackupError::line(batch.lines.0, what));
        }
        let columns = batch.columns.join(", ");
        let sql = format!(
            "INSERT INTO {schema}.{table} ({columns}) OVERRIDING SYSTEM VALUE
             SELECT {columns} FROM json_populate_recordset(NULL::{schema}.{table}, $1::json)"
        );
        let stored = sqlx::query(AssertSqlSafe(sql))
            .bind(format!("{}]", batch.rows))
            .execute(connection)
            .await;
        match stored {
            Ok(_) => Ok(()),
            Err(error @ sqlx::Error::Database(_)) => {
                let (first, last) = batch.lines;
                let what = format!(
                    "of the lines up to {last}, one is wrong: {}",
                    trouble::words(&error)
                );
                Err(BackupError::line(first, what))
            }
            Err(error) => Err(error.into()),
        }
    }
}
