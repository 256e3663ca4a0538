//! What the person at this machine has kept of games at other people's tables: a file for
//! each game.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use parlour_host::log::Hash;
use parlour_host::{Clock, SystemClock, Time, private};
use parlour_lan::{About, Keepsake};

use crate::place::{Place, make_room_for};

/// The most games that are kept: whoever one plays with decides how many there are.
const MOST: usize = 10_000;

/// The most bytes that are read of one.
const LONGEST: u64 = 32 << 20;

/// How the names of the files end.
const ENDING: &str = ".jsonl.gz";

/// The games that are kept.
pub struct Keepsakes {
    folder: PathBuf,
}

impl Keepsakes {
    /// Those of this machine.
    pub fn of(place: &Place) -> Self {
        Self {
            folder: place.guest_games(),
        }
    }

    /// Keeps a game of a table that has just ended. One that is kept already, since its end
    /// is shown again to who comes back, stays as it is.
    pub fn keep(&self, table: Option<&str>, mut game: Keepsake) -> Result<()> {
        let now = SystemClock.now().0;
        game.about.begun = Time(now.saturating_sub(game.about.played));
        let file = self.file(&name_of(table, &game));
        if file.exists() {
            return Ok(());
        }
        if self.names().len() >= MOST {
            let folder = self.folder.display();
            bail!("{folder} holds {MOST} games: no more are kept");
        }
        make_room_for(&file)?;
        let mut packed = GzEncoder::new(Vec::new(), Compression::default());
        packed.write_all(game.text().as_bytes())?;
        // Whole or not at all.
        let draft = file.with_extension("new");
        private::write(&draft, &packed.finish()?)
            .and_then(|()| fs::rename(&draft, &file))
            .with_context(|| file.display().to_string())
    }

    /// What is kept, each by its name. What cannot be read is told of in the log, and left
    /// out.
    pub fn list(&self) -> Vec<(String, About)> {
        let mut list = Vec::new();
        for name in self.names() {
            match self.about(&name) {
                Ok(about) => list.push((name, about)),
                Err(error) => tracing::warn!("a game is left out: {error:#}"),
            }
        }
        list
    }

    /// One of them by its name.
    pub fn read(&self, name: &str) -> Result<Keepsake> {
        let mut text = String::new();
        let read = self.open(name)?.read_to_string(&mut text);
        let at = || self.file(name).display().to_string();
        read.with_context(at)?;
        Keepsake::read(&text).with_context(at)
    }

    fn about(&self, name: &str) -> Result<About> {
        let mut first = String::new();
        let read = self.open(name)?.read_line(&mut first);
        let at = || self.file(name).display().to_string();
        read.with_context(at)?;
        About::read(&first).with_context(at)
    }

    fn open(&self, name: &str) -> Result<impl BufRead + use<>> {
        let file = self.file(name);
        let open = File::open(&file).with_context(|| file.display().to_string())?;
        Ok(BufReader::new(GzDecoder::new(open).take(LONGEST)))
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.join(format!("{name}{ENDING}"))
    }

    fn names(&self) -> Vec<String> {
        // Before the first game there is no folder.
        let files = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let names = files.filter_map(|file| {
            let name = file.file_name();
            let name = name.to_str()?.strip_suffix(ENDING)?;
            Some(name.to_owned())
        });
        let mut names: Vec<String> = names.collect();
        names.sort();
        names
    }
}

/// The name of a game: the same however often its end is shown, and another for each.
fn name_of(table: Option<&str>, game: &Keepsake) -> String {
    let end = game.places.last().map(|place| &place.view);
    let end = serde_json::to_string(&end).unwrap_or_default();
    let name = Hash::of_header(&format!("{} {end}", table.unwrap_or_default())).to_string();
    name.chars().take(24).collect()
}

#[cfg(test)]
mod tests {
    use parlour_lan::Place as There;
    use parlour_regicide::{Kingslayer, Outcome, Setup};
    use parlour_rules::{Rules, Seat, Seed, Viewer};

    use super::*;

    fn game(seed: u64) -> Keepsake {
        let state = Kingslayer::start(&Setup::for_players(2), Seed(seed)).unwrap();
        let there = |moves| There {
            told: Vec::new(),
            view: parlour_regicide::View {
                moves,
                ..Kingslayer::view(&state, Viewer::Seat(Seat(0)))
            },
            decided: None,
        };
        Keepsake {
            about: About {
                begun: Time(0),
                played: 60_000,
                seat: Seat(0),
                names: vec![String::from("Ann"), String::from("Ben")],
                moves: 1,
                eased: false,
                hints: 0,
                taken_back: false,
                outcome: Outcome {
                    loss: None,
                    medal: None,
                    enemies: 12,
                    jesters: 1,
                },
            },
            places: vec![there(0), there(1)],
        }
    }

    #[test]
    fn games_at_other_peoples_tables_are_kept_once_each_and_for_their_guest_alone() {
        let home = tempfile::tempdir().unwrap();
        let kept = Keepsakes::of(&Place::at(home.path()));
        assert!(kept.list().is_empty(), "and no folder is no fault");
        kept.keep(Some("c04d"), game(1)).unwrap();
        let (name, about) = kept.list().pop().unwrap();
        assert!(about.begun > Time(0), "by the clock of this machine");
        assert_eq!(kept.read(&name).unwrap().places, game(1).places);
        // Whoever comes back is shown the end again, and nothing of what led there.
        let mut end = game(1);
        end.places.remove(0);
        kept.keep(Some("c04d"), end).unwrap();
        assert_eq!(kept.read(&name).unwrap().places.len(), 2);
        kept.keep(Some("c04d"), game(2)).unwrap();
        kept.keep(Some("beef"), game(1)).unwrap();
        assert_eq!(kept.list().len(), 3);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = |path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
            assert_eq!(mode(kept.file(&name)), 0o600);
            assert_eq!(mode(kept.folder.clone()), 0o700);
        }
        // What somebody has broken is left out, and told with its place.
        fs::write(kept.file(&name), "nonsense").unwrap();
        assert_eq!(kept.list().len(), 2);
        let told = format!("{:#}", kept.read(&name).unwrap_err());
        assert!(told.contains(&name), "{told}");
    }
}
