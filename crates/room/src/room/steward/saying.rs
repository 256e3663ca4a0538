//! Words of the table: the room's own, typed where a page has more than text.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use parlour_host::audit::Asker;
use parlour_host::steward::{Declined, Word};
use parlour_host::table::Person;
use parlour_host::{Json, Refused};
use serde::{Deserialize, Serialize};

use super::{RoomSteward, declined, heard_from, unreadable};
use crate::Words;
use crate::sheet::Sheet;
use crate::talk::{Answer, Body};
use crate::words::Hearers;

/// A word.
#[derive(Deserialize)]
#[serde(tag = "word", rename_all = "snake_case", deny_unknown_fields)]
enum Said {
    /// Anything in the room's language.
    Say { text: String },
    /// Something to other powers; to everybody if none is named.
    Tell { to: Vec<String>, text: String },
    /// Take a seat: any, this one, or one of several, the liked ones first.
    Join {
        #[serde(default)]
        power: Option<String>,
        #[serde(default)]
        powers: Vec<String>,
    },
    /// Give it up before the start.
    Leave {},
    /// Keep these orders for a phase as a draft, in the place of the one there is.
    Draft { phase: String, orders: Vec<String> },
    /// Call it off before it begins: it is deleted.
    GiveUp {},
    /// Begin; such bots fill up, if they are named.
    Start { bots: Option<String> },
}

/// What was said back.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum Saying {
    Text(String),
    Picture { name: String, svg: String },
    File { name: String, base64: String },
}

#[derive(Serialize)]
struct Back {
    says: Vec<Saying>,
}

impl RoomSteward {
    /// Hears a word about the game of a code.
    pub(super) async fn said(
        &self,
        by: &Person,
        code: &str,
        word: &Word,
    ) -> Result<Json, Declined> {
        let said: Said = word.said.read().map_err(|error| unreadable(&error))?;
        let mut heard = heard_from(by, code, &word.id);
        let words = match said {
            Said::Say { text } => {
                heard.text = format!("{code} {text}");
                let answer = self.room.hear(&heard).await;
                let answer = answer.map_err(Refused::Journal)?;
                return told(answer);
            }
            Said::Tell { to, text } => Words::Tell {
                to: if to.is_empty() {
                    Hearers::All
                } else {
                    Hearers::Powers(to)
                },
                words: text,
            },
            Said::Join { power, powers } => Words::Join {
                code: Some(code.to_owned()),
                powers: power.into_iter().chain(powers).collect(),
            },
            Said::Draft { phase, orders } => {
                let kept = self.room.draft_whole(&heard, &phase, &orders).await?;
                return told(kept);
            }
            Said::GiveUp {} => return self.called_off(by, code).await,
            Said::Leave {} => Words::Leave,
            Said::Start { bots } => Words::Start(bots.map(|kind| format!("bots={kind}"))),
        };
        let answer = self.room.act(&heard, words, Some(code.to_owned())).await?;
        told(answer)
    }

    /// A game that its opener alone knows goes, as long as it has not begun.
    async fn called_off(&self, by: &Person, code: &str) -> Result<Json, Declined> {
        let id = self.room.game_of_code(code).await?;
        let host = &self.room.host;
        host.remove_if(&id, &Asker::person(by), |record, _| {
            if record.owner != by.identity {
                return Err(Refused::NotOwner.into());
            }
            if record.started.is_some() {
                let words = "The game has started; `concede` gives it up.";
                return Err(declined("game_started", words));
            }
            let sheet = Sheet::read(&record.settings);
            let Some(sheet) = sheet else {
                return Err(Refused::UnknownTable(id.clone()).into());
            };
            let mut people = record.chairs.iter().flatten().chain(&sheet.waiting);
            if people.any(|it| it.identity != by.identity) || !sheet.windows.is_empty() {
                let words = "Others know of this game; it can be left, not called off.";
                return Err(declined("others_play", words));
            }
            Ok(())
        })
        .await?;
        Ok(Json::of(&Back { says: Vec::new() }))
    }
}

/// An answer as a page reads it.
fn told(answer: Answer) -> Result<Json, Declined> {
    if let Some(code) = answer.refused {
        return Err(declined(code, answer.words()));
    }
    let says = answer.says.into_iter().filter_map(|body| match body {
        Body::Text(text) => Some(Saying::Text(text)),
        Body::Picture(sketch) => Some(Saying::Picture {
            name: sketch.file_name(),
            svg: sketch.svg().ok()?,
        }),
        Body::File { name, bytes } => Some(Saying::File {
            name,
            base64: STANDARD.encode(bytes),
        }),
    });
    let says = says.collect();
    Ok(Json::of(&Back { says }))
}
