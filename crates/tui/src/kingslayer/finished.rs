//! The finished games: each with its day and what came of it, to be looked at again.

use std::rc::Rc;

use ratatui::Frame;
use ratatui::layout::Rect;

use super::castellan::{Castellan, Kind};
use super::statistics::Played;
use crate::menu::{Menu, Row};
use crate::{Input, KeyHelp, Lent, POCKET, Screen, Step, frame};

/// A list of finished games, the newest first.
pub struct FinishedGames {
    keeper: Rc<dyn Castellan>,
    played: Vec<Played>,
    menu: Menu,
}

impl FinishedGames {
    /// These games, the oldest first, as their keeper has told of them.
    pub fn new(played: Vec<Played>, keeper: Rc<dyn Castellan>) -> Self {
        let rows = played.iter().rev().map(row).collect();
        Self {
            keeper,
            played,
            menu: Menu::new(rows),
        }
    }
}

fn row(game: &Played) -> Row {
    let kind = match (game.kind, game.players) {
        (Kind::Daily, _) => ", daily",
        (Kind::Practice, _) => ", practice",
        (Kind::Ordinary, _) if game.elsewhere => ", as a guest",
        (Kind::Ordinary, 1) => "",
        (Kind::Ordinary, _) => ", together",
    };
    let mut right = game.result();
    if game.hints > 0 {
        right.push_str(", with hints");
    }
    if game.taken_back {
        right.push_str(", moves taken back");
    }
    if game.eased {
        right.push_str(", easier rules");
    }
    Row::Item(format!("{}{kind}", game.day), right)
}

impl Screen for FinishedGames {
    fn smallest(&self) -> (u16, u16) {
        POCKET
    }

    fn draw(&mut self, frame: &mut Frame, lent: &Lent) {
        let keys = [("↑↓", "move"), ("Enter", "replay"), ("q", "back")];
        let inner = frame::draw(frame, lent.theme, "Kingslayer: finished games", &keys);
        let list = Rect {
            y: inner.y + 1,
            width: inner.width.min(60),
            height: inner.height - 1,
            ..inner
        };
        self.menu.draw(frame, list, lent.theme);
    }

    fn answer(&mut self, input: &Input, _: &mut Lent) -> Step {
        match self.menu.chosen(input) {
            Ok(item) => match self.played.len().checked_sub(item + 1) {
                Some(at) => Step::open_or_tell("This did not work", self.keeper.replay(at)),
                None => Step::Stay,
            },
            Err(step) => step,
        }
    }

    fn keys(&self) -> &[KeyHelp] {
        &[
            ("↑ ↓  or  k j", "move the cursor"),
            (
                "Enter or space",
                "step through the game; from there one plays on",
            ),
            ("q  or  Esc", "back"),
        ]
    }
}
