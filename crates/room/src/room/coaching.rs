//! The coach of a table: what cost most in a game that is over.
//!
//! While a game runs nobody is told what a bot would order: that would be advice against
//! those who play without it.

use parlour_diplomacy::bot::{Kind, Lesson, Level, PlayedPhase, coach};
use parlour_diplomacy::{Board, PhaseRecord, Submitted};
use parlour_rules::Seed;

use super::past::Page;
use super::{Done, Room};
use crate::phrase::{listed, plain};
use crate::refusal::refuse;
use crate::talk::{Answer, Heard};

/// Who says what it would have ordered. Somebody waits for the answer.
const BY: Kind = Kind::Search(Level::Easy);
/// How many phases are told.
const MOST: usize = 3;

impl Room {
    pub(super) async fn coach(&self, heard: &Heard) -> Done<Answer> {
        let game = self.game(heard).await?;
        if !game.is_over() {
            return refuse(
                "no_coach_yet",
                "Nobody is coached while a game runs; say `coach` when it is over.",
            );
        }
        let board = game.board();
        let pages = self.pages(&game).await?;
        let phases: Vec<PlayedPhase> = pages.iter().filter_map(|it| played(board, it)).collect();
        let lessons = coach(board, game.sight.view.rules, &phases, Seed(0), BY, MOST);
        if lessons.is_empty() {
            return Ok(Answer::text(
                "Nobody's chance fell in a phase that the coach would have played better.",
            ));
        }
        let mut text = String::from("What cost most, and what the coach would have ordered:");
        for lesson in &lessons {
            tell(&mut text, board, lesson);
        }
        Ok(Answer::text(text))
    }
}

/// A resolved phase, as the coach reads it. A phase whose record this program cannot
/// read any more is left out.
fn played(board: &Board, page: &Page) -> Option<PlayedPhase> {
    let record = PhaseRecord::asking(board, page.before.clone());
    let orders = page.resolved.orders.iter().filter(|it| it.given);
    let orders = orders.filter_map(|it| {
        let power = board.power(&it.power)?;
        Some(Submitted::new(board, power, &it.order))
    });
    Some(PlayedPhase {
        position: record.position(board).ok()?,
        orders: orders.collect(),
    })
}

fn tell(text: &mut String, board: &Board, lesson: &Lesson) {
    let percent = |thousandths: u32| format!("{} %", (thousandths + 5) / 10);
    add!(
        text,
        "\n• {} ({}), {}: chance {} before, {} after, with other orders {}. {} It {}.",
        lesson.phase.words(),
        lesson.phase,
        plain(board.power_name(lesson.power)),
        percent(lesson.before),
        percent(lesson.after),
        percent(lesson.instead),
        orders(board, lesson),
        lesson.reason,
    );
}

fn orders(board: &Board, lesson: &Lesson) -> String {
    let orders = lesson.better.iter();
    let orders: Vec<String> = orders
        .map(|it| plain(&it.show(board).to_string()))
        .collect();
    format!("Better: {}.", listed(&orders))
}
