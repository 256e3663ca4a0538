//! Roguelikes in a window: the map as tiles of a sheet or as letters, with light, fog,
//! motion, mouse and fingers, and the words around it.
//!
//! [`play`] shows any game of the framework with the same [`Layout`] that the terminal
//! takes. A game with more wishes is a [`TileGame`]: it draws itself on a [`Board`]
//! and hears keys. The window never waits: a board keeps the frames of an animation,
//! and the scene shows them in time.

pub mod arrangement;
pub mod board;
pub mod colours;
mod kept;
mod keys;
pub mod light;
mod painter;
pub mod program;
pub mod rogue;
mod scene;
pub mod sheet;
mod slide;
mod words;

pub use arrangement::Arrangement;
pub use board::{Board, Shape, Sign, Tile};
pub use kept::{SAVE, play_kept};
pub use rogue::RogueTable;
pub use sheet::Sheet;

use parlour_grid::{Point, Rect, Size};
use parlour_rogue::display::Flow;
use parlour_rogue::ui::Layout;
use parlour_rogue::{Game, Key};

use crate::window::{self, NoWindow};
use scene::TileScene;

/// How the map is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Look {
    /// As pictures of a sheet.
    #[default]
    Pictures,
    /// As letters.
    Letters,
}

impl Look {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Pictures => "pictures",
            Self::Letters => "letters",
        }
    }

    /// The look of a word.
    pub fn of(word: &str) -> Option<Self> {
        let both = [Self::Pictures, Self::Letters];
        both.into_iter().find(|look| look.word() == word)
    }

    /// The other one.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::Pictures => Self::Letters,
            Self::Letters => Self::Pictures,
        }
    }
}

/// A game that is shown as tiles.
pub trait TileGame {
    /// A place the player is to walk to, in the game's own numbers.
    type Goal: Copy;

    /// The window's title.
    fn title(&self) -> String;

    /// Where the map stands on a screen of so many columns and rows of letters.
    fn map_area(&self, letters: (u16, u16)) -> Rect;

    /// How large the map is, in cells.
    fn map_size(&self) -> Size;

    /// Draws everything on the board as it stands. Called at the start and
    /// whenever the board got another size.
    fn draw(&mut self, board: &mut Board);

    /// A key was pressed; the board gets what came of it, animations included.
    fn press(&mut self, key: Key, board: &mut Board);

    /// A click on a tile of the board. A game that waits for a place takes it and
    /// says so; otherwise the player walks there.
    fn choose(&mut self, _at: Point, _board: &mut Board) -> bool {
        false
    }

    /// A click with the right button: whatever lies over the map is closed.
    fn cancel(&mut self, _board: &mut Board) {}

    /// What lies on a tile of the board, in words, as far as the player knows.
    fn words_at(&self, at: Point) -> Option<String>;

    /// The key that brings the player one step nearer to a place. Nothing if the
    /// player is there, if no way is known, or if something has happened that
    /// the player should look at first.
    fn step_towards(&mut self, goal: Self::Goal) -> Option<Key>;

    /// The place of the world that a tile of the board shows. A walk to it begins.
    fn goal_at(&mut self, at: Point) -> Self::Goal;

    /// The pictures for its letters.
    fn sheet(&self) -> Sheet {
        Sheet::lantern()
    }

    /// A font of its own, as the bytes of its file; the bundled one without.
    fn font(&self) -> Option<&[u8]> {
        None
    }

    /// How the map is drawn when the window opens.
    fn look(&self) -> Look {
        Look::default()
    }

    /// Somebody wants the map drawn another way, now and next time.
    fn keep_look(&mut self, _look: Look) {}

    /// Whether nothing is to glide: everything is at once where it belongs.
    fn is_still(&self) -> bool {
        false
    }

    /// A short word that differs when the state does, for comparing a game in a
    /// page with the same game elsewhere.
    fn fingerprint(&self) -> String;

    /// Whether the window is to be closed.
    fn is_over(&self) -> bool;
}

/// Plays a game of the framework in a window of its own until it ends, with panels
/// where the layout says. In a page it returns at once, and the page goes on.
///
/// ```no_run
/// use parlour_rogue::{Seed, demo, ui::Layout};
///
/// let game = demo::game(Seed(1), demo::Fight::Dice);
/// parlour_rogue_window::play("A cave", game, Layout::new()).expect("a display");
/// ```
pub fn play(title: &str, game: Game, layout: Layout) -> Result<(), NoWindow> {
    open(RogueTable::new(title, game, layout, |_, _| Flow::GoOn))
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
