//! Links: an invitation to a seat, an invitation to watch, a person's way to another
//! device, a way from a chat to the browser. Four purposes of one mechanism.
//!
//! A link holds a token, the journal its hash. Whoever opens a link fetches a page and
//! no more: chats do that for previews. It is claimed by a change, once for each of its
//! uses.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::response::Response;
use parlour_host::pass::{Pass, PassChange, PassQuestion};
use parlour_host::table::{Identity, Person, Place, TableId};
use parlour_host::{Json, Refused, Time};
use parlour_rules::Seat;
use qrcode::{Color, EcLevel, QrCode};
use serde::{Deserialize, Serialize};

use super::answer::{Answered, Failure, Understood, json};
use super::session::Guest;
use super::tables::named;
use super::token::{self, hash};
use super::{Door, Inside};

/// How long an invitation holds, in milliseconds, and how long a way to another
/// device.
const INVITED: u64 = 14 * 24 * 3_600_000;
const MOVING: u64 = 3_600_000;

/// How many may come by one link to any seat, and to watch.
const ANY_SEAT: u32 = 64;
const WATCHERS: u32 = 1_000;

/// How many invitations of somebody can be claimed at a time.
const MOST_INVITATIONS: usize = 200;

/// What a link is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    Seat,
    Watch,
    Recovery,
    Chat,
}

impl Purpose {
    pub fn name(self) -> &'static str {
        match self {
            Self::Seat => "seat",
            Self::Watch => "watch",
            Self::Recovery => "recovery",
            Self::Chat => "chat",
        }
    }

    fn of(pass: &Pass) -> Option<Self> {
        let all = [Self::Seat, Self::Watch, Self::Recovery, Self::Chat];
        all.into_iter().find(|it| it.name() == pass.purpose)
    }
}

/// What an invitation admits to.
#[derive(Serialize, Deserialize)]
pub(super) struct Admits {
    pub table: TableId,
    pub place: Place,
}

/// Whom a link stands for.
#[derive(Serialize, Deserialize)]
pub(super) struct StandsFor {
    pub name: String,
}

/// A link that was made: what its holder calls it, and the link.
pub(super) struct Made {
    pub id: String,
    pub link: String,
}

impl Inside {
    async fn make_link(
        &self,
        purpose: Purpose,
        holder: &Identity,
        about: Json,
        (lasts, uses): (u64, u32),
    ) -> Answered<Made> {
        let (token, now) = (self.token(), self.host.now());
        let id = token::id(self.entropy.as_ref());
        let pass = Pass {
            hash: hash(&token),
            id: id.clone(),
            purpose: purpose.name().to_owned(),
            holder: holder.clone(),
            about,
            made: now,
            last: now,
            until: now.after(lasts),
            uses,
        };
        self.change(PassChange::Keep(pass)).await?;
        let link = self.addresses.link(&token);
        Ok(Made { id, link })
    }

    /// Ends the links that somebody holds for a purpose.
    async fn end_links(&self, purpose: Purpose, holder: &Identity) -> Answered<()> {
        let question = PassQuestion::Of {
            holder: holder.clone(),
            purpose: purpose.name().to_owned(),
        };
        let passes = self.host.journal().passes(question).await;
        for pass in passes.map_err(Refused::from)? {
            let (holder, id) = (holder.clone(), pass.id);
            self.change(PassChange::End { holder, id }).await?;
        }
        Ok(())
    }

    /// How many links of somebody for a purpose can still be claimed.
    async fn claimable(&self, purpose: Purpose, holder: &Identity) -> Answered<usize> {
        let question = PassQuestion::Of {
            holder: holder.clone(),
            purpose: purpose.name().to_owned(),
        };
        let passes = self.host.journal().passes(question).await;
        let (passes, now) = (passes.map_err(Refused::from)?, self.host.now());
        let open = passes.iter().filter(|it| it.uses > 0 && it.until > now);
        Ok(open.count())
    }

    /// A link that can still be claimed, and what it is for.
    pub(super) async fn look_at_link(&self, token: &str) -> Answered<(Purpose, Pass)> {
        let pass = self.pass(hash(token)).await?.filter(|it| it.uses > 0);
        let known = pass.and_then(|pass| Some((Purpose::of(&pass)?, pass)));
        known.ok_or_else(no_such_link)
    }

    /// Uses a link once.
    pub(super) async fn claim_link(&self, token: &str) -> Answered<()> {
        let claimed = self.change(PassChange::Claim {
            hash: hash(token),
            now: self.host.now(),
            claim: token::id(self.entropy.as_ref()),
        });
        let claimed = claimed.await?;
        claimed.first().map(|_| ()).ok_or_else(no_such_link)
    }

    /// Takes the use of a link back.
    pub(super) async fn return_link(&self, token: &str) -> Answered<()> {
        let hash = hash(token);
        self.change(PassChange::Return { hash }).await?;
        Ok(())
    }
}

impl Door {
    /// A link by which a person of a chat comes to the browser as the same person: to
    /// be told to them alone, used once, within an hour. It ends the one before.
    pub async fn link_from_chat(&self, person: &Person) -> Result<String, Uninvited> {
        let ended = self.0.end_links(Purpose::Chat, &person.identity).await;
        ended.map_err(Uninvited)?;
        let about = Json::of(&StandsFor {
            name: person.name.clone(),
        });
        let inside = &self.0;
        let made = inside.make_link(Purpose::Chat, &person.identity, about, (MOVING, 1));
        made.await.map(|it| it.link).map_err(Uninvited)
    }
}

impl Door {
    /// A link to a place at a table, in the name of whoever keeps it.
    pub async fn invite(
        &self,
        holder: &Identity,
        table: &TableId,
        place: Place,
    ) -> Result<String, Uninvited> {
        let (purpose, uses) = uses(place);
        let table = table.clone();
        let about = Json::of(&Admits { table, place });
        let made = self.0.make_link(purpose, holder, about, (INVITED, uses));
        made.await.map(|it| it.link).map_err(Uninvited)
    }
}

/// A link that is not made.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{}", .0.words())]
pub struct Uninvited(Failure);

/// What an invitation to a place is, and how often it can be claimed.
fn uses(place: Place) -> (Purpose, u32) {
    match place {
        Place::Seat(_) => (Purpose::Seat, 1),
        Place::AnySeat => (Purpose::Seat, ANY_SEAT),
        Place::Watch => (Purpose::Watch, WATCHERS),
    }
}

pub(super) fn no_such_link() -> Failure {
    let status = axum::http::StatusCode::NOT_FOUND;
    let words = "this link admits nobody any more: it was used, it has ended, or it was \
                 taken back";
    Failure::new(status, "no_such_link", words)
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Link"))]
pub(super) struct Recovery {
    link: String,
    qr: Vec<String>,
}

/// `POST /api/recovery`: a link that moves whoever asks to another device. It ends the
/// one before.
pub(super) async fn recovery(
    State(door): State<Arc<Inside>>,
    guest: Guest,
    _: Understood<Empty>,
) -> Answered<Response> {
    let about = Json::of(&StandsFor {
        name: guest.person.name.clone(),
    });
    let who = &guest.person.identity;
    door.end_links(Purpose::Recovery, who).await?;
    let made = door.make_link(Purpose::Recovery, who, about, (MOVING, 1));
    let Made { link, .. } = made.await?;
    let qr = squares(&link);
    Ok(json(&Recovery { link, qr }))
}

/// A body that says nothing.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Nothing"))]
pub(super) struct Empty {}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Inviting"))]
pub(super) struct Inviting {
    place: Wanted,
}

#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "InvitedTo"))]
pub(super) enum Wanted {
    Any,
    Watch,
    Seat(#[cfg_attr(test, schemars(with = "u8"))] Seat),
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Invitation"))]
pub(super) struct Invited {
    id: String,
    link: String,
    qr: Vec<String>,
}

/// `POST /api/tables/TABLE/invitations`: the right of the owner, or of whom the game
/// gives it.
pub(super) async fn invite(
    State(door): State<Arc<Inside>>,
    guest: Guest,
    Path(table): Path<String>,
    told: Understood<Inviting>,
) -> Answered<Response> {
    let table = named(&table)?;
    let seats = door.inviting_to(&table, &guest).await?;
    let place = match told.it.place {
        Wanted::Any => Place::AnySeat,
        Wanted::Watch => Place::Watch,
        Wanted::Seat(seat) if usize::from(seat.0) >= seats => {
            return Err(Refused::NoSuchSeat(seat).into());
        }
        Wanted::Seat(seat) => Place::Seat(seat),
    };
    let (purpose, uses) = uses(place);
    let about = Json::of(&Admits { table, place });
    let who = &guest.person.identity;
    if door.claimable(purpose, who).await? >= MOST_INVITATIONS {
        let words = format!("you have {MOST_INVITATIONS} invitations open; take some back");
        let status = axum::http::StatusCode::CONFLICT;
        return Err(Failure::new(status, "too_many_links", words));
    }
    let Made { id, link } = door.make_link(purpose, who, about, (INVITED, uses)).await?;
    let qr = squares(&link);
    Ok(json(&Invited { id, link, qr }))
}

impl Inside {
    /// How many seats a table has to which somebody may invite; a refusal if they may
    /// not.
    async fn inviting_to(&self, table: &TableId, guest: &Guest) -> Answered<usize> {
        let who = &guest.person.identity;
        let record = self.host.look(table, who).await?.record;
        if !self.steward(&record.game)?.may_invite(&record, who) {
            return Err(Refused::NotOwner.into());
        }
        Ok(record.chairs.len())
    }

    /// Whether those who sat at one table play at another now: what admitted to the one
    /// admits to the other.
    async fn goes_on_at(&self, before: &TableId, table: &TableId) -> bool {
        let Ok(record) = self.host.record(before).await else {
            return false;
        };
        let Ok(steward) = self.steward(&record.game) else {
            return false;
        };
        let next = steward.goes_on(&self.host, before, &record).await;
        next.ok().flatten().as_ref() == Some(table)
    }

    /// The invitations of somebody to one of their tables, or to the games before there.
    async fn invitations(&self, table: &TableId, guest: &Guest) -> Answered<Vec<(Pass, Place)>> {
        let mut found = Vec::new();
        for purpose in [Purpose::Seat, Purpose::Watch] {
            let question = PassQuestion::Of {
                holder: guest.person.identity.clone(),
                purpose: purpose.name().to_owned(),
            };
            let passes = self.host.journal().passes(question).await;
            for pass in passes.map_err(Refused::from)? {
                let Ok(admits) = pass.about.read::<Admits>() else {
                    continue;
                };
                if admits.table == *table || self.goes_on_at(&admits.table, table).await {
                    found.push((pass, admits.place));
                }
            }
        }
        Ok(found)
    }
}

#[derive(Serialize)]
#[cfg_attr(
    test,
    derive(schemars::JsonSchema),
    schemars(rename = "OpenInvitation")
)]
pub(super) struct ListedInvitation {
    id: String,
    place: Wanted,
    #[cfg_attr(test, schemars(with = "u64"))]
    made: Time,
    #[cfg_attr(test, schemars(with = "u64"))]
    until: Time,
    uses: u32,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Invitations"))]
pub(super) struct Invitations {
    invitations: Vec<ListedInvitation>,
}

/// `GET /api/tables/TABLE/invitations`: what can still be claimed. The links
/// themselves are known to nobody but those who hold them.
pub(super) async fn invitations(
    State(door): State<Arc<Inside>>,
    guest: Guest,
    Path(table): Path<String>,
) -> Answered<Response> {
    let table = named(&table)?;
    door.inviting_to(&table, &guest).await?;
    let now = door.host.now();
    let found = door.invitations(&table, &guest).await?.into_iter();
    let open = found.filter(|(pass, _)| pass.uses > 0 && pass.until > now);
    let listed = open.map(|(pass, place)| ListedInvitation {
        place: match place {
            Place::AnySeat => Wanted::Any,
            Place::Watch => Wanted::Watch,
            Place::Seat(seat) => Wanted::Seat(seat),
        },
        id: pass.id,
        made: pass.made,
        until: pass.until,
        uses: pass.uses,
    });
    Ok(json(&Invitations {
        invitations: listed.collect(),
    }))
}

/// `POST /api/tables/TABLE/invitations/ID/revoke`
pub(super) async fn revoke(
    State(door): State<Arc<Inside>>,
    guest: Guest,
    Path((table, id)): Path<(String, String)>,
    _: Understood<Empty>,
) -> Answered<Response> {
    let table = named(&table)?;
    let of_table = door.invitations(&table, &guest).await?;
    if of_table.iter().all(|(pass, _)| pass.id != id) {
        return Err(Failure::not_found());
    }
    let holder = guest.person.identity;
    door.change(PassChange::End { holder, id }).await?;
    Ok(json(&serde_json::json!({})))
}

/// A QR code as rows of squares, `1` for a dark one. Empty if the text is too long.
pub fn squares(text: &str) -> Vec<String> {
    // A small code is read from farther away, and a screen has no stains.
    let Ok(code) = QrCode::with_error_correction_level(text, EcLevel::L) else {
        return Vec::new();
    };
    let width = code.width();
    let colours = code.to_colors();
    let row = |row: &[Color]| row.iter().map(|it| it.select('1', '0')).collect();
    colours.chunks(width).map(row).collect()
}
