//! A few words in a box above the table.

use ratatui::Frame;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Line;
use ratatui::widgets::{Clear, Paragraph};

use crate::wrap::{wide, wrap};
use crate::{Theme, frame};

/// The widest that words are drawn.
const WIDEST: usize = 64;

/// Something to answer: the key, and what stands for it in the box.
pub type Answer = (KeyCode, &'static str);

/// What stands between answers.
const BETWEEN: &str = " · ";

/// Draws a box with a line of answers below the words. Gives where each answer
/// lies, for the mouse.
pub fn ask(
    frame: &mut Frame,
    theme: Theme,
    title: &str,
    words: &[(&str, Style)],
    answers: &[Answer],
) -> Vec<(Rect, KeyCode)> {
    ask_below(frame, theme, title, Vec::new(), words, answers)
}

/// The same below a picture.
pub fn ask_below(
    frame: &mut Frame,
    theme: Theme,
    title: &str,
    picture: Vec<Line<'static>>,
    words: &[(&str, Style)],
    answers: &[Answer],
) -> Vec<(Rect, KeyCode)> {
    let labels: Vec<&str> = answers.iter().map(|(_, label)| *label).collect();
    let line = labels.join(BETWEEN);
    let mut words = words.to_vec();
    let room = usize::from(frame.area().width)
        .saturating_sub(6)
        .min(WIDEST);
    if wide(&line) > room {
        words.push(("", theme.text()));
        words.extend(labels.iter().map(|label| (*label, theme.accent())));
        let inside = draw_below(frame, theme, title, picture, &words);
        return one_below_the_other(inside, answers);
    }
    words.extend([("", theme.text()), (line.as_str(), theme.accent())]);
    let inside = draw_below(frame, theme, title, picture, &words);
    let long = wide(&line) as u16;
    let mut x = inside.x + inside.width.saturating_sub(long) / 2;
    let mut places = Vec::new();
    for (key, label) in answers {
        let place = Rect {
            x,
            y: inside.bottom().saturating_sub(2),
            width: wide(label) as u16,
            height: 1,
        };
        x += (wide(label) + wide(BETWEEN)) as u16;
        places.push((place, *key));
    }
    places
}

/// Where answers lie that do not fit in one line.
fn one_below_the_other(inside: Rect, answers: &[Answer]) -> Vec<(Rect, KeyCode)> {
    let first = inside.bottom().saturating_sub(answers.len() as u16 + 1);
    let place = |(y, (key, label)): (u16, &Answer)| {
        let width = (wide(label) as u16).min(inside.width);
        let place = Rect {
            x: inside.x + (inside.width - width) / 2,
            y,
            width,
            height: 1,
        };
        (place, *key)
    };
    (first..).zip(answers).map(place).collect()
}

/// Draws a box in the middle with a title and styled words. Gives the place of
/// the words and the empty line below them.
pub fn draw(frame: &mut Frame, theme: Theme, title: &str, words: &[(&str, Style)]) -> Rect {
    draw_below(frame, theme, title, Vec::new(), words)
}

/// The same below a picture.
pub fn draw_below(
    frame: &mut Frame,
    theme: Theme,
    title: &str,
    picture: Vec<Line<'static>>,
    words: &[(&str, Style)],
) -> Rect {
    let area = frame.area();
    let widest = words.iter().map(|(words, _)| wide(words));
    let widest = widest.chain(picture.iter().map(Line::width));
    let widest = widest.max().unwrap_or(0);
    let room = usize::from(area.width).saturating_sub(6);
    let width = widest.max(wide(title) + 2).min(WIDEST).min(room) as u16;
    let mut lines = picture;
    for (words, style) in words {
        if words.is_empty() {
            lines.push(Line::default());
        }
        for line in wrap(words, width) {
            lines.push(Line::styled(line, *style).centered());
        }
    }
    let height = (lines.len() as u16 + 4).min(area.height);
    let place = Rect {
        x: area.x + (area.width - width - 6) / 2,
        y: area.y + (area.height - height) / 2,
        width: width + 6,
        height,
    };
    let block = frame::block(theme)
        .border_style(theme.accent())
        .title_top(Line::styled(format!(" {title} "), theme.accent()).centered());
    let inner = block.inner(place);
    frame.render_widget(Clear, place);
    frame.render_widget(block, place);
    let inside = Rect {
        x: inner.x + 2,
        y: inner.y + 1,
        width: inner.width - 4,
        height: inner.height - 1,
    };
    frame.render_widget(Paragraph::new(lines), inside);
    inside
}
