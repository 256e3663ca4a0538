//! Sessions: which person a browser belongs to.
//!
//! A browser holds a random token in a cookie. What the journal keeps is a pass with
//! its hash, so sessions outlive the process and hold at every replica.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, header};
use parlour_host::pass::{Pass, PassChange, PassQuestion};
use parlour_host::table::Person;
use parlour_host::{Json, Refused, Time};
use serde::{Deserialize, Serialize};
use tokio::sync::watch;

use super::Inside;
use super::answer::{Answered, Failure};
use super::token::{self, hash};

/// The purpose of a session's pass.
const SESSION: &str = "session";

/// How long a session lasts after its last use, in milliseconds: a year.
const LONGEST: u64 = 365 * 24 * 3_600_000;

/// How often its use is noted, in milliseconds.
const NOTED: u64 = 10 * 60_000;

/// What belongs to a session.
#[derive(Serialize, Deserialize)]
struct About {
    name: String,
}

/// A session as its owner sees it.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Session"))]
pub(super) struct Listed {
    id: String,
    #[cfg_attr(test, schemars(with = "u64"))]
    made: Time,
    #[cfg_attr(test, schemars(with = "u64"))]
    last: Time,
    /// Whether it is the one that asks.
    here: bool,
}

/// How many sessions somebody has; one more ends the one that was used longest ago.
const MOST: usize = 64;

/// The sessions of a door.
pub(super) struct Sessions {
    /// The whole name. Over TLS it begins so that browsers take it from no other host,
    /// and a cookie without that beginning, which one of them could set, is nobody's.
    cookie: String,
    /// Counts sessions that ended here: streams look whether theirs is among them.
    ended: watch::Sender<u64>,
}

impl Sessions {
    /// Cookies know no ports: two services on one machine must not share one, so its
    /// name follows from the house's own secret.
    pub fn new(secret: &str, over_tls: bool) -> Self {
        let name = hash(&format!("cookie {secret}"));
        let prefix = if over_tls { "__Host-" } else { "" };
        Self {
            cookie: format!("{prefix}parlour-{}", &name[..8]),
            ended: watch::channel(0).0,
        }
    }

    /// The token in the cookie of a request.
    fn presented<'a>(&self, headers: &'a HeaderMap) -> Option<&'a str> {
        let cookies = headers.get_all(header::COOKIE).into_iter();
        let cookies = cookies.filter_map(|it| it.to_str().ok());
        let mut pairs = cookies.flat_map(|it| it.split(';'));
        pairs.find_map(|pair| {
            let (name, value) = pair.trim().split_once('=')?;
            (name == self.cookie).then_some(value)
        })
    }

    /// Tells when sessions end.
    pub fn endings(&self) -> watch::Receiver<u64> {
        self.ended.subscribe()
    }
}

/// Somebody whose browser is known.
#[derive(Clone)]
pub(crate) struct Guest {
    pub person: Person,
    /// The hash of their session's token.
    pub session: String,
}

impl Inside {
    /// Begins a session for somebody and gives its cookie.
    pub(super) async fn begin_session(&self, person: &Person) -> Answered<HeaderValue> {
        let (token, now) = (self.token(), self.host.now());
        let about = About {
            name: person.name.clone(),
        };
        let pass = Pass {
            hash: hash(&token),
            id: token::id(self.entropy.as_ref()),
            purpose: SESSION.to_owned(),
            holder: person.identity.clone(),
            about: Json::of(&about),
            made: now,
            last: now,
            until: now.after(LONGEST),
            uses: 0,
        };
        self.make_room(person).await?;
        self.change(PassChange::Keep(pass)).await?;
        let secure = self.addresses.is_secure();
        let secure = if secure { "; Secure" } else { "" };
        let seconds = LONGEST / 1_000;
        let cookie = format!(
            "{}={token}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}",
            self.sessions.cookie
        );
        Ok(HeaderValue::from_str(&cookie).expect("a cookie of letters and digits"))
    }

    /// Ends sessions of somebody who has as many as anybody may have.
    async fn make_room(&self, person: &Person) -> Answered<()> {
        let mut there = self.sessions_kept(person).await?;
        there.sort_by_key(|it| it.last);
        let too_many = (there.len() + 1).saturating_sub(MOST);
        for pass in there.into_iter().take(too_many) {
            let (holder, id) = (person.identity.clone(), pass.id);
            self.change(PassChange::End { holder, id }).await?;
            self.sessions.ended.send_modify(|count| *count += 1);
        }
        Ok(())
    }

    /// Ends all sessions of somebody who did not come in after all. What is left over if
    /// the journal does not answer is known to no browser.
    pub(super) async fn end_sessions(&self, person: &Person) {
        let Ok(kept) = self.sessions_kept(person).await else {
            return;
        };
        for pass in kept {
            let (holder, id) = (person.identity.clone(), pass.id);
            let _ = self.change(PassChange::End { holder, id }).await;
        }
    }

    async fn sessions_kept(&self, person: &Person) -> Answered<Vec<Pass>> {
        let question = PassQuestion::Of {
            holder: person.identity.clone(),
            purpose: SESSION.to_owned(),
        };
        let found = self.host.journal().passes(question).await;
        Ok(found.map_err(Refused::from)?)
    }

    /// Changes passes.
    pub(super) async fn change(&self, change: PassChange) -> Answered<Vec<Pass>> {
        let changed = self.host.journal().change_passes(change).await;
        Ok(changed.map_err(Refused::from)?)
    }

    /// The pass of a token, unless it has ended.
    pub(super) async fn pass(&self, hash: String) -> Answered<Option<Pass>> {
        let now = self.host.now();
        let question = PassQuestion::ByHash { hash, now };
        let found = self.host.journal().passes(question).await;
        Ok(found.map_err(Refused::from)?.pop())
    }

    /// Who sends a request; nothing if nobody knows them.
    pub(super) async fn guest(&self, headers: &HeaderMap) -> Answered<Option<Guest>> {
        let Some(token) = self.sessions.presented(headers) else {
            return Ok(None);
        };
        let session = hash(token);
        let pass = self.pass(session.clone()).await?;
        let Some(pass) = pass.filter(|it| it.purpose == SESSION) else {
            return Ok(None);
        };
        if self.host.is_banned(&pass.holder).await {
            return Err(Failure::banned());
        }
        let now = self.host.now();
        if now.since(pass.last) > NOTED {
            let hash = session.clone();
            let until = now.after(LONGEST);
            self.change(PassChange::Touch { hash, now, until }).await?;
        }
        let name = pass.about.read::<About>();
        let name = name.map_or_else(|_| String::new(), |it| it.name);
        let person = Person::new(pass.holder, &name);
        Ok(Some(Guest { person, session }))
    }

    /// Whether a session has not ended.
    pub(super) async fn is_known(&self, guest: &Guest) -> bool {
        match self.pass(guest.session.clone()).await {
            Ok(Some(pass)) if pass.purpose == SESSION => !self.host.is_banned(&pass.holder).await,
            Ok(_) => false,
            // A journal that does not answer ends no stream.
            Err(_) => true,
        }
    }

    /// The sessions of whoever asks, the newest first.
    pub(super) async fn sessions_of(&self, guest: &Guest) -> Answered<Vec<Listed>> {
        let found = self.sessions_kept(&guest.person).await?;
        let listed = found.into_iter().map(|it| Listed {
            here: it.hash == guest.session,
            id: it.id,
            made: it.made,
            last: it.last,
        });
        Ok(listed.collect())
    }

    /// Ends a session of whoever asks. False if it is none of theirs.
    pub(super) async fn end_session(&self, guest: &Guest, id: String) -> Answered<bool> {
        // Links are passes of theirs as well, and are taken back elsewhere.
        let theirs = self.sessions_kept(&guest.person).await?;
        if theirs.iter().all(|it| it.id != id) {
            return Ok(false);
        }
        let holder = guest.person.identity.clone();
        let ended = self.change(PassChange::End { holder, id }).await?;
        self.sessions.ended.send_modify(|count| *count += 1);
        Ok(!ended.is_empty())
    }

    /// Calls somebody by another name from now on.
    pub(super) async fn rename(&self, guest: &Guest, name: &str) -> Answered<()> {
        let about = About {
            name: name.to_owned(),
        };
        self.change(PassChange::Describe {
            holder: guest.person.identity.clone(),
            purpose: SESSION.to_owned(),
            about: Json::of(&about),
        })
        .await?;
        Ok(())
    }
}

impl FromRequestParts<Arc<Inside>> for Guest {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, door: &Arc<Inside>) -> Result<Self, Failure> {
        let found = door.guest(&parts.headers).await?;
        found.ok_or_else(Failure::no_session)
    }
}
