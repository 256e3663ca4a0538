//! The road of a command, and how tables are opened.
//!
//! In memory it is measured by the thread's CPU time. What waits for the disk is
//! measured by the clock on the wall, in turns with the least that a durable
//! write can be: one row inserted into the same database, and committed.

mod cards;

use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Result;
use parlour_host::journal::{FileJournal, Journal, MemoryJournal, SqliteJournal};
use parlour_host::log::{Entry, Hash, Header, Stored};
use parlour_host::table::{Identity, Person, TableId};
use parlour_host::{
    Host, Json, Message, NewTable, Registry, SystemClock, SystemEntropy, Time, wait,
};
use parlour_rules::tiny::{Pig, PigCommand, PigSetup};
use parlour_rules::{Actor, Rules, Seat, Seed, Turn};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};
use sqlx::{ConnectOptions, SqliteConnection};

use crate::measure::{Bench, Contender, OURS, Row};

/// In how many turns durable writers run.
const TURNS: u32 = 5;

/// The entries of the long log.
const LONG: u64 = 100_000;

/// Measures the area.
pub fn run(bench: &mut Bench) -> Result<()> {
    memory(bench)?;
    durable(bench)?;
    opening(bench)?;
    cards(bench)
}

/// Lists of many tables, and what stays in memory.
pub fn cards(bench: &Bench) -> Result<()> {
    cards::run(bench)
}

fn host(journal: Arc<dyn Journal>) -> Arc<Host> {
    let mut games = Registry::new();
    games.register::<Pig>();
    let entropy = Arc::new(SystemEntropy);
    Arc::new(Host::new(games, journal, Arc::new(SystemClock), entropy))
}

/// One player rolls for ever.
struct Table {
    host: Arc<Host>,
    id: TableId,
    ann: Identity,
    messages: u64,
}

impl Table {
    fn open(host: &Arc<Host>, letters: bool) -> Result<Self> {
        let setup = Json::of(&PigSetup {
            players: 1,
            goal: u32::MAX,
        });
        let mut new = NewTable::new("pig", setup, Seed(7), Person::new("ann", "Ann"));
        new.letters = letters;
        Ok(Self {
            host: Arc::clone(host),
            id: wait(host.open_table(new))?,
            ann: Identity::from("ann"),
            messages: 0,
        })
    }

    /// One command down the road.
    fn roll(&mut self) -> u64 {
        let accepted = wait(
            self.host
                .command_text(Message::new(&self.id, &self.ann, "\"roll\"")),
        );
        accepted.map_or(0, |accepted| accepted.seq)
    }

    /// The same of the game's own type, as whoever plays in this process gives it.
    fn roll_typed(&mut self) -> u64 {
        let message = Message::new(&self.id, &self.ann, PigCommand::Roll);
        wait(self.host.command::<Pig>(message)).map_or(0, |accepted| accepted.seq)
    }

    /// One command with everything that can belong to it.
    fn roll_with_id(&mut self) -> u64 {
        self.messages += 1;
        let mut message = Message::new(&self.id, &self.ann, "\"roll\"");
        message.id = Some(self.messages.to_string());
        wait(self.host.command_text(message)).map_or(0, |accepted| accepted.seq)
    }
}

fn memory(bench: &mut Bench) -> Result<()> {
    let host = host(Arc::new(MemoryJournal::new()));
    let mut plain = Table::open(&host, false)?;
    let mut typed = Table::open(&host, false)?;
    let mut full = Table::open(&host, true)?;
    bench.scene(
        "road in memory, commands",
        1_000,
        vec![
            Contender::new(OURS, move |_| plain.roll()),
            Contender::new("parlour, of the game's own type", move |_| {
                typed.roll_typed()
            })
            .listed_only(),
            Contender::new("parlour, with message ids and an outbox", move |_| {
                full.roll_with_id()
            })
            .listed_only(),
        ],
    )
}

/// Something that writes durably until a moment, and says how often it did.
type Writer<'a> = Box<dyn FnMut(Instant) -> Result<u64> + 'a>;

fn durable(bench: &mut Bench) -> Result<()> {
    let folder = tempfile::tempdir()?;
    let database = folder.path().join("road.db");
    let sqlite = host(Arc::new(SqliteJournal::open(&database)?));
    let files = host(Arc::new(FileJournal::open(folder.path().join("files"))?));
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let mut raw = runtime.block_on(raw_table(&database))?;
    let mut table = Table::open(&sqlite, true)?;
    let mut in_files = Table::open(&files, false)?;
    let mut several: Vec<Table> = (0..16)
        .map(|_| Table::open(&sqlite, true))
        .collect::<Result<_>>()?;
    let line = "x".repeat(300);
    let mut row = 0_i64;
    let mut writers: Vec<(&str, Writer<'_>)> = vec![
        (
            "raw inserts of one row",
            Box::new(|end| {
                let mut written = 0;
                while Instant::now() < end {
                    row += 1;
                    runtime.block_on(insert(&mut raw, row, &line))?;
                    written += 1;
                }
                Ok(written)
            }),
        ),
        (
            OURS,
            Box::new(|end| {
                let mut written = 0;
                while Instant::now() < end {
                    anyhow::ensure!(table.roll_with_id() > 0, "a command was refused");
                    written += 1;
                }
                Ok(written)
            }),
        ),
        (
            "parlour, 16 tables at once",
            Box::new(|end| {
                Ok(thread::scope(|scope| {
                    let running: Vec<_> = several
                        .iter_mut()
                        .map(|table| {
                            scope.spawn(move || {
                                let mut written = 0;
                                while Instant::now() < end && table.roll_with_id() > 0 {
                                    written += 1;
                                }
                                written
                            })
                        })
                        .collect();
                    running.into_iter().filter_map(|it| it.join().ok()).sum()
                }))
            }),
        ),
        (
            "parlour, in files",
            Box::new(|end| {
                let mut written = 0;
                while Instant::now() < end {
                    anyhow::ensure!(in_files.roll() > 0, "a command was refused");
                    written += 1;
                }
                Ok(written)
            }),
        ),
    ];
    let slice = Duration::from_secs_f64(bench.seconds() / f64::from(TURNS));
    let mut totals = vec![(0_u64, 0.0_f64); writers.len()];
    for _ in 0..TURNS {
        for ((_, write), (written, seconds)) in writers.iter_mut().zip(&mut totals) {
            let start = Instant::now();
            *written += write(start + slice)?;
            *seconds += start.elapsed().as_secs_f64();
        }
    }
    let rows: Vec<Row> = writers
        .iter()
        .zip(totals)
        .map(|((name, _), (written, seconds))| Row {
            contender: (*name).to_owned(),
            per_second: written as f64 / seconds,
            extras: Vec::new(),
            is_peer: name.starts_with("raw"),
        })
        .collect();
    bench.print("road on disk, durable commands by the clock", &rows)
}

/// A table of its own in the database, through a connection of its own, with the
/// settings of the journal's.
async fn raw_table(path: &Path) -> Result<SqliteConnection> {
    let mut raw = SqliteConnectOptions::new()
        .filename(path)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .connect()
        .await?;
    sqlx::query("CREATE TABLE raw (seq INTEGER PRIMARY KEY, line TEXT NOT NULL)")
        .execute(&mut raw)
        .await?;
    Ok(raw)
}

async fn insert(raw: &mut SqliteConnection, row: i64, line: &str) -> Result<()> {
    sqlx::query("INSERT INTO raw (seq, line) VALUES (?1, ?2)")
        .bind(row)
        .bind(line)
        .execute(raw)
        .await?;
    Ok(())
}

fn opening(bench: &mut Bench) -> Result<()> {
    let folder = tempfile::tempdir()?;
    let open_sqlite = || -> Result<Arc<dyn Journal>> {
        Ok(Arc::new(SqliteJournal::open(
            folder.path().join("long.db"),
        )?))
    };
    let open_files = || -> Result<Arc<dyn Journal>> {
        Ok(Arc::new(FileJournal::open(folder.path().join("files"))?))
    };
    let opens: [(&str, &dyn Fn() -> Result<Arc<dyn Journal>>); 2] =
        [(OURS, &open_sqlite), ("parlour, in files", &open_files)];
    let mut rows = Vec::new();
    for (name, open) in opens {
        let id = long_table(&open()?)?;
        // From nothing: no snapshot is there, so all entries are replayed once.
        let replayed = time_to_open(open()?, &id)?;
        // The next entries bring a snapshot.
        let host = host(open()?);
        let mut table = Table {
            host: Arc::clone(&host),
            id: id.clone(),
            ann: Identity::from("ann"),
            messages: 0,
        };
        for _ in 0..300 {
            anyhow::ensure!(table.roll() > 0, "a command was refused");
        }
        drop((host, table));
        let mut best = f64::MAX;
        for _ in 0..5 {
            best = best.min(time_to_open(open()?, &id)?);
        }
        rows.push(Row {
            contender: name.to_owned(),
            per_second: 1.0 / best,
            extras: vec![("seconds", best), ("replayed", replayed)],
            is_peer: false,
        });
    }
    let scene = format!("opening a log of {LONG} entries from a snapshot, by the clock");
    bench.print(&scene, &rows)
}

/// Seconds from an open journal to a view of the table.
fn time_to_open(journal: Arc<dyn Journal>, id: &TableId) -> Result<f64> {
    let host = host(journal);
    let start = Instant::now();
    let glance = wait(host.look(id, &Identity::from("ann")))?;
    let seconds = start.elapsed().as_secs_f64();
    anyhow::ensure!(glance.standing.seq >= LONG, "entries are missing");
    Ok(seconds)
}

/// The first line of a table's audit.
fn opened(host: &Host, table: &TableId) -> Result<Stored> {
    let line = wait(host.journal().deeds(table, 0, 1))?.pop();
    let hash = wait(host.journal().load(table))?.and_then(|kept| kept.deed);
    match (line, hash) {
        (Some(line), Some(hash)) => Ok(Stored { line, hash }),
        _ => anyhow::bail!("the table has no audit"),
    }
}

/// A table with a long log, written at once.
fn long_table(journal: &Arc<dyn Journal>) -> Result<TableId> {
    let setup = PigSetup {
        players: 1,
        goal: u32::MAX,
    };
    let header = Header::new(Pig::NAME, Pig::VERSION, Json::of(&setup), Seed(7));
    let host = host(Arc::new(MemoryJournal::new()));
    let template = Table::open(&host, false)?;
    let mut kept = wait(host.journal().load(&template.id))?
        .ok_or_else(|| anyhow::anyhow!("the table is there"))?;
    kept.record.title = "A long game".to_owned();
    let mut state = Pig::start(&setup, Seed(7)).map_err(|it| anyhow::anyhow!(it.to_string()))?;
    let mut last = Hash::of_header(&header.line());
    let mut entries = Vec::new();
    for seq in 1..=LONG {
        let Turn::Awaiting { stage, .. } = Pig::turn(&state) else {
            anyhow::bail!("the game ended");
        };
        let by = Actor::Seat(Seat(0));
        let events = Pig::decide(&state, by, &PigCommand::Roll)
            .map_err(|refusal| anyhow::anyhow!(refusal.to_string()))?;
        for event in &events {
            Pig::apply(&mut state, event);
        }
        let entry = Entry {
            seq,
            stage,
            by,
            command: Json::of(&PigCommand::Roll),
            events: Json::of(&events),
            fingerprint: Pig::fingerprint(&state),
            time: Time(seq),
            who: Some("Ann".to_owned()),
            from: Some("local".to_owned()),
            rules: None,
        };
        let stored = Stored::entry(&entry, last);
        last = stored.hash;
        entries.push(stored);
    }
    let made = wait(journal.create(parlour_host::journal::NewLog {
        id: template.id.clone(),
        header: header.line(),
        start: Hash::of_header(&header.line()),
        entries,
        record: kept.record,
        face: kept.face.unwrap_or_default(),
        deadline: None,
        deed: opened(&host, &template.id)?,
        time: Time(0),
    }))?;
    anyhow::ensure!(made, "the table is new");
    Ok(template.id)
}
