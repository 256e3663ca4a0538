//! The dungeons of one person: tables at a host, begun, sat down at, gone on with.

use std::rc::Rc;
use std::sync::Arc;

use parlour_delve::{Challenge, ContentFile, Delve, Ending, Setup};
use parlour_host::journal::MemoryJournal;
use parlour_host::link::LocalLink;
use parlour_host::log::{Limits, Replay, read_log};
use parlour_host::table::TableId;
use parlour_host::{Host, Json, NewTable, Registry, SystemClock, SystemEntropy, wait};
use parlour_rules::{Rules, Seed};
use parlour_solo::{Day, Finished, Kind, Visit, Wish};

use super::Wishes;
use super::entrance::entrance;
use super::picture::LevelPicture;
use super::scores::Score;
use super::screen::{DelveScreen, Manner};
use super::warden::{Other, Warden};
use crate::alone::{Entrance, Keeper, Opened, Tables, said};
use crate::replay::ReplayScreen;

/// What this machine keeps beside the tables.
pub struct Nook {
    /// The content files of this person that differ from those that ship.
    pub content: fn() -> Result<Vec<ContentFile>, String>,
    /// What the person has set.
    pub wishes: fn() -> Result<Wishes, String>,
    /// Keeps what the person has set.
    pub keep: fn(&Wishes) -> Result<(), String>,
    /// A seed that nobody can guess.
    pub new_seed: fn() -> Seed,
}

/// How many commands before its end a game is looked back upon.
const LAST_TURNS: usize = 10;

/// The dungeons of somebody.
#[derive(Clone)]
pub struct Hall {
    visit: Visit,
    nook: &'static Nook,
}

impl Hall {
    /// The dungeons of a visit.
    pub fn new(visit: &Visit, nook: &'static Nook) -> Self {
        Self {
            visit: visit.clone(),
            nook,
        }
    }

    /// The screen that asks what kind of game.
    pub fn entrance(&self) -> Entrance {
        entrance(Rc::new(self.seat(None)))
    }

    /// Opens a table, or today's.
    ///
    /// # Errors
    /// Why not, in words for the person.
    pub fn begin(&self, kind: Kind, seed: Option<Seed>) -> Opened {
        self.go_on(&self.table(kind, seed)?)
    }

    /// A seat for the window: at a table of this kind, or, if none is named, at the
    /// newest that was left, or at a new one. Says as well whether it is for practice.
    ///
    /// # Errors
    /// Why not, in words for the person.
    pub fn link(&self, kind: Option<Kind>, seed: Option<Seed>) -> Result<Elsewhere, String> {
        let left = match kind {
            Some(_) => None,
            None => self.visit.newest_of(Delve::NAME).map_err(said)?,
        };
        let id = match left {
            Some(id) => id,
            None => self.table(kind.unwrap_or(Kind::Ordinary), seed)?,
        };
        self.elsewhere(&id)
    }

    /// The same at the table of a game that is begun in another way.
    ///
    /// # Errors
    /// Why not, in words for the person.
    pub fn link_other(&self, other: &Other) -> Result<Elsewhere, String> {
        self.elsewhere(&self.other_table(other)?)
    }

    fn elsewhere(&self, id: &TableId) -> Result<Elsewhere, String> {
        let host = &self.visit.host;
        let record = wait(host.record(id)).map_err(said)?;
        let link = LocalLink::new(host, id, &self.visit.me.identity).map_err(said)?;
        let seat = self.seat(Some(id.clone()));
        Ok(Elsewhere {
            older: self.visit.older_words(id),
            link: link.alone(),
            practice: Kind::of(&record) == Kind::Practice,
            dungeon: Box::new(move || seat.dungeon()),
        })
    }

    /// Opens a table and says which; of the daily kind there is one a day.
    fn table(&self, kind: Kind, seed: Option<Seed>) -> Result<TableId, String> {
        // The daily dungeon is the same for all, whatever content stands here.
        let setup = match kind {
            Kind::Daily => Setup::default(),
            _ => self.own_setup()?,
        };
        self.open(kind, "Delve", &setup, seed)
    }

    /// A setup with one's own content and difficulty.
    fn own_setup(&self) -> Result<Setup, String> {
        let content = (self.nook.content)()?;
        // What is wrong in the settings is told by the screen.
        let wishes = (self.nook.wishes)().unwrap_or_default();
        Ok(Setup {
            difficulty: wishes.difficulty,
            ..Setup::with(content)
        })
    }

    /// Opens the table of a game that is begun in another way.
    ///
    /// # Errors
    /// Why not, in words for the person.
    pub fn begin_other(&self, other: &Other) -> Opened {
        self.go_on(&self.other_table(other)?)
    }

    fn other_table(&self, other: &Other) -> Result<TableId, String> {
        match other {
            Other::Short(seed) => {
                let setup = Setup {
                    short: true,
                    ..self.own_setup()?
                };
                self.open(Kind::Ordinary, "Delve, short", &setup, *seed)
            }
            Other::Weekly => {
                // The challenge is the same for all, whatever content stands here.
                let week = Day::of(self.visit.host.now()).week();
                let setup = Setup {
                    challenge: Some(Challenge::of_week(&week)),
                    ..Setup::default()
                };
                let title = format!("Delve of {week}");
                let seed = Delve::seed_of_week(&week);
                self.open(Kind::Ordinary, &title, &setup, Some(seed))
            }
            Other::Named(name) => self.table(Kind::Ordinary, Some(Seed::from_text(name))),
        }
    }

    fn open(
        &self,
        kind: Kind,
        title: &str,
        setup: &Setup,
        seed: Option<Seed>,
    ) -> Result<TableId, String> {
        let wish = Wish::<Delve> {
            kind,
            title,
            setup,
            seed: seed.unwrap_or_else(self.nook.new_seed),
        };
        wait(parlour_solo::open(&self.visit.host, &self.visit.me, &wish)).map_err(said)
    }

    /// The bot plays at a table that is kept nowhere.
    ///
    /// # Errors
    /// Why not, in words for the person.
    pub fn demo(&self, seed: Option<Seed>) -> Opened {
        let mut registry = Registry::new();
        registry.register::<Delve>();
        let host = Arc::new(Host::new(
            registry,
            Arc::new(MemoryJournal::new()),
            Arc::new(SystemClock),
            Arc::new(SystemEntropy),
        ));
        let me = &self.visit.me;
        let setup = Json::of(&Setup::default());
        let seed = seed.unwrap_or_else(self.nook.new_seed);
        let table = NewTable::new(Delve::NAME, setup, seed, me.clone());
        let id = wait(host.open_table(table)).map_err(said)?;
        let link = LocalLink::<Delve>::new(&host, &id, &me.identity).map_err(said)?;
        let manner = Manner {
            demo: true,
            ..Manner::default()
        };
        Ok(Box::new(DelveScreen::new(Box::new(link), manner, None)))
    }

    /// Sits down at a table.
    ///
    /// # Errors
    /// Why not, in words for the person.
    pub fn go_on(&self, id: &TableId) -> Opened {
        let (host, me) = (&self.visit.host, &self.visit.me.identity);
        let record = wait(host.record(id)).map_err(said)?;
        let link = LocalLink::<Delve>::new(host, id, me).map_err(said)?;
        let (wishes, words) = match (self.nook.wishes)() {
            Ok(wishes) => (wishes, None),
            Err(reason) => (Wishes::default(), Some(reason)),
        };
        let manner = Manner {
            practice: Kind::of(&record) == Kind::Practice,
            demo: false,
            wishes,
        };
        let seat = Rc::new(self.seat(Some(id.clone())));
        // What is taken back is forgotten by the keeper, which has to follow.
        let screen = DelveScreen::new(Box::new(link), manner, Some(seat));
        let words = words.or_else(|| self.visit.older_words(id));
        Ok(Box::new(screen.saying(words)))
    }

    fn seat(&self, table: Option<TableId>) -> Seat {
        let keeper = parlour_solo::Keeper::new(&self.visit, table);
        let hall = self.clone();
        Seat {
            tables: Tables::new(keeper, move |id| hall.go_on(id)),
            hall: self.clone(),
        }
    }
}

/// A game that is shown elsewhere than in the terminal.
pub struct Elsewhere {
    /// The way to it.
    pub link: LocalLink<Delve>,
    /// Whether commands may be taken back.
    pub practice: bool,
    /// What is said once if it was played under older rules.
    pub older: Option<String>,
    /// What its dungeon is called where games are compared, once the game is over: not
    /// before, for the seed is in it.
    pub dungeon: Box<dyn Fn() -> Option<String>>,
}

/// Where somebody stands: before the way down, or in a game.
struct Seat {
    hall: Hall,
    tables: Tables<Delve>,
}

impl Warden for Seat {
    fn tables(&self) -> &dyn Keeper {
        &self.tables
    }

    fn begin(&self, kind: Kind) -> Opened {
        self.hall.begin(kind, None)
    }

    fn begin_other(&self, other: &Other) -> Opened {
        self.hall.begin_other(other)
    }

    fn last_turns(&self) -> Opened {
        let log = self.tables.keeper().own_log().map_err(said)?;
        let log = read_log(log.as_slice(), Limits::default()).map_err(said)?;
        let registry = self.hall.visit.host.registry();
        let mut replay = Replay::open(registry, log).map_err(said)?;
        let first = replay.len().saturating_sub(LAST_TURNS);
        replay.go_to(first).map_err(said)?;
        Ok(Box::new(ReplayScreen::new(replay, Box::new(LevelPicture))))
    }

    fn dungeon(&self) -> Option<String> {
        let keeper = self.tables.keeper();
        let record = wait(self.hall.visit.host.record(&keeper.table().ok()?)).ok()?;
        let day = Day::of(record.created);
        let (_, seed) = keeper.beginning().ok()?;
        let week = day.week();
        Some(if Kind::of(&record) == Kind::Daily {
            format!("daily of {day}")
        } else if seed == Delve::seed_of_week(&week) {
            format!("challenge of {week}")
        } else {
            format!("seed {seed}")
        })
    }

    fn demo(&self) -> Opened {
        self.hall.demo(None)
    }

    fn scores(&self) -> Result<Vec<Score>, String> {
        let played = self.tables.keeper().played().map_err(said)?;
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

    fn wishes(&self) -> Result<Wishes, String> {
        (self.hall.nook.wishes)()
    }

    fn keep(&self, wishes: &Wishes) -> Result<(), String> {
        (self.hall.nook.keep)(wishes)
    }
}
