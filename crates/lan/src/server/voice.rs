//! What a table tells, as lines of the protocol.

use parlour_court::{Ear, Told};
use parlour_host::table::Identity;

use crate::outlet::Outlet;
use crate::{protocol, wire};

/// A connection, as a table knows it.
pub struct Voice {
    outlet: Outlet,
    /// The secret of the seat that is asked for.
    token: Option<String>,
}

impl Voice {
    /// Speaks over a connection.
    pub fn new(outlet: &Outlet, token: Option<String>) -> Self {
        Self {
            outlet: outlet.clone(),
            token,
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
            Told::Shown(moment) => wire::with_line(moment, |line| self.outlet.send(line)),
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

#[cfg(test)]
mod tests {
    #[test]
    fn every_code_of_a_table_is_one_of_the_protocol() {
        for code in parlour_court::CODES {
            assert!(crate::protocol::CODES.contains(code), "{code}");
        }
    }
}
