//! Kingslayer on the local network: the authority of this machine's tables.

mod addresses;
mod browsers;

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result};
use parlour_court::Customs;
use parlour_host::table::TableId;
use parlour_host::{Entropy, Host, SystemEntropy, wait};
use parlour_lan::discovery::Announcement;
use parlour_lan::{
    BotMind, Limits, Seeds, Server, ServerSettings, StartRefused, Tell, Unfinished, present_game,
    unfinished,
};
use parlour_regicide::bot::{Level, advise};
use parlour_regicide::{Command, House};
use parlour_rules::Seed;
use tokio::net::{TcpListener, TcpSocket};

use crate::place::Place;
use crate::shelf;
use crate::tables::{self, new_seed};
use addresses::addresses;
use browsers::Browsers;

pub use browsers::may_colour;

/// The port unless another is named.
pub const PORT: u16 = 5555;

/// What is to be hosted.
#[expect(clippy::struct_excessive_bools, reason = "each is a wish of its own")]
#[derive(Clone, Debug)]
pub struct Wishes {
    /// Seats of each table.
    pub players: u8,
    /// Where to listen.
    pub port: u16,
    /// What the table is called for those who look for it.
    pub name: String,
    /// Seats that bots take from the beginning.
    pub bots: u8,
    /// How strong bots are.
    pub level: Level,
    /// How long they take for a move at least.
    pub pace: Duration,
    /// The house rules.
    pub house: House,
    /// Whether screens may give hints.
    pub hints: bool,
    /// How many tables there are.
    pub tables: u32,
    /// What the cards of the first game follow from.
    pub seed: Option<Seed>,
    /// Leave an unfinished game and begin anew.
    pub new: bool,
    /// Whether somebody sits at a screen here: a finished game makes room for a new
    /// lobby, and bots take the time to be followed.
    pub screen: bool,
    /// Whether nobody else is to reach it: a table with bots.
    pub alone: bool,
    /// Whether browsers may come as well.
    pub browsers: bool,
    /// At which port; the usual one, or any, if none is named.
    pub browser_port: Option<u16>,
}

impl Wishes {
    /// Where the tables are kept from one time to the next.
    pub fn kept_at(&self) -> String {
        kept_at(self.port, self.alone)
    }
}

/// Where the tables of a port are kept; those with bots alone have no port.
pub fn kept_at(port: u16, alone: bool) -> String {
    if alone {
        String::from("bots")
    } else {
        port.to_string()
    }
}

/// A server that runs until this is dropped.
pub struct Hosted {
    /// What keeps the tables, and where.
    host: Arc<Host>,
    place: String,
    /// The tables.
    pub server: Server,
    /// Where it listens.
    pub port: u16,
    /// The addresses to tell the others.
    pub addresses: Vec<IpAddr>,
    /// Whether nobody else reaches it.
    pub alone: bool,
    /// Why nobody finds it without typing an address, if so.
    pub unannounced: Option<String>,
    /// The door for browsers, if there is one.
    pub browsers: Option<Browsers>,
    _announcement: Option<Announcement>,
}

impl Hosted {
    /// Listens, opens or resumes the tables, and announces them.
    pub async fn open(place: &Place, wishes: &Wishes) -> Result<Self> {
        Self::open_and_tell(place, wishes, Arc::new(|_, _| {})).await
    }

    /// The same; `tell` hears what happens at the tables.
    pub async fn open_and_tell(place: &Place, wishes: &Wishes, tell: Tell) -> Result<Self> {
        let limits = Limits::from_environment(|name| std::env::var(name).ok())?;
        let visit = tables::open_for_many(place, shelf::registry(false))?;
        let listener = if wishes.alone {
            TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await
        } else {
            listen(wishes.port)
        };
        let listener = listener.with_context(|| {
            let port = wishes.port;
            format!("port {port} cannot be used; `parlour kingslayer host --port` takes another")
        })?;
        let port = listener.local_addr()?.port();
        let host = visit.host;
        let place = wishes.kept_at();
        let settings = ServerSettings {
            host: Arc::clone(&host),
            place: place.clone(),
            title: wishes.name.clone(),
            players: wishes.players,
            bots: wishes.bots,
            tables: wishes.tables,
            fresh: wishes.new,
            shows_finished: !wishes.screen,
            house: wishes.house,
            hints: wishes.hints,
            mind: mind(wishes.level),
            pace: wishes.pace,
            token: Arc::new(new_token),
            seed: seeds(wishes.seed),
            tell,
            limits,
        };
        let server = Server::start(listener, settings)
            .await
            .map_err(with_a_way_out)?;
        let announce = || {
            let seats = (wishes.players, wishes.tables);
            Announcement::start(&wishes.name, port, seats, &new_token()[..8])
        };
        let (announcement, unannounced) = match (!wishes.alone).then(announce).transpose() {
            Ok(announcement) => (announcement, None),
            Err(error) => {
                tracing::warn!("{error}");
                (None, Some(error.to_string()))
            }
        };
        let addresses = addresses();
        let browsers = if wishes.browsers && !wishes.alone {
            let at = (wishes.browser_port, &addresses[..]);
            let door = Browsers::open(&host, &server, &place, wishes.tables, at).await;
            // Whoever comes by a terminal does not need it.
            door.inspect_err(|error| tracing::warn!("browsers cannot come: {error:#}"))
                .ok()
        } else {
            None
        };
        Ok(Self {
            host,
            place,
            server,
            port,
            addresses,
            alone: wishes.alone,
            unannounced,
            browsers,
            _announcement: announcement,
        })
    }
}

impl Hosted {
    /// The log of the game that was played last at the one table, compressed, and by
    /// what it is known.
    pub async fn export(&self) -> Result<(TableId, Vec<u8>)> {
        let game = present_game(&self.host, &self.place).await?;
        let game = game.context("there is no game yet")?;
        let log = self.host.export(&game).await?;
        Ok((game, log))
    }
}

/// The unfinished table that hosting at this place of tables would go on with, for who
/// has this token.
pub fn unfinished_at(place: &Place, at: &str, token: Option<&str>) -> Result<Option<Unfinished>> {
    let visit = tables::open(place, shelf::registry(false), "")?;
    Ok(wait(unfinished(&visit.host, at, token))?)
}

/// How many connections may wait to be accepted: a crowd at the door must not make
/// a player who comes back wait.
const BACKLOG: u32 = 4096;

/// Listens for both kinds of addresses, or for the old kind where there is no
/// other.
fn listen(port: u16) -> std::io::Result<TcpListener> {
    let at = |socket: TcpSocket, address: IpAddr| {
        socket.set_reuseaddr(cfg!(unix))?;
        socket.bind((address, port).into())?;
        socket.listen(BACKLOG)
    };
    TcpSocket::new_v6()
        .and_then(|socket| at(socket, Ipv6Addr::UNSPECIFIED.into()))
        .or_else(|_| at(TcpSocket::new_v4()?, Ipv4Addr::UNSPECIFIED.into()))
}

/// How bots at a table think.
fn mind(level: Level) -> BotMind {
    Arc::new(move |view, seed| {
        let advice = advise(view, &level.thinking(seed), &mut || true);
        advice.map_or(Command::Yield, |advice| advice.command)
    })
}

/// How bots think at tables that somebody looks at, by what is agreed there.
pub fn seen_mind(customs: &Customs) -> BotMind {
    mind(customs.level.unwrap_or_default())
}

/// Text that nobody can guess.
pub fn new_token() -> String {
    let mut bytes = [0; 16];
    SystemEntropy.fill(&mut bytes);
    format!("{:032x}", u128::from_le_bytes(bytes))
}

/// With a seed every game of every table follows from it, the first of the first
/// table from the seed itself.
fn seeds(first: Option<Seed>) -> Seeds {
    let Some(Seed(first)) = first else {
        return Arc::new(|_, _| new_seed());
    };
    Arc::new(move |table, game| {
        let steps = u64::from(table - 1) + (u64::from(game) << 32);
        Seed(first.wrapping_add(steps))
    })
}

/// Why the server does not start, and with which words it would.
fn with_a_way_out(refused: StartRefused) -> anyhow::Error {
    match refused {
        StartRefused::Unfinished { players } => {
            anyhow::anyhow!("{refused}; start with --players {players}, or --new to abandon it")
        }
        StartRefused::Damaged(_) => {
            anyhow::anyhow!("{refused}; start with --new to clear it away")
        }
        StartRefused::Host(_) => refused.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_gives_the_same_games_again_and_no_game_twice() {
        let seeds = seeds(Some(Seed(9)));
        assert_eq!(seeds(1, 0), Seed(9));
        let mut all: Vec<u64> = (1..=50)
            .flat_map(|table| (0..50).map(move |game| (table, game)))
            .map(|(table, game)| seeds(table, game).0)
            .collect();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 2500);
    }

    #[test]
    fn tokens_are_long_and_never_the_same() {
        let (one, two) = (new_token(), new_token());
        assert!(one.len() == 32 && one != two);
    }

    #[test]
    fn a_table_of_another_size_in_the_way_is_told_with_what_to_say() {
        assert_eq!(
            with_a_way_out(StartRefused::Unfinished { players: 2 }).to_string(),
            "an unfinished table of 2 is kept here; start with --players 2, or --new to abandon it"
        );
        let refused = StartRefused::Damaged(parlour_host::Refused::NotOwner);
        let words = with_a_way_out(refused).to_string();
        assert!(
            words.ends_with("; start with --new to clear it away"),
            "{words}"
        );
    }
}
