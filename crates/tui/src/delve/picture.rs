//! A position of Delve in a replay.

use parlour_delve::{Cell, Colour, Fog, Ground, Picture as Map, Point};
use parlour_rules::Seat;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::Line;
use serde::Deserialize;

use super::map::MapArea;
use crate::Theme;
use crate::replay::{Picture, Words};

/// Draws the level as the player knew it.
pub struct LevelPicture;

#[derive(Deserialize)]
struct Told {
    depth: u8,
    place: String,
    turns: u64,
    here: Point,
    picture: Rows,
    sheet: Health,
    log: Vec<Said>,
}

#[derive(Deserialize)]
struct Health {
    hp: u32,
    max_hp: u32,
    rank: u32,
}

#[derive(Deserialize)]
struct Said {
    text: String,
}

#[derive(Deserialize)]
struct Rows {
    width: u16,
    height: u16,
    glyphs: Vec<String>,
    fog: Vec<String>,
    colours: Vec<String>,
    palette: Vec<String>,
}

impl Rows {
    fn map(&self) -> Map {
        let palette: Vec<Colour> = self
            .palette
            .iter()
            .map(|name| name.parse().unwrap_or_default())
            .collect();
        let mut cells = Vec::new();
        for y in 0..usize::from(self.height) {
            let row = |rows: &Vec<String>| -> Vec<char> {
                rows.get(y)
                    .map_or_else(Vec::new, |row| row.chars().collect())
            };
            let (glyphs, fog, colours) = (row(&self.glyphs), row(&self.fog), row(&self.colours));
            for x in 0..usize::from(self.width) {
                let colour = colours.get(x).map_or(0, |&letter| letter as usize);
                let place = colour.wrapping_sub('a' as usize);
                cells.push(Cell {
                    glyph: glyphs.get(x).copied().unwrap_or(' '),
                    colour: palette.get(place).copied().unwrap_or_default(),
                    fog: match fog.get(x) {
                        Some('+') => Fog::Seen,
                        Some('-') => Fog::Remembered,
                        _ => Fog::Unknown,
                    },
                    ground: Ground::Unknown,
                });
            }
        }
        Map {
            width: self.width,
            height: self.height,
            cells,
        }
    }
}

impl Picture for LevelPicture {
    fn draw(&self, frame: &mut Frame, area: Rect, theme: Theme, view: &str) {
        let Ok(told) = serde_json::from_str::<Told>(view) else {
            // A view of another version is still shown in words.
            return Words.draw(frame, area, theme, view);
        };
        let [above, middle, below] = Layout::vertical([
            Constraint::Length(1),
            Constraint::Fill(1),
            Constraint::Length(2),
        ])
        .areas(area);
        let words = format!(
            "level {}, {} · turn {} · HP {}/{} · rank {}",
            told.depth, told.place, told.turns, told.sheet.hp, told.sheet.max_hp, told.sheet.rank
        );
        frame.render_widget(Line::styled(words, theme.accent()), above);
        let map = told.picture.map();
        MapArea::lay(middle, &map, told.here).draw(frame.buffer_mut(), theme, &map, &[], None);
        let skip = told.log.len().saturating_sub(2);
        let said = told.log.into_iter().skip(skip);
        let lines: Vec<Line> = said.map(|said| Line::from(said.text)).collect();
        frame.render_widget(ratatui::widgets::Paragraph::new(lines), below);
    }

    fn told(&self, _: &str, _: &dyn Fn(Seat) -> String) -> Option<String> {
        // What happened stands below the map.
        Some(String::new())
    }
}
