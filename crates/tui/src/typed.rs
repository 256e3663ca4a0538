//! A short line while it is typed: a name, a number.

use ratatui::crossterm::event::KeyCode;

use crate::Input;

/// What has been typed so far.
#[derive(Clone, Debug)]
pub struct Typed {
    text: String,
    longest: usize,
}

/// What a key did to a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Typing {
    /// It is typed on.
    On,
    /// It is to be kept, without blanks at its ends.
    Done(String),
    /// It is to stay as it was before.
    Left,
}

impl Typed {
    /// A line that begins with a text, of at most so many letters.
    pub fn new(text: &str, longest: usize) -> Self {
        let text = text.chars().take(longest).collect();
        Self { text, longest }
    }

    /// The line with a mark where the next letter comes.
    pub fn shown(&self) -> String {
        format!("{}_", self.text)
    }

    /// Enter keeps, Esc leaves, everything else is typed.
    pub fn answer(&mut self, input: &Input) -> Typing {
        match (input, input.plain()) {
            (_, Some(KeyCode::Enter)) => return Typing::Done(self.text.trim().to_owned()),
            (_, Some(KeyCode::Esc)) => return Typing::Left,
            (_, Some(KeyCode::Backspace)) => {
                self.text.pop();
            }
            (_, Some(KeyCode::Char(letter))) => self.push(letter),
            (Input::Paste(text), _) => text.chars().for_each(|letter| self.push(letter)),
            _ => {}
        }
        Typing::On
    }

    fn push(&mut self, letter: char) {
        if !letter.is_control() && self.text.chars().count() < self.longest {
            self.text.push(letter);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_typed_kept_and_left() {
        let mut line = Typed::new("Ann", 5);
        for letter in ['a', '\u{7}', ' ', 'x'] {
            assert_eq!(line.answer(&Input::letter(letter)), Typing::On);
        }
        assert_eq!(line.shown(), "Anna _");
        let done = line.answer(&Input::key(KeyCode::Enter));
        assert_eq!(done, Typing::Done(String::from("Anna")));
        line.answer(&Input::key(KeyCode::Backspace));
        line.answer(&Input::Paste(String::from("\nbel")));
        assert_eq!(line.shown(), "Annab_");
        assert_eq!(line.answer(&Input::key(KeyCode::Esc)), Typing::Left);
    }
}
