//! Every order that can be legal on a board.

use numpy::PyArray1;
use parlour_diplomacy as engine;
use parlour_diplomacy::{Order, Unit, UnitKind};
use pyo3::prelude::*;

use super::codes::encode;
use crate::diplomacy::board::Board;

/// Every order that can be legal on a board in some position, as ascending numbers:
/// what masks are made over.
#[pyfunction]
pub fn order_vocabulary<'py>(py: Python<'py>, board: &Board) -> Bound<'py, PyArray1<i64>> {
    let board = &*board.inner;
    let codes = py.detach(|| {
        let mut codes: Vec<i64> = vocabulary(board).into_iter().map(encode).collect();
        codes.sort_unstable();
        codes.dedup();
        codes
    });
    PyArray1::from_vec(py, codes)
}

fn vocabulary(board: &engine::Board) -> Vec<Order> {
    let kinds = [UnitKind::Army, UnitKind::Fleet];
    let places = board
        .locations()
        .flat_map(|at| kinds.map(|kind| Unit { kind, at }));
    let units: Vec<Unit> = places.filter(|unit| board.fits(*unit)).collect();
    let coast = board.coastal();
    let carrying = board.seas().or(board.ferries());
    let mut orders = Vec::new();
    for &unit in &units {
        let here = board.province_of(unit.at);
        orders.push(Order::Hold { unit });
        orders.push(Order::Disband { unit });
        if board.centers().contains(here) {
            orders.push(Order::Build { unit });
        }
        for to in board.steps(unit) {
            orders.push(Order::Move {
                unit,
                to,
                via: false,
            });
            orders.push(Order::Retreat { unit, to });
        }
        let sails = unit.kind == UnitKind::Army && coast.contains(here);
        if sails {
            for to in coast.without(here) {
                orders.push(Order::Move {
                    unit,
                    to: to.into(),
                    via: true,
                });
            }
        }
        for &target in &units {
            let there = board.province_of(target.at);
            if there == here {
                continue;
            }
            if board.reach(unit).contains(there) {
                orders.push(Order::SupportHold { unit, target });
            }
            let landed = target.kind == UnitKind::Army && coast.contains(there);
            for to in board.reach(unit).without(there) {
                let walks = board.reach(target).contains(to);
                if walks || landed && coast.contains(to) {
                    orders.push(Order::SupportMove {
                        unit,
                        target,
                        to: to.into(),
                    });
                }
                if walks && target.kind == UnitKind::Fleet && board.has_split_coast(to) {
                    for to in board.fleet_locations(to).and(board.steps(target)) {
                        orders.push(Order::SupportMove { unit, target, to });
                    }
                }
            }
            if landed && unit.kind == UnitKind::Fleet && carrying.contains(here) {
                for to in coast.without(there) {
                    orders.push(Order::Convoy {
                        unit,
                        army: target,
                        to: to.into(),
                    });
                }
            }
        }
    }
    orders
}
