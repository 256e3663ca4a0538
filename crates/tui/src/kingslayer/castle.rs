//! The castle: the enemy as a card, its health, its attack, who is to come.

use parlour_regicide::{Card, Rank, Suit, View};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use super::cards::{self, Look, Size};
use crate::{Theme, frame};

/// What the logo's corner shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// The time of day; empty where it is not known.
    pub day: String,
    /// The time played; empty where nothing counts it.
    pub played: String,
}

/// Draws the castle. `played` is the time played, in words, and what sets the game
/// apart; nothing where the game is only shown. Gives where the Jesters lie, if one may
/// be turned.
pub fn draw(
    frame: &mut Frame,
    area: Rect,
    theme: Theme,
    view: &View,
    played: Option<(&Clock, &str)>,
) -> Option<Rect> {
    let (clock, marks) = played.unzip();
    let title = format!(" Castle{} ", marks.unwrap_or_default());
    let block = frame::block(theme).title_top(Line::styled(title, theme.title()));
    let inner = block.inner(area);
    frame.render_widget(block, area);
    let gap = u16::from(inner.height >= 10);
    let logo = Rect { height: 1, ..inner };
    let time = clock.cloned().unwrap_or_default();
    frame.render_widget(logo_line(theme, inner.width, "", &time), logo);
    let Some(enemy) = &view.enemy else {
        let words = Line::styled("The castle is empty.", theme.good());
        frame.render_widget(
            words,
            Rect {
                y: inner.y + 2,
                height: 1,
                ..inner
            },
        );
        return None;
    };
    if gap > 0 {
        let words = format!("{}, {} of 12", enemy.card.in_words(), view.defeated + 1);
        let place = Rect {
            y: inner.y + 1,
            height: 1,
            ..inner
        };
        frame.render_widget(Line::styled(words, theme.text()), place);
    }
    let size = Size::fitting(inner.width / 2, inner.height.saturating_sub(gap + 5));
    let card = Rect {
        y: inner.y + 1 + gap,
        width: size.width(),
        height: size.height(),
        ..inner
    };
    let look = Look {
        size,
        ..Look::default()
    };
    let picture = cards::picture(theme, enemy.card, look);
    frame.render_widget(Paragraph::new(picture), card);
    let beside = Rect {
        x: card.right() + 1,
        width: inner.width - card.width - 1,
        ..card
    };
    frame.render_widget(
        Paragraph::new(beside_lines(theme, view, beside.width)),
        beside,
    );
    let below = Rect {
        y: card.bottom() + gap,
        height: (inner.y + inner.height).saturating_sub(card.bottom() + gap),
        ..inner
    };
    let mut lines = vec![to_come(theme, view)];
    let alone = view.players.len() == 1;
    if alone {
        lines.push(jesters(theme, view, clock.is_some()));
    }
    frame.render_widget(Paragraph::new(lines), below);
    let turns = alone && clock.is_some() && view.solo_jesters > 0 && below.height > 1;
    turns.then_some(Rect {
        y: below.y + 1,
        height: 1,
        ..below
    })
}

/// The logo, and in its corner the time of day beside the time played. Where there is
/// too little room for all of it the crown goes first, then the time of day.
pub(super) fn logo_line(theme: Theme, width: u16, marks: &str, clock: &Clock) -> Line<'static> {
    let width = usize::from(width);
    let long = |words: &str| words.chars().count();
    let both = match (clock.day.as_str(), clock.played.as_str()) {
        ("", played) => played.to_owned(),
        (day, "") => day.to_owned(),
        (day, played) => format!("{day} {played}"),
    };
    let after = |times: &str| [marks, times].join(if marks.is_empty() { "" } else { " " });
    let fits = |name: &str, times: &str| long(name) + 1 + long(&after(times)) <= width;
    let (name, times) = [
        ("♔ KINGSLAYER", &both),
        ("KINGSLAYER", &both),
        ("♔ KINGSLAYER", &clock.played),
    ]
    .into_iter()
    .find(|(name, times)| fits(name, times))
    .unwrap_or(("KINGSLAYER", &clock.played));
    let right = after(times);
    let room = width.saturating_sub(long(name));
    Line::from(vec![
        Span::styled(name, theme.accent()),
        Span::styled(format!("{right:>room$}"), theme.dim()),
    ])
}

fn beside_lines(theme: Theme, view: &View, width: u16) -> Vec<Line<'static>> {
    let Some(enemy) = &view.enemy else {
        return Vec::new();
    };
    let left = enemy.health.saturating_sub(enemy.damage);
    let mut lines = vec![
        Line::styled(format!("Health {left}/{}", enemy.health), theme.text()),
        health_bar(theme, left, enemy.health, width),
    ];
    lines.push(attack(theme, view, enemy.attack));
    let suit = enemy.card.suit();
    lines.push(immunity(theme, suit.filter(|_| !enemy.immunity_cancelled)));
    if enemy.blocked_spades > 0 {
        lines.push(Line::styled(
            format!("({} ♠ blocked)", enemy.blocked_spades),
            theme.dim(),
        ));
    }
    lines
}

/// What the enemy strikes with, less what the shield holds.
pub(super) fn attack(theme: Theme, view: &View, full: u16) -> Line<'static> {
    let words = if view.shield == 0 {
        format!("Attack {full}")
    } else {
        format!("Attack {full}-{}={}", view.shield.min(full), view.due)
    };
    let style = if view.due == 0 {
        theme.good()
    } else {
        theme.bad()
    };
    Line::styled(words, style)
}

/// The suit that does not work against the enemy, if one does not.
pub(super) fn immunity(theme: Theme, suit: Option<Suit>) -> Line<'static> {
    match suit {
        Some(suit) => Line::from(vec![
            Span::styled("Immune to ", theme.text()),
            Span::styled(
                cards::sign(suit).to_string(),
                cards::colour(theme, Some(suit)),
            ),
        ]),
        None => Line::styled("Not immune", theme.good()),
    }
}

/// A bar whose full part shows the health that is left.
pub(super) fn health_bar(theme: Theme, left: u16, full: u16, width: u16) -> Line<'static> {
    let width = usize::from(width.saturating_sub(2)).min(20);
    let filled = (width * usize::from(left)).div_ceil(usize::from(full.max(1)));
    Line::from(vec![
        Span::styled("[", theme.dim()),
        Span::styled("#".repeat(filled.min(width)), theme.bad()),
        Span::styled(".".repeat(width - filled.min(width)), theme.dim()),
        Span::styled("]", theme.dim()),
    ])
}

/// The suits still to come are known by elimination; their order is not.
pub(super) fn to_come(theme: Theme, view: &View) -> Line<'static> {
    if view.castle_count == 0 {
        return Line::styled("The last one!", theme.warning());
    }
    if view.castle.is_empty() {
        // A guest at another machine's table is told how many, and their ranks
        // follow from the order of the castle.
        let (kings, others) = (
            view.castle_count.min(4),
            view.castle_count.saturating_sub(4),
        );
        let (queens, jacks) = (others.min(4), others.saturating_sub(4));
        let ranks = [(jacks, "J"), (queens, "Q"), (kings, "K")].into_iter();
        let ranks: Vec<String> = ranks
            .filter(|(count, _)| *count > 0)
            .map(|(count, rank)| format!("{count} {rank}"))
            .collect();
        let words = format!("Then {}", ranks.join(", "));
        return Line::styled(words, theme.dim());
    }
    let mut spans = vec![Span::styled("Then", theme.dim())];
    for rank in [Rank::Jack, Rank::Queen, Rank::King] {
        let of_rank = |card: &&Card| card.rank() == Some(rank);
        let suits: Vec<_> = view
            .castle
            .iter()
            .filter(of_rank)
            .filter_map(|it| it.suit())
            .collect();
        if suits.is_empty() {
            continue;
        }
        spans.push(Span::styled(format!(" {}", rank.letters()), theme.text()));
        for suit in suits {
            let sign = cards::sign(suit).to_string();
            spans.push(Span::styled(sign, cards::colour(theme, Some(suit))));
        }
    }
    Line::from(spans)
}

pub(super) fn jesters(theme: Theme, view: &View, played: bool) -> Line<'static> {
    let left = usize::from(view.solo_jesters);
    let used = 2_usize.saturating_sub(left);
    Line::from(vec![
        Span::styled("Jesters ", theme.text()),
        Span::styled("★".repeat(left), theme.accent()),
        Span::styled("·".repeat(used), theme.dim()),
        Span::styled(
            match (left, played) {
                (0, _) => "  none left",
                (_, true) => "  f turns one",
                (_, false) => "",
            },
            theme.dim(),
        ),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Colours;

    fn corner(width: u16, marks: &str, played: &str) -> String {
        let clock = Clock {
            day: String::from("20:15"),
            played: played.to_owned(),
        };
        logo_line(Theme::new(Colours::None), width, marks, &clock).to_string()
    }

    #[test]
    fn the_time_of_day_stands_beside_the_time_played() {
        assert_eq!(corner(30, "", "12:34"), "♔ KINGSLAYER       20:15 12:34");
        assert_eq!(corner(24, "", "12:34"), "♔ KINGSLAYER 20:15 12:34");
        assert_eq!(corner(24, "", "1:02:03"), "KINGSLAYER 20:15 1:02:03");
        assert_eq!(
            corner(40, "daily", "00:00"),
            "♔ KINGSLAYER           daily 20:15 00:00"
        );
        assert_eq!(corner(20, "", "1:02:03"), "♔ KINGSLAYER 1:02:03");
    }
}
