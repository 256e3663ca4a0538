//! Where the sheet lies in the window: whole pixels per cell, a whole-pixel
//! offset. Nothing here knows a graphics card, so tests compute with it what a
//! screenshot must show.

use parlour_grid::{Point, Rect, Size};

/// A place in the window in pixels from its top left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pixel {
    /// Pixels to the right.
    pub x: i32,
    /// Pixels down.
    pub y: i32,
}

impl Pixel {
    /// The pixel at these distances from the top left.
    pub const fn new(x: i32, y: i32) -> Self {
        Self { x, y }
    }
}

/// The sizes a cell can have on the screen, in pixels.
const SCALES: [i32; 18] = [
    1, 2, 3, 4, 5, 6, 8, 10, 12, 14, 16, 20, 24, 28, 32, 40, 48, 64,
];

/// How the sheet lies in the part of the window that shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Camera {
    size: Size,
    view: (i32, i32),
    cell: i32,
    origin: Pixel,
    fitted: bool,
}

impl Camera {
    /// A camera that shows the whole sheet in a view of this width and height, as
    /// far as it fits at one pixel a cell.
    pub fn new(size: Size, view: (i32, i32)) -> Self {
        let mut camera = Self {
            size,
            view,
            cell: 1,
            origin: Pixel::default(),
            fitted: true,
        };
        camera.fit();
        camera
    }

    /// Pixels a cell has on each side.
    pub fn cell(&self) -> i32 {
        self.cell
    }

    /// Width and height of the view.
    pub fn view(&self) -> (i32, i32) {
        self.view
    }

    /// The top left pixel of a cell.
    pub fn corner(&self, cell: Point) -> Pixel {
        let along = |at: i32, origin: i32| at.saturating_mul(self.cell).saturating_add(origin);
        Pixel::new(along(cell.x, self.origin.x), along(cell.y, self.origin.y))
    }

    /// The pixel in the middle of a cell.
    pub fn middle(&self, cell: Point) -> Pixel {
        let corner = self.corner(cell);
        Pixel::new(corner.x + self.cell / 2, corner.y + self.cell / 2)
    }

    /// The cell under a pixel; it may be off the sheet.
    pub fn cell_at(&self, pixel: Pixel) -> Point {
        Point::new(
            (pixel.x - self.origin.x).div_euclid(self.cell),
            (pixel.y - self.origin.y).div_euclid(self.cell),
        )
    }

    /// The cells of the sheet of which something is in view.
    pub fn visible(&self) -> Rect {
        let last = Pixel::new(self.view.0 - 1, self.view.1 - 1);
        Rect::spanning(self.cell_at(Pixel::default()), self.cell_at(last))
            .intersection(self.size.rect())
    }

    /// Whether the camera keeps the whole sheet in view when the window changes.
    pub fn is_fitted(&self) -> bool {
        self.fitted
    }

    /// The largest cells at which the whole sheet is in view, in the middle.
    pub fn fit(&mut self) {
        let (width, height) = (self.size.width() as i32, self.size.height() as i32);
        let room = (self.view.0 / width.max(1)).min(self.view.1 / height.max(1));
        self.cell = SCALES
            .into_iter()
            .rev()
            .find(|&scale| scale <= room)
            .unwrap_or(SCALES[0]);
        self.fitted = true;
        self.origin = Pixel::new(
            (self.view.0 - width * self.cell).div_euclid(2),
            (self.view.1 - height * self.cell).div_euclid(2),
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
            .position(|&scale| scale == self.cell)
            .unwrap_or(0);
        let next = (now as i32)
            .saturating_add(steps)
            .clamp(0, SCALES.len() as i32 - 1);
        let scale = SCALES[next as usize];
        if scale == self.cell {
            return;
        }
        let rescaled = |at: i32, origin: i32| {
            let inside = i64::from(at - origin) * i64::from(scale);
            at - inside.div_euclid(i64::from(self.cell)) as i32
        };
        self.origin = Pixel::new(
            rescaled(about.x, self.origin.x),
            rescaled(about.y, self.origin.y),
        );
        self.cell = scale;
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
            let length = cells as i32 * self.cell;
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
    fn a_sheet_larger_than_the_window_has_one_pixel_a_cell() {
        let camera = Camera::new(Size::new(4096, 4096), (800, 556));
        assert_eq!(camera.cell(), 1);
        let seen = camera.visible();
        assert_eq!((seen.w, seen.h), (800, 556));
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
        assert_eq!(camera.cell(), 1);
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
        camera.zoom(9, Pixel::new(0, 0));
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
