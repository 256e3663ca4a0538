//! The host: opens tables, finds them again, and shows them.

mod deadlines;
mod fork;
mod news;
mod outbox;
mod present;
mod revise;
mod road;
mod roster;
mod seen;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use parlour_rules::{Seed, Turn};

use crate::deadline::Deadline;
use crate::entropy::{Entropy, word};
use crate::game::{Game, Position, Start};
use crate::journal::{
    Change, Heard, Journal, JournalError, Kept, MemoryJournal, NewLetter, NewLog, Snapshot, Torn,
};
use crate::log::{End, Hash, Header, Stored, read_entry, read_header};
use crate::refused::Refused;
use crate::table::{Identity, Person, Record, TableId, game_key, tag_key, who_key};
use crate::{Clock, Json, ManualClock, Registry, SeededEntropy, Time, locked};

pub use deadlines::Struck;
pub use fork::Undo;
pub use news::Figures;
pub use present::{Glance, Watch};
pub use revise::Revision;
pub use road::{Accepted, LONGEST_COMMAND, Message, Sender};
pub use roster::Description;
pub use seen::Sight;

use news::{Counters, News};
use present::Present;
pub(crate) use present::Table;

/// A snapshot is kept after every so many entries.
const SNAPSHOT_EVERY: u64 = 256;

/// How many entry lines are fetched at once.
const BATCH: u32 = 4096;

/// Keeps tables of any registered game.
///
/// A host may be shared between threads. Several hosts, in one process or in
/// many, may share one journal.
pub struct Host {
    registry: Registry,
    journal: Arc<dyn Journal>,
    clock: Arc<dyn Clock>,
    entropy: Arc<dyn Entropy>,
    open: Mutex<BTreeMap<TableId, Arc<Table>>>,
    news: News,
    counters: Counters,
}

/// The answer to a change of a record, the deadline, and what is told of it.
type Amended<T> = (T, Change<Option<Deadline>>, Vec<NewLetter>);

/// A table to be opened.
#[derive(Clone, Debug)]
pub struct NewTable {
    /// Its name; without one, a name is made up.
    pub id: Option<TableId>,
    /// What it is called on screens.
    pub title: String,
    /// The game.
    pub game: String,
    /// What is agreed before the first move.
    pub setup: Json,
    /// What all chance grows from. A secret.
    pub seed: Seed,
    /// Who opens it.
    pub owner: Identity,
    /// Who sits where from the beginning; seats left out are free.
    pub chairs: Vec<Option<Person>>,
    /// Whether play begins at once. Otherwise [`Host::start`] begins it.
    pub start: bool,
    /// Whether anybody may watch.
    pub open: bool,
    /// Whether what happens is written to the outbox.
    pub letters: bool,
    /// What else is agreed, for the timetable and for fronts.
    pub settings: Json,
    /// Words by which fronts find the table.
    pub tags: Vec<String>,
}

impl NewTable {
    /// A table that begins at once, with its owner at the first seat.
    pub fn new(game: &str, setup: Json, seed: Seed, owner: Person) -> Self {
        Self {
            id: None,
            title: game.to_owned(),
            game: game.to_owned(),
            setup,
            seed,
            owner: owner.identity.clone(),
            chairs: vec![Some(owner)],
            start: true,
            open: false,
            letters: false,
            settings: Json::of(&()),
            tags: Vec::new(),
        }
    }
}

impl Host {
    /// A host over a journal.
    pub fn new(
        registry: Registry,
        journal: Arc<dyn Journal>,
        clock: Arc<dyn Clock>,
        entropy: Arc<dyn Entropy>,
    ) -> Self {
        Self {
            registry,
            journal,
            clock,
            entropy,
            open: Mutex::default(),
            news: News::default(),
            counters: Counters::default(),
        }
    }

    /// A host that forgets everything when it is dropped, whose clock stands still
    /// and whose chance is the same every time: for trying things.
    pub fn in_memory(registry: Registry) -> Self {
        Self::new(
            registry,
            Arc::new(MemoryJournal::new()),
            Arc::new(ManualClock::default()),
            Arc::new(SeededEntropy::new(Seed(1))),
        )
    }

    /// The games there are.
    pub fn registry(&self) -> &Registry {
        &self.registry
    }

    /// The journal beneath.
    pub fn journal(&self) -> &Arc<dyn Journal> {
        &self.journal
    }

    /// What time it is for this host.
    pub fn now(&self) -> Time {
        self.clock.now()
    }

    /// Opens a table.
    pub async fn open_table(&self, new: NewTable) -> Result<TableId, Refused> {
        let game = Arc::clone(self.registry.game(&new.game)?);
        let Start {
            position,
            seats,
            setup,
        } = game.start(&new.setup, new.seed)?;
        let mut chairs = new.chairs;
        if chairs.len() > usize::from(seats) {
            return Err(Refused::NoSuchSeat(parlour_rules::Seat(seats)));
        }
        chairs.resize(usize::from(seats), None);
        let now = self.clock.now();
        let record = Record {
            title: new.title,
            game: new.game,
            owner: new.owner,
            created: now,
            started: new.start.then_some(now),
            chairs,
            spectators: Vec::new(),
            open: new.open,
            invitations: Vec::new(),
            paused: None,
            letters: new.letters,
            settings: new.settings,
            tags: new.tags,
            forked_from: None,
            moved_to: None,
            undo: None,
        };
        let header = Header::new(game.name(), game.version(), setup, new.seed);
        let deadline = if new.start {
            self.first_deadline(&record, &position.turn())
        } else {
            None
        };
        self.begin(new.id, &header, Vec::new(), record, deadline)
            .await
    }

    /// Writes a table's first lines under its name, or under one made up.
    async fn begin(
        &self,
        id: Option<TableId>,
        header: &Header,
        entries: Vec<Stored>,
        record: Record,
        deadline: Option<Deadline>,
    ) -> Result<TableId, Refused> {
        let line = header.line();
        let made_up = id.is_none();
        let mut id = id.unwrap_or_else(|| self.made_up_id(&header.game));
        loop {
            let log = NewLog {
                id: id.clone(),
                start: Hash::of_header(&line),
                header: line.clone(),
                entries: entries.clone(),
                record: record.clone(),
                deadline: deadline.clone(),
                time: self.clock.now(),
            };
            if self.journal.create(log).await? {
                self.news.stir();
                return Ok(id);
            }
            if !made_up {
                return Err(Refused::TableExists(id));
            }
            id = self.made_up_id(&header.game);
        }
    }

    fn made_up_id(&self, game: &str) -> TableId {
        let name: String = game
            .bytes()
            .filter(u8::is_ascii_lowercase)
            .take(20)
            .map(char::from)
            .collect();
        let id = format!("{name}-{}", word(self.entropy.as_ref(), 8));
        id.trim_start_matches('-')
            .parse()
            .expect("letters, a hyphen and digits are a name")
    }

    /// All tables, the one that changed last first.
    pub async fn tables(&self) -> Result<Vec<TableId>, Refused> {
        Ok(self.journal.tables().await?)
    }

    /// The tables of a game.
    pub async fn tables_of_game(&self, game: &str) -> Result<Vec<TableId>, Refused> {
        Ok(self.journal.find(&game_key(game)).await?)
    }

    /// The tables where somebody sits, watches or is the owner.
    pub async fn tables_of(&self, who: &Identity) -> Result<Vec<TableId>, Refused> {
        Ok(self.journal.find(&who_key(who)).await?)
    }

    /// The tables with a tag.
    pub async fn tables_with_tag(&self, tag: &str) -> Result<Vec<TableId>, Refused> {
        Ok(self.journal.find(&tag_key(tag)).await?)
    }

    /// What is known of a table.
    pub async fn record(&self, id: &TableId) -> Result<Record, Refused> {
        let table = self.table(id).await?;
        Ok(table.present().record.clone())
    }

    /// What somebody may see of a table now.
    pub async fn look(&self, id: &TableId, who: &Identity) -> Result<Glance, Refused> {
        let table = self.table(id).await?;
        let present = table.present();
        let viewer = present.record.viewer(who).ok_or(Refused::NotAdmitted)?;
        Ok(present.glance(viewer))
    }

    /// What somebody was told of the entries after `after`: the number of each
    /// entry and a JSON array, for those of which there was something to tell.
    pub async fn history(
        &self,
        id: &TableId,
        who: &Identity,
        after: u64,
        at_most: u32,
    ) -> Result<Vec<(u64, Json)>, Refused> {
        let table = self.table(id).await?;
        let viewer = table.present().record.viewer(who);
        let viewer = viewer.ok_or(Refused::NotAdmitted)?;
        let lines = self.journal.entries(id, after + 1, at_most).await?;
        let mut told = Vec::new();
        for (seq, line) in (after + 1..).zip(lines) {
            let entry = read_entry(&line).map_err(|what| damaged(id, seq, &what))?;
            let happened = table
                .game
                .happened(entry.events.as_str())
                .map_err(|error| damaged(id, seq, &error))?;
            told.extend(happened.told(viewer).map(|told| (seq, told)));
        }
        Ok(told)
    }

    /// When the entries after `after` were accepted.
    pub async fn times(
        &self,
        id: &TableId,
        after: u64,
        at_most: u32,
    ) -> Result<Vec<Time>, Refused> {
        let lines = self.journal.entries(id, after + 1, at_most).await?;
        let read = |(seq, line): (u64, String)| match read_entry(&line) {
            Ok(entry) => Ok(entry.time),
            Err(what) => Err(damaged(id, seq, &what).into()),
        };
        (after + 1..).zip(lines).map(read).collect()
    }

    /// Whether the last line of a table was found half written, and set aside.
    pub async fn torn(&self, id: &TableId) -> Result<Option<Torn>, Refused> {
        Ok(self.table(id).await?.present().torn.clone())
    }

    /// Tells when something changes at a table.
    pub async fn watch(&self, id: &TableId) -> Result<Watch, Refused> {
        Ok(Watch::new(self.table(id).await?))
    }

    /// Puts a table away; it is fetched again when somebody asks for it.
    pub fn put_away(&self, id: &TableId) {
        locked(&self.open).remove(id);
    }

    /// Forgets a table for good.
    pub async fn remove(&self, id: &TableId, by: &Identity) -> Result<(), Refused> {
        let table = self.table(id).await?;
        let _turn = table.road.lock().await;
        if table.present().record.owner != *by {
            return Err(Refused::NotOwner);
        }
        self.journal.remove(id).await?;
        self.put_away(id);
        Ok(())
    }

    /// The table, fetched from the journal if it is not open yet.
    pub(crate) async fn table(&self, id: &TableId) -> Result<Arc<Table>, Refused> {
        if let Some(table) = locked(&self.open).get(id) {
            return Ok(Arc::clone(table));
        }
        let kept = self.journal.load(id).await?;
        let kept = kept.ok_or_else(|| Refused::UnknownTable(id.clone()))?;
        let header = read_header(&kept.header).map_err(|what| damaged(id, 0, &what))?;
        let game = Arc::clone(self.registry.game(&header.game)?);
        let unfinished = kept.end.is_none();
        let present = self.restored(id, game.as_ref(), &header, kept).await?;
        if let Turn::Over(outcome) = &present.turn
            && unfinished
        {
            // The last entry was stored, but not its end line.
            let end = End {
                end: outcome.clone(),
                entries: present.seq,
            };
            let end = Stored::end(&end, present.hash);
            self.journal.finish(id, present.seq, end).await?;
        }
        let table = Arc::new(Table::new(id.clone(), game, header, present));
        let mut open = locked(&self.open);
        // Somebody else may have fetched it meanwhile; there must be only one.
        let table = open.entry(id.clone()).or_insert(table);
        Ok(Arc::clone(table))
    }

    /// The present of a stored table: its snapshot, and the entries after it.
    async fn restored(
        &self,
        id: &TableId,
        game: &dyn Game,
        header: &Header,
        kept: Kept,
    ) -> Result<Present, Refused> {
        let start = game.start(&header.setup, header.seed)?;
        let mut present = Present::new(start.position, kept);
        if let Some(snapshot) = present.snapshot.take()
            && snapshot.rules == game.version()
            && let Some(position) = self.position_of(id, game, &snapshot).await?
        {
            present.begin_at(position, snapshot.seq);
        }
        self.replay(id, &mut present).await?;
        Ok(present)
    }

    /// The position of a snapshot, if it has the fingerprint of its entry.
    async fn position_of(
        &self,
        id: &TableId,
        game: &dyn Game,
        snapshot: &Snapshot,
    ) -> Result<Option<Box<dyn Position>>, Refused> {
        let Ok(position) = game.restore(snapshot.state.as_str()) else {
            return Ok(None);
        };
        let lines = self.journal.entries(id, snapshot.seq, 1).await?;
        let entry = lines.first().and_then(|line| read_entry(line).ok());
        let fits = entry
            .is_some_and(|it| it.seq == snapshot.seq && it.fingerprint == position.fingerprint());
        Ok(fits.then_some(position))
    }

    /// Applies the stored entries that the position does not know yet.
    async fn replay(&self, id: &TableId, present: &mut Present) -> Result<(), Refused> {
        // No further than what was loaded: the rest of it belongs to that entry.
        while present.seq < present.stored_seq {
            let left = present.stored_seq - present.seq;
            let at_most = u64::from(BATCH).min(left) as u32;
            let lines = self.journal.entries(id, present.seq + 1, at_most).await?;
            if lines.is_empty() {
                return Err(damaged(id, present.seq + 1, &"the entry is missing").into());
            }
            for line in lines {
                let seq = present.seq + 1;
                let entry = read_entry(&line).map_err(|what| damaged(id, seq, &what))?;
                present
                    .take_in(&entry)
                    .map_err(|what| damaged(id, seq, &what))?;
            }
        }
        Ok(())
    }

    /// Whether another host has moved the table on. Nobody is refused by a host
    /// that does not know the latest.
    async fn is_behind(&self, table: &Table) -> Result<bool, Refused> {
        let standing = self.journal.standing(&table.id).await?;
        Ok(standing != Some(table.present().standing()))
    }

    /// Follows what other hosts have stored. The road must be held.
    async fn catch_up(&self, table: &Table) -> Result<(), Refused> {
        let Some(kept) = self.journal.load(&table.id).await? else {
            self.put_away(&table.id);
            return Err(Refused::UnknownTable(table.id.clone()));
        };
        let mut fresh = table.present().follow(kept);
        self.replay(&table.id, &mut fresh).await?;
        table.present().replace(fresh);
        self.news.stir();
        Ok(())
    }

    /// Keeps a snapshot when enough has happened since the last. It is a cache:
    /// if it cannot be written, nothing is lost.
    async fn snapshot_now_and_then(&self, table: &Table, seq: u64) {
        if !seq.is_multiple_of(SNAPSHOT_EVERY) {
            return;
        }
        let snapshot = table.present().to_snapshot(table.game.version());
        let _ = self.journal.keep_snapshot(&table.id, snapshot).await;
    }

    /// Changes a record, again if another host came first. The change sees the
    /// present table, and says what becomes of the deadline.
    async fn amend<T>(
        &self,
        id: &TableId,
        change: impl Fn(&mut Record, &Present, Time) -> Result<(T, Change<Option<Deadline>>), Refused>,
    ) -> Result<T, Refused> {
        self.amend_on(id, None, change).await
    }

    /// The same on a message, which is heard with it.
    async fn amend_on<T>(
        &self,
        id: &TableId,
        message: Option<&Heard>,
        change: impl Fn(&mut Record, &Present, Time) -> Result<(T, Change<Option<Deadline>>), Refused>,
    ) -> Result<T, Refused> {
        self.amend_and_tell_on(id, message, |record, present, now| {
            let (answer, deadline) = change(record, present, now)?;
            Ok((answer, deadline, Vec::new()))
        })
        .await
    }

    /// The same on the word of the owner, and of nobody else.
    async fn arrange<T>(
        &self,
        id: &TableId,
        by: &Identity,
        change: impl Fn(&mut Record, &Present, Time) -> Result<(T, Change<Option<Deadline>>), Refused>,
    ) -> Result<T, Refused> {
        self.amend(id, |record, present, now| {
            if record.owner != *by {
                return Err(Refused::NotOwner);
            }
            change(record, present, now)
        })
        .await
    }

    /// The same as [`Host::amend`], with letters.
    async fn amend_and_tell<T, E: From<Refused>>(
        &self,
        id: &TableId,
        change: impl Fn(&mut Record, &Present, Time) -> Result<Amended<T>, E>,
    ) -> Result<T, E> {
        self.amend_and_tell_on(id, None, change).await
    }

    async fn amend_and_tell_on<T, E: From<Refused>>(
        &self,
        id: &TableId,
        message: Option<&Heard>,
        change: impl Fn(&mut Record, &Present, Time) -> Result<Amended<T>, E>,
    ) -> Result<T, E> {
        let table = self.table(id).await?;
        let _turn = table.road.lock().await;
        loop {
            let now = self.clock.now();
            let changed = {
                let present = table.present();
                let mut record = present.record.clone();
                change(&mut record, &present, now).map(|(answer, deadline, letters)| {
                    let letters = if record.letters { letters } else { Vec::new() };
                    let message = message.cloned();
                    let amend = present.amend(id, record, deadline, letters, message, now);
                    (answer, amend)
                })
            };
            let (answer, amend) = match changed {
                Ok(changed) => changed,
                Err(refused) => {
                    if !self.is_behind(&table).await? {
                        return Err(refused);
                    }
                    self.catch_up(&table).await?;
                    continue;
                }
            };
            let stored = self.journal.amend(amend.clone()).await;
            if stored.map_err(Refused::from)? {
                table.present().amended(amend);
                self.news.stir();
                return Ok(answer);
            }
            self.catch_up(&table).await?;
        }
    }

    fn first_deadline(&self, record: &Record, turn: &Turn<Json>) -> Option<Deadline> {
        let Turn::Awaiting { stage, seats } = turn else {
            return None;
        };
        let timetable = self.registry.timetable(&record.game)?;
        let phase = crate::deadline::Phase {
            stage,
            seats: *seats,
            settings: &record.settings,
            now: self.clock.now(),
        };
        road::beginning(timetable.as_ref(), &phase)
    }
}

fn damaged(id: &TableId, seq: u64, what: &dyn std::fmt::Display) -> JournalError {
    JournalError::Damaged {
        place: format!("table {id}, entry {seq}"),
        what: what.to_string(),
    }
}
