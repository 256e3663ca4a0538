//! The line that is being typed, and those that were typed before.

/// The most letters a line may have.
const LONGEST: usize = 2000;

/// How many earlier lines can be called back.
const KEPT: usize = 100;

/// A line under construction.
#[derive(Debug, Default)]
pub(super) struct Prompt {
    typed: Vec<char>,
    /// How many letters stand before the cursor.
    at: usize,
    earlier: Vec<String>,
    /// How many lines back the shown one is.
    back: usize,
    /// What was typed before an earlier line was called back.
    draft: Vec<char>,
}

/// Where the cursor goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Go {
    Left,
    Right,
    Begin,
    End,
}

impl Prompt {
    /// The line in so many columns: what stands before the cursor, the letter
    /// under it, and what comes after.
    pub fn shown(&self, columns: usize) -> (String, char, String) {
        let columns = columns.max(1);
        let first = (self.at + 1).saturating_sub(columns);
        let last = (first + columns).min(self.typed.len());
        let before = self.typed[first..self.at].iter().collect();
        let under = self.typed.get(self.at).copied().unwrap_or(' ');
        let after = self.typed.get(self.at + 1..last).unwrap_or_default();
        (before, under, after.iter().collect())
    }

    /// Adds letters at the cursor. Pasted lines are parted as orders are, by `;`.
    pub fn add(&mut self, letters: impl Iterator<Item = char>) {
        let mut new_line = false;
        for letter in letters {
            if letter == '\n' || letter == '\r' {
                new_line = true;
            } else if !letter.is_control() {
                if std::mem::take(&mut new_line) && self.at > 0 {
                    self.put(';');
                    self.put(' ');
                }
                self.put(letter);
            }
        }
    }

    fn put(&mut self, letter: char) {
        if self.typed.len() < LONGEST {
            self.typed.insert(self.at, letter);
            self.at += 1;
        }
    }

    /// Takes the letter before the cursor away.
    pub fn rub_out(&mut self) {
        if self.at > 0 {
            self.at -= 1;
            self.typed.remove(self.at);
        }
    }

    /// Takes the letter under the cursor away.
    pub fn rub_out_after(&mut self) {
        if self.at < self.typed.len() {
            self.typed.remove(self.at);
        }
    }

    /// Takes the word before the cursor away.
    pub fn rub_out_word(&mut self) {
        let before = &self.typed[..self.at];
        let word = before.iter().rposition(|it| *it != ' ').unwrap_or(0);
        let blank = before[..word].iter().rposition(|it| *it == ' ');
        let from = blank.map_or(0, |place| place + 1);
        self.typed.drain(from..self.at);
        self.at = from;
    }

    /// Moves the cursor.
    pub fn go(&mut self, go: Go) {
        self.at = match go {
            Go::Left => self.at.saturating_sub(1),
            Go::Right => (self.at + 1).min(self.typed.len()),
            Go::Begin => 0,
            Go::End => self.typed.len(),
        };
    }

    pub fn empty(&mut self) {
        self.typed.clear();
        self.at = 0;
        self.back = 0;
    }

    /// The line as it was said, if it says anything.
    pub fn take(&mut self) -> Option<String> {
        let line: String = self.typed.iter().collect();
        let line = line.trim().to_owned();
        self.empty();
        if line.is_empty() {
            return None;
        }
        if self.earlier.last() != Some(&line) {
            self.earlier.push(line.clone());
        }
        let too_many = self.earlier.len().saturating_sub(KEPT);
        self.earlier.drain(..too_many);
        Some(line)
    }

    /// Calls the line before back, or goes on to the one after; after the last one
    /// stands what was being typed.
    pub fn recall(&mut self, older: bool) {
        let back = if older {
            (self.back + 1).min(self.earlier.len())
        } else {
            self.back.saturating_sub(1)
        };
        if back == self.back {
            return;
        }
        if self.back == 0 {
            self.draft = std::mem::take(&mut self.typed);
        }
        self.back = back;
        let place = self.earlier.len() - self.back;
        self.typed = match self.earlier.get(place) {
            Some(line) => line.chars().collect(),
            None => std::mem::take(&mut self.draft),
        };
        self.at = self.typed.len();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(prompt: &mut Prompt, text: &str) -> Option<String> {
        prompt.add(text.chars());
        prompt.take()
    }

    /// The whole line, with the cursor as `|`.
    fn text(prompt: &Prompt) -> String {
        let (before, under, after) = prompt.shown(10_000);
        format!("{before}|{under}{after}").trim_end().to_owned()
    }

    #[test]
    fn earlier_lines_are_called_back_and_left_again() {
        let mut prompt = Prompt::default();
        assert_eq!(said(&mut prompt, "  \u{1b}"), None);
        prompt.recall(true);
        assert_eq!(text(&prompt), "|");
        assert_eq!(said(&mut prompt, " new "), Some(String::from("new")));
        said(&mut prompt, "start");
        said(&mut prompt, "start");
        prompt.add("half".chars());
        prompt.recall(true);
        assert_eq!(text(&prompt), "start|");
        prompt.recall(true);
        prompt.recall(true);
        assert_eq!(text(&prompt), "new|");
        prompt.recall(false);
        prompt.recall(false);
        assert_eq!(text(&prompt), "half|", "what was being typed is not lost");
        prompt.empty();
        said(&mut prompt, &"x".repeat(5000));
        prompt.recall(true);
        assert_eq!(text(&prompt).len(), LONGEST + 1);
    }

    #[test]
    fn a_line_is_mended_where_the_cursor_stands() {
        let mut prompt = Prompt::default();
        prompt.add("order F Lon-NHT".chars());
        prompt.go(Go::Left);
        prompt.rub_out();
        prompt.go(Go::Right);
        prompt.go(Go::Right);
        prompt.add("H".chars());
        assert_eq!(text(&prompt), "order F Lon-NTH|");
        prompt.go(Go::Begin);
        prompt.rub_out();
        prompt.rub_out_after();
        assert_eq!(text(&prompt), "|rder F Lon-NTH");
        prompt.go(Go::End);
        prompt.rub_out_word();
        assert_eq!(text(&prompt), "rder F |");
        prompt.rub_out_word();
        prompt.rub_out_word();
        prompt.rub_out_word();
        prompt.rub_out_after();
        assert_eq!(text(&prompt), "|");
    }

    #[test]
    fn the_cursor_is_seen_however_long_the_line_is() {
        let mut prompt = Prompt::default();
        prompt.add("0123456789".chars());
        assert_eq!(prompt.shown(4), (String::from("789"), ' ', String::new()));
        prompt.go(Go::Begin);
        assert_eq!(prompt.shown(4), (String::new(), '0', String::from("123")));
        assert_eq!(prompt.shown(0), (String::new(), '0', String::new()));
    }

    #[test]
    fn pasted_lines_are_parted_as_orders_are() {
        let mut prompt = Prompt::default();
        prompt.add("order A Vie-Gal\r\nA Bud-Ser\n\nF Tri-Alb\n".chars());
        assert_eq!(text(&prompt), "order A Vie-Gal; A Bud-Ser; F Tri-Alb|");
    }
}
