//! Coming and going: to have one's seat again, to watch, to sit down.

use std::sync::Arc;
use std::time::Duration;

use parlour_host::Refused;
use parlour_host::audit::Asker;
use parlour_host::table::{Identity, Person, Record, TableId};
use parlour_rules::Seat;
use tokio::sync::oneshot;
use tokio::time::Instant;

use super::games::KEPT;
use super::log::LogLine;
use super::notes::{Former, Notes};
use super::{Here, Marshal};
use crate::ear::{Ear, Told, Welcome};
use crate::guest::{Arrival, GuestId, Parting, Wish};
use crate::name::LONGEST_NAME;
use crate::refusal::Refusal;

impl Marshal {
    /// Somebody comes. The answer is given before anything is told, so that what the
    /// guest asks next finds the table.
    pub(super) async fn arrive(
        &mut self,
        guest: GuestId,
        ear: Arc<dyn Ear>,
        arrival: Arrival,
        answer: oneshot::Sender<bool>,
    ) -> Result<(), Refused> {
        let seated = match &arrival.wish {
            Wish::Watch => Ok(None),
            Wish::Look(who) => Ok(self.record().seat_of(who)),
            Wish::Return(who) => self.return_to_seat(who).await?.map(Some),
            Wish::Sit { who, name } => self.sit_down(who, name, None).await?.map(Some),
        };
        let seat = match seated {
            Ok(seat) => seat,
            Err(refusal) => {
                self.refuse(ear.as_ref(), &refusal, None);
                // Not answering is a no.
                drop(answer);
                return Ok(());
            }
        };
        if let Some(seat) = seat {
            // Whoever sits there now, the host's leave is used up.
            if self.notes.admitted.remove(&seat)
                && let Err(refused) = self.store_notes().await
            {
                self.fails(&refused).await;
            }
            let how = match arrival.wish {
                Wish::Sit { .. } => "takes",
                _ => "is back at",
            };
            self.tell_host(&format!("{} {how} seat {}", self.name_of(seat), seat.0));
        }
        ear.hear(&Told::Welcome(Welcome {
            seat,
            players: self.opening.players,
            table: &self.notes.table,
        }));
        let looks = match arrival.wish {
            Wish::Look(who) => Some(who),
            _ => None,
        };
        // Whoever held the seat before is sent away.
        let (seq, alone) = (self.seq(), looks.is_none());
        self.guests.retain(|_, other| {
            let taken_over = alone && seat.is_some() && other.seat == seat;
            if taken_over {
                other.ear.hear(&Told::TakenOver { seq });
            }
            !taken_over
        });
        self.guests.insert(guest, Here { ear, seat, looks });
        // If the guest is gone already, word of it is on the way to us.
        let _ = answer.send(true);
        if seat.is_none() {
            // Nobody else notices who watches.
            return self.tell(guest, None);
        }
        self.settle().await
    }

    /// The seat that somebody has; of whoever gave it up, or for whom a bot plays, a seat
    /// they may have again.
    pub(super) async fn return_to_seat(
        &mut self,
        who: &Identity,
    ) -> Result<Result<Seat, Refusal>, Refused> {
        let record = self.record();
        if let Some(seat) = record.seat_of(who) {
            return Ok(Ok(seat));
        }
        let former = self.notes.former.iter().find(|former| former.who == *who);
        let Some(former) = former.cloned() else {
            let words = "no seat here has this token";
            return Ok(Err(Refusal::new("unknown_token", words)));
        };
        let Some(seat) = seat_for_former(&record, &former) else {
            return Ok(Err(full()));
        };
        let person = Person::new(who.clone(), &free_name(&record, seat, &former.name));
        self.seat_person(seat, &person).await?;
        // What they did before stands in the journal.
        self.asks_journal = true;
        self.notes.forget(who);
        self.notes.ready.remove(&seat);
        if let Some(bot) = chair_of(&record, seat) {
            let text = format!("{} is back", person.name);
            self.hand_over(seat, &bot.name, text);
        }
        self.store_notes().await?;
        Ok(Ok(seat))
    }

    /// A free seat, or one whose player vanished and may be replaced; the one that is
    /// named, or any.
    pub(super) async fn sit_down(
        &mut self,
        who: &Identity,
        name: &str,
        at: Option<Seat>,
    ) -> Result<Result<Seat, Refusal>, Refused> {
        let mut record = self.record();
        let mut seat = self.seat_for_newcomer(&record, at);
        // Whoever asks for a chair that a new lobby has not free either clears nothing away.
        let frees = at.is_none_or(|at| {
            let chairs = self.opening.first_chairs();
            chairs.get(usize::from(at.0)).is_some_and(Option::is_none)
        });
        if seat.is_none() && frees && self.is_deserted() {
            self.clear_away().await?;
            record = self.record();
            seat = self.seat_for_newcomer(&record, at);
        }
        let Some(seat) = seat else {
            let taken = || Refusal::new("seat_taken", "that seat is taken");
            return Ok(Err(at.map_or_else(full, |_| taken())));
        };
        let person = Person::new(who.clone(), &free_name(&record, seat, name));
        self.seat_person(seat, &person).await?;
        let was_ready = self.notes.ready.remove(&seat);
        self.notes.admitted.remove(&seat);
        let before = chair_of(&record, seat);
        if let Some(before) = before {
            let text = format!("{} takes the seat of {}", person.name, before.name);
            self.hand_over(seat, &before.name, text);
            // Should a bot have been about to play for them.
            self.notes.forget(&before.identity);
        }
        if (was_ready || before.is_some())
            && let Err(refused) = self.store_notes().await
        {
            // The seat is theirs already, so they must know it.
            self.fails(&refused).await;
        }
        Ok(Ok(seat))
    }

    /// The seat is theirs. Nobody who had it before gets it from a bot again, which
    /// is stored first.
    async fn seat_person(&mut self, seat: Seat, person: &Person) -> Result<(), Refused> {
        // By the name that they have at this table.
        self.asking = Asker::person(person);
        if self.notes.take(seat, &person.identity) {
            self.store_notes().await?;
        }
        let host = &self.opening.host;
        host.replace(&self.id, self.warrant(), seat, person).await?;
        self.known.forget(seat);
        Ok(())
    }

    /// Nobody is connected at a seat any more.
    pub(super) fn tell_host_of_gap(&self, seat: Seat) {
        let (name, number) = (self.name_of(seat), seat.0);
        self.tell_host(&format!("{name} at seat {number} is gone; the table waits"));
    }

    fn name_of(&self, seat: Seat) -> String {
        let record = self.record();
        chair_of(&record, seat).map_or_else(String::new, |person| person.name.clone())
    }

    fn seat_for_newcomer(&self, record: &Record, at: Option<Seat>) -> Option<Seat> {
        let wanted = |seat: &Seat| at.is_none_or(|at| at == *seat);
        let seats = (0_u8..).map(Seat).zip(&record.chairs);
        let mut free = seats.filter(|(seat, chair)| chair.is_none() && wanted(seat));
        let missed = self.missed(record);
        let admitted = missed
            .iter()
            .find(|seat| self.notes.admitted.contains(seat) && wanted(seat));
        free.next().map(|(seat, _)| seat).or(admitted)
    }

    /// Whether a game is over and nobody who played it has been here for long, so
    /// that newcomers may have a new lobby. Bots alone stay as they are: they
    /// would leave no seat.
    fn is_deserted(&self) -> bool {
        let room = self.opening.bots < self.opening.players;
        room && self.connected().is_empty() && Instant::now() >= self.kept_until && self.is_over()
    }

    /// A guest is gone; their seat is kept. In the lobby the log tells how it
    /// went: nobody is in the middle of anything, so it may have been meant.
    pub(super) async fn part(&mut self, guest: GuestId, parting: Parting) -> Result<(), Refused> {
        self.drop_guest(guest);
        let left = self.dropped.remove(&guest).flatten();
        // Nobody notices who watched, or who is back already.
        let Some((seat, grace)) = left.filter(|(seat, _)| !self.connected().contains(*seat)) else {
            return Ok(());
        };
        self.kept_until = Instant::now() + KEPT;
        let grace = match parting {
            Parting::Left => Duration::ZERO,
            Parting::Lost => grace,
        };
        self.is_absent(seat, grace);
        if !self.goes_on().await {
            return Ok(());
        }
        if self.record().started.is_none() && grace.is_zero() {
            self.notes.write_log(LogLine {
                seq: self.seq() + 1,
                player: Some(seat),
                text: String::from(match parting {
                    Parting::Left => "left",
                    Parting::Lost => "lost the connection",
                }),
            });
            self.store_notes().await?;
        }
        self.settle().await
    }
}

pub(super) fn chair_of(record: &Record, seat: Seat) -> Option<&Person> {
    record.chairs.get(usize::from(seat.0))?.as_ref()
}

fn full() -> Refusal {
    Refusal::new("table_full", "every seat at this table is taken")
}

/// Their own seat if it is free or a bot plays in their place; in the lobby, any
/// that is free.
fn seat_for_former(record: &Record, former: &Former) -> Option<Seat> {
    let lobby = record.started.is_none();
    let own = match record.chairs.get(usize::from(former.seat.0))? {
        None => lobby,
        Some(person) => former.bot && person.bot.is_some(),
    };
    if own {
        return Some(former.seat);
    }
    let mut seats = (0_u8..).map(Seat).zip(&record.chairs);
    let free = seats.find(|(_, chair)| chair.is_none());
    free.filter(|_| lobby).map(|(seat, _)| seat)
}

/// The seat that somebody would get at a table who sat there before.
pub(crate) fn seat_of(record: &Record, notes: &Notes, who: &Identity) -> Option<Seat> {
    record.seat_of(who).or_else(|| {
        let former = notes.former.iter().find(|former| former.who == *who)?;
        seat_for_former(record, former)
    })
}

/// Whether somebody else plays at a table, or has a seat to come back to in which a bot
/// plays for them.
///
/// # Errors
/// If the notes of the table cannot be read.
pub fn others_play(game: &TableId, record: &Record, but: &Identity) -> Result<bool, Refused> {
    let mut people = record.chairs.iter().flatten();
    if people.any(|it| it.bot.is_none() && it.identity != *but) {
        return Ok(true);
    }
    let notes = Notes::of(game, record)?;
    let mut former = notes.former.iter().filter(|it| it.who != *but);
    Ok(former.any(|it| seat_for_former(record, it).is_some()))
}

/// The name, with a number behind it if somebody else has it.
fn free_name(record: &Record, own: Seat, name: &str) -> String {
    let seats = (0_u8..).map(Seat).zip(&record.chairs);
    let others: Vec<&str> = seats
        .filter(|(seat, _)| *seat != own)
        .filter_map(|(_, chair)| chair.as_ref())
        .map(|person| person.name.as_str())
        .collect();
    let mut free = name.to_owned();
    let mut number = 2;
    while others.contains(&free.as_str()) {
        let behind = format!(" {number}");
        let room = LONGEST_NAME.saturating_sub(behind.len());
        let kept: String = name.chars().take(room).collect();
        free = format!("{}{behind}", kept.trim_end());
        number += 1;
    }
    free
}
