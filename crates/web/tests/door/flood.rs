//! Ten thousand requests from one address keep nobody else waiting.

use std::future::pending;
use std::net::SocketAddr;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use parlour_host::SystemEntropy;
use parlour_host::table::Person;
use parlour_web::door::{Door, DoorPlan};
use parlour_web::{Limits, Rate, serve_within};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

use crate::house::host;

/// Nothing here may end because its time is up.
const FOR_EVER: Duration = Duration::from_hours(1);

/// A door as a service has it: behind a proxy, and counted.
async fn counted_door() -> (SocketAddr, watch::Sender<bool>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (close, closing) = watch::channel(false);
    let plan = DoorPlan {
        origins: vec!["https://games.example".parse().unwrap()],
        here: Some(Person::new("ann", "ann")),
        pages: None,
        programs: None,
        closing,
    };
    let door = Door::open(host(), Vec::new(), Arc::new(SystemEntropy), plan);
    let door = door.await.unwrap();
    let limits = Limits {
        requests_a_minute: NonZeroU32::new(100).unwrap(),
        head: FOR_EVER,
        body: FOR_EVER,
        answer: FOR_EVER,
        trusted_proxies: vec!["127.0.0.1/32".parse().unwrap()],
        ..Limits::default()
    };
    let routes = Rate::new(&limits).each(door.api());
    tokio::spawn(serve_within(limits, listener, routes, pending()));
    (address, close)
}

/// One answer after the other on one connection: status and body.
struct Line(BufReader<TcpStream>);

impl Line {
    async fn ask(&mut self, caller: &str) -> (u16, String) {
        let request = format!(
            "GET /api/me HTTP/1.1\r\nhost: games.example\r\nx-forwarded-for: {caller}\r\n\r\n"
        );
        self.0.write_all(request.as_bytes()).await.unwrap();
        let (mut line, mut status, mut length) = (String::new(), 0, 0);
        while line != "\r\n" {
            line.clear();
            assert!(
                self.0.read_line(&mut line).await.unwrap() > 0,
                "it hangs up"
            );
            if let Some(rest) = line.strip_prefix("HTTP/1.1 ") {
                status = rest[..3].parse().unwrap();
            }
            if let Some(rest) = line.strip_prefix("content-length: ") {
                length = rest.trim().parse().unwrap();
            }
        }
        let mut body = vec![0; length];
        self.0.read_exact(&mut body).await.unwrap();
        (status, String::from_utf8(body).unwrap())
    }
}

#[tokio::test]
async fn ten_thousand_requests_of_one_address_are_refused_in_words_and_others_are_answered() {
    let (address, _close) = counted_door().await;
    let mut line = Line(BufReader::new(TcpStream::connect(address).await.unwrap()));
    let mut answered = 0;
    for _ in 0..10_000 {
        let (status, body) = line.ask("203.0.113.7").await;
        match status {
            401 => answered += 1,
            429 => assert!(body.starts_with(r#"{"code":"too_many","#), "{body}"),
            other => panic!("{other}: {body}"),
        }
    }
    assert!(answered >= 100, "as many as a minute has may come at once");
    assert!(answered < 10_000, "{answered} were answered");
    let (status, _) = line.ask("203.0.113.8").await;
    assert_eq!(status, 401, "another address is answered");
}
