//! Delve in a window. In the browser this is the program behind `delve.html`.

use std::process::ExitCode;

use parlour_gfx::tiles::delve::{DelveTable, Pocket, kept_in};
use parlour_rogue_window::tiles::open_sized;
use parlour_rogue_window::tiles::program::Wishes;

const HELP: &str = "\
Delve: ten levels down for an amulet, and back.

delve [--seed N] [--window 800x600] [--saves FOLDER]

  --seed     the number the dice begin with (1), where no game is kept
  --window   width and height of the window in pixels
  --saves    the folder in which game, keys and scores are kept (the current one)";

fn main() -> ExitCode {
    match run(std::env::args().skip(1)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(words) => {
            eprintln!("delve: {words}");
            ExitCode::FAILURE
        }
    }
}

fn run(words: impl Iterator<Item = String>) -> Result<(), String> {
    let read = Wishes::read(words, &[]);
    let Some(wishes) = read.map_err(|reason| format!("{reason}\n\n{HELP}"))? else {
        println!("{HELP}");
        return Ok(());
    };
    let (seat, told) = Pocket::open(wishes.seed, wishes.saves());
    let (set, keep) = kept_in(wishes.saves());
    let table = DelveTable::new(seat, told).with_wishes(set, Some(keep));
    open_sized(table, wishes.size).map_err(|error| error.to_string())
}
