//! How much a stranger may ask of the server.

use std::num::NonZeroU32;
use std::time::Duration;

use ipnet::IpNet;

/// The most connections at a time, however many files the process may open.
const MOST_CONNECTIONS: usize = 1024;

/// How many connections, how many requests, how large and how slow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Connections at a time. One more takes the place of one that waits for a
    /// request; where none does, it is answered 503.
    pub connections: usize,
    /// Connections at a time from one address that is no proxy of ours.
    pub connections_each: usize,
    /// Requests of one address in a minute; as many may come at once.
    pub requests_a_minute: NonZeroU32,
    /// How long the head of a request may take, also the next one of a connection.
    pub head: Duration,
    /// How long the body may take.
    pub body: Duration,
    /// How many bytes it may have.
    pub longest_body: usize,
    /// How long the first word of an answer may take.
    pub answer: Duration,
    /// Proxies of ours: what they say of where a request comes from counts.
    pub trusted_proxies: Vec<IpNet>,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connections: connections(),
            connections_each: 64,
            requests_a_minute: NonZeroU32::new(600).expect("not zero"),
            head: Duration::from_secs(10),
            body: Duration::from_secs(10),
            longest_body: 1 << 20,
            answer: Duration::from_secs(30),
            trusted_proxies: Vec::new(),
        }
    }
}

/// Half of the files that the process may open: the rest is for its database, its log
/// and what it asks of others.
#[cfg(unix)]
fn connections() -> usize {
    use rustix::process::{Resource, getrlimit};
    let files = getrlimit(Resource::Nofile).current;
    let half = files.map_or(MOST_CONNECTIONS, |files| {
        usize::try_from(files / 2).unwrap_or(MOST_CONNECTIONS)
    });
    half.clamp(8, MOST_CONNECTIONS)
}

#[cfg(not(unix))]
fn connections() -> usize {
    MOST_CONNECTIONS / 2
}
