//! The server is asked as anybody would ask it: over a socket.

mod limits;

use std::future::pending;
use std::sync::Arc;

use axum::Router;
use axum::routing::get;
use parlour_host::journal::MemoryJournal;
use parlour_host::table::{Identity, Person};
use parlour_host::{Host, Json, Message, NewTable, Registry, SystemClock, SystemEntropy};
use parlour_rules::Seed;
use parlour_rules::tiny::Pig;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Notify;

fn host() -> Arc<Host> {
    let mut games = Registry::new();
    games.register::<Pig>();
    Arc::new(Host::new(
        games,
        Arc::new(MemoryJournal::new()),
        Arc::new(SystemClock),
        Arc::new(SystemEntropy),
    ))
}

/// Status and body of an answer.
async fn ask(address: std::net::SocketAddr, path: &str) -> (String, String) {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let request = format!("GET {path} HTTP/1.1\r\nhost: here\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    (head.to_owned(), body.to_owned())
}

async fn start(routes: Router) -> std::net::SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(parlour_web::serve(listener, routes, pending()));
    address
}

#[tokio::test]
async fn a_host_that_takes_commands_is_healthy() {
    let address = start(parlour_web::routes(host())).await;
    let (head, body) = ask(address, "/healthz").await;
    assert!(head.starts_with("HTTP/1.1 200"), "{head}");
    assert_eq!(body, "ok\n");
    let (head, _) = ask(address, "/nowhere").await;
    assert!(head.starts_with("HTTP/1.1 404"), "{head}");
}

#[tokio::test]
async fn figures_count_what_the_host_does() {
    let host = host();
    let address = start(parlour_web::routes(Arc::clone(&host))).await;
    let setup = Json::parse(r#"{"players":1,"goal":1000}"#).unwrap();
    let new = NewTable::new("pig", setup, Seed(7), Person::new("ann", "Ann"));
    let table = host.open_table(new).await.unwrap();
    let say = |who: &str| host.command_text(Message::new(&table, &Identity::from(who), "\"roll\""));
    say("ann").await.unwrap();
    say("bob").await.unwrap_err();
    let (head, body) = ask(address, "/metrics").await;
    assert!(head.contains("text/plain; version=0.0.4"), "{head}");
    for line in [
        "parlour_commands_total{outcome=\"accepted\"} 1",
        "parlour_commands_total{outcome=\"refused\"} 1",
        "parlour_tables_open 1",
    ] {
        assert!(body.lines().any(|it| it == line), "{line} in {body}");
    }
}

#[tokio::test]
async fn other_fronts_are_mounted_beside() {
    let other = Router::new().route("/other", get(|| async { "here" }));
    let address = start(parlour_web::routes(host()).merge(other)).await;
    assert_eq!(ask(address, "/other").await.1, "here");
    assert_eq!(ask(address, "/healthz").await.1, "ok\n");
}

#[tokio::test]
async fn a_server_that_is_asked_to_stop_answers_what_is_under_way() {
    let (begun, go_on) = (Arc::new(Notify::new()), Arc::new(Notify::new()));
    let slow = {
        let (begun, go_on) = (Arc::clone(&begun), Arc::clone(&go_on));
        let answer = move || async move {
            begun.notify_one();
            go_on.notified().await;
            "done"
        };
        Router::new().route("/slow", get(answer))
    };
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (stop, stopping) = tokio::sync::oneshot::channel::<()>();
    let serving = tokio::spawn(parlour_web::serve(listener, slow, async {
        let _ = stopping.await;
    }));
    let asking = tokio::spawn(ask(address, "/slow"));
    begun.notified().await;
    stop.send(()).unwrap();
    go_on.notify_one();
    assert_eq!(asking.await.unwrap().1, "done");
    serving.await.unwrap().unwrap();
    TcpStream::connect(address).await.unwrap_err();
}
