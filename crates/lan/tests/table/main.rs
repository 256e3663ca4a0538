//! A table over real sockets on loopback, with a journal in memory. Whatever is
//! played here, every byte that was sent is looked through at the end.

mod answers;
mod bots;
mod client;
mod faulty;
mod hints;
mod hostile;
mod ids;
mod keepsake;
mod ledger;
mod person;
mod play;
mod reconnect;
mod seats;
mod secrecy;
mod stored;
mod together;

use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use parlour_host::journal::MemoryJournal;
use parlour_host::journal::passing::Passing;
use parlour_host::table::TableId;
use parlour_host::{Host, ManualClock, Registry, SeededEntropy};
use parlour_lan::{BotMind, Limits, Server, ServerSettings, StartRefused};
use parlour_regicide::Kingslayer;
use parlour_rules::Seed;
use tokio::net::TcpListener;

/// A house with one journal, in which servers can be started again and again.
pub(crate) struct House {
    pub(crate) host: Arc<Host>,
    pub(crate) journal: Arc<MemoryJournal>,
    /// Whether nothing can be stored.
    pub(crate) broken: Arc<AtomicBool>,
    /// After how much more that is stored one thing is not.
    pub(crate) until_fault: Arc<AtomicI64>,
    /// Tables that cannot be read.
    pub(crate) unreadable: Arc<Mutex<Vec<TableId>>>,
    tokens: Arc<AtomicU64>,
    /// What the person at the host was told.
    pub(crate) told: Arc<Mutex<Vec<String>>>,
    servers: Arc<Mutex<Vec<ledger::Chapter>>>,
}

/// No byte that was sent named a hidden card, in no test.
impl Drop for House {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            self.states_that_were_sent();
        }
    }
}

pub(crate) struct Wishes {
    pub(crate) players: u8,
    pub(crate) bots: u8,
    pub(crate) tables: u32,
    pub(crate) fresh: bool,
    pub(crate) hints: bool,
    pub(crate) shows_finished: bool,
    pub(crate) seed: u64,
    pub(crate) limits: Limits,
    pub(crate) mind: BotMind,
}

impl Wishes {
    /// Two players, and a limit that is not as usual.
    pub(crate) fn limited(change: impl FnOnce(&mut Limits)) -> Self {
        let mut wishes = Self::players(2);
        change(&mut wishes.limits);
        wishes
    }

    pub(crate) fn players(players: u8) -> Self {
        Self {
            players,
            bots: 0,
            tables: 1,
            fresh: false,
            hints: false,
            shows_finished: true,
            seed: 7,
            limits: Limits {
                per_address: 64,
                lines_per_second: 10_000,
                ..Limits::default()
            },
            mind: Arc::new(|view, _| person::simple_command(view)),
        }
    }
}

impl House {
    pub(crate) fn new() -> Self {
        let (journal, broken) = (Arc::new(MemoryJournal::new()), Arc::default());
        let until_fault = Arc::new(AtomicI64::new(-1));
        let unreadable = Arc::default();
        Self {
            host: Arc::new(new_host(&journal, &broken, &until_fault, &unreadable)),
            journal,
            broken,
            until_fault,
            unreadable,
            tokens: Arc::default(),
            told: Arc::default(),
            servers: Arc::default(),
        }
    }

    /// The same journal under a new host, as after a restart.
    pub(crate) fn restarted(&self) -> Self {
        Self {
            host: Arc::new(new_host(
                &self.journal,
                &self.broken,
                &self.until_fault,
                &self.unreadable,
            )),
            journal: Arc::clone(&self.journal),
            broken: Arc::clone(&self.broken),
            until_fault: Arc::clone(&self.until_fault),
            unreadable: Arc::clone(&self.unreadable),
            tokens: Arc::clone(&self.tokens),
            told: Arc::clone(&self.told),
            servers: Arc::clone(&self.servers),
        }
    }

    /// How often the person at the host was told something with these words.
    pub(crate) fn times_told(&self, words: &str) -> usize {
        let told = self.told.lock().unwrap();
        told.iter().filter(|line| line.contains(words)).count()
    }

    /// Holds everything that was sent so far against the logs.
    pub(crate) fn states_that_were_sent(&self) -> usize {
        ledger::check(&self.servers.lock().unwrap(), &self.journal)
    }

    pub(crate) async fn serve(&self, wishes: Wishes) -> Server {
        self.try_to_serve(wishes).await.unwrap()
    }

    pub(crate) async fn try_to_serve(&self, wishes: Wishes) -> Result<Server, StartRefused> {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let tokens = Arc::clone(&self.tokens);
        let first = wishes.seed;
        let told = Arc::clone(&self.told);
        let settings = ServerSettings {
            host: Arc::clone(&self.host),
            place: String::from("5555"),
            title: String::from("Table"),
            players: wishes.players,
            bots: wishes.bots,
            house: parlour_regicide::House::default(),
            hints: wishes.hints,
            tables: wishes.tables,
            fresh: wishes.fresh,
            shows_finished: wishes.shows_finished,
            mind: wishes.mind,
            pace: std::time::Duration::ZERO,
            token: Arc::new(move || format!("token-{}", tokens.fetch_add(1, Ordering::Relaxed))),
            seed: Arc::new(move |table, game| Seed(first + u64::from(table + game * 100))),
            tell: Arc::new(move |table, words| {
                told.lock().unwrap().push(format!("{table}: {words}"));
            }),
            limits: wishes.limits,
        };
        let server = Server::start(listener, settings).await?;
        let chapter = ledger::new_chapter(server.address());
        self.servers.lock().unwrap().push(chapter);
        Ok(server)
    }
}

fn new_host(
    journal: &Arc<MemoryJournal>,
    broken: &Arc<AtomicBool>,
    until_fault: &Arc<AtomicI64>,
    unreadable: &Arc<Mutex<Vec<TableId>>>,
) -> Host {
    let mut games = Registry::new();
    games.register::<Kingslayer>();
    Host::new(
        games,
        Arc::new(Passing {
            journal: Arc::clone(journal),
            between: faulty::Faulty {
                broken: Arc::clone(broken),
                until_fault: Arc::clone(until_fault),
                unreadable: Arc::clone(unreadable),
            },
        }),
        Arc::new(ManualClock::default()),
        Arc::new(SeededEntropy::new(Seed(1))),
    )
}
