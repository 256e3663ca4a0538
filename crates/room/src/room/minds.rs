//! Bots that search, and the coach, think apart from whoever speaks.
//!
//! A room whose owner has threads to spare ([`Room::think_apart`]) never lets a person
//! wait for a bot: what a bot has to decide is laid down as a [`Thought`], a bell rings,
//! and the owner takes the thoughts, thinks them on as many threads as it likes and
//! brings the [`Decision`]s back. Each decision of a bot is under way once. What came
//! too late changes nothing: no deadline waits for a bot. A room without such an owner
//! thinks where it stands.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};

use parlour_diplomacy::GameView;
use parlour_diplomacy::bot::{Kind, Past};
use parlour_diplomacy::game::Command;
use parlour_host::journal::JournalError;
use parlour_host::table::{Identity, TableId};
use parlour_rules::{Seat, Seed, Viewer};

use super::coaching::Study;
use super::{Done, Room};
use crate::bot;
use crate::refusal::Trouble;

/// At most so many decisions wait to be thought about; the next look around the tables
/// finds the others again.
const MOST_WAITING: usize = 1024;

/// Rings when there is something to think about.
pub type Bell = Arc<dyn Fn() + Send + Sync>;

/// What is under way, and what waits.
pub(super) struct Minds {
    bell: Bell,
    waiting: Mutex<Vec<Thought>>,
    claimed: Claims,
}

type Claims = Arc<Mutex<BTreeSet<(TableId, Seat, String)>>>;

/// Held as long as a decision is under way.
struct Claim {
    what: (TableId, Seat, String),
    claims: Claims,
}

impl Drop for Claim {
    fn drop(&mut self) {
        let mut claims = self.claims.lock().unwrap_or_else(PoisonError::into_inner);
        claims.remove(&self.what);
    }
}

/// What is to be thought about: a decision that a bot has to make, or a game that is
/// over, for the coach.
pub struct Thought(Matter);

enum Matter {
    Orders(Box<Choice>),
    Lessons(Study),
}

/// A decision that a bot has to make.
struct Choice {
    claim: Claim,
    bot: Identity,
    kind: Kind,
    view: GameView,
    past: Vec<Past>,
    secret: Seed,
}

/// What came of a thought. What the coach thought is known to whoever asked already.
pub struct Decision(Option<Chosen>);

/// What a bot has decided.
struct Chosen {
    claim: Claim,
    bot: Identity,
    orders: Vec<String>,
}

impl Thought {
    /// Thinks; this takes CPU time and nothing else, as much as the bot's kind may have.
    pub fn think(self) -> Decision {
        match self.0 {
            Matter::Orders(asked) => Decision(Some(Chosen {
                orders: bot::choose(&asked.view, &asked.past, asked.kind, asked.secret),
                claim: asked.claim,
                bot: asked.bot,
            })),
            Matter::Lessons(study) => {
                study.think();
                Decision(None)
            }
        }
    }
}

/// Who is to decide, and by what.
pub(super) struct Asked<'a> {
    pub(super) table: &'a TableId,
    pub(super) seat: Seat,
    pub(super) bot: &'a Identity,
    pub(super) kind: Kind,
    pub(super) view: &'a GameView,
    pub(super) past: Vec<Past>,
    pub(super) secret: Seed,
}

/// What tells a decision from others.
fn decision(table: &TableId, seat: Seat, view: &GameView) -> (TableId, Seat, String) {
    (table.clone(), seat, view.phase.to_string())
}

impl Minds {
    /// Whether a decision would be laid down now.
    pub(super) fn may_ask(&self, table: &TableId, seat: Seat, view: &GameView) -> bool {
        let waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let claimed = self.claimed.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.len() < MOST_WAITING && !claimed.contains(&decision(table, seat, view))
    }

    /// Lays a decision down, unless it is under way already.
    pub(super) fn ask(&self, asked: Asked<'_>) {
        let what = decision(asked.table, asked.seat, asked.view);
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        if waiting.len() >= MOST_WAITING {
            return;
        }
        let mut claims = self.claimed.lock().unwrap_or_else(PoisonError::into_inner);
        if !claims.insert(what.clone()) {
            return;
        }
        drop(claims);
        waiting.push(Thought(Matter::Orders(Box::new(Choice {
            claim: Claim {
                what,
                claims: Arc::clone(&self.claimed),
            },
            bot: asked.bot.clone(),
            kind: asked.kind,
            view: asked.view.clone(),
            past: asked.past,
            secret: asked.secret,
        }))));
        drop(waiting);
        (self.bell)();
    }

    /// The seats of a table whose decisions are under way.
    fn seats(&self, table: &TableId) -> Vec<Seat> {
        let claimed = self.claimed.lock().unwrap_or_else(PoisonError::into_inner);
        let of_table = claimed.iter().filter(|(id, ..)| id == table);
        of_table.map(|(_, seat, _)| *seat).collect()
    }

    /// Lays a game down for the coach. If too much waits already it is dropped, and who
    /// asked is told so.
    pub(super) fn study(&self, study: Study) {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        if waiting.len() < MOST_WAITING {
            waiting.push(Thought(Matter::Lessons(study)));
        }
        drop(waiting);
        (self.bell)();
    }
}

impl Room {
    /// From now on bots that search think apart: the bell rings when there is something
    /// to think about, and whoever hears it asks [`Room::thoughts`].
    #[must_use]
    pub fn think_apart(mut self, bell: Bell) -> Self {
        self.minds = Some(Arc::new(Minds {
            bell,
            waiting: Mutex::default(),
            claimed: Arc::default(),
        }));
        self
    }

    /// From now on bots think where those of another room before the same host do: what
    /// is under way there is not asked for here, and either room has all thoughts.
    #[must_use]
    pub fn think_with(mut self, other: &Self) -> Self {
        self.minds.clone_from(&other.minds);
        self.lectures = Arc::clone(&other.lectures);
        self
    }

    /// The seats of a table whose bots think just now, apart from everybody.
    pub fn thinking(&self, table: &TableId) -> Vec<Seat> {
        let minds = self.minds.as_ref();
        minds.map_or_else(Vec::new, |it| it.seats(table))
    }

    /// What there is to think about; the caller thinks it and says [`Room::decided`].
    pub fn thoughts(&self) -> Vec<Thought> {
        let waiting = self.minds.as_ref().map(|minds| &minds.waiting);
        let waiting = waiting.map(|it| it.lock().unwrap_or_else(PoisonError::into_inner));
        waiting.map_or_else(Vec::new, |mut it| std::mem::take(&mut *it))
    }

    /// Gives what a bot has decided, if it is still asked for, and goes on from there.
    pub async fn decided(&self, decision: Decision) -> Result<(), JournalError> {
        let Some(decision) = decision.0 else {
            return Ok(());
        };
        let table = decision.claim.what.0.clone();
        let given = self.give(&decision).await;
        drop(decision);
        match given {
            Ok(()) | Err(Trouble::Refusal(_)) => self.play_bots(&table).await,
            Err(Trouble::Journal(error)) => Err(error),
        }
    }

    async fn give(&self, decision: &Chosen) -> Done<()> {
        let (table, seat, stage) = &decision.claim.what;
        let game = self.game_at(table, Viewer::Seat(*seat)).await?;
        let chair = game.sight.record.chairs.get(usize::from(seat.0));
        let sits = chair
            .and_then(Option::as_ref)
            .is_some_and(|it| it.identity == decision.bot);
        let asked = game.sight.awaiting.contains(*seat) && game.phase() == *stage;
        let own = game.sight.view.own.as_ref();
        let silent = own.is_some_and(|own| own.orders.is_empty());
        if !sits || !asked || !silent || game.is_over() || game.sheet.paused.is_some() {
            return Ok(());
        }
        let mut says = Vec::new();
        if !decision.orders.is_empty() {
            says.push(Command::Order(decision.orders.clone()));
        }
        says.extend(game.people_play().then_some(Command::Ready));
        for command in says {
            if !self.say(&game, &decision.bot, *seat, command).await? {
                return Ok(());
            }
        }
        Ok(())
    }
}
