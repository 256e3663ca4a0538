//! What a table tells, as lines of the protocol.

use std::sync::{Mutex, PoisonError};

use parlour_court::{Ear, Moment, Told};
use parlour_host::table::{Identity, TableId};

use crate::outlet::Outlet;
use crate::{protocol, wire};

/// A connection, as a table knows it.
pub struct Voice {
    outlet: Outlet,
    /// The secret of the seat that is asked for.
    token: Option<String>,
    /// What is told to whoever asked for all that the rules let them know.
    whole: Option<Whole>,
}

/// What a connection that asked for it is told beside the fields of every state.
pub struct Whole {
    /// Whether its screen may give hints.
    hints: bool,
    /// The game, and up to which entry it was told what happened.
    told: Mutex<Option<(TableId, u64)>>,
}

impl Whole {
    /// For a connection that has been told nothing yet.
    pub fn new(hints: bool) -> Self {
        Self {
            hints,
            told: Mutex::default(),
        }
    }

    /// What is added to a state. In the lobby nobody has looked at their cards.
    fn of(&self, moment: &Moment<'_>) -> Option<wire::Whole> {
        if moment.scene.is_lobby() {
            return None;
        }
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        let game = moment.scene.game;
        let from = told.as_ref().filter(|(known, _)| known == game);
        let from = from.map_or(0, |(_, entry)| *entry);
        let news = moment.told_after(from);
        let to = news.as_ref().map_or(from, |(last, _)| *last);
        *told = Some((game.clone(), to));
        Some(wire::Whole {
            hints: self.hints,
            hinted: Some(moment.scene.hints),
            played: moment.played(),
            told: news.map(|(_, told)| told),
            view: moment.view().as_ref().clone(),
        })
    }
}

impl Voice {
    /// Speaks over a connection.
    pub fn new(outlet: &Outlet, token: Option<String>, whole: Option<Whole>) -> Self {
        Self {
            outlet: outlet.clone(),
            token,
            whole,
        }
    }
}

impl Ear for Voice {
    fn hear(&self, told: &Told<'_>) -> bool {
        match told {
            Told::Welcome(welcome) => {
                let welcome = protocol::Welcome {
                    seat: welcome.seat,
                    token: welcome.seat.and(self.token.as_deref()),
                    players: welcome.players,
                    table: welcome.table,
                };
                let sent = self.outlet.send(welcome.line());
                self.outlet.standing().welcome();
                sent
            }
            Told::Shown(moment) => {
                let whole = self.whole.as_ref().and_then(|whole| whole.of(moment));
                wire::with_line(moment, whole.as_ref(), |line| self.outlet.send(line))
            }
            Told::Refused { refusal, seq, re } => {
                self.outlet.send(protocol::error(refusal, *seq, *re))
            }
            Told::TakenOver { seq } => {
                let last = protocol::error(&protocol::taken_over(), *seq, None);
                self.outlet.send_last(last);
                true
            }
        }
    }

    fn send_away(&self) {
        self.outlet.standing().hang_up();
    }
}

/// A seat's secret is its identity at the host.
pub fn identity(token: &str) -> Identity {
    Identity(format!("lan:{token}"))
}
