//! The game of the book, part by part: `cargo run -p parlour-rogue --features term
//! --example book -- 5` plays the fifth, without a number the last.

use std::error::Error;
use std::path::Path;

use parlour_rogue::{Game, Seed, term};

pub mod part01;
pub mod part02;
pub mod part03;
pub mod part04;
pub mod part05;
pub mod part06;
pub mod part07;
pub mod part08;
pub mod part09;
pub mod part10;
pub mod part11;
pub mod part12;
pub mod part13;

/// The game as it stands at the end of a part.
pub fn game_of_part(part: u32, seed: Seed) -> Result<Game, Box<dyn Error>> {
    match part {
        1 => part01::game(seed),
        2 => part02::game(seed),
        3 => part03::game(seed),
        4 => part04::game(seed),
        5 | 6 => part05::game(seed),
        7 => part07::game(seed),
        8 => part08::game(seed),
        9 => part09::game(seed),
        10 => part10::game(seed),
        11 => part11::game(seed),
        12 => part12::game(seed),
        _ => part13::game(seed),
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let part = std::env::args()
        .nth(1)
        .map_or(Ok(13), |part| part.parse())?;
    let game = game_of_part(part, Seed::from_text("the book"))?;
    let file = format!("book-{part}.save");
    term::play_saved(game, Path::new(&file), part06::layout())?;
    Ok(())
}
