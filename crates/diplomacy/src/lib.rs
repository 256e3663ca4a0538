//! Diplomacy without pictures, chat and storage: the board as data, orders and
//! their notations, the judge and its reasons, the year's wheel.

mod board;
mod order;
mod phase;
mod place;
mod position;
mod record;
mod rulebook;

pub use board::{
    Ambiguity, Board, BoardError, BoardFile, BuildSites, Counts, Fault, Named, NearMiss,
    ProvinceFile, ProvinceKind, UnitCode, lint, normal,
};
pub use order::{Order, OrderText, PlaceText, ShownOrder, UnitText};
pub use phase::{NotAPhase, Phase, Season, Step};
pub use place::{
    Coast, Location, LocationSet, Members, Place, PlaceSet, Power, Province, ProvinceSet,
};
pub use position::{Dislodged, Placed, Position, Unit, UnitKind};
pub use record::{ByPower, NextRecord, OutcomeRecord, PhaseRecord, ReasonRecord, RecordError};
pub use rulebook::{
    ConvoyRetreat, CutFrom, DisbandDistance, DislodgedBounce, Fallback, NeighbourConvoy, Paradox,
    Routes, Rulebook, RulesError, TextReading,
};
