//! Widgets of `ratatui` in panels and on screens, with the feature `ratatui`.
//!
//! Whatever is a [`Widget`] can be put between the lines of a panel
//! ([`Panel::widget`]) or anywhere on a screen ([`Screen::widget`]). It is drawn into
//! cells of ours, so it stands in the terminal, in a window and on the paper of a test
//! alike. Use the widgets of `ratatui` or `ratatui-widgets` as you like; the core they
//! share is [`ratatui_core`], named here so that versions agree.

use parlour_grid::{Point, Rect};
pub use ratatui_core;
use ratatui_core::buffer::{Buffer, Cell as Drawn};
use ratatui_core::layout::Rect as Area;
use ratatui_core::style::{Color, Modifier};
use ratatui_core::widgets::Widget;

use super::panel::Panel;
use super::screen::{Pen, Screen};
use crate::appearance::Colour;

impl Panel {
    /// A widget as wide as the panel and so many rows high.
    pub fn widget(&mut self, rows: u16, widget: impl Widget) {
        let width = u16::try_from(self.width()).unwrap_or(u16::MAX);
        let drawn = draw(width, rows, widget);
        for row in 0..rows {
            let cells = (0..width).filter_map(|x| drawn.cell((x, row)));
            let spans = cells.map(|cell| (char_of(cell).to_string(), pen_of(cell)));
            self.spans(spans.collect());
        }
    }
}

impl Screen {
    /// A widget in an area; what is beyond the edges of the screen is left out.
    pub fn widget(&mut self, area: Rect, widget: impl Widget) {
        let side = |length: i32| u16::try_from(length).unwrap_or(0);
        let area = area.intersection(self.area());
        let drawn = draw(side(area.w), side(area.h), widget);
        for at in area.cells() {
            let inside = at - area.north_west();
            if let Some(cell) = drawn.cell((side(inside.x), side(inside.y))) {
                self.put(Point::new(at.x, at.y), char_of(cell), pen_of(cell));
            }
        }
    }
}

fn draw(width: u16, height: u16, widget: impl Widget) -> Buffer {
    let area = Area::new(0, 0, width, height);
    let mut buffer = Buffer::empty(area);
    if width > 0 && height > 0 {
        widget.render(area, &mut buffer);
    }
    buffer
}

fn char_of(cell: &Drawn) -> char {
    cell.symbol().chars().next().unwrap_or(' ')
}

fn pen_of(cell: &Drawn) -> Pen {
    let has = |modifier| cell.modifier.contains(modifier);
    Pen {
        ink: colour_of(cell.fg).unwrap_or_default(),
        paper: colour_of(cell.bg),
        dim: has(Modifier::DIM),
        bold: has(Modifier::BOLD),
        reversed: has(Modifier::REVERSED),
    }
}

/// A colour of theirs as one of ours; nothing for the screen's own. Names of theirs
/// are the dark ones, names of ours the bright ones.
fn colour_of(colour: Color) -> Option<Colour> {
    Some(match colour {
        Color::Reset => return None,
        Color::Black => Colour::Rgb(0, 0, 0),
        Color::Red => Colour::Rgb(205, 0, 0),
        Color::Green => Colour::Rgb(0, 205, 0),
        Color::Yellow => Colour::Rgb(205, 205, 0),
        Color::Blue => Colour::Rgb(0, 0, 238),
        Color::Magenta => Colour::Rgb(205, 0, 205),
        Color::Cyan => Colour::Rgb(0, 205, 205),
        Color::Gray => Colour::Grey,
        Color::DarkGray => Colour::Rgb(127, 127, 127),
        Color::LightRed => Colour::Red,
        Color::LightGreen => Colour::Green,
        Color::LightYellow => Colour::Yellow,
        Color::LightBlue => Colour::Blue,
        Color::LightMagenta => Colour::Magenta,
        Color::LightCyan => Colour::Cyan,
        Color::White => Colour::White,
        Color::Rgb(red, green, blue) => Colour::Rgb(red, green, blue),
        Color::Indexed(place) => of_palette(place),
    })
}

/// A colour of the usual palette of 256 by its place: sixteen with names, a cube, greys.
fn of_palette(place: u8) -> Colour {
    const NAMED: [Color; 16] = [
        Color::Black,
        Color::Red,
        Color::Green,
        Color::Yellow,
        Color::Blue,
        Color::Magenta,
        Color::Cyan,
        Color::Gray,
        Color::DarkGray,
        Color::LightRed,
        Color::LightGreen,
        Color::LightYellow,
        Color::LightBlue,
        Color::LightMagenta,
        Color::LightCyan,
        Color::White,
    ];
    const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    match place {
        0..16 => colour_of(NAMED[usize::from(place)]).unwrap_or_default(),
        16..232 => {
            let place = usize::from(place - 16);
            let level = |step: usize| LEVELS[place / step % 6];
            Colour::Rgb(level(36), level(6), level(1))
        }
        232.. => {
            let grey = 8 + (place - 232) * 10;
            Colour::Rgb(grey, grey, grey)
        }
    }
}

#[cfg(test)]
mod tests {
    use ratatui_core::style::{Style, Stylize};
    use ratatui_core::text::Line;

    use super::*;
    use crate::ui::Theme;

    #[test]
    fn a_widget_stands_between_the_lines_of_a_panel_in_its_own_colours() {
        let mut panel = Panel::new(8, &Theme::default());
        panel.line("above");
        panel.widget(2, Line::from("ale".light_green().bold()));
        panel.line("below");
        let mut screen = Screen::new(8, 5);
        panel.draw(&mut screen, Rect::new(0, 0, 8, 5));
        let rows = screen.rows();
        assert_eq!(rows[..4].join("|"), "above   |ale     |        |below   ");
        let cell = screen.get(Point::new(0, 1)).unwrap();
        assert_eq!(cell.pen, Pen::new(Colour::Green).bold());
    }

    #[test]
    fn a_widget_beyond_the_edge_of_a_screen_is_cut_off() {
        let mut screen = Screen::new(4, 2);
        screen.widget(Rect::new(2, 1, 10, 10), Line::from("long"));
        assert_eq!(screen.rows(), ["    ", "  lo"]);
        screen.widget(Rect::new(9, 9, 3, 3), Line::from("away"));
        assert_eq!(screen.rows(), ["    ", "  lo"]);
    }

    #[test]
    fn colours_of_the_palette_are_those_of_the_terminal() {
        assert_eq!(of_palette(9), Colour::Red);
        assert_eq!(of_palette(208), Colour::Rgb(255, 135, 0));
        assert_eq!(of_palette(244), Colour::Rgb(128, 128, 128));
        let style = Style::new().fg(Color::Reset).bg(Color::Indexed(16));
        let mut cell = Drawn::default();
        cell.set_style(style);
        let pen = pen_of(&cell);
        assert_eq!(pen, Pen::new(Colour::White).on(Colour::Rgb(0, 0, 0)));
    }
}
