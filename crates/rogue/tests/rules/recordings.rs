//! N2: recordings, replayed from any turn.

use super::*;
use parlour_rogue::Action;
use parlour_rogue::demo;
use parlour_rogue::recording::{Recorder, Recording, ReplayError};

pub(super) fn recorded(script: &str, every: u32) -> (Game, Recording) {
    let mut recorder = Recorder::new(demo::game(Seed(12), demo::Fight::Dice), every);
    for key in keys(script) {
        recorder.press(key);
    }
    recorder.finish()
}

const WALK: &str = "lllj..xl<enter>x<escape>jjkkhhhh..ll>lkj...fl<enter>hjklyubn....";

#[test]
fn a_recording_replays_to_the_same_game_from_any_turn() {
    let (registry, rules) = (demo::registry(), demo::rules(demo::Fight::Dice));
    let (game, recording) = recorded(WALK, 7);
    assert!(recording.turns() > 20 && recording.keyframes() > 3);
    let again = recording.replay(&registry, &rules).unwrap();
    assert_eq!(again.fingerprint(), game.fingerprint());
    let read = Recording::from_bytes(&recording.to_bytes()).unwrap();
    assert_eq!(read, recording);
    // Any turn, from the nearest keyframe and from the first alone.
    let (_, plain) = recorded(WALK, 10_000);
    assert_eq!(plain.keyframes(), 1);
    for turn in 0..=recording.turns() {
        let (one, other) = (
            read.game_at(turn, &registry, &rules).unwrap(),
            plain.game_at(turn, &registry, &rules).unwrap(),
        );
        assert_eq!(one.fingerprint(), other.fingerprint(), "turn {turn}");
        assert_eq!(one.world.turns(), u64::from(turn));
    }
    let beyond = recording.turns() + 1;
    assert!(matches!(
        recording.game_at(beyond, &registry, &rules),
        Err(ReplayError::NoSuchTurn { .. })
    ));
}

#[test]
fn actions_that_no_key_stands_for_are_recorded_between_keys() {
    let (registry, rules) = (demo::registry(), demo::rules(demo::Fight::Dice));
    let mut recorder = Recorder::new(demo::game(Seed(12), demo::Fight::Dice), 3);
    let walk = |way: &str| Action::from(way);
    recorder.press_action(&walk("move-right"));
    for key in keys("llx") {
        recorder.press(key);
    }
    // Somebody looks about: a key answers, and an action does not.
    let turns = recorder.game().world.turns();
    recorder.press_action(&walk("move-down"));
    assert_eq!(recorder.game().world.turns(), turns);
    for key in keys("<escape>j") {
        recorder.press(key);
    }
    recorder.press_action(&walk("move-down"));
    recorder.press_action(&Action::other("wait"));
    let (game, recording) = recorder.finish();
    assert_eq!((recording.entered().len(), recording.turns()), (9, 5));
    assert!(recording.keys().eq(keys("llx<escape>j")));
    // A key that means the same comes to the same.
    let mut pressed = demo::game(Seed(12), demo::Fight::Dice);
    pressed.press_all(keys("lllx<escape>jj."));
    assert_eq!(pressed.world.player(), game.world.player());
    assert_eq!(pressed.fingerprint(), game.fingerprint());
    let bytes = recording.to_bytes();
    let read = Recording::from_bytes(&bytes).unwrap();
    assert_eq!(read, recording);
    for turn in 0..=read.turns() {
        let there = read.game_at(turn, &registry, &rules).unwrap();
        assert_eq!(there.world.turns(), u64::from(turn));
    }
    let again = read.replay(&registry, &rules).unwrap();
    assert_eq!(again.fingerprint(), game.fingerprint());
    for cut in 1..bytes.len() {
        assert!(Recording::from_bytes(&bytes[..cut]).is_err(), "{cut}");
    }
}

#[test]
fn a_drift_is_named_by_the_turn_in_which_it_began() {
    let (registry, rules) = (demo::registry(), demo::rules(demo::Fight::Dice));
    let (_, recording) = recorded(WALK, 1000);
    let drifted = rules
        .clone()
        .behaviour("chase-player", |_, _| Outcome::turn());
    let error = recording.replay(&registry, &drifted).unwrap_err();
    assert_eq!(error, ReplayError::Drifted { turn: 1 });
    // A rule that changes from the tenth turn on is found in the tenth.
    let late = rules.on_action("wait", |world, _| {
        if world.turns() >= 4 {
            Outcome::ticks(11)
        } else {
            Outcome::turn()
        }
    });
    let error = recording.replay(&registry, &late).unwrap_err();
    assert!(
        matches!(error, ReplayError::Drifted { turn: 5..=7 }),
        "{error}"
    );
}

#[test]
fn damaged_recordings_are_errors() {
    let (_, recording) = recorded("llljj", 2);
    let bytes = recording.to_bytes();
    assert_eq!(
        Recording::from_bytes(b"no"),
        Err(ReplayError::NotARecording)
    );
    for cut in 1..bytes.len() {
        if let Ok(read) = Recording::from_bytes(&bytes[..cut]) {
            assert!(
                read.replay(&demo::registry(), &demo::rules(demo::Fight::Dice))
                    .is_err()
                    || read == recording
            );
        }
    }
    for place in 0..bytes.len() {
        let mut wrong = bytes.clone();
        wrong[place] = wrong[place].wrapping_add(1);
        if let Ok(read) = Recording::from_bytes(&wrong) {
            let _ = read.replay(&demo::registry(), &demo::rules(demo::Fight::Dice));
        }
    }
}

/// `fixtures/ages/COMMIT` holds what the programs of landed commits wrote: the recording
/// plays again to the very game that was saved beside it.
#[test]
fn recordings_of_landed_commits_play_again() {
    let (registry, rules) = (demo::registry(), demo::rules(demo::Fight::Dice));
    let recorded = include_bytes!("../../fixtures/ages/d7cd960/demo.recording");
    let saved = include_bytes!("../../fixtures/ages/d7cd960/demo.save");
    let recording = Recording::from_bytes(recorded).unwrap();
    assert_eq!((recording.turns(), recording.keyframes()), (47, 3));
    let game = recording.replay(&registry, &rules).unwrap();
    let kept = Game::load(saved, registry.clone(), rules.clone()).unwrap();
    assert_eq!(game.fingerprint(), kept.fingerprint());
    assert_eq!(
        game.world.log().last(),
        Some("You hit the Goblin for 6 damage, ...killing it!")
    );
    let twenty = recording.game_at(20, &registry, &rules).unwrap();
    assert_eq!(twenty.world.turns(), 20);
}
