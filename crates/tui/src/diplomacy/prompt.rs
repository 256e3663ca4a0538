//! The line that is being typed, and those that were typed before.

/// The most letters a line may have.
const LONGEST: usize = 2000;

/// How many earlier lines can be called back.
const KEPT: usize = 100;

/// A line under construction.
#[derive(Debug, Default)]
pub(super) struct Prompt {
    typed: String,
    earlier: Vec<String>,
    /// How many lines back the shown one is.
    back: usize,
}

impl Prompt {
    pub fn text(&self) -> &str {
        &self.typed
    }

    pub fn add(&mut self, letters: impl Iterator<Item = char>) {
        for letter in letters.filter(|letter| !letter.is_control()) {
            if self.typed.chars().count() < LONGEST {
                self.typed.push(letter);
            }
        }
    }

    pub fn rub_out(&mut self) {
        self.typed.pop();
    }

    pub fn empty(&mut self) {
        self.typed.clear();
        self.back = 0;
    }

    /// The line as it was said, if it says anything.
    pub fn take(&mut self) -> Option<String> {
        let line = self.typed.trim().to_owned();
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

    /// Calls the line before back, or goes on to the one after.
    pub fn recall(&mut self, older: bool) {
        self.back = if older {
            (self.back + 1).min(self.earlier.len())
        } else {
            self.back.saturating_sub(1)
        };
        let place = self.earlier.len() - self.back;
        self.typed = self.earlier.get(place).cloned().unwrap_or_default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(prompt: &mut Prompt, text: &str) -> Option<String> {
        prompt.add(text.chars());
        prompt.take()
    }

    #[test]
    fn earlier_lines_are_called_back_and_left_again() {
        let mut prompt = Prompt::default();
        assert_eq!(said(&mut prompt, "  \u{1b}"), None);
        prompt.recall(true);
        assert_eq!(prompt.text(), "");
        assert_eq!(said(&mut prompt, " new "), Some(String::from("new")));
        said(&mut prompt, "start");
        said(&mut prompt, "start");
        prompt.recall(true);
        assert_eq!(prompt.text(), "start");
        prompt.recall(true);
        prompt.recall(true);
        assert_eq!(prompt.text(), "new");
        prompt.recall(false);
        prompt.recall(false);
        assert_eq!(prompt.text(), "");
        said(&mut prompt, &"x".repeat(5000));
        prompt.recall(true);
        assert_eq!(prompt.text().len(), LONGEST);
    }
}
