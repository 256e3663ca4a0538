//! Answers and refusals as JSON, and bodies read with care.

use std::io::Write;

use axum::body::{Body, to_bytes};
use axum::extract::{FromRequest, FromRequestParts, Query, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use parlour_host::Refused;
use parlour_host::host::LONGEST_COMMAND;
use parlour_host::steward::Declined;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// The most bytes a body may have: a command of any length, and what is around it.
const LONGEST_BODY: usize = LONGEST_COMMAND + (4 << 10);

/// Why a request is not answered as it wishes: a code for programs, words for people.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Refused"))]
pub(crate) struct Failure {
    #[serde(skip)]
    status: StatusCode,
    /// After how many seconds it may be asked again, where that is known.
    #[serde(skip)]
    wait: Option<u64>,
    code: &'static str,
    words: String,
}

pub(crate) type Answered<T> = Result<T, Failure>;

impl Failure {
    pub fn new(status: StatusCode, code: &'static str, words: impl Into<String>) -> Self {
        let words = words.into();
        Self {
            status,
            wait: None,
            code,
            words,
        }
    }

    /// There is no such thing, or it is none of theirs: which of both is not told.
    pub fn not_found() -> Self {
        Self::new(
            StatusCode::NOT_FOUND,
            "not_found",
            "there is nothing here for you",
        )
    }

    pub fn no_session() -> Self {
        let words = "nobody knows this browser; open the link you were given";
        Self::new(StatusCode::UNAUTHORIZED, "no_session", words)
    }

    pub fn banned() -> Self {
        let words = "whoever keeps this house has banned you";
        Self::new(StatusCode::FORBIDDEN, "banned", words)
    }

    pub fn bad_request(words: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "bad_request", words)
    }

    pub fn forged(words: &str) -> Self {
        Self::new(StatusCode::FORBIDDEN, "forged", words)
    }

    /// Whether there is nothing, or nothing of theirs.
    pub fn is_not_found(&self) -> bool {
        self.status == StatusCode::NOT_FOUND
    }

    pub fn status(&self) -> StatusCode {
        self.status
    }

    /// Its words alone.
    pub fn words(&self) -> &str {
        &self.words
    }

    /// What is there is not asked in this way.
    pub fn not_so() -> Self {
        let words = "this is not asked in this way; `Allow` names how";
        Self::new(StatusCode::METHOD_NOT_ALLOWED, "not_so", words)
    }

    pub fn too_many(words: &str) -> Self {
        Self::new(StatusCode::TOO_MANY_REQUESTS, "too_many", words)
    }

    /// Too many of one person, who may go on after so many seconds.
    pub fn too_fast(seconds: u64, words: String) -> Self {
        Self {
            wait: Some(seconds),
            ..Self::new(StatusCode::TOO_MANY_REQUESTS, "too_fast", words)
        }
    }

    /// A defect of ours; what was stored is stored.
    pub fn broken() -> Self {
        let words = "something broke here; look again before you repeat it";
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "broken", words)
    }

    fn too_long() -> Self {
        let words = format!("a request has at most {LONGEST_BODY} bytes");
        Self::new(StatusCode::PAYLOAD_TOO_LARGE, "too_long", words)
    }
}

impl From<Refused> for Failure {
    fn from(refused: Refused) -> Self {
        let status = match &refused {
            // Whoever guesses names of tables learns nothing.
            Refused::UnknownTable(_) | Refused::NotAdmitted => return Self::not_found(),
            Refused::UnknownGame(_) | Refused::NoSuchSeat(_) | Refused::NoSuchEntry(_) => {
                StatusCode::NOT_FOUND
            }
            Refused::NotSeated | Refused::NotYourSeat(_) | Refused::NotOwner => {
                StatusCode::FORBIDDEN
            }
            Refused::BadSetup(parlour_host::game::BadSetup::Unreadable(_))
            | Refused::BadCommand(_) => StatusCode::BAD_REQUEST,
            Refused::TooLong { .. } => StatusCode::PAYLOAD_TOO_LARGE,
            Refused::Journal(error) => {
                // What is wrong with a disk or a database is for the log.
                tracing::warn!("a request is not answered: {error}");
                let words = "the tables cannot be reached at this moment; nothing has changed";
                return Self::new(StatusCode::SERVICE_UNAVAILABLE, "journal", words);
            }
            _ => StatusCode::CONFLICT,
        };
        Self::new(status, refused.code(), refused.to_string())
    }
}

impl From<Declined> for Failure {
    fn from(declined: Declined) -> Self {
        match declined {
            Declined::Host(refused) => refused.into(),
            Declined::Unreadable(_) => Self::bad_request(declined.to_string()),
            Declined::Table { code, words } => Self::new(StatusCode::CONFLICT, code, words),
        }
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let mut response = json(&self);
        *response.status_mut() = self.status;
        if let Some(seconds) = self.wait {
            let headers = response.headers_mut();
            headers.insert(header::RETRY_AFTER, seconds.into());
        }
        response
    }
}

/// An answer. Nobody on the way keeps it.
pub(crate) fn json(value: &(impl Serialize + ?Sized)) -> Response {
    let text = serde_json::to_vec(value).expect("answers are plain JSON");
    let kept = [
        (header::CONTENT_TYPE, "application/json"),
        (header::CACHE_CONTROL, "no-store"),
    ];
    (kept, Body::from(text)).into_response()
}

/// Answers shorter than this are sent as they are.
const WORTH_PACKING: usize = 4 << 10;

/// The same, packed if it is long and whoever asks can unpack it.
pub(crate) fn packed(value: &(impl Serialize + ?Sized), headers: &HeaderMap) -> Response {
    let said = headers.get(header::ACCEPT_ENCODING);
    let unpacks = said.and_then(|it| it.to_str().ok());
    let text = serde_json::to_vec(value).expect("answers are plain JSON");
    let long = text.len() >= WORTH_PACKING;
    let kept = [
        (header::CONTENT_TYPE, "application/json"),
        (header::CACHE_CONTROL, "no-store"),
    ];
    if !long || !unpacks.is_some_and(|it| it.contains("gzip")) {
        return (kept, Body::from(text)).into_response();
    }
    let mut packer = GzEncoder::new(Vec::new(), Compression::fast());
    let written = packer.write_all(&text);
    let bytes = written.and_then(|()| packer.finish());
    let bytes = bytes.expect("memory takes what is written");
    let packed = [(header::CONTENT_ENCODING, "gzip")];
    (kept, packed, Body::from(bytes)).into_response()
}

/// A body that was understood, together with its text.
pub(crate) struct Understood<T> {
    pub it: T,
    pub text: String,
}

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Understood<T> {
    type Rejection = Failure;

    async fn from_request(request: Request, _: &S) -> Answered<Self> {
        if !is_json(request.headers()) {
            let words = "the body must be of type application/json";
            let status = StatusCode::UNSUPPORTED_MEDIA_TYPE;
            return Err(Failure::new(status, "not_json", words));
        }
        let bytes = to_bytes(request.into_body(), LONGEST_BODY).await;
        let bytes = bytes.map_err(|_| Failure::too_long())?;
        let text = String::from_utf8(bytes.into())
            .map_err(|_| Failure::bad_request("the body is not text"))?;
        let it = serde_json::from_str(&text).map_err(|error| {
            Failure::bad_request(format!("the body is not understood: {error}"))
        })?;
        Ok(Self { it, text })
    }
}

fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE);
    let kind = kind.and_then(|it| it.to_str().ok()).unwrap_or("");
    let kind = kind.split(';').next().unwrap_or("").trim();
    kind.eq_ignore_ascii_case("application/json")
}

/// What stands behind `?` in an address. What is not understood is refused as a body is.
pub(crate) struct InAddress<T>(pub T);

impl<T: DeserializeOwned, S: Sync> FromRequestParts<S> for InAddress<T> {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Answered<Self> {
        let read = Query::try_from_uri(&parts.uri);
        let Query(it) = read.map_err(|error| Failure::bad_request(error.body_text()))?;
        Ok(Self(it))
    }
}
