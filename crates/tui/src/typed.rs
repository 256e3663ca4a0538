//! A short line while it is typed: a name, a number.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::Input;

/// What has been typed so far.
#[derive(Clone, Debug)]
pub struct Typed {
    text: String,
    longest: usize,
    /// Whether it is still as it was given: then the first letter replaces it.
    given: bool,
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
        Self {
            text,
            longest,
            given: true,
        }
    }

    /// The line with a mark where the next letter comes.
    pub fn shown(&self) -> String {
        format!("{}_", self.text)
    }

    /// Enter keeps, Esc leaves, Ctrl-U clears, everything else is typed: in the place of
    /// what was given, or behind it after Backspace or End.
    pub fn answer(&mut self, input: &Input) -> Typing {
        match (input, input.plain()) {
            (_, Some(KeyCode::Enter)) => return Typing::Done(self.text.trim().to_owned()),
            (_, Some(KeyCode::Esc)) => return Typing::Left,
            (_, Some(KeyCode::Backspace)) => {
                self.text.pop();
            }
            (_, Some(KeyCode::End | KeyCode::Right)) => {}
            (_, Some(KeyCode::Char(letter))) => {
                self.replace();
                self.push(letter);
            }
            (Input::Paste(text), _) => {
                self.replace();
                text.chars().for_each(|letter| self.push(letter));
            }
            (Input::Key(key), None) if is_clearing(key) => self.text.clear(),
            _ => return Typing::On,
        }
        self.given = false;
        Typing::On
    }

    fn replace(&mut self) {
        if self.given {
            self.text.clear();
        }
    }

    fn push(&mut self, letter: char) {
        if !letter.is_control() && self.text.chars().count() < self.longest {
            self.text.push(letter);
        }
    }
}

/// Ctrl-U, as in every shell.
fn is_clearing(key: &KeyEvent) -> bool {
    key.code == KeyCode::Char('u') && key.modifiers.contains(KeyModifiers::CONTROL)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_given_line_is_replaced_by_what_is_typed_and_ctrl_u_clears() {
        let mut line = Typed::new("Ann", 5);
        assert_eq!(line.shown(), "Ann_");
        line.answer(&Input::letter('B'));
        line.answer(&Input::letter('e'));
        assert_eq!(line.shown(), "Be_");
        let mut line = Typed::new("Ann", 5);
        line.answer(&Input::key(KeyCode::Backspace));
        line.answer(&Input::letter('e'));
        assert_eq!(line.shown(), "Ane_");
        let clear = KeyEvent::new(KeyCode::Char('u'), KeyModifiers::CONTROL);
        line.answer(&Input::Key(clear));
        assert_eq!(line.shown(), "_");
    }

    #[test]
    fn a_line_is_typed_kept_and_left() {
        let mut line = Typed::new("Ann", 5);
        line.answer(&Input::key(KeyCode::End));
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
