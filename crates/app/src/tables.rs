//! The tables on this machine: one host over one database.

use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result};
use parlour_host::journal::{JournalError, SqliteJournal};
use parlour_host::table::{Identity, Person};
use parlour_host::{Entropy, Host, Registry, SystemClock, SystemEntropy};
use parlour_rules::Seed;
use parlour_solo::Visit;

use crate::place::{Place, make_room_for};

/// Opens the database, which is made if it is not there, for whoever plays here.
pub fn open(place: &Place, registry: Registry, name: &str) -> Result<Visit> {
    in_journal(place, |file| SqliteJournal::open(file), registry, name)
}

/// The same for whoever hosts tables of others, and perhaps many.
pub fn open_for_many(place: &Place, registry: Registry) -> Result<Visit> {
    in_journal(
        place,
        |file| SqliteJournal::open_for_many(file),
        registry,
        "",
    )
}

fn in_journal(
    place: &Place,
    open: impl FnOnce(&Path) -> Result<SqliteJournal, JournalError>,
    registry: Registry,
    name: &str,
) -> Result<Visit> {
    let file = place.database();
    make_room_for(&file).with_context(|| file.display().to_string())?;
    let journal = open(&file).with_context(|| file.display().to_string())?;
    let host = Host::new(
        registry,
        Arc::new(journal),
        Arc::new(SystemClock),
        Arc::new(SystemEntropy),
    );
    Ok(Visit {
        host: Arc::new(host),
        me: Person::new(Identity::local(), name),
    })
}

/// A seed that nobody can guess.
pub fn new_seed() -> Seed {
    let mut bytes = [0; 8];
    SystemEntropy.fill(&mut bytes);
    Seed(u64::from_le_bytes(bytes))
}

#[cfg(test)]
mod tests {
    use parlour_host::table::TableId;
    use parlour_host::{Json, Message, NewTable, wait};

    use super::*;

    /// Two windows on the tables of one machine, the second of which has looked at a
    /// new table before anything was played.
    fn two_windows(home: &Path) -> (Visit, Visit, TableId) {
        let window = || {
            let registry = crate::shelf::registry(true);
            open(&Place::at(home), registry, "Ada").unwrap()
        };
        let (first, second) = (window(), window());
        let setup = Json::parse(r#"{"players":1,"goal":100}"#).unwrap();
        let new = NewTable::new("pig", setup, Seed(1), first.me.clone());
        let id = wait(first.host.open_table(new)).unwrap();
        wait(second.host.record(&id)).unwrap();
        (first, second, id)
    }

    #[test]
    fn a_table_that_another_window_has_played_at_is_not_left_as_untouched() {
        let home = tempfile::tempdir().unwrap();
        let (first, second, id) = two_windows(home.path());
        let roll = Message::new(&id, &first.me.identity, "\"roll\"");
        wait(first.host.command_text(roll)).unwrap();
        second.delete_untouched(&id).unwrap();
        assert_eq!(first.left().unwrap().len(), 1);
        // Whoever means it may.
        second.delete(&id).unwrap();
        assert_eq!(first.left().unwrap().len(), 0);
    }

    #[test]
    fn a_table_that_another_window_has_deleted_can_be_left() {
        let home = tempfile::tempdir().unwrap();
        let (first, second, id) = two_windows(home.path());
        first.delete_untouched(&id).unwrap();
        assert_eq!(first.left().unwrap().len(), 0);
        second.delete_untouched(&id).unwrap();
        second.delete(&id).unwrap();
    }
}
