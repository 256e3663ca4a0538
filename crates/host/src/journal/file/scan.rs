//! Reads logs that are already there.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;

use super::disk::unreachable;
use crate::Time;
use crate::journal::{JournalError, Torn};
use crate::log::{Hash, read_end, read_entry, read_header, split_line};

/// The most bytes a line may have.
const LONGEST_LINE: u64 = 64 << 20;

/// The end of a log.
pub(super) struct Tail {
    pub header: String,
    pub seq: u64,
    pub hash: Hash,
    pub end: Option<String>,
    /// The time of the last entry.
    pub time: Time,
    /// The length of the file, once it is mended.
    pub length: u64,
    pub torn: Option<Torn>,
}

/// Looks at the end of a log. A last line that was cut off is completed if only
/// its line break is missing, and otherwise set aside.
pub(super) fn mend(path: &Path, aside: &Path) -> Result<Tail, JournalError> {
    let broken = |error| unreachable(path, &error);
    let mut file = OpenOptions::new()
        .read(true)
        .write(true)
        .open(path)
        .map_err(broken)?;
    let full = file.metadata().map_err(broken)?.len();
    let header = first_line(&mut file, path)?;
    read_header(&header).map_err(|what| damaged(path, 1, what))?;
    let start = Hash::of_header(&header);
    let after_header = header.len() as u64 + 1;

    let last_break = last_break_before(&mut file, full).map_err(broken)?;
    let mut length = last_break.map_or(after_header, |place| place + 1);
    let mut torn_bytes = full - length;
    let mut last = last_line(&mut file, path, after_header, length)?;
    if torn_bytes > 0 {
        let mut rest = String::new();
        file.seek(SeekFrom::Start(length)).map_err(broken)?;
        let read = (&mut file).take(LONGEST_LINE).read_to_string(&mut rest);
        let previous = last.as_deref().map_or(Some(start), hash_of);
        let complete = read.is_ok()
            && previous.is_some_and(|previous| {
                split_line(&rest, previous).is_some_and(|(hash, expected)| hash == expected)
            });
        if complete {
            file.seek(SeekFrom::End(0)).map_err(broken)?;
            file.write_all(b"\n").map_err(broken)?;
            length = full + 1;
            torn_bytes = 0;
            last = Some(rest);
        } else {
            set_aside(&mut file, length, aside).map_err(|error| unreachable(aside, &error))?;
            file.set_len(length).map_err(broken)?;
        }
        file.sync_all().map_err(broken)?;
    }
    let (seq, hash, end, time) = match last {
        None => (0, start, None, Time(0)),
        Some(line) => {
            let hash = hash_of(&line).ok_or_else(|| {
                damaged(path, 0, "the last line does not end in its hash".to_owned())
            })?;
            if let Some(end) = read_end(&line) {
                let entries_end = length - line.len() as u64 - 1;
                let entry = last_line(&mut file, path, after_header, entries_end)?;
                let entry = entry.map(|it| read_entry(&it)).transpose();
                let entry = entry.map_err(|what| damaged(path, 0, what))?;
                let time = entry.map_or(Time(0), |entry| entry.time);
                (end.entries, hash, Some(line), time)
            } else {
                let entry = read_entry(&line).map_err(|what| damaged(path, 0, what))?;
                (entry.seq, hash, None, entry.time)
            }
        }
    };
    let torn = (torn_bytes > 0).then_some(Torn {
        after: seq,
        bytes: torn_bytes,
    });
    Ok(Tail {
        header,
        seq,
        hash,
        end,
        time,
        length,
        torn,
    })
}

/// Where each entry line begins, and where the last one ends. Every line must
/// continue the chain.
pub(super) fn offsets(path: &Path, length: u64) -> Result<Vec<u64>, JournalError> {
    let broken = |error| unreachable(path, &error);
    let file = File::open(path).map_err(broken)?;
    let mut lines = BufReader::with_capacity(1 << 18, file.take(length));
    let mut line = String::new();
    let mut place = lines.read_line(&mut line).map_err(broken)? as u64;
    let mut last = Hash::of_header(line.trim_end_matches('\n'));
    let mut offsets = vec![place];
    for number in 2.. {
        line.clear();
        let read = lines.read_line(&mut line).map_err(broken)? as u64;
        if read == 0 {
            break;
        }
        let text = line.trim_end_matches('\n');
        let (hash, expected) = split_line(text, last)
            .ok_or_else(|| damaged(path, number, "it does not end in its hash".to_owned()))?;
        if hash != expected {
            let what = format!("expected hash {expected}, found hash {hash}");
            return Err(damaged(path, number, what));
        }
        last = hash;
        if read_end(text).is_some() {
            break;
        }
        place += read;
        offsets.push(place);
    }
    Ok(offsets)
}

/// The lines between two places of a file.
pub(super) fn lines(path: &Path, from: u64, to: u64) -> Result<Vec<String>, JournalError> {
    let broken = |error| unreachable(path, &error);
    let mut file = File::open(path).map_err(broken)?;
    file.seek(SeekFrom::Start(from)).map_err(broken)?;
    let mut text = String::with_capacity((to - from) as usize);
    file.take(to - from)
        .read_to_string(&mut text)
        .map_err(broken)?;
    Ok(text.lines().map(str::to_owned).collect())
}

fn first_line(file: &mut File, path: &Path) -> Result<String, JournalError> {
    let mut line = String::new();
    let mut reader = BufReader::new((&mut *file).take(LONGEST_LINE));
    reader
        .read_line(&mut line)
        .map_err(|error| unreachable(path, &error))?;
    if line.pop() != Some('\n') {
        return Err(damaged(path, 1, "the header is cut off".to_owned()));
    }
    Ok(line)
}

/// Where the last line break is.
fn last_break_before(file: &mut File, end: u64) -> std::io::Result<Option<u64>> {
    const STEP: u64 = 1 << 16;
    let mut to = end;
    while to > 0 {
        let from = to.saturating_sub(STEP);
        let mut bytes = vec![0; (to - from) as usize];
        file.seek(SeekFrom::Start(from))?;
        file.read_exact(&mut bytes)?;
        if let Some(place) = bytes.iter().rposition(|byte| *byte == b'\n') {
            return Ok(Some(from + place as u64));
        }
        to = from;
    }
    Ok(None)
}

/// The last line before a line break at the end of `length` bytes, if it is not
/// the header.
fn last_line(
    file: &mut File,
    path: &Path,
    after_header: u64,
    length: u64,
) -> Result<Option<String>, JournalError> {
    if length <= after_header {
        return Ok(None);
    }
    let broken = |error| unreachable(path, &error);
    let before = last_break_before(file, length - 1).map_err(broken)?;
    let from = before.map_or(0, |place| place + 1);
    file.seek(SeekFrom::Start(from)).map_err(broken)?;
    let mut line = String::new();
    file.take(length - 1 - from)
        .read_to_string(&mut line)
        .map_err(broken)?;
    Ok(Some(line))
}

fn set_aside(file: &mut File, from: u64, aside: &Path) -> std::io::Result<()> {
    file.seek(SeekFrom::Start(from))?;
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    crate::private::write(aside, &bytes)
}

fn hash_of(line: &str) -> Option<Hash> {
    split_line(line, Hash::of_header("")).map(|(hash, _)| hash)
}

fn damaged(path: &Path, line: u64, what: String) -> JournalError {
    let place = match line {
        0 => format!("the end of {}", path.display()),
        line => format!("line {line} of {}", path.display()),
    };
    JournalError::Damaged { place, what }
}
