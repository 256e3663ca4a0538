//! The road of a command: who, propose, append, advance, tell.

use parlour_rules::{Actor, Age, Rules, Stage, Turn};

use super::figures::{Task, count};
use super::message::{Accepted, Giver, Message};
use super::present::Present;
use super::step::{Decided, Step};
use super::{Host, Table};
use crate::game::{Rejected, Said};
use crate::journal::{Appended, MessageId};
use crate::locked;
use crate::refused::Refused;

/// The most bytes a command may have, together with the id of its message.
pub const LONGEST_COMMAND: usize = 64 << 10;

impl Host {
    /// Carries a command from its giver to everybody at the table.
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
    pub(super) fn counted(&self, answer: Result<Accepted, Refused>) -> Result<Accepted, Refused> {
        let counters = &self.counters;
        let counter = match &answer {
            Ok(accepted) if accepted.repeated => &counters.repeated,
            Ok(_) => {
                self.bell.ring();
                &counters.accepted
            }
            Err(Refused::Journal(_)) => &counters.unreachable,
            Err(_) => &counters.refused,
        };
        count(counter, 1);
        answer
    }

    /// The road itself, from top to bottom.
    pub(super) async fn carry(&self, message: Message<Said<'_>>) -> Result<Accepted, Refused> {
        let table = self.table(&message.table).await?;
        let _turn = table.road.lock().await;
        loop {
            // Who, and propose.
            let step = match self.propose(&table, &message) {
                Ok(step) => step,
                Err(_) if self.is_behind(&table).await? => {
                    Box::pin(self.catch_up(&table)).await?;
                    continue;
                }
                Err(refused) => return Box::pin(self.refuse(&message, refused)).await,
            };
            // Append.
            let resolves = step.resolves;
            let appending = self.journal.append(step.append);
            match self.timed(Task::Append, appending).await? {
                Appended::Done => {}
                Appended::Repeated(seq) => return Ok(Accepted::again(seq)),
                Appended::Behind => {
                    Box::pin(self.catch_up(&table)).await?;
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
        let turn = proposal.after.turn();
        let said = match &turn {
            Turn::Awaiting { stage: next, .. } if *next == stage => present.portrait.clone(),
            _ => None,
        };
        let (face, portrait) =
            self.registry
                .face_after(&present.record, &*proposal.after, &turn, said);
        Ok(present.step(
            table,
            message,
            Decided {
                from: message.from.who().and_then(|who| self.registry.shown(who)),
                face,
                portrait,
                by,
                stage,
                proposal,
                turn,
                now: self.clock.now(),
                timetable: timetable.map(AsRef::as_ref),
                writing: self.registry.writing(table.game.name()),
            },
        ))
    }

    /// A refusal; but a message that was heard before gets its first answer.
    async fn refuse(
        &self,
        message: &Message<Said<'_>>,
        refused: Refused,
    ) -> Result<Accepted, Refused> {
        if let Some(MessageId { who, message: id }) = message.heard() {
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

impl Present {
    /// Who somebody is at this table.
    fn who(&self, giver: &Giver) -> Result<Actor, Refused> {
        if let Some(elsewhere) = &self.record.moved_to {
            return Err(Refused::Moved(elsewhere.clone()));
        }
        if self.record.closed.is_some() {
            return Err(Refused::Closed);
        }
        let actor = match giver {
            Giver::Clock => Actor::Clock,
            Giver::Person(who) => Actor::Seat(self.record.seat_of(who).ok_or(Refused::NotSeated)?),
            Giver::At(who, seat) => {
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
}
