//! The engine under `parlour.compat.diplomacy.Game`: positions as the PyPI package
//! `diplomacy` keeps them (lists of texts by power), judged by our judge under the
//! rule choices that agree with it.
//!
//! Everything is read from the lists that were handed over, each time: programs
//! change them as they like. Texts are looked up in tables, those that come from here
//! by their address, so that judging a phase stays in microseconds.

pub mod movement;
pub mod turning;
mod words;

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};

use parlour_diplomacy::{
    Board, DisbandDistance, Judge, LegalOrders, Location, Order, Phase, Place, Placed, Position,
    Power, Rulebook, Scene, Unit, UnitKind, check, civil_disorder, notation, saved,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyType};

use crate::diplomacy::batch::codes::{decode, encode};
use crate::errors::BoardError;
use movement::Turned;
use turning::{Before, Played};

/// The bits of an order's number that name the ordered unit.
const OWN: i64 = 0xf_ff10;
/// So many words are remembered.
const MOST_TAILS: usize = 1 << 16;

/// The units of a power, each with its text.
type Texts<'py> = Vec<(Bound<'py, PyAny>, Unit)>;

/// Hashes addresses of objects, which differ in their middle bits.
type Addresses = std::hash::BuildHasherDefault<Mixed>;

/// See [`Addresses`].
#[derive(Default)]
struct Mixed(u64);

impl std::hash::Hasher for Mixed {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_usize(usize::from(*byte));
        }
    }

    fn write_usize(&mut self, address: usize) {
        let mixed = (self.0 ^ address as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = mixed ^ mixed >> 32;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

thread_local! {
    /// One judge for each board and thread.
    static JUDGES: RefCell<Vec<(&'static str, Judge<'static>)>> = const { RefCell::new(Vec::new()) };
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
    rules: Rulebook,
    units: HashMap<String, Unit>,
    /// By text, the number of each unit: twice its location, and 1 for a fleet.
    numbers: Py<PyDict>,
    /// By text, what follows the unit in an order, as the number of the order without
    /// its unit; -1 for words that are not exact.
    tails: Py<PyDict>,
    locations: HashMap<String, Location>,
    /// By address, the units and locations whose texts are kept here.
    own_units: HashMap<usize, Unit, Addresses>,
    own_codes: HashMap<usize, Location, Addresses>,
    /// The text of each army and each fleet, by location.
    texts: [Vec<Py<PyString>>; 2],
    /// The text of each location.
    codes: Vec<Py<PyString>>,
}

impl Core {
    fn text<'py>(&self, py: Python<'py>, unit: Unit) -> &Bound<'py, PyString> {
        let fleet = usize::from(unit.kind == UnitKind::Fleet);
        self.texts[fleet][unit.at.index()].bind(py)
    }

    fn unit(&self, text: &Bound<'_, PyAny>) -> PyResult<Unit> {
        if let Some(unit) = self.own_units.get(&(text.as_ptr() as usize)) {
            return Ok(*unit);
        }
        let number = self.known(text.cast::<PyString>()?)?;
        number.ok_or_else(|| {
            let text: String = text.to_string().chars().take(40).collect();
            PyValueError::new_err(format!(
                "\"{text}\" is no unit of the map {}",
                self.board.name()
            ))
        })
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

    /// The position of lists of units by power.
    fn position(&self, units: &[Bound<'_, PyList>]) -> PyResult<Position> {
        Ok(self.standing(units)?.0)
    }

    /// The position of lists of units by power, and these units beside their texts.
    fn standing<'py>(&self, units: &[Bound<'py, PyList>]) -> PyResult<(Position, Vec<Texts<'py>>)> {
        let mut position = Position::empty(Phase::spring(1901), self.board.province_count());
        if units.len() != self.board.powers().count() {
            return Err(PyValueError::new_err("there is one list for each power"));
        }
        let mut all = Vec::with_capacity(units.len());
        for (power, list) in self.board.powers().zip(units) {
            let mut own = Vec::with_capacity(list.len());
            for text in list {
                let unit = self.unit(&text)?;
                position.place(self.board.province_of(unit.at), Placed { power, unit });
                own.push((text, unit));
            }
            all.push(own);
        }
        Ok((position, all))
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
            let name = self.board.name();
            let place = judges.iter().position(|(known, _)| *known == name);
            let place = place.unwrap_or_else(|| {
                judges.push((name, Judge::new(self.board, self.rules)));
                judges.len() - 1
            });
            work(&mut judges[place].1)
        })
    }
}

#[pymethods]
impl Core {
    #[new]
    fn new(py: Python<'_>, name: &str) -> PyResult<Self> {
        let board = Board::named(name).ok_or_else(|| {
            let known: Vec<&str> = Board::bundled().iter().map(Board::name).collect();
            let name: String = name.chars().take(40).collect();
            BoardError::new_err(format!(
                "there is no map \"{name}\"; there are {}",
                known.join(", ")
            ))
        })?;
        let (mut units, mut locations, mut codes) = (HashMap::new(), HashMap::new(), Vec::new());
        let mut texts = [Vec::new(), Vec::new()];
        let numbers = PyDict::new(py);
        let (mut own_units, mut own_codes) = (HashMap::default(), HashMap::default());
        for at in board.locations() {
            locations.insert(board.code(at).to_owned(), at);
            codes.push(PyString::intern(py, board.code(at)).unbind());
            own_codes.insert(codes[at.index()].as_ptr() as usize, at);
            for (fleet, kind) in [UnitKind::Army, UnitKind::Fleet].into_iter().enumerate() {
                let unit = Unit { kind, at };
                let text = board.unit_text(unit).to_string();
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
            rules: package_rules(),
            units,
            numbers: numbers.unbind(),
            tails: PyDict::new(py).unbind(),
            locations,
            own_units,
            own_codes,
            texts,
            codes,
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

    /// A movement order of a power as it will be judged: the unit and the rest.
    /// Raises `ValueError` if it cannot be played.
    fn read_movement<'py>(
        &self,
        py: Python<'py>,
        units: Vec<Bound<'py, PyList>>,
        power: usize,
        texts: Vec<String>,
    ) -> PyResult<Vec<(Option<Bound<'py, PyString>>, Bound<'py, PyString>)>> {
        if power >= self.board.powers().count() {
            return Err(PyValueError::new_err("there is no such power"));
        }
        let power = Power::from_index(power);
        let position = self.position(&units)?;
        let scene = Scene::new(self.board, &position, self.rules);
        let mut read = Vec::with_capacity(texts.len());
        for text in texts {
            read.push(match self.playable(&scene, power, &text) {
                Ok(order) => {
                    let unit = order.unit().expect("a movement order names its unit");
                    let shown = order.show(self.board).to_string();
                    let own = self.text(py, unit).clone();
                    // One object for one text: it is found again quickest.
                    let tail = shown.get(own.len()? + 1..).unwrap_or("H");
                    (Some(own), PyString::intern(py, tail))
                }
                Err(fault) => (None, PyString::new(py, &fault)),
            });
        }
        Ok(read)
    }

    /// Judges a movement phase. `units` are the units by power, `orders` the orders
    /// by power and unit, `codes` what the result codes are called, in the order of
    /// `result_bits`.
    fn movement<'py>(
        &self,
        py: Python<'py>,
        units: Vec<Bound<'py, PyList>>,
        orders: Vec<Bound<'py, PyDict>>,
        codes: Vec<Bound<'py, PyAny>>,
    ) -> PyResult<Turned> {
        movement::judge(self, py, &units, &orders, &codes)
    }

    /// The same for the powers of a game, whose lists are replaced by those that
    /// follow. Results are told when they are asked for.
    fn play<'py>(
        slf: &Bound<'py, Self>,
        powers: Vec<Bound<'py, PyAny>>,
        codes: Bound<'py, PyList>,
    ) -> PyResult<Played> {
        turning::play(slf, &powers, codes)
    }

    /// What the powers of a game have just now.
    #[staticmethod]
    fn before(powers: Vec<Bound<'_, PyAny>>) -> PyResult<Before> {
        Before::of(&powers)
    }

    /// Gives every centre with a unit on it to that unit's power. Answers who lost
    /// which, and how many each has now.
    fn capture<'py>(
        &self,
        py: Python<'py>,
        powers: Vec<Bound<'py, PyAny>>,
    ) -> PyResult<(Bound<'py, PyDict>, Vec<usize>)> {
        turning::capture(self, py, &powers)
    }

    /// Whether some power must build or disband.
    fn must_adjust(&self, powers: Vec<Bound<'_, PyAny>>, build_any: bool) -> PyResult<bool> {
        turning::must_adjust(self, &powers, build_any)
    }

    /// All legal orders of a movement phase, by location, coasts and their provinces
    /// both.
    fn possible<'py>(
        &self,
        py: Python<'py>,
        units: Vec<Bound<'py, PyList>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let position = self.position(&units)?;
        let board = self.board;
        let scene = Scene::new(board, &position, self.rules);
        let mut lists = LegalOrders::default();
        lists.gather(&scene);
        let all = PyDict::new(py);
        for code in &self.codes {
            all.set_item(code, PyList::empty(py))?;
        }
        let mut orders = Vec::new();
        for (at, placed) in position.units() {
            orders.clear();
            lists.of_unit(&scene, at, &mut orders);
            let texts: Vec<String> = orders
                .iter()
                .map(|order| order.show(board).to_string())
                .collect();
            let list = PyList::new(py, &texts)?;
            let province = Location::from(at);
            if placed.unit.at != province {
                all.set_item(
                    &self.codes[placed.unit.at.index()],
                    PyList::new(py, &texts)?,
                )?;
            }
            all.set_item(&self.codes[province.index()], list)?;
        }
        Ok(all)
    }

    /// The units a power loses when it does not choose.
    fn civil_disorder<'py>(
        &self,
        py: Python<'py>,
        units: Vec<Bound<'py, PyList>>,
        power: usize,
        count: u32,
        spared: Vec<Bound<'py, PyString>>,
    ) -> PyResult<Vec<Bound<'py, PyString>>> {
        let mut position = self.position(&units)?;
        for text in spared {
            let unit = self.unit(text.as_any())?;
            position.lift(self.board.province_of(unit.at));
        }
        if power >= self.board.powers().count() {
            return Err(PyValueError::new_err("there is no such power"));
        }
        let lost = civil_disorder(
            self.board,
            DisbandDistance::Home,
            &position,
            Power::from_index(power),
            count,
        );
        Ok(lost
            .into_iter()
            .map(|unit| self.text(py, unit).clone())
            .collect())
    }

    /// A number for a position: the same for the same units, dislodged units and
    /// centres, whatever their order.
    #[staticmethod]
    fn hash(
        units: Vec<Bound<'_, PyList>>,
        retreats: Vec<Bound<'_, PyDict>>,
        centers: Vec<Bound<'_, PyList>>,
    ) -> PyResult<String> {
        let mut sum = 0_u64;
        let mut add = |power: usize, kind: u64, text: &str| {
            let bytes = text
                .bytes()
                .fold(0_u64, |sum, byte| sum << 8 ^ sum >> 56 ^ u64::from(byte));
            let mut mixed = bytes ^ (power as u64 + 1) << 58 ^ kind << 55;
            mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
            sum ^= mixed ^ mixed >> 31;
        };
        for (power, list) in units.iter().enumerate() {
            for text in list {
                add(power, 1, &text.cast::<PyString>()?.to_cow()?);
            }
        }
        for (power, gone) in retreats.iter().enumerate() {
            for (text, _) in gone {
                add(power, 2, &text.cast::<PyString>()?.to_cow()?);
            }
        }
        for (power, list) in centers.iter().enumerate() {
            for text in list {
                add(power, 3, &text.cast::<PyString>()?.to_cow()?);
            }
        }
        Ok(sum.to_string())
    }

    fn __deepcopy__<'py>(slf: Bound<'py, Self>, _memo: Bound<'py, PyAny>) -> Bound<'py, Self> {
        slf
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyType>, (String,)) {
        (slf.get_type(), (slf.get().board.name().to_owned(),))
    }
}
