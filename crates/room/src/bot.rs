//! Bots at a table: what they order, and when they agree to a draw.
//!
//! A bot sees the view of its seat and draws from the table's secret, so nobody at the
//! table can foretell its orders. The bots themselves live with the rules
//! ([`parlour_diplomacy::bot`]).

use parlour_diplomacy::bot::{Kind, Past, Question, advise};
use parlour_diplomacy::{Board, GameView};
use parlour_host::table::TableId;
use parlour_rules::{Fingerprint, Seed};

/// The kind that a record names; one that is not known any more holds.
pub(crate) fn kind(word: &str) -> Kind {
    word.parse().unwrap_or(Kind::Hold)
}

/// What the bots of a table draw from. A copy of the table has another name, so its
/// bots tell nothing about these.
pub(crate) fn secret(seed: Seed, table: &TableId) -> Seed {
    Seed(Fingerprint::of(&(seed, table.to_string())).0)
}

/// Whether deciding takes long enough that nobody should wait for it. It is also who
/// learns from what others ordered before.
pub(crate) fn is_slow(kind: Kind) -> bool {
    matches!(kind, Kind::Search(_))
}

/// The orders of a bot of this kind; none if it leaves everything to the rules. What
/// everybody saw before stands in `past`.
pub(crate) fn choose(view: &GameView, past: &[Past], kind: Kind, secret: Seed) -> Vec<String> {
    let Some(own) = &view.own else {
        return Vec::new();
    };
    let board: &Board = &view.board;
    let question = Question {
        board,
        rules: view.rules,
        position: &view.position,
        power: own.power,
        seed: secret,
        past,
    };
    let advice = advise(&question, kind, &mut kind.effort());
    let orders = advice.orders.iter();
    orders.map(|order| order.show(board).to_string()).collect()
}

/// What a bot says when somebody tells it something.
pub(crate) const ANSWER: &str = "I decide by myself, whatever I am told, and promise nothing.";

/// How many years bots play before they agree to a draw.
const PATIENCE: u16 = 6;

/// The first year in which bots agree to a draw.
pub(crate) fn agreeable_from(board: &Board) -> u16 {
    board.first_phase().year + PATIENCE
}

/// How many centres make a bot play on for a win: half of those that win.
pub(crate) fn ambitious_from(board: &Board) -> u32 {
    board.target().div_ceil(2)
}

/// How many centres short of a win somebody is so near to it that every other bot is
/// glad of a draw.
const NEARLY: u32 = 3;

/// What a bot thinks of a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Will {
    Agrees,
    Refuses,
    /// It is halfway to a win, and agrees if a line holds it there
    /// ([`parlour_diplomacy::bot::is_held`]).
    IfHeld,
}

/// What a bot thinks of a draw between these powers. It goes by what everybody knows, so
/// that its vote is no surprise: no if it would not share the draw; always yes if
/// somebody else is about to win; otherwise not in the first years, and while it is
/// halfway to a win only if it does not get any further.
pub(crate) fn will(view: &GameView, shared: &[String], power: &str) -> Will {
    let board = &view.board;
    if !shared.iter().any(|it| it == power) {
        return Will::Refuses;
    }
    let mut powers = view.powers.iter();
    let near = board.target().saturating_sub(NEARLY);
    if powers.any(|it| it.name != power && it.centers >= near.max(1)) {
        return Will::Agrees;
    }
    if view.phase.year < agreeable_from(board) {
        return Will::Refuses;
    }
    let mut powers = view.powers.iter();
    if powers.any(|it| it.name == power && it.centers >= ambitious_from(board)) {
        return Will::IfHeld;
    }
    Will::Agrees
}
