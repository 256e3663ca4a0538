//! Pictures that are still to be drawn: whoever sends one draws it.

use parlour_atlas::{Chart, Crop, DrawnOrder, Look, Picture, PictureFault, Shown};
use parlour_diplomacy::game::ResolvedPhase;
use parlour_diplomacy::{
    Board, ByPower, NextRecord, PhaseRecord, Position, Province, Step, notation,
};

/// Everything that goes into one picture.
#[derive(Clone, Debug)]
pub struct Sketch {
    map: String,
    position: Position,
    orders: Vec<DrawnOrder>,
    crop: Option<Crop>,
    /// What stands under it, and above it in the picture.
    pub caption: String,
    note: Option<String>,
}

impl Sketch {
    pub(crate) fn new(board: &Board, position: Position, caption: String) -> Self {
        Self {
            map: board.name().to_owned(),
            position,
            orders: Vec::new(),
            crop: None,
            caption,
            note: None,
        }
    }

    /// A phase with all its orders and what became of them. Nothing if the record
    /// cannot be drawn.
    pub(crate) fn of_phase(
        board: &Board,
        before: &NextRecord,
        resolved: &ResolvedPhase,
    ) -> Option<Self> {
        let record = answered(board, before, resolved);
        let position = record.position(board).ok()?;
        let shown = Shown {
            power: None,
            results: true,
        };
        let orders = DrawnOrder::of_record(board, &position, &record, shown).ok()?;
        let caption = format!("{} ({})", resolved.phase.words(), resolved.phase);
        let mut sketch = Self::new(board, position, caption);
        sketch.orders = orders;
        Some(sketch)
    }

    /// Around a province only.
    pub(crate) fn around(mut self, province: Province, radius: u8) -> Self {
        self.crop = Some(Crop { province, radius });
        self
    }

    /// A remark beside the title.
    pub(crate) fn noted(mut self, note: Option<String>) -> Self {
        self.note = note;
        self
    }

    /// With a power's own orders that are not resolved yet.
    pub(crate) fn with_pending(mut self, board: &Board, power: &str, orders: &[String]) -> Self {
        let Some(power) = board.power(power) else {
            return self;
        };
        let read = orders
            .iter()
            .filter_map(|text| notation::read_order(board, text).ok());
        self.orders = read
            .map(|order| DrawnOrder::pending(power, order))
            .collect();
        self
    }

    /// The phase the picture shows, as a name for its file.
    pub fn file_name(&self) -> String {
        format!("{}.png", self.position.phase)
    }

    /// The picture as PNG.
    pub fn png(&self) -> Result<Vec<u8>, PictureFault> {
        let look = self.look();
        self.picture(&look)?.png()
    }

    /// The picture as SVG.
    pub fn svg(&self) -> Result<String, PictureFault> {
        let look = self.look();
        self.picture(&look)?.svg()
    }

    /// The position it shows.
    pub fn position(&self) -> &Position {
        &self.position
    }

    fn look(&self) -> Look {
        Look {
            crop: self.crop,
            title: Some(self.caption.clone()),
            note: self.note.clone(),
            ..Look::default()
        }
    }

    fn picture<'a>(&'a self, look: &'a Look) -> Result<Picture<'a>, PictureFault> {
        let chart = Chart::named(&self.map);
        Ok(Picture {
            chart: chart.ok_or_else(|| PictureFault::Foreign(self.map.clone()))?,
            position: &self.position,
            orders: &self.orders,
            look,
        })
    }
}

/// A position from its text.
pub(crate) fn position_of(board: &Board, text: &NextRecord) -> Option<Position> {
    question(board, text).position(board).ok()
}

fn question(board: &Board, text: &NextRecord) -> PhaseRecord {
    PhaseRecord {
        id: None,
        kind: None,
        map: Some(board.name().to_owned()),
        phase: text.phase,
        units: text.units.clone(),
        dislodged: (text.phase.step == Step::Retreat).then(|| text.dislodged.clone()),
        centers: Some(text.centers.clone()),
        builds: (text.phase.step == Step::Adjustment).then(|| text.builds.clone()),
        orders: ByPower::new(),
        results: None,
        reasons: None,
        next: None,
        rules: None,
        rest: std::collections::BTreeMap::new(),
    }
}

/// A resolved phase as a record of the kind that files hold.
pub(crate) fn answered(
    board: &Board,
    before: &NextRecord,
    resolved: &ResolvedPhase,
) -> PhaseRecord {
    let mut record = question(board, before);
    let mut results = std::collections::BTreeMap::new();
    let mut reasons = std::collections::BTreeMap::new();
    for order in &resolved.orders {
        if order.given {
            let own = record.orders.entry(order.power.clone()).or_default();
            own.push(order.order.clone());
        }
        if let Some(unit) = unit_of(board, &order.order) {
            results.insert(unit.clone(), order.results.clone());
            reasons.insert(unit, order.reason.clone());
        }
    }
    record.results = Some(results);
    record.reasons = Some(reasons);
    record.next = Some(resolved.next.clone());
    record
}

/// The unit that an order of a record is for: `A VIE`.
fn unit_of(board: &Board, order: &str) -> Option<String> {
    let read = notation::read_order(board, order).ok()?;
    Some(read.unit()?.show(board))
}
