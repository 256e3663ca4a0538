//! Who did what at a table, in order: its audit.
//!
//! An entry of a [log](crate::log) names who gave it and where it came from. Every
//! change of a table's record, the first one that opened it included, leaves a line of
//! its own, a [`Deed`], stored in the same step as the record it tells of:
//!
//! ```text
//! {"version":3,"entries":12,"time":1900000000000,"who":"Ann","from":"slack:U024BE7LH",
//!  "place":"slack:C01","said":"extend 12h","facts":[{"deadline":{"stage":"S1901M","due":1900043200000}}],
//!  "hash":"…"}
//! ```
//!
//! (A deed is one line.) `version` is that of the record from then on, so no deed can be
//! missing between two others; `entries` says how many entries there were, which places
//! deeds and entries in one order. Tables that an older version opened have deeds from
//! their first change on.
//!
//! **The chain.** As in a log, a deed ends in a hash over the one before, the first over
//! the header of the table's log. Deeds are added and never changed.
//!
//! **Without secrets.** A deed names people, and what they are known by elsewhere only if
//! that is no secret: of most fronts it tells the platform alone
//! ([`Registry::names_people_of`](crate::Registry::names_people_of)). It tells no code, no
//! tag and no value of a setting, only that it has changed.

mod asker;
mod deed;
mod fact;
mod trail;

pub(crate) use asker::LONGEST_NAME;
pub use asker::{Asker, Warrant};
pub use deed::{Deed, Seal};
pub use fact::{Fact, Somebody};
pub use trail::{Act, Given, in_order};

pub(crate) use deed::read_deed;
pub(crate) use fact::{Before, facts};
