//! A written position becomes a state.

use std::collections::VecDeque;

use parlour_rules::{Seat, Seed};

use super::form::{Position, StartStep};
use crate::bag::Bag;
use crate::card::Card;
use crate::memory::Memory;
use crate::setup::House;
use crate::state::{Enemy, State, Step};

/// No game comes near such sums; larger ones could not be added to.
const LARGEST: u16 = 10_000;

/// The state of a position, or what is wrong with it.
pub(super) fn state_of(position: &Position, players: u8) -> Result<State, String> {
    if !(1..=4).contains(&players) {
        return Err(format!("players: expected 1 to 4, found {players}"));
    }
    let seats = usize::from(players);
    if position.hands.len() != seats {
        let found = position.hands.len();
        return Err(format!("hands: expected {seats} hands, found {found}"));
    }
    if !position.last_turn_yielded.is_empty() && position.last_turn_yielded.len() != seats {
        let found = position.last_turn_yielded.len();
        return Err(format!(
            "last_turn_yielded: expected {seats} flags, found {found}"
        ));
    }
    if position.current >= players {
        let found = position.current;
        return Err(format!("current: expected below {players}, found {found}"));
    }
    if position.solo_jesters_left > 2 {
        let found = position.solo_jesters_left;
        return Err(format!(
            "solo_jesters_left: expected at most 2, found {found}"
        ));
    }
    for card in position.castle.iter().chain([&position.enemy]) {
        if !card.is_court() {
            return Err(format!(
                "castle: expected Jacks, Queens, Kings, found {card}"
            ));
        }
    }
    for (field, found) in [
        ("enemy_damage", position.enemy_damage),
        ("shield", position.shield),
        ("blocked_spades", position.blocked_spades),
    ] {
        if found > LARGEST {
            return Err(format!(
                "{field}: expected at most {LARGEST}, found {found}"
            ));
        }
    }
    expect_each_once(position)?;

    let in_hands: Vec<u8> = position.hands.iter().map(|hand| hand.len() as u8).collect();
    let hidden: Bag = position
        .hands
        .iter()
        .flatten()
        .chain(&position.tavern)
        .copied()
        .collect();
    let discard: Bag = position.discard.iter().copied().collect();
    let in_tavern = position.tavern.len() as u8;
    let on_table = position.table.iter().filter(|card| card.is_jester());
    Ok(State {
        seed: Seed(0),
        moves: 0,
        house: House::default(),
        current: Seat(position.current),
        step: match position.step {
            StartStep::Play => Step::Play,
            StartStep::Suffer => Step::Suffer,
            StartStep::Choose => Step::Choose,
        },
        enemy: Some(Enemy {
            card: position.enemy,
            damage: position.enemy_damage,
            shield: position.shield,
            blocked_spades: position.blocked_spades,
            immunity_cancelled: position.immunity_cancelled,
        }),
        castle: position.castle.iter().copied().collect(),
        tavern: VecDeque::from(position.tavern.clone()),
        discard,
        table: position.table.clone(),
        hands: position.hands.clone(),
        yielded: if position.last_turn_yielded.is_empty() {
            vec![false; seats]
        } else {
            position.last_turn_yielded.clone()
        },
        solo_jesters: position.solo_jesters_left,
        jesters_used: if players == 1 {
            2 - position.solo_jesters_left
        } else {
            on_table.count() as u8
        },
        defeated: 11_u8.saturating_sub(position.castle.len() as u8),
        memory: Memory::new(hidden, in_tavern, in_hands, discard),
        outcome: None,
    })
}

/// No card lies in two places; of Jesters there are at most two.
fn expect_each_once(position: &Position) -> Result<(), String> {
    let mut counts = [0_u8; Card::KINDS as usize];
    let everywhere = position
        .hands
        .iter()
        .flatten()
        .chain(&position.tavern)
        .chain(&position.discard)
        .chain(&position.table)
        .chain(&position.castle)
        .chain([&position.enemy]);
    for card in everywhere {
        let count = &mut counts[usize::from(card.index())];
        *count += 1;
        let most = if card.is_jester() { 2 } else { 1 };
        if *count > most {
            return Err(format!(
                "setup: expected {card} at most {most} times, found more"
            ));
        }
    }
    Ok(())
}
