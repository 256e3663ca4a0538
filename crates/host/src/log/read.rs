//! Reads a log, plain or compressed, as far as it makes sense.

use std::fmt;
use std::io::{self, BufRead, BufReader, Read};

use thiserror::Error;

use super::archive::{self, Unpacked};
use super::entry::Split;
use super::{End, Entry, FORMAT, Hash, Header};
use crate::audit::{Act, Deed, Given, Seal, in_order};

/// How much is read before a file is given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes in a line.
    pub line: usize,
    /// Bytes in all, after decompression.
    pub file: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            line: 4 << 20,
            file: 512 << 20,
        }
    }
}

/// A log that was read: all complete entries, and how it ended.
#[derive(Debug)]
pub struct LogFile {
    /// The first line.
    pub header: Header,
    /// The hash of the first line.
    pub start: Hash,
    /// The complete entries, in order.
    pub entries: Vec<Linked<Entry>>,
    /// What came after them.
    pub ending: Ending,
    /// What came after the end line; nothing if nothing did.
    pub audit: Option<Audit>,
}

/// The changes of a table's record, as an export holds them.
#[derive(Debug)]
pub struct Audit {
    /// The deeds, in order.
    pub deeds: Vec<Linked<Deed>>,
    /// The last line; nothing if it is cut off.
    pub seal: Option<Linked<Seal>>,
}

impl LogFile {
    /// Everything that was done at the table, in order.
    pub fn acts(&self) -> Vec<Act> {
        let given = self.entries.iter().map(|it| Given::from(&it.value));
        let deeds = self.audit.iter().flat_map(|it| &it.deeds);
        let deeds = deeds.map(|it| it.value.clone());
        in_order(given.collect(), deeds.collect())
    }
}

/// A line and its place in the chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Linked<T> {
    /// What the line says.
    pub value: T,
    /// The hash it carries.
    pub hash: Hash,
    /// The hash it ought to carry after the line before it.
    pub expected: Hash,
}

/// What came after the last complete entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The end line, and nothing after it.
    Ended(Linked<End>),
    /// Nothing, or part of a line.
    Torn,
    /// A complete line that is neither an entry nor the end.
    Bad(BadLine),
}

/// A line that is not what it should be.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {what}")]
pub struct BadLine {
    /// Its number, from 1.
    pub line: u64,
    /// What is wrong with it.
    pub what: String,
}

/// Why a file is no log at all.
#[derive(Debug, Error)]
pub enum LogError {
    /// Its first line is no header.
    #[error(transparent)]
    NoHeader(#[from] BadLine),
    /// It cannot be read.
    #[error("cannot be read: {0}")]
    Unreadable(io::Error),
}

impl From<io::Error> for LogError {
    fn from(error: io::Error) -> Self {
        Self::Unreadable(error)
    }
}

/// Reads a log. Without a header there is none; everything after the header is
/// reported in [`LogFile::ending`], and the entries before it are kept.
pub fn read_log(source: impl Read, limits: Limits) -> Result<LogFile, LogError> {
    let mut source = BufReader::with_capacity(1 << 16, source);
    let compressed = source.fill_buf()?.starts_with(&archive::MAGIC);
    if compressed {
        let plain = BufReader::with_capacity(1 << 16, Unpacked::new(source));
        read_lines(plain.take(limits.file), limits)
    } else {
        read_lines(source.take(limits.file), limits)
    }
}

fn read_lines(source: impl BufRead, limits: Limits) -> Result<LogFile, LogError> {
    let mut lines = Lines {
        source,
        limits,
        number: 0,
        read: 0,
        buffer: Vec::new(),
    };
    let header_line = match lines.next() {
        Ok(Line::Whole(text) | Line::Unfinished(text)) => {
            // Editors on some systems put a byte order mark in front.
            text.strip_prefix('\u{feff}').unwrap_or(text).to_owned()
        }
        Ok(Line::None) => return Err(lines.bad("there is no header, the file is empty").into()),
        Err(Trouble::Bad(what)) => return Err(lines.bad(what).into()),
        Err(Trouble::Broken(error)) => return Err(error.into()),
    };
    let header = read_header(&header_line).map_err(|what| lines.bad(what))?;
    let start = Hash::of_header(&header_line);
    let mut entries: Vec<Linked<Entry>> = Vec::new();
    let mut last = start;
    let mut audit = None;
    let ending = loop {
        let text = match lines.next() {
            Ok(Line::None) => break Ending::Torn,
            // A last line without its line break counts if it is complete.
            Ok(Line::Unfinished(text)) if Split::of(text).is_none() => break Ending::Torn,
            Ok(Line::Whole(text) | Line::Unfinished(text)) => text,
            Err(trouble) => break lines.stopped_by(trouble),
        };
        match read_line(text, last) {
            Ok(LineRead::Entry(entry)) => {
                last = entry.hash;
                entries.push(entry);
            }
            Ok(LineRead::End(end)) => match read_audit(&mut lines, start) {
                Ok(found) => {
                    audit = found;
                    break Ending::Ended(end);
                }
                Err(trouble) => break lines.stopped_by(trouble),
            },
            Err(what) => break Ending::Bad(lines.bad(what)),
        }
    };
    Ok(LogFile {
        header,
        start,
        entries,
        ending,
        audit,
    })
}

/// Reads what comes after the end line.
fn read_audit(lines: &mut Lines<impl BufRead>, start: Hash) -> Result<Option<Audit>, Trouble> {
    let more = || Trouble::Bad("there is more after the end line".to_owned());
    let mut audit: Option<Audit> = None;
    let mut last = start;
    loop {
        let text = match lines.next() {
            Ok(Line::None) => return Ok(audit),
            // A last line without its line break counts if it is complete.
            Ok(Line::Unfinished(text)) if audit.is_some() && Split::of(text).is_none() => {
                return Ok(audit);
            }
            Ok(Line::Whole(text) | Line::Unfinished(text)) => text,
            // The text of an archive is there, but its checksum is cut off or wrong.
            Err(trouble @ Trouble::Broken(_)) => return Err(trouble),
            Err(Trouble::Bad(_)) => return Err(more()),
        };
        if text.starts_with("{\"version\":") {
            let deed = linked(text, last).map_err(|what| format!("not a deed: {what}"));
            let deed: Linked<Deed> = deed.map_err(Trouble::Bad)?;
            last = deed.hash;
            let audit = audit.get_or_insert_with(|| Audit {
                deeds: Vec::new(),
                seal: None,
            });
            audit.deeds.push(deed);
        } else if let Some(audit) = audit.as_mut().filter(|_| text.starts_with("{\"deeds\":")) {
            let seal = linked(text, last).map_err(|what| format!("not a seal: {what}"));
            audit.seal = Some(seal.map_err(Trouble::Bad)?);
            break;
        } else {
            return Err(more());
        }
    }
    match lines.next() {
        Ok(Line::None) => Ok(audit),
        Err(trouble @ Trouble::Broken(_)) => Err(trouble),
        _ => Err(Trouble::Bad("there is more after the seal".to_owned())),
    }
}

/// A line that ends in its hash, and the hash that it ought to have.
fn linked<T: serde::de::DeserializeOwned>(text: &str, last: Hash) -> Result<Linked<T>, String> {
    let split = Split::of(text).ok_or("it does not end in its hash")?;
    let value = split.read().map_err(|error| error.to_string())?;
    Ok(Linked {
        value,
        hash: split.hash,
        expected: split.expected_hash(last),
    })
}

/// Reads a line that ends in its hash, which is not checked.
pub(crate) fn read_linked<T: serde::de::DeserializeOwned>(line: &str) -> Result<T, String> {
    let linked = linked(line, Hash::of_header(""))?;
    Ok(linked.value)
}

/// Reads a header line.
pub(crate) fn read_header(line: &str) -> Result<Header, String> {
    /// Looked at first, because another version may have other members.
    #[derive(serde::Deserialize)]
    struct Version {
        parlour: u32,
    }
    let version: Version =
        serde_json::from_str(line).map_err(|error| format!("not a header of a log: {error}"))?;
    if version.parlour != FORMAT {
        return Err(format!(
            "the format is version {}, only version {FORMAT} is known",
            version.parlour
        ));
    }
    serde_json::from_str(line).map_err(|error| format!("not a header of a log: {error}"))
}

enum LineRead {
    Entry(Linked<Entry>),
    End(Linked<End>),
}

fn read_line(text: &str, last: Hash) -> Result<LineRead, String> {
    let Some(split) = Split::of(text) else {
        return Err(match serde_json::from_str::<serde::de::IgnoredAny>(text) {
            _ if text.ends_with('\r') => {
                "the line ends in a carriage return, which no line of a log has".to_owned()
            }
            Ok(_) => "neither an entry nor the end: it does not end in its hash".to_owned(),
            Err(error) => format!("not JSON: {error}"),
        });
    };
    let (hash, expected) = (split.hash, split.expected_hash(last));
    if text.starts_with("{\"end\":") {
        let value = split
            .read()
            .map_err(|error| format!("not an end line: {error}"))?;
        return Ok(LineRead::End(Linked {
            value,
            hash,
            expected,
        }));
    }
    let value = split
        .read()
        .map_err(|error| format!("not an entry: {error}"))?;
    Ok(LineRead::Entry(Linked {
        value,
        hash,
        expected,
    }))
}

/// Reads one stored entry line; its hash is not checked.
pub(crate) fn read_entry(line: &str) -> Result<Entry, String> {
    let split = Split::of(line).ok_or("the line does not end in its hash")?;
    let entry = split.read();
    entry.map_err(|error| format!("not an entry: {error}"))
}

/// Reads an end line; nothing if it is another line. Its hash is not checked.
pub(crate) fn read_end(line: &str) -> Option<End> {
    if !line.starts_with("{\"end\":") {
        return None;
    }
    Split::of(line)?.read().ok()
}

/// The hash in a line, if it ends in one.
pub(crate) fn hash_in(line: &str) -> Option<Hash> {
    Split::of(line).map(|split| split.hash)
}

/// The hash in a line, and the one it ought to have after another line.
pub(crate) fn split_line(line: &str, previous: Hash) -> Option<(Hash, Hash)> {
    let split = Split::of(line)?;
    Some((split.hash, split.expected_hash(previous)))
}

/// Lines of bounded length from a source of bounded length.
struct Lines<R> {
    source: R,
    limits: Limits,
    number: u64,
    read: u64,
    buffer: Vec<u8>,
}

enum Line<'a> {
    Whole(&'a str),
    Unfinished(&'a str),
    None,
}

enum Trouble {
    Bad(String),
    Broken(io::Error),
}

impl<R: BufRead> Lines<R> {
    fn next(&mut self) -> Result<Line<'_>, Trouble> {
        self.number += 1;
        self.buffer.clear();
        let longest = self.limits.line as u64 + 1;
        let read = (&mut self.source)
            .take(longest)
            .read_until(b'\n', &mut self.buffer)
            .map_err(Trouble::Broken)?;
        self.read += read as u64;
        let finished = self.buffer.last() == Some(&b'\n');
        if !finished && self.read >= self.limits.file {
            let what = format!("the file is longer than {} bytes", self.limits.file);
            return Err(Trouble::Bad(what));
        }
        if !finished && read as u64 == longest {
            let what = format!("the line is longer than {} bytes", self.limits.line);
            return Err(Trouble::Bad(what));
        }
        if read == 0 {
            return Ok(Line::None);
        }
        if finished {
            self.buffer.pop();
        }
        match std::str::from_utf8(&self.buffer) {
            Ok(text) if finished => Ok(Line::Whole(text)),
            Ok(text) => Ok(Line::Unfinished(text)),
            Err(_) if !finished && self.number > 1 => Ok(Line::Unfinished("")),
            Err(error) => Err(Trouble::Bad(format!("not UTF-8 text: {error}"))),
        }
    }

    /// How a log ends that cannot be read any further.
    fn stopped_by(&self, trouble: Trouble) -> Ending {
        match trouble {
            Trouble::Broken(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ending::Torn,
            Trouble::Broken(error) => Ending::Bad(self.bad(format!("cannot be read: {error}"))),
            Trouble::Bad(what) => Ending::Bad(self.bad(what)),
        }
    }

    fn bad(&self, what: impl Into<String>) -> BadLine {
        BadLine {
            line: self.number,
            what: what.into(),
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ended(end) => write!(f, "ended after entry {}", end.value.entries),
            Self::Torn => f.write_str("torn"),
            Self::Bad(bad) => bad.fmt(f),
        }
    }
}
