//! What is told of a table to a program.

use parlour_host::Time;
use parlour_host::card::Card;
use parlour_host::table::TableId;
use parlour_rules::Stage;
use serde::Serialize;

/// A table as a program reads it.
#[derive(Serialize)]
pub(super) struct Told<'a> {
    pub table: &'a TableId,
    pub game: Option<&'a str>,
    pub title: Option<&'a str>,
    pub closed: bool,
    pub time: Time,
    pub created: Option<Time>,
    pub entries: u64,
    pub stage: Option<&'a str>,
    pub awaiting: Vec<u8>,
    pub outcome: Option<&'a parlour_host::Json>,
    pub short: Option<&'a str>,
    pub about: Option<&'a str>,
    pub trouble: Option<&'a str>,
    pub players: Vec<&'a str>,
    pub tags: Vec<&'a str>,
}

impl<'a> Told<'a> {
    pub(super) fn of(card: &'a Card) -> Self {
        let (record, face) = (card.record.as_ref(), card.face.as_ref());
        let chairs = record.map_or(&[][..], |it| &it.chairs[..]);
        let tags = record.map_or(&[][..], |it| &it.tags[..]);
        Self {
            table: &card.table,
            game: record.map(|it| it.game.as_str()),
            title: record.map(|it| it.title.as_str()),
            closed: card.closed,
            time: card.time,
            created: record.map(|it| it.created),
            entries: card.standing.seq,
            stage: face.and_then(|it| it.stage.as_ref()).map(Stage::as_str),
            awaiting: face.map_or_else(Vec::new, |it| it.awaiting.iter().map(|it| it.0).collect()),
            outcome: card.outcome(),
            short: face.map(|it| it.short.as_str()).filter(|it| !it.is_empty()),
            about: face.map(|it| it.about.as_str()).filter(|it| !it.is_empty()),
            trouble: card.trouble(),
            players: chairs.iter().flatten().map(|it| it.name.as_str()).collect(),
            tags: tags.iter().map(String::as_str).collect(),
        }
    }
}
