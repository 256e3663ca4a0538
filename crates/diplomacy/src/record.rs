//! Phase records: one phase of a game, or a made-up position, as one JSON object.
//!
//! A record without `results` and `next` is a question; the answer is the same
//! record with both filled in. Everything in a record is text;
//! [`PhaseRecord::position`] turns it into a [`Position`] of a board and says
//! what does not fit.

#![expect(
    clippy::disallowed_types,
    reason = "serde's flatten names floats in what it derives; none is stored"
)]

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{
    Board, Dislodged, LocationSet, Phase, Placed, Position, Power, ProvinceKind, ProvinceSet,
    Rulebook, RulesError, Step, Unit, UnitKind,
};

/// Something for each power, by its name.
pub type ByPower<T> = BTreeMap<String, T>;

/// One phase, as text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PhaseRecord {
    /// The record's own name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// `game` or `position`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// The board; `standard` if it is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub map: Option<String>,
    /// The phase that is ordered.
    pub phase: Phase,
    /// The units that stand; dislodged ones are not listed here.
    pub units: ByPower<Vec<String>>,
    /// In retreat phases: each dislodged unit and where it may go.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dislodged: Option<ByPower<BTreeMap<String, Vec<String>>>>,
    /// The owned centres.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub centers: Option<ByPower<Vec<String>>>,
    /// In adjustment phases: units to build (above 0) or to disband (below 0).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub builds: Option<ByPower<i32>>,
    /// The orders as they were submitted.
    #[serde(default)]
    pub orders: ByPower<Vec<String>>,
    /// The codes for each unit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub results: Option<BTreeMap<String, Vec<String>>>,
    /// Why, for each unit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reasons: Option<BTreeMap<String, ReasonRecord>>,
    /// The position after the phase.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<NextRecord>,
    /// The rule choices that differ from the default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<BTreeMap<String, String>>,
    /// Whatever else the record holds; kept as it is.
    #[serde(flatten)]
    pub rest: BTreeMap<String, serde_json::Value>,
}

/// The position after a phase, as text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NextRecord {
    /// The next phase that is not skipped.
    pub phase: Phase,
    /// The units that stand.
    pub units: ByPower<Vec<String>>,
    /// The owned centres.
    #[serde(default)]
    pub centers: ByPower<Vec<String>>,
    /// Each dislodged unit and where it may go.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub dislodged: ByPower<BTreeMap<String, Vec<String>>>,
    /// Units to build or to disband.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub builds: ByPower<i32>,
    /// How the game ended, if it did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<OutcomeRecord>,
}

/// How a game ended, as text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OutcomeRecord {
    /// `solo` or `draw`.
    pub kind: String,
    /// The winner, or those who share the draw.
    pub powers: Vec<String>,
}

impl OutcomeRecord {
    /// The value under `outcome` in a record whose phase was not judged.
    pub(crate) fn to_json(&self) -> serde_json::Value {
        serde_json::json!({ "kind": self.kind, "powers": self.powers })
    }
}

/// Why an order had its result, as text and numbers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReasonRecord {
    /// The first result code, or `ok`.
    pub code: String,
    /// The strengths that were compared, by name; those that apply.
    #[serde(default)]
    pub strengths: BTreeMap<String, u32>,
    /// The orders that caused it.
    #[serde(default)]
    pub causes: Vec<String>,
    /// One sentence.
    pub text: String,
}

/// What a record says that cannot be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordError {
    /// Not JSON, or not of the expected shape.
    #[error("not a phase record: {0}")]
    Shape(String),
    /// A board that is not known.
    #[error("there is no map \"{0}\"; there are {known}", known = maps())]
    NoMap(String),
    /// A rule choice that does not exist.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// A part of the record does not fit the board.
    #[error("{place}: {what}")]
    Misfit {
        /// The offending piece.
        place: String,
        /// What is wrong with it.
        what: String,
    },
}

/// The offending piece, cut to a length that can be shown.
fn misfit(place: &str, what: impl Into<String>) -> RecordError {
    RecordError::Misfit {
        place: place.chars().take(60).collect(),
        what: what.into(),
    }
}

impl PhaseRecord {
    /// Reads one record from its line.
    pub fn parse(line: &str) -> Result<Self, RecordError> {
        let line = line.strip_prefix('\u{feff}').unwrap_or(line);
        serde_json::from_str(line)
            .map_err(|fault| RecordError::Shape(misshapen(line).unwrap_or_else(|| placed(&fault))))
    }

    /// A record that asks about a position.
    pub fn question(board: &Board, position: &Position) -> Self {
        Self::asking(board, NextRecord::of(board, position))
    }

    /// The same of a position that is text already.
    pub fn asking(board: &Board, text: NextRecord) -> Self {
        let step = text.phase.step;
        Self {
            id: None,
            kind: None,
            map: Some(board.name().to_owned()),
            phase: text.phase,
            units: text.units,
            dislodged: (step == Step::Retreat).then_some(text.dislodged),
            centers: Some(text.centers),
            builds: (step == Step::Adjustment).then_some(text.builds),
            orders: ByPower::new(),
            results: None,
            reasons: None,
            next: None,
            rules: None,
            rest: BTreeMap::new(),
        }
    }

    /// The board the record is played on.
    pub fn board(&self) -> Result<&'static Board, RecordError> {
        let name = self.map.as_deref().unwrap_or("standard");
        Board::named(name).ok_or_else(|| RecordError::NoMap(shown(name, 40)))
    }

    /// The rule choices: the given ones, overridden by the record's own.
    pub fn rulebook(&self, defaults: Rulebook) -> Result<Rulebook, RecordError> {
        match &self.rules {
            Some(choices) => Ok(defaults.with(choices)?),
            None => Ok(defaults),
        }
    }

    /// The position the record describes.
    pub fn position(&self, board: &Board) -> Result<Position, RecordError> {
        let mut position = Position::empty(self.phase, board.province_count());
        for (name, units) in &self.units {
            let power = read_power(board, name)?;
            for text in units {
                let unit = read_unit(board, text)?;
                let province = board.province_of(unit.at);
                if position.unit_in(province).is_some() {
                    return Err(misfit(text, "two units in one province"));
                }
                position.place(province, Placed { power, unit });
            }
        }
        for (name, centers) in self.centers.iter().flatten() {
            let power = read_power(board, name)?;
            for code in centers {
                let province = board
                    .province(code)
                    .filter(|known| board.centers().contains(*known));
                let province = province.ok_or_else(|| misfit(code, "no supply centre"))?;
                if position.owner(province).is_some() {
                    return Err(misfit(code, "owned twice"));
                }
                position.set_owner(province, Some(power));
            }
        }
        if self.phase.step == Step::Retreat {
            position.set_dislodged(self.read_dislodged(board, position.occupied())?);
        }
        self.compare_builds(board, &position)?;
        Ok(position)
    }

    /// In Winter builds and disbands follow from centres, units and free homes;
    /// a record that says otherwise does not describe a position.
    fn compare_builds(&self, board: &Board, position: &Position) -> Result<(), RecordError> {
        if self.phase.step != Step::Adjustment {
            return Ok(());
        }
        for (name, said) in self.builds.iter().flatten() {
            let power = read_power(board, name)?;
            let due = position.adjustment(board, power);
            if due != *said {
                let what =
                    format!("builds is {said}, but centres, units and free homes make {due}");
                return Err(misfit(name, what));
            }
        }
        Ok(())
    }

    /// The dislodged units in the order of their provinces. A retreat to a
    /// place where somebody stands is not possible, whatever the record says.
    fn read_dislodged(
        &self,
        board: &Board,
        occupied: ProvinceSet,
    ) -> Result<Vec<Dislodged>, RecordError> {
        let mut dislodged: Vec<Dislodged> = Vec::new();
        let mut seen = ProvinceSet::EMPTY;
        for (name, units) in self.dislodged.iter().flatten() {
            let power = read_power(board, name)?;
            for (text, places) in units {
                let unit = read_unit(board, text)?;
                let province = board.province_of(unit.at);
                if seen.contains(province) {
                    return Err(misfit(text, "two units dislodged from one province"));
                }
                seen.insert(province);
                let mut retreats = LocationSet::EMPTY;
                for code in places {
                    let to = board.location(code);
                    let to = to.filter(|to| board.steps(unit).contains(*to));
                    let to =
                        to.ok_or_else(|| misfit(text, format!("cannot retreat to {}", cut(code))))?;
                    if !occupied.contains(board.province_of(to)) {
                        retreats.insert(to);
                    }
                }
                dislodged.push(Dislodged {
                    power,
                    unit,
                    retreats,
                });
            }
        }
        dislodged.sort_by_key(|unit| board.province_of(unit.unit.at));
        Ok(dislodged)
    }
}

/// The maps that there are.
fn maps() -> String {
    let names: Vec<&str> = Board::all().into_iter().map(Board::name).collect();
    names.join(", ")
}

/// The beginning of a text; a mark says that there is more.
fn shown(text: &str, most: usize) -> String {
    let mut shown: String = text.chars().take(most).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    shown
}

/// What is often written wrongly, and how it is written.
fn misshapen(line: &str) -> Option<String> {
    let record: serde_json::Value = serde_json::from_str(line).ok()?;
    let dislodged = record.get("dislodged")?;
    let lists = |value: &serde_json::Value| value.is_array() || value.is_string();
    let is_list = lists(dislodged) || dislodged.as_object()?.values().any(lists);
    is_list.then(|| {
        String::from(
            "dislodged is no list: it names each unit with where it may go, as \
             {\"GERMANY\":{\"A KIE\":[\"BER\",\"MUN\"]}}",
        )
    })
}

/// What is wrong with a record's JSON, and where on its line.
fn placed(fault: &serde_json::Error) -> String {
    let text = fault.to_string();
    let place = format!(" at line 1 column {}", fault.column());
    match text.strip_suffix(&place) {
        Some(what) => format!("{what} at column {}", fault.column()),
        None => text,
    }
}

fn cut(text: &str) -> String {
    text.chars().take(20).collect()
}

fn read_power(board: &Board, name: &str) -> Result<Power, RecordError> {
    let known = board.power(name);
    known.ok_or_else(|| misfit(name, format!("no power of the map {}", board.name())))
}

fn read_unit(board: &Board, text: &str) -> Result<Unit, RecordError> {
    board
        .unit(text)
        .ok_or_else(|| misfit(text, no_unit(board, text)))
}

/// Why a text is no unit, and what would be one.
fn no_unit(board: &Board, text: &str) -> String {
    let named = text.trim().split_once(' ').and_then(|(kind, at)| {
        let kind = UnitKind::from_code(&kind.to_ascii_uppercase())?;
        let province = board.province_of(board.location(at.trim())?);
        Some((kind, province))
    });
    let Some((kind, province)) = named else {
        return String::from("no unit of this map; units are written A VIE, F STP/SC");
    };
    let code = board.code(province);
    match (kind, board.kind(province)) {
        (UnitKind::Fleet, ProvinceKind::Land) => {
            format!("{code} lies inland, where no fleet can be; an army there is written A {code}")
        }
        (UnitKind::Army, ProvinceKind::Sea) => {
            format!("{code} is a sea, where no army can be; a fleet there is written F {code}")
        }
        (UnitKind::Army, _) => {
            format!("an army stands in the whole province; it is written A {code}")
        }
        (UnitKind::Fleet, _) => {
            let coasts: Vec<String> = board
                .fleet_locations(province)
                .iter()
                .map(|at| format!("F {}", board.code(at)))
                .collect();
            format!("a fleet there is written {}", coasts.join(" or "))
        }
    }
}

impl NextRecord {
    /// A position as text, every list sorted.
    pub fn of(board: &Board, position: &Position) -> Self {
        let mut units: ByPower<Vec<String>> = ByPower::new();
        for (_, placed) in position.units() {
            let name = board.power_name(placed.power).to_owned();
            let text = board.unit_text(placed.unit).to_string();
            units.entry(name).or_default().push(text);
        }
        for list in units.values_mut() {
            list.sort();
        }
        let mut centers: ByPower<Vec<String>> = ByPower::new();
        for province in board.centers() {
            if let Some(power) = position.owner(province) {
                let name = board.power_name(power).to_owned();
                let code = board.code(province).to_owned();
                centers.entry(name).or_default().push(code);
            }
        }
        for list in centers.values_mut() {
            list.sort();
        }
        let mut dislodged: ByPower<BTreeMap<String, Vec<String>>> = ByPower::new();
        for unit in position.dislodged() {
            let mut places: Vec<String> = unit
                .retreats
                .iter()
                .map(|to| board.code(to).to_owned())
                .collect();
            places.sort();
            let name = board.power_name(unit.power).to_owned();
            let text = board.unit_text(unit.unit).to_string();
            dislodged.entry(name).or_default().insert(text, places);
        }
        let mut builds = ByPower::new();
        if position.phase.step == Step::Adjustment {
            for power in board.powers() {
                let count = position.adjustment(board, power);
                if count != 0 {
                    builds.insert(board.power_name(power).to_owned(), count);
                }
            }
        }
        Self {
            phase: position.phase,
            units,
            centers,
            dislodged,
            builds,
            outcome: None,
        }
    }
}
