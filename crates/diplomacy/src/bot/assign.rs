//! One power's moves by the values of places: every unit goes to the best place that
//! is still free, or helps the one that goes there.
//!
//! This is `DumbBot`'s way: with some chance the next best place is taken, the more
//! likely the nearer its value; a unit in the way is ordered first; where help is not
//! needed the next place is tried; who would only hold helps where it counts most.

use parlour_rules::Stream;

use super::field::Field;
use super::terrain::Terrain;
use crate::{Location, Order, Place, Power, Province, Unit, UnitKind};

/// How freely places below the best are chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Style {
    /// In so many of a hundred cases the next place is considered at all.
    pub(super) alternative: u32,
    /// The larger, the less a worse place is taken.
    pub(super) difference: i64,
    /// Values are changed by up to so many hundredths.
    pub(super) noise: u32,
}

impl Style {
    /// `DumbBot`'s own.
    pub(super) const DUMB: Self = Self {
        alternative: 50,
        difference: 500,
        noise: 0,
    };
}

/// What the units of one power are ordered; kept to be used again.
#[derive(Clone, Debug, Default)]
pub(super) struct Assignment {
    /// By province: which of our units stands there; 255 for none.
    slots: Vec<u8>,
    /// By unit.
    units: Vec<Unit>,
    orders: Vec<Option<Order>>,
    waiting: Vec<bool>,
    /// By unit: the places it can go to and their values, the best first.
    choices: Vec<Vec<(i32, Location)>>,
    /// By province: which of our units goes there.
    comers: Vec<u8>,
    turn: Vec<usize>,
}

const NOBODY: u8 = u8::MAX;

/// What is asked while units are ordered.
pub(super) struct Ground<'a, 'b> {
    pub(super) terrain: &'a Terrain<'b>,
    pub(super) field: &'a Field,
    pub(super) power: Power,
    pub(super) style: Style,
}

impl Assignment {
    /// Adds a power's orders for a movement phase. Units that `fixed` orders already
    /// keep these orders; the field must have been appraised for the power.
    pub(super) fn movement(
        &mut self,
        ground: &Ground<'_, '_>,
        fixed: &[Order],
        luck: &mut Stream,
        list: &mut Vec<Order>,
    ) {
        self.prepare(ground, fixed, luck);
        let mut turn = std::mem::take(&mut self.turn);
        luck.shuffle(&mut turn);
        for unit in &turn {
            self.order(ground, *unit, luck);
        }
        self.turn = turn;
        self.use_idle(ground);
        let orders = self.orders.iter().zip(&self.units);
        list.extend(orders.map(|(order, unit)| order.unwrap_or(Order::Hold { unit: *unit })));
    }

    fn prepare(&mut self, ground: &Ground<'_, '_>, fixed: &[Order], luck: &mut Stream) {
        let (terrain, field, power) = (ground.terrain, ground.field, ground.power);
        let own = &field.units[power.index()];
        self.slots.clear();
        self.slots.resize(terrain.provinces, NOBODY);
        self.comers.clear();
        self.comers.resize(terrain.provinces, NOBODY);
        self.units.clear();
        self.orders.clear();
        self.turn.clear();
        self.choices
            .resize_with(own.len().max(self.choices.len()), Vec::new);
        for (slot, (province, placed)) in own.iter().enumerate() {
            self.slots[province.index()] = slot as u8;
            self.units.push(placed.unit);
            self.turn.push(slot);
            let given = fixed.iter().find(|it| it.unit() == Some(placed.unit));
            self.orders.push(given.copied());
            if let Some(Order::Move { to, .. }) = given {
                self.comers[terrain.board.province_of(*to).index()] = slot as u8;
            }
            let choices = &mut self.choices[slot];
            choices.clear();
            if given.is_some() {
                continue;
            }
            let unit = placed.unit;
            let mut pull = |to| {
                let value = field.pull(terrain, power, unit.kind, to);
                if ground.style.noise == 0 {
                    return value;
                }
                let most = ground.style.noise;
                let changed = i64::from(luck.below(2 * most + 1)) - i64::from(most);
                value + (i64::from(value) * changed / 100) as i32
            };
            choices.push((pull(unit.at), unit.at));
            choices.extend(terrain.board.steps(unit).iter().map(|to| (pull(to), to)));
            choices.sort_unstable_by_key(|choice| std::cmp::Reverse(*choice));
        }
        self.waiting.clear();
        self.waiting.resize(own.len(), false);
    }

    /// Orders one unit, and before it those that stand in its way.
    fn order(&mut self, ground: &Ground<'_, '_>, slot: usize, luck: &mut Stream) {
        if self.orders[slot].is_some() || self.waiting[slot] {
            return;
        }
        self.waiting[slot] = true;
        while !self.choices[slot].is_empty() && self.orders[slot].is_none() {
            let at = self.chosen(ground, slot, luck);
            let (_, to) = self.choices[slot][at];
            if !self.take(ground, slot, to, luck) {
                self.choices[slot].remove(at);
            }
        }
        if self.orders[slot].is_none() {
            let unit = self.units[slot];
            self.orders[slot] = Some(Order::Hold { unit });
        }
        self.waiting[slot] = false;
    }

    /// Which of the unit's places is tried.
    fn chosen(&self, ground: &Ground<'_, '_>, slot: usize, luck: &mut Stream) -> usize {
        let choices = &self.choices[slot];
        let mut at = 0;
        while at + 1 < choices.len() {
            let (here, next) = (i64::from(choices[at].0), i64::from(choices[at + 1].0));
            let worse = if here == 0 {
                0
            } else {
                (here - next) * ground.style.difference / here
            };
            let considered = luck.below(100) < ground.style.alternative;
            if !considered || i64::from(luck.below(100)) < worse {
                break;
            }
            at += 1;
        }
        at
    }

    /// Gives the order that suits this goal; false if none does.
    fn take(
        &mut self,
        ground: &Ground<'_, '_>,
        slot: usize,
        to: Location,
        luck: &mut Stream,
    ) -> bool {
        let board = ground.terrain.board;
        let unit = self.units[slot];
        let there = board.province_of(to);
        if there == board.province_of(unit.at) {
            if self.comers[there.index()] != NOBODY {
                return false;
            }
            self.orders[slot] = Some(Order::Hold { unit });
            return true;
        }
        let stands = self.slots[there.index()];
        if stands != NOBODY && self.orders[usize::from(stands)].is_none() {
            self.order(ground, usize::from(stands), luck);
        }
        let help = self.help(ground, slot, there);
        if help.is_some() {
            self.orders[slot] = help;
            return true;
        }
        let comes = self.comers[there.index()] != NOBODY;
        let stays = stands != NOBODY
            && !matches!(self.orders[usize::from(stands)], Some(Order::Move { .. }));
        if comes || stays || self.swaps(board, unit, stands) {
            return false;
        }
        self.comers[there.index()] = slot as u8;
        self.orders[slot] = Some(Order::Move {
            unit,
            to,
            via: false,
        });
        true
    }

    /// Whether the unit that stands there goes where this one comes from.
    fn swaps(&self, board: &crate::Board, unit: Unit, stands: u8) -> bool {
        let other = (stands != NOBODY)
            .then(|| self.orders[usize::from(stands)])
            .flatten();
        matches!(other, Some(Order::Move { to, .. })
            if board.province_of(to) == board.province_of(unit.at))
    }

    /// The support that is needed in a province: of whoever comes, or of whoever stays.
    fn help(&self, ground: &Ground<'_, '_>, slot: usize, there: Province) -> Option<Order> {
        let unit = self.units[slot];
        let rivals = ground.field.competition(ground.power, there);
        let comer = self.comers[there.index()];
        if comer != NOBODY {
            let coming = self.orders[usize::from(comer)]?;
            return match coming {
                Order::Move {
                    unit: target, to, ..
                } if rivals > 0 && usize::from(comer) != slot => {
                    Some(Order::SupportMove { unit, target, to })
                }
                _ => None,
            };
        }
        let stands = self.slots[there.index()];
        if stands == NOBODY || rivals < 2 || usize::from(stands) == slot {
            return None;
        }
        let staying = self.orders[usize::from(stands)]?;
        let target = self.units[usize::from(stands)];
        (!matches!(staying, Order::Move { .. })).then_some(Order::SupportHold { unit, target })
    }

    /// Who holds helps where it counts most.
    fn use_idle(&mut self, ground: &Ground<'_, '_>) {
        for slot in 0..self.units.len() {
            if !matches!(self.orders[slot], Some(Order::Hold { .. })) {
                continue;
            }
            let unit = self.units[slot];
            let mut best: Option<(i32, Order)> = None;
            for there in ground.terrain.board.reach(unit) {
                if let Some(order) = self.help(ground, slot, there) {
                    let to = match order {
                        Order::SupportMove { target, to, .. } => (target.kind, to),
                        Order::SupportHold { target, .. } => (target.kind, target.at),
                        _ => (UnitKind::Army, there.into()),
                    };
                    let value = ground.field.pull(ground.terrain, ground.power, to.0, to.1);
                    if best.is_none_or(|(most, _)| value > most) {
                        best = Some((value, order));
                    }
                }
            }
            if let Some((_, order)) = best {
                self.orders[slot] = Some(order);
            }
        }
    }
}
