//! The search core equals the rules: the same games through both.

use parlour_rules::{Actor, Rules, Seat, Seed, Stream};

use crate::card::Card;
use crate::command::Command;
use crate::event::Event;
use crate::game::Kingslayer;
use crate::search::{Chance, Dice, Move, MoveList, Position};
use crate::setup::{Difficulty, House, Setup};
use crate::state::{State, Step};

/// Chance that was decided elsewhere: the cards that the rules healed.
struct Decided {
    healed: Vec<Card>,
}

impl Chance for Decided {
    fn below(&mut self, _: u32) -> u32 {
        panic!("the order of everything else is known")
    }

    fn heal(&mut self, pile: &mut [u8], count: usize) {
        assert_eq!(self.healed.len(), count);
        for (at, card) in self.healed.iter().enumerate() {
            let is_it = |held: &u8| (*held).min(52) == card.index();
            let found = at
                + pile[at..]
                    .iter()
                    .position(is_it)
                    .expect("it is in the pile");
            pile.swap(at, found);
        }
    }
}

/// What both sides must agree on, written down.
#[derive(Debug, PartialEq, Eq)]
struct Facts {
    tavern: Vec<u8>,
    hands: Vec<Vec<u8>>,
    discard: Vec<u8>,
    table: Vec<u8>,
    castle: Vec<u8>,
    enemy: Option<(u8, u16, u16, u16, bool)>,
    due: u16,
    current: u8,
    step: Step,
    yielded: Vec<bool>,
    counts: (u8, u8, bool),
}

fn facts_of_state(state: &State) -> Facts {
    let sorted = |cards: &mut dyn Iterator<Item = Card>| {
        let mut cards: Vec<u8> = cards.map(Card::index).collect();
        cards.sort_unstable();
        cards
    };
    Facts {
        tavern: state.tavern.iter().map(|card| card.index()).collect(),
        hands: state
            .hands
            .iter()
            .map(|hand| sorted(&mut hand.iter().copied()))
            .collect(),
        discard: sorted(&mut state.discard.into_iter()),
        table: sorted(&mut state.table.iter().copied()),
        castle: state.castle.iter().map(|card| card.index()).collect(),
        enemy: state.enemy.map(|it| {
            (
                it.card.index(),
                it.damage,
                it.shield,
                it.blocked_spades,
                it.immunity_cancelled,
            )
        }),
        due: if state.step == Step::Over {
            0
        } else {
            state.due()
        },
        current: state.current.0,
        step: state.step,
        yielded: state.yielded.clone(),
        counts: (
            state.solo_jesters,
            state.defeated,
            state.outcome.is_some_and(|outcome| outcome.is_won()),
        ),
    }
}

fn facts_of_position(position: &Position) -> Facts {
    let set = |mut bits: u64| {
        let mut cards = Vec::new();
        while bits != 0 {
            cards.push((bits.trailing_zeros() as u8).min(52));
            bits &= bits - 1;
        }
        cards
    };
    let seats = usize::from(position.players);
    for (hand, worth) in position.hands.iter().zip(position.worth) {
        assert_eq!(crate::search::position::worth(*hand), worth);
    }
    Facts {
        tavern: (0..position.len)
            .map(|at| position.tavern[usize::from(position.head + at) & 63].min(52))
            .collect(),
        hands: position.hands[..seats]
            .iter()
            .map(|hand| set(*hand))
            .collect(),
        discard: set(position.discard),
        table: set(position.table),
        castle: position.castle[usize::from(position.next)..usize::from(position.last)].to_vec(),
        enemy: (!position.won).then_some((
            position.enemy,
            position.damage,
            position.shield,
            position.blocked,
            position.immunity_cancelled,
        )),
        due: if position.step == Step::Over {
            0
        } else {
            position.due()
        },
        current: position.current,
        step: position.step,
        yielded: (0..seats)
            .map(|seat| position.yielded >> seat & 1 == 1)
            .collect(),
        counts: (position.solo_jesters, position.defeated, position.won),
    }
}

fn house(chance: &mut Stream) -> House {
    let difficulty = Difficulty::ALL[chance.below(3) as usize];
    House {
        solo_yield: chance.below(4) == 0,
        combo_limit: [10, 10, 15, 20, 0, 40][chance.below(6) as usize],
        ..difficulty.house()
    }
}

/// Plays one game through both; how many moves it had.
fn play_both(
    players: u8,
    seed: u64,
    house: House,
    choose: &mut dyn FnMut(&Position) -> Move,
) -> u32 {
    let mut setup = Setup::for_players(players);
    setup.house = house;
    let mut state = Kingslayer::start(&setup, Seed(seed)).expect("a good setup");
    let mut position = Position::of(&state);
    let mut moves = 0;
    while state.step != Step::Over {
        assert!(moves < 2_000, "{players} players, seed {seed}: no end");
        moves += 1;
        let it = choose(&position);
        let by = Actor::Seat(state.current);
        let events = Kingslayer::decide(&state, by, &it.command())
            .unwrap_or_else(|refusal| panic!("{players} players, seed {seed}: {refusal}"));
        let mut decided = Decided { healed: Vec::new() };
        for event in &events {
            if let Event::Healed { cards } = event {
                decided.healed.clone_from(cards);
            }
            Kingslayer::apply(&mut state, event);
        }
        position.make(it, &mut decided);
        assert_eq!(
            facts_of_position(&position),
            facts_of_state(&state),
            "{players} players, seed {seed}, after {}",
            it.command()
        );
    }
    moves
}

/// A million games in the long run, with sampled moves.
#[test]
fn random_games_are_equal_after_every_move() {
    let long = std::env::var_os("PARLOUR_TEST_LONG").is_some();
    let games = if long { 1_000_000 } else { 20_000 };
    let mut chance = Stream::new(Seed(5), 0);
    let mut dice = Dice::new(5);
    let (mut moves, mut longest) = (0, 0);
    for seed in 0..games {
        let players = 1 + (seed % 4) as u8;
        let house = if seed % 8 < 4 {
            House::default()
        } else {
            house(&mut chance)
        };
        let count = play_both(players, seed, house, &mut |position| {
            position.sample_move(&mut dice).expect("the game goes on")
        });
        moves += u64::from(count);
        longest = longest.max(count);
    }
    assert!(
        moves > games * 5,
        "{moves} moves in {games} games, at most {longest}"
    );
}

/// Listed moves lead to the same games too, and are exactly what the rules
/// accept: every subset of the hand is tried.
#[test]
fn the_list_is_what_the_rules_accept() {
    let long = std::env::var_os("PARLOUR_TEST_LONG").is_some();
    let games = if long { 2_000 } else { 200 };
    let mut chance = Stream::new(Seed(6), 0);
    let mut list = MoveList::new();
    for seed in 0..games {
        let players = 1 + (seed % 4) as u8;
        let mut setup = Setup::for_players(players);
        setup.house = if seed % 2 == 0 {
            House::default()
        } else {
            house(&mut chance)
        };
        let mut state = Kingslayer::start(&setup, Seed(seed)).expect("a good setup");
        while state.step != Step::Over {
            let position = Position::of(&state);
            position.list_moves(&mut list);
            let mut listed: Vec<String> = list
                .as_slice()
                .iter()
                .map(|it| it.command().to_string())
                .collect();
            listed.sort_unstable();
            // Two Jesters look alike, so the same command may be listed twice.
            listed.dedup();
            let mut accepted: Vec<String> = every_command(&state)
                .into_iter()
                .filter(|it| Kingslayer::decide(&state, Actor::Seat(state.current), it).is_ok())
                .map(|it| it.to_string())
                .collect();
            accepted.sort_unstable();
            accepted.dedup();
            assert_eq!(listed, accepted, "{players} players, seed {seed}");
            let it = list.as_slice()[chance.below(list.as_slice().len() as u32) as usize];
            for event in Kingslayer::decide(&state, Actor::Seat(state.current), &it.command())
                .expect("a listed move is accepted")
            {
                Kingslayer::apply(&mut state, &event);
            }
        }
    }
}

/// Everything a player could say with cards of the hand.
fn every_command(state: &State) -> Vec<Command> {
    let mut hand = state.hand(state.current).to_vec();
    hand.sort_unstable();
    let mut commands = vec![Command::Yield, Command::Flip];
    commands.extend((0..5).map(|seat| Command::Next(Seat(seat))));
    for subset in 0..1_u32 << hand.len() {
        let cards: Vec<Card> = (0..hand.len())
            .filter(|at| subset >> at & 1 == 1)
            .map(|at| hand[at])
            .collect();
        commands.push(Command::Play(cards.clone()));
        commands.push(Command::Pay(cards));
    }
    commands
}

/// A start with open orders deals what the rules deal: sizes, and each card once.
#[test]
fn an_open_deal_has_every_card_once() {
    let mut dice = Dice::new(9);
    for round in 0..400 {
        let players = 1 + (round % 4) as u8;
        let mut position = Position::deal(players, &House::default(), &mut dice);
        while position.step != Step::Over {
            let it = position.sample_move(&mut dice).expect("the game goes on");
            position.make(it, &mut dice);
            let facts = facts_of_position(&position);
            let mut cards = [&facts.tavern, &facts.discard, &facts.table, &facts.castle]
                .map(Clone::clone)
                .concat();
            cards.extend(facts.hands.concat());
            cards.extend(facts.enemy.map(|enemy| enemy.0));
            cards.sort_unstable();
            let mut all: Vec<u8> = (0..52).collect();
            all.extend(std::iter::repeat_n(
                52,
                usize::from(players.saturating_sub(2)),
            ));
            assert_eq!(cards, all);
        }
    }
}

#[test]
fn a_position_is_small() {
    assert!(size_of::<Position>() <= 168, "{}", size_of::<Position>());
}
