//! Forks: another table that shares the beginning of this one. Undo is a fork
//! that everybody agreed to; a sandbox is a fork of one's own.

use parlour_rules::{Actor, Seat, Turn};

use super::fetching::{BATCH, damaged};
use super::{Host, Table};
use crate::Json;
use crate::audit::Asker;
use crate::journal::{Change, JournalError};
use crate::log::{
    End, Entry, Hash, Stored, events_of, read_entry, split_line, start_of, write_log_gz,
};
use crate::refused::Refused;
use crate::table::{Identity, Origin, Person, Record, TableId, UndoAsked};

/// How many entries are looked through at once for the last of somebody's own.
const NEAR: u64 = 32;

/// What asking for an undo came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Undo {
    /// Others who sit at the table must still agree.
    Asked,
    /// All agreed: play goes on at this table.
    Done(TableId),
}

impl Host {
    /// A sandbox: a new table of somebody's own that begins with the first `at`
    /// entries of this one. They hold every seat of it, so only who may know
    /// everything should be let: the owner of a table where nobody else sits, or
    /// anybody once the game is over.
    pub async fn fork(&self, id: &TableId, by: &Person, at: u64) -> Result<TableId, Refused> {
        let table = self.table(id).await?;
        let record = {
            let present = table.present();
            let record = &present.record;
            let alone = record.owner == by.identity
                && record
                    .chairs
                    .iter()
                    .flatten()
                    .all(|it| it.identity == by.identity || it.bot.is_some());
            let over = matches!(present.turn, Turn::Over(_));
            if !alone && !over {
                return Err(Refused::NotOwner);
            }
            if record.viewer(&by.identity).is_none() {
                return Err(Refused::NotAdmitted);
            }
            let mut record = record.clone();
            record.owner = by.identity.clone();
            for chair in &mut record.chairs {
                if chair.as_ref().is_none_or(|it| it.bot.is_none()) {
                    *chair = Some(by.clone());
                }
            }
            record.spectators.clear();
            record.tags.clear();
            record.letters = false;
            record
        };
        let by = Asker::person(by);
        self.fork_as(&table, &by, at, record, None).await
    }

    /// Asks that only the first `to` entries remain, or agrees to what another
    /// asked. Bots always agree. When all who sit agree, play goes on at a fork,
    /// and the old table points to it. Who plays on instead has not agreed, and what
    /// others agreed to before is void.
    pub async fn undo(&self, id: &TableId, by: &Identity, to: u64) -> Result<Undo, Refused> {
        let table = self.table(id).await?;
        let _turn = table.road.lock().await;
        self.undo_held(&table, by, to).await
    }

    /// The same of one's own last command, and of what others have done since: which it
    /// is, is seen in the moment in which it is taken back, so that nobody plays on between.
    /// Where nothing of one's own was played, there is no such entry.
    pub async fn undo_own(&self, id: &TableId, by: &Identity) -> Result<Undo, Refused> {
        let table = self.table(id).await?;
        let _turn = table.road.lock().await;
        loop {
            if self.is_behind(&table).await? {
                self.catch_up(&table).await?;
            }
            let to = self.before_own(&table, by).await?;
            match self.undo_held(&table, by, to).await {
                // Another host came first.
                Err(Refused::StaleSeq { .. }) => {}
                done => return done,
            }
        }
    }

    /// How many entries there were before the last of who sits there.
    async fn before_own(&self, table: &Table, by: &Identity) -> Result<u64, Refused> {
        let (seats, mut end) = {
            let present = table.present();
            let seats: Vec<Seat> = present.record.seats_of(by).collect();
            (seats, present.seq)
        };
        if seats.is_empty() {
            return Err(Refused::NotSeated);
        }
        while end > 0 {
            let first = end.saturating_sub(NEAR) + 1;
            let count = (end - first + 1) as u32;
            let lines = self.journal.entries(&table.id, first, count).await?;
            for (place, line) in lines.iter().enumerate().rev() {
                let seq = first + place as u64;
                let entry = read_entry(line).map_err(|what| damaged(&table.id, seq, &what))?;
                if matches!(entry.by, Actor::Seat(seat) if seats.contains(&seat)) {
                    return Ok(seq - 1);
                }
            }
            end = first - 1;
        }
        Err(Refused::NoSuchEntry(0))
    }

    /// The same by who holds the road: whoever sits at the table in this process waits for
    /// the end of it.
    async fn undo_held(&self, table: &Table, by: &Identity, to: u64) -> Result<Undo, Refused> {
        let (id, asker) = (&table.id, Asker::known(by));
        table.present().goes_on(table)?;
        let agreed = self
            .amend_held(table, &asker, (None, None), |record, present, _| {
                if let Some(elsewhere) = &record.moved_to {
                    return Err(Refused::Moved(elsewhere.clone()));
                }
                if to >= present.seq {
                    return Err(Refused::NoSuchEntry(to));
                }
                let seats: Vec<_> = record.seats_of(by).collect();
                if seats.is_empty() {
                    return Err(Refused::NotSeated);
                }
                let asked = record.undo_asked(present.seq);
                let mut asked = match asked.filter(|asked| asked.to == to) {
                    Some(asked) => asked.clone(),
                    None => UndoAsked {
                        to,
                        at: present.seq,
                        agreed: Vec::new(),
                    },
                };
                for seat in seats {
                    if !asked.agreed.contains(&seat) {
                        asked.agreed.push(seat);
                    }
                }
                let people = record.chairs.iter().zip(0_u8..);
                let all = people
                    .filter(|(chair, _)| chair.as_ref().is_some_and(|it| it.bot.is_none()))
                    .all(|(_, seat)| asked.agreed.contains(&Seat(seat)));
                let agreed_at = all.then(|| (asked.at, fork_name(id, record, present.hash, to)));
                record.undo = Some(asked);
                Ok::<_, Refused>((agreed_at, Change::Keep, Vec::new()))
            })
            .await?;
        let Some((agreed_at, name)) = agreed else {
            return Ok(Undo::Asked);
        };
        let fork = self.fork_to_go_on_at(table, by, to, name).await?;
        // Of two hosts that come here at once, the first decides where it goes on.
        let moved = self
            .amend_held(table, &asker, (None, None), |record, present, _| {
                if let Some(elsewhere) = &record.moved_to {
                    return Err(Refused::Moved(elsewhere.clone()));
                }
                if present.seq != agreed_at {
                    return Err(Refused::StaleSeq {
                        named: agreed_at,
                        current: present.seq,
                    });
                }
                if fork_name(id, record, present.hash, to) != fork {
                    return Err(Refused::NothingToAgreeTo);
                }
                record.moved_to = Some(fork.clone());
                record.undo = None;
                record.tags.clear();
                Ok(((), Change::Set(None), Vec::new()))
            })
            .await;
        match moved {
            Ok(()) => Ok(Undo::Done(fork)),
            Err(Refused::Moved(elsewhere)) => {
                if elsewhere != fork {
                    self.discard(&fork).await?;
                }
                Ok(Undo::Done(elsewhere))
            }
            // Somebody played on or said no: to this fork nobody goes any more.
            Err(refused @ (Refused::StaleSeq { .. } | Refused::NothingToAgreeTo)) => {
                self.discard(&fork).await?;
                Err(refused)
            }
            // Whether it was stored is known by what is stored. If it was not, the fork
            // stays: another host of the same agreement may be about to go on there, and
            // so does whoever asks again.
            Err(refused) => {
                let kept = self.journal.load(id).await.ok().flatten();
                let moved = kept.and_then(|kept| kept.record.moved_to);
                if moved.as_ref() == Some(&fork) {
                    return Ok(Undo::Done(fork));
                }
                Err(refused)
            }
        }
    }

    /// The fork at which play is to go on. A host that ended in the middle of it has left
    /// one of the same name: it is used, with those who sit at the table now, and found as
    /// the table is.
    async fn fork_to_go_on_at(
        &self,
        table: &Table,
        by: &Identity,
        to: u64,
        name: TableId,
    ) -> Result<TableId, Refused> {
        let mut record = table.present().record.clone();
        record.undo = None;
        let by = Asker::known(by);
        let made = self.fork_as(table, &by, to, record.clone(), Some(name));
        let made = made.await;
        let fork = match made {
            Err(Refused::TableExists(fork)) => fork,
            made => return made,
        };
        let left = self.record(&fork).await?;
        let what = |it: &Record| {
            let people = (it.chairs.clone(), it.spectators.clone(), it.owner.clone());
            (people, it.settings.clone(), it.tags.clone())
        };
        if what(&left) != what(&record) {
            self.amend(&fork, &by, |left, _, _| {
                left.chairs.clone_from(&record.chairs);
                left.spectators.clone_from(&record.spectators);
                left.owner.clone_from(&record.owner);
                left.settings.clone_from(&record.settings);
                left.tags.clone_from(&record.tags);
                Ok(((), Change::Keep))
            })
            .await?;
        }
        Ok(fork)
    }

    /// Says no to an undo that was asked for. A fork that a host left which ended in the
    /// middle of it goes with it: after this nobody can go on there.
    pub async fn refuse_undo(&self, id: &TableId, by: &Identity) -> Result<(), Refused> {
        let fork = self
            .amend(id, &Asker::known(by), |record, present, _| {
                record.seat_of(by).ok_or(Refused::NotSeated)?;
                let asked = record.undo_asked(present.seq);
                let asked = asked.ok_or(Refused::NothingToAgreeTo)?;
                let fork = fork_name(id, record, present.hash, asked.to);
                record.undo = None;
                record.refused_undos = record.refused_undos.saturating_add(1);
                Ok((fork, Change::Keep))
            })
            .await?;
        if self.journal.load(&fork).await?.is_some() {
            self.discard(&fork).await?;
        }
        Ok(())
    }

    /// The log of a table as an archive, `.jsonl.gz`, complete with its end line.
    /// It holds every secret; whoever may have it is the front's affair.
    ///
    /// # Errors
    /// If a line is not what was stored: nobody gets a damaged log for a whole one.
    pub async fn export(&self, id: &TableId) -> Result<Vec<u8>, Refused> {
        // What this program cannot open is exported all the same: another one can.
        let opened = self.table(id).await;
        if let Err(refused) = opened
            && !matches!(refused, Refused::BadSetup(_))
            && !refused.is_of_another_age()
        {
            return Err(refused);
        }
        let kept = self.journal.load(id).await?;
        let kept = kept.ok_or_else(|| Refused::UnknownTable(id.clone()))?;
        let mut lines = vec![kept.header.clone()];
        lines.extend(self.lines(id, kept.standing.seq).await?);
        let end = kept.end.unwrap_or_else(|| {
            let end = End {
                end: Json::of(&()),
                entries: kept.standing.seq,
            };
            Stored::end(&end, kept.hash).line
        });
        lines.push(end);
        check_chain(id, &lines)?;
        let audit = self.sealed_audit(id, &lines, kept.standing.version);
        lines.extend(audit.await?);
        Ok(write_log_gz(lines.iter().map(String::as_str)))
    }

    /// The first entry lines of a table.
    pub(super) async fn lines(&self, id: &TableId, count: u64) -> Result<Vec<String>, Refused> {
        let mut lines: Vec<String> = Vec::new();
        while (lines.len() as u64) < count {
            let next = lines.len() as u64 + 1;
            let at_most = u64::from(BATCH).min(count - lines.len() as u64) as u32;
            let batch = self.journal.entries(id, next, at_most).await?;
            if batch.is_empty() {
                return Err(damaged(id, next, &"the entry is missing").into());
            }
            lines.extend(batch);
        }
        Ok(lines)
    }

    /// A new table with the same beginning.
    async fn fork_as(
        &self,
        table: &Table,
        by: &Asker,
        at: u64,
        record: Record,
        name: Option<TableId>,
    ) -> Result<TableId, Refused> {
        let id = &table.id;
        if at > table.present().seq {
            return Err(Refused::NoSuchEntry(at));
        }
        let mut last = Hash::of_header(&table.header.line());
        let mut entries = Vec::new();
        let game = table.game.as_ref();
        let mut position = start_of(game, &table.header)?.position;
        for (seq, line) in (1..).zip(self.lines(id, at).await?) {
            let entry: Entry = read_entry(&line).map_err(|what| damaged(id, seq, &what))?;
            let rules = entry.rules.unwrap_or(table.header.rules);
            events_of(game, rules, &entry)
                .and_then(|events| position.recall(events.as_str()))
                .map_err(|error| damaged(id, seq, &error))?;
            let stored = Stored::entry(&entry, last);
            last = stored.hash;
            entries.push(stored);
        }
        let now = self.clock.now();
        let record = Record {
            created: now,
            started: Some(now),
            forked_from: Some(Origin {
                table: id.clone(),
                seq: at,
            }),
            moved_to: None,
            undo: None,
            refused_undos: 0,
            closed: None,
            paused: None,
            invitations: Vec::new(),
            ..record
        };
        let deadline = self.first_deadline(&record, &position.turn());
        let face = self.registry.face(&record, &*position, &position.turn());
        let recorded = (record, face);
        let made_up = name.is_none();
        let log = self.first_lines(name, &table.header, entries, recorded, deadline, by);
        self.begin(log, made_up).await
    }
}

/// The name of the fork at which a game goes on after it has come this far: the same for
/// every host and at every try, so that none is made twice, until somebody refuses.
fn fork_name(id: &TableId, record: &Record, so_far: Hash, to: u64) -> TableId {
    let letters = record
        .game
        .chars()
        .filter(char::is_ascii_lowercase)
        .take(20);
    let asked = match record.refused_undos {
        0 => format!("{id} {so_far} {to}"),
        before => format!("{id} {so_far} {to} {before}"),
    };
    let sum = Hash::of_header(&asked).to_string();
    let name = letters.chain(['-']).chain(sum.chars().take(16));
    let name: String = name.collect();
    let name = name.trim_start_matches('-').parse();
    name.expect("letters, a hyphen and digits are a name")
}

/// Whether every line of a log carries the hash that it ought to have.
fn check_chain(id: &TableId, lines: &[String]) -> Result<(), JournalError> {
    let Some((header, after)) = lines.split_first() else {
        return Ok(());
    };
    let mut last = Hash::of_header(header);
    for (seq, line) in (1..).zip(after) {
        let hashes = split_line(line, last);
        let (found, expected) =
            hashes.ok_or_else(|| damaged(id, seq, &"the line does not end in its hash"))?;
        if found != expected {
            let what = format!("expected hash {expected}, found {found}");
            return Err(damaged(id, seq, &what));
        }
        last = found;
    }
    Ok(())
}
