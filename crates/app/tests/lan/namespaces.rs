//! Machines of their own: every player and the host in a network namespace with
//! its own address, joined by a bridge. Cables are pulled there.
//!
//! Needs the right to make namespaces, so `cargo xtask test` runs it as the part
//! `network`, which is listed as not run, with the reason, where it is not
//! permitted.

use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use portable_pty::CommandBuilder;

use crate::house::{PATIENCE, verified_games};
use crate::player;
use crate::pty::Pty;
use crate::record::{check_secrets, commands_of, witness};

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
        static BUILT: AtomicU32 = AtomicU32::new(0);
        let built = BUILT.fetch_add(1, Ordering::Relaxed);
        let name = format!("pl{}n{built}", std::process::id() % 100_000);
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

/// Whether this is the part of the tests that may make machines.
fn may_build() -> bool {
    let may = std::env::var_os("PARLOUR_TEST_NETWORK").is_some();
    if !may {
        println!("left to the part `network` of `cargo xtask test`");
    }
    may
}

/// Two hosts of the same name at the same port, and somebody who types nothing.
#[test]
fn namespaces_find_each_others_tables_without_an_address() {
    if !may_build() {
        return;
    }
    let homes = [(); 3].map(|()| tempfile::tempdir().unwrap());
    let network = Network::build(3);
    let mut hosts: Vec<Child> = (0..2)
        .map(|machine| {
            let mut host = Command::new(env!("CARGO_BIN_EXE_parlour"));
            host.args(["kingslayer", "host", "--headless", "--players", "3"])
                .args(["--name", "Dr. König"])
                .env("PARLOUR_HOME", homes[machine].path());
            network.spawn(machine, &host)
        })
        .collect();
    let mut join = CommandBuilder::new("ip");
    join.args(["netns", "exec", &network.machine(2)]);
    join.args([env!("CARGO_BIN_EXE_parlour"), "kingslayer", "join"]);
    join.args(["--name", "Cleo"]);
    let mut cleo = Pty::run(join, homes[2].path(), &[], (80, 24));
    for machine in 0..2 {
        cleo.wait_for(&format!("{}:5555", address(machine)));
    }
    cleo.wait_for("Dr  König");
    cleo.click_on(&format!("{}:5555", address(1)));
    cleo.wait_for("Cleo (you)");
    cleo.send("\x03");
    assert!(cleo.wait_for_end().success());
    for host in &mut hosts {
        host.kill().unwrap();
        host.wait().unwrap();
    }
}

#[test]
fn namespaces_are_machines_whose_cables_are_pulled() {
    if !may_build() {
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
    let witness = witness(&games);
    for it in &told {
        assert!(check_secrets(&it.received, &witness) > 0);
        assert_eq!(it.moves, commands_of(&games[0], it.seat));
    }
}
