//! Coming, going, getting ready: everything about chairs.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

use parlour_host::table::{Identity, Person, Record, TableId};
use parlour_host::{Host, Json, NewTable, Refused};
use parlour_regicide::Setup;
use parlour_rules::{Seat, Seed};
use tokio::sync::mpsc;

use super::notes::Notes;
use super::{BotMind, Connection, ConnectionId, Control, ControlRefused, Input, Outlet, Table};
use crate::protocol::{self, Handshake, Refusal};
use crate::wire;

/// What a table is opened with.
pub(crate) struct Opening {
    pub host: Arc<Host>,
    /// The tag under which its games are found again.
    pub tag: String,
    pub title: String,
    pub owner: Identity,
    pub players: u8,
    pub bots: u8,
    /// Leave an unfinished game and begin anew.
    pub fresh: bool,
    pub mind: BotMind,
    pub token: Arc<dyn Fn() -> String + Send + Sync>,
    pub seed: Arc<dyn Fn() -> Seed + Send + Sync>,
}

impl Table {
    /// Resumes the unfinished game under the tag, or opens a new one.
    pub async fn open(opening: Opening, inbox: mpsc::WeakSender<Input>) -> Result<Self, Refused> {
        let found = opening.host.tables_with_tag(&opening.tag).await?;
        let mut resumed = None;
        for id in found {
            let record = opening.host.record(&id).await?;
            let fits = record.chairs.len() == usize::from(opening.players);
            if !opening.fresh && resumed.is_none() && fits {
                resumed = Some((id, record));
            } else {
                untag(&opening.host, &id, &opening.owner).await?;
            }
        }
        let (id, notes) = if let Some((id, record)) = resumed {
            (id, Notes::of(&record))
        } else {
            let notes = Notes::default();
            let chairs = first_chairs(opening.players, opening.bots);
            let new = new_game(&opening, chairs, &notes, false);
            (opening.host.open_table(new).await?, notes)
        };
        Ok(Self {
            host: opening.host,
            id,
            tag: opening.tag,
            owner: opening.owner,
            players: opening.players,
            mind: opening.mind,
            token: opening.token,
            seed: opening.seed,
            inbox,
            notes,
            connections: BTreeMap::new(),
            admitted: BTreeSet::new(),
            log: VecDeque::new(),
            logged: 0,
            ids: BTreeMap::new(),
            thinking: None,
        })
    }

    /// Somebody comes: by token, to watch, or to sit down.
    pub(super) async fn hello(
        &mut self,
        connection: ConnectionId,
        outlet: Outlet,
        hello: Handshake,
    ) -> Result<(), Refused> {
        if self.connections.contains_key(&connection) {
            let refusal = Refusal::new("already_seated", "this connection is at the table already");
            return self.refuse(&outlet, &refusal, None).await;
        }
        let seated = if hello.spectate {
            Ok(None)
        } else if let Some(token) = &hello.token {
            self.by_token(token)
                .await?
                .map(|seat| Some((seat, token.clone())))
        } else {
            self.sit_down(&hello.name).await?.map(Some)
        };
        let seated = match seated {
            Ok(seated) => seated,
            Err(refusal) => return self.refuse(&outlet, &refusal, None).await,
        };
        let (seat, token) = seated.unzip();
        outlet.send(protocol::welcome(seat, token.as_deref(), self.players));
        // Whoever held the seat by the same token is sent away.
        for other in self.connections.values() {
            if seat.is_some() && other.seat == seat {
                other.outlet.hang_up();
            }
        }
        self.connections
            .retain(|_, other| seat.is_none() || other.seat != seat);
        outlet.welcome();
        self.connections
            .insert(connection, Connection { outlet, seat });
        self.settle().await
    }

    async fn by_token(&self, token: &str) -> Result<Result<Seat, Refusal>, Refused> {
        let record = self.host.record(&self.id).await?;
        let seat = record.seat_of(&identity(token));
        Ok(seat.ok_or_else(|| Refusal::new("unknown_token", "no seat here has this token")))
    }

    /// A free seat, or one whose player vanished and may be replaced.
    async fn sit_down(&mut self, name: &str) -> Result<Result<(Seat, String), Refusal>, Refused> {
        let record = self.host.record(&self.id).await?;
        let Some(seat) = self.seat_for_newcomer(&record) else {
            let refusal = Refusal::new("table_full", "every seat at this table is taken");
            return Ok(Err(refusal));
        };
        let token = (self.token)();
        let person = Person::new(identity(&token), &free_name(&record, seat, name));
        self.host
            .replace(&self.id, &self.owner, seat, &person)
            .await?;
        self.admitted.remove(&seat);
        self.ids.remove(&seat);
        if self.notes.ready.remove(&seat) {
            self.store_notes().await?;
        }
        Ok(Ok((seat, token)))
    }

    fn seat_for_newcomer(&self, record: &Record) -> Option<Seat> {
        let seats = (0_u8..).map(Seat).zip(&record.chairs);
        let mut free = seats
            .filter(|(_, chair)| chair.is_none())
            .map(|(seat, _)| seat);
        let away = wire::away(record, &self.connected());
        free.next()
            .or_else(|| {
                away.iter()
                    .copied()
                    .find(|seat| self.admitted.contains(seat))
            })
            // Before the start a seat whose player vanished blocks nobody.
            .or_else(|| away.first().copied().filter(|_| record.started.is_none()))
    }

    /// A connection is gone; its seat is kept.
    pub(super) async fn gone(&mut self, connection: ConnectionId) -> Result<(), Refused> {
        // One that was dropped for being slow is not in the list any more, but
        // the others must be told all the same.
        self.connections.remove(&connection);
        self.settle().await
    }

    /// Begins when every seat is taken and every person is ready.
    pub(super) async fn start_if_ready(&mut self) -> Result<(), Refused> {
        let record = self.host.record(&self.id).await?;
        let anybody = wire::people(&record).next().is_some();
        if record.paused.is_some() || !anybody {
            return Ok(());
        }
        if !wire::not_ready(&record, &self.notes.ready).is_empty() {
            return Ok(());
        }
        if record.started.is_none() {
            self.notes.ready.clear();
            self.store_notes().await?;
            return self.host.start(&self.id, &self.owner).await;
        }
        let over = self
            .host
            .look(&self.id, &self.owner)
            .await?
            .outcome
            .is_some();
        if over {
            self.next_game(&record).await?;
        }
        Ok(())
    }

    /// The same people sit down to the next game; the count goes on.
    async fn next_game(&mut self, record: &Record) -> Result<(), Refused> {
        let notes = Notes {
            base: self.seq().await? + 1,
            ..Notes::default()
        };
        let opening = Opening {
            host: Arc::clone(&self.host),
            tag: self.tag.clone(),
            title: record.title.clone(),
            owner: self.owner.clone(),
            players: self.players,
            bots: 0,
            fresh: false,
            mind: Arc::clone(&self.mind),
            token: Arc::clone(&self.token),
            seed: Arc::clone(&self.seed),
        };
        let new = new_game(&opening, record.chairs.clone(), &notes, true);
        let id = self.host.open_table(new).await?;
        untag(&self.host, &self.id, &self.owner).await?;
        self.id = id;
        self.notes = notes;
        self.logged = 0;
        self.log.clear();
        self.thinking = None;
        Ok(())
    }

    pub(super) async fn store_notes(&self) -> Result<(), Refused> {
        let notes = self.notes.json();
        let change = |it: &mut parlour_host::host::Description| it.settings = notes.clone();
        self.host.describe(&self.id, &self.owner, change).await
    }

    /// The person at the host's screen.
    pub(super) async fn control(&mut self, control: Control) -> Result<(), ControlRefused> {
        let host = |refused: Refused| ControlRefused::Host(refused.to_string());
        let record = self.host.record(&self.id).await.map_err(host)?;
        let lobby = record.started.is_none();
        let seats = (0_u8..).map(Seat).zip(&record.chairs);
        match control {
            Control::AddBot | Control::RemoveBot if !lobby => return Err(ControlRefused::Begun),
            Control::AddBot => {
                let mut free = seats.filter(|(_, chair)| chair.is_none());
                let (seat, _) = free.next().ok_or(ControlRefused::Full)?;
                let bot = bot(&record, seat);
                self.host
                    .seat(&self.id, &self.owner, seat, &bot)
                    .await
                    .map_err(host)?;
            }
            Control::RemoveBot => {
                let bots = seats.filter_map(|(_, chair)| chair.as_ref());
                let last = bots.filter(|person| person.bot.is_some()).last();
                let identity = last.ok_or(ControlRefused::NoBot)?.identity.clone();
                self.host.leave(&self.id, &identity).await.map_err(host)?;
            }
            Control::PutBot(seat) => {
                self.vanished(&record, seat)?;
                let bot = bot(&record, seat);
                self.host
                    .replace(&self.id, &self.owner, seat, &bot)
                    .await
                    .map_err(host)?;
            }
            Control::Admit(seat) => {
                self.vanished(&record, seat)?;
                self.admitted.insert(seat);
            }
        }
        self.settle().await.map_err(host)
    }

    fn vanished(&self, record: &Record, seat: Seat) -> Result<(), ControlRefused> {
        if wire::away(record, &self.connected()).contains(&seat) {
            Ok(())
        } else {
            Err(ControlRefused::NotVanished)
        }
    }
}

fn new_game(
    opening: &Opening,
    chairs: Vec<Option<Person>>,
    notes: &Notes,
    start: bool,
) -> NewTable {
    NewTable {
        id: None,
        title: opening.title.clone(),
        game: String::from("kingslayer"),
        setup: Json::of(&Setup::for_players(opening.players)),
        seed: (opening.seed)(),
        owner: opening.owner.clone(),
        chairs,
        start,
        open: true,
        letters: false,
        settings: notes.json(),
        tags: vec![opening.tag.clone()],
    }
}

async fn untag(host: &Host, id: &TableId, owner: &Identity) -> Result<(), Refused> {
    host.describe(id, owner, |it| it.tags.clear()).await
}

/// Bots sit at the last seats.
fn first_chairs(players: u8, bots: u8) -> Vec<Option<Person>> {
    let people = players.saturating_sub(bots);
    let chair = |seat| (seat >= people).then(|| named_bot(Seat(seat), seat - people + 1));
    (0..players).map(chair).collect()
}

fn bot(record: &Record, seat: Seat) -> Person {
    let bots = record
        .chairs
        .iter()
        .flatten()
        .filter(|person| person.bot.is_some());
    named_bot(seat, bots.count() as u8 + 1)
}

fn named_bot(seat: Seat, number: u8) -> Person {
    Person {
        bot: Some(String::from("race")),
        ..Person::new(
            Identity(format!("bot:{}", seat.0)),
            &format!("Bot {number}"),
        )
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
