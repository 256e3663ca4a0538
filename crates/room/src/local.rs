//! A room in one place: everybody sits at the same table, and one person after
//! the other speaks. The terminal room and scripts are this.
//!
//! The game master speaks aloud, in the public window; a power speaks in private.
//! Taking a seat needs no `join`.

use std::collections::BTreeSet;
use std::sync::Arc;

use parlour_host::journal::JournalError;
use parlour_host::table::{Identity, Person, TableId};
use parlour_host::wait;

use crate::refusal::Refusal;
use crate::room::BROWSERS;
use crate::sheet::window_tag;
use crate::talk::{Body, Heard, Spoken, To, Window};
use crate::{Offers, Room, Words, phrase, read};

/// The platform's name.
pub const PLATFORM: &str = "local";

/// The game master's name among the speakers.
const MASTER: &str = "gm";

/// Who is spoken to.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ear {
    /// Everybody at the table.
    Public,
    /// One power, in private, by its name in capitals; `gm` for the game master.
    Private(String),
}

/// Something said to somebody.
#[derive(Clone, Debug)]
pub struct Said {
    /// To whom.
    pub to: Ear,
    /// What.
    pub body: Body,
}

/// What a line came to.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// What was said, the answer first.
    pub said: Vec<Said>,
    /// The code of the refusal, if it was refused.
    pub refused: Option<&'static str>,
}

/// How far the game at a table has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Course {
    /// There is none.
    Nothing,
    /// It is open and has not begun.
    Open,
    /// It is played.
    Running,
    /// It is over.
    Over,
}

/// A table with everybody at it.
pub struct Local {
    room: Arc<Room>,
    chat: String,
    /// Who speaks: a power in capitals, or nobody for the game master.
    speaker: Option<String>,
    messages: u64,
    /// Letters up to this one were looked through.
    passed: u64,
    shown: Shown,
}

/// What was shown at this table's window here. The same table may be open in another
/// terminal, and the outbox is read by one of them.
#[derive(Default)]
struct Shown {
    /// Up to which entry of which table.
    up_to: Option<(TableId, u64)>,
    /// The summaries, by their first lines.
    heads: BTreeSet<String>,
}

impl Shown {
    /// Whether the summary of this phase was among what the outbox brought.
    fn has(&self, phase: &str) -> bool {
        let end = format!("({phase}):");
        self.heads.iter().any(|head| head.ends_with(&end))
    }

    fn note(&mut self, said: &[Said]) {
        let public = said.iter().filter(|it| it.to == Ear::Public);
        let heads = public.filter_map(|it| match &it.body {
            Body::Text(text) => text.lines().next(),
            _ => None,
        });
        let heads = heads.filter(|head| head.ends_with("):"));
        self.heads.extend(heads.map(str::to_owned));
    }
}

impl Local {
    /// A table whose public window has this name.
    pub fn new(room: Arc<Room>, chat: &str) -> Self {
        Self {
            room,
            chat: chat.to_owned(),
            speaker: None,
            messages: 0,
            passed: 0,
            shown: Shown::default(),
        }
    }

    /// A table that is there already, at its window here.
    pub fn at(room: Arc<Room>, table: &TableId) -> Result<Option<Self>, JournalError> {
        let windows = wait(room.windows(table))?;
        let here = windows
            .into_iter()
            .find(|window| window.platform == PLATFORM);
        Ok(here.map(|window| Self::new(room, &window.chat)))
    }

    /// The powers of the game, in capitals; none before there is one.
    pub fn powers(&self) -> Result<Vec<String>, JournalError> {
        match self.table()? {
            Some(id) => wait(self.room.power_names(&id)),
            None => Ok(Vec::new()),
        }
    }

    /// How far the game has come.
    pub fn course(&self) -> Result<Course, JournalError> {
        match self.table()? {
            Some(id) => wait(self.room.course(&id)),
            None => Ok(Course::Nothing),
        }
    }

    /// The powers that are played at this machine, in capitals and in their order.
    pub fn seated(&self) -> Result<Vec<String>, JournalError> {
        let Some(id) = self.table()? else {
            return Ok(Vec::new());
        };
        let powers = wait(self.room.power_names(&id))?;
        let holders = wait(self.room.holders(&id))?;
        let own = powers.into_iter().zip(holders).filter(|(power, holder)| {
            let holder = holder.as_ref();
            holder.is_some_and(|holder| *holder == identity(power))
        });
        Ok(own.map(|(power, _)| power).collect())
    }

    /// What the speaker may order; nothing if they play no power that may.
    pub fn offers(&mut self) -> Result<Option<Offers>, JournalError> {
        if self.speaker.is_none() {
            return Ok(None);
        }
        let heard = self.heard("orders");
        Ok(wait(self.room.offers(&heard))?.ok())
    }

    /// What is going on, in one line.
    pub fn headline(&self) -> Result<String, JournalError> {
        match self.table()? {
            Some(id) => wait(self.room.headline(&id)),
            None => Ok(String::from("No game is open. Say `new`.")),
        }
    }

    /// The room.
    pub fn room(&self) -> &Arc<Room> {
        &self.room
    }

    /// Who speaks: a power in capitals, or nothing for the game master.
    pub fn speaker(&self) -> Option<&str> {
        self.speaker.as_deref()
    }

    /// The table, once a game was opened.
    pub fn table(&self) -> Result<Option<TableId>, JournalError> {
        let tag = window_tag(&self.window());
        wait(self.room.table_of_window(&tag))
    }

    /// Speaks as a power from now on, and sits at its seat; as the game master if
    /// it is `gm`.
    pub fn take(&mut self, power: &str) -> Result<Outcome, JournalError> {
        let power = power.trim();
        if power.eq_ignore_ascii_case(MASTER) {
            self.speaker = None;
            return Ok(Outcome::default());
        }
        let Some(id) = self.table()? else {
            self.speaker = Some(power.to_ascii_uppercase());
            return Ok(Outcome::default());
        };
        match wait(self.room.power_named(&id, power)) {
            Ok(power) => self.speaker = Some(power),
            Err(refusal) => return Ok(self.refused(refusal)),
        }
        match self.sit() {
            Ok(bot) => {
                let told = bot.zip(self.speaker.as_deref()).map(|(bot, power)| {
                    let power = phrase::plain(power);
                    Said {
                        to: self.ear(),
                        body: Body::Text(format!(
                            "{} has got up: you play {power} from now on. Its orders are \
                             gone: give your own. `replace {power} bot`, said by the game \
                             master, lets it sit down again.",
                            phrase::sentence(&bot.name).trim_end_matches('.')
                        )),
                    }
                });
                let mut said: Vec<Said> = told.into_iter().collect();
                said.extend(self.news()?);
                Ok(Outcome {
                    said,
                    refused: None,
                })
            }
            Err(refusal) => Ok(self.refused(refusal)),
        }
    }

    /// Sits down at the speaker's seat; the answer is the bot that had to get up.
    fn sit(&self) -> Result<Option<Person>, Refusal> {
        let table = self.table();
        let table = table.map_err(|error| Refusal::new("journal", error.to_string()))?;
        match (table, &self.speaker) {
            (Some(id), Some(power)) => self.seat(&id, power),
            _ => Ok(None),
        }
    }

    /// Puts somebody at a power's seat, before they speak; the answer is the bot
    /// that had to get up in a game that has begun.
    pub fn seat(&self, id: &TableId, power: &str) -> Result<Option<Person>, Refusal> {
        let power = wait(self.room.power_named(id, power))?;
        let person = Person::new(identity(&power), &phrase::plain(&power));
        wait(self.room.seat_locally(id, &person, &power))
    }

    /// The speaker says a line.
    pub fn say(&mut self, line: &str) -> Result<Outcome, JournalError> {
        let heard = self.heard(line);
        if self.speaker.is_some()
            && let Some(id) = self.table()?
            && wait(self.room.course(&id))? == Course::Open
            && let Err(refusal) = self.sit()
        {
            return Ok(self.refused(refusal));
        }
        let answer = wait(self.room.hear(&heard))?;
        let to = if heard.spoken == Spoken::Aloud {
            Ear::Public
        } else {
            self.ear()
        };
        let mut said: Vec<Said> = answer
            .says
            .into_iter()
            .map(|body| Said {
                to: to.clone(),
                body,
            })
            .collect();
        said.extend(self.news()?);
        Ok(Outcome {
            said,
            refused: answer.refused,
        })
    }

    /// Everything that waits in the outbox, after the summaries that another terminal
    /// at this table has taken from there.
    pub fn news(&mut self) -> Result<Vec<Said>, JournalError> {
        let table = self.table()?;
        // Looked at before the outbox: what is told of these entries is there, or gone.
        let entries = match &table {
            Some(id) => wait(self.room.entries(id))?,
            None => 0,
        };
        let told = self.brought()?;
        self.shown.note(&told);
        let Some(id) = table else {
            return Ok(told);
        };
        let mut said = Vec::new();
        match &self.shown.up_to {
            Some((table, after)) if *table == id => {
                // What was brought is crossed off: it is shown, whatever else cannot be
                // read now. The summaries are asked for again.
                let Ok(summaries) = wait(self.room.summaries(&id, *after, entries)) else {
                    return Ok(told);
                };
                for (phase, bodies) in summaries {
                    if !self.shown.has(&phase) {
                        said.extend(bodies.into_iter().map(|body| Said {
                            to: Ear::Public,
                            body,
                        }));
                    }
                }
            }
            Some(_) => self.shown.heads.clear(),
            None => {}
        }
        self.shown.up_to = Some((id, entries));
        said.extend(told);
        Ok(said)
    }

    /// What the outbox brings to this machine. What goes elsewhere waits there for who
    /// carries it.
    fn brought(&mut self) -> Result<Vec<Said>, JournalError> {
        let mut said = Vec::new();
        loop {
            let parcels = wait(self.room.parcels(PLATFORM, 60_000, self.passed, 64))?;
            let Some(last) = parcels.last().map(|parcel| parcel.letter) else {
                return Ok(said);
            };
            for parcel in parcels {
                if !is_ours(parcel.to.platform()) {
                    continue;
                }
                wait(self.room.sent(&parcel))?;
                let to = match &parcel.to {
                    To::Window(window) if *window == self.window() => Ear::Public,
                    To::Inbox(Identity(who)) => match who.strip_prefix("local:") {
                        Some(power) => Ear::Private(power.to_owned()),
                        None => continue,
                    },
                    To::Window(_) => continue,
                };
                said.push(Said {
                    to,
                    body: parcel.body,
                });
            }
            self.passed = last;
        }
    }

    fn window(&self) -> Window {
        Window {
            platform: String::from(PLATFORM),
            chat: self.chat.clone(),
        }
    }

    fn ear(&self) -> Ear {
        match &self.speaker {
            Some(power) => Ear::Private(power.clone()),
            None => Ear::Public,
        }
    }

    fn refused(&self, refusal: Refusal) -> Outcome {
        Outcome {
            said: vec![Said {
                to: self.ear(),
                body: Body::Text(refusal.words),
            }],
            refused: Some(refusal.code),
        }
    }

    /// The line as a room hears it. What opens and begins games is said aloud,
    /// whoever says it; everything else a power says is private.
    fn heard(&mut self, line: &str) -> Heard {
        self.messages += 1;
        let power = self.speaker.as_deref();
        let who = identity(power.unwrap_or(MASTER));
        let name = power.map_or_else(|| String::from("the game master"), phrase::plain);
        let aloud = matches!(read(line), Ok(Words::New(_) | Words::Start(_)));
        if power.is_none() || aloud {
            Heard::aloud(PLATFORM, &self.chat, who, &name, line)
        } else {
            let mut heard = Heard::in_private(PLATFORM, who, &name, line);
            // At this table, a word means the game at this table.
            heard.chat = Some(self.chat.clone());
            heard.spoken = Spoken::Aside;
            heard
        }
    }
}

/// Whether a terminal crosses off what goes there. Browsers look for themselves, so
/// nobody carries anything to them.
fn is_ours(platform: &str) -> bool {
    [PLATFORM, BROWSERS].contains(&platform)
}

/// Who somebody at this table is. The game master is the person at this machine.
pub(crate) fn identity(power: &str) -> Identity {
    if power == MASTER {
        return Identity::local();
    }
    Identity(format!("{PLATFORM}:{power}"))
}
