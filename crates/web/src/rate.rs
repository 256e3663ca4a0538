//! How often one address may ask.
//!
//! Two layers share one count: [`Rate::each`] counts every request, for routes that
//! anybody may ask; [`Rate::strangers`] counts only those that were refused as
//! nobody's, for routes that a platform signs: all of Slack comes from a few addresses.
//! Whoever asks from this machine is not counted.

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use axum::Router;
use axum::extract::{Request, State};
use axum::http::{StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use governor::clock::{Clock, DefaultClock};
use governor::state::keyed::HashMapStateStore;
use governor::{Quota, RateLimiter};

use crate::caller::Caller;
use crate::door::Failure;
use crate::limits::Limits;

/// After how many requests those who have been quiet for long are forgotten.
const FORGET: u32 = 4096;

/// Counts requests by address; clones count together.
#[derive(Clone)]
pub struct Rate(Arc<Counted>);

struct Counted {
    limiter: RateLimiter<IpAddr, HashMapStateStore<IpAddr>, DefaultClock>,
    asked: AtomicU32,
}

impl Rate {
    /// As the limits say.
    pub fn new(limits: &Limits) -> Self {
        let quota = Quota::per_minute(limits.requests_a_minute);
        Self(Arc::new(Counted {
            limiter: RateLimiter::hashmap(quota),
            asked: AtomicU32::new(0),
        }))
    }

    /// Counts every request to these routes.
    pub fn each<S: Clone + Send + Sync + 'static>(&self, routes: Router<S>) -> Router<S> {
        routes.layer(from_fn_with_state(self.clone(), each))
    }

    /// Counts requests to these routes that are answered 401.
    pub fn strangers<S: Clone + Send + Sync + 'static>(&self, routes: Router<S>) -> Router<S> {
        routes.layer(from_fn_with_state(self.clone(), strangers))
    }

    /// Counts a request; otherwise in how many seconds the next one is taken.
    fn count(&self, caller: Caller) -> Result<(), u64> {
        if caller.0.is_loopback() {
            return Ok(());
        }
        let counted = &*self.0;
        if counted.asked.fetch_add(1, Ordering::Relaxed) % FORGET == FORGET - 1 {
            counted.limiter.retain_recent();
            counted.limiter.shrink_to_fit();
        }
        let now = counted.limiter.check_key(&caller.household());
        now.map_err(|until| {
            let wait = until.wait_time_from(DefaultClock::default().now());
            wait.as_secs() + 1
        })
    }
}

async fn each(State(rate): State<Rate>, request: Request, next: Next) -> Response {
    match count(&rate, &request) {
        Ok(()) => next.run(request).await,
        // Programs read codes.
        Err(seconds) if request.uri().path().starts_with("/api/") => {
            let wait = [(header::RETRY_AFTER, seconds.to_string())];
            let words = format!("you ask too often; ask again in {seconds} s");
            (wait, Failure::too_many(&words)).into_response()
        }
        Err(seconds) => too_many(seconds),
    }
}

async fn strangers(State(rate): State<Rate>, request: Request, next: Next) -> Response {
    let caller = request.extensions().get::<Caller>().copied();
    let answer = next.run(request).await;
    if answer.status() == StatusCode::UNAUTHORIZED
        && let Some(caller) = caller
        && let Err(seconds) = rate.count(caller)
    {
        return too_many(seconds);
    }
    answer
}

/// Whoever asks without the server between is not counted.
fn count(rate: &Rate, request: &Request) -> Result<(), u64> {
    let caller = request.extensions().get::<Caller>();
    caller.map_or(Ok(()), |caller| rate.count(*caller))
}

/// The answer to whoever asks too often.
pub fn too_many(seconds: u64) -> Response {
    let words = format!("You ask too often; ask again in {seconds} s.\n");
    let wait = [(header::RETRY_AFTER, seconds.to_string())];
    (StatusCode::TOO_MANY_REQUESTS, wait, words).into_response()
}
