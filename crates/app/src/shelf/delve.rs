//! Delve on the shelf, and what this machine keeps for it.

use std::collections::BTreeMap;
use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use parlour_delve::{ContentFile, Delve, Difficulty, FILES};
use parlour_rules::Rules;
use parlour_solo::Visit;
use parlour_tui::delve::{Hall, Keys, Nook, Wishes};
use parlour_tui::home::Game;
use serde::{Deserialize, Serialize};

use super::{Entry, Play};
use crate::place::{Place, make_room_for};
use crate::tables::new_seed;

/// What the home screen offers.
pub fn entry() -> Entry {
    Entry {
        card: Game {
            title: String::from("Delve"),
            players: String::from("alone"),
            about: String::from(
                "Ten levels down lies an amulet. Explore, fight, flee, and bring it back into \
                 the light. There is one life.\n\n\
                 With hints for newcomers, a dungeon for every day, practice with take back, \
                 scores, and a demo in which the bot plays.",
            ),
        },
        play: Play::Table {
            game: Delve::NAME,
            begin: |visit| Ok(Box::new(hall(visit).entrance())),
            go_on: |visit, id| hall(visit).go_on(id),
        },
    }
}

/// The demo as the home screen offers it: the bot plays at once.
pub fn watched() -> Entry {
    Entry {
        card: Game {
            title: String::from("Delve, a demo"),
            players: String::from("watch"),
            about: String::from(
                "The bot plays Delve through what a player may see: it explores, fights, \
                 flees, heals, and sometimes wins. Escape leaves.",
            ),
        },
        play: Play::Table {
            game: Delve::NAME,
            begin: |visit| hall(visit).demo(None),
            go_on: |visit, id| hall(visit).go_on(id),
        },
    }
}

/// The dungeons of somebody at this machine.
pub fn hall(visit: &Visit) -> Hall {
    Hall::new(visit, &NOOK)
}

/// What this machine keeps for the dungeons.
static NOOK: Nook = Nook {
    content: || own_content().map_err(|error| format!("{error:#}")),
    wishes: || wishes().map_err(|error| format!("The standard keys are used: {error:#}.")),
    keep: |wishes| keep_wishes(wishes).map_err(|error| format!("{error:#}")),
    new_seed,
};

/// The content files of this person that differ from those that ship, from their
/// folder; none if there are none.
pub fn own_content() -> Result<Vec<ContentFile>> {
    let folder = Place::find()?.delve_content();
    let mut files = content_in(&folder)?;
    files.retain(ContentFile::is_own);
    Ok(files)
}

/// The content files in a folder: those that bear the names of files that ship.
pub fn content_in(folder: &Path) -> Result<Vec<ContentFile>> {
    let mut files = Vec::new();
    for (name, _) in FILES {
        let file = folder.join(name);
        match fs::read_to_string(&file) {
            Ok(text) => files.push(ContentFile {
                name: name.to_string(),
                text,
            }),
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => return Err(error).with_context(|| file.display().to_string()),
        }
    }
    Ok(files)
}

/// Writes the content that ships into a folder, for authors to change, and says
/// which files. Nothing is written over, and of what cannot be written whole nothing
/// stays.
pub fn write_content(folder: &Path) -> Result<Vec<PathBuf>> {
    let files = FILES.map(|(name, text)| (folder.join(name), text));
    let there: Vec<String> = files
        .iter()
        .filter(|(file, _)| file.symlink_metadata().is_ok())
        .map(|(file, _)| file.display().to_string())
        .collect();
    if !there.is_empty() {
        bail!(
            "nothing is written, because there is already {}",
            there.join(", ")
        );
    }
    fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    let mut written = Vec::new();
    for (file, text) in files {
        let begun = fs::File::create_new(&file).inspect(|_| written.push(file.clone()));
        if let Err(error) = begun.and_then(|mut new| new.write_all(text.as_bytes())) {
            for file in written {
                // What cannot be removed either is found by the next attempt.
                let _ = fs::remove_file(file);
            }
            return Err(error).with_context(|| file.display().to_string());
        }
    }
    Ok(written)
}

/// What a person has set for Delve, as it stands in their file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Kept {
    hints: bool,
    animations: bool,
    #[serde(skip_serializing_if = "is_usual")]
    difficulty: Difficulty,
    keys: BTreeMap<String, String>,
}

/// Whether something is as usual, and is not written.
fn is_usual<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl Default for Kept {
    fn default() -> Self {
        Self::of(&Wishes::default())
    }
}

impl Kept {
    fn of(wishes: &Wishes) -> Self {
        let changes = wishes.keys.changes().into_iter();
        Self {
            hints: wishes.hints,
            animations: !wishes.still,
            difficulty: wishes.difficulty,
            keys: changes
                .map(|(action, key)| (action.to_string(), key.to_string()))
                .collect(),
        }
    }

    fn read(file: &Path) -> Result<Self> {
        match fs::read_to_string(file) {
            Ok(text) => toml::from_str(&text).with_context(|| file.display().to_string()),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(Self::default()),
            Err(error) => Err(error).with_context(|| file.display().to_string()),
        }
    }

    fn write(&self, file: &Path) -> Result<()> {
        let beside = file.with_extension("toml.new");
        make_room_for(file)
            .and_then(|()| fs::write(&beside, toml::to_string(self).unwrap_or_default()))
            .and_then(|()| fs::rename(&beside, file))
            .with_context(|| file.display().to_string())
    }
}

/// What this person has set.
///
/// # Errors
/// What is wrong with their file, with its name.
pub fn wishes() -> Result<Wishes> {
    let file = Place::find()?.delve_settings();
    let kept = Kept::read(&file)?;
    let changes = kept.keys.iter();
    let changes = changes.map(|(action, key)| (action.as_str(), key.as_str()));
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let keys = Keys::with(changes).map_err(|reason| anyhow!("{name}: keys: {reason}"))?;
    Ok(Wishes {
        keys,
        hints: kept.hints,
        still: !kept.animations,
        difficulty: kept.difficulty,
    })
}

/// Keeps what this person has set. What is wrong in their file is for them to
/// mend; it is not written over.
///
/// # Errors
/// Why it cannot be kept.
pub fn keep_wishes(changed: &Wishes) -> Result<()> {
    wishes()?;
    Kept::of(changed).write(&Place::find()?.delve_settings())
}
