//! The plain way: one host, four players, one game, and the host's own words.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::house::{House, free_port, verified_games};
use crate::player;
use crate::record::{check_secrets, commands_of, witness};

#[test]
fn four_processes_play_a_whole_game() {
    let home = tempfile::tempdir().unwrap();
    let house = House::start(home.path(), free_port(), &["--players", "4"], &[]);
    let address = house.address.to_string();
    let folders: Vec<PathBuf> = (0..4)
        .map(|it| home.path().join(format!("P{it}")))
        .collect();
    let players: Vec<_> = folders
        .iter()
        .map(|folder| player::start(folder, &address, false))
        .collect();
    for mut child in players {
        assert!(child.wait().unwrap().success());
    }
    let games = verified_games(home.path());
    let told: Vec<player::Told> = folders.iter().map(|it| player::told(it)).collect();
    check_who_sat_down(&games[0]);
    let witness = witness(&games);
    for it in &told {
        assert_eq!(it.moves, commands_of(&games[0], it.seat));
        assert!(check_secrets(&it.received, &witness) > 0);
    }
}

/// Whoever sat down asked for it themselves, says the audit: not the host, who did it for
/// them. That no token of theirs stands there is seen where the game is exported.
fn check_who_sat_down(game: &[Value]) {
    let sat = |deed: &Value| {
        let facts = deed["facts"].as_array().into_iter().flatten();
        let came = facts.filter_map(|fact| Some(fact.get("sat")?["came"].clone()));
        came.map(|came| (deed["who"].clone(), deed["from"].clone(), came))
            .collect::<Vec<_>>()
    };
    let sat: Vec<_> = game.iter().flat_map(sat).collect();
    assert_eq!(sat.len(), 4, "{sat:?}");
    for (who, from, came) in sat {
        assert_eq!(from, "lan");
        assert_eq!((who, from), (came["who"].clone(), came["from"].clone()));
    }
    let began = game.iter().find(|deed| {
        let mut facts = deed["facts"].as_array().into_iter().flatten();
        facts.any(|fact| fact == "started")
    });
    assert_eq!(began.unwrap()["from"], "lan", "the last who was ready");
}

#[test]
fn the_host_says_where_it_is_and_what_is_wrong() {
    let home = tempfile::tempdir().unwrap();
    let house = House::start(home.path(), free_port(), &[], &[]);
    let port = house.address.port().to_string();
    let refused = |words: &[&str], variable: Option<&str>| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_parlour"));
        command
            .args(["kingslayer", "host", "--headless"])
            .args(words)
            .env("PARLOUR_HOME", home.path())
            .stdin(Stdio::null());
        if let Some(value) = variable {
            command.env("PARLOUR_LAN_LINE_BYTES", value);
        }
        let output = command.output().unwrap();
        assert!(!output.status.success(), "{words:?}");
        String::from_utf8(output.stderr).unwrap()
    };
    assert!(refused(&["--port", &port], None).contains("cannot be used"));
    assert!(refused(&["--players", "5"], None).contains("2..=4"));
    assert!(refused(&["--bots", "3"], None).contains("do not fit"));
    assert!(refused(&["--tables", "0"], None).contains("1..=1000"));
    assert!(refused(&["--port", "0"], Some("many")).contains("PARLOUR_LAN_LINE_BYTES"));
}
