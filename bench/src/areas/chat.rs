//! Slack at the edge of one house with SQLite: signed commands at a steady pace,
//! and commands while a thousand games resolve at once and tell it in their
//! channels, pictures too.
//!
//! House, platform and people share one process and its cores; what is measured is
//! the time from a request to its answer, by the clock on the wall. Commands are
//! sent when they are due, however late earlier answers are, so a stall shows in
//! everything that is sent during it.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use axum::serve;
use parlour_chat::doubles::SlackDouble;
use parlour_chat::{Chat, ChatSettings, Desk, House};
use parlour_host::audit::Asker;
use parlour_host::journal::{NewLetter, SqliteJournal};
use parlour_host::table::Identity;
use parlour_host::{Host, Json, ManualClock, Refused, Registry, SystemEntropy, Time};
use parlour_room::{Heard, Room};
use parlour_rules::{Seat, Viewer};
use tokio::net::TcpListener;
use tokio::runtime::Builder;
use tokio::task::JoinHandle;
use tokio::time::sleep_until;

use crate::measure::{Bench, OURS, Row};

/// How many games run.
const GAMES: usize = 1_000;
/// How many resolve while somebody who cannot be reached has so many letters waiting.
const GAMES_BESIDE: usize = 200;
const LETTERS: usize = 50_000;
/// How often, and in which of the two clubs.
const TURNS_BESIDE: usize = 5;
const BLOCKED: usize = 1;
/// Commands a second.
const PACE: u32 = 200;
/// Commands a second while everything resolves.
const PACE_MEANWHILE: u32 = 50;
/// What people say, by turns.
const WORDS: [&str; 6] = [
    "order A Vie-Gal",
    "orders",
    "status",
    "order A Bud-Ser\nF Tri-Alb",
    "order A Vie-Tyr",
    "powers",
];

/// Measures the area.
pub fn run(bench: &mut Bench) -> Result<()> {
    let runtime = Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let club = Club::open(GAMES).await?;
        club.commands(bench).await?;
        club.resolving(bench).await?;
        drop(club);
        starve(bench).await
    })
}

/// A thousand channels with a game each: one person and six bots.
struct Club {
    slack: Arc<SlackDouble>,
    room: Arc<Room>,
    clock: Arc<ManualClock>,
    tasks: Vec<JoinHandle<()>>,
    _folder: tempfile::TempDir,
}

impl Drop for Club {
    fn drop(&mut self) {
        for task in &self.tasks {
            task.abort();
        }
    }
}

impl Club {
    async fn open(games: usize) -> Result<Self> {
        let slack = SlackDouble::start("xoxb-1", "secret").await?;
        let folder = tempfile::tempdir()?;
        let journal = SqliteJournal::open(folder.path().join("house.db"))?;
        let clock = Arc::new(ManualClock::at(Time(1_900_000_000_000)));
        let mut registry = Registry::new();
        Room::prepare(&mut registry);
        let host = Host::new(
            registry,
            Arc::new(journal),
            Arc::clone(&clock) as _,
            Arc::new(SystemEntropy),
        );
        let room = Arc::new(Room::new(Arc::new(host), Arc::new(SystemEntropy)));
        for nth in 0..games {
            slack.add_user(&format!("U{nth}"), &format!("Player {nth}"));
            slack.add_channel(&format!("C{nth}"), &format!("game-{nth}"));
            for words in ["new bots=hold", "join Austria", "start"] {
                let who = Identity(format!("slack:U{nth}"));
                let chat = format!("C{nth}");
                let heard = Heard::aloud("slack", &chat, who, "Player", words);
                let answer = room.hear(&heard).await?;
                ensure!(answer.refused.is_none(), "{words}: {}", answer.words());
            }
        }
        let desk: Arc<dyn Desk> = Arc::new(House::new(Arc::clone(&room)));
        let settings = ChatSettings::default().with(slack.settings());
        let chat = Chat::new(&settings, &desk);
        let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
        slack.point_at(&format!("http://{}", listener.local_addr()?));
        let router = chat.router();
        let server = tokio::spawn(async move { drop(serve(listener, router).await) });
        let (host, sender) = (Arc::clone(room.host()), chat.sender().clone());
        let waking = tokio::spawn(async move {
            let mut seen = host.news();
            loop {
                seen = host.more_news(seen).await;
                sender.wake();
            }
        });
        let running = tokio::spawn(async move { chat.run().await });
        let club = Self {
            slack: Arc::new(slack),
            room,
            clock,
            tasks: vec![server, waking, running],
            _folder: folder,
        };
        club.until_all_is_sent().await?;
        Ok(club)
    }

    /// Lets the phase resolve; how long it takes until so many games have told it, from
    /// the first on, pictures too.
    async fn told_after_tick(&self, games: usize) -> Result<Duration> {
        let pictures = |nth: usize| {
            let sent = self.slack.channel(&format!("C{nth}"));
            sent.iter().filter(|it| it.file.is_some()).count()
        };
        let before: Vec<usize> = (0..games).map(pictures).collect();
        self.clock.advance(25 * 3_600_000);
        let begin = Instant::now();
        let struck = self.room.tick().await?.struck;
        ensure!(struck >= games, "only {struck} deadlines struck");
        let end = begin + Duration::from_mins(5);
        // The orders and the board.
        while (0..games).any(|nth| pictures(nth) < before[nth] + 2) {
            ensure!(Instant::now() < end, "somebody hears nothing");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        Ok(begin.elapsed())
    }

    /// Somebody cannot be reached any more, and has so many letters waiting.
    async fn block(&self, nth: usize, letters: usize) -> Result<()> {
        let user = format!("U{nth}");
        self.slack.close(&user, true);
        let who = Identity(format!("slack:{user}"));
        let tables = self.room.host().tables_of(&who).await?;
        let table = tables.first().context("no game")?;
        for from in (0..letters).step_by(1_000) {
            let house = Asker::house();
            let revised = self.room.host().revise(table, &house, |revision| {
                for at in from..from + 1_000 {
                    revision.letters.push(NewLetter {
                        to: Viewer::Seat(Seat(0)),
                        told: Json::of(&[serde_json::json!({ "notice": format!("news {at}") })]),
                    });
                }
                Ok::<_, Refused>(())
            });
            revised.await?;
        }
        Ok(())
    }

    /// Waits until nothing is left to be sent.
    async fn until_all_is_sent(&self) -> Result<()> {
        let end = Instant::now() + Duration::from_mins(10);
        let journal = self.room.host().journal();
        while !journal.letters(0, 1).await?.is_empty() || !journal.queues("", 1).await?.is_empty() {
            ensure!(Instant::now() < end, "the outbox does not empty");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        Ok(())
    }

    /// Waits until nothing is left but what waits for whom nobody reaches.
    async fn until_few_are_left(&self) -> Result<()> {
        let end = Instant::now() + Duration::from_mins(10);
        let journal = self.room.host().journal();
        loop {
            let letters = journal.letters(0, 1).await?;
            let queues = journal.queues("", 2).await?;
            if letters.is_empty() && queues.len() < 2 {
                return Ok(());
            }
            ensure!(Instant::now() < end, "the outbox does not empty");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    /// Sends commands at this pace until told to stop; how long each took, in
    /// milliseconds, sorted.
    async fn speak(&self, pace: u32, stop: impl Fn() -> bool) -> Result<Vec<f64>> {
        let begin = tokio::time::Instant::now();
        let mut speaking: Vec<JoinHandle<(u16, Duration)>> = Vec::new();
        for nth in 0_u32.. {
            if stop() {
                break;
            }
            sleep_until(begin + Duration::from_secs(1) * nth / pace).await;
            let slack = Arc::clone(&self.slack);
            speaking.push(tokio::spawn(async move {
                // Every person has a game of their own, and the words differ from
                // one time to the next.
                let game = nth as usize * 7 % GAMES;
                let words = WORDS[nth as usize % WORDS.len()];
                let (user, channel) = (format!("U{game}"), format!("C{game}"));
                let answer = slack.slash(&user, &channel, words).await;
                (answer.status, answer.took)
            }));
        }
        let mut took = Vec::new();
        for one in speaking {
            let (status, time) = one.await?;
            ensure!(status == 200, "a command was answered {status}");
            took.push(time.as_secs_f64() * 1000.0);
        }
        took.sort_by(f64::total_cmp);
        Ok(took)
    }

    /// Commands at a steady pace.
    async fn commands(&self, bench: &Bench) -> Result<()> {
        // A moment to get warm, then the measure.
        let warm = Instant::now() + Duration::from_secs(1);
        self.speak(PACE, || Instant::now() >= warm).await?;
        let begin = Instant::now();
        let end = begin + Duration::from_secs_f64(bench.seconds().max(5.0));
        let took = self.speak(PACE, || Instant::now() >= end).await?;
        let row = row(&took, begin.elapsed())?;
        let scene = format!("{PACE} signed commands a second on SQLite, in milliseconds");
        bench.print(&scene, &[row])
    }

    /// Commands while a thousand games resolve and tell it.
    async fn resolving(&self, bench: &Bench) -> Result<()> {
        self.until_all_is_sent().await?;
        self.clock.advance(25 * 3_600_000);
        let begin = Instant::now();
        let room = Arc::clone(&self.room);
        let tick = tokio::spawn(async move {
            let struck = room.tick().await?.struck;
            anyhow::Ok((struck, begin.elapsed()))
        });
        let told = || {
            let texts = (0..GAMES).map(|nth| self.slack.channel(&format!("C{nth}")));
            texts
                .filter(|all| all.iter().any(|it| it.file.is_some()))
                .count()
        };
        let last_look = std::cell::Cell::new(Instant::now());
        let end = begin + Duration::from_mins(8);
        let done = std::cell::Cell::new(false);
        let stop = || {
            if last_look.get().elapsed() > Duration::from_secs(1) {
                last_look.set(Instant::now());
                done.set(told() == GAMES);
            }
            done.get() || Instant::now() > end
        };
        let took = self.speak(PACE_MEANWHILE, stop).await?;
        let all = begin.elapsed();
        let (struck, resolved) = tick.await??;
        ensure!(struck >= GAMES, "only {struck} deadlines struck");
        ensure!(done.get(), "only {} games were told", told());
        let mut row = row(&took, all)?;
        row.extras.push(("resolved s", resolved.as_secs_f64()));
        row.extras.push(("told s", all.as_secs_f64()));
        let scene = format!(
            "{PACE_MEANWHILE} signed commands a second while {GAMES} games resolve and their \
             pictures are sent, in milliseconds"
        );
        bench.print(&scene, &[row])
    }
}

/// What it costs everybody that one person cannot be reached.
pub fn starving(bench: &Bench) -> Result<()> {
    let runtime = Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(starve(bench))
}

/// Two clubs with the same games. Both are warm when it begins; then they resolve a phase
/// by turns, and each is the first one every other time.
async fn starve(bench: &Bench) -> Result<()> {
    let clubs = [
        Club::open(GAMES_BESIDE + 1).await?,
        Club::open(GAMES_BESIDE + 1).await?,
    ];
    for club in &clubs {
        club.told_after_tick(GAMES_BESIDE).await?;
        club.until_all_is_sent().await?;
    }
    let mut took = [Vec::new(), Vec::new()];
    for turn in 0..TURNS_BESIDE {
        for which in [turn % 2, (turn + 1) % 2] {
            let club = &clubs[which];
            if which == BLOCKED {
                club.block(GAMES_BESIDE, LETTERS).await?;
            }
            let told = club.told_after_tick(GAMES_BESIDE).await?;
            took[which].push(told.as_secs_f64());
            club.until_few_are_left().await?;
        }
    }
    let rows = took.iter_mut().enumerate().map(|(which, took)| {
        took.sort_by(f64::total_cmp);
        let middle = took[TURNS_BESIDE / 2];
        Row {
            contender: if which == BLOCKED {
                format!("beside {LETTERS} letters of who is blocked")
            } else {
                String::from("with nobody blocked")
            },
            per_second: GAMES_BESIDE as f64 / middle,
            extras: vec![
                ("told s", middle),
                ("least", took[0]),
                ("most", took[TURNS_BESIDE - 1]),
            ],
            is_peer: false,
        }
    });
    let scene = format!(
        "{GAMES_BESIDE} games resolve and tell it, the middle of {TURNS_BESIDE} times, by the \
         clock"
    );
    bench.print(&scene, &rows.collect::<Vec<_>>())
}

fn row(took: &[f64], within: Duration) -> Result<Row> {
    let at = |part: f64| {
        let nth = (took.len() as f64 * part) as usize;
        took.get(nth.min(took.len().saturating_sub(1))).copied()
    };
    let most = took.last().copied().context("nothing was said")?;
    Ok(Row {
        contender: OURS.to_owned(),
        per_second: took.len() as f64 / within.as_secs_f64(),
        extras: vec![
            ("p50", at(0.5).unwrap_or(most)),
            ("p99", at(0.99).unwrap_or(most)),
            ("longest", most),
        ],
        is_peer: false,
    })
}
