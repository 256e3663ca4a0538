//! An order as one number, and results as bits.
//!
//! Locations are numbered as `Board.locations` lists them.
//!
//! | bits | meaning |
//! | --- | --- |
//! | 0-3 | 1 hold, 2 move, 3 support to hold, 4 support to move, 5 convoy, 6 retreat, 7 disband, 8 build |
//! | 4 | the ordered unit is a fleet |
//! | 5 | the move goes VIA convoy |
//! | 6 | the unit that is helped or carried is a fleet |
//! | 8-19 | location of the ordered unit |
//! | 20-31 | location of the unit that is helped or carried |
//! | 32-43 | location it goes to, or the helped or carried unit does |

use parlour_diplomacy::{Code, Location, Order, Place, Unit, UnitKind};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::diplomacy::board::Board;
use crate::diplomacy::position::Position;

/// The kind of an order and its own unit; VIA; the other unit; where it goes.
const OWN: i64 = 0xf_ff1f;
const VIA: i64 = 0x20;
const OTHER: i64 = 0xfff0_0040;
const GOAL: i64 = 0xfff_0000_0000;

/// The number that stands for an order; 0 for a waive, which is no order.
pub fn encode(order: Order) -> i64 {
    let unit =
        |unit: Unit| i64::from(unit.kind == UnitKind::Fleet) << 4 | (unit.at.index() as i64) << 8;
    let other =
        |unit: Unit| i64::from(unit.kind == UnitKind::Fleet) << 6 | (unit.at.index() as i64) << 20;
    let goal = |to: Location| (to.index() as i64) << 32;
    match order {
        Order::Hold { unit: own } => 1 | unit(own),
        Order::Move { unit: own, to, via } => 2 | unit(own) | i64::from(via) << 5 | goal(to),
        Order::SupportHold { unit: own, target } => 3 | unit(own) | other(target),
        Order::SupportMove {
            unit: own,
            target,
            to,
        } => 4 | unit(own) | other(target) | goal(to),
        Order::Convoy {
            unit: own,
            army,
            to,
        } => 5 | unit(own) | other(army) | goal(to),
        Order::Retreat { unit: own, to } => 6 | unit(own) | goal(to),
        Order::Disband { unit: own } => 7 | unit(own),
        Order::Build { unit: own } => 8 | unit(own),
        Order::Waive => 0,
    }
}

/// The order that a number stands for, on a board of so many locations.
pub fn decode(code: i64, locations: usize) -> Option<Order> {
    let fleet = |bit: u32| {
        if code >> bit & 1 == 0 {
            UnitKind::Army
        } else {
            UnitKind::Fleet
        }
    };
    let at = |bit: u32| {
        let index = (code >> bit & 0xfff) as usize;
        (index < locations).then(|| Location::from_index(index))
    };
    let unit = Unit {
        kind: fleet(4),
        at: at(8)?,
    };
    let target = Unit {
        kind: fleet(6),
        at: at(20)?,
    };
    let to = at(32)?;
    // The bits that mean something; the others must not be there.
    let (order, bits) = match code & 0xf {
        1 => (Order::Hold { unit }, OWN),
        2 => {
            let via = code >> 5 & 1 != 0;
            (Order::Move { unit, to, via }, OWN | VIA | GOAL)
        }
        3 => (Order::SupportHold { unit, target }, OWN | OTHER),
        4 => (Order::SupportMove { unit, target, to }, OWN | OTHER | GOAL),
        5 => {
            let army = target;
            (Order::Convoy { unit, army, to }, OWN | OTHER | GOAL)
        }
        6 => (Order::Retreat { unit, to }, OWN | GOAL),
        7 => (Order::Disband { unit }, OWN),
        8 => (Order::Build { unit }, OWN),
        _ => return None,
    };
    (code & !bits == 0).then_some(order)
}

/// The order that a number stands for, as text.
#[pyfunction]
pub fn order_text(board: &Board, code: i64) -> PyResult<String> {
    let order = decode(code, board.inner.locations().count());
    let order =
        order.ok_or_else(|| PyValueError::new_err(format!("{code} stands for no order")))?;
    Ok(order.show(&board.inner).to_string())
}

/// The number that stands for an order, given as text of the notation of records.
#[pyfunction]
pub fn order_code(py: Python<'_>, position: &Position, power: &str, text: &str) -> PyResult<i64> {
    position.encoded(py, power, text)
}

/// The codes that the bits of results stand for, bit 0 first.
#[pyfunction]
pub fn result_bits() -> Vec<&'static str> {
    Code::ALL.iter().map(|code| code.text()).collect()
}
