//! Delve in the real window and the real page: the same keys go to a table of the
//! test's own, and the pictures and states are compared.

use parlour_gfx::tiles::delve::{DelveTable, Pocket, SAVE, TITLE};
use parlour_rogue::Key;

use crate::display::Window;
use crate::hand::Hand;
use crate::model::{Model, POINTER, in_letters, opened};
use crate::page::Page;

const PROGRAM: &str = "PARLOUR_DELVE";

/// A game of seed 1.
fn model() -> Model<DelveTable<Pocket>> {
    Model::new(|saves| {
        let (seat, told) = Pocket::open(1, saves);
        DelveTable::new(seat, told)
    })
}

/// A step, an arrow, exploring, the pack and out of it.
fn turns(down: &'static str) -> [(&'static str, Key); 5] {
    [
        ("l", Key::Char('l')),
        (down, Key::Down),
        ("o", Key::Char('o')),
        ("i", Key::Char('i')),
        ("Escape", Key::Escape),
    ]
}

#[test]
fn turns_of_delve_are_drawn_in_the_window_and_kept() {
    let (mut model, mut window) = (model(), Window::display());
    opened(&mut window, PROGRAM, TITLE);
    window.expect("the first sight", &|shot| model.compare(shot));
    model.play_along(&mut window, &turns("Down"));
    window.key("q");
    assert!(window.ended_well());
    opened(&mut window, PROGRAM, TITLE);
    window.expect("the kept game", &|shot| model.compare(shot));
}

#[test]
fn turns_of_delve_in_the_browser_give_the_state_of_the_desktop() {
    let (mut model, mut page) = (model(), Page::open("delve.html"));
    page.point(POINTER);
    in_letters(&mut page);
    page.expect("the first sight", &|shot| model.compare(shot));
    model.play_along_in_page(&mut page, &turns("ArrowDown"));
    let kept = page.stored(&format!("parlour/save/{SAVE}"));
    let same = model.kept(SAVE);
    assert_eq!(kept, Some(same), "the same game, byte by byte");
    page.reload();
    page.expect(
        "the kept game goes on, in letters as it was left",
        &|shot| model.compare(shot),
    );
    assert_eq!(page.troubles(), serde_json::json!([]));
}
