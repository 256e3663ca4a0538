//! What lies over the map: the pack, the keys, the character sheet, the log, the
//! end. Lines of text for the board.

use parlour_delve::View;

use super::keys::{Aim, KEYS, Mode, Reading};

/// The lines over the map in a mode, for so many rows and columns; none if the
/// map is free.
pub(super) fn lines(mode: Mode, view: &View, columns: usize, rows: usize) -> Vec<String> {
    match mode {
        Mode::Use => pack("Use which? Escape: none.", view),
        Mode::Drop => pack("Drop which? Escape: none.", view),
        Mode::Reading(Reading::Keys) => {
            let keys = KEYS.iter().map(|(key, does)| format!("{key:>18}  {does}"));
            std::iter::once(String::from("Keys")).chain(keys).collect()
        }
        Mode::Reading(Reading::Sheet) => sheet(view),
        Mode::Reading(Reading::Log) => log(view, columns, rows),
        Mode::Walk if view.ending.is_some() => ending(view),
        Mode::Walk | Mode::Close | Mode::Aim(..) => Vec::new(),
    }
}

/// What a mode asks for, in the bar.
pub(super) fn question(mode: Mode) -> Option<&'static str> {
    Some(match mode {
        Mode::Close => "Close which door? Press its direction. Escape: none.",
        Mode::Aim(Aim::Look, _) => "Looking around. Move the mark; Escape ends it.",
        Mode::Aim(Aim::Fire, _) => "Shoot where? Move the mark, Enter shoots, Escape: not at all.",
        Mode::Aim(Aim::Item(_), _) => "Where? Move the mark, Enter does it, Escape: nowhere.",
        _ => return None,
    })
}

fn pack(question: &str, view: &View) -> Vec<String> {
    let mut lines = vec![question.to_owned()];
    for item in &view.pack {
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

fn log(view: &View, columns: usize, rows: usize) -> Vec<String> {
    let wide = columns.saturating_sub(4).max(8);
    let all = view.log.iter();
    let mut lines: Vec<String> = all
        .flat_map(|line| parlour_rogue::wrap(&line.text, wide))
        .collect();
    let skipped = lines.len().saturating_sub(rows.saturating_sub(3).max(1));
    lines.drain(..skipped);
    lines
}

fn ending(view: &View) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(last) = view.log.last() {
        lines.push(last.text.clone());
    }
    lines.push(format!(
        "Level {}, the deepest {}, {} turns, {} points.",
        view.depth, view.deepest, view.turns, view.score
    ));
    for (name, count) in view.slain.iter().take(8) {
        lines.push(format!("Slain: {count} x {name}"));
    }
    lines.push(String::from("Any key ends the game."));
    lines
}
