//! The house's side: a process of its own on one core.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Stdio};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result};
use parlour_host::journal::SqliteJournal;
use parlour_host::steward::{Declined, Offer, Reply, Steward, Word};
use parlour_host::table::{Person, TableId};
use parlour_host::{Host, Json, NewTable, Registry, SystemClock, SystemEntropy};
use parlour_rules::tiny::Pig;
use parlour_rules::{Rules, Seed};
use parlour_web::door::{Door, DoorPlan};
use parlour_web::{Limits, serve_within};
use tokio::net::TcpListener;
use tokio::sync::watch;

use super::super::lan::{cpu_of, on_its_core};

/// Answers for Pig, as far as tables need it that are there already.
struct Plain;

impl Steward for Plain {
    fn offer(&self) -> Offer {
        Offer {
            game: Pig::NAME,
            title: String::from("Pig"),
            about: String::new(),
            alone: false,
            players: (1, 4),
            offers: None,
        }
    }

    fn open<'a>(
        &'a self,
        host: &'a Arc<Host>,
        by: &'a Person,
        wish: &'a Json,
    ) -> Reply<'a, TableId> {
        let new = NewTable::new(Pig::NAME, wish.clone(), Seed(7), by.clone());
        Box::pin(async move { Ok(host.open_table(new).await?) })
    }

    fn ask(&self, view: &Json, _: &Json) -> Result<Json, Declined> {
        Ok(view.clone())
    }

    fn hear<'a>(
        &'a self,
        _: &'a Arc<Host>,
        _: &'a TableId,
        _: &'a Person,
        word: &'a Word,
    ) -> Reply<'a, Json> {
        Box::pin(async move { Ok(word.said.clone()) })
    }
}

/// Serves until its input ends. Says its port, then each table with the token of the
/// person who holds all its seats.
pub fn serve() -> Result<()> {
    let folder = std::env::var("PARLOUR_BENCH_FOLDER")?;
    let tables: u32 = std::env::var("PARLOUR_BENCH_TABLES")?.parse()?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let mut games = Registry::new();
        games.register::<Pig>();
        let journal = SqliteJournal::open_for_many(Path::new(&folder).join("games.sqlite"))?;
        let host = Arc::new(Host::new(
            games,
            Arc::new(journal),
            Arc::new(SystemClock),
            Arc::new(SystemEntropy),
        ));
        let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
        let address = listener.local_addr()?;
        let (close, closing) = watch::channel(false);
        let plan = DoorPlan {
            origins: vec![format!("http://{address}").parse()?],
            here: None,
            pages: None,
            programs: None,
            closing: closing.clone(),
        };
        let stewards: Vec<Arc<dyn Steward>> = vec![Arc::new(Plain)];
        let door = Door::open(Arc::clone(&host), stewards, Arc::new(SystemEntropy), plan).await?;
        let mut lines = format!("{}\n", address.port());
        for number in 0..tables {
            let person = Person::new(&*format!("bench:{number}"), "Bench");
            let setup = Json::parse(r#"{"players":4,"goal":4000000000}"#)?;
            let mut new = NewTable::new(Pig::NAME, setup, Seed(number.into()), person.clone());
            new.chairs = vec![Some(person.clone()); 4];
            let table = host.open_table(new).await?;
            let link = door.link_from_chat(&person).await?;
            let token = link.split_once('#').context("a link has a token")?.1;
            lines += &format!("{table} {token}\n");
        }
        let limits = Limits {
            connections: 1_000_000,
            connections_each: 1_000_000,
            streams: 1_000_000,
            streams_each: 1_000_000,
            // Whoever has come in waits for the others.
            head: Duration::from_hours(1),
            ..Limits::default()
        };
        let until = async move {
            let mut closing = closing;
            let _ = closing.wait_for(|closed| *closed).await;
        };
        let serving = tokio::spawn(serve_within(limits, listener, door.routes(), until));
        std::io::stdout().write_all(lines.as_bytes())?;
        std::io::stdout().flush()?;
        tokio::task::spawn_blocking(|| std::io::stdin().read_to_end(&mut Vec::new())).await??;
        let _ = close.send(true);
        serving.await??;
        Ok(())
    })
}

/// The process, as browsers know it.
pub struct HouseProcess {
    child: Child,
    pub address: SocketAddr,
    /// Tables, with the tokens by which their players come in.
    pub tables: Vec<(String, String)>,
}

impl HouseProcess {
    /// Starts it and waits until it listens.
    pub fn start(folder: &Path, tables: u32) -> Result<Self> {
        let mut child = on_its_core()?
            .arg("web-house")
            .env("PARLOUR_BENCH_FOLDER", folder)
            .env("PARLOUR_BENCH_TABLES", tables.to_string())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let output = child.stdout.take().context("the house's output")?;
        let mut lines = BufReader::new(output).lines();
        let port = lines.next().context("the house says nothing")??;
        let port: u16 = port.parse().context("the house's port")?;
        let mut known = Vec::new();
        for line in lines.take(tables as usize) {
            let line = line?;
            let (table, token) = line.split_once(' ').context("a table and a token")?;
            known.push((table.to_owned(), token.to_owned()));
        }
        Ok(Self {
            child,
            address: SocketAddr::from(([127, 0, 0, 1], port)),
            tables: known,
        })
    }

    /// CPU seconds the process has used.
    pub fn cpu(&self) -> f64 {
        cpu_of(&self.child.id().to_string())
    }

    /// Bytes of memory that are its own now; 0 where the system does not tell.
    pub fn resident(&self) -> f64 {
        let facts = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()));
        let facts = facts.unwrap_or_default();
        let line = facts.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse::<f64>().ok());
        kilobytes.unwrap_or_default() * 1024.0
    }
}

impl Drop for HouseProcess {
    fn drop(&mut self) {
        drop(self.child.stdin.take());
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
