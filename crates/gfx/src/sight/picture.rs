//! What the editor looks like, as plain values: a texel for each cell in view,
//! squares for corners, lines for paths. Drawing it is a loop over these; testing
//! it needs no window.

use parlour_grid::editor::{Block, Cell, Desk, Editor, Palette};
use parlour_grid::{Direction, Point, Rect};

use crate::camera::{Camera, Pixel};
use crate::palette::{Colours, Rgb};

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
#[derive(Clone, Debug)]
pub struct Picture {
    /// The cells that are shown.
    pub cells: Rect,
    /// How many texels there are in a row, and how many rows: one for each cell, or
    /// for each block of cells that share a pixel.
    pub size: (i32, i32),
    /// Red, green, blue, alpha of each of them, row by row.
    pub texels: Vec<u8>,
    /// The colours it is drawn in.
    pub colours: Colours,
    /// Corner marks over them.
    pub squares: Vec<Square>,
    /// Paths over everything.
    pub trails: Vec<Trail>,
}

impl Default for Picture {
    fn default() -> Self {
        Self {
            cells: Rect::default(),
            size: (0, 0),
            texels: Vec::new(),
            colours: Colours::CLASSIC,
            squares: Vec::new(),
            trails: Vec::new(),
        }
    }
}

impl Picture {
    /// Cells need this many pixels before corners are marked.
    const SMALLEST_MARKED: i32 = 4;

    /// Redraws the picture, keeping its memory. The editor's answers are fresh.
    pub fn redraw(&mut self, editor: &Editor, camera: &Camera) {
        self.cells = camera.visible();
        self.texels.clear();
        let block = camera.block();
        if block > 1 {
            // Blocks begin where pixels do.
            let (x, y) = (self.cells.x / block * block, self.cells.y / block * block);
            self.cells.w += self.cells.x - x;
            self.cells.h += self.cells.y - y;
            (self.cells.x, self.cells.y) = (x, y);
        }
        let blocks = |cells: i32| (cells + block - 1) / block;
        self.size = (blocks(self.cells.w), blocks(self.cells.h));
        for row in 0..self.size.1 {
            for column in 0..self.size.0 {
                let (x, y) = (self.cells.x + column * block, self.cells.y + row * block);
                let colour = if block == 1 {
                    colour_in(self.colours, editor.cell(Point::new(x, y)))
                } else {
                    let block = editor.block(Rect::new(x, y, block, block));
                    block_colour(self.colours, &block)
                };
                self.texels.extend(colour.texel());
            }
        }
        self.squares.clear();
        if camera.cell() >= Self::SMALLEST_MARKED {
            self.mark_corners(editor, camera);
        }
        self.trails.clear();
        let width = if camera.cell() >= 12 { 3 } else { 2 };
        for (cells, colour) in [
            (editor.grid_path(), self.colours.grid_path),
            (editor.any_angle_path(), self.colours.any_angle),
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
                self.colours.interesting
            } else {
                self.colours.corner
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

/// The colour of cells that share a pixel: the observer's if it is among them; else what
/// is seen of them, and half of it a wall's as soon as there is one, so that a wall of one
/// cell is not lost and sight between many is not hidden.
fn block_colour(colours: Colours, block: &Block) -> Rgb {
    if let Some(observer) = block.observer {
        return colour_in(colours, observer);
    }
    let ground = if block.visible > 0 {
        colours.visible
    } else {
        colours.hidden
    };
    if block.walls == 0 {
        return ground;
    }
    let wall = if block.lit_walls > 0 {
        colours.lit_wall
    } else {
        colours.wall
    };
    // From a half, for one wall, to the whole.
    let (part, all) = (block.cells + block.walls, 2 * block.cells.max(1));
    let mixed = |wall: u8, ground: u8| {
        ((u32::from(wall) * part + u32::from(ground) * (all - part)) / all) as u8
    };
    Rgb(
        mixed(wall.0, ground.0),
        mixed(wall.1, ground.1),
        mixed(wall.2, ground.2),
    )
}

/// The classic colour of a cell.
pub fn colour(editor: &Editor, cell: Point) -> Rgb {
    colour_in(Colours::CLASSIC, editor.cell(cell))
}

/// The colours a desk asks for.
pub fn colours_of(desk: &Desk) -> Colours {
    match desk.palette() {
        Palette::Classic => Colours::CLASSIC,
        Palette::Clear => Colours::CLEAR,
    }
}

fn colour_in(colours: Colours, cell: Cell) -> Rgb {
    match cell {
        Cell::Observer => colours.observer,
        Cell::ObserverInWall => colours.observer_in_wall,
        Cell::Wall { lit: true } => colours.lit_wall,
        Cell::Wall { lit: false } => colours.wall,
        Cell::Visible => colours.visible,
        Cell::Hidden => colours.hidden,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_grid::editor::Sheet;
    use parlour_grid::{BitGrid, Size};

    /// A fitted sheet of 4096 by 4096 cells with one wall of one cell across it.
    #[test]
    fn a_wall_of_one_cell_is_seen_on_the_largest_sheet() {
        let size = Size::new(4096, 4096);
        let walls = BitGrid::from_fn(size, |cell| cell.x == 1001);
        let mut sheet = Sheet::from_walls(walls).expect("small enough");
        sheet.set_observers(&[Point::new(20, 20)]);
        let mut editor = Editor::new(sheet);
        editor.refresh();
        let camera = Camera::new(size, (800, 600));
        let mut picture = Picture::default();
        picture.redraw(&editor, &camera);
        let block = camera.block();
        assert!(block > 1);
        let texel = |x: i32, y: i32| {
            let at = 4 * ((y / block) * picture.size.0 + x / block) as usize;
            Rgb(
                picture.texels[at],
                picture.texels[at + 1],
                picture.texels[at + 2],
            )
        };
        let colours = Colours::CLASSIC;
        assert_eq!(texel(20, 20), colours.observer);
        assert_eq!(texel(500, 3000), colours.visible);
        assert_eq!(texel(3000, 500), colours.hidden);
        for y in (0..4096).step_by(64) {
            let Rgb(red, green, _) = texel(1001, y);
            assert!(red > 100 && green < 110, "{y}: {red} {green}");
        }
    }

    #[test]
    fn sight_is_seen_between_many_walls() {
        let colours = Colours::CLASSIC;
        let mut block = Block {
            cells: 64,
            walls: 5,
            visible: 40,
            ..Block::default()
        };
        let seen = block_colour(colours, &block);
        block.visible = 0;
        assert_ne!(block_colour(colours, &block), seen);
        block.walls = 64;
        assert_eq!(block_colour(colours, &block), colours.wall);
        block.lit_walls = 1;
        assert_eq!(block_colour(colours, &block), colours.lit_wall);
    }
}
