//! A question before something that cannot be undone.

use ratatui::Frame;
use ratatui::crossterm::event::KeyCode;

use crate::kingslayer::popup;
use crate::notice::Notice;
use crate::{Input, Lent, POCKET, Screen, Step, Zones, frame};

/// What is done if the answer is yes; why it cannot be done, in words.
type Deed = Box<dyn FnOnce() -> Result<(), String>>;

/// Asks whether to do something, and does it if the answer is yes.
pub struct Sure {
    title: String,
    words: String,
    key: char,
    yes: &'static str,
    deed: Option<Deed>,
    zones: Zones<KeyCode>,
}

impl Sure {
    /// A question with a title and words. `key` does it, which is neither the key that
    /// asked, since keys that are held down repeat, nor one that means something
    /// elsewhere; `yes` is what stands for it, and begins with the key.
    pub fn new(
        title: impl Into<String>,
        words: impl Into<String>,
        key: char,
        yes: &'static str,
        deed: impl FnOnce() -> Result<(), String> + 'static,
    ) -> Self {
        Self {
            title: title.into(),
            words: words.into(),
            key,
            yes,
            deed: Some(Box::new(deed)),
            zones: Zones::default(),
        }
    }

    fn act(&mut self) -> Step {
        match self.deed.take().map(|deed| deed()) {
            Some(Err(reason)) => {
                Step::Become(Box::new(Notice::failure("This did not work", reason)))
            }
            Some(Ok(())) | None => Step::Close,
        }
    }
}

impl Screen for Sure {
    fn smallest(&self) -> (u16, u16) {
        POCKET
    }

    fn draw(&mut self, frame: &mut Frame, lent: &Lent) {
        let theme = lent.theme;
        frame::draw(frame, theme, "Parlour", &[]);
        let words: Vec<_> = self.words.lines().map(|it| (it, theme.text())).collect();
        let answers = [
            (KeyCode::Char(self.key), self.yes),
            (KeyCode::Esc, "Esc keep it"),
        ];
        self.zones.clear();
        for (place, key) in popup::ask(frame, theme, &self.title, &words, &answers) {
            self.zones.note(place, key);
        }
    }

    fn answer(&mut self, input: &Input, _: &mut Lent) -> Step {
        let clicked = input.click().map(|place| self.zones.at(place));
        let yes = Some(KeyCode::Char(self.key));
        match (input.plain(), clicked) {
            (pressed, _) if pressed == yes => self.act(),
            (_, Some(there)) if there == yes => self.act(),
            (Some(_), _) | (_, Some(_)) => Step::Close,
            _ => Step::Stay,
        }
    }
}
