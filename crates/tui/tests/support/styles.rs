//! Screens with their colours, for snapshots.

use parlour_tui::{Colours, Theme};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::style::Color;

/// Every way a screen is coloured, with its name.
pub fn themes() -> [(&'static str, Theme); 3] {
    [
        ("dark", Theme::new(Colours::Full)),
        ("light", Theme::new(Colours::Full).on_light(true)),
        ("mono", Theme::new(Colours::None)),
    ]
}

/// The screen as text, and below it the styles of every row that has any: from
/// which column to which, and what.
pub fn with_styles(terminal: &Terminal<TestBackend>) -> String {
    let buffer = terminal.backend().buffer();
    let area = buffer.area;
    let mut lines = vec![terminal.backend().to_string().trim_end().to_owned()];
    for y in 0..area.height {
        let mut runs: Vec<(u16, u16, String)> = Vec::new();
        for x in 0..area.width {
            let cell = &buffer[(x, y)];
            let mut style = Vec::new();
            if cell.fg != Color::Reset {
                style.push(format!("{}", cell.fg));
            }
            if cell.bg != Color::Reset {
                style.push(format!("on {}", cell.bg));
            }
            if !cell.modifier.is_empty() {
                style.push(format!("{:?}", cell.modifier).to_lowercase());
            }
            let style = style.join(" ");
            match runs.last_mut() {
                Some((_, to, last)) if *last == style => *to = x,
                _ => runs.push((x, x, style)),
            }
        }
        runs.retain(|(_, _, style)| !style.is_empty());
        let runs: Vec<String> = runs
            .iter()
            .map(|(from, to, style)| format!("{from}-{to} {style}"))
            .collect();
        if !runs.is_empty() {
            lines.push(format!("{y:2}: {}", runs.join(", ")));
        }
    }
    lines.join("\n")
}
