//! How the drawing is looked at, and what is seen: the answers of the library to
//! the editor's questions, kept until something makes them stale.

#![expect(
    clippy::disallowed_types,
    reason = "the length of an any-angle path is shown, and only shown"
)]

use super::{Editor, Sheet};
use crate::bits::ones;
use crate::fov::{FieldOfView, Reach};
use crate::path::{PathFinder, PathRules, Steps};
use crate::sight::Sight;
use crate::{AnyAngleFinder, BitGrid, Corners, Direction, Point, Rect};

/// Which sight is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// Exact sight: a unit square slides from observer to cell.
    #[default]
    Exact,
    /// The symmetric field of view of roguelikes, walls lit.
    Symmetric,
}

/// How an 8-connected path goes round corners.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GridPath {
    /// Diagonal steps ask nothing of the cells beside them.
    Cutting,
    /// Diagonal steps need both cells beside them free.
    NotCutting,
}

/// How the drawing is looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lens {
    /// Which sight.
    pub mode: Mode,
    /// How far, in Chebyshev distance; unlimited if none.
    pub radius: Option<u32>,
    /// Whether the any-angle path to the target is shown.
    pub any_angle: bool,
    /// Which 8-connected path to the target is shown.
    pub grid_path: Option<GridPath>,
}

impl Lens {
    /// The radius a first press on a radius key gives.
    pub const USUAL_RADIUS: u32 = 8;
}

/// What a cell shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell {
    /// A cell of the observer.
    Observer,
    /// A cell of the observer that is a wall too.
    ObserverInWall,
    /// A wall; lit ones only in the symmetric field of view.
    Wall {
        /// Whether the field of view reports it.
        lit: bool,
    },
    /// A free cell in sight.
    Visible,
    /// A free cell out of sight, or no cell at all.
    Hidden,
}

/// A corner in one direction. A cell can be a corner in up to four.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CornerMark {
    /// The cell.
    pub cell: Point,
    /// The diagonal in which the blocked cell lies.
    pub direction: Direction,
    /// Whether the cell is an interesting corner: in sight, and beside it, towards
    /// a block that makes it a corner, something that is not.
    pub interesting: bool,
}

/// How many there are of each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Blocked cells.
    pub walls: u32,
    /// Free cells in sight.
    pub visible: u32,
    /// Walls the symmetric field of view reports.
    pub lit_walls: u32,
    /// Corner cells.
    pub corners: u32,
    /// Those that are in sight and have something beside them that is not.
    pub interesting: u32,
}

/// How many cells of each kind there are in a block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Block {
    /// All cells of the sheet in it.
    pub cells: u32,
    /// Blocked ones.
    pub walls: u32,
    /// Walls the symmetric field of view reports.
    pub lit_walls: u32,
    /// Free cells in sight.
    pub visible: u32,
    /// What the observer's first cell in it shows, if there is one.
    pub observer: Option<Cell>,
}

/// The answers, and which of them are stale.
///
/// What is interesting follows from the cells that are shown as visible, so in
/// the symmetric field of view and within a radius it may differ from what exact
/// sight without a limit says.
#[derive(Debug)]
pub(super) struct Sighting {
    /// Free cells in sight of every cell of the observer.
    visible: BitGrid,
    lit_walls: BitGrid,
    corners: Corners,
    interesting: BitGrid,
    counts: Counts,
    any_angle: Vec<Point>,
    any_angle_length: Option<f64>,
    grid_path: Vec<Point>,
    grid_path_cost: Option<u32>,
    stale_sight: bool,
    stale_paths: bool,
    sight: Sight,
    field: FieldOfView,
    finder: PathFinder,
    any_angle_finder: AnyAngleFinder,
}

impl Sighting {
    pub(super) fn new(sheet: &Sheet) -> Self {
        Self {
            visible: BitGrid::new(sheet.size()),
            lit_walls: BitGrid::new(sheet.size()),
            corners: Corners::new(sheet.walls()),
            interesting: BitGrid::new(sheet.size()),
            counts: Counts::default(),
            any_angle: Vec::new(),
            any_angle_length: None,
            grid_path: Vec::new(),
            grid_path_cost: None,
            stale_sight: true,
            stale_paths: true,
            sight: Sight::new(),
            field: FieldOfView::new(),
            finder: PathFinder::new(),
            any_angle_finder: AnyAngleFinder::new(),
        }
    }

    pub(super) fn wall_changed(&mut self, sheet: &Sheet, cell: Point) {
        self.corners.update(sheet.walls(), cell);
        self.all_stale();
    }

    pub(super) fn sheet_replaced(&mut self, sheet: &Sheet) {
        self.corners.compute(sheet.walls());
        self.all_stale();
    }

    /// The observer or the lens changed.
    pub(super) fn all_stale(&mut self) {
        self.stale_sight = true;
        self.stale_paths = true;
    }

    pub(super) fn target_changed(&mut self) {
        self.stale_paths = true;
    }

    /// Brings everything up to date; says whether there was anything to do.
    pub(super) fn refresh(&mut self, sheet: &Sheet, lens: Lens, target: Option<Point>) -> bool {
        let paths_shown = lens.any_angle || lens.grid_path.is_some();
        let work = self.stale_sight || (self.stale_paths && paths_shown);
        if self.stale_sight {
            self.see(sheet, lens);
        }
        if self.stale_paths {
            self.find_paths(sheet, lens, target);
        }
        self.stale_sight = false;
        self.stale_paths = false;
        work
    }

    fn see(&mut self, sheet: &Sheet, lens: Lens) {
        let walls = sheet.walls();
        self.visible.reset(sheet.size());
        for (index, &observer) in sheet.observers().iter().enumerate() {
            self.see_from(walls, observer, lens, index == 0);
        }
        self.lit_walls.clone_from(&self.visible);
        self.lit_walls &= walls;
        self.visible -= walls;
        self.corners
            .interesting_into(&self.visible, &mut self.interesting);
        self.counts = Counts {
            walls: walls.count(),
            visible: self.visible.count(),
            lit_walls: self.lit_walls.count(),
            corners: self.corners.cells().count(),
            interesting: self.interesting.count(),
        };
    }

    /// Adds what the first cell of the observer sees, or takes away what another
    /// cell does not see.
    fn see_from(&mut self, walls: &BitGrid, observer: Point, lens: Lens, first: bool) {
        let field_grid;
        let seen = match lens.mode {
            Mode::Exact => {
                self.sight.compute_within(walls, observer, lens.radius);
                self.sight.visible()
            }
            Mode::Symmetric => {
                let radius = lens.radius;
                let reach = radius.map_or(Reach::UNLIMITED, Reach::radius);
                self.field.compute(walls, observer, reach);
                field_grid = self.field.to_grid();
                &field_grid
            }
        };
        if first {
            self.visible |= seen;
        } else {
            self.visible &= seen;
        }
    }

    fn corners_in(&self, area: Rect) -> impl Iterator<Item = CornerMark> {
        let cells = self.corners.cells();
        let area = area.intersection(cells.size().rect());
        let rows = area.y..area.y + area.h;
        let words = area.x as usize / 64..(area.x + area.w).max(0) as usize / 64 + 1;
        rows.flat_map(move |y| {
            let row = cells.row(y);
            let words = words.start..words.end.min(row.len());
            words.flat_map(move |word| {
                ones(row[word]).map(move |bit| Point::new((word * 64) as i32 + bit as i32, y))
            })
        })
        .filter(move |&cell| area.contains(cell))
        .flat_map(move |cell| {
            let interesting = self.interesting.contains(cell);
            let directions = self.corners.directions(cell);
            directions.map(move |direction| CornerMark {
                cell,
                direction,
                interesting,
            })
        })
    }

    fn find_paths(&mut self, sheet: &Sheet, lens: Lens, target: Option<Point>) {
        self.any_angle.clear();
        self.any_angle_length = None;
        self.grid_path.clear();
        self.grid_path_cost = None;
        let (Some(&start), Some(goal)) = (sheet.observers().first(), target) else {
            return;
        };
        let walls = sheet.walls();
        if lens.any_angle {
            let finder = &mut self.any_angle_finder;
            if let Some(path) = finder.find(walls, &self.corners, start, goal) {
                self.any_angle.extend(path.vertices());
                self.any_angle_length = Some(path.length());
            }
        }
        if let Some(style) = lens.grid_path {
            let steps = match style {
                GridPath::Cutting => Steps::Eight,
                GridPath::NotCutting => Steps::EightNoCutting,
            };
            let rules = PathRules::default().with(steps);
            if let Some(path) = self.finder.find(walls, start, goal, &rules) {
                self.grid_path.extend(path.cells());
                self.grid_path_cost = Some(path.cost());
            }
        }
    }
}

impl Editor {
    /// What a cell shows.
    pub fn cell(&self, cell: Point) -> Cell {
        let sheet = self.sheet();
        let wall = sheet.walls().contains(cell);
        if sheet.observers().contains(&cell) {
            return if wall {
                Cell::ObserverInWall
            } else {
                Cell::Observer
            };
        }
        if wall {
            let lit = self.sighting.lit_walls.contains(cell);
            Cell::Wall { lit }
        } else if self.sighting.visible.contains(cell) {
            Cell::Visible
        } else {
            Cell::Hidden
        }
    }

    /// The free cells in sight.
    pub fn visible(&self) -> &BitGrid {
        &self.sighting.visible
    }

    /// The walls that the symmetric field of view reports.
    pub fn lit_walls(&self) -> &BitGrid {
        &self.sighting.lit_walls
    }

    /// What there is in a block of cells that share one place on a screen.
    pub fn block(&self, area: Rect) -> Block {
        let sheet = self.sheet();
        let area = area.intersection(sheet.size().rect());
        let observer = sheet.observers().iter().find(|&&it| area.contains(it));
        let walls = sheet.walls().count_in(area);
        let lit = match self.lens().mode {
            Mode::Symmetric if walls > 0 => self.sighting.lit_walls.count_in(area),
            _ => 0,
        };
        Block {
            cells: area.area() as u32,
            walls,
            lit_walls: lit,
            visible: self.sighting.visible.count_in(area),
            observer: observer.map(|&cell| self.cell(cell)),
        }
    }

    /// All corners.
    pub fn corners(&self) -> &Corners {
        &self.sighting.corners
    }

    /// The interesting corners.
    pub fn interesting(&self) -> &BitGrid {
        &self.sighting.interesting
    }

    /// The corners inside an area, cells in reading order, one mark for each
    /// direction.
    pub fn corners_in(&self, area: Rect) -> impl Iterator<Item = CornerMark> {
        self.sighting.corners_in(area)
    }

    /// How many there are of each kind.
    pub fn counts(&self) -> Counts {
        self.sighting.counts
    }

    /// The bends of the any-angle path, ends included; empty if there is none.
    pub fn any_angle_path(&self) -> &[Point] {
        &self.sighting.any_angle
    }

    /// The cells of the 8-connected path; empty if there is none.
    pub fn grid_path(&self) -> &[Point] {
        &self.sighting.grid_path
    }

    /// The lengths of the paths that are shown, in words.
    pub fn path_words(&self) -> Vec<String> {
        let mut words = Vec::new();
        if self.lens().any_angle {
            words.push(match self.sighting.any_angle_length {
                Some(length) => format!("any-angle {length:.3}"),
                None => String::from("no any-angle path"),
            });
        }
        if let Some(style) = self.lens().grid_path {
            let cutting = match style {
                GridPath::Cutting => "cutting",
                GridPath::NotCutting => "not cutting",
            };
            words.push(match self.sighting.grid_path_cost {
                Some(cost) => format!(
                    "{} steps {cutting}, cost {cost}",
                    self.sighting.grid_path.len() - 1
                ),
                None => format!("no path {cutting}"),
            });
        }
        words
    }
}
