//! Kingslayer on the shelf: the entrance, and what its screens need of the house.

mod steward;

use std::cell::RefCell;
use std::fs;
use std::io::ErrorKind;
use std::path::PathBuf;
use std::rc::Rc;
use std::time::Duration;

use anyhow::Context;
use parlour_host::card::Portrait;
use parlour_host::link::LocalLink;
use parlour_host::table::{Person, Record, TableId};
use parlour_host::{Host, Json, NewTable, Refused, Time, private, wait};
use parlour_regicide::{Difficulty, Kingslayer, Outcome, Setup, View, worth};
use parlour_rules::{Rules, Seed};
use parlour_tui::Screen;
use parlour_tui::home::{Game, Saved};
use parlour_tui::kingslayer::{
    Entrance, GameScreen, HouseRules, Keeper, Kind, Manner, Played, Wish, short,
};

pub use steward::KingslayerSteward;

use super::{Entry, Opened, Play, agreed, older_words};
use crate::party::porch;
use crate::place::{Place, make_room_for};
use crate::tables::{Kept, Left, Visit, ago, is_of_today, moves, new_seed};

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
        facts: Some(agreed::facts(record, view.house.is_eased())),
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
    let today = day(host.now());
    let daily = format!("{} daily {today}", Kingslayer::NAME);
    if wish.kind == Kind::Daily {
        if let Some(table) = agreed::daily(host, &me.identity, &daily).await? {
            return Ok(table);
        }
    }
    let mut setup = Setup::for_players(1);
    setup.house = wish.house;
    setup.practice = wish.kind == Kind::Practice;
    let (title, seed) = match wish.kind {
        Kind::Ordinary => (String::from("Kingslayer"), seed.unwrap_or_else(new_seed)),
        Kind::Practice => (
            String::from("Kingslayer, practice"),
            seed.unwrap_or_else(new_seed),
        ),
        Kind::Daily => (format!("Kingslayer of {today}"), Seed::from_text(&daily)),
    };
    let mut table = NewTable::new(Kingslayer::NAME, Json::of(&setup), seed, me.clone());
    table.title = title;
    table.settings = agreed::settings(kind_name(wish.kind));
    if wish.kind == Kind::Daily {
        table.tags = vec![daily];
    }
    host.open_table(table).await
}

/// How many moves back the log of a continued game reaches.
const LOG: u64 = 200;

fn go_on(visit: &Visit, id: &TableId) -> Opened {
    let said = |refused: Refused| refused.to_string();
    let me = &visit.me.identity;
    let glance = wait(visit.host.look(id, me)).map_err(said)?;
    let link = LocalLink::<Kingslayer>::new(&visit.host, id, me).map_err(said)?;
    let from = glance.standing.seq.saturating_sub(LOG);
    let past = wait(visit.host.history(id, me, from, LOG as u32)).map_err(said)?;
    let told = past.iter().map(|(_, it)| serde_json::from_str(it.as_str()));
    let manner = Manner {
        kind: kind_of(&glance.record),
        // What an older version wrote down may be missing in the log.
        past: told.filter_map(Result::ok).collect(),
        played: Duration::from_millis(time_played(
            glance.record.created,
            &wait(visit.host.times(id, 0, MOST_TIMES)).map_err(said)?,
        )),
        ..Manner::default()
    };
    let keeper = OurKeeper::new(visit, Some(id.clone()));
    let screen = GameScreen::new(Box::new(link), manner, Some(Rc::new(keeper)));
    Ok(Box::new(screen.saying(older_words(visit, id))))
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

fn kind_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Ordinary => "ordinary",
        Kind::Practice => "practice",
        Kind::Daily => "daily",
    }
}

fn kind_of(record: &Record) -> Kind {
    kind_named(&agreed::kind(record))
}

fn kind_named(name: &str) -> Kind {
    match name {
        "practice" => Kind::Practice,
        "daily" => Kind::Daily,
        _ => Kind::Ordinary,
    }
}

/// What the entrance says of a game that was left.
fn card(kept: &Kept, now: Time) -> Saved {
    let (played, begun) = (ago(kept.last, now), ago(kept.record.created, now));
    let title = match kind_of(&kept.record) {
        Kind::Ordinary => format!("Game, {played}"),
        Kind::Practice => format!("Practice, {played}"),
        Kind::Daily => format!("Daily {}", day(kept.record.created)),
    };
    let moves = moves(kept.entries);
    let (progress, about) = match kept.short.as_str() {
        "" => (moves.clone(), String::new()),
        short => (short.to_owned(), format!("{}\n", kept.about)),
    };
    Saved {
        title,
        progress,
        about: format!("{about}{moves}, begun {begun}."),
        damaged: false,
    }
}

/// The keeper for one table, or for the entrance.
struct OurKeeper {
    visit: Visit,
    table: RefCell<Option<TableId>>,
    /// The tables in the last answer of [`Keeper::left`].
    left: RefCell<Vec<TableId>>,
}

impl OurKeeper {
    fn new(visit: &Visit, table: Option<TableId>) -> Self {
        Self {
            visit: visit.clone(),
            table: RefCell::new(table),
            left: RefCell::default(),
        }
    }

    /// The table that this keeper stands for.
    fn table(&self) -> anyhow::Result<TableId> {
        let table = self.table.borrow().clone();
        table.ok_or_else(|| anyhow::anyhow!("there is no table"))
    }

    fn listed(&self, left: usize) -> Result<TableId, String> {
        let listed = self.left.borrow().get(left).cloned();
        listed.ok_or_else(|| String::from("this game is gone"))
    }

    fn try_left(&self) -> anyhow::Result<Vec<Saved>> {
        let now = self.visit.host.now();
        let left = self.visit.left_of(Kingslayer::NAME)?;
        let saved = left.iter().map(|left| match left {
            Left::Kept(kept) => card(kept, now),
            Left::Broken(broken) => broken.card(now),
        });
        let saved = saved.collect();
        *self.left.borrow_mut() = left.iter().map(|left| left.id().clone()).collect();
        Ok(saved)
    }

    /// Not while it is played, or the tavern could be looked into; not of the daily
    /// game, which others may have before them.
    fn try_seed(&self) -> anyhow::Result<Option<Seed>> {
        #[derive(serde::Deserialize)]
        struct Start {
            seed: Seed,
        }
        let (id, host) = (self.table()?, &self.visit.host);
        let glance = wait(host.look(&id, &self.visit.me.identity))?;
        if glance.outcome.is_none() || kind_of(&glance.record) == Kind::Daily {
            return Ok(None);
        }
        let kept = wait(host.journal().load(&id))?.context("the table is gone")?;
        let start: Start = serde_json::from_str(&kept.header)?;
        Ok(Some(start.seed))
    }

    fn try_export(&self) -> anyhow::Result<PathBuf> {
        let id = self.table()?;
        let bytes = wait(self.visit.host.export(&id))?;
        let file = Place::find()?.replay_file(id.as_str());
        make_room_for(&file)?;
        private::write(&file, &bytes)?;
        Ok(file)
    }

    fn try_played(&self) -> anyhow::Result<Vec<Played>> {
        let played = agreed::played::<Outcome>(&self.visit, Kingslayer::NAME)?;
        let played = played.into_iter().map(|(facts, outcome)| Played {
            players: facts.players,
            kind: kind_named(&facts.kind),
            day: day(facts.created),
            outcome,
            eased: facts.apart,
        });
        Ok(played.collect())
    }
}

impl Keeper for OurKeeper {
    fn begin(&self, wish: &Wish) -> Result<Box<dyn Screen>, String> {
        begin(&self.visit, wish, None)
    }

    fn export(&self) -> Result<String, String> {
        let file = self.try_export().map_err(|error| format!("{error:#}"))?;
        Ok(file.display().to_string())
    }

    fn seed(&self) -> Option<String> {
        let seed = self.try_seed().unwrap_or_else(|error| {
            tracing::warn!("the seed is not known: {error:#}");
            None
        });
        seed.map(|seed| seed.to_string())
    }

    fn played(&self) -> Result<Vec<Played>, String> {
        self.try_played().map_err(|error| format!("{error:#}"))
    }

    fn today(&self) -> String {
        day(self.visit.host.now())
    }

    fn left(&self) -> Result<Vec<Saved>, String> {
        self.try_left().map_err(|error| format!("{error:#}"))
    }

    fn go_on(&self, left: usize) -> Result<Box<dyn Screen>, String> {
        let id = self.listed(left)?;
        go_on(&self.visit, &id).map_err(|reason| self.visit.why_closed(&id, reason))
    }

    fn delete(&self, left: usize) -> Result<(), String> {
        self.visit.delete(&self.listed(left)?)
    }

    fn may_give_up(&self) -> bool {
        let host = &self.visit.host;
        let record = self.table().ok().and_then(|id| wait(host.record(&id)).ok());
        record.is_some_and(|record| !is_of_today(&record, host.now()))
    }

    fn give_up(&self) -> Result<(), String> {
        let table = self.table().map_err(|error| error.to_string())?;
        self.visit.delete(&table)
    }

    fn leave_untouched(&self) -> Result<(), String> {
        let table = self.table().map_err(|error| error.to_string())?;
        self.visit.delete_untouched(&table)
    }

    /// Play goes on at another table; the one before is of no more use.
    fn taken_back(&self) {
        let host = &self.visit.host;
        let mut table = self.table.borrow_mut();
        while let Some(id) = table.clone() {
            let record = wait(host.record(&id));
            let Some(next) = record.ok().and_then(|record| record.moved_to) else {
                return;
            };
            if let Err(refused) = wait(host.remove(&id, &self.visit.me.identity)) {
                tracing::warn!("table {id} is not removed: {refused}");
            }
            *table = Some(next);
        }
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

/// The day of a moment, by the clock of Greenwich: `2031-05-02`.
pub fn day(time: Time) -> String {
    // Years are counted from March, so that the leap day is the last of a year.
    let days = time.0 / 86_400_000 + 719_468;
    let (era, of_era) = (days / 146_097, days % 146_097);
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let from_march = (5 * of_year + 2) / 153;
    let month = if from_march < 10 {
        from_march + 3
    } else {
        from_march - 9
    };
    let day = of_year - (153 * from_march + 2) / 5 + 1;
    let year = year + era * 400 + u64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
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

    #[test]
    fn days_are_told_by_their_date() {
        for (seconds, date) in [
            (0, "1970-01-01"),
            (86_399, "1970-01-01"),
            (951_782_400, "2000-02-29"),
            (951_868_800, "2000-03-01"),
            (1_935_446_400, "2031-05-02"),
            (4_102_444_800, "2100-01-01"),
        ] {
            assert_eq!(day(Time(seconds * 1000)), date);
        }
    }
}
