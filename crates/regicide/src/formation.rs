//! Which cards may be played, and which together (R4).

use crate::card::{Card, worth};
use crate::refusal::Refusal;
use crate::setup::House;

/// What kind of play some cards make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Formation {
    /// A single Jester (R4.6).
    Jester,
    /// One card, a combo or a pair with an Ace.
    Attack {
        /// The total that every power works at (R5.1).
        value: u16,
    },
}

/// What stays in a hand when these cards leave it; each must be held as often as
/// it is named (R4.7).
pub fn without(hand: &[Card], cards: &[Card]) -> Result<Vec<Card>, Refusal> {
    let mut rest = hand.to_vec();
    for (at, (place, card)) in (1_u8..).zip(cards).enumerate() {
        match rest.iter().position(|held| held == card) {
            Some(held) => rest.swap_remove(held),
            None if cards[..at].contains(card) => return Err(Refusal::NamedTwice { place }),
            None => return Err(Refusal::NotInHand { place }),
        };
    }
    Ok(rest)
}

/// What these cards are as a play, or the rule that forbids it. Whether they are
/// held is not asked here.
pub fn formation(cards: &[Card], house: &House) -> Result<Formation, Refusal> {
    let value = worth(cards);
    let attack = Ok(Formation::Attack { value });
    let [first, rest @ ..] = cards else {
        return Err(Refusal::EmptyPlay);
    };
    if cards.iter().any(|card| card.is_jester()) {
        return if rest.is_empty() {
            Ok(Formation::Jester)
        } else {
            Err(Refusal::JesterAlone)
        };
    }
    let aces = cards.iter().filter(|card| card.is_ace()).count();
    match (cards.len(), aces) {
        (1, _) | (2, 1 | 2) => attack,
        (_, aces) if aces == cards.len() => Err(Refusal::TooManyAces),
        (_, 1..) => Err(Refusal::AceWithSeveral),
        _ if rest.iter().any(|card| card.rank() != first.rank()) => Err(Refusal::MixedRanks),
        _ if first.is_court() => Err(Refusal::CourtCombo),
        _ if value > u16::from(house.combo_limit) => Err(Refusal::ComboTooLarge {
            total: value,
            limit: house.combo_limit,
        }),
        _ => attack,
    }
}
