//! Two real terminals: one hosts, one joins, and they play to the end.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::time::{Duration, Instant};

use crate::pty::{ENTER, Pty};
use crate::relay::Relay;

/// How long the game may take. It is only reached when something is wrong.
const PATIENCE: Duration = Duration::from_mins(5);

fn free_port() -> String {
    let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    listener.local_addr().unwrap().port().to_string()
}

fn cards_in_hand(text: &str) -> u32 {
    let (_, after) = text.split_once("Your hand: ").unwrap();
    let number = after.split_whitespace().next().unwrap();
    number.parse().unwrap()
}

fn is_over(pty: &Pty) -> bool {
    let text = pty.text();
    text.contains("you have won.") || text.contains("the game is lost.")
}

/// The next key of somebody who is asked: they play the first card, or pay with the
/// whole hand. Nothing while others are waited for.
fn key(text: &str) -> Option<String> {
    let selected = |card: u32| text.contains(&format!("[{card}]"));
    if ["Paused", "Connection lost", "Sent: waiting"]
        .iter()
        .any(|it| text.contains(it))
    {
        return None;
    }
    if text.contains("You have no card") || text.contains("Yield?") {
        return Some(String::from("y"));
    }
    if text.contains("It strikes: pay") || text.contains("Select cards worth") {
        let missing = (1..=cards_in_hand(text)).find(|card| !selected(*card));
        return Some(missing.map_or_else(|| String::from(ENTER), |card| card.to_string()));
    }
    // The first of these says "Enter plays" as well.
    let asked = [
        "Your turn: select",
        "Select the card first",
        "Select cards first",
    ];
    if asked.iter().any(|it| text.contains(it)) {
        return Some(String::from("1"));
    }
    // Somebody came back while the key was on its way: the same is meant now.
    let asked_again = ["Enter plays", "moved on since"];
    let plays = asked_again.iter().any(|it| text.contains(it));
    plays.then(|| String::from(ENTER))
}

/// Plays by what the screens show, one key at a time. A key whose effect is not seen
/// for long was lost to a change that came from elsewhere, and is chosen anew.
fn play_to_the_end(people: &mut [Pty; 2]) {
    let start = Instant::now();
    let mut pressed: [Option<(String, Instant)>; 2] = [None, None];
    while !people.iter().all(is_over) {
        assert!(
            start.elapsed() < PATIENCE,
            "the game does not end:\n{}\n{}",
            people[0].text(),
            people[1].text()
        );
        for (pty, pressed) in people.iter_mut().zip(&mut pressed) {
            let text = pty.text();
            let waits = |(before, since): &(String, Instant)| {
                *before == without_clock(&text) && since.elapsed() < Duration::from_secs(20)
            };
            if is_over(pty) || pressed.as_ref().is_some_and(waits) {
                continue;
            }
            if let Some(key) = key(&text) {
                pty.send(&key);
                *pressed = Some((without_clock(&text), Instant::now()));
            }
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// What the screen shows, without the clock.
fn without_clock(text: &str) -> String {
    let is_clock = |word: &&str| {
        let mut letters = word.chars();
        word.len() == 5 && letters.all(|it| it.is_ascii_digit() || it == ':')
    };
    let words: Vec<&str> = text.split_whitespace().filter(|it| !is_clock(it)).collect();
    words.join(" ")
}

#[test]
fn two_terminals_play_a_game_to_its_end() {
    let (here, there) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let port = free_port();
    let words = ["kingslayer", "host", "--port", &port, "--name", "Ann"];
    let mut ann = Pty::start(here.path(), &words);
    ann.wait_for("Ann (you)");
    ann.wait_for("a free chair");
    ann.wait_for("parlour kingslayer join");
    // The link for browsers, and its code beside the seats.
    ann.wait_for("/join#");
    ann.wait_for(&"█".repeat(37));
    // A bot comes and goes.
    ann.send("b");
    ann.wait_for("Bot 1");
    ann.send("x");
    ann.wait_for("a free chair");
    let relay = Relay::to(&port);
    let address = format!("127.0.0.1:{}", relay.port);
    let words = ["kingslayer", "join", &address, "--name", "Ben"];
    let mut ben = Pty::start(there.path(), &words);
    ben.wait_for("Ben (you)");
    ann.wait_for("Ben");
    ben.send("t");
    ben.wait_for("Hello!");
    ben.send("1");
    ann.wait_for("says: Hello!");
    ben.wait_for("says: Hello!");
    // Whoever leaves the lobby is not said to have lost the connection.
    ben.send("q");
    ben.wait_for("Leave?");
    ben.leave("q");
    ann.wait_for("Ben left");
    ann.wait_for("away");
    let mut ben = Pty::start(there.path(), &words);
    ben.wait_for("Ben (you)");
    ann.wait_for_no("Paused");
    ann.send(ENTER);
    ben.wait_for("  ready");
    ben.send(ENTER);
    ann.wait_for("Battlefield");
    ben.wait_for("Battlefield");
    let mut people = [ann, ben];
    play_to_the_end(&mut people);
    let [mut ann, mut ben] = people;
    ann.send("n");
    ann.wait_for("Waiting for Ben");
    ben.send("n");
    ann.wait_for_no("the game is lost.");
    ben.wait_for_no("the game is lost.");
    ann.wait_for("Tavern 26");

    // A terminal is closed; the other is told, and a bot plays on.
    ben.send("q");
    ben.wait_for("Leave?");
    ben.leave("q");
    ben.assert_given_back();
    ann.wait_for("Paused");
    ann.wait_for("Waiting for Ben…");
    // The same person comes back to the same seat.
    let mut ben = Pty::start(there.path(), &words);
    ben.wait_for("Battlefield");
    ann.wait_for_no("Paused");
    ben.send("\x03");
    assert!(ben.wait_for_end().success());
    ann.wait_for("Paused");
    ann.send("b");
    ann.wait_for("A bot plays for Ben");
    ann.send("b");
    ann.wait_for_no("Paused");
    ann.send("\x03");
    assert!(ann.wait_for_end().success());
    ann.assert_given_back();
    assert!(relay.check(here.path()) > 0, "Ben was sent states");
}

#[test]
fn the_home_screen_leads_to_tables_with_others() {
    let home = tempfile::tempdir().unwrap();
    let mut pty = Pty::start(home.path(), &[]);
    pty.wait_for("Kingslayer together");
    pty.click_on("Kingslayer together");
    pty.wait_for("Host a table");
    pty.click_on("Join a table");
    pty.wait_for("Address:");
    pty.send("nowhere.invalid:1");
    pty.wait_for("nowhere.invalid:1");
    pty.send(ENTER);
    pty.wait_for("Not connected yet");
    pty.send("q");
    pty.wait_for("Host a table");
    pty.send("\x03");
    assert!(pty.wait_for_end().success());
}

/// A host without a screen, killed when it is dropped.
struct Headless(std::process::Child);

impl Headless {
    fn start(home: &std::path::Path, port: &str) -> Self {
        Self::start_with(home, port, &[])
    }

    fn start_with(home: &std::path::Path, port: &str, words: &[&str]) -> Self {
        let child = std::process::Command::new(env!("CARGO_BIN_EXE_parlour"))
            .args(["kingslayer", "host", "--headless", "--port", port])
            .args(words)
            .env("PARLOUR_HOME", home)
            .stdin(std::process::Stdio::null())
            .stdout(std::process::Stdio::null())
            .spawn()
            .unwrap();
        Self(child)
    }
}

impl Drop for Headless {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn terminals_come_back_by_themselves_when_the_host_died() {
    let homes = [(); 3].map(|()| tempfile::tempdir().unwrap());
    let port = free_port();
    let host = Headless::start(homes[2].path(), &port);
    let relay = Relay::to(&port);
    let address = format!("127.0.0.1:{}", relay.port);
    let mut people = ["Ann", "Ben"].map(|name| {
        let home = homes[usize::from(name == "Ben")].path();
        let pty = Pty::start(home, &["kingslayer", "join", &address, "--name", name]);
        pty.wait_for(&format!("{name} (you)"));
        pty
    });
    for pty in &mut people {
        pty.wait_for("Ben");
        pty.send(ENTER);
    }
    for pty in &people {
        pty.wait_for("Battlefield");
    }
    drop(host);
    for pty in &people {
        pty.wait_for("Connection lost");
    }
    let host = Headless::start(homes[2].path(), &port);
    for pty in &people {
        pty.wait_for_no("Connection lost");
        pty.wait_for_no("Paused");
    }
    play_to_the_end(&mut people);
    drop((people, host));
    assert!(relay.check(homes[2].path()) > 0, "both were sent states");
}

/// A socket at a host, as soon as it listens.
fn socket(port: &str) -> TcpStream {
    let start = Instant::now();
    loop {
        match TcpStream::connect(format!("127.0.0.1:{port}")) {
            Ok(stream) => return stream,
            Err(error) => assert!(start.elapsed() < PATIENCE, "{error}"),
        }
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// "without an address it lists what discovery found; typing an address always
/// works": and who is not let in is told so by the exit code too.
#[test]
fn who_is_not_let_in_by_the_list_of_tables_ends_with_a_failure() {
    let (here, there) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let port = free_port();
    let _host = Headless::start_with(there.path(), &port, &["--players", "2", "--bots", "2"]);
    drop(socket(&port));
    let mut pty = Pty::start(here.path(), &["kingslayer", "join", "--name", "Ann"]);
    pty.wait_for("Address:");
    pty.send(&format!("127.0.0.1:{port}"));
    pty.wait_for(&port);
    pty.send(ENTER);
    pty.wait_for("The table does not let you in");
    pty.send("q");
    assert_eq!(pty.wait_for_end().exit_code(), 1);
    pty.wait_for("every seat at this table is taken");
}

/// A table that was hosted without a screen has no seat for whoever hosts it with one:
/// they watch, and may do what a host may.
#[test]
fn a_table_without_a_seat_for_its_host_is_hosted_by_who_watches() {
    let home = tempfile::tempdir().unwrap();
    let port = free_port();
    let host = Headless::start_with(home.path(), &port, &["--players", "2", "--bots", "1"]);
    let mut ann = BufReader::new(socket(&port));
    let say = |ann: &mut BufReader<TcpStream>, line: &str| {
        let line = format!("{line}\n");
        ann.get_mut().write_all(line.as_bytes()).unwrap();
    };
    say(
        &mut ann,
        r#"{"type":"HANDSHAKE","protocol":1,"name":"Ann"}"#,
    );
    say(&mut ann, r#"{"type":"PLAYER_ACTION","action":"READY"}"#);
    let mut line = String::new();
    while !line.contains(r#""step":"play""#) {
        line.clear();
        assert!(ann.read_line(&mut line).unwrap() > 0, "the game begins");
    }
    drop((ann, host));
    let words = ["kingslayer", "host", "--port", &port, "--name", "Zoe"];
    let mut zoe = Pty::start(home.path(), &words);
    zoe.wait_for("Battlefield");
    zoe.wait_for("Waiting for Ann");
    zoe.send("b");
    zoe.wait_for("A bot plays for Ann");
    zoe.send("b");
    zoe.wait_for("Bot 2");
    zoe.wait_for_no("Paused");
    zoe.send("\x03");
    assert!(zoe.wait_for_end().success());
}
