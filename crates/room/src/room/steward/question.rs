//! Questions about a view, each answered from it and from what the question itself
//! brings: nothing here knows more than its asker.

use std::collections::BTreeMap;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use parlour_atlas::theme::Theme;
use parlour_atlas::{Chart, ChartRef, DrawnOrder, Film, Frame, Look, OrdersShown, Picture, Plan};
use parlour_diplomacy::bot::Lesson;
use parlour_diplomacy::game::{ResolvedPhase, read_orders};
use parlour_diplomacy::{
    Board, ByPower, GameView, NextRecord, Order, Phase, PhaseRecord, Position, Power, Province,
    ProvinceSet, Sandbox, Scene, Step, UnitKind, convoy, legal_orders_of_power, warnings,
};
use parlour_host::Json;
use parlour_host::steward::Declined;
use parlour_rules::{Fingerprint, Seed};
use serde::{Deserialize, Serialize};

use super::super::sandbox::ADVISER;
use super::declined;
use super::press::PressLine;
use crate::phrase::{plain, sentence};
use crate::sketch::{answered, position_of};

/// How long a phase of a film is shown, in hundredths of a second.
const MOVEMENT: u16 = 180;
const OTHERS: u16 = 110;

/// The longest film, in phases, and how wide it is.
const LONGEST: usize = 300;
const WIDTH: u32 = 800;

/// The widest picture that is drawn for a page.
const WIDEST: u32 = 2400;

/// What is asked. Positions are the present one where none is named.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "ask", rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum Question {
    /// The map, and where it begins.
    Chart {},
    /// All legal orders of a power, or of each.
    Legal {
        #[serde(default)]
        power: Option<String>,
        #[serde(default)]
        position: Option<NextRecord>,
    },
    /// Whether an order is possible, and why not.
    Check {
        power: String,
        order: String,
        #[serde(default)]
        position: Option<NextRecord>,
    },
    /// What does not fit together in orders of a power.
    Warnings {
        power: String,
        orders: Vec<String>,
        #[serde(default)]
        position: Option<NextRecord>,
    },
    /// What would come of orders.
    Resolve {
        orders: ByPower<Vec<String>>,
        #[serde(default)]
        position: Option<NextRecord>,
    },
    /// A picture of a position, or of a phase and what came of it.
    Picture {
        #[serde(default)]
        position: Option<NextRecord>,
        #[serde(default)]
        resolved: Option<Box<ResolvedPhase>>,
        #[serde(default)]
        theme: Option<String>,
        #[serde(default)]
        width: Option<u32>,
    },
    /// The whole game as a moving picture.
    Film {
        #[serde(default)]
        theme: Option<String>,
        #[serde(default)]
        past: Vec<Past>,
    },
    /// Press, after so much of it that the asker has read.
    Press {
        #[serde(default)]
        after: u64,
        #[serde(default)]
        press: Vec<PressLine>,
        #[serde(default)]
        more: bool,
    },
    /// What cost most in a game that is over, and what would have been better.
    Coach {
        #[serde(default)]
        lessons: Vec<LessonTold>,
    },
    /// What a bot would order for a power, of a game that is over: nobody is advised
    /// against those who play.
    Advice {
        power: String,
        #[serde(default)]
        position: Option<NextRecord>,
    },
}

/// A phase that cost a power much. Chances are in thousandths.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct LessonTold {
    phase: Phase,
    power: String,
    before: u32,
    after: u32,
    /// What it would have been with these orders.
    instead: u32,
    orders: Vec<String>,
    reason: String,
}

impl LessonTold {
    pub fn of(board: &Board, lesson: &Lesson) -> Self {
        let orders = lesson.better.iter();
        Self {
            phase: lesson.phase,
            power: board.power_name(lesson.power).to_owned(),
            before: lesson.before,
            after: lesson.after,
            instead: lesson.instead,
            orders: orders.map(|it| it.show(board).to_string()).collect(),
            reason: lesson.reason.clone(),
        }
    }
}

/// A resolved phase and the position before it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Past {
    pub before: NextRecord,
    pub resolved: ResolvedPhase,
}

#[derive(Serialize)]
struct Charted {
    chart: Plan,
    start: NextRecord,
}

#[derive(Serialize)]
struct Choices {
    legal: ByPower<Vec<String>>,
    /// Builds (above 0) or disbands (below 0) that each power owes.
    due: ByPower<i32>,
    /// The seas over which an order goes, or which an order to convoy is part of: one
    /// shortest route, by the order.
    routes: BTreeMap<String, Vec<String>>,
}

#[derive(Serialize)]
struct CheckedOrder {
    order: Option<String>,
    words: Vec<String>,
}

#[derive(Serialize)]
struct Warned {
    warnings: Vec<String>,
}

#[derive(Serialize)]
struct Resolved {
    resolved: ResolvedPhase,
}

#[derive(Serialize)]
struct Pictured {
    name: String,
    base64: String,
}

#[derive(Serialize)]
struct Coached {
    lessons: Vec<LessonTold>,
}

#[derive(Serialize)]
struct Advised {
    orders: Vec<String>,
    /// Why, in words that follow "it".
    reason: Option<String>,
}

#[derive(Serialize)]
struct Pressed {
    press: Vec<PressLine>,
    /// Whether there is more than is told at once.
    more: bool,
}

/// Answers a question.
pub(super) fn answer(view: &GameView, question: Question) -> Result<Json, Declined> {
    let board: &Board = &view.board;
    let placed = |named: Option<NextRecord>| match named {
        None => Ok(view.position.clone()),
        Some(text) => position_of(board, &text)
            .ok_or_else(|| declined("bad_position", "That position is not one of this map.")),
    };
    Ok(match question {
        Question::Chart {} => {
            let chart = chart(board, view.picture)?;
            Json::of(&Charted {
                chart: Plan::of(&chart),
                start: NextRecord::of(board, board.start()),
            })
        }
        Question::Legal { power, position } => {
            let position = placed(position)?;
            let powers = match power {
                Some(name) => vec![named(board, &name)?],
                None => board.powers().collect(),
            };
            Json::of(&legal(view, &position, &powers))
        }
        Question::Check {
            power,
            order,
            position,
        } => {
            let position = placed(position)?;
            let power = named(board, &power)?;
            let scene = Scene::new(board, &position, view.rules);
            let mut read = read_orders(&scene, power, &[], &[order]);
            Json::of(&match read.pop() {
                Some(Ok(checked)) => CheckedOrder {
                    order: Some(checked.order.show(board).to_string()),
                    words: checked.remarks.iter().map(said).collect(),
                },
                Some(Err(refused)) => CheckedOrder {
                    order: None,
                    words: vec![said(&refused)],
                },
                None => CheckedOrder {
                    order: None,
                    words: Vec::new(),
                },
            })
        }
        Question::Warnings {
            power,
            orders,
            position,
        } => {
            let position = placed(position)?;
            let power = named(board, &power)?;
            let scene = Scene::new(board, &position, view.rules);
            let read = read_orders(&scene, power, &[], &orders).into_iter();
            let read: Vec<Order> = read.flatten().map(|it| it.order).collect();
            let found = warnings(board, &position, power, &read);
            Json::of(&Warned {
                warnings: found.iter().map(said).collect(),
            })
        }
        Question::Resolve { orders, position } => {
            let mut sandbox = Sandbox::new(board, view.rules, placed(position)?);
            for (name, texts) in &orders {
                let power = named(board, name)?;
                for text in texts {
                    sandbox.order(power, text);
                }
            }
            Json::of(&Resolved {
                resolved: ResolvedPhase::of(board, &sandbox.look()),
            })
        }
        Question::Picture {
            position,
            resolved,
            theme,
            width,
        } => {
            let before = match position {
                Some(text) => text,
                None => NextRecord::of(board, &view.position),
            };
            let (position, orders) = drawn(board, &before, resolved.as_deref())?;
            let chart = chart(board, view.picture)?;
            let look = look(theme.as_deref(), width.unwrap_or(1200).min(WIDEST));
            let picture = Picture {
                chart: &chart,
                position: &position,
                orders: &orders,
                look: &look,
            };
            pictured(&picture, before.phase)?
        }
        Question::Film { theme, past } => {
            let chart = chart(board, view.picture)?;
            film(&chart, &past, theme.as_deref())?
        }
        Question::Press { press, more, .. } => Json::of(&Pressed { press, more }),
        Question::Coach { lessons } => Json::of(&Coached { lessons }),
        Question::Advice { power, position } => {
            if view.outcome.is_none() {
                let words = "Nobody is advised while a game runs, not in a sandbox either.";
                return Err(declined("no_coach_yet", words));
            }
            let power = named(board, &power)?;
            let sandbox = Sandbox::new(board, view.rules, placed(position)?);
            let (advice, reason) = sandbox.advice(power, ADVISER, Seed(0), &[]);
            let orders = advice.orders.iter();
            Json::of(&Advised {
                orders: orders.map(|it| it.show(board).to_string()).collect(),
                reason,
            })
        }
    })
}

fn said<T: ToString>(words: &T) -> String {
    sentence(&plain(&words.to_string()))
}

fn named(board: &Board, name: &str) -> Result<Power, Declined> {
    let power = board.power(name);
    power.ok_or_else(|| declined("no_such_power", "There is no such power."))
}

fn chart(board: &Board, picture: Option<Fingerprint>) -> Result<ChartRef, Declined> {
    Chart::kept_with(board, picture)
        .map_err(|fault| declined("no_picture", sentence(&fault.to_string())))
}

fn legal(view: &GameView, position: &Position, powers: &[Power]) -> Choices {
    let board: &Board = &view.board;
    let name = |power: Power| board.power_name(power).to_owned();
    let mut answer = Choices {
        legal: BTreeMap::new(),
        due: BTreeMap::new(),
        routes: BTreeMap::new(),
    };
    let fleets = board.convoying_fleets(position);
    for power in powers {
        let orders = legal_orders_of_power(board, position, view.rules, *power);
        for order in &orders {
            if let Some(route) = route(board, *order, fleets) {
                let route = route.into_iter().map(|sea| board.code(sea).to_owned());
                let order = order.show(board).to_string();
                answer.routes.insert(order, route.collect());
            }
        }
        let orders = orders.iter().map(|it| it.show(board).to_string());
        answer.legal.insert(name(*power), orders.collect());
        if position.phase.step == Step::Adjustment {
            let due = position.adjustment(board, *power);
            answer.due.insert(name(*power), due);
        }
    }
    answer
}

/// The seas that an order is about, if it is about a way over the sea.
fn route(board: &Board, order: Order, fleets: ProvinceSet) -> Option<Vec<Province>> {
    match order {
        Order::Move { unit, to, via } if unit.kind == UnitKind::Army => {
            let (from, to) = (board.province_of(unit.at), board.province_of(to));
            let by_sea = via || !board.army_borders(from).contains(to);
            by_sea
                .then(|| convoy::route(board, from, to, fleets))
                .flatten()
        }
        Order::Convoy { unit, army, to } => {
            let fleet = board.province_of(unit.at);
            let (from, to) = (board.province_of(army.at), board.province_of(to));
            let route = convoy::route(board, from, to, fleets);
            // There may be a shorter way without this fleet.
            let through = route.filter(|route| route.contains(&fleet));
            Some(through.unwrap_or_else(|| vec![fleet]))
        }
        _ => None,
    }
}

/// The orders of a phase as they are drawn, and where they were given.
fn drawn(
    board: &Board,
    before: &NextRecord,
    resolved: Option<&ResolvedPhase>,
) -> Result<(Position, Vec<DrawnOrder>), Declined> {
    let fault = |words: String| declined("no_picture", sentence(&words));
    let record = match resolved {
        Some(resolved) => answered(board, before, resolved),
        None => PhaseRecord::asking(board, before.clone()),
    };
    let position = record.position(board);
    let position = position.map_err(|error| fault(error.to_string()))?;
    let shown = OrdersShown {
        power: None,
        results: resolved.is_some(),
    };
    let orders = DrawnOrder::of_record(board, &position, &record, shown);
    Ok((position, orders.map_err(|error| fault(error.to_string()))?))
}

fn look(theme: Option<&str>, width: u32) -> Look {
    Look {
        width,
        theme: theme.and_then(Theme::named).unwrap_or_default(),
        ..Look::default()
    }
}

fn pictured(picture: &Picture<'_>, phase: Phase) -> Result<Json, Declined> {
    let bytes = picture.png();
    let bytes = bytes.map_err(|fault| declined("no_picture", sentence(&fault.to_string())))?;
    Ok(Json::of(&Pictured {
        name: format!("{phase}.png"),
        base64: STANDARD.encode(bytes),
    }))
}

fn film(chart: &Chart, past: &[Past], theme: Option<&str>) -> Result<Json, Declined> {
    let board = chart.board();
    // The pictures of a film must be of one size, with marks or without.
    let look = Look {
        key: false,
        ..look(theme, WIDTH)
    };
    let skipped = past.len().saturating_sub(LONGEST);
    let mut scenes = Vec::new();
    for page in &past[skipped..] {
        scenes.push(drawn(board, &page.before, Some(&page.resolved))?);
    }
    if let Some(last) = past.last() {
        scenes.push(drawn(board, &last.resolved.next, None)?);
    }
    let frames: Vec<Frame<'_>> = scenes
        .iter()
        .map(|(position, orders)| Frame {
            picture: Picture {
                chart,
                position,
                orders,
                look: &look,
            },
            time: if position.phase.step == Step::Movement {
                MOVEMENT
            } else {
                OTHERS
            },
        })
        .collect();
    let bytes = Film::new(&frames).and_then(|film| film.gif());
    let bytes = bytes.map_err(|fault| declined("no_picture", sentence(&fault.to_string())))?;
    Ok(Json::of(&Pictured {
        name: String::from("game.gif"),
        base64: STANDARD.encode(bytes),
    }))
}
