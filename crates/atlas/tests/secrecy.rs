//! A player's picture before the phase is resolved: that player's orders and
//! nothing that depends on the others'.

use parlour_atlas::{Chart, DrawnOrder, Look, OrdersShown, Picture};
use parlour_diplomacy::PhaseRecord;

const RECORDS: &str = include_str!("../../diplomacy/fixtures/phases.jsonl");

fn drawn_for(power: &str, record: &PhaseRecord) -> String {
    let chart = Chart::standard();
    let board = chart.board();
    let position = record.position(board).unwrap();
    let shown = OrdersShown {
        power: board.power(power),
        results: false,
    };
    let orders = DrawnOrder::of_record(board, &position, record, shown).unwrap();
    assert!(orders.iter().all(|order| Some(order.power) == shown.power));
    let picture = Picture {
        chart,
        position: &position,
        orders: &orders,
        look: &Look::default(),
    };
    picture.svg().unwrap()
}

#[test]
fn a_players_picture_does_not_change_with_the_orders_of_others() {
    let movement = RECORDS
        .lines()
        .map(|line| PhaseRecord::parse(line).unwrap())
        .filter(|record| record.phase.to_string().ends_with('M'));
    let mut pictures = 0;
    for record in movement.take(12) {
        for power in record.orders.keys() {
            let mut alone = record.clone();
            alone.orders.retain(|own, _| own == power);
            let (full, own) = (drawn_for(power, &record), drawn_for(power, &alone));
            assert!(full == own, "{:?} for {power}", record.id);
            pictures += 1;
        }
    }
    assert!(pictures > 40, "{pictures}");
}
