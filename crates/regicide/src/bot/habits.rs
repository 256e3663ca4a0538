//! The quick player: looks at each play once, adds up what it likes, and takes
//! the best. Its weights are whole numbers found by letting many versions of it
//! play against the castle.

mod liking;
mod purse;
mod weights;

use self::purse::Purse;
use self::weights as w;
use crate::search::{ACES, CLUBS, DIAMONDS, HEARTS, JESTERS, SPADES, VALUE, worth};
use crate::search::{Dice, Move, MoveList, Position};
use crate::state::Step;

pub use weights::WEIGHTS;

/// What the quick player likes, in hundredths, by the rank of the enemy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Habits(pub [[i32; WEIGHTS]; 3]);

impl Habits {
    /// The habits for a table of so many.
    pub fn for_players(players: u8) -> Self {
        Self(weights::TABLE[usize::from(players.clamp(1, 4)) - 1])
    }

    /// The habits of one who plays alone and turns no Jester.
    pub fn for_gold() -> Self {
        Self(weights::TABLE[4])
    }

    /// Plays a position to its end; how many moves that took.
    pub fn play_out(&self, position: &mut Position, list: &mut MoveList, dice: &mut Dice) -> u32 {
        let mut moves = 0;
        while position.step() != Step::Over {
            let it = self.choose(position, list);
            position.make(it, dice);
            moves += 1;
        }
        moves
    }

    /// The move it likes best.
    pub fn choose(&self, position: &Position, list: &mut MoveList) -> Move {
        list.clear();
        match position.step {
            Step::Play => self.choose_play(position, list),
            Step::Suffer => self.choose_payment(position),
            Step::Choose | Step::Over => self.choose_next(position),
        }
    }

    fn choose_next(&self, q: &Position) -> Move {
        let mut best = (i32::MIN, 0);
        for seat in 0..q.players {
            let score = self.score_next(q, seat);
            if score > best.0 {
                best = (score, seat);
            }
        }
        Move::next(best.1)
    }

    #[inline]
    fn score_next(&self, q: &Position, seat: u8) -> i32 {
        let w = &self.0[q.enemy_rank()];
        let score = w[w::NEXT_WORTH] * i32::from(q.worth[usize::from(seat & 3)])
            + w[w::NEXT_COUNT] * q.hands[usize::from(seat & 3)].count_ones() as i32;
        if seat == q.current {
            score + w[w::NEXT_SELF]
        } else {
            score
        }
    }

    fn choose_play(&self, q: &Position, list: &mut MoveList) -> Move {
        q.list_plays(list);
        let mut best = (i32::MIN, Move::YIELD);
        let frame = Frame::of(q);
        for it in list.as_slice() {
            let score = self.score_play(q, &frame, it.cards());
            if score > best.0 {
                best = (score, *it);
            }
        }
        // Alone a yield only costs cards, or nothing at all and then for ever.
        if q.players > 1 && q.may_yield() {
            let score = self.score_yield(q, &frame);
            if score > best.0 {
                best = (score, Move::YIELD);
            }
        }
        if q.solo_jesters > 0 && (best.0 < self.score_flip(q) || q.hand() == 0) {
            return Move::FLIP;
        }
        best.1
    }

    #[inline]
    fn score_yield(&self, q: &Position, frame: &Frame) -> i32 {
        let w = &self.0[q.enemy_rank()];
        let purse = i32::from(q.worth[usize::from(q.current & 3)]);
        let due = frame.due;
        let held = frame.hand.count_ones() as i32;
        let score = w[w::YIELD]
            + w[w::DUE] * due
            + w[w::PURSE] * (purse - due)
            + (w[w::COUNT] + w[w::YIELD_COUNT]) * held
            + w[w::LEFT] * due * frame.health / 10;
        if due > purse {
            score + w[w::DEATH] + w[w::SHORT] * (due - purse)
        } else {
            score
        }
    }

    #[inline]
    fn score_flip(&self, q: &Position) -> i32 {
        let w = &self.0[q.enemy_rank()];
        w[w::FLIP]
            + w[w::FLIP_TAVERN] * i32::from(q.len.min(8))
            + w[w::FLIP_COUNT] * q.hand().count_ones() as i32
    }

    #[inline]
    fn score_play(&self, q: &Position, frame: &Frame, cards: u64) -> i32 {
        let w = &self.0[q.enemy_rank()];
        let seat = usize::from(q.current & 3);
        if cards & JESTERS != 0 {
            let mut score = w[w::JESTER + usize::from(q.enemy & 3)]
                + w[w::JESTER_BLOCKED] * i32::from(q.blocked.min(q.due()))
                + w[w::JESTER_LEFT] * frame.health / 10;
            if frame.due > i32::from(q.worth[seat]) {
                score += w[w::JESTER_SHORT];
            }
            if q.immunity_cancelled {
                score -= w[w::JESTER + usize::from(q.enemy & 3)];
            }
            return score;
        }
        let value = i32::from(worth(cards));
        let firing = cards & !frame.immune;
        let health = frame.health;
        let damage = if firing & CLUBS != 0 {
            value * 2
        } else {
            value
        };
        let hand_left = frame.hand & !cards;
        let held = hand_left.count_ones() as i32;
        let limit = i32::from(q.limit);
        let mut score = 0;
        let mut tavern = i32::from(q.len);
        if firing & HEARTS != 0 {
            let heal = value.min(frame.discard);
            score += w[w::HEAL] * heal + w[w::HEAL_LOW] * heal * (20 - tavern).max(0);
            tavern += heal;
        }
        let mut own = 0;
        if firing & DIAMONDS != 0 {
            let own_room = limit - held;
            let room = own_room + frame.others_room;
            let draws = value.min(room).min(tavern);
            let players = i32::from(q.players);
            own = ((draws + players - 1) / players)
                .max(draws - frame.others_room)
                .min(own_room);
            score += w[w::DRAW] * own + w[w::DRAW_OTHERS] * (draws - own);
            tavern -= draws;
        }
        score += w[w::TAVERN] * tavern.min(10);
        let purse = i32::from(q.worth[seat]) - value + own * 5;
        let mut due = 0;
        let mut immune = frame.immune;
        if damage >= health {
            score += w[w::KILL] + w[w::OVER] * (damage - health);
            if damage == health {
                score += w[w::EXACT];
            }
            score += w[w::SHORT_NEXT] * (frame.next_attack - purse).max(0);
            immune = 0;
        } else {
            let left = health - damage;
            due = frame.due;
            if firing & SPADES != 0 {
                let shield = value.min(due);
                due -= shield;
                score += w[w::SHIELD] * shield + w[w::SHIELD_LEFT] * shield * left / 10;
            }
            score += w[w::DUE] * due + w[w::LEFT] * due * left / 10;
            if left <= 10 {
                score += w[w::NEAR];
            }
            if due > purse {
                score += w[w::SHORT] * (due - purse);
                if own == 0 {
                    score += w[w::DEATH];
                }
            }
            let (kill, exact) = frame.next(cards, left);
            if kill {
                score += w[w::KILL_NEXT];
            }
            if exact {
                score += w[w::EXACT_NEXT];
            }
        }
        let working = hand_left & !immune;
        score += if working & CLUBS != 0 { w[w::HAVE] } else { 0 };
        score += if working & DIAMONDS != 0 {
            w[w::HAVE + 1]
        } else {
            0
        };
        score += if working & HEARTS != 0 {
            w[w::HAVE + 2]
        } else {
            0
        };
        score += if working & SPADES != 0 {
            w[w::HAVE + 3]
        } else {
            0
        };
        score += w[w::DAMAGE] * damage.min(health);
        score += w[w::PURSE] * (purse - due) + w[w::COUNT] * (held + own);
        score - keep(&w[w::KEEP..w::KEEP + 7], cards)
    }

    fn choose_payment(&self, q: &Position) -> Move {
        let seat = usize::from(q.current & 3);
        if q.worth[seat] < q.due() {
            return Move::FLIP;
        }
        Move::pay(self.purse(q, &Frame::of(q)).cheapest())
    }

    /// The hand of whoever pays, with what each card would be missed.
    #[inline]
    fn purse(&self, q: &Position, frame: &Frame) -> Purse<'_> {
        let w = &self.0[q.enemy_rank()];
        let mut purse = Purse::new(w, frame.hand, frame.due);
        // From the highest value down, Jesters last.
        for mut part in [frame.hand & !JESTERS, frame.hand & JESTERS] {
            while part != 0 {
                let index = part.ilog2() & 63;
                let card = 1 << index;
                part &= !card;
                let mut price = keep(&w[w::PAY..w::PAY + 7], card);
                if card & JESTERS != 0 {
                    price += w[w::PAY_JESTER] - w[w::PAY + 1 + (index & 3) as usize];
                }
                if card & frame.immune != 0 {
                    price += w[w::PAY_BLOCKED];
                }
                let damage = frame.damage(index);
                if damage >= frame.health {
                    price += w[w::PAY_KILL];
                }
                if damage == frame.health {
                    price += w[w::PAY_EXACT];
                }
                purse.put(card, i32::from(VALUE[index as usize]), price);
            }
        }
        purse
    }
}

/// What is the same for every play of a turn.
struct Frame {
    hand: u64,
    immune: u64,
    health: i32,
    due: i32,
    discard: i32,
    others_room: i32,
    next_attack: i32,
    /// One bit for each damage that a single card of the hand does.
    damages: u64,
    /// The same for those that more than one card does.
    shared: u64,
}

impl Frame {
    #[inline]
    fn of(q: &Position) -> Self {
        let limit = i32::from(q.limit);
        let mut others_room = 0;
        for other in 0..q.players {
            if other != q.current {
                others_room += limit - q.hands[usize::from(other & 3)].count_ones() as i32;
            }
        }
        let next = if q.next < q.last {
            q.attack[usize::from((q.castle[usize::from(q.next)] / 4).saturating_sub(10)).min(2)]
        } else {
            0
        };
        let mut frame = Self {
            hand: q.hand(),
            immune: q.immune(),
            health: i32::from(q.health_left()),
            due: i32::from(q.due()),
            discard: q.discard.count_ones() as i32,
            others_room,
            next_attack: i32::from(next),
            damages: 0,
            shared: 0,
        };
        let mut cards = frame.hand & !JESTERS;
        while cards != 0 {
            let bit = 1 << (frame.damage(cards.trailing_zeros()) & 63);
            cards &= cards - 1;
            frame.shared |= frame.damages & bit;
            frame.damages |= bit;
        }
        frame
    }

    /// The damage a single card does.
    #[inline]
    fn damage(&self, index: u32) -> i32 {
        let twice = (CLUBS & !self.immune) >> (index & 63) & 1;
        i32::from(VALUE[(index & 63) as usize]) << twice
    }

    /// Whether, once these cards are played, some card of the hand kills an
    /// enemy of so much health, and whether one does it exactly.
    #[inline]
    fn next(&self, played: u64, left: i32) -> (bool, bool) {
        if left > 63 {
            return (false, false);
        }
        let mut damages = self.damages;
        if played.is_power_of_two() {
            let bit = 1 << (self.damage(played.trailing_zeros()) & 63);
            damages = damages & !bit | self.shared & bit;
        } else {
            damages = 0;
            let mut cards = self.hand & !JESTERS & !played;
            while cards != 0 {
                damages |= 1 << (self.damage(cards.trailing_zeros()) & 63);
                cards &= cards - 1;
            }
        }
        let enough = damages >> left;
        (enough != 0, enough & 1 != 0)
    }
}

/// What some cards are worth keeping.
#[inline]
fn keep(w: &[i32], mut cards: u64) -> i32 {
    let mut sum = w[5] * (cards & ACES).count_ones() as i32;
    while cards != 0 {
        let index = cards.trailing_zeros() & 63;
        cards &= cards - 1;
        sum += w[0] * i32::from(VALUE[index as usize]) + w[1 + (index & 3) as usize];
        if index >= 40 {
            sum += w[6];
        }
    }
    sum
}
