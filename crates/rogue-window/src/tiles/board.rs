//! A board: the tiles of the map and the words around them, frame by frame, for a
//! window that shows it in its own time.

use std::collections::VecDeque;

use parlour_grid::Point;
use parlour_rogue::Glyph;
use parlour_rogue::ui::Screen;

use super::colours::on_screen;
use crate::palette::{self, Rgb};

/// What stands on a tile: a letter, for which a sheet may have a picture, in a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sign {
    /// The letter.
    pub letter: char,
    /// Its colour.
    pub colour: Rgb,
}

impl Sign {
    /// A letter in a colour.
    pub const fn new(letter: char, colour: Rgb) -> Self {
        Self { letter, colour }
    }
}

impl From<Glyph> for Sign {
    fn from(glyph: Glyph) -> Self {
        Self::new(glyph.char, on_screen(glyph.colour))
    }
}

/// One cell of the map in layers, the lowest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tile {
    /// The colour behind everything.
    pub ground: Rgb,
    /// What the ground is; nothing where nothing is known.
    pub under: Option<Sign>,
    /// Who or what is on it.
    pub over: Option<Sign>,
}

impl Tile {
    /// Nothing known.
    pub const UNKNOWN: Self = Self {
        ground: palette::OUTSIDE,
        under: None,
        over: None,
    };

    /// What is topmost.
    pub fn top(&self) -> Option<Sign> {
        self.over.or(self.under)
    }

    /// The letter of what is topmost; a blank where nothing is.
    pub fn letter(&self) -> char {
        self.top().map_or(' ', |sign| sign.letter)
    }
}

/// How many tiles a board has, and how many letters the screen around them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Columns and rows of tiles.
    pub tiles: (u32, u32),
    /// Columns and rows of letters, those under the map included.
    pub letters: (u16, u16),
}

/// Everything that is on the board at one moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The tiles, row by row.
    pub tiles: Vec<Tile>,
    /// The cell of the map that the first tile shows.
    pub offset: Point,
    /// The tile on which the cursor stands.
    pub cursor: Option<Point>,
    /// The words around the map and over it.
    pub words: Screen,
    /// How long it stands, in milliseconds, before the next one is shown.
    pub stands: u32,
}

/// A board of tiles and words. What is drawn becomes visible with
/// [`refresh`](Board::refresh); frames follow each other as [`wait`](Board::wait)
/// asks.
#[derive(Clone, Debug)]
pub struct Board {
    shape: Shape,
    drawing: Frame,
    shown: Frame,
    coming: VecDeque<Frame>,
    /// How often another frame came to be shown.
    turned: u64,
}

impl Board {
    /// Animations keep at most so many frames; of more, only the last is shown.
    const MOST_FRAMES: usize = 2_000;

    /// An empty board.
    pub fn new(shape: Shape) -> Self {
        let (columns, rows) = shape.tiles;
        let empty = Frame {
            tiles: vec![Tile::UNKNOWN; (columns * rows) as usize],
            offset: Point::ORIGIN,
            cursor: None,
            words: Screen::new(shape.letters.0, shape.letters.1),
            stands: 0,
        };
        Self {
            shape,
            drawing: empty.clone(),
            shown: empty,
            coming: VecDeque::new(),
            turned: 0,
        }
    }

    /// How large it is.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Columns and rows of tiles.
    pub fn size(&self) -> (u32, u32) {
        self.shape.tiles
    }

    /// What is to be seen now.
    pub fn shown(&self) -> &Frame {
        &self.shown
    }

    /// How often another frame came to be shown.
    pub fn turned(&self) -> u64 {
        self.turned
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
            self.turned += 1;
            self.coming.pop_front();
        }
        milliseconds
    }

    /// Ends all animations: the last frame is shown.
    pub fn skip(&mut self) {
        if let Some(last) = self.coming.pop_back() {
            self.shown = last;
            self.turned += 1;
            self.coming.clear();
        }
    }

    /// Begins a drawing: nothing known, no words, and the cell of the map that the
    /// first tile will show.
    pub fn clear(&mut self, offset: Point) {
        self.drawing.tiles.fill(Tile::UNKNOWN);
        self.drawing.offset = offset;
        self.drawing.cursor = None;
        let (columns, rows) = self.shape.letters;
        self.drawing.words = Screen::new(columns, rows);
    }

    /// Lays a tile. Off the board nothing is laid.
    pub fn tile(&mut self, at: Point, tile: Tile) {
        if let Some(index) = self.index(at) {
            self.drawing.tiles[index] = tile;
        }
    }

    /// Puts something on a tile: a spark, an arrow in flight.
    pub fn over(&mut self, at: Point, sign: Sign) {
        if let Some(index) = self.index(at) {
            self.drawing.tiles[index].over = Some(sign);
        }
    }

    /// Puts the cursor somewhere, or hides it.
    pub fn cursor(&mut self, at: Option<Point>) {
        self.drawing.cursor = at;
    }

    /// The words being written around the map.
    pub fn words(&mut self) -> &mut Screen {
        &mut self.drawing.words
    }

    /// Shows what was drawn, after what waits for its time.
    pub fn refresh(&mut self) {
        let full = self.coming.len() >= Self::MOST_FRAMES;
        let waiting = self.coming.back_mut();
        let shows_now = waiting.is_none();
        let last = waiting.unwrap_or(&mut self.shown);
        if last.stands == 0 || full {
            *last = self.drawing.clone();
            self.turned += u64::from(shows_now);
        } else {
            self.coming.push_back(self.drawing.clone());
        }
    }

    /// Lets what was shown last stand a while.
    pub fn wait(&mut self, milliseconds: u32) {
        let last = self.coming.back_mut().unwrap_or(&mut self.shown);
        last.stands = last.stands.saturating_add(milliseconds).min(10_000);
    }

    fn index(&self, at: Point) -> Option<usize> {
        let (columns, rows) = self.shape.tiles;
        let inside = at.x >= 0 && at.y >= 0 && (at.x as u32) < columns && (at.y as u32) < rows;
        inside.then(|| at.y as usize * columns as usize + at.x as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board() -> Board {
        Board::new(Shape {
            tiles: (3, 2),
            letters: (10, 4),
        })
    }

    fn draw(board: &mut Board, letter: char) {
        board.clear(Point::ORIGIN);
        board.over(Point::new(1, 0), Sign::new(letter, palette::TEXT));
        board.refresh();
    }

    fn letter(board: &Board) -> char {
        let tile = board.tile_at(Point::new(1, 0));
        tile.expect("on the board").letter()
    }

    #[test]
    fn without_waiting_the_last_drawing_is_shown_at_once() {
        let mut board = board();
        draw(&mut board, 'a');
        draw(&mut board, 'b');
        assert_eq!(letter(&board), 'b');
        assert!(!board.is_moving());
        assert_eq!(board.turned(), 2);
    }

    #[test]
    fn frames_are_shown_one_after_another_in_their_time() {
        let mut board = board();
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
        let mut board = board();
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
        let mut board = board();
        for at in [(-1, 0), (3, 0), (0, 2), (i32::MIN, i32::MAX)] {
            board.over(at.into(), Sign::new('x', palette::TEXT));
            board.tile(at.into(), Tile::UNKNOWN);
            assert_eq!(board.tile_at(at.into()), None);
        }
    }

    #[test]
    fn the_topmost_layer_gives_the_letter() {
        let floor = Sign::new('.', palette::TEXT);
        let mut tile = Tile {
            under: Some(floor),
            ..Tile::UNKNOWN
        };
        assert_eq!(tile.letter(), '.');
        tile.over = Some(Sign::new('k', palette::TEXT));
        assert_eq!(tile.letter(), 'k');
        assert_eq!(Tile::UNKNOWN.letter(), ' ');
    }
}
