//! Why a command is not accepted.

use std::fmt;

use parlour_rules::Refuse;

/// An order that was not noted, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefusedOrder {
    /// The words.
    pub text: String,
    /// The stable short name of the fault.
    pub code: &'static str,
    /// The offending piece.
    pub piece: String,
    /// The fault in words.
    pub fault: String,
}

impl fmt::Display for RefusedOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.text, self.fault)
    }
}

/// Why a command is not accepted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// The game has ended.
    #[error("the game is over")]
    GameOver,
    /// There is no such seat.
    #[error("there is no power at this seat")]
    NoSuchSeat,
    /// Only the clock may say this.
    #[error("only the clock does that")]
    OnlyTheClock,
    /// The clock may not say this.
    #[error("the clock does not do that")]
    NotTheClock,
    /// The power has nothing left on the board.
    #[error("{0} is out of the game")]
    Eliminated(String),
    /// The power has given up.
    #[error("{0} has conceded")]
    HasConceded(String),
    /// There is no such power.
    #[error("there is no power \"{0}\"")]
    NoSuchPower(String),
    /// The power has nothing to order in this phase.
    #[error("{0} has nothing to order in this phase")]
    NothingToOrder(String),
    /// No order was written.
    #[error("no order was given")]
    NoOrders,
    /// Some orders cannot be noted; none of the submission was.
    #[error("{}", join(.0))]
    OrdersRefused(Vec<RefusedOrder>),
    /// More builds, waives or disbands than the power has.
    #[error("{power} has {due} {what}, and {ordered} would be ordered; take one back first")]
    TooMany {
        /// Which power.
        power: String,
        /// How many it may order.
        due: u32,
        /// `build`, `builds`, `disband` or `disbands`.
        what: &'static str,
        /// How many would be ordered.
        ordered: u32,
    },
    /// There is no order to take back.
    #[error("there is no order for {0}")]
    NoOrderFor(String),
    /// The power is ready already.
    #[error("{0} is ready already")]
    AlreadyReady(String),
    /// The power is not ready.
    #[error("{0} is not ready")]
    NotReady(String),
    /// A draw is being voted on already.
    #[error("a draw is proposed already; vote yes or no")]
    DrawIsOpen,
    /// No draw is being voted on.
    #[error("no draw is proposed")]
    NoDrawProposed,
    /// The power has voted.
    #[error("{0} has voted already")]
    HasVoted(String),
    /// The draw leaves a survivor out.
    #[error("a draw includes all survivors here, and {0} is one")]
    LeavesOut(String),
    /// The draw includes a power that is out.
    #[error("{0} cannot share a draw")]
    CannotShare(String),
    /// The draw has too few powers.
    #[error("a draw is shared by two powers or more")]
    TooFewShare,
    /// The power is in civil disorder, so nobody asks it about a draw.
    #[error("{0} is in civil disorder and has no part in a draw; once it says unready, it has")]
    InDisorder(String),
    /// The power is in civil disorder already, or is not.
    #[error("{0} is not played by anybody else")]
    NothingToResume(String),
}

impl Refuse for Refusal {
    fn code(&self) -> &'static str {
        match self {
            Self::GameOver => "game_over",
            Self::NoSuchSeat => "no_such_seat",
            Self::OnlyTheClock => "only_the_clock",
            Self::NotTheClock => "not_the_clock",
            Self::Eliminated(_) => "eliminated",
            Self::HasConceded(_) => "has_conceded",
            Self::NoSuchPower(_) => "no_such_power",
            Self::NothingToOrder(_) => "nothing_to_order",
            Self::NoOrders => "no_orders",
            Self::OrdersRefused(_) => "orders_refused",
            Self::TooMany { .. } => "too_many",
            Self::NoOrderFor(_) => "no_order_for",
            Self::AlreadyReady(_) => "already_ready",
            Self::NotReady(_) => "not_ready",
            Self::DrawIsOpen => "draw_is_open",
            Self::NoDrawProposed => "no_draw_proposed",
            Self::HasVoted(_) => "has_voted",
            Self::LeavesOut(_) => "leaves_out",
            Self::CannotShare(_) => "cannot_share",
            Self::TooFewShare => "too_few_share",
            Self::InDisorder(_) => "in_disorder",
            Self::NothingToResume(_) => "nothing_to_resume",
        }
    }
}

fn join(orders: &[RefusedOrder]) -> String {
    let mut lines: Vec<String> = orders.iter().map(ToString::to_string).collect();
    // The same words with the same fault are named once: `waive 3` is three orders.
    lines.dedup();
    lines.join("\n")
}
