//! Coming and going: by token, to watch, to sit down.

use std::time::Duration;

use parlour_host::Refused;
use parlour_host::table::{Identity, Person, Record};
use parlour_rules::Seat;
use tokio::sync::oneshot;
use tokio::time::Instant;

use super::{Connection, ConnectionId, Outlet, Table};
use crate::protocol::{self, Handshake, LONGEST_NAME, Refusal};
use crate::wire;

/// How long the seats of a finished game are kept for their tokens while nobody
/// who played it is connected.
const KEPT: Duration = Duration::from_mins(10);

impl Table {
    /// Somebody comes. The answer is given before anything is told, so that the
    /// connection's next line finds the table.
    pub(super) async fn hello(
        &mut self,
        connection: ConnectionId,
        outlet: Outlet,
        hello: Handshake,
        answer: oneshot::Sender<bool>,
    ) -> Result<(), Refused> {
        let seated = if hello.spectate {
            Ok(None)
        } else if let Some(token) = &hello.token {
            self.by_token(token).map(|seat| Some((seat, token.clone())))
        } else {
            self.sit_down(&hello.name).await?.map(Some)
        };
        let seated = match seated {
            Ok(seated) => seated,
            Err(refusal) => {
                self.refuse(&outlet, &refusal, None);
                // Not answering is a no.
                drop(answer);
                return Ok(());
            }
        };
        let (seat, token) = seated.unzip();
        if let Some(seat) = seat {
            // Whoever sits there now, the host's leave is used up.
            self.admitted.remove(&seat);
        }
        let welcome = protocol::welcome(seat, token.as_deref(), self.opening.players);
        outlet.send(welcome);
        // Whoever held the seat by the same token is sent away.
        for other in self.connections.values() {
            if seat.is_some() && other.seat == seat {
                other.outlet.standing().hang_up();
            }
        }
        self.connections
            .retain(|_, other| seat.is_none() || other.seat != seat);
        outlet.standing().welcome();
        self.connections
            .insert(connection, Connection { outlet, seat });
        // If the connection is gone already, its end is on the way to us.
        let _ = answer.send(true);
        if seat.is_none() {
            // Nobody else notices who watches.
            return self.tell(connection, None);
        }
        self.settle().await
    }

    fn by_token(&self, token: &str) -> Result<Seat, Refusal> {
        let seat = self.record().seat_of(&identity(token));
        seat.ok_or_else(|| Refusal::new("unknown_token", "no seat here has this token"))
    }

    /// A free seat, or one whose player vanished and may be replaced.
    async fn sit_down(&mut self, name: &str) -> Result<Result<(Seat, String), Refusal>, Refused> {
        let mut record = self.record();
        let mut seat = self.seat_for_newcomer(&record);
        if seat.is_none() && self.is_deserted() {
            self.clear_away().await?;
            record = self.record();
            seat = self.seat_for_newcomer(&record);
        }
        let Some(seat) = seat else {
            let refusal = Refusal::new("table_full", "every seat at this table is taken");
            return Ok(Err(refusal));
        };
        let token = (self.opening.token)();
        let person = Person::new(identity(&token), &free_name(&record, seat, name));
        let host = &self.opening.host;
        host.replace(&self.id, &self.opening.owner, seat, &person)
            .await?;
        self.known.forget(seat);
        if self.notes.ready.remove(&seat) {
            self.store_notes().await?;
        }
        Ok(Ok((seat, token)))
    }

    fn seat_for_newcomer(&self, record: &Record) -> Option<Seat> {
        let seats = (0_u8..).map(Seat).zip(&record.chairs);
        let mut free = seats.filter(|(_, chair)| chair.is_none());
        let away = wire::away(record, &self.connected());
        let admitted = away.into_iter().find(|seat| self.admitted.contains(seat));
        free.next().map(|(seat, _)| seat).or(admitted)
    }

    /// Whether a game is over and nobody who played it has been here for long, so
    /// that newcomers may have a new lobby. Bots alone stay as they are: they
    /// would leave no seat.
    fn is_deserted(&self) -> bool {
        let room = self.opening.bots < self.opening.players;
        room && self.connected().is_empty() && self.alone.elapsed() >= KEPT && self.is_over()
    }

    /// A connection is gone; its seat is kept.
    pub(super) async fn gone(&mut self, connection: ConnectionId) -> Result<(), Refused> {
        let left = self.connections.remove(&connection);
        let sat = left.is_some_and(|it| it.seat.is_some());
        if sat || self.dropped.remove(&connection) {
            self.alone = Instant::now();
            return self.settle().await;
        }
        Ok(())
    }
}

/// A seat's secret is its identity at the host.
fn identity(token: &str) -> Identity {
    Identity(format!("lan:{token}"))
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
