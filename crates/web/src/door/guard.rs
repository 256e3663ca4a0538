//! Whoever asks comes from a page of this door: `Host` is checked for every request,
//! `Origin` for every change. And what every answer says to browsers.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::uri::Authority;
use axum::http::{HeaderName, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::Inside;
use super::answer::{Answered, Failure};

/// No code but our own files, no frame around us, nothing from elsewhere.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
                      connect-src 'self'; font-src 'self'; manifest-src 'self'; \
                      worker-src 'self'; base-uri 'none'; form-action 'none'; \
                      frame-ancestors 'none'";

const SAID: [(HeaderName, &str); 5] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        "same-origin",
    ),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        "same-origin",
    ),
];

/// Lets a request in, or not.
pub(super) async fn check(
    State(door): State<Arc<Inside>>,
    request: Request,
    next: Next,
) -> Response {
    let mut response = match may_enter(&door, &request) {
        Ok(()) => next.run(request).await,
        Err(failure) => failure.into_response(),
    };
    for (name, value) in SAID {
        // A page that holds a program says more.
        let value = HeaderValue::from_static(value);
        response.headers_mut().entry(name).or_insert(value);
    }
    response
}

fn may_enter(door: &Inside, request: &Request) -> Answered<()> {
    let (method, headers) = (request.method(), request.headers());
    let said = |name| {
        headers
            .get(name)
            .and_then(|it: &HeaderValue| it.to_str().ok())
    };
    let host = said(header::HOST).unwrap_or("");
    // Who stands between might read another of two names than we do.
    let names_one = headers.get_all(header::HOST).iter().count() == 1;
    let target = request.uri().authority().map(Authority::as_str);
    let names_one = names_one && target.is_none_or(|it| it.eq_ignore_ascii_case(host));
    let origin = door.addresses.named(host).filter(|_| names_one);
    let origin =
        origin.ok_or_else(|| Failure::forged("this is not the address of this service"))?;
    if matches!(*method, Method::GET | Method::HEAD) {
        return Ok(());
    }
    let from = said(header::ORIGIN).unwrap_or("");
    let comes_from_one = headers.get_all(header::ORIGIN).iter().count() == 1;
    if !comes_from_one || !origin.to_string().eq_ignore_ascii_case(from) {
        let words = "a change is taken only from a page of this service: Origin must name it";
        return Err(Failure::forged(words));
    }
    Ok(())
}
