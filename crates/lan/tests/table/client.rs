//! Our own client, held against a server of one connection that writes down what it
//! is sent, and against the real one.

use std::sync::Arc;
use std::task::{Context, Waker};
use std::time::Duration;

use parlour_lan::protocol::Action;
use parlour_lan::wire::{GameState, WireView};
use parlour_lan::{Client, ClientNews, ClientSettings, Recall, RemoteTable};
use parlour_regicide::Phrase;
use parlour_rules::Seat;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::timeout;

use crate::person::{PATIENCE, Person};
use crate::{House, Wishes};

fn settings(address: &str) -> ClientSettings {
    ClientSettings {
        address: address.to_owned(),
        name: String::from("Ann"),
        token: None,
        recall: None,
        table: None,
        spectate: false,
    }
}

fn lobby(seq: u64, ack: Option<&str>) -> Value {
    let view = WireView {
        step: String::from("lobby"),
        current: None,
        enemy: None,
        shield: 0,
        hand: Vec::new(),
        table: Vec::new(),
        players: Vec::new(),
        tavern_count: 0,
        discard_count: 0,
        castle_count: 12,
        jesters_used: 0,
        paused: false,
        waiting_for: Vec::new(),
        result: None,
        log: Vec::new(),
    };
    json!(GameState {
        r#type: String::from("GAME_STATE"),
        seq,
        you: Some(Seat(0)),
        view,
        ack: ack.map(String::from),
        whole: None,
    })
}

fn stale(re: &Value, seq: u64) -> Value {
    json!({ "type": "ERROR", "code": "stale", "message": "look again", "seq": seq, "re": re })
}

/// The server's end of a connection.
struct Desk(BufReader<TcpStream>);

impl Desk {
    async fn accept(listener: &TcpListener) -> Self {
        let mut desk = Self(BufReader::new(listener.accept().await.unwrap().0));
        assert_eq!(desk.next().await["type"], "HANDSHAKE");
        let welcome = json!({ "type": "HANDSHAKE", "protocol": 1, "player_id": 0, "token": "t", "players": 2 });
        desk.tell(&welcome).await;
        desk
    }

    async fn tell(&mut self, message: &Value) {
        let line = format!("{message}\n");
        self.0.write_all(line.as_bytes()).await.unwrap();
    }

    async fn next(&mut self) -> Value {
        let mut line = String::new();
        let reading = timeout(PATIENCE, self.0.read_line(&mut line));
        reading.await.expect("a line in time").unwrap();
        serde_json::from_str(&line).unwrap()
    }
}

/// "Our own client always sends it": seq, with every action, READY and SAY too.
#[tokio::test]
async fn every_action_of_our_client_carries_seq_and_lasting_ones_are_said_again() {
    let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let mut client = Client::start(settings(&address), "me");
    // Even what is said before anything was seen.
    let ready = client.send(Action::Ready, None);
    let mut desk = Desk::accept(&listener).await;
    desk.tell(&lobby(4, None)).await;
    let first = desk.next().await;
    assert_eq!(
        (&first["action"], &first["seq"]),
        (&json!("READY"), &json!(4))
    );
    assert_eq!(first["id"], json!(ready));

    desk.tell(&stale(&first["id"], 6)).await;
    let second = desk.next().await;
    assert_eq!(
        (&second["action"], &second["seq"]),
        (&json!("READY"), &json!(6))
    );
    assert_ne!(second["id"], first["id"], "under a new id");
    let acked = second["id"].as_str();
    desk.tell(&lobby(7, acked)).await;

    // The one who sent it hears of one action, under the id they know.
    let mut told = Vec::new();
    while told.last().is_none_or(|it| *it != Some(ready.clone())) {
        match client.news().await.unwrap() {
            ClientNews::State(state) => told.push(state.ack),
            ClientNews::Welcome { .. } => {}
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(told, [None, Some(ready)]);

    // A move is meant for one state only.
    let turn = client.send(Action::Yield, Some(5));
    let sent = desk.next().await;
    assert_eq!(sent["seq"], 5);
    desk.tell(&stale(&sent["id"], 9)).await;
    let Some(ClientNews::Refused { code, re, .. }) = client.news().await else {
        panic!("the move is refused");
    };
    assert_eq!((code.as_str(), re), ("stale", Some(turn)));

    // Not for ever.
    client.send(Action::Say(Phrase::Hello), Some(9));
    let mut sent = 0;
    loop {
        tokio::select! {
            line = desk.next() => {
                sent += 1;
                desk.tell(&stale(&line["id"], 9 + sent)).await;
            }
            news = client.news() => {
                assert!(matches!(news, Some(ClientNews::Refused { .. })), "{news:?}");
                break;
            }
        }
    }
    assert_eq!(sent, 10);
}

/// What was not answered is said again under the same id after coming back.
#[tokio::test]
async fn what_is_unanswered_is_sent_again_once_the_table_is_seen() {
    let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let mut client = Client::start(settings(&address), "me");
    let mut desk = Desk::accept(&listener).await;
    desk.tell(&lobby(4, None)).await;
    client.send(Action::Say(Phrase::Hello), None);
    let first = desk.next().await;
    drop(desk);
    let mut desk = Desk::accept(&listener).await;
    desk.tell(&lobby(8, None)).await;
    assert_eq!(desk.next().await, first);
}

/// A screen's READY and SAY carry the seq it has seen, and arrive although the
/// table moves on.
#[tokio::test]
async fn a_screens_ready_is_not_lost_when_the_table_moves_on() {
    let house = House::new();
    let server = house.serve(Wishes::players(2)).await;
    let address = server.address().to_string();
    let ann = RemoteTable::start(settings(&address), "ann", Box::new(|_, _| {}));
    let hear = || ann.hear(&mut Context::from_waker(Waker::noop()));
    while ann.state().is_none() {
        hear();
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    let old = ann.state().unwrap().seq;
    // Ann's screen does not look up while Ben comes and speaks.
    let mut ben = Person::seated(server.address(), "Ben").await;
    ben.act("SAY", json!({ "phrase": "hello" })).await;
    ben.until(|state| state.view.log.len() == 1).await;
    assert!(ben.state().seq > old, "the table has moved on");
    ann.ready();
    ann.say(Phrase::Thanks);
    ben.until(|state| state.view.players[0].ready && state.view.log.len() == 2)
        .await;
    hear();
    assert_eq!(ann.refusal(), None);
}

async fn news_until(client: &mut Client, test: impl Fn(&ClientNews) -> bool) -> ClientNews {
    loop {
        let news = timeout(PATIENCE, client.news()).await;
        let news = news.expect("news in time").expect("news");
        if test(&news) {
            return news;
        }
    }
}

/// "A valid token in use: the newcomer takes the seat and the old connection is
/// closed": and keeps it, until the other asks for it.
#[tokio::test]
async fn a_seat_that_was_taken_over_is_taken_back_only_on_request() {
    let house = House::new();
    let server = house.serve(Wishes::players(2)).await;
    let address = server.address().to_string();
    let mut first = Client::start(settings(&address), "first");
    let welcome = |news: &ClientNews| matches!(news, ClientNews::Welcome { .. });
    let taken = |news: &ClientNews| matches!(news, ClientNews::TakenOver);
    let ClientNews::Welcome { token, .. } = news_until(&mut first, welcome).await else {
        unreachable!("it is a welcome");
    };
    let again = ClientSettings {
        token,
        ..settings(&address)
    };
    let mut second = Client::start(again, "second");
    news_until(&mut second, welcome).await;
    news_until(&mut first, taken).await;
    // Longer than the first wait of a client that would try again.
    let more = timeout(Duration::from_millis(600), first.news()).await;
    assert!(more.is_err(), "the first one is quiet: {more:?}");
    first.take_back();
    news_until(&mut first, welcome).await;
    news_until(&mut second, taken).await;
    // It is a client like before.
    let ready = first.send(Action::Ready, None);
    news_until(
        &mut first,
        |news| matches!(news, ClientNews::State(state) if state.ack.as_ref() == Some(&ready)),
    )
    .await;
}

/// "the same client comes back by its token": whatever address it comes by.
#[tokio::test]
async fn a_table_is_known_again_by_another_address_and_its_token_told_to_no_other() {
    let house = House::new();
    let server = house.serve(Wishes::players(2)).await;
    let port = server.address().port();
    let welcome = |news: &ClientNews| matches!(news, ClientNews::Welcome { .. });
    let mut first = Client::start(settings(&format!("127.0.0.1:{port}")), "first");
    let news = news_until(&mut first, welcome).await;
    let ClientNews::Welcome { seat, token, table } = news else {
        unreachable!("it is a welcome");
    };
    drop(first);
    let (token, table) = (token.unwrap(), table.unwrap());
    let known = (table.clone(), token.clone());
    let recall = Recall(Arc::new(move |table| {
        (table == known.0).then(|| known.1.clone())
    }));
    let by_name = ClientSettings {
        recall: Some(recall.clone()),
        ..settings(&format!("localhost:{port}"))
    };
    let mut again = Client::start(by_name.clone(), "again");
    let back = ClientNews::Welcome {
        seat,
        token: Some(token.clone()),
        table: Some(table),
    };
    assert_eq!(news_until(&mut again, welcome).await, back);
    drop(again);

    // At another table the token is not even tried; the person sits down anew.
    let anew = Wishes {
        fresh: true,
        ..Wishes::players(2)
    };
    let server = house.serve(anew).await;
    let elsewhere = ClientSettings {
        address: server.address().to_string(),
        ..by_name
    };
    let mut client = Client::start(elsewhere, "elsewhere");
    let news = news_until(&mut client, |news| {
        assert!(!matches!(news, ClientNews::Lost { .. }), "{news:?}");
        welcome(news)
    });
    assert_ne!(news.await, back);
}
