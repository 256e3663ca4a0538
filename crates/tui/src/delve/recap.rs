//! How it ended, and what happened on the way.

use parlour_delve::{End, Ending, View, with_article};
use ratatui::text::{Line, Span};

use crate::Theme;

/// How a game ended, in a sentence.
pub(super) fn sentence(ending: &Ending) -> String {
    match &ending.end {
        End::Won => format!(
            "You brought the amulet into the light after {} turns.",
            ending.turns
        ),
        End::Slain { by } => format!(
            "You were slain by {} on level {}, after {} turns.",
            with_article(by),
            ending.depth,
            ending.turns
        ),
        End::Lost => format!("Your lamp went out on level {}.", ending.depth),
    }
}

/// The same in a few words.
pub(super) fn in_short(ending: &Ending) -> String {
    match &ending.end {
        End::Won => format!("won in {} turns", ending.turns),
        End::Slain { by } => format!("slain by {} on level {}", with_article(by), ending.depth),
        End::Lost => format!("lost in the dark on level {}", ending.depth),
    }
}

pub(super) fn lines(view: &View, ending: &Ending, theme: Theme, room: usize) -> Vec<Line<'static>> {
    let style = match ending.end {
        End::Won => theme.good(),
        _ => theme.bad(),
    };
    let mut lines = vec![
        Line::styled(sentence(ending), style),
        Line::from(vec![
            Span::styled(format!("{} points", ending.score), theme.accent()),
            Span::styled(
                format!(", rank {}, deepest level {}", ending.rank, ending.deepest),
                theme.text(),
            ),
        ]),
        Line::default(),
    ];
    let mut slain: Vec<(&String, &u32)> = view.slain.iter().collect();
    slain.sort_by_key(|(name, count)| (std::cmp::Reverse(**count), (*name).clone()));
    let slain: Vec<String> = slain
        .into_iter()
        .take(5)
        .map(|(name, count)| format!("{count} {name}"))
        .collect();
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
