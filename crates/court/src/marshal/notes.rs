//! What the table keeps in the host's record beside the game: who is ready, how
//! far its count had come before this game, which games were before it, and what was
//! said.
//!
//! The notes have an age. Fields that are only added have a default and leave it as it
//! is; whatever changes the meaning of a field raises it, and notes that are too young
//! are refused instead of being forgotten.

use std::collections::{BTreeSet, VecDeque};

use parlour_host::journal::JournalError;
use parlour_host::table::{Identity, Record, TableId};
use parlour_host::{Json, Refused};
use parlour_rules::Seat;
use serde::{Deserialize, Serialize};

use super::log::{Log, LogLine};
use crate::customs::Customs;

/// The age of the notes that are written here. Those from before they had one are of
/// the same form.
const AGE: u32 = 1;

/// How many games back the ids of actions are looked for.
const EARLIER_GAMES: usize = 16;

/// How many people who sat here once are known by their tokens.
const MOST_FORMER: usize = 16;

/// Somebody who had a seat, and may have one again by the same token.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Former {
    /// Who it is.
    pub who: Identity,
    /// What they are called.
    pub name: String,
    /// Where they sat.
    pub seat: Seat,
    /// Whether a bot plays there in their place until they are back.
    pub bot: bool,
}

/// Stored as the settings of the record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Notes {
    /// Of which form they are.
    pub age: u32,
    /// By what clients know the table again, whatever address they come by. It
    /// stays the same over games and restarts.
    pub table: String,
    /// Added to the host's counters, so that the count goes on over games.
    pub base: u64,
    /// How many games were played at this table before.
    pub game: u32,
    /// The seats that are ready for this game, or for the next one.
    pub ready: BTreeSet<Seat>,
    /// The log as it was when these notes were stored.
    pub log: Log,
    /// The last entry whose words are in that log.
    pub logged: u64,
    /// The games before this one, the newest last. The ids of what was done in
    /// them stand in the journal under their names.
    pub earlier: VecDeque<TableId>,
    /// Who sat here once, the newest last.
    pub former: VecDeque<Former>,
    /// The seats that a newcomer may take.
    pub admitted: BTreeSet<Seat>,
    /// The seats for whose people the table waits while it is paused.
    pub missed: BTreeSet<Seat>,
    /// How many hints were given in this game.
    #[serde(skip_serializing_if = "is_zero")]
    pub hints: u32,
    /// What is agreed beside the house rules, which stand in the setup of each game.
    #[serde(skip_serializing_if = "Customs::are_unsaid")]
    pub customs: Customs,
}

impl Default for Notes {
    fn default() -> Self {
        Self {
            age: AGE,
            table: String::new(),
            base: 0,
            game: 0,
            ready: BTreeSet::new(),
            log: Log::default(),
            logged: 0,
            earlier: VecDeque::new(),
            former: VecDeque::new(),
            admitted: BTreeSet::new(),
            missed: BTreeSet::new(),
            hints: 0,
            customs: Customs::default(),
        }
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks by reference")]
fn is_zero(count: &u32) -> bool {
    *count == 0
}

/// Of which form notes are, whatever else they hold.
#[derive(Deserialize)]
struct Aged {
    #[serde(default)]
    age: u32,
}

impl Notes {
    /// What a table's record keeps.
    pub fn of(table: &TableId, record: &Record) -> Result<Self, Refused> {
        let unreadable = |what: String| {
            let place = format!("the notes of table {table}");
            Refused::Journal(JournalError::Damaged { place, what })
        };
        if record.settings.as_str() == "null" {
            return Ok(Self::default());
        }
        let aged: Aged = (record.settings.read()).map_err(|error| unreadable(error.to_string()))?;
        if aged.age > AGE {
            let what = format!("they are of age {}, and {AGE} is known here", aged.age);
            return Err(unreadable(what));
        }
        (record.settings.read()).map_err(|error| unreadable(error.to_string()))
    }

    /// As it is stored.
    pub fn json(&self) -> Json {
        Json::of(self)
    }

    /// Notes for the game after this one at the same table, whose count begins at
    /// `base`.
    pub fn for_next_game(&self, this: &TableId, base: u64) -> Self {
        let mut earlier = self.earlier.clone();
        earlier.push_back(this.clone());
        if earlier.len() > EARLIER_GAMES {
            earlier.pop_front();
        }
        Self {
            table: self.table.clone(),
            base,
            game: self.game + 1,
            earlier,
            former: self.former.clone(),
            customs: self.customs,
            ..Self::default()
        }
    }

    /// The same game goes on where it stood after its first entries, as another one of the
    /// host's; the count goes on from `base`.
    pub fn take_back(&mut self, before: TableId, entries: u64, base: u64) {
        self.earlier.push_back(before);
        if self.earlier.len() > EARLIER_GAMES {
            self.earlier.pop_front();
        }
        self.base = base;
        self.logged = self.logged.min(entries);
    }

    /// A name for the game that these notes belong to; no other game at this table
    /// has it.
    pub fn game_id(&self) -> Option<TableId> {
        let letter = |it: &char| it.is_ascii_lowercase() || it.is_ascii_digit();
        let table: String = self.table.chars().filter(letter).take(20).collect();
        format!("kingslayer-{table}-{}", self.game).parse().ok()
    }

    /// Somebody got up, or was got up.
    pub fn remember(&mut self, former: Former) {
        self.forget(&former.who);
        if self.former.len() == MOST_FORMER {
            self.former.pop_front();
        }
        self.former.push_back(former);
    }

    /// Somebody sits here again.
    pub fn forget(&mut self, who: &Identity) {
        self.former.retain(|former| former.who != *who);
    }

    /// A person takes this seat: a bot that plays there later plays in the place of
    /// nobody who had the seat before. True if anything changed.
    pub fn take(&mut self, seat: Seat, who: &Identity) -> bool {
        let mut changed = false;
        for former in &mut self.former {
            if former.bot && former.seat == seat && former.who != *who {
                former.bot = false;
                changed = true;
            }
        }
        changed
    }

    /// A seat changes hands: what was done there stays under the name of before, and
    /// the log says what happened.
    pub fn hand_over(&mut self, seat: Seat, before: &str, seq: u64, text: String) {
        self.log.hand_over(seat, before);
        let player = None;
        self.write_log(LogLine { seq, player, text });
    }

    /// One more line of the log; the oldest goes when there are too many.
    pub fn write_log(&mut self, line: LogLine) {
        self.log.push(line);
    }
}

#[cfg(test)]
mod tests {
    use parlour_host::{Host, NewTable, Registry, wait};
    use parlour_regicide::{Kingslayer, Setup};
    use parlour_rules::Seed;

    use super::*;

    fn kept(settings: &str) -> Result<Notes, String> {
        let mut games = Registry::new();
        games.register::<Kingslayer>();
        let host = Host::in_memory(games);
        let setup = Json::of(&Setup::for_players(2));
        let owner = parlour_host::table::Person::new("ann", "Ann");
        let mut new = NewTable::new("kingslayer", setup, Seed(1), owner);
        new.settings = Json::parse(settings).unwrap();
        let id = wait(host.open_table(new)).unwrap();
        let record = wait(host.record(&id)).unwrap();
        Notes::of(&id, &record).map_err(|refused| {
            assert!(refused.is_damage(), "{refused}");
            refused.to_string()
        })
    }

    /// Written before notes had an age.
    const OLD: &str = r#"{"table":"c04d","base":41,"game":1,"ready":[0],
        "log":[{"seq":40,"player":1,"text":"says: Hello!"}],"logged":7,
        "earlier":["kingslayer-before"],
        "former":[{"who":"lan:t","name":"Ben","seat":1,"bot":true}]}"#;

    #[test]
    fn notes_from_before_they_had_an_age_are_read() {
        let notes = kept(OLD).unwrap();
        assert_eq!((notes.base, notes.game, notes.logged), (41, 1, 7));
        assert_eq!(notes.former[0].name, "Ben");
        assert_eq!(notes.log.lines().count(), 1);
        assert!(notes.admitted.is_empty() && notes.missed.is_empty());
        let again = kept(notes.json().as_str()).unwrap();
        assert_eq!(again, notes);
        assert!(notes.json().as_str().starts_with(r#"{"age":1,"#));
    }

    #[test]
    fn notes_that_are_too_young_or_no_notes_are_refused_and_not_forgotten() {
        let young = OLD.replacen('{', r#"{"age":9,"#, 1);
        let told = kept(&young).unwrap_err();
        assert!(
            told.contains("they are of age 9, and 1 is known here"),
            "{told}"
        );
        for nonsense in [r#"{"game":"seven"}"#, r#""x""#, "7"] {
            assert!(kept(nonsense).is_err(), "{nonsense}");
        }
        assert_eq!(kept("null").unwrap(), Notes::default());
    }
}
