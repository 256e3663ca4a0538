//! Kingslayer (Regicide) as an immutable value: views, legal moves, play, bot.
//!
//! `parlour.regicide.Env` is the environment in Gymnasium's manner, over this.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use parlour_regicide::bot::{Level, Thinking, advise};
use parlour_regicide::{Command, Difficulty, Refusal, Setup, State, question};
use parlour_rules::{Actor, Refuse, Rules, Seat, Seed, Viewer};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;

use crate::diplomacy::json;
use crate::errors::{RecordError, RefusedMove, coded};

/// A game of Kingslayer at one moment. Immutable: `play` answers the next one.
///
/// >>> from parlour.regicide import Kingslayer
/// >>> game = Kingslayer(players=1, seed=7)
/// >>> len(game.view(0)["hand"]), game.current
/// (8, 0)
/// >>> later = game.play(game.legal_moves()[0])
/// >>> later.moves, game.moves
/// (1, 0)
/// >>> game.play("pay 5H")
/// Traceback (most recent call last):
///     ...
/// parlour.RefusedMove: this is the time to play cards or to yield (R2.1)
#[pyclass(frozen, name = "Kingslayer", module = "parlour.regicide")]
pub struct Kingslayer {
    state: Arc<State>,
}

impl Kingslayer {
    fn of(state: State) -> Self {
        Self {
            state: Arc::new(state),
        }
    }

    fn seat(&self, seat: u8) -> PyResult<Seat> {
        let players = self.state.players();
        if seat < players {
            Ok(Seat(seat))
        } else {
            Err(PyIndexError::new_err(format!(
                "there is no seat {seat}; seats are 0 to {}",
                players - 1
            )))
        }
    }

    fn own_view(&self) -> parlour_regicide::View {
        parlour_regicide::Kingslayer::view(&self.state, Viewer::Seat(self.state.current()))
    }
}

/// Whether somebody pressed Ctrl-C is looked at once in so many rounds of play-outs.
const LOOK_EVERY: u32 = 64;

/// What the rules answer. A game that was loaded may hold what no check foresaw: what
/// the rules then panic at is an ordinary refusal.
fn guarded<T>(work: impl FnOnce() -> T) -> PyResult<T> {
    catch_unwind(AssertUnwindSafe(work))
        .map_err(|_| RecordError::new_err("not a game: its state is one that no game comes to"))
}

fn refused(py: Python<'_>, refusal: &(impl Refuse + ?Sized)) -> PyErr {
    coded::<RefusedMove>(py, refusal.to_string(), refusal.code(), "")
}

#[pymethods]
impl Kingslayer {
    /// A fresh game. `difficulty` is `easy`, `normal` or `hard`.
    #[new]
    #[pyo3(signature = (players = 1, seed = 0, difficulty = "normal"))]
    fn new(py: Python<'_>, players: u8, seed: u64, difficulty: &str) -> PyResult<Self> {
        let named = |it: &Difficulty| it.name() == difficulty;
        let level = Difficulty::ALL.into_iter().find(named).ok_or_else(|| {
            let text = format!("a game is easy, normal or hard, not {difficulty:?}");
            coded::<RefusedMove>(py, text, "no_such_difficulty", difficulty)
        })?;
        let setup = Setup {
            house: level.house(),
            ..Setup::for_players(players)
        };
        let state = parlour_regicide::Kingslayer::start(&setup, Seed(seed));
        state.map(Self::of).map_err(|refusal| refused(py, &refusal))
    }

    /// How many play.
    #[getter]
    fn players(&self) -> u8 {
        self.state.players()
    }

    /// Whose decision it is.
    #[getter]
    fn current(&self) -> u8 {
        self.state.current().0
    }

    /// Where in the turn the game stands: `play`, `suffer`, `choose` or `over`.
    #[getter]
    fn step(&self) -> &'static str {
        self.state.step().name()
    }

    /// Decisions taken so far.
    #[getter]
    fn moves(&self) -> u32 {
        self.own_view().moves
    }

    /// How many enemies are defeated.
    #[getter]
    fn defeated(&self) -> u8 {
        self.own_view().defeated
    }

    /// None while the game goes on; then whether it was won.
    #[getter]
    fn won(&self) -> Option<bool> {
        self.own_view().outcome.map(|outcome| outcome.is_won())
    }

    /// What a seat may know, as a dict; what a spectator may know without one.
    #[pyo3(signature = (seat = None))]
    fn view<'py>(&self, py: Python<'py>, seat: Option<u8>) -> PyResult<Bound<'py, PyAny>> {
        let viewer = match seat {
            Some(seat) => Viewer::Seat(self.seat(seat)?),
            None => Viewer::Spectator,
        };
        let view = guarded(|| parlour_regicide::Kingslayer::view(&self.state, viewer))?;
        json::to_python(py, &serde_json::to_value(view).map_err(json::refuse)?)
    }

    /// Every move that the rules accept now, but payments only as far as each of
    /// their cards is needed.
    fn legal_moves(&self) -> PyResult<Vec<String>> {
        let moves = guarded(|| question::legal(&self.own_view()))?;
        Ok(moves.iter().map(ToString::to_string).collect())
    }

    /// The game after a move of the current player, such as `play 5H AC`,
    /// `pay JC 4D`, `yield`, `flip` or `next 2`.
    #[pyo3(name = "play")]
    fn play_move(&self, py: Python<'_>, text: &str) -> PyResult<Self> {
        let command: Command =
            text.parse()
                .map_err(|fault: parlour_regicide::notation::NotACommand| {
                    coded::<RefusedMove>(py, fault.to_string(), "not_a_command", "")
                })?;
        let by = Actor::Seat(self.state.current());
        let played = guarded(|| {
            let mut state = State::clone(&self.state);
            for event in parlour_regicide::Kingslayer::decide(&state, by, &command)? {
                parlour_regicide::Kingslayer::apply(&mut state, &event);
            }
            Ok(state)
        })?;
        played
            .map(Self::of)
            .map_err(|refusal: Refusal| refused(py, &refusal))
    }

    /// What the bot would do for the current player, from that player's view alone;
    /// None when the game is over. `level` is `rookie`, `friend` or `master`;
    /// `play_outs` sets how much it tries instead. Ctrl-C ends it.
    #[pyo3(signature = (level = "friend", seed = 0, play_outs = None))]
    fn bot(
        &self,
        py: Python<'_>,
        level: &str,
        seed: u64,
        play_outs: Option<u32>,
    ) -> PyResult<Option<String>> {
        let level: Level =
            level
                .parse()
                .map_err(|fault: parlour_regicide::bot::UnknownLevel| {
                    coded::<RefusedMove>(py, fault.to_string(), "no_such_level", level)
                })?;
        let mut thinking = Thinking {
            ..level.thinking(seed)
        };
        if let Some(play_outs) = play_outs {
            thinking.play_outs = play_outs;
        }
        let view = self.own_view();
        let mut interrupted = None;
        let advice = py.detach(|| {
            let mut asked = 0_u32;
            let mut go_on = || {
                asked = asked.wrapping_add(1);
                if interrupted.is_none() && asked.is_multiple_of(LOOK_EVERY) {
                    interrupted = Python::attach(|py| py.check_signals().err());
                }
                interrupted.is_none()
            };
            guarded(|| advise(&view, &thinking, &mut go_on))
        })?;
        if let Some(fault) = interrupted {
            return Err(fault);
        }
        Ok(advice.map(|advice| advice.command.to_string()))
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.state == other.state
    }

    fn __hash__(&self) -> u64 {
        u64::from(self.moves()) << 8 | u64::from(self.current())
    }

    fn __repr__(&self) -> String {
        let (players, moves, defeated) = (self.players(), self.moves(), self.defeated());
        format!("<Kingslayer of {players}, move {moves}, {defeated} of 12 defeated>")
    }

    /// The whole state as JSON text, secrets included; `loads` reads it again.
    fn dumps(&self) -> PyResult<String> {
        serde_json::to_string(&*self.state).map_err(json::refuse)
    }

    /// A game from what `dumps` wrote. What can be no state of a game raises
    /// `RecordError`.
    #[staticmethod]
    fn loads(text: &str) -> PyResult<Self> {
        let state: State = serde_json::from_str(text)
            .map_err(|fault| RecordError::new_err(format!("not a game: {fault}")))?;
        match state.flaw() {
            Some(flaw) => Err(RecordError::new_err(format!("not a game: {flaw}"))),
            None => Ok(Self::of(state)),
        }
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        let class = py.import("parlour.regicide")?.getattr("Kingslayer")?;
        Ok((class.getattr("loads")?, (self.dumps()?,)))
    }
}
