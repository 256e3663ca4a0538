//! A game from its first phase to its last.

mod bed;
mod disorder;
mod draws;
mod dummies;
mod keeping;
mod last_years;
mod orders;
mod phases;
