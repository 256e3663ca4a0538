//! Orders, twice: as somebody wrote them down ([`OrderText`]) and as they can
//! be played in a position ([`Order`]).
//!
//! A written order may lack a coast, name the wrong one, or ask for something
//! impossible. [`check`](crate::check) turns it into a playable order or says
//! why it cannot. The judge sees playable orders only.

use std::fmt;

use crate::{Board, Coast, Location, Power, Province, Unit, UnitKind};

/// An order that is possible in a given position.
///
/// Destinations of fleets name the coast where there are several. The
/// destination of a supported fleet may be the bare province: then the support
/// counts for either coast.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Order {
    /// Stay.
    Hold {
        /// The ordered unit.
        unit: Unit,
    },
    /// Go to a neighbour, or, for an army, over sea.
    Move {
        /// The ordered unit.
        unit: Unit,
        /// Where to.
        to: Location,
        /// Whether `VIA` was written: go by sea even to a neighbour.
        via: bool,
    },
    /// Help another unit to stay.
    SupportHold {
        /// The ordered unit.
        unit: Unit,
        /// The unit that is helped.
        target: Unit,
    },
    /// Help another unit to move.
    SupportMove {
        /// The ordered unit.
        unit: Unit,
        /// The unit that is helped.
        target: Unit,
        /// Where that unit goes.
        to: Location,
    },
    /// Carry an army over this fleet's sea.
    Convoy {
        /// The ordered fleet.
        unit: Unit,
        /// The army that is carried.
        army: Unit,
        /// Where that army goes.
        to: Location,
    },
    /// Leave after being dislodged.
    Retreat {
        /// The dislodged unit.
        unit: Unit,
        /// Where to.
        to: Location,
    },
    /// Leave the board: instead of a retreat, or in Winter.
    Disband {
        /// The unit.
        unit: Unit,
    },
    /// Raise a new unit in Winter.
    Build {
        /// The new unit and its place.
        unit: Unit,
    },
    /// Leave one build unused.
    Waive,
}

impl Order {
    /// The unit that is ordered or built; none for a waived build.
    pub fn unit(self) -> Option<Unit> {
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

    /// The order in the notation of the records: `A MUN S A BER - SIL`.
    pub fn show(self, board: &Board) -> ShownOrder<'_> {
        ShownOrder { board, order: self }
    }
}

/// An order written with the codes of its board.
#[derive(Clone, Copy, Debug)]
pub struct ShownOrder<'b> {
    board: &'b Board,
    order: Order,
}

impl fmt::Display for ShownOrder<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = |unit| self.board.unit_text(unit);
        let code = |at: Location| self.board.code(at);
        match self.order {
            Order::Hold { unit } => write!(f, "{} H", text(unit)),
            Order::Move { unit, to, via } => {
                let via = if via { " VIA" } else { "" };
                write!(f, "{} - {}{via}", text(unit), code(to))
            }
            Order::SupportHold { unit, target } => write!(f, "{} S {}", text(unit), text(target)),
            Order::SupportMove { unit, target, to } => {
                write!(f, "{} S {} - {}", text(unit), text(target), code(to))
            }
            Order::Convoy { unit, army, to } => {
                write!(f, "{} C {} - {}", text(unit), text(army), code(to))
            }
            Order::Retreat { unit, to } => write!(f, "{} R {}", text(unit), code(to)),
            Order::Disband { unit } => write!(f, "{} D", text(unit)),
            Order::Build { unit } => write!(f, "{} B", text(unit)),
            Order::Waive => f.write_str("WAIVE"),
        }
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

/// An order as somebody wrote it down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum OrderText {
    /// Stay.
    Hold {
        /// The ordered unit.
        unit: UnitText,
    },
    /// Go somewhere; in a retreat phase the same as a retreat.
    Move {
        /// The ordered unit.
        unit: UnitText,
        /// Where to.
        to: PlaceText,
        /// Whether by convoy was asked for.
        via: bool,
    },
    /// Help another unit to stay.
    SupportHold {
        /// The ordered unit.
        unit: UnitText,
        /// The unit that is helped.
        target: UnitText,
    },
    /// Help another unit to move.
    SupportMove {
        /// The ordered unit.
        unit: UnitText,
        /// The unit that is helped.
        target: UnitText,
        /// Where that unit goes.
        to: PlaceText,
    },
    /// Carry an army.
    Convoy {
        /// The ordered fleet.
        unit: UnitText,
        /// The army that is carried.
        army: UnitText,
        /// Where that army goes.
        to: PlaceText,
    },
    /// Leave after being dislodged.
    Retreat {
        /// The dislodged unit.
        unit: UnitText,
        /// Where to.
        to: PlaceText,
    },
    /// Leave the board.
    Disband {
        /// The unit.
        unit: UnitText,
    },
    /// Raise a new unit.
    Build {
        /// The new unit and its place.
        unit: UnitText,
    },
    /// Leave one build unused.
    Waive,
}

impl OrderText {
    /// How a playable order is written.
    pub fn of(board: &Board, order: Order) -> Self {
        let text = |unit| UnitText::of(board, unit);
        let place = |at| PlaceText::of(board, at);
        match order {
            Order::Hold { unit } => Self::Hold { unit: text(unit) },
            Order::Move { unit, to, via } => Self::Move {
                unit: text(unit),
                to: place(to),
                via,
            },
            Order::SupportHold { unit, target } => Self::SupportHold {
                unit: text(unit),
                target: text(target),
            },
            Order::SupportMove { unit, target, to } => Self::SupportMove {
                unit: text(unit),
                target: text(target),
                to: place(to),
            },
            Order::Convoy { unit, army, to } => Self::Convoy {
                unit: text(unit),
                army: text(army),
                to: place(to),
            },
            Order::Retreat { unit, to } => Self::Retreat {
                unit: text(unit),
                to: place(to),
            },
            Order::Disband { unit } => Self::Disband { unit: text(unit) },
            Order::Build { unit } => Self::Build { unit: text(unit) },
            Order::Waive => Self::Waive,
        }
    }

    /// The unit that is ordered or built; none for a waived build.
    pub fn unit(self) -> Option<UnitText> {
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

    /// The order in the notation of the records.
    pub fn show(self, board: &Board) -> String {
        let text = |unit: UnitText| unit.show(board);
        let code = |at: PlaceText| at.show(board);
        match self {
            Self::Hold { unit } => format!("{} H", text(unit)),
            Self::Move { unit, to, via } => {
                let via = if via { " VIA" } else { "" };
                format!("{} - {}{via}", text(unit), code(to))
            }
            Self::SupportHold { unit, target } => format!("{} S {}", text(unit), text(target)),
            Self::SupportMove { unit, target, to } => {
                format!("{} S {} - {}", text(unit), text(target), code(to))
            }
            Self::Convoy { unit, army, to } => {
                format!("{} C {} - {}", text(unit), text(army), code(to))
            }
            Self::Retreat { unit, to } => format!("{} R {}", text(unit), code(to)),
            Self::Disband { unit } => format!("{} D", text(unit)),
            Self::Build { unit } => format!("{} B", text(unit)),
            Self::Waive => String::from("WAIVE"),
        }
    }
}
