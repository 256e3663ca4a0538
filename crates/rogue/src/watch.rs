//! Content that is read anew while a game runs, with the feature `watch`.
//!
//! A [`Watch`] knows files and how they looked when it last asked: their length and
//! when they were changed. [`term::play_watched`](crate::term::play_watched) asks four
//! times a second and after every key; a program with a loop of its own calls
//! [`Watch::refresh`]. Asking is one call to the system for each file, which needs no
//! thread and no library, and works on every disk.

#![expect(
    clippy::disallowed_types,
    reason = "this optional module is the edge: it asks when files were changed"
)]

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::files;
use crate::game::Game;

/// How a file looked: when it was changed, and its length.
type Look = Option<(Option<SystemTime>, u64)>;

/// Files of content that are looked at while a game runs.
#[derive(Clone, Debug, Default)]
pub struct Watch {
    files: Vec<(PathBuf, Look)>,
}

impl Watch {
    /// Looks at files from now on: what they hold now is taken as known.
    pub fn new(paths: impl IntoIterator<Item = impl Into<PathBuf>>) -> Self {
        let paths = paths.into_iter().map(Into::into);
        let files = paths.map(|path| (look(&path), path));
        Self {
            files: files.map(|(look, path)| (path, look)).collect(),
        }
    }

    /// The files that have changed since this was last asked. A file that is gone, as
    /// it is for a moment while some editors save, has not changed.
    pub fn changed(&mut self) -> Vec<PathBuf> {
        let mut changed = Vec::new();
        for (path, before) in &mut self.files {
            let now = look(path);
            if now.is_some() && now != *before {
                changed.push(path.clone());
                *before = now;
            }
        }
        changed
    }

    /// Reads what has changed into the game and says what came of it. Content that is
    /// wrong changes nothing; the first fault is said with its file and line. Answers
    /// whether anything was said.
    pub fn refresh(&mut self, game: &mut Game) -> bool {
        let changed = self.changed();
        for path in &changed {
            let said = match read(game, path) {
                Ok(name) => format!("{name} was read anew."),
                Err(fault) => fault,
            };
            game.world.say(said);
        }
        !changed.is_empty()
    }
}

fn look(path: &Path) -> Look {
    let data = fs::metadata(path).ok()?;
    Some((data.modified().ok(), data.len()))
}

/// Reads a file into the game; answers its name, or what is wrong.
fn read(game: &mut Game, path: &Path) -> Result<String, String> {
    let name = path.file_name().unwrap_or(path.as_os_str());
    let name = name.to_string_lossy().into_owned();
    let bytes = files::read_whole(path).map_err(|error| error.to_string())?;
    let text = String::from_utf8(bytes).map_err(|_| format!("{name} is no text."))?;
    let loaded = game.load_content(&name, &text);
    loaded.map_err(|error| {
        let all = error.to_string();
        let first = all.lines().next().unwrap_or_default();
        format!("Not read anew: {first}")
    })?;
    Ok(name)
}
