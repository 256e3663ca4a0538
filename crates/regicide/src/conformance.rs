//! The game keeps the contract: the kit's checks, and what is special here.

use parlour_rules::testing::{
    RoundTrip, Sampler, Size, Twin, check_all, check_golden, golden_playthrough,
};
use parlour_rules::{Actor, Fingerprint, Rules, Seat, Seed, Stream, Viewer};

use crate::bot::{Thinking, advise};
use crate::card::Card;
use crate::command::Command;
use crate::event::Event;
use crate::game::Kingslayer;
use crate::search::{MoveList, Position};
use crate::setup::{Difficulty, House, Setup};
use crate::state::{State, Step};

/// Random tables, sensible and senseless commands, hidden cards exchanged.
struct Table;

impl Sampler<Kingslayer> for Table {
    fn setup(&self, chance: &mut Stream) -> Setup {
        let players = 1 + chance.below(4) as u8;
        let difficulty = Difficulty::ALL[chance.below(3) as usize];
        Setup {
            players,
            first: (chance.below(2) == 0).then(|| Seat(chance.below(u32::from(players)) as u8)),
            house: House {
                surplus_payment: chance.below(2) == 0,
                solo_yield: chance.below(2) == 0,
                ..difficulty.house()
            },
            practice: false,
        }
    }

    fn command(&self, state: &State, by: Actor, chance: &mut Stream) -> Option<Command> {
        if chance.below(4) > 0 && by == Actor::Seat(state.current) {
            let mut list = MoveList::new();
            Position::of(state).list_moves(&mut list);
            return chance.pick(list.as_slice()).map(|it| it.command());
        }
        let count = 1 + chance.below(3);
        let mut card = || Card::from_index(chance.below(u32::from(Card::KINDS)) as u8);
        let cards: Vec<Card> = (0..count).filter_map(|_| card()).collect();
        Some(match chance.below(5) {
            0 => Command::Play(cards),
            1 => Command::Pay(cards),
            2 => Command::Yield,
            3 => Command::Flip,
            _ => Command::Next(Seat(chance.below(5) as u8)),
        })
    }

    fn disguise(
        &self,
        state: &State,
        by: Actor,
        command: &Command,
        viewer: Viewer,
        chance: &mut Stream,
    ) -> Option<Twin<Kingslayer>> {
        disguise(state, by, command, viewer, chance).map(|state| Twin {
            state,
            command: command.clone(),
        })
    }

    fn round_trips(&self, state: &State, chance: &mut Stream) -> Vec<RoundTrip> {
        let card = Card::from_index(chance.below(u32::from(Card::KINDS)) as u8).expect("a card");
        let command = self.command(state, Actor::Seat(state.current), chance);
        let command = command.unwrap_or(Command::Yield);
        vec![
            RoundTrip::of("card", &card, Card::to_string, str::parse::<Card>),
            RoundTrip::of(
                "card in words",
                &card,
                |it| it.in_words(),
                str::parse::<Card>,
            ),
            RoundTrip::of(
                "command",
                &command,
                Command::to_string,
                str::parse::<Command>,
            ),
        ]
    }
}

/// A state that differs in everything the viewer does not learn by the command.
///
/// Cards of one layer of the tavern change places among each other, in the
/// tavern, in other hands and in the unseen part of the discard pile; enemies of
/// one rank in the castle too; and the seed is another. What the command brings
/// to light stays. The mover's hand keeps its worth: whether it can pay is seen.
fn disguise(
    state: &State,
    by: Actor,
    command: &Command,
    viewer: Viewer,
    chance: &mut Stream,
) -> Option<State> {
    let own = |seat: u8| viewer == Viewer::Seat(Seat(seat));
    let events = Kingslayer::decide(state, by, command).unwrap_or_default();
    let mut fixed = Vec::new();
    if let Command::Play(cards) | Command::Pay(cards) = command {
        fixed.extend(cards);
    }
    let mut healed = 0;
    let mut worth_matters: Vec<Card> = Vec::new();
    for event in &events {
        match event {
            Event::Healed { cards } => healed = cards.len(),
            Event::Drawn { draws } => {
                if healed > 0 && draws.len() > state.tavern.len() {
                    return None;
                }
                for draw in draws {
                    if own(draw.seat.0) {
                        fixed.push(draw.card);
                    } else if draw.seat == state.current {
                        worth_matters.push(draw.card);
                    }
                }
            }
            Event::JesterFlipped { discarded, drawn } => {
                fixed.extend(discarded);
                if own(0) {
                    fixed.extend(drawn);
                } else {
                    worth_matters.extend(drawn);
                }
            }
            Event::EnemyRevealed { enemy } => fixed.push(*enemy),
            _ => {}
        }
    }
    for (seat, hand) in (0..).zip(&state.hands) {
        if own(seat) {
            fixed.extend(hand);
        } else if seat == state.current.0 {
            worth_matters.extend(hand);
        }
    }

    let mut other = state.clone();
    other.seed = Seed(u64::from(chance.word()));
    for layer in &state.memory.layers {
        let mut free: Vec<Card> = layer.joined.into_iter().collect();
        free.retain(|card| !fixed.contains(card) && !card.is_jester());
        for at in 0..free.len() {
            let (a, b) = (free[at], free[chance.below(free.len() as u32) as usize]);
            let bound = worth_matters.contains(&a) || worth_matters.contains(&b);
            if !bound || a.value() == b.value() {
                exchange(&mut other, a, b);
                for card in &mut worth_matters {
                    *card = swapped(*card, a, b);
                }
            }
        }
    }
    for at in 0..other.castle.len() {
        let with = chance.below(other.castle.len() as u32) as usize;
        let (a, b) = (other.castle[at], other.castle[with]);
        if a.rank() == b.rank() && !fixed.contains(&a) && !fixed.contains(&b) {
            other.castle.swap(at, with);
        }
    }
    Some(other)
}

fn swapped(card: Card, a: Card, b: Card) -> Card {
    if card == a {
        b
    } else if card == b {
        a
    } else {
        card
    }
}

/// Two cards change places, wherever they are.
fn exchange(state: &mut State, a: Card, b: Card) {
    for card in state
        .tavern
        .iter_mut()
        .chain(state.hands.iter_mut().flatten())
    {
        *card = swapped(*card, a, b);
    }
    state.discard = state
        .discard
        .into_iter()
        .map(|card| swapped(card, a, b))
        .collect();
}

#[test]
fn the_contract_is_kept() {
    let report = check_all(&Table, Size::long(2_000)).unwrap();
    assert!(
        report.accepted > 1_000 && report.refused > 500 && report.twins > 1_000,
        "{report:?}"
    );
}

/// With `PARLOUR_WRITE_GOLDEN` in the environment the file is written anew.
#[test]
#[expect(
    clippy::disallowed_methods,
    reason = "the test writes its own golden file"
)]
fn the_recorded_game_still_happens() {
    if std::env::var_os("PARLOUR_WRITE_GOLDEN").is_some() {
        let path = format!("{}/fixtures/golden.txt", env!("CARGO_MANIFEST_DIR"));
        let text = golden_playthrough(&Table, Seed(11), 200).unwrap();
        std::fs::write(path, text).unwrap();
        return;
    }
    check_golden(
        &Table,
        Seed(11),
        200,
        include_str!("../fixtures/golden.txt"),
    )
    .unwrap();
}

/// Plays random games and looks at every state.
fn random_states(games: u32, mut look: impl FnMut(&State, &mut Stream)) {
    for round in 0..games {
        let mut chance = Stream::new(Seed(21), u64::from(round));
        let setup = Table.setup(&mut chance);
        let mut state = Kingslayer::start(&setup, Seed(u64::from(round))).unwrap();
        while state.step != Step::Over {
            look(&state, &mut chance);
            let by = Actor::Seat(state.current);
            let Some(command) = Table.command(&state, by, &mut chance) else {
                continue;
            };
            for event in Kingslayer::decide(&state, by, &command).unwrap_or_default() {
                Kingslayer::apply(&mut state, &event);
            }
        }
        look(&state, &mut chance);
    }
}

#[test]
fn a_fingerprint_is_that_of_the_text_a_state_is_stored_as() {
    let long = std::env::var_os("PARLOUR_TEST_LONG").is_some();
    random_states(if long { 20_000 } else { 1000 }, |state, _| {
        assert_eq!(Kingslayer::fingerprint(state), Fingerprint::of(state));
    });
}

#[test]
fn fifty_two_cards_and_the_jesters_are_always_somewhere_exactly_once() {
    random_states(
        if std::env::var_os("PARLOUR_TEST_LONG").is_some() {
            20_000
        } else {
            2_000
        },
        |state, _| {
            let mut cards: Vec<Card> = state.tavern.iter().chain(&state.castle).copied().collect();
            cards.extend(state.hands.iter().flatten());
            cards.extend(&state.table);
            cards.extend(state.discard);
            cards.extend(state.enemy.map(|enemy| enemy.card));
            cards.sort_unstable();
            let jesters = usize::from(state.players().saturating_sub(2));
            let all = Card::commons()
                .chain(Card::court())
                .chain(std::iter::repeat_n(Card::JESTER, jesters));
            assert!(cards.into_iter().eq(all), "{state:?}");
            // What everybody remembers agrees with the truth.
            let layers = &state.memory.layers;
            let in_layers: usize = layers
                .iter()
                .map(|layer| usize::from(layer.in_tavern))
                .sum();
            assert_eq!(in_layers + state.memory.captured.len(), state.tavern.len());
            for (seat, hand) in state.hands.iter().enumerate() {
                let unknown: u8 = layers.iter().map(|layer| layer.in_hands[seat]).sum();
                assert_eq!(unknown + state.memory.known[seat].len(), hand.len() as u8);
            }
            let loose = state.memory.loose.into_iter();
            assert!(loose.into_iter().all(|card| state.discard.contains(card)));
        },
    );
}

#[test]
fn exchanging_hidden_cards_changes_neither_the_view_nor_the_bots_choice() {
    let mut compared = 0;
    random_states(40, |state, chance| {
        if state.step == Step::Over || chance.below(4) > 0 {
            return;
        }
        let seat = state.current;
        let viewer = Viewer::Seat(seat);
        let Some(twin) = disguise(state, Actor::Clock, &Command::Yield, viewer, chance) else {
            return;
        };
        assert_ne!(twin, *state);
        let (view, other) = (
            Kingslayer::view(state, viewer),
            Kingslayer::view(&twin, viewer),
        );
        assert_eq!(view, other);
        let thinking = Thinking {
            seed: u64::from(chance.word()),
            play_outs: 60,
            ..Thinking::default()
        };
        let advice = advise(&view, &thinking, &mut || true).unwrap();
        assert_eq!(
            Some(&advice),
            advise(&other, &thinking, &mut || true).as_ref()
        );
        assert!(Kingslayer::decide(state, Actor::Seat(seat), &advice.command).is_ok());
        compared += 1;
    });
    assert!(compared > 40, "{compared}");
}

/// Every card that some JSON names.
fn named(value: &serde_json::Value) -> Vec<Card> {
    match value {
        serde_json::Value::String(text) => text.parse().into_iter().collect(),
        serde_json::Value::Array(items) => items.iter().flat_map(named).collect(),
        serde_json::Value::Object(fields) => fields.values().flat_map(named).collect(),
        _ => Vec::new(),
    }
}

/// Apart from what follows by elimination (the castle to come, the layers of the
/// tavern), no card is named that was neither shown nor is in the viewer's hand.
#[test]
fn views_and_tellings_name_only_cards_that_were_shown_or_are_held() {
    for round in 0..200 {
        let mut chance = Stream::new(Seed(22), round);
        let setup = Table.setup(&mut chance);
        let mut state = Kingslayer::start(&setup, Seed(round)).unwrap();
        let mut shown: Vec<Card> = state.enemy.iter().map(|enemy| enemy.card).collect();
        while state.step != Step::Over {
            let by = Actor::Seat(state.current);
            let Some(command) = Table.command(&state, by, &mut chance) else {
                continue;
            };
            for event in Kingslayer::decide(&state, by, &command).unwrap_or_default() {
                match &event {
                    Event::CardsPlayed { cards, .. } | Event::AttackPaid { cards, .. } => {
                        shown.extend(cards);
                    }
                    Event::JesterFlipped { discarded, .. } => shown.extend(discarded),
                    Event::JesterPlayed { .. } => shown.push(Card::JESTER),
                    Event::EnemyRevealed { enemy } => shown.push(*enemy),
                    _ => {}
                }
                Kingslayer::apply(&mut state, &event);
                let seats = (0..state.players()).map(|seat| Viewer::Seat(Seat(seat)));
                for viewer in seats.chain([Viewer::Spectator]) {
                    let view = Kingslayer::view(&state, viewer);
                    let mut text = serde_json::to_value(&view).unwrap();
                    text["castle"].take();
                    text["memory"]["layers"].take();
                    let mut cards = named(&text);
                    cards.extend(named(
                        &serde_json::to_value(Kingslayer::observe(&event, viewer)).unwrap(),
                    ));
                    let hidden = cards
                        .iter()
                        .find(|card| !shown.contains(card) && !view.hand.contains(card));
                    assert_eq!(hidden, None, "{viewer:?} of {text}");
                    assert!(!text.to_string().contains("seed"));
                }
            }
        }
    }
}
