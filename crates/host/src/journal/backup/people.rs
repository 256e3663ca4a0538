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

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::hash::{BuildHasher, RandomState};
use std::io::{Read, Write};
use std::path::Path;

use serde_json::{Map, Value, json};

use super::lines::{Line, Reader, Row, Writer};
use super::{BackupError, Store, Tally, back_up, check, restore};
use crate::Time;
use crate::audit::{Deed, read_deed};
use crate::log::{Hash, Stored, read_entry, without_hash};
use crate::table::{Identity, TableId, who_key};

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

/// Erases a person from a database that nobody serves meanwhile. What stood there before
/// is in `folder` for as long as it takes.
pub fn erase(store: Store<'_>, who: &Identity, folder: &Path, now: Time) -> Result<Erased> {
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

/// A table that somebody has been at.
#[derive(Default)]
struct Known {
    /// What they were called there.
    names: BTreeSet<String>,
    /// The hash of the last line of its log, once it was linked anew.
    log: Option<Hash>,
}

struct Erasing {
    who: String,
    alias: String,
    tables: BTreeMap<String, Known>,
}

impl Erasing {
    fn new(who: &Identity) -> Self {
        let chance = RandomState::new().hash_one(&who.0);
        Self {
            who: who.0.clone(),
            alias: format!("erased:{chance:016x}"),
            tables: BTreeMap::new(),
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
            if !text.contains(&self.who) {
                continue;
            }
            let mut names = BTreeSet::new();
            match table.as_str() {
                "tables" => {
                    let record = serde_json::from_str(text).unwrap_or_default();
                    names_of(&record, &self.who, &mut names);
                    if !mentions(&record, &self.who) {
                        continue;
                    }
                }
                "entries" => match read_entry(text) {
                    Ok(entry) if entry.from.as_deref() == Some(&self.who) => {
                        names.extend(entry.who);
                    }
                    _ => continue,
                },
                _ => match read_deed(text) {
                    Ok(deed) if deed.from.as_deref() == Some(&self.who) => names.extend(deed.who),
                    _ => continue,
                },
            }
            let known = self.tables.entry(of.to_owned()).or_default();
            known.names.extend(names);
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
            } else if row
                .values()
                .any(|it| it.as_str().is_some_and(|it| it.contains(&self.who)))
            {
                self.change_others(&mut row);
            }
            if let Some(writer) = &mut writer {
                writer.row(&table, &Value::Object(row).to_string())?;
            }
        };
        for (of, (log, _)) in chains {
            let known = self.tables.entry(of.clone()).or_default();
            let ending = endings.get(&of).and_then(|line| without_hash(line));
            known.log = Some(ending.map_or(log, |body| Stored::link(body, log).hash));
        }
        if let Some(writer) = writer {
            let _: Tally = writer.finish(last)?;
        }
        Ok(erased)
    }

    /// Whether a row belongs to nobody else.
    fn is_theirs_alone(&self, table: &str, row: &Map<String, Value>) -> bool {
        let is = |name: &str| column(row, name) == self.who;
        match table {
            "heard" => is("who"),
            "notes" | "dropped" => is("recipient"),
            "passes" => is("holder"),
            // What platforms have told of them: `task:telegram:open:5`.
            "leases" => {
                let user = self.who.split_once(':').map_or("", |(_, user)| user);
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
        if let Ok(mut record) = serde_json::from_str(column(row, "record")) {
            self.replace(&mut record, &known.names);
            if let Some(title) = record["title"].as_str() {
                let named = |title: String, name: &String| title.replace(name, SOMEBODY);
                let title = known.names.iter().fold(title.to_owned(), named);
                record["title"] = json!(title);
            }
            row.insert(String::from("record"), json!(record.to_string()));
        }
        // How it stands is looked at anew.
        if row.contains_key("face") {
            row.insert(String::from("face"), Value::Null);
        }
        if let (true, Some(log)) = (writes, known.log) {
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
        let names = &self.tables.get(of)?.names;
        let theirs = |who: &Option<String>, from: &Option<String>| {
            let named = who.as_ref().is_some_and(|who| names.contains(who));
            named || from.as_ref() == Some(&self.who)
        };
        if table == "entries" {
            let mut entry = read_entry(line).ok()?;
            if theirs(&entry.who, &entry.from) {
                entry.who = Some(SOMEBODY.to_owned());
                entry.from = None;
                return Some(Stored::entry(&entry, previous));
            }
            return Some(Stored::link(without_hash(line)?, previous));
        }
        let body = without_hash(line)?;
        let mut deed: Value = serde_json::from_str(&body).ok()?;
        let member = |name: &str| deed[name].as_str().map(str::to_owned);
        let is_theirs = theirs(&member("who"), &member("from"));
        if let (true, Some(deed)) = (is_theirs, deed.as_object_mut()) {
            deed.remove("from");
            deed.remove("said");
        }
        self.replace(&mut deed, names);
        let deed: Deed = serde_json::from_value(deed).ok()?;
        Some(Stored::deed(&deed, previous))
    }

    /// Anything else in which they are named.
    fn change_others(&self, row: &mut Map<String, Value>) {
        let key = who_key(&Identity(self.who.clone()));
        let nowhere = who_key(&Identity(self.alias.clone()));
        for value in row.values_mut() {
            let Value::String(text) = value else { continue };
            if *text == key {
                text.clone_from(&nowhere);
            } else if *text == self.who {
                text.clone_from(&self.alias);
            } else if text.starts_with(['{', '['])
                && let Ok(mut inside) = serde_json::from_str(text)
            {
                self.replace(&mut inside, &BTreeSet::new());
                *text = inside.to_string();
            }
        }
    }

    /// Puts nobody in their place, wherever their identity or a name of theirs stands.
    fn replace(&self, value: &mut Value, names: &BTreeSet<String>) {
        match value {
            Value::String(text) if *text == self.who => text.clone_from(&self.alias),
            Value::String(text) if names.contains(text) => SOMEBODY.clone_into(text),
            Value::Array(values) => {
                for value in values {
                    self.replace(value, names);
                }
            }
            Value::Object(members) => {
                if let Some(member) = members.remove(&self.who) {
                    members.insert(self.alias.clone(), member);
                }
                for value in members.values_mut() {
                    self.replace(value, names);
                }
            }
            _ => {}
        }
    }
}

/// A line whose own hash is known.
fn relinked(body: &str, hash: Hash) -> String {
    let open = body.strip_suffix('}').unwrap_or(body);
    format!("{open},\"hash\":\"{hash}\"}}")
}

fn column<'a>(row: &'a Map<String, Value>, name: &str) -> &'a str {
    row.get(name).and_then(Value::as_str).unwrap_or_default()
}

/// Whether an identity stands in a value, as a whole.
fn mentions(value: &Value, who: &str) -> bool {
    match value {
        Value::String(text) => text == who,
        Value::Array(values) => values.iter().any(|it| mentions(it, who)),
        Value::Object(members) => {
            members.contains_key(who) || members.values().any(|it| mentions(it, who))
        }
        _ => false,
    }
}

/// What somebody is called: `{"identity":…,"name":…}` anywhere in a record.
fn names_of(value: &Value, who: &str, names: &mut BTreeSet<String>) {
    match value {
        Value::Array(values) => values.iter().for_each(|it| names_of(it, who, names)),
        Value::Object(members) => {
            if members.get("identity").and_then(Value::as_str) == Some(who)
                && let Some(name) = members.get("name").and_then(Value::as_str)
                && !name.is_empty()
            {
                names.insert(name.to_owned());
            }
            members.values().for_each(|it| names_of(it, who, names));
        }
        _ => {}
    }
}

/// Writes every row that is about somebody, without what is others' or the game's secret.
fn told(source: impl Read, who: &Identity, mut to: impl Write) -> Result<u64> {
    let who = who.0.as_str();
    let (_, mut reader) = Reader::open(source)?;
    let mut lines = 0;
    while let Line::Row(Row { table, row }) = reader.next()? {
        let of = || column(&row, "table_id");
        let line = || column(&row, "line");
        let value = match table.as_str() {
            "tables" => {
                let record: Value =
                    serde_json::from_str(column(&row, "record")).unwrap_or_default();
                if !mentions(&record, who) {
                    continue;
                }
                let mut names = BTreeSet::new();
                names_of(&record, who, &mut names);
                json!({
                    "table": column(&row, "id"), "game": record["game"],
                    "title": record["title"], "called": names,
                    "owner": record["owner"] == who,
                })
            }
            "entries" => match read_entry(line()) {
                Ok(entry) if entry.from.as_deref() == Some(who) => json!({
                    "table": of(), "entry": entry.seq, "time": entry.time,
                    "command": serde_json::from_str::<Value>(entry.command.as_str()).ok(),
                }),
                _ => continue,
            },
            "deeds" => match read_deed(line()) {
                Ok(deed) if deed.from.as_deref() == Some(who) => json!({
                    "table": of(), "deed": deed.version, "time": deed.time,
                    "place": deed.place, "said": deed.said,
                }),
                _ => continue,
            },
            "notes" if column(&row, "recipient") == who => {
                json!({ "message_that_waits": column(&row, "note"), "time": row.get("time") })
            }
            "passes" if column(&row, "holder") == who => json!({
                "pass": row.get("purpose"), "about": row.get("about"),
                "made": row.get("made"), "last": row.get("last"), "until": row.get("until"),
            }),
            "heard" if column(&row, "who") == who => json!({
                "table": of(), "message_id": column(&row, "message"), "time": row.get("time"),
            }),
            _ => continue,
        };
        writeln!(to, "{value}")?;
        lines += 1;
    }
    Ok(lines)
}
