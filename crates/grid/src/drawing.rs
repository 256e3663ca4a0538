//! Maps and sight drawn as text.
//!
//! One row per line, one letter per cell:
//!
//! | letter | cell |
//! | --- | --- |
//! | `■` or `#` | blocked |
//! | `□` or `.` | free and not visible, or nothing known of it |
//! | `s` | the observer |
//! | `o` | free and visible |
//! | `▲` | an interesting corner |
//! | `n` | a visible corner that is not interesting |
//! | `u` | a corner that is not visible |
//!
//! In a line the cells stand side by side, or with one blank between each two.
//! All rows have the same number of cells.

use std::fmt;
use std::str::FromStr;

use crate::{BitGrid, Corners, Point, Size};

/// What a drawing says of one cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Mark {
    /// `■` or `#`.
    Blocked,
    /// `□` or `.`: free and not visible.
    #[default]
    Hidden,
    /// `s`: where the observer stands.
    Observer,
    /// `o`: free and visible, and no corner.
    Visible,
    /// `▲`: an interesting corner.
    Interesting,
    /// `n`: a visible corner that is not interesting.
    Plain,
    /// `u`: a corner that is not visible.
    HiddenCorner,
}

impl Mark {
    /// The mark a letter stands for.
    pub const fn from_letter(letter: char) -> Option<Self> {
        Some(match letter {
            '■' | '#' => Self::Blocked,
            '□' | '.' => Self::Hidden,
            's' => Self::Observer,
            'o' => Self::Visible,
            '▲' => Self::Interesting,
            'n' => Self::Plain,
            'u' => Self::HiddenCorner,
            _ => return None,
        })
    }

    /// The letter that is drawn for the mark.
    pub const fn letter(self) -> char {
        match self {
            Self::Blocked => '■',
            Self::Hidden => '□',
            Self::Observer => 's',
            Self::Visible => 'o',
            Self::Interesting => '▲',
            Self::Plain => 'n',
            Self::HiddenCorner => 'u',
        }
    }

    /// Whether a cell so marked is visible.
    pub const fn is_visible(self) -> bool {
        matches!(
            self,
            Self::Observer | Self::Visible | Self::Interesting | Self::Plain
        )
    }

    /// Whether a cell so marked is a corner. An observer's mark does not tell.
    pub const fn is_corner(self) -> bool {
        matches!(self, Self::Interesting | Self::Plain | Self::HiddenCorner)
    }
}

/// A map with a mark on every cell. Read with [`str::parse`], written with
/// `Display`.
///
/// ```
/// use parlour_grid::drawing::Drawing;
/// use parlour_grid::sight::Sight;
/// use parlour_grid::Corners;
///
/// let map: Drawing = "s . . .\n. # . .\n. . . .".parse().unwrap();
/// let blocked = map.blocked();
/// let mut sight = Sight::new();
/// sight.compute(&blocked, map.observers().next().unwrap());
/// let corners = Corners::new(&blocked);
/// let drawing = Drawing::of_sight(&blocked, map.observers(), sight.visible(), &corners);
/// assert_eq!(drawing.to_string(), "so▲o\no■□□\n▲□u□\n");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drawing {
    size: Size,
    marks: Vec<Mark>,
}

impl Drawing {
    /// The drawing with a given mark for each cell.
    pub fn from_fn(size: Size, mark: impl FnMut(Point) -> Mark) -> Self {
        Self {
            size,
            marks: size.cells().map(mark).collect(),
        }
    }

    /// A map and nothing else: blocked cells and the rest.
    pub fn of_map(blocked: &BitGrid) -> Self {
        Self::from_fn(blocked.size(), |cell| {
            if blocked.contains(cell) {
                Mark::Blocked
            } else {
                Mark::Hidden
            }
        })
    }

    /// What observers see of a map, with its corners. An observer is drawn as `s`
    /// even in a wall.
    pub fn of_sight(
        blocked: &BitGrid,
        observers: impl IntoIterator<Item = Point>,
        visible: &BitGrid,
        corners: &Corners,
    ) -> Self {
        let interesting = corners.interesting(visible);
        let mut drawing = Self::from_fn(blocked.size(), |cell| {
            let (seen, corner) = (visible.contains(cell), corners.cells().contains(cell));
            match (seen, corner) {
                _ if blocked.contains(cell) => Mark::Blocked,
                (true, true) if interesting.contains(cell) => Mark::Interesting,
                (true, true) => Mark::Plain,
                (true, false) => Mark::Visible,
                (false, true) => Mark::HiddenCorner,
                (false, false) => Mark::Hidden,
            }
        });
        for observer in observers {
            if let Some(id) = drawing.size.id(observer) {
                drawing.marks[id as usize] = Mark::Observer;
            }
        }
        drawing
    }

    /// The size of the map.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The mark of a cell; none off the map.
    pub fn mark(&self, cell: Point) -> Option<Mark> {
        self.size.id(cell).map(|id| self.marks[id as usize])
    }

    /// The cells whose mark the closure accepts.
    pub fn cells_where(&self, mut wanted: impl FnMut(Mark) -> bool) -> BitGrid {
        let marks = &self.marks;
        let width = self.size.width() as usize;
        BitGrid::from_fn(self.size, |cell| {
            wanted(marks[cell.y as usize * width + cell.x as usize])
        })
    }

    /// The blocked cells.
    pub fn blocked(&self) -> BitGrid {
        self.cells_where(|mark| mark == Mark::Blocked)
    }

    /// The observers, by ascending id.
    pub fn observers(&self) -> impl Iterator<Item = Point> {
        self.size
            .cells()
            .zip(&self.marks)
            .filter(|(_, mark)| **mark == Mark::Observer)
            .map(|(cell, _)| cell)
    }

    /// Reads rows, each with the number of its line for errors.
    pub fn parse_rows<'a>(
        rows: impl IntoIterator<Item = (u32, &'a str)>,
    ) -> Result<Self, DrawingError> {
        let mut marks = Vec::new();
        let (mut width, mut height) = (0_u32, 0_u32);
        for (line, row) in rows {
            let before = marks.len();
            read_row(row.trim_end(), line, &mut marks)?;
            let cells = u32::try_from(marks.len() - before).unwrap_or(u32::MAX);
            if height == 0 {
                width = cells;
            } else if cells != width {
                return Err(DrawingError::Ragged {
                    line,
                    expected: width,
                    found: cells,
                });
            }
            height += 1;
        }
        if width == 0 {
            return Err(DrawingError::Empty);
        }
        let size = Size::checked(width, height).ok_or(DrawingError::TooLarge)?;
        Ok(Self { size, marks })
    }
}

/// Reads the cells of one line.
fn read_row(row: &str, line: u32, marks: &mut Vec<Mark>) -> Result<(), DrawingError> {
    let spaced = row.chars().nth(1) == Some(' ');
    for (letter, column) in row.chars().zip(1_u32..) {
        if spaced && column.is_multiple_of(2) {
            if letter != ' ' {
                return Err(DrawingError::NoBlank { line, column });
            }
            continue;
        }
        let mark = Mark::from_letter(letter).ok_or(DrawingError::UnknownLetter {
            line,
            column,
            letter,
        })?;
        marks.push(mark);
    }
    Ok(())
}

impl FromStr for Drawing {
    type Err = DrawingError;

    fn from_str(text: &str) -> Result<Self, DrawingError> {
        Self::parse_rows((1..).zip(text.lines()))
    }
}

/// Rows without blanks, each with its line end.
impl fmt::Display for Drawing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in self.marks.chunks((self.size.width() as usize).max(1)) {
            for mark in row {
                write!(f, "{}", mark.letter())?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

/// Why a text is not a drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DrawingError {
    /// There is no cell in it.
    Empty,
    /// A letter that stands for nothing.
    UnknownLetter {
        /// Counted from 1.
        line: u32,
        /// Counted from 1, in letters.
        column: u32,
        /// The letter.
        letter: char,
    },
    /// A row that began with blanks between its cells lacks one.
    NoBlank {
        /// Counted from 1.
        line: u32,
        /// Counted from 1, in letters.
        column: u32,
    },
    /// A row longer or shorter than the first.
    Ragged {
        /// Counted from 1.
        line: u32,
        /// How many cells the first row has.
        expected: u32,
        /// How many this one has.
        found: u32,
    },
    /// More cells than a map may have.
    TooLarge,
}

impl fmt::Display for DrawingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("the drawing has no cells"),
            Self::UnknownLetter {
                line,
                column,
                letter,
            } => write!(
                f,
                "line {line}, column {column}: {letter:?} stands for no cell"
            ),
            Self::NoBlank { line, column } => write!(
                f,
                "line {line}, column {column}: a blank is missing between two cells"
            ),
            Self::Ragged {
                line,
                expected,
                found,
            } => write!(
                f,
                "line {line}: the row has {found} cells, the first one {expected}"
            ),
            Self::TooLarge => write!(f, "{}", crate::TooLarge),
        }
    }
}

impl std::error::Error for DrawingError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_goes_both_ways() {
        let text = "s▲o□\no■□n\nu■■□\n";
        let drawing: Drawing = text.parse().unwrap();
        assert_eq!(drawing.to_string(), text);
        let spaced = "s ▲ o □\no ■ □ n\nu # # .";
        assert_eq!(spaced.parse::<Drawing>().unwrap(), drawing);
        assert_eq!(drawing.size(), Size::new(4, 3));
        assert_eq!(drawing.blocked().count(), 3);
        assert_eq!(drawing.mark(Point::new(1, 0)), Some(Mark::Interesting));
        assert_eq!(drawing.mark(Point::new(4, 0)), None);
    }

    #[test]
    fn errors_say_what_and_where() {
        for (text, words) in [
            ("", "the drawing has no cells"),
            ("\n\n", "the drawing has no cells"),
            ("..\n.x", "line 2, column 2: 'x' stands for no cell"),
            (
                ". ..",
                "line 1, column 4: a blank is missing between two cells",
            ),
            (".. .", "line 1, column 3: ' ' stands for no cell"),
            ("..\n...", "line 2: the row has 3 cells, the first one 2"),
            ("..\n\n..", "line 2: the row has 0 cells, the first one 2"),
        ] {
            assert_eq!(text.parse::<Drawing>().unwrap_err().to_string(), words);
        }
    }
}
