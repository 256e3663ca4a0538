//! Somebody's finished games, each with what it is worth by every way to score.

use parlour_diplomacy::game::{Diplomacy, GameOutcome};
use parlour_diplomacy::{Board, Outcome, Power, Scoring};
use parlour_host::card::{Course, Query};
use parlour_host::steward::Declined;
use parlour_host::table::{Identity, TableId};
use parlour_host::{Json, Refused, Time};
use parlour_rules::{Rules, Viewer};
use serde::{Deserialize, Serialize};

use super::super::Game;
use super::{RoomSteward, unreadable};
use crate::refusal::Trouble;

/// The most games that are counted, newest first: each of them is read for it.
const MOST: u32 = 100;

/// What is asked at no table.
#[derive(Deserialize)]
#[serde(tag = "ask", rename_all = "snake_case", deny_unknown_fields)]
enum Inquiry {
    /// The finished games of whoever asks.
    Record {},
}

#[derive(Serialize)]
struct Recorded {
    games: Vec<Played>,
}

/// A game as the one who played it to its end may count it.
#[derive(Debug, PartialEq, Eq, Serialize)]
struct Played {
    table: TableId,
    code: String,
    map: String,
    power: String,
    result: &'static str,
    centers: u32,
    /// When it ended.
    ended: Time,
    /// In thousandths of the whole, by the name of the way to score.
    points: Vec<(&'static str, u64)>,
}

impl RoomSteward {
    /// Answers what is asked at no table.
    pub(super) async fn inquired(&self, who: &Identity, asked: &Json) -> Result<Json, Declined> {
        let Inquiry::Record {} = asked.read().map_err(|error| unreadable(&error))?;
        let query = Query {
            game: Some(Diplomacy::NAME.to_owned()),
            at_most: MOST,
            ..Query::of(who).course(Course::Closed)
        };
        let cards = self.room.host.cards(query).await?.cards;
        let mut games = Vec::new();
        for card in cards {
            match self.room.game_at(&card.table, Viewer::Spectator).await {
                Ok(game) => games.extend(played(&game, who, card.time)),
                // What cannot be read is not counted, and hides nothing else.
                Err(Trouble::Refusal(_)) => {}
                Err(Trouble::Journal(error)) => return Err(Refused::Journal(error).into()),
            }
        }
        Ok(Json::of(&Recorded { games }))
    }
}

/// What came of a game for somebody who sat in it at its end.
fn played(game: &Game, who: &Identity, ended: Time) -> Option<Played> {
    let view = &game.sight.view;
    let board: &Board = &view.board;
    let outcome = view.outcome.as_ref()?;
    let seat = usize::from(game.seat_of(who)?.0);
    let powers: Vec<Power> = board.powers().collect();
    let power = *powers.get(seat)?;
    let known = |name: &String| board.power(name);
    let shared = match outcome {
        GameOutcome::Solo(name) => Outcome::Solo(known(name)?),
        GameOutcome::Draw(names) => Outcome::Draw(names.iter().filter_map(known).collect()),
    };
    let result = match &shared {
        Outcome::Solo(winner) if *winner == power => "solo",
        Outcome::Draw(sharing) if sharing.contains(&power) => "draw",
        _ if view.powers.get(seat).is_some_and(|it| it.conceded) => "conceded",
        _ if view.powers.get(seat).is_some_and(|it| it.eliminated) => "lost",
        _ => "survived",
    };
    let points = Scoring::ALL.into_iter().map(|scoring| {
        let share = scoring.share(&shared, &view.position, &powers, power);
        (name_of(scoring), share.per_mille())
    });
    Some(Played {
        table: game.id.clone(),
        code: game.sheet.code.clone(),
        map: board.name().to_owned(),
        power: board.power_name(power).to_owned(),
        result,
        centers: view.position.center_count(power),
        ended,
        points: points.collect(),
    })
}

fn name_of(scoring: Scoring) -> &'static str {
    match scoring {
        Scoring::DrawSize => "draw_size",
        Scoring::SumOfSquares => "sum_of_squares",
        Scoring::Centers => "centers",
        Scoring::Leader => "leader",
        Scoring::WinnerTakesAll => "winner_takes_all",
    }
}
