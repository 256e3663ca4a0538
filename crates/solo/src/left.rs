//! Tables that were left, and what a list says of them.

use parlour_host::Time;
use parlour_host::table::{Record, TableId};

use crate::calendar::{Day, ago};
use crate::kind::Kind;

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

/// A game that was left, as a list tells of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Saved {
    /// Which game, and which of several.
    pub title: String,
    /// How far it is, in a word or two: `turn 14`.
    pub progress: String,
    /// More about it, in a few lines.
    pub about: String,
    /// Whether it cannot be read, so that it can only be deleted; what is wrong
    /// stands in `about`.
    pub damaged: bool,
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
    pub fn last(&self) -> Time {
        match self {
            Self::Kept(kept) => kept.last,
            Self::Broken(broken) => broken.last,
        }
    }

    /// Whether it is of a game, or may be because nobody can say.
    pub fn may_be_of(&self, game: &str) -> bool {
        match self {
            Self::Kept(kept) => kept.record.game == game,
            Self::Broken(broken) => broken.record.as_ref().is_none_or(|it| it.game == game),
        }
    }

    /// What a list of the saved games of one game says of it.
    pub fn card(&self, now: Time) -> Saved {
        match self {
            Self::Kept(kept) => kept.card(now),
            Self::Broken(broken) => broken.card(now),
        }
    }
}

impl Kept {
    /// What a list of the saved games of one game says of it.
    pub fn card(&self, now: Time) -> Saved {
        let (played, begun) = (ago(self.last, now), ago(self.record.created, now));
        let title = match Kind::of(&self.record) {
            Kind::Ordinary => format!("Game, {played}"),
            Kind::Practice => format!("Practice, {played}"),
            Kind::Daily => format!("Daily {}", Day::of(self.record.created)),
        };
        let moves = moves(self.entries);
        let (progress, about) = match self.short.as_str() {
            "" => (moves.clone(), String::new()),
            short => (short.to_owned(), format!("{}\n", self.about)),
        };
        Saved {
            title,
            progress,
            about: format!("{about}{moves}, played {played}, begun {begun}."),
            damaged: false,
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
