//! Orders, twice: as somebody wrote them down ([`OrderText`]) and as they can
//! be played in a position ([`Order`]).
//!
//! A written order may lack a coast, name the wrong one, or ask for something
//! impossible. [`check`](crate::check) turns it into a playable order or says
//! why it cannot. The judge sees playable orders only.

use std::fmt;

use crate::{Board, Coast, Location, Power, Province, Unit, UnitCode, UnitKind};

/// What is ordered, of units and places of some kind: [`Order`] and [`OrderText`]
/// say which.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum OrderOf<U, P> {
    /// Stay.
    Hold {
        /// The ordered unit.
        unit: U,
    },
    /// Go to a neighbour, or, for an army, over sea. Written in a retreat phase it
    /// is the same as a retreat.
    Move {
        /// The ordered unit.
        unit: U,
        /// Where to.
        to: P,
        /// Whether `VIA` was written: go by sea even to a neighbour.
        via: bool,
    },
    /// Help another unit to stay.
    SupportHold {
        /// The ordered unit.
        unit: U,
        /// The unit that is helped.
        target: U,
    },
    /// Help another unit to move.
    SupportMove {
        /// The ordered unit.
        unit: U,
        /// The unit that is helped.
        target: U,
        /// Where that unit goes.
        to: P,
    },
    /// Carry an army over this fleet's sea.
    Convoy {
        /// The ordered fleet.
        unit: U,
        /// The army that is carried.
        army: U,
        /// Where that army goes.
        to: P,
    },
    /// Leave after being dislodged.
    Retreat {
        /// The dislodged unit.
        unit: U,
        /// Where to.
        to: P,
    },
    /// Leave the board: instead of a retreat, or in Winter.
    Disband {
        /// The unit.
        unit: U,
    },
    /// Raise a new unit in Winter.
    Build {
        /// The new unit and its place.
        unit: U,
    },
    /// Leave one build unused.
    Waive,
}

/// An order that is possible in a given position.
///
/// Destinations of fleets name the coast where there are several. The
/// destination of a supported fleet may be the bare province: then the support
/// counts for either coast.
pub type Order = OrderOf<Unit, Location>;

/// An order as somebody wrote it down.
pub type OrderText = OrderOf<UnitText, PlaceText>;

/// An order written with the codes of its board.
pub type ShownOrder<'b> = OrderOf<UnitCode<'b>, &'b str>;

impl<U, P> OrderOf<U, P> {
    /// The unit that is ordered or built; none for a waived build.
    pub fn unit(self) -> Option<U> {
        match self {
            Self::Hold { unit }
            | Self::Move { unit, .. }
            | Self::SupportHold { unit, .. }
            | Self::SupportMove { unit, .. }
            | Self::Convoy { unit, .. }
            | Self::Retreat { unit, .. }
            | Self::Disband { unit }
            | Self::Build { unit } => Some(unit),
            Self::Waive => None,
        }
    }

    /// What it is called when it comes in the wrong phase.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Hold { .. } => "a hold",
            Self::Move { .. } => "a move",
            Self::SupportHold { .. } | Self::SupportMove { .. } => "a support",
            Self::Convoy { .. } => "a convoy",
            Self::Retreat { .. } => "a retreat",
            Self::Disband { .. } => "a disband",
            Self::Build { .. } => "a build",
            Self::Waive => "a waived build",
        }
    }

    /// The same order of other units and places.
    fn map<V, Q>(self, of: impl Fn(U) -> V, at: impl Fn(P) -> Q) -> OrderOf<V, Q> {
        match self {
            Self::Hold { unit } => OrderOf::Hold { unit: of(unit) },
            Self::Move { unit, to, via } => OrderOf::Move {
                unit: of(unit),
                to: at(to),
                via,
            },
            Self::SupportHold { unit, target } => OrderOf::SupportHold {
                unit: of(unit),
                target: of(target),
            },
            Self::SupportMove { unit, target, to } => OrderOf::SupportMove {
                unit: of(unit),
                target: of(target),
                to: at(to),
            },
            Self::Convoy { unit, army, to } => OrderOf::Convoy {
                unit: of(unit),
                army: of(army),
                to: at(to),
            },
            Self::Retreat { unit, to } => OrderOf::Retreat {
                unit: of(unit),
                to: at(to),
            },
            Self::Disband { unit } => OrderOf::Disband { unit: of(unit) },
            Self::Build { unit } => OrderOf::Build { unit: of(unit) },
            Self::Waive => OrderOf::Waive,
        }
    }
}

/// The notation of the records: `A MUN S A BER - SIL`.
impl<U: fmt::Display, P: fmt::Display> fmt::Display for OrderOf<U, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hold { unit } => write!(f, "{unit} H"),
            Self::Move { unit, to, via } => {
                let via = if *via { " VIA" } else { "" };
                write!(f, "{unit} - {to}{via}")
            }
            Self::SupportHold { unit, target } => write!(f, "{unit} S {target}"),
            Self::SupportMove { unit, target, to } => write!(f, "{unit} S {target} - {to}"),
            Self::Convoy { unit, army, to } => write!(f, "{unit} C {army} - {to}"),
            Self::Retreat { unit, to } => write!(f, "{unit} R {to}"),
            Self::Disband { unit } => write!(f, "{unit} D"),
            Self::Build { unit } => write!(f, "{unit} B"),
            Self::Waive => f.write_str("WAIVE"),
        }
    }
}

impl Order {
    /// The order in the notation of the records: `A MUN S A BER - SIL`.
    pub fn show(self, board: &Board) -> ShownOrder<'_> {
        self.map(|unit| board.unit_text(unit), |at| board.code(at))
    }
}

impl OrderText {
    /// How a playable order is written.
    pub fn of(board: &Board, order: Order) -> Self {
        let text = |unit| UnitText::of(board, unit);
        order.map(text, |at| PlaceText::of(board, at))
    }

    /// The order in the notation of the records.
    pub fn show(self, board: &Board) -> String {
        let text = |unit: UnitText| unit.show(board);
        self.map(text, |at| at.show(board)).to_string()
    }
}

/// A place as it was written: the coast may be missing, wrong, or not exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlaceText {
    /// The province.
    pub province: Province,
    /// The coast, if one was written.
    pub coast: Option<Coast>,
}

impl PlaceText {
    /// How the place of a unit or a destination is written.
    pub fn of(board: &Board, at: Location) -> Self {
        Self {
            province: board.province_of(at),
            coast: board.coast_of(at),
        }
    }

    /// `STP/SC`; the coast is printed even if the province has none.
    pub fn show(self, board: &Board) -> String {
        let code = board.code(self.province);
        match self.coast {
            Some(coast) => format!("{code}/{}", coast.code()),
            None => code.to_owned(),
        }
    }
}

/// A unit as it was written: kind and owner may be missing or wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UnitText {
    /// Army or fleet, if it was written.
    pub kind: Option<UnitKind>,
    /// Whose unit, if it was written.
    pub power: Option<Power>,
    /// Where it stands.
    pub at: PlaceText,
}

impl UnitText {
    /// How a unit is written.
    pub fn of(board: &Board, unit: Unit) -> Self {
        Self {
            kind: Some(unit.kind),
            power: None,
            at: PlaceText::of(board, unit.at),
        }
    }

    /// `F STP/SC`, or `STP/SC` if the kind was not written.
    pub fn show(self, board: &Board) -> String {
        let at = self.at.show(board);
        match self.kind {
            Some(kind) => format!("{} {at}", kind.code()),
            None => at,
        }
    }
}
