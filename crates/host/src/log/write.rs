//! Writes a log.

use std::io::{self, Write};

use super::{End, Entry, Hash, Header, Stored};

/// Writes a log line by line and keeps its chain.
///
/// ```
/// use parlour_host::log::{End, Header, LogWriter};
/// use parlour_host::Json;
/// use parlour_rules::Seed;
///
/// let header = Header::new("pig", 1, Json::parse(r#"{"players":1,"goal":9}"#)?, Seed(7));
/// let log = LogWriter::new(Vec::new(), &header)?;
/// let text = log.finish(Json::parse("null")?)?;
/// assert_eq!(text.iter().filter(|byte| **byte == b'\n').count(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct LogWriter<W> {
    target: W,
    last: Hash,
    entries: u64,
}

impl<W: Write> LogWriter<W> {
    /// Begins with the header.
    pub fn new(mut target: W, header: &Header) -> io::Result<Self> {
        let line = header.line();
        writeln!(target, "{line}")?;
        Ok(Self {
            target,
            last: Hash::of_header(&line),
            entries: 0,
        })
    }

    /// Adds an entry.
    pub fn entry(&mut self, entry: &Entry) -> io::Result<()> {
        let stored = Stored::entry(entry, self.last);
        writeln!(self.target, "{}", stored.line)?;
        self.last = stored.hash;
        self.entries += 1;
        Ok(())
    }

    /// Adds the end line, with the outcome or null, and gives the target back.
    pub fn finish(mut self, outcome: crate::Json) -> io::Result<W> {
        let end = End {
            end: outcome,
            entries: self.entries,
        };
        writeln!(self.target, "{}", Stored::end(&end, self.last).line)?;
        self.target.flush()?;
        Ok(self.target)
    }
}

/// An export: stored lines, compressed. The same lines give the same bytes.
pub fn write_log_gz<'a>(lines: impl IntoIterator<Item = &'a str>) -> Vec<u8> {
    super::archive::pack(lines)
}
