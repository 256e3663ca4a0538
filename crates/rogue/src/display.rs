//! Displays: what draws a game and hears keys.
//!
//! A display is a screen of characters and a source of keys. [`run`] plays a
//! game on one; [`Headless`] is one without a screen, for tests.

use std::collections::VecDeque;

use parlour_grid::Point;

use crate::appearance::Glyph;
use crate::effect::Effect;
use crate::event::Event;
use crate::game::{Ending, Game};
use crate::notation::{Action, Key};
use crate::view::{Knowledge, View};
use crate::world::World;

/// What a display hears.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input {
    /// A key.
    Key(Key),
    /// The screen has another size now.
    Resized,
}

/// A screen of characters and a source of keys. Coordinates are those of the
/// screen, the map begins at the upper left.
pub trait Display {
    /// Prepares the screen.
    fn start(&mut self) {}

    /// Leaves the screen as it was found.
    fn stop(&mut self) {}

    /// Columns and rows there are for the map.
    fn map_size(&self) -> (u32, u32);

    /// Forgets everything drawn so far.
    fn clear(&mut self);

    /// Draws a tile.
    fn tile(&mut self, at: Point, glyph: Glyph, knowledge: Knowledge);

    /// Draws an entity, or a character of an animation.
    fn entity(&mut self, at: Point, glyph: Glyph);

    /// Puts the cursor somewhere, or hides it.
    fn cursor(&mut self, _at: Option<Point>) {}

    /// Shows a text in the message bar.
    fn message(&mut self, text: &str);

    /// Shows what was drawn.
    fn refresh(&mut self);

    /// Lets a frame of an animation stand.
    fn wait(&mut self, _milliseconds: u32) {}

    /// Waits for the next input; nothing when there will be none.
    fn input(&mut self) -> Option<Input>;
}

/// Whether to go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// With the next key.
    GoOn,
    /// No more.
    Stop,
}

/// Plays a game on a display until it ends, the display has no more input, or
/// `asked` says stop. Actions that the rules hand through go to `asked`.
pub fn run(
    game: &mut Game,
    display: &mut impl Display,
    mut asked: impl FnMut(&mut Game, &Action) -> Flow,
) -> Option<Ending> {
    display.start();
    let mut progress = Progress::begin(game, display);
    while game.ending().is_none() {
        match display.input() {
            Some(Input::Key(key)) => {
                if progress.press(game, display, key, &mut asked) == Flow::Stop {
                    break;
                }
            }
            Some(Input::Resized) => progress.redraw(game, display),
            None => break,
        }
    }
    if game.ending().is_some_and(|ending| ending != Ending::Quit) {
        progress.redraw(game, display);
        while matches!(display.input(), Some(Input::Resized)) {
            progress.redraw(game, display);
        }
    }
    display.stop();
    game.ending()
}

/// A game in the middle of being played on a display, key by key. [`run`] waits
/// for keys and hands them on; a display that must not wait, such as a window,
/// hands its keys on itself.
#[derive(Clone, Debug)]
pub struct Progress {
    bar: String,
}

impl Progress {
    /// Draws the game as it stands.
    pub fn begin(game: &Game, display: &mut impl Display) -> Self {
        // Whoever goes on with a saved game is told what was said last.
        let bar = text_of(game, game.world.log().total().saturating_sub(1));
        draw(game, display, &bar);
        Self { bar }
    }

    /// Draws it again, for instance after the screen got another size.
    pub fn redraw(&self, game: &Game, display: &mut impl Display) {
        if game.ending().is_some_and(|ending| ending != Ending::Quit) {
            let bar = &self.bar;
            draw(game, display, &format!("{bar} (any key ends the game)"));
        } else {
            draw(game, display, &self.bar);
        }
    }

    /// Presses a key, plays what is to be shown, and draws what came of it.
    /// Actions that the rules hand through go to `asked`.
    pub fn press(
        &mut self,
        game: &mut Game,
        display: &mut impl Display,
        key: Key,
        mut asked: impl FnMut(&mut Game, &Action) -> Flow,
    ) -> Flow {
        let said = game.world.log().total();
        let events = game.press(key).to_vec();
        for event in &events {
            if let Event::Shown(effect) = event {
                play(game, display, &self.bar, effect);
            }
        }
        self.bar = text_of(game, said);
        draw(game, display, &self.bar);
        let wishes = events.iter().filter_map(|event| match event {
            Event::Asked(action) => Some(action),
            _ => None,
        });
        let mut flow = Flow::GoOn;
        for action in wishes {
            flow = asked(game, action);
            self.bar = text_of(game, said);
            draw(game, display, &self.bar);
        }
        flow
    }
}

/// Draws the game: the map as the player knows it, the message bar, the cursor.
pub fn draw(game: &Game, display: &mut impl Display, bar: &str) {
    draw_base(game, display, bar);
    display.refresh();
}

fn draw_base(game: &Game, display: &mut impl Display, bar: &str) -> View {
    let (width, height) = display.map_size();
    let view = View::following(game, width, height);
    display.clear();
    for (at, cell) in view.size().cells().zip(&view.cells) {
        if cell.entity {
            display.entity(at, cell.glyph);
        } else if cell.knowledge != Knowledge::Unknown {
            display.tile(at, cell.glyph, cell.knowledge);
        }
    }
    match (&view.look, game.cursor()) {
        (Some(info), _) => display.message(&info.name),
        (None, Some(_)) => display.message("unknown"),
        (None, None) => display.message(bar),
    }
    display.cursor(view.cursor);
    view
}

/// Shows an animation: for each frame the base anew, the frame's characters that
/// are in the window, and a while of waiting. Without frames nothing is done.
pub fn play(game: &Game, display: &mut impl Display, bar: &str, effect: &Effect) {
    for frame in &effect.frames {
        let view = draw_base(game, display, bar);
        for &(at, glyph) in frame {
            if let Some(screen) = view.viewport.to_screen(at) {
                display.entity(screen, glyph);
            }
        }
        display.refresh();
        display.wait(effect.frame_ms);
    }
}

/// The sentences since a count, as the rules want them in the message bar.
pub(crate) fn text_of(game: &Game, since: u64) -> String {
    let world: &World = &game.world;
    let said: Vec<&str> = world.log().since(since).collect();
    match &game.rules().bar {
        Some(bar) => bar(world, &said),
        None => said.join(" "),
    }
}

/// A display without a screen: it remembers what was drawn and takes its keys
/// from a list.
#[derive(Clone, Debug, Default)]
pub struct Headless {
    width: usize,
    rows: Vec<Vec<char>>,
    keys: VecDeque<Input>,
    /// What stands in the message bar.
    pub bar: String,
    /// Where the cursor is.
    pub cursor: Option<Point>,
    /// How often something was shown.
    pub refreshed: u32,
    /// How long animations stood, in milliseconds.
    pub waited: u32,
}

impl Headless {
    /// A display of a size that will hear these keys.
    pub fn new(width: u32, height: u32, keys: impl IntoIterator<Item = Key>) -> Self {
        Self {
            width: width as usize,
            rows: vec![vec![' '; width as usize]; height as usize],
            keys: keys.into_iter().map(Input::Key).collect(),
            ..Self::default()
        }
    }

    /// What stands on the screen, row by row.
    pub fn rows(&self) -> Vec<String> {
        self.rows.iter().map(|row| row.iter().collect()).collect()
    }

    fn put(&mut self, at: Point, glyph: Glyph) {
        let (x, y) = (at.x as usize, at.y as usize);
        if let Some(cell) = self.rows.get_mut(y).and_then(|row| row.get_mut(x)) {
            *cell = glyph.char;
        }
    }
}

impl Display for Headless {
    fn map_size(&self) -> (u32, u32) {
        (self.width as u32, self.rows.len() as u32)
    }

    fn clear(&mut self) {
        self.rows.iter_mut().for_each(|row| row.fill(' '));
    }

    fn tile(&mut self, at: Point, glyph: Glyph, _: Knowledge) {
        self.put(at, glyph);
    }

    fn entity(&mut self, at: Point, glyph: Glyph) {
        self.put(at, glyph);
    }

    fn cursor(&mut self, at: Option<Point>) {
        self.cursor = at;
    }

    fn message(&mut self, text: &str) {
        self.bar = text.to_string();
    }

    fn refresh(&mut self) {
        self.refreshed += 1;
    }

    fn wait(&mut self, milliseconds: u32) {
        self.waited += milliseconds;
    }

    fn input(&mut self) -> Option<Input> {
        self.keys.pop_front()
    }
}
