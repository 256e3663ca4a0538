//! Where candidates come from: habits, convoys, and changes to what did well.

use super::{Order, Search, Style};
use crate::{Place, Province, Unit, UnitKind, convoy};

/// So many candidates by habit to begin with.
const FIRST: usize = 12;
/// And at most so many convoys.
const CONVOYS: usize = 6;

/// Habits with more freedom than usual.
const FREE: Style = Style {
    alternative: 60,
    difference: 300,
    noise: 15,
};

impl Search<'_, '_> {
    /// Fills the pool.
    pub(super) fn begin(&mut self) {
        let calm = Style {
            alternative: 0,
            ..Style::DUMB
        };
        self.by_habit(calm, &[]);
        for _ in 1..FIRST {
            self.by_habit(FREE, &[]);
        }
        for convoy in self.convoys() {
            self.by_habit(calm, &convoy);
        }
    }

    fn by_habit(&mut self, style: Style, fixed: &[Order]) {
        let orders = self.complete(style, fixed);
        self.admit(orders);
    }

    /// Orders by habit around those that are fixed.
    fn complete(&mut self, style: Style, fixed: &[Order]) -> Vec<Order> {
        let mut orders = Vec::new();
        let (lab, luck) = (&mut self.lab, &mut self.luck);
        lab.habit(self.root, self.power, style, fixed, luck, &mut orders);
        self.clear_the_way(&mut orders);
        orders
    }

    /// Lets units hold whose orders our own other orders forbid, until none does: where
    /// much is fixed, who stands in the way may have nowhere to go.
    fn clear_the_way(&self, orders: &mut [Order]) {
        loop {
            let mut kept = orders.to_owned();
            self.keep_what_fits(&mut kept);
            if kept.len() == orders.len() {
                return;
            }
            for order in orders.iter_mut() {
                if !kept.contains(order)
                    && let Some(unit) = order.unit()
                {
                    *order = Order::Hold { unit };
                }
            }
        }
    }

    /// Convoys by our own fleets: the army's order and the fleets', the most useful
    /// first.
    fn convoys(&self) -> Vec<Vec<Order>> {
        let board = self.lab.board();
        let own = &self.lab.field.units[self.power.index()];
        let at_sea = own.iter().filter(|(province, it)| {
            it.unit.kind == UnitKind::Fleet && board.seas().contains(*province)
        });
        let fleets: crate::ProvinceSet = at_sea.map(|(province, _)| *province).collect();
        let mut found: Vec<(i32, Vec<Order>)> = Vec::new();
        for (from, placed) in own {
            if placed.unit.kind != UnitKind::Army || fleets.is_empty() {
                continue;
            }
            let stays = self.value_at(placed.unit);
            for to in convoy::landings(board, *from, fleets) {
                if board.army_borders(*from).contains(to) {
                    continue;
                }
                let there = Unit {
                    kind: UnitKind::Army,
                    at: to.into(),
                };
                let gain = self.value_at(there) - stays;
                if let Some(orders) = self.voyage(placed.unit, *from, to, fleets) {
                    found.push((gain, orders));
                }
            }
        }
        found.sort_by_key(|(gain, _)| std::cmp::Reverse(*gain));
        found.truncate(CONVOYS);
        found.into_iter().map(|(_, orders)| orders).collect()
    }

    fn value_at(&self, unit: Unit) -> i32 {
        self.lab.field.value(&self.lab.terrain, self.power, unit)
    }

    fn voyage(
        &self,
        army: Unit,
        from: Province,
        to: Province,
        fleets: crate::ProvinceSet,
    ) -> Option<Vec<Order>> {
        let board = self.lab.board();
        let route = convoy::route(board, from, to, fleets)?;
        let to = crate::Location::from(to);
        let mut orders = vec![Order::Move {
            unit: army,
            to,
            via: true,
        }];
        for sea in route {
            let unit = self.root.unit_in(sea)?.unit;
            orders.push(Order::Convoy { unit, army, to });
        }
        Some(orders)
    }

    /// A changed copy of something that did well; none if nothing can be changed.
    pub(super) fn offspring(&mut self) -> Option<Vec<Order>> {
        if self.lab.field.units[self.power.index()].is_empty() {
            return None;
        }
        self.look();
        let parent = self.parent()?;
        let mut kept = self.pool[parent].orders.clone();
        let dropped = 1 + self.luck.below(2);
        for _ in 0..dropped {
            let at = self.luck.below(kept.len() as u32) as usize;
            let order = kept.swap_remove(at);
            if self.luck.below(3) > 0
                && let Some(unit) = order.unit()
                && let Some(other) = self.another(unit, &kept)
            {
                kept.push(other);
            }
            if kept.is_empty() {
                break;
            }
        }
        self.keep_what_fits(&mut kept);
        Some(self.complete(FREE, &kept))
    }

    /// One of the better candidates.
    fn parent(&mut self) -> Option<usize> {
        let mut order: Vec<usize> = (0..self.pool.len()).collect();
        order.sort_by_key(|at| std::cmp::Reverse(self.pool[*at].mean()));
        let first = order.len().min(6) as u32;
        let (one, two) = (self.luck.below(first), self.luck.below(first));
        order.get(one.min(two) as usize).copied()
    }

    /// Another order for a unit: a move, a hold, or help for somebody of ours.
    fn another(&mut self, unit: Unit, kept: &[Order]) -> Option<Order> {
        let board = self.lab.board();
        let mut ways = vec![Order::Hold { unit }];
        let goal = |order: &Order| match *order {
            Order::Move { to, .. } => Some(board.province_of(to)),
            _ => None,
        };
        for to in board.steps(unit) {
            let there = board.province_of(to);
            if kept.iter().all(|it| goal(it) != Some(there)) {
                let via = false;
                ways.push(Order::Move { unit, to, via });
            }
        }
        let reach = board.reach(unit);
        for order in kept {
            match *order {
                Order::Move {
                    unit: target,
                    to,
                    via: false,
                } if reach.contains(board.province_of(to)) => {
                    ways.push(Order::SupportMove { unit, target, to });
                    ways.push(Order::SupportMove { unit, target, to });
                }
                Order::Hold { unit: target }
                | Order::SupportHold { unit: target, .. }
                | Order::SupportMove { unit: target, .. }
                    if reach.contains(board.province_of(target.at)) =>
                {
                    ways.push(Order::SupportHold { unit, target });
                }
                _ => {}
            }
        }
        self.luck.pick(&ways).copied()
    }

    /// Drops orders that lean on others which are not there any more.
    fn keep_what_fits(&self, kept: &mut Vec<Order>) {
        let board = self.lab.board();
        loop {
            let before = kept.len();
            let all = kept.clone();
            let of = |unit: Unit| all.iter().find(|it| it.unit() == Some(unit));
            let carried = |army: Unit, to| {
                let carriers = all.iter().filter_map(|it| match *it {
                    Order::Convoy {
                        unit,
                        army: other,
                        to: there,
                    } if other == army && there == to => Some(board.province_of(unit.at)),
                    _ => None,
                });
                let (from, there) = (board.province_of(army.at), board.province_of(to));
                convoy::route_exists(board, from, there, carriers.collect())
            };
            let stands_still =
                |unit: Unit| of(unit).is_some_and(|it| !matches!(it, Order::Move { .. }));
            kept.retain(|order| match *order {
                Order::SupportMove { target, to, .. } => {
                    matches!(of(target), Some(Order::Move { to: there, .. }) if *there == to)
                }
                Order::SupportHold { target, .. } => stands_still(target),
                Order::Convoy { army, to, .. } => {
                    matches!(of(army), Some(Order::Move { to: there, via: true, .. }) if *there == to)
                }
                Order::Move { unit, to, via } => {
                    let there = board.province_of(to);
                    let stays = all.iter().any(|it| {
                        it.unit().is_some_and(|own| board.province_of(own.at) == there)
                            && !matches!(it, Order::Move { .. })
                    });
                    let twice = all.iter().any(|it| {
                        matches!(*it, Order::Move { unit: other, to, .. }
                            if other < unit && board.province_of(to) == there)
                    });
                    let swaps = !via && all.iter().any(|it| {
                        matches!(*it, Order::Move { unit: other, to, via: false }
                            if board.province_of(other.at) == there
                                && board.province_of(to) == board.province_of(unit.at))
                    });
                    !stays && !twice && !swaps && (!via || carried(unit, to))
                }
                _ => true,
            });
            if kept.len() == before {
                return;
            }
        }
    }
}
