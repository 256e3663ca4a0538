//! The file a game is kept in, and whether what it holds is this game.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

use crate::files;
use crate::game::Game;

/// Where a game is saved.
pub(super) struct Kept {
    path: PathBuf,
    /// Whether the file holds this game and not one from before.
    ours: bool,
}

impl Kept {
    pub(super) fn new(path: &Path) -> Self {
        Self {
            path: path.to_path_buf(),
            ours: false,
        }
    }

    /// The game that is played came from the file.
    pub(super) fn is_ours(&mut self) {
        self.ours = true;
    }

    /// Saves, and answers what to say of it. Another game that was there is laid aside.
    pub(super) fn save(&mut self, game: &Game) -> String {
        let mut aside = String::new();
        if !self.ours && self.path.exists() {
            match self.lay_aside() {
                Ok(place) => {
                    aside = format!(" The game before lies in {}.", place.display());
                }
                Err(error) => return format!("Not saved: {error}"),
            }
        }
        match files::save(game, &self.path) {
            Ok(()) => {
                self.ours = true;
                format!("Saved in {}.{aside}", self.path.display())
            }
            Err(error) => format!("Not saved: {error}"),
        }
    }

    /// The game is over: its save goes, another's stays.
    pub(super) fn forget(&self) -> io::Result<()> {
        if self.ours && self.path.exists() {
            std::fs::remove_file(&self.path)?;
        }
        Ok(())
    }

    fn lay_aside(&self) -> io::Result<PathBuf> {
        let name = self.path.file_name().unwrap_or_default();
        let places = (1..1000).map(|number| {
            let mut name = OsString::from(name);
            name.push(format!(".{number}"));
            self.path.with_file_name(name)
        });
        let free = places.into_iter().find(|place| !place.exists());
        let free = free.ok_or_else(|| io::Error::other("too many games lie there"))?;
        std::fs::rename(&self.path, &free)?;
        Ok(free)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Game, Level, Registry, Rules, Seed, World};

    fn game(seed: u64) -> Game {
        let mut registry = Registry::basics();
        let content = "[entity.player]\nact = \"player\"\n";
        registry.load("kept.toml", content).unwrap();
        let level = Level::from_rows(&registry, &["..."]).unwrap();
        let mut world = World::new(registry, Seed(seed), "map", level);
        world.spawn("player", (0, 0)).unwrap();
        Game::new(world, Rules::new()).unwrap()
    }

    fn seed_in(path: &Path) -> Seed {
        let fresh = game(9);
        let registry = fresh.world.registry().clone();
        let rules = fresh.rules().clone();
        files::load(path, registry, rules).unwrap().world.seed()
    }

    #[test]
    fn a_declined_save_outlives_the_death_of_the_new_game() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.save");
        files::save(&game(1), &path).unwrap();
        Kept::new(&path).forget().unwrap();
        assert_eq!(seed_in(&path), Seed(1));
    }

    #[test]
    fn the_first_save_of_a_new_game_lays_the_declined_one_aside() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.save");
        files::save(&game(1), &path).unwrap();
        let mut kept = Kept::new(&path);
        let said = kept.save(&game(2));
        let aside = folder.path().join("game.save.1");
        assert!(
            said.ends_with(&format!("lies in {}.", aside.display())),
            "{said}"
        );
        assert_eq!((seed_in(&path), seed_in(&aside)), (Seed(2), Seed(1)));
        kept.save(&game(2));
        kept.forget().unwrap();
        assert!(!path.exists() && aside.exists());
    }
}
