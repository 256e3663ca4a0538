//! Delve at the window: the map with its fog, the health above it, pages over it.

mod pages;
mod seat;
mod touch;
mod wanted;
mod wishes;

use parlour_delve::control::{Asked, Control, Mode};
use parlour_delve::keys::Keys;
use parlour_delve::{Colour, Direction, Fog, Ground, Point, Spark, View, Wishes, as_sentence};
use parlour_grid::path::{PathFinder, PathRules};
use parlour_grid::{BitGrid, Size};
use parlour_rogue::display::Display;
use parlour_rogue::{FRAME_MS, Glyph, Key, Knowledge, Viewport};

use parlour_rogue_window::outside;
use parlour_rogue_window::tiles::board::Overlay;
use parlour_rogue_window::tiles::{Board, TileGame};
pub use seat::{DAILY, DelveSeat, Linked, Pocket, SAVE, SCORES};
pub use touch::{Touch, touches};
pub use wanted::{WANTED, Wanted};
pub use wishes::kept_in;

/// The window's title.
pub const TITLE: &str = "Parlour Delve";
/// Rows above the map, for the state of the player; two, because its letters are
/// larger than the smallest tiles.
const HEAD: i32 = 2;
/// Cells that are remembered.
const FADED: Colour = Colour::Rgb(84, 98, 150);

/// Keeps what a person has set, or says why it cannot.
pub type Keep = Box<dyn FnMut(&Wishes) -> Result<(), String>>;

/// A game of Delve at the window.
pub struct DelveTable<S> {
    seat: S,
    control: Control,
    wishes: Wishes,
    keep: Option<Keep>,
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
        Viewport::new(self.board.0, rows)
            .centred_on(self.mark())
            .clamped_to(self.map_size())
    }

    /// Where the map's part begins on the board: below the head, and in the
    /// middle where all of it is shown.
    fn corner(&self) -> Point {
        let size = self.map_size();
        let spare = |room: u32, needed: u32| (room.saturating_sub(needed) / 2) as i32;
        let rows = self.board.1.saturating_sub(HEAD as u32);
        Point::new(
            spare(self.board.0, size.width()),
            spare(rows, size.height()) + HEAD,
        )
    }

    /// The cell that matters now: the cursor's, else the player's.
    fn mark(&self) -> Point {
        self.control.cursor().unwrap_or(self.view().here)
    }

    /// The cell of the map at a place of the board.
    fn cell_at(&self, at: Point) -> Option<Point> {
        (at.y >= HEAD).then(|| self.viewport().to_world(at - self.corner()))
    }

    /// Draws everything, with sparks over the map.
    fn paint(&self, board: &mut Board, sparks: &[Spark]) {
        let view = self.view();
        board.clear();
        let (viewport, corner) = (self.viewport(), self.corner());
        for y in 0..viewport.height as i32 {
            for x in 0..viewport.width as i32 {
                let place = Point::new(x, y);
                let Some(cell) = view.picture.get(viewport.to_world(place)) else {
                    continue;
                };
                let at = place + corner;
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
        let on_board = |at: Point| at - viewport.offset + corner;
        for spark in sparks {
            if viewport.to_screen(spark.at).is_some() {
                board.entity(on_board(spark.at), Glyph::new(spark.glyph, spark.colour));
            }
        }
        board.cursor(Some(on_board(self.mark())));
        let (columns, rows) = board.size();
        let size = (columns as usize, rows as usize);
        let mode = self.control.mode();
        let hint = view.hint.filter(|_| self.wishes.hints);
        let page = match &view.ending {
            Some(_) if !sparks.is_empty() => Vec::new(),
            Some(ending) if mode == Mode::Map => {
                pages::ending(view, ending, &self.seat.best(), size.1)
            }
            _ => pages::lines(&self.control, view, size),
        };
        board.lay_over(Overlay {
            gauge: Some((view.sheet.hp, view.sheet.max_hp)),
            head: head(view),
            advice: hint.map_or_else(String::new, |it| self.control.keys.fill(&it.words())),
            page,
        });
        board.message(&self.words());
        board.refresh();
        if sparks.is_empty() {
            outside::tell_around("game", || self.seat.game());
            outside::tell_around("said", || self.words());
            outside::tell_around("touches", || touch::lines(&self.touches()));
        }
    }

    /// What can be pressed now.
    pub fn touches(&self) -> Vec<Touch> {
        let hint = self.view().hint.filter(|_| self.wishes.hints);
        touches(&self.control, self.view(), hint)
    }

    /// What the bar says: a question, a refusal, or the news.
    fn words(&self) -> String {
        let view = self.view();
        if let Some(told) = &self.told {
            return told.clone();
        }
        if let Some(question) = pages::question(self.control.mode()) {
            let names = self.control.cursor().map(|at| view.names_at(at).join(", "));
            return match names {
                Some(names) => format!("{question}\n{names}"),
                None => question.to_owned(),
            };
        }
        let skipped = view.log.len().saturating_sub(view.news as usize);
        let news: Vec<&str> = view.log[skipped..]
            .iter()
            .map(|line| line.text.as_str())
            .collect();
        news.join(" ")
    }

    /// Does what a key or a click came to, and shows it.
    fn carry_out(&mut self, asked: Asked, board: &mut Board) {
        let mut done = false;
        match asked {
            Asked::Nothing => {}
            Asked::Do(command) => match self.seat.send(&command) {
                Ok(()) => done = true,
                Err(refusal) => self.told = Some(as_sentence(&refusal)),
            },
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

    fn draw(&mut self, board: &mut Board) {
        self.board = board.size();
        self.control.set_room(pages::room(self.board.1 as usize));
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
        let closed = BitGrid::from_fn(self.map_size(), |at| !known(at).is_walkable());
        let path = self
            .finder
            .find(&closed, view.here, goal, &PathRules::counting_steps())?;
        let way = Direction::towards(view.here, path.next()?)?;
        self.noticed = Some(now);
        Some(key_for(way))
    }

    fn fingerprint(&self) -> String {
        self.seat.fingerprint()
    }

    fn is_over(&self) -> bool {
        self.over
    }
}
