//! Lists over a database of a hundred thousand tables, by the clock on the wall and by
//! the CPU time of the process, and what a host keeps in memory after ten thousand games.

use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use cpu_time::ProcessTime;
use parlour_diplomacy::game::{Diplomacy, Setup};
use parlour_host::audit::Asker;
use parlour_host::card::{Card, Course, Face, Portrait, Query};
use parlour_host::deadline::StageBegun;
use parlour_host::journal::{Journal, NewLog, SqliteJournal};
use parlour_host::log::Hash;
use parlour_host::table::{Identity, Person, Record};
use parlour_host::{Host, Json, ManualClock, NewTable, Registry, SystemEntropy, Time, wait};
use parlour_rules::tiny::{Pig, PigSetup};
use parlour_rules::{Rules, Seed};
use parlour_solo::played_by;

use crate::measure::{Bench, OURS, Row};

/// Tables whose games are over, and tables that go on.
const CLOSED: u64 = 100_000;
const OPEN: u64 = 1_000;

/// How many games are resolved, in how many parts.
const GAMES: usize = 10_000;
const PARTS: usize = 10;

/// When all of it begins.
const MORNING: Time = Time(1_900_000_000_000);

/// How long a phase lasts, in milliseconds.
const PHASE: u64 = 86_400_000;

/// How many tables are begun in one commit.
const TOGETHER: usize = 128;

/// Both scenes.
pub fn run(bench: &Bench) -> Result<()> {
    lists(bench)?;
    memory(bench)
}

fn games() -> Registry {
    let mut games = Registry::new();
    games.register::<Pig>().register::<Diplomacy>();
    games.keep_time::<Diplomacy>(|phase: &StageBegun<'_>| Some(phase.now.after(PHASE)));
    games.portray::<Pig>(|record, view| Portrait {
        short: format!("{} in the pot", view.pot),
        about: format!(
            "Somebody has {} points; {} lie in the pot.",
            view.scores[0], view.pot
        ),
        facts: Some(facts(record)),
    });
    games
}

/// As much as statistics of the games in the house need.
fn facts(record: &Record) -> Json {
    let created = record.created.0;
    let players = record.chairs.len();
    let text =
        format!(r#"{{"kind":"ordinary","created":{created},"players":{players},"plays":true}}"#);
    Json::parse(&text).expect("it is JSON")
}

/// Lists as the home screen, statistics and the sweep of the bots ask for them.
fn lists(bench: &Bench) -> Result<()> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("house.db");
    let begun = Instant::now();
    fill(&SqliteJournal::open_for_many(&path)?)?;
    eprintln!(
        "{} tables in {:.0} s, {} MB",
        CLOSED + OPEN,
        begun.elapsed().as_secs_f64(),
        std::fs::metadata(&path)?.len() >> 20
    );
    let me = Identity::from("local");
    let home = Query::of(&me).course(Course::Open).with_records();
    let sweep = Query::tagged("bots").course(Course::Open);
    let first_page = Query::any().with_records();
    let played = |host: &Host| Ok(wait(played_by::<Pig>(host, &me))?.len() as u64);
    let all = |query: &Query, host: &Host| Ok(count(&wait(host.all_cards(query.clone()))?));
    let page = |query: &Query, host: &Host| Ok(count(&wait(host.cards(query.clone()))?.cards));
    let asked: [(&str, u64, &dyn Fn(&Host) -> Result<u64>); 4] = [
        ("home: my open tables", OPEN, &|host| all(&home, host)),
        ("statistics: my closed tables", CLOSED, &played),
        ("sweep: open tables with a tag", OPEN / 10, &|host| {
            all(&sweep, host)
        }),
        ("the newest 500 of all", 500, &|host| {
            page(&first_page, host)
        }),
    ];
    let mut rows = Vec::new();
    for (name, expected, ask) in asked {
        let (mut best, mut least) = (f64::MAX, f64::MAX);
        let mut first = 0.0;
        for nth in 0..5 {
            // A program that has just begun: nothing of the database is in its memory.
            let journal: Arc<dyn Journal> = Arc::new(SqliteJournal::open(&path)?);
            let clock = Arc::new(ManualClock::at(MORNING));
            let host = Host::new(games(), journal, clock, Arc::new(SystemEntropy));
            let (start, used) = (Instant::now(), ProcessTime::now());
            let counted = ask(&host)?;
            let seconds = start.elapsed().as_secs_f64();
            ensure!(counted == expected, "{name}: {counted} of {expected}");
            ensure!(host.figures().open == 0, "{name}: tables were loaded");
            best = best.min(seconds);
            least = least.min(used.elapsed().as_secs_f64());
            if nth == 0 {
                first = seconds;
            }
        }
        rows.push(Row {
            contender: name.to_owned(),
            per_second: 1.0 / best,
            extras: vec![
                ("ms", best * 1e3),
                ("first ms", first * 1e3),
                ("cpu ms", least * 1e3),
            ],
            is_peer: false,
        });
    }
    let scene =
        format!("lists over {CLOSED} closed and {OPEN} open tables on SQLite, by the clock");
    bench.print(&scene, &rows)
}

/// How many cards say how their tables stand.
fn count(cards: &[Card]) -> u64 {
    let read = |card: &&Card| {
        let face = card.face.as_ref();
        face.is_some_and(|face| face.stage.is_some() || face.outcome.is_some())
    };
    cards.iter().filter(read).count() as u64
}

/// Makes the tables; their games are of one move.
fn fill(journal: &SqliteJournal) -> Result<()> {
    let (running, over) = (template(false)?, template(true)?);
    let mut doing = Vec::new();
    for nth in 0..CLOSED + OPEN {
        let template = if nth < CLOSED { &over } else { &running };
        let mut new = template.clone();
        new.id = format!("pig-{nth}").parse()?;
        new.time = Time(MORNING.0 + nth);
        new.record.created = new.time;
        if nth % 10 == 0 {
            new.record.tags = vec![String::from("bots")];
        }
        new.face.facts = Some(facts(&new.record));
        doing.push(journal.create(new));
        if doing.len() == TOGETHER {
            for made in doing.drain(..) {
                ensure!(wait(made)?, "the table is new");
            }
        }
    }
    for made in doing {
        ensure!(wait(made)?, "the table is new");
    }
    Ok(())
}

/// A table as it is begun.
fn template(closed: bool) -> Result<NewLog> {
    let host = Host::in_memory(games());
    let setup = PigSetup {
        players: 1,
        goal: 100,
    };
    let me = Person::new("local", "Ada");
    let new = NewTable::new(Pig::NAME, Json::of(&setup), Seed(7), me);
    let id = wait(host.open_table(new))?;
    let kept = wait(host.journal().load(&id))?.context("the table is there")?;
    let face = kept.face.context("it has a face")?;
    let face = if closed {
        Face {
            closed,
            stage: None,
            outcome: Some(Json::parse(r#"{"winner":0}"#)?),
            ..face
        }
    } else {
        face
    };
    Ok(NewLog {
        deed: super::opened(&host, &id)?,
        id,
        start: Hash::of_header(&kept.header),
        header: kept.header,
        entries: Vec::new(),
        record: kept.record,
        face,
        deadline: None,
        time: MORNING,
    })
}

/// Games of Diplomacy that are begun and resolved by the clock, a thousand at a time.
fn memory(bench: &Bench) -> Result<()> {
    let folder = tempfile::tempdir()?;
    let clock = Arc::new(ManualClock::at(MORNING));
    let journal = SqliteJournal::open_for_many(folder.path().join("house.db"))?;
    let entropy = Arc::new(SystemEntropy);
    let host = Host::new(games(), Arc::new(journal), Arc::clone(&clock) as _, entropy);
    let mut rows = Vec::new();
    for part in 1..=PARTS {
        let start = Instant::now();
        let mut tables = Vec::new();
        for _ in 0..GAMES / PARTS {
            let master = Person::new("master", "Master");
            let setup = Json::of(&Setup::default());
            let seed = Seed(part as u64);
            let mut new = NewTable::new(Diplomacy::NAME, setup, seed, master.clone());
            new.chairs = vec![Some(master); 7];
            tables.push(wait(host.open_table(new))?);
        }
        clock.advance(PHASE);
        let struck = wait(host.strike())?;
        ensure!(
            struck.len() == tables.len(),
            "only {} were struck",
            struck.len()
        );
        for table in &tables {
            wait(host.close(table, &Asker::house()))?;
        }
        let seconds = start.elapsed().as_secs_f64();
        let figures = host.figures();
        rows.push(Row {
            contender: format!("{OURS}, after {} games", part * GAMES / PARTS),
            per_second: tables.len() as f64 / seconds,
            extras: vec![
                ("resident MB", resident()? / f64::from(1 << 20)),
                ("open", figures.open as f64),
                ("weighed MB", figures.open_bytes as f64 / f64::from(1 << 20)),
            ],
            is_peer: false,
        });
    }
    bench.print("memory of a host that resolves games, by the clock", &rows)
}

/// How many bytes of this process are in memory.
fn resident() -> Result<f64> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kilobytes = line.and_then(|it| it.split_whitespace().next()?.parse::<f64>().ok());
    Ok(kilobytes.context("VmRSS")? * 1024.0)
}
