//! The sight editor on the shelf.

use parlour_grid::Size;
use parlour_grid::editor::{Style, random_sheet};
use parlour_tui::home::Game;
use parlour_tui::sight::SightScreen;

use super::{Entry, Opened, Play};

/// What the home screen offers.
pub fn entry() -> Entry {
    Entry {
        card: Game {
            title: String::from("Sight editor"),
            players: String::from("a toy"),
            about: String::from(
                "Paint walls, move an observer and watch what it sees, exactly. \
                 The command parlour sight opens it in a window.",
            ),
        },
        play: Play::Screen(open),
    }
}

fn open() -> Opened {
    let (size, style, seed) = (Size::new(48, 32), Style::Scatter(8), 1);
    let sheet = random_sheet(size, style, seed).map_err(|error| error.to_string())?;
    Ok(Box::new(SightScreen::new(sheet, Some((seed, style)))))
}
