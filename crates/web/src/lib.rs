//! The HTTP server of `parlour serve`.
//!
//! - `GET /healthz` is 200 while the process answers at all;
//! - `GET /readyz` is 200 while it does its work, and 503 with the reasons while it does
//!   not: something is really stored to find that out ([`Readiness`]);
//! - `GET /metrics` shows figures in Prometheus' text format.
//!
//! The app mounts the routers of other fronts beside these with
//! [`Router::merge`](axum::Router::merge): nothing here knows them. What stands in the
//! open is bounded: connections, and how slow, how large and how many requests may be,
//! by [`Limits`]; how often one address may ask, by [`Rate`].

mod caller;
pub mod door;
mod figures;
mod limits;
mod meter;
mod rate;
mod ready;
mod server;

use std::fmt::Write;
use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use axum::routing::get;
use parlour_host::Host;

pub use caller::Caller;
pub use figures::{Family, Figure, Kind, Labels};
pub use ipnet::IpNet;
pub use limits::Limits;
pub use meter::Meter;
pub use rate::{Rate, too_many};
pub use ready::{Check, Checking, Found, Readiness};
pub use server::{Stopping, serve, serve_within};

/// The routes that every service has.
pub fn routes(host: Arc<Host>) -> Router {
    let readiness = Readiness::new(&host, Vec::new());
    routes_with(host, readiness, Vec::new)
}

/// The same with more that must be well, and figures of other fronts beside those of the
/// host.
pub fn routes_with(
    host: Arc<Host>,
    readiness: Readiness,
    more: impl Fn() -> Vec<Family> + Clone + Send + Sync + 'static,
) -> Router {
    let shown = async move |State((host, readiness)): State<(Arc<Host>, Readiness)>| {
        let found = readiness.look().await;
        metrics(&host, &found, more())
    };
    Router::new()
        .route("/healthz", get(async || "ok\n"))
        .route("/readyz", get(ready))
        .route("/metrics", get(shown))
        .with_state((host, readiness))
}

async fn ready(State((_, readiness)): State<(Arc<Host>, Readiness)>) -> (StatusCode, String) {
    let mut words = String::new();
    for Found { name, wrong } in readiness.look().await {
        if let Some(wrong) = wrong {
            let _ = writeln!(words, "{name}: {wrong}");
        }
    }
    if words.is_empty() {
        (StatusCode::OK, String::from("ready\n"))
    } else {
        (StatusCode::SERVICE_UNAVAILABLE, words)
    }
}

fn metrics(host: &Host, found: &[Found], more: Vec<Family>) -> impl IntoResponse + use<> {
    let ready = Family::new(
        "parlour_ready",
        Kind::Gauge,
        "1 for each part of the service that does its work.",
    );
    let ready = found.iter().fold(ready, |family, it| {
        family.number(Some(("check", it.name)), u64::from(it.wrong.is_none()))
    });
    let families = [ready].into_iter().chain(figures::of_host(host.figures()));
    let text: String = families.chain(more).map(|it| it.to_string()).collect();
    let format = "text/plain; version=0.0.4; charset=utf-8";
    ([(header::CONTENT_TYPE, format)], text)
}
