//! Strangers misbehave; those who play do not notice, and the process stays
//! small.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde_json::{Value, json};

use crate::house::{House, PATIENCE, free_port, verified_games};
use crate::player;
use crate::record::{check_secrets, commands_of, witness};

/// A stranger at a socket.
struct Stranger {
    stream: TcpStream,
    reader: BufReader<TcpStream>,
    /// Every byte that was received.
    received: Vec<u8>,
}

impl Stranger {
    fn come(to: SocketAddr) -> Self {
        let stream = TcpStream::connect(to).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.set_write_timeout(Some(PATIENCE)).unwrap();
        let reader = BufReader::new(stream.try_clone().unwrap());
        Self {
            stream,
            reader,
            received: Vec::new(),
        }
    }

    fn say(&mut self, line: &str) {
        // The other side may have hung up; reading will tell.
        let _ = self.stream.write_all(format!("{line}\n").as_bytes());
    }

    /// The code of the next ERROR; nothing when the connection is closed.
    fn code(&mut self) -> Option<String> {
        loop {
            let mut line = String::new();
            if self.reader.read_line(&mut line).unwrap_or(0) == 0 {
                return None;
            }
            self.received.extend(line.as_bytes());
            let message: Value = serde_json::from_str(&line).unwrap();
            if message["type"] == "ERROR" {
                return message["code"].as_str().map(String::from);
            }
        }
    }

    #[track_caller]
    fn refused(&mut self, line: &str, code: &str) {
        self.say(line);
        assert_eq!(self.code().as_deref(), Some(code), "{line:.80}");
    }
}

fn hello(rest: &Value) -> String {
    let mut message = json!({ "type": "HANDSHAKE", "protocol": 1, "name": "Eve" });
    for (name, value) in rest.as_object().unwrap() {
        message[name] = value.clone();
    }
    message.to_string()
}

#[test]
fn strangers_are_refused_and_the_players_do_not_notice() {
    let home = tempfile::tempdir().unwrap();
    // Slow enough that the game lasts as long as the strangers do.
    let house = House::start(home.path(), free_port(), &["--players", "4"], &[]);
    let address = house.address;
    let folders: Vec<PathBuf> = (0..4)
        .map(|it| home.path().join(format!("P{it}")))
        .collect();
    let begin = |folder: &PathBuf| player::start(folder, &address.to_string(), true);
    let mut players: Vec<_> = folders[..3].iter().map(begin).collect();
    let done = AtomicBool::new(false);
    let (most_descriptors, most_kilobytes, overheard) = std::thread::scope(|scope| {
        let watching = scope.spawn(|| {
            let (mut descriptors, mut kilobytes) = (0, 0);
            while !done.load(Ordering::Relaxed) {
                descriptors = descriptors.max(house.descriptors());
                kilobytes = kilobytes.max(house.kilobytes("VmRSS"));
                std::thread::sleep(Duration::from_millis(5));
            }
            (descriptors, kilobytes)
        });
        let strangers = [
            scope.spawn(move || words_of_strangers(address)),
            scope.spawn(move || a_line_without_end(address)),
            scope.spawn(move || half_open(address)),
        ];
        let mut overheard = Vec::new();
        // The game begins while the strangers are at work.
        players.push(begin(&folders[3]));
        for stranger in strangers {
            overheard.push(stranger.join().unwrap());
        }
        overheard.push(many_attempts(address));
        done.store(true, Ordering::Relaxed);
        let (descriptors, kilobytes) = watching.join().unwrap();
        (descriptors, kilobytes, overheard)
    });
    for mut child in players {
        assert!(child.wait().unwrap().success(), "a player noticed");
    }
    assert!(most_descriptors < 120, "{most_descriptors} descriptors");
    assert!(most_kilobytes < 200_000, "{most_kilobytes} kB");
    println!("most: {most_descriptors} descriptors, {most_kilobytes} kB");
    let games = verified_games(home.path());
    let witness = witness(&games);
    for folder in &folders {
        let told = player::told(folder);
        assert_eq!(told.moves, commands_of(&games[0], told.seat));
        assert!(check_secrets(&told.received, &witness) > 0);
    }
    for bytes in &overheard {
        check_secrets(bytes, &witness);
    }
}

fn words_of_strangers(address: SocketAddr) -> Vec<u8> {
    let mut eve = Stranger::come(address);
    for garbage in [
        "\u{0}\u{1}",
        "{",
        "]",
        "nonsense",
        "{\"type\"",
        &"[".repeat(9_000),
    ] {
        eve.refused(garbage, "bad_json");
    }
    let nested = format!("{}1{}", "{\"a\":".repeat(2_000), "}".repeat(2_000));
    eve.refused(&nested, "bad_json");
    eve.stream.write_all(&[0xff, 0xfe, 0x00, b'\n']).unwrap();
    assert_eq!(eve.code().as_deref(), Some("bad_json"));
    for odd in [
        "[]",
        "7",
        "null",
        "{}",
        r#"{"type":"DANCE"}"#,
        r#"{"type":7}"#,
    ] {
        eve.refused(odd, "bad_message");
    }
    eve.refused(&"x".repeat(100_000), "line_too_long");
    let act = |rest: &str| format!(r#"{{"type":"PLAYER_ACTION",{rest}}}"#);
    eve.refused(&act(r#""action":"YIELD","player_id":0"#), "not_seated");
    eve.refused(&hello(&json!({ "protocol": 2 })), "wrong_protocol");
    eve.refused(&hello(&json!({ "token": "guess" })), "unknown_token");
    eve.refused(&hello(&json!({ "name": "" })), "bad_message");
    eve.refused(&hello(&json!({ "table": "9" })), "bad_message");
    eve.say(&hello(&json!({ "spectate": true })));
    eve.refused(&hello(&json!({})), "already_seated");
    let forged = r#""action":"PLAY","cards":["5H"],"player_id":1,"you":1"#;
    eve.refused(&act(forged), "not_seated");
    eve.refused(&act(r#""action":"SAY","phrase":"hello""#), "not_seated");
    eve.received
}

/// 100 MB without a newline: cut off long before.
fn a_line_without_end(address: SocketAddr) -> Vec<u8> {
    let mut eve = Stranger::come(address);
    let block = vec![b'x'; 1 << 16];
    let mut sent = 0;
    while sent < 100 << 20 && eve.stream.write_all(&block).is_ok() {
        sent += block.len();
    }
    assert!(sent < 100 << 20, "all of it was taken");
    let _ = eve.code();
    eve.received
}

/// Sockets that say nothing, half a line, or stop reading.
fn half_open(address: SocketAddr) -> Vec<u8> {
    let silent: Vec<Stranger> = (0..8).map(|_| Stranger::come(address)).collect();
    let mut deaf = Stranger::come(address);
    deaf.say(&hello(&json!({ "spectate": true })));
    let mut half = Stranger::come(address);
    half.stream.write_all(br#"{"type":"HANDSH"#).unwrap();
    half.stream.shutdown(std::net::Shutdown::Write).unwrap();
    let mut rest = Vec::new();
    let _ = half.reader.read_to_end(&mut rest);
    assert!(rest.is_empty(), "half a line is no line");
    std::thread::sleep(Duration::from_secs(1));
    drop(silent);
    // What waited for whoever did not read.
    let _ = deaf.stream.shutdown(std::net::Shutdown::Write);
    let mut rest = Vec::new();
    let _ = deaf.reader.read_to_end(&mut rest);
    assert!(!rest.is_empty(), "who watches is sent the table");
    rest
}

/// Most are closed at once; afterwards there is room again.
fn many_attempts(address: SocketAddr) -> Vec<u8> {
    let mut held = Vec::new();
    for attempt in 0..10_000 {
        match TcpStream::connect(address) {
            Ok(stream) if attempt % 100 == 0 => held.push(stream),
            _ => {}
        }
    }
    drop(held);
    let mut attempts = 0;
    loop {
        let mut late = Stranger::come(address);
        late.say(&hello(&json!({ "token": "guess" })));
        if late.code().as_deref() == Some("unknown_token") {
            return late.received;
        }
        attempts += 1;
        assert!(attempts < 500, "nobody is let in any more");
        std::thread::sleep(Duration::from_millis(20));
    }
}
