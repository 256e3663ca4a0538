//! The sight editor in a window: pointer and keys to the [`Desk`], its picture
//! onto the screen.

mod help;
pub mod picture;
mod race;
pub mod session;

use macroquad::color::WHITE;
use macroquad::math::vec2;
use macroquad::texture::{DrawTextureParams, FilterMode, Texture2D, draw_texture_ex};
use parlour_grid::editor::{Desk, Effect, Sheet, Style, print_drawing, read_sheet};

use crate::camera::Pixel;
use crate::input::Input;
use crate::lettering::{Lettering, fill, outline, shortened, shortened_left, stroke};
use crate::outside;
use crate::palette;
use crate::window::{self, Motion, NoWindow, Scene};
use picture::{Picture, has_lines};
use race::Race;
use session::Session;

/// The height of the bar at the foot, in pixels.
pub const BAR_HEIGHT: i32 = 48;
/// The size of its letters.
const LETTERS: u16 = 14;
/// The name under which a page keeps the drawing.
const KEPT: &str = "sight";
/// Drawings of more cells are not kept by a page: a browser has not room for all.
const MOST_KEPT: u64 = 250_000;

/// What the editor opens with.
#[derive(Clone, Debug)]
pub struct Start {
    /// The drawing.
    pub sheet: Sheet,
    /// The seed and style it came from, if it is a random map.
    pub random: Option<(u64, Style)>,
    /// A file to open, by name.
    pub file: Option<String>,
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

struct SightEditor {
    session: Session,
    picture: Picture,
    texture: Option<Texture2D>,
    typing: bool,
    micros: Option<u64>,
    /// The drawing as it was kept last, and whether it may have changed since.
    drawn: Sheet,
    touched: bool,
    race: Option<Race>,
    done: bool,
}

impl SightEditor {
    fn new(start: Start) -> Self {
        let kept = outside::kept(KEPT).and_then(|text| read_sheet(&text).ok());
        let is_kept = kept.is_some();
        let mut desk = Desk::new(kept.unwrap_or(start.sheet));
        if let Some((seed, style)) = start.random.filter(|_| !is_kept) {
            desk.set_random(seed, style);
        }
        let drawn = desk.editor().sheet().clone();
        let view = (start.window.0, start.window.1 - BAR_HEIGHT);
        let mut editor = Self {
            session: Session::new(desk, view),
            picture: Picture::default(),
            texture: None,
            typing: false,
            micros: None,
            drawn,
            touched: false,
            race: start.measure.then(Race::default),
            done: false,
        };
        if let Some(file) = start.file {
            editor.carry_out(Effect::Open(file));
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

    /// Keeps what was drawn, where there is a page to keep it.
    fn keep(&mut self) {
        if outside::can_close() || !std::mem::take(&mut self.touched) {
            return;
        }
        let editor = self.session.desk.editor();
        if editor.is_dragging() {
            self.touched = true;
            return;
        }
        if *editor.sheet() == self.drawn {
            return;
        }
        self.drawn = editor.sheet().clone();
        let size = self.drawn.size();
        if u64::from(size.width()) * u64::from(size.height()) <= MOST_KEPT {
            outside::keep(KEPT, || print_drawing(editor));
        }
    }

    fn draw_sheet(&mut self) {
        let Session { desk, camera, .. } = &self.session;
        let editor = desk.editor();
        self.picture.redraw(editor, camera);
        let cells = self.picture.cells;
        if cells.is_empty() {
            return;
        }
        let (width, height) = (cells.w as u16, cells.h as u16);
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
                dest_size: Some(vec2((cells.w * scale) as f32, (cells.h * scale) as f32)),
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
        let under = desk.pointer();
        if editor.sheet().size().contains(under) && scale >= 3 {
            outline(camera.corner(under), scale, scale, palette::POINTER);
        }
    }

    fn draw_bar(&self, size: (i32, i32), lettering: &Lettering) {
        let desk = &self.session.desk;
        let top = size.1 - BAR_HEIGHT;
        fill(Pixel::new(0, top), size.0, BAR_HEIGHT, palette::BAR);
        let letters = Lettering::fitting(size.0 - 20, LETTERS);
        let first = Pixel::new(10, top + 6);
        let second = Pixel::new(10, top + 26);
        let counts = shortened(&desk.counts_line(), letters);
        lettering.write(&counts, first, LETTERS, palette::TEXT);
        if let Some(prompt) = desk.prompt() {
            let line = format!("{} {}_", prompt.words(), prompt.answer());
            let line = shortened_left(&line, letters);
            lettering.write(&line, second, LETTERS, palette::MESSAGE);
        } else if let Some(message) = desk.message() {
            lettering.write(
                &shortened(message, letters),
                second,
                LETTERS,
                palette::MESSAGE,
            );
        } else {
            let line = format!("{} \u{b7} H help", desk.lens_line(self.micros));
            lettering.write(
                &shortened(&line, letters),
                second,
                LETTERS,
                palette::FAINT_TEXT,
            );
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
        let view = (size.0, size.1 - BAR_HEIGHT);
        self.session.resize(view);
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
        self.draw_bar(size, lettering);
        if self.session.desk.help() {
            help::draw(size, lettering);
        }
    }

    fn motion(&self) -> Motion {
        if self.race.is_some() {
            Motion::Racing
        } else {
            Motion::Still
        }
    }

    fn is_done(&self) -> bool {
        self.done
    }
}
