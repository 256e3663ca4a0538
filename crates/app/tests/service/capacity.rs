//! Many games on PostgreSQL and two replicas: all their deadlines fall on one moment, are
//! struck once each, and what that took is printed. With `PARLOUR_TEST_LONG` there are
//! 10,000 games, for which a minute and bounded memory must do; docs/operate.md tells what
//! was seen.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::process::Stdio;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use parlour_diplomacy::game::{Diplomacy, Setup};
use parlour_host::deadline::StageBegun;
use parlour_host::host::Giver;
use parlour_host::journal::PostgresJournal;
use parlour_host::table::{Identity, Person};
use parlour_host::{
    Clock, Host, Json, Message, NewTable, Registry, SystemClock, SystemEntropy, Time, wait,
};
use parlour_rules::{Rules, Seat, Seed};
use sqlx::{Connection as _, PgConnection};

use crate::process::{Served, parlour, postgres};

/// Only ever reached when something is wrong.
const PATIENCE: Duration = Duration::from_mins(20);

/// Within how long all of 10,000 deadlines are struck and stored, and how many bytes a
/// replica may have in memory by then.
const STRUCK_WITHIN: Duration = Duration::from_mins(1);
const MEMORY: f64 = 256.0 * 1_048_576.0;

/// The first orders of one power; the others miss theirs.
const ORDERS: &str = r#"{"order":["A Vie-Gal","A Bud-Ser","F Tri-Alb"]}"#;

/// Whether it is run at full size, where time and memory are held to their bounds.
fn long() -> bool {
    std::env::var_os("PARLOUR_TEST_LONG").is_some()
}

/// How many games, and how long they may take to be opened, in milliseconds.
fn size() -> (usize, u64) {
    if long() {
        (10_000, 90_000)
    } else {
        (100, 20_000)
    }
}

/// Games with one deadline for all of them.
fn open_games(url: &str, games: usize, due: Time) {
    let mut registry = Registry::new();
    registry.register::<Diplomacy>();
    registry.keep_time::<Diplomacy>(move |_: &StageBegun<'_>| Some(due));
    let journal = Arc::new(PostgresJournal::open(url).unwrap());
    let entropy = Arc::new(SystemEntropy);
    let host = Host::new(registry, journal, Arc::new(SystemClock), entropy);
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                loop {
                    let nth = next.fetch_add(1, Ordering::Relaxed);
                    if nth >= games {
                        break;
                    }
                    open_game(&host, nth);
                }
            });
        }
    });
}

fn open_game(host: &Host, nth: usize) {
    let who = Identity::from(format!("master-{nth}").as_str());
    let master = Person::new(who.clone(), "Master");
    let setup = Json::of(&Setup::default());
    let mut new = NewTable::new(Diplomacy::NAME, setup, Seed(nth as u64), master.clone());
    new.chairs = vec![Some(master); 7];
    new.letters = true;
    let table = wait(host.open_table(new)).unwrap();
    let from = Giver::At(who, Seat(0));
    let order = Message::given_by(&table, from, ORDERS);
    wait(host.command_text(order)).unwrap();
    host.put_away(&table);
}

/// The figures of a service, by name and labels.
fn figures(served: &Served) -> BTreeMap<String, f64> {
    let (_, text) = served.ask("/metrics");
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let figure = |line: &str| {
        let (name, value) = line.rsplit_once(' ')?;
        Some((name.to_owned(), value.parse().ok()?))
    };
    lines.filter_map(figure).collect()
}

/// How many bytes a house takes in the database, with its indexes.
fn stored(server: &str, schema: &str) -> i64 {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    runtime.unwrap().block_on(async {
        let mut connection = PgConnection::connect(server).await.unwrap();
        let all = "SELECT coalesce(sum(pg_total_relation_size(it.oid)), 0)::bigint
                   FROM pg_class it JOIN pg_namespace of ON of.oid = it.relnamespace
                   WHERE of.nspname = $1 AND it.relkind = 'r'";
        let asked = sqlx::query_scalar(all).bind(schema);
        asked.fetch_one(&mut connection).await.unwrap()
    })
}

/// How many lines of a log tell of a deadline that was struck, each under an id that no
/// other has.
fn told_of(log: &str) -> usize {
    let mut ids = BTreeSet::new();
    for line in log.lines() {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        if line["message"]
            .as_str()
            .is_some_and(|it| it.contains(" is over, entry "))
        {
            assert_eq!(line["span"]["name"], "deadline", "{line}");
            let id = line["span"]["id"].as_str().unwrap().to_owned();
            assert!(ids.insert(id), "twice: {line}");
        }
    }
    ids.len()
}

/// What Linux tells of a process behind its name, from its state on.
fn told(id: &str) -> Option<(String, Vec<f64>)> {
    let stat = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    let (before, rest) = stat.rsplit_once(')')?;
    let name = before.split_once('(')?.1.to_owned();
    let fields = rest.split_whitespace();
    Some((name, fields.map(|it| it.parse().unwrap_or(0.0)).collect()))
}

/// Seconds of processor time that a process has had, and its children that have ended if
/// they count.
fn used(id: &str, children: bool) -> f64 {
    let fields = told(id).map(|it| it.1).unwrap_or_default();
    let last = if children { 15 } else { 13 };
    // Hundredths, in the kernel and outside of it.
    let parts = fields.get(11..last);
    parts.map_or(0.0, |it| it.iter().sum::<f64>() / 100.0)
}

/// The same of all processes of the database server at a port.
fn used_by_database(server: &str) -> f64 {
    let port = server.rsplit(':').next().unwrap_or_default();
    let port: String = port.chars().take_while(char::is_ascii_digit).collect();
    let ids: Vec<String> = fs::read_dir("/proc")
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|it| it.file_name().into_string().ok())
        .filter(|it| it.bytes().all(|byte| byte.is_ascii_digit()))
        .collect();
    let main = ids.iter().find(|id| {
        let words = fs::read_to_string(format!("/proc/{id}/cmdline")).unwrap_or_default();
        let program = words.split('\0').next().unwrap_or_default();
        program.ends_with("/postgres") && words.contains(&port)
    });
    let Some(main) = main else { return 0.0 };
    let parent: f64 = main.parse().unwrap_or_default();
    let of_it = |id: &&String| told(id).is_some_and(|it| it.1.get(1) == Some(&parent));
    let alive: f64 = ids.iter().filter(of_it).map(|id| used(id, false)).sum();
    alive + used(main, true)
}

#[test]
fn every_deadline_of_many_games_is_struck_once_by_one_of_two_replicas() {
    let Some(server) = postgres() else { return };
    let (games, opening) = size();
    let folder = tempfile::tempdir().unwrap();
    let schema = format!("capacity_{}", std::process::id());
    let url = format!("{server}?schema={schema}");
    let due = SystemClock.now().after(opening);
    let begun = Instant::now();
    open_games(&url, games, due);
    let opened = begun.elapsed();
    let bytes = stored(&server, &schema);
    let logs = ["one", "other"].map(|name| folder.path().join(name));
    let replicas = logs.each_ref().map(|log| {
        let mut command = parlour(folder.path());
        command
            .args(["serve", "--listen", "127.0.0.1:0", "--log", "json"])
            .args(["--database", &url])
            .env("PARLOUR_LOG", "info")
            .stderr(Stdio::from(File::create(log).unwrap()));
        Served::spawn(command)
    });
    let late = SystemClock.now().since(due);
    if long() {
        assert_eq!(late, 0, "the games are open and served before they are due");
    }
    while SystemClock.now() < due {
        thread::sleep(Duration::from_millis(20));
    }
    let id = |replica: &Served| replica.id().to_string();
    let before: Vec<f64> = replicas.iter().map(|it| used(&id(it), false)).collect();
    let database = used_by_database(&server);
    let all = |name: &str| replicas.iter().map(|it| figures(it)[name]).sum::<f64>() as usize;
    let begun = Instant::now();
    while all("parlour_deadlines_struck_total") < games {
        assert!(begun.elapsed() < PATIENCE, "some are never struck");
        thread::sleep(Duration::from_millis(100));
    }
    let took = begun.elapsed();
    assert_eq!(all("parlour_deadlines_struck_total"), games, "each once");
    let resolved = all("parlour_resolutions_total{game=\"diplomacy\"}");
    assert_eq!(resolved, games, "each has led to its resolution");
    let lag = "parlour_deadline_lag_seconds";
    let within: Vec<(&str, usize)> = ["1", "5", "30", "+Inf"]
        .map(|bound| (bound, all(&format!("{lag}_bucket{{le=\"{bound}\"}}"))))
        .to_vec();
    let counted = within.iter().find(|(bound, _)| *bound == "+Inf");
    assert_eq!(counted.unwrap().1, games, "each lag is counted");
    eprintln!(
        "{games} games opened in {opened:.1?}; all {games} deadlines struck and stored in \
         {took:.1?} (begun {late} ms late); by seconds of lag: {within:?}"
    );
    eprintln!(
        "a game takes {} bytes of the database when it is opened, {} after its first stage",
        bytes / games as i64,
        stored(&server, &schema) / games as i64,
    );
    if long() {
        assert!(
            took < STRUCK_WITHIN,
            "struck and stored only after {took:?}"
        );
    }
    let database = used_by_database(&server) - database;
    eprintln!("the database used {database:.1} s of processor time (0 where it is elsewhere)");
    for (replica, before) in replicas.iter().zip(before) {
        let figures = figures(replica);
        eprintln!(
            "a replica struck {}, used {:.1} s of processor time, has {:.0} MiB, {} tables in \
             memory",
            figures["parlour_deadlines_struck_total"],
            used(&id(replica), false) - before,
            figures["process_resident_memory_bytes"] / 1_048_576.0,
            figures["parlour_tables_open"],
        );
        let memory = figures["process_resident_memory_bytes"];
        assert!(!long() || memory < MEMORY, "{memory} bytes of memory");
    }
    for replica in replicas {
        assert!(replica.terminate().success());
    }
    let logs = logs.map(|log| fs::read_to_string(log).unwrap());
    assert_eq!(logs.iter().map(|it| told_of(it)).sum::<usize>(), games);
}
