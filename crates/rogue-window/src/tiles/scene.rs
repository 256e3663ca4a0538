//! The tile window: events to keys, frames to pixels.

use macroquad::input::{KeyCode, MouseButton};
use parlour_grid::Point;
use parlour_rogue::Key;

use super::board::Overlay;
use super::{Board, TileGame};
use crate::input::Input;
use crate::lettering::{Lettering, fill, outline, shortened};
use crate::pixel::Pixel;
use crate::window::{Motion, Scene};
use crate::{outside, palette};

/// The height of the message bar, in pixels.
pub const BAR_HEIGHT: i32 = 48;
const LETTERS: u16 = 16;
/// Sizes a tile can have on each side, in pixels.
const SCALES: [i32; 8] = [12, 14, 16, 20, 24, 28, 36, 48];
/// The size they begin with.
pub const FIRST_SCALE: i32 = 20;
/// Milliseconds between two steps of a walk.
const STEP_TIME: u32 = 40;

/// From one line of an overlay to the next, in pixels.
const LINE: i32 = 22;
/// How wide a gauge is, in pixels, unless that is more than a quarter of the view.
const GAUGE: i32 = 160;

/// Whether words may lie over a row of the board whose tiles have `scale` pixels
/// on each side, in a view so many pixels high.
pub fn is_covered(overlay: &Overlay, row: i32, scale: i32, height: i32) -> bool {
    let (top, foot) = (row * scale, (row + 1) * scale);
    let head = !overlay.head.is_empty() && top < LINE;
    let advice = !overlay.advice.is_empty() && foot > height - LINE;
    let page_foot = page_top() + page_height(overlay);
    let page = !overlay.page.is_empty() && foot > page_top() && top < page_foot;
    head || advice || page
}

fn page_top() -> i32 {
    LINE + 6
}

fn page_height(overlay: &Overlay) -> i32 {
    overlay.page.len() as i32 * LINE + 16
}

/// A game in the window.
pub(super) struct TileScene<G: TileGame> {
    game: G,
    board: Board,
    scale: i32,
    view: (i32, i32),
    pointer: Option<Point>,
    walk: Option<G::Goal>,
    clock: f64,
    since_step: u32,
}

impl<G: TileGame> TileScene<G> {
    pub(super) fn new(game: G, size: (i32, i32)) -> Self {
        let mut scene = Self {
            game,
            board: Board::new(1, 1),
            scale: FIRST_SCALE,
            view: (0, 0),
            pointer: None,
            walk: None,
            clock: outside::seconds(),
            since_step: 0,
        };
        scene.resize(size);
        scene
    }

    /// The board fills the window above the bar.
    fn resize(&mut self, size: (i32, i32)) {
        let view = (size.0.max(1), (size.1 - BAR_HEIGHT).max(1));
        let columns = (view.0 / self.scale).max(1) as u32;
        let rows = (view.1 / self.scale).max(1) as u32;
        if self.view != view || self.board.size() != (columns, rows) {
            self.view = view;
            if self.board.size() != (columns, rows) {
                self.board = Board::new(columns, rows);
                self.game.draw(&mut self.board);
            }
        }
    }

    fn zoom(&mut self, by: i32) {
        let now = SCALES.iter().position(|&scale| scale == self.scale);
        let next = now.unwrap_or(0) as i32 + by;
        self.scale = SCALES[next.clamp(0, SCALES.len() as i32 - 1) as usize];
        let (width, height) = self.view;
        self.resize((width, height + BAR_HEIGHT));
    }

    fn place_at(&self, pixel: Pixel) -> Option<Point> {
        let at = Point::new(
            pixel.x.div_euclid(self.scale),
            pixel.y.div_euclid(self.scale),
        );
        self.board.tile_at(at).map(|_| at)
    }

    fn press(&mut self, key: Key) {
        self.board.skip();
        self.game.press(key, &mut self.board);
        outside::tell_state(|| self.game.fingerprint());
    }

    fn click(&mut self, place: Point) {
        self.board.skip();
        if self.game.choose(place, &mut self.board) {
            outside::tell_state(|| self.game.fingerprint());
            return;
        }
        self.walk = Some(self.game.goal_at(place));
        self.since_step = STEP_TIME;
        self.clock = outside::seconds();
    }

    /// Lets the time since the last frame pass: animations first, then walking.
    fn pass_time(&mut self) {
        let now = outside::seconds();
        let passed = ((now - self.clock) * 1000.0).clamp(0.0, 1000.0) as u32;
        if passed == 0 {
            return;
        }
        self.clock = now;
        let rest = self.board.pass(passed);
        let Some(goal) = self.walk else { return };
        self.since_step = self.since_step.saturating_add(rest);
        if self.board.is_moving() || self.since_step < STEP_TIME {
            return;
        }
        self.since_step = 0;
        match self.game.step_towards(goal) {
            Some(key) => self.press(key),
            None => self.walk = None,
        }
    }

    fn draw_board(&self, lettering: &Lettering) {
        let frame = self.board.shown();
        let (columns, _) = self.board.size();
        let size = (self.scale - self.scale / 8).max(8) as u16;
        let side = (self.scale as f32 - Lettering::advance(size)) / 2.0;
        let inset = Pixel::new(side.round() as i32, (self.scale - i32::from(size)) / 2 - 1);
        for (index, tile) in frame.tiles.iter().enumerate() {
            let at = Pixel::new(
                index as i32 % columns as i32 * self.scale,
                index as i32 / columns as i32 * self.scale,
            );
            if tile.ground != palette::OUTSIDE {
                fill(at, self.scale, self.scale, tile.ground);
            }
            if tile.letter != ' ' {
                let at = Pixel::new(at.x + inset.x, at.y + inset.y);
                lettering.letter(tile.letter, at, size, tile.colour);
            }
        }
        for (place, colour) in [
            (self.pointer, palette::FAINT_TEXT),
            (frame.cursor, palette::POINTER),
        ] {
            if let Some(place) = place {
                let at = Pixel::new(place.x * self.scale, place.y * self.scale);
                outline(at, self.scale, self.scale, colour);
            }
        }
    }

    fn draw_overlay(&self, lettering: &Lettering) {
        let overlay = &self.board.shown().overlay;
        let (width, height) = self.view;
        let letters = |room: i32| Lettering::fitting(room, LETTERS);
        if !overlay.head.is_empty() {
            fill(Pixel::new(0, 0), width, LINE, palette::BAR);
            let mut from = 10;
            if let Some((left, whole)) = overlay.gauge {
                let wide = GAUGE.min(width / 4);
                fill(Pixel::new(from, 6), wide, LINE - 12, palette::GAUGE[3]);
                let share = f64::from(left) / f64::from(whole.max(1));
                let colour = match share {
                    ..0.34 => palette::GAUGE[2],
                    ..0.67 => palette::GAUGE[1],
                    _ => palette::GAUGE[0],
                };
                // While anything is left, something is shown.
                let shown = (share.min(1.0) * f64::from(wide)).ceil() as i32;
                fill(Pixel::new(from, 6), shown, LINE - 12, colour);
                from += wide + 10;
            }
            let text = shortened(&overlay.head, letters(width - from - 10));
            lettering.write(&text, Pixel::new(from, 2), LETTERS, palette::TEXT);
        }
        if !overlay.advice.is_empty() {
            let top = height - LINE;
            fill(Pixel::new(0, top), width, LINE, palette::OUTSIDE);
            let text = shortened(&overlay.advice, letters(width - 20));
            lettering.write(&text, Pixel::new(10, top + 2), LETTERS, palette::MESSAGE);
        }
        if !overlay.page.is_empty() {
            let lines = overlay.page.iter();
            let longest = lines.map(|line| line.chars().count()).max().unwrap_or(0);
            let room = (longest as f32 * Lettering::advance(LETTERS)).ceil() as i32 + 24;
            let (at, high) = (Pixel::new(10, page_top()), page_height(overlay));
            fill(at, room.min(width - 20), high, palette::BAR);
            outline(at, room.min(width - 20), high, palette::FAINT_TEXT);
            for (row, line) in overlay.page.iter().enumerate() {
                let at = Pixel::new(22, page_top() + 8 + row as i32 * LINE);
                let text = shortened(line, letters(width - 44));
                lettering.write(&text, at, LETTERS, palette::TEXT);
            }
        }
    }

    fn draw_bar(&self, size: (i32, i32), lettering: &Lettering) {
        let top = size.1 - BAR_HEIGHT;
        fill(Pixel::new(0, top), size.0, BAR_HEIGHT, palette::BAR);
        let letters = Lettering::fitting(size.0 - 20, LETTERS).max(1);
        let lines = parlour_rogue::wrap(&self.board.shown().message, letters);
        for (row, line) in lines.iter().take(2).enumerate() {
            let at = Pixel::new(10, top + 4 + row as i32 * 20);
            lettering.write(line, at, LETTERS, palette::TEXT);
        }
        // What lies under the mouse, where the messages leave room.
        let words = self.pointer.and_then(|at| self.game.words_at(at));
        if let Some(words) = words.filter(|_| lines.len() < 2) {
            let at = Pixel::new(10, top + 24);
            lettering.write(&words, at, LETTERS, palette::FAINT_TEXT);
        }
    }
}

impl<G: TileGame> Scene for TileScene<G> {
    fn take(&mut self, input: Input) {
        match input {
            Input::Letter(letter) => {
                self.walk = None;
                self.press(Key::Char(letter));
            }
            Input::Ctrl(letter) => {
                self.walk = None;
                self.press(Key::Ctrl(letter));
            }
            Input::Key(code) => {
                if let Some(key) = key_of(code) {
                    self.walk = None;
                    self.press(key);
                }
            }
            Input::Moved(pixel) => self.pointer = self.place_at(pixel),
            Input::Pressed { button, at, .. } => {
                self.pointer = self.place_at(at);
                self.walk = None;
                match (button, self.pointer) {
                    (MouseButton::Left, Some(place)) => self.click(place),
                    (MouseButton::Right, _) => {
                        self.board.skip();
                        self.game.cancel(&mut self.board);
                    }
                    _ => {}
                }
            }
            Input::Wheel(by) => self.zoom(by),
            Input::Released(_) | Input::Touch(_) | Input::Dropped { .. } => {}
        }
    }

    fn draw(&mut self, size: (i32, i32), lettering: &Lettering) {
        self.resize(size);
        self.pass_time();
        self.draw_board(lettering);
        self.draw_overlay(lettering);
        self.draw_bar(size, lettering);
    }

    fn motion(&self) -> Motion {
        if self.board.is_moving() || self.walk.is_some() {
            Motion::Moving
        } else {
            Motion::Still
        }
    }

    fn is_done(&self) -> bool {
        self.game.is_over() && outside::can_close()
    }
}

fn key_of(code: KeyCode) -> Option<Key> {
    Some(match code {
        KeyCode::Enter | KeyCode::KpEnter => Key::Enter,
        KeyCode::Escape => Key::Escape,
        KeyCode::Tab => Key::Tab,
        KeyCode::Backspace => Key::Backspace,
        KeyCode::Delete => Key::Delete,
        KeyCode::Insert => Key::Insert,
        KeyCode::Up => Key::Up,
        KeyCode::Down => Key::Down,
        KeyCode::Left => Key::Left,
        KeyCode::Right => Key::Right,
        KeyCode::Home => Key::Home,
        KeyCode::End => Key::End,
        KeyCode::PageUp => Key::PageUp,
        KeyCode::PageDown => Key::PageDown,
        KeyCode::F1 => Key::F(1),
        KeyCode::F2 => Key::F(2),
        KeyCode::F3 => Key::F(3),
        KeyCode::F4 => Key::F(4),
        KeyCode::F5 => Key::F(5),
        KeyCode::F6 => Key::F(6),
        KeyCode::F7 => Key::F(7),
        KeyCode::F8 => Key::F(8),
        KeyCode::F9 => Key::F(9),
        KeyCode::F10 => Key::F(10),
        KeyCode::F11 => Key::F(11),
        KeyCode::F12 => Key::F(12),
        _ => return None,
    })
}
