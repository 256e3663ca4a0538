//! The browser on the shelf: the pages of this house, served by a process of their own
//! for as long as this one lives.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, PoisonError};

use parlour_tui::home::Game;
use parlour_tui::notice::Notice;

use super::{Entry, Opened, Play};

/// What the home screen offers.
pub fn entry() -> Entry {
    Entry {
        card: Game {
            title: String::from("In the browser"),
            players: String::from("a door"),
            about: String::from(
                "Opens this house in a browser on this machine: the same games, the same \
                 tables. It is open for as long as this program runs.",
            ),
        },
        play: Play::Screen(open),
    }
}

/// The process that serves, and the link it has told. Its input ends with this process,
/// and so does it.
struct Served {
    child: Child,
    link: String,
}

static SERVED: Mutex<Option<Served>> = Mutex::new(None);

fn open() -> Opened {
    let mut served = SERVED.lock().unwrap_or_else(PoisonError::into_inner);
    let runs = |it: &mut Served| matches!(it.child.try_wait(), Ok(None));
    if !served.as_mut().is_some_and(runs) {
        *served = None;
    }
    let link = match &*served {
        Some(served) => served.link.clone(),
        None => served.insert(start()?).link.clone(),
    };
    let words = format!(
        "The house is open in your browser. If none has opened, this link opens it on this \
         machine:\n\n{link}\n\nIt is open for as long as this program runs."
    );
    Ok(Box::new(Notice::new("In the browser", words)))
}

fn start() -> Result<Served, String> {
    let program = std::env::current_exe();
    let mut child = program
        .and_then(|program| {
            Command::new(program)
                .args(["web", "--beside"])
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .stderr(Stdio::null())
                .spawn()
        })
        .map_err(|error| format!("the door does not open: {error}"))?;
    let mut link = String::new();
    if let Some(output) = child.stdout.take() {
        // What cannot be read is no link.
        let _ = BufReader::new(output).read_line(&mut link);
    }
    let link = link.trim().to_owned();
    if link.is_empty() {
        let _ = child.kill();
        let _ = child.wait();
        return Err(String::from(
            "the door does not open; `parlour web` says why",
        ));
    }
    Ok(Served { child, link })
}
