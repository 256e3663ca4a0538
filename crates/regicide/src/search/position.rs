//! A whole game in about 160 bytes.

use crate::card::Card;
use crate::search::chance::Chance;
use crate::setup::House;
use crate::state::{State, Step, hand_limit};

/// Bits of the cards of each suit, in the order of [`Suit`](crate::Suit).
pub(crate) const SUITS: [u64; 4] = [SUIT, SUIT << 1, SUIT << 2, SUIT << 3];
const SUIT: u64 = 0x1_1111_1111_1111;
pub(crate) const CLUBS: u64 = SUITS[0];
pub(crate) const DIAMONDS: u64 = SUITS[1];
pub(crate) const HEARTS: u64 = SUITS[2];
pub(crate) const SPADES: u64 = SUITS[3];
/// Bits of the four Aces.
pub(crate) const ACES: u64 = 0xf;
/// Bits of the two Jesters.
pub(crate) const JESTERS: u64 = 0b11 << 52;

/// What each card is worth, by its number.
pub(crate) const VALUE: [u8; 64] = values();

const fn values() -> [u8; 64] {
    let mut values = [0; 64];
    let mut card = 0;
    while card < 52 {
        values[card] = match card / 4 {
            10 => 10,
            11 => 15,
            12 => 20,
            rank => rank as u8 + 1,
        };
        card += 1;
    }
    values
}

/// What a set of cards is worth.
#[inline]
pub(crate) fn worth(mut cards: u64) -> u16 {
    let mut sum = 0;
    while cards != 0 {
        sum += u16::from(VALUE[(cards.trailing_zeros() & 63) as usize]);
        cards &= cards - 1;
    }
    sum
}

/// A game, small enough to copy at every step of a search.
///
/// The order of a part of the tavern may be open: `lazy` cards below the known
/// ones are in no order yet, and each draw among them is decided when it is
/// made. That gives the same games as a shuffle beforehand, for less work.
#[derive(Clone, Copy, Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "four facts that have nothing to do with each other, one byte each"
)]
pub struct Position {
    /// The tavern as a ring; the top is at `head`.
    pub(crate) tavern: [u8; 64],
    pub(crate) hands: [u64; 4],
    pub(crate) discard: u64,
    pub(crate) table: u64,
    /// What each hand is worth in payment.
    pub(crate) worth: [u16; 4],
    pub(crate) damage: u16,
    pub(crate) shield: u16,
    pub(crate) blocked: u16,
    /// All twelve enemies in order; those before `next` are defeated or face up.
    pub(crate) castle: [u8; 12],
    /// Health and attack by rank of enemy.
    pub(crate) health: [u8; 3],
    pub(crate) attack: [u8; 3],
    pub(crate) combo_limit: u8,
    pub(crate) solo_yield: bool,
    /// Place in `castle` of the enemy to come.
    pub(crate) next: u8,
    /// One past the last enemy in `castle`.
    pub(crate) last: u8,
    /// Whether the order of each rank in the castle is still open.
    pub(crate) castle_is_open: bool,
    pub(crate) enemy: u8,
    pub(crate) head: u8,
    pub(crate) len: u8,
    /// Captured enemies on top of the tavern.
    pub(crate) known: u8,
    /// Cards below them whose order is open.
    pub(crate) lazy: u8,
    pub(crate) players: u8,
    pub(crate) limit: u8,
    pub(crate) current: u8,
    pub(crate) step: Step,
    /// One bit per seat.
    pub(crate) yielded: u8,
    pub(crate) immunity_cancelled: bool,
    pub(crate) solo_jesters: u8,
    pub(crate) defeated: u8,
    pub(crate) won: bool,
}

impl Position {
    /// An ordinary start with every order open and the hands dealt.
    pub fn deal(players: u8, house: &House, chance: &mut impl Chance) -> Self {
        let mut position = Self::undealt(players, house);
        position.enemy = position.turn_up(chance);
        for seat in 0..players {
            for _ in 0..position.limit {
                position.draw(seat, chance);
            }
        }
        position.current = chance.below(u32::from(players)) as u8;
        position
    }

    /// The same game without solo Jesters to turn, as one plays it for gold.
    #[must_use]
    pub fn without_jesters(mut self) -> Self {
        self.solo_jesters = 0;
        self
    }

    /// All cards in the tavern and the castle, none in a hand.
    pub(crate) fn undealt(players: u8, house: &House) -> Self {
        let jesters = players.saturating_sub(2);
        let mut tavern = [0; 64];
        for (card, place) in (0..).zip(&mut tavern[..40]) {
            *place = card;
        }
        (tavern[40], tavern[41]) = (52, 53);
        let mut castle = [0; 12];
        for (card, place) in (40..).zip(&mut castle) {
            *place = card;
        }
        Self {
            tavern,
            hands: [0; 4],
            discard: 0,
            table: 0,
            worth: [0; 4],
            damage: 0,
            shield: 0,
            blocked: 0,
            castle,
            health: [house.health.jack, house.health.queen, house.health.king],
            attack: [house.attack.jack, house.attack.queen, house.attack.king],
            combo_limit: house.combo_limit,
            solo_yield: house.solo_yield,
            next: 0,
            last: 12,
            castle_is_open: true,
            enemy: 0,
            head: 0,
            len: 40 + jesters,
            known: 0,
            lazy: 40 + jesters,
            players,
            limit: hand_limit(players),
            current: 0,
            step: Step::Play,
            yielded: 0,
            immunity_cancelled: false,
            solo_jesters: if players == 1 { 2 } else { 0 },
            defeated: 0,
            won: false,
        }
    }

    /// The same game as a state, secrets included. For tests and tools; the bot
    /// starts from a view.
    pub fn of(state: &State) -> Self {
        let mut position = Self::undealt(state.players(), &state.house);
        let mut jester = 52;
        let mut number = |card: Card| {
            if card.is_jester() {
                jester += 1;
                jester - 1
            } else {
                card.index()
            }
        };
        position.len = state.tavern.len() as u8;
        for (place, card) in position.tavern.iter_mut().zip(&state.tavern) {
            *place = number(*card);
        }
        position.lazy = 0;
        position.castle_is_open = false;
        for (seat, hand) in state.hands.iter().enumerate() {
            for card in hand {
                position.hands[seat] |= 1 << number(*card);
            }
            position.worth[seat] = worth(position.hands[seat]);
        }
        for card in state.discard {
            position.discard |= 1 << number(card);
        }
        for card in &state.table {
            position.table |= 1 << number(*card);
        }
        position.last = state.castle.len() as u8;
        for (place, card) in position.castle.iter_mut().zip(&state.castle) {
            *place = card.index();
        }
        if let Some(enemy) = &state.enemy {
            position.enemy = enemy.card.index();
            position.damage = enemy.damage;
            position.shield = enemy.shield;
            position.blocked = enemy.blocked_spades;
            position.immunity_cancelled = enemy.immunity_cancelled;
        }
        position.current = state.current.0;
        position.step = state.step;
        for (seat, yielded) in state.yielded.iter().enumerate() {
            position.yielded |= u8::from(*yielded) << seat;
        }
        position.solo_jesters = state.solo_jesters;
        position.defeated = state.defeated;
        position.won = state.outcome.is_some_and(|outcome| outcome.is_won());
        position
    }

    /// Where in the turn the game stands.
    #[inline]
    pub fn step(&self) -> Step {
        self.step
    }

    /// How many play.
    #[inline]
    pub fn players(&self) -> u8 {
        self.players
    }

    /// Whose decision it is.
    #[inline]
    pub fn current(&self) -> u8 {
        self.current
    }

    /// Whether the castle has fallen.
    #[inline]
    pub fn is_won(&self) -> bool {
        self.won
    }

    /// Enemies defeated.
    #[inline]
    pub fn defeated(&self) -> u8 {
        self.defeated
    }

    /// The rank of the enemy face up: 0 Jack, 1 Queen, 2 King.
    #[inline]
    pub(crate) fn enemy_rank(&self) -> usize {
        usize::from((self.enemy / 4).saturating_sub(10)).min(2)
    }

    /// Health of the enemy when it stepped forward.
    #[inline]
    pub(crate) fn enemy_health(&self) -> u16 {
        u16::from(self.health[self.enemy_rank()])
    }

    /// Health the enemy has left.
    #[inline]
    pub(crate) fn health_left(&self) -> u16 {
        self.enemy_health().saturating_sub(self.damage)
    }

    /// What the enemy's attack costs now.
    #[inline]
    pub fn due(&self) -> u16 {
        u16::from(self.attack[self.enemy_rank()]).saturating_sub(self.shield)
    }

    /// The cards whose powers do not work now.
    #[inline]
    pub(crate) fn immune(&self) -> u64 {
        if self.immunity_cancelled {
            0
        } else {
            SUITS[usize::from(self.enemy & 3)]
        }
    }

    /// The hand of the seat that decides.
    #[inline]
    pub(crate) fn hand(&self) -> u64 {
        self.hands[usize::from(self.current & 3)]
    }

    /// Whether the current player may yield.
    #[inline]
    pub(crate) fn may_yield(&self) -> bool {
        if self.players == 1 {
            self.solo_yield && self.hands[0] != 0
        } else {
            self.yielded | 1 << self.current != (1 << self.players) - 1
        }
    }
}
