//! Who somebody is: the person behind a browser, their name, their sessions.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::header;
use axum::response::Response;
use serde::{Deserialize, Serialize};

use super::Inside;
use super::answer::{Answered, Failure, Told, json};
use super::session::{Guest, Listed};

/// The most letters a name may have.
const LONGEST_NAME: usize = 40;

#[derive(Serialize)]
struct Named<'a> {
    name: &'a str,
}

#[derive(Serialize)]
struct Offered {
    game: &'static str,
    title: String,
    about: String,
    alone: bool,
    players: (u8, u8),
}

#[derive(Serialize)]
struct Me<'a> {
    person: Named<'a>,
    sessions: Vec<Listed>,
    loopback: bool,
    games: Vec<Offered>,
    version: &'static str,
}

/// `GET /api/me`
pub(super) async fn show(State(door): State<Arc<Inside>>, guest: Guest) -> Response {
    let offers = door.stewards.values().map(|it| it.offer());
    let games = offers.map(|it| Offered {
        game: it.game,
        title: it.title,
        about: it.about,
        alone: it.alone,
        players: it.players,
    });
    json(&Me {
        person: Named {
            name: &guest.person.name,
        },
        sessions: door.sessions.of(&guest),
        loopback: door.here.is_some(),
        games: games.collect(),
        version: env!("CARGO_PKG_VERSION"),
    })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NewName {
    name: String,
}

#[derive(Serialize)]
struct Renamed<'a> {
    person: Named<'a>,
}

/// `POST /api/me`
pub(super) async fn rename(
    State(door): State<Arc<Inside>>,
    guest: Guest,
    told: Told<NewName>,
) -> Answered<Response> {
    let name = fitting_name(&told.it.name)?;
    door.sessions.rename(&guest, &name);
    let person = Named { name: &name };
    Ok(json(&Renamed { person }))
}

/// A name as it is kept: without spaces around it, and without letters that would
/// move other words about.
pub(super) fn fitting_name(name: &str) -> Answered<String> {
    let name = name.trim();
    let length = name.chars().count();
    if length == 0 || length > LONGEST_NAME {
        let words = format!("a name has 1 to {LONGEST_NAME} letters");
        return Err(Failure::bad_request(words));
    }
    if name
        .chars()
        .any(|it| it.is_control() || is_bidi_control(it))
    {
        return Err(Failure::bad_request("a name has no control characters"));
    }
    Ok(name.to_owned())
}

fn is_bidi_control(letter: char) -> bool {
    matches!(letter, '\u{200e}' | '\u{200f}' | '\u{61c}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Token {
    token: String,
    #[serde(default)]
    #[expect(dead_code, reason = "whoever comes by a loopback token has a name")]
    name: Option<String>,
}

#[derive(Serialize)]
struct Peeked {
    purpose: &'static str,
}

/// `POST /api/peek`: what a link is for, without using it up.
pub(super) async fn peek(State(door): State<Arc<Inside>>, told: Told<Token>) -> Answered<Response> {
    let here = door.here.as_ref().filter(|it| it.is(&told.it.token));
    here.ok_or_else(no_such_link)?;
    Ok(json(&Peeked { purpose: "here" }))
}

#[derive(Serialize)]
struct Claimed<'a> {
    person: Named<'a>,
}

/// `POST /api/claim`: comes in by a link.
pub(super) async fn claim(
    State(door): State<Arc<Inside>>,
    told: Told<Token>,
) -> Answered<Response> {
    let here = door.here.as_ref().filter(|it| it.is(&told.it.token));
    let person = here.ok_or_else(no_such_link)?.person.clone();
    let mut response = json(&Claimed {
        person: Named { name: &person.name },
    });
    let cookie = door.sessions.begin(&door, person);
    response.headers_mut().insert(header::SET_COOKIE, cookie);
    Ok(response)
}

fn no_such_link() -> Failure {
    let status = axum::http::StatusCode::NOT_FOUND;
    Failure::new(status, "no_such_link", "this link admits nobody any more")
}

/// `POST /api/sessions/ID/end`
pub(super) async fn end(
    State(door): State<Arc<Inside>>,
    guest: Guest,
    Path(id): Path<String>,
) -> Answered<Response> {
    if !door.sessions.end(&guest, &id) {
        return Err(Failure::not_found());
    }
    Ok(json(&serde_json::json!({})))
}
