//! `parlour web` as a real process: Kingslayer, played over HTTP as a page does.

mod alone;
mod house;
mod together;
mod ways_in;
