//! The board: provinces, borders, coasts, centres, powers, the start.
//!
//! A board is read from a data file ([`BoardFile`]), linted, and turned into
//! flat tables over [`Province`] and [`Location`] that the judge reads without
//! searching. [`Board::standard`] is the usual map; [`Board::named`] knows the
//! variants that come with the crate; [`Board::parse`] reads any other.

mod file;
mod lint;
mod names;

use std::fmt;
use std::sync::LazyLock;

use crate::{
    Coast, Location, LocationSet, Phase, Place, Position, Power, Province, ProvinceSet, Unit,
    UnitKind,
};

pub use file::{Ambiguity, BoardFile, BuildSites, Counts, NearMiss, ProvinceFile, ProvinceKind};
pub use lint::{Fault, lint};
pub use names::{Named, normal};

/// A map with its powers and its start.
#[derive(Clone, Debug)]
pub struct Board {
    file: BoardFile,
    provinces: Vec<ProvinceFacts>,
    locations: Vec<LocationFacts>,
    army: Vec<ProvinceSet>,
    fleet: Vec<LocationSet>,
    fleet_reach: Vec<ProvinceSet>,
    touching: Vec<ProvinceSet>,
    seas: ProvinceSet,
    coasts: ProvinceSet,
    split: ProvinceSet,
    centers: ProvinceSet,
    homes: Vec<ProvinceSet>,
    distances: Vec<u8>,
    names: names::Names,
    start: Position,
}

#[derive(Clone, Debug)]
struct ProvinceFacts {
    kind: ProvinceKind,
    /// The coasts if there are several, otherwise the province itself.
    locations: LocationSet,
    /// The place of its English name in the alphabet.
    rank: u8,
}

#[derive(Clone, Debug)]
struct LocationFacts {
    province: Province,
    coast: Option<Coast>,
    code: String,
}

/// The bundled boards, in the order they are listed to people.
const BUNDLED: [(&str, &str); 4] = [
    ("standard", include_str!("../data/standard.json")),
    ("five", include_str!("../data/five.json")),
    ("duel", include_str!("../data/duel.json")),
    ("training", include_str!("../data/training.json")),
];

static BOARDS: LazyLock<Vec<Board>> = LazyLock::new(|| {
    BUNDLED
        .iter()
        .map(|(name, text)| {
            Board::parse(text).unwrap_or_else(|fault| panic!("bundled board {name}: {fault}"))
        })
        .collect()
});

/// Why a text is not a board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
    /// Not JSON, or not of the expected shape.
    #[error("not a board file: {0}")]
    Shape(String),
    /// It names a base that does not come with the crate.
    #[error("there is no map \"{0}\" to build upon")]
    NoBase(String),
    /// The linter found faults.
    #[error("{} faults on the board, the first: {}", .0.len(), .0[0])]
    Faults(Vec<Fault>),
}

impl Board {
    /// The usual map of Europe.
    pub fn standard() -> &'static Self {
        &BOARDS[0]
    }

    /// A map that comes with the crate.
    pub fn named(name: &str) -> Option<&'static Self> {
        BOARDS.iter().find(|board| board.file.map == name)
    }

    /// All maps that come with the crate.
    pub fn bundled() -> &'static [Self] {
        &BOARDS
    }

    /// Reads a board from the text of its data file.
    pub fn parse(text: &str) -> Result<Self, BoardError> {
        let file: BoardFile =
            serde_json::from_str(text).map_err(|fault| BoardError::Shape(fault.to_string()))?;
        Self::build(&file)
    }

    /// Makes the board that a data file describes.
    pub fn build(file: &BoardFile) -> Result<Self, BoardError> {
        let file = with_base(file)?;
        let faults = lint(&file);
        if !faults.is_empty() {
            return Err(BoardError::Faults(faults));
        }
        Ok(Self::assemble(file))
    }

    /// Builds the tables of a file that has no fault.
    fn assemble(file: BoardFile) -> Self {
        let mut locations: Vec<LocationFacts> = file
            .provinces
            .iter()
            .enumerate()
            .map(|(index, province)| LocationFacts {
                province: Province::from_index(index),
                coast: None,
                code: province.abbr.clone(),
            })
            .collect();
        let mut by_name: Vec<usize> = (0..file.provinces.len()).collect();
        by_name.sort_by_key(|&index| &file.provinces[index].name);
        let mut provinces = Vec::with_capacity(file.provinces.len());
        for (index, written) in file.provinces.iter().enumerate() {
            let province = Province::from_index(index);
            let mut at = LocationSet::EMPTY;
            for code in &written.coasts {
                at.insert(Location::from_index(locations.len()));
                locations.push(LocationFacts {
                    province,
                    coast: Coast::from_code(code),
                    code: format!("{}/{code}", written.abbr),
                });
            }
            if at.is_empty() {
                at.insert(province.into());
            }
            let rank = by_name.iter().position(|&other| other == index);
            provinces.push(ProvinceFacts {
                kind: written.kind,
                locations: at,
                rank: rank.expect("every province is in the list of names") as u8,
            });
        }
        let at = |code: &str| {
            let index = locations.iter().position(|location| location.code == code);
            Location::from_index(index.expect("the linter knows every code of a border"))
        };
        let mut army = vec![ProvinceSet::EMPTY; provinces.len()];
        for (one, other) in &file.army_borders {
            let (one, other) = (at(one), at(other));
            army[one.index()].insert(Province(other.0));
            army[other.index()].insert(Province(one.0));
        }
        let mut fleet = vec![LocationSet::EMPTY; locations.len()];
        for (one, other) in &file.fleet_borders {
            let (one, other) = (at(one), at(other));
            fleet[one.index()].insert(other);
            fleet[other.index()].insert(one);
        }
        let fleet_reach: Vec<ProvinceSet> = fleet
            .iter()
            .map(|reach| {
                reach
                    .iter()
                    .map(|to| locations[to.index()].province)
                    .collect()
            })
            .collect();
        let mut touching = army.clone();
        for (from, reach) in fleet_reach.iter().enumerate() {
            let province = locations[from].province;
            touching[province.index()] = touching[province.index()].or(*reach);
        }
        let of_kind = |kind| -> ProvinceSet {
            let of_kind = provinces
                .iter()
                .enumerate()
                .filter(|(_, facts)| facts.kind == kind);
            of_kind
                .map(|(index, _)| Province::from_index(index))
                .collect()
        };
        let written = || file.provinces.iter().enumerate();
        let centers = written()
            .filter(|(_, province)| province.sc)
            .map(|(index, _)| Province::from_index(index))
            .collect();
        let homes = file
            .powers
            .iter()
            .map(|power| {
                written()
                    .filter(|(_, province)| province.home.as_ref() == Some(power))
                    .map(|(index, _)| Province::from_index(index))
                    .collect()
            })
            .collect();
        let start = names::start(&file, &locations_by_code(&locations), provinces.len());
        Self {
            names: names::Names::new(&file),
            seas: of_kind(ProvinceKind::Sea),
            coasts: of_kind(ProvinceKind::Coast),
            split: (provinces.iter().enumerate())
                .filter(|(index, facts)| !facts.locations.contains(Location::from_index(*index)))
                .map(|(index, _)| Province::from_index(index))
                .collect(),
            distances: distances(&touching),
            provinces,
            locations,
            army,
            fleet,
            fleet_reach,
            touching,
            centers,
            homes,
            start,
            file,
        }
    }

    /// The map's name in records and settings.
    pub fn name(&self) -> &str {
        &self.file.map
    }

    /// The map's name for people.
    pub fn title(&self) -> &str {
        self.file.title.as_deref().unwrap_or(&self.file.map)
    }

    /// The data the board was built from, with its base filled in.
    pub fn file(&self) -> &BoardFile {
        &self.file
    }

    /// Owning this many centres after Fall wins alone.
    pub fn target(&self) -> u32 {
        self.file.target
    }

    /// Where units may be built.
    pub fn build_sites(&self) -> BuildSites {
        self.file.builds
    }

    /// The position before the first phase.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The first phase.
    pub fn first_phase(&self) -> Phase {
        self.start.phase
    }

    /// All powers, in the order of the seats.
    pub fn powers(&self) -> impl Iterator<Item = Power> + use<> {
        (0..self.file.powers.len()).map(Power::from_index)
    }

    /// A power's name, in capitals.
    pub fn power_name(&self, power: Power) -> &str {
        &self.file.powers[power.index()]
    }

    /// The power of this name, in any case.
    pub fn power(&self, name: &str) -> Option<Power> {
        let name = name.trim();
        let index = self
            .file
            .powers
            .iter()
            .position(|power| power.eq_ignore_ascii_case(name));
        index.map(Power::from_index)
    }

    /// A power's adjective, for instance `French`, if the board has one.
    pub fn adjective(&self, power: Power) -> Option<&str> {
        self.file
            .adjectives
            .get(self.power_name(power))
            .map(String::as_str)
    }

    /// The home centres of a power.
    pub fn homes(&self, power: Power) -> ProvinceSet {
        self.homes[power.index()]
    }

    /// All provinces, in the order of the file.
    pub fn provinces(&self) -> impl Iterator<Item = Province> + use<> {
        (0..self.provinces.len()).map(Province::from_index)
    }

    /// How many provinces there are.
    pub fn province_count(&self) -> usize {
        self.provinces.len()
    }

    /// All locations: the provinces, then the split coasts.
    pub fn locations(&self) -> impl Iterator<Item = Location> + use<> {
        (0..self.locations.len()).map(Location::from_index)
    }

    /// The province with this three-letter code, in any case.
    pub fn province(&self, code: &str) -> Option<Province> {
        let index = self
            .file
            .provinces
            .iter()
            .position(|province| province.abbr.eq_ignore_ascii_case(code));
        index.map(Province::from_index)
    }

    /// The location with this code (`VIE`, `STP/SC`), in any case.
    pub fn location(&self, code: &str) -> Option<Location> {
        let index = self
            .locations
            .iter()
            .position(|location| location.code.eq_ignore_ascii_case(code));
        index.map(Location::from_index)
    }

    /// The code of a province or location: `VIE`, `STP/SC`.
    pub fn code(&self, at: impl Into<Location>) -> &str {
        &self.locations[at.into().index()].code
    }

    /// The English name of a province.
    pub fn full_name(&self, province: Province) -> &str {
        &self.file.provinces[province.index()].name
    }

    /// The place of the province's English name in the alphabet.
    pub fn name_rank(&self, province: Province) -> u8 {
        self.provinces[province.index()].rank
    }

    /// Who can stand in a province.
    pub fn kind(&self, province: Province) -> ProvinceKind {
        self.provinces[province.index()].kind
    }

    /// The province a location belongs to.
    pub fn province_of(&self, location: Location) -> Province {
        self.locations[location.index()].province
    }

    /// The coast a location is; none for a whole province.
    pub fn coast_of(&self, location: Location) -> Option<Coast> {
        self.locations[location.index()].coast
    }

    /// Where in the province a fleet can stand: its coasts if there are
    /// several, otherwise the province itself.
    pub fn fleet_locations(&self, province: Province) -> LocationSet {
        self.provinces[province.index()].locations
    }

    /// Whether fleets in this province must say on which coast they stand.
    pub fn has_split_coast(&self, province: Province) -> bool {
        !self.provinces[province.index()]
            .locations
            .contains(province.into())
    }

    /// All provinces with several coasts.
    pub fn split_coasts(&self) -> ProvinceSet {
        self.split
    }

    /// The coast people mean: some call the east coast of Bulgaria its north
    /// coast.
    pub fn usual_coast(&self, province: Province, coast: Coast) -> Coast {
        let aliases = &self.file.provinces[province.index()].coast_aliases;
        let meant = aliases
            .get(coast.code())
            .and_then(|code| Coast::from_code(code));
        meant.unwrap_or(coast)
    }

    /// The code of a province in the DAIDE language.
    pub fn daide_code(&self, province: Province) -> &str {
        let written = &self.file.provinces[province.index()];
        written.daide.as_deref().unwrap_or(&written.abbr)
    }

    /// A coast of a province, if it has that one.
    pub fn coast(&self, province: Province, coast: Coast) -> Option<Location> {
        self.fleet_locations(province)
            .iter()
            .find(|location| self.coast_of(*location) == Some(coast))
    }

    /// All supply centres.
    pub fn centers(&self) -> ProvinceSet {
        self.centers
    }

    /// All sea provinces.
    pub fn seas(&self) -> ProvinceSet {
        self.seas
    }

    /// All provinces where armies and fleets can stand.
    pub fn coastal(&self) -> ProvinceSet {
        self.coasts
    }

    /// Where an army can walk from a province.
    pub fn army_borders(&self, from: Province) -> ProvinceSet {
        self.army[from.index()]
    }

    /// Where a fleet can sail from a location.
    pub fn fleet_borders(&self, from: Location) -> LocationSet {
        self.fleet[from.index()]
    }

    /// The provinces a unit can enter in one step, on whichever coast.
    pub fn reach(&self, unit: Unit) -> ProvinceSet {
        match unit.kind {
            UnitKind::Army => self.army[unit.at.index()],
            UnitKind::Fleet => self.fleet_reach[unit.at.index()],
        }
    }

    /// The locations a unit can enter in one step.
    pub fn steps(&self, unit: Unit) -> LocationSet {
        match unit.kind {
            UnitKind::Army => LocationSet::from_bits(self.army[unit.at.index()].bits()),
            UnitKind::Fleet => self.fleet[unit.at.index()],
        }
    }

    /// Every province that touches this one, for any unit.
    pub fn touching(&self, province: Province) -> ProvinceSet {
        self.touching[province.index()]
    }

    /// How many steps apart two provinces are, if every border may be crossed.
    pub fn distance(&self, one: Province, other: Province) -> u8 {
        self.distances[one.index() * self.provinces.len() + other.index()]
    }

    /// The province or provinces a text stands for, once [`normal`].
    pub fn named_place(&self, text: &str) -> Option<Named> {
        self.names.get(text)
    }

    /// All texts that stand for provinces, normal and sorted.
    pub fn place_names(&self) -> impl Iterator<Item = (&str, Province)> {
        self.names.iter()
    }

    /// Whether correcting one province into the other is forbidden.
    pub fn near_miss(&self, one: Province, other: Province) -> bool {
        self.names.near_miss(one, other)
    }

    /// A unit as text: `F STP/SC`.
    pub fn unit_text(&self, unit: Unit) -> UnitCode<'_> {
        UnitCode { board: self, unit }
    }

    /// The unit that a text such as `F STP/SC` describes exactly.
    pub fn unit(&self, text: &str) -> Option<Unit> {
        let (kind, at) = text.trim().split_once(' ')?;
        let unit = Unit {
            kind: UnitKind::from_code(kind)?,
            at: self.location(at.trim())?,
        };
        self.fits(unit).then_some(unit)
    }

    /// Whether a unit of this kind can stand at this location.
    pub fn fits(&self, unit: Unit) -> bool {
        let province = self.province_of(unit.at);
        match (unit.kind, self.kind(province)) {
            (UnitKind::Army, ProvinceKind::Sea) | (UnitKind::Fleet, ProvinceKind::Land) => false,
            (UnitKind::Army, _) => unit.at == province.into(),
            (UnitKind::Fleet, _) => self.fleet_locations(province).contains(unit.at),
        }
    }
}

impl PartialEq for Board {
    fn eq(&self, other: &Self) -> bool {
        self.file == other.file
    }
}

impl Eq for Board {}

/// A unit written with the codes of its board.
#[derive(Clone, Copy, Debug)]
pub struct UnitCode<'b> {
    board: &'b Board,
    unit: Unit,
}

impl fmt::Display for UnitCode<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = self.unit.kind.code();
        write!(f, "{kind} {}", self.board.code(self.unit.at))
    }
}

/// The file with the provinces and borders of its base.
fn with_base(file: &BoardFile) -> Result<BoardFile, BoardError> {
    let Some(base) = &file.base else {
        return Ok(file.clone());
    };
    let text = BUNDLED.iter().find(|(name, _)| name == base);
    let (_, text) = text.ok_or_else(|| BoardError::NoBase(base.chars().take(40).collect()))?;
    let base: BoardFile =
        serde_json::from_str(text).map_err(|fault| BoardError::Shape(fault.to_string()))?;
    let mut whole = file.clone();
    whole.base = None;
    whole.provinces = base.provinces;
    whole.army_borders = base.army_borders;
    whole.fleet_borders = base.fleet_borders;
    whole.ambiguous = base.ambiguous;
    whole.near_misses = base.near_misses;
    whole.adjectives = base.adjectives;
    whole
        .adjectives
        .retain(|power, _| whole.powers.contains(power));
    if let Some(homes) = whole.homes.take() {
        for province in &mut whole.provinces {
            province.home = homes
                .iter()
                .find(|(_, codes)| codes.contains(&province.abbr))
                .map(|(power, _)| power.clone());
        }
    }
    Ok(whole)
}

fn locations_by_code(locations: &[LocationFacts]) -> Vec<(&str, Province)> {
    locations
        .iter()
        .map(|location| (location.code.as_str(), location.province))
        .collect()
}

/// The number of steps between any two provinces, row by row; 255 if there is
/// no way.
fn distances(touching: &[ProvinceSet]) -> Vec<u8> {
    let count = touching.len();
    let mut table = vec![u8::MAX; count * count];
    for from in 0..count {
        let mut seen = ProvinceSet::only(Province::from_index(from));
        let mut front = seen;
        let mut steps = 0;
        while !front.is_empty() {
            let mut next = ProvinceSet::EMPTY;
            for province in front {
                table[from * count + province.index()] = steps;
                next = next.or(touching[province.index()]);
            }
            front = next.minus(seen);
            seen = seen.or(front);
            steps += 1;
        }
    }
    table
}
