//! What a seat may know: its hand, what lies open, what it may remember.
//!
//! Never the tavern's order, never another hand, never the seed, never the order
//! of the castle. This is the one place where secrets are cut; bots and fronts
//! receive views only.

use parlour_rules::{Seat, Viewer};
use serde::{Deserialize, Serialize};

use crate::card::Card;
use crate::memory::Memory;
use crate::setup::House;
use crate::state::{Outcome, State, Step};

/// The enemy face up, as everybody sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EnemyView {
    /// Which Jack, Queen or King it is.
    pub card: Card,
    /// Its full health.
    pub health: u16,
    /// Damage taken so far.
    pub damage: u16,
    /// Its printed attack, before the shield.
    pub attack: u16,
    /// Spades it was immune to, which a Jester would make count.
    pub blocked_spades: u16,
    /// Whether a Jester has cancelled its immunity.
    pub immunity_cancelled: bool,
}

/// A player, as everybody sees them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayerView {
    /// Their seat.
    pub id: Seat,
    /// How many cards they hold.
    pub hand_count: u8,
    /// Whether they yielded on their last turn.
    pub yielded: bool,
}

/// The table as one viewer may know it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct View {
    /// Whose view it is; nobody's for a spectator.
    pub you: Option<Seat>,
    /// Where in the turn the table stands.
    pub step: Step,
    /// Whose decision it is.
    pub current: Seat,
    /// Decisions taken so far.
    pub moves: u32,
    /// The enemy face up; none once the last King has fallen.
    pub enemy: Option<EnemyView>,
    /// The sum of spades against this enemy, uncapped.
    pub shield: u16,
    /// What the enemy's attack costs now.
    pub due: u16,
    /// The viewer's cards, in the order they came.
    pub hand: Vec<Card>,
    /// The most cards a hand may hold.
    pub hand_limit: u8,
    /// Cards played against this enemy, in order.
    pub table: Vec<Card>,
    /// Everybody, in seat order.
    pub players: Vec<PlayerView>,
    /// Cards in the tavern.
    pub tavern_count: u8,
    /// Cards in the discard pile.
    pub discard_count: u8,
    /// Enemies to come, without the one face up.
    pub castle_count: u8,
    /// Enemies to come, in no order that tells anything: ascending.
    pub castle: Vec<Card>,
    /// Enemies defeated.
    pub defeated: u8,
    /// Jesters played or turned.
    pub jesters_used: u8,
    /// Solo: Jesters that may still be turned.
    pub solo_jesters: u8,
    /// Whether the current player may yield.
    pub may_yield: bool,
    /// House rules.
    pub house: House,
    /// What everybody may remember of the hidden cards.
    pub memory: Memory,
    /// How the game ended.
    pub outcome: Option<Outcome>,
}

/// The viewer's cards and nothing else, in the order they came: the hand of their
/// [`View`].
pub fn hand(state: &State, viewer: Viewer) -> Vec<Card> {
    seat_of(state, viewer).map_or_else(Vec::new, |seat| state.hand(seat).to_vec())
}

/// The seat of a viewer who has one.
fn seat_of(state: &State, viewer: Viewer) -> Option<Seat> {
    match viewer {
        Viewer::Seat(seat) if seat.0 < state.players() => Some(seat),
        _ => None,
    }
}

impl View {
    /// Cuts a state down to what the viewer may know.
    pub(crate) fn of(state: &State, viewer: Viewer) -> Self {
        let player = |(seat, held): (u8, &Vec<Card>)| PlayerView {
            id: Seat(seat),
            hand_count: held.len() as u8,
            yielded: state.yielded[usize::from(seat)],
        };
        // Ascending, so that the order of the castle stays hidden.
        let mut castle: Vec<Card> = state.castle.iter().copied().collect();
        castle.sort_unstable();
        Self {
            you: seat_of(state, viewer),
            step: state.step,
            current: state.current,
            moves: state.moves,
            enemy: state.enemy.as_ref().map(|enemy| EnemyView {
                card: enemy.card,
                health: state.house.health_of(enemy.card),
                damage: enemy.damage,
                attack: state.house.attack_of(enemy.card),
                blocked_spades: enemy.blocked_spades,
                immunity_cancelled: enemy.immunity_cancelled,
            }),
            shield: state.enemy.as_ref().map_or(0, |enemy| enemy.shield),
            due: state.due(),
            hand: hand(state, viewer),
            hand_limit: state.hand_limit(),
            table: state.table.clone(),
            players: (0..).zip(&state.hands).map(player).collect(),
            tavern_count: state.tavern.len() as u8,
            discard_count: state.discard.len(),
            castle_count: state.castle.len() as u8,
            castle,
            defeated: state.defeated,
            jesters_used: state.jesters_used,
            solo_jesters: state.solo_jesters,
            may_yield: state.step == Step::Play && state.may_yield(state.current),
            house: state.house,
            memory: state.memory.clone(),
            outcome: state.outcome,
        }
    }

    /// Whether the viewer is to decide now.
    pub fn is_yours(&self) -> bool {
        self.outcome.is_none() && self.you == Some(self.current)
    }
}
