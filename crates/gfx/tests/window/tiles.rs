//! The tile display: the same keys go to the window, or the page, and to a table
//! of the test's own; every tile's ground and the presence of its letter are
//! compared.

use parlour_gfx::camera::Pixel;
use parlour_gfx::saves::Saves;
use parlour_gfx::tiles::board::Tile;
use parlour_gfx::tiles::scene::{BAR_HEIGHT, FIRST_SCALE, is_covered};
use parlour_gfx::tiles::{Board, RogueTable, TileGame, demo};
use parlour_grid::Point;
use parlour_rogue::Key;
use parlour_rogue::demo::Fight;

use crate::display::Window;
use crate::hand::{Folder, Hand};
use crate::page::Page;
use crate::screen::Screenshot;

const TITLE: &str = "Parlour rogue";

/// The demo of seed 1 in a view of 800 by 600, without a window.
struct Model {
    table: RogueTable,
    board: Board,
    folder: Folder,
}

impl Model {
    fn new() -> Self {
        let folder = Folder::new("tiles");
        let saves = Saves::in_folder(folder.path());
        let mut table = demo::table(1, Fight::Dice, saves);
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
        self.board.skip();
    }

    fn compare(&self, shot: &Screenshot) -> Result<(), String> {
        compare(&self.board, shot)
    }
}

/// Every tile stands on its ground, and has its letter's colour somewhere if it
/// has a letter; where words lie over the tiles, they are not compared.
pub fn compare(board: &Board, shot: &Screenshot) -> Result<(), String> {
    let (columns, _) = board.size();
    let frame = board.shown();
    let height = 600 - BAR_HEIGHT;
    let covered = |row| is_covered(&frame.overlay, row, FIRST_SCALE, height);
    for (index, tile) in frame.tiles.iter().enumerate() {
        let place = Point::new(index as i32 % columns as i32, index as i32 / columns as i32);
        if !covered(place.y) {
            compare_tile(shot, place, *tile)?;
        }
    }
    Ok(())
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

#[test]
fn turns_are_drawn_in_the_window() {
    let mut model = Model::new();
    let mut window = Window::display();
    let program = std::env::var("PARLOUR_ROGUE_DEMO").expect("`cargo xtask window` names it");
    window.open(&program, &["--window", "800x600"], TITLE);
    window.point(Pixel::new(400, 400));
    window.expect("the first sight", &|shot| model.compare(shot));
    for (name, key) in [
        ("l", Key::Char('l')),
        ("Down", Key::Down),
        ("n", Key::Char('n')),
    ] {
        window.key(name);
        model.press(key);
        window.expect("a turn", &|shot| model.compare(shot));
    }
    // Looking around costs no turn and moves the cursor.
    window.key("x");
    model.press(Key::Char('x'));
    window.expect("look mode", &|shot| model.compare(shot));
    window.key("Escape");
    model.press(Key::Escape);
    // S keeps the game and closes the window; it opens again where it was left.
    window.key("S");
    assert!(window.ended_well());
    window.open(&program, &["--window", "800x600"], TITLE);
    window.expect("the saved game", &|shot| model.compare(shot));
}

#[test]
fn a_click_walks_there() {
    let mut model = Model::new();
    let mut window = Window::display();
    let program = std::env::var("PARLOUR_ROGUE_DEMO").expect("`cargo xtask window` names it");
    window.open(&program, &["--window", "800x600"], TITLE);
    window.expect("the first sight", &|shot| model.compare(shot));
    let goal = Point::new(3, 3);
    window.point(Pixel::new(
        goal.x * FIRST_SCALE + FIRST_SCALE / 2,
        goal.y * FIRST_SCALE + FIRST_SCALE / 2,
    ));
    window.press(1);
    window.release(1);
    let goal = model.table.goal_at(goal);
    let mut steps = 0;
    while let Some(key) = model.table.step_towards(goal) {
        model.press(key);
        steps += 1;
    }
    assert!(steps > 0, "the player starts elsewhere");
    window.expect("the player is there", &|shot| model.compare(shot));
}

#[test]
fn three_turns_in_the_browser_give_the_state_of_the_desktop() {
    let mut model = Model::new();
    let mut page = Page::open("rogue.html");
    page.expect("the first sight", &|shot| model.compare(shot));
    page.point(Pixel::new(400, 400));
    for (name, key) in [
        ("l", Key::Char('l')),
        ("ArrowDown", Key::Down),
        ("n", Key::Char('n')),
    ] {
        page.key(name);
        model.press(key);
        page.expect("a turn", &|shot| model.compare(shot));
        let state = page.stored("parlour/state");
        assert_eq!(state, Some(model.table.fingerprint()));
    }
    page.key("S");
    model.press(Key::Char('S'));
    page.expect("after saving", &|shot| model.compare(shot));
    let kept = page.stored("parlour/save/rogue-demo.save");
    let file = std::fs::read(model.folder.path().join("rogue-demo.save"));
    let hex: String = file
        .expect("the model saved as well")
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    assert_eq!(kept, Some(hex), "the same save, byte by byte");
    page.reload();
    page.expect("the saved game goes on", &|shot| model.compare(shot));
    assert_eq!(page.troubles(), serde_json::json!([]));
}
