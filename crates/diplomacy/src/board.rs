//! The board: provinces, borders, coasts, centres, powers, the start.
//!
//! A board is read from a data file ([`BoardFile`]), linted, and turned into
//! flat tables over [`Province`] and [`Location`] that the judge reads without
//! searching. [`Board::standard`] is the usual map; [`Board::named`] knows the
//! variants that come with the crate and those that were [added](Board::add);
//! [`Board::parse`] reads any other.

mod assemble;
mod editions;
mod file;
mod languages;
mod lint;
mod names;
mod package;
mod shelf;
mod slips;

use std::fmt;

use crate::{
    Coast, Location, LocationSet, Phase, Place, Position, Power, Province, ProvinceSet, Unit,
    UnitKind,
};

pub use file::{Ambiguity, BoardFile, BuildSites, Counts, NearMiss, ProvinceFile, ProvinceKind};
pub use lint::{Fault, MOST_POWERS, lint};
pub use names::{Named, normal};
pub use package::{MapFileError, differences as board_differences, read_map_file};
pub use shelf::MOST_ADDED;

/// A map with its powers and its start.
#[derive(Clone, Debug)]
pub struct Board {
    file: BoardFile,
    provinces: Vec<ProvinceFacts>,
    locations: Vec<LocationFacts>,
    army: Vec<ProvinceSet>,
    fleet: Vec<LocationSet>,
    fleet_reach: Vec<ProvinceSet>,
    lists: Lists,
    touching: Vec<ProvinceSet>,
    seas: ProvinceSet,
    ferries: ProvinceSet,
    coasts: ProvinceSet,
    split: ProvinceSet,
    centers: ProvinceSet,
    homes: Vec<ProvinceSet>,
    distances: Vec<u8>,
    /// By province: all centres, the nearest first.
    nearest_centers: Vec<Vec<Province>>,
    names: names::Names,
    start: Position,
}

/// Where units can go, as lists: whoever goes through all of it need not look for the
/// members of a set.
#[derive(Clone, Debug)]
struct Lists {
    army: Vec<Box<[Province]>>,
    army_steps: Vec<Box<[Location]>>,
    fleet: Vec<Box<[Province]>>,
    fleet_steps: Vec<Box<[Location]>>,
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

/// Why a text is not a board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
    /// Not JSON, or not of the expected shape.
    #[error("not a board file: {0}")]
    Shape(String),
    /// Longer than any board.
    #[error("a board file has at most {LONGEST_BOARD} bytes, this one has {0}")]
    TooLong(usize),
    /// It names a base that is not known.
    #[error("base: there is no map \"{0}\" to build upon")]
    NoBase(String),
    /// It is, through others, built upon itself.
    #[error("base: \"{0}\" leads back to itself, or through too many maps")]
    EndlessBase(String),
    /// A bundled board has its name.
    #[error("map: \"{0}\" is the name of a map that comes with the program; choose another")]
    Taken(String),
    /// As many boards were added as a process keeps.
    #[error("a process keeps at most {MOST_ADDED} boards of its own")]
    TooMany,
    /// The linter found faults.
    #[error("{} faults on the board, the first: {}", .0.len(), .0[0])]
    Faults(Vec<Fault>),
}

/// The longest board file, in bytes.
pub const LONGEST_BOARD: usize = 1 << 20;

/// The file that a text holds, unchecked.
fn read(text: &str) -> Result<BoardFile, BoardError> {
    if text.len() > LONGEST_BOARD {
        return Err(BoardError::TooLong(text.len()));
    }
    serde_json::from_str(text).map_err(|fault| BoardError::Shape(fault.to_string()))
}

impl Board {
    /// The usual map of Europe.
    pub fn standard() -> &'static Self {
        &editions::bundled()[0]
    }

    /// A map that comes with the crate, or that was [added](Self::add).
    pub fn named(name: &str) -> Option<&'static Self> {
        let bundled = Self::bundled().iter().find(|board| board.file.map == name);
        bundled.or_else(|| shelf::named(name))
    }

    /// All maps that come with the crate.
    pub fn bundled() -> &'static [Self] {
        editions::bundled()
    }

    /// Reads a board from the text of its data file. Its base comes with the crate.
    pub fn parse(text: &str) -> Result<Self, BoardError> {
        Self::parse_among(text, |_| None)
    }

    /// Reads a board from the text of its data file. Its base comes with the crate,
    /// or is one of the other files.
    pub fn parse_among(
        text: &str,
        others: impl Fn(&str) -> Option<String>,
    ) -> Result<Self, BoardError> {
        Self::build_among(&read(text)?, others)
    }

    /// Makes the board that a data file describes. Its base comes with the crate.
    pub fn build(file: &BoardFile) -> Result<Self, BoardError> {
        Self::build_among(file, |_| None)
    }

    fn build_among(
        file: &BoardFile,
        others: impl Fn(&str) -> Option<String>,
    ) -> Result<Self, BoardError> {
        let bundled = |base: &str| editions::text(base).map(ToOwned::to_owned);
        Self::build_upon(file, &|base| bundled(base).or_else(|| others(base)))
    }

    /// Its base is what this knows by the name.
    fn build_upon(
        file: &BoardFile,
        known: &dyn Fn(&str) -> Option<String>,
    ) -> Result<Self, BoardError> {
        let file = assemble::with_base(file, known)?;
        let faults = lint(&file);
        if !faults.is_empty() {
            return Err(BoardError::Faults(faults));
        }
        Ok(Self::assemble(file))
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

    /// How many powers there are.
    pub fn power_count(&self) -> usize {
        self.file.powers.len()
    }

    /// How many powers somebody plays: all but the last ones, the dummies.
    pub fn played_count(&self) -> usize {
        self.file.powers.len() - self.file.dummies.len()
    }

    /// Whether nobody plays a power: its units hold, and it neither wins nor draws.
    pub fn is_dummy(&self, power: Power) -> bool {
        power.index() >= self.played_count()
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

    /// The code of a province in the DAIDE language: its own code where the file names
    /// none that could be read again.
    pub fn daide_code(&self, province: Province) -> &str {
        let written = &self.file.provinces[province.index()];
        self.names.daide(province).unwrap_or(&written.abbr)
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

    /// All coastal provinces in which a fleet convoys as at sea.
    pub fn ferries(&self) -> ProvinceSet {
        self.ferries
    }

    /// The fleets that can convoy: those at sea, and those in a coastal province of
    /// the kind that convoys.
    pub fn convoying_fleets(&self, position: &Position) -> ProvinceSet {
        let fleet = |at: &Province| {
            let placed = position.unit_in(*at);
            placed.is_some_and(|placed| placed.unit.kind == UnitKind::Fleet)
        };
        let mut fleets = position.occupied().and(self.seas);
        if !self.ferries.is_empty() {
            let ferries = self.ferries.and(position.occupied());
            fleets = fleets.or(ferries.iter().filter(fleet).collect());
        }
        fleets
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
            UnitKind::Army => LocationSet::from_words(self.army[unit.at.index()].words()),
            UnitKind::Fleet => self.fleet[unit.at.index()],
        }
    }

    /// The provinces of [`reach`](Self::reach), ascending.
    pub fn reach_list(&self, unit: Unit) -> &[Province] {
        match unit.kind {
            UnitKind::Army => &self.lists.army[unit.at.index()],
            UnitKind::Fleet => &self.lists.fleet[unit.at.index()],
        }
    }

    /// The locations of [`steps`](Self::steps), ascending.
    pub fn steps_list(&self, unit: Unit) -> &[Location] {
        match unit.kind {
            UnitKind::Army => &self.lists.army_steps[unit.at.index()],
            UnitKind::Fleet => &self.lists.fleet_steps[unit.at.index()],
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

    /// All centres, the nearest to a province first.
    pub(crate) fn nearest_centers(&self, from: Province) -> &[Province] {
        &self.nearest_centers[from.index()]
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

    /// The unit that a text such as `F STP/SC` describes exactly, in any case.
    pub fn unit(&self, text: &str) -> Option<Unit> {
        let (kind, at) = text.trim().split_once(' ')?;
        let unit = Unit {
            kind: UnitKind::from_code(&kind.to_ascii_uppercase())?,
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
