//! The sight editor in the terminal: the same model, keys and mouse as in the
//! window, for machines without a display.

mod files;
mod picture;

use std::fs::File;
use std::path::PathBuf;
use std::sync::LazyLock;
use std::time::Instant;

use parlour_grid::Point;
use parlour_grid::editor::{self, Button, Effect, HELP, Key, Palette, Sheet, Style};
use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Span};

use crate::wrap::wrap;
use crate::{Colours, Input, KeyHelp, Lent, Screen, Step, Theme, frame};
use picture::View;

/// The editor as a screen.
pub struct SightScreen {
    desk: editor::Desk,
    view: View,
    /// What C copied last: V brings it back where terminals keep their clipboard
    /// to themselves.
    copied: Option<String>,
    micros: Option<u64>,
    /// The file that keeps what is not saved, and what it holds.
    journal: Option<PathBuf>,
    kept: Option<Sheet>,
    /// What keeps other editors off the file.
    lock: Option<File>,
}

impl SightScreen {
    /// An editor with a drawing; the seed and style tell where it came from.
    pub fn new(sheet: Sheet, random: Option<(u64, Style)>) -> Self {
        let mut desk = editor::Desk::new(sheet);
        if let Some((seed, style)) = random {
            desk.set_random(seed, style);
        }
        Self {
            desk,
            view: View::default(),
            copied: None,
            micros: None,
            journal: None,
            kept: None,
            lock: None,
        }
    }

    /// Keeps what is not saved in a file from now on, after every stroke. What it
    /// holds from last time is on the desk again. The lock, if there is one, is held
    /// as long as the screen.
    pub fn keep_in(&mut self, journal: PathBuf, lock: Option<File>) {
        if let Ok(text) = files::read_kept(&journal) {
            self.desk.restore(&text);
            self.kept = self
                .desk
                .is_unsaved()
                .then(|| self.desk.editor().sheet().clone());
            self.view.bring_back();
        }
        self.journal = Some(journal);
        self.lock = lock;
    }

    /// Tells the person something more, after what was told already.
    pub fn tell(&mut self, words: Option<String>) {
        if let Some(words) = words {
            self.desk.tell_also(&words);
        }
    }

    /// Keeps what is not saved. Not while a stroke is being made: that is the most
    /// that can be lost.
    fn keep(&mut self) {
        let Some(journal) = &self.journal else { return };
        if self.desk.editor().is_dragging() {
            return;
        }
        let sheet = self.desk.editor().sheet();
        if !self.desk.is_unsaved() {
            if self.kept.take().is_some() {
                files::forget(journal);
            }
        } else if self.kept.as_ref() != Some(sheet) {
            let outcome = files::keep(journal, &sheet.journal());
            self.kept = Some(sheet.clone());
            if let Err(reason) = outcome {
                let words = format!("what is not saved cannot be kept: {reason}");
                self.desk.tell(words);
            }
        }
    }

    /// Opens a file, or says why that is not possible.
    pub fn open(&mut self, name: &str) {
        let read = files::read(name);
        self.desk
            .opened(name, read.as_deref().map_err(String::as_str));
        self.view.bring_back();
    }

    /// The model that is shown.
    pub fn desk(&self) -> &editor::Desk {
        &self.desk
    }

    fn carry_out(&mut self, effect: Option<Effect>) -> Step {
        match effect {
            None => {}
            Some(Effect::Copy(text)) => {
                files::offer_to_terminal(&text);
                self.copied = Some(text);
                self.desk.copied(Ok(()));
            }
            Some(Effect::Paste) => {
                let text = self.copied.as_deref();
                self.desk
                    .pasted(text.ok_or("nothing was copied here; use the terminal's own paste"));
            }
            Some(Effect::Open(name)) => self.open(&name),
            Some(Effect::LookFor(name)) => {
                let next = self.desk.found(&name, files::is_there(&name));
                return self.carry_out(next);
            }
            Some(Effect::Write { name, text, append }) => {
                let outcome = files::write(&name, &text, append);
                self.desk
                    .written(&name, outcome.as_ref().copied().map_err(String::as_str));
            }
            Some(Effect::Zoom(by)) => self.view.zoom(by),
            Some(Effect::Fit) => self.view.fit(),
            Some(Effect::ShowPointer) => self.view.reveal(self.desk.pointer()),
            Some(Effect::Close) => return Step::Close,
        }
        Step::Stay
    }

    fn mouse(&mut self, mouse: MouseEvent) {
        let cell = self.view.cell_at(mouse.column, mouse.row);
        let inside = self.view.covers(mouse.column, mouse.row);
        match mouse.kind {
            MouseEventKind::Down(button) if inside => {
                let adds = mouse
                    .modifiers
                    .intersects(KeyModifiers::SHIFT | KeyModifiers::ALT);
                match button {
                    MouseButton::Left => self.desk.press(Button::Left, cell),
                    MouseButton::Right if adds => self.desk.press(Button::RightWithShift, cell),
                    MouseButton::Right => self.desk.press(Button::Right, cell),
                    MouseButton::Middle => {}
                }
            }
            MouseEventKind::Drag(_) => self.desk.moved(cell),
            MouseEventKind::Moved if inside => self.desk.moved(cell),
            MouseEventKind::Up(_) => self.desk.release(),
            MouseEventKind::ScrollUp => self.view.scroll(0, -2),
            MouseEventKind::ScrollDown => self.view.scroll(0, 2),
            MouseEventKind::ScrollLeft => self.view.scroll(-2, 0),
            MouseEventKind::ScrollRight => self.view.scroll(2, 0),
            _ => {}
        }
    }

    fn draw_foot(&self, frame: &mut Frame, area: Rect, theme: Theme) {
        let [upper, middle, lower] = Layout::vertical([Constraint::Length(1); 3]).areas(area);
        frame.render_widget(Line::styled(self.desk.counts_line(), theme.text()), upper);
        if let Some(prompt) = self.desk.prompt() {
            let text = format!("{} {}_", prompt.words(), prompt.answer());
            let line = Line::styled(end_of(&text, lower.width), theme.accent());
            frame.render_widget(line, lower);
        } else {
            let (text, style) = match self.desk.message() {
                Some(message) => (message.to_owned(), theme.warning()),
                None => (self.desk.lens_line(self.micros), theme.dim()),
            };
            let mut lines = wrap(&text, lower.width).into_iter();
            // A long sentence takes the place of the letters' meanings too.
            let first = lines.next().unwrap_or_default();
            let rest = lines.collect::<Vec<_>>().join(" ");
            if !rest.is_empty() {
                frame.render_widget(Line::styled(first, style), middle);
                frame.render_widget(Line::styled(rest, style), lower);
                return;
            }
            frame.render_widget(Line::styled(first, style), lower);
        }
        frame.render_widget(self.legend(theme), middle);
    }

    /// What the letters mean that are on the sheet just now.
    fn legend(&self, theme: Theme) -> Line<'static> {
        let colours = self.colours(theme);
        let spans = picture::legend(&self.desk)
            .into_iter()
            .flat_map(|(letter, ground, word)| {
                [
                    Span::styled(letter.to_string(), colours.ground(ground)),
                    Span::styled(format!(" {word}  "), theme.dim()),
                ]
            });
        spans.collect()
    }

    /// The house's colours, or the others where the palette was changed here.
    fn colours(&self, theme: Theme) -> Theme {
        let other = match (self.desk.palette(), theme.colours()) {
            (Palette::Classic, _) | (_, Colours::None) => return theme,
            (Palette::Clear, Colours::Full) => Colours::ColourBlind,
            (Palette::Clear, Colours::ColourBlind) => Colours::Full,
        };
        Theme::new(other).on_light(theme.is_light())
    }
}

impl Screen for SightScreen {
    fn draw(&mut self, frame: &mut Frame, lent: &Lent) {
        let theme = lent.theme;
        let keys = [
            ("Space", "wall"),
            ("Enter", "observer"),
            ("F", "mode"),
            ("E", "why"),
            ("H", "help"),
            ("Esc", "close"),
        ];
        let inner = frame::draw(frame, theme, "Sight", &keys);
        let [sheet, foot] =
            Layout::vertical([Constraint::Fill(1), Constraint::Length(3)]).areas(inner);
        let start = Instant::now();
        if self.desk.refresh() {
            self.micros = Some(start.elapsed().as_micros() as u64);
        }
        self.view.lay(sheet, &self.desk);
        let colours = self.colours(theme);
        self.view.draw(frame.buffer_mut(), &self.desk, colours);
        self.draw_foot(frame, foot, theme);
    }

    fn answer(&mut self, input: &Input, lent: &mut Lent) -> Step {
        let palette = self.desk.palette();
        let step = self.take(input);
        if self.desk.palette() != palette && lent.theme.colours() == Colours::None {
            let words = "there are no colours here: they are off in the settings";
            self.desk.tell(words.to_owned());
        }
        self.keep();
        step
    }

    fn keys(&self) -> &[KeyHelp] {
        &KEYS
    }
}

/// The editor's keys, as far as a terminal has them, and what its letters mean.
static KEYS: LazyLock<Vec<KeyHelp>> = LazyLock::new(|| {
    let keys = HELP.iter().filter_map(|&(keys, words)| match keys {
        "tap, hold, two fingers" => None,
        "wheel + - Home" => Some(("+ - Home, wheel", "zoom, whole sheet; the wheel moves it")),
        _ => Some((keys, words)),
    });
    keys.chain(picture::LETTERS.iter().copied()).collect()
});

impl SightScreen {
    fn take(&mut self, input: &Input) -> Step {
        match input {
            Input::Paste(text) => {
                self.desk.pasted(Ok(text));
                Step::Stay
            }
            Input::Mouse(mouse) => {
                self.mouse(*mouse);
                Step::Stay
            }
            Input::Key(key) => {
                let ctrl = key.modifiers.contains(KeyModifiers::CONTROL);
                let Some(key) = key_of(key.code, ctrl) else {
                    return Step::Stay;
                };
                let mut effect = self.desk.key(key);
                if effect == Some(Effect::Fit) && key != Key::Home {
                    // A new sheet is there to be drawn on, cell by cell.
                    self.view.bring_back();
                    effect = None;
                }
                let step = self.carry_out(effect);
                // The house has a help screen of its own.
                if self.desk.help() {
                    self.desk.key(Key::Help);
                    return Step::Help;
                }
                step
            }
        }
    }
}

fn key_of(code: KeyCode, ctrl: bool) -> Option<Key> {
    Some(match code {
        KeyCode::Char(letter) if ctrl => Key::Ctrl(letter.to_ascii_lowercase()),
        KeyCode::Char(letter) => Key::Char(letter),
        KeyCode::Enter => Key::Enter,
        KeyCode::Esc => Key::Escape,
        KeyCode::Backspace => Key::Backspace,
        KeyCode::Left => Key::Left,
        KeyCode::Right => Key::Right,
        KeyCode::Up => Key::Up,
        KeyCode::Down => Key::Down,
        KeyCode::PageUp => Key::PageUp,
        KeyCode::PageDown => Key::PageDown,
        KeyCode::Home => Key::Home,
        _ => return None,
    })
}

/// The end of a line that is too long for its place.
fn end_of(text: &str, width: u16) -> String {
    let surplus = text.chars().count().saturating_sub(usize::from(width));
    text.chars().skip(surplus).collect()
}

/// The cells a straight leg passes, for drawing it.
fn leg(from: Point, to: Point) -> impl Iterator<Item = Point> {
    parlour_grid::line(from, to)
}
