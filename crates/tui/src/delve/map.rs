//! The map with fog.

use parlour_delve::{Fog, Picture, Point, Spark};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Modifier;

use crate::Theme;

/// Where the map is on the screen, for the mouse.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct MapArea {
    area: Rect,
    offset: (u16, u16),
}

impl MapArea {
    /// Lays the map out in an area: in the middle, or round a cell where it does
    /// not fit.
    pub(super) fn lay(area: Rect, picture: &Picture, focus: Point) -> Self {
        let place = |room: u16, size: u16, focus: i32| -> (u16, u16) {
            if size <= room {
                ((room - size) / 2, 0)
            } else {
                let most = size - room;
                let first = focus - i32::from(room) / 2;
                (0, first.clamp(0, i32::from(most)) as u16)
            }
        };
        let (left, skip_x) = place(area.width, picture.width, focus.x);
        let (top, skip_y) = place(area.height, picture.height, focus.y);
        Self {
            area: Rect {
                x: area.x + left,
                y: area.y + top,
                width: picture.width.min(area.width),
                height: picture.height.min(area.height),
            },
            offset: (skip_x, skip_y),
        }
    }

    /// The cell of the map at a place of the screen.
    pub(super) fn cell_at(self, place: Position) -> Option<Point> {
        self.area.contains(place).then(|| {
            Point::new(
                i32::from(place.x - self.area.x + self.offset.0),
                i32::from(place.y - self.area.y + self.offset.1),
            )
        })
    }

    fn place_of(self, at: Point) -> Option<Position> {
        let x = u16::try_from(at.x).ok()?.checked_sub(self.offset.0)?;
        let y = u16::try_from(at.y).ok()?.checked_sub(self.offset.1)?;
        let place = Position::new(self.area.x + x, self.area.y + y);
        self.area.contains(place).then_some(place)
    }

    /// Draws what stands over the map for a moment.
    pub(super) fn flash(self, buffer: &mut Buffer, theme: Theme, sparks: &[Spark]) {
        for spark in sparks {
            if let Some(place) = self.place_of(spark.at) {
                buffer[place].set_char(spark.glyph);
                buffer[place].set_style(theme.cell(spark.colour, true));
            }
        }
    }

    /// Draws every known cell, and marks some.
    pub(super) fn draw(
        self,
        buffer: &mut Buffer,
        theme: Theme,
        picture: &Picture,
        marked: &[Point],
        cursor: Option<Point>,
    ) {
        for y in 0..self.area.height {
            for x in 0..self.area.width {
                let at = Point::new(i32::from(x + self.offset.0), i32::from(y + self.offset.1));
                let Some(cell) = picture.get(at) else {
                    continue;
                };
                if cell.fog == Fog::Unknown {
                    continue;
                }
                let drawn = &mut buffer[(self.area.x + x, self.area.y + y)];
                drawn.set_char(cell.glyph);
                drawn.set_style(theme.cell(cell.colour, cell.fog == Fog::Seen));
            }
        }
        for at in marked {
            if let Some(place) = self.place_of(*at) {
                buffer[place].modifier |= Modifier::UNDERLINED;
            }
        }
        if let Some(place) = cursor.and_then(|at| self.place_of(at)) {
            buffer[place].set_style(theme.selected());
        }
    }
}
