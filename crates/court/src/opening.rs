//! Opens a table: the one that is kept goes on, or a new one begins.

use std::sync::Arc;
use std::time::Duration;

use parlour_host::card::{Course, Query};
use parlour_host::host::Description;
use parlour_host::table::{Identity, Person, Record, TableId};
use parlour_host::{Host, Json, NewTable, Refused};
use parlour_regicide::{Command, House, Setup, View};
use parlour_rules::{Seat, Seed};
use tokio::task::JoinHandle;

use crate::court::{OPEN, PAST, is_ours};
use crate::customs::Customs;
use crate::marshal::{Eyes, Marshal, Notes, seat_of};
use crate::seating;
use crate::table::Table;
use crate::taking_back::is_stray;

/// A bot's mind: from a seat's view and a number to a command. It is called on a
/// thread of its own and may take its time.
pub type BotMind = Arc<dyn Fn(&View, u64) -> Command + Send + Sync>;

/// Makes the seed of a game, from the number of the table (from 1) and the number
/// of the game at that table (from 0).
pub type Seeds = Arc<dyn Fn(u32, u32) -> Seed + Send + Sync>;

/// Told what happens at a table, by its number: who comes and goes, what begins and
/// ends. For the person at the host.
pub type Tell = Arc<dyn Fn(u32, &str) + Send + Sync>;

/// What a table is opened with.
pub struct Opening {
    /// Where the table is kept.
    pub host: Arc<Host>,
    /// The tag under which its games are found again.
    pub tag: String,
    /// What the table is called on screens.
    pub title: String,
    /// Who owns the table, for the host.
    pub owner: Identity,
    /// Its number among the tables of its front, from 1.
    pub number: u32,
    /// Seats of the table, 2 to 4.
    pub players: u8,
    /// Seats that bots take from the beginning.
    pub bots: u8,
    /// The house rules of its games.
    pub house: House,
    /// What is agreed beside them. Whoever fills in [`mind`](Self::mind) keeps to it.
    pub customs: Customs,
    /// Leave an unfinished game and begin anew.
    pub fresh: bool,
    /// Whether a finished game is shown once more to those who played it, and their
    /// seats are kept as if the table had never been closed. Otherwise there is a new
    /// lobby at once.
    pub shows_finished: bool,
    /// How bots think.
    pub mind: BotMind,
    /// How long bots take for a move at least, so that people can follow.
    pub pace: Duration,
    /// Makes text that is never the same, by which a table is known again.
    pub key: Arc<dyn Fn() -> String + Send + Sync>,
    /// Makes the seed of a game.
    pub seed: Seeds,
    /// Hears what happens.
    pub tell: Tell,
    /// Whether anybody may watch.
    pub open: bool,
    /// How long the table waits for somebody whose connection is lost before it pauses;
    /// for whoever only looks, as a page does, at least twenty seconds.
    pub grace: Duration,
    /// Where several processes may have the table open at once, the name of this one:
    /// who is there, and which bot thinks, is then agreed by leases of the journal.
    pub replica: Option<String>,
}

/// Why a table is not opened.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpenRefused {
    /// A table for another number of players waits to go on; it is abandoned only
    /// on request.
    #[error("an unfinished table of {players} is kept here")]
    Unfinished {
        /// Its seats.
        players: u8,
    },
    /// The table that is kept cannot be read; it is cleared away only on request.
    #[error("the table that is kept here cannot be read: {0}")]
    Damaged(Refused),
    /// The host refused.
    #[error(transparent)]
    Host(#[from] Refused),
}

/// A table that can be opened. Nothing has changed yet.
pub struct Prepared {
    opening: Opening,
    kept: Kept,
}

impl Prepared {
    /// Opens it: its task runs until nobody holds the table any more, or until it is
    /// ended. Needs a tokio runtime with time.
    pub async fn open(self) -> Result<(Table, JoinHandle<()>), Refused> {
        let (table, heard, seq) = Table::new();
        let marshal = Marshal::open(self.opening, self.kept, table.downgrade().inbox, seq).await?;
        Ok((table, tokio::spawn(marshal.run(heard))))
    }
}

impl Opening {
    pub(crate) fn new_game(
        &self,
        chairs: Vec<Option<Person>>,
        notes: &Notes,
        start: bool,
    ) -> NewTable {
        // Of several processes that begin the same game, one is first.
        let id = self.replica.as_ref().and_then(|_| notes.game_id());
        NewTable {
            id,
            title: self.title.clone(),
            game: String::from("kingslayer"),
            setup: Json::of(&Setup {
                house: self.house,
                ..Setup::for_players(self.players)
            }),
            seed: (self.seed)(self.number, notes.game),
            owner: self.owner.clone(),
            chairs,
            start,
            open: self.open,
            letters: false,
            settings: notes.json(),
            tags: self.tags(),
        }
    }

    /// Under what its games are found: where strangers may sit down, among those too.
    fn tags(&self) -> Vec<String> {
        let open = self.open && is_ours(&self.tag);
        let open = open.then(|| String::from(OPEN));
        [self.tag.clone()].into_iter().chain(open).collect()
    }

    /// The game is found under its tag no more.
    pub(crate) async fn untag(&self, id: &TableId) -> Result<(), Refused> {
        let untag = |it: &mut Description| it.tags.clear();
        self.host.describe(id, &self.owner, untag).await
    }

    /// The game is found as one that the table has played.
    pub(crate) async fn retire(&self, id: &TableId) -> Result<(), Refused> {
        let past = self.past_tags();
        let retire = |it: &mut Description| it.tags.clone_from(&past);
        self.host.describe(id, &self.owner, retire).await
    }

    /// Under what a game is found that the table has played.
    pub(crate) fn past_tags(&self) -> Vec<String> {
        vec![format!("{PAST}{}", self.tag)]
    }

    /// Looks whether the table can be opened.
    pub async fn prepare(self) -> Result<Prepared, OpenRefused> {
        let kept = self.kept().await?;
        Ok(Prepared {
            opening: self,
            kept,
        })
    }

    /// What stands under the tag. A lobby in which nobody ever sat is removed: its bots
    /// and its seed were those of another start. An unfinished table with another number
    /// of seats is in the way, unless it is to be left; so is one that cannot be read,
    /// unless there is another to go on with.
    async fn kept(&self) -> Result<Kept, OpenRefused> {
        let mut kept = Kept::default();
        let (mut in_the_way, mut damage) = (None, None);
        let mut readable = Vec::new();
        for id in self.host.tables_with_tag(&self.tag).await? {
            let record = match self.host.record(&id).await {
                Ok(record) => record,
                Err(refused) if refused.is_damage() => {
                    damage = Some(refused);
                    kept.damaged.extend(self.fresh.then_some(id));
                    continue;
                }
                Err(refused) => return Err(refused.into()),
            };
            if is_stray(&self.host, &id, &record).await? {
                continue;
            }
            match Notes::of(&id, &record) {
                Ok(notes) => readable.push((id, record, notes)),
                // The game may be in order, and is kept.
                Err(refused) => {
                    damage = Some(refused);
                    kept.left.extend(self.fresh.then_some(id));
                }
            }
        }
        // The newest first: should the process have died as the next game began, the one
        // before stands here too.
        readable.sort_by_key(|(_, _, notes)| std::cmp::Reverse(notes.game));
        for (id, record, notes) in readable {
            if is_untouched(&record, &notes) {
                kept.untouched.push(id);
                continue;
            }
            let fits = record.chairs.len() == usize::from(self.players);
            if !self.fresh && kept.resumed.is_none() && fits {
                kept.resumed = Some((id, record, notes));
                continue;
            }
            if !fits && is_unfinished(&self.host, &id, &record)? {
                in_the_way = Some(record.chairs.len() as u8);
            }
            kept.left.push(id);
        }
        if self.fresh || kept.resumed.is_some() {
            return Ok(kept);
        }
        match (in_the_way, damage) {
            (Some(players), _) => Err(OpenRefused::Unfinished { players }),
            (None, Some(refused)) => Err(OpenRefused::Damaged(refused)),
            (None, None) => Ok(kept),
        }
    }

    /// Bots sit at the last seats.
    pub(crate) fn first_chairs(&self) -> Vec<Option<Person>> {
        let people = self.players.saturating_sub(self.bots);
        let chair = |seat| (seat >= people).then(|| named_bot(Seat(seat), seat - people + 1));
        (0..self.players).map(chair).collect()
    }
}

/// Whether there is something to go on with: a game that runs, or people in the
/// lobby.
fn is_unfinished(host: &Arc<Host>, id: &TableId, record: &Record) -> Result<bool, Refused> {
    if record.started.is_none() {
        return Ok(seating::people(record).next().is_some());
    }
    Ok(Eyes::on(host, id, &record.owner)?.view().outcome.is_none())
}

/// Whether nobody has sat here yet, in this game or in one before it.
fn is_untouched(record: &Record, notes: &Notes) -> bool {
    let people = seating::people(record).next().is_some();
    record.started.is_none() && !people && notes.former.is_empty() && notes.earlier.is_empty()
}

/// A table that would go on if it were opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unfinished {
    /// Its seats.
    pub players: u8,
    /// Who sits at it, bots left out.
    pub people: Vec<String>,
    /// Whether its game has begun.
    pub begun: bool,
    /// Whether there is a seat for whoever asks: one that is free, or theirs.
    pub seat: bool,
}

/// The unfinished table that is kept under a tag: see [`Opening::tag`]. Who asks may
/// have sat there before.
pub async fn unfinished(
    host: &Arc<Host>,
    tag: &str,
    who: Option<&Identity>,
) -> Result<Option<Unfinished>, Refused> {
    // Games that are over are told from the others by their cards.
    let going_on = Query::tagged(tag).course(Course::Open);
    for card in host.all_cards(going_on).await? {
        let id = card.table;
        let record = match host.record(&id).await {
            Ok(record) => record,
            // The start tells of it.
            Err(refused) if refused.is_damage() => continue,
            Err(refused) => return Err(refused),
        };
        if is_stray(host, &id, &record).await? {
            continue;
        }
        if record.started.is_some() || seating::people(&record).next().is_some() {
            let people = record.chairs.iter().flatten();
            let people = people.filter(|person| person.bot.is_none());
            let free = record.chairs.contains(&None);
            let theirs = match who {
                Some(who) => seat_of(&record, &Notes::of(&id, &record)?, who).is_some(),
                None => false,
            };
            return Ok(Some(Unfinished {
                players: record.chairs.len() as u8,
                people: people.map(|person| person.name.clone()).collect(),
                begun: record.started.is_some(),
                seat: free || theirs,
            }));
        }
    }
    Ok(None)
}

/// What was found where a table is to be opened.
#[derive(Default)]
pub(crate) struct Kept {
    /// The game that goes on.
    pub resumed: Option<(TableId, Record, Notes)>,
    /// Games that are to be found here no more.
    pub left: Vec<TableId>,
    /// Lobbies in which nobody ever sat.
    pub untouched: Vec<TableId>,
    /// Tables that cannot be read and are to be cleared away.
    pub damaged: Vec<TableId>,
}

/// A bot by its number among the bots.
pub(crate) fn named_bot(seat: Seat, number: u8) -> Person {
    Person {
        bot: Some(String::from("race")),
        ..Person::new(
            Identity(format!("bot:{}", seat.0)),
            &format!("Bot {number}"),
        )
    }
}
