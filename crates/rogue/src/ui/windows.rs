//! Windows over the map: the open menu, and the page of keys.

use parlour_grid::{Point, Rect};

use super::front::{Input, Press, Surface};
use super::screen::Screen;
use super::tone::{Theme, Tone};
use crate::game::Game;
use crate::notation::{Action, Key};
use crate::question::{Chosen, Menu};

/// Draws a menu in the middle of an area; every line can be clicked on.
pub(super) fn menu(screen: &mut Screen, area: Rect, menu: &Menu, theme: &Theme) {
    let widths = menu
        .choices
        .iter()
        .map(|choice| choice.label.chars().count() + 4);
    let width = widths.chain([menu.title.chars().count() + 4, 20]).max();
    let inside = window(
        screen,
        area,
        &menu.title,
        (width.unwrap_or(20), menu.choices.len()),
        theme,
    );
    let rows = usize::try_from(inside.h).unwrap_or(0);
    let at = (menu.at as usize).min(menu.choices.len().saturating_sub(1));
    // The chosen line is always to be seen.
    let first = (at + 1).saturating_sub(rows);
    let shown = menu.choices.iter().enumerate().skip(first).take(rows);
    for (row, (place, choice)) in shown.enumerate() {
        let y = inside.y + row as i32;
        let line = Rect::new(inside.x, y, inside.w, 1);
        let tone = if place == at {
            Tone::Chosen
        } else {
            Tone::Text
        };
        let letter = Menu::letter(place).unwrap_or(' ');
        screen.fill(line, ' ', theme.pen(tone));
        let text = format!("{letter}) {}", choice.label);
        screen.text(Point::new(inside.x, y), line, &text, theme.pen(tone));
        if let Some(letter) = Menu::letter(place) {
            screen.click(line, Key::Char(letter));
        }
    }
    screen.cursor = None;
}

/// Shows a menu alone on a surface and answers the place of what was chosen;
/// nothing if it was left.
pub fn choose(asked: &Menu, surface: &mut impl Surface) -> Option<usize> {
    let mut open = asked.clone();
    // Each choice answers with its place.
    for (place, choice) in open.choices.iter_mut().enumerate() {
        choice.answer.word = place.to_string();
    }
    loop {
        let (width, height) = surface.size();
        let mut screen = Screen::new(width, height);
        let area = screen.area();
        menu(&mut screen, area, &open, &Theme::default());
        surface.show(&screen);
        let key = match surface.input()? {
            Input::Key(key) => Some(key),
            Input::Mouse(mouse) if mouse.press == Press::Main => screen.key_at(mouse.at),
            _ => None,
        };
        match key.map(|key| open.press(key)) {
            Some(Chosen::Left) => return None,
            Some(Chosen::Answer(answer)) => return answer.word.parse().ok(),
            Some(Chosen::Open) | None => {}
        }
    }
}

/// The page of keys: every action with its keys, in as many columns as fit.
pub(super) fn keys(screen: &mut Screen, game: &Game, theme: &Theme) {
    let lines = key_lines(game);
    let area = screen.area();
    let widest = lines
        .iter()
        .map(|line| line.chars().count())
        .max()
        .unwrap_or(0)
        + 2;
    let rows = usize::try_from(area.h - 4).unwrap_or(1).max(1);
    let columns = lines.len().div_ceil(rows).max(1);
    let size = (widest * columns, lines.len().min(rows));
    let inside = window(screen, area, "Keys (any key goes on)", size, theme);
    let pen = theme.pen(Tone::Text);
    for (place, line) in lines.iter().enumerate() {
        let (column, row) = (place / rows, place % rows);
        let at = Point::new(inside.x + (column * widest) as i32, inside.y + row as i32);
        screen.text(at, inside, line, pen);
    }
    screen.cursor = None;
    screen.click(area, Key::Escape);
}

/// A frame in the middle of an area, around so many columns and rows.
fn window(
    screen: &mut Screen,
    area: Rect,
    title: &str,
    size: (usize, usize),
    theme: &Theme,
) -> Rect {
    let fit =
        |length: usize, room: i32| i32::try_from(length).unwrap_or(room).min(room - 2).max(1) + 2;
    let (w, h) = (fit(size.0, area.w), fit(size.1, area.h));
    let x = area.x + (area.w - w).max(0) / 2;
    let y = area.y + (area.h - h).max(0) / 2;
    screen.frame(Rect::new(x, y, w, h), title, theme.pen(Tone::Title))
}

/// Each action with the keys that stand for it, what the player does most first.
fn key_lines(game: &Game) -> Vec<String> {
    let mut actions: Vec<(&Action, Vec<String>)> = Vec::new();
    for (key, action) in game.keys().iter() {
        let key = key.to_string();
        match actions.iter_mut().find(|(known, _)| *known == action) {
            Some((_, keys)) => keys.push(key),
            None => actions.push((action, vec![key])),
        }
    }
    let order = |action: &Action| match action {
        Action::Move(_) => 0,
        Action::Other(_) => 1,
        Action::Look | Action::Ranged => 2,
        Action::Reach(_) => 3,
        Action::Quit => 4,
    };
    actions.sort_by_key(|(action, _)| order(action));
    let line = |(action, keys): &(&Action, Vec<String>)| {
        let words = action.to_string().replace('-', " ");
        format!("{:<10} {words}", keys.join(" "))
    };
    actions.iter().map(line).collect()
}
