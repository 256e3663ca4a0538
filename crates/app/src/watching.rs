//! What whoever looks after a service sees of it: what must be well, and its figures.

use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use parlour_chat::desk::Platform;
use parlour_chat::{ChatSettings, PassedOver, Reception};
use parlour_host::{Host, Time};
use parlour_web::{Check, Family, Figure, Kind, Meter};
use tokio::sync::Mutex;
use tokio::time::{Instant, timeout};

use crate::chats::Chats;

/// How long a platform may take to say whether it takes our token. What it said before
/// holds if it does not.
const TOKEN: Duration = Duration::from_millis(1500);

/// How long that holds, however often it is asked.
const TOKEN_HOLDS: Duration = Duration::from_secs(2);

/// The commit it was built from, if whoever built it said so.
const REVISION: Option<&str> = option_env!("PARLOUR_REVISION");

/// Everything that can be watched.
pub struct Watching {
    host: Arc<Host>,
    /// The platforms that are set.
    platforms: Vec<Platform>,
    chats: Option<(PassedOver, Reception)>,
    meter: Meter,
    begun: Time,
}

impl Watching {
    /// Over a host, and the chats if some are set.
    pub fn new(host: &Arc<Host>, settings: &ChatSettings, chats: Option<&Chats>) -> Self {
        let since = SystemTime::now().duration_since(UNIX_EPOCH);
        Self {
            host: Arc::clone(host),
            platforms: settings.platforms().collect(),
            chats: chats.map(|it| (it.passed_over(), it.reception())),
            meter: Meter::default(),
            begun: Time(since.map_or(0, |since| since.as_millis() as u64)),
        }
    }

    /// Takes the time of requests.
    pub fn meter(&self) -> &Meter {
        &self.meter
    }

    /// What must be well besides the journal: tokens are taken, and no news is older than
    /// this many seconds.
    pub fn checks(&self, chats: Option<&Chats>, oldest_news: u64) -> Vec<Check> {
        let tokens = self.platforms.iter();
        let tokens = tokens.filter_map(|platform| Some(token_check(*platform, chats?)));
        let mut checks: Vec<Check> = tokens.collect();
        if let Some((_, reception)) = &self.chats {
            checks.push(news_check(&self.host, reception, oldest_news));
        }
        checks
    }

    /// The figures of everything but the host.
    pub fn families(&self) -> Vec<Family> {
        let mut families = vec![
            Family::new(
                "parlour_build_info",
                Kind::Gauge,
                "1, with the version and the commit as labels.",
            )
            .with(
                vec![
                    ("version", env!("CARGO_PKG_VERSION").to_owned()),
                    ("revision", REVISION.unwrap_or("unknown").to_owned()),
                ],
                Figure::Number(1),
            ),
            self.meter.family(),
        ];
        families.extend(of_process(self.begun));
        if let Some((passed_over, reception)) = &self.chats {
            families.push(passed_over_family(passed_over));
            families.extend(self.of_chats(reception));
        }
        families
    }

    fn of_chats(&self, reception: &Reception) -> [Family; 5] {
        let by_platform = |platform: Platform| vec![("platform", platform.to_string())];
        let now = self.host.now();
        let mut backlog = Family::new(
            "parlour_backlog",
            Kind::Gauge,
            "Messages that wait to be sent, at the replica that sends.",
        );
        let mut oldest = Family::new(
            "parlour_backlog_oldest_seconds",
            Kind::Gauge,
            "How old the oldest of them is, but for who does not want to hear from us.",
        );
        for (platform, waiting) in reception.waiting() {
            if self.platforms.contains(&platform) {
                let age = waiting.since.map_or(0, |since| now.since(Time(since)));
                backlog = backlog.with(by_platform(platform), Figure::Number(waiting.notes));
                oldest = oldest.with(by_platform(platform), Figure::Millis(age));
            }
        }
        let mut sent = Family::new(
            "parlour_messages_sent_total",
            Kind::Counter,
            "Messages that a platform has taken from this process.",
        );
        for (platform, number) in reception.sent() {
            sent = sent.with(by_platform(platform), Figure::Number(number));
        }
        let mut errors = Family::new(
            "parlour_platform_errors_total",
            Kind::Counter,
            "Calls that a platform did not do, by kind.",
        );
        for (platform, kind, number) in reception.troubles() {
            let mut labels = by_platform(platform);
            labels.push(("kind", kind.to_owned()));
            errors = errors.with(labels, Figure::Number(number));
        }
        let mut leases = Family::new(
            "parlour_lease_held",
            Kind::Gauge,
            "1 at the replica that has a task which one has at a time.",
        );
        for (task, holds) in reception.leases() {
            leases = leases.number(Some(("task", task)), u64::from(holds));
        }
        [backlog, oldest, sent, errors, leases]
    }
}

/// Whether a platform takes our token. One that cannot be reached is no reason to say no:
/// what waits for it tells.
fn token_check(platform: Platform, chats: &Chats) -> Check {
    let reception = chats.reception();
    let ask = chats.asking(platform);
    let tried: Arc<Mutex<Option<Instant>>> = Arc::default();
    Check {
        name: platform.name(),
        silent: format!(
            "{} does not say whether it takes the token",
            platform.title()
        ),
        look: Box::new(move || {
            let (reception, tried, asking) = (reception.clone(), Arc::clone(&tried), ask());
            Box::pin(async move {
                let mut tried = tried.lock().await;
                if tried.is_none_or(|when| when.elapsed() >= TOKEN_HOLDS) {
                    let _ = timeout(TOKEN, asking).await;
                    *tried = Some(Instant::now());
                }
                match reception.takes_token(platform) {
                    Some(false) => Err(String::from("the token is refused")),
                    _ => Ok(()),
                }
            })
        }),
    }
}

/// Whether what waits to be sent is not too old. The replica that sends knows.
fn news_check(host: &Arc<Host>, reception: &Reception, oldest: u64) -> Check {
    let (host, reception) = (Arc::clone(host), reception.clone());
    Check {
        name: "news",
        silent: String::from("nobody says how old the news are"),
        look: Box::new(move || {
            let now = host.now();
            let old = reception.waiting().into_iter().filter_map(|(of, it)| {
                let age = now.since(Time(it.since?)) / 1000;
                (age > oldest).then(|| format!("{of} waits for {age} s, the bound is {oldest} s"))
            });
            let old: Vec<String> = old.collect();
            Box::pin(async move {
                if old.is_empty() {
                    Ok(())
                } else {
                    Err(old.join("; "))
                }
            })
        }),
    }
}

/// What the platforms brought that was none of ours.
fn passed_over_family(passed_over: &PassedOver) -> Family {
    let family = Family::new(
        "parlour_passed_over_total",
        Kind::Counter,
        "What a platform brought that was none of ours.",
    );
    let all = passed_over.all().into_iter();
    all.fold(family, |family, (platform, kind, count)| {
        let labels = vec![("platform", platform.to_string()), ("kind", kind)];
        family.with(labels, Figure::Number(count))
    })
}

/// What any process shows, as far as the system says it.
fn of_process(begun: Time) -> Vec<Family> {
    let mut families = vec![
        Family::new(
            "process_start_time_seconds",
            Kind::Gauge,
            "When the process began, in seconds since 1970.",
        )
        .with(Vec::new(), Figure::Millis(begun.0)),
    ];
    if let Some(bytes) = resident() {
        let family = Family::new(
            "process_resident_memory_bytes",
            Kind::Gauge,
            "Memory that the process has.",
        );
        families.push(family.number(None, bytes));
    }
    if let Ok(open) = std::fs::read_dir("/proc/self/fd") {
        let family = Family::new(
            "process_open_fds",
            Kind::Gauge,
            "Files and sockets that the process has open.",
        );
        families.push(family.number(None, open.count() as u64));
    }
    families
}

/// Where Linux tells it: a line `VmRSS:     1234 kB`.
fn resident() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|it| it.strip_prefix("VmRSS:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}
