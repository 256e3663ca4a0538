//! Diplomacy: boards, positions, orders, the judge and its reasons, pictures,
//! records, batches, bots.

pub mod batch;
pub mod board;
pub mod bot;
pub mod json;
pub mod picture;
pub mod position;
pub mod records;
pub mod resolution;
pub mod rulebook;
pub mod sheet;
