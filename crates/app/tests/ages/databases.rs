//! Kept databases, put where they can be written to: every row that an older form
//! held is there in the present one.

use std::fmt::Write as _;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use flate2::read::GzDecoder;
use parlour_host::journal::{Journal, PostgresJournal, SqliteJournal};
use parlour_host::{Host, SystemClock, SystemEntropy};
use rusqlite::Connection;
use rusqlite::types::Value;
use sqlx::{AssertSqlSafe, Connection as _, PgConnection};
use tokio::runtime::Builder;

use crate::{kept, registry};

/// A kept database, unpacked.
pub(crate) enum Home {
    Folder(tempfile::TempDir),
    Server { server: String, schema: String },
}

impl Home {
    /// A file of SQLite.
    pub(crate) fn in_a_folder(file: &Path) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut packed = GzDecoder::new(fs::File::open(file).unwrap());
        let mut plain = fs::File::create(folder.path().join("games.sqlite")).unwrap();
        std::io::copy(&mut packed, &mut plain).unwrap();
        Self::Folder(folder)
    }

    /// The statements that make a schema of PostgreSQL. Nothing if there is no server,
    /// which `cargo xtask test` lists as not run.
    pub(crate) fn on_the_server(file: &Path) -> Option<Self> {
        static NUMBER: AtomicU32 = AtomicU32::new(1);
        let server = std::env::var("PARLOUR_TEST_POSTGRES").unwrap_or_else(|_| {
            panic!(
                "this test needs a PostgreSQL server; run it by \
                 `cargo xtask postgres cargo test -p parlour-app --test ages`"
            )
        });
        if server == "absent" {
            return None;
        }
        let number = NUMBER.fetch_add(1, Ordering::SeqCst);
        let schema = format!("ages_{}_{number}", std::process::id());
        let mut statements = format!("CREATE SCHEMA {schema}; SET search_path = {schema};");
        let mut packed = GzDecoder::new(fs::File::open(file).unwrap());
        packed.read_to_string(&mut statements).unwrap();
        let making = async {
            let mut connection = PgConnection::connect(&server).await.unwrap();
            let making = sqlx::raw_sql(AssertSqlSafe(statements));
            making.execute(&mut connection).await.unwrap();
        };
        in_a_runtime(making);
        Some(Self::Server { server, schema })
    }

    /// The version of the form of a database on the server.
    fn form(&self) -> i64 {
        let Self::Server { server, schema } = self else {
            panic!("a file has another");
        };
        in_a_runtime(async {
            let mut connection = PgConnection::connect(server).await.unwrap();
            let version = format!("SELECT version FROM {schema}.house");
            let asked = sqlx::query_scalar(AssertSqlSafe(version));
            asked.fetch_one(&mut connection).await.unwrap()
        })
    }

    /// The folder of a file of SQLite.
    pub(crate) fn folder(&self) -> &Path {
        match self {
            Self::Folder(folder) => folder.path(),
            Self::Server { schema, .. } => panic!("{schema} has no folder"),
        }
    }

    /// The file itself.
    fn file(&self) -> PathBuf {
        self.folder().join("games.sqlite")
    }

    fn journal(&self) -> Arc<dyn Journal> {
        match self {
            Self::Folder(_) => Arc::new(SqliteJournal::open(self.file()).unwrap()),
            Self::Server { server, schema } => {
                Arc::new(PostgresJournal::open_schema(server, schema).unwrap())
            }
        }
    }

    /// A program that is started.
    pub(crate) fn program(&self) -> Arc<Host> {
        let entropy = Arc::new(SystemEntropy);
        let host = Host::new(registry(), self.journal(), Arc::new(SystemClock), entropy);
        Arc::new(host)
    }
}

fn in_a_runtime<T>(doing: impl Future<Output = T>) -> T {
    let runtime = Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(doing)
}

/// The columns of every table of a database.
fn columns(file: &Path) -> Vec<(String, String)> {
    let connection = Connection::open(file).unwrap();
    let sql = "SELECT t.name, group_concat(c.name, ', ') FROM sqlite_schema t
               JOIN pragma_table_info(t.name) c
               WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%' GROUP BY t.name";
    let mut select = connection.prepare(sql).unwrap();
    let rows = select.query_map((), |row| Ok((row.get(0)?, row.get(1)?)));
    rows.unwrap().map(Result::unwrap).collect()
}

/// Everything that stands in these columns.
fn stored(file: &Path, columns: &[(String, String)]) -> Vec<String> {
    let connection = Connection::open(file).unwrap();
    let mut stored = Vec::new();
    for (table, columns) in columns {
        let sql = format!("SELECT {columns} FROM {table} ORDER BY {columns}");
        let mut select = connection.prepare(&sql).unwrap();
        let width = select.column_count();
        let mut rows = select.query(()).unwrap();
        while let Some(row) = rows.next().unwrap() {
            let mut line = table.clone();
            for column in 0..width {
                let value: Value = row.get(column).unwrap();
                write!(line, " {value:?}").unwrap();
            }
            stored.push(line);
        }
    }
    stored
}

/// Whoever raises the version of a form keeps what the one before has written, and one of
/// the present form is kept too. The first that people had was the fourth of SQLite and
/// the second of PostgreSQL.
#[test]
fn a_database_of_every_form_is_kept() {
    let version = |file: &Path| -> i64 {
        let connection = Connection::open(file).unwrap();
        let row = |row: &rusqlite::Row<'_>| row.get(0);
        connection
            .query_row("PRAGMA user_version", (), row)
            .unwrap()
    };
    let (mut found, mut present) = (Vec::new(), 0);
    for file in kept(".sqlite.gz") {
        let home = Home::in_a_folder(&file);
        found.push(version(&home.file()));
        drop(home.journal());
        present = version(&home.file());
    }
    for form in 4..=present {
        assert!(found.contains(&form), "SQLite, version {form}");
    }
    found.clear();
    for file in kept(".sql.gz") {
        let Some(home) = Home::on_the_server(&file) else {
            return;
        };
        found.push(home.form());
        drop(home.journal());
        present = home.form();
    }
    for form in 2..=present {
        assert!(found.contains(&form), "PostgreSQL, version {form}");
    }
}

/// Entries, ids of messages, letters, keys, snapshots, leases: whatever a database of
/// an older form holds. For PostgreSQL the suite of the journals shows the same.
#[test]
fn every_row_of_a_kept_database_is_there_in_the_present_form() {
    for file in kept(".sqlite.gz") {
        let home = Home::in_a_folder(&file);
        let columns = columns(&home.file());
        let before = stored(&home.file(), &columns);
        assert!(before.iter().any(|row| row.starts_with("entries ")));
        // Opened a second time, nothing changes any more.
        for _ in 0..2 {
            drop(home.journal());
            let after = stored(&home.file(), &columns);
            assert_eq!(after, before, "{}", file.display());
        }
    }
}
