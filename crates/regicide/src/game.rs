//! The rules of Kingslayer under the contract of the house: `decide` and
//! `apply`.
//!
//! `decide` walks through a turn on a copy of the state: every event it finds is
//! applied there at once, so that the next step sees what the last one did, and
//! written down. `apply` alone moves cards.

use parlour_rules::{Actor, Fingerprint, Rules, Seat, SeatSet, Seed, Stage, Turn, Viewer};

use crate::card::{Card, Suit, worth};
use crate::command::Command;
use crate::deal::deal;
use crate::event::{Event, Seen, seen};
use crate::fingerprint::fingerprint;
use crate::formation::{Formation, formation, without};
use crate::powers::{clubs, diamonds, hearts, spades};
use crate::refusal::Refusal;
use crate::setup::Setup;
use crate::state::{Enemy, Loss, Medal, Outcome, State, Step};
use crate::view::View;

/// The game, shown to players as Kingslayer.
#[derive(Clone, Copy, Debug)]
pub struct Kingslayer;

impl Rules for Kingslayer {
    const NAME: &'static str = "kingslayer";
    const VERSION: u32 = 1;

    type Setup = Setup;
    type State = State;
    type Command = Command;
    type Event = Event;
    type Seen = Seen;
    type View = View;
    type Refusal = Refusal;
    type Outcome = Outcome;

    fn seats(setup: &Setup) -> u8 {
        setup.players
    }

    fn start(setup: &Setup, seed: Seed) -> Result<State, Refusal> {
        setup.check()?;
        Ok(deal(setup, seed))
    }

    fn turn(state: &State) -> Turn<Outcome> {
        match state.outcome {
            Some(outcome) => Turn::Over(outcome),
            None => Turn::Awaiting {
                stage: Stage::new(format!("{}.{}", state.moves, state.step.name())),
                seats: SeatSet::EMPTY.with(state.current),
            },
        }
    }

    fn decide(state: &State, by: Actor, command: &Command) -> Result<Vec<Event>, Refusal> {
        if state.step == Step::Over {
            return Err(Refusal::GameOver);
        }
        if by != Actor::Seat(state.current) {
            return Err(Refusal::NotYourTurn);
        }
        let mut course = Course::of(state);
        match command {
            Command::Play(cards) => course.play(cards)?,
            Command::Pay(cards) => course.pay(cards)?,
            Command::Yield => course.yield_turn()?,
            Command::Flip => course.flip()?,
            Command::Next(seat) => course.choose(*seat)?,
        }
        Ok(course.events)
    }

    fn apply(state: &mut State, event: &Event) {
        apply(state, event);
    }

    fn observe(event: &Event, viewer: Viewer) -> Option<Seen> {
        Some(seen(event, viewer))
    }

    fn view(state: &State, viewer: Viewer) -> View {
        View::of(state, viewer)
    }

    fn fingerprint(state: &State) -> Fingerprint {
        fingerprint(state)
    }
}

/// The loss that a made-up position already is, before anybody moves.
#[cfg(feature = "cases")]
pub(crate) fn lost_before_a_move(state: &State) -> Option<Event> {
    let mut course = Course::of(state);
    match state.step {
        Step::Play => course.lost_if_stuck(),
        Step::Suffer => {
            course.lost_if_unpayable(state.due());
        }
        Step::Choose | Step::Over => {}
    }
    course.events.pop()
}

/// A turn as it unfolds: the state so far and the events that led to it.
struct Course {
    state: State,
    events: Vec<Event>,
}

impl Course {
    fn of(state: &State) -> Self {
        Self {
            state: state.clone(),
            events: Vec::new(),
        }
    }

    fn happen(&mut self, event: Event) {
        apply(&mut self.state, &event);
        self.events.push(event);
    }

    fn expect_step(&self, step: Step) -> Result<(), Refusal> {
        if self.state.step == step {
            Ok(())
        } else {
            Err(Refusal::WrongStep {
                step: self.state.step,
            })
        }
    }

    /// The mover holds these cards, each as often as named (R4.7).
    fn expect_held(&self, cards: &[Card]) -> Result<(), Refusal> {
        without(self.state.hand(self.state.current), cards).map(drop)
    }

    /// Step 1 with cards, and what follows from it.
    fn play(&mut self, cards: &[Card]) -> Result<(), Refusal> {
        self.expect_step(Step::Play)?;
        self.expect_held(cards)?;
        let seat = self.state.current;
        match formation(cards, &self.state.house)? {
            Formation::Jester => {
                // R10.7: what was blocked counts once; it is 0 afterwards.
                let unblocked = self.state.enemy.map_or(0, |enemy| enemy.blocked_spades);
                self.happen(Event::JesterPlayed { seat, unblocked });
            }
            Formation::Attack { value } => {
                self.happen(Event::CardsPlayed {
                    seat,
                    cards: cards.to_vec(),
                    value,
                });
                self.fire_powers(cards, value);
                self.check_enemy();
            }
        }
        Ok(())
    }

    /// Steps 2 and 3: powers, hearts before diamonds (R5.7), then damage.
    fn fire_powers(&mut self, cards: &[Card], value: u16) {
        let immune = self.state.enemy.and_then(|enemy| enemy.immune_to());
        let played = |suit| cards.iter().any(|card| card.suit() == Some(suit));
        let fires = |suit| played(suit) && immune != Some(suit);
        if fires(Suit::Hearts)
            && let Some(healed) = hearts::heal(&self.state, value)
        {
            self.happen(healed);
        }
        if fires(Suit::Diamonds)
            && let Some(drawn) = diamonds::draw(&self.state, value)
        {
            self.happen(drawn);
        }
        if played(Suit::Spades) {
            self.happen(spades::shield(value, immune == Some(Suit::Spades)));
        }
        let doubled = fires(Suit::Clubs);
        self.happen(Event::DamageDealt {
            amount: clubs::damage(value, doubled),
            doubled,
        });
    }

    /// The end of step 3: the enemy falls or strikes back.
    fn check_enemy(&mut self) {
        let enemy = self.state.enemy.expect("a game in play has an enemy");
        let health = self.state.house.health_of(enemy.card);
        if enemy.damage < health {
            return self.suffer();
        }
        let slayer = self.state.current;
        self.happen(Event::EnemyDefeated {
            enemy: enemy.card,
            captured: enemy.damage == health,
        });
        match self.state.castle.front() {
            // R7.8: victory at once.
            None => self.end(None),
            Some(next) => {
                let enemy = *next;
                self.happen(Event::EnemyRevealed { enemy });
                // R7.7: the slayer skips step 4 and moves again.
                self.begin_turn(slayer);
            }
        }
    }

    /// Step 4 begins (R8).
    fn suffer(&mut self) {
        let seat = self.state.current;
        let due = self.state.due();
        if due == 0 {
            return self.begin_turn(self.state.after(seat));
        }
        if !self.lost_if_unpayable(due) {
            self.happen(Event::AttackFaced { seat, due });
        }
    }

    /// R8.4, unless a solo Jester is left (R11.8).
    fn lost_if_unpayable(&mut self, due: u16) -> bool {
        let worth = self.state.hand_worth(self.state.current);
        let lost = worth < due && !self.state.may_flip();
        if lost {
            self.end(Some(Loss::CannotPay { due, worth }));
        }
        lost
    }

    /// R9.5, unless a solo Jester is left (R11.8).
    fn lost_if_stuck(&mut self) {
        let seat = self.state.current;
        let stuck = self.state.hand(seat).is_empty()
            && !self.state.may_yield(seat)
            && !self.state.may_flip();
        if stuck {
            self.end(Some(Loss::CannotMove));
        }
    }

    fn begin_turn(&mut self, seat: Seat) {
        self.happen(Event::TurnBegan { seat });
        self.lost_if_stuck();
    }

    fn end(&mut self, loss: Option<Loss>) {
        let state = &self.state;
        let won_alone = loss.is_none() && state.players() == 1;
        let outcome = Outcome {
            loss,
            medal: won_alone.then(|| Medal::for_flips(2 - state.solo_jesters.min(2))),
            enemies: state.defeated,
            jesters: state.jesters_used,
        };
        self.happen(Event::Ended { outcome });
    }

    /// Step 4: the payment (R8.2).
    fn pay(&mut self, cards: &[Card]) -> Result<(), Refusal> {
        self.expect_step(Step::Suffer)?;
        self.expect_held(cards)?;
        let due = self.state.due();
        let paid = worth(cards);
        if paid < due {
            return Err(Refusal::PaymentTooSmall { paid, due });
        }
        let needless = |card: &Card| paid - u16::from(card.value()) >= due;
        if !self.state.house.surplus_payment
            && let Some(at) = cards.iter().position(needless)
        {
            return Err(Refusal::PaymentTooLarge {
                place: at as u8 + 1,
            });
        }
        let seat = self.state.current;
        self.happen(Event::AttackPaid {
            seat,
            cards: cards.to_vec(),
            due,
        });
        self.begin_turn(self.state.after(seat));
        Ok(())
    }

    /// Step 1 without cards (R9).
    fn yield_turn(&mut self) -> Result<(), Refusal> {
        self.expect_step(Step::Play)?;
        let seat = self.state.current;
        if !self.state.may_yield(seat) {
            return Err(if self.state.players() > 1 {
                Refusal::EveryoneElseYielded
            } else if self.state.house.solo_yield {
                Refusal::EmptySoloYield
            } else {
                Refusal::NoYieldInSolo
            });
        }
        self.happen(Event::Yielded { seat });
        self.suffer();
        Ok(())
    }

    /// A solo Jester, at the start of step 1 or of step 4 (R11.3).
    fn flip(&mut self) -> Result<(), Refusal> {
        if self.state.players() != 1 {
            return Err(Refusal::FlipIsSolo);
        }
        if self.state.solo_jesters == 0 {
            return Err(Refusal::NoJesterLeft);
        }
        let discarded = self.state.hand(Seat(0)).to_vec();
        let refill = usize::from(self.state.hand_limit());
        // R11.6: a short tavern gives what is there.
        let drawn = self.state.tavern.iter().take(refill).copied().collect();
        self.happen(Event::JesterFlipped { discarded, drawn });
        if self.state.step == Step::Suffer {
            self.lost_if_unpayable(self.state.due());
        } else {
            self.lost_if_stuck();
        }
        Ok(())
    }

    /// After a Jester: who goes next (R10.3).
    fn choose(&mut self, seat: Seat) -> Result<(), Refusal> {
        self.expect_step(Step::Choose)?;
        let players = self.state.players();
        if seat.0 >= players {
            return Err(Refusal::NoSuchPlayer { players });
        }
        let by = self.state.current;
        self.happen(Event::NextChosen { by, seat });
        self.begin_turn(seat);
        Ok(())
    }
}

/// Moves the state on by one event.
fn apply(state: &mut State, event: &Event) {
    match event {
        Event::CardsPlayed { seat, cards, .. } => {
            state.moves += 1;
            state.take_from_hand(*seat, cards);
            state.table.extend(cards);
            state.yielded[usize::from(seat.0)] = false;
        }
        Event::JesterPlayed { seat, unblocked } => {
            state.moves += 1;
            state.take_from_hand(*seat, &[Card::JESTER]);
            state.table.push(Card::JESTER);
            state.yielded[usize::from(seat.0)] = false;
            state.jesters_used += 1;
            state.step = Step::Choose;
            if let Some(enemy) = &mut state.enemy {
                enemy.immunity_cancelled = true;
                enemy.shield += unblocked;
                enemy.blocked_spades -= unblocked;
            }
        }
        Event::Healed { cards } => {
            for card in cards {
                state.discard.remove(*card);
                state.tavern.push_back(*card);
            }
            state.memory.heal(cards.len() as u8);
        }
        Event::Drawn { draws } => {
            for draw in draws {
                state.draw_to(draw.seat);
            }
        }
        Event::Shielded { amount } => {
            if let Some(enemy) = &mut state.enemy {
                enemy.shield += amount;
            }
        }
        Event::SpadesBlocked { amount } => {
            if let Some(enemy) = &mut state.enemy {
                enemy.blocked_spades += amount;
            }
        }
        Event::DamageDealt { amount, .. } => {
            if let Some(enemy) = &mut state.enemy {
                enemy.damage += amount;
            }
        }
        Event::EnemyDefeated { enemy, captured } => {
            let table = std::mem::take(&mut state.table);
            state.put_to_discard(table);
            if *captured {
                state.tavern.push_front(*enemy);
                state.memory.capture(*enemy);
            } else {
                state.put_to_discard([*enemy]);
            }
            state.enemy = None;
            state.defeated += 1;
        }
        Event::EnemyRevealed { enemy } => {
            state.castle.pop_front();
            state.enemy = Some(Enemy::fresh(*enemy));
        }
        Event::Yielded { seat } => {
            state.moves += 1;
            state.yielded[usize::from(seat.0)] = true;
        }
        Event::AttackFaced { .. } => state.step = Step::Suffer,
        Event::AttackPaid { seat, cards, .. } => {
            state.moves += 1;
            state.take_from_hand(*seat, cards);
            state.put_to_discard(cards.clone());
        }
        Event::JesterFlipped { discarded, drawn } => {
            state.moves += 1;
            state.solo_jesters -= 1;
            state.jesters_used += 1;
            state.take_from_hand(Seat(0), discarded);
            state.put_to_discard(discarded.clone());
            for _ in drawn {
                state.draw_to(Seat(0));
            }
        }
        Event::NextChosen { .. } => state.moves += 1,
        Event::TurnBegan { seat } => {
            state.current = *seat;
            state.step = Step::Play;
        }
        Event::Ended { outcome } => {
            state.step = Step::Over;
            state.outcome = Some(*outcome);
        }
    }
}
