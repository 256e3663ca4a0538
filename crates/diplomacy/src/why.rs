//! Why an order had its result: the strengths that were compared, the orders
//! that caused it, and one sentence.

mod movement;
mod others;

use std::collections::BTreeMap;

use crate::{Codes, ReasonRecord};

pub(crate) use movement::Account;
pub(crate) use others::{
    RetreatAccount, adjustment_done, adjustment_fault, removed_by_rule, retreat_fault,
};

/// The strengths of one unit that were compared with others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Strengths {
    /// Of a move, against the unit at its destination.
    pub attack: Option<u32>,
    /// Of a unit that does not leave.
    pub hold: Option<u32>,
    /// Of a move, against other moves to the same province.
    pub prevent: Option<u32>,
    /// Of a move, against the move it meets head to head.
    pub defend: Option<u32>,
}

/// Why an order had its result.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reason {
    /// The strengths that were compared.
    pub strengths: Strengths,
    /// The orders that caused it, in the notation of the records.
    pub causes: Vec<String>,
    /// One sentence, without a full stop.
    pub text: String,
}

impl Reason {
    /// The reason as it stands in records.
    pub fn record(&self, codes: Codes) -> ReasonRecord {
        let named = [
            ("attack", self.strengths.attack),
            ("hold", self.strengths.hold),
            ("prevent", self.strengths.prevent),
            ("defend", self.strengths.defend),
        ];
        let strengths: BTreeMap<String, u32> = named
            .into_iter()
            .filter_map(|(name, value)| Some((name.to_owned(), value?)))
            .collect();
        ReasonRecord {
            code: codes
                .iter()
                .next()
                .map_or("ok", crate::Code::text)
                .to_owned(),
            strengths,
            causes: self.causes.clone(),
            text: self.text.clone(),
        }
    }
}

/// `A`, `A and B`, `A, B and C`.
fn listed(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
