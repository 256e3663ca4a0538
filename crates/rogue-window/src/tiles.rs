//! The tile display of roguelikes: characters as square tiles in the window, with
//! fog, animations, the mouse, and the keys of the terminal.
//!
//! A [`TileGame`] draws itself on a [`Board`], which is a [`Display`] of the
//! framework, and hears keys. The window never waits: a board keeps the frames of
//! an animation, and the scene shows them in time.
//!
//! [`Display`]: parlour_rogue::display::Display

pub mod board;
mod colours;
pub mod program;
pub mod rogue;
pub mod scene;

pub use board::Board;
pub use rogue::RogueTable;

use parlour_grid::Point;
use parlour_rogue::Key;

use crate::window::{self, NoWindow};
use scene::TileScene;

/// A game that is shown as tiles.
pub trait TileGame {
    /// A place the player is to walk to, in the game's own numbers.
    type Goal: Copy;

    /// The window's title.
    fn title(&self) -> String;

    /// Draws everything on the board as it stands. Called at the start and
    /// whenever the board got another size.
    fn draw(&mut self, board: &mut Board);

    /// A key was pressed; the board gets what came of it, animations included.
    fn press(&mut self, key: Key, board: &mut Board);

    /// A click on a place of the board. A game that waits for a place takes it and
    /// says so; otherwise the player walks there.
    fn choose(&mut self, _at: Point, _board: &mut Board) -> bool {
        false
    }

    /// A click with the right button: whatever lies over the map is closed.
    fn cancel(&mut self, _board: &mut Board) {}

    /// What lies at a place of the board, in words, as far as the player knows.
    fn words_at(&self, at: Point) -> Option<String>;

    /// The key that brings the player one step nearer to a place. Nothing if the
    /// player is there, if no way is known, or if something has happened that
    /// the player should look at first.
    fn step_towards(&mut self, goal: Self::Goal) -> Option<Key>;

    /// The place of the world that a place of the board shows. A walk to it
    /// begins.
    fn goal_at(&mut self, at: Point) -> Self::Goal;

    /// A short word that differs when the state does, for comparing a game in a
    /// page with the same game elsewhere.
    fn fingerprint(&self) -> String;

    /// Whether the window is to be closed.
    fn is_over(&self) -> bool;
}

/// Opens a window of 1120 by 800 and shows the game until it is over.
pub fn open(game: impl TileGame + 'static) -> Result<(), NoWindow> {
    open_sized(game, (1120, 800))
}

/// Opens a window of a size and shows the game until it is over.
pub fn open_sized(game: impl TileGame + 'static, size: (i32, i32)) -> Result<(), NoWindow> {
    let title = game.title();
    window::open(&title, size, move || TileScene::new(game, size))
}
