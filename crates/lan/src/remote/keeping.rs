//! Gathers what is kept of a game while it is played at somebody's seat.

use parlour_court::{About, Keepsake, LONGEST_NAME, MOST_PLACES, Place};
use parlour_host::Time;
use parlour_regicide::{Command, View};

use super::view::view_of;
use crate::wire::GameState;

/// What was gathered of the game that is on, or over.
#[derive(Default)]
pub(super) struct Keeping {
    places: Vec<Place>,
    taken_back: bool,
    /// What was sent, under which id, and has no answer yet.
    sent: Option<(String, Command)>,
    /// Whether the end of this game was told already.
    ended: bool,
    /// What came of it, until somebody takes it.
    kept: Option<Keepsake>,
}

impl Keeping {
    /// The person at this seat decides something.
    pub fn sent(&mut self, id: &str, command: Command) {
        self.sent = Some((id.to_owned(), command));
    }

    /// What is kept of a game that is over, once.
    pub fn take(&mut self) -> Option<Keepsake> {
        self.kept.take()
    }

    /// The table has told how it stands.
    pub fn take_in(&mut self, state: &GameState) {
        let Some((view, whole)) = played(state).zip(state.whole.as_ref()) else {
            // A lobby, a seat that was left, or a host that tells too little.
            return self.forget();
        };
        if self.ended && view.outcome.is_none() {
            self.forget();
        }
        self.decide(state);
        if self.ended {
            return;
        }
        let before = self.places.last().map(|place| place.view.moves);
        if before.is_some_and(|before| before > view.moves) {
            self.taken_back = true;
            self.places.retain(|place| place.view.moves < view.moves);
        }
        // The last place is for the end.
        let room = self.places.len() + 1 < MOST_PLACES || view.outcome.is_some();
        if before != Some(view.moves) && room {
            self.places.push(Place {
                told: whole.told.clone().unwrap_or_default(),
                view: view.clone(),
                decided: None,
            });
        }
        if let (Some(outcome), Some(seat)) = (view.outcome, view.you) {
            self.ended = true;
            let names = state.view.players.iter();
            let name = |name: &str| name.chars().take(LONGEST_NAME).collect();
            self.kept = Some(Keepsake {
                about: About {
                    begun: Time::default(),
                    played: whole.played,
                    seat,
                    names: names.map(|player| name(&player.name)).collect(),
                    moves: view.moves,
                    eased: view.house.is_eased(),
                    hints: whole.hinted.unwrap_or_default(),
                    taken_back: self.taken_back,
                    outcome,
                },
                places: std::mem::take(&mut self.places),
            });
        }
    }

    /// Another game will be gathered. What is to be kept waits for whoever takes it.
    fn forget(&mut self) {
        let (sent, kept) = (self.sent.take(), self.kept.take());
        *self = Self {
            sent,
            kept,
            ..Self::default()
        };
    }

    /// What was sent has happened: it was decided where the game stood before.
    fn decide(&mut self, state: &GameState) {
        let Some(ack) = &state.ack else { return };
        if let Some((_, command)) = self.sent.take_if(|sent| sent.0 == *ack)
            && let Some(place) = self.places.last_mut()
            && place.view.is_yours()
        {
            place.decided = Some(command);
        }
    }
}

/// What the person at this seat may know of a game that has begun.
fn played(state: &GameState) -> Option<View> {
    let whole = state.whole.as_ref()?;
    let begun = state.view.step != "lobby";
    (begun && state.you.is_some()).then(|| view_of(state, whole.view.moves))
}
