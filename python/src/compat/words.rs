//! Where the package calls a result by another name than we do.

use parlour_diplomacy::{Board, Location, Order, Province, ProvinceSet, Unit};

use super::judged::Judged;

/// The moves among orders: who, and where to.
pub fn movers(orders: &[Order]) -> impl Iterator<Item = (Unit, Location)> {
    orders.iter().filter_map(|order| match order {
        Order::Move { unit, to, .. } => Some((*unit, *to)),
        _ => None,
    })
}

/// Where the package calls a result by another name than we do.
pub struct Words {
    /// Supports that do not count because they would dislodge the own unit are void.
    pub void: ProvinceSet,
    /// Of a convoy that fails, army, supporters and fleets alike have `no convoy`; so
    /// have fleets whose army walks.
    pub no_convoy: ProvinceSet,
    /// Only a fleet that takes its army's route away without being dislodged is
    /// `disrupted`.
    pub unbroken: ProvinceSet,
}

impl Words {
    pub fn of(board: &Board, judged: &Judged) -> Self {
        let Judged {
            legal: orders,
            movement,
            unwilling,
            ..
        } = judged;
        let mut words = Self {
            void: ProvinceSet::EMPTY,
            no_convoy: ProvinceSet::EMPTY,
            unbroken: movement.dislodged,
        };
        let stranded = movement.no_convoy.or(movement.disrupted);
        let goes = |from: Province, to: Location| {
            movers(orders).any(|(unit, goal)| {
                let there = board.province_of(goal) == board.province_of(to);
                board.province_of(unit.at) == from && there
            })
        };
        for order in orders {
            let Some(unit) = order.unit() else { continue };
            let at = board.province_of(unit.at);
            let unharmed = !movement.cut.contains(at) && !movement.void.contains(at);
            match *order {
                Order::Move { .. } if stranded.contains(at) => {
                    words.no_convoy.insert(at);
                    words.unbroken.insert(at);
                }
                Order::Convoy { army, to, .. } => {
                    let from = board.province_of(army.at);
                    let held_up = stranded.contains(from);
                    let broken = held_up && movement.disrupted.contains(at);
                    let sails = movement.by_sea.contains(from) && !held_up;
                    if goes(from, to) && !movement.void.contains(at) && !broken && !sails {
                        words.no_convoy.insert(at);
                        words.unbroken.insert(at);
                    }
                }
                Order::SupportMove { target, .. } if unharmed => {
                    let from = board.province_of(target.at);
                    if unwilling.contains(at) || movement.no_convoy.contains(from) {
                        words.void.insert(at);
                    } else if movement.disrupted.contains(from) {
                        words.no_convoy.insert(at);
                    }
                }
                _ => {}
            }
        }
        words
    }
}
