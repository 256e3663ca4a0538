//! The screens around the table on dark and on light terminals and without colours, from
//! a telephone to a screen with room.

use std::rc::Rc;

use parlour_tui::kingslayer::{Lessons, StatisticsScreen, entrance};
use parlour_tui::{Lent, Screen, Stack, Theme};

use crate::entrance::{Nobody, games, today};
use crate::looking_back::{at_the_end, wait_for_the_curve};
use crate::remembered::remembered;
use crate::styles::{themes, with_styles};
use crate::{press, terminal};

const SIZES: [(u16, u16); 4] = [(80, 24), (120, 40), (60, 20), (40, 18)];

/// Draws what comes of these keys, in every theme at every size.
fn everywhere(what: &str, screen: impl Fn(Theme) -> Stack, keys: &str) {
    for (theme_name, theme) in themes() {
        let mut stack = screen(theme);
        press(&mut stack, keys);
        if what == "looking_back" {
            wait_for_the_curve(&mut stack);
        }
        for (width, height) in SIZES {
            let shown = with_styles(&terminal(&mut stack, width, height));
            // Signs beyond these are missing in many fonts.
            let uncommon = shown.chars().find(|sign| *sign > '\u{2666}');
            assert_eq!(uncommon, None, "{shown}");
            let name = format!("{what}_{theme_name}_{width}x{height}");
            insta::assert_snapshot!(name, shown);
        }
    }
}

fn alone(screen: impl Screen + 'static, theme: Theme) -> Stack {
    Stack::new(Box::new(screen), Lent::silent(theme))
}

#[test]
fn the_entrance_in_every_theme_at_every_size() {
    let screen = |theme| alone(entrance(Rc::new(Nobody)), theme);
    everywhere("entrance", screen, "j");
}

#[test]
fn the_statistics_in_every_theme_at_every_size() {
    let screen = |theme| {
        let screen = StatisticsScreen::new(games(), today());
        alone(screen.kept_by(Rc::new(Nobody)), theme)
    };
    everywhere("statistics", screen, "");
    everywhere("finished_games", screen, "gj");
}

#[test]
fn a_lesson_in_every_theme_at_every_size() {
    let screen = |theme| alone(Lessons::new(), theme);
    everywhere("lesson", screen, "1");
}

#[test]
fn looking_back_in_every_theme_at_every_size() {
    everywhere("looking_back", at_the_end, "a");
}

#[test]
fn a_game_at_somebody_elses_table_in_every_theme_at_every_size() {
    everywhere("remembered", |theme| alone(remembered(), theme), "lll");
}
