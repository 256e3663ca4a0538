//! Bots at the table think on threads of their own and play through the same
//! road as everybody.

use parlour_host::host::Giver;
use parlour_host::table::{Identity, Record};
use parlour_host::{Message, Refused};
use parlour_regicide::{Command, Kingslayer};
use parlour_rules::Seat;

use tokio::sync::Semaphore;
use tokio::time::Instant;

use super::{Input, Marshal};

/// How many bots of this process think at once.
static THINKERS: Semaphore = Semaphore::const_new(8);

/// A position of a table's games: only a move leads to another one, or moves that are taken
/// back. Words, comings and goings do not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// From where the table's count runs in this game: no other game's, and none's from
    /// before moves were taken back.
    base: u64,
    /// How many entries it has.
    entries: u64,
}

/// What a bot has decided.
#[derive(Clone, Debug)]
pub struct Thought {
    /// For this position and no other.
    pub position: Position,
    /// Where the bot sits.
    pub seat: Seat,
    /// What it does.
    pub command: Command,
}

impl Marshal {
    fn position(&self) -> Position {
        Position {
            base: self.notes.base,
            entries: self.eyes.standing().seq,
        }
    }

    /// Whether bots wait: for somebody who is gone, or until it is clear whether moves are
    /// taken back, since whoever plays on has not agreed.
    fn waits(&self, record: &Record) -> bool {
        let entries = self.eyes.standing().seq;
        record.paused.is_some() || record.undo_asked(entries).is_some()
    }

    fn is_bot(&self, seat: Seat) -> bool {
        let record = self.record();
        let chair = record.chairs.get(usize::from(seat.0));
        let person = chair.and_then(Option::as_ref);
        person.is_some_and(|person| person.bot.is_some())
    }

    /// If a bot is to move, gives it the view of its seat to think about, unless it
    /// thinks about this position already, or has done so.
    pub(super) async fn let_bot_think(&mut self) -> Result<(), Refused> {
        let record = self.record();
        let mut people = record.chairs.iter().flatten();
        let bots = people.any(|person| person.bot.is_some());
        if !bots || record.started.is_none() || self.waits(&record) {
            return Ok(());
        }
        let (position, open) = (self.position(), self.eyes.view());
        let seat = open.current;
        if open.outcome.is_some() || self.thinking == Some(position) || !self.is_bot(seat) {
            return Ok(());
        }
        if !self.may_think().await? {
            return Ok(());
        }
        self.thinking = Some(position);
        let inbox = self.inbox.clone();
        let known = self.thought.take().filter(|it| it.position == position);
        if let Some(thought) = known {
            tokio::spawn(async move {
                if let Some(inbox) = inbox.upgrade() {
                    // The table may have closed meanwhile.
                    let _ = inbox.send(Input::BotThought(thought)).await;
                }
            });
            return Ok(());
        }
        self.eyes.open_seats()?;
        let view = self.eyes.view_from(seat);
        let mind = self.opening.mind.clone();
        let number = self.notes.base + position.entries;
        let until = Instant::now() + self.opening.pace;
        tokio::spawn(async move {
            // Whoever opens table after table makes bots wait for each other, and nobody
            // else.
            let Ok(thinks) = THINKERS.acquire().await else {
                return;
            };
            let thinking = tokio::task::spawn_blocking(move || mind(&view, number));
            let Ok(command) = thinking.await else { return };
            drop(thinks);
            // No thread waits with it.
            tokio::time::sleep_until(until).await;
            if let Some(inbox) = inbox.upgrade() {
                let thought = Thought {
                    position,
                    seat,
                    command,
                };
                // The same.
                let _ = inbox.send(Input::BotThought(thought)).await;
            }
        });
        Ok(())
    }

    /// A bot has decided. It is done if the position is still the same, however much
    /// was said meanwhile; while the table waits for somebody, it is kept.
    pub(super) async fn bot_thought(&mut self, thought: Thought) -> Result<(), Refused> {
        if self.thinking == Some(thought.position) {
            self.thinking = None;
        }
        if thought.position != self.position() || !self.is_bot(thought.seat) {
            return self.let_bot_think().await;
        }
        if self.waits(&self.record()) {
            self.thought = Some(thought);
            return Ok(());
        }
        let (seat, command) = (thought.seat, thought.command.clone());
        let who = self.identity_of(seat);
        let refused = match self.bot_acts(&who, seat, &command).await {
            Ok(()) => return self.settle().await,
            Err(fault @ Refused::Journal(_)) => {
                self.thought = Some(thought);
                return Err(fault);
            }
            Err(refused) => refused,
        };
        // A defect of the mind; the table does not stand still for it.
        tracing::error!(table = %self.id, %refused, %command, "a bot's move was refused");
        self.eyes.open_seats()?;
        let view = self.eyes.view_from(seat);
        let mut simple = vec![
            Command::Next(seat),
            Command::Pay(view.hand.clone()),
            Command::Yield,
        ];
        simple.extend(view.hand.iter().map(|card| Command::Play(vec![*card])));
        for command in simple {
            match self.bot_acts(&who, seat, &command).await {
                Ok(()) => return self.settle().await,
                Err(fault @ Refused::Journal(_)) => return Err(fault),
                Err(_) => {}
            }
        }
        Ok(())
    }

    /// A decision for later, when the table goes on.
    pub(super) fn keep_thought(&mut self, thought: Thought) {
        if self.thinking == Some(thought.position) {
            self.thinking = None;
        }
        self.thought = Some(thought);
    }

    async fn bot_acts(&self, who: &Identity, seat: Seat, command: &Command) -> Result<(), Refused> {
        let from = Giver::At(who.clone(), seat);
        let sent = Message {
            // Whatever another process let it decide.
            seen: Some(self.eyes.standing().seq),
            ..Message::given_by(&self.id, from, command.clone())
        };
        let host = &self.opening.host;
        host.command::<Kingslayer>(sent).await.map(|_| ())
    }
}
