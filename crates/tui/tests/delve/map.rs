//! The map with its log and hints, and what is looked at.

use parlour_tui::delve::Manner;
use parlour_tui::{Colours, Input};
use ratatui::crossterm::event::KeyCode;
use ratatui::style::{Color, Modifier};

use crate::{begun, game, hover, small, stack, terminal, type_keys, with_hints};

#[test]
fn a_level_fits_the_smallest_terminal_with_log_and_hint() {
    let mut stack = begun();
    insta::assert_snapshot!("first_moment", small(&mut stack));
    type_keys(&mut stack, "oo");
    insta::assert_snapshot!("after_exploring", small(&mut stack));
}

/// What is said of a game of older rules is longer than a line, and its reason stands
/// at the end.
#[test]
fn a_word_that_is_longer_than_a_line_is_shown_whole() {
    let words = "This game was played under older rules (1, these are 2) and can only be read: \
                 the creatures that it was begun with are not kept any more, and nobody \
                 can say what they would have done from here on.";
    let screen = game(7, with_hints()).saying(Some(String::from(words)));
    let shown = small(&mut stack(screen, Colours::Full));
    let lines = shown.lines().map(|line| line.trim_matches(['"', ' ']));
    let shown = lines.collect::<Vec<_>>().join(" ");
    assert!(shown.contains(words), "{shown}");
}

#[test]
fn a_large_terminal_has_a_longer_log_and_the_company() {
    let mut stack = begun();
    type_keys(&mut stack, "ooo");
    let wide = terminal(&mut stack, 120, 40).backend().to_string();
    insta::assert_snapshot!("large", wide);
}

#[test]
fn look_names_what_is_there_and_enter_walks_there() {
    let mut stack = begun();
    type_keys(&mut stack, "x");
    let text = small(&mut stack);
    assert!(text.contains("You are here, on the stairs up."), "{text}");
    type_keys(&mut stack, "l");
    let text = small(&mut stack);
    assert!(text.contains("You see floor."), "{text}");
    stack.answer(&Input::key(KeyCode::Enter));
    let text = small(&mut stack);
    assert!(text.contains("turn 1"), "{text}");
}

#[test]
fn k21_names_under_the_mouse_are_told_where_something_is_known() {
    let mut stack = begun();
    let shown = terminal(&mut stack, 80, 24);
    let buffer = shown.backend().buffer();
    let (mut player, mut dark) = (None, None);
    for row in 1..20 {
        for column in 2..78 {
            match buffer[(column, row)].symbol() {
                "@" => player = Some((column, row)),
                " " => dark = Some((column, row)),
                _ => {}
            }
        }
    }
    let (column, row) = player.unwrap();
    stack.answer(&hover(column, row));
    assert!(small(&mut stack).contains("you, stairs up"));
    let (column, row) = dark.unwrap();
    stack.answer(&hover(column, row));
    assert!(!small(&mut stack).contains("you, stairs up"));
}

#[test]
fn hints_can_be_turned_off() {
    let mut stack = begun();
    assert!(small(&mut stack).contains("Press o to explore"));
    type_keys(&mut stack, "H");
    let text = small(&mut stack);
    assert!(text.contains("Hints are off."), "{text}");
    type_keys(&mut stack, "..");
    assert!(!small(&mut stack).contains("Press o to explore"));
}

/// What is seen has colour, what is remembered is faint; without colours none
/// has one, and the characters alone tell everything.
#[test]
fn fog_is_drawn_by_style_and_themes_are_kept() {
    for colours in Colours::ALL {
        let mut stack = stack(game(7, with_hints()), colours);
        type_keys(&mut stack, "ooo");
        let shown = terminal(&mut stack, 80, 24);
        let buffer = shown.backend().buffer();
        let cells: Vec<_> = buffer.content().iter().skip(80).take(80 * 19).collect();
        let player = cells.iter().find(|cell| cell.symbol() == "@").unwrap();
        let faint = |cell: &&&ratatui::buffer::Cell| match colours {
            Colours::Full => cell.fg == Color::DarkGray,
            Colours::ColourBlind => cell.fg == Color::Indexed(246),
            Colours::None => cell.modifier.contains(Modifier::DIM),
        };
        assert!(!faint(&player));
        assert!(
            cells
                .iter()
                .any(|cell| cell.symbol() == "." && faint(&cell))
        );
        if colours == Colours::None {
            assert!(cells.iter().all(|cell| cell.fg == Color::Reset));
        }
    }
}

#[test]
fn nothing_wakes_an_idle_game() {
    assert_eq!(begun().every(), None);
}

/// Blows are shown moment by moment: while they are, the screen asks to be woken,
/// any key ends them, and afterwards it rests again. Who wants none has none.
#[test]
fn blows_flash_over_the_map_and_any_key_ends_them() {
    let moving = Manner::default();
    for (manner, flashes) in [(moving, true), (with_hints(), false)] {
        let mut stack = stack(game(7, manner), Colours::Full);
        let mut shown = false;
        // Exploring and striking meets somebody sooner or later.
        for _ in 0..60 {
            type_keys(&mut stack, "o");
            for key in "hjklyubn".chars() {
                type_keys(&mut stack, &key.to_string());
                if stack.every().is_some() {
                    shown = true;
                    let before = small(&mut stack);
                    for _ in 0..100 {
                        stack.due();
                    }
                    assert_eq!(stack.every(), None, "it comes to an end by itself");
                    assert_ne!(small(&mut stack), before);
                }
            }
        }
        assert_eq!(shown, flashes);
        type_keys(&mut stack, "?");
        assert_eq!(stack.every(), None, "a key ends what is shown");
    }
}
