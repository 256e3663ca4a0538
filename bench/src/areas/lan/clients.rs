//! The clients' side: four scripted players at each table, all on one thread.
//!
//! A table moves at fixed moments, twenty in a second, spread evenly over the
//! tables. What is late is made up for, so that the load stays what it is.

use std::cell::{Cell, RefCell};
use std::net::SocketAddr;
use std::rc::Rc;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::sync::Notify;
use tokio::task::LocalSet;

use super::host::{HostProcess, cpu_of};
use super::script::{State, awaited, choice, seq_of};
use super::{PACE, WARM_UP};

/// What came of it.
#[derive(Default)]
pub struct Played {
    /// Moves that were acknowledged in the time.
    pub moves: u64,
    /// From writing an action to having read its acknowledgement, for all that
    /// were written in the time.
    pub replies: Vec<Duration>,
    /// From the moment the move was due to the same.
    pub since_due: Vec<Duration>,
    /// Actions that the host refused; they are not among the replies.
    pub refused: u64,
    /// CPU seconds of the host's process.
    pub host_cpu: f64,
    /// CPU seconds of this process.
    pub clients_cpu: f64,
    /// Bytes that the clients have read.
    pub bytes: u64,
}

/// Plays at all tables for a while.
pub async fn play(host: &HostProcess, tables: u32, time: Duration) -> Result<Played> {
    let played = Rc::new(RefCell::new(Played::default()));
    let bytes = Rc::new(Cell::new(0));
    let local = LocalSet::new();
    local
        .run_until(async {
            let mut seated = Vec::new();
            for table in 1..=tables {
                let mut clients = Vec::new();
                for _ in 0..4 {
                    clients.push(Client::sit_down(host.address, table, &bytes).await?);
                }
                seated.push(clients);
            }
            let begin = Instant::now();
            let (warm, end) = (begin + WARM_UP, begin + WARM_UP + time);
            let mut drivers = Vec::new();
            for (number, clients) in (0_u32..).zip(seated) {
                // Tables do not move in step.
                let first = begin + Duration::from_secs(1) / PACE * number / tables;
                let played = Rc::clone(&played);
                drivers.push(tokio::task::spawn_local(async move {
                    drive(clients, first, warm..end, &played).await
                }));
            }
            tokio::time::sleep_until(warm.into()).await;
            let before = (host.cpu(), cpu_of("self"), bytes.get());
            tokio::time::sleep_until(end.into()).await;
            {
                let mut played = played.borrow_mut();
                played.host_cpu = host.cpu() - before.0;
                played.clients_cpu = cpu_of("self") - before.1;
                played.bytes = bytes.get() - before.2;
            }
            for driver in drivers {
                driver.await??;
            }
            Ok(played.take())
        })
        .await
}

/// One table: at every moment that is due, whoever is to act acts.
async fn drive(
    clients: Vec<Client>,
    first: Instant,
    counted: std::ops::Range<Instant>,
    played: &RefCell<Played>,
) -> Result<()> {
    let mut ticks = tokio::time::interval_at(first.into(), Duration::from_secs(1) / PACE);
    ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Burst);
    // Whoever has acted last has seen the newest state.
    let mut last = 0;
    for count in 0_u64.. {
        let due = ticks.tick().await.into_std();
        let (seq, seat) = clients[last].newest(|line| (seq_of(line), awaited(line)));
        last = seat.unwrap_or(last);
        let client = &clients[last];
        while client.newest(seq_of) < seq {
            client.inbox.news.notified().await;
        }
        let mut action = client.newest(|line| {
            let state: State<'_> = serde_json::from_slice(line)?;
            anyhow::Ok(choice(&state))
        })?;
        action["type"] = json!("PLAYER_ACTION");
        action["id"] = json!(count.to_string());
        let sent = Instant::now();
        if sent >= counted.end {
            break;
        }
        client.send(&action).await?;
        let answer = client.answer().await?;
        let mut played = played.borrow_mut();
        if answer.accepted && counted.contains(&answer.read) {
            played.moves += 1;
        }
        if sent >= counted.start {
            if answer.accepted {
                played.replies.push(answer.read - sent);
                played.since_due.push(answer.read - due);
            } else {
                played.refused += 1;
            }
        }
    }
    Ok(())
}

/// One connection. Its reader keeps the newest state only.
struct Client {
    stream: Rc<TcpStream>,
    inbox: Rc<Inbox>,
}

#[derive(Default)]
struct Inbox {
    newest: RefCell<Vec<u8>>,
    answer: Cell<Option<Answered>>,
    news: Notify,
    closed: Cell<bool>,
}

/// The host's answer to the only action that is on its way.
#[derive(Clone, Copy)]
struct Answered {
    accepted: bool,
    read: Instant,
}

impl Client {
    async fn sit_down(address: SocketAddr, table: u32, bytes: &Rc<Cell<u64>>) -> Result<Self> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        let client = Self {
            stream: Rc::new(stream),
            inbox: Rc::default(),
        };
        let hello = json!({
            "type": "HANDSHAKE", "protocol": 1, "name": "Bench", "table": table.to_string(),
        });
        client.send(&hello).await?;
        let (stream, inbox) = (Rc::clone(&client.stream), Rc::clone(&client.inbox));
        let bytes = Rc::clone(bytes);
        tokio::task::spawn_local(async move {
            // An end is noticed by whoever waits for an answer.
            let _ = inbox.read(&stream, &bytes).await;
            inbox.closed.set(true);
            inbox.news.notify_one();
        });
        while client.newest(<[u8]>::is_empty) {
            ensure!(!client.inbox.closed.get(), "the host has hung up");
            client.inbox.news.notified().await;
        }
        Ok(client)
    }

    fn newest<T>(&self, look: impl FnOnce(&[u8]) -> T) -> T {
        look(&self.inbox.newest.borrow())
    }

    async fn send(&self, message: &Value) -> Result<()> {
        let line = format!("{message}\n");
        loop {
            // A line is short and the only one: it goes at once or not at all.
            match self.stream.try_write(line.as_bytes()) {
                Ok(written) => {
                    ensure!(written == line.len(), "half a line was written");
                    return Ok(());
                }
                Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => {
                    self.stream.writable().await?;
                }
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// Waits for the acknowledgement, or for a refusal.
    async fn answer(&self) -> Result<Answered> {
        loop {
            if let Some(answer) = self.inbox.answer.take() {
                return Ok(answer);
            }
            ensure!(!self.inbox.closed.get(), "the host has hung up");
            self.inbox.news.notified().await;
        }
    }
}

impl Inbox {
    async fn read(&self, stream: &TcpStream, bytes: &Cell<u64>) -> Result<()> {
        let mut buffer = vec![0; 64 << 10];
        let mut filled = 0;
        loop {
            stream.readable().await?;
            match stream.try_read(&mut buffer[filled..]) {
                Ok(0) => return Ok(()),
                Ok(more) => {
                    let read = Instant::now();
                    bytes.set(bytes.get() + more as u64);
                    filled += more;
                    let taken = self.take(&buffer[..filled], read);
                    buffer.copy_within(taken..filled, 0);
                    filled -= taken;
                    ensure!(filled < buffer.len(), "a line that never ends");
                }
                Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => {}
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// Takes whole lines; how many bytes they have.
    fn take(&self, bytes: &[u8], read: Instant) -> usize {
        let mut taken = 0;
        for end in memchr::memchr_iter(b'\n', bytes) {
            let line = &bytes[taken..end];
            taken = end + 1;
            let tail = &line[line.len().saturating_sub(40)..];
            let state = seq_of(line).is_some();
            let names = |name: &[u8]| memchr::memmem::find(tail, name).is_some();
            if names(if state { b"\"ack\":" } else { b"\"re\":" }) {
                let accepted = state;
                self.answer.set(Some(Answered { accepted, read }));
            }
            if state {
                let mut newest = self.newest.borrow_mut();
                newest.clear();
                newest.extend_from_slice(line);
            }
        }
        if taken > 0 {
            self.news.notify_one();
        }
        taken
    }
}
