//! Kingslayer in a browser: how a game is begun, alone or together, what is asked about
//! it, and the words of its table. Those of a table for several are the court's.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use parlour_court::{
    Court, Household, Table as CourtTable, Tableau, Word as CourtWord, bots_play_on,
};
use parlour_host::host::{Accepted, Undo};
use parlour_host::steward::{Declined, Joinable, Offer, Presence, Reply, Steward, Word};
use parlour_host::table::{Identity, Person, Place, Record, TableId};
use parlour_host::{Host, Json, Message, Refused};
use parlour_regicide::question::{Question, answer};
use parlour_regicide::{Kingslayer, View};
use parlour_rules::{Rules, Seat};
use parlour_solo::{Kind, NotDone, NotTakenBack, practise, take_back};
use parlour_tui::kingslayer::{Pace, open, stands};
use serde::{Deserialize, Serialize};

use super::giving_up::give_up;
use super::inquiry::inquired;
use super::tables::{Tables, elsewhere};
use super::wish::{Wanted, plan};
use super::{afterwards, entry, hinting};
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

/// Beside somebody who practises; who comes back to the table lets them try again.
async fn let_bots_play(host: &Arc<Host>, table: &TableId) {
    if let Err(refused) = bots_play_on(host, table).await {
        tracing::warn!("bots do not play at {table}: {refused}");
    }
}

pub(super) fn unreadable(error: &serde_json::Error) -> Declined {
    Declined::Unreadable(error.to_string())
}

pub(super) fn declined(code: &'static str, words: &str) -> Declined {
    let words = words.to_owned();
    Declined::Table { code, words }
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

    /// Tables where anybody may sit down, and those where anybody may watch.
    fn listed<'a>(&'a self, _host: &'a Arc<Host>) -> Reply<'a, Vec<Joinable>> {
        Box::pin(async move {
            let waiting = self.tables.waiting().await?.into_iter();
            let playing = self.tables.under_way().await?.into_iter();
            let playing = playing.map(|(table, freed)| Joinable {
                table,
                free: freed
                    .iter()
                    .map(|it| format!("Seat {}", it.0 + 1))
                    .collect(),
            });
            Ok(waiting.map(Joinable::from).chain(playing).collect())
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

    fn asked<'a>(
        &'a self,
        host: &'a Arc<Host>,
        table: &'a TableId,
        by: &'a Person,
        question: &'a Json,
    ) -> Reply<'a, ()> {
        Box::pin(async move {
            match question.read() {
                Ok(Question::Hint {}) => hinting::note(&self.tables, host, table, by).await,
                _ => Ok(()),
            }
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
            let said = word.said.read::<Said>();
            if matches!(said, Ok(Said::GiveUp)) {
                if !self.tables.may_be_opened() {
                    return Err(elsewhere());
                }
                return give_up(host, table, by).await;
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
            // Nothing else is said where one plays alone.
            said.map_err(|error| unreadable(&error))?;
            let table = take_back(host, table, &by.identity).await;
            let table = table.map_err(not_taken_back)?;
            Ok(Json::of(&GoesOn { table }))
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
