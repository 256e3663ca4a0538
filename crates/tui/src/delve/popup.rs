//! What is laid over the map: the pack, the sheet, the log, the overview, the
//! keys.

use std::ops::Range;

use parlour_delve::keys::Keys;
use parlour_delve::{Ground, Slot, ThingKind, View, counted, minimap};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Clear, Paragraph};

use crate::wrap::wrap;
use crate::{Theme, frame};

/// A titled box in the middle of the screen, as large as its lines need.
pub(super) fn show(frame: &mut Frame, theme: Theme, title: &str, foot: &str, lines: Vec<Line>) {
    let area = frame.area();
    let width = lines.iter().map(Line::width).max().unwrap_or(0);
    let width = width.max(title.len() + 2).max(foot.chars().count() + 2) as u16 + 4;
    let width = width.min(area.width);
    let height = (lines.len() as u16 + 2).min(area.height);
    let place = Rect {
        x: area.x + (area.width - width) / 2,
        y: area.y + (area.height - height) / 2,
        width,
        height,
    };
    let block = frame::block(theme)
        .title_top(Line::styled(format!(" {title} "), theme.title()))
        .title_bottom(Line::styled(format!(" {foot} "), theme.dim()));
    let inner = block.inner(place);
    frame.render_widget(Clear, place);
    frame.render_widget(block, place);
    let inner = Rect {
        x: inner.x + 1,
        width: inner.width.saturating_sub(2),
        ..inner
    };
    frame.render_widget(Paragraph::new(lines), inner);
}

/// How far what belongs to an item is put in.
const INDENT: usize = 4;

/// The items of the pack that are seen, by letters. A description that is longer than the
/// line goes on below it where all find room so, and ends in dots where they do not.
pub(super) fn pack(
    view: &View,
    theme: Theme,
    seen: Range<usize>,
    (width, rows): (u16, usize),
) -> Vec<Line<'static>> {
    let mut lines = Vec::new();
    let roomy = seen.len() * 2 <= rows;
    for item in view.pack.get(seen).unwrap_or_default() {
        let worn = match item.worn {
            Some(Slot::Weapon | Slot::Bow) => " (in hand)",
            Some(_) => " (worn)",
            None => "",
        };
        let mut line = Line::from(vec![
            Span::styled(format!("{} ", item.letter), theme.accent()),
            Span::styled(format!("{} ", item.glyph), theme.dim()),
            Span::styled(item.name.clone(), theme.text()),
            Span::styled(worn, theme.good()),
        ]);
        let left = usize::from(width).saturating_sub(line.width() + 2);
        let fits = item.description.chars().count() <= left;
        if roomy && !fits {
            lines.push(line);
            let below = shortened(&item.description, usize::from(width).saturating_sub(INDENT));
            let below = format!("{}{below}", " ".repeat(INDENT));
            lines.push(Line::styled(below, theme.dim()));
            continue;
        }
        let words = format!("  {}", shortened(&item.description, left));
        line.push_span(Span::styled(words, theme.dim()));
        lines.push(line);
    }
    if lines.is_empty() {
        lines.push(Line::styled("Your pack is empty.", theme.dim()));
    }
    lines
}

/// As many whole words as there is room for, with dots where some are missing.
fn shortened(text: &str, room: usize) -> String {
    if text.chars().count() <= room {
        return text.to_string();
    }
    let first = wrap(text, room.saturating_sub(1) as u16).into_iter().next();
    let first = first.unwrap_or_default();
    format!("{}\u{2026}", first.trim_end_matches(['.', ',']))
}

pub(super) fn sheet(view: &View, theme: Theme) -> Vec<Line<'static>> {
    let sheet = &view.sheet;
    let mut rows = vec![
        ("Health", format!("{} of {}", sheet.hp, sheet.max_hp)),
        growth(view),
        ("To hit", sheet.attack.clone()),
        ("Damage", sheet.damage.clone()),
        ("Defence", sheet.defense.to_string()),
        ("Armour", sheet.armor.to_string()),
    ];
    if let Some((dice, range)) = &sheet.shot {
        let arrows = sheet.arrows;
        rows.push(("Bow", format!("{dice}, {range} paces, {arrows} arrows")));
    }
    for slot in Slot::ALL {
        let worn = view.pack.iter().find(|item| item.worn == Some(slot));
        rows.push((
            slot.word(),
            worn.map_or("none".into(), |it| it.name.clone()),
        ));
    }
    for (status, turns) in &sheet.status {
        rows.push((status.word(), format!("for {turns} turns")));
    }
    rows.push(("Heard", format!("{} cells away", sheet.noise)));
    if !view.feeling.is_empty() {
        rows.push(("This level", view.feeling.clone()));
    }
    rows.push(("Deepest level", view.deepest.to_string()));
    rows.push(("Score", view.score.to_string()));
    let slain: u32 = view.slain.values().sum();
    rows.push(("Slain", slain.to_string()));
    let rows = rows.into_iter();
    rows.map(|(what, value)| fact(what, 15, value, theme))
        .collect()
}

/// What the rank says, and what the next one takes.
fn growth(view: &View) -> (&'static str, String) {
    let sheet = &view.sheet;
    if sheet.by_shards {
        let bound = sheet.rank - 1;
        return ("Shards", format!("{bound} bound, {} carried", sheet.shards));
    }
    let (rank, next) = (sheet.rank, sheet.next_rank);
    let words = format!("{rank}, {} of {next} experience", sheet.experience);
    ("Rank", words)
}

/// A window on all that was said, from the end back.
pub(super) fn log(view: &View, theme: Theme, back: usize, area: Rect) -> Vec<Line<'static>> {
    let width = area.width.saturating_sub(16).max(10);
    let height = usize::from(area.height.saturating_sub(4)).max(1);
    let mut lines = Vec::new();
    for said in &view.log {
        for (number, part) in wrap(&said.text, width).into_iter().enumerate() {
            let turn = if number == 0 {
                format!("{:>6} ", said.turn)
            } else {
                " ".repeat(7)
            };
            lines.push(Line::from(vec![
                Span::styled(turn, theme.dim()),
                Span::styled(part, theme.text()),
            ]));
        }
    }
    let end = lines
        .len()
        .saturating_sub(back)
        .max(height.min(lines.len()));
    lines.truncate(end);
    lines.drain(..end.saturating_sub(height));
    lines
}

/// The level in small, then the levels, what is known here, whom one has slain,
/// as far as there is room.
pub(super) fn overview(view: &View, theme: Theme, room: usize) -> Vec<Line<'static>> {
    let small = minimap::rows(view).into_iter();
    let mut lines: Vec<Line> = small.map(|row| in_small(&row, theme)).collect();
    lines.push(Line::styled(minimap::LEGEND, theme.dim()));
    let mark = |depth: u8| match depth {
        depth if depth == view.depth => '@',
        depth if depth <= view.deepest => '#',
        _ => '.',
    };
    let levels: String = (1..=view.levels).map(mark).collect();
    let mut facts = vec![(
        "levels",
        format!("{levels}  you are on {}, {}", view.depth, view.place),
    )];
    let known = view.picture.cells.iter();
    let known = known.filter(|cell| cell.ground.is_walkable()).count();
    let found = |ground| match view.stairs(ground) {
        Some(at) => format!("at {},{}", at.x, at.y),
        None => String::from("not found"),
    };
    let (down, up) = (found(Ground::StairsDown), found(Ground::StairsUp));
    let shaft = view.stairs(Ground::Shaft);
    let shaft = shaft.map_or_else(String::new, |at| format!(", a shaft at {},{}", at.x, at.y));
    facts.push((
        "ground",
        format!("{known} cells known; stairs down {down}, up {up}{shaft}"),
    ));
    for thing in &view.things {
        let what = match thing.kind {
            ThingKind::Enemy { asleep: true, .. } => "asleep",
            ThingKind::Enemy { .. } => "enemy",
            ThingKind::Friend { captive: true, .. } => "in chains",
            ThingKind::Friend { .. } => "friend",
            ThingKind::Item { .. } => "lies here",
            ThingKind::Remains => continue,
        };
        facts.push((what, format!("{} {}", thing.glyph, thing.name)));
    }
    let slain = view.slain.iter();
    facts.extend(slain.map(|(name, count)| ("slain", counted(name, *count))));
    let left = room.saturating_sub(lines.len());
    let facts = facts.into_iter().take(left);
    lines.extend(facts.map(|(what, words)| fact(what, 11, words, theme)));
    lines
}

/// A row of the level in small: ground faint, marks bright.
fn in_small(row: &str, theme: Theme) -> Line<'static> {
    let row = row.chars();
    row.map(|char| {
        let style = match char {
            '@' | '>' | '<' => theme.accent(),
            '!' => theme.bad(),
            '*' => theme.good(),
            _ => theme.dim(),
        };
        Span::styled(char.to_string(), style)
    })
    .collect()
}

/// A word and what there is to say of it.
fn fact(what: &str, wide: usize, words: String, theme: Theme) -> Line<'static> {
    Line::from(vec![
        Span::styled(format!("{what:<wide$}"), theme.dim()),
        Span::styled(words, theme.text()),
    ])
}

/// Every key, one of them chosen to be changed.
pub(super) fn keys(keys: &Keys, theme: Theme, chosen: usize, room: usize) -> Vec<Line<'static>> {
    let all: Vec<_> = keys.list().collect();
    let first = chosen
        .saturating_sub(room / 2)
        .min(all.len().saturating_sub(room));
    all.into_iter()
        .enumerate()
        .skip(first)
        .take(room)
        .map(|(place, (_, key, what))| {
            let (mark, style) = if place == chosen {
                ('>', theme.selected())
            } else {
                (' ', theme.text())
            };
            Line::from(vec![
                Span::styled(format!("{mark}{key:>7}  "), theme.accent()),
                Span::styled(what, style),
            ])
        })
        .collect()
}
