//! Coming and going: by token, to watch, to sit down.

use parlour_host::Refused;
use parlour_host::table::{Identity, Person, Record};
use parlour_rules::Seat;
use tokio::sync::oneshot;
use tokio::time::Instant;

use super::games::KEPT;
use super::notes::{Former, Notes};
use super::{Connection, ConnectionId, Outlet, Parting, Table};
use crate::protocol::{self, Handshake, LONGEST_NAME, Refusal};
use crate::wire::{self, WireLogLine};

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
            let seated = self.by_token(token).await?;
            seated.map(|seat| Some((seat, token.clone())))
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
        let welcome = protocol::Welcome {
            seat,
            token: token.as_deref(),
            players: self.opening.players,
            table: &self.notes.table,
        };
        let welcome = welcome.line();
        if let Some(seat) = seat {
            let how = if hello.token.is_some() {
                "is back at"
            } else {
                "takes"
            };
            self.tell_host(&format!("{} {how} seat {}", self.name_of(seat), seat.0));
        }
        outlet.send(welcome);
        // Whoever held the seat by the same token is sent away.
        for other in self.connections.values() {
            if seat.is_some() && other.seat == seat {
                let last = protocol::error(&protocol::taken_over(), self.seq(), None);
                other.outlet.send_last(last);
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

    /// The seat of a token; of one whose seat was given up or is played by a bot,
    /// a seat it may have again.
    async fn by_token(&mut self, token: &str) -> Result<Result<Seat, Refusal>, Refused> {
        let who = identity(token);
        let record = self.record();
        if let Some(seat) = record.seat_of(&who) {
            return Ok(Ok(seat));
        }
        let former = self.notes.former.iter().find(|former| former.who == who);
        let Some(former) = former.cloned() else {
            let words = "no seat here has this token";
            return Ok(Err(Refusal::new("unknown_token", words)));
        };
        let Some(seat) = seat_for_former(&record, &former) else {
            return Ok(Err(full()));
        };
        let person = Person::new(who.clone(), &free_name(&record, seat, &former.name));
        self.seat_person(seat, &person).await?;
        // What they did before stands in the journal.
        self.asks_journal = true;
        self.notes.forget(&who);
        self.notes.ready.remove(&seat);
        if let Some(bot) = chair_of(&record, seat) {
            let text = format!("{} is back", person.name);
            self.hand_over(seat, &bot.name, text);
        }
        self.store_notes().await?;
        Ok(Ok(seat))
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
            return Ok(Err(full()));
        };
        let token = (self.opening.token)();
        let person = Person::new(identity(&token), &free_name(&record, seat, name));
        self.seat_person(seat, &person).await?;
        let was_ready = self.notes.ready.remove(&seat);
        let before = chair_of(&record, seat);
        if let Some(before) = before {
            let text = format!("{} takes the seat of {}", person.name, before.name);
            self.hand_over(seat, &before.name, text);
            // Should a bot have been about to play for them.
            self.notes.forget(&before.identity);
        }
        if (was_ready || before.is_some())
            && let Err(refused) = self.store_notes().await
        {
            // The seat is theirs already, so they must know its token.
            self.fails(&refused).await;
        }
        Ok(Ok((seat, token)))
    }

    /// The seat is theirs. Nobody who had it before gets it from a bot again, which
    /// is stored first.
    async fn seat_person(&mut self, seat: Seat, person: &Person) -> Result<(), Refused> {
        if self.notes.take(seat, &person.identity) {
            self.store_notes().await?;
        }
        let host = &self.opening.host;
        host.replace(&self.id, &self.opening.owner, seat, person)
            .await?;
        self.known.forget(seat);
        Ok(())
    }

    /// Nobody is connected at a seat any more.
    pub(super) fn tell_host_of_gap(&self, seat: Seat) {
        let (name, number) = (self.name_of(seat), seat.0);
        self.tell_host(&format!("{name} at seat {number} is gone; the table waits"));
    }

    fn name_of(&self, seat: Seat) -> String {
        let record = self.record();
        chair_of(&record, seat).map_or_else(String::new, |person| person.name.clone())
    }

    fn seat_for_newcomer(&self, record: &Record) -> Option<Seat> {
        let seats = (0_u8..).map(Seat).zip(&record.chairs);
        let mut free = seats.filter(|(_, chair)| chair.is_none());
        let away = wire::away(record, self.connected());
        let admitted = away.iter().find(|seat| self.admitted.contains(seat));
        free.next().map(|(seat, _)| seat).or(admitted)
    }

    /// Whether a game is over and nobody who played it has been here for long, so
    /// that newcomers may have a new lobby. Bots alone stay as they are: they
    /// would leave no seat.
    fn is_deserted(&self) -> bool {
        let room = self.opening.bots < self.opening.players;
        room && self.connected().is_empty() && Instant::now() >= self.kept_until && self.is_over()
    }

    /// A connection is gone; its seat is kept. In the lobby the log tells how it
    /// went: nobody is in the middle of anything, so it may have been meant.
    pub(super) async fn gone(
        &mut self,
        connection: ConnectionId,
        parting: Parting,
    ) -> Result<(), Refused> {
        self.drop_connection(connection);
        let seat = self.dropped.remove(&connection).flatten();
        // Nobody notices who watched, or who is back already.
        let Some(seat) = seat.filter(|seat| !self.connected().contains(*seat)) else {
            return Ok(());
        };
        self.kept_until = Instant::now() + KEPT;
        if !self.goes_on().await {
            return Ok(());
        }
        if self.record().started.is_none() {
            self.notes.write_log(WireLogLine {
                seq: self.seq() + 1,
                player: Some(seat),
                text: String::from(match parting {
                    Parting::Left => "left",
                    Parting::Lost => "lost the connection",
                }),
            });
            self.store_notes().await?;
        }
        self.settle().await
    }
}

fn chair_of(record: &Record, seat: Seat) -> Option<&Person> {
    record.chairs.get(usize::from(seat.0))?.as_ref()
}

fn full() -> Refusal {
    Refusal::new("table_full", "every seat at this table is taken")
}

/// Their own seat if it is free or a bot plays in their place; in the lobby, any
/// that is free.
fn seat_for_former(record: &Record, former: &Former) -> Option<Seat> {
    let lobby = record.started.is_none();
    let own = match record.chairs.get(usize::from(former.seat.0))? {
        None => lobby,
        Some(person) => former.bot && person.bot.is_some(),
    };
    if own {
        return Some(former.seat);
    }
    let mut seats = (0_u8..).map(Seat).zip(&record.chairs);
    let free = seats.find(|(_, chair)| chair.is_none());
    free.filter(|_| lobby).map(|(seat, _)| seat)
}

/// The seat that a token would get at a table.
pub(super) fn seat_of_token(record: &Record, token: &str) -> Option<Seat> {
    let who = identity(token);
    record.seat_of(&who).or_else(|| {
        let notes = Notes::of(record);
        let former = notes.former.iter().find(|former| former.who == who)?;
        seat_for_former(record, former)
    })
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
