//! A court without any transport: words said by people whom their front knows, two
//! processes over one journal, and phones that lock.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use parlour_court::{
    Attendance, Court, Customs, Heard, Household, NotFound, Plan, Refusal, Tableau, Unheard, Word,
};
use parlour_host::audit::Act;
use parlour_host::host::Undo;
use parlour_host::journal::MemoryJournal;
use parlour_host::table::{Person, TableId};
use parlour_host::{Clock, Host, Json, Message, Refused, Registry, SeededEntropy, Time};
use parlour_regicide::bot::Level;
use parlour_regicide::{
    Card, Command, Difficulty, House as RulesOfHouse, Kingslayer, Phrase, Step, View, worth,
};
use parlour_rules::{Seat, Seed};
use tokio::time::Instant;

/// The time of tokio, which tests advance.
struct RunningClock(Instant);

impl Clock for RunningClock {
    fn now(&self) -> Time {
        Time(self.0.elapsed().as_millis() as u64)
    }
}

const GRACE: Duration = Duration::from_secs(20);

/// Processes over one journal.
struct House {
    journal: Arc<MemoryJournal>,
    clock: Arc<RunningClock>,
    keys: Arc<AtomicU64>,
    /// By what is agreed, minds were asked for.
    asked: Arc<Mutex<Vec<Customs>>>,
    /// The seed of the games that are begun.
    seed: Arc<AtomicU64>,
}

/// One of them.
struct Process {
    host: Arc<Host>,
    court: Court,
}

impl House {
    fn new() -> Self {
        Self {
            journal: Arc::default(),
            clock: Arc::new(RunningClock(Instant::now())),
            keys: Arc::default(),
            asked: Arc::default(),
            seed: Arc::new(AtomicU64::new(7)),
        }
    }

    fn asked(&self) -> Vec<Customs> {
        self.asked.lock().unwrap().clone()
    }

    fn process(&self, name: &str) -> Process {
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
fn simple(view: &View) -> Command {
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
fn covering(cards: &[Card], due: u16) -> Vec<Card> {
    let sets = (0_u32..1 << cards.len()).map(|set| {
        let chosen = (0..).zip(cards).filter(move |(at, _)| set >> at & 1 == 1);
        chosen.map(|(_, card)| *card).collect::<Vec<Card>>()
    });
    let covering = sets.filter(|set| worth(set) >= due);
    covering.min_by_key(|set| worth(set)).unwrap_or_default()
}

fn person(name: &str) -> Person {
    Person::new(format!("web:{name}").as_str(), name)
}

fn plan(players: u8) -> Plan {
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
    async fn say(&self, game: &TableId, name: &str, word: Word) -> Result<Heard, Unheard> {
        self.say_as(game, name, word, None).await
    }

    async fn say_as(
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

    async fn attend(&self, game: &TableId, name: &str) -> Attendance {
        let who = person(name).identity;
        self.court.attend(game, &who).await.unwrap()
    }

    async fn tableau(&self, game: &TableId) -> Tableau {
        self.host.refresh().await.unwrap();
        let record = self.host.record(game).await.unwrap();
        Tableau::of(game, &record).unwrap()
    }

    /// Waits until the table looks like this.
    async fn until(&self, game: &TableId, is_so: impl Fn(&Tableau) -> bool) -> Tableau {
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
    async fn play(&self, game: &TableId, name: &str) -> Result<u64, Refused> {
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

fn refused(unheard: Result<Heard, Unheard>) -> &'static str {
    match unheard {
        Err(Unheard::Refused(Refusal { code, .. })) => code,
        other => panic!("not refused: {other:?}"),
    }
}

#[tokio::test(start_paused = true)]
async fn people_found_a_table_sit_down_and_begin() {
    let house = House::new();
    let here = house.process("one");
    let game = here.court.found(&person("Ann"), &plan(3)).await.unwrap();
    let _ann = here.attend(&game, "Ann").await;
    let _ben = here.attend(&game, "Ben").await;
    assert_eq!(
        refused(here.say(&game, "Ben", Word::Ready {}).await),
        "not_seated"
    );
    let heard = here.say(&game, "Ben", Word::Join {}).await.unwrap();
    assert_eq!(heard.seat, Some(Seat(1)));
    // Said again, it is the same seat.
    let again = here.say(&game, "Ben", Word::Join {}).await.unwrap();
    assert_eq!(again.seat, Some(Seat(1)));
    here.say(&game, "Ann", Word::AddBot {}).await.unwrap();
    assert_eq!(
        refused(here.say(&game, "Cleo", Word::Join {}).await),
        "table_full"
    );
    here.say(&game, "Ann", Word::Ready {}).await.unwrap();
    let tableau = here.tableau(&game).await;
    let ready: Vec<bool> = tableau.seats.iter().map(|it| it.ready).collect();
    assert_eq!((tableau.lobby, ready), (true, vec![true, false, true]));
    let hello = Word::Say {
        phrase: Phrase::Hello,
    };
    here.say(&game, "Ben", hello).await.unwrap();
    here.say(&game, "Ben", Word::Ready {}).await.unwrap();
    let tableau = here.until(&game, |it| !it.lobby).await;
    assert_eq!(tableau.log.last().unwrap().text, "says: Hello!");
    assert_eq!(
        refused(here.say(&game, "Ann", Word::AddBot {}).await),
        "already_started"
    );
}

/// What the court does at somebody's word it does on its own right; the audit tells whose
/// word it was.
#[tokio::test(start_paused = true)]
async fn the_audit_names_who_asked_for_each_change_of_a_table() {
    let house = House::new();
    let here = house.process("one");
    let game = here.court.found(&person("Ann"), &plan(3)).await.unwrap();
    let _there = [
        here.attend(&game, "Ann").await,
        here.attend(&game, "Ben").await,
    ];
    for (name, word) in [
        ("Ann", Word::AddBot {}),
        ("Ann", Word::RemoveBot {}),
        ("Ben", Word::Join {}),
        ("Ben", Word::AddBot {}),
        ("Ann", Word::Ready {}),
        ("Ben", Word::Ready {}),
    ] {
        here.say(&game, name, word).await.unwrap();
    }
    let at = |_: Time| String::from("some time");
    let acts = here.host.audit(&game).await.unwrap();
    let deeds: Vec<String> = acts
        .iter()
        .filter_map(|act| match act {
            Act::Deed(deed) => Some(deed.words(&at)),
            Act::Given(_) => None,
        })
        .collect();
    for expected in [
        "Ann (web): Ann (web) sat down at seat 0",
        "Ann (web): Bot 1 (bot) sat down at seat 1",
        "Ann (web): Bot 1 (bot) is not at seat 1 any more",
        "Ben (web): Ben (web) sat down at seat 1",
        "Ben (web): Bot 1 (bot) sat down at seat 2",
        "Ann (web): settings changed: ready",
        "Ben (web): settings changed: ready",
        "Ben (web): play began",
    ] {
        assert!(
            deeds.iter().any(|it| it == expected),
            "{expected}: {deeds:#?}"
        );
    }
    // What it opened for others is the house's own.
    assert!(
        deeds[1..].iter().all(|it| !it.starts_with("court")),
        "{deeds:#?}"
    );
    for secret in ["web:", "bot:"] {
        assert!(deeds.iter().all(|it| !it.contains(secret)), "{deeds:#?}");
    }
}

/// A link to one chair is for that chair.
#[tokio::test(start_paused = true)]
async fn a_seat_is_taken_by_its_number_and_by_nobody_else_then() {
    let house = House::new();
    let here = house.process("one");
    let game = here.court.found(&person("Ann"), &plan(4)).await.unwrap();
    let take = |seat| Word::Take { seat: Seat(seat) };
    let heard = here.say(&game, "Ben", take(2)).await.unwrap();
    assert_eq!(heard.seat, Some(Seat(2)));
    for taken in [0, 2, 7] {
        let unheard = here.say(&game, "Cleo", take(taken)).await;
        assert_eq!(refused(unheard), "seat_taken");
    }
    let heard = here.say(&game, "Cleo", Word::Join {}).await.unwrap();
    assert_eq!(heard.seat, Some(Seat(1)));
    // Whoever sits stays where they sit.
    let heard = here.say(&game, "Ben", take(3)).await.unwrap();
    assert_eq!(heard.seat, Some(Seat(2)));
}

/// "The same word twice is one word."
#[tokio::test(start_paused = true)]
async fn a_word_with_an_id_is_done_once_wherever_it_is_said_again() {
    let house = House::new();
    let (here, there) = (house.process("one"), house.process("two"));
    let game = here.court.found(&person("Ann"), &plan(4)).await.unwrap();
    let _ann = here.attend(&game, "Ann").await;
    let add = Word::AddBot {};
    here.say_as(&game, "Ann", add, Some("a")).await.unwrap();
    here.say_as(&game, "Ann", add, Some("a")).await.unwrap();
    there.say_as(&game, "Ann", add, Some("a")).await.unwrap();
    let bots = |tableau: &Tableau| tableau.seats.iter().filter(|it| it.bot).count();
    assert_eq!(bots(&here.tableau(&game).await), 1);
    there.say_as(&game, "Ann", add, Some("b")).await.unwrap();
    assert_eq!(bots(&here.tableau(&game).await), 2);
    let hello = Word::Say {
        phrase: Phrase::Hello,
    };
    for process in [&here, &there, &here] {
        process
            .say_as(&game, "Ann", hello, Some("c"))
            .await
            .unwrap();
    }
    assert_eq!(there.tableau(&game).await.log.len(), 1);
}

/// "A lost connection has a grace before the table pauses, since phones lock."
#[tokio::test(start_paused = true)]
async fn the_table_waits_for_who_is_gone_only_when_their_grace_is_over() {
    let house = House::new();
    let here = house.process("one");
    let game = here.court.found(&person("Ann"), &plan(2)).await.unwrap();
    let _ann = here.attend(&game, "Ann").await;
    let ben = here.attend(&game, "Ben").await;
    here.say(&game, "Ben", Word::Join {}).await.unwrap();
    for name in ["Ann", "Ben"] {
        here.say(&game, name, Word::Ready {}).await.unwrap();
    }
    let missed =
        |tableau: &Tableau| -> Vec<bool> { tableau.seats.iter().map(|it| it.missed).collect() };
    // A phone locks and wakes again.
    drop(ben);
    tokio::time::sleep(GRACE / 2).await;
    assert!(!here.tableau(&game).await.paused);
    let ben = here.attend(&game, "Ben").await;
    tokio::time::sleep(GRACE * 2).await;
    assert!(!here.tableau(&game).await.paused);
    // A second window of the same person makes no difference.
    let window = here.attend(&game, "Ben").await;
    drop(ben);
    tokio::time::sleep(GRACE * 2).await;
    assert!(!here.tableau(&game).await.paused);
    // Now he is gone.
    drop(window);
    let tableau = here.until(&game, |it| it.paused).await;
    assert_eq!(missed(&tableau), [false, true], "the table waits for Ben");
    assert_eq!(here.play(&game, "Ann").await.unwrap_err().code(), "paused");
    let _ben = here.attend(&game, "Ben").await;
    here.until(&game, |it| !it.paused).await;
    // Who says that they leave is waited for at once.
    here.say(&game, "Ann", Word::Leave {}).await.unwrap();
    assert_eq!(missed(&here.tableau(&game).await), [true, false]);
}

/// Two processes see the same people, and neither pauses for those of the other.
#[tokio::test(start_paused = true)]
async fn guests_of_two_processes_sit_at_one_table() {
    let house = House::new();
    let (here, there) = (house.process("one"), house.process("two"));
    let game = here.court.found(&person("Ann"), &plan(2)).await.unwrap();
    let _ann = here.attend(&game, "Ann").await;
    let ben = there.attend(&game, "Ben").await;
    there.say(&game, "Ben", Word::Join {}).await.unwrap();
    there.say(&game, "Ben", Word::Ready {}).await.unwrap();
    here.say(&game, "Ann", Word::Ready {}).await.unwrap();
    for process in [&here, &there] {
        process.until(&game, |it| !it.lobby).await;
        tokio::time::sleep(GRACE * 3).await;
        assert!(!process.tableau(&game).await.paused);
    }
    // They play, each at their own process.
    let mut moves = 0;
    while moves < 4 {
        for (process, name) in [(&here, "Ann"), (&there, "Ben")] {
            process.host.refresh().await.unwrap();
            moves += u32::from(process.play(&game, name).await.is_ok());
        }
    }
    // The process with Ben dies: his lease ends, and the other one waits for him.
    drop(ben);
    drop(there);
    let tableau = here.until(&game, |it| it.paused).await;
    assert!(tableau.seats[1].missed && !tableau.seats[0].missed);
    // He comes back to the one that is left.
    let _ben = here.attend(&game, "Ben").await;
    here.until(&game, |it| !it.paused).await;
}

/// Both processes see that everybody is ready, and one next game begins.
#[tokio::test(start_paused = true)]
async fn the_next_game_begins_once_and_both_processes_go_over_to_it() {
    let house = House::new();
    let (here, there) = (house.process("one"), house.process("two"));
    let first = here.court.found(&person("Ann"), &plan(2)).await.unwrap();
    let _ann = here.attend(&first, "Ann").await;
    let _ben = there.attend(&first, "Ben").await;
    there.say(&first, "Ben", Word::Join {}).await.unwrap();
    for (process, name) in [(&here, "Ann"), (&there, "Ben")] {
        process.say(&first, name, Word::Ready {}).await.unwrap();
    }
    here.until(&first, |it| !it.lobby).await;
    loop {
        for (process, name) in [(&here, "Ann"), (&there, "Ben")] {
            process.host.refresh().await.unwrap();
            let _ = process.play(&first, name).await;
        }
        let watcher = here
            .host
            .look(&first, &person("Wim").identity)
            .await
            .unwrap();
        if watcher.outcome.is_some() {
            break;
        }
    }
    there.host.refresh().await.unwrap();
    let (ann, ben) = tokio::join!(
        here.say(&first, "Ann", Word::Ready {}),
        there.say(&first, "Ben", Word::Ready {})
    );
    let games = [ann.unwrap().game, ben.unwrap().game];
    let next = here.court.present_game(&first).await.unwrap().unwrap();
    assert!(games.contains(&next) && next != first, "{games:?}");
    assert_eq!(
        there.court.present_game(&next).await.unwrap(),
        Some(next.clone())
    );
    assert_eq!(here.host.tables().await.unwrap().len(), 2, "one next game");
    for process in [&here, &there] {
        let tableau = process.until(&next, |it| !it.lobby).await;
        assert_eq!((tableau.game, tableau.paused), (1, false));
    }
    // Both are there: nobody is missed after any while.
    tokio::time::sleep(GRACE * 3).await;
    assert!(!here.tableau(&next).await.paused);
}

/// One process lets a bot think, and its move is made once.
#[tokio::test(start_paused = true)]
async fn a_bot_thinks_in_one_process_and_plays_whole_games() {
    let house = House::new();
    let (here, there) = (house.process("one"), house.process("two"));
    let game = here.court.found(&person("Ann"), &plan(2)).await.unwrap();
    let _ann = here.attend(&game, "Ann").await;
    let _too = there.attend(&game, "Ann").await;
    here.say(&game, "Ann", Word::AddBot {}).await.unwrap();
    here.say(&game, "Ann", Word::Ready {}).await.unwrap();
    let mut turns = 0;
    loop {
        let seen = here
            .host
            .look(&game, &person("Ann").identity)
            .await
            .unwrap();
        if seen.outcome.is_some() {
            break;
        }
        if seen.awaiting.contains(Seat(0)) && seen.record.started.is_some() {
            here.play(&game, "Ann").await.unwrap();
            turns += 1;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    assert!(turns > 2, "the bot played in between");
}

/// What was founded is what is played: at the next game, and after every process has
/// been started anew.
#[tokio::test(start_paused = true)]
async fn house_rules_and_customs_go_on_with_the_table() {
    let hard = RulesOfHouse {
        mulligan: true,
        surplus_payment: false,
        ..Difficulty::Hard.house()
    };
    let agreed = Customs {
        level: Some(Level::Rookie),
        pace: Some(2_000),
        hints: true,
    };
    let house = House::new();
    let here = house.process("one");
    let plan = Plan {
        house: hard,
        customs: agreed,
        ..plan(2)
    };
    let first = here.court.found(&person("Ann"), &plan).await.unwrap();
    assert_eq!(here.tableau(&first).await.customs, agreed);
    drop(here);

    let here = house.process("two");
    let _ann = here.attend(&first, "Ann").await;
    here.say(&first, "Ann", Word::AddBot {}).await.unwrap();
    here.say(&first, "Ann", Word::Ready {}).await.unwrap();
    assert_eq!(house.asked(), [agreed, agreed], "bots think as was agreed");
    let who = person("Ann").identity;
    let seen = |seen: parlour_host::Shown<Json>| seen.view.read::<View>().unwrap();
    loop {
        let view = seen(here.host.look(&first, &who).await.unwrap());
        assert_eq!(view.house, hard);
        if view.outcome.is_some() {
            break;
        }
        let _ = here.play(&first, "Ann").await;
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    drop(here);

    let here = house.process("three");
    let _ann = here.attend(&first, "Ann").await;
    let next = here.say(&first, "Ann", Word::Ready {}).await.unwrap().game;
    assert_ne!(next, first);
    let view = seen(here.host.look(&next, &who).await.unwrap());
    assert_eq!(view.house, hard);
    assert_eq!(here.tableau(&next).await.customs, agreed);
}

/// Two people at a table for so many, the others bots; they have begun.
async fn begun(here: &Process, there: &Process, plan: &Plan) -> (TableId, [Attendance; 2]) {
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
    async fn view(&self, game: &TableId) -> (u64, View) {
        self.host.refresh().await.unwrap();
        let who = person("Wim").identity;
        let seen = self.host.look(game, &who).await.unwrap();
        (seen.standing.seq, seen.view.read().unwrap())
    }

    async fn undo(&self, game: &TableId, name: &str, to: u64) -> Result<Undo, NotFound> {
        self.host.refresh().await.unwrap();
        let who = person(name).identity;
        self.court.undo(game, &who, to).await
    }
}

/// "Take-back by consent": both agree, each at their own process, and both go over.
#[tokio::test(start_paused = true)]
async fn moves_are_taken_back_when_all_agree_and_the_table_goes_on() {
    let house = House::new();
    let (here, there) = (house.process("one"), house.process("two"));
    let (game, _looking) = begun(&here, &there, &plan(2)).await;
    let both = [(&here, "Ann"), (&there, "Ben")];
    let mut boards = vec![here.view(&game).await.1];
    while boards.len() < 4 {
        for (process, name) in both {
            process.host.refresh().await.unwrap();
            if process.play(&game, name).await.is_ok() {
                boards.push(process.view(&game).await.1);
            }
        }
    }
    let (played, _) = here.view(&game).await;
    let hello = Word::Say {
        phrase: Phrase::Hello,
    };
    here.say(&game, "Ann", hello).await.unwrap();
    let before = here.say(&game, "Ann", Word::Ready {}).await.unwrap().seq;

    assert_eq!(here.undo(&game, "Ann", 1).await, Ok(Undo::Asked));
    let Undo::Done(left) = there.undo(&game, "Ben", 1).await.unwrap() else {
        panic!("both have agreed");
    };
    let words = format!("the last {} moves are taken back", played - 1);
    for (process, name) in both {
        let tableau = process
            .until(&left, |it| it.log.iter().any(|line| line.text == words))
            .await;
        assert_eq!(
            (tableau.game, tableau.lobby, tableau.paused),
            (0, false, false)
        );
        let said: Vec<&str> = tableau.log.iter().map(|it| it.text.as_str()).collect();
        assert_eq!(
            said.iter().filter(|it| **it == words).count(),
            1,
            "{said:?}"
        );
        assert!(said.contains(&"says: Hello!"), "{said:?}");
        assert!(tableau.log.is_sorted_by_key(|line| line.seq), "{tableau:?}");
        assert_eq!(process.view(&left).await, (1, boards[1].clone()));
        for known in [&game, &left] {
            let now = process.court.present_game(known).await.unwrap();
            assert_eq!(now.as_ref(), Some(&left));
        }
        let refused = process.play(&game, name).await.unwrap_err();
        assert_eq!(refused.code(), "moved");
    }
    // The count goes on, and nobody is missed.
    let after = here.say(&left, "Ann", Word::Ready {}).await.unwrap().seq;
    assert!(after > before, "{after} after {before}");
    tokio::time::sleep(GRACE * 3).await;
    assert!(!here.tableau(&left).await.paused);
    // It is played to its end, and another game follows as ever.
    while here.view(&left).await.1.outcome.is_none() {
        for (process, name) in both {
            process.host.refresh().await.unwrap();
            let _ = process.play(&left, name).await;
        }
    }
    let refused = here.undo(&left, "Ann", 1).await;
    assert_eq!(refused, Err(NotFound::Host(Refused::GameOver)));
    for (process, name) in both {
        process.host.refresh().await.unwrap();
        process.say(&left, name, Word::Ready {}).await.unwrap();
    }
    let next = here.court.present_game(&game).await.unwrap().unwrap();
    assert!(next != game && next != left);
    let tableau = here.until(&next, |it| !it.lobby).await;
    assert_eq!(tableau.game, 1);
}

/// Ann and Ben play with a bot between them until it has to decide something, and nobody
/// has taken it a move yet. How many entries there are then; nothing if the game is over
/// before.
async fn until_bots_turn(here: &Process, game: &TableId) -> Option<u64> {
    for _ in 0..200 {
        let (seq, view) = here.view(game).await;
        match view.current {
            _ if view.outcome.is_some() => return None,
            Seat(1) if seq > 0 => return Some(seq),
            // The bot begins.
            Seat(1) => tokio::time::sleep(Duration::from_millis(100)).await,
            Seat(seat) => {
                let name = if seat == 0 { "Ann" } else { "Ben" };
                here.play(game, name).await.unwrap();
            }
        }
    }
    panic!("it is never the bot's turn");
}

/// A bot that moved meanwhile would be who plays on.
#[tokio::test(start_paused = true)]
async fn bots_wait_while_somebody_is_asked() {
    let house = House::new();
    let here = house.process("one");
    let customs = Customs {
        pace: Some(10_000),
        ..Customs::default()
    };
    let plan = Plan { customs, ..plan(3) };
    let mut seen = 0;
    // Whoever plays simply may lose before the bot has anything to decide.
    for seed in 7..17 {
        house.seed.store(seed, Ordering::SeqCst);
        let game = here.court.found(&person("Ann"), &plan).await.unwrap();
        let _looking = [
            here.attend(&game, "Ann").await,
            here.attend(&game, "Ben").await,
        ];
        here.say(&game, "Ann", Word::AddBot {}).await.unwrap();
        let ben = here.say(&game, "Ben", Word::Join {}).await.unwrap();
        assert_eq!(ben.seat, Some(Seat(2)));
        for name in ["Ann", "Ben"] {
            here.say(&game, name, Word::Ready {}).await.unwrap();
        }
        here.until(&game, |it| !it.lobby).await;
        let Some(bots_turn) = until_bots_turn(&here, &game).await else {
            continue;
        };
        // It thinks already, and what it decides is kept.
        tokio::time::sleep(Duration::from_secs(1)).await;
        assert_eq!(here.view(&game).await.0, bots_turn, "it takes its time");
        assert_eq!(here.undo(&game, "Ann", 0).await, Ok(Undo::Asked));
        tokio::time::sleep(Duration::from_mins(1)).await;
        assert_eq!(here.view(&game).await.0, bots_turn, "it waits");
        let ben = person("Ben").identity;
        here.host.refuse_undo(&game, &ben).await.unwrap();
        tokio::time::sleep(Duration::from_mins(1)).await;
        assert!(here.view(&game).await.0 > bots_turn, "it goes on");
        seen += 1;
    }
    assert!(seen > 0, "it is never the bot's turn");
}

/// What is left of a game goes on after every process was started anew, as does what an
/// undo that came to nothing has left lying.
#[tokio::test(start_paused = true)]
async fn moves_that_were_taken_back_stay_so_after_a_restart() {
    let house = House::new();
    let here = house.process("one");
    let (game, looking) = begun(&here, &here, &plan(2)).await;
    for name in ["Ann", "Ben", "Ann", "Ben"] {
        let _ = here.play(&game, name).await;
    }
    // No table of the court is open when it happens.
    let host = Arc::clone(&here.host);
    drop((looking, here));
    let [ann, ben] = ["Ann", "Ben"].map(|name| person(name).identity);
    assert_eq!(host.undo(&game, &ann, 1).await, Ok(Undo::Asked));
    let Undo::Done(left) = host.undo(&game, &ben, 1).await.unwrap() else {
        panic!("both have agreed");
    };
    drop(host);
    let here = house.process("two");
    let _looking = [
        here.attend(&left, "Ann").await,
        here.attend(&left, "Ben").await,
    ];
    let tableau = here.tableau(&left).await;
    assert!(
        tableau.log.iter().any(|it| it.text.ends_with("taken back")),
        "{tableau:?}"
    );
    let now = here.court.present_game(&game).await.unwrap();
    assert_eq!(now, Some(left));
}

/// Open tables that wait for people are named, as long as they do.
#[tokio::test(start_paused = true)]
async fn who_looks_for_a_table_finds_those_that_are_open_and_wait() {
    let house = House::new();
    let here = house.process("one");
    let closed = Plan {
        open: false,
        ..plan(2)
    };
    here.court.found(&person("Eve"), &closed).await.unwrap();
    let game = here.court.found(&person("Ann"), &plan(2)).await.unwrap();
    let waiting = async || here.court.waiting().await.unwrap();
    assert_eq!(waiting().await, std::slice::from_ref(&game));
    let _looking = here.attend(&game, "Ann").await;
    here.say(&game, "Ann", Word::AddBot {}).await.unwrap();
    assert_eq!(waiting().await, [], "every seat is taken");
    here.say(&game, "Ann", Word::RemoveBot {}).await.unwrap();
    assert_eq!(waiting().await, std::slice::from_ref(&game));
    here.say(&game, "Ann", Word::Leave {}).await.unwrap();
    assert_eq!(waiting().await, [], "nobody is there");
}

/// Whoever has forgotten their table is not waited with.
#[tokio::test(start_paused = true)]
async fn a_table_where_nothing_happens_for_a_day_is_named_no_more() {
    let house = House::new();
    let here = house.process("one");
    let game = here.court.found(&person("Ann"), &plan(2)).await.unwrap();
    tokio::time::advance(Duration::from_hours(23)).await;
    assert_eq!(
        here.court.waiting().await.unwrap(),
        std::slice::from_ref(&game)
    );
    tokio::time::advance(Duration::from_hours(2)).await;
    assert_eq!(here.court.waiting().await.unwrap(), []);
    here.say(&game, "Ben", Word::Take { seat: Seat(1) })
        .await
        .unwrap();
    here.say(&game, "Ann", Word::Leave {}).await.unwrap();
    assert_eq!(here.court.waiting().await.unwrap(), [game]);
}
