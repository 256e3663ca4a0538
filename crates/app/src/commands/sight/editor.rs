//! `parlour sight` without a command: the editor, in a window or in the terminal.

use std::process::ExitCode;

use anyhow::{Result, bail};
use clap::Args;
use parlour_grid::Size;
use parlour_grid::editor::{Sheet, Style, random_sheet, seed_of};
use parlour_tui::runner;
use parlour_tui::sight::SightScreen;

use crate::commands::{Everywhere, home};
use crate::place::Place;
use crate::sight_journal::Journal;

/// What the editor opens with.
#[derive(Debug, Args)]
pub struct Editor {
    /// A drawing or a file of JSON Lines cases to open.
    #[arg(value_name = "FILE")]
    file: Option<String>,
    /// Draw in the terminal instead of a window.
    #[arg(long)]
    tui: bool,
    /// Columns and rows of the sheet to begin with.
    #[arg(long, value_name = "WxH", default_value = "48x32", value_parser = size)]
    size: Size,
    /// The seed of the random map to begin with: a number or any word.
    #[arg(long, value_name = "SEED", default_value = "1")]
    seed: String,
    /// Its style: rooms, cave, pillars, scatter, or a share of walls such as 25%.
    #[arg(long, value_name = "STYLE", default_value = "pillars", value_parser = style)]
    style: Style,
}

impl Editor {
    /// Opens the editor and stays until it is closed.
    pub fn run(self, everywhere: &Everywhere) -> Result<ExitCode> {
        let seed = seed_of(&self.seed);
        let sheet = random_sheet(self.size, self.style, seed)?;
        if self.tui {
            self.in_terminal(sheet, seed, everywhere)
        } else {
            in_window(sheet, (seed, self.style), self.file)
        }
    }

    fn in_terminal(self, sheet: Sheet, seed: u64, everywhere: &Everywhere) -> Result<ExitCode> {
        let (_, mut options) = home::prepare(everywhere)?;
        let mut screen = SightScreen::new(sheet, Some((seed, self.style)));
        let journal = Journal::take(Place::find()?.sight_journals(), self.file.is_some());
        let words = journal.words();
        if let Some(file) = journal.file {
            screen.keep_in(file, journal.lock);
        }
        if let Some(file) = &self.file {
            screen.open(file);
        }
        screen.tell(words);
        // Without a mouse there would be half an editor, whatever the settings say.
        options.mouse = true;
        runner::run(Box::new(screen), options)?;
        Ok(ExitCode::SUCCESS)
    }
}

#[cfg(feature = "window")]
fn in_window(sheet: Sheet, random: (u64, Style), file: Option<String>) -> Result<ExitCode> {
    use parlour_gfx::sight::{Start, open};

    let journal = Journal::take(Place::find()?.sight_journals(), file.is_some());
    let start = Start {
        sheet,
        random: Some(random),
        file,
        words: journal.words(),
        journal: journal.file,
        ..Start::newcomer()
    };
    // Ours as long as the window is open.
    let _lock = journal.lock;
    match open(start) {
        Ok(()) => Ok(ExitCode::SUCCESS),
        Err(error) => bail!("{error}; `parlour sight --tui` draws in the terminal"),
    }
}

#[cfg(not(feature = "window"))]
fn in_window(_: Sheet, _: (u64, Style), _: Option<String>) -> Result<ExitCode> {
    bail!("this program was built without its window; use `parlour sight --tui`")
}

fn size(text: &str) -> Result<Size, String> {
    let read = |(width, height): (&str, &str)| {
        let size = Size::checked(width.parse().ok()?, height.parse().ok()?)?;
        Sheet::blank(size).ok().map(|_| size)
    };
    text.split_once('x').and_then(read).ok_or(format!(
        "write it as 48x32, with 1 to {} cells a side",
        Sheet::MAX_SIDE
    ))
}

fn style(text: &str) -> Result<Style, String> {
    Style::parse(text).ok_or(String::from(
        "choose rooms, cave, pillars, scatter, or a share of walls such as 25%",
    ))
}
