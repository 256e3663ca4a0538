//! The connections of a client: made, kept, lost, and made again.

use std::collections::VecDeque;
use std::io;
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
use crate::wire::GameState;

/// The longest line a server may send: a state is a few kilobytes.
const LONGEST_LINE: usize = 256 * 1024;

/// How long an answer is waited for while connecting.
const PATIENCE: Duration = Duration::from_secs(5);

/// How often, and how far apart, it is looked whether a seat is played elsewhere.
const LOOKS: u8 = 4;
const BETWEEN_LOOKS: Duration = Duration::from_millis(300);

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
    /// Whether it was looked if the seat is played in another window.
    pub(super) asked: bool,
}

/// Why a connection ended.
pub(super) enum Ending {
    /// It may be tried again.
    Lost(String),
    /// The seat is played from elsewhere.
    TakenOver,
    /// There is no seat.
    Full(String),
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
                    if !self.is_wanted_back(ClientNews::TakenOver).await {
                        return;
                    }
                }
                Ending::Full(words) => {
                    failures = 0;
                    if !self.is_wanted_back(ClientNews::Full(words)).await {
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

    /// Waits until the seat is to be taken back, or the table to be watched; false if
    /// nobody is interested any more. What is done meanwhile would be done by somebody
    /// else's hands.
    async fn is_wanted_back(&mut self, news: ClientNews) -> bool {
        self.unanswered.clear();
        if self.tell.send(news).is_err() {
            return false;
        }
        loop {
            match self.to_do.recv().await {
                None => return false,
                Some(Order::TakeBack) => return true,
                Some(Order::Watch) => {
                    self.settings.spectate = true;
                    self.settings.token = None;
                    return true;
                }
                Some(Order::Act(..)) => {}
            }
        }
    }

    async fn connection(&mut self, welcomed: &mut bool) -> Ending {
        if let Err(ending) = self.remember_the_table().await {
            return ending;
        }
        if !self.asked && self.is_played_elsewhere().await {
            self.asked = true;
            return Ending::TakenOver;
        }
        self.asked = true;
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
            return Ending::Lost(in_words(&error));
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
                        Some(Err(error)) => break Ending::Lost(in_words(&error)),
                    };
                    let lines = match self.take(&line, welcomed) {
                        Ok(lines) => lines,
                        Err(ending) => break ending,
                    };
                    if let Err(error) = writer.write_all(lines.as_bytes()).await {
                        break Ending::Lost(in_words(&error));
                    }
                }
                order = self.to_do.recv() => {
                    let (id, action, seq) = match order {
                        None => break Ending::Left,
                        Some(Order::TakeBack | Order::Watch) => continue,
                        Some(Order::Act(id, action, seq)) => (id, action, seq),
                    };
                    let mut sent = Sent { name: id.clone(), id, action, seq, renewals: 0 };
                    let line = self.seen.map(|seen| sent.line(seen));
                    self.unanswered.push_back(sent);
                    if let Some(line) = line
                        && let Err(error) = writer.write_all(line.as_bytes()).await
                    {
                        break Ending::Lost(in_words(&error));
                    }
                }
                _ = signs_of_life.tick() => {
                    if let Err(error) = writer.write_all(b"\n").await {
                        break Ending::Lost(in_words(&error));
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
            Ok(Err(error)) => Err(Ending::Lost(in_words(&error))),
            Err(_) => Err(Ending::Lost(String::from("nobody answers there"))),
        }
    }

    /// Without a token, asks which table this is, as somebody who watches: perhaps
    /// its token is known from another address. A token is told
    /// only to whoever names its table; that a host names it truly, nobody vouches for.
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

    /// Whether the person's seat is played in another window of theirs, which is asked
    /// before it is taken from there. A window that was just closed may be known to the
    /// table for another moment.
    async fn is_played_elsewhere(&self) -> bool {
        let asks = self.settings.recall.is_some() && !self.settings.spectate;
        if !asks || self.settings.token.is_none() {
            return false;
        }
        for _ in 0..LOOKS {
            let looked = timeout(PATIENCE, self.is_there()).await;
            if looked.ok().flatten() != Some(true) {
                return false;
            }
            sleep(BETWEEN_LOOKS).await;
        }
        true
    }

    /// Whether somebody of this name is at the table, as who watches sees it.
    async fn is_there(&self) -> Option<bool> {
        let (reader, mut writer) = self.connect().await.ok()?.into_split();
        let mut reader = BufReader::new(reader);
        let hello = self.handshake(true);
        writer.write_all(hello.as_bytes()).await.ok()?;
        loop {
            let Ok(Line::Text(line)) = read_line(&mut reader, LONGEST_LINE).await else {
                return None;
            };
            let Ok(state) = serde_json::from_slice::<GameState>(&line) else {
                continue;
            };
            let name = self.settings.name.to_lowercase();
            let mut players = state.view.players.iter();
            return Some(players.any(|it| it.connected && it.name.to_lowercase() == name));
        }
    }

    fn handshake(&self, spectate: bool) -> String {
        // Whoever watches needs no token, and tells none.
        let token = self.settings.token.as_ref().filter(|_| !spectate);
        line(&json!({
            "type": "HANDSHAKE", "protocol": PROTOCOL, "name": self.settings.name,
            "token": token, "table": self.settings.table, "spectate": spectate, "whole": true,
        }))
    }
}

/// What the system says of a connection, as a person would.
fn in_words(error: &io::Error) -> String {
    let words = match error.kind() {
        io::ErrorKind::ConnectionRefused => "nobody hosts a table there now",
        io::ErrorKind::ConnectionReset
        | io::ErrorKind::ConnectionAborted
        | io::ErrorKind::BrokenPipe
        | io::ErrorKind::UnexpectedEof => "the connection broke",
        io::ErrorKind::TimedOut => "nobody answers there",
        io::ErrorKind::HostUnreachable | io::ErrorKind::NetworkUnreachable => {
            "that machine cannot be reached from here"
        }
        io::ErrorKind::NetworkDown => "this machine has no network",
        io::ErrorKind::AddrNotAvailable => "there is no such address",
        _ => return without_number(&error.to_string()),
    };
    String::from(words)
}

/// The system's words without its number, and in its place where they come from.
fn without_number(words: &str) -> String {
    if words.starts_with("failed to lookup address") {
        return String::from("no machine of that name is known");
    }
    let words = words.split(" (os error").next().unwrap_or(words);
    words.to_lowercase()
}

struct AbortOnDrop(JoinHandle<()>);

impl Drop for AbortOnDrop {
    fn drop(&mut self) {
        self.0.abort();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_of_the_system_are_told_in_sentences_without_numbers() {
        let refused = io::Error::from(io::ErrorKind::ConnectionRefused);
        assert_eq!(in_words(&refused), "nobody hosts a table there now");
        let words = "failed to lookup address information: Name or service not known";
        assert_eq!(
            in_words(&io::Error::other(words)),
            "no machine of that name is known"
        );
        for number in 1..134 {
            let words = in_words(&io::Error::from_raw_os_error(number));
            assert!(!words.contains("os error"), "{words}");
        }
    }
}
