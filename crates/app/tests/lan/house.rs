//! The host's process, and what it has kept.

use std::io::Read;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use flate2::read::GzDecoder;

/// How long to wait for something. It is only reached when something is wrong.
pub const PATIENCE: Duration = Duration::from_mins(5);

/// A host that is killed when it is dropped.
pub struct House {
    pub child: Child,
    pub address: SocketAddr,
}

/// A port that is free at the moment.
pub fn free_port() -> u16 {
    let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    listener.local_addr().unwrap().port()
}

impl House {
    /// Starts a host and waits until it listens.
    pub fn start(home: &Path, port: u16, words: &[&str], limits: &[(&str, &str)]) -> Self {
        let child = Command::new(env!("CARGO_BIN_EXE_parlour"))
            .args(["kingslayer", "host", "--headless", "--port"])
            .arg(port.to_string())
            .args(words)
            .env("PARLOUR_HOME", home)
            .envs(limits.iter().copied())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let mut house = Self {
            child,
            address: SocketAddr::from(([127, 0, 0, 1], port)),
        };
        let start = Instant::now();
        while TcpStream::connect(house.address).is_err() {
            let ended = house.child.try_wait().unwrap();
            assert!(ended.is_none(), "the host ended: {ended:?}");
            assert!(start.elapsed() < PATIENCE, "the host does not listen");
            std::thread::sleep(Duration::from_millis(5));
        }
        house
    }

    /// `kill -9`.
    pub fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// A number of kilobytes in the kernel's facts about the process.
    pub fn kilobytes(&self, name: &str) -> u64 {
        let facts = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = facts.lines().find(|line| line.starts_with(name)).unwrap();
        let number = line.split_whitespace().nth(1).unwrap();
        number.parse().unwrap()
    }

    /// How many files and sockets it has open.
    pub fn descriptors(&self) -> usize {
        let folder = format!("/proc/{}/fd", self.child.id());
        std::fs::read_dir(folder).unwrap().count()
    }
}

impl Drop for House {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Runs the binary on a house's folder and gives what it printed.
fn parlour(home: &Path, words: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_parlour"))
        .args(words)
        .env("PARLOUR_HOME", home)
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(
        output.status.success(),
        "{words:?}: {text}{}",
        String::from_utf8_lossy(&output.stderr)
    );
    text
}

/// The lines of every game in the folder, after `parlour verify` had its say.
pub fn verified_games(home: &Path) -> Vec<Vec<serde_json::Value>> {
    let listed = parlour(home, &["export"]);
    let tables = listed.lines().filter_map(|line| line.split('\t').next());
    let mut games = Vec::new();
    for table in tables {
        let file = home.join(format!("{table}.jsonl.gz"));
        let name = file.to_str().unwrap();
        parlour(home, &["export", table, "--output", name]);
        let said = parlour(home, &["verify", name]);
        assert!(said.starts_with("verified "), "{said}");
        let mut text = String::new();
        GzDecoder::new(std::fs::File::open(&file).unwrap())
            .read_to_string(&mut text)
            .unwrap();
        // Who somebody is in the network is their secret: the audit tells their names.
        assert!(!text.contains("lan:"), "{text}");
        let lines = text.lines().map(|line| serde_json::from_str(line).unwrap());
        games.push(lines.collect());
    }
    games
}
