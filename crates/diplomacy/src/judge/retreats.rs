//! Retreat phases: each dislodged unit goes to a free place, alone, or leaves
//! the board.

use crate::{Board, Order, Placed, Position, Province, ProvinceSet};

use super::movement::{Code, Codes};

/// The outcome of a retreat phase. Units are named by the province they were
/// dislodged from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Retreats {
    /// Units that got away.
    pub retreated: ProvinceSet,
    /// Units that met others at their destination and left the board.
    pub bounced: ProvinceSet,
    /// Units that left the board as ordered.
    pub disbanded: ProvinceSet,
    /// Units that left the board for want of a legal order.
    pub lost: ProvinceSet,
}

impl Retreats {
    /// What became of the unit's legal order.
    pub fn codes(&self, unit: Province) -> Codes {
        let bounced = self.bounced.contains(unit);
        Codes::OK
            .with_if(bounced, Code::Bounce)
            .with_if(bounced || self.lost.contains(unit), Code::Disband)
    }

    /// All units that left the board.
    pub fn gone(&self) -> ProvinceSet {
        self.bounced.or(self.disbanded).or(self.lost)
    }
}

/// Judges one retreat phase: legal orders, at most one for each unit. The
/// position loses its dislodged units; those that got away stand again.
pub fn judge_retreats(board: &Board, position: &mut Position, orders: &[Order]) -> Retreats {
    let mut outcome = Retreats::default();
    let mut wanted = ProvinceSet::EMPTY;
    let mut contested = ProvinceSet::EMPTY;
    for order in orders {
        if let Order::Retreat { to, .. } = order {
            let there = board.province_of(*to);
            if wanted.contains(there) {
                contested.insert(there);
            }
            wanted.insert(there);
        }
    }
    for order in orders {
        match *order {
            Order::Retreat { unit, to } => {
                let from = board.province_of(unit.at);
                if contested.contains(board.province_of(to)) {
                    outcome.bounced.insert(from);
                } else {
                    outcome.retreated.insert(from);
                }
            }
            Order::Disband { unit } => outcome.disbanded.insert(board.province_of(unit.at)),
            _ => {}
        }
    }
    let dislodged = position.dislodged().to_vec();
    for gone in &dislodged {
        let from = board.province_of(gone.unit.at);
        if !outcome.retreated.or(outcome.gone()).contains(from) {
            outcome.lost.insert(from);
        }
    }
    for order in orders {
        if let Order::Retreat { unit, to } = *order
            && outcome.retreated.contains(board.province_of(unit.at))
            && let Some(gone) = dislodged.iter().find(|gone| gone.unit == unit)
        {
            let mut unit = unit;
            unit.at = to;
            let power = gone.power;
            position.place(board.province_of(to), Placed { power, unit });
        }
    }
    position.set_dislodged(Vec::new());
    outcome
}
