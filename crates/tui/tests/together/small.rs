//! Tables with others on small terminals.

use parlour_tui::kingslayer::{Gathering, Porch};

use crate::porch::House;
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
