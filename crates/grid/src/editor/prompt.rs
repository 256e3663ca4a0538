//! A question at the foot of the screen, and the line being typed as its answer.

use super::{Key, Sheet, SheetError, Style, seed_of};
use crate::Size;

/// What is being asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// The size of a new sheet.
    NewSize,
    /// The file to open.
    OpenFile,
    /// The file to save to.
    SaveFile,
    /// The file that gets the drawing as a test case.
    CaseFile,
    /// Whether a file that is there is to be written over: `y`, or any other key.
    Replace,
    /// Seed and style of a random map.
    Random,
    /// Whether to close with something unsaved: `y`, `s` to save first, or any other
    /// key.
    Leave,
    /// Whether another drawing may take the place of one that is not saved: `y`, `s`
    /// to save first, or any other key.
    Discard,
}

impl Question {
    /// The words before the answer.
    fn words(self) -> &'static str {
        match self {
            Self::NewSize => "new sheet, width x height:",
            Self::OpenFile => "open:",
            Self::SaveFile => "save as (.json, .jsonl: a case, else text):",
            Self::CaseFile => "add as test case to:",
            Self::Replace => "is there already; y: write over it, any other key: leave it",
            Self::Leave => "not saved. y: close, it is kept for next time; s: save; else stay",
            Self::Discard => "not saved. y: go on, U brings it back; s: save first; else stay",
            Self::Random => "seed and style (rooms, cave, pillars, scatter, 25%):",
        }
    }
}

/// A question and the answer so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prompt {
    question: Question,
    /// What the question is about, where its words do not say.
    about: String,
    answer: String,
    /// The answer is only suggested: typing replaces it.
    suggested: bool,
}

impl Prompt {
    /// The longest answer, in letters.
    const LIMIT: usize = 1024;

    pub(super) fn new(question: Question, answer: String) -> Self {
        Self {
            question,
            about: String::new(),
            suggested: !answer.is_empty(),
            answer,
        }
    }

    /// A question about a file.
    pub(super) fn about(question: Question, file: &str) -> Self {
        Self {
            question,
            about: file.to_owned(),
            answer: String::new(),
            suggested: false,
        }
    }

    /// Whether the answer is only suggested: the next letter takes its place.
    pub fn is_suggested(&self) -> bool {
        self.suggested
    }

    /// The file that is asked about.
    pub(super) fn file(&self) -> &str {
        &self.about
    }

    /// The words before the answer.
    pub fn words(&self) -> String {
        let words = self.question.words();
        if self.about.is_empty() {
            words.to_owned()
        } else {
            format!("{} {words}", self.about)
        }
    }

    /// What is being asked.
    pub fn question(&self) -> Question {
        self.question
    }

    /// What was typed so far.
    pub fn answer(&self) -> &str {
        &self.answer
    }

    /// Takes a key that edits the answer. Letters replace a suggestion; Backspace and
    /// the arrows make it one's own, to go on from there.
    pub(super) fn edit(&mut self, key: Key) {
        match key {
            Key::Left | Key::Right | Key::Home => self.suggested = false,
            Key::Char(letter) => self.insert(letter),
            Key::Backspace => {
                self.suggested = false;
                self.answer.pop();
            }
            Key::Ctrl('u') => {
                self.suggested = false;
                self.answer.clear();
            }
            _ => {}
        }
    }

    /// Adds the first line of a pasted text.
    pub(super) fn paste(&mut self, text: &str) {
        for letter in text.lines().next().unwrap_or_default().chars() {
            self.insert(letter);
        }
    }

    fn insert(&mut self, letter: char) {
        if letter.is_control() {
            return;
        }
        if std::mem::take(&mut self.suggested) {
            self.answer.clear();
        }
        if self.answer.chars().count() < Self::LIMIT {
            self.answer.push(letter);
        }
    }
}

/// Reads `60x40`, `60 40` or `60` (a square).
pub(super) fn read_size(answer: &str) -> Result<Size, String> {
    let not_a_size = || format!("{answer:?} is no size; write it as 60x40");
    let mut sides = Vec::new();
    for word in answer.split(['x', 'X', '*', ',', ' ']) {
        if !word.is_empty() {
            sides.push(word.parse::<u64>().map_err(|_| not_a_size())?);
        }
    }
    let (width, height) = match sides[..] {
        [side] => (side, side),
        [width, height] => (width, height),
        _ => return Err(not_a_size()),
    };
    Sheet::allowed_sides(width, height).map_err(|error: SheetError| error.to_string())
}

/// Reads a seed and, in any order, a style; without a style the last one stays.
pub(super) fn read_random(answer: &str, last: Style) -> Result<(u64, Style), String> {
    let mut seed = None;
    let mut style = None;
    for word in answer.split_whitespace() {
        // The first number is the seed; a second one is a share of walls.
        let is_plain_number = word.bytes().all(|byte| byte.is_ascii_digit());
        match Style::parse(word) {
            Some(found) if style.is_none() && (!is_plain_number || seed.is_some()) => {
                style = Some(found);
            }
            _ if seed.is_none() => seed = Some(seed_of(word)),
            _ => return Err(format!("{word:?} is neither a seed nor a style")),
        }
    }
    match seed {
        Some(seed) => Ok((seed, style.unwrap_or(last))),
        None => Err("a random map needs a seed, for instance: 7 rooms".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_as_people_write_them() {
        for text in ["60x40", "60 40", " 60 x 40 ", "60X40", "60,40"] {
            assert_eq!(read_size(text), Ok(Size::new(60, 40)), "{text}");
        }
        assert_eq!(read_size("9"), Ok(Size::new(9, 9)));
        for text in ["", "x", "5x", "60x40x3", "six", "-3x4", "0x4", "4097x1"] {
            let refused = read_size(text);
            assert_eq!(refused.is_err(), text != "5x", "{text}");
        }
        assert!(read_size("99999999999999999999x2").is_err());
    }

    #[test]
    fn seeds_and_styles_are_read_in_any_order() {
        let last = Style::Scatter(12);
        assert_eq!(read_random("7", last), Ok((7, last)));
        assert_eq!(read_random("7 rooms", last), Ok((7, Style::Rooms)));
        assert_eq!(read_random("cave 7", last), Ok((7, Style::Cave)));
        assert_eq!(read_random("7 25", last), Ok((7, Style::Scatter(25))));
        assert_eq!(read_random("25% 7", last), Ok((7, Style::Scatter(25))));
        assert_eq!(read_random("tuesday", last), Ok((seed_of("tuesday"), last)));
        assert!(read_random("", last).is_err());
        assert!(read_random("rooms", last).is_err());
        assert!(read_random("7 rooms castle", last).is_err());
    }

    #[test]
    fn typing_replaces_what_was_suggested() {
        let suggested = || Prompt::new(Question::SaveFile, "sight.txt".to_owned());
        let mut prompt = suggested();
        assert!(prompt.is_suggested());
        prompt.edit(Key::Char('a'));
        prompt.edit(Key::Char('b'));
        assert_eq!((prompt.answer(), prompt.is_suggested()), ("ab", false));
        let mut prompt = suggested();
        prompt.edit(Key::Backspace);
        prompt.edit(Key::Char('s'));
        assert_eq!(prompt.answer(), "sight.txs");
        let mut prompt = suggested();
        prompt.edit(Key::Right);
        prompt.edit(Key::Char('2'));
        assert_eq!(prompt.answer(), "sight.txt2");
        let mut prompt = suggested();
        prompt.paste("other.txt");
        assert_eq!(prompt.answer(), "other.txt");
    }

    #[test]
    fn an_answer_is_one_line_of_bounded_length() {
        let mut prompt = Prompt::new(Question::OpenFile, String::new());
        prompt.paste("maps/one.txt\nmaps/two.txt");
        assert_eq!(prompt.answer(), "maps/one.txt");
        prompt.edit(Key::Backspace);
        prompt.edit(Key::Char('\u{7}'));
        assert_eq!(prompt.answer(), "maps/one.tx");
        prompt.paste(&"x".repeat(9_999));
        assert_eq!(prompt.answer().chars().count(), Prompt::LIMIT);
        prompt.edit(Key::Ctrl('u'));
        assert_eq!(prompt.answer(), "");
    }
}
