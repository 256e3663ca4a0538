//! The files of all tables: taken in when the journal is opened, written in the order
//! that keeps an entry and what belongs to it together.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::disk::{self, GrowingFile, sync_folder, unreachable, write_anew};
use super::side::{self, SideLine};
use super::{cards, scan};
use crate::journal::shelf::Shelf;
use crate::journal::{Amend, Append, Appended, Change, JournalError, Kept, NewLog, Torn};
use crate::log::Stored;
use crate::press::{NewPress, Taken};
use crate::table::TableId;

#[derive(Debug, Default)]
pub(super) struct Inner {
    pub(super) shelf: Shelf,
    files: BTreeMap<TableId, Files>,
    /// Tables whose files make no sense; the others do.
    damaged: BTreeMap<TableId, JournalError>,
}

/// The open files of a table.
#[derive(Debug)]
struct Files {
    log: GrowingFile,
    side: GrowingFile,
    /// Where each entry line begins; nothing until the log has been read.
    offsets: Option<Vec<u64>>,
    torn: Option<Torn>,
}

pub(super) fn log_path(folder: &Path, table: &TableId) -> PathBuf {
    folder.join(format!("{table}.jsonl"))
}

fn side_path(folder: &Path, table: &TableId) -> PathBuf {
    folder.join(format!("{table}.side.jsonl"))
}

fn card_path(folder: &Path, table: &TableId) -> PathBuf {
    folder.join(format!("{table}.card.json"))
}

pub(super) fn snapshot_path(folder: &Path, table: &TableId) -> PathBuf {
    folder.join(format!("{table}.snapshot.json"))
}

/// The tables whose files are in the folder.
fn table_names(folder: &Path) -> Result<Vec<TableId>, JournalError> {
    let mut names = Vec::new();
    for file in fs::read_dir(folder).map_err(|error| unreachable(folder, &error))? {
        let file = file.map_err(|error| unreachable(folder, &error))?;
        let name = file.file_name();
        let stem = name.to_str().and_then(|name| name.strip_suffix(".jsonl"));
        // A log without its side file was put here by hand: it is no table.
        if let Some(Ok(id)) = stem.map(str::parse::<TableId>)
            && side_path(folder, &id).exists()
        {
            names.push(id);
        }
    }
    names.sort();
    Ok(names)
}

impl Inner {
    /// Takes in all tables of a folder.
    pub(super) fn open(folder: &Path) -> Result<Self, JournalError> {
        let mut inner = Self::default();
        for id in table_names(folder)? {
            if let Err(error) = inner.take_in(folder, &id) {
                inner.damaged.insert(id, error);
            }
        }
        Ok(inner)
    }

    pub(super) fn torn(&self) -> Vec<(TableId, Torn)> {
        let torn = |(id, files): (&TableId, &Files)| Some((id.clone(), files.torn.clone()?));
        self.files.iter().filter_map(torn).collect()
    }

    pub(super) fn damaged(&self) -> Vec<(TableId, JournalError)> {
        let damaged = self.damaged.iter();
        damaged.map(|(id, it)| (id.clone(), it.clone())).collect()
    }

    /// Reads what is needed of a table: the side file, and the end of the log.
    fn take_in(&mut self, folder: &Path, id: &TableId) -> Result<(), JournalError> {
        let log = log_path(folder, id);
        let tail = scan::mend(&log, &folder.join(format!("{id}.torn")))?;
        let side = side_path(folder, id);
        let (gathered, side_length) = side::gather(&side, &tail)?;
        let files = Files {
            log: GrowingFile::open(&log, tail.length)?,
            side: GrowingFile::open(&side, side_length)?,
            offsets: None,
            torn: tail.torn.clone(),
        };
        let card = cards::read(&card_path(folder, id));
        side::put_on_shelf(&mut self.shelf, id, gathered, tail, card);
        self.files.insert(id.clone(), files);
        Ok(())
    }

    pub(super) fn create(&mut self, folder: &Path, new: NewLog) -> Result<bool, JournalError> {
        if self.shelf.has(&new.id) || self.damaged.contains_key(&new.id) {
            return Ok(false);
        }
        let (log, side) = (log_path(folder, &new.id), side_path(folder, &new.id));
        // The log is there last, and at once: with it, the table is.
        let first = SideLine::Record {
            version: 0,
            record: Box::new(new.record.clone()),
            deadline: Change::Set(new.deadline.clone()),
            letters: Vec::new(),
            heard: None,
            deed: Some(new.deed.line.clone()),
            time: new.time,
        };
        let side_length = write_anew(&side, &[&first.line()])?;
        let entries = new.entries.iter().map(|it| it.line.as_str());
        let lines: Vec<&str> = [new.header.as_str()].into_iter().chain(entries).collect();
        let log_length = write_anew(&log, &lines)?;
        sync_folder(folder)?;
        let files = Files {
            log: GrowingFile::open(&log, log_length)?,
            side: GrowingFile::open(&side, side_length)?,
            offsets: None,
            torn: None,
        };
        self.files.insert(new.id.clone(), files);
        let id = new.id.clone();
        self.shelf.create(new);
        self.shelf.lines_are_elsewhere(&id);
        self.keep_card(folder, &id);
        Ok(true)
    }

    fn files(&mut self, table: &TableId) -> Result<&mut Files, JournalError> {
        self.files
            .get_mut(table)
            .ok_or_else(|| JournalError::Unreachable(format!("there is no file of table {table}")))
    }

    /// Reads a log through, once: its chain must be whole.
    fn read_through(&mut self, folder: &Path, table: &TableId) -> Result<(), JournalError> {
        let expected = self.shelf.standing(table).map_or(0, |it| it.seq);
        let files = self.files(table)?;
        if files.offsets.is_none() {
            let offsets = scan::offsets(&log_path(folder, table), files.log.length())?;
            if offsets.len() as u64 != expected + 1 {
                return Err(JournalError::Damaged {
                    place: log_path(folder, table).display().to_string(),
                    what: format!("expected {expected} entries, found {}", offsets.len() - 1),
                });
            }
            files.offsets = Some(offsets);
        }
        Ok(())
    }

    pub(super) fn load(
        &mut self,
        folder: &Path,
        table: &TableId,
    ) -> Result<Option<Kept>, JournalError> {
        if let Some(error) = self.damaged.get(table) {
            return Err(error.clone());
        }
        let Some(mut kept) = self.shelf.load(table) else {
            return Ok(None);
        };
        self.read_through(folder, table)?;
        kept.torn.clone_from(&self.files(table)?.torn);
        kept.snapshot = fs::read_to_string(snapshot_path(folder, table))
            .ok()
            .and_then(|text| serde_json::from_str(&text).ok());
        Ok(Some(kept))
    }

    pub(super) fn entries(
        &mut self,
        folder: &Path,
        table: &TableId,
        from: u64,
        at_most: u32,
    ) -> Result<Vec<String>, JournalError> {
        if !self.shelf.has(table) {
            return Ok(Vec::new());
        }
        self.read_through(folder, table)?;
        let files = self.files(table)?;
        let Some(offsets) = &files.offsets else {
            return Ok(Vec::new());
        };
        let last = offsets.len() - 1;
        let first = (from.max(1) as usize - 1).min(last);
        let end = first.saturating_add(at_most as usize).min(last);
        scan::lines(&log_path(folder, table), offsets[first], offsets[end])
    }

    pub(super) fn deeds(
        &mut self,
        folder: &Path,
        table: &TableId,
        from: u64,
        at_most: u32,
    ) -> Result<Vec<String>, JournalError> {
        if !self.shelf.has(table) {
            return Ok(Vec::new());
        }
        side::deeds(&side_path(folder, table), from, at_most)
    }

    /// Writes down how a table stands. It may be lost, so nothing waits for the disk.
    pub(super) fn keep_card(&self, folder: &Path, table: &TableId) {
        if let Some(card) = self.shelf.card(table).map(cards::Kept::of) {
            let _ = disk::replace(&card_path(folder, table), &card);
        }
    }

    pub(super) fn append(
        &mut self,
        folder: &Path,
        append: Append,
    ) -> Result<Appended, JournalError> {
        let answer = self.shelf.check_append(&append);
        if answer != Appended::Done {
            return Ok(answer);
        }
        let side_line = SideLine::of(&append, self.shelf.last_letter());
        let files = self.files(&append.table)?;
        let side_length = files.side.length();
        if let Some(line) = side_line {
            files.side.add(&[&line.line()])?;
        }
        let mut lines = vec![append.entry.line.as_str()];
        lines.extend(append.end.as_ref().map(|end| end.line.as_str()));
        if let Err(error) = files.log.add(&lines) {
            files.side.cut_back(side_length);
            return Err(error);
        }
        if let Some(offsets) = &mut files.offsets {
            let last = offsets.last().copied().unwrap_or(0);
            offsets.push(last + append.entry.line.len() as u64 + 1);
        }
        let table = append.table.clone();
        self.shelf.append(append);
        self.keep_card(folder, &table);
        Ok(Appended::Done)
    }

    pub(super) fn finish(
        &mut self,
        table: &TableId,
        seq: u64,
        end: Stored,
    ) -> Result<(), JournalError> {
        let kept = self.shelf.load(table);
        if kept.is_some_and(|it| it.standing.seq == seq && it.end.is_none()) {
            self.files(table)?.log.add(&[&end.line])?;
            self.shelf.finish(table, seq, end);
        }
        Ok(())
    }

    /// The table that comes after this one is begun first: a process that dies between
    /// the two leaves both, and nothing that was agreed is lost.
    pub(super) fn amend(&mut self, folder: &Path, mut amend: Amend) -> Result<bool, JournalError> {
        if !self.shelf.check_amend(&amend) {
            return Ok(false);
        }
        let opened = amend.opens.as_ref().map(|new| new.id.clone());
        if let Some(new) = amend.opens.take()
            && !self.create(folder, *new)?
        {
            return Ok(false);
        }
        let line = SideLine::Record {
            version: amend.version + 1,
            record: Box::new(amend.record.clone()),
            deadline: amend.deadline.clone(),
            letters: side::numbered(
                &amend.table,
                (amend.seq, amend.time),
                &amend.letters,
                self.shelf.last_letter(),
            ),
            heard: amend.message.clone().map(|heard| (heard, amend.seq)),
            deed: Some(amend.deed.line.clone()),
            time: amend.time,
        };
        let files = self.files(&amend.table)?;
        if let Err(error) = files.side.add(&[&line.line()]) {
            // Neither without the other. If that fails as well, both are there.
            if let Some(opened) = opened {
                let _ = self.remove(folder, &opened);
            }
            return Err(error);
        }
        let table = amend.table.clone();
        self.shelf.amend(amend);
        self.keep_card(folder, &table);
        Ok(true)
    }

    pub(super) fn tell(&mut self, press: NewPress) -> Result<Taken, JournalError> {
        let answer = self.shelf.check_tell(&press);
        if let Taken::Done(_) = answer {
            let line = SideLine::Press {
                letters: side::numbered(
                    &press.table,
                    (press.seq, press.said.time),
                    &press.letters,
                    self.shelf.last_letter(),
                ),
                heard: press.message.clone().map(|heard| (heard, press.seq)),
                said: Box::new(press.said.clone()),
            };
            self.files(&press.table)?.side.add(&[&line.line()])?;
            self.shelf.tell(press);
        }
        Ok(answer)
    }

    pub(super) fn remove(&mut self, folder: &Path, table: &TableId) -> Result<(), JournalError> {
        if self.files.remove(table).is_some() {
            // The log first: without it, the table is gone.
            let log = log_path(folder, table);
            fs::remove_file(&log).map_err(|error| unreachable(&log, &error))?;
            for path in [
                side_path(folder, table),
                snapshot_path(folder, table),
                card_path(folder, table),
            ] {
                match fs::remove_file(&path) {
                    Err(error) if error.kind() != io::ErrorKind::NotFound => {
                        return Err(unreachable(&path, &error));
                    }
                    _ => {}
                }
            }
            sync_folder(folder)?;
        }
        self.shelf.remove(table);
        Ok(())
    }

    pub(super) fn delivered(&mut self, letters: &[u64]) -> Result<(), JournalError> {
        for (table, letters) in self.shelf.letters_by_table(letters) {
            let line = SideLine::Delivered { letters };
            self.files(&table)?.side.add(&[&line.line()])?;
        }
        self.shelf.delivered(letters);
        Ok(())
    }
}
