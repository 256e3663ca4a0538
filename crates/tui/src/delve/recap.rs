//! How it ended, and what happened on the way.

use parlour_delve::{End, Ending, View};
use ratatui::text::{Line, Span};

use crate::Theme;
use crate::wrap::wrap;

/// Columns a line to share may take before it is broken.
const WIDTH: u16 = 70;

/// The page at the end.
pub(super) fn lines(
    view: &View,
    ending: &Ending,
    dungeon: Option<&str>,
    theme: Theme,
    room: usize,
) -> Vec<Line<'static>> {
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
    let deeds: Vec<&str> = view.deeds.iter().map(|it| it.sentence()).collect();
    if !deeds.is_empty() {
        let done = wrap(&format!("Done: {}", deeds.join(", ")), WIDTH);
        lines.extend(
            done.into_iter()
                .map(|line| Line::styled(line, theme.good())),
        );
        lines.push(Line::default());
    }
    let slain = view.most_slain();
    if !slain.is_empty() {
        lines.push(Line::from(vec![
            Span::styled("Slain: ", theme.dim()),
            Span::styled(slain.join(", "), theme.text()),
        ]));
        lines.push(Line::default());
    }
    let shared = dungeon.map(|dungeon| ending.share(dungeon, &view.deeds));
    let shared = shared.map(|line| wrap(&line, WIDTH)).unwrap_or_default();
    let below = if shared.is_empty() {
        0
    } else {
        shared.len() + 2
    };
    let left = room.saturating_sub(lines.len() + below).max(1);
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
    if !shared.is_empty() {
        lines.push(Line::default());
        lines.push(Line::styled("To share:", theme.dim()));
        let shared = shared
            .into_iter()
            .map(|line| Line::styled(line, theme.text()));
        lines.extend(shared);
    }
    lines
}
