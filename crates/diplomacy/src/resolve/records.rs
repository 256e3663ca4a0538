//! Phase records answered: `results`, `reasons` and `next` filled in.

use std::collections::BTreeMap;

use super::{Judged, Resolution, Submitted, resolve};
use crate::{
    Board, Codes, NextRecord, OrderText, OutcomeRecord, PhaseRecord, Position, RecordError,
    Rulebook,
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
    #[must_use]
    pub fn answered(&self, board: &Board, position: &Position, resolution: &Resolution) -> Self {
        let mut codes: BTreeMap<String, (u8, Codes)> = BTreeMap::new();
        let mut reasons = BTreeMap::new();
        for judged in &resolution.orders {
            let key = order_key(board, position, judged);
            let rank = rank(board, position, judged);
            let entry = codes.entry(key.clone()).or_insert((u8::MAX, Codes::OK));
            let merged = judged.codes.iter().fold(entry.1, Codes::with);
            if rank < entry.0 {
                reasons.insert(key, judged.reason.record(judged.codes));
                *entry = (rank, merged);
            } else {
                entry.1 = merged;
            }
        }
        let results = codes
            .into_iter()
            .map(|(key, (_, codes))| (key, codes.texts()));
        Self {
            results: Some(results.collect()),
            reasons: Some(reasons),
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

/// The name under which an order's result is listed: the unit as it stands,
/// `WAIVE`, or the words that could not be read.
pub fn order_key(board: &Board, position: &Position, judged: &Judged) -> String {
    if let Some(unit) = judged.order.and_then(crate::Order::unit) {
        return board.unit_text(unit).to_string();
    }
    let Some(read) = judged.read else {
        return judged.given.clone().unwrap_or_else(|| "WAIVE".into());
    };
    let Some(unit) = read.unit() else {
        return String::from("WAIVE");
    };
    if matches!(read, OrderText::Build { .. }) {
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

/// Which of several orders for one unit speaks for it: its owner's, then a
/// foreign one, then none.
fn rank(board: &Board, position: &Position, judged: &Judged) -> u8 {
    let owner = judged.read.and_then(OrderText::unit).and_then(|unit| {
        let province = unit.at.province;
        let dislodged = position
            .dislodged_from(board, province)
            .map(|gone| gone.power);
        dislodged.or(position.unit_in(province).map(|placed| placed.power))
    });
    match judged.given {
        Some(_) if owner.is_none_or(|owner| owner == judged.power) => 0,
        Some(_) => 1,
        None => 2,
    }
}
