//! The wire's state as the view that screens draw.
//!
//! What the wire does not carry is what a guest need not know: the castle to come
//! and what a bot would remember are left empty.

use parlour_regicide::{
    Bag, Card, EnemyView, House, Loss, Memory, Outcome, PlayerView, Step, View, hand_limit, worth,
};
use parlour_rules::Seat;

use crate::wire::{GameState, WireView};

/// What only a move changes: not the log, not who is there.
pub(super) fn game_only(state: &GameState) -> WireView {
    let mut players = state.view.players.clone();
    for player in &mut players {
        player.connected = true;
        player.ready = false;
        player.bot = false;
        player.name = String::new();
    }
    WireView {
        players,
        paused: false,
        waiting_for: Vec::new(),
        log: Vec::new(),
        ..state.view.clone()
    }
}

/// The view of a game that has begun; `moves` counts what has happened in it.
pub fn view_of(state: &GameState, moves: u32) -> View {
    let wire = &state.view;
    let cards = |words: &[String]| -> Vec<Card> {
        words.iter().filter_map(|word| word.parse().ok()).collect()
    };
    let step = match wire.step.as_str() {
        "suffer" => Step::Suffer,
        "choose" => Step::Choose,
        "over" => Step::Over,
        _ => Step::Play,
    };
    let enemy = wire.enemy.as_ref().and_then(|enemy| {
        Some(EnemyView {
            card: enemy.card.parse().ok()?,
            health: enemy.health,
            damage: enemy.damage,
            attack: enemy.attack,
            blocked_spades: 0,
            immunity_cancelled: enemy.immunity_cancelled,
        })
    });
    let current = wire.current.unwrap_or(Seat(0));
    let hand = cards(&wire.hand);
    let attack = enemy.map_or(0, |enemy| enemy.attack);
    let due = attack.saturating_sub(wire.shield);
    let others_yielded = wire
        .players
        .iter()
        .filter(|player| player.id != current)
        .all(|player| player.yielded);
    let defeated = 12_u8
        .saturating_sub(wire.castle_count)
        .saturating_sub(u8::from(enemy.is_some()));
    let outcome = wire.result.as_deref().map(|result| Outcome {
        loss: (result != "won").then(|| Loss::CannotPay {
            due,
            // Only the loser's own hand is known to the loser.
            worth: if state.you == Some(current) {
                worth(&hand)
            } else {
                0
            },
        }),
        medal: None,
        enemies: defeated,
        jesters: wire.jesters_used,
    });
    let player = |player: &crate::wire::WirePlayer| PlayerView {
        id: player.id,
        hand_count: player.hand_count,
        yielded: player.yielded,
    };
    let seats = wire.players.len();
    View {
        you: state.you,
        step,
        current,
        moves,
        enemy,
        shield: wire.shield,
        due,
        hand,
        hand_limit: hand_limit(seats as u8),
        table: cards(&wire.table),
        players: wire.players.iter().map(player).collect(),
        tavern_count: wire.tavern_count,
        discard_count: wire.discard_count,
        castle_count: wire.castle_count,
        castle: Vec::new(),
        defeated,
        jesters_used: wire.jesters_used,
        solo_jesters: 0,
        may_yield: step == Step::Play && !others_yielded,
        house: House::default(),
        memory: Memory {
            captured: Vec::new(),
            layers: Vec::new(),
            known: vec![Bag::EMPTY; seats],
            loose: Bag::EMPTY,
        },
        outcome,
    }
}
