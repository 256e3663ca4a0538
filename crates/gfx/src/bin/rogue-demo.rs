//! The demo of the roguelike framework in a window. In the browser this is the
//! program behind `rogue.html`.

use std::process::ExitCode;

use parlour_gfx::tiles::demo;
use parlour_rogue::demo::Fight;
use parlour_rogue_window::tiles::open_sized;
use parlour_rogue_window::tiles::program::Wishes;

const HELP: &str = "\
The demo of the roguelike framework.

rogue-demo [--seed N] [--slay] [--window 800x600] [--saves FOLDER]

  --seed     the number the dice begin with (1)
  --slay     one blow slays
  --window   width and height of the window in pixels
  --saves    the folder in which S keeps the game (the current one)";

fn main() -> ExitCode {
    match run(std::env::args().skip(1)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(words) => {
            eprintln!("rogue-demo: {words}");
            ExitCode::FAILURE
        }
    }
}

fn run(words: impl Iterator<Item = String>) -> Result<(), String> {
    let read = Wishes::read(words, &["--slay"]);
    let Some(wishes) = read.map_err(|reason| format!("{reason}\n\n{HELP}"))? else {
        println!("{HELP}");
        return Ok(());
    };
    let fight = if wishes.own.is_empty() {
        Fight::Dice
    } else {
        Fight::Slay
    };
    let table = demo::table(wishes.seed, fight, wishes.saves());
    open_sized(table, wishes.size).map_err(|error| error.to_string())
}
