//! What the editor looks like, as plain values: a texel for each cell in view,
//! squares for corners, lines for paths. Drawing it is a loop over these; testing
//! it needs no window.

use parlour_grid::editor::{Cell, Editor};
use parlour_grid::{Direction, Point, Rect};

use crate::camera::{Camera, Pixel};
use crate::palette::{self, Rgb};

/// A filled square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Square {
    /// Its top left pixel.
    pub at: Pixel,
    /// Pixels on each side.
    pub side: i32,
    /// Its colour.
    pub colour: Rgb,
}

/// A line through the middles of cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trail {
    /// The bends, ends included.
    pub points: Vec<Pixel>,
    /// Pixels across.
    pub width: i32,
    /// Its colour.
    pub colour: Rgb,
}

/// The editor's sheet as it is to be drawn.
#[derive(Clone, Debug, Default)]
pub struct Picture {
    /// The cells that have a texel.
    pub cells: Rect,
    /// Red, green, blue, alpha of each of them, row by row.
    pub texels: Vec<u8>,
    /// Corner marks over them.
    pub squares: Vec<Square>,
    /// Paths over everything.
    pub trails: Vec<Trail>,
}

impl Picture {
    /// Cells need this many pixels before corners are marked.
    const SMALLEST_MARKED: i32 = 4;

    /// Redraws the picture, keeping its memory. The editor's answers are fresh.
    pub fn redraw(&mut self, editor: &Editor, camera: &Camera) {
        self.cells = camera.visible();
        self.texels.clear();
        for cell in self.cells.cells() {
            self.texels.extend(colour(editor, cell).texel());
        }
        self.squares.clear();
        if camera.cell() >= Self::SMALLEST_MARKED {
            self.mark_corners(editor, camera);
        }
        self.trails.clear();
        let width = if camera.cell() >= 12 { 3 } else { 2 };
        for (cells, colour) in [
            (editor.grid_path(), palette::GRID_PATH),
            (editor.any_angle_path(), palette::ANY_ANGLE),
        ] {
            if cells.len() > 1 {
                self.trails.push(Trail {
                    points: cells.iter().map(|&cell| camera.middle(cell)).collect(),
                    width,
                    colour,
                });
            }
        }
    }

    /// Squares of 6 by 6 pixels in the corners of their cells, smaller where
    /// cells are.
    fn mark_corners(&mut self, editor: &Editor, camera: &Camera) {
        let side = mark_side(camera.cell());
        for mark in editor.corners_in(self.cells) {
            let colour = if mark.interesting {
                palette::INTERESTING
            } else {
                palette::CORNER
            };
            self.squares.push(Square {
                at: mark_at(camera, mark.cell, mark.direction),
                side,
                colour,
            });
        }
    }
}

/// Pixels on each side of a corner mark.
pub fn mark_side(cell: i32) -> i32 {
    (cell * 3 / 8).clamp(1, 6)
}

/// The top left pixel of the mark for a corner in this direction. Grid lines run
/// along the top and left edge of each cell, so marks there begin one pixel in.
pub fn mark_at(camera: &Camera, cell: Point, direction: Direction) -> Pixel {
    let corner = camera.corner(cell);
    let toward = direction.delta();
    let far = camera.cell() - mark_side(camera.cell());
    let lined = i32::from(has_lines(camera));
    let along = |sign: i32| if sign > 0 { far } else { lined };
    Pixel::new(corner.x + along(toward.x), corner.y + along(toward.y))
}

/// Whether cells are large enough for lines between them.
pub fn has_lines(camera: &Camera) -> bool {
    camera.cell() >= 8
}

/// The colour of a cell.
pub fn colour(editor: &Editor, cell: Point) -> Rgb {
    match editor.cell(cell) {
        Cell::Observer => palette::OBSERVER,
        Cell::ObserverInWall => palette::OBSERVER_IN_WALL,
        Cell::Wall { lit: true } => palette::LIT_WALL,
        Cell::Wall { lit: false } => palette::WALL,
        Cell::Visible => palette::VISIBLE,
        Cell::Hidden => palette::HIDDEN,
    }
}
