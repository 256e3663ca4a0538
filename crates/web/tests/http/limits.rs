//! Whoever sends half a request, too much or too often keeps nobody else waiting.

use std::future::pending;
use std::net::SocketAddr;
use std::num::NonZeroU32;
use std::time::Duration;

use axum::Router;
use axum::http::StatusCode;
use axum::routing::{get, post};
use parlour_web::{Limits, Rate, serve_within};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

use crate::{ask, host};

/// Nothing here may end because its time is up.
const FOR_EVER: Duration = Duration::from_hours(1);

fn limits() -> Limits {
    Limits {
        head: FOR_EVER,
        body: FOR_EVER,
        answer: FOR_EVER,
        ..Limits::default()
    }
}

async fn start(limits: Limits, routes: Router) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(serve_within(limits, listener, routes, pending()));
    address
}

async fn sent(address: SocketAddr, text: &str) -> TcpStream {
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(text.as_bytes()).await.unwrap();
    stream
}

/// All that comes until the other side closes.
async fn rest(mut stream: TcpStream) -> String {
    let mut text = Vec::new();
    // Who sends on into a closed connection may find it reset.
    let _ = stream.read_to_end(&mut text).await;
    String::from_utf8(text).unwrap()
}

/// Whether the other side has not closed it.
fn is_open(stream: &TcpStream) -> bool {
    let mut byte = [0];
    let read = stream.try_read(&mut byte);
    read.is_err_and(|error| error.kind() == std::io::ErrorKind::WouldBlock)
}

#[tokio::test]
async fn half_sent_and_idle_connections_keep_nobody_waiting() {
    let limits = Limits {
        connections: 16,
        connections_each: 12,
        ..limits()
    };
    let routes = parlour_web::routes(host()).route("/say", post(|body: String| async { body }));
    let address = start(limits, routes).await;
    let mut held = Vec::new();
    for nth in 0..90 {
        let half = match nth % 3 {
            0 => "",
            1 => "GET /healthz HTTP/1.1\r\nhost: he",
            _ => "POST /say HTTP/1.1\r\nhost: here\r\ncontent-length: 9\r\n\r\nhalf",
        };
        held.push(sent(address, half).await);
    }
    assert_eq!(ask(address, "/healthz").await.1, "ok\n");
    let whole = "POST /say HTTP/1.1\r\nhost: here\r\nconnection: close\r\n\
                 content-length: 5\r\n\r\nhello";
    let answer = rest(sent(address, whole).await).await;
    assert!(answer.ends_with("\r\n\r\nhello"), "{answer}");
    // They were not answered because somebody's time was up.
    assert!(is_open(held.last().unwrap()));
    // The first was sent away.
    assert_eq!(rest(held.swap_remove(0)).await, "");
}

#[tokio::test]
async fn where_everybody_is_at_work_who_comes_is_told_so() {
    let (begun, wait) = tokio::sync::mpsc::channel(9);
    let work = move || async move {
        begun.send(()).await.unwrap();
        pending::<()>().await;
    };
    let limits = Limits {
        connections: 2,
        ..limits()
    };
    let mut wait = wait;
    let address = start(limits, Router::new().route("/work", get(work))).await;
    let request = "GET /work HTTP/1.1\r\nhost: here\r\n\r\n";
    let _first = sent(address, request).await;
    let _second = sent(address, request).await;
    wait.recv().await.unwrap();
    wait.recv().await.unwrap();
    let answer = rest(TcpStream::connect(address).await.unwrap()).await;
    assert!(answer.starts_with("HTTP/1.1 503"), "{answer}");
    assert!(answer.ends_with("ask again in a bit.\n"), "{answer}");
}

#[tokio::test]
async fn what_comes_too_slowly_or_is_too_large_is_refused_in_words() {
    let limits = Limits {
        head: Duration::from_millis(50),
        body: Duration::from_millis(50),
        longest_body: 4,
        ..limits()
    };
    let address = start(limits, Router::new().route("/", post(|| async {}))).await;
    let head = "POST / HTTP/1.1\r\nhost: here\r\n";
    let slow_head = rest(sent(address, "POST / HTTP").await).await;
    assert!(!slow_head.contains("200"), "{slow_head}");
    let slow_body = rest(sent(address, &format!("{head}content-length: 3\r\n\r\nx")).await).await;
    assert!(slow_body.starts_with("HTTP/1.1 408"), "{slow_body}");
    assert!(
        slow_body.ends_with("did not come in time.\n"),
        "{slow_body}"
    );
    for large in [
        "content-length: 5\r\n\r\n",
        "transfer-encoding: chunked\r\n\r\n3\r\nabc\r\n3\r\ndef\r\n",
    ] {
        let large = rest(sent(address, &format!("{head}{large}")).await).await;
        assert!(large.starts_with("HTTP/1.1 413"), "{large}");
        assert!(large.ends_with("at most 4 bytes.\n"), "{large}");
    }
    // Programs read codes.
    let head = "POST /api/me HTTP/1.1\r\nhost: here\r\n";
    for (rest_of_it, status, code) in [
        ("content-length: 3\r\n\r\nx", "408", "too_slow"),
        ("content-length: 5\r\n\r\n", "413", "too_long"),
        (
            "transfer-encoding: chunked\r\n\r\nno number\r\n",
            "400",
            "bad_request",
        ),
    ] {
        let answer = rest(sent(address, &format!("{head}{rest_of_it}")).await).await;
        let (said, body) = answer.split_once("\r\n\r\n").unwrap();
        assert!(said.starts_with(&format!("HTTP/1.1 {status}")), "{said}");
        assert!(said.contains("application/json"), "{said}");
        assert!(said.contains("nosniff"), "{said}");
        assert!(
            body.starts_with(&format!(r#"{{"code":"{code}","words":""#)),
            "{body}"
        );
    }
}

#[tokio::test]
async fn a_head_without_an_end_is_not_kept() {
    let address = start(limits(), Router::new().route("/", get(|| async {}))).await;
    let long = format!(
        "GET / HTTP/1.1\r\nhost: here\r\nx: {}",
        "y".repeat(80 << 10)
    );
    let answer = rest(sent(address, &long).await).await;
    assert!(answer.starts_with("HTTP/1.1 431"), "{answer}");
}

/// An answer to somebody behind a proxy of ours.
async fn ask_from(address: SocketAddr, caller: &str, path: &str) -> String {
    let request = format!(
        "GET {path} HTTP/1.1\r\nhost: here\r\nx-forwarded-for: {caller}\r\nconnection: close\r\n\r\n"
    );
    rest(sent(address, &request).await).await
}

#[tokio::test]
async fn who_asks_too_often_waits_and_others_do_not() {
    let limits = Limits {
        requests_a_minute: NonZeroU32::new(3).unwrap(),
        trusted_proxies: vec!["127.0.0.1/32".parse().unwrap()],
        ..limits()
    };
    let rate = Rate::new(&limits);
    let signed = Router::new()
        .route("/signed", get(|| async {}))
        .route("/forged", get(|| async { StatusCode::UNAUTHORIZED }));
    let open = Router::new().route("/open", get(|| async {}));
    let routes = rate.each(open).merge(rate.strangers(signed));
    let address = start(limits, routes).await;
    for _ in 0..3 {
        let answer = ask_from(address, "203.0.113.7", "/open").await;
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    }
    let answer = ask_from(address, "203.0.113.7", "/open").await;
    assert!(answer.starts_with("HTTP/1.1 429"), "{answer}");
    assert!(answer.contains("retry-after: "), "{answer}");
    assert!(answer.contains("You ask too often"), "{answer}");
    let answer = ask_from(address, "203.0.113.8", "/open").await;
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    // Who signs asks as often as it likes; who forges does not.
    for _ in 0..9 {
        let answer = ask_from(address, "203.0.113.9", "/signed").await;
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    }
    for status in ["401", "401", "401", "429"] {
        let answer = ask_from(address, "203.0.113.9", "/forged").await;
        assert!(
            answer.starts_with(&format!("HTTP/1.1 {status}")),
            "{answer}"
        );
    }
    // Whoever asks from this machine is not counted.
    for _ in 0..9 {
        assert!(ask(address, "/open").await.0.starts_with("HTTP/1.1 200"));
    }
}
