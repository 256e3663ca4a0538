//! Delve in the real window and the real page: the same keys go to a table of the
//! test's own, and the pictures and states are compared.

use parlour_gfx::camera::Pixel;
use parlour_gfx::saves::Saves;
use parlour_gfx::tiles::delve::{DelveTable, Pocket, SAVE, TITLE};
use parlour_gfx::tiles::scene::{BAR_HEIGHT, FIRST_SCALE};
use parlour_gfx::tiles::{Board, TileGame};
use parlour_rogue::Key;

use crate::display::Window;
use crate::hand::{Folder, Hand};
use crate::page::Page;
use crate::screen::Screenshot;
use crate::tiles;

/// A game of seed 1 in a view of 800 by 600, without a window.
struct Model {
    table: DelveTable<Pocket>,
    board: Board,
    folder: Folder,
}

impl Model {
    fn new() -> Self {
        let folder = Folder::new("delve");
        let (seat, told) = Pocket::open(1, Saves::in_folder(folder.path()));
        let mut table = DelveTable::new(seat, told);
        let side = |length: i32| (length / FIRST_SCALE) as u32;
        let mut board = Board::new(side(800), side(600 - BAR_HEIGHT));
        table.draw(&mut board);
        Self {
            table,
            board,
            folder,
        }
    }

    fn press(&mut self, key: Key) {
        self.table.press(key, &mut self.board);
    }

    fn compare(&self, shot: &Screenshot) -> Result<(), String> {
        tiles::compare(&self.board, shot)
    }
}

const TURNS: [(&str, &str, Key); 4] = [
    ("l", "l", Key::Char('l')),
    ("Down", "ArrowDown", Key::Down),
    ("o", "o", Key::Char('o')),
    ("i", "i", Key::Char('i')),
];

#[test]
fn turns_of_delve_are_drawn_in_the_window_and_kept() {
    let mut model = Model::new();
    let mut window = Window::display();
    let program = std::env::var("PARLOUR_DELVE").expect("`cargo xtask window` names it");
    window.open(&program, &["--window", "800x600"], TITLE);
    window.point(Pixel::new(400, 400));
    window.expect("the first sight", &|shot| model.compare(shot));
    for (name, _, key) in TURNS {
        window.key(name);
        model.press(key);
        window.expect(name, &|shot| model.compare(shot));
    }
    window.key("Escape");
    model.press(Key::Escape);
    window.expect("the map again", &|shot| model.compare(shot));
    window.key("q");
    assert!(window.ended_well());
    window.open(&program, &["--window", "800x600"], TITLE);
    window.expect("the kept game", &|shot| model.compare(shot));
}

#[test]
fn turns_of_delve_in_the_browser_give_the_state_of_the_desktop() {
    let mut model = Model::new();
    let mut page = Page::open("delve.html");
    page.expect("the first sight", &|shot| model.compare(shot));
    page.point(Pixel::new(400, 400));
    for (_, name, key) in TURNS {
        page.key(name);
        model.press(key);
        page.expect(name, &|shot| model.compare(shot));
        let state = page.stored("parlour/state");
        assert_eq!(state, Some(model.table.fingerprint()));
    }
    let kept = page.stored(&format!("parlour/save/{SAVE}"));
    let file = std::fs::read(model.folder.path().join(SAVE));
    let hex: String = file
        .expect("the model kept it as well")
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    assert_eq!(kept, Some(hex), "the same game, byte by byte");
    model.press(Key::Escape);
    page.reload();
    page.expect("the kept game goes on", &|shot| model.compare(shot));
    assert_eq!(page.troubles(), serde_json::json!([]));
}
