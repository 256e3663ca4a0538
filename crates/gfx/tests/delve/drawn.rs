//! What the board shows, whatever its size.

use parlour_rogue::Key;
use parlour_rogue_window::tiles::{Board, Shape, Tile, TileGame};

use super::{Sitting, words};

#[test]
fn the_board_shows_the_player_and_the_words_its_state_and_advice() {
    let sitting = Sitting::new();
    let here = sitting.table.view().here;
    let tile = sitting.board.tile_at(here).expect("on it");
    assert_eq!(tile.letter(), '@');
    let under = tile.under.expect("the ground is known");
    assert!("<>.".contains(under.letter), "{under:?}");
    assert_eq!(sitting.board.shown().cursor, None, "nothing is looked at");
    let words = sitting.words();
    let sheet = &sitting.table.view().sheet;
    assert!(
        words.contains(&format!("{}/{}", sheet.hp, sheet.max_hp)),
        "{words}"
    );
    assert!(words.contains("level 1 of 10"), "{words}");
    assert!(words.contains("?: all keys"), "{words}");
    assert!(words.contains("hjkl"), "the keys of the terminal");
}

#[test]
fn a_wide_window_has_a_panel_beside_the_map_and_says_who_is_in_view() {
    let mut sitting = Sitting::new();
    let letters = (160, 50);
    let area = sitting.table.map_area(letters);
    assert!(area.w < 130 && area.h > 35, "{area:?}");
    let mut wide = Board::new(Shape {
        tiles: (34, 20),
        letters,
    });
    sitting.table.draw(&mut wide);
    let text = words(&wide);
    for part in [
        "In view",
        "Health",
        "Shards 0 bound",
        "F2: pictures or letters",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
fn nothing_is_cut_off_at_the_width_of_a_phone() {
    let mut sitting = Sitting::new();
    let mut slim = Board::new(Shape {
        tiles: (19, 17),
        letters: (40, 27),
    });
    sitting.table.draw(&mut slim);
    assert!(!words(&slim).contains('\u{2026}'), "{}", slim.shown().words);
    assert!(
        words(&slim).contains("?: all keys"),
        "{}",
        slim.shown().words
    );
    sitting.table.press(Key::Char('?'), &mut slim);
    let page = slim.shown().words.to_string();
    assert!(page.contains("Down scrolls"), "{page}");
    for key in "vm@id".chars() {
        sitting.table.press(Key::Escape, &mut slim);
        sitting.table.press(Key::Char(key), &mut slim);
        let page = slim.shown().words.to_string();
        assert!(!page.contains('\u{2026}'), "{key}: {page}");
    }
}

#[test]
fn a_small_board_still_shows_the_player() {
    let mut sitting = Sitting::new();
    for (tiles, letters) in [((11, 7), (20, 8)), ((1, 1), (1, 1))] {
        let mut small = Board::new(Shape { tiles, letters });
        sitting.table.draw(&mut small);
        let letters = small.shown().tiles.iter().map(Tile::letter);
        assert_eq!(letters.filter(|&letter| letter == '@').count(), 1);
    }
}

#[test]
fn the_level_is_shown_in_small_and_a_right_click_closes_it() {
    let mut sitting = Sitting::new();
    sitting.press("ov");
    let page = sitting.words();
    assert!(page.contains('@'), "{page}");
    sitting.table.cancel(&mut sitting.board);
    assert!(!sitting.has_page());
}
