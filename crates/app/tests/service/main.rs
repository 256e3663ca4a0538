//! `parlour serve` as a real process: asked over HTTP, stopped, and killed at
//! any moment while games run.

mod attack;
mod backups;
mod boards;
mod capacity;
mod diplomacy;
mod door;
mod exporting;
mod figures;
mod ids;
mod kills;
mod open;
mod people;
mod process;
mod ready;
mod relay;
mod street;
mod tables;
mod wardens;

use std::process::{Command, Stdio};

use process::{Served, parlour};

#[test]
fn a_service_makes_its_database_says_where_it_is_and_is_healthy() {
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("deeper/house.db");
    let served = Served::start(&format!("sqlite:{}", database.display()), folder.path());
    let (status, body) = served.ask("/healthz");
    assert_eq!((status.as_str(), body.as_str()), ("200", "ok\n"));
    assert!(database.exists());
    let (status, body) = served.ask("/metrics");
    assert_eq!(status, "200");
    assert!(
        body.contains("# TYPE parlour_commands_total counter"),
        "{body}"
    );
    assert_eq!(served.ask("/elsewhere").0, "404");
}

#[test]
fn a_service_that_is_asked_to_stop_ends_well() {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite:{}", folder.path().join("house.db").display());
    let served = Served::start(&url, folder.path());
    let status = served.terminate();
    assert!(status.success(), "{status}");
}

#[test]
fn a_service_is_told_its_settings_by_environment_and_file() {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite:{}", folder.path().join("house.db").display());
    let mut by_environment = parlour(folder.path());
    by_environment
        .env("PARLOUR_DATABASE_URL", &url)
        .env("PARLOUR_LISTEN", "127.0.0.1:0")
        .arg("serve");
    let served = Served::spawn(by_environment);
    assert_eq!(served.ask("/healthz").0, "200");
    drop(served);
    let text = format!("database = {url:?}\nlisten = \"127.0.0.1:0\"\n");
    std::fs::write(folder.path().join("serve.toml"), text).unwrap();
    let mut by_file = parlour(folder.path());
    by_file.arg("serve");
    assert_eq!(Served::spawn(by_file).ask("/healthz").0, "200");
}

#[test]
fn what_cannot_be_served_is_refused_in_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let refused = |words: &[&str]| -> String {
        let output = parlour(folder.path())
            .arg("serve")
            .args(words)
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(1));
        String::from_utf8(output.stderr).unwrap()
    };
    let words = refused(&[]);
    assert!(words.contains("PARLOUR_DATABASE_URL"), "{words}");
    let words = refused(&["--database", "mysql://me:secret@here/x"]);
    assert!(
        words.contains("sqlite:PATH") && !words.contains("secret"),
        "{words}"
    );
    let misspelt = "postgres://me:secret@127.0.0.1:1/x?shema=club";
    let words = refused(&["--database", misspelt]);
    assert!(
        words.contains("`shema`") && words.contains("schema,") && !words.contains("secret"),
        "{words}"
    );
    std::fs::write(folder.path().join("text"), "this is no database, only text").unwrap();
    let path = folder.path().join("text");
    let words = refused(&["--database", &format!("sqlite:{}", path.display())]);
    assert!(words.contains("text"), "{words}");
    // An address that another has.
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let path = format!("sqlite:{}", folder.path().join("a.db").display());
    let words = refused(&["--database", &path, "--listen", &address]);
    assert!(words.contains(&address), "{words}");
    let status = Command::new(env!("CARGO_BIN_EXE_parlour"))
        .args(["serve", "--listen", "nowhere"])
        .stderr(Stdio::null())
        .status()
        .unwrap();
    assert_eq!(status.code(), Some(2));
}
