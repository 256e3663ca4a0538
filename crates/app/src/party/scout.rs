//! Looks around for tables on the network.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use anyhow::Result;
use parlour_lan::discovery::{Found, look_around};
use parlour_tui::Screen;
use parlour_tui::kingslayer::{FoundTable, Scout};

use super::{Verdict, Visitor, address, join};
use crate::place::Place;

/// What looking around has found, shared with the thread that looks.
#[derive(Default)]
struct Horizon {
    /// Whether there was time to find something.
    looked: bool,
    found: Vec<Found>,
    trouble: Option<String>,
}

/// Looks in a thread of its own, for as long as it is kept.
pub struct OurScout {
    place: Place,
    visitor: Visitor,
    verdict: Verdict,
    sight: Arc<Mutex<Horizon>>,
}

impl OurScout {
    /// Begins to look.
    pub fn start(place: &Place, visitor: &Visitor, verdict: &Verdict) -> Self {
        let sight = Arc::new(Mutex::new(Horizon::default()));
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

    fn sight(&self) -> std::sync::MutexGuard<'_, Horizon> {
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

/// What is found by looking around for a moment.
pub fn look_around_once() -> Result<Vec<FoundTable>> {
    let found = look_around(Duration::from_secs(3))?;
    Ok(found.iter().flat_map(rows).collect())
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
