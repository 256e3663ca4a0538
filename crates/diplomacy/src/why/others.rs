//! Reasons in retreat and adjustment phases.

use super::{Reason, listed};
use crate::resolve::OrderFault;
use crate::{Board, Code, Codes, DisbandDistance, Order, Unit};

/// What is told about one judged retreat phase.
pub(crate) struct RetreatAccount<'a> {
    pub(crate) board: &'a Board,
    /// All legal orders.
    pub(crate) orders: &'a [Order],
}

impl RetreatAccount<'_> {
    pub(crate) fn of_order(&self, order: Order, codes: Codes, ordered: bool) -> Reason {
        let text = order.show(self.board).to_string();
        match order {
            Order::Retreat { to, .. } if codes.contains(Code::Bounce) => {
                let there = self.board.province_of(to);
                let others: Vec<String> = self
                    .orders
                    .iter()
                    .filter(|other| **other != order && self.goes_to(**other) == Some(there))
                    .map(|other| other.show(self.board).to_string())
                    .collect();
                let text = format!("{text} met {}; none of them survives", listed(&others));
                Reason {
                    causes: others,
                    text,
                    ..Reason::default()
                }
            }
            Order::Retreat { .. } => told(format!("{text} succeeded")),
            Order::Disband { unit } if !ordered => {
                let unit = self.board.unit_text(unit);
                told(format!("{unit} had no order and was disbanded"))
            }
            Order::Disband { unit } => told(format!(
                "{} was disbanded as ordered",
                self.board.unit_text(unit)
            )),
            _ => told(text),
        }
    }

    fn goes_to(&self, order: Order) -> Option<crate::Province> {
        match order {
            Order::Retreat { to, .. } => Some(self.board.province_of(to)),
            _ => None,
        }
    }
}

/// A retreat order that did not count.
pub(crate) fn retreat_fault(text: &str, fault: &OrderFault, disbands: bool) -> Reason {
    let end = if disbands {
        "; the unit was disbanded"
    } else {
        ""
    };
    told(format!("{text} did not count: {fault}{end}"))
}

/// A build, disband or waived build that was carried out.
pub(crate) fn adjustment_done(board: &Board, order: Order) -> Reason {
    told(match order {
        Order::Build { unit } => format!("{} was built", board.unit_text(unit)),
        Order::Disband { unit } => format!("{} was disbanded as ordered", board.unit_text(unit)),
        _ => String::from("a build was waived"),
    })
}

/// A build or disband that did not count.
pub(crate) fn adjustment_fault(text: &str, fault: &OrderFault) -> Reason {
    told(format!("{text} did not count: {fault}"))
}

/// A unit that was removed because its power did not choose.
pub(crate) fn removed_by_rule(
    board: &Board,
    rule: DisbandDistance,
    unit: Unit,
    distance: u8,
) -> Reason {
    let centers = match rule {
        DisbandDistance::Owned => "the centres its power owns",
        DisbandDistance::Home => "its power's home centres",
    };
    let place = match distance {
        0 => format!("it stood in one of {centers}"),
        1 => format!("it was 1 step from {centers}"),
        u8::MAX => format!("no way leads from it to {centers}"),
        steps => format!("it was {steps} steps from {centers}"),
    };
    let unit = board.unit_text(unit);
    told(format!(
        "{unit} was removed by rule, too few disbands being ordered: {place}; the farthest go \
         first, then fleets, then by the name of the province"
    ))
}

fn told(text: String) -> Reason {
    Reason {
        text,
        ..Reason::default()
    }
}
