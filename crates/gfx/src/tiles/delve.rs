//! Delve at the window: the map with its fog, the health above it, pages over it.

mod days;
mod layers;
mod look;
mod pages;
mod pocket;
mod screen;
mod seat;
mod sounds;
mod touch;
mod wanted;
mod wishes;

use parlour_delve::control::{Asked, Control, Mode};
use parlour_delve::keys::Keys;
use parlour_delve::{Direction, Ground, Point, Spark, View, Wishes, as_sentence};
use parlour_grid::path::{PathFinder, PathRules};
use parlour_grid::{BitGrid, Rect, Size};
use parlour_rogue::{FRAME_MS, Glyph, Key, Viewport};
use parlour_rogue_window::outside;
use parlour_rogue_window::tiles::{Board, Look, TileGame};

pub use days::DAYS;
pub use look::{KeepLook, look_in};
pub use pocket::{DAILY, Pocket, SAVE, SCORES};
pub use seat::{DelveSeat, Linked};
pub use touch::{Touch, touches};
pub use wanted::{WANTED, Wanted};
pub use wishes::kept_in;

/// The window's title.
pub const TITLE: &str = "Parlour Delve";
/// Keeps what a person has set, or says why it cannot.
pub type Keep = Box<dyn FnMut(&Wishes) -> Result<(), String>>;

/// A game of Delve at the window.
pub struct DelveTable<S> {
    seat: S,
    control: Control,
    wishes: Wishes,
    keep: Option<Keep>,
    look: Look,
    keep_look: Option<KeepLook>,
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
            control: Control::new(Keys::default()),
            wishes: Wishes::default(),
            keep: None,
            look: Look::default(),
            keep_look: None,
            told,
            board: (1, 1),
            finder: PathFinder::new(),
            noticed: None,
            over: false,
        }
    }

    /// The same table with what a person has set, and a way to keep changes.
    #[must_use]
    pub fn with_wishes(mut self, wishes: Wishes, keep: Option<Keep>) -> Self {
        self.control = Control::new(wishes.keys.clone());
        self.wishes = wishes;
        self.keep = keep;
        self
    }

    /// The same table drawn as somebody wanted it last, and a way to keep that.
    #[must_use]
    pub fn with_look(mut self, look: Look, keep: KeepLook) -> Self {
        self.look = look;
        self.keep_look = Some(keep);
        self
    }

    /// What the player may know now.
    pub fn view(&self) -> &View {
        self.seat.view()
    }

    fn level_size(&self) -> Size {
        let picture = &self.view().picture;
        Size::new(picture.width.into(), picture.height.into())
    }

    /// The part of the map that the board shows.
    fn viewport(&self) -> Viewport {
        Viewport::new(self.board.0, self.board.1)
            .centred_on(self.mark())
            .clamped_to(self.level_size())
    }

    /// The cell that matters now: the cursor's, else the player's.
    fn mark(&self) -> Point {
        self.control.cursor().unwrap_or(self.view().here)
    }

    /// The cell of the map at a tile of the board.
    fn cell_at(&self, at: Point) -> Option<Point> {
        let inside = |at: i32, count: u32| (0..count as i32).contains(&at);
        let there = inside(at.x, self.board.0) && inside(at.y, self.board.1);
        there.then(|| self.viewport().to_world(at))
    }

    /// Draws everything, with sparks over the map.
    fn paint(&self, board: &mut Board, sparks: &[Spark]) {
        let view = self.view();
        let viewport = self.viewport();
        board.clear(viewport.offset);
        for y in 0..viewport.height as i32 {
            for x in 0..viewport.width as i32 {
                let place = Point::new(x, y);
                board.tile(place, layers::tile(view, viewport.to_world(place)));
            }
        }
        // Who looks about sees how far they were heard.
        if let Mode::Look(_) = self.control.mode() {
            for at in view.edge_of_noise() {
                if let Some(place) = viewport.to_screen(at) {
                    board.tile(place, layers::at_the_edge_of_noise(layers::tile(view, at)));
                }
            }
        }
        for spark in sparks {
            if let Some(place) = viewport.to_screen(spark.at) {
                board.over(place, Glyph::new(spark.glyph, spark.colour).into());
            }
        }
        board.cursor(self.control.cursor().and_then(|at| viewport.to_screen(at)));
        self.write(board, sparks.is_empty());
        board.refresh();
        if sparks.is_empty() {
            outside::tell_around("game", || self.seat.game());
            outside::tell_around("said", || self.words());
            outside::tell_around("touches", || touch::lines(&self.touches()));
        }
    }

    /// Writes the words around the map, and the page over it once all is quiet.
    fn write(&self, board: &mut Board, quiet: bool) {
        let view = self.view();
        let screen = board.words();
        let hint = view.hint.filter(|_| self.wishes.hints);
        let hint = hint.map(|it| self.control.keys.fill(&it.words()));
        let asked = self.told.clone().or_else(|| self.question());
        screen::around(screen, view, asked.as_deref(), hint.as_deref());
        let size = (screen.width().into(), screen.height().into());
        let page = match &view.ending {
            Some(_) if !quiet => return,
            Some(ending) if self.control.mode() == Mode::Map => pages::ending(
                view,
                ending,
                self.seat.dungeon().as_deref(),
                &self.seat.best(),
                size,
            ),
            _ => pages::page(&self.control, view, size),
        };
        screen::page(screen, &page);
    }

    /// What can be pressed now.
    pub fn touches(&self) -> Vec<Touch> {
        let hint = self.view().hint.filter(|_| self.wishes.hints);
        touches(&self.control, self.view(), hint)
    }

    /// What is under the mark, and what a mode asks for.
    fn question(&self) -> Option<String> {
        let question = pages::question(self.control.mode())?;
        let Some(at) = self.control.cursor() else {
            return Some(question.to_owned());
        };
        // What is there comes first: it matters more than which keys there are.
        let words = [self.view().describe(at).as_str(), " ", question].concat();
        Some(words)
    }

    /// What is said aloud: a refusal, a question, or the news.
    fn words(&self) -> String {
        let told = self.told.clone().or_else(|| self.question());
        told.unwrap_or_else(|| screen::news(self.view()).join(" "))
    }

    /// Does what a key or a click came to, and shows it.
    fn carry_out(&mut self, asked: Asked, board: &mut Board) {
        let mut done = false;
        match asked {
            Asked::Nothing => {}
            Asked::Do(command) => {
                let before = sounds::Heard::of(self.view());
                match self.seat.send(&command) {
                    Ok(()) => done = true,
                    Err(refusal) => self.told = Some(as_sentence(&refusal)),
                }
                if let Some(sound) = before.sound(self.view()).filter(|_| done) {
                    outside::tell_around("sound", || sound.to_owned());
                }
            }
            Asked::Undo => self.told = self.seat.undo().err(),
            Asked::Hints => {
                self.wishes.hints = !self.wishes.hints;
                let state = if self.wishes.hints { "on" } else { "off" };
                self.told = Some(format!("Hints are {state}."));
                self.keep();
            }
            Asked::Rebound => {
                self.wishes.keys = self.control.keys.clone();
                self.keep();
            }
            Asked::Leave => self.over = self.view().ending.is_none() || !self.seat.begin_again(),
            Asked::Told(words) => self.told = Some(words),
        }
        if done && !self.wishes.still {
            for sparks in &self.view().shown {
                self.paint(board, sparks);
                board.wait(FRAME_MS);
            }
        }
        self.paint(board, &[]);
    }

    fn keep(&mut self) {
        if let Some(keep) = &mut self.keep
            && let Err(reason) = keep(&self.wishes)
        {
            self.told = Some(format!("Not kept: {reason}"));
        }
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

/// A key that steps in a direction whatever the other keys do.
fn key_for(way: Direction) -> Key {
    Key::Char(match way {
        Direction::North => '8',
        Direction::NorthEast => '9',
        Direction::East => '6',
        Direction::SouthEast => '3',
        Direction::South => '2',
        Direction::SouthWest => '1',
        Direction::West => '4',
        Direction::NorthWest => '7',
    })
}

impl<S: DelveSeat> TileGame for DelveTable<S> {
    /// A level and a cell of it.
    type Goal = (u8, Option<Point>);

    fn title(&self) -> String {
        TITLE.to_owned()
    }

    fn map_area(&self, letters: (u16, u16)) -> Rect {
        screen::Areas::of(letters).map
    }

    fn map_size(&self) -> Size {
        self.level_size()
    }

    fn draw(&mut self, board: &mut Board) {
        self.board = board.size();
        let rows = board.shape().letters.1;
        self.control.set_room(pages::room(rows.into()));
        self.paint(board, &[]);
    }

    fn press(&mut self, key: Key, board: &mut Board) {
        self.told = None;
        let asked = self.control.press(key, self.seat.view());
        self.carry_out(asked, board);
    }

    fn choose(&mut self, at: Point, board: &mut Board) -> bool {
        if self.control.mode() == Mode::Map && self.view().ending.is_none() {
            return false;
        }
        self.told = None;
        if let Some(at) = self.cell_at(at) {
            let asked = self.control.click(at, self.seat.view());
            self.carry_out(asked, board);
        }
        true
    }

    fn cancel(&mut self, board: &mut Board) {
        self.told = None;
        self.control.cancel();
        self.paint(board, &[]);
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
        if view.depth != depth || self.control.mode() != Mode::Map || view.ending.is_some() {
            return None;
        }
        let now = self.notice();
        if let Some(before) = self.noticed.take()
            && (before.from == now.from || now.enemies > before.enemies || now.hp < before.hp)
        {
            return None;
        }
        let known = |at: Point| view.picture.get(at).map_or(Ground::Unknown, |it| it.ground);
        let closed = BitGrid::from_fn(self.level_size(), |at| !known(at).is_walkable());
        let path = self
            .finder
            .find(&closed, view.here, goal, &PathRules::counting_steps())?;
        let way = Direction::towards(view.here, path.next()?)?;
        self.noticed = Some(now);
        Some(key_for(way))
    }

    fn look(&self) -> Look {
        self.look
    }

    fn keep_look(&mut self, look: Look) {
        self.look = look;
        if let Some(keep) = &mut self.keep_look
            && let Err(reason) = keep(look)
        {
            self.told = Some(format!("Not kept: {reason}"));
        }
    }

    fn is_still(&self) -> bool {
        self.wishes.still
    }

    fn fingerprint(&self) -> String {
        self.seat.fingerprint()
    }

    fn is_over(&self) -> bool {
        self.over
    }
}
