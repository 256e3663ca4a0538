//! A terminal beside a service, on one database: the service sorts what its tables tell,
//! and what is for the terminal waits there for it.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use parlour_chat::desk::Sorted;
use parlour_chat::doubles::SlackDouble;
use parlour_chat::{Chat, ChatSettings, Desk, House};
use parlour_host::audit::Asker;
use parlour_host::journal::{NewLetter, SqliteJournal};
use parlour_host::{Host, Json, ManualClock, Refused, SeededEntropy, Time};
use parlour_room::local::{Ear, Local, Said};
use parlour_room::{Body, Heard, Room};
use parlour_rules::{Seat, Seed, Viewer};

use crate::club::{POWERS, SOON, games};

const HOUR: u64 = 3_600_000;

fn room(file: &Path, clock: &Arc<ManualClock>, seed: u64) -> Arc<Room> {
    let journal = Arc::new(SqliteJournal::open(file).unwrap());
    let entropy = Arc::new(SeededEntropy::new(Seed(seed)));
    let host = Host::new(games(), journal, Arc::clone(clock) as _, entropy.clone());
    Arc::new(Room::new(Arc::new(host), entropy))
}

/// Something that a terminal does, which waits on its thread: outside of what a task of
/// the runtime may use up.
fn at<T>(doing: impl FnOnce() -> T) -> T {
    tokio::task::block_in_place(doing)
}

fn say(terminal: &mut Local, words: &str) -> String {
    let outcome = at(|| terminal.say(words)).unwrap();
    assert_eq!(outcome.refused, None, "{words}: {:?}", outcome.said);
    texts(&outcome.said).join("\n")
}

fn texts(said: &[Said]) -> Vec<String> {
    let texts = said.iter().map(|it| match &it.body {
        Body::Text(text) => text.clone(),
        Body::Picture(sketch) => sketch.file_name(),
        Body::File { name, .. } => name.clone(),
    });
    texts.collect()
}

/// What is for one power alone.
fn private(said: &[Said], power: &str) -> Vec<String> {
    let own = said
        .iter()
        .filter(|it| it.to == Ear::Private(power.to_owned()));
    texts(&own.cloned().collect::<Vec<_>>())
}

/// Italy is played on Slack, all others at the terminal.
async fn begun(service: &Room, terminal: &mut Local, settings: &str) {
    let opened = say(terminal, &format!("new {settings}"));
    let code = &opened[5..10];
    for power in POWERS.iter().filter(|power| **power != "Italy") {
        assert_eq!(at(|| terminal.take(power)).unwrap().refused, None);
    }
    hear(service, &format!("join {code} Italy")).await;
    at(|| terminal.take("gm")).unwrap();
    say(terminal, "start");
}

/// Italy says something on Slack.
async fn hear(service: &Room, words: &str) {
    let heard = Heard::in_private("slack", "slack:U1".into(), "Ben", words);
    let answer = service.hear(&heard).await.unwrap();
    assert_eq!(answer.refused, None, "{words}: {}", answer.words());
}

/// The service has sorted everything.
async fn sorted(service: &Room) {
    let sorted = async {
        while !service
            .host()
            .journal()
            .letters(0, 1)
            .await
            .unwrap()
            .is_empty()
        {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    assert!(tokio::time::timeout(SOON, sorted).await.is_ok());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_terminal_beside_a_service_is_told_all_that_is_for_it_once() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("house.db");
    let clock = Arc::new(ManualClock::at(Time(1_900_000_000_000)));
    let service = room(&file, &clock, 1);
    let slack = SlackDouble::start("xoxb-1", "secret").await.unwrap();
    slack.add_user("U1", "Ben");
    let desk: Arc<dyn Desk> = Arc::new(House::new(Arc::clone(&service)));
    let settings = ChatSettings::default().with(slack.settings());
    let chat = Chat::new(&settings, &desk);
    let running = tokio::spawn(async move { chat.run().await });
    let mut terminal = Local::new(room(&file, &clock, 2), "table");
    begun(&service, &mut terminal, "remind=50%").await;
    sorted(&service).await;
    at(|| terminal.news()).unwrap();

    hear(&service, "tell Austria psst").await;
    sorted(&service).await;
    let mut all = at(|| terminal.news()).unwrap();
    let told = private(&all, "AUSTRIA");
    assert!(told.len() == 1 && told[0].contains("psst"), "{told:?}");
    assert_eq!(all.len(), 1, "{all:?}");

    clock.advance(13 * HOUR);
    service.tick().await.unwrap();
    sorted(&service).await;
    let reminded = at(|| terminal.news()).unwrap();
    for power in POWERS.iter().filter(|power| **power != "Italy") {
        let told = private(&reminded, &power.to_uppercase());
        assert_eq!(told.len(), 1, "{power}: {reminded:?}");
    }

    clock.advance(13 * HOUR);
    service.tick().await.unwrap();
    sorted(&service).await;
    let summary = at(|| terminal.news()).unwrap();
    let resolved = texts(&summary);
    assert!(
        resolved[0].starts_with("Spring 1901, movement (S1901M):"),
        "{resolved:?}"
    );
    assert_eq!(resolved[1..], ["S1901M.png"]);

    let mut words = "draw";
    for power in POWERS.iter().filter(|power| **power != "Italy") {
        at(|| terminal.take(power)).unwrap();
        say(&mut terminal, words);
        words = "draw yes";
    }
    at(|| terminal.news()).unwrap();
    hear(&service, "draw yes").await;
    sorted(&service).await;
    let over = at(|| terminal.news()).unwrap();
    assert_eq!(over.len(), 1, "{over:?}");
    assert_eq!(over[0].to, Ear::Public);
    assert!(texts(&over)[0].starts_with("The game is over: a draw between"));

    // Nothing comes twice, and nothing is left.
    assert!(at(|| terminal.news()).unwrap().is_empty());
    let notes = async {
        while !service.host().queues("", 9).await.unwrap().is_empty() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    assert!(tokio::time::timeout(SOON, notes).await.is_ok());
    all.extend([reminded, summary, over].into_iter().flatten());
    let texts: Vec<(String, String)> = all
        .iter()
        .map(|it| format!("{:?}", it.to))
        .zip(texts(&all))
        .collect();
    let distinct: BTreeSet<_> = texts.iter().collect();
    assert_eq!(distinct.len(), texts.len(), "{texts:?}");
    // Whoever plays on Slack has it there.
    let read = slack.inbox("U1");
    assert!(read.iter().any(|it| it.text.contains("The game is over")));
    running.abort();
    assert_eq!(slack.violations(), Vec::<String>::new());
}

/// A terminal that nobody opens for long has a queue like everybody else's.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_waits_for_a_terminal_has_an_end_which_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("house.db");
    let clock = Arc::new(ManualClock::at(Time(1_900_000_000_000)));
    let service = room(&file, &clock, 1);
    let mut terminal = Local::new(room(&file, &clock, 2), "table");
    begun(&service, &mut terminal, "").await;
    let table = at(|| terminal.table()).unwrap().unwrap();
    let house = Asker::house();
    let revised = service.host().revise(&table, &house, |revision| {
        for at in 0..250 {
            revision.letters.push(NewLetter {
                to: Viewer::Seat(Seat(0)),
                told: Json::parse(&format!("[{{\"notice\":\"news {at}\"}}]")).unwrap(),
            });
        }
        Ok::<_, Refused>(())
    });
    revised.await.unwrap();
    let desk = House::new(Arc::clone(&service));
    loop {
        let opened = desk.letters().await.unwrap();
        if opened.is_empty() {
            break;
        }
        // Slack's notes are another's work.
        let sorted = opened.into_iter().map(|it| Sorted {
            letter: it.letter,
            notes: Vec::new(),
            voice: it.voice,
            for_terminals: it.for_terminals,
        });
        desk.sort(sorted.collect()).await.unwrap();
    }
    let said = at(|| terminal.news()).unwrap();
    let kept = private(&said, "AUSTRIA");
    assert_eq!(kept.last().map(String::as_str), Some("news 249"));
    let dropped: usize = texts(&said)
        .iter()
        .find_map(|text| text.strip_suffix(" older notices were dropped."))
        .map(|number| number.parse().unwrap())
        .unwrap();
    assert_eq!(
        texts(&said)[0],
        format!("{dropped} older notices were dropped.")
    );
    assert_eq!(said.len(), 201, "{said:?}");
    assert!(dropped >= 50 && kept.len() + dropped >= 250, "{dropped}");
    assert!(at(|| terminal.news()).unwrap().is_empty());
}
