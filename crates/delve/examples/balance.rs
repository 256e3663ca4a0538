//! How the careful player fares: `cargo run -p parlour-delve --example balance -- 100 0`
//! plays so many games from a seed on and prints who won, what ended the others, and
//! what was met and used. Words behind the numbers ask for another game: `gentle`, `grim`,
//! `short`, a challenge such as `dusk`; `aimless` for the player who does anything;
//! `each` for a line on every game.

use parlour_delve::bot::{Aimless, Careful, Player, Sightings, Tally, play_before};
use parlour_delve::{Challenge, Difficulty, Ending, Setup};
use parlour_rules::{Seed, Stream};

#[expect(clippy::disallowed_macros, reason = "it is there to print")]
fn main() {
    let number = |place: usize, none: u64| {
        let word = std::env::args().nth(place);
        word.and_then(|word| word.parse().ok()).unwrap_or(none)
    };
    let (games, first) = (number(1, 50), number(2, 0));
    let words: Vec<String> = std::env::args().skip(3).collect();
    let has = |word: &str| words.iter().any(|it| it == word);
    let setup = Setup {
        difficulty: words
            .iter()
            .find_map(|it| Difficulty::of(it))
            .unwrap_or_default(),
        short: has("short"),
        challenge: Challenge::ALL.into_iter().find(|it| has(it.word())),
        ..Setup::default()
    };
    let mut tally = Tally::default();
    for seed in (first..first + games).map(Seed) {
        let mut player: Box<dyn Player> = if has("aimless") {
            Box::new(Aimless(Stream::new(seed, 1_000)))
        } else {
            Box::new(Careful::default())
        };
        let mut seen = Sightings::default();
        let played = play_before(
            &setup,
            seed,
            &mut *player,
            6_000,
            &mut |state, view, command| {
                seen.watch(state, view, command);
            },
        );
        let played = played.expect("the content is sound");
        if has("each") {
            let end = played.ending.as_ref().map(Ending::in_short);
            println!(
                "{}: {}",
                seed.0,
                end.unwrap_or_else(|| "no end".to_string())
            );
        }
        tally.add(&played, seen);
    }
    print!("{}", tally.lines());
    println!(
        "commonest cause of death: {} of 100",
        tally.commonest_cause()
    );
    println!("combinations of winners: {}", tally.outfits.len());
    println!(
        "in less than one game of a hundred: {:?}",
        tally.rare(&setup, 1)
    );
}
