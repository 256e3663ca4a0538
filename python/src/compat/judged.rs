//! What the judge said of a movement phase, kept so that it can be told without judging
//! again.

use parlour_diplomacy::{
    Location, Movement, Order, Place as _, Power, Province, ProvinceSet, Scene, Unit,
};
use pyo3::prelude::*;

use super::Core;
use super::holdings::{Orders, position};
use super::lists::List;
use super::words::movers;

/// A movement phase, judged.
pub struct Judged {
    /// The orders that can be played, power by power.
    pub legal: Vec<Order>,
    /// Where those of each power end.
    ends: Vec<usize>,
    /// Units whose orders cannot be played.
    pub void: ProvinceSet,
    pub movement: Movement,
    /// Supporters that do not help to dislodge a unit of their own power.
    pub unwilling: ProvinceSet,
    /// The dislodged units.
    pub gone: Vec<Gone>,
}

/// A unit that was dislodged.
pub struct Gone {
    pub at: Province,
    /// Where the unit that drove it out came from.
    pub attacker: Option<Province>,
    /// Where it may go, by the letters of the places.
    pub retreats: Vec<Location>,
}

impl Judged {
    /// Judges what the powers have given to their units.
    pub fn of<'o>(
        core: &Core,
        py: Python<'_>,
        units: &[List<Unit>],
        given: impl Iterator<Item = &'o Orders>,
    ) -> PyResult<Self> {
        let board = core.board;
        let position = position(core, py, units)?;
        let scene = Scene::new(board, &position, core.rules);
        let mut legal = Vec::with_capacity(40);
        let mut ends = Vec::with_capacity(units.len());
        let mut void = ProvinceSet::EMPTY;
        for (power, own) in board.powers().zip(given) {
            own.walk(core, py, &scene, power, |unit, order| match order {
                Some(order) => legal.push(order),
                None => void.insert(board.province_of(unit.at)),
            })?;
            ends.push(legal.len());
        }
        let (movement, unwilling, gone) = core.with_judge(|judge| {
            let movement = judge.movement(&position, &legal);
            let mut unwilling = ProvinceSet::EMPTY;
            for (unit, _) in movers(&legal) {
                let at = board.province_of(unit.at);
                if !judge.helpers(at).is_empty() {
                    unwilling = unwilling.or(judge.unwilling(&movement, at));
                }
            }
            let gone = movement.dislodged.iter().map(|at| {
                let mut retreats: Vec<_> = judge.retreats(&movement, at).iter().collect();
                retreats.sort_unstable_by_key(|to| board.code(*to));
                Gone {
                    at,
                    attacker: judge.dislodger(&movement, at),
                    retreats,
                }
            });
            let gone = gone.collect();
            (movement, unwilling, gone)
        });
        Ok(Self {
            legal,
            ends,
            void,
            movement,
            unwilling,
            gone,
        })
    }

    /// The dislodged unit of a province.
    pub fn gone_from(&self, at: Province) -> Option<&Gone> {
        self.gone.iter().find(|gone| gone.at == at)
    }

    /// Whether a power's order for its unit was played.
    pub fn is_obeyed(&self, power: Power, unit: Unit) -> bool {
        let end = |number: usize| self.ends.get(number).copied().unwrap_or_default();
        let number = power.index();
        let own = number.checked_sub(1).map_or(0, end)..end(number);
        let mut orders = self.legal[own].iter();
        orders.any(|order| order.unit() == Some(unit))
    }
}
