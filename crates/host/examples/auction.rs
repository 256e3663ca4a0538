//! A small house: a game with secrets and a clock, kept in a database.
//!
//! The game is Bids, which stands in `parlour_rules::tiny`; put yours in its place.
//! Two people bid, one of them only, time is up, the house is closed and opened again,
//! and everything is still there.

use std::error::Error;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use parlour_host::card::{Portrait, Query};
use parlour_host::journal::SqliteJournal;
use parlour_host::log::{Limits, read_log, verify};
use parlour_host::table::{Identity, Person};
use parlour_host::{
    Host, Json, ManualClock, Message, NewTable, Registry, SystemEntropy, Time, wait,
};
use parlour_rules::Seed;
use parlour_rules::tiny::{Bids, BidsCommand, BidsSetup, BidsView};

const MINUTE: u64 = 60_000;

/// What the house knows of games: that there is one, how long its stages last, and how
/// its tables are told apart in a list.
fn games() -> Registry {
    let mut games = Registry::new();
    games.register::<Bids>();
    games.keep_time::<Bids>(|phase: &parlour_host::deadline::StageBegun<'_>| {
        Some(phase.now.after(MINUTE))
    });
    games.portray::<Bids>(|_, view: &BidsView| Portrait {
        short: format!("round {}", view.round),
        about: format!("A prize of {} lies on the table.", view.prize),
        facts: None,
    });
    games
}

fn open_house(folder: &Path, clock: &Arc<ManualClock>) -> Result<Host, Box<dyn Error>> {
    let journal = SqliteJournal::open(folder.join("house.db"))?;
    let clock = Arc::clone(clock);
    Ok(Host::new(
        games(),
        Arc::new(journal),
        clock,
        Arc::new(SystemEntropy),
    ))
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut out = io::stdout().lock();
    let folder = tempfile::tempdir()?;
    // A service takes `SystemClock`; here nobody wants to wait for a minute.
    let clock = Arc::new(ManualClock::at(Time(1_900_000_000_000)));
    let (ann, bob) = (Identity::from("ann"), Identity::from("bob"));

    let host = open_house(folder.path(), &clock)?;
    let setup = BidsSetup {
        players: 2,
        rounds: 2,
        coins: 10,
    };
    let mut new = NewTable::new("bids", Json::of(&setup), Seed(7), Person::new("ann", "Ann"));
    new.chairs = vec![
        Some(Person::new("ann", "Ann")),
        Some(Person::new("bob", "Bob")),
    ];
    let table = wait(host.open_table(new))?;

    // A command keeps its type, and is stored when this returns.
    let bid = Message::new(&table, &ann, BidsCommand::Bid(3));
    let accepted = wait(host.command::<Bids>(bid))?;
    writeln!(out, "entry {}", accepted.seq)?;
    // Bob is told that Ann has bid, and not how much.
    writeln!(out, "bob sees {}", wait(host.look(&table, &bob))?.view)?;

    // Bob says nothing, and time is up.
    clock.advance(MINUTE);
    for struck in wait(host.strike())? {
        writeln!(
            out,
            "{} is over: entry {:?}",
            struck.deadline.stage, struck.entry
        )?;
    }
    // What was told, for whoever carries it: one sender at a time.
    for letter in wait(host.letters("example", MINUTE, 100))? {
        writeln!(out, "to {:?}: {}", letter.to, letter.told)?;
        wait(host.delivered(vec![letter.id]))?;
    }

    // The house closes, and another process opens it.
    drop(host);
    let host = open_house(folder.path(), &clock)?;
    for card in wait(host.cards(Query::of(&bob)))?.cards {
        let face = card.face.unwrap_or_default();
        writeln!(out, "{}: {}. {}", card.table, face.short, face.about)?;
    }
    let log = read_log(&wait(host.export(&table))?[..], Limits::default())?;
    writeln!(out, "{}", verify(&games(), &log)?)?;
    Ok(())
}
