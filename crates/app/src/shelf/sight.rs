//! The sight editor on the shelf: in a window where there is a display, in the
//! terminal where there is none.

use parlour_grid::Size;
use parlour_grid::editor::{Style, random_sheet};
use parlour_tui::home::Game;
use parlour_tui::sight::SightScreen;

use super::{Entry, Opened, Play};
use crate::place::Place;
use crate::sight_journal::Journal;

/// What the home screen offers.
pub fn entry() -> Entry {
    Entry {
        card: Game {
            title: String::from("Sight editor"),
            players: String::from("a toy"),
            about: String::from(
                "Paint walls, move an observer and watch what it sees, exactly. \
                 In a window where there is a display, otherwise here.",
            ),
        },
        play: Play::Screen(open),
    }
}

fn open() -> Opened {
    if let Some(opened) = in_window() {
        return opened;
    }
    let (size, style, seed) = (Size::new(48, 32), Style::Scatter(8), 1);
    let sheet = random_sheet(size, style, seed).map_err(|error| error.to_string())?;
    let mut screen = SightScreen::new(sheet, Some((seed, style)));
    let place = Place::find().map_err(|error| error.to_string())?;
    let journal = Journal::take(place.sight_journals(), false);
    let words = journal.words();
    if let Some(file) = journal.file {
        screen.keep_in(file, journal.lock);
    }
    screen.tell(words);
    Ok(Box::new(screen))
}

/// The window belongs to a process of its own, so that this one keeps the
/// terminal and can open another.
#[cfg(feature = "window")]
fn in_window() -> Option<Opened> {
    use std::process::{Command, Stdio};

    use parlour_tui::notice::Notice;

    if !parlour_gfx::has_display() {
        return None;
    }
    let started = std::env::current_exe().and_then(|program| {
        Command::new(program)
            .arg("sight")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
    });
    Some(match started {
        Ok(_) => Ok(Box::new(Notice::new(
            "Sight editor",
            "It opens in a window of its own.\n\nWithout a window: parlour sight --tui",
        ))),
        Err(error) => Err(format!("the window does not start: {error}")),
    })
}

#[cfg(not(feature = "window"))]
fn in_window() -> Option<Opened> {
    None
}
