//! Case tables and phase records compared with the judge: text in, verdicts out.
//!
//! A line with `expect` is a case in the manner of the DATC; a line with `next`
//! is a phase record with a known answer. Both are compared by board: units,
//! dislodged units with their retreats, centres, phase. A case is also compared
//! order by order, and its English text (`raw`) must lead to the same outcome.
//! [`case`] writes such a case.

use std::collections::{BTreeMap, BTreeSet};

use parlour_rules::cases;
use serde::{Deserialize, Serialize};

use crate::{
    Board, ByPower, Code, Codes, PhaseRecord, Position, RecordError, Resolution, Rulebook, Step,
    Submitted, resolve,
};

pub use parlour_rules::cases::Verdict;

/// What a case expects.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Expected {
    units: UnitSets,
    #[serde(default, skip_serializing_if = "ByPower::is_empty")]
    dislodged: RetreatSets,
    #[serde(default, skip_serializing_if = "ByPower::is_empty")]
    disbanded: UnitSets,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    results: Option<ByPower<Vec<Vec<String>>>>,
}

impl Expected {
    /// What a judged phase led to.
    fn of(board: &Board, orders: &[Submitted], resolution: &Resolution) -> Self {
        let mut results: ByPower<Vec<Vec<String>>> = ByPower::new();
        for (submitted, judged) in orders.iter().zip(&resolution.orders) {
            let name = board.power_name(submitted.power).to_owned();
            results.entry(name).or_default().push(judged.codes.texts());
        }
        let moved = resolution.phase.step == Step::Movement;
        Self {
            units: units_after(board, resolution),
            dislodged: dislodged_after(board, resolution),
            disbanded: if moved {
                UnitSets::new()
            } else {
                disbanded_after(board, resolution)
            },
            results: Some(results),
        }
    }
}

/// The case that a record makes: its question, and as `expect` what the judge
/// answers, order by order. The rule choices it was judged by are written down
/// where they differ from the default.
pub fn case(record: &PhaseRecord, defaults: Rulebook) -> Result<PhaseRecord, RecordError> {
    let board = record.board()?;
    let rules = record.rulebook(defaults)?;
    let position = record.position(board)?;
    let orders = record.submitted(board)?;
    let resolution = resolve(board, rules, &position, &orders);
    let expected = Expected::of(board, &orders, &resolution);
    let expected =
        serde_json::to_value(expected).map_err(|fault| RecordError::Shape(fault.to_string()))?;
    let mut case = PhaseRecord {
        results: None,
        reasons: None,
        next: None,
        rules: Some(rules.differing()).filter(|differing| !differing.is_empty()),
        ..record.clone()
    };
    case.rest.insert(String::from("expect"), expected);
    Ok(case)
}

/// Compares every line of a table. Empty lines are left out.
pub fn check_lines(text: &str, defaults: Rulebook) -> Vec<Verdict> {
    cases::check_lines(text, |number, line| {
        let (id, failures) = match PhaseRecord::parse(line) {
            Ok(record) => (record.id.clone(), check(&record, defaults)),
            Err(fault) => (None, Err(fault)),
        };
        Verdict {
            id: id.unwrap_or_else(|| format!("line {number}")),
            failures: failures.unwrap_or_else(|fault| vec![fault.to_string()]),
        }
    })
}

/// Compares one record with its expectation: everything that differs.
pub fn check(record: &PhaseRecord, defaults: Rulebook) -> Result<Vec<String>, RecordError> {
    if let Some(expected) = record.rest.get("expect") {
        let expected = Expected::deserialize(expected)
            .map_err(|fault| RecordError::Shape(format!("expect: {fault}")))?;
        return check_case(record, &expected, defaults);
    }
    if record.next.is_some() {
        return check_phase(record, defaults);
    }
    Err(RecordError::Shape(String::from(
        "neither expect nor next: there is nothing to compare",
    )))
}

/// Everything that differs, as it is found.
#[derive(Default)]
struct Differences(Vec<String>);

impl Differences {
    fn compare<T: PartialEq + std::fmt::Debug>(&mut self, what: &str, expected: &T, found: &T) {
        if expected != found {
            self.0
                .push(format!("{what}: expected {expected:?}, found {found:?}"));
        }
    }
}

fn check_case(
    record: &PhaseRecord,
    expected: &Expected,
    defaults: Rulebook,
) -> Result<Vec<String>, RecordError> {
    let board = record.board()?;
    let rules = record.rulebook(defaults)?;
    let position = record.position(board)?;
    let mut differences = Differences::default();
    let mut judge = |orders: &[Submitted], source| {
        let judged = resolve(board, rules, &position, orders);
        compare_case(
            board,
            record,
            expected,
            orders,
            &judged,
            source,
            &mut differences,
        );
        judged
    };
    judge(&record.submitted(board)?, "");
    if let Some(raw) = read_raw(record)? {
        let orders = PhaseRecord {
            orders: raw,
            ..record.clone()
        }
        .submitted(board)?;
        let resolution = judge(&orders, "raw ");
        compare_reading(board, record, &orders, &resolution, &mut differences)?;
    }
    Ok(differences.0)
}

fn read_raw(record: &PhaseRecord) -> Result<Option<ByPower<Vec<String>>>, RecordError> {
    let Some(raw) = record.rest.get("raw") else {
        return Ok(None);
    };
    let raw = Deserialize::deserialize(raw);
    raw.map(Some)
        .map_err(|fault| RecordError::Shape(format!("raw: {fault}")))
}

fn compare_case(
    board: &Board,
    record: &PhaseRecord,
    expected: &Expected,
    orders: &[Submitted],
    resolution: &Resolution,
    source: &str,
    differences: &mut Differences,
) {
    let found = units_after(board, resolution);
    differences.compare(&format!("{source}units"), &filled(&expected.units), &found);
    if record.phase.step == Step::Movement {
        let dislodged = dislodged_after(board, resolution);
        differences.compare(
            &format!("{source}dislodged"),
            &filled(&expected.dislodged),
            &dislodged,
        );
    } else {
        let disbanded = disbanded_after(board, resolution);
        differences.compare(
            &format!("{source}disbanded"),
            &filled(&expected.disbanded),
            &disbanded,
        );
    }
    let Some(results) = &expected.results else {
        return;
    };
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for (submitted, judged) in orders.iter().zip(&resolution.orders) {
        let name = board.power_name(submitted.power);
        let index = counts.entry(name).or_default();
        let expected = results.get(name).and_then(|list| list.get(*index));
        *index += 1;
        let Some(expected) = expected else {
            differences
                .0
                .push(format!("{source}{}: no result is expected", submitted.text));
            continue;
        };
        let same = alike(expected, judged.codes);
        if !same {
            differences.0.push(format!(
                "{source}{name} {}: expected {expected:?}, found {:?} ({})",
                submitted.text,
                judged.codes.texts(),
                judged.reason.text
            ));
        }
    }
    for (name, list) in results {
        let found = counts.get(name.as_str()).copied().unwrap_or_default();
        differences.compare(&format!("{source}orders of {name}"), &list.len(), &found);
    }
}

/// The codes must be the same, whatever their order.
fn alike(expected: &[String], found: Codes) -> bool {
    let expected: BTreeSet<&str> = expected.iter().map(String::as_str).collect();
    let found: BTreeSet<&str> = found.iter().map(Code::text).collect();
    expected == found
}

/// `read_as`: what a lenient reader makes of the text; null is illegal.
fn compare_reading(
    board: &Board,
    record: &PhaseRecord,
    orders: &[Submitted],
    resolution: &Resolution,
    differences: &mut Differences,
) -> Result<(), RecordError> {
    let Some(read_as) = record.rest.get("read_as") else {
        return Ok(());
    };
    let read_as: ByPower<Vec<Option<String>>> = Deserialize::deserialize(read_as)
        .map_err(|fault| RecordError::Shape(format!("read_as: {fault}")))?;
    for (name, expected) in &read_as {
        let own = orders.iter().zip(&resolution.orders);
        let own = own.filter(|(submitted, _)| board.power_name(submitted.power) == name);
        let found: Vec<Option<String>> = own
            .map(|(_, judged)| judged.fault.is_none().then(|| judged.text(board)))
            .collect();
        differences.compare(&format!("raw reading of {name}"), expected, &found);
    }
    Ok(())
}

fn check_phase(record: &PhaseRecord, defaults: Rulebook) -> Result<Vec<String>, RecordError> {
    let board = record.board()?;
    let rules = record.rulebook(defaults)?;
    let position = record.position(board)?;
    let orders = record.submitted(board)?;
    let resolution = resolve(board, rules, &position, &orders);
    let found = resolution.next_record(board);
    let Some(expected) = &record.next else {
        return Ok(Vec::new());
    };
    let mut differences = Differences::default();
    differences.compare("phase", &expected.phase, &found.phase);
    differences.compare("units", &sets(&expected.units), &sets(&found.units));
    differences.compare("centers", &sets(&expected.centers), &sets(&found.centers));
    let dislodged = possible_retreats(board, &position, &resolution, &expected.dislodged);
    differences.compare("dislodged", &dislodged, &nested_sets(&found.dislodged));
    differences.compare("builds", &expected.builds, &found.builds);
    differences.compare("outcome", &expected.outcome, &found.outcome);
    Ok(differences.0)
}

type UnitSets = ByPower<BTreeSet<String>>;
type RetreatSets = ByPower<BTreeMap<String, BTreeSet<String>>>;

/// The expected retreats without those that the record itself rules out. The
/// package that made the examples lists occupied and contested provinces after
/// a dislodgement by a convoyed army; such places are not compared.
fn possible_retreats(
    board: &Board,
    position: &Position,
    resolution: &Resolution,
    expected: &ByPower<BTreeMap<String, Vec<String>>>,
) -> RetreatSets {
    let mut possible = nested_sets(expected);
    for (text, places) in possible.values_mut().flatten() {
        let convoyed = board.unit(text).is_some_and(|unit| {
            let from = board.province_of(unit.at);
            resolution.driven_out_by_sea(board, position, from)
        });
        if convoyed {
            places.retain(|code| {
                let there = board.location(code).map(|to| board.province_of(to));
                there.is_some_and(|there| {
                    !resolution.next.occupied().contains(there)
                        && !resolution.contested.contains(there)
                })
            });
        }
    }
    possible
}

/// The powers that have something.
fn filled<T: Clone + Default + PartialEq>(lists: &ByPower<T>) -> ByPower<T> {
    let mut lists = lists.clone();
    lists.retain(|_, list| *list != T::default());
    lists
}

fn sets(lists: &ByPower<Vec<String>>) -> UnitSets {
    lists
        .iter()
        .filter(|(_, list)| !list.is_empty())
        .map(|(name, list)| (name.clone(), list.iter().cloned().collect()))
        .collect()
}

fn nested_sets(lists: &ByPower<BTreeMap<String, Vec<String>>>) -> RetreatSets {
    lists
        .iter()
        .filter(|(_, units)| !units.is_empty())
        .map(|(name, units)| {
            let units = units.iter();
            let units =
                units.map(|(unit, places)| (unit.clone(), places.iter().cloned().collect()));
            (name.clone(), units.collect())
        })
        .collect()
}

fn units_after(board: &Board, resolution: &Resolution) -> UnitSets {
    let mut found = UnitSets::new();
    for (_, placed) in resolution.next.units() {
        let name = board.power_name(placed.power).to_owned();
        let text = board.unit_text(placed.unit).to_string();
        found.entry(name).or_default().insert(text);
    }
    found
}

fn dislodged_after(board: &Board, resolution: &Resolution) -> RetreatSets {
    let mut found = RetreatSets::new();
    for gone in &resolution.dislodged {
        let name = board.power_name(gone.power).to_owned();
        let text = board.unit_text(gone.unit).to_string();
        let places = gone.retreats.iter().map(|to| board.code(to).to_owned());
        found
            .entry(name)
            .or_default()
            .insert(text, places.collect());
    }
    found
}

fn disbanded_after(board: &Board, resolution: &Resolution) -> UnitSets {
    let mut found = UnitSets::new();
    for (power, unit) in &resolution.disbanded {
        // A disband that was ordered in a retreat phase is no loss against the
        // order, yet the unit is gone all the same.
        let name = board.power_name(*power).to_owned();
        let text = board.unit_text(*unit).to_string();
        found.entry(name).or_default().insert(text);
    }
    found
}
