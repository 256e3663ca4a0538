//! The end of the years, by the rules of a table or by the calendar.

use parlour_diplomacy::game::{Command, Event, GameOutcome, GameState, Setup};
use parlour_diplomacy::{PhaseRecord, Rulebook, answer};

use crate::bed::Table;

#[test]
fn the_years_may_be_limited() {
    let setup = Setup {
        last_year: Some(1902),
        ..Setup::default()
    };
    let mut table = Table::new(&setup);
    for _ in 0..4 {
        assert!(table.state.outcome().is_none());
        table.tick();
    }
    assert!(matches!(table.state.outcome(), Some(GameOutcome::Draw(powers)) if powers.len() == 7));
}

/// A training game that begins in a late year.
fn late_table(start: &str) -> Table {
    let mut file = parlour_diplomacy::Board::named("training")
        .unwrap()
        .file()
        .clone();
    file.map = "late".into();
    file.start_phase = start.into();
    let text = format!(r#"{{"map":{}}}"#, serde_json::to_string(&file).unwrap());
    Table::new(&serde_json::from_str(&text).unwrap())
}

/// Everything a game tells and keeps can be read again, to its last phase.
#[track_caller]
fn check_readable(table: &Table) {
    for event in &table.log {
        let stored = serde_json::to_string(event).unwrap();
        assert_eq!(serde_json::from_str::<Event>(&stored).unwrap(), *event);
    }
    let stored = serde_json::to_string(&table.state).unwrap();
    assert_eq!(
        serde_json::from_str::<GameState>(&stored).unwrap(),
        table.state
    );
}

#[test]
fn a_game_is_over_when_the_calendar_is() {
    // Nobody builds: the last phase that is ordered is F9999M.
    let mut table = late_table("S9998M");
    for phase in ["S9998M", "F9998M", "S9999M", "F9999M"] {
        assert_eq!(table.phase(), phase);
        assert_eq!(table.state.outcome(), None);
        table.tick();
        check_readable(&table);
    }
    assert_eq!(table.phase(), "W9999A");
    assert!(matches!(table.state.outcome(), Some(GameOutcome::Draw(powers)) if powers.len() == 2));
    assert!(table.ask("ALDER", &Command::Ready).is_err());

    // Somebody builds: the last Winter is played, and nothing comes after it.
    let mut table = late_table("S9999M");
    table.order("ALDER", &["A Fel - Moo"]);
    table.tick();
    table.tick();
    assert_eq!((table.phase(), table.awaited()), ("W9999A".to_owned(), 1));
    assert_eq!(table.state.outcome(), None);
    table.order("ALDER", &["Build A Fel"]);
    table.say("ALDER", Command::Ready);
    check_readable(&table);
    assert_eq!(table.phase(), "W9999A");
    assert!(matches!(table.state.outcome(), Some(GameOutcome::Draw(_))));
    let alder = table.state.board().power("ALDER").unwrap();
    assert_eq!(table.state.position().unit_count(alder), 4);
}

#[test]
fn records_of_the_last_year_are_answered_with_phases_that_can_be_read() {
    for (phase, next) in [
        ("S9999M", "F9999M"),
        ("F9999M", "W9999A"),
        ("F9999R", "W9999A"),
        ("W9999A", "W9999A"),
        ("W9998A", "S9999M"),
    ] {
        let line = format!(
            r#"{{"phase":"{phase}","units":{{"AUSTRIA":["A VIE"]}},"dislodged":{{}},
                "centers":{{"AUSTRIA":["VIE"]}},"orders":{{}}}}"#
        );
        let record = PhaseRecord::parse(&line).unwrap();
        let answered = answer(&record, Rulebook::default()).unwrap();
        let text = serde_json::to_string(&answered).unwrap();
        let again = PhaseRecord::parse(&text).unwrap();
        assert_eq!(again.next.unwrap().phase.to_string(), next, "{phase}");
    }
    assert!(PhaseRecord::parse(r#"{"phase":"S10000M","units":{},"orders":{}}"#).is_err());
}
