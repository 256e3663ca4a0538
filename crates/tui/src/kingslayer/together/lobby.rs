//! The lobby: who is in, who is ready, and what to tell the others.

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Margin, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};

use super::Gathering;
use super::invitation::{Invitation, above_the_link, beside_the_code, draw_code, draw_link};
use crate::wrap::{head, wide, wrap};
use crate::{Theme, frame, plain};

/// Draws the lobby. `words` are news for the person.
pub fn draw(
    frame: &mut Frame,
    theme: Theme,
    gathering: &Gathering,
    host: bool,
    words: Option<&str>,
) {
    let invitation = &gathering.invitation;
    let narrow = frame::is_narrow(frame.area());
    let [above, link] = above_the_link(frame.area(), invitation);
    let code = beside_the_code(above.inner(Margin::new(2, 1)), invitation);
    let mut keys = vec![("Enter", "ready")];
    match (host, narrow) {
        (true, false) => keys.extend([("b", "add a bot"), ("x", "remove a bot")]),
        (true, true) => keys.push(("b x", "bots")),
        (false, _) => {}
    }
    if !narrow {
        keys.push(("t", "say"));
        if invitation.browsers.is_some() && code.is_none() {
            keys.push(("i", "QR code"));
        } else {
            keys.push(("F1", "help"));
        }
    }
    keys.push(("q", "leave"));
    let inner = frame::draw_in(frame, above, theme, "Kingslayer together", &keys);
    let [seats, about, log, news] = match code {
        Some([words, _]) => one_below_the_other(words, invitation),
        None if narrow => {
            // What to tell the others stands below who is there.
            Layout::vertical([
                Constraint::Length(7),
                Constraint::Fill(1),
                Constraint::Length(2),
                Constraint::Length(1),
            ])
            .areas(inner)
        }
        None => side_by_side(inner),
    };
    if let Some([_, place]) = code {
        draw_code(frame, theme, invitation, place);
    }
    draw_link(frame, theme, invitation, link);
    let name = if narrow { NARROW_NAME } else { NAME };
    let lines = seat_lines(theme, gathering, name);
    frame.render_widget(Paragraph::new(lines), seats);
    let about_lines: Vec<Line> = if invitation.words.is_empty() {
        vec![
            Line::styled("The game begins when every seat is taken", theme.text()),
            Line::styled("and everybody is ready.", theme.text()),
        ]
    } else {
        let apart = invitation.browsers.is_some() && code.is_none();
        let browsers = apart.then_some(LINK_BELOW).filter(|_| narrow);
        let words = invitation.words.iter();
        let words = words.filter(|line| !narrow || !line.is_empty());
        let words = words.map(|line| plain::printable(line));
        browsers
            .map(String::from)
            .into_iter()
            .chain(words)
            .map(|line| Line::styled(line, theme.text()))
            .collect()
    };
    let about_lines = Paragraph::new(about_lines).wrap(Wrap { trim: true });
    frame.render_widget(about_lines, about);
    frame.render_widget(Paragraph::new(log_lines(theme, gathering, log)), log);
    if let Some(words) = words {
        let words = Line::styled(plain::printable(words), theme.bad());
        frame.render_widget(Paragraph::new(words).wrap(Wrap { trim: true }), news);
    }
}

/// The end of the log, as much as there is room for.
fn log_lines<'a>(theme: Theme, gathering: &Gathering, room: Rect) -> Vec<Line<'a>> {
    let said = gathering.log.iter().flat_map(|(seat, text)| {
        let guest = seat.and_then(|seat| gathering.guests.get(usize::from(seat.0)));
        let name = guest.map_or("", |guest| guest.name.as_str());
        wrap(&plain::printable(&format!("{name} {text}")), room.width)
    });
    let mut said: Vec<Line> = said.map(|line| Line::styled(line, theme.dim())).collect();
    said.drain(..said.len().saturating_sub(usize::from(room.height)));
    said
}

/// Said in the lobby where the link's code does not fit.
const LINK_BELOW: &str = "A link is below; i shows its code.";

/// Beside the code: the seats, what to tell the others, the log and news.
fn one_below_the_other(words: Rect, invitation: &Invitation) -> [Rect; 4] {
    let told = invitation.words.len() as u16;
    Layout::vertical([
        Constraint::Length(7),
        Constraint::Length(told + 1),
        Constraint::Fill(1),
        Constraint::Length(2),
    ])
    .areas(words)
}

/// The seats, beside them what to tell the others, below them the log and news.
fn side_by_side(inner: Rect) -> [Rect; 4] {
    let [_, list, _, log, news] = Layout::vertical([
        Constraint::Length(1),
        Constraint::Length(9),
        Constraint::Length(1),
        Constraint::Fill(1),
        Constraint::Length(1),
    ])
    .areas(inner);
    let [seats, about] =
        Layout::horizontal([Constraint::Length(44), Constraint::Fill(1)]).areas(list);
    [seats, about, log, news]
}

/// Who sits where, with so many columns for a name.
fn seat_lines<'a>(theme: Theme, gathering: &Gathering, room: usize) -> Vec<Line<'a>> {
    let mut lines = vec![Line::styled("At the table", theme.title()), Line::default()];
    if gathering.guests.is_empty() {
        lines.push(Line::styled("Connecting…", theme.dim()));
    }
    for (number, guest) in (1..).zip(&gathering.guests) {
        let (name, state, style) = if guest.name.is_empty() {
            (String::from("a free chair"), "", theme.dim())
        } else {
            let state = match (guest.bot, guest.connected, guest.ready) {
                (true, ..) => "bot",
                (_, false, _) => "away",
                (_, _, true) => "ready",
                _ => "not ready",
            };
            let you = if guest.you { " (you)" } else { "" };
            let name = plain::printable(&guest.name);
            let name = format!("{}{you}", head(&name, room - 1 - wide(you)));
            let style = if guest.ready || guest.bot {
                theme.good()
            } else {
                theme.text()
            };
            (name, state, style)
        };
        lines.push(Line::from(vec![
            Span::styled(
                format!("{number}  {name}{}", blanks(&name, room)),
                theme.text(),
            ),
            Span::styled(state, style),
        ]));
    }
    lines
}

/// The columns for a name.
const NAME: usize = 25;
const NARROW_NAME: usize = 20;

/// What is free behind a name in its columns.
fn blanks(name: &str, room: usize) -> String {
    " ".repeat(room.saturating_sub(wide(name)))
}

/// Draws why it is over with the table.
pub fn draw_closed(frame: &mut Frame, theme: Theme, reason: &str, may_watch: bool) {
    let mut keys = vec![("q", "leave")];
    let mut lines = vec![
        Line::default(),
        Line::styled("The table does not let you in.", theme.bad()),
        Line::styled(plain::printable(reason), theme.text()),
    ];
    if may_watch {
        keys.insert(0, ("w", "watch"));
        lines.push(Line::default());
        lines.push(Line::styled("w watches the game.", theme.accent()));
    }
    let inner = frame::draw(frame, theme, "Kingslayer together", &keys);
    frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: true }), inner);
}
