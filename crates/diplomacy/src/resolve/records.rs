//! Phase records answered: `results`, `reasons` and `next` filled in.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry as Slot;

use super::{Judged, Resolution, Submitted, resolve};
use crate::{
    Board, Codes, NextRecord, OrderText, OutcomeRecord, PhaseRecord, Position, Power, Province,
    ReasonRecord, RecordError, Rulebook,
};

/// Answers a record: the same record with `results`, `reasons` and `next`.
pub fn answer(record: &PhaseRecord, defaults: Rulebook) -> Result<PhaseRecord, RecordError> {
    let board = record.board()?;
    let rules = record.rulebook(defaults)?;
    let position = record.position(board)?;
    let orders = record.submitted(board)?;
    let resolution = resolve(board, rules, &position, &orders);
    Ok(record.answered(board, &position, &resolution))
}

impl PhaseRecord {
    /// The orders of the record, read.
    pub fn submitted(&self, board: &Board) -> Result<Vec<Submitted>, RecordError> {
        let mut orders = Vec::new();
        for (name, texts) in &self.orders {
            let power = board.power(name).ok_or_else(|| RecordError::Misfit {
                place: name.chars().take(60).collect(),
                what: format!("no power of the map {}", board.name()),
            })?;
            orders.extend(texts.iter().map(|text| Submitted::new(board, power, text)));
        }
        Ok(orders)
    }

    /// This record with the answer filled in.
    ///
    /// An entry stands for a unit: it tells of its owner's order. What others
    /// ordered it to do stands under their words, or, if its owner ordered
    /// nothing, in its place. Where several orders share an entry (two for one
    /// unit, waived builds), it holds all their codes and the first reason that
    /// is not plain success.
    #[must_use]
    pub fn answered(&self, board: &Board, position: &Position, resolution: &Resolution) -> Self {
        let mut entries: BTreeMap<String, Entry> = BTreeMap::new();
        for judged in &resolution.orders {
            let unit = order_key(board, position, judged);
            let claim = Claim::of(board, position, judged);
            let key = if claim == Claim::Foreign
                && ordered_by_owner(board, position, resolution, judged)
            {
                judged.text(board)
            } else {
                unit
            };
            let reason = judged.reason.record(judged.codes);
            match entries.entry(key) {
                Slot::Vacant(slot) => {
                    slot.insert(Entry {
                        claim,
                        codes: judged.codes,
                        reason,
                    });
                }
                Slot::Occupied(slot) => slot.into_mut().share(claim, judged.codes, reason),
            }
        }
        let codes = |entry: &Entry| entry.codes.texts();
        Self {
            results: Some(
                entries
                    .iter()
                    .map(|(key, entry)| (key.clone(), codes(entry)))
                    .collect(),
            ),
            reasons: Some(
                entries
                    .into_iter()
                    .map(|(key, entry)| (key, entry.reason))
                    .collect(),
            ),
            next: Some(resolution.next_record(board)),
            ..self.clone()
        }
    }
}

impl Resolution {
    /// The next position as text, with the outcome if the game is over.
    pub fn next_record(&self, board: &Board) -> NextRecord {
        let mut next = NextRecord::of(board, &self.next);
        next.outcome = self.turning.solo.map(|power| OutcomeRecord {
            kind: String::from("solo"),
            powers: vec![board.power_name(power).to_owned()],
        });
        next
    }
}

/// What is told under one name.
struct Entry {
    claim: Claim,
    codes: Codes,
    reason: ReasonRecord,
}

impl Entry {
    /// Adds an order that stands under the same name.
    fn share(&mut self, claim: Claim, codes: Codes, reason: ReasonRecord) {
        let more_to_say = self.codes.is_ok() && !codes.is_ok();
        if claim < self.claim || (claim == self.claim && more_to_say) {
            self.reason = reason;
        }
        self.claim = self.claim.min(claim);
        self.codes = codes.iter().fold(self.codes, Codes::with);
    }
}

/// Who speaks for a unit, the weightiest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Claim {
    /// Its owner ordered it, or nobody owns what was named.
    Owner,
    /// Somebody else did.
    Foreign,
    /// Nobody did.
    Nobody,
}

impl Claim {
    fn of(board: &Board, position: &Position, judged: &Judged) -> Self {
        let owner = judged
            .named
            .and_then(|unit| owner(board, position, unit.at.province));
        match judged.given {
            None => Self::Nobody,
            Some(_) if owner.is_none_or(|owner| owner == judged.power) => Self::Owner,
            Some(_) => Self::Foreign,
        }
    }
}

/// Whose unit was dislodged from this province, or stands in it.
fn owner(board: &Board, position: &Position, province: Province) -> Option<Power> {
    let dislodged = position
        .dislodged_from(board, province)
        .map(|gone| gone.power);
    dislodged.or(position.unit_in(province).map(|placed| placed.power))
}

/// Whether the owner of the unit that an order names ordered it too.
fn ordered_by_owner(
    board: &Board,
    position: &Position,
    resolution: &Resolution,
    judged: &Judged,
) -> bool {
    let province = |judged: &Judged| judged.named.map(|unit| unit.at.province);
    let mut others = resolution.orders.iter();
    others.any(|other| {
        other.given.is_some()
            && province(other) == province(judged)
            && Claim::of(board, position, other) == Claim::Owner
    })
}

/// The name under which an order's result is listed: the unit as it stands,
/// `WAIVE`, or the words that could not be read.
pub fn order_key(board: &Board, position: &Position, judged: &Judged) -> String {
    if let Some(unit) = judged.order.and_then(crate::Order::unit) {
        return board.unit_text(unit).to_string();
    }
    let waived = matches!(judged.order, Some(crate::Order::Waive));
    if waived || matches!(judged.read, Some(OrderText::Waive)) {
        return String::from("WAIVE");
    }
    let Some(unit) = judged.named else {
        return judged.given.clone().unwrap_or_default();
    };
    if matches!(judged.read, Some(OrderText::Build { .. })) {
        return unit.show(board);
    }
    let province = unit.at.province;
    let dislodged = position
        .dislodged_from(board, province)
        .map(|gone| gone.unit);
    let standing = position.unit_in(province).map(|placed| placed.unit);
    match dislodged.or(standing) {
        Some(unit) => board.unit_text(unit).to_string(),
        None => unit.show(board),
    }
}
