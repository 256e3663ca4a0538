//! `/metrics` of a real service: every figure is moved by something, the dashboard names
//! only figures that are there, and nothing secret is told, neither there nor in the log.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use parlour_chat::doubles::{Fault, SlackDouble, TelegramDouble};

use crate::process::{Served, parlour, postgres};

/// Only ever reached when something is wrong.
const PATIENCE: Duration = Duration::from_mins(2);

/// Both platforms, and a service between them whose log is the file `log`.
struct Club {
    slack: SlackDouble,
    telegram: TelegramDouble,
    served: Served,
    /// Families of which a figure was seen to move.
    moved: RefCell<BTreeSet<String>>,
}

/// Figures of deadlines move in the test `capacity`, where many are due; nothing here has
/// waited for days, and no table is damaged: what is counted then is in the suite of the
/// journals, `letters_age` and `damage`.
const MOVED_ELSEWHERE: [&str; 4] = [
    "parlour_old_post_dropped_total",
    "parlour_deadlines_stuck_total",
    "parlour_deadlines_struck_total",
    "parlour_deadline_lag_seconds",
];

const SECRETS: [&str; 7] = [
    "xoxb-hunter2-slack",
    "hunter2-signing",
    "77:hunter2-telegram",
    "hunter2-webhook",
    "hunter2-path",
    "hunter2-cookie",
    "hunter2-said",
];

impl Club {
    async fn open(home: &Path) -> Self {
        let slack = SlackDouble::start(SECRETS[0], SECRETS[1]).await.unwrap();
        let telegram = TelegramDouble::start(SECRETS[2]).await.unwrap();
        slack.add_user("U1", "Ann");
        slack.add_channel("C1", "club");
        telegram.add_user(5, "Bob");
        let url = format!("sqlite:{}", home.join("house.db").display());
        let mut command: Command = parlour(home);
        command
            .env("PARLOUR_LOG", "trace")
            .env("PARLOUR_SLACK_BOT_TOKEN", SECRETS[0])
            .env("PARLOUR_SLACK_SIGNING_SECRET", SECRETS[1])
            .env("PARLOUR_SLACK_API_URL", format!("{}/", slack.url()))
            .env("PARLOUR_TELEGRAM_TOKEN", SECRETS[2])
            .env("PARLOUR_TELEGRAM_API_URL", telegram.url())
            .env("PARLOUR_PUBLIC_URL", "http://127.0.0.1:1")
            .args(["serve", "--listen", "127.0.0.1:0", "--log", "json"])
            .args(["--database", &url])
            .stderr(Stdio::from(File::create(home.join("log")).unwrap()));
        let served = Served::spawn(command);
        slack.point_at(&served.url());
        Self {
            slack,
            telegram,
            served,
            moved: RefCell::default(),
        }
    }

    fn figures(&self) -> String {
        self.served.ask("/metrics").1
    }

    /// Waits until a figure is above 0.
    fn until(&self, beginning: &str) {
        let begun = Instant::now();
        loop {
            let figures = self.figures();
            let moved = figures.lines().any(|line| {
                let value = line.strip_prefix(beginning);
                let value = value.and_then(|rest| rest.rsplit(' ').next());
                value.is_some_and(|it| it.parse::<f64>().is_ok_and(|it| it > 0.0))
            });
            if moved {
                let name = beginning.split('{').next().unwrap();
                self.moved.borrow_mut().insert(family(name).to_owned());
                return;
            }
            assert!(begun.elapsed() < PATIENCE, "{beginning} in {figures}");
            std::thread::sleep(Duration::from_millis(100));
        }
    }
}

/// The family that a figure belongs to.
fn family(name: &str) -> &str {
    let parts = ["_bucket", "_sum", "_count"];
    let base = parts.iter().find_map(|end| name.strip_suffix(end));
    base.unwrap_or(name)
}

/// The names of the families that are there.
fn names(figures: &str) -> BTreeSet<String> {
    let types = figures.lines().filter_map(|it| it.strip_prefix("# TYPE "));
    let names = types.filter_map(|it| it.split(' ').next());
    names.map(str::to_owned).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn every_figure_moves_and_nothing_secret_is_told() {
    let home = tempfile::tempdir().unwrap();
    let club = Club::open(home.path()).await;
    // At once, or soon by itself.
    for moved in [
        "parlour_ready{check=\"journal\"}",
        "parlour_ready{check=\"slack\"}",
        "parlour_ready{check=\"telegram\"}",
        "parlour_ready{check=\"news\"}",
        "parlour_build_info{version=",
        "parlour_journal_seconds_count{operation=\"try\"}",
        "parlour_journal_seconds_bucket{operation=\"try\",le=\"+Inf\"}",
        "parlour_http_request_seconds_count{route=\"/metrics\",code=\"200\"}",
        "parlour_lease_held{task=\"sender\"}",
        "parlour_lease_held{task=\"telegram:poll\"}",
        "process_start_time_seconds",
        "process_resident_memory_bytes",
        "process_open_fds",
    ] {
        club.until(moved);
    }
    // A game, alone against bots, whose first season is resolved.
    club.slack.ask("U1", "C1", "new bots=hold").await;
    club.until("parlour_journal_seconds_count{operation=\"create\"}");
    club.until("parlour_tables_open");
    club.until("parlour_tables_open_bytes");
    club.slack.ask("U1", "C1", "join Austria").await;
    club.until("parlour_journal_seconds_count{operation=\"amend\"}");
    club.slack.ask("U1", "C1", "start").await;
    club.slack.ask("U1", "C1", "ready").await;
    for moved in [
        "parlour_commands_total{outcome=\"accepted\"}",
        "parlour_resolutions_total{game=\"diplomacy\"}",
        "parlour_journal_seconds_count{operation=\"append\"}",
        "parlour_letters_delivered_total",
        "parlour_messages_sent_total{platform=\"slack\"}",
    ] {
        club.until(moved);
    }
    // Platforms refuse, and what waits for them is counted.
    club.slack.mischief().always(Some(Fault::ServerError));
    club.slack.dm("U1", SECRETS[6]).await;
    club.until("parlour_backlog{platform=\"slack\"}");
    club.until("parlour_backlog_oldest_seconds{platform=\"slack\"}");
    club.until("parlour_platform_errors_total{platform=\"slack\",kind=\"later\"}");
    club.telegram.mischief().always(Some(Fault::TokenRefused));
    club.until("parlour_platform_errors_total{platform=\"telegram\",kind=\"token\"}");
    club.telegram.mischief().always(Some(Fault::DroppedBefore));
    club.until("parlour_platform_errors_total{platform=\"telegram\",kind=\"unanswered\"}");
    club.telegram.mischief().always(None);
    club.slack.mischief().always(None);
    let poll = serde_json::json!({ "id": "1" });
    club.telegram.happen("poll", &poll);
    club.until("parlour_passed_over_total{platform=\"telegram\"");
    // What strangers bring, and browsers.
    let path = format!("/slack/commands?token={}", SECRETS[4]);
    club.served.ask(&path);
    club.served.ask(&format!("/enter/{}", SECRETS[4]));
    club.until("parlour_http_request_seconds_count{route=\"none\"");
    browse(&club.served);
    dashboard(&club.figures());
    let figures = club.figures();
    // Every family that is told has moved, here or where it says.
    let mut moved = club.moved.take();
    moved.extend(MOVED_ELSEWHERE.map(str::to_owned));
    assert_eq!(names(&figures), moved);
    let (_, ready) = club.served.ask("/readyz");
    assert!(club.served.terminate().success());
    let log = fs::read_to_string(home.path().join("log")).unwrap();
    for line in log.lines() {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        assert!(line["timestamp"].is_string(), "{line}");
    }
    assert!(log.contains("\"request\""), "requests have an id: {log}");
    for secret in SECRETS {
        for (place, text) in [("log", &log), ("figures", &figures), ("ready", &ready)] {
            assert!(!text.contains(secret), "{secret} in the {place}: {text}");
        }
    }
}

/// Asks as a browser does: what is secret stands in cookie, body, path and query.
fn browse(served: &Served) {
    let body = format!(r#"{{"token":"{}","name":"{}"}}"#, SECRETS[5], SECRETS[6]);
    let url = served.url();
    let here = url.strip_prefix("http://").unwrap();
    for (method, path) in [
        ("POST", "/api/claim"),
        ("POST", "/api/peek"),
        ("GET", "/api/me"),
        ("GET", "/api/tables/hunter2-path/stream?since=hunter2-path"),
        ("GET", "/t/hunter2-path"),
    ] {
        let mut stream = TcpStream::connect(here).unwrap();
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: 127.0.0.1:1\r\norigin: http://127.0.0.1:1\r\n\
             cookie: parlour={0}\r\nauthorization: Bearer {0}\r\nlast-event-id: {0}\r\n\
             content-type: application/json\r\ncontent-length: {1}\r\n\
             connection: close\r\n\r\n{body}",
            SECRETS[5],
            body.len()
        );
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        assert!(answer.starts_with("HTTP/1.1 "), "{answer}");
    }
}

/// Settings that the club has not: a webhook, and a database with a password, once reached
/// and once not.
#[tokio::test(flavor = "multi_thread")]
async fn neither_the_webhook_nor_the_database_is_told_with_its_secret() {
    let Some(server) = postgres() else { return };
    let home = tempfile::tempdir().unwrap();
    let telegram = TelegramDouble::start(SECRETS[2]).await.unwrap();
    let (before, after) = server.split_once('@').unwrap();
    let user = before.split_once("://").unwrap().1;
    let user = user.split(':').next().unwrap();
    let schema = format!("figures_{}", std::process::id());
    let url = format!("postgres://{user}:hunter2-password@{after}?schema={schema}");
    let command = |url: &str, log: &str| {
        let mut command: Command = parlour(home.path());
        command
            .env("PARLOUR_LOG", "trace")
            .env("PARLOUR_TELEGRAM_TOKEN", SECRETS[2])
            .env("PARLOUR_TELEGRAM_API_URL", telegram.url())
            .env(
                "PARLOUR_TELEGRAM_WEBHOOK_URL",
                "http://127.0.0.1:1/telegram",
            )
            .env("PARLOUR_TELEGRAM_WEBHOOK_SECRET", SECRETS[3])
            .env("PARLOUR_DATABASE_URL", url)
            .args(["serve", "--listen", "127.0.0.1:0", "--log", "json"])
            .stderr(Stdio::from(File::create(home.path().join(log)).unwrap()));
        command
    };
    let served = Served::spawn(command(&url, "log"));
    let (_, figures) = served.ask("/metrics");
    let (_, ready) = served.ask("/readyz");
    assert!(served.terminate().success());
    let away = "postgres://club:hunter2-password@127.0.0.1:1/club";
    let ended = command(away, "log-away").stdout(Stdio::null()).status();
    assert!(!ended.unwrap().success());
    for (place, text) in [
        ("figures", figures),
        ("ready", ready),
        ("log", fs::read_to_string(home.path().join("log")).unwrap()),
        (
            "log",
            fs::read_to_string(home.path().join("log-away")).unwrap(),
        ),
    ] {
        assert!(!text.is_empty(), "{place}");
        assert!(!text.contains("hunter2"), "in the {place}: {text}");
    }
}

/// Every figure that the dashboard asks for is there.
fn dashboard(figures: &str) {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../deploy/grafana.json");
    let text = fs::read_to_string(file).unwrap();
    let board: serde_json::Value = serde_json::from_str(&text).unwrap();
    let there = names(figures);
    let mut named = BTreeSet::new();
    for panel in board["panels"].as_array().unwrap() {
        for target in panel["targets"].as_array().into_iter().flatten() {
            let words = target["expr"].as_str().unwrap();
            let part = |letter: char| !(letter.is_ascii_alphanumeric() || letter == '_');
            let words = words.split(part);
            let ours = |it: &&str| it.starts_with("parlour_") || it.starts_with("process_");
            named.extend(words.filter(ours));
        }
    }
    assert!(named.len() > 10, "{named:?}");
    for name in named {
        let known = there.contains(name) || there.contains(family(name));
        assert!(known, "the dashboard asks for {name}, which is not there");
    }
}
