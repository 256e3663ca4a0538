//! Somebody at a socket: writes lines, reads lines, and can play.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use parlour_lan::wire::GameState;
use parlour_regicide::{Card, Command, Step, View, worth};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::time::timeout;

use crate::ledger::{Page, new_page};

/// How long an answer is waited for. It is only reached when something is wrong.
pub const PATIENCE: Duration = Duration::from_mins(2);

/// Counts the actions of all people.
static ACTIONS: AtomicU64 = AtomicU64::new(1);

pub struct Person {
    reader: BufReader<OwnedReadHalf>,
    writer: OwnedWriteHalf,
    pub seat: Option<u8>,
    pub token: Option<String>,
    /// Every byte that was ever received.
    received: Page,
    pub state: Option<GameState>,
}

impl Person {
    pub async fn connect(to: SocketAddr) -> Self {
        let (reader, writer) = TcpStream::connect(to).await.unwrap().into_split();
        Self {
            reader: BufReader::new(reader),
            writer,
            seat: None,
            token: None,
            received: new_page(to),
            state: None,
        }
    }

    pub async fn seated(to: SocketAddr, name: &str) -> Self {
        let mut person = Self::connect(to).await;
        person.hello(json!({ "name": name })).await;
        person
    }

    /// The same where there may be no room just now.
    pub async fn seated_when_there_is_room(to: SocketAddr, name: &str) -> Self {
        loop {
            let mut person = Self::connect(to).await;
            let hello = json!({ "type": "HANDSHAKE", "protocol": 1, "name": name });
            person.say(&hello.to_string()).await;
            // Whoever is over the limit is sent away without a word.
            if let Some(welcome) = person.next().await {
                assert_eq!(welcome["type"], "HANDSHAKE", "{welcome}");
                person.seat = welcome["player_id"].as_u64().map(|seat| seat as u8);
                return person;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }

    pub async fn by_token(to: SocketAddr, token: &str) -> Self {
        let mut person = Self::connect(to).await;
        person
            .hello(json!({ "name": "Back", "token": token }))
            .await;
        person
    }

    pub async fn hello(&mut self, mut rest: Value) {
        rest["type"] = json!("HANDSHAKE");
        rest["protocol"] = json!(1);
        self.say(&rest.to_string()).await;
        let welcome = self.next().await.expect("a welcome");
        assert_eq!(welcome["type"], "HANDSHAKE", "{welcome}");
        self.seat = welcome["player_id"].as_u64().map(|seat| seat as u8);
        self.token = welcome["token"].as_str().map(String::from);
        self.next_state().await;
    }

    pub async fn say(&mut self, line: &str) {
        // The other side may have hung up; reading will tell.
        let _ = self.writer.write_all(format!("{line}\n").as_bytes()).await;
    }

    pub async fn raw(&mut self, bytes: &[u8]) -> bool {
        self.writer.write_all(bytes).await.is_ok()
    }

    pub async fn act(&mut self, action: &str, mut rest: Value) -> String {
        // Never the same, also not for whoever comes back to a seat.
        let count = ACTIONS.fetch_add(1, Ordering::Relaxed);
        let id = format!("{}-{count}", self.seat.unwrap_or(99));
        rest["type"] = json!("PLAYER_ACTION");
        rest["action"] = json!(action);
        rest["id"] = json!(id);
        self.say(&rest.to_string()).await;
        id
    }

    /// The next message; nothing when the connection is closed.
    pub async fn next(&mut self) -> Option<Value> {
        let mut line = String::new();
        let reading = timeout(PATIENCE, self.reader.read_line(&mut line));
        let read = reading.await.expect("an answer in time");
        // Half a line is what is left of a connection that was closed.
        if read.is_err() || !line.ends_with('\n') {
            return None;
        }
        self.received.lock().unwrap().extend(line.as_bytes());
        let value: Value = serde_json::from_str(&line).unwrap();
        if value["type"] == "GAME_STATE" {
            let state: GameState = serde_json::from_value(value.clone()).unwrap();
            if let Some(before) = &self.state {
                assert!(before.seq <= state.seq, "seq never falls");
            }
            self.state = Some(state);
        }
        Some(value)
    }

    pub async fn next_state(&mut self) -> &GameState {
        loop {
            let message = self.next().await.expect("a state");
            if message["type"] == "GAME_STATE" {
                return self.state.as_ref().unwrap();
            }
        }
    }

    /// Reads until a state passes the test.
    pub async fn until(&mut self, test: impl Fn(&GameState) -> bool) -> &GameState {
        while !self.state.as_ref().is_some_and(&test) {
            self.next().await.expect("a state");
        }
        self.state.as_ref().unwrap()
    }

    /// Reads until an ERROR.
    pub async fn error(&mut self) -> Value {
        loop {
            let message = self.next().await.expect("an error");
            if message["type"] == "ERROR" {
                return message;
            }
        }
    }

    pub fn code(error: &Value) -> &str {
        error["code"].as_str().unwrap()
    }

    pub fn state(&self) -> &GameState {
        self.state.as_ref().expect("a state was received")
    }

    pub fn is_to_move(&self) -> bool {
        let view = &self.state().view;
        !view.paused && view.current.map(|seat| seat.0) == self.seat && view.step != "over"
    }

    /// One move that the rules allow: the largest card, the cheapest payment.
    pub fn choice(&self) -> (&'static str, Value) {
        let view = &self.state().view;
        let cards: Vec<Card> = view.hand.iter().map(|word| word.parse().unwrap()).collect();
        match view.step.as_str() {
            "choose" => ("CHOOSE_NEXT", json!({ "player": self.seat })),
            "suffer" => {
                let enemy = view.enemy.as_ref().unwrap();
                let due = enemy.attack.saturating_sub(view.shield);
                ("DISCARD", json!({ "cards": words(&payment(&cards, due)) }))
            }
            _ => match cards.iter().max_by_key(|card| worth(&[**card])) {
                Some(card) => ("PLAY", json!({ "cards": [card.to_string()] })),
                None => ("YIELD", json!({})),
            },
        }
    }

    /// Makes that move, and reads until it is acknowledged.
    pub async fn play_one(&mut self) -> &GameState {
        let (action, rest) = self.choice();
        let id = self.act(action, rest).await;
        self.until(|state| state.ack.as_deref() == Some(&id)).await
    }
}

fn words(cards: &[Card]) -> Vec<String> {
    cards.iter().map(ToString::to_string).collect()
}

/// What a bot does that plays like these people.
pub fn simple_command(view: &View) -> Command {
    match view.step {
        Step::Choose => Command::Next(view.current),
        Step::Suffer => Command::Pay(payment(&view.hand, view.due)),
        _ => match view.hand.iter().max_by_key(|card| worth(&[**card])) {
            Some(card) => Command::Play(vec![*card]),
            None => Command::Yield,
        },
    }
}

/// The smallest sum that covers what is due.
fn payment(cards: &[Card], due: u16) -> Vec<Card> {
    let sets = (0_u32..1 << cards.len()).map(|set| {
        let chosen = cards
            .iter()
            .enumerate()
            .filter(move |(place, _)| set >> place & 1 == 1);
        chosen.map(|(_, card)| *card).collect::<Vec<Card>>()
    });
    let covering = sets.filter(|set| worth(set) >= due);
    covering.min_by_key(|set| worth(set)).unwrap_or_default()
}
