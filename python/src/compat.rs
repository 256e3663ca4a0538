//! The engine under `parlour.compat.diplomacy.Game`: positions as the PyPI package
//! `diplomacy` keeps them (lists of texts by power), judged by our judge under the
//! rule choices that agree with it.
//!
//! What a program has looked at is read from its lists, each time: programs change them
//! as they like. What nobody has looked at stays as the judge takes it. Texts are looked
//! up in tables, those that come from here by their address, so that judging a phase
//! stays in microseconds.

mod addresses;
pub mod adjusted;
pub mod before;
pub mod holdings;
mod judged;
mod lists;
mod ordering;
pub mod played;
pub mod retreated;
mod told;
mod turning;
mod winter;
mod words;

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};

use parlour_diplomacy::{
    Board, Judge, Location, Order, Phase, Place, Position, Power, Rulebook, Scene, Unit, UnitKind,
    check, notation, saved,
};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyType};

use crate::diplomacy::batch::codes::{decode, encode};
use crate::diplomacy::board::Board as Known;
use crate::errors::BoardError;
use addresses::ByAddress;
use adjusted::Adjusted;
use before::{Before, mark};
use played::Played;
use retreated::Retreated;

/// The bits of an order's number that name the ordered unit.
const OWN: i64 = 0xf_ff10;
/// So many words are remembered.
const MOST_TAILS: usize = 1 << 16;
/// So many boards of somebody's own are played on in one process, each of which is kept
/// for good.
const MOST_BOARDS: usize = 1000;

thread_local! {
    /// One judge for each board and thread.
    static JUDGES: RefCell<Vec<(&'static Board, Judge<'static>)>> = const { RefCell::new(Vec::new()) };
}

/// A board for the life of the process: the one that is known already, if there is one.
fn lasting(board: &Board) -> PyResult<&'static Board> {
    static OWN: Mutex<Vec<&'static Board>> = Mutex::new(Vec::new());
    // A list of references is whole at any moment.
    let mut own = OWN.lock().unwrap_or_else(PoisonError::into_inner);
    let mut known = Board::bundled().iter().chain(own.iter().copied());
    if let Some(known) = known.find(|known| *known == board) {
        return Ok(known);
    }
    if own.len() >= MOST_BOARDS {
        let text = format!("games are played on at most {MOST_BOARDS} boards of one's own");
        return Err(BoardError::new_err(text));
    }
    let kept: &'static Board = Box::leak(Box::new(board.clone()));
    own.push(kept);
    Ok(kept)
}

/// The rule choices that agree with the package.
fn package_rules() -> Rulebook {
    let choices: BTreeMap<String, String> = saved::PACKAGE_RULES
        .iter()
        .map(|(key, value)| ((*key).to_owned(), (*value).to_owned()))
        .collect();
    Rulebook::default()
        .with(&choices)
        .expect("the package's rule choices are choices")
}

/// The tables of one map.
#[pyclass(frozen, module = "parlour._parlour")]
pub struct Core {
    board: &'static Board,
    /// The same as Python has it, with its picture.
    known: Known,
    rules: Rulebook,
    units: HashMap<String, Unit>,
    /// By text, the number of each unit: twice its location, and 1 for a fleet.
    numbers: Py<PyDict>,
    /// By text, what follows the unit in an order, as the number of the order without
    /// its unit; -1 for words that are not exact.
    tails: Py<PyDict>,
    /// The orders that were listed.
    listed: Mutex<Listed>,
    locations: HashMap<String, Location>,
    /// By address, the units and locations whose texts are kept here.
    own_units: ByAddress<Unit>,
    own_codes: ByAddress<Location>,
    /// The text of each army and each fleet, by location.
    texts: [Vec<Py<PyString>>; 2],
    /// The text of each location.
    codes: Vec<Py<PyString>>,
    /// For hashes, the letters of each army and each fleet and of each location.
    unit_marks: [Vec<u64>; 2],
    code_marks: Vec<u64>,
}

/// Orders that were listed: programs hand in what they were told.
#[derive(Default)]
struct Listed {
    /// By their numbers, their texts.
    texts: ByAddress<Py<PyString>>,
    /// By the addresses of these texts, the orders.
    orders: ByAddress<Order>,
}

impl Core {
    fn text<'py>(&self, py: Python<'py>, unit: Unit) -> &Bound<'py, PyString> {
        let fleet = usize::from(unit.kind == UnitKind::Fleet);
        self.texts[fleet][unit.at.index()].bind(py)
    }

    fn code<'py>(&self, py: Python<'py>, at: Location) -> &Bound<'py, PyString> {
        self.codes[at.index()].bind(py)
    }

    /// A movement order as the package has it: the unit, and what follows.
    fn words<'py>(
        &self,
        py: Python<'py>,
        order: Order,
    ) -> PyResult<(Bound<'py, PyString>, Bound<'py, PyString>)> {
        let unit = order.unit().expect("a movement order names its unit");
        let own = self.text(py, unit).clone();
        let shown = order.show(self.board).to_string();
        // One object for one text: it is found again quickest.
        let tail = PyString::intern(py, shown.get(own.len()? + 1..).unwrap_or("H"));
        Ok((own, tail))
    }

    /// The text of a movement order.
    fn shown<'py>(&self, py: Python<'py>, order: Order) -> Bound<'py, PyString> {
        let mut listed = self.listed();
        let number = encode(order) as usize;
        if let Some(known) = listed.texts.get(&number) {
            return known.bind(py).clone();
        }
        if listed.texts.len() >= MOST_TAILS {
            *listed = Listed::default();
        }
        let text = PyString::new(py, &order.show(self.board).to_string());
        listed.orders.insert(text.as_ptr() as usize, order);
        listed.texts.insert(number, text.clone().unbind());
        text
    }

    /// Nobody stops while this is held, and nothing in it can be half done.
    fn listed(&self) -> MutexGuard<'_, Listed> {
        self.listed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn unit_mark(&self, unit: Unit) -> u64 {
        self.unit_marks[usize::from(unit.kind == UnitKind::Fleet)][unit.at.index()]
    }

    fn code_mark(&self, at: Location) -> u64 {
        self.code_marks[at.index()]
    }

    /// A position without units.
    fn empty(&self) -> Position {
        Position::empty(Phase::spring(1901), self.board.province_count())
    }

    /// The unit of a text. Python's own table is asked, because it keeps the hash of
    /// every text.
    fn known(&self, text: &Bound<'_, PyString>) -> PyResult<Option<Unit>> {
        if let Some(unit) = self.own_units.get(&(text.as_ptr() as usize)) {
            return Ok(Some(*unit));
        }
        let found = self.numbers.bind(text.py()).get_item(text)?;
        let Some(found) = found else { return Ok(None) };
        let number: usize = found.extract()?;
        let kind = [UnitKind::Army, UnitKind::Fleet][number & 1];
        let at = Location::from_index(number >> 1);
        Ok(Some(Unit { kind, at }))
    }

    /// What follows a unit in an order, read once and remembered.
    fn tail(&self, unit: Unit, text: &Bound<'_, PyString>) -> PyResult<Option<Order>> {
        let tails = self.tails.bind(text.py());
        let code: i64 = if let Some(found) = tails.get_item(text)? {
            found.extract()?
        } else {
            let order = self.exact(unit, &text.to_cow()?);
            let code = order.map_or(-1, |order| encode(order) & !OWN);
            if tails.len() >= MOST_TAILS {
                tails.clear();
            }
            tails.set_item(text, code)?;
            code
        };
        let own = encode(Order::Hold { unit }) & OWN;
        Ok((code >= 0)
            .then(|| decode(code | own, self.codes.len()))
            .flatten())
    }

    /// The location of a text, if it is one.
    fn location(&self, text: &Bound<'_, PyAny>) -> Option<Location> {
        let own = self.own_codes.get(&(text.as_ptr() as usize));
        own.copied().or_else(|| {
            let text = text.cast::<PyString>().ok()?.to_cow().ok()?;
            self.locations.get(&*text).copied()
        })
    }

    /// An order in the package's own words, if they are exact.
    fn exact(&self, unit: Unit, tail: &str) -> Option<Order> {
        if tail == "H" {
            return Some(Order::Hold { unit });
        }
        let (verb, rest) = tail.split_once(' ')?;
        if verb == "-" {
            let (to, via) = match rest.strip_suffix(" VIA") {
                Some(to) => (to, true),
                None => (rest, false),
            };
            let to = *self.locations.get(to)?;
            return Some(Order::Move { unit, to, via });
        }
        let (other, to) = match rest.split_once(" - ") {
            Some((other, to)) => (other, Some(*self.locations.get(to)?)),
            None => (rest, None),
        };
        let target = *self.units.get(other)?;
        match (verb, to) {
            ("S", None) => Some(Order::SupportHold { unit, target }),
            ("S", Some(to)) => Some(Order::SupportMove { unit, target, to }),
            ("C", Some(to)) => Some(Order::Convoy {
                unit,
                army: target,
                to,
            }),
            _ => None,
        }
    }

    /// The playable order of a power, or what is wrong with it.
    fn playable(&self, scene: &Scene<'_>, power: Power, text: &str) -> Result<Order, String> {
        if let Some((unit, tail)) = self.headed(text)
            && let Some(order) = self.exact(unit, tail)
            && scene.check(power, order).is_ok()
        {
            return Ok(order);
        }
        let read = notation::read_order(self.board, text).map_err(|fault| fault.to_string())?;
        let checked = check(scene, power, read).map_err(|fault| fault.to_string())?;
        Ok(checked.order)
    }

    /// The unit at the head of a text, and what follows it.
    fn headed<'t>(&self, text: &'t str) -> Option<(Unit, &'t str)> {
        let end = text.get(2..)?.find(' ')? + 2;
        let unit = self.units.get(&text[..end])?;
        Some((*unit, &text[end + 1..]))
    }

    fn with_judge<T>(&self, work: impl FnOnce(&mut Judge<'static>) -> T) -> T {
        JUDGES.with_borrow_mut(|judges| {
            let same = |(known, _): &(&Board, _)| std::ptr::eq(*known, self.board);
            let place = judges.iter().position(same);
            let place = place.unwrap_or_else(|| {
                judges.push((self.board, Judge::new(self.board, self.rules)));
                judges.len() - 1
            });
            work(&mut judges[place].1)
        })
    }
}

#[pymethods]
impl Core {
    #[new]
    fn new(py: Python<'_>, board: Known) -> PyResult<Self> {
        let known = board;
        let board = lasting(&known.inner)?;
        let (mut units, mut locations, mut codes) = (HashMap::new(), HashMap::new(), Vec::new());
        let mut texts = [Vec::new(), Vec::new()];
        let (mut unit_marks, mut code_marks) = ([Vec::new(), Vec::new()], Vec::new());
        let numbers = PyDict::new(py);
        let (mut own_units, mut own_codes) = (HashMap::default(), HashMap::default());
        for at in board.locations() {
            locations.insert(board.code(at).to_owned(), at);
            codes.push(PyString::intern(py, board.code(at)).unbind());
            code_marks.push(mark(board.code(at)));
            own_codes.insert(codes[at.index()].as_ptr() as usize, at);
            for (fleet, kind) in [UnitKind::Army, UnitKind::Fleet].into_iter().enumerate() {
                let unit = Unit { kind, at };
                let text = board.unit_text(unit).to_string();
                unit_marks[fleet].push(mark(&text));
                texts[fleet].push(PyString::intern(py, &text).unbind());
                if board.fits(unit) {
                    own_units.insert(texts[fleet][at.index()].as_ptr() as usize, unit);
                    numbers.set_item(&text, at.index() << 1 | fleet)?;
                    units.insert(text, unit);
                }
            }
        }
        Ok(Self {
            board,
            known,
            rules: package_rules(),
            units,
            numbers: numbers.unbind(),
            tails: PyDict::new(py).unbind(),
            listed: Mutex::default(),
            locations,
            own_units,
            own_codes,
            texts,
            codes,
            unit_marks,
            code_marks,
        })
    }

    /// The map's own name.
    #[getter]
    fn name(&self) -> &str {
        self.board.name()
    }

    /// Whether a text is a unit of the map.
    fn is_unit(&self, text: &str) -> bool {
        self.units.contains_key(text)
    }

    /// Takes movement orders of a power as they will be judged, instead of those its
    /// units have or (without `replace`) beside them. Answers what was refused, each
    /// with its reason.
    fn order(
        slf: &Bound<'_, Self>,
        powers: &Bound<'_, PyList>,
        power: usize,
        texts: Vec<Bound<'_, PyString>>,
        replace: bool,
    ) -> PyResult<Vec<String>> {
        ordering::order(slf, powers, power, &texts, replace)
    }

    /// Movement orders of a power as they would be judged: each as the unit and the
    /// rest, or None and the reason why it cannot be played.
    fn read_movement<'py>(
        &self,
        powers: &Bound<'py, PyList>,
        power: usize,
        texts: Vec<Bound<'py, PyString>>,
    ) -> PyResult<Vec<(Option<Bound<'py, PyString>>, Bound<'py, PyString>)>> {
        ordering::read(self, powers, power, &texts)
    }

    /// All legal orders of a movement phase, by location, coasts and their provinces
    /// both.
    fn possible<'py>(&self, powers: &Bound<'py, PyList>) -> PyResult<Bound<'py, PyDict>> {
        ordering::possible(self, powers)
    }

    /// The same of an adjustment phase.
    fn possible_in_winter<'py>(
        &self,
        powers: &Bound<'py, PyList>,
        build_any: bool,
    ) -> PyResult<Bound<'py, PyDict>> {
        winter::possible(self, powers, build_any)
    }

    /// By power: where there is something to order in a movement phase or (`winter`)
    /// an adjustment phase.
    fn orderable<'py>(
        &self,
        powers: &Bound<'py, PyList>,
        winter: bool,
        build_any: bool,
    ) -> PyResult<Vec<Vec<Bound<'py, PyString>>>> {
        winter::orderable(self, powers, winter, build_any)
    }

    /// Keeps what the powers of a new game have, before anybody has seen it.
    fn keep(slf: &Bound<'_, Self>, powers: &Bound<'_, PyList>) -> PyResult<()> {
        holdings::keep(slf, powers)
    }

    /// Judges a movement phase of a game and puts what follows into its powers. Results
    /// are told when they are asked for. `codes` is what the result codes are called,
    /// in the order of `result_bits`.
    fn play<'py>(
        slf: &Bound<'py, Self>,
        powers: &Bound<'py, PyList>,
        codes: Bound<'py, PyList>,
    ) -> PyResult<Played> {
        turning::play(slf, powers, codes)
    }

    /// What the powers of a game have just now.
    fn before(slf: &Bound<'_, Self>, powers: &Bound<'_, PyList>) -> PyResult<Before> {
        Before::of(slf, &holdings::hold(slf.get(), powers)?)
    }

    /// Gives every centre with a unit on it to that unit's power. Answers who lost
    /// which, how many each has now, and whether somebody must build or disband.
    fn capture<'py>(
        slf: &Bound<'py, Self>,
        powers: &Bound<'py, PyList>,
        build_any: bool,
    ) -> PyResult<(Bound<'py, PyDict>, Vec<usize>, bool)> {
        winter::capture(slf, powers, build_any)
    }

    /// Builds and disbands what the powers of a game have ordered.
    fn adjust(
        slf: &Bound<'_, Self>,
        powers: &Bound<'_, PyList>,
        done: Py<PyAny>,
        void: Py<PyAny>,
    ) -> PyResult<Adjusted> {
        adjusted::adjust(slf, powers, done, void)
    }

    /// Retreats dislodged units of a game, or takes them away. `dislodged` are those of
    /// the last movement, `popped` the units that are gone already: what a phase told,
    /// or what a program has made of it. `codes` is as in `play`.
    fn retreat(
        slf: &Bound<'_, Self>,
        powers: &Bound<'_, PyList>,
        dislodged: &Bound<'_, PyAny>,
        popped: &Bound<'_, PyAny>,
        codes: Py<PyList>,
    ) -> PyResult<Retreated> {
        retreated::retreat(slf, powers, dislodged, popped, codes)
    }

    /// Begins the phase that a game has come to: nothing is ordered any more.
    fn begin(
        &self,
        powers: &Bound<'_, PyList>,
        kind: Option<&str>,
        build_any: bool,
    ) -> PyResult<()> {
        turning::begin(self, powers, kind.unwrap_or_default(), build_any)
    }

    fn __deepcopy__<'py>(slf: Bound<'py, Self>, _memo: Bound<'py, PyAny>) -> Bound<'py, Self> {
        slf
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyType>, (Known,)) {
        (slf.get_type(), (slf.get().known.clone(),))
    }
}
