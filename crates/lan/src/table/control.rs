//! What the person at the host's screen may do.

use parlour_host::Refused;
use parlour_host::table::{Person, Record};
use parlour_rules::Seat;

use super::games::named_bot;
use super::notes::Former;
use super::{Control, ControlRefused, Table};
use crate::wire;

impl Table {
    /// Does it, or says why not.
    pub(super) async fn control(&mut self, control: Control) -> Result<(), ControlRefused> {
        let refused = |refused: Refused| ControlRefused::Host(refused.to_string());
        let (host, owner) = (&self.opening.host, &self.opening.owner);
        let record = self.record();
        let lobby = record.started.is_none();
        let seats = (0_u8..).map(Seat).zip(&record.chairs);
        match control {
            Control::AddBot | Control::RemoveBot if !lobby => return Err(ControlRefused::Begun),
            Control::AddBot => {
                let mut free = seats.filter(|(_, chair)| chair.is_none());
                let (seat, _) = free.next().ok_or(ControlRefused::Full)?;
                let bot = bot(&record, seat);
                let seated = host.seat(&self.id, owner, seat, &bot).await;
                seated.map_err(refused)?;
            }
            Control::RemoveBot => {
                let bots = seats.filter_map(|(_, chair)| chair.as_ref());
                let last = bots.filter(|person| person.bot.is_some()).last();
                let identity = last.ok_or(ControlRefused::NoBot)?.identity.clone();
                host.leave(&self.id, &identity).await.map_err(refused)?;
            }
            Control::PutBot(seat) => {
                self.vanished(&record, seat)?;
                let bot = bot(&record, seat);
                let before = record.chairs.get(usize::from(seat.0));
                let before = before.and_then(Option::as_ref);
                if let Some(before) = before {
                    // Stored first, so that whatever happens their token is known.
                    self.notes.remember(Former {
                        who: before.identity.clone(),
                        name: before.name.clone(),
                        seat,
                        bot: true,
                    });
                    self.store_notes().await.map_err(refused)?;
                }
                let seated = host.replace(&self.id, owner, seat, &bot).await;
                seated.map_err(refused)?;
                self.known.forget(seat);
                self.admitted.remove(&seat);
                self.notes.ready.remove(&seat);
                if let Some(before) = before {
                    let text = format!("{} plays on for {}", bot.name, before.name);
                    self.hand_over(seat, &before.name, text);
                }
                self.tell_host(&format!("a bot plays on at seat {}", seat.0));
                self.store_notes().await.map_err(refused)?;
            }
            Control::OpenLobby if lobby || !self.is_over() => return Err(ControlRefused::NotOver),
            Control::OpenLobby => self.go_to_the_lobby().await.map_err(refused)?,
            Control::Admit(seat) => {
                self.vanished(&record, seat)?;
                self.admitted.insert(seat);
            }
        }
        self.settle().await.map_err(refused)
    }

    /// The log tells that a seat changes hands; the notes are stored next.
    pub(super) fn hand_over(&mut self, seat: Seat, before: &str, text: String) {
        let seq = self.seq() + 1;
        self.notes.hand_over(seat, before, seq, text);
    }

    fn vanished(&self, record: &Record, seat: Seat) -> Result<(), ControlRefused> {
        if wire::away(record, &self.connected()).contains(&seat) {
            Ok(())
        } else {
            Err(ControlRefused::NotVanished)
        }
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
