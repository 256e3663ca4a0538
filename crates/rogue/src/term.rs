//! A game in the terminal, with the feature `term`.
//!
//! Only cells that changed are written, the window follows the player, the
//! terminal's own cursor stands on the player or on what is looked at, and
//! nothing runs while no key is pressed. The terminal is left as it was found,
//! also after a panic.

#![expect(
    clippy::disallowed_methods,
    reason = "this optional module is the edge: frames of an animation stand a while"
)]

use std::io::{self, BufWriter, IsTerminal, Stdout, Write};
use std::time::Duration;

use crossterm::cursor::{Hide, MoveTo, Show};
use crossterm::event::{
    self as terminal_event, Event as TerminalEvent, KeyCode, KeyEvent, KeyEventKind, KeyModifiers,
};
use crossterm::style::{Attribute, Color, Print, ResetColor, SetAttribute, SetForegroundColor};
use crossterm::terminal::{
    self, Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode,
    enable_raw_mode,
};
use crossterm::{execute, queue};
use parlour_grid::Point;

use crate::appearance::{Colour, Glyph};
use crate::display::{self, Display, Flow, Input};
use crate::game::{Ending, Game};
use crate::log::wrap;
use crate::notation::{Action, Key};
use crate::view::Knowledge;

/// Rows of the message bar.
const BAR: u16 = 2;

/// Plays a game in the terminal until it ends, and gives it back.
pub fn run(mut game: Game) -> io::Result<Game> {
    run_with(&mut game, |_, _| Flow::GoOn)?;
    Ok(game)
}

/// Plays a game in the terminal. Actions that the rules hand through go to
/// `asked`.
pub fn run_with(
    game: &mut Game,
    asked: impl FnMut(&mut Game, &Action) -> Flow,
) -> io::Result<Option<Ending>> {
    let mut terminal = Terminal::open()?;
    let ending = display::run(game, &mut terminal, asked);
    terminal.close()?;
    Ok(ending)
}

/// Shows a question in the message bar of an empty screen and waits for a key.
pub fn ask(question: &str) -> io::Result<Option<Key>> {
    let mut terminal = Terminal::open()?;
    terminal.start();
    let answer = loop {
        terminal.clear();
        terminal.message(question);
        terminal.refresh();
        match terminal.input() {
            Some(Input::Key(key)) => break Some(key),
            Some(Input::Resized) => {}
            None => break None,
        }
    };
    terminal.stop();
    terminal.close()?;
    Ok(answer)
}

/// The terminal as a display.
pub struct Terminal {
    out: BufWriter<Stdout>,
    width: u16,
    height: u16,
    /// What is to stand on the screen, and what stands there.
    wanted: Vec<Cell>,
    shown: Vec<Cell>,
    cursor: Option<Point>,
    raw: bool,
    colours: bool,
    trouble: Option<io::Error>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
struct Cell {
    char: char,
    colour: Colour,
    dim: bool,
}

impl Cell {
    const EMPTY: Self = Self {
        char: ' ',
        colour: Colour::White,
        dim: false,
    };
    /// Differs from everything that is ever wanted.
    const STALE: Self = Self {
        char: '\0',
        colour: Colour::Black,
        dim: false,
    };
}

impl Terminal {
    /// Takes the terminal. Refused where there is none.
    pub fn open() -> io::Result<Self> {
        if !io::stdout().is_terminal() || !io::stdin().is_terminal() {
            return Err(io::Error::other("a terminal is needed to play"));
        }
        let (width, height) = terminal::size()?;
        let mut terminal = Self {
            out: BufWriter::with_capacity(1 << 16, io::stdout()),
            width,
            height,
            wanted: Vec::new(),
            shown: Vec::new(),
            cursor: None,
            raw: false,
            colours: std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()),
            trouble: None,
        };
        terminal.resize(width, height);
        enable_raw_mode()?;
        terminal.raw = true;
        execute!(terminal.out, EnterAlternateScreen, Clear(ClearType::All))?;
        Ok(terminal)
    }

    /// Gives the terminal back, and says what went wrong meanwhile.
    pub fn close(mut self) -> io::Result<()> {
        self.restore();
        self.trouble.take().map_or(Ok(()), Err)
    }

    fn restore(&mut self) {
        if std::mem::take(&mut self.raw) {
            let left = execute!(self.out, ResetColor, Show, LeaveAlternateScreen);
            self.note(left);
            self.note(disable_raw_mode());
        }
    }

    fn note(&mut self, result: io::Result<()>) {
        if let Err(error) = result
            && self.trouble.is_none()
        {
            self.trouble = Some(error);
        }
    }

    fn resize(&mut self, width: u16, height: u16) {
        self.width = width;
        self.height = height;
        let cells = usize::from(width) * usize::from(height);
        self.wanted = vec![Cell::EMPTY; cells];
        self.shown = vec![Cell::STALE; cells];
    }

    fn put(&mut self, x: i32, y: i32, cell: Cell) {
        let (Ok(x), Ok(y)) = (u16::try_from(x), u16::try_from(y)) else {
            return;
        };
        if x < self.width && y < self.height {
            self.wanted[usize::from(y) * usize::from(self.width) + usize::from(x)] = cell;
        }
    }

    fn glyph(&mut self, at: Point, glyph: Glyph, dim: bool) {
        // A character that is not one column wide would shift its row.
        let char = if is_narrow(glyph.char) {
            glyph.char
        } else {
            '?'
        };
        let colour = glyph.colour;
        self.put(at.x, at.y, Cell { char, colour, dim });
    }

    fn map_rows(&self) -> u16 {
        self.height.saturating_sub(BAR)
    }

    fn write_changes(&mut self) -> io::Result<()> {
        queue!(self.out, Hide)?;
        let mut pen: Option<(Colour, bool)> = None;
        let mut at = None;
        for index in 0..self.wanted.len() {
            let cell = self.wanted[index];
            if cell == self.shown[index] {
                continue;
            }
            let (x, y) = (
                (index % usize::from(self.width)) as u16,
                (index / usize::from(self.width)) as u16,
            );
            if at != Some((x, y)) {
                queue!(self.out, MoveTo(x, y))?;
            }
            if pen != Some((cell.colour, cell.dim)) {
                queue!(self.out, SetAttribute(Attribute::Reset))?;
                if self.colours {
                    queue!(self.out, SetForegroundColor(terminal_colour(cell.colour)))?;
                } else if cell.dim {
                    queue!(self.out, SetAttribute(Attribute::Dim))?;
                }
                pen = Some((cell.colour, cell.dim));
            }
            queue!(self.out, Print(cell.char))?;
            self.shown[index] = cell;
            at = (x + 1 < self.width).then_some((x + 1, y));
        }
        if let Some(cursor) = self.cursor {
            let (x, y) = (cursor.x.max(0) as u16, cursor.y.max(0) as u16);
            queue!(self.out, MoveTo(x, y), Show)?;
        }
        self.out.flush()
    }
}

impl Display for Terminal {
    fn start(&mut self) {
        self.clear();
    }

    fn map_size(&self) -> (u32, u32) {
        (u32::from(self.width), u32::from(self.map_rows()))
    }

    fn clear(&mut self) {
        self.wanted.fill(Cell::EMPTY);
        self.cursor = None;
    }

    fn tile(&mut self, at: Point, glyph: Glyph, knowledge: Knowledge) {
        self.glyph(at, glyph, knowledge == Knowledge::Remembered);
    }

    fn entity(&mut self, at: Point, glyph: Glyph) {
        self.glyph(at, glyph, false);
    }

    fn cursor(&mut self, at: Option<Point>) {
        self.cursor = at;
    }

    fn message(&mut self, text: &str) {
        let rows = self.map_rows();
        let lines = wrap(text, usize::from(self.width.max(1)));
        // The latest lines are those that fit.
        let skip = lines.len().saturating_sub(usize::from(BAR));
        for (row, line) in lines.iter().skip(skip).enumerate() {
            for (x, char) in line.chars().enumerate() {
                let at = Point::new(x as i32, i32::from(rows) + row as i32);
                self.glyph(at, Glyph::new(char, Colour::White), false);
            }
        }
    }

    fn refresh(&mut self) {
        let written = self.write_changes();
        self.note(written);
    }

    fn wait(&mut self, milliseconds: u32) {
        std::thread::sleep(Duration::from_millis(u64::from(milliseconds.min(1000))));
    }

    fn input(&mut self) -> Option<Input> {
        while self.trouble.is_none() {
            match terminal_event::read() {
                Ok(TerminalEvent::Key(event)) => {
                    if let Some(key) = key_of(event) {
                        return Some(Input::Key(key));
                    }
                }
                Ok(TerminalEvent::Resize(width, height)) => {
                    self.resize(width, height);
                    let cleared = queue!(self.out, Clear(ClearType::All));
                    self.note(cleared);
                    return Some(Input::Resized);
                }
                Ok(_) => {}
                Err(error) => self.note(Err(error)),
            }
        }
        None
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        self.restore();
    }
}

fn is_narrow(char: char) -> bool {
    // Of the rest some are wide, some have no width at all, and some turn the
    // direction of the text round.
    matches!(char, ' '..='~' | '\u{a1}'..='\u{ac}' | '\u{ae}'..='\u{2ff}' | '\u{370}'..='\u{482}' | '\u{2010}'..='\u{2027}' | '\u{2030}'..='\u{205e}' | '\u{2190}'..='\u{2319}' | '\u{231c}'..='\u{23e8}' | '\u{2500}'..='\u{25fc}' | '\u{25ff}'..='\u{2613}' | '\u{2616}'..='\u{2647}' | '\u{2654}'..='\u{267e}' | '\u{2680}'..='\u{2692}')
}

/// The key of a terminal event; releases and unknown keys are none.
fn key_of(event: KeyEvent) -> Option<Key> {
    if event.kind == KeyEventKind::Release {
        return None;
    }
    Some(match event.code {
        KeyCode::Char(char) if event.modifiers.contains(KeyModifiers::CONTROL) => {
            Key::Ctrl(char.to_ascii_lowercase())
        }
        KeyCode::Char(char) => Key::Char(char),
        KeyCode::Enter => Key::Enter,
        KeyCode::Esc => Key::Escape,
        KeyCode::Tab => Key::Tab,
        KeyCode::Backspace => Key::Backspace,
        KeyCode::Delete => Key::Delete,
        KeyCode::Insert => Key::Insert,
        KeyCode::Up => Key::Up,
        KeyCode::Down => Key::Down,
        KeyCode::Left => Key::Left,
        KeyCode::Right => Key::Right,
        KeyCode::Home => Key::Home,
        KeyCode::End => Key::End,
        KeyCode::PageUp => Key::PageUp,
        KeyCode::PageDown => Key::PageDown,
        KeyCode::F(number @ 1..=12) => Key::F(number),
        _ => return None,
    })
}

fn terminal_colour(colour: Colour) -> Color {
    match colour {
        // Black on black would be nothing.
        Colour::Black => Color::DarkGrey,
        Colour::Red => Color::Red,
        Colour::Green => Color::Green,
        Colour::Yellow => Color::Yellow,
        Colour::Blue => Color::Blue,
        Colour::Magenta => Color::Magenta,
        Colour::Cyan => Color::Cyan,
        Colour::White => Color::White,
        Colour::Grey => Color::Grey,
        Colour::Rgb(r, g, b) => Color::Rgb { r, g, b },
    }
}
