//! The DAIDE language: `( FRA AMY PAR ) MTO BUR`.

use super::NotationError;
use super::words;
use crate::{
    Board, Coast, Location, Order, OrderText, PlaceText, Position, Power, Unit, UnitKind, UnitText,
    convoy, normal,
};

/// Whether a text is meant as DAIDE: it starts with a bracket, or ends with WVE.
pub(super) fn looks_like(text: &str) -> bool {
    let waives = text.len() > 4 && text.to_ascii_uppercase().ends_with(" WVE");
    text.starts_with('(') || waives
}

/// The words and brackets of a text.
fn tokens(spaced: &str) -> Vec<&str> {
    let mut tokens: Vec<&str> = spaced.split_whitespace().collect();
    // The whole order may stand in brackets of its own.
    if tokens.starts_with(&["(", "("]) && tokens.last() == Some(&")") {
        tokens.pop();
        tokens.remove(0);
    }
    tokens
}

fn spaced(text: &str) -> String {
    text.replace('(', " ( ").replace(')', " ) ")
}

/// The unit at the beginning of an order.
pub(super) fn named_unit(board: &Board, text: &str) -> Option<UnitText> {
    let spaced = spaced(text);
    let tokens = tokens(&spaced);
    let mut reader = Reader {
        board,
        tokens: &tokens,
        at: 0,
    };
    reader.unit().ok()
}

/// Reads one order.
pub(super) fn read(board: &Board, text: &str) -> Result<OrderText, NotationError> {
    let spaced = spaced(text);
    let tokens = tokens(&spaced);
    let mut reader = Reader {
        board,
        tokens: &tokens,
        at: 0,
    };
    let order = reader.order()?;
    if reader.at < tokens.len() {
        return Err(reader.stuck());
    }
    Ok(order)
}

struct Reader<'t> {
    board: &'t Board,
    tokens: &'t [&'t str],
    at: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<&str> {
        self.tokens.get(self.at).copied()
    }

    fn accept(&mut self, token: &str) -> bool {
        let accepted = self
            .peek()
            .is_some_and(|next| next.eq_ignore_ascii_case(token));
        self.at += usize::from(accepted);
        accepted
    }

    fn expect(&mut self, token: &str) -> Result<(), NotationError> {
        if self.accept(token) {
            Ok(())
        } else {
            Err(self.stuck())
        }
    }

    fn stuck(&self) -> NotationError {
        let rest = &self.tokens[self.at.min(self.tokens.len())..];
        let piece = rest.iter().take(4).copied().collect::<Vec<_>>().join(" ");
        NotationError::NotDaide {
            piece: piece.chars().take(40).collect(),
        }
    }

    fn order(&mut self) -> Result<OrderText, NotationError> {
        if self.peek() != Some("(") {
            self.power()?;
            self.expect("WVE")?;
            return Ok(OrderText::Waive);
        }
        let unit = self.unit()?;
        let Some(verb) = self.peek().map(str::to_ascii_uppercase) else {
            return Err(self.stuck());
        };
        self.at += 1;
        match verb.as_str() {
            "HLD" => Ok(OrderText::Hold { unit }),
            "MTO" => Ok(OrderText::Move {
                unit,
                to: self.place()?,
                via: false,
            }),
            "CTO" => {
                let to = self.place()?;
                if self.accept("VIA") {
                    self.expect("(")?;
                    while !self.accept(")") {
                        self.place()?;
                    }
                }
                Ok(OrderText::Move {
                    unit,
                    to,
                    via: true,
                })
            }
            "SUP" => {
                let target = self.unit()?;
                if self.accept("MTO") {
                    let to = self.place()?;
                    Ok(OrderText::SupportMove { unit, target, to })
                } else {
                    Ok(OrderText::SupportHold { unit, target })
                }
            }
            "CVY" => {
                let army = self.unit()?;
                self.expect("CTO")?;
                let to = self.place()?;
                Ok(OrderText::Convoy { unit, army, to })
            }
            "RTO" => Ok(OrderText::Retreat {
                unit,
                to: self.place()?,
            }),
            "DSB" | "REM" => Ok(OrderText::Disband { unit }),
            "BLD" => Ok(OrderText::Build { unit }),
            _ => {
                self.at -= 1;
                Err(self.stuck())
            }
        }
    }

    fn power(&mut self) -> Result<Power, NotationError> {
        let power = self
            .peek()
            .and_then(|word| words::power_named(self.board, word));
        let power = power.ok_or_else(|| self.stuck())?;
        self.at += 1;
        Ok(power)
    }

    fn unit(&mut self) -> Result<UnitText, NotationError> {
        self.expect("(")?;
        let power = Some(self.power()?);
        let kind = match self.peek().map(str::to_ascii_uppercase).as_deref() {
            Some("AMY") => UnitKind::Army,
            Some("FLT") => UnitKind::Fleet,
            _ => return Err(self.stuck()),
        };
        self.at += 1;
        let at = self.place()?;
        self.expect(")")?;
        Ok(UnitText {
            kind: Some(kind),
            power,
            at,
        })
    }

    /// `PAR` or `( STP NCS )`.
    fn place(&mut self) -> Result<PlaceText, NotationError> {
        let bracket = self.accept("(");
        let named = self
            .peek()
            .and_then(|word| self.board.named_place(&normal(word)));
        let Some(crate::Named::One(province)) = named else {
            return Err(self.stuck());
        };
        self.at += 1;
        let mut coast = None;
        if bracket {
            let code = self
                .peek()
                .and_then(|word| word.get(..2))
                .unwrap_or_default();
            let read = Coast::from_code(code).ok_or_else(|| self.stuck())?;
            coast = Some(self.board.usual_coast(province, read));
            self.at += 1;
            self.expect(")")?;
        }
        Ok(PlaceText { province, coast })
    }
}

/// Writes an order; the position says whose units they are, and which fleets
/// could carry an army that goes by sea: DAIDE wants a path.
pub(super) fn write(board: &Board, position: &Position, power: Power, order: Order) -> String {
    let text = |owner: Power, unit: Unit| {
        let kind = match unit.kind {
            UnitKind::Army => "AMY",
            UnitKind::Fleet => "FLT",
        };
        format!(
            "( {} {kind} {} )",
            power_code(board, owner),
            place(board, unit.at)
        )
    };
    // The ordering power's own unit may have been driven out by one of the same name.
    let own_text = |unit: Unit| text(power, unit);
    let unit = |unit: Unit| {
        let placed = position.unit_in(board.province_of(unit.at));
        text(placed.map_or(power, |placed| placed.power), unit)
    };
    match order {
        Order::Hold { unit: own } => format!("{} HLD", own_text(own)),
        Order::Move { unit: own, to, via } => {
            let there = board.province_of(to);
            let text = format!("{} MTO {}", own_text(own), place(board, to));
            if !via && board.reach(own).contains(there) {
                return text;
            }
            let text = text.replace(" MTO ", " CTO ");
            let fleets = board.convoying_fleets(position);
            match convoy::route(board, board.province_of(own.at), there, fleets) {
                Some(seas) => {
                    let codes: Vec<&str> = seas.iter().map(|sea| board.daide_code(*sea)).collect();
                    format!("{text} VIA ( {} )", codes.join(" "))
                }
                None => text,
            }
        }
        Order::SupportHold { unit: own, target } => {
            format!("{} SUP {}", own_text(own), unit(target))
        }
        Order::SupportMove {
            unit: own,
            target,
            to,
        } => {
            format!(
                "{} SUP {} MTO {}",
                own_text(own),
                unit(target),
                place(board, to)
            )
        }
        Order::Convoy {
            unit: own,
            army,
            to,
        } => {
            format!(
                "{} CVY {} CTO {}",
                own_text(own),
                unit(army),
                place(board, to)
            )
        }
        Order::Retreat { unit: own, to } => format!("{} RTO {}", own_text(own), place(board, to)),
        Order::Disband { unit: own } if position.phase.step == crate::Step::Retreat => {
            format!("{} DSB", own_text(own))
        }
        Order::Disband { unit: own } => format!("{} REM", own_text(own)),
        Order::Build { unit: own } => format!("{} BLD", own_text(own)),
        Order::Waive => format!("{} WVE", power_code(board, power)),
    }
}

fn power_code(board: &Board, power: Power) -> &str {
    let name = board.power_name(power);
    name.get(..3).unwrap_or(name)
}

fn place(board: &Board, at: Location) -> String {
    let code = board.daide_code(board.province_of(at));
    match board.coast_of(at) {
        Some(coast) => format!("( {code} {}S )", coast.code()),
        None => code.to_owned(),
    }
}
