//! What a question needs of the past: press and phases, as the asker may know them.

use parlour_host::Json;
use parlour_host::steward::Declined;
use parlour_host::table::{Identity, Person, TableId};
use parlour_rules::{Seat, Viewer};
use serde::{Deserialize, Serialize};

use super::RoomSteward;
use super::question::{LessonTold, Past, Question};
use crate::room::Game;
use crate::settings::PressRule;

/// How much of it is told at once.
const PAGE: usize = 200;

/// Press as its reader is shown it. Its number at the table is not told: it would say
/// how much others talk.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct PressLine {
    time: u64,
    stage: Option<String>,
    from: Seat,
    /// Who has said it, if they had no seat then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    to: Vec<Seat>,
    words: String,
}

impl RoomSteward {
    /// The press of a table that somebody may read, without so much of it that they have
    /// read already: a page, and whether there is more.
    async fn press_of(
        &self,
        table: &TableId,
        who: &Identity,
        after: u64,
    ) -> Result<(Vec<PressLine>, bool), Declined> {
        let game = self.room.game_at(table, Viewer::Spectator).await?;
        let (mut lines, mut passed, mut more) = (Vec::new(), 0, false);
        let Some((open, muted)) = reading(&game, who) else {
            return Ok((lines, more));
        };
        let reading = self.room.host.press(table, Some(who), open, |press| {
            if muted.contains(&press.said.from) {
                return;
            }
            if passed < after {
                passed += 1;
                return;
            }
            if lines.len() == PAGE {
                more = true;
                return;
            }
            lines.push(PressLine {
                name: game.speaker_without_seat(&press.said),
                time: press.said.time.0,
                stage: press.said.stage,
                from: press.said.from,
                to: press.said.to,
                words: press.said.words,
            });
        });
        reading.await?;
        Ok((lines, more))
    }

    /// How much that is.
    pub(super) async fn press_count(
        &self,
        table: &TableId,
        who: &Identity,
    ) -> Result<u64, Declined> {
        let game = self.room.game_at(table, Viewer::Spectator).await?;
        let Some((open, muted)) = reading(&game, who) else {
            return Ok(0);
        };
        let host = &self.room.host;
        Ok(host.press_count(table, Some(who), open, &muted).await?)
    }

    /// The question with what it needs; nothing if it needs nothing.
    pub(super) async fn gathered(
        &self,
        table: &TableId,
        by: &Person,
        asked: Question,
    ) -> Result<Option<Json>, Declined> {
        let question = match asked {
            Question::Press { after, .. } => {
                let (press, more) = self.press_of(table, &by.identity, after).await?;
                Question::Press { after, press, more }
            }
            Question::Film { theme, .. } => {
                let game = self.room.game_at(table, Viewer::Spectator).await?;
                let pages = self.room.pages(&game).await?.into_iter();
                let past = pages.map(|page| Past {
                    before: page.before,
                    resolved: page.resolved,
                });
                Question::Film {
                    theme,
                    past: past.collect(),
                }
            }
            Question::Coach { .. } => {
                let game = self.room.game_at(table, Viewer::Spectator).await?;
                let lessons = self.room.lessons(&game).await?;
                let told = lessons.iter().map(|it| LessonTold::of(game.board(), it));
                Question::Coach {
                    lessons: told.collect(),
                }
            }
            _ => return Ok(None),
        };
        Ok(Some(Json::of(&question)))
    }
}

/// Whether all press is open by now, and of which seats somebody hears nothing; nothing if
/// the table has no press.
fn reading(game: &Game, who: &Identity) -> Option<(bool, Vec<Seat>)> {
    let rule = game.sheet.settings.press;
    let open = rule == PressRule::OpenAtEnd && game.sight.outcome.is_some();
    (rule != PressRule::None).then(|| (open, game.sheet.muted_by(who)))
}
