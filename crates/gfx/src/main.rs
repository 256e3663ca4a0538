//! The sight editor alone: `cargo run --release -p parlour-gfx`. In the browser
//! this is the program behind `sight.html`.

use std::process::ExitCode;

use parlour_gfx::sight::{Start, open};
use parlour_grid::Size;
use parlour_grid::editor::{Style, random_sheet, seed_of};

const HELP: &str = "\
The sight editor.

parlour-gfx [FILE] [--window 800x600] [--random 256x256,SEED,STYLE] [--keep FILE] [--measure]

  FILE       a drawing or a file of JSON Lines cases to open
  --window   width and height of the window in pixels
  --random   a random map: size, seed, and a style (rooms, cave, pillars, scatter, 25%)
  --keep     the file that keeps what is not saved, after every stroke
  --measure  print how many frames a second are drawn while the observer moves, and end";

fn main() -> ExitCode {
    match start(std::env::args().skip(1)) {
        Ok(None) => {
            println!("{HELP}");
            ExitCode::SUCCESS
        }
        Ok(Some(start)) => match open(start) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                eprintln!("parlour-gfx: {error}");
                ExitCode::FAILURE
            }
        },
        Err(reason) => {
            eprintln!("parlour-gfx: {reason}\n\n{HELP}");
            ExitCode::from(2)
        }
    }
}

/// What the words of the command line ask for; nothing if they ask for help.
fn start(mut words: impl Iterator<Item = String>) -> Result<Option<Start>, String> {
    let mut start = Start::newcomer();
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or(format!("nothing follows {word}"));
        match word.as_str() {
            "--help" | "-h" => return Ok(None),
            "--measure" => start.measure = true,
            "--window" => {
                let (width, height) = sides(&value()?)?;
                start.window = (
                    width.clamp(320, 8192) as i32,
                    height.clamp(240, 8192) as i32,
                );
            }
            "--keep" => start.journal = Some(value()?.into()),
            "--random" => random(&mut start, &value()?)?,
            _ if word.starts_with('-') => return Err(format!("{word} is not understood")),
            _ => start.file = Some(word),
        }
    }
    Ok(Some(start))
}

fn sides(text: &str) -> Result<(u32, u32), String> {
    let read = |(width, height): (&str, &str)| Some((width.parse().ok()?, height.parse().ok()?));
    text.split_once('x')
        .and_then(read)
        .ok_or(format!("{text:?} is no size; write it as 800x600"))
}

fn random(start: &mut Start, text: &str) -> Result<(), String> {
    let mut parts = text.splitn(3, ',');
    let (width, height) = sides(parts.next().unwrap_or_default())?;
    let size = Size::checked(width, height).ok_or("the map is too large")?;
    let seed = seed_of(parts.next().unwrap_or("1"));
    let style = parts.next().unwrap_or("pillars");
    let style = Style::parse(style).ok_or(format!("{style:?} is no style"))?;
    start.sheet = random_sheet(size, style, seed).map_err(|error| error.to_string())?;
    start.random = Some((seed, style));
    Ok(())
}
