//! The tables on this machine: one host over one database.

use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use parlour_host::card::{Card, Course, Query};
use parlour_host::journal::{JournalError, SqliteJournal};
use parlour_host::table::{Identity, Person, Record, TableId};
use parlour_host::{
    Entropy, Host, Json, Refused, Registry, Shown, SystemClock, SystemEntropy, Time, wait,
};
use parlour_rules::Seed;
use parlour_tui::home::Saved;

use crate::place::{Place, make_room_for};
use crate::shelf::kingslayer::day;

/// The host of this machine, and the person who sits at it.
#[derive(Clone)]
pub struct Visit {
    /// Keeps the tables.
    pub host: Arc<Host>,
    /// Who plays here.
    pub me: Person,
}

/// A table that was left.
pub enum Left {
    /// It can be continued.
    Kept(Kept),
    /// It cannot be read.
    Broken(Broken),
}

/// A table that cannot be read.
pub struct Broken {
    /// Its name.
    pub id: TableId,
    /// What is known of it, if that can be read.
    pub record: Option<Record>,
    /// Whether its game was over, so that it counts nowhere any more.
    pub over: bool,
    /// How many entries its log has or had, if that can be read.
    pub entries: u64,
    /// When the last of them was accepted, as far as that is known.
    pub last: Time,
    /// What is wrong, in words for a person.
    pub reason: String,
    /// Whether nothing is wrong with it but its age: another version can read it.
    pub of_another_age: bool,
}

/// A table that can be continued.
pub struct Kept {
    /// Its name.
    pub id: TableId,
    /// What is known of it.
    pub record: Record,
    /// The stage it waits in.
    pub stage: String,
    /// How many entries its log has.
    pub entries: u64,
    /// When it changed last.
    pub last: Time,
    /// How it stands, in a few letters; empty where its game has no words for it.
    pub short: String,
    /// How it stands, in a sentence or two.
    pub about: String,
}

impl Visit {
    /// Opens the database, which is made if it is not there.
    pub fn open(place: &Place, registry: Registry, name: &str) -> Result<Self> {
        Self::in_journal(place, |file| SqliteJournal::open(file), registry, name)
    }

    /// The same for who hosts tables of others, and perhaps many.
    pub fn open_for_many(place: &Place, registry: Registry) -> Result<Self> {
        Self::in_journal(
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
    ) -> Result<Self> {
        let file = place.database();
        make_room_for(&file).with_context(|| file.display().to_string())?;
        let journal = open(&file).with_context(|| file.display().to_string())?;
        let host = Host::new(
            registry,
            Arc::new(journal),
            Arc::new(SystemClock),
            Arc::new(SystemEntropy),
        );
        Ok(Self {
            host: Arc::new(host),
            me: Person::new(Identity::local(), name),
        })
    }

    /// What this person has left, the last played first: tables to be continued,
    /// and tables that cannot be read as far as that is known, so that none is missing
    /// without a word. Only tables of games that are not here are left out, and noted
    /// in the log. No game is loaded for it: what is wrong in the middle of one shows
    /// when somebody sits down, and is listed from then on.
    ///
    /// # Errors
    /// If the database does not answer, which says nothing about a table.
    pub fn left(&self) -> Result<Vec<Left>> {
        let of_mine = || Query::of(&self.me.identity).with_records();
        let going_on = of_mine().course(Course::Open);
        let troubled = Query {
            troubled: true,
            ..of_mine().course(Course::Closed)
        };
        let mut left = Vec::new();
        for query in [going_on, troubled] {
            for card in wait(self.host.all_cards(query))? {
                left.extend(self.listed(card)?);
            }
        }
        left.sort_by_key(|left| std::cmp::Reverse(left.last()));
        Ok(left)
    }

    /// A table as its card tells of it.
    fn listed(&self, card: Card) -> Result<Option<Left>> {
        let id = card.table;
        let (Some(record), Some(face)) = (card.record, card.face) else {
            return self.looked_at(id);
        };
        let Some(stage) = face.stage else {
            // What could not be read may be readable by now.
            return self.looked_at(id);
        };
        if self.host.registry().game(&record.game).is_err() {
            tracing::info!("table {id} is of a game that is not here");
            return Ok(None);
        }
        Ok(Some(Left::Kept(Kept {
            id,
            record,
            stage: stage.to_string(),
            entries: card.standing.seq,
            last: card.time,
            short: face.short,
            about: face.about,
        })))
    }

    /// A table of whose card nothing is known, or that it could not be read.
    fn looked_at(&self, id: TableId) -> Result<Option<Left>> {
        match self.kept(&id) {
            Ok(kept) => Ok(kept.map(Left::Kept)),
            Err(refused) if refused.is_damage() => Ok(self.broken(id, &refused).map(Left::Broken)),
            // Another process has deleted it meanwhile.
            Err(Refused::UnknownTable(_)) => Ok(None),
            Err(refused) => Err(refused).with_context(|| format!("table {id}")),
        }
    }

    /// What is told of a table that somebody could not sit down at: if it cannot be
    /// read, the same as a list will say of it from now on.
    pub fn why_closed(&self, id: &TableId, reason: String) -> String {
        match self.looked_at(id.clone()) {
            Ok(Some(Left::Broken(broken))) => broken.card(self.host.now()).about,
            _ => reason,
        }
    }

    /// What this person has left of one game.
    pub fn left_of(&self, game: &str) -> Result<Vec<Left>> {
        let mut left = self.left()?;
        left.retain(|left| left.may_be_of(game));
        Ok(left)
    }

    /// The table of a game that was left last; none if there is none. Damaged ones of
    /// which nobody can say what game they are do not count.
    ///
    /// # Errors
    /// If that one cannot be read.
    pub fn newest_of(&self, game: &str) -> Result<Option<TableId>> {
        let mut left = self.left_of(game)?.into_iter();
        let unfinished = |left: &Left| match left {
            Left::Kept(_) => true,
            Left::Broken(broken) => !broken.over && broken.record.is_some(),
        };
        match left.find(unfinished) {
            Some(Left::Kept(kept)) => Ok(Some(kept.id)),
            Some(Left::Broken(broken)) => bail!(
                "table {} cannot be read: {}; `parlour` shows it and can delete it",
                broken.id,
                broken.reason
            ),
            None => Ok(None),
        }
    }

    /// A table as it stands; nothing if there is nothing to continue.
    fn kept(&self, id: &TableId) -> Result<Option<Kept>, Refused> {
        let glance = wait(self.host.look(id, &self.me.identity))?;
        let Some(stage) = glance.stage else {
            return Ok(None);
        };
        if glance.record.moved_to.is_some() {
            return Ok(None);
        }
        let card = wait(self.host.card(id))?;
        let (last, face) = card.map_or_else(Default::default, |it| (it.time, it.face));
        let face = face.unwrap_or_default();
        Ok(Some(Kept {
            id: id.clone(),
            last: last.max(glance.record.created),
            record: glance.record,
            stage: stage.to_string(),
            entries: glance.standing.seq,
            short: face.short,
            about: face.about,
        }))
    }

    /// A table that cannot be read, unless play goes on elsewhere, or it belongs to a
    /// game that is not here. One whose game was over is told of as well: it is
    /// missing among scores and statistics.
    fn broken(&self, id: TableId, refused: &Refused) -> Option<Broken> {
        tracing::warn!("table {id} cannot be read: {refused}");
        let remains = wait(self.host.remains(&id)).ok();
        if let Some(remains) = &remains {
            let of_another_house = matches!(refused, Refused::UnknownGame(_))
                && self.host.registry().game(&remains.record.game).is_err();
            if of_another_house || remains.record.moved_to.is_some() {
                return None;
            }
        }
        let entries = remains.as_ref().map_or(0, |it| it.entries);
        let over = remains.as_ref().is_some_and(|it| it.over);
        let times = wait(self.host.times(&id, entries.saturating_sub(1), 1));
        let last = times.unwrap_or_default().last().copied();
        let record = remains.map(|it| it.record);
        let begun = record.as_ref().map(|it| it.created);
        Some(Broken {
            id,
            last: last.max(begun).unwrap_or_default(),
            record,
            over,
            entries,
            reason: refused.to_string(),
            of_another_age: refused.is_of_another_age(),
        })
    }

    /// Deletes an unfinished table. Today's daily game is kept once it was played:
    /// it is not to be begun again. What cannot be read can be deleted always, and
    /// what is deleted already stays so.
    pub fn delete(&self, id: &TableId) -> Result<(), String> {
        self.delete_if(id, |glance| {
            if glance.standing.seq > 0 && is_of_today(&glance.record, self.host.now()) {
                return Err(String::from(
                    "The game of the day can be played once, so it is kept until tomorrow.",
                ));
            }
            Ok(true)
        })
    }

    /// Deletes a table at which nothing has been played, also by no other process.
    pub fn delete_untouched(&self, id: &TableId) -> Result<(), String> {
        self.delete_if(id, |glance| Ok(glance.standing.seq == 0))
    }

    fn delete_if(
        &self,
        id: &TableId,
        agrees: impl FnOnce(&Shown<Json>) -> Result<bool, String>,
    ) -> Result<(), String> {
        let me = &self.me.identity;
        let said = |refused: Refused| refused.to_string();
        // Another window may have played on.
        wait(self.host.refresh()).map_err(said)?;
        let glance = match wait(self.host.look(id, me)) {
            Ok(glance) => glance,
            Err(Refused::UnknownTable(_)) => return Ok(()),
            Err(refused) if refused.is_damage() => {
                return wait(self.host.clear_away(id, me)).map_err(said);
            }
            Err(refused) => return Err(said(refused)),
        };
        if !agrees(&glance)? {
            return Ok(());
        }
        wait(self.host.remove(id, me)).map_err(said)
    }
}

impl Left {
    /// Its name.
    pub fn id(&self) -> &TableId {
        match self {
            Self::Kept(kept) => &kept.id,
            Self::Broken(broken) => &broken.id,
        }
    }

    /// When it was last played, as far as that is known.
    fn last(&self) -> Time {
        match self {
            Self::Kept(kept) => kept.last,
            Self::Broken(broken) => broken.last,
        }
    }

    /// Whether it is of a game, or may be because nobody can say.
    fn may_be_of(&self, game: &str) -> bool {
        match self {
            Self::Kept(kept) => kept.record.game == game,
            Self::Broken(broken) => broken.record.as_ref().is_none_or(|it| it.game == game),
        }
    }
}

impl Broken {
    /// What a list of saved games says of it.
    pub fn card(&self, now: Time) -> Saved {
        let title = match &self.record {
            Some(record) => record.title.clone(),
            None => format!("Table {}", self.id),
        };
        let begun = self.record.as_ref().map_or_else(String::new, |record| {
            let begun = ago(record.created, now);
            format!("{}, begun {begun}.\n", moves(self.entries))
        });
        if self.of_another_age {
            let about = format!(
                "{}.\n{begun}Table {}.\nIt is whole: `parlour export` writes it to a file for a \
                 version that knows its rules.",
                capital(&self.reason),
                self.id
            );
            return Saved {
                title,
                progress: String::from("other rules"),
                about,
                damaged: true,
            };
        }
        let fate = if self.over {
            "The game was over; it does not count any more, and can only be deleted."
        } else {
            "It cannot be continued, only deleted."
        };
        let about = format!(
            "It cannot be read: {}.\n{begun}Table {}.\n{fate} Until then the database holds \
             what is left of it.",
            self.reason, self.id
        );
        Saved {
            title,
            progress: String::from("cannot be read"),
            about,
            damaged: true,
        }
    }
}

/// A clause as the beginning of a sentence.
fn capital(words: &str) -> String {
    let mut letters = words.chars();
    let first = letters.next().map(char::to_uppercase);
    first.into_iter().flatten().chain(letters).collect()
}

/// How many moves.
pub fn moves(count: u64) -> String {
    match count {
        1 => String::from("1 move"),
        count => format!("{count} moves"),
    }
}

/// Whether a table is the daily game of this day.
pub fn is_of_today(record: &Record, now: Time) -> bool {
    let daily = format!(" daily {}", day(now));
    record.tags.iter().any(|tag| tag.ends_with(&daily))
}

/// A seed that nobody can guess.
pub fn new_seed() -> Seed {
    let mut bytes = [0; 8];
    SystemEntropy.fill(&mut bytes);
    Seed(u64::from_le_bytes(bytes))
}

/// How long ago something was, in words.
pub fn ago(then: Time, now: Time) -> String {
    let minutes = now.since(then) / 60_000;
    let (count, unit) = match minutes {
        0 => return String::from("just now"),
        1..60 => (minutes, "minute"),
        60..1440 => (minutes / 60, "hour"),
        _ => (minutes / 1440, "day"),
    };
    format!("{count} {unit}{} ago", if count == 1 { "" } else { "s" })
}

#[cfg(test)]
pub mod tests {
    use parlour_host::{Json, Message, NewTable};

    use super::*;

    /// What is known of a table of a game for one, at which nobody sits.
    pub fn record(game: &str) -> Record {
        let host = Host::in_memory(crate::shelf::registry(true));
        let setup = Json::parse(r#"{"players":1,"goal":100}"#).unwrap();
        let new = NewTable::new("pig", setup, Seed(1), Person::new("ada", "Ada"));
        let id = wait(host.open_table(new)).unwrap();
        let record = wait(host.record(&id)).unwrap();
        Record {
            game: game.to_owned(),
            ..record
        }
    }

    /// Two windows on the tables of one machine, the second of which has looked at a
    /// new table before anything was played.
    fn two_windows(home: &Path) -> (Visit, Visit, TableId) {
        let open = || {
            let registry = crate::shelf::registry(true);
            Visit::open(&Place::at(home), registry, "Ada").unwrap()
        };
        let (first, second) = (open(), open());
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

    #[test]
    fn times_are_told_in_words() {
        let now = Time(1_000_000_000_000);
        for (minutes, words) in [
            (0, "just now"),
            (1, "1 minute ago"),
            (59, "59 minutes ago"),
            (60, "1 hour ago"),
            (1439, "23 hours ago"),
            (1440, "1 day ago"),
            (14_400, "10 days ago"),
        ] {
            assert_eq!(ago(Time(now.0 - minutes * 60_000), now), words);
        }
    }
}
