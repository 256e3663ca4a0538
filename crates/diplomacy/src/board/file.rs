//! The data file of a board, as it is written down.
//!
//! A file either describes a whole map, or names another as its `base` and says
//! only what differs: powers, homes, centres, start. Nothing here is checked;
//! [`lint`](super::lint) says everything that is wrong with a file, and
//! [`Board::build`](super::Board::build) accepts only files without a fault. A field
//! that nobody knows is refused: it may be a slip, or a rule of a later version.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// A board as it is written down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoardFile {
    /// The map's name in records and settings, lower case.
    pub map: String,
    /// Its name for people; the name above if it is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The map whose provinces and borders this variant is played on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base: Option<String>,
    /// The first phase, usually `S1901M`.
    pub start_phase: String,
    /// Owning this many centres after Fall wins alone.
    pub target: u32,
    /// The powers, in the order of the seats.
    pub powers: Vec<String>,
    /// Powers of the list that nobody plays, the last ones of it: their units hold.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dummies: Vec<String>,
    /// The adjective of each power, for instance `French`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub adjectives: BTreeMap<String, String>,
    /// Where units may be built.
    #[serde(default)]
    pub builds: BuildSites,
    /// What the file itself expects to hold, as a guard against slips.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counts: Option<Counts>,
    /// The provinces. Empty in a variant with a base.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub provinces: Vec<ProvinceFile>,
    /// The home centres of each power, in a variant with a base. A whole map
    /// says it at each province.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub homes: Option<BTreeMap<String, Vec<String>>>,
    /// The units at the start.
    pub start_units: BTreeMap<String, Vec<String>>,
    /// The centres owned at the start.
    pub start_centers: BTreeMap<String, Vec<String>>,
    /// The centres nobody owns at the start.
    #[serde(default)]
    pub neutral_centers: Vec<String>,
    /// Pairs of provinces between which armies walk, each once.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub army_borders: Vec<(String, String)>,
    /// Pairs of locations between which fleets sail, each once.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fleet_borders: Vec<(String, String)>,
    /// Texts that fit several provinces.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub ambiguous: BTreeMap<String, Ambiguity>,
    /// Codes that must never be corrected into each other.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub near_misses: Vec<NearMiss>,
    /// Remarks for readers of the file.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// Where a power may build.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BuildSites {
    /// In its own home centres that it owns and that are empty.
    #[default]
    Home,
    /// In every centre that it owns and that is empty.
    Owned,
    /// In every empty province on land that is no centre, and in every centre that
    /// it owns and that is empty.
    Anywhere,
}

/// One province as it is written down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProvinceFile {
    /// The code: three capital letters.
    pub abbr: String,
    /// The English name.
    pub name: String,
    /// Who can stand there.
    pub kind: ProvinceKind,
    /// Whether it is a supply centre.
    #[serde(default)]
    pub sc: bool,
    /// The power whose home it is.
    #[serde(default)]
    pub home: Option<String>,
    /// The codes of its coasts, if it has more than one.
    #[serde(default)]
    pub coasts: Vec<String>,
    /// Other codes for its coasts that people use, for instance `NC` for `EC`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub coast_aliases: BTreeMap<String, String>,
    /// Whether a fleet in this coastal province convoys as one at sea does.
    #[serde(default, skip_serializing_if = "is_false")]
    pub convoys: bool,
    /// Its code in the DAIDE language, where that differs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub daide: Option<String>,
    /// Other texts for it, lower case.
    #[serde(default)]
    pub aliases: Vec<String>,
    /// Its name in other languages, by their tags: `de`, `pt-br`. Orders are read with
    /// all of them.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub names: BTreeMap<String, String>,
}

/// A field that need not be written.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
fn is_false(field: &bool) -> bool {
    !field
}

/// Who can stand in a province.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ProvinceKind {
    /// Armies only.
    Land,
    /// Armies and fleets.
    Coast,
    /// Fleets only; a fleet there can convoy.
    Sea,
}

/// A text that fits several provinces.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ambiguity {
    /// All that it may mean.
    pub provinces: Vec<String>,
    /// What most people mean.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub usual: Option<String>,
    /// A remark for readers of the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// Codes that look alike.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NearMiss {
    /// The codes; some may be aliases.
    pub codes: Vec<String>,
    /// A remark for readers of the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// How many of each thing a file says it holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Counts {
    /// Provinces of all kinds.
    pub provinces: u32,
    /// Provinces of kind sea.
    pub sea: u32,
    /// Provinces of kind land.
    pub land: u32,
    /// Provinces of kind coast.
    pub coast: u32,
    /// Supply centres.
    pub centers: u32,
    /// Centres nobody owns at the start.
    pub neutral_centers: u32,
    /// Split coasts.
    pub coasts: u32,
    /// Provinces and split coasts together.
    pub locations: u32,
    /// Pairs in `army_borders`.
    pub army_borders: u32,
    /// Pairs in `fleet_borders`.
    pub fleet_borders: u32,
    /// Units at the start.
    pub start_units: u32,
}
