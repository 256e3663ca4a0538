//! A position as bots see it: whose units reach which province, what centres are worth
//! to a power, and from that the value of every node for it.

use super::terrain::{Terrain, short};
use crate::{Place, Placed, Position, Power, Province, Season, Step, Unit, UnitKind};

/// Weights of attack and defence, in hundredths of `DumbBot`'s.
const SPRING_WEIGHTS: (i32, i32) = (7, 3);
const FALL_WEIGHTS: (i32, i32) = (6, 4);
/// What one more of our units beside a province counts, and one more of a rival's.
const STRENGTH: i32 = 160;
const COMPETITION: i32 = 160;
/// What a point of defence counts in Winter.
const WINTER_DEFENCE: i32 = 160;

/// What bots ask of a position again and again. Filled anew by [`Field::survey`];
/// nothing is allocated the second time.
#[derive(Clone, Debug, Default)]
pub(super) struct Field {
    /// By power and province: how many of its units can step there.
    reach: Vec<u8>,
    /// By province: how many units of one power at most can step there, whose these
    /// are, and how many of the next power.
    most: Vec<(u8, u8, u8)>,
    /// By power: centres, and units that stand.
    pub(super) centers: Vec<u32>,
    pub(super) units: Vec<Vec<(Province, Placed)>>,
    unowned: u32,
    /// What the centres are worth to somebody who owns none.
    worth: Vec<i16>,
    /// By power: how it sees the position.
    eyes: Vec<Eyes>,
}

/// How a power sees a position.
#[derive(Clone, Debug)]
struct Eyes {
    season: Season,
    /// What each centre is worth to it.
    worth: Vec<i16>,
    /// In Winter: what standing on one of its centres counts beyond that.
    guards: Vec<(Province, i32)>,
}

impl Eyes {
    /// It has seen nothing yet.
    const CLOSED: Self = Self {
        season: Season::Spring,
        worth: Vec::new(),
        guards: Vec::new(),
    };
}

/// The size of a power in the eyes of others: it grows faster than its centres.
fn size(centers: u32) -> i32 {
    let centers = centers as i32;
    centers * centers + 4 * centers + 16
}

/// What attack and defence count in this phase.
fn weights(position: &Position) -> (i32, i32) {
    if position.phase.season == Season::Fall {
        FALL_WEIGHTS
    } else {
        SPRING_WEIGHTS
    }
}

impl Field {
    /// Looks at a position: who stands where, and who reaches what.
    pub(super) fn survey(&mut self, terrain: &Terrain<'_>, position: &Position) {
        let (powers, provinces) = (terrain.powers, terrain.provinces);
        self.reach.clear();
        self.reach.resize(powers * provinces, 0);
        self.units.resize_with(powers, Vec::new);
        self.eyes.resize(powers, Eyes::CLOSED);
        self.units.iter_mut().for_each(Vec::clear);
        for (province, placed) in position.units() {
            let power = placed.power.index();
            self.units[power].push((province, placed));
            let row = &mut self.reach[power * provinces..(power + 1) * provinces];
            for there in terrain.board.reach(placed.unit) {
                row[there.index()] += 1;
            }
        }
        self.most.clear();
        self.most.resize(provinces, (0, u8::MAX, 0));
        for power in 0..powers {
            let row = &self.reach[power * provinces..(power + 1) * provinces];
            for (most, count) in self.most.iter_mut().zip(row) {
                if *count > most.0 {
                    *most = (*count, power as u8, most.0);
                } else if *count > most.2 {
                    most.2 = *count;
                }
            }
        }
        self.centers.clear();
        self.centers.resize(powers, 0);
        self.unowned = 0;
        for center in &terrain.centers {
            match position.owner(*center) {
                Some(owner) => self.centers[owner.index()] += 1,
                None => self.unowned += 1,
            }
        }
        self.appraise_for_all(terrain, position);
    }

    /// Computes what every power sees alike: all centres as somebody else's.
    fn appraise_for_all(&mut self, terrain: &Terrain<'_>, position: &Position) {
        let (attack, _) = weights(position);
        self.worth.clear();
        for center in &terrain.centers {
            let centers = match position.owner(*center) {
                Some(owner) => self.centers[owner.index()],
                None => self.unowned,
            };
            self.worth.push(short(i64::from(attack * size(centers))));
        }
        self.worth.resize(terrain.width, 0);
    }

    /// How many units of a power can step into a province.
    pub(super) fn strength(&self, terrain: &Terrain<'_>, power: Power, there: Province) -> u8 {
        self.reach[power.index() * terrain.provinces + there.index()]
    }

    /// How many units of one rival can step into a province.
    pub(super) fn competition(&self, power: Power, there: Province) -> u8 {
        let (most, whose, next) = self.most[there.index()];
        if usize::from(whose) == power.index() {
            next
        } else {
            most
        }
    }

    /// Computes what the centres are worth to a power in this phase.
    pub(super) fn appraise(&mut self, terrain: &Terrain<'_>, position: &Position, power: Power) {
        let phase = position.phase;
        let (_, defence) = weights(position);
        let mut eyes = std::mem::replace(&mut self.eyes[power.index()], Eyes::CLOSED);
        eyes.season = phase.season;
        eyes.worth.clone_from(&self.worth);
        eyes.guards.clear();
        for (place, center) in terrain.centers.iter().enumerate() {
            if position.owner(*center) == Some(power) {
                let threat = self.threat(terrain, power, *center);
                eyes.worth[place] = short(i64::from(defence * threat));
                if phase.step == Step::Adjustment {
                    eyes.guards.push((*center, WINTER_DEFENCE * threat));
                }
            }
        }
        self.eyes[power.index()] = eyes;
    }

    /// What it is worth to a power that a unit stands there, as it was appraised.
    pub(super) fn value(&self, terrain: &Terrain<'_>, power: Power, unit: Unit) -> i32 {
        let eyes = &self.eyes[power.index()];
        let value = terrain.value(eyes.season, &eyes.worth, unit);
        let there = terrain.board.province_of(unit.at);
        let guard = eyes.guards.iter().find(|it| it.0 == there);
        value + guard.map_or(0, |it| it.1)
    }

    /// The size of the largest rival that can step into a centre; 0 if none can.
    fn threat(&self, terrain: &Terrain<'_>, power: Power, center: Province) -> i32 {
        if self.competition(power, center) == 0 {
            return 0;
        }
        let rivals = (0..terrain.powers).filter(|it| *it != power.index());
        let near = rivals.filter(|it| self.reach[it * terrain.provinces + center.index()] > 0);
        near.map(|it| size(self.centers[it])).max().unwrap_or(0)
    }

    /// The value of going to a node, with our strength there and our rivals'.
    pub(super) fn pull(
        &self,
        terrain: &Terrain<'_>,
        power: Power,
        kind: UnitKind,
        to: crate::Location,
    ) -> i32 {
        let there = terrain.board.province_of(to);
        self.value(terrain, power, Unit { kind, at: to })
            + STRENGTH * i32::from(self.strength(terrain, power, there))
            - COMPETITION * i32::from(self.competition(power, there))
    }
}
