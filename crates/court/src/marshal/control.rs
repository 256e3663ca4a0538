//! What the person at the host's screen may do.

use std::sync::Arc;

use parlour_host::Refused;
use parlour_host::table::{Person, Record};
use parlour_rules::Seat;

use super::Marshal;
use super::lobby::chair_of;
use super::notes::Former;
use crate::opening::named_bot;
use crate::table::{Control, ControlRefused};

/// Whether whoever a bot plays for has the seat again when they come back.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Return {
    Any,
    Never,
}

impl Marshal {
    /// Does it and settles what follows, or says why not.
    pub(super) async fn control(
        &mut self,
        control: Control,
    ) -> Result<Result<(), ControlRefused>, Refused> {
        match self.do_control(control).await? {
            Ok(()) => self.settle().await.map(Ok),
            refused => Ok(refused),
        }
    }

    /// Does it, or says why not.
    pub(super) async fn do_control(
        &mut self,
        control: Control,
    ) -> Result<Result<(), ControlRefused>, Refused> {
        let host = Arc::clone(&self.opening.host);
        let by = self.warrant();
        let record = self.record();
        let lobby = record.started.is_none();
        let seats = (0_u8..).map(Seat).zip(&record.chairs);
        match control {
            Control::AddBot | Control::RemoveBot if !lobby => {
                return Ok(Err(ControlRefused::Begun));
            }
            Control::AddBot => {
                let mut free = seats.filter(|(_, chair)| chair.is_none());
                let Some((seat, _)) = free.next() else {
                    return Ok(Err(ControlRefused::Full));
                };
                let bot = bot(&record, seat);
                host.seat(&self.id, by, seat, &bot).await?;
            }
            Control::RemoveBot => {
                let bots = seats.filter_map(|(_, chair)| chair.as_ref());
                let last = bots.filter(|person| person.bot.is_some()).last();
                let Some(last) = last else {
                    return Ok(Err(ControlRefused::NoBot));
                };
                host.leave(&self.id, &last.identity, &self.asking).await?;
            }
            Control::PutBot(seat) | Control::Admit(seat) if !self.vanished(&record, seat) => {
                return Ok(Err(ControlRefused::NotVanished));
            }
            Control::PutBot(seat) => self.put_bot(seat, Return::Any).await?,
            Control::OpenLobby if lobby || !self.is_over() => {
                return Ok(Err(ControlRefused::NotOver));
            }
            Control::OpenLobby => self.go_to_the_lobby().await?,
            Control::Admit(seat) => {
                self.notes.admitted.insert(seat);
                self.store_notes().await?;
            }
        }
        Ok(Ok(()))
    }

    /// A bot takes a seat, and plays on for whoever had it.
    pub(super) async fn put_bot(&mut self, seat: Seat, back: Return) -> Result<(), Refused> {
        let (host, record) = (Arc::clone(&self.opening.host), self.record());
        let bot = bot(&record, seat);
        let before = chair_of(&record, seat);
        if let Some(before) = before {
            // Stored first, so that whatever happens their token is known.
            self.notes.remember(Former {
                who: before.identity.clone(),
                name: before.name.clone(),
                seat,
                bot: back == Return::Any,
            });
            self.store_notes().await?;
        }
        let by = self.warrant();
        host.replace(&self.id, by, seat, &bot).await?;
        self.known.forget(seat);
        self.notes.admitted.remove(&seat);
        self.notes.ready.remove(&seat);
        if let Some(before) = before {
            let text = match back {
                Return::Any => format!("{} plays on for {}", bot.name, before.name),
                Return::Never => format!("{} has left, {} plays on", before.name, bot.name),
            };
            self.hand_over(seat, &before.name, text);
        }
        self.tell_host(&format!("a bot plays on at seat {}", seat.0));
        self.store_notes().await
    }

    /// The log tells that a seat changes hands; the notes are stored next.
    pub(super) fn hand_over(&mut self, seat: Seat, before: &str, text: String) {
        let seq = self.seq() + 1;
        self.notes.hand_over(seat, before, seq, text);
    }

    fn vanished(&self, record: &Record, seat: Seat) -> bool {
        self.missed(record).contains(seat)
    }
}

/// A bot with the first number whose name nobody here has.
fn bot(record: &Record, seat: Seat) -> Person {
    let mut number = 1;
    loop {
        let bot = named_bot(seat, number);
        let mut people = record.chairs.iter().flatten();
        if people.all(|person| person.name != bot.name) {
            return bot;
        }
        // There are more numbers than chairs.
        number += 1;
    }
}
