//! The sheet as letters and colours, two columns a cell so that cells are nearly
//! square, or one where the sheet is wide. From far away a letter stands for a block of
//! cells.

use parlour_grid::editor::{Cell, Desk, Editor, Mode};
use parlour_grid::explain::Role;
use parlour_grid::{Point, Rect as Cells, Size};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::leg;
use crate::Theme;
use crate::theme::Ground;

/// Which part of the sheet is in view, and where.
#[derive(Clone, Copy, Debug)]
pub(super) struct View {
    area: Rect,
    /// The cell at the top left.
    corner: Point,
    /// How far away: an index of [`SCALES`].
    scale: usize,
    size: Size,
    /// What is to be brought into view.
    wanted: Option<Wanted>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wanted {
    /// The observer, with cells as large as they may be.
    Observer,
    /// The whole sheet.
    Whole,
}

/// Columns a place has, and the cells a side that share it.
const SCALES: [(u16, i32); 10] = [
    (2, 1),
    (1, 1),
    (1, 2),
    (1, 4),
    (1, 8),
    (1, 16),
    (1, 32),
    (1, 64),
    (1, 128),
    (1, 256),
];

impl Default for View {
    fn default() -> Self {
        Self {
            area: Rect::default(),
            corner: Point::ORIGIN,
            scale: 0,
            size: Size::new(1, 1),
            wanted: Some(Wanted::Observer),
        }
    }
}

impl View {
    /// The view is so large now and shows this desk.
    pub(super) fn lay(&mut self, area: Rect, desk: &Desk) {
        let size = desk.editor().sheet().size();
        if size != self.size {
            self.size = size;
            self.wanted.get_or_insert(Wanted::Observer);
        }
        self.area = area;
        match self.wanted.take() {
            Some(Wanted::Observer) => {
                let wide = size.width() > u32::from(area.width) / 2;
                let fits_narrow = size.width() <= u32::from(area.width);
                self.scale = usize::from(wide && fits_narrow);
                let observer = desk.editor().sheet().observers().first();
                self.centre_on(observer.copied().unwrap_or(size.rect().centre()));
            }
            Some(Wanted::Whole) => {
                let fits = |&(columns, block): &(u16, i32)| {
                    let places = |side: u32| side.div_ceil(block as u32);
                    places(size.width()) * u32::from(columns) <= u32::from(area.width)
                        && places(size.height()) <= u32::from(area.height)
                };
                let last = SCALES.len() - 1;
                self.scale = SCALES.iter().position(fits).unwrap_or(last);
                self.centre_on(size.rect().centre());
            }
            None => self.hold(),
        }
    }

    /// The next drawing brings the observer back into view.
    pub(super) fn bring_back(&mut self) {
        self.wanted = Some(Wanted::Observer);
    }

    /// The next drawing shows the whole sheet.
    pub(super) fn fit(&mut self) {
        self.wanted = Some(Wanted::Whole);
    }

    /// Comes closer, or goes farther away.
    pub(super) fn zoom(&mut self, by: i32) {
        let (columns, rows) = self.places();
        let block = self.block();
        let middle = self.corner + Point::new(columns / 2 * block, rows / 2 * block);
        let farther = self.scale.saturating_add_signed(-by as isize);
        self.scale = farther.min(SCALES.len() - 1);
        self.centre_on(middle);
    }

    /// Moves the view by places.
    pub(super) fn scroll(&mut self, dx: i32, dy: i32) {
        self.corner += Point::new(dx * self.block(), dy * self.block());
        self.hold();
    }

    /// Moves the view as little as needed to show a cell.
    pub(super) fn reveal(&mut self, cell: Point) {
        let (columns, rows) = self.places();
        let block = self.block();
        let moved = |at: i32, first: i32, count: i32| {
            let at = at.div_euclid(block);
            let first = first.div_euclid(block);
            first.clamp(at.saturating_sub(count - 1).min(at), at) * block
        };
        self.corner = Point::new(
            moved(cell.x, self.corner.x, columns.max(1)),
            moved(cell.y, self.corner.y, rows.max(1)),
        );
        self.hold();
    }

    /// The cell at a place of the terminal, of a block its first; it may be off the
    /// sheet.
    pub(super) fn cell_at(&self, column: u16, row: u16) -> Point {
        let dx = (i32::from(column) - i32::from(self.area.x)).div_euclid(i32::from(self.columns()));
        let dy = i32::from(row) - i32::from(self.area.y);
        self.corner + Point::new(dx * self.block(), dy * self.block())
    }

    /// Whether a place of the terminal belongs to the view.
    pub(super) fn covers(&self, column: u16, row: u16) -> bool {
        self.area.contains((column, row).into())
    }

    fn columns(&self) -> u16 {
        SCALES[self.scale].0
    }

    fn block(&self) -> i32 {
        SCALES[self.scale].1
    }

    fn centre_on(&mut self, cell: Point) {
        let (columns, rows) = self.places();
        let block = self.block();
        let first = |at: i32, count: i32| (at.div_euclid(block) - count / 2) * block;
        self.corner = Point::new(first(cell.x, columns), first(cell.y, rows));
        self.hold();
    }

    /// Draws the sheet.
    pub(super) fn draw(&self, buffer: &mut Buffer, desk: &Desk, theme: Theme) {
        let editor = desk.editor();
        let (columns, rows) = self.places();
        let block = self.block();
        for dy in 0..rows {
            for dx in 0..columns {
                let cell = self.corner + Point::new(dx * block, dy * block);
                if self.size.contains(cell) {
                    let (letter, ground) = if block == 1 {
                        look(editor, cell)
                    } else {
                        look_at_block(editor, Cells::new(cell.x, cell.y, block, block))
                    };
                    self.put(buffer, cell, letter, theme.ground(ground));
                }
            }
        }
        for &cell in editor.grid_path() {
            self.mark(buffer, cell, '*');
        }
        for bends in editor.any_angle_path().windows(2) {
            for cell in leg(bends[0], bends[1]) {
                self.mark(buffer, cell, '+');
            }
            self.mark(buffer, bends[0], '\u{25c6}');
            self.mark(buffer, bends[1], '\u{25c6}');
        }
        self.explain(buffer, desk);
        let pointer = desk.pointer();
        if let Some((x, y)) = self.place(pointer).filter(|_| self.size.contains(pointer)) {
            for column in 0..self.columns() {
                buffer[(x + column, y)].set_style(theme.selected());
            }
        }
    }

    /// What was told of why the pointer's cell is in sight or is not.
    fn explain(&self, buffer: &mut Buffer, desk: &Desk) {
        let Some(why) = desk.explanation() else {
            return;
        };
        let shown = why.shown(desk.beat());
        for step in shown.steps {
            self.mark(buffer, step.cell, letter_of(step.role));
        }
        if let Some(cone) = why.cone.filter(|_| shown.end) {
            for wall in cone.walls() {
                self.mark(buffer, wall, BOUND);
            }
        }
    }

    /// How many whole places fit, across and down.
    fn places(&self) -> (i32, i32) {
        let columns = i32::from(self.area.width / self.columns());
        (columns, i32::from(self.area.height))
    }

    /// Keeps the sheet in view; one that is smaller than the view stands in its
    /// middle.
    fn hold(&mut self) {
        let (columns, rows) = self.places();
        let block = self.block();
        let held = |first: i32, side: u32, room: i32| {
            let surplus = side.div_ceil(block as u32) as i32 - room;
            let first = if surplus <= 0 {
                surplus.div_euclid(2)
            } else {
                first.div_euclid(block).clamp(0, surplus)
            };
            first * block
        };
        self.corner = Point::new(
            held(self.corner.x, self.size.width(), columns),
            held(self.corner.y, self.size.height(), rows),
        );
    }

    /// Where a cell is drawn, if it is in view.
    fn place(&self, cell: Point) -> Option<(u16, u16)> {
        let at = cell - self.corner;
        let block = self.block();
        let (x, y) = (at.x.div_euclid(block), at.y.div_euclid(block));
        let (columns, rows) = self.places();
        let inside = (0..columns).contains(&x) && (0..rows).contains(&y);
        inside.then(|| {
            let x = self.area.x + x as u16 * self.columns();
            (x, self.area.y + y as u16)
        })
    }

    fn put(&self, buffer: &mut Buffer, cell: Point, letter: char, style: Style) {
        let Some((x, y)) = self.place(cell) else {
            return;
        };
        for column in 0..self.columns() {
            // A wall fills its cell; other letters stand at its left.
            let shown = if column == 0 || letter == '#' {
                letter
            } else {
                ' '
            };
            buffer[(x + column, y)].set_char(shown).set_style(style);
        }
    }

    /// Puts a letter of a path over a cell, keeping its ground.
    fn mark(&self, buffer: &mut Buffer, cell: Point, letter: char) {
        if let Some((x, y)) = self.place(cell)
            && buffer[(x, y)].symbol() != "@"
        {
            buffer[(x, y)].set_char(letter);
        }
    }
}

/// The wall that leaves the cone no wider.
const BOUND: char = '!';

/// The letter of a cell that an explanation tells of.
fn letter_of(role: Role) -> char {
    match role {
        Role::Passed => '\u{2022}',
        Role::Closes => 'X',
        Role::GrazedLow => '<',
        Role::GrazedHigh => '>',
    }
}

/// The letters on the sheet just now and what they mean.
pub(super) fn legend(desk: &Desk) -> Vec<(char, Ground, &'static str)> {
    let editor = desk.editor();
    let mut legend = vec![('@', Ground::Observer, "observer")];
    if editor.sheet().observer_in_wall() {
        legend.push(('%', Ground::Observer, "in wall"));
    }
    legend.push(('o', Ground::InSight, "seen"));
    legend.push(('.', Ground::OutOfSight, "hidden"));
    legend.push(('#', Ground::Wall, "wall"));
    let symmetric = editor.lens().mode == Mode::Symmetric;
    if desk.explains() {
        legend.push((letter_of(Role::Passed), Ground::InSight, "line"));
        legend.push((letter_of(Role::Closes), Ground::Wall, "closes"));
        legend.push((BOUND, Ground::Wall, "bounds"));
        if symmetric {
            legend.push((letter_of(Role::GrazedLow), Ground::Wall, "touches"));
        }
        return legend;
    }
    if symmetric {
        legend.push(('#', Ground::LitWall, "lit"));
    }
    if editor.lens().any_angle {
        legend.push(('+', Ground::InSight, "any-angle"));
    }
    if editor.lens().grid_path.is_some() {
        legend.push(('*', Ground::InSight, "8-way"));
    }
    legend.push(('\u{25b2}', Ground::InSight, "interesting"));
    legend.push(('n', Ground::InSight, "u corners"));
    legend
}

/// All letters, for the help.
pub(super) const LETTERS: &[(&str, &str)] = &[
    ("@ %", "the observer, and where it stands in a wall"),
    ("o .", "free, in sight and out of sight"),
    ("#", "wall; a brighter ground: lit"),
    (
        "\u{25b2} n u",
        "corners: interesting, in sight, out of sight",
    ),
    (
        "* + \u{25c6}",
        "8-connected path, any-angle path, its bends",
    ),
    (
        "\u{2022} X < > !",
        "why: line, wall that closes, touches, bounds it",
    ),
];

/// The letter and ground of a cell. Letters are those of drawings and tell
/// everything; colours repeat it.
fn look(editor: &Editor, cell: Point) -> (char, Ground) {
    let (letter, ground) = shown(editor.cell(cell));
    let corner = editor.corners().cells().contains(cell);
    let letter = match letter {
        'o' if editor.interesting().contains(cell) => '\u{25b2}',
        'o' if corner => 'n',
        '.' if corner => 'u',
        other => other,
    };
    (letter, ground)
}

fn shown(cell: Cell) -> (char, Ground) {
    match cell {
        Cell::Observer => ('@', Ground::Observer),
        Cell::ObserverInWall => ('%', Ground::Observer),
        Cell::Wall { lit: true } => ('#', Ground::LitWall),
        Cell::Wall { lit: false } => ('#', Ground::Wall),
        Cell::Visible => ('o', Ground::InSight),
        Cell::Hidden => ('.', Ground::OutOfSight),
    }
}

/// What stands for a block of cells: the observer if it is there, a wall where there are
/// as many walls as a line through it has, or a quarter of it is wall; else whether some
/// of it is in sight.
fn look_at_block(editor: &Editor, cells: Cells) -> (char, Ground) {
    let block = editor.block(cells);
    if let Some(observer) = block.observer {
        return shown(observer);
    }
    let is_wall = block.walls * 4 >= block.cells || block.walls >= cells.w as u32;
    shown(if is_wall {
        Cell::Wall {
            lit: block.lit_walls > 0,
        }
    } else if block.visible > 0 {
        Cell::Visible
    } else {
        Cell::Hidden
    })
}
