//! Delve on the shelf: the entrance, and what its screens need of the house.

use std::collections::BTreeMap;
use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use anyhow::{Context, Result, anyhow, bail};
use parlour_delve::{ContentFile, Delve, Ending, FILES, Setup, View};
use parlour_host::card::Portrait;
use parlour_host::journal::MemoryJournal;
use parlour_host::link::LocalLink;
use parlour_host::table::{Record, TableId};
use parlour_host::{Host, Json, NewTable, SystemClock, SystemEntropy, wait};
use parlour_rules::{Rules, Seed};
use parlour_solo::{Day, Finished, Kind, Saved, Visit, Wish, facts};
use parlour_tui::Screen;
use parlour_tui::delve::{DelveScreen, Entrance, Keeper, Keys, Manner, Score, Wishes};
use parlour_tui::home::Game;
use serde::{Deserialize, Serialize};

use super::{Entry, Opened, Play, older_words, registry};
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
            begin: |visit| Ok(entrance(visit)),
            go_on,
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
            begin: |visit| demo(visit, None),
            go_on,
        },
    }
}

/// How a game stands: the level and the turn; health, rank and points.
pub fn portrait(record: &Record, view: &View) -> Portrait {
    let sheet = &view.sheet;
    let mut about = format!(
        "Level {} of {}, {}, turn {}.\n{} of {} health, rank {}, {} points.",
        view.depth,
        view.levels,
        view.place,
        view.turns,
        sheet.hp,
        sheet.max_hp,
        sheet.rank,
        view.score
    );
    if view.has_amulet {
        about.push_str("\nWith the amulet, on the way up.");
    }
    if view.own_content {
        about.push_str("\nWith content of your own: it does not count for the scores.");
    }
    Portrait {
        short: format!("level {}, turn {}", view.depth, view.turns),
        about,
        facts: Some(facts(record, view.own_content)),
    }
}

/// The screen that asks what kind of game.
pub fn entrance(visit: &Visit) -> Box<dyn Screen> {
    Box::new(Entrance::new(Rc::new(OurKeeper::new(visit))))
}

/// Opens a table, or today's.
pub fn begin(visit: &Visit, kind: Kind, seed: Option<Seed>) -> Opened {
    let id = table(visit, kind, seed)?;
    go_on(visit, &id)
}

/// A seat for the window: at a table of this kind, or, if none is named, at the
/// newest that was left, or at a new one. Says as well whether it is for practice.
#[cfg(feature = "window")]
pub fn link(
    visit: &Visit,
    kind: Option<Kind>,
    seed: Option<Seed>,
) -> Result<(LocalLink<Delve>, bool), String> {
    let said = |refused: parlour_host::Refused| refused.to_string();
    let left = match kind {
        Some(_) => None,
        None => visit
            .newest_of(Delve::NAME)
            .map_err(|reason| reason.to_string())?,
    };
    let id = match left {
        Some(id) => id,
        None => table(visit, kind.unwrap_or(Kind::Ordinary), seed)?,
    };
    let record = wait(visit.host.record(&id)).map_err(said)?;
    let link = LocalLink::new(&visit.host, &id, &visit.me.identity).map_err(said)?;
    let link = link.alone();
    Ok((link, Kind::of(&record) == Kind::Practice))
}

/// Opens a table and says which; of the daily kind there is one a day.
fn table(visit: &Visit, kind: Kind, seed: Option<Seed>) -> Result<TableId, String> {
    // The daily dungeon is the same for all, whatever content stands here.
    let content = match kind {
        Kind::Daily => Vec::new(),
        _ => own_content().map_err(|error| format!("{error:#}"))?,
    };
    let wish = Wish::<Delve> {
        kind,
        title: "Delve",
        setup: &Setup::with(content),
        seed: seed.unwrap_or_else(new_seed),
    };
    wait(parlour_solo::open(&visit.host, &visit.me, &wish)).map_err(|refused| refused.to_string())
}

/// The bot plays at a table that is kept nowhere.
pub fn demo(visit: &Visit, seed: Option<Seed>) -> Opened {
    let said = |refused: parlour_host::Refused| refused.to_string();
    let host = Arc::new(Host::new(
        registry(false),
        Arc::new(MemoryJournal::new()),
        Arc::new(SystemClock),
        Arc::new(SystemEntropy),
    ));
    let setup = Json::of(&Setup::default());
    let seed = seed.unwrap_or_else(new_seed);
    let table = NewTable::new(Delve::NAME, setup, seed, visit.me.clone());
    let id = wait(host.open_table(table)).map_err(said)?;
    let link = LocalLink::<Delve>::new(&host, &id, &visit.me.identity).map_err(said)?;
    let manner = Manner {
        demo: true,
        ..Manner::default()
    };
    Ok(Box::new(DelveScreen::new(Box::new(link), manner, None)))
}

fn go_on(visit: &Visit, id: &TableId) -> Opened {
    let said = |refused: parlour_host::Refused| refused.to_string();
    let record = wait(visit.host.record(id)).map_err(said)?;
    let link = LocalLink::<Delve>::new(&visit.host, id, &visit.me.identity).map_err(said)?;
    let keeper = OurKeeper::new(visit);
    let (wishes, words) = match keeper.wishes() {
        Ok(wishes) => (wishes, None),
        Err(reason) => (Wishes::default(), Some(reason)),
    };
    let manner = Manner {
        practice: Kind::of(&record) == Kind::Practice,
        demo: false,
        wishes,
    };
    let screen = DelveScreen::new(Box::new(link.alone()), manner, Some(Rc::new(keeper)));
    Ok(Box::new(
        screen.saying(words.or_else(|| older_words(visit, id))),
    ))
}

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
    keys: BTreeMap<String, String>,
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

/// The keeper of this machine.
struct OurKeeper(parlour_solo::Keeper<Delve>);

impl OurKeeper {
    fn new(visit: &Visit) -> Self {
        Self(parlour_solo::Keeper::new(visit, None))
    }
}

impl Keeper for OurKeeper {
    fn begin(&self, kind: Kind) -> Result<Box<dyn Screen>, String> {
        begin(self.0.visit(), kind, None)
    }

    fn demo(&self) -> Result<Box<dyn Screen>, String> {
        demo(self.0.visit(), None)
    }

    fn scores(&self) -> Result<Vec<Score>, String> {
        let played = self.0.played().map_err(|refused| refused.to_string())?;
        let counts = played.into_iter();
        let counts = counts.filter(|game| game.facts.kind() != Kind::Practice);
        let score = |game: Finished<Ending>| Score {
            day: Day::of(game.facts.created).to_string(),
            daily: game.facts.kind() == Kind::Daily,
            own_content: game.facts.apart,
            ending: game.outcome,
        };
        Ok(counts.map(score).collect())
    }

    fn today(&self) -> String {
        self.0.today().to_string()
    }

    fn wishes(&self) -> Result<Wishes, String> {
        wishes().map_err(|error| format!("The standard keys are used: {error:#}."))
    }

    fn keep(&self, wishes: &Wishes) -> Result<(), String> {
        keep_wishes(wishes).map_err(|error| format!("{error:#}"))
    }

    fn left(&self) -> Result<Vec<Saved>, String> {
        self.0.left().map_err(|refused| refused.to_string())
    }

    fn go_on(&self, left: usize) -> Result<Box<dyn Screen>, String> {
        let visit = self.0.visit();
        let id = self.0.listed(left).map_err(|gone| gone.to_string())?;
        go_on(visit, &id).map_err(|reason| visit.why_closed(&id, reason))
    }

    fn delete(&self, left: usize) -> Result<(), String> {
        self.0.delete(left).map_err(|reason| reason.to_string())
    }
}
