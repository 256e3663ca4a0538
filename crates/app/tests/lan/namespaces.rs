//! Machines of their own: every player and the host in a network namespace with
//! its own address, joined by a bridge. Cables are pulled there.
//!
//! Needs the right to make namespaces, so `cargo xtask test` runs it as the part
//! `network`, which is listed as not run, with the reason, where it is not
//! permitted.

use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::house::{PATIENCE, verified_games};
use crate::player;
use crate::record::{check_secrets, commands_of, enemies_seen, shown_openly};

fn ip(words: &str) {
    let output = Command::new("ip")
        .args(words.split_whitespace())
        .output()
        .expect("the program `ip` is needed");
    assert!(
        output.status.success(),
        "ip {words}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
}

/// A bridge and machines on it; all is taken down at the end.
struct Network {
    name: String,
    machines: usize,
}

impl Network {
    fn build(machines: usize) -> Self {
        let name = format!("pl{}", std::process::id() % 100_000);
        let network = Self { name, machines };
        let bridge = network.bridge();
        ip(&format!("netns add {bridge}"));
        ip(&format!("-n {bridge} link add name br0 type bridge"));
        ip(&format!("-n {bridge} link set br0 up"));
        for machine in 0..machines {
            let own = network.machine(machine);
            ip(&format!("netns add {own}"));
            ip(&format!(
                "-n {bridge} link add name c{machine} type veth peer name eth0 netns {own}"
            ));
            ip(&format!("-n {bridge} link set c{machine} master br0 up"));
            ip(&format!(
                "-n {own} addr add {}/24 dev eth0",
                address(machine)
            ));
            ip(&format!("-n {own} link set eth0 up"));
            ip(&format!("-n {own} link set lo up"));
        }
        network
    }

    fn bridge(&self) -> String {
        format!("{}b", self.name)
    }

    fn machine(&self, number: usize) -> String {
        format!("{}m{number}", self.name)
    }

    /// Pulls a machine's cable, or plugs it in again.
    fn cable(&self, machine: usize, plugged: bool) {
        let state = if plugged { "up" } else { "down" };
        ip(&format!("-n {} link set c{machine} {state}", self.bridge()));
    }

    /// Runs a command on a machine.
    fn spawn(&self, machine: usize, command: &Command) -> Child {
        let mut there = Command::new("ip");
        there
            .args(["netns", "exec", &self.machine(machine)])
            .arg(command.get_program())
            .args(command.get_args())
            .stdin(Stdio::null())
            .stdout(Stdio::null());
        for (name, value) in command.get_envs() {
            if let Some(value) = value {
                there.env(name, value);
            }
        }
        there.spawn().unwrap()
    }
}

impl Drop for Network {
    fn drop(&mut self) {
        let names = (0..self.machines).map(|it| self.machine(it));
        for name in names.chain([self.bridge()]) {
            let _ = Command::new("ip").args(["netns", "del", &name]).status();
        }
    }
}

fn address(machine: usize) -> String {
    format!("10.77.0.{}", machine + 1)
}

#[test]
fn namespaces_are_machines_whose_cables_are_pulled() {
    if std::env::var_os("PARLOUR_TEST_NETWORK").is_none() {
        println!("left to the part `network` of `cargo xtask test`");
        return;
    }
    let home = tempfile::tempdir().unwrap();
    let network = Network::build(4);
    let mut host = Command::new(env!("CARGO_BIN_EXE_parlour"));
    host.args(["kingslayer", "host", "--headless", "--players", "3"])
        .env("PARLOUR_HOME", home.path());
    let mut house = network.spawn(0, &host);
    let folders: Vec<PathBuf> = (1..4)
        .map(|it| home.path().join(format!("P{it}")))
        .collect();
    let to = format!("{}:5555", address(0));
    let begin = |seat: usize| {
        let command = player::command(&folders[seat], &to, true);
        network.spawn(seat + 1, &command)
    };
    let mut players: Vec<Option<Child>> = (0..3).map(|seat| Some(begin(seat))).collect();
    let start = Instant::now();
    let mut blow = 0;
    while players.iter().any(Option::is_some) {
        assert!(start.elapsed() < PATIENCE, "the game does not end");
        for slot in &mut players {
            if let Some(child) = slot
                && let Some(status) = child.try_wait().unwrap()
            {
                assert!(status.success());
                *slot = None;
            }
        }
        let seated = folders.iter().all(|it| it.join("token").exists());
        if seated && blow < 4 && start.elapsed() > Duration::from_millis(250) * (blow + 1) {
            blow += 1;
            if blow == 3 {
                // The host's machine dies and comes back.
                house.kill().unwrap();
                house.wait().unwrap();
                house = network.spawn(0, &host);
            } else {
                let machine = 1 + blow as usize % 3;
                network.cable(machine, false);
                std::thread::sleep(Duration::from_millis(300));
                network.cable(machine, true);
            }
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    house.kill().unwrap();
    house.wait().unwrap();
    let games = verified_games(home.path());
    let told: Vec<player::Told> = folders.iter().map(|it| player::told(it)).collect();
    let first = told
        .iter()
        .flat_map(|it| enemies_seen(&it.received))
        .collect();
    let shown = shown_openly(&games, &first);
    for it in &told {
        check_secrets(&it.received, &shown);
        assert_eq!(it.moves, commands_of(&games[0], it.seat));
    }
}
