//! The games of a table, one after the other: resumed, begun, followed by the
//! next.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use parlour_host::journal::Heard;
use parlour_host::table::{Identity, Person, Record, TableId};
use parlour_host::{Host, Json, NewTable, Refused};
use parlour_regicide::Setup;
use parlour_rules::Seat;
use tokio::sync::mpsc;
use tokio::time::Instant;

use super::eyes::Eyes;
use super::known::KnownIds;
use super::lobby::seat_of_token;
use super::notes::{Former, Notes};
use super::{BotMind, Input, Table};
use crate::logbook;
use crate::server::{Seeds, StartRefused, Tell};
use crate::wire::{self, WireLogLine};

/// How long the seats of a finished game are kept for their tokens while nobody
/// who played it is connected.
pub(super) const KEPT: Duration = Duration::from_mins(10);

/// What a table is opened with.
pub(crate) struct Opening {
    pub host: Arc<Host>,
    /// The tag under which its games are found again.
    pub tag: String,
    pub title: String,
    /// Who owns the tables of this server.
    pub owner: Identity,
    /// Its number among the tables, from 1.
    pub number: u32,
    pub players: u8,
    pub bots: u8,
    /// Leave an unfinished game and begin anew.
    pub fresh: bool,
    /// Show a finished game to those who played it; otherwise there is a new lobby.
    pub shows_finished: bool,
    pub mind: BotMind,
    pub token: Arc<dyn Fn() -> String + Send + Sync>,
    pub seed: Seeds,
    pub tell: Tell,
    /// Where the table writes how far it has come.
    pub seq: Arc<AtomicU64>,
}

impl Opening {
    fn new_game(&self, chairs: Vec<Option<Person>>, notes: &Notes, start: bool) -> NewTable {
        NewTable {
            id: None,
            title: self.title.clone(),
            game: String::from("kingslayer"),
            setup: Json::of(&Setup::for_players(self.players)),
            seed: (self.seed)(self.number, notes.game),
            owner: self.owner.clone(),
            chairs,
            start,
            open: true,
            letters: false,
            settings: notes.json(),
            tags: vec![self.tag.clone()],
        }
    }

    /// The game is found under its tag no more.
    pub(super) async fn untag(&self, id: &TableId) -> Result<(), Refused> {
        let untag = |it: &mut parlour_host::host::Description| it.tags.clear();
        self.host.describe(id, &self.owner, untag).await
    }

    /// What stands under the tag. A lobby in which nobody ever sat is removed: its bots
    /// and its seed were those of another start. An unfinished table with another number
    /// of seats is in the way, unless it is to be left; so is one that cannot be read,
    /// unless there is another to go on with.
    pub async fn kept(&self) -> Result<Kept, StartRefused> {
        let mut kept = Kept::default();
        let (mut in_the_way, mut damage) = (None, None);
        let mut readable = Vec::new();
        for id in self.host.tables_with_tag(&self.tag).await? {
            match self.host.record(&id).await {
                Ok(record) => readable.push((id, record)),
                Err(refused) if refused.is_damage() => {
                    damage = Some(refused);
                    kept.damaged.extend(self.fresh.then_some(id));
                }
                Err(refused) => return Err(refused.into()),
            }
        }
        // The newest first: should the process have died as the next game began, the one
        // before stands here too.
        readable.sort_by_cached_key(|(_, record)| std::cmp::Reverse(Notes::of(record).game));
        for (id, record) in readable {
            if is_untouched(&record) {
                kept.untouched.push(id);
                continue;
            }
            let fits = record.chairs.len() == usize::from(self.players);
            if !self.fresh && kept.resumed.is_none() && fits {
                kept.resumed = Some((id, record));
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
            (Some(players), _) => Err(StartRefused::Unfinished { players }),
            (None, Some(refused)) => Err(StartRefused::Damaged(refused)),
            (None, None) => Ok(kept),
        }
    }

    /// Bots sit at the last seats.
    fn first_chairs(&self) -> Vec<Option<Person>> {
        let people = self.players.saturating_sub(self.bots);
        let chair = |seat| (seat >= people).then(|| named_bot(Seat(seat), seat - people + 1));
        (0..self.players).map(chair).collect()
    }
}

/// Whether there is something to go on with: a game that runs, or people in the
/// lobby.
fn is_unfinished(host: &Arc<Host>, id: &TableId, record: &Record) -> Result<bool, Refused> {
    if record.started.is_none() {
        return Ok(wire::people(record).next().is_some());
    }
    Ok(Eyes::on(host, id)?.view().outcome.is_none())
}

/// Whether nobody has sat here yet, in this game or in one before it.
fn is_untouched(record: &Record) -> bool {
    let notes = Notes::of(record);
    let people = wire::people(record).next().is_some();
    record.started.is_none() && !people && notes.former.is_empty() && notes.earlier.is_empty()
}

/// A table that a server of this place would go on with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unfinished {
    /// Its seats.
    pub players: u8,
    /// Who sits at it, bots left out.
    pub people: Vec<String>,
    /// Whether its game has begun.
    pub begun: bool,
    /// Whether there is a seat for who asks: one that is free, or theirs.
    pub seat: bool,
}

/// The unfinished table that a server with one table would find at a place: see
/// [`ServerSettings::place`](crate::ServerSettings::place). Who asks may have a token
/// from before.
pub async fn unfinished(
    host: &Arc<Host>,
    place: &str,
    token: Option<&str>,
) -> Result<Option<Unfinished>, Refused> {
    for id in host.tables_with_tag(&tag(place, 1)).await? {
        let record = match host.record(&id).await {
            Ok(record) => record,
            // The start tells of it.
            Err(refused) if refused.is_damage() => continue,
            Err(refused) => return Err(refused),
        };
        if is_unfinished(host, &id, &record)? {
            let people = record.chairs.iter().flatten();
            let people = people.filter(|person| person.bot.is_none());
            let free = record.chairs.contains(&None);
            let theirs = token.is_some_and(|token| seat_of_token(&record, token).is_some());
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

/// The tag under which the games of a table are found again.
pub(crate) fn tag(place: &str, number: u32) -> String {
    format!("lan:{place}:{number}")
}

/// What was found where a table is to be opened.
#[derive(Default)]
pub(crate) struct Kept {
    /// The game that goes on.
    resumed: Option<(TableId, Record)>,
    /// Games that are to be found here no more.
    left: Vec<TableId>,
    /// Lobbies in which nobody ever sat.
    untouched: Vec<TableId>,
    /// Tables that cannot be read and are to be cleared away.
    damaged: Vec<TableId>,
}

/// A bot by its number among the bots.
pub(super) fn named_bot(seat: Seat, number: u8) -> Person {
    Person {
        bot: Some(String::from("race")),
        ..Person::new(
            Identity(format!("bot:{}", seat.0)),
            &format!("Bot {number}"),
        )
    }
}

impl Table {
    /// Resumes the game that was kept, or opens a new one.
    pub async fn open(
        opening: Opening,
        kept: Kept,
        inbox: mpsc::WeakSender<Input>,
    ) -> Result<Self, Refused> {
        for id in &kept.left {
            opening.untag(id).await?;
        }
        for id in &kept.untouched {
            opening.host.remove(id, &opening.owner).await?;
        }
        for id in &kept.damaged {
            opening.host.clear_away(id, &opening.owner).await?;
        }
        let asks_journal = kept.resumed.is_some();
        let (id, notes) = if let Some((id, record)) = kept.resumed {
            (id, Notes::of(&record))
        } else {
            let notes = Notes {
                table: (opening.token)(),
                ..Notes::default()
            };
            let new = opening.new_game(opening.first_chairs(), &notes, false);
            let id = opening.host.open_table(new).await?;
            // From here on the host has it open.
            opening.host.record(&id).await?;
            (id, notes)
        };
        let eyes = Eyes::on(&opening.host, &id)?;
        let mut table = Self {
            opening,
            id,
            eyes,
            inbox,
            notes,
            connections: BTreeMap::new(),
            dropped: BTreeMap::new(),
            admitted: BTreeSet::new(),
            kept_until: Instant::now() + KEPT,
            known: KnownIds::default(),
            asks_journal,
            thinking: None,
            thought: None,
            failing: None,
        };
        if table.notes.table.is_empty() {
            table.notes.table = (table.opening.token)();
            table.store_notes().await?;
        }
        table.forget_who_was_ready().await?;
        if asks_journal {
            table.say_what_goes_on();
        }
        if table.is_over() && !table.opening.shows_finished {
            table.clear_away().await?;
        }
        Ok(table)
    }

    /// Tells the person at the host which table is resumed.
    fn say_what_goes_on(&self) {
        let record = self.record();
        let names = record.chairs.iter().flatten();
        let names: Vec<&str> = names.map(|person| person.name.as_str()).collect();
        let what = match (record.started.is_some(), self.is_over()) {
            (false, _) if names.is_empty() => return,
            (false, _) => "a lobby with",
            (true, false) => "the game of",
            (true, true) => "after the game of",
        };
        self.tell_host(&format!("goes on: {what} {}", names.join(", ")));
    }

    /// Who was ready for a game that runs is not ready for the next one, should
    /// the process have died between its start and this.
    pub(super) async fn forget_who_was_ready(&mut self) -> Result<(), Refused> {
        let runs = self.record().started.is_some() && !self.is_over();
        if runs && !self.notes.ready.is_empty() {
            self.notes.ready.clear();
            self.store_notes().await?;
        }
        Ok(())
    }

    /// Begins when every seat is taken and every person is ready.
    pub(super) async fn start_if_ready(&mut self) -> Result<(), Refused> {
        let host = &self.opening.host;
        let record = self.record();
        if record.paused.is_some() || !wire::not_ready(&record, &self.notes.ready).is_empty() {
            return Ok(());
        }
        if record.started.is_none() {
            host.start(&self.id, &self.opening.owner).await?;
            self.tell_host("the game begins");
            self.notes.ready.clear();
            return self.store_notes().await;
        }
        // Bots alone do not go on for ever.
        let anybody = wire::people(&record).next().is_some();
        if anybody && self.is_over() {
            let chairs = record.chairs.clone();
            self.begin_anew(chairs, true).await?;
            self.tell_host("the next game begins");
        }
        Ok(())
    }

    pub(super) fn is_over(&self) -> bool {
        self.eyes.view().outcome.is_some()
    }

    /// A game that is over and left by everybody makes room for newcomers.
    pub(super) async fn clear_away(&mut self) -> Result<(), Refused> {
        let chairs = self.opening.first_chairs();
        for former in &mut self.notes.former {
            // These bots play in nobody's place.
            former.bot = false;
        }
        self.open_lobby(chairs).await
    }

    /// After the end, a lobby in the place of the next game: whoever is there keeps
    /// their seat, and so do bots.
    pub(super) async fn go_to_the_lobby(&mut self) -> Result<(), Refused> {
        let away = wire::away(&self.record(), self.connected());
        let mut chairs = self.record().chairs.clone();
        for seat in away.iter() {
            chairs[usize::from(seat.0)] = None;
        }
        self.open_lobby(chairs).await
    }

    /// A lobby with these chairs. Who sits there no more may come back by token, as
    /// long as a chair is free.
    async fn open_lobby(&mut self, chairs: Vec<Option<Person>>) -> Result<(), Refused> {
        let end = self.eyes.view().outcome;
        self.tell_host("a new lobby is open");
        for (seat, chair) in (0_u8..).map(Seat).zip(&self.record().chairs) {
            let person = chair.as_ref().filter(|person| person.bot.is_none());
            let stays = chairs.get(usize::from(seat.0)) == Some(chair);
            if let Some(person) = person.filter(|_| !stays) {
                self.notes.remember(Former {
                    who: person.identity.clone(),
                    name: person.name.clone(),
                    seat,
                    bot: false,
                });
            }
        }
        self.admitted.clear();
        self.begin_anew(chairs, false).await?;
        let Some(end) = end else { return Ok(()) };
        let text = logbook::last_game(&end);
        let seq = self.seq() + 1;
        let player = None;
        self.notes.write_log(WireLogLine { seq, player, text });
        self.store_notes().await
    }

    /// The next game at this table; the count goes on.
    async fn begin_anew(
        &mut self,
        chairs: Vec<Option<Person>>,
        start: bool,
    ) -> Result<(), Refused> {
        let notes = self.notes.for_next_game(&self.id, self.seq() + 1);
        let new = self.opening.new_game(chairs, &notes, start);
        let id = self.opening.host.open_table(new).await?;
        self.opening.host.record(&id).await?;
        // All of it goes over to the new game before anything can fail.
        self.eyes = Eyes::on(&self.opening.host, &id)?;
        let before = std::mem::replace(&mut self.id, id);
        self.notes = notes;
        self.opening.untag(&before).await?;
        self.opening.host.put_away(&before);
        Ok(())
    }

    pub(super) async fn store_notes(&self) -> Result<(), Refused> {
        self.store_notes_on(None).await
    }

    /// The same on a seat's message, whose id then stands in the journal.
    pub(super) async fn store_notes_on(&self, message: Option<&Heard>) -> Result<(), Refused> {
        let notes = self.notes.json();
        let change = |it: &mut parlour_host::host::Description| it.settings = notes.clone();
        let host = &self.opening.host;
        host.describe_on(&self.id, &self.opening.owner, message, change)
            .await
    }
}
