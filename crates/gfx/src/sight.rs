//! The sight editor in a window: pointer and keys to the [`Desk`], its picture
//! onto the screen.

mod bar;
mod help;
mod lines;
pub mod picture;
mod race;
pub mod session;
mod touch;

use std::path::PathBuf;

use macroquad::color::WHITE;
use macroquad::input::simulate_mouse_with_touch;
use macroquad::math::vec2;
use macroquad::texture::{DrawTextureParams, FilterMode, Texture2D, draw_texture_ex};
use parlour_grid::editor::{Desk, Effect, Sheet, Style, read_sheet};
use parlour_grid::explain::{Explanation, Role, Shown};

use crate::camera::{Camera, Pixel};
use crate::palette;
pub use bar::height as bar_height;
use parlour_rogue_window::input::Input;
use parlour_rogue_window::lettering::{Lettering, fill, outline, stroke};
use parlour_rogue_window::outside;
use parlour_rogue_window::window::{self, Motion, NoWindow, Scene};
use picture::{Picture, colours_of, has_lines};
use race::Race;
use session::Session;

/// The name under which a page keeps the drawing.
const KEPT: &str = "sight";

/// What the editor opens with.
#[derive(Clone, Debug)]
pub struct Start {
    /// The drawing.
    pub sheet: Sheet,
    /// The seed and style it came from, if it is a random map.
    pub random: Option<(u64, Style)>,
    /// A file to open, by name.
    pub file: Option<String>,
    /// The file that keeps what is not saved, after every stroke; nothing is kept
    /// without one. A page keeps it in the browser's storage.
    pub journal: Option<PathBuf>,
    /// What to tell at the beginning.
    pub words: Option<String>,
    /// Width and height of the window.
    pub window: (i32, i32),
    /// Only measure how fast frames can be drawn while the observer moves, print
    /// it and close.
    pub measure: bool,
}

impl Start {
    /// The drawing a newcomer sees: some pillars and an observer among them.
    pub fn newcomer() -> Self {
        let (seed, style) = (1, Style::Scatter(8));
        let size = parlour_grid::Size::new(48, 32);
        Self {
            sheet: parlour_grid::editor::random_sheet(size, style, seed)
                .expect("the size is within the limit"),
            random: Some((seed, style)),
            file: None,
            journal: None,
            words: None,
            window: (1120, 800),
            measure: false,
        }
    }
}

/// Opens the editor's window and returns when it is closed.
pub fn open(start: Start) -> Result<(), NoWindow> {
    let size = start.window;
    window::open("Parlour sight", size, move || SightEditor::new(start))
}

#[expect(
    clippy::struct_excessive_bools,
    reason = "four things that have nothing to do with each other"
)]
struct SightEditor {
    session: Session,
    picture: Picture,
    texture: Option<Texture2D>,
    typing: bool,
    micros: Option<u64>,
    journal: Option<PathBuf>,
    /// The drawing as it was kept last, whether it was saved then, and whether
    /// something may have changed since.
    drawn: Sheet,
    unsaved: bool,
    touched: bool,
    race: Option<Race>,
    done: bool,
}

impl SightEditor {
    fn new(start: Start) -> Self {
        simulate_mouse_with_touch(false);
        let mut desk = Desk::new(start.sheet);
        if let Some((seed, style)) = start.random {
            desk.set_random(seed, style);
        }
        if let Some(kept) = outside::kept(KEPT, start.journal.as_deref()) {
            match read_sheet(&kept) {
                // A drawing, as earlier versions kept it.
                Ok(sheet) => desk.restore(&sheet.journal()),
                Err(_) => desk.restore(&kept),
            }
        }
        let drawn = desk.editor().sheet().clone();
        let unsaved = desk.is_unsaved();
        let view = (start.window.0, start.window.1 - bar::height(start.window.0));
        let mut editor = Self {
            session: Session::new(desk, view),
            picture: Picture::default(),
            texture: None,
            typing: false,
            micros: None,
            journal: start.journal,
            drawn,
            unsaved,
            touched: false,
            race: start.measure.then(Race::default),
            done: false,
        };
        if let Some(file) = start.file {
            editor.carry_out(Effect::Open(file));
        }
        if let Some(words) = start.words {
            editor.session.desk.tell_also(&words);
        }
        editor
    }

    fn carry_out(&mut self, effect: Effect) {
        let desk = &mut self.session.desk;
        match effect {
            Effect::Copy(text) => desk.copied(outside::copy(&text)),
            Effect::Paste => match outside::paste() {
                Ok(text) => desk.pasted(Ok(&text)),
                Err(reason) => desk.pasted(Err(reason)),
            },
            Effect::Open(name) => {
                let read = outside::read(&name);
                desk.opened(&name, read.as_deref().map_err(String::as_str));
            }
            Effect::LookFor(name) => {
                if let Some(next) = desk.found(&name, outside::is_there(&name)) {
                    self.carry_out(next);
                }
            }
            Effect::Write { name, text, append } => {
                let outcome = outside::write(&name, &text, append);
                desk.written(&name, outcome.as_ref().copied().map_err(String::as_str));
            }
            Effect::Close => self.done = outside::can_close(),
            // The session moves its camera itself.
            Effect::Zoom(_) | Effect::Fit | Effect::ShowPointer => {}
        }
        self.session.settle();
    }

    /// Keeps what was drawn and is not saved, whatever happens next. Not while a
    /// stroke is being made: that is the most that can be lost.
    fn keep(&mut self) {
        let desk = &self.session.desk;
        if !self.touched || desk.editor().is_dragging() {
            return;
        }
        self.touched = false;
        let (sheet, unsaved) = (desk.editor().sheet(), desk.is_unsaved());
        if *sheet == self.drawn && unsaved == self.unsaved {
            return;
        }
        let kept = if unsaved || !outside::can_close() {
            outside::keep(KEPT, self.journal.as_deref(), &sheet.journal())
        } else {
            outside::forget(self.journal.as_deref());
            Ok(())
        };
        self.drawn = sheet.clone();
        self.unsaved = unsaved;
        if let Err(reason) = kept {
            let words = format!("what is not saved cannot be kept: {reason}");
            self.session.desk.tell(words);
        }
    }

    fn draw_sheet(&mut self) {
        let Session { desk, camera, .. } = &self.session;
        let editor = desk.editor();
        self.picture.colours = colours_of(desk);
        self.picture.redraw(editor, camera);
        let cells = self.picture.cells;
        if cells.is_empty() {
            return;
        }
        let (columns, rows) = self.picture.size;
        let (width, height) = (columns as u16, rows as u16);
        let fits = |texture: &&Texture2D| {
            (texture.width(), texture.height()) == (f32::from(width), f32::from(height))
        };
        if let Some(texture) = self.texture.as_ref().filter(fits) {
            texture.update_from_bytes(u32::from(width), u32::from(height), &self.picture.texels);
        } else {
            let texture = Texture2D::from_rgba8(width, height, &self.picture.texels);
            texture.set_filter(FilterMode::Nearest);
            self.texture = Some(texture);
        }
        let corner = camera.corner(cells.north_west());
        let scale = camera.cell();
        if let Some(texture) = &self.texture {
            let params = DrawTextureParams {
                dest_size: Some(vec2((columns * scale) as f32, (rows * scale) as f32)),
                ..DrawTextureParams::default()
            };
            draw_texture_ex(texture, corner.x as f32, corner.y as f32, WHITE, params);
        }
        if has_lines(camera) {
            for column in 0..cells.w {
                let at = Pixel::new(corner.x + column * scale, corner.y);
                fill(at, 1, cells.h * scale, palette::LINE);
            }
            for row in 0..cells.h {
                let at = Pixel::new(corner.x, corner.y + row * scale);
                fill(at, cells.w * scale, 1, palette::LINE);
            }
        }
        for square in &self.picture.squares {
            fill(square.at, square.side, square.side, square.colour);
        }
        for trail in &self.picture.trails {
            for leg in trail.points.windows(2) {
                stroke(leg[0], leg[1], trail.width, trail.colour);
            }
        }
        if let Some(why) = desk.explanation() {
            draw_explanation(&why, why.shown(desk.beat()), camera);
        }
        let under = desk.pointer();
        if editor.sheet().size().contains(under) && scale >= 3 {
            outline(camera.corner(under), scale, scale, palette::POINTER);
        }
    }
}

impl Scene for SightEditor {
    fn take(&mut self, input: Input) {
        let only_moved = matches!(input, Input::Moved(_));
        if let Some(effect) = self.session.take(input) {
            self.carry_out(effect);
        }
        if self.typing != self.session.desk.prompt().is_some() {
            self.typing = !self.typing;
            outside::tell_typing(self.typing);
        }
        self.touched |= !only_moved;
    }

    fn draw(&mut self, size: (i32, i32), lettering: &Lettering) {
        let view = (size.0, size.1 - bar::height(size.0));
        self.session.resize(view);
        self.session.tick(outside::millis());
        if let Some(race) = &mut self.race {
            race.step(&mut self.session.desk, self.micros);
            self.done = race.is_over();
        }
        let start = outside::seconds();
        if self.session.desk.refresh() {
            let spent = outside::seconds() - start;
            self.micros = Some((spent * 1_000_000.0).round() as u64);
        }
        self.keep();
        self.draw_sheet();
        let for_fingers = self.session.has_fingers();
        bar::draw(
            &self.session.desk,
            self.micros,
            for_fingers,
            size,
            lettering,
        );
        if self.session.desk.help() {
            let colours = colours_of(&self.session.desk);
            help::draw(colours, size, self.session.help_from(), lettering);
        }
    }

    fn motion(&self) -> Motion {
        if self.race.is_some() {
            Motion::Racing
        } else if self.session.is_waiting() {
            Motion::Moving
        } else {
            Motion::Still
        }
    }

    fn is_done(&self) -> bool {
        self.done
    }
}

/// What was told of the line: the cells on the way that matter, what closes it, and at
/// the end the cone that reaches the cell.
fn draw_explanation(why: &Explanation, shown: Shown<'_>, camera: &Camera) {
    let scale = camera.cell();
    if scale < 3 {
        return;
    }
    for step in shown.steps {
        let corner = camera.corner(step.cell);
        let at = |inset: i32| Pixel::new(corner.x + inset, corner.y + inset);
        match step.role {
            Role::Passed => {
                let side = (scale / 5).max(1);
                fill(at((scale - side) / 2), side, side, palette::TEXT);
            }
            Role::Closes => {
                for inset in 0..3.min(scale / 3) {
                    let side = scale - 2 * inset;
                    outline(at(inset), side, side, palette::MESSAGE);
                }
            }
            Role::GrazedLow | Role::GrazedHigh => {
                outline(at(1), scale - 2, scale - 2, palette::MESSAGE);
            }
        }
    }
    let from = camera.middle(why.from);
    if let Some(cone) = why.cone.filter(|_| shown.end) {
        for end in cone.ends(scale) {
            let end = Pixel::new(from.x + end.x, from.y + end.y);
            stroke(from, end, 1, palette::TEXT);
        }
        for wall in cone.walls() {
            outline(camera.corner(wall), scale, scale, palette::TEXT);
        }
    }
    let colour = if why.is_visible() {
        palette::TEXT
    } else {
        palette::MESSAGE
    };
    stroke(from, line_end(why, shown, camera), 2, colour);
}

/// How far the line has come: to the cell, or beside the last cell that was told of.
fn line_end(why: &Explanation, shown: Shown<'_>, camera: &Camera) -> Pixel {
    let (from, to) = (camera.middle(why.from), camera.middle(why.by));
    let whole = i64::from(why.from.chebyshev(why.by));
    if shown.end || whole == 0 {
        return to;
    }
    let last = shown.steps.last();
    let come = last.map_or(0, |step| {
        i64::from(why.from.chebyshev(step.cell)).min(whole)
    });
    let part = |from: i32, to: i32| from + (i64::from(to - from) * come / whole) as i32;
    Pixel::new(part(from.x, to.x), part(from.y, to.y))
}
