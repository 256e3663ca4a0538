//! Bots: what a program would order in a position.

use parlour_diplomacy::bot::{Effort, Kind, Past, Question, advise as ask};
use parlour_rules::Seed;
use pyo3::prelude::*;
use pyo3::types::PyType;

use super::board::power_named;
use super::position::Position;
use super::rulebook::Rulebook;
use crate::errors::ParlourError;

/// Whether somebody pressed Ctrl-C is looked at once in so many questions.
const LOOK_EVERY: u32 = 256;

/// What a bot answers. Immutable.
#[pyclass(frozen, eq, hash, get_all, module = "parlour.diplomacy")]
#[derive(PartialEq, Eq, Hash)]
pub struct Advice {
    /// Its orders, each legal, in the notation of records.
    orders: Vec<String>,
    /// What a search thinks they come to, about 1000 for a centre; `None` for bots that
    /// do not search.
    estimate: Option<i64>,
    /// How many positions were judged.
    judged: u64,
    /// Against how many samples of others' orders these were tried.
    tried: u32,
}

/// What an `Advice` is made of.
type Fields = (Vec<String>, Option<i64>, u64, u32);

#[pymethods]
impl Advice {
    #[new]
    fn new(orders: Vec<String>, estimate: Option<i64>, judged: u64, tried: u32) -> Self {
        Self {
            orders,
            estimate,
            judged,
            tried,
        }
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyType>, Fields) {
        let own = slf.get();
        let fields = (own.orders.clone(), own.estimate, own.judged, own.tried);
        (slf.get_type(), fields)
    }

    fn __repr__(&self) -> String {
        format!("<Advice {:?}>", self.orders)
    }
}

/// What a bot orders for a power. The same position, kind, seed and budget give the same
/// orders.
///
/// `past` may tell what everybody has seen before, the oldest first: positions with the
/// orders of all powers. A search learns from it how its rivals move.
///
/// `kind` is one of `bot_kinds()`; `positions` is the budget of a search, how many
/// positions it may judge; each of easy, club and strong has its own. Ctrl-C ends it.
///
/// >>> from parlour.diplomacy import Board, advise
/// >>> start = Board.standard().start
/// >>> len(advise(start, "TURKEY", "dumb", seed=7).orders)
/// 3
/// >>> advice = advise(start, "TURKEY", "club", seed=7, positions=200)
/// >>> set(advice.orders) <= set(start.legal_orders("TURKEY")), advice.judged >= 200
/// (True, True)
/// >>> past = [(start, start.legal_orders("FRANCE")[:1])]
/// >>> len(advise(start, "TURKEY", "easy", past=past).orders)
/// 3
/// >>> advise(start, "TURKEY", "clever")
/// Traceback (most recent call last):
///     ...
/// parlour.ParlourError: "clever" is no kind of bot; ...
#[expect(
    clippy::too_many_arguments,
    reason = "all but three are named and may be left out"
)]
#[pyfunction]
#[pyo3(signature = (position, power, kind = "club", *, seed = 0, positions = None, rules = None, past = None))]
pub fn advise(
    py: Python<'_>,
    position: &Position,
    power: &str,
    kind: &str,
    seed: u64,
    positions: Option<u64>,
    rules: Option<&Rulebook>,
    past: Option<Vec<(PyRef<'_, Position>, Vec<String>)>>,
) -> PyResult<Advice> {
    let kind: Kind = kind
        .parse()
        .map_err(|fault| ParlourError::new_err(format!("{fault}")))?;
    let rules = Rulebook::or_default(rules);
    let mut seen = Vec::new();
    for (before, orders) in past.iter().flatten() {
        if *before.board != *position.board {
            return Err(ParlourError::new_err(format!(
                "a past position is on the map {}, the present one on {}, which is another",
                before.board.name(),
                position.board.name()
            )));
        }
        seen.push(Past::told(&before.board, rules, &before.inner, orders));
    }
    drop(past);
    let question = Question {
        board: &position.board,
        rules,
        position: &position.inner,
        power: power_named(&position.board, power)?,
        seed: Seed(seed),
        past: &seen,
    };
    let most = positions.unwrap_or_else(|| match kind {
        Kind::Search(level) => level.positions(),
        _ => 0,
    });
    let mut interrupted = None;
    let advice = py.detach(|| {
        let mut asked = 0_u32;
        let mut stop = || {
            asked = asked.wrapping_add(1);
            if interrupted.is_none() && asked.is_multiple_of(LOOK_EVERY) {
                interrupted = Python::attach(|py| py.check_signals().err());
            }
            interrupted.is_some()
        };
        ask(&question, kind, &mut Effort::until(&mut stop, most))
    });
    if let Some(fault) = interrupted {
        return Err(fault);
    }
    let orders = advice.orders.iter();
    Ok(Advice {
        orders: orders
            .map(|order| order.show(&position.board).to_string())
            .collect(),
        estimate: advice.estimate,
        judged: advice.judged,
        tried: advice.tried,
    })
}

/// The kinds of bots, the weaker first.
#[pyfunction]
pub fn bot_kinds() -> Vec<&'static str> {
    Kind::ALL.iter().map(|kind| kind.word()).collect()
}
