//! Finding tables on the local network by mDNS.

use std::net::IpAddr;
use std::time::{Duration, Instant};

use mdns_sd::{ServiceDaemon, ServiceEvent, ServiceInfo};

/// The kind of service Parlour announces.
const KIND: &str = "_parlour._tcp.local.";

/// Something went wrong with discovery. Typing an address always works.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("discovery does not work here: {0}")]
pub struct NoDiscovery(String);

/// A host that was found.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Found {
    /// What it calls itself.
    pub name: String,
    /// How many play there.
    pub players: String,
    /// Where it is.
    pub address: IpAddr,
    /// Its port.
    pub port: u16,
    /// How many tables it has.
    pub tables: u32,
}

/// Announces a host until it is dropped.
pub struct Announcement {
    daemon: ServiceDaemon,
    name: String,
}

impl Announcement {
    /// Announces a host of this name at this port, with its seats at a table and its
    /// tables, on every interface. `mark` is
    /// a word that no other host on the network has: names and ports may well be
    /// the same.
    pub fn start(
        name: &str,
        port: u16,
        (players, tables): (u8, u32),
        mark: &str,
    ) -> Result<Self, NoDiscovery> {
        let fault = |error: mdns_sd::Error| NoDiscovery(error.to_string());
        let daemon = ServiceDaemon::new().map_err(fault)?;
        let plain = plain(name);
        let instance = format!("{plain} {mark}");
        let machine = format!("parlour-{mark}.local.");
        let (players, tables) = (players.to_string(), tables.to_string());
        let facts = [
            ("name", plain.as_str()),
            ("players", players.as_str()),
            ("tables", tables.as_str()),
            ("protocol", "1"),
        ];
        let service = ServiceInfo::new(KIND, &instance, &machine, "", port, &facts[..])
            .map_err(fault)?
            .enable_addr_auto();
        let name = service.get_fullname().to_owned();
        daemon.register(service).map_err(fault)?;
        Ok(Self { daemon, name })
    }
}

/// A name as a part of a name in the network: without dots, and with at most 40
/// bytes, so that a mark fits beside it.
fn plain(name: &str) -> String {
    let mut plain = String::new();
    for letter in name.chars() {
        if plain.len() + letter.len_utf8() > 40 {
            break;
        }
        plain.push(if letter == '.' { ' ' } else { letter });
    }
    plain
}

impl Drop for Announcement {
    fn drop(&mut self) {
        // The goodbye is a courtesy; entries expire by themselves.
        let _ = self.daemon.unregister(&self.name);
        let _ = self.daemon.shutdown();
    }
}

/// Looks around for so long. Blocks the thread.
pub fn look_around(time: Duration) -> Result<Vec<Found>, NoDiscovery> {
    let fault = |error: mdns_sd::Error| NoDiscovery(error.to_string());
    let daemon = ServiceDaemon::new().map_err(fault)?;
    let events = daemon.browse(KIND).map_err(fault)?;
    let until = Instant::now() + time;
    let mut found = Vec::new();
    while let Some(left) = until.checked_duration_since(Instant::now()) {
        let Ok(event) = events.recv_timeout(left) else {
            break;
        };
        let ServiceEvent::ServiceResolved(service) = event else {
            continue;
        };
        let fact = |name: &str| {
            service
                .get_property_val_str(name)
                .unwrap_or_default()
                .to_owned()
        };
        for address in service.get_addresses_v4() {
            let one = Found {
                name: fact("name"),
                players: fact("players"),
                address: IpAddr::V4(address),
                port: service.get_port(),
                tables: fact("tables").parse().unwrap_or(1),
            };
            if !found.contains(&one) {
                found.push(one);
            }
        }
    }
    let _ = daemon.shutdown();
    found.sort();
    Ok(once(&found))
}

/// Without the loopback address of a host that is found by another one as well.
fn once(found: &[Found]) -> Vec<Found> {
    let same = |one: &Found, other: &Found| (&one.name, one.port) == (&other.name, other.port);
    let kept = found.iter().filter(|it| {
        let elsewhere = |other: &Found| same(it, other) && !other.address.is_loopback();
        !(it.address.is_loopback() && found.iter().any(elsewhere))
    });
    kept.cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_on_this_machine_is_listed_once() {
        let host = |port, address: [u8; 4]| Found {
            name: String::from("Ann"),
            players: String::from("2"),
            address: address.into(),
            port,
            tables: 1,
        };
        let (here, there) = (host(1, [127, 0, 0, 1]), host(1, [192, 0, 2, 2]));
        let alone = host(2, [127, 0, 0, 1]);
        let found = vec![here, there.clone(), alone.clone()];
        assert_eq!(once(&found), [there, alone]);
    }

    #[test]
    fn names_fit_into_names_of_the_network() {
        assert_eq!(plain("Ann"), "Ann");
        assert_eq!(plain("a.b.c"), "a b c");
        let long = plain(&"♥".repeat(24));
        assert_eq!(long.chars().count(), 13);
        assert!(long.len() <= 40);
    }
}
