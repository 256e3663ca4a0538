//! How the table looks: at every size, with and without colours.

use std::rc::Rc;
use std::time::Duration;

use parlour_regicide::Setup;
use parlour_tui::kingslayer::{HandOrder, Manner};
use parlour_tui::{Colours, Input, Lent, Remember, Stack, Theme};
use ratatui::buffer::Buffer;
use ratatui::style::{Color, Modifier};

use crate::ends::play_to_the_end;
use crate::styles::{themes, with_styles};
use crate::{
    SIZES, drawn, game, game_in, game_of, manner, press, small, solo, stack, terminal, wide,
};

#[test]
fn a_new_game_at_every_size() {
    for (width, height) in SIZES {
        let name = format!("new_game_{width}x{height}");
        insta::assert_snapshot!(name, drawn(&mut solo(), width, height));
    }
}

#[test]
fn a_selection_and_its_preview_at_every_size() {
    for (width, height) in SIZES {
        let mut stack = solo();
        press(&mut stack, "s1");
        let name = format!("selected_{width}x{height}");
        insta::assert_snapshot!(name, drawn(&mut stack, width, height));
    }
}

#[test]
fn colours_and_no_colours_at_every_size() {
    for (width, height) in SIZES {
        for (colours, name) in [(Colours::Full, "coloured"), (Colours::None, "colourless")] {
            let mut stack = stack(game(1, 7, false), colours);
            press(&mut stack, "s1\n125");
            let terminal = terminal(&mut stack, width, height);
            let name = format!("{name}_{width}x{height}");
            insta::assert_snapshot!(name, with_styles(&terminal));
        }
    }
}

/// On dark and on light terminals and without colours, from a telephone to a screen with
/// room: a game that is played, with the time of day, and one that is over.
#[test]
fn every_theme_at_every_size() {
    for (theme_name, theme) in themes() {
        let screen = || {
            let manner = Manner {
                played: Duration::from_secs(754),
                ..manner(false)
            };
            let screen = game_in(&Setup::for_players(1), 7, manner, None);
            let lent = Lent {
                hour: || Some((20, 15)),
                ..Lent::silent(theme)
            };
            Stack::new(Box::new(screen), lent)
        };
        let mut played = screen();
        press(&mut played, "s1\n125");
        let mut over = screen();
        play_to_the_end(&mut over);
        for (width, height) in [(80, 24), (120, 40), (60, 20), (40, 18)] {
            for (what, stack) in [("played", &mut played), ("over", &mut over)] {
                let terminal = terminal(stack, width, height);
                let name = format!("{what}_{theme_name}_{width}x{height}");
                let shown = with_styles(&terminal);
                // Signs beyond these are missing in many fonts.
                let uncommon = shown.chars().find(|sign| *sign > '\u{2666}');
                assert_eq!(uncommon, None, "{shown}");
                insta::assert_snapshot!(name, shown);
            }
        }
    }
}

#[test]
fn four_people_at_every_size() {
    for (width, height) in SIZES {
        let mut stack = stack(game(4, 3, false), Colours::Full);
        let name = format!("four_people_{width}x{height}");
        insta::assert_snapshot!(name, drawn(&mut stack, width, height));
    }
}

#[test]
fn paying_after_a_play() {
    let mut stack = solo();
    press(&mut stack, "s1\n");
    press(&mut stack, "12");
    insta::assert_snapshot!(small(&mut stack));
}

#[test]
fn leaving_is_asked_and_turning_a_jester_too() {
    let mut stack = solo();
    press(&mut stack, "q");
    insta::assert_snapshot!("leave", small(&mut stack));
    press(&mut stack, "n");
    assert!(!small(&mut stack).contains("Leave?"));
    press(&mut stack, "f\nfyfn");
    assert!(
        !wide(&mut stack).contains("A Jester is turned"),
        "only a second f costs the hand"
    );
    press(&mut stack, "f");
    insta::assert_snapshot!("jester", small(&mut stack));
    press(&mut stack, "f");
    assert!(wide(&mut stack).contains("A Jester is turned"));
    press(&mut stack, "qq");
    assert!(stack.is_empty());
}

/// The cells of the hand that are drawn inverted.
fn inverted(buffer: &Buffer) -> usize {
    let cells = buffer.content().iter();
    cells
        .filter(|cell| cell.modifier.contains(Modifier::REVERSED))
        .count()
}

#[test]
fn a_card_is_selected_by_a_click_and_drawn_inverted() {
    let mut stack = solo();
    let before = terminal(&mut stack, 80, 24);
    assert_eq!(inverted(before.backend().buffer()), 0);
    stack.answer(&Input::click_at(6, 13));
    let after = terminal(&mut stack, 80, 24);
    assert_eq!(inverted(after.backend().buffer()), 9 * 5);
    stack.answer(&Input::click_at(6, 13));
    let again = terminal(&mut stack, 80, 24);
    assert_eq!(inverted(again.backend().buffer()), 0);
}

/// The colours in which each suit's sign is drawn, in the order ♣ ♦ ♥ ♠.
fn suit_colours(colours: Colours, four: bool) -> Vec<Option<Color>> {
    let mut stack = stack(game(1, 7, false), colours);
    if four {
        press(&mut stack, "c");
    }
    let terminal = terminal(&mut stack, 100, 30);
    let buffer = terminal.backend().buffer();
    ["♣", "♦", "♥", "♠"]
        .map(|sign| {
            let cell = buffer.content().iter().find(|cell| cell.symbol() == sign);
            cell.map(|cell| cell.fg)
        })
        .to_vec()
}

#[test]
fn suits_have_two_colours_or_four_or_none() {
    let two = suit_colours(Colours::Full, false);
    assert_eq!((two[1], two[0]), (two[2], two[3]));
    assert_ne!(two[0], two[1]);
    let mut four = suit_colours(Colours::Full, true);
    four.dedup();
    assert_eq!(four.len(), 4);
    let none = suit_colours(Colours::None, true);
    assert!(none.iter().all(|colour| *colour == Some(Color::Reset)));
    let text = |colours| drawn(&mut stack(game(1, 7, false), colours), 100, 30);
    assert_eq!(
        text(Colours::None),
        text(Colours::Full),
        "only colours differ"
    );
}

#[test]
fn every_size_is_drawn_and_a_small_one_says_so() {
    let mut stack = solo();
    for width in (20..200).step_by(13) {
        for height in (5..70).step_by(7) {
            let shown = drawn(&mut stack, width, height);
            if width < 80 || height < 24 {
                // In lines, where there is room for them.
                assert!(!shown.contains("Battlefield"));
                let fits = width >= 40 && height >= 18;
                assert_eq!(shown.contains("Hand: "), fits, "{width}x{height}");
            } else {
                for title in [
                    "Castle",
                    "Battlefield",
                    "Game log",
                    "Your hand",
                    "Keys",
                    "Rules",
                ] {
                    assert!(shown.contains(title), "{title} at {width}x{height}");
                }
            }
        }
    }
}

/// With house rules and practice there are more keys than usual; all of them are
/// there in full.
#[test]
fn all_keys_fit_the_smallest_screen() {
    let mut setup = Setup::for_players(1);
    setup.house.solo_yield = true;
    let mut stack = stack(game_of(&setup, 7, true, None), Colours::Full);
    let shown = small(&mut stack);
    for key in [
        "1-8 ←→ select",
        "Enter play",
        "f turn Jester",
        "y yield",
        "h hint",
        "s sort",
        "u take back",
        "PgUp/Dn rules",
        "F1 help",
        "q leave",
    ] {
        assert!(shown.contains(key), "{key} in\n{shown}");
    }
}

#[test]
fn the_key_to_yield_is_shown_where_the_house_allows_it() {
    let keys = |solo_yield| {
        let mut setup = Setup::for_players(1);
        setup.house.solo_yield = solo_yield;
        let mut stack = stack(game_of(&setup, 7, false, None), Colours::Full);
        let shown = small(&mut stack);
        press(&mut stack, "y");
        if solo_yield {
            let asked = small(&mut stack);
            assert!(asked.contains("the enemy strikes for 10"), "{asked}");
            press(&mut stack, "ny");
            assert!(small(&mut stack).contains("Yield?"), "asked again");
            press(&mut stack, "y");
        }
        (shown.contains("y yield"), wide(&mut stack))
    };
    let (shown, after) = keys(false);
    assert!(!shown && after.contains("(R9.4)"), "{after}");
    let (shown, after) = keys(true);
    assert!(shown && after.contains("It strikes"), "{after}");
}

#[test]
fn four_colours_and_the_order_of_the_hand_are_remembered() {
    let kept = Rc::new(std::cell::RefCell::new(Vec::new()));
    let mut lent = Lent::silent(Theme::new(Colours::Full));
    lent.hand_order = HandOrder::Suit;
    let keep = Rc::clone(&kept);
    lent.remember = Some(Remember(Rc::new(move |four, order| {
        keep.borrow_mut().push((four, order));
    })));
    let mut stack = Stack::new(Box::new(game(1, 7, false)), lent);
    assert!(small(&mut stack).contains("by suit"), "as it was left");
    press(&mut stack, "cs");
    assert!(small(&mut stack).contains("by value"));
    press(&mut stack, "sc");
    assert_eq!(
        *kept.borrow(),
        [
            (true, HandOrder::Suit),
            (true, HandOrder::Value),
            (true, HandOrder::Dealt),
            (false, HandOrder::Dealt),
        ]
    );
}

/// "Finality asks": also at a table with others a slip of the finger costs no turn.
#[test]
fn who_yields_among_others_is_asked_once() {
    let begins = |seed: &u64| {
        let mut stack = stack(
            game_of(&Setup::for_players(2), *seed, false, None),
            Colours::Full,
        );
        small(&mut stack).contains("Your turn").then_some(stack)
    };
    let mut stack = (1..50).find_map(|seed| begins(&seed)).unwrap();
    press(&mut stack, "y");
    assert!(small(&mut stack).contains("Yield?"));
    press(&mut stack, "q");
    assert!(!small(&mut stack).contains("Yield?"), "only y yields");
    press(&mut stack, "yy");
    let shown = wide(&mut stack);
    assert!(shown.contains("yield"), "{shown}");
    assert!(shown.contains("It strikes"), "{shown}");
}
