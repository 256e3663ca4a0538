//! A player with a notebook: it may be killed at any moment, and another process
//! goes on from the notebook.
//!
//! The process is this test binary again, told by variables to be a player.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use parlour_regicide::{Card, worth};
use serde_json::{Value, json};

use crate::house::PATIENCE;

/// What makes this binary a player.
const FOLDER: &str = "PARLOUR_TEST_PLAYER";
const ADDRESS: &str = "PARLOUR_TEST_ADDRESS";
const CLUMSY: &str = "PARLOUR_TEST_CLUMSY";

/// A command that runs a player with this notebook. A clumsy one sends lines
/// twice and late, and drops its connection.
pub fn command(folder: &Path, address: &str, clumsy: bool) -> Command {
    fs::create_dir_all(folder).unwrap();
    let mut command = Command::new(std::env::current_exe().unwrap());
    command
        .args(["--exact", "player::a_player_by_its_notebook", "--nocapture"])
        .env(FOLDER, folder)
        .env(ADDRESS, address)
        .env(CLUMSY, if clumsy { "yes" } else { "no" })
        .stdin(Stdio::null())
        .stdout(Stdio::null());
    command
}

/// Starts it.
pub fn start(folder: &Path, address: &str, clumsy: bool) -> Child {
    command(folder, address, clumsy).spawn().unwrap()
}

/// Without its variables this is no test; with them it is a player.
#[test]
fn a_player_by_its_notebook() {
    let Some(folder) = std::env::var_os(FOLDER) else {
        return;
    };
    let clumsy = std::env::var(CLUMSY).is_ok_and(|it| it == "yes");
    Player::open(Path::new(&folder), &std::env::var(ADDRESS).unwrap(), clumsy).play();
}

/// What a notebook holds at the end.
pub struct Told {
    pub seat: u8,
    /// Every byte that was received.
    pub received: Vec<u8>,
    /// The acknowledged moves, in the order they were made.
    pub moves: Vec<String>,
}

/// Reads a notebook whose player has come to the end.
pub fn told(folder: &Path) -> Told {
    let notes = fs::read_to_string(folder.join("notes")).unwrap();
    let mut sent: BTreeMap<&str, &str> = BTreeMap::new();
    let mut moves = Vec::new();
    let mut over = false;
    for line in notes.lines() {
        let mut words = line.splitn(3, ' ');
        match (words.next(), words.next(), words.next()) {
            (Some("sent"), Some(id), Some(rest)) => {
                let (action, _) = rest.split_once('\t').unwrap();
                sent.insert(id, action);
            }
            (Some("acked"), Some(id), _) => {
                let action = sent.remove(id).expect("acknowledged once");
                if action != "ready" && !action.starts_with("say ") {
                    moves.push(action.to_owned());
                }
            }
            (Some("refused"), Some(id), _) => {
                sent.remove(id).expect("refused once");
            }
            _ => over |= line == "over",
        }
    }
    assert!(over && sent.is_empty(), "open at the end: {sent:?}");
    let seat = fs::read_to_string(folder.join("seat")).unwrap();
    Told {
        seat: seat.parse().unwrap(),
        received: fs::read(folder.join("received")).unwrap(),
        moves,
    }
}

struct Player {
    folder: PathBuf,
    address: String,
    clumsy: bool,
    notes: File,
    received: File,
    /// The one action that waits for its answer: id, notation, line.
    pending: Option<(String, String, String)>,
    /// How often that action was sent through this connection and not refused. What
    /// was refused once may still be done when its second line arrives.
    under_way: u32,
    /// How many actions there were.
    count: u64,
    /// Lines of before, to be sent again too late.
    old: Vec<String>,
    chance: u64,
    newest: u64,
    /// The last state of this connection.
    state: Option<Value>,
}

impl Player {
    fn open(folder: &Path, address: &str, clumsy: bool) -> Self {
        let append = |name: &str| {
            let mut way = OpenOptions::new();
            way.append(true).create(true);
            way.open(folder.join(name)).unwrap()
        };
        let text = fs::read_to_string(folder.join("notes")).unwrap_or_default();
        let mut player = Self {
            folder: folder.to_path_buf(),
            address: address.to_owned(),
            clumsy,
            notes: append("notes"),
            received: append("received"),
            pending: None,
            under_way: 0,
            count: 0,
            old: Vec::new(),
            chance: u64::from(std::process::id()).wrapping_mul(0x9e37_79b9_7f4a_7c15),
            newest: 0,
            state: None,
        };
        for line in text.lines() {
            let words: Vec<&str> = line.splitn(3, ' ').collect();
            match words[..] {
                ["sent", id, rest] => {
                    let (action, line) = rest.split_once('\t').unwrap();
                    player.pending = Some((id.to_owned(), action.to_owned(), line.to_owned()));
                    player.count += 1;
                }
                ["acked" | "refused", ..] => player.pending = None,
                ["seq", seq] => player.newest = seq.parse().unwrap(),
                _ => {}
            }
        }
        player
    }

    fn one_in(&mut self, times: u64) -> bool {
        self.chance ^= self.chance << 13;
        self.chance ^= self.chance >> 7;
        self.chance ^= self.chance << 17;
        self.clumsy && self.chance.is_multiple_of(times)
    }

    fn note(&mut self, words: &str) {
        self.notes
            .write_all(format!("{words}\n").as_bytes())
            .unwrap();
    }

    /// Connects again and again until the end of the game.
    fn play(mut self) {
        let start = Instant::now();
        loop {
            assert!(start.elapsed() < PATIENCE * 2, "the game does not end");
            if let Ok(stream) = TcpStream::connect(&self.address)
                && self.visit(&stream).unwrap_or(false)
            {
                self.note("over");
                return;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// One connection; true at the end of the game.
    fn visit(&mut self, stream: &TcpStream) -> std::io::Result<bool> {
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        let token = fs::read_to_string(self.folder.join("token")).ok();
        let name = self
            .folder
            .file_name()
            .unwrap()
            .to_str()
            .unwrap()
            .to_owned();
        let hello = json!({ "type": "HANDSHAKE", "protocol": 1, "name": name, "token": token });
        writeln!(&mut &*stream, "{hello}")?;
        self.state = None;
        self.under_way = 0;
        let mut reader = BufReader::new(stream);
        loop {
            let mut line = String::new();
            if reader.read_line(&mut line)? == 0 || !line.ends_with('\n') {
                return Ok(false);
            }
            self.received.write_all(line.as_bytes())?;
            let message: Value = serde_json::from_str(&line).unwrap();
            match message["type"].as_str().unwrap() {
                "HANDSHAKE" => {
                    self.sit_down(&message, token.is_some());
                    if let Some((_, _, line)) = self.pending.clone() {
                        self.under_way += 1;
                        writeln!(&mut &*stream, "{line}")?;
                    }
                }
                "ERROR" => {
                    let code = message["code"].as_str().unwrap();
                    assert_ne!(code, "unknown_token");
                    if matches!(code, "already_seated" | "not_seated") {
                        // An older connection of ours was heard later than this one.
                        return Ok(false);
                    }
                    if self.refused(&message, code)
                        && let Some(state) = self.state.clone()
                    {
                        // The state that made it stale came before the refusal.
                        if self.look(stream, &state)? {
                            return Ok(true);
                        }
                    }
                }
                _ => {
                    self.state = Some(message.clone());
                    if self.look(stream, &message)? {
                        return Ok(true);
                    }
                }
            }
            if self.one_in(40) {
                return Ok(false);
            }
        }
    }

    fn sit_down(&mut self, message: &Value, again: bool) {
        let seat = message["player_id"].as_u64().unwrap().to_string();
        if again {
            let before = fs::read_to_string(self.folder.join("seat")).unwrap();
            assert_eq!(before, seat, "a token is a seat");
            return;
        }
        fs::write(self.folder.join("seat"), &seat).unwrap();
        // Whole or not at all, whenever a kill comes.
        let draft = self.folder.join("token.draft");
        fs::write(&draft, message["token"].as_str().unwrap()).unwrap();
        fs::rename(draft, self.folder.join("token")).unwrap();
    }

    /// True if the open action was refused, each time it was sent.
    fn refused(&mut self, message: &Value, code: &str) -> bool {
        let re = message["re"].as_str();
        if self.pending.as_ref().map(|(id, ..)| id.as_str()) == re && re.is_some() {
            let (_, action, _) = self.pending.as_ref().unwrap();
            assert!(
                matches!(
                    code,
                    "stale" | "paused" | "wrong_step" | "game_over" | "rate_limited"
                ),
                "{action} was refused: {message}"
            );
            self.under_way -= 1;
            if self.under_way > 0 {
                return false;
            }
            let (id, ..) = self.pending.take().unwrap();
            self.note(&format!("refused {id} {code}"));
            return true;
        }
        false
    }

    /// Looks at a state, and acts; true at the end of the game.
    fn look(&mut self, stream: &TcpStream, state: &Value) -> std::io::Result<bool> {
        let seq = state["seq"].as_u64().unwrap();
        assert!(seq >= self.newest, "seq fell from {} to {seq}", self.newest);
        if seq > self.newest {
            self.newest = seq;
            self.note(&format!("seq {seq}"));
        }
        let ack = state["ack"].as_str();
        if let Some((id, ..)) = &self.pending
            && ack == Some(id)
        {
            let id = id.clone();
            let (_, _, line) = self.pending.take().unwrap();
            self.old.push(line);
            self.note(&format!("acked {id}"));
        }
        if self.pending.is_some() {
            return Ok(false);
        }
        let view = &state["view"];
        if view["step"] == "over" {
            return Ok(true);
        }
        if self.one_in(6) && !self.old.is_empty() {
            // A line that was delayed on its way, long after its answer.
            let late = self.old[self.chance as usize % self.old.len()].clone();
            writeln!(&mut &*stream, "{late}")?;
        }
        let Some((action, rest)) = choice(state) else {
            return Ok(false);
        };
        self.act(stream, seq, &action, rest)?;
        Ok(false)
    }

    fn act(
        &mut self,
        stream: &TcpStream,
        seq: u64,
        action: &str,
        mut message: Value,
    ) -> std::io::Result<()> {
        self.count += 1;
        let id = format!("a{}", self.count);
        message["type"] = json!("PLAYER_ACTION");
        message["id"] = json!(id);
        if !self.count.is_multiple_of(3) {
            message["seq"] = json!(seq);
        }
        let line = message.to_string();
        // The notebook first: what was sent is known whatever happens.
        self.note(&format!("sent {id} {action}\t{line}"));
        self.pending = Some((id, action.to_owned(), line.clone()));
        if self.one_in(1) {
            std::thread::sleep(Duration::from_millis(20 + self.chance % 40));
        }
        self.under_way = 1;
        writeln!(&mut &*stream, "{line}")?;
        if self.one_in(4) {
            self.under_way += 1;
            writeln!(&mut &*stream, "{line}")?;
        }
        Ok(())
    }
}

/// What to do in a state, in the game's notation and as a message; nothing when
/// it is not the player's turn.
fn choice(state: &Value) -> Option<(String, Value)> {
    let view = &state["view"];
    let me = &state["you"];
    if view["paused"] == true {
        return None;
    }
    let waited_for = view["waiting_for"].as_array()?.contains(me);
    if view["step"] == "lobby" {
        let ready = || (String::from("ready"), json!({ "action": "READY" }));
        return waited_for.then(ready);
    }
    if view["current"] != *me {
        return None;
    }
    let hand = view["hand"].as_array()?.iter();
    let hand: Vec<Card> = hand
        .map(|card| card.as_str().unwrap().parse().unwrap())
        .collect();
    Some(match view["step"].as_str()? {
        "choose" => (
            format!("next {me}"),
            json!({ "action": "CHOOSE_NEXT", "player": me }),
        ),
        "suffer" => {
            let due = view["enemy"]["attack"]
                .as_u64()?
                .saturating_sub(view["shield"].as_u64()?);
            let cards = words(&payment(&hand, due as u16));
            (
                format!("pay {}", cards.join(" ")),
                json!({ "action": "DISCARD", "cards": cards }),
            )
        }
        _ => match hand.iter().max_by_key(|card| worth(&[**card])) {
            Some(card) => (
                format!("play {card}"),
                json!({ "action": "PLAY", "cards": [card.to_string()] }),
            ),
            None => (String::from("yield"), json!({ "action": "YIELD" })),
        },
    })
}

fn words(cards: &[Card]) -> Vec<String> {
    cards.iter().map(ToString::to_string).collect()
}

/// The smallest sum that covers what is due.
fn payment(cards: &[Card], due: u16) -> Vec<Card> {
    let sets = (0_u32..1 << cards.len()).map(|set| {
        let chosen = cards.iter().enumerate();
        let chosen = chosen.filter(move |(place, _)| set >> place & 1 == 1);
        chosen.map(|(_, card)| *card).collect::<Vec<Card>>()
    });
    let covering = sets.filter(|set| worth(set) >= due);
    covering.min_by_key(|set| worth(set)).unwrap_or_default()
}
