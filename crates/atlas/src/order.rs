//! Orders as they are drawn: what was ordered, and what became of it.

use parlour_diplomacy::{OrderText, Power};

/// An order of a power and its fate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawnOrder {
    /// Whose order.
    pub power: Power,
    /// The order as it was written.
    pub order: OrderText,
    /// What became of it; all false while the phase is not resolved, or if it
    /// simply succeeded.
    pub fate: Fate,
}

/// What became of an order. Several may be true: a unit can be dislodged and
/// its support cut.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "these are independent facts, one per result code"
)]
pub struct Fate {
    /// A move met equal or greater strength.
    pub bounced: bool,
    /// A support was cut.
    pub cut: bool,
    /// The order had no effect, or was impossible.
    pub void: bool,
    /// The unit was driven out.
    pub dislodged: bool,
    /// The convoy was broken, or there was none.
    pub stranded: bool,
    /// The unit left the board.
    pub disbanded: bool,
}

impl Fate {
    /// Adds the fact that a result code of the records states; whether the code
    /// is known.
    pub fn note(&mut self, code: &str) -> bool {
        match code {
            "bounce" => self.bounced = true,
            "cut" => self.cut = true,
            "void" | "illegal" => self.void = true,
            "dislodged" => self.dislodged = true,
            "disrupted" | "no convoy" => self.stranded = true,
            "disband" => self.disbanded = true,
            "ok" | "" => {}
            _ => return false,
        }
        true
    }

    /// Whether the order failed.
    pub fn failed(self) -> bool {
        self.bounced || self.cut || self.void || self.stranded
    }
}
