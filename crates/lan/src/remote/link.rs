//! A link to a table across the network: `tui` draws over it as over a local one.

use std::task::{Context, Poll};

use parlour_host::Time;
use parlour_host::journal::Standing;
use parlour_host::link::{Link, News, Shown, Ticket};
use parlour_host::table::{Identity, Pause, Person, Record};
use parlour_regicide::{Command, Kingslayer};
use parlour_rules::{SeatSet, Stage, Turn, Viewer};

use super::{Connection, Inside, RemoteTable, view};
use crate::protocol::Action;
use crate::wire::GameState;

/// The way to a remote table's game.
pub struct LanLink {
    table: RemoteTable,
    /// What was sent and not answered yet.
    sent: Vec<(String, Ticket)>,
    tickets: u64,
    /// How much of the news was shown.
    shown: Option<u64>,
    connection: Connection,
    /// A command that cannot be sent to a table with others.
    unknown: Vec<Ticket>,
}

impl LanLink {
    pub(super) fn new(table: RemoteTable) -> Self {
        let connection = table.connection();
        Self {
            table,
            sent: Vec::new(),
            tickets: 0,
            shown: None,
            connection,
            unknown: Vec::new(),
        }
    }

    /// The oldest news that was not given yet.
    fn next(&mut self, inside: &mut Inside) -> Option<News<Kingslayer>> {
        if let Some(ticket) = self.unknown.pop() {
            return Some(News::Refused {
                ticket,
                code: String::from("cannot_undo"),
                words: String::from("at a table with others this is not possible"),
            });
        }
        if inside.connection != self.connection {
            self.connection = inside.connection.clone();
            return Some(connection_news(&self.connection));
        }
        if let Some(news) = self.refusal(inside) {
            return Some(news);
        }
        while let Some((ack, seq)) = inside.acks.pop_front() {
            if let Some(at) = self.sent.iter().position(|(id, _)| *id == ack) {
                let (_, ticket) = self.sent.remove(at);
                return Some(News::Accepted { ticket, seq });
            }
        }
        let state = inside.state.as_ref()?;
        if self.shown == Some(inside.news) || state.view.step == "lobby" {
            return None;
        }
        self.shown = Some(inside.news);
        let told = inside.told.replace(Vec::new());
        let mut shown = shown(state, inside.moves);
        shown.seen = told;
        Some(News::Shown(Box::new(shown)))
    }

    fn refusal(&mut self, inside: &mut Inside) -> Option<News<Kingslayer>> {
        let ours = |id: &Option<String>| {
            let id = id.as_ref()?;
            self.sent.iter().position(|(sent, _)| sent == id)
        };
        let (place, at) = inside
            .refusals
            .iter()
            .enumerate()
            .find_map(|(place, it)| Some((place, ours(&it.id)?)))?;
        let refused = inside.refusals.remove(place)?;
        let (_, ticket) = self.sent.remove(at);
        Some(News::Refused {
            ticket,
            code: refused.code,
            words: refused.words,
        })
    }
}

impl Link<Kingslayer> for LanLink {
    fn viewer(&self) -> Viewer {
        let seat = self.table.lock().seat;
        seat.map_or(Viewer::Spectator, Viewer::Seat)
    }

    fn send(&mut self, command: &Command) -> Ticket {
        self.tickets += 1;
        let ticket = Ticket(self.tickets);
        let action = match command {
            Command::Play(cards) => Action::Play(cards.clone()),
            Command::Pay(cards) => Action::Discard(cards.clone()),
            Command::Yield => Action::Yield,
            Command::Next(seat) => Action::ChooseNext(*seat),
            Command::Flip => {
                self.unknown.push(ticket);
                return ticket;
            }
        };
        let id = self.table.lock().send(action);
        self.sent.push((id, ticket));
        ticket
    }

    fn undo(&mut self, _: u64) -> Ticket {
        self.tickets += 1;
        let ticket = Ticket(self.tickets);
        self.unknown.push(ticket);
        ticket
    }

    fn poll_news(&mut self, context: &mut Context<'_>) -> Poll<Option<News<Kingslayer>>> {
        let table = self.table.clone();
        let mut inside = table.lock();
        inside.hear(context);
        match self.next(&mut inside) {
            Some(news) => Poll::Ready(Some(news)),
            None if matches!(inside.connection, Connection::Closed(_)) => Poll::Ready(None),
            None => Poll::Pending,
        }
    }
}

fn connection_news(connection: &Connection) -> News<Kingslayer> {
    let (open, words) = match connection {
        Connection::Opening => (false, String::from("Connecting…")),
        Connection::Open => (true, String::from("Connected.")),
        Connection::Lost(words) => (false, format!("Connection lost ({words}); trying again…")),
        Connection::TakenOver => (false, String::from("Played from another window.")),
        Connection::Full(words) => (false, format!("There is no seat: {words}")),
        Connection::Closed(words) => (false, format!("The table is closed: {words}")),
    };
    News::Connection { open, words }
}

fn shown(state: &GameState, moves: u32) -> Shown<Kingslayer> {
    let view = view::view_of(state, moves);
    let turn = match view.outcome {
        Some(outcome) => Turn::Over(outcome),
        None => Turn::Awaiting {
            stage: Stage::new(format!("{moves}.{}", state.view.step)),
            seats: SeatSet::EMPTY.with(view.current),
        },
    };
    let viewer = view.you.map_or(Viewer::Spectator, Viewer::Seat);
    Shown {
        standing: Standing {
            seq: state.seq,
            version: 0,
        },
        ..Shown::new(viewer, view, turn, record(state))
    }
}

/// What a guest knows of who sits where.
fn record(state: &GameState) -> Record {
    let chair = |player: &crate::wire::WirePlayer| {
        let identity = Identity(format!("seat:{}", player.id.0));
        (!player.name.is_empty()).then(|| Person {
            bot: player.bot.then(String::new),
            ..Person::new(identity, &player.name)
        })
    };
    Record {
        title: String::from("Kingslayer"),
        chairs: state.view.players.iter().map(chair).collect(),
        paused: state.view.paused.then_some(Pause {
            since: Time::default(),
            left: None,
        }),
        ..Record::unknown("kingslayer")
    }
}
