//! The map in letters: every province at its place, in the colour of its power.

use parlour_room::Sketch;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Span};

use crate::Theme;

/// Draws the map, or says why there is none. The powers are in capitals.
pub(super) fn draw(
    frame: &mut Frame,
    area: Rect,
    theme: Theme,
    sketch: Option<&Sketch>,
    powers: &[String],
) {
    let Some(sketch) = sketch else {
        let hint = "There is no map yet: open a game with `new`.";
        frame.render_widget(Line::styled(hint, theme.dim()), area);
        return;
    };
    let [head, land] = Layout::vertical([Constraint::Length(1), Constraint::Fill(1)]).areas(area);
    let mut title = vec![Span::styled(sketch.caption.as_str(), theme.title())];
    // The legend: whose colour is whose, in short where there is little room.
    let long: usize = powers.iter().map(|it| it.len() + 1).sum();
    let room = usize::from(head.width).saturating_sub(sketch.caption.chars().count() + 2);
    for (number, power) in powers.iter().enumerate() {
        let name = if long <= room { power } else { &power[..3] };
        title.push(Span::raw(" "));
        title.push(Span::styled(name, theme.kind(number)));
    }
    frame.render_widget(Line::from(title), head);
    for label in sketch.letters(land.width, land.height) {
        let place = Rect {
            x: land.x + label.column,
            y: land.y + label.row,
            width: (label.text.len() as u16).min(land.width - label.column),
            height: 1,
        };
        let style = match label.power {
            Some(power) => theme.kind(usize::from(power)),
            None => theme.dim(),
        };
        frame.render_widget(Span::styled(label.text, style), place);
    }
}
