//! Questions about what is resolved: whole phases, and why an order came as it did.

use parlour_diplomacy::notation::{self, NotationError};
use parlour_diplomacy::{Board, OrderText, Phase, Step, UnitText};

use super::asking::read_phase;
use super::past::{Page, account, line};
use super::tracing;
use super::{Done, Game, Room};
use crate::phrase::{counted, plain, sentence};
use crate::refusal::{Refusal, refuse};
use crate::settings::shortened;
use crate::sketch::Sketch;
use crate::talk::{Answer, Body, Heard, LONGEST_TEXT};

/// The phase that stands for all of them.
const ALL: &str = "ALL";

/// The longest history that is said in messages, in characters.
const MOST_SAID: usize = 2 * LONGEST_TEXT;

impl Room {
    pub(super) async fn history(&self, heard: &Heard, phase: Option<&str>) -> Done<Answer> {
        let game = self.game(heard).await?;
        if phase == Some(ALL) {
            return self.whole_history(&game, heard).await;
        }
        let phase = phase.map(read_phase).transpose()?;
        let pages = self.pages(&game).await?;
        let Some(phase) = phase else {
            if pages.is_empty() {
                return Ok(Answer::text("No phase is resolved yet."));
            }
            let mut text = String::from("Resolved so far; `history PHASE` tells one:");
            for page in &pages {
                let counts: Vec<String> = page
                    .resolved
                    .next
                    .centers
                    .iter()
                    .map(|(power, centres)| format!("{} {}", plain(power), centres.len()))
                    .collect();
                add!(text, "\n{}: {}", page.resolved.phase, counts.join(", "));
            }
            return Ok(Answer::text(text));
        };
        let page = page_of(&pages, phase)?;
        let mut answer = Answer::text(account(&page.resolved));
        let name = phase.to_string();
        let leaf = self.leaf(&game, heard, Some(&name), None).await?;
        let said = game.leaf_words(&leaf, Some(&name));
        answer.says.extend(said.map(Body::Text));
        let sketch = Sketch::of_phase(game.board(), game.picture(), &page.before, &page.resolved);
        if let Some(sketch) = sketch {
            answer.says.push(Body::Picture(Box::new(sketch)));
        }
        Ok(answer)
    }

    /// What the last phase came to.
    pub(super) async fn last(&self, heard: &Heard) -> Done<Answer> {
        let game = self.game(heard).await?;
        match &game.sight.view.last {
            Some(last) => self.history(heard, Some(&last.phase.to_string())).await,
            None => Ok(Answer::text("No phase is resolved yet.")),
        }
    }

    /// Every phase; as a file, if it is more than a few messages hold.
    async fn whole_history(&self, game: &Game, heard: &Heard) -> Done<Answer> {
        let pages = self.pages(game).await?;
        if pages.is_empty() {
            return Ok(Answer::text("No phase is resolved yet."));
        }
        let all = self.all_said(game, heard).await?;
        let accounts = pages.iter().flat_map(|it| {
            let said = all.of(&it.resolved.phase.to_string());
            [Some(account(&it.resolved)), said].into_iter().flatten()
        });
        let text = all.remark().into_iter().chain(accounts);
        let text = text.collect::<Vec<_>>().join("\n\n");
        if text.chars().count() <= MOST_SAID {
            return Ok(Answer::text(text));
        }
        let mut answer = Answer::text(format!(
            "{}, all in one file.",
            counted(pages.len(), "resolved phase")
        ));
        answer.says.push(Body::File {
            name: format!("{}.txt", game.sheet.code),
            bytes: text.into_bytes(),
        });
        Ok(answer)
    }

    pub(super) async fn why(&self, heard: &Heard, unit: &str, phase: Option<&str>) -> Done<Answer> {
        let game = self.game(heard).await?;
        let board = game.board();
        let pages = self.pages(&game).await?;
        let phase = phase.map(read_phase).transpose()?;
        let mut fitting = pages.iter().rev().map(|page| &page.resolved);
        let page = fitting.find(|page| match phase {
            Some(phase) => page.phase == phase,
            None => page.phase.step == Step::Movement,
        });
        let Some(page) = page else {
            return match phase {
                Some(phase) => refuse(
                    "no_such_phase",
                    format!("{phase} has not been resolved in this game."),
                ),
                None => refuse("no_such_phase", "No movement phase is resolved yet."),
            };
        };
        let wanted = named_unit(board, unit)?;
        let province = wanted.at.province;
        let of = |province| {
            page.orders.iter().find(|order| {
                let unit = tracing::read(board, order).and_then(OrderText::unit);
                unit.is_some_and(|unit| unit.at.province == province)
            })
        };
        // Whoever names a unit by where it stands now, or stood later, means that unit.
        let order = of(province).or_else(|| {
            let place = pages
                .iter()
                .position(|it| it.resolved.phase == page.phase)?;
            let mut later = (place + 1..=pages.len()).rev();
            let from = later
                .find_map(|end| tracing::followed_back(board, &pages[place..end], province))?;
            of(from)
        });
        let Some(order) = order else {
            return refuse(
                "no_unit_there",
                format!(
                    "No unit in {} had an order in {}.",
                    shortened(unit),
                    page.phase
                ),
            );
        };
        let mut text = format!("{}: {}", page.phase, sentence(&line(order)));
        if !order.reason.strengths.is_empty() {
            let strengths: Vec<String> = order
                .reason
                .strengths
                .iter()
                .map(|(name, strength)| format!("{name} {strength}"))
                .collect();
            add!(text, "\nStrengths: {}.", strengths.join(", "));
        }
        if !order.reason.causes.is_empty() {
            let causes: Vec<String> = order.reason.causes.iter().map(|it| plain(it)).collect();
            add!(text, "\nBecause of: {}.", causes.join("; "));
        }
        Ok(Answer::text(text))
    }
}

/// The unit or province that somebody asks about.
pub(super) fn named_unit(board: &Board, text: &str) -> Result<UnitText, Refusal> {
    notation::read_unit(board, text).map_err(|fault| {
        let words = match &fault {
            NotationError::TooMuch { piece } => {
                format!("`{}` is too much: name one province.", shortened(piece))
            }
            fault => sentence(&fault.to_string()),
        };
        Refusal::new(fault.code(), words)
    })
}

/// A resolved phase of a game.
pub(super) fn page_of(pages: &[Page], phase: Phase) -> Done<&Page> {
    match pages.iter().find(|page| page.resolved.phase == phase) {
        Some(page) => Ok(page),
        None => refuse(
            "no_such_phase",
            format!("{phase} has not been resolved in this game."),
        ),
    }
}
