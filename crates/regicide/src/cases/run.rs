//! Plays a scenario and compares.

use std::fmt::Debug;

use parlour_rules::{Actor, Rules, Seat, Seed};

use super::form::{Action, Expected, Position, Scenario, Start, Wanted};
use super::position::{expect_reachable, state_of};
use crate::card::{Card, Rank};
use crate::command::Command;
use crate::event::Event;
use crate::game::{Kingslayer, lost_before_a_move};
use crate::setup::Setup;
use crate::state::{Medal, State, Step};

/// A new game has many deals; what is expected must hold in each of these.
const SEEDS_OF_A_NEW_GAME: u64 = 16;

/// What happened over all actions.
#[derive(Default)]
struct Told {
    attack_value: u16,
    damage_dealt: u16,
    defeated: Option<bool>,
    healed: u16,
    drawn: Vec<Vec<Card>>,
}

/// Every expectation that does not hold.
pub(super) fn run(scenario: &Scenario) -> Vec<String> {
    match &scenario.setup {
        Start::Position(position) => match laid(position, scenario.players) {
            Ok(mut state) => {
                if let Some(lost) = lost_before_a_move(&state) {
                    Kingslayer::apply(&mut state, &lost);
                }
                run_from(scenario, state)
            }
            Err(problem) => vec![problem],
        },
        Start::New => {
            for seed in 0..SEEDS_OF_A_NEW_GAME {
                let setup = Setup::for_players(scenario.players);
                let failures = match Kingslayer::start(&setup, Seed(seed)) {
                    Ok(state) => run_from(scenario, state),
                    Err(refusal) => vec![format!("players: expected a game, found: {refusal}")],
                };
                if !failures.is_empty() {
                    return failures;
                }
            }
            Vec::new()
        }
    }
}

/// The state of a position that a game can come to.
fn laid(position: &Position, players: u8) -> Result<State, String> {
    let state = state_of(position, players)?;
    expect_reachable(position, players)?;
    Ok(state)
}

fn run_from(scenario: &Scenario, mut state: State) -> Vec<String> {
    let legal = scenario.expected.legal.unwrap_or(true);
    let last = scenario.actions.len().saturating_sub(1);
    let illegal_at = scenario.expected.illegal_at.map_or(last, usize::from);
    if !legal && illegal_at >= scenario.actions.len() {
        return vec![format!(
            "illegal_at: expected an action, found {} actions",
            scenario.actions.len()
        )];
    }
    let mut told = Told {
        drawn: vec![Vec::new(); usize::from(scenario.players)],
        ..Told::default()
    };
    for (at, action) in scenario.actions.iter().enumerate() {
        let refused = !legal && at == illegal_at;
        let command = command_of(action);
        let before = state.clone();
        match (
            Kingslayer::decide(&state, Actor::Seat(state.current), &command),
            refused,
        ) {
            (Ok(events), false) => {
                for event in &events {
                    told.note(event);
                    Kingslayer::apply(&mut state, event);
                }
            }
            (Err(_), true) if state == before => {}
            (Err(_), true) => {
                return vec![format!(
                    "action {at}: expected no change, found another state"
                )];
            }
            (Ok(_), true) => {
                return vec![format!(
                    "action {at}: expected a refusal, found it accepted"
                )];
            }
            (Err(refusal), false) => {
                return vec![format!(
                    "action {at}: expected it accepted, found: {refusal}"
                )];
            }
        }
    }
    compare(&scenario.expected, &state, &told)
}

fn command_of(action: &Action) -> Command {
    match action {
        Action::Play { cards } => Command::Play(cards.clone()),
        Action::Discard { cards } => Command::Pay(cards.clone()),
        Action::Yield {} => Command::Yield,
        Action::SoloJester {} => Command::Flip,
        Action::ChooseNext { player } => Command::Next(Seat(*player)),
    }
}

impl Told {
    fn note(&mut self, event: &Event) {
        match event {
            Event::CardsPlayed { value, .. } => {
                self.attack_value = *value;
                self.damage_dealt = 0;
            }
            Event::JesterPlayed { .. } => {
                self.attack_value = 0;
                self.damage_dealt = 0;
            }
            Event::DamageDealt { amount, .. } => self.damage_dealt = *amount,
            Event::EnemyDefeated { captured, .. } => self.defeated = Some(*captured),
            Event::Healed { cards } => self.healed += cards.len() as u16,
            Event::Drawn { draws } => {
                for draw in draws {
                    self.drawn[usize::from(draw.seat.0)].push(draw.card);
                }
            }
            _ => {}
        }
    }
}

/// Collects what differs.
struct Differences(Vec<String>);

impl Differences {
    /// Notes a difference in something, which may be absent.
    fn there<T: PartialEq + Debug>(
        &mut self,
        field: &str,
        expected: &Wanted<T>,
        found: impl Into<Option<T>>,
    ) {
        let words = |it: &Option<T>| match it {
            Some(it) => format!("{it:?}"),
            None => String::from("none"),
        };
        let found = found.into();
        if let Wanted::Said(expected) = expected
            && *expected != found
        {
            let (expected, found) = (words(expected), words(&found));
            self.0
                .push(format!("{field}: expected {expected}, found {found}"));
        }
    }

    fn word(&mut self, field: &str, expected: &Wanted<String>, found: Option<&str>) {
        self.there(field, expected, found.map(String::from));
    }
}

fn compare(expected: &Expected, state: &State, told: &Told) -> Vec<String> {
    let mut diff = Differences(Vec::new());
    diff.there("attack_value", &expected.attack_value, told.attack_value);
    diff.there("damage_dealt", &expected.damage_dealt, told.damage_dealt);
    diff.there("healed", &expected.healed, told.healed);
    diff.there("drawn", &expected.drawn, told.drawn.clone());
    let counts: Vec<u8> = told.drawn.iter().map(|cards| cards.len() as u8).collect();
    diff.there("drawn_count", &expected.drawn_count, counts);
    let defeated = told
        .defeated
        .map(|captured| if captured { "captured" } else { "discard" });
    diff.word("defeated", &expected.defeated, defeated);

    let enemy = state.enemy.as_ref();
    diff.there("enemy", &expected.enemy, enemy.map(|it| it.card));
    diff.there(
        "enemy_damage",
        &expected.enemy_damage,
        enemy.map(|it| it.damage),
    );
    diff.there("shield", &expected.shield, enemy.map(|it| it.shield));
    diff.there(
        "enemy_attack",
        &expected.enemy_attack,
        enemy.map(|_| state.due()),
    );
    diff.there(
        "blocked_spades",
        &expected.blocked_spades,
        enemy.map(|it| it.blocked_spades),
    );
    diff.there(
        "immunity_cancelled",
        &expected.immunity_cancelled,
        enemy.map(|it| it.immunity_cancelled),
    );
    let rank = enemy.and_then(|it| it.card.rank());
    diff.word("enemy_rank", &expected.enemy_rank, rank.map(Rank::letters));

    diff.there(
        "solo_jesters_left",
        &expected.solo_jesters_left,
        state.solo_jesters,
    );
    diff.there(
        "tavern_count",
        &expected.tavern_count,
        state.tavern.len() as u8,
    );
    diff.there(
        "tavern_top",
        &expected.tavern_top,
        state.tavern.front().copied(),
    );
    diff.there(
        "discard_count",
        &expected.discard_count,
        state.discard.len(),
    );
    let hands: Vec<u8> = state.hands.iter().map(|hand| hand.len() as u8).collect();
    diff.there("hand_counts", &expected.hand_counts, hands);
    diff.there("hand_limit", &expected.hand_limit, state.hand_limit());
    let hidden = state.hands.iter().flatten().chain(&state.tavern);
    let jesters = hidden.filter(|card| card.is_jester()).count() as u8;
    diff.there(
        "jesters_in_tavern_and_hands",
        &expected.jesters_in_tavern_and_hands,
        jesters,
    );
    diff.there(
        "castle_count_after_reveal",
        &expected.castle_count_after_reveal,
        state.castle.len() as u8,
    );
    let ranks = state.castle.iter().filter_map(|card| card.rank());
    let order: String = ranks.map(Rank::letters).collect();
    diff.there("castle_order", &expected.castle_order, order);

    diff.there("next_player", &expected.next_player, state.current.0);
    if expected.next_player_any == Some(false) {
        diff.0.push(String::from(
            "next_player_any: expected true or nothing, found false",
        ));
    }
    diff.word("next_step", &expected.next_step, Some(state.step.name()));
    let result = match (&state.outcome, state.step) {
        (Some(outcome), _) if outcome.is_won() => "won",
        (Some(_), _) | (None, Step::Over) => "lost",
        _ => "ongoing",
    };
    diff.word("result", &expected.result, Some(result));
    let medal = state.outcome.and_then(|outcome| outcome.medal);
    diff.word("medal", &expected.medal, medal.map(Medal::name));
    diff.0
}
