//! Kingslayer with others, as its screens need it: tables across the network,
//! tables of our own, and what was found by looking around.

pub mod address;
mod seats;

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Waker};
use std::thread;
use std::time::Duration;

use anyhow::Result;
use parlour_host::link::Link;
use parlour_lan::discovery::{Found, look_around};
use parlour_lan::{ClientSettings, Connection, Control, Recall, RemoteTable, Unfinished, protocol};
use parlour_regicide::bot::Level;
use parlour_regicide::{Kingslayer, Phrase};
use parlour_tui::Screen;
use parlour_tui::kingslayer::{
    Favour, Finder, FoundTable, Gathering, Guest, Hosting, Inn, Party, Porch, Returning, Scout,
    Together, UnfinishedTable,
};
use tokio::runtime::Runtime;

use crate::lan::{Hosted, PORT, Wishes, kept_at, new_token, unfinished_at};
use crate::place::Place;
use address::Address;
use seats::Seats;

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

/// Why the last table that was tried has no seat for who came, once it has said so.
#[derive(Clone, Debug, Default)]
pub struct Verdict(Arc<Mutex<Option<String>>>);

impl Verdict {
    /// The reason, if a table gave one.
    pub fn get(&self) -> Option<String> {
        self.lock().clone()
    }

    /// The first reason counts.
    fn first(&self, words: String) -> String {
        self.lock().get_or_insert(words).clone()
    }

    /// Another table is tried.
    fn forget(&self) {
        *self.lock() = None;
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Option<String>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Goes to a table by its address. The verdict hears if it lets nobody in.
pub fn join(
    place: &Place,
    address: &Address,
    visitor: &Visitor,
    verdict: &Verdict,
) -> Result<Box<dyn Screen>> {
    let mut visitor = visitor.clone();
    visitor.table = address.table.clone().or(visitor.table);
    let seats = seats_at(place, &address.place, &visitor);
    if !visitor.watch
        && seats.token().is_none()
        && let Some(before) = seats.somebody_else()
    {
        let returning = Visitor {
            name: before.clone(),
            ..visitor.clone()
        };
        let (name, place) = (visitor.name.clone(), place.clone());
        let (address, verdict) = (address.clone(), verdict.clone());
        let come = move |as_before: bool| {
            let who = if as_before { &returning } else { &visitor };
            let come = go_to(&place, &address, who, &verdict);
            come.map_err(|error| format!("{error:#}"))
        };
        return Ok(Box::new(Returning::new(&before, &name, come)));
    }
    go_to(place, address, &visitor, verdict)
}

fn go_to(
    place: &Place,
    address: &Address,
    visitor: &Visitor,
    verdict: &Verdict,
) -> Result<Box<dyn Screen>> {
    verdict.forget();
    let workers = Workers::start()?;
    let table = sit_down(&workers, place, &address.place, None, visitor);
    let party = OurParty {
        table,
        address: address.place.clone(),
        verdict: verdict.clone(),
        hosted: None,
        workers,
    };
    Ok(Box::new(Together::new(Box::new(party))))
}

/// Hosts a table and sits down at it. At an unfinished one that has no seat for who
/// hosts it now, they watch, and may still do all that a host may.
pub fn host(place: &Place, wishes: &Wishes, visitor: &Visitor) -> Result<Box<dyn Screen>> {
    let mut visitor = visitor.clone();
    if !wishes.new
        && let Some(table) = waiting_at(place, &wishes.kept_at(), &visitor.name)?
    {
        visitor.watch |= !table.seat;
    }
    let workers = Workers::start()?;
    let hosted = workers.runtime().block_on(Hosted::open(place, wishes))?;
    let address = SocketAddr::from(([127, 0, 0, 1], hosted.port)).to_string();
    let own = own_place(&wishes.kept_at());
    let table = sit_down(&workers, place, &address, Some(&own), &visitor);
    Ok(Box::new(Together::new(Box::new(OurParty {
        table,
        address,
        verdict: Verdict::default(),
        hosted: Some(hosted),
        workers,
    }))))
}

/// By what the seat at a table of our own is known.
fn own_place(kept_at: &str) -> String {
    format!("own {kept_at}")
}

/// The token for a table of our own.
fn own_token(seats: &Seats) -> Option<String> {
    seats.token().or_else(|| seats.token_by_any_name())
}

/// The unfinished table at a port, as who hosts it by this name finds it.
fn waiting_at(place: &Place, kept_at: &str, name: &str) -> Result<Option<Unfinished>> {
    let seats = Seats {
        file: place.seats_file(),
        place: format!("{} ", own_place(kept_at)),
        name: name.to_owned(),
    };
    unfinished_at(place, kept_at, own_token(&seats).as_deref())
}

/// Looks for tables to join.
pub fn find(place: &Place, visitor: &Visitor, verdict: &Verdict) -> Box<dyn Screen> {
    let scout = OurScout::start(place, visitor, verdict);
    Box::new(Finder::new(Box::new(scout)))
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

/// The seats of somebody at an address, or at a table of our own.
fn seats_at(place: &Place, address: &str, visitor: &Visitor) -> Seats {
    let table = visitor.table.as_deref().unwrap_or_default();
    Seats {
        file: place.seats_file(),
        place: format!("{address} {table}"),
        name: visitor.name.clone(),
    }
}

/// Begins to connect. The seat at a table of our own is kept apart from those of
/// somebody who joins it from here, or the two would be one person.
fn sit_down(
    workers: &Workers,
    place: &Place,
    address: &str,
    own: Option<&str>,
    visitor: &Visitor,
) -> RemoteTable {
    let seats = seats_at(place, own.unwrap_or(address), visitor);
    let known = seats.clone();
    let recall = Recall(Arc::new(move |table| known.token_at(table)));
    let joins = own.is_none();
    let token = match own {
        Some(_) => own_token(&seats),
        None => seats.token(),
    };
    let settings = ClientSettings {
        address: address.to_owned(),
        name: visitor.name.clone(),
        token: token.filter(|_| !visitor.watch),
        recall: joins.then_some(recall),
        table: visitor.table.clone(),
        spectate: visitor.watch,
    };
    // Ids of this life of the client are never those of an earlier one.
    let marker = new_token();
    let _inside = workers.runtime().enter();
    let keep = move |token: &str, table: Option<&str>| {
        if let Err(error) = seats.keep(token, table.filter(|_| joins)) {
            tracing::warn!("the seat's token is not kept: {error:#}");
        }
    };
    RemoteTable::start(settings, &marker[..16], Box::new(keep))
}

/// A table with others.
struct OurParty {
    table: RemoteTable,
    address: String,
    verdict: Verdict,
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
            Connection::Lost(words) => {
                gathering.trouble = Some(format!("{}: {words}.", self.address));
            }
            Connection::Full(words) => {
                gathering.may_watch = true;
                gathering.closed = Some(self.verdict.first(words));
            }
            Connection::TakenOver => gathering.taken_over = true,
            Connection::Closed(words) => {
                let words = if words.starts_with("name a table") {
                    format!("{words}: {}/1, or --table 1", self.address)
                } else {
                    words
                };
                gathering.closed = Some(self.verdict.first(words));
            }
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

    fn watch(&mut self) {
        self.verdict.forget();
        self.table.watch();
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
        let Some(hosted) = self.hosted.as_ref().filter(|it| !it.alone) else {
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
        let links = hosted.browsers.iter().flat_map(|it| &it.links);
        for link in links {
            lines.push(String::new());
            lines.push(String::from("Or in a browser"));
            lines.push(link.clone());
        }
        lines
    }
}

/// What looking around has found, shared with the thread that looks.
#[derive(Default)]
struct Sight {
    /// Whether there was time to find something.
    looked: bool,
    found: Vec<Found>,
    trouble: Option<String>,
}

struct OurScout {
    place: Place,
    visitor: Visitor,
    verdict: Verdict,
    sight: Arc<Mutex<Sight>>,
}

impl OurScout {
    fn start(place: &Place, visitor: &Visitor, verdict: &Verdict) -> Self {
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
                sight.looked = true;
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
            verdict: verdict.clone(),
            sight,
        }
    }

    fn sight(&self) -> std::sync::MutexGuard<'_, Sight> {
        self.sight.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Scout for OurScout {
    fn found(&self) -> Vec<FoundTable> {
        self.sight().found.iter().flat_map(rows).collect()
    }

    fn trouble(&self) -> Option<String> {
        let sight = self.sight();
        let nothing = sight.looked && sight.found.is_empty();
        let words = "No table is found on this network so far.";
        let trouble = sight.trouble.clone();
        trouble.or_else(|| nothing.then(|| String::from(words)))
    }

    fn join(&self, address: &str) -> Result<Box<dyn Screen>, String> {
        let address = address::read(address)?;
        let joined = join(&self.place, &address, &self.visitor, &self.verdict);
        joined.map_err(|error| format!("{error:#}"))
    }
}

/// A host as the list shows it: a row for each of its tables.
fn rows(host: &Found) -> Vec<FoundTable> {
    let place = SocketAddr::new(host.address, host.port);
    let row = |name: String, address: String| FoundTable {
        name,
        players: host.players.clone(),
        address,
    };
    if host.tables < 2 {
        return vec![row(host.name.clone(), place.to_string())];
    }
    (1..=host.tables.min(MOST_ROWS))
        .map(|table| {
            row(
                format!("{}, table {table}", host.name),
                format!("{place}/{table}"),
            )
        })
        .collect()
}

/// The most tables of one host that are listed.
const MOST_ROWS: u32 = 20;

struct OurInn {
    place: Place,
    visitor: Visitor,
}

impl OurInn {
    fn visitor(&self, name: &str) -> Visitor {
        Visitor {
            name: name.to_owned(),
            ..self.visitor.clone()
        }
    }
}

impl Inn for OurInn {
    fn usual(&self) -> (String, u16) {
        (self.visitor.name.clone(), PORT)
    }

    fn read_name(&self, typed: &str) -> Result<String, String> {
        let sentence = |refusal: protocol::Refusal| {
            let words = refusal.message.replacen("a name", "A name", 1);
            format!("{words}.")
        };
        protocol::name(typed).map_err(sentence)
    }

    fn unfinished(&self, port: u16, name: &str) -> Option<UnfinishedTable> {
        let found = match waiting_at(&self.place, &kept_at(port, port == 0), name) {
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
            seat: found.seat,
        })
    }

    fn host(&self, wish: &Hosting) -> Result<Box<dyn Screen>, String> {
        let wishes = Wishes {
            players: wish.players,
            port: wish.port,
            name: wish.name.clone(),
            bots: wish.bots,
            level: Level::default(),
            tables: 1,
            seed: None,
            new: wish.new,
            screen: true,
            alone: wish.port == 0,
            browsers: true,
            browser_port: None,
        };
        let hosted = host(&self.place, &wishes, &self.visitor(&wish.name));
        hosted.map_err(|error| format!("{error:#}"))
    }

    fn join(&self, name: &str) -> Result<Box<dyn Screen>, String> {
        let visitor = self.visitor(name);
        Ok(find(&self.place, &visitor, &Verdict::default()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_table_of_a_host_can_be_chosen() {
        let host = |tables| Found {
            name: String::from("Hall"),
            players: String::from("4"),
            address: [10, 0, 0, 1].into(),
            port: 5555,
            tables,
        };
        let addresses = |tables| -> Vec<String> {
            rows(&host(tables))
                .into_iter()
                .map(|it| it.address)
                .collect()
        };
        assert_eq!(addresses(1), ["10.0.0.1:5555"]);
        assert_eq!(addresses(2), ["10.0.0.1:5555/1", "10.0.0.1:5555/2"]);
        assert_eq!(rows(&host(2))[1].name, "Hall, table 2");
        for row in rows(&host(1000)) {
            assert!(address::read(&row.address).is_ok(), "{}", row.address);
        }
    }
}
