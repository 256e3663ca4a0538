//! A room in one place: everybody sits at the same table, and one person after
//! the other speaks. The terminal room and scripts are this.
//!
//! The game master speaks aloud, in the public window; a power speaks in private.
//! Taking a seat needs no `join`.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use parlour_host::journal::JournalError;
use parlour_host::table::{Identity, Person, TableId};
use parlour_host::wait;

use crate::refusal::Refusal;
use crate::room::BROWSERS;
use crate::sheet::window_tag;
use crate::talk::{Body, Heard, Spoken, To, Window, dropped_words};
use crate::{Offers, Room, Words, phrase, read};

/// The platform's name.
pub const PLATFORM: &str = "local";

/// The game master's name among the speakers.
pub const MASTER: &str = "gm";

/// Who is spoken to.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ear {
    /// Everybody at the table.
    Public,
    /// One power, in private, by its name in capitals; [`MASTER`] for the game master,
    /// who speaks aloud but may be told something alone.
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
    /// What was brought and is still to be shown, by letter and part.
    brought: BTreeMap<Place, Said>,
    shown: Brought,
}

/// Something that is said to the room, and to whom the answer goes.
pub struct Question {
    room: Arc<Room>,
    heard: Heard,
    to: Ear,
}

impl Question {
    /// Says it and waits for the answer.
    pub fn answer(self) -> Result<Outcome, JournalError> {
        let answer = wait(self.room.hear(&self.heard))?;
        let says = answer.says.into_iter().map(|body| Said {
            to: self.to.clone(),
            body,
        });
        Ok(Outcome {
            said: says.collect(),
            refused: answer.refused,
        })
    }
}

/// Where a parcel stands: its letter, and which part of it.
type Place = (u64, u32);

/// How many parcels a terminal knows that it has shown: more than can wait for it.
const KNOWN: usize = 1000;

/// What was shown at this table's window here. The same table may be open in another
/// terminal, and what is brought is brought to one of them.
#[derive(Default)]
struct Brought {
    /// Up to which entry of which table.
    up_to: Option<(TableId, u64)>,
    /// The entries after that one of which the window was told.
    entries: BTreeSet<u64>,
    /// The latest parcels: one may stand among the notes too, if a service sorted its
    /// letter at the same moment.
    parcels: BTreeSet<Place>,
}

impl Brought {
    /// Whether a parcel was not shown before; from now on it was.
    fn is_new(&mut self, place: Place) -> bool {
        let new = self.parcels.insert(place);
        while self.parcels.len() > KNOWN {
            self.parcels.pop_first();
        }
        new
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
            brought: BTreeMap::new(),
            shown: Brought::default(),
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
        let mut outcome = self.question(heard).answer()?;
        outcome.said.extend(self.news()?);
        Ok(outcome)
    }

    /// The same for a line whose answer may take long: it can be asked on a thread of its
    /// own. What else has happened is not told with it.
    pub fn ask(&mut self, line: &str) -> Question {
        let heard = self.heard(line);
        self.question(heard)
    }

    fn question(&self, heard: Heard) -> Question {
        let to = if heard.spoken == Spoken::Aloud {
            Ear::Public
        } else {
            self.ear()
        };
        Question {
            room: Arc::clone(&self.room),
            heard,
            to,
        }
    }

    /// The powers whose bots think just now, as people write them.
    pub fn thinking(&self) -> Result<Vec<String>, JournalError> {
        let Some(id) = self.table()? else {
            return Ok(Vec::new());
        };
        let seats = self.room.thinking(&id);
        if seats.is_empty() {
            return Ok(Vec::new());
        }
        let powers = wait(self.room.power_names(&id))?;
        let names = seats.iter().filter_map(|it| powers.get(usize::from(it.0)));
        Ok(names.map(|it| phrase::plain(it)).collect())
    }

    /// Everything that waits for this table, after what another terminal at it has taken
    /// from there.
    pub fn news(&mut self) -> Result<Vec<Said>, JournalError> {
        let Some(id) = self.table()? else {
            return Ok(Vec::new());
        };
        // Looked at before what waits: what is told of these entries is there, or gone.
        let entries = wait(self.room.entries(&id))?;
        let before = self.shown.up_to.clone();
        if let Some((before, _)) = before.filter(|(before, _)| *before != id) {
            // How the game that was here before has ended.
            self.take_in(&before)?;
            self.shown.entries.clear();
            self.passed = 0;
            self.shown.up_to = None;
        }
        self.take_in(&id)?;
        let mut said = Vec::new();
        if let Some((_, after)) = &self.shown.up_to {
            // What was brought is crossed off: it is shown, whatever else cannot be read
            // now. The rest is asked for again.
            let Ok(told) = wait(self.room.summaries(&id, *after, entries)) else {
                return Ok(self.all_brought());
            };
            for (entry, bodies) in told {
                if !self.shown.entries.contains(&entry) {
                    said.extend(bodies.into_iter().map(|body| Said {
                        to: Ear::Public,
                        body,
                    }));
                }
            }
        }
        self.shown.entries.retain(|entry| *entry > entries);
        self.shown.up_to = Some((id, entries));
        said.extend(self.all_brought());
        Ok(said)
    }

    fn all_brought(&mut self) -> Vec<Said> {
        std::mem::take(&mut self.brought).into_values().collect()
    }

    /// Takes in what waits of a table for this terminal. What goes elsewhere waits there
    /// for whoever carries it.
    fn take_in(&mut self, table: &TableId) -> Result<(), JournalError> {
        // A service beside us sorts letters into notes: what is gone from the first is
        // among the second.
        loop {
            let parcels = self
                .room
                .parcels_of(table, PLATFORM, 60_000, self.passed, 64);
            let (parcels, looked_at) = wait(parcels)?;
            if parcels.is_empty() {
                break;
            }
            for parcel in parcels {
                let to = self.ear_of(&parcel.to);
                if to.is_none() && parcel.to.platform() != BROWSERS {
                    continue;
                }
                wait(self.room.sent(&parcel))?;
                if let Some(to) = to {
                    let place = (parcel.letter, parcel.part);
                    self.bring(place, parcel.entry, to, Some(parcel.body));
                }
            }
            self.passed = looked_at;
        }
        let slips = wait(self.room.slips(table))?;
        if slips.is_empty() {
            return Ok(());
        }
        let dropped = wait(self.room.dropped_slips(table))?;
        if let Some((_, first)) = slips.first().filter(|_| dropped > 0) {
            let said = Said {
                to: Ear::Public,
                body: Body::Text(dropped_words(dropped)),
            };
            // Before all parts of the letter that comes next.
            self.brought
                .insert((first.letter.saturating_sub(1), u32::MAX), said);
        }
        for (id, slip) in slips {
            // One for another window of the table waits for the terminal there.
            let Some(to) = self.ear_of(&slip.to) else {
                continue;
            };
            let body = wait(self.room.body(&slip.shows))?;
            wait(self.room.forget_slips(vec![id]))?;
            self.bring((slip.letter, slip.part), slip.entry, to, body);
        }
        Ok(())
    }

    /// Something is to be shown, if it was not before.
    fn bring(&mut self, place: Place, entry: Option<u64>, to: Ear, body: Option<Body>) {
        if to == Ear::Public {
            self.shown.entries.extend(entry);
        }
        if let Some(body) = body.filter(|_| self.shown.is_new(place)) {
            self.brought.insert(place, Said { to, body });
        }
    }

    /// Who at this terminal is told what goes there; nobody if it goes elsewhere.
    fn ear_of(&self, to: &To) -> Option<Ear> {
        match to {
            To::Window(window) => (*window == self.window()).then_some(Ear::Public),
            To::Inbox(who) if *who == Identity::local() => Some(Ear::Private(String::from(MASTER))),
            To::Inbox(Identity(who)) => {
                let power = who.strip_prefix("local:")?;
                Some(Ear::Private(power.to_owned()))
            }
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

/// Who somebody at this table is. The game master is the person at this machine.
pub(crate) fn identity(power: &str) -> Identity {
    if power == MASTER {
        return Identity::local();
    }
    Identity(format!("{PLATFORM}:{power}"))
}
