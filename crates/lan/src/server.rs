//! The authority: opens the tables, and a door through which clients come.

mod crowd;
mod door;
mod guest;

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use parlour_host::table::Identity;
use parlour_host::{Host, Refused};
use parlour_rules::Seed;
use tokio::net::TcpListener;
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;

use crate::limits::Limits;
use crate::table::{BotMind, Control, ControlRefused, Input, Opening, Table, tag};
use door::Door;

/// Makes the seed of a game, from the number of the table (from 1) and the number
/// of the game at that table (from 0).
pub type Seeds = Arc<dyn Fn(u32, u32) -> Seed + Send + Sync>;

/// Told what happens at a table, by its number: who comes and goes, what begins and
/// ends. For the person at the host.
pub type Tell = Arc<dyn Fn(u32, &str) + Send + Sync>;

/// What a server is started with.
pub struct ServerSettings {
    /// Where the tables are kept.
    pub host: Arc<Host>,
    /// What distinguishes this server's tables from others in the same journal,
    /// for instance its port.
    pub place: String,
    /// What the tables are called on screens.
    pub title: String,
    /// Seats of each table, 2 to 4.
    pub players: u8,
    /// Seats that bots take from the beginning.
    pub bots: u8,
    /// How many tables there are, named "1" and so on.
    pub tables: u32,
    /// Leave unfinished games and begin anew.
    pub fresh: bool,
    /// Whether a finished game is shown once more to those who played it, and their
    /// seats are kept as if the server had never stopped. Otherwise there is a new
    /// lobby at once.
    pub shows_finished: bool,
    /// How bots think.
    pub mind: BotMind,
    /// Makes a secret for a seat: unguessable text.
    pub token: Arc<dyn Fn() -> String + Send + Sync>,
    /// Makes the seed of a game.
    pub seed: Seeds,
    /// Hears what happens.
    pub tell: Tell,
    /// Bounds on strangers.
    pub limits: Limits,
}

/// Why a server does not start.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StartRefused {
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

/// The way to a table's task.
#[derive(Clone)]
pub(crate) struct Way {
    pub inbox: mpsc::Sender<Input>,
    /// How far the table has come, for answers that do not pass through it.
    pub seq: Arc<AtomicU64>,
}

/// The tables by their names.
pub(crate) type Ways = Arc<BTreeMap<String, Way>>;

/// A running server. Dropping it closes every connection.
pub struct Server {
    address: SocketAddr,
    tables: Ways,
    tasks: Vec<JoinHandle<()>>,
}

impl Server {
    /// Opens or resumes the tables and begins to accept connections. Unless all of
    /// them can be had, nothing changes.
    pub async fn start(
        listener: TcpListener,
        settings: ServerSettings,
    ) -> Result<Self, StartRefused> {
        let mut openings = Vec::new();
        for number in 1..=settings.tables.max(1) {
            let name = number.to_string();
            let opening = Opening {
                host: Arc::clone(&settings.host),
                tag: tag(&settings.place, number),
                title: settings.title.clone(),
                owner: Identity(format!("lan-server:{}", settings.place)),
                number,
                players: settings.players,
                bots: settings.bots,
                fresh: settings.fresh,
                shows_finished: settings.shows_finished,
                mind: Arc::clone(&settings.mind),
                token: Arc::clone(&settings.token),
                seed: Arc::clone(&settings.seed),
                tell: Arc::clone(&settings.tell),
                seq: Arc::new(AtomicU64::new(0)),
            };
            let kept = opening.kept().await?;
            openings.push((name, opening, kept));
        }
        let mut tables = BTreeMap::new();
        let mut tasks = Vec::new();
        for (name, opening, kept) in openings {
            let (inbox, receiver) = mpsc::channel(256);
            let seq = Arc::clone(&opening.seq);
            let table = Table::open(opening, kept, inbox.downgrade()).await?;
            tasks.push(tokio::spawn(table.run(receiver)));
            tables.insert(name, Way { inbox, seq });
        }
        let address = listener
            .local_addr()
            .unwrap_or_else(|_| SocketAddr::from(([0, 0, 0, 0], 0)));
        let tables = Arc::new(tables);
        let door = Door::new(settings.limits, Arc::clone(&tables));
        tasks.push(tokio::spawn(door.keep(listener)));
        Ok(Self {
            address,
            tables,
            tasks,
        })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Something only the host's own screen may do, at a table by its name.
    pub async fn control(&self, table: &str, control: Control) -> Result<(), ControlRefused> {
        let way = self.tables.get(table).ok_or(ControlRefused::NoTable)?;
        let (answer, result) = oneshot::channel();
        let sent = way.inbox.send(Input::Control(control, answer)).await;
        sent.map_err(|_| ControlRefused::Closed)?;
        result.await.unwrap_or(Err(ControlRefused::Closed))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        for task in &self.tasks {
            task.abort();
        }
    }
}
