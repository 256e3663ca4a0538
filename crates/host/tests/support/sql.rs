//! Plain SQL to the tests' PostgreSQL server, beside the journal.

use sqlx::{AssertSqlSafe, Connection, PgConnection};
use tokio::runtime::{Builder, Runtime};

/// A connection that works in one schema.
pub(crate) struct Sql {
    runtime: Runtime,
    connection: PgConnection,
}

impl Sql {
    /// Connects; the schema need not be there yet.
    pub(crate) fn to(url: &str, schema: &str) -> Self {
        let runtime = Builder::new_current_thread().enable_all().build().unwrap();
        let connection = runtime.block_on(PgConnection::connect(url)).unwrap();
        let mut sql = Self {
            runtime,
            connection,
        };
        sql.run(&format!("SET search_path = {schema}"));
        sql
    }

    /// Runs statements.
    pub(crate) fn run(&mut self, statements: &str) {
        let running = sqlx::raw_sql(AssertSqlSafe(statements)).execute(&mut self.connection);
        self.runtime.block_on(running).unwrap();
    }

    /// The first column of every row, which is text.
    pub(crate) fn rows(&mut self, query: &str) -> Vec<String> {
        let asking = sqlx::query_scalar(AssertSqlSafe(query)).fetch_all(&mut self.connection);
        self.runtime.block_on(asking).unwrap()
    }

    /// A schema in a form that is kept, with what is in it, in the place of any other.
    pub(crate) fn make(&mut self, schema: &str, kept: &str) {
        self.run(&format!(
            "DROP SCHEMA IF EXISTS {schema} CASCADE; CREATE SCHEMA {schema};"
        ));
        self.run(kept);
    }

    /// Every table with its columns, every index and sequence.
    pub(crate) fn form(&mut self, schema: &str) -> Vec<String> {
        self.rows(&format!(
            "SELECT concat_ws(' ', table_name, column_name, data_type, is_nullable,
                    column_default, collation_name, is_identity)
                 FROM information_schema.columns WHERE table_schema = '{schema}'
             UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = '{schema}'
             UNION ALL SELECT sequencename FROM pg_sequences WHERE schemaname = '{schema}'
             ORDER BY 1"
        ))
    }

    /// The columns of every table, but not the version of the form.
    pub(crate) fn columns(&mut self, schema: &str) -> Vec<(String, String)> {
        let rows = self.rows(&format!(
            "SELECT table_name || ' ' || string_agg(column_name, ', ' ORDER BY column_name)
             FROM information_schema.columns
             WHERE table_schema = '{schema}' AND table_name <> 'house'
             GROUP BY table_name ORDER BY 1"
        ));
        let split = |row: String| {
            let (table, columns) = row.split_once(' ').unwrap();
            (table.to_owned(), columns.to_owned())
        };
        rows.into_iter().map(split).collect()
    }

    /// Everything that stands in these columns.
    pub(crate) fn stored(&mut self, columns: &[(String, String)]) -> Vec<String> {
        let mut stored = Vec::new();
        for (table, columns) in columns {
            stored.extend(self.rows(&format!(
                "SELECT '{table} ' || row_to_json(it)::text
                 FROM (SELECT {columns} FROM {table}) AS it ORDER BY 1"
            )));
        }
        stored
    }

    /// The version of the form.
    pub(crate) fn version(&mut self) -> i64 {
        let rows = self.rows("SELECT version::text FROM house");
        rows[0].parse().unwrap()
    }
}
