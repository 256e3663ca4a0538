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
        self.unready(power);
        let board = self.state.board_ref().clone();
        for one in checked {
            let noted = self.state.orders(power);
            let scene = Scene::new(&board, self.state.position(), self.state.rules());
            let replaced = replaced(&scene, power, noted, one.order);
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

    pub(super) fn order_anew(&mut self, power: Power, texts: &[String]) -> Result<(), Refusal> {
        if !self.state.orders(power).is_empty() {
            self.clear(power)?;
        }
        self.order(power, texts)
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
        for read in read_orders(&scene, power, self.state.orders(power), texts) {
            match read {
                Ok(one) => checked.push(one),
                Err(one) => refused.push(one),
            }
        }
        if refused.is_empty() {
            return Ok(checked);
        }
        let surplus = refused.iter().filter(|one| one.code == SURPLUS).count();
        if surplus < refused.len() {
            return Err(Refusal::OrdersRefused(refused));
        }
        let due = scene.position.adjustment(scene.board, power);
        Err(Refusal::TooMany {
            power: self.name(power),
            due: due.unsigned_abs(),
            what: adjustments(due),
            ordered: due.unsigned_abs() + surplus as u32,
        })
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

/// The fault of a build or disband beyond those the power has.
const SURPLUS: &str = "too_many";

/// Each order of a power as it can be noted beside those that are, or why it
/// cannot: for whoever wants to hand in the sound ones alone. Of two orders for
/// one unit neither is sound, because nobody knows which is meant. Of more builds
/// or disbands than the power has the first are sound, and a waive comes after
/// every build. A waive that no build is left for says one again that is noted.
pub fn read_orders(
    scene: &Scene<'_>,
    power: Power,
    noted: &[Order],
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
    if scene.position.phase.step == Step::Adjustment {
        refuse_surplus(scene, power, noted, texts, &mut read);
    }
    read
}

/// The order among those that are noted of which a sound new one takes the place.
pub(crate) fn replaced(
    scene: &Scene<'_>,
    power: Power,
    noted: &[Order],
    order: Order,
) -> Option<Order> {
    let due = scene.position.adjustment(scene.board, power);
    let full = noted.len() as u32 >= due.unsigned_abs();
    replaced_by(scene.board, noted, order).or_else(|| noted_waive(noted, order).filter(|_| full))
}

/// In Winter there are only so many builds or disbands. An order for a place that
/// has one takes its part.
fn refuse_surplus(
    scene: &Scene<'_>,
    power: Power,
    noted: &[Order],
    texts: &[String],
    read: &mut [Result<Checked, RefusedOrder>],
) {
    let board = scene.board;
    let due = scene.position.adjustment(board, power);
    let mut all: Vec<Order> = noted.to_vec();
    let mut noted_waives = noted.iter().filter(|it| it.unit().is_none()).count();
    for waives in [false, true] {
        for (one, text) in read.iter_mut().zip(texts) {
            let Ok(Checked { order, .. }) = *one else {
                continue;
            };
            if order.unit().is_none() != waives {
                continue;
            }
            if let Some(old) = replaced_by(board, &all, order) {
                let place = all.iter().position(|other| *other == old);
                all[place.expect("the replaced order is in the list")] = order;
            } else if (all.len() as u32) < due.unsigned_abs() {
                all.push(order);
            } else if waives && noted_waives > 0 {
                noted_waives -= 1;
            } else {
                let used = match due.unsigned_abs() {
                    1 => "and another order uses it",
                    _ => "and other orders use them all",
                };
                let words = format!(
                    "this one is surplus: {} has {} {}, {used}",
                    board.power_name(power),
                    due.unsigned_abs(),
                    adjustments(due),
                );
                *one = Err(refused(text, SURPLUS, board.power_name(power), words));
            }
        }
    }
}

/// What so many of them are called.
fn adjustments(due: i32) -> &'static str {
    match due {
        1 => "build",
        0.. => "builds",
        -1 => "disband",
        _ => "disbands",
    }
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

/// The noted waive that another one says again. It has no place by which it would be
/// known, so this is asked only where all builds are used.
fn noted_waive(noted: &[Order], order: Order) -> Option<Order> {
    let waives = order.unit().is_none();
    noted
        .iter()
        .copied()
        .find(|other| waives && *other == order)
}
