//! What has changed of a record, told without its secrets.

use std::collections::BTreeSet;

use parlour_rules::{Seat, Stage};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::asker::LONGEST_NAME;
use crate::deadline::Deadline;
use crate::journal::Change;
use crate::table::{Identity, Person, Place, Record, TableId};
use crate::{Json, Registry, Time, quotable};

/// The most settings that a fact names.
const MOST_SETTINGS: usize = 24;

/// Somebody, as an audit names them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Somebody {
    /// What they are called.
    pub who: String,
    /// What they are known by elsewhere, or only where.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
}

/// Something that has changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fact {
    /// The table was opened.
    Opened,
    /// It began with entries of another table.
    Forked {
        /// That table.
        table: TableId,
        /// How many.
        entries: u64,
    },
    /// A free seat was taken.
    Sat {
        /// Which.
        seat: Seat,
        /// By whom.
        came: Somebody,
    },
    /// A seat became free.
    Rose {
        /// Which.
        seat: Seat,
        /// Who sat there.
        gone: Somebody,
    },
    /// A seat was given to somebody else.
    Replaced {
        /// Which.
        seat: Seat,
        /// Who sat there.
        gone: Somebody,
        /// Who sits there now.
        came: Somebody,
    },
    /// Somebody was admitted to watch.
    Admitted(Somebody),
    /// Somebody who was admitted to watch is not any more.
    Dismissed(Somebody),
    /// The table has another owner, from there.
    HandedOver(Option<String>),
    /// Somebody was invited, by a code that is not told.
    Invited(Place),
    /// An invitation was used up or taken back.
    Uninvited(Place),
    /// Play began.
    Started,
    /// It was paused.
    Paused,
    /// It goes on.
    Resumed,
    /// It was closed before its game was over.
    Closed,
    /// A stage has another deadline.
    Deadline {
        /// The stage.
        stage: Stage,
        /// When its time is up.
        due: Time,
    },
    /// There is no deadline any more.
    DeadlineLifted,
    /// Whether anybody may watch.
    Open(bool),
    /// What it is called from now on.
    Title(String),
    /// It is found under other words.
    Tags,
    /// Settings of these names have other values.
    Settings(Vec<String>),
    /// Somebody asked that only so many entries remain, or agreed to it.
    UndoAsked(u64),
    /// That was refused, or given up.
    UndoRefused,
    /// Play goes on at another table.
    Moved(TableId),
}

/// A table before a change.
#[derive(Clone, Copy)]
pub(crate) struct Before<'a> {
    pub record: &'a Record,
    pub deadline: Option<&'a Deadline>,
}

/// What a change has come to; without a table before it, what it was opened with.
pub(crate) fn facts(
    registry: &Registry,
    before: Option<Before<'_>>,
    record: &Record,
    deadline: &Change<Option<Deadline>>,
) -> Vec<Fact> {
    let nothing = Record {
        owner: record.owner.clone(),
        title: record.title.clone(),
        open: record.open,
        settings: record.settings.clone(),
        tags: record.tags.clone(),
        started: None,
        ..Record::unknown(&record.game)
    };
    let mut facts = Vec::new();
    let (old, due) = if let Some(before) = before {
        (before.record, before.deadline)
    } else {
        facts.push(Fact::Opened);
        facts.extend(record.forked_from.as_ref().map(|origin| Fact::Forked {
            table: origin.table.clone(),
            entries: origin.seq,
        }));
        (&nothing, None)
    };
    people(registry, old, record, &mut facts);
    if old.owner != record.owner {
        facts.push(Fact::HandedOver(registry.shown(&record.owner)));
    }
    invitations(old, record, &mut facts);
    course(old, record, &mut facts);
    if let Change::Set(new) = deadline
        && new.as_ref() != due
    {
        facts.push(match new {
            Some(new) => Fact::Deadline {
                stage: new.stage.clone(),
                due: new.due,
            },
            None => Fact::DeadlineLifted,
        });
    }
    described(old, record, &mut facts);
    facts
}

/// Who came and who went.
fn people(registry: &Registry, old: &Record, new: &Record, facts: &mut Vec<Fact>) {
    let named = |person: &Person| Somebody {
        who: quotable(&person.name, LONGEST_NAME),
        from: registry.shown(&person.identity),
    };
    for (seat, now) in (0_u8..).map(Seat).zip(&new.chairs) {
        let then = old.chairs.get(usize::from(seat.0)).and_then(Option::as_ref);
        match (then, now) {
            (None, Some(came)) => facts.push(Fact::Sat {
                seat,
                came: named(came),
            }),
            (Some(gone), None) => facts.push(Fact::Rose {
                seat,
                gone: named(gone),
            }),
            (Some(gone), Some(came)) if gone != came => facts.push(Fact::Replaced {
                seat,
                gone: named(gone),
                came: named(came),
            }),
            _ => {}
        }
    }
    let watches = |record: &Record, who: &Identity| {
        let mut watching = record.spectators.iter();
        watching.any(|it| it.identity == *who)
    };
    let came = new.spectators.iter();
    let came = came.filter(|it| !watches(old, &it.identity));
    facts.extend(came.map(|it| Fact::Admitted(named(it))));
    let gone = old.spectators.iter();
    let gone = gone.filter(|it| !watches(new, &it.identity));
    facts.extend(gone.map(|it| Fact::Dismissed(named(it))));
}

fn invitations(old: &Record, new: &Record, facts: &mut Vec<Fact>) {
    let (then, now) = (&old.invitations, &new.invitations);
    let made = now.iter().filter(|it| !then.contains(it));
    facts.extend(made.map(|it| Fact::Invited(it.place)));
    let gone = then.iter().filter(|it| !now.contains(it));
    facts.extend(gone.map(|it| Fact::Uninvited(it.place)));
}

/// Whether it is played, and where it goes on.
fn course(old: &Record, new: &Record, facts: &mut Vec<Fact>) {
    if old.started.is_none() && new.started.is_some() {
        facts.push(Fact::Started);
    }
    match (old.paused, new.paused) {
        (None, Some(_)) => facts.push(Fact::Paused),
        (Some(_), None) => facts.push(Fact::Resumed),
        _ => {}
    }
    match (&old.undo, &new.undo) {
        (then, Some(now)) if then.as_ref() != Some(now) => facts.push(Fact::UndoAsked(now.to)),
        (Some(_), None) if new.moved_to.is_none() => facts.push(Fact::UndoRefused),
        _ => {}
    }
    if let Some(to) = new.moved_to.as_ref().filter(|_| old.moved_to.is_none()) {
        facts.push(Fact::Moved(to.clone()));
    }
    if old.closed.is_none() && new.closed.is_some() {
        facts.push(Fact::Closed);
    }
}

/// What it is called, and what was agreed.
fn described(old: &Record, new: &Record, facts: &mut Vec<Fact>) {
    if old.open != new.open {
        facts.push(Fact::Open(new.open));
    }
    if old.title != new.title {
        facts.push(Fact::Title(quotable(&new.title, LONGEST_NAME)));
    }
    if old.settings != new.settings {
        facts.push(Fact::Settings(changed(&old.settings, &new.settings)));
    }
    if old.tags != new.tags {
        facts.push(Fact::Tags);
    }
}

/// The names of settings that have other values. What looks like no name may be
/// anything, and is not told.
fn changed(old: &Json, new: &Json) -> Vec<String> {
    let (Ok(Value::Object(old)), Ok(Value::Object(new))) = (old.read(), new.read()) else {
        return Vec::new();
    };
    let is_name = |name: &str| {
        (1..=30).contains(&name.len())
            && (name.bytes()).all(|byte| byte.is_ascii_lowercase() || byte == b'_')
    };
    let names: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
    let names = names.into_iter().filter(|name| is_name(name));
    let differ = names.filter(|name| old.get(*name) != new.get(*name));
    differ.take(MOST_SETTINGS).cloned().collect()
}
