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
    /// The provinces in which armies stand.
    armies: ProvinceSet,
    /// The units of the position, in the order of the provinces.
    standing: Vec<(Province, Placed)>,
    /// By province: the unit that stands there.
    units: [Unit; MOST_PLACES],
    /// Working space: by landing, the fleets that a convoy of one army needs.
    needed: Box<[ProvinceSet; MOST_PLACES]>,
    /// Every army, landing, and the fleets that a convoy between them needs.
    voyages: Vec<(Unit, Province, ProvinceSet)>,
    /// Provinces with several coasts.
    split: ProvinceSet,
}

impl Default for LegalOrders {
    fn default() -> Self {
        Self {
            sailing: [ProvinceSet::EMPTY; MOST_PLACES],
            comers: [ProvinceSet::EMPTY; MOST_PLACES],
            fleets: ProvinceSet::EMPTY,
            armies: ProvinceSet::EMPTY,
            standing: Vec::new(),
            units: [Unit {
                kind: UnitKind::Army,
                at: Location(0),
            }; MOST_PLACES],
            needed: Box::new([ProvinceSet::EMPTY; MOST_PLACES]),
            voyages: Vec::new(),
            split: ProvinceSet::EMPTY,
        }
    }
}

impl LegalOrders {
    /// Gathers what is asked of a position. Everything after this is about
    /// that position.
    pub fn gather(&mut self, scene: &Scene<'_>) {
        let board = scene.board;
        self.fleets = scene.fleets;
        self.standing.clear();
        self.standing.extend(scene.position.units());
        if scene.position.phase.step != Step::Movement {
            return;
        }
        self.comers[..board.province_count()].fill(ProvinceSet::EMPTY);
        self.split = board.split_coasts();
        self.voyages.clear();
        self.armies = ProvinceSet::EMPTY;
        for index in 0..self.standing.len() {
            let (province, Placed { unit, .. }) = self.standing[index];
            self.units[province.index()] = unit;
            self.sailing[province.index()] = ProvinceSet::EMPTY;
            for there in board.reach_list(unit) {
                self.comers[there.index()].insert(province);
            }
            if unit.kind == UnitKind::Army {
                self.armies.insert(province);
                if board.touching(province).meets(self.fleets) {
                    let landings = self.chart(board, province, unit);
                    self.sailing[province.index()] = landings;
                    let comers = &mut self.comers;
                    landings.each(|there| comers[there.index()].insert(province));
                }
            }
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
                for (province, placed) in &self.standing {
                    if placed.power == power {
                        self.of_unit(scene, *province, list);
                    }
                }
            }
        }
    }

    fn movement(&self, scene: &Scene<'_>, here: Province, unit: Unit, list: &mut Vec<Order>) {
        let board = scene.board;
        list.push(Order::Hold { unit });
        self.moves(scene, here, unit, list);
        // A fleet at sea does not support an army that needs its convoy.
        let carries = !self.voyages.is_empty() && self.fleets.contains(here);
        for there in board.reach_list(unit) {
            self.supports(scene, here, unit, *there, carries, list);
        }
        if carries {
            self.convoys(here, unit, list);
        }
    }

    fn moves(&self, scene: &Scene<'_>, here: Province, unit: Unit, list: &mut Vec<Order>) {
        let move_to = |to: Location, via| Order::Move { unit, to, via };
        let steps = scene.board.steps_list(unit);
        list.extend(steps.iter().map(|to| move_to(*to, false)));
        if unit.kind == UnitKind::Fleet {
            return;
        }
        let landings = &self.sailing[here.index()];
        landings.each(|to| list.push(move_to(to.into(), true)));
    }

    /// Supports into one province: of the unit there, and of units that can go
    /// there.
    fn supports(
        &self,
        scene: &Scene<'_>,
        here: Province,
        unit: Unit,
        there: Province,
        carries: bool,
        list: &mut Vec<Order>,
    ) {
        let board = scene.board;
        if let Some(placed) = scene.position.unit_in(there) {
            let target = placed.unit;
            list.push(Order::SupportHold { unit, target });
        }
        let to = Location::from(there);
        let split = self.split.contains(there);
        let wanted;
        let comers = if carries {
            wanted = self.comers[there.index()].minus(self.needing(board, here, there));
            &wanted
        } else {
            &self.comers[there.index()]
        };
        comers.each_but(here, |from| {
            let target = self.units[from.index()];
            let split = split && target.kind == UnitKind::Fleet;
            if !(split && scene.is_strict()) {
                list.push(Order::SupportMove { unit, target, to });
            }
            if split {
                let coasts = board.steps(target).and(board.fleet_locations(there));
                coasts.each(|to| list.push(Order::SupportMove { unit, target, to }));
            }
        });
    }

    /// The armies that can come only by the convoy of this fleet.
    fn needing(&self, board: &Board, fleet: Province, there: Province) -> ProvinceSet {
        let mut needing = ProvinceSet::EMPTY;
        let walking = board.army_borders(there);
        let by_sea = self.comers[there.index()].and(self.armies).minus(walking);
        if by_sea.is_empty() {
            return needing;
        }
        let others = self.fleets.without(fleet);
        by_sea.each(|from| {
            if !convoy::route_exists(board, from, there, others) {
                needing.insert(from);
            }
        });
        needing
    }

    /// Notes where an army can be carried and which fleets that needs.
    fn chart(&mut self, board: &Board, from: Province, army: Unit) -> ProvinceSet {
        let needed = &mut self.needed;
        let walked = convoy::needed_for_landings(board, from, self.fleets, needed);
        if let Some(landings) = walked {
            landings.each(|to| self.voyages.push((army, to, needed[to.index()])));
            return landings;
        }
        // An ocean full of fleets: one landing at a time.
        let landings = convoy::landings(board, from, self.fleets);
        for to in landings {
            let needed = convoy::needed_fleets(board, from, to, self.fleets);
            self.voyages.push((army, to, needed));
        }
        landings
    }

    fn convoys(&self, here: Province, unit: Unit, list: &mut Vec<Order>) {
        for (army, to, needed) in &self.voyages {
            if needed.contains(here) {
                let (army, to) = (*army, Location::from(*to));
                list.push(Order::Convoy { unit, army, to });
            }
        }
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
