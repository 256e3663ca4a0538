//! Who asks for what a table does: the audit of its games names them, and nobody is
//! known there by the token that is their secret.

use parlour_host::audit::{Asker, Warrant};
use parlour_host::table::Identity;

use super::lobby::chair_of;
use super::{Input, Marshal};
use crate::guest::{GuestId, Parting, Wish};

/// Where the person at the host speaks.
const SCREEN: &str = "the host's screen";

impl Marshal {
    /// Who asks. What happens by itself, or what a bot does, the house does.
    pub(super) fn who_asks(&self, input: &Input) -> Asker {
        match input {
            Input::Arrive(_, _, arrival, _) => match &arrival.wish {
                Wish::Sit { who, name } => Asker::named(who, name),
                Wish::Return(who) | Wish::Look(who) => self.asker(who),
                Wish::Watch => Asker::house(),
            },
            Input::Act(guest, _) | Input::Part(guest, Parting::Left) => self.guest(*guest),
            Input::Word(by, ..) => Asker::person(by),
            Input::Control(..) => Asker::house().at(SCREEN),
            // Whoever is lost has asked for nothing.
            Input::Part(_, Parting::Lost)
            | Input::Refuse(..)
            | Input::BotThought(_)
            | Input::Look => Asker::house(),
        }
    }

    /// The right of this table's keeper, at the word of whoever asks.
    pub(super) fn warrant(&self) -> Warrant {
        Warrant::new(&self.opening.owner, self.asking.clone())
    }

    /// Somebody who sits here, or sat here once.
    fn asker(&self, who: &Identity) -> Asker {
        let record = self.record();
        let mut here = record.chairs.iter().flatten();
        if let Some(person) = here.find(|person| person.identity == *who) {
            return Asker::person(person);
        }
        let former = self.notes.former.iter().find(|former| former.who == *who);
        former.map_or_else(Asker::house, |former| Asker::named(who, &former.name))
    }

    fn guest(&self, guest: GuestId) -> Asker {
        let here = self.guests.get(&guest).and_then(|here| here.seat);
        let seat = here.or_else(|| Some(self.dropped.get(&guest)?.as_ref()?.0));
        let record = self.record();
        let person = seat.and_then(|seat| chair_of(&record, seat));
        person.map_or_else(Asker::house, Asker::person)
    }
}
