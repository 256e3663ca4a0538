//! Orders as text, and text as orders.
//!
//! One reader takes what people type, what the DATC prints, what the PyPI
//! package `diplomacy` writes, webDiplomacy's sentences and what our own records
//! hold; a second one takes DAIDE. Case never matters.
//!
//! ```text
//! line     = [ power ":" ] order
//! order    = unit verb | first-verb unit | "waive"
//! unit     = [ power ] [ "a" | "army" | "f" | "fleet" ] place
//! verb     = hold | move | support | convoy | retreat | disband | build
//! hold     = "h" | "hold" | "holds" | "stand" ...
//! move     = ( "-" | "to" | "moves to" ... ) place { "-" place } [ "via" ... ]
//! support  = ( "s" | "supports" ... ) ( unit [ hold | move ] | "hold" [ "to" ] unit | "move" goal )
//! convoy   = ( "c" | "convoys" ... ) ( unit move | goal )
//! goal     = "to" place "from" unit
//! retreat  = ( "r" | "retreats" ... ) [ "-" | "to" ] place
//! disband  = "d" | "disband" | "remove" ...
//! build    = "b" | "build" ...
//! place    = name [ coast ]
//! coast    = "/sc" | "(sc)" | "sc" | "(south coast)" | "south coast" ...
//!
//! DAIDE    = "(" power kind place ")" ( "HLD" | "MTO" place | "SUP" unit [ "MTO" place ]
//!          | "CVY" unit "CTO" place | "CTO" place "VIA" "(" place... ")"
//!          | "RTO" place | "DSB" | "BLD" | "REM" ) | power "WVE"
//! ```
//!
//! A name is a code, a full name, an alias or a beginning of one that fits a
//! single province. Nothing is ever corrected silently: a text that fits no
//! province, or several, is an error that says what may have been meant. A
//! convoy's path (`A LON - NTH - NWY`) is accepted and ignored (DATC 4.A.6).

mod daide;
mod places;
mod read;
mod words;
mod write;

use crate::{Board, OrderText, Power, UnitText};

pub use write::{Style, write_order};

/// Why a text is no order.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NotationError {
    /// There is no text.
    #[error("there is no order here")]
    Empty,
    /// The text is longer than any order.
    #[error("this is too long for one order")]
    TooLong,
    /// No province has this name.
    #[error("\"{piece}\" is no province{}", did_you_mean(.meant))]
    UnknownPlace {
        /// What was written.
        piece: String,
        /// What may have been meant.
        meant: Vec<String>,
    },
    /// Several provinces fit.
    #[error("\"{piece}\" may be {}", one_of(.meant))]
    AmbiguousPlace {
        /// What was written.
        piece: String,
        /// All that fit, the usual meaning first.
        meant: Vec<String>,
    },
    /// No such coast.
    #[error("\"{piece}\" is no coast; coasts are written nc, ec, sc, wc")]
    UnknownCoast {
        /// What was written.
        piece: String,
    },
    /// A province is expected.
    #[error("a province is missing after \"{piece}\"")]
    PlaceMissing {
        /// The words before the gap.
        piece: String,
    },
    /// A unit without anything to do.
    #[error("what should \"{piece}\" do? for instance: hold, - Bud, S A Vie, C A Lon - Bel")]
    VerbMissing {
        /// The unit.
        piece: String,
    },
    /// A word that is no order.
    #[error(
        "\"{piece}\" is not understood; orders are hold, move (-), support (S), convoy (C), retreat (R), disband (D), build (B), waive"
    )]
    UnknownVerb {
        /// What was written.
        piece: String,
    },
    /// Something is left over.
    #[error("\"{piece}\" is too much at the end of the order")]
    TooMuch {
        /// What is left over.
        piece: String,
    },
    /// The line is headed by something that is no power of the map.
    #[error("\"{piece}\" is no power here")]
    UnknownPower {
        /// What was written.
        piece: String,
    },
    /// The line is headed by a power that is not the one that orders.
    #[error("the order is headed by {piece}, who did not give it")]
    OtherPower {
        /// The power that was written.
        piece: String,
    },
    /// Not well-formed DAIDE.
    #[error("not a DAIDE order at \"{piece}\"")]
    NotDaide {
        /// Where the reader stopped.
        piece: String,
    },
}

impl NotationError {
    /// The stable short name, for programs.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Empty => "empty",
            Self::TooLong => "too_long",
            Self::UnknownPlace { .. } => "unknown_place",
            Self::AmbiguousPlace { .. } => "ambiguous_place",
            Self::UnknownCoast { .. } => "unknown_coast",
            Self::PlaceMissing { .. } => "place_missing",
            Self::VerbMissing { .. } => "verb_missing",
            Self::UnknownVerb { .. } => "unknown_verb",
            Self::TooMuch { .. } => "too_much",
            Self::UnknownPower { .. } => "unknown_power",
            Self::OtherPower { .. } => "other_power",
            Self::NotDaide { .. } => "not_daide",
        }
    }

    /// The offending piece of the text.
    pub fn piece(&self) -> &str {
        match self {
            Self::Empty | Self::TooLong => "",
            Self::UnknownPlace { piece, .. }
            | Self::AmbiguousPlace { piece, .. }
            | Self::UnknownCoast { piece }
            | Self::PlaceMissing { piece }
            | Self::VerbMissing { piece }
            | Self::UnknownVerb { piece }
            | Self::TooMuch { piece }
            | Self::UnknownPower { piece }
            | Self::OtherPower { piece }
            | Self::NotDaide { piece } => piece,
        }
    }
}

fn did_you_mean(meant: &[String]) -> String {
    if meant.is_empty() {
        String::new()
    } else {
        format!("; did you mean {}?", one_of(meant))
    }
}

fn one_of(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

/// Whether orders could not name a province with this code: it is the word for a kind
/// of unit or for a waived build. (Words that say nothing, such as `new`, give way to a
/// code.)
pub(crate) fn hides_code(code: &str) -> bool {
    let word = code.to_ascii_lowercase();
    words::unit_kind(&word).is_some() || words::is_waive(&word)
}

/// The longest text that is read as one order, in bytes.
pub const LONGEST_ORDER: usize = 200;

/// Reads one order in any of the notations.
pub fn read_order(board: &Board, text: &str) -> Result<OrderText, NotationError> {
    read_headed_order(board, text).map(|(_, order)| order)
}

/// Reads one order that may be headed by its power: `France: A Par - Bur`.
pub fn read_headed_order(
    board: &Board,
    text: &str,
) -> Result<(Option<Power>, OrderText), NotationError> {
    let text = text.trim();
    if text.is_empty() {
        return Err(NotationError::Empty);
    }
    if text.len() > LONGEST_ORDER {
        return Err(NotationError::TooLong);
    }
    if let Some((head, order)) = text.split_once(':') {
        let power = words::power_named(board, head).ok_or_else(|| NotationError::UnknownPower {
            piece: head.trim().to_owned(),
        })?;
        return read_plain(board, order.trim()).map(|order| (Some(power), order));
    }
    read_plain(board, text).map(|order| (None, order))
}

/// Reads a unit as people name it: `A Vie`, `F STP/SC`, `vienna`.
pub fn read_unit(board: &Board, text: &str) -> Result<UnitText, NotationError> {
    let text = text.trim();
    if text.is_empty() {
        return Err(NotationError::Empty);
    }
    if text.len() > LONGEST_ORDER {
        return Err(NotationError::TooLong);
    }
    read::read_unit(board, text)
}

/// The unit that a text orders, whatever comes after it: what is left of an
/// order that cannot be read as a whole.
pub(crate) fn named_unit(board: &Board, text: &str) -> Option<UnitText> {
    let order = text.split_once(':').map_or(text, |(_, order)| order).trim();
    if order.len() > LONGEST_ORDER {
        None
    } else if daide::looks_like(order) {
        daide::named_unit(board, order)
    } else {
        read::named_unit(board, order)
    }
}

fn read_plain(board: &Board, text: &str) -> Result<OrderText, NotationError> {
    if daide::looks_like(text) {
        daide::read(board, text)
    } else {
        read::read(board, text)
    }
}

/// One of several orders in a text: the line as it was written, and its
/// meaning.
pub type ReadLine<'t> = (&'t str, Result<OrderText, NotationError>);

/// Reads several orders: one on each line, or separated by `;` or `,`. Empty
/// lines are left out.
pub fn read_orders<'t>(board: &Board, text: &'t str) -> Vec<ReadLine<'t>> {
    text.split(['\n', '\r', ';', ','])
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .map(|line| (line, read_order(board, line)))
        .collect()
}
