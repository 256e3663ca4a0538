//! The log that is sent along with every state, kept as the text that goes out.
//!
//! A line is turned into text once, when it is written; telling it to everybody,
//! again with every state, is a copy, and so is storing it.

use std::collections::VecDeque;

use parlour_rules::Seat;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::{RawValue, to_raw_value};

/// The newest lines of the log that are told.
const LOG_LINES: usize = 50;

/// One line of the log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LogLine {
    /// The state it came with.
    pub seq: u64,
    /// Whose doing it was.
    pub player: Option<Seat>,
    /// What happened.
    pub text: String,
}

/// The newest lines. Stored as the list of its lines.
#[derive(Clone, Debug, Default)]
pub struct Log {
    lines: VecDeque<LogLine>,
    /// Each line as JSON.
    written: VecDeque<Box<RawValue>>,
    /// The same together, a comma behind each.
    text: String,
}

impl Log {
    /// The lines, the newest last.
    pub fn lines(&self) -> impl Iterator<Item = &LogLine> {
        self.lines.iter()
    }

    /// The lines as JSON, with commas between them: a list without its brackets.
    pub fn text(&self) -> &str {
        self.text.strip_suffix(',').unwrap_or(&self.text)
    }

    /// One more line; the oldest goes when there are too many.
    pub(crate) fn push(&mut self, line: LogLine) {
        while self.lines.len() >= LOG_LINES {
            self.lines.pop_front();
            if let Some(oldest) = self.written.pop_front() {
                self.text.drain(..=oldest.get().len());
            }
        }
        self.write(&line);
        self.lines.push_back(line);
    }

    /// What was done at a seat is from now on the doing of nobody there, with a
    /// name before it.
    pub(crate) fn hand_over(&mut self, seat: Seat, before: &str) {
        let mut lines = std::mem::take(self).lines;
        for line in lines.iter_mut().filter(|line| line.player == Some(seat)) {
            line.player = None;
            line.text = format!("{before} {}", line.text);
        }
        *self = lines.into();
    }

    fn write(&mut self, line: &LogLine) {
        let written = to_raw_value(line).expect("a line of a log is plain JSON");
        self.text.push_str(written.get());
        self.text.push(',');
        self.written.push_back(written);
    }
}

impl From<VecDeque<LogLine>> for Log {
    fn from(lines: VecDeque<LogLine>) -> Self {
        let mut log = Self::default();
        for line in &lines {
            log.write(line);
        }
        log.lines = lines;
        log
    }
}

impl PartialEq for Log {
    fn eq(&self, other: &Self) -> bool {
        self.lines == other.lines
    }
}

impl Eq for Log {}

impl Serialize for Log {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.written.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Log {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        VecDeque::deserialize(deserializer).map(Self::from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(seq: u64) -> LogLine {
        LogLine {
            seq,
            player: (!seq.is_multiple_of(3)).then_some(Seat((seq % 3) as u8)),
            text: format!("says \"{seq}\"\n"),
        }
    }

    /// The text, and what is stored, are the JSON of these lines.
    fn check(log: &Log, lines: &[LogLine]) {
        let json = serde_json::to_string(lines).unwrap();
        assert_eq!(format!("[{}]", log.text()), json);
        assert_eq!(serde_json::to_string(log).unwrap(), json);
        let read: Log = serde_json::from_str(&json).unwrap();
        assert_eq!((read.text(), &read), (log.text(), log));
    }

    #[test]
    fn the_text_is_that_of_the_newest_lines() {
        let mut log = Log::default();
        let mut lines = Vec::new();
        check(&log, &lines);
        for seq in 0..2 * LOG_LINES as u64 + 7 {
            log.push(line(seq));
            lines.push(line(seq));
            let oldest = lines.len().saturating_sub(LOG_LINES);
            check(&log, &lines[oldest..]);
        }
    }

    #[test]
    fn what_was_done_at_a_seat_that_changes_hands_is_told_by_name() {
        let mut log = Log::default();
        (0..5).for_each(|seq| log.push(line(seq)));
        log.hand_over(Seat(1), "Ann");
        log.push(line(5));
        let mut lines: Vec<LogLine> = (0..6).map(line).collect();
        for seq in [1, 4] {
            lines[seq].player = None;
            lines[seq].text = format!("Ann says \"{seq}\"\n");
        }
        check(&log, &lines);
    }
}
