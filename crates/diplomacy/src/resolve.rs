//! One phase from written orders to the next position, with every order's fate.
//!
//! An order that cannot be read or played never becomes a silent nothing: it
//! comes back with its fault, and its unit holds (in retreats: disbands).

mod adjustment;
mod movement;
mod records;
mod retreat;

use crate::notation::{self, NotationError};
use crate::why::Reason;
use crate::{
    Board, Codes, Illegal, Order, OrderText, Phase, Position, Power, Province, ProvinceSet, Remark,
    Rulebook, Scene, Step, Turning, Unit, UnitText, check, turn,
};

pub use records::{answer, order_key};

/// An order as a power handed it in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Submitted {
    /// Who ordered it.
    pub power: Power,
    /// The words.
    pub text: String,
    /// What they mean.
    pub read: Result<OrderText, NotationError>,
    /// The unit they name, also where the rest cannot be read.
    pub unit: Option<UnitText>,
}

impl Submitted {
    /// Reads a power's order. It may be headed by that power's own name.
    pub fn new(board: &Board, power: Power, text: &str) -> Self {
        let read = match notation::read_headed_order(board, text) {
            Ok((Some(head), _)) if head != power => Err(NotationError::OtherPower {
                piece: board.power_name(head).to_owned(),
            }),
            read => read.map(|(_, order)| order),
        };
        Self {
            power,
            text: text.trim().to_owned(),
            unit: match &read {
                Ok(order) => order.unit(),
                Err(_) => notation::named_unit(board, text),
            },
            read,
        }
    }

    /// An order that needs no reading.
    pub fn of(board: &Board, power: Power, order: Order) -> Self {
        let read = OrderText::of(board, order);
        Self {
            power,
            text: order.show(board).to_string(),
            unit: read.unit(),
            read: Ok(read),
        }
    }
}

/// Why an order does not count.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OrderFault {
    /// It cannot be read.
    #[error(transparent)]
    Notation(#[from] NotationError),
    /// It cannot be played.
    #[error(transparent)]
    Illegal(#[from] Illegal),
}

impl OrderFault {
    /// The stable short name, for programs.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Notation(fault) => fault.code(),
            Self::Illegal(fault) => fault.code(),
        }
    }

    /// The offending piece: of the words as they were written, or the unit or
    /// place that cannot be as it is asked for.
    pub fn piece(&self) -> &str {
        match self {
            Self::Notation(fault) => fault.piece(),
            Self::Illegal(fault) => fault.piece(),
        }
    }
}

/// What became of one order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    /// Who ordered it.
    pub power: Power,
    /// The words, if an order was given.
    pub given: Option<String>,
    /// What they mean, if they could be read.
    pub read: Option<OrderText>,
    /// The unit they name, also where the rest could not be read.
    pub named: Option<UnitText>,
    /// The order that was judged. A unit without a legal order holds; in the
    /// other phases there is no order then.
    pub order: Option<Order>,
    /// What was wrong with the words but did not matter.
    pub remarks: Vec<Remark>,
    /// Why the order did not count.
    pub fault: Option<OrderFault>,
    /// The result.
    pub codes: Codes,
    /// Why.
    pub reason: Reason,
}

impl Judged {
    /// The order as it was judged, or as it was written.
    pub fn text(&self, board: &Board) -> String {
        match (&self.fault, self.order, self.read) {
            (None, Some(order), _) => order.show(board).to_string(),
            (_, _, Some(read)) => read.show(board),
            _ => self.given.clone().unwrap_or_default(),
        }
    }
}

/// A phase and everything that came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resolution {
    /// The phase.
    pub phase: Phase,
    /// Every order, in the order they were handed in, then the units that had
    /// none.
    pub orders: Vec<Judged>,
    /// Units that were dislodged, with their retreats (movement phases).
    pub dislodged: Vec<crate::Dislodged>,
    /// Units that left the board: whose, and which.
    pub disbanded: Vec<(Power, Unit)>,
    /// Units that were built: whose, and which.
    pub built: Vec<(Power, Unit)>,
    /// What happened between this phase and the next.
    pub turning: Turning,
    /// The position at the beginning of the next phase.
    pub next: Position,
    /// Provinces left empty by a stand-off (movement phases).
    pub contested: ProvinceSet,
    /// Moves that went by sea, by where they started (movement phases).
    pub by_sea: ProvinceSet,
    /// Rings of moves settled by the rule that rings succeed.
    pub rings: u8,
    /// Convoy paradoxes settled by the paradox rule.
    pub paradoxes: u8,
}

impl Resolution {
    /// The order of the unit that stood in this province, if it is not void of
    /// any: its legal order, or its hold.
    pub fn of_unit(&self, board: &Board, province: Province) -> Option<&Judged> {
        let own = |judged: &&Judged| {
            let unit = judged.order.and_then(Order::unit);
            unit.is_some_and(|unit| board.province_of(unit.at) == province)
        };
        self.orders.iter().find(own)
    }

    /// Whether the unit in this province was driven out by an army that came
    /// by sea.
    pub fn driven_out_by_sea(&self, board: &Board, before: &Position, from: Province) -> bool {
        let gone = self
            .dislodged
            .iter()
            .any(|gone| board.province_of(gone.unit.at) == from);
        let came = |start: Province| {
            let judged = self.of_unit(board, start);
            matches!(
                judged.and_then(|judged| judged.order),
                Some(Order::Move { to, .. }) if board.province_of(to) == from
            ) && judged.is_some_and(|judged| judged.codes.is_ok())
        };
        gone && self.by_sea.and(before.occupied()).iter().any(came)
    }
}

/// Judges a phase and turns to the next.
pub fn resolve(
    board: &Board,
    rules: Rulebook,
    position: &Position,
    orders: &[Submitted],
) -> Resolution {
    let scene = Scene::new(board, position, rules);
    let mut resolution = match position.phase.step {
        Step::Movement => movement::resolve(&scene, orders),
        Step::Retreat => retreat::resolve(&scene, orders),
        Step::Adjustment => adjustment::resolve(&scene, orders),
    };
    let lost: Vec<_> = resolution
        .dislodged
        .iter()
        .filter(|unit| unit.retreats.is_empty())
        .map(|unit| (unit.power, unit.unit))
        .collect();
    resolution.disbanded.extend(lost);
    for judged in &mut resolution.orders {
        for remark in &judged.remarks {
            judged.reason.text = format!("{}; {remark}", judged.reason.text);
        }
    }
    resolution.turning = turn(board, &mut resolution.next);
    resolution
}

/// The orders with their meaning for this position, before they are judged.
/// Two orders of a power for one unit fault each other.
fn examined(scene: &Scene<'_>, orders: &[Submitted]) -> Vec<Judged> {
    let mut judged: Vec<Judged> = orders
        .iter()
        .map(|submitted| {
            let checked = match &submitted.read {
                Ok(text) => check(scene, submitted.power, *text).map_err(OrderFault::from),
                Err(fault) => Err(fault.clone().into()),
            };
            let (order, remarks, fault) = match checked {
                Ok(checked) => (Some(checked.order), checked.remarks, None),
                Err(fault) => (None, Vec::new(), Some(fault)),
            };
            Judged {
                power: submitted.power,
                given: Some(submitted.text.clone()),
                read: submitted.read.clone().ok(),
                named: submitted.unit,
                order,
                remarks,
                fault,
                codes: Codes::OK,
                reason: Reason::default(),
            }
        })
        .collect();
    if scene.position.phase.step != Step::Adjustment {
        refuse_doubles(scene, &mut judged);
    }
    judged
}

/// Two orders of a power for one unit: none counts.
fn refuse_doubles(scene: &Scene<'_>, judged: &mut [Judged]) {
    let key = |judged: &Judged| Some((judged.power, judged.named?.at.province));
    let keys: Vec<_> = judged.iter().map(key).collect();
    for (index, one) in judged.iter_mut().enumerate() {
        let again = |(other, other_key): (usize, &Option<_>)| {
            other != index && other_key.is_some() && *other_key == keys[index]
        };
        if one.fault.is_none() && keys.iter().enumerate().any(again) {
            let unit = one.order.and_then(Order::unit);
            let text = unit.map(|unit| scene.board.unit_text(unit).to_string());
            one.order = None;
            one.fault = Some(Illegal::TwoOrders(text.unwrap_or_default()).into());
        }
    }
}

/// A unit that was given no order.
fn unordered(power: Power, order: Option<Order>) -> Judged {
    Judged {
        power,
        given: None,
        read: None,
        named: None,
        order,
        remarks: Vec::new(),
        fault: None,
        codes: Codes::OK,
        reason: Reason::default(),
    }
}
