//! Lines from a socket, never longer than agreed, never faster than agreed.

use std::io;
use std::time::Duration;

use tokio::io::{AsyncBufRead, AsyncBufReadExt};
use tokio::time::Instant;

/// What reading a line came to.
#[derive(Debug, PartialEq, Eq)]
pub enum Line {
    /// A line without its end.
    Text(Vec<u8>),
    /// More bytes than a line may have; [`skip_line`] leaves the rest behind.
    TooLong,
    /// The other side is done.
    End,
}

/// Reads up to the next newline. At most `longest` bytes are kept, whatever is
/// sent.
pub async fn read_line(
    reader: &mut (impl AsyncBufRead + Unpin),
    longest: usize,
) -> io::Result<Line> {
    let mut line = Vec::new();
    loop {
        let bytes = reader.fill_buf().await?;
        if bytes.is_empty() {
            // What stands before the end without a newline is no line.
            return Ok(Line::End);
        }
        let end = bytes.iter().position(|byte| *byte == b'\n');
        let taken = end.unwrap_or(bytes.len());
        if line.len() + taken > longest {
            return Ok(Line::TooLong);
        }
        line.extend_from_slice(&bytes[..taken]);
        reader.consume(taken + usize::from(end.is_some()));
        if end.is_some() {
            if line.last() == Some(&b'\r') {
                line.pop();
            }
            return Ok(Line::Text(line));
        }
    }
}

/// Reads and forgets up to the next newline; false if there is none within so
/// many bytes.
pub async fn skip_line(
    reader: &mut (impl AsyncBufRead + Unpin),
    at_most: usize,
) -> io::Result<bool> {
    let mut skipped = 0;
    loop {
        let bytes = reader.fill_buf().await?;
        if bytes.is_empty() || skipped > at_most {
            return Ok(false);
        }
        let end = bytes.iter().position(|byte| *byte == b'\n');
        let taken = end.map_or(bytes.len(), |end| end + 1);
        reader.consume(taken);
        skipped += taken;
        if end.is_some() {
            return Ok(true);
        }
    }
}

/// Counts lines against time: so many a second in the long run, twice as many
/// at once (a token bucket).
#[derive(Debug)]
pub struct RateLimit {
    per_second: u32,
    /// Thousandths of a line that may still come at once.
    left: u64,
    last: Instant,
}

impl RateLimit {
    /// Full at the beginning.
    pub fn new(per_second: u32, now: Instant) -> Self {
        Self {
            per_second,
            left: u64::from(per_second) * 2000,
            last: now,
        }
    }

    /// Whether one more line may come now.
    pub fn admits(&mut self, now: Instant) -> bool {
        let passed = now
            .saturating_duration_since(self.last)
            .min(Duration::from_mins(1));
        self.last = now;
        let gained = passed.as_millis() as u64 * u64::from(self.per_second);
        self.left = (self.left + gained).min(u64::from(self.per_second) * 2000);
        if self.left < 1000 {
            return false;
        }
        self.left -= 1000;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn lines(bytes: &[u8], longest: usize) -> Vec<Line> {
        let mut reader = tokio::io::BufReader::with_capacity(8, bytes);
        let mut lines = Vec::new();
        loop {
            let line = read_line(&mut reader, longest).await.unwrap();
            let last = line == Line::End || line == Line::TooLong;
            lines.push(line);
            if last {
                return lines;
            }
        }
    }

    #[tokio::test]
    async fn lines_end_at_newlines_and_lose_carriage_returns() {
        let text = |text: &str| Line::Text(text.as_bytes().to_vec());
        assert_eq!(
            lines(b"one\r\n\nthree has many letters\nhalf", 100).await,
            [
                text("one"),
                text(""),
                text("three has many letters"),
                Line::End
            ]
        );
    }

    #[tokio::test]
    async fn a_line_without_end_is_cut_off_at_the_limit() {
        assert_eq!(lines(&vec![b'x'; 100_000], 50).await, [Line::TooLong]);
        let text = Line::Text(vec![b'x'; 50]);
        let mut exact = vec![b'x'; 50];
        exact.push(b'\n');
        assert_eq!(lines(&exact, 50).await, [text, Line::End]);
    }

    #[tokio::test]
    async fn after_a_line_that_is_too_long_the_next_one_is_read() {
        let bytes = [vec![b'x'; 1000], b"\nnext\n".to_vec()].concat();
        let mut reader = tokio::io::BufReader::with_capacity(8, bytes.as_slice());
        assert_eq!(read_line(&mut reader, 50).await.unwrap(), Line::TooLong);
        assert!(skip_line(&mut reader, 5000).await.unwrap());
        let next = read_line(&mut reader, 50).await.unwrap();
        assert_eq!(next, Line::Text(b"next".to_vec()));
        let mut reader = tokio::io::BufReader::with_capacity(8, bytes.as_slice());
        assert!(!skip_line(&mut reader, 500).await.unwrap());
    }

    #[test]
    fn a_burst_passes_and_a_flood_does_not() {
        let start = Instant::now();
        let mut pace = RateLimit::new(40, start);
        assert_eq!((0..200).filter(|_| pace.admits(start)).count(), 80);
        let later = start + Duration::from_secs(1);
        assert_eq!((0..200).filter(|_| pace.admits(later)).count(), 40);
    }
}
