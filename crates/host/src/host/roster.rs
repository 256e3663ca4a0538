//! Who sits where: starting, inviting, joining, leaving, replacing, pausing.

use std::mem::{replace, take};

use parlour_rules::{Seat, Viewer};

use super::Host;
use crate::Json;
use crate::audit::{Asker, Warrant};
use crate::deadline::Deadline;
use crate::entropy::word;
use crate::journal::{Change, MessageId};
use crate::refused::Refused;
use crate::table::{Identity, Invitation, Pause, Person, Place, Record, TableId, code_key};

impl Host {
    /// Begins play at a table that was opened without.
    pub async fn start(&self, id: &TableId, by: impl Into<Warrant>) -> Result<(), Refused> {
        self.arrange(id, by, |record, present, now| {
            if record.started.is_some() {
                return Err(Refused::AlreadyStarted);
            }
            record.started = Some(now);
            let deadline = self.first_deadline(record, &present.turn);
            Ok(((), Change::Set(deadline)))
        })
        .await
    }

    /// A code that admits whoever knows it.
    pub async fn invite(
        &self,
        id: &TableId,
        by: &Identity,
        place: Place,
    ) -> Result<String, Refused> {
        let code = word(self.entropy.as_ref(), 10);
        self.arrange(id, by, |record, _, _| {
            if let Place::Seat(seat) = place {
                free(record, seat)?;
            }
            record.invitations.push(Invitation {
                code: code.clone(),
                place,
            });
            Ok((code.clone(), Change::Keep))
        })
        .await
    }

    /// Takes an invitation back.
    pub async fn uninvite(&self, id: &TableId, by: &Identity, code: &str) -> Result<(), Refused> {
        self.arrange(id, by, |record, _, _| {
            let before = record.invitations.len();
            record.invitations.retain(|it| it.code != code);
            if record.invitations.len() == before {
                return Err(Refused::UnknownInvitation);
            }
            Ok(((), Change::Keep))
        })
        .await
    }

    /// Sits down, or watches, by an invitation. Who sits at the table already
    /// stays where they are.
    pub async fn join(&self, code: &str, person: &Person) -> Result<(TableId, Viewer), Refused> {
        let found = self.journal.find(&code_key(code)).await?;
        let id = found.first().ok_or(Refused::UnknownInvitation)?;
        let viewer = self
            .amend(id, &Asker::person(person), |record, _, _| {
                let place = record
                    .invitations
                    .iter()
                    .find(|it| it.code == code)
                    .map(|it| it.place)
                    .ok_or(Refused::UnknownInvitation)?;
                let viewer = take_place(record, place, person)?;
                if matches!(place, Place::Seat(_)) {
                    record.invitations.retain(|it| it.code != code);
                }
                Ok((viewer, Change::Keep))
            })
            .await?;
        Ok((id.clone(), viewer))
    }

    /// Sits down, or watches, on the word of a front that keeps invitations of its own
    /// and has seen one. Who sits at the table already stays where they are.
    pub async fn admit(
        &self,
        id: &TableId,
        place: Place,
        person: &Person,
    ) -> Result<Viewer, Refused> {
        self.amend(id, &Asker::person(person), |record, _, _| {
            let viewer = take_place(record, place, person)?;
            Ok((viewer, Change::Keep))
        })
        .await
    }

    /// Puts somebody at a free seat without an invitation: the owner's right.
    pub async fn seat(
        &self,
        id: &TableId,
        by: impl Into<Warrant>,
        seat: Seat,
        person: &Person,
    ) -> Result<(), Refused> {
        self.arrange(id, by, |record, _, _| {
            let seat = free(record, seat)?;
            admit(record, Some(seat), person);
            Ok(((), Change::Keep))
        })
        .await
    }

    /// Puts somebody else at a seat, in the place of whoever sits there: the owner's
    /// right. The seat keeps its secrets, and its new holder learns them.
    pub async fn replace(
        &self,
        id: &TableId,
        by: impl Into<Warrant>,
        seat: Seat,
        person: &Person,
    ) -> Result<(), Refused> {
        self.arrange(id, by, |record, _, _| {
            *chair(record, seat)? = None;
            admit(record, Some(seat), person);
            Ok(((), Change::Keep))
        })
        .await
    }

    /// Somebody gets up, because they ask for it or somebody who may. The seat stays
    /// free until somebody takes it.
    pub async fn leave(&self, id: &TableId, who: &Identity, by: &Asker) -> Result<(), Refused> {
        self.amend(id, by, |record, _, _| {
            if record.viewer(who).is_none() {
                return Err(Refused::NotSeated);
            }
            for chair in &mut record.chairs {
                if chair.as_ref().is_some_and(|it| it.identity == *who) {
                    *chair = None;
                }
            }
            record.spectators.retain(|it| it.identity != *who);
            Ok(((), Change::Keep))
        })
        .await
    }

    /// Stops play. No command is taken and no time passes until it is resumed.
    pub async fn pause(&self, id: &TableId, by: impl Into<Warrant>) -> Result<(), Refused> {
        self.arrange(id, by, |record, present, now| {
            if record.paused.is_some() {
                return Err(Refused::Paused);
            }
            let left = present.deadline.as_ref().map(|it| it.due.since(now));
            record.paused = Some(Pause { since: now, left });
            Ok(((), Change::Set(None)))
        })
        .await
    }

    /// Goes on, with as much time for the stage as was left.
    pub async fn resume(&self, id: &TableId, by: impl Into<Warrant>) -> Result<(), Refused> {
        self.arrange(id, by, |record, present, now| {
            let pause = record.paused.take().ok_or(Refused::NotPaused)?;
            let parlour_rules::Turn::Awaiting { stage, .. } = &present.turn else {
                return Ok(((), Change::Set(None)));
            };
            let deadline = pause.left.map(|left| Deadline {
                stage: stage.clone(),
                due: now.after(left),
                bell: None,
            });
            Ok(((), Change::Set(deadline)))
        })
        .await
    }

    /// Lets anybody watch, or only who is invited.
    pub async fn set_open(&self, id: &TableId, by: &Identity, open: bool) -> Result<(), Refused> {
        self.arrange(id, by, |record, _, _| {
            record.open = open;
            Ok(((), Change::Keep))
        })
        .await
    }

    /// Changes title, settings and tags: the owner's right.
    pub async fn describe(
        &self,
        id: &TableId,
        by: &Identity,
        change: impl Fn(&mut Description),
    ) -> Result<(), Refused> {
        self.describe_on(id, by, None, change).await
    }

    /// The same on a message with an id of its sender's own: it is heard from now
    /// on, like one that led to an entry. Whether it was heard before is to be
    /// asked of the journal first.
    pub async fn describe_on(
        &self,
        id: &TableId,
        by: &Identity,
        message: Option<&MessageId>,
        change: impl Fn(&mut Description),
    ) -> Result<(), Refused> {
        self.amend_on(id, &Asker::known(by), message, |record, _, _| {
            if record.owner != *by {
                return Err(Refused::NotOwner);
            }
            let mut description = Description {
                title: take(&mut record.title),
                settings: replace(&mut record.settings, Json::of(&())),
                tags: take(&mut record.tags),
            };
            change(&mut description);
            record.title = description.title;
            record.settings = description.settings;
            record.tags = description.tags;
            Ok(((), Change::Keep))
        })
        .await
    }
}

/// What the owner may change at any time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Description {
    /// What the table is called on screens.
    pub title: String,
    /// What else was agreed.
    pub settings: Json,
    /// Words by which fronts find the table.
    pub tags: Vec<String>,
}

fn chair(record: &mut Record, seat: Seat) -> Result<&mut Option<Person>, Refused> {
    let chair = record.chairs.get_mut(usize::from(seat.0));
    chair.ok_or(Refused::NoSuchSeat(seat))
}

fn free(record: &mut Record, seat: Seat) -> Result<Seat, Refused> {
    match chair(record, seat)? {
        None => Ok(seat),
        Some(_) => Err(Refused::SeatTaken(seat)),
    }
}

fn first_free(record: &Record) -> Result<Seat, Refused> {
    let place = record.chairs.iter().position(Option::is_none);
    place
        .map(|place| Seat(place as u8))
        .ok_or(Refused::TableFull)
}

/// Takes a place that somebody was invited to.
fn take_place(record: &mut Record, place: Place, person: &Person) -> Result<Viewer, Refused> {
    if let Some(seat) = record.seat_of(&person.identity) {
        return Err(Refused::AlreadySeated(seat));
    }
    let seat = match place {
        Place::Watch => None,
        Place::Seat(seat) => Some(free(record, seat)?),
        Place::AnySeat => Some(first_free(record)?),
    };
    Ok(admit(record, seat, person))
}

/// Seats somebody, or lets them watch.
fn admit(record: &mut Record, seat: Option<Seat>, person: &Person) -> Viewer {
    record
        .spectators
        .retain(|it| it.identity != person.identity);
    if let Some(seat) = seat {
        record.chairs[usize::from(seat.0)] = Some(person.clone());
        Viewer::Seat(seat)
    } else {
        record.spectators.push(person.clone());
        Viewer::Spectator
    }
}
