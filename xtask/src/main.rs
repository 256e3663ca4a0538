//! The checks of the house.

fn main() {}
