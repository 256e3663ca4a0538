//! The wire's state as the view that screens draw.
//!
//! What the wire's own fields do not carry, the castle to come, the house rules and
//! what a bot would remember, is taken from the whole view that a host sends who asks;
//! a host that sends none leaves it empty.

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
    let whole = state.whole.as_ref().map(|whole| &whole.view);
    let whole = whole.filter(|whole| is_sound(whole, seats, wire.castle_count));
    let enemy = enemy.map(|enemy| EnemyView {
        blocked_spades: whole
            .and_then(|whole| whole.enemy)
            .map_or(0, |enemy| enemy.blocked_spades),
        ..enemy
    });
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
        castle: whole.map_or_else(Vec::new, |whole| whole.castle.clone()),
        defeated,
        jesters_used: wire.jesters_used,
        solo_jesters: 0,
        may_yield: step == Step::Play && !others_yielded,
        house: whole.map_or_else(House::default, |whole| whole.house),
        memory: whole.map_or_else(|| nothing(seats), |whole| whole.memory.clone()),
        outcome: whole.and_then(|whole| whole.outcome).or(outcome),
    }
}

/// What a bot remembers that has seen nothing.
fn nothing(seats: usize) -> Memory {
    Memory {
        captured: Vec::new(),
        layers: Vec::new(),
        known: vec![Bag::EMPTY; seats],
        loose: Bag::EMPTY,
    }
}

/// Whether a whole view is of a table of this size with so many enemies to come, and
/// speaks of no more cards than there are: hosts are strangers.
fn is_sound(whole: &View, seats: usize, castle: u8) -> bool {
    let memory = &whole.memory;
    let layers = memory.layers.iter().map(|layer| layer.joined);
    let hidden: usize = layers.map(|bag| bag.into_iter().count()).sum();
    let court = |card: &Card| card.value() >= 10 && card.suit().is_some();
    whole.players.len() == seats
        && memory.known.len() == seats
        && memory.captured.len() <= 12
        && hidden <= 54
        && whole.castle.len() == usize::from(castle)
        && whole.castle.iter().all(court)
}

#[cfg(test)]
mod tests {
    use parlour_regicide::search::{Dice, Position};
    use parlour_regicide::{Kingslayer, Setup};
    use parlour_rules::{Actor, Rules, Seed, Turn, Viewer};

    use super::*;

    #[test]
    fn every_view_of_a_real_game_is_sound_and_others_are_not() {
        for players in 2..=4 {
            for seed in 0..40 {
                let mut state =
                    Kingslayer::start(&Setup::for_players(players), Seed(seed)).unwrap();
                let mut dice = Dice::new(seed);
                while let Turn::Awaiting { seats, .. } = Kingslayer::turn(&state) {
                    let seat = seats.iter().next().unwrap();
                    let seats = usize::from(players);
                    for viewer in [Viewer::Seat(seat), Viewer::Spectator] {
                        let view = Kingslayer::view(&state, viewer);
                        assert!(is_sound(&view, seats, view.castle_count), "{view:?}");
                        assert!(!is_sound(&view, seats + 1, view.castle_count));
                        assert!(!is_sound(&view, seats, view.castle_count + 1));
                    }
                    let command = Position::of(&state)
                        .sample_move(&mut dice)
                        .unwrap()
                        .command();
                    for event in Kingslayer::decide(&state, Actor::Seat(seat), &command).unwrap() {
                        Kingslayer::apply(&mut state, &event);
                    }
                }
            }
        }
    }
}
