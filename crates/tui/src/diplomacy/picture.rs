//! Positions of Diplomacy in replays: the map in letters, and what happened in words, every
//! order with its reason.

use parlour_room::retelling;
use parlour_rules::Seat;
use ratatui::Frame;
use ratatui::layout::Rect;

use super::chart;
use crate::replay::{Picture, Words};
use crate::{Theme, plain};

/// Draws tables of Diplomacy.
pub struct MapPicture;

/// The map that is printed where there is no terminal.
const PRINTED: (u16, u16) = (100, 34);

impl Picture for MapPicture {
    fn draw(&self, frame: &mut Frame, area: Rect, theme: Theme, view: &str) {
        match retelling::map(view) {
            Some((sketch, powers)) => chart::draw(frame, area, theme, Some(&sketch), &powers),
            // A view of another version is still shown in words.
            None => Words.draw(frame, area, theme, view),
        }
    }

    fn is_wide(&self) -> bool {
        true
    }

    fn seat(&self, setup: &str, seat: Seat) -> Option<String> {
        retelling::power(setup, seat)
    }

    fn deed(&self, command: &str) -> String {
        let deed = retelling::deed(command).map(|it| plain::printable(&it));
        deed.unwrap_or_else(|| Words.deed(command))
    }

    fn told(&self, told: &str, _: &dyn Fn(Seat) -> String) -> Option<String> {
        retelling::told(told)
    }

    fn printed(&self, events: &str, view: &str) -> Option<String> {
        let words = retelling::told(events)?;
        let resolved = words.contains("):\n");
        let map = resolved.then(|| retelling::in_letters(view, PRINTED.0, PRINTED.1));
        match map.flatten() {
            Some(map) => Some(format!("{words}\n\n{map}")),
            None => Some(words),
        }
    }

    fn outcome(&self, outcome: &str) -> String {
        retelling::outcome(outcome).unwrap_or_else(|| Words.outcome(outcome))
    }
}
