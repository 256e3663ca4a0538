//! Delve's table without a window: keys in, a board of tiles out.

mod drawn;
mod hands;
mod pocket;
mod table;

use parlour_delve::Point;
use parlour_gfx::tiles::delve::{DelveTable, Pocket};
use parlour_rogue::Key;
use parlour_rogue_window::saves::Saves;
use parlour_rogue_window::tiles::{Board, Shape, TileGame};

/// A board of the whole level in a window too narrow for a panel beside the map.
fn board() -> Board {
    Board::new(Shape {
        tiles: (76, 20),
        letters: (80, 30),
    })
}

/// What stands around the map and over it, without its breaks.
fn words(board: &Board) -> String {
    let text = board.shown().words.to_string();
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ")
}

struct Sitting {
    table: DelveTable<Pocket>,
    board: Board,
    folder: tempfile::TempDir,
}

impl Sitting {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder for saves");
        let (seat, told) = Pocket::open(7, Saves::in_folder(folder.path()));
        assert_eq!(told, None);
        let mut table = DelveTable::new(seat, told);
        let mut board = board();
        table.draw(&mut board);
        Self {
            table,
            board,
            folder,
        }
    }

    fn press(&mut self, letters: &str) {
        for letter in letters.chars() {
            self.table.press(Key::Char(letter), &mut self.board);
        }
    }

    fn text(&self) -> String {
        let letter = |x, y| {
            self.board
                .tile_at(Point::new(x, y))
                .expect("on it")
                .letter()
        };
        let row = |y| (0..76).map(|x| letter(x, y)).collect::<String>() + "\n";
        (0..20).map(row).collect()
    }

    fn words(&self) -> String {
        words(&self.board)
    }

    /// Whether a page lies over the map.
    fn has_page(&self) -> bool {
        self.board.shown().words.windows().next().is_some()
    }
}
