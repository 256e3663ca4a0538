//! What a database keeps of one person: shown on request, and erased on request.
//!
//! Both read a [backup](super): it holds everything, whatever the kind of database.
//! Erasing writes it once more with the person left out, and that is restored in the
//! place of what was there; so it is all done, or nothing is.
//!
//! Others have played with them, so tables stay: the person becomes "somebody" under an
//! identity that leads nowhere, in the record, in the lines of the log and in the audit,
//! and the chains of both are linked anew. What was decided stays as it was decided, so a
//! log can be replayed and verified afterwards. Press stays with those who were told it.
//! What is the person's alone goes: passes, messages that wait, ids of messages.

mod known;

use std::collections::BTreeMap;
use std::fs::File;
use std::hash::{BuildHasher, RandomState};
use std::io::{Read, Write};
use std::path::Path;

use parlour_rules::Actor;
use serde_json::{Map, Value, json};

use super::lines::{Line, Reader, Row, Writer};
use super::{BackupError, Store, Tally, back_up, check, left_alone, restore};
use crate::Time;
use crate::audit::{Deed, read_deed};
use crate::host::reaching::{BY, FOR};
use crate::log::{Entry, Hash, Stored, read_entry, without_hash};
use crate::table::{Identity, TableId, who_key};
use known::{Known, NAMED, Who};

/// What somebody is called who was erased.
pub const SOMEBODY: &str = "somebody";

/// What was erased of a person.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Erased {
    /// Tables at which they are somebody now.
    pub tables: u64,
    /// Rows that are gone: passes, messages that wait, ids of messages.
    pub rows: u64,
}

/// Writes what a database keeps of a person, an object a line; how many lines.
pub fn tell(store: Store<'_>, who: &Identity, folder: &Path, to: impl Write) -> Result<u64> {
    let before = folder.join("before");
    back_up(store, private(&before)?, Time(0))?;
    told(File::open(&before)?, who, to)
}

/// Erases a person from a database that nobody uses meanwhile, and refuses one that
/// somebody does: a service would go on with tables as they were. What stood there before
/// is in `folder` for as long as it takes.
pub fn erase(store: Store<'_>, who: &Identity, folder: &Path, now: Time) -> Result<Erased> {
    left_alone(store)?;
    let (before, after) = (folder.join("before"), folder.join("after"));
    back_up(store, private(&before)?, now)?;
    let mut erasing = Erasing::new(who);
    erasing.look(File::open(&before)?)?;
    erasing.rewrite(File::open(&before)?, None::<Vec<u8>>)?;
    let erased = erasing.rewrite(File::open(&before)?, Some(private(&after)?))?;
    if erased == Erased::default() {
        return Ok(erased);
    }
    // A log that was whole is whole: otherwise nothing is touched.
    let damaged = |path: &Path| -> Result<Vec<TableId>> {
        let checked = check(File::open(path)?)?;
        Ok(checked.damaged.into_iter().map(|(id, _)| id).collect())
    };
    let (was, is) = (damaged(&before)?, damaged(&after)?);
    if let Some(id) = is.iter().find(|id| !was.contains(id)) {
        let what = format!("table {id} cannot be rewritten; nothing is erased");
        return Err(BackupError::line(0, what));
    }
    left_alone(store)?;
    restore(store, &after, true)?;
    // What was there before must not lie about in pages that are free.
    #[cfg(feature = "sqlite")]
    if let Store::Sqlite(path) = store {
        super::sqlite::tidy_up(path)?;
    }
    Ok(erased)
}

type Result<T> = std::result::Result<T, BackupError>;

fn private(path: &Path) -> Result<File> {
    Ok(crate::private::create(path)?)
}

struct Erasing {
    who: Who,
    alias: String,
    /// Tables that know them.
    tables: BTreeMap<String, Known>,
    /// The hash of the last line of each log, once it was linked anew.
    logs: BTreeMap<String, Hash>,
}

impl Erasing {
    fn new(who: &Identity) -> Self {
        let chance = RandomState::new().hash_one(&who.0);
        Self {
            who: Who::new(who),
            alias: format!("erased:{chance:016x}"),
            tables: BTreeMap::new(),
            logs: BTreeMap::new(),
        }
    }

    /// Finds the tables that know them.
    fn look(&mut self, source: impl Read) -> Result<()> {
        let (_, mut reader) = Reader::open(source)?;
        while let Line::Row(Row { table, row }) = reader.next()? {
            let (of, text) = match table.as_str() {
                "tables" => (column(&row, "id"), column(&row, "record")),
                "entries" | "deeds" => (column(&row, "table_id"), column(&row, "line")),
                _ => continue,
            };
            if !self.who.may_be_in(text) {
                continue;
            }
            if table == "tables" {
                let record = serde_json::from_str(text).unwrap_or_default();
                if self.who.is_in(&record) {
                    let known = Known::by_record(&self.who, &record);
                    self.tables.insert(of.to_owned(), known);
                }
                continue;
            }
            let line = match table.as_str() {
                "entries" => match read_entry(text) {
                    Ok(entry) => json!({ "who": entry.who, "from": entry.from }),
                    Err(_) => continue,
                },
                // Whoever was given a seat and left it stands in what others have done.
                _ => match read_deed(text) {
                    Ok(deed) => serde_json::to_value(deed).unwrap_or_default(),
                    Err(_) => continue,
                },
            };
            if self.who.is_in(&line) {
                let known = self.tables.entry(of.to_owned()).or_default();
                self.who.names_in(&line, &mut known.names);
            }
        }
        Ok(())
    }

    /// Reads everything and links what changes anew. With a target, everything is written
    /// there; the first time there is none, since what a table says of its last line
    /// comes before that line.
    fn rewrite(&mut self, source: impl Read, target: Option<impl Write>) -> Result<Erased> {
        let (head, mut reader) = Reader::open(source)?;
        let mut writer = match target {
            Some(target) => Some(Writer::new(target, head, Time(0))?),
            None => None,
        };
        let writes = writer.is_some();
        let mut chains: BTreeMap<String, (Hash, Hash)> = BTreeMap::new();
        let mut endings: BTreeMap<String, String> = BTreeMap::new();
        let mut erased = Erased {
            tables: self.tables.len() as u64,
            rows: 0,
        };
        let last = loop {
            let Row { table, mut row } = match reader.next()? {
                Line::Row(row) => row,
                Line::End(end) => break end.last,
            };
            let wrong = |what: &str| BackupError::line(reader.number(), what);
            if self.is_theirs_alone(&table, &row) {
                erased.rows += 1;
                continue;
            }
            let name = if table == "tables" { "id" } else { "table_id" };
            let of = column(&row, name).to_owned();
            if self.tables.contains_key(&of) {
                match table.as_str() {
                    "tables" => {
                        let start = Hash::of_header(column(&row, "header"));
                        chains.insert(of.clone(), (start, start));
                        endings.insert(of.clone(), column(&row, "ending").to_owned());
                        self.change_table(&of, &mut row, writes);
                    }
                    "entries" | "deeds" => {
                        let (log, audit) = chains.get_mut(&of).ok_or_else(|| wrong("no table"))?;
                        let chain = if table == "entries" { log } else { audit };
                        let line = column(&row, "line");
                        let stored = self.linked(&table, &of, line, *chain);
                        let stored = stored.ok_or_else(|| wrong("not a line"))?;
                        *chain = stored.hash;
                        row.insert(String::from("line"), json!(stored.line));
                    }
                    _ => self.change_others(&mut row),
                }
            } else {
                self.change_others(&mut row);
            }
            if let Some(writer) = &mut writer {
                writer.row(&table, &Value::Object(row).to_string())?;
            }
        };
        for (of, (log, _)) in chains {
            let ending = endings.get(&of).and_then(|line| without_hash(line));
            let last = ending.map_or(log, |body| Stored::link(body, log).hash);
            self.logs.insert(of, last);
        }
        if let Some(writer) = writer {
            let _: Tally = writer.finish(last)?;
        }
        Ok(erased)
    }

    /// Whether a row belongs to nobody else.
    fn is_theirs_alone(&self, table: &str, row: &Map<String, Value>) -> bool {
        let is = |name: &str| column(row, name) == self.who.identity;
        match table {
            "heard" => is("who"),
            "notes" | "dropped" => is("recipient"),
            // Both sides of a link stand there, each under its own name.
            "passes" => is("holder") || is("id") && matches!(column(row, "purpose"), BY | FOR),
            // What platforms have told of them: `task:telegram:open:5`.
            "leases" => {
                let user = self
                    .who
                    .identity
                    .split_once(':')
                    .map_or("", |(_, user)| user);
                let task = column(row, "task");
                !user.is_empty() && task.rsplit(':').next() == Some(user)
            }
            _ => false,
        }
    }

    /// The row of a table: its record, and how its last line is linked.
    fn change_table(&self, of: &str, row: &mut Map<String, Value>, writes: bool) {
        let Some(known) = self.tables.get(of) else {
            return;
        };
        if let Ok(record) = serde_json::from_str::<Value>(column(row, "record")) {
            let mut changed = record.clone();
            self.replace(&mut changed);
            if let Some(title) = record["title"].as_str() {
                changed["title"] = json!(known.retitled(title, SOMEBODY));
            }
            if changed != record {
                row.insert(String::from("record"), json!(changed.to_string()));
            }
        }
        // How it stands is looked at anew.
        if row.contains_key("face") {
            row.insert(String::from("face"), Value::Null);
        }
        if let (true, Some(&log)) = (writes, self.logs.get(of)) {
            if let Some(body) = without_hash(column(row, "ending")) {
                // The end is linked to the line before it: that one is not known here, but
                // its own hash is the last of the log.
                let line = relinked(&body, log);
                row.insert(String::from("ending"), json!(line));
            }
            row.insert(String::from("hash"), json!(log.to_string()));
        }
    }

    /// A line of a log or an audit without them, after the one before it.
    fn linked(&self, table: &str, of: &str, line: &str, previous: Hash) -> Option<Stored> {
        let known = self.tables.get(of)?;
        if table == "entries" {
            let mut entry = read_entry(line).ok()?;
            if is_given_by(known, &self.who, &entry) {
                entry.who = Some(SOMEBODY.to_owned());
                entry.from = None;
                return Some(Stored::entry(&entry, previous));
            }
            return Some(Stored::link(without_hash(line)?, previous));
        }
        let body = without_hash(line)?;
        let deed: Value = serde_json::from_str(&body).ok()?;
        let mut changed = deed.clone();
        self.change_deed(&mut changed, known);
        if changed == deed {
            return Some(Stored::link(body, previous));
        }
        let deed: Deed = serde_json::from_value(changed).ok()?;
        Some(Stored::deed(&deed, previous))
    }

    /// A line of an audit: who asked for the change, and whom it was about.
    fn change_deed(&self, deed: &mut Value, known: &Known) {
        let text = |name: &str| deed[name].as_str();
        if known.is_theirs(&self.who, text("who"), text("from"), None)
            && let Some(members) = deed.as_object_mut()
        {
            members.remove("from");
            members.remove("said");
            if let Some(name) = members.get_mut("who") {
                *name = json!(SOMEBODY);
            }
        }
        let facts = deed["facts"].as_array_mut().into_iter().flatten();
        for fact in facts.filter_map(Value::as_object_mut) {
            for (kind, about) in fact.iter_mut() {
                match kind.as_str() {
                    "sat" | "rose" | "replaced" => {
                        let seat = about["seat"].as_u64();
                        for somebody in ["came", "gone"] {
                            if let Some(somebody) = about.get_mut(somebody) {
                                self.change_somebody(somebody, known, seat);
                            }
                        }
                    }
                    "admitted" | "dismissed" => self.change_somebody(about, known, None),
                    "title" => {
                        if let Some(title) = about.as_str() {
                            *about = json!(known.retitled(title, SOMEBODY));
                        }
                    }
                    _ => {}
                }
            }
        }
        self.replace(&mut deed["facts"]);
    }

    /// `{"who":…,"from":…}` in an audit.
    fn change_somebody(&self, somebody: &mut Value, known: &Known, seat: Option<u64>) {
        let text = |name: &str| somebody[name].as_str();
        if known.is_theirs(&self.who, text("who"), text("from"), seat) {
            somebody["who"] = json!(SOMEBODY);
        }
    }

    /// Anything else in which they are named.
    fn change_others(&self, row: &mut Map<String, Value>) {
        let key = who_key(&Identity(self.who.identity.clone()));
        let nowhere = who_key(&Identity(self.alias.clone()));
        for value in row.values_mut() {
            let Value::String(text) = value else { continue };
            if !self.who.may_be_in(text) {
                continue;
            }
            if *text == key {
                text.clone_from(&nowhere);
            } else if self.who.is(text) {
                text.clone_from(&self.alias);
            } else if text.starts_with(['{', '['])
                && let Ok(inside) = serde_json::from_str::<Value>(text)
            {
                let mut changed = inside.clone();
                self.replace(&mut changed);
                if changed != inside {
                    *text = changed.to_string();
                }
            }
        }
    }

    /// Puts nobody in their place, wherever their identity stands, and the name beside it.
    fn replace(&self, value: &mut Value) {
        match value {
            Value::String(text) if self.who.is(text) => text.clone_from(&self.alias),
            Value::Array(values) => values.iter_mut().for_each(|it| self.replace(it)),
            Value::Object(members) => {
                for (known_by, called) in NAMED {
                    let text = members.get(known_by).and_then(Value::as_str);
                    if text.is_some_and(|it| self.who.is(it))
                        && let Some(name @ Value::String(_)) = members.get_mut(called)
                    {
                        *name = json!(SOMEBODY);
                    }
                }
                if let Some(member) = members.remove(&self.who.identity) {
                    members.insert(self.alias.clone(), member);
                }
                members.values_mut().for_each(|it| self.replace(it));
            }
            _ => {}
        }
    }
}

/// Whether an entry was given by somebody.
fn is_given_by(known: &Known, who: &Who, entry: &Entry) -> bool {
    let seat = match entry.by {
        Actor::Seat(seat) => Some(u64::from(seat.0)),
        Actor::Clock => None,
    };
    known.is_theirs(who, entry.who.as_deref(), entry.from.as_deref(), seat)
}

/// A line whose own hash is known.
fn relinked(body: &str, hash: Hash) -> String {
    let open = body.strip_suffix('}').unwrap_or(body);
    format!("{open},\"hash\":\"{hash}\"}}")
}

fn column<'a>(row: &'a Map<String, Value>, name: &str) -> &'a str {
    row.get(name).and_then(Value::as_str).unwrap_or_default()
}

/// Writes every row that is about somebody, without what is others' or the game's secret.
fn told(source: impl Read, who: &Identity, mut to: impl Write) -> Result<u64> {
    let who = Who::new(who);
    let identity = who.identity.as_str();
    let (_, mut reader) = Reader::open(source)?;
    let mut tables: BTreeMap<String, Known> = BTreeMap::new();
    let nowhere = Known::default();
    let mut lines = 0;
    while let Line::Row(Row { table, row }) = reader.next()? {
        let of = || column(&row, "table_id");
        let line = || column(&row, "line");
        let known = || tables.get(of()).unwrap_or(&nowhere);
        let value = match table.as_str() {
            "tables" => {
                let record: Value =
                    serde_json::from_str(column(&row, "record")).unwrap_or_default();
                if !who.is_in(&record) {
                    continue;
                }
                let known = Known::by_record(&who, &record);
                let value = json!({
                    "table": column(&row, "id"), "game": record["game"],
                    "title": record["title"], "called": known.names,
                    "owner": record["owner"] == identity,
                });
                tables.insert(column(&row, "id").to_owned(), known);
                value
            }
            "entries" => match read_entry(line()) {
                Ok(entry) if is_given_by(known(), &who, &entry) => json!({
                    "table": of(), "entry": entry.seq, "time": entry.time,
                    "command": serde_json::from_str::<Value>(entry.command.as_str()).ok(),
                }),
                _ => continue,
            },
            "deeds" => match read_deed(line()) {
                Ok(deed)
                    if known().is_surely_theirs(
                        &who,
                        deed.who.as_deref(),
                        deed.from.as_deref(),
                    ) =>
                {
                    json!({
                        "table": of(), "deed": deed.version, "time": deed.time,
                        "place": deed.place, "said": deed.said,
                    })
                }
                _ => continue,
            },
            "notes" if column(&row, "recipient") == identity => {
                json!({ "message_that_waits": column(&row, "note"), "time": row.get("time") })
            }
            "passes" if column(&row, "holder") == identity => json!({
                "pass": row.get("purpose"), "about": row.get("about"),
                "made": row.get("made"), "last": row.get("last"), "until": row.get("until"),
            }),
            "heard" if column(&row, "who") == identity => json!({
                "table": of(), "message_id": column(&row, "message"), "time": row.get("time"),
            }),
            _ => continue,
        };
        writeln!(to, "{value}")?;
        lines += 1;
    }
    Ok(lines)
}
