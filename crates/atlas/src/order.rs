//! Orders as they are drawn: what was ordered, and what became of it.

use std::borrow::Cow;

use parlour_diplomacy::{
    Board, Code, Codes, OrderText, PhaseRecord, Position, Power, RecordError, Resolution, UnitText,
};

/// An order of a power and its fate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawnOrder {
    /// Whose order.
    pub power: Power,
    /// The order as it was written.
    pub order: OrderText,
    /// What became of it; nothing while the phase is not resolved, or if it
    /// simply succeeded.
    pub fate: Codes,
}

/// Why the orders of a record cannot be drawn.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OrdersFault {
    /// The record does not fit its map.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// An order makes no sense.
    #[error("{power}: \"{order}\": {fault}")]
    Unreadable {
        /// Whose order.
        power: String,
        /// What was written, cut to a length that can be shown.
        order: String,
        /// What is wrong with it.
        fault: String,
    },
    /// Results were asked for, but the phase is not resolved.
    #[error("the record has no results")]
    NoResults,
    /// A result is none of the known codes.
    #[error("{unit}: \"{code}\" is no result code")]
    UnknownCode {
        /// The unit.
        unit: String,
        /// The code, cut to a length that can be shown.
        code: String,
    },
}

/// Which orders of a record are drawn, and whether with their results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OrdersShown {
    /// Only the orders of this power: what a player may see before the phase is
    /// resolved.
    pub power: Option<Power>,
    /// Whether results are drawn.
    pub results: bool,
}

impl DrawnOrder {
    /// An order without its result.
    pub fn pending(power: Power, order: OrderText) -> Self {
        Self {
            power,
            order,
            fate: Codes::OK,
        }
    }

    /// The orders of a record, in its order. Orders to units that are not there,
    /// or that belong to somebody else, are left out: there is nothing to draw
    /// them at. Words that make no sense are refused, unless the phase is
    /// resolved: then they had no effect, and their unit held.
    pub fn of_record(
        board: &Board,
        position: &Position,
        record: &PhaseRecord,
        shown: OrdersShown,
    ) -> Result<Vec<Self>, OrdersFault> {
        let results = match (&record.results, shown.results) {
            (Some(results), true) => Some(results),
            (None, true) => return Err(OrdersFault::NoResults),
            (_, false) => None,
        };
        let fate = |unit: &str| {
            let codes = results.and_then(|results| results.get(unit));
            codes.map_or(Ok(Codes::OK), |codes| read_codes(unit, codes))
        };
        let mut drawn = Vec::new();
        for submitted in judged_orders(record, shown).submitted(board)? {
            let power = submitted.power;
            if shown.power.is_some_and(|only| only != power) {
                continue;
            }
            let order = match submitted.read {
                Ok(order) => order,
                Err(_) if shown.results => continue,
                Err(fault) => {
                    return Err(OrdersFault::Unreadable {
                        power: board.power_name(power).to_owned(),
                        order: short(&submitted.text),
                        fault: fault.to_string(),
                    });
                }
            };
            let Some(key) = key(board, position, power, order) else {
                continue;
            };
            drawn.push(Self {
                power,
                order,
                fate: fate(&key)?,
            });
        }
        if results.is_some() {
            let known: Vec<_> = drawn
                .iter()
                .filter_map(|d| d.order.unit())
                .map(|u| u.at.province)
                .collect();
            for (province, placed) in position.units() {
                let fate = fate(&board.unit_text(placed.unit).to_string())?;
                let ours = shown.power.is_none_or(|only| only == placed.power);
                if ours && fate.contains(Code::Dislodged) && !known.contains(&province) {
                    let unit = UnitText::of(board, placed.unit);
                    drawn.push(Self {
                        power: placed.power,
                        order: OrderText::Hold { unit },
                        fate,
                    });
                }
            }
        }
        Ok(drawn)
    }

    /// All orders of a resolved phase with their results.
    pub fn of_resolution(board: &Board, position: &Position, resolution: &Resolution) -> Vec<Self> {
        let mut drawn = Vec::new();
        for judged in &resolution.orders {
            let dislodged = judged.codes.contains(Code::Dislodged);
            if judged.given.is_none() && !dislodged {
                continue;
            }
            let order = judged
                .read
                .or_else(|| Some(OrderText::of(board, judged.order?)));
            if let Some(order) = order
                && key(board, position, judged.power, order).is_some()
            {
                drawn.push(Self {
                    power: judged.power,
                    order,
                    fate: judged.codes,
                });
            }
        }
        drawn
    }

    /// Whether the order failed.
    pub(crate) fn failed(&self) -> bool {
        self.fate.iter().any(|code| code != Code::Dislodged)
    }

    /// Whether the order had this fate.
    pub(crate) fn was(&self, code: Code) -> bool {
        self.fate.contains(code)
    }
}

/// The record with the orders to draw. Records of some judges list what they
/// accepted beside what was submitted, and their results speak of that.
fn judged_orders(record: &PhaseRecord, shown: OrdersShown) -> Cow<'_, PhaseRecord> {
    let accepted = record.rest.get("accepted").filter(|_| shown.results);
    let accepted = accepted.and_then(|orders| serde_json::from_value(orders.clone()).ok());
    match accepted {
        Some(orders) => Cow::Owned(PhaseRecord {
            orders,
            ..record.clone()
        }),
        None => Cow::Borrowed(record),
    }
}

/// The name under which results list the ordered unit, if it is there to order.
fn key(board: &Board, position: &Position, power: Power, order: OrderText) -> Option<String> {
    let Some(unit) = order.unit() else {
        return Some("WAIVE".to_owned());
    };
    if let OrderText::Build { unit } = order {
        return Some(unit.show(board));
    }
    let exile = position.dislodged_from(board, unit.at.province);
    let exile = exile
        .filter(|exile| exile.power == power)
        .map(|exile| exile.unit);
    let placed = position.unit_in(unit.at.province);
    let placed = placed
        .filter(|placed| placed.power == power)
        .map(|placed| placed.unit);
    let unit = exile.or(placed)?;
    Some(board.unit_text(unit).to_string())
}

fn read_codes(unit: &str, texts: &[String]) -> Result<Codes, OrdersFault> {
    let mut codes = Codes::OK;
    for text in texts.iter().filter(|text| *text != "ok") {
        let code = Code::ALL.into_iter().find(|code| code.text() == text);
        codes = codes.with(code.ok_or_else(|| OrdersFault::UnknownCode {
            unit: unit.to_owned(),
            code: short(text),
        })?);
    }
    Ok(codes)
}

fn short(text: &str) -> String {
    text.chars().take(60).collect()
}
