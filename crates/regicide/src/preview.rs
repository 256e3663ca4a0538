//! What a play would do, told before it is made.
//!
//! Everything comes from a view, so a preview tells no secret: how many cards
//! would be drawn, not which.

use parlour_rules::Seat;

use crate::card::{Card, Suit, worth};
use crate::formation::{Formation, formation, without};
use crate::refusal::Refusal;
use crate::view::View;

/// What becomes of the enemy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It stands, with so much health left.
    Stands(u16),
    /// It falls exactly and is captured.
    Captured,
    /// It falls, with so much damage too much, and is discarded.
    Overkilled(u16),
}

/// The consequences of a play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Preview {
    /// The total of the cards.
    pub value: u16,
    /// The damage, doubled by clubs if they fire.
    pub damage: u16,
    /// Whether clubs fire.
    pub doubled: bool,
    /// Cards that return to the tavern.
    pub healed: u8,
    /// Cards each seat draws, in seat order.
    pub drawn: Vec<u8>,
    /// What spades take from the enemy's attack, uncapped.
    pub shield: u16,
    /// Suits of the play that the enemy is immune to.
    pub blocked: Vec<Suit>,
    /// What becomes of the enemy.
    pub fate: Fate,
    /// What must be paid afterwards.
    pub due: u16,
    /// What the rest of the hand is worth, without cards to be drawn.
    pub purse: u16,
    /// Whether it is a Jester: no damage, no attack, the choice of the next.
    pub jester: bool,
}

impl Preview {
    /// Cards drawn by everybody together.
    pub fn drawn_in_all(&self) -> u8 {
        self.drawn.iter().sum()
    }

    /// Whether the attack afterwards can be paid whatever is drawn.
    pub fn is_safe(&self) -> bool {
        self.purse >= self.due
    }
}

/// What playing these cards would do, or the rule that forbids it.
pub fn preview(view: &View, cards: &[Card]) -> Result<Preview, Refusal> {
    let rest = without(&view.hand, cards)?;
    let enemy = view.enemy.ok_or(Refusal::GameOver)?;
    let left = enemy.health.saturating_sub(enemy.damage);
    let value = match formation(cards, &view.house)? {
        Formation::Attack { value } => value,
        Formation::Jester => {
            return Ok(Preview {
                value: 0,
                damage: 0,
                doubled: false,
                healed: 0,
                drawn: vec![0; view.players.len()],
                shield: enemy.blocked_spades,
                blocked: Vec::new(),
                fate: Fate::Stands(left),
                due: 0,
                purse: worth(&rest),
                jester: true,
            });
        }
    };
    let immune = enemy.card.suit().filter(|_| !enemy.immunity_cancelled);
    let played = |suit| cards.iter().any(|card| card.suit() == Some(suit));
    let fires = |suit| played(suit) && immune != Some(suit);
    let healed = if fires(Suit::Hearts) {
        value.min(u16::from(view.discard_count)) as u8
    } else {
        0
    };
    let drawn = if fires(Suit::Diamonds) {
        draws(view, rest.len() as u8, value, view.tavern_count + healed)
    } else {
        vec![0; view.players.len()]
    };
    let shield = if fires(Suit::Spades) { value } else { 0 };
    let doubled = fires(Suit::Clubs);
    let damage = if doubled { value * 2 } else { value };
    let fate = match damage.checked_sub(left) {
        Some(0) => Fate::Captured,
        Some(over) => Fate::Overkilled(over),
        None => Fate::Stands(left - damage),
    };
    Ok(Preview {
        value,
        damage,
        doubled,
        healed,
        drawn,
        shield,
        blocked: immune.into_iter().filter(|suit| played(*suit)).collect(),
        fate,
        due: match fate {
            Fate::Stands(_) => view.due.saturating_sub(shield),
            _ => 0,
        },
        purse: worth(&rest),
        jester: false,
    })
}

/// How many cards each seat draws: single draws from the mover clockwise.
fn draws(view: &View, held: u8, value: u16, tavern: u8) -> Vec<u8> {
    let mut room: Vec<u8> = view
        .players
        .iter()
        .map(|player| {
            let count = if player.id == view.current {
                held
            } else {
                player.hand_count
            };
            view.hand_limit.saturating_sub(count)
        })
        .collect();
    let mut drawn = vec![0; room.len()];
    let mut seat = usize::from(view.current.0);
    for _ in 0..value.min(u16::from(tavern)) {
        if room.iter().all(|room| *room == 0) {
            break;
        }
        while room[seat] == 0 {
            seat = (seat + 1) % room.len();
        }
        room[seat] -= 1;
        drawn[seat] += 1;
        seat = (seat + 1) % room.len();
    }
    drawn
}

/// What some cards are as a payment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Payment {
    /// What they are worth.
    pub paid: u16,
    /// What is owed.
    pub due: u16,
    /// The first card, by its place from 1, that is not needed.
    pub needless: Option<u8>,
    /// Whether the house takes cards that are not needed.
    pub surplus: bool,
}

impl Payment {
    /// Whether the attack is covered.
    pub fn covers(&self) -> bool {
        self.paid >= self.due
    }

    /// The fact that forbids this payment, if one does.
    pub fn refusal(&self) -> Option<Refusal> {
        let (paid, due) = (self.paid, self.due);
        match self.needless {
            _ if !self.covers() => Some(Refusal::PaymentTooSmall { paid, due }),
            Some(place) if !self.surplus => Some(Refusal::PaymentTooLarge { place }),
            _ => None,
        }
    }
}

/// Weighs cards against the attack that is due.
pub fn payment(view: &View, cards: &[Card]) -> Payment {
    let paid = worth(cards);
    let due = view.due;
    let spare = |card: &Card| paid - u16::from(card.value()) >= due;
    let needless = cards.iter().position(spare).map(|at| at as u8 + 1);
    Payment {
        paid,
        due,
        needless: needless.filter(|_| paid >= due),
        surplus: view.house.surplus_payment,
    }
}

/// Cards of a payment that could all stay in the hand, the most valuable first.
pub fn spare(view: &View, cards: &[Card]) -> Vec<Card> {
    let mut paid = worth(cards);
    let mut sorted = cards.to_vec();
    sorted.sort_by_key(|card| std::cmp::Reverse(card.value()));
    sorted.retain(|card| {
        let without = paid - u16::from(card.value());
        let spare = without >= view.due;
        if spare {
            paid = without;
        }
        spare
    });
    sorted
}

/// The seat whose view it is, for those who show what is theirs.
pub fn own_draws(view: &View, preview: &Preview) -> u8 {
    let seat = view.you.unwrap_or(Seat(0));
    preview.drawn.get(usize::from(seat.0)).copied().unwrap_or(0)
}
