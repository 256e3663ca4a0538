//! A table as plain text: for whoever has no scripts. `/t/TABLE?plain` leads there.

use std::fmt::Write as _;
use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Redirect, Response};
use parlour_host::table::TableId;

use super::Inside;
use super::answer::Answered;
use super::glance::{Chair, chairs};
use super::session::Guest;
use super::tables::named;

/// From the page of a table to its text. Pages are not counted, what is looked up is.
pub(super) fn way(table: &str) -> Response {
    Redirect::to(&format!("/api/tables/{table}/plain")).into_response()
}

/// `GET /api/tables/TABLE/plain`
pub(super) async fn show(
    State(door): State<Arc<Inside>>,
    guest: Guest,
    Path(table): Path<String>,
) -> Answered<Response> {
    let kept = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8"),
        (header::CACHE_CONTROL, "no-store"),
    ];
    let text = told(&door, &guest, &named(&table)?).await?;
    Ok((kept, text).into_response())
}

async fn told(door: &Inside, guest: &Guest, table: &TableId) -> Answered<String> {
    let who = &guest.person.identity;
    let found = door.look(table, who, None).await?;
    let (glance, steward) = (&found.now.glance, &found.steward);
    let (record, over) = (&glance.record, glance.outcome.is_some());
    let face = door.host.card(table).await?.and_then(|card| card.face);
    let about = face.map(|face| face.about).unwrap_or_default();
    let short = steward.words(&glance.view).unwrap_or_default();

    let mut text = format!("{}\n{}\n", record.title, steward.offer().title);
    for line in [short, about] {
        if !line.is_empty() {
            let _ = write!(text, "\n{line}\n");
        }
    }
    text.push('\n');
    let chairs = chairs(record, who, steward.hides_names(record, over));
    for chair in &chairs {
        let waits = !over && glance.awaiting.contains(chair.seat);
        let _ = writeln!(text, "{}", line_of(chair, waits));
    }
    let stands = match (over, record.started.is_some(), record.paused.is_some()) {
        (true, ..) => "The game is over.",
        (_, false, _) => "It has not begun.",
        (.., true) => "It is paused.",
        _ => "",
    };
    if !stands.is_empty() {
        let _ = write!(text, "\n{stands}\n");
    }
    text.push_str(
        "\nThis is how it stood when you asked. One plays with scripts, or in a terminal.\n",
    );
    Ok(text)
}

/// A seat and who has it.
fn line_of(chair: &Chair<'_>, waits: bool) -> String {
    let who = match (chair.taken, chair.name) {
        (true, Some(name)) => name,
        (true, None) => "somebody",
        (false, _) => "free",
    };
    let bot = if chair.bot.is_some() { ", a bot" } else { "" };
    let you = if chair.you { " (you)" } else { "" };
    let waits = if waits { " - to move" } else { "" };
    format!("{}. {who}{bot}{you}{waits}", chair.seat.0 + 1)
}
