//! The tile window: events to keys, frames to pixels.

use std::collections::BTreeMap;

use macroquad::input::{KeyCode, MouseButton};
use macroquad::miniquad::TouchPhase;
use parlour_grid::Point;
use parlour_rogue::Key;

use super::arrangement::{Arrangement, SCALES};
use super::board::Frame;
use super::keys::key_of;
use super::painter::Painter;
use super::slide::Slide;
use super::{Board, TileGame, words};
use crate::input::{Input, Touch};
use crate::lettering::Lettering;
use crate::outside;
use crate::pixel::Pixel;
use crate::window::{Motion, Scene};

/// Milliseconds between two steps of a walk.
const STEP_TIME: u32 = 60;
/// The key that changes between pictures and letters.
const LOOK: KeyCode = KeyCode::F2;

/// A game in the window.
pub(super) struct TileScene<G: TileGame> {
    game: G,
    board: Board,
    window: (i32, i32),
    arranged: Arrangement,
    /// The scale somebody chose; else the map fills its room.
    scale: Option<i32>,
    painter: Painter,
    pointer: Option<Pixel>,
    fingers: BTreeMap<u64, Pixel>,
    /// How far two fingers were apart when the scale last changed.
    pinch: Option<i32>,
    walk: Option<G::Goal>,
    clock: f64,
    since_step: u32,
    last: (u64, Frame),
    slide: Option<Slide>,
}

impl<G: TileGame> TileScene<G> {
    pub(super) fn new(game: G, window: (i32, i32)) -> Self {
        let arranged = Arrangement::new(&game, window, None);
        let board = Board::new(arranged.shape());
        let mut scene = Self {
            painter: Painter::new(game.sheet(), game.look()),
            game,
            last: (0, board.shown().clone()),
            board,
            window,
            arranged,
            scale: None,
            pointer: None,
            fingers: BTreeMap::new(),
            pinch: None,
            walk: None,
            clock: outside::seconds(),
            since_step: 0,
            slide: None,
        };
        scene.game.draw(&mut scene.board);
        scene.tell_look();
        scene
    }

    /// Another window, another scale or another level may want another board.
    fn arrange(&mut self) {
        self.arranged = Arrangement::new(&self.game, self.window, self.scale);
        if self.board.shape() != self.arranged.shape() {
            self.board = Board::new(self.arranged.shape());
            self.game.draw(&mut self.board);
            // From a board of another shape nothing glides.
            self.last = (self.board.turned(), self.board.shown().clone());
            self.slide = None;
        }
    }

    fn zoom(&mut self, by: i32) {
        let now = self.arranged.scale;
        let place = SCALES.iter().position(|&scale| scale == now).unwrap_or(0);
        let next = (place as i32 + by).clamp(0, SCALES.len() as i32 - 1);
        self.scale = Some(SCALES[next as usize]);
        self.arrange();
    }

    fn change_look(&mut self) {
        self.painter.look = self.painter.look.other();
        self.game.keep_look(self.painter.look);
        self.tell_look();
    }

    fn tell_look(&self) {
        outside::tell_around("look", || self.painter.look.word().to_owned());
    }

    fn press(&mut self, key: Key) {
        self.board.skip();
        self.game.press(key, &mut self.board);
        outside::tell_state(|| self.game.fingerprint());
    }

    /// A click, or a fingertip.
    fn click(&mut self, at: Pixel) {
        self.board.skip();
        let letter = self.arranged.letter_at(at);
        match self.board.shown().words.key_put_at(letter) {
            Some(Some(key)) => self.press(key),
            Some(None) => {}
            None => {
                if let Some(tile) = self.arranged.tile_at(at) {
                    self.click_tile(tile);
                }
            }
        }
    }

    fn click_tile(&mut self, tile: Point) {
        if self.game.choose(tile, &mut self.board) {
            outside::tell_state(|| self.game.fingerprint());
            return;
        }
        self.walk = Some(self.game.goal_at(tile));
        self.since_step = STEP_TIME;
        self.clock = outside::seconds();
    }

    /// Two fingers that part make tiles larger; the first one's walk is not meant.
    fn touch(&mut self, touch: Touch) {
        match touch.phase {
            TouchPhase::Started | TouchPhase::Moved => {
                self.fingers.insert(touch.finger, touch.at);
            }
            TouchPhase::Ended | TouchPhase::Cancelled => {
                self.fingers.remove(&touch.finger);
                self.pinch = None;
                self.pointer = None;
            }
        }
        let mut fingers = self.fingers.values();
        if let (Some(one), Some(other)) = (fingers.next(), fingers.next()) {
            self.walk = None;
            let apart = (one.x - other.x).abs().max((one.y - other.y).abs()).max(1);
            match self.pinch {
                Some(before) if apart * 5 > before * 6 => self.pinched(1, apart),
                Some(before) if apart * 6 < before * 5 => self.pinched(-1, apart),
                Some(_) => {}
                None => self.pinch = Some(apart),
            }
        }
    }

    fn pinched(&mut self, by: i32, apart: i32) {
        self.pinch = Some(apart);
        self.zoom(by);
    }

    /// Lets the time since the last frame pass: animations first, then walking.
    fn pass_time(&mut self) {
        let now = outside::seconds();
        let passed = ((now - self.clock) * 1000.0).clamp(0.0, 1000.0) as u32;
        if passed > 0 {
            self.clock = now;
            let rest = self.board.pass(passed);
            self.go_on(rest);
        }
        self.glide(now);
    }

    fn go_on(&mut self, rest: u32) {
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

    /// A new frame is glided to from the last one.
    fn glide(&mut self, now: f64) {
        if self.last.0 != self.board.turned() {
            let shown = self.board.shown().clone();
            let before = std::mem::replace(&mut self.last, (self.board.turned(), shown)).1;
            let columns = self.board.size().0;
            self.slide = Slide::between(before, self.board.shown(), columns, now)
                .filter(|_| !self.game.is_still());
        }
        if self.slide.as_ref().is_some_and(|slide| slide.is_over(now)) {
            self.slide = None;
        }
    }

    fn draw_label(&self, lettering: &Lettering) {
        let Some(at) = self.pointer else { return };
        let covered = self
            .board
            .shown()
            .words
            .key_put_at(self.arranged.letter_at(at));
        let tile = self.arranged.tile_at(at).filter(|_| covered.is_none());
        if let Some(words) = tile.and_then(|tile| self.game.words_at(tile)) {
            words::label(&words, at, self.window, lettering);
        }
    }
}

impl<G: TileGame> Scene for TileScene<G> {
    fn font(&self) -> Option<&[u8]> {
        self.game.font()
    }

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
            Input::Key(LOOK) => self.change_look(),
            Input::Key(code) => {
                if let Some(key) = key_of(code) {
                    self.walk = None;
                    self.press(key);
                }
            }
            Input::Moved(pixel) => self.pointer = Some(pixel),
            Input::Pressed { button, at, .. } => {
                self.pointer = Some(at);
                self.walk = None;
                match button {
                    MouseButton::Left => self.click(at),
                    MouseButton::Right => {
                        self.board.skip();
                        self.game.cancel(&mut self.board);
                    }
                    _ => {}
                }
            }
            Input::Wheel(by) => self.zoom(by),
            Input::Touch(touch) => self.touch(touch),
            Input::Released(_) | Input::Dropped { .. } => {}
        }
        self.arrange();
    }

    fn draw(&mut self, size: (i32, i32), lettering: &Lettering) {
        self.window = size;
        self.arrange();
        self.pass_time();
        let pointed = self.pointer.and_then(|at| self.arranged.tile_at(at));
        let slide = self.slide.as_ref();
        let slide = slide.map(|slide| (slide, slide.share(self.clock)));
        self.painter
            .draw(&self.board, &self.arranged, slide, pointed, lettering);
        words::draw(&self.board.shown().words, &self.arranged, lettering);
        self.draw_label(lettering);
    }

    fn motion(&self) -> Motion {
        if self.board.is_moving() || self.walk.is_some() || self.slide.is_some() {
            Motion::Moving
        } else {
            Motion::Still
        }
    }

    fn is_done(&self) -> bool {
        self.game.is_over() && outside::can_close()
    }
}
