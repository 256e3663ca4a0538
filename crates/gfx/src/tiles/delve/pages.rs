//! What lies over the map: the pack, the keys, the character sheet, the log, the
//! level in small, the end. Lines of text for the board.

use parlour_delve::control::{Aim, Choosing, Control, Mode, Page};
use parlour_delve::keys::Keys;
use parlour_delve::{Ending, View, minimap};

/// The lines over the map in a mode, for so many rows and columns; none if the
/// map is free.
pub(super) fn lines(
    control: &Control,
    view: &View,
    (columns, rows): (usize, usize),
) -> Vec<String> {
    let keys = &control.keys;
    match control.mode() {
        Mode::Pack(Choosing::Use) => pack("Use which? Escape: none.", control, view),
        Mode::Pack(Choosing::Drop) => pack("Drop which? Escape: none.", control, view),
        Mode::Reading(Page::Sheet) => sheet(view),
        Mode::Reading(Page::Log(back)) => log(view, back, columns, rows),
        Mode::Reading(Page::Overview) => overview(view),
        Mode::Reading(Page::Keys { chosen, waiting }) => all_keys(keys, chosen, waiting, rows),
        Mode::Map | Mode::Look(_) | Mode::Close | Mode::Aim(..) => Vec::new(),
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

/// How many lines of a list fit. A line is a little higher than the smallest
/// tiles.
pub(super) fn room(rows: usize) -> usize {
    (rows * 2 / 3).max(5)
}

fn pack(question: &str, control: &Control, view: &View) -> Vec<String> {
    let mut lines = vec![question.to_owned()];
    let (seen, all) = (control.seen_of_pack(view), view.pack.len());
    if seen.len() < all {
        let (first, last) = (seen.start + 1, seen.end);
        lines.push(format!("{first} to {last} of {all}; Up and Down scroll."));
    }
    for item in &view.pack[seen] {
        let worn = if item.worn.is_some() { " (worn)" } else { "" };
        lines.push(format!("{}  {}{worn}", item.letter, item.name));
    }
    if view.pack.is_empty() {
        lines.push(String::from("Your pack is empty."));
    }
    lines
}

fn sheet(view: &View) -> Vec<String> {
    let sheet = &view.sheet;
    let mut lines = vec![
        format!("{}, level {} of {}", view.place, view.depth, view.levels),
        format!("Health      {} of {}", sheet.hp, sheet.max_hp),
        format!("Rank        {}", sheet.rank),
        format!("Experience  {} of {}", sheet.experience, sheet.next_rank),
        format!("To hit      {}", sheet.attack),
        format!("Blow        {}", sheet.damage),
        format!("Defence     {}", sheet.defense),
        format!("Armour      {}", sheet.armor),
        format!("Turns       {}", view.turns),
        format!("Score       {}", view.score),
    ];
    if let Some((dice, reach)) = &sheet.shot {
        lines.push(format!(
            "Shot        {dice}, {reach} cells, {} arrows",
            sheet.arrows
        ));
    }
    for (status, turns) in &sheet.status {
        lines.push(format!("You are {} for {turns} turns.", status.word()));
    }
    lines
}

fn log(view: &View, back: usize, columns: usize, rows: usize) -> Vec<String> {
    let wide = columns.saturating_sub(4).max(8);
    let said = view.log.len().saturating_sub(back).max(1);
    let all = view.log.iter().take(said);
    let mut lines: Vec<String> = all
        .flat_map(|line| parlour_rogue::wrap(&line.text, wide))
        .collect();
    let skipped = lines.len().saturating_sub(rows.saturating_sub(4).max(1));
    lines.drain(..skipped);
    lines
}

fn overview(view: &View) -> Vec<String> {
    let mut lines = minimap::rows(view);
    lines.push(minimap::LEGEND.to_owned());
    lines.push(format!(
        "Level {} of {}, {}; the deepest so far is {}.",
        view.depth, view.levels, view.place, view.deepest
    ));
    lines
}

fn all_keys(keys: &Keys, chosen: usize, waiting: bool, rows: usize) -> Vec<String> {
    let title = if waiting {
        "Press the new key. Escape: none."
    } else {
        "Keys. Up and Down choose, Enter changes one, Escape closes."
    };
    let all: Vec<_> = keys.list().collect();
    let room = room(rows).min(all.len());
    let first = chosen.saturating_sub(room / 2).min(all.len() - room);
    let shown = all.into_iter().enumerate().skip(first).take(room);
    let shown = shown.map(|(place, (_, key, does))| {
        let mark = if place == chosen { '>' } else { ' ' };
        format!("{mark} {key:>6}  {does}")
    });
    std::iter::once(title.to_owned()).chain(shown).collect()
}

/// How it ended, what happened on the way, and how it compares.
pub(super) fn ending(view: &View, ending: &Ending, best: &[String], rows: usize) -> Vec<String> {
    let mut lines = vec![
        ending.sentence(),
        format!(
            "{} points, rank {}, deepest level {}.",
            ending.score, ending.rank, ending.deepest
        ),
    ];
    let slain = view.most_slain();
    if !slain.is_empty() {
        lines.push(format!("Slain: {}", slain.join(", ")));
    }
    let room = (rows / 2).saturating_sub(lines.len() + best.len()).max(3);
    let notes = view.notes.iter();
    let notes = notes.skip(view.notes.len().saturating_sub(room));
    lines
        .extend(notes.map(|note| format!("{:>6}  level {}  {}", note.turn, note.depth, note.text)));
    lines.extend(best.iter().cloned());
    lines.push(String::from("Enter or Escape: leave"));
    lines
}
