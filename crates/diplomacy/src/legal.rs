//! All legal orders of a unit, a power, a position.
//!
//! The lists hold exactly the orders that [`Scene::check`] accepts, each once.
//! A move that fleets on the board could carry is listed with `VIA`, to a
//! neighbour also without. A support into a province with several coasts is
//! listed with each coast the supported fleet can reach, and, unless every word
//! must be right, without a coast.

use crate::{
    Board, Location, MOST_PLACES, Order, Place, Placed, Position, Power, Province, ProvinceSet,
    Rulebook, Scene, Step, Unit, UnitKind, convoy,
};

/// Lists legal orders. The tables are kept between positions, so that listing
/// allocates nothing but the lists.
#[derive(Clone, Debug)]
pub struct LegalOrders {
    /// By army: where the fleets on the board can carry it.
    sailing: [ProvinceSet; MOST_PLACES],
    /// By destination: the units that can go there, by land or sea.
    comers: [ProvinceSet; MOST_PLACES],
    fleets: ProvinceSet,
    /// Working space: by landing, the fleets that a convoy of one army needs.
    needed: Box<[ProvinceSet; MOST_PLACES]>,
    /// By fleet: every army and landing between which a convoy needs it.
    voyages: Vec<Vec<(Unit, Province)>>,
    /// By province: the unit that stands there.
    units: [Unit; MOST_PLACES],
    /// Provinces with several coasts.
    split: ProvinceSet,
}

impl Default for LegalOrders {
    fn default() -> Self {
        Self {
            sailing: [ProvinceSet::EMPTY; MOST_PLACES],
            comers: [ProvinceSet::EMPTY; MOST_PLACES],
            fleets: ProvinceSet::EMPTY,
            needed: Box::new([ProvinceSet::EMPTY; MOST_PLACES]),
            voyages: vec![Vec::new(); MOST_PLACES],
            units: [Unit {
                kind: UnitKind::Army,
                at: Location(0),
            }; MOST_PLACES],
            split: ProvinceSet::EMPTY,
        }
    }
}

impl LegalOrders {
    /// Gathers what is asked of a position. Everything after this is about
    /// that position.
    pub fn gather(&mut self, scene: &Scene<'_>) {
        let board = scene.board;
        self.comers[..board.province_count()].fill(ProvinceSet::EMPTY);
        self.fleets = scene.fleets;
        if scene.position.phase.step != Step::Movement {
            return;
        }
        self.split = board.split_coasts();
        for fleet in self.fleets {
            self.voyages[fleet.index()].clear();
        }
        for (province, placed) in scene.position.units() {
            self.units[province.index()] = placed.unit;
            let mut goals = board.reach(placed.unit);
            self.sailing[province.index()] = ProvinceSet::EMPTY;
            if placed.unit.kind == UnitKind::Army && board.touching(province).meets(self.fleets) {
                let landings = self.chart(board, province, placed.unit);
                self.sailing[province.index()] = landings;
                goals = goals.or(landings);
            }
            goals
                .iter()
                .for_each(|there| self.comers[there.index()].insert(province));
        }
    }

    /// Adds the legal orders of the unit in a province: one that stands there,
    /// in a retreat phase one that was dislodged from there.
    pub fn of_unit(&self, scene: &Scene<'_>, province: Province, list: &mut Vec<Order>) {
        match scene.position.phase.step {
            Step::Movement => {
                if let Some(placed) = scene.position.unit_in(province) {
                    self.movement(scene, province, placed.unit, list);
                }
            }
            Step::Retreat => {
                if let Some(gone) = scene.position.dislodged_from(scene.board, province) {
                    let unit = gone.unit;
                    list.extend(gone.retreats.iter().map(|to| Order::Retreat { unit, to }));
                    list.push(Order::Disband { unit });
                }
            }
            Step::Adjustment => {
                if let Some(Placed { power, unit }) = scene.position.unit_in(province)
                    && scene.position.adjustment(scene.board, power) < 0
                {
                    list.push(Order::Disband { unit });
                }
            }
        }
    }

    /// Adds the legal orders of a power: of all its units, or its builds.
    pub fn of_power(&self, scene: &Scene<'_>, power: Power, list: &mut Vec<Order>) {
        match scene.position.phase.step {
            Step::Adjustment if scene.position.adjustment(scene.board, power) > 0 => {
                builds(scene, power, list);
            }
            Step::Retreat => {
                for gone in scene
                    .position
                    .dislodged()
                    .iter()
                    .filter(|gone| gone.power == power)
                {
                    self.of_unit(scene, scene.board.province_of(gone.unit.at), list);
                }
            }
            _ => {
                for province in scene.position.occupied_by(power) {
                    self.of_unit(scene, province, list);
                }
            }
        }
    }

    fn movement(&self, scene: &Scene<'_>, here: Province, unit: Unit, list: &mut Vec<Order>) {
        let board = scene.board;
        list.push(Order::Hold { unit });
        self.moves(scene, here, unit, list);
        let reach = board.reach(unit);
        reach
            .iter()
            .for_each(|there| self.supports(scene, here, unit, there, list));
        if self.fleets.contains(here) {
            self.convoys(here, unit, list);
        }
    }

    fn moves(&self, scene: &Scene<'_>, here: Province, unit: Unit, list: &mut Vec<Order>) {
        let move_to = |to: Location, via| Order::Move { unit, to, via };
        let steps = scene.board.steps(unit).iter();
        steps.for_each(|to| list.push(move_to(to, false)));
        if unit.kind == UnitKind::Fleet {
            return;
        }
        let landings = self.sailing[here.index()].iter();
        landings.for_each(|to| list.push(move_to(to.into(), true)));
    }

    /// Supports into one province: of the unit there, and of units that can go
    /// there.
    fn supports(
        &self,
        scene: &Scene<'_>,
        here: Province,
        unit: Unit,
        there: Province,
        list: &mut Vec<Order>,
    ) {
        let board = scene.board;
        if scene.position.occupied().contains(there) {
            let target = self.units[there.index()];
            list.push(Order::SupportHold { unit, target });
        }
        let to = Location::from(there);
        let comers = self.comers[there.index()].without(here);
        // A fleet at sea does not support an army that needs its convoy.
        let wanted = if self.fleets.contains(here) {
            self.not_needing(board, here, there, comers)
        } else {
            comers
        };
        let split = self.split.contains(there);
        wanted.iter().for_each(|from| {
            let target = self.units[from.index()];
            let split = split && target.kind == UnitKind::Fleet;
            if !(split && scene.is_strict()) {
                list.push(Order::SupportMove { unit, target, to });
            }
            if split {
                let coasts = board.steps(target).and(board.fleet_locations(there));
                let orders = coasts.iter();
                list.extend(orders.map(|to| Order::SupportMove { unit, target, to }));
            }
        });
    }

    /// The units that can come without the convoy of this fleet.
    fn not_needing(
        &self,
        board: &Board,
        fleet: Province,
        there: Province,
        comers: ProvinceSet,
    ) -> ProvinceSet {
        let others = self.fleets.without(fleet);
        let mut wanted = comers;
        // Where some route needs it there may still be another without it.
        for (army, _) in self.voyages[fleet.index()]
            .iter()
            .filter(|(_, to)| *to == there)
        {
            let from = board.province_of(army.at);
            let comes = board.army_borders(from).contains(there)
                || convoy::route_exists(board, from, there, others);
            if !comes {
                wanted.remove(from);
            }
        }
        wanted
    }

    /// Notes where an army can be carried and which fleets that needs.
    fn chart(&mut self, board: &Board, from: Province, army: Unit) -> ProvinceSet {
        let needed = &mut self.needed;
        let walked = convoy::needed_for_landings(board, from, self.fleets, needed);
        if let Some(landings) = walked {
            for to in landings {
                for fleet in needed[to.index()] {
                    self.voyages[fleet.index()].push((army, to));
                }
            }
            return landings;
        }
        // An ocean full of fleets: one landing at a time.
        let landings = convoy::landings(board, from, self.fleets);
        for to in landings {
            for fleet in convoy::needed_fleets(board, from, to, self.fleets) {
                self.voyages[fleet.index()].push((army, to));
            }
        }
        landings
    }

    fn convoys(&self, here: Province, unit: Unit, list: &mut Vec<Order>) {
        let carried = self.voyages[here.index()].iter();
        list.extend(carried.map(|(army, to)| Order::Convoy {
            unit,
            army: *army,
            to: (*to).into(),
        }));
    }
}

fn builds(scene: &Scene<'_>, power: Power, list: &mut Vec<Order>) {
    let board = scene.board;
    for site in scene.position.open_sites(board, power) {
        let army = Unit {
            kind: UnitKind::Army,
            at: site.into(),
        };
        list.push(Order::Build { unit: army });
        for at in board.fleet_locations(site) {
            let unit = Unit {
                kind: UnitKind::Fleet,
                at,
            };
            if board.fits(unit) {
                list.push(Order::Build { unit });
            }
        }
    }
    list.push(Order::Waive);
}

/// All legal orders of the unit in a province.
pub fn legal_orders_of_unit(
    board: &Board,
    position: &Position,
    rules: Rulebook,
    province: Province,
) -> Vec<Order> {
    let scene = Scene::new(board, position, rules);
    let mut legal = LegalOrders::default();
    legal.gather(&scene);
    let mut list = Vec::new();
    legal.of_unit(&scene, province, &mut list);
    list
}

/// All legal orders of a power.
pub fn legal_orders_of_power(
    board: &Board,
    position: &Position,
    rules: Rulebook,
    power: Power,
) -> Vec<Order> {
    let scene = Scene::new(board, position, rules);
    let mut legal = LegalOrders::default();
    legal.gather(&scene);
    let mut list = Vec::new();
    legal.of_power(&scene, power, &mut list);
    list
}
