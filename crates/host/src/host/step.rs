//! One step of a table: everything that is stored with a command, and what is true once
//! it is stored.

use std::sync::Arc;

use parlour_rules::{Actor, Seat, Stage, Turn, Viewer};

use super::Table;
use super::message::{Accepted, Message};
use super::present::Present;
use crate::audit::LONGEST_NAME;
use crate::card::{Face, Portrait};
use crate::deadline::{Deadline, StageBegun, Timetable};
use crate::game::{Happened, Proposal, Writing};
use crate::journal::{Append, Change, NewLetter};
use crate::log::{End, Entry, Stored};
use crate::{Json, Time, quotable};

/// What was decided about a command.
pub(super) struct Decided<'a> {
    pub from: Option<String>,
    pub face: Face,
    /// What is said of the stage from then on, if that is said once for all of it.
    pub portrait: Option<Arc<Portrait>>,
    pub by: Actor,
    pub stage: Stage,
    pub proposal: Proposal,
    /// The turn afterwards.
    pub turn: Turn<Json>,
    pub now: Time,
    pub timetable: Option<&'a dyn Timetable>,
    /// How letters are written, if not all of them are.
    pub writing: Option<&'a Writing>,
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

/// A step: what to store, and what comes of it.
pub(super) struct Step {
    pub append: Append,
    pub ahead: Ahead,
    /// Whether the stage comes to an end.
    pub resolves: bool,
}

/// What is true once it is stored.
pub(super) struct Ahead {
    by: Actor,
    happened: Arc<dyn Happened>,
    position: Box<dyn crate::game::Position>,
    turn: Turn<Json>,
    portrait: Option<Arc<Portrait>>,
    hash: crate::log::Hash,
    deadline: Change<Option<Deadline>>,
}

impl Present {
    /// Everything that is stored with a decided command.
    pub(super) fn step<C>(
        &self,
        table: &Table,
        message: &Message<C>,
        decided: Decided<'_>,
    ) -> Step {
        let Decided {
            from,
            face,
            portrait,
            by,
            stage,
            proposal,
            turn,
            now,
            timetable,
            writing,
        } = decided;
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
            self.letters(proposal.happened.as_ref(), writing)
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
                portrait,
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

    /// What they are called who sit there.
    fn name_at(&self, by: Actor) -> Option<String> {
        let Actor::Seat(seat) = by else { return None };
        let chair = self.record.chairs.get(usize::from(seat.0))?.as_ref()?;
        Some(quotable(&chair.name, LONGEST_NAME))
    }

    /// What every seat but those of bots, and who watches, is told by letter.
    fn letters(&self, happened: &dyn Happened, writing: Option<&Writing>) -> Vec<NewLetter> {
        let told = |to| match writing {
            Some(write) => write(happened.events(), to),
            None => happened.told(to),
        };
        let chairs = (0_u8..).map(Seat).zip(&self.record.chairs);
        let people = chairs.filter(|(_, chair)| chair.as_ref().is_none_or(|it| it.bot.is_none()));
        let seats = people.map(|(seat, _)| Viewer::Seat(seat));
        let viewers = seats.chain([Viewer::Spectator]);
        viewers
            .filter_map(|to| told(to).map(|told| NewLetter { to, told }))
            .collect()
    }

    /// The step is stored: it has happened, and whoever watches is woken.
    pub(super) fn advance(&mut self, ahead: Ahead, rules: u32) -> Accepted {
        let happened = match ahead.by {
            Actor::Seat(seat) => Some((Viewer::Seat(seat), Arc::clone(&ahead.happened))),
            Actor::Clock => None,
        };
        self.position = ahead.position;
        self.turn = ahead.turn;
        self.portrait = ahead.portrait;
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
