//! The process, browsers that speak to it, and a move that is made.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::ops::Deref;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};

/// The process; it is killed when this is dropped.
pub struct Opened {
    pub child: Child,
    pub browser: Browser,
    pub link: String,
}

/// One browser.
pub struct Browser {
    pub address: String,
    pub cookie: String,
}

impl Opened {
    pub fn start(home: &Path) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_parlour"))
            .env("PARLOUR_HOME", home)
            .args(["web", "--no-open", "--port", "0"])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        output.read_line(&mut line).unwrap();
        let link = line.trim_end().strip_prefix("http://").unwrap();
        let (address, token) = link.split_once("/join#").unwrap();
        let mut browser = Browser {
            address: address.to_owned(),
            cookie: String::new(),
        };
        browser.claim(json!({"token": token}));
        let link = line.trim_end().to_owned();
        Self {
            child,
            browser,
            link,
        }
    }

    /// A browser of somebody else.
    pub fn stranger(&self) -> Browser {
        Browser {
            address: self.browser.address.clone(),
            cookie: String::new(),
        }
    }
}

impl Deref for Opened {
    type Target = Browser;

    fn deref(&self) -> &Browser {
        &self.browser
    }
}

impl Browser {
    /// Comes in by a link, and keeps the cookie.
    pub fn claim(&mut self, body: Value) -> Value {
        let (head, claimed) = self.ask("POST", "/api/claim", Some(body));
        let cookie = head.lines().find_map(|it| it.strip_prefix("set-cookie: "));
        let cookie = cookie.unwrap_or_else(|| panic!("{claimed}"));
        self.cookie = String::from(cookie.split(';').next().unwrap());
        claimed
    }

    /// Is at a table for as long as the connection is kept. What is told there is read
    /// and thrown away.
    pub fn attend(&self, table: &str) -> TcpStream {
        let (address, cookie) = (&self.address, &self.cookie);
        let mut stream = TcpStream::connect(address).unwrap();
        let request = format!(
            "GET /api/tables/{table}/stream HTTP/1.1\r\nhost: {address}\r\n\
             cookie: {cookie}\r\n\r\n"
        );
        stream.write_all(request.as_bytes()).unwrap();
        let mut first = [0; 12];
        stream.read_exact(&mut first).unwrap();
        assert_eq!(&first, b"HTTP/1.1 200");
        let mut reading = stream.try_clone().unwrap();
        std::thread::spawn(move || std::io::copy(&mut reading, &mut std::io::sink()));
        stream
    }

    pub fn ask(&self, method: &str, path: &str, body: Option<Value>) -> (String, Value) {
        let (address, cookie) = (&self.address, &self.cookie);
        let body = body.map_or_else(String::new, |it| it.to_string());
        let mut stream = TcpStream::connect(address).unwrap();
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: {address}\r\norigin: http://{address}\r\n\
             cookie: {cookie}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\
             connection: close\r\n\r\n{body}",
            body.len()
        );
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        (head.to_owned(), serde_json::from_str(body).unwrap())
    }

    pub fn get(&self, path: &str) -> Value {
        self.ask("GET", path, None).1
    }

    pub fn post(&self, path: &str, body: Value) -> Value {
        self.ask("POST", path, Some(body)).1
    }
}

impl Drop for Opened {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Whoever's turn it is plays; true when the game is over.
pub fn play_once(people: &[&Browser], path: &str, moves: &mut usize) -> bool {
    let glances: Vec<Value> = people
        .iter()
        .map(|it| it.get(path)["glance"].clone())
        .collect();
    let hands = glances
        .iter()
        .map(|it| it["view"]["hand"].as_array().unwrap());
    let hands: Vec<&Vec<Value>> = hands.collect();
    if let [one, other] = hands[..] {
        let shared = one.iter().filter(|card| other.contains(card));
        let shared = shared.filter(|card| **card != "X");
        assert_eq!(shared.count(), 0, "a card is in one hand");
    }
    for (person, glance) in people.iter().zip(&glances) {
        if glance["over"] == true {
            return true;
        }
        let legal = person.post(&format!("{path}/ask"), json!({"ask": "legal"}));
        let commands = legal["commands"].as_array().unwrap();
        if let Some(command) = commands.get(*moves % commands.len().max(1)) {
            *moves += 1;
            let id = format!("m{moves}");
            let sent = json!({"stage": glance["stage"], "id": id, "command": command});
            let answer = person.post(&format!("{path}/commands"), sent);
            // The bot may have moved since.
            assert!(
                answer["repeated"] == false || answer["code"] == "stale",
                "{answer}"
            );
            return false;
        }
    }
    // It is the bot's turn, which takes a moment so that others see what it does.
    std::thread::sleep(std::time::Duration::from_millis(20));
    false
}

/// A process that is killed when this is dropped.
pub struct Killed(pub Child);

impl Drop for Killed {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
