//! How the careful player fares: `cargo run -p parlour-delve --example balance -- 100 0`
//! plays so many games from a seed on and prints who won, what ended the others, and
//! what was met and used. Words behind the numbers ask for another game: `gentle`, `grim`,
//! `short`, a challenge such as `dusk`; `aimless` for the player who does anything.

use std::collections::BTreeMap;

use parlour_delve::bot::{Aimless, Careful, Player};
use parlour_delve::{Challenge, Command, Delve, Difficulty, End, Setup};
use parlour_rules::{Actor, Rules, Seat, Seed, Stream, Turn, Viewer};

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
    let mut table = Table::default();
    for seed in first..first + games {
        let player: Box<dyn Player> = if has("aimless") {
            Box::new(Aimless(Stream::new(Seed(seed), 1_000)))
        } else {
            Box::new(Careful::default())
        };
        table.play(&setup, Seed(seed), player);
        let last = &table.last;
        println!("{seed}: {last}");
    }
    println!("{} of {games} won", table.won);
    for (what, counts) in [
        ("ended by", &table.causes),
        ("deepest level", &table.deepest),
        ("met", &table.met),
        ("used", &table.used),
        ("winners wore", &table.outfits),
    ] {
        let mut counts: Vec<_> = counts.iter().collect();
        counts.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
        let words: Vec<String> = counts
            .iter()
            .map(|(name, count)| format!("{name} {count}"))
            .collect();
        println!("{what}: {}", words.join(", "));
    }
    println!(
        "{} turns, {} commands a game",
        table.turns / games.max(1),
        table.commands / games.max(1)
    );
}

type Counts = BTreeMap<String, u64>;

#[derive(Default)]
struct Table {
    won: u64,
    turns: u64,
    commands: u64,
    causes: Counts,
    deepest: Counts,
    met: Counts,
    used: Counts,
    outfits: Counts,
    /// How the latest game ended.
    last: String,
}

impl Table {
    fn play(&mut self, setup: &Setup, seed: Seed, mut player: Box<dyn Player>) {
        let (me, viewer) = (Actor::Seat(Seat(0)), Viewer::Seat(Seat(0)));
        let mut state = Delve::start(setup, seed).expect("the content is sound");
        let (mut met, mut used) = (Counts::new(), Counts::new());
        self.last = "no end".to_string();
        for _ in 0..6_000 {
            let view = Delve::view(&state, viewer);
            for thing in view.enemies() {
                met.insert(thing.name.clone(), 1);
            }
            for item in view.pack.iter().filter(|item| item.worn.is_some()) {
                used.insert(item.key.clone(), 1);
            }
            if let Turn::Over(ending) = Delve::turn(&state) {
                let cause = match ending.end {
                    End::Won => {
                        self.won += 1;
                        let worn = view.pack.iter().filter(|item| item.worn.is_some());
                        let mut worn: Vec<&str> = worn.map(|item| item.key.as_str()).collect();
                        worn.sort_unstable();
                        let staffs = view.pack.iter().filter(|item| item.glyph == '\\');
                        worn.extend(staffs.map(|item| item.key.as_str()));
                        *self.outfits.entry(worn.join("+")).or_default() += 1;
                        "won".to_string()
                    }
                    End::Slain { by } => by,
                    End::Lost => "lost".to_string(),
                };
                self.last = format!("{cause} on level {}, turn {}", ending.depth, ending.turns);
                *self.causes.entry(cause).or_default() += 1;
                let deepest = format!("{:02}", ending.deepest);
                *self.deepest.entry(deepest).or_default() += 1;
                self.turns += ending.turns;
                break;
            }
            let decided = player.wishes(&view).into_iter().find_map(|wish| {
                let events = Delve::decide(&state, me, &wish).ok()?;
                Some((wish, events))
            });
            let Some((command, events)) = decided else {
                break;
            };
            self.commands += 1;
            let before = view.pack;
            for event in &events {
                Delve::apply(&mut state, event);
            }
            if let Command::Use(letter) | Command::UseAt(letter, _) | Command::UseOn(letter, _) =
                command
            {
                let after = Delve::view(&state, viewer).pack;
                let known = |pack: &[parlour_delve::Carried]| {
                    let item = pack.iter().find(|item| item.letter == letter);
                    item.filter(|item| item.known).map(|item| item.key.clone())
                };
                let told = Delve::view(&state, viewer);
                let so = told
                    .log
                    .iter()
                    .rev()
                    .find(|line| line.text.starts_with("So the"));
                let key = known(&before).or_else(|| known(&after)).or_else(|| {
                    let (_, name) = so?.text.rsplit_once(" is a ")?;
                    Some(name.trim_end_matches('.').to_string())
                });
                used.extend(key.map(|key| (key, 1)));
            }
        }
        for (all, mine) in [(&mut self.met, met), (&mut self.used, used)] {
            for (name, _) in mine {
                *all.entry(name).or_default() += 1;
            }
        }
    }
}
