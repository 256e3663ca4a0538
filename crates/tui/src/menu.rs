//! A list to choose from, by keys or mouse: headings, items, a cursor, scrolling.

use ratatui::Frame;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use crate::{Input, Step, Theme, Zones};

/// One line of a menu.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Row {
    /// Words above a group.
    Heading(String),
    /// Something to choose, with words at the right end.
    Item(String, String),
    /// An empty line.
    Gap,
}

/// Rows and where the cursor stands among them.
#[derive(Clone, Debug)]
pub struct Menu {
    rows: Vec<Row>,
    /// The item the cursor is on, counted among items only.
    cursor: usize,
    /// The first row that is seen.
    top: usize,
    zones: Zones<usize>,
}

/// What an input did to a menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The item was chosen.
    Chosen(usize),
    /// The cursor moved, or may have.
    Moved,
    /// The input is not for menus.
    Unknown,
}

impl Menu {
    /// A menu with the cursor on its first item.
    pub fn new(rows: Vec<Row>) -> Self {
        Self {
            rows,
            cursor: 0,
            top: 0,
            zones: Zones::default(),
        }
    }

    /// Other rows; the cursor stays where it was as far as it can.
    pub fn replace(&mut self, rows: Vec<Row>) {
        self.rows = rows;
        self.cursor = self.cursor.min(self.len().saturating_sub(1));
    }

    /// The item the cursor is on, counted among items only.
    pub fn cursor(&self) -> usize {
        self.cursor
    }

    /// How many items there are.
    pub fn len(&self) -> usize {
        self.rows
            .iter()
            .filter(|row| matches!(row, Row::Item(..)))
            .count()
    }

    /// Whether there is nothing to choose.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Moves the cursor or chooses: arrows, `j` `k`, Page, Home, End, Enter,
    /// space, the numbers 1 to 9, the mouse.
    pub fn answer(&mut self, input: &Input) -> Answer {
        let last = self.len().saturating_sub(1);
        if self.is_empty() {
            return Answer::Unknown;
        }
        if let Some(item) = input.click().and_then(|place| self.zones.at(place)) {
            self.cursor = item;
            return Answer::Chosen(item);
        }
        if let Some(item) = input.hover().and_then(|place| self.zones.at(place)) {
            self.cursor = item;
            return Answer::Moved;
        }
        self.cursor = match (input.plain(), input.wheel()) {
            (Some(KeyCode::Up | KeyCode::Char('k')), _) if self.cursor == 0 => last,
            (Some(KeyCode::Up | KeyCode::Char('k')), _) => self.cursor - 1,
            (Some(KeyCode::Down | KeyCode::Char('j')), _) if self.cursor == last => 0,
            (Some(KeyCode::Down | KeyCode::Char('j')), _) => self.cursor + 1,
            (Some(KeyCode::PageUp), _) => self.cursor.saturating_sub(10),
            (Some(KeyCode::PageDown), _) => last.min(self.cursor + 10),
            (Some(KeyCode::Home), _) => 0,
            (Some(KeyCode::End), _) => last,
            (_, Some(-1)) => self.cursor.saturating_sub(1),
            (_, Some(_)) => last.min(self.cursor + 1),
            (Some(KeyCode::Enter | KeyCode::Char(' ')), _) => return Answer::Chosen(self.cursor),
            (Some(KeyCode::Char(digit @ '1'..='9')), _) => {
                let item = digit as usize - '1' as usize;
                if item > last {
                    return Answer::Unknown;
                }
                self.cursor = item;
                return Answer::Chosen(item);
            }
            _ => return Answer::Unknown,
        };
        Answer::Moved
    }

    /// The same on a screen that is all menu: `q` and Esc leave it, `?` explains
    /// it.
    ///
    /// # Errors
    /// What happens instead when the input chooses nothing.
    pub fn chosen(&mut self, input: &Input) -> Result<usize, Step> {
        match input.plain() {
            Some(KeyCode::Esc | KeyCode::Char('q')) => return Err(Step::Close),
            Some(KeyCode::Char('?')) => return Err(Step::Help),
            _ => {}
        }
        match self.answer(input) {
            Answer::Chosen(item) => Ok(item),
            Answer::Moved | Answer::Unknown => Err(Step::Stay),
        }
    }

    /// Draws the rows that fit, the cursor among them.
    pub fn draw(&mut self, frame: &mut Frame, area: Rect, theme: Theme) {
        self.scroll(usize::from(area.height));
        self.zones.clear();
        let mut item = 0;
        for (number, row) in self.rows.iter().enumerate() {
            let this = item;
            item += usize::from(matches!(row, Row::Item(..)));
            let seen = number
                .checked_sub(self.top)
                .filter(|at| *at < usize::from(area.height));
            let Some(at) = seen else { continue };
            let line = Rect {
                y: area.y + at as u16,
                height: 1,
                ..area
            };
            match row {
                Row::Gap => {}
                Row::Heading(words) => {
                    frame.render_widget(Line::styled(words.as_str(), theme.title()), line);
                }
                Row::Item(words, right) => {
                    self.zones.note(line, this);
                    frame.render_widget(
                        item_line(words, right, this == self.cursor, line, theme),
                        line,
                    );
                }
            }
        }
    }

    fn scroll(&mut self, height: usize) {
        let items = self
            .rows
            .iter()
            .enumerate()
            .filter(|(_, row)| matches!(row, Row::Item(..)));
        let row = items
            .map(|(number, _)| number)
            .nth(self.cursor)
            .unwrap_or(0);
        // The heading above the first item is shown with it.
        let first = if self.cursor == 0 { 0 } else { row };
        if first < self.top {
            self.top = first;
        }
        if row >= self.top + height {
            self.top = row + 1 - height;
        }
        self.top = self.top.min(self.rows.len().saturating_sub(height));
    }
}

fn item_line<'a>(words: &'a str, right: &'a str, here: bool, area: Rect, theme: Theme) -> Line<'a> {
    let width = usize::from(area.width);
    let mark = if here { "> " } else { "  " };
    let right_width = Span::raw(right).width();
    let room = width.saturating_sub(mark.len() + right_width + usize::from(right_width > 0));
    let shown = shortened(words, room);
    let space =
        room.saturating_sub(Span::raw(shown.as_str()).width()) + usize::from(right_width > 0);
    let (main, side) = if here {
        (theme.selected(), theme.selected())
    } else {
        (theme.text(), theme.dim())
    };
    Line::from(vec![
        Span::styled(mark, main),
        Span::styled(shown, main),
        Span::styled(" ".repeat(space), main),
        Span::styled(right, side),
    ])
}

/// The words, cut with a mark if they are wider than the room.
pub fn shortened(words: &str, room: usize) -> String {
    if Span::raw(words).width() <= room {
        return words.to_string();
    }
    let mut kept = String::new();
    for letter in words.chars() {
        let longer = format!("{kept}{letter}");
        if Span::raw(longer.as_str()).width() + 1 > room {
            break;
        }
        kept = longer;
    }
    if room > 0 {
        kept.push('…');
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use ratatui::{Terminal, backend::TestBackend};

    fn menu(items: usize) -> Menu {
        let mut rows = vec![Row::Heading("Play".into())];
        rows.extend((0..items).map(|number| Row::Item(format!("item {number}"), String::new())));
        Menu::new(rows)
    }

    fn drawn(menu: &mut Menu, width: u16, height: u16) -> Vec<String> {
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        terminal
            .draw(|frame| menu.draw(frame, frame.area(), Theme::default()))
            .unwrap();
        let buffer = terminal.backend().buffer().clone();
        buffer
            .content()
            .chunks(usize::from(width))
            .map(|row| {
                row.iter()
                    .map(ratatui::buffer::Cell::symbol)
                    .collect::<String>()
                    .trim_end()
                    .to_string()
            })
            .collect()
    }

    #[test]
    fn the_cursor_goes_round() {
        let mut menu = menu(3);
        menu.answer(&Input::key(KeyCode::Up));
        assert_eq!(menu.cursor(), 2);
        menu.answer(&Input::letter('j'));
        assert_eq!(menu.cursor(), 0);
        assert_eq!(menu.answer(&Input::key(KeyCode::Enter)), Answer::Chosen(0));
        assert_eq!(menu.answer(&Input::letter('3')), Answer::Chosen(2));
        assert_eq!(menu.answer(&Input::letter('4')), Answer::Unknown);
    }

    #[test]
    fn an_empty_menu_answers_nothing() {
        let mut menu = Menu::new(vec![Row::Heading("Play".into())]);
        assert_eq!(menu.answer(&Input::key(KeyCode::Enter)), Answer::Unknown);
        assert_eq!(drawn(&mut menu, 10, 2), ["Play", ""]);
    }

    #[test]
    fn a_long_menu_scrolls_with_the_cursor() {
        let mut menu = menu(9);
        assert_eq!(drawn(&mut menu, 10, 3), ["Play", "> item 0", "  item 1"]);
        menu.answer(&Input::key(KeyCode::End));
        assert_eq!(
            drawn(&mut menu, 10, 3),
            ["  item 6", "  item 7", "> item 8"]
        );
        menu.answer(&Input::key(KeyCode::Home));
        assert_eq!(drawn(&mut menu, 10, 3), ["Play", "> item 0", "  item 1"]);
    }

    #[test]
    fn a_click_chooses_what_is_under_it() {
        let mut menu = menu(9);
        menu.answer(&Input::key(KeyCode::End));
        drawn(&mut menu, 10, 3);
        assert_eq!(menu.answer(&Input::click_at(4, 1)), Answer::Chosen(7));
        assert_eq!(menu.answer(&Input::click_at(4, 9)), Answer::Unknown);
    }

    #[test]
    fn words_that_do_not_fit_are_cut_with_a_mark() {
        assert_eq!(shortened("Kingslayer", 10), "Kingslayer");
        assert_eq!(shortened("Kingslayer", 6), "Kings…");
        assert_eq!(shortened("王様を倒せ", 5), "王様…");
        assert_eq!(shortened("abc", 0), "");
    }
}
