//! The game of the book in a window, and in a page: `cargo run -p parlour-rogue-window
//! --example crown`.

use std::error::Error;

use parlour_rogue::Seed;
use parlour_rogue_window::play_kept;

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

fn main() -> Result<(), Box<dyn Error>> {
    let game = part13::game(Seed::from_text("the book"))?;
    play_kept("The crown", game, part06::layout(), "book.save")?;
    Ok(())
}
