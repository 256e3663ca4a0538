//! Sheets as text: drawings of letters and JSON Lines cases, in and out.
//!
//! Drawings are those of [`crate::drawing`], with any number of `s`: they are the
//! cells of the observer. Lines that start with `;` are comments; blank lines
//! divide the drawings of a file. A file whose first line that is neither blank
//! nor a comment begins with `{` holds JSON instead: one case over any number of
//! lines, or a case on each, in both forms that [`crate::cases`] knows.

use super::{Cell, Editor, Sheet, SheetError, case};
use crate::drawing::{Drawing, Mark};
use crate::sight::Sight;

/// Reads the first drawing or case of a text.
pub fn read_sheet(text: &str) -> Result<Sheet, SheetError> {
    SheetFile::read(text).map(|(_, sheet)| sheet)
}

/// A text with one or more drawings or cases, open at one of them. The others
/// are read when they are turned to.
#[derive(Clone, Debug)]
pub struct SheetFile {
    text: String,
    /// Where each piece begins and ends, and the line it begins in.
    pieces: Vec<(std::ops::Range<usize>, usize)>,
    at: usize,
    /// A broken piece that was turned to last: turning goes on from there, while the
    /// piece before stays the open one.
    broken: Option<usize>,
    cases: bool,
}

impl SheetFile {
    /// Opens a text at its first drawing or case.
    pub fn read(text: &str) -> Result<(Self, Sheet), SheetError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let cases = lines(text)
            .map(|(_, _, line)| line.trim())
            .find(|line| !line.is_empty() && !line.starts_with(';'))
            .is_some_and(|line| line.starts_with('{'));
        let whole = cases && case::is_whole(text);
        let pieces = if whole {
            let first = lines(text).find(|(_, _, line)| !line.trim().is_empty());
            let (start, line) = first.map_or((0, 1), |(at, number, _)| (at, number));
            vec![(start..text.len(), line)]
        } else {
            pieces(text, cases)
        };
        let file = Self {
            text: text.to_owned(),
            pieces,
            at: 0,
            broken: None,
            cases,
        };
        let sheet = file.sheet(0)?;
        Ok((file, sheet))
    }

    /// How many drawings or cases there are.
    pub fn len(&self) -> usize {
        self.pieces.len()
    }

    /// Whether there are none; an open file has at least one.
    pub fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    /// The number of the one that is open, counted from 1.
    pub fn number(&self) -> usize {
        self.at + 1
    }

    /// Whether it holds cases, not drawings.
    pub fn has_cases(&self) -> bool {
        self.cases
    }

    /// Puts another text in place of the open piece and answers the whole; the others
    /// stay as they were.
    pub(super) fn replace_open_piece(&mut self, piece: &str) -> String {
        if let Some((range, _)) = self.pieces.get(self.at) {
            self.text.replace_range(range.clone(), piece);
            self.pieces = pieces(&self.text, self.cases);
            self.broken = None;
        }
        self.text.clone()
    }

    /// The text of the open piece.
    pub(super) fn open_piece(&self) -> &str {
        let piece = self.pieces.get(self.at);
        piece.map_or("", |(range, _)| &self.text[range.clone()])
    }

    /// Whether there is another so many farther on.
    pub fn has(&self, by: i32) -> bool {
        self.place(by).is_some()
    }

    fn place(&self, by: i32) -> Option<usize> {
        let from = self.broken.unwrap_or(self.at);
        let to = from.checked_add_signed(by as isize)?;
        (to < self.pieces.len()).then_some(to)
    }

    /// Opens another, so many farther on; nothing if there is none there. A
    /// broken one is passed over by turning on; until then the one before is open.
    pub fn turn(&mut self, by: i32) -> Option<Result<Sheet, SheetError>> {
        let to = self.place(by)?;
        let sheet = self.sheet(to);
        if sheet.is_ok() {
            (self.at, self.broken) = (to, None);
        } else {
            self.broken = Some(to);
        }
        Some(sheet)
    }

    /// The number of the broken one that was turned to last, while another is open.
    pub fn broken_number(&self) -> Option<usize> {
        self.broken.map(|at| at + 1)
    }

    fn sheet(&self, index: usize) -> Result<Sheet, SheetError> {
        let (range, line) = self.pieces.get(index).ok_or(SheetError::NoCells)?;
        let text = &self.text[range.clone()];
        if self.cases {
            case::read(text, *line)
        } else {
            read_drawing(text, *line)
        }
    }
}

/// Every line with the byte it begins at and its number from 1.
fn lines(text: &str) -> impl Iterator<Item = (usize, usize, &str)> {
    let mut start = 0;
    text.split_inclusive('\n')
        .enumerate()
        .map(move |(index, line)| {
            let at = start;
            start += line.len();
            (at, index + 1, line)
        })
}

/// The pieces of a text: lines of JSON, or drawings divided by blank lines.
fn pieces(text: &str, cases: bool) -> Vec<(std::ops::Range<usize>, usize)> {
    let mut pieces: Vec<(std::ops::Range<usize>, usize)> = Vec::new();
    let mut open = false;
    for (at, number, line) in lines(text) {
        let trimmed = line.trim();
        if trimmed.starts_with(';') {
            continue;
        }
        if trimmed.is_empty() {
            open = false;
            continue;
        }
        let end = at + line.len();
        match pieces.last_mut() {
            Some((range, _)) if open && !cases => range.end = end,
            _ => pieces.push((at..end, number)),
        }
        open = true;
    }
    pieces
}

/// Reads one drawing whose first line has this number.
fn read_drawing(text: &str, first_line: usize) -> Result<Sheet, SheetError> {
    let rows = lines(text)
        .map(|(_, number, line)| ((first_line + number - 1) as u32, line.trim()))
        .filter(|(_, line)| !line.starts_with(';'));
    let drawing = Drawing::parse_rows(rows).map_err(SheetError::NoDrawing)?;
    let mut sheet = Sheet::from_walls(drawing.blocked())?;
    sheet.set_observers(&drawing.observers().collect::<Vec<_>>());
    Ok(sheet)
}

/// The drawing of an editor whose answers are fresh.
///
/// With one cell of observer it is a complete test case of exact sight, whatever
/// is shown just now: `o` for cells in sight, `▲` for interesting corners, `n` for
/// other corners in sight, `u` for corners out of sight. Otherwise free cells are
/// `□`.
pub fn print_drawing(editor: &Editor) -> String {
    let sheet = editor.sheet();
    let drawing = if let [observer] = *sheet.observers() {
        let mut sight = Sight::new();
        sight.compute(sheet.walls(), observer);
        Drawing::of_sight(sheet.walls(), [observer], sight.visible(), editor.corners())
    } else {
        Drawing::from_fn(sheet.size(), |cell| match editor.cell(cell) {
            Cell::Observer => Mark::Observer,
            Cell::Wall { .. } | Cell::ObserverInWall => Mark::Blocked,
            Cell::Visible | Cell::Hidden => Mark::Hidden,
        })
    };
    drawing.to_string()
}
