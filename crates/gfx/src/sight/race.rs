//! How fast frames can be drawn: the observer runs over the sheet for some
//! hundreds of frames, each with its query, and the numbers are printed.

use parlour_grid::Point;
use parlour_grid::editor::{Button, Desk};

use parlour_rogue_window::outside;

/// A race in progress.
#[derive(Debug, Default)]
pub(super) struct Race {
    frames: u32,
    started: f64,
    micros: u64,
}

impl Race {
    const FRAMES: u32 = 600;
    /// The first frames open textures and fonts and do not count.
    const WARM_UP: u32 = 20;

    /// Moves the observer one step along a line that visits the whole sheet.
    pub(super) fn step(&mut self, desk: &mut Desk, micros: Option<u64>) {
        if self.frames == Self::WARM_UP {
            self.started = outside::seconds();
            self.micros = 0;
        }
        self.micros += micros.unwrap_or_default();
        let size = desk.editor().sheet().size();
        let fold = |step: u32, side: u32| {
            let period = 2 * side.max(2) - 2;
            let place = step % period;
            place.min(period - place).min(side - 1) as i32
        };
        let cell = Point::new(
            fold(self.frames * 3, size.width()),
            fold(self.frames * 2, size.height()),
        );
        if desk.editor().is_dragging() {
            desk.moved(cell);
        } else {
            desk.press(Button::Right, cell);
        }
        self.frames += 1;
        if self.is_over() {
            self.report(desk);
        }
    }

    pub(super) fn is_over(&self) -> bool {
        self.frames >= Self::FRAMES + Self::WARM_UP
    }

    fn report(&self, desk: &Desk) {
        let spent = outside::seconds() - self.started;
        let frames = f64::from(Self::FRAMES);
        println!(
            "{}: {:.1} frames/s, {:.2} ms a frame, of which the query {:.3} ms",
            desk.editor().sheet().size(),
            frames / spent,
            spent / frames * 1e3,
            self.micros as f64 / frames / 1e3,
        );
    }
}
