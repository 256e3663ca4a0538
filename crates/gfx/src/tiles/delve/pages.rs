//! What lies over the map: the pack, the keys, the character sheet, the log, the
//! level in small, the end.

use parlour_delve::control::{Aim, Choosing, Control, Mode, Page as Reading};
use parlour_delve::keys::Keys;
use parlour_delve::{Ending, View, minimap};
use parlour_rogue::Key;

/// How far what a thing does is put in below it.
const INDENT: usize = 3;

/// A page over the map: a title, and lines of which some can be pressed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Page {
    pub title: String,
    pub lines: Vec<(String, Option<Key>)>,
}

impl Page {
    fn new(title: &str, lines: impl IntoIterator<Item = String>) -> Self {
        Self {
            title: title.to_owned(),
            lines: lines.into_iter().map(|line| (line, None)).collect(),
        }
    }

    fn add(&mut self, line: impl Into<String>) {
        self.lines.push((line.into(), None));
    }
}

/// The page over the map in a mode, for so many columns and rows; an empty one if the
/// map is free.
pub(super) fn page(control: &Control, view: &View, (columns, rows): (usize, usize)) -> Page {
    let keys = &control.keys;
    match control.mode() {
        Mode::Pack(Choosing::Use) => {
            pack("Use which? Escape: none", control, view, (columns, rows))
        }
        Mode::Pack(Choosing::Bind(_)) => binding(control, view, (columns, rows)),
        Mode::Pack(Choosing::Drop) => {
            pack("Drop which? Escape: none", control, view, (columns, rows))
        }
        Mode::Reading(Reading::Sheet) => sheet(view),
        Mode::Reading(Reading::Log(back)) => log(view, back, columns, rows),
        Mode::Reading(Reading::Overview) => overview(view, columns),
        Mode::Reading(Reading::Keys { chosen, waiting }) => {
            let mut page = all_keys(keys, chosen, waiting, (columns, rows));
            if let Some(said) = control.swapped().filter(|_| !waiting) {
                said.clone_into(&mut page.title);
            }
            page
        }
        Mode::Map | Mode::Look(_) | Mode::Close | Mode::Aim(..) => Page::default(),
    }
}

/// What a mode asks for, in the bar.
pub(super) fn question(mode: Mode) -> Option<&'static str> {
    Some(match mode {
        Mode::Close => "Close which door? Press its direction. Escape: none.",
        Mode::Look(_) => "Looking around. Move the mark; Enter walks there, Escape ends it.",
        Mode::Aim(Aim::Fire, _) => "Shoot where? Enter shoots, Tab: the next one, Escape: nowhere.",
        Mode::Aim(Aim::Item(_), _) => "Where? Enter does it, Tab: the next one, Escape: nowhere.",
        _ => return None,
    })
}

/// How many lines of a page fit: its frame, and a line above and below it, stay free.
pub(super) fn room(rows: usize) -> usize {
    rows.saturating_sub(4).max(3)
}

/// The things of the pack, each with what it does below it where all find room so.
fn pack(question: &str, control: &Control, view: &View, (columns, rows): (usize, usize)) -> Page {
    let mut page = Page::new(question, []);
    let (seen, all) = (control.seen_of_pack(view), view.pack.len());
    if seen.len() < all {
        let (first, last) = (seen.start + 1, seen.end);
        // Up and Down scroll: a phone has them as buttons.
        let asked = question.split(' ').take(2).collect::<Vec<_>>().join(" ");
        page.title = format!("{asked} {first} to {last} of {all}: Up, Down");
    }
    let wide = columns.saturating_sub(4 + INDENT).max(8);
    let items = &view.pack[seen];
    let told: Vec<Vec<String>> = items
        .iter()
        .map(|item| parlour_rogue::wrap(&item.description, wide))
        .collect();
    let fits = items.len() + told.iter().map(Vec::len).sum::<usize>() <= room(rows);
    for (item, told) in items.iter().zip(told) {
        let key = Some(Key::Char(item.letter));
        let worn = if item.worn.is_some() { " (worn)" } else { "" };
        let line = format!("{}  {}{worn}", item.letter, item.name);
        page.lines.push((line, key));
        for words in told.into_iter().filter(|_| fits) {
            let below = format!("{:INDENT$}{words}", "");
            page.lines.push((below, key));
        }
    }
    if view.pack.is_empty() {
        page.add("Your pack is empty.");
    }
    page
}

/// What a shard may be bound to: what is carried, and whoever carries it.
fn binding(control: &Control, view: &View, size: (usize, usize)) -> Page {
    // A line is for oneself.
    let size = (size.0, size.1.saturating_sub(1));
    let mut page = pack("Bind the shard to what? Escape: none", control, view, size);
    let oneself = String::from("Enter: to yourself");
    page.lines.push((oneself, Some(Key::Enter)));
    page
}

fn sheet(view: &View) -> Page {
    let sheet = &view.sheet;
    let place = format!("{}, level {} of {}", view.place, view.depth, view.levels);
    let mut page = Page::new(
        &place,
        [
            format!("Health      {} of {}", sheet.hp, sheet.max_hp),
            growth(view),
            format!("To hit      {}", sheet.attack),
            format!("Blow        {}", sheet.damage),
            format!("Defence     {}", sheet.defense),
            format!("Armour      {}", sheet.armor),
            format!("Turns       {}", view.turns),
            format!("Score       {}", view.score),
        ],
    );
    if let Some((dice, reach)) = &sheet.shot {
        let arrows = sheet.arrows;
        page.add(format!(
            "Shot        {dice}, {reach} cells, {arrows} arrows"
        ));
    }
    for (status, turns) in &sheet.status {
        page.add(format!("You are {} for {turns} turns.", status.word()));
    }
    page
}

/// What one grows by.
fn growth(view: &View) -> String {
    let sheet = &view.sheet;
    let (rank, next) = (sheet.rank, sheet.next_rank);
    if sheet.by_shards {
        format!("Shards      {} bound, {} carried", rank - 1, sheet.shards)
    } else {
        format!(
            "Rank        {rank}, {} of {next} experience",
            sheet.experience
        )
    }
}

fn log(view: &View, back: usize, columns: usize, rows: usize) -> Page {
    let wide = columns.saturating_sub(4).max(8);
    let said = view.log.len().saturating_sub(back).max(1);
    let all = view.log.iter().take(said);
    let mut lines: Vec<String> = all
        .flat_map(|line| parlour_rogue::wrap(&line.text, wide))
        .collect();
    let skipped = lines.len().saturating_sub(room(rows));
    lines.drain(..skipped);
    Page::new("What was said: Up and Down scroll", lines)
}

fn overview(view: &View, columns: usize) -> Page {
    let wide = columns.saturating_sub(4).max(8);
    // Of a level that is wider than the screen the part about the player.
    let rows = minimap::rows(view);
    let broad = rows.first().map_or(0, |row| row.chars().count());
    let here = usize::try_from(view.here.x / 2).unwrap_or(0);
    let first = here
        .saturating_sub(wide / 2)
        .min(broad.saturating_sub(wide));
    let part = |row: String| row.chars().skip(first).take(wide).collect();
    let mut page = Page::new("The level", rows.into_iter().map(part));
    let place = format!(
        "Level {} of {}, {}; the deepest so far is {}.",
        view.depth, view.levels, view.place, view.deepest
    );
    // A narrow screen has the legend in two lines.
    let marks: Vec<&str> = minimap::LEGEND.split("  ").collect();
    let fits = minimap::LEGEND.chars().count() <= wide;
    let in_a_line = if fits { marks.len() } else { 3 };
    for line in marks.chunks(in_a_line) {
        page.add(line.join("  "));
    }
    for line in parlour_rogue::wrap(&place, wide) {
        page.add(line);
    }
    page
}

/// Every key, in as many columns as fit; where not all do, the title says that there
/// are more.
fn all_keys(keys: &Keys, chosen: usize, waiting: bool, (columns, rows): (usize, usize)) -> Page {
    let all: Vec<String> = keys
        .list()
        .enumerate()
        .map(|(place, (_, key, does))| {
            let mark = if place == chosen { '>' } else { ' ' };
            format!("{mark} {key:>6}  {does}")
        })
        .collect();
    let widest = all.iter().map(|line| line.chars().count()).max();
    let wide = widest.unwrap_or(1) + 2;
    let beside = (columns.saturating_sub(4) / wide).max(1);
    let high = all.len().div_ceil(beside).min(room(rows)).max(1);
    let fit = high * beside;
    let first = if fit >= all.len() {
        0
    } else {
        chosen.saturating_sub(fit / 2).min(all.len() - fit)
    };
    let last = (first + fit).min(all.len());
    let title = match (waiting, fit >= all.len()) {
        (true, _) => String::from("Press the new key; Escape: none"),
        (false, true) => String::from("Keys: Up, Down choose, Enter changes"),
        (false, false) => format!(
            "Keys {} to {last} of {}: Down scrolls",
            first + 1,
            all.len()
        ),
    };
    let line = |row: usize| {
        let cells = (0..beside).filter_map(|column| all.get(first + column * high + row));
        let cells: Vec<String> = cells.map(|cell| format!("{cell:<wide$}")).collect();
        cells.concat().trim_end().to_owned()
    };
    Page::new(&title, (0..high.min(last - first)).map(line))
}

/// How it ended, what happened on the way, and how it compares.
pub(super) fn ending(
    view: &View,
    ending: &Ending,
    dungeon: Option<&str>,
    best: &[String],
    (columns, rows): (usize, usize),
) -> Page {
    let wide = columns.saturating_sub(4).max(8);
    let mut lines = parlour_rogue::wrap(&ending.sentence(), wide);
    lines.push(format!(
        "{} points, rank {}, deepest level {}.",
        ending.score, ending.rank, ending.deepest
    ));
    let deeds: Vec<&str> = view.deeds.iter().map(|it| it.sentence()).collect();
    if !deeds.is_empty() {
        let done = format!("Done: {}", deeds.join(", "));
        lines.extend(parlour_rogue::wrap(&done, wide));
    }
    let slain = view.most_slain();
    if !slain.is_empty() {
        let slain = format!("Slain: {}", slain.join(", "));
        lines.extend(parlour_rogue::wrap(&slain, wide));
    }
    let shared = dungeon.map(|dungeon| ending.share(dungeon, &view.deeds));
    let shared = shared.map(|line| parlour_rogue::wrap(&format!("To share: {line}"), wide));
    let shared = shared.unwrap_or_default();
    let below = shared.len() + best.len() + 1;
    let left = room(rows).saturating_sub(lines.len() + below);
    let notes = view.notes.iter();
    let notes = notes.skip(view.notes.len().saturating_sub(left.max(3)));
    lines
        .extend(notes.map(|note| format!("{:>6}  level {}  {}", note.turn, note.depth, note.text)));
    lines.extend(shared);
    lines.extend(best.iter().cloned());
    let mut page = Page::new("The end", lines);
    let leave = String::from("Enter or Escape: leave");
    page.lines.push((leave, Some(Key::Enter)));
    page
}
