//! Simple players: one that holds, one that plays at random, one that is greedy.
//!
//! A bot sees the view of its seat and nothing else, and the same view gives the
//! same orders.

use parlour_diplomacy::{
    Board, GameView, NextRecord, Order, OwnView, Position, Power, Province, ProvinceSet, Step,
    legal_orders_of_power,
};
use parlour_rules::{Fingerprint, Seed, Stream};

/// The orders of a bot of this kind; none if it leaves everything to the rules.
pub(crate) fn choose(view: &GameView, kind: &str) -> Vec<String> {
    let Some(own) = &view.own else {
        return Vec::new();
    };
    let (board, position): (&Board, _) = (&view.board, &view.position);
    let legal = legal_orders_of_power(board, position, view.rules, own.power);
    let scene = Scene {
        board,
        position,
        power: own.power,
        legal: &legal,
    };
    let orders = match kind {
        "random" => scene.random(&mut luck(view, own)),
        "greedy" => scene.greedy(&mut luck(view, own)),
        _ => scene.hold(),
    };
    orders
        .iter()
        .map(|order| order.show(board).to_string())
        .collect()
}

/// How many years bots play before they agree to a draw.
const PATIENCE: u16 = 6;

/// The first year in which bots agree to a draw.
pub(crate) fn agreeable_from(board: &Board) -> u16 {
    board.first_phase().year + PATIENCE
}

/// How many centres make a bot play on for a win: half of those that win.
pub(crate) fn ambitious_from(board: &Board) -> u32 {
    board.target().div_ceil(2)
}

/// Whether a bot agrees to a draw between these powers. It goes by what everybody
/// knows, so that its vote is no surprise: not in the first years, not while it is
/// halfway to a win, and not if it would not share the draw.
pub(crate) fn agrees(view: &GameView, shared: &[String], power: &str) -> bool {
    let board = &view.board;
    let mut powers = view.powers.iter();
    let strong = powers.any(|it| it.name == power && it.centers >= ambitious_from(board));
    let shares = shared.iter().any(|it| it == power);
    view.phase.year >= agreeable_from(board) && shares && !strong
}

/// Chance that follows from the position and the power.
fn luck(view: &GameView, own: &OwnView) -> Stream {
    let board: &Board = &view.board;
    let position = NextRecord::of(board, &view.position);
    let print = Fingerprint::of(&(position, board.power_name(own.power)));
    Stream::new(Seed(print.0), 0)
}

struct Scene<'a> {
    board: &'a Board,
    position: &'a Position,
    power: Power,
    legal: &'a [Order],
}

impl Scene<'_> {
    /// Everybody stays; what must go goes in the order of the list.
    fn hold(&self) -> Vec<Order> {
        match self.position.phase.step {
            Step::Movement => self.each(|order| matches!(order, Order::Hold { .. })),
            Step::Retreat => self.each(|order| matches!(order, Order::Disband { .. })),
            Step::Adjustment => self.adjust(|_| 0),
        }
    }

    fn random(&self, luck: &mut Stream) -> Vec<Order> {
        if self.position.phase.step == Step::Adjustment {
            let salt = luck.below(1 << 16);
            return self.adjust(|order| mixed(salt, place(self.board, order)));
        }
        let mut orders = Vec::new();
        for own in self.by_unit() {
            orders.push(own[luck.below(own.len() as u32) as usize]);
        }
        orders
    }

    /// One ply: every unit goes where it gains most, others support it.
    fn greedy(&self, luck: &mut Stream) -> Vec<Order> {
        match self.position.phase.step {
            Step::Adjustment => {
                // Build armies and fleets by turns near the front; take away what is
                // furthest from foreign centres.
                let gain = self.prizes();
                let due = self.position.adjustment(self.board, self.power);
                self.adjust(|order| {
                    let distance = self.distance(place(self.board, order), gain);
                    if due > 0 { distance } else { 100 - distance }
                })
            }
            _ => self.greedy_moves(luck),
        }
    }

    fn greedy_moves(&self, luck: &mut Stream) -> Vec<Order> {
        let prizes = self.prizes();
        let units = self.by_unit();
        // Those that stand next to a prize choose first.
        let mut turn: Vec<usize> = (0..units.len()).collect();
        turn.sort_by_key(|index| self.distance(place(self.board, units[*index][0]), prizes));
        let mut chosen: Vec<Option<Order>> = vec![None; units.len()];
        let mut goals = ProvinceSet::EMPTY;
        for index in turn {
            let best = units[index]
                .iter()
                .map(|order| {
                    let worth = self.worth(*order, prizes, goals, &chosen);
                    (worth, luck.below(1000), *order)
                })
                .max_by_key(|(worth, chance, _)| (*worth, *chance));
            if let Some((_, _, order)) = best {
                if let Some(there) = self.goal(order) {
                    goals.insert(there);
                }
                chosen[index] = Some(order);
            }
        }
        chosen.into_iter().flatten().collect()
    }

    /// How good an order looks, given what was chosen so far.
    fn worth(
        &self,
        order: Order,
        prizes: ProvinceSet,
        goals: ProvinceSet,
        chosen: &[Option<Order>],
    ) -> i32 {
        let from = place(self.board, order);
        match order {
            Order::Move { to, via, .. } => {
                let there = self.board.province_of(to);
                self.worth_of_going(from, there, prizes, goals) - i32::from(via) * 5
            }
            Order::Retreat { to, .. } => {
                let there = self.board.province_of(to);
                self.worth_of_going(from, there, prizes, goals)
            }
            Order::SupportMove { target, to, .. } => {
                let there = self.board.province_of(to);
                let supported = chosen
                    .iter()
                    .flatten()
                    .any(|other| other.unit() == Some(target) && self.goal(*other) == Some(there));
                let contested = self.position.unit_in(there).is_some();
                match (supported, contested) {
                    (true, true) => 65,
                    (true, false) => 35,
                    _ => -50,
                }
            }
            Order::Hold { .. } => {
                if prizes.contains(from) {
                    90
                } else {
                    0
                }
            }
            Order::Disband { .. } => -100,
            _ => -50,
        }
    }

    fn worth_of_going(
        &self,
        from: Province,
        there: Province,
        prizes: ProvinceSet,
        goals: ProvinceSet,
    ) -> i32 {
        let own = self
            .position
            .unit_in(there)
            .is_some_and(|it| it.power == self.power);
        if goals.contains(there) || own || prizes.contains(from) {
            return -20;
        }
        if prizes.contains(there) {
            return if self.position.unit_in(there).is_some() {
                60
            } else {
                80
            };
        }
        40 - 8 * self.distance(there, prizes)
    }

    /// Centres that are not ours yet.
    fn prizes(&self) -> ProvinceSet {
        self.board
            .centers()
            .minus(self.position.centers_of(self.power))
    }

    fn distance(&self, from: Province, to: ProvinceSet) -> i32 {
        let steps = to.iter().map(|there| self.board.distance(from, there));
        i32::from(steps.min().unwrap_or(50).min(50))
    }

    fn goal(&self, order: Order) -> Option<Province> {
        match order {
            Order::Move { to, .. } | Order::Retreat { to, .. } => Some(self.board.province_of(to)),
            _ => None,
        }
    }

    /// The legal orders, unit by unit.
    fn by_unit(&self) -> Vec<Vec<Order>> {
        let mut units: Vec<Vec<Order>> = Vec::new();
        for order in self.legal {
            match units.last_mut() {
                Some(own) if own[0].unit() == order.unit() => own.push(*order),
                _ => units.push(vec![*order]),
            }
        }
        units
    }

    /// The first fitting order of every unit.
    fn each(&self, fits: impl Fn(&Order) -> bool) -> Vec<Order> {
        let units = self.by_unit();
        units
            .iter()
            .filter_map(|own| own.iter().copied().find(|it| fits(it)))
            .collect()
    }

    /// As many builds or disbands as are due, the lowest first; one for each place.
    fn adjust(&self, rank: impl Fn(Order) -> i32) -> Vec<Order> {
        let due = self
            .position
            .adjustment(self.board, self.power)
            .unsigned_abs() as usize;
        let mut list: Vec<Order> = self
            .legal
            .iter()
            .copied()
            .filter(|order| order.unit().is_some())
            .collect();
        list.sort_by_key(|order| rank(*order));
        let mut taken = ProvinceSet::EMPTY;
        let mut orders = Vec::new();
        for order in list {
            let at = place(self.board, order);
            if orders.len() < due && !taken.contains(at) {
                taken.insert(at);
                orders.push(order);
            }
        }
        orders
    }
}

/// Where the unit of an order stands.
fn place(board: &Board, order: Order) -> Province {
    order
        .unit()
        .map_or(Province(0), |unit| board.province_of(unit.at))
}

fn mixed(salt: u32, province: Province) -> i32 {
    (salt
        .wrapping_mul(31)
        .wrapping_add(u32::from(province.0).wrapping_mul(2_654_435_761))
        >> 8) as i32
}
