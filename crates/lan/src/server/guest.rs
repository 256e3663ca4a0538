//! One connection, before and after its handshake: reads its lines and hands
//! them to a table.

use std::io;
use std::mem::MaybeUninit;
use std::sync::Arc;
use std::time::Duration;

use parlour_court::{Arrival, GuestId, Parting, Table, Wish};
use socket2::SockRef;
use tokio::io::BufReader;
use tokio::net::TcpStream;
use tokio::net::tcp::OwnedReadHalf;
use tokio::time::{Instant, timeout};

use super::voice::{Voice, Whole, identity};
use super::{NewToken, Tables};
use crate::limits::Limits;
use crate::lines::{Line, RateLimit, read_line, skip_line};
use crate::outlet::Outlet;
use crate::protocol::{self, Handshake, Incoming, Refusal};

/// How far more often a connection may be too fast than not before it is closed.
const MOST_OFFENCES: u32 = 400;

/// How many bytes of a line that is too long are read past.
const LONGEST_SKIP: usize = 1 << 20;

/// A connection and what it may do.
pub struct Guest {
    outlet: Outlet,
    /// The table it knocked at, or sits at, and by what that knows it.
    table: Option<(Table, GuestId)>,
    limits: Limits,
    tables: Tables,
    token: NewToken,
    /// Whether its screen may give hints.
    hints: bool,
}

impl Guest {
    /// Somebody at the door.
    pub fn new(outlet: Outlet, limits: Limits, tables: Tables, token: NewToken) -> Self {
        Self {
            outlet,
            table: None,
            limits,
            tables,
            token,
            hints: false,
        }
    }

    /// The same where screens may give hints, or may not.
    pub fn allowing_hints(self, hints: bool) -> Self {
        Self { hints, ..self }
    }

    /// Goes; the answer is the table that has to know.
    pub fn leave(self) -> Option<(Table, GuestId)> {
        self.table
    }

    /// Reads lines until the connection is to be closed.
    pub async fn listen(&mut self, reader: OwnedReadHalf) -> Parting {
        let mut reader = BufReader::with_capacity(4096, reader);
        let arrived = Instant::now();
        let mut pace = RateLimit::new(self.limits.lines_per_second, arrived);
        let mut offences: u32 = 0;
        loop {
            let patience = self.patience(arrived);
            let longest = self.limits.line_bytes as usize;
            let line = match timeout(patience, read_line(&mut reader, longest)).await {
                Ok(Ok(Line::Text(line))) => line,
                Ok(Ok(Line::TooLong)) => {
                    let words = format!("a line has at most {longest} bytes");
                    self.refuse(Refusal::new("line_too_long", words), None);
                    match timeout(patience, skip_line(&mut reader, LONGEST_SKIP)).await {
                        Ok(Ok(true)) => continue,
                        _ => return Parting::Lost,
                    }
                }
                Ok(Ok(Line::End)) => return Parting::Left,
                Ok(Err(_)) | Err(_) => return Parting::Lost,
            };
            if !pace.admits(Instant::now()) {
                offences += 1;
                let refusal = Refusal::new("rate_limited", "too many lines; slow down");
                self.refuse(refusal, protocol::id_of(&line));
                if offences > MOST_OFFENCES {
                    return Parting::Lost;
                }
                continue;
            }
            offences = offences.saturating_sub(1);
            // An empty line is a sign of life and nothing else.
            if line.iter().all(u8::is_ascii_whitespace) {
                continue;
            }
            if !self.take(&line, &reader).await {
                return Parting::Lost;
            }
        }
    }

    fn is_welcomed(&self) -> bool {
        self.outlet.standing().is_welcomed()
    }

    fn patience(&self, arrived: Instant) -> Duration {
        if self.is_welcomed() {
            return Duration::from_secs(self.limits.idle_seconds.into());
        }
        // Counted from the arrival, so that chatter without a handshake does not
        // hold a place.
        Duration::from_secs(self.limits.handshake_seconds.into()).saturating_sub(arrived.elapsed())
    }

    /// Handles a line; false when the table is gone.
    async fn take(&mut self, line: &[u8], reader: &BufReader<OwnedReadHalf>) -> bool {
        match protocol::read(line) {
            Err(unread) if unread.of_handshake && self.is_welcomed() => {
                self.refuse(already_seated(), None);
                true
            }
            Err(unread) => {
                self.refuse(unread.refusal, unread.id);
                true
            }
            Ok(Incoming::Handshake(_)) if self.is_welcomed() => {
                self.refuse(already_seated(), None);
                true
            }
            // A machine with much to do may read this only after the same person has
            // come again: the seat is that newer connection's.
            Ok(Incoming::Handshake(hello)) if hello.token.is_some() && has_hung_up(reader) => true,
            Ok(Incoming::Handshake(hello)) => self.knock(hello).await,
            Ok(Incoming::Action(asked)) => {
                let Some((table, guest)) = &self.table else {
                    let refusal = Refusal::new("not_seated", "say HANDSHAKE first");
                    self.refuse(refusal, asked.id);
                    return true;
                };
                table.act(*guest, asked).await.is_ok()
            }
        }
    }

    /// Asks a table for a seat and waits for its answer, so that nobody sits at
    /// two.
    async fn knock(&mut self, hello: Handshake) -> bool {
        let table = match self.find(hello.table.as_deref()) {
            Ok(table) => table.clone(),
            Err(refusal) => {
                self.refuse(refusal, None);
                return true;
            }
        };
        let whole = hello.whole.then(|| Whole::new(self.hints));
        let (wish, token) = match (hello.spectate, hello.token) {
            (true, _) => (Wish::Watch, None),
            (false, Some(token)) => (Wish::Return(identity(&token)), Some(token)),
            (false, None) => {
                let (token, name) = ((self.token)(), hello.name);
                let who = identity(&token);
                (Wish::Sit { who, name }, Some(token))
            }
        };
        let (guest, voice) = (GuestId::new(), Voice::new(&self.outlet, token, whole));
        // Known from here on: if the connection breaks meanwhile, the table
        // learns that too.
        self.table = Some((table.clone(), guest));
        match table.arrive(guest, Arc::new(voice), Arrival { wish }).await {
            Ok(true) => {}
            Ok(false) => self.table = None,
            Err(_) => return false,
        }
        true
    }

    fn find(&self, name: Option<&str>) -> Result<&Table, Refusal> {
        let tables = &self.tables;
        let table = match name {
            Some(name) => tables.get(name),
            None if tables.len() == 1 => tables.values().next(),
            None => {
                let words = format!("name a table, \"1\" to \"{}\"", tables.len());
                return Err(Refusal::new("bad_message", words));
            }
        };
        let unknown = || Refusal::new("bad_message", "there is no table of that name");
        table.ok_or_else(unknown)
    }

    /// Refuses a line. At a table the answer keeps its place among the others;
    /// when the table is busy, or there is none yet, it is given here.
    fn refuse(&self, refusal: Refusal, id: Option<String>) {
        let unsaid = match &self.table {
            Some((table, _)) => {
                let voice = Arc::new(Voice::new(&self.outlet, None, None));
                table.refuse(voice, refusal, id)
            }
            None => Some((refusal, id)),
        };
        let Some((refusal, id)) = unsaid else {
            return;
        };
        let only = || {
            let only = self.tables.values().next();
            only.filter(|_| self.tables.len() == 1)
        };
        let table = self.table.as_ref().map(|(table, _)| table);
        let seq = table.or_else(only).map_or(0, Table::seq);
        self.outlet
            .send(protocol::error(&refusal, seq, id.as_deref()));
    }
}

/// Whether the other side has closed the connection and nothing more is to be read.
/// The socket itself is asked: it may know what the runtime has not been told yet.
fn has_hung_up(reader: &BufReader<OwnedReadHalf>) -> bool {
    if !reader.buffer().is_empty() {
        return false;
    }
    let stream: &TcpStream = reader.get_ref().as_ref();
    match SockRef::from(stream).peek(&mut [MaybeUninit::uninit()]) {
        Ok(bytes) => bytes == 0,
        Err(error) => !matches!(
            error.kind(),
            io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted
        ),
    }
}

fn already_seated() -> Refusal {
    Refusal::new("already_seated", "this connection is at a table already")
}
