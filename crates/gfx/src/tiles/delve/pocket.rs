//! A game of Delve without a host: kept as its commands where the page, or the program
//! beside it, keeps things.

use parlour_delve::{Challenge, Command, Delve, Difficulty, Setup, State, View};
use parlour_rogue_window::saves::{Saves, SavesError};
use parlour_rules::{Actor, Rules, Seat, Seed, Viewer};

use super::days;
use super::seat::DelveSeat;
use super::wanted::{Manner, WANTED, Wanted};

/// The name under which a pocket keeps its game.
pub const SAVE: &str = "delve.save";
/// The name under which it keeps the game of a day, beside the other.
pub const DAILY: &str = "delve.daily";
/// The name under which it keeps the challenge of a week.
pub const WEEKLY: &str = "delve.weekly";
/// The name under which it keeps what its games came to: points and how it ended,
/// a game a line.
pub const SCORES: &str = "delve.scores";
/// How many of them are told.
const BEST: usize = 5;

/// A game without a host. What is kept is the seed with the hash of the content, and
/// the commands, one a line; the game is the same when they are given again.
pub struct Pocket {
    state: State,
    view: View,
    seed: Seed,
    wanted: Wanted,
    manner: Manner,
    kept: String,
    saves: Saves,
}

/// The player's one seat.
const ME: Seat = Seat(0);

impl Pocket {
    /// The game that is [`Wanted`]: the kept one, or a new one from a seed, unless
    /// another is asked for; with a sentence if something was wrong with the kept one.
    pub fn open(seed: u64, saves: Saves) -> (Self, Option<String>) {
        let wanted = Wanted::read(&saves);
        match (wanted.beginning(), &wanted) {
            (None, _) => Self::go_on((Setup::default(), Seed(seed)), wanted, saves),
            (Some((setup, seed)), Wanted::New(..)) => {
                let pocket = Self::new((&setup, seed), Wanted::Kept, saves);
                // Kept first: who leaves now must not find the old game again.
                let told = pocket.keep().err();
                pocket.saves.remove(WANTED);
                (pocket, told)
            }
            (Some(beginning), _) => Self::go_on(beginning, wanted, saves),
        }
    }

    /// The game as it was left, or a new one from a seed.
    fn go_on((setup, seed): (Setup, Seed), wanted: Wanted, saves: Saves) -> (Self, Option<String>) {
        let new = |wanted, saves| Self::new((&setup, seed), wanted, saves);
        let read = match saves.read(place(&wanted)) {
            Ok(None) => return (new(wanted, saves), None),
            Ok(Some(bytes)) => Self::read(&bytes, &wanted, &saves),
            Err(error) => Err(error.to_string()),
        };
        match read {
            // What is kept may be the game of another day.
            Ok(pocket) if wanted == Wanted::Kept || pocket.seed == seed => {
                // A day that ended before days were written down.
                let told = pocket.record_day().err();
                (pocket, told)
            }
            Ok(_) => (new(wanted, saves), None),
            Err(reason) => {
                // What begins now is written where it was.
                let aside = match saves.set_aside(place(&wanted)) {
                    Ok(aside) => format!("It is set aside in {aside}."),
                    Err(error) => {
                        format!("It cannot be set aside, and what comes writes over it: {error}")
                    }
                };
                let words = format!("The kept game cannot be used: {reason}. {aside}");
                (new(wanted, saves), Some(words))
            }
        }
    }

    fn new((setup, seed): (&Setup, Seed), wanted: Wanted, saves: Saves) -> Self {
        Self::with(setup, seed, wanted, saves).expect("the content is our own")
    }

    fn with(setup: &Setup, seed: Seed, wanted: Wanted, saves: Saves) -> Result<Self, String> {
        let state = Delve::start(setup, seed).map_err(|refusal| refusal.to_string())?;
        Ok(Self {
            view: Delve::view(&state, Viewer::Seat(ME)),
            state,
            seed,
            wanted,
            manner: Manner {
                short: setup.short,
                difficulty: setup.difficulty,
            },
            kept: format!("{seed} {}{}\n", setup.shipped, words_of(setup)),
            saves,
        })
    }

    fn keep(&self) -> Result<(), String> {
        let kept = self.saves.write(place(&self.wanted), self.kept.as_bytes());
        kept.map_err(|error| format!("It was done, but it is not kept: {error}"))
    }

    fn read(bytes: &[u8], wanted: &Wanted, saves: &Saves) -> Result<Self, String> {
        let text = std::str::from_utf8(bytes).map_err(|_| "it is no text")?;
        let mut lines = text.lines();
        let first = lines.next().ok_or("it is empty")?;
        let mut words = first.split(' ');
        let seed = words.next().unwrap_or_default();
        let seed = Seed(seed.parse().map_err(|_| "line 1 is no seed")?);
        let setup = Setup::of_shipped(words.next()).ok_or("line 1 names no content")?;
        let setup = words
            .try_fold(setup, with_word)
            .ok_or("line 1 names no game")?;
        let mut pocket = Self::with(&setup, seed, wanted.clone(), saves.clone())?;
        for (number, line) in lines.enumerate() {
            let command = line.parse::<Command>().map_err(|error| error.to_string());
            let done = command.and_then(|command| pocket.advance(&command));
            done.map_err(|reason| format!("line {}: {reason}", number + 2))?;
        }
        pocket.view = Delve::view(&pocket.state, Viewer::Seat(ME));
        Ok(pocket)
    }

    /// Writes down what the game came to.
    fn record(&self) -> Result<(), String> {
        let Some(ending) = &self.view.ending else {
            return Ok(());
        };
        let told = |error: SavesError| error.to_string();
        let mut scores = self.saves.read(SCORES).map_err(told)?.unwrap_or_default();
        scores.extend(format!("{} {}\n", ending.score, ending.in_short()).bytes());
        self.saves.write(SCORES, &scores).map_err(told)?;
        self.record_day()
    }

    fn record_day(&self) -> Result<(), String> {
        let recorded = days::record(&self.saves, &self.wanted, self.seed, &self.view);
        recorded.map_err(|error| error.to_string())
    }

    /// Begins another game of the same manner: in the dungeon that follows from how this
    /// one ended. After the game of a day or a week, the other goes on.
    pub fn restart(&mut self) {
        let seed = Seed(Delve::fingerprint(&self.state).0);
        let saves = self.saves.clone();
        *self = match self.wanted {
            Wanted::OfDay(_) | Wanted::OfWeek(_) => {
                saves.remove(WANTED);
                Self::go_on((Setup::default(), seed), Wanted::Kept, saves).0
            }
            Wanted::Kept | Wanted::New(..) => {
                Self::new((&self.manner.setup(), seed), Wanted::Kept, saves)
            }
        };
    }

    fn advance(&mut self, command: &Command) -> Result<(), String> {
        let events = Delve::decide(&self.state, Actor::Seat(ME), command);
        for event in events.map_err(|refusal| refusal.to_string())? {
            Delve::apply(&mut self.state, &event);
        }
        self.kept += &command.to_string();
        self.kept.push('\n');
        Ok(())
    }
}

impl DelveSeat for Pocket {
    fn view(&self) -> &View {
        &self.view
    }

    fn send(&mut self, command: &Command) -> Result<(), String> {
        self.advance(command)?;
        self.view = Delve::view(&self.state, Viewer::Seat(ME));
        // Who dies begins anew, except on the same day; everyone else finds the game as
        // it was left.
        match (self.view.ending.is_some(), place(&self.wanted)) {
            (true, SAVE) => self.saves.remove(SAVE),
            _ => self.keep()?,
        }
        self.record()
    }

    fn best(&self) -> Vec<String> {
        let kept = self.saves.read(SCORES).ok().flatten().unwrap_or_default();
        let kept = String::from_utf8_lossy(&kept);
        let score = |line: &str| {
            let (points, how) = line.split_once(' ')?;
            Some((points.parse::<u64>().ok()?, how.to_owned()))
        };
        let mut scores: Vec<(u64, String)> = kept.lines().filter_map(score).collect();
        scores.sort_by_key(|(points, _)| std::cmp::Reverse(*points));
        let best = scores.into_iter().take(BEST).enumerate();
        best.map(|(place, (points, how))| format!("{}. {points} points, {how}", place + 1))
            .collect()
    }

    fn begin_again(&mut self) -> bool {
        // A page has nowhere to go back to.
        let page = !parlour_rogue_window::outside::can_close();
        if page {
            self.restart();
        }
        page
    }

    fn dungeon(&self) -> Option<String> {
        Some(self.wanted.dungeon(self.seed))
    }

    fn game(&self) -> String {
        self.wanted.name(self.seed)
    }

    fn fingerprint(&self) -> String {
        Delve::fingerprint(&self.state).to_string()
    }
}

/// The name under which a game is kept.
fn place(wanted: &Wanted) -> &'static str {
    match wanted {
        Wanted::OfDay(_) => DAILY,
        Wanted::OfWeek(_) => WEEKLY,
        Wanted::Kept | Wanted::New(..) => SAVE,
    }
}

/// What is other than usual in a game, as the first line of what is kept says it: a word
/// each, after a space.
fn words_of(setup: &Setup) -> String {
    let mut words = String::new();
    if setup.short {
        words += " short";
    }
    if setup.difficulty != Difficulty::Normal {
        words = words + " " + setup.difficulty.word();
    }
    if let Some(challenge) = setup.challenge {
        words = words + " " + challenge.word();
    }
    words
}

fn with_word(mut setup: Setup, word: &str) -> Option<Setup> {
    let challenge = || Challenge::ALL.into_iter().find(|it| it.word() == word);
    if word == "short" {
        setup.short = true;
    } else if let Some(difficulty) = Difficulty::of(word) {
        setup.difficulty = difficulty;
    } else {
        setup.challenge = Some(challenge()?);
    }
    Some(setup)
}
