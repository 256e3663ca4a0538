//! Words of the table's own plane, said by people whom their front knows.

use parlour_host::Refused;
use parlour_host::table::{Identity, Person};
use parlour_rules::Seat;

use super::Marshal;
use super::control::Return;
use super::moves::Carried;
use crate::action::{Action, Asked};
use crate::refusal::Refusal;
use crate::word::{Heard, Word};

/// How often a word is tried while others change the table at the same moment.
const MOST_TRIES: u8 = 5;

impl Marshal {
    /// Hears a word: it is stored, or refused.
    pub(super) async fn word(
        &mut self,
        by: &Person,
        word: Word,
        id: Option<String>,
    ) -> Result<Result<Heard, Refusal>, Refused> {
        let mut tries = 0;
        loop {
            match self.try_word(by, word, id.clone()).await {
                // Somebody else was first: look again, and decide anew.
                Err(Refused::StaleSeq { .. }) if tries < MOST_TRIES => {
                    tries += 1;
                    self.follow().await?;
                }
                Err(refused) => return Err(refused),
                Ok(Err(refusal)) => return Ok(Err(refusal)),
                Ok(Ok(())) => {
                    return Ok(Ok(Heard {
                        game: self.id.clone(),
                        seat: self.record().seat_of(&by.identity),
                        seq: self.seq(),
                    }));
                }
            }
        }
    }

    async fn try_word(
        &mut self,
        by: &Person,
        word: Word,
        id: Option<String>,
    ) -> Result<Result<(), Refusal>, Refused> {
        match word {
            Word::Join {} => return self.join(by, None).await,
            Word::Take { seat } => return self.join(by, Some(seat)).await,
            _ => {}
        }
        let Some(seat) = self.record().seat_of(&by.identity) else {
            if matches!(word, Word::Resign {}) {
                // Said again: they have left.
                return self.settle().await.map(Ok);
            }
            let words = "you have no seat at this table";
            return Ok(Err(Refusal::new("not_seated", words)));
        };
        let action = match word {
            Word::Ready {} => Action::Ready,
            Word::Say { phrase } => Action::Say(phrase),
            Word::Hint {} => Action::Hint,
            Word::Leave {} => return self.leave(&by.identity, seat).await.map(Ok),
            Word::Resign {} => return self.resign(&by.identity, seat).await.map(Ok),
            _ => return self.manage(seat, word, id).await,
        };
        let asked = Asked {
            action: Ok(action),
            seq: None,
            id: id.clone(),
        };
        match self.carry_out_once(seat, asked).await? {
            Ok(Carried::Out) => self.acted(None, seat, id).await.map(Ok),
            Ok(Carried::Before) => Ok(Ok(())),
            Err(refusal) => Ok(Err(refusal)),
        }
    }

    /// Sits down, at the seat that was theirs if there is one.
    async fn join(
        &mut self,
        by: &Person,
        at: Option<Seat>,
    ) -> Result<Result<(), Refusal>, Refused> {
        let back = self.return_to_seat(&by.identity).await?;
        let seated = match back {
            Err(refusal) if refusal.code == "unknown_token" => match crate::name(&by.name) {
                Ok(name) => self.sit_down(&by.identity, &name, at).await?,
                Err(refusal) => Err(Refusal::new("bad_name", refusal.message)),
            },
            back => back,
        };
        match seated {
            Ok(_) => {
                self.know_seats_of_those_who_look();
                self.settle().await.map(Ok)
            }
            Err(refusal) => Ok(Err(refusal)),
        }
    }

    /// Gets up. In a game the seat is kept, and the table waits at once.
    async fn leave(&mut self, who: &Identity, seat: Seat) -> Result<(), Refused> {
        let plays = self.record().started.is_some() && !self.is_over();
        if plays {
            self.guests.retain(|_, here| here.seat != Some(seat));
            self.is_absent(seat, std::time::Duration::ZERO);
            return self.settle().await;
        }
        let host = &self.opening.host;
        host.leave(&self.id, who, &self.asking).await?;
        self.known.forget(seat);
        if self.notes.ready.remove(&seat) {
            self.store_notes().await?;
        }
        self.know_seats_of_those_who_look();
        self.settle().await
    }

    /// Leaves for good: in a game a bot plays on at once, and nobody waits.
    async fn resign(&mut self, who: &Identity, seat: Seat) -> Result<(), Refused> {
        let plays = self.record().started.is_some() && !self.is_over();
        if !plays {
            return self.leave(who, seat).await;
        }
        self.put_bot(seat, Return::Never).await?;
        self.know_seats_of_those_who_look();
        self.settle().await
    }

    /// Bots, newcomers and the lobby are arranged by whoever sits at the table.
    async fn manage(
        &mut self,
        seat: Seat,
        word: Word,
        id: Option<String>,
    ) -> Result<Result<(), Refusal>, Refused> {
        let Some(control) = word.control() else {
            return Ok(Ok(()));
        };
        if let Some(id) = &id
            && (self.known.has(seat, id)
                || self.stands_in_journal(seat, id).await?
                || self.was_in_earlier_game(seat, id).await?)
        {
            return Ok(Ok(()));
        }
        if let Err(refused) = self.do_control(control).await? {
            return Ok(Err(Refusal::new(refused.code(), refused.to_string())));
        }
        // It is done: from here on nothing leads to doing it again.
        self.remember(seat, id.as_deref());
        let mut heard = self.heard(seat, id.as_deref());
        let mut tries = 0;
        loop {
            let done = match &heard {
                Some(heard) => self.store_notes_on(Some(heard)).await,
                None => self.settle().await,
            };
            match done {
                Ok(()) if heard.is_some() => heard = None,
                Err(Refused::StaleSeq { .. }) if tries < MOST_TRIES => {
                    tries += 1;
                    self.follow().await?;
                }
                done => return done.map(Ok),
            }
        }
    }

    /// Who looks is at whichever seat they have.
    pub(super) fn know_seats_of_those_who_look(&mut self) {
        let record = self.record();
        for here in self.guests.values_mut() {
            if let Some(who) = &here.looks {
                here.seat = record.seat_of(who);
            }
        }
    }
}
