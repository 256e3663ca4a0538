//! The examples of the window in a real browser: the cellar in the frame of our own pages,
//! the game of the book in the page that the book shows.

use parlour_gfx::camera::Pixel;
use parlour_gfx::palette;
use parlour_rogue::{Key, Seed};
use parlour_rogue_window::RogueTable;
use serde_json::json;

use crate::hand::Hand;
use crate::model::{Model, POINTER, in_letters};
use crate::page::Page;

#[allow(dead_code, reason = "its main opens a window")]
#[path = "../../../../docs/book/parts/window.rs"]
mod book;

const SAVE: &str = "book.save";

/// The game of the book, with the seed of its program.
fn model() -> Model<RogueTable> {
    Model::new(|saves| {
        let game = book::part13::game(Seed::from_text("the book")).expect("it begins");
        RogueTable::kept("The crown", game, book::part06::layout(), saves, SAVE)
    })
}

#[test]
fn the_game_of_the_book_plays_in_its_page_and_is_kept_there() {
    let (mut model, mut page) = (model(), Page::open_example("crown.html", (800, 600)));
    page.point(POINTER);
    in_letters(&mut page);
    page.expect("the first sight", &|shot| model.compare(shot));
    let turns = [("l", Key::Char('l')), ("ArrowDown", Key::Down)];
    model.play_along_in_page(&mut page, &turns);
    model.play_along(&mut page, &[("S", Key::Char('S'))]);
    let kept = page.stored(&format!("parlour/save/{SAVE}"));
    assert_eq!(kept, Some(model.kept(SAVE)), "the same save, byte by byte");
    page.reload();
    in_letters(&mut page);
    page.expect("the kept game goes on", &|shot| model.compare(shot));
    assert_eq!(page.troubles(), json!([]));
}

#[test]
fn a_page_of_an_example_draws_at_the_size_of_a_phone_and_sleeps() {
    for name in ["cellar.html", "crown.html"] {
        let mut page = Page::open_example(name, (390, 800));
        page.expect("the map and the words are drawn", &|shot| {
            let bare = |at: Pixel| shot.count(at, 390, 200, palette::OUTSIDE) == 390 * 200;
            if bare(Pixel::new(0, 300)) || bare(Pixel::new(0, 600)) {
                return Err(String::from("nothing is drawn"));
            }
            Ok(())
        });
        assert_eq!(page.idle_frames(), 0, "{name} rests while nothing happens");
        assert_eq!(page.troubles(), json!([]), "{name}");
    }
}
