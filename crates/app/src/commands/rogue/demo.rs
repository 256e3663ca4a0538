//! `parlour rogue demo`: the framework's own small game, in the terminal.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::Args;
use parlour_rogue::display::Flow;
use parlour_rogue::{Ending, Game, Key, Seed, demo, files, term};

use crate::place::{self, Place};

/// Play the demo.
#[derive(Debug, Args)]
#[command(after_help = KEYS)]
pub struct Demo {
    /// Which dungeon: a number or any words.
    #[arg(long, default_value = "1", allow_hyphen_values = true)]
    seed: Seed,
    /// One blow slays, instead of a fight with dice.
    #[arg(long)]
    slay: bool,
}

const KEYS: &str = "\
Keys: hjkl or arrows walk, yubn walk diagonally, Ctrl and a letter reach out without
walking, . waits, x looks (Enter tells, Escape leaves), f shoots, > and < take stairs,
S saves and plays on, ? shows every key, q or Escape quits; a click walks there.";

impl Demo {
    /// Plays until the end or `q`.
    pub fn run(self) -> Result<ExitCode> {
        let fight = if self.slay {
            demo::Fight::Slay
        } else {
            demo::Fight::Dice
        };
        let path = save_file()?;
        let mut game = match saved(&path, fight)? {
            Some(game) => game,
            None => demo::game(self.seed, fight),
        };
        let mut saved = false;
        let ending = term::run_with(&mut game, |game, _save| {
            match files::save(game, &path) {
                Ok(()) => {
                    saved = true;
                    game.world.say(format!("Saved in {}.", path.display()));
                }
                Err(error) => game.world.say(format!("Not saved: {error}.")),
            }
            Flow::GoOn
        })
        .context("the demo needs a terminal")?;
        match ending {
            Some(Ending::PlayerGone) => {
                println!("You died after {} turns.", game.world.turns());
            }
            _ if saved => println!(
                "Saved in {}. Start the demo again to go on.",
                path.display()
            ),
            _ => {}
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn save_file() -> Result<PathBuf> {
    let path = Place::find()?.demo_save();
    place::make_room_for(&path)?;
    Ok(path)
}

/// The saved game, if there is one and the player wants it.
fn saved(path: &Path, fight: demo::Fight) -> Result<Option<Game>> {
    if !path.exists() {
        return Ok(None);
    }
    let answer = term::ask("There is a saved game. Go on with it? (y/n)")?;
    if answer != Some(Key::Char('y')) {
        return Ok(None);
    }
    files::load(path, demo::registry(), demo::rules(fight))
        .map(Some)
        .context("answer n to begin a new game instead")
}
