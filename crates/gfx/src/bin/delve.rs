//! Delve in a window. In the browser this is the program behind `delve.html`.

use std::process::ExitCode;

use parlour_gfx::saves::Saves;
use parlour_gfx::tiles::delve::{DelveTable, Pocket};
use parlour_gfx::tiles::open_sized;

const HELP: &str = "\
Delve: ten levels down for an amulet, and back.

delve [--seed N] [--window 800x600] [--saves FOLDER]

  --seed     the number the dice begin with (1), where no game is kept
  --window   width and height of the window in pixels
  --saves    the folder in which the game is kept (the current one)";

fn main() -> ExitCode {
    match run(std::env::args().skip(1)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(words) => {
            eprintln!("delve: {words}");
            ExitCode::FAILURE
        }
    }
}

fn run(mut words: impl Iterator<Item = String>) -> Result<(), String> {
    let (mut seed, mut size) = (1, (1120, 800));
    let mut folder = String::from(".");
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or(format!("nothing follows {word}"));
        match word.as_str() {
            "--seed" => seed = value()?.parse().map_err(|_| "the seed is a number")?,
            "--window" => size = sides(&value()?).ok_or("write the size as 800x600")?,
            "--saves" => folder = value()?,
            "--help" | "-h" => {
                println!("{HELP}");
                return Ok(());
            }
            _ => return Err(format!("{word} is not understood\n\n{HELP}")),
        }
    }
    #[cfg(not(target_arch = "wasm32"))]
    let saves = Saves::in_folder(folder);
    #[cfg(target_arch = "wasm32")]
    let saves = {
        drop(folder);
        Saves::in_browser()
    };
    let (seat, told) = Pocket::open(seed, saves);
    open_sized(DelveTable::new(seat, told), size).map_err(|error| error.to_string())
}

fn sides(text: &str) -> Option<(i32, i32)> {
    let (width, height) = text.split_once('x')?;
    let side = |text: &str, least: i32| Some(text.parse::<i32>().ok()?.clamp(least, 8192));
    Some((side(width, 320)?, side(height, 240)?))
}
