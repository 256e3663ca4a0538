//! Who comes to a table, and how they go.

use std::sync::atomic::{AtomicU64, Ordering};

use parlour_host::table::Identity;

/// Names one coming of a guest, from there to their going.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct GuestId(u64);

impl GuestId {
    /// One that nobody else in this process has.
    #[expect(
        clippy::new_without_default,
        reason = "each is another one: there is no usual guest"
    )]
    pub fn new() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        Self(NEXT.fetch_add(1, Ordering::Relaxed))
    }
}

/// Somebody who comes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrival {
    /// What they come for.
    pub wish: Wish,
}

/// What somebody comes for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wish {
    /// To watch.
    Watch,
    /// To be there as who they are: at the seat they have, or take meanwhile, and
    /// otherwise to watch. Nobody else at that seat is sent away.
    Look(Identity),
    /// To have the seat again that was theirs.
    Return(Identity),
    /// To sit down, as a newcomer.
    Sit {
        /// Who it is. The front vouches for it.
        who: Identity,
        /// What the others are to call them; one of [`name`](crate::name)'s making.
        name: String,
    },
}

/// How somebody went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parting {
    /// Their side closed the connection in order.
    Left,
    /// It broke, or was cut off here.
    Lost,
}
