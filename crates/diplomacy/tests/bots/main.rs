//! Bots: their orders are legal on every board, follow from their input, cannot be
//! foretold without the seed, and cost no more than they may.

mod bed;
mod budgets;
mod effort;
mod endings;
mod luck;
mod orders;
mod words;
