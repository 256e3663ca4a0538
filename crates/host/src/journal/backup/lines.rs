//! The lines of a backup: written and read one after the other, never all at once.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, BufWriter, Read, Write};

use flate2::Compression;
use flate2::write::GzEncoder;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{BackupError, FORMAT, Tally};
use crate::Time;
use crate::log::{Hash, Stored, Unpacked, split_line, without_hash};

/// The most bytes that a line may have.
const LONGEST: u64 = 256 << 20;

/// A kind of database.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A file.
    Sqlite,
    /// A server.
    Postgres,
}

/// What a database says of itself.
#[derive(Clone, Copy)]
pub(super) struct Head {
    pub database: Kind,
    pub form: i64,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct First {
    parlour_backup: u32,
    database: Kind,
    form: i64,
    time: Time,
}

/// A row: where it stood, and its columns.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Row {
    #[serde(rename = "in")]
    pub table: String,
    pub row: Map<String, Value>,
}

/// The last numbers that were given, by table.
pub(super) type Last = BTreeMap<String, i64>;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Ending {
    end: End,
}

/// What stands at the end.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct End {
    pub rows: u64,
    pub last: Last,
}

/// Writes a backup.
pub(super) struct Writer<W: Write> {
    target: GzEncoder<BufWriter<W>>,
    seal: Hash,
    tally: Tally,
}

impl<W: Write> Writer<W> {
    pub fn new(target: W, head: Head, time: Time) -> Result<Self, BackupError> {
        let line = written(&First {
            parlour_backup: FORMAT,
            database: head.database,
            form: head.form,
            time,
        });
        let mut target = GzEncoder::new(BufWriter::new(target), Compression::default());
        writeln!(target, "{line}")?;
        Ok(Self {
            target,
            seal: Hash::of_header(&line),
            tally: Tally::default(),
        })
    }

    /// A row, as a JSON object.
    pub fn row(&mut self, table: &str, row: &str) -> Result<(), BackupError> {
        self.tally.rows += 1;
        self.tally.tables += u64::from(table == "tables");
        self.tally.entries += u64::from(table == "entries");
        self.put(format!("{{\"in\":\"{table}\",\"row\":{row}}}"))
    }

    pub fn finish(mut self, last: Last) -> Result<Tally, BackupError> {
        let rows = self.tally.rows;
        self.put(written(&Ending {
            end: End { rows, last },
        }))?;
        let mut target = self.target.finish()?;
        target.flush()?;
        Ok(self.tally)
    }

    fn put(&mut self, body: String) -> Result<(), BackupError> {
        let Stored { line, hash } = Stored::link(body, self.seal);
        self.seal = hash;
        Ok(writeln!(self.target, "{line}")?)
    }
}

fn written(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("lines are plain JSON")
}

/// Reads a backup, line by line. Every line must continue the chain.
pub(super) struct Reader<R> {
    source: BufReader<Unpacked<BufReader<R>>>,
    number: u64,
    rows: u64,
    seal: Hash,
    line: Vec<u8>,
}

/// What a line after the first says.
pub(super) enum Line {
    Row(Row),
    End(End),
}

impl<R: Read> Reader<R> {
    /// Reads the first line.
    pub fn open(source: R) -> Result<(Head, Self), BackupError> {
        let mut reader = Self {
            source: BufReader::with_capacity(1 << 16, Unpacked::new(BufReader::new(source))),
            number: 0,
            rows: 0,
            seal: Hash::of_header(""),
            line: Vec::new(),
        };
        let line = reader.line()?;
        let first: First = serde_json::from_str(&line)
            .map_err(|error| reader.wrong(format!("not the beginning of a backup: {error}")))?;
        if first.parlour_backup != FORMAT {
            let found = first.parlour_backup;
            let what = format!("the format is version {found}, only version {FORMAT} is known");
            return Err(reader.wrong(what));
        }
        reader.seal = Hash::of_header(&line);
        let head = Head {
            database: first.database,
            form: first.form,
        };
        Ok((head, reader))
    }

    /// The next line. After the end there is nothing to ask for.
    pub fn next(&mut self) -> Result<Line, BackupError> {
        let line = self.line()?;
        let (hash, expected) = split_line(&line, self.seal)
            .ok_or_else(|| self.wrong("it does not end in its hash"))?;
        if hash != expected {
            return Err(self.wrong(format!("expected hash {expected}, found hash {hash}")));
        }
        self.seal = hash;
        let body = without_hash(&line).unwrap_or_default();
        if line.starts_with("{\"in\":") {
            self.rows += 1;
            let row = serde_json::from_str(&body);
            return row
                .map(Line::Row)
                .map_err(|error| self.wrong(format!("not a row: {error}")));
        }
        let Ending { end } = serde_json::from_str(&body)
            .map_err(|error| self.wrong(format!("neither a row nor the end: {error}")))?;
        if end.rows != self.rows {
            let (counted, found) = (end.rows, self.rows);
            return Err(self.wrong(format!("the end counts {counted} rows, found {found}")));
        }
        self.number += 1;
        match self.source.fill_buf() {
            Ok([]) => {
                self.number -= 1;
                Ok(Line::End(end))
            }
            Ok(_) => Err(self.wrong("there is more after the end")),
            Err(error) => Err(self.wrong(format!("cannot be read: {error}"))),
        }
    }

    /// The number of the line that was read last.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// The hash of the line that was read last, and so of all before it.
    pub fn seal(&self) -> Hash {
        self.seal
    }

    fn line(&mut self) -> Result<String, BackupError> {
        self.number += 1;
        self.line.clear();
        let read = (&mut self.source)
            .take(LONGEST)
            .read_until(b'\n', &mut self.line)
            .map_err(|error| self.wrong(format!("cannot be read: {error}")))?;
        if self.line.pop() != Some(b'\n') {
            return Err(self.wrong(match read as u64 {
                0 => "the file ends too early".to_owned(),
                LONGEST => format!("it is longer than {LONGEST} bytes"),
                _ => "it is cut off".to_owned(),
            }));
        }
        let text = std::str::from_utf8(&self.line)
            .map_err(|error| self.wrong(format!("not UTF-8 text: {error}")))?;
        Ok(text.to_owned())
    }

    fn wrong(&self, what: impl AsRef<str>) -> BackupError {
        BackupError::line(self.number, what)
    }
}
