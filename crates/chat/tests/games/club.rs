//! Seven people, two platforms, one room over one database.

use std::sync::Arc;
use std::time::Duration;

use parlour_chat::doubles::{RecordedPhase, SlackDouble, TelegramDouble};
use parlour_chat::{Chat, ChatSettings, Desk, House};
use parlour_host::journal::SqliteJournal;
use parlour_host::log::{Limits, read_log, verify};
use parlour_host::{Host, ManualClock, Registry, SeededEntropy, Time};
use parlour_room::Room;
use parlour_rules::Seed;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

pub const SOON: Duration = Duration::from_mins(2);
pub const POWERS: [&str; 7] = [
    "Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey",
];
/// The channel and the group that see the game.
pub const CHANNEL: &str = "C1";
pub const GROUP: i64 = -9;

/// Where somebody plays.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum On {
    Slack,
    Telegram,
}

pub const MIXED: [On; 7] = [
    On::Slack,
    On::Telegram,
    On::Slack,
    On::Telegram,
    On::Slack,
    On::Telegram,
    On::Telegram,
];

/// Everybody and everything. Its clock stands still and its chance follows from a
/// seed, so that the same words get the same answers.
pub struct Club {
    pub slack: SlackDouble,
    pub telegram: TelegramDouble,
    pub room: Arc<Room>,
    pub url: String,
    pub places: [On; 7],
    tasks: Vec<JoinHandle<()>>,
    _folder: tempfile::TempDir,
}

pub fn games() -> Registry {
    let mut games = Registry::new();
    Room::prepare(&mut games);
    games
}

/// The number of a player on Telegram.
pub fn number(player: usize) -> i64 {
    player as i64 + 1
}

/// The name of a player on Slack.
pub fn id(player: usize) -> String {
    format!("U{player}")
}

impl Club {
    pub async fn new(places: [On; 7]) -> Self {
        let slack = SlackDouble::start("xoxb-1", "secret").await.unwrap();
        let telegram = TelegramDouble::start("TOKEN").await.unwrap();
        for (at, name) in POWERS.iter().enumerate() {
            slack.add_user(&id(at), &format!("{name}er"));
            telegram.add_user(number(at), &format!("{name}er"));
        }
        // Somebody who plays nowhere.
        slack.add_user("U9", "Stranger");
        telegram.add_user(99, "Stranger");
        slack.add_channel(CHANNEL, "diplomacy");
        slack.add_channel("C2", "idle");
        telegram.add_group(GROUP, "Diplomacy");
        telegram.add_group(-8, "Idle");
        let folder = tempfile::tempdir().unwrap();
        let journal = SqliteJournal::open(folder.path().join("house.db")).unwrap();
        let host = Host::new(
            games(),
            Arc::new(journal),
            Arc::new(ManualClock::at(Time(1_900_000_000_000))),
            Arc::new(SeededEntropy::new(Seed(7))),
        );
        let room = Room::new(Arc::new(host), Arc::new(SeededEntropy::new(Seed(8))));
        let mut club = Self {
            slack,
            telegram,
            room: Arc::new(room),
            url: String::new(),
            places,
            tasks: Vec::new(),
            _folder: folder,
        };
        club.serve().await;
        club
    }

    async fn serve(&mut self) {
        let desk: Arc<dyn Desk> = Arc::new(House::new(Arc::clone(&self.room)));
        let settings = ChatSettings::default()
            .with(self.slack.settings())
            .with(self.telegram.settings(None));
        let chat = Chat::new(&settings, &desk);
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        self.url = format!("http://{}", listener.local_addr().unwrap());
        self.slack.point_at(&self.url);
        let router = chat.router();
        self.tasks.push(tokio::spawn(async move {
            let _ = axum::serve(listener, router).await;
        }));
        let (host, sender) = (Arc::clone(self.room.host()), chat.sender().clone());
        self.tasks.push(tokio::spawn(async move {
            let mut seen = host.news();
            loop {
                seen = host.more_news(seen).await;
                sender.wake();
            }
        }));
        self.tasks
            .push(tokio::spawn(async move { chat.run().await }));
    }

    /// What a player alone has read, from the so-manieth message on.
    pub fn read_by(&self, player: usize, from: usize) -> Vec<String> {
        match self.places[player] {
            On::Slack => {
                let all = self.slack.inbox(&id(player)).into_iter();
                all.skip(from).map(|sent| sent.text).collect()
            }
            On::Telegram => {
                let all = self.telegram.inbox(number(player)).into_iter();
                all.skip(from).map(|sent| sent.text).collect()
            }
        }
    }

    /// Waits until what a player has read passes the test.
    pub async fn until_read(&self, player: usize, test: impl Fn() -> bool) -> bool {
        match self.places[player] {
            On::Slack => {
                let user = id(player);
                let found = self.slack.wait_for(&user, SOON, |_| test());
                found.await.is_some()
            }
            On::Telegram => {
                let found = self.telegram.wait_for(number(player), SOON, |_| test());
                found.await.is_some()
            }
        }
    }

    /// A player speaks in private.
    pub async fn utter(&self, player: usize, words: &str) {
        match self.places[player] {
            // By turns as a command in the channel and as a direct message.
            On::Slack if words.len().is_multiple_of(2) => {
                let answer = self.slack.ask(&id(player), CHANNEL, words).await;
                assert_eq!(answer.status, 200, "{words}");
            }
            On::Slack => {
                let answer = self.slack.dm(&id(player), words).await;
                assert_eq!(answer.status, 200, "{words}");
            }
            On::Telegram => {
                let user = number(player);
                self.telegram.say(user, user, &format!("/{words}"));
            }
        }
    }

    /// A player speaks in private and waits for an answer with these words.
    pub async fn say(&self, player: usize, words: &str, expected: &str) -> String {
        let before = self.read_by(player, 0).len();
        self.utter(player, words).await;
        let all = || self.read_by(player, before).join("\n");
        let found = self.until_read(player, || all().contains(expected)).await;
        assert!(
            found,
            "{} says {words:?}: no {expected:?} in {}",
            POWERS[player],
            all()
        );
        all()
    }

    /// Where the game is shown: on every platform that somebody plays on.
    pub fn windows(&self) -> Vec<On> {
        let mut windows = vec![self.places[0]];
        windows.extend(self.places.iter().find(|place| **place != self.places[0]));
        windows
    }

    /// What stands in a window: texts, and pictures by the name of their file.
    pub fn shown(&self, window: On) -> Vec<String> {
        match window {
            On::Slack => {
                let all = self.slack.channel(CHANNEL).into_iter();
                all.map(|it| it.file.map_or(it.text, |(name, _)| name))
                    .collect()
            }
            On::Telegram => {
                let all = self.telegram.inbox(GROUP).into_iter();
                all.map(|it| it.file.map_or(it.text, |(name, _)| name))
                    .collect()
            }
        }
    }

    /// Waits until a window passes the test.
    pub async fn until_shown(&self, window: On, test: impl Fn(&[String]) -> bool) -> bool {
        let look = || test(&self.shown(window));
        match window {
            On::Slack => {
                let found = self.slack.wait_in_channel(CHANNEL, SOON, |_| look());
                found.await.is_some()
            }
            On::Telegram => {
                let found = self.telegram.wait_for(GROUP, SOON, |_| look());
                found.await.is_some()
            }
        }
    }

    /// Every window shows these words exactly once.
    pub async fn told(&self, words: &str) {
        for window in self.windows() {
            let count = |shown: &[String]| shown.iter().filter(|it| it.contains(words)).count();
            let found = self.until_shown(window, |shown| count(shown) > 0).await;
            let shown = self.shown(window);
            assert!(found, "no {words:?} in {shown:#?}");
            assert_eq!(count(&shown), 1, "{words} in {shown:#?}");
        }
    }

    /// Opens the game in the first window, shows it in the others, and seats
    /// everybody.
    pub async fn begin(&self) -> String {
        self.begin_with("").await
    }

    /// The same with these settings.
    pub async fn begin_with(&self, settings: &str) -> String {
        for player in 0..7 {
            if self.places[player] == On::Telegram {
                self.telegram.say(number(player), number(player), "/start");
            }
        }
        let code = self.open(settings).await;
        let linked = usize::from(self.windows().len() > 1);
        for (player, power) in POWERS.iter().enumerate().take(7 - linked) {
            self.say(player, &format!("join {code} {power}"), "You are")
                .await;
        }
        match self.places[0] {
            On::Slack => drop(self.slack.ask("U0", CHANNEL, "start").await),
            On::Telegram => drop(self.telegram.say(1, GROUP, "/start")),
        }
        self.told("begins.").await;
        self.settled().await;
        code
    }

    /// Waits until everything said was heard, and nothing is on its way to anybody.
    pub async fn settled(&self) {
        let host = self.room.host();
        let quiet = async {
            loop {
                let letters = host.journal().letters(0, 1).await.unwrap();
                let notes = host.queues("", 1).await.unwrap();
                let unheard = self.telegram.waiting_updates();
                if letters.is_empty() && notes.is_empty() && unheard == 0 {
                    return;
                }
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        let quiet = tokio::time::timeout(SOON, quiet).await;
        assert!(quiet.is_ok(), "something is never heard or never sent");
    }

    /// Opens a game in the first window and shows it in the others.
    pub async fn open(&self, settings: &str) -> String {
        let code = |text: &str| {
            let after = text.split("Game ").nth(1)?;
            after.split_whitespace().next().map(str::to_owned)
        };
        let words = format!("new {settings}");
        let opened = match self.places[0] {
            On::Slack => self.slack.ask("U0", CHANNEL, &words).await.body,
            On::Telegram => {
                self.telegram.say(1, GROUP, &format!("/{words}"));
                let open = self
                    .telegram
                    .wait_for(GROUP, SOON, |sent| sent.text.contains("Game "));
                open.await.unwrap().text
            }
        };
        let code = code(&opened).unwrap_or_else(|| panic!("no code in {opened}"));
        if self.windows().len() > 1 {
            // Only a player shows the game elsewhere.
            self.say(6, &format!("join {code} Turkey"), "You are").await;
            self.telegram.say(7, GROUP, &format!("/link {code}"));
            let linked = self
                .telegram
                .wait_for(GROUP, SOON, |sent| sent.text.contains(&code));
            assert!(linked.await.is_some());
        }
        code
    }

    /// Everybody who must sends their orders and is ready; all at the same time.
    pub async fn play_phase(&self, phase: &RecordedPhase) {
        let turns = phase.orders.iter().map(|(power, orders)| async move {
            let player = POWERS.iter().position(|it| it.eq_ignore_ascii_case(power));
            let player = player.unwrap();
            let words = format!("order {}", orders.join("\n"));
            let noted = self.say(player, &words, "Noted:").await;
            assert!(!noted.contains("not possible"), "{power}: {noted}");
            self.say(player, "ready", "is ready.").await;
        });
        futures_util::future::join_all(turns).await;
        self.told(&format!("({}):", phase.phase)).await;
    }

    /// The log of the only game is sound.
    pub async fn verify(&self) {
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
