//! How much a stranger may ask of the server.

use std::num::NonZeroU32;
use std::time::Duration;

use ipnet::IpNet;

/// The most connections at a time, however many files the process may open, and the
/// most that follow a stream.
const MOST_CONNECTIONS: usize = 1024;
const MOST_STREAMS: usize = 8192;

/// How many connections, how many requests, how large and how slow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Connections at a time. One more takes the place of one that waits for a
    /// request; where none does, it is answered 503.
    pub connections: usize,
    /// Connections at a time from one address that is no proxy of ours.
    pub connections_each: usize,
    /// Connections at a time that follow a stream: they wait for hours, so they are
    /// counted apart from those that ask.
    pub streams: usize,
    /// Of them, those from one address that is no proxy of ours.
    pub streams_each: usize,
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
            streams: streams(),
            streams_each: 512,
            requests_a_minute: NonZeroU32::new(600).expect("not zero"),
            head: Duration::from_secs(10),
            body: Duration::from_secs(10),
            longest_body: 1 << 20,
            answer: Duration::from_secs(30),
            trusted_proxies: Vec::new(),
        }
    }
}

/// Half of the files that the process may open: the rest is for streams, its database,
/// its log and what it asks of others.
fn connections() -> usize {
    (files() / 2).clamp(8, MOST_CONNECTIONS)
}

/// Three quarters of the other half.
fn streams() -> usize {
    (files() / 8 * 3).clamp(8, MOST_STREAMS)
}

#[cfg(unix)]
fn files() -> usize {
    use rustix::process::{Resource, getrlimit};
    let files = getrlimit(Resource::Nofile).current;
    files.map_or(usize::MAX, |files| {
        usize::try_from(files).unwrap_or(usize::MAX)
    })
}

#[cfg(not(unix))]
fn files() -> usize {
    MOST_CONNECTIONS
}
