//! Whether a state that comes from outside can be one of a game.
//!
//! The rules trust their own states: cards are where they are, once. What somebody has
//! stored and changed may say anything, so it is looked at before it is played on.

use crate::card::Card;
use crate::state::{State, Step, hand_limit};

/// So much an enemy can have suffered, or shields can be worth, and more than that.
const MOST: u16 = 10_000;
/// So many decisions no game takes.
const MOST_MOVES: u32 = 1 << 24;

/// How often each kind of card is there.
type Counts = [u8; Card::KINDS as usize];

impl State {
    /// What cannot be in this state, if there is something. Every state of a game is
    /// sound; one without a flaw can be played on.
    pub fn flaw(&self) -> Option<&'static str> {
        self.flaw_of_seats()
            .or_else(|| self.flaw_of_the_enemy())
            .or_else(|| self.flaw_of_cards())
            .or_else(|| self.flaw_of_memory())
    }

    fn flaw_of_seats(&self) -> Option<&'static str> {
        let players = self.hands.len();
        let told = |list: usize| list == players;
        let limit = usize::from(hand_limit(players.clamp(1, 4) as u8));
        let layers = &self.memory.layers;
        if !(1..=4).contains(&players) {
            Some("one to four play")
        } else if usize::from(self.current.0) >= players {
            Some("nobody sits where the decision is")
        } else if !told(self.yielded.len())
            || !told(self.memory.known.len())
            || !layers.iter().all(|layer| told(layer.in_hands.len()))
        {
            Some("a list is not one for each player")
        } else if self.hands.iter().any(|hand| hand.len() > limit) {
            Some("a hand holds more cards than it may")
        } else if self.moves > MOST_MOVES || self.solo_jesters > 2 || self.jesters_used > 4 {
            Some("a count is larger than any game's")
        } else {
            self.house.check().err().map(|_| "an enemy has no health")
        }
    }

    fn flaw_of_the_enemy(&self) -> Option<&'static str> {
        let castle = &self.castle;
        let fallen = usize::from(self.defeated) + castle.len() + usize::from(self.enemy.is_some());
        let numbers =
            |enemy: &crate::state::Enemy| [enemy.damage, enemy.shield, enemy.blocked_spades];
        let mut enemies = castle.iter().chain(self.enemy.iter().map(|it| &it.card));
        if !enemies.all(|card| card.is_court()) {
            Some("an enemy is no Jack, Queen or King")
        } else if fallen != 12 {
            Some("enemies are not twelve")
        } else if (self.step == Step::Over) != self.outcome.is_some() {
            Some("the game is over, or it is not")
        } else if self.enemy.is_none() && self.step != Step::Over {
            Some("nobody is fought")
        } else if self
            .enemy
            .iter()
            .any(|it| numbers(it).iter().any(|it| *it > MOST))
        {
            Some("an enemy's number is larger than any game's")
        } else {
            None
        }
    }

    fn flaw_of_cards(&self) -> Option<&'static str> {
        let mut counts: Counts = [0; Card::KINDS as usize];
        let piles = self.castle.iter().chain(&self.tavern).chain(&self.table);
        let held = self.hands.iter().flatten();
        let enemy = self.enemy.iter().map(|enemy| &enemy.card);
        for card in piles.chain(held).chain(enemy).copied().chain(self.discard) {
            count(&mut counts, card);
        }
        let jesters = (self.hands.len() as u8).saturating_sub(2);
        let is_deck = Card::court()
            .chain(Card::commons())
            .all(|card| counts[usize::from(card.index())] == 1);
        let whole = is_deck && counts[usize::from(Card::JESTER.index())] == jesters;
        (!whole).then_some("the cards are not those of the deck")
    }

    fn flaw_of_memory(&self) -> Option<&'static str> {
        let memory = &self.memory;
        let tavern: Vec<Card> = self.tavern.iter().copied().collect();
        let captured: Vec<Card> = memory.captured.iter().rev().copied().collect();
        let hidden: usize = memory
            .layers
            .iter()
            .map(|it| usize::from(it.in_tavern))
            .sum();
        if !tavern.starts_with(&captured) || captured.len() + hidden != tavern.len() {
            return Some("what is remembered of the tavern is not what lies there");
        }
        let mut hidden: Counts = [0; Card::KINDS as usize];
        for card in tavern[captured.len()..].iter().copied().chain(self.discard) {
            count(&mut hidden, card);
        }
        for (seat, hand) in self.hands.iter().enumerate() {
            let known = memory.known[seat];
            let drawn = memory
                .layers
                .iter()
                .map(|it| usize::from(it.in_hands[seat]));
            if usize::from(known.len()) + drawn.sum::<usize>() != hand.len() {
                return Some("what is remembered of a hand is not what it holds");
            }
            let mut known = known;
            for card in hand {
                if !known.remove(*card) {
                    count(&mut hidden, *card);
                }
            }
            if !known.is_empty() {
                return Some("a hand is remembered with a card that it lacks");
            }
        }
        let mut told: Counts = [0; Card::KINDS as usize];
        let joined = memory.layers.iter().flat_map(|layer| layer.joined);
        for card in joined.chain(memory.loose) {
            count(&mut told, card);
        }
        (told != hidden).then_some("what is remembered of hidden cards is not what is hidden")
    }
}

fn count(counts: &mut Counts, card: Card) {
    let place = &mut counts[usize::from(card.index())];
    *place = place.saturating_add(1);
}

#[cfg(test)]
mod tests {
    use parlour_rules::{Actor, Rules, Seed};

    use crate::game::Kingslayer;
    use crate::question;
    use crate::setup::Setup;
    use crate::state::State;
    use crate::view::View;

    /// All states of a game in which moves are taken from all places of the list.
    fn played(players: u8, seed: u64) -> Vec<State> {
        let setup = Setup::for_players(players);
        let mut state = Kingslayer::start(&setup, Seed(seed)).unwrap();
        let mut states = vec![state.clone()];
        while state.outcome.is_none() && states.len() < 400 {
            let by = Actor::Seat(state.current());
            let moves = question::legal(&View::of(
                &state,
                parlour_rules::Viewer::Seat(state.current()),
            ));
            let place = (seed as usize + states.len() * 7) % moves.len();
            for event in Kingslayer::decide(&state, by, &moves[place]).unwrap() {
                Kingslayer::apply(&mut state, &event);
            }
            states.push(state.clone());
        }
        states
    }

    #[test]
    fn every_state_of_a_game_is_sound() {
        for players in 1..=4 {
            for seed in 0..60 {
                for state in played(players, seed) {
                    assert_eq!(
                        state.flaw(),
                        None,
                        "{players} players, seed {seed}: {state:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn what_no_game_comes_to_is_told() {
        let sound = || played(3, 1).swap_remove(4);
        let flaw = |change: fn(&mut State)| {
            let mut state = sound();
            change(&mut state);
            state.flaw()
        };
        assert!(flaw(|it| it.hands.clear()).is_some());
        assert!(flaw(|it| it.current.0 = 9).is_some());
        assert!(flaw(|it| it.yielded.clear()).is_some());
        assert!(flaw(|it| it.tavern.clear()).is_some());
        assert!(flaw(|it| it.hands[0][0] = it.hands[1][0]).is_some());
        assert!(flaw(|it| it.castle.clear()).is_some());
        assert!(flaw(|it| it.enemy = None).is_some());
        assert!(flaw(|it| it.memory.known.clear()).is_some());
        assert!(flaw(|it| it.memory.layers.clear()).is_some());
        assert!(flaw(|it| it.house.health.jack = 0).is_some());
    }
}
