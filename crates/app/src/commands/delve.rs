//! `parlour delve`: the roguelike.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, anyhow, bail};
use clap::{Args, Subcommand};
use parlour_delve::Content;
#[cfg(feature = "window")]
use parlour_delve::Wishes;
use parlour_rules::Seed;
use parlour_solo::{Kind, Visit};
use parlour_tui::delve::Other;
use parlour_tui::{Screen, runner};

use super::replay::Replaying;
use super::{Everywhere, home};
use crate::place::Place;
use crate::shelf::delve::{self, content_in, hall};
#[cfg(feature = "window")]
use crate::shelf::delve::{keep_wishes, wishes};

/// The words after `parlour delve`. Without any, the entrance opens.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a flag of the command line"
)]
pub struct Delve {
    /// Begin a game in this dungeon: a number, or any words.
    #[arg(long, value_name = "S", allow_hyphen_values = true)]
    seed: Option<String>,
    /// Play the dungeon of the day, the same for everybody.
    #[arg(long, conflicts_with_all = ["seed", "practice", "demo"])]
    daily: bool,
    /// Begin a game of five levels; with a seed, in that dungeon.
    #[arg(long, conflicts_with_all = ["daily", "practice", "demo"])]
    short: bool,
    /// Begin the challenge of the week, the same for everybody.
    #[arg(long, conflicts_with_all = ["seed", "daily", "practice", "demo", "short"])]
    weekly: bool,
    /// Begin a game in which commands can be taken back.
    #[arg(long, conflicts_with = "demo")]
    practice: bool,
    /// Watch the bot play.
    #[arg(long)]
    demo: bool,
    /// Play in a window; without a seed, the newest game that was left goes on.
    #[arg(long, conflicts_with = "demo")]
    window: bool,
    /// Step through the file of a game.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["seed", "daily", "practice", "demo", "window"])]
    replay: Option<PathBuf>,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Check the content files in a folder, or write those that ship into it.
    Content {
        /// Write the files that ship into the folder, to be changed there. No file
        /// is written over.
        #[arg(long)]
        write: bool,
        /// The folder with creatures.toml, items.toml and so on.
        folder: PathBuf,
    },
}

impl Delve {
    /// Does what the command line asks.
    pub fn run(self, everywhere: &Everywhere) -> Result<ExitCode> {
        if let Some(Command::Content { folder, write }) = self.command {
            return if write {
                write_content(&folder)
            } else {
                check_content(&folder)
            };
        }
        if let Some(file) = self.replay {
            return Replaying::of(file).run(everywhere);
        }
        let (house, options) = home::prepare(everywhere)?;
        let visit = house.visit().map_err(|reason| anyhow!(reason))?;
        let seed = self.seed.as_deref().map(Seed::from_text);
        let kind = match (self.daily, self.practice) {
            (true, _) => Some(Kind::Daily),
            (_, true) => Some(Kind::Practice),
            _ => seed.map(|_| Kind::Ordinary),
        };
        let other = match (self.short, self.weekly) {
            (true, _) => Some(Other::Short(seed)),
            (_, true) => Some(Other::Weekly),
            _ => None,
        };
        if self.window {
            return in_window(&visit, (kind, seed), other.as_ref());
        }
        let hall = hall(&visit);
        let screen = match (kind, &other) {
            (_, Some(other)) => hall.begin_other(other),
            _ if self.demo => hall.demo(seed),
            (None, None) => Ok(Box::new(hall.entrance()) as Box<dyn Screen>),
            (Some(kind), None) => hall.begin(kind, seed),
        };
        runner::run(screen.map_err(|reason| anyhow!(reason))?, options)?;
        Ok(ExitCode::SUCCESS)
    }
}

#[cfg(feature = "window")]
fn in_window(
    visit: &Visit,
    (kind, seed): (Option<Kind>, Option<Seed>),
    other: Option<&Other>,
) -> Result<ExitCode> {
    use parlour_gfx::tiles::delve::{DelveTable, Linked};

    let hall = hall(visit);
    let game = match other {
        Some(other) => hall.link_other(other),
        None => hall.link(kind, seed),
    };
    let game = game.map_err(|reason| anyhow!(reason))?;
    let seat = Linked::new(game.link).context("the table is gone")?;
    let mut seat = seat.of_dungeon(game.dungeon);
    if game.practice {
        seat = seat.for_practice();
    }
    let keep = |wishes: &Wishes| keep_wishes(wishes).map_err(|error| format!("{error:#}"));
    let table = DelveTable::new(seat, game.older).with_wishes(wishes()?, Some(Box::new(keep)));
    match parlour_gfx::open_tiles(table) {
        Ok(()) => Ok(ExitCode::SUCCESS),
        Err(error) => bail!("{error}; `parlour delve` plays in the terminal"),
    }
}

#[cfg(not(feature = "window"))]
fn in_window(_: &Visit, _: (Option<Kind>, Option<Seed>), _: Option<&Other>) -> Result<ExitCode> {
    bail!("this program was built without its window; use `parlour delve`")
}

/// Writes the files that ship, and says where Delve looks for changed ones.
fn write_content(folder: &std::path::Path) -> Result<ExitCode> {
    for file in delve::write_content(folder)? {
        println!("{}", file.display());
    }
    let place = Place::find()?.delve_content();
    println!("New games use the files in {}.", place.display());
    Ok(ExitCode::SUCCESS)
}

fn check_content(folder: &std::path::Path) -> Result<ExitCode> {
    let files = content_in(folder)?;
    if files.is_empty() {
        bail!("{}: none of the files of Delve are here", folder.display());
    }
    match Content::with(&files) {
        Ok(content) => {
            println!(
                "{} files, {} levels: all is well",
                files.len(),
                content.depth()
            );
            Ok(ExitCode::SUCCESS)
        }
        Err(faults) => {
            for fault in &faults {
                println!("{fault}");
            }
            Err(anyhow!("{} faults", faults.len())).with_context(|| folder.display().to_string())
        }
    }
}
