//! A game in front of somebody: drawn into screens, driven by keys and the mouse.

use parlour_grid::{Point, Rect};

use super::layout::{Layout, Words};
use super::screen::{Pen, Screen};
use super::tone::Tone;
use super::windows;
use crate::display::{self, Flow};
use crate::effect::{Effect, Frame};
use crate::event::Event;
use crate::game::{Ending, Game};
use crate::log::wrap;
use crate::notation::{Action, Key};
use crate::question::Question;
use crate::view::{Knowledge, View, known_at, names_in_sight};

/// What the mouse did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Press {
    /// It moved.
    Moved,
    /// The main button, or a finger.
    Main,
    /// The other button.
    Other,
}

/// The mouse on a screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mouse {
    /// Where.
    pub at: Point,
    /// What it did.
    pub press: Press,
}

/// What a surface hears.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input {
    /// A key.
    Key(Key),
    /// The mouse, or a finger.
    Mouse(Mouse),
    /// The surface has another size now.
    Resized(u16, u16),
    /// Nothing came for as long as the surface was told to wait.
    Nothing,
}

/// Something that shows screens and hears inputs: a terminal, a window, a page.
pub trait Surface {
    /// Columns and rows.
    fn size(&self) -> (u16, u16);

    /// Shows a screen.
    fn show(&mut self, screen: &Screen);

    /// Lets a frame of an animation stand.
    fn wait(&mut self, milliseconds: u32);

    /// Waits for the next input; nothing when there will be none.
    fn input(&mut self) -> Option<Input>;
}

/// What came of an input, for whoever shows the game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Heard {
    /// Animations to be played before the next screen.
    pub effects: Vec<Effect>,
    /// What the game around the rules is asked to do.
    pub asked: Vec<Action>,
}

/// A game in front of somebody. It keeps what belongs to the screen alone: whether
/// the page of keys is open, where the mouse is, what the last key said.
#[derive(Clone, Debug)]
pub struct Front {
    layout: Layout,
    /// How many sentences there were before the last key.
    said: u64,
    bar: String,
    pointer: Option<Point>,
    help: bool,
    keys: Vec<Key>,
}

impl Front {
    /// A game as it stands.
    pub fn new(layout: Layout, game: &Game) -> Self {
        // Whoever goes on with a saved game is told what was said last.
        let said = game.world.log().total().saturating_sub(1);
        Self {
            layout,
            said,
            bar: display::text_of(game, said),
            pointer: None,
            help: false,
            keys: Vec::new(),
        }
    }

    /// Every key that went to the game, clicks included: pressed again on the same
    /// game they make a [`Recorder`](crate::recording::Recorder)'s recording.
    pub fn keys(&self) -> &[Key] {
        &self.keys
    }

    /// Says something in place of what the last key said, until the next key: how a
    /// program around the game tells where it saved.
    pub fn note(&mut self, game: &mut Game, text: &str) {
        game.world.say(text);
        self.hear(game);
    }

    /// Reads again what was said since the last key, after a program around the game
    /// has said something of its own.
    pub fn hear(&mut self, game: &Game) {
        self.bar = display::text_of(game, self.said);
    }

    /// Where the map stands on a screen of a size: for surfaces that draw it in their
    /// own way, as tiles for instance.
    pub fn map_area(&self, (width, height): (u16, u16)) -> Rect {
        let all = Rect::new(0, 0, i32::from(width), i32::from(height));
        self.layout.areas(all).0
    }

    /// Takes a key. The page of keys is opened and closed here; everything else is
    /// the game's.
    pub fn key(&mut self, game: &mut Game, key: Key) -> Heard {
        if std::mem::take(&mut self.help) {
            return Heard::default();
        }
        let free = game.menu().is_none() && game.keys().get(key).is_none();
        if free && self.layout.help == Some(key) {
            self.help = true;
            return Heard::default();
        }
        self.said = game.world.log().total();
        self.keys.push(key);
        let mut heard = Heard::default();
        for event in game.press(key) {
            match event {
                Event::Shown(effect) => heard.effects.push(effect.clone()),
                Event::Asked(action) => heard.asked.push(action.clone()),
                _ => {}
            }
        }
        self.bar = display::text_of(game, self.said);
        heard
    }

    /// Takes the mouse, on the screen it was seen on: the main button does what
    /// stands there (a line of a menu, a cell to walk to), the other tells what is
    /// there, and moving shows the names of what is in sight.
    pub fn mouse(&mut self, game: &mut Game, mouse: Mouse, screen: &Screen) -> Heard {
        self.pointer = Some(mouse.at);
        match mouse.press {
            Press::Moved => Heard::default(),
            Press::Main => match screen.key_at(mouse.at) {
                Some(key) => self.key(game, key),
                None => Heard::default(),
            },
            Press::Other => {
                let known = screen.map_cell(mouse.at);
                let known = known.and_then(|at| known_at(&game.world, at));
                if let Some(info) = known {
                    self.bar = info.sentence();
                    self.said = u64::MAX;
                }
                Heard::default()
            }
        }
    }

    /// The game as a screen of a size.
    pub fn draw(&self, game: &Game, size: (u16, u16)) -> Screen {
        let mut screen = Screen::new(size.0, size.1);
        let (map, words) = self.layout.areas(screen.area());
        draw_map(game, &mut screen, map);
        self.layout.panels(game, &mut screen);
        self.draw_words(game, &mut screen, words);
        if let Some(menu) = game.menu() {
            windows::menu(&mut screen, map, menu, &self.layout.theme);
        }
        if self.help {
            windows::keys(&mut screen, game, &self.layout.theme);
        }
        screen
    }

    /// The same with a frame of an animation over the map.
    pub fn draw_frame(&self, game: &Game, size: (u16, u16), frame: &Frame) -> Screen {
        let mut screen = self.draw(game, size);
        for &(at, glyph) in frame {
            if let Some(place) = screen.place_of(at) {
                screen.glyph(place, glyph);
            }
        }
        screen
    }

    fn draw_words(&self, game: &Game, screen: &mut Screen, area: Rect) {
        let theme = &self.layout.theme;
        let width = usize::try_from(area.w).unwrap_or(0);
        let rows = usize::try_from(area.h).unwrap_or(0);
        let mut lines: Vec<(String, Pen)> = Vec::new();
        let mut add = |text: &str, tone: Tone| {
            let pen = theme.pen(tone);
            lines.extend(wrap(text, width).into_iter().map(|line| (line, pen)));
        };
        match (self.hint(game, screen), self.layout.words) {
            (Some(hint), Words::Bar(_)) => add(&hint, Tone::Text),
            (None, Words::Bar(_)) => add(&self.bar, Tone::Text),
            (hint, Words::Log(_)) => {
                let log = game.world.log();
                let before = log.total() - log.iter().count() as u64;
                for (place, message) in log
                    .iter()
                    .enumerate()
                    .skip(log.iter().count().saturating_sub(rows))
                {
                    let new = before + place as u64 >= self.said;
                    add(&message.text, if new { Tone::Text } else { Tone::Faint });
                }
                if self.said == u64::MAX {
                    add(&self.bar, Tone::Text);
                }
                if let Some(hint) = hint {
                    add(&hint, Tone::Title);
                }
            }
        }
        if game.ending().is_some_and(|ending| ending != Ending::Quit) {
            match (self.layout.words, lines.last_mut()) {
                (Words::Bar(_), Some((last, _))) => last.push_str(" (any key ends the game)"),
                _ => lines.push((
                    "(any key ends the game)".to_string(),
                    theme.pen(Tone::Title),
                )),
            }
        }
        let skip = lines.len().saturating_sub(rows);
        for (row, (line, pen)) in lines.into_iter().skip(skip).enumerate() {
            let at = Point::new(area.x, area.y + row as i32);
            screen.text(at, area, &line, pen);
        }
    }

    /// What the cursor or the mouse points at.
    fn hint(&self, game: &Game, screen: &Screen) -> Option<String> {
        if let Some(at) = game.cursor() {
            let known = known_at(&game.world, at);
            let name = known.map_or_else(|| "unknown".to_string(), |info| info.name);
            return Some(match game.question() {
                Some(Question::Aim(aim)) => format!("{} {name}", aim.title),
                _ => name,
            });
        }
        let cell = screen.map_cell(self.pointer?)?;
        let names = names_in_sight(&game.world, cell);
        (!names.is_empty()).then_some(names)
    }
}

fn draw_map(game: &Game, screen: &mut Screen, area: Rect) {
    let side = |length: i32| u32::try_from(length).unwrap_or(0);
    let view = View::following(game, side(area.w), side(area.h));
    for (at, cell) in view.size().cells().zip(&view.cells) {
        if cell.knowledge == Knowledge::Unknown {
            continue;
        }
        let pen = Pen {
            paper: cell.paper,
            dim: cell.knowledge == Knowledge::Remembered,
            ..Pen::new(cell.glyph.colour)
        };
        screen.put(at + area.north_west(), cell.glyph.char, pen);
    }
    screen.map = Some((area, view.viewport));
    screen.cursor = view.cursor.map(|at| at + area.north_west());
}

/// Plays a game on a surface until it ends, there is no more input, or `asked` says
/// stop. Actions that the rules hand through go to `asked`, which may say something
/// with [`World::say`](crate::World::say).
pub fn run(
    game: &mut Game,
    surface: &mut impl Surface,
    layout: Layout,
    asked: impl FnMut(&mut Game, &Action) -> Flow,
) -> Option<Ending> {
    let mut front = Front::new(layout, game);
    run_front(&mut front, game, surface, asked)
}

/// The same with a front that is kept.
pub fn run_front(
    front: &mut Front,
    game: &mut Game,
    surface: &mut impl Surface,
    asked: impl FnMut(&mut Game, &Action) -> Flow,
) -> Option<Ending> {
    run_beside(front, game, surface, asked, |_| false)
}

/// The same, and after every input, also where nothing came in time, `beside` may look
/// at something else and say so in the game: content that was changed, for instance. It
/// answers whether it did.
pub fn run_beside(
    front: &mut Front,
    game: &mut Game,
    surface: &mut impl Surface,
    mut asked: impl FnMut(&mut Game, &Action) -> Flow,
    mut beside: impl FnMut(&mut Game) -> bool,
) -> Option<Ending> {
    let mut screen = front.draw(game, surface.size());
    surface.show(&screen);
    while game.ending().is_none() {
        let heard = match surface.input() {
            Some(Input::Key(key)) => front.key(game, key),
            Some(Input::Mouse(mouse)) => front.mouse(game, mouse, &screen),
            Some(Input::Resized(..) | Input::Nothing) => Heard::default(),
            None => return None,
        };
        for effect in &heard.effects {
            for frame in &effect.frames {
                surface.show(&front.draw_frame(game, surface.size(), frame));
                surface.wait(effect.frame_ms);
            }
        }
        let mut flow = Flow::GoOn;
        for action in &heard.asked {
            flow = asked(game, action);
            front.hear(game);
        }
        if beside(game) {
            front.hear(game);
        }
        let next = front.draw(game, surface.size());
        if next != screen {
            surface.show(&next);
            screen = next;
        }
        if flow == Flow::Stop {
            return game.ending();
        }
    }
    // Who died, or won, sees the last screen until a key is pressed.
    if game.ending() != Some(Ending::Quit) {
        while let Some(input) = surface.input() {
            match input {
                Input::Resized(..) => surface.show(&front.draw(game, surface.size())),
                Input::Nothing => {}
                Input::Mouse(mouse) if mouse.press == Press::Moved => {}
                _ => break,
            }
        }
    }
    game.ending()
}
