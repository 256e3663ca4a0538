//! The figures of a host in Prometheus' text format.

use std::fmt::Write;

use parlour_host::host::Figures;

/// All figures, each with its help and its type.
pub(crate) fn text(figures: &Figures) -> String {
    let mut text = String::new();
    let mut family = |name: &str, kind: &str, help: &str, samples: &[(&str, u64)]| {
        let _ = writeln!(text, "# HELP {name} {help}");
        let _ = writeln!(text, "# TYPE {name} {kind}");
        for (labels, value) in samples {
            let _ = writeln!(text, "{name}{labels} {value}");
        }
    };
    family(
        "parlour_commands_total",
        "counter",
        "Commands, by what became of them.",
        &[
            ("{outcome=\"accepted\"}", figures.accepted),
            ("{outcome=\"repeated\"}", figures.repeated),
            ("{outcome=\"refused\"}", figures.refused),
            ("{outcome=\"unreachable\"}", figures.unreachable),
        ],
    );
    family(
        "parlour_deadlines_struck_total",
        "counter",
        "Deadlines that this process struck.",
        &[("", figures.struck)],
    );
    family(
        "parlour_letters_delivered_total",
        "counter",
        "Letters that this process crossed off the outbox.",
        &[("", figures.delivered)],
    );
    family(
        "parlour_tables_open",
        "gauge",
        "Tables that this process holds in memory.",
        &[("", figures.open)],
    );
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_figure_has_its_help_and_type_before_it() {
        let figures = Figures {
            accepted: 3,
            struck: 2,
            ..Figures::default()
        };
        let text = text(&figures);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(
            lines[..3],
            [
                "# HELP parlour_commands_total Commands, by what became of them.",
                "# TYPE parlour_commands_total counter",
                "parlour_commands_total{outcome=\"accepted\"} 3",
            ]
        );
        assert!(lines.contains(&"parlour_deadlines_struck_total 2"));
        assert!(text.ends_with('\n'));
    }
}
