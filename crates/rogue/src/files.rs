//! Saves on disk. This is the only place of the crate that touches files, and it
//! is there only with the feature `files` (or `term`).
//!
//! A save is written beside the old one and takes its place in one step: whoever
//! is interrupted while saving still has the old save.

#![expect(
    clippy::disallowed_types,
    reason = "this optional module is the edge: it writes saves"
)]

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use crate::game::Game;
use crate::registry::Registry;
use crate::rules::Rules;
use crate::save::{Migrations, SaveError};

/// The longest file that is read.
const MAX_FILE: u64 = 64 << 20;

/// Why a save file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// The file cannot be read or written.
    #[error("{}: {error}", path.display())]
    Io {
        /// Which file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// The file is no save that can be used.
    #[error("{}: {error}", path.display())]
    Save {
        /// Which file.
        path: PathBuf,
        /// What is wrong with it.
        error: SaveError,
    },
}

/// Writes bytes so that the file has either the old or the new content, never a
/// part.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    let failed = |error| FileError::Io {
        path: path.to_path_buf(),
        error,
    };
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(".new");
    let beside = path.with_file_name(name);
    let written = (|| {
        let mut file = File::create(&beside)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&beside, path)
    })();
    if written.is_err() {
        // What was begun is of no use.
        let _ = fs::remove_file(&beside);
    }
    written.map_err(failed)
}

/// Reads a file of a sensible size.
pub fn read_whole(path: &Path) -> Result<Vec<u8>, FileError> {
    let failed = |error| FileError::Io {
        path: path.to_path_buf(),
        error,
    };
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(failed)?;
    file.take(MAX_FILE + 1)
        .read_to_end(&mut bytes)
        .map_err(failed)?;
    if bytes.len() as u64 > MAX_FILE {
        return Err(FileError::Save {
            path: path.to_path_buf(),
            error: SaveError::TooLarge,
        });
    }
    Ok(bytes)
}

/// Saves a game.
pub fn save(game: &Game, path: &Path) -> Result<(), FileError> {
    save_for(game, path, &Migrations::new())
}

/// Saves a game, marked with the author's own number.
pub fn save_for(game: &Game, path: &Path, migrations: &Migrations) -> Result<(), FileError> {
    write_whole(path, &game.save_for(migrations))
}

/// Loads a game.
pub fn load(path: &Path, registry: Registry, rules: Rules) -> Result<Game, FileError> {
    load_with(path, registry, rules, &Migrations::new())
}

/// Loads a game, after the author's migrations.
pub fn load_with(
    path: &Path,
    registry: Registry,
    rules: Rules,
    migrations: &Migrations,
) -> Result<Game, FileError> {
    let bytes = read_whole(path)?;
    Game::load_with(&bytes, registry, rules, migrations).map_err(|error| FileError::Save {
        path: path.to_path_buf(),
        error,
    })
}
