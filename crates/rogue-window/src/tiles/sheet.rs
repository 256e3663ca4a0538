//! Tile sheets: a picture for each letter.
//!
//! A sheet is drawn ([`Sheet::drawn`]: shapes in a text, painted as sharp as the
//! screen is, at every size) or a picture ([`Sheet::picture`]: a PNG of equal squares
//! and a legend). Pictures of a drawn sheet are painted in shades of light and take
//! the colour of what they stand for; those of a PNG have their own.
//!
//! A letter with several pictures has one of them at each place, always the same. A
//! letter may have another one for its front: a wall that is seen from below.

mod drawing;
mod paint;

use std::collections::BTreeMap;
use std::fmt;

use macroquad::texture::Image;

use drawing::Drawing;

/// The sheet of the house, as text.
const LANTERN: &str = include_str!("../../assets/lantern.txt");

/// How many pictures of a drawn sheet stand beside each other.
const COLUMNS: u32 = 12;

/// What is wrong with a sheet, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SheetError {
    /// The line of its text, from 1; 0 where it is none of them.
    pub line: usize,
    /// What is wrong, and what would be right.
    pub words: String,
}

impl fmt::Display for SheetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => f.write_str(&self.words),
            line => write!(f, "line {line}: {}", self.words),
        }
    }
}

impl std::error::Error for SheetError {}

/// A sheet as pixels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Painted {
    /// Pixels of each side of a picture.
    pub side: u32,
    /// Pixels of the sheet, to the right and down.
    pub size: (u32, u32),
    /// Red, green, blue and opacity of each pixel.
    pub bytes: Vec<u8>,
}

#[derive(Clone, Debug)]
enum Source {
    Drawn(Vec<Drawing>),
    Picture(Painted),
}

/// A picture for each letter.
#[derive(Clone, Debug)]
pub struct Sheet {
    source: Source,
    places: BTreeMap<char, Vec<(u32, u32)>>,
    fronts: BTreeMap<char, Vec<(u32, u32)>>,
    tinted: bool,
}

impl Sheet {
    /// The sheet of the house.
    pub fn lantern() -> Self {
        Self::drawn(LANTERN).expect("the bundled sheet is one")
    }

    /// A sheet that is drawn by a text: `tile` or `front` with a letter, then its
    /// shapes, the lowest first. Places count from 0 to 100 to the right and down, the
    /// shade of light at the end of a line as well.
    ///
    /// ```text
    /// tile @
    /// disc 50 25 12 12 100     middle, half width, half height, shade
    /// rect 38 38 24 40 80      corner, width, height, shade
    /// line 30 90 45 60 8 70    from, to, thickness, shade
    /// poly 60 10 90 50 60 90 50   corners, shade
    /// ```
    pub fn drawn(text: &str) -> Result<Self, SheetError> {
        let drawings = drawing::read(text)?;
        let mut sheet = Self {
            source: Source::Drawn(Vec::new()),
            places: BTreeMap::new(),
            fronts: BTreeMap::new(),
            tinted: true,
        };
        for (index, drawing) in drawings.iter().enumerate() {
            let place = (index as u32 % COLUMNS, index as u32 / COLUMNS);
            let all = if drawing.front {
                &mut sheet.fronts
            } else {
                &mut sheet.places
            };
            all.entry(drawing.letter).or_default().push(place);
        }
        sheet.source = Source::Drawn(drawings);
        Ok(sheet)
    }

    /// A sheet from a PNG of equal squares and a legend: for each row of squares a
    /// line with their letters. A blank leaves a square out.
    pub fn picture(png: &[u8], legend: &str) -> Result<Self, SheetError> {
        let wrong = |line: usize, words: String| SheetError { line, words };
        let image = Image::from_file_with_format(png, None)
            .map_err(|error| wrong(0, format!("the picture cannot be read: {error}")))?;
        let size = (image.width() as u32, image.height() as u32);
        let columns = legend.lines().map(|row| row.chars().count()).max();
        let columns = columns.filter(|&columns| columns > 0);
        let columns = columns.ok_or_else(|| wrong(0, String::from("the legend is empty")))?;
        let side = size.0 / columns as u32;
        if side == 0 || side * columns as u32 != size.0 {
            let words = format!(
                "the picture is {} pixels wide, which {columns} letters do not divide",
                size.0
            );
            return Err(wrong(1, words));
        }
        let mut places: BTreeMap<char, Vec<(u32, u32)>> = BTreeMap::new();
        for (row, line) in legend.lines().enumerate() {
            if (row as u32 + 1) * side > size.1 {
                let words = format!("the picture has {} rows of squares", size.1 / side);
                return Err(wrong(row + 1, words));
            }
            for (column, letter) in line.chars().enumerate() {
                if letter != ' ' {
                    let place = (column as u32, row as u32);
                    places.entry(letter).or_default().push(place);
                }
            }
        }
        Ok(Self {
            source: Source::Picture(Painted {
                side,
                size,
                bytes: image.bytes,
            }),
            places,
            fronts: BTreeMap::new(),
            tinted: false,
        })
    }

    /// The same with a picture for a letter's front, by its column and row.
    #[must_use]
    pub fn with_front(mut self, letter: char, place: (u32, u32)) -> Self {
        self.fronts.entry(letter).or_default().push(place);
        self
    }

    /// The same whose pictures take the colour of what they stand for, or keep their
    /// own.
    #[must_use]
    pub fn tinted(mut self, tinted: bool) -> Self {
        self.tinted = tinted;
        self
    }

    /// Whether pictures take the colour of what they stand for.
    pub fn is_tinted(&self) -> bool {
        self.tinted
    }

    /// Whether it is drawn, and so as sharp as one likes.
    pub fn is_drawn(&self) -> bool {
        matches!(self.source, Source::Drawn(_))
    }

    /// The letters that have a picture.
    pub fn letters(&self) -> impl Iterator<Item = char> {
        self.places.keys().copied()
    }

    /// The letters of the pictures, row by row, as [`Sheet::picture`] reads them;
    /// fronts are left out.
    pub fn legend(&self) -> String {
        let all = self.places.values().chain(self.fronts.values()).flatten();
        let (columns, rows) = all.fold((0, 0), |(columns, rows), &(column, row)| {
            (columns.max(column + 1), rows.max(row + 1))
        });
        let mut rows = vec![vec![' '; columns as usize]; rows as usize];
        for (letter, places) in &self.places {
            for &(column, row) in places {
                rows[row as usize][column as usize] = *letter;
            }
        }
        let lines = rows
            .into_iter()
            .map(|row| row.into_iter().collect::<String>());
        lines
            .map(|line| line.trim_end().to_owned() + "\n")
            .collect()
    }

    /// Column and row of the picture for a letter. Of several the one that `variety`
    /// chooses; the front where it is seen from there and there is one.
    pub fn place(&self, letter: char, front: bool, variety: u32) -> Option<(u32, u32)> {
        let fronts = self.fronts.get(&letter).filter(|_| front);
        let all = fronts.or_else(|| self.places.get(&letter))?;
        all.get(variety as usize % all.len()).copied()
    }

    /// The sheet as pixels: a drawn one with pictures of this side, a picture as it
    /// is.
    pub fn painted(&self, side: u32) -> Painted {
        match &self.source {
            Source::Picture(painted) => painted.clone(),
            Source::Drawn(drawings) => paint::sheet(drawings, COLUMNS, side.clamp(4, 256)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sheet_of_the_house_has_what_every_dungeon_needs() {
        let sheet = Sheet::lantern();
        for letter in "@.#+'<>~!?)[%rkgo".chars() {
            assert!(sheet.place(letter, false, 0).is_some(), "{letter}");
        }
        assert_ne!(sheet.place('#', true, 0), sheet.place('#', false, 0));
        assert_eq!(sheet.place('\u{e9}', false, 0), None);
    }

    #[test]
    fn no_picture_of_the_house_is_empty_and_all_are_sharp_at_every_size() {
        let sheet = Sheet::lantern();
        for side in [12, 20, 33] {
            let painted = sheet.painted(side);
            assert_eq!(painted.side, side);
            assert_eq!(painted.size.0, COLUMNS * side);
            let (width, _) = painted.size;
            assert_eq!(painted.bytes.len() as u32, width * painted.size.1 * 4);
            for letter in sheet.letters() {
                let (column, row) = sheet.place(letter, false, 0).expect("it has one");
                let seen = (0..side * side).any(|at| {
                    let (x, y) = (column * side + at % side, row * side + at / side);
                    painted.bytes[((y * width + x) * 4 + 3) as usize] > 120
                });
                assert!(seen, "{letter} at {side}");
            }
        }
    }

    #[test]
    fn a_picture_and_a_legend_make_a_sheet() {
        let png = include_bytes!("../../assets/lantern.png");
        let legend = include_str!("../../assets/lantern-legend.txt");
        let sheet = Sheet::picture(png, legend).expect("the example is a sheet");
        assert!(sheet.place('@', false, 0).is_some());
        assert!(!sheet.is_tinted());
        let wrong = |legend: &str| Sheet::picture(png, legend).unwrap_err().to_string();
        assert_eq!(wrong(""), "the legend is empty");
        assert!(wrong("abcdefghijklm").starts_with("line 1: the picture is"));
        let long = "abcdefghijkl\n".repeat(40);
        assert!(wrong(&long).contains("rows of squares"));
        let broken = Sheet::picture(b"no picture", "ab").unwrap_err();
        assert!(broken.to_string().contains("cannot be read"), "{broken}");
    }

    /// `cargo run -p parlour-rogue-window --example sheet` writes the files again.
    #[test]
    fn the_example_picture_is_what_the_drawing_paints() {
        let png = include_bytes!("../../assets/lantern.png");
        let legend = include_str!("../../assets/lantern-legend.txt");
        let (kept, own) = (
            Sheet::picture(png, legend).expect("a sheet"),
            Sheet::lantern(),
        );
        let (kept, painted) = (kept.painted(0), own.painted(32));
        assert_eq!((kept.side, kept.size), (painted.side, painted.size));
        // Another machine may round the edge of a disc differently.
        let apart = |(a, b): (&u8, &u8)| a.abs_diff(*b) > 8;
        let differ = kept
            .bytes
            .iter()
            .zip(&painted.bytes)
            .filter(|&it| apart(it));
        assert_eq!(differ.count(), 0);
    }
}
