//! Somebody comes to a table where this machine has a seat under another name.

use ratatui::Frame;
use ratatui::layout::Rect;

use crate::menu::{Menu, Row};
use crate::notice::Notice;
use crate::{Input, KeyHelp, Lent, POCKET, Screen, Step, frame, plain};

/// Opens the table: as who sat there before, or as who comes now.
type Come = Box<dyn Fn(bool) -> Result<Box<dyn Screen>, String>>;

/// Asks as whom to come.
pub struct Returning {
    menu: Menu,
    come: Come,
}

impl Returning {
    /// The question to `name`, where `before` has a seat. `come(true)` takes that seat.
    pub fn new(
        before: &str,
        name: &str,
        come: impl Fn(bool) -> Result<Box<dyn Screen>, String> + 'static,
    ) -> Self {
        let item = |words: String| Row::Item(plain::printable(&words), String::new());
        let rows = vec![
            Row::Heading("You have a seat at this table".into()),
            item(format!("Continue as {before}")),
            item(format!("Sit down as {name}")),
            Row::Gap,
            item(String::from("Back")),
        ];
        Self {
            menu: Menu::new(rows),
            come: Box::new(come),
        }
    }
}

impl Screen for Returning {
    fn smallest(&self) -> (u16, u16) {
        POCKET
    }

    fn draw(&mut self, frame: &mut Frame, lent: &Lent) {
        let keys = [("↑↓", "move"), ("Enter", "choose"), ("q", "back")];
        let inner = frame::draw(frame, lent.theme, "Kingslayer together", &keys);
        let list = Rect {
            y: inner.y + 1,
            height: inner.height.saturating_sub(1),
            width: inner.width.min(50),
            ..inner
        };
        self.menu.draw(frame, list, lent.theme);
    }

    fn answer(&mut self, input: &Input, _: &mut Lent) -> Step {
        let before = match self.menu.chosen(input) {
            Ok(0) => true,
            Ok(1) => false,
            Ok(_) => return Step::Close,
            Err(step) => return step,
        };
        let told = |reason| Box::new(Notice::failure("Kingslayer together", reason));
        let opened = (self.come)(before);
        Step::Become(opened.unwrap_or_else(|reason| told(reason) as Box<dyn Screen>))
    }

    fn keys(&self) -> &[KeyHelp] {
        &[
            ("↑ ↓  or  k j", "move the cursor"),
            ("Enter or space", "choose"),
            ("q  or  Esc", "back"),
        ]
    }
}
