//! The sight editor without a screen: a drawing, what is seen in it, and what
//! keys and pointer do to it. The window, the browser page and the terminal draw
//! this model and carry its [`Effect`]s out; nothing here reads a clock or a file.
//!
//! [`Editor`] holds the drawing ([`Sheet`]) with its undo, the way of looking
//! ([`Lens`]) and the answers; [`Desk`] is a person's place at it: keys, pointer,
//! questions, messages.
//!
//! ```
//! use parlour_grid::editor::{Cell, Editor, Sheet};
//! use parlour_grid::{Point, Size};
//!
//! let mut editor = Editor::new(Sheet::blank(Size::new(5, 3)).unwrap());
//! editor.press(Point::new(3, 1));
//! editor.release();
//! editor.refresh();
//! assert_eq!(editor.cell(Point::new(2, 1)), Cell::Observer);
//! assert_eq!(editor.cell(Point::new(3, 1)), Cell::Wall { lit: false });
//! assert_eq!(editor.cell(Point::new(4, 1)), Cell::Hidden);
//! editor.undo();
//! editor.refresh();
//! assert_eq!(editor.cell(Point::new(4, 1)), Cell::Visible);
//! ```

mod case;
mod desk;
mod drawing;
mod history;
mod journal;
mod keys;
mod lens;
mod observer;
mod prompt;
mod random;
mod sheet;

pub use desk::{Button, Desk, Effect, Palette};
pub use drawing::{SheetFile, print_drawing, read_sheet};
pub use keys::{Command, HELP, Key};
pub use lens::{Block, Cell, CornerMark, Counts, GridPath, Lens, Mode};
pub use prompt::{Prompt, Question};
pub use random::{Style, random_sheet, seed_of};
pub use sheet::{Sheet, SheetError};

use crate::{Point, line};
use history::{History, Step};
use lens::Sighting;

/// A drawing that is being edited, and what is seen in it.
///
/// Changes only mark the answers as stale; [`Editor::refresh`] computes them, so
/// that a front pays once per frame however many events came in.
#[derive(Debug)]
pub struct Editor {
    sheet: Sheet,
    history: History,
    stroke: Option<Stroke>,
    lens: Lens,
    target: Option<Point>,
    sighting: Sighting,
}

/// A drag that is not finished.
#[derive(Debug)]
enum Stroke {
    Paint {
        wall: bool,
        last: Point,
        flipped: Vec<u32>,
    },
    Walk {
        from: Vec<Point>,
    },
}

impl Editor {
    /// An editor over a drawing, with nothing to undo.
    pub fn new(sheet: Sheet) -> Self {
        let sighting = Sighting::new(&sheet);
        Self {
            sheet,
            history: History::default(),
            stroke: None,
            lens: Lens::default(),
            target: None,
            sighting,
        }
    }

    /// The drawing.
    pub fn sheet(&self) -> &Sheet {
        &self.sheet
    }

    /// The left button goes down: the cell changes between wall and free, and the
    /// cells of the drag that follows become what it became.
    pub fn press(&mut self, cell: Point) {
        self.release();
        let Some(before) = self.sheet.walls().get(cell) else {
            return;
        };
        self.stroke = Some(Stroke::Paint {
            wall: !before,
            last: cell,
            flipped: Vec::new(),
        });
        self.paint(cell);
    }

    /// The right button goes down: the observer comes to the cell and follows the
    /// drag.
    pub fn call(&mut self, cell: Point) {
        self.release();
        if self.sheet.size().contains(cell) {
            self.stroke = Some(Stroke::Walk {
                from: self.sheet.observers().to_vec(),
            });
            self.walk(cell);
        }
    }

    /// The pointer moves while a button is down. Cells between two reports of a
    /// fast pointer are painted too.
    pub fn drag(&mut self, cell: Point) {
        let cell = self.near(cell);
        match &mut self.stroke {
            Some(Stroke::Paint { last, .. }) => {
                let from = std::mem::replace(last, cell);
                for passed in line(from, cell).skip(1) {
                    self.paint(passed);
                }
            }
            Some(Stroke::Walk { .. }) => self.walk(cell),
            None => {}
        }
    }

    /// The button goes up: the drag becomes one step of the history.
    pub fn release(&mut self) {
        match self.stroke.take() {
            Some(Stroke::Paint { flipped, .. }) if !flipped.is_empty() => {
                self.history.record(Step::Painted(flipped));
            }
            Some(Stroke::Walk { from }) if from != self.sheet.observers() => {
                let to = self.sheet.observers().to_vec();
                self.history.record(Step::Walked { from, to });
            }
            _ => {}
        }
    }

    /// Whether a drag is under way.
    pub fn is_dragging(&self) -> bool {
        self.stroke.is_some()
    }

    /// Adds a cell to the observer, or takes it away; the last cell stays.
    pub fn toggle_observer(&mut self, cell: Point) {
        self.release();
        let cells = observer::toggled(&self.sheet, cell);
        self.stand(&cells);
    }

    /// Gives the observer its next shape: 1x1, 2x1, 1x2, 2x2 cells, then 1x1
    /// again. Shapes that do not fit on the sheet are left out.
    pub fn next_shape(&mut self) {
        self.release();
        let cells = observer::next_shape(&self.sheet);
        self.stand(&cells);
    }

    /// Puts another drawing on the table. The old one comes back by undo.
    pub fn replace(&mut self, sheet: Sheet) {
        self.release();
        let old = std::mem::replace(&mut self.sheet, sheet);
        self.history.record(Step::Replaced(Box::new(old)));
        self.sheet_replaced();
    }

    /// Takes the last step back; `false` when there is none.
    pub fn undo(&mut self) -> bool {
        self.release();
        let Some(mut step) = self.history.take_done() else {
            return false;
        };
        self.swing(&mut step, false);
        self.history.undone(step);
        true
    }

    /// Does the step that was taken back last again; `false` when there is none.
    pub fn redo(&mut self) -> bool {
        self.release();
        let Some(mut step) = self.history.take_undone() else {
            return false;
        };
        self.swing(&mut step, true);
        self.history.redone(step);
        true
    }

    /// Whether taking back the last step, and doing again the last that was taken back,
    /// puts another drawing in the place of this one.
    pub fn steps_exchange(&self) -> (bool, bool) {
        self.history.exchanges()
    }

    /// How many steps can be taken back, and how many done again.
    pub fn history_depth(&self) -> (usize, usize) {
        self.history.depth()
    }

    /// How the drawing is looked at.
    pub fn lens(&self) -> Lens {
        self.lens
    }

    /// Looks at the drawing in another way.
    pub fn set_lens(&mut self, lens: Lens) {
        if lens != self.lens {
            self.lens = lens;
            self.sighting.all_stale();
        }
    }

    /// The cell the paths lead to.
    pub fn target(&self) -> Option<Point> {
        self.target
    }

    /// Leads the paths to another cell; off the sheet is none.
    pub fn aim(&mut self, target: Option<Point>) {
        let target = target.filter(|&cell| self.sheet.size().contains(cell));
        if target != self.target {
            self.target = target;
            self.sighting.target_changed();
        }
    }

    /// Computes the answers that are stale; says whether there were any.
    pub fn refresh(&mut self) -> bool {
        self.sighting.refresh(&self.sheet, self.lens, self.target)
    }

    /// The cell of the sheet nearest to a point, or the point itself within one
    /// sheet's length around it: far enough that a drag can leave and come back.
    fn near(&self, cell: Point) -> Point {
        let area = self.sheet.size().rect();
        let area = area.grown(area.w.max(area.h));
        Point::new(
            cell.x.clamp(area.x, area.east()),
            cell.y.clamp(area.y, area.south()),
        )
    }

    fn paint(&mut self, cell: Point) {
        let Some(Stroke::Paint { wall, flipped, .. }) = &mut self.stroke else {
            return;
        };
        if self.sheet.set_wall(cell, *wall) {
            let id = self
                .sheet
                .size()
                .id(cell)
                .expect("it changed, so it is on the sheet");
            flipped.push(id);
            self.sighting.wall_changed(&self.sheet, cell);
        }
    }

    fn walk(&mut self, cell: Point) {
        let cells = observer::moved(&self.sheet, cell);
        if cells != self.sheet.observers() {
            self.sheet.set_observers(&cells);
            self.sighting.all_stale();
        }
    }

    /// Moves the observer as a step of its own.
    fn stand(&mut self, cells: &[Point]) {
        let from = self.sheet.observers().to_vec();
        self.sheet.set_observers(cells);
        let to = self.sheet.observers().to_vec();
        if from != to {
            self.history.record(Step::Walked { from, to });
            self.sighting.all_stale();
        }
    }

    fn sheet_replaced(&mut self) {
        let size = self.sheet.size();
        self.target = self.target.filter(|&cell| size.contains(cell));
        self.sighting.sheet_replaced(&self.sheet);
    }

    /// Carries a step out, forward or backward, and turns it for the way back.
    fn swing(&mut self, step: &mut Step, forward: bool) {
        match step {
            Step::Painted(ids) => {
                for &id in ids.iter() {
                    let cell = self.sheet.size().point(id).expect("painted on this sheet");
                    let wall = !self.sheet.walls().contains(cell);
                    self.sheet.set_wall(cell, wall);
                    self.sighting.wall_changed(&self.sheet, cell);
                }
            }
            Step::Walked { from, to } => {
                self.sheet.set_observers(if forward { to } else { from });
                self.sighting.all_stale();
            }
            Step::Replaced(other) => {
                std::mem::swap(&mut self.sheet, other);
                self.sheet_replaced();
            }
        }
    }
}
