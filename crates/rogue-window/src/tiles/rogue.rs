//! Any game of the framework as a [`TileGame`].

use parlour_grid::Point;
use parlour_grid::path::{PathFinder, PathRules};
use parlour_grid::{BitGrid, Direction};
use parlour_rogue::display::{Flow, Progress};
use parlour_rogue::{Action, Key};
use parlour_rogue::{Ending, Game, Mode};
use parlour_rogue::{LevelId, View, known_at};

use super::{Board, TileGame};

/// Does what the rules hand through: save, quit.
type Asked = Box<dyn FnMut(&mut Game, &Action) -> Flow>;

/// A game of the framework at the window.
pub struct RogueTable {
    title: String,
    game: Game,
    asked: Asked,
    progress: Option<Progress>,
    /// Columns and rows of the board, which decide what part of the map it shows.
    board: (u32, u32),
    finder: PathFinder,
    /// What was known when the last step of a walk was asked for.
    noticed: Option<Noticed>,
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
    /// A table for a game. Actions that the rules hand through go to `asked`.
    pub fn new(
        title: &str,
        game: Game,
        asked: impl FnMut(&mut Game, &Action) -> Flow + 'static,
    ) -> Self {
        Self {
            title: title.to_owned(),
            game,
            asked: Box::new(asked),
            progress: None,
            board: (0, 0),
            finder: PathFinder::new(),
            noticed: None,
            over: false,
        }
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

    fn draw(&mut self, board: &mut Board) {
        self.board = board.size();
        match &self.progress {
            Some(progress) => progress.redraw(&self.game, board),
            None => self.progress = Some(Progress::begin(&self.game, board)),
        }
    }

    fn press(&mut self, key: Key, board: &mut Board) {
        if self.game.ending().is_some() {
            self.over = true;
            return;
        }
        let Some(progress) = &mut self.progress else {
            return;
        };
        let flow = progress.press(&mut self.game, board, key, &mut self.asked);
        match self.game.ending() {
            // The last sight stands until the next key.
            Some(Ending::PlayerGone | Ending::Won) => progress.redraw(&self.game, board),
            Some(Ending::Quit) => self.over = true,
            None => self.over = flow == Flow::Stop,
        }
    }

    fn words_at(&self, at: Point) -> Option<String> {
        let place = self.view().viewport.to_world(at);
        known_at(&self.game.world, place).map(|info| info.name)
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
