//! A person's place at the editor: keys and pointer come in, effects that need
//! the outside world go out, and what the world answered comes back in.

mod exchange;
mod questions;
mod why;

use super::{
    Command, Editor, GridPath, Key, Lens, Mode, Prompt, Question, Sheet, SheetFile, Style,
    print_drawing, read_sheet,
};
use crate::Point;
use exchange::Exchange;

/// Something only the front can do. It reports back through the [`Desk`]'s
/// `copied`, `pasted`, `opened`, `found` or `written`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Put this text on the clipboard.
    Copy(String),
    /// Hand the clipboard's text to [`Desk::pasted`].
    Paste,
    /// Read this file and hand it to [`Desk::opened`].
    Open(String),
    /// See whether there is a file of this name, which is then saved to; answer
    /// through [`Desk::found`], and carry out what comes of it.
    LookFor(String),
    /// Write a file; answer through [`Desk::written`].
    Write {
        /// Its name as the person typed it.
        name: String,
        /// What to write.
        text: String,
        /// Whether the text is added to what is there.
        append: bool,
    },
    /// Come closer (positive) or go farther away.
    Zoom(i32),
    /// Bring the whole sheet into view.
    Fit,
    /// Bring the pointer's cell into view.
    ShowPointer,
    /// Close the editor.
    Close,
}

/// The pointer's buttons that do something to the drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Button {
    /// Paints.
    Left,
    /// Moves the observer.
    Right,
    /// Adds cells to the observer: the right button with Shift.
    RightWithShift,
}

/// Which colours a person wants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Palette {
    /// Red walls, green sight.
    #[default]
    Classic,
    /// Colours that can be told apart without telling red from green.
    Clear,
}

/// The editor with everything a person is in the middle of.
#[derive(Debug)]
pub struct Desk {
    editor: Editor,
    pointer: Point,
    prompt: Option<Prompt>,
    help: bool,
    palette: Palette,
    explain: bool,
    /// The sentence of the explanation that is told; none is the whole of it.
    beat: Option<usize>,
    message: Option<String>,
    file: Option<SheetFile>,
    name: String,
    /// The file that the drawing was read from or written to, which may be written
    /// over without a question.
    own: Option<String>,
    /// The drawing as it was opened, made or saved last.
    saved: Sheet,
    /// What is to take the place of a drawing that is not saved, once the person
    /// says so.
    waiting: Option<Exchange>,
    seed: u64,
    style: Style,
}

impl Desk {
    /// A desk with a drawing on it.
    pub fn new(sheet: Sheet) -> Self {
        let pointer = sheet.observers().first().copied().unwrap_or_default();
        Self {
            saved: sheet.clone(),
            editor: Editor::new(sheet),
            pointer,
            prompt: None,
            help: false,
            palette: Palette::default(),
            explain: false,
            beat: None,
            message: None,
            file: None,
            name: String::new(),
            own: None,
            waiting: None,
            seed: 1,
            style: Style::Scatter(8),
        }
    }

    /// The drawing and what is seen in it.
    pub fn editor(&self) -> &Editor {
        &self.editor
    }

    /// A drawing that was left unsaved, by its [journal](Sheet::journal), is on the
    /// desk again, as unsaved as it was. The one before comes back by undo.
    pub fn restore(&mut self, journal: &str) {
        match Sheet::from_journal(journal) {
            Ok(sheet) if sheet != *self.editor.sheet() => {
                self.message = Some("what was not saved last time is here again".to_owned());
                self.put(sheet);
            }
            Ok(_) => {}
            Err(error) => {
                self.message = Some(format!("what was kept of last time is broken: {error}"));
            }
        }
    }

    /// Whether the drawing differs from what was opened, made or saved last.
    pub fn is_unsaved(&self) -> bool {
        self.saved != *self.editor.sheet()
    }

    /// Computes the answers that are stale; says whether there were any.
    pub fn refresh(&mut self) -> bool {
        self.editor.refresh()
    }

    /// The cell the pointer is on; it may be off the sheet.
    pub fn pointer(&self) -> Point {
        self.pointer
    }

    /// The question that waits for an answer.
    pub fn prompt(&self) -> Option<&Prompt> {
        self.prompt.as_ref()
    }

    /// Whether the help is shown.
    pub fn help(&self) -> bool {
        self.help
    }

    /// Which colours are wanted.
    pub fn palette(&self) -> Palette {
        self.palette
    }

    /// What there is to tell: a refusal or what was done.
    pub fn message(&self) -> Option<&str> {
        self.message.as_deref()
    }

    /// Tells the person something that only the front knows.
    pub fn tell(&mut self, words: String) {
        self.message = Some(words);
    }

    /// The same, after what was told already.
    pub fn tell_also(&mut self, words: &str) {
        self.message = Some(match self.message.take() {
            Some(before) => format!("{before}; {words}"),
            None => words.to_owned(),
        });
    }

    /// The seed the last random map was made from.
    pub fn set_random(&mut self, seed: u64, style: Style) {
        (self.seed, self.style) = (seed, style);
    }

    /// A key was pressed.
    pub fn key(&mut self, key: Key) -> Option<Effect> {
        if self.prompt.is_some() {
            return self.answer_key(key);
        }
        if self.help {
            self.help = false;
            if matches!(key, Key::Escape | Key::Help | Key::Char('h' | 'H' | '?')) {
                return None;
            }
        }
        self.message = None;
        Command::of(key).and_then(|command| self.act(command))
    }

    /// A button went down over a cell, which may be off the sheet.
    pub fn press(&mut self, button: Button, cell: Point) {
        if std::mem::take(&mut self.help) || self.prompt.is_some() {
            return;
        }
        self.message = None;
        self.pointer = cell;
        match button {
            Button::Left => self.editor.press(cell),
            Button::Right => self.editor.call(cell),
            Button::RightWithShift => {
                if self.editor.sheet().size().contains(cell) {
                    self.editor.toggle_observer(cell);
                }
            }
        }
        self.aim();
    }

    /// The pointer moved over a cell, which may be off the sheet.
    pub fn moved(&mut self, cell: Point) {
        if cell != self.pointer {
            self.pointer = cell;
            self.editor.drag(cell);
            self.aim();
        }
    }

    /// The button went up.
    pub fn release(&mut self) {
        self.editor.release();
    }

    /// The clipboard's text, or why there is none.
    pub fn pasted(&mut self, text: Result<&str, &str>) {
        let text = match text {
            Ok(text) => text,
            Err(reason) => {
                self.message = Some(format!("paste: {reason}"));
                return;
            }
        };
        if let Some(prompt) = &mut self.prompt {
            prompt.paste(text);
            return;
        }
        // Terminals send the ends of lines as if Enter were pressed.
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        match read_sheet(&text) {
            Ok(sheet) => {
                self.exchange(Exchange::Pasted(sheet));
            }
            Err(error) => self.message = Some(format!("the clipboard holds no drawing: {error}")),
        }
    }

    /// The text went to the clipboard, or why not.
    pub fn copied(&mut self, outcome: Result<(), &str>) {
        self.message = Some(match outcome {
            Ok(()) => format!("copied {}", self.editor.sheet().size()),
            Err(reason) => format!("copy: {reason}"),
        });
    }

    /// A file that was asked for, or why it cannot be read.
    pub fn opened(&mut self, name: &str, text: Result<&str, &str>) {
        let read = match text {
            Ok(text) => SheetFile::read(text).map_err(|error| error.to_string()),
            Err(reason) => Err(reason.to_owned()),
        };
        match read {
            Ok((file, sheet)) => {
                let name = name.to_owned();
                self.exchange(Exchange::Opened { name, file, sheet });
            }
            Err(reason) => self.message = Some(format!("{name}: {reason}")),
        }
    }

    /// A file was written, or why not.
    pub fn written(&mut self, name: &str, outcome: Result<(), &str>) {
        self.message = Some(match outcome {
            Ok(()) => {
                if self.name == name {
                    self.own = Some(name.to_owned());
                }
                self.saved.clone_from(self.editor.sheet());
                format!("written: {name}")
            }
            Err(reason) => format!("{name}: {reason}"),
        });
        // It was saved so that something else can take its place.
        if let Some(exchange) = self.waiting.take()
            && outcome.is_ok()
        {
            self.carry(exchange);
        }
    }

    /// The upper line at the foot: size and counts.
    pub fn counts_line(&self) -> String {
        let counts = self.editor.counts();
        let mut parts = vec![
            self.editor.sheet().size().to_string(),
            format!("{} walls", counts.walls),
            format!("{} visible", counts.visible),
        ];
        if self.editor.lens().mode == Mode::Symmetric {
            parts.push(format!("{} walls lit", counts.lit_walls));
        }
        parts.push(format!(
            "{} corners, {} interesting",
            counts.corners, counts.interesting
        ));
        parts.join(" \u{b7} ")
    }

    /// The lower line: mode, radius, paths, and how long the last answer took in
    /// microseconds, which only the front can know.
    pub fn lens_line(&self, micros: Option<u64>) -> String {
        let lens = self.editor.lens();
        let mode = match lens.mode {
            Mode::Exact => "exact sight",
            Mode::Symmetric => "symmetric field of view",
        };
        if let Some(words) = self.explanation_words() {
            return format!("{mode} \u{b7} {words}");
        }
        let mut parts = vec![mode.to_owned()];
        if let Some(radius) = lens.radius {
            parts.push(format!("radius {radius}"));
        }
        if self.editor.sheet().observer_in_wall() {
            parts.push("the observer stands in a wall".to_owned());
        }
        parts.extend(self.editor.path_words());
        if let Some(micros) = micros {
            parts.push(format!("{micros} \u{b5}s"));
        }
        parts.join(" \u{b7} ")
    }

    fn aim(&mut self) {
        // Another question: it is told from its beginning.
        self.beat = None;
        self.editor.aim(Some(self.pointer));
    }

    /// Another drawing, of no file.
    fn put(&mut self, sheet: Sheet) {
        self.own = None;
        self.editor.replace(sheet);
        self.aim();
    }

    /// A step was taken back or done again. If it brought another drawing, that one has
    /// no file: the one that is open belongs to the drawing that went.
    fn stepped(&mut self, exchanged: bool) {
        if exchanged {
            self.own = None;
            self.file = None;
            self.name.clear();
        }
        self.aim();
    }

    fn act(&mut self, command: Command) -> Option<Effect> {
        match command {
            Command::ToggleWall => {
                self.editor.press(self.pointer);
                self.editor.release();
            }
            Command::PlaceObserver => {
                self.editor.call(self.pointer);
                self.editor.release();
            }
            Command::ToggleObserver => {
                if self.editor.sheet().size().contains(self.pointer) {
                    self.editor.toggle_observer(self.pointer);
                }
            }
            Command::NextShape => self.editor.next_shape(),
            Command::MoveCursor(dx, dy) => {
                let area = self.editor.sheet().size().rect();
                let to = self.pointer + Point::new(dx, dy);
                self.moved(Point::new(
                    to.x.clamp(area.x, area.east()),
                    to.y.clamp(area.y, area.south()),
                ));
                return Some(Effect::ShowPointer);
            }
            Command::SwitchMode | Command::Radius(_) | Command::Unlimited => {
                self.editor.set_lens(relensed(self.editor.lens(), command));
            }
            Command::AnyAngle | Command::GridPath => {
                self.editor.set_lens(relensed(self.editor.lens(), command));
                self.aim();
            }
            Command::Undo => {
                // A stroke in the middle is the step that goes.
                self.editor.release();
                let (exchanges, _) = self.editor.steps_exchange();
                if !self.editor.undo() {
                    self.message = Some("nothing to undo".to_owned());
                }
                self.stepped(exchanges);
            }
            Command::Redo => {
                self.editor.release();
                let (_, exchanges) = self.editor.steps_exchange();
                if !self.editor.redo() {
                    self.message = Some("nothing to redo".to_owned());
                }
                self.stepped(exchanges);
            }
            Command::Copy => return Some(Effect::Copy(self.text())),
            Command::Paste => return Some(Effect::Paste),
            Command::New => self.ask(Question::NewSize),
            Command::Open => self.ask(Question::OpenFile),
            Command::Save => self.ask(Question::SaveFile),
            Command::SaveCase => self.ask(Question::CaseFile),
            Command::Random => self.ask(Question::Random),
            Command::NextRandom => {
                let seed = self.seed.wrapping_add(1);
                return self.exchange(Exchange::Random(seed, self.style));
            }
            Command::Turn(by) => return self.turn(by),
            Command::Zoom(by) => return Some(Effect::Zoom(by)),
            Command::Fit => return Some(Effect::Fit),
            Command::Palette => {
                self.palette = match self.palette {
                    Palette::Classic => Palette::Clear,
                    Palette::Clear => Palette::Classic,
                }
            }
            Command::Explain => {
                self.explain = !self.explain;
                self.beat = None;
            }
            Command::Beat(by) => self.step_explanation(by),
            Command::Help => self.help = true,
            Command::Close if self.is_unsaved() => self.ask(Question::Leave),
            Command::Close => return Some(Effect::Close),
        }
        None
    }

    /// The drawing as text; as a case where a drawing cannot say it.
    fn text(&mut self) -> String {
        self.editor.refresh();
        if is_drawable(self.editor.sheet()) {
            print_drawing(&self.editor)
        } else {
            self.editor.case("drawing")
        }
    }
}

/// Whether letters can say it: one observer that stands in no wall.
fn is_drawable(sheet: &Sheet) -> bool {
    sheet.observers().len() == 1 && !sheet.observer_in_wall()
}

/// The lens after a command that changes it.
fn relensed(mut lens: Lens, command: Command) -> Lens {
    match command {
        Command::SwitchMode => {
            lens.mode = match lens.mode {
                Mode::Exact => Mode::Symmetric,
                Mode::Symmetric => Mode::Exact,
            }
        }
        Command::Radius(by) => {
            let radius = lens.radius.unwrap_or(Lens::USUAL_RADIUS);
            let moved = radius.saturating_add_signed(by).min(Sheet::MAX_SIDE);
            // The first press shows the usual radius itself.
            lens.radius = Some(lens.radius.map_or(radius, |_| moved));
        }
        Command::Unlimited => lens.radius = None,
        Command::AnyAngle => lens.any_angle = !lens.any_angle,
        Command::GridPath => {
            lens.grid_path = match lens.grid_path {
                None => Some(GridPath::Cutting),
                Some(GridPath::Cutting) => Some(GridPath::NotCutting),
                Some(GridPath::NotCutting) => None,
            }
        }
        _ => {}
    }
    lens
}
