//! Who attacks, supports and convoys whom, as flat tables over provinces.
//!
//! There is at most one unit in a province, so a unit is named by the province
//! it starts in, and sets of units are sets of provinces.

use crate::{
    Board, CutFrom, Fallback, Location, MOST_PLACES, MOST_POWERS, NeighbourConvoy, Order, Paradox,
    Place, Position, Province, ProvinceSet, Rulebook, Unit, UnitKind, convoy,
};

/// As many provinces and powers as a board may have.
const PROVINCES: usize = MOST_PLACES;
const POWERS: usize = MOST_POWERS;

/// The orders of one phase, cross-referenced.
#[derive(Clone, Debug)]
pub(super) struct Tables {
    pub(super) occupied: ProvinceSet,
    /// Units with a legal move.
    pub(super) movers: ProvinceSet,
    /// Units with a support that matches the supported unit's order.
    pub(super) supporters: ProvinceSet,
    /// Fleets with a convoy that matches the army's order.
    pub(super) convoyers: ProvinceSet,
    /// Units whose support or convoy matches nothing.
    pub(super) void: ProvinceSet,
    /// Moves that go by sea.
    pub(super) sailing: ProvinceSet,
    /// Sailing moves for which no complete route is ordered.
    pub(super) no_route: ProvinceSet,
    /// Sailing moves to a neighbour that walk if their route is broken.
    pub(super) may_walk: ProvinceSet,
    orders: [Order; PROVINCES],
    owners: [u8; PROVINCES],
    of_power: [ProvinceSet; POWERS],
    /// For moves the destination; for supports the province they aim at.
    aims: [Province; PROVINCES],
    /// By destination: the origins of the moves there.
    attackers: [ProvinceSet; PROVINCES],
    /// By supported unit: its matching supporters.
    supports: [ProvinceSet; PROVINCES],
    /// By army: its matching convoying fleets.
    convoys: [ProvinceSet; PROVINCES],
    /// By supporter: the attackers that can never cut it.
    shielded: [ProvinceSet; PROVINCES],
}

impl Tables {
    pub(super) fn new() -> Self {
        let nobody = Order::Hold {
            unit: Unit {
                kind: UnitKind::Army,
                at: Location(0),
            },
        };
        Self {
            occupied: ProvinceSet::EMPTY,
            movers: ProvinceSet::EMPTY,
            supporters: ProvinceSet::EMPTY,
            convoyers: ProvinceSet::EMPTY,
            void: ProvinceSet::EMPTY,
            sailing: ProvinceSet::EMPTY,
            no_route: ProvinceSet::EMPTY,
            may_walk: ProvinceSet::EMPTY,
            orders: [nobody; PROVINCES],
            owners: [0; PROVINCES],
            of_power: [ProvinceSet::EMPTY; POWERS],
            aims: [Province(0); PROVINCES],
            attackers: [ProvinceSet::EMPTY; PROVINCES],
            supports: [ProvinceSet::EMPTY; PROVINCES],
            convoys: [ProvinceSet::EMPTY; PROVINCES],
            shielded: [ProvinceSet::EMPTY; PROVINCES],
        }
    }

    pub(super) fn order(&self, unit: Province) -> Order {
        self.orders[unit.index()]
    }

    pub(super) fn aim(&self, unit: Province) -> Province {
        self.aims[unit.index()]
    }

    pub(super) fn attackers(&self, province: Province) -> ProvinceSet {
        self.attackers[province.index()]
    }

    pub(super) fn supports(&self, unit: Province) -> ProvinceSet {
        self.supports[unit.index()]
    }

    pub(super) fn convoys(&self, army: Province) -> ProvinceSet {
        self.convoys[army.index()]
    }

    pub(super) fn shielded(&self, supporter: Province) -> ProvinceSet {
        self.shielded[supporter.index()]
    }

    /// All units of the power that owns this one.
    pub(super) fn allies(&self, unit: Province) -> ProvinceSet {
        self.of_power[usize::from(self.owners[unit.index()])]
    }

    pub(super) fn same_power(&self, one: Province, other: Province) -> bool {
        self.owners[one.index()] == self.owners[other.index()]
    }

    /// The unit at a move's destination, if it moves the opposite way.
    pub(super) fn opponent(&self, mover: Province) -> Option<Province> {
        let there = self.aim(mover);
        (self.movers.contains(there) && self.aim(there) == mover).then_some(there)
    }

    /// The unit a move meets head to head: it comes the opposite way, and
    /// neither goes by sea.
    pub(super) fn head_to_head(&self, mover: Province) -> Option<Province> {
        let sails = |unit| self.sailing.contains(unit);
        self.opponent(mover)
            .filter(|other| !sails(mover) && !sails(*other))
    }

    /// Attacks that cut this support as soon as their path is open.
    pub(super) fn cutters(&self, supporter: Province, cut_from: CutFrom) -> ProvinceSet {
        let foreign = self.foreign_attackers(supporter);
        match self.spared(supporter, cut_from) {
            Some(spared) => foreign.without(spared),
            None => foreign,
        }
    }

    /// The attack from the province the support aims at: it cuts the support only
    /// by dislodging the supporter.
    pub(super) fn spared(&self, supporter: Province, cut_from: CutFrom) -> Option<Province> {
        let aim = self.aim(supporter);
        let spared = self.attackers[supporter.index()].contains(aim)
            && !self.same_power(aim, supporter)
            && !self.shielded[supporter.index()].contains(aim)
            && (cut_from == CutFrom::Province || !self.sailing.contains(aim));
        spared.then_some(aim)
    }

    fn foreign_attackers(&self, supporter: Province) -> ProvinceSet {
        self.attackers(supporter)
            .minus(self.allies(supporter))
            .minus(self.shielded(supporter))
    }

    /// Reads the orders of one phase.
    pub(super) fn gather(
        &mut self,
        board: &Board,
        rules: Rulebook,
        position: &Position,
        orders: &[Order],
    ) {
        self.clear(board, position);
        for order in orders {
            let unit = order.unit().expect("every movement order has a unit");
            let here = board.province_of(unit.at);
            self.orders[here.index()] = *order;
            if let Order::Move { to, .. } = order {
                let there = board.province_of(*to);
                self.movers.insert(here);
                self.aims[here.index()] = there;
                self.attackers[there.index()].insert(here);
            }
        }
        for order in orders {
            self.match_order(board, *order);
        }
        for army in self.movers {
            self.choose_way(board, rules, army);
        }
        self.shield(board, rules);
    }

    fn clear(&mut self, board: &Board, position: &Position) {
        self.of_power[..board.power_count()].fill(ProvinceSet::EMPTY);
        self.attackers[..board.province_count()].fill(ProvinceSet::EMPTY);
        self.occupied = position.occupied();
        for set in [
            &mut self.movers,
            &mut self.supporters,
            &mut self.convoyers,
            &mut self.void,
            &mut self.sailing,
            &mut self.no_route,
            &mut self.may_walk,
        ] {
            *set = ProvinceSet::EMPTY;
        }
        for (province, placed) in position.units() {
            let index = province.index();
            debug_assert_eq!(board.province_of(placed.unit.at), province);
            self.orders[index] = Order::Hold { unit: placed.unit };
            self.owners[index] = placed.power.0;
            self.of_power[placed.power.index()].insert(province);
            self.supports[index] = ProvinceSet::EMPTY;
            self.convoys[index] = ProvinceSet::EMPTY;
            self.shielded[index] = ProvinceSet::EMPTY;
        }
    }

    /// Connects a support or convoy with the order it is meant for.
    fn match_order(&mut self, board: &Board, order: Order) {
        let (unit, other, matches) = match order {
            Order::SupportHold { unit, target } => {
                let helped = board.province_of(target.at);
                self.aims[board.province_of(unit.at).index()] = helped;
                (unit, helped, !self.movers.contains(helped))
            }
            Order::SupportMove { unit, target, to } => {
                let helped = board.province_of(target.at);
                let there = board.province_of(to);
                self.aims[board.province_of(unit.at).index()] = there;
                let matches = match self.orders[helped.index()] {
                    Order::Move { to: goes, .. } => {
                        goes == to
                            || (Location::from(there) == to && board.province_of(goes) == there)
                    }
                    _ => false,
                };
                (unit, helped, matches)
            }
            Order::Convoy { unit, army, to } => {
                let carried = board.province_of(army.at);
                let there = board.province_of(to);
                let goes = self.movers.contains(carried) && self.aim(carried) == there;
                (unit, carried, goes)
            }
            _ => return,
        };
        let here = board.province_of(unit.at);
        if !matches {
            self.void.insert(here);
        } else if let Order::Convoy { .. } = order {
            self.convoyers.insert(here);
            self.convoys[other.index()].insert(here);
        } else {
            self.supporters.insert(here);
            self.supports[other.index()].insert(here);
        }
    }

    /// Whether a move goes by land or by sea. (DATC 4.A.3.)
    fn choose_way(&mut self, board: &Board, rules: Rulebook, army: Province) {
        let via = match self.order(army) {
            Order::Move { unit, via, .. } if unit.kind == UnitKind::Army => via,
            _ => return,
        };
        let there = self.aim(army);
        let fleets = self.convoys(army);
        let complete = || convoy::route_exists(board, army, there, fleets);
        if !board.army_borders(army).contains(there) {
            self.sailing.insert(army);
            if !complete() {
                self.no_route.insert(army);
            }
            return;
        }
        let own = fleets.meets(self.allies(army));
        let wants_sea = match rules.convoy {
            NeighbourConvoy::Intent => via || own,
            NeighbourConvoy::OwnFleet => own,
            NeighbourConvoy::Explicit => via,
            NeighbourConvoy::Any => self.opponent(army).is_some() && complete(),
        };
        if !wants_sea {
            return;
        }
        let any = rules.convoy == NeighbourConvoy::Any;
        if complete() {
            self.sailing.insert(army);
            if any || rules.via == Fallback::LandFull {
                self.may_walk.insert(army);
            }
        } else if rules.via == Fallback::Strict {
            self.sailing.insert(army);
            self.no_route.insert(army);
        }
    }

    /// Lets stranded armies walk.
    pub(super) fn walk(&mut self, armies: ProvinceSet) {
        self.sailing = self.sailing.minus(armies);
        self.may_walk = self.may_walk.minus(armies);
        for army in armies {
            for supporter in self.attackers_on_supporters(army) {
                self.shielded[supporter.index()].remove(army);
            }
        }
    }

    fn attackers_on_supporters(&self, army: Province) -> ProvinceSet {
        ProvinceSet::only(self.aim(army)).and(self.supporters)
    }

    /// Which convoyed armies cannot cut which supports. (The rules of 1982 and
    /// 2000 against paradoxes, DATC 4.A.2.)
    fn shield(&mut self, board: &Board, rules: Rulebook) {
        if !matches!(rules.paradox, Paradox::Rule1982 | Paradox::Rule2000) {
            return;
        }
        for army in self.sailing {
            for supporter in self.attackers_on_supporters(army) {
                let aim = self.aim(supporter);
                let attacks = matches!(self.order(supporter), Order::SupportMove { .. });
                let shielded = if rules.paradox == Paradox::Rule1982 {
                    self.convoyers.contains(aim)
                } else {
                    let fleets = self.convoys(army);
                    let there = self.aim(army);
                    attacks
                        && fleets.contains(aim)
                        && !convoy::route_exists(board, army, there, fleets.without(aim))
                };
                if shielded {
                    self.shielded[supporter.index()].insert(army);
                }
            }
        }
    }

    /// The fleets that must all stay if every ordered route must stay open.
    pub(super) fn required(&self, board: &Board, army: Province) -> ProvinceSet {
        convoy::needed_fleets(board, army, self.aim(army), self.convoys(army))
    }
}
