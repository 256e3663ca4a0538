//! What the suite stands on: a journal that can be closed and opened again, and
//! hosts over it.

use std::sync::Arc;

use parlour_host::deadline::StageBegun;
use parlour_host::journal::{Journal, MemoryJournal};
use parlour_host::table::{Identity, Person, TableId};
use parlour_host::{
    Accepted, Host, Json, ManualClock, Message, NewTable, Refused, Registry, SeededEntropy, Time,
    wait,
};
use parlour_rules::tiny::{Bids, BidsSetup, Pig, PigSetup};
use parlour_rules::{Seat, Seed, Stage};

/// When the tests begin.
pub(crate) const MORNING: Time = Time(1_900_000_000_000);

/// How long a round of Bids lasts.
pub(crate) const ROUND: u64 = 60_000;

/// A journal and a clock.
pub(crate) struct Bed {
    kind: Kind,
    folder: tempfile::TempDir,
    journal: Option<Arc<dyn Journal>>,
    pub clock: Arc<ManualClock>,
}

#[derive(Clone, Copy)]
enum Kind {
    Memory,
    Files,
    Sqlite,
    SqliteForMany,
    #[cfg(feature = "postgres")]
    Postgres,
}

pub(crate) fn memory() -> Bed {
    Bed::new(Kind::Memory)
}

pub(crate) fn files() -> Bed {
    Bed::new(Kind::Files)
}

pub(crate) fn sqlite() -> Bed {
    Bed::new(Kind::Sqlite)
}

pub(crate) fn sqlite_for_many() -> Bed {
    Bed::new(Kind::SqliteForMany)
}

/// Nothing if the suite knows, and has said, that there is no server.
#[cfg(feature = "postgres")]
pub(crate) fn postgres() -> Option<Bed> {
    crate::server::url().map(|_| Bed::new(Kind::Postgres))
}

impl Bed {
    fn new(kind: Kind) -> Self {
        let mut bed = Self {
            kind,
            folder: tempfile::tempdir().unwrap(),
            journal: None,
            clock: Arc::new(ManualClock::at(MORNING)),
        };
        bed.reopen();
        bed
    }

    pub(crate) fn journal(&self) -> Arc<dyn Journal> {
        Arc::clone(self.journal.as_ref().unwrap())
    }

    /// Where its files are.
    pub(crate) fn folder(&self) -> &std::path::Path {
        self.folder.path()
    }

    /// Closes the journal. Hosts over it must be gone.
    pub(crate) fn close(&mut self) {
        if let Some(journal) = &self.journal {
            assert_eq!(
                Arc::strong_count(journal),
                1,
                "somebody still has the journal"
            );
        }
        if !matches!(self.kind, Kind::Memory) {
            self.journal = None;
        }
    }

    /// Closes the journal and opens it again, as after a restart.
    pub(crate) fn reopen(&mut self) {
        self.close();
        let kept = self.journal.take();
        self.journal = Some(kept.unwrap_or_else(|| self.connect()));
    }

    /// The journal once more, over connections of its own.
    fn connect(&self) -> Arc<dyn Journal> {
        match self.kind {
            Kind::Memory => Arc::new(MemoryJournal::new()),
            Kind::Files => {
                Arc::new(parlour_host::journal::FileJournal::open(self.folder.path()).unwrap())
            }
            Kind::Sqlite => {
                let path = self.folder.path().join("parlour.db");
                Arc::new(parlour_host::journal::SqliteJournal::open(path).unwrap())
            }
            Kind::SqliteForMany => {
                let path = self.folder.path().join("parlour.db");
                Arc::new(parlour_host::journal::SqliteJournal::open_for_many(path).unwrap())
            }
            #[cfg(feature = "postgres")]
            Kind::Postgres => {
                let url = crate::server::url().unwrap();
                let schema = crate::server::schema(self.folder.path());
                let journal = parlour_host::journal::PostgresJournal::open_schema(&url, &schema);
                Arc::new(journal.unwrap())
            }
        }
    }

    /// Another process, as far as the database can tell.
    #[cfg(feature = "postgres")]
    pub(crate) fn replica(&self) -> Arc<Host> {
        self.host_over(self.connect())
    }

    #[cfg(feature = "postgres")]
    pub(crate) fn host_over(&self, journal: Arc<dyn Journal>) -> Arc<Host> {
        let clock = Arc::clone(&self.clock);
        let entropy = Arc::new(SeededEntropy::new(Seed(2)));
        Arc::new(Host::new(registry(), journal, clock as _, entropy))
    }

    /// A host over the journal. Each has its own cache, as if it were another
    /// process.
    pub(crate) fn host(&self) -> Arc<Host> {
        self.host_with_entropy(1)
    }

    pub(crate) fn host_with_entropy(&self, seed: u64) -> Arc<Host> {
        Arc::new(Host::new(
            registry(),
            self.journal(),
            Arc::clone(&self.clock) as _,
            Arc::new(SeededEntropy::new(Seed(seed))),
        ))
    }
}

/// Pig without deadlines; rounds of Bids last a minute, unless the settings say 0.
pub(crate) fn registry() -> Registry {
    let mut registry = Registry::new();
    registry.register::<Pig>().register::<Bids>();
    registry.keep_time::<Bids>(|phase: &StageBegun<'_>| {
        let timeless = phase.settings.as_str() == "0";
        (!timeless).then(|| phase.now.after(ROUND))
    });
    registry.names_people_of("club");
    registry
}

pub(crate) fn person(name: &str) -> Person {
    Person::new(name, name)
}

pub(crate) fn who(name: &str) -> Identity {
    Identity::from(name)
}

pub(crate) fn id(name: &str) -> TableId {
    name.parse().unwrap()
}

pub(crate) fn stage(name: &str) -> Stage {
    Stage::new(name)
}

/// A game of Pig between these people; the first owns the table.
pub(crate) fn pig(people: &[&str], goal: u32) -> NewTable {
    let setup = PigSetup {
        players: people.len() as u8,
        goal,
    };
    let mut table = NewTable::new("pig", Json::of(&setup), Seed(7), person(people[0]));
    table.id = Some(id("pig-table"));
    table.chairs = people.iter().map(|name| Some(person(name))).collect();
    table
}

/// A game of Bids between these people; the first owns the table.
pub(crate) fn bids(people: &[&str], rounds: u16) -> NewTable {
    let setup = BidsSetup {
        players: people.len() as u8,
        rounds,
        coins: 100,
    };
    let mut table = NewTable::new("bids", Json::of(&setup), Seed(7), person(people[0]));
    table.id = Some(id("bids-table"));
    table.chairs = people.iter().map(|name| Some(person(name))).collect();
    table
}

pub(crate) fn open(host: &Host, table: NewTable) -> TableId {
    wait(host.open_table(table)).unwrap()
}

/// Somebody says something.
pub(crate) fn say(
    host: &Host,
    table: &TableId,
    name: &str,
    command: &str,
) -> Result<Accepted, Refused> {
    wait(host.command_text(Message::new(table, &who(name), command)))
}

/// The player whose turn it is rolls, over and over.
pub(crate) fn roll(host: &Host, table: &TableId, people: &[&str], times: u32) {
    for _ in 0..times {
        let glance = wait(host.look(table, &who(people[0]))).unwrap();
        let Some(Seat(seat)) = glance.awaiting.iter().next() else {
            return;
        };
        say(host, table, people[usize::from(seat)], "\"roll\"").unwrap();
    }
}

/// Plays Pig to its end: roll until ten, hold.
pub(crate) fn play_pig(host: &Host, table: &TableId, people: &[&str]) {
    loop {
        let glance = wait(host.look(table, &who(people[0]))).unwrap();
        let Some(Seat(seat)) = glance.awaiting.iter().next() else {
            return;
        };
        let view: parlour_rules::tiny::PigView = glance.view.read().unwrap();
        let command = if view.pot >= 10 {
            "\"hold\""
        } else {
            "\"roll\""
        };
        say(host, table, people[usize::from(seat)], command).unwrap();
    }
}

/// All lines of a table, as they are stored.
pub(crate) fn lines(journal: &dyn Journal, table: &TableId) -> Vec<String> {
    wait(journal.entries(table, 1, u32::MAX)).unwrap()
}

/// What `parlour verify` would say of the table's export.
pub(crate) fn verdict(host: &Host, table: &TableId) -> String {
    let archive = wait(host.export(table)).unwrap();
    let log = parlour_host::log::read_log(&archive[..], parlour_host::log::Limits::default());
    parlour_host::log::verify(&registry(), &log.unwrap())
        .unwrap()
        .to_string()
}
