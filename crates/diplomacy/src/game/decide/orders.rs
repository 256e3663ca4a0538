//! Orders noted, replaced and taken back.

use super::{Draft, MOST_NAMES};
use crate::game::event::Event;
use crate::game::refusal::{Refusal, RefusedOrder};
use crate::game::seat_of;
use crate::notation::{self, LONGEST_ORDER};
use crate::{Board, Checked, Order, Power, Province, Scene, Step, check};

impl Draft {
    pub(super) fn order(&mut self, power: Power, texts: &[String]) -> Result<(), Refusal> {
        self.must_have_orders_to_give(power)?;
        if texts.is_empty() || texts.len() > MOST_NAMES {
            return Err(Refusal::NoOrders);
        }
        let checked = self.read_orders(power, texts)?;
        self.refuse_excess(power, &checked)?;
        self.unready(power);
        let board = self.state.board_ref().clone();
        for one in checked {
            let replaced = replaced_by(&board, self.state.orders(power), one.order);
            self.push(Event::OrderNoted {
                seat: seat_of(power),
                power: self.name(power),
                order: one.order.show(&board).to_string(),
                replaces: replaced.map(|order| order.show(&board).to_string()),
                remarks: one.remarks.iter().map(ToString::to_string).collect(),
            });
        }
        Ok(())
    }

    /// All orders, or every fault among them.
    fn read_orders(&self, power: Power, texts: &[String]) -> Result<Vec<Checked>, Refusal> {
        let scene = Scene::new(
            self.state.board(),
            self.state.position(),
            self.state.rules(),
        );
        let mut refused = Vec::new();
        let mut checked = Vec::new();
        for read in read_orders(&scene, power, texts) {
            match read {
                Ok(one) => checked.push(one),
                Err(one) => refused.push(one),
            }
        }
        if refused.is_empty() {
            Ok(checked)
        } else {
            Err(Refusal::OrdersRefused(refused))
        }
    }

    /// In Winter there are only so many builds or disbands.
    fn refuse_excess(&self, power: Power, checked: &[Checked]) -> Result<(), Refusal> {
        let position = self.state.position();
        if position.phase.step != Step::Adjustment {
            return Ok(());
        }
        let board = self.state.board();
        let mut all: Vec<Order> = self.state.orders(power).to_vec();
        for one in checked {
            if let Some(old) = replaced_by(board, &all, one.order) {
                let place = all.iter().position(|order| *order == old);
                all.remove(place.expect("the replaced order is in the list"));
            }
            all.push(one.order);
        }
        let due = position.adjustment(board, power);
        if all.len() as u32 > due.unsigned_abs() {
            return Err(Refusal::TooMany {
                power: self.name(power),
                due: due.unsigned_abs(),
                what: match due {
                    1 => "build",
                    2.. => "builds",
                    -1 => "disband",
                    _ => "disbands",
                },
                ordered: all.len() as u32,
            });
        }
        Ok(())
    }

    pub(super) fn withdraw(&mut self, power: Power, place: &str) -> Result<(), Refusal> {
        let board = self.state.board_ref().clone();
        let shown: String = place.chars().take(40).collect();
        let meant = if place.trim().eq_ignore_ascii_case("waive") {
            None
        } else {
            let unit = notation::read_unit(&board, place);
            Some(unit.map_err(|fault| {
                Refusal::OrdersRefused(vec![RefusedOrder {
                    text: shown.clone(),
                    code: fault.code(),
                    piece: fault.piece().to_owned(),
                    fault: fault.to_string(),
                }])
            })?)
        };
        let meant = meant.map(|unit| unit.at.province);
        let order = self.state.orders(power).iter().rev();
        let order = order
            .copied()
            .find(|order| unit_key(&board, *order) == meant);
        let order = order.ok_or(Refusal::NoOrderFor(shown))?;
        self.unready(power);
        self.push(Event::OrderWithdrawn {
            seat: seat_of(power),
            power: self.name(power),
            order: order.show(&board).to_string(),
        });
        Ok(())
    }

    pub(super) fn clear(&mut self, power: Power) -> Result<(), Refusal> {
        let orders = self.state.orders(power).to_vec();
        if orders.is_empty() {
            return Err(Refusal::NoOrderFor(self.name(power)));
        }
        self.unready(power);
        let board = self.state.board_ref().clone();
        for order in orders {
            self.push(Event::OrderWithdrawn {
                seat: seat_of(power),
                power: self.name(power),
                order: order.show(&board).to_string(),
            });
        }
        Ok(())
    }
}

/// Each order of a power as it can be noted, or why it cannot: for whoever wants
/// to hand in the sound ones alone. Of two orders for one unit neither is sound,
/// because nobody knows which is meant.
pub fn read_orders(
    scene: &Scene<'_>,
    power: Power,
    texts: &[String],
) -> Vec<Result<Checked, RefusedOrder>> {
    let board = scene.board;
    let mut read: Vec<Result<Checked, RefusedOrder>> = texts
        .iter()
        .map(|text| read_order(scene, power, text))
        .collect();
    let units: Vec<Option<Province>> = read
        .iter()
        .map(|one| one.as_ref().ok().and_then(|it| unit_key(board, it.order)))
        .collect();
    for (place, unit) in units.iter().enumerate() {
        let Some(unit) = *unit else { continue };
        if units.iter().filter(|other| **other == Some(unit)).count() > 1 {
            let words = "there is another order for this unit".to_owned();
            read[place] = Err(refused(
                &texts[place],
                "two_orders",
                board.code(unit),
                words,
            ));
        }
    }
    read
}

fn read_order(scene: &Scene<'_>, power: Power, text: &str) -> Result<Checked, RefusedOrder> {
    let board = scene.board;
    let (head, read) = notation::read_headed_order(board, text)
        .map_err(|error| refused(text, error.code(), error.piece(), error.to_string()))?;
    if let Some(head) = head.filter(|head| *head != power) {
        let words = format!("you are {}", board.power_name(power));
        return Err(refused(
            text,
            "not_your_power",
            board.power_name(head),
            words,
        ));
    }
    check(scene, power, read)
        .map_err(|error| refused(text, error.code(), error.piece(), error.to_string()))
}

fn refused(text: &str, code: &'static str, piece: &str, fault: String) -> RefusedOrder {
    RefusedOrder {
        text: text.chars().take(LONGEST_ORDER).collect(),
        code,
        piece: piece.to_owned(),
        fault,
    }
}

/// The province of the unit an order is for; none for a waived build.
fn unit_key(board: &Board, order: Order) -> Option<Province> {
    order.unit().map(|unit| board.province_of(unit.at))
}

/// The noted order that a new one takes the place of.
fn replaced_by(board: &Board, noted: &[Order], order: Order) -> Option<Order> {
    let key = unit_key(board, order)?;
    noted
        .iter()
        .copied()
        .find(|other| unit_key(board, *other) == Some(key))
}
