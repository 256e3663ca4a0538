//! Kingslayer in a browser: how a game is begun, alone or together, what is asked about
//! it, and the words of its table. Those of a table for several are the court's.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use parlour_court::{
    Court, Customs, Household, Plan, Table as CourtTable, Tableau, Word as CourtWord, bots_play_on,
    others_play,
};
use parlour_host::host::{Accepted, Undo};
use parlour_host::steward::{Declined, Joinable, Offer, Presence, Reply, Steward, Word};
use parlour_host::table::{Identity, Person, Place, Record, TableId};
use parlour_host::{Host, Json, Message, Refused};
use parlour_regicide::bot::Level;
use parlour_regicide::question::{Question, answer};
use parlour_regicide::{Difficulty, House, Kingslayer, View};
use parlour_rules::{Rules, Seat};
use parlour_solo::{Kind, NotDone, NotTakenBack, hinted, is_of_today, practise, take_back};
use parlour_tui::kingslayer::{Pace, Wish, open, stands};
use parlour_web::door::fitting;
use serde::{Deserialize, Serialize};

use super::inquiry::inquired;
use super::tables::{Tables, elsewhere};
use super::{afterwards, entry};
use crate::lan::{new_token, seen_mind};
use crate::tables::new_seed;

/// How long the bot may think about a hint.
const THINK: Duration = Duration::from_millis(400);

/// How long a table waits for a browser that is gone before it pauses.
const GRACE: Duration = Duration::from_secs(20);

/// Answers for Kingslayer.
pub struct KingslayerSteward {
    tables: Tables,
}

impl KingslayerSteward {
    /// A steward of the tables of a host. Where several processes share them, this one
    /// has a name.
    pub fn new(host: &Arc<Host>, replica: Option<String>) -> Self {
        let court = Court::new(Household {
            host: Arc::clone(host),
            mind: Arc::new(seen_mind),
            pace: Pace::default().time(),
            key: Arc::new(new_token),
            seed: Arc::new(new_seed),
            grace: GRACE,
            replica,
        });
        Self {
            tables: Tables::Court(court),
        }
    }

    /// A steward of tables that somebody else has opened, by the tags of their games.
    pub fn of_tables(host: &Arc<Host>, open: BTreeMap<String, CourtTable>) -> Self {
        let host = Arc::clone(host);
        Self {
            tables: Tables::Lan { host, open },
        }
    }
}

/// The longest that bots can be asked to take for a move at least, in milliseconds.
const LONGEST_PACE: u32 = 60_000;

/// What somebody wants to play.
enum Wanted {
    Together(Together),
    Alone(Alone),
}

impl Wanted {
    /// Who says how many play wants others: what is wrong is told of that wish alone.
    fn read(wish: &Json) -> serde_json::Result<Self> {
        let fields: BTreeMap<String, serde_json::Value> = wish.read()?;
        if fields.contains_key("players") {
            return wish.read().map(Self::Together);
        }
        wish.read().map(Self::Alone)
    }
}

/// A table for several.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Together {
    players: u8,
    #[serde(default)]
    bots: u8,
    #[serde(default)]
    open: bool,
    #[serde(default)]
    title: Option<String>,
    #[serde(default)]
    difficulty: Option<Difficulty>,
    #[serde(default)]
    surplus_payment: Option<bool>,
    #[serde(default)]
    mulligan: Option<bool>,
    #[serde(default)]
    level: Option<Level>,
    #[serde(default)]
    pace: Option<u32>,
    #[serde(default)]
    hints: bool,
}

/// A game alone.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Alone {
    kind: Kind,
    #[serde(default)]
    difficulty: Option<Difficulty>,
    #[serde(default)]
    surplus_payment: Option<bool>,
    #[serde(default)]
    solo_yield: Option<bool>,
    #[serde(default)]
    mulligan: Option<bool>,
}

/// A word of the table.
#[derive(Deserialize)]
#[serde(tag = "word", rename_all = "snake_case")]
enum Said {
    TakeBack,
    GiveUp,
}

#[derive(Serialize)]
struct GoesOn {
    table: TableId,
}

impl From<Alone> for Wish {
    fn from(wanted: Alone) -> Self {
        let kind = wanted.kind;
        // The daily game is the same for everybody.
        if kind == Kind::Daily {
            let house = Difficulty::Normal.house();
            return Self { kind, house };
        }
        let mut house = house(wanted.difficulty, wanted.surplus_payment, wanted.mulligan);
        if let Some(may_yield) = wanted.solo_yield {
            house.solo_yield = may_yield;
        }
        Self { kind, house }
    }
}

/// Beside somebody who practises; who comes back to the table lets them try again.
async fn let_bots_play(host: &Arc<Host>, table: &TableId) {
    if let Err(refused) = bots_play_on(host, table).await {
        tracing::warn!("bots do not play at {table}: {refused}");
    }
}

/// The house rules that are for any number of players.
fn house(enemies: Option<Difficulty>, surplus: Option<bool>, mulligan: Option<bool>) -> House {
    let mut house = enemies.unwrap_or(Difficulty::Normal).house();
    if let Some(surplus) = surplus {
        house.surplus_payment = surplus;
    }
    house.mulligan = mulligan.unwrap_or_default();
    house
}

pub(super) fn unreadable(error: &serde_json::Error) -> Declined {
    Declined::Unreadable(error.to_string())
}

pub(super) fn declined(code: &'static str, words: &str) -> Declined {
    let words = words.to_owned();
    Declined::Table { code, words }
}

/// The most letters of a table's title.
const LONGEST_TITLE: usize = 60;

fn plan(wanted: Together) -> Result<Plan, Declined> {
    let Together {
        players,
        bots,
        open,
        title,
        difficulty,
        surplus_payment,
        mulligan,
        level,
        pace,
        hints,
    } = wanted;
    if !(2..=4).contains(&players) || bots >= players {
        let words = "two to four play together, and at least one of them is a person";
        return Err(declined("bad_table", words));
    }
    if pace.is_some_and(|pace| pace > LONGEST_PACE) {
        let words = format!("bots take at most {LONGEST_PACE} milliseconds for a move");
        return Err(declined("bad_table", &words));
    }
    let title = title.unwrap_or_else(|| String::from("Kingslayer together"));
    let title = fitting(&title, "a title", LONGEST_TITLE);
    let title = title.map_err(|words| declined("bad_title", &words))?;
    Ok(Plan {
        title,
        players,
        bots,
        open,
        house: house(difficulty, surplus_payment, mulligan),
        customs: Customs { level, pace, hints },
    })
}

/// Whether a table is one of the court's.
pub(super) fn is_together(record: &Record) -> bool {
    record.chairs.len() > 1 && !is_sparring(record)
}

/// Whether somebody practises beside bots, from a game with others.
fn is_sparring(record: &Record) -> bool {
    record.chairs.len() > 1 && Kind::noted(record) == Some(Kind::Practice)
}

/// What a word of the court came to.
#[derive(Serialize)]
struct CourtHeard {
    game: TableId,
    seat: Option<Seat>,
}

impl KingslayerSteward {
    /// Says a word at a table for several.
    async fn say(
        &self,
        table: &TableId,
        by: &Person,
        word: CourtWord,
        id: Option<&str>,
    ) -> Result<Json, Declined> {
        let heard = self.tables.hear(table, by, word, id).await?;
        Ok(Json::of(&CourtHeard {
            game: heard.game,
            seat: heard.seat,
        }))
    }

    /// A game for several is given up by whoever plays it with bots alone.
    async fn give_up_together(
        &self,
        host: &Host,
        table: &TableId,
        record: &Record,
        by: &Person,
    ) -> Result<Json, Declined> {
        if matches!(self.tables, Tables::Lan { .. }) {
            return Err(elsewhere());
        }
        if record.seat_of(&by.identity).is_none() {
            return Err(Refused::NotSeated.into());
        }
        if host.look(table, &by.identity).await?.outcome.is_some() {
            return Err(declined("game_over", "the game is over"));
        }
        if others_play(table, record, &by.identity)? {
            let words = "others play here too: they may let a bot play for you when you are gone";
            return Err(declined("others_play", words));
        }
        host.remove(table, &record.owner).await?;
        Ok(Json::of(&serde_json::json!({})))
    }

    /// The table counts a hint before it is given. To who has nothing to decide none is.
    async fn count_hint(
        &self,
        table: &TableId,
        record: &Record,
        by: &Person,
    ) -> Result<(), Declined> {
        if record.seat_of(&by.identity).is_none() {
            return Ok(());
        }
        let nothing = ["wrong_step", "game_over", "not_your_turn", "no_table"];
        match self.say(table, by, CourtWord::Hint {}, None).await {
            Err(Declined::Table { code, .. }) if nothing.contains(&code) => Ok(()),
            counted => counted.map(drop),
        }
    }
}

impl Steward for KingslayerSteward {
    fn offer(&self) -> Offer {
        let card = entry().card;
        let alone = self.tables.may_be_opened();
        Offer {
            game: Kingslayer::NAME,
            title: card.title,
            about: card.about,
            alone,
            players: (if alone { 1 } else { 2 }, 4),
            offers: Some(if alone {
                vec![
                    "alone",
                    "together",
                    "daily",
                    "practice",
                    "learn",
                    "statistics",
                ]
            } else {
                vec!["learn", "statistics"]
            }),
        }
    }

    fn open<'a>(
        &'a self,
        host: &'a Arc<Host>,
        by: &'a Person,
        wish: &'a Json,
    ) -> Reply<'a, TableId> {
        Box::pin(async move {
            match Wanted::read(wish).map_err(|error| unreadable(&error))? {
                Wanted::Alone(_) if !self.tables.may_be_opened() => Err(elsewhere()),
                Wanted::Alone(alone) => Ok(open(host, by, &alone.into(), new_seed()).await?),
                Wanted::Together(together) => self.tables.found(by, &plan(together)?).await,
            }
        })
    }

    fn words(&self, view: &Json) -> Option<String> {
        let view: View = view.read().ok()?;
        stands(&view).map(|(short, _)| short)
    }

    fn tells_all(&self) -> bool {
        true
    }

    fn kind(&self, record: &Record) -> Option<String> {
        if is_together(record) {
            return Some(String::from("together"));
        }
        Kind::noted(record).map(|kind| kind.name().to_owned())
    }

    fn plane(&self, table: &TableId, record: &Record) -> Option<Json> {
        let tableau = is_together(record).then(|| Tableau::of(table, record));
        tableau.and_then(Result::ok).map(|it| Json::of(&it))
    }

    /// Whoever sits at a table for several may ask others to it.
    fn may_invite(&self, record: &Record, who: &Identity) -> bool {
        is_together(record) && record.seat_of(who).is_some()
    }

    fn admit<'a>(
        &'a self,
        host: &'a Arc<Host>,
        table: &'a TableId,
        place: Place,
        person: &'a Person,
    ) -> Reply<'a, ()> {
        Box::pin(async move {
            // The table may have gone on to its next game since.
            let now = self.tables.present_game(table).await?;
            let table = now.as_ref().unwrap_or(table);
            if place == Place::Watch {
                host.admit(table, place, person).await?;
                return Ok(());
            }
            if let Some(seat) = host.record(table).await?.seat_of(&person.identity) {
                return Err(Refused::AlreadySeated(seat).into());
            }
            let word = match place {
                Place::Seat(seat) => CourtWord::Take { seat },
                _ => CourtWord::Join {},
            };
            self.say(table, person, word, None).await?;
            Ok(())
        })
    }

    fn attend<'a>(
        &'a self,
        host: &'a Arc<Host>,
        table: &'a TableId,
        who: &'a Identity,
    ) -> Reply<'a, Option<Presence>> {
        Box::pin(async move {
            let record = host.record(table).await?;
            if is_sparring(&record) {
                // Should the process have died in the middle of their moves.
                let_bots_play(host, table).await;
            }
            // Whoever has no seat yet may take one while they look.
            if !is_together(&record) {
                return Ok(None);
            }
            self.tables.attend(table, who).await
        })
    }

    fn goes_on<'a>(
        &'a self,
        _host: &'a Arc<Host>,
        table: &'a TableId,
        record: &'a Record,
    ) -> Reply<'a, Option<TableId>> {
        Box::pin(async move {
            if !is_together(record) {
                return Ok(None);
            }
            let now = self.tables.present_game(table).await?;
            Ok(now.filter(|now| now != table))
        })
    }

    /// Tables where anybody may sit down.
    fn listed<'a>(&'a self, _host: &'a Arc<Host>) -> Reply<'a, Vec<Joinable>> {
        Box::pin(async move {
            let waiting = self.tables.waiting().await?.into_iter();
            Ok(waiting.map(Joinable::from).collect())
        })
    }

    /// Moves are taken back in practice, and at a table for several when all agree.
    fn undo<'a>(
        &'a self,
        host: &'a Arc<Host>,
        table: &'a TableId,
        by: &'a Identity,
        to: u64,
    ) -> Reply<'a, Undo> {
        Box::pin(async move {
            let record = host.record(table).await?;
            if is_together(&record) {
                return self.tables.undo(table, &record, by, to).await;
            }
            if Kind::noted(&record) != Some(Kind::Practice) {
                return Err(not_taken_back(NotTakenBack::NotPractice));
            }
            let undone = host.undo(table, by, to).await?;
            if let (Undo::Done(next), true) = (&undone, is_sparring(&record)) {
                let_bots_play(host, next).await;
            }
            Ok(undone)
        })
    }

    /// In practice beside bots they play at once.
    fn carry<'a>(&'a self, host: &'a Arc<Host>, message: Message) -> Reply<'a, Accepted> {
        Box::pin(async move {
            let table = message.table.clone();
            let accepted = host.command_text(message).await?;
            // What was done is done, whatever becomes of the bots.
            if host.record(&table).await.is_ok_and(|it| is_sparring(&it)) {
                let_bots_play(host, &table).await;
            }
            Ok(accepted)
        })
    }

    /// A game that is over, or was practice anyway, goes on as practice. Of one that
    /// counts nobody sees the future.
    fn fork<'a>(
        &'a self,
        host: &'a Arc<Host>,
        table: &'a TableId,
        by: &'a Person,
        at: u64,
    ) -> Reply<'a, TableId> {
        Box::pin(async move {
            let glance = host.look(table, &by.identity).await?;
            if !self.tables.may_be_opened() {
                return Err(elsewhere());
            }
            if is_together(&glance.record) && glance.outcome.is_none() {
                let words = "a game with others goes on as practice once it is over";
                return Err(declined("not_alone", words));
            }
            let practice = Kind::noted(&glance.record) == Some(Kind::Practice);
            if glance.outcome.is_none() && !practice {
                let words = "a game that counts goes on as practice once it is over";
                return Err(declined("not_over", words));
            }
            let forked = practise(host, table, by, &[], at).await;
            let forked = forked.map_err(|error| match error {
                NotDone::Host(refused) => Declined::Host(refused),
                other => declined("not_forked", &other.to_string()),
            })?;
            if is_together(&glance.record) || is_sparring(&glance.record) {
                let_bots_play(host, &forked).await;
            }
            Ok(forked)
        })
    }

    /// A game with hints counts apart from the others.
    fn asked<'a>(
        &'a self,
        host: &'a Arc<Host>,
        table: &'a TableId,
        by: &'a Person,
        question: &'a Json,
    ) -> Reply<'a, ()> {
        Box::pin(async move {
            let question = question.read();
            let record = host.record(table).await?;
            let hint = matches!(question, Ok(Question::Hint {}));
            if hint && is_together(&record) {
                // Where nothing was agreed, others at the table have no bot beside them.
                return match Tableau::of(table, &record) {
                    Ok(it) if it.customs.hints => self.count_hint(table, &record, by).await,
                    _ => Err(declined("not_alone", "this table gives no hints")),
                };
            }
            let counts = Kind::noted(&record).is_some_and(|kind| kind != Kind::Practice);
            if hint && counts && record.owner == by.identity {
                hinted(host, table, &by.identity).await?;
            }
            Ok(())
        })
    }

    fn gather<'a>(
        &'a self,
        host: &'a Arc<Host>,
        table: &'a TableId,
        by: &'a Person,
        question: &'a Json,
    ) -> Reply<'a, Json> {
        Box::pin(async move {
            let goes_on = self.tables.may_be_opened();
            let gathered = afterwards::gathered(host, table, (by, goes_on), question).await?;
            Ok(gathered.unwrap_or_else(|| question.clone()))
        })
    }

    fn ask(&self, view: &Json, question: &Json) -> Result<Json, Declined> {
        if let Some(answer) = afterwards::answered(question) {
            return Ok(answer);
        }
        let question: Question = question.read().map_err(|error| unreadable(&error))?;
        let view: View = view.read().map_err(|error| unreadable(&error))?;
        let until = Instant::now() + THINK;
        let answer = answer(&view, &question, &mut || Instant::now() < until);
        Ok(Json::of(&answer))
    }

    fn inquire<'a>(
        &'a self,
        host: &'a Arc<Host>,
        by: &'a Person,
        question: &'a Json,
    ) -> Reply<'a, Json> {
        Box::pin(inquired(host, by, question))
    }

    fn hear<'a>(
        &'a self,
        host: &'a Arc<Host>,
        table: &'a TableId,
        by: &'a Person,
        word: &'a Word,
    ) -> Reply<'a, Json> {
        Box::pin(async move {
            let record = host.record(table).await?;
            let gives_up = matches!(word.said.read(), Ok(Said::GiveUp));
            if is_together(&record) && gives_up {
                return self.give_up_together(host, table, &record, by).await;
            }
            if is_together(&record) {
                let said: CourtWord = word.said.read().map_err(|error| unreadable(&error))?;
                // Whoever was let in to watch has no seat by that.
                let seated = record.seat_of(&by.identity).is_some();
                if !seated && !record.open {
                    return Err(Refused::NotSeated.into());
                }
                return self.say(table, by, said, Some(&word.id)).await;
            }
            let said: Said = word.said.read().map_err(|error| unreadable(&error))?;
            match said {
                Said::TakeBack => {
                    let table = take_back(host, table, &by.identity).await;
                    let table = table.map_err(not_taken_back)?;
                    Ok(Json::of(&GoesOn { table }))
                }
                Said::GiveUp => give_up(host, table, by).await,
            }
        })
    }
}

fn not_taken_back(error: NotTakenBack) -> Declined {
    let words = error.to_string();
    match error {
        NotTakenBack::NotPractice => declined("not_practice", &words),
        NotTakenBack::NothingPlayed => declined("nothing_played", &words),
        NotTakenBack::Host(refused) => Declined::Host(refused),
    }
}

async fn give_up(host: &Host, table: &TableId, by: &Person) -> Result<Json, Declined> {
    let glance = host.look_since(table, &by.identity, None).await?.glance;
    if glance.outcome.is_some() {
        return Err(declined("game_over", "the game is over"));
    }
    if glance.standing.seq > 0 && is_of_today(&glance.record, host.now()) {
        let words = "the game of the day can be played once, so it is kept until tomorrow";
        return Err(declined("once_a_day", words));
    }
    host.remove(table, &by.identity).await?;
    Ok(Json::of(&serde_json::json!({})))
}
