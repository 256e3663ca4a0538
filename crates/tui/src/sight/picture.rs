//! The sheet as letters and colours, two columns a cell so that cells are nearly
//! square, or one where the sheet is wide.

use parlour_grid::editor::{Cell, Desk, Editor};
use parlour_grid::{Point, Size};
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
    /// Columns a cell has: 2 or 1.
    columns: u16,
    size: Size,
    /// The whole sheet, or its observer, is to be brought into view.
    lost: bool,
}

impl Default for View {
    fn default() -> Self {
        Self {
            area: Rect::default(),
            corner: Point::ORIGIN,
            columns: 2,
            size: Size::new(1, 1),
            lost: true,
        }
    }
}

impl View {
    /// The view is so large now and shows this desk.
    pub(super) fn lay(&mut self, area: Rect, desk: &Desk) {
        let size = desk.editor().sheet().size();
        if self.lost || size != self.size {
            self.size = size;
            self.area = area;
            self.lost = false;
            let wide = size.width() > u32::from(area.width) / 2;
            let fits_narrow = size.width() <= u32::from(area.width);
            self.columns = if wide && fits_narrow { 1 } else { 2 };
            let middle = desk.editor().sheet().observers().first();
            let (columns, rows) = self.cells();
            let middle = middle.copied().unwrap_or(size.rect().centre());
            self.corner = middle - Point::new(columns / 2, rows / 2);
        }
        self.area = area;
        self.hold();
    }

    /// The next drawing brings the sheet back into view.
    pub(super) fn bring_back(&mut self) {
        self.lost = true;
    }

    /// Two columns a cell, or one.
    pub(super) fn zoom(&mut self, by: i32) {
        self.columns = if by > 0 { 2 } else { 1 };
        self.hold();
    }

    /// Moves the view by cells.
    pub(super) fn scroll(&mut self, dx: i32, dy: i32) {
        self.corner += Point::new(dx, dy);
        self.hold();
    }

    /// Moves the view as little as needed to show a cell.
    pub(super) fn reveal(&mut self, cell: Point) {
        let (columns, rows) = self.cells();
        let moved =
            |at: i32, first: i32, count: i32| first.clamp(at.saturating_sub(count - 1).min(at), at);
        self.corner = Point::new(
            moved(cell.x, self.corner.x, columns.max(1)),
            moved(cell.y, self.corner.y, rows.max(1)),
        );
        self.hold();
    }

    /// The cell at a place of the terminal; it may be off the sheet.
    pub(super) fn cell_at(&self, column: u16, row: u16) -> Point {
        let dx = (i32::from(column) - i32::from(self.area.x)).div_euclid(i32::from(self.columns));
        let dy = i32::from(row) - i32::from(self.area.y);
        self.corner + Point::new(dx, dy)
    }

    /// Whether a place of the terminal belongs to the view.
    pub(super) fn covers(&self, column: u16, row: u16) -> bool {
        self.area.contains((column, row).into())
    }

    /// Draws the sheet.
    pub(super) fn draw(&self, buffer: &mut Buffer, desk: &Desk, theme: Theme) {
        let editor = desk.editor();
        let (columns, rows) = self.cells();
        for dy in 0..rows {
            for dx in 0..columns {
                let cell = self.corner + Point::new(dx, dy);
                if self.size.contains(cell) {
                    let (letter, style) = look(editor, cell, theme);
                    self.put(buffer, cell, letter, style);
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
        let pointer = desk.pointer();
        if let Some((x, y)) = self.place(pointer).filter(|_| self.size.contains(pointer)) {
            for column in 0..self.columns {
                buffer[(x + column, y)].set_style(theme.selected());
            }
        }
    }

    /// How many whole cells fit, across and down.
    fn cells(&self) -> (i32, i32) {
        let columns = i32::from(self.area.width / self.columns);
        (columns, i32::from(self.area.height))
    }

    /// Keeps the sheet in view; one that is smaller than the view stands in its
    /// middle.
    fn hold(&mut self) {
        let (columns, rows) = self.cells();
        let held = |first: i32, side: u32, room: i32| {
            let surplus = side as i32 - room;
            if surplus <= 0 {
                surplus.div_euclid(2)
            } else {
                first.clamp(0, surplus)
            }
        };
        self.corner = Point::new(
            held(self.corner.x, self.size.width(), columns),
            held(self.corner.y, self.size.height(), rows),
        );
    }

    /// Where a cell is drawn, if it is in view.
    fn place(&self, cell: Point) -> Option<(u16, u16)> {
        let at = cell - self.corner;
        let (columns, rows) = self.cells();
        let inside = (0..columns).contains(&at.x) && (0..rows).contains(&at.y);
        inside.then(|| {
            let x = self.area.x + at.x as u16 * self.columns;
            (x, self.area.y + at.y as u16)
        })
    }

    fn put(&self, buffer: &mut Buffer, cell: Point, letter: char, style: Style) {
        let Some((x, y)) = self.place(cell) else {
            return;
        };
        for column in 0..self.columns {
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

/// The letter and style of a cell. Letters are those of drawings and tell
/// everything; colours repeat it.
fn look(editor: &Editor, cell: Point, theme: Theme) -> (char, Style) {
    let (letter, ground) = match editor.cell(cell) {
        Cell::Observer => ('@', Ground::Observer),
        Cell::ObserverInWall => ('%', Ground::Observer),
        Cell::Wall { lit: true } => ('#', Ground::LitWall),
        Cell::Wall { lit: false } => ('#', Ground::Wall),
        Cell::Visible => ('o', Ground::InSight),
        Cell::Hidden => ('.', Ground::OutOfSight),
    };
    let corner = editor.corners().cells().contains(cell);
    let letter = match letter {
        'o' if editor.interesting().contains(cell) => '\u{25b2}',
        'o' if corner => 'n',
        '.' if corner => 'u',
        other => other,
    };
    (letter, theme.ground(ground))
}
