//! The terminal as a surface of screens, and as a display drawn piece by piece.

use std::io::{self, BufWriter, IsTerminal, Stdout, Write};
use std::time::Duration;

use crossterm::cursor::{Hide, MoveTo, Show};
use crossterm::event::{self, DisableMouseCapture, EnableMouseCapture};
use crossterm::style::{
    Attribute, Print, ResetColor, SetAttribute, SetBackgroundColor, SetForegroundColor,
};
use crossterm::terminal::{
    self, Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode,
    enable_raw_mode,
};
use crossterm::{execute, queue};
use parlour_grid::Point;

use super::colours::Depth;
use super::input;
use crate::appearance::{Colour, Glyph};
use crate::display::{self, Display};
use crate::log::wrap;
use crate::ui::{Cell, Input, Pen, Screen, Surface};
use crate::view::Knowledge;

/// Rows of the message bar of a display.
const BAR: u16 = 2;

/// Differs from everything that is ever wanted.
const STALE: Cell = Cell {
    char: '\0',
    pen: Pen::new(Colour::White),
};

/// The terminal.
pub struct Terminal {
    out: BufWriter<Stdout>,
    /// What is to stand on the screen, and what stands there.
    wanted: Screen,
    shown: Vec<Cell>,
    raw: bool,
    mouse: bool,
    depth: Depth,
    /// How long it waits for an input before it says that there is none.
    patience: Option<Duration>,
    trouble: Option<io::Error>,
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
            wanted: Screen::new(width, height),
            shown: Vec::new(),
            raw: false,
            mouse: false,
            depth: Depth::detect(),
            patience: None,
            trouble: None,
        };
        terminal.resize(width, height);
        enable_raw_mode()?;
        terminal.raw = true;
        execute!(terminal.out, EnterAlternateScreen, Clear(ClearType::All))?;
        Ok(terminal)
    }

    /// Asks the terminal to report the mouse.
    pub fn listen_to_mouse(&mut self) -> io::Result<()> {
        self.mouse = true;
        execute!(self.out, EnableMouseCapture)
    }

    /// Writes colours for another depth than was detected.
    pub fn set_depth(&mut self, depth: Depth) {
        self.depth = depth;
        self.shown.fill(STALE);
    }

    /// Waits no longer than this for an input, and says [`Input::Nothing`] then.
    #[cfg(feature = "watch")]
    pub(super) fn wait_at_most(&mut self, patience: Duration) {
        self.patience = Some(patience);
    }

    /// Gives the terminal back, and says what went wrong meanwhile.
    pub fn close(mut self) -> io::Result<()> {
        self.restore();
        self.trouble.take().map_or(Ok(()), Err)
    }

    fn restore(&mut self) {
        if std::mem::take(&mut self.raw) {
            if std::mem::take(&mut self.mouse) {
                let left = execute!(self.out, DisableMouseCapture);
                self.note(left);
            }
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
        self.wanted = Screen::new(width, height);
        self.shown = vec![STALE; usize::from(width) * usize::from(height)];
    }

    fn map_rows(&self) -> u16 {
        self.wanted.height().saturating_sub(BAR)
    }

    fn next_input(&mut self) -> Option<Input> {
        while self.trouble.is_none() {
            if let Some(patience) = self.patience {
                match event::poll(patience) {
                    Ok(true) => {}
                    Ok(false) => return Some(Input::Nothing),
                    Err(error) => {
                        self.note(Err(error));
                        continue;
                    }
                }
            }
            match event::read() {
                Ok(event) => {
                    let input = input::of(&event);
                    if let Some(Input::Resized(width, height)) = input {
                        self.resize(width, height);
                        let cleared = queue!(self.out, Clear(ClearType::All));
                        self.note(cleared);
                    }
                    if input.is_some() {
                        return input;
                    }
                }
                Err(error) => self.note(Err(error)),
            }
        }
        None
    }

    fn write_changes(&mut self) -> io::Result<()> {
        queue!(self.out, Hide)?;
        let width = usize::from(self.wanted.width());
        let mut pen: Option<Pen> = None;
        let mut at = None;
        for (index, &cell) in self.wanted.cells().iter().enumerate() {
            if cell == self.shown[index] {
                continue;
            }
            let (x, y) = ((index % width) as u16, (index / width) as u16);
            if at != Some((x, y)) {
                queue!(self.out, MoveTo(x, y))?;
            }
            if pen != Some(cell.pen) {
                write_pen(&mut self.out, cell.pen, self.depth)?;
                pen = Some(cell.pen);
            }
            queue!(self.out, Print(cell.char))?;
            self.shown[index] = cell;
            at = (usize::from(x) + 1 < width).then_some((x + 1, y));
        }
        if pen.is_some() {
            queue!(self.out, SetAttribute(Attribute::Reset))?;
        }
        if let Some(cursor) = self.wanted.cursor {
            let (x, y) = (cursor.x.max(0) as u16, cursor.y.max(0) as u16);
            queue!(self.out, MoveTo(x, y), Show)?;
        }
        self.out.flush()
    }
}

fn write_pen(out: &mut impl Write, pen: Pen, depth: Depth) -> io::Result<()> {
    queue!(out, SetAttribute(Attribute::Reset))?;
    if pen.bold {
        queue!(out, SetAttribute(Attribute::Bold))?;
    }
    if pen.reversed {
        queue!(out, SetAttribute(Attribute::Reverse))?;
    }
    if depth == Depth::Mono {
        if pen.dim {
            queue!(out, SetAttribute(Attribute::Dim))?;
        }
        return Ok(());
    }
    queue!(out, SetForegroundColor(depth.colour(pen.ink)))?;
    if let Some(paper) = pen.paper {
        queue!(out, SetBackgroundColor(depth.colour(paper)))?;
    }
    Ok(())
}

impl Surface for Terminal {
    fn size(&self) -> (u16, u16) {
        (self.wanted.width(), self.wanted.height())
    }

    fn show(&mut self, screen: &Screen) {
        if (screen.width(), screen.height()) == Surface::size(self) {
            self.wanted = screen.clone();
            self.refresh();
        }
    }

    fn wait(&mut self, milliseconds: u32) {
        std::thread::sleep(Duration::from_millis(u64::from(milliseconds.min(1000))));
    }

    fn input(&mut self) -> Option<Input> {
        self.next_input()
    }
}

impl Display for Terminal {
    fn start(&mut self) {
        self.clear();
    }

    fn map_size(&self) -> (u32, u32) {
        (u32::from(self.wanted.width()), u32::from(self.map_rows()))
    }

    fn clear(&mut self) {
        self.wanted = Screen::new(self.wanted.width(), self.wanted.height());
    }

    fn tile(&mut self, at: Point, glyph: Glyph, knowledge: Knowledge) {
        let pen = Pen {
            dim: knowledge == Knowledge::Remembered,
            ..Pen::new(glyph.colour)
        };
        self.wanted.put(at, glyph.char, pen);
    }

    fn entity(&mut self, at: Point, glyph: Glyph) {
        self.wanted.put(at, glyph.char, Pen::new(glyph.colour));
    }

    fn cursor(&mut self, at: Option<Point>) {
        self.wanted.cursor = at;
    }

    fn message(&mut self, text: &str) {
        let rows = i32::from(self.map_rows());
        let lines = wrap(text, usize::from(self.wanted.width().max(1)));
        // The latest lines are those that fit.
        let skip = lines.len().saturating_sub(usize::from(BAR));
        let area = self.wanted.area();
        for (row, line) in lines.iter().skip(skip).enumerate() {
            let at = Point::new(0, rows + row as i32);
            self.wanted.text(at, area, line, Pen::new(Colour::White));
        }
    }

    fn refresh(&mut self) {
        let written = self.write_changes();
        self.note(written);
    }

    fn wait(&mut self, milliseconds: u32) {
        Surface::wait(self, milliseconds);
    }

    fn input(&mut self) -> Option<display::Input> {
        loop {
            match self.next_input()? {
                Input::Key(key) => return Some(display::Input::Key(key)),
                Input::Resized(..) => return Some(display::Input::Resized),
                Input::Mouse(_) | Input::Nothing => {}
            }
        }
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        self.restore();
    }
}
