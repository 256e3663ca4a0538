//! A board of characters: a [`Display`] that keeps what is drawn, frame by frame,
//! for a window that shows it in its own time.

use std::collections::VecDeque;

use parlour_grid::Point;
use parlour_rogue::Glyph;
use parlour_rogue::Knowledge;
use parlour_rogue::display::{Display, Input};

use super::colours::{REMEMBERED_GROUND, SEEN_GROUND, on_screen};
use crate::palette::{self, Rgb};

/// A character on its ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tile {
    /// The character; a blank where nothing is known.
    pub letter: char,
    /// Its colour.
    pub colour: Rgb,
    /// What lies behind it.
    pub ground: Rgb,
}

impl Tile {
    /// Nothing known.
    pub const UNKNOWN: Self = Self {
        letter: ' ',
        colour: palette::OUTSIDE,
        ground: palette::OUTSIDE,
    };
}

/// Words over the tiles, in letters that do not keep to them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Overlay {
    /// A bar in the first row: so much of so much.
    pub gauge: Option<(u32, u32)>,
    /// The words beside it.
    pub head: String,
    /// Advice, in the last row.
    pub advice: String,
    /// A page over the map, line by line.
    pub page: Vec<String>,
}

/// Everything that is on the board at one moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The tiles, row by row.
    pub tiles: Vec<Tile>,
    /// Where the cursor stands.
    pub cursor: Option<Point>,
    /// The text below the map.
    pub message: String,
    /// Words over the tiles.
    pub overlay: Overlay,
    /// How long it stands, in milliseconds, before the next one is shown.
    pub stands: u32,
}

/// A board of so many columns and rows. What is drawn becomes visible with
/// `refresh`; frames follow each other as `wait` asks.
#[derive(Clone, Debug)]
pub struct Board {
    columns: u32,
    rows: u32,
    drawing: Frame,
    shown: Frame,
    coming: VecDeque<Frame>,
}

impl Board {
    /// Animations keep at most so many frames; of more, only the last is shown.
    const MOST_FRAMES: usize = 2_000;

    /// An empty board.
    pub fn new(columns: u32, rows: u32) -> Self {
        let empty = Frame {
            tiles: vec![Tile::UNKNOWN; (columns * rows) as usize],
            cursor: None,
            message: String::new(),
            overlay: Overlay::default(),
            stands: 0,
        };
        Self {
            columns,
            rows,
            drawing: empty.clone(),
            shown: empty,
            coming: VecDeque::new(),
        }
    }

    /// Columns and rows.
    pub fn size(&self) -> (u32, u32) {
        (self.columns, self.rows)
    }

    /// What is to be seen now.
    pub fn shown(&self) -> &Frame {
        &self.shown
    }

    /// The tile at a place, as it is to be seen now.
    pub fn tile_at(&self, at: Point) -> Option<Tile> {
        self.index(at).map(|index| self.shown.tiles[index])
    }

    /// Whether frames wait for their time.
    pub fn is_moving(&self) -> bool {
        !self.coming.is_empty()
    }

    /// Lets time pass, in milliseconds: frames that have stood long enough make
    /// room for the next. Gives back the time that was not used up.
    pub fn pass(&mut self, mut milliseconds: u32) -> u32 {
        while let Some(next) = self.coming.front() {
            if self.shown.stands > milliseconds {
                self.shown.stands -= milliseconds;
                return 0;
            }
            milliseconds -= self.shown.stands;
            self.shown = next.clone();
            self.coming.pop_front();
        }
        milliseconds
    }

    /// Ends all animations: the last frame is shown.
    pub fn skip(&mut self) {
        if let Some(last) = self.coming.pop_back() {
            self.shown = last;
            self.coming.clear();
        }
    }

    /// Lays words over what is being drawn.
    pub fn lay_over(&mut self, overlay: Overlay) {
        self.drawing.overlay = overlay;
    }

    fn index(&self, at: Point) -> Option<usize> {
        let inside =
            at.x >= 0 && at.y >= 0 && (at.x as u32) < self.columns && (at.y as u32) < self.rows;
        inside.then(|| at.y as usize * self.columns as usize + at.x as usize)
    }

    fn put(&mut self, at: Point, glyph: Glyph, ground: Rgb) {
        if let Some(index) = self.index(at) {
            self.drawing.tiles[index] = Tile {
                letter: glyph.char,
                colour: on_screen(glyph.colour),
                ground,
            };
        }
    }
}

impl Display for Board {
    fn map_size(&self) -> (u32, u32) {
        self.size()
    }

    fn clear(&mut self) {
        self.drawing.tiles.fill(Tile::UNKNOWN);
        self.drawing.cursor = None;
        self.drawing.message.clear();
        self.drawing.overlay = Overlay::default();
    }

    fn tile(&mut self, at: Point, glyph: Glyph, knowledge: Knowledge) {
        let ground = match knowledge {
            Knowledge::Seen => SEEN_GROUND,
            Knowledge::Remembered => REMEMBERED_GROUND,
            Knowledge::Unknown => palette::OUTSIDE,
        };
        self.put(at, glyph, ground);
    }

    fn entity(&mut self, at: Point, glyph: Glyph) {
        self.put(at, glyph, SEEN_GROUND);
    }

    fn cursor(&mut self, at: Option<Point>) {
        self.drawing.cursor = at;
    }

    fn message(&mut self, text: &str) {
        text.clone_into(&mut self.drawing.message);
    }

    fn refresh(&mut self) {
        let full = self.coming.len() >= Self::MOST_FRAMES;
        let last = self.coming.back_mut().unwrap_or(&mut self.shown);
        if last.stands == 0 || full {
            *last = self.drawing.clone();
        } else {
            self.coming.push_back(self.drawing.clone());
        }
    }

    fn wait(&mut self, milliseconds: u32) {
        let last = self.coming.back_mut().unwrap_or(&mut self.shown);
        last.stands = last.stands.saturating_add(milliseconds).min(10_000);
    }

    fn input(&mut self) -> Option<Input> {
        // Keys are pushed to the game by the window.
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_rogue::Colour;

    fn draw(board: &mut Board, letter: char) {
        board.clear();
        board.entity(Point::new(1, 0), Glyph::new(letter, Colour::Red));
        board.refresh();
    }

    fn letter(board: &Board) -> char {
        board
            .tile_at(Point::new(1, 0))
            .expect("on the board")
            .letter
    }

    #[test]
    fn without_waiting_the_last_drawing_is_shown_at_once() {
        let mut board = Board::new(3, 2);
        draw(&mut board, 'a');
        draw(&mut board, 'b');
        assert_eq!(letter(&board), 'b');
        assert!(!board.is_moving());
    }

    #[test]
    fn frames_are_shown_one_after_another_in_their_time() {
        let mut board = Board::new(3, 2);
        for frame in ['a', 'b', 'c'] {
            draw(&mut board, frame);
            if frame != 'c' {
                board.wait(50);
            }
        }
        assert_eq!(letter(&board), 'a');
        assert_eq!(board.pass(49), 0);
        assert_eq!(letter(&board), 'a');
        board.pass(1);
        assert_eq!(letter(&board), 'b');
        assert_eq!(board.pass(70), 20);
        assert_eq!(letter(&board), 'c');
        assert!(!board.is_moving());
    }

    #[test]
    fn skipping_shows_the_end() {
        let mut board = Board::new(3, 2);
        for frame in ['a', 'b', 'c'] {
            draw(&mut board, frame);
            board.wait(50);
        }
        board.skip();
        assert_eq!(letter(&board), 'c');
        assert!(!board.is_moving());
    }

    #[test]
    fn places_off_the_board_are_nowhere() {
        let mut board = Board::new(3, 2);
        for at in [(-1, 0), (3, 0), (0, 2), (i32::MIN, i32::MAX)] {
            board.entity(at.into(), Glyph::UNKNOWN);
            assert_eq!(board.tile_at(at.into()), None);
        }
    }

    #[test]
    fn fog_has_three_grounds() {
        let mut board = Board::new(3, 1);
        let wall = Glyph::new('#', Colour::White);
        board.tile(Point::new(0, 0), wall, Knowledge::Seen);
        board.tile(Point::new(1, 0), wall, Knowledge::Remembered);
        board.refresh();
        let ground = |x| {
            board
                .tile_at(Point::new(x, 0))
                .expect("on the board")
                .ground
        };
        assert_eq!(
            [ground(0), ground(1), ground(2)],
            [SEEN_GROUND, REMEMBERED_GROUND, palette::OUTSIDE]
        );
    }
}
