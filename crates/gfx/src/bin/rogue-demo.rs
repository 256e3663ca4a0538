//! The demo of the roguelike framework in a window. In the browser this is the
//! program behind `rogue.html`.

use std::process::ExitCode;

use parlour_gfx::tiles::demo;
use parlour_rogue::demo::Fight;
use parlour_rogue_window::tiles::program::Wishes;
use parlour_rogue_window::tiles::{Look, open_sized};

const HELP: &str = "\
The demo of the roguelike framework.

rogue-demo [--seed N] [--slay] [--letters] [--window 800x600] [--saves FOLDER]

  --seed     the number the dice begin with (1)
  --slay     one blow slays
  --letters  the map in letters, as in a terminal (F2 changes it)
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
    let read = Wishes::read(words, &["--slay", "--letters"]);
    let Some(wishes) = read.map_err(|reason| format!("{reason}\n\n{HELP}"))? else {
        println!("{HELP}");
        return Ok(());
    };
    let asked = |word: &str| wishes.own.iter().any(|own| own == word);
    let fight = if asked("--slay") {
        Fight::Slay
    } else {
        Fight::Dice
    };
    let mut table = demo::table(wishes.seed, fight, wishes.saves());
    if asked("--letters") {
        table = table.with_look(Look::Letters);
    }
    open_sized(table, wishes.size).map_err(|error| error.to_string())
}
