//! The hand: numbered cards, the selected ones inverted, blocked suits crossed.

use parlour_regicide::{Step, View, worth};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use super::cards::{self, Look, Size};
use super::selection::Selection;
use crate::{Theme, frame};

/// Draws the hand; where each card lies, for the mouse.
pub fn draw(
    frame: &mut Frame,
    area: Rect,
    theme: Theme,
    view: &View,
    selection: &Selection,
) -> Vec<Rect> {
    let marked = selection.marked();
    if view.you.is_none() {
        return draw_no_hand(frame, area, theme);
    }
    let mut title = format!(
        " Your hand: {} of {}, worth {} ",
        selection.cards().len(),
        view.hand_limit,
        worth(selection.cards())
    );
    if !marked.is_empty() {
        title = format!("{title}· selected {} ", worth(&marked));
    }
    let block = frame::block(theme)
        .title_top(Line::styled(title, theme.title()))
        .title_top(
            Line::styled(format!(" {} ", selection.order().name()), theme.dim()).right_aligned(),
        );
    let inner = block.inner(area);
    frame.render_widget(block, area);
    if selection.cards().is_empty() {
        frame.render_widget(Line::styled("No cards.", theme.dim()), inner);
        return Vec::new();
    }
    // With room, a line above for the numbers and one below for the values;
    // otherwise both are in the edges of the cards.
    let roomy = inner.height >= cards::HEIGHT + 2;
    let count = selection.cards().len() as u16;
    // The same for every hand at this table, so that cards do not grow as they go.
    let most = u16::from(view.hand_limit).max(count);
    let size = Size::fitting(inner.width / most, inner.height.saturating_sub(2));
    let step = (inner.width / count).clamp(1, size.width() + 2);
    let left = inner.x + (inner.width - (step * (count - 1) + size.width()).min(inner.width)) / 2;
    let blocked = view
        .enemy
        .as_ref()
        .filter(|enemy| !enemy.immunity_cancelled && view.step == Step::Play)
        .and_then(|enemy| enemy.card.suit());
    let mut places = Vec::new();
    for (at, card) in selection.cards().iter().enumerate() {
        let x = left + step * at as u16;
        let place = Rect {
            x,
            y: inner.y + u16::from(roomy),
            width: size.width().min((inner.x + inner.width).saturating_sub(x)),
            height: size.height().min(inner.height),
        };
        let selected = selection.is_marked(at);
        let here = at == selection.cursor();
        let number = match (selected, here) {
            (true, true) => format!("›[{}]‹", at + 1),
            (true, false) => format!("[{}]", at + 1),
            (false, true) => format!("›{}‹", at + 1),
            (false, false) => (at + 1).to_string(),
        };
        let value = card.value().to_string();
        let look = Look {
            above: if roomy { "" } else { &number },
            below: if roomy { "" } else { &value },
            selected,
            blocked: blocked.is_some() && card.suit() == blocked,
            size,
        };
        frame.render_widget(Paragraph::new(cards::picture(theme, *card, look)), place);
        if roomy {
            let style = if selected || here {
                theme.accent()
            } else {
                theme.dim()
            };
            let above = Rect {
                y: inner.y,
                height: 1,
                ..place
            };
            let below = Rect {
                y: place.bottom(),
                height: 1,
                ..place
            };
            frame.render_widget(Line::from(Span::styled(number, style)).centered(), above);
            frame.render_widget(Line::styled(value, theme.dim()).centered(), below);
        }
        places.push(place);
    }
    places
}

/// Whoever watches has no hand, not even an empty one.
fn draw_no_hand(frame: &mut Frame, area: Rect, theme: Theme) -> Vec<Rect> {
    let block = frame::block(theme).title_top(Line::styled(" You watch ", theme.title()));
    let inner = block.inner(area);
    frame.render_widget(block, area);
    let words = "The players' hands are their own secret.";
    frame.render_widget(Line::styled(words, theme.dim()), inner);
    Vec::new()
}
