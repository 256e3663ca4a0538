//! The end of a game where there is room for it: a picture, and the twelve of the castle
//! one by one.

use parlour_regicide::{Card, Rank, Suit, View};
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::cards;
use crate::Theme;

/// Whether the end has room for more than words.
pub fn has_room(area: Rect) -> bool {
    area.width >= 100 && area.height >= 36
}

/// A crown for whoever has won; the gate that stands for whoever has not.
const CROWN: [&str; 5] = [
    "o       o       o",
    "|\\     / \\     /|",
    "| \\   /   \\   / |",
    "|  \\ /  *  \\ /  |",
    "'-------^-------'",
];
const GATE: [&str; 5] = [
    "|^|_|^|       |^|_|^|",
    "|     |_______|     |",
    "|  .  |\\/\\/\\/\\|  .  |",
    "|     |/\\/\\/\\/|     |",
    "|_____|\\/\\/\\/\\|_____|",
];

/// The picture above the words.
pub fn picture(theme: Theme, won: bool) -> Vec<Line<'static>> {
    let (lines, style) = if won {
        (CROWN, theme.accent())
    } else {
        (GATE, theme.dim())
    };
    let lines = lines.into_iter();
    lines
        .map(|line| Line::styled(line, style).centered())
        .collect()
}

/// Who of the castle has fallen, who stands at the gate, and who is still inside: a row
/// for each rank.
pub fn castle(theme: Theme, view: &View) -> Vec<Line<'static>> {
    let gate = view.enemy.map(|enemy| enemy.card);
    let rows = [
        ("Jacks ", Rank::Jack),
        ("Queens", Rank::Queen),
        ("Kings ", Rank::King),
    ];
    let mut fallen_before = usize::from(view.defeated);
    let mut row = |(name, rank): (&'static str, Rank)| {
        let fallen = fallen_before.min(4);
        fallen_before -= fallen;
        let mut spans = vec![Span::styled(format!("{name}  "), theme.text())];
        for suit in Suit::ALL {
            let card = Card::new(rank, suit);
            let sign = cards::sign(suit);
            let colour = cards::colour(theme, Some(suit));
            let inside = view.castle.contains(&card);
            spans.push(if gate == Some(card) {
                Span::styled(format!(">{sign}<"), theme.bad())
            } else if inside {
                Span::styled(" · ", theme.dim())
            } else {
                Span::styled(format!(" {sign} "), colour)
            });
        }
        spans.push(Span::styled(format!("  {fallen} of 4"), theme.dim()));
        Line::from(spans).centered()
    };
    rows.into_iter().map(&mut row).collect()
}
