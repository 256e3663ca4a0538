//! What a game looks like: the lines about place and player, the map between
//! them, the log, the line at the bottom, and what is laid over all of it.

use parlour_delve::control::{Choosing, Mode, Page};
use parlour_delve::{Fog, Point, View};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::Line;
use ratatui::widgets::{Clear, Paragraph};

use super::map::MapArea;
use super::screen::DelveScreen;
use super::{popup, recap, status};
use crate::Theme;
use crate::wrap::wrap;

/// The width from which there is a list of who is in view.
const WIDE: u16 = 110;

/// Draws everything.
pub(super) fn draw(screen: &mut DelveScreen, frame: &mut Frame, theme: Theme) {
    let Some(view) = &screen.view else {
        frame.render_widget(Line::from(" The dungeon is being dug."), frame.area());
        return;
    };
    let area = frame.area();
    let (left, right) = if area.width >= WIDE {
        let [left, right] =
            Layout::horizontal([Constraint::Fill(1), Constraint::Length(32)]).areas(area);
        (left, Some(right))
    } else {
        (area, None)
    };
    let spare = left.height.saturating_sub(view.picture.height + 3);
    let word = screen.word.as_deref().unwrap_or_default();
    let word = wrap(word, left.width.saturating_sub(2));
    let [top, map, about, log, bottom] = Layout::vertical([
        Constraint::Length(1),
        Constraint::Fill(1),
        Constraint::Length(1),
        Constraint::Length(spare.clamp(2, 10).max(word.len() as u16)),
        Constraint::Length(1),
    ])
    .areas(left);
    let place = status::place(view, theme, screen.manner.practice, top.width);
    frame.render_widget(place, top);
    let cursor = screen.control.cursor();
    screen.area = MapArea::lay(map, &view.picture, cursor.unwrap_or(view.here));
    let buffer = frame.buffer_mut();
    let mut marked: Vec<Point> = screen.mouse.into_iter().collect();
    // Who looks about sees how far they were heard.
    if let Mode::Look(_) = screen.control.mode() {
        marked.extend(view.edge_of_noise());
    }
    screen
        .area
        .draw(buffer, theme, &view.picture, &marked, cursor);
    screen.area.flash(buffer, theme, screen.flashes.now());
    frame.render_widget(status::player(view, theme, about.width), about);
    draw_log(frame, log, view, screen, &word, theme);
    if let Some(right) = right {
        let inner = Rect {
            y: right.y + 1,
            height: right.height.saturating_sub(1),
            ..right
        };
        status::company(frame, inner, view, theme);
    }
    draw_bottom(screen, frame, bottom, view, theme);
    screen.control.set_room(page_room(area));
    // The last moments of a life are seen before the recap.
    if !screen.flashes.is_shown() {
        draw_popup(screen, frame, view, theme);
    }
}

/// The latest sentences, and below them a word about the screen, if there is one.
fn draw_log(
    frame: &mut Frame,
    area: Rect,
    view: &View,
    screen: &DelveScreen,
    word: &[String],
    theme: Theme,
) {
    let key = screen.control.keys.fill("{log}");
    let below = Constraint::Length(word.len() as u16);
    let [said, last] = Layout::vertical([Constraint::Fill(1), below]).areas(area);
    status::log(frame, said, view, theme, &key);
    let lines = word.iter().map(|part| Line::from(format!(" {part}")));
    let text = Paragraph::new(lines.collect::<Vec<_>>()).style(theme.warning());
    frame.render_widget(text, last);
}

/// The line at the bottom. A description that is longer takes the lines above it as
/// well.
fn draw_bottom(screen: &DelveScreen, frame: &mut Frame, bottom: Rect, view: &View, theme: Theme) {
    let line = bottom_line(screen, view, theme);
    if screen.control.cursor().is_none() {
        return frame.render_widget(line, bottom);
    }
    let lines = wrap(line.to_string().trim(), bottom.width.saturating_sub(2));
    let above = (lines.len() as u16).saturating_sub(1).min(bottom.y);
    let place = Rect {
        y: bottom.y - above,
        height: bottom.height + above,
        ..bottom
    };
    let lines = lines.into_iter().map(|part| Line::from(format!(" {part}")));
    frame.render_widget(Clear, place);
    let text = Paragraph::new(lines.collect::<Vec<_>>()).style(line.style);
    frame.render_widget(text, place);
}

/// What stands at the bottom: what the cursor or the mouse is on, or a hint.
fn bottom_line(screen: &DelveScreen, view: &View, theme: Theme) -> Line<'static> {
    let keys = &screen.control.keys;
    let words = match screen.control.mode() {
        _ if view.ending.is_some() && !screen.manner.demo => {
            return Line::styled(keys.fill(" {pack} pack · {log} log"), theme.dim());
        }
        Mode::Look(at) => format!(" {} [Enter walk, Esc back]", view.describe(at)),
        Mode::Aim(_, at) => format!(" Aim: {} [Enter, Tab next, Esc back]", view.describe(at)),
        _ => match screen.mouse.filter(|at| is_known(view, *at)) {
            Some(at) => format!(" {}", view.names_at(at).join(", ")),
            None if screen.manner.demo => {
                return Line::styled(" The bot plays. Esc leaves.", theme.dim());
            }
            None => match view.hint.filter(|_| screen.manner.wishes.hints) {
                Some(hint) => format!(" {}", keys.fill(&hint.words())),
                None => return Line::styled(keys.fill(" {help} keys"), theme.dim()),
            },
        },
    };
    Line::styled(words, theme.accent())
}

fn is_known(view: &View, at: Point) -> bool {
    let cell = view.picture.get(at);
    cell.is_some_and(|cell| cell.fog != Fog::Unknown)
}

/// How many rows a page over the map may have.
fn page_room(area: Rect) -> usize {
    usize::from(area.height.saturating_sub(4))
}

fn draw_popup(screen: &DelveScreen, frame: &mut Frame, view: &View, theme: Theme) {
    let area = frame.area();
    let room = page_room(area);
    let mode = screen.control.mode();
    if let Some(ending) = view.ending.as_ref().filter(|_| mode == Mode::Map) {
        let dungeon = screen.dungeon.as_deref();
        let lines = recap::lines(view, ending, dungeon, theme, room);
        let foot = if dungeon.is_some() {
            "r: the last ten turns · Enter or Esc: leave"
        } else {
            "Enter or Esc: leave"
        };
        return popup::show(frame, theme, "The end", foot, lines);
    }
    let (title, foot, lines) = match mode {
        Mode::Map | Mode::Look(_) | Mode::Aim(..) | Mode::Close => return,
        Mode::Pack(choosing) => {
            let seen = screen.control.seen_of_pack(view);
            let all = view.pack.len();
            let (title, scroll) = if seen.len() < all {
                let (first, last) = (seen.start + 1, seen.end);
                let title = format!("Your pack, {first} to {last} of {all}");
                (title, "↑ ↓: scroll · ")
            } else {
                (String::from("Your pack"), "")
            };
            let foot = match choosing {
                _ if view.ending.is_some() => "any letter: back",
                Choosing::Drop => "a letter: drop it · Esc: back",
                Choosing::Use => "a letter: use it · Esc: back",
                Choosing::Bind(_) => {
                    "a letter: bind the shard to it · Enter: to yourself · Esc: back"
                }
            };
            let lines = popup::pack(view, theme, seen, (area.width.saturating_sub(4), room));
            return popup::show(frame, theme, &title, &format!("{scroll}{foot}"), lines);
        }
        Mode::Reading(Page::Sheet) => ("You", "any key: back", popup::sheet(view, theme)),
        Mode::Reading(Page::Overview) => {
            let lines = popup::overview(view, theme, room);
            ("What you know", "any key: back", lines)
        }
        Mode::Reading(Page::Log(back)) => {
            let lines = popup::log(view, theme, back, area);
            ("All that was said", "↑ ↓: scroll · Esc: back", lines)
        }
        Mode::Reading(Page::Keys { chosen, waiting }) => {
            let foot = match screen.control.swapped() {
                _ if waiting => "press the new key · Esc: back",
                Some(said) => said,
                None => "↑ ↓, Enter: change a key · Esc: back",
            };
            let all = screen.control.keys.list().count();
            let lines = popup::keys(&screen.control.keys, theme, chosen, room);
            let title = if lines.len() < all {
                format!("Keys, {} of {all}", chosen + 1)
            } else {
                String::from("Keys")
            };
            return popup::show(frame, theme, &title, foot, lines);
        }
    };
    popup::show(frame, theme, title, foot, lines);
}
