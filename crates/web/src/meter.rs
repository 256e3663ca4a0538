//! Requests with a name, a place in the log and the time they took.
//!
//! Every request has an id: the one that a trusted proxy has given it, otherwise a new
//! one. It goes back to the caller in `x-request-id`, and every line that is logged on
//! the way carries it. The path of a request may hold what nobody else should know, so
//! only the route it has found is ever named.

use std::collections::BTreeMap;
use std::hash::{BuildHasher, RandomState};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use axum::Router;
use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::Response;
use parlour_host::spread::Spread;
use tracing::Instrument as _;

use crate::caller::Trusted;
use crate::figures::{Family, Figure, Kind};

/// Where a request's id stands.
const ID: HeaderName = HeaderName::from_static("x-request-id");

/// The longest id that is taken over from a proxy.
const LONGEST_ID: usize = 64;

/// Takes the time of requests, by route and status; clones count together.
#[derive(Clone, Default)]
pub struct Meter(Arc<Counted>);

#[derive(Default)]
struct Counted {
    lengths: Mutex<BTreeMap<(String, u16), Arc<Spread>>>,
    ids: Ids,
}

/// Names that no two requests have.
struct Ids {
    process: u64,
    next: AtomicU64,
}

impl Default for Ids {
    fn default() -> Self {
        Self {
            process: RandomState::new().hash_one(0),
            next: AtomicU64::new(0),
        }
    }
}

impl Meter {
    /// The same routes, measured.
    pub fn over(&self, routes: Router) -> Router {
        routes.layer(from_fn_with_state(self.clone(), measured))
    }

    /// How long requests took until their answers began.
    pub fn family(&self) -> Family {
        let family = Family::new(
            "parlour_http_request_seconds",
            Kind::Histogram,
            "How long requests took until their answers began, by route and status.",
        );
        let lengths = self.0.lengths.lock();
        let lengths = lengths.unwrap_or_else(PoisonError::into_inner);
        lengths.iter().fold(family, |family, ((route, code), it)| {
            let labels = vec![("route", route.clone()), ("code", code.to_string())];
            family.with(labels, Figure::Lengths(Box::new(it.lengths())))
        })
    }

    fn count(&self, route: &str, status: StatusCode, micros: u64) {
        let spread = {
            let lengths = self.0.lengths.lock();
            let mut lengths = lengths.unwrap_or_else(PoisonError::into_inner);
            let key = (route.to_owned(), status.as_u16());
            Arc::clone(lengths.entry(key).or_default())
        };
        spread.count(micros);
    }

    fn id(&self, request: &Request) -> String {
        let trusted = request.extensions().get::<Trusted>().is_some();
        let given = trusted.then(|| given(request.headers())).flatten();
        given.unwrap_or_else(|| {
            let ids = &self.0.ids;
            let nth = ids.next.fetch_add(1, Ordering::Relaxed);
            format!("{:08x}-{nth:x}", ids.process as u32)
        })
    }
}

/// The id that a proxy has given, if it is one.
fn given(headers: &HeaderMap) -> Option<String> {
    let id = headers.get(ID)?.to_str().ok()?;
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
    let good = (1..=LONGEST_ID).contains(&id.len()) && id.bytes().all(plain);
    good.then(|| id.to_owned())
}

async fn measured(State(meter): State<Meter>, request: Request, next: Next) -> Response {
    let begun = Instant::now();
    let id = meter.id(&request);
    let route = request.extensions().get::<MatchedPath>();
    let route = route.map_or("none", MatchedPath::as_str).to_owned();
    let method = request.method().clone();
    // Of the highest level, so that it is there however little is logged.
    let span = tracing::error_span!("request", id = %id);
    let mut answer = next.run(request).instrument(span.clone()).await;
    let took = begun.elapsed();
    let status = answer.status();
    meter.count(&route, status, took.as_micros() as u64);
    span.in_scope(|| {
        let (millis, code) = (took.as_millis(), status.as_u16());
        if status.is_server_error() {
            tracing::warn!("{method} {route}: {code} in {millis} ms");
        } else {
            tracing::debug!("{method} {route}: {code} in {millis} ms");
        }
    });
    if let Ok(id) = HeaderValue::from_str(&id) {
        answer.headers_mut().insert(ID, id);
    }
    answer
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(id: &str) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(ID, id.parse().unwrap());
        headers
    }

    #[test]
    fn an_id_is_short_and_plain() {
        assert_eq!(given(&headers("abc-1.2_3")).as_deref(), Some("abc-1.2_3"));
        for bad in ["", "a b", "a\"b", &"x".repeat(65)] {
            assert_eq!(given(&headers(bad)), None, "{bad}");
        }
    }

    #[test]
    fn no_two_requests_have_one_id() {
        let meter = Meter::default();
        let id = || meter.id(&Request::default());
        assert_ne!(id(), id());
    }
}
