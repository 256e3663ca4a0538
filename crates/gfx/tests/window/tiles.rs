//! The tile display: the same keys go to the window, or the page, and to a table
//! of the test's own; every tile's ground and the presence of its letter are
//! compared.

use parlour_gfx::camera::Pixel;
use parlour_gfx::tiles::demo;
use parlour_grid::Point;
use parlour_rogue::Key;
use parlour_rogue::demo::Fight;
use parlour_rogue_window::tiles::{RogueTable, TileGame};

use crate::display::Window;
use crate::hand::Hand;
use crate::model::{Model, POINTER, in_letters, opened};
use crate::page::Page;

const TITLE: &str = "Parlour rogue";
const PROGRAM: &str = "PARLOUR_ROGUE_DEMO";

/// The demo of seed 1.
fn model() -> Model<RogueTable> {
    Model::new(|saves| demo::table(1, Fight::Dice, saves))
}

#[test]
fn turns_are_drawn_in_the_window() {
    let (mut model, mut window) = (model(), Window::display());
    opened(&mut window, PROGRAM, TITLE);
    window.expect("the first sight", &|shot| model.compare(shot));
    let turns = [
        ("l", Key::Char('l')),
        ("Down", Key::Down),
        ("n", Key::Char('n')),
        // Looking around costs no turn and moves the cursor.
        ("x", Key::Char('x')),
        ("Escape", Key::Escape),
    ];
    model.play_along(&mut window, &turns);
    // S keeps the game and plays on; it opens again where it was kept.
    window.key("S");
    model.press(Key::Char('S'));
    window.expect("it says where it is kept", &|shot| model.compare(shot));
    window.key("q");
    assert!(window.ended_well());
    opened(&mut window, PROGRAM, TITLE);
    window.expect("the saved game", &|shot| model.compare(shot));
}

#[test]
fn a_click_walks_there() {
    let (mut model, mut window) = (model(), Window::display());
    opened(&mut window, PROGRAM, TITLE);
    window.expect("the first sight", &|shot| model.compare(shot));
    let goal = Point::new(3, 3);
    let (corner, half) = (model.arranged().tile(goal), model.arranged().scale / 2);
    window.point(Pixel::new(corner.x + half, corner.y + half));
    window.press(1);
    window.release(1);
    window.point(POINTER);
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
    let (mut model, mut page) = (model(), Page::open("rogue.html"));
    page.point(POINTER);
    in_letters(&mut page);
    page.expect("the first sight", &|shot| model.compare(shot));
    let turns = [
        ("l", Key::Char('l')),
        ("ArrowDown", Key::Down),
        ("n", Key::Char('n')),
    ];
    model.play_along_in_page(&mut page, &turns);
    model.play_along(&mut page, &[("S", Key::Char('S'))]);
    let kept = page.stored(&format!("parlour/save/{}", demo::SAVE));
    let same = model.kept(demo::SAVE);
    assert_eq!(kept, Some(same), "the same save, byte by byte");
    page.reload();
    in_letters(&mut page);
    page.expect("the saved game goes on", &|shot| model.compare(shot));
    assert_eq!(page.troubles(), serde_json::json!([]));
}
