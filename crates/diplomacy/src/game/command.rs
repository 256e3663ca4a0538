//! What somebody wants.

use serde::{Deserialize, Serialize};

/// What somebody wants. The stage it is meant for is the phase, and the host
/// names it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Command {
    /// Note these orders, in any notation. An order for a unit that has one
    /// replaces it; two orders for one unit here are refused.
    Order(Vec<String>),
    /// Forget all own orders and note these instead.
    OrderAnew(Vec<String>),
    /// Forget the order of the unit in this place, or the build there.
    Withdraw(String),
    /// Forget all own orders.
    Clear,
    /// Do not wait for me any longer.
    Ready,
    /// Wait for me again; also said by a power in civil disorder.
    Unready,
    /// Propose a draw between these powers; between all survivors if nobody is
    /// named.
    ProposeDraw(Vec<String>),
    /// Say yes or no to the proposed draw.
    Vote(bool),
    /// Give up; only somebody else may play the power again.
    Concede,
    /// The clock: resolve the phase with what is there.
    Resolve,
    /// The clock: resolve the phase before its time is up, with what is there.
    /// Nobody has missed it.
    ResolveEarly,
    /// The clock: take the power to be in civil disorder from now on.
    Abandon(String),
    /// The clock: somebody plays the power again, also one that was conceded.
    Resume(String),
    /// The clock: somebody else plays the power from now on. What the player before
    /// has said ends: concession, disorder, readiness, misses, the vote on a draw,
    /// and the orders, which were nobody else's to read.
    HandOver(String),
}
