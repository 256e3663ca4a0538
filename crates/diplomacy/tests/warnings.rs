//! Warnings about a player's own orders that do not fit together.

use parlour_diplomacy::{Board, Order, Position, Rulebook, Scene, check, notation, warnings};

fn warned(orders: &[&str]) -> Vec<String> {
    let board = Board::standard();
    let france = board.power("FRANCE").unwrap();
    let mut position: Position = board.start().clone();
    for fleet in ["F ENG", "F MAO"] {
        let unit = board.unit(fleet).unwrap();
        let power = france;
        position.place(
            board.province_of(unit.at),
            parlour_diplomacy::Placed { power, unit },
        );
    }
    let scene = Scene::new(board, &position, Rulebook::default());
    let orders: Vec<Order> = orders
        .iter()
        .map(|text| {
            let read = notation::read_order(board, text).unwrap();
            check(&scene, france, read).unwrap().order
        })
        .collect();
    let found = warnings(board, &position, france, &orders);
    found.iter().map(ToString::to_string).collect()
}

#[test]
fn orders_that_fit_give_no_warning() {
    let fitting = ["A Par - Bur", "A Mar S A Par - Bur", "F Bre H"];
    assert_eq!(warned(&fitting), Vec::<String>::new());
    // Foreign units may do as they like.
    assert_eq!(warned(&["A Mar S A Ven - Pie"]), Vec::<String>::new());
    // A support without a coast fits every coast.
    let coasts = ["F Mao - Spa/nc", "A Mar S F Mao - Spa"];
    assert_eq!(warned(&coasts), Vec::<String>::new());
}

#[test]
fn own_orders_that_do_not_fit_are_named() {
    let one = |orders: &[&str], words: &str| {
        let found = warned(orders);
        assert!(found.iter().any(|text| text.contains(words)), "{found:?}");
    };
    one(
        &["A Par - Pic", "A Mar S A Par - Bur"],
        "A PAR is ordered A PAR - PIC",
    );
    one(&["A Mar S A Par - Bur"], "A PAR has no such order");
    one(&["A Par - Bur", "A Mar S A Par - Gas"], "does not fit");
    one(
        &["F Mao - Spa/nc", "A Mar S F Mao - Spa/sc"],
        "F MAO is ordered F MAO - SPA/NC",
    );
    one(&["A Par - Gas", "A Mar - Gas"], "go to the same province");
    one(
        &["A Par - Bre", "F Bre H"],
        "will bounce: F BRE stays there",
    );
}
