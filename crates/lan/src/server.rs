//! The authority: opens the tables, and a door through which clients come.

mod crowd;
mod door;
mod guest;
mod voice;

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use parlour_court::{
    BotMind, Control, ControlRefused, Customs, OpenRefused, Opening, Seeds, Table, Tell, Unfinished,
};
use parlour_host::table::{Identity, TableId};
use parlour_host::{Host, Refused};
use parlour_regicide::House;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

use crate::limits::Limits;
use door::Door;
use voice::identity;

/// Makes a secret for a seat: unguessable text.
pub(crate) type NewToken = Arc<dyn Fn() -> String + Send + Sync>;

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
    /// The house rules of their games.
    pub house: House,
    /// Whether screens may give hints.
    pub hints: bool,
    /// How bots think.
    pub mind: BotMind,
    /// How long bots take for a move at least.
    pub pace: Duration,
    /// Makes a secret for a seat: unguessable text.
    pub token: NewToken,
    /// Makes the seed of a game.
    pub seed: Seeds,
    /// Hears what happens.
    pub tell: Tell,
    /// Bounds on strangers.
    pub limits: Limits,
}

/// The tables by their names.
pub(crate) type Tables = Arc<BTreeMap<String, Table>>;

/// The unfinished table that a server with one table would find at a place: see
/// [`ServerSettings::place`]. Who asks may have a token from before.
pub async fn unfinished(
    host: &Arc<Host>,
    place: &str,
    token: Option<&str>,
) -> Result<Option<Unfinished>, Refused> {
    let who = token.map(identity);
    parlour_court::unfinished(host, &tag(place, 1), who.as_ref()).await
}

/// As whom the host knows the seat that a token opens.
pub fn seat_identity(token: &str) -> Identity {
    identity(token)
}

/// The game that the one table of a place plays now, or has played last.
pub async fn present_game(host: &Host, place: &str) -> Result<Option<TableId>, Refused> {
    let games = parlour_court::games_under(host, &tag(place, 1)).await?;
    Ok(games.into_iter().next())
}

/// The tag under which the games of a table are found again.
fn tag(place: &str, number: u32) -> String {
    format!("lan:{place}:{number}")
}

/// A running server. Dropping it closes every connection.
pub struct Server {
    address: SocketAddr,
    tables: Tables,
    tasks: Vec<JoinHandle<()>>,
}

impl Server {
    /// Opens or resumes the tables and begins to accept connections. Unless all of
    /// them can be had, nothing changes.
    pub async fn start(
        listener: TcpListener,
        settings: ServerSettings,
    ) -> Result<Self, OpenRefused> {
        let mut prepared = Vec::new();
        for number in 1..=settings.tables.max(1) {
            let opening = Opening {
                host: Arc::clone(&settings.host),
                tag: tag(&settings.place, number),
                title: settings.title.clone(),
                owner: Identity(format!("lan-server:{}", settings.place)),
                number,
                players: settings.players,
                bots: settings.bots,
                house: settings.house,
                customs: Customs {
                    hints: settings.hints,
                    ..Customs::default()
                },
                fresh: settings.fresh,
                shows_finished: settings.shows_finished,
                mind: Arc::clone(&settings.mind),
                pace: settings.pace,
                key: Arc::clone(&settings.token),
                seed: Arc::clone(&settings.seed),
                tell: Arc::clone(&settings.tell),
                open: true,
                // Who closes a connection is gone; who loses it is missed as well.
                grace: Duration::ZERO,
                replica: None,
            };
            prepared.push((number.to_string(), opening.prepare().await?));
        }
        let mut tables = BTreeMap::new();
        let mut tasks = Vec::new();
        for (name, prepared) in prepared {
            let (table, task) = prepared.open().await?;
            tasks.push(task);
            tables.insert(name, table);
        }
        let address = listener
            .local_addr()
            .unwrap_or_else(|_| SocketAddr::from(([0, 0, 0, 0], 0)));
        let tables = Arc::new(tables);
        let door = Door::new(
            settings.limits,
            Arc::clone(&tables),
            settings.token,
            settings.hints,
        );
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

    /// A table by its name, for other fronts that carry it.
    pub fn table(&self, name: &str) -> Option<&Table> {
        self.tables.get(name)
    }

    /// Something only the host's own screen may do, at a table by its name.
    pub async fn control(&self, table: &str, control: Control) -> Result<(), ControlRefused> {
        let table = self.tables.get(table).ok_or(ControlRefused::NoTable)?;
        table.control(control).await
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        for task in &self.tasks {
            task.abort();
        }
    }
}
