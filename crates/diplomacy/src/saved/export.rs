//! From phase records to saved games.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::{
    BUILD_ANY, COMPLETED, SavedBuilds, SavedFault, SavedGame, SavedPhase, SavedState,
    maps_of_package,
};
use crate::{
    Board, BuildSites, ByPower, NextRecord, OrderFault, OutcomeRecord, PhaseRecord, Position,
    Province, RecordError, Resolution, Rulebook, Step, resolve,
};

impl SavedGame {
    /// The saved game of records that follow one another. A record's own
    /// results and next position count; where it has none, it is judged. The
    /// last record, if it has none, is the present phase.
    pub fn of_records(
        id: &str,
        records: &[PhaseRecord],
        defaults: Rulebook,
    ) -> Result<Self, SavedFault> {
        let first = records.first().ok_or(SavedFault::NoPhases)?;
        let board = first.board().map_err(|fault| SavedFault::Phase {
            phase: first.phase.to_string(),
            fault,
        })?;
        let map = maps_of_package().find(|(_, ours)| *ours == board.name());
        let (map, _) = map.ok_or_else(|| SavedFault::NotInPackage(board.name().to_owned()))?;
        Self::written(id, map, records, defaults, board, "standard")
    }

    /// The same on a board of somebody's own, which a record need not name. The package
    /// knows the game's map only if whoever reads it has added it there.
    pub fn of_records_on(
        id: &str,
        records: &[PhaseRecord],
        defaults: Rulebook,
        board: &Board,
    ) -> Result<Self, SavedFault> {
        if records.is_empty() {
            return Err(SavedFault::NoPhases);
        }
        let known = Board::named(board.name()) == Some(board);
        let map = maps_of_package().find(|(_, ours)| known && *ours == board.name());
        let map = map.map_or(board.name(), |(theirs, _)| theirs);
        Self::written(id, map, records, defaults, board, board.name())
    }

    /// `unnamed` is the board of records that name none.
    fn written(
        id: &str,
        map: &str,
        records: &[PhaseRecord],
        defaults: Rulebook,
        board: &Board,
        unnamed: &str,
    ) -> Result<Self, SavedFault> {
        let misfit = |record: &PhaseRecord| {
            let phase = record.phase.to_string();
            move |fault: RecordError| SavedFault::Phase { phase, fault }
        };
        let mut scribe = Scribe {
            board,
            id,
            map,
            last_in: BTreeMap::new(),
            phases: Vec::new(),
        };
        let mut expected: Option<(&PhaseRecord, NextRecord)> = None;
        for (index, record) in records.iter().enumerate() {
            let fault = misfit(record);
            let own = record.map.as_deref().unwrap_or(unnamed);
            if own != board.name() {
                let own = own.chars().take(40).collect();
                return Err(fault(RecordError::NoMap(own)));
            }
            let position = record.position(board).map_err(misfit(record))?;
            if let Some((before, next)) = &expected {
                follows(board, before, next, &position)?;
            }
            let rules = record.rulebook(defaults).map_err(misfit(record))?;
            let orders = record.submitted(board).map_err(misfit(record))?;
            let resolution = resolve(board, rules, &position, &orders);
            let played =
                record.results.is_some() || record.next.is_some() || index + 1 < records.len();
            scribe.phase(record, &position, &resolution, played);
            expected = played.then(|| {
                let judged = || resolution.next_record(board);
                (record, record.next.clone().unwrap_or_else(judged))
            });
            if !played && let Some(outcome) = ended(record).map_err(fault)? {
                scribe.end(&position, &outcome);
            }
        }
        if let Some((record, next)) = expected {
            let mut question = PhaseRecord::question(board, board.start());
            question.phase = next.phase;
            question.units = next.units;
            question.centers = Some(next.centers);
            question.dislodged = Some(next.dislodged);
            let position = question.position(board).map_err(misfit(record))?;
            match &next.outcome {
                Some(outcome) => scribe.end(&position, outcome),
                None => scribe.present(&position),
            }
        }
        Ok(Self {
            id: id.to_owned(),
            map: (*map).to_owned(),
            rules: package_rules_of(board),
            phases: scribe.phases,
        })
    }
}

/// Whether a position continues what the phase before it led to.
fn follows(
    board: &Board,
    before: &PhaseRecord,
    next: &NextRecord,
    position: &Position,
) -> Result<(), SavedFault> {
    let found = NextRecord::of(board, position);
    let sorted = |lists: &ByPower<Vec<String>>| {
        let mut lists = lists.clone();
        lists.retain(|_, list| !list.is_empty());
        for list in lists.values_mut() {
            list.sort();
        }
        lists
    };
    // Which retreats a dislodged unit has is left to the record.
    let dislodged = |next: &NextRecord| -> Vec<String> {
        let units = next.dislodged.values().flat_map(BTreeMap::keys);
        units.cloned().collect()
    };
    let what = if next.phase != found.phase {
        "the phase differs"
    } else if sorted(&next.units) != sorted(&found.units) {
        "units differ"
    } else if sorted(&next.centers) != sorted(&found.centers) {
        "centers differ"
    } else if dislodged(next) != dislodged(&found) {
        "dislodged units differ"
    } else {
        return Ok(());
    };
    Err(SavedFault::Broken {
        before: before.phase,
        after: position.phase,
        what,
    })
}

/// How the game ended while the last record's phase was open.
fn ended(record: &PhaseRecord) -> Result<Option<OutcomeRecord>, RecordError> {
    let Some(outcome) = record.rest.get("outcome") else {
        return Ok(None);
    };
    let outcome = OutcomeRecord::deserialize(outcome);
    outcome
        .map(Some)
        .map_err(|fault| RecordError::Shape(format!("outcome: {fault}")))
}

/// Writes the phases of one game.
struct Scribe<'a> {
    board: &'a Board,
    id: &'a str,
    map: &'a str,
    /// Who was the last to stand in each province.
    last_in: BTreeMap<Province, String>,
    phases: Vec<SavedPhase>,
}

impl Scribe<'_> {
    fn phase(
        &mut self,
        record: &PhaseRecord,
        position: &Position,
        resolution: &Resolution,
        played: bool,
    ) {
        let mut orders = self.by_power(|_| Some(Vec::new()));
        for judged in &resolution.orders {
            if judged.given.is_some() && judged.fault.as_ref().is_none_or(is_too_much) {
                let name = self.board.power_name(judged.power);
                if let Some(Some(list)) = orders.get_mut(name) {
                    list.push(judged.text(self.board));
                }
            }
        }
        let mut results = BTreeMap::new();
        if played {
            let answered = || record.answered(self.board, position, resolution).results;
            results = record.results.clone().or_else(answered).unwrap_or_default();
            for codes in results.values_mut() {
                *codes = codes.iter().map(|code| package_code(code)).collect();
                codes.dedup();
            }
        }
        let state = self.state(position);
        self.phases.push(SavedPhase {
            name: state.name.clone(),
            state,
            orders,
            results,
            messages: Vec::new(),
        });
    }

    /// The phase that nobody has ordered yet.
    fn present(&mut self, position: &Position) {
        let state = self.state(position);
        self.phases.push(SavedPhase {
            name: state.name.clone(),
            state,
            orders: self.by_power(|_| None),
            results: BTreeMap::new(),
            messages: Vec::new(),
        });
    }

    /// The phase in which the game is over.
    fn end(&mut self, position: &Position, outcome: &OutcomeRecord) {
        let mut position = position.clone();
        position.set_dislodged(Vec::new());
        self.present(&position);
        if let Some(last) = self.phases.last_mut() {
            let short = |power: &String| power.chars().take(3).collect::<String>();
            let victors: Vec<String> = outcome.powers.iter().map(short).collect();
            last.state.note = format!("Victory by: {}", victors.join(", "));
            COMPLETED.clone_into(&mut last.name);
            COMPLETED.clone_into(&mut last.state.name);
        }
    }

    fn by_power<T>(&self, of: impl Fn(crate::Power) -> T) -> ByPower<T> {
        let powers = self.board.powers();
        powers
            .map(|power| (self.board.power_name(power).to_owned(), of(power)))
            .collect()
    }

    fn state(&mut self, position: &Position) -> SavedState {
        let board = self.board;
        for (province, placed) in position.units() {
            let name = board.power_name(placed.power).to_owned();
            self.last_in.insert(province, name);
        }
        let next = NextRecord::of(board, position);
        let name = |power| board.power_name(power);
        let units = self.by_power(|power| {
            let mut units = next.units.get(name(power)).cloned().unwrap_or_default();
            let gone = next.dislodged.get(name(power)).into_iter().flatten();
            units.extend(gone.map(|(unit, _)| format!("*{unit}")));
            units
        });
        let influence = self.by_power(|power| {
            let own = self.last_in.iter().filter(|(_, last)| *last == name(power));
            own.map(|(province, _)| board.code(*province).to_owned())
                .collect()
        });
        let codes = |provinces: crate::ProvinceSet| -> Vec<String> {
            let codes = provinces.iter();
            codes
                .map(|province| board.code(province).to_owned())
                .collect()
        };
        SavedState {
            name: position.phase.to_string(),
            note: String::new(),
            units,
            retreats: self.by_power(|power| {
                let own = next.dislodged.get(name(power));
                own.cloned().unwrap_or_default()
            }),
            centers: self.by_power(|power| codes(position.centers_of(power))),
            homes: self.by_power(|power| codes(board.homes(power))),
            influence,
            civil_disorder: self.by_power(|_| 0),
            builds: self.by_power(|power| {
                let count = match position.phase.step {
                    Step::Adjustment => position.adjustment(board, power),
                    _ => 0,
                };
                let sites = position.open_sites(board, power);
                SavedBuilds {
                    count,
                    homes: if count > 0 { codes(sites) } else { Vec::new() },
                }
            }),
            game_id: self.id.to_owned(),
            map: self.map.to_owned(),
            rules: package_rules_of(board),
        }
    }
}

/// The package's rules that the map brings along.
fn package_rules_of(board: &Board) -> Vec<String> {
    let owned = board.build_sites() == BuildSites::Owned;
    owned.then(|| BUILD_ANY.to_owned()).into_iter().collect()
}

/// Builds and disbands beyond those that are due are legal one by one; the
/// package keeps them.
fn is_too_much(fault: &OrderFault) -> bool {
    use crate::Illegal::{NoBuildLeft, NoDisbandLeft, Repeated};
    let OrderFault::Illegal(fault) = fault else {
        return false;
    };
    matches!(fault, NoBuildLeft(_) | NoDisbandLeft(_) | Repeated(_))
}

/// The package's word for a code: it knows no illegal orders.
fn package_code(code: &str) -> String {
    let word = if code == "illegal" { "void" } else { code };
    word.to_owned()
}
