//! A position of Kingslayer in a replay.

use parlour_host::game::Position;
use parlour_regicide::View;
use parlour_rules::Viewer;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};

use super::{cards, castle};
use crate::Theme;
use crate::replay::{Picture, Words};

/// Draws the castle, the piles, the table and the hand that the viewer may see.
pub struct TablePicture;

impl Picture for TablePicture {
    fn draw(
        &self,
        frame: &mut Frame,
        area: Rect,
        theme: Theme,
        position: &dyn Position,
        viewer: Viewer,
    ) {
        let json = position.view(viewer);
        let Ok(view) = serde_json::from_str::<View>(json.as_str()) else {
            // A view of another version is still shown in words.
            return Words.draw(frame, area, theme, position, viewer);
        };
        let [above, below] =
            Layout::vertical([Constraint::Length(10), Constraint::Fill(1)]).areas(area);
        castle::draw(frame, above, theme, &view, "");
        let mut lines = vec![
            row(theme, "Table", cards::spans(theme, &view.table)),
            Line::from(format!(
                "Tavern {} · discard {} · shield {} · due {}",
                view.tavern_count, view.discard_count, view.shield, view.due
            )),
        ];
        for player in &view.players {
            let mark = if player.id == view.current {
                "►"
            } else {
                " "
            };
            let yielded = if player.yielded { ", yielded" } else { "" };
            lines.push(Line::from(format!(
                "{mark}player {}: {} cards{yielded}",
                player.id.0 + 1,
                player.hand_count
            )));
        }
        if view.you.is_some() {
            let mut hand = view.hand.clone();
            hand.sort_by_key(|card| (card.suit().map_or(4, |suit| suit as u8), card.value()));
            lines.push(row(theme, "Hand", cards::spans(theme, &hand)));
        }
        frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: false }), below);
    }
}

fn row(theme: Theme, name: &str, cards: Vec<Span<'static>>) -> Line<'static> {
    let mut spans = vec![Span::styled(format!("{name}: "), theme.dim())];
    spans.extend(cards);
    Line::from(spans)
}
