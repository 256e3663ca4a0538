//! Seven people play Diplomacy through the doubles, from `new` to the end: on
//! Slack, on Telegram, and some on each with a window on both.

use std::sync::Arc;
use std::time::Duration;

use parlour_chat::doubles::{Fault, SlackDouble, TelegramDouble};
use parlour_chat::{Chat, ChatSettings, Desk, House, SlackSettings, TelegramSettings};
use parlour_host::journal::SqliteJournal;
use parlour_host::log::{Limits, read_log, verify};
use parlour_host::{Host, Registry, SystemClock, SystemEntropy};
use parlour_room::Room;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

const SOON: Duration = Duration::from_mins(1);
const POWERS: [&str; 7] = [
    "Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey",
];
const SPRING: [&str; 7] = [
    "A Bud-Ser\nF Tri-Alb\nA Vie-Gal",
    "F Lon-Nth\nF Edi-Nwg\nA Lvp-Yor",
    "A Mar-Spa\nA Par-Bur\nF Bre-Mid",
    "F Kie-Den\nA Ber-Kie\nA Mun-Ruh",
    "A Ven H\nA Rom-Apu\nF Nap-Ion",
    "A Mos-Ukr\nA War-Gal\nF Stp/sc-Bot\nF Sev-Bla",
    "A Con-Bul\nA Smy-Con\nF Ank-Bla",
];
const FALL: [&str; 7] = [
    "A Ser H",
    "F Nth-Nwy",
    "A Spa H",
    "F Den H\nA Kie-Hol",
    "F Ion-Tun",
    "F Bot-Swe",
    "A Bul H",
];

/// Where somebody plays.
#[derive(Clone, Copy, PartialEq)]
enum On {
    Slack,
    Telegram,
}

struct Club {
    slack: SlackDouble,
    telegram: TelegramDouble,
    room: Arc<Room>,
    tasks: Vec<JoinHandle<()>>,
    places: [On; 7],
    _folder: tempfile::TempDir,
}

fn games() -> Registry {
    let mut games = Registry::new();
    Room::prepare(&mut games);
    games
}

impl Club {
    async fn new(places: [On; 7]) -> Self {
        let slack = SlackDouble::start("xoxb-1", "secret").await.unwrap();
        let telegram = TelegramDouble::start("TOKEN").await.unwrap();
        for (at, name) in POWERS.iter().enumerate() {
            slack.add_user(&format!("U{at}"), &format!("{name}er"));
            telegram.add_user(at as i64 + 1, &format!("{name}er"));
        }
        slack.add_channel("C1", "diplomacy");
        telegram.add_group(-9, "Diplomacy");
        let folder = tempfile::tempdir().unwrap();
        let journal = SqliteJournal::open(folder.path().join("house.db")).unwrap();
        let host = Host::new(
            games(),
            Arc::new(journal),
            Arc::new(SystemClock),
            Arc::new(SystemEntropy),
        );
        let room = Arc::new(Room::new(Arc::new(host), Arc::new(SystemEntropy)));
        let desk: Arc<dyn Desk> = Arc::new(House::new(Arc::clone(&room)));
        let settings = ChatSettings {
            slack: Some(SlackSettings {
                token: String::from("xoxb-1"),
                signing_secret: String::from("secret"),
                api_url: slack.url(),
            }),
            telegram: Some(TelegramSettings {
                token: String::from("TOKEN"),
                api_url: telegram.url(),
                webhook: None,
            }),
        };
        let chat = Chat::new(&settings, &desk);
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        slack.point_at(&format!("http://{}", listener.local_addr().unwrap()));
        let router = chat.router();
        let server = tokio::spawn(async move {
            let _ = axum::serve(listener, router).await;
        });
        let run = tokio::spawn(async move { chat.run().await });
        Self {
            slack,
            telegram,
            room,
            tasks: vec![server, run],
            places,
            _folder: folder,
        }
    }

    /// A player speaks in private and waits for an answer with these words.
    async fn say(&self, player: usize, words: &str, expected: &str) -> String {
        let missing = || format!("{} says {words:?}: no {expected:?}", POWERS[player]);
        match self.places[player] {
            On::Slack => {
                let user = format!("U{player}");
                let before = self.slack.inbox(&user).len();
                // By turns as a command in the channel and as a direct message.
                if words.len().is_multiple_of(2) {
                    self.slack.slash(&user, "C1", words).await;
                } else {
                    self.slack.dm(&user, words).await;
                }
                let all = || {
                    let new = self.slack.inbox(&user).into_iter().skip(before);
                    new.map(|sent| sent.text).collect::<Vec<_>>().join("\n")
                };
                let found = self
                    .slack
                    .wait_for(&user, SOON, |_| all().contains(expected))
                    .await;
                assert!(found.is_some(), "{} in {}", missing(), all());
                all()
            }
            On::Telegram => {
                let user = player as i64 + 1;
                let before = self.telegram.inbox(user).len();
                self.telegram.say(user, user, &format!("/{words}"));
                let all = || {
                    let new = self.telegram.inbox(user).into_iter().skip(before);
                    new.map(|sent| sent.text).collect::<Vec<_>>().join("\n")
                };
                let found = self
                    .telegram
                    .wait_for(user, SOON, |_| all().contains(expected))
                    .await;
                assert!(found.is_some(), "{} in {}", missing(), all());
                all()
            }
        }
    }

    fn windows(&self) -> Vec<On> {
        let mut windows = vec![self.places[0]];
        windows.extend(self.places.iter().find(|place| **place != self.places[0]));
        windows
    }

    /// Every window shows these words exactly once.
    async fn told(&self, words: &str) {
        for window in self.windows() {
            let count = || match window {
                On::Slack => {
                    let all = self.slack.channel("C1");
                    all.iter()
                        .filter(|it| it.file.is_none() && it.text.contains(words))
                        .count()
                }
                On::Telegram => {
                    let all = self.telegram.inbox(-9);
                    all.iter()
                        .filter(|it| it.file.is_none() && it.text.contains(words))
                        .count()
                }
            };
            match window {
                On::Slack => drop(
                    self.slack
                        .wait_in_channel("C1", SOON, |_| count() > 0)
                        .await,
                ),
                On::Telegram => drop(self.telegram.wait_for(-9, SOON, |_| count() > 0).await),
            }
            let shown = match window {
                On::Slack => format!("{:#?}", self.slack.channel("C1")),
                On::Telegram => format!("{:#?}", self.telegram.inbox(-9)),
            };
            assert_eq!(count(), 1, "{words} in {shown}");
        }
    }

    fn pictures(&self, window: On) -> usize {
        match window {
            On::Slack => {
                let all = self.slack.channel("C1");
                all.iter().filter(|sent| sent.file.is_some()).count()
            }
            On::Telegram => {
                let all = self.telegram.inbox(-9);
                all.iter().filter(|sent| sent.file.is_some()).count()
            }
        }
    }

    /// From `new` to a winner.
    async fn play(&self) {
        for player in 0..7_i64 {
            self.telegram.say(player + 1, player + 1, "/start");
        }
        let code = self.open().await;
        for (player, power) in POWERS.iter().enumerate() {
            self.say(player, &format!("join {code} {power}"), "You are")
                .await;
        }
        match self.places[0] {
            On::Slack => drop(self.slack.slash("U0", "C1", "start").await),
            On::Telegram => drop(self.telegram.say(1, -9, "/start")),
        }
        self.told("begins.").await;
        for (player, orders) in SPRING.iter().enumerate() {
            let noted = self.say(player, &format!("order {orders}"), "Noted").await;
            assert!(!noted.contains("not"), "{noted}");
        }
        self.misbehave();
        for player in 0..7 {
            self.say(player, "ready", "ready").await;
        }
        self.told("Spring 1901, movement (S1901M):").await;
        for (player, orders) in FALL.iter().enumerate() {
            self.say(player, &format!("order {orders}"), "Noted").await;
        }
        for player in 0..7 {
            self.say(player, "ready", "ready").await;
        }
        self.told("Fall 1901, movement (F1901M):").await;
        for player in 1..7 {
            self.say(player, "concede", "given up").await;
        }
        self.told("Austria wins alone").await;
        for window in self.windows() {
            let both = || self.pictures(window) == 2;
            match window {
                On::Slack => drop(self.slack.wait_in_channel("C1", SOON, |_| both()).await),
                On::Telegram => drop(self.telegram.wait_for(-9, SOON, |_| both()).await),
            }
            assert_eq!(self.pictures(window), 2, "one for every resolution");
        }
        self.verify().await;
    }

    /// Opens the game in the first window and shows it in the others.
    async fn open(&self) -> String {
        let code = |text: &str| {
            let after = text.split("Game ").nth(1)?;
            after.split_whitespace().next().map(str::to_owned)
        };
        let opened = match self.places[0] {
            On::Slack => self.slack.slash("U0", "C1", "new").await.body,
            On::Telegram => {
                self.telegram.say(1, -9, "/new");
                let open = self
                    .telegram
                    .wait_for(-9, SOON, |sent| sent.text.contains("Game "));
                open.await.unwrap().text
            }
        };
        let code = code(&opened).unwrap_or_else(|| panic!("no code in {opened}"));
        if self.windows().len() > 1 {
            self.telegram.say(7, -9, &format!("/link {code}"));
            let linked = self
                .telegram
                .wait_for(-9, SOON, |sent| sent.text.contains(&code));
            assert!(linked.await.is_some());
        }
        code
    }

    /// A bad hour: whatever is sent now fails at first.
    fn misbehave(&self) {
        for fault in [
            Fault::RateLimited(1),
            Fault::ServerError,
            Fault::DroppedBefore,
        ] {
            self.slack.mischief().once(Some("chat.postMessage"), fault);
            self.slack
                .mischief()
                .once(Some("files.completeUploadExternal"), fault);
            self.telegram.mischief().once(Some("sendMessage"), fault);
            self.telegram.mischief().once(Some("sendPhoto"), fault);
        }
    }

    async fn verify(&self) {
        let host = self.room.host();
        let tables = host.tables().await.unwrap();
        assert_eq!(tables.len(), 1);
        let log = host.export(&tables[0]).await.unwrap();
        let log = read_log(&log[..], Limits::default()).unwrap();
        let verdict = verify(&games(), &log).unwrap();
        assert!(verdict.is_verified(), "{verdict}");
    }
}

impl Drop for Club {
    fn drop(&mut self) {
        for task in &self.tasks {
            task.abort();
        }
        if !std::thread::panicking() {
            assert_eq!(self.slack.violations(), Vec::<String>::new());
            assert_eq!(self.telegram.violations(), Vec::<String>::new());
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn seven_play_on_slack() {
    Club::new([On::Slack; 7]).await.play().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn seven_play_on_telegram() {
    Club::new([On::Telegram; 7]).await.play().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn some_play_on_each_with_a_window_on_both() {
    use On::{Slack, Telegram};
    let places = [Slack, Telegram, Slack, Telegram, Slack, Telegram, Telegram];
    Club::new(places).await.play().await;
}
