//! A log file that does not grow for ever.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use parlour_host::private;

use crate::place::make_room_for;

/// A log above this size begins anew; one old file is kept beside it.
const LARGEST: u64 = 4 << 20;

/// The file, and how large it is.
pub struct LogFile {
    path: PathBuf,
    file: File,
    size: u64,
}

impl LogFile {
    /// Goes on where the last one ended.
    pub fn open(path: &Path) -> io::Result<Self> {
        make_room_for(path)?;
        let file = private::append(path)?;
        let size = file.metadata()?.len();
        let mut log = Self {
            path: path.to_owned(),
            file,
            size,
        };
        log.begin_anew_if_full(LARGEST)?;
        Ok(log)
    }

    fn begin_anew_if_full(&mut self, largest: u64) -> io::Result<()> {
        if self.size > largest {
            fs::rename(&self.path, self.path.with_extension("log.old"))?;
            self.file = private::append(&self.path)?;
            self.size = 0;
        }
        Ok(())
    }
}

impl Write for LogFile {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        // Better one file that grows than a line that is lost.
        let _ = self.begin_anew_if_full(LARGEST);
        let written = self.file.write(line)?;
        self.size += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_begins_anew_while_it_is_written() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.log");
        let mut log = LogFile::open(&path).unwrap();
        let line = vec![b'x'; 1 << 20];
        for _ in 0..12 {
            log.write_all(&line).unwrap();
        }
        let size = |path: &Path| fs::metadata(path).unwrap().len();
        assert!(size(&path) <= LARGEST + line.len() as u64);
        assert!(size(&path.with_extension("log.old")) <= LARGEST + line.len() as u64);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    }
}
