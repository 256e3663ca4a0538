//! Delve at the window: the map with its fog, the health above it, pages over it.

mod keys;
mod pages;
mod seat;

use parlour_delve::{Colour, Direction, Fog, Ground, Point, View};
use parlour_grid::path::{PathFinder, PathRules};
use parlour_grid::{BitGrid, Size};
use parlour_rogue::display::Display;
use parlour_rogue::{Glyph, Key, Knowledge, Viewport};

use super::board::Overlay;
use super::{Board, TileGame};
use keys::{Asked, Mode};
pub use seat::{DelveSeat, Linked, Pocket, SAVE};

/// The window's title.
pub const TITLE: &str = "Parlour Delve";
/// Rows above the map, for the state of the player; two, because its letters are
/// larger than the smallest tiles.
const HEAD: i32 = 2;
/// Cells that are remembered.
const FADED: Colour = Colour::Rgb(84, 98, 150);

/// A game of Delve at the window.
pub struct DelveTable<S> {
    seat: S,
    mode: Mode,
    /// What to say instead of the news: a refusal.
    told: Option<String>,
    board: (u32, u32),
    finder: PathFinder,
    noticed: Option<Noticed>,
    over: bool,
}

/// What makes a walker stop and look when it changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Noticed {
    enemies: usize,
    hp: u32,
    from: Point,
}

impl<S: DelveSeat> DelveTable<S> {
    /// A table, with a first sentence if there is something to be said.
    pub fn new(seat: S, told: Option<String>) -> Self {
        Self {
            seat,
            mode: Mode::Walk,
            told,
            board: (1, 1),
            finder: PathFinder::new(),
            noticed: None,
            over: false,
        }
    }

    /// What the player may know now.
    pub fn view(&self) -> &View {
        self.seat.view()
    }

    fn map_size(&self) -> Size {
        let picture = &self.view().picture;
        Size::new(picture.width.into(), picture.height.into())
    }

    /// The part of the map that the board shows.
    fn viewport(&self) -> Viewport {
        let rows = self.board.1.saturating_sub(HEAD as u32).max(1);
        let middle = match self.mode {
            Mode::Aim(_, at) => at,
            _ => self.view().here,
        };
        Viewport::new(self.board.0, rows)
            .centred_on(middle)
            .clamped_to(self.map_size())
    }

    /// The cell of the map at a place of the board.
    fn cell_at(&self, at: Point) -> Option<Point> {
        let below = at - Point::new(0, HEAD);
        (below.y >= 0).then(|| self.viewport().to_world(below))
    }

    fn paint(&self, board: &mut Board) {
        let view = self.view();
        board.clear();
        let viewport = self.viewport();
        for y in 0..viewport.height as i32 {
            for x in 0..viewport.width as i32 {
                let place = Point::new(x, y);
                let Some(cell) = view.picture.get(viewport.to_world(place)) else {
                    continue;
                };
                let at = place + Point::new(0, HEAD);
                match cell.fog {
                    Fog::Unknown => {}
                    Fog::Remembered => {
                        board.tile(at, Glyph::new(cell.glyph, FADED), Knowledge::Remembered);
                    }
                    Fog::Seen => {
                        board.tile(at, Glyph::new(cell.glyph, cell.colour), Knowledge::Seen);
                    }
                }
            }
        }
        let mark = match self.mode {
            Mode::Aim(_, at) => at,
            _ => view.here,
        };
        let below = mark - viewport.offset + Point::new(0, HEAD);
        board.cursor(Some(below));
        let (columns, rows) = board.size();
        let advice = view.hint.map(|hint| keys::with_keys(&hint.words()));
        board.lay_over(Overlay {
            gauge: Some((view.sheet.hp, view.sheet.max_hp)),
            head: head(view),
            advice: advice.unwrap_or_default(),
            page: pages::lines(self.mode, view, columns as usize, rows as usize),
        });
        board.message(&self.words());
        board.refresh();
    }

    /// What the bar says: a question, a refusal, or the news.
    fn words(&self) -> String {
        let view = self.view();
        if let Some(question) = pages::question(self.mode) {
            let Mode::Aim(_, at) = self.mode else {
                return question.to_owned();
            };
            return format!("{question}\n{}", view.names_at(at).join(", "));
        }
        if let Some(told) = &self.told {
            return told.clone();
        }
        let skipped = view.log.len().saturating_sub(view.news as usize);
        let news: Vec<&str> = view.log[skipped..]
            .iter()
            .map(|line| line.text.as_str())
            .collect();
        news.join(" ")
    }

    fn notice(&self) -> Noticed {
        let view = self.view();
        Noticed {
            enemies: view.enemies().count(),
            hp: view.sheet.hp,
            from: view.here,
        }
    }
}

/// The state of the player in a line.
fn head(view: &View) -> String {
    let sheet = &view.sheet;
    let mut text = format!(
        "{}/{}   {}, level {} of {}   rank {}   {} points",
        sheet.hp, sheet.max_hp, view.place, view.depth, view.levels, sheet.rank, view.score
    );
    for (status, _) in &sheet.status {
        text += "   ";
        text += status.word();
    }
    text
}

impl<S: DelveSeat> TileGame for DelveTable<S> {
    /// A level and a cell of it.
    type Goal = (u8, Option<Point>);

    fn title(&self) -> String {
        TITLE.to_owned()
    }

    fn draw(&mut self, board: &mut Board) {
        self.board = board.size();
        self.paint(board);
    }

    fn press(&mut self, key: Key, board: &mut Board) {
        self.told = None;
        let ended = self.view().ending.is_some();
        if ended && self.mode == Mode::Walk {
            self.over = true;
            return;
        }
        match keys::press(&mut self.mode, key, self.seat.view()) {
            Asked::Nothing => {}
            Asked::Command(command) => self.told = self.seat.send(&command).err(),
            Asked::Leave => self.over = true,
        }
        self.paint(board);
    }

    fn words_at(&self, at: Point) -> Option<String> {
        let names = self.view().names_at(self.cell_at(at)?);
        (!names.is_empty()).then(|| names.join(", "))
    }

    fn goal_at(&mut self, at: Point) -> Self::Goal {
        self.noticed = None;
        (self.view().depth, self.cell_at(at))
    }

    fn step_towards(&mut self, (depth, goal): Self::Goal) -> Option<Key> {
        let goal = goal?;
        let view = self.seat.view();
        if view.depth != depth || self.mode != Mode::Walk || view.ending.is_some() {
            return None;
        }
        let now = self.notice();
        if let Some(before) = self.noticed.take()
            && (before.from == now.from || now.enemies > before.enemies || now.hp < before.hp)
        {
            return None;
        }
        let known = |at: Point| view.picture.get(at).map_or(Ground::Unknown, |it| it.ground);
        let closed = BitGrid::from_fn(self.map_size(), |at| !known(at).is_walkable());
        let path = self
            .finder
            .find(&closed, view.here, goal, &PathRules::counting_steps())?;
        let way = Direction::towards(view.here, path.next()?)?;
        self.noticed = Some(now);
        Some(keys::key_for(way))
    }

    fn fingerprint(&self) -> String {
        self.seat.fingerprint()
    }

    fn is_over(&self) -> bool {
        self.over
    }
}
