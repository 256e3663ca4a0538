//! What a guest keeps of a game: what they were shown and what they decided.

use std::sync::{Arc, Mutex};
use std::task::{Context, Waker};
use std::time::Duration;

use parlour_court::Keepsake;
use parlour_host::link::{Link, News, news_so_far};
use parlour_host::log::{Limits, Replay, read_log};
use parlour_lan::{ClientSettings, RemoteTable, Server};
use parlour_regicide::{Command, Kingslayer, State};
use parlour_rules::{Rules, Seat, Viewer};
use tokio::time::{Instant, sleep};

use crate::person::{PATIENCE, simple_command};
use crate::{House, Wishes};

/// The token of a seat, once there is one.
type Token = Arc<Mutex<Option<String>>>;

/// Ann at her screen, who comes with a token and keeps it.
fn ann(server: &Server, token: &Token, spectate: bool) -> RemoteTable {
    let settings = ClientSettings {
        address: server.address().to_string(),
        name: String::from("Ann"),
        token: token.lock().unwrap().clone(),
        recall: None,
        table: None,
        spectate,
    };
    let kept = Arc::clone(token);
    let keep = move |token: &str, _: Option<&str>| {
        *kept.lock().unwrap() = Some(token.to_owned());
    };
    RemoteTable::start(settings, "ann", Box::new(keep))
}

/// Hears what comes until it is so.
async fn until(table: &RemoteTable, is_so: impl Fn(&RemoteTable) -> bool) {
    let start = Instant::now();
    loop {
        table.hear(&mut Context::from_waker(Waker::noop()));
        if is_so(table) {
            return;
        }
        assert!(start.elapsed() < PATIENCE, "it is not so in time");
        sleep(Duration::from_millis(1)).await;
    }
}

fn is_over(table: &RemoteTable) -> bool {
    table.state().is_some_and(|it| it.view.step == "over")
}

/// Plays what is always allowed until the game is over; what was played.
async fn play(table: &RemoteTable) -> Vec<Command> {
    table.ready();
    let mut link = table.link();
    let (mut played, mut at) = (Vec::new(), None);
    let start = Instant::now();
    until(table, |it| it.state().is_some()).await;
    while at.is_none() || !is_over(table) {
        table.hear(&mut Context::from_waker(Waker::noop()));
        for news in news_so_far(&mut link, Waker::noop()) {
            let News::Shown(shown) = news else { continue };
            let view = &shown.view;
            if view.is_yours() && at != Some(view.moves) {
                at = Some(view.moves);
                played.push(simple_command(view));
                link.send(&played[played.len() - 1]);
            }
        }
        assert!(start.elapsed() < PATIENCE, "the game does not end");
        sleep(Duration::from_millis(1)).await;
    }
    played
}

/// Everything in it is what the rules let the first seat know of the game.
async fn is_what_was_shown(house: &House, kept: &Keepsake) {
    let tables = house.host.tables().await.unwrap();
    let mut fits = false;
    for table in tables {
        let log = house.host.export(&table).await.unwrap();
        let log = read_log(&log[..], Limits::default()).unwrap();
        let mut replay = Replay::open(house.host.registry(), log).unwrap();
        fits |= kept.places.iter().all(|place| {
            let there = replay.go_to(place.view.moves as usize).is_ok();
            let state = replay.position().state().downcast_ref::<State>();
            let view = Kingslayer::view(state.unwrap(), Viewer::Seat(Seat(0)));
            there && view == place.view
        });
    }
    assert!(fits, "{:?}", kept.places);
}

#[tokio::test]
async fn a_guest_keeps_what_they_were_shown_and_what_they_decided() {
    let house = House::new();
    let wishes = Wishes {
        bots: 1,
        ..Wishes::players(2)
    };
    let server = house.serve(wishes).await;
    let token = Token::default();
    let table = ann(&server, &token, false);
    let mut before = None;
    for _ in 0..2 {
        let played = play(&table).await;
        let kept = table.keepsake().expect("the game is over");
        assert_eq!(table.keepsake(), None, "once");
        let commands = kept.decisions().into_iter().map(|it| it.command);
        assert_eq!(commands.collect::<Vec<_>>(), played);
        assert_eq!(kept.about.names, ["Ann", "Bot 1"]);
        assert_eq!((kept.about.seat, kept.about.taken_back), (Seat(0), false));
        let last = kept.places.last().unwrap();
        assert_eq!(last.view.outcome, Some(kept.about.outcome));
        assert_eq!(kept.about.moves, last.view.moves);
        assert_eq!(kept.places.len(), last.view.moves as usize + 1);
        assert!(kept.places[1..].iter().all(|it| !it.told.is_empty()));
        is_what_was_shown(&house, &kept).await;
        assert_eq!(Keepsake::read(&kept.text()).unwrap(), kept);
        let last = last.view.clone();
        assert_ne!(before.replace(last.clone()), Some(last), "another game");
    }
    assert!(table.table_id().is_some());
}

/// Who comes back after the end is shown it once more, and can tell that it is the same.
#[tokio::test]
async fn the_end_is_kept_by_who_comes_back_and_by_nobody_who_watches() {
    let house = House::new();
    let wishes = Wishes {
        bots: 1,
        ..Wishes::players(2)
    };
    let server = house.serve(wishes).await;
    let token = Token::default();
    let table = ann(&server, &token, false);
    play(&table).await;
    let first = table.keepsake().unwrap();
    let watcher = ann(&server, &Token::default(), true);
    until(&watcher, is_over).await;
    assert_eq!(watcher.keepsake(), None);
    let again = ann(&server, &token, false);
    until(&again, is_over).await;
    let again = again.keepsake().unwrap();
    assert_eq!(again.places.len(), 1, "nothing is known from before");
    assert_eq!(again.places[0].view, first.places.last().unwrap().view);
    assert_eq!(again.about, first.about);
}
