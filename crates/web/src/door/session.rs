//! Sessions: which person a browser belongs to.
//!
//! A browser holds a random token in a cookie; what is kept of it is its hash.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, header};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use parlour_host::table::Person;
use parlour_host::{Entropy, Time};
use serde::Serialize;
use sha2::{Digest, Sha256};
use tokio::sync::watch;

use super::Inside;
use super::answer::Failure;

/// The hash of a token.
pub(super) type Hash = [u8; 32];

/// How long a browser keeps its cookie, in seconds: a year.
const LONGEST: u64 = 365 * 24 * 3_600;

/// The most sessions that are kept; the one unused for longest goes first.
const MOST: usize = 10_000;

/// Unguessable bytes as text: 256 bits.
pub(super) fn token(entropy: &dyn Entropy) -> String {
    let mut bytes = [0; 32];
    entropy.fill(&mut bytes);
    URL_SAFE_NO_PAD.encode(bytes)
}

pub(super) fn hash(token: &str) -> Hash {
    Sha256::digest(token.as_bytes()).into()
}

/// The person at this machine, and the token that only this machine has shown.
pub(super) struct Here {
    token: String,
    pub person: Person,
}

impl Here {
    pub fn new(entropy: &dyn Entropy, person: Person) -> Self {
        let token = token(entropy);
        Self { token, person }
    }

    pub fn token(&self) -> &str {
        &self.token
    }

    pub fn is(&self, token: &str) -> bool {
        // How far two hashes are equal tells nothing about the token.
        hash(&self.token) == hash(token)
    }
}

/// One browser of somebody.
#[derive(Clone)]
struct Session {
    id: String,
    person: Person,
    made: Time,
    last: Time,
}

/// A session as its owner sees it.
#[derive(Serialize)]
pub(super) struct Listed {
    id: String,
    made: Time,
    last: Time,
    /// Whether it is the one that asks.
    here: bool,
}

/// All sessions.
pub(super) struct Sessions {
    cookie: String,
    kept: Mutex<BTreeMap<Hash, Session>>,
    /// Counts sessions that ended: streams look whether theirs is among them.
    ended: watch::Sender<u64>,
}

impl Sessions {
    pub fn new(entropy: &dyn Entropy) -> Self {
        let mut name = [0; 4];
        entropy.fill(&mut name);
        Self {
            // Cookies know no ports: two services on one machine must not share one.
            cookie: format!("parlour-{:08x}", u32::from_le_bytes(name)),
            kept: Mutex::default(),
            ended: watch::channel(0).0,
        }
    }

    fn kept(&self) -> MutexGuard<'_, BTreeMap<Hash, Session>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins a session and gives its cookie.
    pub fn begin(&self, door: &Inside, person: Person) -> HeaderValue {
        let (token, now) = (door.token(), door.host.now());
        let mut id = door.token();
        id.truncate(12);
        let session = Session {
            id,
            person,
            made: now,
            last: now,
        };
        let mut kept = self.kept();
        if kept.len() >= MOST {
            let oldest = kept.iter().min_by_key(|(_, it)| it.last);
            if let Some(oldest) = oldest.map(|(hash, _)| *hash) {
                kept.remove(&oldest);
            }
        }
        kept.insert(hash(&token), session);
        drop(kept);
        let secure = door.addresses.is_secure();
        let (prefix, secure) = if secure {
            ("__Host-", "; Secure")
        } else {
            ("", "")
        };
        let cookie = format!(
            "{prefix}{}={token}; Path=/; Max-Age={LONGEST}; HttpOnly; SameSite=Lax{secure}",
            self.cookie
        );
        HeaderValue::from_str(&cookie).expect("a cookie of letters and digits")
    }

    /// The token in the cookie of a request.
    fn presented<'a>(&self, headers: &'a HeaderMap) -> Option<&'a str> {
        let cookies = headers.get_all(header::COOKIE).into_iter();
        let cookies = cookies.filter_map(|it| it.to_str().ok());
        let mut pairs = cookies.flat_map(|it| it.split(';'));
        pairs.find_map(|pair| {
            let (name, value) = pair.trim().split_once('=')?;
            let name = name.strip_prefix("__Host-").unwrap_or(name);
            (name == self.cookie).then_some(value)
        })
    }

    fn find(&self, headers: &HeaderMap, now: Time) -> Option<Guest> {
        let session = hash(self.presented(headers)?);
        let mut kept = self.kept();
        let found = kept.get_mut(&session)?;
        found.last = now;
        let person = found.person.clone();
        Some(Guest { person, session })
    }

    /// Whether a session has not ended.
    pub fn is_there(&self, session: &Hash) -> bool {
        self.kept().contains_key(session)
    }

    /// Tells when sessions end.
    pub fn endings(&self) -> watch::Receiver<u64> {
        self.ended.subscribe()
    }

    /// The sessions of whoever asks, the one used last first.
    pub fn of(&self, guest: &Guest) -> Vec<Listed> {
        let kept = self.kept();
        let theirs = kept
            .iter()
            .filter(|(_, it)| it.person.identity == guest.person.identity);
        let mut listed: Vec<Listed> = theirs
            .map(|(hash, it)| Listed {
                id: it.id.clone(),
                made: it.made,
                last: it.last,
                here: *hash == guest.session,
            })
            .collect();
        listed.sort_by_key(|it| std::cmp::Reverse(it.last));
        listed
    }

    /// Ends a session of whoever asks. False if it is none of theirs.
    pub fn end(&self, guest: &Guest, id: &str) -> bool {
        let mut kept = self.kept();
        let before = kept.len();
        kept.retain(|_, it| it.id != id || it.person.identity != guest.person.identity);
        let ended = kept.len() < before;
        drop(kept);
        if ended {
            self.ended.send_modify(|count| *count += 1);
        }
        ended
    }

    /// Calls somebody by another name from now on.
    pub fn rename(&self, guest: &Guest, name: &str) {
        for session in self.kept().values_mut() {
            if session.person.identity == guest.person.identity {
                name.clone_into(&mut session.person.name);
            }
        }
    }
}

/// Somebody whose browser is known.
#[derive(Clone)]
pub(crate) struct Guest {
    pub person: Person,
    pub session: Hash,
}

impl FromRequestParts<Arc<Inside>> for Guest {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, door: &Arc<Inside>) -> Result<Self, Failure> {
        let found = door.sessions.find(&parts.headers, door.host.now());
        found.ok_or_else(Failure::no_session)
    }
}
