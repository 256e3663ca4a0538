//! Somebody's finished games, each with what it is worth by every way to score.
//!
//! What is counted stands on the card of a table whose game is over, so no game is read
//! for it; only one that ended before its card told as much, or at a table with more
//! powers than fit on a card.

use parlour_diplomacy::game::{Diplomacy, GameOutcome};
use parlour_diplomacy::{GameView, Outcome, Power, Scoring};
use parlour_host::card::{Card, Course, Portrait, Query};
use parlour_host::steward::Declined;
use parlour_host::table::{Identity, Record, TableId};
use parlour_host::{Json, Refused, Time};
use parlour_rules::{Rules, Viewer};
use serde::{Deserialize, Serialize};

use super::super::bulletins::ending;
use super::{RoomSteward, unreadable};
use crate::phrase::plain;
use crate::refusal::Trouble;
use crate::sheet::Sheet;

/// How many powers are named of a game that goes on.
const LEADERS: usize = 2;

/// The most games that are counted, newest first.
const MOST: u32 = 500;

/// The most that are read for it.
const MOST_READ: usize = 100;

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
    result: Fate,
    centers: u32,
    /// When it ended.
    ended: Time,
    /// In thousandths of the whole, by the name of the way to score.
    points: Vec<(&'static str, u64)>,
}

/// What a game came to for a power.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Fate {
    Solo,
    Draw,
    Conceded,
    Lost,
    Survived,
}

/// What is counted of a game that is over, as it stands on the card of its table.
#[derive(Serialize, Deserialize)]
struct Facts {
    code: String,
    map: String,
    /// Every power with its fate and its centres, in the order of the seats.
    powers: Vec<(String, Fate, u32)>,
}

/// How a game is told from others, and what is counted of one that is over.
pub(in crate::room) fn portrayed(record: &Record, view: &GameView) -> Portrait {
    let Some(outcome) = &view.outcome else {
        return match record.started {
            Some(_) => standing(view),
            None => Portrait::default(),
        };
    };
    Portrait {
        about: ending(outcome),
        facts: Some(Json::of(&Facts::of(record, view, outcome))),
        ..Portrait::default()
    }
}

/// `Spring 1903, France 6, Turkey 5`: the phase, and who has the most centres. The
/// movement, which every season has, goes without saying.
fn standing(view: &GameView) -> Portrait {
    let phase = view.phase.words();
    let mut short = phase
        .strip_suffix(", movement")
        .unwrap_or(&phase)
        .to_owned();
    let powers = view.powers.iter().filter(|it| !it.eliminated);
    let mut powers: Vec<_> = powers.collect();
    powers.sort_by_key(|it| std::cmp::Reverse(it.centers));
    for power in powers.iter().take(LEADERS) {
        add!(short, ", {} {}", plain(&power.name), power.centers);
    }
    Portrait {
        short,
        ..Portrait::default()
    }
}

impl Facts {
    fn of(record: &Record, view: &GameView, outcome: &GameOutcome) -> Self {
        let board = &view.board;
        let is_among = |names: &[String], power: Power| {
            names.iter().any(|name| board.power(name) == Some(power))
        };
        let fate = |power: Power| {
            let its = view.powers.get(usize::from(power.0));
            match outcome {
                GameOutcome::Solo(winner) if board.power(winner) == Some(power) => Fate::Solo,
                GameOutcome::Draw(sharing) if is_among(sharing, power) => Fate::Draw,
                _ if its.is_some_and(|it| it.conceded) => Fate::Conceded,
                _ if its.is_some_and(|it| it.eliminated) => Fate::Lost,
                _ => Fate::Survived,
            }
        };
        let told = |power: Power| {
            let centers = view.position.center_count(power);
            (board.power_name(power).to_owned(), fate(power), centers)
        };
        Self {
            code: Sheet::read(&record.settings).map_or_else(String::new, |it| it.code),
            map: board.name().to_owned(),
            powers: board.powers().map(told).collect(),
        }
    }

    /// What came of it for whoever sat there at its end.
    fn played(self, table: TableId, seat: usize, ended: Time) -> Option<Played> {
        let powers: Vec<Power> = (0..self.powers.len()).map(|it| Power(it as u8)).collect();
        let power = *powers.get(seat)?;
        let of = |wanted: Fate| {
            let all = powers.iter().zip(&self.powers);
            let those = all.filter(move |(_, (_, fate, _))| *fate == wanted);
            those.map(|(power, _)| *power)
        };
        let outcome = match of(Fate::Solo).next() {
            Some(winner) => Outcome::Solo(winner),
            None => Outcome::Draw(of(Fate::Draw).collect()),
        };
        let centers = |power: Power| self.powers[usize::from(power.0)].2;
        let points = Scoring::ALL.into_iter().map(|scoring| {
            let share = scoring.share_by(&outcome, &centers, &powers, power);
            (name_of(scoring), share.per_mille())
        });
        let points = points.collect();
        let (name, result, centers) = self.powers.into_iter().nth(seat)?;
        Some(Played {
            table,
            code: self.code,
            map: self.map,
            power: name,
            result,
            centers,
            ended,
            points,
        })
    }
}

impl RoomSteward {
    /// Answers what is asked at no table.
    pub(super) async fn inquired(&self, who: &Identity, asked: &Json) -> Result<Json, Declined> {
        let Inquiry::Record {} = asked.read().map_err(|error| unreadable(&error))?;
        let query = Query {
            game: Some(Diplomacy::NAME.to_owned()),
            at_most: MOST,
            ..Query::of(who).course(Course::Closed).with_records()
        };
        let cards = self.room.host.cards(query.without_words()).await?.cards;
        let mut games = Vec::new();
        let mut read = 0;
        for card in cards {
            let facts = match on_card(&card) {
                Some(facts) => Some(facts),
                None if read < MOST_READ => {
                    read += 1;
                    self.read_for_record(&card.table).await?
                }
                None => None,
            };
            let seat = card.record.as_ref().and_then(|it| it.seat_of(who));
            if let (Some(facts), Some(seat)) = (facts, seat) {
                games.extend(facts.played(card.table, usize::from(seat.0), card.time));
            }
        }
        Ok(Json::of(&Recorded { games }))
    }

    /// What is counted of a game whose card does not tell it. What cannot be read, or
    /// is not over, is not counted, and hides nothing else.
    async fn read_for_record(&self, table: &TableId) -> Result<Option<Facts>, Declined> {
        let game = match self.room.game_at(table, Viewer::Spectator).await {
            Ok(game) => game,
            Err(Trouble::Refusal(_)) => return Ok(None),
            Err(Trouble::Journal(error)) => return Err(Refused::Journal(error).into()),
        };
        let view = &game.sight.view;
        let outcome = view.outcome.as_ref();
        Ok(outcome.map(|outcome| Facts::of(&game.sight.record, view, outcome)))
    }
}

fn on_card(card: &Card) -> Option<Facts> {
    card.face.as_ref()?.facts.as_ref()?.read().ok()
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
