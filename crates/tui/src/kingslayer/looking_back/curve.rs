//! The curve in plain characters: a bar for each decision, the enemies below, and
//! marks for the cursor and for what cost most.

use parlour_regicide::analysis::Analysis;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::super::cards;
use super::words::rank_of;
use crate::Theme;

/// The fewest lines that show something.
pub const LEAST: u16 = 7;

/// The most lines that are of use.
pub const MOST: u16 = 18;

/// The widest that one decision is drawn.
const WIDEST: usize = 4;

/// The columns of the scale.
const SCALE: u16 = 6;

/// Bars from nothing to everything.
const BARS: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// Draws the curve; gives where each decision lies, for the mouse.
pub fn draw(
    frame: &mut Frame,
    area: Rect,
    theme: Theme,
    analysis: &Analysis,
    cursor: usize,
) -> Vec<(Rect, usize)> {
    let [high, marks, enemies] = lines(area);
    let field = Rect {
        x: area.x + SCALE.min(area.width),
        width: area.width.saturating_sub(SCALE),
        ..high
    };
    let columns = columns(analysis.moments.len(), usize::from(field.width));
    draw_scale(frame, high, theme);
    let mut places = Vec::new();
    for (x, moment) in (field.x..).zip(&columns) {
        let chance = analysis.moments[*moment].chance;
        let here = *moment == cursor;
        let style = match rank_of(analysis, *moment) {
            _ if here => theme.accent(),
            Some(_) => theme.bad(),
            None => theme.dim(),
        };
        draw_bar(
            frame,
            Rect {
                x,
                width: 1,
                ..field
            },
            chance,
            style,
        );
        let whole = Rect {
            x,
            width: 1,
            height: area.height,
            y: area.y,
        };
        places.push((whole, *moment));
    }
    draw_marks(
        frame,
        Rect {
            x: field.x,
            ..marks
        },
        theme,
        analysis,
        &columns,
        cursor,
    );
    draw_enemies(
        frame,
        Rect {
            x: field.x,
            ..enemies
        },
        theme,
        analysis,
        &columns,
    );
    places
}

/// The lines of the bars, of the marks and of the enemies.
fn lines(area: Rect) -> [Rect; 3] {
    let high = area.height.saturating_sub(2);
    let line = |at: u16| Rect {
        y: area.y + high + at,
        height: 1.min(area.height),
        ..area
    };
    [
        Rect {
            height: high,
            ..area
        },
        line(0),
        line(1),
    ]
}

/// Which decision stands in which column: several columns for each where there is
/// room, several decisions in one where there is none.
fn columns(count: usize, width: usize) -> Vec<usize> {
    if count == 0 || width == 0 {
        return Vec::new();
    }
    match width / count {
        0 => (0..width).map(|column| column * count / width).collect(),
        wide => {
            let wide = wide.min(WIDEST);
            (0..count * wide).map(|column| column / wide).collect()
        }
    }
}

fn draw_scale(frame: &mut Frame, area: Rect, theme: Theme) {
    let middle = area.height / 2;
    for (y, words) in [
        (0, "100 %"),
        (middle, " 50 %"),
        (area.height.saturating_sub(1), "  0 %"),
    ] {
        let line = Rect {
            y: area.y + y,
            height: 1.min(area.height),
            width: SCALE.min(area.width),
            ..area
        };
        frame.render_widget(Line::styled(words, theme.dim()), line);
    }
}

fn draw_bar(frame: &mut Frame, column: Rect, chance: u16, style: Style) {
    let eighths = (usize::from(chance) * usize::from(column.height) * 8).div_ceil(1_000);
    for row in 0..column.height {
        let above = usize::from(column.height - 1 - row) * 8;
        let bar = BARS[eighths.saturating_sub(above).min(8)];
        let cell = Rect {
            y: column.y + row,
            height: 1,
            ..column
        };
        frame.render_widget(Span::styled(bar.to_string(), style), cell);
    }
}

/// The rank of what cost most, and where the cursor is.
fn draw_marks(
    frame: &mut Frame,
    line: Rect,
    theme: Theme,
    analysis: &Analysis,
    columns: &[usize],
    cursor: usize,
) {
    let mut before = None;
    for (x, moment) in (line.x..).zip(columns) {
        if before.replace(*moment) == Some(*moment) {
            continue;
        }
        let cell = Rect {
            x,
            width: 1,
            ..line
        };
        let here = *moment == cursor;
        match rank_of(analysis, *moment) {
            Some(rank) => {
                let style = if here { theme.selected() } else { theme.bad() };
                frame.render_widget(Span::styled((rank + 1).to_string(), style), cell);
            }
            None if here => frame.render_widget(Span::styled("^", theme.accent()), cell),
            None => {}
        }
    }
}

/// The name of each enemy where it stepped forward.
fn draw_enemies(
    frame: &mut Frame,
    line: Rect,
    theme: Theme,
    analysis: &Analysis,
    columns: &[usize],
) {
    let (mut before, mut free) = (None, line.x);
    for (x, moment) in (line.x..).zip(columns) {
        let enemy = analysis.moments[*moment].enemy;
        if enemy == before || x < free {
            continue;
        }
        before = enemy;
        let Some(card) = enemy else {
            continue;
        };
        let name = cards::short(card);
        let width = name.chars().count() as u16;
        if x + width <= line.x + columns.len() as u16 {
            let place = Rect { x, width, ..line };
            let style = cards::colour(theme, card.suit());
            frame.render_widget(Span::styled(name, style), place);
            free = x + width + 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_decision_has_a_column_or_shares_one() {
        assert_eq!(columns(3, 7), [0, 0, 1, 1, 2, 2]);
        assert_eq!(columns(1, 70), [0, 0, 0, 0]);
        assert_eq!(columns(4, 2), [0, 2]);
        assert!(columns(0, 9).is_empty() && columns(9, 0).is_empty());
        for (count, width) in [(60, 70), (70, 70), (200, 70)] {
            let columns = columns(count, width);
            assert!(columns.len() <= width && columns.is_sorted());
            assert!(columns.iter().all(|it| *it < count));
        }
    }
}
