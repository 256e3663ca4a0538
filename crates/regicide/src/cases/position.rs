//! A written position becomes a state.

use std::collections::VecDeque;

use parlour_rules::{Seat, Seed};

use super::form::{Position, StartStep};
use crate::bag::Bag;
use crate::card::Card;
use crate::memory::Memory;
use crate::setup::House;
use crate::state::{Enemy, State, Step, hand_limit};

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
    let enemy = ("enemy", &position.enemy);
    for (field, card) in position
        .castle
        .iter()
        .map(|it| ("castle", it))
        .chain([enemy])
    {
        if !card.is_court() {
            return Err(format!(
                "{field}: expected Jacks, Queens, Kings, found {card}"
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

/// What is wrong with a position that the rules never let come about. Tests lay
/// such tables to try much at once; a file that describes one has a mistake in it.
pub(super) fn expect_reachable(position: &Position, players: u8) -> Result<(), String> {
    expect_a_standing_enemy(position)?;
    expect_hands_within_their_limit(position, players)
}

/// An enemy that has taken its health in damage is face up no more (R7.2).
fn expect_a_standing_enemy(position: &Position) -> Result<(), String> {
    let health = House::default().health_of(position.enemy);
    let found = position.enemy_damage;
    if found >= health {
        let enemy = position.enemy;
        return Err(format!(
            "enemy_damage: expected less than the {health} health of {enemy}, found {found}"
        ));
    }
    Ok(())
}

/// Nobody ever holds more cards than the limit (R5.5).
fn expect_hands_within_their_limit(position: &Position, players: u8) -> Result<(), String> {
    let limit = hand_limit(players);
    for (seat, hand) in position.hands.iter().enumerate() {
        let found = hand.len();
        if found > usize::from(limit) {
            return Err(format!(
                "hands[{seat}]: expected at most {limit} cards, found {found}"
            ));
        }
    }
    Ok(())
}

/// No card lies in two places; of Jesters there are at most two. A card that is
/// there once too often is told with the field it is found in last.
fn expect_each_once(position: &Position) -> Result<(), String> {
    let mut counts = [0_u8; Card::KINDS as usize];
    let enemy = [position.enemy];
    let hands = (0..).zip(&position.hands);
    let hands = hands.map(|(seat, hand): (u8, _)| (format!("hands[{seat}]"), &hand[..]));
    let piles = [
        ("tavern", &position.tavern[..]),
        ("discard", &position.discard),
        ("table", &position.table),
        ("castle", &position.castle),
    ];
    let piles = piles.map(|(field, cards)| (field.to_owned(), cards));
    let everywhere = std::iter::once((String::from("enemy"), &enemy[..]))
        .chain(hands)
        .chain(piles);
    for (field, cards) in everywhere {
        for card in cards {
            let count = &mut counts[usize::from(card.index())];
            *count += 1;
            if card.is_jester() && *count > 2 {
                return Err(format!(
                    "{field}: expected at most two Jesters in all, found another"
                ));
            }
            if !card.is_jester() && *count > 1 {
                return Err(format!(
                    "{field}: expected each card once, found {card} again"
                ));
            }
        }
    }
    Ok(())
}
