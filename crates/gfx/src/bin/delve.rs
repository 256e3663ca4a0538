//! Delve in a window. In the browser this is the program behind `delve.html`.

use std::process::ExitCode;

use parlour_gfx::tiles::delve::{DelveTable, Pocket, kept_in, look_in};
use parlour_rogue_window::tiles::program::Wishes;
use parlour_rogue_window::tiles::{Look, open_sized};

const HELP: &str = "\
Delve: ten levels down for an amulet, and back.

delve [--seed N] [--letters | --pictures] [--window 800x600] [--saves FOLDER]

  --seed     the number the dice begin with (1), where no game is kept
  --letters  the map in letters, as in a terminal (F2 changes it)
  --pictures the map in pictures
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
    let read = Wishes::read(words, &["--letters", "--pictures"]);
    let Some(wishes) = read.map_err(|reason| format!("{reason}\n\n{HELP}"))? else {
        println!("{HELP}");
        return Ok(());
    };
    let (seat, told) = Pocket::open(wishes.seed, wishes.saves());
    let (set, keep) = kept_in(wishes.saves());
    let (look, keep_look) = look_in(wishes.saves());
    let look = match wishes.own.first().map(String::as_str) {
        Some("--letters") => Look::Letters,
        Some(_) => Look::Pictures,
        None => look,
    };
    let table = DelveTable::new(seat, told)
        .with_wishes(set, Some(keep))
        .with_look(look, keep_look);
    open_sized(table, wishes.size).map_err(|error| error.to_string())
}
