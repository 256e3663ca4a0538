//! The lines about the place and the player, and the log.

use parlour_delve::{ThingKind, View, counted};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use crate::Theme;
use crate::wrap::wrap;

/// How wide the health bar is at the most, and where there is little room.
const BAR: (u32, u32) = (20, 6);

/// How many cells of a bar are full: in proportion, at least one while alive.
pub(super) fn filled(now: u32, most: u32, width: u32) -> u32 {
    if now == 0 {
        return 0;
    }
    let cells = u64::from(now) * u64::from(width) / u64::from(most.max(1));
    (cells as u32).clamp(1, width)
}

/// Where it is. Where there is no room for all, the game's name gives way.
pub(super) fn place(view: &View, theme: Theme, practice: bool, width: u16) -> Line<'static> {
    let mut spans = vec![
        Span::styled(
            format!(" level {} of {}, {}", view.depth, view.levels, view.place),
            theme.text(),
        ),
        Span::styled(
            format!(" · turn {} · light for {}", view.turns, view.light),
            theme.dim(),
        ),
    ];
    if !view.feeling.is_empty() && width >= 100 {
        let feeling = view.feeling.split(['.', ':']).next().unwrap_or_default();
        spans.push(Span::styled(format!(" · {feeling}"), theme.warning()));
    }
    if view.has_amulet {
        spans.push(Span::styled(" · the amulet!", theme.accent()));
    }
    if view.own_content {
        spans.push(Span::styled(" · own content", theme.warning()));
    }
    if practice {
        spans.push(Span::styled(" · practice", theme.warning()));
    }
    let name = Span::styled(" Delve ·", theme.title());
    if Line::from(spans.clone()).width() + name.width() <= usize::from(width) {
        spans.insert(0, name);
    }
    Line::from(spans)
}

/// Who it is. Where there is no room for all, the bar gives way, then the
/// experience, which stands on the sheet as well.
pub(super) fn player(view: &View, theme: Theme, width: u16) -> Line<'static> {
    let sheet = &view.sheet;
    // Where growth comes from shards, how far one is heard is of more use.
    let experience = if sheet.by_shards {
        format!(" noise {}", sheet.noise)
    } else {
        format!(" ({}/{})", sheet.experience, sheet.next_rank)
    };
    let rank = format!(" rank {}", sheet.rank);
    let blows = format!(
        "  hit {} for {}  def {} arm {}",
        sheet.attack, sheet.damage, sheet.defense, sheet.armor
    );
    let states = sheet.status.iter().flat_map(|(it, _)| [" ", it.word()]);
    let states: String = states.collect();
    let health = format!(" HP {}/{} ", sheet.hp, sheet.max_hp);
    let needed = [&health, &rank, &blows, &states].map(|it| it.chars().count());
    let needed = needed.into_iter().sum::<usize>();
    let room = usize::from(width).saturating_sub(needed);
    let (most, least) = BAR;
    let has_room = room >= experience.len() + least as usize;
    let experience = if has_room { experience } else { String::new() };
    let bar = (room - experience.len().min(room)) as u32;
    let bar = bar.clamp(least, most);
    let full = filled(sheet.hp, sheet.max_hp, bar);
    let style = match (sheet.hp * 3 < sheet.max_hp, sheet.hp * 3 < sheet.max_hp * 2) {
        (true, _) => theme.bad(),
        (_, true) => theme.warning(),
        _ => theme.good(),
    };
    Line::from(vec![
        Span::styled(health, style),
        Span::styled("█".repeat(full as usize), style),
        Span::styled("░".repeat((bar - full) as usize), theme.dim()),
        Span::styled(format!("{rank}{experience}{blows}"), theme.text()),
        Span::styled(states, theme.warning()),
    ])
}

/// The latest sentences, those of the last command brighter. Where there is no room
/// for all of those, a mark says how many lines are missing, and the key to read
/// them.
pub(super) fn log(frame: &mut Frame, area: Rect, view: &View, theme: Theme, key: &str) {
    let height = usize::from(area.height);
    let (mut lines, mut news) = latest(view, theme, area.width.saturating_sub(2), height);
    if news > height {
        let mark = |missing| format!(" +{missing}: {key} ");
        let room = mark(news).chars().count() as u16;
        (lines, news) = latest(view, theme, area.width.saturating_sub(2 + room), height);
        let corner = Rect {
            x: area.right().saturating_sub(room),
            width: room.min(area.width),
            height: area.height.min(1),
            ..area
        };
        let mark = mark(news.saturating_sub(height));
        frame.render_widget(Line::styled(mark, theme.accent()), corner);
        frame.render_widget(
            Paragraph::new(lines),
            Rect {
                width: corner.x - area.x,
                ..area
            },
        );
    } else {
        frame.render_widget(Paragraph::new(lines), area);
    }
}

/// The last lines of the log at this width, and how many there are about the last
/// command.
fn latest(view: &View, theme: Theme, width: u16, height: usize) -> (Vec<Line<'static>>, usize) {
    let fresh = view.log.len().saturating_sub(view.news as usize);
    let mut lines: Vec<Line> = Vec::new();
    let mut news = 0;
    for (place, said) in view.log.iter().enumerate().rev() {
        if lines.len() >= height && place < fresh {
            break;
        }
        let style = if place >= fresh {
            theme.text()
        } else {
            theme.dim()
        };
        for part in wrap(&said.text, width).into_iter().rev() {
            lines.push(Line::styled(format!(" {part}"), style));
            news += usize::from(place >= fresh);
        }
    }
    lines.truncate(height);
    lines.reverse();
    (lines, news)
}

/// Who is in view, for wide terminals.
pub(super) fn company(frame: &mut Frame, area: Rect, view: &View, theme: Theme) {
    let mut lines = vec![Line::styled("In view", theme.title())];
    for group in view.company() {
        let (thing, name) = (group.nearest, group.name());
        let line = match thing.kind {
            ThingKind::Enemy {
                health,
                asleep,
                confused,
                runs,
                ..
            } => {
                let state = match (asleep, confused, runs) {
                    (true, ..) => ", asleep",
                    (_, true, _) => ", confused",
                    (.., true) => ", runs",
                    _ => "",
                };
                let full = filled(u32::from(health), 100, 8);
                Line::from(vec![
                    Span::styled(format!("{} ", thing.glyph), theme.bad()),
                    Span::styled("█".repeat(full as usize), theme.bad()),
                    Span::styled("░".repeat(8 - full as usize), theme.dim()),
                    Span::styled(format!(" {name}{state}"), theme.text()),
                ])
            }
            ThingKind::Friend { health, captive } => {
                let full = filled(u32::from(health), 100, 8);
                let state = if captive { ", in chains" } else { ", yours" };
                Line::from(vec![
                    Span::styled(format!("{} ", thing.glyph), theme.good()),
                    Span::styled("█".repeat(full as usize), theme.good()),
                    Span::styled("░".repeat(8 - full as usize), theme.dim()),
                    Span::styled(format!(" {name}{state}"), theme.text()),
                ])
            }
            ThingKind::Item { price, .. } => {
                let price = price.map(|price| format!(", for {}", counted("shard", price)));
                Line::from(vec![
                    Span::styled(format!("{} ", thing.glyph), theme.accent()),
                    Span::styled(name, theme.text()),
                    Span::styled(price.unwrap_or_default(), theme.dim()),
                ])
            }
            ThingKind::Remains => continue,
        };
        lines.push(line);
    }
    frame.render_widget(Paragraph::new(lines), area);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn k21_a_living_player_has_at_least_one_cell_of_health() {
        assert_eq!(filled(0, 30, 20), 0);
        assert_eq!(filled(1, 30, 20), 1);
        assert_eq!(filled(1, 10_000, 20), 1);
        assert_eq!(filled(15, 30, 20), 10);
        assert_eq!(filled(29, 30, 20), 19);
        assert_eq!(filled(30, 30, 20), 20);
    }
}
