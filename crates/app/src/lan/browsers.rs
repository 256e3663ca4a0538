//! Browsers at the tables of this machine's host on the local network: phones come by
//! a link or a QR code, and sit beside those who come by terminals.

use std::io::IsTerminal;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::sync::Arc;

use anyhow::{Context, Result};
use axum::Router;
use parlour_host::table::{Identity, Place};
use parlour_host::{Host, SystemEntropy};
use parlour_lan::Server;
use parlour_tui::kingslayer::BrowserLink;
use parlour_web::door::{Door, DoorPlan, Origin};
use parlour_web::{Limits, Rate};
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::shelf::kingslayer::KingslayerSteward;

/// The port for browsers, unless somebody else has it.
const PORT: u16 = 7275;

/// For how many tables a link is made.
const MOST_LINKS: u32 = 20;

/// A door for browsers that is open until this is dropped.
pub struct Browsers {
    /// A link to any free seat of each table.
    pub links: Vec<BrowserLink>,
    _closing: watch::Sender<bool>,
    task: JoinHandle<std::io::Result<()>>,
}

impl Browsers {
    /// Opens a door to the tables of a server.
    pub async fn open(
        host: &Arc<Host>,
        server: &Server,
        place: &str,
        tables: u32,
        (port, addresses): (Option<u16>, &[IpAddr]),
    ) -> Result<Self> {
        let listener = listen(port).await;
        let listener = listener.context("no port is free for browsers")?;
        let port = listener.local_addr()?.port();
        let (closing, closed) = watch::channel(false);
        let plan = DoorPlan {
            origins: origins(addresses, port)?,
            here: None,
            pages: None,
            programs: None,
            closing: closed.clone(),
        };
        let numbers = (1..=tables).map(|number| number.to_string());
        let open = numbers.filter_map(|name| {
            let table = server.table(&name)?.clone();
            Some((format!("lan:{place}:{name}"), table))
        });
        let steward = KingslayerSteward::of_tables(host, open.collect());
        let door = Door::open(
            Arc::clone(host),
            vec![Arc::new(steward)],
            Arc::new(SystemEntropy),
            plan,
        );
        let door = door.await?;
        let keeper = Identity(format!("lan-server:{place}"));
        let mut links = Vec::new();
        for number in 1..=tables.min(MOST_LINKS) {
            let tag = format!("lan:{place}:{number}");
            if let Some(table) = parlour_court::games_under(host, &tag).await?.first() {
                let link = door.invite(&keeper, table, Place::AnySeat).await?;
                let squares = parlour_web::door::squares(&link);
                links.push(BrowserLink { link, squares });
            }
        }
        let until = async move {
            let mut closed = closed;
            let _ = closed.wait_for(|closed| *closed).await;
        };
        let limits = Limits::default();
        let routes = routes(&door, &limits);
        let task = tokio::spawn(parlour_web::serve_within(limits, listener, routes, until));
        Ok(Self {
            links,
            _closing: closing,
            task,
        })
    }
}

/// What one address asks is counted. A page is many files; who asks for them too often
/// has them already.
fn routes(door: &Door, limits: &Limits) -> Router {
    door.pages().merge(Rate::new(limits).each(door.api()))
}

impl Drop for Browsers {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// At the port that is named, otherwise at the usual one, or at any; for both kinds of
/// addresses where there are both.
async fn listen(port: Option<u16>) -> std::io::Result<TcpListener> {
    let ports = port.map_or(vec![PORT, 0], |port| vec![port]);
    for port in ports {
        if let Ok(listener) = TcpListener::bind((Ipv6Addr::UNSPECIFIED, port)).await {
            return Ok(listener);
        }
    }
    TcpListener::bind(("0.0.0.0", port.unwrap_or(0))).await
}

/// Where browsers find this machine: the addresses that are easy to type first.
fn origins(addresses: &[IpAddr], port: u16) -> Result<Vec<Origin>> {
    let mut sorted = addresses.to_vec();
    sorted.sort_by_key(IpAddr::is_ipv6);
    let ours = ["127.0.0.1".parse()?, IpAddr::V6(Ipv6Addr::LOCALHOST)];
    sorted.extend(ours);
    let written = sorted
        .into_iter()
        .map(|address| format!("http://{}", SocketAddr::new(address, port)));
    let named = written.chain([format!("http://localhost:{port}")]);
    Ok(named.map(|it| it.parse()).collect::<Result<_, _>>()?)
}

/// Whether what is written line by line may hold colours.
pub fn may_colour() -> bool {
    let wanted = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    wanted && std::io::stdout().is_terminal()
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::net::TcpStream;
    use std::num::NonZeroU32;

    use super::*;

    /// The answer to one request that comes from somewhere in the network.
    fn asked(at: SocketAddr, caller: &str) -> String {
        let mut stream = TcpStream::connect(at).unwrap();
        let request = format!(
            "GET /api/me HTTP/1.1\r\nhost: {at}\r\nx-forwarded-for: {caller}\r\n\
             connection: close\r\n\r\n"
        );
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer.lines().next().unwrap_or_default().to_owned()
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn who_asks_too_often_in_the_network_waits_and_nobody_else_does() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let at = listener.local_addr().unwrap();
        let (_close, closing) = watch::channel(false);
        let plan = DoorPlan {
            origins: vec![format!("http://{at}").parse().unwrap()],
            here: None,
            pages: None,
            programs: None,
            closing,
        };
        let host = Arc::new(Host::in_memory(crate::shelf::registry(false)));
        let door = Door::open(host, Vec::new(), Arc::new(SystemEntropy), plan);
        let door = door.await.unwrap();
        let limits = Limits {
            requests_a_minute: NonZeroU32::new(20).unwrap(),
            trusted_proxies: vec!["127.0.0.1/32".parse().unwrap()],
            ..Limits::default()
        };
        let routes = routes(&door, &limits);
        let until = std::future::pending();
        tokio::spawn(parlour_web::serve_within(limits, listener, routes, until));
        let (first, often, other) = tokio::task::spawn_blocking(move || {
            let mut all = (0..1_000).map(|_| asked(at, "192.168.1.7"));
            let first = all.next().unwrap();
            (
                first,
                all.find(|it| it.contains("429")),
                asked(at, "192.168.1.8"),
            )
        })
        .await
        .unwrap();
        assert!(first.contains("401"), "{first}");
        assert!(often.is_some(), "nothing was refused");
        assert!(other.contains("401"), "{other}");
    }

    #[test]
    fn links_name_the_address_that_is_easy_to_type() {
        let addresses = [
            "2001:db8::7".parse().unwrap(),
            "192.168.1.20".parse().unwrap(),
        ];
        let origins: Vec<String> = origins(&addresses, 7275)
            .unwrap()
            .iter()
            .map(ToString::to_string)
            .collect();
        assert_eq!(
            origins,
            [
                "http://192.168.1.20:7275",
                "http://[2001:db8::7]:7275",
                "http://127.0.0.1:7275",
                "http://[::1]:7275",
                "http://localhost:7275",
            ]
        );
    }
}
