//! A position: who stands where, who was dislodged, who owns which centre.

use crate::{
    Board, Location, LocationSet, MOST_POWERS, Phase, Place, Power, Province, ProvinceSet, Step,
};

/// Army or fleet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum UnitKind {
    /// Walks over land, travels over sea only by convoy.
    Army,
    /// Sails over sea and along coasts.
    Fleet,
}

impl UnitKind {
    /// `A` or `F`.
    pub fn code(self) -> char {
        match self {
            Self::Army => 'A',
            Self::Fleet => 'F',
        }
    }

    /// The kind for `A` or `F`.
    pub fn from_code(code: &str) -> Option<Self> {
        match code {
            "A" => Some(Self::Army),
            "F" => Some(Self::Fleet),
            _ => None,
        }
    }
}

/// A unit where it stands. An army stands in a province; a fleet in a province
/// with several coasts stands on one of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Unit {
    /// Army or fleet.
    pub kind: UnitKind,
    /// Where it stands.
    pub at: Location,
}

/// A unit and its owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Placed {
    /// Whose it is.
    pub power: Power,
    /// The unit.
    pub unit: Unit,
}

/// A unit that was driven out and has not yet gone anywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dislodged {
    /// Whose it is.
    pub power: Power,
    /// The unit, at the place it was driven from.
    pub unit: Unit,
    /// Where it may go.
    pub retreats: LocationSet,
}

/// How many units and centres each power has.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tally {
    pub(crate) units: [u16; MOST_POWERS],
    pub(crate) centers: [u16; MOST_POWERS],
}

impl Default for Tally {
    fn default() -> Self {
        Self {
            units: [0; MOST_POWERS],
            centers: [0; MOST_POWERS],
        }
    }
}

/// Who stands where at the beginning of a phase.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// The phase that is to be ordered.
    pub phase: Phase,
    occupied: ProvinceSet,
    units: Vec<Option<Placed>>,
    dislodged: Vec<Dislodged>,
    owners: Vec<Option<Power>>,
}

impl Position {
    /// A position without units and owners on a board of so many provinces.
    pub fn empty(phase: Phase, provinces: usize) -> Self {
        Self {
            phase,
            occupied: ProvinceSet::EMPTY,
            units: vec![None; provinces],
            dislodged: Vec::new(),
            owners: vec![None; provinces],
        }
    }

    /// The unit in a province. Dislodged units are not there any more.
    pub fn unit_in(&self, province: Province) -> Option<Placed> {
        self.units[province.index()]
    }

    /// All units that stand, in the order of the provinces.
    pub fn units(&self) -> impl Iterator<Item = (Province, Placed)> {
        let placed = |province: Province| self.units[province.index()];
        self.occupied
            .iter()
            .filter_map(move |province| Some((province, placed(province)?)))
    }

    /// The provinces in which units stand.
    pub fn occupied(&self) -> ProvinceSet {
        self.occupied
    }

    /// The provinces in which a power's units stand.
    pub fn occupied_by(&self, power: Power) -> ProvinceSet {
        self.units()
            .filter(|(_, placed)| placed.power == power)
            .map(|(province, _)| province)
            .collect()
    }

    /// How many units of a power stand.
    pub fn unit_count(&self, power: Power) -> u32 {
        let theirs = self.units().filter(|(_, placed)| placed.power == power);
        theirs.count() as u32
    }

    /// Puts a unit into a province; whoever stood there is gone.
    pub fn place(&mut self, province: Province, placed: Placed) {
        self.occupied.insert(province);
        self.units[province.index()] = Some(placed);
    }

    /// Takes the unit out of a province.
    pub fn lift(&mut self, province: Province) -> Option<Placed> {
        self.occupied.remove(province);
        self.units[province.index()].take()
    }

    /// The units that must retreat or disband, in the order of the provinces.
    pub fn dislodged(&self) -> &[Dislodged] {
        &self.dislodged
    }

    /// The unit that was dislodged from a province.
    pub fn dislodged_from(&self, board: &Board, province: Province) -> Option<Dislodged> {
        let from = |unit: &&Dislodged| board.province_of(unit.unit.at) == province;
        self.dislodged.iter().find(from).copied()
    }

    /// Replaces the list of dislodged units.
    pub fn set_dislodged(&mut self, dislodged: Vec<Dislodged>) {
        self.dislodged = dislodged;
    }

    /// Who owns a centre.
    pub fn owner(&self, province: Province) -> Option<Power> {
        self.owners[province.index()]
    }

    /// Gives a centre to a power, or to nobody.
    pub fn set_owner(&mut self, province: Province, power: Option<Power>) {
        self.owners[province.index()] = power;
    }

    /// The centres a power owns.
    pub fn centers_of(&self, power: Power) -> ProvinceSet {
        let owned = self.owners.iter().enumerate();
        owned
            .filter(|(_, owner)| **owner == Some(power))
            .map(|(index, _)| Province::from_index(index))
            .collect()
    }

    /// How many centres a power owns.
    pub fn center_count(&self, power: Power) -> u32 {
        let owned = self.owners.iter().filter(|owner| **owner == Some(power));
        owned.count() as u32
    }

    /// How many units and centres each power has, counted in one go.
    pub(crate) fn tally(&self) -> Tally {
        let mut tally = Tally::default();
        self.occupied.each(|at| {
            if let Some(placed) = self.units[at.index()] {
                tally.units[placed.power.index()] += 1;
            }
        });
        for owner in self.owners.iter().flatten() {
            tally.centers[owner.index()] += 1;
        }
        tally
    }

    /// Whether a power still has a unit, a dislodged unit or a centre.
    pub fn is_alive(&self, power: Power) -> bool {
        self.has_units(power)
            || self.owners.contains(&Some(power))
            || self.dislodged.iter().any(|unit| unit.power == power)
    }

    /// The provinces in which a power may build now.
    pub fn open_sites(&self, board: &Board, power: Power) -> ProvinceSet {
        let owned = self.centers_of(power).minus(self.occupied);
        match board.build_sites() {
            crate::BuildSites::Home => owned.and(board.homes(power)),
            crate::BuildSites::Owned => owned,
            crate::BuildSites::Anywhere => {
                let land: ProvinceSet = board
                    .provinces()
                    .filter(|province| !board.seas().contains(*province))
                    .collect();
                owned.or(land.minus(board.centers()).minus(self.occupied))
            }
        }
    }

    /// How many units a power may build (above 0) or must disband (below 0) in
    /// an adjustment phase. Builds are capped by the free home centres.
    /// A power without a centre builds nothing, wherever it might.
    pub fn adjustment(&self, board: &Board, power: Power) -> i32 {
        let wanted = self.center_count(power) as i32 - self.unit_count(power) as i32;
        self.capped(board, power, wanted)
    }

    /// Builds that are wanted, as far as there is room for them.
    fn capped(&self, board: &Board, power: Power, wanted: i32) -> i32 {
        if wanted <= 0 {
            return wanted;
        }
        wanted.min(self.open_sites(board, power).len() as i32)
    }

    /// What each power may build (above 0) or must disband (below 0) in an adjustment
    /// phase, as [`adjustment`](Self::adjustment) says, of all powers in one go.
    pub fn adjustments(&self, board: &Board) -> impl Iterator<Item = (Power, i32)> {
        let tally = self.tally();
        board.powers().map(move |power| {
            let number = power.index();
            let wanted = i32::from(tally.centers[number]) - i32::from(tally.units[number]);
            (power, self.capped(board, power, wanted))
        })
    }

    /// Whether any power has something to order in this phase.
    pub(crate) fn somebody_must_order(&self, board: &Board) -> bool {
        match self.phase.step {
            Step::Adjustment => self.adjustments(board).any(|(_, due)| due != 0),
            _ => self.must_order(board).next().is_some(),
        }
    }

    /// The powers that have something to order in this phase.
    pub fn must_order(&self, board: &Board) -> impl Iterator<Item = Power> {
        let theirs = move |power: &Power| self.has_to_order(board, *power);
        board.powers().filter(theirs)
    }

    /// Whether a power has something to order in this phase.
    pub fn has_to_order(&self, board: &Board, power: Power) -> bool {
        match self.phase.step {
            Step::Movement => self.has_units(power),
            Step::Retreat => self.dislodged.iter().any(|unit| unit.power == power),
            Step::Adjustment => self.adjustment(board, power) != 0,
        }
    }

    fn has_units(&self, power: Power) -> bool {
        self.units().any(|(_, placed)| placed.power == power)
    }
}
