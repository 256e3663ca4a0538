//! Orders are legal on every board, and never in their own way.

use parlour_diplomacy::bot::{Kind, Level};
use parlour_diplomacy::{Board, Order, Power, Province};

use crate::bed::{carry_out, everybody, size};

#[test]
fn every_kind_orders_legally_on_every_board() {
    for board in Board::bundled() {
        for seed in 0..size(20, 2) {
            let mut position = board.start().clone();
            for _ in 0..size(60, 14) {
                // Another kind sits at every power in every game.
                let kinds = Kind::ALL.len() as u64;
                let kind = |power: Power| {
                    let at = (u64::from(power.0) + seed) % kinds;
                    (Kind::ALL[at as usize], 60)
                };
                let orders = everybody(board, &position, seed, kind);
                if !carry_out(board, &mut position, &orders) {
                    break;
                }
            }
        }
    }
}

#[test]
fn search_never_stands_in_its_own_way_and_sends_armies_with_their_fleets() {
    let board = Board::standard();
    let mut position = board.start().clone();
    let (mut supports, mut moves) = (0, 0);
    for _ in 0..size(60, 16) {
        let orders = everybody(board, &position, 3, |_| (Kind::Search(Level::Club), 300));
        for (_, own) in &orders {
            let goals: Vec<_> = own.iter().filter_map(|it| goal(board, *it)).collect();
            moves += goals.len();
            for (at, there) in goals.iter().enumerate() {
                assert!(
                    !goals[..at].contains(there),
                    "two go to {}",
                    board.code(*there)
                );
            }
            for order in own {
                // Nor do two change places, or one go where another stays.
                if let Order::Move {
                    unit, via: false, ..
                } = *order
                {
                    let there = goal(board, *order).unwrap();
                    let from = board.province_of(unit.at);
                    let stands = |it: &&Order| {
                        it.unit()
                            .is_some_and(|it| board.province_of(it.at) == there)
                    };
                    let blocked = own.iter().find(stands).is_some_and(|it| match it {
                        Order::Move { via, .. } => !via && goal(board, *it) == Some(from),
                        _ => true,
                    });
                    assert!(!blocked, "{} is stopped by its own", order.show(board));
                }
                supports += usize::from(matches!(
                    order,
                    Order::SupportMove { .. } | Order::SupportHold { .. }
                ));
                if let Order::Move {
                    unit,
                    to,
                    via: true,
                } = *order
                {
                    let carried = own.iter().any(|it| matches!(*it, Order::Convoy { army, to: there, .. } if army == unit && there == to));
                    assert!(carried, "nobody carries {}", order.show(board));
                }
            }
        }
        if !carry_out(board, &mut position, &orders) {
            break;
        }
    }
    assert!(supports > 0 && moves > 0);
}

fn goal(board: &Board, order: Order) -> Option<Province> {
    match order {
        Order::Move { to, .. } => Some(board.province_of(to)),
        _ => None,
    }
}
