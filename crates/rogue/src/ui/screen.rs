//! A screen as it is to look: cells of characters, the cursor, and what a click on
//! each place means.

use parlour_grid::{Point, Rect};

use crate::appearance::{Colour, Glyph};
use crate::notation::Key;
use crate::viewport::Viewport;

/// How a character is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Pen {
    /// The colour of the character.
    pub ink: Colour,
    /// The colour behind it; nothing means that of the screen.
    pub paper: Option<Colour>,
    /// Fainter than usual: what is remembered.
    pub dim: bool,
    /// Stronger than usual.
    pub bold: bool,
    /// Ink and paper change places.
    pub reversed: bool,
}

impl Pen {
    /// A colour and nothing else.
    pub const fn new(ink: Colour) -> Self {
        Self {
            ink,
            paper: None,
            dim: false,
            bold: false,
            reversed: false,
        }
    }

    /// The same on a colour.
    #[must_use]
    pub const fn on(mut self, paper: Colour) -> Self {
        self.paper = Some(paper);
        self
    }

    /// The same, stronger.
    #[must_use]
    pub const fn bold(mut self) -> Self {
        self.bold = true;
        self
    }

    /// The same, fainter.
    #[must_use]
    pub const fn dim(mut self) -> Self {
        self.dim = true;
        self
    }

    /// The same with ink and paper changed.
    #[must_use]
    pub const fn reversed(mut self) -> Self {
        self.reversed = true;
        self
    }
}

/// One place of a screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The character.
    pub char: char,
    /// How it is written.
    pub pen: Pen,
}

impl Cell {
    /// Nothing.
    pub const EMPTY: Self = Self {
        char: ' ',
        pen: Pen::new(Colour::White),
    };
}

/// A screen as it is to look.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Screen {
    width: u16,
    height: u16,
    cells: Vec<Cell>,
    /// Where the cursor stands.
    pub cursor: Option<Point>,
    /// What clicks mean; of several at one place the last counts.
    hits: Vec<(Rect, Option<Key>)>,
    /// Where the map is, and which part of it is shown.
    pub(super) map: Option<(Rect, Viewport)>,
}

impl Screen {
    /// An empty screen.
    pub fn new(width: u16, height: u16) -> Self {
        Self {
            width,
            height,
            cells: vec![Cell::EMPTY; usize::from(width) * usize::from(height)],
            cursor: None,
            hits: Vec::new(),
            map: None,
        }
    }

    /// Columns.
    pub fn width(&self) -> u16 {
        self.width
    }

    /// Rows.
    pub fn height(&self) -> u16 {
        self.height
    }

    /// Everything there is.
    pub fn area(&self) -> Rect {
        Rect::new(0, 0, i32::from(self.width), i32::from(self.height))
    }

    /// The cells, row by row.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// A place; nothing beyond the edges.
    pub fn get(&self, at: Point) -> Option<Cell> {
        self.cells.get(self.index(at)?).copied()
    }

    fn index(&self, at: Point) -> Option<usize> {
        let (x, y) = (u16::try_from(at.x).ok()?, u16::try_from(at.y).ok()?);
        let inside = x < self.width && y < self.height;
        inside.then(|| usize::from(y) * usize::from(self.width) + usize::from(x))
    }

    /// Writes one character. Beyond the edges nothing is written.
    pub fn put(&mut self, at: Point, char: char, pen: Pen) {
        if let Some(index) = self.index(at) {
            let char = if is_narrow(char) { char } else { '?' };
            self.cells[index] = Cell { char, pen };
        }
    }

    /// Writes a glyph over what is there, keeping the paper that is there.
    pub fn glyph(&mut self, at: Point, glyph: Glyph) {
        let paper = self.get(at).and_then(|cell| cell.pen.paper);
        let pen = Pen {
            paper,
            ..Pen::new(glyph.colour)
        };
        self.put(at, glyph.char, pen);
    }

    /// Writes text from a place to the right edge of an area. Answers how many
    /// columns it took.
    pub fn text(&mut self, at: Point, area: Rect, text: &str, pen: Pen) -> i32 {
        let mut x = at.x;
        for char in text.chars() {
            if area.contains(Point::new(x, at.y)) {
                self.put(Point::new(x, at.y), char, pen);
            }
            x += 1;
        }
        x - at.x
    }

    /// Fills an area.
    pub fn fill(&mut self, area: Rect, char: char, pen: Pen) {
        for at in area.intersection(self.area()).cells() {
            self.put(at, char, pen);
        }
    }

    /// A frame with a title, and nothing in it. Answers the area inside.
    pub fn frame(&mut self, area: Rect, title: &str, pen: Pen) -> Rect {
        self.fill(area, ' ', Pen::default());
        let (right, bottom) = (area.x + area.w - 1, area.y + area.h - 1);
        for x in area.x..=right {
            self.put(Point::new(x, area.y), '─', pen);
            self.put(Point::new(x, bottom), '─', pen);
        }
        for y in area.y..=bottom {
            self.put(Point::new(area.x, y), '│', pen);
            self.put(Point::new(right, y), '│', pen);
        }
        for (x, y, corner) in [
            (area.x, area.y, '┌'),
            (right, area.y, '┐'),
            (area.x, bottom, '└'),
            (right, bottom, '┘'),
        ] {
            self.put(Point::new(x, y), corner, pen);
        }
        let inside = area.grown(-1);
        if !title.is_empty() {
            let room = Rect::new(inside.x, area.y, inside.w, 1);
            let title = format!(" {title} ");
            self.text(Point::new(inside.x, area.y), room, &title, pen);
        }
        // What is under a window is not clicked through it.
        self.hits.push((area, None));
        inside
    }

    /// A click anywhere in an area means a key.
    pub fn click(&mut self, area: Rect, key: Key) {
        self.hits.push((area, Some(key)));
    }

    /// The key that a click on a place means: what was put there, else the cell of
    /// the map.
    pub fn key_at(&self, at: Point) -> Option<Key> {
        match self.key_put_at(at) {
            Some(key) => key,
            None => self.map_cell(at).map(Key::Cell),
        }
    }

    /// Where the map is, as far as this screen shows it.
    pub fn map_area(&self) -> Option<Rect> {
        self.map.map(|(area, _)| area)
    }

    /// The areas of the windows that lie over everything else, in the order in which
    /// they were opened.
    pub fn windows(&self) -> impl Iterator<Item = Rect> {
        let covered = self.hits.iter().filter(|(_, key)| key.is_none());
        covered.map(|(area, _)| *area)
    }

    /// What a click on something put at a place means: a key, or nothing at all. None where nothing was
    /// put, on the bare map for instance.
    pub fn key_put_at(&self, at: Point) -> Option<Option<Key>> {
        let hit = self.hits.iter().rev().find(|(area, _)| area.contains(at));
        hit.map(|(_, key)| *key)
    }

    /// The cell of the map that is shown at a place.
    pub fn map_cell(&self, at: Point) -> Option<Point> {
        let (area, viewport) = self.map?;
        let inside = area.contains(at);
        inside.then(|| viewport.to_world(at - area.north_west()))
    }

    /// Where a cell of the map is shown.
    pub fn place_of(&self, cell: Point) -> Option<Point> {
        let (area, viewport) = self.map?;
        Some(viewport.to_screen(cell)? + area.north_west())
    }

    /// The characters alone, row by row.
    pub fn rows(&self) -> Vec<String> {
        let width = usize::from(self.width.max(1));
        let rows = self.cells.chunks(width);
        rows.map(|row| row.iter().map(|cell| cell.char).collect())
            .collect()
    }
}

/// The rows as text, without the spaces at their ends.
impl std::fmt::Display for Screen {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for row in self.rows() {
            writeln!(f, "{}", row.trim_end())?;
        }
        Ok(())
    }
}

/// Whether a character takes one column everywhere. Of the rest some are wide, some
/// have no width at all, and some turn the direction of the text round.
pub(crate) fn is_narrow(char: char) -> bool {
    matches!(char, ' '..='~' | '\u{a1}'..='\u{ac}' | '\u{ae}'..='\u{2ff}' | '\u{370}'..='\u{482}' | '\u{2010}'..='\u{2027}' | '\u{2030}'..='\u{205e}' | '\u{2190}'..='\u{2319}' | '\u{231c}'..='\u{23e8}' | '\u{2500}'..='\u{25fc}' | '\u{25ff}'..='\u{2613}' | '\u{2616}'..='\u{2647}' | '\u{2654}'..='\u{267e}' | '\u{2680}'..='\u{2692}')
}
