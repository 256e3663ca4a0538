//! What the person at the host's screen may do.

use parlour_host::Refused;
use parlour_host::table::{Person, Record};
use parlour_rules::Seat;

use super::games::named_bot;
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
                let seated = host.replace(&self.id, owner, seat, &bot).await;
                seated.map_err(refused)?;
                self.known.forget(seat);
                self.notes.ready.remove(&seat);
                self.admitted.remove(&seat);
            }
            Control::Admit(seat) => {
                self.vanished(&record, seat)?;
                self.admitted.insert(seat);
            }
        }
        self.settle().await.map_err(refused)
    }

    fn vanished(&self, record: &Record, seat: Seat) -> Result<(), ControlRefused> {
        if wire::away(record, &self.connected()).contains(&seat) {
            Ok(())
        } else {
            Err(ControlRefused::NotVanished)
        }
    }
}

fn bot(record: &Record, seat: Seat) -> Person {
    let people = record.chairs.iter().flatten();
    let bots = people.filter(|person| person.bot.is_some()).count();
    named_bot(seat, bots as u8 + 1)
}
