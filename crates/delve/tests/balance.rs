//! Many games by players made of code: none panics, none stalls, each is the
//! same when its log is applied again and when its commands are decided again.
//! The table of how deep they came and what ended them is printed, and kept in
//! `docs/delve-balance.md`.

use std::ops::Range;

use parlour_delve::bot::{Aimless, Careful, Played, Player, Sightings, Tally, play_before};
use parlour_delve::{Delve, Difficulty, Setup};
use parlour_rules::{Actor, Rules, Seat, Seed, Stream};

/// All of it with `PARLOUR_TEST_LONG`, else a tenth.
fn games(long: u64) -> u64 {
    if is_long() { long } else { long / 10 }
}

fn is_long() -> bool {
    std::env::var_os("PARLOUR_TEST_LONG").is_some()
}

/// Decides every command again, applies the events, and compares the end.
fn verify(setup: &Setup, seed: Seed, played: &Played) {
    let mut state = Delve::start(setup, seed).unwrap();
    for (place, (command, events)) in played.log.iter().enumerate() {
        let decided = Delve::decide(&state, Actor::Seat(Seat(0)), command);
        assert_eq!(decided.as_ref(), Ok(events), "seed {seed}, entry {place}");
        for event in events {
            Delve::apply(&mut state, event);
        }
    }
    let (found, expected) = (
        Delve::fingerprint(&state),
        Delve::fingerprint(&played.state),
    );
    assert_eq!(found, expected, "seed {seed}");
}

fn run(setup: &Setup, seeds: Range<u64>, player: impl Fn(Seed) -> Box<dyn Player>) -> Tally {
    let mut tally = Tally::default();
    for seed in seeds.map(Seed) {
        let mut seen = Sightings::default();
        let mut watch = |state: &_, view: &_, command: &_| seen.watch(state, view, command);
        let played = play_before(setup, seed, &mut *player(seed), 30_000, &mut watch).unwrap();
        assert!(played.ending.is_some(), "{seed}: the game came to an end");
        verify(setup, seed, &played);
        tally.add(&played, seen);
    }
    tally
}

fn careful(_seed: Seed) -> Box<dyn Player> {
    Box::new(Careful::default())
}

/// The careful player's games, half of them in each of two threads.
#[expect(clippy::disallowed_methods, reason = "the games are many, and apart")]
fn careful_games(setup: &Setup, seeds: Range<u64>) -> Tally {
    let middle = u64::midpoint(seeds.start, seeds.end);
    let (there, rest) = (setup.clone(), middle..seeds.end);
    let other = std::thread::spawn(move || run(&there, rest, careful));
    let mut tally = run(setup, seeds.start..middle, careful);
    tally.join(other.join().expect("the other half is played as well"));
    tally
}

/// Seeds that nothing was tuned on.
const FRESH: u64 = 10_000;

#[test]
#[expect(clippy::disallowed_macros, reason = "the table is for people")]
fn a_careful_player_comes_to_an_end_and_wins_sometimes() {
    let setup = Setup::default();
    let tally = careful_games(&setup, FRESH..FRESH + games(1_000));
    let lines = tally.lines();
    println!("careful: {lines}");
    assert!(tally.won > 0, "{lines}");
    assert!(tally.won * 2 < tally.games, "{lines}");
    // A tenth of the games shows that it wins; all, how often, and by what.
    if is_long() {
        let percent = tally.won * 100 / tally.games;
        assert!((15..=35).contains(&percent), "{lines}");
        assert!(tally.commonest_cause() <= 25, "{lines}");
        assert!(tally.outfits.len() >= 5, "{lines}");
        assert_eq!(tally.rare(&setup, 1), [], "{lines}");
    }
}

#[test]
#[expect(clippy::disallowed_macros, reason = "the table is for people")]
fn an_aimless_player_never_wins() {
    let tally = run(&Setup::default(), 0..games(500), |seed| {
        Box::new(Aimless(Stream::new(seed, 1_000)))
    });
    println!("aimless: {}", tally.lines());
    assert_eq!(tally.won, 0, "{}", tally.lines());
}

/// Every other game there is to choose: the easier is won more often.
#[test]
#[expect(clippy::disallowed_macros, reason = "the table is for people")]
fn difficulties_and_the_short_game_are_what_they_say() {
    let with = |difficulty, short| Setup {
        difficulty,
        short,
        ..Setup::default()
    };
    let seeds = FRESH..FRESH + if is_long() { 1_000 } else { 6 };
    let mut won = Vec::new();
    for setup in [
        with(Difficulty::Gentle, false),
        with(Difficulty::Grim, false),
        with(Difficulty::Normal, true),
    ] {
        let tally = careful_games(&setup, seeds.clone());
        println!("{}: {}", setup.mode(), tally.lines());
        if is_long() {
            assert!(tally.commonest_cause() <= 25, "{}", tally.lines());
        }
        won.push(tally.won);
    }
    assert!(won[0] >= won[1], "{won:?}");
}
