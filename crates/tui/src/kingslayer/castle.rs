//! The castle: the enemy as a card, its health, its attack, who is to come.

use parlour_regicide::{Card, Rank, Suit, View};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use super::cards::{self, Look};
use crate::{Theme, frame};

/// Draws the castle. `played` is the time played, in words, and what sets the game
/// apart; nothing where the game is only shown. Gives where the Jesters lie, if one may
/// be turned.
pub fn draw(
    frame: &mut Frame,
    area: Rect,
    theme: Theme,
    view: &View,
    played: Option<(&str, &str)>,
) -> Option<Rect> {
    let (clock, marks) = played.unzip();
    let title = format!(" Castle{} ", marks.unwrap_or_default());
    let block = frame::block(theme).title_top(Line::styled(title, theme.title()));
    let inner = block.inner(area);
    frame.render_widget(block, area);
    let gap = u16::from(inner.height >= 10);
    let logo = Rect { height: 1, ..inner };
    let time = clock.unwrap_or_default();
    frame.render_widget(logo_line(theme, inner.width, time), logo);
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
    let card = Rect {
        y: inner.y + 1 + gap,
        width: cards::WIDTH,
        height: cards::HEIGHT,
        ..inner
    };
    let picture = cards::picture(theme, enemy.card, Look::default());
    frame.render_widget(Paragraph::new(picture), card);
    let beside = Rect {
        x: card.x + cards::WIDTH + 1,
        width: inner.width - cards::WIDTH - 1,
        ..card
    };
    frame.render_widget(
        Paragraph::new(beside_lines(theme, view, beside.width)),
        beside,
    );
    let below = Rect {
        y: card.y + cards::HEIGHT + gap,
        height: (inner.y + inner.height).saturating_sub(card.y + cards::HEIGHT + gap),
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

pub(super) fn logo_line(theme: Theme, width: u16, clock: &str) -> Line<'static> {
    let name = "♔ KINGSLAYER";
    let room = usize::from(width).saturating_sub(name.chars().count());
    Line::from(vec![
        Span::styled(name, theme.accent()),
        Span::styled(format!("{clock:>room$}"), theme.dim()),
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
