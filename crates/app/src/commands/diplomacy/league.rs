//! `parlour diplomacy league`: bots play many games against each other, and it is
//! counted what came of them.
//!
//! Games and what they come to are [`parlour_diplomacy::bot::league`]'s; here they get
//! threads, a clock and a file. With `--keep FILE` finished games are written to a file
//! as they end, and those in it are not played again, as long as the bots are the same.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::{Context, Result, bail};
use clap::Args;
use cpu_time::ThreadTime;
use parlour_diplomacy::Board;
use parlour_diplomacy::bot::league::{Pairing, Played, Player, Tally};
use parlour_rules::Seed;

pub const AFTER_HELP: &str = "\
Kinds: hold, random, greedy, dumb, easy, club, strong, and search:TIME, a search that
thinks so long about each phase, in CPU time (search:0.5s, search:200ms).

  --one A --six B     one seat A against all others B; the seat goes round the powers
  --three A --four B  three seats A, drawn by the seed, against the others B
  --seven A           every seat A

The last line of --json holds: games; solos and draws of the first side (a draw is a game
without a solo by the end of the year --until); share, the mean of what its seats got
together, by the squares of centres; cpu_ms, the CPU time of its decisions a phase.";

/// Who plays whom, and how often.
#[derive(Debug, Args)]
pub struct League {
    /// One seat plays like this.
    #[arg(long, value_name = "KIND", requires = "six")]
    one: Option<Player>,
    /// All other seats play like this.
    #[arg(long, value_name = "KIND", requires = "one")]
    six: Option<Player>,
    /// Three seats play like this.
    #[arg(long, value_name = "KIND", requires = "four", conflicts_with = "one")]
    three: Option<Player>,
    /// The other seats play like this.
    #[arg(long, value_name = "KIND", requires = "three")]
    four: Option<Player>,
    /// Every seat plays like this.
    #[arg(long, value_name = "KIND", conflicts_with_all = ["one", "three"])]
    seven: Option<Player>,
    /// How many games.
    #[arg(long, default_value_t = 7, value_parser = clap::value_parser!(u64).range(1..=100_000))]
    games: u64,
    /// What everything that is drawn grows from: a number or any words.
    #[arg(long, default_value = "league")]
    seed: Seed,
    /// The map.
    #[arg(long, default_value = "standard")]
    map: String,
    /// The last year; after it a game without a solo is a draw.
    #[arg(long, default_value_t = 1935)]
    until: u16,
    /// So many games at once; as many as there are cores if nothing is said.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Keep finished games in this file, and do not play those that are in it.
    #[arg(long, value_name = "FILE")]
    keep: Option<PathBuf>,
    /// One JSON object for each game and one for all.
    #[arg(long)]
    json: bool,
}

impl League {
    /// Plays the games that are not kept yet and prints what came of all.
    pub fn run(self) -> Result<ExitCode> {
        let pairing = self.pairing()?;
        let key = pairing.key();
        let mut played = self.kept(&key)?;
        played.retain(|game| game.game < self.games);
        let known: Vec<u64> = played.iter().map(|game| game.game).collect();
        let open: Vec<u64> = (0..self.games).filter(|it| !known.contains(it)).collect();
        let keep = self.keep.as_ref().map(|path| {
            continued(path).with_context(|| format!("cannot write {}", path.display()))
        });
        let keep: Mutex<Option<File>> = Mutex::new(keep.transpose()?);
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let threads = self
            .threads
            .map_or(cores, usize::from)
            .min(open.len().max(1));
        let (next, done) = (AtomicU64::new(0), Mutex::new(played));
        let fault: Mutex<Option<anyhow::Error>> = Mutex::new(None);
        std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    let began = ThreadTime::now();
                    loop {
                        let at = next.fetch_add(1, Ordering::Relaxed) as usize;
                        let Some(number) = open.get(at) else {
                            return;
                        };
                        let game = pairing.play(*number, &|| began.elapsed());
                        if let Err(error) = self.note(game, &keep, &done) {
                            *lock(&fault) = Some(error);
                            next.store(open.len() as u64, Ordering::Relaxed);
                        }
                    }
                });
            }
        });
        if let Some(error) = lock(&fault).take() {
            return Err(error);
        }
        let mut played = done
            .into_inner()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        played.sort_by_key(|game| game.game);
        let tally = Tally::of(&pairing, &played);
        let mut out = io::stdout().lock();
        if self.json {
            for game in &played {
                writeln!(out, "{}", serde_json::to_string(game)?)?;
            }
            writeln!(out, "{}", tally.json())?;
        } else {
            tally.print(&mut out, &pairing)?;
        }
        Ok(ExitCode::SUCCESS)
    }

    fn pairing(&self) -> Result<Pairing<'static>> {
        let map = &self.map;
        let board = Board::named(map).with_context(|| {
            format!("there is no map \"{map}\"; `parlour diplomacy maps` lists them")
        })?;
        let powers = board.powers().count();
        let (first, others, seats) = match (&self.one, &self.three, &self.seven) {
            (Some(one), _, _) => (*one, self.six.unwrap_or(*one), 1),
            (_, Some(three), _) => (*three, self.four.unwrap_or(*three), (powers * 3 / 7).max(1)),
            (_, _, Some(seven)) => (*seven, *seven, powers),
            _ => bail!("say who plays: --one A --six B, --three A --four B, or --seven A"),
        };
        if self.until < board.first_phase().year {
            bail!(
                "--until {} is before the first year {}",
                self.until,
                board.first_phase().year
            );
        }
        Ok(Pairing {
            board,
            first,
            others,
            seats,
            seed: self.seed,
            until: self.until,
        })
    }

    /// The games of this pairing that were played before.
    fn kept(&self, key: &str) -> Result<Vec<Played>> {
        let Some(path) = &self.keep else {
            return Ok(Vec::new());
        };
        let file = match File::open(path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => {
                return Err(error).with_context(|| format!("cannot read {}", path.display()));
            }
        };
        let mut games: Vec<Played> = Vec::new();
        for line in BufReader::new(file).lines() {
            // The last line may be half a line, if the program was stopped.
            if let Ok(game) = serde_json::from_str::<Played>(&line?)
                && game.key == key
                && games.iter().all(|it| it.game != game.game)
            {
                games.push(game);
            }
        }
        Ok(games)
    }

    /// Writes a finished game down, and tells how far it is.
    fn note(
        &self,
        game: Played,
        keep: &Mutex<Option<File>>,
        done: &Mutex<Vec<Played>>,
    ) -> Result<()> {
        if let Some(file) = &mut *lock(keep) {
            let line = format!("{}\n", serde_json::to_string(&game)?);
            file.write_all(line.as_bytes())
                .context("cannot keep a game")?;
        }
        let mut done = lock(done);
        done.push(game);
        let game = &done[done.len() - 1];
        let ended = game.winner.as_deref().unwrap_or("nobody");
        writeln!(
            io::stderr(),
            "game {} of {}: seats {}, {} in {}, {} of {} done",
            game.game + 1,
            self.games,
            game.seats.join(" "),
            ended,
            game.year,
            done.len(),
            self.games
        )?;
        Ok(())
    }
}

/// The file that keeps games, to be written on. A last line that was cut off gets its
/// end first: otherwise the next game would be lost with it.
fn continued(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    let mut file = options.create(true).read(true).append(true).open(path)?;
    if file.seek(SeekFrom::End(0))? > 0 {
        file.seek(SeekFrom::End(-1))?;
        let mut last = [0];
        file.read_exact(&mut last)?;
        if last != *b"\n" {
            file.write_all(b"\n")?;
        }
    }
    Ok(file)
}

/// What is behind a lock, also if somebody panicked meanwhile.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner)
}
