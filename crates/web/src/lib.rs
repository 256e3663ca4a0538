//! The HTTP server of `parlour serve`.
//!
//! - `GET /healthz` is 200 while commands are taken, and 503 with the reason while
//!   the journal cannot be reached;
//! - `GET /metrics` shows the figures of the host in Prometheus' text format.
//!
//! The app mounts the routers of other fronts beside these with
//! [`Router::merge`](axum::Router::merge): nothing here knows them.

mod figures;

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use axum::routing::get;
use parlour_host::Host;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::time::timeout;

/// How long the journal may take to answer before the service counts as ill.
const ANSWER: Duration = Duration::from_secs(2);

/// How long requests that are under way may take when the service stops.
const FAREWELL: Duration = Duration::from_secs(5);

/// The routes that every service has.
pub fn routes(host: Arc<Host>) -> Router {
    Router::new()
        .route("/healthz", get(health))
        .route("/metrics", get(metrics))
        .with_state(host)
}

/// Answers requests until the other future is ready, and then those under way.
pub async fn serve(
    listener: TcpListener,
    routes: Router,
    until: impl Future<Output = ()> + Send + 'static,
) -> std::io::Result<()> {
    let (stopped, mut stopping) = watch::channel(false);
    let server = axum::serve(listener, routes).with_graceful_shutdown(async move {
        until.await;
        let _ = stopped.send(true);
    });
    let overdue = async {
        let _ = stopping.wait_for(|stopped| *stopped).await;
        tokio::time::sleep(FAREWELL).await;
    };
    tokio::select! {
        done = async { server.await } => done,
        () = overdue => Ok(()),
    }
}

async fn health(State(host): State<Arc<Host>>) -> (StatusCode, String) {
    match timeout(ANSWER, host.next_due()).await {
        Ok(Ok(_)) => (StatusCode::OK, "ok\n".to_owned()),
        Ok(Err(refused)) => (StatusCode::SERVICE_UNAVAILABLE, format!("{refused}\n")),
        Err(_) => {
            let words = "the journal does not answer\n".to_owned();
            (StatusCode::SERVICE_UNAVAILABLE, words)
        }
    }
}

async fn metrics(State(host): State<Arc<Host>>) -> impl IntoResponse {
    let format = "text/plain; version=0.0.4; charset=utf-8";
    let text = figures::text(&host.figures());
    ([(header::CONTENT_TYPE, format)], text)
}
