//! The binary `parlour`: names the games and fronts, once.

fn main() {}
