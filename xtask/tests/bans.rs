//! The bans of the root `clippy.toml` really bite: a small crate that breaks each
//! of them is linted, and every marked line must be complained about.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// Lines that end with `// banned` must each be refused, the others not.
const PROBE: &str = r#"
//! Breaks every ban once.
/// A state with a float in it.
pub struct State {
    /// Banned.
    pub wide: f64, // banned
    /// Banned.
    pub narrow: f32, // banned
    /// Allowed.
    pub whole: i64,
}
/// Casting names the type too.
pub fn cast(number: i32) -> bool {
    f64::from(number) > // banned
        f64::from(3) // banned
}
/// Order that differs from run to run.
pub type Map = std::collections::HashMap<u8, u8>; // banned
/// The same.
pub type Set = std::collections::HashSet<u8>; // banned
/// Clocks.
pub type Moment = std::time::Instant; // banned
/// Clocks.
pub type Time = std::time::SystemTime; // banned
/// Files.
pub type File = std::fs::File; // banned
/// Sockets.
pub type Wire = std::net::TcpStream; // banned
/// Sockets.
pub type Door = std::net::TcpListener; // banned
/// Threads, waiting, printing.
pub fn act() {
    std::thread::spawn(|| ()); // banned
    std::thread::sleep(std::time::Duration::ZERO); // banned
    println!("a"); // banned
    eprintln!("b"); // banned
    print!("c"); // banned
    eprint!("d"); // banned
    let _ = dbg!(1); // banned
    let _ = std::fs::read("e"); // banned
    let _ = std::fs::read_to_string("e"); // banned
    let _ = std::fs::write("e", "f"); // banned
}
"#;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .unwrap()
        .to_path_buf()
}

/// The lines of the probe that clippy complains about, under the `clippy.toml` of a folder.
fn complaints(name: &str, rules: &Path) -> BTreeSet<usize> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(folder.join("src")).unwrap();
    let manifest = "[package]\nname = \"probe\"\nedition = \"2024\"\n[workspace]\n";
    fs::write(folder.join("Cargo.toml"), manifest).unwrap();
    fs::write(folder.join("src/lib.rs"), PROBE).unwrap();
    let output = Command::new(env!("CARGO"))
        .args(["clippy", "--quiet", "--offline", "--message-format", "json"])
        .current_dir(&folder)
        .env("CLIPPY_CONF_DIR", rules)
        .env("CARGO_TARGET_DIR", folder.join("target"))
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap())
        .filter(|message| {
            message["message"]["code"]["code"]
                .as_str()
                .is_some_and(|code| code.starts_with("clippy::disallowed"))
        })
        .flat_map(|message| message["message"]["spans"].as_array().unwrap().clone())
        .filter(|span| span["file_name"] == "src/lib.rs")
        .map(|span| usize::try_from(span["line_start"].as_u64().unwrap()).unwrap())
        .collect()
}

#[test]
fn every_ban_bites_in_a_rules_crate() {
    let banned: BTreeSet<usize> = (1..)
        .zip(PROBE.lines())
        .filter(|(_, line)| line.ends_with("// banned"))
        .map(|(number, _)| number)
        .collect();
    let found = complaints("bans-root", &root());
    let lines: Vec<&str> = PROBE.lines().collect();
    for number in banned.symmetric_difference(&found) {
        println!("{number}: {}", lines[number - 1]);
    }
    assert_eq!(found, banned);
}

#[test]
fn an_edge_crate_lifts_the_bans() {
    assert_eq!(
        complaints("bans-edge", &root().join("crates/app")),
        BTreeSet::new()
    );
}
