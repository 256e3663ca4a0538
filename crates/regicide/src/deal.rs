//! The cards before the first move.

use std::collections::VecDeque;

use parlour_rules::{Seat, Seed, Stream};

use crate::bag::Bag;
use crate::card::{Card, Suit};
use crate::memory::Memory;
use crate::setup::Setup;
use crate::state::{Enemy, State, Step, hand_limit};

/// The position before the first move (R1).
pub(crate) fn deal(setup: &Setup, seed: Seed) -> State {
    let players = setup.players;
    let mut chance = Stream::new(seed, 0);
    // R1.1: Jacks above Queens above Kings, each rank shuffled.
    let mut castle: Vec<Card> = Card::court().collect();
    for rank in castle.chunks_mut(4) {
        chance.shuffle(rank);
    }
    let mut castle = VecDeque::from(castle);
    let enemy = castle.pop_front().map(Enemy::fresh);
    // R1.2: no Jester for one or two players, one for three, two for four.
    let jesters = usize::from(players.saturating_sub(2));
    let mut tavern: Vec<Card> = Card::commons()
        .chain(std::iter::repeat_n(Card::JESTER, jesters))
        .collect();
    let dealt: Bag = tavern.iter().copied().collect();
    chance.shuffle(&mut tavern);
    let mut tavern = VecDeque::from(tavern);
    // R1.3: every hand up to its limit.
    let limit = hand_limit(players);
    let mut hands: Vec<Vec<Card>> = (0..players)
        .map(|_| tavern.drain(..usize::from(limit)).collect())
        .collect();
    if setup.house.mulligan {
        for hand in &mut hands {
            exchange(hand, &mut tavern, &mut chance);
        }
    }
    let current = setup
        .first
        .unwrap_or_else(|| Seat(chance.below(u32::from(players)) as u8));
    let in_hands = vec![limit; usize::from(players)];
    State {
        seed,
        moves: 0,
        house: setup.house,
        current,
        step: Step::Play,
        enemy,
        castle,
        memory: Memory::new(dealt, tavern.len() as u8, in_hands, Bag::EMPTY),
        tavern,
        discard: Bag::EMPTY,
        table: Vec::new(),
        hands,
        yielded: vec![false; usize::from(players)],
        solo_jesters: if players == 1 { 2 } else { 0 },
        jesters_used: 0,
        defeated: 0,
        outcome: None,
    }
}

/// R1.6: a first hand without diamonds is shuffled back, and another is dealt, once.
fn exchange(hand: &mut Vec<Card>, tavern: &mut VecDeque<Card>, chance: &mut Stream) {
    let draws_later = hand.iter().any(|card| card.suit() == Some(Suit::Diamonds));
    if draws_later {
        return;
    }
    let count = hand.len();
    tavern.extend(hand.drain(..));
    chance.shuffle(tavern.make_contiguous());
    hand.extend(tavern.drain(..count));
}
