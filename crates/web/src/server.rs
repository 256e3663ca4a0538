//! Connections, one task each, within [`Limits`].
//!
//! A request is handed on when all of it is there: whoever sends half of one, or
//! nothing, holds nothing but a connection, and leaves first when others come.

mod visits;

use std::convert::Infallible;
use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::{ConnectInfo, Request};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use http_body_util::{BodyExt, LengthLimitError, Limited};
use hyper::body::{Body as _, Incoming};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};
use tower::ServiceExt;

use crate::caller::{Caller, Trusted, is_trusted};
use crate::door::Failure;
use crate::limits::Limits;
use visits::{Most, Visit, Visits};

/// How long requests that are under way may take when the service stops.
const FAREWELL: Duration = Duration::from_secs(5);

/// How long to wait when the system has no more sockets.
const NO_SOCKETS: Duration = Duration::from_millis(20);

/// How much of a head that is not complete is kept.
const LONGEST_HEAD: usize = 64 << 10;

/// What is said to whoever cannot be let in, in one packet.
const FULL: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\n\
    content-type: text/plain; charset=utf-8\r\n\
    content-length: 44\r\nretry-after: 1\r\nconnection: close\r\n\r\n\
    Too many are connected; ask again in a bit.\n";

/// Among the extensions of every request: becomes true when the service stops, so that
/// answers without an end come to one.
#[derive(Clone, Debug)]
pub struct Stopping(watch::Receiver<bool>);

impl Stopping {
    /// Ready when the service stops.
    pub async fn stopped(mut self) {
        let _ = self.0.wait_for(|stopped| *stopped).await;
    }
}

/// Answers requests within the usual limits until the other future is ready, and then
/// those under way.
pub async fn serve(
    listener: TcpListener,
    routes: Router,
    until: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    serve_within(Limits::default(), listener, routes, until).await
}

/// The same within other limits.
pub async fn serve_within(
    limits: Limits,
    listener: TcpListener,
    routes: Router,
    until: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    let (stop, stopping) = watch::channel(false);
    let most = Most {
        all: limits.connections,
        each: limits.connections_each,
    };
    let streams = Most {
        all: limits.streams,
        each: limits.streams_each,
    };
    let visits = Visits::new(most, streams);
    let house = Arc::new(House {
        limits,
        routes,
        stopping: Stopping(stopping),
    });
    let mut connections = JoinSet::new();
    let mut until = pin!(until);
    loop {
        let accepted = tokio::select! {
            () = &mut until => break,
            accepted = listener.accept() => accepted,
        };
        match accepted {
            Ok((stream, peer)) => {
                let trusted = is_trusted(peer.ip(), &house.limits.trusted_proxies);
                let household = (!trusted).then(|| Caller(peer.ip().to_canonical()).household());
                match visits.admit(household).await {
                    Some(visit) => {
                        connections.spawn(Arc::clone(&house).attend(stream, peer, visit));
                    }
                    None => turn_away(stream),
                }
            }
            // Whoever was about to connect is gone, or there are no sockets just now.
            Err(error) => {
                tracing::warn!("no connection is taken: {error}");
                sleep(NO_SOCKETS).await;
            }
        }
        while connections.try_join_next().is_some() {}
    }
    drop(listener);
    let _ = stop.send(true);
    let farewell = async { while connections.join_next().await.is_some() {} };
    let _ = timeout(FAREWELL, farewell).await;
    Ok(())
}

/// Says that there is no room, without waiting for it to be read.
fn turn_away(mut stream: TcpStream) {
    if let Ok(written) = stream.try_write(FULL)
        && written == FULL.len()
    {
        tokio::spawn(async move {
            let _ = timeout(Duration::from_secs(1), stream.shutdown()).await;
        });
    }
}

/// What all connections share.
struct House {
    limits: Limits,
    routes: Router,
    stopping: Stopping,
}

impl House {
    /// Answers one connection until it ends, has to leave, or the service stops.
    async fn attend(self: Arc<Self>, stream: TcpStream, peer: SocketAddr, visit: Arc<Visit>) {
        let answer = service_fn(|request| {
            let (house, visit) = (Arc::clone(&self), Arc::clone(&visit));
            async move { Ok::<_, Infallible>(house.answer(request, peer, &visit).await) }
        });
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(self.limits.head)
            .max_buf_size(LONGEST_HEAD)
            .serve_connection(TokioIo::new(stream), answer);
        let mut connection = pin!(connection);
        tokio::select! {
            _ = connection.as_mut() => return,
            () = visit.sent_away() => return,
            () = self.stopping.clone().stopped() => connection.as_mut().graceful_shutdown(),
        }
        let _ = connection.await;
    }

    async fn answer(
        &self,
        request: Request<Incoming>,
        peer: SocketAddr,
        visit: &Arc<Visit>,
    ) -> Response {
        let of_api = request.uri().path().starts_with("/api/");
        let mut request = match self.complete(request).await {
            Ok(request) => request,
            Err(failure) => {
                // We do not wait for the rest of it.
                let close = [(header::CONNECTION, HeaderValue::from_static("close"))];
                return (close, refused(failure, of_api)).into_response();
            }
        };
        let at_work = visit.works();
        let trusted = &self.limits.trusted_proxies;
        let caller = Caller::of(peer.ip(), request.headers(), trusted);
        let by_proxy = is_trusted(peer.ip(), trusted);
        let known = request.extensions_mut();
        if by_proxy {
            known.insert(Trusted);
        }
        known.insert(caller);
        known.insert(ConnectInfo(peer));
        known.insert(self.stopping.clone());
        let answered = timeout(self.limits.answer, self.routes.clone().oneshot(request)).await;
        let Ok(Ok(answer)) = answered else {
            let words = "this takes too long; ask again";
            let status = StatusCode::SERVICE_UNAVAILABLE;
            return refused(Failure::new(status, "busy", words), of_api);
        };
        let answer = if is_stream(&answer) {
            following(answer, visit)
        } else {
            answer
        };
        // It is at work until its last byte is handed over.
        answer.map(|body| {
            Body::new(body.map_frame(move |frame| {
                let _ = &at_work;
                frame
            }))
        })
    }

    /// A request with all of its body, or why it is refused.
    async fn complete(&self, request: Request<Incoming>) -> Result<Request, Failure> {
        let (head, body) = request.into_parts();
        let longest = self.limits.longest_body;
        let too_large = || {
            let words = format!("a request has at most {longest} bytes");
            Failure::new(StatusCode::PAYLOAD_TOO_LARGE, "too_long", words)
        };
        if body.size_hint().lower() > longest as u64 {
            return Err(too_large());
        }
        let whole = timeout(self.limits.body, Limited::new(body, longest).collect()).await;
        match whole {
            Ok(Ok(whole)) => Ok(Request::from_parts(head, Body::from(whole.to_bytes()))),
            Ok(Err(error)) if error.is::<LengthLimitError>() => Err(too_large()),
            Ok(Err(_)) => Err(Failure::bad_request("the request is not complete")),
            Err(_) => {
                let words = "the rest of the request did not come in time";
                Err(Failure::new(StatusCode::REQUEST_TIMEOUT, "too_slow", words))
            }
        }
    }
}

/// A refusal before any route was asked: programs read codes, everybody else a line.
fn refused(failure: Failure, of_api: bool) -> Response {
    let mut answer = if of_api {
        failure.into_response()
    } else {
        let words = format!("{}.\n", failure.words());
        (failure.status(), words).into_response()
    };
    let plain = HeaderValue::from_static("nosniff");
    let said = answer.headers_mut();
    said.insert(header::X_CONTENT_TYPE_OPTIONS, plain);
    answer
}

/// Whether an answer has no end.
fn is_stream(answer: &Response) -> bool {
    let kind = answer.headers().get(header::CONTENT_TYPE);
    kind.is_some_and(|kind| kind.as_bytes().starts_with(b"text/event-stream"))
}

/// A stream, if there is room for one more. Its connection ends with it, since the place
/// it had is another's by then.
fn following(mut answer: Response, visit: &Visit) -> Response {
    if !visit.follows() {
        let words = "too many streams are open; close some pages, or try again in a minute";
        return Failure::too_many(words).into_response();
    }
    let close = HeaderValue::from_static("close");
    answer.headers_mut().insert(header::CONNECTION, close);
    answer
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_turned_away_reads_all_of_it() {
        let text = std::str::from_utf8(FULL).unwrap();
        let (head, words) = text.split_once("\r\n\r\n").unwrap();
        assert!(
            head.contains(&format!("content-length: {}\r\n", words.len())),
            "{head}"
        );
    }
}
