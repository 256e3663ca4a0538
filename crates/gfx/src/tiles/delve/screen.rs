//! The words around Delve's map: the state of the hero, who is in view, what was said,
//! advice. A wide window has them beside the map and below it, a narrow one above and
//! below.

use parlour_delve::{ThingKind, View, counted};
use parlour_grid::{Point, Rect};
use parlour_rogue::ui::{Panel, Pen, Screen, Theme, Tone};
use parlour_rogue::{Colour, Glyph, wrap};

use super::pages::Page;

/// From so many columns on there is room beside the map.
const WIDE: i32 = 108;
/// Columns beside the map.
const SIDE: i32 = 32;
/// Less wide than this, sentences need more rows.
const SLIM: i32 = 60;

/// What stands where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Areas {
    pub map: Rect,
    /// The state of the hero above the map; nothing where it stands beside.
    head: Option<Rect>,
    side: Option<Rect>,
    log: Rect,
    hint: Rect,
}

impl Areas {
    /// For a screen of so many columns and rows.
    pub(super) fn of((columns, rows): (u16, u16)) -> Self {
        let (columns, rows) = (i32::from(columns), i32::from(rows));
        let wide = columns >= WIDE;
        let slim = columns < SLIM;
        let head = match (wide, slim) {
            (true, _) => 0,
            (false, true) => 3,
            (false, false) => 2,
        };
        let log = if rows >= 40 { 7 } else { 4 }.min(rows / 5);
        let hint = if slim { 3 } else { 1 }.min(rows / 8).max(1);
        let width = if wide { columns - SIDE - 2 } else { columns };
        let map = (rows - head - log - hint).max(1);
        Self {
            map: Rect::new(0, head, width, map),
            head: (head > 0).then_some(Rect::new(1, 0, columns - 2, head)),
            side: wide.then_some(Rect::new(columns - SIDE - 1, 0, SIDE, rows)),
            log: Rect::new(1, head + map, width - 2, log),
            hint: Rect::new(1, head + map + log, width - 2, hint),
        }
    }
}

/// Writes everything around the map. What is asked or refused is said in place of
/// advice.
pub(super) fn around(screen: &mut Screen, view: &View, asked: Option<&str>, hint: Option<&str>) {
    let areas = Areas::of((screen.width(), screen.height()));
    if let Some(area) = areas.head {
        head(view, area).draw(screen, area);
    }
    if let Some(area) = areas.side {
        side(view, area).draw(screen, area);
    }
    let (words, colour) = match (asked, hint) {
        (Some(asked), _) => (asked, Colour::Yellow),
        (None, hint) => (hint.unwrap_or_default(), Colour::Cyan),
    };
    // What needs more rows than advice has takes them from what was said before.
    let lines = wrap(words, areas.hint.w.max(8) as usize);
    let more = (lines.len() as i32 - areas.hint.h).clamp(0, areas.log.h);
    let log = Rect::new(areas.log.x, areas.log.y, areas.log.w, areas.log.h - more);
    said(screen, view, log);
    let Rect { x, y, w, h } = areas.hint;
    let below = Rect::new(x, y - more, w, h + more);
    for (row, line) in lines.iter().take(below.h.max(0) as usize).enumerate() {
        let at = Point::new(below.x, below.y + row as i32);
        screen.text(at, below, line, Pen::new(colour));
    }
}

/// The sentences of the last command.
pub(super) fn news(view: &View) -> Vec<&str> {
    let skipped = view.log.len().saturating_sub(view.news as usize);
    let news = view.log[skipped..].iter();
    news.map(|line| line.text.as_str()).collect()
}

fn said(screen: &mut Screen, view: &View, area: Rect) {
    let (wide, rows) = (area.w.max(8) as usize, area.h.max(0) as usize);
    let old = view.log.len().saturating_sub(view.news as usize);
    let first = view.log.len().saturating_sub(rows);
    let mut lines: Vec<(String, Colour)> = Vec::new();
    for (place, line) in view.log.iter().enumerate().skip(first) {
        let colour = if place < old {
            Colour::Grey
        } else {
            Colour::White
        };
        lines.extend(
            wrap(&line.text, wide)
                .into_iter()
                .map(|line| (line, colour)),
        );
    }
    let skipped = lines.len().saturating_sub(rows);
    for (row, (line, colour)) in lines.iter().skip(skipped).enumerate() {
        let at = Point::new(area.x, area.y + row as i32);
        screen.text(at, area, line, Pen::new(*colour));
    }
}

fn health_tone(view: &View) -> Tone {
    let sheet = &view.sheet;
    if sheet.hp * 3 < sheet.max_hp {
        Tone::Bad
    } else if sheet.hp * 3 < sheet.max_hp * 2 {
        Tone::Warning
    } else {
        Tone::Good
    }
}

fn where_it_is(view: &View) -> String {
    format!("{}, level {} of {}", view.place, view.depth, view.levels)
}

fn statuses(view: &View) -> String {
    let all = view.sheet.status.iter();
    let words: Vec<String> = all
        .map(|(status, turns)| format!("{} {turns}", status.word()))
        .collect();
    words.join(", ")
}

/// The state of the hero in few rows.
fn head(view: &View, area: Rect) -> Panel {
    let sheet = &view.sheet;
    let mut panel = Panel::new(area.w, &Theme::default());
    let slim = area.w < SLIM - 2;
    panel.bar(
        "Health",
        sheet.hp.into(),
        sheet.max_hp.into(),
        health_tone(view),
    );
    let place = where_it_is(view);
    let room = if slim {
        area.w
    } else {
        area.w - place.chars().count() as i32 - 3
    };
    let more = in_short(view, room.max(0) as usize);
    if slim {
        panel.tone(Tone::Faint, &place);
        panel.tone(Tone::Faint, &shortened(&more, area.w));
    } else {
        panel.tone(
            Tone::Faint,
            &shortened(&format!("{place} \u{b7} {more}"), area.w),
        );
    }
    panel
}

/// Rank, points, state and who is in view, as much of it as there is room for in
/// whole words: the points go first, then whoever is farthest.
fn in_short(view: &View, room: usize) -> String {
    let seen = in_view(view);
    let names: Vec<&str> = seen.iter().map(|it| it.name.as_str()).collect();
    let said = |points: bool, shown: usize| {
        let mut parts = vec![format!("rank {}", view.sheet.rank)];
        if points {
            parts[0] += &[", ", &view.score.to_string(), " points"].concat();
        }
        if !view.sheet.status.is_empty() {
            parts.push(statuses(view));
        }
        let left = names.len() - shown;
        let shown = names[..shown].join(", ");
        match (shown.as_str(), left) {
            ("", 0) => {}
            ("", left) => parts.push(format!("in view: {left}")),
            (shown, 0) => parts.push(format!("in view: {shown}")),
            (shown, left) => parts.push(format!("in view: {shown} +{left}")),
        }
        parts.join(" \u{b7} ")
    };
    let mut choices = [said(true, names.len())]
        .into_iter()
        .chain((0..=names.len()).rev().map(|shown| said(false, shown)));
    let fits = choices.find(|words| words.chars().count() <= room);
    fits.unwrap_or_else(|| said(false, 0))
}

fn shortened(text: &str, columns: i32) -> String {
    parlour_rogue_window::lettering::shortened(text, columns.max(1) as usize)
}

/// The same and more, beside the map.
fn side(view: &View, area: Rect) -> Panel {
    let sheet = &view.sheet;
    let mut panel = Panel::new(area.w, &Theme::default());
    panel.gap();
    panel.title(&shortened(&where_it_is(view), area.w));
    panel.gap();
    panel.bar(
        "Health",
        sheet.hp.into(),
        sheet.max_hp.into(),
        health_tone(view),
    );
    if sheet.by_shards {
        let (bound, carried) = (sheet.rank - 1, sheet.shards);
        panel.line(&format!("Shards {bound} bound, {carried} carried"));
        panel.line(&format!("Heard {} cells away", sheet.noise));
    } else {
        let rank = format!("Rank {}", sheet.rank);
        panel.bar(
            &rank,
            sheet.experience.into(),
            sheet.next_rank.into(),
            Tone::Title,
        );
    }
    panel.gap();
    panel.line(&format!("Blow {}  to hit {}", sheet.damage, sheet.attack));
    panel.line(&format!(
        "Defence {}  armour {}",
        sheet.defense, sheet.armor
    ));
    if sheet.shot.is_some() {
        panel.line(&format!("Arrows {}", sheet.arrows));
    }
    panel.tone(
        Tone::Faint,
        &format!("Turn {}  {} points", view.turns, view.score),
    );
    if !sheet.status.is_empty() {
        panel.text(Tone::Warning, &statuses(view));
    }
    if !view.feeling.is_empty() {
        panel.gap();
        panel.text(Tone::Faint, &view.feeling);
    }
    panel.gap();
    panel.title("In view");
    let seen = in_view(view);
    let room = (area.h as usize).saturating_sub(panel.height() + 6).max(1);
    if seen.is_empty() {
        panel.tone(Tone::Faint, "nobody and nothing");
    }
    for it in seen.iter().take(room) {
        let cell = view.picture.get(it.at);
        let colour = cell.map_or(Colour::White, |cell| cell.colour);
        let words = shortened(&it.words, area.w - 2);
        panel.glyph(Glyph::new(it.glyph, colour), &words);
    }
    if seen.len() > room {
        panel.tone(Tone::Faint, &format!("and {} more", seen.len() - room));
    }
    // What only a window can do stands at the foot.
    while panel.height() + 3 < area.h as usize {
        panel.gap();
    }
    panel.tone(Tone::Faint, "F2: pictures or letters");
    panel.tone(Tone::Faint, "wheel: nearer or farther");
    panel
}

struct InView {
    at: Point,
    glyph: char,
    name: String,
    words: String,
}

/// Who and what is in view, in the words of the panel.
fn in_view(view: &View) -> Vec<InView> {
    let shown = view.company().into_iter().map(|group| {
        let (thing, name) = (group.nearest, group.name());
        let called = name.clone();
        let words = match thing.kind {
            ThingKind::Enemy { asleep: true, .. } => format!("{name}, asleep"),
            ThingKind::Enemy { runs: true, .. } => format!("{name}, runs"),
            ThingKind::Enemy { health, .. } if health < 100 => format!("{name}, {health} %"),
            ThingKind::Friend { captive: true, .. } => format!("{name}, in chains"),
            ThingKind::Friend { .. } => format!("{name}, yours"),
            ThingKind::Item {
                price: Some(price), ..
            } => format!("{name}, for {}", counted("shard", price)),
            _ => name,
        };
        InView {
            at: thing.at,
            glyph: thing.glyph,
            name: called,
            words,
        }
    });
    shown.collect()
}

/// Lays a page over everything, in the middle.
pub(super) fn page(screen: &mut Screen, page: &Page) {
    if page.lines.is_empty() {
        return;
    }
    let all = screen.area();
    let widths = page.lines.iter().map(|(line, _)| line.chars().count());
    let widest = widths.chain([page.title.chars().count() + 2]).max();
    let w = (widest.unwrap_or(0) as i32 + 4).min(all.w);
    let h = (page.lines.len() as i32 + 2).min(all.h);
    let area = Rect::new((all.w - w) / 2, (all.h - h) / 2, w, h);
    let inside = screen.frame(area, &shortened(&page.title, w - 4), Pen::new(Colour::Cyan));
    for (row, (line, key)) in page.lines.iter().take(inside.h.max(0) as usize).enumerate() {
        let at = Point::new(inside.x + 1, inside.y + row as i32);
        let text = shortened(line, inside.w - 2);
        screen.text(at, inside, &text, Pen::new(Colour::White));
        if let Some(key) = key {
            screen.click(Rect::new(inside.x, at.y, inside.w, 1), *key);
        }
    }
}
