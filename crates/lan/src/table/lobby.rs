//! Coming and going: by token, to watch, to sit down.

use parlour_host::Refused;
use parlour_host::table::{Identity, Person, Record};
use parlour_rules::Seat;
use tokio::sync::oneshot;

use super::{Connection, ConnectionId, Outlet, Table};
use crate::protocol::{self, Handshake, Refusal};
use crate::wire;

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
        if seat.is_none() && self.connected().is_empty() && self.is_over() {
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
        self.admitted.remove(&seat);
        let was_ready = self.notes.ready.contains(&seat);
        self.notes.forget(seat);
        if was_ready {
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

    /// A connection is gone; its seat is kept.
    pub(super) async fn gone(&mut self, connection: ConnectionId) -> Result<(), Refused> {
        let left = self.connections.remove(&connection);
        let sat = left.is_some_and(|it| it.seat.is_some());
        if sat || self.dropped.remove(&connection) {
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
        free = format!("{name} {number}");
        number += 1;
    }
    free
}
