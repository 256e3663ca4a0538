//! Where the sheet lies in the window: whole pixels per cell, a whole-pixel
//! offset. Nothing here knows a graphics card, so tests compute with it what a
//! screenshot must show.

use parlour_grid::{Point, Rect, Size};
pub use parlour_rogue_window::Pixel;

/// The sizes a cell can have on the screen: its pixels, and where it has less than
/// one, how many cells a side share one pixel.
const SCALES: [(i32, i32); 24] = [
    (1, 16),
    (1, 12),
    (1, 8),
    (1, 6),
    (1, 4),
    (1, 2),
    (1, 1),
    (2, 1),
    (3, 1),
    (4, 1),
    (5, 1),
    (6, 1),
    (8, 1),
    (10, 1),
    (12, 1),
    (14, 1),
    (16, 1),
    (20, 1),
    (24, 1),
    (28, 1),
    (32, 1),
    (40, 1),
    (48, 1),
    (64, 1),
];

/// How many pixels so many cells have.
fn pixels(cells: u32, cell: i32, block: i32) -> i32 {
    (cells * cell as u32).div_ceil(block as u32) as i32
}

/// How the sheet lies in the part of the window that shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Camera {
    size: Size,
    view: (i32, i32),
    cell: i32,
    /// Cells a side that share a pixel; more than 1 only where a cell has one.
    block: i32,
    origin: Pixel,
    fitted: bool,
}

impl Camera {
    /// A camera that shows the whole sheet in a view of this width and height, as
    /// far as it fits at 16 cells a pixel.
    pub fn new(size: Size, view: (i32, i32)) -> Self {
        let mut camera = Self {
            size,
            view,
            cell: 1,
            block: 1,
            origin: Pixel::default(),
            fitted: true,
        };
        camera.fit();
        camera
    }

    /// Pixels a cell has on each side, or a block of cells.
    pub fn cell(&self) -> i32 {
        self.cell
    }

    /// How many cells a side share one pixel: 1 unless the sheet is larger than
    /// the view.
    pub fn block(&self) -> i32 {
        self.block
    }

    /// Width and height of the view.
    pub fn view(&self) -> (i32, i32) {
        self.view
    }

    /// The top left pixel of a cell.
    pub fn corner(&self, cell: Point) -> Pixel {
        let along = |at: i32, origin: i32| {
            let inside = at.saturating_mul(self.cell).div_euclid(self.block);
            inside.saturating_add(origin)
        };
        Pixel::new(along(cell.x, self.origin.x), along(cell.y, self.origin.y))
    }

    /// The pixel in the middle of a cell.
    pub fn middle(&self, cell: Point) -> Pixel {
        let corner = self.corner(cell);
        Pixel::new(corner.x + self.cell / 2, corner.y + self.cell / 2)
    }

    /// The cell under a pixel; it may be off the sheet.
    pub fn cell_at(&self, pixel: Pixel) -> Point {
        let along = |at: i32, origin: i32| {
            let inside = i64::from(at) - i64::from(origin);
            (inside * i64::from(self.block)).div_euclid(i64::from(self.cell)) as i32
        };
        Point::new(along(pixel.x, self.origin.x), along(pixel.y, self.origin.y))
    }

    /// The cells of the sheet of which something is in view.
    pub fn visible(&self) -> Rect {
        let last = Pixel::new(self.view.0 - 1, self.view.1 - 1);
        let last = self.cell_at(last) + Point::new(self.block - 1, self.block - 1);
        Rect::spanning(self.cell_at(Pixel::default()), last).intersection(self.size.rect())
    }

    /// Whether the camera keeps the whole sheet in view when the window changes.
    pub fn is_fitted(&self) -> bool {
        self.fitted
    }

    /// The largest cells at which the whole sheet is in view, in the middle.
    pub fn fit(&mut self) {
        let lengths = |(cell, block): (i32, i32)| {
            let length = |cells: u32| pixels(cells, cell, block);
            (length(self.size.width()), length(self.size.height()))
        };
        let fits = |&scale: &(i32, i32)| {
            let (width, height) = lengths(scale);
            width <= self.view.0 && height <= self.view.1
        };
        let scale = SCALES.into_iter().rev().find(fits).unwrap_or(SCALES[0]);
        let (width, height) = lengths(scale);
        (self.cell, self.block) = scale;
        self.fitted = true;
        self.origin = Pixel::new(
            (self.view.0 - width).div_euclid(2),
            (self.view.1 - height).div_euclid(2),
        );
        self.hold();
    }

    /// The view has another size now.
    pub fn resize(&mut self, view: (i32, i32)) {
        if view == self.view {
            return;
        }
        self.view = (view.0.max(1), view.1.max(1));
        if self.fitted {
            self.fit();
        } else {
            self.hold();
        }
    }

    /// The sheet has another size now: it is brought into view.
    pub fn show(&mut self, size: Size) {
        if size != self.size {
            self.size = size;
            self.fit();
        }
    }

    /// Makes cells larger (positive) or smaller, the cell under `about` staying
    /// where it is.
    pub fn zoom(&mut self, steps: i32, about: Pixel) {
        let now = SCALES
            .iter()
            .position(|&scale| scale == (self.cell, self.block))
            .unwrap_or(0);
        let next = (now as i32)
            .saturating_add(steps)
            .clamp(0, SCALES.len() as i32 - 1);
        let (scale, block) = SCALES[next as usize];
        if (scale, block) == (self.cell, self.block) {
            return;
        }
        let rescaled = |at: i32, origin: i32| {
            let inside = i64::from(at - origin) * i64::from(scale * self.block);
            at - inside.div_euclid(i64::from(self.cell * block)) as i32
        };
        self.origin = Pixel::new(
            rescaled(about.x, self.origin.x),
            rescaled(about.y, self.origin.y),
        );
        (self.cell, self.block) = (scale, block);
        self.fitted = false;
        self.hold();
    }

    /// Moves the sheet by pixels.
    pub fn pan(&mut self, dx: i32, dy: i32) {
        if (dx, dy) != (0, 0) {
            self.origin.x += dx;
            self.origin.y += dy;
            self.fitted = false;
            self.hold();
        }
    }

    /// Moves the sheet as little as needed to have a cell in view.
    pub fn reveal(&mut self, cell: Point) {
        let corner = self.corner(cell);
        let missing = |at: i32, room: i32| {
            let beyond = at + self.cell - room;
            if at < 0 { -at } else { -beyond.max(0) }
        };
        self.pan(
            missing(corner.x, self.view.0),
            missing(corner.y, self.view.1),
        );
    }

    /// Keeps at least a part of the sheet in view: half the view, or all of the
    /// sheet if that is less.
    fn hold(&mut self) {
        let held = |origin: i32, cells: u32, room: i32| {
            let length = pixels(cells, self.cell, self.block);
            let keep = length.min(room / 2);
            origin.clamp(keep - length, (room - keep).max(keep - length))
        };
        self.origin = Pixel::new(
            held(self.origin.x, self.size.width(), self.view.0),
            held(self.origin.y, self.size.height(), self.view.1),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fitted_sheet_is_whole_and_in_the_middle() {
        let camera = Camera::new(Size::new(48, 32), (800, 556));
        assert_eq!(camera.cell(), 16);
        assert_eq!(camera.corner(Point::ORIGIN), Pixel::new(16, 22));
        assert_eq!(camera.visible(), Rect::new(0, 0, 48, 32));
        assert_eq!(camera.cell_at(Pixel::new(15, 22)), Point::new(-1, 0));
        assert_eq!(camera.cell_at(Pixel::new(16, 22)), Point::ORIGIN);
        let cell = Point::new(47, 31);
        assert_eq!(camera.cell_at(camera.middle(cell)), cell);
    }

    #[test]
    fn a_sheet_larger_than_the_window_is_whole_with_cells_sharing_a_pixel() {
        let mut camera = Camera::new(Size::new(4096, 4096), (800, 556));
        assert_eq!((camera.cell(), camera.block()), (1, 8));
        assert_eq!(camera.visible(), Rect::new(0, 0, 4096, 4096));
        for cell in [(0, 0), (4088, 8), (4088, 4088)].map(Point::from) {
            assert_eq!(camera.cell_at(camera.corner(cell)), cell);
        }
        let about = Pixel::new(400, 278);
        let before = camera.cell_at(about);
        camera.zoom(4, about);
        assert_eq!((camera.cell(), camera.block()), (1, 1));
        assert!(camera.cell_at(about).chebyshev(before) <= 8);
        let seen = camera.visible();
        assert_eq!((seen.w, seen.h), (800, 556));
        camera.fit();
        assert_eq!(camera.visible().area(), 4096 * 4096);
    }

    #[test]
    fn zoom_keeps_the_cell_under_the_pointer() {
        let mut camera = Camera::new(Size::new(256, 256), (800, 556));
        let about = Pixel::new(411, 137);
        let cell = camera.cell_at(about);
        for _ in 0..30 {
            camera.zoom(1, about);
            assert_eq!(camera.cell_at(about), cell);
        }
        assert_eq!(camera.cell(), 64);
        camera.zoom(-99, about);
        assert_eq!((camera.cell(), camera.block()), (1, 16));
        assert!(!camera.is_fitted());
    }

    #[test]
    fn panning_never_loses_the_sheet() {
        let mut camera = Camera::new(Size::new(20, 20), (400, 300));
        for (dx, dy) in [(-9999, 0), (0, 9999), (9999, -9999)] {
            camera.pan(dx, dy);
            assert!(!camera.visible().is_empty());
        }
        camera.resize((50, 40));
        assert!(!camera.visible().is_empty());
    }

    #[test]
    fn revealing_a_cell_moves_as_little_as_needed() {
        let mut camera = Camera::new(Size::new(4096, 4096), (800, 556));
        camera.zoom(13, Pixel::new(0, 0));
        camera.reveal(Point::new(4095, 4095));
        let corner = camera.corner(Point::new(4095, 4095));
        assert_eq!(corner.x + camera.cell(), 800);
        let before = camera.clone();
        camera.reveal(Point::new(4090, 4090));
        assert_eq!(camera, before);
    }

    #[test]
    fn a_fitted_sheet_stays_fitted_when_the_window_grows() {
        let mut camera = Camera::new(Size::new(48, 32), (800, 556));
        camera.resize((1600, 956));
        assert_eq!(camera.cell(), 28);
        camera.show(Size::new(10, 10));
        assert_eq!(camera.cell(), 64);
    }
}
