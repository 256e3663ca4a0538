//! Pictures that are still to be drawn: whoever sends one draws it.

use parlour_atlas::{Chart, ChartRef, Crop, DrawnOrder, Look, OrdersShown, Picture, PictureFault};
use parlour_diplomacy::game::ResolvedPhase;
use parlour_diplomacy::{
    Board, NextRecord, Order, OrderText, PhaseRecord, Position, Power, Province, notation,
};
use parlour_host::table::TableId;
use parlour_rules::Fingerprint;
use serde::{Deserialize, Serialize};

/// What a picture tells of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Shows {
    /// What was ordered in a phase, and what became of it.
    Orders,
    /// The board that it has led to.
    Board,
}

/// Names a picture that can be sketched again: what an entry of a table's log shows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Drawing {
    /// The table.
    pub table: TableId,
    /// The entry.
    pub entry: u64,
    /// What of it.
    pub shows: Shows,
}

impl Drawing {
    pub(crate) fn new(table: &TableId, entry: u64, shows: Shows) -> Self {
        Self {
            table: table.clone(),
            entry,
            shows,
        }
    }
}

/// Everything that goes into one picture.
#[derive(Clone, Debug)]
pub struct Sketch {
    chart: Option<ChartRef>,
    map: String,
    position: Position,
    orders: Vec<DrawnOrder>,
    crop: Option<Crop>,
    /// What stands under it, and above it in the picture.
    pub caption: String,
    note: Option<String>,
    /// By what it is sketched again, if it is told of an entry.
    pub drawing: Option<Drawing>,
}

impl Sketch {
    /// On the picture that the game began with.
    pub(crate) fn new(
        board: &Board,
        picture: Option<Fingerprint>,
        position: Position,
        caption: String,
    ) -> Self {
        Self {
            chart: Chart::kept_with(board, picture).ok(),
            map: board.name().to_owned(),
            position,
            orders: Vec::new(),
            crop: None,
            caption,
            note: None,
            drawing: None,
        }
    }

    /// To be sketched again by this.
    pub(crate) fn kept_as(mut self, drawing: Drawing) -> Self {
        self.drawing = Some(drawing);
        self
    }

    /// A phase with all its orders and what became of them. Nothing if the record
    /// cannot be drawn.
    pub(crate) fn of_phase(
        board: &Board,
        picture: Option<Fingerprint>,
        before: &NextRecord,
        resolved: &ResolvedPhase,
    ) -> Option<Self> {
        let record = answered(board, before, resolved);
        let position = record.position(board).ok()?;
        let shown = OrdersShown {
            power: None,
            results: true,
        };
        let orders = DrawnOrder::of_record(board, &position, &record, shown).ok()?;
        let caption = format!("{} ({})", resolved.phase.words(), resolved.phase);
        let mut sketch = Self::new(board, picture, position, caption);
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
    pub(crate) fn with_pending(mut self, board: &Board, power: Power, orders: &[Order]) -> Self {
        let drawn = |order: &Order| DrawnOrder::pending(power, OrderText::of(board, *order));
        self.orders = orders.iter().map(drawn).collect();
        self
    }

    /// With one more order that is not resolved yet.
    pub(crate) fn and_pending(mut self, power: Power, order: OrderText) -> Self {
        self.orders.push(DrawnOrder::pending(power, order));
        self
    }

    /// The phase the picture shows, as a name for its file.
    pub fn file_name(&self) -> String {
        let drawing = self.drawing.as_ref();
        let board = drawing.is_some_and(|it| it.shows == Shows::Board);
        let kind = if board { "-board" } else { "" };
        format!("{}{kind}.png", self.position.phase)
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

    /// The map in letters: every province at its place in so many columns and rows,
    /// moved a little where two would cover each other.
    pub fn letters(&self, columns: u16, rows: u16) -> Vec<Label> {
        let Some(chart) = self.chart.as_deref() else {
            return Vec::new();
        };
        let board = chart.board();
        let (width, height) = (
            chart.geometry().width.max(1),
            chart.geometry().height.max(1),
        );
        let mut taken = vec![vec![false; usize::from(columns)]; usize::from(rows)];
        let mut labels = Vec::new();
        // Units first: their places must be right.
        let (held, empty): (Vec<Province>, Vec<Province>) = board
            .provinces()
            .partition(|it| self.position.unit_in(*it).is_some());
        for province in held.into_iter().chain(empty) {
            let unit = self.position.unit_in(province);
            let at = chart.place(province).unit;
            let code = board.code(province);
            let name = crate::phrase::plain(code);
            let text = match unit {
                Some(placed) => format!("{}{name}", placed.unit.kind.code()),
                None if board.centers().contains(province) => format!("*{name}"),
                None => name.to_lowercase(),
            };
            let power = unit
                .map(|it| it.power)
                .or_else(|| self.position.owner(province));
            let column = i64::from(at.x) * i64::from(columns) / i64::from(width) - 2;
            let row = i64::from(at.y) * i64::from(rows) / i64::from(height);
            if let Some((column, row)) = free_place(&mut taken, column, row, text.len()) {
                labels.push(Label {
                    column,
                    row,
                    text,
                    power: power.map(|it| it.0),
                    unit: unit.is_some(),
                });
            }
        }
        labels
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
        let chart = self.chart.as_deref();
        Ok(Picture {
            chart: chart.ok_or_else(|| PictureFault::Foreign(self.map.clone()))?,
            position: &self.position,
            orders: &self.orders,
            look,
        })
    }
}

/// A province on a map of letters: `AVie` with a unit, `*Ser` for a centre without
/// one, `gal` for anything else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// Where it begins.
    pub column: u16,
    /// In which row.
    pub row: u16,
    /// The letters.
    pub text: String,
    /// Whose unit stands there, or who owns the centre, as a number of the board.
    pub power: Option<u8>,
    /// Whether a unit stands there.
    pub unit: bool,
}

/// The nearest place that is free, which is taken.
fn free_place(taken: &mut [Vec<bool>], column: i64, row: i64, length: usize) -> Option<(u16, u16)> {
    let mut tries: Vec<(i64, i64)> = (-2..=2)
        .flat_map(|down| (-6..=6).map(move |right| (down, right)))
        .collect();
    tries.sort_by_key(|(down, right)| (down * down * 9 + right * right, *down, *right));
    for (down, right) in tries {
        let (Ok(row), Ok(column)) = (usize::try_from(row + down), usize::try_from(column + right))
        else {
            continue;
        };
        let Some(cells) = taken.get_mut(row) else {
            continue;
        };
        // One blank on each side, so that names do not run together.
        let (from, to) = (column.saturating_sub(1), column + length + 1);
        if column + length > cells.len() || cells[from..to.min(cells.len())].contains(&true) {
            continue;
        }
        cells[column..column + length].fill(true);
        return Some((column as u16, row as u16));
    }
    None
}

/// A position from its text.
pub(crate) fn position_of(board: &Board, text: &NextRecord) -> Option<Position> {
    let record = PhaseRecord::asking(board, text.clone());
    record.position(board).ok()
}

/// A resolved phase as a record of the kind that files hold.
pub(crate) fn answered(
    board: &Board,
    before: &NextRecord,
    resolved: &ResolvedPhase,
) -> PhaseRecord {
    let mut record = PhaseRecord::asking(board, before.clone());
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
