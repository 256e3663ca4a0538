//! What is thrown at the readers of notations, files and wires.
//!
//! A reader may refuse whatever it likes, but it returns; and what it took, it
//! takes again when it is written out, with the same meaning.

use std::fmt::{Debug, Display};
use std::io::Read as _;
use std::str::FromStr;

use parlour_atlas::geometry::Geometry;
use parlour_delve::{Content, ContentFile};
use parlour_diplomacy::notation;
use parlour_diplomacy::saved::SavedGame;
use parlour_diplomacy::{Board, PhaseRecord, Rulebook};
use parlour_host::Json;
use parlour_host::log::{Limits, read_log};
use parlour_rogue::Registry;
use parlour_rogue::recording::Recording;
use parlour_rogue::save::Raw;

/// A text that is read and written out means the same when it is read again.
fn comes_back<T>(text: &str)
where
    T: FromStr + Display + PartialEq + Debug,
    T::Err: Display,
{
    match text.parse::<T>() {
        Ok(it) => {
            let written = it.to_string();
            match written.parse::<T>() {
                Ok(again) => assert_eq!(it, again, "written as {written:?}"),
                Err(error) => panic!("{it:?} is written as {written:?}: {error}"),
            }
        }
        Err(error) => assert!(!error.to_string().is_empty(), "a refusal says something"),
    }
}

fn text(bytes: &[u8]) -> Option<&str> {
    std::str::from_utf8(bytes).ok()
}

/// Cards and commands of Kingslayer, keys and dice of roguelikes, commands of Delve.
pub fn short_notations(bytes: &[u8]) {
    let Some(text) = text(bytes) else { return };
    comes_back::<parlour_regicide::Card>(text);
    comes_back::<parlour_regicide::Command>(text);
    comes_back::<parlour_rogue::Key>(text);
    comes_back::<parlour_rogue::Dice>(text);
    comes_back::<parlour_delve::Command>(text);
    comes_back::<parlour_host::card::Cursor>(text);
    comes_back::<parlour_host::table::TableId>(text);
    comes_back::<parlour_diplomacy::Phase>(text);
    comes_back::<parlour_diplomacy::bot::Kind>(text);
    comes_back::<parlour_room::Span>(text);
    comes_back::<parlour_solo::Day>(text);
    let _ = text.parse::<parlour_rules::Seed>();
    let _ = text.parse::<parlour_room::Settings>();
    let _ = text.parse::<parlour_web::door::Origin>();
    let _ = parlour_rogue::notation::parse_script(text);
}

/// Orders of Diplomacy in every notation, on boards of every size.
pub fn orders(bytes: &[u8]) {
    let Some(text) = text(bytes) else { return };
    for board in Board::bundled() {
        for (line, read) in notation::read_orders(board, text) {
            if let Err(error) = read {
                assert!(!error.to_string().is_empty(), "{line:?}");
            }
        }
        let _ = notation::read_unit(board, text);
    }
}

/// What is said at a table of Diplomacy.
pub fn words(bytes: &[u8]) {
    if let Some(text) = text(bytes) {
        let _ = parlour_room::read(text);
    }
}

/// What Slack and Telegram send.
pub fn messages(bytes: &[u8]) {
    parlour_chat::doubles::read_body(bytes);
}

/// Phase records and case files of Diplomacy.
pub fn records(bytes: &[u8]) {
    let Some(text) = text(bytes) else { return };
    if let Some(line) = text.lines().next() {
        let _ = PhaseRecord::parse(line);
    }
    let _ = parlour_diplomacy::cases::check_lines(text, Rulebook::default());
}

/// Boards of Diplomacy.
pub fn boards(bytes: &[u8]) {
    if let Some(text) = text(bytes) {
        let _ = Board::parse(text);
    }
}

/// Boards in the form of the package `diplomacy`; every file that one names is itself.
pub fn map_files(bytes: &[u8]) {
    let Some(text) = text(bytes) else { return };
    let beside = |_: &str| Some(text.to_owned());
    match parlour_diplomacy::read_map_file("own.map", text, &beside) {
        Ok(file) => drop(parlour_diplomacy::lint(&file)),
        Err(error) => assert!(!error.what.is_empty(), "a refusal says something"),
    }
}

/// Pictures of boards.
pub fn geometries(bytes: &[u8]) {
    if let Some(text) = text(bytes) {
        let _ = Geometry::read(text);
    }
}

/// Saved games of other programs.
pub fn saved_games(bytes: &[u8]) {
    if let Some(text) = text(bytes) {
        let _ = SavedGame::parse(text);
    }
}

/// Logs, plain and compressed.
pub fn logs(bytes: &[u8]) {
    let limits = Limits {
        line: 1 << 16,
        file: 1 << 20,
    };
    if let Ok(log) = read_log(bytes.take(1 << 20), limits) {
        let _ = log.acts();
    }
    if let Some(text) = text(bytes) {
        let _ = Json::parse(text);
    }
}

/// Records, case files and drawings of the grid.
pub fn grids(bytes: &[u8]) {
    let Some(text) = text(bytes) else { return };
    if let Some(line) = text.lines().next() {
        let _ = parlour_grid::cases::Record::parse(line);
    }
    let _ = text.parse::<parlour_grid::drawing::Drawing>();
    let _ = parlour_grid::editor::read_sheet(text);
    if !names_large_sides(text) {
        for verdict in parlour_grid::cases::check(text) {
            assert!(!verdict.id.is_empty(), "a case has a name or a place");
        }
    }
}

/// Whether a side of some case is longer than a test has time for: a short text may ask
/// for the answers to a map of millions of cells, which is slow and no fault.
fn names_large_sides(text: &str) -> bool {
    let is_large = |value: &serde_json::Value| {
        ["w", "h", "gridRows", "gridCols"]
            .iter()
            .any(|side| value[side].as_f64().is_some_and(|side| side > 100.0))
    };
    let mut values = serde_json::from_str(text).into_iter();
    let mut lines = text
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok());
    values.any(|value| is_large(&value)) || lines.any(|value| is_large(&value))
}

/// What the sight editor keeps of a drawing that is not saved, and what it does with
/// what it is handed.
pub fn journals(bytes: &[u8]) {
    use parlour_grid::editor::{Desk, Key, Sheet};
    let Some(text) = text(bytes) else { return };
    if let Ok(sheet) = Sheet::from_journal(text) {
        assert_eq!(Sheet::from_journal(&sheet.journal()), Ok(sheet));
    }
    let blank = Sheet::blank(parlour_grid::Size::new(3, 3)).expect("small enough");
    let mut desk = Desk::new(blank);
    desk.restore(text);
    desk.key(Key::Char('u'));
    desk.pasted(Ok(text));
    assert!(desk.message().is_some() || desk.prompt().is_some());
}

/// Backups of a service's database: the bytes as they are, and their lines with the
/// hashes that a reader expects, so that what stands behind them is read as well.
pub fn backups(bytes: &[u8]) {
    use parlour_host::journal::backup::check;
    if let Err(error) = check(bytes) {
        assert!(!error.to_string().is_empty(), "a refusal says something");
    }
    let Some(text) = text(bytes) else { return };
    let mut linked = String::new();
    for (number, line) in text.lines().take(24).enumerate() {
        if number == 0 {
            linked.push_str(line);
            linked.push('\n');
            continue;
        }
        let body = line.strip_suffix('}').unwrap_or(line);
        let with = |hash: &str| format!("{linked}{body},\"hash\":\"{hash}\"}}\n");
        // Only a refusal tells the hash.
        let told = match check(with(&"0".repeat(64)).as_bytes()) {
            Err(error) => error.to_string(),
            Ok(_) => return,
        };
        let expected = told.split("expected hash ").nth(1);
        let Some(hash) = expected.and_then(|rest| rest.get(..64)) else {
            return;
        };
        linked = with(hash);
    }
    let _ = check(linked.as_bytes());
}

/// Scenarios of Kingslayer and of the roguelike framework.
pub fn scenarios(bytes: &[u8]) {
    let Some(text) = text(bytes) else { return };
    let _ = parlour_regicide::cases::check(text);
    let _ = parlour_rogue::cases::check(text);
}

/// What is said of Kingslayer at the door for browsers, a line each: the setup, then
/// words of the table, questions and commands of whoever is to decide.
pub fn kingslayer(bytes: &[u8]) {
    use parlour_regicide::question::{Question, answer};
    use parlour_regicide::{Command, Kingslayer, Setup};
    use parlour_rules::{Actor, Refuse, Rules, Seed, Turn, Viewer};
    let Some(text) = text(bytes) else { return };
    let mut lines = text.lines().take(64);
    let setup = lines.next().and_then(|it| serde_json::from_str(it).ok());
    let setup = setup.unwrap_or_else(|| Setup::for_players(2));
    let Ok(mut state) = Kingslayer::start(&setup, Seed(7)) else {
        return;
    };
    let mut hints = 0;
    for line in lines {
        let _ = serde_json::from_str::<parlour_court::Word>(line);
        let Turn::Awaiting { seats, .. } = Kingslayer::turn(&state) else {
            return;
        };
        let Some(seat) = seats.iter().next() else {
            return;
        };
        let view = Kingslayer::view(&state, Viewer::Seat(seat));
        if let Ok(question) = serde_json::from_str::<Question>(line) {
            hints += u32::from(question == Question::Hint {});
            if hints < 3 {
                let mut left = 4;
                let mut keep_going = || {
                    left -= 1;
                    left > 0
                };
                let _ = answer(&view, &question, &mut keep_going);
            }
        }
        let Ok(command) = serde_json::from_str::<Command>(line) else {
            continue;
        };
        match Kingslayer::decide(&state, Actor::Seat(seat), &command) {
            Ok(events) => events
                .iter()
                .for_each(|event| Kingslayer::apply(&mut state, event)),
            Err(refusal) => assert!(!refusal.code().is_empty(), "a refusal has a code"),
        }
    }
}

/// Content of roguelikes, also in the place of a file of Delve's.
pub fn contents(bytes: &[u8]) {
    let Some(text) = text(bytes) else { return };
    let _ = Registry::basics().load("own.toml", text);
    for (name, _) in parlour_delve::FILES {
        let file = ContentFile {
            name: (*name).to_owned(),
            text: text.to_owned(),
        };
        if let Err(faults) = Content::with(&[file]) {
            assert!(!faults.is_empty(), "a refusal names a fault");
        }
    }
}

/// Saves and recordings of roguelikes.
pub fn saves(bytes: &[u8]) {
    let _ = Raw::read(bytes);
    let _ = Recording::from_bytes(bytes);
}

/// Lines of the local network, both ways.
pub fn lan(bytes: &[u8]) {
    let _ = parlour_lan::protocol::read(bytes);
    let _ = serde_json::from_slice::<parlour_lan::wire::GameState>(bytes);
}
