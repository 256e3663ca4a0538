//! A game of tiles without a window, in a view of 800 by 600: it gets the same
//! keys, and says what every tile of the screen must show.

use parlour_gfx::camera::Pixel;
use parlour_gfx::palette;
use parlour_grid::Point;
use parlour_rogue::Key;
use parlour_rogue_window::saves::Saves;
use parlour_rogue_window::tiles::{Arrangement, Board, Tile, TileGame};

use crate::display::Window;
use crate::hand::{Folder, Hand};
use crate::page::Page;
use crate::screen::Screenshot;

/// Where the pointer rests.
pub const POINTER: Pixel = Pixel::new(400, 400);

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
        let mut board = Board::new(Arrangement::new(&table, (800, 600), None).shape());
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

    /// What stands where in the window.
    pub fn arranged(&self) -> Arrangement {
        Arrangement::new(&self.table, (800, 600), None)
    }

    /// Every tile stands on its ground, and has its letter's colour somewhere if
    /// it has a letter; where windows or labels lie over the tiles, they are not
    /// compared.
    pub fn compare(&self, shot: &Screenshot) -> Result<(), String> {
        let (columns, _) = self.board.size();
        let frame = self.board.shown();
        for (index, tile) in frame.tiles.iter().enumerate() {
            let place = Point::new(index as i32 % columns as i32, index as i32 / columns as i32);
            let arranged = self.arranged();
            let corner = arranged.tile(place);
            let covered = self.covered(&arranged, corner);
            if !covered {
                compare_tile(shot, (place, corner, arranged.scale), *tile)?;
            }
        }
        Ok(())
    }

    /// Whether a window or the label of the pointer may lie over a tile.
    fn covered(&self, arranged: &Arrangement, corner: Pixel) -> bool {
        let far = Pixel::new(corner.x + arranged.scale, corner.y + arranged.scale);
        let over = |at: Pixel, (width, height): (i32, i32)| {
            corner.x < at.x + width && far.x > at.x && corner.y < at.y + height && far.y > at.y
        };
        let windows = self.board.shown().words.windows();
        let label = over(Pixel::new(POINTER.x - 40, POINTER.y), (440, 60));
        label
            || windows
                .map(|it| arranged.pixels(it))
                .any(|(at, size)| over(at, size))
    }
}

fn compare_tile(
    shot: &Screenshot,
    (place, corner, scale): (Point, Pixel, i32),
    tile: Tile,
) -> Result<(), String> {
    // Inside the outline that the cursor or the pointer may draw.
    let at = Pixel::new(corner.x + 1, corner.y + 1);
    let side = scale - 2;
    let found = shot.at(at);
    if found != tile.ground {
        return Err(format!(
            "the ground at {place} is {found:?}, not {:?}",
            tile.ground
        ));
    }
    let area = (side * side) as usize;
    let bare = shot.count(at, side, side, tile.ground) == area;
    if bare != (tile.letter() == ' ') {
        return Err(format!("at {place} there should be {:?}", tile.letter()));
    }
    Ok(())
}

/// A program of tiles in a page that begins with pictures: letters are compared.
pub fn in_letters(page: &mut Page) {
    page.expect("something is drawn", &|shot| {
        let middle = Pixel::new(200, 100);
        let bare = shot.count(middle, 400, 300, palette::OUTSIDE);
        if bare < 400 * 300 {
            Ok(())
        } else {
            Err(String::from("nothing is drawn"))
        }
    });
    page.key("F2");
}

/// A program of tiles in the real window, whose path a variable holds.
pub fn opened(window: &mut Window, variable: &str, title: &str) {
    let program = std::env::var(variable).expect("`cargo xtask window` names the programs");
    window.open(&program, &["--letters", "--window", "800x600"], title);
    window.point(POINTER);
}
