//! Opens tables: the first lines of a log.

use std::sync::Arc;

use parlour_rules::{Seat, Seed, Turn};

use super::{Host, Task, step};
use crate::Json;
use crate::audit::Asker;
use crate::card::Face;
use crate::deadline::{Deadline, StageBegun};
use crate::entropy::word;
use crate::game::Start;
use crate::journal::NewLog;
use crate::log::{Hash, Header, Stored};
use crate::refused::Refused;
use crate::table::{Identity, Person, Record, TableId};

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
    /// Opens a table for its owner.
    pub async fn open_table(&self, new: NewTable) -> Result<TableId, Refused> {
        let owner = Asker::known(&new.owner);
        self.open_table_for(new, &owner).await
    }

    /// Opens a table because somebody has asked for it: the audit names them.
    pub async fn open_table_for(&self, new: NewTable, by: &Asker) -> Result<TableId, Refused> {
        let made_up = new.id.is_none();
        let log = self.new_log(new, by)?;
        self.begin(log, made_up).await
    }

    /// The first lines of a table that is to be opened, under its name or one made up.
    pub(super) fn new_log(&self, new: NewTable, by: &Asker) -> Result<NewLog, Refused> {
        let game = Arc::clone(self.registry.game(&new.game)?);
        let Start {
            position,
            seats,
            setup,
        } = game.start(&new.setup, new.seed)?;
        let mut chairs = new.chairs;
        if chairs.len() > usize::from(seats) {
            return Err(Refused::NoSuchSeat(Seat(seats)));
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
            refused_undos: 0,
            closed: None,
        };
        let header = Header::new(game.name(), game.version(), setup, new.seed);
        let deadline = if new.start {
            self.first_deadline(&record, &position.turn())
        } else {
            None
        };
        let face = self.registry.face(&record, &*position, &position.turn());
        let recorded = (record, face);
        Ok(self.first_lines(new.id, &header, Vec::new(), recorded, deadline, by))
    }

    /// The first lines of a table, under its name or one made up.
    pub(super) fn first_lines(
        &self,
        id: Option<TableId>,
        header: &Header,
        entries: Vec<Stored>,
        (record, face): (Record, Face),
        deadline: Option<Deadline>,
        by: &Asker,
    ) -> NewLog {
        let line = header.line();
        let start = Hash::of_header(&line);
        let place = (entries.len() as u64, start);
        NewLog {
            deed: self.first_deed(&record, deadline.as_ref(), by, place),
            id: id.unwrap_or_else(|| self.made_up_id(&header.game)),
            start,
            header: line,
            entries,
            record,
            face,
            deadline,
            time: self.clock.now(),
        }
    }

    /// Writes a table's first lines; where its name was made up and is taken, under another.
    pub(super) async fn begin(&self, mut log: NewLog, made_up: bool) -> Result<TableId, Refused> {
        loop {
            let id = log.id.clone();
            let creating = self.journal.create(log.clone());
            if self.timed(Task::Create, creating).await? {
                self.bell.ring();
                return Ok(id);
            }
            if !made_up {
                return Err(Refused::TableExists(id));
            }
            log.id = self.made_up_id(&log.record.game);
        }
    }

    pub(super) fn made_up_id(&self, game: &str) -> TableId {
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

    pub(super) fn first_deadline(&self, record: &Record, turn: &Turn<Json>) -> Option<Deadline> {
        let Turn::Awaiting { stage, seats } = turn else {
            return None;
        };
        let timetable = self.registry.timetable(&record.game)?;
        let phase = StageBegun {
            stage,
            seats: *seats,
            settings: &record.settings,
            now: self.clock.now(),
        };
        step::beginning(timetable.as_ref(), &phase)
    }
}
