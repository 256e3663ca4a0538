//! The log of a served table is written to a file, by its name or its game's code.

use std::path::Path;
use std::process::Output;
use std::sync::Arc;

use parlour_host::journal::{Journal, PostgresJournal, SqliteJournal};
use parlour_host::table::TableId;
use parlour_host::wait;
use parlour_room::{Heard, Room};

use crate::diplomacy::room;
use crate::process::parlour;

/// A game of bots of which one phase is resolved; its code and its table.
pub(crate) fn played(room: &Room) -> (String, TableId) {
    let say = |text: &str| {
        let heard = Heard::aloud("slack", "C1", "slack:U1".into(), "ann", text);
        let answer = wait(room.hear(&heard)).unwrap();
        assert_eq!(answer.refused, None, "{}", answer.words());
        answer.words()
    };
    let opened = say("new bots=hold");
    say("start");
    say("force");
    let tables = wait(room.host().tables()).unwrap();
    (opened[5..10].to_owned(), tables[0].clone())
}

pub(crate) fn run(home: &Path, words: &[&str]) -> Output {
    let mut command = parlour(home);
    command.current_dir(home).args(words).output().unwrap()
}

pub(crate) fn said(output: &Output) -> String {
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// Who did what, from the database or from the exported file.
fn is_audited(name: &str, place: &[&str], home: &Path) {
    let ask = |words: &[&str]| said(&run(home, &[&["audit", name], words, place].concat()));
    let told = ask(&[]);
    let lines: Vec<&str> = told.lines().collect();
    // A host that was not told otherwise keeps what somebody is known by to itself.
    let who = "ann (slack) in slack:C1";
    assert!(
        lines[0].ends_with(&format!(
            "  change 0  {who}, \"new bots=hold\": the table was opened"
        )),
        "{told}"
    );
    for words in ["\"start\": ", "\"force\": "] {
        let words = format!("  {who}, {words}");
        assert!(lines.iter().any(|line| line.contains(&words)), "{told}");
    }
    assert!(told.contains("(bot:hold:0) sat down at seat 0; "), "{told}");
    assert!(told.contains("  S1901M, the clock\n"), "{told}");
    let changes = ask(&["--changes"]);
    let deeds = lines.iter().filter(|line| line.contains("  change "));
    assert!(changes.lines().eq(deeds.copied()));
    let json = ask(&["--json"]);
    assert_eq!(json.lines().count(), lines.len());
    for line in json.lines() {
        let object: serde_json::Value = serde_json::from_str(line).unwrap();
        assert!(object["change"]["time"].is_u64() || object["entry"]["time"].is_u64());
    }
}

fn is_exported(journal: Arc<dyn Journal>, url: &str, home: &Path) {
    let (code, table) = played(&room(journal));
    let listed = said(&run(home, &["export", "--database", url]));
    assert!(
        listed.starts_with(&format!("{table}\tdiplomacy {code}\t")),
        "{listed}"
    );
    let small = code.to_lowercase();
    for (name, file) in [(table.as_str(), "by-name.jsonl"), (&small, "by-code.jsonl")] {
        let words = ["export", name, "--database", url, "--output", file];
        assert_eq!(said(&run(home, &words)), format!("{file}\n"));
        let verified = said(&run(home, &["verify", file]));
        assert!(verified.starts_with("verified "), "{verified}");
    }
    is_audited(&code, &["--database", url], home);
    is_audited("by-name.jsonl", &[], home);
    let read = |file: &str| std::fs::read(home.join(file)).unwrap();
    assert_eq!(read("by-name.jsonl"), read("by-code.jsonl"));
    let refused = run(home, &["export", "QQQ2Q", "--database", url]);
    assert_eq!(refused.status.code(), Some(1));
    let words = String::from_utf8(refused.stderr).unwrap();
    assert!(words.contains("`QQQ2Q`"), "{words}");
}

#[test]
fn a_served_table_is_exported_from_sqlite() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("house.db");
    let journal = Arc::new(SqliteJournal::open(&path).unwrap());
    is_exported(journal, &format!("sqlite:{}", path.display()), home.path());
    // Whoever misspells the file makes none.
    let other = home.path().join("hose.db");
    let url = format!("sqlite:{}", other.display());
    let refused = run(home.path(), &["export", "--database", &url]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(!other.exists());
}

#[test]
fn a_served_table_is_exported_from_postgres() {
    let Some(server) = crate::process::postgres() else {
        return;
    };
    let home = tempfile::tempdir().unwrap();
    let url = format!("{server}?schema=export_{}", std::process::id());
    let journal = Arc::new(PostgresJournal::open(&url).unwrap());
    is_exported(journal, &url, home.path());
}
