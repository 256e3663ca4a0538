//! Suit powers (R5), one file each.
//!
//! Each suit of a play fires once, at the total of the whole play, unless the
//! enemy is immune to it (R6). Hearts work before diamonds (R5.7).

pub(crate) mod clubs;
pub(crate) mod diamonds;
pub(crate) mod hearts;
pub(crate) mod spades;
