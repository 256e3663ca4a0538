//! The table on a small terminal, down to 40 by 18: everything in lines, without
//! frames. From above: the enemy, the battlefield, the log as far as there is room, the
//! prompt, the hand, the keys.

use parlour_regicide::{View, worth};
use ratatui::Frame;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use super::battlefield::{self, Beside};
use super::selection::Selection;
use super::side::{Entry, Key};
use super::{cards, castle};
use crate::wrap::{wide, wrap};
use crate::{SMALLEST, Theme};

/// Whether a table is drawn small in an area.
pub fn is_small(area: Rect) -> bool {
    area.width < SMALLEST.0 || area.height < SMALLEST.1
}

/// What is drawn beside the view.
pub struct Table<'a> {
    /// The times in the logo's corner.
    pub clock: &'a castle::Clock,
    /// What sets the game apart.
    pub marks: &'a str,
    /// Names, selected cards, the discard pile, the prompt.
    pub beside: &'a Beside<'a>,
    /// The hand.
    pub selection: &'a Selection,
    /// What happened.
    pub log: &'a [Entry],
    /// A hint, in place of what happened.
    pub hint: Option<&'a str>,
    /// What can be pressed.
    pub keys: &'a [Key],
}

/// Where something can be clicked.
pub struct Places {
    /// The cards of the hand.
    pub cards: Vec<Rect>,
    /// The keys.
    pub keys: Vec<(Rect, KeyCode)>,
}

/// How many lines tell of the enemy alone.
const ENEMY: usize = 3;

/// How many lines the keys have.
const KEYS: u16 = 2;

/// Draws the table.
pub fn draw(frame: &mut Frame, area: Rect, theme: Theme, view: &View, table: &Table) -> Places {
    let width = area.width;
    let hand = Rect {
        y: area.bottom().saturating_sub(KEYS + 3),
        height: 3,
        ..area
    };
    let keys = Rect {
        y: area.bottom().saturating_sub(KEYS),
        height: KEYS,
        ..area
    };
    let prompt = &table.beside.prompt;
    let style = if prompt.bad {
        theme.bad()
    } else {
        theme.accent()
    };
    let words = wrap(&prompt.words, width).into_iter();
    let prompt: Vec<Line> = words.map(|line| Line::styled(line, style)).collect();
    let above = usize::from(hand.y - area.y).saturating_sub(prompt.len());
    let mut lines = enemy(theme, view, table, width);
    let mut field = field(theme, view, table, width);
    // A hint or a lesson is told whole; what comes after the enemy can wait.
    let hint = table.hint.map_or(0, |hint| wrap(hint, width).len());
    if lines.len() + field.len() + hint > above && hint > 0 {
        lines.truncate(ENEMY);
    }
    field.truncate(above.saturating_sub(lines.len() + hint));
    lines.extend(field);
    lines.truncate(above);
    let room = above - lines.len();
    lines.extend(news(theme, table, width, room));
    lines.resize(above, Line::default());
    lines.extend(prompt);
    let upper = Rect {
        height: hand.y - area.y,
        ..area
    };
    frame.render_widget(Paragraph::new(lines), upper);
    Places {
        cards: draw_hand(frame, hand, theme, view, table.selection),
        keys: draw_keys(frame, keys, theme, table.keys),
    }
}

/// Who stands in the way, and who comes after.
fn enemy(theme: Theme, view: &View, table: &Table, width: u16) -> Vec<Line<'static>> {
    let marks = table.marks.trim_start_matches(" · ");
    let mut lines = vec![castle::logo_line(theme, width, marks, table.clock)];
    lines.extend(enemy_alone(theme, view));
    if view.enemy.is_some() && view.players.len() == 1 {
        lines.push(castle::jesters(theme, view, true));
    }
    lines
}

/// The same without the logo and the Jesters.
pub(super) fn enemy_alone(theme: Theme, view: &View) -> Vec<Line<'static>> {
    let Some(enemy) = &view.enemy else {
        return vec![Line::styled("The castle is empty.", theme.good())];
    };
    let mut lines = Vec::new();
    let left = enemy.health.saturating_sub(enemy.damage);
    let gap = || Span::raw("  ");
    let mut first = vec![
        Span::styled(
            cards::short(enemy.card),
            cards::colour(theme, enemy.card.suit()),
        ),
        Span::styled(format!(", {} of 12", view.defeated + 1), theme.text()),
        gap(),
    ];
    let suit = enemy.card.suit().filter(|_| !enemy.immunity_cancelled);
    first.extend(castle::immunity(theme, suit).spans);
    lines.push(Line::from(first));
    let mut second = vec![Span::styled(
        format!("Health {left}/{} ", enemy.health),
        theme.text(),
    )];
    second.extend(castle::health_bar(theme, left, enemy.health, 10).spans);
    second.push(gap());
    let attack = castle::attack(theme, view, enemy.attack);
    second.extend(
        attack
            .spans
            .into_iter()
            .map(|it| it.patch_style(attack.style)),
    );
    lines.push(Line::from(second));
    lines.push(castle::to_come(theme, view));
    lines
}

/// What lies on the table, and what the selected cards would do.
fn field(theme: Theme, view: &View, table: &Table, width: u16) -> Vec<Line<'static>> {
    let Beside {
        names,
        marked,
        discarded,
        ..
    } = *table.beside;
    let mut lines = Vec::new();
    if view.players.len() > 1 {
        lines.push(battlefield::players(theme, view, names, width));
    }
    lines.push(battlefield::table(theme, view, width));
    lines.push(battlefield::piles(theme, view, discarded, width));
    lines.extend(battlefield::consequences(theme, view, marked, width));
    lines
}

/// The hint, or the end of the log.
fn news(theme: Theme, table: &Table, width: u16, room: usize) -> Vec<Line<'static>> {
    if let Some(hint) = table.hint {
        let mut lines = wrap(hint, width);
        lines.truncate(room);
        let lines = lines.into_iter();
        return lines.map(|it| Line::styled(it, theme.good())).collect();
    }
    let words = table.log.iter().flat_map(|entry| {
        let lead = if entry.new_move { "" } else { "  " };
        wrap(&format!("{lead}{}", entry.words), width)
    });
    let mut lines: Vec<Line> = words.map(|it| Line::styled(it, theme.dim())).collect();
    lines.drain(..lines.len().saturating_sub(room));
    lines
}

/// A line about the hand, the numbers, the cards.
fn draw_hand(
    frame: &mut Frame,
    area: Rect,
    theme: Theme,
    view: &View,
    selection: &Selection,
) -> Vec<Rect> {
    if view.you.is_none() {
        let words = "You watch. The hands are secret.";
        frame.render_widget(Line::styled(words, theme.dim()), area);
        return Vec::new();
    }
    let marked = selection.marked();
    let selected = match marked.len() {
        0 => String::new(),
        _ => format!(", selected {}", worth(&marked)),
    };
    let cards = selection.cards();
    let title = format!(
        "Hand: {} of {}, worth {}{selected}",
        cards.len(),
        view.hand_limit,
        worth(cards)
    );
    let line = Rect { height: 1, ..area };
    frame.render_widget(Line::styled(title, theme.title()), line);
    let step = (area.width / 8).min(7);
    let mut places = Vec::new();
    for (at, card) in (0_u16..).zip(cards) {
        let place = Rect {
            x: area.x + step * at,
            y: area.y + 1,
            width: step,
            height: 2,
        };
        let number = match (selection.is_marked(usize::from(at)), selection.cursor()) {
            (true, _) => format!("[{}]", at + 1),
            (false, cursor) if cursor == usize::from(at) => format!("›{}‹", at + 1),
            (false, _) => format!(" {} ", at + 1),
        };
        let style = if selection.is_marked(usize::from(at)) {
            theme.selected()
        } else {
            cards::colour(theme, card.suit())
        };
        let lines = vec![
            Line::styled(number, theme.dim()),
            Line::styled(format!(" {}", cards::short(*card)), style),
        ];
        frame.render_widget(Paragraph::new(lines), place);
        places.push(place);
    }
    places
}

/// As many keys as fit, each where it can be clicked.
fn draw_keys(frame: &mut Frame, area: Rect, theme: Theme, keys: &[Key]) -> Vec<(Rect, KeyCode)> {
    let mut places = Vec::new();
    let (mut x, mut y) = (area.x, area.y);
    for (key, what, pressed) in keys {
        let long = (wide(key) + 1 + wide(what)) as u16;
        if x + long > area.right() {
            (x, y) = (area.x, y + 1);
        }
        if y >= area.bottom() || long > area.width {
            break;
        }
        let place = Rect {
            x,
            y,
            width: long,
            height: 1,
        };
        let line = Line::from(vec![
            Span::styled(*key, theme.accent()),
            Span::styled(format!(" {what}"), theme.text()),
        ]);
        frame.render_widget(line, place);
        places.extend(pressed.map(|pressed| (place, pressed)));
        x += long + 2;
    }
    places
}
