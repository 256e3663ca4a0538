//! Where Parlour keeps things on this machine.

use std::path::{Path, PathBuf};
use std::{env, io};

use anyhow::{Context, Result};
use directories::ProjectDirs;
use parlour_host::private;

/// The variable that names one folder for everything.
pub const HOME: &str = "PARLOUR_HOME";

/// The folders for settings and for data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    settings: PathBuf,
    data: PathBuf,
}

impl Place {
    /// The platform's folders, or the one that `PARLOUR_HOME` names.
    pub fn find() -> Result<Self> {
        if let Some(home) = env::var_os(HOME).filter(|home| !home.is_empty()) {
            return Ok(Self::at(Path::new(&home)));
        }
        let folders = ProjectDirs::from("", "", "parlour")
            .with_context(|| format!("there is no home folder; name one in {HOME}"))?;
        Ok(Self {
            settings: folders.config_dir().to_path_buf(),
            data: folders.data_local_dir().to_path_buf(),
        })
    }

    /// Everything in one folder.
    pub fn at(home: &Path) -> Self {
        Self {
            settings: home.to_path_buf(),
            data: home.to_path_buf(),
        }
    }

    /// The settings, a TOML file that need not exist.
    pub fn settings_file(&self) -> PathBuf {
        self.settings.join("settings.toml")
    }

    /// The settings of the service, a TOML file that need not exist.
    pub fn service_file(&self) -> PathBuf {
        self.settings.join("serve.toml")
    }

    /// The tables of this machine.
    pub fn database(&self) -> PathBuf {
        self.data.join("games.sqlite")
    }

    /// The saved game of the roguelike demo.
    pub fn demo_save(&self) -> PathBuf {
        self.data.join("rogue-demo.save")
    }

    /// Where sight editors keep drawings that are not saved.
    pub fn sight_journals(&self) -> &Path {
        &self.data
    }

    /// The house rules of Kingslayer as they were last chosen, a TOML file that
    /// need not exist.
    pub fn kingslayer_settings(&self) -> PathBuf {
        self.settings.join("kingslayer.toml")
    }

    /// What a person has set for Delve, a TOML file that need not exist.
    pub fn delve_settings(&self) -> PathBuf {
        self.settings.join("delve.toml")
    }

    /// Where a person may put content of their own for Delve.
    pub fn delve_content(&self) -> PathBuf {
        self.settings.join("delve")
    }

    /// The boards of Diplomacy that were added.
    pub fn boards(&self) -> PathBuf {
        self.data.join("boards")
    }

    /// Where the replay of a table is written for others.
    pub fn replay_file(&self, table: &str) -> PathBuf {
        self.data.join("replays").join(format!("{table}.jsonl.gz"))
    }

    /// The secrets of seats at other machines' tables.
    pub fn seats_file(&self) -> PathBuf {
        self.data.join("lan-seats.json")
    }

    /// What is kept of games at other machines' tables.
    pub fn guest_games(&self) -> PathBuf {
        self.data.join("guest-games")
    }

    /// What the program notes about itself.
    pub fn log_file(&self) -> PathBuf {
        self.data.join("parlour.log")
    }
}

/// Makes the folder that a file will stand in, for its owner alone if it is new.
pub fn make_room_for(file: &Path) -> io::Result<()> {
    file.parent().map_or(Ok(()), private::make_folder)
}
