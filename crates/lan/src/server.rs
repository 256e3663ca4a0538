//! The authority: accepts connections, reads lines, hands them to the tables.

use std::collections::BTreeMap;
use std::net::{IpAddr, SocketAddr};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use parlour_host::table::Identity;
use parlour_host::{Host, Refused};
use parlour_rules::Seed;
use tokio::io::{AsyncWriteExt, BufReader};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;
use tokio::time::{Instant, timeout};

use crate::limits::Limits;
use crate::lines::{Line, Pace, read_line};
use crate::protocol::{self, Incoming, Refusal, Unread};
use crate::table::{BotMind, Control, ControlRefused, Input, Opening, Outlet, Table};

/// How long a client may take to take what it is sent.
const SLOWEST_WRITE: Duration = Duration::from_secs(10);

/// How many messages may wait for one client.
const WAITING_LINES: usize = 64;

/// How often in a row a connection may be too fast before it is closed.
const MOST_OFFENCES: u32 = 400;

/// What a server is started with.
pub struct ServerSettings {
    /// Where the tables are kept.
    pub host: Arc<Host>,
    /// What distinguishes this server's tables from others in the same journal,
    /// for instance its port.
    pub place: String,
    /// What the tables are called on screens.
    pub title: String,
    /// Seats of each table, 2 to 4.
    pub players: u8,
    /// Seats that bots take from the beginning.
    pub bots: u8,
    /// How many tables there are, named "1" and so on.
    pub tables: u32,
    /// Leave unfinished games and begin anew.
    pub fresh: bool,
    /// How bots think.
    pub mind: BotMind,
    /// Makes a secret for a seat: unguessable text.
    pub token: Arc<dyn Fn() -> String + Send + Sync>,
    /// Makes the seed of a game.
    pub seed: Arc<dyn Fn() -> Seed + Send + Sync>,
    /// Bounds on strangers.
    pub limits: Limits,
}

/// A running server. Dropping it closes every connection.
pub struct Server {
    address: SocketAddr,
    tables: Arc<BTreeMap<String, mpsc::Sender<Input>>>,
    tasks: Vec<JoinHandle<()>>,
}

impl Server {
    /// Opens or resumes the tables and begins to accept connections.
    pub async fn start(listener: TcpListener, settings: ServerSettings) -> Result<Self, Refused> {
        let mut tables = BTreeMap::new();
        let mut tasks = Vec::new();
        for number in 1..=settings.tables.max(1) {
            let name = number.to_string();
            let (sender, receiver) = mpsc::channel(256);
            let opening = Opening {
                host: Arc::clone(&settings.host),
                tag: format!("lan:{}:{name}", settings.place),
                title: settings.title.clone(),
                owner: Identity(format!("lan-server:{}", settings.place)),
                players: settings.players,
                bots: settings.bots,
                fresh: settings.fresh,
                mind: Arc::clone(&settings.mind),
                token: Arc::clone(&settings.token),
                seed: Arc::clone(&settings.seed),
            };
            let table = Table::open(opening, sender.downgrade()).await?;
            tasks.push(tokio::spawn(table.run(receiver)));
            tables.insert(name, sender);
        }
        let address = listener
            .local_addr()
            .unwrap_or_else(|_| SocketAddr::from(([0, 0, 0, 0], 0)));
        let tables = Arc::new(tables);
        let door = Door {
            limits: settings.limits,
            tables: Arc::clone(&tables),
            present: Arc::new(Mutex::new(BTreeMap::new())),
            next: Arc::new(AtomicU64::new(1)),
        };
        tasks.push(tokio::spawn(door.keep(listener)));
        Ok(Self {
            address,
            tables,
            tasks,
        })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Something only the host's own screen may do, at a table by its name.
    pub async fn control(&self, table: &str, control: Control) -> Result<(), ControlRefused> {
        let sender = self.tables.get(table).ok_or(ControlRefused::Closed)?;
        let (answer, result) = oneshot::channel();
        let sent = sender.send(Input::Control(control, answer)).await;
        sent.map_err(|_| ControlRefused::Closed)?;
        result.await.unwrap_or(Err(ControlRefused::Closed))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        for task in &self.tasks {
            task.abort();
        }
    }
}

/// Lets connections in, as many as the limits allow.
#[derive(Clone)]
struct Door {
    limits: Limits,
    tables: Arc<BTreeMap<String, mpsc::Sender<Input>>>,
    present: Arc<Mutex<BTreeMap<IpAddr, u32>>>,
    next: Arc<AtomicU64>,
}

impl Door {
    async fn keep(self, listener: TcpListener) {
        loop {
            match listener.accept().await {
                Ok((stream, from)) => {
                    // A connection over the limits is closed without a word.
                    if let Some(place) = self.admit(from.ip()) {
                        let door = self.clone();
                        tokio::spawn(async move {
                            door.serve(stream).await;
                            drop(place);
                        });
                    }
                }
                Err(error) => {
                    // Out of descriptors, say: those who are in go on.
                    tracing::warn!(%error, "a connection could not be accepted");
                    tokio::time::sleep(Duration::from_millis(100)).await;
                }
            }
        }
    }

    fn admit(&self, from: IpAddr) -> Option<Place> {
        let mut present = self.present.lock().expect("no holder panics");
        let total: u32 = present.values().sum();
        let here = present.get(&from).copied().unwrap_or(0);
        if total >= self.limits.connections || here >= self.limits.per_address {
            return None;
        }
        present.insert(from, here + 1);
        Some(Place {
            from,
            present: Arc::clone(&self.present),
        })
    }

    async fn serve(&self, stream: TcpStream) {
        // Small lines are sent at once.
        let _ = stream.set_nodelay(true);
        let (reader, writer) = stream.into_split();
        let (lines, waiting) = mpsc::channel(WAITING_LINES);
        let outlet = Outlet::new(lines);
        let connection = self.next.fetch_add(1, Ordering::Relaxed);
        let mut writing = tokio::spawn(write(writer, waiting));
        let mut guest = Guest {
            connection,
            outlet: outlet.clone(),
            table: None,
            limits: self.limits,
        };
        tokio::select! {
            () = guest.listen(reader, &self.tables) => {}
            () = outlet.until_hung_up() => {}
            _ = &mut writing => {}
        }
        drop(outlet);
        let table = guest.table.take();
        // Dropping the outlet lets the writer finish what is waiting and end.
        drop(guest);
        if let Some(table) = table {
            let _ = table.send(Input::Gone(connection)).await;
        }
        let _ = timeout(SLOWEST_WRITE, &mut writing).await;
        writing.abort();
    }
}

/// A counted connection; dropping it counts back.
struct Place {
    from: IpAddr,
    present: Arc<Mutex<BTreeMap<IpAddr, u32>>>,
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut present = self.present.lock().expect("no holder panics");
        if let Some(count) = present.get_mut(&self.from) {
            *count -= 1;
            if *count == 0 {
                present.remove(&self.from);
            }
        }
    }
}

/// Writes what waits until the outlet is gone or the client stops taking.
async fn write(mut writer: OwnedWriteHalf, mut waiting: mpsc::Receiver<Arc<str>>) {
    while let Some(line) = waiting.recv().await {
        let written = timeout(SLOWEST_WRITE, writer.write_all(line.as_bytes())).await;
        if !matches!(written, Ok(Ok(()))) {
            return;
        }
    }
    let _ = timeout(SLOWEST_WRITE, writer.shutdown()).await;
}

/// One connection, before and after its handshake.
struct Guest {
    connection: u64,
    outlet: Outlet,
    table: Option<mpsc::Sender<Input>>,
    limits: Limits,
}

impl Guest {
    async fn listen(
        &mut self,
        reader: OwnedReadHalf,
        tables: &BTreeMap<String, mpsc::Sender<Input>>,
    ) {
        let mut reader = BufReader::with_capacity(4096, reader);
        let mut pace = Pace::new(self.limits.lines_per_second, Instant::now());
        let arrived = Instant::now();
        let mut offences = 0;
        loop {
            let patience = if self.outlet.is_welcomed() {
                Duration::from_secs(self.limits.idle_seconds.into())
            } else {
                // Counted from the arrival, so that chatter without a handshake
                // does not hold a place.
                Duration::from_secs(self.limits.handshake_seconds.into())
                    .saturating_sub(arrived.elapsed())
            };
            let longest = self.limits.line_bytes as usize;
            let line = match timeout(patience, read_line(&mut reader, longest)).await {
                Ok(Ok(Line::Text(line))) => line,
                Ok(Ok(Line::TooLong)) => {
                    let words = format!("a line has at most {longest} bytes");
                    self.refuse(Refusal::new("line_too_long", words), None);
                    return;
                }
                Ok(Ok(Line::End) | Err(_)) | Err(_) => return,
            };
            if !pace.admits(Instant::now()) {
                offences += 1;
                self.refuse(
                    Refusal::new("rate_limited", "too many lines; slow down"),
                    None,
                );
                if offences > MOST_OFFENCES {
                    return;
                }
                continue;
            }
            // An empty line is a sign of life and nothing else.
            if line.iter().all(u8::is_ascii_whitespace) {
                continue;
            }
            if !self.take(&line, tables).await {
                return;
            }
        }
    }

    /// Handles a line; false when the connection is to be closed.
    async fn take(&mut self, line: &[u8], tables: &BTreeMap<String, mpsc::Sender<Input>>) -> bool {
        let input = match protocol::read(line) {
            Err(unread) => {
                let goes_on = unread.refusal.code != "wrong_protocol";
                self.refuse(unread.refusal, unread.id);
                return goes_on;
            }
            Ok(Incoming::Handshake(hello)) => {
                if !self.outlet.is_welcomed() {
                    match find(tables, hello.table.as_deref()) {
                        Ok(table) => self.table = Some(table),
                        Err(refusal) => {
                            self.refuse(refusal, None);
                            return true;
                        }
                    }
                }
                Input::Hello(self.connection, self.outlet.clone(), hello)
            }
            Ok(Incoming::Action(action)) => {
                if self.table.is_none() {
                    let refusal = Refusal::new("not_seated", "say HANDSHAKE first");
                    self.refuse(refusal, action.id);
                    return true;
                }
                Input::Act(self.connection, action)
            }
        };
        match &self.table {
            Some(table) => table.send(input).await.is_ok(),
            None => true,
        }
    }

    /// Refuses a line. The table knows the seq to put beside it; before there
    /// is a table, or when it is too busy, there is none.
    fn refuse(&self, refusal: Refusal, id: Option<String>) {
        let unread = Unread { refusal, id };
        let unread = match &self.table {
            None => unread,
            Some(table) => match table.try_send(Input::Unread(self.outlet.clone(), unread)) {
                Err(mpsc::error::TrySendError::Full(Input::Unread(_, unread))) => unread,
                _ => return,
            },
        };
        self.outlet
            .send(protocol::error(&unread.refusal, None, unread.id.as_deref()));
    }
}

fn find(
    tables: &BTreeMap<String, mpsc::Sender<Input>>,
    name: Option<&str>,
) -> Result<mpsc::Sender<Input>, Refusal> {
    let table = match name {
        Some(name) => tables.get(name),
        None if tables.len() == 1 => tables.values().next(),
        None => {
            let words = format!("name a table, \"1\" to \"{}\"", tables.len());
            return Err(Refusal::new("bad_message", words));
        }
    };
    let unknown = || Refusal::new("bad_message", "there is no table of that name");
    table.cloned().ok_or_else(unknown)
}
