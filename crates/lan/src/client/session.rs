//! The connections of a client: made, kept, lost, and made again.

use std::collections::VecDeque;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio::time::{interval, sleep, timeout};

use super::told::Sent;
use super::{ClientNews, ClientSettings, Order};
use crate::lines::{Line, read_line};
use crate::lively::enliven;
use crate::protocol::{PROTOCOL, line};

/// The longest line a server may send: a state is a few kilobytes.
const LONGEST_LINE: usize = 256 * 1024;

/// How long an answer is waited for while connecting.
const PATIENCE: Duration = Duration::from_secs(5);

/// The waits between tries to come back; the last one again and again.
const WAITS: [u64; 6] = [100, 250, 500, 1000, 2000, 5000];

/// A client's task: one connection after the other.
pub(super) struct Session {
    pub(super) settings: ClientSettings,
    pub(super) tell: mpsc::UnboundedSender<ClientNews>,
    pub(super) to_do: mpsc::UnboundedReceiver<Order>,
    /// What has no answer yet.
    pub(super) unanswered: VecDeque<Sent>,
    /// The newest state of this connection. Nothing is sent before there is one.
    pub(super) seen: Option<u64>,
    /// The token that was refused as unknown.
    pub(super) unknown: Option<String>,
}

/// Why a connection ended.
pub(super) enum Ending {
    /// It may be tried again.
    Lost(String),
    /// The seat is played from elsewhere.
    TakenOver,
    /// The server said something final.
    Final(String),
    /// Nobody is interested any more.
    Left,
}

impl Session {
    /// Connects again and again, until it is final or nobody wants it any more.
    pub(super) async fn run(mut self) {
        let mut failures = 0;
        loop {
            let mut welcomed = false;
            match self.connection(&mut welcomed).await {
                Ending::Left => return,
                Ending::TakenOver => {
                    failures = 0;
                    if !self.is_wanted_back().await {
                        return;
                    }
                }
                Ending::Final(words) => {
                    let _ = self.tell.send(ClientNews::Closed(words));
                    return;
                }
                Ending::Lost(words) => {
                    failures = if welcomed { 0 } else { failures + 1 };
                    let retry = WAITS[failures.min(WAITS.len() - 1)];
                    if self.tell.send(ClientNews::Lost { words, retry }).is_err() {
                        return;
                    }
                    sleep(Duration::from_millis(retry)).await;
                }
            }
        }
    }

    /// Waits until the seat is to be taken back; false if nobody is interested any
    /// more. What is done meanwhile would be done by somebody else's hands.
    async fn is_wanted_back(&mut self) -> bool {
        self.unanswered.clear();
        if self.tell.send(ClientNews::TakenOver).is_err() {
            return false;
        }
        loop {
            match self.to_do.recv().await {
                None => return false,
                Some(Order::TakeBack) => return true,
                Some(Order::Act(..)) => {}
            }
        }
    }

    async fn connection(&mut self, welcomed: &mut bool) -> Ending {
        if let Err(ending) = self.remember_the_table().await {
            return ending;
        }
        let stream = match self.connect().await {
            Ok(stream) => stream,
            Err(ending) => return ending,
        };
        enliven(&stream);
        let (reader, mut writer) = stream.into_split();
        let mut reader = BufReader::new(reader);
        if let Err(error) = writer
            .write_all(self.handshake(self.settings.spectate).as_bytes())
            .await
        {
            return Ending::Lost(error.to_string());
        }
        self.seen = None;
        let mut signs_of_life = interval(Duration::from_mins(1));
        signs_of_life.tick().await;
        // A line may arrive in pieces while other things happen, so reading has
        // a task of its own: a half-read line is never thrown away.
        let (lines, mut arriving) = mpsc::channel(16);
        let reading = tokio::spawn(async move {
            loop {
                let line = read_line(&mut reader, LONGEST_LINE).await;
                let last = !matches!(line, Ok(Line::Text(_)));
                if lines.send(line).await.is_err() || last {
                    return;
                }
            }
        });
        let reading = AbortOnDrop(reading);
        let ending = loop {
            tokio::select! {
                arrived = arriving.recv() => {
                    let line = match arrived {
                        Some(Ok(Line::Text(line))) => line,
                        Some(Ok(Line::TooLong)) => break Ending::Final(String::from("the server sends lines that are too long")),
                        Some(Ok(Line::End)) | None => break Ending::Lost(String::from("the server closed the connection")),
                        Some(Err(error)) => break Ending::Lost(error.to_string()),
                    };
                    let lines = match self.take(&line, welcomed) {
                        Ok(lines) => lines,
                        Err(ending) => break ending,
                    };
                    if let Err(error) = writer.write_all(lines.as_bytes()).await {
                        break Ending::Lost(error.to_string());
                    }
                }
                order = self.to_do.recv() => {
                    let (id, action, seq) = match order {
                        None => break Ending::Left,
                        Some(Order::TakeBack) => continue,
                        Some(Order::Act(id, action, seq)) => (id, action, seq),
                    };
                    let mut sent = Sent { name: id.clone(), id, action, seq, renewals: 0 };
                    let line = self.seen.map(|seen| sent.line(seen));
                    self.unanswered.push_back(sent);
                    if let Some(line) = line
                        && let Err(error) = writer.write_all(line.as_bytes()).await
                    {
                        break Ending::Lost(error.to_string());
                    }
                }
                _ = signs_of_life.tick() => {
                    if let Err(error) = writer.write_all(b"\n").await {
                        break Ending::Lost(error.to_string());
                    }
                }
            }
        };
        drop(reading);
        ending
    }

    async fn connect(&self) -> Result<TcpStream, Ending> {
        let connecting = TcpStream::connect(&self.settings.address);
        match timeout(PATIENCE, connecting).await {
            Ok(Ok(stream)) => Ok(stream),
            Ok(Err(error)) => Err(Ending::Lost(error.to_string())),
            Err(_) => Err(Ending::Lost(String::from("no answer"))),
        }
    }

    /// Without a token, asks which table this is, as somebody who watches: perhaps
    /// its token is known from another address. A token is told
    /// only to who names its table; that a host names it truly, nobody vouches for.
    async fn remember_the_table(&mut self) -> Result<(), Ending> {
        let recall = match &self.settings.recall {
            Some(recall) if self.settings.token.is_none() && !self.settings.spectate => recall,
            _ => return Ok(()),
        };
        let (reader, mut writer) = self.connect().await?.into_split();
        let mut reader = BufReader::new(reader);
        let asked = async {
            let hello = self.handshake(true);
            writer.write_all(hello.as_bytes()).await.ok()?;
            let Ok(Line::Text(line)) = read_line(&mut reader, LONGEST_LINE).await else {
                return None;
            };
            let value: Value = serde_json::from_slice(&line).ok()?;
            value["table_id"].as_str().map(String::from)
        };
        // Whoever does not say it is asked for a seat all the same.
        let table = timeout(PATIENCE, asked).await.unwrap_or_default();
        let token = table.and_then(|table| (recall.0)(&table));
        self.settings.token = token.filter(|token| self.unknown.as_ref() != Some(token));
        Ok(())
    }

    fn handshake(&self, spectate: bool) -> String {
        line(&json!({
            "type": "HANDSHAKE", "protocol": PROTOCOL, "name": self.settings.name,
            "token": self.settings.token, "table": self.settings.table, "spectate": spectate,
        }))
    }
}

struct AbortOnDrop(JoinHandle<()>);

impl Drop for AbortOnDrop {
    fn drop(&mut self) {
        self.0.abort();
    }
}
