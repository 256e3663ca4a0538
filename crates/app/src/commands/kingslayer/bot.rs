//! `parlour kingslayer bot`: lets the bot play many games and counts.

#![expect(
    clippy::cast_precision_loss,
    reason = "counts of games and decisions are far below 2^52"
)]

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use clap::Args;
use cpu_time::ThreadTime;
use parlour_regicide::bot::{Level, Thinking, advise, advise_open};
use parlour_regicide::{Kingslayer, Medal, Outcome, Setup};
use parlour_rules::{Actor, Rules, Seed, Turn, Viewer};
use serde::Serialize;

/// How the bot plays, and how often.
#[expect(clippy::struct_excessive_bools, reason = "each is a word of its own")]
#[derive(Debug, Args)]
#[command(group = clap::ArgGroup::new("budget").required(true))]
pub struct Bot {
    /// How many seats there are, the bot in each of them.
    #[arg(long, value_parser = clap::value_parser!(u8).range(1..=4))]
    players: u8,
    /// Which games: A..B plays the seeds from A up to but without B.
    #[arg(long, value_name = "A..B")]
    seeds: Seeds,
    /// Play out so many made-up games for each decision; with 0 the quick player decides.
    #[arg(long, value_name = "R", group = "budget")]
    rollouts: Option<u32>,
    /// Play as a bot of this level does at a table: rookie, friend or master.
    #[arg(long, value_name = "LEVEL", group = "budget")]
    level: Option<Level>,
    /// Think at most so many milliseconds about each decision; less where it is clear.
    #[arg(long, value_name = "T", group = "budget",
          value_parser = clap::value_parser!(u64).range(1..))]
    think_ms: Option<u64>,
    /// Solo: play for the gold medal; only gold counts as a win.
    #[arg(long)]
    gold: bool,
    /// Whoever is dealt no diamond is dealt another first hand, once.
    #[arg(long)]
    mulligan: bool,
    /// Let the bot see all cards, for comparison: how much can be won at all.
    #[arg(long, conflicts_with = "think_ms")]
    open: bool,
    /// One JSON object instead of text.
    #[arg(long)]
    json: bool,
}

/// A range of seeds, the end excluded.
#[derive(Clone, Copy, Debug)]
struct Seeds {
    from: u64,
    to: u64,
}

impl std::str::FromStr for Seeds {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Self> {
        let (from, to) = text.split_once("..").context("seeds are written A..B")?;
        let number = |text: &str| {
            text.parse::<u64>()
                .with_context(|| format!("{text:?} is no whole number"))
        };
        let (from, to) = (number(from)?, number(to)?);
        if from >= to {
            bail!("A..B needs B greater than A, and plays A but not B");
        }
        Ok(Self { from, to })
    }
}

/// What came of all games.
#[derive(Debug, Default, Serialize)]
struct Tally {
    players: u8,
    games: u64,
    wins: u64,
    low: f64,
    high: f64,
    medals: Medals,
    enemies: f64,
    worst: Option<Worst>,
    ms_per_decision: f64,
}

/// The first game in which the fewest enemies fell.
#[derive(Clone, Copy, Debug, Serialize)]
struct Worst {
    enemies: u8,
    seed: u64,
}

impl Worst {
    /// The worse of what is known and another game.
    fn of(known: Option<Self>, enemies: u8, seed: u64) -> Self {
        match known {
            Some(known) if known.enemies <= enemies => known,
            _ => Self { enemies, seed },
        }
    }
}

#[derive(Debug, Default, Serialize)]
struct Medals {
    gold: u64,
    silver: u64,
    bronze: u64,
}

/// How long decisions took, as CPU time of the thread.
#[derive(Debug, Default)]
struct Thought {
    decisions: u64,
    total: Duration,
    longest: Duration,
}

impl Thought {
    /// Notes a decision. A new longest one is timed a second time and the
    /// shorter time counts: the same play-outs are the same work, but a thread's
    /// clock also runs while a host machine lends its core to somebody else.
    fn note(&mut self, spent: Duration, again: impl FnOnce() -> Option<Duration>) {
        self.decisions += 1;
        self.total += spent;
        if spent > self.longest {
            let spent = again().map_or(spent, |again| again.min(spent));
            self.longest = self.longest.max(spent);
        }
    }

    fn mean_ms(&self) -> f64 {
        self.total.as_secs_f64() * 1_000.0 / self.decisions.max(1) as f64
    }
}

impl Bot {
    /// Plays all games and prints one report.
    pub fn run(self) -> Result<ExitCode> {
        if self.gold && self.players != 1 {
            // As every other command line that cannot be meant.
            writeln!(
                io::stderr(),
                "error: medals are for the solo game: --gold needs --players 1"
            )?;
            return Ok(ExitCode::from(2));
        }
        let mut tally = Tally {
            players: self.players,
            ..Tally::default()
        };
        let (mut enemies, mut thought) = (0_u64, Thought::default());
        for seed in self.seeds.from..self.seeds.to {
            let outcome = self.play(seed, &mut thought)?;
            tally.games += 1;
            tally.wins += u64::from(self.is_win(&outcome));
            enemies += u64::from(outcome.enemies);
            tally.worst = Some(Worst::of(tally.worst, outcome.enemies, seed));
            match outcome.medal {
                Some(Medal::Gold) => tally.medals.gold += 1,
                Some(Medal::Silver) => tally.medals.silver += 1,
                Some(Medal::Bronze) => tally.medals.bronze += 1,
                None => {}
            }
        }
        (tally.low, tally.high) = wilson(tally.wins, tally.games);
        tally.enemies = enemies as f64 / tally.games as f64;
        tally.ms_per_decision = thought.mean_ms();
        if self.json {
            writeln!(io::stdout(), "{}", serde_json::to_string(&tally)?)?;
        } else {
            self.print(&mut io::stdout().lock(), &tally, &thought)?;
        }
        Ok(ExitCode::SUCCESS)
    }

    /// How many games it plays out for a decision, if that is what bounds it.
    fn play_outs(&self) -> Option<u32> {
        self.rollouts.or(self.level.map(Level::play_outs))
    }

    fn is_win(&self, outcome: &Outcome) -> bool {
        if self.gold {
            outcome.medal == Some(Medal::Gold)
        } else {
            outcome.is_won()
        }
    }

    /// One game, every seat deciding from its own view.
    fn play(&self, seed: u64, thought: &mut Thought) -> Result<Outcome> {
        let thinking = Thinking {
            seed,
            play_outs: self.play_outs().unwrap_or(u32::MAX),
            gold: self.gold,
            thorough: self.think_ms.is_some(),
        };
        let mut setup = Setup::for_players(self.players);
        setup.house.mulligan = self.mulligan;
        let mut state = Kingslayer::start(&setup, Seed(seed))
            .map_err(|refusal| anyhow::anyhow!("{refusal}"))?;
        loop {
            let seat = match Kingslayer::turn(&state) {
                Turn::Over(outcome) => return Ok(outcome),
                Turn::Awaiting { seats, .. } => seats.iter().next().context("nobody is to move")?,
            };
            let view = Kingslayer::view(&state, Viewer::Seat(seat));
            let think = || {
                let began = ThreadTime::now();
                let until = self
                    .think_ms
                    .map(|limit| Instant::now() + Duration::from_millis(limit));
                let mut keep_going = || until.is_none_or(|until| Instant::now() < until);
                let advice = if self.open {
                    advise_open(&state, &thinking)
                } else {
                    advise(&view, &thinking, &mut keep_going)
                };
                (advice, began.elapsed())
            };
            let (advice, spent) = think();
            let advice = advice.context("the bot is silent")?;
            thought.note(spent, || self.play_outs().map(|_| think().1));
            let events = Kingslayer::decide(&state, Actor::Seat(seat), &advice.command)
                .map_err(|refusal| anyhow::anyhow!("{}: {refusal}", advice.command))?;
            for event in &events {
                Kingslayer::apply(&mut state, event);
            }
        }
    }

    fn print(&self, out: &mut impl Write, tally: &Tally, thought: &Thought) -> io::Result<()> {
        let percent = |part: f64| part * 100.0;
        let share = tally.wins as f64 / tally.games as f64;
        writeln!(out, "games      {}", tally.games)?;
        writeln!(
            out,
            "wins       {} = {:.1} % (95 %: {:.1} to {:.1})",
            tally.wins,
            percent(share),
            percent(tally.low),
            percent(tally.high)
        )?;
        if self.players == 1 {
            let Medals {
                gold,
                silver,
                bronze,
            } = tally.medals;
            writeln!(
                out,
                "medals     {gold} gold, {silver} silver, {bronze} bronze"
            )?;
        }
        writeln!(out, "enemies    {:.2} of 12 a game", tally.enemies)?;
        if let Some(Worst { enemies, seed }) = tally.worst {
            writeln!(out, "worst      {enemies} of 12, with seed {seed}")?;
        }
        writeln!(
            out,
            "thinking   {:.1} ms of CPU time a decision, at most {:.1}",
            tally.ms_per_decision,
            thought.longest.as_secs_f64() * 1_000.0
        )
    }
}

/// The Wilson interval at 95 % for so many wins in so many games, as fractions.
fn wilson(wins: u64, games: u64) -> (f64, f64) {
    if games == 0 {
        return (0.0, 1.0);
    }
    let (n, z) = (games as f64, 1.959_964);
    let p = wins as f64 / n;
    let middle = p + z * z / (2.0 * n);
    let half = z * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
    let whole = 1.0 + z * z / n;
    (
        ((middle - half) / whole).max(0.0),
        ((middle + half) / whole).min(1.0),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_is_wilsons() {
        let close = |found: (f64, f64), low: f64, high: f64| {
            assert!(
                (found.0 - low).abs() < 1e-3 && (found.1 - high).abs() < 1e-3,
                "{found:?}"
            );
        };
        close(wilson(50, 100), 0.404, 0.596);
        close(wilson(0, 10), 0.0, 0.278);
        close(wilson(10, 10), 0.722, 1.0);
        close(wilson(108, 115), 0.880, 0.970);
    }

    #[test]
    fn a_longest_decision_must_be_long_twice() {
        let ms = Duration::from_millis;
        let mut thought = Thought::default();
        thought.note(ms(10), || Some(ms(9)));
        thought.note(ms(90), || Some(ms(12)));
        thought.note(ms(11), || panic!("not a new longest one"));
        assert_eq!((thought.longest, thought.decisions), (ms(12), 3));
        thought.note(ms(20), || None);
        assert_eq!(thought.longest, ms(20));
        assert!((thought.mean_ms() - 32.75).abs() < 1e-9);
    }

    #[test]
    fn the_worst_game_is_the_first_of_those_with_the_fewest_enemies() {
        let mut worst = None;
        for (enemies, seed) in [(7, 1), (3, 2), (12, 3), (3, 4)] {
            worst = Some(Worst::of(worst, enemies, seed));
        }
        assert_eq!(worst.map(|it| (it.enemies, it.seed)), Some((3, 2)));
    }

    #[test]
    fn seeds_exclude_their_end() {
        let seeds: Seeds = "3..5".parse().unwrap();
        assert_eq!((seeds.from, seeds.to), (3, 5));
        for bad in ["", "3", "3..", "..5", "5..5", "6..5", "a..b", "-1..2"] {
            assert!(bad.parse::<Seeds>().is_err(), "{bad}");
        }
    }
}
