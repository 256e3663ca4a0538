//! Kingslayer on the shelf: the entrance, and what its screens need of the house.

mod inquiry;
mod steward;

use std::fs;
use std::io::{ErrorKind, stdin, stdout};
use std::path::PathBuf;
use std::rc::Rc;
use std::time::Duration;

use anyhow::{Context, anyhow};
use parlour_host::card::Portrait;
use parlour_host::link::LocalLink;
use parlour_host::log::{Limits, Replay, read_log};
use parlour_host::table::{Person, Record, TableId};
use parlour_host::{Host, Refused, Time, private, wait};
use parlour_regicide::bot::{Level, play_alone};
use parlour_regicide::{Difficulty, Kingslayer, Outcome, Setup, View, worth};
use parlour_rules::{Rules, Seed};
use parlour_solo::{Day, Kind, Saved, Visit, facts, hints};
use parlour_tui::Screen;
use parlour_tui::home::Game;
use parlour_tui::kingslayer::{
    Entrance, GameScreen, HouseRules, Keeper, Manner, Played, PlayedGame, TablePicture, Wish, short,
};
use parlour_tui::replay::ReplayScreen;

pub use steward::KingslayerSteward;

use super::{Entry, Opened, Play, older_words};
use crate::party::{own_identities, porch};
use crate::place::{Place, make_room_for};
use crate::tables::new_seed;

/// What the home screen offers.
pub fn entry() -> Entry {
    Entry {
        card: Game {
            title: String::from("Kingslayer"),
            players: String::from("alone"),
            about: String::from(
                "Twelve of the castle stand against you, one after the other. Play cards for \
                 their strength and their suits; pay with cards for what strikes back.\n\n\
                 With a tutorial, a game for every day, practice with take back, hints, and \
                 statistics.",
            ),
        },
        play: Play::Table {
            game: Kingslayer::NAME,
            begin: |visit| Ok(entrance(visit)),
            go_on,
        },
    }
}

/// The same with others, on the local network.
pub fn together() -> Entry {
    Entry {
        card: Game {
            title: String::from("Kingslayer together"),
            players: String::from("2-4 players"),
            about: String::from(
                "The same castle for two to four people in one network, each at a machine of \
                 their own, with bots in empty seats.\n\n\
                 Host a table, or join one. A lost connection loses nothing: seats are kept, \
                 and the game waits.",
            ),
        },
        play: Play::Table {
            game: Kingslayer::NAME,
            begin: |visit| {
                let place = Place::find().map_err(|error| format!("{error:#}"))?;
                Ok(porch(&place, &visit.me.name))
            },
            go_on,
        },
    }
}

/// What the card of a game says.
pub fn portrait(record: &Record, view: &View) -> Portrait {
    let (short, about) = stands(view).unwrap_or_default();
    Portrait {
        short,
        about,
        facts: Some(facts(record, view.house.is_eased())),
    }
}

/// How a game stands, in a few letters and in sentences: the enemy, its health, the
/// hand, what the house plays.
fn stands(view: &View) -> Option<(String, String)> {
    let enemy = view.enemy.as_ref()?;
    let left = enemy.health.saturating_sub(enemy.damage);
    let mut about = vec![format!(
        "Against the {}, {left} of {} health left; {} of 12 defeated.",
        enemy.card.in_words(),
        enemy.health,
        view.defeated
    )];
    if view.players.len() == 1 {
        let jesters = match view.solo_jesters {
            0 => "no Jester",
            1 => "one Jester",
            _ => "two Jesters",
        };
        let hand = worth(&view.hand);
        about.push(format!("A hand worth {hand}, {jesters} left."));
    }
    let house = view.house;
    let mut rules = Vec::new();
    let of_house = |it: &Difficulty| {
        let other = it.house();
        (other.health, other.attack, other.combo_limit)
            == (house.health, house.attack, house.combo_limit)
    };
    match Difficulty::ALL.iter().find(|it| of_house(it)) {
        Some(Difficulty::Normal) => {}
        Some(other) => rules.push(other.name()),
        None => rules.push("enemies of its own"),
    }
    if !house.surplus_payment {
        rules.push("no surplus payment");
    }
    if house.solo_yield {
        rules.push("yielding alone");
    }
    if !rules.is_empty() {
        about.push(format!("House rules: {}.", rules.join(", ")));
    }
    let short = format!("{} {left}/{}", short(enemy.card), enemy.health);
    Some((short, about.join("\n")))
}

/// The screen that asks what kind of game.
pub fn entrance(visit: &Visit) -> Box<dyn Screen> {
    Box::new(Entrance::new(Rc::new(OurKeeper::new(visit, None))))
}

/// The same where there is no home screen to go back to.
pub fn entrance_alone(visit: &Visit) -> Box<dyn Screen> {
    let keeper = OurKeeper::new(visit, None);
    Box::new(Entrance::new(Rc::new(keeper)).as_first_screen())
}

/// Opens a table, or today's.
pub fn begin(visit: &Visit, wish: &Wish, seed: Option<Seed>) -> Opened {
    let id = wait(open(&visit.host, &visit.me, wish, seed)).map_err(|it| it.to_string())?;
    go_on(visit, &id)
}

/// Opens a table for somebody, or finds their daily game of today.
async fn open(
    host: &Host,
    me: &Person,
    wish: &Wish,
    seed: Option<Seed>,
) -> Result<TableId, Refused> {
    let mut setup = Setup::for_players(1);
    setup.house = wish.house;
    setup.practice = wish.kind == Kind::Practice;
    let wish = parlour_solo::Wish::<Kingslayer> {
        kind: wish.kind,
        title: "Kingslayer",
        setup: &setup,
        seed: seed.unwrap_or_else(new_seed),
    };
    parlour_solo::open(host, me, &wish).await
}

/// How many moves back the log of a continued game reaches.
const LOG: u64 = 200;

fn go_on(visit: &Visit, id: &TableId) -> Opened {
    let (link, manner, keeper) = sit_down(visit, id)?;
    let screen = GameScreen::new(Box::new(link), manner, Some(Rc::new(keeper)));
    Ok(Box::new(screen.saying(older_words(visit, id))))
}

/// Plays in lines of words: the game that is wished for, or without a wish the one
/// that was left last, or a new one.
pub fn read_aloud(visit: &Visit, wish: Option<&Wish>, seed: Option<Seed>) -> anyhow::Result<()> {
    let said = |reason: String| anyhow!(reason);
    let left = OurKeeper::new(visit, None);
    let going_on = match wish {
        None if !left.left().map_err(said)?.is_empty() => Some(left.0.listed(0)?),
        _ => None,
    };
    let id = if let Some(id) = &going_on {
        id.clone()
    } else {
        let ordinary = Wish {
            house: left.house_rules().house(),
            ..Wish::default()
        };
        wait(open(
            &visit.host,
            &visit.me,
            wish.unwrap_or(&ordinary),
            seed,
        ))?
    };
    if going_on.is_some() {
        println!("Going on with the game that was left. --seed begins another.");
    }
    if let Some(words) = older_words(visit, &id) {
        println!("{words}");
    }
    let (link, manner, keeper) = sit_down(visit, &id).map_err(said)?;
    let (lines, out) = (stdin().lock(), stdout().lock());
    match parlour_tui::kingslayer::read_aloud(Box::new(link), manner.kind, &keeper, lines, out) {
        // Whoever listened has gone; the game is kept.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        other => Ok(other?),
    }
}

/// What a front needs to play at a table.
fn sit_down(
    visit: &Visit,
    id: &TableId,
) -> Result<(LocalLink<Kingslayer>, Manner, OurKeeper), String> {
    let said = |refused: Refused| refused.to_string();
    let me = &visit.me.identity;
    let glance = wait(visit.host.look(id, me)).map_err(said)?;
    let link = LocalLink::<Kingslayer>::new(&visit.host, id, me).map_err(said)?;
    let from = glance.standing.seq.saturating_sub(LOG);
    let past = wait(visit.host.history(id, me, from, LOG as u32)).map_err(said)?;
    let told = past.iter().map(|(_, it)| serde_json::from_str(it.as_str()));
    let manner = Manner {
        kind: Kind::of(&glance.record),
        day: Some(Day::of(glance.record.created)),
        hints: hints(&glance.record),
        // What an older version wrote down may be missing in the log.
        past: told.filter_map(Result::ok).collect(),
        played: Duration::from_millis(time_played(
            glance.record.created,
            &wait(visit.host.times(id, 0, MOST_TIMES)).map_err(said)?,
        )),
        ..Manner::default()
    };
    Ok((link, manner, OurKeeper::new(visit, Some(id.clone()))))
}

/// How many moves count for the clock; no game has as many.
const MOST_TIMES: u32 = 2_000;
/// Who makes no move for so long has gone away, and the clock stands.
const AWAY: u64 = 10 * 60 * 1_000;

/// For how long a table was played, in milliseconds, by the times of its moves.
fn time_played(begun: Time, moves: &[Time]) -> u64 {
    let before = std::iter::once(&begun).chain(moves);
    let pauses = before
        .zip(moves)
        .map(|(before, after)| after.since(*before));
    pauses.filter(|pause| *pause <= AWAY).sum()
}

/// The keeper for one table, or for the entrance.
struct OurKeeper(Rc<parlour_solo::Keeper<Kingslayer>>);

impl OurKeeper {
    fn new(visit: &Visit, table: Option<TableId>) -> Self {
        let also = Place::find().map_or_else(|_| Vec::new(), |place| own_identities(&place));
        let keeper = parlour_solo::Keeper::new(visit, table);
        Self(Rc::new(keeper.known_as(also)))
    }

    fn try_export(&self) -> anyhow::Result<PathBuf> {
        let bytes = self.0.export()?;
        let file = Place::find()?.replay_file(self.0.table()?.as_str());
        make_room_for(&file)?;
        private::write(&file, &bytes)?;
        Ok(file)
    }
}

/// A log as this house replays it.
fn replay_of(keeper: &parlour_solo::Keeper<Kingslayer>, log: &[u8]) -> Result<Replay, String> {
    let log = read_log(log, Limits::default()).map_err(said)?;
    Replay::open(keeper.visit().host.registry(), log).map_err(said)
}

/// Why something was not done, for a person.
#[expect(
    clippy::needless_pass_by_value,
    reason = "the form that map_err asks for"
)]
fn said(reason: impl ToString) -> String {
    reason.to_string()
}

impl Keeper for OurKeeper {
    fn begin(&self, wish: &Wish) -> Result<Box<dyn Screen>, String> {
        begin(self.0.visit(), wish, None)
    }

    fn export(&self) -> Result<String, String> {
        let file = self.try_export().map_err(|error| format!("{error:#}"))?;
        Ok(file.display().to_string())
    }

    fn seed(&self) -> Option<String> {
        let seed = self.0.seed().unwrap_or_else(|error| {
            tracing::warn!("the seed is not known: {error}");
            None
        });
        seed.map(|seed| seed.to_string())
    }

    fn bots_end(&self) -> Option<Outcome> {
        let begun = self.0.beginning();
        let (setup, seed) = begun
            .inspect_err(|error| tracing::warn!("the bot does not play: {error}"))
            .ok()?;
        play_alone(&setup, seed, Level::default())
    }

    fn played(&self) -> Result<Vec<Played>, String> {
        let played = self.0.played().map_err(said)?;
        Ok(played.iter().map(inquiry::counted).collect())
    }

    fn today(&self) -> Day {
        self.0.today()
    }

    fn replay(&self, played: usize) -> Result<Box<dyn Screen>, String> {
        let log = self.0.log(played).map_err(said)?;
        let replay = replay_of(&self.0, &log)?;
        let alone = replay.seats() == 1;
        let screen = ReplayScreen::new(replay, Box::new(TablePicture::default()));
        let keeper = self.0.clone();
        let play_on = move |entries: u64| {
            let table = keeper.practise(played, entries).map_err(said)?;
            go_on(keeper.visit(), &table)
        };
        Ok(Box::new(if alone {
            screen.going_on(Rc::new(play_on))
        } else {
            screen
        }))
    }

    fn look_back(&self) -> Result<PlayedGame, String> {
        let log = self.0.own_log().map_err(said)?;
        PlayedGame::of(&mut replay_of(&self.0, &log)?)
    }

    fn play_on(&self, entries: u64) -> Result<Box<dyn Screen>, String> {
        let table = self.0.practise_here(entries).map_err(said)?;
        go_on(self.0.visit(), &table)
    }

    fn hinted(&self) -> Result<(), String> {
        self.0.hinted().map_err(said)
    }

    fn left(&self) -> Result<Vec<Saved>, String> {
        self.0.left().map_err(said)
    }

    fn go_on(&self, left: usize) -> Result<Box<dyn Screen>, String> {
        let (visit, id) = (self.0.visit(), self.0.listed(left).map_err(said)?);
        go_on(visit, &id).map_err(|reason| visit.why_closed(&id, reason))
    }

    fn delete(&self, left: usize) -> Result<(), String> {
        self.0.delete(left).map_err(said)
    }

    fn may_give_up(&self) -> bool {
        self.0.may_give_up()
    }

    fn give_up(&self) -> Result<(), String> {
        self.0.give_up().map_err(said)
    }

    fn leave_untouched(&self) -> Result<(), String> {
        self.0.leave_untouched().map_err(said)
    }

    fn taken_back(&self) {
        self.0.taken_back();
    }

    fn house_rules(&self) -> HouseRules {
        read_rules().unwrap_or_else(|error| {
            tracing::warn!("the house rules are as printed: {error:#}");
            HouseRules::default()
        })
    }

    fn keep_house_rules(&self, rules: &HouseRules) {
        // They hold until the end all the same.
        if let Err(error) = write_rules(*rules) {
            tracing::warn!("the house rules are not kept: {error:#}");
        }
    }
}

/// The house rules as they were last chosen.
fn read_rules() -> anyhow::Result<HouseRules> {
    let file = Place::find()?.kingslayer_settings();
    match fs::read_to_string(&file) {
        Ok(text) => toml::from_str(&text).with_context(|| file.display().to_string()),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(HouseRules::default()),
        Err(error) => Err(error).with_context(|| file.display().to_string()),
    }
}

fn write_rules(rules: HouseRules) -> anyhow::Result<()> {
    let file = Place::find()?.kingslayer_settings();
    let text = toml::to_string(&rules).context("house rules have a text form")?;
    let beside = file.with_extension("toml.new");
    make_room_for(&file)
        .and_then(|()| fs::write(&beside, text))
        .and_then(|()| fs::rename(&beside, &file))
        .with_context(|| file.display().to_string())
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

    #[test]
    fn a_game_is_told_from_others_by_how_it_stands() {
        let mut setup = Setup::for_players(1);
        setup.house = Difficulty::Hard.house();
        setup.house.solo_yield = true;
        let state = Kingslayer::start(&setup, Seed(7)).unwrap();
        let view = Kingslayer::view(&state, parlour_rules::Viewer::Seat(parlour_rules::Seat(0)));
        let record = crate::tables::tests::record(Kingslayer::NAME);
        let it = portrait(&record, &view);
        assert_eq!(it.short, "J♣ 25/25");
        assert_eq!(
            it.about,
            "Against the Jack of Clubs, 25 of 25 health left; 0 of 12 defeated.\n\
             A hand worth 50, two Jesters left.\n\
             House rules: hard, yielding alone."
        );
    }
}
