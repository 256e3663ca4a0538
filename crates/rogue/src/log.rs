//! The message log: every sentence of the game, oldest first.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

/// One sentence and the player turn in which it was said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Message {
    /// How many player turns had been taken before it.
    pub turn: u64,
    /// The sentence.
    pub text: Box<str>,
}

/// The latest sentences. The oldest are dropped when there are too many, but how
/// many there ever were is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Log {
    messages: VecDeque<Message>,
    capacity: usize,
    total: u64,
}

impl Default for Log {
    fn default() -> Self {
        Self::with_capacity(1000)
    }
}

impl Log {
    /// A log that keeps the latest `capacity` sentences.
    pub fn with_capacity(capacity: usize) -> Self {
        Self {
            messages: VecDeque::new(),
            capacity,
            total: 0,
        }
    }

    /// How many sentences are kept at most.
    pub fn capacity(&self) -> usize {
        self.capacity
    }

    /// Adds a sentence.
    pub fn push(&mut self, turn: u64, text: impl Into<Box<str>>) {
        self.total += 1;
        if self.messages.len() >= self.capacity {
            self.messages.pop_front();
        }
        if self.capacity > 0 {
            self.messages.push_back(Message {
                turn,
                text: text.into(),
            });
        }
    }

    /// The kept sentences, oldest first.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &Message> {
        self.messages.iter()
    }

    /// The latest sentence.
    pub fn last(&self) -> Option<&str> {
        self.messages.back().map(|message| message.text.as_ref())
    }

    /// How many sentences were ever added. Together with [`Log::since`] this
    /// answers what is new.
    pub fn total(&self) -> u64 {
        self.total
    }

    /// The kept sentences added after the first `total`.
    pub fn since(&self, total: u64) -> impl Iterator<Item = &str> {
        let new = self.total.saturating_sub(total);
        let skip = (self.messages.len() as u64).saturating_sub(new) as usize;
        self.messages
            .iter()
            .skip(skip)
            .map(|message| message.text.as_ref())
    }

    pub(crate) fn restore(messages: Vec<Message>, total: u64) -> Self {
        let mut log = Self::default();
        let skip = messages.len().saturating_sub(log.capacity);
        log.messages = messages.into_iter().skip(skip).collect();
        log.total = total.max(log.messages.len() as u64);
        log
    }

    /// The sentences broken into lines of at most `width` characters, the latest
    /// `height` of them: what a log window of that size shows.
    pub fn wrapped(&self, width: usize, height: usize) -> Vec<String> {
        let mut lines = VecDeque::new();
        for message in self.messages.iter().rev() {
            for line in wrap(&message.text, width).into_iter().rev() {
                if lines.len() >= height {
                    return lines.into();
                }
                lines.push_front(line);
            }
        }
        lines.into()
    }
}

/// Breaks a sentence into lines of at most `width` characters, at spaces where
/// it can.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let width = width.max(1);
    let mut lines = Vec::new();
    let mut line = String::new();
    let mut length = 0;
    for word in text.split_whitespace() {
        let mut word: &str = word;
        let count = word.chars().count();
        if length > 0 && length + 1 + count > width {
            lines.push(std::mem::take(&mut line));
            length = 0;
        }
        if length > 0 {
            line.push(' ');
            length += 1;
        }
        // A word longer than a whole line is cut.
        while word.chars().count() > width - length {
            let cut = word
                .char_indices()
                .nth(width - length)
                .map_or(word.len(), |(at, _)| at);
            line.push_str(&word[..cut]);
            lines.push(std::mem::take(&mut line));
            word = &word[cut..];
            length = 0;
        }
        line.push_str(word);
        length += word.chars().count();
    }
    if !line.is_empty() {
        lines.push(line);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_are_dropped_and_the_new_are_known() {
        let mut log = Log::with_capacity(3);
        for turn in 0..5 {
            log.push(turn, format!("m{turn}"));
        }
        let kept: Vec<_> = log.iter().map(|message| message.text.as_ref()).collect();
        assert_eq!(kept, ["m2", "m3", "m4"]);
        assert_eq!(log.last(), Some("m4"));
        assert_eq!(log.since(3).collect::<Vec<_>>(), ["m3", "m4"]);
        assert_eq!(log.since(0).count(), 3);
        assert_eq!(log.since(5).count(), 0);
    }

    #[test]
    fn long_sentences_wrap_at_spaces() {
        assert_eq!(wrap("The orc hits you", 8), ["The orc", "hits you"]);
        assert_eq!(wrap("abcdefghij k", 4), ["abcd", "efgh", "ij k"]);
        assert_eq!(wrap("", 4), Vec::<String>::new());
        assert_eq!(wrap("grün blau", 4), ["grün", "blau"]);
        let mut log = Log::default();
        log.push(0, "one two three");
        log.push(0, "four");
        assert_eq!(log.wrapped(7, 2), ["three", "four"]);
    }
}
