//! Kingslayer with others, as its screens need it: tables across the network,
//! tables of our own, and what was found by looking around.

use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Waker};
use std::time::Duration;
use std::{fs, thread};

use anyhow::{Context as _, Result};
use parlour_host::link::Link;
use parlour_lan::discovery::{Found, look_around};
use parlour_lan::{ClientSettings, Connection, Control, RemoteTable};
use parlour_regicide::{Kingslayer, Phrase};
use parlour_tui::Screen;
use parlour_tui::kingslayer::{
    Favour, Finder, FoundTable, Gathering, Guest, Inn, Party, Porch, Scout, Together,
    UnfinishedTable,
};
use tokio::runtime::Runtime;

use crate::lan::{Hosted, PORT, Wishes, new_token, unfinished_at};
use crate::place::{Place, make_room_for};

/// Where network tasks run. A bot that is still thinking is not waited for.
pub struct Workers(Option<Runtime>);

impl Workers {
    /// Threads of their own.
    pub fn start() -> Result<Arc<Self>> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()?;
        Ok(Arc::new(Self(Some(runtime))))
    }

    fn runtime(&self) -> &Runtime {
        self.0.as_ref().expect("there until it is dropped")
    }
}

impl Drop for Workers {
    fn drop(&mut self) {
        if let Some(runtime) = self.0.take() {
            runtime.shutdown_background();
        }
    }
}

/// Somebody who wants to sit at a table.
#[derive(Clone, Debug)]
pub struct Visitor {
    /// Their name.
    pub name: String,
    /// The table, where there are several.
    pub table: Option<String>,
    /// To watch only.
    pub watch: bool,
}

/// Goes to a table by its address.
pub fn join(place: &Place, address: &str, visitor: &Visitor) -> Result<Box<dyn Screen>> {
    let workers = Workers::start()?;
    let address = with_port(address);
    let table = sit_down(&workers, place, &address, &address, visitor);
    Ok(Box::new(Together::new(Box::new(OurParty {
        table,
        hosted: None,
        workers,
    }))))
}

/// Hosts a table and sits down at it.
pub fn host(place: &Place, wishes: &Wishes, visitor: &Visitor) -> Result<Box<dyn Screen>> {
    let workers = Workers::start()?;
    let hosted = workers.runtime().block_on(Hosted::open(place, wishes))?;
    let address = SocketAddr::from(([127, 0, 0, 1], hosted.port)).to_string();
    let key = format!("own {}", wishes.port);
    let table = sit_down(&workers, place, &address, &key, visitor);
    Ok(Box::new(Together::new(Box::new(OurParty {
        table,
        hosted: Some(hosted),
        workers,
    }))))
}

/// Looks for tables to join.
pub fn find(place: &Place, visitor: &Visitor) -> Box<dyn Screen> {
    Box::new(Finder::new(Box::new(OurScout::start(place, visitor))))
}

/// Asks whether to host or to join.
pub fn porch(place: &Place, name: &str) -> Box<dyn Screen> {
    Box::new(Porch::new(Box::new(OurInn {
        place: place.clone(),
        visitor: Visitor {
            name: name.to_owned(),
            table: None,
            watch: false,
        },
    })))
}

fn sit_down(
    workers: &Workers,
    place: &Place,
    address: &str,
    key: &str,
    visitor: &Visitor,
) -> RemoteTable {
    let table = visitor.table.as_deref().unwrap_or_default();
    let seats = Seats {
        file: place.seats_file(),
        key: format!("{key} {table} {}", visitor.name),
    };
    let settings = ClientSettings {
        address: address.to_owned(),
        name: visitor.name.clone(),
        token: seats.token().filter(|_| !visitor.watch),
        table: visitor.table.clone(),
        spectate: visitor.watch,
    };
    // Ids of this life of the client are never those of an earlier one.
    let marker = new_token();
    let _inside = workers.runtime().enter();
    let keep = move |token: &str| {
        if let Err(error) = seats.keep(token) {
            tracing::warn!("the seat's token is not kept: {error:#}");
        }
    };
    RemoteTable::start(settings, &marker[..16], Box::new(keep))
}

/// The address with the usual port, if it names none.
fn with_port(address: &str) -> String {
    let address = address.trim();
    if let Ok(ip) = address.trim_matches(['[', ']']).parse::<IpAddr>() {
        return SocketAddr::new(ip, PORT).to_string();
    }
    let port = address.rsplit_once(':').map(|(_, port)| port);
    if port.is_some_and(|port| port.parse::<u16>().is_ok()) {
        return address.to_owned();
    }
    format!("{address}:{PORT}")
}

/// The tokens of this machine's seats, in a file.
struct Seats {
    file: PathBuf,
    key: String,
}

/// The most seats that are remembered.
const MOST_SEATS: usize = 200;

impl Seats {
    fn all(&self) -> Vec<(String, String)> {
        let text = fs::read_to_string(&self.file).unwrap_or_default();
        serde_json::from_str(&text).unwrap_or_default()
    }

    fn token(&self) -> Option<String> {
        let mut all = self.all().into_iter();
        all.find(|(key, _)| *key == self.key)
            .map(|(_, token)| token)
    }

    fn keep(&self, token: &str) -> Result<()> {
        let mut all = self.all();
        all.retain(|(key, _)| *key != self.key);
        all.insert(0, (self.key.clone(), token.to_owned()));
        all.truncate(MOST_SEATS);
        make_room_for(&self.file)?;
        // Whole or not at all.
        let draft = self.file.with_extension("json.new");
        fs::write(&draft, serde_json::to_string(&all)?)?;
        fs::rename(&draft, &self.file).with_context(|| self.file.display().to_string())
    }
}

/// A table with others.
struct OurParty {
    table: RemoteTable,
    hosted: Option<Hosted>,
    workers: Arc<Workers>,
}

impl Party for OurParty {
    fn hear(&mut self, waker: &Waker) {
        self.table.hear(&mut Context::from_waker(waker));
    }

    fn gathering(&self) -> Gathering {
        let mut gathering = Gathering {
            invitation: self.invitation(),
            ..Gathering::default()
        };
        match self.table.connection() {
            Connection::Opening | Connection::Open => {}
            Connection::Lost(words) => gathering.trouble = Some(words),
            Connection::TakenOver => gathering.taken_over = true,
            Connection::Closed(words) => gathering.closed = Some(words),
        }
        let Some(state) = self.table.state() else {
            return gathering;
        };
        let view = state.view;
        gathering.lobby = view.step == "lobby";
        gathering.over = view.step == "over";
        if view.paused {
            gathering.missing = view.waiting_for;
        }
        gathering.guests = view
            .players
            .into_iter()
            .map(|player| Guest {
                you: state.you == Some(player.id),
                name: player.name,
                connected: player.connected,
                bot: player.bot,
                ready: player.ready,
            })
            .collect();
        gathering.log = view
            .log
            .into_iter()
            .map(|line| (line.player, line.text))
            .collect();
        gathering
    }

    fn link(&self) -> Box<dyn Link<Kingslayer>> {
        Box::new(self.table.link())
    }

    fn ready(&mut self) {
        self.table.ready();
    }

    fn say(&mut self, phrase: Phrase) {
        self.table.say(phrase);
    }

    fn take_back(&mut self) {
        self.table.take_back();
    }

    fn refusal(&mut self) -> Option<String> {
        self.table.refusal()
    }

    fn is_host(&self) -> bool {
        self.hosted.is_some()
    }

    fn favour(&mut self, favour: Favour) -> Result<(), String> {
        let hosted = self.hosted.as_ref().ok_or("only the host may do this")?;
        let control = match favour {
            Favour::AddBot => Control::AddBot,
            Favour::RemoveBot => Control::RemoveBot,
            Favour::PutBot(seat) => Control::PutBot(seat),
            Favour::Admit(seat) => Control::Admit(seat),
            Favour::OpenLobby => Control::OpenLobby,
        };
        let done = self
            .workers
            .runtime()
            .block_on(hosted.server.control("1", control));
        done.map_err(|refused| refused.to_string())
    }
}

impl OurParty {
    fn invitation(&self) -> Vec<String> {
        let Some(hosted) = &self.hosted else {
            return Vec::new();
        };
        let mut lines = vec![
            String::from("The others join with"),
            String::from("parlour kingslayer join ADDRESS"),
            String::new(),
        ];
        for address in hosted.addresses.iter().take(5) {
            lines.push(SocketAddr::new(*address, hosted.port).to_string());
        }
        if hosted.unannounced.is_some() {
            lines.push(String::from("They have to type it: nobody is told here."));
        }
        lines
    }
}

/// What looking around has found, shared with the thread that looks.
#[derive(Default)]
struct Sight {
    found: Vec<Found>,
    trouble: Option<String>,
}

struct OurScout {
    place: Place,
    visitor: Visitor,
    sight: Arc<Mutex<Sight>>,
}

impl OurScout {
    fn start(place: &Place, visitor: &Visitor) -> Self {
        let sight = Arc::new(Mutex::new(Sight::default()));
        let seen = Arc::downgrade(&sight);
        thread::spawn(move || {
            loop {
                let looked = look_around(Duration::from_millis(1500));
                // The screen may have been closed meanwhile.
                let Some(sight) = seen.upgrade() else {
                    return;
                };
                let mut sight = sight.lock().unwrap_or_else(PoisonError::into_inner);
                match looked {
                    Ok(found) => sight.found = found,
                    Err(error) => {
                        sight.trouble = Some(error.to_string());
                        return;
                    }
                }
            }
        });
        Self {
            place: place.clone(),
            visitor: visitor.clone(),
            sight,
        }
    }

    fn sight(&self) -> std::sync::MutexGuard<'_, Sight> {
        self.sight.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Scout for OurScout {
    fn found(&self) -> Vec<FoundTable> {
        let found = self.sight().found.clone();
        let found = found.into_iter();
        found
            .map(|it| FoundTable {
                name: it.name,
                players: it.players,
                address: SocketAddr::new(it.address, it.port).to_string(),
            })
            .collect()
    }

    fn trouble(&self) -> Option<String> {
        self.sight().trouble.clone()
    }

    fn join(&self, address: &str) -> Result<Box<dyn Screen>, String> {
        join(&self.place, address, &self.visitor).map_err(|error| format!("{error:#}"))
    }
}

struct OurInn {
    place: Place,
    visitor: Visitor,
}

impl Inn for OurInn {
    fn unfinished(&self) -> Option<UnfinishedTable> {
        let found = match unfinished_at(&self.place, PORT) {
            Ok(found) => found?,
            Err(error) => {
                tracing::warn!("no unfinished table is looked for: {error:#}");
                return None;
            }
        };
        Some(UnfinishedTable {
            players: found.players,
            people: found.people,
            begun: found.begun,
        })
    }

    fn go_on(&self, table: &UnfinishedTable) -> Result<Box<dyn Screen>, String> {
        self.host(table.players, 0, false)
    }

    fn host(&self, players: u8, bots: u8, new: bool) -> Result<Box<dyn Screen>, String> {
        let wishes = Wishes {
            players,
            port: PORT,
            name: self.visitor.name.clone(),
            bots,
            tables: 1,
            seed: None,
            new,
            shows_finished: false,
        };
        host(&self.place, &wishes, &self.visitor).map_err(|error| format!("{error:#}"))
    }

    fn join(&self) -> Result<Box<dyn Screen>, String> {
        Ok(find(&self.place, &self.visitor))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_gets_the_usual_port_if_it_names_none() {
        for (typed, meant) in [
            ("192.168.1.20", "192.168.1.20:5555"),
            (" 192.168.1.20:7000 ", "192.168.1.20:7000"),
            ("table.local", "table.local:5555"),
            ("table.local:81", "table.local:81"),
            ("::1", "[::1]:5555"),
            ("[::1]", "[::1]:5555"),
            ("[::1]:81", "[::1]:81"),
        ] {
            assert_eq!(with_port(typed), meant);
        }
    }

    #[test]
    fn tokens_are_kept_by_table_and_name() {
        let folder = tempfile::tempdir().unwrap();
        let seats = |key: &str| Seats {
            file: folder.path().join("deep/seats.json"),
            key: key.to_owned(),
        };
        assert_eq!(seats("a Ann").token(), None);
        seats("a Ann").keep("one").unwrap();
        seats("a Ben").keep("two").unwrap();
        seats("a Ann").keep("three").unwrap();
        assert_eq!(seats("a Ann").token().as_deref(), Some("three"));
        assert_eq!(seats("a Ben").token().as_deref(), Some("two"));
        fs::write(seats("").file, "nonsense").unwrap();
        assert_eq!(seats("a Ann").token(), None);
    }
}
