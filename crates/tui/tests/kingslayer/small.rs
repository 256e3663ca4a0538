//! The table and its entrance on small terminals and on larger ones, and what can be
//! clicked there.

use parlour_regicide::Setup;
use parlour_tui::{Background, Colours, Lent, Stack, Theme};

use crate::{drawn, game, game_of, press, stack};

/// Telephones over ssh, and a screen with room.
const SIZES: [(u16, u16); 3] = [(40, 18), (60, 20), (120, 40)];

#[test]
fn the_table_is_played_down_to_a_telephone() {
    for (width, height) in SIZES {
        let mut stack = stack(game(1, 7, false), Colours::Full);
        press(&mut stack, "12");
        let name = format!("table_{width}x{height}");
        insta::assert_snapshot!(name, drawn(&mut stack, width, height));
        press(&mut stack, "q");
        let name = format!("leave_{width}x{height}");
        insta::assert_snapshot!(name, drawn(&mut stack, width, height));
    }
}

#[test]
fn a_payment_a_hint_and_the_end_fit_on_a_telephone() {
    let mut stack = stack(game(1, 7, false), Colours::Full);
    press(&mut stack, "1\n");
    let shown = drawn(&mut stack, 40, 18);
    assert!(shown.contains("pay"), "{shown}");
    for line in shown.lines() {
        assert!(line.trim_matches('"').chars().count() <= 40, "{line}");
    }
}

#[test]
fn what_is_too_small_says_how_much_is_needed() {
    let mut stack = stack(game(1, 7, false), Colours::Full);
    let shown = drawn(&mut stack, 39, 18);
    assert!(shown.contains("40 x 18"), "{shown}");
    let shown = drawn(&mut stack, 40, 17);
    assert!(shown.contains("40 x 18"), "{shown}");
}

#[test]
fn a_light_terminal_shows_the_same_words_in_other_colours() {
    let draw = |light: bool| {
        let theme = Theme::new(Colours::Full).on_light(light);
        let screen = game_of(&Setup::for_players(1), 7, false, None);
        let mut stack = Stack::new(Box::new(screen), Lent::silent(theme));
        let terminal = crate::terminal(&mut stack, 80, 24);
        let cells = terminal.backend().buffer().content().to_vec();
        let words: String = cells.iter().map(ratatui::buffer::Cell::symbol).collect();
        let colours: Vec<_> = cells.iter().map(|cell| cell.fg).collect();
        (words, colours)
    };
    let (dark, light) = (draw(false), draw(true));
    assert_eq!(dark.0, light.0);
    assert_ne!(dark.1, light.1);
    assert!(Background::Light.is_light(false));
}
