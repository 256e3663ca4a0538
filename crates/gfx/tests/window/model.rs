//! A game of tiles without a window, in a view of 800 by 600: it gets the same
//! keys, and says what every tile of the screen must show.

use parlour_gfx::camera::Pixel;
use parlour_grid::Point;
use parlour_rogue::Key;
use parlour_rogue_window::saves::Saves;
use parlour_rogue_window::tiles::board::Tile;
use parlour_rogue_window::tiles::scene::{BAR_HEIGHT, FIRST_SCALE, is_covered};
use parlour_rogue_window::tiles::{Board, TileGame};

use crate::display::Window;
use crate::hand::{Folder, Hand};
use crate::page::Page;
use crate::screen::Screenshot;

/// The height of the board, in pixels.
const HEIGHT: i32 = 600 - BAR_HEIGHT;

/// A table, its board, and where it keeps its games.
pub struct Model<G> {
    pub table: G,
    board: Board,
    folder: Folder,
}

impl<G: TileGame> Model<G> {
    /// A table made for saves of its own.
    pub fn new(table: impl FnOnce(Saves) -> G) -> Self {
        let folder = Folder::new("model");
        let mut table = table(Saves::in_folder(folder.path()));
        let side = |length: i32| (length / FIRST_SCALE) as u32;
        let mut board = Board::new(side(800), side(HEIGHT));
        table.draw(&mut board);
        Self {
            table,
            board,
            folder,
        }
    }

    /// Takes a key, and shows what came of it to the end.
    pub fn press(&mut self, key: Key) {
        self.table.press(key, &mut self.board);
        self.board.skip();
    }

    /// What a game kept under a name, as the browser writes bytes.
    pub fn kept(&self, name: &str) -> String {
        let file = std::fs::read(self.folder.path().join(name));
        let bytes = file.expect("the model keeps its game as well");
        bytes.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// Presses the same keys here and there, and compares after each.
    pub fn play_along(&mut self, hand: &mut impl Hand, keys: &[(&str, Key)]) {
        for (name, key) in keys {
            hand.key(name);
            self.press(*key);
            hand.expect(name, &|shot| self.compare(shot));
        }
    }

    /// The same in a page, which says the fingerprint of its game as well.
    pub fn play_along_in_page(&mut self, page: &mut Page, keys: &[(&str, Key)]) {
        for turn in keys {
            self.play_along(page, std::slice::from_ref(turn));
            let state = page.stored("parlour/state");
            assert_eq!(state, Some(self.table.fingerprint()));
        }
    }

    /// Every tile stands on its ground, and has its letter's colour somewhere if
    /// it has a letter; where words lie over the tiles, they are not compared.
    pub fn compare(&self, shot: &Screenshot) -> Result<(), String> {
        let (columns, _) = self.board.size();
        let frame = self.board.shown();
        for (index, tile) in frame.tiles.iter().enumerate() {
            let place = Point::new(index as i32 % columns as i32, index as i32 / columns as i32);
            if !is_covered(&frame.overlay, place.y, FIRST_SCALE, HEIGHT) {
                compare_tile(shot, place, *tile)?;
            }
        }
        Ok(())
    }
}

fn compare_tile(shot: &Screenshot, place: Point, tile: Tile) -> Result<(), String> {
    // Inside the outline that the cursor or the pointer may draw.
    let at = Pixel::new(place.x * FIRST_SCALE + 1, place.y * FIRST_SCALE + 1);
    let side = FIRST_SCALE - 2;
    let found = shot.at(at);
    if found != tile.ground {
        return Err(format!(
            "the ground at {place} is {found:?}, not {:?}",
            tile.ground
        ));
    }
    let area = (side * side) as usize;
    let bare = shot.count(at, side, side, tile.ground) == area;
    if bare != (tile.letter == ' ') {
        return Err(format!("at {place} there should be {:?}", tile.letter));
    }
    Ok(())
}

/// A program of tiles in the real window, whose path a variable holds.
pub fn opened(window: &mut Window, variable: &str, title: &str) {
    let program = std::env::var(variable).expect("`cargo xtask window` names the programs");
    window.open(&program, &["--window", "800x600"], title);
    window.point(Pixel::new(400, 400));
}
