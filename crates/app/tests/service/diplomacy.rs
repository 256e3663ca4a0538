//! Whole games of Diplomacy while services are killed: seven people on Slack play
//! from `new` to an agreed draw, give orders and talk to each other, one game after the
//! other until nobody is killed any more. No order and no press that was acknowledged is
//! lost, no phase is resolved twice, nothing that was to be told is missing, and nobody
//! reads what is not for them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use parlour_chat::doubles::SlackDouble;
use parlour_diplomacy::game::{Diplomacy, Event, ResolvedPhase};
use parlour_diplomacy::{Power, Step};
use parlour_host::card::{Course, Query};
use parlour_host::journal::{Journal, PostgresJournal, SqliteJournal};
use parlour_host::log::{Limits, read_log, verify};
use parlour_host::press::Press;
use parlour_host::table::{Identity, TableId};
use parlour_host::{Host, Registry, SystemClock, SystemEntropy};
use parlour_room::{Heard, Room};
use parlour_rules::{Seed, Stream, Viewer};

use crate::street::{Ends, PATIENCE, Pace, Street, kill};

const POWERS: [&str; 7] = [
    "Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey",
];

/// A room of the test's own before the same database: it looks, and asks the clock.
pub(crate) fn room(journal: Arc<dyn Journal>) -> Room {
    let mut games = Registry::new();
    Room::prepare(&mut games);
    let entropy = Arc::new(SystemEntropy);
    let host = Host::new(games, journal, Arc::new(SystemClock), entropy.clone());
    Room::new(Arc::new(host), entropy)
}

fn user(power: usize) -> String {
    format!("U{power}")
}

fn identity(power: usize) -> Identity {
    format!("slack:{}", user(power)).as_str().into()
}

/// Orders that were acknowledged, by phase and power, in capitals.
type Acknowledged = BTreeMap<(String, String), BTreeSet<String>>;

/// The most phases of one game; then it is drawn and another begins.
const PHASES: u32 = 60;

/// Words that one power has said to another, or to all, and that were acknowledged.
struct Told {
    by: usize,
    to: Option<usize>,
    words: String,
}

/// One game, played for as long as services are killed, or long enough, and then drawn.
struct Played<'a> {
    street: &'a Street<'a>,
    room: &'a Room,
    table: TableId,
    chance: Stream,
    acknowledged: Acknowledged,
    told: Vec<Told>,
    /// How much the channel had been told before it.
    begins_at: usize,
}

impl Played<'_> {
    /// Every power that must order gives legal orders by chance, and the phase is
    /// resolved: because all are ready, by force, or by the clock.
    async fn play_phase(&mut self) {
        let before = self.sight().await;
        let awaiting: Vec<usize> = before.awaiting.iter().map(|it| usize::from(it.0)).collect();
        let way = self.chance.below(3);
        self.talk(&before).await;
        for power in awaiting {
            self.give_orders(power).await;
            if way == 0 {
                self.street.insist(&user(power), "ready").await;
            }
        }
        match way {
            0 => {}
            1 => drop(self.street.insist(&user(0), "force yes").await),
            _ => {
                let host = self.room.host();
                let (master, soon) = (identity(0), host.now().after(60));
                let set = host.set_deadline(&self.table, &master, Some(soon));
                set.await.unwrap();
            }
        }
        let patience = Instant::now() + PATIENCE;
        while self.sight().await.view.phase == before.view.phase {
            assert!(Instant::now() < patience, "the table stands still");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    /// Somebody who is still in the game says something to somebody else, or to all.
    async fn talk(&mut self, sight: &parlour_host::Shown<Diplomacy>) {
        let alive: Vec<usize> = (0..POWERS.len())
            .filter(|power| !sight.view.powers[*power].eliminated)
            .collect();
        let mut any = || alive[self.chance.below(alive.len() as u32) as usize];
        let (by, to) = (any(), any());
        // Of one length, so that none is part of another.
        let words = format!("psst-{}-{:06}", self.table, self.told.len());
        let to = (to != by).then_some(to);
        let hearers = to.map_or("all", |to| POWERS[to]);
        let said = format!("tell {hearers} {words}");
        let answer = self.street.insist(&user(by), &said).await;
        assert!(answer.contains("Told to"), "{said}: {answer}");
        self.told.push(Told { by, to, words });
    }

    async fn give_orders(&mut self, power: usize) {
        let heard = Heard::in_private("slack", identity(power), POWERS[power], "");
        let offers = self.room.offers(&heard).await.unwrap().unwrap();
        // In Winter there are only so many to disband.
        let view = self.sight().await.view;
        let due = view.position.adjustment(&view.board, Power(power as u8));
        let winter = view.phase.step == Step::Adjustment && due != 0;
        let most = if winter {
            due.unsigned_abs() as usize
        } else {
            offers.units.len()
        };
        let mut orders = Vec::new();
        for unit in offers.units.iter().take(most) {
            let which = self.chance.below(unit.orders.len() as u32) as usize;
            orders.push(unit.orders[which].clone());
        }
        if orders.is_empty() {
            return;
        }
        let words = format!("order {}", orders.join("; "));
        let answer = self.street.insist(&user(power), &words).await;
        assert!(answer.contains("Noted"), "{words}: {answer}");
        let orders = orders.iter().map(|it| it.to_uppercase()).collect();
        let key = (offers.phase, POWERS[power].to_uppercase());
        self.acknowledged.insert(key, orders);
    }

    async fn sight(&self) -> parlour_host::Shown<Diplomacy> {
        let host = self.room.host();
        let sight = host.sight::<Diplomacy>(&self.table, Viewer::Spectator);
        sight.await.unwrap()
    }

    /// The phases that were resolved, as everybody is told of them.
    async fn resolved(&self) -> Vec<ResolvedPhase> {
        let host = self.room.host();
        let seen = host.seen::<Diplomacy>(&self.table, Viewer::Spectator, 0);
        let events = seen.await.unwrap().into_iter().flat_map(|(_, it)| it);
        let phases = events.filter_map(|event| match event {
            Event::PhaseResolved(resolved) => Some(*resolved),
            _ => None,
        });
        phases.collect()
    }

    /// Everything that was said stands there, was told to those it was for, and to
    /// nobody else.
    async fn check_press(&self) {
        let slack = &self.street.slack;
        for Told { by, to, words } in &self.told {
            let host = self.room.host();
            let reader = identity(to.unwrap_or(*by));
            // Whoever got no answer has said it again.
            let mut said = 0;
            let count = |it: Press| said += u32::from(it.said.words == *words);
            let read = host.press(&self.table, Some(&reader), false, count);
            read.await.unwrap();
            assert!(said >= 1, "{words} is lost");
            for (power, name) in POWERS.iter().enumerate().filter(|_| to.is_some()) {
                let inbox = slack.inbox(&user(power));
                let read = inbox.iter().any(|it| it.text.contains(words));
                assert_eq!(read, *to == Some(power), "{words}, read by {name}");
            }
            let shown = slack.channel("C1").iter().any(|it| it.text.contains(words));
            assert_eq!(shown, to.is_none(), "{words}, in the channel");
        }
    }

    async fn check(&self, kills: u32) {
        self.check_press().await;
        let archive = self.room.host().export(&self.table).await.unwrap();
        let log = read_log(&archive[..], Limits::default()).unwrap();
        let verdict = verify(self.room.host().registry(), &log).unwrap();
        assert!(verdict.is_verified(), "{verdict}");
        let phases = self.resolved().await;
        let distinct: BTreeSet<_> = phases.iter().map(|it| it.phase.to_string()).collect();
        assert_eq!(distinct.len(), phases.len(), "a phase was resolved twice");
        let mut carried_out = 0;
        for ((phase, power), orders) in &self.acknowledged {
            let resolved = phases.iter().find(|it| it.phase.to_string() == *phase);
            let resolved = resolved.unwrap_or_else(|| panic!("{phase} was never resolved"));
            let given = resolved.orders.iter().filter(|it| it.power == *power);
            let given: BTreeSet<String> = given
                .filter(|it| it.given)
                .map(|it| it.order.to_uppercase())
                .collect();
            let lost: Vec<_> = orders.difference(&given).collect();
            assert!(lost.is_empty(), "{phase}, {power}: {lost:?} of {orders:?}");
            carried_out += orders.len();
        }
        // The last kill may come before a game's first phase.
        assert!(
            phases.is_empty() || carried_out > phases.len(),
            "hardly anybody ordered in {} phases: {carried_out} orders",
            phases.len()
        );
        // The channel has every summary with its picture; a kill doubles at most
        // what was on its way.
        let told = self.street.slack.channel("C1").split_off(self.begins_at);
        let mut doubled = 0;
        for phase in &phases {
            let words = format!("{} ({}):", phase.phase.words(), phase.phase);
            let summaries = told.iter().filter(|it| it.text.contains(&words)).count();
            let file = format!("{}.png", phase.phase);
            let named = |it: &&parlour_chat::doubles::SlackSent| {
                it.file.as_ref().is_some_and(|(name, _)| *name == file)
            };
            let pictures = told.iter().filter(named).count();
            assert!(summaries >= 1, "{words} was never told");
            assert!(pictures >= 1, "{file} was never sent");
            doubled += summaries + pictures - 2;
        }
        eprintln!(
            "{} phases, {carried_out} orders, {kills} kills, {doubled} messages came twice",
            phases.len()
        );
        assert!(
            doubled <= kills as usize,
            "{doubled} messages came twice after {kills} kills"
        );
    }
}

/// One game after the other, until nobody is killed any more.
async fn play(street: &Street<'_>, room: &Room, pace: &Pace) {
    let mut chance = Stream::new(Seed(5), 0);
    let mut goes_on = true;
    while goes_on {
        let killed = pace.killed.load(Ordering::SeqCst);
        let played;
        (played, goes_on) = play_one(street, room, pace, chance.clone()).await;
        chance = played.chance.clone();
        // All that were killed while it was played, and the one before it began.
        played
            .check(pace.killed.load(Ordering::SeqCst) - killed + 1)
            .await;
    }
}

/// From `new` to the draw; and whether there are kills to come.
async fn play_one<'a>(
    street: &'a Street<'a>,
    room: &'a Room,
    pace: &Pace,
    chance: Stream,
) -> (Played<'a>, bool) {
    let begins_at = street.slack.channel("C1").len();
    let before: BTreeSet<TableId> = tables(room).await.into_iter().collect();
    let opened = street.insist("U0", "new").await;
    for (number, power) in POWERS.iter().enumerate() {
        let words = format!("join {power}");
        let joined = street.insist(&user(number), &words).await;
        assert!(joined.contains(power), "{opened}: {joined}");
    }
    // Whoever got no answer says it again, and hears that it was done.
    let started = street.insist("U0", "start").await;
    assert!(started.contains("begins") || started.contains("has started"));
    let running = tables(room).await.into_iter();
    let mut running = running.filter(|it| !before.contains(it));
    let mut played = Played {
        street,
        room,
        table: running.next().unwrap(),
        chance,
        acknowledged: Acknowledged::new(),
        told: Vec::new(),
        begins_at,
    };
    assert_eq!(running.next(), None, "{opened}: one game was opened");
    let mut goes_on = true;
    for _ in 0..PHASES {
        goes_on = pace.wait_for_kill().await;
        if !goes_on {
            break;
        }
        played.play_phase().await;
        pace.phases.fetch_add(1, Ordering::SeqCst);
    }
    let powers = played.sight().await.view.powers;
    let survivors = (0..POWERS.len()).filter(|power| !powers[*power].eliminated);
    let mut words = "draw";
    for number in survivors {
        street.insist(&user(number), words).await;
        words = "draw yes";
    }
    assert!(played.sight().await.outcome.is_some(), "the draw is agreed");
    // Whoever is left takes up what the dead had to carry, step by step.
    let mut left = usize::MAX;
    let mut patience = Instant::now() + PATIENCE;
    while left > 0 {
        let letters = room.host().journal().letters(0, u32::MAX).await.unwrap();
        let queues = room.host().queues("", u32::MAX).await.unwrap();
        let notes: u64 = queues.iter().map(|queue| queue.notes).sum();
        let waiting = letters.len() + notes as usize;
        if waiting < left {
            left = waiting;
            patience = Instant::now() + PATIENCE;
        }
        assert!(
            Instant::now() < patience,
            "never sent: {letters:?} {queues:?}"
        );
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    (played, goes_on)
}

/// The tables of the game master that go on.
async fn tables(room: &Room) -> Vec<TableId> {
    let open = Query::of(&identity(0)).course(Course::Open);
    let cards = room.host().all_cards(open).await.unwrap();
    cards.into_iter().map(|card| card.table).collect()
}

fn play_while_services_are_killed(room: &Room, url: &str, home: &Path, services: usize) {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .unwrap();
    let slack = runtime
        .block_on(SlackDouble::start("xoxb-1", "secret"))
        .unwrap();
    slack.add_channel("C1", "diplomacy");
    for (number, power) in POWERS.iter().enumerate() {
        slack.add_user(&user(number), power);
    }
    let street = Street {
        url,
        home,
        slack: &slack,
        running: Mutex::default(),
        dead: Mutex::default(),
    };
    street.fill(services);
    let pace = Pace::default();
    thread::scope(|scope| {
        let killing = scope.spawn(|| kill(&street, services, &pace));
        let _ends = Ends(&pace);
        runtime.block_on(async {
            play(&street, room, &pace).await;
        });
        killing.join().unwrap();
    });
    assert_eq!(slack.violations(), Vec::<String>::new());
    for served in street.running.into_inner().unwrap() {
        assert!(served.terminate().success());
    }
}

#[test]
fn a_whole_game_survives_kills_of_its_service_on_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("house.db");
    let room = room(Arc::new(SqliteJournal::open(&path).unwrap()));
    let url = format!("sqlite:{}", path.display());
    play_while_services_are_killed(&room, &url, folder.path(), 1);
}

#[test]
fn a_whole_game_survives_kills_of_its_replicas_on_postgres() {
    let Some(server) = crate::process::postgres() else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let url = format!("{server}?schema=game_{}", std::process::id());
    let room = room(Arc::new(PostgresJournal::open(&url).unwrap()));
    play_while_services_are_killed(&room, &url, folder.path(), 2);
}
