//! Tables with others on small terminals.

use parlour_tui::kingslayer::{Finder, Gathering, Porch, Returning};
use parlour_tui::{Lent, Screen, Stack};
use ratatui::Terminal;
use ratatui::backend::TestBackend;

use crate::porch::{Around, House};
use crate::styles::{themes, with_styles};
use crate::{Stage, drawn_at, lobby, stack, table};

#[test]
fn a_table_with_others_is_played_down_to_a_telephone() {
    for (width, height) in [(40, 18), (60, 20)] {
        let size = format!("{width}x{height}");
        let mut stage = Stage::of(table(), true);
        stage.press('1');
        let name = format!("table_{size}");
        insta::assert_snapshot!(name, drawn_at(&mut stage.stack, width, height));
        let mut stage = Stage::of(lobby(), true);
        let name = format!("lobby_{size}");
        insta::assert_snapshot!(name, drawn_at(&mut stage.stack, width, height));
        let over = Gathering {
            over: true,
            ..table()
        };
        let mut stage = Stage::of(over, true);
        let name = format!("end_{size}");
        insta::assert_snapshot!(name, drawn_at(&mut stage.stack, width, height));
        let mut porch = stack(Box::new(Porch::new(Box::new(House::default()))));
        let name = format!("porch_{size}");
        insta::assert_snapshot!(name, drawn_at(&mut porch, width, height));
    }
}

/// The lobby, the table and its end, on dark and on light terminals and without colours,
/// from a telephone to a screen with room.
#[test]
fn tables_with_others_in_every_theme_at_every_size() {
    let over = Gathering {
        over: true,
        ..table()
    };
    for (what, gathering) in [("lobby", lobby()), ("table", table()), ("end", over)] {
        for (theme_name, theme) in themes() {
            let mut stack = Stack::new(
                Box::new(Stage::screen(gathering.clone(), true)),
                Lent::silent(theme),
            );
            for (width, height) in [(80, 24), (120, 40), (60, 20), (40, 18)] {
                let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
                terminal.draw(|frame| stack.draw(frame)).unwrap();
                let name = format!("{what}_{theme_name}_{width}x{height}");
                insta::assert_snapshot!(name, with_styles(&terminal));
            }
        }
    }
}

/// How a screen is opened.
type Opening = fn() -> Box<dyn Screen>;

/// The ways to a table, likewise.
#[test]
fn the_ways_to_a_table_in_every_theme_at_every_size() {
    let screens: [(&str, Opening); 3] = [
        ("porch", || Box::new(Porch::new(Box::new(House::default())))),
        ("finder", || Box::new(Finder::new(Box::new(Around)))),
        ("returning", || {
            let nowhere = |_| Err(String::from("not now"));
            Box::new(Returning::new("Ann", "Anna", nowhere))
        }),
    ];
    for (what, screen) in screens {
        for (theme_name, theme) in themes() {
            let mut stack = Stack::new(screen(), Lent::silent(theme));
            for (width, height) in [(80, 24), (120, 40), (60, 20), (40, 18)] {
                let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
                terminal.draw(|frame| stack.draw(frame)).unwrap();
                let name = format!("{what}_{theme_name}_{width}x{height}");
                insta::assert_snapshot!(name, with_styles(&terminal));
            }
        }
    }
}
