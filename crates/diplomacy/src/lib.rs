//! Diplomacy without pictures, chat and storage: the board as data, orders and
//! their notations, the judge and its reasons, the year's wheel.
//!
//! ```
//! use parlour_diplomacy::{Board, Rulebook, Submitted, resolve};
//!
//! let board = Board::standard();
//! let austria = board.power("Austria").unwrap();
//! let orders = [
//!     Submitted::new(board, austria, "A Vie - Bud"),
//!     Submitted::new(board, austria, "a budapest holds"),
//! ];
//! let resolution = resolve(board, Rulebook::default(), board.start(), &orders);
//! assert_eq!(
//!     resolution.orders[0].reason.text,
//!     "A VIE - BUD bounced: A BUD is of the same power and stays"
//! );
//! assert_eq!(resolution.next.phase.to_string(), "F1901M");
//! ```

mod board;
pub mod bot;
#[cfg(feature = "cases")]
pub mod cases;
mod check;
pub mod convoy;
mod draft;
pub mod game;
mod history;
mod illegal;
mod judge;
mod legal;
mod legality;
pub mod notation;
mod order;
mod phase;
mod place;
mod position;
mod record;
mod resolve;
mod rulebook;
pub mod saved;
mod scoring;
mod view;
mod warnings;
mod wheel;
mod why;

pub use board::{
    Ambiguity, Board, BoardError, BoardFile, BuildSites, Counts, Fault, LONGEST_BOARD, MOST_ADDED,
    MOST_POWERS, MapFileError, Named, NearMiss, ProvinceFile, ProvinceKind, UnitCode,
    board_differences, lint, normal, read_map_file,
};
pub use check::{Checked, Remark, check};
pub use draft::OrderDraft;
pub use history::{History, Sandbox};
pub use illegal::Illegal;
pub use judge::{
    Adjustments, Code, Codes, Judge, Movement, Retreats, adjust, adjust_quietly, civil_disorder,
    judge_retreats,
};
pub use legal::{LegalOrders, legal_orders_of_power, legal_orders_of_unit};
pub use legality::Scene;
pub use order::{Order, OrderOf, OrderText, PlaceText, ShownOrder, UnitText};
pub use phase::{NotAPhase, Phase, Season, Step};
pub use place::{
    Coast, Location, LocationSet, MOST_PLACES, Members, Place, PlaceSet, Power, Province,
    ProvinceSet,
};
pub use position::{Dislodged, Placed, Position, Unit, UnitKind};
pub use record::{ByPower, NextRecord, OutcomeRecord, PhaseRecord, ReasonRecord, RecordError};
pub use resolve::{Judged, OrderFault, Resolution, Submitted, answer, order_key, resolve};
pub use rulebook::{
    ConvoyRetreat, CutFrom, DisbandDistance, DislodgedBounce, Fallback, NeighbourConvoy, Paradox,
    Routes, Rulebook, RulesError, TextReading,
};
pub use scoring::{Scoring, Share};
pub use view::{DrawView, GameView, OwnView, PowerView};
pub use warnings::{Warning, warnings};
pub use wheel::{Outcome, Turning, turn};
pub use why::{Reason, Strengths};
