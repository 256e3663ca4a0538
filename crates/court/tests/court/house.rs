//! A house of several processes over one journal, and people who say words in it.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use parlour_court::{
    Attendance, Court, Customs, Heard, Household, NotFound, Plan, Refusal, Tableau, Unheard, Word,
};
use parlour_host::host::Undo;
use parlour_host::journal::MemoryJournal;
use parlour_host::table::{Person, TableId};
use parlour_host::{Clock, Host, Json, Message, Refused, Registry, SeededEntropy, Time};
use parlour_regicide::{Card, Command, House as RulesOfHouse, Kingslayer, Step, View, worth};
use parlour_rules::Seed;
use tokio::time::Instant;

/// The time of tokio, which tests advance.
pub struct RunningClock(Instant);

impl Clock for RunningClock {
    fn now(&self) -> Time {
        Time(self.0.elapsed().as_millis() as u64)
    }
}

pub const GRACE: Duration = Duration::from_secs(20);

/// Processes over one journal.
pub struct House {
    pub journal: Arc<MemoryJournal>,
    pub clock: Arc<RunningClock>,
    pub keys: Arc<AtomicU64>,
    /// By what is agreed, minds were asked for.
    pub asked: Arc<Mutex<Vec<Customs>>>,
    /// The seed of the games that are begun.
    pub seed: Arc<AtomicU64>,
}

/// One of them.
pub struct Process {
    pub host: Arc<Host>,
    pub court: Court,
}

impl House {
    pub fn new() -> Self {
        Self {
            journal: Arc::default(),
            clock: Arc::new(RunningClock(Instant::now())),
            keys: Arc::default(),
            asked: Arc::default(),
            seed: Arc::new(AtomicU64::new(7)),
        }
    }

    pub fn asked(&self) -> Vec<Customs> {
        self.asked.lock().unwrap().clone()
    }

    pub fn process(&self, name: &str) -> Process {
        let mut games = Registry::new();
        games.register::<Kingslayer>();
        let host = Arc::new(Host::new(
            games,
            Arc::clone(&self.journal) as _,
            Arc::clone(&self.clock) as _,
            Arc::new(SeededEntropy::new(Seed(1))),
        ));
        let keys = Arc::clone(&self.keys);
        let asked = Arc::clone(&self.asked);
        let seed = Arc::clone(&self.seed);
        let court = Court::new(Household {
            host: Arc::clone(&host),
            mind: Arc::new(move |customs| {
                asked.lock().unwrap().push(*customs);
                Arc::new(|view, _| simple(view))
            }),
            pace: Duration::ZERO,
            key: Arc::new(move || format!("key{}", keys.fetch_add(1, Ordering::SeqCst))),
            seed: Arc::new(move || Seed(seed.load(Ordering::SeqCst))),
            grace: GRACE,
            replica: Some(name.to_owned()),
        });
        Process { host, court }
    }
}

/// A move that is always allowed: what is needed to pay, or one card.
pub fn simple(view: &View) -> Command {
    match view.step {
        Step::Suffer => Command::Pay(covering(&view.hand, view.due)),
        Step::Choose => Command::Next(view.current),
        _ => match view.hand.first() {
            Some(card) => Command::Play(vec![*card]),
            None => Command::Yield,
        },
    }
}

/// The smallest sum that covers what is due.
pub fn covering(cards: &[Card], due: u16) -> Vec<Card> {
    let sets = (0_u32..1 << cards.len()).map(|set| {
        let chosen = (0..).zip(cards).filter(move |(at, _)| set >> at & 1 == 1);
        chosen.map(|(_, card)| *card).collect::<Vec<Card>>()
    });
    let covering = sets.filter(|set| worth(set) >= due);
    covering.min_by_key(|set| worth(set)).unwrap_or_default()
}

pub fn person(name: &str) -> Person {
    Person::new(format!("web:{name}").as_str(), name)
}

pub fn plan(players: u8) -> Plan {
    Plan {
        title: String::from("Ann's table"),
        players,
        bots: 0,
        open: true,
        house: RulesOfHouse::default(),
        customs: Customs::default(),
    }
}

impl Process {
    pub async fn say(&self, game: &TableId, name: &str, word: Word) -> Result<Heard, Unheard> {
        self.say_as(game, name, word, None).await
    }

    pub async fn say_as(
        &self,
        game: &TableId,
        name: &str,
        word: Word,
        id: Option<&str>,
    ) -> Result<Heard, Unheard> {
        self.court
            .hear(game, &person(name), word, id)
            .await
            .unwrap()
    }

    pub async fn attend(&self, game: &TableId, name: &str) -> Attendance {
        let who = person(name).identity;
        self.court.attend(game, &who).await.unwrap()
    }

    pub async fn tableau(&self, game: &TableId) -> Tableau {
        self.host.refresh().await.unwrap();
        let record = self.host.record(game).await.unwrap();
        Tableau::of(game, &record).unwrap()
    }

    /// Waits until the table looks like this.
    pub async fn until(&self, game: &TableId, is_so: impl Fn(&Tableau) -> bool) -> Tableau {
        for _ in 0..10_000 {
            let tableau = self.tableau(game).await;
            if is_so(&tableau) {
                return tableau;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        panic!("it stays as it is: {:?}", self.tableau(game).await);
    }

    /// Plays a card of this person down the host's road, as a page does.
    pub async fn play(&self, game: &TableId, name: &str) -> Result<u64, Refused> {
        let who = person(name).identity;
        let seen = self.host.look(game, &who).await?;
        let view: View = seen.view.read().unwrap();
        let command = Json::of(&simple(&view)).into_text();
        let accepted = self
            .host
            .command_text(Message::new(game, &who, command))
            .await?;
        Ok(accepted.seq)
    }
}

pub fn refused(unheard: Result<Heard, Unheard>) -> &'static str {
    match unheard {
        Err(Unheard::Refused(Refusal { code, .. })) => code,
        other => panic!("not refused: {other:?}"),
    }
}

/// Two people at a table for so many, the others bots; they have begun.
pub async fn begun(here: &Process, there: &Process, plan: &Plan) -> (TableId, [Attendance; 2]) {
    let game = here.court.found(&person("Ann"), plan).await.unwrap();
    let looking = [
        here.attend(&game, "Ann").await,
        there.attend(&game, "Ben").await,
    ];
    there.say(&game, "Ben", Word::Join {}).await.unwrap();
    for _ in 2..plan.players {
        here.say(&game, "Ann", Word::AddBot {}).await.unwrap();
    }
    for (process, name) in [(here, "Ann"), (there, "Ben")] {
        process.say(&game, name, Word::Ready {}).await.unwrap();
    }
    here.until(&game, |it| !it.lobby).await;
    (game, looking)
}

impl Process {
    pub async fn view(&self, game: &TableId) -> (u64, View) {
        self.host.refresh().await.unwrap();
        let who = person("Wim").identity;
        let seen = self.host.look(game, &who).await.unwrap();
        (seen.standing.seq, seen.view.read().unwrap())
    }

    pub async fn undo(&self, game: &TableId, name: &str, to: u64) -> Result<Undo, NotFound> {
        self.host.refresh().await.unwrap();
        let who = person(name).identity;
        self.court.undo(game, &who, to).await
    }
}
