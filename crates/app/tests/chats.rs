//! `parlour serve` with both platforms, killed again and again at random moments
//! while seven people play from `new` to a solo: no order that was taken is lost, no
//! message is lost, and only what was on its way when the service died comes twice.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use parlour_chat::doubles::{RecordedPhase, SlackDouble, TelegramDouble, WINNER, recorded_game};
use parlour_host::journal::SqliteJournal;
use parlour_host::log::{Limits, read_log, verify};
use parlour_host::{Host, Registry, SystemClock, SystemEntropy};
use parlour_room::Room;
use serde_json::json;
use tokio::sync::Mutex;

const SOON: Duration = Duration::from_mins(2);
/// With fourteen phases these are 56 kills.
const KILLS_A_PHASE: usize = 4;
const POWERS: [&str; 7] = [
    "AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY",
];

/// A running service; killed when dropped.
struct Served(Child);

impl Served {
    fn start(home: &Path, slack: &SlackDouble, telegram: &TelegramDouble) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_parlour"));
        let database = format!("sqlite:{}", home.join("house.db").display());
        let mut child = command
            .env("PARLOUR_HOME", home)
            .env("PARLOUR_SLACK_BOT_TOKEN", "xoxb-1")
            .env("PARLOUR_SLACK_SIGNING_SECRET", "secret")
            .env("PARLOUR_SLACK_API_URL", format!("{}/", slack.url()))
            .env("PARLOUR_TELEGRAM_TOKEN", "TOKEN")
            .env("PARLOUR_TELEGRAM_API_URL", telegram.url())
            .args(["serve", "--listen", "127.0.0.1:0", "--database", &database])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        output.read_line(&mut line).unwrap();
        let address = line.trim_end().strip_prefix("serving on ");
        slack.point_at(address.unwrap_or_else(|| panic!("it said {line:?}")));
        Self(child)
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The answer to orders, heard for the first time or again.
const NOTED: [&str; 1] = ["Noted"];

/// The answers to `ready`: a service that died after it had stored the word and before
/// it answered hears it again, and says so.
const READY: [&str; 2] = ["is ready.", "Heard already."];

/// Players with even numbers are on Slack, the others on Telegram.
struct Club {
    home: tempfile::TempDir,
    slack: Arc<SlackDouble>,
    telegram: Arc<TelegramDouble>,
    served: Mutex<Option<Served>>,
    /// The slowest start so far.
    slowest: std::sync::Mutex<Duration>,
}

impl Club {
    async fn new() -> Self {
        let slack = SlackDouble::start("xoxb-1", "secret").await.unwrap();
        slack.add_channel("C1", "diplomacy");
        let telegram = TelegramDouble::start("TOKEN").await.unwrap();
        telegram.add_group(-9, "Table");
        for (player, power) in (0..).zip(POWERS) {
            slack.add_user(&format!("U{player}"), power);
            telegram.add_user(player + 1, power);
        }
        let club = Self {
            home: tempfile::tempdir().unwrap(),
            slack: Arc::new(slack),
            telegram: Arc::new(telegram),
            served: Mutex::new(None),
            slowest: std::sync::Mutex::default(),
        };
        club.kill_and_start().await;
        club
    }

    /// Kills the service, whatever it is doing, and starts it again.
    async fn kill_and_start(&self) {
        let mut served = self.served.lock().await;
        drop(served.take());
        let (slack, telegram) = (Arc::clone(&self.slack), Arc::clone(&self.telegram));
        let home = self.home.path().to_owned();
        let begin = Instant::now();
        let started = tokio::task::spawn_blocking(move || Served::start(&home, &slack, &telegram));
        *served = Some(started.await.unwrap());
        let mut slowest = self.slowest.lock().unwrap();
        *slowest = begin.elapsed().max(*slowest);
    }

    /// Says words as the platform delivers them: Slack again and again until they
    /// are taken, Telegram in its own time.
    async fn say(&self, player: usize, words: &str, name: &str) {
        if player.is_multiple_of(2) {
            let user = format!("U{player}");
            let event = json!({
                "type": "message", "channel_type": "im", "channel": format!("D{user}"),
                "user": user, "text": words, "ts": "1900000000.000001",
            });
            let taken = async {
                while self.slack.event_with_id(name, event.clone()).await.status != 200 {
                    tokio::time::sleep(Duration::from_millis(30)).await;
                }
            };
            let taken = tokio::time::timeout(SOON, taken).await;
            assert!(taken.is_ok(), "nobody takes {words:?} of {user}");
        } else {
            let user = player as i64 + 1;
            self.telegram.say(user, user, &format!("/{words}"));
        }
    }

    /// What a player has read in private.
    fn read_by(&self, player: usize) -> Vec<String> {
        if player.is_multiple_of(2) {
            let all = self.slack.inbox(&format!("U{player}"));
            all.into_iter().map(|sent| sent.text).collect()
        } else {
            let all = self.telegram.inbox(player as i64 + 1);
            all.into_iter().map(|sent| sent.text).collect()
        }
    }

    /// How often a player has read something with any of these words.
    fn count(&self, player: usize, words: &[&str]) -> usize {
        let read = self.read_by(player);
        let told = |text: &&String| words.iter().any(|words| text.contains(words));
        read.iter().filter(told).count()
    }

    async fn until_read(&self, player: usize, words: &[&str], times: usize) {
        let enough = || self.count(player, words) >= times;
        let found = if player.is_multiple_of(2) {
            let user = format!("U{player}");
            let found = self.slack.wait_for(&user, SOON, |_| enough()).await;
            found.is_some()
        } else {
            let user = player as i64 + 1;
            let found = self.telegram.wait_for(user, SOON, |_| enough()).await;
            found.is_some()
        };
        let read = self.read_by(player);
        assert!(found, "{} never reads {words:?}: {read:#?}", POWERS[player]);
    }

    /// What stands in the channel and in the group: texts, and names of pictures.
    fn windows(&self) -> [Vec<String>; 2] {
        let slack = self.slack.channel("C1").into_iter();
        let telegram = self.telegram.inbox(-9).into_iter();
        [
            slack
                .map(|it| it.file.map_or(it.text, |(name, _)| name))
                .collect(),
            telegram
                .map(|it| it.file.map_or(it.text, |(name, _)| name))
                .collect(),
        ]
    }

    async fn until_told(&self, words: &str) {
        let told = |window: usize| self.windows()[window].iter().any(|it| it.contains(words));
        let slack = self.slack.wait_in_channel("C1", SOON, |_| told(0)).await;
        let telegram = self.telegram.wait_for(-9, SOON, |_| told(1)).await;
        assert!(
            slack.is_some() && telegram.is_some(),
            "{words}: {:#?}",
            self.windows()
        );
    }

    /// From `new` to the first phase.
    async fn begin(&self) {
        let opened = self.slack.ask("U0", "C1", "new").await.body;
        let code = opened
            .split("Game ")
            .nth(1)
            .and_then(|it| it.split(' ').next());
        let code = code.unwrap_or_else(|| panic!("{opened}")).to_owned();
        for (player, power) in POWERS.iter().enumerate() {
            let words = format!("join {code} {power}");
            self.say(player, &words, &format!("Join-{player}")).await;
            self.until_read(player, &["You are"], 1).await;
        }
        // Only a player shows the game elsewhere.
        self.telegram.say(2, -9, &format!("/link {code}"));
        let linked = self
            .telegram
            .wait_for(-9, SOON, |sent| sent.text.contains("This group sees"));
        assert!(linked.await.is_some(), "{:#?}", self.windows());
        assert_eq!(self.slack.ask("U0", "C1", "start").await.status, 200);
        self.until_told("begins.").await;
    }

    /// Everybody gives orders and is ready, while the service dies now and then.
    async fn phase(&self, phase: &RecordedPhase, given: &mut BTreeMap<usize, usize>, luck: u64) {
        let turns = phase.orders.iter().map(|(power, orders)| {
            let player = POWERS.iter().position(|it| it == power).unwrap();
            let times = *given.entry(player).and_modify(|it| *it += 1).or_insert(1);
            async move {
                let name = format!("{}-{player}", phase.phase);
                let words = format!("order {}", orders.join("\n"));
                self.say(player, &words, &format!("{name}-order")).await;
                self.until_read(player, &NOTED, times).await;
                self.say(player, "ready", &format!("{name}-ready")).await;
                self.until_read(player, &READY, times).await;
            }
        });
        let turns: Vec<_> = turns.collect();
        let kills = async {
            let mut luck = luck;
            for _ in 0..KILLS_A_PHASE {
                luck = luck.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                tokio::time::sleep(Duration::from_millis((luck >> 40) % 350)).await;
                self.kill_and_start().await;
            }
        };
        tokio::join!(join_all(turns), kills);
        self.until_told(&format!("({}):", phase.phase)).await;
        self.until_told(&format!("{}.png", phase.phase)).await;
    }

    /// The log on disk is sound and holds exactly one game.
    async fn verify(&self) {
        drop(self.served.lock().await.take());
        let games = || {
            let mut games = Registry::new();
            Room::prepare(&mut games);
            games
        };
        let journal = SqliteJournal::open(self.home.path().join("house.db")).unwrap();
        let host = Host::new(
            games(),
            Arc::new(journal),
            Arc::new(SystemClock),
            Arc::new(SystemEntropy),
        );
        let tables = host.tables().await.unwrap();
        assert_eq!(tables.len(), 1);
        let log = host.export(&tables[0]).await.unwrap();
        let log = read_log(&log[..], Limits::default()).unwrap();
        let verdict = verify(&games(), &log).unwrap();
        assert!(verdict.is_verified(), "{verdict}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_killed_service_loses_no_order_and_no_message() {
    let club = Club::new().await;
    club.begin().await;
    let game = recorded_game();
    let kills = KILLS_A_PHASE * game.len();
    assert!(kills >= 50);
    let mut given = BTreeMap::new();
    for (luck, phase) in (1_u64..).zip(&game) {
        club.phase(phase, &mut given, luck.wrapping_mul(0x2545_f491_4f6c_dd1d))
            .await;
    }
    club.until_told(&format!("{WINNER} wins alone")).await;
    // Answers come one after the other: what could still be on its way has come by
    // the time this is answered, which nobody has asked before.
    for player in 0..7 {
        let words = "help concede";
        club.say(player, words, &format!("Help-{player}")).await;
        club.until_read(player, &["gives the game up"], 1).await;
    }
    // Everything came. What came more often was on its way when a service died: for
    // each recipient that is one message at most.
    let more = |what: &str, expected: usize, found: usize| {
        assert!(found >= expected, "{what}: {found} of {expected}");
        found - expected
    };
    let mut doubled = Vec::new();
    for (player, times) in &given {
        let answers = [&NOTED[..], &READY].map(|words| {
            let what = format!("{} {words:?}", POWERS[*player]);
            more(&what, *times, club.count(*player, words))
        });
        doubled.push(answers.iter().sum::<usize>());
    }
    for window in club.windows() {
        let told = game.iter().flat_map(|phase| {
            let summary = format!("({}):", phase.phase);
            [summary, format!("{}.png", phase.phase)]
        });
        let told = told.map(|words| {
            let found = window.iter().filter(|it| it.contains(&words)).count();
            more(&words, 1, found)
        });
        doubled.push(told.sum());
    }
    eprintln!(
        "{kills} kills, {} messages came twice, the slowest start took {:?}",
        doubled.iter().sum::<usize>(),
        club.slowest.lock().unwrap()
    );
    assert!(
        doubled.iter().all(|more| *more <= kills),
        "{kills} kills have doubled {doubled:?}"
    );
    assert_eq!(club.slack.violations(), Vec::<String>::new());
    assert_eq!(club.telegram.violations(), Vec::<String>::new());
    club.verify().await;
}
