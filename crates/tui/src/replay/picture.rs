//! How a game is drawn and told in a replay.

use std::rc::Rc;

use parlour_host::log::Replay;
use parlour_rules::Seat;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Wrap};

use crate::{Bell, SMALLEST, Screen, Theme, plain};

/// Opens a game of practice that goes on after so many entries.
pub type PlayOn = Rc<dyn Fn(u64) -> Result<Box<dyn Screen>, String>>;

/// Draws the position of one game. A game brings its own; [`Words`] serves all.
pub trait Picture {
    /// Draws what a viewer may know, from the JSON of their view.
    fn draw(&self, frame: &mut Frame, area: Rect, theme: Theme, view: &str);

    /// A sentence about what kind of game it is, from the JSON of its setup; nothing
    /// of an ordinary one.
    fn kind(&self, _setup: &str) -> Option<String> {
        None
    }

    /// What somebody did, from the JSON of their command.
    fn deed(&self, command: &str) -> String {
        plain::line(command)
    }

    /// What was done and what came of it, in sentences, from the JSON array that a
    /// viewer was told; nothing if there are none for it. `name` gives the name of a
    /// seat.
    fn told(&self, _told: &str, _name: &dyn Fn(Seat) -> String) -> Option<String> {
        None
    }

    /// Whether games can be looked back on.
    fn looks_back(&self) -> bool {
        false
    }

    /// A screen that looks back on the whole game; from there one may play on, where
    /// that is offered.
    ///
    /// # Errors
    /// Why not, in words for the person.
    fn look_back(
        &self,
        _replay: &mut Replay,
        _play_on: Option<PlayOn>,
        _bell: &Bell,
    ) -> Result<Box<dyn Screen>, String> {
        Err(String::from("games of this kind are not looked back on"))
    }

    /// The smallest terminal it is drawn on, at least [`crate::POCKET`].
    fn smallest(&self) -> (u16, u16) {
        SMALLEST
    }

    /// Whether it takes most of the screen: the list of entries is narrow then.
    fn is_wide(&self) -> bool {
        false
    }

    /// The name of a seat, from the JSON of the setup, where seats have names of their own.
    fn seat(&self, _setup: &str, _seat: Seat) -> Option<String> {
        None
    }

    /// An entry as it is printed where there is no terminal, from the JSON array of all
    /// its events and of the view after it; nothing if it is printed as it stands.
    fn printed(&self, _events: &str, _view: &str) -> Option<String> {
        None
    }

    /// A sentence about how the game ended, from the JSON of its outcome.
    fn outcome(&self, outcome: &str) -> String {
        format!("The game is over: {}.", plain::line(outcome))
    }
}

/// The view of any game, in plain words.
pub struct Words;

impl Picture for Words {
    fn draw(&self, frame: &mut Frame, area: Rect, theme: Theme, view: &str) {
        let lines = plain::lines(view).into_iter();
        let lines: Vec<Line> = lines.map(|line| Line::styled(line, theme.text())).collect();
        frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: false }), area);
    }
}
