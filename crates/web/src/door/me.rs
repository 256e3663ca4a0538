//! Who somebody is: the person behind a browser, their name, their sessions; and how
//! somebody comes in.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::Response;
use parlour_host::Refused;
use parlour_host::pass::Pass;
use parlour_host::steward::Declined;
use parlour_host::table::{Identity, Person, TableId};
use serde::{Deserialize, Serialize};

use super::Inside;
use super::answer::{Answered, Failure, Understood, json};
use super::links::{Admits, Empty, Purpose, StandsFor, no_such_link};
use super::session::{Guest, Listed};
use super::wording::fitting;

/// The most letters a name may have.
const LONGEST_NAME: usize = 40;

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Person"))]
pub(super) struct Named<'a> {
    name: &'a str,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "GameOffer"))]
pub(super) struct Offered {
    game: &'static str,
    title: String,
    about: String,
    alone: bool,
    players: (u8, u8),
    /// What its entrance offers here, by names that the game's own page knows; everything,
    /// if this is missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    offers: Option<Vec<&'static str>>,
    /// What it can be played on, where there is more than one.
    boards: Vec<BoardOffered>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Board"))]
pub(super) struct BoardOffered {
    name: String,
    title: String,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Me"))]
pub(super) struct Me<'a> {
    person: Named<'a>,
    sessions: Vec<Listed>,
    loopback: bool,
    games: Vec<Offered>,
    programs: Vec<String>,
    version: &'static str,
}

/// `GET /api/me`
pub(super) async fn show(State(door): State<Arc<Inside>>, guest: Guest) -> Answered<Response> {
    let games = door.stewards.values().map(|steward| {
        let it = steward.offer();
        let boards = steward.boards().into_iter();
        Offered {
            game: it.game,
            title: it.title,
            about: it.about,
            alone: it.alone,
            players: it.players,
            offers: it.offers,
            boards: boards
                .map(|(name, title)| BoardOffered { name, title })
                .collect(),
        }
    });
    Ok(json(&Me {
        person: Named {
            name: &guest.person.name,
        },
        sessions: door.sessions_of(&guest).await?,
        loopback: door.addresses.is_loopback(),
        games: games.collect(),
        programs: door.pages.programs(),
        version: env!("CARGO_PKG_VERSION"),
    }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Name"))]
pub(super) struct NewName {
    name: String,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Named"))]
pub(super) struct Renamed<'a> {
    person: Named<'a>,
}

/// `POST /api/me`
pub(super) async fn rename(
    State(door): State<Arc<Inside>>,
    guest: Guest,
    told: Understood<NewName>,
) -> Answered<Response> {
    let name = fitting_name(&told.it.name)?;
    door.rename(&guest, &name).await?;
    let person = Named { name: &name };
    Ok(json(&Renamed { person }))
}

fn fitting_name(name: &str) -> Answered<String> {
    fitting(name, "a name", LONGEST_NAME).map_err(Failure::bad_request)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Token"))]
pub(super) struct Token {
    token: String,
    #[serde(default)]
    name: Option<String>,
}

/// What a link is for; `here` is the machine's own.
#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) enum For {
    Here,
    Seat,
    Watch,
    Recovery,
    Chat,
}

impl From<Purpose> for For {
    fn from(purpose: Purpose) -> Self {
        match purpose {
            Purpose::Seat => Self::Seat,
            Purpose::Watch => Self::Watch,
            Purpose::Recovery => Self::Recovery,
            Purpose::Chat => Self::Chat,
        }
    }
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Peek"))]
pub(super) struct Peeked {
    purpose: For,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "Option<String>"))]
    table: Option<TableId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<String>,
}

/// `POST /api/peek`: what a link is for, without using it up.
pub(super) async fn peek(
    State(door): State<Arc<Inside>>,
    told: Understood<Token>,
) -> Answered<Response> {
    let mut peeked = Peeked {
        purpose: For::Here,
        table: None,
        title: None,
        game: None,
    };
    if !door.is_here(&told.it.token) {
        let (purpose, pass) = door.look_at_link(&told.it.token).await?;
        peeked.purpose = purpose.into();
        if let Ok(admits) = pass.about.read::<Admits>() {
            let record = door.host.record(&admits.table).await;
            // The table may have been removed since.
            let record = record.map_err(|_| no_such_link())?;
            peeked.title = Some(record.title);
            peeked.game = Some(record.game);
            peeked.table = Some(admits.table);
        }
    }
    Ok(json(&peeked))
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Claimed"))]
pub(super) struct Claimed<'a> {
    person: Named<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "Option<String>"))]
    table: Option<TableId>,
}

/// `POST /api/claim`: comes in by a link.
pub(super) async fn claim(
    State(door): State<Arc<Inside>>,
    headers: HeaderMap,
    told: Understood<Token>,
) -> Answered<Response> {
    let Token { token, name } = told.it;
    if let Some(here) = door.here.as_ref().filter(|it| it.is(&token)) {
        return door.let_in(&here.person).await;
    }
    let (purpose, pass) = door.look_at_link(&token).await?;
    match purpose {
        Purpose::Recovery | Purpose::Chat => {
            let name = pass.about.read::<StandsFor>();
            let name = name.map_or_else(|_| String::new(), |it| it.name);
            door.claim_link(&token).await?;
            let person = Person::new(pass.holder, &name);
            let let_in = door.let_in(&person).await;
            if let_in.is_err() {
                // Nobody has come in, so it was not used.
                door.return_link(&token).await?;
            }
            let_in
        }
        Purpose::Seat | Purpose::Watch => {
            if let Some(Guest { person, .. }) = door.guest(&headers).await? {
                let table = door.sit_down(&token, &pass, &person).await?;
                return Ok(claimed(&person, Some(table)));
            }
            let person = door.newcomer(name)?;
            // A seat belongs to nobody whose browser is not known, so it is taken last.
            let cookie = door.begin_session(&person).await?;
            let sat = door.sit_down(&token, &pass, &person).await;
            if sat.is_err() {
                door.end_sessions(&person).await;
            }
            Ok(with_cookie(claimed(&person, Some(sat?)), cookie))
        }
    }
}

/// Says who has come in, and to which table.
fn claimed(person: &Person, table: Option<TableId>) -> Response {
    json(&Claimed {
        person: Named { name: &person.name },
        table,
    })
}

fn with_cookie(mut response: Response, cookie: HeaderValue) -> Response {
    response.headers_mut().insert(header::SET_COOKIE, cookie);
    response
}

impl Inside {
    fn is_here(&self, token: &str) -> bool {
        self.here.as_ref().is_some_and(|it| it.is(token))
    }

    /// Somebody whom nobody knows yet.
    fn newcomer(&self, name: Option<String>) -> Answered<Person> {
        let name = name.ok_or_else(|| Failure::bad_request("say a name for the others"))?;
        let identity = Identity(format!("web:{}", self.token()));
        Ok(Person::new(identity, &fitting_name(&name)?))
    }

    /// Sits down, or watches, by an invitation. Who is at the table already uses up
    /// nothing.
    async fn sit_down(&self, token: &str, pass: &Pass, person: &Person) -> Answered<TableId> {
        let admits = pass.about.read::<Admits>().map_err(|_| no_such_link())?;
        let table = &admits.table;
        let record = self.host.record(table).await.map_err(|_| no_such_link())?;
        let steward = self.steward(&record.game)?;
        self.claim_link(token).await?;
        let sat = steward.admit(&self.host, table, admits.place, person).await;
        if let Err(declined) = sat {
            self.return_link(token).await?;
            if !matches!(declined, Declined::Host(Refused::AlreadySeated(_))) {
                return Err(declined.into());
            }
        }
        // Play may have gone on at another table since the link was made.
        let next = steward.goes_on(&self.host, table, &record).await;
        Ok(next.ok().flatten().unwrap_or(admits.table))
    }

    /// Begins a session, and says so.
    async fn let_in(&self, person: &Person) -> Answered<Response> {
        let cookie = self.begin_session(person).await?;
        Ok(with_cookie(claimed(person, None), cookie))
    }
}

/// `POST /api/sessions/ID/end`
pub(super) async fn end(
    State(door): State<Arc<Inside>>,
    guest: Guest,
    Path(id): Path<String>,
    _: Understood<Empty>,
) -> Answered<Response> {
    if !door.end_session(&guest, id).await? {
        return Err(Failure::not_found());
    }
    Ok(json(&serde_json::json!({})))
}
