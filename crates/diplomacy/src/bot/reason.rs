//! Reasons of orders, in words: what they change on the board.

use super::{Advice, Question};
use crate::{Board, Order, Power, Resolution, Step, Submitted, resolve};

impl Advice {
    /// Why, in words that follow "it": what the orders change against units that hold,
    /// others ordering what is expected of them. Nothing outside movement phases.
    pub fn reason(&self, question: &Question<'_>) -> Option<String> {
        let (board, position) = (question.board, question.position);
        if position.phase.step != Step::Movement || self.orders.is_empty() {
            return None;
        }
        let judged = |own: &[Order]| {
            let mut orders = Vec::new();
            for order in self.expected.iter().chain(own) {
                let at = order.unit().map(|unit| board.province_of(unit.at));
                if let Some(placed) = at.and_then(|at| position.unit_in(at)) {
                    let text = order.show(board).to_string();
                    orders.push(Submitted::new(board, placed.power, &text));
                }
            }
            resolve(board, question.rules, position, &orders)
        };
        let (was, would) = (judged(&[]), judged(&self.orders));
        Some(reason(board, question.power, &was, &would))
    }
}

/// What some orders change on the board against others, in words: `enters Burgundy`.
pub(super) fn reason(board: &Board, power: Power, was: &Resolution, would: &Resolution) -> String {
    let stands = |resolution: &Resolution, at| {
        let unit = resolution.next.unit_in(at);
        unit.is_some_and(|it| it.power == power)
    };
    let mut gained = Vec::new();
    let mut kept = Vec::new();
    for center in board.centers() {
        let own = was.next.owner(center) == Some(power);
        if stands(would, center) && !stands(was, center) {
            if own {
                kept.push(board.full_name(center));
            } else {
                gained.push(board.full_name(center));
            }
        }
    }
    let lost = |resolution: &Resolution| {
        let dislodged = resolution.dislodged.iter();
        dislodged.filter(|it| it.power == power).count()
    };
    let mut parts = Vec::new();
    if !gained.is_empty() {
        parts.push(format!("enters {}", gained.join(", ")));
    }
    if !kept.is_empty() {
        parts.push(format!("guards {}", kept.join(", ")));
    }
    match (lost(was), lost(would)) {
        (before, after) if before > after => {
            let units = if before - after == 1 { "unit" } else { "units" };
            parts.push(format!(
                "saves {} {units} from being driven out",
                before - after
            ));
        }
        _ => {}
    }
    if parts.is_empty() {
        return String::from("stands better for the next phases");
    }
    parts.join(", ")
}
