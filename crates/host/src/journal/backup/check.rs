//! Reads a backup through before anything is changed.

use std::collections::BTreeMap;
use std::io::Read;

use serde_json::{Map, Value};

use super::lines::{Head, Last, Line, Reader, Row};
use super::{BackupError, Kind, Tally};
use crate::log::{Hash, split_line};
use crate::table::TableId;

/// How many tables and columns a backup may name: more than any form has.
const MOST_NAMES: usize = 64;

/// A backup that was read through and is whole.
#[derive(Debug)]
pub struct Checked {
    /// The kind of database it is of.
    pub database: Kind,
    /// The version of its form.
    pub form: i64,
    /// How much it holds.
    pub tally: Tally,
    /// Tables whose logs were damaged when the backup was taken, and how. They are
    /// restored as they were.
    pub damaged: Vec<(TableId, String)>,
    pub(super) last: Last,
    pub(super) seal: Hash,
}

/// Reads a backup through.
///
/// # Errors
/// At the first line that is not what it should be.
pub fn check(source: impl Read) -> Result<Checked, BackupError> {
    let (Head { database, form }, mut reader) = Reader::open(source)?;
    if form < 1 {
        return Err(BackupError::line(1, format!("there is no form {form}")));
    }
    let mut tally = Tally::default();
    let mut columns: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut logs = Logs::default();
    let end = loop {
        let Row { table, row } = match reader.next()? {
            Line::Row(row) => row,
            Line::End(end) => break end,
        };
        let wrong = |what: String| BackupError::line(reader.number(), what);
        check_columns(&mut columns, &table, &row).map_err(wrong)?;
        tally.rows += 1;
        match table.as_str() {
            "tables" => {
                tally.tables += 1;
                logs.begin(&row).map_err(wrong)?;
            }
            "entries" => {
                tally.entries += 1;
                logs.add(&row).map_err(wrong)?;
            }
            "deeds" => logs.add_deed(&row).map_err(wrong)?,
            _ => {}
        }
    };
    if end.last.keys().any(|table| !is_name(table)) {
        let what = "the end names what is no table";
        return Err(BackupError::line(reader.number(), what));
    }
    Ok(Checked {
        database,
        form,
        tally,
        damaged: logs.damaged(),
        last: end.last,
        seal: reader.seal(),
    })
}

/// Names that need no quotes, so that they can stand in a statement.
pub(super) fn is_name(name: &str) -> bool {
    let good = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_';
    (1..=60).contains(&name.len())
        && name.starts_with(|letter: char| letter.is_ascii_lowercase())
        && name.bytes().all(good)
}

/// All rows of a table have the columns of the first one, and plain values.
fn check_columns(
    columns: &mut BTreeMap<String, Vec<String>>,
    table: &str,
    row: &Map<String, Value>,
) -> Result<(), String> {
    if let Some(known) = columns.get(table) {
        if !row.keys().eq(known) {
            return Err(format!(
                "it has other columns than the first row of `{table}`"
            ));
        }
    } else {
        let named = is_name(table) && row.keys().all(|name| is_name(name));
        if !named || columns.len() == MOST_NAMES || row.len() > MOST_NAMES || row.is_empty() {
            return Err("it names what is no table or no column".to_owned());
        }
        columns.insert(table.to_owned(), row.keys().cloned().collect());
    }
    let plain = |value: &Value| match value {
        Value::Array(_) | Value::Object(_) => false,
        Value::Number(number) => number.is_i64(),
        Value::Null | Value::Bool(_) | Value::String(_) => true,
    };
    match row.iter().find(|(_, value)| !plain(value)) {
        Some((name, _)) => Err(format!("column `{name}` holds what no column holds")),
        None => Ok(()),
    }
}

/// How far each log has come while the entries are read.
#[derive(Default)]
struct Logs(BTreeMap<TableId, Log>);

struct Log {
    seq: u64,
    /// Nothing if the header stands elsewhere, as one form had it.
    header: Option<Hash>,
    last: Option<Hash>,
    /// What the row of the table says.
    expected: (u64, String),
    ending: Option<String>,
    /// The version of the record, and the last deed that was read.
    version: Option<u64>,
    deed: Option<(u64, Hash)>,
    wrong: Option<String>,
}

impl Logs {
    fn begin(&mut self, row: &Map<String, Value>) -> Result<(), String> {
        let text = |name: &str| row.get(name).and_then(Value::as_str);
        let id: TableId = text("id")
            .and_then(|id| id.parse().ok())
            .ok_or("`id` is no name of a table")?;
        let hash = text("hash").ok_or("`hash` is no text")?;
        let seq = row.get("seq").and_then(Value::as_u64);
        let log = Log {
            seq: 0,
            header: text("header").map(Hash::of_header),
            last: text("header").map(Hash::of_header),
            expected: (seq.ok_or("`seq` is no number")?, hash.to_owned()),
            ending: text("ending").map(str::to_owned),
            version: row.get("version").and_then(Value::as_u64),
            deed: None,
            wrong: None,
        };
        match self.0.insert(id.clone(), log) {
            None => Ok(()),
            Some(_) => Err(format!("table {id} is there twice")),
        }
    }

    fn add(&mut self, row: &Map<String, Value>) -> Result<(), String> {
        let text = |name: &str| row.get(name).and_then(Value::as_str);
        let id = text("table_id").ok_or("`table_id` is no text")?;
        let log = id.parse().ok().and_then(|id: TableId| self.0.get_mut(&id));
        let log = log.ok_or_else(|| format!("there is no table {id}"))?;
        let line = text("line").ok_or("`line` is no text")?;
        let seq = row.get("seq").and_then(Value::as_u64);
        log.seq += 1;
        if log.wrong.is_none() {
            log.wrong = log.follow(seq, line).err();
        }
        Ok(())
    }

    fn add_deed(&mut self, row: &Map<String, Value>) -> Result<(), String> {
        let text = |name: &str| row.get(name).and_then(Value::as_str);
        let id = text("table_id").ok_or("`table_id` is no text")?;
        let log = id.parse().ok().and_then(|id: TableId| self.0.get_mut(&id));
        let log = log.ok_or_else(|| format!("there is no table {id}"))?;
        let line = text("line").ok_or("`line` is no text")?;
        let version = row.get("version").and_then(Value::as_u64);
        let version = version.ok_or("`version` is no number")?;
        if log.wrong.is_none() {
            log.wrong = log.follow_deed(version, line).err();
        }
        Ok(())
    }

    /// The logs that are not whole.
    fn damaged(self) -> Vec<(TableId, String)> {
        let wrong = |(id, mut log): (TableId, Log)| {
            let wrong = log.wrong.take().or_else(|| log.close().err());
            wrong.map(|wrong| (id, wrong))
        };
        self.0.into_iter().filter_map(wrong).collect()
    }
}

impl Log {
    fn follow(&mut self, seq: Option<u64>, line: &str) -> Result<(), String> {
        let entry = self.seq;
        if seq != Some(entry) {
            return Err(format!("entry {entry} is missing"));
        }
        let Some(last) = self.last else { return Ok(()) };
        match split_line(line, last) {
            Some((hash, expected)) if hash == expected => self.last = Some(hash),
            _ => return Err(format!("entry {entry} does not continue the chain")),
        }
        Ok(())
    }

    /// Audits begin with the header of the log, and may begin late.
    fn follow_deed(&mut self, version: u64, line: &str) -> Result<(), String> {
        let before = match self.deed {
            Some((last, _)) if version != last.saturating_add(1) => {
                return Err(format!("the deed after version {last} is missing"));
            }
            Some((_, hash)) => Some(hash),
            None => self.header,
        };
        let Some(before) = before else { return Ok(()) };
        match split_line(line, before) {
            Some((hash, expected)) if hash == expected => self.deed = Some((version, hash)),
            _ => return Err(format!("deed {version} does not continue the chain")),
        }
        Ok(())
    }

    fn close(&self) -> Result<(), String> {
        if let Some((last, _)) = self.deed
            && self.version != Some(last)
        {
            return Err(format!("the deed after version {last} is missing"));
        }
        let (seq, hash) = &self.expected;
        if self.seq != *seq {
            return Err(format!("expected {seq} entries, found {}", self.seq));
        }
        let Some(last) = self.last else { return Ok(()) };
        let last = match &self.ending {
            None => Some(last),
            Some(line) => split_line(line, last)
                .filter(|(hash, expected)| hash == expected)
                .map(|(hash, _)| hash),
        };
        match last {
            Some(last) if last.to_string() == *hash => Ok(()),
            _ => Err("the last line does not continue the chain".to_owned()),
        }
    }
}
