//! Kingslayer with others, as its screens need it: tables across the network,
//! tables of our own, and what was found by looking around.

pub mod address;
mod guest;
mod inn;
mod keepsakes;
mod scout;
mod seats;
mod workers;

use std::io::{self, BufRead, BufReader};
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::Result;
use parlour_host::table::Identity;
use parlour_lan::{ClientSettings, Recall, RemoteTable, Unfinished, seat_identity};
use parlour_tui::Screen;
use parlour_tui::kingslayer::{Finder, Porch, Returning, Together, read_aloud_together};
use parlour_tui::plain::printable;

use crate::lan::{Hosted, Wishes, new_token, unfinished_at};
use crate::place::Place;
use address::Address;
use guest::OurParty;
use inn::OurInn;
use scout::OurScout;
use seats::Seats;
use workers::Workers;

pub use keepsakes::Keepsakes;
pub use scout::look_around_once;

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

/// Why the last table that was tried has no seat for whoever came, once it has said so.
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
            let come = go_to(&place, &address, who, &verdict).map(screen);
            come.map_err(|error| format!("{error:#}"))
        };
        return Ok(Box::new(Returning::new(&before, &name, come)));
    }
    go_to(place, address, &visitor, verdict).map(screen)
}

/// The same in lines of words.
pub fn join_aloud(
    place: &Place,
    address: &Address,
    visitor: &Visitor,
    verdict: &Verdict,
) -> Result<()> {
    let mut visitor = visitor.clone();
    visitor.table = address.table.clone().or(visitor.table);
    let seats = seats_at(place, &address.place, &visitor);
    let before = seats.somebody_else();
    if let Some(before) = before.filter(|_| !visitor.watch && seats.token().is_none()) {
        let (said, own) = (printable(&before), printable(&visitor.name));
        println!("You have a seat at this table as {said}.");
        println!("Say 1 to continue as {said}, or 2 to sit down as {own}.");
        match chosen_line(2)? {
            Some(1) => visitor.name = before,
            Some(_) => {}
            None => return Ok(()),
        }
    }
    aloud(go_to(place, address, &visitor, verdict)?)
}

/// A number from 1 that somebody types; nothing if no more lines come.
pub fn chosen_line(most: usize) -> Result<Option<usize>> {
    for line in io::stdin().lock().lines() {
        let number = line?.trim().parse::<usize>().ok();
        if let Some(number) = number.filter(|it| (1..=most).contains(it)) {
            return Ok(Some(number));
        }
        println!("Say a number from 1 to {most}.");
    }
    Ok(None)
}

fn screen(party: OurParty) -> Box<dyn Screen> {
    Box::new(Together::new(Box::new(party)))
}

fn aloud(party: OurParty) -> Result<()> {
    // Whoever reads in the background may outlive the table, so it takes no lock for long.
    let lines = BufReader::new(io::stdin());
    let read = read_aloud_together(Box::new(party), lines, io::stdout().lock());
    match read {
        // Whoever listened has gone; the seat is kept.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        read => Ok(read?),
    }
}

fn go_to(
    place: &Place,
    address: &Address,
    visitor: &Visitor,
    verdict: &Verdict,
) -> Result<OurParty> {
    verdict.forget();
    let workers = Workers::start()?;
    let table = sit_down(&workers, place, &address.place, None, visitor);
    Ok(OurParty {
        table,
        address: address.place.clone(),
        place: place.clone(),
        verdict: verdict.clone(),
        hosted: None,
        workers,
    })
}

/// Hosts a table and sits down at it. At an unfinished one that has no seat for who
/// hosts it now, they watch, and may still do all that a host may.
pub fn host(place: &Place, wishes: &Wishes, visitor: &Visitor) -> Result<Box<dyn Screen>> {
    own_table(place, wishes, visitor).map(screen)
}

/// The same in lines of words.
pub fn host_aloud(place: &Place, wishes: &Wishes, visitor: &Visitor) -> Result<()> {
    aloud(own_table(place, wishes, visitor)?)
}

fn own_table(place: &Place, wishes: &Wishes, visitor: &Visitor) -> Result<OurParty> {
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
    Ok(OurParty {
        table,
        address,
        place: place.clone(),
        verdict: Verdict::default(),
        hosted: Some(hosted),
        workers,
    })
}

/// By what the seat at a table of our own is known.
fn own_place(kept_at: &str) -> String {
    format!("{}{kept_at}", seats::OWN)
}

/// As whom the person at this machine has played at tables of their own.
pub fn own_identities(place: &Place) -> Vec<Identity> {
    let tokens = seats::own_tokens(&place.seats_file());
    tokens.iter().map(|it| seat_identity(it)).collect()
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
