//! Kingslayer over the network: one host process on one core, many tables, and
//! scripted clients that move at a steady pace.
//!
//! A reply is the time from writing an action to reading the state that
//! acknowledges it. The host is this program again, bound to one core where
//! `taskset` can do that; its journal is a database on the disk, as for people.
//! `PARLOUR_BENCH_TABLES` changes the number of tables.

use std::io::{BufRead, BufReader, Read};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use parlour_host::journal::SqliteJournal;
use parlour_host::{Host, Registry, SystemClock, SystemEntropy};
use parlour_lan::{Limits, Server, ServerSettings};
use parlour_regicide::{Card, Command as Move, Kingslayer, Suit, worth};
use parlour_rules::Seed;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt};
use tokio::net::tcp::OwnedWriteHalf;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Notify;

use crate::measure::{Bench, OURS, Row};

/// Tables, if nothing else is asked for.
const TABLES: u32 = 200;

/// Moves a second at each table.
const PACE: u32 = 20;

/// Runs the clients and prints the row.
pub fn run(bench: &mut Bench) -> Result<()> {
    let tables = std::env::var("PARLOUR_BENCH_TABLES")
        .ok()
        .and_then(|tables| tables.parse().ok())
        .unwrap_or(TABLES);
    let folder = tempfile::tempdir()?;
    let mut host = HostProcess::start(folder.path(), tables)?;
    let seconds = Duration::from_secs_f64(bench.seconds().max(5.0));
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let (mut replies, cpu) = runtime.block_on(load(&host, tables, seconds))?;
    host.child.kill()?;
    replies.sort_unstable();
    let at = |share: f64| -> f64 {
        let place = ((replies.len() as f64 * share) as usize).min(replies.len().saturating_sub(1));
        replies
            .get(place)
            .map_or(0.0, |it| it.as_secs_f64() * 1000.0)
    };
    let row = Row {
        contender: OURS.into(),
        per_second: replies.len() as f64 / seconds.as_secs_f64(),
        extras: vec![
            ("p50_ms", at(0.5)),
            ("p99_ms", at(0.99)),
            ("worst_ms", at(1.0)),
            ("host_cores", cpu / seconds.as_secs_f64()),
        ],
        is_peer: false,
    };
    bench.print(
        &format!("{tables} tables of 4, {PACE} moves a second each"),
        &[row],
    )
}

/// The host's side: serves until its input ends.
pub fn serve() -> Result<()> {
    let folder = std::env::var("PARLOUR_BENCH_FOLDER")?;
    let tables: u32 = std::env::var("PARLOUR_BENCH_TABLES")?.parse()?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let mut games = Registry::new();
        games.register::<Kingslayer>();
        let journal = SqliteJournal::open(Path::new(&folder).join("games.sqlite"))?;
        let host = Host::new(
            games,
            Arc::new(journal),
            Arc::new(SystemClock),
            Arc::new(SystemEntropy),
        );
        let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
        let port = listener.local_addr()?.port();
        let tokens = std::sync::atomic::AtomicU64::new(0);
        let settings = ServerSettings {
            host: Arc::new(host),
            place: String::from("bench"),
            title: String::from("Bench"),
            players: 4,
            bots: 0,
            tables,
            fresh: true,
            mind: Arc::new(|_, _| Move::Yield),
            token: Arc::new(move || {
                let number = tokens.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                format!("token {number}")
            }),
            seed: Arc::new(|table, game| Seed(u64::from(table) << 32 | u64::from(game))),
            limits: Limits {
                per_address: 1_000_000,
                connections: 1_000_000,
                lines_per_second: 1000,
                ..Limits::default()
            },
        };
        let server = Server::start(listener, settings).await?;
        println!("{port}");
        tokio::task::spawn_blocking(|| std::io::stdin().read_to_end(&mut Vec::new())).await??;
        drop(server);
        Ok(())
    })
}

struct HostProcess {
    child: Child,
    address: SocketAddr,
}

impl HostProcess {
    fn start(folder: &Path, tables: u32) -> Result<Self> {
        let program = std::env::current_exe()?;
        let bound = Command::new("taskset")
            .args(["-c", "0", "true"])
            .status()
            .is_ok_and(|status| status.success());
        let mut command = if bound {
            let mut command = Command::new("taskset");
            command.args(["-c", "0"]).arg(program);
            command
        } else {
            eprintln!("`taskset` is not there: the host is not bound to one core");
            Command::new(program)
        };
        let mut child = command
            .arg("lan-host")
            .env("PARLOUR_BENCH_FOLDER", folder)
            .env("PARLOUR_BENCH_TABLES", tables.to_string())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let mut line = String::new();
        let output = child.stdout.take().context("the host's output")?;
        BufReader::new(output).read_line(&mut line)?;
        let port: u16 = line.trim().parse().context("the host's port")?;
        Ok(Self {
            child,
            address: SocketAddr::from(([127, 0, 0, 1], port)),
        })
    }

    /// CPU seconds the process has used; 0 where the system does not tell.
    fn cpu(&self) -> f64 {
        let facts = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id()));
        let facts = facts.unwrap_or_default();
        let facts = facts.rsplit(')').next().unwrap_or_default();
        let facts: Vec<f64> = facts
            .split_whitespace()
            .map(|it| it.parse().unwrap_or(0.0))
            .collect();
        // Hundredths of a second, in user mode and in the kernel.
        facts.get(11).unwrap_or(&0.0) / 100.0 + facts.get(12).unwrap_or(&0.0) / 100.0
    }
}

impl Drop for HostProcess {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Plays at all tables for a while; every reply, and the host's CPU seconds.
async fn load(host: &HostProcess, tables: u32, time: Duration) -> Result<(Vec<Duration>, f64)> {
    let replies = Arc::new(Mutex::new(Vec::new()));
    let mut seated = Vec::new();
    for table in 1..=tables {
        let mut clients = Vec::new();
        for _ in 0..4 {
            clients.push(Client::sit_down(host.address, table).await?);
        }
        seated.push(clients);
    }
    let warm = Instant::now() + Duration::from_secs(2);
    let end = warm + time;
    let mut drivers = Vec::new();
    for (number, clients) in (0_u32..).zip(seated) {
        let replies = Arc::clone(&replies);
        drivers.push(tokio::spawn(async move {
            // Tables do not move in step.
            let offset = Duration::from_secs(1) / PACE * number / tables;
            tokio::time::sleep(offset).await;
            drive(clients, warm, end, &replies).await
        }));
    }
    tokio::time::sleep_until(warm.into()).await;
    let before = host.cpu();
    tokio::time::sleep_until(end.into()).await;
    let used = host.cpu() - before;
    for driver in drivers {
        driver.await??;
    }
    let replies = std::mem::take(&mut *replies.lock().expect("nobody panics"));
    Ok((replies, used))
}

/// One table: at every tick whoever is to act acts.
async fn drive(
    mut clients: Vec<Client>,
    warm: Instant,
    end: Instant,
    replies: &Mutex<Vec<Duration>>,
) -> Result<()> {
    let mut ticks = tokio::time::interval(Duration::from_secs(1) / PACE);
    ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    let mut count = 0_u64;
    while Instant::now() < end {
        ticks.tick().await;
        let view: Value = serde_json::from_slice(&clients[0].last())?;
        let waited = view["view"]["waiting_for"].as_array();
        let Some(seat) = waited.and_then(|seats| seats.first()?.as_u64()) else {
            continue;
        };
        let client = &mut clients[seat as usize];
        let state: Value = serde_json::from_slice(&client.last())?;
        if state["seq"] != view["seq"] {
            // One of the two is a moment behind; the next tick sees both.
            continue;
        }
        count += 1;
        let mut action = choice(&state);
        let id = format!("b{count}");
        action["type"] = json!("PLAYER_ACTION");
        action["id"] = json!(id);
        let sent = Instant::now();
        client.send(&action).await?;
        client.answered(&id).await;
        if sent >= warm {
            let taken = sent.elapsed();
            replies.lock().expect("nobody panics").push(taken);
        }
    }
    Ok(())
}

/// One connection. Its reader keeps the newest line only.
struct Client {
    writer: OwnedWriteHalf,
    inbox: Arc<Inbox>,
}

#[derive(Default)]
struct Inbox {
    last: Mutex<Vec<u8>>,
    /// The end of the newest line that answers something.
    answer: Mutex<Vec<u8>>,
    news: Notify,
}

impl Client {
    async fn sit_down(address: SocketAddr, table: u32) -> Result<Self> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        let (reader, writer) = stream.into_split();
        let inbox = Arc::new(Inbox::default());
        let mut client = Self {
            writer,
            inbox: Arc::clone(&inbox),
        };
        let hello = json!({
            "type": "HANDSHAKE", "protocol": 1, "name": "Bench", "table": table.to_string(),
        });
        client.send(&hello).await?;
        tokio::spawn(async move {
            let mut reader = tokio::io::BufReader::with_capacity(16 << 10, reader);
            let mut line = Vec::new();
            while let Ok(1..) = reader.read_until(b'\n', &mut line).await {
                inbox.take(&mut line);
            }
        });
        while client.last().is_empty() {
            client.inbox.news.notified().await;
        }
        Ok(client)
    }

    fn last(&self) -> Vec<u8> {
        self.inbox.last.lock().expect("nobody panics").clone()
    }

    async fn send(&mut self, message: &Value) -> Result<()> {
        let line = format!("{message}\n");
        Ok(self.writer.write_all(line.as_bytes()).await?)
    }

    /// Waits for the acknowledgement, or for a refusal.
    async fn answered(&self, id: &str) {
        let ack = format!("\"ack\":\"{id}\"}}\n");
        let refused = format!("\"re\":\"{id}\"}}\n");
        loop {
            let answer = self.inbox.answer.lock().expect("nobody panics").clone();
            if answer.ends_with(ack.as_bytes()) || answer.ends_with(refused.as_bytes()) {
                return;
            }
            self.inbox.news.notified().await;
        }
    }
}

impl Inbox {
    fn take(&self, line: &mut Vec<u8>) {
        let tail = line[line.len().saturating_sub(40)..].to_vec();
        let contains = |word: &[u8]| tail.windows(word.len()).any(|it| it == word);
        if contains(b"\"ack\":") || contains(b"\"re\":") {
            *self.answer.lock().expect("nobody panics") = tail;
        }
        if line.starts_with(b"{\"type\":\"GAME_STATE\"") {
            std::mem::swap(&mut *self.last.lock().expect("nobody panics"), line);
        }
        line.clear();
        self.news.notify_one();
    }
}

/// A script that keeps a game going: shields first, then the largest card.
fn choice(state: &Value) -> Value {
    let view = &state["view"];
    let number = |value: &Value| value.as_u64().unwrap_or(0);
    let words = view["hand"].as_array().into_iter().flatten();
    let hand: Vec<Card> = words
        .filter_map(|word| word.as_str()?.parse().ok())
        .collect();
    let due = number(&view["enemy"]["attack"]).saturating_sub(number(&view["shield"]));
    match view["step"].as_str().unwrap_or_default() {
        "lobby" | "over" => json!({ "action": "READY" }),
        "choose" => json!({ "action": "CHOOSE_NEXT", "player": state["you"] }),
        "suffer" => {
            let sets = (0_u32..1 << hand.len()).map(|set| {
                let chosen = hand.iter().enumerate();
                let chosen = chosen.filter(move |(place, _)| set >> place & 1 == 1);
                chosen.map(|(_, card)| *card).collect::<Vec<Card>>()
            });
            let covering = sets.filter(|set| u64::from(worth(set)) >= due);
            let cheapest = covering.min_by_key(|set| worth(set)).unwrap_or_default();
            let words: Vec<String> = cheapest.iter().map(ToString::to_string).collect();
            json!({ "action": "DISCARD", "cards": words })
        }
        _ => {
            let enemy: Option<Card> = view["enemy"]["card"]
                .as_str()
                .and_then(|word| word.parse().ok());
            let immune = enemy.and_then(Card::suit);
            let worthwhile = |suit: Option<Suit>| match suit {
                suit if suit == immune => 0,
                Some(Suit::Spades) if due > 0 => 3,
                Some(Suit::Diamonds) => 2,
                _ => 1,
            };
            let best = hand
                .iter()
                .max_by_key(|card| (worthwhile(card.suit()), worth(&[**card])));
            match best {
                Some(card) => json!({ "action": "PLAY", "cards": [card.to_string()] }),
                None => json!({ "action": "YIELD" }),
            }
        }
    }
}
