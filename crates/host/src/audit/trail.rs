//! Deeds and entries in one order, and in words.

use std::fmt;

use parlour_rules::{Actor, Stage};

use super::{Deed, Fact, Somebody};
use crate::Time;
use crate::log::Entry;
use crate::table::Place;

/// One thing that was done at a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Act {
    /// Its record was changed.
    Deed(Deed),
    /// An entry was given.
    Given(Given),
}

/// An entry as an audit tells it: who, when, and not what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Given {
    /// Its number.
    pub seq: u64,
    /// The stage in which it was given.
    pub stage: Stage,
    /// From which seat.
    pub by: Actor,
    /// What they are called who gave it, if it was noted.
    pub who: Option<String>,
    /// What they are known by elsewhere, or only where.
    pub from: Option<String>,
    /// When.
    pub time: Time,
}

impl From<&Entry> for Given {
    fn from(entry: &Entry) -> Self {
        Self {
            seq: entry.seq,
            stage: entry.stage.clone(),
            by: entry.by,
            who: entry.who.clone(),
            from: entry.from.clone(),
            time: entry.time,
        }
    }
}

/// Everything that was done, as it came: a deed after as many entries as there were.
pub fn in_order(given: Vec<Given>, deeds: Vec<Deed>) -> Vec<Act> {
    let mut acts = Vec::with_capacity(given.len() + deeds.len());
    let mut deeds = deeds.into_iter().peekable();
    for given in given {
        while let Some(deed) = deeds.next_if(|deed| deed.entries < given.seq) {
            acts.push(Act::Deed(deed));
        }
        acts.push(Act::Given(given));
    }
    acts.extend(deeds.map(Act::Deed));
    acts
}

impl Deed {
    /// What was done and by whom, in words; `moment` writes a time.
    pub fn words(&self, moment: &dyn Fn(Time) -> String) -> String {
        let mut words = doer(self.who.as_deref(), self.from.as_deref())
            .unwrap_or_else(|| String::from("the house"));
        if let Some(place) = &self.place {
            words.push_str(" in ");
            words.push_str(place);
        }
        if let Some(said) = &self.said {
            words.push_str(", \"");
            words.push_str(said);
            words.push('"');
        }
        words.push_str(": ");
        let facts: Vec<String> = self.facts.iter().map(|it| it.words(moment)).collect();
        if facts.is_empty() {
            words.push_str("nothing changed");
        } else {
            words.push_str(&facts.join("; "));
        }
        words
    }
}

impl Given {
    /// Who gave it, in words; `seat` names a seat.
    pub fn words(&self, seat: &dyn Fn(parlour_rules::Seat) -> String) -> String {
        let by = match self.by {
            Actor::Seat(it) => seat(it),
            Actor::Clock => String::from("the clock"),
        };
        match doer(self.who.as_deref(), self.from.as_deref()) {
            Some(doer) => format!("{by}, {doer}"),
            None => by,
        }
    }
}

/// `Ann (slack:U024BE7LH)`, or what is known of it.
fn doer(who: Option<&str>, from: Option<&str>) -> Option<String> {
    match (who, from) {
        (Some(who), Some(from)) => Some(format!("{who} ({from})")),
        (Some(one), None) | (None, Some(one)) => Some(one.to_owned()),
        (None, None) => None,
    }
}

impl fmt::Display for Somebody {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.from {
            Some(from) => write!(f, "{} ({from})", self.who),
            None => f.write_str(&self.who),
        }
    }
}

impl Fact {
    /// The fact in words; `moment` writes a time.
    fn words(&self, moment: &dyn Fn(Time) -> String) -> String {
        match self {
            Self::Opened => String::from("the table was opened"),
            Self::Forked { table, entries } => {
                format!("it begins with the first {entries} entries of table {table}")
            }
            Self::Sat { seat, came } => format!("{came} sat down at {seat}"),
            Self::Rose { seat, gone } => format!("{gone} is not at {seat} any more"),
            Self::Replaced { seat, gone, came } => {
                format!("{came} is at {seat} in the place of {gone}")
            }
            Self::Admitted(who) => format!("{who} may watch"),
            Self::Dismissed(who) => format!("{who} is not among those who watch any more"),
            Self::HandedOver(Some(from)) => format!("the table is {from}'s from now on"),
            Self::HandedOver(None) => String::from("the table has another owner"),
            Self::Invited(place) => format!("an invitation {} was made", to(*place)),
            Self::Uninvited(place) => format!("an invitation {} ended", to(*place)),
            Self::Started => String::from("play began"),
            Self::Paused => String::from("play was paused"),
            Self::Resumed => String::from("play goes on"),
            Self::Closed => String::from("the table was closed"),
            Self::Deadline { stage, due } => format!("{stage} ends {}", moment(*due)),
            Self::DeadlineLifted => String::from("there is no deadline"),
            Self::Open(true) => String::from("anybody may watch"),
            Self::Open(false) => String::from("only who is admitted may watch"),
            Self::Title(title) => format!("it is called \"{title}\""),
            Self::Tags => String::from("it is found under other words"),
            Self::Settings(names) if names.is_empty() => String::from("settings changed"),
            Self::Settings(names) => format!("settings changed: {}", names.join(", ")),
            Self::UndoAsked(to) => format!("it was asked that {to} entries remain"),
            Self::UndoRefused => String::from("nothing is taken back"),
            Self::Moved(table) => format!("play goes on at table {table}"),
        }
    }
}

fn to(place: Place) -> String {
    match place {
        Place::Seat(seat) => format!("to {seat}"),
        Place::AnySeat => String::from("to any seat"),
        Place::Watch => String::from("to watch"),
    }
}
