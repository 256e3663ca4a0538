//! From saved games to phase records.

use std::collections::BTreeMap;

use super::{
    BUILD_ANY, COMPLETED, PACKAGE_RULES, SavedFault, SavedGame, SavedPhase, SavedState,
    maps_of_package,
};
use crate::{
    Board, BuildSites, ByPower, NextRecord, OutcomeRecord, Phase, PhaseRecord, RecordError,
    Rulebook, Step, resolve,
};

impl SavedGame {
    /// The board the game is played on.
    pub fn board(&self) -> Result<&'static Board, SavedFault> {
        let ours = maps_of_package().find(|(theirs, _)| *theirs == self.map);
        ours.and_then(|(_, ours)| Board::named(ours))
            .ok_or_else(|| SavedFault::UnknownMap(self.map.chars().take(40).collect()))
    }

    /// One record for each phase, named after the game and the phase. Phases
    /// that were played have results and the next position; the present one is
    /// a question. If the game ended between phases, that last record says so
    /// in `outcome`.
    pub fn records(&self) -> Result<Vec<PhaseRecord>, SavedFault> {
        self.records_on(self.board()?)
    }

    /// The same of a game on a board of somebody's own, whatever the game calls it.
    pub fn records_on(&self, board: &Board) -> Result<Vec<PhaseRecord>, SavedFault> {
        if self.rules.iter().any(|rule| rule == BUILD_ANY)
            && board.build_sites() != BuildSites::Owned
        {
            let rule = BUILD_ANY.to_owned();
            return Err(SavedFault::Rule(rule, board.name().to_owned()));
        }
        let mut records = Vec::new();
        for (index, phase) in self.phases.iter().enumerate() {
            let following = self.phases.get(index + 1);
            if phase.state.name != phase.name {
                let names = [&phase.name, &phase.state.name];
                let [name, state] = names.map(|name| name.chars().take(20).collect());
                return Err(SavedFault::TwoNames(name, state));
            }
            if phase.name == COMPLETED && following.is_none() && index > 0 {
                continue;
            }
            let record = self.record(board, phase, following);
            records.push(record.map_err(|fault| SavedFault::Phase {
                phase: phase.name.chars().take(20).collect(),
                fault,
            })?);
        }
        if records.is_empty() {
            return Err(SavedFault::NoPhases);
        }
        Ok(records)
    }

    fn record(
        &self,
        board: &Board,
        saved: &SavedPhase,
        following: Option<&SavedPhase>,
    ) -> Result<PhaseRecord, RecordError> {
        let shape = |fault: crate::NotAPhase| RecordError::Shape(fault.to_string());
        let phase: Phase = saved.name.parse().map_err(shape)?;
        homes_are_the_boards(board, &saved.state)?;
        let mut record = PhaseRecord {
            id: Some(format!("{}-{phase}", self.id)),
            kind: Some(String::from("game")),
            map: Some(board.name().to_owned()),
            phase,
            units: standing(&saved.state),
            dislodged: (phase.step == Step::Retreat).then(|| dislodged(&saved.state)),
            centers: Some(filled(&saved.state.centers)),
            builds: None,
            orders: orders(saved),
            results: None,
            reasons: None,
            next: None,
            rules: Some(package_rules()),
            rest: BTreeMap::new(),
        };
        let position = record.position(board)?;
        if phase.step == Step::Adjustment {
            record.builds = Some(NextRecord::of(board, &position).builds);
        }
        let Some(following) = following else {
            return Ok(record);
        };
        let over = following.name == COMPLETED;
        let outcome = over
            .then(|| outcome(board, &following.state.note))
            .flatten();
        if over && saved.results.is_empty() {
            // The players ended the game before this phase was judged.
            if let Some(outcome) = outcome {
                record
                    .rest
                    .insert(String::from("outcome"), outcome.to_json());
            }
            return Ok(record);
        }
        record.results = Some(results(saved));
        let next_phase = if over {
            let rules = record.rulebook(Rulebook::default())?;
            let orders = record.submitted(board)?;
            resolve(board, rules, &position, &orders).next.phase
        } else {
            following.name.parse().map_err(shape)?
        };
        record.next = Some(next(board, following, next_phase, outcome)?);
        Ok(record)
    }
}

/// The choices that agree with the package's judge, for a record.
pub(super) fn package_rules() -> BTreeMap<String, String> {
    let pairs = PACKAGE_RULES.iter();
    pairs
        .map(|(key, value)| ((*key).to_owned(), (*value).to_owned()))
        .collect()
}

/// The position after a phase. That it fits the board is found out here.
fn next(
    board: &Board,
    saved: &SavedPhase,
    phase: Phase,
    outcome: Option<OutcomeRecord>,
) -> Result<NextRecord, RecordError> {
    let mut question = PhaseRecord::question(board, board.start());
    question.phase = phase;
    question.units = standing(&saved.state);
    question.centers = Some(filled(&saved.state.centers));
    question.dislodged = Some(dislodged(&saved.state));
    let mut next = NextRecord::of(board, &question.position(board)?);
    if phase.step == Step::Retreat {
        // As the package lists them: it may name provinces that are not free.
        next.dislodged = dislodged(&saved.state);
    }
    next.outcome = outcome;
    Ok(next)
}

/// The units without those that were dislodged, sorted.
fn standing(state: &SavedState) -> ByPower<Vec<String>> {
    let mut units = state.units.clone();
    for list in units.values_mut() {
        list.retain(|unit| !unit.starts_with('*'));
    }
    filled(&units)
}

fn dislodged(state: &SavedState) -> ByPower<BTreeMap<String, Vec<String>>> {
    let mut dislodged = state.retreats.clone();
    dislodged.retain(|_, units| !units.is_empty());
    for places in dislodged.values_mut().flat_map(BTreeMap::values_mut) {
        places.sort();
    }
    dislodged
}

/// The lists that hold something, sorted.
fn filled(lists: &ByPower<Vec<String>>) -> ByPower<Vec<String>> {
    let mut lists = lists.clone();
    lists.retain(|_, list| !list.is_empty());
    for list in lists.values_mut() {
        list.sort();
    }
    lists
}

fn orders(saved: &SavedPhase) -> ByPower<Vec<String>> {
    let given = saved.orders.iter();
    given
        .filter_map(|(power, orders)| Some((power.clone(), orders.clone()?)))
        .filter(|(_, orders)| !orders.is_empty())
        .collect()
}

/// The codes; the package writes an empty one for success in adjustments.
fn results(saved: &SavedPhase) -> BTreeMap<String, Vec<String>> {
    let mut results = saved.results.clone();
    for codes in results.values_mut() {
        codes.retain(|code| !code.is_empty());
    }
    results
}

/// `Victory by: FRA, GER` names powers by their first three letters.
fn outcome(board: &Board, note: &str) -> Option<OutcomeRecord> {
    let victors = note.strip_prefix("Victory by:")?;
    let named = |short: &str| {
        let fits = |power: &crate::Power| board.power_name(*power).starts_with(short);
        let power = board.powers().find(fits)?;
        Some(board.power_name(power).to_owned())
    };
    let powers: Option<Vec<String>> = victors
        .split(',')
        .map(str::trim)
        .filter(|short| !short.is_empty())
        .map(named)
        .collect();
    let powers = powers.filter(|powers| !powers.is_empty())?;
    let kind = if powers.len() == 1 { "solo" } else { "draw" };
    Some(OutcomeRecord {
        kind: String::from(kind),
        powers,
    })
}

fn homes_are_the_boards(board: &Board, state: &SavedState) -> Result<(), RecordError> {
    for (name, homes) in &state.homes {
        let Some(power) = board.power(name) else {
            continue; // Reported with the units.
        };
        let same = homes.len() == board.homes(power).len() as usize
            && board
                .homes(power)
                .iter()
                .all(|home| homes.iter().any(|code| code == board.code(home)));
        if !same {
            return Err(RecordError::Misfit {
                place: format!("homes of {name}"),
                what: format!("not those of the map {}", board.name()),
            });
        }
    }
    Ok(())
}
