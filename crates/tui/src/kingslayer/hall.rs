//! The castle of one person: its tables at a host, sat down at, gone on with, looked
//! back on.

use std::cell::RefCell;
use std::io::{self, BufRead, ErrorKind, Write};
use std::rc::Rc;
use std::time::Duration;

use parlour_court::{About, Keepsake};
use parlour_host::link::{Link, LocalLink};
use parlour_host::log::{Limits, Replay, read_log};
use parlour_host::table::{Identity, Person, TableId};
use parlour_host::{Host, Refused, Time, wait};
use parlour_regicide::bot::{Level, play_alone};
use parlour_regicide::{Kingslayer, Outcome, Setup};
use parlour_rules::Seed;
use parlour_solo::{Day, Kind, Visit, hints};

use super::castellan::{Castellan, HouseRules, Wish};
use super::looking_back::PlayedGame;
use super::picture::TablePicture;
use super::remembered::Remembered;
use super::screen::{GameScreen, Manner};
use super::sparring::Sparring;
use super::statistics::Played;
use super::{entrance, read_aloud};
use crate::alone::{Entrance, Keeper, Opened, Tables, said};
use crate::replay::ReplayScreen;

/// What this machine keeps beside the tables.
pub struct Nook {
    /// Writes the replay of a table, and says where.
    pub keep_replay: fn(&TableId, &[u8]) -> Result<String, String>,
    /// The house rules as they were last chosen.
    pub house_rules: fn() -> HouseRules,
    /// Keeps the house rules for the next time.
    pub keep_house_rules: fn(&HouseRules),
    /// As whom else the person has played here, at tables with others.
    pub also: fn() -> Vec<Identity>,
    /// The games that the person has played at other people's tables, each by its name.
    pub elsewhere: fn() -> Vec<(String, About)>,
    /// One of them by its name.
    pub keepsake: fn(&str) -> Result<Keepsake, String>,
    /// A seed that nobody can guess.
    pub new_seed: fn() -> Seed,
}

/// The castle of somebody who plays alone.
#[derive(Clone)]
pub struct Hall {
    visit: Visit,
    nook: &'static Nook,
}

/// The way to a table.
type Way = Box<dyn Link<Kingslayer>>;

/// How many moves back the log of a continued game reaches.
const LOG: u64 = 200;
/// How many moves count for the clock; no game has as many.
const MOST_TIMES: u32 = 2_000;
/// Who makes no move for so long has gone away, and the clock stands.
const AWAY: u64 = 10 * 60 * 1_000;

impl Hall {
    /// The castle of a visit.
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
    pub fn begin(&self, wish: &Wish, seed: Option<Seed>) -> Opened {
        self.go_on(&self.open(wish, seed)?)
    }

    fn open(&self, wish: &Wish, seed: Option<Seed>) -> Result<TableId, String> {
        let seed = seed.unwrap_or_else(self.nook.new_seed);
        wait(open(&self.visit.host, &self.visit.me, wish, seed)).map_err(said)
    }

    /// Sits down at a table.
    ///
    /// # Errors
    /// Why not, in words for the person.
    pub fn go_on(&self, id: &TableId) -> Opened {
        let (link, manner, seat) = self.sit_down(id)?;
        let screen = GameScreen::new(link, manner, Some(Rc::new(seat)));
        Ok(Box::new(screen.saying(self.visit.older_words(id))))
    }

    /// Plays in lines of words: the game that is wished for, or without a wish the one
    /// that was left last, or a new one.
    ///
    /// # Errors
    /// Why not, in words for the person.
    pub fn read_aloud(
        &self,
        wish: Option<&Wish>,
        seed: Option<Seed>,
        lines: impl BufRead,
        mut out: impl Write,
    ) -> Result<(), String> {
        let left = self.seat(None);
        let going_on = match wish {
            None if !left.tables.left()?.is_empty() => {
                Some(left.tables.keeper().listed(0).map_err(said)?)
            }
            _ => None,
        };
        let id = if let Some(id) = &going_on {
            id.clone()
        } else {
            let ordinary = Wish {
                house: (self.nook.house_rules)().house(),
                ..Wish::default()
            };
            self.open(wish.unwrap_or(&ordinary), seed)?
        };
        let (link, manner, seat) = self.sit_down(&id)?;
        let speak = || -> io::Result<()> {
            if going_on.is_some() {
                let words = "Going on with the game that was left. --seed begins another.";
                writeln!(out, "{words}")?;
            }
            if let Some(words) = self.visit.older_words(&id) {
                writeln!(out, "{words}")?;
            }
            read_aloud(link, manner.kind, &seat, lines, &mut out)
        };
        match speak() {
            // Whoever listened has gone; the game is kept.
            Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
            other => other.map_err(said),
        }
    }

    /// What a front needs to play at a table.
    fn sit_down(&self, id: &TableId) -> Result<(Way, Manner, Seat), String> {
        let (host, me) = (&self.visit.host, &self.visit.me.identity);
        let glance = wait(host.look(id, me)).map_err(said)?;
        let link = LocalLink::<Kingslayer>::new(host, id, me).map_err(said)?;
        let from = glance.standing.seq.saturating_sub(LOG);
        let past = wait(host.history(id, me, from, LOG as u32)).map_err(said)?;
        let told = past.iter().map(|(_, it)| serde_json::from_str(it.as_str()));
        let manner = Manner {
            kind: Kind::of(&glance.record),
            day: Some(Day::of(glance.record.created)),
            hints: hints(&glance.record),
            // What an older version wrote down may be missing in the log.
            past: told.filter_map(Result::ok).collect(),
            played: Duration::from_millis(time_played(
                glance.record.created,
                &wait(host.times(id, 0, MOST_TIMES)).map_err(said)?,
            )),
            ..Manner::default()
        };
        let with_bots = manner.kind == Kind::Practice && glance.record.chairs.len() > 1;
        let link: Way = if with_bots {
            Box::new(Sparring::new(host, link))
        } else {
            Box::new(link)
        };
        Ok((link, manner, self.seat(Some(id.clone()))))
    }

    fn seat(&self, table: Option<TableId>) -> Seat {
        let keeper = parlour_solo::Keeper::new(&self.visit, table);
        let hall = self.clone();
        Seat {
            tables: Tables::new(keeper.known_as((self.nook.also)()), move |id| {
                hall.go_on(id)
            }),
            hall: self.clone(),
            listed: RefCell::default(),
        }
    }
}

/// Opens a table for somebody, or finds their daily game of today.
///
/// # Errors
/// Why there is none.
pub async fn open(host: &Host, me: &Person, wish: &Wish, seed: Seed) -> Result<TableId, Refused> {
    let mut setup = Setup::for_players(1);
    setup.house = wish.house;
    setup.practice = wish.kind == Kind::Practice;
    let wish = parlour_solo::Wish::<Kingslayer> {
        kind: wish.kind,
        title: "Kingslayer",
        setup: &setup,
        seed,
    };
    parlour_solo::open(host, me, &wish).await
}

/// For how long a table was played, in milliseconds, by the times of its moves.
fn time_played(begun: Time, moves: &[Time]) -> u64 {
    let before = std::iter::once(&begun).chain(moves);
    let pauses = before
        .zip(moves)
        .map(|(before, after)| after.since(*before));
    pauses.filter(|pause| *pause <= AWAY).sum()
}

/// Where somebody sits: at a table, or before any at the entrance.
struct Seat {
    hall: Hall,
    tables: Tables<Kingslayer>,
    /// Where the games are in the last answer of [`Castellan::played`].
    listed: RefCell<Vec<Source>>,
}

/// Where a finished game is.
#[derive(Clone)]
enum Source {
    /// At a table of this house: its number in what the keeper told.
    Table(usize),
    /// At somebody else's; this is kept of it.
    Keepsake(String),
}

impl Seat {
    /// A log as this house replays it.
    fn replay_of(&self, log: &[u8]) -> Result<Replay, String> {
        let log = read_log(log, Limits::default()).map_err(said)?;
        Replay::open(self.hall.visit.host.registry(), log).map_err(said)
    }
}

impl Castellan for Seat {
    fn tables(&self) -> &dyn Keeper {
        &self.tables
    }

    fn begin(&self, wish: &Wish) -> Opened {
        self.hall.begin(wish, None)
    }

    fn export(&self) -> Result<String, String> {
        let keeper = self.tables.keeper();
        let log = keeper.export().map_err(said)?;
        (self.hall.nook.keep_replay)(&keeper.table().map_err(said)?, &log)
    }

    fn bots_end(&self) -> Option<Outcome> {
        let begun = self.tables.keeper().beginning();
        let (setup, seed) = begun
            .inspect_err(|error| tracing::warn!("the bot does not play: {error}"))
            .ok()?;
        play_alone(&setup, seed, Level::default())
    }

    fn played(&self) -> Result<Vec<Played>, String> {
        let here = self.tables.keeper().played().map_err(said)?;
        let here = (0..).zip(&here).map(|(at, game)| {
            let played = Played::of(game);
            (game.facts.created, played, Source::Table(at))
        });
        let elsewhere = (self.hall.nook.elsewhere)().into_iter();
        let elsewhere = elsewhere.map(|(name, about)| {
            let played = Played::as_guest(&about);
            (about.begun, played, Source::Keepsake(name))
        });
        let mut games: Vec<_> = here.chain(elsewhere).collect();
        games.sort_by_key(|(begun, ..)| *begun);
        let (played, listed) = games
            .into_iter()
            .map(|(_, it, source)| (it, source))
            .unzip();
        *self.listed.borrow_mut() = listed;
        Ok(played)
    }

    fn replay(&self, played: usize) -> Opened {
        let source = self.listed.borrow().get(played).cloned();
        let played = match source.ok_or("this game is gone")? {
            Source::Table(played) => played,
            Source::Keepsake(name) => {
                let game = (self.hall.nook.keepsake)(&name)?;
                return Ok(Box::new(Remembered::new(game)));
            }
        };
        let log = self.tables.keeper().log(played).map_err(said)?;
        let replay = self.replay_of(&log)?;
        let screen = ReplayScreen::new(replay, Box::new(TablePicture::default()));
        let (keeper, hall) = (Rc::clone(self.tables.keeper()), self.hall.clone());
        let play_on = move |entries: u64| {
            let table = keeper.practise(played, entries).map_err(said)?;
            hall.go_on(&table)
        };
        Ok(Box::new(screen.going_on(Rc::new(play_on))))
    }

    fn look_back(&self) -> Result<PlayedGame, String> {
        let log = self.tables.keeper().own_log().map_err(said)?;
        PlayedGame::of(&mut self.replay_of(&log)?)
    }

    fn play_on(&self, entries: u64) -> Opened {
        let table = self.tables.keeper().practise_here(entries).map_err(said)?;
        self.hall.go_on(&table)
    }

    fn house_rules(&self) -> HouseRules {
        (self.hall.nook.house_rules)()
    }

    fn keep_house_rules(&self, rules: &HouseRules) {
        (self.hall.nook.keep_house_rules)(rules);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_counts_the_time_at_the_table_only() {
        let begun = Time(1_000_000);
        let at = |seconds: u64| Time(begun.0 + seconds * 1_000);
        let moves = [at(30), at(90), at(90 + 3_600), at(90 + 3_660)];
        assert_eq!(time_played(begun, &moves), 150_000);
        assert_eq!(time_played(begun, &[]), 0);
    }
}
