//! The bot that holds and the bot that plays at random.

use parlour_rules::Stream;

use super::Question;
use crate::{Board, Order, Place, Province, ProvinceSet, Step, legal_orders_of_power};

/// Everybody stays; who was driven out leaves the board; what must be built or
/// disbanded is taken in the order of the list.
pub(super) fn hold(question: &Question<'_>) -> Vec<Order> {
    let legal = legal(question);
    match question.position.phase.step {
        Step::Movement => each(&legal, |order| matches!(order, Order::Hold { .. })),
        Step::Retreat => each(&legal, |order| matches!(order, Order::Disband { .. })),
        Step::Adjustment => adjust(question, &legal, |_| 0),
    }
}

/// Any legal order for every unit.
pub(super) fn random(question: &Question<'_>, luck: &mut Stream) -> Vec<Order> {
    let legal = legal(question);
    if question.position.phase.step == Step::Adjustment {
        let draws: Vec<u32> = legal.iter().map(|_| luck.below(1 << 16)).collect();
        let rank = |order: Order| {
            let at = legal.iter().position(|it| *it == order);
            at.map_or(0, |at| draws[at] as i32)
        };
        return adjust(question, &legal, rank);
    }
    let mut orders = Vec::new();
    for own in by_unit(&legal) {
        orders.push(own[luck.below(own.len() as u32) as usize]);
    }
    orders
}

pub(super) fn legal(question: &Question<'_>) -> Vec<Order> {
    let (board, position) = (question.board, question.position);
    legal_orders_of_power(board, position, question.rules, question.power)
}

/// The legal orders, unit by unit.
pub(super) fn by_unit(legal: &[Order]) -> Vec<Vec<Order>> {
    let mut units: Vec<Vec<Order>> = Vec::new();
    for order in legal {
        match units.last_mut() {
            Some(own) if own[0].unit() == order.unit() => own.push(*order),
            _ => units.push(vec![*order]),
        }
    }
    units
}

/// The first fitting order of every unit.
fn each(legal: &[Order], fits: impl Fn(&Order) -> bool) -> Vec<Order> {
    let units = by_unit(legal);
    let first = |own: &Vec<Order>| own.iter().copied().find(|it| fits(it));
    units.iter().filter_map(first).collect()
}

/// As many builds or disbands as are due, the lowest first; one for each place.
pub(super) fn adjust(
    question: &Question<'_>,
    legal: &[Order],
    rank: impl Fn(Order) -> i32,
) -> Vec<Order> {
    let (board, position) = (question.board, question.position);
    let due = position.adjustment(board, question.power).unsigned_abs() as usize;
    let mut list: Vec<Order> = legal
        .iter()
        .copied()
        .filter(|it| it.unit().is_some())
        .collect();
    list.sort_by_key(|order| rank(*order));
    let mut taken = ProvinceSet::EMPTY;
    let mut orders = Vec::new();
    for order in list {
        let at = place(board, order);
        if orders.len() < due && !taken.contains(at) {
            taken.insert(at);
            orders.push(order);
        }
    }
    orders
}

/// Where the unit of an order stands.
pub(super) fn place(board: &Board, order: Order) -> Province {
    let unit = order.unit();
    unit.map_or(Province::from_index(0), |unit| board.province_of(unit.at))
}
