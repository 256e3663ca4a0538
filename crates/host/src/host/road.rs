//! The road of a command: who, propose, append, advance, tell.

use std::fmt;
use std::sync::Arc;

use parlour_rules::{Actor, Age, Rules, Seat, Stage, Turn, Viewer};

use super::figures::{Task, count};
use super::present::Present;
use super::{Host, Table};
use crate::audit::LONGEST_NAME;
use crate::card::Face;
use crate::deadline::{Deadline, StageBegun, Timetable};
use crate::game::{Happened, Proposal, Rejected, Said};
use crate::journal::{Append, Appended, Change, Heard, NewLetter};
use crate::log::{End, Entry, Stored};
use crate::refused::Refused;
use crate::table::{Identity, TableId};
use crate::{Json, Time, locked, quotable};

/// The most bytes a command may have, together with the id of its message.
pub const LONGEST_COMMAND: usize = 64 << 10;

/// A command on its way to a table: of the game's own type, or from outside as JSON
/// text.
#[derive(Clone, Debug)]
pub struct Message<C = String> {
    /// The table.
    pub table: TableId,
    /// Who sends it.
    pub from: Sender,
    /// The command.
    pub command: C,
    /// The stage it is meant for; nothing if it is meant for whatever comes.
    pub stage: Option<Stage>,
    /// The last entry the sender has seen, if the command depends on it.
    pub seen: Option<u64>,
    /// The version of the record that the sender has seen, if the command depends on
    /// it: on who sits where, say, or on a clock that is not stopped.
    pub version: Option<u64>,
    /// An id of the sender's own: the same one twice is one command.
    pub id: Option<String>,
}

/// Who sends a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sender {
    /// Somebody, from their only or lowest seat.
    Person(Identity),
    /// Somebody who holds several seats, from this one.
    At(Identity, Seat),
    /// The host's own clock.
    Clock,
}

impl Sender {
    /// Who it is; nobody for the clock.
    fn who(&self) -> Option<&Identity> {
        match self {
            Self::Person(who) | Self::At(who, _) => Some(who),
            Self::Clock => None,
        }
    }
}

impl<C> Message<C> {
    /// A command of somebody, for whatever stage there is.
    pub fn new(table: &TableId, from: &Identity, command: impl Into<C>) -> Self {
        Self::from_sender(table, Sender::Person(from.clone()), command)
    }

    /// A command of whoever sends it, for whatever stage there is.
    pub fn from_sender(table: &TableId, from: Sender, command: impl Into<C>) -> Self {
        Self {
            table: table.clone(),
            from,
            command: command.into(),
            stage: None,
            seen: None,
            version: None,
            id: None,
        }
    }
}

/// An accepted command. It is stored.
#[derive(Clone)]
pub struct Accepted {
    /// The number of its entry.
    pub seq: u64,
    /// Whether the message was heard before, and nothing new happened.
    pub repeated: bool,
    /// What happened, and who sent the command.
    happened: Option<(Viewer, Arc<dyn Happened>)>,
}

impl Accepted {
    /// What its sender is told, a JSON array; nothing for a repeated message.
    pub fn told(&self) -> Option<Json> {
        let (sender, happened) = self.happened.as_ref()?;
        happened.told(*sender)
    }

    /// The same in the game's own types; nothing also if it is another game.
    pub fn seen<G: Rules>(&self) -> Option<Vec<G::Seen>> {
        let (sender, happened) = self.happened.as_ref()?;
        let events = happened.events().downcast_ref::<Vec<G::Event>>()?;
        let seen = events.iter().filter_map(|it| G::observe(it, *sender));
        Some(seen.collect())
    }
}

impl fmt::Debug for Accepted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Accepted")
            .field("seq", &self.seq)
            .field("repeated", &self.repeated)
            .field("told", &self.told())
            .finish_non_exhaustive()
    }
}

impl Host {
    /// Carries a command from its sender to everybody at the table.
    ///
    /// When this returns, the command is stored; if it is refused, nothing has
    /// changed. Of several hosts with one journal, one is first for each entry;
    /// the others look again and decide anew.
    ///
    /// The command is the game's own: JSON is made of it once, for the journal.
    /// What comes from outside as JSON goes by [`Host::command_text`].
    pub async fn command<G: Rules>(
        &self,
        message: Message<G::Command>,
    ) -> Result<Accepted, Refused> {
        let (command, around) = message.apart();
        let said = around.with(Said::Own(&command));
        self.counted(self.carry(said).await)
    }

    /// The same for a command that comes as JSON text, whatever game the table plays.
    pub async fn command_text(&self, message: Message) -> Result<Accepted, Refused> {
        let (command, around) = message.apart();
        let found = command.len() + around.id.as_ref().map_or(0, String::len);
        if found > LONGEST_COMMAND {
            return self.counted(Err(too_long(found)));
        }
        let said = around.with(Said::Text(&command));
        self.counted(self.carry(said).await)
    }

    /// Counts what became of a command, and tells whoever waits for news.
    fn counted(&self, answer: Result<Accepted, Refused>) -> Result<Accepted, Refused> {
        let counters = &self.counters;
        let counter = match &answer {
            Ok(accepted) if accepted.repeated => &counters.repeated,
            Ok(_) => {
                self.news.stir();
                &counters.accepted
            }
            Err(Refused::Journal(_)) => &counters.unreachable,
            Err(_) => &counters.refused,
        };
        count(counter, 1);
        answer
    }

    /// The road itself, from top to bottom.
    async fn carry(&self, message: Message<Said<'_>>) -> Result<Accepted, Refused> {
        let table = self.table(&message.table).await?;
        let _turn = table.road.lock().await;
        loop {
            // Who, and propose.
            let step = match self.propose(&table, &message) {
                Ok(step) => step,
                Err(_) if self.is_behind(&table).await? => {
                    self.catch_up(&table).await?;
                    continue;
                }
                Err(refused) => return self.refuse(&message, refused).await,
            };
            // Append.
            let resolves = step.resolves;
            let appending = self.journal.append(step.append);
            match self.timed(Task::Append, appending).await? {
                Appended::Done => {}
                Appended::Repeated(seq) => return Ok(Accepted::again(seq)),
                Appended::Behind => {
                    self.catch_up(&table).await?;
                    continue;
                }
            }
            // Advance, and tell.
            let accepted = table.present().advance(step.ahead, table.game.version());
            #[cfg(feature = "service")]
            tracing::debug!("table {}: entry {} is stored", table.id, accepted.seq);
            if resolves {
                let mut resolved = locked(&self.counters.resolved);
                *resolved.entry(table.game.name()).or_default() += 1;
            }
            self.snapshot_now_and_then(&table, accepted.seq).await;
            return Ok(accepted);
        }
    }

    /// Who speaks, what it would cause, and everything that is stored with it.
    fn propose(&self, table: &Table, message: &Message<Said<'_>>) -> Result<Step, Refused> {
        let present = table.present();
        let by = present.who(&message.from)?;
        let stage = present.stage_for(message)?;
        present.goes_on(table)?;
        let proposal = present.position.propose(by, message.command);
        let proposal = proposal.map_err(|rejected| match rejected {
            Rejected::BadCommand(what) => Refused::BadCommand(what),
            Rejected::Refused(refusal) => Refused::Game(refusal),
        })?;
        let id = message.id.as_ref().map_or(0, String::len);
        let found = proposal.command.as_str().len() + id;
        if found > LONGEST_COMMAND {
            return Err(too_long(found));
        }
        let timetable = self.registry.timetable(table.game.name());
        let face = self
            .registry
            .face(&present.record, &*proposal.after, &proposal.after.turn());
        Ok(present.step(
            table,
            message,
            Decided {
                from: message.from.who().and_then(|who| self.registry.shown(who)),
                face,
                by,
                stage,
                proposal,
                now: self.clock.now(),
                timetable: timetable.map(AsRef::as_ref),
            },
        ))
    }

    /// A refusal; but a message that was heard before gets its first answer.
    async fn refuse(
        &self,
        message: &Message<Said<'_>>,
        refused: Refused,
    ) -> Result<Accepted, Refused> {
        if let Some(Heard { who, message: id }) = message.heard() {
            let earlier = self.journal.heard(&message.table, &who, &id).await?;
            if let Some(seq) = earlier {
                return Ok(Accepted::again(seq));
            }
        }
        Err(refused)
    }
}

fn too_long(found: usize) -> Refused {
    let longest = LONGEST_COMMAND;
    Refused::TooLong { longest, found }
}

/// What was decided about a command.
struct Decided<'a> {
    from: Option<String>,
    face: Face,
    by: Actor,
    stage: Stage,
    proposal: Proposal,
    now: Time,
    timetable: Option<&'a dyn Timetable>,
}

/// The deadline of a stage that begins.
pub(super) fn beginning(timetable: &dyn Timetable, phase: &StageBegun<'_>) -> Option<Deadline> {
    let due = timetable.due(phase)?;
    Some(Deadline {
        stage: phase.stage.clone(),
        due,
        bell: timetable.bell(phase, due).filter(|bell| *bell < due),
    })
}

/// One step of a table: what to store, and what is true once it is stored.
struct Step {
    append: Append,
    ahead: Ahead,
    /// Whether the stage comes to an end.
    resolves: bool,
}

struct Ahead {
    by: Actor,
    happened: Arc<dyn Happened>,
    position: Box<dyn crate::game::Position>,
    turn: Turn<Json>,
    hash: crate::log::Hash,
    deadline: Change<Option<Deadline>>,
}

impl Present {
    /// Who somebody is at this table.
    fn who(&self, sender: &Sender) -> Result<Actor, Refused> {
        if let Some(elsewhere) = &self.record.moved_to {
            return Err(Refused::Moved(elsewhere.clone()));
        }
        if self.record.closed.is_some() {
            return Err(Refused::Closed);
        }
        let actor = match sender {
            Sender::Clock => Actor::Clock,
            Sender::Person(who) => Actor::Seat(self.record.seat_of(who).ok_or(Refused::NotSeated)?),
            Sender::At(who, seat) => {
                let chair = self.record.chairs.get(usize::from(seat.0));
                let chair = chair.ok_or(Refused::NoSuchSeat(*seat))?;
                let theirs = chair.as_ref().is_some_and(|it| it.identity == *who);
                if !theirs {
                    return Err(Refused::NotYourSeat(*seat));
                }
                Actor::Seat(*seat)
            }
        };
        if self.record.started.is_none() {
            return Err(Refused::NotStarted);
        }
        if self.record.paused.is_some() {
            return Err(Refused::Paused);
        }
        Ok(actor)
    }

    /// What they are called who sit there.
    fn name_at(&self, by: Actor) -> Option<String> {
        let Actor::Seat(seat) = by else { return None };
        let chair = self.record.chairs.get(usize::from(seat.0))?.as_ref()?;
        Some(quotable(&chair.name, LONGEST_NAME))
    }

    /// Whether the rules it was played under let it go on.
    pub(super) fn goes_on(&self, table: &Table) -> Result<(), Refused> {
        match self.era.older(table.game.as_ref()) {
            Some(older) if older.age != Age::Continues => Err(Refused::ReadOnly(older)),
            _ => Ok(()),
        }
    }

    /// The present stage, if the command is not meant for another one.
    fn stage_for<C>(&self, message: &Message<C>) -> Result<Stage, Refused> {
        let Turn::Awaiting { stage, .. } = &self.turn else {
            return Err(Refused::GameOver);
        };
        if let Some(named) = &message.stage
            && named != stage
        {
            return Err(Refused::StaleStage {
                named: named.clone(),
                current: stage.clone(),
            });
        }
        if let Some(named) = message.version
            && named != self.version
        {
            return Err(Refused::StaleRecord {
                named,
                current: self.version,
            });
        }
        match message.seen {
            Some(named) if named != self.seq => Err(Refused::StaleSeq {
                named,
                current: self.seq,
            }),
            _ => Ok(stage.clone()),
        }
    }

    /// Everything that is stored with a decided command.
    fn step<C>(&self, table: &Table, message: &Message<C>, decided: Decided<'_>) -> Step {
        let Decided {
            from,
            face,
            by,
            stage,
            proposal,
            now,
            timetable,
        } = decided;
        let turn = proposal.after.turn();
        let resolves = match &turn {
            Turn::Over(_) => true,
            Turn::Awaiting { stage: next, .. } => *next != stage,
        };
        let deadline = match &turn {
            Turn::Over(_) => Change::Set(None),
            Turn::Awaiting { stage: next, .. } if *next == stage => Change::Keep,
            Turn::Awaiting { stage: next, seats } => {
                let phase = StageBegun {
                    stage: next,
                    seats: *seats,
                    settings: &self.record.settings,
                    now,
                };
                Change::Set(timetable.and_then(|timetable| beginning(timetable, &phase)))
            }
        };
        let seq = self.seq + 1;
        let entry = Entry {
            seq,
            stage,
            by,
            command: proposal.command,
            events: proposal.events,
            fingerprint: proposal.fingerprint,
            time: now,
            who: self.name_at(by),
            from,
            rules: self.era.mark(table.game.version()),
        };
        let entry = Stored::entry(&entry, self.hash);
        let end = match &turn {
            Turn::Awaiting { .. } => None,
            Turn::Over(outcome) => {
                let end = End {
                    end: outcome.clone(),
                    entries: seq,
                };
                Some(Stored::end(&end, entry.hash))
            }
        };
        let letters = if self.record.letters {
            self.letters(proposal.happened.as_ref())
        } else {
            Vec::new()
        };
        Step {
            resolves,
            ahead: Ahead {
                by,
                happened: proposal.happened,
                position: proposal.after,
                turn,
                hash: end.as_ref().unwrap_or(&entry).hash,
                deadline: deadline.clone(),
            },
            append: Append {
                table: table.id.clone(),
                seq,
                version: self.version,
                entry,
                end,
                face,
                letters,
                deadline,
                message: message.heard(),
                time: now,
            },
        }
    }

    /// What every seat but those of bots, and who watches, is told.
    fn letters(&self, happened: &dyn Happened) -> Vec<NewLetter> {
        let chairs = (0_u8..).map(Seat).zip(&self.record.chairs);
        let people = chairs.filter(|(_, chair)| chair.as_ref().is_none_or(|it| it.bot.is_none()));
        let seats = people.map(|(seat, _)| Viewer::Seat(seat));
        let viewers = seats.chain([Viewer::Spectator]);
        viewers
            .filter_map(|to| happened.told(to).map(|told| NewLetter { to, told }))
            .collect()
    }

    /// The step is stored: it has happened, and whoever watches is woken.
    fn advance(&mut self, ahead: Ahead, rules: u32) -> Accepted {
        let happened = match ahead.by {
            Actor::Seat(seat) => Some((Viewer::Seat(seat), Arc::clone(&ahead.happened))),
            Actor::Clock => None,
        };
        self.position = ahead.position;
        self.turn = ahead.turn;
        self.hash = ahead.hash;
        self.era.reach(rules);
        if let Change::Set(deadline) = ahead.deadline {
            self.deadline = deadline;
        }
        self.remember(ahead.happened);
        self.stored_seq = self.seq;
        self.wake();
        Accepted {
            seq: self.seq,
            repeated: false,
            happened,
        }
    }
}

impl<C> Message<C> {
    /// The command, and what is around it.
    fn apart(self) -> (C, Message<()>) {
        let around = Message {
            table: self.table,
            from: self.from,
            command: (),
            stage: self.stage,
            seen: self.seen,
            version: self.version,
            id: self.id,
        };
        (self.command, around)
    }

    /// The same message with another command.
    fn with<D>(self, command: D) -> Message<D> {
        Message {
            table: self.table,
            from: self.from,
            command,
            stage: self.stage,
            seen: self.seen,
            version: self.version,
            id: self.id,
        }
    }

    /// Its id, with its sender.
    fn heard(&self) -> Option<Heard> {
        let who = self.from.who()?.clone();
        let message = self.id.clone()?;
        Some(Heard { who, message })
    }
}

impl Accepted {
    fn again(seq: u64) -> Self {
        Self {
            seq,
            repeated: true,
            happened: None,
        }
    }
}
