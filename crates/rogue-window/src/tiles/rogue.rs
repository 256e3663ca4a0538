//! Any game of the framework as a [`TileGame`].

use parlour_grid::path::{PathFinder, PathRules};
use parlour_grid::{BitGrid, Direction, Point, Rect, Size};
use parlour_rogue::display::Flow;
use parlour_rogue::ui::{Front, Heard, Layout};
use parlour_rogue::{Action, Ending, Frame, Game, Key, Knowledge, LevelId, Mode, View, ViewCell};

use super::board::{Sign, Tile};
use super::colours::on_screen;
use super::light::{Lamp, ground, lit};
use super::{Board, Look, Sheet, TileGame};
use crate::palette::Rgb;

/// Does what the rules hand through: save, quit.
type Asked = Box<dyn FnMut(&mut Game, &Action) -> Flow>;

/// A game of the framework at the window.
pub struct RogueTable {
    title: String,
    game: Game,
    asked: Asked,
    front: Front,
    sheet: Sheet,
    font: Option<Vec<u8>>,
    look: Look,
    lamp: Lamp,
    /// Columns and rows of the board, which decide what part of the map it shows.
    board: (u32, u32),
    finder: PathFinder,
    /// What was known when the last step of a walk was asked for.
    noticed: Option<Noticed>,
    /// What is to be done when the game has ended otherwise than by being left.
    at_end: Option<Box<dyn FnOnce()>>,
    over: bool,
}

/// What makes a walker stop and look when it changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Noticed {
    messages: u64,
    seen: usize,
    from: Point,
}

impl RogueTable {
    /// A table for a game, with panels where the layout says. Actions that the rules
    /// hand through go to `asked`.
    pub fn new(
        title: &str,
        game: Game,
        layout: Layout,
        asked: impl FnMut(&mut Game, &Action) -> Flow + 'static,
    ) -> Self {
        Self {
            title: title.to_owned(),
            front: Front::new(layout, &game),
            game,
            asked: Box::new(asked),
            sheet: Sheet::lantern(),
            font: None,
            look: Look::default(),
            lamp: Lamp::default(),
            board: (0, 0),
            finder: PathFinder::new(),
            noticed: None,
            at_end: None,
            over: false,
        }
    }

    /// The same, and when the game has been won or lost something is done once.
    #[must_use]
    pub fn at_end(mut self, act: impl FnOnce() + 'static) -> Self {
        self.at_end = Some(Box::new(act));
        self
    }

    /// The same with other pictures.
    #[must_use]
    pub fn with_sheet(mut self, sheet: Sheet) -> Self {
        self.sheet = sheet;
        self
    }

    /// The same in a font of its own, the bytes of a TTF or OTF file:
    /// `include_bytes!("my-font.ttf")`. Letters have to be of one width.
    #[must_use]
    pub fn with_font(mut self, font: impl Into<Vec<u8>>) -> Self {
        self.font = Some(font.into());
        self
    }

    /// The same drawn another way at first.
    #[must_use]
    pub fn with_look(mut self, look: Look) -> Self {
        self.look = look;
        self
    }

    /// The same in another light.
    #[must_use]
    pub fn with_lamp(mut self, lamp: Lamp) -> Self {
        self.lamp = lamp;
        self
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    fn view(&self) -> View {
        View::following(&self.game, self.board.0, self.board.1)
    }

    fn player(&self) -> Option<Point> {
        let world = &self.game.world;
        Some(world.entity(world.player()?)?.at())
    }

    /// Cells the player cannot or would not walk over: blocked ones, and those
    /// never seen.
    fn closed(&self) -> BitGrid {
        let level = self.game.world.level();
        let mut closed = level.explored().clone();
        closed.invert();
        closed |= level.blocked();
        // Closed doors open when bumped; a walk may lead through them.
        for cell in level.explored().iter() {
            if level.tile_glyph(cell).char == '+' {
                closed.set(cell, false);
            }
        }
        closed
    }

    /// The key that steps in a direction.
    fn key_for(&self, way: Direction) -> Option<Key> {
        let step = Action::Move(way);
        let mut keys = self.game.keys().iter();
        keys.find(|(_, action)| **action == step)
            .map(|(key, _)| key)
    }

    /// Draws everything, with a frame of an animation over the map.
    fn paint(&self, board: &mut Board, sparks: &Frame) {
        let (columns, rows) = board.size();
        let view = View::following(&self.game, columns, rows);
        board.clear(view.viewport.offset);
        let from = self.player().unwrap_or_default();
        for (place, cell) in view.size().cells().zip(&view.cells) {
            let light = self
                .lamp
                .on(cell.knowledge, from, view.viewport.to_world(place));
            board.tile(place, tile(cell, light));
        }
        for &(at, glyph) in sparks {
            if let Some(place) = view.viewport.to_screen(at) {
                board.over(place, glyph.into());
            }
        }
        board.cursor(view.cursor.filter(|_| self.game.cursor().is_some()));
        let letters = board.shape().letters;
        *board.words() = self.front.draw(&self.game, letters);
        board.refresh();
    }

    /// Shows what came of a key, and does what was asked.
    fn carry_out(&mut self, heard: &Heard, board: &mut Board) {
        for effect in &heard.effects {
            for frame in &effect.frames {
                self.paint(board, frame);
                board.wait(effect.frame_ms);
            }
        }
        let mut flow = Flow::GoOn;
        for action in &heard.asked {
            flow = (self.asked)(&mut self.game, action);
            self.front.hear(&self.game);
        }
        let quit = self.game.ending() == Some(Ending::Quit);
        if self.game.ending().is_some()
            && !quit
            && let Some(act) = self.at_end.take()
        {
            act();
        }
        self.over = quit || (flow == Flow::Stop && self.game.ending().is_none());
        self.paint(board, &Frame::new());
    }

    fn notice(&self, from: Point) -> Noticed {
        let cells = self.view().cells;
        Noticed {
            messages: self.game.world.log().total(),
            seen: cells.iter().filter(|cell| cell.entity).count(),
            from,
        }
    }
}

impl TileGame for RogueTable {
    /// A cell of a level.
    type Goal = (LevelId, Point);

    fn title(&self) -> String {
        self.title.clone()
    }

    fn map_area(&self, letters: (u16, u16)) -> Rect {
        self.front.map_area(letters)
    }

    fn map_size(&self) -> Size {
        self.game.world.level().size()
    }

    fn draw(&mut self, board: &mut Board) {
        self.board = board.size();
        self.paint(board, &Frame::new());
    }

    fn press(&mut self, key: Key, board: &mut Board) {
        if self.game.ending().is_some() {
            // The last sight stands until the next key.
            self.over = true;
            return;
        }
        let heard = self.front.key(&mut self.game, key);
        self.carry_out(&heard, board);
    }

    fn choose(&mut self, at: Point, board: &mut Board) -> bool {
        let asks = self.game.mode() != Mode::Command || self.game.menu().is_some();
        if asks && self.game.ending().is_none() {
            let cell = self.view().viewport.to_world(at);
            self.press(Key::Cell(cell), board);
        }
        asks
    }

    fn cancel(&mut self, board: &mut Board) {
        if self.game.mode() != Mode::Command || self.game.menu().is_some() {
            self.press(Key::Escape, board);
        }
    }

    fn font(&self) -> Option<&[u8]> {
        self.font.as_deref()
    }

    fn sheet(&self) -> Sheet {
        self.sheet.clone()
    }

    fn look(&self) -> Look {
        self.look
    }

    fn words_at(&self, at: Point) -> Option<String> {
        let place = self.view().viewport.to_world(at);
        parlour_rogue::known_at(&self.game.world, place).map(|info| info.name)
    }

    fn goal_at(&mut self, at: Point) -> Self::Goal {
        self.noticed = None;
        let place = self.view().viewport.to_world(at);
        (self.game.world.current(), place)
    }

    fn step_towards(&mut self, (level, goal): Self::Goal) -> Option<Key> {
        let from = self.player()?;
        let elsewhere = level != self.game.world.current();
        if elsewhere || self.game.mode() != Mode::Command || self.game.ending().is_some() {
            return None;
        }
        let now = self.notice(from);
        if let Some(before) = self.noticed.take() {
            let stuck = before.from == now.from;
            if stuck || now.messages != before.messages || now.seen > before.seen {
                return None;
            }
        }
        let closed = self.closed();
        let rules = PathRules::counting_steps();
        let path = self.finder.find(&closed, from, goal, &rules)?;
        let next = path.next()?;
        let way = Direction::towards(from, next)?;
        let key = self.key_for(way)?;
        self.noticed = Some(now);
        Some(key)
    }

    fn fingerprint(&self) -> String {
        self.game.fingerprint().to_string()
    }

    fn is_over(&self) -> bool {
        self.over
    }
}

/// A cell of a view in a light.
fn tile(cell: &ViewCell, light: Rgb) -> Tile {
    if cell.knowledge == Knowledge::Unknown {
        return Tile::UNKNOWN;
    }
    // What is remembered has the colour of memory already.
    let seen = cell.knowledge == Knowledge::Seen;
    let shade = |colour| if seen { lit(colour, light) } else { colour };
    let under = Sign::from(cell.tile);
    let paper = cell.paper.map(on_screen);
    Tile {
        ground: paper.map_or_else(|| ground(under.colour, light), |paper| lit(paper, light)),
        under: Some(Sign::new(under.letter, shade(under.colour))),
        over: cell.entity.then(|| cell.glyph.into()),
    }
}
