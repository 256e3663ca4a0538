//! A Diplomacy table for fronts that carry any game: how one is opened, the words of the
//! table, questions about a view, and commands, which go the way that the room's own
//! words go.

mod carrying;
mod press;
mod question;
mod record;
mod saying;

use std::sync::Arc;

use parlour_diplomacy::game::Diplomacy;
use parlour_diplomacy::{Board, GameView};
use parlour_host::card::{self, Query};
use parlour_host::host::Accepted;
use parlour_host::journal::JournalError;
use parlour_host::steward::{Declined, Joinable, Offer, Reply, Steward, Word};
use parlour_host::table::{Identity, Person, Place, Record, TableId};
use parlour_host::{Host, Json, Message, Refused, Shown};
use parlour_rules::{Rules, Seat, Viewer};
use serde::{Deserialize, Serialize};

use super::Room;
use super::extending::shown;
use crate::refusal::Trouble;
use crate::sheet::{Extension, LISTED, Sheet};
use crate::talk::Heard;
use question::Question;
pub(super) use record::portrayed;

/// How the browser is called among platforms.
pub(crate) const PLATFORM: &str = "web";

/// Answers for Diplomacy.
pub struct RoomSteward {
    room: Arc<Room>,
}

impl RoomSteward {
    /// A steward of the tables before a room. Where its bots think apart, no page waits
    /// for one.
    pub fn new(room: Arc<Room>) -> Self {
        Self { room }
    }

    /// Its room.
    pub fn room(&self) -> &Arc<Room> {
        &self.room
    }

    /// The powers of a game under way that somebody may join as.
    async fn powers_to_take(&self, table: &TableId) -> Result<Vec<String>, Declined> {
        let game = self.room.game_at(table, Viewer::Spectator).await?;
        let seats = (0..).map(Seat).zip(&game.sight.record.chairs);
        let free = seats.filter(|(seat, chair)| chair.is_none() && !game.is_out(*seat));
        Ok(free.map(|(seat, _)| game.power_at(seat)).collect())
    }

    async fn opened(&self, by: &Person, wish: Wish) -> Result<TableId, Declined> {
        let mut bytes = [0; 16];
        self.room.entropy.fill(&mut bytes);
        let message = format!("{:032x}", u128::from_le_bytes(bytes));
        let heard = heard_from(by, "new", &message);
        self.room.new_game(&heard, &wish.settings).await?;
        let table = heard.own_table();
        let table = table.ok_or_else(|| declined("not_opened", "no table was opened"))?;
        let game = self.room.game_at(&table, Viewer::Spectator).await?;
        let code = game.sheet.code.clone();
        let about = |step: &str| heard_from(by, &code, &format!("{message}-{step}"));
        if wish.listed {
            self.room
                .revise(&table, &about("list"), |_, sheet| {
                    sheet.listed = true;
                    Ok(())
                })
                .await?;
        }
        if wish.joins {
            let powers: Vec<String> = wish.power.into_iter().collect();
            let join = about("join");
            self.room.join(&join, Some(&code), &powers).await?;
        }
        if wish.begins {
            self.room.start(&about("start"), None).await?;
        }
        Ok(table)
    }
}

/// What somebody wants to play.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Wish {
    /// Settings of the room, `key=value`.
    #[serde(default)]
    settings: Vec<String>,
    /// Whether anybody may find it.
    #[serde(default)]
    listed: bool,
    /// Whether who opens it plays too.
    #[serde(default)]
    joins: bool,
    /// As which power; as any if none is named.
    #[serde(default)]
    power: Option<String>,
    /// Whether it begins at once.
    #[serde(default)]
    begins: bool,
}

/// What everybody may know of a table beside its game.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a fact of its own for a page"
)]
#[derive(Serialize)]
struct Plane {
    code: String,
    settings: String,
    press: &'static str,
    hidden_names: bool,
    listed: bool,
    called_off: bool,
    stopped: bool,
    /// The chats in which somebody of a browser may be told too.
    chats: Vec<String>,
    /// How many wait for any power, and who, unless names are hidden.
    waiting: usize,
    waiting_names: Vec<String>,
    /// More time that is proposed.
    extension: Option<Proposed>,
}

/// More time that is proposed for a phase.
#[derive(Serialize)]
struct Proposed {
    phase: String,
    span: String,
    yes: usize,
    no: usize,
    needed: usize,
}

impl Proposed {
    fn of(extension: &Extension) -> Self {
        Self {
            phase: extension.phase.clone(),
            span: shown(extension.minutes),
            yes: extension.yes.len(),
            no: extension.no.len(),
            needed: extension.needed,
        }
    }
}

impl Plane {
    fn of(sheet: &Sheet, chats: &[String]) -> Self {
        let settings = &sheet.settings;
        let names = sheet.waiting.iter().map(|it| it.name.clone());
        Self {
            code: sheet.code.clone(),
            settings: settings.to_string(),
            press: settings.press.word(),
            hidden_names: settings.hidden_names,
            listed: sheet.listed,
            called_off: sheet.called_off,
            stopped: sheet.paused.is_some(),
            chats: chats.to_vec(),
            waiting: sheet.waiting.len(),
            waiting_names: names.filter(|_| !settings.hidden_names).collect(),
            extension: sheet.extension.as_ref().map(Proposed::of),
        }
    }
}

/// What one person alone is told.
#[derive(Serialize)]
struct Aside {
    /// How much press they may read.
    press: u64,
    /// Whether they wait for any power.
    waiting: bool,
    /// Powers of which they hear nothing, by seat.
    muted: Vec<Seat>,
    /// The powers that they like, by seat, the best first.
    wishes: Vec<Seat>,
    /// Their draft.
    draft: Option<Drafted>,
    /// What they have said about more time.
    more_time: Option<bool>,
}

/// Orders that somebody only thinks of.
#[derive(Serialize)]
struct Drafted {
    phase: String,
    orders: Vec<String>,
}

impl Aside {
    fn of(sheet: &Sheet, record: &Record, who: &Identity, press: u64) -> Self {
        let seat = record.seat_of(who);
        let own = sheet.drafts.iter();
        let mut own = own.filter(|it| it.who == *who && Some(it.seat) == seat);
        let liked = sheet.wishes.iter().find(|(it, _)| *it == who.0);
        let said = sheet.extension.as_ref().and_then(|it| {
            let has = |seats: &[Seat]| seat.is_some_and(|seat| seats.contains(&seat));
            let yes = has(&it.yes);
            (yes || has(&it.no)).then_some(yes)
        });
        Self {
            press,
            waiting: sheet.waiting.iter().any(|it| it.identity == *who),
            muted: sheet.muted_by(who),
            wishes: liked.map_or_else(Vec::new, |(_, seats)| seats.clone()),
            draft: own.next().map(|it| Drafted {
                phase: it.phase.clone(),
                orders: it.orders.clone(),
            }),
            more_time: said,
        }
    }
}

impl Steward for RoomSteward {
    fn offer(&self) -> Offer {
        Offer {
            game: Diplomacy::NAME,
            title: String::from("Diplomacy"),
            about: String::from(
                "Seven powers, secret orders, everybody moves at once. With people here and in \
                 chats, or with bots.",
            ),
            alone: false,
            players: (1, 7),
            offers: None,
        }
    }

    fn boards(&self) -> Vec<(String, String)> {
        let boards = Board::all().into_iter();
        boards
            .map(|it| (it.name().to_owned(), it.title().to_owned()))
            .collect()
    }

    fn open<'a>(
        &'a self,
        _host: &'a Arc<Host>,
        by: &'a Person,
        wish: &'a Json,
    ) -> Reply<'a, TableId> {
        Box::pin(async move {
            let wish: Wish = wish.read().map_err(|error| unreadable(&error))?;
            Box::pin(self.opened(by, wish)).await
        })
    }

    fn words(&self, view: &Json) -> Option<String> {
        let view: GameView = view.read().ok()?;
        Some(match &view.outcome {
            Some(outcome) => super::bulletins::ending(outcome),
            None => view.phase.words(),
        })
    }

    fn hides_names(&self, record: &Record, over: bool) -> bool {
        // Of a table that cannot be read nobody is named.
        Sheet::read(&record.settings).is_none_or(|sheet| sheet.settings.hidden_names && !over)
    }

    fn plane(&self, _table: &TableId, record: &Record) -> Option<Json> {
        let sheet = Sheet::read(&record.settings)?;
        Some(Json::of(&Plane::of(&sheet, self.room.platforms())))
    }

    /// It is told for the whole phase in which the others were told: whoever looks later
    /// in it may find that the present rules have decided something.
    fn older(&self, glance: &Shown<Json>) -> Option<String> {
        let stage = glance.stage.as_ref()?;
        if glance.standing.seq == 0 {
            return None;
        }
        if let Some(older) = glance.older {
            return Some(older.to_string());
        }
        let aged = Sheet::read(&glance.record.settings)?.aged?;
        (aged.phase.as_deref() == Some(stage.as_str())).then_some(aged.words)
    }

    fn aside<'a>(
        &'a self,
        _host: &'a Arc<Host>,
        table: &'a TableId,
        record: &'a Record,
        who: &'a Identity,
    ) -> Reply<'a, Option<Json>> {
        Box::pin(async move {
            let Some(sheet) = Sheet::read(&record.settings) else {
                return Ok(None);
            };
            let press = self.press_count(table, who).await?;
            Ok(Some(Json::of(&Aside::of(&sheet, record, who, press))))
        })
    }

    /// Before a new player sees anything that the one before has noted.
    fn is_unsettled(&self, record: &Record) -> bool {
        let sheet = Sheet::read(&record.settings);
        sheet.is_some_and(|sheet| !sheet.handed.is_empty())
    }

    fn settle<'a>(&'a self, _host: &'a Arc<Host>, table: &'a TableId) -> Reply<'a, ()> {
        Box::pin(async move { Ok(self.room.hand_over(table).await?) })
    }

    /// Those that have not begun, and those at which somebody has freed a power.
    fn listed<'a>(&'a self, host: &'a Arc<Host>) -> Reply<'a, Vec<Joinable>> {
        Box::pin(async move {
            let open = Query::tagged(LISTED).course(card::Course::Open);
            let cards = host.cards(open.with_records()).await?.cards;
            let mut found = Vec::new();
            for card in cards {
                let Some(record) = &card.record else { continue };
                let sheet = Sheet::read(&record.settings);
                if sheet.is_none_or(|sheet| sheet.called_off) {
                    continue;
                }
                if record.started.is_none() {
                    found.push(card.table.into());
                } else if record.chairs.iter().any(Option::is_none) {
                    let free = match self.powers_to_take(&card.table).await {
                        Ok(free) => free,
                        Err(Declined::Host(Refused::Journal(
                            error @ JournalError::Unreachable(_),
                        ))) => return Err(Refused::Journal(error).into()),
                        // One that cannot be read hides no other.
                        Err(_) => continue,
                    };
                    let table = card.table;
                    found.extend((!free.is_empty()).then_some(Joinable { table, free }));
                }
            }
            Ok(found)
        })
    }

    fn carry<'a>(&'a self, _host: &'a Arc<Host>, message: Message) -> Reply<'a, Accepted> {
        Box::pin(self.carried(message))
    }

    /// Whoever sits at a table may ask others to it, and who opened it.
    fn may_invite(&self, record: &Record, who: &Identity) -> bool {
        record.owner == *who || record.seat_of(who).is_some()
    }

    fn admit<'a>(
        &'a self,
        host: &'a Arc<Host>,
        table: &'a TableId,
        place: Place,
        person: &'a Person,
    ) -> Reply<'a, ()> {
        Box::pin(async move {
            if place == Place::Watch {
                host.admit(table, place, person).await?;
                return Ok(());
            }
            let record = host.record(table).await?;
            if let Some(seat) = record.seat_of(&person.identity) {
                return Err(Refused::AlreadySeated(seat).into());
            }
            let game = self.room.game_at(table, Viewer::Spectator).await?;
            let powers: Vec<String> = match place {
                Place::Seat(seat) => vec![game.power_at(seat)],
                _ => Vec::new(),
            };
            let code = &game.sheet.code;
            let mut heard = heard_from(person, code, "");
            heard.message = None;
            self.room.join(&heard, Some(code), &powers).await?;
            Ok(())
        })
    }

    fn gather<'a>(
        &'a self,
        _host: &'a Arc<Host>,
        table: &'a TableId,
        by: &'a Person,
        question: &'a Json,
    ) -> Reply<'a, Json> {
        Box::pin(async move {
            let Ok(asked) = question.read::<Question>() else {
                return Ok(question.clone());
            };
            self.gathered(table, by, asked)
                .await
                .map(|it| it.unwrap_or_else(|| question.clone()))
        })
    }

    fn ask(&self, view: &Json, question: &Json) -> Result<Json, Declined> {
        let question: Question = question.read().map_err(|error| unreadable(&error))?;
        let view: GameView = view.read().map_err(|error| unreadable(&error))?;
        question::answer(&view, question)
    }

    fn inquire<'a>(
        &'a self,
        _host: &'a Arc<Host>,
        by: &'a Person,
        question: &'a Json,
    ) -> Reply<'a, Json> {
        Box::pin(self.inquired(&by.identity, question))
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
            let sheet = Sheet::read(&record.settings);
            let sheet = sheet.ok_or_else(|| Refused::UnknownTable(table.clone()))?;
            self.said(by, &sheet.code, word).await
        })
    }
}

/// Words of somebody's about a table, in private.
fn heard_from(by: &Person, words: &str, message: &str) -> Heard {
    let mut heard = Heard::in_private(PLATFORM, by.identity.clone(), &by.name, words);
    heard.message = Some(message.to_owned());
    heard
}

fn unreadable(error: &serde_json::Error) -> Declined {
    Declined::Unreadable(error.to_string())
}

fn declined(code: &'static str, words: impl Into<String>) -> Declined {
    let words = words.into();
    Declined::Table { code, words }
}

impl From<Trouble> for Declined {
    fn from(trouble: Trouble) -> Self {
        match trouble {
            Trouble::Refusal(refusal) => declined(refusal.code, refusal.words),
            Trouble::Journal(error) => Self::Host(Refused::Journal(error)),
        }
    }
}
