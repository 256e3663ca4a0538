//! Files that grow by whole lines, synced, or not at all.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::journal::JournalError;
use crate::private;

/// A file that grows at its end.
#[derive(Debug)]
pub(super) struct GrowingFile {
    path: PathBuf,
    file: File,
    length: u64,
    /// Set when the file is no longer known to end where it should.
    broken: bool,
}

impl GrowingFile {
    /// Opens a file that has this length.
    pub fn open(path: &Path, length: u64) -> Result<Self, JournalError> {
        let file = private::append(path).map_err(|error| unreachable(path, &error))?;
        Ok(Self {
            path: path.to_owned(),
            file,
            length,
            broken: false,
        })
    }

    pub fn length(&self) -> u64 {
        self.length
    }

    /// Adds lines in one write, and waits until they are on the disk. When this
    /// fails the file is cut back; when even that fails, or the disk may have lost
    /// something, nothing more is added until the journal is opened again.
    pub fn add(&mut self, lines: &[&str]) -> Result<(), JournalError> {
        if self.broken {
            let what = format!("{} must be opened again", self.path.display());
            return Err(JournalError::Unreachable(what));
        }
        let text = joined(lines);
        if let Err(error) = self.file.write_all(text.as_bytes()) {
            self.broken = self.file.set_len(self.length).is_err();
            return Err(unreachable(&self.path, &error));
        }
        if let Err(error) = self.file.sync_data() {
            self.broken = true;
            return Err(unreachable(&self.path, &error));
        }
        self.length += text.len() as u64;
        Ok(())
    }
}

impl GrowingFile {
    /// Takes the newest lines away again.
    pub fn cut_back(&mut self, length: u64) {
        let cut = self
            .file
            .set_len(length)
            .and_then(|()| self.file.sync_data());
        self.broken |= cut.is_err();
        self.length = length;
    }
}

/// Writes a file of lines, synced, under another name first. Its length.
pub(super) fn write_anew(path: &Path, lines: &[&str]) -> Result<u64, JournalError> {
    let text = joined(lines);
    rewrite(path, text.as_bytes())?;
    Ok(text.len() as u64)
}

/// Writes a whole file, synced, under another name first.
pub(super) fn rewrite(path: &Path, text: &[u8]) -> Result<(), JournalError> {
    let beside = path.with_extension("new");
    let written = (|| {
        let mut file = private::create(&beside)?;
        file.write_all(text)?;
        file.sync_all()?;
        fs::rename(&beside, path)
    })();
    written.map_err(|error| unreachable(path, &error))
}

/// Replaces a file that may be lost: not synced.
pub(super) fn replace(path: &Path, value: &impl Serialize) -> Result<(), JournalError> {
    let text = serde_json::to_string(value).expect("snapshots are plain JSON");
    let beside = path.with_extension("new");
    private::write(&beside, text.as_bytes())
        .and_then(|()| fs::rename(&beside, path))
        .map_err(|error| unreachable(path, &error))
}

/// Makes new names in a folder last.
pub(super) fn sync_folder(folder: &Path) -> Result<(), JournalError> {
    if cfg!(unix) {
        let synced = File::open(folder).and_then(|folder| folder.sync_all());
        synced.map_err(|error| unreachable(folder, &error))?;
    }
    Ok(())
}

/// A disk that does not do as it is told.
pub(super) fn unreachable(path: &Path, error: &io::Error) -> JournalError {
    JournalError::Unreachable(format!("{}: {error}", path.display()))
}

fn joined(lines: &[&str]) -> String {
    let mut text = String::with_capacity(lines.iter().map(|line| line.len() + 1).sum());
    for line in lines {
        text.push_str(line);
        text.push('\n');
    }
    text
}
