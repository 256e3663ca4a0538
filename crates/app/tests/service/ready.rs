//! `/readyz` of a real service: it says no when something breaks, with the reason, and
//! yes when it is mended. `/healthz` says yes all the while.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use parlour_chat::doubles::{Fault, SlackDouble, TelegramDouble};

use crate::process::{Served, parlour, postgres};
use crate::relay::Relay;

/// How long the answer may take to change before the test fails; only ever reached when
/// something is wrong.
const PATIENCE: Duration = Duration::from_mins(2);

/// How long it may take with `PARLOUR_TEST_LONG`, on a machine that has time for it, and
/// how long until somebody hears that the database cannot be reached.
const CHANGED_WITHIN: Duration = Duration::from_secs(5);
const TOLD_WITHIN: Duration = Duration::from_secs(3);

/// A bound in time, which counts at full size alone.
fn within(took: Duration, bound: Duration, what: &str) {
    eprintln!("{what} after {took:.1?}");
    if std::env::var_os("PARLOUR_TEST_LONG").is_some() {
        assert!(took < bound, "{what} only after {took:?}");
    }
}

/// Asks until the service is ready, or is not for this reason.
fn until(served: &Served, reason: Option<&str>) -> String {
    let begun = Instant::now();
    loop {
        let (status, body) = served.ask("/readyz");
        let arrived = match reason {
            None => status == "200" && body == "ready\n",
            Some(reason) => status == "503" && body.contains(reason),
        };
        if arrived {
            let what = reason.unwrap_or("ready");
            within(begun.elapsed(), CHANGED_WITHIN, what);
            assert_eq!(served.ask("/healthz").0, "200", "it is alive");
            return body;
        }
        assert!(begun.elapsed() < PATIENCE, "{status}: {body}");
        std::thread::sleep(Duration::from_millis(200));
    }
}

/// A small disk of its own, taken away when this is dropped.
struct SmallDisk<'a>(&'a Path);

impl<'a> SmallDisk<'a> {
    /// Only who may mount has one.
    fn at(folder: &'a Path) -> Option<Self> {
        let mount = ["-t", "tmpfs", "-o", "size=40m", "tmpfs"];
        let mounted = Command::new("mount").args(mount).arg(folder).output();
        let mounted = mounted.is_ok_and(|it| it.status.success());
        mounted.then_some(Self(folder))
    }
}

impl Drop for SmallDisk<'_> {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(self.0).status();
    }
}

#[test]
fn a_full_disk_is_told_and_a_mended_one_too() {
    let folder = tempfile::tempdir().unwrap();
    let disk = folder.path().join("disk");
    fs::create_dir(&disk).unwrap();
    let Some(_disk) = SmallDisk::at(&disk) else {
        eprintln!("not run: a small disk needs the right to mount");
        return;
    };
    let url = format!("sqlite:{}", disk.join("house.db").display());
    let served = Served::start(&url, folder.path());
    until(&served, None);
    let asked = |served: &Served| {
        let mut asking = parlour(folder.path());
        asking.args(["ready", served.url().trim_start_matches("http://")]);
        let output = asking.output().unwrap();
        (
            output.status.code(),
            String::from_utf8(output.stdout).unwrap(),
        )
    };
    assert_eq!(asked(&served), (Some(0), String::from("ready\n")));
    let filler = disk.join("filler");
    let mut file = fs::File::create(&filler).unwrap();
    let filled = std::io::copy(&mut std::io::repeat(7), &mut file);
    assert!(filled.is_err(), "there is no end to the disk");
    let words = until(&served, Some("journal: "));
    assert!(words.contains("full"), "{words}");
    assert_eq!(asked(&served).0, Some(1));
    let (_, figures) = served.ask("/metrics");
    let ill = "parlour_ready{check=\"journal\"} 0";
    assert!(figures.lines().any(|it| it == ill), "{figures}");
    drop(file);
    fs::remove_file(&filler).unwrap();
    until(&served, None);
    assert!(served.terminate().success());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_is_away_is_told_and_one_that_is_back_too() {
    let Some(server) = postgres() else { return };
    let folder = tempfile::tempdir().unwrap();
    let relay = Relay::before(&server).await;
    let schema = format!("ready_{}", std::process::id());
    let url = format!("{}?schema={schema}", relay.url());
    let served = Served::start(&url, folder.path());
    until(&served, None);
    relay.cut();
    until(&served, Some("journal: "));
    relay.mend();
    until(&served, None);
    assert!(served.terminate().success());
}

#[test]
fn a_database_that_was_never_there_is_told_soon() {
    let folder = tempfile::tempdir().unwrap();
    let nobody = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = nobody.local_addr().unwrap().port();
    // Somebody listens and says nothing, or nobody listens.
    for listens in [true, false] {
        let _held = listens.then(|| nobody.try_clone().unwrap());
        let port = if listens { port } else { 1 };
        let url = format!("postgres://me:hunter2@127.0.0.1:{port}/x?sslmode=disable");
        let begun = Instant::now();
        let output = parlour(folder.path())
            .args(["serve", "--listen", "127.0.0.1:0", "--database", &url])
            .output()
            .unwrap();
        within(begun.elapsed(), TOLD_WITHIN, "told that nobody is there");
        assert_eq!(output.status.code(), Some(1));
        let words = String::from_utf8(output.stderr).unwrap();
        assert!(words.contains("cannot be reached"), "{words}");
        assert!(!words.contains("hunter2"), "{words}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refused_token_and_old_news_are_told_and_mended_ones_too() {
    let slack = SlackDouble::start("xoxb-1", "secret").await.unwrap();
    let telegram = TelegramDouble::start("1:a").await.unwrap();
    slack.add_user("U1", "Ann");
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite:{}", folder.path().join("house.db").display());
    let mut command = parlour(folder.path());
    command
        .env("PARLOUR_SLACK_BOT_TOKEN", "xoxb-1")
        .env("PARLOUR_SLACK_SIGNING_SECRET", "secret")
        .env("PARLOUR_SLACK_API_URL", format!("{}/", slack.url()))
        .env("PARLOUR_TELEGRAM_TOKEN", "1:a")
        .env("PARLOUR_TELEGRAM_API_URL", telegram.url())
        .args(["serve", "--listen", "localhost:0", "--oldest-news", "1"])
        .args(["--database", &url]);
    let served = Served::spawn(command);
    slack.point_at(&served.url());
    until(&served, None);
    slack.mischief().always(Some(Fault::TokenRefused));
    until(&served, Some("slack: the token is refused"));
    slack.mischief().always(None);
    until(&served, None);
    telegram.mischief().always(Some(Fault::TokenRefused));
    until(&served, Some("telegram: the token is refused"));
    telegram.mischief().always(None);
    until(&served, None);
    slack.mischief().always(Some(Fault::ServerError));
    slack.dm("U1", "help").await;
    until(&served, Some("news: slack waits for"));
    let (_, figures) = served.ask("/metrics");
    let waits = |figures: &str, line: &str| figures.lines().any(|it| it.starts_with(line));
    assert!(
        !waits(&figures, "parlour_backlog{platform=\"slack\"} 0"),
        "{figures}"
    );
    slack.mischief().always(None);
    until(&served, None);
    assert!(served.terminate().success());
}
