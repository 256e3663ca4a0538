//! The tokens of this machine's seats, in a file that nobody else reads: a token is
//! a seat.
//!
//! A token is kept twice: for the address it was got at, and for the table, which
//! may be reached by many addresses. Names count without their case.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use parlour_host::private;

use crate::place::make_room_for;

/// The most tokens that are remembered.
const MOST: usize = 600;

/// The seats of somebody at one place.
#[derive(Clone, Debug)]
pub struct Seats {
    /// The file of all seats.
    pub file: PathBuf,
    /// The place and the table's name there.
    pub place: String,
    /// Who sits there.
    pub name: String,
}

impl Seats {
    fn all(&self) -> Vec<(String, String)> {
        let text = fs::read_to_string(&self.file).unwrap_or_default();
        serde_json::from_str(&text).unwrap_or_default()
    }

    fn here(&self) -> String {
        format!("{} {}", self.place, self.name).to_lowercase()
    }

    fn at_table(&self, table: &str) -> String {
        format!("table {table} {}", self.name).to_lowercase()
    }

    fn find(&self, wanted: &str) -> Option<String> {
        let mut all = self.all().into_iter();
        all.find(|(key, _)| key.to_lowercase() == wanted)
            .map(|(_, token)| token)
    }

    /// The token for this place.
    pub fn token(&self) -> Option<String> {
        self.find(&self.here())
    }

    /// The latest token for this place under any name: for the host, who has one seat
    /// at a table of their own, also after a change of name.
    pub fn token_by_any_name(&self) -> Option<String> {
        let front = format!("{} ", self.place).to_lowercase();
        let mut all = self.all().into_iter();
        all.find(|(key, _)| key.to_lowercase().starts_with(&front))
            .map(|(_, token)| token)
    }

    /// Somebody of another name who has a seat at this place, the latest of them: what
    /// they are called.
    pub fn somebody_else(&self) -> Option<String> {
        let front = format!("{} ", self.place).to_lowercase();
        let all = self.all();
        let here = all.iter().filter_map(|(key, token)| {
            let key = key.to_lowercase();
            let name = key.strip_prefix(&front)?.to_owned();
            Some((name, token))
        });
        let others = here.filter(|(name, _)| *name != self.name.to_lowercase());
        let (name, token) = others.into_iter().next()?;
        // As they wrote it, if that is known.
        let written = all.iter().find(|(key, _)| *key == named(token));
        Some(written.map_or(name, |(_, name)| name.clone()))
    }

    /// The token for a table by its id.
    pub fn token_at(&self, table: &str) -> Option<String> {
        self.find(&self.at_table(table))
    }

    /// Keeps a token for this place, and for the table if its id is known.
    pub fn keep(&self, token: &str, table: Option<&str>) -> Result<()> {
        let table = table.map(|table| self.at_table(table));
        let keys: Vec<String> = std::iter::once(self.here()).chain(table).collect();
        let mut all = self.all();
        all.retain(|(key, _)| !keys.contains(&key.to_lowercase()));
        let name = (named(token), self.name.clone());
        all.retain(|(key, _)| *key != name.0);
        let new = keys.into_iter().map(|key| (key, token.to_owned()));
        all.splice(0..0, new.chain([name]));
        all.truncate(MOST);
        make_room_for(&self.file)?;
        // Whole or not at all.
        let draft = self.file.with_extension("json.new");
        let _ = fs::remove_file(&draft);
        let mut file = private::create_new(&draft)?;
        file.write_all(serde_json::to_string(&all)?.as_bytes())?;
        fs::rename(&draft, &self.file).with_context(|| self.file.display().to_string())
    }
}

/// The tokens of the seats at tables of our own, kept in this file.
pub fn own_tokens(file: &Path) -> Vec<String> {
    let all = Seats {
        file: file.to_owned(),
        place: String::new(),
        name: String::new(),
    };
    let own = all.all().into_iter();
    let own = own.filter(|(key, _)| key.starts_with(OWN));
    own.map(|(_, token)| token).collect()
}

/// Before the place of a table of our own.
pub const OWN: &str = "own ";

/// Under what the name of a seat's owner is kept.
fn named(token: &str) -> String {
    format!("name of {token}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_kept_by_place_table_and_name_without_case() {
        let folder = tempfile::tempdir().unwrap();
        let seats = |place: &str, name: &str| Seats {
            file: folder.path().join("deep/seats.json"),
            place: place.to_owned(),
            name: name.to_owned(),
        };
        assert_eq!(seats("a", "Ann").token(), None);
        seats("a", "Ann").keep("one", None).unwrap();
        seats("a", "Ben").keep("two", Some("T1")).unwrap();
        seats("a", "Ann").keep("three", Some("T1")).unwrap();
        assert_eq!(seats("a", "ann").token().as_deref(), Some("three"));
        assert_eq!(seats("A", "BEN").token().as_deref(), Some("two"));
        assert_eq!(seats("b", "Ben").token(), None);
        assert_eq!(seats("b", "Ben").token_by_any_name(), None);
        let latest = seats("a", "Cleo").token_by_any_name();
        assert_eq!(latest.as_deref(), Some("three"));
        assert_eq!(seats("b", "ben").token_at("T1").as_deref(), Some("two"));
        assert_eq!(seats("b", "Cleo").token_at("T1"), None);
        assert_eq!(seats("b", "Ben").token_at("T2"), None);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let about = fs::metadata(seats("", "").file).unwrap();
            assert_eq!(about.permissions().mode() & 0o777, 0o600);
        }
        seats(&format!("{OWN}5555"), "Ann")
            .keep("four", None)
            .unwrap();
        assert_eq!(own_tokens(&seats("", "").file), ["four"]);
        // "Continue as NAME" is offered whatever the name.
        let offered = |place, name| seats(place, name).somebody_else();
        assert_eq!(offered("a", "Cleo").as_deref(), Some("Ann"));
        assert_eq!(offered("a", "ANN").as_deref(), Some("Ben"));
        assert_eq!(offered("b", "Cleo"), None);
        fs::write(seats("", "").file, "nonsense").unwrap();
        assert_eq!(seats("a", "Ann").token(), None);
    }
}
