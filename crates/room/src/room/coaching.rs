//! The coach of a table: what cost most in a game that is over.
//!
//! While a game runs nobody is told what a bot would order: that would be advice against
//! those who play without it. The coach thinks where bots do, apart from whoever asks,
//! once for all who ask about the same end of a game; what it said last is kept.

use std::collections::VecDeque;
use std::future::poll_fn;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Poll, Waker};

use parlour_diplomacy::bot::{Kind, Lesson, Level, PlayedPhase, coach};
use parlour_diplomacy::game::BoardRef;
use parlour_diplomacy::{Board, Rulebook};
use parlour_host::table::TableId;
use parlour_rules::Seed;

use super::{Done, Game, Room};
use crate::phrase::{listed, plain};
use crate::refusal::refuse;
use crate::talk::{Answer, Heard};

/// Who says what it would have ordered. Somebody waits for the answer.
const BY: Kind = Kind::Search(Level::Easy);
/// How many phases are told.
const MOST: usize = 3;
/// Of so many tables the coach keeps what it said.
const MOST_KEPT: usize = 64;

/// A table and how far it had come.
type Place = (TableId, u64);

/// What the coach said, or is thinking about, by table and how far it had come.
#[derive(Default)]
pub(super) struct Lectures(Mutex<VecDeque<(Place, Arc<Lecture>)>>);

/// What the coach says of one game, as soon as it is known.
#[derive(Default)]
struct Lecture(Mutex<State>);

#[derive(Default)]
enum State {
    #[default]
    Unknown,
    /// Somebody waits.
    Awaited(Vec<Waker>),
    Said(Arc<Vec<Lesson>>),
    /// Nobody thinks about it any more.
    Lost,
}

/// A game that the coach is to think about.
pub(super) struct Study {
    board: BoardRef,
    rules: Rulebook,
    phases: Vec<PlayedPhase>,
    lecture: Arc<Lecture>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Lecture {
    fn become_known(&self, state: State) {
        let before = {
            let mut known = lock(&self.0);
            if matches!(*known, State::Said(_) | State::Lost) {
                return;
            }
            std::mem::replace(&mut *known, state)
        };
        if let State::Awaited(wakers) = before {
            wakers.into_iter().for_each(Waker::wake);
        }
    }

    fn is_lost(&self) -> bool {
        matches!(*lock(&self.0), State::Lost)
    }

    /// What is said; nothing if nobody thinks about it any more.
    async fn heard(&self) -> Option<Arc<Vec<Lesson>>> {
        poll_fn(|context| {
            let mut state = lock(&self.0);
            match &mut *state {
                State::Said(lessons) => return Poll::Ready(Some(Arc::clone(lessons))),
                State::Lost => return Poll::Ready(None),
                State::Awaited(wakers) => wakers.push(context.waker().clone()),
                State::Unknown => *state = State::Awaited(vec![context.waker().clone()]),
            }
            Poll::Pending
        })
        .await
    }
}

impl Lectures {
    /// What was or will be said of a table that has come so far, and whether the caller
    /// is the first to ask.
    fn of(&self, table: &TableId, seq: u64) -> (Arc<Lecture>, bool) {
        let mut kept = lock(&self.0);
        kept.retain(|(_, lecture)| !lecture.is_lost());
        let same = |((id, at), _): &&((TableId, u64), _)| id == table && *at == seq;
        if let Some((_, lecture)) = kept.iter().find(same) {
            return (Arc::clone(lecture), false);
        }
        kept.retain(|((id, _), _)| id != table);
        let surplus = (kept.len() + 1).saturating_sub(MOST_KEPT);
        kept.drain(..surplus);
        let lecture = Arc::<Lecture>::default();
        kept.push_back(((table.clone(), seq), Arc::clone(&lecture)));
        (lecture, true)
    }
}

impl Study {
    /// Thinks, and lets everybody know who asked.
    pub(super) fn think(self) {
        let lessons = coach(&self.board, self.rules, &self.phases, Seed(0), BY, MOST);
        self.lecture.become_known(State::Said(Arc::new(lessons)));
    }
}

impl Drop for Study {
    fn drop(&mut self) {
        self.lecture.become_known(State::Lost);
    }
}

impl Room {
    pub(super) async fn coach(&self, heard: &Heard) -> Done<Answer> {
        let game = self.game(heard).await?;
        let lessons = self.lessons(&game).await?;
        Ok(Answer::text(told(game.board(), &lessons)))
    }

    /// What cost most in a game that is over; who asks waits until it is thought.
    pub(super) async fn lessons(&self, game: &Game) -> Done<Arc<Vec<Lesson>>> {
        if !game.is_over() {
            return refuse(
                "no_coach_yet",
                "Nobody is coached while a game runs; say `coach` when it is over.",
            );
        }
        let (lecture, first) = self.lectures.of(&game.id, game.sight.standing.seq);
        if first {
            let mut study = Study {
                board: game.sight.view.board.clone(),
                rules: game.sight.view.rules,
                phases: Vec::new(),
                lecture: Arc::clone(&lecture),
            };
            let pages = self.pages(game).await?.into_iter();
            study.phases = pages.filter_map(|it| it.played(game.board())).collect();
            match &self.minds {
                Some(minds) => minds.study(study),
                None => study.think(),
            }
        }
        match lecture.heard().await {
            Some(lessons) => Ok(lessons),
            None => refuse("coach_busy", "The coach has no time now; ask again later."),
        }
    }
}

fn told(board: &Board, lessons: &[Lesson]) -> String {
    if lessons.is_empty() {
        return String::from(
            "Nobody's chance fell in a phase that the coach would have played better.",
        );
    }
    let mut text = String::from("What cost most, and what the coach would have ordered:");
    for lesson in lessons {
        tell(&mut text, board, lesson);
    }
    text
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
