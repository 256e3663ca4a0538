//! The map in letters: every province at its place, in the colour of its power. Where
//! there are no colours, a list below says whose is what.

use parlour_room::Sketch;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Span};

use crate::Theme;
use crate::theme::Colours;

/// So large a map has room for every province.
const EVERY_PROVINCE: (u16, u16) = (400, 200);

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
    let owners = match theme.colours() {
        Colours::None => owners(sketch, powers, usize::from(area.width)),
        Colours::Full | Colours::ColourBlind => Vec::new(),
    };
    let [head, land, below] = Layout::vertical([
        Constraint::Length(1),
        Constraint::Fill(1),
        Constraint::Length(owners.len() as u16),
    ])
    .areas(area);
    let mut title = vec![Span::styled(sketch.caption.as_str(), theme.title())];
    // The legend: whose colour is whose, in short where there is little room. The
    // list below has the names otherwise.
    if owners.is_empty() {
        let long: usize = powers.iter().map(|it| it.len() + 1).sum();
        let room = usize::from(head.width).saturating_sub(sketch.caption.chars().count() + 2);
        for (number, power) in powers.iter().enumerate() {
            let name = if long <= room { power } else { short(power) };
            title.push(Span::raw(" "));
            title.push(Span::styled(name, theme.kind(number)));
        }
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
    for (line, row) in owners.into_iter().zip(below.rows()) {
        frame.render_widget(Line::raw(line), row);
    }
}

/// `AUS: ABud FTri AVie *Ser`, power after power, in lines of this width: a unit by
/// its place, and a centre without one.
fn owners(sketch: &Sketch, powers: &[String], width: usize) -> Vec<String> {
    let labels = sketch.letters(EVERY_PROVINCE.0, EVERY_PROVINCE.1);
    let mut words = Vec::new();
    for (number, power) in powers.iter().enumerate() {
        let own = labels
            .iter()
            .filter(|label| label.power == Some(number as u8));
        let mut own: Vec<&str> = own.map(|label| label.text.as_str()).collect();
        // By the place, whatever stands in front of it.
        own.sort_unstable_by_key(|text| &text[1..]);
        if own.is_empty() {
            continue;
        }
        words.push(format!("{}:", short(power)));
        words.extend(own.into_iter().map(str::to_owned));
    }
    let mut lines: Vec<String> = Vec::new();
    for word in words {
        match lines.last_mut() {
            Some(line) if line.len() + 1 + word.len() <= width => {
                line.push(' ');
                line.push_str(&word);
            }
            _ => lines.push(word),
        }
    }
    lines
}

/// The first letters of a power's name.
fn short(power: &str) -> &str {
    power.get(..3).unwrap_or(power)
}
