//! What the host tells the others: how they come by a terminal, and a link with its code
//! for browsers in the same network.
//!
//! The link stands below everything from edge to edge, so that whoever marks it gets
//! nothing else with it; where it is longer than a row, it fills the rows it needs.

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::Line;
use ratatui::widgets::{Clear, Paragraph, Wrap};

use crate::wrap::wide;
use crate::{Theme, frame, plain, qr};

/// What to tell the others, at the host's screen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Invitation {
    /// How they come by a terminal.
    pub words: Vec<String>,
    /// How they come by a browser, where they may.
    pub browsers: Option<BrowserLink>,
}

/// A link for browsers in the same network.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BrowserLink {
    /// The link.
    pub link: String,
    /// Its QR code: rows of squares, `1` for a dark one.
    pub squares: Vec<String>,
}

/// The fewest columns for words beside a code.
const WORDS: u16 = 37;

/// The fewest for those beside a code that has the screen almost for itself.
const FEW_WORDS: u16 = 20;

const GAP: u16 = 2;

/// The screen without the rows of the link, and those.
pub(super) fn above_the_link(area: Rect, invitation: &Invitation) -> [Rect; 2] {
    let link = invitation.browsers.as_ref();
    let letters = link.map_or(0, |it| wide(&it.link));
    let rows = letters.div_ceil(usize::from(area.width.max(1))) as u16;
    Layout::vertical([Constraint::Fill(1), Constraint::Length(rows)]).areas(area)
}

/// Draws the link into its rows.
pub(super) fn draw_link(frame: &mut Frame, theme: Theme, invitation: &Invitation, rows: Rect) {
    let Some(link) = &invitation.browsers else {
        return;
    };
    let letters: Vec<char> = plain::printable(&link.link).chars().collect();
    let lines = letters.chunks(usize::from(rows.width.max(1)));
    let lines = lines.map(|row| Line::styled(row.iter().collect::<String>(), theme.accent()));
    frame.render_widget(Clear, rows);
    frame.render_widget(Paragraph::new(lines.collect::<Vec<Line>>()), rows);
}

/// A place for words, and one for the code beside them if there is room for both.
pub(super) fn beside_the_code(inner: Rect, invitation: &Invitation) -> Option<[Rect; 2]> {
    beside(inner, invitation, WORDS)
}

fn beside(inner: Rect, invitation: &Invitation, words: u16) -> Option<[Rect; 2]> {
    let squares = &invitation.browsers.as_ref()?.squares;
    let room = inner.width.checked_sub(words + GAP)?;
    let (width, height) = qr::size(squares, (room, inner.height))?;
    let [words, _, code] = Layout::horizontal([
        Constraint::Fill(1),
        Constraint::Length(GAP),
        Constraint::Length(width),
    ])
    .areas(inner);
    Some([words, Rect { height, ..code }])
}

/// Draws the code.
pub(super) fn draw_code(frame: &mut Frame, theme: Theme, invitation: &Invitation, place: Rect) {
    if let Some(link) = &invitation.browsers {
        qr::draw(frame.buffer_mut(), theme, &link.squares, place);
    }
}

/// The place of the words on the page of the invitation when that has its border, of the
/// code if it is on the same page, and of the link.
fn page(area: Rect, invitation: &Invitation) -> (Rect, Option<[Rect; 2]>, Rect) {
    let [above, link] = above_the_link(area, invitation);
    let inside = Rect {
        x: above.x + 2,
        y: above.y + 1,
        width: above.width.saturating_sub(4),
        height: above.height.saturating_sub(2),
    };
    (above, beside_the_code(inside, invitation), link)
}

/// Whether there is a code, and it is on a page of its own.
pub(super) fn has_a_second_page(area: Rect, invitation: &Invitation) -> bool {
    invitation.browsers.is_some() && page(area, invitation).1.is_none()
}

/// Draws all of it over the screen; `first` are words that are told whatever else is.
pub(super) fn draw(frame: &mut Frame, theme: Theme, invitation: &Invitation, first: &[String]) {
    let area = frame.area();
    let (above, code, link) = page(area, invitation);
    let keys: &[(&str, &str)] = if has_a_second_page(area, invitation) {
        &[("i", "QR code"), ("any other key", "back")]
    } else {
        &[("any key", "back")]
    };
    frame.render_widget(Clear, area);
    let inner = frame::draw_in(frame, above, theme, "For the others", keys);
    let words = code.map_or(inner, |[words, _]| words);
    let mut lines: Vec<Line> = first
        .iter()
        .map(|line| Line::styled(line.clone(), theme.accent()))
        .collect();
    let told = invitation.words.iter();
    lines.extend(told.map(|line| Line::styled(plain::printable(line), theme.text())));
    if invitation.browsers.is_some() {
        let also = if code.is_some() {
            "Or in a browser on the same network, by the link below; a phone's camera reads the code."
        } else {
            "Or in a browser on the same network, by the link below."
        };
        lines.extend([Line::default(), Line::styled(also, theme.text())]);
    }
    frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: true }), words);
    if let Some([_, place]) = code {
        draw_code(frame, theme, invitation, place);
    }
    draw_link(frame, theme, invitation, link);
}

/// Draws the code alone over the screen, with words beside it where there is room.
pub(super) fn draw_code_alone(frame: &mut Frame, theme: Theme, invitation: &Invitation) {
    let area = frame.area();
    frame.render_widget(Clear, area);
    let squares = invitation.browsers.as_ref().map(|it| &it.squares[..]);
    let fits = qr::size(squares.unwrap_or_default(), (area.width, area.height)).is_some();
    let (words, told) = if let Some([words, code]) = beside(area, invitation, FEW_WORDS) {
        draw_code(frame, theme, invitation, code);
        (words, "For the camera of a phone in the same network.")
    } else if fits {
        // Light to all edges: a camera finds it, and no word fits.
        draw_code(frame, theme, invitation, area);
        return;
    } else {
        (area, "The QR code needs a larger terminal.")
    };
    let lines = vec![
        Line::styled(told, theme.text()),
        Line::default(),
        Line::styled("any key: back", theme.accent()),
    ];
    let padded = Rect {
        x: words.x + 1,
        y: words.y + words.height / 3,
        width: words.width.saturating_sub(1),
        height: words.height - words.height / 3,
    };
    frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: true }), padded);
}
