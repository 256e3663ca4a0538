//! The lists of legal orders hold exactly what the check accepts.

use std::collections::BTreeSet;

use parlour_diplomacy::{
    Board, Location, Order, PhaseRecord, Position, Power, ProvinceSet, Rulebook, Scene, Step, Unit,
    UnitKind, convoy, legal_orders_of_power, legal_orders_of_unit,
};

/// Every order that could be written for a unit on this board with these units.
fn conceivable(board: &Board, position: &Position, unit: Unit) -> Vec<Order> {
    let others: Vec<Unit> = position.units().map(|(_, placed)| placed.unit).collect();
    let mut orders = vec![Order::Hold { unit }];
    for to in board.locations() {
        for via in [false, true] {
            orders.push(Order::Move { unit, to, via });
        }
        for target in &others {
            let target = *target;
            orders.push(Order::SupportMove { unit, target, to });
            orders.push(Order::Convoy {
                unit,
                army: target,
                to,
            });
        }
    }
    orders.extend(others.iter().map(|target| Order::SupportHold {
        unit,
        target: *target,
    }));
    orders
}

/// Of two orders that mean the same, the one that is listed.
fn is_listed_form(board: &Board, fleets: ProvinceSet, order: Order) -> bool {
    match order {
        Order::Move { unit, to, via } => {
            let (from, there) = (board.province_of(unit.at), board.province_of(to));
            let walks = board.steps(unit).contains(to);
            let fits = unit.kind == UnitKind::Fleet || Location::from(there) == to;
            fits && if via {
                convoy::route_exists(board, from, there, fleets)
            } else {
                walks
            }
        }
        Order::Convoy { to, .. } => Location::from(board.province_of(to)) == to,
        Order::SupportMove { target, to, .. } => {
            target.kind == UnitKind::Fleet || Location::from(board.province_of(to)) == to
        }
        _ => true,
    }
}

fn movement_lists_are_exact(board: &Board, position: &Position, rules: Rulebook, id: &str) {
    let scene = Scene::new(board, position, rules);
    for (province, placed) in position.units() {
        let expected: BTreeSet<Order> = conceivable(board, position, placed.unit)
            .into_iter()
            .filter(|order| is_listed_form(board, scene.fleets, *order))
            .filter(|order| scene.check(placed.power, *order).is_ok())
            .collect();
        let list = legal_orders_of_unit(board, position, rules, province);
        let found: BTreeSet<Order> = list.iter().copied().collect();
        assert_eq!(found.len(), list.len(), "{id}: an order is listed twice");
        let show = |orders: &BTreeSet<Order>, others: &BTreeSet<Order>| -> Vec<String> {
            let only = orders.difference(others);
            only.map(|order| order.show(board).to_string()).collect()
        };
        assert!(
            found == expected,
            "{id} {}: missing {:?}, too much {:?}",
            board.unit_text(placed.unit),
            show(&expected, &found),
            show(&found, &expected),
        );
    }
}

#[test]
fn movement_lists_hold_exactly_the_legal_orders() {
    let every = if std::env::var_os("PARLOUR_TEST_LONG").is_some() {
        1
    } else {
        4
    };
    let tables = [
        include_str!("../fixtures/phases.jsonl"),
        include_str!("../fixtures/datc.jsonl"),
    ];
    for line in tables.iter().flat_map(|table| table.lines()).step_by(every) {
        let record = PhaseRecord::parse(line).unwrap();
        if record.phase.step == Step::Movement {
            let board = record.board().unwrap();
            let position = record.position(board).unwrap();
            let id = record.id.as_deref().unwrap();
            for rules in ["", "via=land-fallback", "convoy=any", "text=strict"] {
                movement_lists_are_exact(board, &position, rules.parse().unwrap(), id);
            }
        }
    }
    let training = Board::named("training").unwrap();
    movement_lists_are_exact(training, training.start(), Rulebook::default(), "training");
}

#[test]
fn retreat_and_build_lists_hold_exactly_the_legal_orders() {
    let table = include_str!("../fixtures/phases.jsonl");
    let mut builds = 0;
    for line in table.lines() {
        let record = PhaseRecord::parse(line).unwrap();
        let board = record.board().unwrap();
        let position = record.position(board).unwrap();
        if record.phase.step == Step::Movement {
            continue;
        }
        let scene = Scene::new(board, &position, Rulebook::default());
        for power in board.powers() {
            let list = legal_orders_of_power(board, &position, Rulebook::default(), power);
            let found: BTreeSet<Order> = list.iter().copied().collect();
            assert_eq!(found.len(), list.len());
            let expected: BTreeSet<Order> = every_other_order(board)
                .into_iter()
                .filter(|order| scene.check(power, *order).is_ok())
                .collect();
            assert_eq!(
                found,
                expected,
                "{:?} {}",
                record.id,
                board.power_name(power)
            );
            builds += list
                .iter()
                .filter(|order| matches!(order, Order::Build { .. }))
                .count();
        }
    }
    assert!(builds > 100);
}

fn every_other_order(board: &Board) -> Vec<Order> {
    let mut orders = vec![Order::Waive];
    for at in board.locations() {
        for kind in [UnitKind::Army, UnitKind::Fleet] {
            let unit = Unit { kind, at };
            orders.push(Order::Disband { unit });
            orders.push(Order::Build { unit });
            orders.extend(board.locations().map(|to| Order::Retreat { unit, to }));
        }
    }
    orders
}

#[test]
fn the_start_has_the_well_known_number_of_moves() {
    let board = Board::standard();
    let list = |power: &str| {
        let power: Power = board.power(power).unwrap();
        legal_orders_of_power(board, board.start(), Rulebook::default(), power)
    };
    let moves = |power: &str| {
        let moves = list(power).into_iter();
        moves
            .filter(|order| matches!(order, Order::Move { .. }))
            .count()
    };
    // By hand: A BUD 5, A VIE 5, F TRI 3.
    assert_eq!(moves("AUSTRIA"), 13);
    // By hand: F EDI 4, F LON 4, A LVP 4.
    assert_eq!(moves("ENGLAND"), 12);
}
