//! The other end: keeps a connection to a table and comes back when it breaks.
//!
//! Actions carry an id and the seq they were meant for. What has not been
//! acknowledged when the connection breaks is sent again after coming back,
//! under the same id, so nothing is done twice and nothing is forgotten.
//!
//! READY and SAY mean the same whatever else has happened at the table. Refused as
//! stale, they are said again for the newer state, under a new id.

use std::collections::VecDeque;
use std::fmt;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio::time::{interval, sleep, timeout};

use crate::lines::{Line, read_line};
use crate::lively::enliven;
use crate::protocol::{self, Action, PROTOCOL, line};
use crate::wire::GameState;

/// The longest line a server may send: a state is a few kilobytes.
const LONGEST_LINE: usize = 256 * 1024;

/// How long an answer is waited for while connecting.
const PATIENCE: Duration = Duration::from_secs(5);

/// The waits between tries to come back; the last one again and again.
const WAITS: [u64; 6] = [100, 250, 500, 1000, 2000, 5000];

/// How often READY or SAY is said again because the table had moved on.
const MOST_RENEWALS: u8 = 9;

/// Remembers the token of a table by the table's id, for a client that comes by an
/// address it does not know.
#[derive(Clone)]
pub struct Recall(pub Arc<TokenOf>);

/// From a table's id to the token.
pub type TokenOf = dyn Fn(&str) -> Option<String> + Send + Sync;

impl fmt::Debug for Recall {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Recall")
    }
}

/// What a client wants of a table.
#[derive(Clone, Debug)]
pub struct ClientSettings {
    /// `address:port`.
    pub address: String,
    /// The player's name.
    pub name: String,
    /// The token from before, if there is one.
    pub token: Option<String>,
    /// Where to find a token once it is known which table it is.
    pub recall: Option<Recall>,
    /// The table's name, where there are several.
    pub table: Option<String>,
    /// To watch only.
    pub spectate: bool,
}

/// What a client learns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClientNews {
    /// At the table, with this token to come back by.
    Welcome {
        /// The seat; none for who watches.
        seat: Option<u8>,
        /// The secret of the seat.
        token: Option<String>,
        /// By what the table is known again.
        table: Option<String>,
    },
    /// The table, as this seat sees it.
    State(Box<GameState>),
    /// Something was refused.
    Refused {
        /// The stable code.
        code: String,
        /// The reason in words.
        message: String,
        /// The id of the refused action, if it was one.
        re: Option<String>,
    },
    /// The connection is gone; the next try comes after this many milliseconds.
    Lost {
        /// What happened.
        words: String,
        /// The wait in milliseconds.
        retry: u64,
    },
    /// The seat is played from elsewhere by the same token. Nothing is tried until
    /// [`Client::take_back`].
    TakenOver,
    /// It makes no sense to try again.
    Closed(String),
}

/// What the one who holds a client wants.
#[derive(Debug)]
enum Order {
    /// An action under an id, meant for a state.
    Act(String, Action, Option<u64>),
    /// The seat that was taken over.
    TakeBack,
}

/// A client. Dropping it closes the connection.
#[derive(Debug)]
pub struct Client {
    orders: mpsc::UnboundedSender<Order>,
    news: mpsc::UnboundedReceiver<ClientNews>,
    task: JoinHandle<()>,
    sent: u64,
    marker: String,
}

impl Client {
    /// Begins to connect; news tell how it goes. `marker` makes the ids of this
    /// client's actions its own, also after it was started again.
    pub fn start(settings: ClientSettings, marker: &str) -> Self {
        let (orders, to_do) = mpsc::unbounded_channel();
        let (tell, news) = mpsc::unbounded_channel();
        let session = Session {
            settings,
            tell,
            to_do,
            unanswered: VecDeque::new(),
            seen: None,
            unknown: None,
        };
        Self {
            orders,
            news,
            task: tokio::spawn(session.run()),
            sent: 0,
            marker: marker.chars().take(40).collect(),
        }
    }

    /// Sends an action that was chosen while looking at the state `seq`; without
    /// one, it is meant for the newest state there is when it goes out. The answer
    /// is its id.
    pub fn send(&mut self, action: Action, seq: Option<u64>) -> String {
        self.sent += 1;
        let id = format!("{}-{}", self.marker, self.sent);
        // If the session has ended, its last news says so.
        let _ = self.orders.send(Order::Act(id.clone(), action, seq));
        id
    }

    /// Comes back to the seat that was taken over.
    pub fn take_back(&self) {
        let _ = self.orders.send(Order::TakeBack);
    }

    /// The next news; nothing once the client has given up.
    pub async fn news(&mut self) -> Option<ClientNews> {
        self.news.recv().await
    }

    /// News that are there already; otherwise the waker is woken when some come.
    pub fn poll_news(&mut self, context: &mut Context<'_>) -> Option<ClientNews> {
        match self.news.poll_recv(context) {
            Poll::Ready(news) => news,
            Poll::Pending => None,
        }
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        self.task.abort();
    }
}

struct Session {
    settings: ClientSettings,
    tell: mpsc::UnboundedSender<ClientNews>,
    to_do: mpsc::UnboundedReceiver<Order>,
    /// What has no answer yet.
    unanswered: VecDeque<Sent>,
    /// The newest state of this connection. Nothing is sent before there is one.
    seen: Option<u64>,
    /// The token that was refused as unknown.
    unknown: Option<String>,
}

/// An action on its way.
struct Sent {
    /// The id that was given out for it.
    name: String,
    /// The id it goes by now.
    id: String,
    action: Action,
    seq: Option<u64>,
    renewals: u8,
}

impl Sent {
    /// The line for somebody who has seen this state.
    fn line(&mut self, seen: u64) -> String {
        let seq = *self.seq.get_or_insert(seen);
        action_line(&self.id, &self.action, seq)
    }

    /// The same for a newer state; nothing if it was meant for the older one only.
    fn renewed(&mut self, seen: u64) -> Option<String> {
        let lasting = matches!(self.action, Action::Ready | Action::Say(_));
        if !lasting || self.renewals == MOST_RENEWALS {
            return None;
        }
        self.renewals += 1;
        self.id = format!("{}.{}", self.name, self.renewals);
        self.seq = None;
        Some(self.line(seen))
    }
}

/// Why a connection ended.
enum Ending {
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
    async fn run(mut self) {
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

    /// Handles a line of the server. The answer is what to send: at the first state
    /// all that is unanswered.
    fn take(&mut self, line: &[u8], welcomed: &mut bool) -> Result<String, Ending> {
        let mut lines = String::new();
        let lost = |_| Ending::Lost(String::from("the server sent a line that is not JSON"));
        let value: Value = serde_json::from_slice(line).map_err(lost)?;
        let news = match value["type"].as_str() {
            Some("HANDSHAKE") => {
                *welcomed = true;
                let token = value["token"].as_str().map(String::from);
                self.settings.token.clone_from(&token);
                let seat = value["player_id"]
                    .as_u64()
                    .and_then(|seat| u8::try_from(seat).ok());
                let table = value["table_id"].as_str().map(String::from);
                ClientNews::Welcome { seat, token, table }
            }
            Some("GAME_STATE") => {
                let mut state: GameState = serde_json::from_value(value).map_err(|error| {
                    Ending::Lost(format!(
                        "the server sent a state that cannot be read: {error}"
                    ))
                })?;
                state.ack = state.ack.map(|ack| self.answered(ack));
                if self.seen.replace(state.seq).is_none() {
                    let sent = self.unanswered.iter_mut();
                    lines = sent.map(|it| it.line(state.seq)).collect();
                }
                ClientNews::State(Box::new(state))
            }
            Some("ERROR") => return self.refused(&value, *welcomed),
            // Messages of later versions are none of our business.
            _ => return Ok(lines),
        };
        self.tell.send(news).map_err(|_| Ending::Left)?;
        Ok(lines)
    }

    /// An action has its answer; the answer is the id that was given out for it.
    fn answered(&mut self, id: String) -> String {
        let place = self.unanswered.iter().position(|sent| sent.id == id);
        let sent = place.and_then(|place| self.unanswered.remove(place));
        sent.map_or(id, |sent| sent.name)
    }

    fn refused(&mut self, value: &Value, welcomed: bool) -> Result<String, Ending> {
        let text = |name: &str| value[name].as_str().unwrap_or_default().to_owned();
        let (code, message) = (text("code"), text("message"));
        if !welcomed {
            if code == "unknown_token" {
                // The table has been given up meanwhile; come as a newcomer.
                self.unknown = self.settings.token.take();
                return Err(Ending::Lost(message));
            }
            return Err(Ending::Final(message));
        }
        // We never say HANDSHAKE twice.
        if code == protocol::taken_over().code {
            return Err(Ending::TakenOver);
        }
        let re = value["re"].as_str().map(String::from);
        let newest = value["seq"].as_u64().max(self.seen).unwrap_or_default();
        let mut waiting = self.unanswered.iter_mut();
        if code == "stale"
            && let Some(sent) = waiting.find(|sent| re.as_ref() == Some(&sent.id))
            && let Some(line) = sent.renewed(newest)
        {
            return Ok(line);
        }
        let re = re.map(|re| self.answered(re));
        let news = ClientNews::Refused { code, message, re };
        self.tell.send(news).map_err(|_| Ending::Left)?;
        Ok(String::new())
    }
}

struct AbortOnDrop(JoinHandle<()>);

impl Drop for AbortOnDrop {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// An action as a line.
fn action_line(id: &str, action: &Action, seq: u64) -> String {
    let mut value = json!({ "type": "PLAYER_ACTION", "id": id, "seq": seq });
    let words = |cards: &[parlour_regicide::Card]| -> Vec<String> {
        cards.iter().map(ToString::to_string).collect()
    };
    let name = match action {
        Action::Play(cards) => {
            value["cards"] = json!(words(cards));
            "PLAY"
        }
        Action::Discard(cards) => {
            value["cards"] = json!(words(cards));
            "DISCARD"
        }
        Action::Yield => "YIELD",
        Action::ChooseNext(seat) => {
            value["player"] = json!(seat.0);
            "CHOOSE_NEXT"
        }
        Action::Ready => "READY",
        Action::Say(phrase) => {
            value["phrase"] = json!(phrase.id());
            "SAY"
        }
    };
    value["action"] = json!(name);
    line(&value)
}
