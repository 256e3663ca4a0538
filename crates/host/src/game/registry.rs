//! The games that are known, filled once by the app.

use std::any::Any;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use parlour_rules::{Rules, Seat, Turn, Viewer};
use thiserror::Error;

use super::Game;
use super::erased::Erased;
use crate::card::{Face, Portrait};
use crate::deadline::Timetable;
use crate::game::Position;
use crate::table::{Identity, Record};
use crate::{Json, quotable};

/// The games of the house, by name.
#[derive(Clone, Default)]
pub struct Registry {
    games: BTreeMap<&'static str, Arc<dyn Game>>,
    timetables: BTreeMap<&'static str, Arc<dyn Timetable>>,
    portraits: BTreeMap<&'static str, Portraits>,
    writing: BTreeMap<&'static str, Arc<Writing>>,
    open_platforms: BTreeSet<&'static str>,
}

/// Says how a table stands, from its record and the state of its game.
type Portraying = dyn Fn(&Record, &dyn Any) -> Portrait + Send + Sync;

/// Writes what a viewer is told of events to them, if that is worth a letter.
pub(crate) type Writing = dyn Fn(&dyn Any, Viewer) -> Option<Json> + Send + Sync;

/// How tables of a game are portrayed, and when.
#[derive(Clone)]
struct Portraits {
    portray: Arc<Portraying>,
    /// Only when a stage begins.
    by_stage: bool,
}

impl Registry {
    /// No game yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes a game in.
    ///
    /// # Panics
    /// If another game of that name is there already.
    pub fn register<G: Rules>(&mut self) -> &mut Self {
        let earlier = self.games.insert(G::NAME, Arc::new(Erased::<G>::new()));
        assert!(earlier.is_none(), "two games are called {}", G::NAME);
        self
    }

    /// Says how long the stages of a game last at a table. Without one, nothing
    /// ends by time.
    pub fn keep_time<G: Rules>(&mut self, timetable: impl Timetable + 'static) -> &mut Self {
        self.timetables.insert(G::NAME, Arc::new(timetable));
        self
    }

    /// Says how tables of a game are told from one another. The words are kept and
    /// listed, so they are made of what everybody may know: of the view of a
    /// spectator, or, where there is one seat, of the view of whoever sits there.
    pub fn portray<G: Rules>(
        &mut self,
        portrait: impl Fn(&Record, &G::View) -> Portrait + Send + Sync + 'static,
    ) -> &mut Self {
        self.portray_when::<G>(portrait, false)
    }

    /// The same for a game whose view would be dear to make with every command: what was
    /// said of a stage when it began stands until it ends.
    pub fn portray_by_stage<G: Rules>(
        &mut self,
        portrait: impl Fn(&Record, &G::View) -> Portrait + Send + Sync + 'static,
    ) -> &mut Self {
        self.portray_when::<G>(portrait, true)
    }

    fn portray_when<G: Rules>(
        &mut self,
        portrait: impl Fn(&Record, &G::View) -> Portrait + Send + Sync + 'static,
        by_stage: bool,
    ) -> &mut Self {
        let portray = move |record: &Record, state: &dyn Any| {
            let viewer = match &record.chairs[..] {
                [_] => Viewer::Seat(Seat(0)),
                _ => Viewer::Spectator,
            };
            let state = state.downcast_ref::<G::State>();
            state.map_or_else(Portrait::default, |state| {
                portrait(record, &G::view(state, viewer))
            })
        };
        let portray = Arc::new(portray);
        self.portraits
            .insert(G::NAME, Portraits { portray, by_stage });
        self
    }

    /// Says whether what a viewer is told of an entry is worth a letter. Without a word
    /// everything is. Whoever reads letters leaves some of them unread, say of what
    /// somebody has just been answered, and each that is not written saves its place in the
    /// journal, its way and its end there.
    pub fn write_of<G: Rules>(
        &mut self,
        is_worth_it: impl Fn(&[G::Seen], Viewer) -> bool + Send + Sync + 'static,
    ) -> &mut Self {
        let write = move |events: &dyn Any, to: Viewer| {
            let events = events.downcast_ref::<Vec<G::Event>>()?.iter();
            let seen: Vec<G::Seen> = events.filter_map(|it| G::observe(it, to)).collect();
            (!seen.is_empty() && is_worth_it(&seen, to)).then(|| Json::of(&seen))
        };
        self.writing.insert(G::NAME, Arc::new(write));
        self
    }

    /// Says that what people are known by on a platform, `PLATFORM:WORD`, is no secret:
    /// an audit tells it. Of others it tells the platform alone, for the word may be all
    /// it takes to be that person.
    pub fn names_people_of(&mut self, platform: &'static str) -> &mut Self {
        self.open_platforms.insert(platform);
        self
    }

    /// What may be told of who somebody is: all of it, the platform alone, or nothing.
    pub(crate) fn shown(&self, who: &Identity) -> Option<String> {
        let text = who.0.as_str();
        let platform = text.split(':').next().unwrap_or_default();
        if self.open_platforms.contains(platform) {
            return Some(quotable(text, 80));
        }
        let is_word = |byte: u8| byte.is_ascii_lowercase() || byte == b'-';
        let named = platform.len() < text.len()
            && (1..=20).contains(&platform.len())
            && platform.bytes().all(is_word);
        named.then(|| platform.to_owned())
    }

    /// The face of a table with this record and position.
    pub(crate) fn face(&self, record: &Record, position: &dyn Position, turn: &Turn<Json>) -> Face {
        let portraits = self.portraits.get(record.game.as_str());
        let portrait = portraits.map(|it| (it.portray)(record, position.state()));
        Face::of(record, turn, portrait.unwrap_or_default())
    }

    /// The same after an entry. Of a game that is portrayed by stage, what was said of
    /// this one when it began is taken again; what is to be taken from now on comes along.
    pub(crate) fn face_after(
        &self,
        record: &Record,
        position: &dyn Position,
        turn: &Turn<Json>,
        said: Option<Arc<Portrait>>,
    ) -> (Face, Option<Arc<Portrait>>) {
        let portraits = self.portraits.get(record.game.as_str());
        let Some(portraits) = portraits.filter(|it| it.by_stage) else {
            return (self.face(record, position, turn), None);
        };
        let said = said.unwrap_or_else(|| Arc::new((portraits.portray)(record, position.state())));
        (Face::of(record, turn, Portrait::clone(&said)), Some(said))
    }

    /// The game of that name.
    pub fn game(&self, name: &str) -> Result<&Arc<dyn Game>, UnknownGame> {
        self.games.get(name).ok_or_else(|| UnknownGame {
            name: quotable(name, 40),
            known: self.names().collect::<Vec<_>>().join(", "),
        })
    }

    /// The names of all games, in alphabetical order.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.games.keys().copied()
    }

    /// How letters of that game are written, if not all of them are.
    pub(crate) fn writing(&self, name: &str) -> Option<&Writing> {
        self.writing.get(name).map(AsRef::as_ref)
    }

    /// The timetable of that game, if it has one.
    pub fn timetable(&self, name: &str) -> Option<&Arc<dyn Timetable>> {
        self.timetables.get(name)
    }
}

/// No game of that name is registered.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown game \"{name}\"; known are: {known}")]
pub struct UnknownGame {
    /// The name that was asked for, cut if it is long.
    pub name: String,
    /// The names there are.
    pub known: String,
}
