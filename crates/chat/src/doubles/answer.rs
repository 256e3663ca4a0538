//! Answers over HTTP, the broken ones included.

use axum::body::Body;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use serde_json::Value;

/// An answer in JSON.
pub fn json(status: StatusCode, body: &Value) -> Response {
    let headers = [(header::CONTENT_TYPE, "application/json")];
    (status, headers, body.to_string()).into_response()
}

/// An answer that promises a body and breaks off: the caller sees a lost
/// connection and cannot know whether its request was carried out.
pub fn broken() -> Response {
    let lost = std::io::Error::new(std::io::ErrorKind::ConnectionReset, "dropped on request");
    let body = Body::from_stream(stream::once(async move { Err::<Vec<u8>, _>(lost) }));
    let headers = [(header::CONTENT_LENGTH, "64")];
    (StatusCode::OK, headers, body).into_response()
}
