//! Many games by players made of code: none panics, none stalls, each is the
//! same when its log is applied again and when its commands are decided again.
//! The table of how deep they came and what ended them is printed, and kept in
//! `docs/delve-balance.md`.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::ops::Range;

use parlour_delve::bot::{Aimless, Careful, Played, Player, play};
use parlour_delve::{Delve, End, Setup};
use parlour_rules::{Actor, Rules, Seat, Seed, Stream};

/// All of it with `PARLOUR_TEST_LONG`, else a tenth.
fn games(long: u64) -> u64 {
    if is_long() { long } else { long / 10 }
}

fn is_long() -> bool {
    std::env::var_os("PARLOUR_TEST_LONG").is_some()
}

/// Decides every command again, applies the events, and compares the end.
fn verify(seed: Seed, played: &Played) {
    let mut state = Delve::start(&Setup::default(), seed).unwrap();
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

#[derive(Default)]
struct Table {
    games: u64,
    won: u64,
    commands: usize,
    turns: u64,
    deepest: BTreeMap<u8, u64>,
    causes: BTreeMap<String, u64>,
}

impl Table {
    fn add(&mut self, played: &Played) {
        let ending = played.ending.as_ref().expect("the game came to an end");
        self.games += 1;
        self.commands += played.log.len();
        self.turns += ending.turns;
        *self.deepest.entry(ending.deepest).or_default() += 1;
        let cause = match &ending.end {
            End::Won => {
                self.won += 1;
                "won".to_string()
            }
            End::Slain { by } => by.clone(),
            End::Lost => "lost in the dark".to_string(),
        };
        *self.causes.entry(cause).or_default() += 1;
    }

    fn join(&mut self, other: Self) {
        self.games += other.games;
        self.won += other.won;
        self.commands += other.commands;
        self.turns += other.turns;
        for (depth, count) in other.deepest {
            *self.deepest.entry(depth).or_default() += count;
        }
        for (cause, count) in other.causes {
            *self.causes.entry(cause).or_default() += count;
        }
    }

    fn lines(&self, who: &str) -> String {
        let mut text = format!(
            "{who}: {} games, {} won, {} commands and {} turns a game\n",
            self.games,
            self.won,
            self.commands as u64 / self.games.max(1),
            self.turns / self.games.max(1)
        );
        for (depth, count) in &self.deepest {
            writeln!(text, "  deepest level {depth:2}: {count}").unwrap();
        }
        let mut causes: Vec<_> = self.causes.iter().collect();
        causes.sort_by_key(|(name, count)| (std::cmp::Reverse(**count), (*name).clone()));
        for (cause, count) in causes {
            writeln!(text, "  {cause}: {count}").unwrap();
        }
        text
    }
}

fn run(seeds: Range<u64>, mut player: impl FnMut(u64) -> Box<dyn Player>) -> Table {
    let mut table = Table::default();
    for seed in seeds {
        let played = play(&Setup::default(), Seed(seed), &mut *player(seed), 30_000).unwrap();
        verify(Seed(seed), &played);
        table.add(&played);
    }
    table
}

/// The careful player's games, half of them in each of two threads.
#[test]
#[expect(clippy::disallowed_macros, reason = "the table is for people")]
#[expect(clippy::disallowed_methods, reason = "the games are many, and apart")]
fn a_careful_player_comes_to_an_end_and_wins_sometimes() {
    let all = games(1_000);
    let other = std::thread::spawn(move || run(all / 2..all, |_| Box::new(Careful::default())));
    let mut table = run(0..all / 2, |_| Box::new(Careful::default()));
    table.join(other.join().expect("the other half is played as well"));
    println!("{}", table.lines("careful"));
    assert!(table.won > 0, "{}", table.lines("careful"));
    assert!(table.won * 2 < table.games, "{}", table.lines("careful"));
    // A tenth of the games shows that it wins; all, how often.
    if is_long() {
        let percent = table.won * 100 / table.games;
        assert!((15..=35).contains(&percent), "{}", table.lines("careful"));
        let most = table.causes.iter().filter(|(name, _)| *name != "won");
        let most = most.map(|(_, count)| *count).max().unwrap_or(0);
        let dead = table.games - table.won;
        assert!(most * 4 <= dead, "{}", table.lines("careful"));
    }
}

#[test]
#[expect(clippy::disallowed_macros, reason = "the table is for people")]
fn an_aimless_player_never_wins() {
    let table = run(0..games(500), |seed| {
        Box::new(Aimless(Stream::new(Seed(seed), 1_000)))
    });
    println!("{}", table.lines("aimless"));
    assert_eq!(table.won, 0, "{}", table.lines("aimless"));
}
