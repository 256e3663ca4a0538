//! How it ended, and what happened on the way.

use parlour_delve::{End, Ending, View};
use ratatui::text::{Line, Span};

use crate::Theme;

/// The page at the end.
pub(super) fn lines(view: &View, ending: &Ending, theme: Theme, room: usize) -> Vec<Line<'static>> {
    let style = match ending.end {
        End::Won => theme.good(),
        _ => theme.bad(),
    };
    let mut lines = vec![
        Line::styled(ending.sentence(), style),
        Line::from(vec![
            Span::styled(format!("{} points", ending.score), theme.accent()),
            Span::styled(
                format!(", rank {}, deepest level {}", ending.rank, ending.deepest),
                theme.text(),
            ),
        ]),
        Line::default(),
    ];
    let slain = view.most_slain();
    if !slain.is_empty() {
        lines.push(Line::from(vec![
            Span::styled("Slain: ", theme.dim()),
            Span::styled(slain.join(", "), theme.text()),
        ]));
        lines.push(Line::default());
    }
    let left = room.saturating_sub(lines.len()).max(1);
    let skip = view.notes.len().saturating_sub(left);
    for note in view.notes.iter().skip(skip) {
        lines.push(Line::from(vec![
            Span::styled(
                format!("{:>6}  level {:>2}  ", note.turn, note.depth),
                theme.dim(),
            ),
            Span::styled(note.text.clone(), theme.text()),
        ]));
    }
    lines
}
